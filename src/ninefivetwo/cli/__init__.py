"""The command line: arguments in, words out; the only part that prints.

It must not know the rules of the game.  Begin with `app.py`; each command has a module or a package.  Exit status: 0
done, 1 the input is at fault (one line on stderr says what), 2 wrong usage, 130 stopped by Ctrl-C.

Internal: programs import what they need from `ninefivetwo`.
"""

import sys
from typing import NoReturn


def main() -> NoReturn:
    """Run a command.  Everything is imported in here, so that Ctrl-C is no traceback even while that goes on."""
    try:
        from ninefivetwo.cli.app import run

        run()
    except KeyboardInterrupt:
        print("ninefivetwo: stopped", file=sys.stderr)
        sys.exit(130)
