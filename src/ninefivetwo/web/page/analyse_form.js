// The fields of an analysis: texts by name, as in the address and in requests (web/situation_form.py, layout_form.py).
import {el, say, SUITS, SIGN} from "./table/dom.js";
import {post} from "./ui.js";

const PAUSE = 250;                               // ms to wait after a key press before a request is sent

// Functions that write cards (♠AK5 ♥QT9) and seats as text.
const ranksOf = (cards, suit) => cards.filter(card => card[0] === suit).map(card => card[1]).join("");
export const signText = cards => SUITS.filter(suit => ranksOf(cards, suit)).map(suit => SIGN[suit] + ranksOf(cards, suit)).join(" ");
export const dotText = cards => SUITS.map(suit => ranksOf(cards, suit) || "-").join(".");
export const seatWords = seat => say({dealer: "AT_DEALER", left: "AT_LEFT", right: "AT_RIGHT"}[seat]);
export const listed = text => (text || "").split(/[\s/]+/).filter(Boolean);

export class Form {
  // The fields are sent to the address `path`; `shown` is called with each answer. Enter in a text field sends the fields
  // at once and then calls `entered`.
  constructor(path, told, shown, entered = () => {}) {
    Object.assign(this, {path, entered, told: Object.fromEntries(Object.entries(told).filter(([, text]) => text)), shown, inputs: new Map(), asking: null, waiting: 0});
  }
  get(name) { return this.told[name] || ""; }
  set(name, text) {
    if (text) this.told[name] = text; else delete this.told[name];
    this.write(name, text);
  }
  write(name, text) {                            // update a field unless the user is typing in it
    const input = this.inputs.get(name), shown = text || (input && input.dataset.usual) || "";
    if (input && input !== document.activeElement && input.value !== shown) input.value = shown;
  }
  replace(told) {
    this.told = told;
    for (const name of this.inputs.keys()) this.write(name, told[name] || "");
  }
  changed(late = false) {                        // update the address and send the fields to the server
    history.replaceState(null, "", "/analyse?" + new URLSearchParams(this.told));
    clearTimeout(this.waiting);
    if (late) this.waiting = setTimeout(() => this.ask(), PAUSE);
    return late ? null : this.ask();
  }
  async ask() {
    if (this.asking) this.asking.abort();
    const asking = this.asking = new AbortController();
    try {
      const shown = await post(this.path, {told: this.told}, {signal: asking.signal});
      if (asking === this.asking) await this.shown(shown);
    } catch (error) {
      if (error.name !== "AbortError") this.shown({fault: {field: "", words: error.message}});
    }
  }
  // Fields.
  text(name, label, attributes = {}, changed = null) {
    const input = el("input", {type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", "data-field": name, ...attributes});
    input.value = this.get(name);
    input.addEventListener("input", () => { this.set(name, input.value); if (changed) changed(); this.changed(true); });
    input.addEventListener("keydown", event => { if (event.key === "Enter" && !event.isComposing) this.changed().then(this.entered); });
    this.inputs.set(name, input);
    return el("label", {class: "field"}, label, input);
  }
  choice(name, label, options, usual, changed = null) {
    const select = el("select", {"data-field": name, "data-usual": usual}, ...options.map(([value, words]) => el("option", {value}, words)));
    const text = this.get(name);
    if (text && ![...select.options].some(option => option.value === text)) select.append(el("option", {value: text}, text));
    select.value = text || usual;
    select.addEventListener("change", () => { this.set(name, select.value === usual ? "" : select.value); if (changed) changed(); this.changed(); });
    this.inputs.set(name, select);
    return el("label", {class: "field"}, label, select);
  }
  mark(fault) {                                  // mark the invalid field, also for screen readers
    for (const [name, input] of this.inputs) {
      if (fault && fault.field === name) input.setAttribute("aria-invalid", "true"); else input.removeAttribute("aria-invalid");
    }
  }
}
// Make the line that shows an error or the next step.
export function statusLine() {
  const made = el("p", {role: "status", class: "analyse-status"});
  return {element: made, say(nodes, kind = "") { made.className = `analyse-status ${kind}`; made.replaceChildren(...nodes); }};
}
