"""Matches and deals played by random actions or by the plain rules, and deals laid out by hand."""

from functools import cache
from random import Random

import numpy as np

from ninefivetwo.cards import FULL_DECK, Hand, Seat, by_seat, parse_cards, shuffled
from ninefivetwo.game import Deal, Play, UndealtMatch
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import Layout, random_deals
from ninefivetwo.think.heuristics import heuristic_action

WIKIPEDIA = parse_rules("wikipedia")
LONG = 5000  # deals: no match of random actions has been seen to last so long


def sets(hands):
    """Hands for arrays."""
    return np.array([hand.cards for hand in hands], dtype=np.uint64)


def random_match(rules, seed, deals=LONG, act=None):
    """Every state of a match, from its beginning to its end (or to so many deals).

    act: what is done in a match; None for random actions.
    """
    random, cards = Random(seed), random_deals(seed)
    match = UndealtMatch(rules, ("Ann", "Bob", "Cy"))
    while True:
        yield match
        if isinstance(match, UndealtMatch):
            match = match.dealt(next(cards))
        elif not match.deal.over:
            match = match.after(act(match) if act else match.deal.turn.draw(random))
        elif match.over or match.number == deals:
            return
        else:
            match = match.following()


def dealt_matches(rules, seed, deals=LONG, act=None):
    """The states of a match in which cards are dealt."""
    return (match for match in random_match(rules, seed, deals, act) if not isinstance(match, UndealtMatch))


def finished_deals(rules, seed, deals=LONG):
    """The deals of a random match, played out."""
    return [match.deal for match in dealt_matches(rules, seed, deals) if match.deal.over]


def sure(solver, deal):
    """Each seat's guarantee in a deal, during or after the play."""
    if deal.over or deal.position is None:
        return deal.won
    guarantees = solver.guarantees(deal.position, deal.called)
    return by_seat(guarantees[seat] + deal.won[seat] for seat in Seat)


def plain(match):
    """What the plain rules do."""
    return heuristic_action(match.deal.seen_by(match.deal.turn.seat))


def by_rules(deal, until=lambda deal: deal.over):
    """The deal after what the plain rules do, to where something holds, or to its end."""
    while not until(deal):
        deal = deal.after(heuristic_action(deal.seen_by(deal.due_turn.seat)))
    return deal


def played(seed, tricks, rules="wikipedia", previous_results=None):
    """A deal played by the plain rules to so many tricks."""
    deal = Deal.start(parse_rules(rules), next(random_deals(seed)), previous_results)
    return by_rules(deal, lambda deal: sum(deal.won) >= tricks and deal.turn.kind is Play)


@cache
def played_to(seed, cards, seat, rules="wikipedia", previous_results=None):
    """The same to where a seat that holds at most so many cards has several to choose from."""
    deal = played(seed, 0, rules, previous_results)
    return by_rules(deal, lambda d: d.turn.seat is seat and len(d.hands[seat]) <= cards and d.turn.count() > 2)


def played_out(deal, seed=1):
    """The deal after random actions to its end."""
    random = Random(seed)
    while not deal.over:
        deal = deal.after(deal.turn.draw(random))
    return deal


def drawn_hands(number, size):
    """So many hands of so many cards, drawn at random."""
    random = Random(952)
    return [Hand.of(shuffled(FULL_DECK, random)[:size]) for _ in range(number)]


def cards(text):
    return Hand.of(parse_cards(text))


def laid_out(rules, previous_results=None, *, seed=1, dealer="", left="", right="", kitty=""):
    """A deal in which these places hold at least these cards, the others dealt at random."""
    held = [cards(text) for text in (dealer, left, right, kitty)]
    rest = shuffled(FULL_DECK - Hand.of(card for hand in held for card in hand), Random(seed))
    for i, size in enumerate((16, 16, 16, 4)):
        more = size - len(held[i])
        held[i] |= Hand.of(rest[:more])
        del rest[:more]
    return Deal.start(rules, Layout(*held), previous_results)


def acting(deal, kind):
    """The deal after random actions up to the first turn of this kind."""
    random = Random(1)
    while deal.turn is not None and deal.turn.kind is not kind:
        deal = deal.after(deal.turn.draw(random))
    return deal


def others(seat):
    return [other for other in Seat if other is not seat]
