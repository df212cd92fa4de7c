"""Questions of what can be known: how likely a card is at a place."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import product
from random import Random

import numpy as np

from ninefivetwo.cards import FULL_DECK, RANKS, Card, Seat, shuffled
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import DealView, Match, Place, PlayTurn, UndealtMatch
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.match import NAMES
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.choices import DIGITS, rounded
from ninefivetwo.keep.drills.problem import (
    EASIEST,
    NEAR,
    PlaceChance,
    PlaceQuestion,
    Problem,
    records_for,
)
from ninefivetwo.keep.drills.themes import know_theme
from ninefivetwo.sets import Sets
from ninefivetwo.think.knowledge import Knowledge, Likelihood
from ninefivetwo.think.players import Player, RulePlayer

LOOKS = 8  # moments of a deal that are looked at


def moments(rules: RuleSet, seed: int, second: bool, players: list[Player]) -> Iterator[Match]:
    """A match before each action of its first deal, or of its `second`, which begins with an exchange; and at its end.

    The `players`, by seat, play the deal; one before it is played by the plain rules.
    """
    layouts = random_deals(seed)
    match = UndealtMatch(rules).dealt(next(layouts))
    if second:
        *_, match = _played(match, [RulePlayer()] * len(Seat))
        if match.over:
            return
        match = replace(match.following(), names=NAMES).dealt(next(layouts))
    yield from _played(match, players)


def _played(match: Match, players: list[Player]) -> Iterator[Match]:
    """The match before each action of its deal, and at the deal's end."""
    while (turn := match.deal.turn) is not None:
        yield match
        match = match.after(players[turn.seat].act(match.deal.seen_by(turn.seat)))
    yield match


WORLDS = 2000  # from which a chance is worked out
RANKS_ASKED = "TQKA"  # of the cards that are asked about
UNSURE = 0.05  # a chance is asked for if it is above this and below 1 less this
INFORMED = 0.12  # least distance of the chance from an equal share for each place
SECOND = 0.6  # share of the questions that come from second deals
LEAST_CARDS = 5  # held, where a question is asked
STEPS = (0.04, 0.1, 0.2)  # a chance that the others' actions moved further is harder by one for each


def question_problem(rules: RuleSet, seed: int) -> Problem | None:
    """A question from the deal of a seed whose answer is neither certain nor what anyone would guess; None if none."""
    random = Random(seed)
    players: list[Player] = [RulePlayer()] * len(Seat)
    matches = [
        match
        for match in moments(rules, seed, random.random() < SECOND, players)
        if isinstance(turn := match.deal.turn, PlayTurn) and len(turn.held) >= LEAST_CARDS
    ]
    for match in shuffled(matches, random)[:LOOKS]:
        seat = match.deal.due_turn.seat
        view = match.deal.seen_by(seat)
        if (question := _find_question(view, random, seed)) is not None:
            record, whole = records_for(match, seat)
            theme = know_theme(view, question.card, question.place)
            return Problem("know", record, whole, (), NEAR, theme, _difficulty(question), "mined", question)
    return None


def _find_question(view: DealView, random: Random, seed: int) -> PlaceQuestion | None:
    """A card and a place that are worth asking about in this view; None where there are none."""
    knowledge = Knowledge(view)
    places = [Place(seat) for seat in Seat if seat is not view.viewer] + [Place.DISCARDED]
    worlds = knowledge.sample(WORLDS, seed, Likelihood()).sets
    candidates = []
    for card, place in product(FULL_DECK, places):
        share = _share(worlds, card, place)
        guess = 1 / max(sum(card in knowledge.may_be(other) for other in places), 1)
        if RANKS[card.rank] in RANKS_ASKED and UNSURE < share < 1 - UNSURE and abs(share - guess) > INFORMED:
            candidates.append((card, place))
    if not candidates:
        return None
    card, place = shuffled(candidates, random)[0]
    question = _question(view, card, place, seed + 1)
    chance = question.chance.weighed
    return question if UNSURE < chance.mean < 1 - UNSURE and 2.5 * chance.standard_error <= NEAR else None


def _question(view: DealView, card: Card, place: Place, seed: int) -> PlaceQuestion:
    """The question of a card's place, with the chances of all the places where the card may be."""
    knowledge = Knowledge(view)
    sample = knowledge.sample(WORLDS, seed, Likelihood())
    chances = []
    for other in Place:
        if card in knowledge.may_be(other):
            share = _share(sample.sets, card, other)
            error = (share * (1 - share) / sample.effective) ** 0.5
            even = round(float(knowledge.chance(card, other)), DIGITS)
            chances.append(PlaceChance(other, even, rounded(Estimate(share, error, WORLDS))))
    return PlaceQuestion(card, place, tuple(chances))


def _share(worlds: Sets, card: Card, place: Place) -> float:
    """The share of worlds in which a card is at a place."""
    return float(((worlds[:, place] >> np.uint64(card.index)) & np.uint64(1)).mean())


def _difficulty(question: PlaceQuestion) -> int:
    """Harder the more the others' actions move the chance, and the more places there are."""
    moved = abs(question.chance.weighed.mean - question.chance.even)
    return EASIEST + sum(moved > step for step in STEPS) + (len(question.chances) > 2)
