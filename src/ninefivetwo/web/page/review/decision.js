// Draws a decision: its verdict, the reasons, the choices with both values, and the levels that find the best choice.
import {$, button, bySuit, count, el, paragraph, player, say, saying, sentence, suitEl, soft, paragraphs} from "../table/dom.js";
import {loneCard} from "../table/cards.js";
import {choiceOf, isOther} from "./line.js";
import {choiceText, fillTable} from "./text.js";
import {tryChoice} from "./what_if.js";

const FEW = 5, MOST = 60; // number of choices shown at first, and on request
/** @type {Texts} */ const HEADINGS = {exchange: "Exchange: {player} {player:give|gives} {choice}", call: "Call: {player} {player:call|calls} {choice}", discard: "Discard: {player} {player:discard|discards} {choice}"};
const FREE = "This choice cost nothing.";

export function drawDecision(/** @type {View} */ view) {
  const {line, at, other, names, words, figures} = view, step = line.steps[at], off = other && at > other.from;
  const decision = step && !off ? step.decision : null, choices = decision && figures.choices[decision.index];
  $("what").replaceChildren(...(step ? heading(view, step, decision) : [endWords(view)]));
  $("words").replaceChildren(...(step ? stepWords(view, step, decision) : [paragraph(other ? other.words[other.words.length - 1] : words.result, names)]));
  $("finders").replaceChildren(...(decision?.finders && !isOther(view) ? finders(view, decision) : []));
  $("bestplay").replaceChildren(...(decision?.line ? saying("Best play from here by {player} and the opponents: {cards}", {player: player(words.players[decision.seat]), cards: el("span", {}, ...cardLine(decision.line))}) : []));
  $("choices").hidden = !choices;
  if (decision && choices) drawChoices(view, decision, choices);
}
export const endWords = (/** @type {View} */ {other, review}) => other || review.result ? "End of the deal" : "The record stops here";
/** @type {OfStep<Part>} */ function heading(view, step, decision) { // the verdict on the decision, or the choice that was tried
  if (decision && !isOther(view)) return sentence(view.figures.titles[decision.index], view.names);
  const {players} = view.words, choice = el("span", {}, ...sentence(choiceText(choiceOf(step), players), view.names));
  return saying(HEADINGS[step.phase || "play"] || "Trick {number}: {player} {player:play|plays} {choice}", {number: step.trick, player: player(players[step.seat]), choice});
}
/** @type {OfStep<HTMLElement>} */ function stepWords(view, step, decision) {
  const {names, words, figures, other, at} = view;
  if (other && at === other.from) return paragraphs(other.words.slice(1), names); // the value of the tried choice
  if (isOther(view)) return [paragraph(say("{player} {player:play|plays} as a club player would.", {player: player(words.players[step.seat])}), names, "soft")];
  if (!decision) return [paragraph("Not rated, because this hand is not known.")];
  const {fair} = words.decisions[decision.index], {why, effect} = figures.said[decision.index];
  if (why.length) return paragraphs(why, names);
  return paragraphs([decision.forced ? "Forced." : fair || (decision.before ? effect || FREE : "")], names);
}
const cardLine = (/** @type {Card[]} */ cards) => cards.flatMap((card, i) => [i && i % 3 === 0 ? " · " : " ", suitEl(card[0], card[1])]);
function finders(/** @type {View} */ view, /** @type {Decision} */ {index}) {
  const words = view.words.decisions[index].finders;
  const rows = view.figures.finders[index].map(each => el("div", {class: "finder"}, el("span", {}, each.level), el("i", {}, el("span", {style: {width: `${each.share}%`}})), el("b", {}, each.words)));
  return [el("h3", {}, "Who would find the best choice"), ...(words ? [el("p", {}, words)] : []), ...rows, soft("The share of players at each level who would find the best choice or an equal one with this hand.")];
}
// Draw the table of choices: their values given what the player could know, and with all hands seen.
function drawChoices(/** @type {View} */ view, /** @type {Decision} */ decision, /** @type {ChoiceRow[]} */ choices) {
  const listed = choices.filter((row, i) => i < MOST || row.chosen), few = listed.length <= FEW + 1, known = choices.some(row => row.known), seen = choices.some(row => row.seen);
  const who = player(view.words.players[decision.seat]), left = choices.length - listed.length + (decision.options_left || 0), {effect} = view.figures.said[decision.index];
  const lost = (/** @type {ChoiceRow} */ row) => row.lost ? [el("span", {class: row.chosen && decision.mark ? "warn" : "soft"}, row.lost), " "] : [];
  const cells = (/** @type {ChoiceRow} */ row) => [choiceName(view, decision, row), ...(known ? [[...lost(row), el("b", {}, row.known)]] : []), ...(seen ? [row.seen] : [])];
  fillTable("options", [say("{player.whose} choices", {player: who}), ...(known ? ["Could know"] : []), ...(seen ? ["All hands seen"] : [])], listed.map(cells),
    listed.map((row, i) => [row.chosen ? "chosen" : "", row.best ? "best" : "", i < FEW || few || row.chosen ? "" : "more"].join(" ").trim()));
  $("options").classList.remove("whole");
  $("all").textContent = say("Show all {number} choices", {number: listed.length});
  $("all").hidden = few;
  const notes = [say(known ? "Tricks for {player} in the whole deal: on average, given what {player} could know, and guaranteed with all hands seen. The order and the mark follow the first." : "The tricks that {player} can guarantee with all hands seen, including tricks already won.", {player: who}), left && say("{number} more {number:choice has|choices have} no higher guarantee.", {number: count(left)}), listed.some(row => row.seen.startsWith("≤")) && "≤ marks an upper bound where the exact value was not needed."];
  $("choicenote").replaceChildren(...(known && decision.before ? [el("b", {}, "All hands seen:"), " ", ...sentence(effect || FREE, view.names), el("br")] : []), notes.filter(Boolean).join(" "));
}
/** @type {(view: View, decision: Decision, row: ChoiceRow) => Child[]} */ function choiceName(view, decision, {actions, discard, chosen, best}) { // a button that tries the choice, if the deal can be continued
  const cards = decision.trick !== null, told = cards ? bySuit(/** @type {Card[]} */ (actions)) : choiceText(actions[0], view.words.players), whole = discard ? say("{trump}, then discard {cards}", {trump: told, cards: bySuit(discard)}) : told;
  const name = [cards ? loneCard(/** @type {Card} */ (chosen ? decision.chosen : actions[0])) : null, el("span", {}, ...sentence(whole, view.names))], tried = view.canTry && !chosen;
  const tags = [best ? el("span", {class: "tag-best"}, "best") : null, chosen ? el("span", {class: decision.mark ? "tag-bad" : "tag-own"}, `${decision.mark} ${(cards ? "played" : "chosen")}`) : null];
  return [tried ? button(name, () => tryChoice(view, actions[0]), {class: "choice", title: say("Try {choice}", {choice: whole})}) : el("span", {class: "choice"}, ...name), " ", ...tags];
}
