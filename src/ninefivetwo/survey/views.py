"""The SQL functions on card sets, and an SQL view for each kind of rows.

The functions have the same names as in the conditions of `ninefivetwo.game.dealing`, such as ``spades(dealer)`` and
``has(kitty, 'SA')``. The views add features of the hands and the contracts to the columns of a kind. Missing values are
stored as -1, and are NULL in the views.
"""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import LANE_BITS, RANKS, SEAT_PAIRS, Seat, Suit, Trump
from ninefivetwo.survey.deals import NO_RESULT, WAYS
from ninefivetwo.survey.work import SEAT_WORDS

_LANE = (1 << len(RANKS)) - 1
_ACE = len(RANKS) - 1
_SUITS = ("spades", "hearts", "diamonds", "clubs")


def _every(rank: int) -> int:
    """Return the four cards of a rank as a card set."""
    return sum(1 << (LANE_BITS * suit + rank) for suit in Suit)


def _of_four(*terms: str) -> str:
    """Repeat an SQL term for each suit, replacing $ with the number of the suit."""
    return ", ".join(term.replace("$", str(int(suit))) for suit in Suit for term in terms)


#: SQL for a sort key made of the length and the cards of a suit. The longest suit has the greatest key; ties are broken
#: by the higher cards, and then by the higher suit.
_KEY = f"(bit_count(lane(cards, $))::INTEGER << {len(RANKS) + 2}) | (lane(cards, $) << 2) | (3 - $)"
_LENGTH = f">> {len(RANKS) + 2}"

