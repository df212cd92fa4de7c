"""The face of the engine: named golden positions, and the library's ways of asking."""

import json
import threading
from itertools import cycle, islice
from pathlib import Path
from random import Random

import pytest
from positions import pairs, state_from

from ninefivetwo import (
    Layout,
    Position,
    SearchStopped,
    Seat,
    Solver,
    Trump,
    best_line,
    can_force,
    solve,
    solve_batch,
    solve_moves,
)
from ninefivetwo.cards import parse_cards
from ninefivetwo.errors import CardError, LayoutError, PositionError
from ninefivetwo.exact import CancelToken, Workers, ask_batch, in_order
from ninefivetwo.exact.batch import hardness
from ninefivetwo.layout import random_deals

GOLDEN = json.loads((Path(__file__).parent / "golden.json").read_text())


@pytest.mark.parametrize("position", GOLDEN, ids=lambda position: position["name"])
def test_golden_positions_have_their_guarantees_and_best_cards(position):
    """Positions worked out by hand, each with why."""
    trump = Trump.parse(position["trump"])
    table = parse_cards(position.get("table", ""))
    where = {"lead": Seat.parse(position["lead"]), "table": table}
    solution = solve(position["layout"], [trump], **where)
    assert {seat.word: n for seat, n in solution.guarantee[trump].items()} == position["guarantee"]
    moves = solve_moves(position["layout"], trump, **where)
    assert [str(card) for card in moves.best] == position["best"]
    for seat in Seat:
        tricks = position["guarantee"][seat.word]
        assert can_force(position["layout"], trump, seat, tricks, **where)
        assert not can_force(position["layout"], trump, seat, tricks + 1, **where)


def test_moves_know_the_guarantees():
    layout = next(random_deals(6))
    moves, solution = solve_moves(layout, Trump.HEARTS), solve(layout, [Trump.HEARTS])
    assert moves.guarantee == solution.guarantee[Trump.HEARTS]
    assert sum(len(group) for group in moves.groups()) == 16
    assert {moves.after[card][Seat.LEFT] for card in moves.best} == {moves.guarantee[Seat.LEFT]}


def test_groups_are_parted_by_others_cards():
    moves = solve_moves("D:AKJ... Q.43.. 2.65..", Trump.NO_TRUMP, lead=Seat.DEALER)
    assert [[str(card) for card in group] for group in moves.groups()] == [["SA", "SK"], ["SJ"]]


def test_best_line_keeps_the_guarantee():
    """At every card of the line the seat's tricks so far and its guarantee sum to what it began with."""
    deals = random_deals(7)
    for seat in Seat:
        layout, solver, won = next(deals), Solver(), 0
        position, state = Position(layout), state_from(layout.hands, Seat.LEFT, Trump.SPADES)
        start = solver.guarantee(position, Trump.SPADES, seat)
        line = solver.best_line(position, Trump.SPADES, seat)
        assert len(line) == 48
        for who, card in line:
            assert won + solver.guarantee(position, Trump.SPADES, seat) == start
            assert who is position.mover is Seat(state.mover)
            state, winner = state.play(*pairs([card]))
            won += winner == seat
            position = position.after(card, Trump.SPADES)
        assert won == start
    assert best_line(layout, Trump.SPADES, seat) == line


def test_batch_is_in_order_and_equals_single_solves():
    layouts = list(islice(random_deals(8), 6))
    batch = list(solve_batch((str(layout) for layout in layouts), [Trump.SPADES, Trump.NO_TRUMP], threads=3))
    assert [solution.position.layout for solution in batch] == layouts
    solver = Solver()
    for solution in batch:
        assert solution == solver.solve(solution.position, [Trump.SPADES, Trump.NO_TRUMP])


def test_batch_answers_before_a_fault():
    batch = solve_batch(["D:A... K... Q...", "D:2... K... Q...", "D:2... 2... Q...", "never read"], [Trump.NO_TRUMP])
    assert [next(batch).guarantee[Trump.NO_TRUMP][Seat.DEALER] for _ in range(2)] == [1, 0]
    with pytest.raises(LayoutError, match="card twice"):
        next(batch)


def test_batch_takes_the_hardest_first():
    """One thread, kept busy until all layouts are read: the others follow by hardness, the answers in order."""
    layouts, begun, told = list(islice(random_deals(11), 12)), [], []
    all_read = threading.Event()

    def read():
        yield from layouts
        all_read.set()

    def question(solver, position):
        begun.append(position.layout)
        return all_read.wait()

    batch = list(ask_batch(read(), [question], threads=1, ahead=100, progress=told.append))
    assert [position.layout for position, _ in batch] == layouts
    assert begun[0] == layouts[0]
    assert begun[1:] == sorted(layouts[1:], key=hardness, reverse=True)
    assert told == list(range(1, 13))


def test_progress_that_fails_stops_the_batch():
    def progress(done):
        if done == 3:
            raise KeyError("enough")

    with pytest.raises(KeyError, match="enough"):
        list(solve_batch(islice(random_deals(12), 4), progress=progress))


