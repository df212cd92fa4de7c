// A card table, which receives states (see web/table_state.py) and animates the change from one state to the next
// state.
//   const table = new Table(element, {choose(choice) {…}, settings, buttons, line});   await table.show(state);
import {cardsOf, el, isSeat, player, say, spokenCard, SUITS, WORD, seatAfter, seatIn, isModified, targetOf, stepsFrom, SEATS, toggle} from "./dom.js";
import {frameOf, placesOf, slotOf} from "./places.js";
import {Motion, transformOf, PLAY, SLIDE, SWEEP, FLIGHT, DEAL} from "./motion.js";
import {Pieces} from "./pieces.js";
import {Plates, isLong, movedWords, movedText, trumpWords} from "./plates.js";
import {Choosing, isPress, isStep} from "./choosing.js";
import {dragging} from "./gestures.js";

const KEPT = 12; // number of the last messages to screen readers that stay
const GRACE = 1000; // ms in which a flicked card can be taken back
const sameJson = (/** @type {unknown} */ one, /** @type {unknown} */ other) => JSON.stringify(one) === JSON.stringify(other);

export class Table {
  state = /** @type {TableObject | null} */ (null); frame = /** @type {Frame | null} */ (null); waiting = /** @type {Waiting[]} */ ([]);
  running = /** @type {Promise<void> | null} */ (null); moving = /** @type {Promise<unknown> | null} */ (null); marks = /** @type {Marks} */ ({});
  below = /** @type {Seat} */ ("dealer"); asked = false; motion = new Motion();
  constructor(/** @type {HTMLElement} */ root, /** @type {TableOptions} */ {choose, settings, moves = true, careful = () => false, buttons, line}) {
    this.root = root; this.choose = choose; this.settings = settings;
    this.moves = moves; this.careful = careful; this.parts = {buttons, line};
    root.classList.add("n52-table");
    this.plates = new Plates(root);
    this.slot = el("div", {class: "slot", "aria-hidden": "true"});
    root.append(this.slot, ...[buttons, line].flatMap(part => part || []));
    this.choosing = new Choosing(root, this);
    this.groups = el("div", {class: "groups"});
    this.layer = el("div", {class: "cards", tabindex: "-1"}); // has the focus when the buttons are gone
    this.log = el("div", {class: "hidden", role: "log"});
    root.append(this.groups, this.layer, this.log);
    this.pieces = new Pieces(this.layer);
    this.listen();
  }
  listen() {
    this.root.addEventListener("click", event => {
      const piece = this.pieceOf(targetOf(event).closest(".card"));
      if (this.running) this.hurry(piece && event.detail < 2 ? piece : null);
      else if (piece) this.choosing.press(piece);
    });
    const movable = (/** @type {Element} */ element) => {
      const piece = this.moves && !this.running ? this.pieceOf(element) : null;
      return piece && this.choosing.movable(piece) ? piece : null;
    };
    dragging(this.layer, movable, (piece, flicked) => this.choosing.thrown(piece, flicked));
    this.layer.addEventListener("keydown", event => {
      if (isModified(event)) return;
      if (this.running ? this.hurryByKey(event) : this.choosing.key(event.key, event.repeat)) {
        event.preventDefault();
        event.stopPropagation();
      }
    });
    this.layer.addEventListener("focusin", event => {
      const place = this.choosing.hand.findIndex(piece => piece.element === event.target);
      if (place >= 0) this.choosing.focus = place;
    });
    document.addEventListener("visibilitychange", () => {
      if (document.hidden && this.running) this.motion.skip(); // a hidden page needs no motion
    });
    new ResizeObserver(() => requestAnimationFrame(() => this.resized())).observe(this.root); // a frame later, because the table may change its own height
    window.addEventListener("resize", () => this.resized());
    this.settings.watch(() => this.state && this.redraw());
  }

  pieceOf(/** @type {EventTarget | null} */ element) { return this.pieces.all.find(piece => piece.element === element) || null; }

  // Facts about the state, which is there as soon as the table has cards.
  get now() { return /** @type {TableObject} */ (this.state); }
  sees(/** @type {Seat} */ seat) {
    return this.now.me === seat || (this.now.me === null && seatIn(this.now, seat).hand !== null);
  }
  nameOf(/** @type {Seat} */ seat) { return seatIn(this.now, seat).name; }
  person(/** @type {Seat} */ seat) { return player(seat === this.now.me ? "You" : this.nameOf(seat)); } // as the value of a placeholder
  get names() { return this.now.seats.map(seat => seat.name); }
  get screen() {
    // a function that returns a seat's side: 0 below, 1 left, 2 right
    const below = this.now.me ?? this.below;
    return (/** @type {Seat} */ seat) => stepsFrom(below, seat);
  }

