"""The review: exact prices against cold solves, sums that come out, blunders found, bad luck not blamed."""

import re
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from random import Random
from threading import enumerate as threads_alive

import msgspec
import pytest
from table import dealt_matches, plain
from test_game import TABLES

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.cli.review import annotated
from ninefivetwo.codec import convert, parse
from ninefivetwo.errors import SearchStopped
from ninefivetwo.exact import Solver, best_discard, solve
from ninefivetwo.exact.values import discard_classes
from ninefivetwo.game import Call, Discard, Give, Match, Play, PlayTurn, UndealtMatch
from ninefivetwo.game.records import Cell, Comment, File, Record, read_file, record_of
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.layout import Layout, Position, random_deals
from ninefivetwo.study import Decision, DecisionNode, Judge, Phase, Review, decision_nodes, review
from ninefivetwo.study.deal import best_line_from
from ninefivetwo.study.fair_price import fair
from ninefivetwo.study.hindsight import Hindsight
from ninefivetwo.study.luck import shown_terms
from ninefivetwo.study.nodes import continued
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.web.review_page import deal_page
from ninefivetwo.words.review import ReviewObject, with_words
from ninefivetwo.words.review_tables import luck_table
from ninefivetwo.words.template import card_text

D, L, R = Seat
NAMES = ("Ann", "Bob", "Cy")
EASY = {"catalan-plus-minus": 0, "sergeant-major": 5}  # seeds of deals that are quickly solved; of other rules 5


def played(text: str, seed: int, deals: int = 1) -> Match:
    """A match of plain players at the end of one of its deals."""
    *_, match = dealt_matches(parse_rules(text), seed, deals, plain)
    return match


def played_so_far(seed: int, cards: str) -> Match:
    """A first deal, called and discarded by the plain rules, after these cards."""
    match = UndealtMatch(parse_rules("wikipedia"), NAMES).dealt(next(random_deals(seed)))
    while not isinstance(turn := match.deal.due_turn, PlayTurn):
        match = match.after(heuristic_action(match.deal.seen_by(turn.seat)))
    for card in cards.split():
        match = match.after(Play(match.deal.turn.seat, Card.parse(card)))
    return match


class Recorder(Judge):
    """A judge that keeps what it found."""

    def hindsights(self, *arguments):
        self.found = super().hindsights(*arguments)
        return self.found


@dataclass(frozen=True)
class Looked:
    """A match, the review of its deal, and what it was made from: each decision and its price in hindsight."""

    match: Match
    review: Review
    judge: Recorder

    @classmethod
    def at(cls, match: Match, **more) -> "Looked":
        judge = Recorder(**more)
        return cls(match, review(match, judge=judge), judge)

    @property
    def steps(self) -> list[tuple[Decision, DecisionNode, Hindsight]]:
        return list(zip(self.review.decisions, decision_nodes(self.match.deal), self.judge.found, strict=True))

    def of(self, kind: type) -> tuple[Decision, DecisionNode, Hindsight]:
        return next(step for step in self.steps if isinstance(step[1].action, kind))


@cache
def reviewed(text: str) -> Looked:
    """The second deal of a match, with its exchange, in hindsight."""
    return Looked.at(played(text, EASY.get(text.split()[0], 5), 2))


@pytest.mark.parametrize("text", TABLES)
def test_every_trick_is_accounted_for(text):
    """Under every rule set: no cost and no gift below zero, what holds after a decision holds before the next, and the
    ledger turns what was sure at first into the result.
    """
    looked = reviewed(text)
    found, won = looked.review, looked.match.deal.won
    assert [d.phase for d in found.decisions].count(Phase.CALL) == 1
    for decision, node, _ in looked.steps:
        assert decision.own_cost >= 0 and min(decision.conceded.values()) >= 0
        assert decision.best and any(option.action == decision.chosen for option in decision.options)
        assert decision.own_cost == 0 or decision.chosen not in decision.best
        assert decision.chosen == node.action
    first = found.ledger.from_decision
    linked = found.decisions[first:]
    assert len(linked) >= 49 and linked[-1].after == found.ledger.after == won
    assert first > max((d.index for d in found.decisions if d.phase is Phase.EXCHANGE), default=-1)
    for one, other in pairwise(linked):
        assert one.after == other.before
    for seat in Seat:
        assert found.ledger.sure[seat] + sum(row[seat] for row in found.ledger.gave) == won[seat]


