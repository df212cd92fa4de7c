"""The rules, cell by cell: for every rule set, what its source says, seen in the play.

Sources: [000] and [001] two copies of Wikipedia's article, [002] the Catalan sheet and its variant, [003] the page
"Nine Five Two", [004] the article "9-2-5", [sm] pagat.com's Sergeant Major, [bga] the help page of Board Game Arena.
"""

from dataclasses import replace
from random import Random

import pytest
from table import acting, cards, laid_out, played_out

from ninefivetwo.cards import Hand, Seat, Suit, Trump
from ninefivetwo.errors import GameError
from ninefivetwo.game import Call, Discard, Give, Look, Match, Peek, Play, Return, Show, Take, UndealtMatch
from ninefivetwo.game.rules import NAMED, parse_rules

D, L, R = Seat
SOURCES = {
    "wikipedia": "000",
    "wikipedia-13": "001",
    "catalan": "002",
    "catalan-20": "002",
    "catalan-plus-minus": "002",
    "nine-five-two": "003",
    "nine-two-five": "004",
    "sergeant-major": "sm",
    "bga": "bga",
}
DEALER_DOWN = (-2, 1, 1)  # possible under every rule set
LEFT_DOWN = (1, -2, 1)
TWO_DOWN = (2, -1, -1)


def cells(expected):
    """One test for each rule set: its name, the source in the test's name, and what it says."""
    assert set(expected) == set(SOURCES)
    values = [pytest.param(NAMED[name].rules, value, id=f"{name}-{SOURCES[name]}") for name, value in expected.items()]
    return pytest.mark.parametrize(("rules", "said"), values)


def every(value, **but):
    return {name: but.get(name.replace("-", "_"), value) for name in SOURCES}


NINE_TWO_FIVE = {"catalan_plus_minus": (9, 2, 5), "nine_two_five": (9, 2, 5)}


@cells(every((9, 5, 2), **NINE_TWO_FIVE, sergeant_major=(8, 5, 3)))
def test_scores_are_the_tricks_over_the_contracts(rules, said):
    """A deal's scores are the tricks won over the contracts, and sum to 0."""
    deal = played_out(laid_out(rules))
    assert deal.scores == tuple(won - contract for won, contract in zip(deal.won, said, strict=True))
    assert sum(deal.scores) == 0


@pytest.mark.parametrize(
    "text", [f"{rules} contracts={c}" for rules, c in (("925", "8-3-5"), ("925", "9-3-4"), ("bga", "8-5-3"))]
)
def test_other_contracts_of_004_and_bga_are_scored_alike(text):
    deal = played_out(laid_out(parse_rules(text)))
    assert "-".join(str(won - score) for won, score in zip(deal.won, deal.scores, strict=True)) == text[-5:]


NO_NOTRUMP = {"catalan": False, "catalan_20": False, "catalan_plus_minus": False, "sergeant_major": False, "bga": False}


@cells(every(True, **NO_NOTRUMP))
def test_no_trump_is_called_where_the_source_allows_it(rules, said):
    turn = acting(laid_out(rules), Call).turn
    assert (Call(D, Trump.NO_TRUMP) in turn.actions()) == said
    assert (turn.error(Call(D, Trump.NO_TRUMP)) is None) == said
    assert turn.count() == 4 + said


@cells(every(L, nine_two_five=D))
def test_the_first_lead_is_whose_the_source_says(rules, said):
    assert acting(laid_out(rules), Play).turn.seat is said


USUAL = [Call, Take, Discard, Play]


@cells(every(USUAL, catalan_plus_minus=[Take, Discard, Call, Play], sergeant_major=[Call, Discard, Take, Play]))
def test_the_first_deal_has_its_order_of_events(rules, said):
    assert kinds(played_out(laid_out(rules))) == said


@cells(
    every(
        [Give, Return, *USUAL],
        catalan=[Give, Return, Call, Take, Show, Discard, Play],
        catalan_20=[Give, Return, Call, Take, Show, Discard, Play],
        catalan_plus_minus=[Take, Discard, Give, Call, Return, Play],
        nine_five_two=[Give, Return, Call, Take, Show, Discard, Play],
        nine_two_five=[Call, Give, Return, Take, Discard, Play],
        sergeant_major=[Give, Return, Call, Discard, Take, Play],
    )
)
def test_later_deals_have_their_order_of_events(rules, said):
    """[002] has this order in a table of its own; [004] as a numbered list."""
    assert kinds(generous(laid_out(rules, (-1, 1, 0)))) == said


