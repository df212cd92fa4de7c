// Functions for writing choices and filling tables; table/dom.js makes elements and writes cards.
const COLOUR = ["var(--ink)", "var(--good)", "var(--soft)"], DASH = ["", "7 4", "2 3"], SHAPE = ["●", "■", "▲"];
const $ = id => document.getElementById(id);

const show = (id, shown) => { $(id).hidden = !shown; };
function fillTable(id, head, rows, kinds) {      // a name that is too long for its column is cut off, so it gets a title
  $(id).replaceChildren(...grid(head, rows, kinds).children);
  for (const heading of $(id).querySelectorAll("th:not(:has(*))")) heading.title = heading.textContent;
}

const paragraph = (words, names, kind) => el("p", {class: kind || null}, ...sentence(words, names));

// A choice is a card, a trump, a list of cards to discard, or the cards to give to each seat.
const bySuit = cards => SUITS.map(suit => [suit, cards.filter(card => card[0] === suit).map(card => card[1]).join("")]).filter(([, ranks]) => ranks).map(([suit, ranks]) => SIGN[suit] + rankText(ranks)).join(" ");
function choiceText(choice, players) {           // `players` has the names for the receivers of gifts; without it, seats are named
  if (Array.isArray(choice)) return bySuit(choice);
  if (typeof choice === "string") return choice.length > 1 ? cardText(choice) : trumpText(choice);
  return Object.entries(choice).map(([seat, cards]) => (players ? players[seat] : seat) + " " + bySuit(cards)).join(", ") || say("NOTHING");
}
const choiceCards = choice => Array.isArray(choice) ? choice : typeof choice === "string" ? [choice] : Object.values(choice).flat();
const sameChoice = (one, other) => choiceText(one) === choiceText(other);