@pytest.mark.parametrize("text", TABLES)
def test_luck_and_skill_add_up_to_the_result(text):
    """Also when rounded, to the last digit, in the table and in JSON; each term that is measured has an error."""
    value = reviewed(text).review
    luck = value.luck
    assert luck.result == value.result
    for seat in Seat:
        assert sum(shown_terms(luck, seat).values()) == pytest.approx(luck.result[seat], abs=1e-9)
        whole = sum(getattr(luck, name).tricks[seat] for name in ("par", "hands", "kitty", "exchange"))
        decided = sum(term.tricks[seat] for term in luck.decisions.values())
        assert whole + decided == pytest.approx(luck.result[seat], abs=0.04)
        *terms, gap, result = luck_table(value, value.luck).rows
        assert gap is None and int(result[1 + seat]) == luck.result[seat]
        assert sum(float(row[1 + seat]) for row in terms) == pytest.approx(luck.result[seat], abs=1e-9)
    for name in ("hands", "kitty", "exchange"):
        assert sum(getattr(luck, name).tricks) == pytest.approx(0, abs=0.025)
    assert sum(luck.par.tricks) == pytest.approx(16, abs=0.025)


def test_cards_are_priced_as_cold_solves_price_them():
    """Every third card of a deal and each of its alternatives, by a solver that knows nothing yet."""
    for _, node, sight in [step for step in reviewed("wikipedia").steps if isinstance(step[1].action, Play)][::3]:
        deal = node.before
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
    for decision, node, sight in reviewed("wikipedia").steps:
        before = sight.before[decision.seat]
        for option in sight.options:
            if isinstance(option.value, int):
                assert option.value + option.regret == before
            else:
                assert option.value.at_most + option.regret.at_least == before
        chosen = next(option for option in sight.options if option.action == node.action)
        assert chosen.regret == decision.own_cost


@cache
def reviewed_deeply(text: str) -> Looked:
    """The same with every choice valued exactly."""
    return Looked.at(reviewed(text).match, deep=True, threads=2)


def check_against_deep(quick: Looked, deep: Looked) -> None:
    """The same prices, and no bound that the exact value breaks; of a choice that would be better none at all."""
    for (one, _, sight), (other, _, exact) in zip(quick.steps, deep.steps, strict=True):
        values = {option.action: option.value for option in exact.options}
        assert all(isinstance(value, int) for value in values.values()) and len(sight.options) == len(values)
        assert (one.before, one.after) == (other.before, other.after)
        assert (one.own_cost, one.conceded, one.forced) == (other.own_cost, other.conceded, other.forced)
        assert sight.best and set(sight.best) <= set(exact.best)
        for option in sight.options:
            if isinstance(option.value, int):
                assert option.value == values[option.action]
            else:
                assert values[option.action] <= option.value.at_most <= one.before[one.seat]


@pytest.mark.parametrize("text", ["wikipedia", "catalan-plus-minus", "nine-two-five"])
def test_prices_with_bounds_are_those_of_exact_values(text):
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
        judge.hindsights([at(5, 20)], [])[0]


def test_an_error_in_the_work_of_one_thread_ends_the_others():
    """What is raised while they work (Ctrl-C) comes out, and no thread is left but those that wait for playouts."""

    def interrupt(done: int, of: int) -> None:
        raise KeyboardInterrupt

    match, before = reviewed("wikipedia").match, threads_alive()
    with pytest.raises(KeyboardInterrupt):
        review(match, progress=interrupt)
    assert all(thread in before or thread.name.startswith("playouts") for thread in threads_alive())


