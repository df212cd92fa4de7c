// The events before a puzzle: sentences on the events before the first lead, and a table of tricks.
import {el, suitEl, SEATS, soft, unseen, stepsFrom} from "./table/dom.js";
import {grid} from "./grid.js";
import {panel, scrolled} from "./ui.js";

export function soFar(/** @type {ProblemShown} */ {log, tricks, names}, /** @type {Words} */ words) {
  const made = panel("so-far", "So far"), table = grid([unseen("Trick"), ...names], tricks.map(row));
  made.className = "rail-part so-far";
  table.className = "tricks";
  if (log.length) made.append(el("ul", {class: "log"}, ...log.map(line => el("li", {}, ...words(line)))));
  if (tricks.length) made.append(scrolled("Tricks played", table));
  if (!log.length && !tricks.length) made.append(soft("Nothing yet."));
  return made;
}
const row = (/** @type {Trick} */ trick, /** @type {number} */ i) => [i + 1, ...SEATS.map(seat => cell(trick, seat))];
// Screen readers are told who led and who won; other users see a mark and a colour.
function cell(/** @type {Trick} */ {cards, lead, winner}, /** @type {Seat} */ seat) {
  const card = cards[stepsFrom(lead, seat)];
  const all = [{who: lead, kind: "leads", words: " led"}, {who: winner, kind: "wins", words: " won"}], notes = all.filter(({who}) => who === seat);
  return el("td", {class: notes.map(({kind}) => kind).join(" ")}, suitEl(card[0], card[1]), ...notes.map(({words}) => unseen(words)));
}
