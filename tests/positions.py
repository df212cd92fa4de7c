"""Random positions for tests, and how cards and positions are written for the reference, the engine and the checks."""

from __future__ import annotations

from functools import lru_cache
from random import Random

from reference import State

ALL_CARDS = [(suit, rank) for suit in range(4) for rank in range(13)]
FREAKS = ["any", "any", "two suits", "three suits", "short suits", "own suits", "one suit each"]


def random_state(random: Random, tricks: int, played: int = 0, kind: str | None = None) -> State:
    """A position of so many tricks with so many cards on the table; now and then a freak."""
    kind = kind or random.choice(FREAKS)
    hands = freak_hands(random, tricks, kind)
    state = State(hands, random.randrange(3), (), random.choice([None, 0, 1, 2, 3]))
    for _ in range(played):
        state, _ = state.play(random.choice(state.legal()))
    return state


def freak_hands(random: Random, tricks: int, kind: str):
    """Three hands: from all cards, few suits, few ranks, or each hand full of a suit of its own."""
    deck = list(ALL_CARDS)
    if kind == "two suits" and 3 * tricks <= 26:
        deck = [card for card in deck if card[0] in (0, 2)]
    elif kind == "three suits" and 3 * tricks <= 39:
        deck = [card for card in deck if card[0] != 1]
    elif kind == "short suits":
        deck = [card for card in deck if card[1] >= 12 - max(tricks, 2)]
        deck = deck if len(deck) >= 3 * tricks else list(ALL_CARDS)
    random.shuffle(deck)
    if kind in ("own suits", "one suit each"):
        hands = []
        for seat in range(3):
            drawn = 0 if kind == "one suit each" else random.random()
            deck.sort(key=lambda card: (card[0] != seat, random.random()) if drawn < 0.7 else (0, random.random()))
            hands.append(frozenset(deck[:tricks]))
            deck = deck[tricks:]
        return tuple(hands)
    return tuple(frozenset(deck[i * tricks : (i + 1) * tricks]) for i in range(3))


def index(card: tuple[int, int]) -> int:
    return 16 * card[0] + card[1]


def card_at(index: int) -> tuple[int, int]:
    return divmod(index, 16)


def bits(cards) -> int:
    """A set of cards as the engine takes it."""
    return sum(1 << index(card) for card in cards)


def pairs(cards) -> tuple[tuple[int, int], ...]:
    """Cards of the program as the reference takes them."""
    return tuple(card_at(card.index) for card in cards)


def state_from(hands, lead: int, trump: int, table=()) -> State:
    """The state of hands of the program's."""
    return State(tuple(frozenset(pairs(hand)) for hand in hands), lead, pairs(table), trump)


@lru_cache(maxsize=1 << 12)
def cards_of(bits: int) -> frozenset[tuple[int, int]]:
    """The cards of a set of the engine's, which may be a number of numpy's."""
    bits = int(bits)
    return frozenset(card_at(i) for i in range(bits.bit_length()) if bits >> i & 1)


def asked(state: State) -> tuple[list[int], int, int, list[int]]:
    """The engine's first four arguments."""
    trump = 4 if state.trump is None else state.trump
    return [bits(hand) for hand in state.hands], state.leader, trump, [index(card) for card in state.table]


def dense(state: State, seat: int) -> tuple[list[int], int, bool]:
    """The position as the search sees it, for `engine_checks`: the seat first, trumps in the top lane, no gaps."""
    lanes = [0, 1, 2, 3]
    if state.trump is not None:
        lanes[3], lanes[state.trump] = state.trump, lanes[3]
    hands = [0, 0, 0]
    for lane, suit in enumerate(lanes):
        held = sorted((card, who) for who, hand in enumerate(state.hands) for card in hand if card[0] == suit)
        for place, (_, who) in enumerate(held):
            hands[(who - seat) % 3] |= 1 << (16 * lane + place)
    return hands, (state.leader - seat) % 3, state.trump is not None


def sparse(hands: list[int], leader: int, has_trumps: bool) -> State:
    """Inverse of `dense`, for seat 0."""
    return State(tuple(map(cards_of, hands)), leader, (), 3 if has_trumps else None)
