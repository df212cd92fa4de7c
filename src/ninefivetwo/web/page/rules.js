// The rules page opens with the user's rule set, and shows another rule set as soon as the user chooses it.
import {settings} from "./settings.js";

const chosen = document.getElementById("chosen");
if (!new URLSearchParams(location.search).has("rules") && settings.get("rules") !== chosen.value) {
  location.replace(`/rules?rules=${encodeURIComponent(settings.get("rules"))}${location.hash}`);
}
const use = document.getElementById("use");
chosen.form.querySelector("[type=submit]").hidden = true;
use.hidden = false;
use.addEventListener("click", () => { settings.set("rules", chosen.value); location.href = "/"; });
chosen.addEventListener("change", () => { location.href = `/rules?rules=${encodeURIComponent(chosen.value)}`; });
