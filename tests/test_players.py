"""Computer players: legal under every rule set, blind to what they do not see, apart in strength; the table runner."""

from dataclasses import replace
from itertools import islice, product
from math import inf
from random import Random

import pytest
from table import dealt_matches, laid_out
from test_completed_deals import chosen
from test_game import TABLES, twin

from ninefivetwo.cards import Hand, Seat, Suit, Trump
from ninefivetwo.errors import PlayersError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Call, Deal, Discard, Give, Play
from ninefivetwo.game.records import File, read_file, record_of
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import random_deals
from ninefivetwo.think.advise import Limits, Objective, Question, Utility, advise
from ninefivetwo.think.advise.search import search
from ninefivetwo.think.heuristics import best_call, discard, heuristic_action
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.players import PLAYERS, RulePlayer, Table, differences, levels, play_rounds, player_results
from ninefivetwo.think.players.levels import DEEP_SEARCH, SEARCH, BeginnerPlayer
from ninefivetwo.think.players.runner import play_round

WIKIPEDIA = NAMED["wikipedia"].rules
D, L, R = Seat


@pytest.mark.parametrize(
    ("name", "text"), [*product(["random", "rule", "beginner", "club"], TABLES), *product(["expert"], TABLES[::4])]
)
def test_every_player_plays_by_every_rule_set(name, text):
    """Some deals of a match, exchanges and all: the game refuses what is illegal, so none is.

    The expert differs from the club player in the choice of a card alone, so few rule sets are enough for it.
    """
    players = [PLAYERS[name](seed) for seed in range(3)]

    def act(match):
        seat = match.deal.turn.seat
        return players[seat].act(match.deal.seen_by(seat))

    states = dealt_matches(parse_rules(text), 5, 1 if name == "expert" else 2, act)
    assert {sum(match.deal.won) for match in states if match.deal.over} == {16}


@pytest.mark.parametrize("name", ["rule", "beginner", "club", "expert", "master"])
def test_players_use_what_they_see_and_nothing_else(name, monkeypatch):
    """The same view, made from another deal, gives the same action; at the first decisions and some of the play."""
    monkeypatch.setattr(levels, "BEFORE", 60)
    random, compared, moments = Random(3), 0, 0
    deal = Deal.start(NAMED["nine-five-two"].rules, next(random_deals(9)), (-2, 1, 1))
    while not deal.over:
        seat, moments = deal.turn.seat, moments + 1
        action, other = heuristic_action(deal.seen_by(seat)), None
        if deal.turn.kind is not Play or moments % 5 == 0:
            action, other = PLAYERS[name](7).act(deal.seen_by(seat)), twin(deal, seat, random)
        if other is not None:
            compared += 1
            assert PLAYERS[name](7).act(other.seen_by(seat)) == action
        deal = deal.after(action)
    assert compared >= 8


class Listener(RulePlayer):
    """Notes what it is told of the match at each of its decisions."""

    told: list = []

    def act(self, view):
        self.told.append((view.viewer, self.match_score))
        return super().act(view)


def test_players_are_told_the_score_before_each_deal_of_a_match(monkeypatch):
    """And none where only deals are played."""
    monkeypatch.setitem(PLAYERS, "listener", lambda seed: Listener())
    monkeypatch.setattr(Listener, "told", [])
    table = Table(("listener", "listener", "listener"), parse_rules("bga deals=3"), 3, matches=True)
    deals = play_round(table, 0).deals
    wanted = [(seat, MatchScore(match.score, match.number)) for match in deals for seat in Seat]
    assert set(Listener.told) == set(wanted) and any(any(score.score) for _, score in wanted)
    Listener.told.clear()
    play_round(replace(table, matches=False), 0)
    assert {score for _, score in Listener.told} == {None}


def hand(text):
    return Hand.parse(text)


def test_the_rule_player_calls_the_longest_suit_then_its_ranks():
    assert best_call(hand("AKQ.T98765.JT98.AKQ"), Trump) is Trump.HEARTS
    assert best_call(hand("AT876.KQJT9.432.AKQ"), Trump) is Trump.SPADES
    assert best_call(hand("98765.T9876.432.AKQ"), Trump) is Trump.HEARTS


@pytest.mark.parametrize(
    ("held", "trump", "among"),
    [
        ("AKQJT98.AK4.K32.8765432", Trump.SPADES, "-.4.2.8765432"),  # low cards, one guard left to the king
        ("AKQJT987.32.AKQ.AKQJ542", Trump.SPADES, "-.32.-.542"),  # a void
        ("AKQ2.AKQ32.AKQ2.AQT9872", Trump.NO_TRUMP, "2.32.2.9872"),  # at no-trump nothing high
    ],
)
def test_the_rule_player_throws_sensibly(held, trump, among):
    found = discard(hand(held), 4, trump)
    assert len(found) == 4 and not found - hand(among)


