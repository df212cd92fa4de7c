"""`ninefivetwo advise` as its users run it: answers, options, bad input, stopping."""

import json
import os
import re
import signal

import pytest
from commands import answer, refusal, started
from table import by_rules, played

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Match, Place
from ninefivetwo.game.records import File, record_of
from ninefivetwo.think.knowledge import Hints, Knowledge

HAND = "AKJ94.Q83.KT5.A7642"
TWENTY = "AKJ94.Q83K2.KT53.A7642T"
FEW = ("--worlds", "50")
#: The dealer has the ace and the queen.
LATER = ("play", "--hand", "KQ8753.T96.763.K8", "--trump", "C", "--tricks", "H2 4 5 / CA 3 5 / C2 7")


def asked(*arguments):
    return json.loads(answer("advise", *arguments, "--json"))


@pytest.fixture(scope="module")
def record(tmp_path_factory):
    """A deal of plain players, played out, with its file."""
    deal = by_rules(played(17, 15))
    path = tmp_path_factory.mktemp("records") / "deal.n52"
    path.write_text(str(File.of([record_of(Match(deal.rules, deal=deal))])))
    return str(path)


def test_of_equal_discards_the_lowest_is_advised():
    told = answer("advise", "discard", "AKQJT.AKQJT.AKQJT.AKQJT", "--trump", "N", "--worlds", "4")
    assert told.startswith("At no-trump, discard ♠10 ♥10 ♦10 ♣10. You win exactly 16 tricks.")


def test_what_goes_back_is_told_by_seat():
    two = asked("exchange", HAND, "--received", "right:C3", "--received", "left:CK")
    assert [(pair["to"], pair["return"]) for pair in two["returns"]] == [("left", "CA"), ("right", "CK")]


def test_what_is_known_changes_the_answer():
    plain = asked("trump", HAND, *FEW)["denominations"]["S"]["tricks"]["mean"]
    good = asked("trump", HAND, *FEW, "--void", "left:S", "--void", "right:D")["denominations"]["H"]["tricks"]["mean"]
    assert plain != asked("trump", HAND, *FEW, "--known", "left:SQ,ST")["denominations"]["S"]["tricks"]["mean"]
    assert good != plain
    swapped = asked("trump", "AKJ94.Q83.AKT.A7642", *FEW, "--gave", "left:C3,D2", "--received", "left:CA,DA")
    assert swapped["recommended"] == "S"


def test_a_hand_may_be_four_words_with_small_cards():
    """A freak hand: each x is the lowest card that is named nowhere, and the answer lists those assumed."""
    words = ("♠️AKQJTxxxx", "♥️2xxxxx", "♦️-", "♣️x", *FEW, "--known", "left:C2,S3")
    told = asked("trump", *words)
    assert (told["hand"], told["assumed"]) == ("AKQJT6542.765432.-.3", "S6 S5 S4 S2 H7 H6 H5 H4 H3 C3".split())
    assert "was assumed: ♠6 5 4 2 ♥7 6 5 4 3 ♣3." in answer("advise", "trump", *words).replace("\n", " ")
    assert "assumed" not in asked("trump", *HAND.split("."), *FEW)
    for hand in ("--hand Kxxx.AJxx.Kxx.QJxxx", "--hand Kxxx AJxx Kxx QJxxx", "Kxxx AJxx Kxx QJxxx"):
        assert asked("play", *hand.split(), "--trump", "S", *FEW)["assumed"] == "S4 S3 S2 H3 H2 D3 D2 C4 C3 C2".split()
    assert asked("exchange", "xxxxxxxxxxxxx", "xx", "x", "-", "--received", "C3")["assumed"][-1] == "D2"


def test_cards_seen_in_the_kitty_are_with_the_dealer_or_discarded():
    """Of a freak hand: the dealer gets all four, so he makes sixteen tricks; others know that he had them."""
    kitty = ("--known", "kitty:SQ,SJ", "--known", "k:HA HK")
    sure = asked("trump", "AKT98765432.QJT98.-.-", *FEW, *kitty)["denominations"]["S"]
    assert sure["tricks"]["mean"] == 16 and set(sure["discards"]) == {"H8", "H9", "HT", "HJ"}
    view = played(17, 15).seen_by(Seat.LEFT)
    knowledge = Knowledge(view)
    hidden = max(knowledge.may_be(Place.DISCARDED) & knowledge.may_be(Place.RIGHT))
    places = Knowledge(view, hints=Hints(kitty=Hand.of([hidden])))
    assert places.chance(hidden, Place.DEALER) + places.chance(hidden, Place.DISCARDED) == 1
    taken = asked("discard", TWENTY, "--trump", "S", *FEW)
    assert taken == asked("discard", TWENTY, "--trump", "S", *FEW, "--known", "kitty:D3")


