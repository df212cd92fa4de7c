// What the page does by itself: the four-colour deck, remembered, and the keyboard.
"use strict";
let n52last = 0;
function n52four(on) {
  document.body.classList.toggle("four", on);
  try { localStorage.setItem("n52four", on ? "1" : ""); } catch (error) { /* not remembered, then */ }
}
function n52recall() {
  let on = false;
  try { on = !!localStorage.getItem("n52four"); } catch (error) { /* nothing is remembered */ }
  document.body.classList.toggle("four", on);
  const box = document.getElementById("four");
  if (box) box.checked = on; else setTimeout(n52recall, 50);
}
document.addEventListener("DOMContentLoaded", n52recall);
// Arrows go from card to card; a letter presses the button that bears it.
document.addEventListener("keydown", event => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (document.querySelector(".q-dialog")) return;
  const step = {ArrowRight: 1, ArrowLeft: -1}[event.key];
  if (step) {
    const cards = [...document.querySelectorAll("button.card:not(:disabled)")];
    if (!cards.length) return;
    const at = cards.indexOf(document.activeElement), here = at < 0 ? n52last - (step > 0) : at;
    n52last = Math.min(Math.max(here + step, 0), cards.length - 1);  // a hand drawn anew is gone on with where it was left
    cards[n52last].focus();
    event.preventDefault();
    return;
  }
  const wanted = document.querySelector(`button[data-key="${CSS.escape(event.key.toLowerCase())}"]:not(:disabled)`);
  if (wanted && !(event.key === "Enter" && event.target.matches("button, a"))) { wanted.click(); event.preventDefault(); }
});
