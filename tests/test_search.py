"""The search against the plain minimax, with every shortcut on and off."""

from random import Random

import pytest
from engine_checks import WarmSearch, bound, decide, guess
from positions import asked, dense, random_state, sparse
from reference import State, relaxed_value, value, value_after

from ninefivetwo_solver.engine import ALL_SWITCHES, SWITCHES, Engine

#: All off but what a full deal cannot do without.
BARE = SWITCHES["table"] | SWITCHES["relevant_ranks"] | SWITCHES["order"]
SETTINGS = {
    "all": ALL_SWITCHES,
    "none": 0,
    "bare": BARE,
    "bare and any_winner": BARE | SWITCHES["any_winner"],
    **{f"no {name}": ALL_SWITCHES & ~bit for name, bit in SWITCHES.items()},
}


#: The settings in which relevant ranks are found in another way.
RANKS = ["all", "no groups", "no skip", "no quick_tricks", "no sure_trumps", "no later_tricks", "no any_winner"]
RANKS += ["bare and any_winner", "no guarded_trumps", "no joint_quick_tricks"]


def endings(seed: int, count: int, most: int = 5):
    """Random endings of one to five tricks, large ones rarer because the minimax is slow."""
    random = Random(seed)
    for i in range(count):
        tricks = most if i % 40 == 0 else random.randint(1, most - 1)
        yield random_state(random, tricks, random.choice([0, 0, 1, 2])), random.randrange(3)


@pytest.mark.parametrize("setting", ["all", "no groups"])
def test_every_legal_card_is_worth_its_minimax_value(setting):
    """The value of every legal card is the minimax value after it, for all three seats."""
    engine = Engine(1 << 20, SETTINGS[setting])
    for state, _ in endings(2, 400, most=4):
        for seat in range(3):
            found = engine.after_each(*asked(state), seat)
            expected = {16 * card[0] + card[1]: value_after(state, card, seat) for card in state.legal()}
            assert found == expected, (state, seat)


