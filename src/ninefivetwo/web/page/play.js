// The page at /play: a match against the computer.
import {$, el, button, minus, say, firstData, seatIn, targetOf, link as linkTo} from "./table/dom.js";
import {Table} from "./table/table.js";
import {attempt, leaving, notify, post} from "./ui.js";
import {settings} from "./settings.js";
import {sound} from "./sounds.js";
import {coach} from "./coach.js";
import {askAdvice, drawAdvice, drawEnd, drawVerdict} from "./advice.js";
import {codeFor, shareBox} from "./share.js";
import {MatchLink} from "./play_link.js";
import {Notes} from "./play_notes.js";
import {Rail} from "./play_rail.js";
import {Replay} from "./play_replay.js";
import {icon} from "./icons.js";

const STEPS = [
  {at: ".n52-table .plate", words: "Each player's name plate shows the tricks won so far and the tricks needed."},
  {at: ".n52-table .prompt", words: "Your hand is at the bottom. The line above it says what to do. Press a card to play it."},
  {at: ".rail", words: "Here you find advice, the last trick, the cards still out, and the score."},
  {at: "[data-key='?']", words: "Not sure? Press Hint for advice based only on what you can see."},
  {at: "[data-key=u]", words: "In practice mode, you can take back any number of choices."},
];
const RETRY = 2000; // ms to wait before the server is asked again
const data = /** @type {PlayData} */ (firstData()), BACK = {"": "/", again: data.back, daily: "/today"}; // addresses of the Back button, by the name of the match
const main = $("main"), heading = /** @type {HTMLElement} */ (main.querySelector("h1")), place = $("play"), felt = $("felt");
const notes = new Notes(release => { link.release = release; }), rail = new Rail();
const link = new MatchLink(data.table, data.match, draw);
link.followed = () => settle();
const table = new Table(felt, {choose, settings, careful: () => !shown?.training, buttons: $("actions"), line: $("line")});
const score = el("span", {class: "corner-score"});
const moreActions = el("div", {id: "more", class: "panel", popover: "auto"},
  data.table ? null : button("New match", leave), shareBox(() => codeFor({playing: true, table: data.table})),
  linkTo("Save record", `/api/match/download?table=${data.table}`, {download: "match.n52"}));
let replaying = /** @type {Replay | null} */ (null), shown = /** @type {MatchShown | null} */ (null);
let running = /** @type {Stop[]} */ ([]), coached = false; // what stops the requests for advice

felt.append(el("a", {class: "corner", href: BACK[data.table], "aria-label": "Back"}, icon("back")), score);
felt.addEventListener("table", event => {
  const {detail} = /** @type {CustomEvent<string>} */ (event);
  if (["card", "trick", "turn"].includes(detail)) sound(detail);
  place.style.setProperty("--hand-top", `${table.frame?.hand.top}px`);
});
if (data.table) $("rail").prepend(linkTo("Back", BACK[data.table], {class: "b way"}));
$("act-hint").onclick = hint;
$("act-undo").onclick = () => change("undo");
$("act-cards").onclick = () => rail.open("cards");
$("act-claim").onclick = () => change("claim");
moreActions.addEventListener("click", event => { if (targetOf(event).closest("button, a")) moreActions.hidePopover(); });
place.append(moreActions);
heading.classList.add("hidden");
main.classList.add("playing");

// Draw a state of the match; resolves when all motion is over. `line` is the server's answer.
async function draw(/** @type {MatchShown | null} */ match, /** @type {Partial<MatchLine>} */ line) {
  if (line.stale) notify("The match continued in another window. You now see its current state.");
  const before = shown, fresh = !before || before.number !== match?.number;
  shown = match;
  if (!match) { location.assign(BACK[data.table]); return; }
  place.hidden = false;
  head(match);
  notes.clear();
  replaying?.element.remove();
  rail.show(match);
  enable(match);
  const mine = seatIn(match.table, match.table.me), figure = el("b");
  score.replaceChildren(...(mine.score === null ? [] : [figure, ` match`]));
  rail.writeScore(figure, mine);
  place.classList.toggle("undealt", !before);
  if (fresh && Object.keys(match.drawn).length && match.events === 0 && !line.stale) await notes.draw(match);
  place.classList.remove("undealt");
  if (!match.result) place.classList.remove("over");
  await table.show(match.table, {pace: settings.get("speed"), spoken: minus(match.result?.words ?? "")});
  if (exchanged(match)) await notes.exchange(match);
  if (!match.result) return;
  place.classList.add("over");
  end(match, match.result);
  if (fresh || before?.result) return;
  sound("end");
  if (document.activeElement === document.body) $("end-actions").querySelector("button")?.focus({preventScroll: true}); // the last card is gone
}
const exchanged = (/** @type {MatchShown} */ match) => match.told.length && match.table.moved.some(move => ["gives", "returns", "shows"].includes(move.why));
const names = (/** @type {MatchShown} */ match) => match.table.seats.map(seat => seat.name);

