"""A picture of a record's review page: `python benchmarks/screenshot.py RECORD FILE.png [WIDTH]`; needs chromium."""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HEIGHT = {1280: 1020}


def main() -> None:
    record, picture, width = sys.argv[1], Path(sys.argv[2]), int(sys.argv[3]) if len(sys.argv) > 3 else 1280
    browser = shutil.which("chromium")
    if browser is None:
        raise SystemExit("no chromium on the path")
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "review.html"
        subprocess.run([Path(sys.executable).with_name("ninefivetwo"), "review", record, "--html", page], check=True)
        size = f"--window-size={width},{HEIGHT.get(width, 2400)}"
        taken = [browser, "--headless=new", "--no-sandbox", "--disable-gpu", "--hide-scrollbars", size]
        subprocess.run([*taken, f"--screenshot={picture.absolute()}", page.as_uri()], check=True, capture_output=True)


if __name__ == "__main__":
    main()