#: The SQL functions: name and parameters, description, body. Each function uses only functions defined before it.
FUNCTIONS: dict[str, tuple[str, str]] = {
    "lane(cards, suit)": (
        "the cards of a suit (0 spades to 3 clubs) as a number, with one bit for each rank",
        f"((cards >> ({LANE_BITS} * suit)::INTEGER) & {_LANE})::INTEGER",
    ),
    **{
        f"{word}(cards)": (f"the number of {word}", f"bit_count(lane(cards, {suit}))::INTEGER")
        for suit, word in enumerate(_SUITS)
    },
    "_first(cards)": ("", f"greatest({_of_four(_KEY)})"),
    "_low(a, b, c, d)": ("", "greatest(least(greatest(a, b), greatest(c, d)), least(a, b), least(c, d))"),
    "_second(cards)": ("", f"_low({_of_four(_KEY)})"),
    "_high(a, b, c, d)": ("", "least(greatest(least(a, b), least(c, d)), greatest(a, b), greatest(c, d))"),
    "_third(cards)": ("", f"_high({_of_four(_KEY)})"),
    "_fourth(cards)": ("", f"least({_of_four(_KEY)})"),
    "longest(cards)": ("the length of the longest suit", f"(_first(cards) {_LENGTH})"),
    "second_longest(cards)": ("the length of the second longest suit", f"(_second(cards) {_LENGTH})"),
    "shortest(cards)": ("the length of the shortest suit", f"(_fourth(cards) {_LENGTH})"),
    "longest_suit(cards)": (
        "the letter of the longest suit; among equally long suits, the one with the higher cards",
        "'SHDC'[4 - (_first(cards) & 3)]",
    ),
    "shape(cards)": (
        "the lengths of the suits, longest first: '6-4-4-2'",
        f"concat_ws('-', longest(cards), second_longest(cards), (_third(cards) {_LENGTH}), shortest(cards))",
    ),
    "tops_of(lane)": (
        "the ace, king and queen of a suit: 'AKQ', 'AQ', 'K', '-'",
        f"['-', 'Q', 'K', 'KQ', 'A', 'AQ', 'AK', 'AKQ'][(lane >> {_ACE - 2}) + 1]",
    ),
    "tops(cards)": ("the ace, king and queen of the longest suit", f"tops_of((_first(cards) >> 2) & {_LANE})"),
    "length_of(cards, letter)": (
        "the length of a suit, given its letter; NULL for no-trump",
        "bit_count(lane(cards, nullif(strpos('SHDC', letter), 0) - 1))::INTEGER",
    ),
    "tops_in(cards, letter)": (
        "the ace, king and queen of a suit, given its letter; NULL for no-trump",
        "tops_of(lane(cards, nullif(strpos('SHDC', letter), 0) - 1))",
    ),
    **{
        f"{word}(cards)": (f"the number of {word}", f"bit_count(cards & {_every(_ACE - below)})::INTEGER")
        for below, word in enumerate(("aces", "kings", "queens", "jacks"))
    },
    "hcp(cards)": (
        "high-card points: ace 4, king 3, queen 2, jack 1",
        "4 * aces(cards) + 3 * kings(cards) + 2 * queens(cards) + jacks(cards)",
    ),
    "card(text)": (
        "the set with one card: card('SA')",
        f"1::BIGINT << ({LANE_BITS} * (strpos('SHDC', text[1]) - 1) + strpos('{RANKS}', text[2]) - 1)::INTEGER",
    ),
    "has(cards, text)": ("whether a set has a card: has(dealer, 'SA')", "(cards & card(text)) <> 0"),
    "_ranks(lane)": (
        "",
        " || ".join(f"if((lane & {1 << rank}) <> 0, '{RANKS[rank]}', '')" for rank in reversed(range(len(RANKS)))),
    ),
    "_suit_text(lane)": ("", "if(lane = 0, '-', _ranks(lane))"),
    "hand_text(cards)": (
        "a set as text: 'AK3.T.-.98'",
        f"concat_ws('.', {_of_four('_suit_text(lane(cards, $))')})",
    ),
    "_lane_of(text)": (
        "",
        " + ".join(f"if(contains(text, '{text}'), {1 << rank}, 0)" for rank, text in enumerate(RANKS)),
    ),
    "_hand(text)": (
        "",
        f"if(regexp_full_match(text, '(-|[{RANKS}]*)([.](-|[{RANKS}]*)){{3}}'), "
        + " + ".join(
            f"(_lane_of(split_part(text, '.', {suit + 1}))::BIGINT << {LANE_BITS * suit})" for suit in range(len(Suit))
        )
        + ", error('not a hand: ' || text || ' (expected such as AK3.T.-.98)'))",
    ),
    "hand(text)": ("the set for a text: hand('AK3.T.-.98')", "_hand(replace(upper(text), '10', 'T'))"),
    "denomination(number)": ("the letter of a denomination: S H D C N", "'SHDCN'[nullif(number, -1) + 1]"),
    "called(list, letter)": (
        "the value for one denomination in a list: called(dealer_tricks, 'N')",
        "nullif(list[strpos('SHDCN', letter)], -1)",
    ),
    # A standard error is never zero (`least_error` in evaluation.py). For a single row it is NULL.
    "_error(se, n)": ("", "if(se IS NULL, NULL, greatest(se, 1 / (2 * (n + 1))))"),
    "share_of(part, whole)": (
        "part / whole as an estimate, where both are numbers of rows",
        "{'mean': part / whole, 'se': _error(sqrt(part / whole * (1 - part / whole) / nullif(whole - 1, 0)), whole),"
        " 'n': whole}",
    ),
    "ratio(part, whole)": (
        "sum(part) / sum(whole) as an estimate over independent rows, such as points and deals of matches",
        "{'mean': sum(part) / sum(whole), 'n': sum(whole)::BIGINT, 'se': _error(sqrt(greatest(0, sum(part::DOUBLE ** 2)"
        " - 2 * sum(part) / sum(whole) * sum(part::DOUBLE * whole)"
        " + (sum(part) / sum(whole)) ** 2 * sum(whole::DOUBLE ** 2))"
        " * count(*) / nullif(count(*) - 1, 0)) / sum(whole), sum(whole))}",
    ),
    "_estimate(x)": ("", "{'mean': avg(x), 'se': _error(stddev_samp(x) / sqrt(count(x)), count(x)), 'n': count(x)}"),
    "estimate(x)": (
        "an average over the rows of a group, with its standard error; fails if the group has the same deals under"
        " several rule sets, because then the rows are not independent",
        "_estimate(x)",
    ),
}
#: The SQL body of `estimate` for a survey that deals the same cards under several rule sets. The query must have the
#: columns `seed` and `rules`.
TWICE = "the same deals under several rule sets in one estimate"
ESTIMATE_ONCE = f"if(count(DISTINCT (seed, rules)) > count(DISTINCT seed), error('{TWICE}'), _estimate(x))"


def macros(shared: bool) -> Iterator[str]:
    """Yield the SQL statements that create the functions.

    `shared` is True if the survey has the same deals under several rule sets.
    """
    for head, (_, body) in FUNCTIONS.items():
        yield f"CREATE MACRO {head} AS ({ESTIMATE_ONCE if shared and head == 'estimate(x)' else body})"


