"""Fair dealing: a deal is fixed before its first card, and computers decide by what they saw; both can be checked."""

import re
from dataclasses import replace

import pytest
from commands import run
from test_session import begun, step, until

from ninefivetwo.cards import Seat
from ninefivetwo.errors import RecordError
from ninefivetwo.game import Look, UndealtMatch
from ninefivetwo.game.records import read_file
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.keep.session import Computers, Due, check_deal, new_seed, session_of, session_text
from ninefivetwo.keep.session.fair import fingerprint, is_secret, salt_of
from ninefivetwo.layout import random_deals

D, L, R = Seat


@pytest.fixture(scope="module")
def over():
    """A match at the end of its second deal, against a beginner and a club player."""
    session = until(begun(levels=("beginner", "club"), seed=new_seed()), lambda s: s.due is Due.NEXT_DEAL)
    return until(session.next_deal(), lambda s: s.deal.over)


def test_a_fingerprint_never_changes():
    """Fixed values: a fingerprint that was told once is checked for ever."""
    layout = next(random_deals(1))
    assert salt_of(7, 1) == "cfe24dc64b88468d46e33a8ae8a3c386" and salt_of(7, 2) != salt_of(7, 1) != salt_of(8, 1)
    assert fingerprint(salt_of(7, 1), layout) == "1506b203512b7117355455aabb342bc580da0aa6b99031c40d355aa793152562"


def test_nothing_is_told_before_the_last_card():
    """The salt, from which everything follows, comes after it; a drawn seed after the last deal only."""
    session = begun(seed=new_seed())
    told = session.fingerprint
    for _ in range(20):
        assert session.fingerprint == told and session.salt is None and session.seed_told is None
        assert "[Salt" not in session.records() and f'[Fingerprint "{told}"]' in session.records()
        session = step(session, Computers())
    over = until(session, lambda s: s.deal.over)
    assert over.fingerprint == told and over.salt and over.seed_told is None and str(over.seed) not in over.records()
    assert fingerprint(over.salt, next(random_deals(over.seed))) == told
    end = until(over, lambda s: s.due is Due.OVER)
    assert end.seed_told == end.seed and begun(seed=7).seed_told == 7


def test_a_drawn_seed_cannot_be_tried_out():
    seeds = {new_seed() for _ in range(20)}
    assert len(seeds) == 20 and all(seed.bit_length() == 128 and is_secret(seed) for seed in seeds)
    assert not is_secret(2**32 - 1)
    session = begun(seed=max(seeds))
    assert session_of(session_text(session)) == session


def test_other_cards_another_salt_or_another_choice_are_found(over, monkeypatch):
    text = over.records().split("\n\n")[-1]
    salt = re.search(r'\[Salt "(\w+)"\]', text)[1]
    with pytest.raises(RecordError, match=r"\[Fingerprint\].*expected .*these cards and this salt"):
        check_deal(read_file(text.replace(salt, salt[::-1])).records[0])

    class Other(Computers):
        def act(self, level, view, seed, match_score=None):
            return next(iter(view.turn.actions()))

    monkeypatch.setattr("ninefivetwo.keep.session.fair.Computers", Other)
    check = check_deal(read_file(text).records[0])
    assert check.others and all(other.chosen != other.again for other in check.others)


def test_a_choice_that_no_view_explains_is_a_fault(tmp_path):
    """Here a computer that did not look at the kitty, which they all do where they may."""
    first = begun(parse_rules("wikipedia kitty_peek=yes"), seat=L, levels=("club", "club"))
    later = UndealtMatch(first.rules, first.match.names, previous_results=(-4, 4, 0), number=3)
    session = replace(first, match=later.dealt(next(random_deals(1))))
    session = until(session, lambda s: s.due is Due.COMPUTER and s.deal.turn.kind is Look)
    blind = until(replace(session, match=session.match.after(Look(D, False))), lambda s: s.deal.over)
    path = tmp_path / "match.n52"
    path.write_text(blind.records())
    done = run("record", "fair", path)
    assert done.returncode == 1 and "chose no look, but a look when repeated" in " ".join(done.stdout.split())
    assert "1 decision cannot be reproduced from the player's own view" in done.stderr
