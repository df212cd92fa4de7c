// Makes the lines of a deal: the choices before the play, then each card, as played or after another choice.
function lineOf(before, tricks, decisions) {
  const plays = tricks.flatMap((trick, number) => trick.cards.map((card, i) => (
    {card, seat: SEATS[(SEATS.indexOf(trick.lead) + i) % 3], trick: number + 1, winner: i === 2 ? trick.winner : null})));
  const steps = [...before, ...plays.map(play => ({...play, decision: decisions.find(d => d.trick === play.trick && d.seat === play.seat) || null}))];
  return {steps, first: before.length};
}
function realLine(review) {
  const before = review.decisions.filter(d => d.trick === null).map(d => ({seat: d.seat, phase: d.phase, chosen: d.chosen, decision: d}));
  return lineOf(before, review.tricks, review.decisions);
}
function otherLine(review, other) {              // takes the decisions up to the other choice from the review
  const before = other.steps.map((step, i) => ({...step, decision: i <= other.decision ? review.decisions[i] : null}));
  return lineOf(before, other.tricks, review.decisions.filter(d => d.index <= other.decision));
}
const choiceOf = step => step.card || step.chosen;
const stepOf = (line, index) => line.steps.findIndex(step => step.decision && step.decision.index === index);
