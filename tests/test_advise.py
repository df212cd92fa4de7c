"""Advice: completed against the game itself, figures against plain sums, and what cannot be advised on."""

import numpy as np
import pytest
from msgspec import structs
from table import WIKIPEDIA, by_rules, cards, played

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump
from ninefivetwo.errors import AdviceError, GameError, SearchStopped
from ninefivetwo.exact import CancelToken
from ninefivetwo.game import Call, Deal, DealView, Discard, Give, GiveTurn, Situation, Take
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.layout import random_deals
from ninefivetwo.think.advise import (
    Assumptions,
    Limits,
    MatchScore,
    Objective,
    Question,
    Utility,
    advise,
    price_choices,
)
from ninefivetwo.think.advise.before import DealChoices, _gifts
from ninefivetwo.think.knowledge import Hints, Knowledge
from ninefivetwo.think.models import match_equity
from ninefivetwo.think.playouts import games_in, play_out, policy
from ninefivetwo.think.playouts.first_lead import complete_deals
from ninefivetwo.think.playouts.values import DistinctWorlds, RolloutValues
from ninefivetwo_solver.playout import GAME

D, L, R = Seat
QUICK = Limits(worlds=100, threads=2)
EVEN = Assumptions(likelihood=None)


@pytest.mark.parametrize("worlds", [10**23, 10**6 + 1, 0, -5])
def test_a_number_of_worlds_that_cannot_be_is_refused_in_one_line(worlds):
    with pytest.raises(AdviceError, match=rf"^invalid number of worlds: {worlds} \(expected 1 to 1000000\)$"):
        Limits(worlds=worlds)
    assert Limits(worlds=10**6).worlds == 10**6


LAST = MatchScore((3, -2, -1), 9)  # of a match of nine deals


def values_of(tricks: list[tuple[int, int, int]]) -> RolloutValues:
    """Playouts of one choice, a world each, as the dealer sees them."""
    won = np.array(tricks, dtype=float)[:, None, :]
    worlds = DistinctWorlds(np.zeros((len(tricks), 5), np.uint64), np.full(len(tricks), 1 / len(tricks)))
    return RolloutValues(D, worlds, won, (won[:, :, [D]] == np.arange(17)).astype(float))


def test_each_utility_gives_whole_tricks_a_worth_of_its_own():
    """Of whole tricks the chance of winning the match is the table's own."""
    rules, won = parse_rules("bga"), [(9, 4, 3), (7, 9, 0), (16, 0, 0), (0, 16, 0)]
    worths = {u: Objective(u, LAST).worths(rules, values_of(won))[:, 0] for u in Utility}
    assert worths[Utility.TRICKS] == pytest.approx([9, 7, 16, 0])
    assert worths[Utility.MAKE] == pytest.approx([1, 0, 1, 0], abs=1e-4)
    assert Objective(Utility.SCORE).worths(rules, values_of(won))[:, 0] == pytest.approx([0, -2, 7, -9])
    table = match_equity.chances(rules, LAST, D)
    assert worths[Utility.SCORE] == pytest.approx([table[own, left] for own, left, _ in won], abs=1e-4)


def test_mean_tricks_are_worth_a_sum_over_their_chances():
    """Of means over playouts: a plain sum over the results of the dealer, the others' shares as on average."""
    rules, (left, right) = parse_rules("bga"), (4.0, 2.8)
    worlds = DistinctWorlds(np.zeros((1, 5), np.uint64), np.ones(1))
    told = np.zeros(17)
    told[8:11] = 0.2, 0.4, 0.4
    values = RolloutValues(D, worlds, np.array([[[9.2, left, right]]]), told[None, None])
    table, total = match_equity.chances(rules, LAST, D), 0.0
    for own, chance in enumerate(told):
        theirs = (16 - own) * left / (left + right)
        low = int(theirs)
        above = table[own, low + 1] if low + 1 <= 16 - own else table[own, low]
        total += chance * (table[own, low] * (1 - theirs + low) + above * (theirs - low))
    assert Objective(Utility.SCORE, LAST).match_chances(rules, values)[0, 0] == pytest.approx(total)


