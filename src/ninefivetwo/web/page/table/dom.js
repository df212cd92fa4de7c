// Elements, texts, cards and suits for all pages; a review saved as one file contains this module too.
export const SEATS = /** @type {Seat[]} */ (["dealer", "left", "right"]);
export const SUITS = /** @type {Suit[]} */ (["S", "H", "D", "C"]);
export const SIGN = {S: "♠", H: "♥", D: "♦", C: "♣"};
export const WORD = /** @type {Texts} */ ({
  S: "spades", H: "hearts", D: "diamonds", C: "clubs", N: "no-trump", A: "ace", K: "king", Q: "queen", J: "jack", T: "10",
  ...Object.fromEntries([..."98765432"].map(rank => [rank, rank])),
});
export const SERVER_GONE = "The server does not answer. Is n52 serve still running?";

/** @type {<Id extends keyof Ids>(id: Id) => Ids[Id]} */ export const $ = id => /** @type {Ids[typeof id]} */ (document.querySelector("#" + id));
export const firstData = () => /** @type {unknown} */ (JSON.parse($("data").textContent)); // each page names its type
export const targetOf = (/** @type {Event} */ event) => /** @type {Element} */ (event.target);
export const isModified = (/** @type {KeyboardEvent} */ event) => event.ctrlKey || event.metaKey || event.altKey;

/** @returns {place is Seat} */
export const isSeat = (/** @type {string | null} */ place) => SEATS.some(seat => seat === place);
export const seatAfter = (/** @type {Seat} */ seat, /** @type {number} */ steps) => SEATS[(SEATS.indexOf(seat) + steps) % 3];
export const stepsFrom = (/** @type {Seat} */ from, /** @type {Seat} */ to) => (SEATS.indexOf(to) - SEATS.indexOf(from) + 3) % 3;
export const seatIn = (/** @type {TableObject} */ {seats}, /** @type {Seat} */ seat) => seats[SEATS.indexOf(seat)];
// Return a sentence as a list of strings and elements. `places` has a value for each placeholder, or [value, first];
// `first` (for a single thing or the user) selects the first form in {place:form|form}. See `say` in words/template.py.
export function saying(/** @type {string} */ words, /** @type {Places} */ places) {
  const parts = words.split(/[{}]/).map((part, i) => i % 2 ? placed(part, places) : part);
  if (/[.:?!]$/.test(words)) parts[parts[0] ? 0 : 1] = capital(parts[parts[0] ? 0 : 1]);
  return parts.filter(part => part !== "");
}
export const say = (/** @type {string} */ words, /** @type {Places} */ places) => saying(words, places).join("");
/** @type {(part: string, places: Places) => Part} */ function placed(part, places) {
  const [place, forms] = part.split(":"), [name, whose] = place.split("."), [value, first] = [places[name]].flat();
  if (forms) return forms.split("|")[first ? 0 : 1];
  if (whose) return first ? "your" : `${value}'s`;
  return value instanceof Node ? value : `${value}`;
}
/** @type {<Value>(part: Value) => Value | string} */
export const capital = part => typeof part === "string" ? part.charAt(0).toUpperCase() + part.slice(1) : part;
// Return a number or a player as the value of a placeholder.
export const count = (/** @type {number} */ number) => /** @type {const} */ ([number, number === 1]);
export const player = (/** @type {string} */ name) => name === "You" ? /** @type {const} */ (["you", true]) : name;

/** Make an element. Attributes that are null, undefined, false or empty are left out, except an empty `value`. `style`
 * is an object of CSS properties, which a script may set under a strict content security policy. @type {MakeElement} */
export function el(name, attributes = {}, ...children) {
  const made = document.createElement(name);
  setAll(made, attributes);
  made.append(...children.flatMap(child => typeof child === "number" ? `${child}` : child ?? []));
  return made;
}
/** @type {MakeShape} */
export function svg(name, attributes = {}, text) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  setAll(made, attributes);
  if (text !== undefined) made.textContent = `${text}`;
  return made;
}
function setAll(/** @type {HTMLElement | SVGElement} */ made, /** @type {Attributes} */ attributes) {
  for (const [key, value] of Object.entries(attributes)) {
    if (typeof value === "object") for (const [property, text] of Object.entries(value || {})) made.style.setProperty(property, `${text}`);
    else if (value || value === 0 || (value === "" && key === "value")) made.setAttribute(key, value === true ? "" : `${value}`);
  }
}
// Set or remove CSS classes by their names.
export function toggle(/** @type {Element} */ element, /** @type {Record<string, boolean>} */ kinds) {
  for (const [kind, on] of Object.entries(kinds)) element.classList.toggle(kind, on);
}
export function button(/** @type {Child | Child[]} */ words, /** @type {() => unknown} */ pressed, /** @type {Attributes} */ attributes = {}) {
  const made = el("button", {type: "button", ...attributes}, ...[words].flat());
  made.addEventListener("click", pressed);
  return made;
}

