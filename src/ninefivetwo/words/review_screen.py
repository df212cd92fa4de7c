"""A review as one screen of lines: of a deal, and of several together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from typing import NamedTuple

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate, mean_text
from ninefivetwo.study import MatchReview, Review
from ninefivetwo.study.grades import places
from ninefivetwo.words.figures import count, signed, signed_tenths, wrapped
from ninefivetwo.words.review import (
    ReviewWordsObject,
    Said,
    advice,
    grade_words,
    taken_as,
    too_close_words,
    when,
)
from ninefivetwo.words.review_match import ReviewsObject, ReviewsWordsObject, title
from ninefivetwo.words.review_rows import grades_table, phases_table
from ninefivetwo.words.speaker import Speaker

HEIGHT, WIDTH = 24, 80  # of a screen; a narrower one may be higher
OPEN_CARDS = "Tricks lost, with all hands open"
KNOWN = "Accuracy (100 = no avoidable loss)"
AVOIDABLE = "Costliest avoidable mistakes"
AS_SEEN = "Costliest decisions, with all hands open"


def deal_text(review: Review) -> str:
    """The review of a deal in a few lines, as `n52 review` prints it, but for the score, which it does not know."""
    said, head = Said.of(review), [_what(review), _result(review)]
    return "\n".join(deal_lines(review, said, head, said.dearest, WIDTH)).strip("\n")


def deal_html(review: Review) -> str:
    """The same for a notebook: the sentences, and the grades as a table."""
    said, names = Said.of(review), Speaker.of(review).names
    table = grades_table({names[seat]: review.seats[seat] for seat in Seat})
    before = [_what(review), _result(review), _whose(review), *_ranked(said.places, said.best), said.too_close]
    return f"{_paragraphs(before)}{table.html}{_paragraphs([*said.dearest, *_last(review, said)])}"


def match_text(found: MatchReview) -> str:
    """What several deals come to together, in a few lines."""
    lines = [*wrapped(_deals(found), WIDTH), "", KNOWN if found.fair else OPEN_CARDS]
    lines += ranking_lines(_best(found), WIDTH)
    return "\n".join([*lines, *phases_table(found.players).lines(WIDTH)]).strip("\n")


def match_html(found: MatchReview) -> str:
    """The same for a notebook."""
    ranking = _best(found)
    before = [_deals(found), *_ranked(ranking.places, ranking.best), ranking.too_close]
    return f"{_paragraphs(before)}{phases_table(found.players).html}"


def _deals(found: MatchReview) -> str:
    return "; ".join(filter(None, [title(found.deals), taken_as(*found.deals) if found.fair else ""]))


class _Ranking(NamedTuple):
    """Who played best: the places, what is said of each player, and between whom it is too close to call."""

    places: list[int]
    best: list[str]
    too_close: str


def _best(found: MatchReview) -> _Ranking:
    ranking = [name for name, sums in found.players.items() if sums.unforced]
    at = places([found.players[name].loss for name in ranking])
    best = [f"{name}: {grade_words(found.players[name], found.players[name].deals)}" for name in ranking]
    return _Ranking(at, best, too_close_words(ranking, at, found.fair))


def _ranked(at: Sequence[int], best: Sequence[str]) -> list[str]:
    return [f"{place} {sentence}" for place, sentence in zip(at, best, strict=True)]


def _paragraphs(sentences: Sequence[str]) -> str:
    return "".join(f"<p>{escape(sentence)}</p>" for sentence in sentences if sentence)


def _what(review: Review) -> str:
    """What was reviewed, and as what the players were taken."""
    taken = taken_as(review) if review.fair_worlds else ""
    where = ", ".join(filter(None, (review.event, f"deal {review.number}", review.rules)))
    return "; ".join(filter(None, (where[0].upper() + where[1:], taken)))


def _result(review: Review) -> str:
    if review.result is None:
        return "The deal is not over."
    names = Speaker.of(review).names
    won = {seat: (review.result[seat], review.result[seat] - review.contracts[seat]) for seat in Seat}
    return ", ".join(f"{names[seat]} {count(tricks)} ({signed(points)})" for seat, (tricks, points) in won.items())


def shorter_and_shorter(review: Review, words: ReviewWordsObject) -> Iterator[tuple[list[str], bool]]:
    """What is said of the dearest mistakes, all of it, less, and less; and whether there is room for empty lines."""
    decisions = [review.decisions[index] for index in words.dearest_decisions]
    short = [f"{when(decision).capitalize()}: {advice(review, decision, whole=False)}" for decision in decisions]
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
    review: Review, words: ReviewWordsObject | Said, head: Sequence[str], mistakes: Sequence[str], room: int
) -> Iterator[str]:
    """The lines of a deal's screen, which begin with its head; `mistakes` is what is said of the dearest."""
    for text in head:
        yield from wrapped(text, room)
    if whose := _whose(review):
        yield from wrapped(whose, room)
    if words.best and (review.viewer is None or review.fair_worlds):
        yield ""
        yield from wrapped(KNOWN if review.fair_worlds else OPEN_CARDS, room)
        yield from ranking_lines(words, room)
    if mistakes:
        yield ""
        what = AVOIDABLE if review.fair_worlds else AS_SEEN
        some = "" if len(mistakes) == len(words.dearest) else f" ({len(mistakes)} of {len(words.dearest)})"
        yield from wrapped(what + some, room)
        for sentence in mistakes:
            yield from wrapped(sentence, room, " - ")
    yield ""
    for sentence in _last(review, words):
        yield from wrapped(sentence, room)


