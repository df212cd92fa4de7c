"""An SVG picture of a deal or a position, for phones and for both light and dark pages.

The picture has only text and shapes, and loads no files.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from html import escape

from ninefivetwo.cards import Card, Seat, Suit, Trump, by_seat
from ninefivetwo.errors import printable
from ninefivetwo.game import Cards, DealView, Match, Play, Unseen
from ninefivetwo.game.rules import rules_text
from ninefivetwo.layout import Position
from ninefivetwo.words.figures import count, plural
from ninefivetwo.words.speaker import Speaker, name_and_seat, stage
from ninefivetwo.words.template import (
    SIGNS,
    WORDS,
    Amount,
    CardWords,
    Name,
    Template,
    Term,
    called,
    cards_text,
    rank_text,
    say,
    the_card,
)

WIDTH, HEIGHT = 640, 620
ROW = 34  # distance from one suit of a hand to the next
MOST_NAME, MOST_TITLE = 19, 30  # maximum number of characters; a longer text is shortened
_INK, _SOFT, _PAPER, _LINE, _FELT = "#1d2421", "#59635d", "#fbfaf6", "#8f958f", "#1f5c46"
_SUITS = ("#1d2421", "#c22f2f", "#1556b8", "#19703d")
_PLACES = {Seat.LEFT: (28, 100), Seat.RIGHT: (348, 100), Seat.DEALER: (188, 428)}  # upper left corner of each hand
_SPOTS = {Seat.LEFT: (264, 318), Seat.RIGHT: (376, 318), Seat.DEALER: (320, 352)}  # the middle of each card played

PLAYER = Template("{player} · {target}")
PLAYER_WON = Template("{player} · {target} · won {number}")
TO_LEAD = Template("{player} to lead, {tricks} left")
TO_PLAY_LEFT = Template("{player} to play, {tricks} left")
AS_DEALT = Template("Hands as dealt. Tricks won: {scores}")
TO_PLAY_AFTER = Template("{player} to play, after {tricks}")
UNSEEN = Template("{cards} (hidden)")
HOLDS = Template("{player}: {cards}")
ON_TABLE = Template("on the table {cards}")


@dataclass(frozen=True)
class Picture:
    """The content of a picture.

    `trick` is the trick in progress. `kitty` is the kitty or the discard, or None to leave these cards out. `foot` is
    the line below the hands.
    """

    title: str
    names: tuple[str, str, str]
    hands: tuple[Cards, Cards, Cards]
    trump: Trump | None
    trick: Sequence[tuple[Seat, Card]]
    kitty: Cards | None
    foot: str


def hand_picture(view: DealView) -> Picture:
    """Return a picture of a player's view of a deal whose number is unknown."""
    number = 1 if view.previous_results is None else 2  # a first deal has no previous results
    picture = deal_picture(Match(view.rules, previous_results=view.previous_results, number=number, deal=view))
    return replace(picture, title=say("One hand · {rules}", rules=Term(rules_text(view.rules))))


def deal_picture(match: Match) -> Picture:
    """Return a picture of the current position in a match's deal, or of the hands as dealt if the deal is over."""
    deal = match.deal
    hands = deal.dealt if deal.over else deal.hands
    kitty = deal.dealt_kitty if deal.over or not len(deal.discarded) else deal.discarded
    names = [
        (PLAYER_WON if sum(deal.won) else PLAYER)(
            player=Name(_cut(name_and_seat(match, seat))),
            target=Amount(f"{match.rules.contracts[seat]}"),
            number=Amount(f"{deal.won[seat]}"),
        )
        for seat in Seat
    ]
    title = say("Deal {number} · {rules}", number=Amount(f"{match.number}"), rules=Term(rules_text(match.rules)))
    trick = deal.tricks[-1].turns if deal.table else ()
    return Picture(title, by_seat(names), hands, deal.trump, trick, kitty, _foot(match))


def position_picture(position: Position, trump: Trump | None) -> Picture:
    """Return a picture of three open hands during the play."""
    table = tuple((position.lead.after(i), card) for i, card in enumerate(position.table))
    foot = (TO_PLAY_LEFT if table else TO_LEAD)(player=Name(position.mover.word), tricks=count(position.tricks))
    layout = position.layout
    return Picture("Three hands", ("dealer", "left", "right"), layout.hands, trump, table, layout.out, foot)


