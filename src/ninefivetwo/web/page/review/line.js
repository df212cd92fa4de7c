// Makes the lines of a deal: the choices before the play, then each card, as played or after another choice.
/** @type {(before: Step[], tricks: Trick[], decisions: Decision[]) => DealLine} */ function lineOf(before, tricks, decisions) {
  const plays = tricks.flatMap((trick, number) => trick.cards.map((card, i) => (
    {card, seat: SEATS[(SEATS.indexOf(trick.lead) + i) % 3], trick: number + 1, winner: i === 2 ? trick.winner : null})));
  const steps = [...before, ...plays.map(play => /** @type {Step} */ ({...play, decision: decisions.find(d => d.trick === play.trick && d.seat === play.seat) || null}))];
  return {steps, first: before.length};
}
function realLine(/** @type {ReviewObject} */ review) {
  const before = review.decisions.filter(d => d.trick === null).map(d => ({seat: d.seat, phase: d.phase, chosen: d.chosen, decision: d}));
  return lineOf(before, review.tricks, review.decisions);
}
function otherLine(/** @type {ReviewObject} */ review, /** @type {WhatIf} */ other, /** @type {number} */ start) {   // takes the decisions up to the other choice from the review
  const before = other.steps.map((step, i) => ({...step, decision: i <= start ? review.decisions[i] : null}));
  return lineOf(before, other.tricks, review.decisions.filter(d => d.index <= start));
}
const choiceOf = (/** @type {Step} */ step) => step.card === undefined ? step.chosen : step.card;
const stepOf = (/** @type {DealLine} */ line, /** @type {number} */ index) => line.steps.findIndex(step => step.decision && step.decision.index === index);
