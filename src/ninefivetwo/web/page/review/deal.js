// Draws the parts of a deal's page that are the same at each step: the summary, ledger, grades and luck.
import {$, capital, el, say, sentence, trumpText, WORD, paragraphs} from "../table/dom.js";
import {decisionAddress} from "./position.js";
import {fillTable, HANDS_UNKNOWN, SHAPE} from "./text.js";

export function drawDeal(/** @type {View} */ view) {
  const {review: {event, number, trump, rules}, words, names} = view;
  document.title = $("title").textContent = event ? say("{event}, deal {number}", {event, number}) : say("Deal {number}", {number});
  $("result").replaceChildren(...sentence(words.result, names));
  $("terms").replaceChildren(...sentence([trump === "N" ? WORD.N : trump && say("{trump} are trump", {trump: trumpText(trump)}), rules].filter(Boolean).join(" · ")));
  drawShort(view);
  drawLedger(view);
  drawGrades(view);
  drawLuck(view);
}
function drawShort(/** @type {View} */ {words, names, number, review, open}) { // the summary: the best player, and the costliest avoidable mistakes
  const link = (/** @type {string} */ text, /** @type {number} */ index) => el("li", {}, ...sentence(text, names), " ", decisionLink(number, index));
  $("dealshort").replaceChildren(...paragraphs([...words.best, words.too_close, words.luck], names));
  $("mistakes").replaceChildren(...words.costliest.map((each, i) => link(each, words.costliest_decisions[i])));
  $("opencards").replaceChildren(...sentence(words.double_dummy, names));
  const points = words.turning_points.map((each, i) => link(capital(each), review.turning_points[i]));
  $("points").replaceChildren(...(points.length ? points : [el("li", {}, open ? "No decision cost or conceded a trick." : HANDS_UNKNOWN)]));
  $("unused").replaceChildren(...words.unused.map(each => el("li", {}, ...sentence(each, names))));
  $("turning").open = !words.costliest.length;
}
export const decisionLink = (/** @type {number} */ deal, /** @type {number} */ index) => el("a", {href: decisionAddress(deal, index), class: "b"}, "Show");
function drawLedger(/** @type {View} */ {figures, names, open}) {
  if (figures.ledger) fillTable("ledger", ["gave to", ...names], figures.ledger);
  else $("ledger").replaceChildren(el("tbody", {}, el("tr", {}, el("td", {}, open ? "Nothing yet." : HANDS_UNKNOWN))));
}
// Draw the grades, with a row for each measure and a column for each player.
function drawGrades(/** @type {View} */ {figures, names}) {
  fillTable("grades", ["", ...names], figures.grades);
  $("gradenote").replaceChildren(...figures.grade_notes.map(each => el("p", {}, each)));
}
function drawLuck(/** @type {View} */ {figures: {luck, luck_note}, names}) {
  $("luck").replaceChildren(...(luck ? luck.map(({won, terms}, s) => el("div", {}, el("h3", {}, `${SHAPE[s]} ${names[s]} ${won}`), ...terms.map(luckBar)))
    : [el("p", {}, "Luck is shown only if all hands are known and the deal was finished.")]));
  $("lucknote").textContent = luck ? luck_note : "";
}
function luckBar(/** @type {LuckBar} */ {name, words, bar}, /** @type {number} */ place) {
  const drawn = el("i", {}), wide = 50 * Math.abs(bar);
  if (place) drawn.append(el("span", {class: bar >= 0 ? "up" : "down", style: {left: `${bar >= 0 ? 50 : 50 - wide}%`, width: `${wide}%`}}));
  return el("div", {class: "term"}, el("span", {title: name}, name), drawn, el("b", {}, words));
}
