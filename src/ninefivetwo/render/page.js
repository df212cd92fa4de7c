"use strict";
const R = JSON.parse(document.getElementById("data").textContent), W = R.words;   // see docs/json.md
const PHASES = @PHASES@;
const SEATS = ["dealer", "left", "right"], SUITS = ["S", "H", "D", "C"], SIGN = {S:"♠", H:"♥", D:"♦", C:"♣", N:"no-trump"};
const NAME = {S:"♠ spades", H:"♥ hearts", D:"♦ diamonds", C:"♣ clubs", N:"no-trump"};
const COLOUR = ["var(--s0)", "var(--s1)", "var(--s2)"], DASH = ["", "7 4", "2 3"], SHAPE = ["●", "■", "▲"];
const MOST_OPTIONS = 60;
const $ = id => document.getElementById(id);
function el(name, attributes, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes || {})) key === "class" ? made.className = value : made.setAttribute(key, value);
  made.append(...children); return made;
}
function svg(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  if (text !== undefined) made.textContent = text; return made;
}

// The steps: every decision before the play, then every card.
const plays = R.tricks.flatMap((trick, number) => trick.cards.map((card, i) => (
  {card, seat: SEATS[(SEATS.indexOf(trick.lead) + i) % 3], trick: number + 1, winner: i === 2 ? trick.winner : null})));
const beforePlay = R.decisions.filter(d => d.trick === null).map(d => ({seat: d.seat, decision: d}));
const steps = [...beforePlay, ...plays.map(play => (
  {...play, decision: R.decisions.find(d => d.trick === play.trick && d.seat === play.seat) || null}))];
const stepOf = index => steps.findIndex(step => step.decision && step.decision.index === index);
const over = R.result !== null, open = !R.deal.includes("?");
const judged = R.decisions.filter(d => d.trick !== null && d.before);
const sure = judged.length ? [judged[0].before, ...judged.map(d => d.after)] : [];   // before the first card, after each
let at = 0;                                      // how many steps have been taken

// How values are written.
const signed = n => n > 0 ? "+" + n : n < 0 ? "−" + -n : "0";
const estimate = e => e.mean.toFixed(2).replace(/^-(0\.00)$/, "$1") + " ± " + (e.se === null ? "?" : e.se.toFixed(2));
const handCards = hand => hand === null ? null : hand.split(".").flatMap((ranks, i) => ranks === "-" ? [] : [...ranks].map(rank => SUITS[i] + rank));
const bySuit = cards => SUITS.map(suit => cards.filter(card => card[0] === suit).map(card => card[1]).join("")).map((ranks, i) => ranks && SUITS[i] + ranks).filter(Boolean).join(" ");
const choiceText = choice => Array.isArray(choice) ? bySuit(choice) : typeof choice === "string" ? NAME[choice] || choice
  : Object.entries(choice).map(([seat, cards]) => seat + " " + bySuit(cards)).join(", ") || "nothing";
const choiceCards = choice => Array.isArray(choice) ? choice : typeof choice === "string" ? [choice] : Object.values(choice).flat();
const when = step => step.card ? "trick " + step.trick : step.decision.phase;
const cost = step => step.decision && step.decision.own_cost || 0, mark = step => step.decision && step.decision.mark || "";
const cardEl = (card, more) => el("span", {class: "card " + card[0] + (more || "")}, SIGN[card[0]] + card[1].replace("T", "10"));

