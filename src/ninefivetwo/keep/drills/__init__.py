"""Drills: problems from random deals or from the player's mistakes, which are posed, graded and repeated.

This package must not depend on `words`. Begin with `problem.py`; `drills.py` selects the next problem.
"""
