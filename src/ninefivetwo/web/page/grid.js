// Tables, also those of a review saved as one file.
import {el} from "./table/dom.js";

// Make a table from the cells of its head and its rows. A cell is a text, an element, a list of both, or a `td`; the
// first cell of a row is its heading. `kinds` are the CSS classes of the rows.
export function grid(/** @type {Cell[]} */ head, /** @type {Cell[][]} */ rows, /** @type {string[]} */ kinds = []) {
  const named = (/** @type {Cell} */ content) => el(content ? "th" : "td", {scope: content && "col"}, ...[content].flat());
  const cell = (/** @type {Cell} */ content, /** @type {number} */ i) => content instanceof HTMLTableCellElement ? content : el(i ? "td" : "th", {scope: i ? null : "row"}, ...[content].flat());
  return el("table", {}, el("thead", {}, el("tr", {}, ...head.map(named))),
    el("tbody", {}, ...rows.map((row, i) => el("tr", {class: kinds[i]}, ...row.map(cell)))));
}
