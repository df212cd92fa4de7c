// The page's state: the match or a position in a deal. The address contains the state, so links and reloading work.
const here = {deal: null, at: 0, other: null, turned: 0};   // `turned` is the number of seats by which the table is rotated

function viewOf(number) {
  const review = DATA.deals[number], words = review.words, real = realLine(review), other = here.other;
  const names = SEATS.map(seat => words.players[seat]);
  return {number, review, words, names, line: other ? other.line : real, tables: other ? other.tables : DATA.tables[number], figures: DATA.figures[number], at: here.at, other, open: !review.deal.includes("?"),
    canTry: Boolean(DATA.served) && !review.deal.includes("?")};
}

// Addresses: #match, #deal-3, #deal-3-decision-20, #deal-3-end. Deals have their own numbers if these are unique,
// otherwise they are counted from 1; decisions are counted from 0.
const NUMBERS = numbersOf(DATA.match ? DATA.match.places.map(place => place.deal) : [1]);
function numbersOf(told) { return new Set(told).size === told.length ? told : told.map((_, i) => i + 1); }
const addressOf = (deal, index) => "#deal-" + NUMBERS[deal] + (index === undefined ? "" : "-decision-" + index);
function parsedAddress() {
  const found = /^#deal-(\d+)(?:-(decision-(\d+)|step-(\d+)|end))?$/.exec(location.hash), number = found ? NUMBERS.indexOf(Number(found[1])) : -1;
  if (number < 0) return DATA.match ? {deal: null, at: 0} : {deal: 0, at: firstStep(0)};
  const line = realLine(DATA.deals[number]), step = found[3] !== undefined ? stepOf(line, Number(found[3])) : found[4] !== undefined ? Number(found[4]) : found[2] ? line.steps.length : firstStep(number);
  return {deal: number, at: within(line, step < 0 ? firstStep(number) : step)};
}
function addressHere() {
  if (here.deal === null) return "#match";
  const line = realLine(DATA.deals[here.deal]), at = here.other ? here.other.from : here.at, step = line.steps[at];
  return !step ? addressOf(here.deal) + "-end" : step.decision ? addressOf(here.deal, step.decision.index) : addressOf(here.deal) + "-step-" + at;
}
function firstStep(number) {                     // a deal opens at its costliest mistake
  const review = DATA.deals[number], line = realLine(review), worst = (review.words.costliest_decisions || [])[0] ?? review.turning_points[0];
  return worst === undefined ? line.first : stepOf(line, worst);
}
const within = (line, step) => Math.max(0, Math.min(line.steps.length, step));

function draw(whole) {
  show("match", here.deal === null); show("deal", here.deal !== null);
  drawDealLinks();
  if (here.deal === null) { drawMatch(); return; }
  const view = viewOf(here.deal);
  if (whole) drawDeal(view);
  drawBanner(view); drawTable(view); drawDecision(view); drawPlot(view); drawWhere(view); drawSite(view); sayTrying("");
}
function drawWhere(view) {
  const step = view.line.steps[view.at], over = view.other || view.review.result;
  $("where").replaceChildren(...(step ? [el("b", {}, say(STAGES[step.phase] || "STEP_TRICK", {number: step.trick})), " · ", say("STEP", {number: view.at + 1, all: view.line.steps.length})] : [say(over ? "DEAL_END" : "RECORD_END")]));
  $("first").disabled = $("back").disabled = view.at === 0;
  $("next").disabled = $("last").disabled = view.at === view.line.steps.length;
}
const STAGES = {exchange: "STEP_EXCHANGE", call: "STEP_CALL", discard: "STEP_DISCARD"};
function drawDealLinks() {
  show("deals", Boolean(DATA.match));
  if (!DATA.match) return;
  const link = (address, words, current) => el("a", {href: address, class: "b", "aria-current": current ? "page" : null}, words);
  $("deals").replaceChildren(link("#match", say("ALL_DEALS"), here.deal === null),
    ...NUMBERS.map((number, i) => link(addressOf(i), say("DEAL_NUMBER", {number}), here.deal === i)));
}

