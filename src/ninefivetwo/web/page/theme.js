// Runs before the page is drawn, so that no wrong colour flashes: what is remembered of colours and cards.
"use strict";
(() => {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem("n52.settings")) || {}; } catch (error) { /* nothing is remembered */ }
  document.documentElement.dataset.theme = kept.theme || "auto";
  document.documentElement.dataset.deck = kept.deck || "four";
  document.addEventListener("DOMContentLoaded", () => {   // on a phone the links are one line; the present page's is in view
    const links = document.querySelector("nav"), here = links?.querySelector("[aria-current]");
    if (here) links.scrollLeft = here.offsetLeft - (links.clientWidth - here.offsetWidth) / 2;
  });
})();
