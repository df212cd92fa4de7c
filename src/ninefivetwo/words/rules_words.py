"""The rules of the game in words, generated from the fields of a rule set, with an example of an exchange."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations

from ninefivetwo.cards import Hand, Seat, Trump, parse_cards
from ninefivetwo.errors import GameError
from ninefivetwo.game import check_previous_results
from ninefivetwo.game.events import owed, returned, shown, tricks_won
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
from ninefivetwo.game.rules.fields import PHASE_NAMES
from ninefivetwo.game.rules.ruleset import PEEK_CONTRACT, PEEK_TRICKS
from ninefivetwo.layout import trick_winner
from ninefivetwo.words.documents import RuleSetsObject, RulesObject
from ninefivetwo.words.figures import Column, TextTable, count, counted, in_digits, number_word, plural, signed
from ninefivetwo.words.speaker import parse_hand
from ninefivetwo.words.template import Amount, Name, Template, Term, card_text, cards_text, say

AIM = Template(
    "Three players play, each on their own. There are {tricks} to win in a deal, and each player has a contract, the"
    " number of tricks they should win: {dealer} for the dealer, {left} for the player on the dealer's left and {right}"
    " for the player on the dealer's right."
)
POINT_RULE = "Each trick above your contract scores you a point, and each trick below it costs you a point."
UP_GAINS = {
    True: "In the next deal, players who won more than their contract also get good cards from players who won less.",
    False: "In the next deal, players who won more than their contract may also get good cards from players who won"
    " less.",
}
ROTATION = Template("The deal passes to the left, so each player's contracts are {numbers} and so on.")

CARDS_USED = "All 52 cards are used. The ace is high, then come the king, queen, jack, 10 and so on down to the 2."
DEALING = (
    "Draw for the first dealer; after that, the deal passes to the left. Each player is dealt 16 cards. The other four"
    " cards are the kitty. The kitty lies face down until the dealer takes it."
)
ORDERS = Template("The order in the first deal of a match: {first}. The order in later deals: {later}.")

WHEN_EXCHANGED = (
    "There is an exchange in every deal except the first, unless all three players made exactly their contracts in the"
    " previous deal. A player who won more tricks than their contract is up. A player who won fewer is down."
)
GIVING = {
    True: "A player who is up gives one card for each trick above the contract to the players who are down.",
    False: "A player who is up may give the players who are down one card for each trick above the contract, or"
    " fewer cards, or none.",
}
RETURNING = (
    "The giver chooses the cards, usually low ones. For each card, the receiver returns their highest card of the same"
    " suit. For two cards of one suit, the receiver returns their two highest, and so on. A card just received counts:"
    " if it is the highest, it goes straight back. An exchange never changes the length of a player's suits."
)
EXAMPLE = Template(
    "Example: {player} deals, with {left_player} on the left and {right_player} on the right. In the previous deal,"
    " {player} won {dealer}, {left_player} {left} and {right_player} {right}."
)
EXAMPLE_GIFT = {
    True: Template("So {giver} gives {other} {number}: {cards}."),
    False: Template("So {giver} may give {other} up to {number}, and gives {cards}."),
}
EXAMPLE_RETURN = Template(
    "In the suits given, {other} holds {held} and returns {back}. {giver} has exchanged {cards} for {back}."
)
OTHER_GIFTS = Template(
    "If {giver} gave {cards}, {other} would return {back}. If {giver} gave {card}, it would come straight back, because"
    " {other} holds nothing higher."
)
FIRST_OF_TWO_UP = {
    TwoUp.CONTRACT: "If two players are up, the player with the higher contract in the new deal goes first.",
    TwoUp.MOST: "If two players are up, the player who is up more goes first. If both are up by the same amount, the"
    " player with the higher contract in the new deal goes first.",
}
ONE_AFTER_THE_OTHER = "The first exchange is completed before the second begins."
SPLIT_EXCHANGE = "The player who goes first is also the first to get cards back."
TWO_DOWN = {
    True: "If two players are down, each gets a card for each trick below their contract. All the cards are given"
    " before any card is returned.",
    False: "If two players are down, each gets at most one card for each trick below their contract. All the cards are"
    " given before any card is returned.",
}
REVEALED = (
    "Remember the cards exchanged. The giver knows that the receiver has no higher card in the suit than the card"
    " returned. The receiver knows who has the card returned. The third player sees only the number of cards."
)

CALL = {
    True: "The dealer names the trump suit: spades, hearts, diamonds or clubs. The dealer may also call no-trump, and"
    " then there are no trumps.",
    False: "The dealer names the trump suit: spades, hearts, diamonds or clubs. No-trump is not allowed.",
}
#: Keys: whether the dealer has the kitty before the call, in the first deal and in later deals.
KITTY_AT_CALL = {
    (False, False): "The dealer calls before seeing the kitty.",
    (True, True): "The dealer takes the kitty before calling.",
    (True, False): "The dealer takes the kitty before calling in the first deal, and after calling in later deals.",
    (False, True): "The dealer takes the kitty after calling in the first deal, and before calling in later deals.",
}
PEEK = Template(
    "Exception: a dealer who won no more than {tricks} in the previous deal, with a contract of {number}, may look at"
    " the kitty before calling."
)

DISCARD = "The dealer takes the kitty and then discards any four of the 20 cards."
BLIND_DISCARD = "The dealer discards any four cards and only then takes the kitty."
#: Keys: whether the dealer discards before taking the kitty, in the first deal and in later deals.
DISCARD_RULES = {
    (False, False): DISCARD,
    (True, True): BLIND_DISCARD,
    (True, False): "In the first deal of a match, the dealer discards any four cards and only then takes the kitty. In"
    " later deals, the dealer takes the kitty first and then discards any four of the 20 cards.",
    (False, True): "In the first deal of a match, the dealer takes the kitty and then discards any four of the 20"
    " cards. In later deals, the dealer discards any four cards and only then takes the kitty.",
}
DISCARD_HIDDEN = (
    "The discarded cards lie face down and count for nobody. The opponents do not see them until the deal is over."
)
KITTY_SHOWN = {
    KittyShow.RETURNED: "A dealer who was down and returned cards shows some cards of the kitty to the player who got"
    " the returned cards, and to nobody else. In each suit returned, the dealer shows every card that is higher than a"
    " card returned.",
    KittyShow.RECEIVED: "A dealer who was down and returned cards shows some cards of the kitty to the player who got"
    " the returned cards, and to nobody else. In each suit received, the dealer shows every card that is higher than a"
    " card received.",
}

FIRST_LEADS = {
    Seat.DEALER: "The dealer leads any card to the first trick.",
    Seat.LEFT: "The player on the dealer's left leads any card to the first trick.",
    Seat.RIGHT: "The player on the dealer's right leads any card to the first trick.",
}
TURNS = "The other two follow clockwise, one card each. The winner of a trick leads to the next."
FOLLOWING = (
    "You must follow suit if you can. If you cannot, play any card: a trump (that is a ruff) or a card of another suit"
    " (a sluff). You never have to beat the cards played, and you never have to ruff."
)
WINNING = Template(
    "The highest trump wins the trick. If nobody plays a trump, the highest card of the suit led wins. Example:"
    " spades are trumps and {card} is led. The second player follows with {second}. The third player has no diamonds"
    " and plays {third}. {winning_card} wins."
)

SCORE_RULE = Template(
    "Your score for a deal is the number of tricks you won minus your contract. Examples for the dealer: {scores}."
)
SUM = Template(
    "The contracts add up to {tricks}, so the three scores of a deal add up to 0. Scores are added up from deal to"
    " deal."
)

ENDS_AFTER = Template("The match ends after {deals}.")
ENDS_AFTER_TOO = Template("The match also ends after {deals}.")
WINS = {
    Winner.HIGHEST: Template("The highest score wins."),
    Winner.FURTHEST: Template(
        "Of the players who reached {points}, the player furthest past that mark wins. If two players are equally far"
        " past the mark, the player above zero wins."
    ),
}
TIES = {
    Tie.PLAY_ON: "If two players are tied for first place, play another deal.",
    Tie.SHARE: "If two players are tied for first place, they share the win.",
}
OVER = Template("A player who wins at least {tricks} more than their contract in one deal wins the match.")
RULES_SOURCE = Template("The rule set {rules} follows {source}.")

#: The players in the examples: dealer, left and right.
EXAMPLE_PLAYERS = (Name("Ann"), Name("Bob"), Name("Cy"))

#: The cards in the examples: the receiver's cards in two suits, the cards given, and the kitty.
HELD, GIFT, KITTY = "HKJ9 CQT", "H3 C4", "HA HT D6 S2"
SAME_SUIT, TOO_HIGH = "H3 H2", "CA"

#: The cards of a trick in which spades are trumps.
TRICK = "D7 DQ S2"


@dataclass(frozen=True)
class RulesSection:
    """A section of the rules. `key` never changes, so that links to the section stay valid."""

    key: str
    title: str
    texts: tuple[str, ...]


def rules_sections(rules: RuleSet) -> list[RulesSection]:
    """Return the rules for a newcomer, with the events before the play in the order of the rule set."""
    before_play = {
        DealPhase.EXCHANGE: _exchange,
        DealPhase.GIVE: _exchange,
        DealPhase.TRUMP: _call,
        DealPhase.KITTY: _kitty,
    }
    ordered = [before_play[phase](rules) for phase in rules.later if phase in before_play]
    return [_aim(rules), _deal(rules), *ordered, _play(rules), _score(rules), _end(rules), _source(rules)]


def _aim(rules: RuleSet) -> RulesSection:
    dealer, left, right = rules.contracts
    aim = AIM(tricks=count(TRICKS), **{seat.word: in_digits(rules.contracts[seat]) for seat in Seat})
    rotation = ROTATION(numbers=Amount(f"{dealer}, {right}, {left}, {dealer}"))
    return RulesSection("aim", "The aim", (aim, f"{POINT_RULE} {UP_GAINS[rules.must_give]}", rotation))


def _deal(rules: RuleSet) -> RulesSection:
    first, later = (Term(", ".join(PHASE_NAMES[phase] for phase in order)) for order in (rules.first, rules.later))
    return RulesSection("deal", "The deal", (CARDS_USED, DEALING, ORDERS(first=first, later=later)))


def _exchange(rules: RuleSet) -> RulesSection:
    split = SPLIT_EXCHANGE if DealPhase.GIVE in rules.later else ONE_AFTER_THE_OTHER
    texts = (
        WHEN_EXCHANGED,
        f"{GIVING[rules.must_give]} {RETURNING}",
        *_exchange_example(rules),
        f"{FIRST_OF_TWO_UP[rules.two_up]} {split}",
        TWO_DOWN[rules.must_give],
        " ".join(_around_exchange(rules)),
        REVEALED,
    )
    return RulesSection("exchange", "The exchange", texts)


@dataclass(frozen=True)
class ExchangeExample:
    """An example of an exchange. `previous_results` is in the order of the new deal's seats."""

    previous_results: tuple[int, int, int]
    giver: Seat
    receiver: Seat
    given: Hand
    back: Hand


