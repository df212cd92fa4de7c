"""`ninefivetwo record new`: a record typed question by question, what is refused, and what is kept."""

import io
import signal
import sys
from random import Random

import pytest
from commands import answer, refusal, started
from kept import ROOT
from table import finished_deals, played_out

from ninefivetwo.cards import FULL_DECK, Seat
from ninefivetwo.cli import record_new
from ninefivetwo.cli.record_entry import Entry
from ninefivetwo.cli.record_new import EntryDialog
from ninefivetwo.errors import NineFiveTwoError
from ninefivetwo.game import Call, Deal, Give, Play, YesNo
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.records import File, read_file
from ninefivetwo.game.rules import NAMED, parse_rules, rules_text
from ninefivetwo.layout import Layout
from ninefivetwo.words.speaker import action_words
from ninefivetwo.words.template import card_text

EFFORT = {"worlds": 8, "seconds": None, "seed": 0, "utility": "tricks", "even": False} | dict.fromkeys(
    ("opponents", "threads", "explain")
)
D, L, R = Seat
OPENING = ["", "left", "D:-3 L:+2 R:+1", "D:-3 L:2 R:1", "KJT3.AJ94.K86.QJ965", "C5 H4", "CA HQ", "S"]


def points(numbers):
    return " ".join(f"{seat.letter}:{numbers[seat]:+}" for seat in Seat)


def typed(view, event):
    """The answer of the view's player to the question about an event."""
    match event:
        case YesNo(_, answer):
            return "yes" if answer else "no"
        case Call(_, trump):
            return trump.letter
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


def entered(view, cards=3):
    """The entry made of a view by answering every question, so many cards at once in the play; and the answers."""
    entry, answers = Entry(), []
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
            plays = [str(event.card) for event in events if isinstance(event, Play)][
                : min(cards, 3 - len(entry.view.table))
            ]
            text = " ".join(plays) if isinstance(events[0], Play) else typed(view, events[0])
        assert entry.question().endswith((":", "?"))
        after = entry.answered(text)
        assert undone(after, max(1, len(after.view.plays) - len(entry.view.plays)) if entry.view else 1) is entry
        entry = after
        answers.append(text)
    return entry, answers


def undone(entry, number):
    for _ in range(number):
        entry = entry.past
    return entry


@pytest.mark.parametrize(
    "rules", [*NAMED, "wikipedia kitty_show=returned kitty_peek=yes", "cat-pm kitty_show=returned"]
)
def test_every_deal_can_be_typed_as_each_seat_sees_it(rules, count):
    """Under every rule set; the record read again is the view, card for card, and can be undone as what was typed."""
    known = set()
    for deal in finished_deals(parse_rules(rules), 11, count(2, 30)):
        for seat in Seat if deal.previous_results else (D,):
            view = deal.seen_by(seat)
            entry, _ = entered(view)
            assert entry.over and entry.view == view
            record = read_file(str(File.of([entry.record()]))).records[0]
            written = record.match.deal
            assert written in (deal, view) and (written == view or written.seen_by(seat) == view)
            known.add((seat, written == deal))
            again = Entry.of(record, seat)
            while again is not None:
                assert (again.view, again.score) == (entry.view, entry.score)
                again, entry = again.past, entry.past
            assert entry.view is None
    assert (D, True) in known and not {(L, True), (R, True)} & known


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


def test_at_a_terminal_a_fault_is_told_and_asked_again(tmp_path, monkeypatch, capsys):
    class Terminal(io.TextIOWrapper):
        def isatty(self):
            return True

    lines = ["undo", *OPENING[:5], "C5 HT", *OPENING[5:], "CQ 2 3 / SA", "undo", "q"]
    monkeypatch.setattr(sys, "stdin", Terminal(io.BytesIO("\n".join(lines).encode())))
    dialog = EntryDialog(str(tmp_path / "tonight.n52"), False, Entry(), False, EFFORT)
    dialog.run()
    shown = capsys.readouterr().out
    assert "Nothing to undo." in shown and "HT not in the hand" in shown and "left: HT" not in shown
    assert dialog.entry.view.trump is None and dialog.entry.view.due.kind is Call


