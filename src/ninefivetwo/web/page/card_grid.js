// All 52 cards as small buttons, with a row for each suit; the arrow keys move from card to card.
import {cardText, button, DECK, say, spokenCard, isModified} from "./table/dom.js";

/** @type {Record<string, [down: number, right: number]>} */ const STEPS = {ArrowRight: [0, 1], ArrowLeft: [0, -1], ArrowDown: [1, 0], ArrowUp: [-1, 0]};

export class CardGrid {
  at = 0;
  constructor(/** @type {HTMLElement} */ element, /** @type {(card: Card) => void} */ pressed) {
    this.cards = DECK.map((card, i) => button(cardText(card), () => { this.focus(i); pressed(card); }, {class: `pick inline ${card[0]}`, "data-card": card, tabindex: i ? "-1" : "0"}));
    element.append(...this.cards);
    element.addEventListener("keydown", event => this.key(event));
  }
  focus(/** @type {number} */ i) {
    this.cards[this.at].tabIndex = -1;
    this.cards[this.at = i].tabIndex = 0;
  }
  key(/** @type {KeyboardEvent} */ event) {
    const step = STEPS[event.key], at = this.cards.findIndex(made => made === document.activeElement);
    if (!step || at < 0 || isModified(event)) return;
    const row = Math.floor(at / 13) + step[0], column = at % 13 + step[1];
    if (row < 0 || row > 3 || column < 0 || column > 12) return;
    this.focus(13 * row + column);
    this.cards[this.at].focus();
    event.preventDefault();
  }
  // Update all cards. The arrow keys also reach disabled cards.
  draw(/** @type {(card: Card) => Dress} */ dress) {
    DECK.forEach((card, i) => {
      const {kind = "", place = "", off = false, on = null} = dress(card), made = this.cards[i];
      made.className = `pick inline ${card[0]} ${kind}`;
      made.ariaLabel = place ? say("{card}, {place}", {card: spokenCard(card), place}) : spokenCard(card);
      made.ariaDisabled = `${off}`;
      if (on !== null) made.ariaPressed = `${on}`;
    });
  }
}
