"""The rules in plain words: true to the fields, to the sources' facts and to the game as it is played; the advice."""

import re

import pytest
from commands import run
from msgspec.structs import replace
from table import acting, cards, laid_out

from ninefivetwo.cards import Hand, Seat, parse_cards
from ninefivetwo.game import Discard, Give, Return, Show
from ninefivetwo.game.rules import NAMED, DealPhase, parse_rules
from ninefivetwo.game.rules.fields import KINDS
from ninefivetwo.words import rules_words
from ninefivetwo.words.card_words import cards_text
from ninefivetwo.words.rules_words import rules_sections
from ninefivetwo.words.strategy import SOURCES, TIPS

KEYS = {"aim", "deal", "exchange", "call", "kitty", "play", "score", "end", "source"}
CARDS = re.compile(r"([♠♥♦♣])((?:10|[AKQJ2-9])(?: (?:10|[AKQJ2-9])\b)*)")


def told(rules, key=None):
    """What is told of a rule set, or one section of it."""
    sections = rules_sections(parse_rules(rules) if isinstance(rules, str) else rules)
    return "\n".join(text for section in sections for text in section.texts if key in (None, section.key))


def check_cards(text):
    """Every card of a text is one, highest first within a suit."""
    for suit, ranks in CARDS.findall(text):
        hand = Hand.of(parse_cards(" ".join(suit + rank for rank in ranks.split())))
        assert cards_text(hand) == suit + ranks, text


@pytest.mark.parametrize("name", NAMED)
def test_every_rule_set_is_told_in_sections_of_sentences(name):
    sections = rules_sections(NAMED[name].rules)
    assert {section.key for section in sections} == KEYS and len(sections) == len(KEYS)
    for section in sections:
        for text in section.texts:
            assert text[0].isupper() and text.endswith(".") and "None" not in text
            check_cards(text)
    dealer, left, right = NAMED[name].rules.contracts
    assert f"the dealer {dealer}, the player on his left {left}, the player on his right {right}" in told(name, "aim")


@pytest.mark.parametrize(
    ("name", "key", "facts"),
    [
        ("wikipedia", "call", ["He may also call no-trump", "has not seen the kitty"]),
        ("wikipedia", "exchange", ["A player who was up gives one card for each trick over", "higher in the deal now"]),
        ("wikipedia", "play", ["The player on the dealer's left leads", "You need not beat", "need not ruff"]),
        ("wikipedia", "score", ["11 tricks are +2, 9 tricks are 0, 6 tricks are -3"]),
        ("wikipedia", "end", ["reaches +20", "the highest score wins"]),
        ("wikipedia-13", "end", ["reaches +13"]),
        ("catalan", "call", ["No-trump may not be called"]),
        ("catalan", "kitty", ["nobody else", "higher than the one he gave back"]),
        ("catalan", "end", ["reaches +10", "they share the win"]),
        ("catalan-20", "end", ["reaches +20", "they share the win"]),
        ("catalan-plus-minus", "call", ["He has the kitty in his hand when he calls"]),
        ("catalan-plus-minus", "exchange", ["called between giving and giving back", "hand back one of its cards"]),
        ("catalan-plus-minus", "end", ["reaches +15", "reaches -15", "the one on the positive side"]),
        ("nine-five-two", "exchange", ["may give up to one card for each trick over", "the one who was up the most"]),
        ("nine-five-two", "kitty", ["higher than the one he was given"]),
        (
            "nine-two-five",
            "aim",
            ["the player on his left 2, the player on his right 5", "after 9 as the dealer comes 5"],
        ),
        ("nine-two-five", "play", ["The dealer leads"]),
        ("nine-two-five", "exchange", ["Trump has been called by then"]),
        ("nine-two-five", "end", ["reaches +15", "reaches -15", "another deal is played"]),
        ("sergeant-major", "kitty", ["puts any four of his cards aside, the discard, and only then takes the kitty"]),
        ("sergeant-major", "end", ["wins 12 tricks in one deal wins the match"]),
        ("bga", "exchange", ["may give"]),
        ("bga", "end", ["after 9 deals"]),
    ],
)
def test_what_the_sources_say_is_told(name, key, facts):
    for fact in facts:
        assert fact in told(name, key)


ORDERS = "later=trump-exchange-kitty-discard-play"
CHANGES = {
    "contracts": "contracts=8-5-3",
    "notrump": "notrump=no",
    "lead": "lead=dealer",
    "first": "first=kitty-discard-trump-play",
    "later": ORDERS,
    "must_give": "must_give=no",
    "two_up": "two_up=most",
    "kitty_show": "kitty_show=returned",
    "kitty_peek": "kitty_peek=yes",
    "target": "target=21",
    "floor": "floor=-21",
    "deals": "deals=7",
    "sweep": "sweep=14",
    "over": "over=5",
    "winner": "floor=-20 winner=furthest",
    "tie": "tie=share",
}


