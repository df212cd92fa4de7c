"""Surveys: rows of data about thousands of deals, computed in batches and stored as Parquet files.

Start with `work.py`, which defines a batch and a kind of rows. `plan.py` lists the kinds and reads a plan, `run.py`
computes the files of a plan on one or more machines (`files.py` writes and checks them), and `ask.py` and `questions`
answer questions from the files. This package must not depend on pages, sentences about play or the library. The
libraries of the extra `survey` are imported only where they are needed.

Internal: programs import what they need from `ninefivetwo`.
"""
