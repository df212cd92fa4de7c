"""Playouts: the same numbers however they are cut, freak hands, and every mistake refused by name."""

from itertools import combinations
from random import Random

import numpy as np
import plain_rules
import pytest
from table import acting, cards, dealt_matches, laid_out

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Suit, Trump, shuffled
from ninefivetwo.errors import PositionError, SearchStopped
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import Call, Deal, Discard, Play, PlayTurn
from ninefivetwo.game.rules import NAMED
from ninefivetwo.think.playouts import Policy, game_of, play_out, policy
from ninefivetwo_solver import playout as engine

D, L, R = Seat
RULES = NAMED["wikipedia"].rules
PLAIN = policy("plain")
THREE = (PLAIN,) * 3
ROLLOUTS = (Policy.rollout(PLAIN, 2), PLAIN, Policy.rollout(PLAIN, 3))


@pytest.fixture(scope="module")
def games():
    """Positions of random play, thirty of them."""
    deals = [m.deal for m in dealt_matches(NAMED["catalan"].rules, 952, 3) if isinstance(m.deal.turn, PlayTurn)]
    return np.concatenate([game_of(deal) for deal in deals[::4]][:30])


@pytest.fixture
def deal():
    return acting(laid_out(RULES), Play)


@pytest.fixture
def game(deal):
    return game_of(deal)


@pytest.mark.parametrize("policies", [THREE, ROLLOUTS], ids=["plain", "rollouts"])
def test_the_cut_changes_no_number(games, policies, monkeypatch):
    whole = engine.play_out(policies, games, 7)
    for threads in (1, 2, 5):
        assert (play_out(policies, games, seed=7, threads=threads) == whole).all()
    assert (play_out(policies, games, seed=7 - 2**64) == whole).all()
    monkeypatch.setattr("ninefivetwo.think.playouts.policies.PIECE", 0)  # every piece is one game
    assert (play_out(policies, games, seed=7, threads=3) == whole).all()
    monkeypatch.setattr("ninefivetwo.think.playouts.policies.PIECE", 1e9)  # all of it is done before any thread is made
    assert (play_out(policies, games, seed=7) == whole).all()


def test_another_seed_gives_other_numbers(games):
    assert (play_out(ROLLOUTS, games, seed=7) != play_out(ROLLOUTS, games, seed=8)).any()


def test_candidates_have_a_column_each(game, deal):
    """Each card is played first, each discard made first; a card's column is the playout after it."""
    indices = np.array([card.index for card in deal.turn.legal()], dtype=np.uint8)
    found = play_out(THREE, game, cards=indices)
    after = [play_out(THREE, game_of(deal.after(Play(L, card))))[0] for card in deal.turn.legal()]
    assert found.shape == (1, 16, 3) and (found[0] == after).all()
    before = laid_out(RULES).after(Call(D, Trump.SPADES))
    ways = [Hand.of(way) for way in combinations(list(before.hands[D])[:5], 4)]
    found = play_out(THREE, game_of(before), discards=np.array([way.cards for way in ways], dtype=np.uint64))
    after = [play_out(THREE, game_of(before.after(Discard(D, way))))[0] for way in ways]
    assert found.shape == (1, 5, 3) and (found[0] == after).all()


def test_no_game_no_number(games):
    assert play_out(THREE, games[:0]).shape == (0, 3)
    assert play_out(THREE, games[:0], cards=np.array([3, 4], dtype=np.uint8)).shape == (0, 2, 3)


def test_a_cancelled_batch_stops(games, monkeypatch):
    """At the next piece; pieces of one game, and the token is cancelled when the tenth is played."""
    token, played = CancelToken(), []
    cancelled = CancelToken()
    cancelled.cancel()
    with pytest.raises(SearchStopped, match="cancelled"):
        play_out(THREE, games, token=cancelled)

    def counted(*arguments):
        played.append(arguments)
        if len(played) == 10:
            token.cancel()
        return engine_play_out(*arguments)

    engine_play_out = engine.play_out
    monkeypatch.setattr("ninefivetwo.think.playouts.policies.PIECE", 0)
    monkeypatch.setattr(
        "ninefivetwo.think.playouts.policies.engine", type("engine", (), {"play_out": staticmethod(counted)})
    )
    for threads in (1, 2):
        with pytest.raises(SearchStopped):
            play_out(THREE, games, threads=threads, token=token)
        assert 10 <= len(played) < 10 + threads
        token, played = CancelToken(), []


