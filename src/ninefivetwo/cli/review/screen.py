"""What a review prints: one screen for a deal, a line for each of many, one screen for a match, tables, what if."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from ninefivetwo.cli.options import print_json
from ninefivetwo.cli.record import tricks_table
from ninefivetwo.cli.terminal import console, print_lines, print_prose, working
from ninefivetwo.errors import GameError, ReviewError
from ninefivetwo.game import Action, Match, PlayTurn
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.records import Record
from ninefivetwo.keep.session import opponents_of
from ninefivetwo.study import DecisionNode, Review, decision_nodes
from ninefivetwo.study.fair_price import LEAST
from ninefivetwo.study.match import PlayerSums
from ninefivetwo.study.other_choice import what_if
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.words.actions import parse_action
from ninefivetwo.words.figures import plural, wrapped
from ninefivetwo.words.review import ReviewObject, ReviewWordsObject, turning_point, unused_chances
from ninefivetwo.words.review_match import ReviewsObject, deal_line
from ninefivetwo.words.review_rows import (
    decisions_table,
    grades_table,
    ledger_table,
    luck_note,
    luck_table,
    phases_table,
    shares_table,
    short_names,
    told_decisions,
)
from ninefivetwo.words.review_screen import (
    HEIGHT,
    WIDTH,
    deal_lines,
    match_foot,
    match_head,
    shorter_and_shorter,
)
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.what_if import what_if_object, what_if_words

if TYPE_CHECKING:
    from rich.console import Console


def show_deal(out: Console, review: ReviewObject, match: Match, title: str, more: str) -> None:
    """Print the review of one deal on one screen; `match` is what was reviewed, `more` says where there is more.

    The review has its sentences.  Where room is short, less is said of the dearest mistakes.
    """
    words = review.words
    assert isinstance(words, ReviewWordsObject)
    lines: list[str] = []
    speaker, taken = Speaker.of(match), f"; {words.opponents}" if words.opponents else ""
    before = f"score before: {speaker.with_numbers(match.score)}"
    score = speaker.match_score(match) if match.deal.over else before
    head = [f"{title}, {review.rules}{taken}", words.result, score]
    height = max(HEIGHT, HEIGHT * WIDTH // max(out.width, 1))
    for mistakes, loose in shorter_and_shorter(review, words):
        lines = list(deal_lines(review, words, head, mistakes, out.width))
        lines += ["", *wrapped(more, out.width)] if more else []
        lines = [line for line in lines if line or loose]
        if len(lines) <= height:
            break
    print_lines(out, lines)


def show_match(out: Console, found: ReviewsObject, more: str) -> None:
    """Print what several deals come to together."""
    print_lines(out, list(match_head(found, out.width)))
    out.print(phases_table(found.players))
    print_lines(out, [*match_foot(found, out.width), *(["", *wrapped(more, out.width)] if more else [])])


def show_line(out: Console, review: Review, place: str, number: int) -> None:
    """Print one line on a deal, at once: more deals may be on the way."""
    print_lines(out, wrapped(deal_line(review), out.width, f"{place} {number}: ", "  "))


def show_tables(out: Console, review: Review) -> None:
    """Print every decision of a deal, and the tables."""
    unforced = sum(not decision.forced for decision in review.decisions)
    if not unforced:
        return
    shown = told_decisions(review)
    print_prose(out, "", "Decisions", *decisions_words(review))
    if shown:
        out.print(decisions_table(review, shown))
    quiet = quiet_words(review, unforced - len(shown))
    print_prose(out, f"{quiet}; {len(review.decisions) - unforced} were forced.")
    if review.turning_points:
        print_prose(out, "", "What cost most, with all cards seen")
        for index in review.turning_points:
            print_lines(out, wrapped(turning_point(review, review.decisions[index]), out.width, " - "))
    for chance in unused_chances(review):
        print_lines(out, wrapped(chance, out.width, " - "))
    if review.ledger is not None:
        print_prose(out, "", "Who gave tricks to whom, with all hands open. Negative: lost outright.")
        out.print(ledger_table(review, review.ledger))
    if review.luck is not None:
        print_prose(
            out,
            "How the result came about, in tricks: luck with the hands, the kitty and the exchange, then decisions.",
        )
        out.print(luck_table(review, review.luck))
        print_prose(out, luck_note(review.luck), "")
    print_prose(
        out,
        "Grades: avoidable losses, and losses with all hands open" if review.fair_worlds else "Grades",
    )
    out.print(grades_table(dict(zip(short_names(review), review.seats, strict=True))))
    if review.fair_worlds:
        worlds = f"up to {max(review.fair_worlds, LEAST)} worlds (possible deals) a decision, seed {review.seed}"
        print_prose(out, f"Avoidable losses rest on {worlds}.")


def decisions_words(review: Review) -> list[str]:
    """What the columns of the decisions mean, a line each."""
    words = []
    if review.fair_worlds:
        words += [
            "lost: tricks lost that its player could have known of; in brackets what is too little to tell",
            "?!, ? and ??: 0.25, 0.5 and 1 of these or more",
        ]
    if review.viewer is None:
        words += ["cost, gave: with all cards seen, the tricks that its player lost, and gave to D, L or R"]
    return words


def quiet_words(review: Review, number: int) -> str:
    """What there is to say of the decisions that get no row."""
    more = plural(number, "more decision")
    if review.viewer is None:
        return f"{more} cost and gave nothing"
    return f"{more} without a clear loss" if review.fair_worlds else f"{more}, not judged"


def show_luck(out: Console, players: Mapping[str, PlayerSums]) -> None:
    """Print how each player's tricks in several deals came about, and the grades."""
    shares = shares_table(players)
    if shares.rows:
        print_prose(out, "", "How their tricks came about: what such seats win on average (par), luck, decisions")
        out.print(shares)
    print_prose(out, "Grades")
    out.print(grades_table(players))


