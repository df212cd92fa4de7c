"""What has happened in a deal, told to one of its players: whose cards they know are named, others only counted."""

from ninefivetwo.cards import Card, Denomination, Hand, Seat, parse_cards
from ninefivetwo.game import Call, Discard, Give, Look, Peek, Return, Show, Take
from ninefivetwo.layout import Trick
from ninefivetwo.words.happened import Teller

D, L, R = Seat
NAMES = {D: "Ann", L: "Bob", R: "Cy"}


def hand(text):
    return Hand.of(map(Card.parse, text.split()))


GIVE = Give.of(L, {D: hand("S4 S5"), R: hand("H2")})
BACK = Return(D, L, hand("SA SK")), Return(R, L, hand("H2"))


def told(me, *events):
    return Teller(NAMES, me).before_play([event.seen_by(me) for event in events])


def test_a_gift_and_what_came_back_are_one_sentence():
    mine = ["You take SAK from Ann, who gets S54.", "You give Cy H2, and it comes back: nothing higher."]
    assert told(L, GIVE, *BACK) == mine
    assert told(D, GIVE, *BACK) == [
        "Bob takes your SAK and gives you S54.",
        "Bob takes 1 card from Cy, who gets 1 card.",
    ]
    assert told(R, GIVE, *BACK)[1] == "Bob gives you H2, and it comes back: nothing higher."


def test_what_comes_back_later_is_told_later():
    """As where trump is called in between."""
    assert told(L, GIVE) == ["You give Ann S54.", "You give Cy H2."]
    assert told(R, *BACK) == ["Ann hands 2 cards back to Bob.", "You hand H2 back to Bob."]
    assert told(D, Give.of(L, {})) == ["Bob gives nothing."]


def test_kitty_call_and_discard():
    kitty, out = hand("SA H2 D3 C4"), hand("H2 H3 H4 H5")
    events = [
        Look(D, True),
        Peek(D, kitty),
        Call(D, Denomination.N),
        Take(D, kitty),
        Show(D, L, hand("SA")),
        Discard(D, out),
    ]
    assert told(D, *events) == [
        "You look at the kitty.",
        "The kitty: SA H2 D3 C4.",
        "You call no-trump.",
        "You take the kitty: SA H2 D3 C4.",
        "You show Bob SA of the kitty.",
        "You discard H5432.",
    ]
    assert told(R, *events) == [
        "Ann looks at the kitty.",
        "Ann calls no-trump.",
        "Ann takes the kitty.",
        "Ann shows Bob 1 card of the kitty.",
        "Ann discards 4 cards.",
    ]
    assert told(L, Look(D, False), Show(D, L, hand(""))) == ["Ann did not look at the kitty."]


def test_a_trick_says_who_led_and_who_won():
    teller = Teller(NAMES, L)
    cards = parse_cards("S4 SA H2")
    assert teller.trick(3, Trick.of(L, cards[:1], Denomination.H)) == "Trick 3: you lead S4"
    assert teller.trick(3, Trick.of(L, cards, Denomination.H)) == "Trick 3: you lead S4, Cy SA, Ann H2; Ann wins it"
