// Sharing by a link or a picture. A link contains a share code, which comes from /api/share or from other answers.
import {el, button} from "./table/dom.js";
import {ask, attempt, notify, post} from "./ui.js";

const NO_PICTURE = "No picture is available.";
const SHARPER = 2; // pixels of the PNG file for each pixel of the picture
const addressOf = (/** @type {Shared} */ [code, after], kind = "") => `${location.origin}/s/${code}${kind}${after === null ? "" : `?after=${after}`}`;

// Make two share buttons. `code` is a share code, or a function that requests a code: () => codeFor({playing: true}).
// `after` is the number of cards that are played in the position shown, or null for all cards.
export function shareBox(/** @type {string | (() => Promise<string>)} */ code, /** @type {number | null} */ after = null) {
  const given = async () => /** @type {Shared} */ ([typeof code === "function" ? await code() : code, after]);
  return el("div", {class: "row share", role: "group", "aria-label": "Share"},
    button("Copy link", () => attempt(async () => copyLink(await given()))), button("Picture", () => attempt(async () => showPicture(await given()))));
}
// Request a share code from the server; `what` has the fields of ShareAsked in web/sharing.py.
export const codeFor = async (/** @type {Partial<ShareAsked>} */ what) => (await post("/api/share", what)).code;

// Make a button to play on from a position; `what()` returns the same fields as for codeFor(), or {code}.
export const playOn = (/** @type {() => Partial<ShareAsked> | {code: string}} */ what) => button("Play on from here", () => attempt(async () => {
  const back = location.pathname + location.search + location.hash; // the Back button of the copy leads here
  location.assign((await post("/api/share/play", {...what(), back})).address);
}), {title: "Take the seat of the player to act, against two club players"});

async function copyLink(/** @type {Shared} */ shared) {
  try {
    await navigator.clipboard.writeText(addressOf(shared));
    notify("Link copied. The link contains all the data; nothing is stored elsewhere.");
  } catch { // copying is not allowed, so the user copies the link by hand
    const input = el("input", {type: "text", readonly: true, value: addressOf(shared), class: "wide", "aria-label": "Link"});
    input.addEventListener("focus", () => input.select());
    await ask("Copy this link", el("p", {}, input), [["", "Close"]]);
  }
}
async function showPicture(/** @type {Shared} */ shared) {
  const words = await (await fetch(addressOf(shared, ".svg"))).text();
  if (!words.startsWith("<svg")) throw new Error(NO_PICTURE);
  const source = URL.createObjectURL(new Blob([words], {type: "image/svg+xml"}));
  const image = el("img", {src: source, class: "share-picture", alt: new DOMParser().parseFromString(words, "image/svg+xml").querySelector("desc")?.textContent});
  const chosen = await ask("Picture", image, [["png", "Save as PNG", "main"], ["svg", "Save as SVG"], ["", "Close"]]);
  if (chosen) el("a", {href: chosen === "png" ? await png(image) : source, download: `9-5-2.${chosen}`}).click();
  setTimeout(() => URL.revokeObjectURL(source), 60000); // after a minute, when the file has been saved
}
async function png(/** @type {HTMLImageElement} */ image) {
  const canvas = el("canvas", {width: image.naturalWidth * SHARPER, height: image.naturalHeight * SHARPER});
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  /** @type {Blob | null} */ const made = await new Promise(resolve => canvas.toBlob(resolve, "image/png"));
  if (!made) throw new Error(NO_PICTURE);
  return URL.createObjectURL(made);
}
