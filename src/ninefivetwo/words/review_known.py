"""What a player could have known at a mistake, in sentences."""

from __future__ import annotations

from ninefivetwo.cards import Denomination, Hand, Seat
from ninefivetwo.study.known import (
    Fact,
    HigherOut,
    HighestReturned,
    LeftOutside,
    NoneLeft,
    OnlyWith,
    PassedOn,
    ShownOut,
    StillNeeds,
)
from ninefivetwo.words.figures import counted, one_of, rank_word
from ninefivetwo.words.speaker import Speaker, sentence


def fact_words(fact: Fact, player: Seat, speaker: Speaker, trump: Denomination | None) -> str:
    """A fact that a player knew, as a sentence in the past; `trump` is what was called."""
    match fact:
        case ShownOut(seat, suit, trick):
            words = f"{speaker.name(seat)} had shown out of {suit.word} at trick {trick}"
        case NoneLeft(seat, suit):
            words = f"{speaker.name(seat)} could have no more {suit.word}"
        case PassedOn(card, seat, returned, there):
            gone = "" if there else ", who may have discarded it"
            passed = f"had {'returned' if returned else 'given'} the {card.words} to {speaker.name(seat)}"
            words = f"{speaker.name(player)} {passed}{gone}"
        case HighestReturned(card, seat):
            words = (
                f"{speaker.name(seat)} had returned the {card.words}, so no higher {one_of(card.suit)} was left there"
            )
        case LeftOutside():
            words = _left_words(fact, speaker, trump)
        case HigherOut():
            words = _higher_words(fact)
        case OnlyWith(card, seat):
            words = f"the {card.words} could only be with {speaker.name(seat)}"
        case StillNeeds(seat, tricks):
            needed = f"still needed {counted(tricks, 'trick')}"
            words = f"{speaker.name(seat)} {needed if tricks > 0 else 'had made the contract'}"
    return sentence(words)


def _left_words(fact: LeftOutside, speaker: Speaker, trump: Denomination | None) -> str:
    """How many cards of a suit were left: "at most two trumps were still out, with left only"."""
    trumps = trump is not None and int(trump) == int(fact.suit)
    one = "trump" if trumps else one_of(fact.suit)
    if not fact.number:
        return f"no other {one} was out"
    number = f"{'at most ' if fact.at_most else ''}{counted(fact.number, one)}"
    only = f", with {speaker.name(fact.seats[0])} only" if len(fact.seats) == 1 else ""
    return f"{number} {'were' if fact.number > 1 else 'was'} still out{only}"


def _higher_words(fact: HigherOut) -> str:
    """What was above a card: "only the ace was higher than the queen of hearts"."""
    if not fact.higher:
        return f"the {fact.card.words} was the highest {one_of(fact.card.suit)} left"
    were = ("were" if len(fact.higher) > 1 else "was") if fact.certain else "could be"
    return f"only the {_ranks(fact.higher)} {were} higher than the {fact.card.words}"


def _ranks(cards: Hand) -> str:
    """The ranks of cards of one suit: "ace and queen"."""
    return " and ".join(rank_word(card) for card in cards)
