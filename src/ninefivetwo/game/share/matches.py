"""A deal with its place in a match, or several deals that follow one another."""

from __future__ import annotations

from ninefivetwo.cards import FULL_DECK, Hand, Seat
from ninefivetwo.errors import ShareError
from ninefivetwo.game import (
    KITTY,
    Deal,
    DealView,
    Match,
    MatchState,
    PreviousResults,
    UndealtMatch,
    check_previous_results,
    known_cards,
    why_not_next,
)
from ninefivetwo.game.exchange import tricks_won
from ninefivetwo.game.match import NAMES
from ninefivetwo.game.rules import NAMED, TRICKS, RuleSet, parse_rules
from ninefivetwo.game.share.digits import DigitReader, DigitWriter
from ninefivetwo.game.share.events import read_events, write_events
from ninefivetwo.layout import Layout

#: The named rule sets by their numbers in codes: a new one goes to the end, and none is ever taken out.
RULE_SETS = (
    "wikipedia",
    "wikipedia-13",
    "catalan",
    "catalan-20",
    "catalan-plus-minus",
    "nine-five-two",
    "nine-two-five",
    "sergeant-major",
    "bga",
)
MOST_RULE_SETS = 32
MOST_TEXT = 250  # bytes of a name, or of the fields of a rule set that are changed
MOST_DEALS = 1000  # of a match


def write_rules(writer: DigitWriter, rules: RuleSet) -> None:
    """A rule set: the named one that it is made from, and what is changed."""
    writer.number(RULE_SETS.index(rules.name), MOST_RULE_SETS)
    changes = rules.changes_from(NAMED[rules.name].rules)
    writer.flag(bool(changes))
    if changes:
        writer.text(changes, MOST_TEXT)


def read_rules(reader: DigitReader) -> RuleSet:
    """Raises ShareError, RulesError."""
    number = reader.number(MOST_RULE_SETS)
    if number >= len(RULE_SETS):
        raise ShareError("no code: it is of rules that are not known here (expected one of this version or earlier)")
    changes = reader.text(MOST_TEXT) if reader.flag() else ""
    return parse_rules(f"{RULE_SETS[number]} {changes}")


def write_results(writer: DigitWriter, rules: RuleSet, results: PreviousResults | None) -> None:
    """Each seat's result in the last deal, if there was one.  Raises GameError for what no deal can have had."""
    writer.flag(results is not None)
    if results is not None:
        check_previous_results(rules, results)
        dealer, left, _ = tricks_won(rules, results)
        writer.number(dealer, TRICKS + 1)
        writer.number(left, TRICKS + 1 - dealer)


def read_results(reader: DigitReader, rules: RuleSet) -> PreviousResults | None:
    if not reader.flag():
        return None
    dealer = reader.number(TRICKS + 1)
    left = reader.number(TRICKS + 1 - dealer)
    won = (dealer, left, TRICKS - dealer - left)
    first, second, third = (won[seat] - rules.contracts[seat.next] for seat in Seat)
    return first, second, third


def write_match(writer: DigitWriter, match: Match, names: bool) -> None:
    """A deal and its place in a match; the players' names only if wished."""
    write_rules(writer, match.rules)
    named = names and match.names != NAMES
    writer.flag(named)
    for name in match.names if named else ():
        writer.text(name, MOST_TEXT)
    writer.integer(match.number - 1)
    write_results(writer, match.rules, match.previous_results)
    if match.number > 1 or match.previous_results is not None:
        writer.integer(match.score[Seat.DEALER])
        writer.integer(match.score[Seat.LEFT])
    _write_deal(writer, match.deal)


def read_match(reader: DigitReader) -> Match:
    """Raises ShareError, and errors of what breaks the rules."""
    rules, names = read_rules(reader), NAMES
    if reader.flag():
        names = (reader.text(MOST_TEXT), reader.text(MOST_TEXT), reader.text(MOST_TEXT))
    number, results, score = reader.integer() + 1, read_results(reader, rules), (0, 0, 0)
    if number > 1 or results is not None:
        dealer, left = reader.integer(), reader.integer()
        score = (dealer, left, -dealer - left)
    return _read_deal(reader, MatchState(rules, names, score, results, number))


def write_matches(writer: DigitWriter, matches: tuple[Match, ...], names: bool) -> None:
    """Deals of which each is the next one of the match.  Raises ShareError where one is not."""
    writer.number(len(matches) - 1, MOST_DEALS)
    write_match(writer, matches[0], names)
    for before, match in zip(matches, matches[1:], strict=False):
        if why := why_not_next(before, match):
            raise ShareError(f"deal {match.number} does not follow the one before: {why}")
        _write_deal(writer, match.deal)


def read_matches(reader: DigitReader) -> tuple[Match, ...]:
    """Raises ShareError, and errors of what breaks the rules."""
    more = reader.number(MOST_DEALS)
    matches = [read_match(reader)]
    for _ in range(more):
        matches.append(_read_deal(reader, matches[-1].following()))
    return tuple(matches)


def _write_deal(writer: DigitWriter, deal: Deal) -> None:
    start: Deal
    writer.number(0 if deal.viewer is None else 1 + deal.viewer, 1 + len(Seat))
    if deal.viewer is None:
        dealer, left, right = map(known_cards, deal.dealt)
        start = Deal.start(
            deal.rules, Layout(dealer, left, right, known_cards(deal.dealt_kitty)), deal.previous_results
        )
        pool = FULL_DECK
        for hand in (dealer, left, right):
            writer.cards(hand, pool)
            pool -= hand
    else:
        hand = known_cards(deal.dealt[deal.viewer])
        start = DealView.from_hand(deal.rules, deal.viewer, hand, deal.previous_results)
        writer.cards(hand, FULL_DECK)
    write_events(writer, start, deal)


def _read_deal(reader: DigitReader, place: MatchState | UndealtMatch) -> Match:
    start: Deal
    viewer = reader.number(1 + len(Seat))
    if viewer:
        hand = reader.cards(TRICKS, FULL_DECK)
        start = DealView.from_hand(place.rules, Seat(viewer - 1), hand, place.previous_results)
    else:
        pool, hands = FULL_DECK, list[Hand]()
        for _ in Seat:
            hands.append(reader.cards(TRICKS, pool))
            pool -= hands[-1]
        assert len(pool) == KITTY
        start = Deal.start(place.rules, Layout(hands[0], hands[1], hands[2], pool), place.previous_results)
    deal = read_events(reader, start)
    return Match(place.rules, place.names, place.score, place.previous_results, place.number, deal=deal)
