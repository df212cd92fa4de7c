// The user's settings, kept in this browser; all tabs follow a change.
const KEPT = "n52.settings";
export const UNNAMED = "You";   // the name of a user who gave none; sentences address them
const PHONE = window.matchMedia("(pointer: coarse)").matches;
const DEFAULTS = {
  name: "", left: "club", right: "club", rules: "wikipedia", seat: "draw", opponents: "", speed: "normal", sound: !PHONE, deck: "four",
  order: "SHCD", autoplay: false, confirm: false, verdicts: false, theme: "auto", coached: false,
};
const watchers = new Set();

function kept() {
  try { return JSON.parse(localStorage.getItem(KEPT)) || {}; } catch (error) { return {}; }
}
let now = {...DEFAULTS, ...kept()};

function changed() {
  document.documentElement.dataset.theme = now.theme;
  document.documentElement.dataset.deck = now.deck;
  for (const watcher of watchers) watcher(now);
}
window.addEventListener("storage", event => { if (event.key === KEPT) { now = {...DEFAULTS, ...kept()}; changed(); } });

export const settings = {
  get: name => now[name],
  set(name, value) {
    now = {...now, [name]: value};
    try { localStorage.setItem(KEPT, JSON.stringify({...kept(), [name]: value})); } catch (error) { /* for this visit, then */ }
    changed();
  },
  watch(watcher) { watchers.add(watcher); return () => watchers.delete(watcher); },   // called with all settings
};
