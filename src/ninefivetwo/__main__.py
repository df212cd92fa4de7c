"""Run the command ``ninefivetwo`` by ``python -m ninefivetwo``."""

from ninefivetwo.cli import main

main()
