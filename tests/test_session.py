"""A match of a person against the computer: legal under every rule set, saved and taken back without a trace."""

import json
from dataclasses import replace
from random import Random

import pytest

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.errors import GameError, LibraryError
from ninefivetwo.exact import Solver
from ninefivetwo.game import Call, Discard, Look, Match, Play, UndealtMatch, runs
from ninefivetwo.game.records import read_file
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.keep.session import Computers, Due, GameSession, computer_levels, session_of, session_text
from ninefivetwo.layout import Layout
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.players import PLAYERS, RulePlayer

D, L, R = Seat
BEGINNERS = ("beginner", "beginner")
WIKIPEDIA = NAMED["wikipedia"].rules
COMPUTERS = Computers()
SHORT = Limits(worlds=50, seed=1, threads=1)


def begun(rules=WIKIPEDIA, seat=D, seed=1, training=True, levels=BEGINNERS, **more):
    return GameSession.start(rules, levels, seat, seed, training, **more)


def step(session, computers, person=heuristic_action):
    match session.due:
        case Due.PERSON:
            return session.act(person(session.view))
        case Due.COMPUTER:
            return session.computer_acts(computers)
    return session.next_deal()


def until(session, wanted, computers=None, person=heuristic_action):
    """Play on until something holds."""
    computers = computers or Computers()
    while not wanted(session):
        session = step(session, computers, person)
    return session


def lowly(view):
    """The lowest card, so that little is won, and the kitty may be looked at."""
    turn = view.turn
    return min(turn.actions(), key=lambda play: play.card.rank) if turn.kind is Play else heuristic_action(view)


def looking():
    """A session in which the person may look at the kitty."""
    session = begun(parse_rules("wikipedia kitty_peek=yes"), seat=L, seed=2)
    return until(session, lambda s: s.due is Due.PERSON and s.deal.turn.kind is Look, person=lowly)


def cards_left(session, number):
    return session.due is Due.PERSON and session.deal.position and session.deal.position.tricks <= number


@pytest.mark.parametrize("text", [*NAMED, "wikipedia kitty_peek=yes", "bga two_up=most"])
def test_whole_matches_are_saved_and_taken_back(text):
    """Under every rule set, from a seat drawn: each state comes back from its text, and by undo from what follows."""
    rules, random, computers = parse_rules(text), Random(text), Computers()
    session = begun(rules, Seat(int(3 * random.random())), int(1000 * random.random()))
    before = None
    while session.due is not Due.OVER and session.match.number <= 2:
        if session.due is Due.PERSON:
            before = session
        session = step(session, computers)
        if random.random() < 0.3:
            again = session_of(session_text(session))
            assert again == session and session_text(again) == session_text(session)
            session = again
        if before is not None and random.random() < 0.05:
            assert session.undo() == before
            session = until(session.undo(), lambda s, wanted=session: s == wanted, computers)
    text = session.records()
    assert text.startswith("% ninefivetwo 1.0\n") and text.count("% ninefivetwo") == 1
    found = read_file(text).records
    assert len(found) > 1 and len(runs([record.match for record in found])) == 1


def test_a_look_at_the_kitty_shows_it_and_is_taken_back():
    session = looking()
    assert session_of(session_text(session)) == session
    for looks in (True, False):
        after = session.act(Look(D, looks))
        assert session_of(session_text(after)) == after and after.undo() == session
        assert isinstance(after.view.kitty, Hand) is looks
    with pytest.raises(GameError, match="a look at the kitty costs nothing"):
        session.hint(SHORT)


def test_the_person_keeps_neighbours_while_the_deal_passes_on():
    session = begun(seat=R, levels=("beginner", "club"), name="Ann")
    assert session.match.names == ("beginner 1", "club 2", "Ann") and session.me is R
    after = until(session, lambda s: s.due is Due.NEXT_DEAL).next_deal()
    assert after.me is L and after.match.names[R] == "beginner 1" and after.match.number == 2
    assert len(after.earlier) == 1 and after.deal.dealt != session.deal.dealt


def test_each_level_plays_where_it_sits():
    class Watched(Computers):
        def act(self, level, view, seed, match_score=None):
            asked.append((level, view.viewer))
            return heuristic_action(view)

    asked = []
    session = begun(seat=L, levels=("club", "expert"))
    until(session, lambda s: s.due is Due.NEXT_DEAL, Watched())
    assert set(asked) == {("club", R), ("expert", D)}


