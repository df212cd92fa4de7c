"""An answer put to the test: the deal that is shown could be, and it goes as its lines say."""

import pytest
from msgspec.structs import replace
from positions import pairs, state_from
from test_drills import FEW, of, wrong

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat
from ninefivetwo.errors import SearchStopped
from ninefivetwo.evaluation import Estimate, chance_text
from ninefivetwo.exact import CancelToken, Solver
from ninefivetwo.game import Deal, Discard, Give, Look, Play, Return
from ninefivetwo.keep.drills.problem import cards_at
from ninefivetwo.keep.drills.trial import WORLD_PLACES, trial
from ninefivetwo.layout import Layout, Position
from ninefivetwo.think.knowledge import Hints, Knowledge
from ninefivetwo.words.drill_reasons import TrialText, reasons
from ninefivetwo.words.drills import names_by_contract
from ninefivetwo.words.speaker import Speaker

KINDS = ("call", "discard", "give", "play")


TRIED = {}


def tried(problem, worlds=100):
    """The trial of a wrong answer, made once."""
    if (problem.id, worlds) not in TRIED:
        TRIED[problem.id, worlds] = trial(problem, wrong(problem).action, replace(FEW, worlds=worlds))
    return TRIED[problem.id, worlds]


def follow(played, on_table):
    """Play a line by the rules alone: each card is held, suit is followed, the highest wins.  Tricks by seat."""
    cards, lead = [card for trick in played.tricks for card in trick.cards], played.tricks[0].lead
    state, winners = state_from(played.hands, lead, played.trump, cards[:on_table]), []
    for card in pairs(cards[on_table:]):
        assert card in state.legal()
        state, winner = state.play(card)
        winners += [winner] * (winner is not None)
    assert not any(state.hands)
    assert [(trick.lead, trick.winner) for trick in played.tricks] == [*zip([lead, *winners], winners, strict=False)]
    return [winners.count(seat) for seat in Seat]


@pytest.mark.parametrize("kind", KINDS)
def test_the_deal_shown_could_be_and_goes_as_it_says(kind, count):
    for problem in of(kind)[:: count(6, 1) if kind == "play" else count(5, 1)]:
        found, view, seat = tried(problem), problem.view, problem.seat
        example = found.refutation
        assert example is not None and found.less > 0 and found.less + found.more <= 1 + 1e-9
        assert_could_be(view, example)
        for played, action in ((example.own, wrong(problem).action), (example.better, problem.best.action)):
            assert played.action == action
            won = follow(played, len(view.table))
            assert [a + b for a, b in zip(won, view.won, strict=True)] == list(played.won)
            if kind == "play":
                assert played.hands == example.hands and played.trump is view.called
                assert played.tricks[0].cards[: len(view.table)] == view.table
                assert played.tricks[0].cards[len(view.table)] == action.card
        contract = view.rules.contracts[seat]
        mine, better = example.own.won[seat], example.better.won[seat]
        assert mine < better and example.fails == (mine < contract <= better)


def assert_could_be(view, example):
    """Every card is somewhere, once, the player's own where he sees them, and what he knows rules out nothing."""
    parts = [*example.hands, example.kitty, example.discarded, Hand.of(view.played)]
    assert sum(map(len, parts)) == len(FULL_DECK) and Hand.of(card for part in parts for card in part) == FULL_DECK
    assert example.hands[view.viewer] == view.hands[view.viewer]
    assert [len(hand) for hand in example.hands] == [len(hand) for hand in view.hands]
    others = [seat for seat in Seat if seat is not view.viewer]
    there = tuple((seat, card) for seat in others for card in example.hands[seat])
    assert Knowledge(view, hints=Hints(known=there)).count() > 0


def without_exchange(problem):
    return not any(isinstance(event, Give | Return | Look) for event in problem.view.events)


