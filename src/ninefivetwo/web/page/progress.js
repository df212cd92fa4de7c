// The page on a player's progress, which opens with the user's own figures if there are any.
import {el, player as person, say, saying} from "./table/dom.js";
import {$, addressOf, attempt, dateText, empty, firstData, loading, panel, post, scrolled} from "./ui.js";
import {grid} from "./grid.js";
import {settings, UNNAMED} from "./settings.js";
import {bars, curve, onOtherWidth, pair} from "./plot.js";

const data = /** @type {ProgressData} */ (firstData()), place = $("figures"), choice = /** @type {HTMLSelectElement} */ (document.querySelector("select")), asked = new URLSearchParams(location.search).get("name");
const known = (/** @type {string | null} */ name) => name && [...choice.options].some(option => option.value === name);
choice.value = [asked, settings.get("name"), UNNAMED].find(known) || choice.value;
const first = choice.value, shown = () => attempt(() => show(choice.value));
choice.onchange = shown;
onOtherWidth(shown);
shown();

async function show(/** @type {string} */ name) {
  if (!name) return place.replaceChildren(empty(say("NO_DEALS_YET")));
  if (!place.firstChild) place.append(loading(say("WORKING")));
  const found = await post("/api/library/progress", {name});
  if (choice.value !== name) return;
  if (name !== first || asked) history.replaceState(null, "", addressOf("/library/progress", {name}));
  const deals = el("a", {class: "b", href: addressOf("/library", {words: name})}, say("DEALS_OF", {player: person(name)}));
  place.replaceChildren(...(found.deals.length ? figures(found) : [empty(say("NONE_REVIEWED"), deals)]));
}

const soft = (/** @type {string} */ words) => el("p", {class: "soft"}, words);
function figures(/** @type {ProgressShown} */ {all, deals, phases, rules}) {
  const split = deals.flatMap(each => each.split ? [each.split] : []);
  const values = deals.flatMap(({together, together_error: error, grade}) => together === null || error === null ? [] : [{point: grade ?? together, mean: together, error}]);
  return [
    el("p", {}, ...saying("ACCURACY_IN", {deals: all.deals, accuracy: el("b", {}, all.accuracy)}), " ", all.words),
    el("div", {class: "figures"},
      panel("t-curve", say("ACCURACY_CURVE"), values.length ? curve(say("ACCURACY_PLOT", {number: data.together, accuracy: all.now}), values, [0, 100], say("HEAD_DEAL"), say("HEAD_ACCURACY")) : null,
        soft(say("ACCURACY_LEGEND", {number: data.together}))),
      split.length ? panel("t-luck", say("LUCK_AND_SKILL"), pair(say("LUCK_PLOT"), split, [["luck", say("HEAD_LUCK")], ["skill", say("HEAD_SKILL")]], say("HEAD_DEAL"), say("HEAD_TRICKS")),
        soft(say("LUCK_LEGEND"))) : null,
      panel("t-phase", say("BY_PHASE"), bars(phases)),
      panel("t-rules", say("BY_RULES"), bars(rules))),
    soft(data.means),
    el("details", {}, el("summary", {}, say("DEAL_BY_DEAL")), scrolled(say("DEAL_BY_DEAL"), dealTable(deals))),
  ];
}
const HEADS = ["HEAD_DEAL", "HEAD_DATE", "HEAD_SEAT", "HEAD_DECISIONS", "HEAD_ACCURACY", "HEAD_LUCK", "HEAD_SKILL"];
const dealTable = (/** @type {ProgressDeal[]} */ deals) => grid(HEADS.map(name => say(name)), deals.map((deal, i) =>
  [el("a", {href: `/review/${deal.record}`}, `${i + 1}`), dateText(deal), ...deal.cells]));
