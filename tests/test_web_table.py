"""What a card table is told: never a card that its viewer does not know, and every way that cards go."""

import re
from itertools import pairwise

import msgspec
import pytest
from table import acting, cards, dealt_matches, laid_out, played_out, random_match
from test_game import TABLES

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.codec import encode
from ninefivetwo.game import Call, Deal, Discard, Give, Look, Peek, Play, Return, Show, Take
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import Layout
from ninefivetwo.web.table_state import line_tables, table_object
from ninefivetwo.words.template import SIGNS

NAMES = ("Ann", "Bob", "Cy")
WIKIPEDIA = NAMED["wikipedia"].rules
CARD = re.compile(r'"([SHDC][2-9TJQKA])"')
ALL_RULES = pytest.mark.parametrize("rules", [parse_rules(text) for text in TABLES], ids=TABLES)


def as_json(table):
    return msgspec.json.decode(encode(table))


def cards_in(table):
    """The cards that a table's JSON tells."""
    hands = Hand.of(card for seat in as_json(table)["seats"] for card in Hand.parse(seat["hand"] or "..."))
    return {str(card) for card in hands} | set(CARD.findall(encode(table).decode()))


def known_to(deal, seat):
    """The cards that a seat has seen, worked out from the whole deal."""
    found = set(deal.dealt[seat])
    for event in deal.events:
        match event:
            case Play():
                found.add(event.card)
            case Give():
                found |= set(event.cards[seat])
            case Return(to=to) | Show(to=to):
                found |= set(event.cards) if to is seat else set()
            case Peek() | Take():
                found |= set(event.cards) if event.seat is seat else set()
    return {str(card) for card in found}


def deals(rules, count, seed=5):
    return [match.deal for match in dealt_matches(rules, seed, count)]


@ALL_RULES
def test_hidden_cards_are_never_told(rules, count):
    for deal in deals(rules, count(3, 60)):
        for seat in Seat:
            table = table_object(deal.seen_by(seat), NAMES, (1, 2, -3))
            assert cards_in(table) <= known_to(deal, seat)
            assert [each.hand is not None for each in table.seats] == [s is seat for s in Seat]


@ALL_RULES
def test_an_open_table_tells_every_card(rules):
    for deal in deals(rules, 1):
        table = table_object(deal, NAMES)
        places = (*deal.hands, deal.kitty, deal.discarded, deal.table, table.last.cards if table.last else ())
        assert table.me is None and cards_in(table) == {str(card) for place in places for card in place}


@ALL_RULES
def test_moves_account_for_every_card(rules, count):
    """Cards in hand before, less those that moved away or were played, and those that came, are the cards in hand."""
    for before, after in pairwise(deals(rules, count(3, 60))):
        if len(after.events) < len(before.events):
            continue  # the next deal
        for seat in Seat:
            held = [len(hand) for hand in before.seen_by(seat).hands]
            for play in after.events[len(before.events) :]:
                held[play.seat] -= isinstance(play, Play)
            table = table_object(after.seen_by(seat), NAMES)
            for move in (move for move in table.moved if move.why != "shows"):
                for place, sign in ((move.origin, -1), (move.to, 1)):
                    if place not in ("kitty", "out"):
                        held[Seat.parse(place)] += sign * move.number
                assert move.cards is None or len(move.cards) == move.number
            assert held == [each.held for each in table.seats]


def test_computer_players_are_told_apart():
    table = table_object(next(iter(deals(WIKIPEDIA, 1))), ("Ann", "club 1", "expert 2"))
    assert [seat.computer for seat in table.seats] == [False, True, True]
    deal = next(iter(deals(WIKIPEDIA, 1)))
    for one in (table_object(deal, NAMES, computers=[Seat.LEFT]), line_tables(deal, NAMES, [Seat.LEFT])[0]):
        assert [seat.computer for seat in one.seats] == [False, True, False]


def exchanged():
    """Two tricks over give Ann's, the dealer's, two cards to Bob; he hands back his highest of that suit."""
    return laid_out(WIKIPEDIA, (2, -2, 0), dealer="SA S2 HK", left="SQ S5", right="H2")


def test_an_exchange_as_each_seat_sees_it():
    deal = exchanged()
    deal = deal.after(Give.of(Seat.DEALER, {Seat.LEFT: cards("S2 HK")}))
    highest = deal.events[1].cards
    for seat in Seat:
        give, back = table_object(deal.seen_by(seat), NAMES).moved
        seen = seat is not Seat.RIGHT
        assert (give.origin, give.to, give.why, give.number) == ("dealer", "left", "gives", 2)
        assert (back.origin, back.to, back.why, back.number) == ("left", "dealer", "returns", 2)
        assert give.cards == (["S2", "HK"] if seen else None)
        assert back.cards == ([str(card) for card in highest] if seen else None)
    tags = table_object(deal.seen_by(Seat.DEALER), NAMES).tags
    assert tags == {str(card): "from Bob" for card in highest}
    assert table_object(deal.seen_by(Seat.RIGHT), NAMES).tags == {}


