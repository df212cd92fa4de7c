"""The command line: it parses arguments and prints answers; no other package prints.

It must not contain rules of the game. `app.py` is the entry point; each command has a module or a package. Exit status:
0 for success, 1 for invalid input (with a message on stderr), 2 for wrong usage, 130 after Ctrl-C.

Internal: programs import what they need from `ninefivetwo`.
"""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run a command. All imports are in here, so that Ctrl-C during the imports prints no traceback."""
    try:
        from ninefivetwo.cli.app import run

        run()
    except KeyboardInterrupt:
        print("ninefivetwo: stopped", file=sys.stderr)
        sys.exit(130)
