// What does not change from step to step: what is to say in short, ledger, grades, luck.
const MARKS = ["??", "?", "?!"], PHASES = @PHASES@, LIKE = @LEVELS@;

function drawDeal(view) {
  const {review, words} = view;
  document.title = $("title").textContent = dealTitle(view);
  $("result").replaceChildren(...sentence(words.result, view.names));
  $("terms").replaceChildren(...sentence([review.trump ? DENOMINATION[review.trump] + (review.trump === "N" ? "" : " are trump") : "", review.rules].filter(Boolean).join(" · ")));
  drawShort(view); drawLedger(view); drawGrades(view); drawLuck(view);
}
const dealTitle = ({review}) => (review.event ? review.event + ", " : "") + "deal " + review.number;
function drawShort(view) {                       // who played best, the dearest mistakes that could have been known
  const {words} = view, link = (text, index) => el("li", {}, ...sentence(text, view.names), " ", decisionLink(view.number, index, "look"));
  $("dealshort").replaceChildren(...[...(words.best || []), words.luck].filter(Boolean).map(each => paragraph(each, view.names)));
  $("mistakes").replaceChildren(...(words.dearest || []).map((each, i) => link(each, words.dearest_decisions[i])));
  $("opencards").replaceChildren(...sentence(words.open_cards || "", view.names));
  $("points").replaceChildren(...words.turning_points.map((each, i) => link(capital(each), view.review.turning_points[i])));
  if (!words.turning_points.length) $("points").replaceChildren(el("li", {}, view.open ? "No decision cost or gave a trick." : "Not known: not all hands are."));
  $("unused").replaceChildren(...words.unused.map(each => el("li", {}, ...sentence(each, view.names))));
  $("turning").open = !(words.dearest || []).length;
}
const decisionLink = (deal, index, words) => el("a", {href: addressOf(deal, index)}, words);
function drawLedger(view) {
  const {ledger, decisions, result} = view.review, players = SEATS.map(seat => view.words.players[seat]);
  if (!ledger) { $("ledger").replaceChildren(el("tbody", {}, el("tr", {}, el("td", {}, view.open ? "Nothing yet." : "Not known: not all hands are.")))); return; }
  const first = decisions[ledger.from_decision], gave = SEATS.map((giver, i) => [players[i], ...SEATS.map(seat => signed(ledger.gave[giver][seat]))]);
  fillTable("ledger", ["gave to", ...players], [...gave,
    ["sure before the " + (first.trick === null ? first.phase : "play"), ...SEATS.map(seat => ledger.sure[seat])],
    [result ? "won" : "sure of at last", ...SEATS.map(seat => ledger.after[seat])]]);
}

// Grades: rows are measures, columns the players.
function drawGrades(view) {
  const {review, words} = view, grades = SEATS.map(seat => review.seats[seat]), fair = review.fair_worlds > 0;
  fillTable("grades", ["", ...SEATS.map(seat => words.players[seat])], gradeRows(grades, fair));
  $("gradenote").replaceChildren(...gradeNotes(grades, fair).map(each => el("p", {}, each)));
  if (fair) $("gradenote").append(el("p", {}, `What could be known: up to ${review.fair_worlds} deals that a player could not tell apart, seed ${review.seed}; ± is one standard error.`));
}
function gradeRows(grades, fair) {
  const row = (name, cell) => [name, ...grades.map(cell)], has = field => grades.some(grade => grade[field] !== undefined && grade[field] !== null);
  const phases = Object.keys(PHASES).filter(phase => grades.some(grade => grade.phases[phase]));
  const lost = grade => !grade || !grade.unforced ? "" : fair ? grade.fair_loss ? estimate(grade.fair_loss) : "" : text(grade.own_cost);
  return [...(has("accuracy") ? [row("accuracy, of 100", grade => grade.accuracy ? estimate(grade.accuracy, 0) : "")] : []),
    ...(has("plays_like") ? [row("plays like", grade => LIKE[grade.plays_like] || "not clear")] : []),
    row("decisions with a choice", grade => grade.unforced),
    row(fair ? "lost, could be known" : "lost, all cards seen", lost),
    ...phases.map(phase => row("· " + PHASES[phase], grade => lost(grade.phases[phase]))),
    ...(fair ? [row("mistakes", marksText)] : []),
    ...(fair ? [row("lost, all cards seen", grade => text(grade.own_cost))] : []), row("given to the others", grade => text(grade.conceded))];
}
const marksText = grade => MARKS.filter(mark => grade.marks[mark]).map(mark => grade.marks[mark] + " " + mark).join(", ");
const text = number => number === null ? "" : number;
function gradeNotes(grades, fair) {
  const notes = ["Figures are tricks of the whole deal."];
  if (fair) notes.push("Could be known: a player could have found the better choice from what he saw. ?! loses a quarter of a trick or more, ? a half, ?? a whole one.");
  if (grades.some(grade => grade.accuracy)) notes.push("Accuracy: 100 is to lose nothing that could have been known; a club player gets 80 in the long run.");
  return notes;
}

function luckTerms(view, terms) {                // a player's decisions together
  const of = player => Object.entries(terms).filter(([name]) => name.startsWith(player + " ")).reduce((sum, [, value]) => sum + value, 0);
  return [...["par", "hands", "kitty", "exchange"].map(name => [name, terms[name]]), ...SEATS.map(player => [view.words.players[player] + "'s decisions", of(player)])];
}
function drawLuck(view) {
  const {luck, result} = view.review;
  if (!luck) { $("luck").replaceChildren(el("p", {}, "Not split: that needs all hands, and a deal that is over.")); $("lucknote").textContent = ""; return; }
  const columns = SEATS.map(seat => luckTerms(view, luck[seat]));
  const most = Math.max(1, ...columns.flatMap(terms => terms.slice(1).map(([, value]) => Math.abs(value))));
  $("luck").replaceChildren(...SEATS.map((seat, s) => el("div", {}, el("h3", {}, `${SHAPE[s]} ${view.words.players[seat]} won ${result[seat]}`), ...columns[s].map(term => luckBar(term, most)))));
  $("lucknote").textContent = luckNote(luck.errors);
}
function luckBar([name, value], most) {
  const bar = el("i", {}), wide = 50 * Math.abs(value) / most;
  if (name !== "par") bar.append(el("span", {class: value >= 0 ? "up" : "down", style: {left: `${value >= 0 ? 50 : 50 - wide}%`, width: `${wide}%`}}));
  return el("div", {class: "term"}, el("span", {title: name}, name), bar, el("b", {}, name === "par" ? fixed(value, 1) : signedTenths(value)));
}
const errorText = error => error < 0.05 ? " below 0.1" : " ± " + error.toFixed(1);
function luckNote(errors) {
  const told = ["hands", "kitty", "exchange"].filter(name => errors[name] !== undefined).map(name => name + errorText(errors[name]));
  const decisions = SEATS.map(seat => Math.hypot(...Object.keys(errors).filter(name => name.startsWith(seat + " ")).map(name => errors[name])));
  if (Math.max(...decisions) > 0) told.push("a player's decisions" + errorText(Math.max(...decisions)));
  return "Tricks. Par: what such a seat wins on average, all playing as usual. Hands, kitty, exchange: luck with the cards. Decisions: what the choices of each player brought this one. "
    + `The terms add up to what was won. Their errors, at most: ${told.join(", ")}.`;
}
