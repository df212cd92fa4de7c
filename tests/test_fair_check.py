"""`record fair` proves what it says: what it cannot check it does not pass, and nothing rests on a clock or a name."""

import hashlib
import re
import subprocess
import sys
from contextlib import suppress
from itertools import count
from pathlib import Path

import pytest
from commands import document, run
from test_session import WIKIPEDIA, begun, until

from ninefivetwo.cards import Seat
from ninefivetwo.errors import GameError
from ninefivetwo.game import Match
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.keep.library import Library
from ninefivetwo.keep.session import CheckResult, Due, check_deal
from ninefivetwo.keep.session.computers import Computer, computers_text
from ninefivetwo.think.players import players_version
from ninefivetwo.web.drill import _people

D, L, R = Seat
ROOT = Path(__file__).parents[1]
FAIR_PAGE, EXAMPLE = ROOT / "docs/fair.md", ROOT / "examples/fair.n52"


@pytest.fixture(scope="module")
def text():
    """Two deals against a beginner and a club player, from the seed 7."""
    session = until(begun(levels=("beginner", "club"), seed=7), lambda s: s.due is Due.NEXT_DEAL)
    return until(session.next_deal(), lambda s: s.deal.over).records()


def fair(tmp_path, text, *options):
    path = tmp_path / "match.n52"
    path.write_text(text)
    return run("record", "fair", path, *options)


def without(text, *tags):
    """A file without these tags."""
    return re.sub(rf'\[(?:{"|".join(tags)}) "[^"]*"\]\n', "", text)


def test_a_claim_passes_only_if_it_won_all_that_it_claimed(text, tmp_path):
    """The cards of a claim are not decisions, so a claim that lost a trick would excuse whatever a computer played."""
    deal = read_file(text).records[0].match.deal
    me = next(seat for seat in Seat if read_file(text).records[0].match.names[seat] == "You")
    lost = next(n for n in range(1, 17) if deal.tricks[-n].winner is not me)
    claimed = text.replace("[Salt", f'[Claimed "{3 * lost}"]\n[Salt', 1)
    done = fair(tmp_path, claimed)
    assert done.returncode == 1 and "claim" in done.stderr
    assert f"You: claimed {lost} trick" in done.stdout and f"and won {lost - 1}" in done.stdout
    for more in ("0 1", "49", "x"):
        assert fair(tmp_path, text.replace("[Salt", f'[Claimed "{more}"]\n[Salt', 1)).returncode == 1
    for seed in range(40):
        session = until(begun(seed=seed, levels=("club", "club")), lambda s: s.due is Due.PERSON and len(s.deal.plays))
        while not session.deal.over and not (after := session.claim()).deal.over:
            session = until(after.act(next(iter(after.view.turn.actions()))), lambda s: s.due is not Due.COMPUTER)
        if after.deal.over:
            break
    done = fair(tmp_path, after.records(), "--json")
    (deal,) = document(done.stdout).deals
    assert done.returncode == 0 and deal.claim.won == deal.claim.tricks and deal.claim.cards == after.claims[0][1]


def test_no_clock_decides(monkeypatch):
    """On a machine so slow that seconds pass at every look at the clock two masters do the same."""
    session = begun(levels=("master", "master"), seat=L, seed=2, training=False)
    expected = until(session, lambda s: s.deal.over)
    monkeypatch.setattr("time.monotonic", count(step=5).__next__)
    assert until(session, lambda s: s.deal.over).deal == expected.deal
    computers = expected.record().tag("Computers") or ""
    assert computers.count("at most 960 for a card, 1000 for a discard or a gift, 2000 for a call") == 2


#: The version of the players, and a checksum over a deal of each pair of levels.
PLAYED = ("0178c072af26", "8848de6a8b4c")


def played():
    """The same as this program plays."""
    levels = (("expert", "master"), ("beginner", "rule"))
    deals = [until(begun(levels=both, seed=952), lambda s: s.deal.over).deal for both in levels]
    text = str(File.of([record_of(Match(WIKIPEDIA, deal=deal)) for deal in deals]))
    return players_version(), hashlib.sha256(text.encode()).hexdigest()[:12]


def test_the_version_changes_with_what_is_played():
    """If only the second differs, raise REVISION in think/players/levels.py, so that no record made before fails."""
    assert played() == PLAYED


def test_the_tag_says_who_the_computers_are(text, tmp_path):
    """So they may have any names, also one that another level would have."""
    named = text.replace('"beginner 1"', '"Bea"').replace('"club 2"', '"rule 1"')
    done = fair(tmp_path, named)
    said = " ".join(done.stdout.split())
    assert done.returncode == 0 and len(re.findall(r"Bea: \d+ of \d+ decisions reproduced", said)) == 2
    for record in read_file(named).records:
        check = check_deal(record)
        assert {check.match.names[seat] for seat in check.decisions} == {"Bea", "rule 1"} and not check.others
    with Library(tmp_path / "library.sqlite") as library:
        library.add_records(named, "match.n52")
        assert {each.name: each.computer for each in library.players()} == {"You": False, "Bea": True, "rule 1": True}
        assert _people(library) == ["You"]


