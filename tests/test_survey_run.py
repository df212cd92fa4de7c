"""Surveys run by two workers, whatever happens to them: the same rows as in one process, in files one can trust."""

import errno
import gc
import os
import signal
import subprocess
import sys
import threading
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import islice
from pathlib import Path
from time import sleep

import msgspec
import numpy as np
import pytest
from commands import answer, refusal, started
from commands import run as command
from systems import posix

import ninefivetwo.files
from ninefivetwo.cli.survey.run import duration, state_words
from ninefivetwo.errors import SurveyError
from ninefivetwo.game.rules import NAMED
from ninefivetwo.survey import run as running
from ninefivetwo.survey.files import batch_info, batch_path, check_survey, content_sum, encoded, read_batch, read_info
from ninefivetwo.survey.plan import ROW_KINDS, parse_plan
from ninefivetwo.survey.run import RunState, local, make_batch, remote, run
from ninefivetwo.survey.work import RowColumn, RowKind, Work

PLAN = (Path(__file__).parent / "cases/plan.toml").read_text()
BATCHES = 8
NOBODY = nullcontext(None)  # in place of workers, where none may be asked


@pytest.fixture(scope="module")
def workers():
    """A client of two worker processes, for all tests of this file."""
    with local(2) as client:
        yield client


@pytest.fixture(scope="module")
def alone():
    """The rows of every batch, made in this process."""
    return {work: ROW_KINDS[work.kind].rows(work, None) for work in parse_plan(PLAN).batches()}


def files(folder):
    return sorted(path.relative_to(folder) for path in folder.rglob("*.parquet"))


def same_as(folder, alone):
    """Every file is there, with the rows made alone, and nothing else is left over."""
    assert files(folder) == sorted(map(batch_path, alone))
    assert {path.name for path in folder.iterdir()} == {"plan.toml", ".lock", "deals"}
    assert not list(folder.rglob("*.part"))
    for work, rows in alone.items():
        found = read_batch(folder / batch_path(work))[1]
        assert list(found) == list(rows)
        for name, values in rows.items():
            assert found[name].dtype == values.dtype and np.array_equal(found[name], values), (work, name)


def wait_for(state):
    """Wait until a function gives something true, and give that."""
    while not (found := state()):
        sleep(0.01)
    return found


def held_batch(gate, work, info):
    """A batch that tells when it is begun and by which process, and waits for the gate to open."""
    (gate / f"{work.seed}-{work.rules.split()[0]}.{os.getpid()}").touch()
    wait_for((gate / "open").exists)
    return make_batch(work, info)


def test_a_worker_killed_in_the_middle_costs_its_batch_alone(workers, tmp_path, alone):
    gate = tmp_path / "gate"
    gate.mkdir()

    def kill_one():
        begun = wait_for(lambda: len(found := list(gate.iterdir())) == 2 and found)
        os.kill(int(begun[0].suffix[1:]), signal.SIGKILL)
        (gate / "open").touch()

    killer = threading.Thread(target=kill_one)
    killer.start()
    states = list(run(parse_plan(PLAN), tmp_path / "rows", nullcontext(workers), partial(held_batch, gate)))
    killer.join()
    assert [state.done for state in states] == list(range(BATCHES + 1)) and states[-1].deals == 140
    assert len(list(gate.iterdir())) == 1 + BATCHES + 1  # each begun once, the one that was lost twice
    same_as(tmp_path / "rows", alone)


