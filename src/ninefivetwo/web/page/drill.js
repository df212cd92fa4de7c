// The drill page: a menu of drills, or one puzzle after another. The address contains the drill and the puzzle.
import {$, count, el, button, player as called, say, firstData, soft, link} from "./table/dom.js";
import {addressOf, attempt, empty, loading, notify, panel, post, Requests} from "./ui.js";
import {settings} from "./settings.js";
import {pose} from "./drill_problem.js";

const first = /** @type {DrillData} */ (firstData()), heading = /** @type {HTMLElement} */ (document.querySelector("main h1")), place = el("div", {id: "drill"}), mining = new Requests();
const LOOKED_AT = 60; // maximum number of deals in one search for new puzzles
const OFFERED = 8; // maximum number of players whose mistakes are offered
let among = /** @type {string[] | null} */ (null); // the ids of this drill's puzzles, after the search for them
$("main").append(place);

/** @returns {DrillAddress} */ const asked = () => ({kind: "", player: "", weak: "", problem: "", code: "", ...Object.fromEntries(new URLSearchParams(location.search))});
/** @type {DrillLink} */ const drillLink = (words, drill, attributes) => link(words, addressOf("/drill", drill), attributes);

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
  working(weak ? "Drill: your weaknesses" : "Drill: your mistakes", say(weak ? "Choosing puzzles from {player.whose} deals …" : "Searching {player.whose} deals for mistakes …", {player: called(player)}),
    el("progress", {"aria-label": "Searching"}), far, drillLink("Stop", {}));
  await request({kind, player, weak}, ({looked, found}) => {
    if (looked) far.textContent = say("{number} {number:decision|decisions} checked, {found} {found:puzzle|puzzles} found", {number: count(looked), found: count(found)});
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
  const {player, weak} = asked(), more = weak ? [button("Find new puzzles", () => attempt(mine), {class: "main"})] : [];
  shows("Nothing due", empty(weak ? "You have answered every puzzle on this weakness, and none is due." : player ? "No puzzle from your mistakes is due. Review a deal that you have played." : "There are no due or new puzzles of this kind.", ...more, drillLink("Other drills", {})));
}
async function mine() {
  const {player, weak} = asked(), bar = el("progress", {"aria-label": "Searching", max: LOOKED_AT});
  working("Nothing due", "Searching random deals for new puzzles …", bar, button("Stop", () => { mining.stop(); nothing(); }));
  const last = await mining.post("/api/drill/mine", {player, weak}, line => { bar.value = line.looked; });
  if (last?.found) {
    among = null;
    await next();
  } else {
    notify(say("No new puzzle in {number} deals. Try again, or choose another drill.", {number: LOOKED_AT}));
    nothing();
  }
}

function choose() {
  shows("Practise", el("p", {}, "Answer first, then see what your answer is worth and why. Puzzles that you miss come back later."), el("p", {id: "due"}, el("b", {}, first.due), " · " + first.standing),
    el("div", {class: "kinds"}, ...first.kinds.map(kindPanel)), people());
}
function kindPanel(/** @type {KindListed} */ {kind, name, question, standing}) {
  return panel(`k-${kind}`, name, el("p", {}, question), soft(standing),
    drillLink("Start", {kind}, {class: "b main begin", "aria-label": say("Start: {kind}", {kind: name})}));
}
function people() { // people who have played here; strangers in imported deals are left out
  const me = settings.get("name"), others = first.players.filter(name => name !== me && first.own.includes(name));
  const names = [...first.players.filter(name => name === me), ...others].slice(0, OFFERED);
  return panel("own", "From your own deals", el("p", {class: names.length ? "" : "soft"}, names.length ? "Replay your own mistakes from reviewed deals, or train your biggest weaknesses." : "The library has no deals of yours yet."), ...names.flatMap(person));
}
function person(/** @type {string} */ name) {
  const found = el("div", {class: "weak"}), player = called(name);
  const weaknesses = async () => {
    find.disabled = true;
    found.replaceChildren(loading("Reading the reviews …"));
    const told = await post("/api/drill/weak", {player: name}).finally(() => { find.disabled = false; });
    const lines = told.weaknesses.map(({name: weak, words, lost}) => el("li", {}, el("a", {href: addressOf("/drill", {player: name, weak})}, words), el("span", {class: "soft"}, " · " + lost)));
    found.replaceChildren(lines.length ? el("ul", {}, ...lines) : el("p", {class: "soft", role: "status"}, "No weakness found yet. Review some deals first."));
  };
  const find = button("Biggest weaknesses", () => attempt(weaknesses), {"aria-label": say("Biggest weaknesses: {player}", {player})});
  return [el("div", {class: "row person"}, el("bdi", {}, name), drillLink("Mistakes", {player: name}, {"aria-label": say("Mistakes: {player}", {player})}), find), found];
}

window.addEventListener("popstate", () => {
  const {problem} = asked();
  if (problem) attempt(() => request({problem})); else location.reload();
});
async function open() { // a shared puzzle
  working("Practise", "Evaluating the choices …", el("progress", {"aria-label": "Working …"}));
  if (!await attempt(() => request({code: asked().code}))) choose();
}

if (first.problem) show(first.problem);
else if (asked().code) open();
else if (asked().player) attempt(search);
else if (asked().kind) nothing();
else choose();
