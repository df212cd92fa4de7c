// The home page: the match in progress or a new match, the deal of the day, puzzles due, and recent results.
import {avatar, el, button, say} from "./table/dom.js";
import {ask, attempt, firstData, here, notify, post} from "./ui.js";
import {settings} from "./settings.js";
import {icon} from "./icons.js";
import {fan, newMatch} from "./play_new.js";

const NOON = 12, EVENING = 18;                   // hours
const data = firstData(), main = document.getElementById("main"), heading = main.querySelector("h1");
const hour = new Date().getHours(), {match, version} = data;
let busy = false;

// The match.

// Request a change of the match. If another window has changed the match, show the page again.
async function change(what, more, then) {
  if (busy) return;                              // ignore the second click of a double click
  busy = true;
  await attempt(async () => {
    const {stale, match: now} = await post(`/api/match/${what}`, {version, ...more});
    new BroadcastChannel("n52").postMessage({match: "", version: now?.version ?? null});
    if (stale) location.reload(); else then();
  });
  busy = false;
}
const begin = chosen => change("new", chosen, () => location.assign("/play"));
const start = () => newMatch(data, begin);
async function leave() {
  const wanted = match.over ? "yes" : await ask(say("LEAVE_TITLE"), el("p", {}, say("LEAVE_WORDS")), [["yes", say("LEAVE"), "main"], ["no", say("STAY")]]);
  if (wanted === "yes") change("leave", {}, () => location.reload());
}
function goOn() {
  const player = ({name, score, me}) => el("li", {class: me ? "me" : null}, avatar(name), el("bdi", {}, name), el("b", {}, score));
  return el("section", {class: "hero", "aria-labelledby": "t-match"},
    el("div", {}, el("p", {class: "caption"}, say("YOUR_MATCH")), el("h2", {id: "t-match"}, match.title), el("p", {}, match.words),
      el("ul", {class: "players"}, ...match.players.map(player)),
      el("div", {class: "row"}, button(say("CONTINUE"), () => location.assign("/play"), {class: "main", "data-key": "enter"}), button(say("NEW_MATCH"), leave))),
    fan());
}

// The other panels, whose content the server sends later.

const panel = (id, title, ...content) => el("section", {class: "panel", id, "aria-labelledby": "t-" + id}, el("h2", {id: "t-" + id}, title), ...content);
const words = name => el("p", {}, say(name));
const day = words("DAY_ABOUT"), due = words("DUE_ABOUT"), results = el("ul", {class: "results"});
const dayRow = el("div", {class: "row"}, button(say("TO_TODAYS_DEAL"), playDay, {class: "main"}), el("a", {class: "b", href: "/today"}, say("TODAY")));
const recent = panel("recent", say("RECENT"), results);

function playDay() {
  return attempt(async () => location.assign((await post("/api/today/play", {today: here(), day: "", name: settings.get("name")})).go));
}
function show(found) {
  day.textContent = [found.day.words, found.standing.day].filter(Boolean).join(" ");
  if (found.day.state === "played") dayRow.replaceChildren(el("a", {class: "b", href: "/today"}, say("TO_TODAYS_RESULT")));
  if (found.standing.due) due.textContent = found.standing.due;
  if (!found.results.length) results.replaceWith(words("RECENT_NONE"));
  results.replaceChildren(...found.results.map(each => el("li", {},
    el("a", {href: each.address}, each.title), el("b", {class: {"−": "warn", "+": "good"}[each.points[0]]}, each.points), el("small", {}, each.words))));
}

const pages = [["rules", "/rules", "RULES"], ["chart", "/library/progress", "YOUR_PROGRESS"], ["day", "/today", "TODAY"], ["gear", "/settings", "SETTINGS"]];
heading.textContent = say(hour < NOON ? "GOOD_MORNING" : hour < EVENING ? "GOOD_AFTERNOON" : "GOOD_EVENING");
main.classList.add("home");
main.append(
  match ? goOn() : start(),
  panel("day", say("TODAYS_DEAL"), day, dayRow),
  recent,
  panel("due", say("PUZZLES"), due, el("div", {class: "row"}, el("a", {class: "b tint", href: "/drill"}, say("TO_PUZZLES")))),
  el("nav", {class: "pages", "aria-label": say("MORE_PAGES")}, ...pages.map(([name, href, text]) => el("a", {class: "b", href}, icon(name), say(text)))));
if (data.error) notify(data.error, "error");
post("/api/home", {today: here(), name: settings.get("name")}).then(show, error => results.replaceWith(el("p", {class: "warn", role: "alert"}, error.message)));
window.addEventListener("pageshow", event => { if (event.persisted) location.reload(); });
