"""Sentences on the user's play: the verdict on the last choice, and the summary at the end of a deal."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import UNSET, Struct

from ninefivetwo.cards import Card, Seat, Trump
from ninefivetwo.codec import CardText, SeatWord, as_written
from ninefivetwo.errors import GameError
from ninefivetwo.game import Action, Call, Deal, Discard, Give, Match, Play
from ninefivetwo.keep.session import GameSession
from ninefivetwo.layout import Trick
from ninefivetwo.study import Decision, DecisionNode, Review, decision_nodes
from ninefivetwo.study.deal import NOT_JUDGED, forced_in, hands_before_play, judged
from ninefivetwo.study.fair_price import LEVEL_LOSS, Fair
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.figures import signed, tricks_words
from ninefivetwo.words.levels import accuracy_cell
from ninefivetwo.words.review import EVEN_LUCK, LITTLE, MISTAKES_FIRST, ReviewText, luck_of, luck_tricks, mistakes
from ninefivetwo.words.review_why import PlayedDeal, why_sentences
from ninefivetwo.words.speaker import Speaker, choice_words
from ninefivetwo.words.template import Amount, Name, Template, Term, card_text, say

#: Forced, the best choice, about as good as the best, perhaps not the best, or an avoidable mistake.
VerdictKind = Literal["forced", "good", "level", "unsure", "mistake"]
_SIZES = {"?!": Term("Small mistake"), "?": Term("Mistake"), "??": Term("Blunder")}

BEST_MOVE = "Best move."
NO_MISTAKE = "You made no avoidable mistake."

#: Verdicts on an avoidable mistake, by the kind of choice.
MISTAKES: dict[type[Action], Template] = {
    Play: Template("{size}: {better} would win {tricks} more."),
    Call: Template("{size}: calling {better} would win {tricks} more."),
    Discard: Template("{size}: discarding {better} would win {tricks} more."),
    Give: Template("{size}: giving {better} would win {tricks} more."),
}
#: Verdicts on a choice that may not be the best, by the kind of choice.
UNSURE: dict[type[Action], Template] = {
    Play: Template("{better} may be better by {tricks} (too close to call)."),
    Call: Template("Calling {better} may be better by {tricks} (too close to call)."),
    Discard: Template("Discarding {better} may be better by {tricks} (too close to call)."),
    Give: Template("Giving {better} may be better by {tricks} (too close to call)."),
}
LUCKY = Template("You were lucky: {tricks}.")
LUCKY_MAINLY = Template("You were lucky: {tricks} (mainly {origin}).")
UNLUCKY = Template("You were unlucky: {tricks}.")
UNLUCKY_MAINLY = Template("You were unlucky: {tricks} (mainly {origin}).")

# Descriptions of cards in a line of play.

LEADS = Template("{player} {player:lead|leads} {card}")
PLAYS = Template("{player} {player:play|plays} {card}")
RUFFS = Template("{player} {player:ruff|ruffs} with {card}")
THROWS = Template("{player} {player:throw|throws} {card}")


def verdict_text(decision: Decision, speaker: Speaker) -> tuple[VerdictKind, str]:
    """Return the kind of verdict on a decision, and a sentence."""
    if decision.fair is None or decision.fair_cost is None:
        return "forced", "Forced."
    best, loss = decision.fair.best, decision.fair_cost
    if not decision.avoidable and (best == decision.chosen or loss.mean < LITTLE):
        return "good", BEST_MOVE
    if not decision.avoidable and loss.mean <= LEVEL_LOSS:
        return "level", "About as good as the best."
    kind, better, tricks = type(best), choice_words(best, speaker), tricks_words(loss)
    if decision.avoidable:
        return "mistake", MISTAKES[kind](size=_SIZES[decision.mark], better=better, tricks=tricks)
    return "unsure", UNSURE[kind](better=better, tricks=tricks)


def judged_choice(session: GameSession, limits: Limits) -> tuple[Decision, DecisionNode, Fair | None]:
    """Return the user's last choice in a session's deal, and its fair price.

    Raises GameError if the match is serious or the user has not made a choice, and SearchStopped if cancelled.
    """
    if not session.training:
        raise GameError("verdicts are off in a serious match (expected a match for practice)")
    nodes = decision_nodes(session.deal, session.opponents)
    mine = [index for index, node in enumerate(nodes) if node.seat is session.me]
    if not mine:
        raise GameError("no choice of yours in this deal yet")
    node, forced = nodes[mine[-1]], forced_in(nodes[mine[-1]])
    price, _ = NOT_JUDGED if forced else judged(mine[-1], node, limits)
    return Decision.of(mine[-1], node, forced, fair=price), node, price


def verdict_reasons(decision: Decision, deal: Deal, speaker: Speaker) -> list[str]:
    """Return the reasons why a decision was a mistake, without the sentence on the better choice."""
    played = PlayedDeal(deal.trump, deal.tricks, hands_before_play(deal))
    return why_sentences(as_written(decision), speaker, played)[1:]


def result_line(match: Match, me: Seat) -> str:
    speaker, won = Speaker.of(match, me), match.deal.won
    return " ".join(
        say(
            "{player} won {number} of {target} ({points}).",
            player=speaker.name(seat),
            number=Amount(f"{won[seat]}"),
            target=Amount(f"{match.rules.contracts[seat]}"),
            points=signed(won[seat] - match.rules.contracts[seat]),
        )
        for seat in (me, me.next, me.after(2))
    )


def accuracy_line(review: Review, match: Match, me: Seat) -> str:
    """Return the players' accuracies, where known, the user's first; empty if no accuracy is known."""
    titles = Speaker.of(match, me).titles
    grades = [(titles[seat], accuracy_cell(review.seats[seat])) for seat in (me, me.next, me.after(2))]
    known = ", ".join(f"{title} {grade}" for title, grade in grades if grade)
    return say("Accuracy, out of 100: {scores}.", scores=Amount(known)) if known else ""


def luck_line(review: Review, me: Seat) -> str:
    """Return a sentence on the user's luck; empty if the result is not split into luck and skill."""
    if review.luck is None:
        return ""
    luck, origin = luck_of(review.luck, me)
    tricks = luck_tricks(luck)
    if abs(luck.mean) < max(EVEN_LUCK, luck.standard_error):
        return say("Your luck was about even ({tricks}).", tricks=tricks)
    plain, with_origin = (LUCKY, LUCKY_MAINLY) if luck.mean > 0 else (UNLUCKY, UNLUCKY_MAINLY)
    return plain(tricks=tricks) if origin is None else with_origin(tricks=tricks, origin=origin)


