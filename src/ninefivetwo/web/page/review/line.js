// A line: the choices before the play, then every card; as the deal went in fact, or as it went after another choice.
function lineOf(before, playing, tricks, decisions) {
  const plays = tricks.flatMap((trick, number) => trick.cards.map((card, i) => (
    {card, seat: SEATS[(SEATS.indexOf(trick.lead) + i) % 3], trick: number + 1, winner: i === 2 ? trick.winner : null})));
  const steps = [...before, ...plays.map(play => ({...play, decision: decisions.find(d => d.trick === play.trick && d.seat === play.seat) || null}))];
  return {steps, playing, first: before.length};
}
function realLine(review) {
  const before = review.decisions.filter(d => d.trick === null).map(d => ({seat: d.seat, phase: d.phase, chosen: d.chosen, hands: d.hands, decision: d}));
  return {...lineOf(before, review.playing, review.tricks, review.decisions), trump: review.trump};
}
function otherLine(review, other) {              // only up to the other choice its decisions are those of the review
  const before = other.steps.map((step, i) => ({...step, decision: i <= other.decision ? review.decisions[i] : null}));
  const line = lineOf(before, other.playing, other.tricks, review.decisions.filter(d => d.index <= other.decision));
  return {...line, trump: other.trump};
}
const choiceOf = step => step.card || step.chosen;
const stepOf = (line, index) => line.steps.findIndex(step => step.decision && step.decision.index === index);

function moment(line, at) {                      // each seat's cards, the trick on the table, tricks won, the last trick
  const hands = at < line.first ? line.steps[at].hands : line.playing;
  const held = SEATS.map(seat => handCards(hands[seat])), won = [0, 0, 0];
  let table = [], last = null;
  for (const {seat, card, winner} of line.steps.slice(line.first, at)) {
    const who = SEATS.indexOf(seat);
    if (held[who]) held[who] = held[who].filter(each => each !== card);
    table.push({seat, card});
    if (table.length === 3) { last = {cards: table, winner}; won[SEATS.indexOf(winner)]++; table = []; }
  }
  return {held, table, won, last};
}
function legalCards({held, table}, seat) {       // none where the hand is not known
  const cards = held[SEATS.indexOf(seat)] || [], led = table.length ? table[0].card[0] : null;
  const following = cards.filter(card => card[0] === led);
  return following.length ? following : cards;
}
