"""The rules in plain words: true to the fields, to the sources' facts and to the game as it is played; the advice."""

import re

import pytest
from commands import run
from msgspec.structs import replace
from table import acting, cards, laid_out

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Discard, Give, Return, Show
from ninefivetwo.game.rules import NAMED, DealPhase, parse_rules
from ninefivetwo.game.rules.fields import KINDS
from ninefivetwo.words import rules_words
from ninefivetwo.words.rules_words import rules_sections
from ninefivetwo.words.strategy import TIP_SOURCES, TIPS
from ninefivetwo.words.template import cards_text

KEYS = {"aim", "deal", "exchange", "call", "kitty", "play", "score", "end", "source"}
RANK = r"(?:10|[AKQJ2-9])"
CARDS = re.compile(rf"[♠♥♦♣]({RANK}(?: {RANK}\b)*)")


def told(rules, key=None):
    """What is told of a rule set, or one section of it."""
    sections = rules_sections(parse_rules(rules) if isinstance(rules, str) else rules)
    return "\n".join(text for section in sections for text in section.texts if key in (None, section.key))


def check_cards(text):
    """Every card of a text is one, highest first within a suit."""
    for ranks in CARDS.findall(text):
        order = ["A K Q J 10 9 8 7 6 5 4 3 2".split().index(rank) for rank in ranks.split()]
        assert order == sorted(set(order)), text


@pytest.mark.parametrize("name", NAMED)
def test_every_rule_set_is_told_in_sections_of_sentences(name):
    sections = rules_sections(NAMED[name].rules)
    assert {section.key for section in sections} == KEYS and len(sections) == len(KEYS)
    for section in sections:
        for text in section.texts:
            assert text[0].isupper() and text.endswith(".") and "None" not in text
            check_cards(text)
    dealer, left, _right = NAMED[name].rules.contracts
    assert f"{dealer} for the dealer, {left} for the player on the dealer's left" in told(name, "aim")


@pytest.mark.parametrize(
    ("name", "key", "facts"),
    [
        ("wikipedia", "call", ["may also call no-trump", "calls before seeing the kitty"]),
        ("wikipedia", "exchange", ["is up gives one card for each trick above the contract"]),
        ("wikipedia", "exchange", ["higher contract in the new deal"]),
        ("wikipedia", "play", ["The player on the dealer's left leads", "never have to beat", "never have to ruff"]),
        ("wikipedia", "score", ["11 tricks +2, 9 tricks 0, 6 tricks -3"]),
        ("wikipedia", "end", ["reaches +20", "The highest score wins"]),
        ("wikipedia-13", "end", ["reaches +13"]),
        ("catalan", "call", ["No-trump is not allowed"]),
        ("catalan", "kitty", ["nobody else", "higher than a card returned"]),
        ("catalan", "end", ["reaches +10", "they share the win"]),
        ("catalan-20", "end", ["reaches +20", "they share the win"]),
        ("catalan-plus-minus", "call", ["takes the kitty before calling"]),
        ("catalan-plus-minus", "exchange", ["the cards are given and before any card is returned"]),
        ("catalan-plus-minus", "exchange", ["may have to return cards from the kitty"]),
        ("catalan-plus-minus", "end", ["reaches +15 or -15", "the player above zero"]),
        ("nine-five-two", "exchange", ["is up may give", "the player who is up more", "at most one card for each"]),
        ("nine-five-two", "kitty", ["higher than a card received"]),
        ("nine-two-five", "aim", ["2 for the player on the dealer's left", "are 9, 5, 2, 9"]),
        ("nine-two-five", "play", ["The dealer leads"]),
        ("nine-two-five", "exchange", ["Trump is called before the exchange"]),
        ("nine-two-five", "end", ["reaches +15 or -15", "play another deal"]),
        ("sergeant-major", "kitty", ["discards any four cards and only then takes the kitty"]),
        ("sergeant-major", "end", ["wins 12 tricks or more in one deal wins the match"]),
        ("bga", "exchange", ["may give"]),
        ("bga", "end", ["after 9 deals"]),
        ("bga first=kitty-trump-discard-play", "call", ["in the first deal, and after calling in later deals"]),
        ("cat-pm first=trump-kitty-discard-play", "call", ["in the first deal, and before calling in later deals"]),
        ("sm first=trump-kitty-discard-play", "kitty", ["In later deals, the dealer discards any four cards"]),
        ("bga first=trump-discard-kitty-play", "kitty", ["In later deals, the dealer takes the kitty first"]),
        ("wiki deals=9 over=5", "end", ["The match also ends after 9 deals", "at least 5 tricks more than their"]),
        ("wiki kitty_peek=yes", "call", ["no more than one trick in the previous deal, with a contract of five"]),
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
    example = rules_words.exchange_example(rules)
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
    example = rules_words.exchange_example(rules)
    deal = acting(dealt(rules, example), Give).after(Give.of(example.giver, {example.receiver: example.given}))
    deal = acting(deal, Discard)
    assert [event.cards for event in deal.events if isinstance(event, Show)] == [cards(cards_shown)]
    assert f"{rules_words.EXAMPLE_PLAYERS[Seat.DEALER]} shows {cards_text(cards(cards_shown))}." in told(name, "kitty")


def test_a_shown_card_of_the_kitty_needs_a_dealer_who_was_down():
    """With contracts by which the dealer cannot have been down two, the rule is told without the example."""
    rules = replace(parse_rules("catalan"), contracts=(1, 1, 14))
    assert "In the example" not in told(rules, "kitty") and "the player who got the returned cards" in told(
        rules, "kitty"
    )


def test_the_advice_holds_what_the_sources_say():
    """Wikipedia: counting, drawing, length, a side suit, a void, force, aces, the exchange; the weblog: the seats."""
    assert {tip.key for tip in TIPS if tip.source == "Wikipedia"} == {
        *("longer", "void", "count", "draw", "side-suit", "force", "aces", "tell")
    }
    assert [tip.key for tip in TIPS if tip.source == "weblog"] == ["seats"]
    assert len({tip.key for tip in TIPS} | KEYS) == len(TIPS) + len(KEYS) and set(TIP_SOURCES) == {
        "Wikipedia",
        "weblog",
    }
    for tip in TIPS:
        check_cards(tip.example)
        assert re.search("[♠♥♦♣]|spade|heart|diamond|club", tip.example) or tip.key == "seats"


def test_the_command_tells_every_section_and_tip():
    words = " ".join(run("rules", "wikipedia").stdout.split())
    for section in rules_sections(parse_rules("wikipedia")):
        assert section.title in words and all(" ".join(text.split()) in words for text in section.texts)
    advice = run("rules", "--strategy").stdout
    assert all(tip.title in advice for tip in TIPS)
    assert "notrump" in run("rules", "wikipedia", "--fields").stdout
