"""Sentences on the reasons why a decision was an avoidable mistake.

The first sentence gives the better play and its gain. Further sentences give the reasons, the reply that punished the
mistake, and a fact that the player could have known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action, Play
from ninefivetwo.layout import Trick
from ninefivetwo.study import Decision, ProvenTheme, Reply, Theme
from ninefivetwo.study.known import Fact, KnownFact
from ninefivetwo.words.figures import count, counted, tricks_words
from ninefivetwo.words.review_before_play import BOTH, before_play_reasons, better_choice, tricks_of_theme
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import (
    Amount,
    CardWords,
    Name,
    Placed,
    Template,
    Term,
    cards_text,
    listed,
    one_of,
    rank_word,
    ranks_text,
    say,
    suit_term,
    the_card,
    the_cards,
    the_rank,
)

ALWAYS, NEVER = 0.95, 0.05  # shares at or beyond these limits are shown in words


# The better play; `plays` lists the cards on the table: "Bob's ace of hearts and Cy's 2".

LED = Template("{stage}{player} should have led {better}, not {card} ({tricks} more).")
FOLLOWED = Template("{stage}on {plays}, {player} should have played {better}, not {card} ({tricks} more).")
RUFFED = Template("{stage}on {plays}, {player} should have ruffed with {better}, not {card} ({tricks} more).")
THROWN = Template("{stage}on {plays}, {player} should have thrown {better}, not {card} ({tricks} more).")
RUFFED_NOT_THROWN = Template(
    "{stage}on {plays}, {player} should have ruffed with {better}, not thrown {card} ({tricks} more)."
)
THROWN_NOT_RUFFED = Template(
    "{stage}on {plays}, {player} should have thrown {better}, not ruffed with {card} ({tricks} more)."
)

# The reasons. `chance` and `tricks` are figures after the better card, `less` and `fewer` are figures after the card
# played; the two cards are swapped if opponents win the tricks.

WINS_NOW_MORE_OFTEN = Template("{better} wins this trick {chance}, {card} {less}.")
#: Reasons about one card, by its usual fate after the card played.
ONE: dict[Theme | None, Template] = {
    None: Template("{cards} wins a trick {chance} after {better}, but {less} after {card}."),
    Theme.TRUMPS_NOT_DRAWN: Template(
        "{cards} wins a trick {chance} after {better}, but {less} after {card}: a trump still out usually ruffs it."
    ),
    Theme.RUFFED: Template(
        "{cards} wins a trick {chance} after {better}, but {less} after {card}, as it is then usually ruffed."
    ),
    Theme.GUARD_GONE: Template(
        "{cards} wins a trick {chance} after {better}, but {less} after {card}, as it then usually loses to a higher "
        "card."
    ),
    Theme.STRANDED: Template(
        "{cards} wins a trick {chance} after {better}, but {less} after {card}, as it is then usually thrown on "
        "another suit."
    ),
    Theme.TOO_HIGH: Template(
        "{better} usually wins this trick too, and {cards} then wins a trick {chance}, but {less} after {card}."
    ),
}
#: Reasons about the better card itself, by its usual fate if it is played later.
ONE_LATER: dict[Theme | None, Template] = {
    None: Template("{cards} wins a trick {chance} if it is played now, but {less} later."),
    Theme.TRUMPS_NOT_DRAWN: Template(
        "{cards} wins a trick {chance} if it is played now, but {less} later: a trump still out usually ruffs it."
    ),
    Theme.RUFFED: Template(
        "{cards} wins a trick {chance} if it is played now, but {less} later, as it is then usually ruffed."
    ),
    Theme.GUARD_GONE: Template(
        "{cards} wins a trick {chance} if it is played now, but {less} later, as it then usually loses to a "
        "higher card."
    ),
    Theme.STRANDED: Template(
        "{cards} wins a trick {chance} if it is played now, but {less} later, as it is then usually thrown on "
        "another suit."
    ),
}
#: Reasons about several cards, by their usual fate after the card played.
SEVERAL: dict[Theme | None, Template] = {
    None: Template("{cards} win {tricks} on average after {better}, but only {fewer} after {card}."),
    Theme.TRUMPS_NOT_DRAWN: Template(
        "{cards} win {tricks} on average after {better}, but only {fewer} after {card}: trumps still out usually ruff "
        "them."
    ),
    Theme.RUFFED: Template(
        "{cards} win {tricks} on average after {better}, but only {fewer} after {card}, as they are then usually "
        "ruffed."
    ),
    Theme.GUARD_GONE: Template(
        "{cards} win {tricks} on average after {better}, but only {fewer} after {card}, as they then usually lose to "
        "higher cards."
    ),
    Theme.STRANDED: Template(
        "{cards} win {tricks} on average after {better}, but only {fewer} after {card}, as they are then usually "
        "thrown on other suits."
    ),
    Theme.TOO_HIGH: Template(
        "{better} usually wins this trick too, and {cards} then win {tricks} on average, but only {fewer} after {card}."
    ),
    Theme.RUFFS_MISSED: Template(
        "{player} {player:win|wins} {tricks} by ruffing on average after {better}, but only {fewer} after {card}."
    ),
    Theme.SIDE_SUITS: Template(
        "{player.whose} side suits win {tricks} on average after {better}, but only {fewer} after {card}."
    ),
    Theme.SET_UP: Template(
        "{player.whose} lower {cards} win {tricks} on average after {better}, but only {fewer} after {card}."
    ),
}
OF_SUITS = (Theme.RUFFS_MISSED, Theme.SIDE_SUITS)  # themes with the templates of `SEVERAL` even for one card
for _table in (ONE, ONE_LATER, SEVERAL):
    _table[Theme.FALLS] = _table[Theme.GUARD_GONE]

#: Reasons about the card played, by its fate in this trick.
KEPT_CARD = {
    Theme.LED_INTO_RUFF: Template("If {card} is kept, it wins a trick {chance}, but now it is usually ruffed."),
    Theme.OVERRUFFED: Template("If {card} is kept, it wins a trick {chance}, but now it is usually overruffed."),
    Theme.WASTED: Template("If {card} is kept, it wins a trick {chance}, but now it usually loses to a higher card."),
    Theme.WINNER_THROWN: Template("If {card} is kept, it wins a trick {chance}, but here it was thrown away."),
}
KEPT_FROM = Template("If {card} is kept, it wins a trick {chance}, but here it lost to {other.whose} {back}.")
#: Reasons about several touching cards, by the fate of the card played in this trick.
KEPT_SEVERAL = {
    Theme.LED_INTO_RUFF: Template(
        "If {card} is kept, {cards} win {tricks} on average instead of {fewer}, as it is usually ruffed if led now."
    ),
    Theme.OVERRUFFED: Template(
        "If {card} is kept, {cards} win {tricks} on average instead of {fewer}, as it is usually overruffed if played "
        "now."
    ),
    Theme.WASTED: Template(
        "If {card} is kept, {cards} win {tricks} on average instead of {fewer}, as it usually loses to a higher "
        "card if played now."
    ),
    Theme.WINNER_THROWN: Template(
        "If {card} is kept, {cards} win {tricks} on average instead of {fewer}, but here it was thrown away."
    ),
}
KEPT_SEVERAL_FROM = Template(
    "If {card} is kept, {cards} win {tricks} on average instead of {fewer}, but here it lost to {other.whose} {back}."
)

#: Reasons about tricks that opponents win.
OPPONENTS_WIN = {
    Theme.RUFFS_GIVEN: Template(
        "{other} {other:win|wins} {tricks} by ruffing on average after {card}, but only {fewer} after {better}."
    ),
    Theme.SUIT_OPENED: Template(
        "After a {one} lead, {other} {other:win|wins} {tricks} in {suit} on average, but only {fewer} after {better}."
    ),
    Theme.GUARD_THROWN: Template(
        "If {card} is thrown, {other} {other:win|wins} {tricks} in {suit} on average, but only {fewer} after {better}."
    ),
    Theme.SUIT_GIVEN: Template(
        "{other} {other:win|wins} {tricks} in {suit} on average after {card}, but only {fewer} after {better}."
    ),
}

PUNISHED_AFTER = Template(
    "As the cards lay, after {plays}, {other.whose} {back} punishes the mistake: {player.whose} guarantee falls from "
    "{tricks} to {fewer}."
)

# Facts that the player could have known.

SHOWN_OUT = Template("{other} had shown out of {suit} on trick {number}.")
PASSED_ON = {
    Fact.GIVEN: Template("{player} had given {card} to {other}."),
    Fact.RETURNED: Template("{player} had returned {card} to {other}."),
}
PERHAPS_DISCARDED = {
    Fact.GIVEN: Template("{player} had given {card} to {other}, who may have discarded it."),
    Fact.RETURNED: Template("{player} had returned {card} to {other}, who may have discarded it."),
}
STILL_OUT = Template("{cards} {cards:was|were} still out.")
STILL_OUT_AT_MOST = Template("At most {cards} {cards:was|were} still out.")
STILL_OUT_WITH = Template("{cards} {cards:was|were} still out, and only {other} could hold {cards:it|them}.")
STILL_OUT_WITH_AT_MOST = Template(
    "At most {cards} {cards:was|were} still out, and only {other} could hold {cards:it|them}."
)
HIGHER_OUT = Template("Only {cards} {cards:was|were} higher than {card} and still out.")
HIGHER_PERHAPS_OUT = Template("Only {cards} could be higher than {card} and still out.")


@dataclass(frozen=True)
class PlayedDeal:
    """The trump denomination of a deal (None before the call), its tricks, and the seats' hands before the play."""

    trump: Trump | None
    tricks: Sequence[Trick]
    playing: Sequence[Hand | None]


