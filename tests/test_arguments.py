"""What the engine's interface refuses: every argument that makes no sense, by name.  Nothing ends the process."""

import contextlib
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from positions import asked, bits, random_state

from ninefivetwo_solver.engine import MOST_CARDS, Engine, MaxNEngine, Stopped
from ninefivetwo_solver.worlds import Worlds

SPADES = [bits({(0, rank) for rank in ranks}) for ranks in ((12, 2), (11, 3), (10, 4))]
EVERY_CARD = 0x1FFF_1FFF_1FFF_1FFF
FAULTS = {
    "a bit between the suits": ([SPADES[0] | 1 << 13, *SPADES[1:]], 0, 4, (), "hand 0 is 0x3004"),
    "a bit above the suits": ([*SPADES[:2], 1 << 63], 0, 4, (), "hand 2 is 0x8000000000000000"),
    "hands that overlap": ([SPADES[0], SPADES[0], SPADES[2]], 0, 4, (), "hands overlap"),
    "all cards thrice": ([EVERY_CARD] * 3, 0, 4, (), "hands overlap"),
    "two hands": (SPADES[:2], 0, 4, (), "2 hands"),
    "hands of other lengths": ([*SPADES[:2], 1 << 4], 0, 4, (), "hands of 2, 2 and 1 cards"),
    "a played card not counted": (SPADES, 0, 4, (5,), "hands of 3, 2 and 2 cards"),
    "no cards": ([0, 0, 0], 0, 4, (), "hands of 0 cards"),
    "a leader too many": (SPADES, 3, 4, (), "leader 3"),
    "a negative leader": (SPADES, -1, 4, (), "leader -1"),
    "a trump too many": (SPADES, 0, 5, (), "trump 5"),
    "a card in a hand and played": ([1 << 2, *SPADES[1:]], 0, 4, (11,), "a card played is also in a hand"),
    "a card played twice": ([1 << 2, 1 << 3, SPADES[2]], 0, 4, (11, 11), "played twice"),
    "three cards played": ([1 << 2, 1 << 3, 1 << 4], 0, 4, (12, 11, 10), "3 cards played"),
    "a card between the suits": ([1 << 2, *SPADES[1:]], 0, 4, (13,), "card 13 played"),
    "a negative card": ([1 << 2, *SPADES[1:]], 0, 4, (-1,), "card -1 played"),
    "a card beyond all suits": ([1 << 2, *SPADES[1:]], 0, 4, (64,), "card 64 played"),
    "a card that does not follow suit": ([1 << 2, 1 << 3, SPADES[2]], 0, 4, (12, 16), "does not follow suit"),
}


def questions(engine):
    """What can be asked of an engine, each as a function of the position."""
    if isinstance(engine, MaxNEngine):
        return [engine.values]
    return [
        lambda *position: engine.reaches(*position, 0, 1),
        lambda *position: engine.guarantee(*position, 0),
        lambda *position: engine.after_each(*position, 0),
    ]


@pytest.fixture(params=["guarantees", "max_n"])
def engine(request):
    return Engine(1 << 16) if request.param == "guarantees" else MaxNEngine(0)


@pytest.mark.parametrize("fault", FAULTS)
def test_faults_are_named(fault, engine):
    """By both engines and all they can be asked; and the engine goes on working."""
    *position, told = FAULTS[fault]
    for ask in questions(engine):
        with pytest.raises(ValueError, match=told):
            ask(*position)
        ask(SPADES, 0, 4, ())


def test_arguments_out_of_range_are_named():
    engine = Engine(1 << 16)
    for seat in (-1, 3):
        with pytest.raises(ValueError, match=f"seat {seat}"):
            engine.guarantee(SPADES, 0, 4, (), seat)
    for need in (-1, MOST_CARDS + 2):
        with pytest.raises(ValueError, match=f"need {need}"):
            engine.reaches(SPADES, 0, 4, (), 0, need)
    for at_most in (-1, MOST_CARDS + 1):
        with pytest.raises(ValueError, match=f"at_most {at_most}"):
            engine.guarantee(SPADES, 0, 4, (), 0, at_most)
    for seconds in (-1, float("nan")):
        with pytest.raises(ValueError, match="seconds"):
            engine.guarantee(SPADES, 0, 4, (), 0, seconds=seconds)
    with pytest.raises(ValueError, match="switches"):
        Engine(1 << 16, 1 << 20)
    with pytest.raises(ValueError, match="about 3"):
        MaxNEngine(3)
    assert engine.guarantee(SPADES, 0, 4, (), 0) == 1


