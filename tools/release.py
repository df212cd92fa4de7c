"""`python -m tools.release v0.2.0`: check the version, the changelog, the citation and the repository for a tag."""

import re
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def faults(tag: str, root: Path = ROOT) -> list[str]:
    """What must be mended before the tag can be released, a line each."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    version, repository = settings["project"]["version"], settings["tool"]["ninefivetwo"]["repository"]
    heading = re.search(r"^## .*$", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    citation = (root / "CITATION.cff").read_text(encoding="utf-8")
    found = []
    if tag != f"v{version}":
        found.append(f"the tag is {tag} (expected v{version}, for the version in pyproject.toml)")
    if not re.fullmatch(r"https://\S+[^/\s]", repository):
        expected = "expected the address of the repository, without a slash at the end"
        found.append(f"pyproject.toml: [tool.ninefivetwo] repository is {repository!r} ({expected})")
    dated = re.fullmatch(rf"## {re.escape(version)} \((\d{{4}}-\d\d-\d\d)\)", heading[0]) if heading else None
    if dated is None:
        found.append(f"CHANGELOG.md: the first heading is {heading and heading[0]!r} (expected '## {version} (DATE)')")
    for line in [f"version: {version}", *([f"date-released: {dated[1]}"] if dated else [])]:
        if not re.search(rf"^{re.escape(line)}$", citation, re.MULTILINE):
            found.append(f"CITATION.cff: missing line: '{line}'")
    return found


def main(tag: str) -> int:
    """Print the faults and return the exit status."""
    found = faults(tag)
    print(*found or [f"{tag} can be released"], sep="\n")
    return bool(found)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 2 else "expected one tag: python -m tools.release v0.2.0")
