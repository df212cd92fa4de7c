"""The optional libraries of surveys, looked for before they are needed."""

from __future__ import annotations

import importlib.util

from ninefivetwo.errors import SurveyError


def need(*modules: str) -> None:
    """Raises SurveyError, which tells how to install it, for a library that is missing."""
    for module in modules:
        if importlib.util.find_spec(module) is None:
            raise SurveyError(f"surveys need {module} (expected: pip install '.[survey]')")
