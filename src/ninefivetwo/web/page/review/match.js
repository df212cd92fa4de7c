// The first page of several deals: who played best, the dearest mistakes, who gained from whom, the deals.
function drawMatch() {
  const {match} = DATA, {words} = match;
  document.title = $("title").textContent = words.title; $("result").replaceChildren(...sentence(words.result, Object.keys(match.players))); $("terms").textContent = "";
  drawMatchShort(match); drawDearest(match); drawPlayers(match); drawGains(match); drawDealList(match);
}
function drawMatchShort({words, players}) {
  const names = Object.keys(players);
  $("short").replaceChildren(...[...words.best, words.too_close].filter(Boolean).map(each => paragraph(each, names)), el("h3", {}, "Luck"), ...words.luck.map(each => paragraph(each, names)));
  if (!words.luck.length) $("short").lastChild.remove();
}
function drawDearest({words, dearest, players}) {
  const items = dearest.map((each, i) => el("li", {}, ...sentence(words.dearest[i], Object.keys(players)), " ", decisionLink(each.deal, each.decision, "look")));
  $("dearest").replaceChildren(...(items.length ? items : [el("li", {}, "No avoidable mistakes.")]));
  $("dearestnote").textContent = DATA.deals.some(deal => deal.fair_worlds) ? "Avoidable: the better choice could be found from what the player saw." : "With all hands open.";
}
function drawPlayers({players}) {                // columns are the players, so that it fits a phone
  fillTable("players", ["", ...Object.keys(players)], DATA.match_figures.players);
  $("playersnote").textContent = DATA.match_figures.notes;
}
function drawGains({words, ledger, players}) {
  show("matchledger", Boolean(ledger));
  $("gains").replaceChildren(...(words.ledger.length ? words.ledger : [ledger ? "Nobody gained on balance." : "Not known: not all hands are."]).map(each => paragraph(each, Object.keys(players))));
  if (ledger) fillTable("matchledger", ["gave to", ...Object.keys(ledger.gave)], DATA.match_figures.ledger);
}
function drawDealList({words, places, players}) {
  const names = Object.keys(players);
  $("deallist").replaceChildren(...DATA.deals.map((deal, i) => el("li", {}, el("a", {href: addressOf(i)}, dealName(places, i)), ": ", ...sentence(words.deals[i], names))));
  $("leftout").replaceChildren(...words.left_out.map(each => el("li", {}, capital(each))));
}
function dealName(places, i) {                   // with its record where there are several
  const several = new Set(places.map(place => place.record)).size > 1;
  return several ? `${NUMBERS[i]}: deal ${places[i].deal} of ${places[i].record}` : "Deal " + places[i].deal;
}
