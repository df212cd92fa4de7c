"""The game as a state that moves: whole matches at random, undo, refusals, and what each seat sees."""

import pickle
from dataclasses import replace
from itertools import islice
from random import Random

import pytest
from msgspec import structs
from positions import pairs, state_from
from table import WIKIPEDIA, acting, cards, dealt_matches, finished_deals, laid_out, played_out, random_match

from ninefivetwo import Solver
from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.errors import GameError
from ninefivetwo.game import (
    Call,
    Deal,
    DealView,
    Discard,
    Give,
    Look,
    Peek,
    Play,
    Return,
    Show,
    Take,
    UndealtMatch,
    Unseen,
)
from ninefivetwo.game.events import CHOICES
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import random_deals

D, L, R = Seat
#: The named sets, and house rules that the names do not reach.
TABLES = [
    *NAMED,
    "wikipedia kitty_peek=yes kitty_show=returned must_give=no",
    "sergeant-major kitty_show=received target=10",
    "bga deals=no over=5",
    "catalan-plus-minus kitty_show=returned",
    "catalan-plus-minus kitty_show=received must_give=no",
    "catalan two_up=most contracts=8-4-4",
    "925 later=give-trump-return-kitty-discard-play kitty_show=received lead=right",
]
TABLE = pytest.mark.parametrize("rules", [parse_rules(text) for text in TABLES], ids=TABLES)


def lengths(hand):
    return [len(hand.only(suit)) for suit in Suit]


def everything(deal):
    """All the cards of a deal, wherever they are now."""
    return [*deal.hands, deal.kitty, deal.discarded, Hand.of(e.card for e in deal.events if isinstance(e, Play))]


def check_match(states):
    """What holds of every match, and at every step of it; undone, it goes through the very states that it came by."""
    for before, match in zip([None, *states], states, strict=False):
        assert sum(match.score) == 0
        assert before is None or match.undo() == before
        if isinstance(match, UndealtMatch):
            continue
        deal = match.deal
        assert sum(len(place) for place in everything(deal)) == 52
        assert Hand.of(card for place in everything(deal) for card in place) == FULL_DECK
        if deal.over:
            assert sum(deal.scores) == 0 and sum(deal.won) == 16
        elif deal.turn.kind in (Call, Discard, Play) and not deal.table:
            check_turn(deal)
    assert states[-1].over


def check_turn(deal):
    turn = deal.turn
    actions = list(islice(turn.actions(), 500))
    assert len(actions) == min(500, turn.count())
    for action in (actions[0], actions[-1]):
        after = deal.after(action)
        assert after.undo() == deal and after != deal
        assert after.events[: len(deal.events)] == deal.events


@TABLE
def test_random_matches_end_and_are_undone_exactly(rules, seed, count):
    """Scores sum to 0, cards are conserved, the match ends, every step is undone exactly."""
    for i in range(count(1, 250)):
        check_match(list(random_match(rules, seed + i)))


def test_before_the_beginning_there_is_nothing_to_undo():
    for start in (UndealtMatch(WIKIPEDIA), laid_out(WIKIPEDIA)):
        with pytest.raises(GameError, match="nothing to undo"):
            start.undo()


@TABLE
def test_an_exchange_changes_no_suit_lengths(rules):
    for deal in finished_deals(rules, 7, deals=20):
        moves = [event for event in deal.events if isinstance(event, (Give, Return))]
        balance = {seat: [0] * 4 for seat in Seat}
        for move in moves:
            gifts = enumerate(move.cards) if isinstance(move, Give) else [(move.to, move.cards)]
            for to, gift in gifts:
                for suit, number in enumerate(lengths(gift)):
                    balance[move.seat][suit] -= number
                    balance[to][suit] += number
        assert all(not any(suits) for suits in balance.values())


