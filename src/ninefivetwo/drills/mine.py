"""Problems mined from random deals, so that the answer is clear.

Cheap looks first: most moments are given up by estimates or a few worlds.  What is left is priced once more in worlds
that had no part in choosing it, so that a lead is not the luckiest of many; those are the figures that are kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import count, product
from random import Random

import numpy as np

from ninefivetwo.advise import (
    Advice,
    DealEvaluation,
    Limits,
    Valuer,
    advise_before_play,
    advise_play,
    likely_choices,
    price_choices,
)
from ninefivetwo.cards import FULL_DECK, RANKS, Card, Seat, shuffled
from ninefivetwo.dealing import random_deals
from ninefivetwo.drills.price import (
    MARGINS,
    MOST_RIGHT,
    advised_choices,
    card_choices,
    difficulty,
    is_clear,
    priced_choices,
)
from ninefivetwo.drills.problem import (
    DIGITS,
    EASIEST,
    KINDS,
    NEAR,
    TOLERANCE,
    Asked,
    Choice,
    PlaceChance,
    Problem,
    action_of,
    records_for,
    rounded,
)
from ninefivetwo.drills.themes import know_theme, theme_of
from ninefivetwo.errors import DrillError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, CallTurn, Deal, DealView, DiscardTurn, GiveTurn, Match, PlayTurn, UndealtMatch
from ninefivetwo.game.match import NAMES
from ninefivetwo.knowledge import Knowledge, Likelihood, Place
from ninefivetwo.players import ClubPlayer, Player, RulePlayer
from ninefivetwo.render.actions import action_words
from ninefivetwo.rules import RuleSet
from ninefivetwo.sets import Sets
from ninefivetwo.solve import Solver

MEMORY = 32 << 20  # bytes of table
ESTIMATED = 1000  # worlds
SCREENED = {"call": 0, "discard": 6, "give": 4, "play": 8}  # worlds solved for a first look
CONFIRMED = {"call": 10, "discard": 12, "give": 12, "play": 60}  # fresh ones, for the figures that count
DECOYS = 4  # other gifts, at random, beside as many of the best: the best are all much alike
FAR = {"call": 2.0, "discard": 1.0, "give": 1.0}  # tricks behind at a first look: such a choice is not priced again
SCREEN = 0.8  # of the margin, by which the best must lead at a first look
CARDS = range(5, 12)  # held, where a card is asked for
LOOKS = 8  # moments of a deal that are looked at
KNOWN = 2000  # worlds by which a chance is told
ASKED = "TQKA"  # ranks of the cards that are asked for
UNSURE = 0.05  # a chance is asked for between this and the rest to 1
TELLING = 0.12  # that it is from what an ignorant guess would be


def mine(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """A problem of a kind from the deal of a seed; None where that gives none.  The same on every machine.

    Raises DrillError for a kind that is none.
    """
    if kind not in KINDS:
        raise DrillError(f"no kind of problem: {kind!r} (expected one of {', '.join(KINDS)})")
    if kind == "play":
        return _card_problem(rules, seed)
    return _know_problem(rules, seed) if kind == "know" else _choice_problem(kind, rules, seed)


def mined(kind: str, rules: RuleSet, seed: int) -> Iterator[Problem]:
    """Problems without end, from the deals of this seed and those that follow."""
    for each in count(seed):
        if (problem := mine(kind, rules, each)) is not None:
            yield problem


def _matches(rules: RuleSet, seed: int, second: bool, players: list[Player]) -> Iterator[Match]:
    """A match before each action of its first deal, or of its second: there has been an exchange in that."""
    layouts = random_deals(seed)
    match = UndealtMatch(rules).dealt(next(layouts))
    plain: list[Player] = [RulePlayer()] * len(Seat)
    if second:
        *_, match = _played(match, plain)
        if match.over:
            return
        match = replace(match.following(), names=NAMES).dealt(next(layouts))
    yield from _played(match, players)


def _played(match: Match, players: list[Player]) -> Iterator[Match]:
    """The match before each action, and at the end of the deal."""
    while (turn := match.deal.turn) is not None:
        yield match
        match = match.after(players[turn.seat].act(match.deal.seen_by(turn.seat)))
    yield match


def _choice_problem(kind: str, rules: RuleSet, seed: int) -> Problem | None:
    """A call, a discard or a gift."""
    wanted = {"call": CallTurn, "discard": DiscardTurn, "give": GiveTurn}[kind]
    second = kind == "give" or Random(seed).random() < 0.5
    matches = _matches(rules, seed, second, [RulePlayer()] * len(Seat))
    match = next((m for m in matches if isinstance(m.deal.turn, wanted)), None)
    if match is None:
        return None
    view, margin = match.deal.seen_by(match.deal.due_turn.seat), MARGINS[kind]
    limits = Limits(None, 0, seed, threads=1, memory=MEMORY, estimated=ESTIMATED)
    again = replace(limits, worlds=CONFIRMED[kind], seed=seed + 1)
    if kind == "give":
        choices = _with_decoys(view, replace(limits, worlds=SCREENED[kind]), again)
    else:
        for worlds in sorted({0, SCREENED[kind]}):
            advice = advise_before_play(view, replace(limits, worlds=worlds, seed=seed + worlds))
            if not _may_be_clear(kind, _behind_first(advised_choices(advice)), SCREEN * margin):
                return None
        choices = _confirmed(view, advice, FAR[kind], again)
    return _clear_problem(kind, match, choices, action_of(view, choices[0].action))


def _may_be_clear(kind: str, choices: list[Choice], margin: float) -> bool:
    """Is it worth a closer look, by figures whose errors are still large?"""
    if kind in TOLERANCE:
        return sum(choice.behind.mean < margin for choice in choices) <= MOST_RIGHT[kind]
    return is_clear(kind, choices, margin, 0)


def _with_decoys(view: DealView, first: Limits, again: Limits) -> list[Choice]:
    """The best gifts of an advice and some others, priced in fresh worlds."""
    advice = advise_before_play(view, first)
    best = advice.evaluations[:DECOYS]
    known = [each.action for each in advice.evaluations]
    others = [gift for gift in likely_choices(view) if gift not in known]
    decoys = shuffled(others, Random(again.seed))[:DECOYS]
    fresh = price_choices(view, [*(each.action for each in best), *decoys], again)
    return _behind_first(priced_choices([*best, *fresh[len(best) :]], fresh))


def _confirmed(view: DealView, advice: Advice[DealEvaluation], far: float, limits: Limits) -> list[Choice]:
    """The choices of an advice priced in fresh worlds; those far behind keep the figures they have."""
    found = {choice.words: choice for choice in _behind_first(advised_choices(advice))}
    order = sorted(advice.evaluations, key=lambda each: each.regret.mean)
    near = [each for each in order if found[action_words(each.action)].behind.mean < far]
    fresh = price_choices(view, [each.action for each in near], limits)
    choices = priced_choices(near, fresh)
    return choices + [choice for choice in found.values() if choice.behind.mean >= far]


def _behind_first(choices: list[Choice]) -> list[Choice]:
    """The choices as seen from the one with the best figures, which may not be the one recommended."""
    least = min(choice.behind.mean for choice in choices)
    moved = [replace(c, behind=replace(c.behind, mean=c.behind.mean - least)) for c in choices]
    return sorted(moved, key=lambda choice: choice.behind.mean)


def _card_problem(rules: RuleSet, seed: int) -> Problem | None:
    """A card to play, where few enough are left."""
    random = Random(seed)
    players: list[Player] = [ClubPlayer(seed + seat) for seat in Seat]
    moments = [match for match in _matches(rules, seed, random.random() < 0.5, players) if _asks_for_a_card(match.deal)]
    valuer = Valuer(Solver(MEMORY))
    limits = Limits(None, SCREENED["play"], seed, threads=1, memory=MEMORY)
    for match in shuffled(moments, random)[:LOOKS]:
        view = match.deal.seen_by(match.deal.due_turn.seat)
        first = advise_play(view, limits, valuer=valuer)
        if not is_clear("play", card_choices(first), MARGINS["play"], 0):
            continue
        again = replace(limits, worlds=CONFIRMED["play"], seed=seed + 1)
        second = advise_play(view, again, valuer=valuer)
        best = second.recommended.action
        if best.card in first.recommended.details.cards:
            if problem := _clear_problem("play", match, card_choices(second), best):
                return problem
    return None


def _asks_for_a_card(deal: Deal) -> bool:
    turn = deal.turn
    return isinstance(turn, PlayTurn) and len(turn.held) in CARDS and turn.count() > 1


def _clear_problem(kind: str, match: Match, choices: list[Choice], best: Action) -> Problem | None:
    """A problem with these choices, if they make a clear one."""
    margin = MARGINS[kind]
    if not is_clear(kind, choices, margin):
        return None
    view = match.deal.seen_by(best.seat)
    record, whole = records_for(match, best.seat)
    theme = theme_of(view, best)
    return Problem(kind, record, whole, tuple(choices), margin, theme, difficulty(kind, view, choices, margin), "mined")


def _know_problem(rules: RuleSet, seed: int) -> Problem | None:
    """How likely a card is at a place: one that is neither certain nor what anyone would guess."""
    random = Random(seed)
    players: list[Player] = [RulePlayer()] * len(Seat)
    moments = [
        match
        for match in _matches(rules, seed, random.random() < 0.6, players)
        if isinstance(match.deal.turn, PlayTurn) and len(match.deal.turn.held) > 4
    ]
    for match in shuffled(moments, random)[:LOOKS]:
        seat = match.deal.due_turn.seat
        view = match.deal.seen_by(seat)
        if (asked := _asked(view, random, seed)) is not None:
            record, whole = records_for(match, seat)
            theme = know_theme(view, asked.card, asked.place)
            return Problem("know", record, whole, (), NEAR, theme, know_difficulty(asked), "mined", asked)
    return None


def _asked(view: DealView, random: Random, seed: int) -> Asked | None:
    """A card and a place that are worth asking for in this view; None where there are none."""
    knowledge = Knowledge(view)
    places = [Place(seat) for seat in Seat if seat is not view.viewer] + [Place.THROWN]
    sets = knowledge.sample(KNOWN, seed, Likelihood()).sets
    found = []
    for card, place in product(FULL_DECK, places):
        share = _share(sets, card, place)
        guess = 1 / max(sum(card in knowledge.may_be(other) for other in places), 1)
        if RANKS[card.rank] in ASKED and UNSURE < share < 1 - UNSURE and abs(share - guess) > TELLING:
            found.append((card, place))
    if not found:
        return None
    card, place = shuffled(found, random)[0]
    asked = asked_of(view, card, place, seed + 1)
    weighed = asked.chance.weighed
    return asked if UNSURE < weighed.mean < 1 - UNSURE and 2.5 * weighed.standard_error <= NEAR else None


def asked_of(view: DealView, card: Card, place: Place, seed: int) -> Asked:
    """The question of a card's place, with the chances of all the places where it may be."""
    knowledge = Knowledge(view)
    sample = knowledge.sample(KNOWN, seed, Likelihood())
    chances = []
    for other in Place:
        if card in knowledge.may_be(other):
            share = _share(sample.sets, card, other)
            error = (share * (1 - share) / sample.effective) ** 0.5
            even = round(float(knowledge.chance(card, other)), DIGITS)
            chances.append(PlaceChance(other, even, rounded(Estimate(share, error, KNOWN))))
    return Asked(card, place, tuple(chances))


def _share(sets: Sets, card: Card, place: Place) -> float:
    """The share of worlds in which a card is at a place."""
    return float(((sets[:, place] >> np.uint64(card.index)) & np.uint64(1)).mean())


def know_difficulty(asked: Asked) -> int:
    """From 1 to 5: harder the more what the others did has to be weighed, and the more places there are."""
    moved = abs(asked.chance.weighed.mean - asked.chance.even)
    return EASIEST + sum(moved > step for step in (0.04, 0.1, 0.2)) + (len(asked.chances) > 2)
