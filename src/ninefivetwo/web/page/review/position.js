// The page's state: the match or a position in a deal. The address contains the state, so links and reloading work.
import {firstData, SEATS} from "../table/dom.js";
import {realLine, stepOf} from "./line.js";

export const DATA = /** @type {ReviewedData} */ (firstData()); // see docs/formats.md
export const here = /** @type {Here} */ ({deal: null, at: 0, other: null, turned: 0, asked: 0});
/** What main.js draws: the position alone, or with `whole` also the parts that are the same at each step of a deal. */
export const page = {draw: (/** @type {boolean} */ _whole) => {}};

export function viewOf(/** @type {number} */ number) {
  const review = DATA.deals[number], {words} = review, {at, other} = here, open = !review.deal.includes("?");
  return {number, review, words, names: SEATS.map(seat => words.players[seat]), line: other ? other.line : realLine(review),
    tables: other ? other.tables : DATA.tables[number], figures: DATA.figures[number], at, other, open, canTry: Boolean(DATA.served) && open};
}
export const viewHere = () => viewOf(here.deal ?? 0); // only on the page of a deal

// Addresses: #match, #deal-3, #deal-3-decision-20, #deal-3-end. Deals have their own numbers if these are unique,
// otherwise they are counted from 1; decisions are counted from 0.
const told = DATA.match ? DATA.match.places.map(place => place.deal) : [1];
export const NUMBERS = new Set(told).size === told.length ? told : told.map((_, i) => i + 1);
export const addressOf = (/** @type {number} */ deal, place = "") => `#deal-${NUMBERS[deal]}${place && "-"}${place}`;
export const decisionAddress = (/** @type {number} */ deal, /** @type {number} */ index) => addressOf(deal, `decision-${index}`);
export function parsedAddress() {
  const found = /^#deal-(\d+)(?:-(decision-(\d+)|step-(\d+)|end))?$/.exec(location.hash), number = found ? NUMBERS.indexOf(Number(found[1])) : -1;
  if (!found || number < 0) return DATA.match ? {deal: null, at: 0} : {deal: 0, at: firstStep(0)};
  const [, , place, decision, step] = found, line = realLine(DATA.deals[number]);
  const at = decision ? stepOf(line, Number(decision)) : step ? Number(step) : place ? line.steps.length : -1;
  return {deal: number, at: at < 0 ? firstStep(number) : within(line, at)};
}
function addressHere() {
  if (here.deal === null) return "#match";
  const line = realLine(DATA.deals[here.deal]), at = here.other ? here.other.from : here.at, step = line.steps[at];
  return !step ? addressOf(here.deal, "end") : step.decision ? decisionAddress(here.deal, step.decision.index) : addressOf(here.deal, `step-${at}`);
}
function firstStep(/** @type {number} */ number) { // a deal opens at its costliest mistake
  const {words, turning_points} = DATA.deals[number], line = realLine(DATA.deals[number]), worst = words.costliest_decisions[0] ?? turning_points[0];
  return worst === undefined ? line.first : stepOf(line, worst);
}
const within = (/** @type {DealLine} */ {steps}, /** @type {number} */ step) => Math.max(0, Math.min(steps.length, step));

// Go to a step and update the address; only links add an entry to the browser's history.
export function go(/** @type {number} */ step) {
  here.at = within(viewHere().line, step);
  here.asked++;
  page.draw(false);
  history.replaceState(null, "", addressHere());
}
