"""Sphinx makes the site; a warning is an error."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.application import Sphinx

from tools.site.pages import in_order, put_pages
from tools.site.python_page import mark_fields, python_page

#: Furo loads no fonts or scripts but its own; the search runs in the browser.
SETTINGS = {
    "project": "ninefivetwo",
    "html_title": "ninefivetwo",
    "html_theme": "furo",
    "html_copy_source": False,
    "extensions": ["myst_parser", "sphinx.ext.autodoc"],
    "myst_heading_anchors": 4,
    "default_role": "py:obj",
    "autodoc_member_order": "bysource",
}
#: The generated pages, by their names.
GENERATED = {"python": python_page}


def build(folder: Path) -> int:
    """Build the site in a folder and return Sphinx's exit status."""
    with TemporaryDirectory() as place:
        pages = Path(place, "pages")
        put_pages(pages)
        (pages / "reference").mkdir()
        for name, page in GENERATED.items():
            (pages / "reference" / f"{name}.md").write_text(page())
        with (pages / "index.md").open("a") as first:
            first.write(contents())
        site = Sphinx(pages, None, folder, Path(place, "trees"), "html", SETTINGS, status=None, warningiserror=True)
        site.connect("autodoc-process-docstring", mark_fields)
        site.build()
        return int(site.statuscode)


def contents() -> str:
    """The table of contents, which the site has at its side."""
    parts = {"Pages": in_order(), "Reference": [f"reference/{name}" for name in GENERATED], "History": ["CHANGELOG"]}
    trees = [f"```{{toctree}}\n:hidden:\n:caption: {title}\n" + "\n".join(names) for title, names in parts.items()]
    return "".join(f"\n{tree}\n```\n" for tree in trees)
