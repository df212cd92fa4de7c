"""Players recognised by their cards: the models' chances, who is named and when."""

from dataclasses import replace

import numpy as np
import pytest

from benchmarks.recognition import played
from ninefivetwo.game.records import record_of
from ninefivetwo.keep.session import opponents_of, recognised_people
from ninefivetwo.think.players.recognise import RECOGNISED_LEVELS, SURE, _chances, _played, agreement, recognised
from ninefivetwo.think.playouts import Level, Opponents, policy
from ninefivetwo.think.playouts.opponents import UNKNOWN
from ninefivetwo.words.levels import recognised_words
from ninefivetwo_solver.playout import Policy

PEOPLE = ("Ann", "Bob", "Cy")
CHEAP = (Level.BEGINNER, Level.RULE, Level.CLUB)


def table(level, number, deals):
    """Deals at which two players of a level, Bob and Cy, sit with Ann, a club player."""
    called = dict(zip(("club", f"{level.value} 1", f"{level.value} 2"), PEOPLE, strict=True))
    for match, _ in zip(played(level, 41, number), range(deals), strict=False):
        yield replace(match, names=tuple(called[name] for name in match.names))


@pytest.fixture(scope="module")
def tables():
    return {level: list(table(level, 3, 4)) for level in CHEAP}


@pytest.mark.parametrize("name", ["plain", "beginner", "learned"])
def test_a_card_s_chance_is_that_of_all_that_touch_it(tables, name):
    """So those of a view's choices sum to 1, and touching cards have the same."""
    for match in tables[Level.CLUB][:1]:
        for _, view, card in _played(match)[::3]:
            legal = np.flatnonzero(_chances(Policy.beginner(1.0), np.repeat(view, 64), np.arange(64)))
            found = _chances(policy(name), np.repeat(view, 64), np.arange(64))
            choices = dict.fromkeys(round(float(chance), 12) for chance in found[legal])
            assert card in legal and sum(choices) <= 1 + 1e-9
            together = _chances(policy(name), view, np.array([card]))
            assert together == pytest.approx(found[card])


@pytest.mark.parametrize("level", CHEAP)
def test_players_are_named_after_some_deals(tables, level):
    found = recognised(tables[level], ["Bob", "Cy"])
    assert found.levels == {"Bob": level, "Cy": level} and found.sure and found.deals == 4
    alone = recognised(tables[level], ["Ann"])
    assert alone.levels == {"Ann": Level.CLUB}


def test_nothing_is_known_without_cards(tables):
    """Then no level is likelier than another, so nothing is told."""
    found = recognised([], ["Bob", "Cy"])
    assert not found.sure and found.chance == pytest.approx(0.8 / 4 + 0.2 / 16)
    assert recognised_people([]) is None
    assert not recognised(tables[Level.RULE][:2], ["Bob", "Cy"]).sure


@pytest.mark.parametrize("level", CHEAP)
def test_policies_stand_for_players(tables, level):
    """Each card of a rule and a club player; three of four of a beginner, and some that are drawn."""
    agrees = agreement(tables[level], ["Bob", "Cy"], level)
    assert agrees == pytest.approx(1, abs=0.02) if level is not Level.BEGINNER else 0.6 < agrees < 0.9


def test_the_chance_that_is_told_comes_true(count):
    """Of what is told with some chance, as much is right; after few deals little is told."""
    told = []
    for level in CHEAP:
        for number in range(100, 100 + count(3, 30)):
            for match in table(level, number, 1):
                found = recognised([match], ["Bob", "Cy"])
                told.append((found.chance, set(found.levels.values()) == {level}))
    chance, right = np.mean(told, axis=0)
    assert right >= chance - 0.1 and min(chance for chance, _ in told) < SURE


def test_only_people_in_finished_deals_are_looked_at(tables):
    records = [record_of(match) for match in tables[Level.RULE]]
    found = recognised_people(records, me="Ann")
    assert found.levels == {"Bob": Level.RULE, "Cy": Level.RULE}
    like = f"play like rule-of-thumb players ({int(100 * found.chance)} % sure after 4 deals)."
    assert recognised_words(found) == f"The opponents {like}"
    seats = {name: seat for seat, name in enumerate(records[0].match.names)}
    levels = opponents_of(records[0], found).levels
    assert (levels[seats["Ann"]], levels[seats["Bob"]], levels[seats["Cy"]]) == (UNKNOWN, Level.RULE, Level.RULE)
    seen = [
        record_of(replace(match, deal=match.deal.seen_by(match.deal.plays[0].seat))) for match in tables[Level.RULE]
    ]
    assert recognised_people(seen) is None
    computers = [record_of(replace(m, names=("club 1", "club 2", "club 3"))) for m in tables[Level.RULE]]
    assert recognised_people(computers) is None and opponents_of(computers[0]) == Opponents.all(Level.CLUB)


def test_there_is_a_model_for_each_level():
    assert set(RECOGNISED_LEVELS) == set(Level) - {Level.MIXED}
