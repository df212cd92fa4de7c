"""Surveys: rows of data about thousands of deals, computed in batches and stored as Parquet files.

`work.py` defines batches and kinds of rows. `plan.py` lists the kinds and reads plans. `run.py` computes the files of a
plan on one or more machines, and `files.py` writes and checks the files. `ask.py` and `questions` answer questions from
the files. This package must not depend on the web server, the texts for players or the library of records. Only modules
that need an optional dependency (`ninefivetwo[survey]`) import the dependency.

Internal: programs import what they need from `ninefivetwo`.
"""
