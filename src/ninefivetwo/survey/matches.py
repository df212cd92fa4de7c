"""The kind `matches`: whole matches, a row a deal, with exchanges by the results of the deal before."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import SEAT_PAIRS, Seat
from ninefivetwo.errors import SurveyError, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.survey.work import (
    CARD_COLUMNS,
    CHOICE_COLUMNS,
    PAIR_WORDS,
    TRICK_COLUMNS,
    Columns,
    RowColumn,
    RowKind,
    SignedSets,
    Work,
    card_columns,
    check_options,
    choice_columns,
    joined_rows,
    policies_of,
    signed,
    trick_columns,
)
from ninefivetwo.think.models.exchange import Ints
from ninefivetwo.think.models.match_equity import ends
from ninefivetwo.think.playouts import Policies, play_out
from ninefivetwo.think.playouts.first_lead import dealt, ready_deals

MOST_DEALS = 1000  # of a match, after which it is left unfinished: some rules give no certain end
DEAL_BITS = 48  # of a seed: above them the deal's number, so that each deal has random numbers of its own
NO_RESULT = -128  # in the first deal of a match


def match_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """The rows of a batch, match by match.

    Raises RulesError and PolicyError for what cannot be read, SurveyError for an option or a condition, and
    SearchStopped when cancelled.
    """
    check_options(work, {})
    if work.condition:
        raise SurveyError(f"a condition on matches: {quoted(work.condition)} (expected none: whole matches are dealt)")
    matches = _Matches(parse_rules(work.rules), policies_of(work), work)
    rounds: list[Columns] = []
    while len(matches.going) and len(rounds) < MOST_DEALS:
        rounds.append(matches.play(len(rounds) + 1, token))
    rows = joined_rows(rounds)
    order = rows["match"].argsort(kind="stable")
    return {name: values[order] for name, values in rows.items()}


class _Matches:
    """Matches side by side, all at the same deal; those at their end are no longer among them."""

    def __init__(self, rules: RuleSet, policies: Policies, work: Work) -> None:
        self.rules, self.policies, self.work = rules, policies, work
        self.going = np.arange(work.number)
        self.previous: Ints | None = None  # by seat, a row each
        self.scores = np.zeros((work.number, len(Seat)), np.int64)  # by seat

    def play(self, deal: int, token: CancelToken | None) -> Columns:
        """The rows of the next deal of each, by its number from 1; those that it ends drop out."""
        seed = self.work.seed
        cards = dealt(self.work.number, seed if deal == 1 else (seed, deal))[self.going]
        deals = ready_deals(self.rules, self.previous, cards)
        tricks = play_out(self.policies, deals.games, seed=seed + (deal - 1 << DEAL_BITS), threads=1, token=token)
        points = tricks.astype(np.int64) - self.rules.contracts
        totals = self.scores + points
        last = self.rules.deals is not None and deal >= self.rules.deals
        over, shares = ends(self.rules, totals, points, tricks.astype(np.int64), last)
        found: Columns = {
            "match": self.going.astype(np.int32),
            "deal": np.full(len(cards), deal, np.int16),
            **card_columns(cards),
            "players": np.tile((np.arange(3) + deal - 1) % 3, (len(cards), 1)).astype(np.int8),
            "previous": self.previous_results(),
            "given": _by_pair(deals.given),
            "returned": _by_pair(deals.returned),
            **choice_columns(deals.games),
            **trick_columns(tricks),
            "points": points.astype(np.int8),
            "scores": np.roll(totals, deal - 1, axis=1).astype(np.int16),
            "last": over,
            **_win_columns(np.roll(shares, deal - 1, axis=1)),
        }
        self.going = self.going[~over]
        self.previous, self.scores = (np.roll(values[~over], -1, axis=1) for values in (points, totals))
        return found

    def previous_results(self) -> npt.NDArray[np.int8]:
        """The column of the results of the deal before."""
        if self.previous is None:
            return np.full(self.scores.shape, NO_RESULT, np.int8)
        return self.previous.astype(np.int8)


def _win_columns(shares: Floats) -> Columns:
    """The columns that tell who has won.  shares: by player."""
    alone = np.where((shares == 1).any(axis=1), shares.argmax(axis=1), -1)
    return {"winner": alone.astype(np.int8), "shares": shares.astype(np.float32)}


def _by_pair(cards: Sets) -> SignedSets:
    """Sets by giver and receiver as the column by pair has them."""
    return signed(np.stack([cards[:, giver, receiver] for giver, receiver in SEAT_PAIRS], axis=1))


MATCHES = RowKind(
    "matches",
    1,
    "a deal of a whole match, which club players play from its first deal to its end",
    (
        RowColumn("match", "int32", 1, "the match's number in the batch, from 0"),
        RowColumn("deal", "int16", 1, "the deal's number in the match, from 1"),
        *CARD_COLUMNS,
        RowColumn("players", "int8", 3, "who sits at dealer, left, right: players 0 to 2, as they sat in deal 1"),
        RowColumn("previous", "int8", 3, f"points of the deal before, by the seats now; {NO_RESULT} in deal 1"),
        RowColumn("given", "int64", 6, f"cards given in the exchange: {', '.join(PAIR_WORDS)}; 0: none"),
        RowColumn("returned", "int64", 6, "cards that came back for them, at the same places: from receiver to giver"),
        *CHOICE_COLUMNS,
        *TRICK_COLUMNS,
        RowColumn("points", "int8", 3, "tricks less the contract, by seat: dealer, left, right"),
        RowColumn("scores", "int16", 3, "points of the match with this deal, by player"),
        RowColumn("last", "bool", 1, f"this deal ended the match; one without end is left after {MOST_DEALS} deals"),
        RowColumn("winner", "int8", 1, "the player who won the match; -1 while it goes on, or when the win is shared"),
        RowColumn("shares", "float32", 3, "of the win, by player: 1 to a winner alone; 0 while the match goes on"),
    ),
    match_rows,
)
