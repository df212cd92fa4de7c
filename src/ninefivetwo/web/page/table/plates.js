// The parts of the table other than cards: the players' plates with their tricks, the trump badge, and captions.
import {avatar, cardEls, count, button, el, isSeat, player, say, saying, spokenCard, spokenText, SEATS, SIGN, WORD, stepsFrom, unseen, seatIn} from "./dom.js";
import {loneCard} from "./cards.js";

// Return the number of tricks still to play, which shows whether a contract can still be made.
function tricksLeft(/** @type {TableObject} */ state) {
  return Math.min(...state.seats.map(({held}, i) => held + (stepsFrom(state.lead, SEATS[i]) < state.trick.length ? 1 : 0)));
}
function contractState(/** @type {TableObject} */ state, /** @type {number} */ i) {
  const {won, contract} = state.seats[i];
  if (contract === null) return "open"; // without rules, three open hands have no contracts
  return won >= contract ? "made" : state.trump && won + tricksLeft(state) < contract ? "lost" : "open";
}
const LABEL = {made: "{number} of {contract} tricks, contract made", lost: "{number} of {contract} tricks, contract out of reach", open: "{number} of {contract} tricks"};
// Draw a circle for each trick of the contract, filled when it is won, and a diamond for each trick above the contract.
function pips(/** @type {SeatObject} */ {won, contract}, /** @type {"made" | "lost" | "open"} */ kind) {
  const all = Array.from({length: Math.max(won, contract || 0)}, (_, i) => contract !== null && i >= contract ? "more" : i < won ? "won" : "");
  const label = contract === null ? say("{number} {number:trick|tricks}", {number: count(won)}) : say(LABEL[kind], {number: won, contract});
  return el("span", {class: "pips" + (all.length > 6 ? " many" : ""), role: "img", "aria-label": label}, ...all.map(name => el("i", {class: name})));
}
export const isLong = (/** @type {string} */ name) => name.length > 12; // a name that is written small
const counted = (/** @type {SeatObject} */ {won, contract}) => contract === null ? `${won}` : say("{number} of {all}", {number: won, all: contract});
// Return who deals, and whether the contract is made or lost; for screen readers, also who is a computer, and how many
// cards are left.
function plateFacts(/** @type {SeatObject} */ {held, computer}, /** @type {"made" | "lost" | "open"} */ kind, /** @type {boolean} */ own, /** @type {boolean} */ deals) {
  const facts = [computer ? "computer" : null, held && !own ? say("{number} {number:card|cards}", {number: count(held)}) : null].filter(Boolean);
  return [
    deals ? el("span", {class: "deals"}, "dealer") : null,
    kind === "open" ? null : el("span", {class: "kind"}, {made: "made", lost: "down"}[kind]),
    facts.length ? unseen(` · ${facts.join(" · ")}`) : null,
  ];
}

