"""Advice on a card: how the learned policy's own opinion counts in the choice."""

import pytest

from ninefivetwo.game import Deal, Play
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.advise import Assumptions, Limits, Question, advise
from ninefivetwo.think.advise.pricing import drawn_worlds
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.playouts import opinion, policy
from ninefivetwo.think.playouts.values import ENDING, Rollouts, card_values, unlike_cards

WIKIPEDIA = NAMED["wikipedia"].rules
EVEN = Assumptions(likelihood=None)


def test_the_policys_opinion_counts_as_so_many_worlds_in_the_choice_of_a_card():
    """Card by card of a deal: the best by the means of the worlds and by what the policy thinks; in endings by the
    means alone.  Of touching cards the policy knows only the lowest."""
    deal, learned, above, moved = Deal.start(WIKIPEDIA, next(random_deals(6))), policy("learned"), 0, 0
    while not deal.over:
        view, turn = deal.seen_by(deal.turn.seat), deal.turn
        if turn.kind is Play and len(cards := unlike_cards(view)) > 1:
            question = Question(view, Limits(worlds=30, seed=5), assumptions=EVEN, prior=60)
            advice, worlds = advise(question), drawn_worlds(question, 30).worlds
            own = card_values(view, worlds, cards, Rollouts(((learned,) * 3,))).tricks[:, :, turn.seat]
            means = worlds.shares @ own
            told = means
            if len(turn.held) > ENDING and not worlds.exact:
                told = means + 60 / len(own) * opinion(learned, view, cards)
            best = advice.recommended.details.cards[-1]
            assert told[cards.index(best)] == pytest.approx(max(told))
            above += advice.recommended.action.card != best
            moved += means[cards.index(best)] < max(means) - 1e-9
        deal = deal.after(heuristic_action(view))
    assert above and moved