def exchange_example(rules: RuleSet) -> ExchangeExample:
    """Return an example of an exchange of two cards, with the dealer as receiver if the contracts allow this."""
    for dealer, left, right in permutations((-2, 2, 0)):
        try:
            check_previous_results(rules, results := (dealer, left, right))
        except GameError:
            continue  # A contract of one trick cannot be missed by two tricks.
        ((giver, numbers),) = owed(rules, results)
        receiver = next(seat for seat in Seat if numbers[seat])
        return ExchangeExample(results, giver, receiver, parse_hand(GIFT), _back(GIFT))
    raise AssertionError(rules)


def _exchange_example(rules: RuleSet) -> Iterator[str]:
    example = exchange_example(rules)
    people = {"giver": EXAMPLE_PLAYERS[example.giver], "other": EXAMPLE_PLAYERS[example.receiver]}
    won = tricks_won(rules, example.previous_results)
    numbers = {seat.word: Amount(f"{count(won[seat])} (contract {rules.contracts[seat.next]})") for seat in Seat}
    dealer, left, right = EXAMPLE_PLAYERS
    cards, back, up = cards_text(example.given), cards_text(example.back), example.previous_results[example.giver]
    yield " ".join(
        [
            EXAMPLE(player=dealer, left_player=left, right_player=right, **numbers),
            EXAMPLE_GIFT[rules.must_give](number=counted(up, "card"), cards=cards, **people),
            EXAMPLE_RETURN(held=cards_text(parse_hand(HELD)), back=back, cards=cards, **people),
        ]
    )
    same_suit, high = cards_text(parse_hand(SAME_SUIT)), cards_text(parse_hand(TOO_HIGH))
    yield OTHER_GIFTS(cards=same_suit, back=cards_text(_back(SAME_SUIT)), card=high, **people)


