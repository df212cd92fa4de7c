// Draws a decision: its explanation, the levels of players who find the best choice, and all options with their losses.
const MOST_OPTIONS = 60, HEADINGS = {exchange: "EXCHANGE_HEADING", call: "CALL_HEADING", discard: "DISCARD_HEADING"};
const isLoss = step => Boolean(step.decision && (step.decision.own_cost || step.decision.mark));

const isOther = view => Boolean(view.other && view.at >= view.other.from);  // whether the choice shown is not the actual choice, to which the review applies

function drawDecision(view) {
  const step = view.line.steps[view.at], off = view.other && view.at > view.other.from;
  $("words").replaceChildren(); $("finders").replaceChildren(); $("options").replaceChildren(); $("bestplay").textContent = "";
  const decision = step && !off ? step.decision : null, over = view.other || view.review.result;
  $("what").replaceChildren(...(step ? heading(view, step, decision) : [say(over ? "DEAL_END" : "RECORD_END")]));
  $("words").append(...(step ? stepWords(view, step, decision) : [paragraph(endWords(view), view.names)]));
  show("prices", Boolean(decision && decision.options && !decision.forced));
  if (!decision) return;
  if (decision.finders && !isOther(view)) drawFinders(view.figures.finders[decision.index], view.words.decisions[decision.index].finders);
  if (decision.options && !decision.forced) drawOptions(view, decision);
  if (decision.line) $("bestplay").replaceChildren(...saying("BEST_PLAY", {player: player(view.words.players[decision.seat]), cards: el("span", {}, ...cardLine(decision.line))}));
}
function heading(view, step, decision) {
  const mark = decision && decision.mark && !isOther(view) ? [" ", el("span", {class: "mark"}, decision.mark)] : [];
  const choice = el("span", {}, ...sentence(choiceText(choiceOf(step), view.words.players), view.names));
  return [...saying(HEADINGS[step.phase] || "PLAY_HEADING", {number: step.trick, player: player(view.words.players[step.seat]), choice}), ...mark];
}
function endWords(view) {
  if (!view.other) return view.words.result;
  return view.other.words[view.other.words.length - 1];
}
function stepWords(view, step, decision) {
  if (isOther(view)) return otherWords(view, step);
  if (!decision) return [paragraph(say("NOT_JUDGED"))];
  const words = view.words.decisions[decision.index];
  if (words.why && words.why.length) return words.why.map((each, i) => paragraph(i ? each : afterHeading(each), view.names));
  return plainWords(decision, words).map(([each, kind]) => paragraph(each, view.names, kind));
}
const afterHeading = words => capital(words.slice(words.indexOf(": ") + 2));   // the heading already says when the decision was made
function otherWords(view, step) {                // the value of the tried choice, or a note that the computer continues the line
  if (view.at === view.other.from) return view.other.words.slice(1).map(each => paragraph(each, view.names));
  return [paragraph(say("PLAYS_ON", {player: player(view.words.players[step.seat])}), view.names, "soft")];
}
function plainWords(decision, words) {           // for a decision without an explanation
  if (decision.forced) return [[say("FORCED"), null]];
  const found = [[words.effect || (decision.before ? say("COST_NOTHING") : ""), null]];
  if (words.fair) found.push([capital(words.fair), "soft"]);
  return found.filter(([each]) => each);
}
const cardLine = cards => cards.flatMap((card, i) => [i && i % 3 === 0 ? " · " : " ", suitEl(card[0], card[1])]);
function drawFinders(finders, words) {
  const rows = finders.map(each => el("div", {class: "finder"}, el("span", {}, each.level), el("i", {}, el("span", {style: {width: `${each.share}%`}})), el("b", {}, each.words)));
  $("finders").replaceChildren(el("h3", {}, say("WHO_FINDS")), ...(words ? [el("p", {}, words)] : []), ...rows, el("p", {class: "soft"}, say("WHO_FINDS_HELP")));
}
// Draw a table of the options: the avoidable loss of each option, and the tricks that each seat guarantees after it
// with all hands open.
function drawOptions(view, decision) {
  const rows = optionRows(view, decision), listed = rows.filter((row, i) => i < MOST_OPTIONS || row.chosen);
  const others = rows.length - listed.length + decision.options_left, known = rows.some(row => row.loss);
  const told = SEATS.filter(seat => listed.some(row => optionValue(decision, row.option, seat) !== "" && !row.chosen));
  const head = [say("HEAD_CHOICE"), ...(known ? [say("HEAD_LOSES")] : []), ...told.map(seat => SHAPE[SEATS.indexOf(seat)] + " " + view.words.players[seat])];
  const cells = row => [optionName(view, row), ...(known ? [row.loss ? row.loss.words : ""] : []), ...told.map(seat => optionValue(decision, row.option, seat))];
  fillTable("options", head, listed.map(cells), listed.map(row => [row.chosen ? "chosen" : "", row.best ? "best" : ""].join(" ").trim()));
  show("knowable", known);
  const notes = [others && say("OTHERS_LEFT", {number: count(others)}), listed.some(({option}) => option && option.value.at_most !== undefined) && say("AT_MOST")];
  if (notes.some(Boolean)) $("options").append(el("caption", {}, notes.filter(Boolean).join(" ")));
  showChosen();
}
function optionRows(view, decision) {            // the option with the smallest avoidable loss comes first
  const losses = view.figures.losses[decision.index] || [], same = (each, action) => each.actions.some(other => sameChoice(other, action));
  const unlisted = losses.filter(each => !decision.options.some(option => same(each, option.action)));
  const rows = [...decision.options.map(option => [option.action, option]), ...unlisted.map(each => [each.actions[0], null])].map(([action, option]) => {
    const place = losses.findIndex(each => same(each, action)), loss = losses[place];
    const best = losses.length ? Boolean(loss && loss.best) : decision.best.some(each => sameChoice(each, action));
    return {action, option, loss, best, place: loss ? place : losses.length, chosen: sameChoice(action, decision.chosen)};
  });
  return rows.sort((one, other) => one.place - other.place);
}
function showChosen() {                          // scroll the chosen option to the middle of a long list
  const list = $("options").parentElement, row = $("options").querySelector("tr.chosen");
  list.scrollTop = row ? row.offsetTop - list.clientHeight / 2 : 0;
}
function optionName(view, {action, option, chosen}) {  // includes a button to try the option, if the deal can be continued
  const chosenText = choiceText(action, view.words.players);
  const nodes = sentence(option && option.discard ? say("CALL_AND_DISCARD", {trump: chosenText, cards: bySuit(option.discard)}) : chosenText, view.names);
  if (!view.canTry || chosen) return nodes;
  const made = button(say("TRY"), () => tryChoice(view, action), {class: "tryrow", "aria-label": say("TRY_CHOICE", {choice: choiceText(action)})});
  return [...nodes, " ", made];
}
function optionValue(decision, option, seat) {
  if (!option) return "";
  if (option.guarantee) return option.guarantee[seat];
  if (seat !== decision.seat) return "";
  return option.value.at_most === undefined ? option.value : "≤ " + option.value.at_most;
}
