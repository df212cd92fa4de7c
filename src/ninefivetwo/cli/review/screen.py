"""Printing of reviews, summaries, tables, and the results of --what-if."""

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
from ninefivetwo.study.match import PlayerSums
from ninefivetwo.study.other_choice import what_if
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.words.actions import parse_action
from ninefivetwo.words.figures import wrapped
from ninefivetwo.words.review import ReviewText
from ninefivetwo.words.review_match import ReviewsObject, deal_line
from ninefivetwo.words.review_screen import (
    ALL_MISTAKES,
    DECISIONS,
    GRADES,
    GRADES_OPEN,
    LEDGER,
    LUCK_AND_SKILL,
    SHARES,
    TURNING_POINTS,
    assumptions_words,
    deal_screen,
    decisions_meaning,
    match_foot,
    match_head,
    mistake_lines,
    quiet_words,
)
from ninefivetwo.words.review_tables import (
    decisions_table,
    grades_table,
    ledger_table,
    luck_note,
    luck_table,
    phases_table,
    shares_table,
    short_names,
    shown_decisions,
)
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.what_if import what_if_object, what_if_words

if TYPE_CHECKING:
    from rich.console import Console


def show_deal(out: Console, review: Review, match: Match, title: str, more: str) -> None:
    """Print the review of one deal in sentences.

    `more` names the options that show more.
    """
    print_lines(out, deal_screen(review, title, match, more, out.width))


def show_match(out: Console, found: ReviewsObject, more: str) -> None:
    """Print the summary of several deals. `more` names the options that show more."""
    print_lines(out, list(match_head(found, out.width)))
    if more:
        print_lines(out, [""])
    else:
        out.print(phases_table(found.players))
    print_lines(out, [*match_foot(found, out.width, not more), *(["", *wrapped(more, out.width)] if more else [])])


def show_line(out: Console, review: Review, place: str, number: int) -> None:
    """Print the line for a deal."""
    print_lines(out, wrapped(deal_line(review), out.width, f"{place} {number}: ", "  "))


def show_tables(out: Console, review: Review) -> None:
    """Print every decision of a deal, all mistakes, and the tables."""
    if all(decision.forced for decision in review.decisions):
        return
    shown, text = shown_decisions(review), ReviewText.of(review)
    print_prose(out, "", DECISIONS, *decisions_meaning(review))
    if shown:
        out.print(decisions_table(review, shown))
    print_prose(out, quiet_words(review, len(shown)))
    if mistakes := list(mistake_lines(review, out.width)):
        print_prose(out, "", ALL_MISTAKES)
        print_lines(out, mistakes)
    if review.turning_points:
        print_prose(out, "", TURNING_POINTS)
        for index in review.turning_points:
            print_lines(out, wrapped(text.turning_point(review.decisions[index]), out.width, " - "))
    for chance in text.unused():
        print_lines(out, wrapped(chance, out.width, " - "))
    if review.ledger is not None:
        print_prose(out, "", LEDGER)
        out.print(ledger_table(review, review.ledger))
    if review.luck is not None:
        print_prose(out, LUCK_AND_SKILL)
        out.print(luck_table(review, review.luck))
        print_prose(out, luck_note(review.luck), "")
    print_prose(out, GRADES if review.fair_worlds else GRADES_OPEN)
    out.print(grades_table(dict(zip(short_names(review), review.seats, strict=True))))
    if review.fair_worlds:
        print_prose(out, assumptions_words(review))


def show_luck(out: Console, players: Mapping[str, PlayerSums]) -> None:
    """Print tables of par, luck and decisions for each player in several deals, and of the grades."""
    shares = shares_table(players)
    if shares.rows:
        print_prose(out, "", SHARES)
        out.print(shares)
    print_prose(out, "Grades")
    out.print(grades_table(players))


def show_what_if(
    record: Record, index: int, choice: str, limits: Limits | None, level: Level | None, as_json: bool
) -> None:
    """Print the result of another choice for a decision.

    `index` is the decision's number in the table of `--all`. `level` is the level of all players; None uses each
    player's known level. Raises ReviewError for an unknown decision or an invalid choice.
    """
    match = record.match
    nodes = decision_nodes(match.deal, opponents_of(record) if level is None else Opponents.all(level))
    if index >= len(nodes):
        raise ReviewError(f"unknown decision {index} (expected 0 to {len(nodes) - 1})")
    node = nodes[index]
    action = _typed(node, choice, f"--what-if {index}, {Speaker.of(match).name(node.seat).whose} {node.phase.value}")
    if action == node.action:
        raise ReviewError(f"--what-if {index} {choice}: the choice that was made (expected another)")
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
    """Parse a choice. Raises ReviewError, with the expected choices, if the choice is illegal."""
    try:
        return parse_action(node.before.seen_by(node.seat), choice)
    except GameError as error:
        turn, message = node.before.due_turn, str(error)
        if isinstance(turn, PlayTurn) and "expected" not in message:
            message += f" (expected one of {format_cards(turn.legal())})"
        raise ReviewError(f"{where}: {message}") from error
