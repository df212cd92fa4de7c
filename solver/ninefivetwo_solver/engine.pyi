from collections.abc import Sequence
from typing import Self

from typing_extensions import disjoint_base

NO_TRUMP: int
MOST_CARDS: int
SWITCHES: dict[str, int]
ALL_SWITCHES: int

class Stopped(Exception): ...

@disjoint_base
class CancelToken:
    def __new__(cls, parent: CancelToken | None = None) -> Self: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

@disjoint_base
class BaseEngine:
    @property
    def token(self) -> CancelToken: ...
    @token.setter
    def token(self, token: CancelToken) -> None: ...

@disjoint_base
class Engine(BaseEngine):
    def __new__(cls, memory: int = ..., switches: int = ...) -> Self: ...
    @property
    def nodes(self) -> int: ...
    @property
    def entries(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    def clear(self) -> None: ...
    def reaches(
        self,
        hands: Sequence[int],
        leader: int,
        trump: int,
        played: Sequence[int],
        seat: int,
        need: int,
        seconds: float = 0.0,
    ) -> bool: ...
    def guarantee(
        self,
        hands: Sequence[int],
        leader: int,
        trump: int,
        played: Sequence[int],
        seat: int,
        at_most: int = ...,
        seconds: float = 0.0,
    ) -> int: ...
    def after_each(
        self, hands: Sequence[int], leader: int, trump: int, played: Sequence[int], seat: int, seconds: float = 0.0
    ) -> dict[int, int]: ...

@disjoint_base
class MaxNEngine(BaseEngine):
    def __new__(cls, about: int, spare: bool = ...) -> Self: ...
    def values(
        self, hands: Sequence[int], leader: int, trump: int, played: Sequence[int], seconds: float = 0.0
    ) -> tuple[int, int, int]: ...
