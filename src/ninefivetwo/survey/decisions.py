"""The kind `decisions`: a player's view before playing a card, and the tricks won after each possible card.

Several policies play varied deals, and one of the policies is to be trained. Whenever that policy chooses a card, each
possible card is played out once in the actual deal, with all players limited to their own views. A single result
depends on the hidden cards, but the mean over many deals estimates the value of a choice. benchmarks/fit_policy.py fits
a policy to these rows.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ninefivetwo.cards import FULL_DECK, Seat, Suit, Trump
from ninefivetwo.errors import GameError, SurveyError, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import KITTY, PreviousResults, check_previous_results
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.layout import HAND_SIZE
from ninefivetwo.sets import RANK_COUNT, Sets
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
from ninefivetwo.think.playouts.first_lead import AS_FITTED, CARD_SETS, dealt, fitted_discards, ready_deals

SLICE = 500  # number of deals played together as a slice; cancelled work stops between slices
SELF = "self"  # in the option `company`, the name of the policy to be trained
DRAWING = {"beginner", "usual"}  # policies that play some cards at random
#: The fields of a `VIEW`, which are also the names of columns, with their meanings.
VIEW_FIELDS = {
    "hand": "the player's cards",
    "out": "cards that the player has not seen: in other hands, or discarded by another player",
    "discarded": "cards that the player discarded",
    "table": "the cards of the trick in progress, each as a set; 0: none",
    "known": "cards known to be held by the next seat, and by the seat after it; may include cards already played",
    "barred": "cards known not to be held by the next seat, and by the seat after it",
    "seat": "the player's seat: 0 dealer, 1 left, 2 right",
    "trump": "the denomination called",
    "void": "the known voids, by seat: the sum of 1, 2, 4, 8 for spades, hearts, diamonds, clubs",
    "won": "tricks won so far, by seat",
    "contract": "the contract, by seat",
}


@dataclass(frozen=True)
class _Learning:
    """The policies that play a batch, and the probabilities of random cards and calls.

    `pool` contains the policies, starting with the policy to be trained. `company` contains the indices of the policies
    that may play at the other seats. `random` is the share of cards played at random. `shares` contains the share of
    deals with a random no-trump call and the share with a random suit call.
    """

    pool: Sequence[Policy]
    company: Sequence[int]
    random: float
    shares: tuple[float, float]


def decision_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `decisions`.

    Raises RulesError, PolicyError or SurveyError if the rules, policies or options are invalid. Raises SurveyError if
    the batch has a condition, and SearchStopped if the token is cancelled.
    """
    asked = _asked(work)
    parts = []
    for first in range(0, work.number, SLICE):
        check_going_on(token)
        parts.append(_slice(work, asked, first))
    return joined_rows(parts)


def _asked(work: Work) -> _Learning:
    """Read the policies and shares from the options. Raises PolicyError or SurveyError if an option is invalid."""
    given = check_options(work, {"random": (), "company": (), "trump": ()})
    check_no_condition(work)
    names = _pool(work)
    if drawing := DRAWING & {*names}:
        raise SurveyError(f"unsuitable policy: {quoted(min(drawing))} (expected one that plays no card at random)")
    numbers = {name: number for number, name in enumerate([SELF, *names[1:]])}
    company = [numbers[name] for name in _company(work)]
    (random,) = _shares(given["random"] or "0.05", 1, "chance of a random card")
    notrump, any_suit = _shares(given["trump"] or "0.25 0.15", 2, "shares of no-trump and of any suit")
    if notrump + any_suit > 1:
        raise SurveyError(f"invalid shares: {quoted(given['trump'])} (expected a sum of at most 1)")
    return _Learning([*map(any_policy, names)], company, random, (notrump, any_suit))


def _company(work: Work) -> list[str]:
    """Return the names of the policies that may play at the other seats."""
    return [name.strip() for name in (dict(work.options).get("company") or SELF).split(",")]


def _pool(work: Work) -> list[str]:
    """Return the names of all policies that play, starting with the policy to be trained."""
    return [work.policy, *sorted({*_company(work)} - {SELF})]


def _shares(text: str, number: int, words: str) -> list[float]:
    """Parse `number` shares from 0 to 1, separated by spaces. Raises SurveyError if the text is invalid."""
    try:
        found = [float(part) for part in text.split()]
    except ValueError:
        found = []
    if len(found) != number or not all(0 <= share <= 1 for share in found):
        each = ", with a space between" if number > 1 else ""
        raise SurveyError(f"invalid {words}: {quoted(text)} (expected 0 to 1{each})")
    return found


def _slice(work: Work, asked: _Learning, first: int) -> Columns:
    """Return the rows of at most `SLICE` deals, starting with deal number `first`."""
    number, random = min(SLICE, work.number - first), np.random.default_rng((work.seed, first, 1))
    games = games_to_play(parse_rules(work.rules), dealt(number, (work.seed, first)), random, asked.shares)
    seats = random.choice(asked.company, (number, len(Seat)))
    seats[np.arange(number), random.integers(len(Seat), size=number)] = 0
    learns = seats == 0
    return columns_of(decisions_of_play(asked.pool, games, seats, learns, asked.random, seed=work.seed, first=first))


def columns_of(found: Decisions) -> Columns:
    """Convert decisions to the columns of a survey."""
    types = {column.name: column.dtype for column in DECISIONS.columns}
    seen = {name: found.views[name].astype(types[name]) for name in VIEW_FIELDS}
    return {"deal": found.games.astype(np.int32), **seen, "values": found.values}


def views_of(columns: Columns) -> np.ndarray:
    """Convert columns to an array of players' views in the engine's format `VIEW`, with shape (rows,)."""
    found = np.zeros(len(columns["deal"]), VIEW)
    for name in VIEW_FIELDS:
        found[name] = columns[name]
    return found


