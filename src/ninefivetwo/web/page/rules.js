// The rules page opens with the user's rule set, shows another rule set as soon as the user chooses it, and draws the
// cards of the pictures.
import {loneCard} from "./table/cards.js";
import {settings} from "./settings.js";

const chosen = /** @type {HTMLSelectElement} */ (document.getElementById("chosen"));
if (!new URLSearchParams(location.search).has("rules") && settings.get("rules") !== chosen.value) {
  location.replace(`/rules?rules=${encodeURIComponent(settings.get("rules"))}${location.hash}`);
}
const use = /** @type {HTMLElement} */ (document.getElementById("use"));
use.hidden = false;
use.onclick = () => { settings.set("rules", chosen.value); location.href = "/"; };
chosen.onchange = () => chosen.form?.submit();
for (const place of document.querySelectorAll("[data-cards]")) place.append(.../** @type {Card[]} */ ((place.dataset.cards || "").split(" ")).map(loneCard));

// A link to a folded text opens it.
function unfold() {
  const at = document.getElementById(location.hash.slice(1));
  for (const folded of [at?.closest("details"), at?.querySelector("details")]) if (folded) folded.open = true;
  at?.scrollIntoView();
}
window.addEventListener("hashchange", unfold);
unfold();
