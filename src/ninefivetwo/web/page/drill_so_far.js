// The events before a puzzle: sentences on the events before the first lead, and a table of tricks.
import {el, say, suitEl, SEATS} from "./table/dom.js";

const SCROLLS = {class: "scroll", tabindex: "0", role: "region", "aria-label": say("TRICKS_PLAYED")};
const NOTES = {leads: "CARD_LED", wins: "CARD_WON"};    // texts for screen readers; other users see a mark and a colour

export function soFar({log, tricks, names}, words) {
  const made = el("section", {class: "rail-part so-far", "aria-labelledby": "so-far"}, el("h2", {id: "so-far"}, say("SO_FAR")));
  if (log.length) made.append(el("ul", {class: "log"}, ...log.map(line => el("li", {}, ...words(line)))));
  if (tricks.length) made.append(el("div", SCROLLS, table(tricks, names)));
  if (!log.length && !tricks.length) made.append(el("p", {class: "soft"}, say("NOTHING_YET")));
  return made;
}
function table(tricks, names) {
  const heads = names.map(name => el("th", {scope: "col"}, name));
  const cells = trick => SEATS.map(seat => cell(trick, seat));
  const row = (trick, i) => el("tr", {}, el("th", {scope: "row"}, String(i + 1)), ...cells(trick));
  const head = el("tr", {}, el("th", {scope: "col"}, el("span", {class: "hidden"}, say("TRICK"))), ...heads);
  return el("table", {class: "tricks"}, el("thead", {}, head), el("tbody", {}, ...tricks.map(row)));
}
function cell(trick, seat) {
  const card = trick.cards[(SEATS.indexOf(seat) - SEATS.indexOf(trick.lead) + 3) % 3];
  const kinds = [...(trick.lead === seat ? ["leads"] : []), ...(trick.winner === seat ? ["wins"] : [])];
  const notes = kinds.map(kind => el("span", {class: "hidden"}, ` ${say(NOTES[kind])}`));
  return el("td", {class: kinds.join(" ")}, suitEl(card[0], card[1]), ...notes);
}
