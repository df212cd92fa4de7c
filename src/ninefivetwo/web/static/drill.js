// The drill page: the choice of a drill, or one problem after another.  The address names the drill and its problem.
import {el, button} from "./table/dom.js";
import {attempt, firstData, notify, post} from "./ui.js";
import {settings} from "./settings.js";
import {pose} from "./drill_problem.js";

const first = firstData(), heading = document.querySelector("main h1"), place = el("div", {id: "drill"});
let kinds = first.kinds, among = null;            // among: the problems of this drill, once they were looked for
document.getElementById("main").append(place);

function asked() {
  const given = new URLSearchParams(location.search), of = name => given.get(name) || "";
  return {kind: of("kind"), player: of("player"), weak: of("weak"), problem: of("problem")};
}
function addressOf(drill) {
  const given = new URLSearchParams(Object.entries(drill).filter(([, value]) => value));
  return "/drill" + (given.size ? `?${given}` : "");
}

// One problem, with its own place in the browser's history.
function show(problem) {
  const {kind, player, weak, problem: before} = asked(), address = addressOf({kind, player, weak, problem: problem.id});
  if (before && before !== problem.id) history.pushState(null, "", address); else history.replaceState(null, "", address);
  pose(heading, place, problem, {next: () => attempt(next), other: () => { location.href = "/drill"; }});
}
async function next() {
  const {kind, player, weak} = asked();
  if (player && among === null) { await search(); return; }
  shown(await post("/api/drill/next", {kind, player, weak, among}));
}
function shown(found) {
  kinds = found.kinds;
  if (found.among) among = found.among;
  if (found.problem) show(found.problem); else nothing();
}

// The problems of a player: looked for, with how far that is; leaving ends it.
async function search() {
  const {kind, player, weak} = asked(), halt = new AbortController(), far = el("p", {class: "soft", role: "status"}, "…");
  heading.textContent = weak ? "Drill: own weaknesses" : "Drill: learn from mistakes";
  place.replaceChildren(el("div", {class: "panel"}, el("p", {}, weak ? `Choosing problems for ${player} …` : `Looking for mistakes of ${player} …`), el("progress", {"aria-label": "Looking"}), far, button("Stop", () => { halt.abort(); location.href = "/drill"; })));
  const told = line => { if (line.looked) far.textContent = `${line.looked} decisions looked at, ${line.found} problems`; };
  shown(await post("/api/drill/next", {kind, player, weak}, {onLine: told, signal: halt.signal}));
}
function nothing() {
  const {player, weak} = asked();
  heading.textContent = "Nothing to do here";
  const words = weak ? "All problems that train this are answered, and none is due." : player ? "No mistake is due: review a deal that you have played." : "No problem of this kind is due, and none is new.";
  place.replaceChildren(el("div", {class: "panel"}, el("p", {}, words), el("div", {class: "row"}, ...(weak ? [button("Find new ones", () => attempt(mine), {class: "main"})] : []), el("a", {class: "b", href: "/drill"}, "Other drills"))));
}
async function mine() {
  const {player, weak} = asked(), halt = new AbortController(), bar = el("progress", {"aria-label": "Looking", max: "60"});
  place.replaceChildren(el("div", {class: "panel"}, el("p", {}, "Looking for new problems in random deals …"), bar, button("Stop", () => { halt.abort(); nothing(); })));
  const last = await post("/api/drill/mine", {player, weak}, {onLine: line => { bar.value = line.looked; }, signal: halt.signal});
  if (!last || !last.found) { notify("No new problem was found in 60 deals. Try again, or another drill."); nothing(); return; }
  among = null;
  await next();
}

// The choice of a drill.
function choose() {
  const due = kinds.reduce((sum, each) => sum + each.due, 0), unseen = kinds.reduce((sum, each) => sum + each.unseen, 0);
  const panels = kinds.map(each => el("section", {class: "panel", "aria-labelledby": `k-${each.kind}`}, el("h2", {id: `k-${each.kind}`}, each.name), el("p", {}, each.question),
    el("p", {class: "soft"}, `${each.due} due · ${each.unseen} new · ${each.right} of ${each.answered} right`), el("a", {class: "b begin", href: addressOf({kind: each.kind}), "aria-label": `Begin: ${each.name}`}, "Begin")));
  place.replaceChildren(el("p", {}, "You answer first; then you see what your answer is worth, and why. What you get wrong comes back in time."), el("p", {id: "due"}, el("b", {}, `${due} due today`), ` · ${unseen} new · your drill rating: ${first.rating}`), el("div", {class: "kinds"}, ...panels), people());
}
function people() {
  const own = settings.get("name"), names = [...first.players].sort((one, other) => (other === own) - (one === own));
  const panel = el("section", {class: "panel", "aria-labelledby": "own"}, el("h2", {id: "own"}, "From your own deals"));
  if (!names.length) { panel.append(el("p", {class: "soft"}, "There is no deal of yours in the library yet.")); return panel; }
  panel.append(el("p", {}, "Positions of your own, from deals that were reviewed: try again. Or what you lose most by, and problems to train it."));
  for (const name of names) {
    const found = el("div", {class: "weak"}), find = button("What is lost most by", () => attempt(() => weaknesses(name, found, find)), {"aria-label": `What ${name} loses most by`});
    panel.append(el("div", {class: "row person"}, el("bdi", {}, name), el("a", {class: "b", href: addressOf({player: name}), "aria-label": `Mistakes of ${name}`}, "Mistakes"), find), found);
  }
  return panel;
}
async function weaknesses(player, element, pressed) {
  pressed.disabled = true;
  element.replaceChildren(el("p", {class: "soft", role: "status"}, "Looking at the reviews …"));
  const {weaknesses: found} = await post("/api/drill/weak", {player}).finally(() => { pressed.disabled = false; });
  if (!found.length) { element.replaceChildren(el("p", {class: "soft", role: "status"}, "The reviews tell of nothing yet: review some deals first.")); return; }
  const row = each => el("li", {}, el("a", {href: addressOf({player, weak: each.name})}, each.words), el("span", {class: "soft"}, ` · ${each.lost.toFixed(1)} tricks in ${each.mistakes} decision${each.mistakes === 1 ? "" : "s"}`));
  element.replaceChildren(el("ul", {}, ...found.map(row)));
}

window.addEventListener("popstate", () => {
  const {problem} = asked();
  if (problem) attempt(async () => shown(await post("/api/drill/next", {problem}))); else location.reload();
});
if (first.problem) show(first.problem);
else if (asked().player) attempt(search);
else if (asked().kind) nothing();
else choose();
