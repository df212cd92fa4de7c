// A shared position as one seat sees it: the table, the events so far, and advice on the next choice.
import {el, button, say, sentence, SEATS} from "./table/dom.js";
import {Table} from "./table/table.js";
import {askAdvice} from "./advice.js";
import {settings} from "./settings.js";
import {shareBox} from "./share.js";
import {trickRow} from "./analyse_hand.js";

export function momentPage(main, data) {
  const {table: state, words, ready, code, log, tricks} = data.shown, names = state.seats.map(seat => seat.name);
  const place = el("div", {class: "analyse-table"}), advice = el("div", {class: "panel", hidden: true});
  const table = new Table(place, {choose: () => {}, settings});
  const go = button(say("WHAT_TO_DO"), advise, {class: "main", "data-key": "?", disabled: !ready});
  main.append(el("div", {class: "analyse-open"},
    el("section", {"aria-label": say("TABLE")}, el("p", {class: "analyse-status"}, ...sentence(words, names)), place, el("div", {class: "row"}, go, shareBox(code))),
    el("div", {class: "side"}, advice, el("section", {class: "panel", "aria-labelledby": "log"}, el("h2", {id: "log"}, say("SO_FAR")),
      el("ul", {}, ...log.map(each => el("li", {}, ...sentence(each, names)))), el("ol", {class: "tricks"}, ...tricks.map(trick => trickRow(trick, seat => names[SEATS.indexOf(seat)])))))));
  table.show(state);

  function advise() {
    advice.hidden = false;
    askAdvice("/api/analyse/advise", {code, opponents: settings.get("opponents") || null}, advice, {names, like: true, onAdvice: found => table.mark({hinted: found.cards})});
  }
}
