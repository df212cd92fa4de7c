// The cards on a table, called pieces, whose elements are kept for the whole deal.
import {cardsOf, el, isSeat, say, spokenCard, SEATS, seatAfter} from "./dom.js";
import {face} from "./cards.js";

const RANKS_DOWN = "AKQJT98765432";
/** Which piece fits a wanted place, the fewest moves first; a visible card never turns into another visible card. @type {((piece: Piece, slot: Slot) => boolean)[]} */
const CLOSEST_FIRST = [
  (piece, {card}) => card !== null && piece.card === card,
  (piece, {card, place}) => !card && !piece.card && piece.place === place,
  (piece, {card, place}) => card !== null && !piece.card && piece.place === place,
  (piece, {card}) => card !== null && !piece.card,
  (piece, {card, place}) => !card && piece.place === place,
  (_, {card}) => !card,
];
let cardsMade = 0;

export class Pieces {
  all = /** @type {Piece[]} */ ([]);
  constructor(/** @type {HTMLElement} */ layer) { this.layer = layer; }

  in(/** @type {Place} */ place) { return this.all.filter(piece => piece.place === place); }
  make(/** @type {Place} */ place, /** @type {Card | null} */ card) {
    const element = el("div", {id: "n52-card-" + ++cardsMade, class: "card back"}),
      piece = /** @type {Piece} */ ({element, place, card: null, by: null, transform: null, slot: 0, spoken: null});
    this.layer.append(element);
    this.all.push(piece);
    this.know(piece, card);
    return piece;
  }
  know(/** @type {Piece} */ piece, /** @type {Card | null} */ card) {
    // turn a piece face up or face down
    if (piece.card === card) return;
    piece.card = card;
    piece.element.className = card ? "card " + card[0] : "card back";
    piece.element.replaceChildren(...(card ? [face(card)] : []));
    piece.element.dataset.card = card || "";
  }
  drop(/** @type {Iterable<Piece>} */ pieces) {
    const gone = new Set(pieces);
    for (const piece of gone) piece.element.remove();
    this.all = this.all.filter(piece => !gone.has(piece));
  }
  // Return the piece with this card; if there is none, turn a back at this place over or make a new piece.
  find(/** @type {Place} */ place, /** @type {Card} */ card) {
    const held = this.all.find(piece => piece.card === card && piece.place !== "won") || this.in(place).find(piece => !piece.card) || this.make(place, card);
    this.know(held, card);
    return held;
  }
  // Return the cards that leave a place: the given cards, or else any `number` of them, cards face down first.
  leaving(/** @type {Place} */ place, /** @type {Card[] | null} */ cards, /** @type {number} */ number) {
    if (cards) return cards.map(card => this.find(place, card));
    const there = this.in(place), hidden = there.filter(piece => !piece.card);
    const found = [...hidden, ...there.filter(piece => piece.card)].slice(0, number);
    while (found.length < number) found.push(this.make(place, null));
    return found;
  }

  // Move all pieces to their places in `state`, with as few moves as possible.
  settle(/** @type {TableObject} */ state) {
    const free = new Set(this.all);
    let open = wantedPlaces(state);
    for (const fits of CLOSEST_FIRST)
      open = open.filter(slot => {
        const piece = [...free].find(each => fits(each, slot));
        if (piece) this.put(piece, slot);
        return !piece || !free.delete(piece);
      });
    this.drop(free);
    for (const slot of open) this.put(this.make(slot.place, slot.card), slot);
    this.all.sort((a, b) => a.slot - b.slot); // so that the cards of a trick lie in the order played
  }
  put(/** @type {Piece} */ piece, /** @type {Slot} */ {place, card, by, slot}) {
    Object.assign(piece, {place, by, slot});
    this.know(piece, card);
  }
  // Sort each hand by suit, in the order of `suits`, and by rank; backs keep their order.
  sort(/** @type {string} */ suits) {
    const rank = (/** @type {Piece} */ {card}) => card ? 13 * suits.indexOf(card[0]) + RANKS_DOWN.indexOf(card[1]) : -1;
    const hands = this.all.filter(({place}) => place === "kitty" || place === "out" || isSeat(place)),
      others = this.all.filter(piece => !hands.includes(piece));
    this.all = [...hands.sort((a, b) => rank(a) - rank(b)), ...others];
  }
  // Label the cards for screen readers; choosing.js sets the role of cards that can be pressed.
  name(/** @type {(seat: Seat) => string} */ nameOf) {
    for (const piece of this.all) {
      const {element, card, place, by} = piece;
      const words = card && (place === "trick" && by ? say("{player}: {card}", {player: nameOf(by), card: spokenCard(card)}) : spokenCard(card));
      piece.spoken = element.ariaLabel = words;
      element.role = words && "img";
      element.ariaHidden = words ? null : "true";
    }
  }
}

const OUT = 4; // number of the dealer's discards, if the state does not list them
function wantedPlaces(/** @type {TableObject} */ {seats, trick, lead, kitty, discarded}) {
  const backs = (/** @type {number} */ number) => Array(number).fill(null);
  const lying = /** @type {[Place, (Card | null)[]][]} */ ([
    ...seats.map(({hand, held}, i) => [SEATS[i], hand === null ? backs(held) : cardsOf(hand)]),
    ["trick", trick],
    ["kitty", kitty ? kitty.cards || backs(kitty.number) : []],
    ["out", discarded && !discarded.length ? backs(OUT) : discarded || []],
  ]);
  const slots = lying.flatMap(([place, cards]) => cards.map((card, i) => ({place, card, by: place === "trick" ? seatAfter(lead, i) : null})));
  return slots.map((each, slot) => ({...each, slot}));
}
