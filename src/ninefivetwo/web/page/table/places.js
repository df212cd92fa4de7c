// The places of everything on a table of a given size, in pixels from the upper left corner. A wide table is designed
// for 936 by 664 pixels, a tall table for an upright phone, and a low table for a phone on its side.
import {SEATS} from "./dom.js";

export const RATIO = 1.4; // height of a card divided by its width
const LOW = 460; // maximum height of a low table
const SLIM = 520, TALL = 620; // maximum widths of a table that is tall whatever its height, and of any tall table
const TOUCH = 44; // minimum visible width of a card that can be touched
const ROW = 8; // number of cards in a row of a tall table; a low table has twice as many
const RISE = {wide: 20, tall: 8, low: 8}; // pixels by which a playable card stands out
const BUTTONS = 280; // width of the page's four buttons beside the prompt
const clamp = (low, value, high) => Math.max(low, Math.min(value, high));
const between = (low, high, part) => low + (high - low) * clamp(0, part, 1);
const box = (left, top, width, height) => ({left, top, width, height});

// Return the frame: all measures that do not depend on single cards. `text` is the size of the page's text divided by
// its usual size. `open` means that all hands are face up, `own` is the number of cards in the hand at the bottom, `long`
// tells whether its player's name is long, and `buttons` and `line` whether the page has put buttons and a line of advice
// on the table. `need` is the height that everything takes, which may be more than the table has.
export function frameOf({width, height, text}, {open, own, long, buttons, line}) {
  const given = {width, height, text: Math.max(1, text), open, own, long, buttons, line};
  const mode = width < SLIM ? "tall" : height < LOW ? "low" : width < TALL ? "tall" : "wide";
  const frame = {low, tall, wide}[mode](given);
  return {mode, rise: RISE[mode], open, width, height: Math.max(height, frame.need), ...frame};
}

function wide({width, height, text, open, own: held, buttons}) {
  const margin = between(16, 24, (height - 594) / 70),
    side = Math.min(32, width * 0.034),
    bar = 56 * text,
    plate = Math.max(64, 68 * text);
  const top = margin + plate - (open ? -12 : 4),
    [cards, spaces] = open ? [145 + 157, top + bar + 68 + margin] : [214 + 196, top + 42 + bar + 44 + margin];
  const size = clamp(0.55, Math.min(width / 936, (height - spaces) / cards), 1.25),
    need = spaces + cards * size,
    card = (open ? 112 : 140) * size,
    handTop = Math.max(height, need) - margin - card * RATIO,
    barTop = handTop - 44 - bar;
  const avatar = open ? 56 : 80 * Math.max(1, size) * Math.min(1, size / 0.85),
    across = width / 2 - 126 * text - side,
    own = box(side, barTop, Math.min(300 * text, width * 0.36), bar),
    prompt = own.left + own.width + 8,
    reach = open ? 0.308 * width : 0;
  const backs = {top: margin + Math.max(avatar, plate) + 20, card: 0.55 * avatar, step: 0.131 * avatar};
  const zone = box(side + reach, top, width - 2 * side - 2 * reach, barTop - top);
  return {
    need, side, card, avatar, zone,
    backs: {...backs, bottom: backs.top + backs.card * RATIO},
    most: 68 * size,
    hand: {top: handTop, bottom: handTop + card * RATIO, rows: 1},
    trick: {card: (open ? 92 : 136) * size, apart: (open ? 66 : 128) * size, drop: 24 * size, y: (open ? top + 76 * size : (margin + barTop) / 2) + 12 * size},
    hands: [1, 2].map(at => ({top, card: 65 * size, left: at === 1 ? side : width - side - reach, width: reach, rows: 2, shift: 54 * size})),
    out: open
      ? {card: 34, places: Array(3).fill(barTop + 4), end: width - side - (buttons ? BUTTONS + 8 : 0)}
      : {card: held ? 34 : 44, places: [barTop - 74, backs.top + backs.card * RATIO + 12, backs.top + backs.card * RATIO + 12]},
    boxes: {
      plates: [own, box(side, margin, across, Math.max(avatar, plate)), box(width - side - across, margin, across, Math.max(avatar, plate))],
      trump: box(width / 2, margin - 4, 0, 40 * text),
      ...(open ? {} : {pile: box(side, barTop - 84, 240 * text, 64)}),
      prompt: box(prompt, barTop, width - prompt - (buttons ? side + BUTTONS + 8 : Math.max(side, Math.min(prompt, width - prompt - 240))) - (open ? 96 : 0), bar),
      buttons: box(width - side - BUTTONS, barTop, BUTTONS, bar),
    },
  };
}

