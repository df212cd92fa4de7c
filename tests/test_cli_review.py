"""`ninefivetwo review`, run as its users do."""

import json
import re
import signal
from functools import cache
from io import StringIO
from pathlib import Path
from unittest.mock import patch

import pytest
from commands import answer, document, run, started
from msgspec.structs import replace
from reviews import review_once
from rich.cells import cell_len
from rich.console import Console

from ninefivetwo.cards import Card, Seat, parse_cards
from ninefivetwo.cli.review import course
from ninefivetwo.cli.review.course import progress_words, show_deal, show_luck, show_match
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Play
from ninefivetwo.game.records import read_file
from ninefivetwo.layout import Trick
from ninefivetwo.study import LeftOut, Why
from ninefivetwo.study.match import DealPlace
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.review import ReviewText, grade_words, ranked, with_words
from ninefivetwo.words.review_match import deal_line, reviews_object
from ninefivetwo.words.review_screen import MORE, MORE_OF_SEVERAL

ROOT = Path(__file__).parents[1]
EXAMPLES = [ROOT / f"examples/{name}.n52" for name in ("club-evening", "friday", "holiday")]
EXAMPLE = ROOT / "examples/friday.n52"  # the one that is reviewed most quickly

pytestmark = pytest.mark.usefixtures("shared_reviews")


def test_three_rule_sets_are_in_the_examples():
    rules = {read_file(path.read_text()).records[0].match.rules.name for path in EXAMPLES}
    assert len(EXAMPLES) >= 3 and len(rules) >= 3


def names(record, *three):
    """The record with other players' names."""
    for name, new in zip(re.findall(r'\[(?:Dealer|Left|Right) "(.*?)"\]', record), three, strict=True):
        record = record.replace(f'"{name}"', f'"{new}"')
    return record


WORLDS = 4
FRIDAY, CLUB = EXAMPLES[1].read_text(), EXAMPLES[0].read_text()
LONG = (
    "Maximiliane von und zu Hohenlohe-Bartenst",
    "Jean-Baptiste Emanuel Zorg de la Fontain",
    "Aurelia Constantina Papadopoulos-Smithers",
)
#: Records of every kind: rule sets, one-sided, unfinished, names that are long, alike, wide or none.
RECORDS = {
    **{path.stem: path.read_text() for path in EXAMPLES},
    "one-sided": (ROOT / "examples/left-to-lead.n52").read_text(),
    "unfinished": FRIDAY.split("DK  DA")[0],
    "before the play": FRIDAY.split("[Trump")[0],
    "long names": names(FRIDAY, *LONG),
    "names alike": names(FRIDAY, "Ann", "Ann", "Ann"),
    "no names": names(FRIDAY, "", "", ""),
    "wide names": names(FRIDAY, "王小明先生王小明先生", "Ñandú Łukasiewicz", "Ελένη Παπαδοπούλου"),
    "freak": """[Rules "wikipedia"]
[Deal "D:AKQJT98765432.AKQ.. .JT98765.AKQJT98.AK .432.765432.QJT9876 K:...5432"]
[Trump "S"]
[Discard "C5 C4 C3 C2"]
""",
}


@cache
def reviewed(text, worlds):
    match = read_file(text).records[0].match
    return with_words(review_once(match, Limits(None, worlds) if worlds else None), match), match


def screen(text, worlds, width):
    """The lines of a deal's screen."""
    out = Console(width=width, markup=False, emoji=False, file=StringIO())
    value, match = reviewed(text, worlds)
    show_deal(out, value, match, "A deal", MORE)
    return out.file.getvalue().splitlines()


#: Deals whose screen has another form without fair losses; what else there is to a deal stands on both.
IN_HINDSIGHT = ("friday", "long names", "freak")


