"""Fit the weights of the lead order of the search (seeded; takes minutes).

Positions are drawn from the tables of searches in random deals and dealer's deals, if the side on lead wins them. Every
lead is searched from an empty table, to find whether it wins and in how many nodes. A linear score of each lead's
features is then fitted by softmax, so that leads that win in few nodes have high scores. The weights are written to
solver/ninefivetwo_solver/lead_weights.h, which the build includes.
"""

from __future__ import annotations

from pathlib import Path
from random import Random

import numpy as np
from engine_lab import FEATURES, Lab
from positions import dense
from reference import State

from benchmarks.corpus import HERE
from ninefivetwo import Hand, Layout, Seat, Suit, Trump
from ninefivetwo.layout import random_deals

HEADER = HERE.parent / "solver/ninefivetwo_solver/lead_weights.h"
SEED = 2026
KINDS = ["trump", "side suit", "no-trump"]
ROLES = ["seat 0 leads", "seat 1 leads, its partner next", "seat 2 leads, seat 0 next"]
NAMES = [
    "cards of the suit: leader",
    "next",
    "last",
    "cards in play above it",
    "is the highest in play",
    "next has higher",
    "last has higher",
    "leader's highest",
    "leader's lowest",
    "singleton",
    "doubleton",
    "tops: leader",
    "next",
    "last",
    "void: next",
    "last",
    "can ruff: next",
    "last",
    "both void",
    "sure winner",
    "leaves a top in hand",
    "lowest in play, next has the top",
    "last has the top",
    "top of a sequence",
    "only next has higher",
    "only last has higher",
    "both have higher",
    "next's best above last's",
    "leader's best above all",
    "no trumps against it",
    "longest with leader",
    "all of next's are above",
]


def discarded_by_rule(layout: Layout) -> tuple[Trump, Layout]:
    """Return a deal after the dealer has called the longest suit (then the highest), taken the kitty, and discarded the
    lowest cards of the shortest side suits.
    """
    trump = max(Suit, key=lambda suit: (len(layout.dealer.only(suit)), layout.dealer.only(suit).cards >> 16 * suit))
    twenty = layout.dealer | layout.out
    sides = sorted((card for card in twenty if card.suit != trump), key=lambda c: (len(twenty.only(c.suit)), c.rank))
    discarded = Hand.of((sides + list(twenty.only(trump))[::-1])[:4])
    return Trump(trump), Layout(twenty - discarded, layout.left, layout.right, discarded)


def roots(random: Random):
    """Yield full deals to search, for every seat: random deals in all trumps, and dealer's deals with the dealer's
    trump.
    """
    for layout in random_deals(SEED):
        trump, after = discarded_by_rule(layout)
        if random.random() < 0.5:
            trump, after = random.choice([0, 1, 2, 3, 4]), layout
        hands = [frozenset((int(card.suit), card.rank) for card in after[seat]) for seat in Seat]
        state = State((hands[0], hands[1], hands[2]), 1, (), None if trump == Trump.NO_TRUMP else int(trump))
        yield dense(state, random.choice([0, 0, 1, 2]))


def drawn(number: int, seed: int):
    """Return positions that the side on lead wins and that have more than one lead, as (kinds, features, targets)."""
    random, lab, made = Random(seed), Lab(), []
    for hands, leader, has_trumps in roots(random):
        for met in lab.met(hands, leader, has_trumps, random, 40):
            position, who, trumps, need, answer = met
            tricks = position[0].bit_count()
            if answer != (who == 0) or not 3 <= tricks <= 12 or random.random() > tricks / 12:
                continue
            leads = lab.leads(position, who, trumps, need)
            if len(leads) > 1 and len({lead[2] for lead in leads} | {lead[3] for lead in leads}) > 1:
                kinds, rows, wins, nodes = zip(*leads, strict=True)
                made.append((np.array(kinds), np.array(rows), np.array(wins), np.array(nodes, dtype=float)))
        if len(made) >= number:
            return made[:number]
    raise AssertionError


