// The rules: those one plays by are shown first; another rule set is shown as soon as it is chosen.
import {settings} from "./settings.js";

const chosen = document.getElementById("chosen");
if (!new URLSearchParams(location.search).has("rules") && settings.get("rules") !== chosen.value) {
  location.replace(`/rules?rules=${encodeURIComponent(settings.get("rules"))}${location.hash}`);
}
chosen.form.querySelector("button").hidden = true;
chosen.addEventListener("change", () => { location.href = `/rules?rules=${encodeURIComponent(chosen.value)}`; });
