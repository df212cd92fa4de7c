// Sharing: a link that holds all of what it shows, and its picture.  Codes come from /api/share and with other answers.
import {el, button, say} from "./table/dom.js";
import {ask, attempt, notify, post} from "./ui.js";

const SHARPER = 2;                               // points of a PNG for one of the picture
const addressOf = ([code, after], kind = "") => `${location.origin}/s/${code}${kind}${after === null ? "" : `?after=${after}`}`;

// Two buttons.  `code` is a code, or a function that asks for one when it is needed: () => codeFor({playing: true}).
// `after`: of the cards that the code tells of, so many are played at the moment shown; null: all.
export function shareBox(code, after = null) {
  const given = async () => [typeof code === "function" ? await code() : code, after];
  return el("div", {class: "row share", role: "group", "aria-label": say("SHARE")},
    button(say("COPY_LINK"), () => attempt(async () => copyLink(await given()))), button(say("PICTURE"), () => attempt(async () => showPicture(await given()))));
}
// The code of something on the server: see ShareAsked in web/sharing.py.
export const codeFor = async what => (await post("/api/share", what)).code;

// Play a moment on against computers, as a copy: what is asked is what codeFor() takes, or {code}.
export const playOn = what => button(say("PLAY_ON"), () => attempt(async () => location.assign((await post("/api/share/play", what instanceof Function ? what() : what)).address)),
  {title: say("PLAY_ON_TITLE")});

async function copyLink(shared) {
  try {
    await navigator.clipboard.writeText(addressOf(shared));
    notify(say("LINK_COPIED"));
  } catch (error) {                              // not allowed, or not from this address: then by hand
    const input = el("input", {type: "text", readonly: true, value: addressOf(shared), class: "wide", "aria-label": say("LINK")});
    input.addEventListener("focus", () => input.select());
    await ask(say("COPY_THIS_LINK"), el("p", {}, input), [["", say("CLOSE")]]);
  }
}
async function showPicture(shared) {
  const words = await (await fetch(addressOf(shared, ".svg"))).text();
  if (!words.startsWith("<svg")) throw new Error(say("NO_PICTURE"));
  const source = URL.createObjectURL(new Blob([words], {type: "image/svg+xml"}));
  const image = el("img", {src: source, class: "share-picture", alt: new DOMParser().parseFromString(words, "image/svg+xml").querySelector("desc").textContent});
  const chosen = await ask(say("PICTURE"), image, [["png", say("SAVE_PNG"), "main"], ["svg", say("SAVE_SVG")], ["", say("CLOSE")]]);
  if (chosen === "svg") save(source, "9-5-2.svg");
  if (chosen === "png") save(await png(image), "9-5-2.png");
  setTimeout(() => URL.revokeObjectURL(source), 60000);   // once it is surely saved
}
function save(href, name) {
  const link = el("a", {href, download: name});
  document.body.append(link); link.click(); link.remove();
}
async function png(image) {
  const canvas = el("canvas", {width: image.naturalWidth * SHARPER, height: image.naturalHeight * SHARPER});
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return URL.createObjectURL(await new Promise(resolve => canvas.toBlob(resolve, "image/png")));
}