def test_a_run_that_is_left_goes_on(workers, tmp_path, alone):
    plan = parse_plan(PLAN)
    states = run(plan, tmp_path, nullcontext(workers))
    assert [state.made for state in islice(states, 4)] == [0, 1, 2, 3]
    states.close()
    assert len(files(tmp_path)) == 3
    (tmp_path / "deals" / "rules=wikipedia").mkdir(exist_ok=True)
    (tmp_path / "deals" / "rules=wikipedia" / ".n52-0123.part").write_bytes(b"half a file")
    before = {path: (tmp_path / path).stat().st_mtime_ns for path in files(tmp_path)}
    *_, last = run(parse_plan("# the same plan\n" + PLAN), tmp_path, nullcontext(workers))
    assert (last.kept, last.made, last.batches) == (3, BATCHES - 3, BATCHES)
    assert {path: (tmp_path / path).stat().st_mtime_ns for path in before} == before
    same_as(tmp_path, alone)


def test_what_is_done_needs_no_workers(survey):
    (state,) = run(parse_plan(PLAN), survey, NOBODY)
    assert state == RunState(BATCHES, 0, BATCHES, 0, 0)


@posix
def test_a_program_stopped_and_killed_goes_on(workers, tmp_path, alone):
    """Ctrl-C, which a terminal sends to the workers too, leaves one line that counts the files; then kill -9."""
    plan, folder = tmp_path / "plan.toml", tmp_path / "rows"
    plan.write_text(PLAN)
    begin = ["survey", "run", plan, "-o", folder]
    with started(*begin, "--local", 1, start_new_session=True) as program:
        wait_for(lambda: files(folder) or program.poll() is not None)
        os.killpg(program.pid, signal.SIGINT)
        lines = program.communicate()[1].splitlines()
    kept = len(files(folder))
    if program.returncode:  # else it was quicker than the signal
        assert program.returncode == 130 and not any("Traceback" in line for line in lines)
        assert lines[-1] == f"ninefivetwo: stopped; {kept} of 8 batches are saved; run the same command to continue"
    address = workers.scheduler.address
    with started(*begin, "--scheduler", address) as program:
        wait_for(lambda: len(files(folder)) > kept or program.poll() is not None)
    done = command(*begin, "--scheduler", address)
    assert done.returncode == 0 and done.stdout.startswith(f"{folder}: 8 batches complete, ")
    assert done.stderr.splitlines()[-1].startswith("8 of 8 batches")
    same_as(folder, alone)


@pytest.fixture
def scheduler(tmp_path):
    """A scheduler without workers, as a process of its own, and its address."""
    told = tmp_path / "scheduler.json"
    code = "from distributed.cli.dask_scheduler import main; main()"
    options = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard", "--dashboard-address", "127.0.0.1:0"]
    command = [sys.executable, "-c", code, *options, "--scheduler-file", told]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wait_for(lambda: told.exists() and told.read_text().endswith("}"))
    yield process, msgspec.json.decode(told.read_bytes())["address"]
    process.kill()
    process.wait()


def test_a_scheduler_that_is_gone_is_one_line(scheduler, tmp_path):
    process, address = scheduler

    @contextmanager
    def doomed():
        with remote(address) as client:
            submit = client.submit

            def submit_and_kill(*args, **options):
                found = submit(*args, **options)
                process.kill()
                process.wait()
                return found

            client.submit = submit_and_kill
            yield client

    with pytest.raises(SurveyError, match=r"^the scheduler stopped .restart"):
        list(run(parse_plan(PLAN), tmp_path / "rows", doomed()))


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:9", "nowhere://x"])
def test_a_scheduler_that_does_not_answer_is_one_line(address, monkeypatch, tmp_path):
    """The client is collected at once: if dask closed it while another begins, it would wait for its own lock."""
    monkeypatch.setattr(running, "CONNECT", "0.1s")
    with pytest.raises(SurveyError, match=f"^{address}: no scheduler responds"):
        list(run(parse_plan(PLAN), tmp_path, remote(address)))
    gc.collect()


def end_worker(work, info):
    os.kill(os.getpid(), signal.SIGKILL)


def refuse(work, info):
    raise SurveyError("option x: 'y' (expected z)")


