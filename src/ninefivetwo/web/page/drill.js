// The drill page: a menu of drills, or one puzzle after another. The address contains the drill and the puzzle.
import {count, el, button, player as called, say} from "./table/dom.js";
import {attempt, empty, firstData, loading, notify, post} from "./ui.js";
import {settings} from "./settings.js";
import {pose} from "./drill_problem.js";

const first = firstData(), heading = document.querySelector("main h1"), place = el("div", {id: "drill"});
const LOOKED_AT = 60;                            // maximum number of deals in one search for new puzzles
const OFFERED = 8;                               // maximum number of players whose mistakes are offered
let among = null;                                // the ids of this drill's puzzles, after the search for them
document.getElementById("main").append(place);

function asked() {
  const given = new URLSearchParams(location.search), of = name => given.get(name) || "";
  return {kind: of("kind"), player: of("player"), weak: of("weak"), problem: of("problem"), code: of("code")};
}
function addressOf(drill) {
  const given = new URLSearchParams(Object.entries(drill).filter(([, value]) => value));
  return "/drill" + (given.size ? `?${given}` : "");
}
const link = (words, address, attributes) => el("a", {class: "b", href: address, ...attributes}, words);
const status = words => el("p", {class: "soft", role: "status"}, words);

// Show a puzzle, and add it to the browser's history.
function show(problem) {
  const {kind, player, weak, problem: before} = asked(), address = addressOf({kind, player, weak, problem: problem.id});
  if (before && before !== problem.id) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  pose(heading, place, problem, {next: () => attempt(next), other: () => { location.href = "/drill"; }});
}
async function next() {
  const {kind, player, weak} = asked();
  if (player && among === null) await search();
  else shown(await post("/api/drill/next", {kind, player, weak, among}));
}
function shown(found) {
  if (found.among) among = found.among;
  if (found.problem) show(found.problem); else nothing();
}

// Search for a player's puzzles and show the progress; the search ends if the user leaves the page.
async function search() {
  const {kind, player, weak} = asked(), halt = new AbortController(), far = status("…");
  const stop = () => { halt.abort(); location.href = "/drill"; };
  const told = ({looked, found}) => {
    if (looked) far.textContent = say("SEARCHED", {number: count(looked), found: count(found)});
  };
  const what = say(weak ? "CHOOSING_FOR" : "SEARCHING_FOR", {player: called(player)});
  heading.textContent = say(weak ? "WEAK_TITLE" : "MISTAKES_TITLE");
  working(what, el("progress", {"aria-label": say("SEARCHING")}), far, button(say("STOP"), stop));
  shown(await post("/api/drill/next", {kind, player, weak}, {onLine: told, signal: halt.signal}));
}
function working(words, ...parts) {
  shows(el("div", {class: "panel empty"}, loading(words), ...parts));
}
function shows(...parts) {
  place.before(heading);
  place.replaceChildren(...parts);
}
function nothing() {
  const {player, weak} = asked();
  const words = say(weak ? "NOTHING_WEAK" : player ? "NOTHING_MISTAKEN" : "NOTHING_NEW");
  const more = weak ? [button(say("FIND_NEW"), () => attempt(mine), {class: "main"})] : [];
  heading.textContent = say("NOTHING_TITLE");
  shows(empty(words, ...more, link(say("OTHER_DRILLS"), "/drill")));
}
async function mine() {
  const {player, weak} = asked(), halt = new AbortController();
  const bar = el("progress", {"aria-label": say("SEARCHING"), max: String(LOOKED_AT)});
  working(say("MINING"), bar, button(say("STOP"), () => { halt.abort(); nothing(); }));
  const told = line => { bar.value = line.looked; };
  const last = await post("/api/drill/mine", {player, weak}, {onLine: told, signal: halt.signal});
  if (last && last.found) {
    among = null;
    await next();
  } else {
    notify(say("NONE_FOUND", {number: LOOKED_AT}));
    nothing();
  }
}

// The menu of drills.
function choose() {
  shows(el("p", {}, say("DRILL_ABOUT")), el("p", {id: "due"}, el("b", {}, first.due), " · " + first.standing),
    el("div", {class: "kinds"}, ...first.kinds.map(kindPanel)), people());
}
function kindPanel({kind, name, question, standing}) {
  return el("section", {class: "panel", "aria-labelledby": `k-${kind}`}, el("h2", {id: `k-${kind}`}, name),
    el("p", {}, question), el("p", {class: "soft"}, standing),
    link(say("BEGIN"), addressOf({kind}), {class: "b main begin", "aria-label": say("BEGIN_KIND", {kind: name})}));
}
function people() {                               // people who have played here; strangers in imported deals are left out
  const mine = name => name === settings.get("name"), known = first.players.filter(name => mine(name) || first.own.includes(name));
  const names = known.sort((a, b) => mine(b) - mine(a)).slice(0, OFFERED);
  const words = say(names.length ? "OWN_ABOUT" : "OWN_NONE");
  const panel = el("section", {class: "panel", "aria-labelledby": "own"}, el("h2", {id: "own"}, say("OWN_DEALS")));
  panel.append(el("p", {class: names.length ? "" : "soft"}, words), ...names.flatMap(person));
  return panel;
}
function person(name) {
  const found = el("div", {class: "weak"}), look = () => attempt(() => weaknesses(name, found, find));
  const find = button(say("WEAKNESSES"), look, {"aria-label": say("WEAKNESSES_OF", {player: called(name)})});
  const mistakes = link(say("MISTAKES"), addressOf({player: name}), {"aria-label": say("MISTAKES_OF", {player: called(name)})});
  return [el("div", {class: "row person"}, el("bdi", {}, name), mistakes, find), found];
}
async function weaknesses(player, element, pressed) {
  pressed.disabled = true;
  element.replaceChildren(loading(say("READING_REVIEWS")));
  const {weaknesses: found} = await post("/api/drill/weak", {player}).finally(() => { pressed.disabled = false; });
  const row = ({name, words, lost}) => el("li", {}, el("a", {href: addressOf({player, weak: name})}, words), el("span", {class: "soft"}, " · " + lost));
  const none = status(say("WEAK_NONE"));
  element.replaceChildren(found.length ? el("ul", {}, ...found.map(row)) : none);
}

window.addEventListener("popstate", () => {
  const {problem} = asked();
  if (problem) attempt(async () => shown(await post("/api/drill/next", {problem}))); else location.reload();
});
async function open() {                           // a shared puzzle
  heading.textContent = say("PRACTISE");
  working(say("EVALUATING"), el("progress", {"aria-label": say("WORKING")}));
  shown(await post("/api/drill/next", {code: asked().code}));
}

if (first.problem) show(first.problem);
else if (asked().code) attempt(open).then(done => { if (!done) choose(); });
else if (asked().player) attempt(search);
else if (asked().kind) nothing();
else choose();