def test_another_version_is_not_checked_and_has_not_failed(text, tmp_path):
    """Its cards and its claims still are."""
    version = re.search(r"club ([0-9a-f]{12})", text)
    assert version
    other = text.replace(version[1], "0123456789ab")
    done = fair(tmp_path, other)
    assert done.returncode == 3 and "not checked: played by version 0123456789ab" in done.stderr
    assert done.stdout.count("not checked: played by version 0123456789ab") == 4
    assert done.stdout.count("the fingerprint matches") == 2
    assert {deal.result for deal in document(fair(tmp_path, other, "--json").stdout).deals} == {"other-version"}
    assert fair(tmp_path, other.replace('[Salt "', '[Salt "0')).returncode == 1
    assert fair(tmp_path, other.replace("[Salt", '[Claimed "48"]\n[Salt', 1)).returncode == 1
    assert fair(tmp_path, without(other, "Salt")).returncode == 1
    later = re.sub(r"[LRD]:beginner", lambda found: found[0].replace("beginner", "wizard"), text)
    assert fair(tmp_path, later).returncode == 3


@pytest.mark.parametrize("tag", ["", "club", "L:club", "X:club 1", "L:club 1; L:rule 1", "L:club 1;"])
def test_a_tag_of_another_form_is_refused_and_kept(text, tag, tmp_path):
    bad = re.sub(r'\[Computers "[^"]*"\]', f'[Computers "{tag}"]', text)
    done = fair(tmp_path, bad)
    assert done.returncode == 1 and "[Computers]: invalid computer" in done.stderr
    assert run("record", "check", tmp_path / "match.n52").returncode == 0
    with Library(tmp_path / "library.sqlite") as library:
        library.add_records(bad, "match.n52")
        assert _people(library) == ["You"]


def test_refused_claims_stand_in_the_record(tmp_path):
    session = until(begun(seed=7), lambda s: s.due is Due.PERSON and s.deal.position and s.deal.position.tricks == 16)
    with suppress(GameError):
        session = session.claim()
    cards, over = len(session.deal.plays), until(session, lambda s: s.deal.over)
    done = fair(tmp_path, over.records())
    assert done.returncode == 0 and f"1 claim refused, after {cards} cards" in done.stdout
    for bad in ("48", "-1", "x"):
        done = fair(tmp_path, over.records().replace(f'[Refused "{cards}"]', f'[Refused "{bad}"]'))
        assert done.returncode == 1 and "[Refused]: " in done.stderr


def test_the_cards_follow_from_the_seed_as_the_page_says(text, tmp_path):
    """The page's program, which uses nothing of this project."""
    programs = re.findall(r"```python\n(import hashlib.*?)```", FAIR_PAGE.read_text(), re.DOTALL)
    assert len(programs) == 1
    (program,) = programs
    assert re.findall(r"import (.*)", program) == ["hashlib, random, re, sys"]
    assert len([line for line in program.splitlines() if line]) <= 20
    path, script = tmp_path / "match.n52", tmp_path / "check.py"
    path.write_text(text)
    script.write_text(program)

    def check(seed):
        command = [sys.executable, "-I", str(script), str(seed), str(path)]
        return subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()

    assert check(7) == ["deal 1: True True True", "deal 2: True True True"]
    assert check(8) == ["deal 1: False False True", "deal 2: False False True"]
    long = until(begun(seed=2**127 + 95), lambda s: s.deal.over)
    path.write_text(long.records())
    assert check(2**127 + 95) == ["deal 1: True True True"]


def test_a_computer_that_is_called_like_a_person_is_another_player(text, tmp_path):
    """Ann is a computer in two deals; then a person of this name plays one."""
    with Library(tmp_path / "library.sqlite") as library:
        for added, expected in (
            (text.replace('"club 2"', '"Ann"'), (True, 2)),
            (text.split("\n\n")[0].replace('"You"', '"Ann"'), (False, 1)),
        ):
            library.add_records(added, "file")
            (ann,) = [player for player in library.players() if player.name == "Ann"]
            assert (ann.computer, ann.records, ann.reviewed) == (*expected, 0)


def example():
    """The text of examples/fair.n52 with the tag as this version writes it: both computers are club players."""
    text, computers = without(EXAMPLE.read_text(), "Computers"), []
    for record in read_file(text).records:
        seats = [seat for seat in Seat if record.match.names[seat] != "Ann"]
        computers.append(f'[Computers "{computers_text({seat: Computer.of("club") for seat in seats})}"]\n')
    return re.sub(r"\[Fingerprint", lambda found: computers.pop(0) + found[0], text)


def test_the_example_is_of_this_version():
    """`python tests/test_fair_check.py` names a new version in it; if club players decide otherwise, play it again."""
    assert all(record.tag("Computers") for record in read_file(EXAMPLE.read_text()).records)
    assert EXAMPLE.read_text() == example()
    assert all(check_deal(record).result is CheckResult.VERIFIED for record in read_file(example()).records)


if __name__ == "__main__":
    EXAMPLE.write_text(example())
    print("PLAYED =", played())
