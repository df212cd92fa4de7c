"""Problems: mined, or made of mistakes, posed in turn, judged and repeated.

They hold facts, no sentences (`words/drills.py`).  Begin with `problem.py`; `drills.py` poses the next one.
"""
