// Two ways to play a deal, step by step on the open table and as a line of cards.
import {el, button, say, saying} from "./table/dom.js";
import {drawLine} from "./advice.js";

export class Replay {
  constructor(table, lines, words) {
    Object.assign(this, {table, lines, line: null, step: 0});
    this.ways = lines.map((line, i) => button(saying("AFTER_CHOICE", {choice: el("span", {}, ...words(line.words))}), () => this.begin(i)));
    this.back = button(say("PREVIOUS"), () => this.go(this.step - 1), {"data-key": "arrowleft", "aria-label": say("PREVIOUS_CARD")});
    this.on = button(say("NEXT"), () => this.go(this.step + 1), {"data-key": "arrowright", "aria-label": say("NEXT_CARD")});
    this.end = button(say("END"), () => this.go(this.last));
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
  stop() {                                       // called when the table shows another position
    for (const way of this.ways) way.setAttribute("aria-pressed", "false");
    for (const made of [this.back, this.on, this.end]) made.disabled = true;
    this.far.textContent = "";
    this.line = null;
  }
  draw(pace) {
    this.back.disabled = this.step === 0;
    this.on.disabled = this.end.disabled = this.step === this.last;
    this.far.textContent = this.step === this.last ? this.line.end : say("CARD_NUMBER", {number: this.step, all: this.last});
    this.table.show(this.line.states[this.step], {pace});
  }
}
