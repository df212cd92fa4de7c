"""What a seat knew: each fact holds in the deal and in all that the seat could be in; look-alikes are refused."""

from random import Random

import pytest
from msgspec.structs import replace
from table import cards
from test_game import TABLES

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.codec import as_written
from ninefivetwo.game import Call, Deal, DealView, Discard, Give, Place, Play, PlayTurn, Return, UndealtMatch
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import Layout, random_deals
from ninefivetwo.study.known import About, Fact, KnownFact, known_facts, loss_by_missing, overlooked, relevant_facts
from ninefivetwo.think.advise import Question
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge, Missed
from ninefivetwo.words.review_why import fact_words
from ninefivetwo.words.speaker import Speaker

D, L, R = Seat
#: Left has one heart; right the long hearts.
LAYOUT = "D:AKQJT9.A32.K32.AK32 875432.4.A7654.QJT9 6.KQJT98765.QJ.8754 K:-.-.T98.6"


card = Card.parse


def in_play(layout: str = LAYOUT, call: str = "S", discard: str = "DT D9 D8 C6", plays: str = "") -> Deal:
    """A first deal after these cards."""
    deal = UndealtMatch(parse_rules("wikipedia lead=dealer"), ("Ann", "Bob", "Cy")).dealt(Layout.parse(layout)).deal
    deal = deal.after(Call(D, Trump.parse(call))).after(Discard(D, cards(discard)))
    for text in plays.split():
        deal = deal.after(Play(deal.due_turn.seat, card(text)))
    return deal


def exchanged(gifts: dict[Seat, dict[Seat, str]], previous=(-1, 0, 1), layout: str = LAYOUT) -> Deal:
    """A deal after the exchange, its call and its discard, which throws nothing that was passed on."""
    deal = Deal.start(parse_rules("wikipedia"), Layout.parse(layout), previous)
    while not isinstance(turn := deal.due_turn, PlayTurn):
        if turn.kind is Give:
            deal = deal.after(Give.of(turn.seat, {to: cards(text) for to, text in gifts[turn.seat].items()}))
        else:
            deal = deal.after(heuristic_action(deal.seen_by(turn.seat)))
    return deal


def fact(kind: str, seat: Seat | None = None, suit: Suit | None = None, of: str = "", **rest) -> KnownFact:
    return KnownFact(Fact(kind), seat, suit, tuple(map(Card.parse, of.split())), **rest)


def facts_of(view: DealView, *kinds: str) -> list[KnownFact]:
    return [fact for fact in known_facts(view) if fact.kind.value in kinds]


def holds(fact, view: DealView, hands: list[Hand]) -> bool:
    """A fact by another road: in one deal, whose hands at the moment of the view are these."""
    plays = [event for event in view.events if isinstance(event, Play)]
    tricks = [plays[i : i + 3] for i in range(0, len(plays), 3)]
    others = [seat for seat in Seat if seat is not view.viewer]
    outside = hands[others[0]] | hands[others[1]]
    seat, suit, own, above = fact.seat, fact.suit, *((fact.cards[0], fact.higher) if fact.cards else (None, None))
    match fact.kind.value:
        case "shown out":
            failed = [
                n
                for n, t in enumerate(tricks, 1)
                for p in t[1:]
                if p.seat is seat and p.card.suit is not t[0].card.suit and t[0].card.suit is suit
            ]
            return failed[0] == fact.number and not hands[seat].only(suit)
        case "none left":
            return not hands[seat].only(suit)
        case "given" | "returned" as how:
            returned = how == "returned"
            moves = [e for e in view.events if isinstance(e, Return if returned else Give) and e.seat is view.viewer]
            passed = [e.cards if returned else e.cards[seat] for e in moves if not returned or e.to is seat]
            return any(own in cards for cards in passed) and (not fact.sure or own in hands[seat])
        case "highest returned":
            moves = [e for e in view.events if isinstance(e, Return) and (e.seat, e.to) == (seat, view.viewer)]
            mine = [back for e in moves for back in e.cards if back.suit is own.suit]
            return min(mine) == own and bool(above) and all(c < own for c in hands[seat].only(own.suit))
        case "left outside":
            left = len(outside.only(suit))
            return (left == fact.number if fact.sure else left <= fact.number) and all(
                s in fact.seats for s in others if hands[s].only(suit)
            )
        case "higher out":
            out = Hand.of(card for card in outside.only(own.suit) if card > own)
            return own in hands[view.viewer] and (out == above if fact.sure else not out - above)
        case "only with":
            return own in hands[seat]
    raise AssertionError(fact)


