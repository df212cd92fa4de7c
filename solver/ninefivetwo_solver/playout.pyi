from collections.abc import Sequence
from typing import Any, Never

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

CHOICES: int
SCALE: int
SCORE_TRICKS: float
NO_CHOICE: int
LINE: int
GAME: np.dtype[np.void]
VIEW: np.dtype[np.void]
CONTEXT: int
FEATURES: tuple[tuple[str, int], ...]
ROWS: int

_Rows = npt.NDArray[np.void]
_Policies = tuple[Policy, Policy, Policy]

@disjoint_base
class Policy:
    def __init__(self, *args: Never, **kwargs: Never) -> None: ...
    @staticmethod
    def plain() -> Policy: ...
    @staticmethod
    def beginner(slip: float) -> Policy: ...
    @staticmethod
    def learned(hidden: int, second: int, weights: npt.NDArray[np.int16], tricks: float = ...) -> Policy: ...
    def sampled(self, temper: float) -> Policy: ...
    @staticmethod
    def rollout(
        inner: Policy,
        worlds: int,
        company: Sequence[Policy] = (),
        prior: int = 0,
        worth: npt.NDArray[np.float64] | None = None,
    ) -> Policy: ...

def paths() -> tuple[str, ...]: ...
def path() -> str: ...
def use_path(name: str) -> None: ...
def view(games: _Rows) -> _Rows: ...
def choose(policy: Policy, views: _Rows, seed: int = 0, first: int = 0) -> npt.NDArray[np.uint8]: ...
def features(views: _Rows) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int16]]: ...
def probabilities(policy: Policy, views: _Rows, temper: float = 1.0) -> npt.NDArray[np.float64]: ...
def play_out(
    policies: _Policies,
    games: _Rows,
    seed: int = 0,
    first: int = 0,
    cards: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
    discards: npt.NDArray[np.uint64] | None = None,
) -> npt.NDArray[np.int8]: ...
def play_lines(
    policies: _Policies,
    games: _Rows,
    cards: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
    seed: int = 0,
    first: int = 0,
) -> npt.NDArray[np.uint8]: ...
def rows_of_play(
    policies: Sequence[Policy],
    games: _Rows,
    seats: npt.ArrayLike,
    learns: npt.ArrayLike,
    random: float,
    seed: int = 0,
    first: int = 0,
) -> tuple[_Rows, npt.NDArray[np.int8], npt.NDArray[np.int32]]: ...
def log_likelihood(
    policy: Policy,
    games: _Rows,
    viewer: int,
    plays: Sequence[int] | npt.NDArray[np.integer[Any]],
    temper: float,
    floor: float,
    plain: float = 0.0,
) -> npt.NDArray[np.float64]: ...
