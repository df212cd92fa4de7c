// Draws a decision: its verdict, the reasons, the choices with both values, and the levels that find the best choice.
const FEW = 5, MOST = 60;                        // number of choices shown at first, and on request
/** @type {Record<string, string>} */ const HEADINGS = {exchange: "Exchange: {player} {player:give|gives} {choice}", call: "Call: {player} {player:call|calls} {choice}", discard: "Discard: {player} {player:discard|discards} {choice}"};
const isLoss = (/** @type {Step} */ step) => Boolean(step.decision && (step.decision.own_cost || step.decision.mark));

const isOther = (/** @type {View} */ view) => Boolean(view.other && view.at >= view.other.from);  // whether the choice shown is not the actual choice, to which the review applies

function drawDecision(/** @type {View} */ view) {
  const step = view.line.steps[view.at], off = view.other && view.at > view.other.from, over = view.other || view.review.result;
  const decision = step && !off ? step.decision : null, choices = decision && view.figures.choices[decision.index];
  $("what").replaceChildren(...(step ? heading(view, step, decision) : [over ? "End of the deal" : "The record stops here"]));
  $("words").replaceChildren(...(step ? stepWords(view, step, decision) : [paragraph(endWords(view), view.names)]));
  $("finders").replaceChildren(...(decision && decision.finders && !isOther(view) ? finders(view, decision) : []));
  $("bestplay").replaceChildren(...(decision && decision.line ? saying("Best play from here by {player} and the opponents: {cards}", {player: player(view.words.players[decision.seat]), cards: el("span", {}, ...cardLine(decision.line))}) : []));
  show("choices", Boolean(choices));
  if (decision && choices) drawChoices(view, decision, choices);
}
/** @type {(view: View, step: Step, decision: Decision | null) => Part[]} */ function heading(view, step, decision) {         // the verdict on the decision, or the choice that was tried
  if (decision && !isOther(view)) return sentence(view.figures.titles[decision.index], view.names);
  const choice = el("span", {}, ...sentence(choiceText(choiceOf(step), view.words.players), view.names));
  return saying(HEADINGS[step.phase || "play"] || "Trick {number}: {player} {player:play|plays} {choice}", {number: step.trick, player: player(view.words.players[step.seat]), choice});
}
const endWords = (/** @type {View} */ {other, words}) => other ? other.words[other.words.length - 1] : words.result;
/** @type {(view: View, step: Step, decision: Decision | null) => HTMLElement[]} */ function stepWords(view, step, decision) {
  if (isOther(view)) return otherWords(view, step);
  if (!decision) return [paragraph("Not rated, because this hand is not known.")];
  const {fair} = view.words.decisions[decision.index], {why, effect} = view.figures.said[decision.index];
  if (why.length) return why.map(each => paragraph(each, view.names));
  if (decision.forced) return [paragraph("Forced.")];
  return fair ? [paragraph(fair, view.names)] : decision.before ? [paragraph(effect || "This choice cost nothing.", view.names)] : [];
}
function otherWords(/** @type {View} */ view, /** @type {Step} */ step) {   // the value of the tried choice, or a note that the computer continues the line
  if (view.at === view.other?.from) return view.other.words.slice(1).map(each => paragraph(each, view.names));
  return [paragraph(say("{player} {player:play|plays} as a club player would.", {player: player(view.words.players[step.seat])}), view.names, "soft")];
}
const cardLine = (/** @type {Card[]} */ cards) => cards.flatMap((card, i) => [i && i % 3 === 0 ? " · " : " ", suitEl(card[0], card[1])]);
function finders(/** @type {View} */ view, /** @type {Decision} */ {index}) {
  const words = view.words.decisions[index].finders;
  const rows = view.figures.finders[index].map(each => el("div", {class: "finder"}, el("span", {}, each.level), el("i", {}, el("span", {style: {width: `${each.share}%`}})), el("b", {}, each.words)));
  return [el("h3", {}, "Who would find the best choice"), ...(words ? [el("p", {}, words)] : []), ...rows, el("p", {class: "soft"}, "The share of players at each level who would find the best choice or an equal one with this hand.")];
}
// Draw the table of choices: their values given what the player could know, and with all hands seen.
function drawChoices(/** @type {View} */ view, /** @type {Decision} */ decision, /** @type {ChoiceRow[]} */ choices) {
  const listed = choices.filter((row, i) => i < MOST || row.chosen), few = listed.length <= FEW + 1, known = choices.some(row => row.known);
  const who = player(view.words.players[decision.seat]), left = choices.length - listed.length + (decision.options_left || 0), seen = choices.some(row => row.seen);
  const lost = (/** @type {ChoiceRow} */ row) => row.lost ? [el("span", {class: row.chosen && decision.mark ? "warn" : "soft"}, row.lost), " "] : [];
  const cells = (/** @type {ChoiceRow} */ row) => [choiceName(view, decision, row), ...(known ? [[...lost(row), el("b", {}, row.known)]] : []), ...(seen ? [row.seen] : [])];
  fillTable("options", [say("{player.whose} choices", {player: who}), ...(known ? ["Could know"] : []), ...(seen ? ["All hands seen"] : [])], listed.map(cells),
    listed.map((row, i) => [row.chosen ? "chosen" : "", row.best ? "best" : "", i < FEW || few || row.chosen ? "" : "more"].join(" ").trim()));
  $("options").classList.remove("whole");
  $("all").textContent = say("Show all {number} choices", {number: listed.length});
  show("all", !few);
  const {effect} = view.figures.said[decision.index], notes = [say(known ? "Tricks for {player} in the whole deal: on average, given what {player} could know, and guaranteed with all hands seen. The order and the mark follow the first." : "The tricks that {player} can guarantee with all hands seen, including tricks already won.", {player: who}), left && say("{number} more {number:choice has|choices have} no higher guarantee.", {number: count(left)}), listed.some(row => row.seen.startsWith("≤")) && "≤ marks an upper bound where the exact value was not needed."];
  $("choicenote").replaceChildren(...(known && decision.before ? [el("b", {}, "All hands seen:"), " ", ...sentence(effect || "This choice cost nothing.", view.names), el("br")] : []), notes.filter(Boolean).join(" "));
}
/** @type {(view: View, decision: Decision, row: ChoiceRow) => Child[]} */ function choiceName(view, decision, {actions, discard, chosen, best}) {   // a button that tries the choice, if the deal can be continued
  const cards = decision.trick !== null, told = cards ? bySuit(/** @type {Card[]} */ (actions)) : choiceText(actions[0], view.words.players), whole = discard ? say("{trump}, then discard {cards}", {trump: told, cards: bySuit(discard)}) : told;
  const name = [cards ? loneCard(/** @type {Card} */ (chosen ? decision.chosen : actions[0])) : null, el("span", {}, ...sentence(whole, view.names))], tried = view.canTry && !chosen;
  const tags = [best ? el("span", {class: "tag-best"}, "best") : null, chosen ? el("span", {class: decision.mark ? "tag-bad" : "tag-own"}, `${decision.mark} ${(cards ? "played" : "chosen")}`) : null];
  return [tried ? button(name, () => tryChoice(view, actions[0]), {class: "choice", title: say("Try {choice}", {choice: whole})}) : el("span", {class: "choice"}, ...name), " ", ...tags];
}
