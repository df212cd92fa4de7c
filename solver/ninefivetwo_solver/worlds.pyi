from collections.abc import Container, Sequence
from typing import Self

import numpy as np
import numpy.typing as npt
from typing_extensions import disjoint_base

@disjoint_base
class Worlds:
    def __new__(cls, ways: Sequence[Sequence[int]], totals: Sequence[int], balanced: bool, shown: int) -> Self: ...
    def count(self) -> int: ...
    def draw(self, number: int, seed: int, first: int = 0) -> npt.NDArray[np.uint64]: ...
    def listing(self, most: int) -> list[tuple[int, int, int, int, int, int]] | None: ...

def log_call_chances(
    held: npt.NDArray[np.uint64],
    called: int,
    tables: npt.NDArray[np.float64],
    lengths: npt.NDArray[np.float64],
    denominations: Container[int],
) -> npt.NDArray[np.float64]: ...
def draw_discards(
    held: npt.NDArray[np.uint64],
    movable: npt.NDArray[np.uint64],
    discarded: npt.NDArray[np.uint64],
    trump: int,
    tables: npt.NDArray[np.float64],
    lengths: npt.NDArray[np.float64],
    ways: npt.NDArray[np.int64],
    slip: float,
    seed: int,
    first: int,
) -> tuple[npt.NDArray[np.uint64], npt.NDArray[np.float64]]: ...
