// The page on a player's progress, which opens with the user's own figures if there are any.
import {$, el, player as person, say, saying, firstData, soft, fold, link} from "./table/dom.js";
import {addressOf, attempt, dateText, empty, loading, panel, post, scrolled} from "./ui.js";
import {grid} from "./grid.js";
import {settings, UNNAMED} from "./settings.js";
import {bars, curve, onOtherWidth, pair} from "./plot.js";

const data = /** @type {ProgressData} */ (firstData()), place = $("figures"), choice = /** @type {HTMLSelectElement} */ (document.querySelector("select")), asked = new URLSearchParams(location.search).get("name");
const names = [...choice.options].map(option => option.value);
choice.value = [asked, settings.get("name"), UNNAMED].find(name => name && names.includes(name)) || choice.value;
const first = choice.value, shown = () => attempt(() => show(choice.value));
choice.onchange = shown;
onOtherWidth(shown);
shown();

async function show(/** @type {string} */ name) {
  if (!name) return place.replaceChildren(empty("The library has no deals of yours yet. Play a deal, or add files."));
  if (!place.firstChild) place.append(loading("Working …"));
  const found = await post("/api/library/progress", {name});
  if (choice.value !== name) return;
  if (name !== first || asked) history.replaceState(null, "", addressOf("/library/progress", {name}));
  const deals = link(say("Show {player.whose} deals", {player: person(name)}), addressOf("/library", {words: name}));
  place.replaceChildren(...(found.deals.length ? figures(found) : [empty("None of these deals has been reviewed yet. A review shows what each decision was worth.", deals)]));
}

function figures(/** @type {ProgressShown} */ {all, deals, phases, rules}) {
  const split = deals.flatMap(each => each.split ? [each.split] : []);
  const values = deals.flatMap(({together, together_error: error, grade}) => together === null || error === null ? [] : [{point: grade ?? together, mean: together, error}]);
  return [
    el("p", {}, ...saying("Accuracy {accuracy} over {deals}.", {deals: all.deals, accuracy: el("b", {}, all.accuracy)}), " ", all.words),
    el("div", {class: "figures"},
      panel("t-curve", "Accuracy over time", values.length ? curve(say("Accuracy over the last {number} deals, deal by deal; now {accuracy} of 100", {number: data.together, accuracy: all.now}), values, [0, 100], "deal", "accuracy") : null,
        soft(say("Line: the last {number} deals combined, ± one standard error. Points: single deals.", {number: data.together}))),
      split.length ? panel("t-luck", "Luck and skill", pair("Luck and skill in tricks, deal by deal", split, [["luck", "luck"], ["skill", "skill"]], "deal", "tricks"),
        soft("Luck: the cards dealt, the kitty and the exchange. Skill: your own decisions. Both in tricks.")) : null,
      panel("t-phase", "By phase", bars(phases)),
      panel("t-rules", "By rule set", bars(rules))),
    soft(data.means),
    fold("Deal by deal", {}, scrolled("Deal by deal", dealTable(deals))),
  ];
}
const HEADS = ["deal", "date", "seat", "decisions", "accuracy", "luck", "skill"];
const dealTable = (/** @type {ProgressDeal[]} */ deals) => grid(HEADS, deals.map((deal, i) =>
  [el("a", {href: `/review/${deal.record}`}, `${i + 1}`), dateText(deal), ...deal.cells]));
