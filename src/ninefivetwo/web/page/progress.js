// The page on a player's progress, which opens with the user's own figures if there are any.
import {el, player as person, say, saying} from "./table/dom.js";
import {attempt, dateText, empty, firstData, headed, loading, post} from "./ui.js";
import {settings, UNNAMED} from "./settings.js";
import {bars, curve, onOtherWidth, pair} from "./plot.js";

const data = firstData(), place = el("div"), people = data.players.filter(each => !each.computer);
const asked = new URLSearchParams(location.search).get("name"), own = settings.get("name") || UNNAMED;
const known = name => data.players.some(each => each.name === name);
const first = [asked, own, UNNAMED].find(name => name && known(name)) || people[0]?.name || "";
const group = (label, players) => players.length ? el("optgroup", {label}, ...players.map(each => el("option", {value: each.name}, each.words))) : null;
const choice = el("select", {}, first ? null : el("option", {value: ""}, say("CHOOSE")), group(say("PEOPLE"), people), group(say("COMPUTERS"), data.players.filter(each => each.computer)));
choice.value = first;
choice.addEventListener("change", () => attempt(() => show(choice.value)));
headed(el("a", {class: "b", href: "/library"}, say("TO_LIBRARY")));
document.getElementById("main").append(el("label", {class: "field"}, say("PLAYER"), choice), place);
if (!data.players.length) choice.closest("label").hidden = true;
attempt(() => show(first));
onOtherWidth(() => attempt(() => show(choice.value)));

async function show(name) {
  if (!name) return place.replaceChildren(empty(say("NO_DEALS_YET")));
  if (!place.firstChild) place.append(loading(say("WORKING")));
  const found = await post("/api/library/progress", {name});
  if (choice.value !== name) return;
  if (name !== first || asked) history.replaceState(null, "", `/library/progress?name=${encodeURIComponent(name)}`);
  place.replaceChildren(...(found.deals.length ? figures(found) : [empty(say("NONE_REVIEWED"), el("a", {class: "b", href: `/library?words=${encodeURIComponent(name)}`}, say("DEALS_OF", {player: person(name)})))]));
}

const section = (title, ...children) => el("section", {class: "panel"}, el("h2", {}, say(title)), ...children);

function figures({all, deals, phases, rules}) {
  const split = deals.filter(each => each.split);
  const values = deals.filter(each => each.together !== null).map(each => ({point: each.grade ?? each.together, mean: each.together, error: each.together_error}));
  return [
    el("p", {}, ...saying("ACCURACY_IN", {deals: all.deals, accuracy: el("b", {}, all.accuracy)}), " ", all.words),
    el("div", {class: "figures"},
      section("ACCURACY_CURVE", !values.length ? "" : curve(say("ACCURACY_PLOT", {number: data.together, accuracy: all.now}), values, [0, 100], say("HEAD_DEAL"), say("HEAD_ACCURACY")),
        el("p", {class: "soft"}, say("ACCURACY_LEGEND", {number: data.together}))),
      split.length ? section("LUCK_AND_SKILL", pair(say("LUCK_PLOT"), split.map(each => each.split), [["luck", say("HEAD_LUCK")], ["skill", say("HEAD_SKILL")]], say("HEAD_DEAL"), say("HEAD_TRICKS")),
        el("p", {class: "soft"}, say("LUCK_LEGEND"))) : "",
      section("BY_PHASE", bars(phases, 100)),
      section("BY_RULES", bars(rules, 100))),
    el("p", {class: "soft"}, data.means),
    el("details", {}, el("summary", {}, say("DEAL_BY_DEAL")), dealTable(deals)),
  ].filter(Boolean);
}

function dealTable(deals) {
  const row = ({record, cells, ...when}, i) => el("tr", {}, el("th", {scope: "row"}, el("a", {href: `/review/${record}`}, `${i + 1}`)), ...[dateText(when), ...cells].map(text => el("td", {}, text)));
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": say("DEAL_BY_DEAL")}, el("table", {},
    el("thead", {}, el("tr", {}, ...["HEAD_DEAL", "HEAD_DATE", "HEAD_SEAT", "HEAD_DECISIONS", "HEAD_ACCURACY", "HEAD_LUCK", "HEAD_SKILL"].map(name => el("th", {scope: "col"}, say(name))))),
    el("tbody", {}, ...deals.map(row))));
}
