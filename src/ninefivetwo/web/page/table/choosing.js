// The user's choices in a turn: the cards to press or pick, the buttons beside the hand, and the keys.
import {count, el, button, say, sentence, spokenCard, SEATS, SIGN} from "./dom.js";
import {setOrDrop} from "./pieces.js";

const PICKS = {discard: true, give: true};
const STEPS = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
export const isPress = key => key === "Enter" || key === " ";
export const isStep = key => key in STEPS || key === "Home" || key === "End";

const callSign = trump => [el("span", {class: "call-sign inline " + trump, "data-sign": SIGN[trump] || say("NO_TRUMP_SIGN")}), el("span", {class: "call-word"}, say(trump))];
const ON_CARD = 5; // letters of a name that fit on the visible part of a card
const short = name => (name.length > ON_CARD ? [...name][0].toUpperCase() : name);

// `table` provides the state, the cards and the settings, and receives the user's choice.
export class Choosing {
  constructor(root, table) {
    this.table = table;
    this.prompt = el("div", {class: "prompt"});
    this.buttons = el("div", {class: "buttons", role: "group", "aria-label": say("YOUR_CHOICES")});
    root.append(this.prompt);
    table.plates.middle.append(this.buttons);
    Object.assign(this, {turn: null, picked: new Map(), to: null, armed: null, focus: 0, hinted: []});
  }

  // Begin a turn with no card picked; if `turn` is null, the user can only view the hand.
  begin(turn) {
    const to = turn && turn.kind === "give" ? SEATS.find(seat => turn.owed[seat]) : null;
    Object.assign(this, {turn, picked: new Map(), to, armed: null});
    this.focus = this.nearest();
  }
  // Return the card with the focus when a turn begins: the nearest card that can be pressed, so that Enter plays it.
  nearest() {
    const can = this.hand.flatMap((piece, i) => (this.can(piece.card) ? [i] : [])),
      away = i => Math.abs(i - this.focus);
    return can.length ? can.reduce((best, i) => (away(i) < away(best) ? i : best)) : this.focus;
  }
  get seat() { return this.turn && this.table.sees(this.turn.seat) ? this.turn.seat : null; }
  get hand() { return this.seat ? this.table.pieces.in(this.seat) : []; }
  can(card) {
    return this.turn.kind === "play" ? this.turn.legal.includes(card) : Boolean(PICKS[this.turn.kind]);
  }

  draw() {
    const turn = this.turn,
      mine = turn && this.seat && (turn.kind !== "play" || turn.legal.length > 0);
    this.prompt.replaceChildren(...(turn ? sentence(this.words(), this.table.names) : []));
    this.prompt.classList.toggle("mine", Boolean(mine));
    const held = this.buttons.contains(document.activeElement) ? document.activeElement.dataset.name : null;
    this.buttons.replaceChildren(...(mine ? this.offers() : []));
    if (held) (this.buttons.querySelector(`[data-name="${held}"]:not(:disabled)`) || this.table.layer).focus({preventScroll: true});
    this.dress(mine);
  }
  words() {
    if (this.armed) return say("PRESS_AGAIN", {card: say("THE_CARD", {card: spokenCard(this.armed)})});
    const {kind, number, owed, must} = this.turn;
    if (kind === "give" && this.seat && Object.keys(owed).length > 1) {
      // the buttons beside the prompt show the other receivers
      return say(must ? "GIVE_TO" : "MAY_GIVE_TO", {number: count(owed[this.to]), player: this.table.nameOf(this.to)});
    }
    return kind === "discard" && this.picked.size ? say("PICKED", {number: this.picked.size, all: number}) : this.turn.words;
  }
  offers() {
    const {kind, denominations, number} = this.turn,
      offer = (name, words, choice, more) => button(words, () => this.table.choice(choice), {"data-name": name, ...more}),
      entered = (name, words, choice, disabled) => offer(name, words, choice, {class: "main", disabled, "data-key": "enter"});
    if (kind === "call") return denominations.map(trump => offer(trump, callSign(trump), trump, this.calling(trump)));
    if (kind === "look") return [offer("look", say("LOOK"), true, {class: "main"}), offer("leave", say("LOOK_NOT"), false)];
    if (kind === "discard") return [entered("discard", say("DISCARD"), [...this.picked.keys()], this.picked.size !== number)];
    return kind === "give" ? [...this.receivers(), entered("give", say("GIVE"), this.gifts(), !this.enough())] : [];
  }
  calling(trump) {
    const marked = this.hinted.includes(trump) ? " hinted" : "";
    return {class: "call" + marked, "data-key": trump.toLowerCase(), "aria-label": say("CALL_TRUMP", {trump: say(trump)})};
  }
  receivers() {
    const given = (seat, most) => say("NUMBER_OF", {number: this.given(seat).length, all: most});
    const turnTo = seat => {
      this.to = seat;
      this.draw();
    };
    return Object.entries(this.turn.owed).map(([seat, most]) =>
      button([el("bdi", {}, this.table.nameOf(seat)), " ", given(seat, most)], () => turnTo(seat), {"data-name": "to-" + seat, class: "receiver", "aria-pressed": String(seat === this.to)}),
    );
  }
  given(seat) { return [...this.picked].filter(([, to]) => to === seat).map(([card]) => card); }
  gifts() {
    const all = Object.keys(this.turn.owed).map(seat => [seat, this.given(seat)]);
    return Object.fromEntries(all.filter(([, cards]) => cards.length));
  }
  enough() {
    return !this.turn.must || Object.entries(this.turn.owed).every(([seat, most]) => this.given(seat).length === most);
  }