@pytest.mark.parametrize(
    ("text", "worlds"),
    [(text, WORLDS) for text in RECORDS.values()] + [(RECORDS[name], 0) for name in IN_HINDSIGHT],
    ids=[*RECORDS, *(f"{name} in hindsight" for name in IN_HINDSIGHT)],
)
def test_a_deal_takes_one_screen(text, worlds):
    """Of 24 lines at 80 columns; no line is wider than it is, none ends in a blank, and only names are broken."""
    words = {word.strip(",()") for word in " ".join(screen(text, worlds, 500)).split()} | {"(1", "2", "3", "of"}
    names = " ".join(reviewed(text, worlds)[0].players)
    for width, height in ((80, 24), (60, 32)):
        lines = screen(text, worlds, width)
        assert len(lines) <= height
        assert all(cell_len(line) <= width and line == line.rstrip() for line in lines)
        assert not [
            word
            for line in lines
            for word in line.split()
            if word.strip(",()─") not in {*words, ""} and word not in names
        ]


@pytest.mark.parametrize("width", [60, 80])
def test_the_match_keeps_to_the_width(width):
    """Of deals of all these kinds together, with a deal left out; each line, and the tables of `--all`."""
    out = Console(width=width, markup=False, emoji=False, file=StringIO())
    deals = [reviewed(text, WORLDS) for text in RECORDS.values()]
    places = [DealPlace("a record.n52", number) for number in range(1, len(deals) + 1)]
    left_out = [LeftOut("a record.n52", len(deals) + 1, "line 952: left plays S2 and holds H9 H7 H5 H2")]
    found = reviews_object([value for value, _ in deals], [match for _, match in deals], places, left_out)
    show_match(out, found, MORE_OF_SEVERAL)
    short = out.file.getvalue()
    assert "lost a deal" not in short and found.words.costliest[3].split(". ")[0] not in " ".join(short.split())
    show_match(out, found, "")
    show_luck(out, found.players)
    lines = out.file.getvalue().splitlines()
    assert all(cell_len(line) <= width and line == line.rstrip() for line in lines)
    told = " ".join(" ".join(lines).split())
    assert found.words.left_out[0] in told and all(each in told for each in found.words.costliest)
    assert all(f"{name}: accuracy".lower() in told.lower() for name, each in found.players.items() if each.unforced)


def test_who_played_best_stands_first():
    """Players by their accuracy, the highest first; then the costliest mistakes and their reasons; then luck."""
    told = answer("review", str(EXAMPLE), "--fair-worlds", str(WORLDS))
    found = json.loads(answer("review", str(EXAMPLE), "--fair-worlds", str(WORLDS), "--json"))
    lost = {found["players"][seat]: -each["accuracy"]["mean"] for seat, each in found["seats"].items()}
    assert re.findall(r"^(\w+) +\d of \d", told, re.MULTILINE) == sorted(lost, key=lost.get)
    dear = [found["decisions"][index] for index in found["words"]["costliest_decisions"]]
    losses = [each["fair_cost"]["mean"] for each in dear]
    assert losses == sorted((d["fair_cost"]["mean"] for d in found["decisions"] if d["avoidable"]), reverse=True)[:2]
    assert all(each in " ".join(told.split()) for each in found["words"]["costliest"])
    assert told.index("Accuracy") < told.index("Costliest avoidable mistakes") < told.index("uckiest")
    assert "--all" in told and "--html FILE" in told


def test_who_lost_most_is_told_by_tricks_and_in_the_singular():
    """Not by tricks a decision, as who played best is; and what is lost but rounds to none is not called nothing."""
    value = reviewed(FRIDAY, 0)[0]
    grade = value.seats[Seat.DEALER]
    lost = {"dealer": (0.4, 1), "left": (0.0, 13), "right": (0.6, 13)}
    seats = [replace(grade, fair_loss=Estimate(loss, 0.01, 9), unforced=n) for loss, n in lost.values()]
    few = replace(value, seats=tuple(seats))
    assert ranked(few)[0][-1] is Seat.DEALER and "Lost most: Ann, 0.600 ± 0.010 tricks" in deal_line(few)
    close = tuple(replace(seat, fair_loss=Estimate(seat.fair_loss.mean, 0.1, 9)) for seat in seats)
    line = deal_line(replace(value, seats=close, fair_worlds=20))
    assert line.endswith("Lost most: Ann or Bob, too close to call.")
    assert grade_words("Bob", grade) == "Bob: lost 1 trick, mainly on leads."
    assert grade_words("Bob", replace(grade, own_cost=0)) == "Bob: lost nothing."
    assert grade_words("Bob", replace(grade, fair_loss=Estimate(0.03, 0.01, 9))) == "Bob: lost 0.030 ± 0.010 tricks."


