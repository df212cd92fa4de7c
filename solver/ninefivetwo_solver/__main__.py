"""Print the arithmetic paths that this processor supports and the path in use: ``python -m ninefivetwo_solver``."""

import sys

from ninefivetwo_solver import PathError

try:
    from ninefivetwo_solver.playout import path, paths
except PathError as error:
    sys.exit(str(error))

print(f"paths of this processor: {', '.join(paths())}\nin use: {path()}")
