// The places of everything on a table of a given size, in pixels from the upper left corner.
import {SEATS} from "./dom.js";

const RATIO = 1.4; // height of a card divided by its width
const LOW = 430,
  TALL = 560; // heights below LOW make the mode low; widths below TALL make it tall
const RAISED = 16; // pixels by which a picked card stands out
const GAP = 9; // pixels between a plate and an open hand, whose playable cards stand out a little

// Return the frame: all measures that do not depend on the cards. `rem` is the page's font size, so that large text
// gets enough room; `open` means that all hands are face up.
export function frameOf({width, height, rem}, open) {
  const mode = height < LOW ? "low" : width < TALL ? "tall" : "wide",
    pad = mode === "wide" ? 10 : 5,
    inner = width - 2 * pad;
  const badge = (mode === "wide" ? 7.6 : 6.4) * rem; // half the width of the longest trump badge, which lies between plates or backs
  const plate = {
    width:
      mode === "wide"
        ? Math.min(14 * rem, 0.3 * width)
        : mode === "low"
          ? Math.min(11 * rem, 0.27 * width)
          : Math.min(11 * rem, (width - 3 * pad) / 2, open ? inner - 2 * badge - pad : width),
    height: (mode === "wide" ? 3.3 : 2.75) * rem,
  };
  const bar = (mode === "tall" ? 6 : mode === "low" ? 2.9 : 3.3) * rem;
  const rows = mode === "tall" && !open ? 2 : 1,
    share = open ? 0.18 : rows === 2 ? 0.155 : mode === "low" ? 0.31 : 0.25;
  const card = Math.max(34, Math.min(inner / (rows === 2 ? 5.4 : 7.4), (height * share) / RATIO, 124));
  const hand = card * RATIO * (rows === 2 ? 1.62 : 1) + RAISED + 4,
    low = height - pad - hand;
  return {mode, pad, width, height, plate, bar, badge, inner, rows, card, hand, open, handTop: low, barTop: low - bar};
}

const at = (x, y, more) => ({x, y, turn: 0, scale: 1, z: 0, seen: 999, ...more});

// Place cards in a row from `left` to `right`, overlapping as needed; `seen` is the visible width of a card.
function row(cards, {left, right, y, scale, width, most, z, arc}) {
  const own = width * scale,
    step = cards.length > 1 ? Math.min(own * most, (right - left - own) / (cards.length - 1)) : 0;
  const from = (left + right - own - step * (cards.length - 1)) / 2 + own / 2,
    half = (cards.length - 1) / 2;
  return cards.map((card, i) => {
    const off = half ? (i - half) / half : 0;
    return [
      card,
      at(from + i * step, y + (arc || 0) * off * off, {
        turn: (arc || 0) * off * 0.5,
        scale,
        z: z + i,
        seen: i === cards.length - 1 ? own : step,
      }),
    ];
  });
}
// Split a hand's cards into rows, if possible between two suits so that the rows are about equally long.
function inRows(cards, rows) {
  if (rows < 2 || cards.length < 9) return [cards];
  const half = Math.ceil(cards.length / 2);
  const isBreak = i => cards[i] && cards[i].card && cards[i].card[0] !== cards[i - 1].card[0];
  const best = [0, 1, -1, 2, -2].map(off => half + off).find(isBreak) ?? half;
  return [cards.slice(0, best), cards.slice(best)];
}

