// The form for a new match: a button to start it, and folded options.
import {el, button, say, saying} from "./table/dom.js";
import {loneCard} from "./table/cards.js";
import {settings, UNNAMED} from "./settings.js";

/** @type {[value: string, words: string][]} */ const SEATS = [["draw", "by draw (highest card deals)"], ["dealer", "dealer"], ["left", "left of the dealer"], ["right", "right of the dealer"]];

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
    kind: choice([["learn", "practice (hints and undo)"], ["earnest", "for real (no hints or undo)"]]),
  };
  for (const name of KEPT) fields[name].value = settings.get(name);
  const source = el("p", {class: "soft"}), game = el("p", {});
  const tell = () => {
    const chosen = data.rules.find(each => each.name === fields.rules.value) || data.rules[0], [dealer, left, right] = chosen.contracts;
    game.textContent = say("Three players with sixteen cards each, and a kitty of four. The dealer needs {dealer} tricks, the player on the dealer's left {left} and the third player {right}.", {dealer, left, right});
    source.textContent = say("Rules from {source}.", {source: chosen.source.replace(/\s*\[\d+\]/g, "")});
  };
  fields.rules.addEventListener("change", tell);
  tell();
  const start = () => {
    for (const name of KEPT) settings.set(name, fields[name].value.trim());
    const {kind, ...rest} = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]));
    begin({...rest, training: kind === "learn"});
  };
  const labelled = (/** @type {keyof typeof fields} */ name, /** @type {string} */ words) => el("label", {class: "field"}, words, fields[name]);
  return el("section", {class: "new-match", "aria-label": "New match"},
    el("div", {class: "hero"},
      el("div", {}, game, button("Play now", start, {class: "main", "data-key": "enter"}),
        el("p", {}, ...saying("New to 9-5-2? Read {link}. Hints show you what to play.", {link: el("a", {href: "/rules"}, "the rules")}))),
      fan()),
    el("details", {}, el("summary", {}, "Rules, opponents and seat"),
      el("div", {class: "fields"},
        labelled("name", "Your name"), labelled("rules", "Rules"), labelled("left", "On your left"), labelled("right", "On your right"),
        labelled("seat", "Your seat"), labelled("kind", "Mode"), labelled("changes", "Rule changes (field=value)")),
      source, levels(data.levels)));
}

function choice(/** @type {[value: string, words: string][]} */ options) {
  return el("select", {}, ...options.map(([value, words]) => el("option", {value}, words)));
}
function levels(/** @type {HomeData["levels"]} */ all) {
  return el("dl", {class: "levels"}, ...all.flatMap(level => [el("dt", {}, level.name), el("dd", {}, level.note)]));
}
