"""The search against the plain minimax, with every shortcut on and off."""

from random import Random

import pytest
from positions import asked, dense, random_state, sparse
from reference import value, value_after

from ninefivetwo_solver.checks import bound, prove
from ninefivetwo_solver.engine import ALL_SWITCHES, SWITCHES, Engine

SETTINGS = {"all": ALL_SWITCHES, "none": 0, **{f"no {name}": ALL_SWITCHES & ~bit for name, bit in SWITCHES.items()}}


def endings(seed: int, count: int, most: int = 5):
    """Random endings of one to five tricks, large ones rarer because the minimax is slow."""
    random = Random(seed)
    for i in range(count):
        tricks = most if i % 40 == 0 else random.randint(1, most - 1)
        yield random_state(random, tricks, random.choice([0, 0, 1, 2])), random.randrange(3)


def test_values_of_thousands_of_endings():
    """A warm engine gives the minimax value of every ending, whoever leads or is asked about, whatever is trump."""
    engine = Engine(1 << 20)
    for state, seat in endings(1, 3000):
        assert engine.guarantee(*asked(state), seat) == value(state, seat), (state, seat)


def test_every_legal_card():
    """The value of every legal card is the minimax value after it, for all three seats."""
    engine = Engine(1 << 20)
    for state, _ in endings(2, 400, most=4):
        for seat in range(3):
            found = engine.after_each(*asked(state), seat)
            expected = {16 * card[0] + card[1]: value_after(state, card, seat) for card in state.legal()}
            assert found == expected, (state, seat)


def test_every_target():
    """`reaches` says yes up to the value and no beyond, negative targets and impossible ones included."""
    engine = Engine(1 << 20)
    for state, seat in endings(3, 300, most=4):
        true = value(state, seat)
        for need in range(-1, 7):
            assert engine.reaches(*asked(state), seat, need) == (need <= true), (state, seat, need)


@pytest.fixture(scope="module")
def solved_endings():
    return [(state, seat, value(state, seat)) for state, seat in endings(4, 1000)]


@pytest.mark.parametrize("setting", SETTINGS)
def test_shortcuts_change_nothing_small(setting, solved_endings):
    """Each shortcut off alone, and all off, against the minimax."""
    engine = Engine(1 << 20, SETTINGS[setting])
    for state, seat, expected in solved_endings:
        assert engine.guarantee(*asked(state), seat) == expected, (state, seat)


@pytest.mark.parametrize("setting", SETTINGS)
def test_shortcuts_change_nothing_larger(setting):
    """Each shortcut off alone, and all off, against all on, where the minimax does not reach, along the play."""
    random, plain, full = Random(5), Engine(1 << 22, SETTINGS[setting]), Engine(1 << 22)
    tricks = {"none": 6, "no table": 8}.get(setting, 11)
    for _ in range(40):
        state, seat = random_state(random, tricks), random.randrange(3)
        while any(state.hands):
            assert plain.guarantee(*asked(state), seat) == full.guarantee(*asked(state), seat), (state, seat)
            state, _ = state.play(random.choice(state.legal()))


def shuffled_low(random, hands, proof):
    """Another position of the same shape with the same owners of the places in the proof: low cards dealt anew."""
    other = [hand & proof for hand in hands]
    for lane in range(4):
        low = [i for i in range(16 * lane, 16 * lane + 13) if not proof >> i & 1 and any(h >> i & 1 for h in hands)]
        owners = [who for i in low for who in range(3) if hands[who] >> i & 1]
        random.shuffle(owners)
        for i, who in zip(low, owners, strict=True):
            other[who] |= 1 << i
    return other


@pytest.mark.parametrize("setting", ["all", "no groups", "no skip", "no cash", "no trumps", "no stoppers"])
def test_proofs_hold_for_every_deal_of_the_low_cards(setting):
    """What a proof promises: deal the cards outside it anew, keeping lengths, and the answer stays."""
    random = Random(6)
    for _ in range(200):
        state, seat = random_state(random, random.randint(2, 4)), random.randrange(3)
        hands, leader, has_trumps = dense(state, seat)
        for need in range(1, len(state.hands[0]) + 1):
            answer, proof = prove(hands, leader, has_trumps, need, SETTINGS[setting])
            for _ in range(3):
                other = shuffled_low(random, hands, proof)
                if other != hands:
                    got = value(sparse(other, leader, has_trumps), 0) >= need
                    assert got == answer, (hands, other, leader, has_trumps, need, hex(proof))


@pytest.mark.parametrize("name", ["cash_out", "sure_trumps", "stoppers"])
def test_bounds_alone(name):
    """Where a bound decides it is right, for every deal of the cards outside its proof; and it does decide."""
    random, decided = Random(7), 0
    while decided < 300:
        state, seat = random_state(random, random.randint(1, 4)), random.randrange(3)
        hands, leader, has_trumps = dense(state, seat)
        applies = {"cash_out": leader == 0, "sure_trumps": has_trumps, "stoppers": leader != 0}
        if not applies[name]:
            continue
        for need in range(1, len(state.hands[0]) + 1):
            found = bound(name, hands, leader, has_trumps, need)
            if found is None:
                continue
            decided += 1
            for _ in range(3):
                other = shuffled_low(random, hands, found[1])
                assert (value(sparse(other, leader, has_trumps), 0) >= need) == found[0], (hands, other, leader, need)


@pytest.mark.long
@pytest.mark.parametrize("setting", [name for name in SETTINGS if name not in ("all", "none", "no table")])
def test_switches_on_full_deals(setting, seed, count):
    """Full deals, each shortcut off alone, against all on (without the table a full deal is out of reach)."""
    random, plain, full = Random(seed), Engine(256 << 20, SETTINGS[setting]), Engine(256 << 20)
    for _ in range(count(30)):
        state, seat = random_state(random, 16), random.randrange(3)
        plain.clear()
        full.clear()
        assert plain.guarantee(*asked(state), seat) == full.guarantee(*asked(state), seat), (state, seat)
