"""Policies by name, the file that holds the weights of a learned one, and playouts by policies on all cores.

The file is JSON: the policy's name, the version of the form, the features that it looks at (names and numbers of
values), the sizes of the two layers, the scale of the weights, the tricks that a score is worth; then the weights
themselves, as `Policy.learned` takes them, 16-bit little-endian whole numbers packed by zlib and written in base64,
with the SHA-256 sum of those numbers and the tricks that a score is worth.
Features that the engine has and the file has not came later: their weights are 0, and the policy plays as it did.

Playouts are cut into pieces of about a millisecond; how they are cut changes no number.
"""

from __future__ import annotations

import os
import time
import zlib
from base64 import b64decode, b64encode
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from functools import cache, partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Generic, NamedTuple, TypeVar

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Struct

from ninefivetwo.cards import Card
from ninefivetwo.errors import PolicyError, PositionError, SearchStopped, quoted
from ninefivetwo.exact import CancelToken
from ninefivetwo.files import read_bytes, write_text
from ninefivetwo.game import DealView
from ninefivetwo.sets import Floats, Sets
from ninefivetwo.think.playouts.views import Rows, view_of
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.playout import (
    FEATURES,
    NO_CHOICE,
    SCALE,
    SCORE_TRICKS,
    Policy,
    choose,
    features,
    probabilities,
    view,
)

VERSION = 2  # of the file's form
LEAST_CHANCE = 1e-12  # of a card: smaller ones would be no number
#: The temper of the learned policy's probabilities in usual play.  Such play is weaker than its best cards by 0.02 to
#: 0.05 tricks a deal, and yet not always the same.
TEMPER = 8.0
CARELESS = 0.25  # of a beginner's cards are random legal ones
LEARNED = Path(__file__).with_name("learned.json")
Int16s = npt.NDArray[np.int16]


@cache
def policy(name: str) -> Policy:
    """The policy of this name.

    `plain`: the plain rules.  `beginner`: the same without counting cards, and one card in four at random.  `learned`.
    `usual`: the learned one as usual play has it.

    Raises PolicyError for another name, or where the weights cannot be read.
    """
    if name == "plain":
        return Policy.plain()
    if name == "beginner":
        return Policy.beginner(CARELESS)
    if name == "learned":
        return read_weights(LEARNED).policy
    if name == "usual":
        return policy("learned").sampled(TEMPER)
    raise PolicyError(f"no policy: {quoted(name)} (expected plain, beginner, learned or usual)")


@cache
def any_policy(text: str) -> Policy:
    """The policy of this name, or that of the weights in the file of this name, which ends in `.json`.

    Raises PolicyError.
    """
    return read_weights(text).policy if text.endswith(".json") else policy(text)


@cache
def weights_sum(text: str) -> str:
    """SHA-256 of what a policy (`any_policy`) plays by, as its file has it; empty for one without weights.

    Raises PolicyError.
    """
    any_policy(text)
    path = text if text.endswith(".json") else LEARNED
    return "" if text in ("plain", "beginner") else msgspec.json.decode(read_bytes(str(path)), type=_PolicyFile).sha256


def choose_card(policy: Policy, view: DealView, seed: int = 0) -> Card:
    """The card that a policy plays from what a seat sees whose turn it is.

    seed: of the random numbers, which only policies by rollouts draw.  Raises GameError as `view_of` does.
    """
    return Card.at(int(choose(policy, view_of(view), seed % 2**64)[0]))


def opinion(policy: Policy, view: DealView, cards: Sequence[Card]) -> Floats:
    """What a learned policy thinks that legal cards are worth, in tricks, up to a constant; from its chances of them.

    Its chances grow with exp(tricks / SCORE_TRICKS).  Raises GameError as `view_of` does.
    """
    chances = probabilities(policy, view_of(view))[0, [card.index for card in cards]]
    return SCORE_TRICKS * np.log(np.maximum(chances, LEAST_CHANCE))