def fit(data, alpha: float, rounds: int, decay: float = 1e-4) -> np.ndarray:
    """Return weights (9 by FEATURES), fitted by gradient descent on the cross entropy between softmax scores and
    targets.

    The targets are proportional to 1 / nodes**alpha among the leads that decide the position. Positions are weighted by
    the logarithm of the nodes at stake.
    """
    start = np.cumsum([0] + [len(kinds) for kinds, *_ in data])
    kinds, rows = np.concatenate([d[0] for d in data]), np.concatenate([d[1] for d in data]).astype(float)
    target, weight = [], []
    for _, _, wins, nodes in data:
        share = wins * (nodes + 3.0) ** -alpha
        target.append(share / share.sum())
        weight.append(np.log(nodes.max() + 3) - np.log((nodes[wins]).min() + 2))
    target, weight = np.concatenate(target), np.array(weight)
    of = np.repeat(np.arange(len(data)), np.diff(start))
    weights, m, v = np.zeros((9, FEATURES)), np.zeros((9, FEATURES)), np.zeros((9, FEATURES))
    for step in range(1, rounds + 1):
        score = np.einsum("ij,ij->i", weights[kinds], rows)
        score -= np.maximum.reduceat(score, start[:-1])[of]
        chance = np.exp(score)
        chance /= np.add.reduceat(chance, start[:-1])[of]
        gradient = np.zeros_like(weights)
        np.add.at(gradient, kinds, ((chance - target) * weight[of])[:, None] * rows)
        gradient = gradient / weight.sum() + decay * weights
        m, v = 0.9 * m + 0.1 * gradient, 0.999 * v + 0.001 * gradient**2
        weights -= 0.05 * (m / (1 - 0.9**step)) / (np.sqrt(v / (1 - 0.999**step)) + 1e-8)
    return weights


def cost(data, weights: np.ndarray) -> tuple[float, float]:
    """Estimate the nodes searched if leads are tried in the order of their scores until one decides.

    Also return the geometric mean of the ratio to the nodes of the cheapest lead.
    """
    spent, least = [], []
    for kinds, rows, wins, nodes in data:
        order = np.argsort(-np.einsum("ij,ij->i", weights[kinds], rows), kind="stable")
        until = np.argmax(wins[order]) + 1
        spent.append(nodes[order][:until].sum() + 1)
        least.append(nodes[wins].min() + 1)
    return float(np.mean(spent)), float(np.exp(np.mean(np.log(spent)) - np.mean(np.log(least))))


def write(weights: np.ndarray, path: Path, text: str) -> None:
    """Write the header file: a comment on the rows and columns, and the weights in hundredths."""
    rows = [f"   {i}: {ROLES[i // 3]}; {KINDS[i % 3]}" for i in range(9)]
    columns = [f"   {i:2} {name}" for i, name in enumerate(NAMES)]
    numbers = ["    {" + ", ".join(f"{round(100 * w)}" for w in row) + "}," for row in weights]
    lines = [
        "/* The lead order, fitted by benchmarks/fit_lead_order.py; do not edit.",
        f"   {text}",
        "   One row for each role and kind of suit:",
        *rows,
        "   One column for each feature:",
        *columns,
        "*/",
        f"static const int16_t n52_lead_weights[9][{FEATURES}] = {{",
        *numbers,
        "};",
    ]
    path.write_text("\n".join(lines) + "\n")


def main(*, samples: int = 14000, alpha: float = 0.5, rounds: int = 400, output: Path = HEADER) -> None:
    """
    samples: number of positions
    alpha: strength of the preference for cheap leads
    """
    data = drawn(samples, SEED)
    held = len(data) // 6
    weights = fit(data[held:], alpha, rounds)
    spent, times = cost(data[:held], weights)
    text = f"Seed {SEED}, {len(data)} positions; {held} held out: {spent:.0f} nodes, {times:.2f} times the cheapest."
    write(weights, output, text)
    print(text)
