// The fingerprint of a deal's cards; after the deal, the browser checks the cards against the fingerprint.
import {el, saying} from "./table/dom.js";

export function fairness(/** @type {Fingerprint} */ {fingerprint, salt, dealt, seed}, /** @type {boolean} */ open) {
  const code = (/** @type {string} */ words) => el("code", {}, words), made = el("details", {class: "fair", open}, el("summary", {}, "Fair dealing"),
    el("p", {}, ...saying("Fingerprint of this deal, fixed before its first card: {code}", {code: code(fingerprint)})));
  if (!salt) { made.append(el("p", {class: "soft"}, "After the last card, you see the text from which the fingerprint was made.")); return made; }
  const words = el("p", {class: "soft"});
  made.append(el("p", {}, ...saying("The fingerprint is the SHA-256 hash of this line: {code}", {code: code(`${salt} ${dealt}`)})), words, ...(seed ? [el("p", {}, ...saying("Seed of the match: {code}", {code: code(seed)}))] : []),
    el("p", {class: "soft"}, ...saying("Run {code} on the saved record to check the fingerprint, and whether each computer used only its own view.", {code: code("n52 record fair")})));
  check(`${salt} ${dealt}`, fingerprint, words);
  return made;
}
async function check(/** @type {string} */ line, /** @type {string} */ fingerprint, /** @type {HTMLElement} */ words) {
  if (!crypto.subtle) return;                    // browsers offer this function only on this machine and over TLS
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line)));
  const fits = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("") === fingerprint;
  words.textContent = fits ? "✓ Checked in your browser: the fingerprint matches." : "✗ Checked in your browser: the fingerprint does not match!";
  words.className = fits ? "good" : "warn";
}
