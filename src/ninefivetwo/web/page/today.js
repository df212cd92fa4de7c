// The page Today: the deal of the day, streak, puzzles due and rating. Only the browser knows the user's date.
import {el, button, say, saying, sentence} from "./table/dom.js";
import {attempt, here, loading, post} from "./ui.js";
import {ratingPlot} from "./plot.js";
import {settings, UNNAMED} from "./settings.js";

const WEEK = 7, DAYS = 3;                        // days in a week, days that the rating's curve needs
const PRESS = {open: "PLAY_DAY", begun: "CONTINUE", missed: "PLAY_PRACTICE", played: "PLAY_AGAIN"};
const SAID = {open: "DAY_OPEN", begun: "DAY_BEGUN", missed: "DAY_MISSED"};
const main = document.getElementById("main"), working = loading(say("WORKING"));
main.append(working);

const weekday = i => new Date(2024, 0, 1 + i).toLocaleDateString("en-GB", {weekday: "long"});   // from Monday on
function longDate(text) {
  const [year, month, day] = text.split("-").map(Number);
  return new Date(year, month - 1, day).toLocaleDateString("en-GB", {weekday: "long", day: "numeric", month: "long", year: "numeric"});
}

const panel = (id, title) => el("section", {class: "panel", id, "aria-labelledby": "t-" + id}, el("h2", {id: "t-" + id}, say(title)));
const deal = panel("deal", "DEAL_OF_DAY"), streak = panel("streak", "STREAK"), due = panel("due", "DUE_TODAY");
const rating = panel("rating", "RATING"), weak = panel("weak", "WEAKNESSES");
let asked = new AbortController(), today = here(), day = "";   // `day` is the day shown, empty for today

function fill(place, ...children) {
  place.replaceChildren(place.firstChild, ...children.filter(child => child !== null));
}

// Request the content; the server's later answers fill in missing parts.
async function load() {
  asked.abort();
  asked = new AbortController();
  today = here();
  const {signal} = asked;
  await attempt(() => post("/api/today", {today, day, name: settings.get("name")}, {onLine: show, signal}));
}
function show(line) {
  if (line.weeks) { showStreak(line); showDue(line.due); showRating(line); }
  if (line.day) showDay(line.day);
  if (line.weak) showWeak(line.weak);
  if (!main.contains(deal)) working.replaceWith(el("div", {class: "today"}, deal, streak, due, rating, weak));
}

function showDay(shown) {
  day = shown.date === today ? "" : shown.date;
  deal.firstChild.textContent = say(day ? "EARLIER_DEAL" : "DEAL_OF_DAY");
  for (const made of streak.querySelectorAll("button")) made.setAttribute("aria-pressed", made.dataset.day === shown.date);
  const told = shown.state === "played"
    ? [el("p", {class: "result"}, el("b", {}, shown.result)), el("p", {}, shown.compared || say("COMPARING"))]
    : [el("p", {class: "soft"}, say(SAID[shown.state]))];
  const date = el("p", {class: "date"}, longDate(shown.date));
  fill(deal, date, el("p", {}, ...sentence(shown.words)), ...told, ways(shown), shown.levels ? levels(shown) : null);
}
function ways(shown) {
  const press = () => attempt(async () => {
    const found = await post("/api/today/play", {today: here(), day, name: settings.get("name")});
    location.assign(found.go);
  });
  const review = shown.record && el("a", {class: "b", href: "/review/" + shown.record}, say("REVIEW_DEAL"));
  return el("div", {class: "row"}, button(say(PRESS[shown.state]), press, {class: shown.state === "played" ? "" : "main"}), review || null);
}
function levels(shown) {
  const heads = ["IN_YOUR_SEAT", "TRICKS", "POINTS"].map(name => el("th", {scope: "col"}, say(name)));
  const row = ([name, ...cells]) => el("tr", {class: name === "You" ? "yours" : ""}, el("th", {scope: "row"}, name), ...cells.map(cell => el("td", {}, cell)));
  return el("table", {class: "levels"},
    el("caption", {class: "hidden"}, say("LEVELS_CAPTION")),
    el("thead", {}, el("tr", {}, ...heads)),
    el("tbody", {}, ...shown.levels.map(row)));
}

function showStreak(shown) {
  const heads = Array.from({length: WEEK}, (_, i) => weekday(i)).map(name =>
    el("th", {scope: "col"}, el("span", {"aria-hidden": "true"}, name[0]), el("span", {class: "hidden"}, name)));
  const rows = shown.weeks.map(week => el("tr", {}, ...week.map(each => el("td", {}, each.later ? null : dayButton(each)))));
  fill(streak, el("p", {}, shown.streak), el("table", {class: "calendar"},
    el("caption", {class: "hidden"}, say("CALENDAR_CAPTION")),
    el("thead", {}, el("tr", {}, ...heads)), el("tbody", {}, ...rows)));
}
function dayButton(each) {
  const points = each.score ?? "·", date = longDate(each.date);
  const said = each.score === null ? say("DAY_NOT_PLAYED", {date}) : say("DAY_POINTS", {date, points});
  const seen = (kind, words) => el("span", {class: kind, "aria-hidden": "true"}, words);
  const parts = [seen("number", String(Number(each.date.slice(8)))), seen("points", points), el("span", {class: "hidden"}, said)];
  const look = () => { day = each.date === today ? "" : each.date; load().then(() => focused(each.date)); };
  const made = button(parts, look, {"aria-current": each.date === today ? "date" : null});
  made.dataset.day = each.date;
  return made;
}
// Keep the keyboard focus, because each answer redraws the calendar.
function focused(date) {
  if (document.activeElement === document.body) streak.querySelector(`[data-day="${date}"]`)?.focus();
}

function showDue({any, words, rest}) {
  fill(due, el("p", {}, el("b", {}, words), " ", rest), el("div", {class: "row"}, el("a", {class: "b", href: "/drill"}, say(any ? "TO_PUZZLES" : "NEW_PUZZLES"))));
}
function showRating(shown) {
  const words = el("p", {}, ...saying("RATING_ABOUT", {rating: el("b", {}, shown.rating)}));
  const days = new Set(shown.ratings.map(each => new Date(each.at * 1000).toDateString()));
  const line = days.size >= DAYS ? ratingPlot(shown.ratings, shown.rating) : null;
  fill(rating, words, line || el("p", {class: "soft"}, say("RATING_LATER")));
}
function showWeak(found) {
  const player = encodeURIComponent(settings.get("name") || UNNAMED);
  const rows = found.map(each => el("li", {}, each.words + " ",
    el("a", {href: `/drill?weak=${encodeURIComponent(each.name)}&player=${player}`}, say("TRAIN"))));
  const none = el("p", {class: "soft"}, say("WEAK_LATER"));
  fill(weak, rows.length ? el("ul", {}, ...rows) : none);
}

new BroadcastChannel("n52").addEventListener("message", load);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && here() !== today) { day = ""; load(); }
});
window.addEventListener("pageshow", event => { if (event.persisted) load(); });
load();
