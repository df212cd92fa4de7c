// The places of everything on a table of a given size, in pixels from the upper left corner. A wide table is designed
// for 936 by 664 pixels, a tall table for an upright phone, and a low table for a phone on its side.
import {SEATS} from "./dom.js";

const RATIO = 1.4; // height of a card divided by its width
const LOW = 460; // maximum height of a low table
const SLIM = 520, TALL = 620; // maximum widths of a table that is tall whatever its height, and of any tall table
const TOUCH = 44; // minimum visible width of a card that can be touched
const ROW = 8; // number of cards in a row of a tall table; a low table has twice as many
const RISE = {wide: 20, tall: 8, low: 8}; // pixels by which a playable card stands out
const BUTTONS = 280; // width of the page's four buttons beside the prompt
const clamp = (/** @type {number} */ least, /** @type {number} */ value, /** @type {number} */ most) => Math.max(least, Math.min(value, most));
const between = (/** @type {number} */ least, /** @type {number} */ most, /** @type {number} */ part) => least + (most - least) * clamp(0, part, 1);
/** @type {MakeBox} */ const box = (left, top, width, height) => ({left, top, width, height});

/** Return the frame: all measures that do not depend on single cards. @type {FrameOf} */
export function frameOf({width, height, text}, {open, own, long, buttons, line}) {
  const given = {width, height, text: Math.max(1, text), open, own, long, buttons, line};
  const mode = /** @type {Frame["mode"]} */ (width < SLIM ? "tall" : height < LOW ? "low" : width < TALL ? "tall" : "wide");
  const frame = {low, tall, wide}[mode](given);
  return {mode, rise: RISE[mode], open, width, height: Math.max(height, frame.need), ...frame};
}

/** @returns {Measures} */ function wide(/** @type {Given} */ {width, height, text, open, own: held, buttons}) {
  const margin = between(16, 24, (height - 594) / 70), side = Math.min(32, width * 0.034), bar = 56 * text,
    plate = Math.max(64, 68 * text);
  const top = margin + plate - (open ? -12 : 4),
    [cards, spaces] = open ? [145 + 157, top + bar + 68 + margin] : [214 + 196, top + 42 + bar + 44 + margin];
  const size = clamp(0.55, Math.min(width / 936, (height - spaces) / cards), 1.25), need = spaces + cards * size,
    card = (open ? 112 : 140) * size, handTop = Math.max(height, need) - margin - card * RATIO, barTop = handTop - 44 - bar;
  const avatar = open ? 56 : 80 * Math.max(1, size) * Math.min(1, size / 0.85), across = width / 2 - 126 * text - side,
    own = box(side, barTop, Math.min(300 * text, width * 0.36), bar), prompt = own.left + own.width + 8,
    reach = open ? 0.308 * width : 0;
  const beside = {top: margin + Math.max(avatar, plate) + 20, card: 0.55 * avatar, step: 0.131 * avatar};
  const zone = box(side + reach, top, width - 2 * side - 2 * reach, barTop - top);
  return {
    need, side, card, avatar, zone,
    backs: {...beside, bottom: beside.top + beside.card * RATIO},
    most: 68 * size,
    hand: {top: handTop, bottom: handTop + card * RATIO, rows: 1},
    trick: {card: (open ? 92 : 136) * size, apart: (open ? 66 : 128) * size, drop: 24 * size, y: (open ? top + 76 * size : (margin + barTop) / 2) + 12 * size},
    hands: [1, 2].map(at => ({top, card: 65 * size, left: at === 1 ? side : width - side - reach, width: reach, rows: 2, shift: 54 * size})),
    out: open
      ? {card: 34, places: Array(3).fill(barTop + 4), end: width - side - (buttons ? BUTTONS + 8 : 0)}
      : {card: held ? 34 : 44, places: [barTop - 74, beside.top + beside.card * RATIO + 12, beside.top + beside.card * RATIO + 12]},
    boxes: {
      plates: [own, box(side, margin, across, Math.max(avatar, plate)), box(width - side - across, margin, across, Math.max(avatar, plate))],
      trump: box(width / 2, margin - 4, 0, 40 * text),
      ...(open ? {} : {pile: box(side, barTop - 84, 240 * text, 64)}),
      prompt: box(prompt, barTop, width - prompt - (buttons ? side + BUTTONS + 8 : Math.max(side, Math.min(prompt, width - prompt - 240))) - (open ? 96 : 0), bar),
      buttons: box(width - side - BUTTONS, barTop, BUTTONS, bar),
    },
  };
}