def test_call_and_discard_are_priced_by_the_exact_best_discards():
    found = reviewed_deeply("wikipedia")
    (_, call, called), (_, discard, discarded) = found.of(Call), found.of(Discard)
    before = call.before
    twenty = Layout(before.hands[D] | before.kitty, before.hands[L], before.hands[R])
    for option in called.options:
        assert option.value == best_discard(twenty, option.action.trump).guarantee
        kept = Position(Layout(twenty.dealer - option.details.discard, twenty.left, twenty.right))
        assert Solver().guarantee(kept, option.action.trump, D) == option.value
    trump, others = discard.before.trump, (twenty.left, twenty.right)
    classes = discard_classes(twenty.dealer, others[0] | others[1], 4, trump)
    solver = Solver()
    every = [solver.guarantees(Position(Layout(twenty.dealer - each, *others)), trump) for each in classes]
    expected = (max(sure[D] for sure in every), min(sure[L] for sure in every), min(sure[R] for sure in every))
    assert discarded.before == expected
    best = {each for each, sure in zip(classes, every, strict=True) if sure[D] == expected[D]}
    assert {action.cards for action in discarded.best} - {discard.action.cards} <= best
    assert best <= {action.cards for action in discarded.best}


def test_gifts_are_priced_by_what_follows_their_return():
    """Each gift by playing it: returns, the call as it was, the plain discard."""
    found = reviewed_deeply("wikipedia")
    decision, gift, sight = found.of(Give)
    called = [node.action for _, node, _ in found.steps if isinstance(node.action, (Call, Give))]
    every = []
    for option in sight.options:
        deal = continued(gift.before.after(option.action), [a for a in called if a != gift.action], (Play,))
        every.append(solve(deal.position.layout, [deal.trump], lead=deal.lead).guarantee[deal.trump])
        assert option.value == every[-1][gift.seat]
        if option.action == gift.action:
            assert decision.after == tuple(every[-1][seat] for seat in Seat)
    assert decision.before == tuple((max if seat is gift.seat else min)(sure[seat] for sure in every) for seat in Seat)


def test_a_decision_is_forced_when_nothing_else_could_come_of_it():
    for decision, node, _ in reviewed("wikipedia").steps:
        turn = node.before.turn
        if turn.count() == 1:
            assert decision.forced
        if decision.forced and isinstance(node.action, Play):
            ranks = sorted(card.rank for card in turn.legal())
            assert len({card.suit for card in turn.legal()}) == 1 and len(decision.best) == turn.count()
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
    sight, judged = Judge().hindsights([points[46]], [])[0], fair(points[46], LIMITS)
    assert sight.own_cost(R) == 1 and planted not in sight.best
    assert judged.avoidable and judged.loss.mean > 0.25 and judged.best.action != planted


def test_a_lost_finesse_that_was_right_on_the_odds_is_no_mistake():
    """Left holds ♥KT8 behind a lead of the nine and plays the ten; right has only the jack that beats it."""
    deal = played_so_far(
        128, "H3 H2 H7 SA S4 S5 SK SQ S6 SJ D2 S8 HA H4 H6 D7 D5 D8 CA S2 C2 D9 DT DQ DA DJ C4 C3 S3 C8 DK H5 D3 H9"
    ).deal
    assert str(deal.hands[L]) == "-.KT8.-.KT" and deal.table == (Card.parse("H9"),)
    action = Play(L, Card.parse("HT"))
    point = DecisionNode(deal, action, deal.after(action))
    assert Judge().hindsights([point], [])[0].own_cost(L) == 1
    judged = fair(point, LIMITS)
    assert not judged.avoidable and judged.loss.mean < 0.25


def test_fair_prices_use_nothing_that_was_not_seen():
    """The same view of another deal gives the same price."""
    point = at(73, 33)
    view = point.before.seen_by(point.seat)
    assert fair(DecisionNode(view, point.action, view.after(point.action)), LIMITS) == fair(point, LIMITS)


@pytest.mark.parametrize(("deal", "index", "kind"), [(5, 0, Call), (3, 1, Discard)])
def test_choices_before_the_play_have_fair_prices(deal, index, kind):
    """What the advice would have chosen loses nothing; the worst of calls and discards loses much."""
    point = at(deal, index)
    assert isinstance(point.action, kind)
    judge = Limits(None, 4, 1, threads=1)
    worst = Call(D, Trump.NO_TRUMP) if kind is Call else Discard(D, Hand.of(sorted(point.before.hands[D])[-4:]))
    judged = fair(DecisionNode(point.before, worst, point.before.after(worst)), judge)
    assert judged.avoidable and judged.loss.mean > 1
    good = fair(DecisionNode(point.before, judged.best.action, point.before.after(judged.best.action)), judge)
    assert good.loss.mean < 0.25 and not good.avoidable