def freak(dealer, left, right, trump, *, size=None):
    """A deal whose hands are these, once the dealer has discarded the cards that nobody has."""
    hands = tuple(Hand.parse(text) for text in (dealer, left, right))
    rest = list(FULL_DECK - (hands[0] | hands[1] | hands[2]))[: size or 4]
    deal = Deal.of_hands(RULES, hands, Hand.of(rest)).after(Call(D, Trump.parse(trump)))
    return deal.after(Discard(D, Hand.of(rest)))


FREAKS = {
    "all trumps": freak("AKQJT98765432...", ".AKQJT98765432..", "..AKQJT98765432.", "S"),
    "no trump held by two": freak("...AKQJT98765432", ".AKQJT98765432..", "..AKQJT98765432.", "C"),
    "no trump held at all": freak(".AKQ..", ".JT9..", ".876..", "S"),
    "one card each": freak("A...", "K...", "...2", "H"),
    "one card each, no-trump": freak("A...", ".2..", "..2.", "N"),
    "voids all round": freak("AK.AK..", "..AKQJ.", "...AKQJ", "D"),
    "seventeen cards": freak(
        "AKQJT98765432.AKQJ..", ".T98765432.AKQJT987.", "..65432.AKQJT9876543", "S", size=1
    ),
}  # fmt: skip


def rest_by_twin(deal):
    """What the seats win when the twin plays; there are no cards but those dealt."""
    won, deck = deal.won, Hand(sum(held.cards for held in (*deal.dealt, deal.dealt_kitty)))
    while not deal.over:
        card = plain_rules.card_to_play(deal.seen_by(deal.turn.seat), deal.turn, deck)
        deal = deal.after(Play(deal.turn.seat, card))
    return [now - before for now, before in zip(deal.won, won, strict=True)]


@pytest.mark.parametrize("name", FREAKS)
def test_freak_hands_are_played_like_others(name):
    deal = FREAKS[name]
    assert play_out(THREE, game_of(deal))[0].tolist() == rest_by_twin(deal)
    rollouts = play_out((Policy.rollout(PLAIN, 2),) * 3, game_of(deal), seed=1)
    assert rollouts.sum() == len(deal.hands[L])


@pytest.mark.parametrize("size", range(1, 18))
def test_endings_of_every_length_are_played_like_the_twin_s(size, seed):
    """Random hands of so many cards each, down to the deal of one card."""
    random = Random(seed + size)
    for trump in Trump:
        deck = shuffled(FULL_DECK, random)
        hands = [Hand.of(deck[i * size : (i + 1) * size]) for i in range(3)]
        deal = Deal.of_hands(RULES, tuple(hands), Hand.of(deck[3 * size : 3 * size + min(4, 52 - 3 * size)]))
        deal = acting(deal.after(Call(D, trump)), Play)
        assert play_out(THREE, game_of(deal))[0].tolist() == rest_by_twin(deal)


def put(**fields):
    """A change to the first game's fields."""

    def change(game):
        for name, value in fields.items():
            game[name][0] = value

    return change


def twice(game):
    game["hand"][0, L] ^= lowest(game["hand"][0, L]) | lowest(game["hand"][0, D])


def shorter(game):
    game["hand"][0, L] ^= lowest(game["hand"][0, L])


def discarded_too(game):
    game["discarded"][0] |= lowest(game["hand"][0, R])


def lowest(held):
    return np.uint64(int(held) & -int(held))


def no_card(game):
    game["hand"][0, R] ^= lowest(game["hand"][0, R]) | np.uint64(1 << 13)


def revoked(game):
    """Left has led a spade, right has played a heart and holds a spade."""
    game["hand"][0] = [cards("SA HA").cards, cards("SQ").cards, cards("S2").cards]
    game["table"][0] = [cards("SK").cards, cards("H2").cards]
    game["discarded"][0] = 0


def known_elsewhere(game):
    game["known"][0, R, L] = lowest(game["hand"][0, D])


def barred_and_held(game):
    game["barred"][0, D, L] = lowest(game["hand"][0, L])


def void_and_held(game):
    game["hand"][0] = [cards("SA").cards, cards("SQ").cards, cards("S2").cards]
    game["void"][0] = [0, 0, 1]


