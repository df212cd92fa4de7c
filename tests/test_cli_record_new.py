"""`ninefivetwo record new`: a record typed question by question, what is refused, and what is kept."""

import io
import re
import signal
import sys
from random import Random

import pytest
from commands import answer, refusal, started
from table import finished_deals

from ninefivetwo.cards import FULL_DECK, Seat
from ninefivetwo.cli.record_new import Entry, EntryDialog
from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.game import Call, Give, Look, Play
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.records import File, read_file
from ninefivetwo.game.rules import NAMED, parse_rules, rules_text
from ninefivetwo.words.speaker import action_words

D, L, R = Seat
OPENING = ["", "left", "D:-3 L:+2 R:+1", "D:-3 L:2 R:1", "KJT3.AJ94.K86.QJ965", "C5 H4", "CA HQ", "S"]


def points(numbers):
    return " ".join(f"{seat.letter}:{numbers[seat]:+}" for seat in Seat)


def typed(view, event):
    """The answer of the view's player to the question about an event."""
    match event:
        case Look(_, looks):
            return "yes" if looks else "no"
        case Call(_, denomination):
            return denomination.name
        case Give(seat, gifts) if seat is view.viewer:
            return action_words(event)
        case Give(seat, gifts):
            third = next(other for other in Seat if other not in (seat, view.viewer))
            own = format_cards(gifts[view.viewer]).replace("no card", "nothing")
            free = not view.rules.must_give and view.previous_results[third] < 0
            if free and view.previous_results[view.viewer] >= 0:
                return str(len(gifts[third]))
            return f"{own}, {third.word} {len(gifts[third])}" if free else own
        case _ if getattr(event, "to", view.viewer) is not view.viewer:
            return str(len(event.cards))
    return format_cards(event.cards).replace("no card", "nothing")


def entered(view):
    """The entry made of a view by answering every question, each answer taken back once and given again."""
    entry = Entry()
    results = "" if view.previous_results is None else points(view.previous_results)
    first = [
        rules_text(view.rules),
        view.viewer.letter,
        results,
        *([""] if results else []),
        str(view.dealt[view.viewer]),
    ]
    while len(first) or len(entry.view.events) < len(view.events):
        if first:
            text = first.pop(0)
        else:
            events = view.events[len(entry.view.events) :]
            plays = [str(event.card) for event in events if isinstance(event, Play)][: 3 - len(entry.view.table)]
            text = " ".join(plays) if isinstance(events[0], Play) else typed(view, events[0])
        assert entry.question().endswith(":")
        after = entry.answered(text)
        assert after.past is entry
        entry = after
    return entry


@pytest.mark.parametrize(
    "rules", [*NAMED, "wikipedia kitty_show=returned kitty_peek=yes", "cat-pm kitty_show=returned"]
)
def test_every_deal_can_be_typed_as_each_seat_sees_it(rules, count):
    """Under every rule set; the record read again is the view, card for card."""
    for deal in finished_deals(parse_rules(rules), 11, count(3, 30)):
        for seat in Seat:
            view = deal.seen_by(seat)
            entry = entered(view)
            assert entry.over and entry.view == view
            assert read_file(str(File.of([entry.record()]))).records[0].match.deal == view


def test_whatever_is_typed_is_taken_or_refused_in_one_line(count):
    """Cards and other words at random, after an opening that leads into the exchange or the play."""
    random, deck = Random(3), [str(card) for card in FULL_DECK]
    words = "/ // ♥K h10 10 left right,1 nothing - yes no n S D:1 ?/? \x00 0 2 SA32 KJT3.AJ94.K86.QJ965 925".split(" ")
    openings = [OPENING, ["952", "left", "D:+2 L:-1 R:-1", "", OPENING[4]], ["cat-pm", "dealer", "", OPENING[4]]]
    for i in range(count(60, 3000)):
        entry, refused = Entry(), 0
        for text in openings[i % 3][: random.randrange(4, 9)]:
            entry = entry.answered(text)
        while refused < 30 and not entry.over:
            number = random.choice((1, 1, 1, 2, 3, 4))
            text = " ".join(random.choice(deck if random.random() < 0.7 else words) for _ in range(number))
            try:
                entry = entry.answered(text)
            except NineFiveTwoError as error:
                refused += 1
                assert len(str(error).splitlines()) == 1 and len(str(error)) < 400
        if (record := entry.record()) is not None:
            assert record.match.view.viewer is entry.seat


def test_an_entry_is_written_and_can_be_asked_about(tmp_path):
    path = tmp_path / "tonight.n52"
    lines = [*OPENING, "CQ 2 K", "undo", "c6", "undo", "?", "C6 C2 8 / d7"]
    shown = answer("record", "new", path, stdin="\n".join(lines) + "\n")
    assert "a rank alone is of the suit led" in shown and "trick 2, D7, then left:" in shown
    assert f"written to {path}: stopped after 4 cards" in shown
    assert '[Viewer "L"]' in path.read_text() and '[Score "D:-3 L:2 R:1"]' in path.read_text()
    assert "4 cards" in answer("record", "check", path)