MATCH = played("catalan", 3, 2)


@pytest.fixture(scope="module")
def judged() -> Review:
    """A review with fair prices, of few worlds."""
    return review(MATCH, Limits(None, 4, 1, threads=2))


def test_every_choice_has_a_fair_price_and_grades_sum_them(judged):
    """Every decision that is not forced has one; grades sum them; a mark needs a loss that could be found."""
    for decision in judged.decisions:
        assert (decision.fair is None) == (decision.fair_cost is None) == decision.forced
        assert bool(decision.mark) == decision.avoidable
        assert not (decision.avoidable and decision.only_double_dummy)
    for seat, whole in zip(Seat, judged.seats, strict=True):
        mine = [d for d in judged.decisions if d.seat is seat and not d.forced]
        assert whole.unforced == len(mine) == sum(part.unforced for part in whole.phases.values())
        assert whole.fair_loss.mean == pytest.approx(sum(d.fair_cost.mean for d in mine))
        assert whole.own_cost == sum(d.own_cost for d in mine)
        assert whole.thousandths_each == pytest.approx(1000 * whole.fair_loss.mean / len(mine))


def test_findings_are_replaced_by_those_of_the_next_review(judged):
    """Annotated twice is annotated once; the record stays legal, and what others wrote stays."""
    record = record_of(MATCH, {"Event": "a table"})
    by_hand = Record(read_file(str(File.of([record])).replace("[Trump", "{a fine call} [Trump")).records[0].items)
    theirs = [i for i, item in enumerate(by_hand.items) if isinstance(item, Cell)][7]
    by_hand = Record((*by_hand.items[:theirs], replace(by_hand.items[theirs], mark="!?"), *by_hand.items[theirs + 1 :]))
    once = annotated(by_hand, judged)
    assert once.count(by_hand.items[theirs]) == 1
    text = str(File((once,)))
    assert text.count("n52: ") >= len(judged.turning_points) > 0 and "{a fine call}" in text
    again = read_file(text).records[0]
    assert again.match == MATCH
    assert str(File((annotated(again, judged),))) == text
    plain = annotated(again, review(MATCH))
    assert [item.mark for item in plain if isinstance(item, Cell) and item.mark] == ["!?"]
    assert {item.mark for item in once if isinstance(item, Cell)} >= {d.mark for d in judged.decisions if d.mark}


def test_findings_stand_beside_their_cards_whatever_the_first_column(judged):
    """A play section may begin with another seat's column, and end in rows not played."""
    text = str(File.of([record_of(MATCH)]))
    head, play = text.split("[Play")
    rows = [line.split() for line in play.splitlines()[1:17]]
    turned = "\n".join("  ".join([row[1], row[2], row[0]]) for row in rows)
    tail = play.splitlines()[17]
    other = read_file(f'{head}[Play "R"]\n{turned}\n{tail}\n').records[0]
    assert other.match == MATCH
    for record in (other, record_of(MATCH)):
        items = annotated(record, judged)
        for card, comment in pairwise(items):
            if isinstance(card, Cell) and isinstance(comment, Comment):
                rank = card.card.words.split(" of ")[0] if card.card else ""
                assert f"'s {card_text(card.card)} " in comment.text or f" the {rank}" in comment.text


def test_a_record_with_rows_not_played_is_annotated():
    deal = reviewed("wikipedia").match.deal
    while sum(deal.won) > 14 or deal.table:
        deal = deal.undo()
    text = str(File.of([record_of(replace(reviewed("wikipedia").match, deal=deal))])) + "-  -  -\n" * 9
    record = read_file(text).records[0]
    assert len(annotated(record, review(record.match))) >= len(record.items)


