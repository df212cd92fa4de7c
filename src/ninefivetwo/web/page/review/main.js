// The page's state: the match or a position in a deal. The address contains the state, so links and reloading work.
const here = /** @type {{deal: number | null, at: number, other: Other | null, turned: number}} */ ({deal: null, at: 0, other: null, turned: 0});   // `turned` is the number of seats by which the table is rotated

/** @type {(number: number) => View} */ function viewOf(number) {
  const review = DATA.deals[number], words = review.words, real = realLine(review), other = here.other;
  const names = SEATS.map(seat => words.players[seat]);
  return {number, review, words, names, line: other ? other.line : real, tables: other ? other.tables : DATA.tables[number], figures: DATA.figures[number], at: here.at, other, open: !review.deal.includes("?"),
    canTry: Boolean(DATA.served) && !review.deal.includes("?")};
}

const viewHere = () => viewOf(here.deal ?? 0);   // only on the page of a deal

// Addresses: #match, #deal-3, #deal-3-decision-20, #deal-3-end. Deals have their own numbers if these are unique,
// otherwise they are counted from 1; decisions are counted from 0.
const NUMBERS = numbersOf(DATA.match ? DATA.match.places.map(place => place.deal) : [1]);
function numbersOf(/** @type {number[]} */ told) { return new Set(told).size === told.length ? told : told.map((_, i) => i + 1); }
const addressOf = (/** @type {number} */ deal, /** @type {number | null} */ index = null) => "#deal-" + NUMBERS[deal] + (index === null ? "" : "-decision-" + index);
function parsedAddress() {
  const found = /^#deal-(\d+)(?:-(decision-(\d+)|step-(\d+)|end))?$/.exec(location.hash), number = found ? NUMBERS.indexOf(Number(found[1])) : -1;
  if (!found || number < 0) return DATA.match ? {deal: null, at: 0} : {deal: 0, at: firstStep(0)};
  const line = realLine(DATA.deals[number]), step = found[3] !== undefined ? stepOf(line, Number(found[3])) : found[4] !== undefined ? Number(found[4]) : found[2] ? line.steps.length : firstStep(number);
  return {deal: number, at: within(line, step < 0 ? firstStep(number) : step)};
}
function addressHere() {
  if (here.deal === null) return "#match";
  const line = realLine(DATA.deals[here.deal]), at = here.other ? here.other.from : here.at, step = line.steps[at];
  return !step ? addressOf(here.deal) + "-end" : step.decision ? addressOf(here.deal, step.decision.index) : addressOf(here.deal) + "-step-" + at;
}
function firstStep(/** @type {number} */ number) {                     // a deal opens at its costliest mistake
  const review = DATA.deals[number], line = realLine(review), worst = (review.words.costliest_decisions || [])[0] ?? review.turning_points[0];
  return worst === undefined ? line.first : stepOf(line, worst);
}
const within = (/** @type {DealLine} */ line, /** @type {number} */ step) => Math.max(0, Math.min(line.steps.length, step));

function draw(/** @type {boolean} */ whole) {
  show("match", here.deal === null); show("deal", here.deal !== null);
  drawDealLinks();
  if (DATA.match && here.deal === null) { drawMatch(DATA.match, DATA.match_figures); return; }
  const view = viewHere();
  if (whole) drawDeal(view);
  drawBanner(view); drawTable(view); drawDecision(view); drawPlot(view); drawWhere(view); drawSite(view); sayTrying("");
}
function drawWhere(/** @type {View} */ view) {
  const step = view.line.steps[view.at], over = view.other || view.review.result;
  $("where").replaceChildren(...(step ? [el("b", {}, say(STAGES[step.phase || "play"] || "Trick {number}", {number: step.trick})), " · ", say("step {number} of {all}", {number: view.at + 1, all: view.line.steps.length})] : [over ? "End of the deal" : "The record stops here"]));
  $("first").disabled = $("back").disabled = view.at === 0;
  $("next").disabled = $("last").disabled = view.at === view.line.steps.length;
}
/** @type {Record<string, string>} */ const STAGES = {exchange: "Exchange", call: "Call", discard: "Discard"};
function drawDealLinks() {
  show("deals", Boolean(DATA.match));
  if (!DATA.match) return;
  const link = (/** @type {string} */ address, /** @type {string} */ words, /** @type {boolean} */ current) => el("a", {href: address, class: "b", "aria-current": current ? "page" : null}, words);
  $("deals").replaceChildren(link("#match", "All deals", here.deal === null),
    ...NUMBERS.map((number, i) => link(addressOf(i), say("Deal {number}", {number}), here.deal === i)));
}

