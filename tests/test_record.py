"""Records: nothing lost in reading and writing, every state kept, every breach of a rule told by its line."""

import re
from dataclasses import replace
from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from table import cards, dealt_matches, laid_out, random_match
from test_game import TABLE, TABLES

from ninefivetwo.cards import FULL_DECK, Card, Seat, Trump
from ninefivetwo.codec import decode, encode
from ninefivetwo.errors import FileError, RecordError
from ninefivetwo.game import Call, Discard, Give, Match, Play, Unseen, runs
from ninefivetwo.game.records import HEADER, Cell, Comment, Escape, File, Note, Record, Tag, read_file, record_of
from ninefivetwo.game.records.document import RECORD_MARKS
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.words.record import RecordObject, record_file, record_object

D, L, R = Seat


def text_of(match, **tags):
    return str(File.of([record_of(match, tags)]))


def read_one(text):
    (record,) = read_file(text).records
    return record.match


# Every state, and every seat's view of it, goes to a file and comes back.


@TABLE
def test_states_of_a_match_and_every_view_of_them_are_kept(rules, seed, count):
    """States drawn at random of each match."""
    for i in range(count(1, 140)):
        dealt = list(dealt_matches(rules, seed + i, deals=3))
        for match in Random(seed + i).sample(dealt, count(4, 10)):
            for state in (match, *(replace(match, deal=match.deal.seen_by(seat)) for seat in Seat)):
                text = text_of(state)
                file = read_file(text)
                assert str(file) == text
                assert file.records[0].match == state
                assert record_file(decode(encode(record_object(file)), RecordObject)) == file


@TABLE
def test_a_whole_match_is_one_run(rules):
    """Its file is read and replayed, deal by deal, to the same end, and its text stays the same byte for byte."""
    played = [match for match in dealt_matches(rules, 29) if match.deal.over]
    text = str(File.of([record_of(match, {"Event": "a match"}) for match in played]))
    file = read_file(text)
    assert str(file) == text
    found = [record.match for record in file.records]
    assert found == played
    assert len(runs(found)) == 1
    assert found[-1].winners() == played[-1].winners() and found[-1].over
    if len(found) > 1:
        assert [len(run) for run in runs(found[::-1])] == [1] * len(found)


def test_a_record_ends_anywhere():
    """Cut after any line, and in mid-row, a record is the deal as far as it had come."""
    match = [m for m in random_match(NAMED["wikipedia"].rules, 31, deals=2)][-1]
    lines = text_of(match).splitlines()
    play = lines.index('[Play "L"]')
    stages = []
    for end in range(lines.index(next(line for line in lines if line.startswith('[Deal "'))) + 1, len(lines)):
        stages.append(len(read_one("\n".join(lines[:end])).deal.events))
    assert stages == sorted(stages) and stages[0] < stages[-1]
    row = lines[play + 1].split()
    for part in (row[:1], row[:2], [row[0], "-", "-"]):
        assert len(read_one("\n".join([*lines[: play + 1], "  ".join(part)])).deal.table) == len(
            [card for card in part if card != "-"]
        )


# The notation's own example, and what people type.

CASES = Path(__file__).with_name("cases")
EXAMPLE, VIEW = ((CASES / f"{name}.n52").read_text() for name in ("example", "view"))


def test_the_examples_of_the_page_are_legal_as_they_stand():
    """Those in docs/record.md are legal records as they stand; the one-sided one is the file of examples."""
    page = (Path(__file__).parents[1] / "docs/record.md").read_text()
    text, one_sided = re.findall(r"```\n(% ninefivetwo.*?)```", page, re.DOTALL)
    assert str(read_file(text)) == text
    assert str(read_file(one_sided)) == one_sided == ONE_SIDED
    assert read_one(text).deal.table == (Card.parse("CK"),)


