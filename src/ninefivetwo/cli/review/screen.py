"""What a review says first: one screen for a deal, a line for each of many, one screen for a match."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefivetwo.cards import Seat
from ninefivetwo.cli.review.course import Reviewed
from ninefivetwo.cli.review.table import show_luck, show_tables
from ninefivetwo.cli.terminal import print_lines, wrapped
from ninefivetwo.game import Match
from ninefivetwo.study import Phase, Review
from ninefivetwo.study.match import PlayerSums
from ninefivetwo.words.figures import Column, TextTable, figures, signed_tenths
from ninefivetwo.words.review import PHASES, advice, when, with_words
from ninefivetwo.words.review_match import deal_line
from ninefivetwo.words.review_rows import short_name
from ninefivetwo.words.schema.review import ReviewObject, ReviewsObject, ReviewWordsObject
from ninefivetwo.words.speaker import Speaker

if TYPE_CHECKING:
    from rich.console import Console


HEIGHT, WIDTH = 24, 80  # of a screen; a narrower one may be higher
OPEN_CARDS = "by the tricks that each lost as open cards show it"
KNOWN = "accuracy: 100 if nothing was lost that could have been known"
AS_KNOWN = "could have been known"
AS_SEEN = "open cards show"


def show_deal(out: Console, review: ReviewObject, match: Match, title: str, more: str) -> None:
    """Print the review of one deal on one screen; `match` is what was reviewed, `more` says where there is more.

    The review has its sentences.  Where room is short, less is said of the dearest mistakes.
    """
    words = review.words
    assert isinstance(words, ReviewWordsObject)
    lines: list[str] = []
    height = max(HEIGHT, HEIGHT * WIDTH // max(out.width, 1))
    for mistakes, loose in shorter_and_shorter(review, words):
        lines = list(deal_lines(review, words, match, title, mistakes, out.width))
        lines += ["", *wrapped(more, out.width)] if more else []
        lines = [line for line in lines if line or loose]
        if len(lines) <= height:
            break
    print_lines(out, lines)


def shorter_and_shorter(review: Review, words: ReviewWordsObject) -> Iterator[tuple[list[str], bool]]:
    """What is said of the dearest mistakes, all of it, less, and less; and whether there is room for empty lines."""
    decisions = [review.decisions[index] for index in words.dearest_decisions]
    short = [f"{when(each).capitalize()}: {advice(review, each, whole=False)}" for each in decisions]
    long, two, one = words.dearest, min(len(short), 2), min(len(short), 1)
    yield long, True
    for loose in (True, False):
        yield [*long[:two], *short[two:]], loose
        yield long[:two], loose
    for loose in (True, False):
        yield [*long[:one], *short[one:]], loose
        yield [*long[:one], *short[one:two]], loose
    for number in range(len(short), -1, -1):
        yield short[:number], True
    yield short[:one], False


def deal_lines(
    review: Review, words: ReviewWordsObject, match: Match, title: str, mistakes: list[str], room: int
) -> Iterator[str]:
    """The lines of a deal's screen; `mistakes` is what is said of the dearest."""
    yield from wrapped(f"{title}, {review.rules}", room)
    yield from wrapped(words.result, room)
    speaker = Speaker.of(match)
    before = f"score before: {speaker.with_numbers(match.score)}"
    yield from wrapped(speaker.match_score(match) if match.deal.over else before, room)
    if match.deal.viewer is not None:
        whose = speaker.whose(match.deal.viewer)
        yield from wrapped(f"The hands of the others are not known: only {whose} decisions are judged.", room)
    if words.best and (review.viewer is None or review.fair_worlds):
        yield ""
        what = "Who played best" if len(words.best) > 1 else "How well it was played"
        yield from wrapped(f"{what}; {KNOWN if review.fair_worlds else OPEN_CARDS}", room)
        for place, sentence in enumerate(words.best, 1):
            yield from wrapped(sentence, room, f" {place}  ")
    if mistakes:
        yield ""
        what = AS_KNOWN if review.fair_worlds else AS_SEEN
        some = "" if len(mistakes) == len(words.dearest) else f", {len(mistakes)} of {len(words.dearest)}"
        yield from wrapped(f"The dearest mistakes that {what}{some}", room)
        for sentence in mistakes:
            yield from wrapped(sentence, room, " - ")
    yield ""
    for sentence in filter(None, (words.open_cards, words.luck)):
        yield from wrapped(sentence, room)
    if not words.best:
        yield from wrapped("No decision has been made yet that could be judged.", room)
    if not review.result:
        yield from wrapped("The deal is not over, so its result is not split into luck and skill.", room)