def test_in_the_last_deal_a_dealer_who_leads_need_not_win_the_most():
    """Every utility gives its own price; the chance of winning the match is what SCORE is about then."""
    view = DealView.from_hand(parse_rules("bga"), D, Hand.parse("AKJ94.Q83.KT5.A7642"))
    ahead, behind = (
        advise(Question(view, QUICK, Objective(Utility.SCORE, MatchScore(score, 9)))).recommended.value.mean
        for score in ((9, -4, -5), (-9, 5, 4))
    )
    assert 0 <= behind < 0.1 < 0.9 < ahead <= 1


def in_play(seed: int, tricks: int) -> DealView:
    """What the player to act sees after so many tricks."""
    deal = played(seed, tricks)
    return deal.seen_by(deal.turn.seat)


def first_views() -> dict[str, Deal]:
    """A choice of every kind before the play."""
    call = DealView.from_hand(WIKIPEDIA, D, Hand.parse("AKJ94.Q83.KT5.A7642"))
    discard = Situation(WIKIPEDIA, D, Hand.parse("AKJ94T.Q83K2.KT53.A7642"), trump=Trump.SPADES).view(Discard)
    give = DealView.from_hand(WIKIPEDIA, L, Hand.parse("AKJ94.Q83.KT5.A7642"), (-3, 2, 1))
    return {"call": call, "discard": discard, "give": give}


@pytest.mark.parametrize("kind", ["call", "discard", "give"])
def test_a_choice_is_worth_its_mean_over_playouts(kind):
    """Deal by deal, each played to its end from where the choice and what follows lead."""
    view, learned, n = first_views()[kind], (policy("learned"),) * 3, 12 if kind == "call" else 6
    advice = advise(Question(view, Limits(worlds=6, seed=3), assumptions=EVEN))
    sets, seat = Knowledge(view).sample(n, 3).sets, view.turn.seat
    for each in advice.evaluations:
        deals = complete_deals(view, sets, [each.action])
        games = np.zeros(n, GAME)
        games["hand"], games["trump"], games["leader"] = deals.hands, deals.trumps, view.lead
        games["discarded"] = each.action.cards.cards if kind == "discard" else deals.discarded
        games["contract"] = view.rules.contracts
        own = play_out(learned, games)[:, seat]
        assert each.value == each.details.tricks and each.value.n == n
        assert each.value.mean == pytest.approx(own.mean())
        assert each.details.make.mean == pytest.approx((own >= view.rules.contracts[seat]).mean())
        assert each.details.distribution == pytest.approx([(own == n).mean() for n in range(17)])
    assert advice.recommended.details.tricks.n == n == advice.worlds


def test_mean_and_chance_follow_from_the_distribution():
    """Of freak hands too: nobody wins more than sixteen tricks, and what is certain is told as certain."""
    for hand in ("AKQJ.AKQJ.AKQJ.AKQJ", "AKQJT98765432.AKQ.-.-", "AKJ94.Q83.KT5.A7642"):
        for each in advise(Question(DealView.from_hand(WIKIPEDIA, D, Hand.parse(hand)), QUICK)).evaluations:
            chances = np.array(each.details.distribution)
            assert chances @ np.arange(17) == pytest.approx(each.details.tricks.mean)
            assert chances[9:].sum() == pytest.approx(each.details.make.mean) and chances.sum() == pytest.approx(1)
    sure = advise(Question(DealView.from_hand(WIKIPEDIA, D, Hand.parse("AKQJ.AKQJ.AKQJ.AKQJ")), QUICK)).recommended
    assert sure.action == Call(D, Trump.NO_TRUMP) and (sure.value.mean, sure.value.standard_error) == (16, 0)


