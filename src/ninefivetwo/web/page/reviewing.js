// Shows the progress of reviews and each reviewed deal; at the end, the review page opens.
import {el, button, say, sentence} from "./table/dom.js";
import {post, firstData, attempt} from "./ui.js";

const {record, whole, address, deals} = firstData(), body = {record, whole};
const main = document.getElementById("main");
const bar = el("progress", {max: "1", value: "0", "aria-label": say("PROGRESS")}), words = el("p", {class: "soft", role: "status"}, say("STARTING"));
const list = el("ol", {class: "reviewing-deals"}), row = el("div", {class: "row"});
main.append(el("p", {}, say("REVIEWING_HELP")), bar, words, row, list);

function draw(told) {
  bar.value = told.part;
  words.textContent = told.words;
  if (deals > 1) list.replaceChildren(...told.deals.filter(deal => deal.line).map(deal => el("li", {}, el("a", {href: deal.address}, say("DEAL_NUMBER", {number: deal.number})), ": ", ...sentence(deal.line))));
  if (told.stage !== "final") return;
  if (told.done) location.replace(address + location.hash);
  else offer(told.deals.some(deal => deal.line));
}
function offer(some) {                            // called if the work ends before all reviews are finished
  const partly = some && deals > 1 ? [el("a", {class: "b", href: `${address}?part=1`}, say("SHOW_DONE"))] : [];
  row.replaceChildren(button(say("CONTINUE"), begin, {class: "main"}), ...partly, el("a", {class: "b", href: "/library"}, say("TO_LIBRARY")));
}
async function begin() {
  row.replaceChildren(button(say("STOP"), () => attempt(() => post("/api/reviews/stop", body)), {"data-key": "escape"}));
  if (await attempt(() => post("/api/reviews", body, {onLine: draw}))) return;
  words.textContent = say("NOT_FINISHED");
  offer(list.children.length > 0);
}
begin();
