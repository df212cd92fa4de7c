"""Why a decision was a mistake, in sentences, made from its claims alone (`Why`).

Shares of the deals that the player could be in are told with their errors, as counts are.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from msgspec import UNSET

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.evaluation import Estimate, chance_text, mean_text
from ninefivetwo.layout import Trick
from ninefivetwo.study import Decision, ProvenTheme, Reply, Theme, Why
from ninefivetwo.study.known import Fact, KnownFact
from ninefivetwo.words.card_words import one_of, rank_word
from ninefivetwo.words.figures import count, counted, tricks_words
from ninefivetwo.words.review_before_play import before_play_sentences
from ninefivetwo.words.speaker import Speaker, sentence
from ninefivetwo.words.template import capital

ALWAYS, NEVER = 0.95, 0.05  # shares from which on, and up to which, no figure is told

#: What mostly becomes of cards that win fewer tricks, by theme: of one card, and of several.
FATES = {
    Theme.TRUMPS_NOT_DRAWN: ("is usually ruffed by an outstanding trump", "are usually ruffed by outstanding trumps"),
    Theme.RUFFED: ("is usually ruffed later", "are usually ruffed later"),
    Theme.GUARD_GONE: ("usually loses to a higher card", "usually lose to higher cards"),
    Theme.FALLS: ("usually loses to a higher card", "usually lose to higher cards"),
    Theme.STRANDED: ("is usually thrown on another suit", "are usually thrown on other suits"),
}

#: What becomes of the card played in this trick, by theme; mostly, where it is not on the table yet.
NOW = {
    Theme.LED_INTO_RUFF: "is usually ruffed",
    Theme.OVERRUFFED: "is usually overruffed",
    Theme.WASTED: "usually loses to a higher card",
    Theme.WINNER_THROWN: "is thrown away",
}


def why_sentences(
    decision: Decision,
    speaker: Speaker,
    trump: Trump | None,
    tricks: Sequence[Trick],
    playing: tuple[Hand | None, Hand | None, Hand | None],
) -> list[str]:
    """Two or three sentences on a mistake that could have been found; none for another decision.

    trump, tricks, playing: of its deal, as in a `Review`.
    """
    why = decision.why
    if why is UNSET:
        return []
    if decision.trick is None:
        return before_play_sentences(speaker, decision, why)
    card = _CardWords.of(decision, why, speaker, trump, tricks, playing[decision.seat] or Hand())
    sentences = [card.situation(), *map(card.theme, why.themes)]
    sentences += [card.reply(why.reply)] if why.reply is not None else []
    if why.known:
        sentences.append(fact_words(why.known[0], card.seat, speaker, trump))
    return [capital(words) for words in sentences]


@dataclass(frozen=True)
class _CardWords:
    """The words for a card played: the trick as it stood, and the player's hand."""

    speaker: Speaker
    called: Trump | None
    why: Why
    trick: int
    seat: Seat
    chosen: Card
    better: Card
    table: tuple[tuple[Seat, Card], ...]
    hand: Hand

    @classmethod
    def of(
        cls,
        decision: Decision,
        why: Why,
        speaker: Speaker,
        trump: Trump | None,
        tricks: Sequence[Trick],
        hand: Hand,
    ) -> _CardWords:
        """hand: before the first card."""
        assert decision.trick is not None and isinstance(decision.chosen, str) and isinstance(why.better, str)
        chosen, trick = Card.parse(decision.chosen), tricks[decision.trick - 1]
        table = tuple(trick.turns[: trick.cards.index(chosen)])
        held = hand - Hand.of(card for earlier in tricks[: decision.trick - 1] for card in earlier.cards)
        return cls(speaker, trump, why, decision.trick, decision.seat, chosen, Card.parse(why.better), table, held)

    @property
    def whose(self) -> str:
        return self.speaker.whose(self.seat)

    def does(self, verb: str) -> str:
        return self.speaker.does(self.seat, verb)

    @property
    def led(self) -> Suit | None:
        return self.table[0][1].suit if self.table else None

    def situation(self) -> str:
        """What was played to what, and what saves how much."""
        saved, better = tricks_words(self.why.saves), _the(self.better, self.chosen)
        if self.led is None:
            led = f"{self.does('leads')} the {self.chosen.words}"
            return f"Trick {self.trick}: {led}. {capital(better)} is worth {saved} more."
        (leader, first), *second = self.table
        before = f"{self.speaker.does(leader, 'leads')} the {first.words}"
        before += "".join(f", {self.plays(seat, card, first)}" for seat, card in second)
        if self.chosen.suit is self.led:
            held = " ".join(_rank(card) for card in self.hand.only(self.led))
            last = second[-1][1] if second else first  # of another suit: then the suit is said
            did, how = self.plays(self.seat, self.chosen, last), f"from {held} {better}"
        else:
            did = self.throws(self.seat, self.chosen)
            how = self.doing(self.better)
            if self.trump(self.chosen) == self.trump(self.better):
                how = f"{'ruff' if self.trump(self.better) else 'throw'}ing {'with ' * self.trump(self.better)}{better}"
        return f"Trick {self.trick}: {before}; {did}. {capital(how)} is worth {saved} more."

    def trump(self, card: Card) -> bool:
        return self.called is not None and card.suit.letter == self.called.letter

    def plays(self, seat: Seat, card: Card, before: Card) -> str:
        """Who plays a card after another one."""
        follows = card.suit is (self.led or before.suit)
        return f"{self.speaker.does(seat, 'plays')} {_the(card, before)}" if follows else self.throws(seat, card)

    def throws(self, seat: Seat, card: Card) -> str:
        """Who does what with a card that does not follow suit: "Ann ruffs with the 2 of hearts"."""
        return f"{self.speaker.does(seat, f'{self.verb(card)}s')} {'with ' * self.trump(card)}the {card.words}"

    def verb(self, card: Card) -> str:
        """What is done with a card that does not follow suit."""
        return "ruff" if self.trump(card) else "throw"

    def doing(self, card: Card) -> str:
        return f"{self.verb(card)}ing {'with ' * self.trump(card)}the {card.words}"

    def theme(self, theme: ProvenTheme) -> str:
        """What is lost, after which card how much."""
        kind, cards = theme.theme, theme.cards
        if kind in (Theme.TRICK_MISSED, Theme.RUFF_MISSED):
            instead = _share(theme.instead)
            other = (
                f", {_the(self.chosen, self.better)} {_share(theme.after, theme.instead)}"
                if theme.after.mean > NEVER
                else ""
            )
            return f"{_the(self.better)} wins this trick {instead}{other}."
        if not kind.own:
            return self.others_win(kind, theme)
        if kind is Theme.RUFFS_MISSED:
            return self.compared(f"{self.whose} ruffs", theme, 2)
        if kind is Theme.TOO_HIGH:
            played = self.compared(self.cards(cards), theme, len(cards))
            return f"Either usually wins this trick, but {played[0].lower()}{played[1:]}"
        if kind in NOW:
            return self.kept(kind, theme, cards)
        if kind is Theme.SIDE_SUITS:
            return self.compared(f"{self.whose} side suits", theme, 2)
        if kind is Theme.SET_UP:
            ranks = f"lower {cards[0].suit.word} ({' '.join(_rank(card) for card in cards)})"
            return self.compared(f"{self.whose} {ranks}", theme, 2)
        return self.compared(self.cards(cards), theme, len(cards), self.fate(kind, len(cards)))

    def kept(self, kind: Theme, theme: ProvenTheme, cards: Sequence[Card]) -> str:
        """What the card played, or those that touch it, would win if it were kept, and what becomes of it now."""
        over = [(seat, card) for seat, card in self.table if card.suit is self.chosen.suit and card > self.chosen]
        now = NOW[kind]
        if kind is Theme.WASTED and over:
            seat, card = max(over, key=lambda pair: pair[1])
            now = f"loses to {self.speaker.whose(seat)} {rank_word(card)}"
        instead, after = theme.instead, theme.after
        if len(cards) == 1:
            return f"Kept, {_the(self.chosen)} wins a trick {_share(instead)}; now it {now}."
        won = f"{self.cards(cards)} win {tricks_words(instead)} on average, not {mean_text(after)}"
        return f"{_the(self.chosen)} {now}. If it is kept, {won}."

    def compared(self, what: str, theme: ProvenTheme, number: int, fate: str = "") -> str:
        """How many tricks some cards win after the one card and after the other."""
        after, instead = theme.after, theme.instead
        one, two = _the(self.better, self.chosen), _the(self.chosen, self.better)
        if number == 1 and what == _the(self.better):
            return f"Played now, {what} wins a trick {_share(instead)}, later {_share(after, instead)}{fate}."
        if number == 1:
            return f"After {one}, {what} wins a trick {_share(instead)}, after {two} {_share(after, instead)}{fate}."
        less = f"only {mean_text(after)} after {two}{fate}"
        return f"After {one}, {what} win {tricks_words(instead)} on average, but {less}."

    def cards(self, cards: Sequence[Card]) -> str:
        """Cards of the player: "the queen of hearts", "Ann's hearts", "the king, queen and 9 of hearts"."""
        suit = cards[0].suit
        if len(cards) == 1:
            return f"the {cards[0].words}"
        if len(cards) == len(self.hand.only(suit)) and len({card.suit for card in cards}) == 1:
            return f"{self.whose} {suit.word}"
        *first, last = sorted(cards, reverse=True)
        return f"the {', '.join(rank_word(card) for card in first)} and {last.words}"

    def fate(self, kind: Theme, number: int) -> str:
        """What usually becomes of the cards instead, as a sentence ends."""
        it = "it" if number == 1 else "they"
        words = FATES.get(kind)
        return "" if words is None else f", where {it} {words[number > 1]}"

    def others_win(self, kind: Theme, theme: ProvenTheme) -> str:
        """How many tricks the others win after the one card and after the other."""
        win = "the other two win" if theme.seat is None else self.speaker.does(theme.seat, "wins")
        how = "by ruffing" if theme.suit is None else f"in {theme.suit.word}"
        one, two = _the(self.better, self.chosen), _the(self.chosen, self.better)
        when = {
            Theme.SUIT_OPENED: f"After a lead of {self.chosen.suit.word}",
            Theme.GUARD_THROWN: f"If {two} is thrown",
        }.get(kind, f"After {two}")
        after, instead = tricks_words(theme.after), mean_text(theme.instead)
        return f"{when}, {win} {after} {how} on average, but only {instead} after {one}."

    def reply(self, reply: Reply) -> str:
        """What punishes it on the real deal."""
        *before, last = reply.line
        after = " and ".join(_the(card, other) for card, other in zip(before, [None, *before], strict=False))
        where = f"as the cards lay, {f'after {after}, ' if before else ''}"
        sure = f"{self.whose} guarantee falls to {count(reply.after)}; after {_the(reply.instead[0])} it is"
        return f"{where}{self.speaker.whose(reply.seat)} {last.words} punishes it: {sure} {reply.before}."


