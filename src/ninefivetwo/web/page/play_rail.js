// The panel beside the table: the verdict and advice, the last trick, the cards still out, and the match. On a phone it
// is a sheet that opens above the hand; a line on the table shows the latest advice.
import {DECK, SIGN, SUITS, cardsOf, count, el, cardText, rankText, say, sentence, spokenCard, svg, WORD, unseen, seatIn, seatAfter, targetOf, paragraph, $} from "./table/dom.js";
import {tick} from "./table/motion.js";
import {settings} from "./settings.js";
import {fairness} from "./play_fair.js";

export class Rail {
  before = /** @type {Record<string, number | null>} */ ({}); scored = /** @type {Record<string, number | null>} */ ({});
  opener = /** @type {HTMLElement | null} */ (null);
  element = $("rail");
  constructor() {
    $("rail-close").onclick = () => this.open(null);
    $("line").onclick = () => this.open("advice");
    new MutationObserver(() => this.tell()).observe($("rail-top"), {childList: true, subtree: true, characterData: true});
    document.addEventListener("keydown", event => { if (event.key === "Escape") this.open(null); });
    document.addEventListener("pointerdown", event => { if (!targetOf(event).closest(".rail, .actions, .line")) this.open(null); });
  }
  // Show the latest advice or verdict in one line on the table.
  tell() {
    const advice = $("advice-place"), words = advice.querySelector(".advice-words") || $("verdict-place").querySelector(".verdict-words") || advice.firstChild || $("idle");
    $("line-words").replaceChildren(...[...words.childNodes].map(node => node.cloneNode(true)));
  }
  writeScore(/** @type {HTMLElement} */ element, /** @type {SeatObject} */ {name, score}) {
    tick(element, this.before[name] ?? undefined, score ?? 0, signed, settings.get("speed"));
    return element;
  }
  // On a phone, open the sheet with "advice" or "cards", or close it with null; the focus goes back to what opened it.
  open(/** @type {"advice" | "cards" | null} */ kind) {
    const before = this.element.dataset.open;
    delete this.element.dataset.open;
    if (kind && kind !== before) {
      this.opener = /** @type {HTMLElement | null} */ (document.activeElement);
      this.element.dataset.open = kind;
      this.element.scrollTop = 0;
    } else if (before && this.element.contains(document.activeElement)) this.opener?.focus({preventScroll: true});
  }
  // Show the result of a deal and the next actions. Returns the element for what the review finds.
  ended(/** @type {MatchShown} */ {due, table}, /** @type {MatchResult} */ {rows, title, words}, /** @type {HTMLElement[]} */ actions) {
    const me = seatIn(table, table.me).name, best = Math.max(...rows.map(row => row.total)), won = due === "over" && rows.some(row => row.name === me && row.total === best);
    const found = el("div", {}, paragraph(words, table.seats.map(seat => seat.name)));
    $("rail-end").replaceChildren(el("h2", {id: "end-title", class: won ? "result won" : "result"}, title), el("div", {class: "rings"}, ...rows.map(row => outcome(row, me))));
    $("found").replaceChildren(found);
    $("end-actions").replaceChildren(...actions);
    this.element.classList.add("ended");
    // inserted again, so that nothing slides; what the review finds comes last, because it grows
    this.element.append($("rail-match"), $("rail-all"), $("end-actions"), $("found"));
    return found;
  }
  show(/** @type {MatchShown} */ match) {
    if (!match.result) {
      for (const each of [$("rail-end"), $("found"), $("end-actions")]) each.replaceChildren();
      this.element.classList.remove("ended");
    }
    const {table} = match, [dealer, left, right] = table.seats.map(seat => seat.name), seats = {dealer, left, right};
    $("rail-last").replaceChildren(...lastTrick(match, seats));
    $("rail-out").replaceChildren(...stillOut(match));
    [this.before, this.scored] = [this.scored, Object.fromEntries(table.seats.map(({name, score}) => [name, score]))];
    const scored = (/** @type {SeatObject} */ seat) => el("div", {}, el("dt", {}, el("bdi", {}, seat.name)), this.writeScore(el("dd", {class: (seat.score || 0) > 0 && "up"}), seat));
    $("rail-match").replaceChildren(...(table.seats.some(({score}) => score === null) ? []
      : [head("Match", say("Deal {number}", {number: match.number})), el("dl", {class: "scores"}, ...table.seats.map(scored))]));
    $("told").replaceChildren(...story(match, seats, Boolean($("told").querySelector("details[open]"))));
  }
}

