// What is laid over the table: the draw for the first deal, an exchange in words, a deal's end.
import {el, button, player, say, sentence, spokenCard} from "./table/dom.js";
import {loneCard} from "./table/cards.js";

const WAITING = ["slow", "normal"];              // speeds at which an exchange waits for a press

export class Notes {
  constructor() { this.element = el("div", {class: "notes"}); }
  clear() { this.element.replaceChildren(); }

  // Who drew which card; resolves at a press.
  draw(match, names, speed, leave) {
    const highest = match.table.seats[0].name, mine = match.table.seats.find(seat => seat.name === names.me);
    const computers = match.table.seats.filter(seat => seat.computer).map(seat => seat.name);
    const drawn = Object.entries(match.drawn).map(([name, card]) => el("li", {class: name === highest ? "highest" : null}, loneCard(card), el("span", {}, name),
      computers.includes(name) ? el("span", {class: "soft"}, say("COMPUTER")) : null, el("span", {class: "hidden"}, spokenCard(card))));
    const words = [say("DREW_HIGHEST", {player: player(highest === names.me ? "You" : highest)}), say("YOUR_TARGET", {number: mine.contract})];
    return this.wait(say("DRAW_FOR_DEALER"), [el("ul", {class: "drawn"}, ...drawn), el("p", {}, words.join(" "))], say("DEAL"), speed === "instant", leave);
  }
  // What went between hands; waits for a press, or, where the table is fast, is shown till that or the next step.
  exchange(told, names, speed, leave) {
    return this.wait(say("EXCHANGE"), told.map(words => el("p", {}, ...sentence(words, names))), say("CONTINUE"), !WAITING.includes(speed), leave);
  }
  // leave(release): how to end the waiting from elsewhere.
  wait(title, content, words, short, leave) {
    const id = "note-title";
    return new Promise(resolve => {
      const note = el("section", {class: "note", "aria-labelledby": id}, el("h2", {id}, title), ...content);
      const close = () => { note.remove(); resolve(); };   // this note alone: it may be closed when another has taken its place
      const onward = button(words, close, {class: "main", "data-key": "enter"});
      note.append(onward);                       // also where nothing waits for it: what is to be chosen may lie below
      this.element.replaceChildren(note);
      leave(close);
      if (short) resolve(); else onward.focus({preventScroll: true});
    });
  }

  // A deal's end: the scores, and what comes next.  Returns the place for what a review finds.
  end(match, names, actions) {
    const {result} = match, found = el("div", {class: "found"}, el("p", {}, ...sentence(result.words, names.all)));
    const rows = result.rows.map(row => el("tr", {class: row.name === names.me ? "yours" : null}, el("th", {scope: "row"}, row.name),
      el("td", {}, say("NUMBER_OF", {number: row.won, all: row.contract})), el("td", {}, signed(row.points)), el("td", {}, signed(row.total))));
    const head = el("tr", {}, el("td", {}), ...["HEAD_TRICKS", "HEAD_POINTS", "SCORE"].map(name => el("th", {scope: "col"}, say(name))));
    this.element.replaceChildren(el("section", {class: "note end", "aria-labelledby": "end-title"},
      el("h2", {id: "end-title"}, result.title), el("table", {}, el("thead", {}, head), el("tbody", {}, ...rows)), el("div", {class: "row"}, ...actions), found));   // which grows below all else
    return found;
  }
}

export const signed = number => number > 0 ? "+" + number : number < 0 ? "−" + -number : "0";
