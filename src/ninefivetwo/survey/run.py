"""A survey run by Dask: batches sent to workers, on this machine or many, and their files written here.

A worker makes a batch and sends back its file; only this process writes.  So no file system is shared, the disk is met
in one place, and whatever happens to a worker loses the batches that it had in work: Dask gives them to another.
"""

from __future__ import annotations

import logging
import signal
import socket
from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import CancelledError
from contextlib import AbstractContextManager, closing, contextmanager, suppress
from dataclasses import dataclass, replace
from multiprocessing import resource_tracker
from pathlib import Path
from secrets import token_hex

import dask
from distributed import Client, Future, LocalCluster, as_completed
from distributed.scheduler import KilledWorker

from ninefivetwo.errors import NineFiveTwoError, SurveyError
from ninefivetwo.survey.files import BatchInfo, batch_info, encoded, held, left_to_do, put
from ninefivetwo.survey.plan import KINDS, Plan
from ninefivetwo.survey.work import Work

AHEAD = 2  # batches under way for each of the workers' threads, so that the next one is there when one ends
CONNECT = "10s"  # how long a scheduler is waited for
Make = Callable[[Work, BatchInfo], bytes]
#: What workers hold is small, so none is written to disk; nobody reads their log, their profile and how they are.
_LOCAL = {
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.profile.enabled": False,  # else every 10 ms
    "distributed.admin.tick.interval": "1s",  # else every 20 ms, in each process
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "critical",
}


@dataclass(frozen=True)
class RunState:
    """How far a run is."""

    kept: int  # batches that earlier runs have left
    made: int  # batches made by this one
    batches: int  # of the plan
    deals: int  # made by this run
    workers: int  # threads of workers, each at one batch

    @property
    def done(self) -> int:
        return self.kept + self.made


def make_batch(work: Work, info: BatchInfo) -> bytes:
    """A batch's file, made by a worker; info: what the file is to say.

    Raises SurveyError where this worker would make other rows, for its ninefivetwo is of another version.
    """
    own = batch_info(work, info.plan)
    if difference := own.differs(info):
        raise SurveyError(f"worker on {socket.gethostname()}: another ninefivetwo, {own.package}: {difference}")
    return encoded(KINDS[work.kind].rows(work, None), own)


@contextmanager
def local(workers: int) -> Iterator[Client]:
    """A client of so many worker processes on this machine, which end with it."""
    with _quiet(), dask.config.set(_LOCAL):
        with _deaf():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",  # for it listens in any case: at a port that nobody has
                scheduler_kwargs={"dashboard": False},
            )
        with cluster, Client(cluster) as client:
            yield client


@contextmanager
def remote(address: str) -> Iterator[Client]:
    """A client of a scheduler elsewhere.  Raises SurveyError where none answers."""
    with _quiet():
        try:
            client = Client(address, timeout=CONNECT)
        except (OSError, ValueError) as error:
            raise SurveyError(f"{address}: no scheduler answers (expected one of `dask scheduler`)") from error
        with client:
            yield client


def run(
    plan: Plan, folder: Path, workers: AbstractContextManager[Client], make: Make = make_batch
) -> Iterator[RunState]:
    """Make every batch of a plan that has no file in a folder yet; how far it is, at first and after each batch.

    It may be left at any moment, and goes on when it is run again.  workers: `local`, `remote`, entered when the
    folder has been looked through; make: what a worker is to do.  Raises SurveyError for a folder that does not fit,
    a batch that cannot be made, and a scheduler that does not answer or is gone; OSError where a file cannot be
    written.
    """
    with held(folder, plan):
        batches = plan.batches()
        left = left_to_do(folder, batches)
        state = RunState(len(batches) - len(left), 0, len(batches), 0, 0)
        yield state
        if not left:
            return
        with workers as client, closing(_made(left, plan.text, client, make)) as made:
            for work, content, threads in made:
                put(folder, work, content)
                state = replace(state, made=state.made + 1, deals=state.deals + work.number, workers=threads)
                yield state


def _made(works: Iterable[Work], text: str, client: Client, make: Make) -> Generator[tuple[Work, bytes, int]]:
    """Batches with their files, as they are finished, and how many threads are at work; so many are under way.

    Raises SurveyError.
    """
    waiting, under_way, finished = deque(works), dict[str, Work](), as_completed()
    run = token_hex(4)
    try:
        while waiting or under_way:
            threads = sum(client.nthreads().values())
            while waiting and len(under_way) < AHEAD * max(threads, 1):
                work = waiting.popleft()
                key = f"batch-{run}-{len(waiting)}"
                under_way[key] = work
                finished.add(client.submit(make, work, batch_info(work, text), key=key, pure=False))
            future = next(finished)
            work = under_way.pop(str(future.key))
            yield work, _content(future, work), threads
    except (OSError, CancelledError) as error:  # Dask's own, for files are not written in here
        raise SurveyError(
            "the scheduler is gone (expected it to run on: start it and its workers again, then this)"
        ) from error
    finally:
        with suppress(OSError, CancelledError):
            client.cancel(list(finished.futures))


def _content(future: Future[bytes], work: Work) -> bytes:
    """What a worker sent.  Raises SurveyError, which names the batch, for whatever went wrong with it there."""
    try:
        return future.result()
    except Exception as error:
        if future.status != "error":  # nothing is wrong with the batch: the scheduler is gone
            raise
        place = f"{work.kind}, rules {work.rules}, seed {work.seed}"
        raise SurveyError(f"{place}: {_fault(error, work)}") from error


def _fault(error: Exception, work: Work) -> str:
    """What went wrong with a batch, in words."""
    if isinstance(error, KilledWorker):
        least = f"memory for its {work.number:,} deals on each, or a smaller batch"
        return f"lost with several workers, one after another (expected {least})"
    if isinstance(error, NineFiveTwoError):
        return str(error)
    cause = error.__cause__ or error
    return f"{type(cause).__name__}: {cause} (expected the same ninefivetwo, Python and Dask on every machine)"


@contextmanager
def _quiet() -> Iterator[None]:
    """What Dask logs is not shown: what matters becomes one line of ours."""
    names = [name for name in logging.root.manager.loggerDict if name.split(".")[0] in {"distributed", "tornado"}]
    shown = [logger for logger in map(logging.getLogger, names) if not logger.disabled]
    for logger in shown:
        logger.disabled = True
    try:
        yield
    finally:
        for logger in shown:
            logger.disabled = False


@contextmanager
def _deaf() -> Iterator[None]:
    """Threads that begin in here, and all that they ever start, do not hear Ctrl-C, which is for this process alone."""
    resource_tracker.ensure_running()  # which would begin there, and then let that thread hear it
    if not hasattr(signal, "pthread_sigmask"):  # Windows
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