@pytest.mark.parametrize("text", TABLES)
def test_every_fact_holds_in_all_deals_that_can_be(text, count):
    """Also where cards are played at random, in the second deal of a match, with its exchange; from each seat."""
    random, kinds = Random(19), set()
    for number in range(count(2, 40)):
        match = UndealtMatch(parse_rules(text), ("Ann", "Bob", "Cy"))
        for layout in random_deals(100 * number):
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
    assert {"shown out", "higher out", "left outside"} <= kinds


def _checked(deal: Deal, view: DealView) -> set[str]:
    worlds = [[deal.hand(seat) for seat in Seat]]
    worlds += [[layout[seat] for seat in Seat] for layout in Knowledge(view).sample(20, 1).layouts]
    facts = known_facts(view)
    for fact in facts:
        for hands in worlds:
            assert holds(fact, view, hands), fact
    return {fact.kind.value for fact in facts}


def test_shown_out_is_told_of_the_first_trick_only():
    deal, left = in_play(plays="HA H4 H5 H2 S2 HK"), fact("shown out", L, Suit.HEARTS, number=2)
    assert facts_of(deal.seen_by(D), "shown out") == facts_of(deal.seen_by(R), "shown out") == [left]
    assert not facts_of(deal.seen_by(L), "shown out")  # of oneself it is no news


def test_one_who_follows_has_not_shown_out():
    """The look-alike: left played his only heart, and nobody can know that it was."""
    assert not facts_of(in_play(plays="HA H4 H5").seen_by(D), "shown out", "none left")


def test_higher_cards_are_those_that_can_still_be_held():
    deal = in_play()
    own = facts_of(deal.seen_by(D), "higher out")
    assert fact("higher out", of="DK DA") in own and fact("higher out", of="SA") in own
    # The dealer may have discarded them.
    assert fact("higher out", of="CQ CA CK", sure=False) in facts_of(deal.seen_by(L), "higher out")
    after = in_play(plays="HA H4")  # the ace lies on the table: the king is not said to be the highest
    assert card("HK") not in {f.cards[0] for f in facts_of(after.seen_by(R), "higher out")}


def test_cards_that_only_one_can_have_are_placed():
    """Once left has shown out of hearts, the hearts not seen are right's; before that they are nobody's."""
    before, after = in_play(plays="HA H4 H5"), in_play(plays="HA H4 H5 H2 S2 HK")
    assert not facts_of(before.seen_by(D), "only with")
    placed = {f.cards[0] for f in facts_of(after.seen_by(D), "only with") if f.seat is R}
    assert placed == set(cards("HQ HJ HT H9 H8 H7 H6"))
    assert not facts_of(after.seen_by(R), "only with")  # the dealer may have discarded the three of hearts


def test_giver_and_receiver_know_what_was_passed():
    """Right, who was up, gives the dealer a low heart and gets his highest one; the dealer knows what he gave up."""
    deal, passed = exchanged({R: {D: "H5"}}), ("given", "returned")
    assert facts_of(deal.seen_by(R), *passed) == [fact("given", D, of="H5", sure=False)]
    assert not facts_of(deal.seen_by(R), "highest returned")  # he got the ace: nothing higher is out
    assert facts_of(deal.seen_by(D), *passed) == [fact("returned", R, of="HA")]
    assert not facts_of(deal.seen_by(L), *passed, "highest returned")


def test_the_highest_returned_is_told_where_a_higher_one_is_out():
    """The dealer returns the king of diamonds for the jack: left must have the ace.  The kitty undoes it, if it may."""
    deal = exchanged({R: {D: "DJ"}})
    assert not facts_of(deal.seen_by(R), "highest returned")  # the ace may have been in the kitty, which he took since
    layout = "D:875432.4.A7654.QJT9 AKQJT9.A32.K32.AK32 6.KQJT98765.QJ.8754 K:-.-.T98.6"
    deal = exchanged({R: {L: "DJ"}}, (0, -1, 1), layout)
    assert facts_of(deal.seen_by(R), "highest returned") == [fact("highest returned", L, of="DK DA")]


