// Draws the position on the card table; pressing another card tries this choice.
import {$, choiceCards, SEATS, seatAfter, sentence} from "../table/dom.js";
import {Table} from "../table/table.js";
import {settings, stored, UNNAMED} from "../settings.js";
import {choiceOf, isLoss, isOther} from "./line.js";
import {go, here, viewHere} from "./position.js";
import {choiceText} from "./text.js";
import {tryChoice} from "./what_if.js";

let lineShown = "";
/** @type {TableSettings} */ const CHOSEN = {get: name => /** @type {Partial<Settings>} */ ({speed: "fast", ...stored()})[name], watch() {}}; // only the settings that the user has chosen
export const table = new Table($("table"), {choose: choice => tryOrGoOn(/** @type {Choice} */ (choice)), settings: CHOSEN, moves: false});

export function drawTable(/** @type {View} */ view) {
  const line = `${view.number} ${view.other ? view.other.words[0] : ""}`, onward = line === lineShown && Math.abs(view.at - table.now.at) === 1;
  lineShown = line;
  table.show(view.tables[view.at], {below: belowOf(view), pace: onward ? undefined : "instant", marks: marksAt(view), said: happened(view)});
}
// Return the seat at the bottom: the user's seat if known, otherwise the dealer, rotated by `here.turned` seats.
function belowOf(/** @type {View} */ {review: {viewer}, tables: [{seats}]}) {
  const own = settings.get("name") || UNNAMED;
  const only = (/** @type {(seat: SeatObject) => boolean} */ isOne) => { const found = SEATS.filter((_, i) => isOne(seats[i])); return found.length === 1 ? found[0] : null; };
  return seatAfter(viewer || only(({name}) => name === own) || only(({computer}) => !computer) || "dealer", here.turned);
}
export function marksAt(/** @type {View} */ view) { // raises the chosen cards and marks a better choice
  const step = view.line.steps[view.at], better = step?.card && step.decision && isLoss(step) && !isOther(view) ? betterThan(step.decision) : null;
  return step ? {raised: choiceCards(choiceOf(step)), hinted: better ? choiceCards(better) : []} : {};
}
// Return the better choice: from the explanation, else by avoidable loss, else with all hands open.
const betterThan = (/** @type {Decision} */ {why, mark, fair, best}) => why ? why.better : mark && fair ? fair.best : best?.[0];
function happened(/** @type {View} */ view) { // captions before the play, when the table is empty
  const step = view.line.steps[view.at];
  if (view.at >= view.line.first || !step.decision || (view.other && view.at > view.other.from)) return [];
  return view.words.decisions[step.decision.index].happened.slice(-3).map(words => sentence(words, view.names));
}
function tryOrGoOn(/** @type {Choice} */ choice) {
  const view = viewHere(), made = choiceOf(view.line.steps[view.at]);
  if (choiceText(choice) === choiceText(made)) go(here.at + 1);
  else tryChoice(view, choice);
}