def test_of_two_who_did_not_follow_suit_each_card_is_told_with_its_suit():
    """The queen of hearts and the queen of trumps are told apart."""
    moment = reviewed(FRIDAY, 0)[0]
    trick = Trick(Seat.LEFT, parse_cards("D4 HQ D2"), None)
    value = replace(moment, tricks=[trick, *moment.tricks[1:]])
    made, better = (Play(Seat.DEALER, Card.parse(card)) for card in ("D2", "D5"))
    decision = replace(value.decisions[5], seat=Seat.DEALER, trick=1, chosen=made)
    why = Why(better=better, gain=Estimate(0.5, 0.1, 9), themes=(), reply=None, worlds=9, seed=0, known=())
    told = ReviewText.of(value).reasons(replace(decision, why=why))[0]
    assert told == (
        "Trick 1: on Cy's 4 of diamonds and Ann's queen of hearts, Bob should have played the 5 of diamonds, "
        "not the 2 (0.50 ± 0.10 tricks more)."
    )


def test_ctrl_c_keeps_what_is_done(tmp_path):
    """What is done is shown, and the match of it; one line says how much is left out, and the status is 130."""
    path = tmp_path / "match.n52"
    path.write_text("\n".join([FRIDAY, *[CLUB.split("\n", 1)[1]] * 30]))
    with started("review", str(path), "--no-fair") as process:
        assert process.stdout.readline().startswith("Deal 1: Bob 7")
        process.send_signal(signal.SIGINT)
        rest, said = process.communicate()
        assert process.returncode == 130
    done = 1 + len(re.findall(r"^Deal \d+: ", rest, re.MULTILINE))
    assert "Tricks lost" in rest and "left out: the work was stopped" in " ".join(rest.split())
    assert said == f"ninefivetwo: stopped, {31 - done} of 31 deals left out\n" and done < 31


def test_ctrl_c_keeps_what_is_done_in_files(tmp_path):
    """In JSON, on the page and in the record."""
    path, note = tmp_path / "match.n52", tmp_path / "note.n52"
    path.write_text(
        "\n".join([FRIDAY, *(RECORDS[name].split("\n", 1)[1] for name in ("club-evening", "holiday", "no names"))])
    )
    with patch.object(course, "reviewed", interrupted(course.reviewed, 2)):
        done = run(
            "review", str(path), "--no-fair", "--json", "--annotate", str(note), "--html", str(tmp_path / "page")
        )
    assert done.returncode == 130 and done.stderr == "ninefivetwo: stopped, 2 of 4 deals left out\n"
    found = document(done.stdout)
    assert len(found.deals) == 2 and len(found.left_out) == 2
    assert found.words.left_out == ["Deals 3 to 4 left out: the work was stopped."]
    assert ["n52: " in section for section in note.read_text().split("\n\n")] == [True, True, False, False]
    assert "Deals 3 to 4 left out" in (tmp_path / "page").read_text()


def interrupted(work, times):
    """The work, with Ctrl-C pressed when it has been done so often."""
    done = []

    def until(*arguments):
        if len(done) == times:
            raise KeyboardInterrupt
        done.append(None)
        return work(*arguments)

    return until


def test_ctrl_c_before_anything_is_done():
    with patch.object(course, "reviewed", interrupted(course.reviewed, 0)):
        assert run("review", *EXAMPLES[:2], "--no-fair").returncode == 130


def test_progress_tells_the_time_left():
    """Once enough is done to tell it."""
    assert progress_words(1, 1, 0.01, 0.5) == "reviewing: 1 %"
    assert progress_words(1, 1, 0.5, 3.0) == "reviewing: 50 %, about 3 s left"
    assert progress_words(4, 9, 0.5, 7.0) == "deal 4 of 9: 39 %, about 11 s left"