class ElsewhereOnly:
    """What cannot be read where there is no such module, as on a machine without ninefivetwo."""

    def __reduce__(self):
        return import_module, ("no_such_module",)


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (end_worker, "several workers died on this batch"),
        (refuse, r"option x: 'y' \(expected z\)$"),
        (partial(make_batch, ElsewhereOnly()), ".*No module named 'no_such_module' .expected the same ninefivetwo"),
    ],
    ids=["dead workers", "refusal", "missing module"],
)
def test_what_a_worker_cannot_do_is_one_line_with_its_batch(workers, tmp_path, monkeypatch, make, words):
    if make is end_worker:
        monkeypatch.setattr(workers.cluster.scheduler, "allowed_failures", 0)
    with pytest.raises(SurveyError, match=rf"^deals, rules .*, seed 95\d: {words}"):
        list(run(parse_plan(PLAN), tmp_path, nullcontext(workers), make))


def test_a_full_disk_is_one_line_and_leaves_no_half_file(workers, tmp_path, alone, monkeypatch):
    plan, folder, number = tmp_path / "plan.toml", tmp_path / "rows", 0
    plan.write_text(PLAN)
    fsync = os.fsync

    def full(file):
        nonlocal number
        number += 1
        if number > 3:  # the plan and two batches
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(file)

    with monkeypatch.context() as patch:
        patch.setattr(ninefivetwo.files.os, "fsync", full)
        done = command("survey", "run", plan, "-o", folder, "--scheduler", workers.scheduler.address)
    said = done.stderr.splitlines()[-1]
    assert done.returncode == 1 and "Traceback" not in done.stderr
    assert said.endswith(": No space left on device; 2 of 8 batches are saved; run the same command to continue")
    assert str(folder / "deals") in said
    assert len(files(folder)) == 2 and not list(folder.rglob("*.part"))
    list(run(parse_plan(PLAN), folder, nullcontext(workers)))
    same_as(folder, alone)


@pytest.fixture(scope="module")
def survey(workers, tmp_path_factory):
    """A folder with all files, which no test changes."""
    folder = tmp_path_factory.mktemp("survey")
    list(run(parse_plan(PLAN), folder, nullcontext(workers)))
    return folder


@pytest.fixture
def copied(survey, tmp_path):
    """The folder, to be damaged, and its first file."""
    for path in [Path("plan.toml"), *files(survey)]:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_bytes((survey / path).read_bytes())
    return tmp_path, tmp_path / files(survey)[0]


def test_whole_files_pass_the_check(survey):
    found = check_survey(survey, again=3).files
    assert [each.path for each in found] and {each.fault for each in found} == {None}
    assert sum(each.again == "the same" for each in found) == 3 and sum(each.rows for each in found) == 140
    said = answer("survey", "check", survey, "--again", 2).splitlines()
    same = "generated again with the same rows: 2 batches"
    assert said[:2] == [f"{survey}: 8 batches are intact (140 rows)", same]
    assert said[2].startswith("checksum of all rows: ") and said[2] == answer("survey", "check", survey).splitlines()[2]


def cut(path):
    path.write_bytes(path.read_bytes()[:-100])


def cut_in_the_middle(path):
    """Bytes of the rows, which no footer tells of."""
    content = path.read_bytes()
    path.write_bytes(content[:100] + bytes(40) + content[140:])


def empty(path):
    path.write_bytes(b"")


def other_rows(path):
    """Rows of another seed in a file that is whole and says that they are of this one."""
    info = read_info(path)
    work = Work("deals", info.rules, 1, info.number)
    path.write_bytes(encoded(ROW_KINDS["deals"].rows(work, None), info))


def other_batch(path):
    work = Work("deals", read_info(path).rules, 7, 20)
    path.write_bytes(make_batch(work, batch_info(work)))


