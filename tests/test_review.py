"""The review: exact prices against cold solves, sums that come out, blunders found, bad luck not blamed."""

import json
import re
from dataclasses import replace
from functools import cache
from itertools import islice
from random import Random
from threading import active_count

import pytest
from test_game import TABLES

from ninefivetwo.cards import Card, Denomination, Hand, Seat
from ninefivetwo.cli.review.annotate import annotated
from ninefivetwo.codec import convert, decode, encode, parse
from ninefivetwo.errors import SearchStopped
from ninefivetwo.exact import Solver, best_discard, solve
from ninefivetwo.exact.discard import discard_classes
from ninefivetwo.game import Call, Discard, Give, Match, Play, PlayTurn, UndealtMatch
from ninefivetwo.game.dealing import random_deals
from ninefivetwo.game.records import Cell, Comment, File, Record, read_file, record_of
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import Layout, Position
from ninefivetwo.study import DecisionNode, Judge, Phase, Review, decision_nodes, review, shown
from ninefivetwo.study.decision_nodes import continued
from ninefivetwo.study.fair import fair
from ninefivetwo.study.review_object import review_object
from ninefivetwo.study.schema import ReviewObject
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.web.review_page import page
from ninefivetwo.words.review import with_words
from ninefivetwo.words.review_rows import luck_rows

D, L, R = Seat
NAMES = ("Ann", "Bob", "Cy")
EASY = {"catalan-plus-minus": 0, "sergeant-major": 5}  # seeds of deals that are quickly solved; of other rules 5


def played(text: str, seed: int, deals: int = 1) -> Match:
    """A match of plain players at the end of one of its deals."""
    match = UndealtMatch(parse_rules(text), NAMES)
    for number, layout in enumerate(random_deals(seed), 1):
        match = match.dealt(layout)
        while not match.deal.over:
            match = match.after(heuristic_action(match.deal.seen_by(match.deal.turn.seat)))
        if number == deals or match.over:
            return match
        match = match.following()


def played_so_far(seed: int, cards: str) -> Match:
    """A first deal, called and discarded by the plain rules, after these cards."""
    match = UndealtMatch(parse_rules("wikipedia"), NAMES).dealt(next(random_deals(seed)))
    while not isinstance(turn := match.deal.due_turn, PlayTurn):
        match = match.after(heuristic_action(match.deal.seen_by(turn.seat)))
    for card in cards.split():
        match = match.after(Play(match.deal.turn.seat, Card.parse(card)))
    return match


@cache
def reviewed(text: str) -> Review:
    """The second deal of a match, with its exchange, in hindsight."""
    return review(played(text, EASY.get(text.split()[0], 5), 2))


@pytest.mark.parametrize("text", TABLES)
def test_every_trick_is_accounted_for(text):
    """Under every rule set: no cost and no gift below zero, what holds after a decision holds before the next, and the
    ledger turns what was sure at first into the result."""
    found = reviewed(text)
    assert [d.phase for d in found.decisions].count(Phase.CALL) == 1
    for decision in found.decisions:
        assert decision.own_cost >= 0 and min(decision.conceded.values()) >= 0
        assert decision.hindsight.best and any(o.action == decision.node.action for o in decision.hindsight.options)
        assert (decision.own_cost == 0) or decision.node.action not in decision.hindsight.best
    linked = found.linked
    assert len(linked) >= 49 and linked[-1].hindsight.after == found.deal.won
    gifts = [d.index for d in found.decisions if isinstance(d.node.action, Give)]
    assert linked[0].index > max(gifts, default=-1)
    for one, other in zip(linked, linked[1:], strict=False):
        assert one.hindsight.after == other.hindsight.before
    ledger, first = found.ledger, linked[0].hindsight.before
    for seat in Seat:
        assert first[seat] + sum(ledger[giver][seat] for giver in Seat) == found.deal.won[seat]


