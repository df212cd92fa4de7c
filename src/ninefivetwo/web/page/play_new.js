// The form for a new match: a button to start it, and folded options.
import {el, button, say, saying} from "./table/dom.js";
import {loneCard} from "./table/cards.js";
import {settings, UNNAMED} from "./settings.js";

/** @type {[value: string, words: string][]} */ const SEATS = [["draw", say("SEAT_DRAW")], ["dealer", say("SEAT_DEALER")], ["left", say("SEAT_LEFT")], ["right", say("SEAT_RIGHT")]];

const KEPT = /** @type {const} */ (["name", "rules", "left", "right", "seat"]);   // settings that the form fills in and stores

// Draw the three contracts as a fan of cards.
export const fan = () => el("div", {class: "fan", "aria-hidden": "true"}, .../** @type {Card[]} */ (["S9", "H5", "D2"]).map(loneCard));

// `data` is the data of the home page; begin(choices) starts the match. Returns the form's element.
export function newMatch(/** @type {HomeData} */ data, /** @type {(chosen: object) => void} */ begin) {
  const fields = {
    name: el("input", {maxlength: 30, autocomplete: "nickname", placeholder: UNNAMED}),
    rules: choice(data.rules.map(each => [each.name, each.name])),
    changes: el("input", {maxlength: 200, placeholder: "target=10 kitty_peek=yes", autocomplete: "off", spellcheck: "false"}),
    left: choice(data.levels.map(each => [each.name, each.name])),
    right: choice(data.levels.map(each => [each.name, each.name])),
    seat: choice(SEATS),
    kind: choice([["learn", say("CHOOSE_PRACTICE")], ["earnest", say("CHOOSE_REAL")]]),
  };
  for (const name of KEPT) fields[name].value = settings.get(name);
  const source = el("p", {class: "soft"}), game = el("p", {});
  const tell = () => {
    const chosen = data.rules.find(each => each.name === fields.rules.value) || data.rules[0], [dealer, left, right] = chosen.contracts;
    game.textContent = say("GAME", {dealer, left, right});
    source.textContent = say("RULES_SOURCE", {source: chosen.source.replace(/\s*\[\d+\]/g, "")});
  };
  fields.rules.addEventListener("change", tell);
  tell();
  const start = () => {
    for (const name of KEPT) settings.set(name, fields[name].value.trim());
    const {kind, ...rest} = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]));
    begin({...rest, training: kind === "learn"});
  };
  const labelled = (/** @type {keyof typeof fields} */ name, /** @type {string} */ words) => el("label", {class: "field"}, say(words), fields[name]);
  return el("section", {class: "new-match", "aria-label": say("NEW_MATCH")},
    el("div", {class: "hero"},
      el("div", {}, game, button(say("PLAY_NOW"), start, {class: "main", "data-key": "enter"}),
        el("p", {}, ...saying("NEW_HERE", {link: el("a", {href: "/rules"}, say("RULES_LINK"))}))),
      fan()),
    el("details", {}, el("summary", {}, say("OPTIONS")),
      el("div", {class: "fields"},
        labelled("name", "YOUR_NAME"), labelled("rules", "RULES"), labelled("left", "ON_YOUR_LEFT"), labelled("right", "ON_YOUR_RIGHT"),
        labelled("seat", "YOUR_SEAT"), labelled("kind", "MODE"), labelled("changes", "RULE_CHANGES")),
      source, levels(data.levels)));
}

function choice(/** @type {[value: string, words: string][]} */ options) {
  return el("select", {}, ...options.map(([value, words]) => el("option", {value}, words)));
}
function levels(/** @type {HomeData["levels"]} */ all) {
  return el("dl", {class: "levels"}, ...all.flatMap(level => [el("dt", {}, level.name), el("dd", {}, level.note)]));
}
