"""What is said about players: who is spoken to, and cards that they know are named, others only counted."""

import pickle
import re
from dataclasses import replace
from typing import get_args

import pytest
from kept import FRIDAY, hindsight, only_match
from msgspec.json import encode
from msgspec.structs import replace as replace_fields
from reviews import review_once
from table import cards, laid_out
from test_review import played

from ninefivetwo.cards import Seat, Trump, parse_cards
from ninefivetwo.errors import CardError, GameError
from ninefivetwo.game import Call, Discard, Give, Look, Peek, Return, Show, Take
from ninefivetwo.game.events import ACTIONS, YES_NO, ChoiceWord
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import Trick
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.review import with_words
from ninefivetwo.words.review_match import deal_line
from ninefivetwo.words.speaker import YES_NO_WORDS, Speaker, error_words

D, L, R = Seat
NAMES = ("Ann", "Bob", "Cy")


GIVE = Give.of(L, {D: cards("S4 S5"), R: cards("H2")})
BACK = Return(D, L, cards("SA SK")), Return(R, L, cards("H2"))


def told(me, *events):
    return Speaker(NAMES, me).before_play([event.seen_by(me) for event in events])


def test_a_gift_and_what_came_back_are_one_sentence():
    mine = ["You take ♠A K from Ann, who gets ♠5 4.", "You give ♥2 to Cy; it comes straight back."]
    assert told(L, GIVE, *BACK) == mine
    assert told(D, GIVE, *BACK) == [
        "Bob takes your ♠A K and gives you ♠5 4.",
        "Bob takes one card from Cy, who gets one card.",
    ]
    assert told(R, GIVE, *BACK)[1] == "Bob gives ♥2 to you; it comes straight back."


def test_what_comes_back_later_is_told_later():
    """As where trump is called in between."""
    assert told(L, GIVE) == ["You give ♠5 4 to Ann.", "You give ♥2 to Cy."]
    assert told(R, *BACK) == ["Ann returns two cards to Bob.", "You return ♥2 to Bob."]
    assert told(D, Give.of(L, {})) == ["Bob gives nothing."]


def test_kitty_and_discard_are_named_to_who_has_seen_them():
    kitty, out = cards("SA H2 D3 C4"), cards("H2 H3 H4 H5")
    events = [
        Look(D, True),
        Peek(D, kitty),
        Call(D, Trump.NO_TRUMP),
        Take(D, kitty),
        Show(D, L, cards("SA")),
        Discard(D, out),
    ]
    assert told(D, *events) == [
        "You look at the kitty.",
        "The kitty is ♠A ♥2 ♦3 ♣4.",
        "You call no-trump.",
        "You take the kitty: ♠A ♥2 ♦3 ♣4.",
        "You show ♠A to Bob.",
        "You discard ♥5 4 3 2.",
    ]
    assert told(R, *events) == [
        "Ann looks at the kitty.",
        "Ann calls no-trump.",
        "Ann takes the kitty.",
        "Ann shows one card to Bob.",
        "Ann discards four cards.",
    ]
    assert told(L, Look(D, False), Show(D, L, cards(""))) == ["Ann does not look at the kitty."]


def test_an_error_of_a_players_own_does_not_name_them():
    deal = laid_out(parse_rules("wikipedia")).after(Call(D, Trump.SPADES))
    with pytest.raises(GameError) as caught:
        deal.after(Discard(D, cards("SA")))
    error, own = caught.value, "1 card discarded (expected 4)"
    assert (error.seat, error.fault, str(error)) == ("dealer", own, f"dealer: {own}")
    assert error_words(error, D) == own and error_words(error, L) == error_words(error, None) == f"dealer: {own}"
    again = pickle.loads(pickle.dumps(error))
    assert (again.seat, again.fault, str(again)) == (error.seat, error.fault, str(error))
    assert error_words(CardError("dealer: no card"), D) == "dealer: no card"


def test_every_choice_between_yes_and_no_has_its_words():
    assert list(YES_NO_WORDS) == list(YES_NO)
    assert set(get_args(ChoiceWord)) == {*ACTIONS, *(kind.word for kind in YES_NO)}


def test_a_trick_says_who_led_and_who_won():
    speaker = Speaker(NAMES, L)
    cards = parse_cards("S4 SA H2")
    assert speaker.trick(3, Trick.of(L, cards[:1], Trump.HEARTS)) == "Trick 3: you lead ♠4."
    assert speaker.trick(3, Trick.of(L, cards, Trump.HEARTS)) == "Trick 3: you lead ♠4, Cy ♠A, Ann ♥2; Ann wins."


def test_one_player_is_spoken_to():
    assert Speaker(NAMES).name(D) == "Ann" and Speaker(NAMES).name(D).whose == "Ann's"
    me = Speaker(NAMES, D)
    assert (me.name(D), me.name(D).whose, me.name(L)) == ("you", "your", "Bob") and me.titles == ("You", "Bob", "Cy")


def test_names_that_are_ambiguous_come_with_the_seat():
    match = played("wikipedia", 5)
    assert Speaker.of(replace(match, names=("Ann", "You", "Cy"))) == Speaker(("Ann", "You", "Cy"), L)
    assert Speaker.of(replace(match, names=("Ann", "Ann", ""))).names == ("Ann (dealer)", "Ann (left)", "right")
    called = Speaker.of(replace(match, names=("left", "Ann", "Cy"))).names
    assert called == ("left (dealer)", "Ann (left)", "Cy (right)")
    assert Speaker.of(replace(match, names=("You", "You", "Cy"))).me is None


def test_a_review_speaks_to_a_player_called_you():
    """In all its sentences; the list of the players still says who is who."""
    match = replace(only_match(FRIDAY), names=("Ann", "You", "Cy"))
    words = with_words(review_once(match, Limits(None, 4)), match).words
    assert words.players[1] == "You"
    told = encode(replace_fields(words, players=("", "", ""))).decode()
    assert re.search(r"\b[Yy]ou (had|lead|play|give|throw|ruff)\b|\b[Yy]our\b", told)
    assert not re.search(r"You's|(?<!to )\b[Yy]ou (is|was|leads|plays|gives|throws|ruffs|discards)\b", told)


def test_what_was_lost_with_open_cards_is_a_whole_number():
    """Without fair figures tricks are counted, so none is told in tenths."""
    words = " ".join(with_words(hindsight(), only_match(FRIDAY)).words.best) + deal_line(hindsight())
    assert re.search(r"\d tricks", words) and not re.search(r"\d\.\d tricks", words)
