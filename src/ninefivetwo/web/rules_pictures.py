"""The pictures of the rules page as HTML: seats, cards and scores. The page's script draws the cards."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from ninefivetwo.cards import Card, Seat, Suit, Trump, parse_cards
from ninefivetwo.game.rules import TRICKS, DealPhase, RuleSet
from ninefivetwo.layout import trick_winner
from ninefivetwo.words.figures import count, in_digits, minus, plural, signed
from ninefivetwo.words.rules_words import EXAMPLE_PLAYERS, HELD, TRICK, exchange_example
from ninefivetwo.words.speaker import parse_hand
from ninefivetwo.words.template import SIGNS, Amount, called, capital, card_text, say

HAND, KITTY = 16, 4  # cards
HELD_TO_FOLLOW = "SA S3 HJ DK D4 C9"  # the hand in the picture on following suit
FAN = 8  # backs that stand for a hand
#: Arrows from the dealer to the left, from the left to the right, and from the right to the dealer.
ARROWS = '<svg class="arrows" viewBox="0 0 400 200" aria-hidden="true"><path d="{}"/></svg>'.format(
    "M150 168C120 160 96 140 88 118m-6 14 6-14 14 8M150 40C180 28 220 28 250 40m-14-12 14 12-15 8"
    "M312 118C304 140 280 160 250 168m16-10-16 10 17 4"
)


def picture(rules: RuleSet, key: str) -> str:
    """Return the picture of a section of the rules, empty if the section has none."""
    drawn = {
        "aim": _seats,
        "deal": _dealt,
        "exchange": _exchange,
        "call": _call,
        "kitty": _kitty,
        "play": _play,
        "score": _scores,
        "end": _end,
    }
    return f'<div class="picture {key}">{drawn[key](rules)}</div>' if key in drawn else ""


def _cards(cards: Iterable[Card], more: str = "") -> str:
    """Return a place for cards, which the page's script draws. `more` are additional classes."""
    held = tuple(cards)
    said = ", ".join(card.words for card in held)
    codes = " ".join(map(str, held))
    return f'<span class="cards {more}" data-cards="{codes}" role="img" aria-label="{said}"></span>'


def _backs(number: int, caption: str) -> str:
    """Return cards that lie face down, with a caption."""
    backs = '<span class="card-back"></span>' * min(number, FAN)
    return f'<span class="lot"><span class="backs">{backs}</span><span>{escape(caption)}</span></span>'


def _person(name: str, sign: str, words: str, more: str = "") -> str:
    return (
        f'<span class="person {more}"><span class="avatar" aria-hidden="true">{escape(sign)}</span>'
        f"<b>{escape(name)}</b><span>{escape(words)}</span></span>"
    )


def _seats(rules: RuleSet) -> str:
    places = "Dealer", "Left of the dealer", "Right of the dealer"
    people = (
        _person(places[seat], str(number), say("needs {number}", number=in_digits(number)), seat.word)
        for seat, number in zip(Seat, rules.contracts, strict=True)
    )
    return ARROWS + "".join(people)


def _dealt(rules: RuleSet) -> str:
    hands = _backs(HAND, str(HAND)) * len(Seat)
    each = (
        f'<span class="lot">{hands}<span>{say("{number} for each player", number=plural(HAND, "card"))}</span></span>'
    )
    return each + _backs(KITTY, say("Kitty: {number}", number=plural(KITTY, "card")))


def _exchange(rules: RuleSet) -> str:
    example = exchange_example(rules)
    giver, other = EXAMPLE_PLAYERS[example.giver], EXAMPLE_PLAYERS[example.receiver]
    up = in_digits(example.previous_results[example.giver])
    moves = (
        f"<span>{say('{player} gives', player=giver)}</span>{_cards(example.given, 'to')}"
        f"<span>{say('{player} returns', player=other)}</span>{_cards(example.back, 'from')}"
    )
    held = _cards(parse_hand(HELD), "small")
    down = _person("", other[0], say("{player} is down by {number}", player=other, number=up))
    return (
        f"{_person('', giver[0], say('{player} is up by {number}', player=giver, number=up))}"
        f'<span class="moves">{moves}</span><span class="lot">{down}{held}</span>'
    )


def _call(rules: RuleSet) -> str:
    suits = (f'<span class="chip {suit.letter}" aria-hidden="true">{SIGNS[suit]}</span>' for suit in Suit)
    none = f'<span class="chip" aria-hidden="true">{capital(called(Trump.NO_TRUMP))}</span>'
    return "".join(suits) + (none if rules.notrump else "")


def _kitty(rules: RuleSet) -> str:
    """Return the kitty, the dealer's hand and the discards, in the order of later deals."""
    kitty = _backs(KITTY, say("Kitty: {number}", number=plural(KITTY, "card")))
    discards = _backs(KITTY, say("Discard: {number}", number=plural(KITTY, "card")))
    blind = rules.later.index(DealPhase.DISCARD) < rules.later.index(DealPhase.KITTY)
    number = HAND if blind else HAND + KITTY
    hand = _backs(number, say("Dealer's hand: {number}", number=plural(number, "card")))
    arrow = '<span class="arrow" aria-hidden="true">→</span>'
    return arrow.join([hand, discards, kitty] if blind else [kitty, hand, discards])


def _play(rules: RuleSet) -> str:
    trick = parse_cards(TRICK)
    won = trick_winner(Seat.DEALER, trick, Trump.SPADES)
    captions = ("led", "follows suit", "ruffs and wins")
    cards = "".join(
        f'<span class="lot">{_cards([card], "wins" if Seat(at) is won else "")}<span>{caption}</span></span>'
        for at, (card, caption) in enumerate(zip(trick, captions, strict=True))
    )
    held = parse_cards(HELD_TO_FOLLOW)
    must = say("{card} is led. With this hand, you must play a diamond.", card=card_text(trick[0]))
    hand = "".join(_cards([card], "can" if card.suit is trick[0].suit else "cannot") for card in held)
    return (
        f'<span class="lot felt-part"><span class="hand">{hand}</span><span>{escape(must)}</span></span>'
        f'<span class="felt-part">{cards}</span>'
    )


def _scores(rules: RuleSet) -> str:
    """Return the dealer's points for three numbers of tricks, with a circle for each trick and each missing trick."""
    contract = rules.contracts[Seat.DEALER]
    rows = []
    for won in (min(contract + 2, TRICKS), contract, max(contract - 3, 0)):
        pips = "".join(
            f'<i class="{"more" if at >= contract else "won" if at < won else ""}"></i>'
            for at in range(max(won, contract))
        )
        points = won - contract
        kind = "good" if points >= 0 else "warn"
        said = say("{tricks}, contract {number}", tricks=count(won), number=Amount(f"{contract}"))
        rows.append(
            f'<span class="won-lost" aria-hidden="true">{pips}</span><span>{said}</span>'
            f'<b class="{kind}">{minus(signed(points))}</b>'
        )
    return "".join(rows)


def _end(rules: RuleSet) -> str:
    """Return the points, tricks or deals that end the match."""
    limits = (rules.target, rules.floor, rules.over)
    points = [minus(signed(limit)) for limit in limits if limit is not None]
    tricks = [] if rules.sweep is None else [count(rules.sweep)]
    deals = [] if rules.deals is None else [plural(rules.deals, "deal")]
    return "".join(f'<span class="chip">{each}</span>' for each in [*points, *tricks, *deals])