def test_all_hands_are_written_once_they_are_proved(tmp_path):
    """A dealer has seen every card of a deal without an exchange; the opponents do not know the kitty."""
    deal = played_out(Deal.start(NAMED["wikipedia"].rules, Layout.parse(FREAK)))
    for seat, whole in ((D, True), (L, False)):
        path = tmp_path / f"{seat.word}.n52"
        follow(path, *entered(deal.seen_by(seat))[1])
        assert (FREAK in path.read_text()) == whole and ("Viewer" in path.read_text()) != whole
    assert "Score before" in answer("record", "show", path)


def test_ctrl_c_keeps_what_was_typed(tmp_path):
    path = tmp_path / "tonight.n52"
    with started("record", "new", path) as process:
        process.stdin.write("\nleft\n\nKJT3.AJ94.K86.QJ965\n")
        process.stdin.flush()
        shown = ""
        while "Trumps" not in shown:
            shown += process.stdout.read(1)
        assert "KJT3" in path.read_text()  # before anything else happens to the program
        process.send_signal(signal.SIGINT)
        assert process.wait() == 130
        assert f"Written to {path}: stopped before a call" in " ".join(process.stdout.read().split())
    assert "KJT3" in path.read_text()


# The advice at the table, and going on.

FREAK = "D:-.AKQJT98765432.JT9.- AKQJT98765432.-.AKQ.- -.-.8765.AKQJT9876543 K:-.-.432.2"


def follow(path, *lines, options=()):
    """What is shown when a deal is followed with little advice."""
    return answer("record", "new", path, "--worlds", 8, *options, stdin="".join(f"{line}\n" for line in lines))


def plain(text):
    return " ".join(text.split()).removesuffix(" For more, add --explain.")


def test_advice_is_that_of_advise(tmp_path):
    """At every turn of the player's and not at the others', in the same words; also of a choice of the player's own."""
    path = tmp_path / "tonight.n52"
    shown = plain(follow(path, *OPENING, "advise HA", "C6 2 8", options=["--advise"]))
    gift = answer("advise", "exchange", OPENING[4], "--seat", "left", "--previous", OPENING[2], "--worlds", 8)
    at = ["advise", "play", path, "--after", 0, "--worlds", 8]
    for advice in (gift, answer(*at), answer(*at, "--compare", "HA")):
        assert shown.count(plain(advice)) == 1
    assert shown.count("Regret is") == 3 and shown.endswith("stopped after 3 cards; the dealer plays next.")


@pytest.mark.parametrize("seat", [D, L])
def test_a_freak_hand_is_followed_to_its_last_card(tmp_path, seat):
    """Thirteen of a suit and two voids: advice at each of the turns, the last with one card left."""
    view = played_out(Deal.start(NAMED["wikipedia"].rules, Layout.parse(FREAK))).seen_by(seat)
    path = tmp_path / "freak.n52"
    shown = follow(path, *entered(view, cards=1)[1], options=["--advise"])
    assert shown.count(f"\nYou ({seat.word}) are ") == 16
    [last] = [play.card for play in view.plays[-3:] if play.seat is seat]
    assert f"hold {card_text(last)}." in shown
    assert read_file(path.read_text()).records[0].match.deal.seen_by(seat) == view


def test_ctrl_c_leaves_the_advice_not_the_dialog(tmp_path, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(record_new, "answered", interrupted)
    assert "Advice stopped.\nTrick 1, you lead: CQ" in follow(tmp_path / "a.n52", *OPENING, "CQ", options=["--advise"])


def test_a_file_is_continued_in_place_and_keeps_its_earlier_deals(tmp_path):
    path, first = tmp_path / "evening.n52", (ROOT / "examples/friday.n52").read_text()
    path.write_text(f"{first}\n{(ROOT / 'examples/left-to-lead.n52').read_text()}")
    assert "exists already" in refusal("record", "new", path, "--from", path)
    answer("record", "new", path, "--from", path, "--force", stdin="C6 2 8\n")
    friday, later = read_file(path.read_text()).records
    assert friday.match == read_file(first).records[0].match
    assert len(later.match.view.played) == 3
