"""The rows of surveys, against slow plain twins: the Python game played event by event, and the solver itself."""

from dataclasses import replace
from itertools import permutations

import numpy as np
import pytest
from positions import card_at, state_from

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Trump
from ninefivetwo.errors import ConditionError, PolicyError, RulesError, SearchStopped, SurveyError
from ninefivetwo.exact import CancelToken, Solver
from ninefivetwo.game import Call, Deal, Discard, Give, Play, Return, UndealtMatch
from ninefivetwo.game.dealing import Condition
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import Layout, Position
from ninefivetwo.survey.deals import WAYS
from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.work import Work, set_of, text_of
from ninefivetwo.think.models.exchange import discards
from ninefivetwo.think.players import PLAYERS
from ninefivetwo.think.playouts import game_of, games_of_hands, play_lines, policy
from ninefivetwo.think.playouts.first_lead import dealt, ready_deals


def rows_of(kind, rules, seed, number, **more):
    return ROW_KINDS[kind].rows(Work(kind, rules, seed, number, **more), None)


def layout(rows, number):
    return Layout(*(Hand(int(rows[place][number])) for place in ("dealer", "left", "right", "kitty")))


def by_seat(rows, what, number):
    return [rows[f"{seat.word}_{what}"][number].tolist() for seat in Seat]


def called(view, trump):
    """The action of a club player, but for the call, which is laid down, and a discard before it."""
    turn = view.due_turn
    if trump is not None and turn.kind is Call:
        return Call(turn.seat, trump)
    if trump is not None and turn.kind is Discard:
        return Discard(turn.seat, Hand(int(discards(np.array([turn.held.cards], np.uint64), turn.number, trump)[0])))
    return PLAYERS["club"](1).act(view)


def played(deal, trump=None):
    """A deal played event by event, each by a club player who sees his own view."""
    while (turn := deal.turn) is not None:
        deal = deal.after(called(deal.seen_by(turn.seat), trump))
    return deal


#: For each kind a small batch.
SMALL = {"deals": 40, "calls": 10, "matches": 2, "worths": 5, "guarantees": 1}
SMALL |= {"hand_calls": 4, "hand_discards": 2, "hand_gifts": 1, "decisions": 1}
#: Kinds whose random numbers go through the rows choice by choice; they deal evenly, so they take no condition.
HANDS = {"hand_calls", "hand_discards", "hand_gifts", "decisions"}


@pytest.mark.parametrize("name", ROW_KINDS)
def test_rows_have_the_columns_that_their_kind_tells(name):
    for rules in ("wikipedia", "sergeant-major"):
        rows = rows_of(name, rules, 7, SMALL[name])
        assert list(rows) == [column.name for column in ROW_KINDS[name].columns]
        lengths = {len(values) for values in rows.values()}
        assert len(lengths) == 1 and min(lengths) >= SMALL[name]
        for column in ROW_KINDS[name].columns:
            values = rows[column.name]
            assert values.dtype == column.dtype and values.shape[1:] == (column.size,) * (column.size > 1), column


@pytest.mark.parametrize("name", ROW_KINDS)
def test_the_same_work_gives_the_same_rows(name):
    """Also beside others, and the first rows of a longer batch are those of a shorter one."""
    once, again = (rows_of(name, "catalan", 3, SMALL[name]) for _ in range(2))
    longer = rows_of(name, "catalan", 3, SMALL[name] + 1)
    for column, values in once.items():
        assert np.array_equal(values, again[column], equal_nan=True), column
        if name not in HANDS:
            assert (values == longer[column][: len(values)]).all(), column
    cards = "hand" if name in HANDS else "dealer"
    assert rows_of(name, "catalan", 4, SMALL[name])[cards][0] != once[cards][0]


