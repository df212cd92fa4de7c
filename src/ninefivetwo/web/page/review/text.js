// Functions for writing choices and filling tables; table/dom.js makes elements and writes cards.
import {$, bySuit, cardText, SEATS, trumpText} from "../table/dom.js";
import {grid} from "../grid.js";

export const HANDS_UNKNOWN = "Unknown, because not all hands are known.";
export const COLOUR = ["var(--ink)", "var(--good)", "var(--soft)"];
export const SHAPE = ["●", "■", "▲"];

/** @type {FillTable} */
export function fillTable(id, ...table) { // a name that is too long for its column is cut off, so it gets a title
  $(id).replaceChildren(...grid(...table).children);
  for (const heading of $(id).querySelectorAll("th:not(:has(*))")) heading.title = heading.textContent;
}

// Write a choice: a card, a trump, a list of cards to discard, or the cards to give to each seat, whose player `players` names.
export function choiceText(/** @type {Choice} */ choice, /** @type {Partial<BySeat<string>>} */ players = {}) {
  if (Array.isArray(choice)) return bySuit(choice);
  if (typeof choice === "string") return choice.length > 1 ? cardText(/** @type {Card} */ (choice)) : trumpText(/** @type {Trump} */ (choice));
  return SEATS.flatMap(seat => choice[seat] ? [`${players[seat] || seat} ${bySuit(choice[seat])}`] : []).join(", ") || "nothing";
}
