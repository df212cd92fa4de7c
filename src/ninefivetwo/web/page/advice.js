// Draws advice, verdicts and the end of a deal, with the figures folded. The data comes from web/hints.py and
// web/verdicts.py.
import {el, button, kept, minus, say, sentence, spokenText} from "./table/dom.js";
import {post} from "./ui.js";

const STAGE = {first: "ADVICE_FIRST", early: "ADVICE_EARLY", sharp: "ADVICE_SHARP"};
const namesOf = options => options.names || [];
// What screen readers are told: an element that is there before its words, which are read aloud when they change.
const status = el("p", {class: "hidden", role: "status"});
document.body.prepend(status);
function tell(words) {
  if (status.textContent !== spokenText(words)) status.textContent = spokenText(words);
}
const paragraph = (words, kind, options) => el("p", {class: kind}, ...sentence(words, namesOf(options)));

// Request advice and draw each answer. `onAdvice` is called with each answer; `draw` replaces drawAdvice(). Returns the
// promise `done`, which resolves to the last answer or null, and `stop()`, which leaves the last answer on the page.
export function askAdvice(path, body, element, options = {}) {
  const draw = options.draw || drawAdvice, halt = new AbortController();
  let last = null;
  status.textContent = "";
  const show = (found, working) => draw(element, found, {...options, stop: working ? stop : null});
  const stop = () => { halt.abort(); if (last) show(last, false); else element.replaceChildren(); };
  const told = found => { last = found; show(found, found.stage !== "final"); if (options.onAdvice) options.onAdvice(found); };
  element.replaceChildren(el("p", {class: "soft"}, say("THINKING")));
  const done = post(path, body, {onLine: told, signal: halt.signal}).catch(error => {
    if (error.name !== "AbortError") element.replaceChildren(el("p", {class: "warn", role: "alert"}, error.message));
    return null;
  });
  return {done, stop};
}

// Draw advice: the choice, the reasons, its certainty and the best choices. The figures and the similar hands are
// folded until the user opens them; with `options.like`, the similar hands are open at first, and with `options.brief`,
// everything after the reasons is folded.
export function drawAdvice(element, advice, options = {}) {
  const folds = [...figures(advice, options, isOpen(element, "figures", false)), ...handsLike(advice.like, isOpen(element, "like", options.like))];
  const value = advice.verdict ? [paragraph(advice.verdict, "", options)] : [];
  const numbers = [...value, ...(advice.table ? [table(advice.table, options)] : []), ...(advice.footer ? [el("p", {class: "soft"}, advice.footer)] : []), ...folds];
  tell(advice.advised);
  element.classList.add("advice");
  element.dataset.stage = advice.stage;
  element.replaceChildren(paragraph(advice.advised, "advice-words", options), ...working(advice, options), ...(advice.reasons || []).map(each => paragraph(each, "", options)),
    ...(options.brief && numbers.length ? [el("details", {class: "numbers", open: isOpen(element, "numbers", false)}, el("summary", {}, say("SHOW_NUMBERS")), ...numbers)] : numbers));
}
function working(found, options) {
  if (found.stage === "final") return [];
  const words = say(options.stop ? STAGE[found.stage] : "STOPPED");
  return [el("div", {class: "row advice-stage"}, el("span", {class: "soft"}, words), ...(options.stop ? [button(say("STOP"), options.stop, {class: "small"})] : []))];
}
function isOpen(element, kind, usual) {
  const fold = element.querySelector(`details.${kind}`);
  return fold ? fold.open : usual;
}
function figures(advice, options, open) {
  if (!advice.figures) return [];
  return [el("details", {class: "figures", open}, el("summary", {}, say("FIGURES")), table(advice.figures, {...options, label: say("FIGURES")}), ...advice.sentences.map(each => paragraph(each, "soft", options)))];
}
function handsLike(like, open) {
  if (!like) return [];
  return [el("details", {class: "like", open}, el("summary", {}, say("SIMILAR_HANDS")), ...like.sentences.map(each => el("p", {}, each)),
    histogram(like), table(like.table, {label: say("CALLS_COMPARED"), even: true}), el("p", {class: "soft"}, like.footer))];
}
// Draw a row for each number of tricks; colour and hidden words mark the rows that make the contract.
function histogram({title, bars}) {
  const bar = each => el("td", {class: "bar"}, el("div", {class: each.made ? "made" : "", style: {width: `${100 * each.length}%`}}));
  const rows = bars.map(each => el("tr", {}, el("th", {scope: "row"}, `${each.tricks}`), bar(each), el("td", {}, each.words, el("span", {class: "hidden"}, say(each.made ? "BAR_MADE" : "BAR_DOWN")))));
  return el("table", {class: "histogram"}, el("caption", {}, title), el("tbody", {}, ...rows));
}
function table(figures, options) {
  const head = el("thead", {}, el("tr", {}, ...figures.head.map(name => el("th", {scope: "col"}, name))));
  const cells = row => row.map((cell, i) => i ? el("td", {}, kept(minus(cell))) : el("th", {scope: "row"}, ...sentence(cell, namesOf(options))));
  const rows = figures.rows.map((row, i) => el("tr", {class: i || options.even ? "" : "best"}, ...cells(row)));
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": options.label || say("CHOICES_COMPARED")}, el("table", {}, head, el("tbody", {}, ...rows)));
}

