"""What each choice brought in the deal as it was, against a slow twin that plays every deal card by card."""

from random import Random

import numpy as np
import playout_reference as twin
import pytest
from playout_games import after_card, random_game, small_network

from ninefivetwo.think.playouts import policy
from ninefivetwo_solver.playout import CHOICES, VIEW, Policy, choose, rows_of_play, view

POOL = [policy("learned"), Policy.plain(), small_network(3)]
WORD = 2**64 - 1


class Draws:
    """The random numbers of a deal (random.pxd)."""

    def __init__(self, seed, number):
        self.state = seed * 0x9E3779B97F4A7C15 + self.mixed(number + 1) & WORD
        self.state = self.mixed(self.state)

    @staticmethod
    def mixed(z):
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & WORD
        z = (z ^ z >> 27) * 0x94D049BB133111EB & WORD
        return z ^ z >> 31

    def unit(self):
        self.state = self.state + 0x9E3779B97F4A7C15 & WORD
        return (self.mixed(self.state) >> 11) / 2**53


def cards_left(game):
    return bool(game["hand"].any())


def card_by(pool, seats, game):
    seen = view(game)
    return int(choose(pool[seats[int(seen[0]["seat"])]], seen)[0])


def tricks_after(pool, seats, game, card):
    """The tricks of each seat in the end, all going on by their policies."""
    game, _ = after_card(game, card)
    while cards_left(game):
        game, _ = after_card(game, card_by(pool, seats, game))
    return game["won"][0]


def rows_by_twin(pool, game, seats, learns, random, draws):
    """The view and the values of each decision."""
    found = []
    while cards_left(game):
        seen = view(game)[0]
        classes = twin.choices(seen)
        seat, card = int(seen["seat"]), card_by(pool, seats, game)
        if len(classes) > 1:
            if draws.unit() < random:
                card = classes[int(draws.unit() * len(classes))]
            if learns[seat]:
                ends = [tricks_after(pool, seats, game, one)[seat] - game["won"][0, seat] for one in classes]
                found.append((seen, ends + [-1] * (CHOICES - len(ends))))
        game, _ = after_card(game, card)
    return found


@pytest.mark.parametrize("random", [0.0, 0.3])
def test_rows_are_those_of_a_slow_twin(random, seed, count):
    """Of whole deals and of endings, some in the middle of a trick."""
    source, number = Random(seed), count(24, 400)
    games = np.concatenate([random_game(source, source.choice([2, 3, 5, 8, 16])) for _ in range(number)])
    seats = np.array([[source.randrange(len(POOL)) for _ in range(3)] for _ in range(number)])
    learns = np.array([[source.random() < 0.6 for _ in range(3)] for _ in range(number)])
    views, values, numbers = rows_of_play(POOL, games, seats, learns, random, seed, 7)
    assert values.dtype == np.int8 and views.dtype == VIEW
    for i in range(number):
        expected = rows_by_twin(POOL, games[i : i + 1], seats[i], learns[i], random, Draws(seed, 7 + i))
        of = numbers == i
        assert np.array_equal(views[of], np.array([seen for seen, _ in expected], dtype=VIEW))
        assert values[of].tolist() == [ends for _, ends in expected]


def test_deals_do_not_depend_on_each_other(seed):
    source = Random(seed)
    games = np.concatenate([random_game(source, 16) for _ in range(20)])
    seats = np.arange(60).reshape(20, 3) % len(POOL)
    whole = rows_of_play(POOL, games, seats, seats == 0, 0.2, seed)
    parts = [rows_of_play(POOL, games[i:j], seats[i:j], seats[i:j] == 0, 0.2, seed, i) for i, j in ((0, 3), (3, 20))]
    assert np.array_equal(whole[0], np.concatenate([part[0] for part in parts]))
    assert np.array_equal(whole[1], np.concatenate([part[1] for part in parts]))
    assert np.array_equal(whole[2], np.concatenate([parts[0][2], 3 + parts[1][2]]))
    other = rows_of_play(POOL, games, seats, seats == 0, 0.2, seed + 1)
    assert not np.array_equal(other[0], whole[0])


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"random": 1.5}, r"random 1\.5 \(expected 0 to 1\)"),
        ({"policies": []}, r"\[\] \(expected 1 to 256 policies\)"),
        ({"policies": [POOL[0], POOL[0].sampled(8.0)]}, "policy 1 leaves its cards to chance"),
        ({"policies": [Policy.rollout(Policy.plain(), 1)]}, "policy 0 leaves its cards to chance"),
        ({"policies": [Policy.beginner(0.25)]}, "policy 0 leaves its cards to chance"),
        ({"seats": [[0, 1, 0]]}, r"seats of shape \(1, 3\) \(expected \(1, 3\), numbers below 1\)"),
        ({"learns": [[1, 0]]}, r"learns of shape \(1, 2\) \(expected \(1, 3\), numbers below 2\)"),
    ],
)
def test_wrong_arguments_are_refused(changes, words):
    arguments = {"policies": [Policy.plain()], "seats": [[0, 0, 0]], "learns": [[1, 0, 0]], "random": 0.1} | changes
    with pytest.raises(ValueError, match=words):
        rows_of_play(games=random_game(Random(1), 3), **arguments)
