// Plots as SVG; the axes begin and end at round numbers.
import {el, say, svg} from "./table/dom.js";

const NARROW = matchMedia("(max-width: 600px)"), HEIGHT = 260, LEFT = 52, RIGHT = 22, TOP = 12, BOTTOM = 36;

// A plot is drawn for a narrow or a wide window; it must be redrawn when this changes.
export const onOtherWidth = (/** @type {() => void} */ redraw) => NARROW.addEventListener("change", redraw);

// Return about five round numbers that span the range from `low` to `high`.
function ticks(/** @type {number} */ low, /** @type {number} */ high) {
  if (high - low < 1e-9) [low, high] = [low - 1, high + 1];
  const rough = (high - low) / 5, power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5].map(each => each * power).find(each => each >= rough * 0.999) ?? 10 * power;
  const first = Math.floor(low / step + 1e-9), last = Math.ceil(high / step - 1e-9);
  return Array.from({length: last - first + 1}, (_, i) => +((first + i) * step).toFixed(6));
}
const round = (/** @type {number} */ value) => Math.round(value * 10) / 10;

/** Draw a frame with two named axes; the returned `x` and `y` map values to positions. @type {DrawFrame} */
function frame(title, xs, ys, xName, yName, label = String, width = NARROW.matches ? 300 : 520) {
  const drawing = svg("svg", {viewBox: `0 0 ${width} ${HEIGHT}`, role: "img", "aria-label": title, class: "plot"});
  const x = (/** @type {number} */ value) => round(LEFT + (value - xs[0]) / (last(xs) - xs[0]) * (width - LEFT - RIGHT));
  const y = (/** @type {number} */ value) => round(HEIGHT - BOTTOM - (value - ys[0]) / (last(ys) - ys[0]) * (HEIGHT - TOP - BOTTOM));
  for (const value of ys) {
    drawing.append(svg("line", {x1: LEFT, x2: width - RIGHT, y1: y(value), y2: y(value), class: "grid"}), svg("text", {x: LEFT - 6, y: y(value) + 4, "text-anchor": "end"}, signed(value, ys[0])));
  }
  const middle = TOP + (HEIGHT - TOP - BOTTOM) / 2;
  const centred = (/** @type {string} */ words, /** @type {Attributes} */ place) => svg("text", {...place, "text-anchor": "middle"}, words);
  drawing.append(...xs.map(value => centred(label(value), {x: x(value), y: HEIGHT - BOTTOM + 16})),
    centred(xName, {x: (LEFT + width - RIGHT) / 2, y: HEIGHT - 4}), centred(yName, {x: 12, y: middle, transform: `rotate(-90 12 ${middle})`}));
  return {drawing, x, y};
}
const last = (/** @type {number[]} */ values) => values[values.length - 1];
const signed = (/** @type {number} */ value, /** @type {number} */ lowest) => lowest < 0 && value > 0 ? `+${value}` : `${value}`.replace("-", "−");
const numbers = (/** @type {unknown[]} */ values) => ticks(values.length > 1 ? 1 : 0, Math.max(2, values.length)).filter(Number.isInteger);

// Parts of a drawing, from points [x, y].
const path = (/** @type {Point[]} */ points) => points.map(point => point.join(",")).join(" ");
const band = (/** @type {Point[]} */ upper, /** @type {Point[]} */ lower) => svg("polygon", {class: "band", points: path([...upper, ...lower.reverse()])});
const line = (/** @type {Point[]} */ points, kind = "") => svg("polyline", {class: `curve ${kind}`, points: path(points)});
const dots = (/** @type {Point[]} */ points, kind = "") => points.map(([cx, cy]) => svg("circle", {cx, cy, r: 3, class: `point ${kind}`}));

/** Draw a curve with its error band, and a faint point for each single value. @type {DrawCurve} */
export function curve(title, values, [low, high], xName, yName) {
  const lows = values.flatMap(each => [each.point, each.mean - each.error]), highs = values.flatMap(each => [each.point, each.mean + each.error]);
  const ys = ticks(Math.max(low, Math.min(...lows)), Math.min(high, Math.max(...highs)));
  const {drawing, x, y} = frame(title, numbers(values), ys, xName, yName);
  const along = (/** @type {(value: typeof values[number]) => number} */ of) => values.map((each, i) => /** @type {Point} */ ([x(i + 1), y(Math.max(ys[0], Math.min(last(ys), of(each))))]));
  drawing.append(band(along(each => each.mean + each.error), along(each => each.mean - each.error)), line(along(each => each.mean)), ...dots(along(each => each.point)));
  return drawing;
}

// Draw the rating over time with its error band; `now` is the current rating as text.
export function ratingPlot(/** @type {RatingPoint[]} */ points, /** @type {string} */ now) {
  const [upper, lower] = [1, -1].map(sign => points.map(each => each.rating + sign * each.deviation));
  const ys = ticks(Math.min(...lower), Math.max(...upper)), xs = [new Date(points[0].at * 1000).setHours(0, 0, 0, 0) / 1000, points[points.length - 1].at];
  const date = (/** @type {number} */ at) => new Date(at * 1000).toLocaleDateString("en-GB", {day: "numeric", month: "short"});
  const {drawing, x, y} = frame(say("Rating over time, from {low} to {high}; now {rating}", {low: ys[0], high: last(ys), rating: now}), xs, ys, "", "", date, 300);
  const along = (/** @type {number[]} */ values) => values.map((value, i) => /** @type {Point} */ ([x(points[i].at), y(value)]));
  drawing.append(band(along(upper), along(lower)), line(along(points.map(each => each.rating))));
  return el("figure", {}, drawing, el("figcaption", {class: "soft"}, "The band is a 68 % interval around the rating."));
}

/** Draw two curves over one axis. @type {DrawPair} */
export function pair(title, values, names, xName, yName) {
  const all = values.flat(), {drawing, x, y} = frame(title, numbers(values), ticks(Math.min(0, ...all), Math.max(0, ...all)), xName, yName);
  for (const [series, [name]] of names.entries()) {
    const points = values.map((each, i) => /** @type {Point} */ ([x(i + 1), y(each[series])]));
    drawing.append(line(points, name), ...dots(points, name));
  }
  return el("div", {}, drawing, el("p", {class: "soft legend"}, ...names.map(([name, words]) => el("span", {class: name}, words))));
}

// Draw a bar from 0 to 100 with its error for each row.
export function bars(/** @type {GradeBar[]} */ rows) {
  return el("table", {class: "bars"}, el("tbody", {}, ...rows.map(({name, value, error, words}) => {
    const drawing = svg("svg", {viewBox: "0 0 100 16", preserveAspectRatio: "none", "aria-hidden": "true"});
    if (value !== null && error !== null) drawing.append(svg("rect", {x: 0, y: 3, width: value, height: 10, class: "bar"}), svg("line", {x1: value - error, x2: value + error, y1: 8, y2: 8, class: "error"}));
    return el("tr", {}, el("th", {scope: "row"}, name), el("td", {class: "bar"}, drawing), el("td", {}, words));
  })));
}
