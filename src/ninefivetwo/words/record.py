"""Records as JSON (docs/formats.md), without loss, and the texts of the `record` commands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Annotated

from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import asdict

from ninefivetwo.cards import Card, Seat
from ninefivetwo.codec import Document, Part, convert, parse
from ninefivetwo.errors import CardError, RecordError, quoted, raised_as
from ninefivetwo.game import Match, runs, why_not_next
from ninefivetwo.game.records import (
    FAIR_TAGS,
    PBN_TAGS,
    Cell,
    Comment,
    Escape,
    File,
    Imported,
    Item,
    Note,
    Record,
    Tag,
    is_log,
    read_file,
    read_log,
)
from ninefivetwo.game.rules import RuleSet, rules_text
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import SCORE_BEFORE, Speaker, action_words, name_and_seat, stage
from ninefivetwo.words.template import Amount, CardWords, Name, Template, Term, say


class RecordObject(Document, frozen=True, tag="ninefivetwo.record/1"):
    """A record as lists of items (`record convert`).

    deals: the items of each deal, in the order of the file; comments before the first deal may form a separate list
    """

    deals: list[list[ItemObject]]


class ItemObject(Part, frozen=True, omit_defaults=True):
    """An item of a record: a tag, a comment, an escape line, a card or a note.

    tag: name of a tag
    value: value of the tag
    comment: text of a comment
    to_line_end: whether the comment begins with a semicolon and ends at the end of its line
    escape: text after `%` in an escape line
    card: the card played, or `-` for a card not played
    mark: the mark for the card, such as `!?`
    note: number of a note on the previous item
    fresh: whether the item is the first on its line; absent if true
    """

    tag: str | UnsetType = UNSET
    value: str | UnsetType = UNSET
    comment: str | UnsetType = UNSET
    to_line_end: bool | UnsetType = UNSET
    escape: str | UnsetType = UNSET
    card: Annotated[str, Meta(title="card or -", pattern="^(?:[SHDC][2-9TJQKA]|-)$")] | UnsetType = UNSET
    mark: Annotated[str, Meta(pattern=r"^[!?]{0,2}$")] | UnsetType = UNSET
    note: Annotated[int, Meta(ge=0, le=9999)] | UnsetType = UNSET
    fresh: bool = True


def record_object(file: File) -> RecordObject:
    """Convert a record to its JSON form."""
    return RecordObject([[_item_object(item) for item in items] for items in file.sections])


def import_json(text: str, rules: RuleSet) -> Imported:
    """Parse a JSON text: a record, or a log saved from Board Game Arena, played by `rules`.

    Raises RecordError or SchemaError, giving the location of the error.
    """
    value = parse(text)
    return read_log(value, rules) if is_log(value) else Imported(record_file(convert(value, RecordObject)), ())


def record_file(record: RecordObject) -> File:
    """Convert a record from its JSON form. Raises RecordError, giving the location of the error."""
    sections = []
    for i, items in enumerate(record.deals):
        section = []
        for j, item in enumerate(items):
            with raised_as(RecordError, f"deals[{i}][{j}]: ", (CardError, RecordError)):
                section.append(_item(item))
        if section:
            sections.append(tuple(section))
    file = File(tuple(sections))
    if read_file(str(file)) != file:
        raise RecordError("invalid record: its items differ from those parsed from its text")
    return file


def _item_object(item: Item) -> ItemObject:
    match item:
        case Tag(name, value):
            return ItemObject(tag=name, value=value, fresh=item.fresh)
        case Comment(text, to_line_end):
            return ItemObject(comment=text, to_line_end=to_line_end or UNSET, fresh=item.fresh)
        case Escape(text):
            return ItemObject(escape=text, fresh=item.fresh)
        case Cell(card, mark):
            return ItemObject(card=str(card or "-"), mark=mark or UNSET, fresh=item.fresh)
        case Note(number):
            return ItemObject(note=number, fresh=item.fresh)
    raise AssertionError(item)


def _item(item: ItemObject) -> Item:
    fields = {name: value for name, value in asdict(item).items() if value is not UNSET}
    match fields:
        case {"tag": name, "value": value, "fresh": fresh, **rest} if not rest:
            return Tag(name, value, fresh=fresh)
        case {"comment": text, "fresh": fresh, **rest} if rest in ({}, {"to_line_end": True}):
            return Comment(text, bool(rest), fresh=fresh)
        case {"escape": text, "fresh": True, **rest} if not rest:
            return Escape(text)
        case {"card": "-", "fresh": fresh, **rest} if not rest:
            return Cell(None, fresh=fresh)
        case {"card": text, "fresh": fresh, **rest} if rest.keys() <= {"mark"}:
            return Cell(Card.parse(text), rest.get("mark", ""), fresh=fresh)
        case {"note": number, "fresh": fresh, **rest} if not rest:
            return Note(number, fresh=fresh)
    raise RecordError(f"not an item of a record: {quoted(str(fields))} (expected a tag, comment, escape, card or note)")


# The texts of the commands.

if TYPE_CHECKING:
    from ninefivetwo.keep.session import DealCheck

FOLLOWS_NOT = Template("Deal {number} (line {line}) does not continue deal {last}: {reason}")
UNKNOWN_TAGS = Template("Unknown tags, kept: {names}")

HAND = Template("{player}: target {number}")

FINGERPRINT = Template("Deal {number}: fingerprint {code}")
REPRODUCED = Template(" - {player}: {number} of {decisions} reproduced from the player's own view")
OTHER_CHOICE = Template(" - {player}: chose {plays}, but {other_plays} when repeated")
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


def check_lines(file: str, records: Sequence[Record], matches: Sequence[Match]) -> Iterator[str]:
    """Yield the output of `record check` for legal deals: their stages, matches, and unknown tags."""
    stages = Counter(stage(match.deal) for match in matches)
    parts = Amount(", ".join(f"{number} {name}" for name, number in stages.items()))
    yield say("{file}: {deals}, all legal: {stages}", file=Term(file), deals=plural(len(records), "deal"), stages=parts)
    lines = list(_chains(records, matches))
    yield from lines[:MOST_LINES]
    if more := max(len(lines) - MOST_LINES, 0):
        yield say("and {number} more lines", number=Amount(f"{more:,}"))
    yield from _unknown_tags(records)


def _chains(records: Sequence[Record], matches: Sequence[Match]) -> Iterator[str]:
    """Yield the ranges of consecutive deals, and the reasons why a deal does not continue the previous deal."""
    place = 0
    for run in runs(matches):
        first, number = run[0], Amount(f"{place + 1}")
        if place and first.previous_results is not None:
            why = why_not_next(matches[place - 1], first) or ""
            line = Amount(f"{records[place].line}")
            yield FOLLOWS_NOT(number=number, line=line, last=Amount(f"{place}"), reason=Term(why))
        if len(run) > 1:
            last = Amount(f"{place + len(run)}")
            follow = say("Deals {number} to {last} are consecutive.", number=number, last=last)
            yield f"{follow} {Speaker.of(run[-1]).match_score(run[-1])}"
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
        yield say("Seen by {player}.", player=Name(name_and_seat(match, deal.viewer)))


def hand_label(match: Match, seat: Seat) -> str:
    """Return the line above a drawn hand: the player, the seat and the target."""
    return HAND(player=Name(name_and_seat(match, seat)), number=Amount(f"{match.rules.contracts[seat]}"))


def ending(record: Record, match: Match) -> Iterator[str]:
    """Yield the lines below a drawn deal: its result and the score."""
    speaker = Speaker.of(match)
    yield say("{stage}.", stage=Term(speaker.ending(match)))
    if match.deal.over:
        yield speaker.match_score(match)
    elif record.parsed.result:
        won = record.parsed.result.value
        yield say("Result: {scores}.", scores=Amount(", ".join(f"{speaker.names[seat]} {won[seat]}" for seat in Seat)))


def fairness_lines(check: DealCheck) -> Iterator[str]:
    """Yield the output of `record fair` for a deal."""
    match, number, code = check.match, Amount(f"{check.match.number}"), Term(check.fingerprint or "")
    names = [Name(name) for name in Speaker.of(match).names]
    if check.salt and check.fingerprint:
        yield say("Deal {number}: the fingerprint matches these cards and this salt: {code}", number=number, code=code)
    else:
        yield FINGERPRINT(number=number, code=code) if check.fingerprint else say("Deal {number}", number=number)
    for seat, decisions in check.decisions.items():
        others = [other for other in check.others if other.seat is seat]
        same = Amount(f"{decisions - len(others)}")
        yield REPRODUCED(player=names[seat], number=same, decisions=plural(decisions, "decision"))
        for other in others:
            plays, other_plays = (CardWords(action_words(action)) for action in (other.chosen, other.again))
            yield OTHER_CHOICE(player=names[seat], plays=plays, other_plays=other_plays)
    for seat, version in check.other_versions.items():
        yield say(" - {player}: not checked: played by version {version}", player=names[seat], version=Term(version))
    if claim := check.claim:
        yield CLAIM(player=names[claim.seat], tricks=plural(claim.tricks, "trick"), number=Amount(f"{claim.won}"))
    if check.refused:
        after = Amount(", ".join(map(str, check.refused)))
        yield CLAIMS_REFUSED(claims=plural(len(check.refused), "claim"), numbers=after)
    yield from (f"{NOT_VERIFIED}{GAPS[gap.value]}" for gap in check.gaps)
