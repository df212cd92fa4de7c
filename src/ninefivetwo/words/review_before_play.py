"""Sentences on the reasons why a call, a discard or a gift was an avoidable mistake."""

from __future__ import annotations

from collections.abc import Iterator

from ninefivetwo.cards import Hand, Seat, Suit, Trump
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, Call, Discard, Give, known_cards
from ninefivetwo.study import Decision, Phase, ProvenTheme, Theme, Why
from ninefivetwo.words.figures import compared_tricks, counted, tricks_words
from ninefivetwo.words.speaker import Speaker, choice_words
from ninefivetwo.words.template import (
    Amount,
    CardWords,
    Name,
    Placed,
    Template,
    Term,
    called,
    cards_text,
    listed,
    suit_term,
    the_cards,
)

ELSEWHERE = 0.15  # in tricks; a reason that exceeds the whole loss by more is followed by a sentence on other tricks
WORD = {Phase.CALL: "call", Phase.DISCARD: "discard", Phase.EXCHANGE: "gift"}
BOTH = Name("the opponents", first=True)  # both opponents of a player; takes a plural verb

# The better choice.

CALLED = Template("{stage}{player} should have called {better}, not {trump} ({tricks} more).")
DISCARDED = Template("{stage}{player} should have discarded {better} instead of {cards} ({tricks} more).")
GIVEN = Template("{stage}{player} should have given {gifts} instead of {cards} ({tricks} more).")
GIVEN_TO = Template("{stage}{player} should have given {other} {better} instead of {cards} ({tricks} more).")

# The reasons. `tricks` is the figure after the better choice and `fewer` the figure after the choice made; the values
# of both places are swapped if opponents win the tricks.

#: Reasons for a better discard or gift.
REASONS = {
    Theme.TRUMPS_LET_GO: Template(
        "{player.whose} trumps win {tricks} on average with the better {action}, but only {fewer} with this {action}."
    ),
    Theme.VOID_NOT_MADE: Template(
        "{player} {player:win|wins} {tricks} by ruffing {suit} on average with the better {action}, but only {fewer} "
        "with this {action}."
    ),
    Theme.EXCHANGED_WIN: Template(
        "The cards kept and returned win {player} {tricks} on average with the better gift, but only {fewer} with "
        "this gift."
    ),
    Theme.GIVEN_WINS: Template(
        "{other} {other:win|wins} {tricks} with the cards given ({cards}) on average after this gift, but only {fewer} "
        "after the better gift."
    ),
    Theme.SUIT_LET_RUN: Template(
        "{other} {other:win|wins} {tricks} in {suit} on average after this {action}, but only {fewer} after the better "
        "{action}."
    ),
    Theme.WINNERS_LET_GO: Template(
        "The cards kept win {tricks} on average with the better {action}, but only {fewer} with this {action}."
    ),
    Theme.SUITS_WEAKENED: Template(
        "{player.whose} {suit} win {tricks} on average with the better {action}, but only {fewer} with this {action}."
    ),
}
SUIT_RETURNED = Template(
    "The {suit} returned win {player} {tricks} on average with the better gift, but only {fewer} with this gift."
)
CARDS_RETURNED = Template(
    "The cards returned win {player} {tricks} on average with the better gift, but only {fewer} with this gift."
)
#: The usual effect of the cards that were discarded or given.
FATES = {
    Theme.WINNER_LET_GO: Template("{cards} would usually win a trick."),
    Theme.LONG_SUIT_BROKEN: Template("Even {cards} would usually win a trick."),
    Theme.GUARD_LET_GO: Template("{cards} would usually protect a higher card."),
}
BETTER_TRUMPS = Template("In {better}, {player.whose} trumps win {tricks} on average, but only {fewer} in {trump}.")
#: Reasons for a better call.
CALL_REASONS = {
    Theme.LONGER_TRUMPS: BETTER_TRUMPS,
    Theme.STRONGER_TRUMPS: BETTER_TRUMPS,
    Theme.TRUMP_BALANCE: Template(
        "In {better}, {player.whose} trump tricks minus the opponents' ruffs are {tricks} on average, but only {fewer} "
        "in {trump}."
    ),
    Theme.SIDE_CARDS_WIN: Template(
        "In {better}, {player.whose} side suits win {tricks} on average, but only {fewer} in {trump}."
    ),
    Theme.OTHERS_RUFF: Template(
        "In {trump}, {other} win {tricks} by ruffing on average, but only {fewer} in {better}."
    ),
    Theme.OTHERS_TRUMPS: Template(
        "In {trump}, the trumps of {other} win {tricks} on average, but only {fewer} in {better}."
    ),
    Theme.SUIT_NOT_STOPPED: Template(
        "In {trump}, {other} win {tricks} in {suit} on average, but only {fewer} in {better}."
    ),
}


