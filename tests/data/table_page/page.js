// A page with the card table alone, for its tests: the table, what was chosen, settings that a test can change, and
// whether everything is drawn as it was told.
import {Table} from "/table/table.js";
import {cardsOf} from "/table/dom.js";

window.chosen = [];
window.values = {speed: "instant", order: "SHCD"};
const settings = {get: name => window.values[name], watch: () => () => {}};
const choose = choice => { window.chosen.push(choice); };
window.started = options => {
  window.table = new Table(document.getElementById("t"), {choose, settings, ...options});
};

const inPlace = place => window.table.pieces.in(place).map(piece => piece.element);
window.faults = state => {
  const found = [], cards = place => inPlace(place).map(element => element.dataset.card);
  const same = (what, is, should) => {
    if (String(is) !== String(should)) found.push(`${state.at} ${what}: ${is} for ${should}`);
  };
  ["dealer", "left", "right"].forEach((seat, i) => {
    const {hand, held} = state.seats[i];
    same(seat, cards(seat).sort(), (hand === null ? Array(held).fill("") : cardsOf(hand)).sort());
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
window.shifts = 0;
const shifted = list => { for (const entry of list.getEntries()) window.shifts += entry.value; };
new PerformanceObserver(shifted).observe({type: "layout-shift", buffered: true});
window.motions = 0;
const plainAnimate = Element.prototype.animate;
Element.prototype.animate = function (...all) { window.motions++; return plainAnimate.apply(this, all); };
window.ready = true;