@pytest.mark.parametrize("text", TABLES)
def test_luck_and_skill_add_up_to_the_result(text):
    """Also when rounded, to the last digit, in the table and in JSON; each term that is measured has an error."""
    found = reviewed(text)
    value, luck = review_object(found), found.luck
    assert luck.result == found.deal.won
    for seat in Seat:
        assert sum(shown(luck, seat).values()) == pytest.approx(luck.result[seat], abs=1e-9)
        whole = sum(getattr(luck, name).tricks[seat] for name in ("par", "hands", "kitty", "exchange"))
        assert whole + sum(term.tricks[seat] for term in luck.decisions.values()) == pytest.approx(
            luck.result[seat], abs=1e-9
        )
        column = [float(row[1 + seat]) for row in luck_rows(value, value.luck)]
        assert sum(column) == pytest.approx(luck.result[seat], abs=1e-9)
    for name in ("hands", "kitty", "exchange"):
        assert sum(getattr(luck, name).tricks) == pytest.approx(0, abs=2e-3)
    assert sum(luck.par.tricks) == pytest.approx(16, abs=1e-6)


def test_cards_are_priced_as_cold_solves_price_them():
    """Every third card of a deal and each of its alternatives, by a solver that knows nothing yet."""
    found = reviewed("wikipedia")
    for decision in [d for d in found.decisions if isinstance(d.node.action, Play)][::3]:
        deal, sight = decision.node.before, decision.hindsight
        cold = solve(deal.position.layout, [deal.trump], lead=deal.lead, table=deal.table).guarantee[deal.trump]
        assert sight.before == tuple(cold[seat] + deal.won[seat] for seat in Seat)
        for option in sight.options:
            after = deal.after(option.action)
            expected = after.won
            if not after.over:
                sure = solve(after.position.layout, [deal.trump], lead=after.lead, table=after.table)
                expected = tuple(sure.guarantee[deal.trump][seat] + after.won[seat] for seat in Seat)
            assert option.details.guarantees == expected


def test_values_and_regrets_add_up_to_what_was_sure_before():
    """Exact ones as numbers, bounds as bounds: what is worth at most so much is regretted at least the rest."""
    for decision in reviewed("wikipedia").decisions:
        before = decision.hindsight.before[decision.seat]
        for option in decision.hindsight.options:
            if isinstance(option.value, int):
                assert option.value + option.regret == before
            else:
                assert option.value.at_most + option.regret.at_least == before
        chosen = next(o for o in decision.hindsight.options if o.action == decision.node.action)
        assert chosen.regret == decision.own_cost


@cache
def reviewed_deeply(text: str) -> Review:
    """The same with every choice valued exactly."""
    return review(reviewed(text).match, judge=Judge(deep=True, threads=2))


def check_against_deep(quick: Review, deep: Review) -> None:
    """The same prices, and no bound that the exact value breaks; of a choice that would be better none at all."""
    for one, other in zip(quick.decisions, deep.decisions, strict=True):
        values = {option.action: option.value for option in other.hindsight.options}
        assert all(isinstance(value, int) for value in values.values()) and len(one.hindsight.options) == len(values)
        assert (one.hindsight.before, one.hindsight.after) == (other.hindsight.before, other.hindsight.after)
        assert (one.own_cost, one.conceded, one.forced) == (other.own_cost, other.conceded, other.forced)
        assert one.hindsight.best and set(one.hindsight.best) <= set(other.hindsight.best)
        for option in one.hindsight.options:
            if isinstance(option.value, int):
                assert option.value == values[option.action]
            else:
                assert values[option.action] <= option.value.at_most <= one.hindsight.before[one.seat]


@pytest.mark.parametrize("text", ["wikipedia", "catalan-plus-minus", "nine-two-five"])
def test_what_gets_a_bound_is_no_better_and_the_prices_are_those_of_exact_values(text):
    check_against_deep(reviewed(text), reviewed_deeply(text))


def test_a_review_is_the_same_with_one_solver_and_with_three():
    for text in ("wikipedia", "catalan-plus-minus"):
        found = [review(reviewed(text).match, judge=Judge(threads=threads)) for threads in (1, 3)]
        assert found[0].decisions == found[1].decisions


