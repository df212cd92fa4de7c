"""Who plays at the other seats: the policies that stand for them, and the tables at which deals are played out."""

import json
import re
from collections import Counter
from dataclasses import replace as replace_session
from itertools import islice
from random import Random

import numpy as np
import pytest
from commands import answer
from msgspec.structs import replace
from table import dealt_matches

from benchmarks.named_players import player
from ninefivetwo.cards import Hand, Seat
from ninefivetwo.game import Place, PlayTurn
from ninefivetwo.game.records import File
from ninefivetwo.game.rules import NAMED
from ninefivetwo.keep.session import GameSession, opponents_of
from ninefivetwo.think.advise import Assumptions, Limits, Question, advise
from ninefivetwo.think.advise.pricing import LEAST_PLAYOUTS, drawn_worlds, sampled_worlds
from ninefivetwo.think.advise.search import search
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Likelihood
from ninefivetwo.think.players.levels import SEARCH, BeginnerPlayer
from ninefivetwo.think.playouts import choose_card, games_in, play_out, policy, view_of
from ninefivetwo.think.playouts.opponents import CLUB_PLAYERS, UNKNOWN, Level, Opponents
from ninefivetwo.think.playouts.values import Rollouts, card_values
from ninefivetwo.words.levels import levels_term
from ninefivetwo_solver.playout import Policy, choose, probabilities

D, L, R = Seat
RULES = NAMED["wikipedia"].rules
MIXED, BEGINNERS = Opponents.all(Level.MIXED), Opponents.all(Level.BEGINNER)


def views(number, held=1):
    """Positions of random play in which a seat with so many cards at least has a choice."""
    deals = (match.deal for seed in range(10**6) for match in dealt_matches(RULES, 41 * 10**9 + seed, 5))
    due = (deal for deal in deals if isinstance(deal.turn, PlayTurn) and deal.turn.count() > 1)
    yield from islice((deal.seen_by(deal.turn.seat) for deal in due if len(deal.turn.held) >= held), number)


def test_a_beginner_is_stood_for_card_by_card(count):
    """The engine's chances of each card are those of the player; and it plays by them."""
    beginner, careless = policy("beginner"), 0
    for number, view in enumerate(views(count(150, 3000))):
        chances = probabilities(beginner, view_of(view))[0]
        expected = BeginnerPlayer().chances(view)
        assert {action.card.index: chances[action.card.index] for action in expected} == pytest.approx(
            {action.card.index: chance for action, chance in expected.items()}
        )
        assert chances.sum() == pytest.approx(1)
        careless += choose_card(beginner, view, number).index != chances.argmax()
    assert careless


def test_a_slip_is_any_legal_card_as_often_as_it_is_said_to_be():
    (view,) = views(1, held=9)
    rows = np.repeat(view_of(view), 8000)
    legal = [card.index for card in view.turn.legal()]
    for slip in (0.0, 0.4, 1.0):
        played = Counter(choose(Policy.beginner(slip), rows, seed=5).tolist())
        chances = probabilities(Policy.beginner(slip), view_of(view))[0]
        assert set(played) <= set(legal)
        for index in legal:
            assert played[index] / 8000 == pytest.approx(chances[index], abs=0.02)
    with pytest.raises(ValueError, match=r"slip 1.5 \(expected 0 to 1\)"):
        Policy.beginner(1.5)


def test_a_seat_s_tables_combine_the_levels_of_the_others():
    own, plain, beginner = policy("learned"), policy("plain"), policy("beginner")
    assert CLUB_PLAYERS.tables(L, own) == ((own, own, own),)
    assert BEGINNERS.tables(L, own) == ((beginner, own, beginner),)
    mixed = MIXED.tables(R, own)
    assert len(mixed) == 6 and Counter(mixed) == {(plain, own, own): 2, (own, plain, own): 2, (own, own, own): 2}
    one_known = Opponents(Level.MIXED, Level.BEGINNER, Level.CLUB)
    assert one_known.tables(R, own) == ((plain, beginner, own), (own, beginner, own), (own, beginner, own))
    assert one_known.others(L) == {D: Level.MIXED, R: Level.CLUB}
    assert [one_known.vary(seat) for seat in Seat] == [True, True, True] and not CLUB_PLAYERS.vary(D)


def test_worlds_take_the_tables_in_turn():
    """Each world's figures are those of a playout at its own table, whatever the other worlds'."""
    (view,) = views(1, held=12)
    question = Question(view, Limits(worlds=24, seed=3), assumptions=Assumptions(opponents=MIXED))
    worlds, cards = drawn_worlds(question, 24).worlds, list(view.turn.legal())
    tables = question.assumptions.tables(view.viewer)
    found = card_values(view, worlds, cards, Rollouts(tables, seed=3)).tricks
    indices = np.array([card.index for card in cards], dtype=np.uint8)
    for row, game in enumerate(games_in(view, worlds.sets)):
        alone = play_out(tables[row % len(tables)], np.array([game]), cards=indices)[0] + np.array(view.won)
        assert (found[row] == alone).all()


