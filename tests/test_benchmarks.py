"""The corpora hold their answers, and the search needs exactly the nodes that were recorded as its signature."""

import sys
from pathlib import Path

import pytest

sys.path.append(str(Path(__file__).parents[1] / "benchmarks"))

from corpus import NAMES, read, recorded_nodes

from ninefivetwo_solver.engine import Engine


@pytest.mark.parametrize("name", NAMES)
def test_answers_and_signature(name):
    """Change the search in any way and these counts change: record them anew, and say so in the commit."""
    engine = Engine()
    for question in read(name):
        engine.clear()
        assert engine.guarantee(*question.asked()) == question.tricks, str(question)
    assert engine.nodes == recorded_nodes()[name]
