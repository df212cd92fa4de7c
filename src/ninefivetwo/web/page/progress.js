// How a player does: it opens on one's own name, and never on a computer's.
import {el} from "./table/dom.js";
import {attempt, firstData, post} from "./ui.js";
import {settings, UNNAMED} from "./settings.js";
import {bars, curve, onOtherWidth, pair} from "./plot.js";

const data = firstData(), place = el("div"), people = data.players.filter(each => !each.computer);
const asked = new URLSearchParams(location.search).get("name"), own = settings.get("name") || UNNAMED;
const known = name => data.players.some(each => each.name === name);
const first = [asked, own, UNNAMED].find(name => name && known(name)) || people[0]?.name || "";
const group = (label, players) => players.length ? el("optgroup", {label}, ...players.map(each => el("option", {value: each.name}, `${each.name} (${each.reviewed} of ${each.deals} reviewed)`))) : null;
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

const accuracy = each => each.grade === null ? "too few" : `${Math.round(each.grade)}${each.error >= 0.5 ? ` ± ${Math.round(each.error)}` : ""}`;
const section = (title, ...children) => el("section", {class: "panel"}, el("h2", {}, title), ...children);

function figures(found) {
  const [all] = found.all, deals = found.deals, split = deals.filter(each => each.luck !== null && each.skill !== null);
  const values = deals.filter(each => each.together !== null).map(each => ({point: each.grade ?? each.together, mean: each.together, error: each.together_error}));
  return [
    el("p", {}, `In ${deals.length} reviewed ${deals.length === 1 ? "deal" : "deals"}: accuracy `, el("b", {}, accuracy(all)), `, ${all.decisions} decisions with a choice, ${all.lost.toFixed(2)} tricks lost each.`),
    el("div", {class: "figures"},
      section("Accuracy over time", !values.length ? "" : curve(`Accuracy of the last ${data.together} deals, deal by deal: now ${Math.round(values.at(-1).mean)} of 100`, values, [0, 100], "deal", "accuracy"),
        el("p", {class: "soft"}, `Line: the last ${data.together} deals together, with one standard error. Points: single deals.`)),
      split.length ? section("Luck and skill", pair("Luck and skill in tricks, deal by deal", split.map(each => [each.luck, each.skill]), ["luck", "skill"], "deal", "tricks"),
        el("p", {class: "soft"}, "Luck: hands, kitty and exchange. Skill: one's own decisions. In tricks.")) : "",
      section("By phase", graded(found.phases)),
      section("By rule set", graded(found.rules))),
    el("p", {class: "soft"}, `${data.means}; ± is one standard error.`),
    el("details", {}, el("summary", {}, "Deal by deal"), dealTable(deals)),
  ].filter(Boolean);
}

function graded(rows) {
  return bars(rows.map(each => ({name: each.name, value: each.grade, error: each.error, words: `${accuracy(each)}, ${each.decisions} decisions`})), 100);
}

function dealTable(deals) {
  const number = value => value === null ? "" : `${value > 0 ? "+" : value < 0 ? "−" : ""}${Math.abs(value).toFixed(1)}`;
  return el("div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Deal by deal"}, el("table", {},
    el("thead", {}, el("tr", {}, ...["deal", "added", "seat", "decisions", "accuracy", "luck", "skill"].map(name => el("th", {scope: "col"}, name)))),
    el("tbody", {}, ...deals.map((each, i) => el("tr", {}, el("th", {scope: "row"}, el("a", {href: `/review/${each.record}`}, `${i + 1}`)),
      ...[each.date, each.seat, each.decisions, accuracy(each), number(each.luck), number(each.skill)].map(text => el("td", {}, `${text}`)))))));
}
