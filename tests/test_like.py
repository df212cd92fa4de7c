"""Hands like one: the shipped counts add up and agree with deals played out, the ladder against a plain twin of it."""

import json

import numpy as np
import pytest
from commands import answer, refusal

from ninefivetwo.cards import Hand, Seat, Trump, parse_cards
from ninefivetwo.game import Call, Situation
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.survey import like
from ninefivetwo.survey.files import batch_info, encoded, put
from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.work import Work
from ninefivetwo.think.models.like import (
    CALL_PLACES,
    LADDER,
    KittySeen,
    hands_like,
    keys_of,
    shipped_tables,
    suits_in_order,
)
from ninefivetwo.think.playouts import play_out, policy
from ninefivetwo.think.playouts.first_lead import dealt, ready_deals

WORK = Work("calls", "wikipedia", 7, 1500)
HAND = "AKJ94.Q83.KT5.A7642"
TABLES = shipped_tables()
KEPT = ("catalan-plus-minus", "C3 D2 H2 S2")  # rules where the discard comes before the call, and a discard
#: Hands that hardly any other is like, or that look odd.
ODD = {
    "thirteen of a suit": "AKQJT98765432.432.-.-",
    "two suits": "AKQJT987.98765432.-.-",
    "no ace, no king": "QJ98.QJ98.QJ98.QJ98",
    "nothing": "5432.5432.5432.5432",
    "everything": "AKQJ.AKQJ.AKQJ.AKQJ",
    "a void": "AKJ94.-.KT532.A76432",
}


def asked(hand=HAND, rules="wikipedia", discarded="", **more):
    situation = Situation(parse_rules(rules), Seat.DEALER, Hand.parse(hand), discarded=Hand.of(parse_cards(discarded)))
    return hands_like(situation.view(Call), **more)


def under(rules):
    """What is asked under a rule set: a hand of sixteen cards, and where it needs one a discard."""
    return {"rules": rules, "discarded": KEPT[1] if rules == KEPT[0] else ""}


# The shipped counts.


@pytest.mark.parametrize("table", TABLES, ids=lambda table: f"{table.rules.name}, kitty {table.kitty.value}")
def test_the_counts_add_up(table):
    """Every call was made with every hand; one of them was called; the widest definition has all hands and lengths."""
    allowed = [place != CALL_PLACES[-1] or table.rules.notrump for place in CALL_PLACES]
    assert len(table.rungs) == len(LADDER)
    for rung in table.rungs:
        hands = rung.called.sum(axis=(1, 2))
        assert (hands >= like.ENOUGH_ROWS).all() and (np.diff(rung.keys) > 0).all()
        assert (rung.made.sum(axis=2) == hands[:, None] * np.array(allowed)).all() and (rung.called <= rung.made).all()
    (least, most), last = table.lengths, table.rungs[-1]
    assert last.keys.tolist() == list(range(least, most + 1)) and last.called.sum() == table.deals


def test_every_rule_set_has_a_table_of_its_kind():
    """Each named rule set has a table of its own kind; with the kitty seen and unseen, where both can be."""
    for rules in NAMED:
        found = asked(**under(rules))
        assert found.measured and found.hands >= like.ENOUGH_ROWS, rules
        assert found.kitty is (KittySeen.DISCARDED if rules == KEPT[0] else KittySeen.NO)
    seen = asked("AKJ94.Q83K2.KT53.A7642T", "wikipedia first=kitty-trump-discard-play")
    assert seen.kitty is KittySeen.YES and seen.measured and seen.tricks.mean > asked().tricks.mean - 3
    other = asked(rules="wikipedia contracts=10-4-2")
    assert not other.measured and other.rules == "wikipedia"


@pytest.mark.parametrize("hand", ODD.values(), ids=ODD)
@pytest.mark.parametrize("rules", ["wikipedia", "catalan", "nine-two-five", "sergeant-major", KEPT[0]])
def test_odd_hands_have_figures_that_can_be(hand, rules):
    """Enough are found all the same; figures are figures, shares are shares."""
    wanted = under(rules)
    if wanted["discarded"]:
        rest = Hand.parse("AKQJT98765432.AKQJT98765432.AKQJT98765432.AKQJT98765432") - Hand.parse(hand)
        wanted["discarded"] = " ".join(map(str, list(rest)[-4:]))
    found = asked(hand, **wanted)
    assert found.hands >= like.ENOUGH_ROWS and "{" not in found.like
    assert sum(call.called.mean for call in found.calls.values()) == pytest.approx(1)
    assert (Trump.NO_TRUMP in found.calls) is parse_rules(rules).notrump
    contract = parse_rules(rules).contracts[0]
    for each in (found, *found.calls.values()):
        chances = np.array(each.distribution)
        assert chances.sum() == pytest.approx(1) and chances @ np.arange(17) == pytest.approx(each.tricks.mean)
        assert chances[contract:].sum() == pytest.approx(each.make.mean) and (chances >= 0).all()
        assert 0 <= each.tricks.standard_error < 0.15 and each.tricks.n == found.hands


def test_a_hand_with_all_thirteen_is_of_the_longest_suits():
    found = asked(ODD["thirteen of a suit"])
    assert found.like.startswith("a longest suit of") and "cards or more" in found.like
    assert found.calls[Trump.SPADES].place == CALL_PLACES[0] and found.calls[Trump.SPADES].called.mean > 0.9


# Against what they stand for.


