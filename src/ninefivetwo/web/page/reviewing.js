// Shows the progress of reviews and each reviewed deal; at the end, the review page opens.
import {el, button, say, sentence} from "./table/dom.js";
import {$, post, firstData, attempt} from "./ui.js";

const {record, whole, address, deals} = /** @type {ReviewingData} */ (firstData()), body = {record, whole}, list = $("reviews");
const link = (/** @type {string} */ href, /** @type {string} */ words) => el("a", {class: "b", href}, say(words));

function draw(/** @type {ReviewsTold} */ told) {
  const lines = told.deals.flatMap(({line, ...deal}) => line && deals > 1 ? [{...deal, line}] : []);
  $("bar").value = told.part;
  $("words").textContent = told.words;
  list.replaceChildren(...lines.map(deal => el("li", {}, el("a", {href: deal.address}, say("DEAL_NUMBER", {number: deal.number})), ": ", ...sentence(deal.line))));
  if (told.stage !== "final") return;
  if (told.done) location.replace(address + location.hash); else offer();
}
function offer() {                               // called if the work ends before all reviews are finished
  const partly = list.firstChild ? [link(`${address}?part=1`, "SHOW_DONE")] : [];
  $("ways").replaceChildren(button(say("CONTINUE"), begin, {class: "main"}), ...partly, link("/library", "TO_LIBRARY"));
}
async function begin() {
  $("ways").replaceChildren(button(say("STOP"), () => attempt(() => post("/api/reviews/stop", body)), {"data-key": "escape"}));
  if (await attempt(() => post("/api/reviews", body, {onLine: draw}))) return;
  $("words").textContent = say("NOT_FINISHED");
  offer();
}
begin();
