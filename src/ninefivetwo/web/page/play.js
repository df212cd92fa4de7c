// The page at /: a match against the computer.
import {SEATS, el, button} from "./table/dom.js";
import {Table} from "./table/table.js";
import {ask, attempt, firstData, notify, post} from "./ui.js";
import {settings} from "./settings.js";
import {sound} from "./sounds.js";
import {coach} from "./coach.js";
import {askAdvice, drawEnd, drawVerdict} from "./advice.js";
import {codeFor, shareBox} from "./share.js";
import {MatchLink} from "./play_link.js";
import {Notes} from "./play_notes.js";
import {Rail} from "./play_rail.js";
import {newMatch} from "./play_new.js";

const STEPS = [
  {at: ".n52-table .plate", words: "A plate for each player: how many tricks he has won, and how many he must win."},
  {at: ".n52-table .bar", words: "Your hand is at the bottom. What you may do is written above it; press a card to play it."},
  {at: ".rail", words: "Here you find advice, the tricks so far with the cards gone, and what has happened."},
  {at: "[data-key='?']", words: "Not sure? Ask what an adviser would do, who sees only what you see."},
  {at: "[data-key=u]", words: "Playing to learn you may take back as much as you like."},
];
const RETRY = 2000;                              // ms, after which a server that was gone is asked to go on
const BACK = {again: "/", daily: "/today"};      // from tables beside the match
const data = firstData(), main = document.getElementById("main"), heading = main.querySelector("h1");
const notes = new Notes(), rail = new Rail();
const link = new MatchLink(data.table, data.match, data.version, draw);
link.followed = () => settle();
let place = null, table = null, buttons = {}, shown = null, advice = null, verdict = null, coached = false;

// Drawing.

// Draw a state of the match; resolves when it has been seen.  line: what the server said.
async function draw(match, line) {
  if (line.stale) notify("The match went on in another window; this is how it stands.");
  if (!match) return offer();
  if (!place) layOut();
  const before = shown, afresh = !before || before.number !== match.number;
  shown = match;
  head(match);
  notes.clear();
  rail.show(match);
  enable(match);
  place.classList.toggle("undealt", !before);
  if (afresh && Object.keys(match.drawn).length && match.events === 0 && !line.stale) await notes.draw(match, names(match), settings.get("speed"), waiting);
  place.classList.remove("undealt");
  await table.show(match.table, {pace: settings.get("speed")});
  if (exchanged(match)) await notes.exchange(match.told, names(match).all, settings.get("speed"), waiting);
  if (!match.result) return;
  if (before && before.number === match.number && !before.result) sound("end");
  end(match);
}
const waiting = release => { link.release = release; };
const exchanged = match => match.told.length && match.table.moved.some(move => ["gives", "returns", "shows"].includes(move.why));
const names = match => ({all: match.table.seats.map(seat => seat.name), me: match.table.seats[SEATS.indexOf(match.table.me)].name});

function head(match) {
  const kind = data.table === "again" ? "a moment tried again" : match.training ? "to learn" : "in earnest";
  const deal = data.table === "daily" ? `Deal of the day · ${match.rules.split(" ")[0]}` : `Deal ${match.number} · ${match.rules}`;
  document.title = heading.textContent = `${deal} · ${kind}`;
}
function layOut() {
  const felt = el("div", {class: "felt"}), bar = el("div", {class: "row actions"});
  table = new Table(felt, {choose, settings});
  felt.addEventListener("table", event => { if (["card", "trick", "turn"].includes(event.detail)) sound(event.detail); });
  buttons = {
    hint: button("Hint", hint, {"data-key": "?", title: "What would an adviser do? Key: ?"}),
    undo: button("Undo", () => change("undo"), {"data-key": "u", title: "Take back. Key: u"}),
    claim: button("Claim", () => change("claim"), {"data-key": "!", title: "Claim all tricks left, if what you have seen proves that you win them. Key: !"}),
  };
  const more = el("details", {class: "more"}, el("summary", {class: "b"}, "More"), el("div", {class: "panel"},
    data.table ? null : button("New match", leave), shareBox(() => codeFor({playing: true, table: data.table})), el("a", {class: "b", href: `/api/match/download?table=${data.table}`, download: "match.n52"}, "Save as record")));
  bar.append(...Object.values(buttons), more, ...(data.table ? [el("a", {class: "b", href: BACK[data.table]}, "Back")] : []));
  place = el("div", {class: "play"}, el("div", {class: "stage"}, felt, notes.element), bar, rail.element);
  heading.classList.add("hidden");
  main.classList.add("playing");
  main.replaceChildren(heading, place);
}
function offer() {
  shown = place = table = null;
  if (data.table) { location.assign(BACK[data.table]); return; }
  document.title = heading.textContent = "Play";
  heading.classList.add("hidden");
  main.classList.remove("playing");
  main.replaceChildren(heading, newMatch(data, begin));
}
function enable(match) {
  const mine = match.due === "person";
  rail.idle.textContent = data.table === "again" ? "A copy of that moment, to try it otherwise. Your match stays as it is; Back returns to it." : match.training ? "Not sure what to do? Press Hint: an adviser who sees only what you see tells here what he would do, and why." : "You play in earnest, so there are no hints.";
  buttons.hint.hidden = buttons.undo.hidden = !match.training;
  buttons.hint.disabled = !mine;
  buttons.claim.disabled = !mine || match.table.turn.kind !== "play";
}