@pytest.mark.parametrize(
    ("damage", "found", "refused"),
    [
        (cut, "damaged or cut off", "damaged or cut off"),
        (empty, "damaged or cut off", "damaged or cut off"),
        (cut_in_the_middle, "damaged or cut off", None),
        (other_rows, "rows differ when computed again", None),
        (other_batch, "seed 7 (expected 952)", "does not match the plan or this version: seed 7 (expected 952)"),
    ],
)
def test_a_bad_file_is_found_and_named(copied, damage, found, refused):
    folder, path = copied
    damage(path)
    (bad,) = [each for each in check_survey(folder, again=BATCHES).files if each.fault]
    assert folder / bad.path == path and bad.fault.startswith(found)
    said = f"ninefivetwo: {folder}: 1 of 8 files are faulty (expected none)\n"
    assert refusal("survey", "check", folder, "--again", 8) == said
    if refused:
        with pytest.raises(SurveyError) as raised:
            list(run(parse_plan(PLAN), folder, NOBODY))
        assert str(raised.value).startswith(f"{path}: {refused}")
        path.unlink()
        assert sum(each.rows for each in check_survey(folder, 0).files) == 120


def test_a_sum_that_is_not_of_the_rows_is_found(copied):
    folder, path = copied
    import pyarrow.parquet as pq

    table = pq.read_table(path, partitioning=None)
    pq.write_table(table.take(list(reversed(range(len(table))))).replace_schema_metadata(table.schema.metadata), path)
    (bad,) = [each for each in check_survey(folder, 0).files if each.fault]
    assert folder / bad.path == path and bad.fault.startswith("rows do not match the checksum")


def test_a_file_that_the_plan_does_not_know_is_found(copied):
    folder, path = copied
    path.rename(path.with_name("000000000111.parquet"))
    found = {each.path.name: each.fault for each in check_survey(folder, 0).files if each.fault}
    assert found == {"000000000111.parquet": "not part of this plan (expected only files of its batches)"}


def test_two_runs_do_not_write_to_one_folder(survey):
    states = run(parse_plan(PLAN), survey, NOBODY)
    next(states)
    with pytest.raises(SurveyError, match="another run is writing to this folder"):
        list(run(parse_plan(PLAN), survey, NOBODY))
    states.close()


def test_a_worker_of_another_version_refuses():
    work = Work("deals", "wikipedia", 1, 2)
    for change in ({"kind_version": 99}, {"weights": "00"}, {"form": 0}):
        with pytest.raises(SurveyError, match=r"^worker on .*: different version of ninefivetwo, \d"):
            make_batch(work, msgspec.structs.replace(batch_info(work), **change))


def test_a_file_names_its_rules_weights_and_plan():
    work = Work("deals", "bga kitty_peek=yes", 3, 5, "plain")
    info = batch_info(work, "the plan")
    assert (info.fields["kitty_peek"], info.fields["contracts"], info.weights) == ("yes", "9-5-2", "")
    assert len(batch_info(replace(work, policy="learned")).weights) == 64 and info.plan == "the plan"
    rows = replace(work, kind="decisions", policy="learned", options=(("company", "self, plain, learned"),))
    assert [*map(len, batch_info(rows).weights.split(" "))] == [64, 64]
    assert info.differs(batch_info(work)) is None
    assert info.differs(batch_info(replace(work, number=6))) == "number 5 (expected 6)"


