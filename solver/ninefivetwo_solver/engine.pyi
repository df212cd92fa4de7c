from collections.abc import Sequence

NO_TRUMP: int
MOST_CARDS: int
SWITCHES: dict[str, int]
ALL_SWITCHES: int

class Stopped(Exception): ...

class Engine:
    def __init__(self, memory: int = ..., switches: int = ...) -> None: ...
    @property
    def nodes(self) -> int: ...
    @property
    def entries(self) -> int: ...
    @property
    def table_bytes(self) -> int: ...
    def clear(self) -> None: ...
    def cancel(self) -> None: ...
    def reaches(
        self,
        hands: Sequence[int],
        leader: int,
        trump: int,
        played: Sequence[int],
        seat: int,
        need: int,
        seconds: float = 0,
    ) -> bool: ...
    def guarantee(
        self,
        hands: Sequence[int],
        leader: int,
        trump: int,
        played: Sequence[int],
        seat: int,
        at_most: int = ...,
        seconds: float = 0,
    ) -> int: ...
    def after_each(
        self, hands: Sequence[int], leader: int, trump: int, played: Sequence[int], seat: int, seconds: float = 0
    ) -> dict[int, int]: ...

class QuantalEngine:
    def __init__(self, temperature: float, memory: int = ..., about: int = ..., spare: bool = ...) -> None: ...
    def cancel(self) -> None: ...
    def values(
        self, hands: Sequence[int], leader: int, trump: int, played: Sequence[int], seconds: float = 0
    ) -> tuple[float, float, float]: ...
    def after_each(
        self, hands: Sequence[int], leader: int, trump: int, played: Sequence[int], seconds: float = 0
    ) -> dict[int, tuple[float, float, float]]: ...