@pytest.mark.parametrize(
    ("words", "choice", "told"),
    [
        (("trump", HAND, "--compare", "♥"), "H", "hearts, costs # tricks."),
        (("trump", "Q4.T83.A5.AKQJT7642", "--compare", "clubs"), "C", "clubs, agrees with the advice."),
        (
            ("discard", "AKQJT98765432.AKQJ.-.AKQ", "--trump", "S", "--compare", "SA CAKQ"),
            "SA CA CK CQ",
            "costs nothing.",
        ),
        (
            ("discard", TWENTY, "--trump", "S", "--compare", "SA HK D3 C7"),
            "SA HK D3 C7",
            "♠A ♥K ♦3 ♣7, costs # tricks.",
        ),
        (
            ("exchange", HAND, "--seat", "left", "--give", "dealer=2", "--compare", "SAK"),
            "SA SK",
            "♠A K to the dealer, costs",
        ),
        (
            ("play", "--hand", "AKQJT98765432.AKQ.-.-", "--trump", "S", "--compare", "hq"),
            "HQ",
            "hearts, is as good as the advised choice.",
        ),
        (
            (*LATER, "--compare", "CK", "--utility", "make"),
            "CK",
            "the king of clubs, costs #.",
        ),
    ],
)
def test_the_players_own_choice_is_compared(words, choice, told):
    """Its line is shown even if it is not among the best, and what it costs (#); freak hands too."""
    compared = asked(*words, *FEW)["compared"]
    cards = compared["choice"].get("dealer") if isinstance(compared["choice"], dict) else compared["choice"]
    assert (cards if isinstance(cards, str) else " ".join(cards)) == choice
    text = " ".join(answer("advise", *words, *FEW).split())
    found = re.search("Your choice, .*" + re.escape(told).replace(r"\#", r"([\d.]+)( %)? ± [\d.]+"), text)
    if "#" in told:
        assert float(found[1]) / (100 if found[2] else 1) == pytest.approx(compared["regret"]["mean"], rel=0.05)
    assert found


def test_the_same_seed_gives_the_same_answer():
    one = answer("advise", "trump", HAND, "--worlds", "2", "--seed", "5", "--threads", "1")
    assert one == answer("advise", "trump", HAND, "--worlds", "2", "--seed", "5", "--threads", "2")
    assert one != answer("advise", "trump", HAND, "--worlds", "2", "--seed", "6")


