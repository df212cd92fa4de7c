// Runs before the page is drawn, so that the stored colours apply without a flash.
"use strict";
(() => {
  let kept = /** @type {Partial<Settings>} */ ({});
  try { kept = JSON.parse(localStorage.getItem("n52.settings") || "{}") || {}; } catch { /* use the defaults */ }
  document.documentElement.dataset.theme = kept.theme || "auto";
  document.documentElement.dataset.deck = kept.deck || "four";
})();