  // A press during motion ends the motion. The press also plays its card if the user's turn follows and the card is
  // legal and at rest. A moving card is not played, because it may have moved under the user's second press.
  hurry(/** @type {Piece | null} */ piece) {
    const {turn, me} = this.waiting.at(-1)?.state || this.now,
      moves = (/** @type {Piece} */ each) => each.element.getAnimations().some(way => !(way instanceof CSSTransition));
    const meant = piece && piece.place === me && turn && turn.seat === me && turn.kind === "play" && !moves(piece);
    if (meant && turn.legal.some(card => card === piece.card)) this.afterwards(() => this.choosing.press(piece));
    this.motion.skip();
  }
  afterwards(/** @type {() => void} */ act) { this.running?.then(() => this.running || act()); }

  // A key during motion ends the motion too: Enter presses the focused card, unless held down; arrows move the focus.
  hurryByKey(/** @type {KeyboardEvent} */ {key, repeat, target}) {
    const presses = isPress(key);
    if (!presses) this.afterwards(() => this.choosing.key(key));
    this.hurry(presses && !repeat ? this.pieceOf(target) : null);
    return presses || isStep(key);
  }

  // Show a state; resolves when all motion is over. Further states wait, and are then shown faster.
  show(/** @type {TableObject} */ state, /** @type {Shown} */ {pace, marks, said, spoken, below = this.below} = {}) {
    this.waiting.push({state: structuredClone(state), pace, marks, said, spoken, below});
    this.running = this.running || this.run();
    return this.running;
  }
  async run() {
    await null; // so that `running` is set before anything is drawn
    try {
      while (this.waiting.length) await this.next(/** @type {Waiting} */ (this.waiting.shift()));
    } finally {
      this.running = null;
      this.motion.skipping = false;
    }
  }
  async next(/** @type {Waiting} */ {state, pace, marks, said, spoken, below}) {
    this.below = below;
    this.motion.speed = pace || this.settings.get("speed") || "normal";
    await this.goTo(state, marks, spoken);
    if (said) await this.caption(said);
  }
  mark(/** @type {Marks} */ marks) {
    this.marks = marks;
    if (this.state && !this.running) this.redraw();
  }
  caption(/** @type {Part[][]} */ lines) {
    this.plates.lay(lines);
    for (const _ of lines) this.plates.tell();
    return this.glide(SLIDE); // cards in the middle make room for the captions
  }

