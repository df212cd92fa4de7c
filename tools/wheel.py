"""Build the package as it is published, and try the built wheel as a player would who has no compiler.

    python -m tools.wheel FOLDER [PYTHON ...]

FOLDER gets the sdist, the wheel and, in `wheels`, everything that they need, so that both the build and the trials work
without a package index. Each PYTHON (by default, those of PYTHONS on the path) is the name of an interpreter. Needs
the development tools of requirements-dev.txt beside this interpreter.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import urllib.error
import urllib.request
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from time import monotonic, sleep

ROOT = Path(__file__).parents[1]
PYTHONS = ("python3.11", "python3.12", "python3.13", "python3.14")
EPOCH = "1735689600"  # date of all files in both builds, as seconds since 1970
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text())
NEWEST = 28  # the last of the manylinux numbers for which wheels are published
EXAMPLE = ROOT / "examples/friday.n52"


def main(folder: str, *pythons: str) -> None:
    """Build, check and try the package; the first failure ends the program with its command."""
    if wrong := [python for python in pythons if not runs(python)]:
        sys.exit(f"{wrong[0]}: no interpreter (expected one such as {PYTHONS[0]})")
    place, found = Path(folder).resolve(), pythons or tuple(filter(runs, PYTHONS))
    wheels = place / "wheels"
    wheels.mkdir(parents=True, exist_ok=True)
    for python in found:
        gather(wheels, python)
    sdist, wheel = build(place, wheels)
    check(wheel, sdist)
    for python in found:
        with TemporaryDirectory() as home:
            try_installed(wheel, wheels, python, Path(home))
    with TemporaryDirectory() as home:
        try_run(wheel, wheels, Path(home))


def runs(python: str) -> bool:
    """Return whether there is an interpreter of this name; a shim without a version behind it is none."""
    return shutil.which(python) is not None and not subprocess.run([python, "-V"], capture_output=True).returncode


def run(*command: str | Path, env: dict[str, str] | None = None, cwd: Path | None = None) -> str:
    """Run a command and return its output; print it with the time that it took."""
    began = monotonic()
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True, env=env, cwd=cwd)
    if done.returncode:
        sys.exit(f"failed with status {done.returncode}: {' '.join(map(str, command))}\n{done.stdout}{done.stderr}")
    print(f"{monotonic() - began:6.1f} s  {' '.join(map(str, command))}", flush=True)
    return done.stdout


def gather(wheels: Path, python: str) -> None:
    """Download what the build needs and what the package needs with its extra `web`."""
    project = PROJECT["project"]
    needed = [*PROJECT["build-system"]["requires"], *project["dependencies"], *project["optional-dependencies"]["web"]]
    run(python, "-m", "pip", "download", "--quiet", "--only-binary", ":all:", "--dest", wheels, "pip", *needed)


def build(place: Path, wheels: Path) -> tuple[Path, Path]:
    """Build the sdist and from it, without an index, the wheel; do it twice, in two folders, with the same bytes."""
    offline = os.environ | {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(wheels), "SOURCE_DATE_EPOCH": EPOCH}
    made = []
    for _ in range(2):
        with TemporaryDirectory() as folder:
            run("git", "clone", "--quiet", ROOT, f"{folder}/clone")
            run(sys.executable, "-m", "build", "--outdir", f"{folder}/dist", f"{folder}/clone", env=offline)
            made.append({path.name: path.read_bytes() for path in Path(folder, "dist").iterdir()})
    if made[0] != made[1]:
        sys.exit(f"two builds differ: {[name for name in made[0] if made[0][name] != made[1].get(name)]}")
    for name, content in made[0].items():
        (place / name).write_bytes(content)
    return next(place.glob("*.tar.gz")), next(place.glob("*.whl"))


def check(wheel: Path, sdist: Path) -> None:
    """Check the metadata, that the wheel uses the stable ABI alone, and on which systems it runs."""
    tools = Path(sys.executable).parent
    run(tools / "twine", "check", "--strict", wheel, sdist)
    run(tools / "abi3audit", "--strict", wheel)
    shown = run(tools / "auditwheel", "show", wheel)
    if not (found := re.search(r"manylinux_2_(\d+)", shown)) or int(found[1]) > NEWEST:
        sys.exit(f"the wheel needs a newer Linux (expected manylinux_2_{NEWEST} or older):\n{shown}")
    with tarfile.open(sdist) as archive:
        if any(name.endswith((".so", ".pyc")) for name in archive.getnames()):
            sys.exit(f"the sdist contains compiled files: {sdist}")
    with zipfile.ZipFile(wheel) as files:
        built = {Path(name).name for name in files.namelist() if name.endswith((".so", ".pyd"))}
        (metadata,) = (name for name in files.namelist() if name.endswith("/METADATA"))
        relative = re.findall(r"\]\((?!https?:|#)[^)]*\)", files.read(metadata).decode())
    if {name.split(".")[0] for name in built} != {"engine", "playout", "worlds"} or relative:
        sys.exit(f"the wheel has the extensions {sorted(built)} and links that fail on an index: {relative}")


# The trials


def try_installed(wheel: Path, wheels: Path, python: str, home: Path) -> None:
    """Install the wheel into a fresh environment without a compiler on the path, and use it; then add the page."""
    run(python, "-m", "venv", home / "venv")
    programs, bare = home / "venv/bin", alone(home)
    pip: list[str | Path] = [programs / "python", *"-m pip install --quiet --no-index --find-links".split(), wheels]
    run(*pip, wheel, env=bare, cwd=home)
    told = subprocess.run([programs / "n52", "serve"], capture_output=True, text=True, env=bare, cwd=home)
    if told.returncode != 1 or "(expected: pip install 'ninefivetwo[web]')" not in told.stderr:
        sys.exit(f"n52 serve without its extra: {told}")
    use([programs / "n52"], bare, home)
    run(*pip, f"{wheel}[web]", env=bare, cwd=home)
    serve([programs / "n52"], bare, home)


def try_run(wheel: Path, wheels: Path, home: Path) -> None:
    """Use the wheel without an installation, by uvx and by pipx."""
    tools, bare = Path(sys.executable).parent, alone(home)
    uvx: list[str | Path] = [tools / "uvx", "--python", sys.executable, "--no-index", "--find-links", wheels, "--from"]
    use([*uvx, wheel, "n52"], bare, home)
    serve([*uvx, f"{wheel}[web]", "n52"], bare, home)
    index = f"--no-index --find-links {wheels}"
    use([tools / "pipx", "run", "--pip-args", index, "--spec", wheel, "n52"], bare, home)
    serve([tools / "pipx", "run", "--pip-args", index, "--spec", f"{wheel}[web]", "n52"], bare, home)


def alone(home: Path) -> dict[str, str]:
    """Return an environment with a home of its own and a path without a compiler."""
    (home / "bin").mkdir(exist_ok=True)
    for name in ("dirname", "realpath"):  # what the commands that uv writes call
        if not (home / "bin" / name).exists() and (found := shutil.which(name)):
            (home / "bin" / name).symlink_to(found)
    return {"PATH": str(home / "bin"), "HOME": str(home), "LANG": "C.UTF-8", "TERM": "dumb"}


def use(n52: list[str | Path], environment: dict[str, str], home: Path) -> None:
    """Play a deal to its last card; solve, advise and review."""
    play_a_deal(
        [*n52, "play", "--name", "Ann", "--seed", "3", "--new", "--output", home / "deal.n52", "--force"],
        environment,
        home,
    )
    for words, part in (
        (["solve", "D:A... K... Q...", "--trump", "S", "--json"], '"guarantee":{"S":{"dealer":1,'),
        (["advise", "trump", "AKJ94.Q83.KT5.A7642", "--worlds", "20"], "Call spades."),
        (["review", "deal.n52", "--fair-worlds", "20"], "Accuracy"),
    ):
        expect(run(*n52, *words, env=environment, cwd=home), part)


def expect(text: str, part: str) -> None:
    if part not in text:
        sys.exit(f"{part!r} is missing in: {text}")


def play_a_deal(command: list[str | Path], environment: dict[str, str], home: Path) -> None:
    """Answer every prompt of a deal, and leave after it."""
    began, hand, tried = monotonic(), [], 0
    with subprocess.Popen(
        list(map(str, command)), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=home
    ) as process:
        assert process.stdin is not None
        for shown in prompts(process):
            if found := re.findall("Your hand: (.*)", shown):
                hand, tried = cards_of(found[-1]), 0
            if "Deal 2" in shown or "next deal" in shown.lower():
                answer = "quit"
            elif "call" in shown.splitlines()[-1]:
                answer = "S"
            elif number := re.search(r"Discard (\d+) cards> ", shown):
                answer = " ".join(hand[-int(number[1]) :])
            else:
                answer, tried = hand[tried], tried + 1
            process.stdin.write(f"{answer}\n".encode())
            process.stdin.flush()
            if answer == "quit":
                break
        process.stdin.close()
        if process.wait():
            sys.exit(f"n52 play ended with status {process.returncode}")
    if 'Result "' not in (record := (home / "deal.n52").read_text()):
        sys.exit(f"the deal has not been played to its end: {record}")
    print(f"{monotonic() - began:6.1f} s  a deal, by {' '.join(map(str, command))}", flush=True)


def prompts(process: subprocess.Popen[bytes]) -> Iterator[str]:
    """Yield what the program has printed up to each of its prompts."""
    assert process.stdout is not None
    shown = b""
    while piece := os.read(process.stdout.fileno(), 1 << 16):
        shown += piece
        if shown.endswith(b"> "):
            yield shown.decode()
            shown = b""


def cards_of(hand: str) -> list[str]:
    """Return the cards of a hand as one types them: "♠A Q ♥10" is SA, SQ, HT."""
    suits = re.findall(r"([♠♥♦♣])([^♠♥♦♣]*)", hand)
    return ["SHDC"["♠♥♦♣".index(sign)] + rank.replace("10", "T") for sign, ranks in suits for rank in ranks.split()]


def serve(n52: list[str | Path], environment: dict[str, str], home: Path) -> None:
    """Open the page and get its first screen and its rules."""
    command = [*map(str, n52), "serve", "--no-browser", "--port", "0"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment, cwd=home) as process:
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            expect(line, "http://")
            for page, part in (("", "<title>"), ("rules", "kitty")):
                expect(fetched(f"{line.split()[0].rstrip('/')}/{page}"), part)
        finally:
            process.terminate()
    print(f"        a page, by {' '.join(command)}", flush=True)


def fetched(address: str) -> str:
    """Return a page; its address is printed a moment before the server answers."""
    for _ in range(100):
        with suppress(urllib.error.URLError), urllib.request.urlopen(address) as answer:
            return str(answer.read().decode())
        sleep(0.1)
    sys.exit(f"no answer from {address}")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit("missing folder (expected: python -m tools.wheel FOLDER)")
    main(*sys.argv[1:])
