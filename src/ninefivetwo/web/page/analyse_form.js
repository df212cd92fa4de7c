// The fields of an analysis: texts by name, as in the address and in requests (web/situation_form.py, layout_form.py).
import {$, cardEls, el, saying, sentence, SUITS, bySuit, ranksOf, targetOf} from "./table/dom.js";
import {addressOf, put, Requests, reason} from "./ui.js";

const PAUSE = 250; // ms to wait after a key press before a request is sent
const AT = {dealer: "the dealer", left: "the left player", right: "the right player"};

// Functions that write cards (♠AK5 ♥QT9), tricks and messages.
export const signText = (/** @type {Card[]} */ cards) => bySuit(cards, ranks => ranks);
export const dotText = (/** @type {Card[]} */ cards) => SUITS.map(suit => ranksOf(cards, suit) || "-").join(".");
export const listed = (/** @type {string} */ text) => /** @type {Card[]} */ (text.split(/[\s/]+/).filter(Boolean)); // if the text is valid
export function trickRow(/** @type {Trick} */ {lead, cards, winner}, named = (/** @type {Seat} */ seat) => AT[seat]) {
  return el("li", {}, ...saying(winner ? "{cards}, led by {player}; {winner} won." : "{cards}, led by {player}.", {player: named(lead), cards: cardEls(cards), winner: winner && named(winner)}));
}
export function tell(/** @type {string} */ words, /** @type {string} */ kind) {
  $("status").className = `analyse-status ${kind}`;
  $("status").replaceChildren(...sentence(words));
}

/** The fields are those of the form on the page, and others. They are sent to the address `path`; `shown` is called with
 * each answer, and `edited` before the user's change of a field. Enter in a text field sends the fields at once and then
 * calls `entered`. @template {FormPath} Asked */
export class Form {
  requests = new Requests(); waiting = 0; told = /** @type {Texts} */ ({});
  constructor(/** @type {Asked} */ path, /** @type {Texts} */ told, /** @type {FormUse<Asked>} */ {shown, edited, entered}) {
    const [form] = document.forms, typed = (/** @type {Element} */ field) => field.matches("[type=text], [type=number]");
    this.path = path; this.shown = shown; this.fields = form.elements;
    this.replace(told);
    form.addEventListener("input", event => {
      const target = /** @type {NamedField} */ (event.target), {name, value, dataset: {usual = ""}} = target;
      if (name === "place") return; // of the picker
      edited();
      this.set(name, value === usual ? "" : value);
      this.toAddress();
      if (typed(target)) this.waiting = setTimeout(() => this.ask(), PAUSE); else this.ask();
    });
    form.addEventListener("keydown", event => {
      if (event.key === "Enter" && typed(targetOf(event)) && !event.isComposing) this.changed().then(entered);
    });
  }
  get(/** @type {string} */ name) { return this.told[name] || ""; }
  set(/** @type {string} */ name, /** @type {string} */ text) {
    this.told[name] = text;
    this.write(name, text);
  }
  write(/** @type {string} */ name, /** @type {string} */ text) { // update a field unless the user is typing in it
    const field = /** @type {Field | null} */ (this.fields.namedItem(name));
    if (field && field !== document.activeElement) put(field, text || ("dataset" in field && field.dataset.usual) || "");
  }
  replace(/** @type {Texts} */ told) {
    this.told = {...told};
    for (const name of Array.from(this.fields, field => field.getAttribute("name") || "")) this.write(name, told[name]);
  }
  changed() { // update the address and send the fields to the server
    this.toAddress();
    return this.ask();
  }
  toAddress() {
    history.replaceState(null, "", addressOf("/analyse", this.told));
    clearTimeout(this.waiting);
  }
  async ask() {
    try { await this.shown(await this.requests.post(this.path, {told: this.told})); } catch (error) {
      const words = reason(error);
      if (words) this.shown({fault: {field: "", words}});
    }
  }
  mark(/** @type {FieldFault | null} */ fault) { // mark the invalid field, also for screen readers
    for (const field of this.fields) field.ariaInvalid = field.getAttribute("name") === fault?.field ? "true" : null;
  }
}