def test_a_review_in_several_threads_is_cancelled_by_one_token():
    """At the first job done, while others are at work or wait."""
    judge = Judge(threads=2)
    with pytest.raises(SearchStopped):
        review(reviewed("wikipedia").match, progress=lambda done, of: judge.solver.token.cancel(), judge=judge)
    with pytest.raises(SearchStopped):
        judge.hindsight(at(5, 20), [])


def test_an_error_in_the_work_of_one_thread_ends_the_others():
    """What is raised while they work (Ctrl-C) comes out, and no thread is left."""

    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        review(reviewed("wikipedia").match, progress=interrupt)
    assert active_count() == 1


def test_the_call_and_the_discard_are_priced_as_the_exact_best_discards_are():
    found = reviewed_deeply("wikipedia")
    call = next(d for d in found.decisions if isinstance(d.node.action, Call))
    discard = next(d for d in found.decisions if isinstance(d.node.action, Discard))
    before = call.node.before
    twenty = Layout(before.hands[D] | before.kitty, before.hands[L], before.hands[R])
    for option in call.hindsight.options:
        assert option.value == best_discard(twenty, option.action.denomination).guarantee
        kept = Position(Layout(twenty.dealer - option.details.discard, twenty.left, twenty.right))
        assert Solver().guarantee(kept, option.action.denomination, D) == option.value
    trump, others = discard.node.before.trump, (twenty.left, twenty.right)
    classes = discard_classes(twenty.dealer, others[0] | others[1], 4, trump)
    solver = Solver()
    every = [solver.guarantees(Position(Layout(twenty.dealer - each, *others)), trump) for each in classes]
    expected = (max(sure[D] for sure in every), min(sure[L] for sure in every), min(sure[R] for sure in every))
    assert discard.hindsight.before == expected
    best = {each for each, sure in zip(classes, every, strict=True) if sure[D] == expected[D]}
    assert {action.cards for action in discard.hindsight.best} - {discard.node.action.cards} <= best
    assert best <= {action.cards for action in discard.hindsight.best}


def test_gifts_are_priced_by_what_follows_their_return():
    """Each gift by playing it: returns, the call as it was, the plain discard."""
    found = reviewed_deeply("wikipedia")
    gift = next(d for d in found.decisions if isinstance(d.node.action, Give))
    called = [d.node.action for d in found.decisions if isinstance(d.node.action, (Call, Give))]
    every = []
    for option in gift.hindsight.options:
        deal = continued(gift.node.before.after(option.action), [a for a in called if a != gift.node.action], (Play,))
        every.append(solve(deal.position.layout, [deal.trump], lead=deal.lead).guarantee[deal.trump])
        assert option.value == every[-1][gift.seat]
        if option.action == gift.node.action:
            assert gift.hindsight.after == tuple(every[-1][seat] for seat in Seat)
    assert gift.hindsight.before == tuple(
        (max if seat is gift.seat else min)(sure[seat] for sure in every) for seat in Seat
    )


def test_a_decision_is_forced_when_nothing_else_could_come_of_it():
    found = reviewed("wikipedia")
    for decision in found.decisions:
        turn = decision.node.before.turn
        if turn.count() == 1:
            assert decision.forced
        if decision.forced and isinstance(decision.node.action, Play):
            ranks = sorted(card.rank for card in turn.legal())
            assert len({card.suit for card in turn.legal()}) == 1 and len(decision.hindsight.best) == turn.count()
            assert len(ranks) == turn.count()


def at(seed: int, index: int) -> DecisionNode:
    return decision_nodes(played("wikipedia", seed).deal)[index]


LIMITS = Limits(worlds=200, seed=1, threads=1)


