// Some ways to play a deal, each step by step on the open table and as a line of cards.
import {el, button, say, saying, inRow} from "./table/dom.js";
import {drawLine} from "./advice.js";

/** Returns the element and stop(), which is called when the table shows another position. @type {ReplayLines} */
export function replay(table, lines, words) {
  const ways = lines.map(way => button(saying("After {choice}", {choice: el("span", {}, ...words(way.words))}), () => begin(way)));
  const back = button("Previous", () => go(step - 1), {"data-key": "arrowleft", "aria-label": "Previous card"});
  const on = button("Next", () => go(step + 1), {"data-key": "arrowright", "aria-label": "Next card"});
  const end = button("End", () => go(Infinity));
  const far = el("p", {class: "soft", role: "status"}), cards = el("div");
  let line = /** @type {PlayedOut | null} */ (null), step = 0;

  function begin(/** @type {PlayedOut} */ chosen) {
    line = chosen;
    press();
    cards.replaceChildren(drawLine(chosen.line));
    go(0);
  }
  function press() { ways.forEach((way, i) => { way.ariaPressed = `${lines[i] === line}`; }); }
  function go(/** @type {number} */ wanted) {
    if (!line) return;
    const last = line.states.length - 1, to = Math.min(wanted, last);
    table.show(line.states[to], {pace: to === step + 1 ? undefined : "instant"});
    step = to;
    back.disabled = step === 0;
    on.disabled = end.disabled = step === last;
    far.textContent = step === last ? line.end : say("Card {number} of {all}", {number: step, all: last});
  }
  function stop() {
    line = null;
    press();
    for (const made of [back, on, end]) made.disabled = true;
    far.textContent = "";
  }
  stop();
  return {element: el("div", {class: "replay"}, inRow(...ways), inRow(back, on, end), far, cards), stop};
}
