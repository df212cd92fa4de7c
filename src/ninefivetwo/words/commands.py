"""Messages about the files, addresses and progress of commands."""

from __future__ import annotations

from ninefivetwo.words.template import Template

#: What the program says if it is called without a command.
FIRST_USE = """\
n52 play                               play against the computer, with hints
n52 serve                              the same in a browser, with reviews
n52 drill all                          solve puzzles
n52 advise trump AKJ94.Q83.KT5.A7642   ask what to call with a hand
n52 review FILE.n52                    find the mistakes in deals you played
n52 --help                             all commands"""

CONFIG_FILE = Template("Configuration file: {file}")
SERVING = Template("{address} (Ctrl-C stops it; library: {file})")
TOKEN_WARNING = Template("Anyone with this address, which includes a token, can see and change the library.")

# Messages of surveys: progress, results, checks and answers.

BATCHES_DONE = Template("{number} of {batches}")
DEALS_DONE = Template("{deals}, {rate} a second")
TIME_LEFT = Template("about {time} left")
NO_WORKERS_YET = Template("no workers yet")
NO_WORKERS_LEFT = Template("no workers left; waiting for a worker")
COMPLETE = Template("{file}: {batches} complete")
COMPLETE_BEFORE = Template("{file}: {batches} complete, {number} from earlier runs")
ALL_INTACT = Template("{file}: {batches} {batches:is|are} intact ({rows})")
SOME_INTACT = Template("{file}: {number} of {batches} generated so far, all intact ({rows})")
SAME_AGAIN = Template("generated again with the same rows: {batches}")
NOT_AGAIN = Template("impossible to generate again here: {batches} ({reason})")
CHECKSUM = Template("checksum of all rows: {checksum}")
NO_ROWS = Template("no rows")
ONLY_FIRST_ROWS = Template("(only the first {rows}; add LIMIT, WHERE or GROUP BY for a shorter answer)")