def test_the_notation_s_example_has_its_names_scores_and_tricks():
    match = read_one(EXAMPLE)
    assert match.names == ("Ann", "Bob", "Cy") and match.score == (4, -3, -1) and match.previous_results == (-3, 2, 1)
    assert match.deal.won == (1, 0, 0) and match.deal.trump is Trump.SPADES
    assert str(read_file(EXAMPLE)) == EXAMPLE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("C5/CA H4/HQ", "H4/HQ C5/CA"),  # which return stands beside which gift is free, and so is the order
        ("DK  D7  S5", "dk  ♦7  s5"),
        ('[Trump "S"]', '[Trump "spades"]'),
        ('[Trump "S"]', '[Trump "♠\ufe0f"]'),
        ('[Play "L"]', '[Play "left"]'),
        ("% ninefivetwo 1.0\n", ""),
        ("\n", "\r\n"),
        ('[Trump "S"]\n[Discard "H3 D5 D3 D2"]', '[Discard "h3,D5,D3,D2"]\n[Trump "S"]'),
        ("D:AQ9865.Q632.32.AT87 KJT3.AJ94.K86.QJ965 72.KT875.AQJT974.43",
         "L:KJT3.AJ94.K86.QJ965 72.KT875.AQJT974.43 AQ9865.Q632.32.AT87 K:4.-.5.K2"),
        ('[Play "L"]\nDK  D7  S5', '[Play "D"]\nS5  DK  D7'),  # the columns are the tag's; who leads is the rules'
    ],
)  # fmt: skip
def test_what_is_written_otherwise_is_read_alike(one, other):
    assert one in EXAMPLE
    assert read_one(EXAMPLE.replace(one, other)) == read_one(EXAMPLE)


def test_comments_marks_and_unknown_tags_are_kept_in_their_places():
    text = (Path(__file__).parent / "data/odd.n52").read_text()
    file = read_file(text)
    assert str(file) == text
    assert file.records[0].match.deal.won == (1, 0, 0)
    assert file.records[0].tag("Annotator") == "Dee"
    assert file.records[0].tag("Event") == 'two "quotes" and a \\'
    assert record_file(record_object(file)) == file


words = st.text(st.characters(codec="utf-8", exclude_categories=("C", "Zl", "Zp")), max_size=20)
tags = st.builds(Tag, st.from_regex(r"[A-Z][A-Za-z0-9_]{0,8}", fullmatch=True), words)
brace = st.builds(Comment, st.text('abc {;\n["%', max_size=9), fresh=st.booleans())
rest = st.builds(Comment, words, to_line_end=st.just(True), fresh=st.booleans())
cells = st.builds(Cell, st.sampled_from(list(FULL_DECK)), st.sampled_from(RECORD_MARKS), fresh=st.booleans())
pieces = st.one_of(
    tags, brace, rest, cells,
    st.builds(Escape, words), st.builds(Cell, st.none(), fresh=st.booleans()),
    st.builds(Note, st.integers(0, 9999), fresh=st.booleans()),
)  # fmt: skip


@given(tags, st.lists(pieces, max_size=12))
def test_any_items_are_read_as_they_were_written(first, more):
    text = str(File(((first, *more),)))
    file = read_file(text)
    assert str(file) == text
    assert [replace(item, fresh=True) for item in file.sections[0]] == [
        replace(item, fresh=True) for item in (first, *more)
    ]
    assert record_file(decode(encode(record_object(file)), RecordObject)) == file


@given(st.text(max_size=200) | st.text('[]{};"%$ \nRulesDeal:?-SA', max_size=80))
def test_any_text_is_read_or_refused(text):
    try:
        for record in read_file(text).records:
            record.match  # noqa: B018
    except RecordError:
        pass


