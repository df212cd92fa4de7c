"""Drills, which pose, grade and repeat problems from random deals or from the player's mistakes.

This package must not depend on `words`. Begin with `problem.py`.
"""
