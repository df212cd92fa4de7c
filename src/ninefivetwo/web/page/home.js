// The home page: the match in progress or a new match, the deal of the day, puzzles due, and recent results.
import {$, avatar, el, firstData, link, say} from "./table/dom.js";
import {attempt, here, leaving, notify, playDay, post} from "./ui.js";
import {settings} from "./settings.js";
import {loneCard} from "./table/cards.js";

const NOON = 12, EVENING = 18; // hours
const data = /** @type {HomeData} */ (firstData()), main = $("main"), [day, results] = main.querySelectorAll("#day, .results");
const hour = new Date().getHours(), {match, version, rules} = data;
const FAN = /** @type {Card[]} */ (["S9", "H5", "D2"]); // the three contracts
// Settings that the form for a new match fills in and stores.
const KEPT = /** @type {const} */ (["name", "rules", "left", "right", "seat"]);
const fields = Object.fromEntries([...document.querySelectorAll("#new [name]")].map(field => [field.name, field]));
let busy = false;

// Request a change of the match. If another window has changed the match, show the page again.
async function change(/** @type {"new" | "leave"} */ what, /** @type {object} */ more, /** @type {() => void} */ then) {
  if (busy) return; // ignore the second click of a double click
  busy = true;
  await attempt(async () => {
    const {stale, match: now} = await post(`/api/match/${what}`, {version, ...more});
    new BroadcastChannel("n52").postMessage({match: "", version: now?.version ?? null});
    if (stale) location.reload(); else then();
  });
  busy = false;
}
function begin() {
  for (const name of KEPT) settings.set(name, fields[name].value.trim());
  const {kind, ...chosen} = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]));
  change("new", {...chosen, training: kind === "learn"}, () => location.assign("/play"));
}
// Describe the rule set that is chosen for a new match.
function describe() {
  const {source, contracts: [dealer, left, right]} = rules.find(each => each.name === fields.rules.value) || rules[0];
  $("game").textContent = say("Three players with sixteen cards each, and a kitty of four. The dealer needs {dealer} tricks, the player on the dealer's left {left} and the third player {right}.", {dealer, left, right});
  $("source").textContent = say("Rules from {source}.", {source: source.replace(/\s*\[\d+\]/g, "")});
}
async function leave() {
  if (match?.over || await leaving()) change("leave", {}, () => location.reload());
}
function showMatch(/** @type {MatchSummary} */ {title, words, players}) {
  $("t-match").textContent = title;
  $("match-words").textContent = words;
  $("scores").append(...players.map(({name, score, me}) => el("li", {class: me && "me"}, avatar(name), el("bdi", {}, name), el("b", {}, score))));
  $("go-on").onclick = () => location.assign("/play");
  $("leave").onclick = leave;
}
function showForm() {
  for (const name of KEPT) fields[name].value = settings.get(name);
  fields.rules.onchange = describe;
  $("begin").onclick = begin;
  describe();
}

// Fill the other panels, whose content the server sends later.
function show(/** @type {HomeShown} */ found) {
  write(day, "p", [found.day.words, found.standing.day].filter(Boolean).join(" "));
  if (found.day.state === "played") day.querySelector(".row")?.replaceChildren(link("See the result", "/today"));
  if (found.standing.due) write(main, "#due p", found.standing.due);
  if (!found.results.length) results.replaceWith(el("p", {}, "No results yet. Each deal that you finish appears here, with its review."));
  results.replaceChildren(...found.results.map(({address, title, points, words}) => el("li", {},
    el("a", {href: address}, title), el("b", {class: points[0] === "−" ? "warn" : points[0] === "+" && "good"}, points), el("small", {}, words))));
}
function write(/** @type {Element} */ within, /** @type {string} */ selector, /** @type {string} */ words) {
  for (const element of within.querySelectorAll(selector)) element.textContent = words;
}

write(main, "h1", hour < NOON ? "Good morning" : hour < EVENING ? "Good afternoon" : "Good evening");
main.classList.add("home");
if (match) showMatch(match); else showForm();
$(match ? "new" : "current").remove();
document.querySelector(".hero")?.append(el("div", {class: "fan", "aria-hidden": "true"}, ...FAN.map(loneCard)));
day.querySelector("button")?.addEventListener("click", () => playDay());
if (data.error) notify(data.error, "error");
post("/api/home", {today: here(), name: settings.get("name")}).then(show, error => results.replaceWith(el("p", {class: "warn", role: "alert"}, error.message)));
window.addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
