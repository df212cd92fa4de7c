"""The naive twin of max^n: plain recursion over plain rules and every legal card, without a table of relative ranks."""

from functools import lru_cache


@lru_cache(maxsize=1 << 18)
def max_n(state, about, spare):
    """Each takes the most for himself; of equals what spites, or spares, the seat `about`."""
    if not any(state.hands):
        return (0, 0, 0)
    outcomes = []
    for card in state.legal():
        after, winner = state.play(card)
        outcomes.append(tuple(v + (seat == winner) for seat, v in enumerate(max_n(after, about, spare))))
    mover = state.mover
    rival = (mover + 1) % 3 if mover == about else about
    sign = 1 if spare and mover != about else -1
    return max(outcomes, key=lambda v: (v[mover], sign * v[rival]))