function handsAt() {                             // each seat's cards, the trick on the table, tricks won
  const hands = at < beforePlay.length ? steps[at].decision.hands : R.playing;
  const left = SEATS.map(seat => handCards(hands[seat])), won = [0, 0, 0];
  let table = [], last = null;
  for (const {seat, card, winner} of steps.slice(beforePlay.length, at)) {
    const who = SEATS.indexOf(seat);
    if (left[who]) left[who] = left[who].filter(held => held !== card);
    table.push({seat, card});
    if (table.length === 3) { last = {cards: table, winner}; won[SEATS.indexOf(winner)]++; table = []; }
  }
  return {left, table, won, last};
}
function handBox(index, left, won) {
  const step = steps[at], seat = SEATS[index], turn = step && step.seat === seat;
  const chosen = !turn ? [] : step.card ? [step.card] : choiceCards(step.decision.chosen);
  const head = el("h3", {}, el("span", {}, SHAPE[index] + " " + W.players[seat] + " · " + seat), el("span", {}, won[index] + " of " + R.contracts[seat]));
  const box = el("div", {class: "hand " + seat + (turn ? " turn" : ""), "data-seat": seat}, head);
  for (const suit of SUITS) {
    const row = el("div", {class: "suit"}, SIGN[suit] + " ");
    if (!left[index]) row.append("?");
    else for (const card of left[index].filter(c => c[0] === suit)) row.append(cardEl(card, chosen.includes(card) ? " chosen" : ""));
    box.append(row);
  }
  return box;
}
function drawTable() {
  const {left, table, won, last} = handsAt(), middle = el("div", {class: "middle"}), shown = table.length || !last ? table : last.cards;
  if (!shown.length) middle.append(el("div", {}, (at < beforePlay.length ? W.decisions[steps[at].decision.index].happened : W.happened).join(" · ") || "the cards are dealt"));
  for (const {seat, card} of shown) middle.append(el("div", {class: "spot" + (!table.length && last && seat === last.winner ? " won" : "")}, cardEl(card), W.players[seat]));
  $("table").replaceChildren(handBox(1, left, won), handBox(2, left, won), middle, handBox(0, left, won));
}
function drawStep() {
  const step = steps[at], effect = $("effect"); $("options").replaceChildren(); effect.replaceChildren(); $("line").textContent = "";
  $("what").textContent = step ? when(step) + ": " + W.players[step.seat] + (step.card ? " to play" : "") : over ? "The end" : "Here the record stops";
  $("where").textContent = step ? "step " + (at + 1) + " of " + steps.length : over ? "the deal is over" : "the record stops here";
  if (!step) { effect.textContent = W.result; return; }
  const d = step.decision;
  if (!d) { effect.textContent = "Not judged: this hand is not known."; return; }
  const words = W.decisions[d.index], chosen = choiceText(d.chosen);
  if (d.mark) effect.append(el("span", {class: "mark"}, chosen + " " + d.mark + " "));
  effect.append(words.effect || (d.forced ? "There was nothing to choose." : d.before ? chosen + " cost nothing." : ""));
  if (words.fair) effect.append(el("span", {class: "soft"}, " By what could be known " + words.fair));
  if (d.line) $("line").textContent = "Best play from here, for " + W.players[d.seat] + " and against: " + d.line.join(" ");
  if (d.options && !d.forced) drawOptions(d);
}
function drawOptions(d) {
  const same = (one, other) => choiceText(one) === choiceText(other);
  const listed = d.options.filter((option, i) => i < MOST_OPTIONS || same(option.action, d.chosen)), others = d.options.length - listed.length + d.options_left;
  $("options").append(el("tr", {}, el("th", {}, "choice"), ...SEATS.map((seat, i) => el("th", {}, SHAPE[i] + " " + W.players[seat]))));
  for (const option of listed) {
    const own = option.value.at_most === undefined ? option.value : "≤ " + option.value.at_most;
    const cells = SEATS.map(seat => option.guarantee ? option.guarantee[seat] : seat === d.seat ? own : "");
    const words = choiceText(option.action) + (option.discard ? ", then discard " + bySuit(option.discard) : "");
    const best = d.best.some(action => same(action, option.action));
    $("options").append(el("tr", {class: (same(option.action, d.chosen) ? "chosen " : "") + (best ? "best" : "")}, el("td", {}, words), ...cells.map(text => el("td", {}, String(text)))));
  }
  if (others) $("options").append(el("tr", {}, el("td", {colspan: 4}, others + " more, none better")));
}

