"""Make every file of fitted numbers again, from survey rows to the shipped files.

    python -m benchmarks refit FOLDER --rounds 3
    python -m benchmarks refit FOLDER

The given number of rounds of learning come first. Each is a survey of `fit_policy.toml` with new cards and a fit to it;
the policy of the previous round plays among itself, the rules of thumb and all earlier policies. The last policy
becomes the shipped one. Everything that depends on the policy is then fitted to deals that it plays: discards, then the
calls that precede them, then gifts, then matches. Without rounds the policy stays.

A stopped run continues if the same command is given again: only missing parts of surveys are made. Each completed step
leaves a file in FOLDER that names the policy. CONTRIBUTING.md, "A new policy", says what else must be made again.
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
SPACING = 1_000_000  # spacing between the seeds of two rounds
#: Each survey with the fits to its rows, in order of dependence; `{}` stands for the folder of the rows.
FITS: dict[str, tuple[tuple[str, ...], ...]] = {
    "fit_discards": tuple(("fit_exchange", kind, "{}") for kind in ("trumps", "no-trump", "trumps, the kitty to come")),
    "fit_calls": tuple(("fit_exchange", kind, "{}") for kind in ("calls", "calls, the kitty seen")),
    "fit_gifts": (("fit_gifts", "{}"),),
    "fit_match_equity": (("fit_match_equity", "{}"),),
    "fit_par": (("fit_par", "{}"),),
    "like": (("fit_like", "{}"),),
}
#: Steps that depend on the fits above; each has a file from which a stopped run continues.
LATER = (
    ("fit_accuracy", "{}/accuracy.rows", "--matches", "100"),
    ("make_problems", "--work", "{}/problems.part", "--output", "src/ninefivetwo/keep/drills/problems.json"),
)


def main(folder: Path, *, rounds: int = 0, first: int = 1) -> None:
    """
    folder: folder for rows and weights, which a stopped run continues
    rounds: number of rounds of learning
    first: number of the first round, which determines its cards
    """
    folder = folder.resolve()  # absolute, because commands run in another folder
    if folder.is_file():
        raise ValueError(f"{folder}: not a folder")
    folder.mkdir(parents=True, exist_ok=True)
    if rounds:
        learn(folder, range(first, first + rounds))
    for name, fits in FITS.items():
        done(folder, name, partial(fit_rows, folder, name, fits))
    for name, *arguments in LATER:
        done(folder, name, partial(benchmark, name, arguments, folder))


def learn(folder: Path, rounds: Iterable[int]) -> None:
    """Run rounds of learning; the policy of the last round becomes the shipped one."""
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
    """Return the survey plan of a round, in which the last policy of the pool plays among itself and the whole pool."""
    company = ", ".join(["self", "self", "plain", *map(str, pool[:-1])])
    lines = [f'name = "round{number}"', f"seed = {number * SPACING}"]
    for place, table in enumerate(parse_plan((SURVEYS / "fit_policy.toml").read_text()).tables):
        lines += ["", "[[table]]", f'kind = "{table.kind}"', f'rules = "{table.rules}"', f"deals = {table.deals}"]
        lines += [f"batch = {table.batch}", f"seed = {number * SPACING + place * table.deals}"]
        lines += [f'policy = "{pool[-1]}"', f'options = {{ company = "{company}" }}']
    return "\n".join(lines) + "\n"


def fit_rows(folder: Path, name: str, fits: Iterable[tuple[str, ...]]) -> None:
    """Make the rows of a survey and run the fits to them."""
    rows = survey(SURVEYS / f"{name}.toml", folder / f"{name}-{shipped_policy()}")
    for fit, *arguments in fits:
        benchmark(fit, arguments, rows)


def done(folder: Path, name: str, make: Callable[[], None]) -> None:
    """Run a step, unless it was completed under today's policy."""
    mark = folder / f"{name}.done"
    if mark.exists() and mark.read_text() == shipped_policy():
        return
    make()
    write_text(str(mark), shipped_policy(), force=True)


def survey(plan: Path, rows: Path) -> Path:
    """Complete a survey and return its folder."""
    run("ninefivetwo", "survey", "run", str(plan), "-o", str(rows))
    return rows


def benchmark(name: str, arguments: Iterable[str], place: Path) -> None:
    run("benchmarks", name, *(each.replace("{}", str(place)) for each in arguments))


def run(module: str, *arguments: str) -> None:
    """Run a command in its own process, so that it reads newly written files; end the program if it fails."""
    print(f"{module} {' '.join(arguments)}", flush=True)
    if code := subprocess.run([sys.executable, "-m", module, *arguments], cwd=ROOT).returncode:
        sys.exit(code)