@TABLE
def test_returns_are_the_highest(rules):
    """By plain counting over the hand at that moment: nothing kept in a suit is higher than what went back."""
    for match in dealt_matches(rules, 11, deals=20):
        deal = match.deal
        if not deal.events or not isinstance(deal.events[-1], Return):
            continue
        back, hand = deal.events[-1], deal.hands[deal.events[-1].seat]
        for suit in Suit:
            kept = [card.rank for card in hand.only(suit)]
            assert all(card.rank > max(kept, default=-1) for card in back.cards.only(suit))


@pytest.mark.parametrize("trump", Trump)
def test_the_engine_has_the_same_legal_moves(trump):
    """At every card of played-out deals, what the engine gives a value is what the game and the reference allow."""
    rules, solver, random = parse_rules("wikipedia"), Solver(), Random(trump)
    deal = acting(laid_out(rules, seed=trump), Call).after(Call(D, trump))
    deal = deal.after(deal.turn.draw(random))
    state, won, seen = state_from(deal.hands, deal.rules.lead, trump), [0, 0, 0], 0
    while not deal.over:
        legal = deal.turn.legal()
        assert set(solver.moves(deal.position, trump).after) == set(legal)
        assert sorted(pairs(legal)) == state.legal()
        assert deal.position.mover is deal.turn.seat is Seat(state.mover)
        assert deal.position.tricks == 16 - sum(won)
        deal = deal.after(deal.turn.draw(random))
        state, winner = state.play(*pairs([deal.events[-1].card]))
        won = [won[seat] + (winner == seat) for seat in Seat]
        assert list(deal.won) == won
        seen += 1
    assert seen == 48


REFUSED = [
    (Give.of(L, {D: cards("SA")}), r"a gift by left is not due \(expected a call by dealer\)"),
    (Play(L, Card.parse("SA")), r"a card by left is not due \(expected a call by dealer\)"),
    (Take(D, cards("SA")), "the kitty taken by dealer is not due"),
    (Peek(D, cards("SA")), "the kitty by dealer is not due"),
    (Look(D, True), "a look at the kitty by dealer is not due"),
    (Show(D, L, cards("SA")), "a showing of the kitty by dealer is not due"),
    (Call(L, Trump.SPADES), "a call by left is not due"),
]


@pytest.mark.parametrize(("event", "told"), REFUSED)
def test_what_is_not_due_is_refused(event, told):
    with pytest.raises(GameError, match=told):
        laid_out(WIKIPEDIA).after(event)


def test_what_breaks_a_rule_is_refused_with_the_rule():
    start = laid_out(WIKIPEDIA, (-2, 2, 0), left="SA SK S2", dealer="SQ HA", right="S3")
    for gift, told in [
        ({D: cards("SA SK S2")}, r"left: 3 cards given to dealer \(expected 2: one for each trick over"),
        ({D: cards("SA SK"), R: cards("S2")}, r"left: 1 card given to right \(expected 0"),
    ]:
        with pytest.raises(GameError, match=told):
            start.after(Give.of(L, gift))
    with pytest.raises(GameError, match="left's cards are seen"):
        start.after(Give(L, (Unseen(2), Hand(), Hand())))
    call = start.after(Give.of(L, {D: cards("SA SK")}))
    over = played_out(call)
    assert over.turn is None and over.due is None and over.position is None
    with pytest.raises(GameError, match="the deal is over"):
        over.after(Play(L, Card.parse("SA")))


def test_one_card_to_two_receivers_is_refused():
    start = laid_out(WIKIPEDIA, (2, -1, -1), dealer="SA")
    with pytest.raises(GameError, match="dealer: SA given twice"):
        start.after(Give.of(D, {L: cards("SA"), R: cards("SA")}))


@pytest.mark.parametrize("wrong", [{"score": (1, 2, 3)}, {"number": 0}, {"names": ("A", "B")}])
def test_what_is_no_match_is_refused(wrong):
    with pytest.raises(GameError, match=r"invalid match: |invalid names: "):
        UndealtMatch(WIKIPEDIA, **wrong)


