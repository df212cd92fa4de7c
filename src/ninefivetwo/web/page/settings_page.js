// The settings page: each change applies at once in all tabs and is kept in this browser.
import {$, sentence} from "./table/dom.js";
import {attempt, confirmed, notify, post, put} from "./ui.js";
import {settings} from "./settings.js";
import {sound} from "./sounds.js";

/** @type {Texts} */ const SAMPLE = {S: "♠A K", H: "♥Q J", D: "♦10 9", C: "♣8 7"}; // shows the chosen colours and the order of suits
const fields = document.querySelectorAll("#main [name]");
const nameOf = (/** @type {NamedField} */ field) => /** @type {keyof Settings} */ (field.name);

function show() {
  for (const field of fields) put(field, settings.get(nameOf(field)));
  $("sample").replaceChildren(...sentence([...settings.get("order")].map(suit => SAMPLE[suit]).join(" ")));
}
settings.watch(show);
show();

for (const field of fields) {
  field.onchange = () => {
    const {type, value} = field, name = nameOf(field);
    settings.set(name, "checked" in field && type === "checkbox" ? field.checked : type === "text" ? value.trim().replace(/\s+/g, " ") : value);
    if (name === "sound") sound("turn"); // cannot be heard if the user has switched sounds off
  };
}
$("coach").onclick = () => {
  settings.set("coached", false);
  notify("The first steps appear with the next deal.");
};
$("forget").onclick = () => attempt(async () => {
  if (!await confirmed("Clear everything in this browser?", "This deletes your settings and this browser's link to its unfinished match. Records and reviews stay in the library.", "Clear", "Cancel")) return;
  await post("/api/forget");
  for (const key of Object.keys(localStorage)) if (key.startsWith("n52.")) localStorage.removeItem(key);
  location.reload();
});