WRONG_GAMES = {
    "unequal": (shorter, r"hands of 16, 15 and 16 cards, those on the table included \(expected equal lengths\)"),
    "twice": (twice, "a card is in two places"),
    "discarded and held": (discarded_too, "a card is in two places"),
    "no card": (no_card, "a hand has a bit that is no card"),
    "trump 5": (put(trump=5), r"trump 5 \(expected 0 to 4\)"),
    "trump -1": (put(trump=-1), r"trump -1 \(expected 0 to 4\)"),
    "leader 3": (put(leader=3), r"leader 3 \(expected 0 to 2\)"),
    "leader -1": (put(leader=-1), r"leader -1 \(expected 0 to 2\)"),
    "two cards led": (put(table=[3, 0]), "the table is not one card, then one card"),
    "second without first": (put(table=[0, 1]), "the table is not one card, then one card"),
    "led and held": (put(table=[1 << 12, 0]), "a card is in two places|hands of"),
    "won too many": (put(won=[18, 0, 0]), "seat 0 has won 18"),
    "won less than none": (put(won=[0, -1, 0]), "seat 1 has won -1"),
    "contract": (put(contract=[9, 5, 99]), "seat 2 has won 0 of 99 tricks"),
    "no hands": (put(hand=0, discarded=0), r"hands of 0 cards \(expected 1 to 17\)"),
    "revoked": (revoked, "does not follow suit"),
    "known elsewhere": (known_elsewhere, "seat 2 knows seat 1 to hold a card that is elsewhere"),
    "barred and held": (barred_and_held, "seat 0 knows that seat 1 does not hold a card that it holds"),
    "void and held": (void_and_held, "seat 2 has shown out of suit 0"),
}


@pytest.mark.parametrize("name", WRONG_GAMES)
def test_a_wrong_game_is_refused_and_its_row_named(game, name):
    change, message = WRONG_GAMES[name]
    wrong = game.copy()
    change(wrong)
    many = np.concatenate([np.repeat(game, 40), wrong])
    with pytest.raises(PositionError, match=f"^cannot play out: row 40: .*({message})"):
        play_out(THREE, many)
    for call in (
        lambda: engine.view(wrong),
        lambda: engine.rows_of_play([PLAIN], wrong, [[0, 0, 0]], [[1, 1, 1]], 0.1),
    ):
        with pytest.raises(ValueError, match=f"row 0: .*({message})"):
            call()
    with pytest.raises(ValueError, match=f"row 40: .*({message})"):
        engine.log_likelihood(PLAIN, many, 0, np.zeros(0, dtype=np.uint8), 1.0, 0.1)


@pytest.mark.parametrize(
    ("candidates", "message"),
    [
        (dict(cards=np.array([13])), "13 is no index of a card"),
        (dict(cards=np.array([64])), "64 is no index of a card"),
        (dict(cards=np.array([-1])), "-1 is no index of a card"),
        (dict(cards=np.array([1.5])), "not one row of indices"),
        (dict(cards=np.array([], dtype=np.uint8)), "not one row of indices"),
        (dict(cards=np.array([[1]])), "not one row of indices"),
        (dict(discards=np.array([], dtype=np.uint64)), "not one row of sets"),
        (dict(discards=np.array([[1]], dtype=np.uint64)), "not one row of sets"),
        (dict(discards=np.array([1], dtype=np.uint64), cards=np.array([1])), "both cards and discards"),
    ],
)
def test_wrong_candidates_are_refused(game, candidates, message):
    with pytest.raises(PositionError, match=message):
        play_out(THREE, game, **candidates)


def test_a_card_that_is_not_held_or_does_not_follow_is_refused(game, deal):
    other = next(iter(deal.hands[R]))
    with pytest.raises(PositionError, match=f"row 0: card {other.index} is not legal for seat 1"):
        play_out(THREE, game, cards=np.array([other.index], dtype=np.uint8))
    led = deal.after(Play(L, next(card for card in deal.turn.legal() if deal.hands[R].only(card.suit))))
    wrong = next(card for card in led.hands[R] if card not in led.turn.legal())
    with pytest.raises(PositionError, match=f"card {wrong.index} is not legal for seat 2"):
        play_out(THREE, game_of(led), cards=np.array([wrong.index], dtype=np.uint8))


def test_a_discard_that_is_not_held_is_refused():
    before = laid_out(RULES).after(Call(D, Trump.SPADES))
    game, own, other = game_of(before), list(before.hands[D]), next(iter(before.hands[L]))
    good, wrong = Hand.of(own[:4]), Hand.of([*own[:3], other])
    with pytest.raises(PositionError, match="row 0: discard 1 has a card that the dealer does not hold"):
        play_out(THREE, game, discards=np.array([good.cards, wrong.cards], dtype=np.uint64))
    with pytest.raises(PositionError, match="discards of 4 and of 3 cards"):
        play_out(THREE, game, discards=np.array([good.cards, good.cards & wrong.cards], dtype=np.uint64))
    with pytest.raises(PositionError, match="hands of 17, 16 and 16 cards"):
        play_out(THREE, game, discards=np.array([Hand.of(own[:3]).cards], dtype=np.uint64))
    with pytest.raises(PositionError, match="hands of 20, 16 and 16 cards"):
        play_out(THREE, game)