#: The features of each hand in a view; the SQL function with a feature's name computes the feature.
HAND_FEATURES = (
    *_SUITS,
    *("longest_suit", "longest", "second_longest", "shortest", "shape", "tops", "aces", "kings", "hcp"),
)
#: SQL for the first columns of every view, and for the columns with the cards as dealt.
_ROW = "rules, parse_filename(filename, true)::BIGINT AS seed"
_HANDS = 'dealer AS dealer_hand, "left" AS left_hand, "right" AS right_hand, kitty'
_FEATURES = ", ".join(f"{word}({seat}_hand) AS {seat}_{word}" for seat in SEAT_WORDS for word in HAND_FEATURES)
_CONTRACTS = ", ".join(f"{seat}_contract" for seat in SEAT_WORDS)
_TRICKS = ", ".join(f"{seat}_tricks" for seat in SEAT_WORDS)
_OVER = ", ".join(f"{seat}_tricks - {seat}_contract AS {seat}_over" for seat in SEAT_WORDS)
_MADE = ", ".join(f"{seat}_tricks >= {seat}_contract AS {seat}_made" for seat in SEAT_WORDS)
_CALL = "length_of(dealer_hand, call) AS call_length, tops_in(dealer_hand, call) AS call_tops"


def _by_trump(column: str) -> str:
    """Select one column for each denomination, such as dealer_tricks_S, in addition to the list column."""
    return ", ".join(f"called({column}, '{trump.letter}') AS {column}_{trump.letter}" for trump in Trump)


def _by_pair(column: str, name: str) -> str:
    """Select one column for each giver and receiver, such as given_dealer_left, instead of a list column."""
    return ", ".join(
        f"nullif({column}[{number + 1}], 0) AS {name}_{giver.word}_{receiver.word}"
        for number, (giver, receiver) in enumerate(SEAT_PAIRS)
    )


def _by_seat(column: str, name: str) -> str:
    """Select one column for each seat, such as dealer_player, instead of a list column."""
    return ", ".join(f"{column}[{seat + 1}] AS {seat.word}_{name}" for seat in Seat)


_WAY = "[" + ", ".join(f"'{way}'" for way in WAYS) + "][way + 1] AS way"
_BEFORE = ", ".join(f"nullif(previous[{seat + 1}], {NO_RESULT}) AS {seat.word}_before" for seat in Seat)

#: The SQL view of each kind of rows, in a form that is convenient for questions; {rows} stands for the files joined
#: with the contracts.
VIEWS: dict[str, str] = {
    "deals": f"""
        SELECT *, (dealer_hand | kitty) & ~discard AS dealer_plays, {_CALL}, {_OVER}, {_MADE}, {_FEATURES}
        FROM (SELECT {_ROW}, deal, {_HANDS}, denomination(call) AS call, discard, {_TRICKS}, {_CONTRACTS} FROM {{rows}})
    """,
    "calls": f"""
        SELECT *, called(dealer_tricks, dealer_longest_suit) AS longest_suit_tricks,
            greatest({", ".join(f"dealer_tricks_{suit.letter}" for suit in Suit)}) AS best_suit_tricks
        FROM (
            SELECT *, {_by_trump("dealer_tricks")}, {_CALL}, {_FEATURES}
            FROM (
                SELECT {_ROW}, deal, {_HANDS}, denomination(call) AS call, discards, {_TRICKS}, {_CONTRACTS}
                FROM {{rows}}
            )
        )
    """,
    "worths": f"""
        SELECT *, {_CALL}, {_OVER}, {_MADE}, {_FEATURES}
        FROM (
            SELECT {_ROW}, deal, {_WAY}, {_HANDS}, denomination(call) AS call, discard, nullif(given, 0) AS given,
                nullif(returned, 0) AS returned, {_TRICKS}, {_CONTRACTS}
            FROM {{rows}}
        )
    """,
    "matches": f"""
        SELECT *, {_CALL}, {_OVER}, {_MADE}, {_FEATURES}
        FROM (
            SELECT {_ROW}, "match", deal, {_HANDS}, {_by_seat("players", "player")}, {_BEFORE},
                {_by_pair("given", "given")}, {_by_pair("returned", "returned")}, denomination(call) AS call, discard,
                {_TRICKS}, {_CONTRACTS}, scores, last, nullif(winner, -1) AS winner, shares
            FROM {{rows}}
        )
    """,
    "guarantees": f"""
        SELECT *, {", ".join(_by_trump(f"{who}_guarantees") for who in (*SEAT_WORDS, "discard"))}, {_FEATURES}
        FROM (
            SELECT {_ROW}, deal, {_HANDS}, {", ".join(f"{seat}_guarantees" for seat in SEAT_WORDS)}, discards,
                discard_guarantees, {_CONTRACTS}
            FROM {{rows}}
        )
    """,
}
#: The SQL view for kinds of rows that are not in `VIEWS`: the columns as stored in the files.
PLAIN_VIEW = f"SELECT {_ROW}, * EXCLUDE (rules, filename) FROM {{rows}}"
