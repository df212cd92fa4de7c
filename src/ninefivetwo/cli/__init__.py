"""The command line, which parses arguments and prints answers. No other package prints.

The entry point is `app.py`. This package has no rules of the game. Exit status: 0 for success, 1 for invalid input
(with a message on stderr), 2 for wrong usage, 130 after Ctrl-C.

Internal: programs import from `ninefivetwo` instead.
"""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run a command. All imports are inside this function, so that Ctrl-C during the imports prints no traceback."""
    try:
        from ninefivetwo.cli.app import run

        run()
    except KeyboardInterrupt:
        print("ninefivetwo: stopped", file=sys.stderr)
        sys.exit(130)
