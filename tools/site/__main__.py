"""`python -m tools.site FOLDER`: build the site of the docs in a folder."""

import sys
from pathlib import Path

from tools.site.build import build

sys.exit(build(Path(sys.argv[1])))
