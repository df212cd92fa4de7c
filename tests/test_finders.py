"""Who would have found it: chances as players really play, replays as players really choose, words that say no more."""

from collections import Counter
from collections.abc import Iterator
from functools import cache

import numpy as np
import pytest
from table import dealt_matches
from test_game import TABLES
from test_review import at, played

from ninefivetwo.game import Discard, Give, Play, PlayTurn
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.study import DecisionNode, Fair, decision_nodes
from ninefivetwo.study.fair_price import fair
from ninefivetwo.study.who_finds import FINDER_LEVELS, finders
from ninefivetwo.think.advise import Limits, learned_action, likely_choices
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.think.players.levels import club_chances
from ninefivetwo.words.levels import finders_words


@pytest.mark.parametrize("text", TABLES)
@pytest.mark.parametrize("name", FINDER_LEVELS)
def test_chances_are_those_of_real_players(name, text, count):
    """Told beforehand, they sum to 1, and an action is taken as often as they say; else only a seed decides.

    Who is not a beginner chooses like a club player, unless by a search.
    """
    player, number = PLAYERS[name](1), count(60, 2000)

    def act(match):
        return PLAYERS["beginner"](len(match.deal.events)).act(match.deal.seen_by(match.deal.due_turn.seat))

    for match in dealt_matches(parse_rules(text), 8, 2, act):
        if not match.deal.over:
            view = match.deal.seen_by(match.deal.due_turn.seat)
            chances = player.chances(view) if name == "beginner" else {learned_action(view): 1.0}
            if name in ("expert", "master") and player.weighs(view):
                assert view.due_turn.count() > 1
            elif len(match.deal.played) < 6:
                taken = Counter(player.act(view) for _ in range(number if name == "beginner" else 2))
                assert sum(chances.values()) == pytest.approx(1) and taken.keys() <= chances.keys()
                for action, chance in chances.items():
                    likely = (chance * (1 - chance) * number) ** 0.5
                    assert abs(taken[action] - chance * taken.total()) <= 5 * likely + 1e-6


def lost(seed: int, index: int, worlds: int = 200) -> tuple[DecisionNode, Fair]:
    """The worst card at a decision of a deal."""
    node = at(seed, index)
    limits = Limits(worlds=worlds, seed=3, threads=1)
    priced = fair(node, limits).priced
    (worst, *_) = priced.choices[min(range(len(priced.means)), key=lambda i: priced.means[i])]
    worse = DecisionNode(node.before, worst, node.before.after(worst))
    return worse, fair(worse, limits)


def mistakes(places: range) -> Iterator[tuple[DecisionNode, Fair]]:
    """The mistakes of a deal in which the worst card is played at these places."""
    for index in places:
        if at(5, index).before.due_turn.count() > 2:
            node, found = lost(5, index)
            if found.avoidable:
                yield node, found


@cache
def mistake() -> tuple[DecisionNode, Fair]:
    return next(mistakes(range(8, 40)))


def test_only_mistakes_that_could_have_been_found_have_finders():
    node, found = mistake()
    assert list(finders(node, found)) == list(FINDER_LEVELS)
    best = found.best.action
    well = DecisionNode(node.before, best, node.before.after(best))
    assert finders(well, fair(well, Limits(worlds=200, seed=3, threads=1))) is None


def test_who_made_the_mistake_is_no_matter():
    """The shares are of the view; they follow from the seed, and a worse mistake there has the same."""
    node, found = mistake()
    assert finders(node, found, 7) == finders(node, found, 7)
    view = node.before.seen_by(node.seat)
    alike = DecisionNode(view, node.action, view.after(node.action))
    assert finders(alike, found, 7) == finders(node, found, 7)


def test_replays_are_as_experts_play(count):
    """The shares by replays of several mistakes against experts who really play, each with a seed of its own."""
    told, number = [], count(8, 100)
    good = 0
    for place in ((5, 8), (5, 11), (5, 30), (7, 26)):
        node, found = lost(*place, worlds=1000)
        view = node.before.seen_by(node.seat)
        for seed in range(number):
            good += found.priced.level[found.priced.number(PLAYERS["expert"](seed).act(view))]
        told.append(finders(node, found)["expert"])
    error = sum(share * (1 - share) / number for share in told) ** 0.5 / len(told)
    assert 0.2 < np.mean(told) < 0.9 and abs(good / number / len(told) - np.mean(told)) < 3 * error + 0.08


