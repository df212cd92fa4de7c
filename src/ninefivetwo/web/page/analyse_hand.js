// The form for one hand and a question: what to call, discard, give or play.
import {cardEls, el, button, say, saying, sentence, SEATS} from "./table/dom.js";
import {askAdvice} from "./advice.js";
import {CardGrid} from "./card_grid.js";
import {Form, statusLine, signText, dotText, listed, seatWords} from "./analyse_form.js";
import {Picker} from "./picker.js";
import {settings} from "./settings.js";
import {shareBox} from "./share.js";

const ASKS = [["call", "CALL"], ["discard", "DISCARD"], ["give", "GIVE"], ["play", "PLAY_CARD"]];
const BUTTONS = {call: "WHAT_TO_CALL", discard: "WHAT_TO_DISCARD", give: "WHAT_TO_GIVE", play: "WHAT_TO_PLAY"};
const HOW_MANY = {call: "CARDS_TO_CALL", discard: "CARDS_TO_DISCARD", give: "CARDS_TO_GIVE", play: "CARDS_TO_PLAY"};
const SEAT_WORDS = [["dealer", say("SEAT_DEALER")], ["left", say("SEAT_LEFT")], ["right", say("SEAT_RIGHT")]];
const FULL = 20, IN_PLAY = 16, DISCARDS = 4;     // cards

export function handPage(main, data) { new HandForm(main, data); }

// `running` is the request for advice in progress; `shown` is the server's last answer about the fields.
class HandForm {
  constructor(main, data) {
    Object.assign(this, {running: null, shown: data.shown});
    this.form = new Form("/api/analyse/hand", data.told, shown => this.drawn(shown), () => this.go.disabled || this.advise());
    this.status = statusLine();
    this.advice = el("div", {class: "panel", hidden: true});
    this.share = el("div");
    this.go = button("", () => this.advise(), {class: "main", "data-key": "enter"});
    this.tricks = tricksPart(this.form, () => this.stopped());
    main.append(el("div", {class: "analyse"}, this.cards(), el("div", {class: "side"}, this.moment(data), this.advice)));
    this.arrange();
    this.drawn(data.shown);
    if (data.shown.ready) this.advise();           // a shared hand opens with its answer
  }
  text(name, label, attributes = {}) { return this.form.text(name, label, attributes, () => this.stopped()); }

  // The parts of the page.
  cards() {
    const places = [{name: "hand", label: say("YOUR_CARDS"), most: FULL}, {name: "discard", label: say("DISCARDED"), most: DISCARDS}];
    this.picker = new Picker(places, names => this.picked(names));
    this.howMany = el("p", {class: "soft"});
    return el("section", {class: "panel", "aria-labelledby": "the-hand"}, el("h2", {id: "the-hand"}, say("YOUR_CARDS")), this.howMany,
      this.text("hand", say("TYPED"), {class: "wide", placeholder: "♠AK5 ♥QT9 ♦J876 ♣A98765"}), this.picker.element);
  }
  moment(data) {
    const fields = el("div", {class: "fields"}, ...this.choices(data));
    return el("section", {class: "panel", "aria-labelledby": "the-moment"}, el("h2", {id: "the-moment"}, say("POSITION")),
      el("div", {class: "row", role: "radiogroup", "aria-label": say("YOUR_QUESTION")}, ...ASKS.map(ask => this.kind(ask))), fields,
      this.exchange(data.told), this.tricks.element, this.status.element, el("div", {class: "row"}, this.go, this.share));
  }
  kind([value, words]) {
    const radio = el("input", {type: "radio", name: "ask", value, checked: value === this.asked});
    radio.addEventListener("change", () => { this.form.set("ask", value === "call" ? "" : value); this.arrange(); this.changed(); });
    return el("label", {class: "choice"}, radio, say(words));
  }
  choices({rules, trumps}) {
    const {form} = this, stopped = () => this.stopped();
    this.seat = form.choice("seat", say("YOUR_SEAT"), SEAT_WORDS, "left", () => { this.stopped(); this.arrange(); });
    this.trump = form.choice("trump", say("TRUMP"), [["", say("NOT_CALLED")], ...Object.entries(trumps)], "", stopped);
    this.gives = SEATS.map(name => this.text("give-" + name, say("CARDS_TO", {player: seatWords(name)}), {type: "number", min: 0, max: 9, inputmode: "numeric"}));
    return [form.choice("rules", say("RULES"), rules.map(name => [name, name]), "wikipedia", stopped), this.seat, this.trump, ...this.gives];
  }
  exchange(told) {
    const open = Object.keys(told).some(name => /^(gave|from|shown|previous)/.test(name));
    this.gave = SEATS.map(name => this.text("gave-" + name, say("GAVE_TO", {player: seatWords(name)}), {placeholder: "♣3 ♦2"}));
    this.got = SEATS.map(name => this.text("from-" + name, say("GOT_FROM", {player: seatWords(name)}), {placeholder: "♣K ♦A"}));
    return el("details", {open}, el("summary", {}, say("AFTER_EXCHANGE")),
      el("p", {class: "soft"}, say("EXCHANGE_HELP")),
      el("div", {class: "fields"}, ...this.gave, ...this.got, this.text("shown", say("KITTY_SHOWN")),
        this.text("previous", say("LAST_RESULTS"), {placeholder: "D:-3 L:+2 R:+1"})));
  }

