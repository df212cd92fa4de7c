"""What a seat knew: each fact holds in the deal and in all that the seat could be in; look-alikes are refused."""

from random import Random

import pytest
from test_game import TABLES

from ninefivetwo.cards import FULL_DECK, Card, Denomination, Hand, Seat, Suit
from ninefivetwo.codec import form
from ninefivetwo.errors import SchemaError
from ninefivetwo.game import Call, Deal, DealView, Discard, Give, Place, Play, PlayTurn, Return, UndealtMatch
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import Layout
from ninefivetwo.study.known import (
    About,
    HigherOut,
    HighestReturned,
    KnownFactObject,
    LeftOutside,
    NoneLeft,
    Noticed,
    OnlyWith,
    PassedOn,
    ShownOut,
    StillNeeds,
    fact_of,
    known_facts,
    relevant_facts,
)
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge, Missed
from ninefivetwo.words.review_known import fact_words
from ninefivetwo.words.speaker import Speaker

D, L, R = Seat
#: Left has one heart; right the long hearts.
LAYOUT = "D:AKQJT9.A32.K32.AK32 875432.4.A7654.QJT9 6.KQJT98765.QJ.8754 K:-.-.T98.6"


def card(text: str) -> Card:
    return Card.parse(text)


def cards(text: str) -> Hand:
    return Hand.of(map(Card.parse, text.split()))


def in_play(layout: str = LAYOUT, call: str = "S", discard: str = "DT D9 D8 C6", plays: str = "") -> Deal:
    """A first deal after these cards."""
    deal = UndealtMatch(parse_rules("wikipedia lead=dealer"), ("Ann", "Bob", "Cy")).dealt(Layout.parse(layout)).deal
    deal = deal.after(Call(D, Denomination.parse(call))).after(Discard(D, cards(discard)))
    for text in plays.split():
        deal = deal.after(Play(deal.due_turn.seat, card(text)))
    return deal


def exchanged(gifts: dict[Seat, dict[Seat, str]], previous=(-1, 0, 1), layout: str = LAYOUT) -> Deal:
    """A deal after the exchange, its call and its discard, which throws nothing that was passed on."""
    deal = Deal.start(parse_rules("wikipedia"), Layout.parse(layout), previous)
    while not isinstance(turn := deal.due_turn, PlayTurn):
        if isinstance(deal.due_turn.kind, type) and deal.due_turn.kind is Give:
            deal = deal.after(Give.of(turn.seat, {to: cards(text) for to, text in gifts[turn.seat].items()}))
        else:
            deal = deal.after(heuristic_action(deal.seen_by(turn.seat)))
    return deal


def facts_of(deal: Deal, kind: type) -> list:
    return [fact for fact in known_facts(deal.seen_by(deal.due_turn.seat)) if isinstance(fact, kind)]


def holds(fact, view: DealView, hands: list[Hand]) -> bool:
    """A fact by another road: in one deal, whose hands at the moment of the view are these."""
    plays = [event for event in view.events if isinstance(event, Play)]
    tricks = [plays[i : i + 3] for i in range(0, len(plays), 3)]
    others = [seat for seat in Seat if seat is not view.viewer]
    outside = hands[others[0]] | hands[others[1]]
    match fact:
        case ShownOut(seat, suit, trick):
            failed = [
                n
                for n, t in enumerate(tricks, 1)
                for p in t[1:]
                if p.seat is seat and p.card.suit is not t[0].card.suit and t[0].card.suit is suit
            ]
            return failed[0] == trick and not hands[seat].only(suit)
        case NoneLeft(seat, suit):
            return not hands[seat].only(suit)
        case PassedOn(passed, seat, returned, there):
            moves = [e for e in view.events if isinstance(e, Return if returned else Give) and e.seat is view.viewer]
            found = [e.cards if returned else e.cards[seat] for e in moves if not returned or e.to is seat]
            return any(passed in each for each in found) and (not there or passed in hands[seat])
        case HighestReturned(back, seat, higher):
            moves = [e for e in view.events if isinstance(e, Return) and (e.seat, e.to) == (seat, view.viewer)]
            mine = [each for e in moves for each in e.cards if each.suit is back.suit]
            above = [each for each in FULL_DECK.only(back.suit) if each > back and each in hands[seat]]
            return min(mine) == back and not above and bool(higher)
        case LeftOutside(suit, number, at_most, seats):
            left = len(outside.only(suit))
            return (left <= number if at_most else left == number) and all(
                s in seats for s in others if hands[s].only(suit)
            )
        case HigherOut(own, higher, certain):
            above = Hand.of(each for each in outside.only(own.suit) if each > own)
            return own in hands[view.viewer] and (above == higher if certain else not above - higher)
        case OnlyWith(placed, seat):
            return placed in hands[seat]
        case StillNeeds(seat, tricks_left):
            return tricks_left + view.won[seat] == view.rules.contracts[seat]
    raise AssertionError(fact)


