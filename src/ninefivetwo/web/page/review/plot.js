// Draws the plot of guaranteed tricks; `x` maps a number of cards to a position, `y` a number of tricks.
import {$, SEATS, svg} from "../table/dom.js";
import {isLoss, realLine} from "./line.js";
import {decisionAddress} from "./position.js";
import {COLOUR, HANDS_UNKNOWN, SHAPE} from "./text.js";

export const NARROW = matchMedia("(max-width: 600px)");
const HEIGHT = 230, LEFT = 26, TOP = 14, BOTTOM = HEIGHT - 22, NAME_HEIGHT = 18, DASH = ["", "7 4", "2 3"];
const plotWidth = () => NARROW.matches ? 380 : 660, plotRight = () => plotWidth() - (NARROW.matches ? 106 : 118);
/** @type {(review: ReviewObject) => Plot} */ function plotOf(review) {
  const judged = judgedCards(review);
  const sure = judged.length ? [judged[0].before, ...judged.map(d => d.after)] : []; // guarantees before the first card and after each card
  const most = 2 * Math.ceil((Math.max(9, ...sure.flatMap(tricks => Object.values(tricks)), ...Object.values(review.contracts)) + 1) / 2);
  const x = (/** @type {number} */ cards) => LEFT + (plotRight() - LEFT) * cards / Math.max(sure.length - 1, 1);
  return {sure, most, x, y: tricks => BOTTOM - (BOTTOM - TOP) * tricks / most};
}
const judgedCards = (/** @type {ReviewObject} */ {decisions}) => decisions.flatMap(d => d.trick !== null && d.before && d.after ? [{before: d.before, after: d.after, decision: d}] : []);
export function drawPlot(/** @type {View} */ view) {
  const plot = plotOf(view.review), drawn = $("plot");
  drawn.setAttribute("viewBox", `0 0 ${plotWidth()} ${HEIGHT}`);
  drawn.replaceChildren(...gridLines(plot));
  if (!plot.sure.length) { drawn.append(svg("text", {x: LEFT + 20, y: HEIGHT / 2}, view.open ? "No card has been played yet." : HANDS_UNKNOWN)); return; }
  drawn.append(...trickNumbers(plot), ...curves(plot), ...nameLabels(plot, view), ...lossMarks(plot, view));
  const real = view.other ? Math.min(view.at, view.other.from) : view.at;
  if (real >= view.line.first) drawn.append(nowLine(plot.x(real - view.line.first)));
}
const everyOther = (/** @type {number} */ step, /** @type {number} */ most) => Array.from({length: Math.floor(most / step) + 1}, (_, i) => step * i);
function gridLines(/** @type {Plot} */ {most, y}) {
  return everyOther(2, most).flatMap(tricks => [svg("line", {x1: LEFT, x2: plotRight(), y1: y(tricks), y2: y(tricks), class: "rule"}), svg("text", {x: 4, y: y(tricks) + 4}, tricks)]);
}
function trickNumbers(/** @type {Plot} */ {sure, x}) {
  return everyOther(NARROW.matches ? 4 : 2, (sure.length - 1) / 3).map(trick => svg("text", {x: x(3 * trick) - 3, y: HEIGHT - 6}, trick || "start"));
}
function curves(/** @type {Plot} */ {sure, x, y}) {
  return SEATS.map((seat, s) => {
    const path = sure.map((tricks, i) => (i ? "H" + x(i) + "V" : "M" + x(0) + " ") + y(tricks[seat])).join("");
    return svg("path", {d: path, fill: "none", style: {stroke: COLOUR[s]}, "stroke-width": 2.4, "stroke-dasharray": DASH[s]});
  });
}
function nameLabels(/** @type {Plot} */ {sure, y}, /** @type {View} */ {names}) { // names at the ends of the curves, moved apart if they overlap
  const ends = SEATS.map(seat => y(sure[sure.length - 1][seat])), order = [0, 1, 2].sort((a, b) => ends[a] - ends[b]);
  order.forEach((s, i) => { if (i) ends[s] = Math.max(ends[s], ends[order[i - 1]] + NAME_HEIGHT); });
  return names.map((name, s) => svg("text", {x: plotRight() + 4, y: ends[s] + 4, style: {fill: COLOUR[s]}}, SHAPE[s] + " " + name.slice(0, 10)));
}
function lossMarks(/** @type {Plot} */ {sure, x, y}, /** @type {View} */ {review, number}) { // marks at the losses; a click on a mark opens the decision
  const judged = judgedCards(review);
  return realLine(review).steps.flatMap(step => {
    const place = judged.findIndex(({decision}) => decision === step.decision);
    if (place < 0 || !step.decision || !isLoss(step)) return [];
    const {mark, own_cost, index} = step.decision, colour = mark ? "var(--bad)" : COLOUR[SEATS.indexOf(step.seat)];
    const text = svg("text", {x: x(place + 1) - 6, y: y(sure[place + 1][step.seat]) + 15, class: "hit", style: {fill: colour}}, mark || "−" + own_cost);
    text.onclick = () => { location.hash = decisionAddress(number, index); };
    return [text];
  });
}
const nowLine = (/** @type {number} */ x) => svg("line", {x1: x, x2: x, y1: TOP, y2: BOTTOM, class: "now", "stroke-dasharray": "3 3", id: "now"});
