"""The reasons for the recommended choice, in sentences."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action
from ninefivetwo.think.advise.reasons import (
    Chances,
    Ducks,
    Followed,
    ForTheMatch,
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
from ninefivetwo.words.figures import chance_amount, counted, mean_amount, number_word, tricks_words
from ninefivetwo.words.speaker import BY_SEAT, Speaker, choice_words
from ninefivetwo.words.template import (
    Amount,
    CardWords,
    Name,
    Placed,
    Template,
    Term,
    cards_text,
    listed,
    say,
    suit_term,
    the_card,
)

MOST_NAMED = 3  # maximum number of likely returned cards that are named

VOIDS = Template("You keep no {suits}, and have {trumps} to ruff with.")
LONGEST_SURE = Template("You keep {cards}, more than anyone else can hold.")
LONGEST = Template("You keep {cards}, and in {chance} of possible deals nobody else holds as many.")
TAKES_TRICK_USUALLY = Template("This card wins the trick, except in {chance} of possible deals.")
LEAVES_TRICK = Template("This card leaves the trick to {player}, although you could win it.")
STAYS_BELOW = Template("You could beat {player.whose} card, but this card stays below it.")
TOP_CARD = Template("{player} most likely {player:hold|holds} {card}, which beats this card ({chance}).")
LIKELY_VOID = Template("{player} {player:have|has} no {suit} in {chance} of possible deals.")
FOR_THE_MATCH = Template(
    "{choice} would win {tricks} more, but the chance of winning the match would be only {chance}."
)
MUST_RETURN_AND_LIKELY = Template("{player} must return {cards}, and usually returns {likely}.")

#: Templates for a holding: one card, no card of a suit, any card of a suit, or at least a number of cards of a suit.
HOLDS_CARD = Template(
    "With this choice, you win {within} if {player} {player:hold|holds} {card} ({chance} of deals), "
    "otherwise {otherwise}."
)
HOLDS_NONE = Template(
    "With this choice, you win {within} if {player} {player:have|has} no {suit} ({chance} of deals), "
    "otherwise {otherwise}."
)
HOLDS_ANY = Template(
    "With this choice, you win {within} if {player} {player:have|has} any {suit} ({chance} of deals), "
    "otherwise {otherwise}."
)
HOLDS_LONG = Template(
    "With this choice, you win {within} if {player} {player:hold|holds} {number} {suit} or more ({chance} of deals), "
    "otherwise {otherwise}."
)
RIVAL = Template("{choice} would cost {tricks}.")
RIVAL_TO = Template("{choice} would give away {tricks}, mainly to {player}.")
COST_IF_CARD = Template("The cost is {within} if {player} {player:hold|holds} {card} ({chance} of deals).")
COST_IF_NONE = Template("The cost is {within} if {player} {player:have|has} no {suit} ({chance} of deals).")
COST_IF_ANY = Template("The cost is {within} if {player} {player:have|has} any {suit} ({chance} of deals).")
COST_IF_LONG = Template(
    "The cost is {within} if {player} {player:hold|holds} {number} {suit} or more ({chance} of deals)."
)
WOULD_COST_CARD = Template("{choice} would cost {within} if {player} {player:hold|holds} {card} ({chance} of deals).")
WOULD_COST_NONE = Template("{choice} would cost {within} if {player} {player:have|has} no {suit} ({chance} of deals).")
WOULD_COST_ANY = Template("{choice} would cost {within} if {player} {player:have|has} any {suit} ({chance} of deals).")
WOULD_COST_LONG = Template(
    "{choice} would cost {within} if {player} {player:hold|holds} {number} {suit} or more ({chance} of deals)."
)
WORTH_IF = (HOLDS_CARD, HOLDS_NONE, HOLDS_ANY, HOLDS_LONG)
COST_IF = (COST_IF_CARD, COST_IF_NONE, COST_IF_ANY, COST_IF_LONG)
WOULD_COST_IF = (WOULD_COST_CARD, WOULD_COST_NONE, WOULD_COST_ANY, WOULD_COST_LONG)


def reason_words(reason: Reason, speaker: Speaker = BY_SEAT) -> str:
    """Return a reason in one or two sentences."""
    match reason:
        case Voids(suits, trumps):
            return VOIDS(suits=Term(" and no ".join(suit.word for suit in suits)), trumps=counted(trumps, "trump"))
        case LongSuit(suit, number, longest):
            cards = CardWords(f"{number_word(number)} {suit.word}")
            return LONGEST_SURE(cards=cards) if longest.certain else LONGEST(cards=cards, chance=chance_amount(longest))
        case Returned(cards):
            return _returned_words(cards, speaker)
        case Followed(discard):
            return say("Then discard {cards}.", cards=cards_text(discard))
        case TakesTrick(beaten):
            rarely = beaten.mean or beaten.standard_error
            return TAKES_TRICK_USUALLY(chance=chance_amount(beaten)) if rarely else "This card wins the trick."
        case Ducks(winner, leaves):
            return (LEAVES_TRICK if leaves else STAYS_BELOW)(player=speaker.name(winner))
        case TopCard(card, seat, chance):
            return TOP_CARD(card=the_card(card), player=speaker.name(seat), chance=chance_amount(chance))
        case LikelyVoid(seat, suit, chance):
            return LIKELY_VOID(player=speaker.name(seat), suit=suit_term(suit), chance=chance_amount(chance))
        case Risk(split):
            otherwise = mean_amount(split.otherwise)
            return _if_holding(WORTH_IF, split, speaker, within=tricks_words(split.within), otherwise=otherwise)
        case Rival():
            return " ".join(_rival_words(reason, speaker))
        case ForTheMatch(action, tricks, chance):
            choice = choice_words(action, speaker)
            return FOR_THE_MATCH(choice=choice, tricks=tricks_words(tricks), chance=chance_amount(chance))


def beyond_verdict(reason: Reason, named: Action | None, speaker: Speaker = BY_SEAT) -> str:
    """Return a reason, without the cost of the choice `named` in the verdict; empty if nothing is left."""
    if not isinstance(reason, Rival) or reason.action != named or reason.heuristic or reason.winner is not None:
        return reason_words(reason, speaker)
    if reason.split is None:
        return ""
    within, choice = tricks_words(-reason.split.within), choice_words(reason.action, speaker)
    return _if_holding(WOULD_COST_IF, reason.split, speaker, within=within, choice=choice)


def reason_kind(reason: Reason) -> str:
    """Return the kind of a reason as JSON names it: "long suit"."""
    return re.sub(r"(?<!^)(?=[A-Z])", " ", type(reason).__name__).lower()


def reason_figures(reason: Reason) -> tuple[Estimate | None, Estimate | None, Estimate | None]:
    """Return the chance of a reason's condition, the tricks if the condition is true, and the tricks if it is false."""
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


