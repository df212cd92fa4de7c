"""The adviser as a player of `named_players.py`: whatever is due, he does what `think.advise` recommends."""

from __future__ import annotations

from ninefivetwo.game import Action, DealView, LookTurn
from ninefivetwo.think.advise import AnyAdvice, Limits, Question, advise
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.players import Player


def limits_of(text: str, seed: int = 0) -> Limits:
    """Limits on one thread: ``8`` worlds, or ``3s`` for so many seconds; without either what the version defaults to.

    Raises ValueError for another text.
    """
    if not text:
        return Limits(seconds=None, seed=seed, threads=1)
    if text.isdecimal() and int(text) > 0:
        return Limits(seconds=None, worlds=int(text), seed=seed, threads=1)
    seconds = text.removesuffix("s")
    if seconds != text and seconds.replace(".", "", 1).isdecimal() and float(seconds) > 0:
        return Limits(seconds=float(seconds), seed=seed, threads=1)
    raise ValueError(f"no limits: {text!r} (expected worlds such as 8, or seconds such as 3s)")


def advice_on(view: DealView, limits: Limits) -> AnyAdvice:
    """Advice on whatever the seat whose view this is has to choose, but a look at the kitty."""
    return advise(Question(view, limits))


class AdviserPlayer(Player):
    """Takes the advice within some limits; looks at the kitty where it may."""

    def __init__(self, limits: str, seed: int) -> None:
        super().__init__(seed)
        self._limits = limits

    def act(self, view: DealView) -> Action:
        turn = view.due_turn
        if isinstance(turn, LookTurn) or turn.count() == 1:
            return heuristic_action(view)
        return advice_on(view, limits_of(self._limits, self._random.getrandbits(60))).recommended.action