def test_a_match_is_refused_what_is_out_of_order():
    match = UndealtMatch(WIKIPEDIA).dealt(next(random_deals(1)))
    for wrong in (match.following, lambda: match.total, match.winners, lambda: match.view):
        with pytest.raises(GameError):
            wrong()
    states = list(random_match(parse_rules("wikipedia target=1"), 3))
    with pytest.raises(GameError, match="the match is over"):
        states[-1].following()


@pytest.mark.parametrize("previous_results", [(1, 0, 0), (-6, 3, 3), (12, -6, -6), (0, -3, 3)])
def test_results_that_no_deal_can_have_had_are_refused(previous_results):
    with pytest.raises(GameError, match=r"impossible results of the previous deal|do not sum to 0"):
        laid_out(WIKIPEDIA, previous_results)


def test_gives_are_listed_and_counted():
    """Against plain counting: two receivers, each with one card or, where giving is optional, none."""
    must = laid_out(WIKIPEDIA, (2, -1, -1)).turn
    assert must.count() == len(set(must.actions())) == 16 * 15
    may = laid_out(NAMED["nine-five-two"].rules, (2, -1, -1)).turn
    assert may.count() == len(set(may.actions())) == 1 + 16 + 16 + 16 * 15
    assert all(may.error(action) is None for action in may.actions())


def test_an_exchange_of_seven_cards_is_drawn_by_the_rules():
    """The most that is seen in play: drawn without listing the ways."""
    turn = laid_out(WIKIPEDIA, (-5, -2, 7)).turn
    assert turn.seat is R and turn.owed == (5, 2, 0)
    for seed in range(50):
        assert turn.error(turn.draw(Random(seed))) is None


def test_freak_hands_are_played_out():
    """A hand of one suit and three cards, sixteen cards without a trump, a suit in one hand."""
    deal = laid_out(
        WIKIPEDIA,
        dealer="SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 HA HK H2",
        left="HQ HJ HT DA DK DQ DJ DT D9 D8 D7 D6 D5 D4 D3 D2",
        right="H9 H8 H7 H6 CA CK CQ CJ CT C9 C8 C7 C6 C5 C4 C3",
    )
    deal = deal.after(Call(D, Trump.SPADES)).after(Discard(D, cards("C2 H5 H4 H3")))
    assert deal.turn.legal() == deal.hands[L]
    deal = deal.after(Play(L, Card.parse("DA")))
    assert deal.turn.legal() == deal.hands[R]  # no diamond: anything
    deal = deal.after(Play(R, Card.parse("CA"))).after(Play(D, Card.parse("S2")))
    assert deal.won == (1, 0, 0) and deal.lead is D
    assert sum(played_out(deal).won) == 16


# What each seat has seen


def view_cards(view):
    """Every card that appears anywhere in a view, by its text."""
    told = repr(replace(view, past=None))
    return {card for card in FULL_DECK if f"'{card}'" in told} | {card for hand in hands_in(view) for card in hand}


def hands_in(view):
    found = [*view.dealt, *view.hands, view.kitty, view.discarded]
    for event in view.events:
        found += event.cards if isinstance(event, Give) else [getattr(event, "cards", Hand())]
    return [hand for hand in found if isinstance(hand, Hand)]


def witnessed(deal, seat):
    """The cards that a seat has had before its eyes, by the rules of the table and not by the views' code."""
    seen = set(deal.dealt[seat])
    for event in deal.events:
        if isinstance(event, Play):
            seen.add(event.card)
        elif isinstance(event, Give):
            seen |= set(event.cards[seat]) | (
                {c for hand in event.cards for c in hand} if event.seat is seat else set()
            )
        elif isinstance(event, (Return, Show)):
            seen |= set(event.cards) if seat in (event.seat, event.to) else set()
        elif isinstance(event, (Take, Peek, Discard)):
            seen |= set(event.cards) if seat is D else set()
    return seen


