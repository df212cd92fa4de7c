// Functions for writing choices and filling tables; table/dom.js makes elements and writes cards.
const HANDS_UNKNOWN = "Unknown, because not all hands are known.";
const COLOUR = ["var(--ink)", "var(--good)", "var(--soft)"], DASH = ["", "7 4", "2 3"], SHAPE = ["●", "■", "▲"];
/** @type {<Id extends keyof ReviewIds>(id: Id) => ReviewIds[Id]} */ const $ = id => /** @type {ReviewIds[typeof id]} */ (/** @type {unknown} */ (document.getElementById(id)));

const show = (/** @type {Exclude<keyof ReviewIds, "plot">} */ id, /** @type {boolean} */ shown) => { $(id).hidden = !shown; };
/** @type {(id: "options" | "players" | "ledger" | "grades" | "matchledger", head: Cell[], rows: Cell[][], kinds?: string[]) => void} */ function fillTable(id, head, rows, kinds) {      // a name that is too long for its column is cut off, so it gets a title
  $(id).replaceChildren(...grid(head, rows, kinds).children);
  for (const heading of $(id).querySelectorAll("th:not(:has(*))")) heading.title = heading.textContent;
}

const paragraph = (/** @type {string} */ words, /** @type {string[]} */ names = [], kind = "") => el("p", {class: kind}, ...sentence(words, names));

// A choice is a card, a trump, a list of cards to discard, or the cards to give to each seat.
const bySuit = (/** @type {Card[]} */ cards) => SUITS.map(suit => [SIGN[suit], cards.filter(card => card[0] === suit).map(card => card[1]).join("")]).filter(([, ranks]) => ranks).map(([sign, ranks]) => sign + rankText(ranks)).join(" ");
const NAMED_BY_SEAT = {dealer: "dealer", left: "left", right: "right"};
function choiceText(/** @type {Choice} */ choice, /** @type {BySeat<string>} */ players = NAMED_BY_SEAT) {   // `players` has the names for the receivers of gifts
  if (Array.isArray(choice)) return bySuit(choice);
  if (typeof choice === "string") return choice.length > 1 ? cardText(/** @type {Card} */ (choice)) : trumpText(/** @type {Trump} */ (choice));
  return SEATS.flatMap(seat => choice[seat] ? [players[seat] + " " + bySuit(choice[seat])] : []).join(", ") || "nothing";
}
const choiceCards = (/** @type {Choice} */ choice) => Array.isArray(choice) ? choice : typeof choice === "string" ? [/** @type {Card} */ (choice)] : Object.values(choice).flat();
const sameChoice = (/** @type {Choice} */ one, /** @type {Choice} */ other) => choiceText(one) === choiceText(other);
