"""Surveys: rows about deals by the thousand, made in batches on one machine or many, kept as Parquet files.

Begin with `work.py`: what a batch is, and a kind of rows.  `plan.py` lists the kinds and reads a plan, `run.py` makes
its files (`files.py`, which also checks them), `ask.py` and `questions` answer from them.  Nothing here knows of pages,
sentences about play or the library; the libraries of the extra `survey` are imported only where they are needed.

Internal: programs import what they need from `ninefivetwo`.
"""