def test_a_page_stands_by_itself(judged):
    """No address but that of the drawing language, all data in it, and no text that could end the script."""
    named = replace(MATCH, names=("</script><b>", "Bob & Co", 'C"y'))
    found = msgspec.structs.replace(judged, players=named.names, event="<title>")
    text = deal_page(found, record_of(named))
    assert set(re.findall(r"https?://[^\"' ]*", text)) == {"http://www.w3.org/2000/svg"}
    data = re.search(r'id="data">(.*?)</script>', text, re.DOTALL)[1]
    (deal,) = parse(data)["deals"]
    assert convert(deal, ReviewObject) == with_words(found, named)


def test_a_deal_that_stopped_early_is_reviewed_as_far_as_it_goes():
    deal = reviewed("wikipedia").match.deal
    while sum(deal.won) > 13 or deal.table:
        deal = deal.undo()
    match = replace(reviewed("wikipedia").match, deal=deal)
    found = review(match)
    assert found.luck is None and len(found.decisions) == len(decision_nodes(deal))
    assert found.guarantee_at_start and deal_page(found, record_of(match))
    whole = reviewed("wikipedia").review.decisions[len(found.decisions) - 1]
    assert (found.decisions[-1].after, found.decisions[-1].options) == (whole.after, whole.options)


@pytest.mark.parametrize("until", [Call, Discard, Play])
def test_a_deal_that_stopped_before_the_play_is_reviewed_too(until):
    deal = played("wikipedia", 5).deal
    while deal.turn is None or deal.turn.kind is not until or sum(deal.won) or deal.table:
        deal = deal.undo()
    match = replace(played("wikipedia", 5), deal=deal)
    found = review(match)
    assert len(found.decisions) == [Call, Discard, Play].index(until)
    assert deal_page(found, record_of(match))


def test_a_one_sided_record_has_fair_prices_of_its_viewer_alone():
    """What is not known is said to be missing."""
    match = played("wikipedia", 5)
    match = read_file(str(File.of([record_of(replace(match, deal=match.deal.seen_by(L)))]))).records[0].match
    found = review(match, Limits(None, 4, 1))
    assert {d.seat for d in found.decisions} == {L} and len(found.decisions) == 16
    assert all(d.before is None and (d.forced or d.fair is not None) for d in found.decisions)
    assert found.luck is None and found.ledger is None and found.turning_points == []
    assert found.viewer is L and found.guarantee_at_start is None
    assert "?" in found.deal and deal_page(found, record_of(match))


def test_unused_chances_are_those_of_who_fell_short():
    for text in TABLES:
        found = reviewed(text).review
        for seat, index in found.unused.items():
            chance = found.decisions[index]
            assert found.result[seat] < found.contracts[seat] <= chance.before[seat]
            assert chance.after[seat] < found.contracts[seat] and chance.seat is seat


def test_the_line_of_best_play_keeps_what_was_sure():
    decision, node, _ = reviewed("wikipedia").of(Play)
    deal = node.before
    for seat, card in best_line_from(node):
        assert deal.turn.seat is seat
        deal = deal.after(Play(seat, card))
    assert deal.over and deal.won[decision.seat] == decision.before[decision.seat]
    assert best_line_from(reviewed("wikipedia").steps[0][1]) == []


@pytest.mark.long
@pytest.mark.parametrize("text", TABLES)
def test_games_are_accounted_for(text, count):
    """Deal after deal of matches by plain and random players: no cost below zero, every trick and every term accounted
    for.
    """
    random = Random(text)

    def sometimes(match):
        return match.deal.turn.draw(random) if random.random() < 0.2 else plain(match)

    for seed in range(count(1)):
        states = dealt_matches(parse_rules(text), seed, 6, sometimes)
        for match in (match for match in states if match.deal.over):
            found = review(match)
            assert all(d.own_cost >= 0 and min(d.conceded.values()) >= 0 for d in found.decisions)
            assert found.ledger.after == match.deal.won and len(found.decisions) - found.ledger.from_decision >= 49
            for seat in Seat:
                assert sum(shown_terms(found.luck, seat).values()) == pytest.approx(match.deal.won[seat], abs=1e-9)
            assert deal_page(found, record_of(match)) and annotated(record_of(match), found)
