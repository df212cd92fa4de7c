// A picker for hands: the user presses a card to move it to a place, which has a maximum number of cards.
import {el, say} from "./table/dom.js";
import {CardGrid} from "./card_grid.js";

// `places` is [{name, label, most}]. `changed(names)` is called with the names of the places that a press has changed.
export class Picker {
  constructor(places, changed) {
    Object.assign(this, {places, changed, held: new Map(places.map(({name}) => [name, new Set()])), taken: new Set()});
    this.chosen = places[0].name;
    this.grid = new CardGrid(say("CARDS"), card => this.press(card));
    this.labels = new Map();
    const id = "picker-" + places.map(({name}) => name).join("-");
    const radios = places.map(({name, label}) => {
      const radio = el("input", {type: "radio", name: id, value: name, checked: name === this.chosen}), words = el("span");
      radio.addEventListener("change", () => { this.chosen = name; this.draw(); });
      this.labels.set(name, {radio, words, label});
      return el("label", {class: "pick-place " + name}, radio, words);
    });
    this.which = el("div", {class: "row pick-places", role: "radiogroup", "aria-label": say("PICK_INTO")}, ...radios);
    this.element = el("div", {class: "picker"}, this.which, this.grid.element);
    this.draw();
  }
  // Set the cards of each place; null, for an invalid text, keeps the old cards. `taken` are cards used elsewhere.
  put(hands, taken = []) {
    for (const [name, cards] of Object.entries(hands)) if (cards && this.held.has(name)) this.held.set(name, new Set(cards));
    this.taken = new Set(taken);
    this.draw();
  }
  offer(name, shown, most) {                     // show or hide the place `name`
    const {radio} = this.labels.get(name), place = this.places.find(each => each.name === name);
    radio.parentElement.hidden = !shown;
    if (most) place.most = most;
    if (!shown && this.chosen === name) this.choose(this.places[0].name);
    this.which.hidden = this.places.filter(each => !this.labels.get(each.name).radio.parentElement.hidden).length < 2;
    this.draw();
  }
  choose(name) {
    this.chosen = name;
    this.labels.get(name).radio.checked = true;
    this.draw();
  }
  whereIs(card) { return this.places.find(({name}) => this.held.get(name).has(card)); }
  full() { return this.held.get(this.chosen).size >= this.places.find(({name}) => name === this.chosen).most; }
  press(card) {
    const at = this.whereIs(card);
    if (this.taken.has(card) || ((!at || at.name !== this.chosen) && this.full())) return;
    if (at) this.held.get(at.name).delete(card);
    if (!at || at.name !== this.chosen) this.held.get(this.chosen).add(card);
    this.draw();
    this.changed(at && at.name !== this.chosen ? [at.name, this.chosen] : [this.chosen]);
  }
  cards(name) { return this.grid.cards.map(made => made.dataset.card).filter(card => this.held.get(name).has(card)); }
  draw() {
    for (const {name, most} of this.places) {
      const {words, label} = this.labels.get(name);
      words.textContent = say(most < 52 ? "PICKED_OF" : "PICKED_IN", {place: label, number: this.held.get(name).size, all: most});
    }
    this.grid.draw(card => {
      const at = this.whereIs(card), place = this.places.indexOf(at);
      if (this.taken.has(card)) return {kind: "taken", place: say("PLAYED"), off: true, on: false};
      return {kind: at ? `at at${place}` : "", place: at ? at.label : "", on: Boolean(at), off: (!at || at.name !== this.chosen) && this.full()};
    });
  }
}