// A deal's end.
function end(match) {
  rail.open(false);                              // on a phone it would lie on the result
  const onward = data.table ? linkTo("Back", BACK[data.table], "n") : match.due === "next deal" ? button("Next deal", () => change("next"), {class: "main", "data-key": "n"})
    : button("New match", leave, {class: "main", "data-key": "n"});
  const address = kind => `/${kind}/${match.result.record}`;
  const review = data.table === "again" ? [] : [linkTo("Review this deal", address("review"), "r"), ...(match.number > 1 && !data.table ? [linkTo("Review the match", address("match"), "m")] : [])];
  const found = notes.end(match, names(match), [onward, ...review]);
  if (data.table !== "again") advice = askAdvice("/api/match/end", asked(), found, {draw: drawEnd, names: names(match).all, tryAgain});
}
const linkTo = (words, address, key) => button(words, () => location.assign(address), {"data-key": key, title: `key: ${key}`});

// What the person does.

const begin = asked => change("new", asked);

// The table puts a card back whose choice was refused.
async function choose(choice) {
  const {turn} = shown.table;
  if (!await change("act", {choice})) throw new Error("refused");
  judge(turn);
}
async function change(what, more) {
  if (link.busy && ["new", "next"].includes(what)) return false;   // a second click
  stopAdvice();
  if (place) delete place.dataset.rest;
  const done = await attempt(() => link.send(what, more));   // says in one line why not
  if (!done && table && shown) await table.show(shown.table, {pace: "instant"});   // the card goes back
  settle();
  return done;
}
// Everything has been drawn: go on where it is a computer's turn, play the only card where that is wanted.
function settle(goOn) {
  const match = shown;
  if (!match || link.busy) return;
  if (match.due === "computer") goOn ? change("go-on") : setTimeout(() => { if (shown === match && !link.busy) change("go-on"); }, RETRY);
  else Object.assign(place.dataset, {rest: match.due, version: match.version});   // nothing moves, nothing is asked
  if (match.due !== "person") return;
  const {turn} = match.table;
  if (turn.kind === "play" && turn.legal.length === 1 && settings.get("autoplay")) table.choice(turn.legal[0]);
  else if (!coached) coach(STEPS);
  coached = true;
}
// What an adviser would do, first at once, then sharper; marked on the table.
function hint() {
  stopAdvice();
  rail.turn("Advice");
  rail.open(true);
  advice = askAdvice("/api/match/hint", asked(), rail.advice, {names: names(shown).all,
    onAdvice: found => table.mark({hinted: found.cards.length ? found.cards : found.recommended})});
}
// What the choice just made was worth, where the person wants to know.
function judge(turn) {
  if (!settings.get("verdicts") || !shown.training || turn.kind === "play" && turn.legal.length === 1) return;
  verdict = askAdvice("/api/match/verdict", {table: data.table}, rail.verdict, {draw: drawVerdict, names: names(shown).all, tryAgain: () => change("undo")});
}
function stopAdvice() {
  for (const each of [advice, verdict]) if (each) each.stop();
  advice = verdict = null;
  for (const each of [rail.advice, rail.verdict]) { each.replaceChildren(); delete each.dataset.stage; }
}
// A copy of a moment of this deal, to be played otherwise; the match stays as it is.
function tryAgain(events) {
  return attempt(async () => location.assign((await post("/api/match/again", {...asked(), events})).address));
}
const asked = () => ({version: link.version, table: data.table});
async function leave() {
  const wanted = shown.due === "over" ? "yes" : await ask("Another match?",
    el("p", {}, "This match is left. Deals played to their end are in your library."), [["yes", "Leave it", "main"], ["no", "Go on with this one"]]);
  if (wanted === "yes") change("leave");
}

// Arrow keys find the hand from anywhere.
document.addEventListener("keydown", event => {
  if (table && event.key.startsWith("Arrow") && [document.body, main].includes(document.activeElement)) table.choosing.key(event.key);
});

if (data.error) notify(data.error, "error");
draw(link.match, {}).then(() => settle("go-on"));