function head(/** @type {MatchShown} */ match) {
  const {rules, number, training} = match, mode = data.table === "again" ? "replay" : training ? "practice" : "for real";
  document.title = heading.textContent = data.table === "daily" ? say("Deal of the day · {rules} · {mode}", {rules: rules.split(" ")[0], mode})
    : say("Deal {number} · {rules} · {mode}", {number, rules, mode});
}
function enable(/** @type {MatchShown} */ match) {
  const mine = match.due === "person";
  $("idle").textContent = (data.table === "again" ? "You are replaying a copy of this position. Your match is unchanged. Press Back to return to your match." : match.training ? "Not sure what to do? Press Hint for advice based on what you can see." : "You are playing for real: no hints and no undo.");
  $("act-hint").hidden = $("act-undo").hidden = !match.training;
  $("line").hidden = !match.training || Boolean(match.result);
  $("act-hint").disabled = !mine;
  $("act-claim").disabled = !mine || match.table.turn?.kind !== "play";
}

// The end of a deal.
function end(/** @type {MatchShown} */ match, /** @type {MatchResult} */ result) {
  const onward = data.table ? goTo("Back", BACK[data.table], "n") : match.due === "next deal" ? button("Next deal", () => change("next"), {class: "main", "data-key": "n"})
    : button("New match", leave, {class: "main", "data-key": "n"});
  const whole = match.number > 1 && !data.table ? [goTo("Review the match", `/match/${result.record}`, "m")] : [];
  const review = data.table === "again" ? [] : [goTo("Review this deal", `/review/${result.record}`, "r"), ...whole];
  const found = rail.ended(match, result, [onward, button("Replay", replay, {"data-key": "y"}), ...review]);
  if (data.table !== "again") running.push(askAdvice("/api/match/end", asked(), found, {draw: drawEnd, names: names(match), tryAgain}));
}
async function replay() {
  if (!shown) return;
  replaying?.element.remove();
  const closed = () => { made.element.remove(); if (shown) table.show(shown.table, {pace: "instant"}); $("end-actions").querySelector("button")?.focus(); };
  const made = replaying = new Replay(table, shown.table.me, {request: (name, more) => post(`/api/match/${name}`, {...asked(), ...more}), playOn: tryAgain, closed});
  $("stage").append(made.element);
  await attempt(() => made.open());
}
const goTo = (/** @type {string} */ words, /** @type {string} */ address, /** @type {string} */ key) => button(words, () => location.assign(address), {"data-key": key, title: say("Key {key}", {key: key.toUpperCase()})});

// If the server refuses the choice, throw an error, so that the table puts the card back.
async function choose(/** @type {Choice | boolean} */ choice) {
  const turn = shown?.table.turn;
  if (!await change("act", {choice})) throw new Error("refused");
  if (turn) judge(turn);
}
async function change(/** @type {MatchChange} */ what, more = {}) {
  if (link.busy && what === "next") return false; // ignore the second click of a double click
  stopAdvice();
  delete place.dataset.rest;
  const done = await attempt(() => link.send(what, more)); // shows an error message if the request fails
  if (!done && shown) await table.show(shown.table, {pace: "instant"}); // puts the card back into the hand
  settle();
  return done;
}
// Called when everything is drawn: lets a computer act on its turn, and plays a forced card if autoplay is on.
function settle(atOnce = false) {
  const match = shown;
  if (!match || link.busy) return;
  if (match.due !== "computer") Object.assign(place.dataset, {rest: match.due, version: match.version}); // no motion and no request is in progress
  else if (atOnce) change("go-on");
  else setTimeout(() => { if (shown === match && !link.busy) change("go-on"); }, RETRY);
  if (match.due !== "person") return;
  const {turn} = match.table;
  if (turn && isForced(turn) && settings.get("autoplay")) table.choice(turn.legal[0]);
  else if (!coached) coach(STEPS);
  coached = true;
}
// Show advice, beginning with a quick answer, and mark the recommended choice on the table.
function hint() {
  stopAdvice();
  running.push(askAdvice("/api/match/hint", asked(), $("advice-place"), {draw: drawAdvice, brief: true, names: shown ? names(shown) : [],
    onAdvice: found => table.mark({hinted: found.cards.length ? found.cards : found.recommended})}));
}
const isForced = (/** @type {TurnObject} */ {kind, legal}) => kind === "play" && legal.length === 1;
// Rate the user's last choice, if ratings are switched on.
function judge(/** @type {TurnObject} */ turn) {
  if (!settings.get("verdicts") || !shown?.training || isForced(turn)) return;
  running.push(askAdvice("/api/match/verdict", {table: data.table}, $("verdict-place"), {draw: drawVerdict, names: names(shown), tryAgain: () => change("undo")}));
}
function stopAdvice() {
  for (const stop of running) stop();
  running = [];
  for (const each of [$("advice-place"), $("verdict-place")]) { each.replaceChildren(); delete each.dataset.stage; }
}
// Replay this deal from an earlier position; the match itself is unchanged.
function tryAgain(/** @type {number} */ events) {
  return attempt(async () => location.assign((await post("/api/match/again", {...asked(), events, back: data.back})).address));
}
const asked = () => ({version: link.version, table: data.table});
async function leave() {
  if (shown?.due === "over" || await leaving()) change("leave");
}

// The arrow keys move the focus to the hand from anywhere on the page.
document.addEventListener("keydown", event => {
  if (event.key.startsWith("Arrow") && [document.body, main].some(each => each === document.activeElement)) table.choosing.key(event.key);
});

draw(link.match, {}).then(() => settle(true));
