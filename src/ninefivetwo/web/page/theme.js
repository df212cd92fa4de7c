// Runs before the page is drawn, so that the stored colours apply without a flash.
"use strict";
(() => {
  let kept = {};
  try { kept = JSON.parse(localStorage.getItem("n52.settings")) || {}; } catch (error) { /* use the defaults */ }
  document.documentElement.dataset.theme = kept.theme || "auto";
  document.documentElement.dataset.deck = kept.deck || "four";
  document.addEventListener("DOMContentLoaded", () => {   // on a phone, the links are in one line; scroll to the current link
    const links = document.querySelector("nav"), here = links?.querySelector("[aria-current]");
    if (here) links.scrollLeft = here.offsetLeft - (links.clientWidth - here.offsetWidth) / 2;
  });
})();