def test_what_is_not_known_is_not_written(tmp_path):
    path = tmp_path / "tonight.n52"
    answer("record", "new", path, stdin="\nright\nD:-3 L:+2 R:+1\n\nKJT3.AJ94.K86.QJ965\n")
    assert "Score" not in path.read_text() and "Carry" in path.read_text()


@pytest.mark.parametrize(
    "lines, fault",
    [
        (["chess"], "no rule set: 'chess'"),
        (["", "middle"], "no seat: 'middle'"),
        (["", "left", "D:9 L:9 R:9"], "results of the last deal that do not sum to 0"),
        (["", "left", "D:-3 L:+2 R:+1", "D:30 L:-20 R:-10"], "the match was over before this deal"),
        (["", "left", "D:-3 L:+2 R:+1", "D:3 L:-2 R:0"], "a score that does not sum to 0"),
        (["", "left", "", "AK.AK.AK.AK"], "8 cards dealt to left .expected 16"),
        ([*OPENING[:5], "C5"], "left gives dealer 1 card .expected 2"),
        ([*OPENING[:5], "C5 HT"], "left does not hold HT"),
        ([*OPENING[:6], "CA"], "1 cards? .expected 2"),
        ([*OPENING[:6], "CA DA"], "expected the highest of the suits given"),
        ([*OPENING[:6], "CA HJ"], "HJ cannot be there"),
        ([*OPENING[:7], "X"], "no denomination"),
        ([*OPENING, ""], "no card .expected the cards of the trick"),
        ([*OPENING, "CQ CJ"], "trick 1, card 2: CJ would be right's card, and left holds it"),
        ([*OPENING, "C6 2 8", "D2 8 H3 / DK D4"], "trick 3, card 2: D4 .*right.* did not follow diamonds in trick 2"),
        (["", "dealer", "", "KJT3.AJ94.K86.QJ965", "S", "S2 S4 S5"], "3 cards .expected 4"),
        (["", "dealer", "", "KJT3.AJ94.K86.QJ965", "S", "S2 S4 S5 SK"], "SK"),
        (["", "dealer", "", "KJT3.AJ94.K86.QJ965", "S", "S2 S4 S5 S6", "S2 S4 S5 S7"], "dealer does not hold S7"),
    ],
)
def test_what_cannot_be_is_refused_and_the_rest_kept(tmp_path, lines, fault):
    """From a pipe the fault ends the entry; what was typed before it is written if there is a hand."""
    path = tmp_path / "tonight.n52"
    assert re.search(fault, refusal("record", "new", path, stdin="\n".join(lines) + "\n"))
    hand = len(lines) > (5 if lines[2:3] == OPENING[2:3] else 4)
    assert path.exists() == hand
    if hand:
        assert "all legal" in answer("record", "check", path)


def test_at_a_terminal_a_fault_is_told_and_asked_again(tmp_path, monkeypatch, capsys):
    class Terminal(io.TextIOWrapper):
        def isatty(self):
            return True

    lines = ["undo", *OPENING[:5], "C5 HT", *OPENING[5:], "CQ 2 3 / SA", "undo", "q"]
    monkeypatch.setattr(sys, "stdin", Terminal(io.BytesIO("\n".join(lines).encode())))
    dialog = EntryDialog(str(tmp_path / "tonight.n52"), False)
    dialog.run()
    shown = capsys.readouterr().out
    assert "nothing to undo" in shown and "left does not hold HT" in shown
    assert dialog.entry.view.trump is None and dialog.entry.view.due.kind is Call


def test_nothing_is_overwritten_unasked(tmp_path):
    path = tmp_path / "tonight.n52"
    path.write_text("kept")
    assert "exists already" in refusal("record", "new", path, stdin="")
    assert "nothing is written" in answer("record", "new", path, "--force", stdin="")
    assert path.read_text() == "kept"
    answer("record", "new", path, "--force", stdin="\nleft\n\nKJT3.AJ94.K86.QJ965\n")
    assert "KJT3" in path.read_text()


def test_ctrl_c_keeps_what_was_typed(tmp_path):
    path = tmp_path / "tonight.n52"
    with started("record", "new", path) as process:
        process.stdin.write("\nleft\n\nKJT3.AJ94.K86.QJ965\n")
        process.stdin.flush()
        shown = ""
        while "trump" not in shown:
            shown += process.stdout.read(1)
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert f"written to {path}: stopped before a call" in " ".join(process.stdout.read().split())
    assert "KJT3" in path.read_text()