def test_the_rule_player_calls_by_the_kitty_it_has_looked_at():
    """Five spades and five hearts in hand, three hearts in the kitty."""
    deal = laid_out(
        parse_rules("wikipedia kitty_peek=yes"), (-4, 4, 0), kitty="H2 H3 H4 D2", dealer="SA SK SQ SJ ST HA HK HQ HJ H5"
    )
    while deal.turn.kind is not Discard:
        deal = deal.after(RulePlayer().act(deal.seen_by(deal.turn.seat)))
    assert len(deal.dealt[D].only(Suit.HEARTS) | deal.dealt_kitty.only(Suit.HEARTS)) >= 8 and deal.trump is Trump.HEARTS


def test_the_beginner_forgets_what_has_been_played():
    """Its usual card is that of the rules, but where these go by what is gone; one in four is any card."""
    deal = Deal.start(WIKIPEDIA, next(random_deals(4)))
    forgot = cards = 0
    while not deal.over:
        view = deal.seen_by(deal.turn.seat)
        rule = RulePlayer().act(view)
        if isinstance(rule, Play) and len(deal.turn.legal()) > 1:
            answers = [BeginnerPlayer(seed).act(view) for seed in range(80)]
            usual = max(set(answers), key=answers.count)
            assert 0.6 < answers.count(usual) / 80 < 1  # about a quarter are any card, among them this one too
            forgot, cards = forgot + (usual != rule), cards + 1
        deal = deal.after(rule)
    assert 0 < forgot < cards / 2


def test_the_beginner_throws_and_gives_the_lowest_now_and_then():
    deal = laid_out(WIKIPEDIA, (-2, 2, 0), left="S2 H2 SA SK SQ SJ S9 HA HK HQ DA DK DQ CT C9 C8")
    view = deal.seen_by(L)
    gifts = [BeginnerPlayer(seed).act(view) for seed in range(40)]
    lowest = Give.of(L, {D: Hand.parse("2.2.-.-")})
    assert set(gifts) == {lowest, RulePlayer().act(view)} and 10 < gifts.count(lowest) < 30
    deal = Deal.start(WIKIPEDIA, next(random_deals(2))).after(Call(D, Trump.HEARTS))
    discards = {BeginnerPlayer(seed).act(deal.seen_by(D)) for seed in range(20)}
    low = sorted(deal.hands[D], key=lambda card: (card.rank, card.suit))[:4]
    assert discards == {Discard(D, Hand.of(low)), RulePlayer().act(deal.seen_by(D))}


@pytest.mark.parametrize("name", ["random", "beginner", "expert"])
def test_players_begun_anew_act_as_those_made_anew(name):
    deal = Deal.start(WIKIPEDIA, next(random_deals(4)))
    while deal.position is None or deal.position.tricks > 5:
        deal = deal.after(RulePlayer().act(deal.seen_by(deal.turn.seat)))
    player, view = PLAYERS[name](1), deal.seen_by(deal.turn.seat)
    for seed in range(6):
        player.act(view)
        player.reseed(seed)
        assert player.act(view) == PLAYERS[name](seed).act(view)


def test_the_expert_plays_what_he_finds_by_search():
    """Cards only; and on the same seed, so that any other search or seed would show."""
    deal = Deal.start(WIKIPEDIA, next(random_deals(4)))
    asked, differ = 0, 0
    while not deal.over:
        view, turn = deal.seen_by(deal.turn.seat), deal.turn
        action = RulePlayer().act(view)
        if turn.kind is not Play:
            assert PLAYERS["expert"](8).act(view) == PLAYERS["club"](8).act(view)
        elif turn.count() > 1 and len(turn.held) % 4 == 0:
            chosen = PLAYERS["expert"](8).act(view)
            assert chosen == search(Question(view, Limits(seed=Random(8).getrandbits(60))), SEARCH)
            asked, differ = asked + 1, differ + (chosen != action)
        deal = deal.after(action)
    assert asked >= 6 and differ


