"""Drills: problems mined from random deals or made from mistakes, posed in turn, graded and repeated.

Drills hold facts, no sentences (see `words/drills.py`). Begin with `problem.py`; `drills.py` selects the next problem.
"""