def show_match(out: Console, found: ReviewsObject, more: str) -> None:
    """Print what several deals come to together."""
    print_lines(out, list(match_head(found, out.width)))
    out.print(phases_table(found.players))
    print_lines(out, [*match_foot(found, out.width), *(["", *wrapped(more, out.width)] if more else [])])


def match_head(found: ReviewsObject, room: int) -> Iterator[str]:
    """What was reviewed, how it came out, who played best."""
    words = found.words
    yield ""
    for text in filter(None, (words.title, words.result)):
        yield from wrapped(text, room)
    yield ""
    yield from wrapped(f"Who played best; {KNOWN if all_fair(found) else OPEN_CARDS}", room)
    for place, sentence in enumerate(words.best, 1):
        yield from wrapped(sentence, room, f" {place}  ")


def match_foot(found: ReviewsObject, room: int) -> Iterator[str]:
    """The dearest decisions, who gained from whom, luck and skill, and what was left out."""
    words, luck = found.words, {name: each.luck for name, each in found.players.items() if each.luck is not None}
    if words.dearest:
        yield from wrapped(f"The dearest mistakes that {AS_KNOWN if all_fair(found) else AS_SEEN}", room)
    for sentence in words.dearest:
        yield from wrapped(sentence, room, " - ")
    if words.ledger or luck:
        yield ""
    if words.ledger:
        yield from wrapped(f"With all cards seen: {'; '.join(each.rstrip('.') for each in words.ledger)}.", room)
    if luck:
        dealt = ", ".join(f"{name} {signed_tenths(each.luck)}" for name, each in luck.items())
        own = ", ".join(f"{name} {signed_tenths(each.own)}" for name, each in luck.items())
        error = max(each.error for each in luck.values())
        yield from wrapped(f"Luck brought, in tricks: {dealt} (each ± {error:.1f}).", room)
        yield from wrapped(f"Their own decisions brought, over usual play: {own}.", room)
    for sentence in words.left_out:
        yield from wrapped(sentence, room)


def all_fair(found: ReviewsObject) -> bool:
    """Was in every deal worked out what could be known?"""
    return all(review.fair_worlds for review in found.deals)


def phases_table(players: dict[str, PlayerSums]) -> TextTable:
    """The tricks that each player lost in each phase, on average in a deal: a column a player, or a row if many."""
    players = {name: each for name, each in players.items() if each.unforced}
    phases = [phase for phase in Phase if any(phase in each.phases for each in players.values())]
    names, rows = [short_name(name) for name in players], []
    for each in players.values():
        parts = [each.phases.get(phase) for phase in phases]
        cells = ["" if part is None else f"{part.lost / each.deals:.1f}" for part in parts]
        rows.append([*cells, f"{each.lost / each.deals:.1f}"])
    kinds = [*(PHASES[phase] for phase in phases), "in all"]
    heads, columns = names, figures(*kinds, drop=dict.fromkeys(kinds[:-1], 1))
    if len(players) <= len(Seat):
        heads, columns, rows = kinds, figures(*names), [list(cells) for cells in zip(*rows, strict=True)]
    return TextTable(
        [Column("lost a deal"), *columns], [[head, *cells] for head, cells in zip(heads, rows, strict=True)]
    )


def show_line(out: Console, review: Review, place: str, number: int) -> None:
    """Print one line on a deal, at once: more deals may be on the way."""
    print_lines(out, wrapped(deal_line(review), out.width, f"{place} {number}: ", "  "))


MORE = "More: --all every decision and table; --html FILE a page to step through."
MORE_OF_SEVERAL = "More: --deal N one deal; --all every decision and table; --html FILE all of it as a page."


@dataclass(frozen=True)
class Shown:
    """What is printed, and where.

    every: with all decisions and tables.  summary: a line for each deal, and no more.  several: of several deals.
    records: of several records.
    """

    out: Console
    every: bool
    summary: bool
    several: bool
    records: bool

    def deal(self, each: Reviewed) -> None:
        """A deal that has just been reviewed: its line where there are several, else its screen."""
        match = each.record.match
        if self.several or self.summary:
            show_line(self.out, each.review, f"{each.place.record}, deal" if self.records else "Deal", each.place.deal)
        else:
            show_deal(self.out, with_words(each.review, match), match, each.title, "" if self.every else MORE)
        if self.every:
            show_tables(self.out, each.review)

    def match(self, whole: ReviewsObject) -> None:
        """What all deals come to together."""
        if not self.summary:
            show_match(self.out, whole, "" if self.every else MORE_OF_SEVERAL)
        if self.every:
            show_luck(self.out, whole.players)
