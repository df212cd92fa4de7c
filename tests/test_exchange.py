"""What is chosen before the play as fitted to playouts: by its slow twin, of what can be held, and that it wins."""

import json
from importlib.resources import files
from itertools import product
from os.path import commonprefix

import numpy as np
import pytest
from table import drawn_hands, sets

from benchmarks.fit_exchange import call_rows, discard_rows, fit_calls, fit_discards, fitted, gift_rows
from benchmarks.fit_gifts import fit_pair, of_pair
from ninefivetwo.cards import RANKS, SEAT_PAIRS, Hand, Seat, Suit, Trump
from ninefivetwo.game.rules import NAMED
from ninefivetwo.sets import lanes_of
from ninefivetwo.survey.hands import hands_dealt, low_cards, worlds_dealt
from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.work import Work
from ninefivetwo.think import heuristics as plain_rules
from ninefivetwo.think.models.exchange import call_worths, discards, modelled_calls, modelled_gifts
from ninefivetwo.think.playouts import games_of_hands, play_out, policy
from ninefivetwo.think.playouts.first_lead import CARD_SETS, DealsInProgress

WEIGHTS = json.loads(files("ninefivetwo.think.models").joinpath("exchange.json").read_text())
FREAKS = [
    "AKQJT98765432.AKQ.A.987",
    "AKQJT98765432.-.AKQJT98.-",
    "-.A.KQJT98765432.AKQJT98",
    "65432.65432.65432.65432",
    "AKQJT.AKQJT9.AKQJ2.AKQJ",
]


def survey_rows(kind, seed, number, **options):
    return ROW_KINDS[kind].rows(Work(kind, "wikipedia", seed, number, options=tuple(options.items())), None)


def dealers_tricks(kept, gone, others, trumps):
    """The dealer's tricks, a row a deal; others: the hands of left and right."""
    games = games_of_hands(np.column_stack([kept, others]), trumps, gone, NAMED["wikipedia"].rules)
    return play_out((policy("learned"),) * 3, games)[:, Seat.DEALER].astype(float)


def has(ranks, feature):
    """The value of a feature of a suit's cards, by its name."""
    number = feature.split()[0]
    if feature == "low ranks":
        return sum(RANKS.index(rank) + 1 for rank in ranks if rank in "23456789") / 10
    if feature == "cards beyond eight":
        return max(0, len(ranks) - 8)
    if feature == "4 cards or more":
        return len(ranks) >= 4
    if feature.endswith("cards"):
        return len(ranks) == int(number) or (number == "8" and len(ranks) > 8)
    if " of " in feature:
        return number in ranks and min(len(ranks), 5) == int(feature[-1])
    return set(feature) <= set(ranks)


def worth(weights, ranks):
    return sum(weight * has(ranks, feature) for feature, weight in weights.items())


def hand_worth(hand, trump, weights):
    suits = [hand.suit(suit) for suit in Suit]
    long = [(len(s) + ("A" in s) + ("K" in s), [RANKS.index(rank) for rank in s]) for s in suits]
    main = long.index(max(long)) if trump is Trump.NO_TRUMP else int(trump)
    beside = [s for i, s in enumerate(suits) if i != main]
    found = worth(weights["main"], suits[main]) + sum(worth(weights["side"], s) for s in beside)
    return found + (len(suits[main]) - 6) * sum(worth(weights["by_length"], s) for s in beside)


def high_cards(hand):
    """The cards from the aces down, without a gap."""
    return sum(len(commonprefix([hand.suit(suit), "AKQJT98765432"])) for suit in Suit)  # noqa: RUF071 - of characters


def lowest_of_suits(hand):
    """Every discard of four lowest cards of their suits."""
    for way in product(range(5), repeat=4):
        if sum(way) == 4 and all(n <= len(hand.only(suit)) for n, suit in zip(way, Suit, strict=True)):
            yield Hand.of(card for n, suit in zip(way, Suit, strict=True) for card in sorted(hand.only(suit))[:n])


@pytest.mark.parametrize("kind", ["trumps", "no-trump", "trumps, the kitty to come"])
def test_what_is_discarded_leaves_the_most(kind, count):
    """Of all discards of lowest cards, added up from the weights by their names; of high cards the fewest first."""
    number = 16 if "to come" in kind else 20
    hands = drawn_hands(count(25, 1000), number) + [Hand.parse(freak) for freak in FREAKS if number == 20]
    for trump in [Trump.NO_TRUMP] if kind == "no-trump" else [Trump.SPADES, Trump.DIAMONDS]:
        for hand, found in zip(hands, discards(sets(hands), 4, trump), strict=True):
            kept = {gone: hand - gone for gone in lowest_of_suits(hand)}
            high = max(map(high_cards, kept.values()))
            worths = {
                gone: hand_worth(rest, trump, WEIGHTS["discards"][kind])
                for gone, rest in kept.items()
                if high_cards(rest) == high
            }
            assert worths[Hand(int(found))] == pytest.approx(max(worths.values()))


