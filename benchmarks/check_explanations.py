"""Are explanations true?  `python benchmarks/check_explanations.py [--wanted N] [--seed S] [--worlds N] [--threads N]`

Matches of players of several levels are reviewed until so many mistakes are explained.  Then every claim of
the JSON is checked by another road than the code that made it: what was played by the record, themes in fresh worlds of
another seed, played out and counted by a slow twin (`plain_lines.py`), the reply by a cold solver, the numbers in the
sentences against those of the check.  Prints how many claims of each kind are true, each that is false, and how many of
the mistakes that could have been found have a theme.
"""

from __future__ import annotations

import argparse
import re
import time
from collections import Counter
from collections.abc import Iterator
from math import ceil, hypot

import numpy as np
from plain_before_play import before_play_claims, better_action, known_claims
from plain_lines import PlainFigure, plain_count, plain_drawn, plain_fated, plain_lines, plain_worlds

from ninefivetwo.advise import Limits
from ninefivetwo.cards import Card, Seat
from ninefivetwo.dealing import random_deals
from ninefivetwo.game import Deal, Match, Play, UndealtMatch
from ninefivetwo.players import PLAYERS
from ninefivetwo.render.review import with_words
from ninefivetwo.render.review_object import review_object
from ninefivetwo.render.schema.base import decode, encode
from ninefivetwo.render.schema.review import (
    DecisionObject,
    ProvenThemeObject,
    ReplyObject,
    ReviewObject,
    WhyObject,
)
from ninefivetwo.review import DecisionNode, decision_nodes, review
from ninefivetwo.rules import NAMED
from ninefivetwo.solve import Solver

LEVELS = ("beginner", "club", "rule", "beginner", "expert", "club")
ERRORS, HAIR = 4.0, 0.03  # standard errors, and tricks or a share, by which two figures of one thing may differ
CARRIED = 0.2  # of the loss, at most, where the count is the same
AFTER = 5_000_003  # between the seed of an explanation and that of its check

Claim = tuple[str, bool, str]  # the kind, whether it is true, and what was found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--wanted", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--worlds", type=int, default=500, help="of the check, for each explanation")
    parser.add_argument("--threads", type=int, default=None)
    asked = parser.parse_args()
    told, mistakes, true, false, seed = 0, 0, Counter[str](), Counter[str](), asked.seed
    seconds = 0.0
    while told < asked.wanted:
        match = played(seed)
        found, spent = reviewed(match, seed, asked.threads)
        seconds += spent
        for decision, node, sentences in explained(found, match):
            mistakes += 1
            assert isinstance(decision.why, WhyObject)
            told += bool(decision.why.themes)
            for kind, holds, what in checked(found, decision, node, sentences, asked.worlds):
                (true if holds else false)[kind] += 1
                if not holds:
                    print(f"FALSE seed {seed} decision {decision.index} {kind}: {what} | {' '.join(sentences)}")
        print(f"deal {seed}: {told} themes of {mistakes} mistakes, {sum(false.values())} claims false", flush=True)
        seed += 1
    for kind in sorted(true | false):
        print(f"{kind:20} {true[kind]:5} true {false[kind]:5} false")
    share = 100 * told / mistakes
    print(f"{told} of {mistakes} mistakes that could be found have a theme ({share:.0f} %)")
    print(f"{sum(true.values())} claims true, {sum(false.values())} false; reviews took {seconds:.0f} s of processor")


def played(seed: int) -> Match:
    """The first or second deal of a match of players of several levels."""
    rules = [NAMED[name].rules for name in NAMED][seed % len(NAMED)]
    names, deals = ("Ann", "Bob", "Cy"), random_deals(seed)
    players = [PLAYERS[LEVELS[(seed + i) % len(LEVELS)]](seed + i) for i in range(3)]
    match = UndealtMatch(rules, names).dealt(next(deals))
    for number in range(1 + seed % 2):
        if match.over:
            break
        match = match if number == 0 else match.following().dealt(next(deals))
        while not match.deal.over:
            seat = match.deal.due_turn.seat
            match = match.after(players[seat].act(match.deal.seen_by(seat)))
    return match


def reviewed(match: Match, seed: int, threads: int | None) -> tuple[ReviewObject, float]:
    """The review, from its JSON, and the seconds of processor that it took."""
    start = time.process_time()
    found = review(match, Limits(worlds=400, seed=seed, threads=threads))
    spent = time.process_time() - start
    return decode(encode(with_words(review_object(found), match)), ReviewObject), spent