function ownHand(cards, frame) {
  const {pad, width, card, rows, handTop, hand} = frame,
    tall = card * RATIO,
    parts = inRows(cards, rows);
  const first = handTop + hand - tall / 2 - (parts.length - 1) * 0.62 * tall;
  return parts.flatMap((part, i) =>
    row(part, {
      left: pad,
      right: width - pad,
      y: first + i * 0.62 * tall,
      scale: 1,
      width: card,
      most: 0.62,
      z: 100 + 40 * i,
      arc: rows === 1 && !frame.open && frame.mode === "wide" ? 5 : 0,
    }),
  );
}
// Place another player's hand below the plate: `screen` is 1 on the left side of the screen, 2 on the right.
function otherHand(cards, screen, frame) {
  return frame.open && cards.every(each => each.card) ? openHand(cards, screen, frame) : backs(cards, screen, frame);
}
function backs(cards, screen, frame) {
  const {pad, plate, width, card, mode} = frame,
    scale = mode === "wide" ? 0.42 : mode === "low" ? 0.36 : 0.4;
  const y = mode === "low" ? pad + plate.height / 2 : pad + plate.height + (card * scale * RATIO) / 2 + 4;
  const end = mode === "low" ? width * 0.37 : mode === "tall" ? width / 2 - frame.badge : pad + plate.width,
    span = [mode === "low" ? pad + plate.width + 4 : pad, end];
  const [left, right] = screen === 1 ? span : [width - span[1], width - span[0]];
  return row(cards, {left, right, y, scale, width: card, most: 0.3, z: 10});
}
function openHand(cards, screen, frame) {
  const {pad, plate, width, card, mode} = frame,
    places = openPlaces(frame)[screen],
    parts = inRows(cards, openRows(frame)),
    scale = openScale(frame);
  return parts.flatMap((part, i) =>
    row(part, {
      left: places.left,
      right: places.right,
      y: places.top + card * scale * RATIO * (0.5 + 0.56 * i),
      scale,
      width: card,
      most: 0.6,
      z: 30 + 40 * i,
    }),
  );
}
const openRows = ({mode, width, pad}) => (mode === "wide" && width / 2 - 2 * pad < 20 * 24 ? 2 : 1);
const openScale = frame => (frame.mode === "wide" ? 0.8 : 0.92);
// The other two hands, when open, are side by side or, on a narrow table, one above the other.
function openPlaces({mode, pad, plate, width, card}) {
  const top = pad + plate.height + GAP;
  if (mode !== "tall")
    return {
      1: {left: pad, right: width / 2 - pad, top, plate: pad},
      2: {left: width / 2 + pad, right: width - pad, top, plate: pad},
    };
  const second = top + card * 0.92 * RATIO + 6;
  return {
    1: {left: pad, right: width - pad, top, plate: pad},
    2: {left: pad, right: width - pad, top: second + plate.height + GAP, plate: second},
  };
}