def test_a_discard_in_the_middle_of_a_trick_is_refused(deal):
    led = game_of(deal.after(Play(L, next(iter(deal.turn.legal())))))
    led["hand"][0, D] |= led["discarded"][0]
    discards, led["discarded"] = led["discarded"].copy(), 0
    with pytest.raises(PositionError, match="a card is on the table before the discard"):
        play_out(THREE, led, discards=discards)


@pytest.mark.parametrize("policies", [(PLAIN,) * 2, (PLAIN, PLAIN, None), ("plain",) * 3, ()])
def test_three_policies_are_expected(game, policies):
    with pytest.raises(PositionError, match="expected three policies"):
        play_out(policies, game)


@pytest.mark.parametrize("wrong", [None, 3, np.zeros(3), np.zeros((1, 1), dtype=engine.GAME), np.zeros(1, engine.VIEW)])
def test_games_are_an_array_of_their_dtype(wrong):
    with pytest.raises(ValueError, match="game: not an array of one dimension of the dtype GAME"):
        engine.play_out(THREE, wrong)


WRONG_VIEWS = {
    "seat 3": (put(seat=3), r"seat 3 \(expected 0 to 2\)"),
    "trump 5": (put(trump=5), "trump 5"),
    "no hand": (put(hand=0), "a hand of 0 cards"),
    "eighteen cards": (put(hand=(1 << 13) - 1 | 31 << 16), "a hand of 18 cards"),
    "held and out": (put(out=2**13 - 1), "a card of the hand or the table is in another place too"),
    "discarded and out": (
        put(discarded=2**13 - 1, hand=1 << 16, out=1),
        "a card that the seat has discarded is out too",
    ),
    "no card": (put(out=1 << 63), "a bit that is no card"),
    "table": (put(table=[0, 1]), "the table is not one card"),
}


@pytest.mark.parametrize("name", WRONG_VIEWS)
def test_a_wrong_view_is_refused(game, name):
    change, message = WRONG_VIEWS[name]
    wrong = engine.view(game)
    change(wrong)
    for call in (engine.features, lambda w: engine.choose(PLAIN, w), lambda w: engine.probabilities(PLAIN, w)):
        with pytest.raises(ValueError, match=f"row 0: .*{message}"):
            call(wrong)


def test_rollouts_need_a_world(game, deal):
    """A view whose cards out do not fill the other hands; and one in which nobody can hold the spades."""
    few, barred = engine.view(game), engine.view(game)
    few["out"][0] = 0
    barred["barred"][0] = Hand(int(barred["out"][0])).only(Suit.SPADES).cards
    barred["seat"] = D  # who has no discards that are unseen
    barred["out"][0] ^= game["discarded"][0]
    for wrong in (few, barred):
        with pytest.raises(ValueError, match="row 0: no world fits the view"):
            engine.choose(Policy.rollout(PLAIN, 2), wrong)
        assert int(engine.choose(PLAIN, wrong)[0]) in [card.index for card in deal.hands[L]]


def test_impossible_policies_are_refused():
    with pytest.raises(ValueError, match="0 worlds"):
        Policy.rollout(PLAIN, 0)
    for worth in (np.zeros((17, 16)), np.full((17, 17), np.nan)):
        with pytest.raises(ValueError, match="worth of shape"):
            Policy.rollout(PLAIN, 3, worth=worth)
    with pytest.raises(TypeError):
        Policy.rollout(None, 3)
    with pytest.raises(ValueError, match="no probabilities"):
        engine.probabilities(Policy.rollout(PLAIN, 3), np.zeros(1, dtype=engine.VIEW))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((0, [], -0.1, 0.1), "temper"),
        ((0, [], 1.0, 0.0), "floor"),
        ((0, [], 1.0, 1.1), "floor"),
        ((3, [], 1.0, 0.1), "viewer 3"),
        ((0, [13], 1.0, 0.1), "13 is no index of a card"),
    ],
)
def test_wrong_arguments_of_a_likelihood_are_refused(game, arguments, message):
    with pytest.raises(ValueError, match=message):
        engine.log_likelihood(PLAIN, game, *arguments)


def test_a_likelihood_of_impossible_cards_is_refused(game, deal):
    other = next(iter(deal.hands[R]))
    with pytest.raises(ValueError, match="row 0: the cards played cannot be played in this deal"):
        engine.log_likelihood(PLAIN, game, 0, np.array([other.index], dtype=np.uint8), 1.0, 0.1)