@pytest.mark.parametrize("text", TABLES)
def test_every_fact_holds_in_all_deals_that_can_be(text, count):
    """Also where cards are played at random, in the second deal of a match, with its exchange; from each seat."""
    random, kinds = Random(19), set()
    for number in range(count(2, 40)):
        match = UndealtMatch(parse_rules(text), ("Ann", "Bob", "Cy"))
        for layout in (deals := random_deals(100 * number)):
            match = match.dealt(layout)
            moments = {random.randrange(48) for _ in range(3)}
            while not match.deal.over:
                turn = match.deal.due_turn
                view = match.deal.seen_by(turn.seat)
                plays = sum(isinstance(event, Play) for event in match.deal.events)
                if isinstance(turn, PlayTurn) and plays in moments:
                    kinds |= _checked(match.deal, view)
                match = match.after(turn.draw(random) if isinstance(turn, PlayTurn) else heuristic_action(view))
            if match.over or match.number > 1:
                break
            match = match.following()
        del deals
    assert {ShownOut, HigherOut, LeftOutside, StillNeeds} <= kinds


def _checked(deal: Deal, view: DealView) -> set[type]:
    worlds = [[deal.hand(seat) for seat in Seat]]
    worlds += [[layout[seat] for seat in Seat] for layout in Knowledge(view).sample(20, 1).layouts]
    facts = known_facts(view)
    for fact in facts:
        for hands in worlds:
            assert holds(fact, view, hands), fact
    return {type(fact) for fact in facts}


def test_shown_out_is_told_of_the_first_trick_only():
    deal = in_play(plays="HA H4 H5 H2 S2 HK")
    view = deal.seen_by(R) if deal.due_turn.seat is R else deal.seen_by(deal.due_turn.seat)
    assert [f for f in known_facts(view) if isinstance(f, ShownOut)] in ([ShownOut(L, Suit.H, 2)], [])
    assert ShownOut(L, Suit.H, 2) in known_facts(deal.seen_by(D)) and ShownOut(L, Suit.H, 2) in known_facts(
        deal.seen_by(R)
    )
    assert not [f for f in known_facts(deal.seen_by(L)) if isinstance(f, ShownOut)]  # of oneself it is no news


def test_one_who_follows_has_not_shown_out():
    """The look-alike: left played his only heart, and nobody can know that it was."""
    deal = in_play(plays="HA H4 H5")
    assert not [f for f in known_facts(deal.seen_by(D)) if isinstance(f, ShownOut | NoneLeft)]


def test_higher_cards_by_what_can_still_be_held():
    deal = in_play()
    found = {f.card: f for f in known_facts(deal.seen_by(D)) if isinstance(f, HigherOut)}
    assert found[card("DK")] == HigherOut(card("DK"), cards("DA"), True)
    assert found[card("SA")].higher == Hand()
    left = {f.card: f for f in known_facts(deal.seen_by(L)) if isinstance(f, HigherOut)}
    assert left[card("CQ")] == HigherOut(card("CQ"), cards("CA CK"), False)  # the dealer may have discarded them
    after = in_play(plays="HA H4")  # the ace lies on the table: the king is not said to be the highest
    assert card("HK") not in {f.card for f in known_facts(after.seen_by(R)) if isinstance(f, HigherOut)}


def test_cards_that_only_one_can_have():
    """Once left has shown out of hearts, the hearts not seen are right's; before that they are nobody's."""
    before, after = in_play(plays="HA H4 H5"), in_play(plays="HA H4 H5 H2 S2 HK")
    assert not [f for f in known_facts(before.seen_by(D)) if isinstance(f, OnlyWith)]
    placed = {f.card for f in known_facts(after.seen_by(D)) if isinstance(f, OnlyWith) and f.seat is R}
    assert placed == cards_set("HQ HJ HT H9 H8 H7 H6")
    from_right = [f for f in known_facts(after.seen_by(R)) if isinstance(f, OnlyWith)]
    assert from_right == []  # the dealer may have discarded the three of hearts


def cards_set(text: str) -> set[Card]:
    return set(cards(text))


