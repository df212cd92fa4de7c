// Reviews being made: how far they are, each deal as it is done; then the review itself.
import {el, button, sentence} from "./table/dom.js";
import {post, firstData, attempt} from "./ui.js";

const {record, whole, address, deals} = firstData(), body = {record, whole};
const main = document.getElementById("main");
const bar = el("progress", {max: "1", value: "0", "aria-label": "Part of the work that is done"}), words = el("p", {class: "soft", role: "status"}, "Beginning …");
const list = el("ol", {class: "reviewing-deals"}), row = el("div", {class: "row"});
main.append(el("p", {}, "Every decision is priced: with all cards seen, and by what its player could know. It goes on in the background if you leave this page."), bar, words, row, list);

function draw(told) {
  bar.value = told.part;
  words.textContent = told.words;
  if (deals > 1) list.replaceChildren(...told.deals.filter(deal => deal.line).map(deal => el("li", {}, el("a", {href: deal.address}, `Deal ${deal.number}`), ": ", ...sentence(deal.line))));
  if (told.stage !== "final") return;
  if (told.done) location.replace(address + location.hash);
  else offer(told.deals.some(deal => deal.line));
}
function offer(some) {                            // it ended before all was done
  const partly = some && deals > 1 ? [el("a", {class: "b", href: `${address}?part=1`}, "Show what is done")] : [];
  row.replaceChildren(button("Go on", begin, {class: "main"}), ...partly, el("a", {class: "b", href: "/library"}, "To the library"));
}
async function begin() {
  row.replaceChildren(button("Stop", () => attempt(() => post("/api/reviews/stop", body)), {"data-key": "escape"}));
  if (await attempt(() => post("/api/reviews", body, {onLine: draw}))) return;
  words.textContent = "Not done yet.";
  offer(list.children.length > 0);
}
begin();
