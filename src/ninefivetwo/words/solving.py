"""Sentences on exact results: guarantees and slack, the best discard, and the cards returned for a gift."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ninefivetwo.cards import Card, Seat, Trump
from ninefivetwo.exact import Discards, Solution
from ninefivetwo.layout import Position
from ninefivetwo.words.figures import count, number_word, plural
from ninefivetwo.words.template import WORDS, Amount, CardWords, Name, Template, Term, card_text, say, the_card

TO_PLAY = Template("{other} led {cards}, {player} to play, {tricks} left")
AFTER_EACH_CARD = Template("{trump}: guaranteed tricks after each card of {player} (* costs {player} nothing)")
BEST_LINE = Template("{trump}: a line of best play for {player} (> leads, * wins)")
CAN_FORCE = Template("{trump}: {player} can force {tricks}.")
CANNOT_FORCE = Template("{trump}: {player} cannot force {tricks}.")

GUARANTEED = Template("{trump}: tricks guaranteed even if the other two play together: {scores}.")
SLACK = Template("The slack is {tricks}, which no seat guarantees: who wins {tricks:it|them} depends on the play.")
RANGES = Template("If all three win at least their guarantees: {scores}.")
MAX_N = Template("If all three maximise only their own tricks (strict max^n), the result depends on ties: {scores}.")

BEST_MAKES = Template("{trump}: the best discard guarantees {tricks}, enough for {goal}.")
BEST_FALLS_SHORT = Template("{trump}: the best discard guarantees {tricks}, too few for {goal}.")
MORE_DISCARDS = Template("{number} of discard {number:guarantees|guarantee} at most {tricks}.")

RETURN = Template("Return {card} for {other_card}.")
RETURN_TO = Template("Return {card} to {player} for {other_card}.")
RETURN_ITSELF = Template("Return {card} itself: you hold no higher card of its suit.")
RETURN_ITSELF_TO = Template("Return {card} itself to {player}: you hold no higher card of its suit.")


def turn_words(position: Position) -> str:
    """Return the seat to play and the tricks left: "left led ♥2, right to play, 3 tricks left"."""
    placed = {"player": Name(position.mover.word), "tricks": count(position.tricks)}
    if not position.table:
        return say("{player} to lead, {tricks} left", **placed)
    cards = CardWords(" ".join(map(card_text, position.table)))
    return TO_PLAY(**placed, other=Name(position.lead.word), cards=cards)


def force_words(trump: Trump, seat: Seat, tricks: int, can: bool) -> str:
    """Return a sentence on whether a seat can force a number of tricks."""
    return (CAN_FORCE if can else CANNOT_FORCE)(trump=Term(WORDS[trump]), player=Name(seat.word), tricks=count(tricks))


def explanation(solution: Solution, trump: Trump, max_n: Mapping[Seat, tuple[int, int]] | None) -> Iterator[str]:
    """Yield sentences on the guarantees, the slack and each seat's range of tricks for one denomination.

    `max_n` is each seat's minimum and maximum tricks by strict max^n, or None to leave these figures out.
    """
    guarantee, slack = solution.guarantee[trump], solution.slack(trump)
    sure = ", ".join(f"{seat.word} {guarantee[seat]}" for seat in Seat)
    yield GUARANTEED(trump=Term(WORDS[trump]), scores=Amount(sure))
    if not slack:
        yield ("The guarantees add up to all the tricks: nobody can win more unless somebody makes a mistake.")
        return
    yield SLACK(tricks=count(slack))
    yield RANGES(scores=_ranges({seat: solution.range(trump, seat) for seat in Seat}))
    yield "A guarantee is not a forecast."
    if max_n is not None:
        yield MAX_N(scores=_ranges(max_n))
        yield (
            "The first number is for opponents who break ties against the seat, the second "
            "for opponents who favour the seat."
        )


def _ranges(tricks: Mapping[Seat, tuple[int, int]]) -> Amount:
    return Amount(", ".join(f"{seat.word} {least} to {most}" for seat, (least, most) in tricks.items()))


def best_discard_words(discards: Discards, contract: int) -> str:
    """Return a sentence on the tricks that the best discard guarantees and whether they make the contract."""
    template = BEST_MAKES if discards.guarantee >= contract else BEST_FALLS_SHORT
    goal = Amount(number_word(contract))
    return template(trump=Term(WORDS[discards.trump]), tricks=count(discards.guarantee), goal=goal)


def more_discards_words(number: int, most: int) -> str:
    """Return a sentence on the discards left out of the table: their number and their highest guarantee."""
    return MORE_DISCARDS(number=plural(number, "more kind"), tricks=count(most))


def return_words(received: Card, back: Card, giver: Seat | None) -> str:
    """Return a sentence on a card to return: "Return the ace of clubs to left for the 3 of clubs."."""
    placed = {"card": the_card(back)} | ({} if giver is None else {"player": Name(giver.word)})
    if received == back:
        return (RETURN_ITSELF if giver is None else RETURN_ITSELF_TO)(**placed)
    return (RETURN if giver is None else RETURN_TO)(**placed, other_card=the_card(received))
