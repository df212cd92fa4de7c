// Tries other choices and continues the deal after them, which works only on a page from the server.
let asked = 0;                                   // the number of the newest request; answers to older requests are dropped

async function tryChoice(/** @type {View} */ view, /** @type {Choice} */ choice) {
  const from = view.other ? view.other.start : view.line.steps[view.at].decision?.index ?? 0;   // a choice that the review rates
  const choices = [...view.line.steps.slice(startStep(view, from), view.at).map(choiceOf), choice], mine = ++asked;
  sayTrying("Working …");
  try {
    const other = await askWhatIf(view.number, from, choices);
    if (mine !== asked) return;
    sayTrying("");
    showOther(view.number, other, from, view.at);
  } catch (error) {
    if (mine === asked) sayTrying(/** @type {Error} */ (error).message);
  }
}
const startStep = (/** @type {View} */ view, /** @type {number} */ index) => view.other ? view.other.startStep : stepOf(view.line, index);
/** @type {(number: number, decision: number, choices: Choice[]) => Promise<WhatIf>} */ async function askWhatIf(number, decision, choices) {
  const query = new URLSearchParams({decision: `${decision}`, choices: JSON.stringify(choices)});
  const answer = await fetch(`${DATA.served?.what_if}/${DATA.served?.records[number]}?${query}`).catch(() => { throw new Error(SERVER_GONE); });
  const found = /** @type {unknown} */ (await answer.json());
  if (!answer.ok) throw new Error(/** @type {{error: string}} */ (found).error);
  return /** @type {WhatIf} */ (found);
}
function sayTrying(/** @type {string} */ words) {   // if `words` is empty, invite the user to try a choice
  const step = here.deal === null ? null : viewHere().line.steps[here.at];
  show("tryit", Boolean(DATA.served && (words || step)));
  $("tryit").textContent = words || (step ? INVITATIONS[step.phase || "play"] || "What if? Press another card in this hand." : "");
}
/** @type {Record<string, string>} */ const INVITATIONS = {call: "What if? Press another call.", discard: "What if? Pick other cards in this hand, or press another choice in the table.", exchange: "What if? Pick other cards in this hand, or press another choice in the table."};
function drawBanner(/** @type {View} */ view) {
  show("banner", Boolean(view.other));
  if (view.other) $("bannerwords").replaceChildren(el("b", {}, "What if:"), " ", ...sentence(view.other.words[0], view.names));
}
