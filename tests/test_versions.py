"""Players of another version do what they would do here, whatever is due, and what they cannot is said in a line."""

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest

from benchmarks.adviser import AdviserPlayer, limits_of
from benchmarks.named_players import player, policy
from benchmarks.version_server import answer, words
from benchmarks.versions import text_of, version
from ninefivetwo.game import Deal
from ninefivetwo.game.records import read_file
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import random_deals
from ninefivetwo.think.advise import Limits
from ninefivetwo.words.speaker import parse_action

ROOT = Path(__file__).parents[1]
#: The first deal of a match, gifts of two and one by one seat, of one by each of two; and a look at the kitty.
MOMENTS = [(name, results) for name in NAMED for results in (None, (3, -2, -1), (-2, 1, 1))]
MOMENTS.append(("wikipedia kitty_peek=yes", (-4, 3, 1)))


def add_python(directory, settings):
    """The Python of this environment, where a checkout has its own."""
    python = directory / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text(f'#!/bin/sh\n{settings} exec "{sys.executable}" "$@"\n')
    python.chmod(0o755)


@pytest.fixture(scope="module")
def checkout(tmp_path_factory):
    """A directory that looks like a checkout set up, whose Python and server are those of this one."""
    directory = tmp_path_factory.mktemp("checkout")
    add_python(directory, "")
    (directory / "benchmarks").symlink_to(ROOT / "benchmarks")
    yield str(directory)
    version(str(directory)).close()
    version.cache_clear()


@pytest.mark.parametrize(("name", "results"), MOMENTS)
def test_what_a_seat_sees_and_does_passes_through_text(name, results):
    """At choices of a deal of random actions: the record reads as the view, the words as the action."""
    random = Random(f"{name} {results}")
    deal = Deal.start(parse_rules(name), next(random_deals(952)), results)
    while (turn := deal.turn) is not None:
        view, action = deal.seen_by(turn.seat), turn.draw(random)
        if len(deal.played) % 5 == 0:
            (record,) = read_file(text_of(view)).records
            assert record.match.deal == view
        assert parse_action(view, words(action)) == action
        deal = deal.after(action)


def views_of_a_deal(seed):
    """Every choice of a deal with gifts, played at random."""
    random, deal = Random(seed), Deal.start(NAMED["wikipedia"].rules, next(random_deals(seed)), (3, -2, -1))
    while (turn := deal.turn) is not None:
        yield deal.seen_by(turn.seat)
        deal = deal.after(turn.draw(random))


@pytest.mark.parametrize("name", ["rule", "beginner"])
def test_a_player_of_a_version_plays_as_he_does_there(name, checkout):
    """The same as here, with the same random numbers; another seed draws others."""
    far, near, other = (player(each, seed) for each, seed in [(f"version:{checkout}:{name}", 1), (name, 1), (name, 2)])
    seeds, differ = Random(1), 0
    for view in views_of_a_deal(3):
        near.reseed(seeds.getrandbits(60))
        action = far.act(view)
        assert action == near.act(view)
        differ += action != other.act(view)
    assert differ > 0 or name == "rule"


def test_the_adviser_of_a_version_is_asked_with_its_limits(checkout):
    """The last tricks, where few worlds are enough for a test."""
    far, near = player(f"version:{checkout}:adviser:2", 4), AdviserPlayer("2", 4)
    seeds = Random(4)
    for view in [*views_of_a_deal(5)][-12:]:
        near.reseed(seeds.getrandbits(60))
        assert far.act(view) == near.act(view)


#: What players of earlier commits do first in a deal; the first commit has no server of its own.
EARLIER = {
    ("c8ed563", "club"): "left H2 D2 right S5, S, CT C8 C7 C2, C5, C3, CK, SA, S3, S2, S4, SK, S5, CJ, C4, CA, SQ",
    ("c8ed563", "adviser:8"): "left S5 H3 right H2, S, H6 D5 D3 D2, CJ, C3, CK, HQ, H3, H2, HK, H4, H5, SA, S3, S2, HA",
    ("0e8cf33", "club"): "left S5 H2 right C7, S, H3 D5 D3 D2, H4, HK, HA, C7, CJ, C3, C5, C4, C8, SQ, S5, S7, SK",
    ("0e8cf33", "adviser:8"): "left S5 H3 right H2, S, H6 D5 D3 D2, D6, D9, S4, SA, S3, S2, CK, C5, C3, SK, S5, S7, HQ",
}


@pytest.mark.long
@pytest.mark.parametrize("commit", ["c8ed563", "0e8cf33"])
def test_players_of_earlier_commits_play_as_they_did(commit, tmp_path):
    """Their checkouts are built; whatever this version's modules are called, they have those of their own."""
    content = subprocess.run(["git", "archive", commit], cwd=ROOT, check=True, capture_output=True).stdout
    subprocess.run(["tar", "-x", "-C", tmp_path], input=content, check=True)
    subprocess.run([sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"], cwd=tmp_path, check=True)
    add_python(tmp_path, f'PYTHONPATH="{tmp_path}/src"')
    for name in "club", "adviser:8":
        seated, done = player(f"version:{tmp_path}:{name}", 1), []
        deal = Deal.start(NAMED["wikipedia"].rules, next(random_deals(3)), (3, -2, -1))
        while (turn := deal.turn) is not None:
            action = seated.act(deal.seen_by(turn.seat))
            deal = deal.after(action)
            done.append(words(action))
        assert ", ".join(done[:16]) == EARLIER[commit, name] and deal.over
    version(str(tmp_path)).close()


def test_limits_are_read_from_their_text():
    assert limits_of("8", 7) == Limits(None, 8, 7, threads=1)
    assert limits_of("0.5s", 7) == Limits(0.5, seed=7, threads=1)
    assert limits_of("", 7) == Limits(None, seed=7, threads=1)
    for text in "0", "s", "3m", "-1", "1.2.3s", "0s":
        with pytest.raises(ValueError, match=f"invalid limits: '{text}'"):
            limits_of(text)


def test_what_a_version_cannot_do_is_said_in_a_line(checkout):
    view = next(views_of_a_deal(5))
    with pytest.raises(ValueError, match=f"version:{checkout}:nobody: ValueError: unknown player: 'nobody'"):
        player(f"version:{checkout}:nobody", 1).act(view)
    assert player(f"version:{checkout}:rule", 1).act(view), "it answers after that"
    with pytest.raises(ValueError, match=r"no version in 'nowhere' \(expected a checkout set up by make"):
        policy("version:nowhere:expert")
    assert "JSONDecodeError" in answer("no JSON")["error"]
