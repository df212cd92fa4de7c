// The fingerprint of a deal's cards; after the deal, the browser checks the cards against the fingerprint.
import {saying, soft, fold, el} from "./table/dom.js";

export function fairness(/** @type {Fingerprint} */ {fingerprint, salt, dealt, seed}, /** @type {boolean} */ open) {
  const line = `${salt} ${dealt}`, fits = soft();
  const coded = (/** @type {string} */ words, /** @type {string} */ code) => el("p", {}, ...saying(words, {code: el("code", {}, code)}));
  if (salt) check(line, fingerprint, fits);
  const fingerprinted = coded("Fingerprint of this deal, fixed before its first card: {code}", fingerprint);
  return fold("Fair dealing", {class: "fair", open}, fingerprinted, ...(salt ? [
    coded("The fingerprint is the SHA-256 hash of this line: {code}", line), fits, seed && coded("Seed of the match: {code}", seed),
    soft(...saying("Run {code} on the saved record to check the fingerprint, and whether each computer used only its own view.", {code: el("code", {}, "n52 record fair")})),
  ] : [soft("After the last card, you see the text from which the fingerprint was made.")]));
}
async function check(/** @type {string} */ line, /** @type {string} */ fingerprint, /** @type {HTMLElement} */ words) {
  if (!crypto.subtle) return; // browsers offer this function only on this machine and over TLS
  const bytes = new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(line)));
  const fits = [...bytes].map(byte => byte.toString(16).padStart(2, "0")).join("") === fingerprint;
  words.textContent = fits ? "✓ Checked in your browser: the fingerprint matches." : "✗ Checked in your browser: the fingerprint does not match!";
  words.className = fits ? "good" : "warn";
}
