// Draws the overview of several deals: the best players, the costliest mistakes, the gains, and a list of the deals.
import {$, capital, el, say, sentence, paragraphs} from "../table/dom.js";
import {decisionLink} from "./deal.js";
import {addressOf, DATA} from "./position.js";
import {fillTable, HANDS_UNKNOWN} from "./text.js";

export function drawMatch(/** @type {ReviewsObject} */ {words, costliest, players, ledger, places}, /** @type {MatchFigures} */ figures) {
  const names = Object.keys(players);
  document.title = $("title").textContent = figures.title;
  $("result").replaceChildren(...sentence(words.result, names));
  $("terms").textContent = figures.assumed;
  $("short").replaceChildren(...paragraphs([...words.best, words.too_close], names),
    ...(words.luck.length ? [el("h3", {}, "Luck"), ...paragraphs(words.luck, names)] : []));
  const mistakes = costliest.map((each, i) => el("li", {}, ...sentence(words.costliest[i], names), " ", decisionLink(each.deal, each.decision)));
  $("costliest").replaceChildren(...(mistakes.length ? mistakes : [el("li", {}, "No avoidable mistakes.")]));
  $("costliestnote").textContent = DATA.deals.some(deal => deal.fair_worlds) ? "A mistake is avoidable if the player could have found the better choice from what they saw." : "Judged with all hands open.";
  fillTable("players", ["", ...names], figures.players); // with a column for each player, so that the table fits on a phone
  $("playersnote").textContent = figures.notes;
  $("matchledger").hidden = !ledger;
  $("gains").replaceChildren(...paragraphs(words.ledger.length ? words.ledger : [ledger ? "Nobody gained on balance." : HANDS_UNKNOWN], names));
  if (ledger) fillTable("matchledger", ["gave to", ...Object.keys(ledger.gave)], figures.ledger || []);
  $("deallist").replaceChildren(...words.deals.map((each, i) => el("li", {}, el("a", {href: addressOf(i)}, dealName(places, i)), ": ", ...sentence(each, names))));
  $("leftout").replaceChildren(...words.left_out.map(each => el("li", {}, capital(each))));
}
function dealName(/** @type {DealPlace[]} */ places, /** @type {number} */ i) { // includes the name of the deal's record if there are several records
  const {deal: number, record} = places[i];
  return places.some(place => place.record !== record) ? say("Deal {number} of {record}", {number, record}) : say("Deal {number}", {number});
}