/** Lay bands one below the other. Each band has a height for a low screen and one for a high screen; the band "trick"
 * takes what is left over, and gives way first. Returns each band's place, and how far the screen is between the two. @template {string} Name @param {Record<Name, [low: number, high: number]>} bands @returns {Stacked<Name>} */
function stacked(bands, /** @type {number} */ height) {
  const all = /** @type {[Name, [number, number]][]} */ (Object.entries(bands)),
    [small, large] = [0, 1].map(i => all.reduce((sum, [, band]) => sum + band[i], 0));
  const part = (height - small) / (large - small), rest = Math.max(0, height - large) - clamp(0, small - height, 24);
  let top = 0;
  const found = all.map(([name, [least, most]]) => {
    const own = between(least, most, part) + (name === "trick" ? rest : 0);
    top += own;
    return [name, {top: top - own, height: own, middle: top - own / 2}];
  });
  return {part, need: top, less: Math.max(0, -rest), bands: /** @type {Stacked<Name>["bands"]} */ (Object.fromEntries(found))};
}

/** @returns {Measures} */ function tall(/** @type {Given} */ {width, height, text, open, own, long, buttons, line}) {
  const side = width < 375 ? 4 : 8, inner = width - 2 * side,
    pile = long ? 56 : 132, // a long name leaves no room for words beside the last trick
    rows = Math.ceil(own / ROW) || 1;
  const none = /** @type {[number, number]} */ ([0, 0]), others = /** @type {[number, number]} */ ([22 * text + 62, 30 * text + 66]);
  const {bands, part, need, less} = stacked(
    {
      top: [40, 44],
      ...(open ? {first: others, second: others, plates: none, gap: none} : {first: none, second: none, plates: [60 * text, 68 * text], gap: [4, 28]}),
      trick: open ? [112, 150] : buttons ? [146, 214] : [130, 214],
      own: [44 * text, 64 * text],
      line: line ? [36 * text, 64 * text] : none,
      prompt: [30 * text, 36 * text],
      hand: own === 0 ? none : open ? [200, 200] : [237, 237],
      end: [7, 8],
      bar: buttons ? [60 * text, 80 * text] : none,
    },
    height,
  );
  const longest = Math.ceil(own / rows), card = rows > 2 ? 66 : clamp(TOUCH, inner - TOUCH * (longest - 1), open ? 66 : 78),
    half = inner / 2 - 4, drop = between(8, 24, part);
  const hands = (open ? [bands.first, bands.second] : []).map(band => ({top: band.top + band.height - 62, card: 42, left: side, width: inner, rows: 1, shift: 0}));
  return {
    need, side, card,
    avatar: open ? 22 * text : between(44, 60, part),
    zone: box(side, bands.trick.top, inner, bands.trick.height),
    backs: null,
    most: card * 1.04,
    hand: {top: bands.hand.top, bottom: bands.end.top, rows},
    trick: {card: Math.min((open ? 0.75 : 1) * (between(96, 116, part) - 0.67 * less), (bands.trick.height - drop - 2) / RATIO), apart: Math.min(124, inner / 2 - 60), drop, y: bands.trick.middle - 1},
    hands,
    out: own ? null : {card: 36, places: [bands.trick.top + bands.trick.height - 54, bands.trick.top, bands.trick.top]},
    boxes: {
      plates: [
        box(side, bands.own.top, inner - pile - 4, bands.own.height - 4),
        ...(open ? [bands.first, bands.second].map(band => box(side, band.top, inner, band.height - 64)) : [box(side, bands.plates.top, half, bands.plates.height), box(width - side - half, bands.plates.top, half, bands.plates.height)]),
      ],
      trump: box(width / 2, 2, 0, 38),
      ...(open ? {} : {pile: box(width - side - pile, bands.own.top, pile, bands.own.height - 4)}),
      line: box(side, bands.line.top, inner, bands.line.height - 4),
      prompt: box(side, bands.prompt.top, inner, bands.prompt.height),
      buttons: box(0, bands.bar.top, width, bands.bar.height),
    },
  };
}