def test_club_players_are_a_population():
    """Their shares are no question of all or none."""
    shares = [finders(*each)["club"] for each in mistakes(range(8, 40, 3))]
    assert len(shares) >= 5 and sum(0.02 < share < 0.98 for share in shares) > len(shares) / 2


@pytest.mark.parametrize("sharpness", [None, 0.01, 50.0])
def test_chances_of_club_players_sum_to_one(sharpness):
    """At every kind of decision; of touching cards the chance is that of all of them."""
    for text in ("catalan", "wikipedia"):
        for node in decision_nodes(played(text, 5, 2).deal)[:30]:
            view = node.before.seen_by(node.seat)
            turn = view.due_turn
            if isinstance(turn, PlayTurn):
                choices = [(Play(node.seat, card),) for card in turn.legal()]
            elif turn.count() > 100:
                choices = [(choice,) for choice in dict.fromkeys([learned_action(view), *likely_choices(view)])]
            else:
                choices = [(choice,) for choice in turn.actions()]
            chances = club_chances(view, choices, sharpness)
            assert chances.sum() == pytest.approx(1) and (chances >= 0).all()
            if sharpness == 50.0:
                assert chances[[same[0] for same in choices].index(learned_action(view))] > 0.3


def test_the_beginner_finds_what_his_rules_find_but_for_his_carelessness():
    """A share worked out by hand: the plain card three times in four, else any card."""
    node, found = mistake()
    view = node.before.seen_by(node.seat)
    cards = [Play(node.seat, card) for card in view.due_turn.legal()]
    good = [found.priced.level[found.priced.number(card)] for card in cards]
    chances = PLAYERS["beginner"](0).chances(view)
    rule = cards.index(max(chances, key=lambda action: chances[action]))
    assert finders(node, found)["beginner"] == pytest.approx(0.25 * sum(good) / len(good) + 0.75 * good[rule])


@pytest.mark.parametrize(
    ("shares", "words"),
    [
        ((0.1, 1, 1, 1), "A club player would find this. A beginner would usually miss this."),
        ((0, 0, 0.3, 0.97), "A master would find this. An expert would often miss this."),
        ((0, 0, 0.6, 1), "An expert would find this half the time. A club player would miss this."),
        (
            (0.9, 0, 0.7, 1),
            "A beginner, an expert and a master would usually find this. A club player would miss this. "
            "Here, the beginners' rule of thumb is right.",
        ),
        (
            (0.2, 0.04, 0.3, 0.9),
            "A master would usually find this. An expert would often miss this. Beginners find this by chance.",
        ),
        (
            (0.2, 0.8, 0.68, 0.9),
            "A club player would usually find this. A beginner would usually miss this. "
            "Experts consider only a few possible deals, which can mislead them here.",
        ),
        ((0.8, 1, 1, 1), "Even a beginner would usually find this."),
        ((0.1, 0, 0, 0.2), "Even a master would usually miss this."),
        ((0.1, 0, 0, 0.01), "Even a master would almost always miss this."),
        ((0, 0.1, 0.1, 0.3), "Even a master would often miss this."),
        ((0, 0, 0.01, 1), "Only a master would find this."),
        ((1, 1, 1, 1), "Even a beginner would find this."),
        ((0.6, 1, 1, 1), "Even a beginner would find this half the time."),
    ],
)
def test_words_name_the_levels_between_which_it_changes(shares, words):
    assert finders_words(dict(zip(FINDER_LEVELS, shares, strict=True))) == words


def test_without_shares_there_are_no_words():
    assert finders_words({}) == ""


def test_gifts_and_discards_are_replayed_too():
    """The lowest cards, given or discarded, are what a beginner does half of the time."""
    node = next(n for n in decision_nodes(at(3, 20).after) if isinstance(n.action, Give | Discard))
    chances = PLAYERS["beginner"](0).chances(node.before.seen_by(node.seat))
    assert sum(chances.values()) == 1 and max(chances.values()) in (0.5, 1)