def test_cards_of_a_seed_stay_the_same():
    """Were numpy to draw others, surveys could not be made again; the same cards under every rule set and kind."""
    cards = dealt(3, 952)
    assert [*map(text_of, cards[0].tolist())] == [
        "KQT765.K92.KJ873.JT",
        "J8.J87654.AQT.A7653",
        "A432.AQT3.96542.Q92",
        "9.-.-.K84",
    ]
    assert (cards.sum(axis=1) == FULL_DECK.cards).all() and (np.bitwise_count(cards) == [16, 16, 16, 4]).all()
    for kind, rules in zip(sorted(ROW_KINDS.keys() - HANDS), NAMED, strict=False):
        rows = rows_of(kind, rules, 952, 1)
        assert [rows[place][0] for place in ("dealer", "left", "right", "kitty")] == cards[0].tolist()


@pytest.mark.parametrize("name", NAMED)
def test_deals_are_as_club_players_play_them(name, count):
    number = count(2, 50)
    rows = rows_of("deals", name, 11, number)
    for i in range(number):
        deal = played(Deal.start(parse_rules(name), layout(rows, i)))
        assert rows["call"][i] == deal.called and rows["discard"][i] == deal.discarded.cards
        assert by_seat(rows, "tricks", i) == list(deal.won)


@pytest.mark.parametrize("name", ["wikipedia", "catalan-plus-minus", "sergeant-major"])
def test_every_denomination_is_called(name):
    rules = parse_rules(name)
    rows = rows_of("calls", name, 12, 1)
    assert rows["call"][0] == played(Deal.start(rules, layout(rows, 0))).called
    for trump in Trump:
        found = rows["discards"][0, trump], [tricks[trump] for tricks in by_seat(rows, "tricks", 0)]
        if trump in rules.trumps():
            deal = played(Deal.start(rules, layout(rows, 0)), trump)
            assert deal.called is trump and found == (deal.discarded.cards, list(deal.won))
        else:
            assert found == (0, [-1, -1, -1])


def test_the_call_of_a_deal_is_one_of_its_calls():
    """What a deal came to stands among what all its calls come to."""
    deals, calls = (rows_of(kind, "nine-two-five", 5, 30) for kind in ("deals", "calls"))
    assert (deals["call"] == calls["call"]).all()
    at = np.arange(30), deals["call"]
    assert (deals["discard"] == calls["discards"][at]).all()
    for seat in Seat:
        assert (deals[f"{seat.word}_tricks"] == calls[f"{seat.word}_tricks"][at]).all()


HOUSE_RULES = [
    "wiki kitty_peek=yes kitty_show=returned",
    "cat-pm kitty_show=received",
    "sm later=give-trump-return-kitty-discard-play",
]


@pytest.mark.parametrize("name", [*NAMED, *HOUSE_RULES])
def test_deals_by_the_thousand_are_those_of_the_game(name, count):
    """Before the play club players bring a deal to the same hands, and to know the same of each other."""
    rules, number = parse_rules(name), count(2, 100)
    low = -rules.contracts[Seat.LEFT]  # the dealer won nothing when he was left
    results = [(-2, 1, 1), (1, -2, 1), (3, -1, -2), (low, 1, -low - 1), (0, 0, 0), (1, -1, 0)] * number
    cards = dealt(len(results), 5)
    made = ready_deals(rules, np.array(results), cards)
    for row, previous, game, given, returned in zip(cards.tolist(), results, *made, strict=True):
        deal = Deal.start(rules, Layout(*map(Hand, row)), previous)
        while deal.turn.kind is not Play:
            deal = deal.after(PLAYERS["club"](1).act(deal.seen_by(deal.turn.seat)))
        assert game == game_of(deal)[0]
        assert (given.tolist(), returned.tolist()) == exchanged(deal)


def exchanged(deal):
    """The cards given by giver and receiver, and returned at the same places, as a deal's events tell them."""
    given, returned = ([[0, 0, 0], [0, 0, 0], [0, 0, 0]] for _ in range(2))
    for event in deal.events:
        if isinstance(event, Give):
            given[event.seat] = [cards.cards for cards in event.cards]
        if isinstance(event, Return):
            returned[event.to][event.seat] = event.cards.cards
    return given, returned