def test_what_the_exchange_told():
    """Right, who was up, gives the dealer a low heart and gets his highest one; the dealer knows what he gave up."""
    deal = exchanged({R: {D: "H5"}})
    giver, receiver = known_facts(deal.seen_by(R)), known_facts(deal.seen_by(D))
    assert [f for f in giver if isinstance(f, PassedOn)] == [PassedOn(card("H5"), D, False, False)]
    back = [f for f in giver if isinstance(f, HighestReturned)]
    assert back == []  # he got the ace: nothing higher is out
    assert [f for f in receiver if isinstance(f, PassedOn)] == [PassedOn(card("HA"), R, True, True)]
    assert not [f for f in known_facts(deal.seen_by(L)) if isinstance(f, PassedOn | HighestReturned)]


def test_the_highest_returned_is_told_where_a_higher_one_is_out():
    """The dealer returns the king of diamonds for the jack: left must have the ace.  The kitty undoes it, if it may."""
    deal = exchanged({R: {D: "DJ"}})
    found = [f for f in known_facts(deal.seen_by(R)) if isinstance(f, HighestReturned)]
    assert found == []  # the dealer took the kitty since, and the ace may have been in it
    layout = "D:875432.4.A7654.QJT9 AKQJT9.A32.K32.AK32 6.KQJT98765.QJ.8754 K:-.-.T98.6"
    deal = exchanged({R: {L: "DJ"}}, (0, -1, 1), layout)
    found = [f for f in known_facts(deal.seen_by(R)) if isinstance(f, HighestReturned)]
    assert found == [HighestReturned(card("DK"), L, cards("DA"))]


def test_one_sided_views_know_the_same():
    """A view made from a hand alone, without the deal behind it, has the same facts."""
    deal = in_play(plays="HA H4 H5 H2 S2 HK")
    view = deal.seen_by(deal.due_turn.seat)
    assert known_facts(view) == known_facts(view.seen_by(view.viewer))


def test_freak_hands_have_their_facts():
    """A whole suit in one hand, four in one kitty: nothing is said that cannot be."""
    layout = "D:AKQJT98765432.-.-.432 -.AKQJT98765432.432.- -.-.AKQJT98.AKQJT9876 K:-.-.765.5"
    deal = in_play(layout, "S", "D7 D6 D5 C5")
    facts = known_facts(deal.seen_by(D))
    assert LeftOutside(Suit.S, 0, False, ()) in facts
    assert all(f.higher == Hand() for f in facts if isinstance(f, HigherOut) and f.card.suit is Suit.S)


def test_a_missed_void_leaves_the_suit_open():
    view = in_play(plays="HA H4 H5 H2 S2 HK").seen_by(D)
    missed = Knowledge(view, missed=Missed(voids=frozenset({(L, Suit.H)})))
    assert not Knowledge(view).may_be(Place.LEFT).only(Suit.H) and missed.may_be(Place.LEFT).only(Suit.H)
    assert missed.count() > Knowledge(view).count()


def test_a_missed_return_leaves_higher_cards_open():
    layout = "D:875432.4.A7654.QJT9 AKQJT9.A32.K32.AK32 6.KQJT98765.QJ.8754 K:-.-.T98.6"
    view = exchanged({R: {L: "DJ"}}, (0, -1, 1), layout).seen_by(R)
    missed = Knowledge(view, missed=Missed(returns=frozenset({(L, Suit.D)})))
    assert card("DA") not in Knowledge(view).may_be(Place.LEFT) and card("DA") in missed.may_be(Place.LEFT)


#: Left, without a heart, ruffed the second trick; the dealer leads to the fourth.
VOID = "D:AKQJT9.AK32.K32.K32 875432.4.A7654.QJT9 6.QJT98765.QJ.A8754 K:-.-.T98.6"
PLAYS = "HA H4 H5 H2 S2 H6 CQ C4 CK"
DRAWN = f"{PLAYS} SA S3 S6 SK S4 DJ SQ S5 DQ SJ S7 H7 ST S8 H8"


def relevant(plays: str, chosen: str, better: str, about: About | None = None) -> list:
    view = in_play(VOID, plays=plays).seen_by(D)
    return relevant_facts(view, Play(D, card(chosen)), Play(D, card(better)), about)


def test_the_void_that_a_lead_runs_into_is_told():
    """A heart led is ruffed: who missed that left had shown out would have lost nothing."""
    (told, *_) = relevant(PLAYS, "HK", "SA")
    assert told.fact == ShownOut(L, Suit.H, 2)
    assert told.missed.mean < told.loss.mean / 2 and told.loss.standard_error < 0.1


