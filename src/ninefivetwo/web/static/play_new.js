// The choice of a new match: one press, or the details first.
import {el, button} from "./table/dom.js";
import {settings} from "./settings.js";

const SEATS = [["draw", "by draw: the highest card deals"], ["dealer", "the dealer first"], ["left", "left of the dealer"], ["right", "right of the dealer"]];

// data: the page's; begin(asked): begins the match.  Returns the element.
export function newMatch(data, begin) {
  const fields = {
    name: el("input", {maxlength: 30, autocomplete: "nickname", placeholder: "Player"}),
    rules: choice(data.rules.map(each => [each.name, each.name])),
    changes: el("input", {maxlength: 200, placeholder: "target=10 kitty_peek=yes", autocomplete: "off", spellcheck: "false"}),
    left: choice(data.levels.map(each => [each.name, each.name])),
    right: choice(data.levels.map(each => [each.name, each.name])),
    seat: choice(SEATS),
    kind: choice([["learn", "to learn: hints, undo"], ["earnest", "in earnest: neither"]]),
  };
  for (const name of ["name", "rules", "left", "right", "seat"]) fields[name].value = settings.get(name);
  const source = el("p", {class: "soft"}), game = el("p", {});
  const tell = () => {
    const chosen = data.rules.find(each => each.name === fields.rules.value), [dealer, left, right] = chosen.contracts;
    game.textContent = `Three players, sixteen cards each, a kitty of four. The dealer has to win ${dealer} tricks, the player on the dealer’s left ${left}, the third ${right}.`;
    source.textContent = `As in ${chosen.source.replace(/\s*\[\d+\]/g, "")}.`;
  };
  fields.rules.addEventListener("change", tell);
  tell();
  const start = () => {
    for (const name of ["name", "rules", "left", "right", "seat"]) settings.set(name, fields[name].value.trim());
    const {kind, ...rest} = Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field.value.trim()]));
    begin({...rest, training: kind === "learn"});
  };
  const labelled = (name, words) => el("label", {class: "field"}, words, fields[name]);
  return el("div", {class: "new-match"},
    el("div", {class: "panel welcome"},
      game,
      button("Play now", start, {class: "main big", "data-key": "enter"}),
      el("details", {}, el("summary", {}, "Rules, opponents, seat"),
        el("div", {class: "fields"},
          labelled("name", "Your name"), labelled("rules", "Rules"), labelled("left", "On your left"), labelled("right", "On your right"),
          labelled("seat", "You sit"), labelled("kind", "Play"), labelled("changes", "Rules changed (field=value)")),
        source, levels(data.levels))),
    el("p", {}, "New to the game? ", el("a", {href: "/rules"}, "The rules in plain words"), ". The same cards for everyone: ", el("a", {href: "/today"}, "today’s deal"), "."));
}
function choice(options) {
  return el("select", {}, ...options.map(([value, words]) => el("option", {value}, words)));
}
function levels(all) {
  return el("dl", {class: "levels"}, ...all.flatMap(level => [el("dt", {}, level.name), el("dd", {}, level.note)]));
}