// Lay bands one below the other. Each band has a height for a low screen and one for a high screen; the band "trick"
// takes what is left over, and gives way first. Returns each band's place, and how far the screen is between the two.
function stacked(bands, height) {
  const [low, high] = [0, 1].map(i => Object.values(bands).reduce((sum, band) => sum + band[i], 0));
  const part = (height - low) / (high - low),
    rest = Math.max(0, height - high) - clamp(0, low - height, 24);
  let top = 0;
  const found = Object.entries(bands).map(([name, ends]) => {
    const own = between(...ends, part) + (name === "trick" ? rest : 0);
    top += own;
    return [name, {top: top - own, height: own, middle: top - own / 2}];
  });
  return {part, need: top, less: Math.max(0, -rest), ...Object.fromEntries(found)};
}

function tall({width, height, text, open, own, long, buttons, line}) {
  const side = width < 375 ? 4 : 8,
    inner = width - 2 * side,
    pile = long ? 56 : 132, // a long name leaves no room for words beside the last trick
    rows = Math.ceil(own / ROW) || 1;
  const over = open ? {first: [22 * text + 62, 30 * text + 66], second: [22 * text + 62, 30 * text + 66]} : {plates: [60 * text, 68 * text], gap: [4, 28]};
  const at = stacked(
    {
      top: [40, 44],
      ...over,
      trick: open ? [112, 150] : buttons ? [146, 214] : [130, 214],
      own: [44 * text, 64 * text],
      line: line ? [36 * text, 64 * text] : [0, 0],
      prompt: [30 * text, 36 * text],
      hand: own === 0 ? [0, 0] : open ? [200, 200] : [237, 237],
      end: [7, 8],
      bar: buttons ? [60 * text, 80 * text] : [0, 0],
    },
    height,
  );
  const longest = Math.ceil(own / rows),
    card = rows > 2 ? 66 : clamp(TOUCH, inner - TOUCH * (longest - 1), open ? 66 : 78),
    half = inner / 2 - 4,
    drop = between(8, 24, at.part);
  const hands = [at.first, at.second].map(band => band && {top: band.top + band.height - 62, card: 42, left: side, width: inner, rows: 1, shift: 0});
  return {
    need: at.need, side, card,
    avatar: open ? 22 * text : between(44, 60, at.part),
    zone: box(side, at.trick.top, inner, at.trick.height),
    backs: null,
    most: card * 1.04,
    hand: {top: at.hand.top, bottom: at.end.top, rows},
    trick: {card: Math.min((open ? 0.75 : 1) * (between(96, 116, at.part) - 0.67 * at.less), (at.trick.height - drop - 2) / RATIO), apart: Math.min(124, inner / 2 - 60), drop, y: at.trick.middle - 1},
    hands,
    out: own ? null : {card: 36, places: [at.trick.top + at.trick.height - 54, at.trick.top, at.trick.top]},
    boxes: {
      plates: [
        box(side, at.own.top, inner - pile - 4, at.own.height - 4),
        ...(open ? [at.first, at.second].map(band => box(side, band.top, inner, band.height - 64)) : [box(side, at.plates.top, half, at.plates.height), box(width - side - half, at.plates.top, half, at.plates.height)]),
      ],
      trump: box(width / 2, 2, 0, 38),
      ...(open ? {} : {pile: box(width - side - pile, at.own.top, pile, at.own.height - 4)}),
      line: box(side, at.line.top, inner, at.line.height - 4),
      prompt: box(side, at.prompt.top, inner, at.prompt.height),
      buttons: box(0, at.bar.top, width, at.bar.height),
    },
  };
}