def explained(found: ReviewObject, match: Match) -> Iterator[tuple[DecisionObject, DecisionNode, list[str]]]:
    """The mistakes that are explained, with their sentences."""
    assert not isinstance(found.words, type(None)) and hasattr(found.words, "decisions")
    for decision, node, words in zip(found.decisions, decision_nodes(match.deal), found.words.decisions, strict=True):
        if isinstance(decision.why, WhyObject):
            assert isinstance(words.why, list)
            yield decision, node, words.why


def checked(
    found: ReviewObject, decision: DecisionObject, node: DecisionNode, sentences: list[str], worlds: int
) -> Iterator[Claim]:
    """Every claim of an explanation."""
    why = decision.why
    assert isinstance(why, WhyObject)
    if not isinstance(node.action, Play):
        better = better_action(node, why.better)
        yield from before_play_claims(why.themes, sentences[1:], node, better, why.seed + AFTER, worlds)
        return
    assert isinstance(why.better, str)
    if why.known:
        yield from known_claims(why.known, node, better_action(node, why.better), why.seed + AFTER)
    yield from played_to(found, decision, node, sentences[0])
    chosen, better = node.action.card, Card.parse(why.better)
    for theme in why.themes:
        yield from theme_holds(theme, sentences[1], node, chosen, better, why.seed + AFTER, worlds)
    if isinstance(why.reply, ReplyObject):
        yield reply_punishes(why.reply, node, node.before)


def played_to(found: ReviewObject, decision: DecisionObject, node: DecisionNode, sentence: str) -> Iterator[Claim]:
    """The sentence on what was played to what: each card named was there, and both could be played."""
    assert (
        isinstance(decision.why, WhyObject) and isinstance(decision.why.better, str) and isinstance(node.action, Play)
    )
    deal, seat = node.before, node.seat
    legal = list(deal.due_turn.legal()) if hasattr(deal.due_turn, "legal") else []
    better = Card.parse(decision.why.better)
    yield "legal", node.action.card in legal and better in legal and better != node.action.card, str(better)
    ranks = [card.words.split()[0] for card in (*deal.table, node.action.card, better)]
    says = [rank for rank in ranks if not re.search(rf"\b{rank}\b", sentence)]
    yield "cards named", not says, f"not named: {says}"
    trick = re.match(r"Trick (\d+):", sentence)
    yield "trick", trick is not None and int(trick[1]) == sum(deal.won) + 1, sentence[:10]
    leader = deal.lead if deal.table else seat
    yield "leader", f"{found.names[leader]} leads" in sentence, sentence
    if held := re.search(r"From ([AKQJ0-9 ]+) the", sentence):
        hand = sorted((card for card in deal.hands[seat] if card.suit is deal.table[0].suit), reverse=True)
        ranks = [str(card)[1:].replace("T", "10") for card in hand]
        yield "holding", held[1].split() == ranks, f"{held[1]} for {ranks}"
    fair = decision.fair_cost
    saves = re.search(r"saves ([\d.]+) trick", sentence)
    yield "saves", saves is not None and fair is not None and abs(float(saves[1]) - fair.mean) <= 0.0501, sentence


