"""The results of matches between computer players, in words and as a table."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import TEXTS, Estimate, mean_text
from ninefivetwo.game.rules import RuleSet, rules_text
from ninefivetwo.think.players import Played, PlayerResult, Round, Table
from ninefivetwo.words.figures import WIDTH, Column, TextTable, figures, paragraphs, plural, wrapped
from ninefivetwo.words.template import Amount, Name, Placed, Template, Term, listed, say

WON_MOST = Template("{deals}, {rules}, seed {number}: {players} won the most matches ({points} of {target}).")
PLAYED = Template("{deals} played, {rules}, seed {number}")
MATCHES_PLAYED = Template("{matches}, {deals} played, {rules}, seed {number}")
ROTATIONS_PLAYED = Template("{matches} in all three rotations, {deals} played, {rules}, seed {number}")
BETTER_BY = Template("margin of {player} over {other} with the same cards: {points} points a deal")
SEED_OF = Template("seed {number}, taken from {record}.part")
STOPPED_AFTER = Template("stopped after {number} of {target} rounds")
STOPPED_IN_FILE = Template("stopped after {number} of {target} rounds; the same command with -o {record} continues")
TRICKS_AS = Template("tricks as {player} ({target})")


def played_text(played: Played) -> str:
    """Return a sentence on the deals and the winners, and a table with a row for each player."""
    table = results_table(played.rules, played.results).lines(WIDTH)
    return "\n".join([*wrapped(_who_won(played), WIDTH), *table]).rstrip("\n")


def played_html(played: Played) -> str:
    """Return the sentence and the table of `played_text` as HTML."""
    return f"{paragraphs(_who_won(played))}{results_table(played.rules, played.results).html}"


TEXTS[Played] = played_text, played_html


def _who_won(played: Played) -> str:
    won = {name: result.wins for name, result in played.results.items() if result.wins}
    most = [name for name in won if won[name] == max(won.values())]
    values = _about(len(played.deals), played.rules, played.seed)
    if not most:
        return say("{deals}, {rules}, seed {number}: no match was finished.", **values)
    over = sum(deals[-1].over for deals in played.matches)
    values |= {"points": Amount(f"{won[most[0]]:g}"), "target": Amount(f"{over}")}
    return WON_MOST(players=Name(listed(most)), **values)


def _about(deals: int, rules: RuleSet, seed: int) -> dict[str, Placed]:
    return {"deals": plural(deals, "deal"), "rules": Term(rules_text(rules)), "number": Amount(f"{seed}")}


def run_words(table: Table, rounds: Sequence[Round]) -> str:
    """Return a description of a run: the matches or deals played, the rules and the seed."""
    number, deals = len(rounds), sum(len(each.deals) for each in rounds)
    values = _about(deals, table.rules, table.seed)
    if table.matches:
        return MATCHES_PLAYED(matches=Amount(f"{number} {'match' if number == 1 else 'matches'}"), **values)
    return ROTATIONS_PLAYED(matches=plural(number, "deal"), **values) if table.duplicate else PLAYED(**values)


def ahead_words(one: str, other: str, mean: Estimate | None) -> str:
    """Return a player's lead over another player with the same cards, in points a deal."""
    return BETTER_BY(player=Name(one), other=Name(other), points=Amount(points_text(mean, sign=True)))


def seed_words(seed: int, begun: str | None) -> str:
    """Return the random seed of a run, and the unfinished file from which the seed was taken, if any."""
    number = Amount(f"{seed}")
    return say("seed {number}", number=number) if begun is None else SEED_OF(number=number, record=Term(begun))


def stopped_words(done: int, rounds: int, output: str | None) -> str:
    """Return the number of rounds done in a stopped run, and how to continue if the run has a file."""
    values = {"number": Amount(f"{done}"), "target": Amount(f"{rounds}")}
    return STOPPED_AFTER(**values) if output is None else STOPPED_IN_FILE(record=Term(output), **values)


def results_table(rules: RuleSet, results: Mapping[str, PlayerResult]) -> TextTable:
    """Return a table with a row for each player: tricks in each seat, points and matches won."""
    heads = [TRICKS_AS(player=Name(seat.word), target=Amount(f"{rules.contracts[seat]}")) for seat in Seat]
    columns = [
        Column("player", fold=10),
        *(Column(head, right=True, drop=1) for head in heads),
        *figures("points a deal", "won", "ms a decision", drop={"ms a decision": 3, "won": 2}),
    ]
    rows = [
        [
            label,
            *(points_text(result.tricks[seat]) for seat in Seat),
            points_text(result.score, sign=True),
            "" if result.wins is None else f"{result.wins:g}",
            "" if result.seconds is None else f"{result.seconds * 1e3:.1f}",
        ]
        for label, result in results.items()
    ]
    return TextTable(columns, rows)


def points_text(mean: Estimate | None, sign: bool = False) -> str:
    """Return a mean with its error, or a dash for None."""
    return "-" if mean is None else mean_text(mean, sign)
