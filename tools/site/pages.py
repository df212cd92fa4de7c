"""The committed pages, as the site has them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (README, ROOT / "CHANGELOG.md", *sorted({*(ROOT / "docs").glob("*.md")} - {ROOT / "docs/json.md"}))
PICTURES = tuple(path for path in sorted((ROOT / "docs").iterdir()) if path.suffix in (".png", ".svg"))
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
#: A link to a file: where it leads, and perhaps to which heading there.
LINK = re.compile(r"\]\(([^)#:\s]*)(#[^)\s]*)?\)")


def links(page: Path) -> list[tuple[Path, str]]:
    """The files that a page links to, each with the heading there, or an empty text."""
    text = FENCED.sub("", page.read_text())
    return [((page.parent / path).resolve() if path else page, (to or "#")[1:]) for path, to in LINK.findall(text)]


def headings(page: Path) -> set[str]:
    """The addresses of a page's headings."""
    text = FENCED.sub("", page.read_text())
    titles = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {slug(title) for title in titles} | set(re.findall(r'<a id="(\w+)">', text))


def slug(title: str) -> str:
    """A heading's address, as GitHub and MyST make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def put_pages(folder: Path) -> None:
    """Write the committed pages and their pictures into a folder; the README becomes its first page."""
    (folder / "docs").mkdir(parents=True)
    for page in PAGES:
        (folder / placed(page)).write_text(for_the_site(page))
    for picture in PICTURES:
        (folder / placed(picture)).write_bytes(picture.read_bytes())


def placed(path: Path) -> Path:
    """Where a committed file stands in the site."""
    return Path("index.md") if path == README else path.relative_to(ROOT)


def for_the_site(page: Path) -> str:
    """A page's text; what the site does not have is linked to in the repository."""
    return LINK.sub(lambda link: f"]({address(page, link[1])}{link[2] or ''})", page.read_text())


def address(page: Path, link: str) -> str:
    """What a link from a page becomes."""
    path = (page.parent / link).resolve()
    if not link or path in (*PAGES, *PICTURES):
        return link.replace(README.name, "index.md")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return f"{project['urls']['Homepage']}/blob/main/{path.relative_to(ROOT).as_posix()}"


def in_order() -> list[str]:
    """The pages of docs/ for the site's contents: as the README names them, then the others."""
    named = [path for path, _ in links(README) if path in PAGES]
    return [placed(path).with_suffix("").as_posix() for path in dict.fromkeys((*named, *PAGES[2:]))]
