// The settings page: each change applies at once in all tabs and is kept in this browser.
import {el, button, say, sentence, SIGN} from "./table/dom.js";
import {ask, attempt, firstData, notify, post} from "./ui.js";
import {settings} from "./settings.js";
import {sound} from "./sounds.js";

const data = firstData();
const ORDERS = ["SHCD", "SHDC", "HSDC", "HCDS", "DCHS", "CDHS"];
const SAMPLE = {S: "♠A K", H: "♥Q J", D: "♦10 9", C: "♣8 7"}, sample = el("p", {class: "sample"});   // shows the chosen colours and the order of suits
const fields = new Map();                        // for each setting, a function that shows the value

// Make a text field, which may be empty.
function words(name, label, most) {
  const input = el("input", {type: "text", maxlength: most, autocomplete: "nickname"});
  input.addEventListener("change", () => settings.set(name, input.value = input.value.trim().replace(/\s+/g, " ")));
  fields.set(name, value => { input.value = value; });
  return el("label", {class: "field"}, label, input);
}
// Make a select field; `options` is a list of [value, words].
function one(name, label, options) {
  const select = el("select", {}, ...options.map(([value, text]) => el("option", {value}, text)));
  select.addEventListener("change", () => settings.set(name, select.value));
  fields.set(name, value => {
    if (![...select.options].some(option => option.value === value)) select.append(el("option", {value}, value));
    select.value = value;
  });
  return el("label", {class: "field"}, label, select);
}
// Make a checkbox.
function flag(name, label, then) {
  const box = el("input", {type: "checkbox"});
  box.addEventListener("change", () => { settings.set(name, box.checked); if (then && box.checked) then(); });
  fields.set(name, value => { box.checked = value; });
  return el("label", {}, box, label);
}
function group(title, ...children) {
  return el("section", {class: "panel", "aria-labelledby": title.toLowerCase()}, el("h2", {id: title.toLowerCase()}, say(title)), ...children);
}

const levels = Object.keys(data.levels).map(level => [level, level]);
const rules = Object.entries(data.rules).map(([name, contracts]) => [name, `${name} (${contracts})`]);
document.getElementById("main").append(
  el("p", {class: "soft"}, say("SAVED_HERE")),
  el("div", {class: "settings"},
    group("PLAYERS",
      words("name", say("YOUR_NAME"), data.name_length),
      one("left", say("ON_YOUR_LEFT"), levels), one("right", say("ON_YOUR_RIGHT"), levels),
      el("details", {}, el("summary", {}, say("LEVELS_ABOUT")),
        el("dl", {}, ...Object.entries(data.levels).flatMap(([level, note]) => [el("dt", {}, level), el("dd", {}, note)]))),
      one("rules", say("RULES"), rules),
      one("seat", say("FIRST_SEAT"), [["draw", say("SEAT_DRAW")], ["dealer", say("SEAT_DEALER")], ["left", say("SEAT_LEFT")], ["right", say("SEAT_RIGHT")]]),
      one("opponents", say("ADVICE_OPPONENTS"), data.opponents)),
    group("AT_THE_TABLE",
      one("speed", say("SPEED"), [["slow", say("SLOW")], ["normal", say("NORMAL")], ["fast", say("FAST")], ["instant", say("NO_MOTION")]]),
      flag("sound", say("SOUNDS"), () => sound("turn")),
      flag("autoplay", say("AUTOPLAY")),
      flag("confirm", say("CONFIRM")),
      flag("verdicts", say("RATE_MOVES"))),
    group("LOOKS",
      one("theme", say("THEME"), [["auto", say("SYSTEM")], ["light", say("LIGHT")], ["dark", say("DARK")]]),
      one("deck", say("SUIT_COLOURS"), [["four", say("FOUR")], ["two", say("TWO")]]),
      one("order", say("SUIT_ORDER"), ORDERS.map(order => [order, [...order].map(suit => SIGN[suit]).join(" ")])),
      sample),
    group("THIS_BROWSER",
      el("div", {class: "row"},
        button(say("COACH_AGAIN"), () => { settings.set("coached", false); notify(say("COACH_NEXT_DEAL")); }),
        button(say("FORGET"), forget, {class: "warn"})))));

function show() {
  for (const [name, put] of fields) put(settings.get(name));
  sample.replaceChildren(...sentence([...settings.get("order")].map(suit => SAMPLE[suit]).join(" ")));
}
settings.watch(show);
show();

async function forget() {
  const wanted = await ask(say("FORGET_TITLE"), el("p", {}, say("FORGET_WORDS")), [["yes", say("FORGET_YES"), "main"], ["no", say("FORGET_NO")]]);
  if (wanted !== "yes") return;
  await attempt(async () => {
    await post("/api/forget");
    for (const key of Object.keys(localStorage)) if (key.startsWith("n52.")) localStorage.removeItem(key);
    location.reload();
  });
}
