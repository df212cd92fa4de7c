"""Pictures of every page and every state of the table, at all sizes and in both themes, each looked at by rules.

    python tests/pictures.py DIRECTORY [WALK...]

What overlaps, is cut off, leads sideways out of the window or breaks a rule of axe-core is printed; if there is any,
the exit status is 1. Needs chromium and chromedriver.
"""

import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from browser import ALL_RULES, THEMES, prefers, sized, started, violations
from states import WALKS, Visit

SIZES = ((1280, 720), (390, 664), (390, 844), (360, 640), (844, 390), (1366, 650), (1440, 900))
#: Cards that are gone or cannot be played may be pale.
PALE = [".gone", ".card.cannot"]

#: What finds the faults of the page as it is drawn now.
FAULTS = (Path(__file__).parent / "data/faults.js").read_text()


class Pictures:
    """Pictures of a browser's window in a directory, and the faults found in them."""

    def __init__(self, page, directory):
        self.page, self.driver, self.directory, self.faults = page, page.driver, directory, 0

    def take(self, state):
        for theme in THEMES:
            prefers(self.driver, theme)
            for size in SIZES:
                self._take(state, theme, size)
        sized(self.driver, *SIZES[0])

    def _take(self, state, theme, size):
        sized(self.driver, *size)
        self.page.drawn()
        name = f"{state}-{size[0]}x{size[1]}-{theme}"
        self.driver.save_screenshot(str(self.directory / f"{name}.png"))
        faults = self.page.script(FAULTS) + violations(self.driver, ALL_RULES, exclude=PALE)
        self.faults += len(faults)
        print(*(f"{name}: {fault}" for fault in faults), sep="\n", end="\n" if faults else "", flush=True)


def make(directory, names):
    """Walk through the pages, or some of the walks, by name; returns the number of faults."""
    directory.mkdir(parents=True, exist_ok=True)
    driver = started()
    with TemporaryDirectory() as folder:
        at = Visit(driver, Path(folder))
        pictures = Pictures(at, directory)
        try:
            for walk in WALKS:
                if names and walk.__name__ not in names:
                    continue
                at.fresh()
                sized(driver, *SIZES[0])
                for state in walk(at):
                    pictures.take(state)
        finally:
            driver.quit()
            at.stop()
    return pictures.faults


def main(arguments):
    known = [walk.__name__ for walk in WALKS]
    match arguments:
        case [directory, *names] if set(names) <= set(known):
            sys.exit(make(Path(directory), names) > 0)
        case _:
            sys.exit(f"pictures.py: expected a directory and then some of {', '.join(known)}, or none of them for all")


if __name__ == "__main__":
    main(sys.argv[1:])