@pytest.mark.parametrize(
    ("arguments", "fault"),
    [
        (("trump", "AKJ94.Q83.KT5"), "HAND"),
        (
            ("trump", "AKQJxxxxxxxxxxx", "x", "-", "-"),
            "too many small spades in hand .*: 11 .expected at most 9.* .HAND",
        ),
        (("trump", "AKJ94.Q83", "KT5.A7642"), "expected four suits"),
        (("discard", TWENTY.replace("2", "x"), "--layout", f"D:{TWENTY} ... ..."), "invalid rank 'X'"),
        (
            ("trump", HAND, "--known", "left:SA"),
            "the ace of spades cannot be with left: it is in dealer's own hand",
        ),
        (
            ("trump", HAND, "--known", "kitty:SA"),
            "the ace of spades cannot have been in the kitty: it is in dealer's own hand",
        ),
        (("trump", HAND, "--known", "kitty:SQ", "--known", "left:SQ"), "been in the kitty: it is said to be with left"),
        (("trump", HAND, "--known", "kitty:SQ,HJ,SQ"), "SQ named twice: 'kitty:SQ,HJ,SQ' .expected each card once"),
        (("trump", HAND, "--known", "left:CQ,CQ"), "CQ named twice: 'left:CQ,CQ'"),
        (("trump", HAND, "--known", "left:CQ", "--known", "l:CQ"), "CQ named twice: 'left:CQ l:CQ'"),
        (("trump", HAND, "--gave", "left:S2,S2", "--received", "left:SQ"), "S2 named twice: 'left:S2,S2'"),
        (
            ("trump", HAND, "--known", "kitty:SQ,S2,S3,S5,S6"),
            "5 cards in the kitty: SQ S6 S5 S3 S2 .expected at most 4",
        ),
        (("trump", HAND, "--known", "kitty:"), "expected left:CQ"),
        (("trump", HAND, "--compare", "spots"), "--compare: not a call: 'spots'"),
        (("trump", HAND, "--compare", "N", "--rules", "catalan"), "--compare: N may not be called"),
        (("discard", TWENTY, "--trump", "S", "--compare", "C764"), "--compare: dealer: 3 cards discarded .expected 4"),
        (("exchange", HAND, "--give", "left=1", "--compare", "D9"), "--compare: dealer: D9 not in the hand"),
        (("play", "--hand", "A.KQ.-.AK", "--trump", "S", "--compare", "SX"), "5 cards held"),
        (("trump", HAND, "--known", "left"), "expected left:CQ"),
        (("trump", HAND, "--known", "middle:CQ"), "unknown seat"),
        (("trump", HAND, "--known", "left:XX"), "not a card"),
        (
            ("trump", HAND, "--void", "left:SHDC"),
            "right or in the kitty, but only 20 cards .* hearts, diamonds and clubs$",
        ),
        (("trump", HAND, "--known", "left:CK", "--void", "left:C"), "left cannot hold the king of clubs and be"),
        (
            ("trump", HAND, "--known", "left:CK", "--known", "right:CK"),
            "the king of clubs cannot be with left and right at the same time",
        ),
        (("trump", HAND, "--void", "dealer:S"), "dealer is said to be void in spades, but the ace of spades can"),
        (("trump", HAND, "--void", "left:1"), "invalid suits: 'left:1'"),
        (("trump", HAND, "--gave", "dealer:C3", "--received", "dealer:SA"), "expected"),
        (("trump", HAND, "--previous", "D:1"), "not three numbers"),
        (("trump", HAND, "--score", "D:1 L:0 R:-1", "--number", "10", "--rules", "bga"), "expected --number 1 to 9"),
        (("trump", HAND, "--utility", "score", "--score", "D:1 L:1 R:2"), "invalid match score"),
        (("trump", HAND, "--previous", "D:+9 L:-9 R:+0"), "impossible results of the previous deal"),
        (("discard", TWENTY, "--trump", "N", "--rules", "catalan"), "may not be called"),
        (("exchange", HAND, "--give", "left"), "expected left=2"),
        (("exchange", HAND, "--give", "dealer=1"), "invalid receiver in"),
        (("exchange", HAND, "--give", "left=0"), "1 to 9 cards"),
        (
            ("exchange", HAND, "--received", "SA"),
            "HAND has 16 cards, including SA of --received .*16 without .* or 17 with",
        ),
        (("exchange", HAND, "--received", "left:C3,C3"), "each once"),
        (("exchange", HAND, "--give", "left=2", "--previous", "D:-2 L:+2 R:0"), "by which dealer gives nothing"),
        (("exchange", HAND, "--give", "left=1", "--previous", "D:+2 L:-1 R:-1"), "dealer gives left=1,right=1"),
        (("exchange", HAND, "--give", "left=1", "--previous", "D:+2 L:-1 R:0"), "do not sum to 0"),
        (("exchange", HAND, "--give", "left=7"), "left sat at the right then"),
        (("exchange", HAND, "--received", "dealer:C3"), "missing or invalid giver"),
        (("exchange", HAND, "--give", "left=2", "--give", "left=1"), "each seat once"),
        (("trump", "AKJ94.Q83.AKT.A7642", "--gave", "left:DQ", "--received", "left:DT"), "would be in hand"),
        (("play", "nowhere.n52"), "nowhere.n52"),
    ],
)
def test_bad_input_is_one_clear_line(arguments, fault):
    assert re.search(fault, refusal("advise", *arguments))


def test_a_gift_may_be_told_with_the_results_it_follows_from():
    both = ("--give", "right=1", "--previous", "D:+1 L:+1 R:-2")
    found, wanted = (asked("exchange", HAND, *told, "--worlds", "2", "--seed", "1") for told in (both, both[2:]))
    assert found == wanted


def test_a_hand_may_hold_the_cards_received():
    with_it, without = (asked("exchange", hand, "--received", "C3") for hand in ("AKJ94.Q83.KT5.A76432", HAND))
    assert with_it == without and without["hand"] == "AKJ94.Q83.KT5.76432"


def test_bad_records_are_one_clear_line(record, tmp_path):
    assert "over" in refusal("advise", "play", record)
    assert "expected 0 to 48" in refusal("advise", "play", record, "--after", "49")
    assert "unknown deal 2" in refusal("advise", "play", record, "--deal", "2")
    (tmp_path / "empty.n52").write_text("% ninefivetwo 1.0\n")
    assert "no deal" in refusal("advise", "play", str(tmp_path / "empty.n52"))
    (tmp_path / "call.n52").write_text(answer("deal", "--seed", "952", "--rules", "wikipedia", "--record"))
    assert "call by dealer is due" in refusal("advise", "play", str(tmp_path / "call.n52"))
    (tmp_path / "bad.n52").write_text("[Deal oops]\n")
    assert "bad.n52" in refusal("advise", "play", str(tmp_path / "bad.n52"))


def test_ctrl_c_gives_the_best_answer_so_far():
    """Pressed when the terminal shows that worlds are being solved; as no suit is better, it would go on for days."""
    terminal, stderr = os.openpty()
    hand = ("trump", "AK32.AK32.AK32.AK32", "--rules", "catalan", "--json")
    with started("advise", *hand, "--seconds", "1e6", "--worlds", "100000", stderr=stderr) as process:
        os.close(stderr)
        shown = b""
        while b" deals played out" not in shown:
            shown += os.read(terminal, 1000)
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate()
        assert process.returncode == 0 and json.loads(out)["stopped"] is True
    os.close(terminal)
