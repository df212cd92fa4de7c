// Elements, and cards and suits in words.  Every page uses these; a page that is one file has them joined into it.
export const SEATS = ["dealer", "left", "right"],
  SUITS = ["S", "H", "D", "C"],
  SIGN = {S: "♠", H: "♥", D: "♦", C: "♣"};
export const DENOMINATION = {S: "♠ spades", H: "♥ hearts", D: "♦ diamonds", C: "♣ clubs", N: "no-trump"};
const SUIT_WORD = {S: "spades", H: "hearts", D: "diamonds", C: "clubs"},
  RANK_WORD = {A: "ace", K: "king", Q: "queen", J: "jack", T: "10"};

// Attributes that are null, undefined, false or empty are left out, but for an empty value; true stands alone.  `style` is an object of
// properties, set by script, so that a strict policy lets it pass.
export function el(name, attributes, ...children) {
  const made = document.createElement(name);
  setAll(made, attributes);
  made.append(...children.filter(child => child !== null && child !== undefined));
  return made;
}
export function svg(name, attributes, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAll(made, attributes);
  if (text !== undefined) made.textContent = text;
  return made;
}
function setAll(made, attributes) {
  for (const [key, value] of Object.entries(attributes || {})) {
    if (key === "style") for (const [property, text] of Object.entries(value)) made.style.setProperty(property, text);
    else if (value || value === 0 || (value === "" && key === "value")) made.setAttribute(key, value === true ? "" : value);
  }
}
export function button(words, pressed, attributes) {
  const made = el("button", {type: "button", ...attributes}, ...(Array.isArray(words) ? words : [words]));
  made.addEventListener("click", pressed);
  return made;
}

// 10 9 8, but 98.
export const rankText = ranks => (ranks.includes("T") ? [...ranks].join("\u2009") : ranks).replace("T", "10");
export const cardText = card => SIGN[card[0]] + rankText(card[1]);
export const spokenCard = card => (RANK_WORD[card[1]] || card[1]) + " of " + SUIT_WORD[card[0]];
export const suitEl = (suit, ranks) => el("span", {class: "inline " + suit}, SIGN[suit] + rankText(ranks || ""));
export const cardsOf = hand =>
  hand.split(".").flatMap((ranks, i) => (ranks === "-" ? [] : [...ranks].map(rank => SUITS[i] + rank)));

// Numbers below zero with a minus sign, where the project writes a hyphen; dates and ranges keep theirs.
export const minus = words => words.replace(/(^|[\s(])-(?=\d)/g, "$1−");

// Words as nodes, in which cards (SA, DQ72) and suit signs have their suit's sign and colour, and numbers their minus
// sign; a player's name that looks like cards or a number stays a name.
export function sentence(told, names) {
  const parts = [],
    words = (names || []).some(name => minus(name) !== name) ? told : minus(told);
  let from = 0;
  for (const found of words.matchAll(/\b([SHDC])([AKQJT2-9]+)\b|[♠♥♦♣]/g)) {
    if ((names || []).some(name => name.includes(found[0]))) continue;
    const sign = found[1] ? found[1] : SUITS[["♠", "♥", "♦", "♣"].indexOf(found[0])];
    parts.push(words.slice(from, found.index), suitEl(sign, found[2]));
    from = found.index + found[0].length;
  }
  return [...parts, words.slice(from)].filter(part => part !== "");
}
