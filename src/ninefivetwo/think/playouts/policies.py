"""Policies by name, weights files of learned policies, and playouts on all cores.

A weights file is JSON. It contains the policy's name, the version of the file format, the number of values of each
feature, the sizes of the two layers, the scale of the weights, and the value in tricks of a score difference of 1. The
weights, in the order of `Policy.learned`, are 16-bit little-endian integers, compressed by zlib and encoded in base64.
A SHA-256 hash covers the weights and the value of a score. Features that are missing in an older file get weights of 0.

Playouts are split into pieces of about a millisecond, without effect on the results.
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

POLICY_VERSION = 2  # version of the file format
LEAST_CHANCE = 1e-12  # minimum probability of a card; a smaller one could underflow to 0
#: The sharpness of the learned policy's probabilities in usual play, which draws cards at random and loses 0.02
#: to 0.05 tricks per deal compared with the policy's best cards.
TEMPER = 8.0
CARELESS = 0.25  # share of a beginner's cards that are chosen at random
LEARNED = Path(__file__).with_name("learned.json")
Int16s = npt.NDArray[np.int16]


@cache
def policy(name: str) -> Policy:
    """Return a policy by name: `plain`, `beginner`, `learned` or `usual`.

    `plain` plays by the rules of thumb. `beginner` follows the rules of thumb without counting cards, and plays one
    card in four at random. `learned` plays by the shipped weights. `usual` draws cards at random with the probabilities
    of `learned`. Raises PolicyError if the name is unknown or the weights cannot be read.
    """
    if name == "plain":
        return Policy.plain()
    if name == "beginner":
        return Policy.beginner(CARELESS)
    if name == "learned":
        return read_weights(LEARNED).policy
    if name == "usual":
        return policy("learned").sampled(TEMPER)
    raise PolicyError(f"unknown policy {quoted(name)} (expected plain, beginner, learned or usual)")


@cache
def any_policy(text: str) -> Policy:
    """Return a policy by name or, if `text` ends in `.json`, from a weights file.

    Raises PolicyError if the policy cannot be found or read.
    """
    return read_weights(text).policy if text.endswith(".json") else policy(text)


@cache
def weights_sum(text: str) -> str:
    """Return the SHA-256 hash in a policy's weights file, or the empty string for a policy without weights.

    `text` is a name or a path, as for `any_policy`. Raises PolicyError if the policy cannot be found or read.
    """
    any_policy(text)
    path = text if text.endswith(".json") else LEARNED
    return "" if text in ("plain", "beginner") else msgspec.json.decode(read_bytes(str(path)), type=_PolicyFile).sha256


def choose_card(policy: Policy, view: DealView, seed: int = 0) -> Card:
    """Return the card that a policy plays for the viewer, whose turn it must be.

    `seed` determines the random numbers. For errors, see `view_of`.
    """
    return Card.at(int(choose(policy, view_of(view), seed % 2**64)[0]))


def opinion(policy: Policy, view: DealView, cards: Sequence[Card]) -> Floats:
    """Return a learned policy's values of legal cards in tricks; only differences are meaningful.

    The policy's probabilities are proportional to exp(value / SCORE_TRICKS). For errors, see `view_of`.
    """
    chances = probabilities(policy, view_of(view))[0, [card.index for card in cards]]
    return SCORE_TRICKS * np.log(np.maximum(chances, LEAST_CHANCE))


class Weights(Struct, frozen=True, eq=False):
    """The weights of a learned policy, with its name and the sizes of its two layers.

    `values` has all weights in one row. `tricks` is the value in tricks of a score difference of 1. Raises PolicyError
    if the number of weights is wrong or a sum could overflow.
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
        """The policy that plays by these weights."""
        try:
            return Policy.learned(self.hidden, self.second, self.values, self.tricks)
        except ValueError as error:
            raise PolicyError(f"invalid policy weights: {error}") from error


