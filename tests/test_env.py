"""The environment for machine learning: its interface, what it shows, and that play in it is play as elsewhere."""

import subprocess
import sys
from collections import Counter
from copy import copy
from dataclasses import replace
from itertools import combinations, islice

import numpy as np
import pytest
from pettingzoo.test import api_test
from test_web_hidden import exchanged

import ninefivetwo as n
from ninefivetwo.env import AGENTS, DONE, SEEN, env
from ninefivetwo.errors import GameError
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.players.runner import Table, mixed, play_round


# An observation with a mask is a dictionary, as in PettingZoo's own card games; its test warns of that.
@pytest.mark.filterwarnings("ignore:Observation (space for each agent|is not a NumPy array)")
@pytest.mark.parametrize("deals", [1, 3])
@pytest.mark.parametrize("rules", [*NAMED, "wikipedia kitty_peek=yes"])
def test_pettingzoo_is_content(rules, deals):
    api_test(env(rules, deals), num_cycles=300)


def outplayed(table, choose):
    """The rewards of an episode, by agent, when each choice is one of the mask; and how many deals it had."""
    points, deals = dict.fromkeys(AGENTS, 0.0), 0
    for agent in table.agent_iter():
        observation, reward, over, cut, _ = table.last()
        assert observation["observation"].shape == (SEEN,) and not cut
        points[agent] += reward
        mask = observation["action_mask"]
        assert mask.any() != over
        deals = max(deals, table.unwrapped._match.number)
        table.step(None if over else choose(agent, np.flatnonzero(mask)))
    return points, deals


@pytest.mark.parametrize("rules", NAMED)
def test_whole_deals_are_played_under_every_rule_set(rules):
    """Points are counted once, at the ends of deals; the seed gives the same cards and another other ones."""
    random = np.random.default_rng(1)
    table = env(rules, 2)
    seen = []
    for seed in (5, 5, 6):
        table.reset(seed=seed)
        seen.append(table.observe("player_0")["observation"])
        points, deals = outplayed(table, lambda agent, legal: random.choice(legal))
        assert deals == 2 and sum(points.values()) == 0
        match = table.unwrapped._match
        assert points == {name: match.total[seat] for seat, name in zip(n.Seat, match.names, strict=True)}
    assert (seen[0] == seen[1]).all() and (seen[0] != seen[2]).any()


def test_an_episode_ends_when_the_match_is_won():
    table = env("wikipedia target=1", 1000)
    table.reset(seed=1)
    assert outplayed(table, lambda agent, legal: legal[0])[1] == 1


def followed(table, rules, seed, level):
    """An episode of one deal in which each agent chooses as a computer player does; the deal at its end."""
    number = 0
    seeds = [mixed(mixed(seed, number), seat) for seat in n.Seat]
    players = [n.PLAYERS[level](one) for one in seeds]
    table.reset(options={"layout": next(n.random_deals(mixed(seed, number)))})
    deal = table.unwrapped
    while not all(table.terminations.values()):
        agent = table.agent_selection
        action = players[AGENTS.index(agent)].act(deal.view(agent))
        for step in deal.steps(action):
            assert table.agent_selection == agent and table.observe(agent)["action_mask"][step]
            table.step(step)
    return deal._match.deal


@pytest.mark.parametrize(("level", "rules"), [("random", "952"), ("club", "bga"), ("expert", "catalan-plus-minus")])
def test_agents_reach_what_the_runner_reaches(level, rules):
    rules = n.parse_rules(rules)
    for seed in range(1 if level == "expert" else 5):
        deal = play_round(Table((level,) * 3, rules, seed), 0).deals[0].deal
        assert followed(env(rules), rules, seed, level) == deal


def moments(rules, deals, seed):
    """The environment before every number of some deals, and the choice that it is a part of."""
    table, players = env(rules, deals), [n.PLAYERS[level](seed) for level in ("club", "random", "random")]
    table.reset(seed=seed)
    while not all(table.terminations.values()):
        player = players[AGENTS.index(table.agent_selection)]
        action = player.act(table.unwrapped.view(table.agent_selection))
        for step in table.unwrapped.steps(action):
            yield table, action
            table.step(step)