  async goTo(/** @type {TableObject} */ state, /** @type {Marks | undefined} */ marks, spoken = "") {
    const before = this.state, onward = before && state.at > before.at,
      told = onward && state.trump && !before.trump ? [`${trumpWords(state.trump)}.`] : [],
      moved = state.at !== before?.at, fresh = moved || !sameJson(state.turn, before.turn);
    this.state = state;
    if (marks || moved) this.marks = marks || {};
    this.asked = false;
    if (fresh) {
      this.choosing.begin(null);
      this.choosing.draw();
    }
    this.frame = this.measured();
    await this.moving;
    if (!before) this.plates.draw(state, this.screen);
    if (onward) {
      this.plates.lay(state.moved.map(move => movedWords(move, state)));
      for (const move of state.moved) await this.moved(move, told);
      await this.played(before, told);
    } else if (moved) this.plates.clear();
    await this.settled(before);
    this.finish([...told, spoken], fresh);
  }
  async settled(/** @type {TableObject | null} */ before) {
    const dealt = Boolean(before) && this.now.at === 0 && this.strange();
    this.pieces.settle(this.now);
    this.order();
    if (dealt) this.fromDealer();
    this.plates.draw(this.now, this.screen, this.marks.asked);
    if (dealt) this.tell("deal");
    await this.glide(dealt ? DEAL : SLIDE, dealt ? 6 : 0);
  }
  strange() {
    // whether this is another deal: most visible cards were not in the same hand before
    const held = this.now.seats.flatMap(({hand}, i) => hand ? cardsOf(hand).map(card => ({card, seat: SEATS[i]})) : []);
    const known = held.filter(({card, seat}) => this.pieces.all.some(piece => piece.card === card && piece.place === seat));
    return held.length > 12 && known.length < held.length * 0.6;
  }
  fromDealer() {
    const {width, height, card} = this.measures;
    for (const piece of this.pieces.all) piece.transform = transformOf({x: width / 2, y: height / 3, turn: 0, scale: 0.4}, card);
  }
  async played(/** @type {TableObject} */ before, /** @type {string[]} */ told) {
    // animate cards played to the trick, and a complete trick moving to its winner
    const {last, trick, lead} = this.now;
    if (last && !sameJson(last, before.last)) {
      if (!(await this.toTrick(last.cards, last.lead, told))) return;
      await this.swept(last.winner, told);
    }
    await this.toTrick(trick, lead, told);
  }
  async toTrick(/** @type {Card[]} */ cards, /** @type {Seat} */ lead, /** @type {string[]} */ told) {
    // returns false if the trick has other cards, so that it changes without motion
    const lying = this.pieces.in("trick").map(piece => piece.card);
    if (!lying.every((card, i) => card === cards[i])) return false;
    for (let i = lying.length; i < cards.length; i++) {
      const seat = seatAfter(lead, i);
      if (i > lying.length) await this.motion.wait(this.motion.pace.beat);
      this.put(this.pieces.find(seat, cards[i]), "trick", seat);
      told.push(this.plays(seat, cards[i]));
      await this.glide(PLAY);
      if (ruffsHigh(cards.slice(0, i + 1), this.now.trump)) await this.motion.settle(this.pieces.find("trick", cards[i]).element);
    }
    return true;
  }
  plays(/** @type {Seat} */ seat, /** @type {Card} */ card) {
    return say("{player} {player:play|plays} {card}.", {player: this.person(seat), card: say("the {card}", {card: spokenCard(card)})});
  }
  put(/** @type {Piece} */ piece, /** @type {Place} */ place, /** @type {Seat | null} */ by = null) {
    [piece.place, piece.by] = [place, by];
    this.pieces.all = [...this.pieces.all.filter(each => each !== piece), piece];
    if (place === "trick") this.tell("card");
  }
  async swept(/** @type {Seat} */ winner, /** @type {string[]} */ told) {
    const trick = this.pieces.in("trick");
    for (const piece of trick) piece.element.classList.toggle("winning", piece.by === winner);
    await this.motion.wait(this.motion.pace.hold);
    for (const piece of trick) [piece.place, piece.by] = ["won", winner];
    this.tell("trick");
    told.push(say("{player} {player:win|wins} the trick.", {player: this.person(winner)}));
    await this.glide(SWEEP);
    this.pieces.drop(trick);
  }
  async moved(/** @type {MoveObject} */ move, /** @type {string[]} */ told) {
    // cards move by way of the middle, where the user can see them; cards already in place stay
    const {from, to, cards, number, why} = move,
      going = this.pieces.leaving(from, cards, number).filter(piece => piece.place !== to || why === "shows");
    this.plates.tell();
    told.push(movedText(move, this.now));
    if (!going.length) return;
    if (why !== "discards") {
      for (const piece of going) this.put(piece, "middle");
      await this.glide(FLIGHT, 50);
      await this.motion.wait(this.motion.pace.hold);
    }
    for (const piece of going) this.put(piece, why === "shows" ? from : to);
    this.order();
    await this.glide(FLIGHT, 50);
    if (why === "gives" || why === "returns") await this.motion.wait(this.motion.pace.beat);
  }