def test_an_ace_discarded_is_found_priced_and_called_findable():
    """Planted: with two tricks left right discards the ace of hearts on a lead it cannot follow."""
    match = played_so_far(
        18,
        "S3 S2 S5 CA C2 C4 DA D3 D6 SA S7 S4 DK D5 D7 DQ D8 D9 H2 H8 H9 CK "
        "H3 C3 H5 C6 H6 SK S6 S8 CQ H7 C7 HT C8 HK DJ D4 DT C9 HJ S9 SJ SQ",
    )
    planted = Play(R, Card.parse("HA"))
    match = match.after(planted)
    while not match.deal.over:
        match = match.after(heuristic_action(match.deal.seen_by(match.deal.turn.seat)))
    points = decision_nodes(match.deal)
    sight, judged = Judge().hindsight(points[46], []), fair(points[46], LIMITS)
    assert sight.own_cost(R) == 1 and planted not in sight.best
    assert judged.findable and judged.loss.mean > 0.25 and judged.best.action != planted


def test_a_finesse_that_lost_is_no_mistake_when_it_was_right_on_the_odds():
    """Left holds ♠AJ98 behind a lead of the five and plays the nine; dealer has only the ten that beats it."""
    deal = played_so_far(
        73, "HA H4 D2 DA DT D3 DK DJ D5 CA C2 C3 CK C4 C6 CQ C9 C8 D4 S2 D8 H6 D6 H5 S3 SK SQ HK H7 D7 S5"
    ).deal
    assert str(deal.hands[L]) == "AJ98.Q.-.J" and deal.table == (Card.parse("S5"),)
    action = Play(L, Card.parse("S9"))
    point = DecisionNode(deal, action, deal.after(action))
    assert Judge().hindsight(point, []).own_cost(L) == 1
    judged = fair(point, LIMITS)
    assert not judged.findable and judged.loss.mean < 0.25


def test_fair_prices_use_nothing_that_was_not_seen():
    """The same view of another deal gives the same price."""
    point = at(73, 33)
    view = point.before.seen_by(point.seat)
    assert fair(DecisionNode(view, point.action, view.after(point.action)), LIMITS) == fair(point, LIMITS)


@pytest.mark.parametrize("deal, index, kind", [(5, 0, Call), (3, 1, Discard)])
def test_choices_before_the_play_have_fair_prices(deal, index, kind):
    """What the advice would have chosen loses nothing; the worst of calls and discards loses much."""
    point = at(deal, index)
    assert isinstance(point.action, kind)
    judge = Limits(None, 4, 1, threads=1)
    worst = Call(D, Denomination.N) if kind is Call else Discard(D, Hand.of(sorted(point.before.hands[D])[-4:]))
    judged = fair(DecisionNode(point.before, worst, point.before.after(worst)), judge)
    assert judged.findable and judged.loss.mean > 1
    good = fair(DecisionNode(point.before, judged.best.action, point.before.after(judged.best.action)), judge)
    assert good.loss.mean < 0.25 and not good.findable


@pytest.fixture(scope="module")
def judged() -> Review:
    """A review with fair prices, of few worlds."""
    return review(played("catalan", 5, 2), Limits(None, 4, 1, threads=2))


def test_a_review_with_fair_prices(judged):
    """Every decision that is not forced has one; grades sum them; a mark needs a loss that could be found."""
    for decision in judged.decisions:
        assert (decision.fair is None) == decision.forced
        assert bool(decision.mark) == decision.findable
        assert not (decision.findable and decision.only_with_open_cards)
    for seat in Seat:
        whole, phases = judged.grades(seat)
        mine = [d for d in judged.unforced if d.seat is seat]
        assert whole.decisions == len(mine) == sum(part.decisions for part in phases.values())
        assert whole.loss.mean == pytest.approx(sum(d.fair.loss.mean for d in mine))
        assert whole.own_cost == sum(d.own_cost for d in mine)
        assert whole.each == pytest.approx(1000 * whole.loss.mean / len(mine))


