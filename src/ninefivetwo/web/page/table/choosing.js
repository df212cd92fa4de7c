// The user's choices in a turn: the cards to press or pick, the buttons beside the hand, and the keys.
import {count, el, button, say, sentence, spokenCard, SEATS, SIGN, WORD, toggle} from "./dom.js";

const picks = (/** @type {TurnObject} */ {kind}) => kind === "discard" || kind === "give";
/** @type {Record<string, number>} */ const STEPS = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1};
export const isPress = (/** @type {string} */ key) => key === "Enter" || key === " ";
export const isStep = (/** @type {string} */ key) => key in STEPS || key === "Home" || key === "End";

const callSign = (/** @type {Trump} */ trump) => [el("span", {class: "call-sign inline " + trump, "data-sign": trump === "N" ? "NT" : SIGN[trump]}), el("span", {class: "call-word"}, WORD[trump])];
const ON_CARD = 5; // letters of a name that fit on the visible part of a card
const short = (/** @type {string} */ name) => name.length > ON_CARD ? [...name][0].toUpperCase() : name;

// `table` provides the state, the cards and the settings, and receives the user's choice.
export class Choosing {
  turn = /** @type {TurnObject | null} */ (null); picked = /** @type {Map<Card, Seat | true>} */ (new Map()); to = /** @type {Seat | null} */ (null);
  armed = /** @type {Card | null} */ (null); focus = 0; hinted = /** @type {(Choice | true)[]} */ ([]);
  constructor(/** @type {HTMLElement} */ root, /** @type {CardTable} */ table) {
    this.table = table;
    this.prompt = el("div", {class: "prompt"});
    this.buttons = el("div", {class: "buttons", role: "group", "aria-label": "Your choices"});
    root.append(this.prompt);
    table.plates.middle.append(this.buttons);
  }

  // Begin a turn with no card picked; if `turn` is null, the user can only view the hand.
  begin(/** @type {TurnObject | null} */ turn) {
    this.to = (turn?.kind === "give" && SEATS.find(seat => turn.owed[seat])) || null;
    this.turn = turn;
    this.picked = new Map();
    this.armed = null;
    this.focus = this.nearest();
  }
  // Return the card with the focus when a turn begins: the nearest card that can be pressed, so that Enter plays it.
  nearest() {
    const can = this.hand.flatMap((piece, i) => this.can(piece.card) ? [i] : []),
      away = (/** @type {number} */ i) => Math.abs(i - this.focus);
    return can.length ? can.reduce((best, i) => away(i) < away(best) ? i : best) : this.focus;
  }
  get seat() { return this.turn && this.table.sees(this.turn.seat) ? this.turn.seat : null; }
  get hand() { return this.seat ? this.table.pieces.in(this.seat) : []; }
  can(/** @type {Card | null} */ card) {
    return this.turn?.kind === "play" ? this.turn.legal.some(each => each === card) : Boolean(this.turn && picks(this.turn));
  }

  draw() {
    const turn = this.turn, mine = Boolean(turn && this.seat && (turn.kind !== "play" || turn.legal.length > 0));
    this.prompt.replaceChildren(...(turn ? sentence(this.words(turn), this.table.names) : []));
    this.prompt.classList.toggle("mine", mine);
    const held = this.buttons.contains(document.activeElement) ? document.activeElement?.getAttribute("data-name") : null;
    this.buttons.replaceChildren(...(turn && mine ? this.offers(turn) : []));
    if (held) (this.buttons.querySelector(`[data-name="${held}"]:not(:disabled)`) || this.table.layer).focus({preventScroll: true});
    this.dress(mine);
  }
  words(/** @type {TurnObject} */ {kind, number, owed, must, words}) {
    if (this.armed) return say("Press {card} again to play it.", {card: say("the {card}", {card: spokenCard(this.armed)})});
    if (kind === "give" && this.seat && this.to && Object.keys(owed).length > 1) {
      // the buttons beside the prompt show the other receivers
      return say(must ? "Give {number} {number:card|cards} to {player}" : "You may give up to {number} {number:card|cards} to {player}", {number: count(owed[this.to] || 0), player: this.table.nameOf(this.to)});
    }
    return kind === "discard" && this.picked.size ? say("{number} of {all} picked", {number: this.picked.size, all: number}) : words;
  }
  offers(/** @type {TurnObject} */ turn) {
    const {kind, denominations, number, answers} = turn;
    /** @type {OfferButton} */ const offer = (name, words, choice, more) => button(words, () => this.table.choice(choice), {"data-name": name, ...more});
    /** @type {EnterButton} */ const entered = (name, words, choice, disabled) => offer(name, words, choice, {class: "main", disabled, "data-key": "enter"});
    if (kind === "call") return denominations.map(trump => offer(trump, callSign(trump), trump, this.calling(trump)));
    if (answers) return [offer("yes", answers[0], true, {class: "main"}), offer("no", answers[1], false)];
    if (kind === "discard") return [entered("discard", "Discard", [...this.picked.keys()], this.picked.size !== number)];
    return kind === "give" ? [...this.receivers(), entered("give", "Give", this.gifts(), turn.must && !this.enough())] : [];
  }
  calling(/** @type {Trump} */ trump) {
    const marked = this.hinted.includes(trump) ? " hinted" : "";
    return {class: "call" + marked, "data-key": trump.toLowerCase(), "aria-label": say("Call {trump}", {trump: WORD[trump]})};
  }
  get owed() { return /** @type {[Seat, number][]} */ (Object.entries(this.turn?.owed || {})); }
  receivers() {
    return this.owed.map(([seat, most]) => {
      const given = say("{number} of {all}", {number: this.given(seat).length, all: most}), turnTo = () => { this.to = seat; this.draw(); };
      return button([el("bdi", {}, this.table.nameOf(seat)), " ", given], turnTo, {"data-name": "to-" + seat, class: "receiver", "aria-pressed": `${seat === this.to}`});
    });
  }
  given(/** @type {Seat | true} */ seat) { return [...this.picked].filter(([, to]) => to === seat).map(([card]) => card); }
  /** @returns {Gifts} */ gifts() {
    return Object.fromEntries(this.owed.map(([seat]) => [seat, this.given(seat)]).filter(([, cards]) => cards.length));
  }
  enough() { return this.owed.every(([seat, most]) => this.given(seat).length === most); }

