"""A problem made of any position in which a seat has a choice, evaluated by advice: its theme, how hard it is, and
whether it can be posed."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isfinite

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.errors import DrillError, NineFiveTwoError, quoted
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Match, Place, Play, Return
from ninefivetwo.keep.drills.problem import (
    EASIEST,
    EQUAL,
    KIND_OF,
    PlaceQuestion,
    Problem,
    ProblemChoice,
    problem_of_text,
)
from ninefivetwo.layout import trick_winner
from ninefivetwo.think.advise import AnyAdvice, Limits, Question, advise
from ninefivetwo.think.heuristics import ACE, KING, QUEEN, heuristic_action

#: Tricks by which the best choice must lead all wrong ones, by kind.
MARGINS = {"call": 0.5, "discard": 0.2, "give": 0.2, "play": 0.25, "know": 0.0}
ERRORS = 2.5  # standard errors by which it must lead, too
SENSIBLE = 4  # margins that the least wrong choice may lose at most: one that a player may think of
MOST_RIGHT = {"call": 3, "discard": 4, "give": 4, "play": 3}  # choices as good as the best, itself among them
FURTHER = (3, 1.5)  # margins by which a lead is easy to see, and less easy
LIMITS = Limits(worlds=1000)


def advised_choices(advice: AnyAdvice) -> list[ProblemChoice]:
    """The choices of an advice: the recommended one, then the others by regret."""
    return by_regret([ProblemChoice.of(choice) for choice in advice.evaluations])


def by_regret(choices: Sequence[ProblemChoice]) -> list[ProblemChoice]:
    """The first choice, then the others by regret."""
    return [choices[0], *sorted(choices[1:], key=lambda choice: choice.regret.mean)]


def is_clear(kind: str, choices: Sequence[ProblemChoice], margin: float, errors: float = ERRORS) -> bool:
    """Does the best choice, with the few that are as good, lead all others by the margin and by so many errors?

    And is it worth asking: is there a wrong choice that one may think of?
    """
    wrong = [choice.regret for choice in choices[1:] if not choice.is_as_good(kind)]
    return (
        bool(wrong)
        and min(choice.regret.mean for choice in choices) >= -EQUAL
        and len(choices) - len(wrong) <= MOST_RIGHT[kind]
        and all(regret.mean >= max(margin, errors * regret.standard_error) for regret in wrong)
        and min(regret.mean for regret in wrong) <= SENSIBLE * margin
    )


def difficulty(kind: str, view: DealView, choices: Sequence[ProblemChoice], margin: float) -> int:
    """From `EASIEST` to `HARDEST`: harder the smaller the lead, and by two where the plain rules go wrong."""
    lead = min((choice.regret.mean for choice in choices if not choice.is_as_good(kind)), default=0.0)
    level = EASIEST + sum(lead < further * margin for further in FURTHER)
    plain = heuristic_action(view)
    return level + 2 * (not any(choice.includes(plain) for choice in choices if choice.is_as_good(kind)))


def problem_with(kind: str, match: Match, choices: Sequence[ProblemChoice], source: str) -> Problem:
    """The problem that the present position of a match's deal poses, with these choices, the best first."""
    best, margin = choices[0].action, MARGINS[kind]
    view = match.deal.seen_by(best.seat)
    return Problem.at(
        match,
        best.seat,
        kind,
        theme=theme_of(view, best),
        difficulty=difficulty(kind, view, choices, margin),
        source=source,
        margin=margin,
        choices=choices,
    )


def problem_at(match: Match, seat: Seat, source: str, limits: Limits = LIMITS) -> Problem:
    """The problem that the present position of a match's deal poses to the seat whose turn it is.

    Raises DrillError if that seat has no such choice, SearchStopped.
    """
    view = match.deal.seen_by(seat)
    turn = view.turn
    if turn is None or turn.seat is not seat or turn.kind not in KIND_OF:
        raise DrillError(f"no problem: {seat.word} has nothing to choose")
    advice = advise(Question(view, limits))
    return problem_with(KIND_OF[turn.kind], match, advised_choices(advice), source)


# What a problem is about, told from its cards.

#: The themes of each kind.
THEMES = {
    "call": ("long suit", "strong suit", "suits as long", "no-trump"),
    "discard": ("discard a trump", "make a void", "keep the guard", "which losers"),
    "give": ("ask for trumps", "make a void", "ask for the ace", "ask for the king", "keep what is good"),
    "play": ("draw trumps", "cash", "lead low", "take", "hold up", "duck", "which loser", "ruff", "sluff"),
    "know": ("after the return", "shown void", "the discard", "the call", "the count"),
}


def theme_of(view: DealView, best: Action) -> str:
    """The theme of a choice: what the best one does."""
    held = view.due_turn.held
    match best:
        case Call():
            return _call(held, best.trump)
        case Discard(_, Hand() as discarded):
            return _discard(held, discarded, view.trump)
        case Give():
            given = [card for cards in best.cards if isinstance(cards, Hand) for card in cards]
            return _give(held, Hand.of(given), view.trump)
        case Play():
            return _play(view, held, best.card)
    raise ValueError(best.name)


def _call(held: Hand, called: Trump) -> str:
    if called is Trump.NO_TRUMP:
        return "no-trump"
    lengths = [len(held.only(suit)) for suit in Suit]
    if lengths[called] < max(lengths):
        return "strong suit"
    return "suits as long" if lengths.count(max(lengths)) > 1 else "long suit"


def _discard(held: Hand, discarded: Hand, trump: Trump | None) -> str:
    kept = held - discarded
    if any(int(card.suit) == trump for card in discarded):
        return "discard a trump"
    if _voids(held, kept):
        return "make a void"
    return "keep the guard" if any(_guarded(kept.only(suit)) for suit in Suit if int(suit) != trump) else "which losers"