def test_all_kinds_of_advice_assume_who_plays():
    """Against beginners the same choices win more; by the same seed they win the same."""
    more = Counter()
    for match in islice(dealt_matches(RULES, 41, 7), 0, 60):
        turn = match.deal.turn
        if turn is None or turn.count() == 1:
            continue
        view, limits = match.deal.seen_by(turn.seat), Limits(worlds=30, seed=1)
        asked = Question(view, limits, assumptions=Assumptions(opponents=BEGINNERS))
        club, weak = advise(Question(view, limits)), advise(asked)
        assert turn.kind in more or weak.evaluations == advise(asked).evaluations
        worth = {evaluation.action: evaluation.value.mean for evaluation in club.evaluations}
        more[turn.kind] += sum(e.value.mean - worth[e.action] for e in weak.evaluations if e.action in worth)
    assert len(more) >= 3 and all(gain > 0 for gain in more.values()), more


def test_listed_worlds_are_played_several_times_if_players_vary():
    """Then their figures have errors."""
    tried = 0
    for view in views(400):
        asked = Question(view, Limits(worlds=300), assumptions=Assumptions(opponents=BEGINNERS))
        if asked.knowledge.count() > 60 or tried > 4:
            continue
        club, weak = drawn_worlds(Question(view, Limits(worlds=300)), 300), drawn_worlds(asked, 300)
        tried += club.worlds.exact
        if club.worlds.exact:
            assert not weak.worlds.exact and len(weak.worlds.sets) >= LEAST_PLAYOUTS
            assert weak.worlds.shares.sum() == pytest.approx(1)
            assert {tuple(world) for world in weak.worlds.sets} == {tuple(world) for world in club.worlds.sets}
            assert advise(asked).recommended.value.standard_error > 0
    assert tried


def test_a_beginner_who_deals_discards_any_cards_more_often():
    """So in the deals drawn for others his discards are higher; of a dealer of another level nothing changes."""
    view = next(view for view in views(400, held=15) if view.viewer is L)
    ranks = {}
    for level in Level:
        assumed = Assumptions(opponents=Opponents(level, Level.RULE, Level.RULE))
        asked = Question(view, Limits(seed=3), assumptions=assumed)
        discarded = sampled_worlds(asked, 2000).worlds.sets[:, Place.DISCARDED]
        ranks[level] = np.mean([sum(card.rank for card in Hand(cards)) for cards in discarded.tolist()])
    assert len({rank for level, rank in ranks.items() if level is not Level.BEGINNER}) == 1
    assert ranks[Level.BEGINNER] > ranks[Level.CLUB] + 1
    strong = Assumptions(likelihood=Likelihood(slip=0.7), opponents=BEGINNERS)
    assert strong.weighing is strong.likelihood and Assumptions(likelihood=None, opponents=BEGINNERS).weighing is None


def test_an_expert_can_be_told_who_the_others_are():
    """He then does in some positions what is best against beginners; untold, he takes them for club players."""
    told, untold, same = player("expert/beginner", 1), player("expert", 1), 0
    for view in islice(views(40, held=9), 12):
        question = Question(view, Limits(seed=Random(5).getrandbits(60), threads=1))
        told.reseed(5), untold.reseed(5)
        assumed = replace(question, assumptions=Assumptions(opponents=BEGINNERS))
        assert told.act(view) == search(assumed, SEARCH)
        same += told.act(view) == untold.act(view)
    assert 0 < same < 12


def advice_for(*arguments):
    return json.loads(answer("advise", *arguments, "--worlds", "40", "--json"))


def test_the_computers_of_a_record_are_taken_as_they_are(tmp_path):
    """By its tag, else by the players' names; an option overrules both."""
    session = GameSession.start(RULES, ("beginner", "master"), L, 5, training=True, name="Ann")
    levels = {R: Level.BEGINNER, D: Level.EXPERT}
    assert session.opponents.others(L) == levels
    while not isinstance(session.deal.turn, PlayTurn) or session.deal.turn.seat is not L:
        action = heuristic_action(session.deal.seen_by(session.deal.turn.seat))
        session = replace_session(session, match=replace_session(session.match, deal=session.deal.after(action)))
    record = session.record()
    assert opponents_of(record) == Opponents(Level.EXPERT, UNKNOWN, Level.BEGINNER)
    path = tmp_path / "deal.n52"
    path.write_text(str(File.of([record])))
    assert advice_for("play", path)["opponents"] == {"dealer": "expert", "right": "beginner"}
    assert advice_for("play", path, "--opponents", "club")["opponents"] == {"dealer": "club", "right": "club"}
    text = answer("advise", "play", path, "--worlds", "40").replace("\n", " ")
    assert "played out against an expert (the dealer) and a beginner (right)." in text
    untagged = tmp_path / "untagged.n52"
    untagged.write_text(re.sub(r"\[Computers .*\]\n", "", path.read_text()))
    assert advice_for("play", untagged)["opponents"] == {"dealer": "expert", "right": "beginner"}
    hint = session.hint(Limits(worlds=40, seed=2))
    assert hint.opponents.others(L) == levels
    assumed = Assumptions(opponents=session.opponents)
    told = advise(Question(session.view, Limits(worlds=40, seed=2), assumptions=assumed))
    assert [e.value for e in told.evaluations] == [e.value for e in hint.evaluations]


def test_players_are_named_with_what_they_are_taken_as():
    levels = {"Ann": Level.BEGINNER, "Bob": Level.CLUB, "Cy": Level.BEGINNER}
    assert levels_term(levels) == "beginners (Ann and Cy) and a club player (Bob)"
    assert levels_term({"Ann": Level.CLUB, "Cy": Level.RULE}) == "a club player (Ann) and a rule-of-thumb player (Cy)"
