"""Run the command ``ninefivetwo`` when Python is started with ``-m ninefivetwo``."""

from ninefivetwo.cli import main

main()
