"""Advice as the terminal shows it: a sentence that says what to do, why, a short table, what it rests on."""

from __future__ import annotations

from textwrap import fill

from rich.console import Console

from ninefivetwo.advise import AnyAdvice
from ninefivetwo.cli.text_table import Column, TextTable, figures
from ninefivetwo.render.advice import advice_text


def print_advice(out: Console, advice: AnyAdvice, moment: str = "") -> None:
    """Print advice within the console's width; `moment` says what it is for."""
    text = advice_text(advice)
    for sentence in filter(None, (text.verdict, *text.reasons, moment)):
        out.print(fill(sentence, out.width))
    first, *others = text.head
    rows = [[("  " if i else "* ") + name, *cells] for i, (name, *cells) in enumerate(text.rows)]
    out.print(TextTable([Column(first, fold=20), *figures(*others)], rows))
    out.print(fill(text.footer, out.width))