ANY = st.integers() | st.integers(0, 70)
SETS = st.integers() | st.integers(0, 2**64 - 1) | st.integers(0, 127).map(lambda n: n & 7 | (n >> 3) << 16)
REFUSALS = (ValueError, OverflowError, TypeError)


@settings(max_examples=300)
@given(st.lists(SETS, max_size=4), ANY, ANY, st.lists(ANY, max_size=3), ANY, ANY)
def test_any_integers_are_answered_or_refused(hands, leader, trump, played, seat, need):
    for ask in (
        lambda: Engine(1 << 16).reaches(hands, leader, trump, played, seat, need, 0.2),
        lambda: Engine(1 << 16).guarantee(hands, leader, trump, played, seat, need, 0.2),
        lambda: Engine(1 << 16).after_each(hands, leader, trump, played, seat, 0.2),
        lambda: MaxNEngine(seat).values(hands, leader, trump, played, 0.2),
    ):
        try:
            ask()
        except (*REFUSALS, Stopped):
            pass


@settings(max_examples=300)
@given(st.integers(0, 2**32), st.integers(0, 3), st.data())
def test_a_position_with_one_number_changed_is_answered_or_refused(seed, tricks, data):
    """Nearer to what is right than any integers: a legal position in which one number is another."""
    random = Random(seed)
    state = random_state(random, tricks + 1, random.randrange(3))
    hands, leader, trump, played = asked(state)
    place = data.draw(st.integers(0, 3 + len(played)))
    if place < 3:
        hands[place] ^= 1 << data.draw(st.integers(0, 63))
    elif place == 3:
        leader = data.draw(st.integers(-1, 3))
    else:
        played[place - 4] = data.draw(st.integers(-1, 64))
    for ask in (*questions(Engine(1 << 16)), *questions(MaxNEngine(0))):
        with contextlib.suppress(ValueError):
            ask(hands, leader, trump, played)


WAY = (0x1FFF, 0, 1, 0, 0, 0, 0, 0, 0)


def test_worlds_name_what_makes_no_sense():
    for ways, totals, shown, told in [
        ([(1 << 13, *WAY[1:])], [0] * 5, 0, "way 0 has cards 0x2000"),
        ([(0x1FFF, 6, *WAY[2:])], [0] * 5, 0, "place 6"),
        ([(0x1FFF, -1, *WAY[2:])], [0] * 5, 0, "place -1"),
        ([WAY] * 145, [0] * 5, 0, "number of ways 145"),
        ([WAY], [0] * 4, 0, "4 totals"),
        ([WAY], [53, 0, 0, 0, 0], 0, "total 53"),
        ([WAY], [-1, 0, 0, 0, 0], 0, "total -1"),
        ([WAY], [52] * 5, 0, "states of the totals"),
        ([WAY], [0] * 5, 3, "shown 3"),
    ]:
        with pytest.raises(ValueError, match=told):
            Worlds(ways, totals, False, shown)
    with pytest.raises(ValueError, match="no world"):
        Worlds([WAY], [3, 0, 0, 0, 0], False, 0).draw(1, 0)
    with pytest.raises(ValueError, match="-1 worlds"):
        Worlds([WAY], [13, 0, 0, 0, 0], False, 0).draw(-1, 0)
    with pytest.raises(MemoryError):
        Worlds([WAY], [13, 0, 0, 0, 0], False, 0).draw(2**62, 0)


def test_worlds_are_counted_up_to_128_bits():
    """Counts above 2^64 are those of Python's integers; what 128 bits cannot hold is refused."""
    assert Worlds([(EVERY_CARD, place, 0, 0, 0, 0, 0, 0, 0) for place in range(4)], [0] * 5, False, 0).count() == 4**52
    five = [(EVERY_CARD, place, 0, 0, 0, 0, 0, 0, 0) for place in range(5)]
    assert Worlds(five, [0] * 5, False, 0).count() == 5**52
    with pytest.raises(OverflowError, match="128 bits"):
        Worlds([*five, five[0]], [0] * 5, False, 0)


@settings(max_examples=200)
@given(
    st.lists(st.tuples(SETS, st.integers(-1, 6), *[st.integers(0, 1)] * 7), max_size=6),
    st.lists(st.integers(0, 6) | st.integers(), min_size=4, max_size=6),
    st.booleans(),
    st.integers(-1, 3),
    ANY,
)
def test_any_ways_are_counted_or_refused(ways, totals, balanced, shown, seed):
    try:
        worlds = Worlds(ways, totals, balanced, shown)
        assert worlds.count() >= 0
        worlds.listing(20)
        assert len(worlds.draw(3, seed)) == 3
    except REFUSALS:
        pass
