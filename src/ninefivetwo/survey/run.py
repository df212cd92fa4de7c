"""Run a survey with Dask, whose workers compute the batches on one or more machines.

Workers send the content of each batch's file to this process. Only this process writes files, so the machines need no
shared file system. If a worker dies, Dask assigns the worker's unfinished batches to another worker.
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
from ninefivetwo.survey.plan import ROW_KINDS, Plan
from ninefivetwo.survey.work import Work

BATCHES_AHEAD = 2  # number of batches submitted for each worker thread, so that no thread waits for its next batch
CONNECT = "10s"  # time limit for connecting to a scheduler
Make = Callable[[Work, BatchInfo], bytes]
#: Settings for local workers: no spilling to disk, because they use little memory, and no logs, profiles or statistics.
_LOCAL = {
    "distributed.worker.memory.target": False,
    "distributed.worker.memory.spill": False,
    "distributed.worker.memory.pause": False,
    "distributed.worker.memory.terminate": False,
    "distributed.worker.profile.enabled": False,  # off, because the default is a profile every 10 ms
    "distributed.admin.tick.interval": "1s",  # because the default is a tick every 20 ms in each process
    "distributed.admin.system-monitor.interval": "10s",
    "distributed.nanny.pre-spawn-environ.DASK_LOGGING__DISTRIBUTED": "critical",
}


@dataclass(frozen=True)
class RunState:
    """The progress of a run."""

    kept: int  # number of batches kept from earlier runs
    made: int  # number of batches computed by this run
    batches: int  # number of batches in the plan
    deals: int  # number of deals computed by this run
    workers: int  # number of worker threads; each thread computes one batch at a time

    @property
    def done(self) -> int:
        return self.kept + self.made


def make_batch(work: Work, info: BatchInfo) -> bytes:
    """Compute a batch on a worker and return the content of its file. `info` is the metadata expected in the file.

    Raises SurveyError if the worker's version of ninefivetwo would compute different rows.
    """
    own = batch_info(work, info.plan)
    if difference := own.differs(info):
        raise SurveyError(
            f"worker on {socket.gethostname()}: different version of ninefivetwo, {own.package}: {difference}"
        )
    return encoded(ROW_KINDS[work.kind].rows(work, None), own)


@contextmanager
def local(workers: int) -> Iterator[Client]:
    """Start `workers` worker processes on this machine and yield a client. The processes stop when the context ends."""
    with _quiet(), dask.config.set(_LOCAL):
        with _deaf():
            cluster = LocalCluster(
                n_workers=workers,
                threads_per_worker=1,
                processes=True,
                memory_limit=0,
                dashboard_address="127.0.0.1:0",  # Dask always opens a port, so let the system choose a free one
                scheduler_kwargs={"dashboard": False},
            )
        with cluster, Client(cluster) as client:
            yield client


@contextmanager
def remote(address: str) -> Iterator[Client]:
    """Connect to a Dask scheduler and yield a client. Raises SurveyError if the scheduler does not respond."""
    with _quiet():
        try:
            client = Client(address, timeout=CONNECT)
        except (OSError, ValueError) as error:
            raise SurveyError(f"{address}: no scheduler responds (expected one started by `dask scheduler`)") from error
        with client:
            yield client


def run(
    plan: Plan, folder: Path, workers: AbstractContextManager[Client], make: Make = make_batch
) -> Iterator[RunState]:
    """Compute the missing batches of a plan, and yield the progress at the start and after each batch.

    A run can be stopped at any time, and running the plan again resumes it. `workers` is a context from `local` or
    `remote`, which is entered after the folder has been checked. Workers call `make`. Raises SurveyError if the folder
    does not match the plan, a batch cannot be computed or the scheduler fails. Raises OSError if a file cannot be
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
    """Yield each finished batch, with the content of its file and the current number of worker threads.

    A limited number of batches is in progress at any time. Raises SurveyError if a batch or the scheduler fails.
    """
    waiting, under_way, finished = deque(works), dict[str, Work](), as_completed()
    run = token_hex(4)
    try:
        while waiting or under_way:
            threads = sum(client.nthreads().values())
            while waiting and len(under_way) < BATCHES_AHEAD * max(threads, 1):
                work = waiting.popleft()
                key = f"batch-{run}-{len(waiting)}"
                under_way[key] = work
                finished.add(client.submit(make, work, batch_info(work, text), key=key, pure=False))
            future = next(finished)
            work = under_way.pop(str(future.key))
            yield work, _content(future, work), threads
    except (OSError, CancelledError) as error:  # these errors come from Dask, because no files are written here
        raise SurveyError("the scheduler stopped (restart it and its workers, then run this command again)") from error
    finally:
        with suppress(OSError, CancelledError):
            client.cancel(list(finished.futures))


def _content(future: Future[bytes], work: Work) -> bytes:
    """Return the file content sent by a worker. Raises SurveyError, naming the batch, if the worker failed."""
    try:
        return future.result()
    except Exception as error:
        if future.status != "error":  # the scheduler failed, not the batch
            raise
        place = f"{work.kind}, rules {work.rules}, seed {work.seed}"
        raise SurveyError(f"{place}: {_fault(error, work)}") from error


def _fault(error: Exception, work: Work) -> str:
    """Return an error message that says why a batch failed."""
    if isinstance(error, KilledWorker):
        least = f"memory for {work.number:,} deals on each worker, or smaller batches"
        return f"several workers died on this batch (expected {least})"
    if isinstance(error, NineFiveTwoError):
        return str(error)
    cause = error.__cause__ or error
    return f"{type(cause).__name__}: {cause} (expected the same ninefivetwo, Python and Dask on every machine)"


@contextmanager
def _quiet() -> Iterator[None]:
    """Hide Dask's log messages, because this program reports important errors itself."""
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
    """Block Ctrl-C in threads and processes started in this context, so that only this process handles Ctrl-C."""
    resource_tracker.ensure_running()  # start it before blocking the signal, because its start unblocks signals
    if not hasattr(signal, "pthread_sigmask"):  # Windows has no signal masks
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
