// The page at /: a match against the computer.
import {SEATS, el, button, say} from "./table/dom.js";
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
  {at: ".n52-table .plate", words: say("COACH_PLATES")},
  {at: ".n52-table .bar", words: say("COACH_HAND")},
  {at: ".rail", words: say("COACH_RAIL")},
  {at: "[data-key='?']", words: say("COACH_HINT")},
  {at: "[data-key=u]", words: say("COACH_UNDO")},
];
const RETRY = 2000;                              // ms to wait before the server is asked again
const BACK = {again: "/", daily: "/today"};      // addresses of the Back button for a replay and for the deal of the day
const data = firstData(), main = document.getElementById("main"), heading = main.querySelector("h1");
const notes = new Notes(), rail = new Rail();
const link = new MatchLink(data.table, data.match, data.version, draw);
link.followed = () => settle();
let place = null, table = null, buttons = {}, shown = null, advice = null, verdict = null, coached = false;

// Drawing.

// Draw a state of the match; resolves when all motion is over. `line` is the server's answer.
async function draw(match, line) {
  if (line.stale) notify(say("STALE"));
  if (!match) return offer();
  if (!place) layOut();
  const before = shown, fresh = !before || before.number !== match.number;
  shown = match;
  head(match);
  notes.clear();
  rail.show(match);
  enable(match);
  place.classList.toggle("undealt", !before);
  if (fresh && Object.keys(match.drawn).length && match.events === 0 && !line.stale) await notes.draw(match, names(match), settings.get("speed"), waiting);
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
  const mode = say(data.table === "again" ? "MODE_REPLAY" : match.training ? "MODE_PRACTICE" : "MODE_REAL");
  document.title = heading.textContent = data.table === "daily" ? say("DAILY_TITLE", {rules: match.rules.split(" ")[0], mode})
    : say("DEAL_TITLE", {number: match.number, rules: match.rules, mode});
}
function layOut() {
  const felt = el("div", {class: "felt"}), bar = el("div", {class: "row actions"});
  table = new Table(felt, {choose, settings});
  felt.addEventListener("table", event => { if (["card", "trick", "turn"].includes(event.detail)) sound(event.detail); });
  buttons = {
    hint: button(say("HINT"), hint, {"data-key": "?", title: say("HINT_TITLE")}),
    undo: button(say("UNDO"), () => change("undo"), {"data-key": "u", title: say("UNDO_TITLE")}),
    claim: button(say("CLAIM"), () => change("claim"), {"data-key": "!", title: say("CLAIM_TITLE")}),
  };
  const more = el("details", {class: "more"}, el("summary", {class: "b"}, say("MORE")), el("div", {class: "panel"},
    data.table ? null : button(say("NEW_MATCH"), leave), shareBox(() => codeFor({playing: true, table: data.table})), el("a", {class: "b", href: `/api/match/download?table=${data.table}`, download: "match.n52"}, say("SAVE_RECORD"))));
  bar.append(...Object.values(buttons), more, ...(data.table ? [el("a", {class: "b", href: BACK[data.table]}, say("BACK"))] : []));
  place = el("div", {class: "play"}, el("div", {class: "stage"}, felt, notes.element), bar, rail.element);
  heading.classList.add("hidden");
  main.classList.add("playing");
  main.replaceChildren(heading, place);
}
function offer() {
  shown = place = table = null;
  if (data.table) { location.assign(BACK[data.table]); return; }
  document.title = heading.textContent = say("PLAY");
  heading.classList.add("hidden");
  main.classList.remove("playing");
  main.replaceChildren(heading, newMatch(data, begin));
}
function enable(match) {
  const mine = match.due === "person";
  rail.idle.textContent = say(data.table === "again" ? "IDLE_REPLAY" : match.training ? "IDLE_PRACTICE" : "IDLE_REAL");
  buttons.hint.hidden = buttons.undo.hidden = !match.training;
  buttons.hint.disabled = !mine;
  buttons.claim.disabled = !mine || match.table.turn.kind !== "play";
}