BGA = NAMED["bga"].rules


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Tag("two words", "x"), "invalid tag: 'two words'"),
        (lambda: Tag("Event", "two\nlines"), "invalid tag"),
        (lambda: Tag("Event", "\x00"), "invalid tag"),
        (lambda: Comment("}"), "invalid comment"),
        (lambda: Comment("two\nlines", to_line_end=True), "invalid comment"),
        (lambda: Escape("two\nlines"), "invalid escape line"),
        (lambda: read_file("SA\n"), "line 1: a card without a deal: SA"),
        (lambda: record_of(Match(BGA, ("A\nB", "C", "D"), deal=laid_out(BGA))), "invalid tag: 'Dealer'"),
        (lambda: record_of(Match(BGA, deal=laid_out(BGA)), {"Trump": "H"}), "reserved tag: Trump"),
    ],
)
def test_what_could_not_be_read_again_is_not_made(make, told):
    with pytest.raises(RecordError, match=told):
        make()


def test_a_gift_not_returned_yet_is_kept():
    """In the variant of the Catalan sheet the call stands between giving and returning."""
    text = (CASES / "split.n52").read_text()
    match = read_one(text)
    assert match.deal.turn.kind is Call
    assert read_one(text_of(match)) == match
    called = read_one(text + '[Trump "S"]\n')
    assert called.deal.handed_back(D, R) == cards("CA")


def test_a_declined_gift_is_a_dash_or_told_by_going_on():
    start = laid_out(NAMED["bga"].rules, (-1, 1, 0))
    declined = start.after(Give.of(L, {}))
    match = Match(start.rules, previous_results=start.previous_results, deal=declined)
    assert '[Exchange "L>D -"]' in text_of(match)
    assert read_one(text_of(match)) == match
    called = replace(match, deal=declined.after(Call(D, Trump.SPADES)))
    assert "Exchange" not in text_of(called)
    assert read_one(text_of(called)) == called
    assert read_one(text_of(replace(match, deal=start))).deal.turn.kind is Give


def test_a_one_sided_record_is_its_viewer_s_view():
    match = read_one(VIEW)
    assert match.deal.viewer is L and match.deal.won == (1, 0, 0)
    assert [type(event).__name__ for event in match.deal.events][:6] == [
        "Give", "Return", "Call", "Take", "Show", "Discard",
    ]  # fmt: skip
    assert read_one(text_of(match)) == match


ONE_SIDED = (Path(__file__).parents[1] / "examples/left-to-lead.n52").read_text()


@pytest.mark.parametrize("discard", ["?", "? ?", "? ? ? ?"])
def test_one_unknown_means_all_unknown(discard):
    """The same view whether each unseen card is written or a single ? stands for all of them."""
    short = read_one(ONE_SIDED + f'[Discard "{discard}"]\n')
    assert short.deal.discarded == Unseen(4) and short.deal.turn.kind is Play
    for exchange in ("R>D ?/?", "R>D ? "):
        assert read_one(ONE_SIDED.replace("R>D ?", exchange)) == read_one(ONE_SIDED)
    two = ONE_SIDED.replace("D:-3 L:2 R:1", "D:-3 L:1 R:2").replace("L>D C5/CA H4/HQ; R>D ?", "L>D C5/CA; R>D ?")
    for exchange in ("R>D ?/?", "R>D ? ?", "R>D ?/? ?/?"):
        assert read_one(two.replace("R>D ?", exchange)) == read_one(two)
    assert read_one(two).deal.given(R, D) == Unseen(2)


def test_a_one_sided_record_may_end_before_the_lead():
    """At the call, or with a Play tag and not a card: either way left is to lead once the unseen has happened."""
    called = read_one(ONE_SIDED)
    assert called.deal.turn.kind is Discard and read_one(text_of(called)) == called
    led = read_one(ONE_SIDED + '[Play "L"]\n')
    assert led.deal.turn.kind is Play and led.deal == called.view.skip_unseen()
    assert called.view.skip_unseen().skip_unseen() == led.deal


def test_the_dealers_record_tells_the_kitty_once_he_has_it():
    text = '[Rules "bga"]\n[Viewer "D"]\n[Deal "D:AQ9865.Q632.32.AT87 ? ? K:?"]\n[Trump "S"]\n'
    assert read_one(text).deal.due.kind.__name__ == "Take"
    told = text.replace("K:?", "K:4.-.5.K2") + '[Discard "H2 H3 H6 HQ"]'
    assert read_one(told).deal.turn is not None


