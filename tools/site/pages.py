"""The committed pages, as the site has them."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from ninefivetwo.cli.schema import document_kinds
from ninefivetwo.codec import schema_name

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = (README, ROOT / "CHANGELOG.md", *sorted((ROOT / "docs").glob("*.md")))
PICTURES = tuple(path for path in sorted((ROOT / "docs").iterdir()) if path.suffix in (".png", ".svg"))
FENCED = re.compile(r"^```.*?^```$", re.DOTALL | re.MULTILINE)
#: Code that names a page of the reference, a command's help or a kind of JSON object; the site makes a link of it.
NAMED = re.compile(r"(?<!\[)`(?:reference/(\w+)|(n52[a-z ]*) --help|(ninefivetwo\.[a-z-]+))`")
#: A link to a file: where it leads, and perhaps to which heading there.
LINK = re.compile(r"\]\(([^)#:\s]*)(#[^)\s]*)?\)")
WHOLE_LINK = re.compile(rf"\[([^]]*){LINK.pattern}")


def links(page: Path) -> list[tuple[Path, str]]:
    """The files that a page links to, each with the heading there, or an empty text."""
    text = FENCED.sub("", page.read_text())
    return [((page.parent / path).resolve() if path else page, (to or "#")[1:]) for path, to in LINK.findall(text)]


def headings(page: Path) -> set[str]:
    """The addresses of a page's headings."""
    return {slug(title) for title in re.findall(r"^#+ (.*)$", FENCED.sub("", page.read_text()), re.MULTILINE)}


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
    """A page's text with links into the reference and, for what the site lacks, into the repository, if it is set."""
    text = WHOLE_LINK.sub(lambda link: linked(page, *link.groups(default="")), page.read_text())
    return NAMED.sub(lambda code: f"[{code[0]}]({place}" + ")" if (place := named(*code.groups())) else code[0], text)


def named(page: str | None, command: str | None, kind: str | None) -> str | None:
    """Where the reference tells of a page of its own, a command or a kind of JSON object; None of another name."""
    if page:
        return f"/reference/{page}.md"
    if command:
        return f"/reference/commands.md#{slug(command)}"
    kinds = {name.partition("/")[0]: name for name in map(schema_name, document_kinds())}
    return f"/reference/json.md#{slug(kinds[kind])}" if kind in kinds else None


def linked(page: Path, words: str, file: str, heading: str) -> str:
    """What a link from a page becomes."""
    path = (page.parent / file).resolve()
    if not file or path in (*PAGES, *PICTURES):
        return f"[{words}]({file.replace(README.name, 'index.md')}{heading})"
    repository = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["ninefivetwo"]["repository"]
    place = f"{repository}/blob/main/{path.relative_to(ROOT).as_posix()}"
    return f"[{words}]({place}{heading})" if repository else words


def in_order() -> list[str]:
    """The pages of docs/ for the site's contents: as the README names them, then the others."""
    named = [path for path, _ in links(README) if path in PAGES]
    return [placed(path).with_suffix("").as_posix() for path in dict.fromkeys((*named, *PAGES[2:]))]
