"""The command `match`, which lets computer players play deals or matches."""

from __future__ import annotations

import os
import re
import secrets
import sys
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import click

from ninefivetwo.cards import Seat
from ninefivetwo.cli.options import (
    COUNT,
    csv_file,
    csv_option,
    json_option,
    print_json,
    rules_option,
    threads_option,
    write_csv,
)
from ninefivetwo.cli.terminal import console, print_texts
from ninefivetwo.codec import Document
from ninefivetwo.errors import PlayersError, RecordError, quoted, raised_as
from ninefivetwo.evaluation import Estimate
from ninefivetwo.files import LINE_LIMIT, lock
from ninefivetwo.game import Match
from ninefivetwo.game.records import COMPUTERS_TAG, HEADER, File, read_file, record_of
from ninefivetwo.game.rules import rules_text
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.keep.session.computers import Computer, computers_text
from ninefivetwo.think.players import PLAYERS, PlayerResult, Round, Table, differences, play_rounds, player_results
from ninefivetwo.words.match_results import ahead_words, results_table, run_words, seed_words, stopped_words


def complete_players(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Complete the last name of a comma-separated list for the shell."""
    before, comma, last = incomplete.rpartition(",")
    return [f"{before}{comma}{name}" for name in PLAYERS if name.startswith(last)]


@click.command()
@click.option(
    "--players",
    "names",
    required=True,
    metavar="A,B,C",
    shell_complete=complete_players,
    help=f"Players at dealer, left and right, each from this list: {', '.join(PLAYERS)}.",
)
@rules_option("Rule set.", "wikipedia")
@click.option("--deals", type=COUNT, metavar="N", help="Play N single deals, without an exchange.")
@click.option("--matches", type=COUNT, metavar="N", help="Play N whole matches.")
@click.option("--duplicate", is_flag=True, help="Play each deal three times, with each player once in each seat.")
@click.option(
    "--seed", type=click.IntRange(0), help="Random seed, to replay the deals.  [default: random, printed on stderr]"
)
@click.option("-o", "--output", metavar="FILE", help="Write the records (.n52) to FILE, or continue a stopped run.")
@csv_option
@click.option("--force", is_flag=True, help="Overwrite the file of --csv if it exists.")
@threads_option
@json_option
def match(
    names: str,
    rules_name: str,
    deals: int | None,
    matches: int | None,
    duplicate: bool,
    seed: int | None,
    output: str | None,
    force: bool,
    threads: int | None,
    as_json: bool,
) -> None:
    """Let computer players play deals or matches.

    The results are points and tricks per deal, with standard errors. The same seed gives the same play on any number of
    cores.

    \b
    Examples:
      n52 match --players club,rule,rule --deals 5 --seed 1
      n52 match --players rule,rule,random --matches 2 --rules 925 -o run.n52
    """
    if (deals is None) == (matches is None):
        raise click.UsageError("give either --deals or --matches")
    players = names.replace(",", " ").split()
    if len(players) != 3:
        raise click.UsageError(f"--players: found {len(players)} (expected three, such as club,rule,rule)")
    if matches is not None and duplicate:
        raise click.UsageError("--duplicate cannot be combined with --matches")
    csv_file(output)
    one, two, three = players
    table = Table((one, two, three), parse_rules(rules_name), seed or 0, matches is not None, duplicate)
    if seed is None:  # the seed is printed only after all options are checked
        begun = None if output is None else seed_of(output)
        table = replace(table, seed=secrets.randbits(32) if begun is None else begun)
        click.echo(seed_words(table.seed, None if begun is None else output), err=True)
    number = deals or matches or 0
    rounds = []
    try:
        for played_round in with_progress(played(table, number, output, threads), number):
            rounds.append(played_round)
    except KeyboardInterrupt:
        show_results(table, rounds, as_json)
        done = len(rounds) if output is None else rounds_kept(output)
        click.echo(f"ninefivetwo: {stopped_words(done, number, output)}", err=True)
        sys.exit(130)
    show_results(table, rounds, as_json)


def played(table: Table, number: int, output: str | None, threads: int | None) -> Iterator[Round]:
    """Yield the rounds of a run, beginning with the rounds in the file."""
    if output is None:
        yield from play_rounds(table, range(number), threads)
        return
    with closing(RoundFile(output, table, number)) as file:
        yield from file.done
        for played_round in play_rounds(table, range(len(file.done), number), threads):
            file.add(played_round)
            yield played_round
        file.finish()


def with_progress(rounds: Iterator[Round], number: int) -> Iterator[Round]:
    """Yield the rounds, and show a progress bar on a terminal."""
    from rich.console import Console
    from rich.progress import Progress

    errors = Console(stderr=True)
    with Progress(console=errors, transient=True, disable=not errors.is_terminal) as progress:
        bar = progress.add_task("playing", total=number)
        for played_round in rounds:
            progress.advance(bar)
            yield played_round


def show_results(table: Table, rounds: list[Round], as_json: bool) -> None:
    """Print the results as JSON or as tables, or write them to the file of --csv."""
    results = player_results(rounds, table.labels, table.matches)
    pairs = differences(rounds, table.labels) if table.duplicate else {}
    if as_json:
        found = MatchObject(
            players=list(table.labels),
            rules=rules_text(table.rules),
            seed=table.seed,
            duplicate=table.duplicate,
            rounds=len(rounds),
            deals=sum(len(played_round.deals) for played_round in rounds),
            results=results,
            differences={f"{one} - {other}": mean for (one, other), mean in pairs.items()},
        )
        print_json(found)
    elif rounds and not write_csv([results_table(table.rules, results)]):
        out = console()
        print_texts(out, run_words(table, rounds))
        out.print(results_table(table.rules, results))
        for (one, other), mean in pairs.items():
            print_texts(out, ahead_words(one, other, mean))


class MatchObject(Document, frozen=True, tag="ninefivetwo.match/1"):
    """The results of matches between computer players (`match`).

    players: labels of the players, in the order of their seats in the first deal
    rules: the rule set
    seed: random seed, which determines the play
    duplicate: whether each deal was played three times, so that each player had each seat once
    rounds: number of rounds played; a round is a deal, a deal in three rotations, or a match
    deals: number of deals played
    results: the result of each player, by label
    differences: in duplicate, the first player's lead in points per deal, for pairs such as `"club 1 - rule 2"`
    """

    players: list[str]
    rules: str
    seed: int
    duplicate: bool
    rounds: int
    deals: int
    results: dict[str, PlayerResult]
    differences: dict[str, Estimate | None]


# The file of a run has the records in the order played, and a line after each round. During the run, the file is named
# ``FILE.part``; a stopped run continues from this file.

_DONE = re.compile(r"^% round (\d+) done; seconds ([\d. e-]+); decisions ([\d ]+)\n", re.MULTILINE)
_SEED = re.compile(r"; seed (\d+)$")


def seed_of(path: str) -> int | None:
    """Return the seed of the unfinished run in a ``.part`` file, or None if the file is missing."""
    part = _part(path)
    if not part.exists():
        return None
    with part.open(encoding="utf-8", errors="replace") as file:
        head = file.readline(LINE_LIMIT) + file.readline(LINE_LIMIT)
    seed = _SEED.search(_second_line(head + "\n"))
    return int(seed[1]) if seed else None


def rounds_kept(path: str) -> int:
    """Return the number of complete rounds in a ``.part`` file, which may not have been read yet."""
    return len(_DONE.findall(_part(path).read_text("utf-8", errors="replace")))


def _part(path: str) -> Path:
    return Path(f"{path}.part")


def _second_line(text: str) -> str:
    return text.split("\n")[1] if text.count("\n") > 1 else ""


class RoundFile:
    """The output file of a run, which is a ``.part`` file until the run is complete.

    `done` contains the rounds that were in the file at the start. Raises PlayersError if the file exists, or if the
    ``.part`` file belongs to another run or was changed.
    """

    def __init__(self, path: str, table: Table, number: int) -> None:
        self._path, self._part = Path(path), _part(path)
        self._head = f"{HEADER}\n{_told(table, number)}\n"
        if path in ("", "-") or self._path.exists():
            raise PlayersError(f"{path or 'empty name'}: file exists (expected the name of a new file)")
        self._file = os.fdopen(os.open(self._part, os.O_RDWR | os.O_CREAT, 0o666), "r+b")
        try:
            self._lock()
            self.done = self._taken_up()
        except BaseException:
            self._file.close()
            raise

    def _lock(self) -> None:
        try:
            lock(self._file)
        except OSError as error:
            raise PlayersError(f"{self._part}: in use by another run") from error

    def _taken_up(self) -> list[Round]:
        """Return the complete rounds of a stopped run, and remove an incomplete last round from the file."""
        content = self._file.read()
        text = content.decode("utf-8", errors="replace")
        if not text.startswith(self._head):
            if not self._head.startswith(text):
                raise PlayersError(
                    f"{self._part}: begun by another run: {quoted(_second_line(text)[:200])}"
                    f" (expected {quoted(_second_line(self._head)[:200])})"
                )
            content = self._head.encode()
            self._file.seek(0)
            self._file.write(content)
        ends = [done.end() for done in _DONE.finditer(text)]
        kept = text[: ends[-1]] if ends else self._head
        self._file.truncate(len(kept.encode()))
        self._file.seek(0, os.SEEK_END)
        with raised_as(
            PlayersError, f"{self._part}: changed since it was written: ", (RecordError, KeyError, ValueError)
        ):
            return _rounds_of(kept)

    def add(self, played_round: Round) -> None:
        """Write a complete round."""
        tags = {"Event": "computer players", "Round": str(played_round.number + 1)}
        deals = [(match, tags | {COMPUTERS_TAG: _computers(match)}) for match in played_round.deals]
        records = File(tuple(record_of(match, named).items for match, named in deals))
        seconds = " ".join(f"{value:.6f}" for value in played_round.seconds)
        decisions = " ".join(map(str, played_round.decisions))
        end = f"% round {played_round.number} done; seconds {seconds}; decisions {decisions}\n"
        self._file.write(f"\n{records}\n{end}".encode())
        self._file.flush()

    def finish(self) -> None:
        """Rename the ``.part`` file of a complete run. Raises PlayersError if a file with the final name exists."""
        try:
            os.link(self._part, self._path)
        except FileExistsError as error:
            raise PlayersError(f"{self._path}: file exists (the run is in {self._part})") from error
        self._part.unlink()

    def close(self) -> None:
        self._file.close()


def _computers(match: Match) -> str:
    """Return the value of a record's tag for the computer players."""
    levels = [name.rpartition(" ")[0] for name in match.names]
    return computers_text({seat: Computer.of(level) for seat, level in zip(Seat, levels, strict=True)})


def _told(table: Table, number: int) -> str:
    """Return the line that identifies a run in its file."""
    kind = "matches" if table.matches else "duplicate" if table.duplicate else "deals"
    return f"% {number} {kind}; players {','.join(table.players)}; rules {rules_text(table.rules)}; seed {table.seed}"


def _rounds_of(text: str) -> list[Round]:
    """Return the rounds in a file, each as a list of deals. Raises ValueError or KeyError if the file was changed."""
    ends = list(_DONE.finditer(text))
    deals: dict[int, list[Match]] = {number: [] for number in range(len(ends))}
    for record in read_file(text).records:
        deals[int(record.tag("Round") or 0) - 1].append(record.match)
    if [int(end[1]) for end in ends] != list(deals) or not all(deals.values()):
        raise ValueError("rounds not numbered from 0, or a round without a deal")
    return [
        Round(number, tuple(deals[number]), tuple(map(float, end[2].split())), tuple(map(int, end[3].split())))
        for number, end in enumerate(ends)
    ]
