// A tour for new users: one note after another, each beside the element that it explains. The tour runs only once.
import {el, button, say} from "./table/dom.js";
import {settings} from "./settings.js";
import {focusOn} from "./ui.js";

const GAP = 10;                                  // pixels between a note and the element that it explains

// `steps` is [{at: a selector, words: one or two sentences}]; steps without an element on the page are left out.
// Resolves when the user has read or skipped all notes.
export async function coach(steps) {
  if (settings.get("coached")) return;
  const shown = steps.filter(step => document.querySelector(step.at)), before = document.activeElement;
  if (!shown.length) return;
  for (const [i, step] of shown.entries()) {
    if (!await note(step, i + 1, shown.length)) break;
  }
  settings.set("coached", true);
  focusOn(before?.isConnected && before !== document.body ? before : document.getElementById("main"));
}

// Show one note; resolves to whether the user wants to see the next note.
function note(step, number, of) {
  return new Promise(resolve => {
    const about = document.querySelector(step.at), last = number === of;
    const close = wanted => {
      window.removeEventListener("resize", place);
      window.removeEventListener("scroll", place, true);
      about?.classList.remove("coached");
      made.close();
      made.remove();
      resolve(wanted);
    };
    const onward = button(say(last ? "DONE" : "NEXT"), () => close(true), {class: "main"});
    const made = el("dialog", {class: "coach", "aria-label": say("COACH_LABEL", {number, all: of}), "aria-describedby": "coach-words"},
      el("p", {id: "coach-words"}, step.words),
      el("div", {class: "row"}, onward, ...(last ? [] : [button(say("SKIP_ALL"), () => close(false))]), el("span", {class: "soft"}, say("NUMBER_OF", {number, all: of}))));
    const place = () => beside(made, about);
    made.addEventListener("cancel", () => close(false));
    window.addEventListener("resize", place);
    window.addEventListener("scroll", place, true);
    document.body.append(made);
    about?.classList.add("coached");
    about?.scrollIntoView({block: "nearest"});
    made.showModal();
    place();
    onward.focus({preventScroll: true});
  });
}

// Place a note below its element, or above it if the element is in the lower half of the window.
function beside(made, about) {
  const box = about?.isConnected ? about.getBoundingClientRect() : {left: innerWidth / 2, width: 0, bottom: innerHeight / 2, top: innerHeight / 2};
  const under = box.bottom + GAP, over = box.top - GAP - made.offsetHeight, high = box.top + box.bottom < innerHeight;
  const top = under + made.offsetHeight <= innerHeight && (high || over < 0) ? under : Math.max(GAP, over);
  const left = box.left + box.width / 2 - made.offsetWidth / 2;
  made.style.top = `${top}px`;
  made.style.left = `${Math.max(GAP, Math.min(left, innerWidth - made.offsetWidth - GAP))}px`;
}
