// The settings: each choice holds at once, here and in every other tab, and is remembered in this browser.
import {el, button, sentence} from "./table/dom.js";
import {ask, attempt, firstData, notify, post} from "./ui.js";
import {settings} from "./settings.js";
import {sound} from "./sounds.js";

const data = firstData();
const ORDERS = ["SHCD", "SHDC", "HSDC", "HCDS", "DCHS", "CDHS"], SIGNS = {S: "♠", H: "♥", D: "♦", C: "♣"};
const SAMPLE = {S: "SAK", H: "HQJ", D: "DT9", C: "C87"}, sample = el("p", {class: "sample"});   // in the colours and order chosen
const fields = new Map();                        // each setting's way of showing what is chosen

// A text that may be left empty.
function words(name, label, most) {
  const input = el("input", {type: "text", maxlength: most, autocomplete: "nickname"});
  input.addEventListener("change", () => settings.set(name, input.value = input.value.trim().replace(/\s+/g, " ")));
  fields.set(name, value => { input.value = value; });
  return el("label", {class: "field"}, label, input);
}
// One of several; `options` are [value, words].
function one(name, label, options) {
  const select = el("select", {}, ...options.map(([value, text]) => el("option", {value}, text)));
  select.addEventListener("change", () => settings.set(name, select.value));
  fields.set(name, value => {
    if (![...select.options].some(option => option.value === value)) select.append(el("option", {value}, value));
    select.value = value;
  });
  return el("label", {class: "field"}, label, select);
}
// Yes or no.
function flag(name, label, then) {
  const box = el("input", {type: "checkbox"});
  box.addEventListener("change", () => { settings.set(name, box.checked); if (then && box.checked) then(); });
  fields.set(name, value => { box.checked = value; });
  return el("label", {}, box, label);
}
function group(title, ...children) {
  const id = title.toLowerCase().replaceAll(" ", "-");
  return el("section", {class: "panel", "aria-labelledby": id}, el("h2", {id}, title), ...children);
}

const levels = Object.keys(data.levels).map(level => [level, level]);
const rules = Object.entries(data.rules).map(([name, contracts]) => [name, `${name} (${contracts})`]);
document.getElementById("main").append(
  el("p", {class: "soft"}, "Kept in this browser, and in force at once."),
  el("div", {class: "settings"},
    group("You and the others",
      words("name", "Your name", data.name_length),
      one("left", "On your left", levels), one("right", "On your right", levels),
      el("details", {}, el("summary", {}, "How strong each level is"),
        el("dl", {}, ...Object.entries(data.levels).flatMap(([level, note]) => [el("dt", {}, level), el("dd", {}, note)]))),
      one("rules", "Rules", rules),
      one("seat", "Your first seat", [["draw", "drawn by cards"], ["dealer", "the dealer"], ["left", "left of the dealer"], ["right", "right of the dealer"]]),
      one("opponents", "Advice on a hand takes the others as", data.opponents)),
    group("At the table",
      one("speed", "Speed", [["slow", "slow"], ["normal", "normal"], ["fast", "fast"], ["instant", "no motion"]]),
      flag("sound", "Sounds", () => sound("turn")),
      flag("autoplay", "Play a card by itself if it is the only one"),
      flag("confirm", "Play a card only at the second click"),
      flag("verdicts", "Say after each choice of mine what it was worth")),
    group("Looks",
      one("theme", "Colours of the page", [["auto", "as the system has them"], ["light", "light"], ["dark", "dark"]]),
      one("deck", "Colours of the suits", [["four", "four"], ["two", "two"]]),
      one("order", "Order of suits in a hand", ORDERS.map(order => [order, [...order].map(suit => SIGNS[suit]).join(" ")])),
      sample),
    group("This browser",
      el("div", {class: "row"},
        button("Show the first steps again", () => { settings.set("coached", false); notify("They come with the next deal."); }),
        button("Forget everything in this browser", forget, {class: "warn"})))));

function show() {
  for (const [name, put] of fields) put(settings.get(name));
  sample.replaceChildren(...sentence([...settings.get("order")].map(suit => SAMPLE[suit]).join(" ")));
}
settings.watch(show);
show();

async function forget() {
  const wanted = await ask("Forget everything in this browser?",
    el("p", {}, "Your settings go, and the name by which a match under way in this browser is found again. Records and reviews stay in the library."),
    [["yes", "Forget", "main"], ["no", "Keep"]]);
  if (wanted !== "yes") return;
  await attempt(async () => {
    await post("/api/forget");
    for (const key of Object.keys(localStorage)) if (key.startsWith("n52.")) localStorage.removeItem(key);
    location.reload();
  });
}
