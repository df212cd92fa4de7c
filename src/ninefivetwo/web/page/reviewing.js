// Shows the progress of reviews and each reviewed deal; at the end, the review page opens.
import {$, el, button, say, sentence, firstData} from "./table/dom.js";
import {post, attempt} from "./ui.js";

const {record, whole, address, deals} = /** @type {ReviewingData} */ (firstData()), body = {record, whole}, list = $("reviews");
const link = (/** @type {string} */ href, /** @type {string} */ words) => el("a", {class: "b", href}, words);

function draw(/** @type {ReviewsTold} */ told) {
  const lines = told.deals.flatMap(({line, ...deal}) => line && deals > 1 ? [{...deal, line}] : []);
  $("bar").value = told.part;
  $("words").textContent = told.words;
  list.replaceChildren(...lines.map(deal => el("li", {}, el("a", {href: deal.address}, say("Deal {number}", {number: deal.number})), ": ", ...sentence(deal.line))));
  if (told.stage !== "final") return;
  if (told.done) location.replace(address + location.hash); else offer();
}
function offer() {                               // called if the work ends before all reviews are finished
  const partly = list.firstChild ? [link(`${address}?part=1`, "Show finished reviews")] : [];
  $("ways").replaceChildren(button("Continue", begin, {class: "main"}), ...partly, link("/library", "Back to the library"));
}
async function begin() {
  $("ways").replaceChildren(button("Stop", () => attempt(() => post("/api/reviews/stop", body)), {"data-key": "escape"}));
  if (await attempt(() => post("/api/reviews", body, {onLine: draw}))) return;
  $("words").textContent = "Not finished yet.";
  offer();
}
begin();
