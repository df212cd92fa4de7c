// The table of guaranteed tricks for each trump and seat; a row appears as soon as its trump is solved.
import {el, button, say, sentence, trumpText, SEATS} from "./table/dom.js";
import {dropped, post} from "./ui.js";

const HEADS = ["HEAD_TRUMP", "DEALER", "LEFT", "RIGHT", "UNDECIDED"];

// Fill `panel` with the table for the fields `told`. Returns a function that stops the search.
export function solve(panel, told) {
  const halt = new AbortController(), rows = el("tbody"), working = el("p", {class: "soft", role: "status"}, say("WORKING"));
  const stop = button(say("STOP"), () => halt.abort(), {"data-key": "escape"});
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...HEADS.map(name => el("th", {scope: "col"}, say(name))))), rows);
  panel.hidden = false;
  panel.replaceChildren(el("h2", {}, say("GUARANTEED")), el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": say("GUARANTEED")}, table),
    el("p", {class: "soft"}, say("SOLVE_HELP")), el("div", {class: "row"}, working, stop));
  post("/api/analyse/solve", {told}, {onLine: found => rows.append(row(found)), signal: halt.signal})
    .then(() => { working.textContent = ""; }, error => { working.textContent = error.name === "AbortError" ? say("STOPPED") : error.message; })
    .finally(() => dropped(stop, panel));
  return () => halt.abort();
}
function row({trump, ranges, slack}) {
  return el("tr", {}, el("th", {scope: "row"}, ...sentence(trumpText(trump))), ...SEATS.map(seat => el("td", {}, ranges[seat].join(" – "))), el("td", {}, String(slack)));
}