def _the(card: Card, other: Card | None = None) -> str:
    """A card with its article; the suit is left out where it is that of the other."""
    return f"the {rank_word(card)}" if other is not None and other.suit is card.suit else f"the {card.words}"


def _rank(card: Card) -> str:
    """A card's rank, as hands are told: Q J 9 3."""
    return str(card)[1:].replace("T", "10")


def _share(share: Estimate, before: Estimate | None = None) -> str:
    """A share of the deals that could be; before: one that was told before it in the sentence."""
    if share.mean >= ALWAYS:
        return "nearly always"
    if share.mean <= NEVER:
        return "hardly ever"
    often = f"in {chance_text(share)}"
    return f"{often} of possible deals" if before is None or not NEVER < before.mean < ALWAYS else often


# What the player could have known.


def fact_words(fact: KnownFact, player: Seat, speaker: Speaker, trump: Trump | None) -> str:
    """A fact that a player knew, as a sentence in the past; `trump` is what was called."""
    card, who = fact.cards[0].words if fact.cards else "", "" if fact.seat is None else speaker.name(fact.seat)
    suit = fact.cards[0].suit if fact.suit is None else fact.suit
    match fact.kind:
        case Fact.SHOWN_OUT:
            words = f"{who} had shown out of {suit.word} at trick {fact.number}"
        case Fact.NONE_LEFT:
            words = f"{who} could have no more {suit.word}"
        case Fact.GIVEN | Fact.RETURNED:
            gone = "" if fact.sure else ", who may have discarded it"
            words = f"{speaker.name(player)} had {fact.kind.value} the {card} to {who}{gone}"
        case Fact.HIGHEST_RETURNED:
            words = f"{who} had returned the {card}, so no higher {one_of(suit)} was left there"
        case Fact.LEFT_OUTSIDE:
            words = _left_words(fact, "trump" if trump is not None and int(trump) == int(suit) else one_of(suit))
            words += f", with {speaker.name(fact.seats[0])} only" if fact.number and len(fact.seats) == 1 else ""
        case Fact.HIGHER_OUT if not fact.higher:
            words = f"the {card} was the highest {one_of(suit)} left"
        case Fact.HIGHER_OUT:
            were = ("were" if len(fact.higher) > 1 else "was") if fact.sure else "could be"
            words = f"only the {' and '.join(map(rank_word, fact.higher))} {were} higher than the {card}"
        case Fact.ONLY_WITH:
            words = f"the {card} could only be with {who}"
    return sentence(words)


def _left_words(fact: KnownFact, one: str) -> str:
    """How many cards of a suit were left, each called `one`: "at most two trumps were still out"."""
    if not fact.number:
        return f"no other {one} was out"
    number = f"{'' if fact.sure else 'at most '}{counted(fact.number, one)}"
    return f"{number} {'were' if fact.number > 1 else 'was'} still out"
