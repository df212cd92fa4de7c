// Tries other choices and continues the deal after them, which works only on a page from the server.
import {$, el, sentence, SERVER_GONE} from "../table/dom.js";
import {choiceOf, otherLine, realLine, stepOf} from "./line.js";
import {DATA, here, page, viewHere} from "./position.js";

export async function tryChoice(/** @type {View} */ view, /** @type {Choice} */ choice) {
  const {number, at, other, line} = view, start = other ? other.start : line.steps[at].decision?.index ?? 0; // a choice that the review rates
  const startStep = other ? other.startStep : stepOf(line, start), mine = ++here.asked;
  sayTrying("Working …");
  try {
    const found = await askWhatIf(number, start, [...line.steps.slice(startStep, at).map(choiceOf), choice]);
    if (mine !== here.asked) return;
    const review = DATA.deals[number], there = {line: otherLine(review, found, start), start, from: at, startStep: stepOf(realLine(review), start)};
    Object.assign(here, {at, other: {...found, ...there}});
    page.draw(false);
    $("next").focus();
  } catch (error) {
    if (mine === here.asked) sayTrying(/** @type {Error} */ (error).message);
  }
}
/** @type {(number: number, decision: number, choices: Choice[]) => Promise<WhatIf>} */ async function askWhatIf(number, decision, choices) {
  const query = new URLSearchParams({decision: `${decision}`, choices: JSON.stringify(choices)});
  const answer = await fetch(`${DATA.served?.what_if}/${DATA.served?.records[number]}?${query}`).catch(() => { throw new Error(SERVER_GONE); });
  const found = await answer.json();
  if (!answer.ok) throw new Error(found.error);
  return found;
}
export function sayTrying(/** @type {string} */ words) { // if `words` is empty, invite the user to try a choice
  const step = here.deal === null ? null : viewHere().line.steps[here.at];
  $("tryit").hidden = !DATA.served || !(words || step);
  $("tryit").textContent = words || (step ? INVITATIONS[step.phase || "play"] || "What if? Press another card in this hand." : "");
}
const PICK_OTHERS = "What if? Pick other cards in this hand, or press another choice in the table.";
/** @type {Texts} */ const INVITATIONS = {call: "What if? Press another call.", discard: PICK_OTHERS, exchange: PICK_OTHERS};
export function drawBanner(/** @type {View} */ {other, names}) {
  $("banner").hidden = !other;
  if (other) $("bannerwords").replaceChildren(el("b", {}, "What if:"), " ", ...sentence(other.words[0], names));
}
