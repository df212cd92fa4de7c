// The page Today: the deal of the day, streak, puzzles due and rating. Only the browser knows the user's date.
import {$, el, button, say, saying, soft, unseen, inRow, link, paragraph} from "./table/dom.js";
import {addressOf, attempt, here, playDay, Requests, dayText} from "./ui.js";
import {grid} from "./grid.js";
import {ratingPlot} from "./plot.js";
import {settings, UNNAMED} from "./settings.js";

const DAYS = 3; // days that the rating's curve needs
const PRESS = {open: "Play it", begun: "Continue", missed: "Play for practice", played: "Play again for practice"};
const SAID = {open: "Everybody gets the same cards. Only your first try counts. Then you see how computer players do in your seat.", begun: "In progress.", missed: "Missed. You can still play it for practice."};

const longDate = (/** @type {string} */ date) => dayText(date, {weekday: "long", day: "numeric", month: "long", year: "numeric"});

const [deal, streak, due, rating, weak] = document.querySelectorAll("#today > section"), requests = new Requests(), working = $("working");
let today = here(), day = ""; // `day` is the day shown, empty for today

function fill(/** @type {HTMLElement} */ place, /** @type {(Node | null)[]} */ ...children) {
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
  working.remove(); // does nothing from the second time on
  $("today").hidden = false;
}

function showDay(/** @type {DayShown} */ shown) {
  day = shown.date === today ? "" : shown.date;
  $("t-deal").textContent = day ? "Earlier deal" : "Deal of the day";
  for (const made of streak.querySelectorAll("button")) made.ariaPressed = `${made.dataset.day === shown.date}`;
  const {state, levels} = shown, press = button(PRESS[state], () => playDay(day), {class: state === "played" ? "" : "main"});
  const told = shown.state === "played"
    ? [el("p", {class: "result"}, el("b", {}, shown.result)), el("p", {}, shown.compared || "The computer players are still playing …"), inRow(press, link("Review this deal", "/review/" + shown.record))]
    : [soft(SAID[shown.state]), inRow(press)];
  fill(deal, el("p", {class: "date"}, longDate(shown.date)), paragraph(shown.words), ...told,
    levels && captioned("levels", "How computer players of each level do with this deal", ["In your seat", "Tricks", "Points"], levels, levels.map(([name]) => name === UNNAMED ? "yours" : "")));
}
function captioned(/** @type {string} */ kind, /** @type {string} */ words, /** @type {Parameters<typeof grid>} */ ...parts) { // a table with a caption for screen readers
  const made = grid(...parts);
  made.className = kind;
  made.prepend(el("caption", {class: "hidden"}, words));
  return made;
}

function showStreak(/** @type {TodayShown} */ shown) {
  const names = shown.weeks[0].map(({date}) => dayText(date, {weekday: "long"}));
  const heads = names.map(name => [el("span", {"aria-hidden": "true"}, name[0]), unseen(name)]);
  const rows = shown.weeks.map(days => days.map(each => el("td", {}, each.later ? null : dayButton(each))));
  fill(streak, el("p", {}, shown.streak), captioned("calendar", "Recent weeks: tricks above or below your target", heads, rows));
}
function dayButton(/** @type {CalendarDay} */ {date, score}) {
  const points = score ?? "·", long = longDate(date), said = score === null ? say("{date}: not played", {date: long}) : say("{date}: {points} points", {date: long, points});
  const seen = (/** @type {string} */ kind, /** @type {string} */ words) => el("span", {class: kind, "aria-hidden": "true"}, words);
  const parts = [seen("number", `${Number(date.slice(8))}`), seen("points", points), unseen(said)];
  const look = async () => {
    day = date === today ? "" : date;
    await load();
    if (document.activeElement === document.body) streak.querySelector(`[data-day="${date}"]`)?.focus(); // each answer redraws the calendar
  };
  return button(parts, look, {"aria-current": date === today ? "date" : null, "data-day": date});
}

function showDue(/** @type {PuzzlesDue} */ {any, words, rest}) {
  fill(due, el("p", {}, el("b", {}, words), " ", rest), inRow(link(any ? "Go to the puzzles" : "Try new puzzles", "/drill")));
}
function showRating(/** @type {TodayShown} */ shown) {
  const words = el("p", {}, ...saying("{rating}, based on your first answer to each puzzle.", {rating: el("b", {}, shown.rating)}));
  const days = new Set(shown.ratings.map(each => new Date(each.at * 1000).toDateString()));
  fill(rating, words, days.size >= DAYS ? ratingPlot(shown.ratings, shown.rating) : soft("The curve appears once the rating covers three days."));
}
function showWeak(/** @type {WeakTheme[]} */ found) {
  const player = settings.get("name") || UNNAMED;
  const rows = found.map(({name, words}) => el("li", {}, words + " ", el("a", {href: addressOf("/drill", {weak: name, player})}, "Train this")));
  fill(weak, rows.length ? el("ul", {}, ...rows) : soft("Review some of your deals first."));
}

new BroadcastChannel("n52").addEventListener("message", load);
document.addEventListener("visibilitychange", () => {
  if (!document.hidden && here() !== today) { day = ""; load(); }
});
window.addEventListener("pageshow", event => { if (event.persisted) load(); });
load();