def features(hand):
    """What the third definition compares, by plain means: lengths, how many of A K Q in the longest, A K elsewhere."""
    suits = sorted(str(hand).split("."), key=lambda cards: (len(cards) if cards != "-" else 0, strength(cards)))[::-1]
    lengths = tuple(len(suit.replace("-", "")) for suit in suits)
    tops = sum(rank in suits[0] for rank in "AKQ")
    return lengths, tops, sum(rank in suit for suit in suits[1:] for rank in "AK")


def strength(cards):
    return ["-23456789TJQKA".index(rank) for rank in cards]


def alike(hand, cards):
    wanted = features(Hand.parse(hand))
    return np.array([features(Hand(int(each))) == wanted for each in cards])


@pytest.fixture(scope="module")
def rows():
    """A few rows of a survey."""
    return ROW_KINDS["calls"].rows(WORK, None)


def test_the_ladder_is_what_its_words_say(rows, monkeypatch):
    """The third definition by a plain twin: the same hands, calls and tricks."""
    monkeypatch.setattr(like, "ENOUGH_ROWS", 15)
    third = like.like_table(parse_rules("wikipedia"), KittySeen.NO, rows)
    hand = "KJ942.Q83.KT53.A764"
    found = asked(hand, tables=[third])
    assert found.like == LADDER[2].words
    same = alike(hand, rows["dealer"])
    made = rows["dealer_tricks"][same, rows["call"][same]]
    assert found.hands == same.sum() and found.tricks.mean == pytest.approx(made.mean())
    assert found.tricks.standard_error == pytest.approx(made.std(ddof=1) / np.sqrt(len(made)))
    assert found.calls[Trump.NO_TRUMP].tricks.mean == pytest.approx(rows["dealer_tricks"][same, Trump.NO_TRUMP].mean())
    assert found.calls[Trump.NO_TRUMP].called.mean == pytest.approx((rows["call"][same] == Trump.NO_TRUMP).mean())


def test_hands_like_one_made_what_such_hands_make_if_dealt(count):
    """The mean and the chance against a thousand hands like it of another seed, called as fitted and played out."""
    number, hand, rules = count(1000, 10_000), "KJ942.Q8.KT53.A7642", parse_rules("wikipedia")
    found = asked(hand)
    key = next(each for each in LADDER if each.words == found.like)
    assert key is not LADDER[-1]
    parts, seed, have = [], 10**6, 0
    while have < number:
        cards = dealt(20_000, seed)
        parts.append(cards[like_it(key, hand, cards[:, 0])])
        seed, have = seed + 1, have + len(parts[-1])
    games = ready_deals(rules, None, np.concatenate(parts)[:number]).games
    tricks = play_out((policy("learned"),) * 3, games, seed=1)[:, 0]
    error = np.hypot(tricks.std() / np.sqrt(number), found.tricks.standard_error)
    assert abs(tricks.mean() - found.tricks.mean) < 4 * error
    made = (tricks >= 9).mean()
    assert abs(made - found.make.mean) < 4 * np.hypot(np.sqrt(made * (1 - made) / number), found.make.standard_error)


def like_it(likeness, hand, cards):
    keys = keys_of(likeness, suits_in_order(np.append(cards, np.uint64(Hand.parse(hand).cards))), (0, 20))
    return keys[:-1] == keys[-1]


# A survey of one's own.


@pytest.fixture
def folder(tmp_path, rows):
    """A survey's folder with these rows."""
    plan = "name = 'own'\nseed = 7\n[[table]]\nkind = 'calls'\nrules = 'wikipedia'\ndeals = 1500\nbatch = 1500\n"
    (tmp_path / "plan.toml").write_text(plan)
    put(tmp_path, WORK, encoded(rows, batch_info(WORK, plan)))
    return tmp_path


def test_a_survey_of_ones_own_is_counted_instead(folder, monkeypatch):
    """It is counted in place of the shipped table; the kitty seen is counted from the same rows."""
    monkeypatch.setattr(like, "ENOUGH_ROWS", 15)
    told = ("advise", "trump", "--like", "--worlds", "20", "--survey", str(folder), "--json")
    found = json.loads(answer(*told, HAND))["like"]
    assert found["deals"] == 1500 and 15 <= found["hands"] < 1000 and found["kitty"] == "unseen"
    seen = json.loads(answer(*told, "AKJ94.Q83K2.KT53.A7642T", "--rules", "wiki first=kitty-trump-discard-play"))[
        "like"
    ]
    assert seen["deals"] == 1500 and seen["kitty"] == "seen" and seen["measured"]
    assert [table.kitty for table in like.folder_tables(folder)] == [KittySeen.NO, KittySeen.YES]


def test_what_is_no_survey_to_count_in_is_refused(folder, monkeypatch):
    told = ("advise", "trump", HAND, "--worlds", "20")
    assert "longest suit of any length" in " ".join(answer(*told, "--like", "--survey", str(folder)).split())
    monkeypatch.setattr(like, "ENOUGH_ROWS", 1501)
    assert "fewer than 1,501 similar hands" in refusal(*told, "--like", "--survey", str(folder))
    (file,) = folder.glob("calls/*/*.parquet")
    file.write_bytes(b"cut off")
    assert file.name in refusal(*told, "--like", "--survey", str(folder))
    file.unlink()
    assert "no rows of the kind calls" in refusal(*told, "--like", "--survey", str(folder))