  // Make the hand's cards buttons; the Tab key reaches only one card, the arrow keys reach the others.
  dress(mine) {
    const hand = this.hand,
      kind = mine && this.turn.kind,
      cards = kind === "play" || PICKS[kind],
      free = cards && hand.every(({card}) => this.can(card)); // then no card needs to stand out
    if (hand.length) this.focus = Math.min(this.focus, hand.length - 1);
    for (const piece of this.table.pieces.all) {
      const {element, card} = piece,
        here = cards && hand.includes(piece),
        can = here && this.can(card),
        picked = this.picked.has(card) || this.armed === card;
      element.classList.toggle("can", Boolean(can));
      element.classList.toggle("loose", Boolean(can && free));
      element.classList.toggle("cannot", Boolean(here && !can));
      element.classList.toggle("picked", Boolean(here && picked));
      setOrDrop(element, "tabindex", here && hand[this.focus] === piece ? "0" : here || element === document.activeElement ? "-1" : null);
      setOrDrop(element, "aria-disabled", here && !can ? "true" : null);
      setOrDrop(element, "aria-pressed", here && PICKS[kind] ? String(picked) : null);
      if (!here) continue;
      const to = this.picked.get(card);
      element.setAttribute("role", "button");
      element.setAttribute("aria-label", to in this.turn.owed ? say("CARD_TO", {card: spokenCard(card), player: this.table.nameOf(to)}) : spokenCard(card));
    }
  }
  tags() {
    // labels with the receivers of the picked cards: an arrow to the player, and the name or its first letter
    const several = this.turn && Object.keys(this.turn.owed).length > 1;
    const label = seat => `${this.table.screen(seat) === 1 ? "←" : "→"} ${short(this.table.nameOf(seat))}`;
    return Object.fromEntries([...this.picked].filter(([, to]) => several && SEATS.includes(to)).map(([card, to]) => [card, label(to)]));
  }

  press(piece) {
    if (!this.turn || !this.hand.includes(piece)) return;
    if (!this.can(piece.card)) return this.refuse(piece);
    this.focus = this.hand.indexOf(piece);
    if (this.turn.kind === "play") this.play(piece.card);
    else this.pick(piece.card);
  }
  // Return whether a card can be dragged: it may be played, or refused with the reason.
  movable(piece) { return Boolean(this.turn) && this.turn.kind === "play" && this.hand.includes(piece); }
  // Play a card that was dragged or flicked out of the hand; if the table is careful, a flick only raises the card.
  thrown(piece, flicked) {
    if (!this.can(piece.card)) this.refuse(piece);
    else if (flicked && this.table.careful()) this.arm(piece.card);
    else this.play(piece.card, flicked);
  }
  arm(card) {
    this.armed = card;
    this.table.redraw();
    this.table.aloud(this.words());
  }
  // Say why a card cannot be played: the suit led must be followed.
  refuse({element}) {
    const [first] = this.table.state.trick;
    if (this.turn.kind !== "play" || !first) return;
    const words = say("MUST_FOLLOW", {suit: say(first[0])});
    this.prompt.replaceChildren(...sentence(words, []));
    this.table.aloud(words);
    element.animate([0, -4, 4, -4, 0].map(x => ({translate: `${x}px 0`})), {duration: this.table.motion.pace.times && 200});
  }
  play(card, flicked) {
    if (this.table.settings.get("confirm") && this.armed !== card) return this.arm(card);
    this.armed = null;
    this.table.choice(card, flicked);
  }
  pick(card) {
    // if one card too many is picked, the first card is dropped
    const to = this.to || true,
      most = this.turn.kind === "discard" ? this.turn.number : this.turn.owed[to];
    const again = this.picked.get(card) === to;
    this.picked.delete(card);
    if (!again) {
      if (this.given(to).length >= most) this.picked.delete(this.given(to)[0]);
      this.picked.set(card, to);
      this.turnToNext(to, most);
    }
    this.table.redraw();
    this.table.aloud(say("PICKED", {number: this.given(to).length, all: most}));
  }
  turnToNext(to, most) {
    // when a receiver has all cards, the next receiver is selected
    if (this.turn.kind !== "give" || this.given(to).length < most) return;
    this.to = Object.keys(this.turn.owed).find(seat => this.given(seat).length < this.turn.owed[seat]) || to;
  }

  // Handle a key within the hand; returns true if the hand uses it. Holding a key down presses only one card.
  key(name, repeated = false) {
    const hand = this.hand;
    if (!hand.length) return false;
    if (isPress(name)) {
      if (!repeated) this.press(hand[this.focus]);
    } else if (name in STEPS) {
      // if the focus is outside the hand, an arrow key only moves it to the hand
      const within = hand.some(piece => piece.element === document.activeElement);
      this.focusOn(within ? this.beside(STEPS[name]) : this.focus);
    } else if (name === "Home" || name === "End") this.focusOn(name === "Home" ? 0 : hand.length - 1);
    else return false;
    return true;
  }
  // Return the next card in a direction that can be pressed, or the next card if none can.
  beside(step) {
    const {hand} = this,
      around = hand.map((_, i) => (this.focus + step * (i + 1) + hand.length) % hand.length);
    return around.find(i => this.can(hand[i].card)) ?? around[0];
  }
  focusOn(place) {
    this.focus = place;
    this.dress(true);
    if (this.hand[place]) this.hand[place].element.focus({preventScroll: true});
  }
}
