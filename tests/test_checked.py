"""Which build is being tested: `make test-checked` puts the checked one first on the path."""

import os

import engine_checks

import ninefivetwo_solver


def test_the_build_is_the_one_meant():
    """Under PYTHONPATH=build/checked/lib the engine is that build, and its checks are on; else they are off."""
    wanted = "checked" in os.environ.get("PYTHONPATH", "")
    assert ("checked" in ninefivetwo_solver.__file__) == ("checked" in engine_checks.__file__) == wanted
    assert engine_checks.checked() == wanted
