// The deck: faces with large indices, pips and court figures, drawn for this project. Each shape is in the page only
// once, and all cards share it.
import {el, svg} from "./dom.js";

const PIP = {
  S: "M0-46C12-28 42-8 42 14C42 28 33 34 24 34C15 34 7 28 4 20C5 32 10 40 16 44H-16C-10 40-5 32-4 20C-7 28-15 34-24 34C-33 34-42 28-42 14C-42-8-12-28 0-46Z",
  H: "M0 43C-14 27-44 8-44-18C-44-35-31-44-21-44C-11-44-3-37 0-28C3-37 11-44 21-44C31-44 44-35 44-18C44 8 14 27 0 43Z",
  D: "M0-47C10-29 23-11 37 0C23 11 10 29 0 47C-10 29-23 11-37 0C-23-11-10-29 0-47Z",
  C: "M-20-25a20 20 0 1 1 40 0c0 6-3 11-6 15c4-2 7-3 10-3a19 19 0 1 1 0 38c-9 0-17-6-20-15c1 15 5 28 12 34h-32c7-6 11-19 12-34c-3 9-11 15-20 15a19 19 0 1 1 0-38c3 0 6 1 10 3c-3-4-6-9-6-15z",
};
const HIGH = 25, UPPER = 39, THIRD = 56, MIDDLE = 70, WEST = 36, EAST = 64; // positions on a card of 100 by 140 units
const both = (/** @type {number} */ x, /** @type {number[]} */ ys) => ys.flatMap(y => y === MIDDLE ? [y] : [y, 140 - y]).map(y => [x, y]);
const sides = (/** @type {number[]} */ ys) => [...both(WEST, ys), ...both(EAST, ys)];
/** @type {Record<string, number[][]>} */ const SPOTS = {
  2: both(50, [HIGH]),
  3: both(50, [HIGH, MIDDLE]),
  4: sides([HIGH]),
  5: [...sides([HIGH]), [50, MIDDLE]],
  6: sides([HIGH, MIDDLE]),
  7: [...sides([HIGH, MIDDLE]), [50, 47]],
  8: [...sides([HIGH, MIDDLE]), ...both(50, [47])],
  9: [...sides([HIGH, THIRD]), [50, MIDDLE]],
  T: [...sides([HIGH, THIRD]), ...both(50, [UPPER])],
};

// Half of each court figure, from the belt at y = 0 to the crown at y = -56; the other half is the same, rotated. The
// figures use the suit's colour and the colours below.
const GOLD = "#e3b23c", SKIN = "#f7dcc0", LINE = "#3a2c20", HAIR = "#8a5a2b";
const ROBE = `<path d="M-23 0V-9C-21-20-11-25 0-25C11-25 21-20 23-9V0Z" fill="currentColor"/><path d="M-8-25L0-6L8-25Z" fill="#fff8e4"/>
<path d="M-23-2H23V0H-23ZM-15-22L-7 0H-3L-11-24ZM15-22L7 0H3L11-24Z" fill="${GOLD}"/><circle cy="-4" r="3.2" fill="${GOLD}"/>`;
const FACE = `<path d="M-3.5-26h7v5a3.5 3.5 0 0 1-7 0Z" fill="${SKIN}"/><ellipse cy="-34" rx="7.6" ry="9" fill="${SKIN}" stroke="${LINE}" stroke-width=".7"/>
<path d="M-5-37.5h3.4M1.6-37.5h3.4M0-36l-1.3 4h1.8M-2-29.2q2 1.2 4 0" fill="none" stroke="${LINE}" stroke-width=".8"/><circle cx="-3.2" cy="-35.6" r=".8" fill="${LINE}"/><circle cx="3.2" cy="-35.6" r=".8" fill="${LINE}"/>`;
/** @type {Texts} */ const FIGURE = {
  K: `<path d="M-9-42V-28C-12-27-13-31-12-36ZM9-42V-28C12-27 13-31 12-36Z" fill="${HAIR}"/>${ROBE}${FACE}<path d="M-7.5-32C-7-22-3-19 0-18C3-19 7-22 7.5-32C5-28 3-27.5 0-28C-3-27.5-5-28-7.5-32Z" fill="${HAIR}"/>
<path d="M-10-41L-12-53L-5.5-47L0-56L5.5-47L12-53L10-41Z" fill="${GOLD}" stroke="${LINE}" stroke-width=".7"/><path d="M-10-43.5H10V-41H-10Z" fill="currentColor"/><path d="M18-44h2.4v32H18ZM14.7-15h9v2.2h-9Z" fill="${LINE}"/>`,
  Q: `<path d="M-9-42C-15-34-14-22-10-17L-6-22V-40ZM9-42C15-34 14-22 10-17L6-22V-40Z" fill="${HAIR}"/>${ROBE}${FACE}<path d="M-8-40C-4-43 4-43 8-40C5-45-5-45-8-40Z" fill="${HAIR}"/>
<path d="M-9-42L-10-50L-4.5-46L0-52L4.5-46L10-50L9-42Z" fill="${GOLD}" stroke="${LINE}" stroke-width=".7"/><circle cx="-10" cy="-51" r="1.7" fill="currentColor"/><circle cy="-53.5" r="1.9" fill="currentColor"/><circle cx="10" cy="-51" r="1.7" fill="currentColor"/>
<path d="M18-13V-26" stroke="#3c7a45" stroke-width="1.2"/><circle cx="18" cy="-29" r="2" fill="${GOLD}"/><path d="M18-34.5a2.4 2.4 0 1 1 0 4.8a2.4 2.4 0 1 1 0-4.8ZM14-31a2.4 2.4 0 1 1 2.5 4M22-31a2.4 2.4 0 1 0-2.5 4" fill="currentColor"/>`,
  J: `<path d="M-8-42C-12-34-11-28-9-25L-6-27V-41ZM8-42C12-34 11-28 9-25L6-27V-41Z" fill="${HAIR}"/>${ROBE}${FACE}<path d="M-11-42C-11-50-4-51 2-50C9-49 12-45 11-41C4-44-4-44-11-42Z" fill="currentColor"/>
<path d="M-11-42.5C-4-45 4-45 11-41.5V-39.5C4-42-4-42-11-40Z" fill="${GOLD}"/><path d="M6-48C11-56 17-56 20-52C16-51 12-50 8-46Z" fill="${GOLD}" stroke="${LINE}" stroke-width=".5"/><path d="M-18-10V-46" stroke="${LINE}" stroke-width="1.6"/><path d="M-18-53L-15.5-46H-20.5ZM-18-45C-13-45-12-38-14-36C-15-39-16-39-18-39Z" fill="${LINE}"/>`,
};
const SYMBOLS = [
  ...Object.entries(PIP).map(([suit, path]) => `<symbol id="n52-${suit}" viewBox="-50 -50 100 100"><path d="${path}" fill="currentColor"/></symbol>`),
  ...Object.entries(FIGURE).map(([rank, half]) => `<symbol id="n52-${rank}" viewBox="-24 -58 48 116"><g id="n52-half-${rank}">${half}</g><use href="#n52-half-${rank}" transform="rotate(180)"/></symbol>`),
  ...[..."AKQJT98765432"].map(rank => `<text id="n52-index-${rank}" x="15" y="29" text-anchor="middle" class="index${rank === "T" ? " ten" : ""}">${rank === "T" ? "10" : rank}</text>`),
].join("");

