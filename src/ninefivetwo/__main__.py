"""``python -m ninefivetwo`` is the command ``ninefivetwo``."""

from ninefivetwo.cli import main

main()