@pytest.mark.parametrize("text", ["wikipedia first=kitty-trump-discard-play", "wikipedia kitty_peek=yes"])
def test_a_dealer_who_sees_the_kitty_calls_with_his_discard(text):
    """The call's price is that of its discard, which is what is told; the kitty may be taken before or after."""
    view = kitty_seen(text)
    advice = advise(Question(view, QUICK))
    for each in advice.evaluations:
        discards = [card for card, chance in each.details.discards if chance.certain]
        assert len(discards) == 4
        after = view.after(each.action)
        if after.due.kind is Take:
            after = after.after(Take(D, after.kitty))
        (found,) = price_choices(Question(after, QUICK), [Discard(D, Hand.of(discards))])
        assert found.value.mean == pytest.approx(each.value.mean, abs=4 * (found.value.standard_error + 0.1))


def kitty_seen(text: str) -> DealView:
    if "peek" not in text:
        return Situation(parse_rules(text), D, TWENTY).view(Call)
    deal = Deal.start(parse_rules(text), next(random_deals(3)), (-5, 5, 0))
    return by_rules(deal, lambda deal: deal.turn.kind is Call).seen_by(D)


@pytest.mark.parametrize("kind", ["call", "give", 5, 11])
def test_advice_is_the_same_for_a_seed_whatever_the_threads(kind):
    """Of a choice before the play, and of a card after so many tricks."""
    view = in_play(8, kind) if isinstance(kind, int) else first_views()[kind]
    one, two, many = (advise(Question(view, structs.replace(QUICK, threads=n))) for n in (1, 2, None))
    assert one == two == many
    assert one.recommended.regret.mean == 0
    values = [each.value.mean for each in one.evaluations]
    assert values == pytest.approx(sorted(values, reverse=True))


def test_a_time_limit_ends_advice_after_the_first_worlds():
    """More worlds are asked for than could be played out in an hour; the first few always are."""
    even = DealView.from_hand(WIKIPEDIA, D, Hand.parse("AK32.AK32.AK32.AK32"))
    advice = advise(Question(even, Limits(1e-9, 20_000)))
    assert len(advice.evaluations) == 5 and advice.worlds < 500 and not advice.stopped
    discard = advise(Question(first_views()["discard"], Limits(1e-9, 20_000)))
    assert discard.recommended.value.n < 500 and 5 < discard.recommended.value.mean < 13


def test_a_clear_choice_is_called_clear_and_a_doubtful_one_is_not():
    long = DealView.from_hand(WIKIPEDIA, D, Hand.parse("AKQJT98765.43.32.32"))
    assert advise(Question(long, QUICK)).clear
    even = DealView.from_hand(WIKIPEDIA, D, Hand.parse("AK432.AK432.432.432"))
    assert not advise(Question(even, QUICK)).clear
    sure = DealView.from_hand(WIKIPEDIA, D, Hand.parse("AKQJ.AKQJ.AKQJ.AKQJ"))
    tied = advise(Question(sure, QUICK, Objective(Utility.MAKE)))
    assert tied.level == tied.evaluations[1:] and all(each.regret.mean < 1e-4 for each in tied.level)
    assert not tied.clear, "tricks alone decide"


def test_where_giving_is_optional_giving_nothing_is_thought_of():
    view = DealView.from_hand(NAMED["bga"].rules, D, Hand.parse("AKJ94.Q83.KT5.A7642"), (1, -1, 0))
    choices = list(_gifts(view.turn))
    assert Give.of(D, {}) in choices and len(choices) > 5
    assert advise(Question(view, QUICK)).evaluations


def test_gifts_are_thought_of_up_to_touching_cards():
    turn = GiveTurn(D, Hand.parse("AKQ.2.-.-"), (0, 1, 0), True)
    assert [str(action.cards[L]) for action in _gifts(turn)] == ["-.2.-.-", "Q.-.-.-"]
    two = GiveTurn(D, Hand.parse("AKQ.2.-.-"), (0, 1, 1), True)
    assert len(list(_gifts(two))) == 3  # the deuce and the queen either way, or two of three that are equal


def test_what_comes_back_is_of_the_suit_that_was_given():
    """Of a suit in which all high cards but one are held, that one comes back whenever it is there."""
    view = DealView.from_hand(WIKIPEDIA, D, Hand.parse("AKJT2.Q83.KT5.A7642"), (1, -1, 0))
    advice = advise(Question(view, QUICK))
    for each in advice.evaluations:
        shares = dict(each.details.returns[L])
        assert 0.9 < sum(share.mean for share in shares.values()) <= 1.001
        assert all(card.suit is next(iter(each.action.cards[L])).suit for card in shares)


