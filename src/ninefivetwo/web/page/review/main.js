// The page of a review: draws the match or the position in a deal, and moves on with buttons, keys and links.
import {$, el, isModified, say, targetOf} from "../table/dom.js";
import {changed, settings} from "../settings.js";
import {drawDeal} from "./deal.js";
import {drawDecision, endWords} from "./decision.js";
import {isLoss} from "./line.js";
import {drawMatch} from "./match.js";
import {drawPlot, NARROW} from "./plot.js";
import {addressOf, DATA, go, here, NUMBERS, page, parsedAddress, viewHere} from "./position.js";
import {drawTable} from "./table.js";
import {drawBanner, sayTrying} from "./what_if.js";

page.draw = whole => {
  $("match").hidden = here.deal !== null;
  $("deal").hidden = here.deal === null;
  if (DATA.match) drawDealLinks();
  if (DATA.match && here.deal === null) { drawMatch(DATA.match, DATA.match_figures); return; }
  const view = viewHere();
  if (whole) drawDeal(view);
  drawBanner(view);
  drawTable(view);
  drawDecision(view);
  drawPlot(view);
  drawWhere(view);
  if (DATA.served) drawSite(view, DATA.served.records[view.number]);
  sayTrying("");
};
function drawWhere(/** @type {View} */ view) {
  const {at, line: {steps}} = view, step = steps[at];
  $("where").replaceChildren(...(step ? [el("b", {}, say(STAGES[step.phase || "play"] || "Trick {number}", {number: step.trick})), " · ", say("step {number} of {all}", {number: at + 1, all: steps.length})] : [endWords(view)]));
  $("first").disabled = $("back").disabled = at === 0;
  $("next").disabled = $("last").disabled = !step;
}
/** @type {Texts} */ const STAGES = {exchange: "Exchange", call: "Call", discard: "Discard"};
function drawDealLinks() {
  const link = (/** @type {string} */ href, /** @type {string} */ words, /** @type {number | null} */ deal) => el("a", {href, class: "b", "aria-current": here.deal === deal ? "page" : null}, words);
  $("deals").replaceChildren(link("#match", "All deals", null), ...NUMBERS.map((number, i) => link(addressOf(i), say("Deal {number}", {number}), i)));
}
// Draw what only a page from the server has: links to the other pages and to tools for this deal. What is shared is the
// position before another choice, because no record contains the cards played after it.
function drawSite(/** @type {View} */ {names, open, review, line: {steps, first}, at, other}, /** @type {string} */ record) {
  const cards = Math.max(0, (other ? other.from : at) - first), next = other ? other.start : steps.slice(at).find(step => step.decision)?.decision?.index;
  const edit = open && review.trump ? [el("a", {href: `/analyse?record=${record}&after=${cards}`, id: "edit"}, "Edit this deal and solve it again")] : [];
  Object.assign($("share").dataset, {record, decision: next ?? ""});
  $("work").replaceChildren(...edit, el("span", {}, "Train on mistakes by"), ...names.map(name => el("a", {href: "/drill?player=" + encodeURIComponent(name)}, name)));
}

function returnToReal() {
  const from = here.other?.startStep ?? here.at;
  here.other = null;
  go(from);
}
function nextMistake() {
  if (here.other) returnToReal();
  const {steps} = viewHere().line, avoidable = (/** @type {Step} */ step) => Boolean(step.decision?.mark), wrong = steps.some(avoidable) ? avoidable : isLoss;
  const found = steps.flatMap((step, i) => wrong(step) ? [i] : []);
  if (found.length) go(found.find(i => i > here.at) ?? found[0]);
}
function follow() { // called after a change of the address, and when the page opens
  Object.assign(here, parsedAddress(), {other: null});
  here.asked++;
  page.draw(true);
  window.scrollTo(0, 0);
}

$("first").onclick = () => go(0);
$("back").onclick = () => go(here.at - 1);
$("next").onclick = () => go(here.at + 1);
$("last").onclick = () => go(Infinity);
$("mistake").onclick = nextMistake;
$("turn").onclick = () => { here.turned++; page.draw(false); };
$("return").onclick = returnToReal;
document.addEventListener("keydown", event => { // a key presses the button with this data-key
  const pressed = here.deal === null || isModified(event) ? null : document.querySelector(`.steps [data-key="${CSS.escape(event.key)}"]`);
  if (pressed) { pressed.click(); event.preventDefault(); }
});
$("all").onclick = () => { $("options").classList.add("whole"); $("all").hidden = true; };
NARROW.addEventListener("change", () => { if (here.deal !== null) drawPlot(viewHere()); });
$("four").onchange = () => settings.set("deck", $("four").checked ? "four" : "two");
window.addEventListener("hashchange", () => { follow(); if (here.deal !== null) $("what").focus({preventScroll: true}); });
document.addEventListener("click", event => { // a link to the current address returns to the actual deal
  const link = targetOf(event).closest("a[href^='#']");
  if (link && link.hash === "#main") { event.preventDefault(); $("main").focus(); } // the address is for the position
  else if (link && link.hash === location.hash) follow();
});
$("deals").hidden = !DATA.match;
$("work").hidden = $("share").hidden = !DATA.served;
$("four").labels?.forEach(label => { label.hidden = Boolean(DATA.served); }); // a page from the server has a page of settings
settings.watch(() => { $("four").checked = settings.get("deck") !== "two"; });
changed();
follow();