  // Make the user's choice; its cards move before the server answers.
  async choice(/** @type {Choice | boolean} */ choice, flicked = false) {
    const {turn} = this.choosing;
    if (this.asked || !turn) return;
    this.asked = true;
    const cards = /** @type {Card[]} */ ([choice].flat()), plays = this.moves && turn.kind === "play"; // if the user plays or discards
    if (plays) this.movedAtOnce(cards, "trick", turn.seat);
    if (this.moves && turn.kind === "discard") this.movedAtOnce(cards, "out");
    if (flicked && !(await this.kept())) return void this.show(this.now);
    if (plays) this.aloud(this.plays(turn.seat, cards[0]));
    Promise.resolve(this.choose(choice))
      .catch(() => this.show(this.now))
      .finally(() => {
        if (this.moves) return;
        this.asked = false;
        this.redraw();
      });
  }
  // Offer for a moment to take a flicked card back; resolves to whether it stays played.
  async kept() {
    const taken = el("button", {type: "button", "data-key": "u"}, "Take back");
    this.choosing.buttons.replaceChildren(taken);
    /** @type {boolean} */ const stays = await new Promise(resolve => {
      taken.onclick = () => resolve(false);
      setTimeout(() => resolve(true), GRACE);
    });
    taken.remove();
    return stays;
  }
  movedAtOnce(/** @type {Card[]} */ cards, /** @type {Place} */ place, /** @type {Seat | null} */ by = null) {
    const focused = this.layer.contains(document.activeElement);
    this.motion.speed = this.settings.get("speed") || "normal";
    const {seat} = this.choosing;
    if (!seat) return;
    for (const card of cards) this.put(this.pieces.find(seat, card), place, by);
    this.moving = this.glide(PLAY);
    this.choosing.turn = null;
    this.choosing.draw();
    if (focused) this.keepFocus(this.pieces.in(seat));
  }
  keepFocus(/** @type {Piece[]} */ hand) {
    // focus the card at the same place in the hand, even if it is nobody's turn
    if (!hand.length) return;
    this.choosing.focus = Math.min(this.choosing.focus, hand.length - 1);
    const {element} = hand[this.choosing.focus];
    element.tabIndex = -1;
    element.focus({preventScroll: true});
  }

  // Tell screen readers. What they were told before stays for a while, so that nothing is lost if much happens at once.
  aloud(/** @type {string} */ words) {
    this.log.append(el("p", {}, words));
    if (this.log.childElementCount > KEPT) this.log.firstElementChild?.remove();
  }

  finish(/** @type {string[]} */ told, /** @type {boolean} */ fresh) {
    const {turn} = this.now, focused = this.layer.contains(document.activeElement);
    if (!this.choosing.turn) this.choosing.begin(turn);
    this.redraw();
    if (focused && this.choosing.hand.length && turn?.kind !== "call") this.choosing.focusOn(this.choosing.focus);
    const words = [...told, turn && this.sees(turn.seat) ? spokenTurn(turn, this.now) : ""].filter(Boolean).join(" ");
    if (fresh && words) this.aloud(words);
    if (fresh && turn && turn.seat === this.now.me) this.tell("turn");
  }
  redraw() {
    this.choosing.hinted = [this.marks.hinted || []].flat();
    this.order();
    this.pieces.name(seat => this.nameOf(seat));
    this.plates.draw(this.now, this.screen, this.marks.asked);
    this.choosing.draw();
    this.plates.drawPile(this.measures.boxes.pile ? this.now.last : null, seat => this.person(seat));
    this.root.classList.toggle("mine", this.choosing.turn?.kind === "play" && this.choosing.seat !== null && this.moves);
    this.dress();
    this.group();
    this.glide(SLIDE);
  }
  order() { this.pieces.sort(this.settings.get("order") || SUITS.join("")); }
  dress() {
    // show marks and tags on the cards
    const {raised = [], tags = {}} = this.marks,
      given = this.choosing.tags(), // choosing.js names these cards with their receivers
      shown = {...this.now.tags, ...tags, ...given},
      winning = winningCard(this.pieces.in("trick").flatMap(piece => piece.card || []), this.now.trump);
    for (const {element, card, place, spoken} of this.pieces.all) {
      const held = isSeat(place);
      toggle(element, {
        far: held && this.screen(place) !== 0, // a small card, which stands out less
        hinted: card !== null && this.choosing.hinted.includes(card),
        raised: card !== null && raised.includes(card),
        winning: place === "trick" && card === winning,
      });
      const old = element.querySelector(".tag"), words = card && held ? shown[card] : null;
      if (old && old.textContent !== words) old.remove();
      if (words && (!old || old.textContent !== words)) element.append(el("span", {class: "tag"}, words));
      if (card && spoken && !given[card]) element.ariaLabel = words ? `${spoken}, ${words}` : spoken;
    }
  }
  group() {
    // group the cards by place for screen readers
    const named = (/** @type {Seat} */ seat) => seat === this.now.me ? "Your hand" : say("{player.whose} hand", {player: this.nameOf(seat)});
    const heads = /** @type {[Place, string][]} */ ([...SEATS.map(seat => [seat, named(seat)]), ["kitty", "Kitty"], ["trick", "Trick"], ["out", "Discards"]]);
    const owned = (/** @type {Place} */ place) => this.pieces.in(place).filter(piece => piece.card).map(piece => piece.element.id).join(" ");
    const groups = heads.map(([place, words]) => el("div", {role: "group", "aria-label": words, "aria-owns": owned(place)}));
    this.groups.replaceChildren(...groups.filter(group => group.hasAttribute("aria-owns")));
  }
  get measures() { return this.frame || (this.frame = this.measured()); }
  measured() {
    this.root.style.setProperty("--need", "0px"); // to measure the place that the page gives, not the one taken before
    const {width, height} = this.root.getBoundingClientRect(),
      text = parseFloat(getComputedStyle(document.documentElement).fontSize) / 16, {buttons, line} = this.parts;
    const {seats, me} = this.now, open = seats.filter((seat, i) => seat.hand !== null && SEATS[i] !== me).length > (me === null ? 1 : 0);
    const {held: own, name} = seatIn(this.now, me ?? this.below);
    const frame = frameOf({width, height, text}, {open, own, long: isLong(name), buttons: Boolean(buttons), line: Boolean(line && !line.hidden)});
    this.root.dataset.mode = frame.mode;
    this.root.classList.toggle("open", open);
    const sizes = {"--card-width": frame.card, "--avatar": frame.avatar, "--rise": frame.rise, "--lift": frame.hand.rows > 2 ? 6 : 12, "--need": frame.need};
    for (const [property, size] of Object.entries(sizes)) this.root.style.setProperty(property, size + "px");
    const {plates, ...boxes} = frame.boxes;
    plates.forEach((place, i) => lie(this.plates.sides[i], place));
    const elements = {trump: this.plates.trump, pile: this.plates.pile, prompt: this.choosing.prompt, buttons, line};
    for (const part of /** @type {(keyof typeof elements)[]} */ (Object.keys(elements))) lie(elements[part], boxes[part]);
    lie(this.plates.middle, frame.zone);
    lie(this.slot, slotOf(frame));
    this.tell("size");
    return frame;
  }
  resized() {
    if (!this.state || !this.root.clientWidth) return;
    this.frame = this.measured();
    this.glide(0);
  }

