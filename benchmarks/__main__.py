"""Run a benchmark with `python -m benchmarks NAME [options]`, or list the benchmarks if no name is given."""

import sys

from benchmarks.runner import benchmarks, run

if __name__ == "__main__":
    names = benchmarks()
    if len(sys.argv) > 1 and sys.argv[1] in names:
        run(*sys.argv[1:])
    else:
        print("\n".join(f"{name:18} {line}" for name, line in names.items()))
        sys.exit(f"unknown benchmark: {sys.argv[1]!r}" if len(sys.argv) > 1 else 0)
