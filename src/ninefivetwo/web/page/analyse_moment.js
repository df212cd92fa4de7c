// A shared position as one seat sees it: the table, the events so far, and advice on the next choice.
import {$, el, sentence, SEATS, firstData} from "./table/dom.js";
import {Table} from "./table/table.js";
import {askAdvice, drawAdvice} from "./advice.js";
import {settings} from "./settings.js";
import {shareBox} from "./share.js";
import {trickRow} from "./analyse_form.js";

const {told: {code}, shown: {table: state, words, ready, log, tricks}} = /** @type {PageData & {shown: MomentShown}} */ (firstData()), names = state.seats.map(seat => seat.name);
const table = new Table($("table"), {choose: () => {}, settings});
$("status").append(...sentence(words, names));
$("actions").append(shareBox(code));
$("log").append(...log.map(each => el("li", {}, ...sentence(each, names))));
$("tricks").append(...tricks.map(trick => trickRow(trick, seat => names[SEATS.indexOf(seat)])));
$("go").disabled = !ready;
$("go").onclick = () => {
  $("advice").hidden = false;
  askAdvice("/api/analyse/advise", {code, opponents: settings.get("opponents") || null}, $("advice"), {draw: drawAdvice, names, like: true, onAdvice: found => table.mark({hinted: found.cards})});
};
table.show(state);