def test_more_than_one_choice_may_be_shown_at_once():
    deal = exchanged()
    deal = deal.after(Give.of(Seat.DEALER, {Seat.LEFT: cards("S2 HK")})).after(Call(Seat.DEALER, Trump.SPADES))
    view = deal.seen_by(Seat.LEFT)
    assert [move.why for move in table_object(view, NAMES).moved] == ["takes"]
    assert [move.why for move in table_object(view, NAMES, since=0).moved] == ["gives", "returns", "takes"]


def test_a_turn_is_told_to_its_player_and_to_the_others():
    """Told to the player himself, of an open table, and of a player whose hand is not seen."""
    deal = exchanged()

    def words(deal, seat=None):
        return table_object(deal if seat is None else deal.seen_by(seat), NAMES).turn.words

    assert words(deal, Seat.DEALER) == "Give 2 cards to Bob"
    assert words(deal) == "Ann to give 2 cards to Bob" and words(deal, Seat.LEFT) == "Waiting for Ann to give cards"
    deal = deal.after(Give.of(Seat.DEALER, {Seat.LEFT: cards("S2 HK")}))
    assert words(deal, Seat.DEALER) == "Call trump"
    deal = deal.after(Call(Seat.DEALER, Trump.SPADES))
    assert words(deal, Seat.DEALER) == "Discard 4 cards" and words(deal, Seat.RIGHT) == "Waiting for Ann to discard"
    deal = deal.after(Discard(Seat.DEALER, Hand.of(list(deal.hand(Seat.DEALER))[-4:])))
    assert words(deal, Seat.LEFT) == "Lead any card"
    assert words(deal, Seat.DEALER) == "Waiting for Bob to lead" and words(deal) == "Bob to lead"
    led = next(iter(deal.hand(Seat.LEFT)))
    deal = deal.after(Play(Seat.LEFT, led))
    turn = table_object(deal.seen_by(Seat.RIGHT), NAMES).turn
    assert turn.words == f"Follow {SIGNS[led.suit]} {led.suit.word}" and turn.legal
    assert table_object(deal.seen_by(Seat.DEALER), NAMES).turn.legal == []
    optional = table_object(laid_out(parse_rules("wikipedia must_give=no"), (2, -1, -1)).seen_by(Seat.DEALER), NAMES)
    assert optional.turn.words == "You may give 1 card to Bob and 1 card to Cy" and not optional.turn.must


def test_a_turn_to_say_yes_or_no_has_the_words_for_both():
    deal = acting(laid_out(parse_rules("wikipedia kitty_peek=yes"), (-4, 4, 0)), Look)
    own, other = (as_json(table_object(deal.seen_by(seat), NAMES))["turn"] for seat in (Seat.DEALER, Seat.LEFT))
    assert (own["kind"], own["words"]) == ("look", "Look at the kitty before you call?")
    assert own["answers"] == other["answers"] == ["Look at the kitty", "Do not look"]
    assert other["words"] == "Waiting for Ann, who may look at the kitty"
    assert table_object(deal, NAMES).turn.words == "Ann may look at the kitty"
    assert "answers" not in as_json(table_object(deal.after(Look(Seat.DEALER, True)), NAMES))["turn"]


def test_a_seat_void_of_the_suit_led_may_play_any_card():
    """One suit and three cards more; a seat that is void of what is led."""
    layout = Layout.parse("D:AKQJT98765432.AKQ.-.- -.JT98765432.AKQJT9.- -.-.8765432.AKQJT9876 K:-.-.-.5432")
    deal = Deal.start(WIKIPEDIA, layout).after(Call(Seat.DEALER, Trump.SPADES))
    deal = deal.after(Discard(Seat.DEALER, deal.hand(Seat.DEALER).only(Trump.CLUBS)))
    deal = deal.after(Play(Seat.LEFT, Card.parse("DA"))).after(Play(Seat.RIGHT, Card.parse("D2")))
    turn = table_object(deal.seen_by(Seat.DEALER), NAMES).turn
    assert turn.words == "No ♦ diamonds: play any card" and len(turn.legal) == 16
    played = played_out(deal)
    table = table_object(played.seen_by(Seat.DEALER), NAMES)
    assert table.over and table.turn is None and table.last and sum(seat.won for seat in table.seats) == 16


def test_a_deal_of_three_cards_each_has_no_kitty():
    hands = [cards(text) for text in ("SA S2 HK", "HA H2 D3", "C2 C3 C4")]
    deal = Deal.of_hands(WIKIPEDIA, tuple(hands), cards(""))
    table = table_object(deal.seen_by(Seat.DEALER), NAMES)
    assert table.kitty is None and [seat.held for seat in table.seats] == [3, 3, 3]


def test_the_kitty_looked_at_is_its_viewers_alone():
    rules = parse_rules("wikipedia kitty_peek=yes")
    deal = next(match.deal for match in random_match(rules, 3) if hasattr(match, "deal") and _looked(match.deal))
    seen = table_object(deal.seen_by(Seat.DEALER), NAMES).kitty
    assert len(seen.cards) == seen.number == 4
    assert table_object(deal.seen_by(Seat.LEFT), NAMES).kitty.cards is None


def _looked(deal):
    return any(isinstance(event, Peek) for event in deal.events) and len(deal.kitty)
