// Shows the progress of reviews and each reviewed deal; at the end, the review page opens.
import {$, el, button, say, sentence, firstData, link} from "./table/dom.js";
import {post, attempt} from "./ui.js";

const {record, whole, address, deals} = /** @type {ReviewingData} */ (firstData()), body = {record, whole}, list = $("reviews");

function draw(/** @type {ReviewsTold} */ told) {
  $("bar").value = told.part;
  $("words").textContent = told.words;
  list.replaceChildren(...told.deals.flatMap(({line, address: href, number}) => line && deals > 1
    ? el("li", {}, el("a", {href}, say("Deal {number}", {number})), ": ", ...sentence(line)) : []));
  if (told.stage !== "final") return;
  if (told.done) location.replace(address + location.hash); else offer();
}
function offer() { // called if the work ends before all reviews are finished
  const partly = list.firstChild ? [link("Show finished reviews", `${address}?part=1`)] : [];
  $("ways").replaceChildren(button("Continue", begin, {class: "main"}), ...partly, link("Back to the library", "/library"));
}
async function begin() {
  $("ways").replaceChildren(button("Stop", () => attempt(() => post("/api/reviews/stop", body)), {"data-key": "escape"}));
  if (await attempt(() => post("/api/reviews", body, {onLine: draw}))) return;
  $("words").textContent = "Not finished yet.";
  offer();
}
begin();
