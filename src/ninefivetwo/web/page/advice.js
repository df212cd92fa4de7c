// Draws advice, verdicts and the end of a deal, with the figures folded. The data comes from web/hints.py and
// web/verdicts.py.
import {el, button, kept, minus, sentence, spokenText} from "./table/dom.js";
import {grid} from "./grid.js";
import {Requests, scrolled} from "./ui.js";

/** @type {Record<string, string>} */ const STAGE = {first: "Quick answer. Analysing …", early: "Based on few deals so far. Analysing …", sharp: "Refining …"};
const paragraph = (/** @type {string} */ words, /** @type {string} */ kind, /** @type {Drawing} */ {names}) => words ? el("p", {class: kind}, ...sentence(words, names)) : null;
const paragraphs = (/** @type {string[]} */ texts, /** @type {string} */ kind, /** @type {Drawing} */ options) => texts.map(each => paragraph(each, kind, options));
const soft = (/** @type {string} */ words) => words ? el("p", {class: "soft"}, words) : null;
// What screen readers are told: an element that is there before its words, which are read aloud when they change.
const status = el("p", {class: "hidden", role: "status"});
document.body.prepend(status);
function tell(/** @type {string} */ words) {
  if (status.textContent !== spokenText(words)) status.textContent = spokenText(words);
}
const fold = (/** @type {string} */ kind, /** @type {string} */ words, /** @type {boolean} */ open, /** @type {Child[]} */ ...children) => el("details", {class: kind, open}, el("summary", {}, words), ...children);

/** Request advice, and draw each answer with `draw`. `onAdvice` is called with each answer. Returns the promise `done`,
 * which resolves to the last answer or null, and `stop()`, which leaves the last answer on the page. @type {AskAdvice} */
