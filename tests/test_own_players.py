"""Players of one's own at the table: all phases of whole matches, and what is told of one that fails."""

from collections import Counter
from itertools import islice

import pytest
from commands import run
from msgspec.structs import replace

import ninefivetwo as n

D, L, R = n.Seat
OTHERS = {"Ann": "rule", "Bob": "random"}


class Own(n.Player):
    """One of the first hundred legal actions; it counts what it was asked for."""

    def __init__(self):
        super().__init__()
        self.asked = Counter()

    def act(self, view):
        turn = view.due_turn
        self.asked[turn.kind] += 1
        return self._random.choice(list(islice(turn.actions(), 100)))


DEALS = 24  # enough for a look at the kitty


@pytest.mark.parametrize("rules", ["wikipedia", "wikipedia kitty_peek=yes", "catalan", "bga", "952"])
def test_an_own_player_plays_every_phase(rules):
    own = Own()
    played = n.play_match({"Me": own, **OTHERS}, deals=DEALS, rules=rules, seed=5)
    assert len(played.deals) == DEALS and sum(map(len, played.matches)) == DEALS
    assert all(deals[-1].over for deals in played.matches[:-1])
    phases = {n.Call, n.Discard, n.Give, n.Play} | ({n.Look} if "peek" in rules else set())
    assert own.asked.keys() == phases and own.asked[n.Play] == DEALS * 16
    names = [match.names for deals in played.matches for match in deals]
    assert names[:3] == [("Me", "Ann", "Bob"), ("Ann", "Bob", "Me"), ("Bob", "Me", "Ann")]
    assert n.play_match({"Me": Own(), **OTHERS}, deals=DEALS, rules=rules, seed=5) == played
    assert n.play_match({"Me": Own(), **OTHERS}, deals=3, rules=rules, seed=6).deals != played.deals[:3]
    assert played.results["Me"].score.n == len(played.matches)
    assert sum(result.wins for result in played.results.values()) == sum(d[-1].over for d in played.matches)
    assert [record.match for record in n.read_file(played.text).records] == list(played.deals)


def test_records_of_own_players_pass_the_check(tmp_path):
    file = tmp_path / "played.n52"
    file.write_text(n.play_match({'Me "x" [b]': Own(), "</td>": "rule", "Zoë %": "beginner"}, 7).text)
    done = run("record", "check", file)
    assert (done.returncode, done.stderr) == (0, "") and "7 deals" in done.stdout


class Failing(n.Player):
    """Plays by rule until its so-manieth decision of a kind; then it does something else."""

    def __init__(self, kind, number, instead):
        super().__init__()
        self.kind, self.left, self.instead = kind, number, instead

    def act(self, view):
        self.left -= view.due_turn.kind is self.kind
        if self.left < 0 and view.due_turn.kind is self.kind:
            return self.instead(view)
        return n.PLAYERS["rule"](0).act(view)


def boom(view):
    raise ZeroDivisionError("of its own\nin two lines")


def other_seats(view):
    """The action of the turn, as another seat."""
    return replace(next(view.due_turn.actions()), seat=view.viewer.next)


def unseen_card(view):
    return n.Play(view.viewer, next(card for card in n.Hand.parse("AK.AK.AK.AK") if card not in view.hand(view.viewer)))


def no_discard(view):
    return n.Discard(view.viewer, n.Hand.of(list(view.hand(view.viewer))[:3]))


def too_much(view):
    return n.Give.of(view.viewer, {view.viewer.next: view.hand(view.viewer)})


@pytest.mark.parametrize(
    ("kind", "number", "instead", "told"),
    [
        (n.Play, 20, boom, r"Me, deal 2, trick 5, a card by right: ZeroDivisionError: of its own in two lines"),
        (n.Play, 0, lambda view: None, r"Me, deal 1, trick 1, a card by dealer: returned None \(expected one of"),
        (n.Play, 0, lambda view: view, "returned DealView"),
        (n.Play, 0, lambda view: n.Play(view.viewer, "SA"), "Play: invalid card: 'SA'"),
        (n.Play, 0, unseen_card, "Me, deal 1, trick 1, a card by dealer: dealer: .* not in the hand"),
        (n.Play, 0, other_seats, "Me, deal 1, trick 1, a card by dealer: a card by left is not due"),
        (n.Call, 1, lambda view: n.Look(view.viewer, True), "Me, deal 4, a call by dealer: .* is not due"),
        (n.Call, 0, lambda view: n.Call(view.viewer, n.Trump.NO_TRUMP), "Me, deal 1, a call by dealer: N may not be"),
        (n.Call, 0, other_seats, "Me, deal 1, a call by dealer: a call by left is not due"),
        (n.Discard, 0, no_discard, "Me, deal 1, a discard by dealer: .*3 cards"),
        (n.Give, 0, too_much, "Me, deal ., a gift by (dealer|left|right): .*16 cards"),
    ],
)
def test_a_player_that_fails_is_named_and_the_deals_are_kept(kind, number, instead, told):
    sitting = {"Me": Failing(kind, number, instead), "Ann": "random", "Bob": "random"}
    with pytest.raises(n.PlayerFault, match=f"^(?s:.*){told}") as failed:
        n.play_match(sitting, 100, rules="catalan", seed=1)
    deal = int(str(failed.value).split("deal ")[1].split(",")[0])
    kept = failed.value.played
    assert len(kept.deals) == deal - 1 and all(match.deal.over for match in kept.deals)
    assert len(str(failed.value).splitlines()) == 1 and len(str(failed.value)) < 300
    assert isinstance(failed.value.__cause__, ZeroDivisionError if instead is boom else n.NineFiveTwoError | None)
    assert len(n.read_file(kept.text).records) == deal - 1
    assert str(kept) and kept._repr_html_()
    if deal > 1:
        assert kept == n.play_match({"Me": "rule", "Ann": "random", "Bob": "random"}, deal - 1, rules="catalan", seed=1)


def test_ctrl_c_is_no_fault_of_a_player():
    def stop(view):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        n.play_match({"Me": Failing(n.Play, 3, stop), **OTHERS}, 2)


def test_a_player_is_shown_what_the_seat_has_seen():
    class Watching(n.Player):
        def act(self, view):
            hidden = [view.hands[seat] for seat in n.Seat if seat is not view.viewer]
            assert isinstance(view, n.DealView) and view.viewer is view.due_turn.seat
            assert all(isinstance(hand, n.Unseen) for hand in hidden) and self.match_score.number >= 1
            return next(view.due_turn.actions())

    assert len(n.play_match(dict.fromkeys(("A", "B", "C"), Watching()), 4, rules="nine-five-two").deals) == 4
