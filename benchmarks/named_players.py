"""Players by name on the command line of `table.py`: policies of the engine, and the players of `ninefivetwo match`.

plain               the plain rules, played by the engine
rollout:NAME:N      each choice is played out by that policy in N drawn worlds: rollout:plain:30, and again rollouts
                    inside rollouts: rollout:rollout:plain:4:20
rule, club, ...     any of `ninefivetwo.players.PLAYERS`
"""

from __future__ import annotations

from functools import cache

from ninefivetwo.players import PLAYERS, Player
from ninefivetwo_solver.playout import Policy

#: Cheap policies of different kinds.
MIXED = ("plain", "rollout:plain:3", "rollout:plain:20")


@cache
def policy(name: str) -> Policy | None:
    """The engine's policy of a name; None for a player of `PLAYERS`.  Raises ValueError for a name that is neither."""
    if name == "plain":
        return Policy.plain()
    if name in PLAYERS:
        return None
    kind, _, rest = name.partition(":")
    inner, _, worlds = rest.rpartition(":")
    if kind == "rollout" and worlds.isdecimal() and int(worlds) > 0:
        if (played_out_by := policy(inner)) is None:
            raise ValueError(f"no rollouts by {inner!r} (expected a policy of the engine, such as plain): {name!r}")
        return Policy.rollout(played_out_by, int(worlds))
    raise ValueError(f"no player: {name!r} (expected plain, rollout:NAME:WORLDS or one of {', '.join(PLAYERS)})")


def player(name: str, seed: int) -> Player:
    """The player of a name for play with game objects.  Raises ValueError for a policy of the engine."""
    if name not in PLAYERS:
        raise ValueError(f"{name} at a table with one of {', '.join(PLAYERS)} (expected policies of the engine only)")
    return PLAYERS[name](seed)