def test_worlds_agree_with_hints():
    view = first_views()["call"]
    knowledge = Knowledge(view, hints=Hints(((L, Card.parse("HA")),), ((R, Suit.DIAMONDS),)))
    for layout in knowledge.sample(50, 1).layouts:
        assert Card.parse("HA") in layout.left and not layout.right.only(Suit.DIAMONDS)


# The play.


def test_a_card_is_worth_its_mean_over_playouts():
    """World by world, and its tricks are within what is proved; touching cards go together."""
    view = in_play(21, 6)
    advice, learned = advise(Question(view, Limits(worlds=6, seed=5), assumptions=EVEN)), (policy("learned"),) * 3
    games = games_in(view, Knowledge(view).sample(6, 5).sets)
    for each in advice.evaluations:
        found = play_out(learned, games, cards=np.array([each.action.card.index], np.uint8))[:, 0, view.viewer]
        tricks, proved = found + view.won[view.viewer], each.details.proved
        within = np.clip(tricks, proved.at_least, proved.at_most)
        assert each.value.mean == pytest.approx(tricks.mean())
        assert each.details.tricks.mean == pytest.approx(within.mean())
        assert (each.value == each.details.tricks) == np.array_equal(tricks, within)
    touching = [each.details.cards for each in advice.evaluations]
    assert sorted(card for cards in touching for card in cards) == sorted(view.turn.legal())


def test_in_the_last_tricks_all_worlds_are_looked_at():
    view = in_play(4, 13)
    advice = advise(Question(view, Limits(worlds=300, threads=1), assumptions=EVEN))
    listed = Knowledge(view).all(300)
    assert advice.exact and advice.worlds == len(listed)
    assert all(each.value.standard_error == 0 for each in advice.evaluations)
    sets, chances = Knowledge(view).weighed(300)
    assert len(sets) == len(listed)
    seat, cards = view.turn.seat, np.array([each.action.card.index for each in advice.evaluations], np.uint8)
    one_by_one = [
        play_out((policy("learned"),) * 3, games_in(view, sets[[row]]), cards=cards)[0] for row in range(len(sets))
    ]
    for number, each in enumerate(advice.evaluations):
        total = sum(chance * tricks[number, seat] for chance, tricks in zip(chances, one_by_one, strict=True))
        assert each.value.mean == pytest.approx(total + view.won[seat])
        assert each.regret.mean >= 0 and sum(each.details.distribution) == pytest.approx(1)


def test_for_a_card_without_a_choice_few_worlds_are_looked_at():
    advice = advise(Question(in_play(3, 15), Limits(worlds=100, threads=1)))
    assert len(advice.evaluations) == 1 and advice.recommended.regret.mean == 0
    deal = by_rules(played(3, 0), lambda deal: deal.turn.count() == 1)
    advice = advise(Question(deal.seen_by(deal.turn.seat), Limits(worlds=1000, threads=2)))
    assert advice.worlds <= 200 and advice.clear


# What cannot be.


@pytest.mark.parametrize("kind", ["call", "discard", "give", "play"])
def test_cancelled_advice_is_the_best_so_far(kind):
    """Nothing where it is cancelled before it begins; else what was played out until then."""
    token = CancelToken()
    view = in_play(20, 6) if kind == "play" else first_views()[kind]
    found = advise(Question(view, Limits(worlds=50_000, progress=lambda done: token.cancel(), token=token)))
    assert found.stopped and 1 <= found.worlds < 2000 and found.recommended.value.n == found.worlds
    with pytest.raises(SearchStopped, match="cancelled"):
        advise(Question(view, Limits(token=token)))