def kinds(deal):
    """The kinds of events of a deal, a run of plays once."""
    found = [type(event) for event in deal.events]
    return [kind for i, kind in enumerate(found) if i == 0 or kind is not found[i - 1]]


def generous(deal):
    """The deal played out by players who give all that they may."""
    random = Random(1)
    while not deal.over:
        action = deal.turn.draw(random)
        while isinstance(action, Give) and tuple(map(len, action.cards)) != deal.turn.owed:
            action = deal.turn.draw(random)
        deal = deal.after(action)
    return deal


@cells(every("must", nine_five_two="may", bga="may"))
def test_gifts_are_a_duty_or_a_right(rules, said):
    """One card for each trick over: [000], [001], [002] and [004] as a duty, [003] and [bga] as a right."""
    turn = acting(laid_out(rules, (2, 0, -2)), Give).turn
    held = list(turn.held)
    for number in range(4):
        gift = Give.of(D, {R: turn.held & cards(" ".join(map(str, held[:number])))})
        assert (turn.error(gift) is None) == (number == 2 or (said == "may" and number < 2))


@cells(every([(0, L), (1, D)], nine_five_two=[(0, D), (1, L)]))
def test_the_higher_contract_or_who_was_up_more_gives_first(rules, said):
    """The dealer was up 2 and has five, left was up 1 and has nine."""
    deal = acting(laid_out(rules.changed("contracts=5-9-2"), (2, 1, -3)), Give)
    first = deal.turn.seat
    second = acting(generous_step(deal), Give).turn.seat
    assert [(0, first), (1, second)] == said


def generous_step(deal):
    return deal.after(next(a for a in deal.turn.actions() if tuple(map(len, a.cards)) == deal.turn.owed))


@pytest.mark.parametrize("text", ["nine-five-two", "925 contracts=8-4-4"])
def test_of_two_up_as_much_the_contract_then_the_seat_decides(text):
    assert acting(laid_out(parse_rules(text), DEALER_DOWN), Give).turn.seat is L


@cells(every("complete", catalan_plus_minus="gives first"))
def test_one_exchange_is_complete_before_the_other(rules, said):
    """All but the variant of [002], in which the call stands between all giving and all returning."""
    deal = generous(laid_out(rules, LEFT_DOWN))
    found = [type(event) for event in deal.events if isinstance(event, (Give, Return))]
    assert found == ([Give, Return] * 2 if said == "complete" else [Give, Give, Return, Return])


@cells(every("together"))
def test_a_giver_to_two_hands_out_all_cards_first(rules, said):
    """[000], [001] and [004] say so: the giver hands out all cards before he sees any come back."""
    deal = acting(laid_out(rules, TWO_DOWN), Give)
    assert deal.turn.owed == (0, 1, 1)
    gives = [e for e in generous_step(deal).events if isinstance(e, Give)]
    assert [len(hand) for hand in gives[0].cards] == [0, 1, 1]
    assert Give.of(D, {L: cards(str(next(iter(deal.turn.held))))}) not in deal.turn.actions() or not rules.must_give


@cells(every("highest"))
def test_the_highest_cards_of_the_suit_are_returned(rules, said):
    """The highest of the suit; several of a suit call for as many; what was given may itself go back."""
    deal = laid_out(rules, (-2, 2, 0), dealer="CQ C4 C2 HA", left="C3 CJ H2 SK", right="CA CK", kitty="C5 C6 C7 C8")
    for gift, back in [("C3 H2", "CQ HA"), ("C3 CJ", "CQ CJ")]:
        after = generous_with(deal, {D: cards(gift)})
        assert next(e.cards for e in after.events if isinstance(e, Return)) == cards(back)
    held = laid_out(rules, (-1, 1, 0), dealer="S2", left="SA", right="")
    assert next(e.cards for e in generous_with(held, {D: cards("SA")}).events if isinstance(e, Return)) == cards("SA")


