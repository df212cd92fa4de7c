"""The kind `decisions`: what players saw, and what each of their cards brought in the deal as it was.

Deals of every kind are played out by policies, one of which learns.  At each of its decisions every choice is played
once in the true deal, and all players go on by what they see.  Such a value is that of one layout of the cards, but the
mean over many deals is what the choice is worth among these players, with all that the cards played so far tell.  A
policy is fitted to such rows (benchmarks/fit_policy.py).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ninefivetwo.cards import FULL_DECK, Seat, Suit, Trump
from ninefivetwo.errors import GameError, SurveyError, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import KITTY, PreviousResults, check_previous_results
from ninefivetwo.game.dealing import HAND_SIZE
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.sets import RANKS, Sets
from ninefivetwo.survey.work import (
    Columns,
    RowColumn,
    RowKind,
    Work,
    check_going_on,
    check_no_condition,
    check_options,
    joined_rows,
)
from ninefivetwo.think.models.exchange import Ints
from ninefivetwo.think.playouts import CHOICES, VIEW, Decisions, Policy, Rows, any_policy, decisions_of_play
from ninefivetwo.think.playouts.first_lead import AS_FITTED, DECK, dealt, fitted_discards, ready_deals

SLICE = 500  # deals made and played at once; work that is cancelled stops after them
SELF = "self"  # in a company: who learns
DRAWING = {"beginner", "usual"}  # policies that leave cards to chance
#: Fields of a `VIEW`, columns of the same names, and what they mean.
SEEN = {
    "hand": "the player's cards",
    "out": "cards that he has not seen: in other hands, or discarded by another",
    "discarded": "cards that he discarded himself",
    "table": "the cards of the trick in progress, each as a set; 0: none",
    "known": "cards that he knows the next seat, and the one after it, to hold; cards played may be left in",
    "barred": "cards that he knows the next seat, and the one after it, not to hold",
    "seat": "his seat: 0 dealer, 1 left, 2 right",
    "trump": "the denomination called",
    "void": "by seat, the suits that it has shown out of: the sum of 1, 2, 4, 8 for spades, hearts, diamonds, clubs",
    "won": "by seat, tricks won so far",
    "contract": "by seat, tricks to be won",
}


@dataclass(frozen=True)
class _Learning:
    """What a batch asks for: the pool of policies, the learner first; those of it, by number, that the other seats are
    drawn from; and shares of cards, of calls of no-trump and of calls of any suit that are drawn."""

    pool: Sequence[Policy]
    company: Sequence[int]
    random: float
    shares: tuple[float, float]


def decision_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.

    Raises RulesError for rules that cannot be read, PolicyError for policies, SurveyError for options and for a
    condition, and SearchStopped when cancelled.
    """
    asked = _asked(work)
    parts = []
    for first in range(0, work.number, SLICE):
        check_going_on(token)
        parts.append(_slice(work, asked, first))
    return joined_rows(parts)


def _asked(work: Work) -> _Learning:
    """Who plays, and what is drawn at random.  Raises PolicyError and SurveyError."""
    given = check_options(work, {"random": (), "company": (), "trump": ()})
    check_no_condition(work)
    names = _pool(work)
    if drawing := DRAWING & {*names}:
        raise SurveyError(
            f"no policy of such rows: {quoted(min(drawing))} (expected one that leaves no card to chance)"
        )
    numbers = {name: number for number, name in enumerate([SELF, *names[1:]])}
    company = [numbers[name] for name in _company(work)]
    (random,) = _shares(given["random"] or "0.05", 1, "chance of a random card")
    notrump, any_suit = _shares(given["trump"] or "0.25 0.15", 2, "shares of no-trump and of any suit")
    if notrump + any_suit > 1:
        raise SurveyError(f"shares of more than all deals: {quoted(given['trump'])} (expected a sum of at most 1)")
    return _Learning([*map(any_policy, names)], company, random, (notrump, any_suit))


def _company(work: Work) -> list[str]:
    """The names from which the other seats are drawn."""
    return [name.strip() for name in (dict(work.options).get("company") or SELF).split(",")]


def _pool(work: Work) -> list[str]:
    """The policies that play, who learns first."""
    return [work.policy, *sorted({*_company(work)} - {SELF})]


def _shares(text: str, number: int, words: str) -> list[float]:
    """So many numbers from 0 to 1, with spaces between.  Raises SurveyError."""
    try:
        found = [float(part) for part in text.split()]
    except ValueError:
        found = []
    if len(found) != number or not all(0 <= share <= 1 for share in found):
        each = ", with a space between" if number > 1 else ""
        raise SurveyError(f"no {words}: {quoted(text)} (expected 0 to 1{each})")
    return found


def _slice(work: Work, asked: _Learning, first: int) -> Columns:
    """The rows of the deals from this number on, `SLICE` at most."""
    number, random = min(SLICE, work.number - first), np.random.default_rng((work.seed, first, 1))
    games = games_to_play(parse_rules(work.rules), dealt(number, (work.seed, first)), random, asked.shares)
    seats = random.choice(asked.company, (number, len(Seat)))
    seats[np.arange(number), random.integers(len(Seat), size=number)] = 0
    learns = seats == 0
    return columns_of(decisions_of_play(asked.pool, games, seats, learns, asked.random, seed=work.seed, first=first))


def columns_of(found: Decisions) -> Columns:
    """Decisions as columns of a survey."""
    types = {column.name: column.dtype for column in DECISIONS.columns}
    seen = {name: found.views[name].astype(types[name]) for name in SEEN}
    return {"deal": found.games.astype(np.int32), **seen, "values": found.values}