@pytest.mark.parametrize("match_score", [None, MatchScore((7, -3, -4), 5)])
def test_the_master_takes_advice_by_the_score_of_the_match(match_score, monkeypatch):
    """A gift, a call, a discard and a card of the last deals of a match."""
    monkeypatch.setattr(levels, "BEFORE", 70)
    rules = parse_rules("wikipedia target=9")
    deal, asked = Deal.start(rules, next(random_deals(4)), (-1, 1, 0)), []
    objective = Objective(Utility.SCORE, match_score)
    while asked[-1:] != [Play]:
        view = deal.seen_by(deal.turn.seat)
        player = PLAYERS["master"](8)
        player.match_score = match_score
        action = player.act(view)
        if deal.turn.count() > 1:
            limits = Limits(worlds=70, seed=Random(8).getrandbits(60))
            question = Question(view, limits, objective)
            by_search = deal.turn.kind is Play
            assert action == (search(question, DEEP_SEARCH) if by_search else advise(question).recommended.action)
            asked.append(deal.turn.kind)
        deal = deal.after(action)
    assert asked == [Give, Call, Discard, Play]


@pytest.mark.parametrize("text", TABLES)
def test_club_players_act_before_the_play_as_in_drawn_worlds(text):
    """So that what the adviser supposes of others is what this player does."""
    rules, differ = parse_rules(text), 0
    for layout in islice(random_deals(4), 12):
        deal = Deal.start(rules, layout, (-2, 1, 1))
        while deal.turn.kind is not Play:
            view = deal.seen_by(deal.turn.seat)
            action = PLAYERS["club"](1).act(view)
            assert action == chosen(view)
            differ += action != RulePlayer().act(view)
            deal = deal.after(action)
    assert differ


def test_matches_are_not_played_duplicate():
    with pytest.raises(PlayersError, match="matches cannot be combined with duplicate"):
        Table(("rule", "rule", "rule"), WIKIPEDIA, 1, matches=True, duplicate=True)


def test_duplicate_gives_every_player_every_seat_with_the_same_cards():
    found = play_round(Table(("random", "rule", "club"), WIKIPEDIA, 3, duplicate=True), 5)
    assert len(found.deals) == 3 and len({deal.deal.dealt for deal in found.deals}) == 1
    for seat in Seat:
        assert {deal.names[seat] for deal in found.deals} == {"random 1", "rule 2", "club 3"}
    assert all(n > 48 for n in found.decisions) and all(s >= 0 for s in found.seconds)


def without_times(rounds):
    return [replace(found, seconds=()) for found in rounds]


def test_rounds_do_not_depend_on_where_they_are_played():
    table = Table(("random", "rule", "club"), NAMED["nine-two-five"].rules, 11)
    one = without_times(play_rounds(table, range(5), 1))
    assert one == without_times(play_rounds(table, range(5), 2))
    assert one[3:] == without_times(play_rounds(table, [3, 4], 1))
    assert one != without_times(play_rounds(replace(table, seed=12), range(5), 1))


def test_whole_matches_are_played_to_their_end_and_recorded():
    table = Table(("rule", "random", "rule"), NAMED["nine-two-five"].rules, 2, matches=True)
    for found in play_rounds(table, range(3), 1):
        assert found.deals[-1].over
        file = read_file(str(File.of([record_of(match) for match in found.deals])))
        assert [record.match for record in file.records] == list(found.deals)
        assert [match.number for match in found.deals] == list(range(1, len(found.deals) + 1))


def test_results_are_the_means_of_the_rounds():
    """Against plain counting; a round of three rotations is one value."""
    table = Table(("random", "rule", "rule"), WIKIPEDIA, 4, duplicate=True)
    rounds = list(play_rounds(table, range(6), 1))
    results = list(player_results(rounds, table.labels, False).values())
    scores = [sum(deal.deal.scores[deal.names.index("rule 2")] for deal in found.deals) / 3 for found in rounds]
    assert results[1].score.mean == pytest.approx(sum(scores) / 6) and results[1].score.n == 6
    spread = sum((score - sum(scores) / 6) ** 2 for score in scores) / 5
    assert results[1].score.standard_error == pytest.approx((spread / 6) ** 0.5)
    tricks = [deal.deal.won[L] for found in rounds for deal in found.deals if deal.names[L] == "random 1"]
    assert results[0].tricks[L].mean == pytest.approx(sum(tricks) / 6)
    assert sum(result.score.mean for result in results) == pytest.approx(0)
    pairs = differences(rounds, table.labels)
    assert pairs["random 1", "rule 2"].mean == pytest.approx(results[0].score.mean - results[1].score.mean)
    assert results[0].wins is None


def test_nothing_has_no_mean_and_one_value_no_error():
    assert Estimate.of([]) is None
    assert Estimate.of([2]) == Estimate(2, inf, 1)
