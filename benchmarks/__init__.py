"""Measurements of the project, run by name: `python -m benchmarks NAME [options]`.  Figures: JOURNAL.md."""