def test_the_deal_shown_played_from_its_first_card_looks_the_same():
    """The slow way round: such a deal is dealt, all that happened happens again, and its player sees what he saw."""
    problems = [problem for problem in (*of("play")[::5], *of("discard"), *of("call")) if without_exchange(problem)]
    assert len({problem.kind for problem in problems}) == 3
    for problem in problems:
        view, example = problem.view, tried(problem).refutation
        dealt = list(example.hands)
        for event in view.events:
            if isinstance(event, Play):
                dealt[event.seat] |= Hand.of([event.card])
        kitty = example.kitty
        if not kitty:  # the dealer has taken it; who has not seen it cannot tell which of his cards they are
            kitty = view.dealt_kitty if isinstance(view.dealt_kitty, Hand) else example.discarded
            dealt[0] = (dealt[0] | example.discarded) - kitty
        deal = Deal.start(view.rules, Layout(*dealt, kitty))
        for event in view.events:
            if isinstance(event, Discard):
                deal = deal.after(Discard(Seat.DEALER, example.discarded))
            elif type(event).__name__ in ("Call", "Play"):
                deal = deal.after(event)
        assert deal.seen_by(view.viewer).hands == view.hands and deal.table == view.table
        assert deal.won == view.won and deal.turn.seat is view.viewer


def test_what_is_sure_there_is_what_the_solver_says():
    problem = next(each for each in of("play") if len(each.view.hands[each.seat]) <= 7 and tried(each).refutation.sure)
    view, example = problem.view, tried(problem).refutation
    after = Solver().after_each(Position(Layout(*example.hands), view.lead, view.table), view.called, problem.seat)
    for sure, played in zip(example.sure, (example.own, example.better), strict=True):
        assert sure == view.won[problem.seat] + after[played.action.card]


def test_the_deal_as_it_lay_is_tried_too():
    """Its tricks are those of a trial in which it is the only world."""
    problem = next(each for each in of("play") if len(each.view.hands[each.seat]) > 8)
    found = tried(problem)
    assert found.lay is not None and all(0 <= tricks <= 16 for tricks in found.lay)
    assert sum(len(cards_at(problem.deal, place)) for place in WORLD_PLACES) + len(list(problem.view.played)) == 52


def test_the_same_worlds_tell_the_same():
    problem = of("discard")[0]
    assert tried(problem) == trial(problem, wrong(problem).action, replace(FEW, worlds=100))


def test_where_nothing_fails_that_is_said():
    problem = of("play")[0]
    found = trial(problem, problem.best.action, replace(FEW, worlds=50))
    assert (found.less, found.more, found.refutation) == (0, 0, None)
    words = "\n".join(TrialText(problem, problem.best, found, Speaker()).sentences)
    assert "No possible deal was found where your choice wins fewer tricks." in words


def test_a_trial_can_be_stopped():
    token = CancelToken()
    token.cancel()
    with pytest.raises(SearchStopped):
        trial(of("play")[0], wrong(of("play")[0]).action, replace(FEW, token=token))


def test_a_trial_says_where_a_choice_fails_and_how_often():
    seen = set()
    for problem in of("play")[::6]:
        own = wrong(problem)
        found = tried(problem)
        words = "\n".join(TrialText(problem, own, found, Speaker(names_by_contract(problem.view.rules))).sentences)
        fails = "misses the contract" if found.refutation.fails else "costs tricks"
        assert f"A possible deal where your choice {fails}: " in words
        less, more = (chance_text(Estimate.share(share, found.worlds)) for share in (found.less, found.more))
        assert f"fewer tricks than the best choice in {less} and more in {more}." in words
        assert f"In {'all ' * found.exact}{found.worlds:,} possible deals, your choice wins" in words
        got_away = found.lay is not None and found.lay[0] >= found.lay[1]
        assert ("As the cards lay, your choice " in words) == got_away
        seen.add((fails, got_away))
    assert len(seen) >= 3


def test_a_question_has_no_trial():
    with pytest.raises(ValueError, match="without choices"):
        trial(of("know")[0], Play(Seat.LEFT, Card.parse("SA")))


def test_seats_are_called_by_their_contracts():
    problem = of("play")[0]
    assert names_by_contract(problem.view.rules) == ("Nine", "Five", "Two")
    alike = replace(problem.view.rules, contracts=(6, 5, 5))
    assert names_by_contract(alike) == ("dealer", "left", "right")


def test_why_an_answer_is_worse_is_said_in_sentences():
    """In nearly every problem; the player is spoken to, the others have their names; of what is right nothing."""
    told = 0
    for problem in (*of("play")[::16], of("call")[0], of("give")[0], of("discard")[1]):
        speaker = Speaker(names_by_contract(problem.view.rules), problem.seat)
        words = " ".join(reasons(problem, wrong(problem), speaker, FEW))
        told += bool(words)
        assert speaker.names[problem.seat] not in words.split() and "You's" not in words
        assert reasons(problem, problem.best, speaker, FEW) == []
    assert told >= 8 and reasons(of("know")[0], problem.best, Speaker(), FEW) == []