def svg(picture: Picture) -> str:
    """Return the picture as the text of an SVG file."""
    words = _words(picture)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        ' role="img" aria-labelledby="title words" font-family="system-ui, \'Segoe UI\', \'DejaVu Sans\', sans-serif">',
        f'<title id="title">{_text(picture.title)}</title><desc id="words">{_text(words)}</desc>',
        f'<rect x="2" y="2" width="{WIDTH - 4}" height="{HEIGHT - 4}" rx="18" fill="{_PAPER}" stroke="{_LINE}"'
        ' stroke-width="2"/>',
        _line(28, 44, _cut(picture.title, MOST_TITLE), 22, _INK, bold=True),
        _trump(picture.trump),
    ]
    for seat in Seat:
        parts += _hand(*_PLACES[seat], picture.names[seat], picture.hands[seat])
    parts += _table(picture)
    parts.append(_line(28, HEIGHT - 22, picture.foot, 19, _SOFT))
    return "\n".join([*parts, "</svg>\n"])


def _words(picture: Picture) -> str:
    """Return a description of the picture for readers who cannot see it."""
    hands = [
        UNSEEN(cards=plural(len(cards), "card")) if isinstance(cards, Unseen) else cards_text(cards)
        for cards in picture.hands
    ]
    held = [HOLDS(player=Name(name), cards=CardWords(cards)) for name, cards in zip(picture.names, hands, strict=True)]
    trick = CardWords(", ".join(f"{the_card(card)} by {seat.word}" for seat, card in picture.trick))
    trump = [] if picture.trump is None else [say("trump {trump}", trump=called(picture.trump))]
    return "; ".join([*held, *trump, *([ON_TABLE(cards=trick)] if picture.trick else []), picture.foot])


def _hand(x: int, y: int, name: str, cards: Cards) -> list[str]:
    """Return the SVG elements of a hand: the name, and a line for each suit or the number of hidden cards."""
    parts = [_line(x, y, name, 19, _SOFT, bold=True)]
    if isinstance(cards, Unseen):
        return [*parts, _line(x, y + ROW, UNSEEN(cards=plural(len(cards), "card")), 22, _SOFT)]
    for suit in Suit:
        ranks = cards.suit(suit)
        held = ("\u2009".join(ranks) if "T" in ranks else ranks).replace("T", "10") or "–"  # spaces if there is a 10
        sign = f'<tspan fill="{_SUITS[suit]}">{SIGNS[suit]}</tspan>'
        row = y + ROW * (suit + 1)
        parts.append(
            f'<text x="{x}" y="{row}" font-size="26" font-weight="600" fill="{_INK}">{sign}'
            f'<tspan dx="8" letter-spacing="1.5">{held}</tspan></text>'
        )
    return parts


def _table(picture: Picture) -> list[str]:
    """Return the SVG elements of the trick in progress or, between tricks, of the kitty or the discard."""
    if not picture.trick:
        if picture.kitty is None or not len(picture.kitty) or isinstance(picture.kitty, Unseen):
            return []
        cards = list(picture.kitty)[:10]
        return [_card(320 + 52 * i - 26 * (len(cards) - 1), 330, card) for i, card in enumerate(cards)]
    return [_card(*_SPOTS[seat], card) for seat, card in picture.trick]


def _card(x: int, y: int, card: Card) -> str:
    return (
        f'<rect x="{x - 23}" y="{y - 32}" width="46" height="64" rx="6" fill="#fff" stroke="{_LINE}"/>'
        f'<text x="{x}" y="{y - 4}" text-anchor="middle" font-size="24" font-weight="700" fill="{_SUITS[card.suit]}">'
        f'{rank_text(card)}<tspan x="{x}" dy="26">{SIGNS[card.suit]}</tspan></text>'
    )


def _trump(trump: Trump | None) -> str:
    if trump is None:
        return ""
    return (
        f'<rect x="{WIDTH - 208}" y="18" width="180" height="38" rx="19" fill="{_FELT}"/>'
        f'<text x="{WIDTH - 118}" y="44" text-anchor="middle" font-size="20" font-weight="700" fill="#fff">'
        f"{WORDS[trump]}</text>"
    )


def _line(x: int, y: int, words: str, size: int, colour: str, bold: bool = False) -> str:
    weight = ' font-weight="700"' if bold else ""
    return f'<text x="{x}" y="{y}" font-size="{size}"{weight} fill="{colour}">{_text(words)}</text>'


def _text(words: str) -> str:
    """Escape a text for XML and remove the control characters that XML forbids."""
    return escape(printable(words))


def _cut(words: str, most: int = MOST_NAME) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def _foot(match: Match) -> str:
    """Return the line below the hands: the result, or the next choice if the deal is not over."""
    deal, names = match.deal, Speaker.of(match).names
    if deal.over:
        return AS_DEALT(scores=Amount(", ".join(f"{_cut(names[seat], 12)} {deal.won[seat]}" for seat in Seat)))
    if deal.due is None:
        return stage(deal)
    player, played = Name(_cut(names[deal.due.seat])), len(deal.played) // len(Seat)
    if deal.due.kind is not Play:
        return say("next: {action} by {player}", player=player, action=Term(deal.due.kind.name))
    return TO_PLAY_AFTER(player=player, tricks=count(played)) if played else say("{player} to play", player=player)
