// A problem: the question above the table, what was played beside it; then the verdict, and all cards.
import {el, button, sentence, suitEl, SEATS} from "./table/dom.js";
import {Table} from "./table/table.js";
import {drawLine} from "./advice.js";
import {attempt, post} from "./ui.js";
import {settings} from "./settings.js";
import {Replay} from "./drill_replay.js";

const choiceCards = choice => typeof choice === "string" ? (choice.length === 2 ? [choice] : []) : Array.isArray(choice) ? choice : choice && typeof choice === "object" ? Object.values(choice).flat() : [];

// next: to the problem that follows; other: to the choice of drills.
export function pose(heading, place, problem, ways) {
  const drawn = {problem, ways, answered: false, verdict: el("section", {class: "panel verdict", hidden: true, "aria-label": "Verdict", "aria-live": "polite"}), board: el("div", {})};
  drawn.words = words => sentence(words, problem.names.filter(name => name.length > 1));
  drawn.table = new Table(drawn.board, {settings, moves: false, choose: choice => attempt(() => answer(drawn, choice))});
  heading.replaceChildren(...drawn.words(problem.asked));
  const left = el("div", {class: "drill-left"}, el("p", {class: "soft moment"}, `${problem.title} · ${problem.moment}`), drawn.board, ...(problem.kind === "know" ? [chance(drawn)] : []));
  place.replaceChildren(el("div", {class: "drill", "data-problem": problem.id, "data-kind": problem.kind}, left, el("aside", {class: "rail", "aria-label": "Verdict and what was played"}, drawn.verdict, soFar(drawn))));
  drawn.table.show(problem.table, {pace: "instant"}).then(() => { if (problem.kind === "know") drawn.table.mark({asked: problem.seat}); });
}

// A chance, from 0 to 100 per cent.
function chance(drawn) {
  const slider = el("input", {type: "range", min: "0", max: "100", value: "50", "aria-label": drawn.problem.asked + " In per cent"}), shown = el("output", {}, "50 %");
  slider.addEventListener("input", () => { shown.textContent = `${slider.value} %`; slider.setAttribute("aria-valuetext", shown.textContent); });
  const form = el("form", {class: "chance"}, slider, shown, el("button", {type: "submit", class: "main"}, "That likely"));
  form.addEventListener("submit", event => { event.preventDefault(); attempt(() => answer(drawn, Number(slider.value) / 100)); });
  return form;
}

