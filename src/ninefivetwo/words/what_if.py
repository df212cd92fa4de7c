"""The answer to a what-if question: another choice, its value, and the rest of the deal."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import Hand, Seat, Trump
from ninefivetwo.codec import BySeat, Document, Part
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, Call, Deal, Discard, Give, Match, Play
from ninefivetwo.game.events import holds_actions
from ninefivetwo.layout import Trick
from ninefivetwo.study import Phase, decision_nodes
from ninefivetwo.study.deal import hands_before_play
from ninefivetwo.study.grades import acting_in, known_hands
from ninefivetwo.study.other_choice import WhatIf
from ninefivetwo.words.figures import count, tricks_words
from ninefivetwo.words.review import LITTLE, stage_term
from ninefivetwo.words.review_match import tricks_won
from ninefivetwo.words.speaker import Speaker, spoken
from ninefivetwo.words.template import Amount, CardWords, Name, Template, listed, say

REPORTED_ERRORS = 2.0  # minimum size, in standard errors, of a difference that is reported

#: Sentences on the other choice, by its kind; `chosen` is the choice made.
INSTEAD: dict[type[Action], Template] = {
    Play: Template("{stage}: {player} {player:play|plays} {better} instead of {chosen}."),
    Call: Template("{stage}: {player} {player:call|calls} {better} instead of {chosen}."),
    Discard: Template("{stage}: {player} {player:discard|discards} {better} instead of {chosen}."),
    Give: Template("{stage}: {player} {player:give|gives} {better} instead of {chosen}."),
}
SAME_CHOICE = Template("{stage}: {player} {player:make|makes} the same choice as in the deal ({better}).")

# Costs with all hands open.

SURE_OF = Template("With all hands open, {player} {player:were|was} sure of {tricks}.")
COSTS = Template("Choosing {better} costs {tricks}.")
COSTS_AND_GIVES = Template("Choosing {better} costs {tricks} and gives {gifts}.")

# The value of the other choice, given what the player could know.

WORTH_MORE = Template("From what {player} could know, this choice is worth {tricks} more than {chosen}.")
WORTH_LESS = Template("From what {player} could know, this choice is worth {tricks} less than {chosen}.")
WORTH_THE_SAME = Template("From what {player} could know, this choice is worth about as much as {chosen}.")

PLAYED_ON_IN_FACT = Template("If club players finish the deal, the result is {scores} (actual result: {points}).")


def what_if_object(found: WhatIf, index: int, match: Match) -> WhatIfObject:
    """Return the JSON form of a what-if; `index` is the number of the decision, `match` the recorded match."""
    deal, played = match.deal, found.played
    return WhatIfObject(
        decision=index,
        phase=found.node.phase,
        trick=found.node.trick,
        seat=found.seat,
        made=found.node.action,
        instead=found.action,
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
    """Yield the choices of a deal before its play."""
    for node in decision_nodes(deal):
        if node.phase in (Phase.EXCHANGE, Phase.CALL, Phase.DISCARD):
            hands = known_hands(node.before)
            yield StepObject(node.phase, node.seat, node.action, hands)


def what_if_words(found: WhatIf, match: Match) -> Iterator[str]:
    """Yield sentences on the other choice, its value with all hands open and from the player's view, and the result."""
    node, speaker = found.node, Speaker.of(match)
    player, chosen = speaker.name(found.seat), spoken(node.action, speaker)
    better, same = spoken(found.action, speaker), found.action == node.action
    template = SAME_CHOICE if same else INSTEAD[type(found.action)]
    yield template(stage=stage_term(node), player=player, better=better, chosen=chosen)
    if found.before is not None:
        yield " ".join(_hindsight(found, speaker, better, chosen))
    if found.gain is not None and not same:
        yield gain_words(found.gain, player, chosen)
    if found.played is not None:
        scores = tricks_won(found.played.won, speaker)
        if match.deal.over:
            yield PLAYED_ON_IN_FACT(scores=scores, points=tricks_won(match.deal.won, speaker))
        else:
            yield say("If club players finish the deal, the result is {scores}.", scores=scores)


def _hindsight(found: WhatIf, speaker: Speaker, better: CardWords, chosen: CardWords) -> Iterator[str]:
    assert found.before is not None and found.after is not None and found.after_made is not None
    seat, before, after = found.seat, found.before, found.after
    cost, made = before[seat] - after[seat], before[seat] - found.after_made[seat]
    gained = {other: after[other] - before[other] for other in Seat if other is not seat}
    shares = [f"{count(number)} to {speaker.name(other)}" for other, number in gained.items() if number > 0]
    yield SURE_OF(player=speaker.name(seat), tricks=count(before[seat]))
    values = {"better": better, "tricks": count(cost) if cost else Amount("nothing")}
    yield COSTS_AND_GIVES(gifts=CardWords(listed(shares)), **values) if shares else COSTS(**values)
    if found.action != found.node.action:
        yield say("Choosing {chosen} cost {tricks}.", chosen=chosen, tricks=count(made) if made else Amount("nothing"))


def gain_words(gain: Estimate, player: Name, chosen: CardWords) -> str:
    mean, error = gain.mean, gain.standard_error
    if abs(mean) < LITTLE or abs(mean) <= REPORTED_ERRORS * error:
        return WORTH_THE_SAME(player=player, chosen=chosen)
    template = WORTH_MORE if mean > 0 else WORTH_LESS
    return template(player=player, tricks=tricks_words(gain if mean > 0 else -gain), chosen=chosen)


class WhatIfObject(Document, frozen=True, tag="ninefivetwo.what-if/1"):
    """Another choice in a decision, and the rest of the deal after it (`review --what-if`).

    After the other choice, all seats play like club players. A field that depends on all hands is null if a hand is
    unknown.

    decision: number of the decision in the deal, from 0
    phase: kind of the decision
    trick: number of the trick, from 1; null before the play
    seat: the player's seat
    made: the choice made in the deal
    instead: the other choice
    before: the tricks that each seat was sure of before the decision
    after: the tricks that each seat is sure of after the other choice
    after_made: the tricks that each seat was sure of after the choice made
    gain: tricks gained by the other choice, given what the player could know; null if not computed
    steps: all choices before the play
    trump: the denomination called
    playing: the hands before the first card is played
    tricks: the tricks of the whole play
    result: tricks won by each seat after the other choice
    made_result: tricks won by each seat in the recorded deal; null if the record stops before the end
    words: the sentences on the other choice
    """

    decision: int
    phase: Phase
    trick: int | None
    seat: Seat
    made: Action
    instead: Action
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

    phase: kind of the decision
    seat: the player's seat
    chosen: the choice
    hands: the hands before the choice; null for an unknown hand
    """

    phase: Phase
    seat: Seat
    chosen: Action
    hands: BySeat[Hand | None]


for _kind in (StepObject, WhatIfObject):  # a class comes after the classes of its fields
    holds_actions(_kind, acting_in)