@pytest.mark.parametrize("rules", ["wikipedia kitty_peek=yes target=300", "nine-five-two target=300"])
def test_choices_are_made_number_by_number(rules):
    """The numbers of a choice make that choice, of every kind, also gifts of no card."""
    made, match, last, empty = set(), None, None, 0
    for table, action in moments(rules, 30, 2):
        now = table.unwrapped._match
        if last is not action and match is not None and now.number == match.number:
            assert now.deal == match.deal.after(last)
        made.add(type(action))
        empty += table.unwrapped.steps(action)[0] == DONE
        match, last = now, action
    assert made == {n.Give, n.Call, n.Discard, n.Play} | ({n.Look} if "peek" in rules else set())
    assert bool(empty) == ("five" in rules)


def twin_tables(table, seat):
    """Tables whose deals have two cards exchanged that the seat has not seen, and look the same to it."""
    match = table.unwrapped._match
    view = match.deal.seen_by(seat)
    gone = match.deal.played | view.hand(seat)
    hidden = [card for hand in (*match.deal.hands, match.deal.kitty) for card in hand if card not in gone]
    for one, other in combinations(hidden, 2):
        try:
            deal = exchanged(match.deal, {one: other, other: one})
        except GameError:  # somebody did what could not be done then
            continue
        if deal != match.deal and deal.seen_by(seat) == view:
            twin = copy(table.unwrapped)
            twin._match = replace(match, deal=deal)
            twin._choice = copy(twin._choice)
            twin._choice.turn = deal.due_turn
            yield twin


@pytest.mark.parametrize("rules", ["wikipedia kitty_peek=yes target=300", "catalan-plus-minus target=300", "bga"])
def test_deals_that_look_the_same_to_a_seat_are_observed_alike(rules):
    compared = Counter()
    for i, (table, action) in enumerate(moments(rules, 4, 3)):
        if i % 29 if isinstance(action, n.Play) else i % 3:
            continue
        mover = table.agent_selection
        for seat, agent in zip(n.Seat, table.unwrapped._match.names, strict=True):
            seen = table.observe(agent)
            for twin in islice(twin_tables(table, seat), 3):
                told = twin.observe(agent)
                assert (told["observation"] == seen["observation"]).all()
                assert (told["action_mask"] == seen["action_mask"]).all()
                compared[table.unwrapped._choice.turn.kind, agent == mover] += 1
    assert len(compared) >= 8 and sum(compared.values()) > 100


def test_what_differs_to_a_seat_is_observed_differently():
    found = {}
    for table, _ in moments("nine-five-two target=300", 3, 4):
        for agent in AGENTS:
            view = table.unwrapped.view(agent)
            shown = table.observe(agent)["observation"].tobytes()
            assert found.setdefault(shown, (agent, view)) == (agent, view)
    assert len(found) > 3 * 3 * 48


def test_the_last_numbers_tell_who_has_shown_out_of_which_suit():
    shown_out = 0
    for table, _ in moments("wikipedia", 1, 4):
        agent = table.agent_selection
        plays = table.unwrapped.view(agent).plays
        failed = {
            (play.seat, plays[i - i % 3].card.suit)
            for i, play in enumerate(plays)
            if play.card.suit is not plays[i - i % 3].card.suit
        }
        flags = [(seat, suit) in failed for seat in n.Seat for suit in n.Suit]
        assert table.observe(agent)["observation"][-len(flags) :].tolist() == flags
        shown_out = len(failed)
    assert shown_out > 2


def test_illegal_actions_are_refused():
    """Whatever the mask forbids, at every kind of turn; nothing has changed then."""
    for table, _ in islice(moments("wikipedia", 2, 1), 0, None, 9):
        before = table.observe(table.agent_selection)
        for action in np.flatnonzero(before["action_mask"] == 0):
            with pytest.raises(GameError, match=f"illegal action for {table.agent_selection}"):
                table.step(action)
        after = table.observe(table.agent_selection)
        assert all((after[part] == before[part]).all() for part in before)


def test_without_pettingzoo_the_extra_is_named(tmp_path):
    (tmp_path / "pettingzoo.py").write_text("raise ImportError('not installed')")
    command = "import ninefivetwo; ninefivetwo.solve('D:A... K... Q...'); import ninefivetwo.env"
    done = subprocess.run([sys.executable, "-c", command], env={"PYTHONPATH": tmp_path}, capture_output=True, text=True)
    assert done.stderr.splitlines()[-1].endswith("requires PettingZoo (expected: pip install 'ninefivetwo[learn]')")