def _voids(before: Hand, after: Hand) -> list[Suit]:
    return [suit for suit in Suit if before.only(suit) and not after.only(suit)]


def _guarded(cards: Hand) -> bool:
    """A king or queen at the head of just as many cards as it needs to live."""
    return bool(cards) and max(cards).rank in (KING, QUEEN) and len(cards) == ACE - max(cards).rank + 1


def _give(held: Hand, given: Hand, trump: Trump | None) -> str:
    if any(int(card.suit) == trump for card in given):
        return "ask for trumps"
    if _voids(held, held - given):
        return "make a void"
    suits = {card.suit for card in given}
    if any(Card(suit, ACE) not in held for suit in suits):
        return "ask for the ace"
    return "ask for the king" if any(Card(suit, KING) not in held for suit in suits) else "keep what is good"


def _play(view: DealView, held: Hand, card: Card) -> str:
    if not view.table:
        return "draw trumps" if _is_trump(view, card) else "cash" if _is_high(view, held, card) else "lead low"
    if card.suit is not view.table[0].suit:
        return "ruff" if _is_trump(view, card) else "sluff"
    if _takes(view, card):
        return "take"
    could = [other for other in held.only(card.suit) if _takes(view, other)]
    if not could:
        return "which loser"
    return "hold up" if _is_high(view, held, max(could)) else "duck"


def _is_trump(view: DealView, card: Card) -> bool:
    return int(card.suit) == int(view.called)


def _is_high(view: DealView, held: Hand, card: Card) -> bool:
    """Can nobody else hold a higher card of its suit?"""
    discarded = view.discarded if isinstance(view.discarded, Hand) else Hand()
    out = FULL_DECK.only(card.suit) - held - view.played - discarded
    return not out or max(out) < card


def _takes(view: DealView, card: Card) -> bool:
    """Would it win the trick as it stands?"""
    turn = len(view.table)
    return trick_winner(Seat.DEALER, [*view.table, card], view.called) == turn


def know_theme(view: DealView, card: Card, place: Place) -> str:
    """What the chance of a card's place turns on the most."""
    for event in view.events:
        if isinstance(event, Return) and view.viewer in (event.seat, event.to) and isinstance(event.cards, Hand):
            if event.cards.only(card.suit):
                return "after the return"
    if _void_shown(view, card.suit):
        return "shown void"
    if place is Place.DISCARDED:
        return "the discard"
    return "the call" if int(card.suit) == view.trump else "the count"


def _void_shown(view: DealView, suit: Suit) -> bool:
    """Has one of the others not followed to this suit?"""
    plays = view.plays
    for i, play in enumerate(plays):
        led = plays[i - i % 3].card.suit
        if play.seat is not view.viewer and led is suit and play.card.suit is not suit:
            return True
    return False


# Problems that come from elsewhere: a library may hold rows of another's library, or damaged ones.

REMEMBERED = 4096  # texts whose answer is kept
ROUNDING = 0.02  # that chances may be off from 1 together


def checked_problem(text: str) -> Problem:
    """The problem that a text holds, everything in it checked.  Raises DrillError for one that cannot be posed."""
    try:
        problem = problem_of_text(text)
        _check_position(problem)
    except DrillError:
        raise
    except (NineFiveTwoError, ValueError, LookupError) as error:
        raise DrillError(f"no problem: {error}") from error
    if problem.question is not None:
        _check_question(problem, problem.question)
    else:
        _check_choices(problem)
    return problem


@lru_cache(REMEMBERED)
def problem_fault(id: str, text: str) -> str | None:
    """Why the problem of an id, which a text holds, cannot be posed, in one line; None if it can."""
    try:
        problem = checked_problem(text)
    except DrillError as error:
        return str(error)
    return None if problem.id == id else f"no problem: {quoted(id)} is another one's row (expected {problem.id})"


def _check_position(problem: Problem) -> None:
    """Is it the turn of the seat whose view the record is, and does the whole deal look so from there?"""
    turn, deal = problem.view.turn, problem.deal
    if turn is None or turn.seat is not problem.seat:
        raise DrillError(f"no problem: it is not the turn of {problem.seat.word}, whose view its record is")
    if problem.question is None and KIND_OF.get(turn.kind) != problem.kind:
        raise DrillError(f"no problem: no {problem.kind} is due")
    if deal is not None and (deal.viewer is not None or deal.seen_by(problem.seat) != problem.view):
        raise DrillError("no problem: its whole deal is not the one that its player sees")


def _check_choices(problem: Problem) -> None:
    """Are the choices legal, each once, the best first?"""
    if not problem.choices:
        raise DrillError(f"no problem: nothing to choose (expected choices of a {problem.kind})")
    for choice in problem.choices:
        if fault := problem.view.refusal(choice.action):
            raise DrillError(f"no problem: {fault}")
        if not all(map(isfinite, (choice.tricks.mean, choice.regret.mean, choice.make, problem.margin))):
            raise DrillError("no problem: a figure that is no number")
    if len({choice.action for choice in problem.choices}) < len(problem.choices):
        raise DrillError("no problem: a choice twice")


def _check_question(problem: Problem, question: PlaceQuestion) -> None:
    """Can the truth be told, and are the chances chances?"""
    if problem.kind != "know" or problem.truth is None:
        raise DrillError("no problem: where the card lies is not known")
    if question.place not in question.chances:
        raise DrillError(f"no problem: no chance of {quoted(question.place.name.lower())}")
    chances = [chance.weighed.mean for chance in question.chances.values()]
    if not all(0 <= chance <= 1 for chance in chances) or abs(sum(chances) - 1) > ROUNDING:
        raise DrillError("no problem: chances that do not sum to 1")
