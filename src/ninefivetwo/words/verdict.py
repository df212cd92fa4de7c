"""What a player is told of their own play: a verdict on a choice just made, and at the end of a deal three lines.

A line of play shows card by card how a mistake is punished.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from msgspec import UNSET, Struct, structs

from ninefivetwo.cards import Card, Seat, Trump
from ninefivetwo.codec import CardText, SeatWord, as_written
from ninefivetwo.errors import GameError
from ninefivetwo.evaluation import mean_text
from ninefivetwo.game import Deal, Match, Play
from ninefivetwo.keep.session import GameSession
from ninefivetwo.layout import Trick, tricks_of
from ninefivetwo.study import Decision, DecisionNode, Review, decision_nodes
from ninefivetwo.study.deal import NOT_JUDGED, forced_in, hands_before_play, judged
from ninefivetwo.study.fair_price import LEVEL, Fair
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.actions import choosing
from ninefivetwo.words.figures import signed, tricks_words
from ninefivetwo.words.review import EVEN, LITTLE, advice, luck_of, when
from ninefivetwo.words.review_why import why_sentences
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import capital

#: Forced; the best; as good as it; something may be better; an avoidable mistake.
VerdictKind = Literal["forced", "good", "level", "unsure", "mistake"]
_SIZE = {"?!": "Small mistake", "?": "Mistake", "??": "Blunder"}


def verdict_text(decision: Decision, match: Match) -> tuple[VerdictKind, str]:
    """What a decision with its fair price was worth against the best; without one, that there was nothing to choose."""
    if decision.fair is None or decision.fair_cost is None:
        return "forced", "Forced."
    best, loss = decision.fair.best, decision.fair_cost
    other = choosing(decision.choice(best), Speaker.of(match))
    tricks = tricks_words(loss)
    if decision.findable:
        return "mistake", f"{_SIZE[decision.mark]}: {other} is worth {tricks} more."
    if best == decision.chosen or loss.mean < LITTLE:
        return "good", "Good: nothing was better."
    if loss.mean <= LEVEL:
        return "level", "As good as the best."
    return "unsure", f"{capital(other)} may be worth {tricks} more: too close to call."


def judged_choice(session: GameSession, limits: Limits) -> tuple[Decision, DecisionNode, Fair | None, Match]:
    """The person's last choice in a session's deal, its fair price, and the match as it is told to them.

    Raises GameError in earnest, and if the person has not chosen anything yet; SearchStopped.
    """
    if not session.training:
        raise GameError("no verdict in earnest (expected a match for training)")
    nodes = decision_nodes(session.deal, session.opponents)
    mine = [index for index, node in enumerate(nodes) if node.seat is session.me]
    if not mine:
        raise GameError("no verdict: you have not chosen anything in this deal")
    node, forced = nodes[mine[-1]], forced_in(nodes[mine[-1]])
    price, _ = NOT_JUDGED if forced else judged(mine[-1], node, limits)
    match = replace(session.match, names=Speaker.of(session.match, session.me).titles)
    return Decision.of(mine[-1], node, forced, fair=price), node, price, match


def verdict_reasons(decision: Decision, match: Match) -> list[str]:
    """Why a decision of a match's deal that is explained was a mistake, beside what was better."""
    deal, written = match.deal, as_written(decision)
    return why_sentences(written, Speaker.of(match), deal.trump, deal.tricks, hands_before_play(deal))[1:]


NO_MISTAKE = "You made no avoidable mistake."


def result_line(match: Match, me: Seat) -> str:
    """Who made what of a deal that is over, its player first."""
    one, two = (f"{Speaker.of(match, me).name(seat)} {_made(match, seat)}" for seat in (me.next, me.after(2)))
    return f"You {_made(match, me)}; {one}, {two}."


def _made(match: Match, seat: Seat) -> str:
    """What became of a seat's contract: "won 11 of 9 (+2)"."""
    contract, won = match.rules.contracts[seat], match.deal.won[seat]
    return f"won {won} of {contract} ({signed(won - contract)})"


def luck_line(review: Review, me: Seat) -> str:
    """How lucky its player was; empty where the result is not split."""
    if review.luck is None:
        return ""
    luck, share = luck_of(review.luck, me)
    if abs(luck.mean) < max(EVEN, luck.standard_error):
        return f"Your luck was about even ({mean_text(luck, sign=True)} tricks)."
    return f"You were {'lucky' if luck.mean > 0 else 'unlucky'}: {mean_text(luck, sign=True)} tricks{share}."


class DearestMistake(Struct, frozen=True):
    """The costliest avoidable mistake of a deal.

    mine: is it the player's own?  events: by how many events the deal had begun then.  place: of the decision in the
    review's page.  line: the trick as it went, up to the card that punished it; empty where no card did.
    """

    words: str
    mine: bool
    events: int
    place: str
    line: Sequence[LineCard]


def dearest_mistake(review: Review, match: Match, me: Seat) -> DearestMistake | None:
    """A player's costliest mistake, or else that of the others; None if nobody made one."""
    losses = {one.index: one.fair_cost.mean for one in review.decisions if one.findable and one.fair_cost}
    own = {index: loss for index, loss in losses.items() if review.decisions[index].seat is me}
    if not losses:
        return None
    dearest = review.decisions[max(own or losses, key=lambda index: losses[index])]
    node, speaker = decision_nodes(match.deal)[dearest.index], Speaker.of(match, me)
    what = f"{when(dearest)}: {advice(structs.replace(review, players=speaker.titles), dearest, whole=False)}"
    whose = "Your costliest mistake" if own else f"{NO_MISTAKE} The costliest of the others"
    line: Sequence[LineCard] = ()
    if dearest.why is not UNSET and dearest.why.reply is not None and isinstance(node.action, Play):
        line = played_line(node.before, [node.action.card, *dearest.why.reply.line], speaker)
    place = f"deal-{match.number}-decision-{dearest.index}"
    return DearestMistake(f"{whose}, {what}", bool(own), len(node.before.events), place, line)


class LineCard(Struct, frozen=True):
    """A card of a line.

    name: its player's.  does: what he does with it, as a sentence goes on after his name: "leads", "ruffs with".
    leads: does it begin a trick?  wins: does it win its trick?  False too where the line ends before that is known.
    """

    seat: SeatWord
    name: str
    card: CardText
    does: str
    leads: bool
    wins: bool


def played_line(deal: Deal, cards: Sequence[Card], speaker: Speaker) -> list[LineCard]:
    """Cards that are played from a moment of a deal on, after those that lie on the table then.

    Raises GameError for a card that cannot be played.
    """
    tricks = tricks_of(deal.lead, [*deal.table, *cards], deal.called)
    for card in cards:
        deal = deal.after(Play(deal.due_turn.seat, card))
    return [card for trick in tricks for card in _trick(trick, deal.called, speaker)]


def _trick(trick: Trick, trump: Trump, speaker: Speaker) -> list[LineCard]:
    first, line = trick.cards[0], []
    for seat, card in trick.turns:
        does = speaker.verb(seat, "leads" if card is first else _does(card, first, trump))
        line.append(LineCard(seat.word, speaker.titles[seat], str(card), does, card is first, seat is trick.winner))
    return line


def _does(card: Card, led: Card, trump: Trump) -> str:
    if card.suit is led.suit:
        return "plays"
    return "ruffs with" if card.suit.letter == trump.letter else "throws"
