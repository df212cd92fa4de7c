from collections.abc import Sequence

NO_TRUMP: int
MOST_CARDS: int
SWITCHES: dict[str, int]
ALL_SWITCHES: int

class Stopped(Exception): ...

class CancelToken:
    def __init__(self, parent: CancelToken | None = None) -> None: ...
    def cancel(self) -> None: ...
    @property
    def cancelled(self) -> bool: ...

class BaseEngine:
    @property
    def token(self) -> CancelToken: ...
    @token.setter
    def token(self, token: CancelToken) -> None: ...

class Engine(BaseEngine):
    def __init__(self, memory: int = ..., switches: int = ...) -> None: ...
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

class QuantalEngine(BaseEngine):
    def __init__(self, temperature: float, memory: int = ..., about: int = ..., spare: bool = ...) -> None: ...
    def values(
        self, hands: Sequence[int], leader: int, trump: int, played: Sequence[int], seconds: float = 0
    ) -> tuple[float, float, float]: ...
    def after_each(
        self, hands: Sequence[int], leader: int, trump: int, played: Sequence[int], seconds: float = 0
    ) -> dict[int, tuple[float, float, float]]: ...