def deal_end_words(review: Review, match: Match, me: Seat) -> list[str]:
    """Return texts on a finished deal: accuracies, the user's costliest mistakes, other losses, and luck."""
    text = ReviewText(review, Speaker.of(match, me))
    own = [text.advice(decision) for decision in mistakes(review) if decision.seat is me][:MISTAKES_FIRST]
    nothing = [NO_MISTAKE] if review.fair_worlds and not own else []
    said = [accuracy_line(review, match, me), *own, *nothing, text.double_dummy, luck_line(review, me)]
    return [words for words in said if words]


class CostliestMistake(Struct, frozen=True):
    """The costliest avoidable mistake of a deal.

    `mine` is whether the user made the mistake. `events` is the number of earlier events in the deal. `place` is the
    anchor of the decision in the review's page. `line` has the cards up to the reply that punished the mistake.
    """

    words: str
    mine: bool
    events: int
    place: str
    line: Sequence[LineCard]


def costliest_mistake(review: Review, match: Match, me: Seat) -> CostliestMistake | None:
    """Return the user's costliest mistake, or else an opponent's, or None if there is no mistake."""
    found = mistakes(review)
    own = [decision for decision in found if decision.seat is me]
    if not found:
        return None
    costliest = (own or found)[0]
    node, speaker = decision_nodes(match.deal)[costliest.index], Speaker.of(match, me)
    words = ReviewText(review, speaker).advice(costliest)
    line: Sequence[LineCard] = ()
    if costliest.why is not UNSET and costliest.why.reply is not None and isinstance(node.action, Play):
        line = played_line(node.before, [node.action.card, *costliest.why.reply.line], speaker)
    place = f"deal-{match.number}-decision-{costliest.index}"
    said = words if own else f"{NO_MISTAKE} {words}"
    return CostliestMistake(said, bool(own), len(node.before.events), place, line)


class LineCard(Struct, frozen=True):
    """A card in a line of play.

    `name` is the player's name, and `does` describes the play: "Bob ruffs with ♠2". `leads` is whether the card begins
    a trick, and `wins` whether it wins a complete trick.
    """

    seat: SeatWord
    name: str
    card: CardText
    does: str
    leads: bool
    wins: bool


def played_line(deal: Deal, cards: Sequence[Card], speaker: Speaker) -> list[LineCard]:
    """Return a line of cards that continues a deal, preceded by the cards on the table.

    Raises GameError if a card cannot be played.
    """
    complete = sum(deal.won)
    for card in cards:
        deal = deal.after(Play(deal.due_turn.seat, card))
    return line_cards(deal.tricks[complete:], deal.called, speaker)


def line_cards(tricks: Iterable[Trick], trump: Trump, speaker: Speaker) -> list[LineCard]:
    """Return the cards of tricks in the order of play."""
    line = []
    for trick in tricks:
        first = trick.cards[0]
        for seat, card in trick.turns:
            player = Name(speaker.titles[seat], first=seat is speaker.me)
            ruffs, follows = card.suit.letter == trump.letter, card.suit is first.suit
            template = LEADS if card is first else PLAYS if follows else RUFFS if ruffs else THROWS
            does = template(player=player, card=card_text(card))
            line.append(LineCard(seat.word, speaker.titles[seat], str(card), does, card is first, seat is trick.winner))
    return line
