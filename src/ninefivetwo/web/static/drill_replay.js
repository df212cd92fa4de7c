// Two ways that one deal goes, each step by step on the open table, and as cards in a line.
import {el, button, SEATS, SUITS} from "./table/dom.js";
import {drawLine} from "./advice.js";

export class Replay {
  constructor(table, lines, problem, words) {
    Object.assign(this, {table, lines, problem, line: null, step: 0});
    this.ways = lines.map((line, i) => button(["After ", ...words(line.words)], () => this.begin(i), {"aria-pressed": "false"}));
    this.back = button("Back", () => this.go(this.step - 1), {"data-key": "arrowleft", "aria-label": "A card back", disabled: true});
    this.on = button("On", () => this.go(this.step + 1), {"data-key": "arrowright", "aria-label": "A card on", disabled: true});
    this.end = button("To its end", () => this.go(this.states.length - 1), {disabled: true});
    this.far = el("p", {class: "soft", role: "status"});
    this.cards = el("div", {});
    this.element = el("div", {class: "replay"}, el("div", {class: "row"}, ...this.ways), el("div", {class: "row"}, this.back, this.on, this.end), this.far, this.cards);
  }
  begin(number) {
    this.line = this.lines[number];
    this.states = statesOf(this.line, this.problem.table.me);
    this.ways.forEach((way, i) => way.setAttribute("aria-pressed", String(i === number)));
    this.cards.replaceChildren(drawLine(cardsOfLine(this.line, this.problem.names)));
    this.step = 0;
    this.draw("instant");
  }
  go(step) {
    if (!this.line || step < 0 || step >= this.states.length) return;
    const pace = step === this.step + 1 ? undefined : "instant";
    this.step = step;
    this.draw(pace);
  }
  stop() {                                       // something else is on the table
    this.line = null;
    for (const way of this.ways) way.setAttribute("aria-pressed", "false");
    for (const made of [this.back, this.on, this.end]) made.disabled = true;
    this.far.textContent = "";
  }
  draw(pace) {
    const last = this.states.length - 1, me = SEATS.indexOf(this.problem.table.me), won = this.states[last].seats[me].won;
    this.back.disabled = this.step === 0;
    this.on.disabled = this.end.disabled = this.step === last;
    this.far.textContent = this.step === last ? `You win ${won} trick${won === 1 ? "" : "s"} this way.` : `Card ${this.step} of ${last}`;
    this.table.show(this.states[this.step], {pace});
  }
}

// The states of an open table, before the first card and after each.
function statesOf(line, below) {
  const states = [{...line.table, below, turn: null, moved: []}];
  line.tricks.forEach((trick, number) => {
    for (let turn = number ? 0 : line.table.trick.length; turn < 3; turn++) {
      const state = structuredClone(states[states.length - 1]), place = (SEATS.indexOf(trick.lead) + turn) % 3, seat = state.seats[place];
      Object.assign(seat, {hand: without(seat.hand, trick.cards[turn]), held: seat.held - 1});
      Object.assign(state, {at: state.at + 1, lead: trick.lead, trick: trick.cards.slice(0, turn + 1)});
      if (turn === 2) {
        Object.assign(state, {lead: trick.winner, trick: [], last: trick});
        state.seats[SEATS.indexOf(trick.winner)].won += 1;
      }
      states.push(state);
    }
  });
  return states;
}
function without(hand, card) {
  return hand.split(".").map((ranks, i) => SUITS[i] === card[0] ? ranks.replace(card[1], "") || "-" : ranks).join(".");
}
function cardsOfLine(line, names) {
  return line.tricks.flatMap((trick, number) => trick.cards.map((card, turn) => {
    const seat = SEATS[(SEATS.indexOf(trick.lead) + turn) % 3];
    return {name: names[SEATS.indexOf(seat)], does: turn ? "plays" : "leads", card, leads: turn === 0, wins: seat === trick.winner, lay: !number && turn < line.table.trick.length};
  }));
}
