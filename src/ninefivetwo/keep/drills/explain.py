"""Why an answer is right or wrong, in sentences made from figures and from the solver's own lines."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat
from ninefivetwo.evaluation import Evaluation
from ninefivetwo.exact import Solver
from ninefivetwo.game import Call, Deal, DealView, Discard, Give, Place, Return
from ninefivetwo.keep.drills.choices import ProblemChoice, as_good, is_choice, name_of
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem, SeatName, cards_at, place_words
from ninefivetwo.keep.drills.trial import Trial
from ninefivetwo.study import Decision, Fair, FairEvaluation, decision_nodes
from ninefivetwo.study.deal import explained
from ninefivetwo.think.advise import CallDetails, CardDetails, Chances, GiftDetails, Limits, likely_returns
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge, Likelihood
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.cards import WORDS, count, plural
from ninefivetwo.words.figures import fixed, per_cent
from ninefivetwo.words.seat_names import YOU
from ninefivetwo.words.verdict import verdict_reasons

WORLDS = 500  # looked at for what a gift brings back
SMALL = 0.05  # tricks: less is not mentioned
DECIDED = 0.005  # a contract made in fewer deals, or missed in fewer, is not spoken of
MAX_CARDS = 4  # discarded or returned: at most this many are named
LINE_TRICKS = 11  # the most tricks left for which a line is searched: a whole deal takes too long


def choice_words(problem: Problem, own: ProblemChoice, name: SeatName) -> Iterator[str]:
    """Sentences: what the best choice is worth, and what is wrong with `own` if it is another.

    name: what a seat is called.
    """
    best, view = problem.choices[0], problem.view
    contract = view.rules.contracts[problem.seat]
    undecided = any(DECIDED < each.details.make.mean < 1 - DECIDED for each in (best, own))
    made = f", the contract of {contract} in {per_cent(best.details.make.mean)}" if undecided else ""
    yield f"{choosing(best)} is best: {fixed(best.value.mean, 1)} tricks on average{made}"
    if own != best:
        less = f"is as good: {fixed(own.value.mean, 1)} tricks"
        if not as_good(own, problem.kind):
            less = f"loses {fixed(own.regret.mean, 1)} tricks against it"
        made = f", the contract in {per_cent(own.details.make.mean)}" if undecided else ""
        yield f"{choosing(own)} {less}{made}"
        yield from _conceded_by(own, name)
    for choice in (best,) if own == best else (best, own):
        yield from _consequences(problem, choice, name)
    heuristic = heuristic_action(view)
    takes = f"take {name_of(best)} too" if is_choice(best, heuristic) else f"would take {action_words(heuristic)}"
    yield f"the plain rules {takes}"
    yield from _in_this_deal(problem, best, own)


def _consequences(problem: Problem, choice: ProblemChoice, name: SeatName) -> Iterator[str]:
    """What is discarded after a call, and what a gift brings back."""
    details = choice.details
    if isinstance(details, CallDetails) and details.discards:
        yield f"most often discarded after {name_of(choice)}: {_most_likely(details.discards)}"
    if isinstance(choice.action, Give) and isinstance(details, GiftDetails):
        for seat, cards in (details.returns or _returns(problem, choice.action)).items():
            yield f"{name(seat)} returns for {name_of(choice)}: {_most_likely(cards)}"


def _returns(problem: Problem, gift: Give) -> Mapping[Seat, Chances]:
    """What comes back for a gift whose evaluation does not say."""
    return likely_returns(gift, Knowledge(problem.view).sample(WORLDS, 0, Likelihood()).distinct)


def _most_likely(chances: Chances) -> str:
    return ", ".join(f"{card} in {per_cent(chance)}" for card, chance in chances[:MAX_CARDS])


def _conceded_by(choice: ProblemChoice, name: SeatName) -> Iterator[str]:
    """Who wins the tricks that a card loses."""
    if isinstance(choice.details, CardDetails):
        conceded = {seat: tricks.mean for seat, tricks in choice.details.conceded.items()}
        told = [(name(seat), tricks) for seat, tricks in conceded.items() if abs(tricks) >= SMALL]
        if told:
            parts = [f"{who} wins {fixed(abs(tricks), 1)} {'more' if tricks > 0 else 'fewer'}" for who, tricks in told]
            yield f"after {name_of(choice)} " + ", ".join(parts)


def _in_this_deal(problem: Problem, best: ProblemChoice, own: ProblemChoice) -> Iterator[str]:
    """What the seat can be sure of after each choice in the deal itself, all cards seen."""
    deal = problem.deal
    if deal is None or problem.kind not in ("play", "discard"):
        return
    solver = Solver()
    sure = {name_of(choice): _sure_after(solver, deal, choice) for choice in (best, own)}
    parts = ", ".join(f"after {words} of {count(tricks)}" for words, tricks in sure.items())
    yield f"as the cards lie you are sure {parts}, whatever the others do"


def best_play(problem: Problem) -> tuple[tuple[Seat, Card], ...]:
    """A line of best play for the seat after the best choice, in the deal itself, all cards seen.

    Empty where the deal is not known, or too many tricks are left.
    """
    deal, best = problem.deal, problem.best
    if deal is None or best is None or problem.kind not in ("play", "discard"):
        return ()
    after = deal.after(best.action)
    if after.position is None or after.trump is None or after.position.tricks > LINE_TRICKS:
        return ()
    return tuple(Solver().best_line(after.position, after.trump, problem.seat))


def _sure_after(solver: Solver, deal: Deal, choice: ProblemChoice) -> int:
    """The tricks of the whole deal that the seat is sure of after a choice, all cards seen."""
    after, seat = deal.after(choice.action), choice.action.seat
    if after.position is None or after.trump is None:
        return after.won[seat]
    return after.won[seat] + solver.guarantee(after.position, after.trump, seat)


def choosing(choice: ProblemChoice) -> str:
    """A choice as the subject of a sentence: "SKQ", "calling hearts", "discarding D2 C54"."""
    match choice.action:
        case Call(_, denomination):
            return f"calling {WORDS[denomination].split()[-1]}"
        case Discard():
            return f"discarding {name_of(choice)}"
        case Give():
            return f"giving {name_of(choice)}"
    return name_of(choice)


def trial_words(problem: Problem, own: ProblemChoice, found: Trial, name: SeatName) -> Iterator[str]:
    """Sentences: how often an answer that is not the best costs tricks, and a deal that could be in which it does."""
    assert problem.best is not None
    mine, better = choosing(own), choosing(problem.best)
    if found.lay is not None and found.lay[0] >= found.lay[1]:
        one, two = found.lay
        both = f"both bring {count(one)}" if one == two else f"it brings {count(one)}, {better} {two}"
        yield f"as the cards lay you get away with {mine}: played on, {both}"
    looked = f"all {found.worlds} looked at" if found.exact else f"{found.worlds} looked at"
    often = f"in {per_cent(found.less)} of the deals that could be, more in {per_cent(found.more)}"
    yield f"{mine} brings fewer tricks than {better} {often} ({looked})"
    example = found.refutation
    if example is None:
        yield f"no deal was found in which {mine} brings fewer tricks: it only costs on average"
        return
    tricks = f"{count(example.own.won[problem.seat])} after {mine}, {example.better.won[problem.seat]} after {better}"
    failing = "fails" if example.fails else "costs"
    yield f"here is a deal that could be, by all that you had seen, in which {mine} {failing}: {tricks}"
    if example.sure is not None and example.sure[0] < example.sure[1]:
        one, two = example.sure
        yield f"there you are sure of {count(two)} after {better}, whatever the others do, after {mine} of {one}"


def chance_words(problem: Problem, question: PlaceQuestion, answer: float, name: SeatName) -> Iterator[str]:
    """Sentences: what could be known of a card, where it lay in fact, and what the answer scores for it."""
    known = question.chance.weighed
    best, truth, deal = known.mean, float(bool(problem.truth)), problem.deal
    assert deal is not None
    place = next(place for place in Place if question.card in cards_at(deal, place))
    scores = f"{(answer - truth) ** 2:.2f}, and {per_cent(best)} would score {(best - truth) ** 2:.2f}"
    yield f"you said {per_cent(answer)}; {per_cent(best)} ± {100 * known.standard_error:.0f} could be known"
    yield f"in fact {place_words(question.card, place, name)}: that scores {scores} (0 is best)"
    yield (
        f"on average {per_cent(answer)} scores {best * (1 - best) + (answer - best) ** 2:.3f}"
        f" and {per_cent(best)} {best * (1 - best):.3f}"
    )
    chances = [f"{_at(c.place, name)} {per_cent(c.weighed.mean)} ({per_cent(c.even)})" for c in question.chances]
    yield (
        f"{question.card} by what the others called, discarded, gave and played"
        f" (in brackets: all deals that fit counted alike): {', '.join(chances)}"
    )
    yield from _facts(problem.view, question.card, name)


def _at(place: Place, name: SeatName) -> str:
    return name(Seat(place)) if place <= Place.RIGHT else place.name.lower()


def _facts(view: DealView, card: Card, name: SeatName) -> Iterator[str]:
    """What the view says of a card's suit: how many are out, who has none, what came back, who called it."""
    knowledge, suit = Knowledge(view), card.suit
    words = WORDS[Denomination(suit)]
    places = [place for place in Place if place is not Place.PLAYED]
    undecidedcards = Hand.of(
        c for c in FULL_DECK.only(suit) if sum(c in knowledge.may_be(place) for place in places) > 1
    )
    yield f"{plural(len(undecidedcards), 'card')} of {words} you cannot place: {undecidedcards.suit(suit)}"
    for seat in Seat:
        if seat is not view.viewer and suit in knowledge.voids(seat):
            yield f"{name(seat)} has no card of {words}"
    for event in view.events:
        if isinstance(event, Return) and event.to is view.viewer and isinstance(event.cards, Hand):
            if returned := event.cards.only(suit):
                cards = " ".join(map(str, returned))
                yield f"{name(event.seat)} gave back {cards}, and kept nothing higher of {words} then"
        if isinstance(event, Call) and int(event.denomination) == int(suit) and event.seat is not view.viewer:
            yield f"{name(event.seat)} called {words}"


LIMITS = Limits(seed=952)


def reasons(problem: Problem, own: ProblemChoice, name: SeatName, limits: Limits = LIMITS) -> list[str]:
    """Sentences on an answer; none where nothing stands a test, or the answer cannot be told from the best.

    name: what the others are called.  limits: seed, threads and token are used.  Raises SearchStopped.
    """
    if problem.best is None:
        return []
    deal = problem.match.deal if problem.deal is None else problem.deal
    dealer, left, right = (YOU if seat is problem.seat else name(seat) for seat in Seat)
    match = replace(problem.match, names=(dealer, left, right), deal=deal.after(own.action))
    decisions = [Decision(index, node, None, None) for index, node in enumerate(decision_nodes(match.deal))]
    fair = Fair(_fair(problem.best), _fair(own), False)
    last = max(decision.index for decision in decisions if decision.seat is problem.seat)
    solver = Solver(token=limits.token)
    decisions[last] = one = explained(replace(decisions[last], fair=fair), solver, limits)
    return verdict_reasons(one, tuple(decisions), match, own.regret.n)


def _fair(choice: ProblemChoice) -> FairEvaluation:
    return Evaluation(choice.action, choice.value, choice.regret, None)
