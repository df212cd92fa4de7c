"""Practice deals and a score sheet on paper: one page that loads nothing, black on white, for A4 and Letter.

Each seat's hands have pages of their own, so that three players can take theirs to the table.  The kitty stands upside
down below the dealer's hand; the solutions come last but for the score sheet.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from importlib.resources import files

from ninefivetwo.cards import Hand, Seat, Suit
from ninefivetwo.exact import Solver
from ninefivetwo.game import Deal, PlayTurn
from ninefivetwo.game.rules import DealPhase, RuleSet, rules_text
from ninefivetwo.layout import Layout
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.words.card_words import SIGNS
from ninefivetwo.words.figures import count
from ninefivetwo.words.rules_words import rules_sections
from ninefivetwo.words.speaker import BY_SEAT, sentence
from ninefivetwo.words.template import capital

STRONG = "master"  # who calls and discards in the solutions
ROWS = 21  # of a score sheet of a match that goes on to a score: a page of them
WRITE = {DealPhase.TRUMP: "<span>I call</span>", DealPhase.DISCARD: '<span class="long">I discard</span>'}


def page_of_deals(source: str, rules: RuleSet, layouts: Iterable[Layout], seed: int) -> str:
    """The text of the page; source: how the same deals can be had again."""
    dealt = [*layouts]
    parts = [*(_hands(rules, seat, source, dealt) for seat in Seat)]
    parts += [_solutions(source, [(layout, _at_lead(rules, layout, seed)) for layout in dealt]), _score_sheet(rules)]
    body = "\n".join(f"<section>{part}</section>" for part in parts)
    return files("ninefivetwo.web").joinpath("page", "paper.html").read_text("utf-8").replace("@BODY@", body)


def _at_lead(rules: RuleSet, layout: Layout, seed: int) -> Deal:
    """A first deal at its first lead, called and discarded by a strong player from what the seats see."""
    deal, player = Deal.start(rules, layout), PLAYERS[STRONG](seed)
    while not isinstance(turn := deal.due_turn, PlayTurn):
        deal = deal.after(player.act(deal.seen_by(turn.seat)))
    return deal


def _hands(rules: RuleSet, seat: Seat, source: str, dealt: Sequence[Layout]) -> str:
    """A seat's hand in every deal, with room for what its player decides and wins."""
    decisions = "".join(WRITE.get(phase, "") for phase in rules.first if seat is Seat.DEALER)
    articles = []
    for number, layout in enumerate(dealt, 1):
        kitty = f'<p class="kitty">The kitty: {_cards(layout.out)}</p>' if seat is Seat.DEALER else ""
        fill = f'<p class="fill">{decisions}<span>I win</span></p>'
        articles.append(f"<article><h2>Deal {number}</h2>{_hand(layout[seat])}{fill}{kitty}</article>")
    head = f"<h1>{capital(seat.word)}: {count(rules.contracts[seat])} to win</h1><p>{escape(source)}</p>"
    return f'{head}<div class="two">{"".join(articles)}</div>'


def _solutions(source: str, solved: Sequence[tuple[Layout, Deal]]) -> str:
    """Every deal with all cards open, what a strong player does before the first lead, and what can be forced then."""
    articles, solver = [], Solver()
    for number, (layout, deal) in enumerate(solved, 1):
        assert deal.position is not None and deal.trump is not None
        order = (Seat.LEFT, Seat.RIGHT, Seat.DEALER)
        hands = "".join(f"<div><b>{seat.word}</b>{_hand(layout[seat])}</div>" for seat in order)
        kitty = f"<p><b>kitty</b><br>{_cards(layout.out)}</p>"
        text = " ".join(sentence(words) for words in BY_SEAT.choices(deal.events))
        sure = solver.guarantees(deal.position, deal.trump)
        forced = ", ".join(f"{seat.word} {sure[seat]}" for seat in Seat)
        articles.append(
            f'<article><h2>Deal {number}</h2><div class="open">{hands}{kitty}</div>'
            f'<p class="text">{escape(text)}<br>Each can force: {forced}.</p></article>'
        )
    told = "What a strong player does who sees only his own cards; what each can force then, with all cards seen."
    return f'<h1>Solutions</h1><p>{told}<br>{escape(source)}</p><div class="two">{"".join(articles)}</div>'


def _score_sheet(rules: RuleSet) -> str:
    """A row a deal, for each player what is to win, what was won, points, and the score; the dealer's is marked."""
    end = next(section for section in rules_sections(rules) if section.key == "end")
    names = '<th class="name first last" colspan="4" scope="colgroup">Name</th>' * len(Seat)
    heads = '<th class="first">to win</th><th>won</th><th>+ −</th><th class="last">score</th>' * len(Seat)
    rows = "".join(f"<tr><td>{deal + 1}</td>{_sheet_cells(rules, deal)}</tr>" for deal in range(rules.deals or ROWS))
    caption = f"{escape(rules_text(rules))}. D deals. + −: tricks won less tricks to win. {escape(' '.join(end.texts))}"
    return (
        f"<h1>Score sheet</h1><table><caption>{caption}</caption><thead><tr><th rowspan='2'>deal</th>{names}</tr>"
        f"<tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _sheet_cells(rules: RuleSet, deal: int) -> str:
    """A deal's cells; the deal passes to the left, the first player deals first."""
    cells = []
    for player in range(len(Seat)):
        seat = Seat((player - deal) % len(Seat))
        mark = ' class="first deals">D ' if seat is Seat.DEALER else ' class="first">'
        cells.append(f'<td{mark}{rules.contracts[seat]}</td><td></td><td></td><td class="last"></td>')
    return "".join(cells)


def _hand(hand: Hand) -> str:
    suits = "".join(f"<li><span>{SIGNS[suit]}&#xFE0E;</span>{_ranks(hand, suit) or '–'}</li>" for suit in Suit)
    return f'<ul class="hand">{suits}</ul>'


def _cards(hand: Hand | None) -> str:
    """Cards in a line."""
    return " ".join(f"{SIGNS[suit]}&#xFE0E;&nbsp;{_ranks(hand, suit)}" for suit in Suit if hand and hand.only(suit))


def _ranks(hand: Hand, suit: Suit) -> str:
    return " ".join(hand.suit(suit)).replace("T", "10")