@pytest.mark.parametrize("name", [*NAMED, "wiki target=5 kitty_peek=yes kitty_show=received"])
def test_matches_are_as_club_players_play_them(name, count):
    """Event by event, with who sits where, what is exchanged, points, scores, the end and who has won."""
    number = count(1, 20)
    rows = rows_of("matches", name, 13, number)
    at = 0
    for i in range(number):
        state = UndealtMatch(parse_rules(name), ("0", "1", "2"))
        while True:
            match = state.dealt(layout(rows, at))
            match = replace(match, deal=played(match.deal))
            check_match_row({column: values[at] for column, values in rows.items()}, match, i)
            at += 1
            if match.over:
                break
            state = match.following()
    assert at == len(rows["match"])


def check_match_row(row, match, number):
    deal, names = match.deal, [int(name) for name in match.names]
    assert (row["match"], row["deal"], row["players"].tolist()) == (number, match.number, names)
    assert row["previous"].tolist() == list(match.previous_results or (-128,) * 3)
    given, returned = exchanged(deal)
    pairs = list(permutations(Seat, 2))
    assert row["given"].tolist() == [given[giver][receiver] for giver, receiver in pairs]
    assert row["returned"].tolist() == [returned[giver][receiver] for giver, receiver in pairs]
    assert row["call"] == deal.called and row["discard"] == deal.discarded.cards
    assert [row[f"{seat.word}_tricks"] for seat in Seat] == list(deal.won)
    assert row["points"].tolist() == list(deal.scores)
    assert [row["scores"][name] for name in names] == list(match.total)
    winners = [names[seat] for seat in match.winners()]
    assert row["last"] == match.over and row["winner"] == (winners[0] if len(winners) == 1 else -1)
    shares = [1 / len(winners) if player in winners else 0 for player in range(3)]
    assert row["shares"].tolist() == pytest.approx(shares, abs=1e-6)


def test_a_match_without_end_is_left(monkeypatch):
    monkeypatch.setattr("ninefivetwo.survey.deals.MOST_DEALS", 2)
    rows = rows_of("matches", "wikipedia", 1, 2)
    assert rows["match"].tolist() == [0, 0, 1, 1] and not rows["last"].any() and (rows["winner"] == -1).all()


@pytest.mark.parametrize("name", ["wikipedia", "catalan-plus-minus", "sergeant-major"])
def test_worths_are_ways_of_the_same_cards(name):
    """As dealt; without the kitty; after results that owe one card, as club players play them."""
    rules = parse_rules(name)
    rows = rows_of("worths", name, 14, 1)
    assert rows["way"].tolist() == list(range(len(WAYS))) and (rows["deal"] == 0).all()
    for way in range(len(WAYS)):
        found = {column: values[way] for column, values in rows.items()}
        tricks = [found[f"{seat.word}_tricks"] for seat in Seat]
        if WAYS[way] == "no kitty":
            trump = Trump(int(found["call"]))
            assert (found["discard"], found["given"], found["returned"]) == (0, 0, 0)
            assert tricks == tricks_without_kitty(rules, layout(rows, 0), trump)
            continue
        words = WAYS[way].split()
        owing = tuple((seat.word == words[0]) - (seat.word == words[2]) for seat in Seat) if way else None
        deal = played(Deal.start(rules, layout(rows, 0), owing))
        given, returned = exchanged(deal)
        assert (found["call"], found["discard"], tricks) == (deal.called, deal.discarded.cards, list(deal.won))
        assert (found["given"], found["returned"]) == (np.sum(given), np.sum(returned))
        assert (found["given"] > 0) == (found["returned"] > 0) == (owing is not None)