def test_columns_come_back_as_they_went(tmp_path, monkeypatch):
    """Every type a column may have, extreme values, lists, and no rows at all; and nothing but what was promised."""
    types = ("int8", "int16", "int32", "int64", "bool", "float32", "float64")
    columns = {}
    for name in types:
        dtype = np.dtype(name)
        ends = np.iinfo(dtype) if dtype.kind == "i" else None
        values = np.array([ends.min, ends.max, 0] if ends else [0, 1, 0], dtype)
        columns |= {name: values, f"{name}s": np.stack([values, values[::-1]], axis=1)}
    promised = tuple(RowColumn(name, c.dtype.name, c.shape[1] if c.ndim > 1 else 1, "") for name, c in columns.items())
    monkeypatch.setitem(ROW_KINDS, "test", RowKind("test", 1, "", promised, lambda work, token: columns))
    for number in (3, 0):
        part = {name: values[:number] for name, values in columns.items()}
        (tmp_path / "x").write_bytes(encoded(part, batch_info(Work("test", "bga", 1, 1))))
        info, found = read_batch(tmp_path / "x")
        assert list(found) == list(part) and info.rows == number and info.sum == content_sum(found) == content_sum(part)
        assert all(np.array_equal(found[name], part[name]) for name in part)
        assert all((found[name].dtype, found[name].shape) == (part[name].dtype, part[name].shape) for name in part)
    for wrong in (
        columns | {"int8": columns["int16"]},
        columns | {"int8": columns["int8s"]},
        columns | {"int8": columns["int8"][:2]},
        columns | {"more": columns["int8"]},
        dict(list(columns.items())[1:]),
    ):
        with pytest.raises(SurveyError, match=r"^kind test: "):
            encoded(wrong, batch_info(Work("test", "bga", 1, 1)))


def test_a_sum_is_of_names_types_shapes_and_values():
    values = np.arange(6, dtype=np.int16)
    sums = {
        content_sum(columns)
        for columns in (
            {"a": values},
            {"b": values},
            {"a": values.astype(np.int32)},
            {"a": values.reshape(3, 2)},
            {"a": values[::-1]},
            {"a": values, "b": values},
        )
    }
    assert len(sums) == 6 and content_sum({"a": values.astype(">i2")}) in sums


def test_batches_of_all_tables_go_on_at_one_pace():
    works = parse_plan(PLAN).batches()
    assert len(works) == len(set(map(batch_path, works))) == BATCHES
    assert {(work.seed, work.number) for work in works} == {(952, 20), (953, 20), (954, 20), (955, 10)}
    assert [work.seed for work in works] == sorted(work.seed for work in works)  # rule sets side by side
    every = parse_plan(PLAN.replace('["wikipedia", "bga kitty_peek=yes"]', '"all"')).batches()
    assert {work.rules for work in every} == set(NAMED)
    short = parse_plan(PLAN + '[[table]]\nkind = "calls"\nrules = "wiki"\ndeals = 2\nbatch = 1\n').batches()
    assert [work.kind for work in short].index("calls") == 2  # all tables at one pace: 2 batches beside 8


def test_progress_is_told_by_batches_pace_and_workers():
    state = RunState(kept=100, made=0, batches=1500, deals=0, workers=0)
    assert state_words(state, 3) == "100 of 1,500 batches, no workers yet"
    state = replace(state, made=400, deals=8_000_000, workers=2)
    said = "500 of 1,500 batches, 8,000,000 deals, 20,000 a second, about 17 min left"
    assert state_words(state, 400) == said
    assert len(state_words(RunState(0, 12_500, 15_000, 40_000_000, 8), 400)) < 79  # 80 columns, after a sign of life
    assert state_words(replace(state, workers=0), 400).endswith("no workers left; waiting for a worker")
    assert state_words(replace(state, made=1400), 400) == "1,500 of 1,500 batches, 8,000,000 deals, 20,000 a second"
    told = ", ".join(duration(each) for each in (0, 119, 121, 7199, 7201, 200_000))
    assert told == "0 s, 119 s, 2 min, 120 min, 2.0 h, 2.3 days"


def test_a_missing_library_is_named_with_its_extra(monkeypatch, tmp_path):
    import importlib.util

    find = importlib.util.find_spec
    monkeypatch.setattr(importlib.util, "find_spec", lambda name: None if name == "pyarrow" else find(name))
    for arguments in (["run", "examples/survey.toml", "-o", tmp_path / "rows"], ["check", tmp_path]):
        said = refusal("survey", *arguments)
        assert said == "ninefivetwo: surveys require pyarrow (expected: pip install 'ninefivetwo[survey]')\n"
