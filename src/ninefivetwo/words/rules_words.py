"""A rule set told to somebody new to the game: sentences made from its fields, and an exchange worked out by them.

Cards in the sentences are written as HK; whoever shows them may give them the signs of their suits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import permutations

from ninefivetwo.cards import Hand, Seat, Trump, parse_cards
from ninefivetwo.errors import GameError
from ninefivetwo.game import check_previous_results
from ninefivetwo.game.exchange import owed, returned, shown, tricks_won
from ninefivetwo.game.rules import (
    NAMED,
    TRICKS,
    DealPhase,
    KittyShow,
    RuleSet,
    Tie,
    TwoUp,
    Winner,
    plain_words,
    rules_text,
)
from ninefivetwo.game.rules.fields import KINDS
from ninefivetwo.layout import trick_winner
from ninefivetwo.words.actions import parse_hand
from ninefivetwo.words.card_words import cards_text
from ninefivetwo.words.documents import RuleSetsObject, RulesObject
from ninefivetwo.words.figures import Column, TextTable, count, number_word, signed
from ninefivetwo.words.speaker import sentence

#: The players of the examples: who deals now, who sits on his left, who on his right.
PLAYERS = ("Ann", "Bob", "Cy")

#: The cards of the examples: what the one who was down holds in two suits, what he is given, and the kitty.
HELD, GIFT, KITTY = "HKJ9 CQT", "H3 C4", "HA HT D6 S2"
SAME_SUIT, TOO_HIGH = "H3 H2", "CA"


@dataclass(frozen=True)
class RulesSection:
    """A part of the rules under its title; `key` never changes, so that links to it last."""

    key: str
    title: str
    texts: tuple[str, ...]


def rules_sections(rules: RuleSet) -> list[RulesSection]:
    """The rules in the order in which somebody new needs them; what happens before the play in its own order."""
    before_play = {
        DealPhase.EXCHANGE: _exchange,
        DealPhase.GIVE: _exchange,
        DealPhase.TRUMP: _call,
        DealPhase.KITTY: _kitty,
    }
    ordered = [before_play[phase](rules) for phase in rules.later if phase in before_play]
    return [_aim(rules), _deal(rules), *ordered, _play(rules), _score(rules), _end(rules), _source(rules)]


def seat_contracts(rules: RuleSet) -> str:
    """The tricks asked of each seat: the dealer 9, the player on his left 5, the player on his right 2."""
    dealer, left, right = rules.contracts
    return f"the dealer {dealer}, the player on his left {left}, the player on his right {right}"


def _aim(rules: RuleSet) -> RulesSection:
    dealer, left, right = rules.contracts
    gains = "takes" if rules.must_give else "may take"
    return RulesSection(
        "aim",
        "What is wanted",
        (
            f"Three people play, each alone. In each deal there are {TRICKS} tricks to win, and each player has a"
            f" contract, the number of tricks that is asked of him: {seat_contracts(rules)}.",
            "Every trick over your contract is a point for you, every trick under it a point against you. And it counts"
            f" once more: in the next deal's exchange whoever was over {gains} good cards from whoever was under.",
            "The deal passes to the left, so each player has each contract in turn: after"
            f" {dealer} as the dealer comes {right}, then {left}, then {dealer} again.",
        ),
    )


def _deal(rules: RuleSet) -> RulesSection:
    return RulesSection(
        "deal",
        "The deal",
        (
            "All 52 cards are used. The ace is high; below it come king, queen, jack, 10 and so on down to 2.",
            "Each player is dealt 16 cards. The four cards left over lie face down: the kitty, which the dealer will"
            " take. Who deals first is drawn; then the deal passes to the left.",
            sentence(KINDS["first"].words(rules.first)) + " " + sentence(KINDS["later"].words(rules.later)),
        ),
    )


def _exchange(rules: RuleSet) -> RulesSection:
    number = "one card for each trick over" if rules.must_give else "up to one card for each trick over"
    return RulesSection(
        "exchange",
        "The exchange",
        (
            "It comes in every deal but the first of a match, unless all three won just their contracts in the last"
            " deal. Players who won more than their contract were up, those who won less were down.",
            f"A player who was up {'gives' if rules.must_give else 'may give'} {number} to those who were down. He"
            " chooses the cards, mostly low ones. For each the other gives back the highest card that he holds in its"
            " suit; for two cards of one suit, its two highest. The cards just given count as his, so what is"
            " highest already comes straight back. Nobody ends with more or fewer cards of a suit than before.",
            *_exchange_example(rules),
            _two_up(rules),
            f"One up and two down: each of the two gets {'' if rules.must_give else 'at most '}as many cards as he was"
            " down, and all are given before any comes back.",
            _when_exchanged(rules),
            "Use what it tells you. Whoever gave knows that the other has nothing higher in the suit than what came"
            " back. Whoever gave back knows where his card is now. The third sees only how many cards moved.",
        ),
    )


@dataclass(frozen=True)
class _Example:
    """An exchange: the results by seat now, who gave to whom, and what came back of what the other held."""

    previous_results: tuple[int, int, int]
    giver: Seat
    receiver: Seat
    given: Hand
    back: Hand


def _example(rules: RuleSet) -> _Example:
    """Two cards given by one who was up two; the dealer was down, if the contracts allow it."""
    for dealer, left, right in permutations((-2, 2, 0)):
        try:
            check_previous_results(rules, results := (dealer, left, right))
        except GameError:
            continue  # a contract of one cannot be missed by two
        ((giver, numbers),) = owed(rules, results)
        receiver = next(seat for seat in Seat if numbers[seat])
        return _Example(results, giver, receiver, parse_hand(GIFT), _back(GIFT))
    raise AssertionError(rules)


def _exchange_example(rules: RuleSet) -> tuple[str, ...]:
    example = _example(rules)
    giver, receiver = PLAYERS[example.giver], PLAYERS[example.receiver]
    up = example.previous_results[example.giver]
    gives = f"gives {receiver}" if rules.must_give else f"may give {receiver} up to"
    results = "; ".join(_result(rules, example, seat) for seat in Seat)
    lowest, highest = cards_text(example.given), cards_text(example.back)
    return (
        f"An example. Ann deals now, Bob is on her left, Cy on her right. In the last deal: {results}. So {giver}"
        f" {gives} {number_word(up)} cards"
        f"{'' if rules.must_give else ', and gives both'}: {lowest}. {receiver} holds {cards_text(parse_hand(HELD))} in"
        f" these suits, so {highest} go back: {giver} has exchanged {lowest} for {highest}.",
        f"Had {giver} given {cards_text(parse_hand(SAME_SUIT))}, {cards_text(_back(SAME_SUIT))} would have come back. For"
        f" {TOO_HIGH} it would have been {cards_text(_back(TOO_HIGH))} itself: {receiver} has nothing higher.",
    )


def _result(rules: RuleSet, example: _Example, seat: Seat) -> str:
    """What a player of the example did in the last deal, in which he had the contract of the seat that is now next."""
    points = example.previous_results[seat]
    standing = f"up {points}" if points > 0 else f"down {-points}" if points else "neither up nor down"
    won = tricks_won(rules, example.previous_results)[seat]
    return f"{PLAYERS[seat]} won {count(won)} with a contract of {rules.contracts[seat.next]}: {standing}"


def _back(given: str) -> Hand:
    """What goes back, of the cards held in the examples."""
    return returned(parse_hand(HELD) | parse_hand(given), parse_hand(given))


def _two_up(rules: RuleSet) -> str:
    first = {
        TwoUp.CONTRACT: "the one whose contract is higher in the deal now starting",
        TwoUp.MOST: "the one who was up the most (of two equal, the higher contract now)",
    }[rules.two_up]
    if DealPhase.GIVE in rules.later:
        return f"Two up and one down: {first} gives first, and first gets cards back."
    return f"Two up and one down: {first} goes first. His exchange is over before the other begins."


def _when_exchanged(rules: RuleSet) -> str:
    """What the dealer knows of the exchange when he calls, and whether the kitty is in his hand in it."""
    if DealPhase.GIVE in rules.later:
        when = _by_order(
            rules,
            ((DealPhase.RETURN, DealPhase.TRUMP), "Trump is called after the exchange."),
            ((DealPhase.TRUMP, DealPhase.GIVE), "Trump is called before the exchange."),
            otherwise="Trump is called between giving and giving back: the dealer knows what was given, but not what"
            " will come back.",
        )
    else:
        when = _by_order(
            rules,
            ((DealPhase.TRUMP, DealPhase.EXCHANGE), "Trump has been called by then: the cards are given knowing it."),
            otherwise="Trump is called only afterwards, so the dealer chooses it knowing his new hand.",
        )
    if _precedes(rules, DealPhase.KITTY, _return_phase(rules)):
        when += " The dealer has the kitty by then, so he may have to hand back one of its cards."
    return when


def _by_order(rules: RuleSet, *cases: tuple[tuple[DealPhase, DealPhase], str], otherwise: str) -> str:
    """The words of the first case whose first phase comes before its second."""
    return next((words for (one, other), words in cases if _precedes(rules, one, other)), otherwise)


def _precedes(rules: RuleSet, one: DealPhase, other: DealPhase) -> bool:
    return rules.later.index(one) < rules.later.index(other)


def _return_phase(rules: RuleSet) -> DealPhase:
    return DealPhase.RETURN if DealPhase.RETURN in rules.later else DealPhase.EXCHANGE


def _call(rules: RuleSet) -> RulesSection:
    choice = (
        "The dealer names the trump suit: spades, hearts, diamonds or clubs. He may also call no-trump; then no suit is"
        " trump."
        if rules.notrump
        else "The dealer names the trump suit: spades, hearts, diamonds or clubs. No-trump may not be called."
    )
    return RulesSection("call", "The call", (choice, *_seen_before_call(rules)))


def _seen_before_call(rules: RuleSet) -> tuple[str, ...]:
    """What of the kitty the dealer knows when he calls, in the first deal and later."""
    seen = {True: "he has the kitty in his hand when he calls", False: "he has not seen the kitty when he calls"}
    first, later = (order.index(DealPhase.KITTY) < order.index(DealPhase.TRUMP) for order in (rules.first, rules.later))
    words = seen[later] if first == later else f"in the first deal {seen[first]}; in later deals {seen[later]}"
    peek = (sentence(KINDS["kitty_peek"].words(True)),) if rules.kitty_peek else ()
    return (sentence(words), *peek)


def _kitty(rules: RuleSet) -> RulesSection:
    blind = {
        False: "The dealer takes the kitty, so that he holds 20 cards, and puts any four of them aside: the discard.",
        True: "The dealer puts any four of his cards aside, the discard, and only then takes the kitty.",
    }
    first, later = (
        order.index(DealPhase.DISCARD) < order.index(DealPhase.KITTY) for order in (rules.first, rules.later)
    )
    taken = blind[later] if first == later else f"In the first deal: {blind[first]} In later deals: {blind[later]}"
    return RulesSection(
        "kitty",
        "The kitty and the discard",
        (
            taken,
            "The discard stays face down and counts for nobody. The other two do not see it before the deal is over.",
            *_kitty_shown(rules),
        ),
    )


def _kitty_shown(rules: RuleSet) -> tuple[str, ...]:
    """Which cards of the kitty must be shown to whom, and which they are in the example of the exchange."""
    if rules.kitty_show is KittyShow.NO:
        return ()
    than = {KittyShow.RETURNED: "the one he gave back", KittyShow.RECEIVED: "the one he was given"}[rules.kitty_show]
    rule = (
        "If the dealer was down and had to give cards back, he shows the player who got them, and nobody else, each"
        f" card of the kitty that is higher than {than} in its suit."
    )
    example = _example(rules)
    if _precedes(rules, DealPhase.KITTY, _return_phase(rules)) or example.receiver is not Seat.DEALER:
        return (rule,)
    kitty = parse_hand(KITTY)
    cards = shown(rules, kitty, example.given, example.back)
    return (
        rule,
        f"In the example {PLAYERS[example.giver]} gave {cards_text(example.given)} and got {cards_text(example.back)}. If the"
        f" kitty is {cards_text(kitty)}, {PLAYERS[Seat.DEALER]} shows {cards_text(cards)}.",
    )


def _play(rules: RuleSet) -> RulesSection:
    leader = {
        Seat.DEALER: "The dealer",
        Seat.LEFT: "The player on the dealer's left",
        Seat.RIGHT: "The player on the dealer's right",
    }[rules.lead]
    trick = parse_cards("D7 DQ S2")
    winner = trick[trick_winner(Seat.DEALER, trick, Trump.SPADES)]
    return RulesSection(
        "play",
        "The play",
        (
            f"{leader} leads any card to the first trick. The other two follow, clockwise, a card each; whoever wins"
            " the trick leads to the next.",
            "If you have a card of the suit led, you must play one. If not, play what you like: a trump (you ruff), or"
            " a card you do not need (you sluff). You need not beat the cards played, and you need not ruff.",
            "The highest trump wins the trick. If it has no trump, the highest card of the suit led wins. For example"
            f" spades are trump, {trick[0]} is led, {trick[1]} is played, and the third has no diamonds and plays"
            f" {trick[2]}: {winner} wins.",
        ),
    )


def _score(rules: RuleSet) -> RulesSection:
    contract = rules.contracts[Seat.DEALER]
    examples = ", ".join(
        f"{count(won)} {'are' if won != 1 else 'is'} {signed(won - contract)}"
        for won in (min(contract + 2, TRICKS), contract, max(contract - 3, 0))
    )
    return RulesSection(
        "score",
        "The score",
        (
            f"Your score in a deal is the tricks you won less your contract. For the dealer {examples}.",
            "The contracts add up to all the tricks, so the three scores of a deal add up to 0. Scores are added from"
            " deal to deal.",
        ),
    )


def _end(rules: RuleSet) -> RulesSection:
    texts = [_limit(rules, name) for name in ("target", "floor", "deals") if getattr(rules, name) is not None]
    at_once = [_limit(rules, name) for name in ("sweep", "over") if getattr(rules, name) is not None]
    if texts:
        texts.append(
            {
                Winner.HIGHEST: "Then the highest score wins.",
                Winner.FURTHEST: "Of those who reached either end, the one who is further past it wins; if two are as"
                " far past it, the one on the positive side.",
            }[rules.winner]
        )
        texts.append(
            {
                Tie.PLAY_ON: "If two are equal at the top, another deal is played.",
                Tie.SHARE: "If two are equal at the top, they share the win.",
            }[rules.tie]
        )
    return RulesSection("end", "The end of the match", (" ".join(texts + at_once),))


def _limit(rules: RuleSet, name: str) -> str:
    return sentence(KINDS[name].words(getattr(rules, name)))


def _source(rules: RuleSet) -> RulesSection:
    """Whose rules these are; then, a line each, what was chosen where the source leaves it open, or changed."""
    lines = [sentence(f"{line.words}: {line.reading}") for line in plain_words(rules) if line.reading]
    return RulesSection(
        "source",
        "Where these rules come from",
        (f"The rule set {rules_text(rules)} is from {NAMED[rules.name].source}.", *lines),
    )


def fields_table(rules: RuleSet, mark: str = "") -> TextTable:
    """A row for each field; fields for which a reading was chosen have the mark."""
    lines = plain_words(rules)
    rows = [[line.field + mark * bool(line.reading), line.value or "always", line.words] for line in lines]
    return TextTable([Column("field"), Column("value", fold=18), Column("in words", fold=24)], rows)


def rules_object(rules: RuleSet, own_name: str | None = None) -> RulesObject:
    """A rule set: every field as `parse_rules` reads it, and the readings chosen; the user's own with its own name."""
    named, lines = NAMED[rules.name], plain_words(rules)
    return RulesObject(
        name=own_name or rules.name,
        short=own_name or named.short,
        rules=rules_text(rules),
        source=named.source,
        fields={line.field: line.value for line in lines if line.value is not None},
        readings={line.field: line.reading for line in lines if line.reading},
    )


def rule_sets_object(own: Mapping[str, RuleSet]) -> RuleSetsObject:
    """The named rule sets, then the user's own."""
    named = [rules_object(rule_set.rules) for rule_set in NAMED.values()]
    return RuleSetsObject(named + [rules_object(rules, name) for name, rules in own.items()])