def test_freak_hands_have_their_facts():
    """A whole suit in one hand, four in one kitty: nothing is said that cannot be."""
    layout = "D:AKQJT98765432.-.-.432 -.AKQJT98765432.432.- -.-.AKQJT98.AKQJT9876 K:-.-.765.5"
    deal = in_play(layout, "S", "D7 D6 D5 C5")
    facts = known_facts(deal.seen_by(D))
    assert fact("left outside", suit=Suit.SPADES, number=0) in facts
    assert all(f.higher == Hand() for f in facts_of(deal.seen_by(D), "higher out") if f.cards[0].suit is Suit.SPADES)


def test_a_missed_void_leaves_the_suit_open():
    view = in_play(plays="HA H4 H5 H2 S2 HK").seen_by(D)
    missed = Knowledge(view, missed=Missed(voids=frozenset({(L, Suit.HEARTS)})))
    assert not Knowledge(view).may_be(Place.LEFT).only(Suit.HEARTS) and missed.may_be(Place.LEFT).only(Suit.HEARTS)
    assert missed.count() > Knowledge(view).count()


def test_a_missed_return_leaves_higher_cards_open():
    layout = "D:875432.4.A7654.QJT9 AKQJT9.A32.K32.AK32 6.KQJT98765.QJ.8754 K:-.-.T98.6"
    view = exchanged({R: {L: "DJ"}}, (0, -1, 1), layout).seen_by(R)
    missed = Knowledge(view, missed=Missed(returns=frozenset({(L, Suit.DIAMONDS)})))
    assert card("DA") not in Knowledge(view).may_be(Place.LEFT) and card("DA") in missed.may_be(Place.LEFT)


#: Left, without a heart, ruffed the second trick; the dealer leads to the fourth.
VOID = "D:AKQJT9.AK32.K32.K32 875432.4.A7654.QJT9 6.QJT98765.QJ.A8754 K:-.-.T98.6"
PLAYS = "HA H4 H5 H2 S2 H6 CQ C4 CK"
DRAWN = f"{PLAYS} SA S3 S6 SK S4 DJ SQ S5 DQ SJ S7 H7 ST S8 H8"
LATE = f"{DRAWN} S9 D4 H9 D3 D6 HQ D5 HJ D2 D7 C8 DK"


LEFT_VOID = fact("shown out", L, Suit.HEARTS, number=2)


def relevant(plays: str, chosen: str, better: str, *about: About) -> list[KnownFact]:
    view = in_play(VOID, plays=plays).seen_by(D)
    return relevant_facts(Question(view), Play(D, card(chosen)), Play(D, card(better)), *about)


def untested(facts: list[KnownFact]) -> list[KnownFact]:
    """The facts without what their test found."""
    return [replace(fact, loss=None, missed=None) for fact in facts]


def test_the_void_that_a_lead_runs_into_is_told():
    """A heart led is ruffed: who missed that left had shown out would have lost nothing."""
    (first, *_) = relevant(PLAYS, "HK", "SA")
    assert untested([first]) == [LEFT_VOID]
    assert first.missed.mean < first.loss.mean / 2 and first.loss.standard_error < 0.1


def test_a_void_that_changes_nothing_is_not_told():
    """Left has shown out here too: of another suit than the cards', or with no trump left to ruff with.

    There the 3 wins a trick after the king, and neither wins one after the 3, whoever holds the last heart.
    """
    for plays, chosen, better in [(PLAYS, "DK", "SA"), (PLAYS, "C2", "SA"), (LATE, "H3", "HK")]:
        assert LEFT_VOID not in untested(relevant(plays, chosen, better))
    view = in_play(VOID, plays=LATE).seen_by(D)
    asked = Question(view), Play(D, card("H3")), Play(D, card("HK"))
    loss, without = loss_by_missing(*asked, Missed()), loss_by_missing(*asked, overlooked(LEFT_VOID))
    assert LEFT_VOID in untested(known_facts(view)) and loss.mean == without.mean == 2


