"""The command line: parses arguments and prints answers. No other package prints.

This package must not contain rules of the game. `app.py` is the entry point; each command has a module or a package.
Exit status: 0 for success, 1 for invalid input (with a message on stderr), 2 for wrong usage, 130 after Ctrl-C.

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