def _back(given: str) -> Hand:
    return returned(parse_hand(HELD) | parse_hand(given), parse_hand(given))


def _around_exchange(rules: RuleSet) -> Iterator[str]:
    begins = DealPhase.GIVE if DealPhase.GIVE in rules.later else DealPhase.EXCHANGE
    if _precedes(rules.later, DealPhase.TRUMP, begins):
        yield "Trump is called before the exchange, so the cards are given and returned with trump known."
    elif _precedes(rules.later, _return_phase(rules), DealPhase.TRUMP):
        yield "Trump is called after the exchange, so the dealer calls with the new hand."
    else:
        yield (
            "Trump is called after the cards are given and before any card is returned. So the dealer knows which cards"
            " they gave or received, but not which cards will come back."
        )
    if _precedes(rules.later, DealPhase.KITTY, _return_phase(rules)):
        yield "The dealer takes the kitty before any card is returned, and may have to return cards from the kitty."


def _precedes(order: Sequence[DealPhase], one: DealPhase, other: DealPhase) -> bool:
    return order.index(one) < order.index(other)


def _return_phase(rules: RuleSet) -> DealPhase:
    return DealPhase.RETURN if DealPhase.RETURN in rules.later else DealPhase.EXCHANGE


def _call(rules: RuleSet) -> RulesSection:
    first, later = (_precedes(order, DealPhase.KITTY, DealPhase.TRUMP) for order in (rules.first, rules.later))
    texts = [CALL[rules.notrump], KITTY_AT_CALL[first, later]]
    if rules.kitty_peek:
        texts.append(PEEK(tricks=counted(PEEK_TRICKS, "trick"), number=Amount(number_word(PEEK_CONTRACT))))
    return RulesSection("call", "The call", tuple(texts))


