// Draws the overview of several deals: the best players, the costliest mistakes, the gains, and a list of the deals.
function drawMatch(/** @type {ReviewsObject} */ match, /** @type {MatchFigures} */ figures) {
  document.title = $("title").textContent = figures.title; $("result").replaceChildren(...sentence(match.words.result, Object.keys(match.players))); $("terms").textContent = figures.assumed;
  drawMatchShort(match); drawCostliest(match); drawPlayers(match, figures); drawGains(match, figures); drawDealList(match);
}
function drawMatchShort(/** @type {ReviewsObject} */ {words, players}) {
  const names = Object.keys(players);
  $("short").replaceChildren(...[...words.best, words.too_close].filter(Boolean).map(each => paragraph(each, names)), el("h3", {}, "Luck"), ...words.luck.map(each => paragraph(each, names)));
  if (!words.luck.length) $("short").lastElementChild?.remove();
}
function drawCostliest(/** @type {ReviewsObject} */ {words, costliest, players}) {
  const items = costliest.map((each, i) => el("li", {}, ...sentence(words.costliest[i], Object.keys(players)), " ", decisionLink(each.deal, each.decision)));
  $("costliest").replaceChildren(...(items.length ? items : [el("li", {}, "No avoidable mistakes.")]));
  $("costliestnote").textContent = DATA.deals.some(deal => deal.fair_worlds) ? "A mistake is avoidable if the player could have found the better choice from what they saw." : "Judged with all hands open.";
}
function drawPlayers(/** @type {ReviewsObject} */ {players}, /** @type {MatchFigures} */ figures) {   // with a column for each player, so that the table fits on a phone
  fillTable("players", ["", ...Object.keys(players)], figures.players);
  $("playersnote").textContent = figures.notes;
}
function drawGains(/** @type {ReviewsObject} */ {words, ledger, players}, /** @type {MatchFigures} */ figures) {
  show("matchledger", Boolean(ledger));
  $("gains").replaceChildren(...(words.ledger.length ? words.ledger : [ledger ? "Nobody gained on balance." : HANDS_UNKNOWN]).map(each => paragraph(each, Object.keys(players))));
  if (ledger) fillTable("matchledger", ["gave to", ...Object.keys(ledger.gave)], figures.ledger || []);
}
function drawDealList(/** @type {ReviewsObject} */ {words, places, players}) {
  const names = Object.keys(players);
  $("deallist").replaceChildren(...DATA.deals.map((_, i) => el("li", {}, el("a", {href: addressOf(i)}, dealName(places, i)), ": ", ...sentence(words.deals[i], names))));
  $("leftout").replaceChildren(...words.left_out.map(each => el("li", {}, capital(each))));
}
function dealName(/** @type {DealPlace[]} */ places, /** @type {number} */ i) {                   // includes the name of the deal's record if there are several records
  const several = new Set(places.map(place => place.record)).size > 1;
  return several ? say("Deal {number} of {record}", {number: places[i].deal, record: places[i].record}) : say("Deal {number}", {number: places[i].deal});
}