// Add the shapes to the page, unless it already has them.
function shapesHere() {
  if (document.getElementById("n52-shapes")) return;
  const place = svg("svg", {id: "n52-shapes", class: "shapes", "aria-hidden": "true", width: 0, height: 0});
  place.innerHTML = SYMBOLS;
  document.body.append(place);
}
/** @type {UseShape} */ const used = (name, x, y, width, height, turned) =>
  svg("use", {href: "#n52-" + name, x: x - width / 2, y: y - height / 2, width, height, transform: turned ? `rotate(180 ${x} ${y})` : null});
// The rank is used like a shape, not written, because the card's name says it in words.
function corner(/** @type {Card} */ card, /** @type {boolean} */ turned) {
  const made = svg("g", {class: turned ? "full" : null, transform: turned ? "rotate(180 50 70)" : null});
  made.append(svg("use", {href: "#n52-index-" + card[1]}), used(card[0], 15, 43, 19, 19));
  return made;
}
function inside(/** @type {Card} */ card) {
  const [suit, rank] = card, made = svg("g", {class: "full"});
  if (rank === "A") made.append(used(suit, 50, 70, 46, 46));
  else if (!FIGURE[rank]) made.append(...SPOTS[rank].map(([x, y]) => used(suit, x, y, 18, 18, y > MIDDLE)));
  else made.append(svg("rect", {x: 27, y: 12, width: 46, height: 116, rx: 3, class: "frame"}), used(rank, 50, 70, 46, 112), used(suit, 35, 21, 11, 11), used(suit, 65, 119, 11, 11, true));
  return made;
}
// Draw the half of a court figure that fits the visible strip of a covered card.
function strip(/** @type {Rank} */ rank) {
  const made = svg("svg", {class: "strip", x: 2, y: 97, width: 36, height: 43, viewBox: "-24 -57 48 57"});
  made.append(svg("use", {href: "#n52-half-" + rank}));
  return made;
}
// Draw a card's face, which takes its size and suit colour from the element around it. An element of the class "covered"
// shows only what fits the strip at its left edge: the index and, for a court, half the figure.
export function face(/** @type {Card} */ card) {
  shapesHere();
  const made = svg("svg", {class: "face", viewBox: "0 0 100 140", "aria-hidden": "true", focusable: "false"});
  made.append(inside(card), corner(card, false), corner(card, true), ...(FIGURE[card[1]] ? [strip(card[1])] : []));
  return made;
}
export const loneCard = (/** @type {Card} */ card) => el("span", {class: "card-alone " + card[0]}, face(card));
