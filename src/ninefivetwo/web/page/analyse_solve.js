// What each seat is sure of in every trump, row by row as each is found out; it can be stopped.
import {el, button, sentence, SEATS, DENOMINATION} from "./table/dom.js";
import {post} from "./ui.js";

const HEADS = ["trump", ...SEATS, "nobody's"];
const WORDS = "Tricks that each seat can be sure of, whatever the other two do, and the most it gets if they take what they are sure of. Exact.";

// Into a panel, for the fields told.  What is returned stops it.
export function solve(panel, told) {
  const halt = new AbortController(), rows = el("tbody"), working = el("p", {class: "soft", role: "status"}, "Working …");
  const stop = button("Stop", () => halt.abort(), {"data-key": "escape"});
  const table = el("table", {}, el("thead", {}, el("tr", {}, ...HEADS.map(name => el("th", {scope: "col"}, name)))), rows);
  panel.hidden = false;
  panel.replaceChildren(el("h2", {}, "What is sure"), el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "What is sure"}, table),
    el("p", {class: "soft"}, WORDS), el("div", {class: "row"}, working, stop));
  post("/api/analyse/solve", {told}, {onLine: found => rows.append(row(found)), signal: halt.signal})
    .then(() => { working.textContent = ""; }, error => { working.textContent = error.name === "AbortError" ? "Stopped." : error.message; })
    .finally(() => stop.remove());
  return () => halt.abort();
}
function row({trump, ranges, slack}) {
  return el("tr", {}, el("th", {scope: "row"}, ...sentence(DENOMINATION[trump])), ...SEATS.map(seat => el("td", {}, ranges[seat].join(" – "))), el("td", {}, String(slack)));
}
