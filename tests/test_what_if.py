"""What if: another choice in a deal, its price, and how the deal goes on then; `cases/what_if.txt` has the command."""

from pathlib import Path

import pytest
from table import sure

from ninefivetwo.cards import Seat
from ninefivetwo.errors import GameError
from ninefivetwo.game import Play
from ninefivetwo.game.records import read_file
from ninefivetwo.study import DecisionNode, Judge, Phase, decision_nodes
from ninefivetwo.study.other_choice import fair_gain, what_if
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.players import ClubPlayer

ROOT = Path(__file__).parents[1]
EXAMPLE = ROOT / "examples/friday.n52"
FEW = Limits(None, 40, 0)


@pytest.fixture(scope="module")
def match():
    return read_file(EXAMPLE.read_text()).records[0].match


@pytest.fixture(scope="module")
def nodes(match):
    return decision_nodes(match.deal)


@pytest.fixture(scope="module")
def judge():
    return Judge()


def others(node, number=1):
    """Some other choices than the one made."""
    found = (action for action in node.before.due_turn.actions() if action != node.action)
    return [next(found) for _ in range(min(number, node.before.due_turn.count() - 1))]


def test_every_card_that_was_not_played_is_priced_as_the_solver_says(nodes, judge):
    """What each seat is sure of after the other card is the solver's guarantee; the player's cannot rise."""
    for node in nodes:
        if isinstance(node.action, Play) and node.trick in (2, 8, 15):
            for action in others(node, 3):
                found = what_if(node, action, judge=judge)
                assert found.after == sure(judge.solver, node.before.after(action))
                assert found.after_made == sure(judge.solver, node.after)
                assert found.before[node.seat] == max(found.before[node.seat], found.after[node.seat])
                assert all(found.after[s] >= found.before[s] for s in Seat if s is not node.seat)


def test_the_deal_goes_on_as_club_players_play_it(nodes, judge):
    """From the other choice to the end, each by what it sees; what came before stays as it was."""
    node = next(node for node in nodes if node.trick == 5 and node.before.due_turn.count() > 1)
    action = others(node)[0]
    found = what_if(node, action, judge=judge)
    deal, player = node.before.after(action), ClubPlayer()
    while not deal.over:
        deal = deal.after(player.act(deal.seen_by(deal.due_turn.seat)))
    assert found.played == deal and found.gain is None
    assert found.played.events[: len(node.before.events)] == node.before.events


@pytest.mark.parametrize("phase", [Phase.EXCHANGE, Phase.CALL, Phase.DISCARD])
def test_choices_before_the_play_have_both_prices(nodes, judge, phase):
    """A gift, a call and a discard have a price of both kinds, and lead to a deal played out."""
    node = next(node for node in nodes if node.phase is phase)
    found = what_if(node, others(node)[0], FEW, [each.action for each in nodes], judge)
    assert found.before[node.seat] >= found.after[node.seat]
    assert found.played.over and sum(found.played.won) == 16
    assert found.gain.n >= 40 or found.gain.standard_error == 0


def test_the_gain_of_two_choices_swapped_has_the_other_sign(nodes):
    node = next(node for node in nodes if node.trick == 3 and len(others(node, 3)) == 3)
    action = others(node, 3)[-1]
    swapped = type(node)(node.before, action, node.before.after(action))
    there, back = fair_gain(node, action, FEW), fair_gain(swapped, node.action, FEW)
    assert there.mean == pytest.approx(-back.mean) and there.standard_error == pytest.approx(back.standard_error)
    assert fair_gain(node, node.action, FEW).mean == 0


def test_an_illegal_choice_is_refused(nodes):
    node = next(node for node in nodes if node.phase is Phase.FOLLOW)
    wrong = next(card for card in node.before.hand(node.seat) if card not in node.before.due_turn.legal())
    with pytest.raises(GameError, match="expected a card of the suit led"):
        what_if(node, Play(node.seat, wrong))


def test_a_one_sided_record_has_the_fair_price_alone(nodes):
    whole = next(node for node in nodes if node.trick == 2 and node.seat is Seat.DEALER)
    view = whole.before.seen_by(Seat.DEALER)
    node = DecisionNode(view, whole.action, view.after(whole.action))
    found = what_if(node, others(node)[0], FEW)
    assert (found.before, found.after, found.after_made, found.played) == (None, None, None, None)
    assert found.gain.n