def _kitty(rules: RuleSet) -> RulesSection:
    first, later = (_precedes(order, DealPhase.DISCARD, DealPhase.KITTY) for order in (rules.first, rules.later))
    texts = (DISCARD_RULES[first, later], DISCARD_HIDDEN, *_kitty_shown(rules))
    return RulesSection("kitty", "The kitty and the discard", texts)


def _kitty_shown(rules: RuleSet) -> Iterator[str]:
    if rules.kitty_show is KittyShow.NO:
        return
    yield KITTY_SHOWN[rules.kitty_show]
    example, kitty = exchange_example(rules), parse_hand(KITTY)
    if not _precedes(rules.later, DealPhase.KITTY, _return_phase(rules)) and example.receiver is Seat.DEALER:
        yield say(
            "In the example, {giver} gave {cards} and got {back}. If the kitty is {kitty}, {player} shows {shown}.",
            giver=EXAMPLE_PLAYERS[example.giver],
            cards=cards_text(example.given),
            back=cards_text(example.back),
            kitty=cards_text(kitty),
            player=EXAMPLE_PLAYERS[Seat.DEALER],
            shown=cards_text(shown(rules, kitty, example.given, example.back)),
        )


def _play(rules: RuleSet) -> RulesSection:
    trick = parse_cards(TRICK)
    card, second, third = map(card_text, trick)
    best = card_text(trick[trick_winner(Seat.DEALER, trick, Trump.SPADES)])
    winning = WINNING(card=card, second=second, third=third, winning_card=best)
    return RulesSection("play", "The play", (f"{FIRST_LEADS[rules.lead]} {TURNS}", FOLLOWING, winning))


