// The user's settings, which this browser stores; a change applies in all tabs.
const STORED_AS = "n52.settings";
export const UNNAMED = "You"; // the user's default name; with this name, sentences address the user directly
/** @type {Settings} */ const DEFAULTS = {
  name: "", left: "club", right: "club", rules: "wikipedia", seat: "draw", opponents: "", speed: "normal", sound: false, deck: "four",
  order: "SHCD", autoplay: false, confirm: false, verdicts: false, theme: "auto", coached: false,
};
const watchers = /** @type {(() => void)[]} */ ([]);

/** @returns {Partial<Settings>} */
export function stored() {
  try { return JSON.parse(localStorage.getItem(STORED_AS) || "{}") || {}; } catch { return {}; }
}
let now = {...DEFAULTS, ...stored()};

export function changed() {
  document.documentElement.dataset.theme = now.theme;
  document.documentElement.dataset.deck = now.deck;
  for (const watcher of watchers) watcher();
}
window.addEventListener("storage", event => { if (event.key === STORED_AS) { now = {...DEFAULTS, ...stored()}; changed(); } });

/** @type {SettingsStore} */
export const settings = {
  get: name => now[name],
  set(name, value) {
    now = {...now, [name]: value};
    try { localStorage.setItem(STORED_AS, JSON.stringify({...stored(), [name]: value})); } catch { /* the setting is not stored */ }
    changed();
  },
  watch(watcher) { watchers.push(watcher); }, // `watcher` is called after each change
};
