"""Playouts on all cores, cut into pieces of some milliseconds; how they are cut changes no number."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial

import numpy as np
import numpy.typing as npt

from ninefivetwo.errors import PositionError, SearchStopped
from ninefivetwo.playouts.views import Rows
from ninefivetwo.sets import Sets
from ninefivetwo.solve import CancelToken, in_order
from ninefivetwo_solver import playout as engine
from ninefivetwo_solver.playout import Policy

Policies = tuple[Policy, Policy, Policy]
Int8s = npt.NDArray[np.int8]
Piece = Callable[[range], Int8s]
PIECE = 0.004  # seconds that a piece takes, at least, before its size is no longer doubled


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

    games: as `ninefivetwo.playouts.views` makes them.  cards: indices of cards, each of which the seat to move plays
    first; discards: card sets, each of which the dealer, who holds so many cards more, discards first.  With either the
    shape is (n, candidates, 3), and all candidates of a game meet the same random numbers.  seed: of the random
    numbers, which only policies by rollouts draw.  threads: how many at most (default: one for each core); it changes
    no number.  token: cancels.  Raises PositionError for what cannot be played, naming the row, and SearchStopped when
    cancelled.
    """
    halt = CancelToken(token)
    play = partial(_played, policies, games, cards, discards, seed % 2**64, halt)
    try:
        parts, size = _begun(play, len(games))
        rest = [range(at, min(at + size, len(games))) for at in range(sum(map(len, parts)), len(games), size)]
        parts += _spread(play, rest, threads or os.cpu_count() or 1, halt)
    except PositionError:
        _played(policies, games, cards, discards, 0, CancelToken(token), range(len(games)))  # names the row of them all
        raise
    return np.concatenate(parts)


def _played(
    policies: Policies,
    games: Rows,
    cards: npt.NDArray[np.uint8] | None,
    discards: Sets | None,
    seed: int,
    halt: CancelToken,
    rows: range,
) -> Int8s:
    """Some of the games played out."""
    if halt.cancelled:
        raise SearchStopped("playouts stopped, cancelled")
    try:
        return engine.play_out(policies, games[rows.start : rows.stop], seed, rows.start, cards, discards)
    except ValueError as error:
        raise PositionError(f"no playout: {error}") from error


def _begun(play: Piece, number: int) -> tuple[list[Int8s], int]:
    """Pieces of one game, two, four ... until one takes long enough, or all are played; and the size reached."""
    at, size, seconds = 0, 1, 0.0
    parts: list[Int8s] = []
    while not parts or (at < number and seconds < PIECE):
        size = min(2 * size, number - at) if parts else 1
        start = time.perf_counter()
        parts.append(play(range(at, at + size)))
        seconds = time.perf_counter() - start
        at += size
    return parts, size


def _spread(play: Piece, pieces: list[range], threads: int, halt: CancelToken) -> list[Int8s]:
    """Pieces played on so many threads, in order."""
    if len(pieces) < 2 or threads < 2:
        return [play(piece) for piece in pieces]
    pool = ThreadPoolExecutor(min(threads, len(pieces)))
    try:
        return [found.result() for found in in_order(pieces, lambda piece: pool.submit(play, piece), 2 * threads)]
    finally:
        halt.cancel()
        pool.shutdown(cancel_futures=True)