class Weights(Struct, frozen=True, eq=False):
    """The weights of a learned policy: its name, the sizes of its two layers, all weights in a row.

    tricks: what a difference of 1 in its scores is worth.

    Raises PolicyError where the engine refuses them: another number of weights, or sums that could overflow.
    """

    name: str
    hidden: int
    second: int
    values: Int16s
    tricks: float = SCORE_TRICKS

    def __post_init__(self) -> None:
        _ = self.policy

    @property
    def policy(self) -> Policy:
        """The policy that plays by them."""
        try:
            return Policy.learned(self.hidden, self.second, self.values, self.tricks)
        except ValueError as error:
            raise PolicyError(f"no weights of a policy: {error}") from error


class _PolicyFile(msgspec.Struct, forbid_unknown_fields=True):
    """The file's form."""

    name: str
    version: int
    features: dict[str, int]
    hidden: int
    second: int
    scale: int
    sha256: str
    weights: str
    tricks: float


def write_weights(path: str | Path, weights: Weights) -> None:
    """Write the file of a policy, whole or not at all.  Raises FileError where it cannot be, and OSError."""
    numbers = weights.values.astype("<i2").tobytes()
    file = _PolicyFile(
        name=weights.name,
        version=VERSION,
        features=dict(FEATURES),
        hidden=weights.hidden,
        second=weights.second,
        scale=SCALE,
        sha256=_sum(numbers, weights.tricks),
        weights=b64encode(zlib.compress(numbers, 9)).decode(),
        tricks=weights.tricks,
    )
    write_text(str(path), msgspec.json.format(msgspec.json.encode(file)).decode() + "\n", force=True)


def read_weights(path: str | Path) -> Weights:
    """The weights that `write_weights` wrote.

    Raises PolicyError, and names the file, where it cannot be read, is damaged, or was made for other features;
    FileError where it is too large.
    """
    try:
        return _weights(read_bytes(str(path)))
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror} (expected the weights of a policy)") from error
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from error


