"""Texts of the `record` commands in the terminal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ninefivetwo.cards import Seat
from ninefivetwo.game import Match, runs, why_not_next
from ninefivetwo.game.records import FAIR_TAGS, PBN_TAGS, Record
from ninefivetwo.game.rules import rules_text
from ninefivetwo.words.actions import action_words
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import SCORE_BEFORE, Speaker, name_and_seat, stage
from ninefivetwo.words.template import Amount, CardWords, Name, Template, Term

if TYPE_CHECKING:
    from ninefivetwo.keep.session import DealCheck

ALL_LEGAL = Template("{file}: {deals}, all legal: {stages}")
FOLLOW = Template("Deals {number} to {last} are consecutive.")
FOLLOWS_NOT = Template("Deal {number} (line {line}) does not continue deal {last}: {reason}")
MORE_LINES = Template("and {number} more lines")
UNKNOWN_TAGS = Template("Unknown tags, kept: {names}")

ENDING = Template("{stage}.")
SEEN_BY = Template("Seen by {player}.")
HAND = Template("{player}: target {number}")
RESULT = Template("Result: {scores}.")

FINGERPRINT_MATCHES = Template("Deal {number}: the fingerprint matches these cards and this salt: {code}")
FINGERPRINT = Template("Deal {number}: fingerprint {code}")
DEAL = Template("Deal {number}")
REPRODUCED = Template(" - {player}: {number} of {decisions} reproduced from the player's own view")
OTHER_CHOICE = Template(" - {player}: chose {plays}, but {other_plays} when repeated")
OTHER_VERSION = Template(" - {player}: not checked: played by version {version}")
CLAIM = Template(" - {player}: claimed {tricks} and won {number}")
CLAIMS_REFUSED = Template(" - {claims} refused, after {numbers} cards")
NOT_VERIFIED = " - not verified: "
GAPS = {
    "fingerprint": "the record has no fingerprint",
    "salt": "the record has no salt, which is shown when the deal is over",
    "cards": "the record does not show all the cards as dealt",
    "computers": "the record does not say which two players are computers",
}
PROVES = (
    "If you were shown the same fingerprint before the first card, a match proves that the cards were fixed by then,"
    " but not that they were dealt at random. A decision that is reproduced from the player's own view used no other"
    " information."
)

MOST_LINES = 10


def check_lines(file: str, checked: list[tuple[Record, Match]]) -> Iterator[str]:
    """Yield the output of `record check` for legal deals: their stages, matches, and unknown tags."""
    stages = Counter(stage(match.deal) for _, match in checked)
    parts = Amount(", ".join(f"{number} {name}" for name, number in stages.items()))
    yield ALL_LEGAL(file=Term(file), deals=plural(len(checked), "deal"), stages=parts)
    lines = list(_chains(checked))
    yield from lines[:MOST_LINES]
    if more := max(len(lines) - MOST_LINES, 0):
        yield MORE_LINES(number=Amount(f"{more:,}"))
    yield from _unknown_tags(record for record, _ in checked)


def _chains(checked: list[tuple[Record, Match]]) -> Iterator[str]:
    """Yield the ranges of consecutive deals, and the reasons why a deal does not continue the previous deal."""
    place = 0
    for run in runs([match for _, match in checked]):
        first, number = run[0], Amount(f"{place + 1}")
        if place and first.previous_results is not None:
            why = why_not_next(checked[place - 1][1], first) or ""
            line = Amount(f"{checked[place][0].line}")
            yield FOLLOWS_NOT(number=number, line=line, last=Amount(f"{place}"), reason=Term(why))
        if len(run) > 1:
            score = Speaker.of(run[-1]).match_score(run[-1])
            yield f"{FOLLOW(number=number, last=Amount(f'{place + len(run)}'))} {score}"
        place += len(run)


def _unknown_tags(records: Iterable[Record]) -> Iterator[str]:
    """Yield the unknown tags, so that the user can notice typing errors."""
    known = PBN_TAGS | FAIR_TAGS
    names = Counter(name for record in records for name in record.parsed.unknown if name.capitalize() not in known)
    if names:
        yield UNKNOWN_TAGS(names=Term(", ".join(f"[{name}] ({n})" for name, n in sorted(names.items()))))


def heading(record: Record, match: Match) -> Iterator[str]:
    """Yield the lines above a drawn deal: event, date, rules, score if known, and the player whose view is shown."""
    deal = match.deal
    title = [record.tag("Event"), record.tag("Date"), f"deal {match.number}", rules_text(match.rules)]
    yield ", ".join(filter(None, title))
    if record.parsed.score or any(match.score) or match.previous_results is None:
        yield SCORE_BEFORE(scores=Speaker.of(match).with_numbers(match.score))
    if deal.viewer is not None:
        yield SEEN_BY(player=Name(name_and_seat(match, deal.viewer)))


def hand_label(match: Match, seat: Seat) -> str:
    """Return the line above a drawn hand: the player, the seat and the target."""
    return HAND(player=Name(name_and_seat(match, seat)), number=Amount(f"{match.rules.contracts[seat]}"))


def ending(record: Record, match: Match) -> Iterator[str]:
    """Yield the lines below a drawn deal: its result and the score."""
    speaker = Speaker.of(match)
    yield ENDING(stage=Term(speaker.ending(match)))
    if match.deal.over:
        yield speaker.match_score(match)
    elif record.parsed.result:
        won = record.parsed.result.value
        yield RESULT(scores=Amount(", ".join(f"{speaker.names[seat]} {won[seat]}" for seat in Seat)))


def fairness_lines(check: DealCheck) -> Iterator[str]:
    """Yield the output of `record fair` for a deal."""
    match, number, code = check.match, Amount(f"{check.match.number}"), Term(check.fingerprint or "")
    names = [Name(name) for name in Speaker.of(match).names]
    if check.salt and check.fingerprint:
        yield FINGERPRINT_MATCHES(number=number, code=code)
    else:
        yield FINGERPRINT(number=number, code=code) if check.fingerprint else DEAL(number=number)
    for seat, decisions in check.decisions.items():
        others = [other for other in check.others if other.seat is seat]
        same = Amount(f"{decisions - len(others)}")
        yield REPRODUCED(player=names[seat], number=same, decisions=plural(decisions, "decision"))
        for other in others:
            plays, other_plays = (CardWords(action_words(action)) for action in (other.chosen, other.again))
            yield OTHER_CHOICE(player=names[seat], plays=plays, other_plays=other_plays)
    for seat, version in check.other_versions.items():
        yield OTHER_VERSION(player=names[seat], version=Term(version))
    if claim := check.claim:
        yield CLAIM(player=names[claim.seat], tricks=plural(claim.tricks, "trick"), number=Amount(f"{claim.won}"))
    if check.refused:
        after = Amount(", ".join(map(str, check.refused)))
        yield CLAIMS_REFUSED(claims=plural(len(check.refused), "claim"), numbers=after)
    yield from (f"{NOT_VERIFIED}{GAPS[gap.value]}" for gap in check.gaps)
