// Draws the overview of several deals: the best players, the costliest mistakes, the gains, and a list of the deals.
function drawMatch() {
  const {match} = DATA, {words} = match;
  document.title = $("title").textContent = DATA.match_figures.title; $("result").replaceChildren(...sentence(words.result, Object.keys(match.players))); $("terms").textContent = DATA.match_figures.assumed;
  drawMatchShort(match); drawCostliest(match); drawPlayers(match); drawGains(match); drawDealList(match);
}
function drawMatchShort({words, players}) {
  const names = Object.keys(players);
  $("short").replaceChildren(...[...words.best, words.too_close].filter(Boolean).map(each => paragraph(each, names)), el("h3", {}, say("LUCK")), ...words.luck.map(each => paragraph(each, names)));
  if (!words.luck.length) $("short").lastChild.remove();
}
function drawCostliest({words, costliest, players}) {
  const items = costliest.map((each, i) => el("li", {}, ...sentence(words.costliest[i], Object.keys(players)), " ", decisionLink(each.deal, each.decision)));
  $("costliest").replaceChildren(...(items.length ? items : [el("li", {}, say("NO_MISTAKES"))]));
  $("costliestnote").textContent = say(DATA.deals.some(deal => deal.fair_worlds) ? "AVOIDABLE" : "ALL_HANDS_OPEN");
}
function drawPlayers({players}) {                // with a column for each player, so that the table fits on a phone
  fillTable("players", ["", ...Object.keys(players)], DATA.match_figures.players);
  $("playersnote").textContent = DATA.match_figures.notes;
}
function drawGains({words, ledger, players}) {
  show("matchledger", Boolean(ledger));
  $("gains").replaceChildren(...(words.ledger.length ? words.ledger : [say(ledger ? "NOBODY_GAINED" : "HANDS_UNKNOWN")]).map(each => paragraph(each, Object.keys(players))));
  if (ledger) fillTable("matchledger", [say("GAVE_TRICKS"), ...Object.keys(ledger.gave)], DATA.match_figures.ledger);
}
function drawDealList({words, places, players}) {
  const names = Object.keys(players);
  $("deallist").replaceChildren(...DATA.deals.map((deal, i) => el("li", {}, el("a", {href: addressOf(i)}, dealName(places, i)), ": ", ...sentence(words.deals[i], names))));
  $("leftout").replaceChildren(...words.left_out.map(each => el("li", {}, capital(each))));
}
function dealName(places, i) {                   // includes the name of the deal's record if there are several records
  const several = new Set(places.map(place => place.record)).size > 1;
  return several ? say("DEAL_OF_RECORD", {number: places[i].deal, record: places[i].record}) : say("DEAL_NUMBER", {number: places[i].deal});
}
