// How a player does: it opens on one's own name, and never on a computer's.
import {el} from "./table/dom.js";
import {attempt, firstData, post} from "./ui.js";
import {settings, UNNAMED} from "./settings.js";
import {bars, curve, onOtherWidth, pair} from "./plot.js";

const data = firstData(), place = el("div"), people = data.players.filter(each => !each.computer);
const asked = new URLSearchParams(location.search).get("name"), own = settings.get("name") || UNNAMED;
const known = name => data.players.some(each => each.name === name);
const first = [asked, own, UNNAMED].find(name => name && known(name)) || people[0]?.name || "";
const group = (label, players) => players.length ? el("optgroup", {label}, ...players.map(each => el("option", {value: each.name}, each.words))) : null;
const choice = el("select", {}, first ? null : el("option", {value: ""}, "choose"), group("People", people), group("Computers", data.players.filter(each => each.computer)));
choice.value = first;
choice.addEventListener("change", () => attempt(() => show(choice.value)));
document.getElementById("main").append(el("p", {class: "row low"}, el("label", {class: "field"}, "Player", choice), el("a", {class: "b", href: "/library"}, "Back to the records")), place);
if (!data.players.length) choice.closest("label").hidden = true;
attempt(() => show(first));
onOtherWidth(() => attempt(() => show(choice.value)));

async function show(name) {
  if (!name) return place.replaceChildren(el("p", {class: "soft"}, "No deal of yours is in the library yet: play one, or bring some in."));
  const found = await post("/api/library/progress", {name});
  if (choice.value !== name) return;
  if (name !== first || asked) history.replaceState(null, "", `/library/progress?name=${encodeURIComponent(name)}`);
  place.replaceChildren(...(found.deals.length ? figures(found) : [el("p", {class: "soft"}, "None of these deals has been reviewed yet. A review tells what each decision was worth; "), el("p", {}, el("a", {href: `/library?words=${encodeURIComponent(name)}`}, `the deals of ${name}`))]));
}

const section = (title, ...children) => el("section", {class: "panel"}, el("h2", {}, title), ...children);

function figures({all, deals, phases, rules}) {
  const split = deals.filter(each => each.split);
  const values = deals.filter(each => each.together !== null).map(each => ({point: each.grade ?? each.together, mean: each.together, error: each.together_error}));
  return [
    el("p", {}, `In ${all.deals}: accuracy `, el("b", {}, all.accuracy), `, ${all.words}.`),
    el("div", {class: "figures"},
      section("Accuracy over time", !values.length ? "" : curve(`Accuracy of the last ${data.together} deals, deal by deal: ${all.now}`, values, [0, 100], "deal", "accuracy"),
        el("p", {class: "soft"}, `Line: the last ${data.together} deals together, with one standard error. Points: single deals.`)),
      split.length ? section("Luck and skill", pair("Luck and skill in tricks, deal by deal", split.map(each => each.split), ["luck", "skill"], "deal", "tricks"),
        el("p", {class: "soft"}, "Luck: hands, kitty and exchange. Skill: one's own decisions. In tricks.")) : "",
      section("By phase", bars(phases, 100)),
      section("By rule set", bars(rules, 100))),
    el("p", {class: "soft"}, `${data.means}; ± is one standard error.`),
    el("details", {}, el("summary", {}, "Deal by deal"), dealTable(deals)),
  ].filter(Boolean);
}

function dealTable(deals) {
  const row = ({record, cells}, i) => el("tr", {}, el("th", {scope: "row"}, el("a", {href: `/review/${record}`}, `${i + 1}`)), ...cells.map(text => el("td", {}, text)));
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Deal by deal"}, el("table", {},
    el("thead", {}, el("tr", {}, ...["deal", "added", "seat", "decisions", "accuracy", "luck", "skill"].map(name => el("th", {scope: "col"}, name)))),
    el("tbody", {}, ...deals.map(row))));
}