def test_the_first_guess_is_nearer_than_a_third_of_the_tricks(seed):
    """Trumps AK2 against QJT and the ace of a side suit are three tricks.

    Over random positions the guess is nearer the guarantee than a third of the tricks is.
    """
    hands = [{(3, 12), (3, 11), (3, 0), (0, 12), (0, 3)}, {(3, 10), (3, 9), *((1, i) for i in range(3))}]
    hands.append({(3, 8), (0, 11), (0, 10), (1, 5), (1, 6)})
    state = State(tuple(map(frozenset, hands)), 1, (), 3)
    assert guess(*dense(state, 0)) == 3
    engine, random, errors = Engine(1 << 20), Random(seed), []
    for _ in range(400):
        state = random_state(random, random.randint(6, 9))
        true = engine.guarantee(*asked(state), 0)
        errors.append(((guess(*dense(state, 0)) - true) ** 2, (len(state.hands[0]) // 3 - true) ** 2))
    ours, third = map(sum, zip(*errors, strict=True))
    assert ours < 0.7 * third


@pytest.fixture(scope="module")
def solved_endings(seed, count):
    return [(state, seat, value(state, seat)) for state, seat in endings(seed, count(200, 20_000))]


@pytest.mark.parametrize("setting", SETTINGS)
def test_endings_have_their_minimax_value(setting, solved_endings, count):
    """A warm engine gives the minimax value of every ending, whoever leads or is asked about, whatever is trump.

    Each shortcut off alone, and all off, is tried on fewer of them.
    """
    engine = Engine(1 << 20, SETTINGS[setting])
    for state, seat, expected in solved_endings[: None if setting == "all" else count(120, 3000)]:
        assert engine.guarantee(*asked(state), seat) == expected, (state, seat)


def test_targets_are_reached_up_to_the_value_and_no_further(solved_endings):
    """`reaches` says yes up to the value and no beyond, impossible targets included."""
    engine = Engine(1 << 20)
    for state, seat, true in solved_endings[:300]:
        for need in range(7):
            assert engine.reaches(*asked(state), seat, need) == (need <= true), (state, seat, need)


@pytest.mark.parametrize("setting", SETTINGS)
def test_shortcuts_change_no_value_of_larger_endings(setting, seed, count):
    """Each shortcut off alone, and all off, against all on, where the minimax does not reach, along the play."""
    random, plain, full = Random(seed), Engine(1 << 22, SETTINGS[setting]), Engine(1 << 22)
    tricks = {"none": 6, "no table": 8}.get(setting, 11)
    for _ in range(count(30, 300)):
        state, seat = random_state(random, tricks), random.randrange(3)
        while any(state.hands):
            assert plain.guarantee(*asked(state), seat) == full.guarantee(*asked(state), seat), (state, seat)
            state, _ = state.play(random.choice(state.legal()))


def shuffled_low(random, hands, ranks):
    """Another position of the same shape with the same owners of the relevant ranks: low cards dealt anew."""
    other = [hand & ranks for hand in hands]
    for lane in range(4):
        low = [i for i in range(16 * lane, 16 * lane + 13) if not ranks >> i & 1 and any(h >> i & 1 for h in hands)]
        owners = [who for i in low for who in range(3) if hands[who] >> i & 1]
        random.shuffle(owners)
        for i, who in zip(low, owners, strict=True):
            other[who] |= 1 << i
    return other


#: All off that needs or finds relevant ranks: an engine itself tested against the minimax.
PLAIN = ALL_SWITCHES & ~sum(SWITCHES[name] for name in ("groups", "relevant_ranks", "skip", "any_winner"))


def holds_when_dealt_anew(random, judge, question, found, times=3):
    """Is the answer the same when the low cards are dealt anew, keeping lengths?"""
    (hands, leader, has_trumps, need), (answer, ranks) = question, found
    for _ in range(times):
        other = shuffled_low(random, hands, ranks)
        if judge.reaches(*asked(sparse(other, leader, has_trumps)), 0, need) != answer:
            return False
    return True


@pytest.mark.parametrize("setting", RANKS)
def test_relevant_ranks_hold_for_every_deal_of_the_low_cards(setting, seed, count):
    """What relevant ranks promise: deal the low cards anew, keeping lengths, and the answer stays."""
    random, judge = Random(seed), Engine(8 << 20, PLAIN)
    for i in range(count(800, 12_000) if setting == "all" else count(300, 3000)):
        state, seat = random_state(random, 3 + i % 3), random.randrange(3)
        for need in range(1, len(state.hands[0]) + 1):
            question = (*dense(state, seat), need)
            assert holds_when_dealt_anew(random, judge, question, decide(*question, SETTINGS[setting])), question


def test_ranks_are_widened_to_touching_cards():
    """Two positions that go wrong when relevant ranks are not widened to the group of touching cards, of which
    only the bottom or the top was tried.
    """
    judge = Engine(1 << 20, PLAIN)
    hands, leader, has_trumps, need = [47244640448, 781, 85899345970], 1, False, 1
    assert value(sparse(hands, leader, has_trumps), 0) == 0
    assert decide(hands, leader, has_trumps, need)[0] is False
    hands = [562949955125248, 281479271677955, 3377699720855552]
    other, has_trumps, need = [562949955125248, 1125904201809923, 2533274790723584], True, 2
    answer, ranks = decide(hands, 0, has_trumps, need)
    differ = any((one ^ two) & ranks for one, two in zip(hands, other, strict=True))
    assert differ or judge.reaches(*asked(sparse(other, 0, has_trumps)), 0, need) == answer


#: Positions on which one small slip in a bound, or in what is relevant whoever wins, gives a wrong answer or a wrong
#: promise; random positions meet them too rarely.  The position and another of the same lengths: who holds the cards
#: of each suit from high to low, trumps first.  Then the leader, are there trumps, the tricks needed, is it the
#: relaxation.
TRAPS = {
    "seat 0 must lead a trump before its last trick": ("20102 . 1 .", "20201 . 1 .", 0, True, 1, False),
    "its first lead is one of its surplus": ("2002012121 . 1 0", "2001122120 . 1 0", 0, True, 2, False),
    "a card that seat 0 leads need not be kept": ("20011021 . . 2", "20100121 . . 2", 0, False, 1, False),
    "a top of every suit must be kept": ("021 02 012 1", "021 02 012 1", 1, False, 2, True),
    "suits of one round too are led": ("012 2 012 01", "012 2 012 01", 2, False, 2, True),
    "the partner has followed before it cashes": ("1220210 2110000 2 121", "0022121 2110000 2 121", 2, False, 1, False),
    "a run of thirteen has no masters in it": ("0000222221111 0 . 1", "0000222221111 0 . 1", 2, False, 5, False),
    "after a trick of an opponent either leads": ("01 . 021 2", "10 . 021 2", 1, True, 1, True),
}


def from_owners(text: str) -> list[int]:
    """The hands, from the owners of each suit's cards."""
    hands = [0, 0, 0]
    for lane, suit in zip((3, 2, 1, 0), text.replace(".", "").split(" "), strict=True):
        for place, who in enumerate(reversed(suit)):
            hands[int(who)] |= 1 << (16 * lane + place)
    return hands


@pytest.mark.parametrize("setting", ["all", "bare and any_winner"])
@pytest.mark.parametrize("trap", TRAPS)
def test_known_traps_get_right_answers_and_ranks(trap, setting):
    """The answer is right, and the other position has it too if it differs in low cards only."""
    position, other, leader, has_trumps, need, relaxed = TRAPS[trap]
    one, two = from_owners(position), from_owners(other)
    answer, ranks = decide(one, leader, has_trumps, need, SETTINGS[setting], relaxed=relaxed)
    assert answer == decide(one, leader, has_trumps, need, 0, relaxed=relaxed)[0]
    differ = any((a ^ b) & ranks for a, b in zip(one, two, strict=True))
    assert differ or decide(two, leader, has_trumps, need, 0, relaxed=relaxed)[0] == answer


@pytest.fixture(scope="module")
def relaxed_endings(seed, count):
    random, found = Random(seed), []
    for i in range(count(100, 2000)):
        state, seat = random_state(random, 5 if i % 100 == 99 else 2 + i % 3), random.randrange(3)
        found.append((state, seat, relaxed_value(state, seat)))
    return found


@pytest.mark.parametrize("setting", SETTINGS)
def test_the_relaxation_has_its_own_minimax_value(setting, relaxed_endings):
    """The answers of the relaxation are those of its own minimax, whose yes is a yes in the true game."""
    for state, seat, relaxed in relaxed_endings:
        assert relaxed <= value(state, seat), (state, seat)
        for need in range(1, len(state.hands[0]) + 1):
            answer, _ = decide(*dense(state, seat), need, SETTINGS[setting], relaxed=True)
            assert answer == (need <= relaxed), (state, seat, need)


@pytest.mark.parametrize("setting", RANKS)
def test_relaxed_ranks_hold_for_every_deal_of_the_low_cards(setting, seed, count):
    """Deal the low cards anew: the answer of the relaxation stays, and where it is yes the true game's too."""
    random, judge = Random(seed + 1), Engine(8 << 20, PLAIN)
    for i in range(count(1400, 6000) if setting == "all" else count(300, 3000)):
        state, seat = random_state(random, 3 + i % 3), random.randrange(3)
        hands, leader, has_trumps = dense(state, seat)
        for need in range(1, len(state.hands[0]) + 1):
            answer, ranks = decide(hands, leader, has_trumps, need, SETTINGS[setting], relaxed=True)
            other = shuffled_low(random, hands, ranks)
            assert decide(other, leader, has_trumps, need, PLAIN, relaxed=True)[0] == answer
            if answer:
                assert judge.reaches(*asked(sparse(other, leader, has_trumps)), 0, need)


@pytest.mark.parametrize("relaxed", [False, True], ids=["true game", "relaxation"])
def test_a_warm_table_keeps_its_promises_when_low_cards_change(relaxed, seed, count):
    """Answers that rest on entries of other positions hold too when the low cards are dealt anew: one table for many
    positions of two suits, where lengths recur most.
    """
    random, warm = Random(seed), WarmSearch()
    for _ in range(count(400, 20_000)):
        state = random_state(random, random.randint(4, 7), kind="two suits")
        hands, leader, has_trumps = dense(state, random.randrange(3))
        for _ in range(20):
            hands, need = shuffled_low(random, hands, 0), random.randint(1, len(state.hands[0]) // 2)
            answer, ranks = warm.decide(hands, leader, has_trumps, need, relaxed)
            for other in hands, shuffled_low(random, hands, ranks):
                found, _ = decide(other, leader, has_trumps, need, PLAIN, 1 << 16, relaxed)
                assert found == answer, (hands, leader, has_trumps, need, other)


#: Each bound, and the positions to which it applies, by who leads and whether trump is called and held.
BOUNDS = {
    "quick_tricks": lambda leader, called, held: leader == 0,
    "sure_trumps": lambda leader, called, held: called,
    "guarded_trumps": lambda leader, called, held: called,
    "plain later_tricks": lambda leader, called, held: not held,
    "trump later_tricks": lambda leader, called, held: leader != 0 and held,
    "plain joint_quick_tricks": lambda leader, called, held: leader != 0 and not held,
    "trump joint_quick_tricks": lambda leader, called, held: leader != 0 and held,
}


@pytest.mark.parametrize("name", BOUNDS)
def test_each_bound_is_right_where_it_decides(name, seed, count):
    """Where a bound decides it is right, for every deal of the low cards; and it does decide."""
    random, decided, judge = Random(seed), 0, Engine(8 << 20, PLAIN)
    while decided < count(1000, 6000):
        state, seat = random_state(random, random.randint(2, 7)), random.randrange(3)
        hands, leader, has_trumps = dense(state, seat)
        if not BOUNDS[name](leader, has_trumps, has_trumps and any(hand >> 48 for hand in hands)):
            continue
        for need in range(1, len(state.hands[0]) + 1):
            question = (hands, leader, has_trumps, need)
            found = bound(name.split()[-1], *question)
            if found is not None:
                decided += 1
                assert holds_when_dealt_anew(random, judge, question, found), question


def test_a_cleared_engine_remembers_nothing():
    """Neither the table nor the leads and suits that decided: a search takes as many nodes as in a new engine."""
    used = Engine(1 << 20)
    for state in (random_state(Random(i), 10) for i in range(20)):
        new = Engine(1 << 20)
        new.guarantee(*asked(state), 0)
        used.clear()
        before = used.nodes
        used.guarantee(*asked(state), 0)
        assert used.nodes - before == new.nodes


@pytest.mark.long
@pytest.mark.parametrize("setting", [name for name in SETTINGS if name not in ("all", "none", "no table")])
def test_switches_change_nothing_on_full_deals(setting, seed, count):
    """Full deals, each shortcut off alone, against all on (without the table a full deal is out of reach)."""
    random, plain, full = Random(seed), Engine(256 << 20, SETTINGS[setting]), Engine(256 << 20)
    for _ in range(count(30)):
        state, seat = random_state(random, 16), random.randrange(3)
        plain.clear()
        full.clear()
        assert plain.guarantee(*asked(state), seat) == full.guarantee(*asked(state), seat), (state, seat)