class _PolicyFile(msgspec.Struct, forbid_unknown_fields=True):
    """The format of a weights file."""

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
    """Write a weights file atomically. Raises FileError or OSError if the file cannot be written."""
    numbers = weights.values.astype("<i2").tobytes()
    file = _PolicyFile(
        name=weights.name,
        version=POLICY_VERSION,
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
    """Read a weights file written by `write_weights`.

    Raises PolicyError, naming the file, if the file cannot be read, is damaged or was made for other features. Raises
    FileError if the file is too large.
    """
    try:
        return _weights(read_bytes(str(path)))
    except OSError as error:
        raise PolicyError(f"{path}: {error.strerror} (expected a policy's weights file)") from error
    except PolicyError as error:
        raise PolicyError(f"{path}: {error}") from error


def _weights(content: bytes) -> Weights:
    """Return the weights from the content of a file. Raises PolicyError if the content is invalid."""
    try:
        file = msgspec.json.decode(content, type=_PolicyFile)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise PolicyError(f"not a policy's weights file: {error}") from error
    if file.version != POLICY_VERSION:
        raise PolicyError(f"unsupported file version {file.version} (expected {POLICY_VERSION})")
    known = [feature for feature in FEATURES if feature[0] in file.features]
    if [*file.features.items()] != known or file.scale != SCALE:
        raise PolicyError("made for other features (expected those of this engine; train the policy again)")
    rows = sum(file.features.values())
    end = rows * file.hidden  # end of the feature table in `values`
    numbers = _unpacked(file.weights, 2 * (end + file.second * file.hidden + 2 * file.second))
    if _sum(numbers, file.tricks) != file.sha256:
        raise PolicyError("damaged: the hash of the weights does not match the one in the file")
    values = np.frombuffer(numbers, dtype="<i2").astype(np.int16)
    table = _whole_table(values[:end].reshape(rows, file.hidden), file.features)
    whole = np.concatenate([table.reshape(-1), values[end:]])
    return Weights(file.name, file.hidden, file.second, whole, file.tricks)


def _whole_table(rows: Int16s, given: dict[str, int]) -> Int16s:
    """Return the table of weights, with zeros for the engine's features that are missing in the file."""
    there = np.repeat([name in given for name, _ in FEATURES], [number for _, number in FEATURES])
    found = np.zeros((len(there), rows.shape[1]), np.int16)
    found[there] = rows
    return found


def _sum(numbers: bytes, tricks: float) -> str:
    """Return a SHA-256 hash of the weights and of the value in tricks of a score difference of 1."""
    return sha256(numbers + str(tricks).encode()).hexdigest()


def _unpacked(packed: str, length: int) -> bytes:
    """Return the bytes of the unpacked weights.

    Raises PolicyError if the weights are damaged or have the wrong length.
    """
    try:
        numbers = zlib.decompressobj().decompress(b64decode(packed, validate=True), max(length, 0) + 1)
    except (ValueError, zlib.error) as error:
        raise PolicyError(f"damaged: the weights cannot be unpacked ({error})") from error
    if len(numbers) != length:
        raise PolicyError(f"damaged: {len(numbers)} or more bytes of weights (expected {length})")
    return numbers


# Playouts on all cores

Policies = tuple[Policy, Policy, Policy]
Int8s = npt.NDArray[np.int8]
CardRows = npt.NDArray[np.uint8]
Found = TypeVar("Found", Int8s, CardRows, Floats, Sets)
Piece = Callable[[range], Found]
PIECE = 0.0005  # the pieces of work are doubled in size until a piece takes this number of seconds


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
    """Play games out by the policies at the seats; return the tricks that each seat still wins, with shape (n, 3).

    `games` is a `GAME` array from `views.py`. `cards` has the indices of candidate cards for the seat to move.
    `discards` has candidate discards for the dealer as card sets; the dealer's hand must include these cards. With
    candidates, the shape is (n, candidates, 3): each candidate has its own playout, and all candidates of a game use
    the same random numbers. `seed` determines the random numbers. `threads` is the maximum number of threads, by
    default one per core; it does not affect the results. Raises PositionError, naming the row, if a game cannot be
    played, and SearchStopped if `token` is cancelled.
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
    """Play games out and return the cards of each game in the order played, starting with each candidate card.

    The shape is (n, candidates, LINE), or (n, LINE) without candidates; unused entries of a line are NO_CHOICE. With
    equal arguments, `play_out` plays the same cards. For errors, see `play_out`.
    """

    def play(rows: range) -> CardRows:
        return engine.play_lines(policies, games[rows.start : rows.stop], cards, seed % 2**64, rows.start)

    return in_pieces(play, len(games), threads, token)


def in_pieces(play: Piece[Found], number: int, threads: int | None = None, token: CancelToken | None = None) -> Found:
    """Process rows in pieces, with helper threads if the work takes long, and join the results."""
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
        _played(play, CancelToken(token), range(number))  # play all rows at once, so that the error names the right row
        raise
    finally:
        halt.cancel()
        wait([helper for helper in helpers if not helper.cancel()])
    return pieces.joined()


def _played(play: Piece[Found], halt: CancelToken, rows: range) -> Found:
    """Process a piece of rows. Raises SearchStopped if the work was cancelled, and PositionError for invalid rows."""
    if halt.cancelled:
        raise SearchStopped("playouts cancelled")
    try:
        return play(rows)
    except ValueError as error:
        raise PositionError(f"cannot play out: {error}") from error


@cache
def _helpers() -> ThreadPoolExecutor:
    """Return the shared pool of helper threads, which last until the process ends: one thread fewer than cores."""
    return ThreadPoolExecutor(max((os.cpu_count() or 1) - 1, 1), "playouts")


class _Pieces(Generic[Found]):
    """Rows that free threads process in pieces; the pieces double in size until a piece takes long enough."""

    def __init__(self, play: Piece[Found], number: int) -> None:
        self._play: Piece[Found] = play
        self._found: dict[int, Found] = {}
        self._number, self._at, self._size, self.short = number, 0, 1, True
        self._taking = Lock()

    @property
    def left(self) -> int:
        """The number of rows that no thread has started yet."""
        return self._number - self._at

    def play_all(self) -> None:
        """Process pieces until no rows are left; after an error, the remaining rows are dropped."""
        try:
            while self.left:
                self.play_one()
        except BaseException:
            self._at = self._number
            raise

    def play_one(self) -> None:
        with self._taking:
            rows = range(self._at, min(self._at + self._size, self._number))
            self._at = rows.stop
        start = time.perf_counter()
        self._found[rows.start] = self._play(rows)
        self.short = time.perf_counter() - start < PIECE
        if self.short:
            self._size = max(self._size, 2 * len(rows))

    def joined(self) -> Found:
        """Return the results of all pieces in the order of the rows."""
        return np.concatenate([found for _, found in sorted(self._found.items())])


class Decisions(NamedTuple):
    """Decisions between several cards, with the tricks won after each card.

    `games` has the number of each decision's deal, counted from `first`, with shape (n,). `views` has the player's view
    in each decision (`VIEW`), with shape (n,). `values` has the tricks that the player still won after each choice,
    with shape (n, CHOICES), in the order of the engine's `features`; unused entries are -1.
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
    """Play deals out by a pool of policies, and return the decisions with the result of every choice.

    After each choice, all seats continue by their policies. `seats` has the pool index of the policy at each seat, with
    shape (deals, 3). `learns` selects the seats whose decisions are returned, with shape (deals, 3). `random` is the
    probability, 0 to 1, that play continues with a random card instead of the policy's choice. The random numbers of a
    deal depend only on `seed` and on the deal's number, counted from `first`. Raises ValueError if `random` is not a
    probability or if a policy is neither plain nor learned.
    """
    views, values, numbers = engine.rows_of_play(pool, games, seats, learns, random, seed % 2**64, first)
    return Decisions(first + numbers, views, values)


def usual() -> Policies:
    """Return the policies of usual play at the three seats."""
    found = policy("usual")
    return found, found, found


def usual_tricks(game: Rows, number: int, seed: int) -> Floats:
    """Play a deal out `number` times by usual play and return each seat's tricks in the whole deal.

    `game` is an array with a single `GAME`. The tricks have the shape (number, 3).
    """
    return play_out(usual(), np.repeat(game, number), seed=seed, threads=1) + game["won"].astype(float)


def card_changes(game: Rows, card: Card, number: int, seed: int) -> Floats:
    """Return each seat's change in tricks from playing a card instead of usual play, with shape (number, 3).

    `game` is an array with a single `GAME`, in which the card is legal. Each row is the result of a playout after this
    card, minus the result after a card drawn from usual play. Touching cards are represented by the lowest card. The
    alternatives are drawn by systematic sampling, whose variance is at most the variance of independent draws.
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
    """Return the card indices of the next player's choices, and the choices' probabilities in usual play."""
    seen = view(game)
    cards = features(seen)[0][0]
    cards = cards[cards != NO_CHOICE]
    return cards, np.add.reduceat(probabilities(usual()[0], seen, TEMPER)[0], cards.astype(np.int64))
