// The form for one hand and a question: what to call, discard, give or play.
import {$, firstData} from "./table/dom.js";
import {askAdvice, drawAdvice} from "./advice.js";
import {CardGrid} from "./card_grid.js";
import {dotText, Form, listed, signText, tell, trickRow} from "./analyse_form.js";
import {Picker} from "./picker.js";
import {settings} from "./settings.js";
import {shareBox} from "./share.js";

/** @type {Texts} */ const ASK = {call: "What should I call?", discard: "What should I discard?", give: "What should I give?", play: "What should I play?"};
/** @type {Texts} */ const HOW_MANY = {call: "Mark sixteen cards, plus the kitty's four if you have seen them.", discard: "Mark all twenty cards, including the kitty's four.", give: "Mark the sixteen cards that you hold now.", play: "Mark the sixteen cards that you held when play began, or the cards that you hold now."};
const FULL = 20, IN_PLAY = 16, DISCARDS = 4; // cards
/** @type {SituationShown} */ const NONE = {hand: null, discard: null, fault: null, tricks: [], played: [], next: [], own: [], line: "", ready: false, code: null};

const {told, shown: first} = /** @type {PageData & {shown: SituationShown}} */ (firstData()), go = $("go"), advice = $("advice");
const form = new Form("/api/analyse/hand", told, {shown, edited: stop, entered: () => go.disabled || advise()});
const picker = new Picker($("picker"), [{name: "hand", label: "Your cards", most: FULL}, {name: "discard", label: "Discarded", most: DISCARDS}],
  (name, cards) => form.set(name, name === "hand" ? signText(cards) : cards.length ? dotText(cards) : ""), changed);
const next = new CardGrid($("next-cards"), card => { if (position.next.includes(card)) play([...played(), card]); });
let position = NONE, running = /** @type {Stop | null} */ (null); // the server's last answer, and the request for advice in progress

document.querySelector("#main form")?.addEventListener("input", arrange);
$("exchange").open = Object.keys(told).some(name => /^(gave|from|shown|previous)/.test(name));
$("back").onclick = () => play(played().slice(0, -1));
go.onclick = advise;
arrange();
shown(first);
if (first.ready) advise(); // a shared hand opens with its answer

// Show the fields that belong to the question.
function arrange() {
  const asked = form.get("ask") || "call", playing = asked === "play", me = playing || asked === "give" ? form.get("seat") || "left" : "dealer";
  for (const part of document.querySelectorAll("[data-when], [data-other]")) {
    const {when, other} = part.dataset;
    part.hidden = Boolean(when && !when.includes(asked)) || other === me;
  }
  picker.offer("hand", true, playing ? IN_PLAY : FULL);
  picker.offer("discard", playing && me === "dealer", DISCARDS);
  go.textContent = ASK[asked];
  $("how-many").textContent = playing && me === "dealer" ? "Mark the cards that you held when play began, or the cards that you hold now. Mark your discard too." : HOW_MANY[asked];
}
function changed() {
  stop();
  form.changed();
}
function stop() { // remove advice that no longer fits the question
  running?.();
  running = null;
  advice.hidden = true;
  advice.replaceChildren();
}
function advise() {
  stop();
  advice.hidden = false;
  running = askAdvice("/api/analyse/advise", {told: form.told, opponents: settings.get("opponents") || null}, advice, {draw: drawAdvice, like: true});
}

// The tricks so far: the user types them, or presses one legal card after another.
function played() { return position.played.length ? position.played : listed(form.get("tricks")); }
function play(/** @type {Card[]} */ cards) {
  form.set("tricks", cards.map((card, i) => (i && i % 3 === 0 ? "/ " : "") + card).join(" "));
  changed();
}

function shown(/** @type {SituationShown | {fault: FieldFault}} */ now) {
  const {fault, hand, discard, tricks, next: legal, own, line, ready, code} = position = {...NONE, played: position.played, ...now};
  form.mark(fault);
  picker.put({hand, discard});
  tell(fault ? fault.words : line, fault ? (form.get("hand") ? "warn" : "soft") : "good");
  $("back").disabled = !played().length;
  $("tricks").replaceChildren(...tricks.map(trick => trickRow(trick)));
  next.draw(card => ({...(own.includes(card) ? {kind: "own", place: "yours"} : {}), off: !legal.includes(card)}));
  go.disabled = !ready;
  $("share").replaceChildren(code ? shareBox(code) : "");
}
