"""Sphinx makes the site; a warning is an error."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from sphinx.application import Sphinx

from tools.site.commands_page import commands_page
from tools.site.json_page import json_page
from tools.site.pages import in_order, put_pages
from tools.site.python_page import mark_fields, python_page
from tools.site.rules_page import rules_page
from tools.site.survey_page import survey_page

#: Furo loads no fonts or scripts but its own; the search runs in the browser.
SETTINGS = {
    "project": "ninefivetwo",
    "html_title": "ninefivetwo",
    "html_theme": "furo",
    "html_copy_source": False,
    "html_show_copyright": False,
    "extensions": ["myst_parser", "sphinx.ext.autodoc"],
    "myst_heading_anchors": 4,
    "default_role": "py:obj",
    "autodoc_member_order": "bysource",
    "smartquotes": False,  # they would make one dash of the two of an option
}
#: The generated pages, by their names.
GENERATED = {
    "commands": commands_page,
    "json": json_page,
    "python": python_page,
    "rules": rules_page,
    "survey": survey_page,
}


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