KNOWN = [("calls", 16), ("calls, the kitty seen", 16), ("calls, the kitty seen", 20)]


@pytest.mark.parametrize(("choice", "cards"), KNOWN)
def test_what_is_called_is_worth_most(choice, cards):
    """Added up from the weights by their names, after the discard if all twenty cards are seen."""
    hands, seen = drawn_hands(40, cards), "seen" in choice
    for trump in Trump:
        gone = [Hand(int(g)) for g in discards(sets(hands), cards - 16, trump)]
        weights = WEIGHTS[choice]["no-trump" if trump is Trump.NO_TRUMP else "trumps"]
        expected = [hand_worth(hand - g, trump, weights) for hand, g in zip(hands, gone, strict=True)]
        assert call_worths(sets(hands), trump, seen) == pytest.approx(np.add(expected, weights["level"]))
    for allowed in (list(Trump), [Trump.HEARTS, Trump.CLUBS]):
        worths = [call_worths(sets(hands), trump, seen) for trump in allowed]
        found = modelled_calls(sets(hands), allowed, seen)
        assert found.tolist() == [int(allowed[i]) for i in np.argmax(worths, axis=0)]


def test_no_trump_is_called_with_four_strong_suits_of_four():
    """Most hands in which it is called have this shape, and none has a long suit.  Played out, it wins more there than
    the best suit; in those of this shape in which it is not called it wins less.
    """
    hands, worlds = hands_dealt(rng := np.random.default_rng(5), 60_000, 16), 12
    longest = np.bitwise_count(lanes_of(hands)).max(axis=0)
    notrump = modelled_calls(hands, Trump, False) == Trump.NO_TRUMP
    assert 0.004 < notrump.mean() < 0.016 and longest[notrump].max() <= 5 and (longest[notrump] == 4).mean() > 0.7

    def gains(hands):
        dealt = worlds_dealt(rng, hands, worlds, (4, 16, 16)).reshape(-1, 3)
        held = np.repeat(hands, worlds) | dealt[:, 0]

        def tricks(calls):
            calls, gone = np.repeat(calls, worlds), np.zeros_like(held)
            for trump in Trump:
                gone[calls == trump] = discards(held[calls == trump], 4, trump)
            return dealers_tricks(held & ~gone, gone, dealt[:, 1:], calls).reshape(-1, worlds).mean(axis=1)

        suits = modelled_calls(hands, [Trump(suit) for suit in Suit], False)
        found = tricks(np.full(len(hands), int(Trump.NO_TRUMP))) - tricks(suits)
        return found.mean(), found.std(ddof=1) / len(found) ** 0.5

    called, error = gains(hands[notrump])
    assert called > 0.1 and called > 3 * error
    other, error = gains(hands[(longest == 4) & ~notrump])
    assert other < -0.3 and other < -3 * error


def test_calls_to_be_played_out_may_be_those_that_are_close():
    for close, least in ("two", 0.3), ("no-trump", 0.8):
        rows = call_rows(survey_rows("hand_calls", 3, 10, worlds="2", kitty="seen", close=close))
        worths = np.array([call_worths(rows.hands, trump, True) for trump in Trump])
        second = worths[Trump.NO_TRUMP] if close == "no-trump" else np.sort(worths, axis=0)[-2]
        assert len(rows.hands) == 10 and rows.values.shape == (10, 5)
        assert (worths.max(axis=0) - second < least).all()
    weights, gains = fit_calls(rows)
    assert weights["trumps"].keys() == WEIGHTS["calls"]["trumps"].keys() and len(gains) == 10