  // Move every card to its place; resolves when the last has arrived.
  glide(/** @type {number} */ ms, stagger = 0) {
    const frame = this.measures, places = placesOf(this.pieces.all, {...frame, told: this.plates.told}, this.screen);
    return this.motion.glide(places, frame.card, this.waiting.length > 2 ? ms / 2 : ms, stagger);
  }
  tell(/** @type {string} */ what) {
    this.root.dispatchEvent(new CustomEvent("table", {detail: what, bubbles: true}));
  } // pages play sounds for the events "deal", "card", "trick" and "turn"; "size" follows a change of the frame
}
// Return whether the last card is a trump that takes an ace or a king of another suit.
function ruffsHigh(/** @type {Card[]} */ cards, /** @type {Trump | null} */ trump) {
  const before = cards.slice(0, -1), best = winningCard(before, trump);
  return cards.at(-1)?.[0] === trump && best !== null && before[0][0] !== trump && "AK".includes(best[1]);
}
// Return the card that wins the trick so far; the first card was led.
function winningCard(/** @type {Card[]} */ cards, /** @type {Trump | null} */ trump) {
  const strength = (/** @type {Card} */ card) => (card[0] === trump ? 100 : card[0] === cards[0][0] ? 50 : 0) + "23456789TJQKA".indexOf(card[1]);
  return cards.reduce((best, card) => best === null || strength(card) > strength(best) ? card : best, /** @type {Card | null} */ (null));
}
function lie(/** @type {HTMLElement | undefined} */ element, /** @type {Box | undefined} */ place) {
  for (const [name, size] of place ? Object.entries(place) : []) element?.style.setProperty(name, size.toFixed(1) + "px");
}
// Return a prompt for screen readers, such as "Your turn: clubs were led."
function spokenTurn(/** @type {TurnObject} */ turn, /** @type {TableObject} */ state) {
  if (turn.seat !== state.me || turn.kind !== "play") return turn.words;
  return state.trick.length ? say("Your turn: {suit} were led.", {suit: WORD[state.trick[0][0]]}) : "Your turn to lead.";
}
