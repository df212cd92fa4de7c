"""Names of players on a command line: policies of the engine, and the players of `ninefivetwo match`.

plain, learned      policies of `ninefivetwo.think.playouts`
file:PATH           a learned policy with the weights in a file
rollout:NAME:N      plays each choice out by a policy in N random worlds, such as rollout:plain:30; rollouts can be
                    nested, as in rollout:rollout:plain:4:20
rollout:NAME:N+P    the same, with the learned policy's opinion counting as P further worlds: rollout:learned:30+60
rule, club, ...     any of `ninefivetwo.think.players.PLAYERS`
expert/LEVEL        the expert (master/LEVEL: the master) who assumes that the other players have this level, such
                    as expert/beginner or expert/mixed
adviser, adviser:L  follows advice within L worlds or seconds: adviser:8, adviser:3s (`adviser.py`)
version:DIR:NAME    a player of the last two kinds in another version: version:../earlier:expert (`versions.py`)
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, partial

from benchmarks.adviser import AdviserPlayer, limits_of
from benchmarks.versions import VersionPlayer, python_of, version
from ninefivetwo.game import Action, DealView, Play, PlayTurn
from ninefivetwo.think.advise import Assumptions
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.players import PLAYERS, Player
from ninefivetwo.think.players.levels import ExpertPlayer, MasterPlayer
from ninefivetwo.think.playouts import Level, Opponents, Policy, choose_card
from ninefivetwo.think.playouts import policy as policy_by_name
from ninefivetwo.think.playouts.policies import read_weights

#: Cheap policies of different kinds.
MIXED = ("plain", "learned", "rollout:plain:3", "rollout:plain:20")

#: Players by name who assume that the other players have a given level.
TOLD: dict[str, Callable[[int], Player]] = {
    f"{name}/{level.value}": partial(kind, assumptions=Assumptions(opponents=Opponents.all(level)))
    for name, kind in (("expert", ExpertPlayer), ("master", MasterPlayer))
    for level in Level
}


def company_of(text: str) -> tuple[str, ...]:
    """Return the names of the players in the other seats, given as a list with commas or as `mixed`."""
    return MIXED if text == "mixed" else tuple(text.split(","))


@cache
def policy(name: str) -> Policy | None:
    """Return the engine's policy with this name, or None for a player that uses game objects.

    Raises ValueError for an unknown name and PolicyError for an invalid file.
    """
    if name in ("plain", "learned"):
        return policy_by_name(name)
    if name in PLAYERS or name in TOLD:
        return None
    kind, _, rest = name.partition(":")
    if kind == "file":
        return read_weights(rest).policy
    if kind == "adviser":
        limits_of(rest)
        return None
    if kind == "version" and ":" in rest:
        python_of(rest.partition(":")[0])
        return None
    inner, _, numbers = rest.rpartition(":")
    worlds, plus, prior = numbers.partition("+")
    if kind == "rollout" and worlds.isdecimal() and int(worlds) > 0 and (prior.isdecimal() or not plus):
        if (played_out_by := policy(inner)) is None:
            raise ValueError(
                f"{inner!r} cannot be used for rollouts in {name!r} (expected a policy of the engine, such as plain)"
            )
        return Policy.rollout(played_out_by, int(worlds), prior=int(prior or 0))
    expected = (
        "plain, learned, file:PATH, rollout:NAME:WORLDS, rollout:NAME:WORLDS+PRIOR, adviser, adviser:LIMIT, "
        f"version:DIR:NAME, expert/LEVEL, master/LEVEL or one of {', '.join(PLAYERS)}"
    )
    raise ValueError(f"unknown player: {name!r} (expected {expected})")


class PolicyPlayer(Player):
    """A player who plays cards by a policy of the engine and makes other choices by the rules of thumb."""

    def __init__(self, policy: Policy, seed: int) -> None:
        super().__init__(seed)
        self._policy = policy

    def act(self, view: DealView) -> Action:
        if not isinstance(view.turn, PlayTurn):
            return heuristic_action(view)
        return Play(view.viewer, choose_card(self._policy, view, self._random.getrandbits(60)))


def player(name: str, seed: int) -> Player:
    """Return the player with this name, for deals of game objects. Raises ValueError as `policy` does."""
    if (found := policy(name)) is not None:
        return PolicyPlayer(found, seed)
    kind, _, rest = name.partition(":")
    if kind == "adviser":
        return AdviserPlayer(rest, seed)
    if kind == "version":
        directory, _, name = rest.partition(":")
        return VersionPlayer(version(directory), name, seed)
    return (PLAYERS | TOLD)[name](seed)
