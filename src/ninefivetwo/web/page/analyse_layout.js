// The form for three open hands: the value of each card, play with undo, and the guaranteed tricks of each seat.
import {$, button, cardsOf, el, say, sentence, SEATS, trumpText, firstData} from "./table/dom.js";
import {Table} from "./table/table.js";
import {attempt, dropped, Requests, reason} from "./ui.js";
import {settings} from "./settings.js";
import {Form, listed, signText, tell} from "./analyse_form.js";
import {Picker} from "./picker.js";
import {playOn, shareBox} from "./share.js";

const MOST = 17, DECK = 52; // maximum number of cards in a hand, number of cards in the deck
const PLACES = {dealer: "Dealer", left: "Left", right: "Right", out: "Out of play"};

const data = /** @type {PageData & {shown: LayoutShown}} */ (firstData()), pricing = new Requests(), solving = new Requests();
const table = new Table($("table"), {choose: card => play([...played(), /** @type {Card} */ (card)]), settings});
const form = new Form("/api/analyse/layout", data.told, {shown, edited: rebase});
const places = Object.entries(PLACES).map(([name, label]) => ({name, label, most: name === "out" ? DECK : MOST}));
const picker = new Picker($("picker"), places, moved, () => form.changed());
let position = data.shown, values = true, before = /** @type {Texts | null} */ (null); // the server's last answer, whether values are shown, and the fields before cards were changed

if (data.play_on) document.querySelector(".analyse-kinds")?.append(playOn(() => ({code: data.play_on})));
$("back").onclick = () => play(played().slice(0, -1));
$("next").onclick = () => play(line().slice(0, played().length + 1));
$("rejoin").onclick = () => play(common());
$("values").onclick = () => { values = !values; enable(); price(); };
$("solve").onclick = () => { stop(); solve(); };
$("restore").onclick = () => { stop(); form.replace(before || {}); before = null; form.changed(); };
shown(data.shown);

function played() { return listed(form.get("played")); }
function line() { return listed(form.get("line")); }
function common() { // the first cards of the play, as long as they follow the record
  const cards = played(), off = line().findIndex((card, i) => card !== cards[i]);
  return off < 0 ? line() : line().slice(0, off);
}
function heldBy(/** @type {TableObject} */ {seats}, /** @type {number} */ i) { return cardsOf(seats[i].hand || "-.-.-.-"); }
function play(/** @type {Card[]} */ cards) {
  stop();
  form.set("played", cards.join(" "));
  return form.changed();
}

// Changing a card makes a new layout, which starts from the position on the table.
function moved(/** @type {string} */ name, /** @type {Card[]} */ cards) {
  rebase();
  form.set(name, signText(cards));
}
function rebase() {
  const {table: now} = position;
  stop();
  if (!now || !(played().length || line().length)) return;
  before ??= {...form.told};
  SEATS.forEach((name, i) => form.set(name, signText(heldBy(now, i))));
  for (const [name, text] of Object.entries({lead: now.lead === "left" ? "" : now.lead, table: now.trick.join(" "), played: "", line: ""})) form.set(name, text);
}
function stop() { // cancel the requests for the position shown
  pricing.stop();
  solving.stop();
  $("answers").hidden = true;
}

function shown(/** @type {Answered<"/api/analyse/layout">} */ now) {
  const {fault, code, after} = now;
  if (!now.hands) { // without an answer from the server, the table stays as it is
    tell(now.fault.words, "warn");
    if (position.table) table.show(position.table);
    return;
  }
  const {hands, table: state} = position = now;
  form.mark(fault);
  const none = Object.values(hands).every(hand => hand && !hand.length); // do not show an empty form as an error
  tell(fault ? fault.words : state?.over ? "All cards have been played." : "", fault && !none ? "warn" : "soft");
  $("table").hidden = !state;
  $("open").classList.toggle("bare", !state); // without a table, the hands take its space
  if (state) table.show(state); else $("hands").open = true;
  lay(hands, state);
  $("share").replaceChildren(code ? shareBox(code, after) : "");
  enable();
  price();
}
function lay(/** @type {LayoutShown["hands"]} */ hands, /** @type {TableObject | null} */ state) { // show the current hands in the picker and in the fields
  const held = state ? Object.fromEntries(SEATS.map((name, i) => [name, heldBy(state, i)])) : hands;
  picker.put({...held, out: hands.out}, state ? [...state.trick, ...played()] : listed(form.get("table")));
  if (state) for (const [name, cards] of Object.entries(held)) form.write(name, signText(cards || []));
}
function enable() {
  const number = played().length, all = line().length, off = all > 0 && common().length < number;
  $("back").disabled = !number;
  $("next").hidden = $("rejoin").hidden = !all;
  $("next").disabled = off || number >= all;
  $("rejoin").disabled = !off;
  $("values").textContent = values ? "Hide values" : "Show values";
  $("solve").disabled = $("values").disabled = !position.table || position.table.over;
  $("restore").hidden = !before;
}
async function price() { // request the value of each card that can be played now
  const {table: state} = position;
  pricing.stop();
  if (!values || !state || state.over) return table.mark({});
  await attempt(async () => {
    const {best, values: tricks, sure} = await pricing.post("/api/analyse/values", {told: form.told});
    table.mark({hinted: best, tags: Object.fromEntries(Object.entries(tricks).map(([card, number]) => [card, `${number}`]))});
    tell(say("Guaranteed tricks with all hands open: dealer {dealer}, left {left}, right {right}.", sure), "soft");
  });
}

// Show the guaranteed tricks for each trump and seat; a row appears as soon as its trump is solved.
function solve() {
  const working = el("p", {class: "soft", role: "status"}, "Working …"), end = button("Stop", () => solving.stop(), {"data-key": "escape"});
  const row = (/** @type {TrumpSolved} */ {trump, ranges, slack}) => el("tr", {}, el("th", {scope: "row"}, ...sentence(trumpText(trump))), ...SEATS.map(seat => el("td", {}, ranges[seat].join(" – "))), el("td", {}, slack));
  $("answers").hidden = false;
  $("solved").replaceChildren();
  $("solving").replaceChildren(working, end);
  solving.post("/api/analyse/solve", {told: form.told}, found => $("solved").append(row(found)))
    .then(() => "", error => reason(error) || "Stopped.")
    .then(words => { working.textContent = words; dropped(end, $("answers")); });
}
