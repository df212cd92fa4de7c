"""The parts of the playouts against slow twins (`playout_reference.py`): what a seat sees, the choices and their
features, the learned policy, the worlds drawn, and what rollouts are worth.
"""

import os
import subprocess
import sys
from functools import partial
from random import Random

import engine_checks
import numpy as np
import playout_reference as twin
import pytest
from playout_games import after_card, legal, random_game, small_network, to_play
from positions import bits, card_at, cards_of, index

from ninefivetwo_solver import PathError
from ninefivetwo_solver.playout import (
    CHOICES,
    FEATURES,
    NO_CHOICE,
    ROWS,
    SCALE,
    Policy,
    choose,
    features,
    path,
    paths,
    play_out,
    probabilities,
    use_path,
    view,
)

PLAIN = Policy.plain()
NETWORKS = small_network(3), small_network(4)
NAMES, SIZES = zip(*FEATURES, strict=True)
STARTS = np.concatenate([[0], np.cumsum(SIZES)[:-1]])  # the first row of each feature
LIMIT = 2**31 - 1 - 32768 * SCALE  # of the sums of the second layer, but for the bias


def random_games(seed, number, **wanted):
    """Games of any length, of which some are in the middle of a trick, and the random numbers that they are from."""
    random = Random(seed)
    return [random_game(random, random.choice([1, 2, 3, 5, 8, 12, 16]), **wanted) for _ in range(number)]


@pytest.fixture(scope="module")
def games(seed, count):
    return np.concatenate(random_games(seed, count(400, 20_000)))


@pytest.fixture(scope="module")
def views(games):
    return view(games)


# The paths of the arithmetic


@pytest.fixture
def another_path():
    """Takes a path until the end of the test."""
    before = path()
    yield use_path
    use_path(before)


@pytest.mark.parametrize(("hidden", "second"), [(16, 8), (32, 16), (64, 32), (48, 3)])
def test_every_path_gives_the_same_numbers(views, another_path, hidden, second):
    network, found = small_network(7, hidden, second), set()
    for name in paths():
        another_path(name)
        assert path() == name
        found.add((choose(network, views).tobytes(), probabilities(network, views, 0.01).tobytes()))
    assert len(found) == 1 and "plain" in paths()


def test_a_path_that_is_none_is_refused():
    with pytest.raises(PathError, match=r"no path 'mmx' .expected one that this processor has: .*plain"):
        use_path("mmx")


@pytest.mark.parametrize(
    "command", [["-m", "ninefivetwo_solver"], ["-m", "ninefivetwo", "advise", "trump", "AKJ94.Q83.KT5.A7642"]]
)
def test_the_path_can_be_named(command):
    """By NINEFIVETWO_PATH; one that the processor lacks gets one line."""
    environment = os.environ | {"NINEFIVETWO_PATH": "mmx"}
    run = subprocess.run([sys.executable, *command], env=environment, capture_output=True, text=True)
    assert run.returncode == 1 and not run.stdout and run.stderr.count("\n") == 1
    assert "NINEFIVETWO_PATH: no path 'mmx' (expected one that this processor has: " in run.stderr
    named = subprocess.run(
        [sys.executable, "-m", "ninefivetwo_solver"],
        env=os.environ | {"NINEFIVETWO_PATH": "plain"},
        capture_output=True,
    )
    assert named.stdout.decode().splitlines() == [f"paths of this processor: {', '.join(paths())}", "in use: plain"]


# What a seat sees, and its choices


def test_a_view_is_what_the_seat_sees(games, views):
    for game, seen in zip(games, views, strict=True):
        assert seen == twin.view_of(game)


def dealt_anew(game, seen, random):
    """The cards that a seat does not see, among the others and the discards; the others know some of what is now so."""
    seat, unseen = int(seen["seat"]), sorted(cards_of(seen["out"]))
    random.shuffle(unseen)
    if game["table"][1]:  # who has not followed must hold none of the suit led: he comes first
        (led, _), (suit, _) = twin.table_of(game)
        unseen.sort(key=lambda card: suit != led and card[0] == led)
    for other in ((seat + 2) % 3, (seat + 1) % 3):
        number = int(game["hand"][other]).bit_count()
        game["hand"][other], unseen = bits(unseen[:number]), unseen[number:]
    if seat != 0:
        game["discarded"] = bits(unseen)
    for other in ((seat + 2) % 3, (seat + 1) % 3):
        held = [int(hand) for hand in game["hand"]]
        game["known"][other] = [hand & random.getrandbits(63) for hand in held]
        game["barred"][other] = [~hand & random.getrandbits(63) for hand in held]


