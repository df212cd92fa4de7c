// Two ways that one deal goes, each step by step on the open table, and as cards in a line.
import {el, button, SEATS, SUITS} from "./table/dom.js";
import {drawLine} from "./advice.js";

export class Replay {
  constructor(table, lines, problem, words) {
    Object.assign(this, {table, lines, problem, states: [], step: 0});
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
  get last() { return this.states.length - 1; }
  begin(number) {
    const line = this.lines[number];
    this.states = statesOf(line, this.problem.table.me);
    this.ways.forEach((way, i) => way.setAttribute("aria-pressed", String(i === number)));
    this.cards.replaceChildren(drawLine(cardsOf(line, this.problem)));
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
    this.states = [];
  }
  draw(pace) {
    const {won} = this.states[this.last].seats[SEATS.indexOf(this.problem.table.me)];
    this.back.disabled = this.step === 0;
    this.on.disabled = this.end.disabled = this.step === this.last;
    const end = `You win ${won} trick${won === 1 ? "" : "s"} this way.`;
    this.far.textContent = this.step === this.last ? end : `Card ${this.step} of ${this.last}`;
    this.table.show(this.states[this.step], {pace});
  }
}

// The states of an open table, before the first card and after each.
function statesOf(line, below) {
  const states = [{...line.table, below, turn: null, moved: []}];
  line.tricks.forEach((trick, number) => {
    for (let turn = number ? 0 : line.table.trick.length; turn < 3; turn++) {
      states.push(after(states[states.length - 1], trick, turn));
    }
  });
  return states;
}
function after(before, trick, turn) {            // the state after one card more of a trick
  const state = structuredClone(before), seat = state.seats[(SEATS.indexOf(trick.lead) + turn) % 3];
  Object.assign(seat, {hand: without(seat.hand, trick.cards[turn]), held: seat.held - 1});
  Object.assign(state, {at: state.at + 1, lead: trick.lead, trick: trick.cards.slice(0, turn + 1)});
  if (turn < 2) return state;
  state.seats[SEATS.indexOf(trick.winner)].won += 1;
  return Object.assign(state, {lead: trick.winner, trick: [], last: trick});
}
function without(hand, card) {
  const suits = hand.split(".");
  return suits.map((ranks, i) => SUITS[i] === card[0] ? ranks.replace(card[1], "") || "-" : ranks).join(".");
}
function cardsOf(line, {names, table}) {         // as a line of play is drawn
  const did = (seat, turn) => (turn ? "play" : "lead") + (seat === table.me ? "" : "s");
  return line.tricks.flatMap(trick => trick.cards.map((card, turn) => {
    const place = (SEATS.indexOf(trick.lead) + turn) % 3, seat = SEATS[place];
    return {name: names[place], does: did(seat, turn), card, leads: turn === 0, wins: seat === trick.winner};
  }));
}