  // The state of the form.
  get asked() { return this.form.get("ask") || "call"; }
  get me() { return ["play", "give"].includes(this.asked) ? this.form.get("seat") || "left" : "dealer"; }
  changed() { this.stopped(); this.form.changed(); }
  stopped() {                                    // remove advice that no longer fits the question
    if (this.running) this.running.stop();
    this.running = null;
    this.advice.hidden = true;
    this.advice.replaceChildren();
  }
  picked(names) {
    const {form, picker} = this;
    for (const name of names) form.set(name, name === "hand" ? signText(picker.cards(name)) : dotText(picker.cards(name)));
    if (!picker.held.get("discard").size) form.set("discard", "");
    this.changed();
  }
  advise() {
    this.stopped();
    this.advice.hidden = false;
    this.running = askAdvice("/api/analyse/advise", {told: this.form.told, opponents: settings.get("opponents") || null}, this.advice, {like: true});
  }

  // Drawing.
  arrange() {                                    // show the fields that belong to the question
    const {asked, me, picker} = this, play = asked === "play";
    this.seat.hidden = asked !== "give" && !play;
    this.trump.hidden = asked === "call";
    this.tricks.element.hidden = !play;
    SEATS.forEach((name, i) => { this.gives[i].hidden = asked !== "give" || name === me; this.gave[i].hidden = this.got[i].hidden = name === me; });
    picker.offer("hand", true, play ? IN_PLAY : FULL);
    picker.offer("discard", play && me === "dealer");
    this.go.replaceChildren(say(BUTTONS[asked]));
    this.howMany.textContent = say(play && me === "dealer" ? "CARDS_OF_DEALER" : HOW_MANY[asked]);
  }
  drawn(now) {
    const {form, status} = this, shown = this.shown = {...this.shown, tricks: [], next: [], own: [], line: "", ready: false, code: null, ...now};
    form.mark(now.fault);
    this.picker.put({hand: now.hand, discard: now.discard});
    status.say(sentence(now.fault ? now.fault.words : shown.line), now.fault ? (form.get("hand") ? "warn" : "soft") : "good");
    this.tricks.draw(shown);
    this.go.disabled = !shown.ready;
    this.share.replaceChildren(...(shown.code ? [shareBox(shown.code)] : []));
  }
}

// Make the part for the tricks so far: the user types them, or presses one legal card after another.
function tricksPart(form, changed) {
  const input = form.text("tricks", say("TRICKS_SO_FAR"), {class: "wide", placeholder: "♠3 2 J / ♥K 4"}, changed), list = el("ol", {class: "tricks"}), next = new CardGrid(say("NEXT_CARD"), pressed);
  const back = button(say("TAKE_BACK"), () => to(cards().slice(0, -1)), {"data-key": "u"}), element = el("div", {class: "tricks-part"}, input, list, next.element, el("div", {class: "row"}, back));
  let shown = {next: [], own: [], played: [], tricks: []};
  const cards = () => shown.played.length ? shown.played : listed(form.get("tricks"));
  function to(played) {
    const rows = [];
    for (let i = 0; i < played.length; i += 3) rows.push(played.slice(i, i + 3).join(" "));
    changed();
    form.set("tricks", rows.join(" / "));
    form.changed();
  }
  function pressed(card) { if (shown.next.includes(card)) to([...cards(), card]); }
  function draw(now) {
    shown = {played: [], ...now};
    back.disabled = !cards().length;
    list.replaceChildren(...shown.tricks.map(trick => trickRow(trick)));
    next.draw(card => ({kind: shown.own.includes(card) ? "own" : "", place: shown.own.includes(card) ? say("YOURS") : "", off: !shown.next.includes(card)}));
  }
  return {element, draw};
}
export function trickRow({lead, cards, winner}, named = seatWords) {
  return el("li", {}, ...saying(winner ? "TRICK_WHOLE" : "TRICK_BEGUN", {player: named(lead), cards: cardEls(cards), winner: winner && named(winner)}));
}
