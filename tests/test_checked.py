"""Which build is being tested: `make test-checked` and `make test-sanitized` put theirs first on the path."""

import os

import engine_checks

import ninefivetwo_solver


def test_the_build_is_the_one_meant():
    """Under PYTHONPATH=build/checked/lib the engine is that build, and its checks are on; else they are off."""
    path = os.environ.get("PYTHONPATH", "")
    assert engine_checks.checked() == ("checked" in path or "sanitized" in path)
    if path:
        assert path in ninefivetwo_solver.__file__ and path in engine_checks.__file__