// Go to a step and update the address; only links add an entry to the browser's history.
function go(step) {
  here.at = within(viewOf(here.deal).line, step);
  asked++; draw(false); history.replaceState(null, "", addressHere());
}
function showOther(number, other, start, from) {
  const review = DATA.deals[number], line = otherLine(review, {...other, decision: start});
  Object.assign(here, {deal: number, at: from, other: {...other, line, start, from, startStep: stepOf(realLine(review), start)}});
  draw(false); $("next").focus();
}
function returnToReal() {
  const from = here.other.startStep;
  here.other = null; go(from);
}
function turnTable() {
  here.turned++; draw(false);
}
function nextMistake() {
  if (here.other) returnToReal();
  const steps = viewOf(here.deal).line.steps, avoidable = step => step.decision?.mark, wrong = steps.some(avoidable) ? avoidable : isLoss;
  const found = steps.flatMap((step, i) => wrong(step) ? [i] : []);
  if (found.length) go(found.find(i => i > here.at) ?? found[0]);
}
function follow() {                              // called after a change of the address, and when the page opens
  Object.assign(here, parsedAddress(), {other: null});
  asked++; draw(true); window.scrollTo(0, 0);
}

// A page from the server has links to the other pages and to tools for this deal.
function drawSite(view) {
  if (!DATA.served) return;
  const record = DATA.served.records[view.number], cards = Math.max(0, (view.other ? view.other.from : view.at) - view.line.first);
  const learn = view.names.map(name => el("a", {href: "/drill?player=" + encodeURIComponent(name)}, name));
  const edit = view.open && view.review.trump ? [el("a", {href: `/analyse?record=${record}&after=${cards}`, id: "edit"}, say("EDIT_DEAL"))] : [];
  drawShare(view);
  $("work").replaceChildren(...edit, el("span", {}, say("TRAIN_MISTAKES")), ...learn);
}
function drawShare(view) {                       // shares the position before another choice, because no record contains the cards played after it
  const {steps} = view.line, next = view.other ? view.other.start : steps.slice(view.at).find(step => step.decision)?.decision.index;
  Object.assign($("share").dataset, {record: DATA.served.records[view.number], decision: next ?? ""});
}

$("first").onclick = () => go(0); $("back").onclick = () => go(here.at - 1); $("next").onclick = () => go(here.at + 1); $("last").onclick = () => go(Infinity);
$("mistake").onclick = nextMistake; $("turn").onclick = turnTable; $("return").onclick = returnToReal;
document.addEventListener("keydown", event => {  // a key presses the button with this data-key
  const pressed = here.deal === null || event.ctrlKey || event.metaKey || event.altKey ? null : document.querySelector(`.steps [data-key="${CSS.escape(event.key)}"]`);
  if (pressed) { pressed.click(); event.preventDefault(); }
});
$("all").onclick = () => { $("options").classList.add("whole"); show("all", false); };
NARROW.addEventListener("change", () => { if (here.deal !== null) drawPlot(viewOf(here.deal)); });
$("four").onchange = event => settings.set("deck", event.target.checked ? "four" : "two");
window.addEventListener("hashchange", () => { follow(); if (here.deal !== null) $("what").focus({preventScroll: true}); });
document.addEventListener("click", event => {     // a link to the current address returns to the actual deal
  const link = event.target.closest("a[href^='#']");
  if (link && link.hash === "#main") { event.preventDefault(); $("main").focus(); }   // the address is for the position
  else if (link && link.hash === location.hash) follow();
});
for (const id of ["work", "share"]) show(id, Boolean(DATA.served));
$("four").parentElement.hidden = Boolean(DATA.served);   // a page from the server has a page of settings
settings.watch(() => { $("four").checked = settings.get("deck") !== "two"; });
changed();
follow();
