// The side panel with advice, tricks and log. On a phone, it opens from the bottom of the screen.
import {SEATS, SIGN, SUITS, el, button, cardText, rankText, say, saying, sentence, spokenCard} from "./table/dom.js";

const NAMES = ["advice", "tricks", "log"], TABS = {advice: "ADVICE", tricks: "TRICKS", log: "LOG"}, RANKS = [..."AKQJT98765432"];

export class Rail {
  constructor() {
    this.tabs = NAMES.map(name => button(say(TABS[name]), () => this.press(name), {role: "tab", id: "tab-" + name, "aria-controls": name}));
    this.pages = Object.fromEntries(NAMES.map(name => [name, el("div", {role: "tabpanel", id: name, "aria-labelledby": "tab-" + name, tabindex: "0"})]));
    this.advice = el("div", {id: "advice-place"});
    this.verdict = el("div", {id: "verdict-place"});
    this.idle = el("p", {class: "soft idle"});
    this.pages.advice.append(this.verdict, this.advice, this.idle);
    this.list = el("div", {role: "tablist", "aria-label": say("RAIL_TABS")}, ...this.tabs);
    this.list.addEventListener("keydown", event => this.step(event));
    this.element = el("aside", {class: "rail", "aria-label": say("RAIL")}, this.list, ...Object.values(this.pages));
    this.turn("advice");
    this.open(false);
    matchMedia("(max-width:900px) and (orientation:portrait)").addEventListener("change", () => this.open(false));   // an open panel fits beside a wide table, but would cover a narrow table
  }
  press(name) {                                  // on a phone, a second press closes the panel
    const again = this.name === name && this.element.classList.contains("open");
    this.turn(name);
    this.open(!again);
  }
  open(open) { this.element.classList.toggle("open", open); }
  turn(name) {
    this.name = name;
    for (const [i, tab] of this.tabs.entries()) {
      const on = NAMES[i] === name;
      tab.setAttribute("aria-selected", String(on));
      tab.tabIndex = on ? 0 : -1;
      this.pages[NAMES[i]].hidden = !on;
    }
  }
  step(event) {
    const by = {ArrowRight: 1, ArrowLeft: 2}[event.key];
    if (!by) return;
    const next = (NAMES.indexOf(this.name) + by) % NAMES.length;
    this.turn(NAMES[next]);
    this.tabs[next].focus();
    event.preventDefault();
  }
  show(match) {
    const seats = Object.fromEntries(SEATS.map((seat, i) => [seat, match.table.seats[i].name]));
    this.pages.tricks.replaceChildren(...tricks(match, seats));
    const open = Boolean(this.pages.log.querySelector("details[open]"));
    this.pages.log.replaceChildren(el("ol", {class: "log"}, ...match.log.map(words => el("li", {}, ...sentence(words, Object.values(seats))))), fairness(match.fair, open));
    if (!open) this.pages.log.scrollTop = this.pages.log.scrollHeight;
  }
}

// Show the fingerprint of the deal's cards; after the deal, the browser checks the cards against the fingerprint.
function fairness({fingerprint, salt, dealt, seed}, open) {
  const code = words => el("code", {}, words), made = el("details", {class: "fair", open}, el("summary", {}, say("FAIR")),
    el("p", {}, ...saying("FAIR_FINGERPRINT", {code: code(fingerprint)})));
  if (!salt) { made.append(el("p", {class: "soft"}, say("FAIR_LATER"))); return made; }
  const words = el("p", {class: "soft"});
  made.append(el("p", {}, ...saying("FAIR_LINE", {code: code(`${salt} ${dealt}`)})), words, ...(seed ? [el("p", {}, ...saying("FAIR_SEED", {code: code(seed)}))] : []),
    el("p", {class: "soft"}, ...saying("FAIR_COMMAND", {code: code("n52 record fair")})));
  check(`${salt} ${dealt}`, fingerprint, words);
  return made;
}
async function check(line, fingerprint, words) {
  if (!crypto.subtle) return;                    // browsers offer this function only on this machine and over TLS
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line)));
  const fits = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("") === fingerprint;
  words.textContent = say(fits ? "FAIR_FITS" : "FAIR_DIFFERS");
  words.className = fits ? "good" : "warn";
}

function tricks(match, seats) {
  if (!match.tricks.length) return [el("p", {class: "soft"}, say("NO_CARD_YET"))];
  const rows = match.tricks.map((trick, i) => el("li", {}, el("span", {class: "soft"}, say("TRICK_LED", {number: i + 1, player: seats[trick.lead]})), cards(trick, seats),
    trick.winner ? el("span", {class: "soft"}, say("TRICK_WON", {player: seats[trick.winner]})) : null));
  return [el("h2", {}, say("LATEST_FIRST")), el("ol", {class: "tricks"}, ...rows.reverse()), el("h2", {}, say("CARDS_GONE")), gone(match.tricks.flatMap(trick => trick.cards))];
}
function cards(trick, seats) {
  const first = SEATS.indexOf(trick.lead);
  return el("span", {class: "trick-cards"}, ...trick.cards.map((card, i) => {
    const seat = SEATS[(first + i) % 3];
    return el("span", {class: `mini ${card[0]}` + (seat === trick.winner ? " wins" : "")}, el("span", {"aria-hidden": "true"}, cardText(card)), el("span", {class: "hidden"}, say("CARD_OF", {player: seats[seat], card: spokenCard(card)}), ", "));
  }));
}
// Show all cards by suit; cards already played are crossed out.
function gone(played) {
  return el("div", {class: "gone"}, ...SUITS.map(suit => el("div", {}, el("span", {class: "inline " + suit}, SIGN[suit]),
    ...RANKS.map(rank => played.includes(suit + rank) ? el("s", {}, rankText(rank)) : el("span", {}, rankText(rank))))));
}