// What has happened: before the play in words, the tricks by who played what.
function soFar(drawn) {
  const {log, tricks, names} = drawn.problem, made = el("section", {class: "panel so-far", "aria-labelledby": "so-far"}, el("h2", {id: "so-far"}, "So far"));
  if (log.length) made.append(el("ul", {class: "log"}, ...log.map(words => el("li", {}, ...drawn.words(words)))));
  if (tricks.length) made.append(el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Tricks played"}, trickTable(tricks, names)));
  if (!log.length && !tricks.length) made.append(el("p", {class: "soft"}, "Nothing yet."));
  return made;
}
function trickTable(tricks, names) {
  const cell = (trick, seat) => {
    const card = trick.cards[(SEATS.indexOf(seat) - SEATS.indexOf(trick.lead) + 3) % 3], wins = trick.winner === seat;
    return el("td", {class: (wins ? "wins" : "") + (trick.lead === seat ? " leads" : "")}, suitEl(card[0], card[1]), trick.lead === seat ? el("span", {class: "hidden"}, " led") : null, wins ? el("span", {class: "hidden"}, " wins") : null);
  };
  const head = el("tr", {}, el("th", {scope: "col"}, el("span", {class: "hidden"}, "Trick")), ...names.map(name => el("th", {scope: "col"}, name)));
  return el("table", {class: "tricks"}, el("thead", {}, head), el("tbody", {}, ...tricks.map((trick, i) => el("tr", {}, el("th", {scope: "row"}, String(i + 1)), ...SEATS.map(seat => cell(trick, seat))))));
}

// The answer, once: judged at once, and then put to the test.
async function answer(drawn, choice) {
  if (drawn.answered) return;
  drawn.answered = true;
  drawn.verdict.hidden = false;
  drawn.verdict.replaceChildren(el("p", {class: "soft"}, "Judging …"));
  const told = line => { if (line.answer) judged(drawn, choice, line.answer); else if (line.reasons) drawn.why.replaceChildren(...line.reasons.map(words => el("p", {}, ...drawn.words(words)))); else if (line.failing) failing(drawn, line.failing); };
  try {
    await post("/api/drill/answer", {problem: drawn.problem.id, answer: choice}, {onLine: told});
  } catch (error) {
    if (!drawn.found) { drawn.answered = false; drawn.verdict.hidden = true; }
    throw error;
  } finally {
    drawn.verdict.querySelector(".looking")?.remove();
  }
}
function judged(drawn, choice, found) {
  drawn.found = found;
  const points = `${found.mark} of ${found.full} points`, next = button("Next", drawn.ways.next, {class: "main", "data-key": "n"});
  drawn.why = el("div", {class: "why"});
  drawn.best = {hinted: choiceCards(found.best), raised: choiceCards(choice)};
  drawn.rows = el("div", {class: "row"}, next, ...(found.deal ? [button("All cards", () => lay(drawn), {"data-key": "c"})] : []), button("Other drills", drawn.ways.other));
  const line = found.line.length ? [el("details", {}, el("summary", {}, ...drawn.words(found.line_words)), drawLine(found.line))] : [];
  drawn.verdict.replaceChildren(el("h2", {class: found.mark === found.full ? "good" : "warn"}, `${found.heading}: ${points}`), drawn.rows, ...(found.counted ? [] : [el("p", {class: "soft"}, "Not counted: this problem is not due again yet.")]), el("p", {class: "soft rating"}, `Your drill rating: ${found.rating}`),
    drawn.why, ...found.words.map(words => el("p", {}, ...drawn.words(words))), ...line, ...figures(drawn, found.choices), ...(found.failing ? [el("p", {class: "soft looking"}, "Looking for a deal in which it fails …")] : []));
  const {form} = drawn.board.parentElement.querySelector(".chance button") || {};
  if (form) form.remove();
  still(drawn);
  next.focus({preventScroll: true});
}
function figures(drawn, choices) {
  if (!choices) return [];
  const row = (cells, i) => el("tr", {class: choices.kinds[i]}, ...cells.map((cell, n) => n ? el("td", {}, cell) : el("th", {scope: "row"}, ...drawn.words(cell))));
  const head = el("thead", {}, el("tr", {}, ...choices.head.map(name => el("th", {scope: "col"}, name))));
  return [el("details", {}, el("summary", {}, "Figures"), el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "What each choice brings"}, el("table", {}, head, el("tbody", {}, ...choices.rows.map(row)))))];
}

// The table as it was posed, the best marked and one's own raised; or the deal with all its cards.
function still(drawn) {
  const {table, kind, seat} = drawn.problem;
  drawn.table.show({...table, turn: null}, {pace: "instant"}).then(() => drawn.table.mark(kind === "know" ? {asked: seat} : drawn.best));
}
function lay(drawn) {
  drawn.replay?.stop();
  const marks = drawn.problem.kind === "know" ? {asked: drawn.problem.seat, raised: [drawn.problem.card]} : drawn.best;
  drawn.table.show({...drawn.found.deal, below: drawn.problem.table.me, turn: null}, {pace: "instant"}).then(() => drawn.table.mark(marks));
}

// A deal that could be, in which the answer fails and the better choice does not.
function failing(drawn, found) {
  const made = el("section", {class: "failing", "aria-labelledby": "failing"}, el("h3", {id: "failing"}, found.own ? "A deal in which it fails" : "Does it ever fail?"), ...found.sentences.map(words => el("p", {}, ...drawn.words(words))));
  if (found.own) {
    drawn.replay = new Replay(drawn.table, [found.own, found.better], drawn.problem, drawn.words);
    made.append(drawn.replay.element);
  }
  drawn.verdict.querySelector(".looking")?.remove();
  drawn.verdict.append(made);
}