def test_what_a_seat_cannot_see_changes_nothing(games, seed):
    games = games.copy()
    games["known"], games["barred"], games["void"] = 0, 0, 0  # the cards are dealt anew without regard to them
    random, changed, views = Random(seed), games.copy(), view(games)
    for game, seen in zip(changed, views, strict=True):
        dealt_anew(game, seen, random)
    assert (changed["hand"] != games["hand"]).any(axis=1).mean() > 0.5
    assert (changed["discarded"] != games["discarded"]).mean() > 0.3
    assert (view(changed) == views).all()
    for found, expected in zip(features(view(changed)), features(views), strict=True):
        assert (found == expected).all()


def test_a_playout_is_its_moves(games, seed):
    """Card by card in Python, each chosen from the view by itself; who has shown out of which suit is kept."""
    policies = NETWORKS[0], PLAIN, NETWORKS[1]
    for game in games[:60]:
        now = game.reshape(1).copy()
        while now["hand"].any():
            now, _ = after_card(now, int(choose(policies[to_play(now)], view(now))[0]))
        assert play_out(policies, game.reshape(1), seed)[0].tolist() == (now["won"][0] - game["won"]).tolist()


def test_choices_are_classes_of_touching_cards(views):
    cards, rows = features(views)
    touching = 0
    for seen, row in zip(views, cards, strict=True):
        lowest = twin.choices(seen)
        touching += sum(map(len, twin.Scene(seen).classes())) - len(lowest)
        assert row.tolist() == lowest + [NO_CHOICE] * (CHOICES - len(lowest))
    assert touching > len(views) / 4
    assert ((rows >= 0).all(axis=2) == (cards != NO_CHOICE)).all()
    assert (rows[cards == NO_CHOICE] == -1).all()


def test_every_feature_is_the_twin_s(views):
    """By name, with the number of its values; every value lies in its feature's rows."""
    met = [set() for _ in FEATURES]
    for seen, cards, rows in zip(views, *features(views), strict=True):
        for (card, expected), row in zip(twin.features(seen).items(), rows, strict=False):
            assert tuple((name, values) for name, (_, values) in expected.items()) == FEATURES
            found = dict(zip(NAMES, (row - STARTS).tolist(), strict=True))
            assert found == {name: value for name, (value, _) in expected.items()}, (seen, card)
            for name, value, values in zip(met, found.values(), SIZES, strict=True):
                assert 0 <= value < values
                name.add(value)
        assert len(twin.features(seen)) == (cards != NO_CHOICE).sum()
    assert min(map(len, met)) > 3


def renamed(rows, order):
    """Games or views with suit s renamed to order[s]."""
    found = rows.copy()
    for name in ("hand", "out", "discarded", "table", "known", "barred"):
        if name in rows.dtype.names:
            lanes = [(rows[name] >> np.uint64(16 * suit)) & np.uint64(0xFFFF) for suit in range(4)]
            found[name] = sum(lane << np.uint64(16 * to) for lane, to in zip(lanes, order, strict=True))
    found["void"] = sum((rows["void"] >> suit & 1) << to for suit, to in enumerate(order))
    found["trump"] = np.array([*order, 4])[rows["trump"]]
    return found


