// A puzzle: the question, the table and the play so far; after the answer, the verdict and all hands.
import {el, button, say, sentence, soft, inRow, choiceCards, fold, link, paragraphs} from "./table/dom.js";
import {Table} from "./table/table.js";
import {drawLine} from "./advice.js";
import {attempt, loading, post, scrolled, focusOn} from "./ui.js";
import {grid} from "./grid.js";
import {settings} from "./settings.js";
import {codeFor, shareBox} from "./share.js";
import {soFar} from "./drill_so_far.js";
import {replay} from "./drill_replay.js";

/** Show a puzzle in `place`; `next` shows the next puzzle. @type {PosePuzzle} */
export function pose(heading, place, problem, next) {
  const posed = new Posed(problem, next);
  heading.replaceChildren(...posed.words(problem.asked));
  place.replaceChildren(posed.element);
  posed.element.firstElementChild?.prepend(heading);
  posed.show(problem.table, posed.marks);
}

class Posed {
  found = /** @type {AnswerShown | null} */ (null); answered = false; replay = /** @type {ReturnType<typeof replay> | null} */ (null);
  why = el("div", {class: "why"}); looking = loading("Searching for a deal where your choice fails …");
  constructor(/** @type {ProblemShown} */ problem, /** @type {() => void} */ next) {
    const board = el("div"), know = problem.card !== null;
    this.problem = problem; this.next = next; this.names = problem.names.filter(name => name.length > 1);
    this.chance = know ? this.slider() : null;
    this.marks = /** @type {Marks} */ (know ? {asked: problem.seat} : {}); // on the table, until the user answers the question
    this.verdict = el("section", {class: "rail-part verdict", hidden: true, "aria-label": "Verdict", "aria-live": "polite"});
    this.table = new Table(board, {settings, moves: false, choose: choice => this.answer(choice)});
    this.element = el("div", {class: "drill", "data-problem": problem.id, "data-kind": problem.kind},
      el("div", {class: "posed"}, el("p", {class: "soft moment"}, `${problem.title} · ${problem.moment}`), board, this.chance),
      el("aside", {class: "rail", "aria-label": "Verdict and play so far"}, this.verdict, soFar(problem, words => this.words(words)),
        el("div", {class: "rail-part"}, shareBox(() => codeFor({problem: problem.id})))));
  }
  words(/** @type {string} */ text) { return sentence(text, this.names); }
  paragraphs(/** @type {string[]} */ texts) { return paragraphs(texts, this.names); }
  show(/** @type {TableObject} */ state, /** @type {Marks} */ marks) {
    return this.table.show(state, {pace: "instant", below: this.problem.table.me}).then(() => this.table.mark(marks));
  }

  slider() {
    const shown = el("output"), submit = el("button", {class: "main"});
    const input = el("input", {type: "range", min: "0", max: "100", value: "50", "aria-label": "Your estimate in per cent"}), form = el("form", {class: "chance"}, input, shown, submit);
    const tell = () => {
      shown.textContent = say("{number} %", {number: input.value});
      submit.textContent = say("Submit {chance}", {chance: shown.textContent});
      input.ariaValueText = shown.textContent;
    };
    form.oninput = tell;
    tell();
    form.onsubmit = event => { event.preventDefault(); this.answer(Number(input.value) / 100); };
    return form;
  }

  // Send the answer, but only once; show the verdict, then the reasons and a deal in which the answer fails.
  async answer(/** @type {PuzzleAnswer} */ choice) {
    if (this.answered) return;
    this.answered = true;
    this.verdict.hidden = false;
    this.verdict.replaceChildren(loading("Checking …"));
    const onLine = (/** @type {AnswerLine} */ {answer, reasons, failing}) => {
      if (answer) this.judged(choice, answer);
      if (reasons) this.why.replaceChildren(...this.paragraphs(reasons));
      if (failing) this.failing(failing);
    };
    await attempt(() => post("/api/drill/answer", {problem: this.problem.id, answer: choice}, {onLine}));
    if (this.found) this.looking.remove();
    else this.verdict.hidden = !(this.answered = false);
  }
  judged(/** @type {PuzzleAnswer} */ choice, /** @type {AnswerShown} */ found) {
    this.found = found;
    this.looking.hidden = !found.failing;
    if (!this.chance) this.marks = {hinted: choiceCards(found.best), raised: choiceCards(choice)};
    const next = button("Next puzzle", this.next, {class: "main", "data-key": "n"});
    const {deal} = found, all = deal && button("All hands", () => this.lay(deal), {"data-key": "c"});
    const actions = inRow(next, all, link("Other drills", "/drill"));
    const kept = soft(found.counted ? say("Drill rating: {rating}", {rating: found.rating}) : "Not counted: this puzzle is not due yet.");
    const [best, own = "", ...rest] = this.paragraphs(found.words), points = say("{verdict}: {number} of {all} points", {verdict: found.heading, number: found.mark, all: found.full});
    this.verdict.replaceChildren(el("h2", {class: found.mark === found.full ? "good" : "warn"}, points), actions, kept, best, own, this.why, ...rest,
      found.line.length ? fold(this.words(found.line_words), {}, drawLine(found.line)) : "", found.choices ? this.figures(found.choices) : "", this.looking);
    this.chance?.remove();
    this.show(found.table, this.marks);
    focusOn(next);
    actions.scrollIntoView({block: "nearest"}); // on a phone the verdict is below the table
  }
  figures(/** @type {NonNullable<AnswerShown["choices"]>} */ {head, rows, kinds}) {
    return fold("All figures", {}, scrolled("Choices compared", grid(head, rows.map(([name, ...cells]) => [this.words(name), ...cells]), kinds)));
  }

  lay(/** @type {TableObject} */ deal) {
    this.replay?.stop();
    this.show(deal, this.chance ? {...this.marks, raised: [this.problem.card || []].flat()} : this.marks);
  }
  // Show a possible deal in which the answer fails and the better choice does not.
  failing(/** @type {FailingShown} */ {title, sentences, own, better}) {
    const made = el("section", {class: "failing", "aria-labelledby": "failing"}, el("h3", {id: "failing"}, title), ...this.paragraphs(sentences));
    if (own && better) {
      this.replay = replay(this.table, [own, better], words => this.words(words));
      made.append(this.replay.element);
    }
    this.looking.replaceWith(made);
  }
}
