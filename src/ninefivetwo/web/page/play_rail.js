// Beside the table: advice, the tricks, the log; on a phone a sheet that is pulled up.
import {SIGN, SUITS, el, button, cardText, sentence, spokenCard} from "./table/dom.js";

const NAMES = ["Advice", "Tricks", "Log"], RANKS = [..."AKQJT98765432"];

export class Rail {
  constructor() {
    this.tabs = NAMES.map(name => button(name, () => this.press(name), {role: "tab", id: "tab-" + name.toLowerCase(), "aria-controls": name.toLowerCase()}));
    this.pages = Object.fromEntries(NAMES.map(name => [name, el("div", {role: "tabpanel", id: name.toLowerCase(), "aria-labelledby": "tab-" + name.toLowerCase(), tabindex: "0"})]));
    this.advice = el("div", {id: "advice-place"});
    this.verdict = el("div", {id: "verdict-place"});
    this.idle = el("p", {class: "soft idle"});
    this.pages.Advice.append(this.verdict, this.advice, this.idle);
    this.list = el("div", {role: "tablist", "aria-label": "Beside the table"}, ...this.tabs);
    this.list.addEventListener("keydown", event => this.step(event));
    this.element = el("aside", {class: "rail", "aria-label": "Advice, tricks, log"}, this.list, ...Object.values(this.pages));
    this.turn("Advice");
    this.open(false);
    matchMedia("(max-width:900px) and (orientation:portrait)").addEventListener("change", () => this.open(false));   // what is beside a wide table would lie on a narrow one
  }
  press(name) {                                  // on a phone a second press closes the sheet
    const again = this.name === name && this.element.classList.contains("open");
    this.turn(name);
    this.open(!again);
  }
  open(open) { this.element.classList.toggle("open", open); }
  turn(name) {
    this.name = name;
    for (const tab of this.tabs) {
      const on = tab.textContent === name;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      this.pages[tab.textContent].hidden = !on;
    }
  }
  step(event) {
    const by = {ArrowRight: 1, ArrowLeft: 2}[event.key];
    if (!by) return;
    const next = this.tabs[(NAMES.indexOf(this.name) + by) % NAMES.length];
    this.turn(next.textContent);
    next.focus();
    event.preventDefault();
  }
  show(match) {
    const seats = Object.fromEntries(["dealer", "left", "right"].map((seat, i) => [seat, match.table.seats[i].name]));
    this.pages.Tricks.replaceChildren(...tricks(match, seats));
    const open = Boolean(this.pages.Log.querySelector("details[open]"));
    this.pages.Log.replaceChildren(el("ol", {class: "log"}, ...match.log.map(words => el("li", {}, ...sentence(words, Object.values(seats))))), fairness(match.fair, open));
    if (!open) this.pages.Log.scrollTop = this.pages.Log.scrollHeight;
  }
}

// What shows that the cards were fixed before the first was seen; worked out again in the browser once all is told.
function fairness({fingerprint, salt, dealt, seed}, open) {
  const code = words => el("code", {}, words), made = el("details", {class: "fair", open}, el("summary", {}, "Fair dealing"),
    el("p", {}, "The deal’s fingerprint, fixed before its first card: ", code(fingerprint)));
  if (!salt) { made.append(el("p", {class: "soft"}, "After the last card you are told what it is made of.")); return made; }
  const words = el("p", {class: "soft"});
  made.append(el("p", {}, "It is the SHA-256 of this line: ", code(`${salt} ${dealt}`)), words, ...(seed ? [el("p", {}, "The match’s seed: ", code(seed))] : []),
    el("p", {class: "soft"}, "On the saved record ", code("n52 record fair"), " checks this, and that every computer chose by its own view."));
  check(`${salt} ${dealt}`, fingerprint, words);
  return made;
}
async function check(line, fingerprint, words) {
  if (!crypto.subtle) return;                    // browsers have it on one's own machine and over TLS alone
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line)));
  const fits = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("") === fingerprint;
  words.textContent = fits ? "✓ Worked out in your browser: it is." : "✗ Worked out in your browser: it is not!";
  words.className = fits ? "good" : "warn";
}

function tricks(match, seats) {
  if (!match.tricks.length) return [el("p", {class: "soft"}, "No card has been played yet.")];
  const rows = match.tricks.map((trick, i) => el("li", {}, el("span", {class: "soft"}, `${i + 1}. ${seats[trick.lead]} led`), cards(trick, seats),
    trick.winner ? el("span", {class: "soft"}, `${seats[trick.winner]} won`) : null));
  return [el("h2", {}, "The last trick first"), el("ol", {class: "tricks"}, ...rows.reverse()), el("h2", {}, "Cards gone"), gone(match.tricks.flatMap(trick => trick.cards))];
}
function cards(trick, seats) {
  const order = ["dealer", "left", "right"], first = order.indexOf(trick.lead);
  return el("span", {class: "trick-cards"}, ...trick.cards.map((card, i) => {
    const seat = order[(first + i) % 3];
    return el("span", {class: `mini ${card[0]}` + (seat === trick.winner ? " wins" : "")}, el("span", {"aria-hidden": "true"}, cardText(card)), el("span", {class: "hidden"}, `${seats[seat]} ${spokenCard(card)}, `));
  }));
}
// All cards by suit; those that have been played are crossed out.
function gone(played) {
  return el("div", {class: "gone"}, ...SUITS.map(suit => el("div", {}, el("span", {class: "inline " + suit}, SIGN[suit]),
    ...RANKS.map(rank => played.includes(suit + rank) ? el("s", {}, rank.replace("T", "10")) : el("span", {}, rank.replace("T", "10"))))));
}