function low({width, height, text, open, own, buttons, line}) {
  const side = 8,
    rows = Math.ceil(own / (2 * ROW)) || 1,
    plate = 48 * text,
    hands = open ? 84 : 0,
    told = line ? 46 * text : 0,
    free = side + plate + hands;
  const size = clamp(0.7, (height - 2 * plate - 90 * text) / (390 - 186), 1.2),
    above = free + (rows > 1 ? 8 + told + 24 * text : 64 * text) + plate + 2 * RISE.low,
    room = (height - above - side - (rows - 1) * RISE.low) / rows / RATIO, // two rows of cards leave room for the prompt
    card = open ? 60 : rows > 1 ? clamp(52, room, 80 * size) : 80 * size,
    deep = own ? card * RATIO * rows + (rows - 1) * RISE.low : 0;
  const need = above + deep + side,
    handTop = Math.max(height, need) - side - deep;
  const trick = Math.min((open ? 64 : 84) * size, (handTop - 64) / 1.6),
    column = Math.min((width - 3 * trick) / 2 - 2 * side, width / 2 - 130 * text - side),
    right = width - side - column,
    ownTop = handTop - 2 * RISE.low - plate,
    corner = buttons ? 52 : 0; // the page's corners have the way back and the score
  const zone = box(side + column, side + 36, width - 2 * side - 2 * column, handTop - side - 44);
  return {
    need, side, card, zone, avatar: 44, backs: null,
    most: Math.max(TOUCH, card * 0.62),
    hand: {top: handTop, bottom: handTop + deep, rows},
    trick: {card: trick, apart: 0.9 * trick, drop: 14, y: zone.top + zone.height / 2 - 7},
    hands: [1, 2].map(at => ({top: side + plate + 4, card: 40, left: at === 1 ? side : right, width: column, rows: 2, shift: 26})),
    out: own ? null : {card: 30, places: [free + 56, free + 4, free + 56], end: right - 8},
    boxes: {
      plates: [box(side, ownTop, column, plate), box(side + corner, side, column - corner, plate), box(right, side, column - corner, plate)],
      trump: box(width / 2, 4, 0, 36),
      ...(open ? {} : {pile: box(right, free + 4, column, 46)}),
      line: box(side, free + 4, column, told),
      prompt: box(side, free + 4 + told, column, ownTop - free - 6 - told),
      buttons: box(right, handTop - RISE.low - 4 - 56 * text, column, 56 * text),
    },
  };
}

const at = (x, y, more) => ({x, y, turn: 0, scale: 1, z: 0, seen: 999, ...more});

// Place cards of the width `own` in a row inside [left, left + width]; neighbours are at most `most` pixels apart. `seen`
// is the visible width of a card.
function row(cards, frame, {left, width, top, own, most, z, end}) {
  const gaps = cards.length - 1,
    step = gaps > 0 ? Math.min(most, (width - own) / gaps) : 0,
    spare = width - own - step * gaps,
    from = left + own / 2 + {start: 0, middle: spare / 2, end: spare}[end || "middle"],
    place = i => at(from + i * step, top + (own * RATIO) / 2, {scale: own / frame.card, z: z + i, seen: i < gaps ? Math.min(step, own) : own});
  return cards.map((card, i) => [card, place(i)]);
}
// Split cards into rows of about the same length, between two suits if no row then has more than `limit` cards.
function inRows(cards, rows, limit) {
  if (rows < 2) return [cards];
  const size = Math.ceil(cards.length / rows),
    isBreak = i => cards[i] && cards[i].card && cards[i].card[0] !== cards[i - 1].card[0],
    fits = i => i <= limit && cards.length - i <= limit * (rows - 1);
  const first = [0, 1, -1, 2, -2].map(off => size + off).find(i => isBreak(i) && fits(i)) ?? size;
  return [cards.slice(0, first), ...inRows(cards.slice(first), rows - 1, limit)];
}