def test_a_changed_field_changes_the_words():
    """Beside the last section, which names the rule set."""
    assert set(CHANGES) == set(KINDS)
    plain = [section for section in rules_sections(parse_rules("wikipedia")) if section.key != "source"]
    for change in CHANGES.values():
        changed = [s for s in rules_sections(parse_rules(f"wikipedia {change}")) if s.key != "source"]
        assert changed != plain, change


def test_what_comes_before_the_play_is_told_in_its_own_order():
    def order(name):
        return [section.key for section in rules_sections(parse_rules(name))][2:5]

    assert order("wikipedia") == ["exchange", "call", "kitty"]
    assert order("nine-two-five") == ["call", "exchange", "kitty"]
    assert order("catalan-plus-minus") == ["kitty", "exchange", "call"]


def dealt(rules, example):
    """A deal in which the hands hold what the example says of them."""
    hands = {"dealer": "", "left": "", "right": ""}
    hands[example.receiver.word], hands[example.giver.word] = "HK HJ H9 CQ CT", "H3 H2 C4 CA"
    third = next(seat for seat in Seat if seat not in (example.receiver, example.giver))
    hands[third.word] = "HQ H8 H7 H6 H5 H4 CK CJ C9 C8 C7 C6 C5 C3 C2"
    return laid_out(rules, example.previous_results, **hands, kitty="HA HT D6 S2")


@pytest.mark.parametrize("name", [*NAMED, "wiki contracts=5-2-9", "wiki contracts=1-1-14", "wiki contracts=1-14-1"])
def test_the_worked_exchange_is_what_the_game_does(name):
    rules = parse_rules(name)
    example = rules_words._example(rules)
    deal = dealt(rules, example)
    while not any(isinstance(event, Return) for event in deal.events):
        if deal.turn.kind is Give:
            deal = deal.after(Give.of(example.giver, {example.receiver: example.given}))
        elif deal.turn.kind is Discard:
            spare = [card for card in deal.turn.held if str(card)[0] in "SD"]
            deal = deal.after(Discard(Seat.DEALER, Hand.of(spare[:4])))
        else:
            deal = deal.after(next(deal.turn.actions()))
    if rules.later[0] is not DealPhase.KITTY:  # he has none of its cards in his hand yet
        assert [event.cards for event in deal.events if isinstance(event, Return)] == [example.back]
    for seat in Seat:
        won, contract = rules_words.tricks_won(rules, example.previous_results)[seat], rules.contracts[seat.next]
        assert won - contract == example.previous_results[seat]


@pytest.mark.parametrize(("name", "cards_shown"), [("catalan", "HA"), ("nine-five-two", "HA HT")])
def test_the_kitty_of_the_example_is_shown_as_the_game_has_it(name, cards_shown):
    rules = parse_rules(name)
    example = rules_words._example(rules)
    deal = acting(dealt(rules, example), Give).after(Give.of(example.giver, {example.receiver: example.given}))
    deal = acting(deal, Discard)
    assert [event.cards for event in deal.events if isinstance(event, Show)] == [cards(cards_shown)]
    assert f"{rules_words.PLAYERS[Seat.DEALER]} shows {cards_text(cards(cards_shown))}." in told(name, "kitty")


def test_a_shown_card_of_the_kitty_needs_a_dealer_who_was_down():
    """With contracts by which the dealer cannot have been down two, the rule is told without the example."""
    rules = replace(parse_rules("catalan"), contracts=(1, 1, 14))
    assert "In the example" not in told(rules, "kitty") and "shows the player who got them" in told(rules, "kitty")


def test_the_advice_holds_what_the_sources_say():
    """Wikipedia: counting, drawing, length, a side suit, a void, force, aces, the exchange; the weblog: the seats."""
    assert {tip.key for tip in TIPS if tip.source == "Wikipedia"} == {
        *("longer", "void", "count", "draw", "side-suit", "force", "aces", "tell")
    }
    assert [tip.key for tip in TIPS if tip.source == "weblog"] == ["seats"]
    assert len({tip.key for tip in TIPS} | KEYS) == len(TIPS) + len(KEYS) and set(SOURCES) == {"Wikipedia", "weblog"}
    for tip in TIPS:
        check_cards(tip.example)
        assert re.search("[♠♥♦♣]|spade|heart|diamond|club", tip.example) or tip.key == "seats"


def test_the_command_tells_them():
    words = " ".join(run("rules", "wikipedia").stdout.split())
    for section in rules_sections(parse_rules("wikipedia")):
        assert section.title in words and all(" ".join(text.split()) in words for text in section.texts)
    advice = run("rules", "--strategy").stdout
    assert all(tip.title in advice for tip in TIPS)
    assert "notrump" in run("rules", "wikipedia", "--fields").stdout
    assert run("rules", "--fields").returncode == run("rules", "wiki", "--strategy").returncode == 2