// The plot of the guarantees: its size, and where a number of cards played and a number of tricks stand in it.
const WIDTH = 640, HEIGHT = 250, LEFT = 26, RIGHT = WIDTH - 76, TOP = 14, BOTTOM = HEIGHT - 22, NAME_HEIGHT = 13;
const mostTricks = Math.max(10, ...sure.flatMap(Object.values), ...Object.values(R.contracts)) + 1;
const plotX = cards => LEFT + (RIGHT - LEFT) * cards / Math.max(sure.length - 1, 1);
const plotY = tricks => BOTTOM - (BOTTOM - TOP) * tricks / mostTricks;
function drawPlot() {
  const plot = $("plot");
  plot.setAttribute("viewBox", `0 0 ${WIDTH} ${HEIGHT}`);
  plot.replaceChildren(...gridLines());
  if (!sure.length) { plot.append(svg("text", {x: LEFT + 20, y: HEIGHT / 2}, open ? "no card has been played" : "not known: not all hands are")); return; }
  plot.append(...trickNumbers(), ...curves(), ...nameLabels(), ...lossMarks());
  if (at >= beforePlay.length) plot.append(nowLine(plotX(at - beforePlay.length)));
}
function gridLines() {
  const lines = [];
  for (let tricks = 0; tricks <= mostTricks; tricks += 2) {
    lines.push(svg("line", {x1: LEFT, x2: RIGHT, y1: plotY(tricks), y2: plotY(tricks), stroke: "#e6e3d9"}));
    lines.push(svg("text", {x: 4, y: plotY(tricks) + 4}, tricks));
  }
  return lines;
}
function trickNumbers() {
  const numbers = [];
  for (let trick = 0; 3 * trick < sure.length; trick += 2) numbers.push(svg("text", {x: plotX(3 * trick) - 3, y: HEIGHT - 6}, trick || "start"));
  return numbers;
}
function curves() {
  return SEATS.map((seat, s) => {
    const path = sure.map((tricks, i) => (i ? "H" + plotX(i) + "V" : "M" + plotX(0) + " ") + plotY(tricks[seat])).join("");
    return svg("path", {d: path, fill: "none", stroke: COLOUR[s], "stroke-width": 2.4, "stroke-dasharray": DASH[s]});
  });
}
function nameLabels() {                          // at the curves' ends, moved apart where two end together
  const ends = SEATS.map(seat => plotY(sure[sure.length - 1][seat])), order = [0, 1, 2].sort((a, b) => ends[a] - ends[b]);
  order.forEach((s, i) => { if (i) ends[s] = Math.max(ends[s], ends[order[i - 1]] + NAME_HEIGHT); });
  return SEATS.map((seat, s) => svg("text", {x: RIGHT + 4, y: ends[s] + 4, style: "fill:" + COLOUR[s]}, SHAPE[s] + " " + W.players[seat].slice(0, 10)));
}
function lossMarks() {                           // a click on one goes to its decision
  return steps.slice(beforePlay.length).flatMap((step, i) => {
    if (!cost(step) && !mark(step)) return [];
    const colour = mark(step) ? "var(--warn)" : COLOUR[SEATS.indexOf(step.seat)];
    const place = {x: plotX(i + 1) - 6, y: plotY(sure[i + 1][step.seat]) + 15, class: "hit", style: "font-weight:700;fill:" + colour};
    const text = svg("text", place, mark(step) || "−" + cost(step));
    text.addEventListener("click", () => go(beforePlay.length + i));
    return [text];
  });
}
const nowLine = x => svg("line", {x1: x, x2: x, y1: TOP, y2: BOTTOM, stroke: "#333", "stroke-dasharray": "3 3", id: "now"});

function go(step) { at = Math.max(0, Math.min(steps.length, step)); drawTable(); drawStep(); drawPlot(); }
function nextLoss() {
  const losses = steps.flatMap((step, i) => cost(step) || mark(step) ? [i] : []);
  if (losses.length) go(losses.find(i => i > at) ?? losses[0]);
}

