"""`ninefivetwo advise` as its users run it: answers, options, bad input, stopping."""

import json
import os
import signal

from commands import answer, started
from table import played

from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Place
from ninefivetwo.think.knowledge import Hints, Knowledge

HAND = "AKJ94.Q83.KT5.A7642"
TWENTY = "AKJ94.Q83K2.KT53.A7642T"
FEW = ("--worlds", "50")


def asked(*arguments):
    return json.loads(answer("advise", *arguments, "--json"))


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
