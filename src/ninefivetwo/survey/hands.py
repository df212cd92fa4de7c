"""The kinds `hand_calls`, `hand_discards` and `hand_gifts`: the results of each choice with a random hand.

For each hand, the unseen cards are dealt at random many times. Each deal of the unseen cards is a world. All choices
for a hand are played out in the same worlds, so luck affects all choices equally. Tricks are summed for each half of
the worlds, so the two sums have independent sampling errors.
"""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from ninefivetwo.cards import SEAT_PAIRS, Seat, Suit, Trump
from ninefivetwo.errors import SurveyError, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import KITTY
from ninefivetwo.game.rules import TRICKS, parse_rules
from ninefivetwo.sets import Sets, lanes_of, lowest
from ninefivetwo.survey.work import (
    Columns,
    RowColumn,
    RowKind,
    Work,
    check_no_condition,
    check_options,
    joined_rows,
    policies_of,
    signed_sets,
)
from ninefivetwo.think.heuristics import best_calls as plain_calls
from ninefivetwo.think.models.exchange import Ints, call_worths, hands_of_lanes, ways_of
from ninefivetwo.think.playouts import Rows, games_of_hands, play_out
from ninefivetwo.think.playouts.first_lead import CARD_SETS, DealsInProgress

#: The tricks of one seat summed over worlds, shape (hands, choices, halves); -1 marks an unused column.
HalfTricks = npt.NDArray[np.int32]
AT_ONCE = 400_000  # maximum number of deals held in memory
USUAL_WORLDS, MOST_WORLDS = "24", 10_000  # default and maximum number of worlds for each hand
WORLDS = RowColumn("worlds", "int32", 1, "number of worlds in which every choice was played out")
WORLDS_OPTION = f"number of worlds for each hand, an even number (default: {USUAL_WORLDS})"


def half_columns(whose: str, choices: int) -> tuple[RowColumn, RowColumn]:
    """Return the two columns with a seat's tricks for each choice, one column for each half of the worlds."""
    words = f"{whose} tricks by choice, summed over the"
    return (
        RowColumn("first_half", "int32", choices, f"{words} first half of the worlds; -1: no such choice"),
        RowColumn("second_half", "int32", choices, f"{words} second half of the worlds; -1: no such choice"),
    )


def hand_options(work: Work, known: dict[str, tuple[str, ...]]) -> tuple[dict[str, str], int]:
    """Return the options of a batch of hands, and the number of worlds for each hand.

    `known` is the argument of `check_options` without the option `worlds`, which is added here. Raises SurveyError if
    an option is invalid or the batch has a condition.
    """
    found = check_options(work, known | {"worlds": ()})
    check_no_condition(work)
    text = found.pop("worlds") or USUAL_WORLDS
    number = int(text) if text.isascii() and text.isdecimal() and len(text) < 6 else 0
    if number % 2 or not 0 < number <= MOST_WORLDS:
        raise SurveyError(f"invalid number of worlds: {quoted(text)} (expected an even number from 2 to {MOST_WORLDS})")
    return found, number


def hands_dealt(rng: np.random.Generator, number: int, cards: int) -> Sets:
    """Deal `number` random hands of `cards` cards each."""
    return _sets(rng.permuted(np.tile(CARD_SETS, (number, 1)), axis=1)[:, :cards])


def worlds_dealt(rng: np.random.Generator, hands: Sets, worlds: int, sizes: tuple[int, ...]) -> Sets:
    """Deal the unseen cards of each hand into parts of the given sizes. The result has shape (hands, worlds, parts)."""
    unseen = np.broadcast_to(CARD_SETS, (len(hands), len(CARD_SETS)))[(hands[:, None] & CARD_SETS) == 0].reshape(
        len(hands), 1, -1
    )
    dealt = rng.permuted(np.repeat(unseen, worlds, axis=1), axis=2)
    ends = np.cumsum((0, *sizes))
    return np.stack([_sets(dealt[:, :, ends[i] : ends[i + 1]]) for i in range(len(sizes))], axis=2)


