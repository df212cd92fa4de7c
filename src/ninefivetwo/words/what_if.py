"""What if, as a value and in sentences: another choice, its price, and the deal as it then went."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.codec import ActionValue, BySeat, Document, Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Call, Deal, Discard, Give, Match, Play
from ninefivetwo.game.events import action_object
from ninefivetwo.layout import Trick
from ninefivetwo.study import Phase, decision_nodes
from ninefivetwo.study.deal import hands_before_play
from ninefivetwo.study.decision import known_hands
from ninefivetwo.study.other_choice import WhatIf
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.figures import count, tricks_words
from ninefivetwo.words.review import LITTLE
from ninefivetwo.words.speaker import Speaker

VERBS = {Give: "gives", Call: "calls", Discard: "discards", Play: "plays"}
ERRORS = 2.0  # standard errors that a difference must have to be told


def what_if_object(found: WhatIf, index: int, match: Match) -> WhatIfObject:
    """The value of a what-if; `index` is the decision's, `match` what was recorded."""
    deal, played = match.deal, found.played
    return WhatIfObject(
        decision=index,
        phase=found.node.phase,
        trick=found.node.trick,
        seat=found.seat,
        made=action_object(found.node.action),
        instead=action_object(found.action),
        before=found.before,
        after=found.after,
        after_made=found.after_made,
        gain=found.gain,
        steps=[] if played is None else list(steps(played)),
        trump=None if played is None else played.trump,
        playing=None if played is None else hands_before_play(played),
        tricks=[] if played is None else played.tricks,
        result=None if played is None else played.won,
        made_result=deal.won if deal.over else None,
        words=list(what_if_words(found, match)),
    )


def steps(deal: Deal) -> Iterator[StepObject]:
    """The choices of a deal before its play."""
    for node in decision_nodes(deal):
        if node.phase in (Phase.EXCHANGE, Phase.CALL, Phase.DISCARD):
            hands = known_hands(node.before)
            yield StepObject(node.phase, node.seat, action_object(node.action), hands)


def what_if_words(found: WhatIf, match: Match) -> Iterator[str]:
    """The other choice, its price with all cards seen, its price by what could be known, and where it led."""
    node, speaker = found.node, Speaker.of(match)
    made, instead = action_words(node.action), action_words(found.action)
    when = f"Trick {node.trick}" if node.trick is not None else node.phase.value.capitalize()
    same = "as was done" if found.action == node.action else f"in the place of {made}"
    yield f"{when}: {speaker.does(found.seat, VERBS[type(found.action)])} {instead} {same}."
    if found.before is not None and found.after is not None and found.after_made is not None:
        yield f"With all cards seen {_hindsight(found, speaker)}."
    if found.gain is not None and found.action != node.action:
        yield f"By what {speaker.name(found.seat)} could know it is worth {worth_words(found.gain, made)}."
    if found.played is not None:
        yield f"Played on by club players, {_results(found.played, speaker)}" + _in_fact(match) + "."


def _hindsight(found: WhatIf, speaker: Speaker) -> str:
    """What the other choice costs and concedes with open cards, against what the choice made did."""
    assert found.before is not None and found.after is not None and found.after_made is not None
    seat = found.seat
    cost, made = found.before[seat] - found.after[seat], found.before[seat] - found.after_made[seat]
    what = f"costs {count(cost)}" if cost else "costs nothing"
    sure = f"{speaker.does(seat, 'was')} sure of {count(found.before[seat])} whatever the others do"
    sure += f", and is then sure of {found.after[seat]}" if cost else ""
    gained = [
        f"{found.after[other] - found.before[other]} to {speaker.name(other)}"
        for other in Seat
        if other is not seat and found.after[other] > found.before[other]
    ]
    given = f" and concedes {' and '.join(gained)}" if gained else ""
    if found.action == found.node.action:
        return f"it {what}{given}: {sure}"
    before = f"{action_words(found.node.action)} cost {count(made) if made else 'nothing'}"
    return f"it {what}{given}: {sure} ({before})"


def worth_words(gain: Estimate, made: str) -> str:
    """How much more a choice is worth than the one made; what the worlds cannot tell is not told."""
    mean, error = gain.mean, gain.standard_error
    if abs(mean) < LITTLE or abs(mean) <= ERRORS * error:
        return f"about as much as {made}"
    return f"{tricks_words(gain if mean > 0 else -gain)} {'more' if mean > 0 else 'less'} than {made}"


def _results(deal: Deal, speaker: Speaker) -> str:
    *others, last = (f"{speaker.does(seat, 'wins')} {deal.won[seat]}" for seat in Seat)
    return f"{', '.join(others)} and {last}"


def _in_fact(match: Match) -> str:
    """The result of the deal as it was played, if it was played out."""
    if not match.deal.over:
        return ""
    dealer, left, right = match.deal.won
    return f"; in fact it was {dealer}, {left} and {right}"


class WhatIfObject(Document, frozen=True, tag="ninefivetwo.what-if/1"):
    """Another choice in the place of the one made in a decision, and the deal as it went on from there
    (`review --what-if`).

    After the choice everybody plays as a club player does.  What needs all hands is null where not all are known.

    decision: index of the decision among those of the deal, from 0
    phase: what kind of decision it is
    trick: number of the trick, from 1; null before the play
    seat: whose it is
    made: what was chosen in fact
    instead: the other choice
    before: what each seat was sure of before it
    after: what each seat is sure of after the other choice
    after_made: what each seat was sure of after the one made
    gain: tricks that the other choice is worth more, by what its player could know; null if left out
    steps: the choices before the play, those that were made in fact too
    trump: the denomination called
    playing: the hands before the first card
    tricks: the play, to the end
    result: tricks won
    made_result: tricks won in fact; null if the record stops before the end
    words: what is to say of it, in sentences
    """

    decision: int
    phase: Phase
    trick: int | None
    seat: Seat
    made: ActionValue
    instead: ActionValue
    before: BySeat[int] | None
    after: BySeat[int] | None
    after_made: BySeat[int] | None
    gain: Estimate | None
    steps: list[StepObject]
    trump: Trump | None
    playing: BySeat[Hand | None] | None
    tricks: list[Trick]
    result: BySeat[int] | None
    made_result: BySeat[int] | None
    words: list[str]


class StepObject(Part, frozen=True):
    """A choice before the play.

    phase: what kind of decision it is
    seat: whose it is
    chosen: what was chosen
    hands: the hands at that moment, null for one not known
    """

    phase: Phase
    seat: Seat
    chosen: ActionValue
    hands: BySeat[Hand | None]
