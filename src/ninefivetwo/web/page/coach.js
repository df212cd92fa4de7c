// A tour for new users: one note after another, each beside the element that it explains. The tour runs only once.
import {$, el, say} from "./table/dom.js";
import {settings} from "./settings.js";
import {focusOn, opened} from "./ui.js";

const GAP = 10; // pixels between a note and the element that it explains

// Show the notes whose elements are on the page; resolves when the user has read or skipped all.
export async function coach(/** @type {Note[]} */ steps) {
  if (settings.get("coached")) return;
  const shown = steps.filter(step => document.querySelector(step.at)), before = document.activeElement;
  if (!shown.length) return;
  for (const [i, step] of shown.entries()) {
    if (!await note(step, i + 1, shown.length)) break;
  }
  settings.set("coached", true);
  focusOn(before instanceof HTMLElement && before.isConnected && before !== document.body ? before : $("main"));
}

/** Show one note; resolves to whether the user wants to see the next note. @type {ShowStep} */
async function note({at, words}, number, of) {
  const about = document.querySelector(at), last = number === of, moves = ["resize", "scroll"];
  const onward = el("button", {class: "main", value: "on"}, last ? "Done" : "Next"), skip = last ? null : el("button", {}, "Skip all");
  const made = el("dialog", {class: "coach", "aria-label": say("First steps, {number} of {all}", {number, all: of}), "aria-describedby": "coach-words"}, el("p", {id: "coach-words"}, words),
    el("form", {class: "row", method: "dialog"}, onward, skip, el("span", {class: "soft"}, say("{number} of {all}", {number, all: of}))));
  const place = () => beside(made, about);
  for (const name of moves) window.addEventListener(name, place, true);
  about?.classList.add("coached");
  about?.scrollIntoView({block: "nearest"});
  const closed = opened(made);
  place();
  focusOn(onward);
  const pressed = await closed;
  for (const name of moves) window.removeEventListener(name, place, true);
  about?.classList.remove("coached");
  return pressed === "on";
}

// Place a note below its element, or above it if the element is in the lower half of the window.
function beside(/** @type {HTMLElement} */ made, /** @type {Element | null} */ about) {
  const box = about?.isConnected ? about.getBoundingClientRect() : new DOMRect(innerWidth / 2, innerHeight / 2, 0, 0);
  const under = box.bottom + GAP, over = box.top - GAP - made.offsetHeight, high = box.top + box.bottom < innerHeight;
  const top = under + made.offsetHeight <= innerHeight && (high || over < 0) ? under : Math.max(GAP, over);
  const left = box.left + box.width / 2 - made.offsetWidth / 2;
  made.style.top = `${top}px`;
  made.style.left = `${Math.max(GAP, Math.min(left, innerWidth - made.offsetWidth - GAP))}px`;
}
