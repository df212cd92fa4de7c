"""`ninefivetwo review --what-if`: another choice in a deal, its price, and the deal as it then went."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ninefivetwo.cli.options import print_json
from ninefivetwo.cli.record import tricks_table
from ninefivetwo.cli.terminal import console, print_prose, working
from ninefivetwo.errors import GameError, ReviewError
from ninefivetwo.game import Action, Match, PlayTurn
from ninefivetwo.study import DecisionNode, decision_nodes
from ninefivetwo.study.what_if import WhatIf, what_if
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.figures import by_suit
from ninefivetwo.words.speaker import Speaker, parse_action
from ninefivetwo.words.what_if import what_if_object, what_if_words


def show_what_if(match: Match, index: int, choice: str, limits: Limits | None, as_json: bool) -> None:
    """Print what another choice in a decision of a deal would have brought.

    index: the decision's, as the table numbers it.  Raises ReviewError for a decision that is not there, or the choice
    that was made; GameError for an illegal choice.
    """
    nodes = decision_nodes(match.deal)
    if index >= len(nodes):
        raise ReviewError(f"no decision {index} (expected 0 to {len(nodes) - 1})")
    node = nodes[index]
    action = _typed(node, choice, f"--what-if {index}, {Speaker.of(match).whose(node.seat)} {node.phase.value}")
    if action == node.action:
        raise ReviewError(f"--what-if {index} {choice}: that is what was chosen (expected another choice)")
    with working():
        found = what_if(node, action, limits, [each.action for each in nodes])
    if as_json:
        print_json(what_if_object(found, index, match))
    else:
        _show(found, match)


def _typed(node: DecisionNode, choice: str, where: str) -> Action:
    """The choice that is typed.  Raises ReviewError, which says what was expected, for one that cannot be made."""
    try:
        return parse_action(node.before.seen_by(node.seat), choice)
    except GameError as error:
        turn, told = node.before.due_turn, str(error)
        if isinstance(turn, PlayTurn) and "expected" not in told:
            told += f" (expected one of {by_suit(turn.legal())})"
        raise ReviewError(f"{where}: {told}") from error


def _show(found: WhatIf, match: Match) -> None:
    out = console()
    print_prose(out, *what_if_words(found, match), *_followed(found, match))
    if found.played is None:
        return
    tricks = tricks_table(match, found.played)
    out.print(replace(tricks, rows=tricks.rows[(found.node.trick or 1) - 1 :]))


def _followed(found: WhatIf, match: Match) -> Sequence[str]:
    """What was done before the play after the other choice."""
    if found.played is None:
        return []
    events = found.played.events[len(found.node.before.events) + 1 :]
    return Speaker.of(match).choices(events)
