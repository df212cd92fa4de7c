// Draws advice, verdicts and the end of a deal, with the figures folded. The data comes from web/hints.py and
// web/verdicts.py.
import {button, el, fold, inRow, kept, link, minus, paragraph, sentence, soft, spokenText, unseen, paragraphs} from "./table/dom.js";
import {grid} from "./grid.js";
import {Requests, scrolled, reason} from "./ui.js";

/** @type {Texts} */ const STAGE = {first: "Quick answer. Analysing …", early: "Based on few deals so far. Analysing …", sharp: "Refining …"};
// What screen readers are told: an element that is there before its words, which are read aloud when they change.
const status = el("p", {class: "hidden", role: "status"});
document.body.prepend(status);
function tell(/** @type {string} */ words) {
  if (status.textContent !== spokenText(words)) status.textContent = spokenText(words);
}

/** Request advice, and draw each answer with `draw`. `onAdvice` is called with each answer. Returns a function that stops
 * the request and leaves the last answer on the page. @type {AskAdvice} */
export function askAdvice(path, body, element, options) {
  const requests = new Requests();
  let last = /** @type {Answers[typeof path] | null} */ (null);
  status.textContent = "";
  delete element.dataset.stage;
  const show = (/** @type {Answers[typeof path]} */ found, /** @type {boolean} */ going) => options.draw(element, found, {...options, stop: going ? stop : null});
  const stop = () => { requests.stop(); if (last) show(last, false); else element.replaceChildren(); };
  const told = (/** @type {Answers[typeof path]} */ found) => { last = found; show(found, found.stage !== "final"); options.onAdvice?.(found); };
  element.replaceChildren(soft("Thinking …"));
  requests.post(path, body, told).catch(error => {
    const words = reason(error);
    if (words) element.replaceChildren(el("p", {class: "warn", role: "alert"}, words));
  });
  return stop;
}

/** Replace the content of `element`, which shows advice, a verdict or the end of a deal. Folds stay open. @type {Fill} */
function fill(element, kind, {stage}, ...children) {
  const folds = Object.fromEntries([...element.querySelectorAll("details")].map(each => [each.className, each.open]));
  element.classList.add(kind);
  element.dataset.stage = stage;
  element.replaceChildren(...children.flatMap(child => child || []));
  for (const each of element.querySelectorAll("details")) each.open = folds[each.className] ?? each.open;
}

/** Draw advice: the choice, its certainty, the reasons, its value and the best choices. The figures and the similar hands are
 * folded until the user opens them; with `options.like`, the similar hands are open at first, and with `options.brief`,
 * everything after the reasons is folded. @type {DrawAnswer<AdviceShown>} */
export function drawAdvice(element, advice, {names, like, brief, stop}) {
  const {stage, advised, footer, figures} = advice;
  const numbers = [...paragraphs([advice.worth], names), advice.table && table(advice.table, {names}), footer && soft(footer),
    figures && fold("All figures", {class: "figures"}, table(figures, {names, label: "All figures"}), ...paragraphs(advice.sentences, names, "soft")),
    advice.like && handsLike(advice.like, Boolean(like))].flatMap(child => child || []);
  const working = stage !== "final" && el("div", {class: "row advice-stage"}, el("span", {class: "soft"}, stop ? STAGE[stage] : "Stopped."), stop && button("Stop", stop, {class: "small"}));
  tell(advised);
  fill(element, "advice", advice, ...paragraphs([advised], names, "advice-words"), working,
    ...paragraphs([advice.sure, ...advice.reasons], names), ...(brief && numbers.length ? [fold("Show numbers", {class: "numbers"}, ...numbers)] : numbers));
}
function handsLike(/** @type {LikeText} */ like, /** @type {boolean} */ open) {
  return fold("Similar hands", {class: "like", open}, ...like.sentences.map(each => el("p", {}, each)), histogram(like), table(like.table, {label: "Results of each call with similar hands", even: true}), soft(like.footer));
}
// Draw a row for each number of tricks; colour and hidden words mark the rows that make the contract.
function histogram(/** @type {LikeText} */ {title, bars}) {
  const rows = bars.map(({tricks, made, length, words}) => el("tr", {}, el("th", {scope: "row"}, tricks),
    el("td", {class: "bar"}, el("div", {class: made && "made", style: {width: `${100 * length}%`}})),
    el("td", {}, words, unseen(made ? ", contract made" : ", contract not made"))));
  return el("table", {class: "histogram"}, el("caption", {}, title), el("tbody", {}, ...rows));
}
function table(/** @type {TableShown} */ {head, rows}, /** @type {TableDrawing} */ {names, label = "Choices compared", even}) {
  const cells = rows.map(texts => texts.map((text, i) => i ? kept(minus(text)) : sentence(text, names)));
  return scrolled(label, grid(head, cells, even ? [] : ["best"]));
}

/** Draw the verdict on a choice, its reasons and an example; `tryAgain(events)` returns to the choice. @type {DrawAnswer<VerdictShown>} */
export function drawVerdict(element, verdict, {names, tryAgain}) {
  const {kind, mark, words, why} = verdict, told = paragraph(words, names, "verdict-words");
  if (mark) told.prepend(el("b", {class: "mark"}, mark), " ");
  tell(words);
  element.dataset.kind = kind;
  if (kind === "forced") fill(element, "verdict", verdict); // nothing could be wrong
  else fill(element, "verdict", verdict, words && told, ...paragraphs(why, names), ...lineOf(verdict), kind === "mistake" && again(verdict, tryAgain));
}
const again = (/** @type {{events: number}} */ {events}, /** @type {Drawing["tryAgain"]} */ tryAgain) => tryAgain && button("Try again", () => tryAgain(events), {"data-key": "t"});
const lineOf = (/** @type {{line: LineCard[], line_words?: string}} */ {line, line_words: words}) => line.length ? [words && soft(words), drawLine(line)] : [];

// Draw a line of play as cards, trick by trick, with the winning cards marked.
export function drawLine(/** @type {LineCard[]} */ line) {
  const tricks = /** @type {LineCard[][]} */ ([]);
  for (const card of line) {
    if (card.leads || !tricks.length) tricks.push([]);
    tricks[tricks.length - 1].push(card);
  }
  return el("ol", {class: "line-of-play"}, ...tricks.map(trick => el("li", {}, ...trick.map((card, i) => played(card, i === trick.length - 1)))));
}
function played(/** @type {LineCard} */ {wins, does, name}, /** @type {boolean} */ last) {
  return el("span", {class: "line-card" + (wins ? " wins" : "")}, ...sentence(does, [name]).map(part => part instanceof Node ? part : el("span", {class: "soft"}, part)),
    unseen(wins ? " and wins the trick" : "", last ? "." : ", "));
}

/** Draw the end of a deal: first the result, then accuracy, luck and the costliest mistake from the review. @type {DrawAnswer<EndShown>} */
export function drawEnd(element, end, {names, tryAgain}) {
  const {mistake, review, waiting} = end;
  const open = mistake ? link("Show in the review", `${review}#${mistake.place}`)
    : review && end.stage === "final" ? link("Open the review", review) : null;
  fill(element, "deal-end", end, ...paragraphs([end.result, end.accuracy, mistake?.words ?? ""], names), ...(mistake ? lineOf(mistake) : []),
    ...paragraphs([end.praise], names, "good"), ...paragraphs([end.others, end.luck], names), waiting && soft(waiting),
    inRow(mistake?.mine ? again(mistake, tryAgain) : null, open));
}
