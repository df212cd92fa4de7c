// Runs before the page is drawn, so that no wrong colour flashes: what is remembered of colours and cards.
"use strict";
(() => {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem("n52.settings")) || {}; } catch (error) { /* nothing is remembered */ }
  document.documentElement.dataset.theme = kept.theme || "auto";
  document.documentElement.dataset.deck = kept.deck || "four";
})();
