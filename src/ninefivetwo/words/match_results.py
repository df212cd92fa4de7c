"""What players have won at the table, as a table."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate, mean_text
from ninefivetwo.game.rules import RuleSet, rules_text
from ninefivetwo.think.players import Played, PlayerResult
from ninefivetwo.words.figures import Column, TextTable, figures, plural, wrapped
from ninefivetwo.words.template import listed

WIDTH = 80  # characters of a line that is printed


def played_text(played: Played) -> str:
    """How many deals were played, who won the matches, and a row a player."""
    table = results_table(played.rules, played.results).lines(WIDTH)
    return "\n".join([*wrapped(_who_won(played), WIDTH), *table]).rstrip("\n")


def played_html(played: Played) -> str:
    """The same for a notebook."""
    return f"<p>{escape(_who_won(played))}</p>{results_table(played.rules, played.results).html}"


def _who_won(played: Played) -> str:
    matches = [deals for deals in played.matches if deals[-1].over]
    won = {name: result.wins for name, result in played.results.items() if result.wins}
    most = [name for name in won if won[name] == max(won.values())]
    deals = plural(len(played.deals), "deal")
    who = f"{listed(most)} won most matches, {won[most[0]]:g} of {len(matches)}" if most else "no match is over"
    return f"{deals}, {rules_text(played.rules)}, seed {played.seed}: {who}."


def results_table(rules: RuleSet, results: Mapping[str, PlayerResult]) -> TextTable:
    """A row a player."""
    columns = [
        Column("player", fold=10),
        *(Column(f"tricks as {seat.word} ({rules.contracts[seat]})", right=True, drop=1) for seat in Seat),
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
    """A mean with its error; a dash for None."""
    return "-" if mean is None else mean_text(mean, sign)
