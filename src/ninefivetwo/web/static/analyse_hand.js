// One hand and the choice asked about: what to call, discard, give or play.
import {el, button, sentence, suitEl, SEATS} from "./table/dom.js";
import {askAdvice} from "./advice.js";
import {CardGrid} from "./card_grid.js";
import {Form, statusLine, signText, dotText, listed} from "./analyse_form.js";
import {Picker} from "./picker.js";
import {shareBox} from "./share.js";

const ASKS = [["call", "Call"], ["discard", "Discard"], ["give", "Give"], ["play", "Card to play"]];
const BUTTONS = {call: "What to call?", discard: "What to discard?", give: "What to give?", play: "What to play?"};
const SEAT_WORDS = [["dealer", "the dealer"], ["left", "left of the dealer"], ["right", "right of the dealer"]];
const FULL = 20, IN_PLAY = 16, DISCARDS = 4;     // cards

export function handPage(main, data) {
  const form = new Form("/api/analyse/hand", data.told, drawn), status = statusLine(), advice = el("div", {class: "panel", hidden: true});
  const share = el("div"), tricks = tricksPart(form, stopped), picker = new Picker([{name: "hand", label: "Your cards", most: FULL}, {name: "discard", label: "Discarded", most: DISCARDS}], picked);
  let running = null, shown = data.shown;
  const go = button("", advise, {class: "main", "data-key": "enter"});
  const asks = ASKS.map(([value, words]) => {
    const radio = el("input", {type: "radio", name: "ask", value, checked: value === asked()});
    radio.addEventListener("change", () => { form.set("ask", value === "call" ? "" : value); arrange(); changed(); });
    return el("label", {class: "choice"}, radio, words);
  });
  const rules = form.choice("rules", "Rules", data.rules.map(name => [name, name]), "wikipedia", stopped);
  const seat = form.choice("seat", "You are", SEAT_WORDS, "left", () => { stopped(); arrange(); });
  const trump = form.choice("trump", "Trump", [["", "not called yet"], ...Object.entries(data.trumps)], "", stopped);
  const gives = SEATS.map(name => form.text("give-" + name, `Cards to ${name}`, {type: "number", min: 0, max: 9, inputmode: "numeric"}, stopped));
  const gave = SEATS.map(name => form.text("gave-" + name, `You gave ${name}`, {placeholder: "♣3 ♦2"}, stopped)), got = SEATS.map(name => form.text("from-" + name, `${name[0].toUpperCase() + name.slice(1)} gave you`, {placeholder: "♣K ♦A"}, stopped));
  const exchange = el("details", {open: Object.keys(data.told).some(name => /^(gave|from|shown|previous)/.test(name))}, el("summary", {}, "After an exchange"),
    el("p", {class: "soft"}, "Every card that went from you or came to you, gifts and returns alike."), el("div", {class: "fields"}, ...gave, ...got,
      form.text("shown", "Kitty cards shown to you", {}, stopped), form.text("previous", "Last results, if these do not tell them", {placeholder: "D:-3 L:+2 R:+1"}, stopped)));
  const hand = form.text("hand", "Typed", {class: "wide", placeholder: "♠AK5 ♥QT9 ♦J876 ♣A98765"}, stopped);

  main.append(el("div", {class: "analyse"},
    el("section", {class: "panel", "aria-labelledby": "the-hand"}, el("h2", {id: "the-hand"}, "Your cards"), el("p", {class: "soft", id: "how-many"}), hand, picker.element),
    el("div", {class: "side"}, el("section", {class: "panel", "aria-labelledby": "the-moment"}, el("h2", {id: "the-moment"}, "The moment"),
      el("div", {class: "row", role: "radiogroup", "aria-label": "What you ask"}, ...asks), el("div", {class: "fields"}, rules, seat, trump, ...gives), exchange, tricks.element,
      status.element, el("div", {class: "row"}, go, share)), advice)));
  arrange(); drawn(shown);

  function asked() { return form.get("ask") || "call"; }
  function me() { return asked() === "play" || asked() === "give" ? form.get("seat") || "left" : "dealer"; }
  function changed() { stopped(); form.changed(); }
  function stopped() {                           // the question has changed: what was answered is not of it
    if (running) running.stop();
    running = null; advice.hidden = true; advice.replaceChildren();
  }
  function arrange() {                           // what is asked decides which fields are there
    const ask = asked(), mine = me(), play = ask === "play";
    seat.hidden = ask !== "give" && !play; trump.hidden = ask === "call"; tricks.element.hidden = !play;
    SEATS.forEach((name, i) => { gives[i].hidden = ask !== "give" || name === mine; gave[i].hidden = got[i].hidden = name === mine; });
    picker.offer("hand", true, play ? IN_PLAY : FULL);
    picker.offer("discard", play && mine === "dealer");
    go.replaceChildren(BUTTONS[ask]);
    document.getElementById("how-many").textContent = {call: "Sixteen, and the kitty's four if you have seen them.", discard: "All twenty, the kitty's four among them.", give: "All sixteen that you hold now.",
      play: "All sixteen as play began, or those that you hold now." + (mine === "dealer" ? " Mark your discard too." : "")}[ask];
  }
  function picked(names) {
    for (const name of names) form.set(name, name === "hand" ? signText(picker.cards(name)) : dotText(picker.cards(name)));
    if (!picker.held.get("discard").size) form.set("discard", "");
    changed();
  }
  function drawn(now) {
    shown = {...shown, tricks: [], next: [], own: [], line: "", ready: false, code: null, ...now};
    form.mark(now.fault);
    picker.put({hand: now.hand, discard: now.discard});
    status.say(sentence(now.fault ? now.fault.words : shown.line), now.fault ? (form.get("hand") ? "warn" : "soft") : "good");
    tricks.draw(shown);
    go.disabled = !shown.ready;
    share.replaceChildren(...(shown.code ? [shareBox(shown.code)] : []));
  }
  function advise() {
    stopped();
    advice.hidden = false;
    running = askAdvice("/api/analyse/advise", {told: form.told}, advice);
  }
}

// The tricks so far: typed, or pressed card by card; only what can be can be pressed.
function tricksPart(form, changed) {
  const input = form.text("tricks", "The tricks so far", {class: "wide", placeholder: "♠3 2 J / ♥K 4"}, changed), list = el("ol", {class: "tricks"}), next = new CardGrid("The next card", pressed);
  const back = button("Take back", () => to(cards().slice(0, -1)), {"data-key": "u"}), element = el("div", {class: "tricks-part"}, input, list, next.element, el("div", {class: "row"}, back));
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
    list.replaceChildren(...shown.tricks.map(trickRow));
    next.draw(card => ({kind: shown.own.includes(card) ? "own" : "", place: shown.own.includes(card) ? "yours" : "", off: !shown.next.includes(card)}));
  }
  return {element, draw};
}
export function trickRow({lead, cards, winner}) {
  return el("li", {}, `${lead} led `, ...cards.flatMap(card => [suitEl(card[0], card[1]), " "]), winner ? `· ${winner} won` : "");
}