const signed = (/** @type {number} */ number) => number > 0 ? "+" + number : number < 0 ? "−" + -number : "0";
const head = (/** @type {string} */ words, beside = "") => el("div", {class: "rail-head"}, el("h2", {}, words), beside ? el("span", {class: "soft"}, beside) : null);

function lastTrick(/** @type {MatchShown} */ match, /** @type {BySeat<string>} */ seats) {
  const {last} = match.table;
  if (!last) return [head("Last trick", "No trick yet.")];
  const {cards, lead, winner} = last, drawn = cards.map((card, i) => {
    const seat = seatAfter(lead, i);
    return el("span", {class: "last-card"}, mini(card, seat === winner), el("bdi", {}, seats[seat]));
  });
  return [head("Last trick", say("{player} won", {player: seats[winner]})), el("div", {class: "last-trick"}, ...drawn)];
}
function mini(/** @type {Card} */ card, /** @type {boolean} */ wins) {
  return el("span", {class: `mini ${card[0]}` + (wins ? " wins" : "")}, el("span", {"aria-hidden": "true"}, cardText(card)), unseen(spokenCard(card), ", "));
}
// Show the cards by suit: those that the user has not seen, those in the user's hand, and those that are gone.
function stillOut(/** @type {MatchShown} */ {table, tricks}) {
  const {hand} = seatIn(table, table.me), own = new Set(hand === null ? [] : cardsOf(hand));
  const gone = new Set([...tricks.flatMap(trick => trick.cards), ...table.trick, ...(table.discarded || [])]);
  const state = (/** @type {Card} */ card) => own.has(card) ? "own" : gone.has(card) ? "gone" : "out";
  const left = DECK.filter(card => state(card) === "out").length;
  const cell = (/** @type {Card} */ card) => el("td", {class: state(card), "aria-label": say({own: "{card}: yours", gone: "{card}: gone", out: "{card}: still out"}[state(card)], {card: rankText(card[1])})}, rankText(card[1]));
  const row = (/** @type {Suit} */ suit) => el("tr", {class: "inline " + suit}, el("th", {scope: "row", "aria-label": WORD[suit]}, SIGN[suit]), ...DECK.filter(card => card[0] === suit).map(cell));
  return [head("Cards still out", say("{number} {number:card|cards}", {number: count(left)})), el("table", {class: "out"}, el("tbody", {}, ...SUITS.map(row))),
    el("p", {class: "soft key"}, el("span", {class: "own"}, "yours"), el("span", {class: "gone"}, "gone"))];
}

// Draw a player's result: a ring that fills with the tricks won, the points, and the name.
const AROUND = 2 * Math.PI * 38;
function outcome(/** @type {ResultRow} */ {name, won, contract, points}, /** @type {string} */ me) {
  const part = contract ? Math.min(1, won / contract) : 1, circle = (/** @type {Attributes} */ more) => svg("circle", {cx: 44, cy: 44, r: 38, ...more});
  const ring = svg("svg", {class: "ring", viewBox: "0 0 88 88", "aria-hidden": "true"});
  ring.append(circle({class: "ring-track"}), circle({class: "ring-part", "stroke-dasharray": `${part * AROUND} ${AROUND}`, transform: "rotate(-90 44 44)", style: {"--around": AROUND}}),
    svg("text", {x: 44, y: 44, "text-anchor": "middle", class: "ring-won"}, won), svg("text", {x: 44, y: 62, "text-anchor": "middle"}, say("of {number}", {number: contract})));
  const kind = points >= 0 ? "made" : "down";
  return el("div", {class: `outcome ${kind}${name === me ? " yours" : ""}`}, ring, el("bdi", {}, name),
    unseen(say("{number} of {all}", {number: won, all: contract})), el("b", {}, `${kind} ${signed(points)}`));
}

// Return all tricks, the log of the deal and its fingerprint.
function story(/** @type {MatchShown} */ match, /** @type {BySeat<string>} */ seats, /** @type {boolean} */ open) {
  const trick = (/** @type {Trick} */ {lead, cards, winner}, /** @type {number} */ i) => el("li", {},
    el("span", {class: "soft"}, say("{number}. {player} led", {number: i + 1, player: seats[lead]})),
    el("span", {class: "trick-cards"}, ...cards.map((card, at) => mini(card, seatAfter(lead, at) === winner))),
    winner ? el("span", {class: "soft"}, say("{player} won", {player: seats[winner]})) : null);
  return [el("ol", {class: "tricks"}, ...match.tricks.map(trick).reverse()), el("h3", {}, "Log"),
    el("ol", {class: "log", id: "log"}, ...match.log.map(words => el("li", {}, ...sentence(words, Object.values(seats))))), fairness(match.fair, open)];
}
