// The table: three hands, what lies in the middle.
function drawTable(view) {
  const now = moment(view.line, view.at), middle = el("div", {class: "middle"}), shown = now.table.length || !now.last ? now.table : now.last.cards;
  if (!shown.length) middle.append(el("div", {class: "happened"}, ...happened(view)));
  for (const {seat, card} of shown) {
    const won = !now.table.length && now.last && seat === now.last.winner;
    middle.append(el("div", {class: "spot" + (won ? " won" : "")}, cardEl(card), view.words.players[seat] + (won ? " wins" : "")));
  }
  const trump = trumpAt(view);
  if (trump) middle.append(el("div", {class: "trump"}, ...sentence(DENOMINATION[trump]), trump === "N" ? "" : " are trump"));
  $("table").replaceChildren(handBox(view, now, 1), handBox(view, now, 2), middle, handBox(view, now, 0));
}
function trumpAt({line, at}) {                   // null before the call
  const called = line.steps.find((step, i) => step.phase === "call" && i < at);
  return called ? called.chosen : at >= line.first ? line.trump : null;
}
function happened(view) {
  const step = view.line.steps[view.at], early = view.at < view.line.first;
  const said = view.other && view.at > view.other.from ? [] : early ? view.words.decisions[step.decision.index].happened : view.words.happened;
  return said.length ? said.map(words => paragraph(words, view.names)) : [early ? "The cards are dealt." : ""];
}
function handBox(view, now, index) {
  const step = view.line.steps[view.at], seat = SEATS[index], turn = Boolean(step) && step.seat === seat, cards = now.held[index];
  const chosen = turn ? choiceCards(choiceOf(step)) : [];
  const head = el("h3", {}, el("span", {}, SHAPE[index] + " " + view.words.players[seat]), el("span", {}, `${now.won[index]} of ${view.review.contracts[seat]}`, el("span", {class: "long"}, " tricks")));
  const box = el("div", {class: "hand " + seat + (turn ? " turn" : ""), "data-seat": seat}, head);
  const tried = turn && view.canTry ? triedCards(step, now) : [];
  for (const suit of SUITS) {
    const row = el("div", {class: "suit"}, el("span", {class: "sign"}, SIGN[suit]));
    if (!cards) row.append("?");
    else for (const card of cards.filter(each => each[0] === suit)) row.append(handCard(view, card, chosen.includes(card), tried.includes(card)));
    box.append(row);
  }
  return box;
}
function triedCards(step, now) {                 // the cards that can be pressed: what else could be played, or discarded
  if (step.card) return legalCards(now, step.seat).filter(card => card !== step.card);
  return step.phase === "discard" ? now.held[SEATS.indexOf(step.seat)] || [] : [];
}
function handCard(view, card, chosen, tried) {
  const drawn = cardEl(card, (chosen ? " chosen" : "") + (here.picked.includes(card) ? " picked" : ""));
  if (!tried) return drawn;
  const made = button(drawn.textContent, () => pressCard(view, card));
  made.className = drawn.className + " try"; made.dataset.card = card; made.title = "what if this card?"; made.setAttribute("aria-label", "what if " + drawn.textContent);
  return made;
}