def _seen_columns() -> list[RowColumn]:
    """Return the columns of the player's view, which are int64 for card sets and int8 otherwise."""
    columns = []
    for name, words in VIEW_FIELDS.items():
        dtype = VIEW[name]
        size = dtype.shape[0] if dtype.shape else 1
        columns.append(RowColumn(name, "int64" if dtype.base.itemsize == 8 else "int8", size, words))
    return columns


DECISIONS = RowKind(
    "decisions",
    3,
    "a card decision of a policy to be trained, with the tricks won after each choice",
    (
        RowColumn("deal", "int32", 1, "the deal's number in the batch, from 0"),
        *_seen_columns(),
        RowColumn(
            "values",
            "int8",
            CHOICES,
            "the tricks that the player won after each choice; -1 for no such choice; the choices are the engine's"
            " `features`, in which touching cards count as one",
        ),
    ),
    decision_rows,
    {
        "random": "how often a random card is played instead of the policy's, 0 to 1 (default: 0.05)",
        "company": "policies from which the other seats are drawn, separated by commas; self is the policy to be"
        " trained, which always has one seat (default: self)",
        "trump": "shares of deals in which no-trump, and in which a random suit, is called whatever the hand"
        " (default: 0.25 0.15)",
    },
    _asked,
    _pool,
)


FREAKS = 0.02  # share of deals with very long suits
LOW_DISCARDS = 0.2  # share of discards that are random low cards
RESULTS_PER_GROUP = 8  # number of different previous results in a group of deals; fewer are faster to set up
POINT_SPREAD = 2.0  # standard deviation of a seat's previous result, in points
LONG_HOLDING = 9  # minimum length of the long suit in a freak hand
CARD_SUITS = np.array([card.suit for card in FULL_DECK])  # the suit of each card in `CARD_SETS`
IS_LOW = np.array([card.rank < 8 for card in FULL_DECK])  # two to nine


def games_to_play(rules: RuleSet, cards: Sets, random: np.random.Generator, shares: tuple[float, float]) -> Rows:
    """Return deals at the first lead, with the given cards or, in a few deals, with freak hands.

    Calls, discards and gifts follow the fitted rules, except for some random calls and discards. `shares` contains the
    share of deals with a random no-trump call (if the rules allow no-trump) and the share with a random suit call. Half
    of the deals have previous results and therefore an exchange.
    """
    for row in np.flatnonzero(random.random(len(cards)) < FREAKS):
        cards[row] = _freak(random)
    calls = _calls(rules, len(cards), random, *shares)

    def discard(hands: Sets, trumps: Ints) -> Sets:
        """Return the discards of the fitted rules, except for some random discards."""
        found, drawn = fitted_discards(hands, trumps), random.random(len(hands)) < LOW_DISCARDS
        found[drawn] = _low_cards(hands[drawn], trumps[drawn], random)
        return found

    results = np.array([_previous_results(rules, random) for _ in range(RESULTS_PER_GROUP)])
    half = len(cards) // 2
    previous = results[random.integers(RESULTS_PER_GROUP, size=half)]
    later = ready_deals(rules, previous, cards[:half], calls[:half], discard).games
    return np.concatenate([later, ready_deals(rules, None, cards[half:], calls[half:], discard).games])


def _freak(random: np.random.Generator) -> Sets:
    """Return the hands and the kitty of a deal in which one seat has nine or more cards of a suit.

    In half of these deals, all other cards of that seat are from a second suit.
    """
    suit, other = random.choice(len(Suit), 2, replace=False)
    order = 1 + random.random(len(CARD_SETS))
    order[
        random.choice(np.flatnonzero(CARD_SUITS == suit), random.integers(LONG_HOLDING, RANK_COUNT + 1), replace=False)
    ] = 0
    order[CARD_SUITS == other] -= random.integers(2)
    cards = np.argsort(order)
    cards[HAND_SIZE:] = random.permutation(cards[HAND_SIZE:])
    hands = CARD_SETS[cards[:-KITTY]].reshape(len(Seat), HAND_SIZE).sum(axis=1)
    return np.append(np.roll(hands, random.integers(len(Seat))), CARD_SETS[cards[-KITTY:]].sum())


def _previous_results(rules: RuleSet, random: np.random.Generator) -> PreviousResults:
    """Draw random previous results, which are usually close to 0."""
    while True:
        dealer, left = (round(float(points)) for points in random.normal(0, POINT_SPREAD, 2))
        results = (dealer, left, -dealer - left)
        try:
            check_previous_results(rules, results)
        except GameError:
            continue
        return results


def _calls(rules: RuleSet, number: int, random: np.random.Generator, notrump: float, any_suit: float) -> Ints:
    """Return each dealer's call, which is either random or `AS_FITTED`."""
    drawn, found = random.random(number), np.full(number, AS_FITTED)
    suits = (notrump <= drawn) & (drawn < notrump + any_suit)
    found[suits] = random.integers(len(Suit), size=suits.sum())
    if rules.notrump:
        found[drawn < notrump] = Trump.NO_TRUMP
    return found


def _low_cards(hands: Sets, trumps: Ints, random: np.random.Generator) -> Sets:
    """Draw four random cards from each hand, with a preference for low cards that are not trumps."""
    order = random.random((len(hands), len(CARD_SETS)))
    order += (trumps[:, None] == CARD_SUITS) | ~IS_LOW
    order[hands[:, None] & CARD_SETS == 0] = np.inf
    return CARD_SETS[np.argsort(order, axis=1)[:, :KITTY]].sum(axis=1, dtype=CARD_SETS.dtype)
