// The drill page: a menu of drills, or one puzzle after another. The address contains the drill and the puzzle.
import {count, el, button, player as called, say} from "./table/dom.js";
import {$, addressOf, attempt, empty, firstData, loading, notify, panel, post, Requests} from "./ui.js";
import {settings} from "./settings.js";
import {pose} from "./drill_problem.js";

const first = /** @type {DrillData} */ (firstData()), heading = /** @type {HTMLElement} */ (document.querySelector("main h1")), place = el("div", {id: "drill"}), mining = new Requests();
const LOOKED_AT = 60;                            // maximum number of deals in one search for new puzzles
const OFFERED = 8;                               // maximum number of players whose mistakes are offered
let among = /** @type {string[] | null} */ (null);   // the ids of this drill's puzzles, after the search for them
$("main").append(place);

/** @returns {DrillAddress} */ const asked = () => ({kind: "", player: "", weak: "", problem: "", code: "", ...Object.fromEntries(new URLSearchParams(location.search))});
/** @type {DrillLink} */ const link = (words, drill, attributes) => el("a", {class: "b", href: addressOf("/drill", drill), ...attributes}, words);

// Show a puzzle, and add it to the browser's history.
function show(/** @type {ProblemShown} */ problem) {
  const {kind, player, weak, problem: before} = asked(), address = addressOf("/drill", {kind, player, weak, problem: problem.id});
  history[before && before !== problem.id ? "pushState" : "replaceState"](null, "", address);
  pose(heading, place, problem, () => attempt(next));
  if (before && before !== problem.id) window.scrollTo(0, 0);
}
async function next() {
  const {kind, player, weak} = asked();
  if (player && among === null) await search();
  else await request({kind, player, weak, among});
}
async function request(/** @type {Partial<DrillAddress> & {among?: string[] | null}} */ drill, onLine = (/** @type {NextLine} */ _) => {}) {
  const found = await post("/api/drill/next", drill, {onLine});
  if (found.among) among = found.among;
  if (found.problem) show(found.problem); else nothing();
}

// Search for a player's puzzles and show the progress.
async function search() {
  const {kind, player, weak} = asked(), far = el("p", {class: "soft", role: "status"}, "…");
  working(say(weak ? "WEAK_TITLE" : "MISTAKES_TITLE"), say(weak ? "CHOOSING_FOR" : "SEARCHING_FOR", {player: called(player)}),
    el("progress", {"aria-label": say("SEARCHING")}), far, link(say("STOP"), {}));
  await request({kind, player, weak}, ({looked, found}) => {
    if (looked) far.textContent = say("SEARCHED", {number: count(looked), found: count(found)});
  });
}
function working(/** @type {string} */ title, /** @type {string} */ words, /** @type {Child[]} */ ...parts) {
  shows(title, el("div", {class: "panel empty"}, loading(words), ...parts));
}
function shows(/** @type {string} */ title, /** @type {Node[]} */ ...parts) {
  heading.textContent = title;
  place.before(heading);
  place.replaceChildren(...parts);
}
function nothing() {
  const {player, weak} = asked(), more = weak ? [button(say("FIND_NEW"), () => attempt(mine), {class: "main"})] : [];
  shows(say("NOTHING_TITLE"), empty(say(weak ? "NOTHING_WEAK" : player ? "NOTHING_MISTAKEN" : "NOTHING_NEW"), ...more, link(say("OTHER_DRILLS"), {})));
}
async function mine() {
  const {player, weak} = asked(), bar = el("progress", {"aria-label": say("SEARCHING"), max: String(LOOKED_AT)});
  working(say("NOTHING_TITLE"), say("MINING"), bar, button(say("STOP"), () => { mining.stop(); nothing(); }));
  const last = await mining.post("/api/drill/mine", {player, weak}, line => { bar.value = line.looked; });
  if (last?.found) {
    among = null;
    await next();
  } else {
    notify(say("NONE_FOUND", {number: LOOKED_AT}));
    nothing();
  }
}

// The menu of drills.
function choose() {
  shows(say("PRACTISE"), el("p", {}, say("DRILL_ABOUT")), el("p", {id: "due"}, el("b", {}, first.due), " · " + first.standing),
    el("div", {class: "kinds"}, ...first.kinds.map(kindPanel)), people());
}
function kindPanel(/** @type {DrillData["kinds"][number]} */ {kind, name, question, standing}) {
  return panel(`k-${kind}`, name, el("p", {}, question), el("p", {class: "soft"}, standing),
    link(say("BEGIN"), {kind}, {class: "b main begin", "aria-label": say("BEGIN_KIND", {kind: name})}));
}
function people() {                               // people who have played here; strangers in imported deals are left out
  const own = (/** @type {string} */ name) => name === settings.get("name"), others = first.players.filter(name => !own(name) && first.own.includes(name));
  const names = [...first.players.filter(own), ...others].slice(0, OFFERED);
  return panel("own", say("OWN_DEALS"), el("p", {class: names.length ? "" : "soft"}, say(names.length ? "OWN_ABOUT" : "OWN_NONE")), ...names.flatMap(person));
}
function person(/** @type {string} */ name) {
  const found = el("div", {class: "weak"}), player = called(name);
  const find = button(say("WEAKNESSES"), () => attempt(() => weaknesses(name, found, find)), {"aria-label": say("WEAKNESSES_OF", {player})});
  return [el("div", {class: "row person"}, el("bdi", {}, name), link(say("MISTAKES"), {player: name}, {"aria-label": say("MISTAKES_OF", {player})}), find), found];
}
/** @type {(player: string, element: HTMLElement, pressed: HTMLButtonElement) => Promise<void>} */ async function weaknesses(player, element, pressed) {
  pressed.disabled = true;
  element.replaceChildren(loading(say("READING_REVIEWS")));
  const {weaknesses: found} = await post("/api/drill/weak", {player}).finally(() => { pressed.disabled = false; });
  const row = (/** @type {typeof found[number]} */ {name, words, lost}) => el("li", {}, el("a", {href: addressOf("/drill", {player, weak: name})}, words), el("span", {class: "soft"}, " · " + lost));
  element.replaceChildren(found.length ? el("ul", {}, ...found.map(row)) : el("p", {class: "soft", role: "status"}, say("WEAK_NONE")));
}

window.addEventListener("popstate", () => {
  const {problem} = asked();
  if (problem) attempt(() => request({problem})); else location.reload();
});
async function open() {                           // a shared puzzle
  working(say("PRACTISE"), say("EVALUATING"), el("progress", {"aria-label": say("WORKING")}));
  if (!await attempt(() => request({code: asked().code}))) choose();
}

if (first.problem) show(first.problem);
else if (asked().code) open();
else if (asked().player) attempt(search);
else if (asked().kind) nothing();
else choose();
