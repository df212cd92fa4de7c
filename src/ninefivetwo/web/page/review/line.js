// Makes the lines of a deal: the choices before the play, then each card, as played or after another choice.
import {seatAfter} from "../table/dom.js";

/** @type {(before: Step[], tricks: Trick[], decisions: Decision[]) => DealLine} */ function lineOf(before, tricks, decisions) {
  const plays = tricks.flatMap((trick, number) => trick.cards.map((card, i) => (
    {card, seat: seatAfter(trick.lead, i), trick: number + 1, winner: i === 2 ? trick.winner : null})));
  const steps = plays.map(play => ({...play, decision: decisions.find(d => d.trick === play.trick && d.seat === play.seat) || null}));
  return {steps: [...before, ...steps], first: before.length};
}
export function realLine(/** @type {ReviewObject} */ review) {
  const before = review.decisions.filter(d => d.trick === null).map(d => ({seat: d.seat, phase: d.phase, chosen: d.chosen, decision: d}));
  return lineOf(before, review.tricks, review.decisions);
}
export function otherLine(/** @type {ReviewObject} */ review, /** @type {WhatIf} */ other, /** @type {number} */ start) { // takes the decisions up to the other choice from the review
  const before = other.steps.map((step, i) => ({...step, decision: i <= start ? review.decisions[i] : null}));
  return lineOf(before, other.tricks, review.decisions.filter(d => d.index <= start));
}
export const choiceOf = (/** @type {Step} */ step) => step.card === undefined ? step.chosen : step.card;
export const stepOf = (/** @type {DealLine} */ line, /** @type {number} */ index) => line.steps.findIndex(step => step.decision?.index === index);
export const isLoss = (/** @type {Step} */ step) => Boolean(step.decision && (step.decision.own_cost || step.decision.mark));
export const isOther = (/** @type {View} */ view) => Boolean(view.other && view.at >= view.other.from); // whether the choice shown is not the actual choice, to which the review applies
