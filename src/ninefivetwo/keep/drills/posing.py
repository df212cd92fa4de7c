"""Make problems from positions: evaluate the choices, find the theme and difficulty, and check the problem."""

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

#: The minimum lead of the best choice over all wrong ones, in tricks, by kind of problem.
MARGINS = {"call": 0.5, "discard": 0.2, "give": 0.2, "play": 0.25, "know": 0.0}
ERRORS = 2.5  # minimum lead of the best choice in standard errors
SENSIBLE = 4  # maximum loss of the best wrong choice, as a multiple of the required lead
MOST_RIGHT = {"call": 3, "discard": 4, "give": 4, "play": 3}  # maximum number of equally good best choices
FURTHER = (3, 1.5)  # multiples of the required lead; a lead below a multiple raises the difficulty by one level
LIMITS = Limits(worlds=1000)


def advised_choices(advice: AnyAdvice) -> list[ProblemChoice]:
    """Return the choices that advice evaluated: the recommended choice first, then all other choices by regret."""
    return by_regret([ProblemChoice.of(choice) for choice in advice.evaluations])


def by_regret(choices: Sequence[ProblemChoice]) -> list[ProblemChoice]:
    """Sort all choices but the first by regret."""
    return [choices[0], *sorted(choices[1:], key=lambda choice: choice.regret.mean)]


def is_clear(kind: str, choices: Sequence[ProblemChoice], margin: float, errors: float = ERRORS) -> bool:
    """Return whether the best choice leads all wrong choices by `margin` tricks and by `errors` standard errors.

    A clear problem also has few right choices and a plausible wrong choice.
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
    """Return the difficulty, which is higher if the lead of the best choice is small or the rules of thumb fail."""
    lead = min((choice.regret.mean for choice in choices if not choice.is_as_good(kind)), default=0.0)
    level = EASIEST + sum(lead < further * margin for further in FURTHER)
    plain = heuristic_action(view)
    return level + 2 * (not any(choice.includes(plain) for choice in choices if choice.is_as_good(kind)))


def problem_with(kind: str, match: Match, choices: Sequence[ProblemChoice], source: str) -> Problem:
    """Return a problem made from the current position of a match and the choices, which are sorted best first."""
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
    """Evaluate the current position of a match, and return a problem for the seat whose turn it is.

    Raises DrillError if the seat has no choice to make. Raises SearchStopped if the evaluation is stopped.
    """
    view = match.deal.seen_by(seat)
    turn = view.turn
    if turn is None or turn.seat is not seat or turn.kind not in KIND_OF:
        raise DrillError(f"no problem here: {seat.word} has nothing to choose")
    advice = advise(Question(view, limits))
    return problem_with(KIND_OF[turn.kind], match, advised_choices(advice), source)


#: The themes of each kind of problem.
THEMES = {
    "call": ("long suit", "strong suit", "suits as long", "no-trump"),
    "discard": ("discard a trump", "make a void", "keep the guard", "which losers"),
    "give": ("ask for trumps", "make a void", "ask for the ace", "ask for the king", "keep what is good"),
    "play": ("draw trumps", "cash", "lead low", "take", "hold up", "duck", "which loser", "ruff", "sluff"),
    "know": ("after the return", "shown void", "the discard", "the call", "the count"),
}


def theme_of(view: DealView, best: Action) -> str:
    """Return the theme of a problem, given its best action."""
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
    """Return whether the highest of these cards is a king or queen with just enough lower cards to protect it."""
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
    """Return whether no other player can hold a higher card of the suit."""
    discarded = view.discarded if isinstance(view.discarded, Hand) else Hand()
    out = FULL_DECK.only(card.suit) - held - view.played - discarded
    return not out or max(out) < card


def _takes(view: DealView, card: Card) -> bool:
    """Return whether the card would beat the cards already played to the trick."""
    turn = len(view.table)
    return trick_winner(Seat.DEALER, [*view.table, card], view.called) == turn


def know_theme(view: DealView, card: Card, place: Place) -> str:
    """Return the theme of a question: the fact that most affects the chance that the card is at the place."""
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
    plays = view.plays
    for i, play in enumerate(plays):
        led = plays[i - i % 3].card.suit
        if play.seat is not view.viewer and led is suit and play.card.suit is not suit:
            return True
    return False


# Problems from a library must be checked, because the library may contain damaged rows.

REMEMBERED = 4096  # maximum number of texts whose results are cached
ROUNDING = 0.02  # maximum rounding error in a sum of probabilities


def checked_problem(text: str) -> Problem:
    """Parse a problem and check all its parts. Raises DrillError if the problem is invalid."""
    try:
        problem = problem_of_text(text)
        _check_position(problem)
    except DrillError:
        raise
    except (NineFiveTwoError, ValueError, LookupError) as error:
        raise DrillError(f"invalid problem: {error}") from error
    if problem.question is not None:
        _check_question(problem, problem.question)
    else:
        _check_choices(problem)
    return problem


@lru_cache(REMEMBERED)
def problem_fault(id: str, text: str) -> str | None:
    """Return a one-line reason why a stored problem is invalid, or None if the problem is valid."""
    try:
        problem = checked_problem(text)
    except DrillError as error:
        return str(error)
    return None if problem.id == id else f"invalid problem: {quoted(id)} is the id of another (expected {problem.id})"


def _check_position(problem: Problem) -> None:
    """Raise DrillError if another player is to act, or if the full deal contradicts the view."""
    turn, deal = problem.view.turn, problem.deal
    if turn is None or turn.seat is not problem.seat:
        raise DrillError(f"invalid problem: it is not the turn of {problem.seat.word}, whose view its record is")
    if problem.question is None and KIND_OF.get(turn.kind) != problem.kind:
        raise DrillError(f"invalid problem: no {problem.kind} is due")
    if deal is not None and (deal.viewer is not None or deal.seen_by(problem.seat) != problem.view):
        raise DrillError("invalid problem: the whole deal differs from the player's view")


def _check_choices(problem: Problem) -> None:
    """Raise DrillError if a choice is illegal, occurs twice or has a value that is not finite."""
    if not problem.choices:
        raise DrillError(f"invalid problem: no choices (expected choices of a {problem.kind})")
    for choice in problem.choices:
        if fault := problem.view.refusal(choice.action):
            raise DrillError(f"invalid problem: {fault}")
        if not all(map(isfinite, (choice.tricks.mean, choice.regret.mean, choice.make, problem.margin))):
            raise DrillError("invalid problem: a figure is not a finite number")
    if len({choice.action for choice in problem.choices}) < len(problem.choices):
        raise DrillError("invalid problem: duplicate choice")


def _check_question(problem: Problem, question: PlaceQuestion) -> None:
    """Raise DrillError if the question has invalid chances, or no chance for the place in question."""
    if problem.kind != "know" or problem.truth is None:
        raise DrillError("invalid problem: the place of the card is unknown")
    if question.place not in question.chances:
        raise DrillError(f"invalid problem: no probability for {quoted(question.place.name.lower())}")
    chances = [chance.weighed.mean for chance in question.chances.values()]
    if not all(0 <= chance <= 1 for chance in chances) or abs(sum(chances) - 1) > ROUNDING:
        raise DrillError("invalid problem: probabilities do not sum to 1")
