"""``python -m ninefivetwo_solver`` prints the paths of the learned policy's arithmetic and which of them is taken."""

import sys

from ninefivetwo_solver import PathError

try:
    from ninefivetwo_solver.playout import path, paths
except PathError as error:
    sys.exit(str(error))

print(f"paths of this processor: {', '.join(paths())}\nin use: {path()}")
