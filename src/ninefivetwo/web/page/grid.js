// Tables, also those of a review saved as one file.
import {el} from "./table/dom.js";

// Make a table from the cells of its head and its rows. A cell is a text, an element, a list of both, or a `td`; the
// first cell of a row is its heading. `kinds` are the CSS classes of the rows.
export function grid(head, rows, kinds = []) {
  const named = content => el(content ? "th" : "td", {scope: content && "col"}, ...[content].flat());
  const cell = (content, i) => content.localName === "td" ? content : el(i ? "td" : "th", {scope: i ? null : "row"}, ...[content].flat());
  return el("table", {}, el("thead", {}, el("tr", {}, ...head.map(named))),
    el("tbody", {}, ...rows.map((row, i) => el("tr", {class: kinds[i]}, ...row.map(cell)))));
}
