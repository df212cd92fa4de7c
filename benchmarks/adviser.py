"""The adviser as a player for `named_players.py`, who follows every recommendation of `think.advise`."""

from __future__ import annotations

from ninefivetwo.game import Action, DealView, YesNoTurn
from ninefivetwo.think.advise import AnyAdvice, Limits, Question, advise
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.players import Player


def limits_of(text: str, seed: int = 0) -> Limits:
    """Return limits for one thread from a text: ``8`` for worlds, ``3s`` for seconds, or an empty text for the
    defaults.

    Raises ValueError for any other text.
    """
    if not text:
        return Limits(seconds=None, seed=seed, threads=1)
    if text.isdecimal() and int(text) > 0:
        return Limits(seconds=None, worlds=int(text), seed=seed, threads=1)
    seconds = text.removesuffix("s")
    if seconds != text and seconds.replace(".", "", 1).isdecimal() and float(seconds) > 0:
        return Limits(seconds=float(seconds), seed=seed, threads=1)
    raise ValueError(f"invalid limits: {text!r} (expected worlds such as 8, or seconds such as 3s)")


def advice_on(view: DealView, limits: Limits) -> AnyAdvice:
    """Return advice on the choice that is due in a view, which must not be a look at the kitty."""
    return advise(Question(view, limits))


class AdviserPlayer(Player):
    """A player who follows the advice within some limits and looks at the kitty if allowed."""

    def __init__(self, limits: str, seed: int) -> None:
        super().__init__(seed)
        self._limits = limits

    def act(self, view: DealView) -> Action:
        turn = view.due_turn
        if isinstance(turn, YesNoTurn) or turn.count() == 1:
            return heuristic_action(view)
        return advice_on(view, limits_of(self._limits, self._random.getrandbits(60))).recommended.action
