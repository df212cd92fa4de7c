// The page Today: the deal of the day, streak, puzzles due and rating. Only the browser knows the user's date.
import {el, button, say, saying, sentence} from "./table/dom.js";
import {$, addressOf, attempt, here, loading, panel, playDay, Requests} from "./ui.js";
import {grid} from "./grid.js";
import {ratingPlot} from "./plot.js";
import {settings, UNNAMED} from "./settings.js";

const DAYS = 3;                                  // days that the rating's curve needs
const PRESS = {open: "PLAY_DAY", begun: "CONTINUE", missed: "PLAY_PRACTICE", played: "PLAY_AGAIN"};
const SAID = {open: "DAY_OPEN", begun: "DAY_BEGUN", missed: "DAY_MISSED"};

const dayIn = (/** @type {string} */ date, /** @type {Intl.DateTimeFormatOptions} */ how) => new Date(`${date}T12:00`).toLocaleDateString("en-GB", how);
const longDate = (/** @type {string} */ date) => dayIn(date, {weekday: "long", day: "numeric", month: "long", year: "numeric"});

const deal = panel("t-deal", say("DEAL_OF_DAY")), streak = panel("t-streak", say("STREAK")), due = panel("t-due", say("DUE_TODAY"));
const rating = panel("t-rating", say("RATING")), weak = panel("t-weak", say("WEAKNESSES"));
const working = loading(say("WORKING")), shownParts = el("div", {class: "today"}, deal, streak, due, rating, weak), requests = new Requests();
let today = here(), day = "";                    // `day` is the day shown, empty for today
$("main").append(working);

function fill(/** @type {HTMLElement} */ place, /** @type {(Node | null | undefined)[]} */ ...children) {
  place.replaceChildren(...[place.firstChild, ...children].flatMap(child => child || []));
}

// Request the content; the server's later answers fill in missing parts.
function load() {
  today = here();
  return attempt(() => requests.post("/api/today", {today, day, name: settings.get("name")}, show));
}
function show(/** @type {TodayLine} */ line) {
  if (line.weeks) { showStreak(line); showDue(line.due); showRating(line); }
  if (line.day) showDay(line.day);
  if (line.weak) showWeak(line.weak);
  working.replaceWith(shownParts);               // does nothing from the second time on
}

function showDay(/** @type {DayShown} */ shown) {
  day = shown.date === today ? "" : shown.date;
  if (deal.firstChild) deal.firstChild.textContent = say(day ? "EARLIER_DEAL" : "DEAL_OF_DAY");
  for (const made of streak.querySelectorAll("button")) made.setAttribute("aria-pressed", `${made.dataset.day === shown.date}`);
  const played = shown.state === "played", told = shown.state === "played"
    ? [el("p", {class: "result"}, el("b", {}, shown.result)), el("p", {}, shown.compared || say("COMPARING"))]
    : [el("p", {class: "soft"}, say(SAID[shown.state]))];
  const press = button(say(PRESS[shown.state]), () => playDay(day), {class: played ? "" : "main"});
  const review = shown.record && el("a", {class: "b", href: "/review/" + shown.record}, say("REVIEW_DEAL"));
  fill(deal, el("p", {class: "date"}, longDate(shown.date)), el("p", {}, ...sentence(shown.words)), ...told, el("div", {class: "row"}, press, review), shown.levels && levels(shown.levels));
}
function levels(/** @type {NonNullable<DayShown["levels"]>} */ rows) {
  return captioned("levels", say("LEVELS_CAPTION"), [say("IN_YOUR_SEAT"), say("TRICKS"), say("POINTS")], rows, rows.map(([name]) => name === UNNAMED ? "yours" : ""));
}
function captioned(/** @type {string} */ kind, /** @type {string} */ words, /** @type {Parameters<typeof grid>} */ ...parts) {   // a table with a caption for screen readers
  const made = grid(...parts);
  made.className = kind;
  made.prepend(el("caption", {class: "hidden"}, words));
  return made;
}

function showStreak(/** @type {TodayShown} */ shown) {
  const names = shown.weeks[0].map(({date}) => dayIn(date, {weekday: "long"}));
  const heads = names.map(name => [el("span", {"aria-hidden": "true"}, name[0]), el("span", {class: "hidden"}, name)]);
  const rows = shown.weeks.map(days => days.map(each => el("td", {}, each.later ? null : dayButton(each))));
  fill(streak, el("p", {}, shown.streak), captioned("calendar", say("CALENDAR_CAPTION"), heads, rows));
}
function dayButton(/** @type {CalendarDay} */ {date, score}) {
  const points = score ?? "·", long = longDate(date), said = score === null ? say("DAY_NOT_PLAYED", {date: long}) : say("DAY_POINTS", {date: long, points});
  const seen = (/** @type {string} */ kind, /** @type {string} */ words) => el("span", {class: kind, "aria-hidden": "true"}, words);
  const parts = [seen("number", String(Number(date.slice(8)))), seen("points", points), el("span", {class: "hidden"}, said)];
  const look = async () => {
    day = date === today ? "" : date;
    await load();
    if (document.activeElement === document.body) streak.querySelector(`[data-day="${date}"]`)?.focus();   // each answer redraws the calendar
  };
  return button(parts, look, {"aria-current": date === today ? "date" : null, "data-day": date});
}

function showDue(/** @type {PuzzlesDue} */ {any, words, rest}) {
  fill(due, el("p", {}, el("b", {}, words), " ", rest), el("div", {class: "row"}, el("a", {class: "b", href: "/drill"}, say(any ? "TO_PUZZLES" : "NEW_PUZZLES"))));
}
function showRating(/** @type {TodayShown} */ shown) {
  const words = el("p", {}, ...saying("RATING_ABOUT", {rating: el("b", {}, shown.rating)}));
  const days = new Set(shown.ratings.map(each => new Date(each.at * 1000).toDateString()));
  fill(rating, words, days.size >= DAYS ? ratingPlot(shown.ratings, shown.rating) : el("p", {class: "soft"}, say("RATING_LATER")));
}
function showWeak(/** @type {NonNullable<TodayLine["weak"]>} */ found) {
  const player = settings.get("name") || UNNAMED;
  const rows = found.map(({name, words}) => el("li", {}, words + " ", el("a", {href: addressOf("/drill", {weak: name, player})}, say("TRAIN"))));
  fill(weak, rows.length ? el("ul", {}, ...rows) : el("p", {class: "soft"}, say("WEAK_LATER")));
}

new BroadcastChannel("n52").addEventListener("message", load);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && here() !== today) { day = ""; load(); }
});
window.addEventListener("pageshow", event => { if (event.persisted) load(); });
load();
