"""A printable page with practice deals and a score sheet, for A4 and Letter paper.

Each player gets separate pages with the player's hands. The kitty is printed upside down below the dealer's hand. The
solutions and the score sheet come last.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from ninefivetwo.cards import Hand, Seat, Suit
from ninefivetwo.exact import Solver
from ninefivetwo.game import Deal, PlayTurn
from ninefivetwo.game.rules import DealPhase, RuleSet, rules_text
from ninefivetwo.layout import Layout
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.web.page_files import filled
from ninefivetwo.words.figures import count, in_digits
from ninefivetwo.words.rules_words import rules_sections
from ninefivetwo.words.speaker import BY_SEAT
from ninefivetwo.words.template import SIGNS, CardWords, Name, Term, ranks_text, say

STRONG = "master"  # the level of the computer that calls and discards in the solutions
SHEET_ROWS = 21  # rows of the score sheet if the rules fix no number of deals; they fill one page
WRITE = {
    DealPhase.TRUMP: "<span>I call</span>",
    DealPhase.DISCARD: '<span class="long">I discard</span>',
}
SEAT_HEADINGS = Name("Dealer"), Name("Left"), Name("Right")


def page_of_deals(source: str, rules: RuleSet, layouts: Iterable[Layout], seed: int) -> str:
    """Return the printable page. `source` is a note on the rules, the seed and the condition of the deals."""
    dealt = [*layouts]
    parts = [*(_hands(rules, seat, source, dealt) for seat in Seat)]
    parts += [_solutions(source, [(layout, _at_lead(rules, layout, seed)) for layout in dealt]), _score_sheet(rules)]
    body = "\n".join(f"<section>{part}</section>" for part in parts)
    return filled("paper.html", TITLE="9-5-2 on paper", BODY=body)


def _at_lead(rules: RuleSet, layout: Layout, seed: int) -> Deal:
    """Return the first deal of a match after a strong player's call and discard."""
    deal, player = Deal.start(rules, layout), PLAYERS[STRONG](seed)
    while not isinstance(turn := deal.due_turn, PlayTurn):
        deal = deal.after(player.act(deal.seen_by(turn.seat)))
    return deal


def _hands(rules: RuleSet, seat: Seat, source: str, dealt: Sequence[Layout]) -> str:
    """Return a seat's hand in every deal, with lines for the player's notes."""
    decisions = "".join(WRITE.get(phase, "") for phase in rules.first if seat is Seat.DEALER)
    articles = []
    for number, layout in enumerate(dealt, 1):
        kitty = say("The kitty: {cards}", cards=CardWords(_cards(layout.out)))
        upside_down = f'<p class="kitty">{kitty}</p>' if seat is Seat.DEALER else ""
        fill = f'<p class="fill">{decisions}<span>I win</span></p>'
        title = say("Deal {number}", number=in_digits(number))
        articles.append(f"<article><h2>{title}</h2>{_hand(layout[seat])}{fill}{upside_down}</article>")
    heading = say("{player}: target {tricks}", player=SEAT_HEADINGS[seat], tricks=count(rules.contracts[seat]))
    head = f"<h1>{heading}</h1><p>{escape(source)}</p>"
    return f'{head}<div class="two">{"".join(articles)}</div>'


def _solutions(source: str, solved: Sequence[tuple[Layout, Deal]]) -> str:
    """Return every deal with open hands, a strong player's choices, and the guaranteed tricks of each seat."""
    articles, solver = [], Solver()
    for number, (layout, deal) in enumerate(solved, 1):
        assert deal.position is not None and deal.trump is not None
        order = (Seat.LEFT, Seat.RIGHT, Seat.DEALER)
        hands = "".join(f"<div><b>{SEAT_HEADINGS[seat]}</b>{_hand(layout[seat])}</div>" for seat in order)
        kitty = f"<p><b>kitty</b><br>{_cards(layout.out)}</p>"
        text = " ".join(BY_SEAT.choices(deal.events))
        sure = solver.guarantees(deal.position, deal.trump)
        forced = say(
            "Guaranteed tricks: dealer {dealer}, left {left}, right {right}.",
            **{seat.word: in_digits(sure[seat]) for seat in Seat},
        )
        articles.append(
            f'<article><h2>{say("Deal {number}", number=in_digits(number))}</h2><div class="open">{hands}{kitty}</div>'
            f'<p class="text">{escape(text)}<br>{forced}</p></article>'
        )
    about = (
        "The choices of a master who sees only their own cards, then each seat's guaranteed tricks with all hands open."
    )
    return f'<h1>Solutions</h1><p>{about}<br>{escape(source)}</p><div class="two">{"".join(articles)}</div>'


def _score_sheet(rules: RuleSet) -> str:
    """Return an empty score sheet with one row for each deal and four columns for each player."""
    end = next(section for section in rules_sections(rules) if section.key == "end")
    names = '<th class="name first last" colspan="4" scope="colgroup">Name</th>' * len(Seat)
    first, *middle, last = "target", "won", "+ −", "score"
    inner = "".join(f"<th>{name}</th>" for name in middle)
    heads = f'<th class="first">{first}</th>{inner}<th class="last">{last}</th>' * len(Seat)
    rows = "".join(
        f"<tr><td>{deal + 1}</td>{_sheet_cells(rules, deal)}</tr>" for deal in range(rules.deals or SHEET_ROWS)
    )
    caption = escape(
        " ".join([say("{rules}. D: dealer. + −: tricks won minus target.", rules=Term(rules_text(rules))), *end.texts])
    )
    return (
        f"<h1>Score sheet</h1><table><caption>{caption}</caption>"
        f"<thead><tr><th rowspan='2'>deal</th>{names}</tr>"
        f"<tr>{heads}</tr></thead><tbody>{rows}</tbody></table>"
    )


def _sheet_cells(rules: RuleSet, deal: int) -> str:
    """Return the cells of one deal, where the player in the first columns is the first dealer."""
    cells = []
    for player in range(len(Seat)):
        seat = Seat((player - deal) % len(Seat))
        contract, deals = in_digits(rules.contracts[seat]), seat is Seat.DEALER
        target = say("D {number}", number=contract) if deals else contract
        mark = "first deals" if deals else "first"
        cells.append(f'<td class="{mark}">{target}</td><td></td><td></td><td class="last"></td>')
    return "".join(cells)


def _hand(hand: Hand) -> str:
    suits = "".join(f"<li><span>{SIGNS[suit]}&#xFE0E;</span>{ranks_text(hand.only(suit)) or '–'}</li>" for suit in Suit)
    return f'<ul class="hand">{suits}</ul>'


def _cards(hand: Hand | None) -> str:
    """Return cards as a line of HTML."""
    return " ".join(
        f"{SIGNS[suit]}&#xFE0E;&nbsp;{ranks_text(hand.only(suit))}" for suit in Suit if hand and hand.only(suit)
    )
