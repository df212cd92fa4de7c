"""Make every file of fitted numbers again, from rows to what ships.

    python -m benchmarks refit FOLDER --rounds 3
    python -m benchmarks refit FOLDER

First so many rounds of learning, each a survey of `fit_policy.toml` with cards of its own and a fit to it: the policy
of the round before learns, among itself, the plain rules and all policies before it.  The last one becomes the shipped
policy.  Then all that rests on the policy is fitted to deals that it plays: discards before the calls that follow from
them, both before gifts, all before matches.  Without rounds the policy stays.

Stopped, the same command goes on: of surveys only what is missing is made, and each step leaves a file in FOLDER once
it is done, with the policy under which it was.  What else is to be made anew: CONTRIBUTING.md, "A new policy".
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path

from benchmarks.survey_rows import shipped_policy
from ninefivetwo.files import write_text
from ninefivetwo.survey.plan import parse_plan
from ninefivetwo.think.playouts.policies import LEARNED

ROOT = Path(__file__).parents[1]
SURVEYS = ROOT / "surveys"
SPACING = 1_000_000  # between the seeds of two rounds
#: Each survey with the fits to its rows, `{}` being where they are; in the order in which one rests on another.
FITS: dict[str, tuple[tuple[str, ...], ...]] = {
    "fit_discards": tuple(("fit_exchange", kind, "{}") for kind in ("trumps", "no-trump", "trumps, the kitty to come")),
    "fit_calls": tuple(("fit_exchange", kind, "{}") for kind in ("calls", "calls, the kitty seen")),
    "fit_gifts": (("fit_gifts", "{}"),),
    "fit_match_equity": (("fit_match_equity", "{}"),),
    "fit_par": (("fit_par", "{}"),),
    "like": (("fit_like", "{}"),),
}
#: What rests on the files above, each with a file of its own that a run goes on from.
LATER = (
    ("fit_accuracy", "{}/accuracy.rows", "--matches", "100"),
    ("make_problems", "--work", "{}/problems.part", "--output", "src/ninefivetwo/keep/drills/problems.json"),
)


def main(folder: Path, *, rounds: int = 0, first: int = 1) -> None:
    """
    folder: of rows and weights, to go on from
    rounds: of learning
    first: the number of the first round, which its cards follow from
    """
    folder = folder.resolve()  # for the commands run elsewhere
    if folder.is_file():
        raise ValueError(f"{folder}: a file (expected a folder)")
    folder.mkdir(parents=True, exist_ok=True)
    if rounds:
        learn(folder, range(first, first + rounds))
    for name, fits in FITS.items():
        done(folder, name, partial(fit_rows, folder, name, fits))
    for name, *arguments in LATER:
        done(folder, name, partial(benchmark, name, arguments, folder))


def learn(folder: Path, rounds: Iterable[int]) -> None:
    """So many rounds; the policy of the last one becomes the shipped one."""
    pool = [folder / "p0.json"]
    if not pool[0].exists():
        shutil.copy(LEARNED, pool[0])
    for number in rounds:
        found = folder / f"p{number}.json"
        if not found.exists():
            plan = folder / f"round{number}.toml"
            write_text(str(plan), plan_of_round(number, pool), force=True)
            rows = survey(plan, folder / f"round{number}")
            benchmark("fit_policy", (str(rows), "--start", str(pool[-1]), "--output", str(found)), folder)
        pool.append(found)
    shutil.copy(pool[-1], LEARNED)


def plan_of_round(number: int, pool: list[Path]) -> str:
    """The plan of `fit_policy.toml` for a round: the last policy of the pool learns among itself and all of it."""
    company = ", ".join(["self", "self", "plain", *map(str, pool[:-1])])
    lines = [f'name = "round{number}"', f"seed = {number * SPACING}"]
    for place, table in enumerate(parse_plan((SURVEYS / "fit_policy.toml").read_text()).tables):
        lines += ["", "[[table]]", f'kind = "{table.kind}"', f'rules = "{table.rules}"', f"deals = {table.deals}"]
        lines += [f"batch = {table.batch}", f"seed = {number * SPACING + place * table.deals}"]
        lines += [f'policy = "{pool[-1]}"', f'options = {{ company = "{company}" }}']
    return "\n".join(lines) + "\n"


def fit_rows(folder: Path, name: str, fits: Iterable[tuple[str, ...]]) -> None:
    """The rows of a survey that ships, and the fits to them."""
    rows = survey(SURVEYS / f"{name}.toml", folder / f"{name}-{shipped_policy()}")
    for fit, *arguments in fits:
        benchmark(fit, arguments, rows)


def done(folder: Path, name: str, make: Callable[[], None]) -> None:
    """Do a step, unless it was done under today's policy."""
    mark = folder / f"{name}.done"
    if mark.exists() and mark.read_text() == shipped_policy():
        return
    make()
    write_text(str(mark), shipped_policy(), force=True)


def survey(plan: Path, rows: Path) -> Path:
    """A survey's folder once it is whole."""
    run("ninefivetwo", "survey", "run", str(plan), "-o", str(rows))
    return rows


def benchmark(name: str, arguments: Iterable[str], place: Path) -> None:
    run("benchmarks", name, *(each.replace("{}", str(place)) for each in arguments))


def run(module: str, *arguments: str) -> None:
    """A command in a process of its own, so that it reads what was written before.  Ends the program where it fails."""
    print(f"{module} {' '.join(arguments)}", flush=True)
    if code := subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT).returncode:
        sys.exit(code)
