// Notes above the table: the draw for dealer, and an exchange in words.
import {el, button, player, say, sentence, spokenCard} from "./table/dom.js";
import {loneCard} from "./table/cards.js";

const WAITING = /** @type {Speed[]} */ (["slow", "normal"]);              // speeds at which an exchange waits for a click

export class Notes {
  constructor() { this.element = el("div", {class: "notes"}); }
  clear() { this.element.replaceChildren(); }

  /** Show the card that each player drew; resolves on a click. @type {(match: MatchShown, names: Names, speed: Speed, leave: Leave) => Promise<void>} */
  draw(match, names, speed, leave) {
    const highest = match.table.seats[0].name, mine = match.table.seats.find(seat => seat.name === names.me);
    const computers = match.table.seats.filter(seat => seat.computer).map(seat => seat.name);
    const drawn = Object.entries(match.drawn).map(([name, card]) => el("li", {class: name === highest ? "highest" : null}, loneCard(card), el("span", {}, name),
      computers.includes(name) ? el("span", {class: "soft"}, "computer") : null, el("span", {class: "hidden"}, spokenCard(card))));
    const words = [say("{player} drew the highest card and {player:deal|deals} first.", {player: player(highest === names.me ? "You" : highest)}), say("Your target is {number} tricks.", {number: mine?.contract})];
    return this.wait("Draw for dealer", [el("ul", {class: "drawn"}, ...drawn), el("p", {}, words.join(" "))], "Deal", speed === "instant", leave);
  }
  /** Show an exchange; the note waits for a click at slow speeds, and stays until the next step at fast speeds. @type {ShowExchange} */
  exchange(told, names, speed, leave) {
    return this.wait("The exchange", told.map(words => el("p", {}, ...sentence(words, names))), "Continue", !WAITING.includes(speed), leave);
  }
  /** Show a note; leave(release) is called with a function that ends the wait. @type {(title: string, content: Node[], words: string, short: boolean, leave: Leave) => Promise<void>} */
  wait(title, content, words, short, leave) {
    const id = "note-title";
    return new Promise(resolve => {
      const note = el(short ? "section" : "dialog", {class: "note", "aria-labelledby": id}, el("h2", {id}, title), ...content);
      const close = () => { note.remove(); resolve(); };   // closes only this note, not a note that has replaced it
      const onward = button(words, close, {class: "main", "data-key": "enter"});
      note.append(onward);                       // added even if nothing waits for a click, because the note may cover a choice
      this.element.replaceChildren(note);
      leave(close);
      note.addEventListener("cancel", close);
      if (!(note instanceof HTMLDialogElement)) return resolve();
      note.showModal();
      onward.focus({preventScroll: true});
    });
  }
}

export const signed = (/** @type {number} */ number) => number > 0 ? "+" + number : number < 0 ? "−" + -number : "0";