function ownHand(cards, frame) {
  const {card, side, width, mode, most, rise, hand} = frame,
    parts = inRows(cards, hand.rows, mode !== "tall" ? cards.length : hand.rows > 2 ? Math.ceil(cards.length / hand.rows) : ROW),
    deep = card * RATIO,
    apart = parts.length > 2 ? 69 : deep + rise + 4;
  return parts.flatMap((part, i) =>
    row(part, frame, {left: side, width: width - 2 * side, top: hand.bottom - deep - (parts.length - 1 - i) * apart, own: card, most, z: 100 + 40 * i}),
  );
}
// Place another player's hand: `screen` is 1 on the left side of the screen, 2 on the right.
function otherHand(cards, screen, frame) {
  if (!frame.open || !cards.every(each => each.card)) return backs(cards, screen, frame);
  const {top, card, left, width, rows, shift} = frame.hands[screen - 1];
  return inRows(cards, cards.length > ROW ? rows : 1, cards.length).flatMap((part, i) =>
    row(part, frame, {left, width, top: top + i * shift, own: card, most: card * 0.5, z: 30 + 40 * i, end: screen === 1 || rows === 1 ? "start" : "end"}),
  );
}
function backs(cards, screen, frame) {
  const {side, width} = frame;
  if (!frame.backs) return underAvatar(cards, screen, frame);
  const {top, card, step} = frame.backs;
  return row(cards, frame, {left: side, width: width - 2 * side, top, own: card, most: step, z: 10, end: screen === 1 ? "start" : "end"});
}

// Without room for them, cards that nobody looks at lie under their player's avatar.
function underAvatar(cards, screen, {boxes, avatar, mode, open}) {
  const plate = boxes.plates[screen],
    x = screen === 2 && !(open && mode === "tall") ? plate.left + plate.width - avatar / 2 : plate.left + avatar / 2;
  return cards.map(card => [card, at(x, plate.top + plate.height / 2, {scale: 0.2, z: 5})]);
}

function trickPlace(screen, order, {trick, width, card}) {
  const sign = [0, -1, 1][screen];
  return at(width / 2 + sign * trick.apart, trick.y + (sign ? -trick.drop : trick.drop) / 2, {scale: trick.card / card, turn: 3 * sign, z: 300 + order});
}
// Return the place of the user's card in the trick.
export function slotOf({trick, width}) {
  const high = trick.card * RATIO;
  return box((width - trick.card) / 2, trick.y + trick.drop / 2 - high / 2, trick.card, high);
}
function inMiddle(cards, frame) {
  // the cards lie above the captions, if there are any
  const {zone, trick, told} = frame,
    room = zone.height - told,
    own = clamp(28, Math.min(trick.card * 0.8, (zone.width - 8) / Math.min(cards.length, 5)), Math.max(28, (room - 12) / RATIO));
  return row(cards, frame, {left: zone.left, width: zone.width, top: zone.top + Math.max(0, room - own * RATIO) / 2, own, most: own * 1.06, z: 280});
}
function kittyPlace(cards, frame) {
  // an open kitty is as large as cards in the middle, a hidden kitty is small and above them
  if (cards.some(each => each.card)) return inMiddle(cards, frame);
  const {zone, trick, mode} = frame,
    own = trick.card * (mode === "wide" ? 0.5 : 0.42);
  return row(cards, frame, {left: zone.left, width: zone.width, top: zone.top + (mode === "wide" ? 12 : 2), own, most: own * 1.08, z: 270});
}
// Place the dealer's discards, which are small.
function outPlace(cards, screen, frame) {
  const {side, width, out} = frame;
  if (!out) return underAvatar(cards, screen, frame);
  const left = side + 4,
    right = out.end || width - side - 4;
  return row(cards, frame, {left, width: right - left, top: out.places[screen], own: out.card, most: out.card * 0.5, z: 5, end: screen === 1 && !out.end ? "start" : "end"});
}

// Return the place of each piece on the screen. A piece's `place` is a seat's word, "trick", "kitty", "middle", "out"
// or "won"; `screen` returns a seat's side: 0 bottom, 1 left, 2 right. Cards won shrink towards the winner's plate.
export function placesOf(pieces, frame, screen) {
  const of = place => pieces.filter(piece => piece.place === place);
  return new Map([
    ...SEATS.flatMap(seat => (screen(seat) === 0 ? ownHand(of(seat), frame) : otherHand(of(seat), screen(seat), frame))),
    ...of("trick").map((piece, order) => [piece, trickPlace(screen(piece.by), order, frame)]),
    ...kittyPlace(of("kitty"), frame),
    ...inMiddle(of("middle"), frame),
    ...outPlace(of("out"), screen("dealer"), frame),
    ...of("won").map(piece => [piece, onPlate(frame.boxes.plates[screen(piece.by)])]),
  ]);
}
const onPlate = ({left, top, width, height}) => at(left + width / 2, top + height / 2, {scale: 0.15, z: 400});
