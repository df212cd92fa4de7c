"""Benchmarks of the project, run by name: `python -m benchmarks NAME [options]`.

JOURNAL.md has the results.
"""

import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path += [
    str(ROOT / "tests"),
    str(ROOT / "build" / "support"),
]  # judge and positions; engine_lab