// What does not change from step to step.
function rows(id, head, body) {
  $(id).append(el("tr", {}, ...head.map(text => el("th", {}, text))), ...body.map(row => el("tr", {}, ...row.map(text => el("td", {}, String(text))))));
}
function drawTitle() {
  document.title = $("title").textContent = R.event || "deal " + R.number; $("result").textContent = W.result;
  $("terms").textContent = (R.trump ? (R.trump === "N" ? "no-trump" : SIGN[R.trump] + " trumps") + " · " : "") + R.rules;
}
function drawTurningPoints() {
  R.turning_points.forEach((index, i) => {
    const look = el("button", {}, "look"); look.addEventListener("click", () => go(stepOf(index)));
    $("points").append(el("li", {}, W.turning_points[i] + " ", look));
  });
  if (!R.turning_points.length) $("points").append(el("li", {}, open ? "No decision cost or gave a trick." : "Not known: not all hands are."));
  $("unused").append(...W.unused.map(words => el("li", {}, words)));
}
function drawLedger() {
  const ledger = R.ledger;
  if (!ledger) { $("ledger").append(el("tr", {}, el("td", {}, open ? "Nothing yet." : "Not known: not all hands are."))); return; }
  const first = R.decisions[ledger.from_decision], gave = SEATS.map(giver => [W.players[giver], ...SEATS.map(seat => signed(ledger.gave[giver][seat]))]);
  rows("ledger", ["gave to", ...SEATS.map(seat => W.players[seat])], [...gave,
    ["sure before the " + (first.trick === null ? first.phase : "play"), ...SEATS.map(seat => ledger.sure[seat])],
    [over ? "won" : "sure of at last", ...SEATS.map(seat => ledger.after[seat])]]);
}
function drawGrades() {
  const fair = R.fair_worlds > 0, marks = ["??", "?", "?!"], text = n => n === null ? "" : n;
  const cells = grade => [grade.unforced, text(grade.own_cost), text(grade.conceded), ...(fair ? [
    grade.fair_loss && grade.unforced ? estimate(grade.fair_loss) : "", grade.thousandths_each === null ? "" : grade.thousandths_each.toFixed(0),
    ...marks.map(sign => grade.marks[sign] || "")] : [])];
  rows("grades", ["", "unforced", "hindsight cost", "gave", ...(fair ? ["fair loss", "‰ a decision", ...marks] : [])],
    SEATS.flatMap(seat => [[W.players[seat], ...cells(R.seats[seat])], ...Object.entries(R.seats[seat].phases).map(([phase, part]) => ["· " + PHASES[phase], ...cells(part)])]));
  if (fair) $("fairness").textContent = `Fair figures over up to ${R.fair_worlds} deals that could be, seed ${R.seed}; ± is one standard error; ‰: thousandths of a trick.`;
}
function luckTerms(terms) {                      // a player's decisions together
  const of = player => Object.entries(terms).filter(([name]) => name.startsWith(player + " ")).reduce((sum, [, value]) => sum + value, 0);
  return [...["par", "hands", "kitty", "exchange"].map(name => [name, terms[name]]), ...SEATS.map(player => [W.players[player] + "'s decisions", of(player)])];
}
function drawLuck() {
  if (!R.luck) { $("luck").append(el("p", {}, "Not split: that needs all hands, and a deal that is over.")); return; }
  const columns = SEATS.map(seat => luckTerms(R.luck[seat])), errors = R.luck.errors;
  const most = Math.max(1, ...columns.flatMap(terms => terms.slice(1).map(([, value]) => Math.abs(value))));
  SEATS.forEach((seat, s) => {
    const column = el("div", {}, el("h3", {}, SHAPE[s] + " " + W.players[seat] + ": " + R.result[seat]));
    for (const [name, value] of columns[s]) {
      const bar = el("i", {}), wide = 50 * Math.abs(value) / most;
      if (name !== "par") bar.append(el("span", {class: value >= 0 ? "up" : "down", style: `left:${value >= 0 ? 50 : 50 - wide}%;width:${wide}%`}));
      column.append(el("div", {class: "term"}, el("span", {}, name), bar, el("b", {}, name === "par" ? value.toFixed(2) : signed(Number(value.toFixed(2))))));
    }
    $("luck").append(column);
  });
  $("luckerror").textContent = `The forecasts' own errors: hands ± ${errors.hands.toFixed(1)}, kitty ± ${errors.kitty.toFixed(1)}, exchange ± ${errors.exchange.toFixed(1)}.`;
}

$("first").onclick = () => go(0); $("back").onclick = () => go(at - 1); $("next").onclick = () => go(at + 1); $("last").onclick = () => go(steps.length);
$("mistake").onclick = nextLoss; $("four").onchange = event => document.body.classList.toggle("four", event.target.checked);
document.addEventListener("keydown", event => {
  const keys = {ArrowRight: () => go(at + 1), ArrowLeft: () => go(at - 1), Home: () => go(0), End: () => go(steps.length), m: nextLoss};
  if (keys[event.key] && !event.ctrlKey && !event.metaKey) { keys[event.key](); event.preventDefault(); }
});
drawTitle(); drawTurningPoints(); drawLedger(); drawGrades(); drawLuck();
go(R.turning_points.length ? stepOf(R.turning_points[0]) : beforePlay.length);