def better_choice(decision: Decision, better: Action, saved: Estimate, speaker: Speaker, staged: bool) -> str:
    """Return a sentence with the better choice before the play and its gain in tricks."""
    stage = Term(f"{decision.phase.value}: " if staged else "")
    values = {"stage": stage, "player": speaker.name(decision.seat), "tricks": tricks_words(saved)}
    match decision.chosen, better:
        case Call(trump=trump), Call(trump=other):
            return CALLED(better=called(other), trump=called(trump), **values)
        case Discard(), Discard():
            kept, let_go = hand_of(decision.chosen), hand_of(better)
            return DISCARDED(better=cards_text(let_go - kept), cards=cards_text(kept - let_go), **values)
        case Give(cards=given), Give(cards=instead):
            changed = [seat for seat in Seat if given[seat] != instead[seat]]
            less, more = hand_of(decision.chosen) - hand_of(better), hand_of(better) - hand_of(decision.chosen)
            if len(changed) == 1 and less and more:
                (to,) = changed
                return GIVEN_TO(other=speaker.name(to), better=cards_text(more), cards=cards_text(less), **values)
    gifts, instead_of = (CardWords(choice_words(action, speaker)) for action in (better, decision.chosen))
    return GIVEN(gifts=gifts, cards=instead_of, **values)


def before_play_reasons(decision: Decision, why: Why, speaker: Speaker) -> list[str]:
    """Return a sentence for each reason why the better choice wins more tricks."""
    return [" ".join(_reason(decision, why, theme, speaker)) for theme in why.themes]


def _reason(decision: Decision, why: Why, theme: ProvenTheme, speaker: Speaker) -> Iterator[str]:
    values: dict[str, Placed] = {
        "player": speaker.name(decision.seat),
        "other": BOTH if theme.seat is None or theme.theme is not Theme.GIVEN_WINS else speaker.name(theme.seat),
        **tricks_of_theme(theme),
        "action": Term(WORD[decision.phase]),
        "cards": cards_text(theme.cards),
    }
    if theme.suit is not None:
        values["suit"] = suit_term(theme.suit)
    if decision.phase is Phase.CALL:
        held = (decision.hands and decision.hands[decision.seat]) or Hand()
        values |= {"better": _in_trumps(why.better, held), "trump": _in_trumps(decision.chosen, held)}
        yield CALL_REASONS[theme.theme](**values)
    elif theme.theme is Theme.RETURN_WINS:
        yield (CARDS_RETURNED if theme.suit is None else SUIT_RETURNED)(**values)
    elif theme.theme is Theme.SUITS_WEAKENED:
        suits = sorted({card.suit for card in theme.cards})
        yield REASONS[theme.theme](**values | {"suit": Term(listed([suit.word for suit in suits]))})
    else:
        yield REASONS.get(theme.theme, REASONS[Theme.SUITS_WEAKENED])(**values)
    if theme.theme.own and theme.instead.mean - theme.after.mean - theme.loss.mean >= ELSEWHERE:
        yield "Other tricks make up for part of this loss."
    gone = [card for card in hand_of(decision.chosen) - hand_of(why.better) if card.suit is theme.suit]
    if theme.theme in FATES and gone:
        yield FATES[theme.theme](cards=the_cards(gone))


def tricks_of_theme(theme: ProvenTheme) -> dict[str, Amount]:
    """Return the values of `tricks` and `fewer` in the sentence on a theme."""
    figures = (theme.instead, theme.after) if theme.theme.own else (theme.after, theme.instead)
    return dict(zip(("tricks", "fewer"), compared_tricks(*figures), strict=True))


def _in_trumps(call: Action, held: Hand) -> Term:
    assert isinstance(call, Call)
    trump = call.trump
    if trump is Trump.NO_TRUMP:
        return called(trump)
    number = len(held.only(Suit(trump)))
    return Term(f"{called(trump)} ({counted(number, 'trump') if number else 'none held'})")


def hand_of(action: Action) -> Hand:
    """Return all cards that a player discards or gives; empty for a call or a card played."""
    parts = action.cards if isinstance(action, Give) else [action.cards] if isinstance(action, Discard) else []
    return Hand.of(card for cards in parts for card in known_cards(cards))