def generous_with(deal, gifts):
    """The deal after these gifts, and whatever else up to the play."""
    random = Random(2)
    while deal.turn.kind is not Play:
        if deal.turn.kind is Give:
            deal = deal.after(Give.of(deal.turn.seat, gifts))
        elif deal.turn.kind is Discard:  # nothing that the exchange is about
            spare = deal.turn.held.only(Suit.SPADES) | deal.turn.held.only(Suit.DIAMONDS)
            deal = deal.after(Discard(D, Hand.of(list(spare)[:4])))
        else:
            deal = deal.after(deal.turn.draw(random))
    return deal


OFF = ""


@cells(every(OFF, catalan="CK", catalan_20="CK", nine_five_two="C8 CT CK"))
def test_kitty_cards_above_the_exchanged_one_are_shown(rules, said):
    """[002] higher than the card handed over, [003] than the one received, both privately; [000], [001] if agreed."""
    showing_the_kitty(rules, said)
    if rules.name.startswith("wikipedia"):
        showing_the_kitty(rules.changed("kitty_show=returned"), "CK")


def showing_the_kitty(rules, said):
    deal = laid_out(rules, (-1, 1, 0), dealer="CJ C2 C4 C5", left="C6 CA", kitty="CK CT C8 H2", right="C3 C7 C9 CQ")
    deal = generous_with(deal, {D: cards("C6")}) if rules.name != "catalan-plus-minus" else generous(deal)
    shown = [(event.to, event.cards) for event in deal.events if isinstance(event, Show)]
    assert shown == ([(L, cards(said))] if said else [])


@pytest.mark.parametrize(("discarded", "back", "seen"), [("CK", "CJ", "CK"), ("C8", "CK", "")])
def test_of_a_kitty_that_came_first_only_a_discard_is_shown(discarded, back, seen):
    """In the variant of [002], if it is agreed: of the kitty only a card that the dealer has discarded can be higher
    than the one handed back, and it is shown after the return.
    """
    rules = parse_rules("catalan-plus-minus kitty_show=returned")
    deal = laid_out(rules, (-1, 1, 0), dealer="CJ C2 C4 C5", left="C6 CA", kitty="CK CT C8 H2", right="C3 C7 C9 CQ")
    deal = deal.after(Discard(D, cards(f"{discarded} C2 C4 C5")))
    deal = deal.after(Give.of(L, {D: cards("C6")})).after(Call(D, Trump.HEARTS))
    assert deal.events[-2:] == (Return(D, L, cards(back)), Show(D, L, cards(seen)))
    for seat in Seat:
        assert deal.seen_by(seat).events[-1].cards == (Show(D, L, cards(seen)).seen_by(seat).cards)


@cells(every("no", catalan_plus_minus="always"))
def test_nobody_looks_at_the_kitty_before_the_call_by_default(rules, said):
    """Nobody does; in the variant of [002] the kitty comes first."""
    deal = acting(laid_out(rules, (-1, 1, 0) if rules.contracts[1] == 2 else (-4, 4, 0)), Call)
    assert (len(deal.hands[D]) == 16 and not deal.discarded) == (said == "no")


@pytest.mark.parametrize("name", ["wikipedia", "wikipedia-13"])
@pytest.mark.parametrize(("won", "right"), [(0, True), (1, True), (2, False), (5, False)])
def test_by_an_option_of_000_and_001_a_dealer_far_down_may_look(name, won, right):
    """A dealer who made 0 or 1 tricks, when he was required to make 5, may look before he calls."""
    rules = parse_rules(f"{name} kitty_peek=yes")
    deal = laid_out(rules, (won - 5, 5 - won, 0))
    while deal.turn.kind is Give:
        deal = deal.after(deal.turn.draw(Random(1)))
    assert (deal.turn.kind is Look) == right
    if right:
        looked = deal.after(Look(D, True))
        assert looked.events[-1] == Peek(D, looked.kitty)
        assert looked.seen_by(D).kitty == looked.kitty
        assert len(looked.seen_by(L).kitty) == 4 and looked.seen_by(L).kitty != looked.kitty
        assert looked.turn.kind is deal.after(Look(D, False)).turn.kind is Call
    assert laid_out(rules).turn.kind is Call  # never in a first deal