@pytest.mark.parametrize("order", [(1, 0, 2, 3), (3, 0, 1, 2), (2, 3, 0, 1)])
def test_suits_have_no_names(games, views, order):
    """Renamed suits, trumps too, rename the choices and leave their rows as they are."""
    assert (view(renamed(games, order)) == renamed(views, order)).all()
    (cards, rows), (other_cards, other_rows) = features(views), features(renamed(views, order))
    for these, here, those, there in zip(cards, rows, other_cards, other_rows, strict=True):
        found = {
            order[card // 16] * 16 + card % 16: row.tolist()
            for card, row in zip(these.tolist(), here, strict=True)
            if card != NO_CHOICE
        }
        assert found == {
            card: row.tolist() for card, row in zip(those.tolist(), there, strict=True) if card != NO_CHOICE
        }


# The learned policy


def learned(table, weights, bias, output):
    """A policy of these layers."""
    flat = [np.asarray(layer).astype(np.int16).ravel() for layer in (table, weights, bias, output)]
    return Policy.learned(np.shape(table)[1], len(bias), np.concatenate(flat))


def layers(random, hidden, second, size):
    """Random layers; at size 1 their sums may come close to the limits."""
    most = int(size * (32767 // len(FEATURES)))
    table = random.integers(-most, most + 1, (ROWS, hidden))
    most = int(size * (LIMIT // 32767 // hidden))
    weights = random.integers(-most, most + 1, (second, hidden))
    most = int(size * 32767)
    return table, weights, random.integers(-most, most + 1, second), random.integers(-most, most + 1, second)


@pytest.mark.parametrize(("hidden", "second"), [(16, 1), (32, 16), (64, 32)])
@pytest.mark.parametrize("size", [0.06, 1])
def test_the_network_is_its_twin(views, hidden, second, size, seed):
    """Scores in whole numbers, probabilities by their exponentials, shared out among touching cards."""
    parts = layers(np.random.default_rng(seed), hidden, second, size)
    policy, seen = learned(*parts), views[:: 4 if hidden == 16 else 8]
    chosen, chances = choose(policy, seen), {temper: probabilities(policy, seen, temper) for temper in (0, 1e-4, 0.7)}
    sharp = 0
    for i, (one, cards, rows) in enumerate(zip(seen, *features(seen), strict=True)):
        found = twin.scores(*parts, rows[cards != NO_CHOICE])
        assert chosen[i] == cards[np.argmax(found)]
        sharp += len(set(found.tolist())) > 1
        for temper, table in chances.items():
            assert table[i] == pytest.approx(twin.probabilities(one, found, temper), rel=1e-9, abs=1e-300)
    assert sharp > len(seen) / 6 or second == 1  # which one unit may be 0 for all


def at_the_limits(sign):
    """Layers whose sums are, for some views, exactly the largest (smallest) that their bits can hold."""
    table = np.zeros((ROWS, 16), dtype=int)
    last = int(STARTS[-1])
    table[0 : SIZES[0], 0], table[last:, 0] = 2767, 30000
    table[last:, 1], table[last:, 2] = 32767, 32512
    table[last + 1 :: 3, 1] -= np.arange(len(table[last + 1 :: 3]))  # so that choices differ
    weights = np.zeros((1, 16), dtype=int)
    weights[0, :3] = 32767, 32514, 1  # 32767 * 32767 + 32514 * 32767 + 32512 is the limit
    assert int(weights[0, :3] @ [32767, 32767, 32512]) == LIMIT
    return table, sign * weights, np.array([-32768 if sign < 0 else 32767]), np.array([sign * 32768 - (sign > 0)])


@pytest.mark.parametrize("sign", [1, -1])
def test_sums_at_the_limit_are_right(views, sign):
    parts = at_the_limits(sign)
    policy, differ = learned(*parts), 0
    chosen, chances = choose(policy, views), probabilities(policy, views, 1e-3)
    for i, (one, cards, rows) in enumerate(zip(views, *features(views), strict=True)):
        found = twin.scores(*parts, rows[cards != NO_CHOICE])
        assert (found > 0).all() if sign > 0 else (found == 0).all()
        assert chosen[i] == cards[np.argmax(found)]
        assert chances[i] == pytest.approx(twin.probabilities(one, found, 1e-3), rel=1e-9)
        differ += len(set(found.tolist())) > 1
    assert differ > len(views) / 10 if sign > 0 else not differ


@pytest.mark.parametrize("sign", [1, -1])
def test_one_more_is_refused(sign):
    table, weights, bias, output = at_the_limits(sign)
    weights[0, 2] += sign
    with pytest.raises(ValueError, match=r"second layer that may sum to 2147516159 \(expected below 2\*\*31\)"):
        learned(table, weights, bias, output)
    for row, unit, value in ((0, 0, 2768), (ROWS - 1, 1, -32768), (STARTS[1], 1, 1), (STARTS[1], 1, -1)):
        table, weights, bias, output = at_the_limits(sign)
        table[row, unit] = value
        with pytest.raises(ValueError, match=r"table that may sum to 32768 \(expected at most 32767\)"):
            learned(table, weights, bias, output)


# Worlds


def few_worlds(seed, number, least, most, **wanted):
    """Views of endings with so many worlds, and all of these."""
    random, found = Random(seed), []
    while len(found) < number:
        size = random.choice([4, 5, 6])
        plays = 3 * (size - random.choice([2, 2, 3])) + random.randrange(3)
        game = random_game(random, size, plays=plays, discards=random.choice([0, 1, 2, 4]), **wanted)
        if len(legal(game)) < 2:
            continue
        seen = view(game)[0]
        worlds = twin.worlds(seen)
        if least <= len(worlds) <= most and len(twin.choices(seen)) > 1:
            found.append((game, seen, worlds))
    return found


def test_worlds_are_drawn_evenly(seed, count):
    """All that there are and no others; the sum of squares (chi-squared) is no larger than chance allows."""
    met = set()
    for game, seen, worlds in few_worlds(seed, count(40, 400), 2, 120):
        number = 100 * len(worlds)
        drawn = engine_checks.drawn(seen.reshape(1), seed, number)
        times = {world: 0 for world in worlds}
        for world in drawn:
            times[world] += 1
        squares = sum((found - 100) ** 2 / 100 for found in times.values())
        free = len(worlds) - 1
        assert squares < free + 6 * (2 * free) ** 0.5 + 20, (seen, times)
        out = int(seen["out"])
        met.add(("seat", int(seen["seat"])))
        met.add(("table", int((seen["table"] > 0).sum())))
        met.update((name, bool(rows)) for name, rows in (
            ("void", seen["void"].any()),
            ("known", any(int(known) & out for known in seen["known"])),
            ("barred", any(int(barred) & out for barred in seen["barred"])),
            ("away", worlds[0][2] != 0),
        ))  # fmt: skip
        assert (int(game["hand"][0, seen["seat"]]) & out) == 0
    assert len(met) == 3 + 3 + 2 * 4


def test_no_world_is_drawn_where_none_fits(seed):
    refused = 0
    for _, seen, worlds in few_worlds(seed + 1, 40, 2, 120):
        barred = seen.copy()
        random = Random(refused)
        barred["barred"] |= np.array([random.getrandbits(63) for _ in range(2)], dtype=np.uint64)
        worlds = twin.worlds(barred)
        drawn = engine_checks.drawn(barred.reshape(1), seed, 20)
        assert set(drawn) <= set(worlds) and bool(drawn) == bool(worlds)
        refused += not worlds
        if not worlds:
            with pytest.raises(ValueError, match="no world fits"):
                choose(Policy.rollout(PLAIN, 1), barred.reshape(1))
    assert 5 < refused < 35


# Rollouts


def first_row(policy, game, seed):
    """The values of the choices of the seat to play to a policy by rollouts."""
    return np.array(engine_checks.rollout_means(policy, view(game), seed))


def tricks(policies, game, card):
    return play_out(policies, game, cards=[card])[0, 0].tolist()


def exact(seen, inner, company):
    """The exact value of each choice, and its standard deviation over worlds and players."""
    return np.array([twin.rollout_value(seen, tricks, inner, company, card) for card in twin.choices(seen)]).T


@pytest.mark.parametrize(
    ("inner", "company"),
    [
        (PLAIN, ()),
        (NETWORKS[0], ()),
        (NETWORKS[0], (PLAIN,)),
        (PLAIN, (NETWORKS[1],)),
        (PLAIN, (NETWORKS[0], PLAIN)),
        (NETWORKS[0], (PLAIN, NETWORKS[1], NETWORKS[0])),
    ],
)
def test_values_are_those_of_all_worlds(inner, company, seed, count):
    """The mean of many worlds is, within five standard errors, that of all worlds and all players of the company; those
    where one kind plays for another would not all be.
    """
    number, others, wrong = 3000, company or (inner,), 0
    mistaken = [(others[0], others), (inner, (inner,)), (PLAIN, (PLAIN,))]
    for game, seen, _ in few_worlds(seed + 2, count(12, 60), 2, 60):
        found = first_row(Policy.rollout(inner, number, company), game, seed)
        means, spread = exact(seen, inner, others)
        assert (abs(found - means) <= 5 * spread / number**0.5 + 1e-5).all(), (seen, found, means)
        for kind in mistaken:
            other_means, spread = exact(seen, *kind)
            wrong += (abs(found - other_means) > 5 * spread / number**0.5 + 1e-5).any()
    assert wrong or inner is PLAIN or company == ()


@pytest.mark.parametrize("inner", [PLAIN, NETWORKS[0]], ids=["plain", "network"])
def test_what_tricks_are_worth_is_looked_up(inner, seed, count):
    """The mean over all worlds of the entry for the seat's tricks and the next one's; another entry will not do."""
    table, number, wrong = np.random.default_rng(seed).normal(size=(17, 17)), 3000, 0
    policy = Policy.rollout(inner, number, worth=table)
    for game, seen, _ in few_worlds(seed + 5, count(8, 60), 2, 60):

        def worths(policies, world, card, table=table):
            won = world["won"][0] + np.array(tricks(policies, world, card))
            return [table[won[seat], won[(seat + 1) % 3]] for seat in range(3)]

        found = first_row(policy, game, seed)
        for swapped in (False, True):
            look = partial(worths, table=table.T) if swapped else worths
            values = [twin.rollout_value(seen, look, inner, (inner,), card) for card in twin.choices(seen)]
            means, spread = np.array(values).T
            far = (abs(found - means) > 5 * spread / number**0.5 + 1e-5).any()
            assert swapped or not far
            wrong += far
    assert wrong


def test_a_table_of_the_tricks_themselves_changes_nothing(seed):
    """Nor do tricks beyond the table, of games that are no deals."""
    own = np.repeat(np.arange(17.0)[:, None], 17, axis=1)
    one, other = (Policy.rollout(NETWORKS[0], 5, prior=3, worth=worth) for worth in (None, own))
    for game, seen, _ in few_worlds(seed + 6, 10, 2, 10_000):
        assert choose(one, seen.reshape(1), 4).tobytes() == choose(other, seen.reshape(1), 4).tobytes()
        game["won"][0] = 17
        assert first_row(other, game, seed).max() == 16


def test_a_company_of_oneself_is_none(seed):
    for network in (PLAIN, NETWORKS[0]):
        for game, _, _ in few_worlds(seed + 3, 5, 2, 120):
            rows = [first_row(Policy.rollout(network, 20, company), game, 3) for company in ((), (network,))]
            assert rows[0].tobytes() == rows[1].tobytes()


@pytest.mark.parametrize("inner", [PLAIN, *NETWORKS], ids=["plain", "network", "another"])
def test_ties_go_to_the_inner_policy_s_card(inner, seed, count):
    """Else the first of the best is played; a touching card of it is played as the lowest of them."""
    policy, ties = Policy.rollout(inner, 2), 0
    for game, seen, _ in few_worlds(seed + 4, count(150, 2000), 2, 10_000):
        classes = twin.Scene(seen).classes()
        values = first_row(policy, game, seed)
        best = [cards for cards, value in zip(classes, values, strict=True) if value == values.max()]
        wanted = int(choose(inner, seen.reshape(1))[0])
        chosen = [cards for cards in best if card_at(wanted) in cards] or best
        assert int(choose(policy, seen.reshape(1), seed)[0]) == index(chosen[0][0])
        ties += len(best) > 1 and chosen[0] != best[0]
    assert ties > 3


def test_rollouts_of_rollouts_do_not_depend_on_the_cut(seed):
    """They play every card, with the same numbers however the games are cut."""
    outer = Policy.rollout(Policy.rollout(NETWORKS[0], 3, (PLAIN,)), 4, (NETWORKS[1], Policy.rollout(PLAIN, 2)))
    games = np.concatenate([game for game, _, _ in few_worlds(seed + 5, 12, 2, 10_000)])
    found = play_out((outer,) * 3, games, seed)
    left = np.bitwise_count(games["hand"]).sum(axis=1) + (games["table"] > 0).sum(axis=1)
    assert (3 * found.sum(axis=1) == left).all()
    assert (found == [play_out((outer,) * 3, games[i : i + 1], seed, i)[0] for i in range(len(games))]).all()


def blind_to_ranks(seed):
    """A random learned policy that looks at the order of the cards in play only."""
    table, *others = layers(np.random.default_rng(seed), 16, 8, 0.2)
    rank = NAMES.index("rank")
    table[STARTS[rank] : STARTS[rank + 1]] = 0
    return learned(table, *others)


def test_touching_cards_are_worth_the_same(seed, count):
    """To the last of a trick, by policies that do not look at a card's name; and but for a card between them that the
    dealer discarded, of which only he knows.  Earlier in a trick, who is still to play sees which of them it was.
    """
    policy, random = blind_to_ranks(seed), Random(seed)
    policies, tried = (policy, Policy.rollout(policy, 2), Policy.rollout(policy, 3)), 0
    for _ in range(count(300, 5000)):
        size = random.randrange(2, 13)
        game = random_game(random, size, plays=3 * random.randrange(size - 1) + 2)
        game["known"] = game["barred"] = 0
        away = cards_of(game["discarded"][0])
        for cards in twin.Scene(view(game)[0]).classes():
            (suit, lowest), (_, highest) = cards[0], cards[-1]
            if lowest < highest and not twin.suit_of(away, suit) & set(range(lowest, highest)):
                tried += 1
                found = play_out(policies, game, seed, cards=[*map(index, cards)])[0]
                assert (found == found[0]).all(), (game, cards)
    assert tried > 50