export function askAdvice(path, body, element, options) {
  const requests = new Requests();
  let last = /** @type {Answers[typeof path] | null} */ (null);
  status.textContent = "";
  delete element.dataset.stage;
  const show = (/** @type {Answers[typeof path]} */ found, /** @type {boolean} */ going) => options.draw(element, found, {...options, stop: going ? stop : null});
  const stop = () => { requests.stop(); if (last) show(last, false); else element.replaceChildren(); };
  const told = (/** @type {Answers[typeof path]} */ found) => { last = found; show(found, found.stage !== "final"); options.onAdvice?.(found); };
  element.replaceChildren(el("p", {class: "soft"}, "Thinking …"));
  const done = requests.post(path, body, told).catch((/** @type {Error} */ error) => {
    if (error.name !== "AbortError") element.replaceChildren(el("p", {class: "warn", role: "alert"}, error.message));
    return null;
  });
  return {done, stop};
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
 * everything after the reasons is folded. @type {(element: HTMLElement, advice: AdviceShown, options: Drawing) => void} */
export function drawAdvice(element, advice, options) {
  const numbers = [paragraph(advice.worth, "", options), advice.table && table(advice.table, options), soft(advice.footer),
    advice.figures && fold("figures", "All figures", false, table(advice.figures, {...options, label: "All figures"}), ...paragraphs(advice.sentences, "soft", options)),
    advice.like && handsLike(advice.like, Boolean(options.like))].flatMap(child => child || []);
  tell(advice.advised);
  fill(element, "advice", advice, paragraph(advice.advised, "advice-words", options), advice.stage !== "final" && working(advice, options),
    ...paragraphs([advice.sure, ...advice.reasons], "", options), ...(options.brief && numbers.length ? [fold("numbers", "Show numbers", false, ...numbers)] : numbers));
}
function working(/** @type {AdviceShown} */ {stage}, /** @type {Drawing} */ {stop}) {
  return el("div", {class: "row advice-stage"}, el("span", {class: "soft"}, stop ? STAGE[stage] : "Stopped."), stop ? button("Stop", stop, {class: "small"}) : null);
}
function handsLike(/** @type {LikeText} */ like, /** @type {boolean} */ open) {
  return fold("like", "Similar hands", open, ...like.sentences.map(each => el("p", {}, each)), histogram(like), table(like.table, {label: "Results of each call with similar hands", even: true}), soft(like.footer));
}
// Draw a row for each number of tricks; colour and hidden words mark the rows that make the contract.
function histogram(/** @type {LikeText} */ {title, bars}) {
  const bar = (/** @type {TricksBar} */ each) => el("td", {class: "bar"}, el("div", {class: each.made ? "made" : "", style: {width: `${100 * each.length}%`}}));
  const rows = bars.map(each => el("tr", {}, el("th", {scope: "row"}, `${each.tricks}`), bar(each), el("td", {}, each.words, el("span", {class: "hidden"}, each.made ? ", contract made" : ", contract not made"))));
  return el("table", {class: "histogram"}, el("caption", {}, title), el("tbody", {}, ...rows));
}
/** @type {(table: TableShown, options: {names?: string[], label?: string, even?: boolean}) => HTMLElement} */ function table({head, rows}, {names, label = "Choices compared", even}) {
  const cells = (/** @type {string[]} */ row) => row.map((cell, i) => i ? kept(minus(cell)) : sentence(cell, names));
  return scrolled(label, grid(head, rows.map(cells), even ? [] : ["best"]));
}

/** Draw the verdict on a choice, its reasons and an example; `tryAgain(events)` returns to the choice. @type {(element: HTMLElement, verdict: VerdictShown, options: Drawing) => void} */
export function drawVerdict(element, verdict, options) {
  const words = paragraph(verdict.words, "verdict-words", options);
  if (verdict.mark) words?.prepend(el("b", {class: "mark"}, verdict.mark), " ");
  tell(verdict.words);
  element.dataset.kind = verdict.kind;
  if (verdict.kind === "forced") fill(element, "verdict", verdict);   // nothing could be wrong
  else fill(element, "verdict", verdict, words, ...paragraphs(verdict.why, "", options), ...lineOf(verdict), verdict.kind === "mistake" && again(verdict, options));
}
const again = (/** @type {{events: number}} */ {events}, /** @type {Drawing} */ {tryAgain}) => tryAgain && button("Try again", () => tryAgain(events), {"data-key": "t"});
/** @type {(played: {line: LineCard[], line_words?: string}) => (HTMLElement | null)[]} */ const lineOf = ({line, line_words: words = ""}) => line.length ? [soft(words), drawLine(line)] : [];

// Draw a line of play as cards, trick by trick, with the winning cards marked.
export function drawLine(/** @type {LineCard[]} */ line) {
  const tricks = /** @type {LineCard[][]} */ ([]);
  for (const card of line) {
    if (card.leads || !tricks.length) tricks.push([]);
    tricks[tricks.length - 1].push(card);
  }
  return el("ol", {class: "line-of-play"}, ...tricks.map(trick => el("li", {}, ...trick.map((card, i) => played(card, i === trick.length - 1)))));
}
function played(/** @type {LineCard} */ card, /** @type {boolean} */ last) {
  return el("span", {class: "line-card" + (card.wins ? " wins" : "")}, ...sentence(card.does, [card.name]).map(part => part instanceof Node ? part : el("span", {class: "soft"}, part)),
    el("span", {class: "hidden"}, card.wins ? " and wins the trick" : "", last ? "." : ", "));
}

/** Draw the end of a deal: first the result, then accuracy, luck and the costliest mistake from the review. @type {(element: HTMLElement, end: EndShown, options: Drawing) => void} */
export function drawEnd(element, end, options) {
  const {mistake, review} = end, told = (/** @type {string} */ words) => paragraph(words, "", options);
  const link = mistake ? el("a", {class: "b", href: `${review}#${mistake.place}`}, "Show in the review")
    : review && end.stage === "final" ? el("a", {class: "b", href: review}, "Open the review") : null;
  fill(element, "deal-end", end, told(end.result), told(end.accuracy), ...(mistake ? [told(mistake.words), ...lineOf(mistake)] : []), paragraph(end.praise, "good", options),
    told(end.others), told(end.luck), soft(end.waiting),
    el("div", {class: "row"}, mistake?.mine ? again(mistake, options) : null, link));
}