/** @returns {Measures} */ function low(/** @type {Given} */ {width, height, text, open, own, buttons, line}) {
  const side = 8, rows = Math.ceil(own / (2 * ROW)) || 1, plate = 48 * text, hands = open ? 84 : 0,
    told = line ? 46 * text : 0, free = side + plate + hands;
  const size = clamp(0.7, (height - 2 * plate - 90 * text) / (390 - 186), 1.2),
    above = free + (rows > 1 ? 8 + told + 24 * text : 64 * text) + plate + 2 * RISE.low,
    room = (height - above - side - (rows - 1) * RISE.low) / rows / RATIO, // two rows of cards leave room for the prompt
    card = open ? 60 : rows > 1 ? clamp(52, room, 80 * size) : 80 * size,
    deep = own ? card * RATIO * rows + (rows - 1) * RISE.low : 0;
  const need = above + deep + side, handTop = Math.max(height, need) - side - deep;
  const trick = Math.min((open ? 64 : 84) * size, (handTop - 64) / 1.6),
    column = Math.min((width - 3 * trick) / 2 - 2 * side, width / 2 - 130 * text - side), right = width - side - column,
    ownTop = handTop - 2 * RISE.low - plate, corner = buttons ? 52 : 0; // the page's corners have the way back and the score
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

const at = (/** @type {number} */ x, /** @type {number} */ y, /** @type {Partial<Spot>} */ more) => ({x, y, turn: 0, scale: 1, z: 0, seen: 999, ...more});

/** Place cards of the width `own` in a row inside [left, left + width]; neighbours are at most `most` pixels apart. `seen`
 * is the visible width of a card. @type {(cards: Piece[], frame: Frame, row: Row) => Placed[]} */
function row(cards, frame, {left, width, top, own, most, z, end = "middle"}) {
  const gaps = cards.length - 1, step = gaps > 0 ? Math.min(most, (width - own) / gaps) : 0,
    spare = width - own - step * gaps, from = left + own / 2 + {start: 0, middle: spare / 2, end: spare}[end],
    place = (/** @type {number} */ i) => at(from + i * step, top + (own * RATIO) / 2, {scale: own / frame.card, z: z + i, seen: i < gaps ? Math.min(step, own) : own});
  return cards.map((card, i) => [card, place(i)]);
}
/** Split cards into rows of about the same length, between two suits if no row then has more than `limit` cards. @type {(cards: Piece[], rows: number, limit: number) => Piece[][]} */
function inRows(cards, rows, limit) {
  if (rows < 2) return [cards];
  const size = Math.ceil(cards.length / rows),
    isBreak = (/** @type {number} */ i) => cards[i]?.card && cards[i].card[0] !== cards[i - 1].card?.[0],
    fits = (/** @type {number} */ i) => i <= limit && cards.length - i <= limit * (rows - 1);
  const first = [0, 1, -1, 2, -2].map(off => size + off).find(i => isBreak(i) && fits(i)) ?? size;
  return [cards.slice(0, first), ...inRows(cards.slice(first), rows - 1, limit)];
}

function ownHand(/** @type {Piece[]} */ cards, /** @type {Frame} */ frame) {
  const {card, side, width, mode, most, rise, hand} = frame,
    parts = inRows(cards, hand.rows, mode !== "tall" ? cards.length : hand.rows > 2 ? Math.ceil(cards.length / hand.rows) : ROW),
    deep = card * RATIO, apart = parts.length > 2 ? 69 : deep + rise + 4;
  return parts.flatMap((part, i) =>
    row(part, frame, {left: side, width: width - 2 * side, top: hand.bottom - deep - (parts.length - 1 - i) * apart, own: card, most, z: 100 + 40 * i}),
  );
}
// Place another player's hand: `screen` is 1 on the left side of the screen, 2 on the right.
function otherHand(/** @type {Piece[]} */ cards, /** @type {number} */ screen, /** @type {Frame} */ frame) {
  if (!frame.open || !cards.every(each => each.card)) return backs(cards, screen, frame);
  const {top, card, left, width, rows, shift} = frame.hands[screen - 1];
  return inRows(cards, cards.length > ROW ? rows : 1, cards.length).flatMap((part, i) =>
    row(part, frame, {left, width, top: top + i * shift, own: card, most: card * 0.5, z: 30 + 40 * i, end: screen === 1 || rows === 1 ? "start" : "end"}),
  );
}
function backs(/** @type {Piece[]} */ cards, /** @type {number} */ screen, /** @type {Frame} */ frame) {
  const {side, width} = frame;
  if (!frame.backs) return underAvatar(cards, screen, frame);
  const {top, card, step} = frame.backs;
  return row(cards, frame, {left: side, width: width - 2 * side, top, own: card, most: step, z: 10, end: screen === 1 ? "start" : "end"});
}

/** Without room for them, cards that nobody looks at lie under their player's avatar. @type {(cards: Piece[], screen: number, frame: Frame) => Placed[]} */
function underAvatar(cards, screen, {boxes, avatar, mode, open}) {
  const plate = boxes.plates[screen], x = screen === 2 && !(open && mode === "tall") ? plate.left + plate.width - avatar / 2 : plate.left + avatar / 2;
  return cards.map(card => [card, at(x, plate.top + plate.height / 2, {scale: 0.2, z: 5})]);
}

function trickPlace(/** @type {number} */ screen, /** @type {number} */ order, /** @type {Frame} */ {trick, width, card}) {
  const sign = [0, -1, 1][screen];
  return at(width / 2 + sign * trick.apart, trick.y + (sign ? -trick.drop : trick.drop) / 2, {scale: trick.card / card, turn: 3 * sign, z: 300 + order});
}
// Return the place of the user's card in the trick.
export function slotOf(/** @type {Frame} */ {trick, width}) {
  const high = trick.card * RATIO;
  return box((width - trick.card) / 2, trick.y + trick.drop / 2 - high / 2, trick.card, high);
}
function inMiddle(/** @type {Piece[]} */ cards, /** @type {ToldFrame} */ frame) {
  // the cards lie above the captions, if there are any
  const {zone, trick, told} = frame, room = zone.height - told,
    own = clamp(28, Math.min(trick.card * 0.8, (zone.width - 8) / Math.min(cards.length, 5)), Math.max(28, (room - 12) / RATIO));
  return row(cards, frame, {left: zone.left, width: zone.width, top: zone.top + Math.max(0, room - own * RATIO) / 2, own, most: own * 1.06, z: 280});
}
function kittyPlace(/** @type {Piece[]} */ cards, /** @type {ToldFrame} */ frame) {
  // an open kitty is as large as cards in the middle, a hidden kitty is small and above them
  if (cards.some(each => each.card)) return inMiddle(cards, frame);
  const {zone, trick, mode} = frame, own = trick.card * (mode === "wide" ? 0.5 : 0.42);
  return row(cards, frame, {left: zone.left, width: zone.width, top: zone.top + (mode === "wide" ? 12 : 2), own, most: own * 1.08, z: 270});
}
// Place the dealer's discards, which are small.
function outPlace(/** @type {Piece[]} */ cards, /** @type {number} */ screen, /** @type {Frame} */ frame) {
  const {side, width, out} = frame;
  if (!out) return underAvatar(cards, screen, frame);
  const left = side + 4, right = out.end || width - side - 4;
  return row(cards, frame, {left, width: right - left, top: out.places[screen], own: out.card, most: out.card * 0.5, z: 5, end: screen === 1 && !out.end ? "start" : "end"});
}

// Return the place of each piece on the screen. Cards won shrink towards the winner's plate.
export function placesOf(/** @type {Piece[]} */ pieces, /** @type {ToldFrame} */ frame, /** @type {Sides} */ screen) {
  const of = (/** @type {Place} */ place) => pieces.filter(piece => piece.place === place);
  const sideOf = (/** @type {Piece} */ {by}) => screen(by || "dealer"); // a card in the trick or won has a player
  return new Map(/** @type {Placed[]} */ ([
    ...SEATS.flatMap(seat => screen(seat) === 0 ? ownHand(of(seat), frame) : otherHand(of(seat), screen(seat), frame)),
    ...of("trick").map((piece, order) => [piece, trickPlace(sideOf(piece), order, frame)]),
    ...kittyPlace(of("kitty"), frame),
    ...inMiddle(of("middle"), frame),
    ...outPlace(of("out"), screen("dealer"), frame),
    ...of("won").map(piece => [piece, onPlate(frame.boxes.plates[sideOf(piece)])]),
  ]));
}
const onPlate = (/** @type {Box} */ {left, top, width, height}) => at(left + width / 2, top + height / 2, {scale: 0.15, z: 400});