def test_tags_are_read_in_any_case_and_unknown_ones_named():
    text = EXAMPLE.replace("[Trump", "[trump").replace("[Date", "[DATE").replace("[Event", "[Evnt")
    (record,) = read_file(text).records
    assert record.match == read_one(EXAMPLE)
    assert record.parsed.unknown == ["Evnt", "DATE"]


@pytest.mark.parametrize("text", ["925 must_give=no", "catalan-plus-minus must_give=no"])
def test_gifts_declined_are_kept_wherever_the_call_stands(text):
    """Every state of the exchange in which someone declined is read as that state again."""
    rules, declined = parse_rules(text), 0
    for seed in range(6):
        for match in dealt_matches(rules, seed, deals=3):
            if not match.deal.table and match.deal.won == (0, 0, 0):
                assert read_one(text_of(match)) == match
                declined += " -" in text_of(match)
    assert declined


# Mangled records.


def mangled(text, random):
    """The text with a few characters, words or lines changed about."""
    for _ in range(1 + int(random.random() * 3)):
        text = text or "\n"
        at, other = (int(random.random() * len(text)) for _ in range(2))
        lines = text.split("\n")
        i, j = (int(random.random() * len(lines)) for _ in range(2))
        match int(random.random() * 7):
            case 0:
                text = text[:at] + text[at + 1 :]
            case 1:
                text = text[:at] + '[]{}";%-?/>AKSD1 \n'[int(random.random() * 18)] + text[at:]
            case 2:
                text = text[:at] + text[other] + text[at + 1 :]
            case 3:
                lines[i], lines[j] = lines[j], lines[i]
                text = "\n".join(lines)
            case 4:
                text = "\n".join(lines[:i] + lines[i + 1 :])
            case 5:
                text = "\n".join([*lines[:i], lines[j], *lines[i:]])
            case 6:
                text = text[:at]
    return text or "\n"


def test_mangled_records_are_refused_by_line_or_kept(seed, count):
    """A clear refusal with its line, or a reading that is kept when it is written again."""
    random, refused, number = Random(seed), 0, count(300, 20_000)
    for i in range(number):
        if i % 20 == 0:  # to play a match takes longer than to read its records
            rules = parse_rules(TABLES[i // 20 % len(TABLES)])
            states = list(dealt_matches(rules, seed + i // 20, deals=2))
        match = states[int(random.random() * len(states))]
        if random.random() < 0.3:
            match = replace(match, deal=match.deal.seen_by(Seat(int(random.random() * 3))))
        text = mangled(text_of(match, Event="mangled"), random)
        try:
            file = read_file(text)
            found = [record.match for record in file.records]
        except RecordError as error:
            assert str(error).startswith("line ") and "\n" not in str(error) and len(str(error)) < 400
            refused += 1
            continue
        again = read_file(str(file))
        assert again == file and [record.match for record in again.records] == found
        for one in found:
            assert read_one(text_of(one)) == one
    assert number / 4 < refused < number


def test_records_are_values():
    record = read_file(EXAMPLE).records[0]
    assert record.line == 1
    assert Record(record.items).tag("Nobody") is None
    assert File.of([]).records == () and str(File.of([])) == HEADER + "\n"


def test_a_record_is_written_to_a_new_file(tmp_path):
    match = Match(BGA, ("Ann", "Bob", "Cy"), deal=laid_out(BGA))
    path = tmp_path / "ann.n52"
    record_of(match).write(path)
    assert read_file(path.read_text()).records[0].match == match
    with pytest.raises(FileError, match="exists already"):
        record_of(match).write(str(path))
    record_of(match, {"Event": "again"}).write(path, force=True)
    assert read_file(path.read_text()).records[0].event == "again"
    with pytest.raises(FileError, match="folder is missing"):
        record_of(match).write(tmp_path / "none" / "ann.n52")