def _whose(review: Review) -> str:
    """Whose decisions are judged, if it is not everybody's."""
    if review.viewer is None:
        return ""
    whose = Speaker.of(review).whose(review.viewer)
    return f"The other hands are unknown, so only {whose} decisions are judged."


def _last(review: Review, words: ReviewWordsObject | Said) -> Iterator[str]:
    """What is said last: what open cards show, luck, and what there is not."""
    yield from filter(None, (words.open_cards, words.luck))
    if not words.best:
        yield "There is no decision to judge yet."
    if not review.result:
        yield "The deal is not over, so luck and skill are not told apart yet."


def ranking_lines(words: ReviewWordsObject | ReviewsWordsObject | Said | _Ranking, room: int) -> Iterator[str]:
    """A line a player with the place, and between whom it is too close to call."""
    for place, sentence in zip(words.places, words.best, strict=True):
        yield from wrapped(sentence, room, f" {place}  ")
    if words.too_close:
        yield from wrapped(words.too_close, room, "    ")


def match_head(found: ReviewsObject, room: int) -> Iterator[str]:
    """What was reviewed, how it came out, who played best."""
    words = found.words
    yield ""
    for text in filter(None, (words.title, words.result)):
        yield from wrapped(text, room)
    yield ""
    yield from wrapped(KNOWN if found.fair else OPEN_CARDS, room)
    yield from ranking_lines(words, room)


def match_foot(found: ReviewsObject, room: int) -> Iterator[str]:
    """The dearest decisions, who gained from whom, luck and skill, and what was left out."""
    words, luck = found.words, {name: player.luck for name, player in found.players.items() if player.luck is not None}
    if words.dearest:
        yield from wrapped(AVOIDABLE if found.fair else AS_SEEN, room)
    for sentence in words.dearest:
        yield from wrapped(sentence, room, " - ")
    if words.ledger or luck:
        yield ""
    if words.ledger:
        yield from wrapped(f"With all hands open: {'; '.join(text.rstrip('.') for text in words.ledger)}.", room)
    if luck:
        brought = {name: Estimate(player.luck, player.error, player.deals) for name, player in luck.items()}
        dealt = ", ".join(f"{name} {mean_text(tricks, sign=True)}" for name, tricks in brought.items())
        own = ", ".join(f"{name} {signed_tenths(player.own)}" for name, player in luck.items())
        yield from wrapped(f"Luck, in tricks: {dealt}.", room)
        yield from wrapped(f"Their own decisions, compared with usual play: {own}.", room)
    for sentence in words.left_out:
        yield from wrapped(sentence, room)