// Return the middle of the table, where the trick, the kitty and moving cards are.
function middle(frame) {
  const {mode, pad, plate, width, card, barTop, open} = frame,
    small = card * RATIO;
  let top = pad + plate.height;
  if (open) top = openPlaces(frame)[2].top + small * openScale(frame) * (openRows(frame) === 2 ? 1.56 : 1);
  else if (mode === "tall") top += small * 0.4;
  else if (mode === "low") top = pad + 4;
  const room = barTop - top,
    scale = Math.min(mode === "tall" ? 1.3 : 1, (room - 8) / (small * 1.5));
  return {x: width / 2, y: (top + barTop) / 2, room, top, scale: Math.max(scale, mode === "low" ? 0.7 : 0.45)};
}
function trickPlace(screen, order, frame) {
  const {x, y, scale} = middle(frame),
    {card} = frame,
    wide = card * scale,
    tall = wide * RATIO;
  if (screen === 0) return at(x, y + 0.22 * tall, {scale, turn: -1.5, z: 300 + order});
  return at(x + (screen === 1 ? -1 : 1) * 0.6 * wide, y - 0.2 * tall, {
    scale,
    turn: screen === 1 ? -9 : 7,
    z: 300 + order,
  });
}
function inMiddle(cards, frame) {
  // the cards are above the captions, if there are any
  const {x, y, room, scale} = middle(frame),
    {card, width, barTop, told} = frame,
    own = Math.min(scale * 0.8, Math.max(0.3, (room - told - 6) / (card * RATIO))),
    lowest = barTop - told - (own * card * RATIO) / 2,
    reach = Math.min(width / 2 - 8, card * own * 2.6);
  return row(cards, {left: x - reach, right: x + reach, y: Math.min(y, lowest), scale: own, width: card, most: 1.06, z: 280});
}
function kittyPlace(cards, frame) {
  // an open kitty is as large as cards in the middle, a hidden kitty is small and above them
  if (cards.some(each => each.card)) return inMiddle(cards, frame);
  const {x} = middle(frame),
    {card, mode, pad, plate, open} = frame,
    scale = 0.5,
    tall = card * scale * RATIO;
  const y = open
    ? middle(frame).y - middle(frame).room / 2 + tall / 2 + 2
    : mode === "low"
      ? pad + tall / 2
      : mode === "tall"
        ? pad + plate.height + 44 + tall / 2
        : pad + 44 + tall / 2;
  return row(cards, {
    left: x - 3 * card * scale,
    right: x + 3 * card * scale,
    y,
    scale,
    width: card,
    most: 1.06,
    z: 270,
  });
}
// Place the dealer's discards: small, above the user's own bar or below an opponent's cards.
function outPlace(cards, screen, frame) {
  const {pad, plate, width, card, mode, barTop, open} = frame,
    scale = 0.36,
    reach = card * scale * 2.2,
    tall = card * scale * RATIO;
  const rest = {scale, width: card, most: 0.45, z: 5},
    ends = screen === 1 ? {left: pad, right: pad + reach} : {left: width - pad - reach, right: width - pad};
  if (screen === 0) return row(cards, {...ends, y: barTop - tall / 2 - 2, ...rest});
  const under = open
    ? middle(frame).top
    : pad + plate.height + (mode === "low" ? (screen === 2 ? 30 : 0) : card * 0.42 * RATIO + 4);
  return row(cards, {...ends, y: under + tall / 2 + 6, ...rest});
}
// Return the place of a plate; `most` is the maximum width of a plate with a long name.
export function platePlace(screen, frame) {
  const {pad, plate, width, barTop, bar, mode, open} = frame;
  if (screen === 0)
    return {
      x: pad,
      y: barTop,
      width: mode === "tall" ? plate.width : Math.min(plate.width, 0.3 * width),
      most: plate.width,
      height: mode === "tall" ? bar / 2 : bar,
    };
  const places = openPlaces(frame)[screen];
  const x = screen === 1 || (open && mode === "tall") ? pad : width - pad - plate.width;
  const most = Math.max(plate.width, plateRoom(screen, frame));
  return {x, y: open ? places.plate : pad, width: plate.width, most, height: plate.height};
}

// Return the width of the space from a plate to the trump badge or to the backs.
function plateRoom(screen, {pad, width, inner, badge, mode, open}) {
  if (mode === "wide" || (mode === "low" && open)) return width / 2 - badge - 2 * pad;
  return open ? inner - (screen === 1 ? 2 * badge + pad : 0) : 0;
}

// Return the place of each piece on the screen. A piece's `place` is a seat's word, "trick", "kitty", "middle", "out"
// or "won"; `screen` returns a seat's side: 0 bottom, 1 left, 2 right. Cards won shrink towards the winner's plate.
export function placesOf(pieces, frame, screen, dealerSide) {
  const found = new Map(),
    put = list => list.forEach(([piece, place]) => found.set(piece, place)),
    of = place => pieces.filter(piece => piece.place === place);
  for (const seat of SEATS)
    put(screen(seat) === 0 ? ownHand(of(seat), frame) : otherHand(of(seat), screen(seat), frame));
  of("trick").forEach((piece, order) => found.set(piece, trickPlace(screen(piece.by), order, frame)));
  put(kittyPlace(of("kitty"), frame));
  put(inMiddle(of("middle"), frame));
  put(outPlace(of("out"), dealerSide, frame));
  for (const piece of of("won")) {
    const plate = platePlace(screen(piece.by), frame);
    found.set(piece, at(plate.x + plate.width / 2, plate.y + plate.height / 2, {scale: 0.15, z: 400}));
  }
  return found;
}
