"""Advice as the terminal shows it: a sentence that says what to do, why, a short table, what it rests on."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import fill

from rich.console import Console

from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.think.advise import AnyAdvice
from ninefivetwo.words.advice import advice_text
from ninefivetwo.words.advice_explained import advice_explained


def print_advice(out: Console, advice: AnyAdvice, moment: str = "", explain: bool | None = None) -> None:
    """Print advice within the console's width.

    moment: what it is for.  explain: all that stands behind it, too; None where that cannot be asked for.
    """
    text = advice_text(advice)
    for sentence in filter(None, (text.verdict, *text.reasons, moment)):
        out.print(filled(sentence, out.width))
    if explain:
        explained = advice_explained(advice)
        _print_table(out, explained.head, explained.rows)
        for sentence in explained.sentences:
            out.print(filled(sentence, out.width, "  "))
        return
    _print_table(out, text.head, text.rows)
    out.print(filled(text.footer + (" More: --explain" if explain is not None else ""), out.width))


def filled(sentence: str, width: int, indent: str = "") -> str:
    """A sentence broken between words; no figure is parted from its per cent sign."""
    return fill(sentence.replace(" %", "\xa0%"), width, subsequent_indent=indent).replace("\xa0", " ")


def _print_table(out: Console, head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """Print the choices, the recommended one marked."""
    marked = [[("  " if i else "* ") + name, *cells] for i, (name, *cells) in enumerate(rows)]
    out.print(TextTable([Column(head[0], fold=20), *figures(*head[1:])], marked))