def views_of(columns: Columns) -> np.ndarray:
    """What the players saw, as the engine reads it: `VIEW`, shape (rows,)."""
    found = np.zeros(len(columns["deal"]), VIEW)
    for name in SEEN:
        found[name] = columns[name]
    return found


def _seen_columns() -> list[RowColumn]:
    """The columns of what the player saw: sets of cards are int64, all else int8."""
    columns = []
    for name, words in SEEN.items():
        dtype = VIEW[name]
        size = dtype.shape[0] if dtype.shape else 1
        columns.append(RowColumn(name, "int64" if dtype.base.itemsize == 8 else "int8", size, words))
    return columns


DECISIONS = RowKind(
    "decisions",
    3,
    "a card to be chosen by a policy that learns, in deals of every kind, and what each choice brought in that deal",
    (
        RowColumn("deal", "int32", 1, "the deal's number in the batch, from 0"),
        *_seen_columns(),
        RowColumn(
            "values",
            "int8",
            CHOICES,
            "the tricks that the player still won after each choice; -1 where there are fewer; the choices are the"
            " engine's `features`, touching cards being one",
        ),
    ),
    decision_rows,
    {
        "random": "how often a random card is played on with in place of the policy's, 0 to 1 (default: 0.05)",
        "company": "policies from which the other seats are drawn, with commas between; self: the one that learns,"
        " which always has one seat (default: self)",
        "trump": "shares of the deals in which no-trump, and in which any suit is called, whatever is held"
        " (default: 0.25 0.15)",
    },
    _asked,
    _pool,
)


FREAKS = 0.02  # share of deals whose cards are not dealt evenly
LOW_DISCARDS = 0.2  # of discards that are drawn
RESULTS = 8  # of earlier deals, in each slice; those after the same one are set up together
SPREAD = 2.0  # points: standard deviation of a seat's result in it
LONG = 9  # cards of a suit, at least, in a freak hand
SUITS = np.array([card.suit for card in FULL_DECK])  # of `DECK`
IS_LOW = np.array([card.rank < 8 for card in FULL_DECK])  # two to nine


def games_to_play(rules: RuleSet, cards: Sets, random: np.random.Generator, shares: tuple[float, float]) -> Rows:
    """Deals of these cards, and a few freaks among them, as their first cards are due.

    Calls, discards and gifts are as fitted, but for some calls and discards that are drawn; shares: of no-trump, where
    the rules allow it, and of any suit, among the calls.  Half of the deals follow others, so cards are exchanged.
    """
    for row in np.flatnonzero(random.random(len(cards)) < FREAKS):
        cards[row] = _freak(random)
    calls = _calls(rules, len(cards), random, *shares)

    def discard(hands: Sets, trumps: Ints) -> Sets:
        """As fitted, but for some that are drawn."""
        found, drawn = fitted_discards(hands, trumps), random.random(len(hands)) < LOW_DISCARDS
        found[drawn] = _low_cards(hands[drawn], trumps[drawn], random)
        return found

    results = np.array([_previous_results(rules, random) for _ in range(RESULTS)])
    half = len(cards) // 2
    previous = results[random.integers(RESULTS, size=half)]
    later = ready_deals(rules, previous, cards[:half], calls[:half], discard).games
    return np.concatenate([later, ready_deals(rules, None, cards[half:], calls[half:], discard).games])


def _freak(random: np.random.Generator) -> Sets:
    """The hands and the kitty of a deal in which a seat has nine or more cards of a suit; in half of such deals its
    others are of one suit too."""
    suit, other = random.choice(len(Suit), 2, replace=False)
    order = 1 + random.random(len(DECK))
    order[random.choice(np.flatnonzero(SUITS == suit), random.integers(LONG, RANKS + 1), replace=False)] = 0
    order[SUITS == other] -= random.integers(2)
    cards = np.argsort(order)
    cards[HAND_SIZE:] = random.permutation(cards[HAND_SIZE:])
    hands = DECK[cards[:-KITTY]].reshape(len(Seat), HAND_SIZE).sum(axis=1)
    return np.append(np.roll(hands, random.integers(len(Seat))), DECK[cards[-KITTY:]].sum())


def _previous_results(rules: RuleSet, random: np.random.Generator) -> PreviousResults:
    """Results near the contracts, such as most deals have."""
    while True:
        dealer, left = (round(float(points)) for points in random.normal(0, SPREAD, 2))
        results = (dealer, left, -dealer - left)
        try:
            check_previous_results(rules, results)
        except GameError:
            continue
        return results


def _calls(rules: RuleSet, number: int, random: np.random.Generator, notrump: float, any_suit: float) -> Ints:
    """What dealers call, some of them whatever they hold."""
    drawn, found = random.random(number), np.full(number, AS_FITTED)
    suits = (notrump <= drawn) & (drawn < notrump + any_suit)
    found[suits] = random.integers(len(Suit), size=suits.sum())
    if rules.notrump:
        found[drawn < notrump] = Trump.NO_TRUMP
    return found


def _low_cards(hands: Sets, trumps: Ints, random: np.random.Generator) -> Sets:
    """Four low cards drawn from those that are no trumps, and from the others where there are too few."""
    order = random.random((len(hands), len(DECK)))
    order += (trumps[:, None] == SUITS) | ~IS_LOW
    order[hands[:, None] & DECK == 0] = np.inf
    return DECK[np.argsort(order, axis=1)[:, :KITTY]].sum(axis=1)
