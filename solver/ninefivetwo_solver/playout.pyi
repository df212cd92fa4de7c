from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt

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

Rows = npt.NDArray[np.void]
Policies = tuple[Policy, Policy, Policy]

class Policy:
    @staticmethod
    def plain() -> Policy: ...
    @staticmethod
    def learned(hidden: int, second: int, weights: npt.NDArray[np.int16]) -> Policy: ...
    def sampled(self, temper: float) -> Policy: ...
    @staticmethod
    def rollout(
        inner: Policy,
        worlds: int,
        company: Sequence[Policy] = (),
        prior: int = 0,
        worth: npt.NDArray[np.float64] | None = None,
    ) -> Policy: ...

def view(games: Rows) -> Rows: ...
def choose(policy: Policy, views: Rows, seed: int = 0, first: int = 0) -> npt.NDArray[np.uint8]: ...
def features(views: Rows) -> tuple[npt.NDArray[np.uint8], npt.NDArray[np.int16]]: ...
def probabilities(policy: Policy, views: Rows, temper: float = 1.0) -> npt.NDArray[np.float64]: ...
def play_out(
    policies: Policies,
    games: Rows,
    seed: int = 0,
    first: int = 0,
    cards: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
    discards: npt.NDArray[np.uint64] | None = None,
) -> npt.NDArray[np.int8]: ...
def play_lines(
    policies: Policies,
    games: Rows,
    cards: Sequence[int] | npt.NDArray[np.integer[Any]] | None = None,
    seed: int = 0,
    first: int = 0,
) -> npt.NDArray[np.uint8]: ...
def rows_of_play(
    policies: Policies, games: Rows, random: float, seed: int = 0, first: int = 0
) -> tuple[npt.NDArray[np.int8], Rows, npt.NDArray[np.float32], npt.NDArray[np.int32]]: ...
def log_likelihood(
    policy: Policy,
    games: Rows,
    viewer: int,
    plays: Sequence[int] | npt.NDArray[np.integer[Any]],
    temper: float,
    floor: float,
    plain: float = 0,
) -> npt.NDArray[np.float64]: ...
