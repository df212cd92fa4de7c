"""Surveys: rows about deals by the thousand, made in batches on one machine or many, kept as Parquet files.

`work.py` says what a batch is and what a kind of rows, `kinds.py` has the kinds, each in a module of its own; a plan
(`plan.py`) becomes files (`files.py`) by `run.py`, `check.py` checks them.  The optional libraries, of the extra
`survey`, are imported only by the modules that need them.
"""
