// Notes above the table: the draw for dealer, and an exchange in words.
import {el, button, player, say, spokenCard, unseen, seatIn, $, paragraphs} from "./table/dom.js";
import {loneCard} from "./table/cards.js";
import {settings} from "./settings.js";

export class Notes {
  // leave(release) is called with a function that ends the wait for a click.
  constructor(/** @type {(release: () => void) => void} */ leave) { this.leave = leave; }
  clear() { $("notes").replaceChildren(); }

  // Show the card that each player drew; resolves on a click.
  draw(/** @type {MatchShown} */ {table, drawn}) {
    const {me, seats} = table, [{name: highest}] = seats;
    const cards = Object.entries(drawn).map(([name, card]) => el("li", {class: name === highest && "highest"}, loneCard(card), el("span", {}, name),
      seats.some(seat => seat.computer && seat.name === name) ? el("span", {class: "soft"}, "computer") : null, unseen(spokenCard(card))));
    const words = [say("{player} drew the highest card and {player:deal|deals} first.", {player: player(me === "dealer" ? "You" : highest)}),
      say("Your target is {number} tricks.", {number: seatIn(table, me).contract})];
    return this.wait("Draw for dealer", [el("ul", {class: "drawn"}, ...cards), el("p", {}, words.join(" "))], "Deal", ["slow", "normal", "fast"]);
  }
  // Show an exchange; the note waits for a click at slow speeds, and stays until the next step at fast speeds.
  exchange(/** @type {MatchShown} */ {told, table}) {
    return this.wait("The exchange", paragraphs(told, table.seats.map(seat => seat.name)), "Continue", ["slow", "normal"]);
  }
  /** Show a note, which waits for a click at the speeds `waits`. @type {ShowNote} */
  wait(title, content, words, waits) {
    const short = !waits.includes(settings.get("speed"));
    return new Promise(resolve => {
      const note = el(short ? "section" : "dialog", {class: "note", "aria-labelledby": "note-title"}, el("h2", {id: "note-title"}, title), ...content);
      const close = () => { note.remove(); resolve(); }; // closes only this note, not a note that has replaced it
      const onward = button(words, close, {class: "main", "data-key": "enter"});
      note.append(onward); // added even if nothing waits for a click, because the note may cover a choice
      $("notes").replaceChildren(note);
      this.leave(close);
      note.addEventListener("cancel", close);
      if (!(note instanceof HTMLDialogElement)) return resolve();
      note.showModal();
      onward.focus({preventScroll: true});
    });
  }
}
