"""Sentences in HTML: cards in them get the signs of their suits, in their colours, numbers below zero a minus sign."""

from __future__ import annotations

import re
from html import escape

from ninefivetwo.words.cards import plural

_CARDS = re.compile(r"\b([SHDC])([AKQJT2-9]+)\b")
_NEGATIVE = re.compile(r"(?<![^\s(])-(?=\d)")  # not in dates and ranges
_UNSEEN = re.compile(r"\?(?: \?)*")
_SIGNS = dict(zip("SHDC", "♠♥♦♣", strict=True))


def sentence(words: str) -> str:
    """Words as HTML; cards as the project writes them, HK or CKQT, as ♥K and ♣KQ10.

    >>> sentence("HK < HA")
    '<span class="inline H">♥K</span> &lt; <span class="inline H">♥A</span>'
    >>> sentence("6 tricks are -3")
    '6 tricks are \u22123'
    """
    return _CARDS.sub(_cards, escape(_NEGATIVE.sub("\u2212", words), quote=False))


def counted(words: str) -> str:
    """Words in which cards that the reader has not seen are only so many.

    >>> counted("Ann gives Bob ? ?")
    'Ann gives Bob 2 cards'
    """
    return _UNSEEN.sub(lambda found: plural(found[0].count("?"), "card"), words)


def _cards(found: re.Match[str]) -> str:
    suit, ranks = found.groups()
    spaced = "\u2009".join(ranks) if "T" in ranks else ranks  # 10 9 8, but 98
    return f'<span class="inline {suit}">{_SIGNS[suit]}{spaced.replace("T", "10")}</span>'
