"""The questions that `record new` asks about a deal played at a table."""

from __future__ import annotations

from ninefivetwo.cards import Seat
from ninefivetwo.game import Call, DealView, Discard, Give, Peek, Return, Show, Take, YesNo
from ninefivetwo.game.events import Step, owed
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import YES_NO_WORDS, Speaker
from ninefivetwo.words.template import Amount, CardWords, Template, Term, calls_text, card_text, listed, say

GIVES_YOU_AND_OTHER = Template(
    "{player} gives {gifts}. Enter your cards and the number for {other} (such as C3, {other} 1):"
)
GIFT = Template("{number} to {player}")
GIFT_UP_TO = Template("up to {number} to {player}")
SHOWN_TO_YOU = "Cards of the kitty that the dealer shows you (Enter: none):"
SHOWN_TO_OTHER = Template("How many cards of the kitty does the dealer show to {player} (Enter: none)?")
LEADS_LATER = Template("Trick {number}, {player} {player:lead|leads} (tricks won: {scores}):")
FOLLOWS = Template("Trick {number}: {cards}, then {player}:")


def gifts_owed(view: DealView, giver: Seat) -> dict[Seat, int]:
    """Return the number of cards that a seat gives to each seat, or the maximum if giving is optional."""
    return dict(zip(Seat, dict(owed(view.rules, view.previous_results or (0, 0, 0)))[giver], strict=True))


def event_asked(view: DealView, step: Step) -> str:
    """Return the question about the next event: the viewer's own choice, or an event that the viewer sees."""
    seat, speaker = step.seat, Speaker(me=view.viewer)
    if step.kind is Give:
        return _gift_asked(view, seat)
    if step.kind is Return:
        number = plural(len(view.given(view.viewer, seat)), "card")
        return say("{player} returns {number} to you:", player=speaker.name(seat), number=number)
    if issubclass(step.kind, YesNo):
        return YES_NO_WORDS[step.kind].asked(player=speaker.name(seat))
    if step.kind is Show:
        return SHOWN_TO_YOU if step.to in (None, view.viewer) else SHOWN_TO_OTHER(player=speaker.name(step.to))
    if step.kind is Peek or step.kind is Take:
        return say("The {number} of the kitty:", number=plural(len(view.kitty), "card"))
    if step.kind is Call:
        trumps = view.rules.trumps()
        return say("Trumps ({calls}):", calls=Term(calls_text(trumps)))
    if step.kind is Discard:
        return say("The {number} that you discard:", number=plural(len(view.dealt_kitty), "card"))
    return _card_asked(view, step.seat)


def _gift_asked(view: DealView, giver: Seat) -> str:
    speaker, me = Speaker(me=view.viewer), view.viewer
    numbers = {seat: number for seat, number in gifts_owed(view, giver).items() if number}
    gift = GIFT if view.rules.must_give else GIFT_UP_TO
    parts = [gift(player=speaker.name(seat), number=plural(number, "card")) for seat, number in numbers.items()]
    player, gifts = speaker.name(giver), CardWords(listed(parts))
    third = next((seat for seat in numbers if seat not in (giver, me)), None)
    if giver is me or third is None or (view.rules.must_give and me in numbers):
        if giver is not me:
            gifts = CardWords(gift(player=speaker.name(me), number=plural(numbers[me], "card")))
        return say("{player} {player:give|gives} {gifts}:", player=player, gifts=gifts)
    if me not in numbers:
        return say("{player} gives {gifts}. How many cards are given?", player=player, gifts=gifts)
    return GIVES_YOU_AND_OTHER(player=player, gifts=gifts, other=speaker.name(third))


def _card_asked(view: DealView, seat: Seat) -> str:
    speaker, number = Speaker(me=view.viewer), Amount(f"{sum(view.won) + 1}")
    player = speaker.name(seat)
    if view.table:
        return FOLLOWS(number=number, cards=CardWords(", ".join(map(card_text, view.table))), player=player)
    if not any(view.won):
        return say("Trick {number}, {player} {player:lead|leads}:", number=number, player=player)
    won = Amount(", ".join(f"{speaker.name(each)} {view.won[each]}" for each in Seat))
    return LEADS_LATER(number=number, player=player, scores=won)