def test_a_review_is_the_same_for_a_seed_whatever_the_threads(judged):
    """But for the last digits of sums."""
    again = review(judged.match, Limits(None, 4, 1, threads=1))
    for one, other in zip(judged.decisions, again.decisions, strict=True):
        assert one.hindsight == other.hindsight
        if one.fair:
            assert one.fair.best.action == other.fair.best.action and one.fair.loss.mean == pytest.approx(
                other.fair.loss.mean
            )


def test_json_is_as_the_notation_says(judged):
    value = with_words(review_object(judged), judged.match)
    assert decode(encode(value), ReviewObject) == value
    found = json.loads(encode(value))
    assert {"schema", "deal", "guarantee_at_start", "decisions", "seats", "luck"} <= found.keys()
    assert found["schema"] == "ninefivetwo.review/2"
    keys = {"index", "phase", "seat", "chosen", "best", "own_cost", "conceded", "fair_cost", "forced"}
    for index, decision in enumerate(found["decisions"]):
        assert keys <= decision.keys() and decision["index"] == index
        assert decision["forced"] or {"mean", "se", "n"} == decision["fair_cost"].keys()
        assert decision["seat"] not in decision["conceded"]
    for seat in ("dealer", "left", "right"):
        assert sum(found["luck"][seat].values()) == pytest.approx(found["result"][seat], abs=1e-9)


def test_findings_in_a_record_are_replaced_by_those_of_the_next_review(judged):
    """Annotated twice is annotated once; the record stays legal, and what others wrote stays."""
    record = record_of(judged.match, {"Event": "a table"})
    by_hand = Record(read_file(str(File.of([record])).replace("[Trump", "{a fine call} [Trump")).records[0].items)
    theirs = [i for i, item in enumerate(by_hand.items) if isinstance(item, Cell)][5]
    by_hand = Record((*by_hand.items[:theirs], replace(by_hand.items[theirs], mark="!?"), *by_hand.items[theirs + 1 :]))
    once = annotated(by_hand, review_object(judged))
    assert once.count(by_hand.items[theirs]) == 1
    text = str(File((once,)))
    assert text.count("n52: ") >= len(judged.turning_points) > 0 and "{a fine call}" in text
    again = read_file(text).records[0]
    assert again.match == judged.match
    assert str(File((annotated(again, review_object(judged)),))) == text
    plain = annotated(again, review_object(review(judged.match)))
    assert [item.mark for item in plain if isinstance(item, Cell) and item.mark] == ["!?"]
    assert {item.mark for item in once if isinstance(item, Cell)} >= {d.mark for d in judged.decisions if d.mark}


def test_findings_stand_beside_their_cards_whatever_the_first_column(judged):
    """A play section may begin with another seat's column, and end in rows not played."""
    text = str(File.of([record_of(judged.match)]))
    head, play = text.split("[Play")
    rows = [line.split() for line in play.splitlines()[1:17]]
    turned = "\n".join("  ".join([row[1], row[2], row[0]]) for row in rows)
    tail = play.splitlines()[17]
    other = read_file(f'{head}[Play "R"]\n{turned}\n{tail}\n').records[0]
    assert other.match == judged.match
    for record in (other, record_of(judged.match)):
        items = annotated(record, review_object(judged))
        for card, comment in zip(items, items[1:], strict=False):
            if isinstance(card, Cell) and isinstance(comment, Comment):
                rank = card.card.words.split(" of ")[0] if card.card else ""
                assert f"'s {card.card} " in comment.text or f" the {rank}" in comment.text


def test_a_record_with_rows_not_played_is_annotated():
    deal = reviewed("wikipedia").deal
    while sum(deal.won) > 14 or deal.table:
        deal = deal.undo()
    text = str(File.of([record_of(replace(reviewed("wikipedia").match, deal=deal))])) + "-  -  -\n" * 9
    record = read_file(text).records[0]
    assert len(annotated(record, review_object(review(record.match)))) >= len(record.items)


def test_a_page_stands_by_itself(judged):
    """No address but that of the drawing language, all data in it, and no text that could end the script."""
    named = replace(judged, match=replace(judged.match, names=("</script><b>", "Bob & Co", 'C"y')))
    text = page(review_object(named, "<title>"), named.match)
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}
    data = re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1]
    (deal,) = parse(data)["deals"]
    assert convert(deal, ReviewObject) == with_words(review_object(named, "<title>"), named.match)


