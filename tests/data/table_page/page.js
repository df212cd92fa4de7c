// A page with the card table alone, for its tests: the table, what was chosen, settings that a test can change, and
// whether everything is drawn as it was told.
import {Table} from "/table/table.js";
import {cardsOf} from "/table/dom.js";

window.chosen = [];
window.values = {speed: "instant", order: "SHCD"};
const settings = {get: name => window.values[name], watch: () => () => {}};
const choose = choice => { window.chosen.push(choice); };
// `parts`: the table gets what the page of a match puts on it, buttons and a line; `felt`: the size of the table in pixels.
window.started = ({parts, felt, ...options} = {}) => {
  const root = document.getElementById("t"), added = () => document.createElement("div");
  if (felt) Object.assign(root.style, {width: `${felt[0]}px`, height: `${felt[1]}px`, position: "fixed", inset: "0 auto auto 0"});
  window.table = new Table(root, {choose, settings, ...(parts && {buttons: added(), line: added()}), ...options});
};
// What the table measures: the largest card of the trick, cards of the hand, what is seen of each, avatars, and whether it needs to scroll.
window.measured = me => {
  const {frame, pieces} = window.table, boxes = place => pieces.in(place).map(({element}) => ({left: element.offsetLeft, ...element.getBoundingClientRect().toJSON()}));
  const hand = boxes(me), rows = Object.values(Object.groupBy(hand, box => Math.round(box.bottom / 40)));
  const seen = rows.flatMap(row => row.sort((a, b) => a.left - b.left).map((box, i) => (i + 1 < row.length ? row[i + 1].left - box.left : box.width)));
  const avatars = [...document.querySelectorAll(".plate:not(.side-0) .avatar")].map(each => each.clientWidth);
  return {trick: frame.trick.card, card: hand[0].width, seen: Math.min(...seen), rows: rows.length, avatar: Math.min(...avatars), need: frame.need};
};

// The cards of a hand by the order of suits in the settings, each suit from the highest.
const inOrder = hand => [...window.values.order].flatMap(suit => cardsOf(hand).filter(card => card[0] === suit));
const inPlace = place => window.table.pieces.in(place).map(piece => piece.element);
window.faults = state => {
  const found = [], cards = place => inPlace(place).map(element => element.dataset.card);
  const same = (what, is, should) => {
    if (String(is) !== String(should)) found.push(`${state.at} ${what}: ${is} for ${should}`);
  };
  ["dealer", "left", "right"].forEach((seat, i) => {
    const {hand, held} = state.seats[i];
    same(seat, cards(seat), hand === null ? Array(held).fill("") : inOrder(hand));
  });
  same("trick", cards("trick"), state.trick);
  same("kitty", cards("kitty").length, state.kitty ? state.kitty.number : 0);
  same("under way", inPlace("won").length + inPlace("middle").length, 0);
  same("elements", document.querySelectorAll(".n52-table .card").length, window.table.pieces.all.length);
  const table = document.getElementById("t").getBoundingClientRect();
  for (const {element} of window.table.pieces.all) {
    const box = element.getBoundingClientRect();
    const wide = box.left > table.left - 6 && box.right < table.right + 6;
    const high = box.top > table.top - 20 && box.bottom < table.bottom + 8;
    same(element.dataset.card + " on the table", wide && high, true);
    same(element.dataset.card + " opaque", getComputedStyle(element).opacity, 1);
  }
  return found;
};
// Shows states one after another; returns what is wrong.
window.shown = async states => {
  const found = [];
  for (const state of states) {
    await window.table.show(state);
    found.push(...window.faults(state));
  }
  return found.slice(0, 5);
};
// The cards whose tag is not wholly on what is seen of them.
window.hiddenTags = () => [...document.querySelectorAll(".tag")].filter(tag => {
  const {left, right, top, bottom} = tag.getBoundingClientRect();
  const ends = [[left + 1.5, top + 1.5], [right - 1.5, bottom - 1.5], [(left + right) / 2, (top + bottom) / 2]];
  return !ends.every(([x, y]) => tag.parentElement.contains(document.elementFromPoint(x, y)));
}).map(tag => tag.parentElement.dataset.card);
// Shows a state, begins to show the next one, and meanwhile presses a card or a key on it.
window.pressed = async ({before, after, card, event}) => {
  const {table} = window;
  await table.show(before, {pace: "instant"});
  const moved = table.show(after, {pace: "slow"});
  const moves = () => document.getAnimations().some(way => !(way instanceof CSSTransition));
  while (table.running && !moves()) await new Promise(requestAnimationFrame);
  const Kind = event.type === "click" ? MouseEvent : KeyboardEvent;
  document.querySelector(`.card[data-card=${card}]`).dispatchEvent(new Kind(event.type, {bubbles: true, ...event}));
  await moved;
  await new Promise(requestAnimationFrame);
};
// Moves a card as a finger does, by so many pixels in so many milliseconds; returns whether it was raised on the way.
window.thrown = ({card: name, up, ms}) => {
  const card = document.querySelector(`.card[data-card="${name}"]`), box = card.getBoundingClientRect();
  const x = box.left + 10, y = box.top + 20, all = {pointerId: 1, isPrimary: true, bubbles: true, button: 0};
  card.setPointerCapture = () => {};  // there is no real pointer
  const told = (type, dy, time) => {
    const event = new PointerEvent(type, {...all, clientX: x, clientY: y - dy});
    Object.defineProperty(event, "timeStamp", {value: 1000 + time});
    card.dispatchEvent(event);
  };
  told("pointerdown", 0, 0);
  told("pointermove", up / 2, ms / 2);
  const raised = card.getBoundingClientRect().top < box.top - 10;
  told("pointermove", up, ms);
  told("pointerup", up, ms);
  return raised;
};
// The elements of a kind, and whether two elements lie on each other.
window.all = kind => [...document.querySelectorAll(kind)];
window.meet = (...both) => {
  const [one, two] = both.map(element => element.getBoundingClientRect());
  return one.left < two.right && two.left < one.right && one.top < two.bottom && two.top < one.bottom;
};
window.shifts = 0;
const shifted = list => { for (const entry of list.getEntries()) window.shifts += entry.value; };
new PerformanceObserver(shifted).observe({type: "layout-shift", buffered: true});
window.motions = 0;
const plainAnimate = Element.prototype.animate;
Element.prototype.animate = function (...all) { window.motions++; return plainAnimate.apply(this, all); };
window.ready = true;
