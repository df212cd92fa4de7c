// The icons of buttons: paths in a square of 24 units, drawn as lines.
import {svg} from "./table/dom.js";

const PATHS = {
  hint: "M9 18h6M10 21h4M12 3a6 6 0 0 0-4 10.5c.8.7 1 1.5 1 2.5h6c0-1 .2-1.8 1-2.5A6 6 0 0 0 12 3Z",
  undo: "M8 5 4 9l4 4M4 9h10a5.5 5.5 0 0 1 0 11H9",
  cards: "M5 4h8v13H5ZM16 6l4 1-3 12-4-1",
  claim: "M5 21V4M5 4h13l-3 4 3 4H5",
  more: "M5 12h.01M12 12h.01M19 12h.01",
  back: "M15 5l-7 7 7 7",
  on: "M9 5l7 7-7 7",
  first: "M18 6l-8 6 8 6ZM6 5v14",
  previous: "M16 6l-8 6 8 6Z",
  next: "M8 6l8 6-8 6Z",
  last: "M6 6l8 6-8 6ZM18 5v14",
  gear: "M12 9a3 3 0 1 0 0 6 3 3 0 1 0 0-6M10.6 5.2l.5-2.2h1.8l.5 2.2 2 .85 1.95-1.25 1.3 1.3-1.25 1.95.85 2 2.2.5v1.8l-2.2.5-.85 2 1.25 1.95-1.3 1.3-1.95-1.25-2 .85-.5 2.2h-1.8l-.5-2.2-2-.85-1.95 1.25-1.3-1.3 1.25-1.95-.85-2-2.2-.5v-1.8l2.2-.5.85-2-1.25-1.95 1.3-1.3 1.95 1.25Z",
  rules: "M5 4h10a4 4 0 0 1 4 4v12H9a4 4 0 0 1-4-4ZM9 9h6M9 13h6",
  chart: "M4 20V4M4 20h16M8 16l4-5 3 2 5-7",
  day: "M5 6h14v14H5ZM5 10h14M9 3v4M15 3v4",
};
export function icon(/** @type {keyof typeof PATHS} */ name) {
  const made = svg("svg", {class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true"});
  made.append(svg("path", {d: PATHS[name]}));
  return made;
}
