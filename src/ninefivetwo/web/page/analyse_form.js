// The fields of an analysis: texts by name, as in the address and in requests (web/situation_form.py, layout_form.py).
import {cardEls, el, say, saying, sentence, SUITS, SIGN} from "./table/dom.js";
import {$, addressOf, put, Requests} from "./ui.js";

const PAUSE = 250;                               // ms to wait after a key press before a request is sent
const AT = {dealer: "AT_DEALER", left: "AT_LEFT", right: "AT_RIGHT"};

// Functions that write cards (♠AK5 ♥QT9), tricks and messages.
const ranksOf = (cards, suit) => cards.filter(card => card[0] === suit).map(card => card[1]).join("");
export const signText = cards => SUITS.filter(suit => ranksOf(cards, suit)).map(suit => SIGN[suit] + ranksOf(cards, suit)).join(" ");
export const dotText = cards => SUITS.map(suit => ranksOf(cards, suit) || "-").join(".");
export const listed = text => text.split(/[\s/]+/).filter(Boolean);
export function trickRow({lead, cards, winner}, named = seat => say(AT[seat])) {
  return el("li", {}, ...saying(winner ? "TRICK_WHOLE" : "TRICK_BEGUN", {player: named(lead), cards: cardEls(cards), winner: winner && named(winner)}));
}
export function tell(words, kind) {
  $("status").className = `analyse-status ${kind}`;
  $("status").replaceChildren(...sentence(words));
}

// The fields are those of the form on the page, and others. They are sent to the address `path`; `shown` is called with
// each answer, and `edited` before the user's change of a field. Enter in a text field sends the fields at once and then
// calls `entered`.
export class Form {
  constructor(path, told, {shown, edited, entered}) {
    const form = document.querySelector("#main form"), typed = field => field.matches("[type=text], [type=number]");
    Object.assign(this, {path, shown, fields: form.elements, requests: new Requests(), waiting: 0});
    this.replace(told);
    form.addEventListener("input", ({target}) => {
      const {name, value, dataset: {usual = ""}} = target;
      if (name === "place") return;              // of the picker
      edited();
      this.set(name, value === usual ? "" : value);
      this.changed(typed(target));
    });
    form.addEventListener("keydown", event => {
      if (event.key === "Enter" && typed(event.target) && !event.isComposing) this.changed().then(entered);
    });
  }
  get(name) { return this.told[name] || ""; }
  set(name, text) {
    this.told[name] = text;
    this.write(name, text);
  }
  write(name, text) {                            // update a field unless the user is typing in it
    const field = this.fields[name];
    if (field && field !== document.activeElement) put(field, text || field.dataset?.usual || "");
  }
  replace(told) {
    this.told = {...told};
    for (const {name} of this.fields) this.write(name, told[name]);
  }
  changed(late = false) {                        // update the address and send the fields to the server
    history.replaceState(null, "", addressOf("/analyse", this.told));
    clearTimeout(this.waiting);
    if (late) this.waiting = setTimeout(() => this.ask(), PAUSE);
    return late ? null : this.ask();
  }
  async ask() {
    try { await this.shown(await this.requests.post(this.path, {told: this.told})); } catch (error) {
      if (error.name !== "AbortError") this.shown({fault: {field: "", words: error.message}});
    }
  }
  mark(fault) {                                  // mark the invalid field, also for screen readers
    for (const field of this.fields) field.removeAttribute("aria-invalid");
    if (fault) this.fields[fault.field]?.setAttribute?.("aria-invalid", "true");
  }
}