def test_a_cancelled_search_gives_the_right_answer_or_none():
    """Solvers at work in many threads while another cancels them at random: an answer is right or a refusal.

    A thread whose token was cancelled goes on with another, until it has met both.  Whatever the machine, some pauses
    between cancels are long enough for an answer, and some short enough to meet a search.
    """
    random, positions = Random(14), [Position(layout) for layout in islice(random_deals(14), 4)]
    expected = [Solver().guarantee(position, Trump.NO_TRUMP, Seat.DEALER) for position in positions]
    solvers, over, outcomes = [Solver(1 << 22) for _ in range(4)], threading.Event(), [set() for _ in range(4)]

    def work(solver, met):
        for i in cycle(range(4)):
            solver.clear()
            try:
                met.add(solver.guarantee(positions[i], Trump.NO_TRUMP, Seat.DEALER) == expected[i])
            except SearchStopped:
                met.add("stopped")
                solver.token = CancelToken()
            if len(met) > 1:
                return

    def cancel():
        for pause in cycle([0.001 * 2**i for i in range(12)]):
            random.choice(solvers).token.cancel()
            if over.wait(pause):
                return

    threads = [threading.Thread(target=work, args=pair) for pair in zip(solvers, outcomes, strict=True)]
    canceller = threading.Thread(target=cancel)
    for thread in (*threads, canceller):
        thread.start()
    for thread in threads:
        thread.join()
    over.set()
    canceller.join()
    assert outcomes == [{True, "stopped"}] * 4


def test_a_batch_is_cancelled_by_its_token():
    """Before it begins, or from within; nothing that waits is begun."""
    token, begun = CancelToken(), []

    def question(solver, position):
        begun.append(position)
        token.cancel()
        return solver.guarantee(position, Trump.NO_TRUMP, Seat.DEALER)

    for expected in (1, 0):
        begun.clear()
        with pytest.raises(SearchStopped, match="cancelled"):
            list(ask_batch(islice(random_deals(15), 5), [question], threads=1, token=token))
        assert len(begun) == expected


def test_in_order_keeps_so_many_started_and_a_fault_waits_its_turn():
    started = []

    def items():
        yield from range(5)
        raise KeyError("the sixth")

    def start(item):
        started.append(item)
        return item

    found, ahead = [], []
    with pytest.raises(KeyError, match="the sixth"):  # noqa: PT012 - after five answers
        for answer in in_order(items(), start, 3):
            found.append(answer)
            ahead.append(len(started) - len(found))
    assert found == started == list(range(5))
    assert ahead == [2, 2, 2, 1, 0]


def test_workers_that_are_left_do_not_cancel_their_callers_token():
    token = CancelToken()
    with Workers(2, 1 << 16, None, token) as workers:
        assert workers.start(lambda solver: solver.token.cancelled, 0).result() is False
    assert not token.cancelled


def test_a_batch_can_be_left_at_any_time():
    """Its searches are stopped, which would else go on for ever, and its threads are gone."""
    first, *others = islice(random_deals(9), 20)
    before, searching = threading.active_count(), threading.Event()

    def question(solver, position):
        while position.layout != first:
            searching.set()
            solver.clear()
            solver.solve(position)

    batch = ask_batch([first, *others], [question], threads=2)
    next(batch)
    searching.wait()
    batch.close()
    assert threading.active_count() == before


def test_a_search_out_of_time_is_stopped():
    solver, position = Solver(), Position(next(random_deals(10)))
    with pytest.raises(SearchStopped, match="out of time: D:"):
        solver.solve(position, seconds=1e-9)
    with pytest.raises(SearchStopped):
        solver.best_line(position, Trump.NO_TRUMP, Seat.DEALER, seconds=0)


def test_errors_are_builtin_kinds():
    with pytest.raises(ValueError, match="not a layout"):
        solve("nonsense")
    with pytest.raises(PositionError):
        solve(Layout.parse("D:AK... Q... J..."))
    assert issubclass(SearchStopped, TimeoutError)


def test_python_calls_take_what_a_person_would_type():
    """Seats, denominations, cards and layouts as text, and one denomination alone; test_api.py has what is refused."""
    text, layout = "D:AQ... K2... .32..", Layout.parse("D:AQ... K2... .32..")
    assert layout.hands[Seat.LEFT] == layout[Seat.LEFT]
    wanted = solve(layout, [Trump.NO_TRUMP], lead=Seat.DEALER).guarantee
    for trumps in ("N", ["nt"], Trump.NO_TRUMP, ("no-trump",)):
        assert solve(text, trumps, lead="dealer").guarantee == wanted
    assert next(solve_batch([text], "N", lead="D")).guarantee == wanted
    assert solve_moves(text, "N", lead="dealer") == solve_moves(text, Trump.NO_TRUMP, lead=Seat.DEALER)
    after = solve_moves("D:A... K2... .32..", Trump.NO_TRUMP, lead=Seat.DEALER, table=parse_cards("SQ"))
    assert solve_moves("D:A... K2... .32..", "N", lead="D", table="SQ") == after
    assert can_force(text, "N", "dealer", 2) and best_line(text, "n", "d") == best_line(
        text, Trump.NO_TRUMP, Seat.DEALER
    )
    with pytest.raises(CardError, match="not a card: 'S1'"):
        solve(text, table=["S1"])