def tricks_without_kitty(rules, cards, trump):
    """The tricks of a deal of sixteen cards each, card by card as the policy plays it."""
    hands = np.array([[hand.cards for hand in cards.hands]], np.uint64)
    games = games_of_hands(hands, np.array([trump]), np.zeros(1, np.uint64), rules)
    (line,) = play_lines((policy("learned"),) * 3, games, threads=1)
    state, won = state_from(cards.hands, rules.lead, trump), [0, 0, 0]
    for card in map(card_at, line[:48].tolist()):
        assert card in state.legal()
        state, winner = state.play(card)
        if winner is not None:
            won[winner] += 1
    return won


@pytest.mark.parametrize("name", ["nine-two-five", "bga"])
def test_guarantees_are_the_solvers(name):
    """By whoever leads; the best discard guarantees as much as it is said to, and beats the kitty put away again."""
    rules, solver = parse_rules(name), Solver()
    rows = rows_of("guarantees", name, 9, 1, options=(("discards", "yes"),))
    whole = layout(rows, 0)
    for trump in Trump:
        told = [values[trump] for values in by_seat(rows, "guarantees", 0)]
        discard, most = Hand(int(rows["discards"][0, trump])), rows["discard_guarantees"][0, trump]
        if trump not in rules.trumps():
            assert (told, discard, most) == ([-1, -1, -1], Hand(), -1)
            continue
        dealt_out = Position(Layout(*whole.hands), rules.lead)
        assert told == [solver.guarantee(dealt_out, trump, seat) for seat in Seat]
        kept = (whole.dealer | whole.out) - discard
        after = Position(Layout(kept, whole.left, whole.right), rules.lead)
        assert len(kept) == 16 and solver.guarantee(after, trump, Seat.DEALER) == most >= told[Seat.DEALER]
    bare = rows_of("guarantees", name, 9, 1)
    assert (bare["discards"] == 0).all() and (bare["discard_guarantees"] == -1).all()
    assert all((bare[f"{seat.word}_guarantees"] == rows[f"{seat.word}_guarantees"]).all() for seat in Seat)


def test_conditions_choose_the_cards():
    condition = "spades(dealer) >= 7 and has(kitty, SA)"
    rows = rows_of("deals", "wikipedia", 1, 3, condition=condition, policy="plain")
    assert len(rows["deal"]) == 3 and all(Condition.parse(condition).holds(layout(rows, i)) for i in range(3))


def test_the_policy_plays_and_does_not_call():
    plain, learned = (rows_of("deals", "wikipedia", 1, 50, policy=policy) for policy in ("plain", "learned"))
    assert (plain["call"] == learned["call"]).all()
    assert (plain["dealer_tricks"] != learned["dealer_tricks"]).any()


@pytest.mark.parametrize("name", ROW_KINDS)
def test_what_cannot_be_asked_is_refused(name):
    rows = ROW_KINDS[name].rows
    with pytest.raises(RulesError):
        rows(Work(name, "whist", 1, 1), None)
    with pytest.raises(SurveyError, match=f"unknown option of {name}"):
        rows(Work(name, "bga", 1, 1, options=(("threads", "2"),)), None)
    with pytest.raises(SurveyError if name in HANDS | {"matches"} else ConditionError):
        rows(Work(name, "bga", 1, 1, condition="hcp(west) > 3"), None)
    if name != "guarantees":
        with pytest.raises(PolicyError):
            rows(Work(name, "bga", 1, 1, policy="clever"), None)
    token = CancelToken()
    token.cancel()
    with pytest.raises(SearchStopped):
        rows(Work(name, "bga", 1, 50), token)


def test_an_option_is_given_once():
    """What values it may have is in cases/survey.txt."""
    with pytest.raises(SurveyError, match=r"^duplicate option of guarantees: 'discards' \(expected once\)$"):
        rows_of("guarantees", "bga", 1, 1, options=(("discards", "yes"), ("discards", "no")))


def test_card_sets_are_read_and_written():
    texts = ["AK3.T.-.98", "-.-.-.-", "AKQJT98765432.-.-.-", "-.-.-.A2"]
    assert [text_of(set_of(text)) for text in texts] == texts
    assert set_of("...A") > 0  # the highest card, and no sign
