"""A deal, or a moment of one, as a picture: an SVG of its own, as wide as a phone, good on light and on dark pages.

It is drawn with letters and lines only and loads nothing, so any program shows it, and a browser turns it into a PNG.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from ninefivetwo.cards import RANKS, Card, Seat, Suit, Trump
from ninefivetwo.game import Cards, Deal, Match, Play, Unseen
from ninefivetwo.game.rules import rules_text
from ninefivetwo.layout import Position
from ninefivetwo.words.card_words import SIGNS, WORDS, called
from ninefivetwo.words.figures import count
from ninefivetwo.words.speaker import Speaker, name_and_seat, stage

WIDTH, HEIGHT = 640, 620
ROW = 34  # from one suit of a hand to the next
MOST_NAME, MOST_TITLE, MOST_FOOT = 18, 30, 64  # characters that have room; what is longer is cut
_INK, _SOFT, _PAPER, _LINE, _FELT = "#1d2421", "#59635d", "#fbfaf6", "#8f958f", "#1f5c46"
_SUITS = ("#1d2421", "#c22f2f", "#1556b8", "#19703d")
_PLACES = {Seat.LEFT: (28, 100), Seat.RIGHT: (348, 100), Seat.DEALER: (188, 428)}  # a hand's upper left corner
_SPOTS = {Seat.LEFT: (264, 318), Seat.RIGHT: (376, 318), Seat.DEALER: (320, 352)}  # the middle of a card played


@dataclass(frozen=True)
class Picture:
    """What is drawn: a heading, whose hands they are, the hands by seat, and what lies on the table.

    `trick` is the trick in progress; `kitty` the cards out of play, None where nobody
    speaks of them; `foot` a line below.
    """

    title: str
    names: tuple[str, str, str]
    hands: tuple[Cards, Cards, Cards]
    trump: Trump | None
    trick: tuple[tuple[Seat, Card], ...]
    kitty: Cards | None
    foot: str


def deal_picture(match: Match) -> Picture:
    """The picture of a match's deal at its moment; a deal that is over is shown as it was dealt."""
    deal = match.deal
    hands = deal.dealt if deal.over else deal.hands
    kitty = deal.dealt_kitty if deal.over or not len(deal.discarded) else deal.discarded
    names = [
        f"{_cut(name_and_seat(match, seat))} · {match.rules.contracts[seat]}"
        + (f" · won {deal.won[seat]}" if sum(deal.won) else "")
        for seat in Seat
    ]
    title = f"Deal {match.number} · {rules_text(match.rules)}"
    return Picture(title, (names[0], names[1], names[2]), hands, deal.trump, _trick(deal), kitty, _foot(match))


def position_picture(position: Position, trump: Trump | None) -> Picture:
    """The picture of three open hands in play."""
    table = tuple((position.lead.after(i), card) for i, card in enumerate(position.table))
    foot = f"{position.mover.word} to {'play' if table else 'lead'}, {count(position.tricks)} left"
    layout = position.layout
    return Picture("Three hands", ("dealer", "left", "right"), layout.hands, trump, table, layout.out, foot)


def svg(picture: Picture) -> str:
    """The text of the SVG."""
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
    """All of it in words, for who does not see it."""
    held = [f"{len(cards)} cards not seen" if isinstance(cards, Unseen) else str(cards) for cards in picture.hands]
    hands = [f"{name}: {cards}" for name, cards in zip(picture.names, held, strict=True)]
    trick = [f"on the table {', '.join(f'{card.words} by {seat.word}' for seat, card in picture.trick)}"]
    trump = [] if picture.trump is None else [f"trump {called(picture.trump)}"]
    return "; ".join([*hands, *trump, *(trick if picture.trick else []), picture.foot])


def _hand(x: int, y: int, name: str, cards: Cards) -> list[str]:
    """Whose hand it is, and a line a suit; how many cards, where they are not seen."""
    parts = [_line(x, y, name, 19, _SOFT, bold=True)]
    if isinstance(cards, Unseen):
        return [*parts, _line(x, y + ROW, f"{len(cards)} cards, not seen", 22, _SOFT)]
    for suit in Suit:
        ranks = cards.suit(suit)
        held = ("\u2009".join(ranks) if "T" in ranks else ranks).replace("T", "10") or "–"  # 10 9 8, but 98
        sign = f'<tspan fill="{_SUITS[suit]}">{SIGNS[suit]}</tspan>'
        row = y + ROW * (suit + 1)
        parts.append(
            f'<text x="{x}" y="{row}" font-size="26" font-weight="600" fill="{_INK}">{sign}'
            f'<tspan dx="8" letter-spacing="1.5">{held}</tspan></text>'
        )
    return parts


def _table(picture: Picture) -> list[str]:
    """The cards of the trick in progress; else the kitty or what was discarded."""
    if not picture.trick:
        if picture.kitty is None or not len(picture.kitty) or isinstance(picture.kitty, Unseen):
            return []
        cards = list(picture.kitty)[:10]
        return [_card(320 + 52 * i - 26 * (len(cards) - 1), 330, card) for i, card in enumerate(cards)]
    return [_card(*_SPOTS[seat], card) for seat, card in picture.trick]


def _card(x: int, y: int, card: Card) -> str:
    """A small card round a middle."""
    rank = RANKS[card.rank].replace("T", "10")
    return (
        f'<rect x="{x - 23}" y="{y - 32}" width="46" height="64" rx="6" fill="#fff" stroke="{_LINE}"/>'
        f'<text x="{x}" y="{y - 4}" text-anchor="middle" font-size="24" font-weight="700" fill="{_SUITS[card.suit]}">'
        f'{rank}<tspan x="{x}" dy="26">{SIGNS[card.suit]}</tspan></text>'
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
    """Words as they may stand in XML, which has no control characters."""
    return escape("".join(character if character.isprintable() else " " for character in words))


def _cut(words: str, most: int = MOST_NAME) -> str:
    return words if len(words) <= most else words[: most - 1] + "…"


def _trick(deal: Deal) -> tuple[tuple[Seat, Card], ...]:
    return tuple((deal.lead.after(i), card) for i, card in enumerate(deal.table))


def _foot(match: Match) -> str:
    """The result, or what is due."""
    deal, names = match.deal, Speaker.of(match).names
    if deal.over:
        return "as dealt; tricks won: " + ", ".join(f"{_cut(names[s], 12)} {deal.won[s]}" for s in Seat)
    if deal.due is None:
        return stage(deal)
    words = "to play" if deal.due.kind is Play else f"next: {deal.due.kind.name}"
    played = len(deal.played)
    return f"{_cut(names[deal.due.seat])} {words}" + (f", after {count(played // 3)}" if played >= 3 else "")
