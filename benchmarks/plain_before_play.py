"""Checks of what is said of mistakes before the play, and of what could have been known, by slow twins.

The deals are played out a card at a time (`plain_lines.py`) and counted trick by trick; facts are looked up in the
events of the record, in the true hands, and in hands drawn from all that could be.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import partial
from math import hypot

from plain_lines import PlainFigure, PlainLine, plain_deals, plain_worlds

from ninefivetwo.advise import Limits
from ninefivetwo.advise.following import Following
from ninefivetwo.advise.objective import DEFAULT_OBJECTIVE
from ninefivetwo.advise.pricing import Budget
from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.game import Action, Call, Deal, Discard, Give, Play, Return, known_cards
from ninefivetwo.game.exchange import returned
from ninefivetwo.knowledge import Knowledge, Missed
from ninefivetwo.playouts.estimates import DistinctWorlds
from ninefivetwo.render.schema.review import KnownFactObject, ProvenThemeObject
from ninefivetwo.review import DecisionNode
from ninefivetwo.review.known import loss_by_missing
from ninefivetwo.review.why.before_play import DISCARDS_BY

ERRORS, HAIR = 4.0, 0.03  # standard errors, and tricks, by which two figures of one thing may differ
CARRIED, MAKES_UP = 0.2, {True: (0.6, 2.0), False: (0.5, 2.0)}  # of the loss, as the explanations claim
MOSTLY = 0.6  # of the worlds in which a count is worse; what is told held in seven of ten
HANDS = 200  # drawn for a fact

OF_OTHERS = {"suit not stopped", "others ruff", "others' trumps", "given card wins", "suit let run"}

Claim = tuple[str, bool, str]  # the kind, whether it is true, and what was found


def before_play_claims(
    themes: Sequence[ProvenThemeObject],
    sentences: Sequence[str],
    node: DecisionNode,
    better: Action,
    seed: int,
    worlds: int,
) -> Iterator[Claim]:
    """Every theme of a call, a discard or a gift, in fresh worlds."""
    if not themes:
        return
    view, choices = node.before.seen_by(node.seat), [node.action, better]
    sets, weights, exact = plain_worlds(view, worlds, seed)
    first, shares, _ = plain_worlds(view, DISCARDS_BY, seed + 1)
    worth = partial(DEFAULT_OBJECTIVE.worths, view.rules)
    following = Following.of(view, choices, DistinctWorlds(first, shares), worth, Budget(Limits(seed=seed)))
    games = following.deals(choices, sets)
    for choice, rows in zip(choices, games, strict=True):
        yield "choice is made", all(_made(choice, row) for row in rows), f"{choice}"
    after, instead = (plain_deals(rows) for rows in games)
    back = [[rules_return(choice, world.tolist()) for world in sets] for choice in choices]
    for theme, sentence in zip(themes, sentences, strict=True):
        yield from _theme_holds(theme, sentence, node, better, (after, instead), back, weights.tolist(), exact)


def rules_return(choice: Action, world: Sequence[int]) -> Hand:
    """What the rules make the receivers of a gift return in a world; nothing after another choice."""
    back = Hand()
    if isinstance(choice, Give):
        for seat in Seat:
            given = known_cards(choice.cards[seat])
            back |= returned(Hand(world[seat]) | given, given)
    return back


def _made(choice: Action, game: object) -> bool:
    """Is a deal one that can follow a choice: no card twice, what was discarded or called as it was?"""
    hands = [Hand(int(hand)) for hand in game["hand"]]  # type: ignore[index]
    discarded = Hand(int(game["discarded"]))  # type: ignore[index]
    alone = sum(map(len, hands)) == 48 and not (hands[0] & hands[1] | hands[0] & hands[2] | hands[1] & hands[2])
    alone &= all(len(hand) == 16 for hand in hands) and not any(hand & discarded for hand in hands)
    match choice:
        case Discard(_, cards):
            return alone and not known_cards(cards) & (hands[0] | hands[1] | hands[2])
        case Call(_, denomination):
            return alone and int(game["trump"]) == int(denomination)  # type: ignore[index]
    return alone


def _theme_holds(
    theme: ProvenThemeObject,
    sentence: str,
    node: DecisionNode,
    better: Action,
    lines: tuple[list[PlainLine], list[PlainLine]],
    back: list[list[Hand]],
    shares: list[float],
    exact: bool,
) -> Iterator[Claim]:
    counts = [
        [plain_deal_count(theme, line, node, better, hand) for line, hand in zip(half, hands, strict=True)]
        for half, hands in zip(lines, back, strict=True)
    ]
    won = [[sum(trick.winner is node.seat for trick in line) for line in half] for half in lines]
    lost = [there - here for here, there in zip(*won, strict=True)]
    loss, own = PlainFigure.of(lost, shares, exact), theme.theme not in OF_OTHERS
    worse = [(there - here) * (1 if own else -1) for here, there in zip(*counts, strict=True)]
    for name, count, told in (("after", counts[0], theme.after), ("instead", counts[1], theme.instead)):
        figure = PlainFigure.of(count, shares, exact)
        near = abs(figure.mean - told.mean) <= ERRORS * hypot(figure.error, told.se or 0.0) + HAIR
        yield f"deals: count {name}", near, f"{theme.theme} {theme.cards}: {told.mean} told, {figure.mean:.3f} found"
        numbers = [float(number) for number in re.findall(r"-?\d+\.\d|\b1(?= trick)", sentence)]
        told_so = any(abs(number - figure.mean) <= 0.0501 + ERRORS * figure.error + HAIR for number in numbers)
        yield f"deals: number {name}", told_so, f"{figure.mean:.2f} in {sentence!r}"
    near = abs(loss.mean - theme.loss.mean) <= ERRORS * hypot(loss.error, theme.loss.se or 0.0) + HAIR
    yield "deals: loss", near and loss.mean > 0, f"{theme.loss.mean} told, {loss.mean:.3f} found"
    kept = PlainFigure.of([each if not w else 0 for each, w in zip(lost, worse, strict=True)], shares, exact)
    room = ERRORS * kept.error + HAIR
    yield "deals: nothing lost without", kept.mean <= CARRIED * loss.mean + room, f"{kept.mean:.3f}"
    made, (least, most) = PlainFigure.of(worse, shares, exact), MAKES_UP[own]
    enough = least * loss.mean - ERRORS * made.error <= made.mean <= most * loss.mean + ERRORS * made.error
    yield "deals: makes up the loss", enough, f"{made.mean:.2f} of {loss.mean:.2f}"
    if "made good elsewhere" in sentence:
        yield "deals: made good", made.mean > loss.mean, f"{made.mean:.2f} of {loss.mean:.2f}"
    if theme.fate is not None:
        met = [_fated(theme, node, better, here, there) for here, there in zip(*lines, strict=True)]
        mostly = sum(s for s, m, w in zip(shares, met, worse, strict=True) if m and w > 0)
        mostly /= sum(s for s, w in zip(shares, worse, strict=True) if w > 0)
        yield f"deals: mostly {theme.fate}", mostly > MOSTLY, f"{mostly:.2f}"


def plain_deal_count(theme: ProvenThemeObject, line: PlainLine, node: DecisionNode, better: Action, back: Hand) -> int:
    """What a theme counts in a deal played out (`Theme`); back: the cards returned for the gift, if it is one."""
    player = node.seat
    given, kept = _cards(node.action) - _cards(better), _cards(better) - _cards(node.action)
    found = 0
    for trick in line:
        mine, taking = trick.winner is player, trick.taking
        is_trump = int(taking.suit) == int(trick.trump)
        in_suit = taking.suit.name == theme.suit and trick.led is taking.suit
        match theme.theme:
            case "suit not stopped" | "suit let run":
                found += not mine and in_suit
            case "longer trumps" | "stronger trumps" | "trumps let go":
                found += mine and is_trump
            case "trump balance":
                found += (mine and is_trump) - (not mine and trick.ruffed)
            case "others ruff":
                found += not mine and trick.ruffed
            case "others' trumps":
                found += not mine and is_trump
            case "side cards win":
                found += mine and not is_trump
            case "guard let go" | "long suit broken" | "winner let go" | "suit weakened":
                found += mine and in_suit
            case "suits weakened":
                found += mine and taking.suit in {card.suit for card in given}
            case "void not made":
                found += mine and trick.ruffed and trick.led.name == theme.suit
            case "return wins":
                found += mine and taking in back and theme.suit in (None, taking.suit.name)
            case "exchanged cards win":
                found += mine and (taking in back or taking in given or taking in kept)
            case "winners let go":
                found += mine and (taking in given or taking in kept)
            case "given card wins":
                found += trick.winner.word == theme.seat and taking in _swapped(node.action, better, trick.winner)
            case _:
                raise ValueError(theme.theme)
    return found


def _swapped(chosen: Action, better: Action, seat: Seat) -> Hand:
    """What a seat is given by one of two gifts and by nobody in the other."""
    assert isinstance(chosen, Give) and isinstance(better, Give)
    one, two = known_cards(chosen.cards[seat]), known_cards(better.cards[seat])
    return (one - _cards(better)) | (two - _cards(chosen))


def _cards(action: Action) -> Hand:
    """The cards of a discard or a gift."""
    match action:
        case Discard(_, cards):
            return known_cards(cards)
        case Give(_, gifts):
            return Hand.of(card for cards in gifts for card in known_cards(cards))
    return Hand()


def _fated(theme: ProvenThemeObject, node: DecisionNode, better: Action, after: PlainLine, instead: PlainLine) -> bool:
    """Does a card let go win itself; or none of them, but one beside which they were kept, which wins no more?"""
    suit = Suit[theme.suit or "S"]
    gone = (_cards(node.action) - _cards(better)).only(suit)
    takes, takes_now = ({trick.taking for trick in line if trick.winner is node.seat} for line in (instead, after))
    if theme.fate == "wins":
        return bool(takes & set(gone))
    rest = set(node.before.hand(node.seat).only(suit)) - set(gone)
    return not takes & set(gone) and bool(takes & rest - takes_now)


# What could have been known.


def known_claims(known: Sequence[KnownFactObject], node: DecisionNode, better: Action, seed: int) -> Iterator[Claim]:
    """Every fact, in the true deal and in hands drawn from all that could be; and that it matters, in fresh worlds."""
    deal, view = node.before, node.before.seen_by(node.seat)
    others = [[deal.hand(seat) for seat in Seat]]
    others += [[layout[seat] for seat in Seat] for layout in Knowledge(view).sample(HANDS, seed).layouts]
    for fact in known:
        yield f"known: {fact.fact}", all(fact_holds(fact, deal, node.seat, hands) for hands in others), f"{fact}"
        if (
            fact.loss is None
            or fact.missed is None
            or not isinstance(node.action, Play)
            or not isinstance(better, Play)
        ):
            continue
        suit = Suit[fact.suit] if fact.suit else Card.parse(fact.cards[0]).suit
        pair = frozenset({(Seat.parse(fact.seat or ""), suit)})
        missed = Missed(voids=pair) if fact.fact == "shown out" else Missed(returns=pair)
        yield "known: can be missed", fact.fact in ("shown out", "highest returned"), fact.fact
        noticed, without = (
            loss_by_missing(view, node.action, better, each, seed + 7 + number)
            for number, each in enumerate((Missed(), missed))
        )
        room = ERRORS * hypot(noticed.standard_error, without.standard_error)
        yield "known: matters", noticed.mean - without.mean > 0, f"{noticed.mean:.2f} and {without.mean:.2f}"
        less = abs((noticed.mean - without.mean) - (fact.loss.mean - fact.missed.mean))
        yield "known: by as much", less <= 2 * room + HAIR, f"{noticed.mean:.2f} and {without.mean:.2f} for {fact}"


def fact_holds(fact: KnownFactObject, deal: Deal, player: Seat, hands: Sequence[Hand]) -> bool:
    """A fact in one deal, whose hands at the moment are these; events by the record."""
    plays = [event for event in deal.events if isinstance(event, Play)]
    tricks = [plays[at : at + 3] for at in range(0, len(plays), 3)]
    seat = Seat.parse(fact.seat) if fact.seat is not None else player.next
    cards = [Card.parse(text) for text in fact.cards]
    outside = Hand.of(card for other in Seat if other is not player for card in hands[other])
    above = Hand.of(card for card in outside if cards and card.suit is cards[0].suit and card > cards[0])
    match fact.fact:
        case "shown out":
            failed = [
                number
                for number, trick in enumerate(tricks, 1)
                for play in trick[1:]
                if play.seat is seat and trick[0].card.suit.name == fact.suit != play.card.suit.name
            ]
            return bool(failed) and failed[0] == fact.number and not hands[seat].only(Suit[fact.suit or "S"])
        case "none left":
            return not hands[seat].only(Suit[fact.suit or "S"])
        case "given":
            gave = any(
                isinstance(e, Give) and e.seat is player and cards[0] in known_cards(e.cards[seat]) for e in deal.events
            )
            return gave and (cards[0] in hands[seat] or not fact.sure) and cards[0] not in deal.played
        case "returned":
            back = [e for e in deal.events if isinstance(e, Return) and (e.seat, e.to) == (player, seat)]
            gone = any(cards[0] in known_cards(event.cards) for event in back)
            return gone and (cards[0] in hands[seat] or not fact.sure) and cards[0] not in deal.played
        case "highest returned":
            back = [e for e in deal.events if isinstance(e, Return) and (e.seat, e.to) == (seat, player)]
            gone = any(cards[0] in known_cards(event.cards) for event in back)
            higher = [card for card in FULL_DECK.only(cards[0].suit) if card > cards[0]]
            return gone and not any(card in hands[seat] for card in higher)
        case "left outside":
            left = len(outside.only(Suit[fact.suit or "S"]))
            where = all(s.word in fact.seats for s in Seat if s is not player and hands[s].only(Suit[fact.suit or "S"]))
            return where and (left == fact.number if fact.sure else left <= (fact.number or 0))
        case "higher out":
            named = set(cards[1:])
            return cards[0] in deal.hand(player) and (set(above) == named if fact.sure else set(above) <= named)
        case "only with":
            return cards[0] in hands[seat]
        case "still needs":
            return deal.rules.contracts[seat] - deal.won[seat] == fact.number
    raise ValueError(fact.fact)


def better_action(node: DecisionNode, better: object) -> Action:
    """The better choice, from its JSON."""
    match better:
        case str() as text if text in Denomination.__members__:
            return Call(node.seat, Denomination[text])
        case str() as text:
            return Play(node.seat, Card.parse(text))
        case list() as cards:
            return Discard(node.seat, Hand.of(map(Card.parse, cards)))
        case dict() as gifts:
            return Give.of(node.seat, {Seat.parse(s): Hand.of(map(Card.parse, c)) for s, c in gifts.items()})
    raise ValueError(better)