def mistake_words(decision: Decision, better: Action, saved: Estimate, speaker: Speaker, deal: PlayedDeal) -> str:
    """Return a sentence with the stage of a decision, the better choice and its gain in tricks."""
    if decision.trick is None:
        return better_choice(decision, better, saved, speaker, True)
    return _CardPlayed.of(decision, better, speaker, deal).better_play(saved, True)


def why_sentences(decision: Decision, speaker: Speaker, deal: PlayedDeal, staged: bool = True) -> list[str]:
    """Return the better choice and the reasons for it; empty unless an avoidable mistake is explained."""
    why = decision.why
    if why is UNSET:
        return []
    if decision.trick is None:
        first = better_choice(decision, why.better, why.gain, speaker, staged)
        return [first, *before_play_reasons(decision, why, speaker)]
    card = _CardPlayed.of(decision, why.better, speaker, deal)
    reply = [card.reply(why.reply)] if why.reply is not None else []
    known = [fact_words(fact, decision.seat, speaker, deal.trump) for fact in why.known if not card.against(fact)]
    return [card.better_play(why.gain, staged), *map(card.theme, why.themes), *reply, *known[:1]]


@dataclass(frozen=True)
class _CardPlayed:
    """A card played by mistake, with the better card, the cards on the table and the player's hand."""

    speaker: Speaker
    called: Trump | None
    trick: int
    seat: Seat
    chosen: Card
    better: Card
    table: tuple[tuple[Seat, Card], ...]
    hand: Hand

    @classmethod
    def of(cls, decision: Decision, better: Action, speaker: Speaker, deal: PlayedDeal) -> _CardPlayed:
        assert decision.trick is not None and isinstance(decision.chosen, Play) and isinstance(better, Play)
        chosen, trick = decision.chosen.card, deal.tricks[decision.trick - 1]
        table = tuple(trick.turns[: trick.cards.index(chosen)])
        played = Hand.of(card for earlier in deal.tricks[: decision.trick - 1] for card in earlier.cards)
        hand = (deal.playing[decision.seat] or Hand()) - played
        return cls(speaker, deal.trump, decision.trick, decision.seat, chosen, better.card, table, hand)

    @property
    def player(self) -> Name:
        return self.speaker.name(self.seat)

    def better_play(self, saved: Estimate, staged: bool) -> str:
        values = {
            "stage": Term(f"trick {self.trick}: " if staged else ""),
            "player": self.player,
            "tricks": tricks_words(saved),
        }
        card = _the(self.chosen, self.better)
        if not self.table:
            return LED(better=the_card(self.better), card=card, **values)
        last, plays = None, list[str]()
        for seat, played in self.table:
            words = rank_word(played) if last is not None and last.suit is played.suit else played.words
            plays.append(f"{self.speaker.name(seat).whose} {words}")
            last = played
        on = CardWords(listed(plays), first=len(plays) == 1)
        return self.instead()(plays=on, better=_the(self.better, last), card=card, **values)

    def instead(self) -> Template:
        if self.chosen.suit is self.table[0][1].suit:
            return FOLLOWED
        match self.is_trump(self.better), self.is_trump(self.chosen):
            case True, True:
                return RUFFED
            case True, False:
                return RUFFED_NOT_THROWN
            case False, True:
                return THROWN_NOT_RUFFED
        return THROWN

    def is_trump(self, card: Card) -> bool:
        return self.called is not None and card.suit.letter == self.called.letter

    def against(self, fact: KnownFact) -> bool:
        """Return whether a fact speaks for keeping the better card, which would be thrown."""
        thrown = self.table and self.better.suit is not self.table[0][1].suit and not self.is_trump(self.better)
        return bool(thrown) and fact.kind is Fact.HIGHER_OUT and fact.cards[0] == self.better

    def theme(self, theme: ProvenTheme) -> str:
        kind, cards = theme.theme, theme.cards
        if kind in (Theme.TRICK_MISSED, Theme.RUFF_MISSED):
            better, chance = _the(self.better), share_words(theme.instead)
            if theme.after.mean <= NEVER:
                return say("{better} wins this trick {chance}.", better=better, chance=chance)
            card = _the(self.chosen, self.better)
            return WINS_NOW_MORE_OFTEN(better=better, chance=chance, card=card, less=less_words(theme.after))
        if not kind.own:
            return self.opponents_win(theme)
        if kind in KEPT_CARD:
            return self.kept(theme)
        several = kind in OF_SUITS or len(cards) > 1
        table = SEVERAL if several else ONE_LATER if cards[0] == self.better else ONE
        return table.get(kind, table[None])(
            player=self.player,
            better=the_card(self.better),
            card=_the(self.chosen, self.better),
            cards=self.cards(kind, cards),
            chance=share_words(theme.instead),
            less=less_words(theme.after),
            **tricks_of_theme(theme),
        )

    def kept(self, theme: ProvenTheme) -> str:
        kind, one = theme.theme, len(theme.cards) == 1
        table, template = (KEPT_CARD, KEPT_FROM) if one else (KEPT_SEVERAL, KEPT_SEVERAL_FROM)
        values: dict[str, Placed] = {
            "card": the_card(self.chosen),
            "cards": self.cards(kind, theme.cards),
            "chance": share_words(theme.instead),
            **tricks_of_theme(theme),
        }
        over = [(card, seat) for seat, card in self.table if card.suit is self.chosen.suit and card > self.chosen]
        if kind is Theme.WASTED and over:
            card, seat = max(over)
            return template(other=self.speaker.name(seat), back=CardWords(rank_word(card), first=True), **values)
        return table[kind](**values)

    def cards(self, kind: Theme, cards: Sequence[Card]) -> CardWords:
        """Return the player's cards in words: "the queen of hearts", "the king and 9 of hearts", "Ann's hearts"."""
        suit = cards[0].suit
        if kind is Theme.SET_UP and len(cards) > 1:
            return CardWords(f"{suit.word} ({ranks_text(cards)})")
        if len({card.suit for card in cards}) > 1:
            return cards_text(cards)
        if len(cards) > 1 and len(cards) == len(self.hand.only(suit)):
            return CardWords(f"{self.player.whose} {suit.word}")
        return the_cards(cards)

    def opponents_win(self, theme: ProvenTheme) -> str:
        values = {
            "other": BOTH if theme.seat is None else self.speaker.name(theme.seat),
            "better": _the(self.better, self.chosen),
            "card": _the(self.chosen, self.better),
            "one": one_of(self.chosen.suit),
        }
        suit = {} if theme.suit is None else {"suit": suit_term(theme.suit)}
        return OPPONENTS_WIN[theme.theme](**values, **tricks_of_theme(theme), **suit)

    def reply(self, reply: Reply) -> str:
        *before, last = reply.line
        values = {
            "other": self.speaker.name(reply.seat),
            "back": CardWords(last.words, first=True),
            "player": self.player,
            "tricks": count(reply.before),
            "fewer": Amount(f"{reply.after}"),
        }
        if not before:
            return say(
                "As the cards lay, {other.whose} {back} punishes the mistake: {player.whose} guarantee falls from "
                "{tricks} to {fewer}.",
                **values,
            )
        after = [_the(card, other) for card, other in zip(before, [None, *before], strict=False)]
        return PUNISHED_AFTER(plays=CardWords(listed(after), first=len(after) == 1), **values)