  // Make the hand's cards buttons; the Tab key reaches only one card, the arrow keys reach the others.
  dress(/** @type {boolean} */ mine) {
    const hand = this.hand, picking = mine && this.turn !== null && picks(this.turn),
      cards = picking || (mine && this.turn?.kind === "play"),
      free = cards && hand.every(({card}) => this.can(card)); // then no card needs to stand out
    if (hand.length) this.focus = Math.min(this.focus, hand.length - 1);
    for (const piece of this.table.pieces.all) {
      const {element, card} = piece, here = cards && hand.includes(piece), can = here && this.can(card),
        picked = card !== null && (this.picked.has(card) || this.armed === card);
      toggle(element, {can, loose: can && free, cannot: here && !can, picked: here && picked});
      if (here || element === document.activeElement) element.tabIndex = here && hand[this.focus] === piece ? 0 : -1;
      else element.removeAttribute("tabindex");
      element.ariaDisabled = here && !can ? "true" : null;
      element.ariaPressed = here && picking ? `${picked}` : null;
      if (!here || !card) continue;
      const to = this.picked.get(card);
      element.role = "button";
      element.ariaLabel = to && to !== true ? say("{card}, to {player}", {card: spokenCard(card), player: this.table.nameOf(to)}) : spokenCard(card);
    }
  }
  /** @returns {Texts} */ tags() {
    // labels with the receivers of the picked cards: an arrow to the player, and the name or its first letter
    const several = this.owed.length > 1;
    const label = (/** @type {Seat} */ seat) => `${this.table.screen(seat) === 1 ? "←" : "→"} ${short(this.table.nameOf(seat))}`;
    return Object.fromEntries([...this.picked].flatMap(([card, to]) => several && to !== true ? [[card, label(to)]] : []));
  }

  press(/** @type {Piece} */ piece) {
    if (!this.turn || !this.hand.includes(piece)) return;
    if (!piece.card || !this.can(piece.card)) return this.refuse(piece);
    this.focus = this.hand.indexOf(piece);
    if (this.turn.kind === "play") this.play(piece.card);
    else this.pick(piece.card);
  }
  // Return whether a card can be dragged: it may be played, or refused with the reason.
  movable(/** @type {Piece} */ piece) { return this.turn?.kind === "play" && this.hand.includes(piece); }
  // Play a card that was dragged or flicked out of the hand; if the table is careful, a flick only raises the card.
  thrown(/** @type {Piece} */ piece, /** @type {boolean} */ flicked) {
    if (!piece.card || !this.can(piece.card)) this.refuse(piece);
    else if (flicked && this.table.careful()) this.arm(piece.card);
    else this.play(piece.card, flicked);
  }
  arm(/** @type {Card} */ card) {
    this.armed = card;
    this.table.redraw();
    if (this.turn) this.table.aloud(this.words(this.turn));
  }
  // Say why a card cannot be played: the suit led must be followed.
  refuse(/** @type {Piece} */ {element}) {
    const [first] = this.table.now.trick;
    if (this.turn?.kind !== "play" || !first) return;
    const words = say("You must follow {suit}.", {suit: WORD[first[0]]});
    this.prompt.replaceChildren(...sentence(words, []));
    this.table.aloud(words);
    element.animate([0, -4, 4, -4, 0].map(x => ({translate: `${x}px 0`})), {duration: this.table.motion.pace.times && 200});
  }
  play(/** @type {Card} */ card, flicked = false) {
    if (this.table.settings.get("confirm") && this.armed !== card) return this.arm(card);
    this.armed = null;
    this.table.choice(card, flicked);
  }
  pick(/** @type {Card} */ card) {
    // if one card too many is picked, the first card is dropped
    const to = this.to || true, most = (to === true ? this.turn?.number : this.turn?.owed[to]) || 0;
    const again = this.picked.get(card) === to;
    this.picked.delete(card);
    if (!again) {
      if (this.given(to).length >= most) this.picked.delete(this.given(to)[0]);
      this.picked.set(card, to);
      this.turnToNext(to, most);
    }
    this.table.redraw();
    this.table.aloud(say("{number} of {all} picked", {number: this.given(to).length, all: most}));
  }
  turnToNext(/** @type {Seat | true} */ to, /** @type {number} */ most) {
    // when a receiver has all cards, the next receiver is selected
    if (to === true || this.given(to).length < most) return;
    this.to = this.owed.find(([seat, number]) => this.given(seat).length < number)?.[0] || to;
  }

  // Handle a key within the hand; returns true if the hand uses it. Holding a key down presses only one card.
  key(/** @type {string} */ name, repeated = false) {
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
  beside(/** @type {number} */ step) {
    const {hand} = this, around = hand.map((_, i) => (this.focus + step * (i + 1) + hand.length) % hand.length);
    return around.find(i => this.can(hand[i].card)) ?? around[0];
  }
  focusOn(/** @type {number} */ place) {
    this.focus = place;
    this.dress(true);
    if (this.hand[place]) this.hand[place].element.focus({preventScroll: true});
  }
}
