// All 52 cards as small buttons, with a row for each suit; the arrow keys move from card to card.
import {cardText, button, say, SUITS, spokenCard} from "./table/dom.js";

const RANKS = [..."AKQJT98765432"];
const STEPS = {ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0]};
export const DECK = SUITS.flatMap(suit => RANKS.map(rank => suit + rank));

export class CardGrid {
  constructor(element, pressed) {
    this.at = 0;
    this.cards = DECK.map((card, i) => button(cardText(card), () => { this.focus(i); pressed(card); }, {class: `pick inline ${card[0]}`, "data-card": card, tabindex: i ? "-1" : "0"}));
    element.append(...this.cards);
    element.addEventListener("keydown", event => this.key(event));
  }
  focus(i) {
    this.cards[this.at].tabIndex = -1;
    this.cards[this.at = i].tabIndex = 0;
  }
  key(event) {
    const step = STEPS[event.key], at = this.cards.indexOf(document.activeElement);
    if (!step || at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = Math.floor(at / 13) + step[0], column = at % 13 + step[1];
    if (row < 0 || row > 3 || column < 0 || column > 12) return;
    this.focus(13 * row + column);
    this.cards[this.at].focus();
    event.preventDefault();
  }
  // Update all cards. `dress(card)` returns {kind, place, off, on}: a CSS class, the card's place in words, whether the
  // card is disabled, and whether it is pressed. The arrow keys also reach disabled cards.
  draw(dress) {
    DECK.forEach((card, i) => {
      const {kind = "", place = "", off = false, on = null} = dress(card), made = this.cards[i];
      made.className = `pick inline ${card[0]} ${kind}`;
      made.setAttribute("aria-label", place ? say("CARD_PLACE", {card: spokenCard(card), place}) : spokenCard(card));
      made.setAttribute("aria-disabled", off);
      if (on !== null) made.setAttribute("aria-pressed", on);
    });
  }
}