def _score(rules: RuleSet) -> RulesSection:
    contract = rules.contracts[Seat.DEALER]
    won = (min(contract + 2, TRICKS), contract, max(contract - 3, 0))
    scores = Amount(", ".join(f"{count(tricks)} {signed(tricks - contract)}" for tricks in dict.fromkeys(won)))
    return RulesSection("score", "The score", (SCORE_RULE(scores=scores), SUM(tricks=count(TRICKS))))


def _end(rules: RuleSet) -> RulesSection:
    marks = [signed(limit) for limit in (rules.target, rules.floor) if limit is not None]
    points = {"points": Amount(" or ".join(marks))}
    texts = [say("The match ends when a player reaches {points}.", **points)] if marks else []
    if rules.deals is not None:
        texts.append((ENDS_AFTER_TOO if marks else ENDS_AFTER)(deals=plural(rules.deals, "deal")))
    if texts:
        texts += [WINS[rules.winner](**points), TIES[rules.tie]]
    if rules.sweep is not None:
        texts.append(say("A player who wins {tricks} or more in one deal wins the match.", tricks=count(rules.sweep)))
    if rules.over is not None:
        texts.append(OVER(tricks=count(rules.over)))
    return RulesSection("end", "The end of the match", (" ".join(texts),))


def _source(rules: RuleSet) -> RulesSection:
    """Return the source of the rules, and a line for each rule that the source leaves open."""
    source = RULES_SOURCE(rules=Term(rules_text(rules)), source=Term(NAMED[rules.name].source))
    readings = (line.reading for line in plain_words(rules) if line.reading)
    return RulesSection("source", "Where these rules come from", (source, *readings))


#: Short descriptions of the ways in which a match can end, by the field of the rule set.
ENDS = {
    "target": Template("{number}"),
    "floor": Template("{number}"),
    "deals": Template("{number} deals"),
    "sweep": Template("{number} tricks"),
    "over": Template("{number} over"),
}
SET_COLUMNS = (
    Column("rules"),
    Column("short", drop=1),
    Column("contracts"),
    Column("no-trump", drop=2),
    Column("leads", drop=3),
    Column("gives", drop=4),
    Column("ends at"),
)


def rule_sets_table(own: Mapping[str, RuleSet]) -> TextTable:
    """Return a table of the named rule sets and the user's own, with their main differences."""
    rows = [_set_row(named.rules.name, named.short, named.rules) for named in NAMED.values()]
    return TextTable(SET_COLUMNS, rows + [_set_row(name, "", rules) for name, rules in own.items()])


def _set_row(name: str, short: str, rules: RuleSet) -> list[str]:
    limits = ((field, getattr(rules, field)) for field in ENDS)
    numbers = {field: limit for field, limit in limits if limit is not None}
    ends = (
        ENDS[field](number=signed(limit) if field in ("target", "floor") else Amount(f"{limit}"))
        for field, limit in numbers.items()
    )
    notrump, gives = "yes" if rules.notrump else "no", "must" if rules.must_give else "may"
    contracts = "-".join(map(str, rules.contracts))
    return [name, short, contracts, notrump, rules.lead.word, gives, " or ".join(ends)]


def fields_table(rules: RuleSet, mark: str = "") -> TextTable:
    """Return a table with a row for each field. Fields that the source leaves open end with `mark`."""
    lines = plain_words(rules)
    rows = [[line.field + mark * bool(line.reading), line.value or "always", line.words] for line in lines]
    return TextTable([Column("field"), Column("value", fold=18), Column("in words", fold=24)], rows)


def rules_object(rules: RuleSet, own_name: str | None = None) -> RulesObject:
    """Return the JSON form of a rule set. `own_name` is the name of a rule set in the user's file."""
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
    """Return the JSON form of all rule sets: first the named rule sets, then the user's own."""
    named = [rules_object(rule_set.rules) for rule_set in NAMED.values()]
    return RuleSetsObject(named + [rules_object(rules, name) for name, rules in own.items()])
