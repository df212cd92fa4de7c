"""How levels are compared: on the same cards, in every seat, with the same company and its random numbers."""

import numpy as np
import pytest

from benchmarks.levels import Pairing
from benchmarks.named_players import player
from benchmarks.runner import run
from ninefivetwo import Seat
from ninefivetwo.game.rules import NAMED

WIKIPEDIA = NAMED["wikipedia"].rules


def played(deal, names, seeds):
    """The tricks of a deal, plainly."""
    players = [player(name, seed) for name, seed in zip(names, seeds, strict=True)]
    while deal.turn is not None:
        deal = deal.after(players[deal.turn.seat].act(deal.seen_by(deal.turn.seat)))
    return [deal.won[seat] for seat in Seat]


def test_duplicate_is_one_against_the_mean_of_two_in_his_seat():
    """Players who draw nothing, seat by seat; the tricks of a rotation sum to 16, so the differences to one and a half
    times what the one scored."""
    pairing = Pairing("club", "rule", None, WIKIPEDIA, 5)
    for number in range(4):
        found, times = pairing.compare(number)
        deal = pairing.deal(number)
        tables = [played(deal, ["club" if each is seat else "rule" for each in Seat], range(3)) for seat in Seat]
        for seat in Seat:
            others = [tables[other][seat] for other in Seat if other is not seat]
            assert found[seat] == tables[seat][seat] - sum(others) / 2
        scored = [tables[seat][seat] - WIKIPEDIA.contracts[seat] for seat in Seat]
        assert found.sum() == pytest.approx(1.5 * sum(scored))
        assert {name for name, _ in times} == {"club", "rule"}


def test_every_second_deal_has_an_exchange():
    deals = [Pairing("rule", "rule", None, WIKIPEDIA, 5).deal(number) for number in range(4)]
    assert [any(deal.previous_results or ()) for deal in deals] == [False, True, False, True]


def test_in_company_both_take_each_seat_with_the_same_two():
    """Also where company draws random numbers: equals who draw none differ by nothing."""
    pairing = Pairing("rule", "rule", ("random", "beginner"), WIKIPEDIA, 5)
    assert all(not pairing.compare(number)[0].any() for number in range(3))
    found, _ = Pairing("club", "rule", ("random", "beginner"), WIKIPEDIA, 5).compare(0)
    assert found.any()


def test_one_who_draws_differs_from_himself():
    found = np.array([Pairing("beginner", "beginner", None, WIKIPEDIA, 5).compare(number)[0] for number in range(4)])
    assert found.any()


def test_the_tables_are_printed(capsys):
    run("levels", "rule", "club", "--deals", "3")
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("| club over rule | in duplicate | 3 | ") and lines[-1].startswith("| rule | play | ")


def test_an_unknown_player_is_one_line():
    with pytest.raises(SystemExit, match=r"^Error: no player: 'robot' \(expected plain, "):
        run("levels", "robot")
