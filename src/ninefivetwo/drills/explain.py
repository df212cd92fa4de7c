"""Right and wrong in words, each from figures that were found, or from the solver's own lines."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.advise import likely_returns
from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat
from ninefivetwo.drills.price import is_choice
from ninefivetwo.drills.problem import Asked, Choice, Problem, action_of, cards_at, where
from ninefivetwo.game import Call, Deal, Give, Return
from ninefivetwo.heuristics import heuristic_action
from ninefivetwo.knowledge import Knowledge, Likelihood, Place
from ninefivetwo.render.actions import action_words
from ninefivetwo.render.cards import WORDS, count, plural
from ninefivetwo.render.figures import figure, per_cent
from ninefivetwo.solve import Solver

WORLDS = 500  # by which it is told what comes back
FEW = 0.05  # tricks, chances: less is not told
MOST_CARDS = 4  # told of those that go or come back
LINE = 9  # cards of a line that are told
LINE_TRICKS = 11  # at most, from which a line is looked for: of whole deals it takes too long


def choice_words(problem: Problem, own: Choice) -> Iterator[str]:
    """Why the best choice is the best, and what is wrong with another."""
    best, view = problem.choices[0], problem.view
    contract = view.rules.contracts[problem.seat]
    yield f"{best.words} keeps {figure(best.tricks)} tricks and makes {contract} in {per_cent(best.make)}"
    yield from _seen_in(problem, best)
    if own != best:
        how = "is as good" if own.as_good(problem.kind) else "is behind"
        yield f"{own.words} {how}: {figure(own.behind)} tricks less, {contract} in {per_cent(own.make)}"
        yield from _given_by(own)
        yield from _seen_in(problem, own)
    plain = heuristic_action(view)
    takes = f"take {best.words} too" if is_choice(best, plain) else f"would take {action_words(plain)}"
    yield f"the plain rules {takes}"
    yield from _in_this_deal(problem, best, own)


def _seen_in(problem: Problem, choice: Choice) -> Iterator[str]:
    """What follows a call, and what a gift brings back."""
    if goes := choice.why.get("goes"):
        yield f"after {choice.words} are discarded in most worlds: {_most_likely(goes)}"
    for seat, back in _back(problem, choice).items():
        yield f"for {choice.words} there comes back from {seat}: {_most_likely(back)}"


def _back(problem: Problem, choice: Choice) -> dict[str, dict[str, float]]:
    """What a gift brings back, where that was not found with its price."""
    if problem.kind != "give" or "back" in choice.why:
        return dict(choice.why.get("back", {}))
    gift = action_of(problem.view, choice.action)
    assert isinstance(gift, Give)
    found = likely_returns(gift, Knowledge(problem.view).sample(WORLDS, 0, Likelihood()).sets)
    return {seat.word: {str(card): chance for card, chance in cards} for seat, cards in found.items()}


def _most_likely(chances: dict[str, float]) -> str:
    return ", ".join(f"{card} in {per_cent(chance)}" for card, chance in list(chances.items())[:MOST_CARDS])


def _given_by(choice: Choice) -> Iterator[str]:
    """To whom go the tricks that a card loses."""
    gifts = {seat: tricks for seat, tricks in choice.why.get("gifts", {}).items() if abs(tricks) >= FEW}
    if gifts:
        yield f"{choice.words} gives " + " and ".join(f"{seat} {tricks:+.2f}" for seat, tricks in gifts.items())


def _in_this_deal(problem: Problem, best: Choice, own: Choice) -> Iterator[str]:
    """What the cards, now all seen, make of it: what the seat is sure of after each choice, and how."""
    deal = problem.deal
    if deal is None or problem.kind not in ("play", "discard"):
        return
    solver = Solver()
    sure = {choice.words: _sure_after(solver, deal, choice) for choice in (best, own)}
    told = ", ".join(f"after {words} of {count(tricks)}" for words, tricks in sure.items())
    yield f"as the cards lie you are sure {told}, whatever the others do"
    after = deal.after(action_of(deal, best.action))
    if after.position is not None and after.trump is not None and after.position.tricks <= LINE_TRICKS:
        line = solver.best_line(after.position, after.trump, problem.seat)
        more = " ..." if len(line) > LINE else ""
        told = " ".join(f"{seat.letter}:{card}" for seat, card in line[:LINE])
        yield f"a line of best play for you after {best.words}: {told}{more}"


def _sure_after(solver: Solver, deal: Deal, choice: Choice) -> int:
    """The tricks of the whole deal that the seat is sure of after a choice, all cards seen."""
    action = action_of(deal, choice.action)
    after = deal.after(action)
    if after.position is None or after.trump is None:
        return after.won[action.seat]
    return after.won[action.seat] + solver.guarantee(after.position, after.trump, action.seat)


def chance_words(problem: Problem, asked: Asked, told: float) -> Iterator[str]:
    """What could be known of a card, what was so in fact, and what the answer scores for it."""
    known = asked.chance.weighed
    best, truth, deal = known.mean, float(bool(problem.truth)), problem.deal
    assert deal is not None
    place = next(place for place in Place if asked.card in cards_at(deal, place))
    scores = f"{(told - truth) ** 2:.2f}, and {per_cent(best)} would score {(best - truth) ** 2:.2f}"
    yield f"you said {per_cent(told)}; {per_cent(best)} ± {100 * known.standard_error:.0f} could be known"
    yield f"in fact {where(asked.card, place)}: that scores {scores} (0 is best)"
    yield (
        f"on average {per_cent(told)} scores {best * (1 - best) + (told - best) ** 2:.3f}"
        f" and {per_cent(best)} {best * (1 - best):.3f}"
    )
    chances = [f"{_place_word(c.place)} {per_cent(c.weighed.mean)} ({per_cent(c.even)})" for c in asked.chances]
    yield (
        f"{asked.card} by what the others called, discarded, gave and played"
        f" (in brackets: all deals that fit counted alike): {', '.join(chances)}"
    )
    yield from _facts(problem.view, asked.card)


def _place_word(place: Place) -> str:
    return Seat(place).word if place <= Place.RIGHT else place.name.lower()


def _facts(view: Deal, card: Card) -> Iterator[str]:
    """What is known of a card's suit: how many are out, who has none, what came back, who called it."""
    knowledge, suit = Knowledge(view), card.suit
    name = WORDS[Denomination(suit)]
    places = [place for place in Place if place is not Place.PLAYED]
    open_cards = Hand.of(c for c in FULL_DECK.only(suit) if sum(c in knowledge.may_be(place) for place in places) > 1)
    yield f"{plural(len(open_cards), 'card')} of {name} you cannot place: {open_cards.suit(suit)}"
    for seat in Seat:
        if seat is not view.viewer and suit in knowledge.voids(seat):
            yield f"{seat.word} has no card of {name}"
    for event in view.events:
        if isinstance(event, Return) and event.to is view.viewer and isinstance(event.cards, Hand):
            if back := event.cards.only(suit):
                yield f"{event.seat.word} gave back {' '.join(map(str, back))}, and kept nothing higher of {name} then"
        if isinstance(event, Call) and int(event.denomination) == int(suit) and event.seat is not view.viewer:
            yield f"{event.seat.word} called {name}"
