// Draws the parts of a deal's page that are the same at each step: the summary, ledger, grades and luck.
function drawDeal(/** @type {View} */ view) {
  const {review, words} = view;
  document.title = $("title").textContent = dealTitle(view);
  $("result").replaceChildren(...sentence(words.result, view.names));
  $("terms").replaceChildren(...sentence([review.trump === "N" ? WORD.N : review.trump && say("{trump} are trump", {trump: trumpText(review.trump)}), review.rules].filter(Boolean).join(" · ")));
  drawShort(view); drawLedger(view); drawGrades(view); drawLuck(view);
}
const dealTitle = (/** @type {View} */ {review: {event, number}}) => event ? say("{event}, deal {number}", {event, number}) : say("Deal {number}", {number});
function drawShort(/** @type {View} */ view) {   // the summary: the best player, and the costliest avoidable mistakes
  const {words} = view, link = (/** @type {string} */ text, /** @type {number} */ index) => el("li", {}, ...sentence(text, view.names), " ", decisionLink(view.number, index));
  $("dealshort").replaceChildren(...[...(words.best || []), words.too_close, words.luck].filter(Boolean).map(each => paragraph(each, view.names)));
  $("mistakes").replaceChildren(...(words.costliest || []).map((each, i) => link(each, words.costliest_decisions[i])));
  $("opencards").replaceChildren(...sentence(words.double_dummy || "", view.names));
  $("points").replaceChildren(...words.turning_points.map((each, i) => link(capital(each), view.review.turning_points[i])));
  if (!words.turning_points.length) $("points").replaceChildren(el("li", {}, view.open ? "No decision cost or conceded a trick." : HANDS_UNKNOWN));
  $("unused").replaceChildren(...words.unused.map(each => el("li", {}, ...sentence(each, view.names))));
  $("turning").open = !(words.costliest || []).length;
}
const decisionLink = (/** @type {number} */ deal, /** @type {number} */ index) => el("a", {href: addressOf(deal, index), class: "b"}, "Show");
function drawLedger(/** @type {View} */ {figures, names, open}) {
  if (figures.ledger) fillTable("ledger", ["gave to", ...names], figures.ledger);
  else $("ledger").replaceChildren(el("tbody", {}, el("tr", {}, el("td", {}, open ? "Nothing yet." : HANDS_UNKNOWN))));
}
// Draw the grades, with a row for each measure and a column for each player.
function drawGrades(/** @type {View} */ {figures, names}) {
  fillTable("grades", ["", ...names], figures.grades);
  $("gradenote").replaceChildren(...figures.grade_notes.map(each => el("p", {}, each)));
}
function drawLuck(/** @type {View} */ {figures, names}) {
  if (!figures.luck) { $("luck").replaceChildren(el("p", {}, "Luck is shown only if all hands are known and the deal was finished.")); $("lucknote").textContent = ""; return; }
  $("luck").replaceChildren(...figures.luck.map(({won, terms}, s) => el("div", {}, el("h3", {}, `${SHAPE[s]} ${names[s]} ${won}`), ...terms.map(luckBar))));
  $("lucknote").textContent = figures.luck_note;
}
function luckBar(/** @type {LuckBar} */ {name, words, bar}, /** @type {number} */ place) {
  const drawn = el("i", {}), wide = 50 * Math.abs(bar);
  if (place) drawn.append(el("span", {class: bar >= 0 ? "up" : "down", style: {left: `${bar >= 0 ? 50 : 50 - wide}%`, width: `${wide}%`}}));
  return el("div", {class: "term"}, el("span", {title: name}, name), drawn, el("b", {}, words));
}