@TABLE
def test_a_view_holds_what_was_witnessed_and_nothing_else(rules):
    for match in dealt_matches(rules, 13, deals=2):
        for seat in Seat:
            view = match.deal.seen_by(seat)
            assert view_cards(view) == witnessed(match.deal, seat)
            assert view.hands[seat] == match.deal.hands[seat]
            assert (view.due, view.won, view.lead) == (match.deal.due, match.deal.won, match.deal.lead)
            assert [len(hand) for hand in view.hands] == [len(hand) for hand in match.deal.hands]
            if match.deal.turn and match.deal.turn.seat is seat:
                assert view.turn == match.deal.turn
            assert view.seen_by(seat) is view


def twin(deal, seat, random):
    """The deal with two cards that the seat has not seen changed about, played by the same actions; None if that
    cannot be, or if the seat could tell.
    """
    places = [other for other in Seat if other is not seat]
    pool = [set(deal.dealt[p]) - witnessed(deal, seat) for p in places] + [set(kitty_of(deal)) - witnessed(deal, seat)]
    pools = [p for p in pool if p]
    if len(pools) < 2:
        return None
    one, other = (sorted(p)[int(random.random() * len(p))] for p in pools[:2])
    swap = {one: other, other: one}

    def turned(hand):
        return Hand.of(swap.get(card, card) for card in hand)

    start = Deal.of_hands(deal.rules, tuple(map(turned, deal.dealt)), turned(kitty_of(deal)), deal.previous_results)
    for event in deal.events:
        if isinstance(event, CHOICES):
            try:
                start = start.after(turned_event(event, turned))
            except GameError:
                return None
    return start if seen_alike(start, deal, seat) else None


def turned_event(event, turned):
    if isinstance(event, Give):
        return structs.replace(event, cards=tuple(map(turned, event.cards)))
    return structs.replace(event, cards=turned(event.cards)) if isinstance(event, Discard) else event


def seen_alike(one, other, seat):
    """Did the seat see the same cards pass, to it and before it?  Told by plain comparison, not by the views."""
    if len(one.events) != len(other.events) or witnessed(one, seat) != witnessed(other, seat):
        return False
    return all(alike(a, b, seat) for a, b in zip(one.events, other.events, strict=True))


def alike(a, b, seat):
    """Do two events look the same to a seat?  Of cards that it does not see it sees how many they are."""
    if type(a) is not type(b) or sizes(a) != sizes(b):
        return False
    concerned = seat in (a.seat, getattr(a, "to", None)) or (isinstance(a, Give) and len(a.cards[seat]))
    return a == b or not concerned


def sizes(event):
    if isinstance(event, Give):
        return [len(hand) for hand in event.cards]
    return [len(event.cards)] if hasattr(event, "cards") else []


def kitty_of(deal):
    rest = FULL_DECK
    for hand in deal.dealt:
        rest -= hand
    return rest


@TABLE
def test_states_that_a_seat_cannot_tell_apart_give_equal_views(rules, seed, count):
    """Cards that the seat has not seen are changed about and the same actions taken: the views are equal."""
    random, compared, states = Random(seed), 0, list(dealt_matches(rules, seed, deals=3))
    for match in random.sample(states, min(len(states), count(25, 1000))):
        for seat in Seat:
            other = twin(match.deal, seat, random)
            if other is not None:
                compared += 1
                assert other != match.deal
                assert other.seen_by(seat) == match.deal.seen_by(seat)
                assert hash(other.seen_by(seat)) == hash(match.deal.seen_by(seat))
    assert compared > 25


def test_a_view_tells_apart_what_was_seen():
    deal = laid_out(NAMED["nine-five-two"].rules, (-1, 0, 1), right="C3 C4", dealer="C6 C2", kitty="CT CA D5 H9")
    for seat, apart in [(D, True), (L, False), (R, True)]:
        one, other = (deal.after(Give.of(R, {D: cards(card)})).seen_by(seat) for card in ("C3", "C4"))
        assert (one != other) == apart


