// What stands on the table beside cards: the players' plates with their tricks, trump, and what has happened in words.
import {el, svg, suitEl, SEATS, SIGN, DENOMINATION} from "./dom.js";
import {platePlace} from "./places.js";

const AROUND = 2 * Math.PI * 18; // of the ring that fills

// Tricks still to be played, so that it is known when a contract can no longer be made.
function tricksLeft(state) {
  const lead = SEATS.indexOf(state.lead),
    inTrick = i => (i - lead + 3) % 3 < state.trick.length;
  return Math.min(...state.seats.map(({held}, i) => held + (inTrick(i) ? 1 : 0)));
}
function contractState(state, i) {
  const {won, contract} = state.seats[i];
  if (contract === null) return "open"; // three hands without rules
  return won >= contract ? "made" : state.trump && won + tricksLeft(state) < contract ? "lost" : "open";
}
const SAID = {made: ", made", lost: ", lost", open: ""};
function ring({won, contract}, kind) {
  const part = contract ? Math.min(1, won / contract) : contract === null ? 0 : 1;
  const made = svg("svg", {
    class: "ring " + kind,
    viewBox: "0 0 44 44",
    role: "img",
    "aria-label": contract === null ? `${won} tricks` : `${won} of ${contract} tricks${SAID[kind]}`,
  });
  made.append(
    svg("circle", {cx: 22, cy: 22, r: 18, class: "ring-track"}),
    svg("circle", {
      cx: 22,
      cy: 22,
      r: 18,
      class: "ring-part",
      "stroke-dasharray": `${part * AROUND} ${AROUND}`,
      transform: "rotate(-90 22 22)",
    }),
    svg("text", {x: 22, y: 26.5, "text-anchor": "middle"}, contract === null ? won : `${won}/${contract}`),
  );
  return made;
}
// The score first, for a narrow plate cuts off what is last.  How many cards a hand has its backs show, too.
function plateFacts({score, held, computer}, kind, own) {
  const cards = held && !own ? held + (held === 1 ? " card" : " cards") : null;
  const facts = [
    score === null ? null : [el("span", {class: "plate-rest"}, "score "), signedScore(score)],
    {made: ["made"], lost: ["lost"]}[kind],
    computer ? ["computer"] : cards && [cards],
  ].filter(Boolean);
  const unseen = computer && cards ? [el("span", {class: "hidden"}, ` · ${cards}`)] : [];
  return [...facts.flatMap((fact, i) => (i ? [" · ", ...fact] : fact)), ...unseen];
}
const signedScore = score => (score > 0 ? "+" + score : score < 0 ? "−" + -score : "0");

export class Plates {
  constructor(root) {
    this.sides = [0, 1, 2].map(() => el("div", {class: "plate", role: "group"}));
    this.trump = el("div", {class: "trump-badge"});
    this.captions = el("div", {class: "captions"});
    root.append(...this.sides, this.trump, this.captions);
  }
  draw(state, screen, asked) {
    // a plate stays on its side of the screen; who sits there changes with the deal
    state.seats.forEach((seat, i) => {
      const kind = contractState(state, i),
        turn = state.turn && state.turn.seat === SEATS[i],
        plate = this.sides[screen(SEATS[i])];
      plate.className = `plate ${kind}${turn ? " turn" : ""}${asked === SEATS[i] ? " asked" : ""}`;
      plate.dataset.seat = SEATS[i];
      plate.setAttribute("aria-label", seat.name + (turn ? ", whose turn it is" : ""));
      const deals = i === 0 && seat.name.toLowerCase() !== "dealer"; // three hands without players are named by their seats
      plate.replaceChildren(
        ring(seat, kind),
        el(
          "span",
          {class: "plate-name", title: seat.name},
          el("bdi", {}, seat.name),
          deals ? el("small", {}, "d", el("span", {class: "plate-rest"}, "ealer")) : null,
        ),
        el("span", {class: "plate-facts"}, ...plateFacts(seat, kind, SEATS[i] === state.me)),
      );
      plate.lastChild.title = plate.lastChild.textContent;
    });
    this.fit();
    this.drawTrump(state.trump);
  }
  drawTrump(trump) {
    this.trump.hidden = !trump;
    if (!trump) return;
    this.trump.className = "trump-badge " + trump;
    this.trump.replaceChildren(
      ...(trump === "N"
        ? ["no-trump"]
        : [
            el("span", {class: "trump-sign", "aria-hidden": "true"}, SIGN[trump]),
            el("span", {}, DENOMINATION[trump].slice(2) + " are trump"),
          ]),
    );
  }
  // A name that is too long for its line has two, in smaller letters.
  fit() {
    for (const side of this.sides) side.classList.remove("tight");
    const tight = this.sides.filter(side => [...side.querySelectorAll("bdi")].some(e => e.scrollWidth > e.clientWidth));
    for (const side of tight) side.classList.add("tight");
  }
  place(frame) {
    const {mode, open, width, pad, plate, barTop, height} = frame;
    this.sides.forEach((side, i) => {
      const {x, y, width, most, height} = platePlace(i, frame),
        atRight = x > pad;
      Object.assign(side.style, {
        left: atRight ? "auto" : x + "px",
        right: atRight ? pad + "px" : "auto",
        top: y + "px",
        minWidth: width + "px",
        maxWidth: most + "px",
        height: height + "px",
      });
    });
    this.fit();
    const right = mode === "low" ? !open : mode === "tall" && open;
    const top = pad + (mode !== "wide" && !open ? plate.height + 6 : 4);
    Object.assign(this.trump.style, {
      top: top + "px",
      left: right ? "auto" : width / 2 + "px",
      right: right ? pad + "px" : "auto",
      transform: right ? "none" : "translateX(-50%)",
    });
    this.captions.style.bottom = height - barTop + 4 + "px";
  }
  // How high what is told stands above the bar.
  get told() {
    const first = [...this.captions.children].find(line => line.offsetHeight);
    return first ? this.captions.offsetHeight - first.offsetTop + 8 : 0;
  }
  // Lines (lists of nodes) to be told one by one: each has its place at once, so that none moves when another comes.
  lay(lines) {
    this.captions.replaceChildren(...lines.map(nodes => el("p", {class: "untold"}, ...nodes)));
  }
  tell() {
    for (const line of this.captions.querySelectorAll(".now")) line.classList.remove("now");
    const next = this.captions.querySelector(".untold");
    if (next) next.className = "now";
  }
  clear() {
    this.captions.replaceChildren();
  }
}

// "Ann gives ♠A ♥K to you": who gave what to whom.
export function movedWords({from, to, cards, number, why}, state) {
  const me = state.me,
    name = seat => (seat === me ? "you" : state.seats[SEATS.indexOf(seat)].name),
    who = why === "takes" ? to : from;
  const start = who === me ? "You" : name(who),
    verb =
      who === me ? {gives: "give", returns: "return", shows: "show", takes: "take", discards: "discard"}[why] : why;
  const what = cards
    ? cards.flatMap(card => [" ", suitEl(card[0], card[1])])
    : [` ${number} card${number === 1 ? "" : "s"}`];
  const told = why === "takes" ? [" the kitty", ...(cards ? [":", ...what] : [])] : what;
  return [`${start} ${verb}`, ...told, ...(why === "takes" || why === "discards" ? [] : [" to " + name(to)])];
}
export const movedText = (move, state) =>
  movedWords(move, state)
    .map(part => (typeof part === "string" ? part : part.textContent))
    .join("");