def test_a_void_that_changes_nothing_is_not_told():
    """Left has shown out here too: of another suit than the cards', or with no trump left to ruff with."""
    for plays, chosen, better in [(PLAYS, "DK", "SA"), (PLAYS, "C2", "SA"), (DRAWN, "HK", "S9"), (DRAWN, "H3", "HK")]:
        assert ShownOut(L, Suit.H, 2) not in [each.fact for each in relevant(plays, chosen, better)]


def test_facts_are_of_what_the_explanation_names():
    hearts, diamonds = About(suits=frozenset({Suit.H})), About(cards("DK"), suits=frozenset({Suit.D}))
    assert [f.fact for f in relevant(PLAYS, "HK", "SA", hearts)][0] == ShownOut(L, Suit.H, 2)
    rights = About(
        seats=frozenset({R}), suits=frozenset({Suit.H})
    )  # nothing is known of him; left's void stands a test
    assert [f.fact for f in relevant(PLAYS, "HK", "SA", rights)] == [ShownOut(L, Suit.H, 2)]
    assert relevant(PLAYS, "C2", "SA", rights) == []
    assert [f.fact for f in relevant(PLAYS, "HK", "SA", diamonds)] == [HigherOut(card("DK"), cards("DA"), True)]


def test_a_higher_card_of_one_who_has_played_does_not_beat_this_one():
    """That the ace is out is told of a king led, and not of the queen of one who plays last."""
    first = in_play(VOID).seen_by(D)
    told = relevant_facts(first, Play(D, card("D2")), Play(D, card("DK")), About(cards("DK")))
    assert [f.fact for f in told] == [HigherOut(card("DK"), cards("DA"), True)]
    deal = in_play(VOID, plays="D3 D4")
    told = relevant_facts(deal.seen_by(R), Play(R, card("DJ")), Play(R, card("DQ")), About(cards("DQ")))
    assert told == []  # the ace and the king are out, but all have played


def test_at_most_two_facts_and_none_before_the_play():
    assert len(relevant(PLAYS, "H3", "SA")) == 2
    view = in_play(VOID).seen_by(D)
    assert relevant_facts(view, Call(D, Denomination.S), Call(D, Denomination.H)) == []


def test_who_does_not_follow_to_this_trick_needs_no_telling():
    """And cannot be missed: it lies on the table."""
    deal = in_play(VOID, plays="HA H4 H5 H2 S2")
    found = relevant_facts(deal.seen_by(R), Play(R, card("H6")), Play(R, card("HQ")))
    assert not [each for each in found if isinstance(each.fact, ShownOut)]


def test_words():
    """Each fact is one sentence, with the names of the table."""
    speaker = Speaker(("Ann", "Bob", "right"))
    says = {
        ShownOut(L, Suit.H, 3): "Bob had shown out of hearts at trick 3.",
        NoneLeft(R, Suit.D): "Right could have no more diamonds.",
        PassedOn(card("SK"), L, False, True): "Ann had given the king of spades to Bob.",
        PassedOn(card("SA"), R, True, True): "Ann had returned the ace of spades to right.",
        PassedOn(card("SA"), D, True, False): "Ann had returned the ace of spades to Ann, who may have discarded it.",
        HighestReturned(
            card("S8"), L, cards("SA")
        ): "Bob had returned the 8 of spades, so no higher spade was left there.",
        LeftOutside(Suit.H, 2, False, (L, R)): "Two hearts were still out.",
        LeftOutside(Suit.H, 1, True, (L,)): "At most one heart was still out, with Bob only.",
        LeftOutside(Suit.S, 0, False, ()): "No other trump was out.",
        HigherOut(card("HQ"), cards("HA"), True): "Only the ace was higher than the queen of hearts.",
        HigherOut(card("HQ"), cards("HA HK"), False): "Only the ace and king could be higher than the queen of hearts.",
        HigherOut(card("HQ"), cards(""), True): "The queen of hearts was the highest heart left.",
        OnlyWith(card("HT"), R): "The 10 of hearts could only be with right.",
        StillNeeds(L, 1): "Bob still needed one trick.",
        StillNeeds(L, 0): "Bob had made the contract.",
    }
    for fact, words in says.items():
        assert fact_words(fact, D, speaker, Denomination.S) == words
        shape = form(Noticed)  # and by way of JSON it is the same
        assert shape.read(shape.write(Noticed(fact))) == Noticed(fact)


def test_a_fact_of_no_kind_is_refused():
    with pytest.raises(SchemaError, match="no kind of fact: rumour"):
        fact_of(KnownFactObject("rumour"))


def test_nothing_missed_changes_nothing():
    view = in_play(plays="HA H4 H5 H2 S2 HK").seen_by(D)
    assert Knowledge(view, missed=Missed()).count() == Knowledge(view).count()
