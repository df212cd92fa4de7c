"""The kind `decisions`: what players who choose by rollouts saw, and what each of their choices was worth to them.

A learned policy is fitted to such rows (benchmarks/fit_policy.py).
"""

from __future__ import annotations

from random import Random

import numpy as np

from ninefivetwo.cards import Denomination, Hand, Suit
from ninefivetwo.errors import GameError, PolicyError, SurveyError, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import (
    Action,
    Call,
    Deal,
    DealView,
    Discard,
    DiscardTurn,
    Play,
    PreviousResults,
    check_previous_results,
)
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.survey.work import (
    Columns,
    RowColumn,
    RowKind,
    Work,
    check_going_on,
    check_no_condition,
    check_options,
    joined_rows,
    whole_number,
)
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts import (
    CHOICES,
    VIEW,
    Decisions,
    Policies,
    Policy,
    any_policy,
    decisions_of_play,
    game_of,
)

SLICE = 10  # deals played at once; work that is cancelled stops after them
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


def decision_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch.

    Raises RulesError for rules that cannot be read, PolicyError for policies, SurveyError for options and for a
    condition, and SearchStopped when cancelled.
    """
    players, random = _asked(work)
    parts = []
    for first in range(0, work.number, SLICE):
        check_going_on(token)
        parts.append(_slice(work, players, random, first))
    return joined_rows(parts)


def _asked(work: Work) -> tuple[Policies, float]:
    """Who plays, and how often a random card.  Raises PolicyError and SurveyError."""
    asked = check_options(work, {"worlds": (), "random": (), "company": ()})
    check_no_condition(work)
    return _players(work, asked), _chance(asked["random"] or "0.05")


def _players(work: Work, asked: dict[str, str]) -> Policies:
    """Rollouts by the work's policy, in which the others play by the company's, or by the same."""
    text = asked["worlds"] or "30"
    worlds = whole_number(text)
    if not worlds:
        raise SurveyError(f"no number of worlds: {quoted(text)} (expected 1 to 99999)")
    company = [any_policy(name.strip()) for name in asked["company"].split(",") if name.strip()]
    try:
        found = Policy.rollout(any_policy(work.policy), worlds, company)
    except ValueError as error:
        raise PolicyError(str(error)) from error
    return found, found, found


def _chance(text: str) -> float:
    try:
        found = float(text)
    except ValueError:
        found = -1.0
    if not 0 <= found <= 1:
        raise SurveyError(f"no chance of a random card: {quoted(text)} (expected 0 to 1)")
    return found


def _slice(work: Work, players: Policies, random: float, first: int) -> Columns:
    """The rows of the deals from this number on, `SLICE` at most."""
    numbers, rules = range(first, min(first + SLICE, work.number)), parse_rules(work.rules)
    games = np.concatenate([game_of(deal_to_play(rules, work.seed, number)) for number in numbers])
    return columns_of(decisions_of_play(players, games, random, seed=work.seed, first=first))


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
    1,
    "a card to be chosen by a player who rolls the deal out in drawn worlds, in deals of every kind",
    (
        RowColumn("deal", "int32", 1, "the deal's number in the batch, from 0"),
        *_seen_columns(),
        RowColumn(
            "values",
            "float32",
            CHOICES,
            "the tricks to come after each choice, on average over the worlds; nan"
            " where there are fewer; the choices are the engine's `features`, touching cards being one",
        ),
    ),
    decision_rows,
    {
        "worlds": "of a rollout (default: 30)",
        "random": "how often a random card is played in place of the best, 0 to 1 (default: 0.05)",
        "company": "policies by which the others play in rollouts, with commas between (default: the same policy)",
    },
    _asked,
)


NO_TRUMP, ANY_SUIT = 0.25, 0.15  # chances of the calls that the plain rules do not make
LOW_DISCARDS = 0.2  # chance of a discard that is drawn
EXCHANGES = 0.5  # chance of a deal before this one, whose results make players exchange cards
SPREAD = 2.0  # points: standard deviation of a seat's result in it
LOW = 8  # ranks below it are low: two to nine


def deal_to_play(rules: RuleSet, seed: int, number: int) -> Deal:
    """The deal of that number as its first card is due; the same for the same seed and number, whatever came before."""
    random = Random(f"{seed} {number}")
    results = _previous_results(rules, random) if random.random() < EXCHANGES else None
    deal = Deal.start(rules, next(random_deals(random.getrandbits(62))), results)
    denomination = _other_call(rules, random)
    drawn = random.random() < LOW_DISCARDS
    while (step := deal.due) is not None and step.kind is not Play:
        deal = deal.after(_action(deal.seen_by(step.seat), denomination, drawn, random))
    return deal


def _previous_results(rules: RuleSet, random: Random) -> PreviousResults:
    """Results near the contracts, such as most deals have."""
    while True:
        dealer, left = round(random.gauss(0, SPREAD)), round(random.gauss(0, SPREAD))
        results = (dealer, left, -dealer - left)
        try:
            check_previous_results(rules, results)
        except GameError:
            continue
        return results


def _other_call(rules: RuleSet, random: Random) -> Denomination | None:
    """What is called instead of what the plain rules call; None: nothing."""
    chance = random.random()
    if chance < NO_TRUMP:
        return Denomination.N if rules.notrump else None
    return Denomination(random.choice(list(Suit))) if chance < NO_TRUMP + ANY_SUIT else None


def _action(view: DealView, denomination: Denomination | None, drawn: bool, random: Random) -> Action:
    """The plain rules' choice but for a call or a discard that was drawn."""
    action = heuristic_action(view)
    if isinstance(action, Call) and denomination is not None:
        return Call(action.seat, denomination)
    turn = view.due_turn
    if isinstance(turn, DiscardTurn) and drawn:
        return Discard(turn.seat, _low_cards(turn.held, turn.number, view.trump, random))
    return action


def _low_cards(hand: Hand, number: int, trump: Denomination | None, random: Random) -> Hand:
    """So many low cards drawn from those that are no trumps, and from the others where there are too few."""
    low = [card for card in hand if card.rank < LOW and (trump is None or int(card.suit) != int(trump))]
    rest = [card for card in hand if card not in low]
    random.shuffle(low)
    return Hand.of((low + random.sample(rest, len(rest)))[:number])
