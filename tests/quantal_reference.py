"""The naive twin of the quantal value: plain recursion over plain rules, without a table of relative ranks."""

from functools import lru_cache
from math import exp


def classes(state):
    """The mover's legal cards, those together that touch: nothing in a hand, nor the trick's best, between them."""
    hand = state.hands[state.mover]
    others = set().union(*state.hands) - hand
    if state.table:
        others.add(state.table[(state.winner(state.table) - state.leader) % 3])
    found = []
    for card in state.legal():
        last = found[-1][-1] if found else None
        if last and last[0] == card[0] and not any(s == card[0] and last[1] < r < card[1] for s, r in others):
            found[-1].append(card)
        else:
            found.append([card])
    return found


def values_after(state, card, temperature):
    after, winner = state.play(card)
    return [v + (seat == winner) for seat, v in enumerate(values(after, temperature))]


@lru_cache(maxsize=1 << 18)
def values(state, temperature):
    if not any(state.hands):
        return (0.0, 0.0, 0.0)
    after = [values_after(state, group[0], temperature) for group in classes(state)]
    weights = [exp(v[state.mover] / temperature) for v in after]
    total = sum(weights)
    return tuple(sum(w * v[seat] for w, v in zip(weights, after, strict=True)) / total for seat in range(3))


def max_n(state, about, spare):
    """Strict max^n over every card: each the most for himself; of equals what spites, or spares, the seat `about`."""
    return _selfish(state, about, spare)


@lru_cache(maxsize=1 << 18)
def _selfish(state, about, spare):
    if not any(state.hands):
        return (0, 0, 0)
    outcomes = []
    for card in state.legal():
        after, winner = state.play(card)
        outcomes.append(tuple(v + (seat == winner) for seat, v in enumerate(_selfish(after, about, spare))))
    mover = state.mover
    rival = (mover + 1) % 3 if mover == about else about
    sign = 1 if spare and mover != about else -1
    return max(outcomes, key=lambda v: (v[mover], sign * v[rival]))
