// The plot of the rating over time with its error band; the axes begin and end at round numbers.
import {el, say, svg} from "./table/dom.js";

const WIDTH = 300, HEIGHT = 180, LEFT = 42, RIGHT = 8, TOP = 10, BOTTOM = 24, DAY = 86400;   // seconds
const STEPS = [50, 100, 200, 500, 1000];

// `now` is the current rating as text.
export function ratingPlot(points, now) {
  const low = Math.min(...points.map(each => each.rating - each.deviation));
  const high = Math.max(...points.map(each => each.rating + each.deviation));
  const step = STEPS.find(each => (high - low) / each <= 5) || 2000;
  const bottom = Math.floor(low / step) * step, top = Math.ceil(high / step) * step, last = points[points.length - 1];
  const start = startOfDay(points[0].at), end = Math.max(startOfDay(last.at), start) + DAY;
  const x = at => LEFT + (at - start) / (end - start) * (WIDTH - LEFT - RIGHT);
  const y = value => TOP + (top - value) / (top - bottom) * (HEIGHT - TOP - BOTTOM);
  const said = say("RATING_PLOT", {low: bottom, high: top, rating: now});
  const made = svg("svg", {viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", class: "plot", "aria-label": said});
  for (let value = bottom; value <= top; value += step) {
    made.append(svg("line", {class: "grid", x1: LEFT, x2: WIDTH - RIGHT, y1: y(value), y2: y(value)}));
    made.append(svg("text", {x: LEFT - 6, y: y(value) + 4, "text-anchor": "end"}, String(value)));
  }
  made.append(svg("text", {x: LEFT, y: HEIGHT - 6}, dayText(start)));
  if (end - start > DAY) made.append(svg("text", {x: WIDTH - RIGHT, y: HEIGHT - 6, "text-anchor": "end"}, dayText(end - DAY)));
  const along = (list, value) => list.map(each => `${x(each.at).toFixed(1)},${y(value(each)).toFixed(1)}`).join(" ");
  const upper = along(points, each => each.rating + each.deviation);
  const lower = along([...points].reverse(), each => each.rating - each.deviation);
  made.append(svg("polygon", {class: "band", points: `${upper} ${lower}`}));
  made.append(svg("polyline", {class: "line", points: along(points, each => each.rating)}));
  return el("figure", {}, made, el("figcaption", {class: "soft"}, say("RATING_BAND")));
}
function startOfDay(at) {
  const day = new Date(at * 1000);
  day.setHours(0, 0, 0, 0);
  return day.getTime() / 1000;
}
function dayText(at) {
  return new Date((at + DAY / 2) * 1000).toLocaleDateString("en-GB", {day: "numeric", month: "short"});
}
