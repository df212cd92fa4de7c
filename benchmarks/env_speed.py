"""Measure the steps per second of the environment for machine learning, on one core with random agents.

A step is one number that an agent chooses: a card, a call, or a card of a discard or gift. Every step computes an
observation, and the rewards are checked.
"""

from __future__ import annotations

import time

import numpy as np

from benchmarks.report import check, head, row
from ninefivetwo.env import AGENTS, env
from ninefivetwo.game.rules import parse_rules


def main(*, rules: str = "wikipedia", deals: int = 4, seconds: float = 10.0, seed: int = 952) -> None:
    """
    deals: number of deals in an episode; with two or more there are exchanges
    seconds: seconds of each of five batches
    """
    parse_rules(rules)
    rates = [steps_a_second(rules, deals, seconds, seed + 10**6 * batch) for batch in range(5)]
    head("rules", "steps a second, median of 5", "slowest", "fastest")
    row(rules, *(f"{rate:,.0f}" for rate in (np.median(rates), min(rates), max(rates))))


def steps_a_second(rules: str, deals: int, seconds: float, seed: int) -> float:
    """Play at random for some seconds of processor time and return the number of steps per second."""
    table, random, steps, begun, episode = env(rules, deals), np.random.default_rng(seed), 0, time.process_time(), 0
    while (spent := time.process_time() - begun) < seconds:
        table.reset(seed=seed + episode)
        episode, points = episode + 1, dict.fromkeys(AGENTS, 0.0)
        for agent in table.agent_iter():
            observation, reward, ended, _, _ = table.last()
            points[agent] += reward
            table.step(None if ended else int(random.choice(np.flatnonzero(observation["action_mask"]))))
            steps += not ended
        check(not sum(points.values()), "points that do not sum to 0")
    return steps / spent
