"""A review as one page that needs nothing else."""

from __future__ import annotations

from ninefivetwo.review import Review


def page(review: Review, title: str) -> str:
    return title