def theme_holds(
    theme: ProvenThemeObject, sentence: str, node: DecisionNode, chosen: Card, better: Card, seed: int, worlds: int
) -> Iterator[Claim]:
    """A theme in fresh worlds, by the slow twin."""
    view = node.before.seen_by(node.seat)
    sets, weights, exact = plain_worlds(view, worlds, seed)
    if exact:  # every world several times, for in endings lines are drawn
        times = ceil(worlds / len(sets))
        sets, weights = np.tile(sets, (times, 1)), np.tile(weights, times) / times
        exact = len(view.hand(node.seat)) > 6
    after, instead = (plain_lines(view, sets, card) for card in (chosen, better))
    cards, shares = [Card.parse(card) for card in theme.cards], weights.tolist()
    seat = None if theme.seat is None else Seat.parse(theme.seat)
    suit = None if theme.suit is None else theme.suit
    counts = [
        [plain_count(theme.theme, line, node.seat, cards, seat, suit) for line in lines] for lines in (after, instead)
    ]
    won = [[sum(trick.winner is node.seat for trick in line) for line in lines] for lines in (after, instead)]
    lost = [there - here for here, there in zip(*won, strict=True)]
    loss = PlainFigure.of(lost, shares, exact)
    for name, count, told in (("after", counts[0], theme.after), ("instead", counts[1], theme.instead)):
        figure = PlainFigure.of(count, shares, exact)
        near = abs(figure.mean - told.mean) <= ERRORS * hypot(figure.error, told.se or 0.0) + HAIR
        yield f"count {name}", near, f"{theme.theme} {theme.cards}: {told.mean} told, {figure.mean:.3f} found"
    near = abs(loss.mean - theme.loss.mean) <= ERRORS * hypot(loss.error, theme.loss.se or 0.0) + HAIR
    yield "loss of lines", near and loss.mean > 0, f"{theme.loss.mean} told, {loss.mean:.3f} found"
    same = [here == there for here, there in zip(*counts, strict=True)]
    kept = PlainFigure.of([d if s else 0 for d, s in zip(lost, same, strict=True)], shares, exact)
    room = ERRORS * kept.error + HAIR
    yield "nothing lost without", abs(kept.mean) <= CARRIED * loss.mean + room, f"{kept.mean:.3f} of {loss.mean:.3f}"
    sign = -1 if theme.theme in ("ruffs given", "suit opened", "guard thrown", "suit given") else 1
    worse = [sign * (there - here) > 0 for here, there in zip(*counts, strict=True)]
    if any(worse):
        within = PlainFigure.of(
            [d for d, w in zip(lost, worse, strict=True) if w],
            [s for s, w in zip(shares, worse, strict=True) if w],
            exact,
        )
        yield "lost with", within.mean > 0, f"{within.mean:.3f}"
    if theme.fate is not None:
        more = [plain_fated(theme.fate, a, b, cards) for a, b in zip(after, instead, strict=True)]
        if theme.theme == "trumps not drawn":
            drawn = [plain_drawn(b, node.seat) > plain_drawn(a, node.seat) for a, b in zip(after, instead, strict=True)]
            more = [m and d for m, d in zip(more, drawn, strict=True)]
        mostly = sum(s for s, m, w in zip(shares, more, worse, strict=True) if m and w) / sum(
            s for s, w in zip(shares, worse, strict=True) if w
        )
        yield f"mostly {theme.fate}", mostly > 0.5, f"{mostly:.2f}"
    yield from numbers_hold(sentence, theme, [PlainFigure.of(count, shares, exact) for count in counts])


def numbers_hold(sentence: str, theme: ProvenThemeObject, figures: list[PlainFigure]) -> Iterator[Claim]:
    """The numbers in the sentence are those of the check, as near as they are told."""
    told = {"after": theme.after, "instead": theme.instead}
    after, instead = figures
    patterns = [(r"\bin (\d+)(?: of 10 possible deals)?", 10.0, 0.05), (r"(\d+\.\d|\b1(?= trick))", 1.0, 0.05)]
    for pattern, scale, rounding in patterns:
        for number in re.findall(pattern, sentence):
            value = float(number) / scale
            near = [
                abs(value - figure.mean) <= rounding + ERRORS * hypot(figure.error, told[name].se or 0.0) + HAIR
                for name, figure in (("after", after), ("instead", instead))
            ]
            yield "number told", any(near), f"{number} in {sentence!r}: {after.mean:.2f}, {instead.mean:.2f}"


def reply_punishes(reply: ReplyObject, node: DecisionNode, deal: Deal) -> Claim:
    """By a cold solver: the guarantee before, after the reply, and after each card in its place."""
    player, solver = node.seat, Solver()

    def sure(state: Deal) -> int:
        if state.over or state.position is None:
            return state.won[player]
        return solver.guarantee(state.due_position, state.called, player) + state.won[player]

    fine = sure(deal) == reply.before
    state = deal.after(node.action)
    fine &= sure(state) == reply.after < reply.before
    for text in reply.line[:-1]:
        assert state.turn is not None
        state = state.after(Play(state.turn.seat, Card.parse(text)))
        fine &= sure(state) == reply.after
    assert state.turn is not None
    seat = state.turn.seat
    fine &= seat.word == reply.seat and seat is not player and bool(reply.instead)
    fine &= sure(state.after(Play(seat, Card.parse(reply.line[-1])))) == reply.after
    fine &= all(sure(state.after(Play(seat, Card.parse(card)))) >= reply.before for card in reply.instead)
    return "reply", fine, f"{reply}"


if __name__ == "__main__":
    main()