def _weights(content: bytes) -> Weights:
    """The weights of a file's content.  Raises PolicyError."""
    try:
        file = msgspec.json.decode(content, type=_PolicyFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PolicyError(f"not the weights of a policy: {error}") from error
    if file.version != VERSION:
        raise PolicyError(f"version {file.version} of the form (expected {VERSION})")
    known = [feature for feature in FEATURES if feature[0] in file.features]
    if [*file.features.items()] != known or file.scale != SCALE:
        raise PolicyError("made for other features (expected those of this version's engine; learn it anew)")
    rows = sum(file.features.values())
    end = rows * file.hidden  # of the table
    numbers = _unpacked(file.weights, 2 * (end + file.second * file.hidden + 2 * file.second))
    if _sum(numbers, file.tricks) != file.sha256:
        raise PolicyError("damaged: the sum of the weights is not the one written (expected the file as it was made)")
    values = np.frombuffer(numbers, dtype="<i2").astype(np.int16)
    table = _whole_table(values[:end].reshape(rows, file.hidden), file.features)
    whole = np.concatenate([table.reshape(-1), values[end:]])
    return Weights(file.name, file.hidden, file.second, whole, file.tricks)


def _whole_table(rows: Int16s, given: dict[str, int]) -> Int16s:
    """The table with rows of 0 for each feature of the engine that is not given."""
    there = np.repeat([name in given for name, _ in FEATURES], [number for _, number in FEATURES])
    found = np.zeros((len(there), rows.shape[1]), np.int16)
    found[there] = rows
    return found


def _sum(numbers: bytes, tricks: float) -> str:
    """The sum of all that a policy plays by: with another worth of its scores it draws other cards."""
    return sha256(numbers + str(tricks).encode()).hexdigest()


def _unpacked(packed: str, length: int) -> bytes:
    """The weights' bytes, so many.  Raises PolicyError."""
    try:
        numbers = zlib.decompressobj().decompress(b64decode(packed, validate=True), max(length, 0) + 1)
    except (ValueError, zlib.error) as error:
        raise PolicyError(f"damaged: the weights cannot be unpacked ({error})") from error
    if len(numbers) != length:
        raise PolicyError(f"damaged: {len(numbers)} or more bytes of weights (expected {length})")
    return numbers


# Playouts on all cores.

Policies = tuple[Policy, Policy, Policy]
Int8s = npt.NDArray[np.int8]
CardRows = npt.NDArray[np.uint8]
Found = TypeVar("Found", Int8s, CardRows, Floats, Sets)
Piece = Callable[[range], Found]
PIECE = 0.0005  # seconds that a piece takes, at least, before its size is no longer doubled


def play_out(
    policies: Policies,
    games: Rows,
    *,
    cards: npt.NDArray[np.uint8] | None = None,
    discards: Sets | None = None,
    seed: int = 0,
    threads: int | None = None,
    token: CancelToken | None = None,
) -> Int8s:
    """The tricks that dealer, left and right still win in each game when each plays by its policy, shape (n, 3).

    games: as `views.py` makes them.  cards: indices of cards, each of which the seat to move plays
    first; discards: card sets, each of which the dealer, who holds so many cards more, discards first.  With either the
    shape is (n, candidates, 3), and all candidates of a game meet the same random numbers.  seed: of the random
    numbers, which only policies by rollouts draw.  threads: how many at most (default: one for each core); it changes
    no number.  token: cancels.  Raises PositionError for what cannot be played, naming the row, and SearchStopped when
    cancelled.
    """

    def play(rows: range) -> Int8s:
        return engine.play_out(policies, games[rows.start : rows.stop], seed % 2**64, rows.start, cards, discards)

    return in_pieces(play, len(games), threads, token)


def play_lines(
    policies: Policies,
    games: Rows,
    cards: CardRows | None = None,
    *,
    seed: int = 0,
    threads: int | None = None,
    token: CancelToken | None = None,
) -> CardRows:
    """The cards of each game in the order played, from each candidate on, shape (n, candidates, LINE);
    without candidates shape (n, LINE).

    The games are those of `play_out` with the same arguments, card for card; what is left of a line is NO_CHOICE.
    Raises what `play_out` does.
    """

    def play(rows: range) -> CardRows:
        return engine.play_lines(policies, games[rows.start : rows.stop], cards, seed % 2**64, rows.start)

    return in_pieces(play, len(games), threads, token)


def in_pieces(play: Piece[Found], number: int, threads: int | None = None, token: CancelToken | None = None) -> Found:
    """So many rows worked on in pieces, games played say: by this thread, and where it takes longer by others too."""
    halt = CancelToken(token)
    pieces = _Pieces(partial(_played, play, halt), number)
    helpers: list[Future[None]] = []
    try:
        pieces.play_one()
        while pieces.left and pieces.short:
            pieces.play_one()
        for _ in range(min((threads or os.cpu_count() or 1) - 1, pieces.left)):
            helpers.append(_helpers().submit(pieces.play_all))
        pieces.play_all()
        for helper in helpers:
            if not helper.cancel():
                helper.result()
    except PositionError:
        _played(play, CancelToken(token), range(number))  # names the row of them all
        raise
    finally:
        halt.cancel()
        wait([helper for helper in helpers if not helper.cancel()])
    return pieces.joined()


def _played(play: Piece[Found], halt: CancelToken, rows: range) -> Found:
    """Some of the games played."""
    if halt.cancelled:
        raise SearchStopped("playouts stopped, cancelled")
    try:
        return play(rows)
    except ValueError as error:
        raise PositionError(f"no playout: {error}") from error


@cache
def _helpers() -> ThreadPoolExecutor:
    """Threads that help whoever plays games, one for each core but the caller's; they stay until the process ends."""
    return ThreadPoolExecutor(max((os.cpu_count() or 1) - 1, 1), "playouts")


class _Pieces(Generic[Found]):
    """Games that are played by whoever has time; pieces of one game, two, four ... until they take long enough."""

    def __init__(self, play: Piece[Found], number: int) -> None:
        self._play: Piece[Found] = play
        self._found: dict[int, Found] = {}
        self._number, self._at, self._size, self.short = number, 0, 1, True
        self._taking = Lock()

    @property
    def left(self) -> int:
        """How many games nobody has begun yet."""
        return self._number - self._at

    def play_all(self) -> None:
        """Play pieces while there are any.  After an error there are none."""
        try:
            while self.left:
                self.play_one()
        except BaseException:
            self._at = self._number
            raise

    def play_one(self) -> None:
        """Play the next piece; nothing if all is begun."""
        with self._taking:
            rows = range(self._at, min(self._at + self._size, self._number))
            self._at = rows.stop
        start = time.perf_counter()
        self._found[rows.start] = self._play(rows)
        self.short = time.perf_counter() - start < PIECE
        if self.short:
            self._size = max(self._size, 2 * len(rows))

    def joined(self) -> Found:
        """What was found, in the order of the games."""
        return np.concatenate([found for _, found in sorted(self._found.items())])


class Decisions(NamedTuple):
    """Decisions between several choices.

    games: the number of the deal that each was made in, from `first`; shape (n,).  views: what the player saw, `VIEW`
    (n,).  values: the tricks that he still won after each choice, in the order of the engine's `features`, shape
    (n, CHOICES); -1 where there is none.
    """

    games: npt.NDArray[np.int32]
    views: Rows
    values: Int8s


def decisions_of_play(
    pool: Sequence[Policy],
    games: Rows,
    seats: npt.NDArray[np.int64],
    learns: npt.NDArray[np.bool_],
    random: float,
    *,
    seed: int = 0,
    first: int = 0,
) -> Decisions:
    """The decisions in deals played out by policies of a pool, plain or learned ones: each choice is played in the very
    deal, and all go on by their policies.

    seats: which of the pool plays in each deal and seat; learns: whose decisions are told; both of shape (deals, 3).
    random: how often a random card is played on with in place of the policy's, 0 to 1.  seed and first: the random
    numbers of a deal follow from the seed and from `first` and its number among the games.
    Raises ValueError for a chance that is none, and for policies that leave their cards to chance.
    """
    views, values, numbers = engine.rows_of_play(pool, games, seats, learns, random, seed % 2**64, first)
    return Decisions(first + numbers, views, values)


def usual() -> Policies:
    """The policies of usual play."""
    found = policy("usual")
    return found, found, found


def usual_tricks(game: Rows, number: int, seed: int) -> Floats:
    """The tricks of each seat in the whole deal, in so many playouts; shape (number, 3).  game: one `GAME`."""
    return play_out(usual(), np.repeat(game, number), seed=seed, threads=1) + game["won"].astype(float)


def card_changes(game: Rows, card: Card, number: int, seed: int) -> Floats:
    """By how many tricks of each seat a card changed what the deal comes to in usual play; shape (number, 3).

    game: one `GAME`, in which the card may be played.  A row is a playout after the card less one after the card that
    usual play chooses; of touching cards the lowest stands for all.  Cards are drawn evenly spread over their chances
    (systematic sampling), so no choice is left out and the rows are no further from their mean than drawn ones.
    """
    changes = np.zeros((number, 3))
    cards, chances = _choices(game)
    if len(cards) == 1:
        return changes
    played = int(np.searchsorted(cards, card.index, side="right")) - 1
    start = np.random.default_rng(seed).random()
    drawn = np.searchsorted(chances.cumsum()[:-1], (np.arange(number) + start) / number, side="right")
    for other in set(drawn.tolist()) - {played}:
        rows = np.flatnonzero(drawn == other)
        both = cards[[played, other]]
        tricks = play_out(usual(), np.repeat(game, len(rows)), cards=both, seed=seed + 1 + other, threads=1)
        changes[rows] = tricks[:, 0].astype(float) - tricks[:, 1]
    return changes


def _choices(game: Rows) -> tuple[npt.NDArray[np.uint8], Floats]:
    """The indices of the cards between which the seat to play can choose, and how likely usual play takes each."""
    seen = view(game)
    cards = features(seen)[0][0]
    cards = cards[cards != NO_CHOICE]
    return cards, np.add.reduceat(probabilities(usual()[0], seen, TEMPER)[0], cards.astype(np.int64))