def test_each_hand_is_chosen_for_alone():
    """However many there are, of whatever length, and if there are none."""
    hands = hands_dealt(np.random.default_rng(1), 2500, 20)
    found = discards(hands, 4, Trump.NO_TRUMP)
    assert (found[999:1001] == discards(hands[999:1001], 4, Trump.NO_TRUMP)).all() and found.shape == (2500,)
    given = modelled_gifts(hands, Seat.LEFT, (1, 0, 1))
    assert (given[1999:2001] == modelled_gifts(hands[1999:2001], Seat.LEFT, (1, 0, 1))).all() and given.shape == (
        2500,
        3,
    )
    assert discards(hands[:0], 4, Trump.SPADES).shape == (0,) and modelled_gifts(
        hands[:0], Seat.LEFT, (1, 0, 0)
    ).shape == (0, 3)
    hands = np.concatenate([hands_dealt(np.random.default_rng(2), 20, number) for number in (13, 16, 18, 21, 20)])
    for seen in (False, True):
        alone = [modelled_calls(hands[i : i + 1], Trump, seen)[0] for i in range(len(hands))]
        assert modelled_calls(hands, Trump, seen).tolist() == alone
    alone = [discards(hands[i : i + 1], 4, Trump.HEARTS)[0] for i in range(len(hands))]
    assert discards(hands, 4, Trump.HEARTS).tolist() == alone


@pytest.mark.parametrize("trump", Trump)
def test_of_renamed_suits_the_renamed_cards_are_discarded(trump):
    """A hand whose suits are renamed, the trumps with them, discards the renamed cards."""
    order = [1, 2, 3, 0]
    renamed = Trump(order[trump]) if trump is not Trump.NO_TRUMP else trump

    def turned(hands):
        return sum(((hands >> np.uint64(16 * s)) & np.uint64(0x1FFF)) << np.uint64(16 * order[s]) for s in Suit)

    hands = sets(drawn_hands(200, 20))
    found, other = discards(hands, 4, trump), discards(turned(hands), 4, renamed)
    assert (turned(found) == other).mean() > 0.95  # of two that are worth the same either may be first


@pytest.mark.parametrize(("trump", "number", "least"), [("S", 16, 0.04), ("S", 20, 0.06), ("N", 20, 0.3)])
def test_the_fitted_discard_wins_more_than_the_plain_rules_discard(trump, number, least):
    """Hands of their own, played out by the policy it was fitted to; by three standard errors at least."""
    rng, trump, worlds = np.random.default_rng(4711), Trump.parse(trump), 16
    hands = hands_dealt(rng, 400, number)
    dealt = worlds_dealt(rng, hands, worlds, (20 - number, 16, 16)).reshape(-1, 3)

    def tricks(choose):
        gone = np.repeat(choose(hands, 4, trump), worlds)
        kept = np.repeat(hands, worlds) & ~gone | dealt[:, 0]
        return dealers_tricks(kept, gone, dealt[:, 1:], np.full(len(gone), int(trump))).reshape(-1, worlds).mean(axis=1)

    def plain(hands, number, trump):
        return sets([plain_rules.discard(Hand(cards), number, trump) for cards in hands.tolist()])

    gains = tricks(discards) - tricks(plain)
    assert gains.mean() > least
    assert gains.mean() > 3 * gains.std(ddof=1) / len(gains) ** 0.5


def test_worlds_are_dealt_from_the_cards_not_seen():
    rng = np.random.default_rng(1)
    hands = hands_dealt(rng, 30, 16)
    dealt = worlds_dealt(rng, hands, 5, (4, 16, 16))
    assert (np.bitwise_count(dealt) == [4, 16, 16]).all() and (np.bitwise_count(hands) == 16).all()
    together = np.concatenate([dealt, np.repeat(hands[:, None, None], 5, axis=1)], axis=2)
    assert (np.bitwise_or.reduce(together, axis=2) == np.bitwise_or.reduce(CARD_SETS)).all()
    assert len(np.unique(dealt[:, :, 1])) == 150


def test_every_discard_of_lowest_cards_is_played_out():
    hands = drawn_hands(20, 20)
    for hand, found in zip(hands, low_cards(sets(hands), 4), strict=True):
        assert sorted(found[found > 0].tolist()) == sorted(gone.cards for gone in lowest_of_suits(hand))
    rows = discard_rows(survey_rows("hand_discards", 2, 6, worlds="2"))
    assert (np.isnan(rows.values) == (rows.discards == 0)).all() and (np.bitwise_count(rows.hands) == 20).all()
    assert (np.nanmax(rows.values, axis=1) > np.nanmin(rows.values, axis=1)).all()


def test_a_fit_finds_what_decides():
    """Worths within hands are found again though each hand has a level of its own; and so is a discard that gains."""
    rng = np.random.default_rng(3)
    hand = np.repeat(np.arange(200), rng.integers(2, 9, 200))
    columns, true = rng.normal(size=(len(hand), 3)), np.array([0.1, -0.2, 0.05])
    levels = rng.normal(size=200)[hand] * 5
    assert fitted(columns, columns @ true + levels, hand) == pytest.approx(true, rel=0.1)
    weights, gains = fit_discards(discard_rows(survey_rows("hand_discards", 3, 40, worlds="2", after="no-trump")))
    assert {name: list(of) for name, of in weights.items()} == {
        name: list(of) for name, of in WEIGHTS["discards"]["no-trump"].items()
    }
    assert len(gains) == 40


