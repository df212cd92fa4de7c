// The home page: the match in progress or a new match, the deal of the day, puzzles due, and recent results.
import {$, avatar, el, button, firstData} from "./table/dom.js";
import {attempt, here, leaving, notify, playDay, post} from "./ui.js";
import {settings} from "./settings.js";
import {fan, newMatch} from "./play_new.js";

const NOON = 12, EVENING = 18;                   // hours
const data = /** @type {HomeData} */ (firstData()), main = $("main"), [day, results] = main.querySelectorAll("#day, .results");
const hour = new Date().getHours(), {match, version} = data;
let busy = false;

// Request a change of the match. If another window has changed the match, show the page again.
async function change(/** @type {"new" | "leave"} */ what, /** @type {object} */ more, /** @type {() => void} */ then) {
  if (busy) return;                              // ignore the second click of a double click
  busy = true;
  await attempt(async () => {
    const {stale, match: now} = await post(`/api/match/${what}`, {version, ...more});
    new BroadcastChannel("n52").postMessage({match: "", version: now?.version ?? null});
    if (stale) location.reload(); else then();
  });
  busy = false;
}
const begin = (/** @type {object} */ chosen) => change("new", chosen, () => location.assign("/play"));
async function leave() {
  if (match?.over || await leaving()) change("leave", {}, () => location.reload());
}
function goOn(/** @type {MatchSummary} */ {title, words, players}) {
  const player = (/** @type {MatchSummary["players"][number]} */ {name, score, me}) => el("li", {class: me ? "me" : null}, avatar(name), el("bdi", {}, name), el("b", {}, score));
  return el("section", {class: "hero", "aria-labelledby": "t-match"},
    el("div", {}, el("p", {class: "caption"}, "Continue your match"), el("h2", {id: "t-match"}, title), el("p", {}, words),
      el("ul", {class: "players"}, ...players.map(player)),
      el("div", {class: "row"}, button("Continue", () => location.assign("/play"), {class: "main", "data-key": "enter"}), button("New match", leave))),
    fan());
}

// Fill the other panels, whose content the server sends later.
function show(/** @type {HomeShown} */ found) {
  write(day, "p", [found.day.words, found.standing.day].filter(Boolean).join(" "));
  if (found.day.state === "played") day.querySelector(".row")?.replaceChildren(el("a", {class: "b", href: "/today"}, "See the result"));
  if (found.standing.due) write(main, "#due p", found.standing.due);
  if (!found.results.length) results.replaceWith(el("p", {}, "No results yet. Each deal that you finish appears here, with its review."));
  results.replaceChildren(...found.results.map(each => el("li", {},
    el("a", {href: each.address}, each.title), el("b", {class: each.points[0] === "−" ? "warn" : each.points[0] === "+" ? "good" : null}, each.points), el("small", {}, each.words))));
}
function write(/** @type {Element} */ within, /** @type {string} */ selector, /** @type {string} */ words) {
  for (const element of within.querySelectorAll(selector)) element.textContent = words;
}

write(main, "h1", hour < NOON ? "Good morning" : hour < EVENING ? "Good afternoon" : "Good evening");
main.classList.add("home");
day.before(match ? goOn(match) : newMatch(data, begin));
day.querySelector("button")?.addEventListener("click", () => playDay());
if (data.error) notify(data.error, "error");
post("/api/home", {today: here(), name: settings.get("name")}).then(show, (/** @type {Error} */ error) => results.replaceWith(el("p", {class: "warn", role: "alert"}, error.message)));
window.addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
