"""The table against a plain list, and the set operations it rests on."""

from random import Random

import pytest
from engine_checks import Patterns, insert_rank, remove_rank, upward_closure
from positions import asked, random_state

from ninefivetwo_solver.engine import Engine


def shape(number):
    """One of many keys, all of positions with six cards in each of two lanes."""
    return 0x66 | number << 52


def random_entry(random):
    """A pattern over few places and shapes, so that entries meet."""
    lanes = [random.randrange(6), random.randrange(6)]
    ranks = sum((0x1FFF >> n << n) << 16 * lane for lane, n in enumerate(lanes))
    one = random.getrandbits(6) | random.getrandbits(6) << 16
    two = ~one & (random.getrandbits(6) | random.getrandbits(6) << 16)
    return shape(random.randrange(40)), one, two, ranks


def true_tricks(one, two):
    """A value for every position, so that the bounds stored do not contradict each other."""
    return (one.bit_count() + 2 * (two & 7)) % 7


class ListTable:
    """The table of solved positions as a plain list: nothing is merged, nothing forgotten."""

    def __init__(self):
        self.entries = []

    def store(self, *entry):
        self.entries.append(entry)

    def bounds(self, key, one, two):
        """The best bounds of all entries that speak of the position."""
        speaking = [e for e in self.entries if e[0] == key and not ((e[1] ^ one) | (e[2] ^ two)) & e[3]]
        return max((e[4] for e in speaking), default=0), min((e[5] for e in speaking), default=99)


@pytest.mark.parametrize("clear_every", [500, 10**9])
def test_a_probe_decides_what_a_list_would(clear_every):
    """With memory to spare: a probe decides exactly what the best of all stored entries decide."""
    random, table, twin = Random(1), Patterns(1 << 20), ListTable()
    for step in range(3000):
        if step % clear_every == clear_every - 1:
            table.clear()
            twin = ListTable()
            assert table.entries == 0
        key, one, two, _ = random_entry(random)
        ranks, true = 0x1FFF_1FFF, true_tricks(one, two)
        if random.random() < 0.6:
            low, high = random.choice([(true, 9), (0, true), (max(true - 1, 0), 9), (0, true + 1)])
            table.store(key, one, two, ranks, low, high)
            twin.store(key, one, two, ranks, low, high)
        low, high = twin.bounds(key, one, two)
        for need in range(1, 8):
            assert table.probe(key, one, two, need)[0] == (1 if need <= low else -1 if need > high else 0)


def test_patterns_with_fewer_ranks_answer_for_more_positions():
    """A probe never says what no entry proves, and whatever it says an entry with those ranks proves."""
    random, table, twin = Random(2), Patterns(1 << 20), ListTable()
    for _ in range(4000):
        key, one, two, ranks = random_entry(random)
        low, high = (4, 9) if key >> 52 & 1 else (0, 3)  # one kind of bound a shape, so that they agree
        table.store(key, one, two, ranks, low, high)
        twin.store(key, one, two, ranks, low, high)
        key, one, two, _ = random_entry(random)
        bounds, (found, ranks) = twin.bounds(key, one, two), table.probe(key, one, two, 4)
        assert found == (1 if bounds[0] >= 4 else -1 if bounds[1] < 4 else 0)
        if found:
            assert any(
                e[0] == key and e[3] == ranks and not ((e[1] ^ one) | (e[2] ^ two)) & ranks for e in twin.entries
            )


def test_full_table_forgets_but_never_lies():
    """A tiny table under thousands of entries still says only what was stored."""
    random, table, twin = Random(3), Patterns(1 << 13), ListTable()
    remembered = 0
    for _ in range(5000):
        key, one, two, ranks = random_entry(random)
        key = shape(random.randrange(400))
        low, high = (4, 9) if key >> 52 & 1 else (0, 3)
        table.store(key, one, two, ranks, low, high)
        twin.store(key, one, two, ranks, low, high)
        assert table.probe(key, one, two, 4)[0]  # what was stored last is there
        key, one, two, _ = random.choice(twin.entries)[:4]
        found, _ = table.probe(key, one, two, 4)
        remembered += bool(found)
        assert found in (0, 1 if key >> 52 & 1 else -1)
    assert 100 < remembered < 4900
    assert table.entries < 400


def test_entries_come_back_as_stored():
    """Bounds of up to seventeen tricks on ranks of all four suits, in positions of any length: as stored for every
    position with the same owners of the relevant ranks, and for no other.
    """
    random = Random(7)
    for _ in range(2000):
        totals = [random.randrange(14) for _ in range(4)]
        ranks = sum((0x1FFF >> n << n) << 16 * lane for lane, n in enumerate(random.choices(range(14), k=4)))
        play = sum(((1 << total) - 1) << 16 * lane for lane, total in enumerate(totals))
        key, one = sum(total << 4 * lane for lane, total in enumerate(totals)), random.getrandbits(64) & play
        two, low = random.getrandbits(64) & play & ~one, random.randrange(18)
        high, table = random.randrange(low, 18), Patterns(1 << 13)
        table.store(key, one, two, ranks, low, high)
        others = random.getrandbits(64) & play & ~ranks
        for need in range(1, 19):
            expected = 1 if need <= low else -1 if need > high else 0
            assert table.probe(key, one & ~others, two | others, need) == (expected, ranks if expected else 0)
        for card in (1 << i for i in range(64) if play & ranks & 1 << i):
            assert table.probe(key, one ^ card, two & ~card, 18) == (0, 0)


@pytest.mark.parametrize(("memory", "tricks", "count"), [(0, 8, 25), (1 << 16, 12, 25), (1 << 20, 14, 6)])
def test_engine_tiny_table_equals_large(memory, tricks, count):
    """Four kilobytes, sixty-four, or a megabyte against sixty-four: the same values, and a full table keeps to its
    cap (at a megabyte it doubles its slots and drops its oldest chunks in turn).
    """
    random, tiny, large = Random(4), Engine(memory), Engine()
    for _ in range(count):
        state, seat = random_state(random, tricks, kind="any"), random.randrange(3)
        assert tiny.guarantee(*asked(state), seat) == large.guarantee(*asked(state), seat)
        assert tiny.table_bytes <= max(memory, 4096)
    assert large.table_bytes > 1.2 * memory


def test_removing_a_rank_moves_those_above_it_down():
    """Taking a place out of a lane moves those above it down; putting it back moves them up again."""
    random = Random(5)
    for _ in range(500):
        cards = random.getrandbits(64) & 0x1FFF_1FFF_1FFF_1FFF
        gone = 1 << random.choice([i for i in range(64) if 0x1FFF_1FFF_1FFF_1FFF >> i & 1])
        lane = gone.bit_length() - 1 >> 4
        kept = [i for i in range(64) if cards >> i & 1 and 1 << i != gone]
        moved = sum(1 << (i - (i >> 4 == lane and 1 << i > gone)) for i in kept)
        assert remove_rank(cards, gone) == moved
        assert insert_rank(moved, gone) == cards & ~gone


def test_an_upward_closure_is_all_from_the_lowest_card_up():
    """The upward closure of a set: in each lane everything from its lowest card up."""
    random = Random(6)
    for _ in range(500):
        cards = random.getrandbits(64) & random.getrandbits(64) & 0x1FFF_1FFF_1FFF_1FFF
        lanes = [[i for i in range(16 * lane, 16 * lane + 13) if cards >> i & 1] for lane in range(4)]
        expected = sum(1 << i for lane, held in enumerate(lanes) if held for i in range(held[0], 16 * lane + 13))
        assert upward_closure(cards) == expected