export class Plates {
  last = /** @type {WholeTrick | null} */ (null); pileWords = "";
  constructor(/** @type {HTMLElement} */ root) {
    this.sides = [0, 1, 2].map(side => el("div", {class: `plate side-${side}`, role: "group"}));
    this.trump = el("div", {class: "trump-badge"});
    this.captions = el("div", {class: "captions"});
    this.middle = el("div", {class: "middle"}, this.captions);
    this.pile = button("", () => this.turnPile(), {class: "pile", "data-key": "l"});
    this.pile.hidden = true;
    root.append(...this.sides, this.trump, this.middle, this.pile);
  }
  // Lay the last trick beside the table's middle as three backs, which a press turns up and down again.
  drawPile(/** @type {WholeTrick | null} */ last, /** @type {Person} */ person) {
    const words = last ? say("{player} won", {player: person(last.winner)}) : "";
    const same = this.pile.title === words && `${this.last?.cards}` === `${last?.cards}`;
    [this.last, this.pileWords] = [last, words];
    this.pile.hidden = !last;
    if (last && !same) this.turnPile(false);
  }
  turnPile(up = this.pile.ariaPressed !== "true") {
    if (!this.last) return;
    const {cards, lead, winner} = this.last, won = stepsFrom(lead, winner);
    const backs = cards.map((card, i) => up ? el("span", {class: i === won && "wins"}, loneCard(card)) : el("span", {class: "card-alone back"}));
    this.pile.title = this.pileWords;
    this.pile.ariaPressed = `${up}`;
    this.pile.replaceChildren(
      el("span", {class: "pile-cards"}, ...backs),
      el("span", {class: "pile-words"}, el("b", {}, "Last trick"), el("span", {}, up ? this.pileWords : "Turn it up"), up ? unseen(cards.map(spokenCard).join(", ")) : null),
    );
  }
  draw(/** @type {TableObject} */ state, /** @type {Sides} */ screen, /** @type {Seat | null | undefined} */ asked = null) {
    // each plate stays on its side of the screen; its player changes from deal to deal
    state.seats.forEach((seat, i) => {
      const place = SEATS[i], kind = contractState(state, i), turn = state.turn?.seat === place, side = screen(place), plate = this.sides[side];
      plate.className = `plate side-${side} ${kind}${turn ? " turn" : ""}${asked === place ? " asked" : ""}`;
      plate.dataset.seat = place;
      plate.ariaLabel = turn ? say("{player}, whose turn it is", {player: seat.name}) : seat.name;
      const deals = i === 0 && seat.name.toLowerCase() !== "dealer"; // a hand without a player is named after its seat
      plate.replaceChildren(
        avatar(seat.name),
        ...(deals ? [el("span", {class: "disc", "aria-hidden": "true"}, "D")] : []),
        el("bdi", {class: "plate-name" + (isLong(seat.name) ? " long" : "")}, seat.name),
        el("span", {class: "plate-facts"}, ...plateFacts(seat, kind, place === state.me, deals)),
        el("span", {class: "plate-tricks"}, pips(seat, kind), el("span", {class: "plate-count", "aria-hidden": "true"}, counted(seat))),
      );
    });
    this.trump.hidden = !state.trump;
    if (!state.trump) return;
    this.trump.replaceChildren(
      state.trump === "N" ? "" : el("span", {class: "trump-sign " + state.trump, "aria-hidden": "true"}, SIGN[state.trump]),
      el("span", {}, trumpWords(state.trump)),
    );
  }
  // Return the height of the captions and buttons at the bottom of the middle.
  get told() {
    const first = [...this.middle.querySelectorAll(".captions > *, .buttons")].find(each => each.offsetHeight);
    return first ? this.middle.getBoundingClientRect().bottom - first.getBoundingClientRect().top + 8 : 0;
  }
  // Prepare captions (lists of nodes) that are shown one by one; space is reserved for all, so that no caption moves.
  lay(/** @type {Part[][]} */ lines) { this.captions.replaceChildren(...lines.map(nodes => el("p", {class: "untold"}, ...nodes))); }
  tell() {
    for (const line of this.captions.querySelectorAll(".now")) line.classList.remove("now");
    const next = this.captions.querySelector(".untold");
    if (next) next.className = "now";
  }
  clear() { this.captions.replaceChildren(); }
}

export const trumpWords = (/** @type {Trump} */ trump) => trump === "N" ? WORD.N : say("{trump} are trump", {trump: WORD[trump]});

// Write a move of cards as a caption, such as "Ann gives ♠A ♥K to you."
const MOVES = {gives: "{player} {player:give|gives} {cards} to {other}.", returns: "{player} {player:return|returns} {cards} to {other}.", shows: "{player} {player:show|shows} {cards} to {other}.", discards: "{player} {player:discard|discards} {cards}."};
export function movedWords(/** @type {MoveObject} */ {from, to, cards, number, why}, /** @type {TableObject} */ state) {
  const name = (/** @type {MoveObject["from" | "to"]} */ place) => place === state.me ? player("You") : isSeat(place) ? seatIn(state, place).name : "";
  const what = cards ? cardEls(cards) : say("{number} {number:card|cards}", {number: count(number)});
  if (why !== "takes") return saying(MOVES[why], {player: name(from), cards: what, other: name(to)});
  return saying(cards ? "{player} {player:take|takes} the kitty: {cards}." : "{player} {player:take|takes} the kitty.", {player: name(to), cards: what});
}
/** @type {(move: MoveObject, state: TableObject) => string} */
export const movedText = (move, state) => spokenText(movedWords(move, state).map(part => part instanceof Node ? part.textContent : part).join(""));
