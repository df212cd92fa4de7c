"""Surveys: rows of data about thousands of deals, computed in batches and stored as Parquet files.

Start with `work.py`, which defines a batch and a kind of rows. `plan.py` lists the kinds and reads a plan, `run.py`
computes the files of a plan on one or more machines (`files.py` writes and checks them), and `ask.py` and `questions`
answer questions from the files. This package must not depend on the served pages, the texts for players or the library
of records. The optional dependencies (`ninefivetwo[survey]`) are imported only by the modules that need them.

Internal: programs import what they need from `ninefivetwo`.
"""