// Draw the verdict on a choice, its reasons and an example; `tryAgain(events)` returns to the choice.
export function drawVerdict(element, verdict, options = {}) {
  const words = paragraph(verdict.words, "verdict-words", options);
  if (verdict.mark) words.prepend(el("b", {class: "mark"}, verdict.mark), " ");
  tell(verdict.words);
  element.classList.add("verdict");
  element.dataset.kind = verdict.kind;
  element.dataset.stage = verdict.stage;
  if (verdict.kind === "forced") return element.replaceChildren();   // nothing could be wrong
  const again = verdict.kind === "mistake" && options.tryAgain;
  element.replaceChildren(words, ...(verdict.why || []).map(each => paragraph(each, "", options)), ...lineOf(verdict),
    ...(again ? [button(say("TRY_AGAIN"), () => options.tryAgain(verdict.events), {"data-key": "t"})] : []));
}
function lineOf(found) {
  if (!found.line || !found.line.length) return [];
  return [...(found.line_words ? [el("p", {class: "soft"}, found.line_words)] : []), drawLine(found.line)];
}

// Draw a line of play as cards, trick by trick, with the winning cards marked.
export function drawLine(line) {
  const tricks = [];
  for (const card of line) {
    if (card.leads || !tricks.length) tricks.push([]);
    tricks[tricks.length - 1].push(card);
  }
  return el("ol", {class: "line-of-play"}, ...tricks.map(trick => el("li", {}, ...trick.map((card, i) => played(card, i === trick.length - 1)))));
}
function played(card, last) {
  return el("span", {class: "line-card" + (card.wins ? " wins" : "")}, ...sentence(card.does, [card.name]).map(part => part.nodeType ? part : el("span", {class: "soft"}, part)),
    el("span", {class: "hidden"}, card.wins ? say("LINE_WINS") : "", last ? "." : ", "));
}

// Draw the end of a deal: first the result, then accuracy, luck and the costliest mistake from the review.
export function drawEnd(element, end, options = {}) {
  const made = [paragraph(end.result, "", options)];
  if (end.accuracy) made.push(paragraph(end.accuracy, "", options));
  if (end.mistake) made.push(paragraph(end.mistake.words, "", options), ...lineOf(end.mistake));
  if (end.praise) made.push(paragraph(end.praise, "good", options));
  for (const words of [end.others, end.luck]) if (words) made.push(paragraph(words, "", options));
  const row = el("div", {class: "row"});
  if (end.mistake && end.mistake.mine && options.tryAgain) row.append(button(say("TRY_AGAIN"), () => options.tryAgain(end.mistake.events), {"data-key": "t"}));
  if (end.mistake) row.append(el("a", {class: "b", href: `${end.review}#${end.mistake.place}`}, say("SHOW_IN_REVIEW")));
  else if (end.review && end.stage === "final") row.append(el("a", {class: "b", href: end.review}, say("OPEN_REVIEW")));
  element.classList.add("deal-end");
  element.dataset.stage = end.stage;
  element.replaceChildren(...made, ...(end.waiting ? [el("p", {class: "soft"}, end.waiting)] : []), row);
}
