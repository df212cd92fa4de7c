// The replay of a finished deal on its table: step by step, with all hands or only the user's, and the best line.
import {SEATS, el, button, say, inRow} from "./table/dom.js";
import {icon} from "./icons.js";
import {attempt, focusOn} from "./ui.js";

export class Replay {
  real = /** @type {ReplayShown} */ ({tables: [], events: [], own: []}); line = /** @type {Tables & {from: number} | null} */ (null); all = true; at = 0;
  constructor(/** @type {CardTable} */ table, /** @type {Seat} */ me, /** @type {ReplayUse} */ {request, playOn, closed}) {
    this.table = table; this.me = me; this.request = request;
    /** @type {StepButton} */ const step = (name, label, by, key) => button(icon(name), () => this.go(by(this.at)), {"aria-label": label, "data-key": key});
    this.range = el("input", {type: "range", min: 0, "aria-label": "Step of the deal"});
    this.range.addEventListener("input", () => this.go(Number(this.range.value)));
    this.where = el("span", {class: "where", role: "status"});
    this.hands = button("All hands", () => { this.all = !this.all; this.draw("instant"); }, {"aria-pressed": "true", "data-key": "h"});
    this.best = button("Best line", () => this.line ? this.leaveLine() : this.showLine(), {"aria-pressed": "false", "data-key": "b"});
    this.on = button("Play on from here", () => playOn(this.real.events[this.at]), {"data-key": "t"});
    this.element = el("div", {class: "replay-bar", role: "group", "aria-label": "Replay"},
      inRow(step("first", "first step", () => 0, "home"), step("previous", "Previous card", at => at - 1, "arrowleft"),
        step("next", "Next card", at => at + 1, "arrowright"), step("last", "last step", () => this.last, "end"), this.range, this.where),
      inRow(this.hands, this.best, this.on, button("Close", closed, {"data-key": "escape"})));
  }
  get shown() { return this.line || this.real; }
  get last() { return this.shown.tables.length - 1; }
  async open() {
    this.real = await this.request("replay");
    this.go(0);
    focusOn(this.range);
  }
  go(/** @type {number} */ step) {
    const pace = step === this.at + 1 ? undefined : "instant";
    this.at = Math.max(0, Math.min(this.last, step));
    this.draw(pace);
  }
  // Play out the best line from here; its tables replace those of the deal until it is left again.
  async showLine() {
    const from = this.at;
    this.best.disabled = true;
    await attempt(async () => {
      const found = await this.request("line", {events: this.real.events[from]});
      if (this.at === from) [this.line, this.at] = [{...found, from}, 0];
    });
    this.draw("instant");
  }
  leaveLine() {
    this.at = this.line?.from ?? this.at;
    this.line = null;
    this.draw("instant");
  }
  draw(/** @type {Speed | undefined} */ pace) {
    const {range, at, last} = this, state = this.shown.tables[at];
    range.max = `${last}`;
    range.value = `${at}`;
    const place = say("{number} of {all}", {number: at, all: last});
    range.ariaValueText = place;
    this.where.textContent = (this.line ? `Best line · ` : "") + place;
    this.hands.ariaPressed = `${this.all}`;
    this.best.ariaPressed = `${Boolean(this.line)}`;
    this.best.disabled = !this.line && (!state.trump || !state.discarded || state.over);
    this.on.disabled = Boolean(this.line) || !this.real.own[at];
    this.table.show(this.all ? {...state, turn: null} : this.own(state), {pace, below: this.me});
  }
  own(/** @type {TableObject} */ state) { // only what the user saw
    const hidden = (/** @type {SeatObject} */ seat, /** @type {number} */ i) => SEATS[i] === this.me ? seat : {...seat, hand: null};
    const kitty = state.kitty && {...state.kitty, cards: null}, discarded = this.me === "dealer" || !state.discarded ? state.discarded : [];
    return {...state, me: this.me, seats: state.seats.map(hidden), kitty, discarded, moved: [], turn: null};
  }
}