def show_what_if(
    record: Record, index: int, choice: str, limits: Limits | None, level: Level | None, as_json: bool
) -> None:
    """Print what another choice in a decision of a deal would have brought.

    index: the decision's, as the table numbers it.  level: of all players; None for what is known of them.  Raises
    ReviewError for a decision that is not there, or the choice that was made; GameError for an illegal choice.
    """
    match = record.match
    nodes = decision_nodes(match.deal, opponents_of(record) if level is None else Opponents.all(level))
    if index >= len(nodes):
        raise ReviewError(f"no decision {index} (expected 0 to {len(nodes) - 1})")
    node = nodes[index]
    action = _typed(node, choice, f"--what-if {index}, {Speaker.of(match).whose(node.seat)} {node.phase.value}")
    if action == node.action:
        raise ReviewError(f"--what-if {index} {choice}: that is what was chosen (expected another choice)")
    with working():
        found = what_if(node, action, limits, [step.action for step in nodes])
    if as_json:
        print_json(what_if_object(found, index, match))
        return
    out = console()
    print_prose(out, *what_if_words(found, match))
    if found.played is not None:
        print_prose(out, *Speaker.of(match).choices(found.played.events[len(node.before.events) + 1 :]))
        tricks = tricks_table(match, found.played)
        out.print(replace(tricks, rows=tricks.rows[(node.trick or 1) - 1 :]))


def _typed(node: DecisionNode, choice: str, where: str) -> Action:
    """The choice that is typed.  Raises ReviewError, which says what was expected, for one that cannot be made."""
    try:
        return parse_action(node.before.seen_by(node.seat), choice)
    except GameError as error:
        turn, message = node.before.due_turn, str(error)
        if isinstance(turn, PlayTurn) and "expected" not in message:
            message += f" (expected one of {format_cards(turn.legal())})"
        raise ReviewError(f"{where}: {message}") from error
