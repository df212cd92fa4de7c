"""Reviews of one or several deals as lines for a terminal or HTML for a notebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import TEXTS, mean_text
from ninefivetwo.game import Match
from ninefivetwo.study import MatchReview, Review
from ninefivetwo.study.fair_price import LEAST_WORLDS
from ninefivetwo.words.figures import WIDTH, paragraphs, plural, signed_tenths, wrapped
from ninefivetwo.words.levels import ACCURACY_MEANS
from ninefivetwo.words.review import ReviewText, levels_words, mistakes
from ninefivetwo.words.review_match import MatchText, ReviewsObject
from ninefivetwo.words.review_tables import grades_table, phases_table, result_table
from ninefivetwo.words.speaker import WINNER, Speaker, stage
from ninefivetwo.words.template import Amount, Name, Template, Term, listed, say

HEIGHT = 24  # lines of a screen; a screen narrower than `WIDTH` may need more lines
SHOWN_MISTAKES = 2  # number of mistakes on the first screen for several deals

OPEN_HANDS = "Tricks lost, with all hands open"
COSTLIEST_AVOIDABLE = "Costliest avoidable mistakes"
COSTLIEST_DECISIONS = "Costliest decisions, with all hands open"
AVOIDABLE_OF = Template("Costliest avoidable mistakes ({number} of {target})")
MORE = "For more, add --all (every decision and table) or --html FILE (a page)."
MORE_OF_SEVERAL = "For more, add --all (mistakes and tables), --deal N (one deal) or --html FILE (a page)."

ONE_HAND = Template("The other hands are unknown, so only {player.whose} decisions are judged.")
NOT_OVER = "The deal is not over, so luck and skill are not separated yet."
DEAL_NOT_OVER = Template("The deal is not over ({stage}), so luck and skill are not separated yet.")

REVIEWING = Template("reviewing: {share}")
REVIEWING_ONE_OF = Template("deal {number} of {target}: {share}")
REVIEWING_LEFT = Template("reviewing: {share}, about {time} left")
REVIEWING_ONE_OF_LEFT = Template("deal {number} of {target}: {share}, about {time} left")

# Texts printed with the tables of `--all`.

LOST_MEANS = "lost: avoidable loss in tricks, in brackets if it may be due to chance"
MARKS_MEAN = "?!, ?, ??: an avoidable loss of at least 0.25, 0.5 or 1 trick"
COST_MEANS = "cost, gave: tricks lost, and tricks given to D, L or R (dealer, left, right), with all hands open"
QUIET = Template("{number} cost and gave no tricks, and {target} were forced.")
QUIET_LOSS = Template("{number} had no clear loss, and {target} were forced.")
COUNT_NOT_JUDGED = Template("{number} {number:was|were} not judged, and {target} were forced.")
GRADES = "Grades: avoidable losses, and losses with all hands open"
GRADES_OPEN = "Grades, with all hands open"
ASSUMPTIONS = Template("Avoidable losses are based on up to {deals} per decision (seed {number}).")


def deal_text(review: Review) -> str:
    """Return the review of a deal as `n52 review` prints the review, but without the score of the match."""
    text = ReviewText.of(review)
    return "\n".join(deal_lines(text, deal_title(review), None, text.costliest, WIDTH))


def deal_html(review: Review) -> str:
    """Return the review of a deal as HTML for a notebook, with a table of the grades."""
    text = ReviewText.of(review)
    before = [deal_title(review), *_whose(text)]
    explained = [ACCURACY_MEANS, levels_words(review)] if review.fair_worlds else []
    after = [*explained, text.too_close, *text.costliest, *_last(text, None)]
    grades = grades_table({text.speaker.names[seat]: review.seats[seat] for seat in Seat})
    return f"{paragraphs(*before)}{result_table(review).html}{paragraphs(*after)}{grades.html}"


def match_text(found: MatchReview) -> str:
    text = MatchText(found)
    lines = [*wrapped(text.title, WIDTH), "", *ranking_lines(text, WIDTH), *phases_table(found.players).lines(WIDTH)]
    return "\n".join(lines).strip("\n")


def match_html(found: MatchReview) -> str:
    """Return a summary of the reviews of several deals as HTML for a notebook."""
    text = MatchText(found)
    ranked = [f"{place} {words}" for place, words in zip(text.places, text.best, strict=True)]
    before = [text.title, ACCURACY_MEANS if found.fair else OPEN_HANDS, *ranked, text.too_close]
    return f"{paragraphs(*before)}{phases_table(found.players).html}"


TEXTS[Review], TEXTS[MatchReview] = (deal_text, deal_html), (match_text, match_html)


# A deal.


def deal_title(review: Review, record: str = "") -> str:
    """Return the title of a review: the event or the record, the deal's number in the match, and the rules."""
    values = {"number": Amount(f"{review.number}"), "rules": Term(review.rules)}
    event = review.event or record
    return (
        say("{event}, deal {number}, {rules}", event=Term(event), **values)
        if event
        else say("Deal {number}, {rules}", **values)
    )