def test_a_deal_that_stopped_early_is_reviewed_as_far_as_it_goes():
    deal = reviewed("wikipedia").deal
    while sum(deal.won) > 13 or deal.table:
        deal = deal.undo()
    match = replace(reviewed("wikipedia").match, deal=deal)
    found = review(match)
    assert found.luck is None and len(found.decisions) == len(decision_nodes(deal))
    assert review_object(found).guarantee_at_start and page(review_object(found), match)
    assert found.decisions[-1].hindsight == reviewed("wikipedia").decisions[len(found.decisions) - 1].hindsight


@pytest.mark.parametrize("until", [Call, Discard, Play])
def test_a_deal_that_stopped_before_the_play_is_reviewed_too(until):
    deal = played("wikipedia", 5).deal
    while deal.turn is None or deal.turn.kind is not until or sum(deal.won) or deal.table:
        deal = deal.undo()
    found = review(replace(played("wikipedia", 5), deal=deal))
    assert len(found.decisions) == [Call, Discard, Play].index(until)
    assert page(review_object(found), found.match)


def test_a_one_sided_record_has_fair_prices_of_its_viewer_alone():
    """What is not known is said to be missing."""
    match = played("wikipedia", 5)
    record = record_of(replace(match, deal=match.deal.seen_by(L)))
    found = review(read_file(str(File.of([record]))).records[0].match, Limits(None, 4, 1))
    assert {d.seat for d in found.decisions} == {L} and len(found.decisions) == 16
    assert all(d.hindsight is None and (d.forced or d.fair is not None) for d in found.decisions)
    assert found.luck is None and found.linked == [] and found.turning_points == []
    value = review_object(found)
    assert value.viewer is L and value.guarantee_at_start is None and value.luck is None
    assert "?" in value.deal and page(value, found.match)


def test_unused_chances_are_those_of_who_fell_short():
    for text in TABLES:
        found = reviewed(text)
        for seat in Seat:
            chance = found.unused_chance(seat)
            if chance is not None:
                contract = found.match.rules.contracts[seat]
                assert found.deal.won[seat] < contract <= chance.hindsight.before[seat]
                assert chance.hindsight.after[seat] < contract and chance.seat is seat


def test_the_line_of_best_play_keeps_what_was_sure():
    found = reviewed("wikipedia")
    first = next(d for d in found.decisions if isinstance(d.node.action, Play))
    line, deal = found.line(first.index), first.node.before
    for seat, card in line:
        assert deal.turn.seat is seat
        deal = deal.after(Play(seat, card))
    assert deal.over and deal.won[first.seat] == first.hindsight.before[first.seat]
    assert found.line(0) == []


@pytest.mark.long
@pytest.mark.parametrize("text", TABLES)
def test_games_are_accounted_for(text, count):
    """Deal after deal of matches by plain and random players: no cost below zero, every trick and every term accounted
    for."""
    random = Random(text)
    for seed in range(count(1)):
        match = UndealtMatch(parse_rules(text), NAMES)
        for layout in islice(random_deals(seed), 6):
            match = match.dealt(layout)
            while not match.deal.over:
                turn = match.deal.turn
                plain = heuristic_action(match.deal.seen_by(turn.seat))
                match = match.after(turn.draw(random) if random.random() < 0.2 else plain)
            found = review(match)
            assert all(d.own_cost >= 0 and min(d.conceded.values()) >= 0 for d in found.decisions)
            assert found.linked[-1].hindsight.after == match.deal.won and len(found.linked) >= 49
            for seat in Seat:
                assert sum(shown(found.luck, seat).values()) == pytest.approx(match.deal.won[seat], abs=1e-9)
            assert page(review_object(found), match) and annotated(record_of(match), review_object(found))
            if match.over:
                break
            match = match.following()