def test_the_person_sees_only_what_his_seat_sees():
    session = until(begun(seat=L), lambda s: s.due is Due.PERSON)
    assert session.view == session.deal.seen_by(L) and session.view.viewer is L
    told = read_file(session.records()).records[-1].match.deal
    assert told == session.view  # what is under way is not given away by its record
    other = next(hand for seat, hand in zip(Seat, session.deal.hands, strict=True) if seat is D)
    assert str(other) not in session.records()
    done = until(session, lambda s: s.due is Due.NEXT_DEAL)
    assert read_file(done.records()).records[-1].match.deal == done.deal


def test_what_is_taken_back_is_answered_alike():
    """Also by players made anew; and by others, as the seed is."""
    start = until(begun(levels=("club", "beginner")), lambda s: s.due is Due.NEXT_DEAL)
    again = until(session_of(session_text(start.undo())), lambda s: s.due is Due.NEXT_DEAL)
    assert start == again
    first, other = begun(seed=1).deal.dealt, begun(seed=2).deal.dealt
    assert first == begun(seed=1).deal.dealt and first != other
    view = until(begun(), lambda s: s.due is Due.COMPUTER).deal
    seen = view.seen_by(view.turn.seat)
    answers = {COMPUTERS.act("beginner", seen, seed) for seed in range(30)}
    assert len(answers) > 1 and all(view.refusal(action) is None for action in answers)


def test_computers_are_told_the_score_of_the_match(monkeypatch):
    told = []

    class Listener(RulePlayer):
        def act(self, view):
            told.append(self.match_score)
            return super().act(view)

    monkeypatch.setitem(PLAYERS, "beginner", lambda seed: Listener())
    session = until(begun(), lambda s: s.match.number == 2)
    until(session, lambda s: s.due is Due.NEXT_DEAL, computers=Computers())
    assert set(told) == {MatchScore(), MatchScore(session.match.score, 2)}


def test_undo_goes_back_into_the_deal_before():
    session = until(begun(seat=L), lambda s: s.due is Due.NEXT_DEAL)
    last = session.undo()
    following = session.next_deal()
    first = until(following, lambda s: s.due is Due.PERSON)
    assert first.undo() == last and first.undo().earlier == ()
    with pytest.raises(GameError, match="nothing to undo: no earlier decision of yours"):
        begun(seat=D).undo()
    with pytest.raises(GameError, match="nothing to undo"):
        until(begun(seat=R), lambda s: s.due is Due.PERSON).undo()


def test_in_earnest_there_is_neither_undo_nor_hint():
    session = until(begun(training=False), lambda s: len(s.deal.events) > 5 and s.due is Due.PERSON)
    with pytest.raises(GameError, match="no undo in a match in earnest"):
        session.undo()
    with pytest.raises(GameError, match="no hint in a match in earnest"):
        session.hint(SHORT)
    assert not session_of(session_text(session)).training


def test_hints_are_for_the_choice_that_is_due():
    session = until(begun(), lambda s: cards_left(s, 5))
    advice = session.hint(SHORT)
    assert advice.view == session.view and session.view.refusal(advice.recommended.action) is None
    assert 0 <= advice.recommended.details.match.mean <= 1
    discard = until(begun(), lambda s: s.due is Due.PERSON and s.deal.turn.kind is Discard)
    found = discard.hint(Limits(worlds=20, seed=1, threads=1))
    assert isinstance(found.recommended.action, Discard) and found.lead.standard_error > 0
    with pytest.raises(GameError, match="it is not your turn"):
        until(begun(), lambda s: s.due is Due.COMPUTER).hint(SHORT)


def laid(seat, hands, discarded):
    """A session in which the person has these cards of sixteen and the lead is near: spades are trump."""
    layout = Layout(*(Hand.of(map(Card.parse, hand.split())) for hand in hands), Hand.of(map(Card.parse, discarded)))
    session = begun(seat=seat)
    match = UndealtMatch(session.rules, session.match.names).dealt(layout)
    deal = match.deal.after(Call(D, Trump.SPADES))
    deal = deal.after(Discard(D, layout.out))
    return GameSession(session.rules, BEGINNERS, "You", 1, True, (), Match(match.rules, match.names, deal=deal))


TOP = "SA SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 HA HK HQ"
REST = "HJ HT H9 H8 H7 H6 H5 H4 DA DK DQ DJ DT D9 D8 D7", "H3 H2 D6 D5 D4 D3 CA CK CQ CJ CT C9 C8 C7 C6 C5"


