"""Makes the corpora anew: `python benchmarks/make_corpora.py`.  Seeded, so it makes the same ones.

Answers of the endings are DDS's; those of the full deals are the engine's own, made with a larger table and
without later tricks and suggested leads, so not by quite the search that is later timed on them.
"""

from __future__ import annotations

import argparse
from functools import cache
from itertools import islice
from random import Random

from judge import ghost_ending, guarantee
from positions import freak_hands

from benchmarks.corpus import DISCARDS, HERE, NAMES, TAIL, Question
from ninefivetwo import Card, Denomination, Hand, Layout, Seat, Suit
from ninefivetwo.dealing import random_deals
from ninefivetwo.solve.discard import discard_classes
from ninefivetwo_solver.engine import ALL_SWITCHES, SWITCHES, Engine

SEED = 952
SIZE = 200


@cache
def another_engine() -> Engine:
    """Not quite the search that is later timed."""
    return Engine(256 << 20, ALL_SWITCHES & ~SWITCHES["shape_lead"] & ~SWITCHES["later_tricks"])


def solved(layout: Layout, trump: Denomination, lead: Seat, seat: Seat) -> Question:
    another_engine().clear()
    asked = Question(layout, trump, lead, seat, 0).asked()
    return Question(layout, trump, lead, seat, another_engine().guarantee(*asked))


def random16(size: int = SIZE):
    """Random deals, the denominations and seats in turn."""
    for i, layout in enumerate(islice(random_deals(SEED), size)):
        yield solved(layout, Denomination(i % 5), Seat.LEFT, Seat(i % 3))


def random1000():
    """The same, and 800 more."""
    yield from random16(1000)


def notrump16():
    for i, layout in enumerate(islice(random_deals(SEED + 1), SIZE)):
        yield solved(layout, Denomination.N, Seat.LEFT, Seat(i % 3))


def discarded_by_rule(layout: Layout) -> tuple[Denomination, Layout]:
    """The dealer calls his longest suit (then the highest), takes the kitty, discards the lowest cards of his shortest
    side suits."""
    trump = max(Suit, key=lambda suit: (len(layout.dealer.only(suit)), layout.dealer.only(suit).cards >> 16 * suit))
    twenty = layout.dealer | layout.out
    sides = sorted((card for card in twenty if card.suit != trump), key=lambda c: (len(twenty.only(c.suit)), c.rank))
    discarded = Hand.of((sides + list(twenty.only(trump))[::-1])[:4])
    return Denomination(trump), Layout(twenty - discarded, layout.left, layout.right, discarded)


def dealer16():
    """Dealer deals, his own question."""
    for layout in islice(random_deals(SEED + 2), SIZE):
        trump, after = discarded_by_rule(layout)
        yield solved(after, trump, Seat.LEFT, Seat.DEALER)


def discards20():
    """Dealer deals before the discard: the dealer's twenty cards, his longest suit trump; the answer is what the best
    discard guarantees."""
    engine = another_engine()
    for deal in islice(random_deals(SEED + 4), SIZE):
        trump, _ = discarded_by_rule(deal)
        layout = Layout(deal.dealer | deal.out, deal.left, deal.right)
        yield Question(layout, trump, Seat.LEFT, Seat.DEALER, best_of_discards(engine, layout, trump))


def best_of_discards(engine: Engine, layout: Layout, trump: Denomination) -> int:
    """The most that any discard of four guarantees the dealer: the discards of one class after the other, each asked
    whether it beats the best so far."""
    best = -1
    engine.clear()
    for discard in discard_classes(layout.dealer, layout.left | layout.right, 4, trump):
        hands = [(layout.dealer - discard).cards, layout.left.cards, layout.right.cards]
        while best < 16 and engine.reaches(hands, 1, int(trump), (), 0, best + 1):
            best += 1
    return best


def freak16():
    """Each hand full of a suit of its own, or nearly."""
    random = Random(SEED + 3)
    for i in range(SIZE):
        hands = freak_hands(random, 16, "own suits")
        layout = Layout(*(Hand.of(Card(Suit(s), r) for s, r in hand) for hand in hands))
        yield solved(layout, Denomination(i % 5), Seat.LEFT, Seat(i // 5 % 3))


def endings(tricks: int):
    random = Random(SEED + tricks)
    for i in range(SIZE):
        state, ghost = ghost_ending(random, tricks)
        hands = [Hand.of(Card(Suit(s), r) for s, r in hand) for hand in (*state.hands, ghost)]
        trump = Denomination.N if state.trump is None else Denomination(state.trump)
        yield Question(Layout(*hands), trump, Seat(state.leader), Seat(i % 3), guarantee(state, ghost, i % 3))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("names", nargs="*", default=[*NAMES, TAIL, DISCARDS], metavar="NAME")
    for name in parser.parse_args().names:
        made = endings(int(name[3:])) if name.startswith("end") else globals()[name]()
        lines = [f"% {name}: see ../make_corpora.py", *map(str, made)]
        (HERE / "corpora" / f"{name}.txt").write_text("\n".join(lines) + "\n")
        print(name, len(lines) - 1, "questions")


if __name__ == "__main__":
    main()
