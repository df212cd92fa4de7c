"""The engine as an object: sizes at the edges, threads, stopping, memory."""

import contextlib
import resource
import signal
import threading
import time
from functools import partial
from random import Random

import pytest
from positions import asked, random_state
from reference import State, value

from ninefivetwo_solver.engine import CancelToken, Engine, MaxNEngine, Stopped

HARD = random_state(Random(11), 16, kind="any")._replace(trump=None)
NARROW = 1 + Engine().guarantee(*asked(HARD), 0)  # more than seat 0 can force, but only just
PLAIN = 0  # no switch on: a full deal takes practically for ever


def test_endings_of_one_card_are_rightly_answered():
    for trump in [None, 0, 1, 2, 3]:
        state = State((frozenset({(0, 3)}), frozenset({(1, 12)}), frozenset({(0, 5)})), 0, (), trump)
        for seat in range(3):
            assert Engine(1 << 16).guarantee(*asked(state), seat) == value(state, seat)


@pytest.mark.parametrize("tricks", [13, 16, 17])
def test_hands_of_whole_suits_win_what_they_must(tricks):
    """Hands of whole suits: at thirteen tricks the leader runs his, or the holder of the trumps does; beyond, where the
    deck no longer parts so, no more is taken than there is.
    """
    order = [(suit, rank) for suit in (3, 2, 1, 0) for rank in reversed(range(13))]
    hands = tuple(frozenset(order[i * tricks : (i + 1) * tricks]) for i in range(3))
    engine = Engine()
    for leader in range(3):
        for trump in [None, 0, 1, 2, 3]:
            state = State(hands, leader, (), trump)
            found = [engine.guarantee(*asked(state), seat) for seat in range(3)]
            assert sum(found) <= tricks
            if tricks == 13 and trump is None:
                assert found == [13 * (seat == leader) for seat in range(3)]
            if tricks == 13 and trump == 3:
                assert found == [13, 0, 0]


def wait_until_busy(engine):
    """Until another thread searches with it."""
    while True:
        try:
            engine.clear()
        except RuntimeError:
            return


def test_a_second_thread_is_refused():
    engine, outcome = Engine(1 << 20, PLAIN), []

    def search():
        try:
            engine.guarantee(*asked(HARD), 0)
        except Stopped as stopped:
            outcome.append(str(stopped))

    thread = threading.Thread(target=search)
    thread.start()
    wait_until_busy(engine)
    with pytest.raises(RuntimeError, match="one engine for each thread"):
        engine.reaches(*asked(HARD), 0, NARROW)
    with pytest.raises(RuntimeError, match="one engine for each thread"):
        engine.clear()
    with pytest.raises(RuntimeError, match="one engine for each thread"):
        engine.token = CancelToken()
    engine.token.cancel()
    thread.join()
    assert outcome == ["cancelled"]
    engine.token = CancelToken()
    assert engine.reaches(*asked(HARD), 0, 0)  # and it works again


@pytest.mark.parametrize("engine", [Engine(1 << 16), MaxNEngine(0)])
def test_a_cancel_before_the_search_counts(engine):
    """A token stays cancelled, for itself and for those that it is the parent of, not for its own parent."""
    whole = CancelToken()
    part = engine.token = CancelToken(whole)
    ask = engine.values if isinstance(engine, MaxNEngine) else partial(engine.guarantee, seat=0)
    for token in (part, whole):
        token.cancel()
        for _ in range(2):
            with pytest.raises(Stopped, match="cancelled"):
                ask(*asked(HARD))
        assert part.cancelled and whole.cancelled == (token is whole)
        part = engine.token = CancelToken(whole)
    with pytest.raises(TypeError):
        engine.token = None


def test_a_time_limit_stops_a_search():
    """Each of the searches would take practically for ever; none is stopped before its time."""
    engine = Engine(1 << 20, PLAIN)
    for ask in [
        lambda: engine.guarantee(*asked(HARD), 0, seconds=0.05),
        lambda: engine.reaches(*asked(HARD), 0, NARROW, 0.05),
        lambda: engine.after_each(*asked(HARD), 0, 0.05),
    ]:
        started = time.perf_counter()
        with pytest.raises(Stopped, match="out of time"):
            ask()
        assert time.perf_counter() - started >= 0.05


def test_a_signal_stops_a_search():
    """A handler that raises (Ctrl-C's does) ends the search, which would take practically for ever, with its own
    exception.
    """

    class Pressed(Exception):
        pass

    def handler(*_):
        raise Pressed

    def press():
        wait_until_busy(engine)
        signal.raise_signal(signal.SIGALRM)

    engine, thread = Engine(1 << 20, PLAIN), threading.Thread(target=press)
    old = signal.signal(signal.SIGALRM, handler)
    try:
        with pytest.raises(Pressed):  # noqa: PT012 - the signal may arrive at once
            thread.start()
            engine.guarantee(*asked(HARD), 0)
    finally:
        signal.signal(signal.SIGALRM, old)
        thread.join()


def test_a_stopped_search_leaves_a_sound_table():
    """Stopped again and again in the middle, the same engine still finds what a fresh one finds."""
    random, engine = Random(12), Engine()
    for _ in range(10):
        state, seat = random_state(random, 12), random.randrange(3)
        for _ in range(5):
            with contextlib.suppress(Stopped):
                engine.guarantee(*asked(state), seat, seconds=random.uniform(1e-5, 1e-3))
        assert engine.guarantee(*asked(state), seat) == Engine().guarantee(*asked(state), seat)


def test_engines_made_stopped_and_dropped_leak_no_memory():
    """Engines that are made, stopped and dropped leak no memory."""

    def round_():
        for _ in range(100):
            engine = Engine(8 << 20)
            with contextlib.suppress(Stopped):
                engine.guarantee(*asked(HARD), 0, seconds=0.002)

    round_()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    round_()
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 8 << 10


def test_engines_in_many_threads_give_the_same_answers():
    """An engine for each of many threads, the same positions in different orders: the same answers."""
    random = Random(13)
    states = [(random_state(random, 9), random.randrange(3)) for _ in range(60)]
    expected = [Engine(1 << 20).guarantee(*asked(state), seat) for state, seat in states]
    failures = []

    def work(number):
        engine, order = Engine(1 << 20), list(range(len(states)))
        Random(number).shuffle(order)
        for i in order:
            state, seat = states[i]
            if engine.guarantee(*asked(state), seat) != expected[i]:
                failures.append(i)

    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failures


def test_bad_arguments_leave_it_usable():
    engine = Engine(1 << 16)
    with pytest.raises(TypeError):
        engine.guarantee(["x", 1, 2], 0, 4, [], 0)
    assert engine.guarantee([1, 2, 4], 0, 4, [], 2) == 1
