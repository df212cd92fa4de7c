"""The end of a deal in three lines, as its player is told it: who made what, luck, the dearest mistake."""

from __future__ import annotations

from dataclasses import dataclass

from msgspec import structs

from ninefivetwo.cards import Card, Seat
from ninefivetwo.game import Match, Play
from ninefivetwo.study import decision_nodes
from ninefivetwo.study.schema import DecisionObject, ReviewObject, WhyObject
from ninefivetwo.words.figures import number_word, signed_tenths
from ninefivetwo.words.lines import LineCard, played_line
from ninefivetwo.words.review import EVEN, LUCK, advice, when
from ninefivetwo.words.speaker import Speaker

NO_MISTAKE = "You made no mistake that could be known."


def result_line(match: Match, me: Seat) -> str:
    """Who made what of a deal that is over, its player first."""
    one, two = (f"{Speaker.of(match, me).name(seat)} {_made(match, seat)}" for seat in (me.next, me.after(2)))
    return f"You {_made(match, me)}; {one}, {two}."


def _made(match: Match, seat: Seat) -> str:
    """What became of a seat's contract: "made nine with two to spare"."""
    contract = match.rules.contracts[seat]
    over, goal = match.deal.won[seat] - contract, number_word(contract)
    if over < 0:
        return f"fell {number_word(-over)} short of {goal}"
    return f"made {goal} with {number_word(over)} to spare" if over else f"just made {goal}"


def luck_line(review: ReviewObject, me: Seat) -> str:
    """How lucky its player was; empty where the result is not split."""
    if review.luck is None:
        return ""
    terms = {name: getattr(review.luck, me.word)[name] for name in LUCK}
    luck = sum(terms.values())
    if abs(luck) < max(EVEN, review.luck.error):
        return f"Your luck was about even ({signed_tenths(luck)} tricks)."
    kind = max(terms, key=lambda name: terms[name] / luck)
    share = f", most of it {LUCK[kind]}" if terms[kind] / luck > 1 / 2 else ""
    return f"You were {'lucky' if luck > 0 else 'unlucky'}: {signed_tenths(luck)} tricks{share}."


@dataclass(frozen=True)
class DearestMistake:
    """The dearest mistake of a deal that could have been known.

    mine: is it the player's own?  decision: its index; events: by how many events the deal had begun then.  line: the
    trick as it went, up to the card that punished it; empty where no card did.
    """

    words: str
    mine: bool
    decision: int
    events: int
    line: tuple[LineCard, ...]


def dearest_mistake(review: ReviewObject, match: Match, me: Seat) -> DearestMistake | None:
    """A player's dearest mistake, or else that of the others; None where nobody made one."""
    found = {each.index: each.fair_cost.mean for each in review.decisions if each.findable and each.fair_cost}
    own = {index: loss for index, loss in found.items() if review.decisions[index].seat is me}
    if not found:
        return None
    dearest = review.decisions[max(own or found, key=lambda index: found[index])]
    spoken = structs.replace(review, players=Speaker.of(match, me).titles)
    what = f"{when(dearest)}: {advice(spoken, dearest, whole=False)}"
    whose = "Your dearest mistake that could be known" if own else f"{NO_MISTAKE} The dearest of the others"
    events = len(decision_nodes(match.deal)[dearest.index].before.events)
    return DearestMistake(
        f"{whose}, {what}",
        bool(own),
        dearest.index,
        events,
        _line(dearest, match, Speaker.of(match, me)),
    )


def _line(decision: DecisionObject, match: Match, speaker: Speaker) -> tuple[LineCard, ...]:
    if not isinstance(decision.why, WhyObject) or decision.why.reply is None:
        return ()
    node = decision_nodes(match.deal)[decision.index]
    assert isinstance(node.action, Play)
    cards = [node.action.card, *map(Card.parse, decision.why.reply.line)]
    return tuple(played_line(node.before, cards, speaker))