// Draw a player as a circle with the first letter of the name.
export const avatar = (/** @type {string} */ name) => el("span", {class: "avatar", "aria-hidden": "true"}, [...name.trim()][0]?.toUpperCase() || "");
export const rankText = (/** @type {string} */ ranks) => [...ranks].join(" ").replace("T", "10");
export const cardText = (/** @type {Card} */ card) => SIGN[card[0]] + rankText(card[1]);
export const spokenCard = (/** @type {Card} */ card) => say("{rank} of {suit}", {rank: WORD[card[1]], suit: WORD[card[0]]});
// Return a text for screen readers: ♦6 4 becomes "6, 4 of diamonds".
export const spokenText = (/** @type {string} */ words) =>
  words.replace(/([♠♥♦♣])((?:10|[AKQJ2-9])(?: (?:10|[AKQJ2-9]))*)(?: (?=[♠♥♦♣]))?/g, (all, /** @type {string} */ sign, /** @type {string} */ ranks) => say("{rank} of {suit}", {
    rank: ranks.split(" ").map(rank => WORD[rank.replace("10", "T")]).join(", "),
    suit: WORD[suitOf(sign)] + (all.endsWith(" ") ? ", " : ""),
  }));
const suitOf = (/** @type {string} */ sign) => SUITS["♠♥♦♣".indexOf(sign)];
export const trumpText = (/** @type {Trump} */ trump) => trump === "N" ? WORD.N : `${SIGN[trump]} ${WORD[trump]}`;
export const suitEl = (/** @type {Suit} */ suit, /** @type {string} */ ranks) => el("span", {class: "inline " + suit}, SIGN[suit] + rankText(ranks));
export const cardEls = (/** @type {Card[]} */ cards) => el("span", {}, ...cards.flatMap((card, i) => [i ? " " : "", suitEl(card[0], card[1])]));
export const cardsOf = (/** @type {string} */ hand) =>
  hand.split(".").flatMap((ranks, i) => ranks === "-" ? [] : [...ranks].map(rank => /** @type {Card} */ (SUITS[i] + rank)));
export const ranksOf = (/** @type {Card[]} */ cards, /** @type {Suit} */ suit) => cards.filter(card => card[0] === suit).map(card => card[1]).join("");
// Write cards by suit, as ♠A K ♥Q; `write` writes the ranks of a suit.
export const bySuit = (/** @type {Card[]} */ cards, write = rankText) => SUITS.filter(suit => ranksOf(cards, suit)).map(suit => SIGN[suit] + write(ranksOf(cards, suit))).join(" ");
// Return the cards of a choice; a call or an estimate has none.
export const choiceCards = (/** @type {PuzzleAnswer | null} */ choice) =>
  /** @type {Card[]} */ (choice && typeof choice === "object" ? Object.values(choice).flat() : [choice]);
export const DECK = cardsOf(Array(4).fill("AKQJT98765432").join("."));

// Write negative numbers with a minus sign; dates and ranges keep their hyphens.
export const minus = (/** @type {string} */ words) => words.replace(/(^|[\s(])-(?=\d)/g, "$1−");
// Allow line breaks only before the error of a figure.
export const kept = (/** @type {string} */ words) => words.replace(/(?<=\d) (?=%)|(?<=±) /g, "\u00a0");

// Return a text as nodes: cards (♥8 3 2) and suit signs have the colours of their suits, and negative numbers have a
// minus sign. A player's name that looks like cards or a number is not changed.
export function sentence(/** @type {string} */ told, /** @type {string[]} */ names = []) {
  const parts = /** @type {Part[]} */ ([]), words = kept(names.some(name => minus(name) !== name) ? told : minus(told));
  let from = 0;
  for (const found of words.matchAll(/([♠♥♦♣])(?:(?:10|[AKQJ2-9])(?: (?:10|[AKQJ2-9]))*(?!\w|\.\d))?/g)) {
    if (names.some(name => name.includes(found[0]))) continue;
    parts.push(words.slice(from, found.index), el("span", {class: "inline " + suitOf(found[1])}, found[0]));
    from = found.index + found[0].length;
  }
  return [...parts, words.slice(from)].filter(part => part !== "");
}

// Parts of pages: paragraphs with cards, soft words, words for screen readers, a row, a link like a button, a fold.
export const paragraph = (/** @type {string} */ words, /** @type {string[]} */ names = [], kind = "") => el("p", {class: kind}, ...sentence(words, names));
export const paragraphs = (/** @type {string[]} */ texts, /** @type {string[]} */ names = [], kind = "") =>
  texts.filter(Boolean).map(words => paragraph(words, names, kind));
export const soft = (/** @type {Child[]} */ ...children) => el("p", {class: "soft"}, ...children);
export const unseen = (/** @type {Child[]} */ ...children) => el("span", {class: "hidden"}, ...children);
export const inRow = (/** @type {Child[]} */ ...children) => el("div", {class: "row"}, ...children);
export const link = (/** @type {string} */ words, /** @type {string} */ href, /** @type {Attributes} */ more = {}) =>
  el("a", {class: "b", href, ...more}, words);
export const fold = (/** @type {Child | Child[]} */ words, /** @type {Attributes} */ attributes, /** @type {Child[]} */ ...children) =>
  el("details", attributes, el("summary", {}, ...[words].flat()), ...children);