@TABLE
def test_kept_views_equal_replayed_ones(rules):
    """Each state makes its views from those of the state before; following what a seat sees, as a one-sided record
    tells it, gives the same.
    """
    for deal in finished_deals(rules, 23, deals=3):
        for seat in Seat:
            view = DealView.from_hand(rules, seat, deal.dealt[seat], deal.previous_results)
            for event in deal.events:
                view = view.after(event.seen_by(seat))
            assert view == deal.seen_by(seat) is deal.seen_by(seat)


def test_views_are_not_pickled():
    deal = played_out(laid_out(WIKIPEDIA))
    plain = pickle.dumps(deal)
    deal.seen_by(L)
    assert pickle.dumps(deal) == plain and pickle.loads(plain).seen_by(L) == deal.seen_by(L)


def test_a_view_refuses_what_cannot_be():
    """Cards seen elsewhere, a suit not followed before, a return that is not the highest."""
    hand = cards("SA SK S3 HA HK HQ HJ HT DA DK DQ DJ DT CA CK CQ")
    view = DealView.from_hand(WIKIPEDIA, L, hand, (-1, 1, 0))
    gave = view.after(Give.of(L, {D: cards("S3")}))
    for wrong, told in [
        (Return(D, L, cards("S2")), "S2 returned for S3"),
        (Return(D, L, cards("C2")), "C2 returned for S3"),
        (Return(D, L, cards("SA")), "SA already in your hand"),
        (Return(D, L, cards("SQ SJ")), r"2 cards \(expected 1\)"),
        (Return(D, L, Unseen(1)), "left sees these cards"),
    ]:
        with pytest.raises(GameError, match=told):
            gave.after(wrong)
    called = gave.after(Return(D, L, cards("SQ"))).after(Call(D, Trump.HEARTS))
    with pytest.raises(GameError, match=r"names cards that left cannot see \(expected \?\)"):
        called.after(Take(D, cards("S2 S4 S5 S6")))
    play = called.after(Take(D, Unseen(4))).after(Discard(D, Unseen(4)))
    play = play.after(Play(L, Card.parse("DA")))
    with pytest.raises(GameError, match="SA already in your hand"):
        play.after(Play(R, Card.parse("SA")))
    with pytest.raises(GameError, match="the hand of right is not seen"):
        play.turn.count()
    with pytest.raises(GameError, match="the hand of right is not seen"):
        play.seen_by(R)
    play = play.after(Play(R, Card.parse("C2"))).after(Play(D, Card.parse("D2")))
    play = play.after(Play(L, Card.parse("DK")))
    with pytest.raises(GameError, match="right plays D3 and did not follow D before"):
        play.after(Play(R, Card.parse("D3")))
    with pytest.raises(GameError, match="C2 already played"):
        play.after(Play(R, Card.parse("C2")))


def test_the_dealers_view_refuses_another_kitty_than_he_looked_at():
    rules = parse_rules("wikipedia kitty_peek=yes kitty_show=returned")
    hand = cards("SA SK S3 HA HK HQ HJ HT DA DK DQ DJ DT CA CK C2")
    view = DealView.from_hand(rules, D, hand, (-4, 4, 0)).after(Give(L, (cards("S2 H2 D2 C3"), Hand(), Hand())))
    with pytest.raises(GameError, match=r"a return of SK HA DA CA \(expected SA HA DA CA\)"):
        view.after(Return(D, L, cards("SK HA DA CA")))
    view = view.after(Return(D, L, cards("SA HA DA CA"))).after(Look(D, True))
    view = view.after(Peek(D, cards("S4 S5 S6 S7"))).after(Call(D, Trump.SPADES))
    with pytest.raises(GameError, match="the kitty is not the one looked at"):
        view.after(Take(D, cards("S4 S5 S6 S8")))
    taken = view.after(Take(D, cards("S4 S5 S6 S7")))
    with pytest.raises(GameError, match=r"a showing of the kitty of S7 \(expected no card\)"):
        taken.after(Show(D, L, cards("S7")))
    assert taken.after(Show(D, L, Hand())).turn.kind is Discard