def test_a_certain_claim_is_played_out_and_taken_back_whole():
    """Also where the next deal has begun, and after it was saved; an old text without claims is still read."""
    session = laid(D, (TOP, *REST), ["D2", "C2", "C3", "C4"])
    while session.due is not Due.PERSON or session.deal.position.tricks > 14:
        session = step(session, COMPUTERS)
    done = session.claim()
    assert done.deal.over and done.deal.won == (16, 0, 0) and done.due in (Due.NEXT_DEAL, Due.OVER)
    assert read_file(done.records()).records[-1].match.deal == done.deal and session_of(session_text(done)) == done
    assert done.claims == ((1, 48 - sum(isinstance(event, Play) for event in session.deal.events)),)
    assert done.undo() == session == session_of(session_text(done)).undo()
    following = until(done.next_deal(), lambda s: s.due is Due.PERSON)
    assert session_of(session_text(following)) == following and following.undo() == session
    assert "claims" not in json.loads(session_text(session))
    whole = json.loads(session_text(done))
    for bad in ([[2, 3]], [[1, 0]], [[1, 49]], [[1, 3], [1, 3]], [[1]], [["1", 2]], 3):
        with pytest.raises(LibraryError, match="invalid saved match"):
            session_of(json.dumps(whole | {"claims": bad}))


def test_a_claim_that_is_granted_is_certain_and_wins_all():
    """At every card of the person: by the solver, which sees all hands, here and in deals that the view allows."""
    granted = refused = 0
    for seed in range(12):
        session = until(begun(seed=seed), lambda s: cards_left(s, 8))
        while not session.deal.over:
            if session.due is Due.PERSON:
                position, won = session.deal.position, session.deal.won[session.me]
                done = session.claim()
                if done.deal.over:
                    for layout in (position.layout, *Knowledge(session.view).sample(20, 1).layouts):
                        possible = replace(position, layout=replace(layout, out=None))
                        assert Solver().can_force(possible, session.deal.trump, session.me, position.tricks)
                    assert done.deal.won[session.me] == won + position.tricks
                    granted += 1
                else:
                    assert done.refused and replace(done, refused=()) == session
                    refused += 1
            session = step(session, COMPUTERS)
    assert granted and refused
    for nothing in (begun(), session, until(begun(), lambda s: s.due is Due.COMPUTER)):
        with pytest.raises(GameError, match="nothing to claim"):
            nothing.claim()


def test_a_claim_tells_nothing_of_hidden_cards():
    """Left has every spade but the ace, which the dealer has discarded, or right holds: the answer is the same."""
    left = "SK SQ SJ ST S9 S8 S7 S6 S5 S4 S3 S2 HA HK DA CA"
    dealer, right = "HQ HJ HT H9 H8 H7 H6 H5 H4 H3 H2 D7 D6 D5 D4 D3", "DK DQ DJ DT D9 D8 CK CQ CJ CT C9 C8 C7 C6 C5"
    away = laid(L, (dealer, left, f"{right} C4"), ["SA", "D2", "C2", "C3"])
    there = laid(L, (dealer, left, f"{right} SA"), ["C4", "D2", "C2", "C3"])
    assert Solver().guarantee(away.deal.position, Trump.SPADES, L) == 16
    for session in (away, there):
        claimed = session.claim()
        assert claimed.deal == session.deal and claimed.records().count('[Refused "0"]') == 1
        assert session_of(session_text(claimed)) == claimed == claimed.claim()
        assert until(claimed, lambda s: s.deal.over).record().tag("Refused") == "0"
        for bad in ([[2, 3]], [[1, 48]], [[1, -1]], [[1]], 3):
            with pytest.raises(LibraryError, match="invalid saved match"):
                session_of(json.dumps(json.loads(session_text(claimed)) | {"refused": bad}))


def test_computers_may_have_any_names():
    """They play, are saved, and are drawn for under these; the record says their levels."""
    session = begun(levels=("club", "beginner"), seat=None, others=("Bea", "rule 1"))
    assert set(session.drawn) == {"You", "Bea", "rule 1"}
    over = until(session, lambda s: s.match.number == 2 and s.deal.over)
    assert session_of(session_text(over)) == over and sorted(over.match.names) == ["Bea", "You", "rule 1"]
    for record in read_file(over.records()).records:
        levels = {record.match.names[seat]: level for seat, level in computer_levels(record).items()}
        assert levels == {"Bea": "club", "rule 1": "beginner"}
    for bad in (("Bea", "Bea"), ("You", "Bea"), ("", "Bea"), ("Bea ", "Max"), ("a\nb", "Max")):
        with pytest.raises(GameError, match="name"):
            begun(others=bad)