// Go to a step and update the address; only links add an entry to the browser's history.
function go(/** @type {number} */ step) {
  here.at = within(viewHere().line, step);
  asked++; draw(false); history.replaceState(null, "", addressHere());
}
/** @type {(number: number, other: WhatIf, start: number, from: number) => void} */ function showOther(number, other, start, from) {
  const review = DATA.deals[number], line = otherLine(review, other, start);
  Object.assign(here, {deal: number, at: from, other: {...other, line, start, from, startStep: stepOf(realLine(review), start)}});
  draw(false); $("next").focus();
}
function returnToReal() {
  const from = here.other?.startStep ?? here.at;
  here.other = null; go(from);
}
function turnTable() {
  here.turned++; draw(false);
}
function nextMistake() {
  if (here.other) returnToReal();
  const steps = viewHere().line.steps, avoidable = (/** @type {Step} */ step) => Boolean(step.decision?.mark), wrong = steps.some(avoidable) ? avoidable : isLoss;
  const found = steps.flatMap((step, i) => wrong(step) ? [i] : []);
  if (found.length) go(found.find(i => i > here.at) ?? found[0]);
}
function follow() {                              // called after a change of the address, and when the page opens
  Object.assign(here, parsedAddress(), {other: null});
  asked++; draw(true); window.scrollTo(0, 0);
}

// A page from the server has links to the other pages and to tools for this deal.
function drawSite(/** @type {View} */ view) {
  if (!DATA.served) return;
  const record = DATA.served.records[view.number], cards = Math.max(0, (view.other ? view.other.from : view.at) - view.line.first);
  const learn = view.names.map(name => el("a", {href: "/drill?player=" + encodeURIComponent(name)}, name));
  const edit = view.open && view.review.trump ? [el("a", {href: `/analyse?record=${record}&after=${cards}`, id: "edit"}, "Edit this deal and solve it again")] : [];
  drawShare(view, record);
  $("work").replaceChildren(...edit, el("span", {}, "Train on mistakes by"), ...learn);
}
function drawShare(/** @type {View} */ view, /** @type {string} */ record) {   // shares the position before another choice, because no record contains the cards played after it
  const {steps} = view.line, next = view.other ? view.other.start : steps.slice(view.at).find(step => step.decision)?.decision?.index;
  Object.assign($("share").dataset, {record, decision: next ?? ""});
}

$("first").onclick = () => go(0); $("back").onclick = () => go(here.at - 1); $("next").onclick = () => go(here.at + 1); $("last").onclick = () => go(Infinity);
$("mistake").onclick = nextMistake; $("turn").onclick = turnTable; $("return").onclick = returnToReal;
document.addEventListener("keydown", event => {  // a key presses the button with this data-key
  const pressed = here.deal === null || event.ctrlKey || event.metaKey || event.altKey ? null : document.querySelector(`.steps [data-key="${CSS.escape(event.key)}"]`);
  if (pressed) { pressed.click(); event.preventDefault(); }
});
$("all").onclick = () => { $("options").classList.add("whole"); show("all", false); };
NARROW.addEventListener("change", () => { if (here.deal !== null) drawPlot(viewHere()); });
$("four").onchange = () => settings.set("deck", $("four").checked ? "four" : "two");
window.addEventListener("hashchange", () => { follow(); if (here.deal !== null) $("what").focus({preventScroll: true}); });
document.addEventListener("click", event => {     // a link to the current address returns to the actual deal
  const link = /** @type {Element} */ (event.target).closest("a[href^='#']");
  if (link && link.hash === "#main") { event.preventDefault(); $("main").focus(); }   // the address is for the position
  else if (link && link.hash === location.hash) follow();
});
show("work", Boolean(DATA.served)); show("share", Boolean(DATA.served));
$("four").labels?.forEach(label => { label.hidden = Boolean(DATA.served); });   // a page from the server has a page of settings
settings.watch(() => { $("four").checked = settings.get("deck") !== "two"; });
changed();
follow();