def _the(card: Card, other: Card | None = None) -> CardWords:
    """Return a card with its article; the suit is left out if `other` has the same suit."""
    return the_rank(card) if other is not None and other.suit is card.suit else the_card(card)


def share_words(share: Estimate) -> Amount:
    """Return a share of the possible deals: "in 87 % of possible deals", "in nearly all possible deals"."""
    if share.mean >= ALWAYS:
        return Amount("in nearly all possible deals")
    if share.mean <= NEVER:
        return Amount("in hardly any possible deals")
    return Amount(f"in {100 * share.mean:.0f} % of possible deals")


def less_words(share: Estimate) -> Amount:
    """Return the smaller of two compared shares of the possible deals: "only in 20 %", "in hardly any"."""
    return Amount("in hardly any" if share.mean <= NEVER else f"only in {100 * share.mean:.0f} %")


def fact_words(fact: KnownFact, player: Seat, speaker: Speaker, trump: Trump | None) -> str:
    """Return a sentence, in the past tense, on a fact that a player knew; `trump` is the denomination called."""
    suit = fact.cards[0].suit if fact.suit is None else fact.suit
    values: dict[str, Placed] = {"player": speaker.name(player), "one": one_of(suit)}
    if fact.cards:
        values |= {"card": the_card(fact.cards[0])}
    if fact.seat is not None:
        values |= {"other": speaker.name(fact.seat)}
    match fact.kind:
        case Fact.SHOWN_OUT:
            return SHOWN_OUT(suit=suit_term(suit), number=Amount(f"{fact.number}"), **values)
        case Fact.NONE_LEFT:
            return say("{other} could hold no more {suit}.", suit=suit_term(suit), **values)
        case Fact.GIVEN | Fact.RETURNED:
            return (PASSED_ON if fact.sure else PERHAPS_DISCARDED)[fact.kind](**values)
        case Fact.HIGHEST_RETURNED:
            return say("{other} had returned {card} and so held no higher {one}.", **values)
        case Fact.LEFT_OUTSIDE:
            return _left_words(
                fact, "trump" if trump is not None and int(trump) == int(suit) else one_of(suit), speaker
            )
        case Fact.HIGHER_OUT if fact.higher:
            ranks = [rank_word(card) for card in fact.higher]
            cards = CardWords(f"the {listed(ranks)}", first=len(ranks) == 1)
            return (HIGHER_OUT if fact.sure else HIGHER_PERHAPS_OUT)(cards=cards, **values)
        case Fact.HIGHER_OUT:
            return say("{card} was the highest {one} left.", **values)
    return say("Only {other} could hold {card}.", **values)


def _left_words(fact: KnownFact, one: str, speaker: Speaker) -> str:
    if not fact.number:
        return say("No other {one} was out.", one=Term(one))
    cards = counted(fact.number, one)
    if len(fact.seats) != 1:
        return (STILL_OUT if fact.sure else STILL_OUT_AT_MOST)(cards=cards)
    return (STILL_OUT_WITH if fact.sure else STILL_OUT_WITH_AT_MOST)(cards=cards, other=speaker.name(fact.seats[0]))