def test_facts_are_of_what_the_explanation_names():
    hearts, diamonds = About(suits=frozenset({Suit.HEARTS})), About(cards("DK"), suits=frozenset({Suit.DIAMONDS}))
    assert untested(relevant(PLAYS, "HK", "SA", hearts))[0] == LEFT_VOID
    rights = About(seats=frozenset({R}), suits=frozenset({Suit.HEARTS}))
    assert untested(relevant(PLAYS, "HK", "SA", rights)) == [LEFT_VOID]  # nothing is known of right; this stands a test
    assert relevant(PLAYS, "C2", "SA", rights) == []
    assert relevant(PLAYS, "HK", "SA", diamonds) == [fact("higher out", of="DK DA")]


def test_a_higher_card_of_one_who_has_played_does_not_beat_this_one():
    """That the ace is out is told of a king led, and not of the queen of one who plays last."""
    view = in_play(VOID).seen_by(D)
    facts = relevant_facts(Question(view), Play(D, card("D2")), Play(D, card("DK")), About(cards("DK")))
    assert facts == [fact("higher out", of="DK DA")]
    view = in_play(VOID, plays="D3 D4").seen_by(R)
    facts = relevant_facts(Question(view), Play(R, card("DJ")), Play(R, card("DQ")), About(cards("DQ")))
    assert facts == []  # the ace and the king are out, but all have played


def test_at_most_two_facts_and_none_before_the_play():
    assert len(relevant(PLAYS, "H3", "SA")) == 2
    view = in_play(VOID).seen_by(D)
    assert relevant_facts(Question(view), Call(D, Trump.SPADES), Call(D, Trump.HEARTS)) == []


def test_who_does_not_follow_to_this_trick_needs_no_telling():
    """And cannot be missed: it lies on the table."""
    view = in_play(VOID, plays="HA H4 H5 H2 S2").seen_by(R)
    facts = relevant_facts(Question(view), Play(R, card("H6")), Play(R, card("HQ")))
    assert not [each for each in facts if each.kind is Fact.SHOWN_OUT]


@pytest.mark.parametrize(
    ("known", "words"),
    [
        (fact("shown out", L, Suit.HEARTS, number=3), "Bob had shown out of hearts on trick 3."),
        (fact("none left", R, Suit.DIAMONDS), "Right could hold no more diamonds."),
        (fact("given", L, of="SK"), "Ann had given the king of spades to Bob."),
        (fact("returned", R, of="SA"), "Ann had returned the ace of spades to right."),
        (
            fact("returned", D, of="SA", sure=False),
            "Ann had returned the ace of spades to Ann, who may have discarded it.",
        ),
        (fact("highest returned", L, of="S8 SA"), "Bob had returned the 8 of spades and so held no higher spade."),
        (fact("left outside", suit=Suit.HEARTS, number=2, seats=(L, R)), "Two hearts were still out."),
        (
            fact("left outside", suit=Suit.HEARTS, number=1, sure=False, seats=(L,)),
            "At most one heart was still out, and only Bob could hold it.",
        ),
        (
            fact("left outside", suit=Suit.SPADES, number=2, sure=False, seats=(L, R)),
            "At most two trumps were still out.",
        ),
        (
            fact("left outside", suit=Suit.SPADES, number=2, seats=(L,)),
            "Two trumps were still out, and only Bob could hold them.",
        ),
        (fact("given", L, of="SK", sure=False), "Ann had given the king of spades to Bob, who may have discarded it."),
        (fact("left outside", suit=Suit.SPADES, number=0), "No other trump was out."),
        (fact("higher out", of="HQ HA"), "Only the ace was higher than the queen of hearts and still out."),
        (
            fact("higher out", of="HQ HA HK", sure=False),
            "Only the ace and king could be higher than the queen of hearts and still out.",
        ),
        (fact("higher out", of="HQ"), "The queen of hearts was the highest heart left."),
        (fact("only with", R, of="HT"), "Only right could hold the 10 of hearts."),
    ],
)
def test_each_fact_is_said_in_a_sentence(known, words):
    """Each fact is one sentence, with the names of the table; and by way of JSON it is the same."""
    assert fact_words(known, D, Speaker(("Ann", "Bob", "right")), Trump.SPADES) == words
    assert as_written(known) == known
