// A picker for hands: the user presses a card to move it to a place, which has a maximum number of cards.
import {el, say} from "./table/dom.js";
import {CardGrid, DECK} from "./card_grid.js";

// `places` is [{name, label, most}]. After a press, `moved(place, cards)` is called for each place that has changed, and
// then `changed()`.
export class Picker {
  constructor(element, places, moved, changed) {
    const which = el("div", {class: "row pick-places", role: "radiogroup", "aria-label": say("PICK_INTO")}), grid = el("div", {class: "card-grid", role: "group", "aria-label": say("CARDS")});
    Object.assign(this, {places, moved, changed, which, taken: new Set()});
    for (const place of places) {
      Object.assign(place, {held: new Set(), radio: el("input", {type: "radio", name: "place", checked: place === places[0]}), words: el("span")});
      place.radio.addEventListener("change", () => this.draw());
      which.append(el("label", {class: "pick-place " + place.name}, place.radio, place.words));
    }
    this.grid = new CardGrid(grid, card => this.press(card));
    element.append(which, grid);
    this.draw();
  }
  // Set the cards of each place by its name; without cards, for an invalid text, a place keeps its old cards. `taken` are
  // cards used elsewhere.
  put(hands, taken = []) {
    for (const place of this.places) if (hands[place.name]) place.held = new Set(hands[place.name]);
    this.taken = new Set(taken);
    this.draw();
  }
  offer(place, shown, most) {                    // show or hide a place
    place.radio.parentElement.hidden = !shown;
    place.most = most;
    if (!shown && place.radio.checked) this.places[0].radio.checked = true;
    this.which.hidden = this.places.filter(({radio}) => !radio.parentElement.hidden).length < 2;
    this.draw();
  }
  get chosen() { return this.places.find(({radio}) => radio.checked); }
  placeOf(card) { return this.places.find(({held}) => held.has(card)); }
  // Whether a press on this card does nothing.
  off(card, at) { return this.taken.has(card) || at !== this.chosen && this.chosen.held.size >= this.chosen.most; }
  press(card) {
    const at = this.placeOf(card), {chosen} = this;
    if (this.off(card, at)) return;
    at?.held.delete(card);
    if (at !== chosen) chosen.held.add(card);
    this.draw();
    for (const place of new Set([at || chosen, chosen])) this.moved(place, DECK.filter(each => place.held.has(each)));
    this.changed();
  }
  draw() {
    for (const {words, label, held, most} of this.places) words.textContent = say(most < DECK.length ? "PICKED_OF" : "PICKED_IN", {place: label, number: held.size, all: most});
    this.grid.draw(card => {
      const at = this.placeOf(card), off = this.off(card, at);
      if (this.taken.has(card)) return {kind: "taken", place: say("PLAYED"), off, on: false};
      return {kind: at ? `at at${this.places.indexOf(at)}` : "", place: at?.label, off, on: Boolean(at)};
    });
  }
}
