// The parts of the table other than cards: the players' plates with their tricks, the trump badge, and captions.
import {cardEls, count, el, player, say, saying, svg, SEATS, SIGN} from "./dom.js";
import {platePlace} from "./places.js";

const AROUND = 2 * Math.PI * 18; // circumference of the ring that shows the tricks won

// Return the number of tricks still to play, which shows whether a contract can still be made.
function tricksLeft(state) {
  const lead = SEATS.indexOf(state.lead),
    inTrick = i => (i - lead + 3) % 3 < state.trick.length;
  return Math.min(...state.seats.map(({held}, i) => held + (inTrick(i) ? 1 : 0)));
}
function contractState(state, i) {
  const {won, contract} = state.seats[i];
  if (contract === null) return "open"; // without rules, three open hands have no contracts
  return won >= contract ? "made" : state.trump && won + tricksLeft(state) < contract ? "lost" : "open";
}
const RING = {made: "RING_MADE", lost: "RING_DOWN", open: "RING_OPEN"};
function ring({won, contract}, kind) {
  const part = contract ? Math.min(1, won / contract) : contract === null ? 0 : 1;
  const made = svg("svg", {
    class: "ring " + kind,
    viewBox: "0 0 44 44",
    role: "img",
    "aria-label": contract === null ? say("TRICKS_WON", {number: count(won)}) : say(RING[kind], {number: won, contract}),
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
// The score is first, because a narrow plate cuts off the end of the text. The backs show how many cards a hand has.
function plateFacts({score, held, computer}, kind, own) {
  const cards = held && !own ? say("CARDS_HELD", {number: count(held)}) : null;
  const facts = [
    score === null ? null : [el("span", {class: "plate-rest"}, say("SCORE"), " "), signedScore(score)],
    {made: [say("MADE")], lost: [say("DOWN")]}[kind],
    computer ? [say("COMPUTER")] : cards && [cards],
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
    // each plate stays on its side of the screen; its player changes from deal to deal
    state.seats.forEach((seat, i) => {
      const kind = contractState(state, i),
        turn = state.turn && state.turn.seat === SEATS[i],
        plate = this.sides[screen(SEATS[i])];
      plate.className = `plate ${kind}${turn ? " turn" : ""}${asked === SEATS[i] ? " asked" : ""}`;
      plate.dataset.seat = SEATS[i];
      plate.setAttribute("aria-label", turn ? say("ON_TURN", {player: seat.name}) : seat.name);
      const deals = i === 0 && seat.name.toLowerCase() !== "dealer"; // a hand without a player is named after its seat
      plate.replaceChildren(
        ring(seat, kind),
        el(
          "span",
          {class: "plate-name", title: seat.name},
          el("bdi", {}, seat.name),
          deals ? el("small", {}, say("DEALER")[0], el("span", {class: "plate-rest"}, say("DEALER").slice(1))) : null,
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
        ? [say("N")]
        : [
            el("span", {class: "trump-sign", "aria-hidden": "true"}, SIGN[trump]),
            el("span", {}, say("TRUMP_IS", {trump: say(trump)})),
          ]),
    );
  }
  // A name that is too long for one line is written on two lines in smaller letters.
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
  // Return the height of the captions above the bar.
  get told() {
    const first = [...this.captions.children].find(line => line.offsetHeight);
    return first ? this.captions.offsetHeight - first.offsetTop + 8 : 0;
  }
  // Prepare captions (lists of nodes) that are shown one by one; space is reserved for all, so that no caption moves.
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

// Write a move of cards as a caption, such as "Ann gives ♠A ♥K to you."
const MOVES = {gives: "MOVE_GIVES", returns: "MOVE_RETURNS", shows: "MOVE_SHOWS", discards: "MOVE_DISCARDS"};
export function movedWords({from, to, cards, number, why}, state) {
  const name = seat => (seat === state.me ? player("You") : SEATS.includes(seat) && state.seats[SEATS.indexOf(seat)].name);
  const what = cards ? cardEls(cards) : say("CARDS_HELD", {number: count(number)});
  if (why !== "takes") return saying(MOVES[why], {player: name(from), cards: what, other: name(to)});
  return saying(cards ? "MOVE_TAKES_SEEN" : "MOVE_TAKES", {player: name(to), cards: what});
}
export const movedText = (move, state) =>
  movedWords(move, state)
    .map(part => (typeof part === "string" ? part : part.textContent))
    .join("");
