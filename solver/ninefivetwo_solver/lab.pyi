from collections.abc import Sequence
from random import Random

FEATURES: int

class Lab:
    def __init__(self, memory: int = ...) -> None: ...
    def met(
        self, hands: Sequence[int], leader: int, has_trumps: bool, random: Random, number: int
    ) -> list[tuple[list[int], int, bool, int, bool]]: ...
    def leads(
        self, hands: Sequence[int], leader: int, has_trumps: bool, need: int
    ) -> list[tuple[int, list[int], bool, int]]: ...
