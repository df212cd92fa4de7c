// The events before a puzzle: sentences on the events before the first lead, and a table of tricks.
import {el, suitEl, SEATS, soft, unseen} from "./table/dom.js";
import {grid} from "./grid.js";
import {panel, scrolled} from "./ui.js";

const NOTES = {leads: "led", wins: "won"}; // texts for screen readers; other users see a mark and a colour

export function soFar(/** @type {ProblemShown} */ {log, tricks, names}, /** @type {Words} */ words) {
  const made = panel("so-far", "So far"), table = grid([unseen("Trick"), ...names], tricks.map(row));
  made.className = "rail-part so-far";
  table.className = "tricks";
  if (log.length) made.append(el("ul", {class: "log"}, ...log.map(line => el("li", {}, ...words(line)))));
  if (tricks.length) made.append(scrolled("Tricks played", table));
  if (!log.length && !tricks.length) made.append(soft("Nothing yet."));
  return made;
}
const row = (/** @type {Trick} */ trick, /** @type {number} */ i) => [String(i + 1), ...SEATS.map(seat => cell(trick, seat))];
function cell(/** @type {Trick} */ trick, /** @type {Seat} */ seat) {
  const card = trick.cards[(SEATS.indexOf(seat) - SEATS.indexOf(trick.lead) + 3) % 3];
  const kinds = /** @type {(keyof typeof NOTES)[]} */ (Object.keys(NOTES)).filter(kind => trick[kind === "leads" ? "lead" : "winner"] === seat);
  return el("td", {class: kinds.join(" ")}, suitEl(card[0], card[1]), ...kinds.map(kind => unseen(` ${NOTES[kind]}`)));
}
