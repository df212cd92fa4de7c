// A puzzle: the question, the table and the play so far; after the answer, the verdict and all hands.
import {el, button, say, sentence} from "./table/dom.js";
import {Table} from "./table/table.js";
import {drawLine} from "./advice.js";
import {attempt, loading, post} from "./ui.js";
import {settings} from "./settings.js";
import {codeFor, shareBox} from "./share.js";
import {soFar} from "./drill_so_far.js";
import {Replay} from "./drill_replay.js";

// `ways` has two functions: next() shows the next puzzle, other() shows the menu of drills.
export function pose(heading, place, problem, ways) {
  const posed = new Posed(problem, ways);
  heading.replaceChildren(...posed.words(problem.asked));
  place.replaceChildren(posed.element);
  posed.element.firstChild.prepend(heading);
  posed.begin();
}

class Posed {
  constructor(problem, ways) {
    const board = el("div", {}), live = {"aria-label": say("VERDICT"), "aria-live": "polite"};
    Object.assign(this, {problem, ways, found: null, answered: false});
    this.verdict = el("section", {class: "rail-part verdict", hidden: true, ...live});
    this.table = new Table(board, {settings, moves: false, choose: choice => this.answer(choice)});
    this.chance = problem.kind === "know" ? this.slider() : null;
    const moment = el("p", {class: "soft moment"}, `${problem.title} · ${problem.moment}`);
    const beside = soFar(problem, words => this.words(words));
    const rail = el("aside", {class: "rail", "aria-label": say("VERDICT_AND_PLAY")}, this.verdict, beside,
      el("div", {class: "rail-part"}, shareBox(() => codeFor({problem: problem.id}))));
    const marks = {class: "drill", "data-problem": problem.id, "data-kind": problem.kind};
    this.element = el("div", marks, el("div", {class: "posed"}, moment, board, this.chance), rail);
  }
  begin() {
    this.show(this.problem.table, this.asked);
  }
  words(text) {
    return sentence(text, this.problem.names.filter(name => name.length > 1));
  }
  paragraphs(texts) {
    return texts.map(text => el("p", {}, ...this.words(text)));
  }
  get asked() {                                  // marks on the table until the user answers the question
    return this.problem.kind === "know" ? {asked: this.problem.seat} : {};
  }
  show(state, marks) {
    return this.table.show(state, {pace: "instant", below: this.problem.table.me}).then(() => this.table.mark(marks));
  }

  // Make the slider for a probability from 0 to 100 per cent.
  slider() {
    const shown = el("output", {}), submit = el("button", {class: "main"});
    const input = el("input", {type: "range", min: "0", max: "100", value: "50", "aria-label": say("ESTIMATE")});
    const moved = () => {
      shown.textContent = say("PER_CENT", {number: input.value});
      submit.textContent = say("SUBMIT", {chance: shown.textContent});
      input.setAttribute("aria-valuetext", shown.textContent);
    };
    input.addEventListener("input", moved);
    moved();
    const form = el("form", {class: "chance"}, input, shown, submit);
    form.addEventListener("submit", event => { event.preventDefault(); this.answer(Number(input.value) / 100); });
    return form;
  }

  // Send the answer, but only once; show the verdict, then the reasons and a deal in which the answer fails.
  answer(choice) {
    if (this.answered) return null;
    this.answered = true;
    this.verdict.hidden = false;
    this.verdict.replaceChildren(loading(say("CHECKING")));
    return attempt(() => this.judge(choice));
  }
  async judge(choice) {
    const told = line => {
      if (line.answer) this.judged(choice, line.answer);
      if (line.reasons) this.why.replaceChildren(...this.paragraphs(line.reasons));
      if (line.failing) this.failing(line.failing);
    };
    try {
      await post("/api/drill/answer", {problem: this.problem.id, answer: choice}, {onLine: told});
    } finally {
      if (this.found) this.looking.remove();
      else this.verdict.hidden = !(this.answered = false);
    }
  }
  judged(choice, found) {
    this.found = found;
    this.why = el("div", {class: "why"});
    this.looking = loading(say("SEARCHING_FAILURE"));
    this.looking.hidden = !found.failing;
    this.marks = this.chance ? this.asked : {hinted: cardsIn(found.best), raised: cardsIn(choice)};
    const next = button(say("NEXT_PUZZLE"), this.ways.next, {class: "main", "data-key": "n"});
    const all = found.deal ? button(say("ALL_HANDS"), () => this.lay(), {"data-key": "c"}) : null;
    const row = el("div", {class: "row"}, next, all, button(say("OTHER_DRILLS"), this.ways.other));
    const kept = el("p", {class: "soft"}, found.counted ? say("DRILL_RATING", {rating: found.rating}) : say("NOT_COUNTED"));
    const kind = found.mark === found.full ? "good" : "warn";
    const [best, own, ...rest] = this.paragraphs(found.words);
    const heading = el("h2", {class: kind}, say("VERDICT_POINTS", {verdict: found.heading, number: found.mark, all: found.full})), below = [...this.line(), ...this.figures()];
    this.verdict.replaceChildren(heading, row, kept, best, own || "", this.why, ...rest, ...below, this.looking);
    if (this.chance) this.chance.remove();
    this.show(found.table, this.marks);
    next.focus({preventScroll: true});
    row.scrollIntoView({block: "nearest"});        // on a phone the verdict is below the table
  }
  line() {
    const {line, line_words: words} = this.found;
    return line.length ? [el("details", {}, el("summary", {}, ...this.words(words)), drawLine(line))] : [];
  }
  figures() {
    const {choices} = this.found;
    if (!choices) return [];
    const cell = (text, n) => n ? el("td", {}, text) : el("th", {scope: "row"}, ...this.words(text));
    const head = el("tr", {}, ...choices.head.map(name => el("th", {scope: "col"}, name)));
    const rows = choices.rows.map((cells, i) => el("tr", {class: choices.kinds[i]}, ...cells.map(cell)));
    const about = {class: "scroll", tabindex: "0", role: "region", "aria-label": say("CHOICES_COMPARED")};
    const drawn = el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows));
    return [el("details", {}, el("summary", {}, say("FIGURES")), el("div", about, drawn))];
  }

  // Show the deal with all hands.
  lay() {
    const marks = this.chance ? {...this.asked, raised: [this.problem.card]} : this.marks;
    if (this.replay) this.replay.stop();
    this.show(this.found.deal, marks);
  }
  // Show a possible deal in which the answer fails and the better choice does not.
  failing(found) {
    const made = el("section", {class: "failing", "aria-labelledby": "failing"}, el("h3", {id: "failing"}, found.title));
    made.append(...this.paragraphs(found.sentences));
    if (found.own) {
      this.replay = new Replay(this.table, [found.own, found.better], words => this.words(words));
      made.append(this.replay.element);
    }
    this.looking.replaceWith(made);
  }
}

// Return the cards of a choice; a call or a probability has none.
function cardsIn(choice) {
  if (typeof choice === "string") return choice.length === 2 ? [choice] : [];
  return choice && typeof choice === "object" ? Object.values(choice).flat() : [];
}