def _if_holding(templates: tuple[Template, ...], split: Split, speaker: Speaker, **others: Placed) -> str:
    """Fill one of four templates: for one card, no card, any card, or several cards of a suit."""
    one, none, any_, long = templates
    holding, (first, *others_of_suit) = split.holding, split.holding.cards
    of_suit = none if not holding.most else any_ if holding.least == 1 else long
    return (of_suit if others_of_suit else one)(
        player=Name(listed([speaker.name(seat) for seat in holding.seats], "or")),
        card=the_card(first),
        suit=suit_term(first.suit),
        number=Amount(number_word(holding.least)),
        chance=chance_amount(split.chance),
        **others,
    )


def _returned_words(cards: Mapping[Seat, Chances], speaker: Speaker) -> str:
    """Return a sentence on the likely returns for a gift; if there are two receivers, one card from each is named."""
    if len(cards) > 1:
        firsts = [(*back[0], speaker.name(seat)) for seat, back in cards.items()]
        if all(chance.certain for _, chance, _ in firsts):
            return say("You get back {cards}.", cards=_all(f"{the_card(card)} from {name}" for card, _, name in firsts))
        likely = (f"{the_card(card)} from {name} ({chance_amount(chance)})" for card, chance, name in firsts)
        return say("You most often get back {cards}.", cards=_all(likely))
    ((seat, back),) = cards.items()
    player = speaker.name(seat)
    sure = [the_card(card) for card, chance in back if chance.certain]
    often = [f"{the_card(card)} ({chance_amount(chance)})" for card, chance in back[:MOST_NAMED] if not chance.certain]
    if not sure:
        return say("{player} usually returns {likely}.", player=player, likely=_all(often, "or"))
    if not often:
        return say("{player} must return {cards}.", player=player, cards=_all(sure))
    return MUST_RETURN_AND_LIKELY(player=player, cards=_all(sure), likely=_all(often, "or"))


def _all(words: Iterator[str] | list[str] | list[CardWords], last: str = "and") -> CardWords:
    return CardWords(listed(list(words), last))


def _rival_words(rival: Rival, speaker: Speaker) -> Iterator[str]:
    choice, tricks = choice_words(rival.action, speaker), tricks_words(rival.lost)
    if rival.heuristic:
        choice = Term(f"the rule of thumb ({choice})")
    if rival.winner is None:
        yield RIVAL(choice=choice, tricks=tricks)
    else:
        yield RIVAL_TO(choice=choice, tricks=tricks, player=speaker.name(rival.winner))
    if rival.split is not None:
        yield _if_holding(COST_IF, rival.split, speaker, within=tricks_words(-rival.split.within))
