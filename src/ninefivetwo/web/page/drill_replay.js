// Two ways that one deal goes, each step by step on the open table, and as cards in a line.
import {el, button} from "./table/dom.js";
import {drawLine} from "./advice.js";

export class Replay {
  constructor(table, lines, words) {
    Object.assign(this, {table, lines, line: null, step: 0});
    this.ways = lines.map((line, i) => button(["After ", ...words(line.words)], () => this.begin(i)));
    this.back = button("Back", () => this.go(this.step - 1), {"data-key": "arrowleft", "aria-label": "A card back"});
    this.on = button("On", () => this.go(this.step + 1), {"data-key": "arrowright", "aria-label": "A card on"});
    this.end = button("To its end", () => this.go(this.last));
    this.far = el("p", {class: "soft", role: "status"});
    this.cards = el("div", {});
    const row = (...parts) => el("div", {class: "row"}, ...parts);
    const steps = row(this.back, this.on, this.end);
    this.element = el("div", {class: "replay"}, row(...this.ways), steps, this.far, this.cards);
    this.stop();
  }
  get last() { return this.line ? this.line.states.length - 1 : -1; }
  begin(number) {
    this.line = this.lines[number];
    this.ways.forEach((way, i) => way.setAttribute("aria-pressed", String(i === number)));
    this.cards.replaceChildren(drawLine(this.line.line));
    this.step = 0;
    this.draw("instant");
  }
  go(step) {
    if (step < 0 || step > this.last) return;
    const pace = step === this.step + 1 ? undefined : "instant";
    this.step = step;
    this.draw(pace);
  }
  stop() {                                       // something else is on the table
    for (const way of this.ways) way.setAttribute("aria-pressed", "false");
    for (const made of [this.back, this.on, this.end]) made.disabled = true;
    this.far.textContent = "";
    this.line = null;
  }
  draw(pace) {
    this.back.disabled = this.step === 0;
    this.on.disabled = this.end.disabled = this.step === this.last;
    this.far.textContent = this.step === this.last ? this.line.end : `Card ${this.step} of ${this.last}`;
    this.table.show(this.line.states[this.step], {pace});
  }
}