def in_parts(
    rng: np.random.Generator, hands: Sets, worlds: int, sizes: tuple[int, ...], deals: int
) -> Iterator[tuple[slice, Sets]]:
    """Yield slices of the hands that fit into memory, with the worlds dealt for each slice.

    `deals` is the number of deals per world that must be in memory at the same time.
    """
    step = max(1, AT_ONCE // (worlds * deals))
    for at in range(0, len(hands), step):
        part = slice(at, at + step)
        yield part, worlds_dealt(rng, hands[part], worlds, sizes)


def choices_in_worlds(
    rng: np.random.Generator, hands: Sets, choices: Sets, worlds: int, sizes: tuple[int, ...], deals: int
) -> Iterator[tuple[tuple[Ints, Ints], Ints, Sets, Sets]]:
    """Yield every choice of each hand in every world of that hand, in the slices of `in_parts`.

    `choices` has one row for each hand, in which empty sets are ignored. Each item has the row and column indices of
    its choices, and three arrays with one row for each choice in each world. The arrays contain the index of the hand,
    the cards chosen and the parts of the unseen cards.
    """
    for part, others in in_parts(rng, hands, worlds, sizes, deals):
        row, column = np.nonzero(choices[part])
        place = row + part.start, column
        chosen = np.repeat(choices[place], worlds)
        yield place, np.repeat(place[0], worlds), chosen, others[row].reshape(-1, len(sizes))


def _sets(cards: Sets) -> Sets:
    return np.bitwise_or.reduce(cards, axis=-1)


def low_cards(hands: Sets, number: int) -> Sets:
    """Return sets of `number` low cards, in a row for each hand and a column for each division among the suits.

    `ways_of` lists the divisions. Each set has the lowest cards of its suits, and is empty if a suit is too short.
    """
    lanes = lanes_of(hands)
    found = []
    for way in ways_of(number):
        cards = np.array([lowest(n)[held] for n, held in zip(way, lanes, strict=True)])
        short = (np.bitwise_count(cards) < way[:, None]).any(axis=0)
        found.append(np.where(short, np.uint64(0), hands_of_lanes(cards)))
    return np.array(found).T


def unplayed(hands: int, choices: int) -> HalfTricks:
    """Return an array for tricks with shape (hands, choices, 2), filled with -1 for choices that are not played out."""
    return np.full((hands, choices, 2), -1, np.int32)


def halves(work: Work, games: Rows, seat: Seat, worlds: int, token: CancelToken | None) -> npt.NDArray[np.int32]:
    """Play out games, and return one seat's tricks summed over each half of the worlds, with shape (choices, 2).

    `games` contains all worlds for the first choice, then all worlds for the next choice, and so on.
    """
    tricks = play_out(policies_of(work), games, seed=work.seed, threads=1, token=token)[:, seat]
    return tricks.reshape(-1, 2, worlds // 2).sum(axis=2, dtype=np.int32)


def half_values(tricks: HalfTricks, worlds: int) -> Columns:
    """Return the columns that all kinds of hands share: the number of worlds, and the tricks in each half."""
    number = np.full(len(tricks), worlds, np.int32)
    return {"worlds": number, "first_half": tricks[:, :, 0], "second_half": tricks[:, :, 1]}


CALL_OPTIONS: dict[str, tuple[str, ...]] = {"kitty": ("unseen", "seen"), "close": ("no", "two", "no-trump")}
#: A hand is close if its two best calls differ by less than this number of tricks.
CLOSE_LEAD = {"two": 0.3, "no-trump": 0.8}
MANY = {"no": 1, "two": 8, "no-trump": 32}  # number of hands dealt for each hand that is played


def hand_call_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `hand_calls`. Raises the same errors as `hand_discard_rows`."""
    asked, worlds = hand_options(work, CALL_OPTIONS)
    rng, seen = np.random.default_rng(work.seed), asked["kitty"] == "seen"
    hands, rules = _close_hands(rng, work.number, seen, asked["close"]), parse_rules(work.rules)
    found = unplayed(len(hands), len(Trump))
    sizes = (0 if seen else KITTY, TRICKS, TRICKS)
    for part, others in in_parts(rng, hands, worlds, sizes, 1):  # 1: one call is played at a time
        kitty, left, right = others.reshape(-1, len(sizes)).T
        cards = np.column_stack([np.repeat(hands[part], worlds), left, right, kitty])
        for trump in rules.trumps():
            games = DealsInProgress(rules, cards, trump).games_called()
            found[part, trump] = halves(work, games, Seat.DEALER, worlds, token)
    return {"hand": signed_sets(hands), **half_values(found, worlds)}


def _close_hands(rng: np.random.Generator, number: int, seen: bool, close: str) -> Sets:
    """Deal random hands and return the first `number` hands with close calls, or fewer hands if too few are close.

    `close` is "two" (compare the two best calls), "no-trump" (compare no-trump and the best call) or "no" (all hands).
    """
    hands = hands_dealt(rng, number * MANY[close], TRICKS + KITTY * seen)
    if close == "no":
        return hands
    worths = np.array([call_worths(hands, trump, seen) for trump in Trump])
    second = worths[Trump.NO_TRUMP] if close == "no-trump" else np.sort(worths, axis=0)[-2]
    return hands[worths.max(axis=0) - second < CLOSE_LEAD[close]][:number]


HAND_CALLS = RowKind(
    "hand_calls",
    2,
    "a random hand of the dealer, with the tricks won after every call in equally likely worlds",
    (
        RowColumn("hand", "int64", 1, "the dealer's sixteen cards, or twenty if the kitty is seen"),
        WORLDS,
        *half_columns("the dealer's", len(Trump)),
    ),
    hand_call_rows,
    {
        "kitty": "unseen (default) or seen by the dealer before calling",
        "close": "no (default), two or no-trump: only hands in which the two best calls, or no-trump and the best call,"
        " are nearly equal by the fitted rules; there may be fewer hands than requested",
        "worlds": WORLDS_OPTION,
    },
    lambda work: hand_options(work, CALL_OPTIONS),
)


ANOTHER_SUIT = 1 / 3  # share of hands that are played with a random trump suit
DISCARD_OPTIONS: dict[str, tuple[str, ...]] = {"after": ("trumps", "no-trump", "trumps, the kitty to come")}
DISCARD_WAYS = len(ways_of(KITTY))


def hand_discard_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `hand_discards`.

    Raises RulesError, PolicyError or SurveyError if the rules, policy or options are invalid. Raises SurveyError if the
    batch has a condition, and SearchStopped if the token is cancelled.
    """
    asked, worlds = hand_options(work, DISCARD_OPTIONS)
    rng, blind = np.random.default_rng(work.seed), "to come" in asked["after"]
    dealt = hands_dealt(rng, work.number, TRICKS)
    trumps = _trumps(work, rng, dealt, asked["after"])
    hands = dealt if blind else dealt | worlds_dealt(rng, dealt, 1, (KITTY,))[:, 0, 0]
    choices, rules = low_cards(hands, KITTY), parse_rules(work.rules)
    found = unplayed(*choices.shape)
    sizes = (KITTY if blind else 0, TRICKS, TRICKS)
    for place, row, discarded, others in choices_in_worlds(rng, hands, choices, worlds, sizes, DISCARD_WAYS):
        kept = np.column_stack([hands[row] & ~discarded | others[:, 0], others[:, 1:]])
        games = games_of_hands(kept, trumps[row], discarded, rules)
        found[place] = halves(work, games, Seat.DEALER, worlds, token)
    return {
        "hand": signed_sets(hands),
        "trump": trumps.astype(np.int8),
        "discards": signed_sets(choices),
        **half_values(found, worlds),
    }


def _trumps(work: Work, rng: np.random.Generator, hands: Sets, after: str) -> Ints:
    """Return no-trump for each hand if requested, otherwise the plain rules' call or (for some hands) a random suit."""
    if after == "no-trump":
        if Trump.NO_TRUMP not in parse_rules(work.rules).trumps():
            raise SurveyError(f"no-trump may not be called under {quoted(work.rules)} (expected trumps)")
        return np.full(len(hands), int(Trump.NO_TRUMP))
    another = rng.random(len(hands)) < ANOTHER_SUIT
    return np.where(another, rng.integers(len(Suit), size=len(hands)), plain_calls(hands, Trump))


HAND_DISCARDS = RowKind(
    "hand_discards",
    2,
    "a random hand of the dealer, with the tricks won after every discard of low cards in equally likely worlds",
    (
        RowColumn("hand", "int64", 1, "the dealer's twenty cards, or sixteen if the kitty comes later"),
        RowColumn(
            "trump", "int8", 1, "the denomination: called by the rule of thumb, or in a third of the hands any suit"
        ),
        RowColumn(
            "discards",
            "int64",
            DISCARD_WAYS,
            "the discards, each with the lowest cards of some suits; 0: a suit is too short",
        ),
        WORLDS,
        *half_columns("the dealer's", DISCARD_WAYS),
    ),
    hand_discard_rows,
    {
        "after": "trumps (default), no-trump, or trumps, the kitty to come, if the dealer has not seen the kitty yet",
        "worlds": WORLDS_OPTION,
    },
    lambda work: hand_options(work, DISCARD_OPTIONS),
)


GIFT_OPTIONS: dict[str, tuple[str, ...]] = {"cards": ("1", "2", "3")}
GIFT_WAYS = len(ways_of(3))  # number of columns; some are unused if fewer than three cards are given


def hand_gift_rows(work: Work, token: CancelToken | None = None) -> Columns:
    """Return the rows of a batch of the kind `hand_gifts`. Raises the same errors as `hand_discard_rows`."""
    asked, worlds = hand_options(work, GIFT_OPTIONS)
    return joined_rows([_gifts_of_pair(work, int(asked["cards"]), worlds, *pair, token) for pair in SEAT_PAIRS])


def _gifts_of_pair(
    work: Work, cards: int, worlds: int, giver: Seat, receiver: Seat, token: CancelToken | None
) -> Columns:
    rng = np.random.default_rng((work.seed, giver, receiver))
    hands, rules = hands_dealt(rng, work.number, TRICKS), parse_rules(work.rules)
    ways = low_cards(hands, cards)
    gifts, found = np.zeros((work.number, GIFT_WAYS), np.uint64), unplayed(work.number, GIFT_WAYS)
    gifts[:, : ways.shape[1]] = ways
    sizes, in_memory = (KITTY, TRICKS, TRICKS), 2 * ways.shape[1]  # 2: hands as exchanged and as played
    for place, row, given, others in choices_in_worlds(rng, hands, gifts, worlds, sizes, in_memory):
        table = np.empty((len(row), len(Seat) + 1), np.uint64)
        table[:, giver] = hands[row]
        table[:, [len(Seat), receiver, 3 - giver - receiver]] = others  # columns: kitty, receiver, third seat
        deals = DealsInProgress(rules, table)
        deals.hand_over(giver, receiver, given)
        deals.give_back(receiver, giver, given)
        found[place] = halves(work, deals.games_called(), giver, worlds, token)
    return {
        "hand": signed_sets(hands),
        "giver": np.full(work.number, int(giver), np.int8),
        "receiver": np.full(work.number, int(receiver), np.int8),
        "gifts": signed_sets(gifts),
        **half_values(found, worlds),
    }


HAND_GIFTS = RowKind(
    "hand_gifts",
    2,
    "a random hand of a giver, with the tricks won after every gift of low cards in equally likely worlds; each pair of"
    " giver and receiver has the same number of hands",
    (
        RowColumn("hand", "int64", 1, "the giver's sixteen cards"),
        RowColumn("giver", "int8", 1, "the giver's seat: 0 dealer, 1 left, 2 right"),
        RowColumn("receiver", "int8", 1, "the receiver's seat"),
        RowColumn("gifts", "int64", GIFT_WAYS, "the gifts, each with the lowest cards of some suits; 0: no such gift"),
        WORLDS,
        *half_columns("the giver's", GIFT_WAYS),
    ),
    hand_gift_rows,
    {"cards": "number of cards given: 1 (default), 2 or 3", "worlds": WORLDS_OPTION},
    lambda work: hand_options(work, GIFT_OPTIONS),
)
