// The moment shown, as a state of the card table; and what pressing its cards tries.
let table = null;                                // made when a deal is first shown

function drawTable(view) {
  table = table || new Table($("table"), {choose: choice => tryOrGoOn(choice), settings: SETTINGS, moves: false});
  const state = tableState(view), shown = table.state, steps = shown && shown.line === state.line ? state.at - shown.at : 0;
  table.show(state, {pace: Math.abs(steps) === 1 ? undefined : "instant", marks: marksAt(view), said: happened(view)});
}
function tableState(view) {
  const {line, at, review} = view, now = moment(line, at), step = line.steps[at] || null;
  const led = now.table.length ? now.table[0].seat : now.last ? now.last.winner : (line.steps[line.first] || {seat: "left"}).seat;
  const last = now.last && {lead: now.last.cards[0].seat, cards: now.last.cards.map(play => play.card), winner: now.last.winner};
  return {
    at, line: `${view.number} ${view.other ? view.other.words[0] : ""}`, me: null, below: belowOf(view.review), trump: trumpAt(view), lead: led, trick: now.table.map(play => play.card), last,
    seats: SEATS.map((seat, i) => ({name: view.names[i], computer: isComputer(view.names[i]), contract: review.contracts[seat], won: now.won[i], held: heldAt(view, now, i), hand: now.held[i] && handOf(now.held[i]), score: null})),
    kitty: kittyAt(view, now), discarded: discardedAt(view), tags: {}, moved: movedTo(view), turn: step && turnAt(view, step, now), over: !step,
  };
}
const isComputer = name => new RegExp(`^(${Object.keys(LIKE).join("|")}) [123]$`).test(name);   // as they are called
// Who sits below: oneself, where the record tells who that is, else the dealer; or who was turned there.
function belowOf({viewer, players}) {
  const own = SETTINGS.get("name") || "You";
  const only = isOne => { const found = SEATS.filter(isOne); return found.length === 1 ? found[0] : null; };
  const seat = viewer || only(each => players[each] === own) || only(each => !isComputer(players[each])) || "dealer";
  return SEATS[(SEATS.indexOf(seat) + here.turned) % 3];
}
const handOf = cards => SUITS.map(suit => cards.filter(card => card[0] === suit).map(card => card[1]).join("") || "-").join(".");
function heldAt(view, now, i) {                  // of a hand that is not known as many as there must be
  const played = view.line.steps.slice(view.line.first, view.at).filter(step => step.seat === SEATS[i]).length;
  return now.held[i] ? now.held[i].length : 16 - played;
}
function trumpAt({line, at}) {                   // null before the call
  const called = line.steps.find((step, i) => step.phase === "call" && i < at);
  return called ? called.chosen : at >= line.first ? line.trump : null;
}
function discardedAt({line, at}) {
  const step = line.steps.find((each, i) => each.phase === "discard" && i < at);
  return step ? step.chosen : null;
}
const kittyOf = review => { const found = / K:(\S+)/.exec(review.deal); return found && !found[1].includes("?") ? cardsOf(found[1]) : null; };
function kittyAt(view, now) {                    // while it lies there: until its cards are in a hand
  const cards = kittyOf(view.review);
  if (!cards || view.at >= view.line.first || discardedAt(view) || now.held.some(hand => hand && hand.includes(cards[0]))) return null;
  return {number: cards.length, cards};
}
function movedTo(view) {                         // what the choice before this moment moved, and what it was answered by
  const {line, at} = view, step = at ? line.steps[at - 1] : null;
  if (!step || step.card || step.chosen === undefined) return [];
  const hands = at < line.first ? line.steps[at].hands : line.playing, has = (place, card) => Boolean(hands[place]) && cardsOf(hands[place]).includes(card);
  const move = (from, to, cards, why) => cards.length ? [{from, to, cards, number: cards.length, why}] : [];
  const kitty = kittyOf(view.review) || [], taken = kitty.length && step.hands.dealer && !cardsOf(step.hands.dealer).includes(kitty[0]) && kitty.every(card => has("dealer", card)) ? move("kitty", "dealer", kitty, "takes") : [];
  if (step.phase === "discard") return move("dealer", "out", step.chosen, "discards");
  if (step.phase !== "exchange") return taken;
  const gifts = Object.entries(step.chosen), back = to => gifts.find(([seat]) => seat === to)[1].concat(step.hands[to] ? cardsOf(step.hands[to]) : []).filter(card => has(step.seat, card));
  return [...gifts.flatMap(([to, cards]) => move(step.seat, to, cards, "gives")), ...gifts.flatMap(([to]) => move(to, step.seat, back(to), "returns")), ...taken];
}
function turnAt(view, step, now) {               // where another choice can be tried, the table offers it
  const seat = step.seat, turn = {seat, kind: "play", words: "", legal: [], number: 0, owed: {}, must: true, denominations: []};
  if (!view.canTry) return turn;
  if (step.card) return {...turn, legal: legalCards(now, seat)};
  if (step.phase === "discard") return {...turn, kind: "discard", number: step.chosen.length, words: `What if ${step.chosen.length} others?`};
  if (step.phase === "exchange" && Object.keys(step.chosen).length) return {...turn, kind: "give", owed: Object.fromEntries(Object.entries(step.chosen).map(([to, cards]) => [to, cards.length])), words: "What if another gift?"};
  const calls = step.phase === "call" && step.decision && step.decision.options ? step.decision.options.map(option => option.action) : [];
  return calls.length ? {...turn, kind: "call", denominations: Object.keys(DENOMINATION).filter(each => calls.includes(each)), words: "What if another call?"} : turn;
}
function marksAt(view) {                         // what was chosen stands out; beside a mistake what was better is marked
  const step = view.line.steps[view.at], better = step && step.card && isLoss(step) && !isOther(view) ? choiceCards(betterThan(step.decision)) : [];
  return step ? {raised: choiceCards(choiceOf(step)), hinted: better} : {};
}
// The card that the words tell of; where there are none what open cards show.
const betterThan = ({why, best}) => why ? [why.better] : (best || []).slice(0, 1);
function happened(view) {                        // before the play: the table is empty then
  const step = view.line.steps[view.at], early = view.at < view.line.first;
  if (!early || !step.decision || (view.other && view.at > view.other.from)) return [];
  return view.words.decisions[step.decision.index].happened.slice(-3).map(words => sentence(words, view.names));
}
function tryOrGoOn(choice) {
  const view = viewOf(here.deal), step = view.line.steps[view.at];
  if (sameChoice(choice, choiceOf(step))) go(here.at + 1);
  else tryChoice(view, choice);
}