def test_an_act_out_of_turn_is_refused():
    session = until(begun(seat=L), lambda s: s.due is Due.COMPUTER)
    with pytest.raises(GameError, match="it is not your turn"):
        session.act(heuristic_action(session.deal.seen_by(session.deal.turn.seat)))
    mine = until(session, lambda s: s.due is Due.PERSON)
    with pytest.raises(GameError, match="it is not a computer's turn"):
        mine.computer_acts(COMPUTERS)
    with pytest.raises(GameError, match="not in the hand"):
        mine.act(Play(L, next(card for card in mine.deal.hands[D])))
    with pytest.raises(GameError, match="not over"):
        mine.next_deal()


def test_impossible_levels_and_names_are_refused():
    with pytest.raises(GameError, match=r"unknown level 'robot' .expected one of beginner, rule, club, expert"):
        begun(levels=("club", "robot"))
    for name in ("", " ", "a\nb", "beginner 2"):
        with pytest.raises(GameError, match="invalid name"):
            begun(name=name)
    assert begun(name=" left ").me is D  # a name like a seat's tells no seat
    named = until(begun(name="left"), lambda s: len(s.deal.events) > 4)
    assert session_of(session_text(named)) == named


def test_the_highest_card_drawn_deals():
    """The draw follows from the seed, every seat comes up, and neighbours stay who they are."""
    seats = set()
    for seed in range(9):
        start = {"seat": None, "seed": seed, "levels": ("beginner", "club"), "name": "Ann"}
        session = begun(**start)
        assert list(session.drawn) == ["Ann", "beginner 1", "club 2"] and len(set(session.drawn.values())) == 3
        highest = max(session.drawn, key=lambda name: session.drawn[name].rank)
        assert session.match.names[D] == highest and session.match.names[session.me.next] == "beginner 1"
        assert session_of(session_text(session)) == session == begun(**start)
        seats.add(session.me)
    assert seats == set(Seat) and begun().drawn == {} and "by_draw" not in session_text(begun())
    drawn = json.loads(session_text(begun(seat=None, seed=3)))
    with pytest.raises(LibraryError, match="invalid saved match"):
        session_of(json.dumps(drawn | {"seed": 4}))


def test_a_copy_of_a_moment_may_be_tried_again():
    """Also of a match in earnest, but not before the deal is over: a copy gives hints.  The match stays as it is."""
    session = begun(seat=L, training=False)
    moments = {}
    while session.due is not Due.NEXT_DEAL:
        if session.due is Due.PERSON:
            moments[len(session.deal.events)] = session.view
            with pytest.raises(GameError, match="no copy of a deal in earnest before it is over"):
                session.copy_at(len(session.deal.events))
            assert replace(session, training=True).copy_at(len(session.deal.events)).training
        session = step(session, COMPUTERS)
    for events, view in moments.items():
        copy = session.copy_at(events)
        assert copy.view == view and copy.training and copy.due is Due.PERSON
    assert not session.training
    for events in {-1, 99, *range(len(session.deal.events))} - moments.keys():
        with pytest.raises(GameError, match="no decision of yours before event"):
            session.copy_at(events)


def test_a_text_that_is_no_session_gets_one_line():
    text = session_text(until(begun(), lambda s: s.match.number == 2 and len(s.deal.events) > 6))
    whole = json.loads(text)
    first, deal = whole["earlier"][0], whole["deal"]
    bad = ["", "{", "[]", "null", "3", text[:-9]]
    bad += [json.dumps({key: value for key, value in whole.items() if key != left}) for left in whole]
    for changed in (
        *({"schema": "ninefivetwo.sitting/2"}, {"name": "Ann"}, {"name": 3}, {"training": "yes"}, {"seed": "x"}),
        *({"levels": levels} for levels in (["club"], ["club", "club"], [["club"], "beginner"])),
        *({"rules": rules} for rules in ("bga", None)),
        *({"earlier": earlier} for earlier in ([], [first, first], [""], [3])),
        *({"deal": other} for other in (first, deal + "\n" + deal, deal.replace("[Trump", "[Trumpet"))),
        {"deal": deal.replace('Score "', 'Score "D:1 ')},
    ):
        bad.append(json.dumps(whole | changed))
    for each in bad:
        with pytest.raises(LibraryError, match="invalid saved match") as found:
            session_of(each)
        assert "\n" not in str(found.value) and len(str(found.value)) < 400
    assert session_text(session_of(text)) == text