def after_deal(rules, score, won, number=5):
    """A match whose deal has just been played, with the score before it and the tricks won in it."""
    deal = replace(played_out(laid_out(rules)), won=won)
    return Match(rules, score=score, number=number, deal=deal)


TWENTY = [((18, -9, -9), (11, 4, 1), (D,)), ((17, -9, -8), (11, 4, 1), ())]
TEN = [((8, -4, -4), (11, 4, 1), (D,)), ((7, -4, -3), (11, 4, 1), ())]
FIFTEEN = [((13, -6, -7), (11, 2, 3), (D,)), ((12, -6, -6), (11, 2, 3), ())]
ENDS = {
    "wikipedia": TWENTY,
    "wikipedia-13": [((11, -6, -5), (11, 4, 1), (D,)), ((10, -5, -5), (11, 4, 1), ())],
    "catalan": TEN,
    "catalan-20": TWENTY,
    "catalan-plus-minus": [*FIFTEEN, ((7, -13, 6), (9, 0, 7), (L,))],
    "nine-five-two": TEN,
    "nine-two-five": [*FIFTEEN, ((7, -13, 6), (9, 0, 7), (R,))],
    "sergeant-major": [
        ((0, 0, 0), (12, 2, 2), (D,)),
        ((90, -45, -45), (3, 12, 1), (L,)),
        ((90, -60, -30), (11, 4, 1), ()),
    ],
    "bga": [],
}


@cells(ENDS)
def test_a_match_ends_where_its_source_says(rules, said):
    for score, won, winners in said:
        match = after_deal(rules, score, won)
        assert match.winners() == winners
        assert match.over == bool(winners)
    if rules.deals:
        assert after_deal(rules, (0, 0, 0), (10, 5, 1), rules.deals).winners() == (D,)
        assert not after_deal(rules, (50, -25, -25), (9, 5, 2), rules.deals - 1).over


#: Two reach the target in one deal: the higher score wins.
HIGHER = [((19, 17, -36), (11, 5, 0), (D,)), ((18, 20, -38), (12, 4, 0), (D,))]
EQUAL = (20, 20, -40), (10, 6, 0)


@pytest.mark.parametrize(
    ("text", "ends"),
    [
        # Other ends of [bga].
        ("bga deals=no target=12", [((10, -5, -5), (11, 4, 1), (D,))]),
        ("bga deals=no sweep=12", [((-9, 5, 4), (12, 3, 1), (D,))]),
        ("bga deals=no over=5", [((0, 0, 0), (5, 4, 7), (R,)), ((0, 0, 0), (5, 5, 6), ())]),
        # [002]: equal scores share; [000] and [003] are silent: another deal.
        ("catalan-20", [*HIGHER, (*EQUAL, (D, L))]),
        ("wikipedia", [*HIGHER, (*EQUAL, ())]),
        ("nine-five-two target=20", [*HIGHER, (*EQUAL, ())]),
        # [002], the variant: the one further past: of +16 and -16 the positive side; of +15 and -17; of -15 and +30.
        ("catalan-plus-minus", [((14, -14, 0), (11, 0, 5), (D,)), ((14, -15, 1), (10, 0, 6), (L,))]),
        ("catalan-plus-minus", [((-14, -14, 28), (8, 1, 7), (R,))]),
        # [004]: the highest score wins, also when another has reached -15; +14 is enough; a tie: another deal.
        ("nine-two-five", [((7, 6, -13), (10, 3, 3), (D,)), ((14, 0, -14), (9, 3, 4), (D,))]),
        ("nine-two-five", [((7, 7, -14), (10, 3, 3), ())]),
    ],
)
def test_the_winner_is_whom_the_source_names(text, ends):
    for score, won, winners in ends:
        match = after_deal(parse_rules(text), score, won)
        assert match.winners() == winners and match.over == bool(winners)