@pytest.mark.parametrize("kind", ["discard", "give"])
def test_interrupted_at_the_first_look_there_is_an_answer(kind, monkeypatch):
    """From the few worlds that are played out in any case."""
    price, asked = DealChoices.price, []

    def interrupted(*args):
        asked.append(args)
        if len(asked) == 1:
            raise KeyboardInterrupt
        return price(*args)

    monkeypatch.setattr(DealChoices, "price", interrupted)
    advice = advise(Question(first_views()[kind], Limits(worlds=5000)))
    assert advice.stopped and 1 <= advice.worlds < 500 and len(asked) == 2


HELD = Hand.parse("AKJ94.Q83.KT5.A7642")
TWENTY = Hand.parse("AKJ94T.Q83K2.KT53.A7642")


@pytest.mark.parametrize(
    ("situation", "due", "fault"),
    [
        (Situation(WIKIPEDIA, D, TWENTY), Call, "20 cards held .expected 16"),
        (Situation(WIKIPEDIA, D, HELD, trump=Trump.SPADES), Discard, "16 cards held.*expected 20"),
        (Situation(WIKIPEDIA, D, HELD, received={L: cards("SA")}), Call, "received|expected"),
        (Situation(WIKIPEDIA, D, HELD, {L: cards("SA")}, {L: cards("S4")}), Call, "16 cards|expected"),
        (Situation(WIKIPEDIA, L, HELD), Discard, "no discard by left"),
        (Situation(WIKIPEDIA, D, HELD, {L: cards("CK")}, {L: cards("C2")}), Call, "expected"),
        (Situation(WIKIPEDIA, D, HELD), Give, "no give by dealer"),
        (Situation(NAMED["catalan-plus-minus"].rules, D, HELD), Call, "expected discarded"),
        (Situation(NAMED["catalan-plus-minus"].rules, D, TWENTY, trump=Trump.SPADES), Discard, "expected no trump"),
    ],
)
def test_a_situation_that_cannot_be_is_refused(situation, due, fault):
    with pytest.raises((AdviceError, GameError), match=fault):
        situation.view(due)


def test_a_view_has_what_the_situation_tells():
    """Up and down, given and returned, the same card straight back, the kitty seen, the discard before the call."""
    up = Situation(WIKIPEDIA, D, HELD, {L: cards("C3 D2")}, {L: cards("CA DK")}).view(Call)
    assert up.previous_results == (2, -2, 0) and up.hands[D] == HELD and up.given(D, L) == cards("C3 D2")
    down = Situation(
        WIKIPEDIA, D, HELD - cards("CA DK") | cards("C3 D2"), {L: cards("CA DK")}, {L: cards("C3 D2")}
    ).view(Call)
    assert down.previous_results == (-2, 2, 0) and down.handed_back(D, L) == cards("CA DK")
    void = Hand.parse("AKJ94.Q8763.KT5432.-")
    came = Situation(WIKIPEDIA, D, void, {R: cards("C2")}, {R: cards("C2")}).view(Call)
    assert came.previous_results == (-1, 0, 1) and came.hands[D] == void == came.dealt[D]
    went = Situation(WIKIPEDIA, D, HELD, {R: cards("CA")}, {R: cards("CA")}).view(Call)
    assert went.previous_results == (1, 0, -1) and went.given(D, R) == cards("CA") and went.hands[D] == HELD
    on = Situation(WIKIPEDIA, D, TWENTY, {L: cards("C3")}, {L: cards("CA")}, trump=Trump.SPADES).view(Discard)
    assert on.hands[D] == TWENTY
    peek = parse_rules("wikipedia kitty_peek=yes")
    given, back = cards("C3 D2 H2 S3 S2"), cards("CK DA HA SQ ST")
    held = (HELD - cards("C7 C6 C4 C2 D5") | given) - cards("S2") | cards("S2")
    assert len(held) == 16
    looked = Situation(peek, D, held | cards("D3 D4 D6 D7"), {L: back}, {L: given}, (-5, 5, 0))
    assert len(looked.view(Call).kitty) == 4
    plus = Situation(NAMED["catalan-plus-minus"].rules, D, HELD, discarded=cards("C3 D2 H2 S2")).view(Call)
    assert plus.discarded == cards("C3 D2 H2 S2") and plus.hands[D] == HELD