def gift_worth(hand, gift, weights):
    """Added up from the weights by their names."""
    found = 0.0
    for suit in Suit:
        for i in range(len(gift.only(suit))):
            found += worth(weights[("first", "second", "further")[min(i, 2)]], hand.suit(suit))
    return found


@pytest.mark.parametrize(("giver", "owed"), [("dealer", (0, 1, 0)), ("left", (3, 0, 0)), ("right", (0, 4, 0))])
def test_what_is_given_brings_most(giver, owed):
    """Of all gifts of lowest cards to one receiver."""
    hands, receiver, number = drawn_hands(30, 16), Seat(int(np.argmax(owed))), sum(owed)
    found = modelled_gifts(sets(hands), Seat.parse(giver), owed)
    for hand, gift in zip(hands, found, strict=True):
        weights = WEIGHTS["gifts"][f"{giver} to {receiver.word}"]
        worths = {
            cards: gift_worth(hand, Hand(int(cards)), weights)
            for cards in low_cards(sets([hand]), number)[0].tolist()
            if cards
        }
        assert worths[int(gift[receiver])] == pytest.approx(max(worths.values()))
        assert [len(Hand(int(cards))) for cards in gift] == list(owed)


@pytest.mark.parametrize("owed", [(0, 2, 1), (0, 7, 3), (0, 1, 0)])
def test_of_two_receivers_the_first_has_the_first_choice(owed):
    """Both get lowest cards of the same hand, no card twice; what the first gets is what he would get alone."""
    hands = sets([*drawn_hands(50, 16), Hand.parse("AKQJT98765432.AKQ.-.-")])
    found = modelled_gifts(hands, Seat.DEALER, owed)
    together = np.bitwise_or.reduce(found, axis=1)
    assert (np.bitwise_count(found) == owed).all() and (np.bitwise_count(together) == sum(owed)).all()
    assert (together & ~hands == 0).all()
    assert (found[:, Seat.LEFT] == modelled_gifts(hands, Seat.DEALER, (0, owed[1], 0))[:, Seat.LEFT]).all()
    assert (low_cards(hands, sum(owed)) == together[:, None]).any(axis=1).all()


def test_a_dealer_who_gives_wins_more_by_the_fitted_gift():
    """Hands of their own, completed and played out by the policy it was fitted to."""
    rng, worlds = np.random.default_rng(9), 8
    held = hands_dealt(rng, 400, 16)
    dealt = worlds_dealt(rng, held, worlds, (4, 16, 16)).reshape(-1, 3)

    def tricks(gifts):
        table = np.column_stack([np.repeat(held, worlds), dealt[:, 1:]])
        deals = DealsInProgress(NAMED["wikipedia"].rules, np.column_stack([table, dealt[:, 0]]))
        given = np.repeat(gifts, worlds)
        deals.hand_over(Seat.DEALER, Seat.RIGHT, given)
        deals.give_back(Seat.RIGHT, Seat.DEALER, given)
        assert (np.bitwise_count(deals.hands) == 16).all()
        won = play_out((policy("learned"),) * 3, deals.games_called())[:, Seat.DEALER]
        return won.reshape(-1, worlds).mean(axis=1)

    gains = tricks(modelled_gifts(held, Seat.DEALER, (0, 0, 1))[:, Seat.RIGHT]) - tricks(plain_rules.gives(held, 1))
    assert gains.mean() > 0.05 and gains.mean() > 3 * gains.std(ddof=1) / len(gains) ** 0.5


def test_gifts_are_played_out_and_fitted():
    rows = gift_rows(survey_rows("hand_gifts", 5, 6, worlds="2", cards="2"))
    assert rows.hands.shape == (36,) and set(zip(rows.givers, rows.receivers, strict=True)) == set(SEAT_PAIRS)
    assert (np.isnan(rows.values) == (rows.gifts == 0)).all()
    weights, gains = fit_pair([of_pair(rows, Seat.LEFT, Seat.RIGHT)])
    known = WEIGHTS["gifts"]["left to right"]
    assert {name: list(of) for name, of in weights.items()} == {name: list(of) for name, of in known.items()}
    assert [len(each) for each in gains] == [6]
