// The fingerprint of a deal's cards; after the deal, the browser checks the cards against the fingerprint.
import {el, say, saying} from "./table/dom.js";

export function fairness(/** @type {Fingerprint} */ {fingerprint, salt, dealt, seed}, /** @type {boolean} */ open) {
  const code = (/** @type {string} */ words) => el("code", {}, words), made = el("details", {class: "fair", open}, el("summary", {}, say("FAIR")),
    el("p", {}, ...saying("FAIR_FINGERPRINT", {code: code(fingerprint)})));
  if (!salt) { made.append(el("p", {class: "soft"}, say("FAIR_LATER"))); return made; }
  const words = el("p", {class: "soft"});
  made.append(el("p", {}, ...saying("FAIR_LINE", {code: code(`${salt} ${dealt}`)})), words, ...(seed ? [el("p", {}, ...saying("FAIR_SEED", {code: code(seed)}))] : []),
    el("p", {class: "soft"}, ...saying("FAIR_COMMAND", {code: code("n52 record fair")})));
  check(`${salt} ${dealt}`, fingerprint, words);
  return made;
}
async function check(/** @type {string} */ line, /** @type {string} */ fingerprint, /** @type {HTMLElement} */ words) {
  if (!crypto.subtle) return;                    // browsers offer this function only on this machine and over TLS
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line)));
  const fits = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("") === fingerprint;
  words.textContent = say(fits ? "FAIR_FITS" : "FAIR_DIFFERS");
  words.className = fits ? "good" : "warn";
}