def deal_screen(review: Review, title: str, match: Match, more: str, room: int) -> list[str]:
    """Return the lines of the screen for a deal; `match` is the reviewed match.

    If the screen has too few lines, empty lines are left out, and fewer of the costliest mistakes are shown.
    """
    height, lines, text = max(HEIGHT, HEIGHT * WIDTH // max(room, 1)), list[str](), ReviewText.of(review)
    for number, loose in product(range(len(text.costliest), -1, -1), (True, False)):
        lines = list(deal_lines(text, title, match, text.costliest[:number], room))
        lines += ["", *wrapped(more, room)] if more else []
        lines = [line for line in lines if line or loose]
        if len(lines) <= height:
            break
    return lines


def deal_lines(text: ReviewText, title: str, match: Match | None, shown: Sequence[str], room: int) -> Iterator[str]:
    """Yield the lines of the screen for a deal; `shown` lists the mistakes to show."""
    review = text.review
    table = result_table(review, match)
    cells = [row[1:] for row in table.rows if row is not None]
    graded = review.fair_worlds and any(row[-1] for row in cells)
    rows = table.lines(room)[1:-1] if any(cell not in ("", "0") for row in cells for cell in row) else []
    notes = [ACCURACY_MEANS if graded else "", levels_words(review) if review.fair_worlds else "", text.too_close]
    parts = [
        [line for words in [title, *_whose(text)] for line in wrapped(words, room)],
        [*rows, *(line for words in notes if words for line in wrapped(words, room))],
        [line for words in shown for line in wrapped(words, room, " - ")],
        [line for words in _last(text, match) for line in wrapped(words, room)],
    ]
    if shown:
        parts[2][:0] = wrapped(_heading(review, len(shown)), room)
    for number, part in enumerate(filter(None, parts)):
        yield from ["", *part] if number else part


def _heading(review: Review, number: int) -> str:
    if not review.fair_worlds:
        return COSTLIEST_DECISIONS
    found = len(mistakes(review))
    return (
        COSTLIEST_AVOIDABLE if number == found else AVOIDABLE_OF(number=Amount(f"{number}"), target=Amount(f"{found}"))
    )


def _whose(text: ReviewText) -> list[str]:
    viewer = text.review.viewer
    return [] if viewer is None else [ONE_HAND(player=text.speaker.name(viewer))]


def _last(text: ReviewText, match: Match | None) -> Iterator[str]:
    """Yield the last lines: double-dummy losses, luck and winners, or the reason why luck is missing."""
    review, best = text.review, text.best
    if review.fair_worlds and best and not mistakes(review):
        yield "No avoidable mistakes."
    yield from filter(None, (text.double_dummy, text.luck))
    if not best:
        yield "There is no decision to judge yet."
    if review.result is None:
        yield NOT_OVER if match is None else DEAL_NOT_OVER(stage=Term(stage(match.deal)))
    elif match is not None and (winners := match.winners()):
        names = Speaker.of(match).titles
        yield WINNER(winners=Name(listed([names[seat] for seat in winners]), first=len(winners) > 1))


def mistake_lines(review: Review, room: int) -> Iterator[str]:
    for decision in mistakes(review):
        yield from wrapped(" ".join(ReviewText.of(review).explained(decision)), room, " - ")


def decisions_meaning(review: Review) -> list[str]:
    fair = [LOST_MEANS, MARKS_MEAN] if review.fair_worlds else []
    return fair if review.viewer is not None else [*fair, COST_MEANS]


def quiet_words(review: Review, shown: int) -> str:
    """Return a sentence on the number of decisions without a row; `shown` is the number of decisions with a row."""
    forced = sum(decision.forced for decision in review.decisions)
    template = QUIET if review.viewer is None else QUIET_LOSS if review.fair_worlds else COUNT_NOT_JUDGED
    quiet = len(review.decisions) - forced - shown
    return template(number=plural(quiet, "more decision"), target=Amount(f"{forced}"))


def assumptions_words(review: Review) -> str:
    """Return a sentence on the sample of deals behind the avoidable losses."""
    deals = plural(max(review.fair_worlds, LEAST_WORLDS), "possible deal")
    return ASSUMPTIONS(deals=deals, number=Amount(f"{review.seed}"))


# Several deals.


def ranking_lines(text: MatchText, room: int) -> Iterator[str]:
    """Yield a line on each player in the ranking, and a line on players too close to call."""
    yield from wrapped(ACCURACY_MEANS if text.found.fair else OPEN_HANDS, room)
    for place, sentence in zip(text.places, text.best, strict=True):
        yield from wrapped(sentence, room, f" {place}  ")
    if text.too_close:
        yield from wrapped(text.too_close, room, "    ")


def match_head(found: ReviewsObject, room: int) -> Iterator[str]:
    """Yield the lines above a match: the title, the score and the ranking."""
    words = found.words
    yield ""
    for text in filter(None, (words.title, words.result)):
        yield from wrapped(text, room)
    yield ""
    yield from ranking_lines(MatchText(found), room)


def match_foot(found: ReviewsObject, room: int, every: bool = True) -> Iterator[str]:
    """Yield the lines below a match: the costliest decisions, luck and left-out deals; `every` adds further lines."""
    words, luck = found.words, {name: player.luck for name, player in found.players.items() if player.luck is not None}
    shown = words.costliest if every else words.costliest[:SHOWN_MISTAKES]
    if shown:
        yield from wrapped(COSTLIEST_AVOIDABLE if found.fair else COSTLIEST_DECISIONS, room)
    for sentence in shown:
        yield from wrapped(sentence, room, " - ")
    if luck or (words.ledger and every):
        yield ""
    if words.ledger and every:
        yield from wrapped(" ".join(["With all hands open:", *words.ledger]), room)
    if luck:
        dealt = [f"{name} {mean_text(player.luck, sign=True)}" for name, player in luck.items()]
        yield from wrapped(say("Luck: {players}.", players=_tricks(dealt)), room)
    if luck and every:
        own = [f"{name} {signed_tenths(player.own)}" for name, player in luck.items()]
        yield from wrapped(say("Own decisions, compared with usual play: {players}.", players=_tricks(own)), room)
    for sentence in words.left_out:
        yield from wrapped(sentence, room)


def _tricks(players: Sequence[str]) -> Name:
    return Name(f"{', '.join(players)} tricks")


def reviewing_words(deal: int, deals: int, share: float, seconds: float | None) -> str:
    """Return the progress of reviews: the deal, the share of the work done, and the time left, if known."""
    values = {"share": Amount(f"{100 * share:.0f} %"), "number": Amount(f"{deal}"), "target": Amount(f"{deals}")}
    if seconds is None:
        return (REVIEWING if deals == 1 else REVIEWING_ONE_OF)(**values)
    return (REVIEWING_LEFT if deals == 1 else REVIEWING_ONE_OF_LEFT)(time=Amount(f"{seconds:.0f} s"), **values)
