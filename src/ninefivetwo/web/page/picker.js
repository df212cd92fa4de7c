// A picker for hands: the user presses a card to move it to a place, which has a maximum number of cards.
import {DECK, el, say} from "./table/dom.js";
import {CardGrid} from "./card_grid.js";

// After a press, `moved(name, cards)` is called for each place that has changed, and then `changed()`.
export class Picker {
  taken = /** @type {Set<Card>} */ (new Set());
  constructor(/** @type {HTMLElement} */ element, /** @type {PickPlace[]} */ places, /** @type {(place: string, cards: Card[]) => void} */ moved, /** @type {() => void} */ changed) {
    const which = el("div", {class: "row pick-places", role: "radiogroup", "aria-label": "Put cards into"}), grid = el("div", {class: "card-grid", role: "group", "aria-label": "Cards"});
    this.which = which; this.moved = moved; this.changed = changed;
    this.places = places.map((place, i) => {
      const radio = el("input", {type: "radio", name: "place", checked: !i}), words = el("span"), held = /** @type {Set<Card>} */ (new Set());
      radio.addEventListener("change", () => this.draw());
      return {...place, held, radio, words, choice: el("label", {class: "pick-place " + place.name}, radio, words)};
    });
    which.append(...this.places.map(({choice}) => choice));
    this.grid = new CardGrid(grid, card => this.press(card));
    element.append(which, grid);
    this.draw();
  }
  // Set the cards of each place by its name; without cards, for an invalid text, a place keeps its old cards. `taken` are
  // cards used elsewhere.
  put(/** @type {Record<string, Card[] | null | undefined>} */ hands, /** @type {Card[]} */ taken = []) {
    for (const place of this.places) place.held = new Set(hands[place.name] || place.held);
    this.taken = new Set(taken);
    this.draw();
  }
  offer(/** @type {string} */ name, /** @type {boolean} */ shown, /** @type {number} */ most) {
    for (const place of this.places.filter(each => each.name === name)) [place.most, place.choice.hidden] = [most, !shown];
    if (this.chosen.choice.hidden) this.places[0].radio.checked = true;
    this.which.hidden = this.places.filter(({choice}) => !choice.hidden).length < 2;
    this.draw();
  }
  get chosen() { return this.places.find(({radio}) => radio.checked) || this.places[0]; }
  placeOf(/** @type {Card} */ card) { return this.places.find(({held}) => held.has(card)); }
  // Whether a press on this card does nothing.
  off(/** @type {Card} */ card, /** @type {HeldPlace | undefined} */ at) { return this.taken.has(card) || at !== this.chosen && this.chosen.held.size >= this.chosen.most; }
  press(/** @type {Card} */ card) {
    const at = this.placeOf(card), {chosen} = this;
    if (this.off(card, at)) return;
    at?.held.delete(card);
    if (at !== chosen) chosen.held.add(card);
    this.draw();
    for (const place of new Set([at || chosen, chosen])) this.moved(place.name, DECK.filter(each => place.held.has(each)));
    this.changed();
  }
  draw() {
    for (const {words, label, held, most} of this.places) words.textContent = say(most < DECK.length ? "{place} · {number} of {all}" : "{place} · {number}", {place: label, number: held.size, all: most});
    this.grid.draw(card => {
      const at = this.placeOf(card), off = this.off(card, at);
      if (this.taken.has(card)) return {kind: "taken", place: "played", off, on: false};
      return {kind: at ? `at at${this.places.indexOf(at)}` : "", place: at?.label, off, on: Boolean(at)};
    });
  }
}