@pytest.mark.parametrize(
    ("ends", "score", "won", "winners", "tied"),
    [
        ("target=18 floor=-10", (16, -9, -7), (11, 0, 5), (L,), False),  # +18 is none past, -11 is one past
        ("target=18 floor=-10", (16, -9, -7), (12, 0, 4), (D,), False),  # +19 and -11: equal, the positive side
        ("target=18 floor=-10", (-8, 16, -8), (7, 4, 5), (L,), False),  # +18 and -10: the same
        ("target=11 floor=-30", (10, 10, -20), (10, 3, 3), (D, L), True),  # +11 and +11
        ("target=30 floor=-6", (-5, -5, 10), (8, 1, 7), (D, L), True),  # -6 and -6
    ],
)
def test_how_far_is_counted_from_the_end_that_was_reached(ends, score, won, winners, tied):
    """Uneven ends: the larger number need not be further past its end, and two may be as far past one."""
    share, play_on = (parse_rules(f"catalan-plus-minus {ends} tie={tie}") for tie in ("share", "play-on"))
    assert after_deal(share, score, won).winners() == winners
    assert after_deal(play_on, score, won).winners() == (() if tied else winners)


# The sources' worked examples


def test_the_exchange_of_000_s_example_goes_in_its_order():
    """A made 11, B 2 and C 3 of 9-5-2.  By the rule in words B deals now, C has five and A two, so C is first."""
    match = replace(after_deal(NAMED["wikipedia"].rules, (0, 0, 0), (11, 2, 3)), names=("A", "B", "C"))
    now = match.following()
    assert (now.names, now.previous_results, now.score) == (("B", "C", "A"), (-3, 1, 2), (-3, 1, 2))
    deal = laid_out(now.rules, now.previous_results)
    assert (deal.turn.seat, deal.turn.owed) == (L, (1, 0, 0))
    deal = generous_step(deal)
    assert isinstance(deal.events[-1], Return)  # returned before A gives
    assert (deal.turn.seat, deal.turn.owed) == (R, (2, 0, 0))
    assert generous_step(deal).turn.kind is Call


def test_the_dealer_of_003_s_example_shows_ten_and_ace():
    """Given the three of clubs, the dealer gave the six, and finds ten and ace in the kitty: he shows these two."""
    rules = NAMED["nine-five-two"].rules
    deal = laid_out(rules, (-1, 0, 1), dealer="C6 C2", right="C3", kitty="CT CA D5 H9", left="CK CQ CJ C9 C8 C7")
    deal = deal.after(Give.of(R, {D: cards("C3")}))
    assert deal.events[-1] == Return(D, R, cards("C6"))
    deal = deal.after(Call(D, Trump.SPADES))
    assert deal.events[-1] == Show(D, R, cards("CT CA"))
    assert deal.seen_by(R).events[-1] == Show(D, R, cards("CT CA"))
    assert deal.seen_by(L).events[-1].cards != cards("CT CA")  # privately


def test_trump_is_called_first_and_the_higher_contract_bleeds_004():
    """Trump is called first; the highest contract who was up bleeds first; the same cards may come back."""
    rules = NAMED["nine-two-five"].rules
    deal = laid_out(rules, (-2, 1, 1), dealer="HA HK H3", left="S2", right="H2", kitty="HQ HJ HT H9")
    assert deal.turn.kind is Call
    deal = deal.after(Call(D, Trump.NO_TRUMP))
    assert deal.turn.seat is R  # five
    deal = deal.after(Give.of(R, {D: cards("H2")}))
    assert deal.events[-1] == Return(D, R, cards("HA"))
    assert deal.turn.seat is L  # two
    assert kinds(played_out(deal)) == [Call, Give, Return, Give, Return, Take, Discard, Play]


def test_the_dealer_is_never_bled_more_than_two_cards_004():
    """He was the two, so he was down two at most."""
    with pytest.raises(GameError, match=r"dealer sat at the left then, with a contract of 2 .expected -2 to \+14"):
        laid_out(NAMED["nine-two-five"].rules, (-3, 3, 0))


def test_contracts_rotate_as_the_sources_say():
    """Contracts run 9, 2, 5 in 9-5-2 and 9, 5, 2 in 9-2-5, as in [000] and [004]."""
    for name, contracts in [("wikipedia", [9, 2, 5, 9]), ("nine-two-five", [9, 5, 2, 9])]:
        match, found = UndealtMatch(NAMED[name].rules, ("A", "B", "C")), []
        for _ in range(4):
            found.append(match.rules.contracts[match.names.index("A")])
            match = replace(after_deal(match.rules, (0, 0, 0), match.rules.contracts), names=match.names).following()
        assert found == contracts