// The end of a deal.
function end(match) {
  rail.open(false);                              // on a phone, the open side panel would cover the result
  const onward = data.table ? linkTo(say("BACK"), BACK[data.table], "n") : match.due === "next deal" ? button(say("NEXT_DEAL"), () => change("next"), {class: "main", "data-key": "n"})
    : button(say("NEW_MATCH"), leave, {class: "main", "data-key": "n"});
  const address = kind => `/${kind}/${match.result.record}`;
  const review = data.table === "again" ? [] : [linkTo(say("REVIEW_DEAL"), address("review"), "r"), ...(match.number > 1 && !data.table ? [linkTo(say("REVIEW_MATCH"), address("match"), "m")] : [])];
  const found = notes.end(match, names(match), [onward, ...review]);
  if (data.table !== "again") advice = askAdvice("/api/match/end", asked(), found, {draw: drawEnd, names: names(match).all, tryAgain});
}
const linkTo = (words, address, key) => button(words, () => location.assign(address), {"data-key": key, title: say("KEY", {key: key.toUpperCase()})});

// Actions of the user.

const begin = asked => change("new", asked);

// If the server refuses the choice, throw an error, so that the table puts the card back.
async function choose(choice) {
  const {turn} = shown.table;
  if (!await change("act", {choice})) throw new Error("refused");
  judge(turn);
}
async function change(what, more) {
  if (link.busy && ["new", "next"].includes(what)) return false;   // ignore the second click of a double click
  stopAdvice();
  if (place) delete place.dataset.rest;
  const done = await attempt(() => link.send(what, more));   // shows an error message if the request fails
  if (!done && table && shown) await table.show(shown.table, {pace: "instant"});   // puts the card back into the hand
  settle();
  return done;
}
// Called when everything is drawn: lets a computer act on its turn, and plays a forced card if autoplay is on.
function settle(goOn) {
  const match = shown;
  if (!match || link.busy) return;
  if (match.due === "computer") goOn ? change("go-on") : setTimeout(() => { if (shown === match && !link.busy) change("go-on"); }, RETRY);
  else Object.assign(place.dataset, {rest: match.due, version: match.version});   // no motion and no request is in progress
  if (match.due !== "person") return;
  const {turn} = match.table;
  if (turn.kind === "play" && turn.legal.length === 1 && settings.get("autoplay")) table.choice(turn.legal[0]);
  else if (!coached) coach(STEPS);
  coached = true;
}
// Show advice, beginning with a quick answer, and mark the recommended choice on the table.
function hint() {
  stopAdvice();
  rail.turn("advice");
  rail.open(true);
  advice = askAdvice("/api/match/hint", asked(), rail.advice, {names: names(shown).all,
    onAdvice: found => table.mark({hinted: found.cards.length ? found.cards : found.recommended})});
}
// Rate the user's last choice, if ratings are switched on.
function judge(turn) {
  if (!settings.get("verdicts") || !shown.training || turn.kind === "play" && turn.legal.length === 1) return;
  verdict = askAdvice("/api/match/verdict", {table: data.table}, rail.verdict, {draw: drawVerdict, names: names(shown).all, tryAgain: () => change("undo")});
}
function stopAdvice() {
  for (const each of [advice, verdict]) if (each) each.stop();
  advice = verdict = null;
  for (const each of [rail.advice, rail.verdict]) { each.replaceChildren(); delete each.dataset.stage; }
}
// Replay this deal from an earlier position; the match itself is unchanged.
function tryAgain(events) {
  return attempt(async () => location.assign((await post("/api/match/again", {...asked(), events})).address));
}
const asked = () => ({version: link.version, table: data.table});
async function leave() {
  const wanted = shown.due === "over" ? "yes" : await ask(say("LEAVE_TITLE"), el("p", {}, say("LEAVE_WORDS")),
    [["yes", say("LEAVE"), "main"], ["no", say("STAY")]]);
  if (wanted === "yes") change("leave");
}

// The arrow keys move the focus to the hand from anywhere on the page.
document.addEventListener("keydown", event => {
  if (table && event.key.startsWith("Arrow") && [document.body, main].includes(document.activeElement)) table.choosing.key(event.key);
});

if (data.error) notify(data.error, "error");
draw(link.match, {}).then(() => settle("go-on"));
