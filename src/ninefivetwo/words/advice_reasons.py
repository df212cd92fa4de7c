"""Why a choice is recommended, in sentences."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from ninefivetwo.cards import Card, Seat
from ninefivetwo.evaluation import Estimate, chance_text, mean_text
from ninefivetwo.game import Action, Call, Give, Play
from ninefivetwo.think.advise.reasons import (
    Chances,
    Ducks,
    Followed,
    ForTheMatch,
    Holding,
    LikelyVoid,
    LongSuit,
    Reason,
    Returned,
    Risk,
    Rival,
    Split,
    TakesTrick,
    TopCard,
    Voids,
)
from ninefivetwo.words.actions import action_words, advised_words
from ninefivetwo.words.card_words import cards_text
from ninefivetwo.words.figures import number_word
from ninefivetwo.words.speaker import BY_SEAT, Speaker, sentence
from ninefivetwo.words.template import capital

NAMED = 3  # cards that may come back, at most


def reason_words(reason: Reason, speaker: Speaker = BY_SEAT) -> str:
    """A reason as a sentence."""
    match reason:
        case Voids(suits, trumps):
            none = " and no ".join(suit.word for suit in suits)
            return f"It leaves no {none}, and {number_word(trumps)} trump{'s' if trumps > 1 else ''} to ruff with."
        case LongSuit(suit, number, longest):
            kept = f"{number_word(number)} {suit.word}"
            if longest.certain:
                return f"It keeps {kept}, more than anyone else can hold."
            return f"It keeps {kept}; nobody else holds as many in {chance_text(longest)} of possible deals."
        case Returned(cards):
            return _returned_words(cards, speaker)
        case Followed(discard):
            return f"Then discard {cards_text(discard)}."
        case TakesTrick(beaten):
            rarely = (
                f", except in {chance_text(beaten)} of possible deals" if beaten.mean or beaten.standard_error else ""
            )
            return f"It takes the trick{rarely}."
        case Ducks(winner):
            return f"It leaves the trick to {speaker.name(winner)}, though you could take it."
        case TopCard(card, seat, chance):
            return f"The {card.words} is most likely with {speaker.name(seat)} ({chance_text(chance)})."
        case LikelyVoid(seat, suit, chance):
            return sentence(f"{speaker.does(seat, 'has')} no {suit.word} in {chance_text(chance)} of possible deals")
        case Risk(split):
            return _risk_words(split, speaker)
        case Rival():
            return _rival_words(reason, speaker)
        case ForTheMatch(action, tricks, chance):
            most = f"{_choice(action, speaker)} would win {mean_text(tricks)} tricks more"
            return f"To win the match: {most}, but the match only in {chance_text(chance)}."


def reason_kind(reason: Reason) -> str:
    """A reason's kind in a word or two, as JSON names it: "long suit"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(reason).__name__).lower()


def reason_figures(reason: Reason) -> tuple[Estimate | None, Estimate | None, Estimate | None]:
    """The chance of what a reason says, the tricks that it is about, and those otherwise; None where there are none."""
    match reason:
        case Risk(split):
            return split.chance, split.within, split.otherwise
        case Rival(lost=lost, split=split):
            return (None, lost, None) if split is None else (split.chance, -split.within, -split.otherwise)
        case LongSuit(longest=chance) | TopCard(chance=chance) | LikelyVoid(chance=chance):
            return chance, None, None
        case TakesTrick(beaten):
            return replace(beaten, mean=1 - beaten.mean), None, None
        case ForTheMatch(_, tricks, chance):
            return chance, tricks, None
    return None, None, None


def holding_words(holding: Holding, speaker: Speaker) -> str:
    """A holding: "left holds four spades or more"."""
    who = " or ".join(map(speaker.name, holding.seats))
    cards = list(holding.cards)
    if len(cards) == 1:
        return f"{who} holds the {cards[0].words}"
    suit = cards[0].suit.word
    if not holding.most:
        return f"{who} has no {suit}"
    number = holding.least
    return f"{who} holds {f'{number_word(number)} {suit} or more' if number > 1 else f'any {suit}'}"


def _returned_words(cards: Mapping[Seat, Chances], speaker: Speaker) -> str:
    """What comes back for a gift: the likeliest cards, of two receivers the likeliest card of each."""
    if len(cards) > 1:
        firsts = [(*back[0], speaker.name(seat)) for seat, back in cards.items()]
        if all(chance.certain for _, chance, _ in firsts):
            return f"You get back {' and '.join(f'the {card.words} from {name}' for card, _, name in firsts)}."
        likely = " and ".join(f"the {card.words} from {name} ({chance_text(chance)})" for card, chance, name in firsts)
        return f"You most often get back {likely}."
    ((seat, back),) = cards.items()
    name = capital(speaker.name(seat))
    sure = [f"the {card.words}" for card, chance in back if chance.certain]
    likely = ", ".join(f"the {card.words} {chance_text(chance)}" for card, chance in back[:NAMED] if not chance.certain)
    if not sure:
        return f"{name} most often returns {likely}."
    return f"{name} has to return {' and '.join(sure)}{f', and most often {likely}' if likely else ''}."


def _risk_words(split: Split, speaker: Speaker) -> str:
    return (
        f"Worse when {holding_words(split.holding, speaker)} ({chance_text(split.chance)}): "
        f"{mean_text(split.within)} tricks, otherwise {mean_text(split.otherwise)}."
    )


def _rival_words(rival: Rival, speaker: Speaker) -> str:
    """What another choice would lose, to whom, and when."""
    words = f"{_named(rival, speaker)} would lose {mean_text(rival.lost)} tricks"
    if rival.winner is not None:
        words += f", mainly to {speaker.name(rival.winner)}"
    if (split := rival.split) is not None:
        when = f"{holding_words(split.holding, speaker)} ({chance_text(split.chance)})"
        words += f": {mean_text(-split.within)} when {when}"
    return words + "."


def _named(rival: Rival, speaker: Speaker) -> str:
    """A choice as the subject of a sentence: "Calling clubs", "The rule of thumb, the 8 of diamonds,"."""
    name = _choice(rival.action, speaker)
    return f"The rule of thumb, {name}," if rival.heuristic else capital(name)


def _choice(action: Action, speaker: Speaker) -> str:
    return f"{'calling ' if isinstance(action, Call) else ''}{choice_named(action, speaker)}"


def choice_named(action: Action, speaker: Speaker) -> str:
    """A choice as the subject of a sentence: "the 8 of diamonds", "clubs", "giving left C3", "H82 D53"."""
    match action:
        case Play(card=Card() as card):
            return f"the {card.words}"
        case Call():
            return advised_words(action).removeprefix("call ")
        case Give():
            return f"giving {action_words(action, speaker)}"
    return action_words(action)
