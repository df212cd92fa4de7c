"""The site of the docs: it builds without a warning, every link leads somewhere, nothing is loaded from elsewhere."""

import re
import subprocess
import sys

import click
import pytest
from commands import COMMANDS

import ninefivetwo
from tools.site.commands_page import commands_page
from tools.site.pages import PAGES, ROOT, headings, links

#: What a browser would fetch from another machine.
ELSEWHERE = re.compile(r"""<(?:link|script|img|iframe|source)\b[^>]*=["']?(?:https?:)?//|url\(["']?(?:https?:)?//""")


@pytest.mark.parametrize("page", [*PAGES, *ROOT.glob("[A-Z]*.md"), ROOT / "benchmarks/README.md"], ids=str)
def test_every_link_leads_to_a_file_and_its_heading(page):
    assert [path for path, _ in links(page) if not path.exists()] == []
    assert [(path, heading) for path, heading in links(page) if heading and heading not in headings(path)] == []


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("site")
    command = [sys.executable, "-m", "tools.site", folder]
    done = subprocess.run(command, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    return folder


@pytest.mark.lint
def test_the_site_has_every_page_and_public_name(site):
    assert all((site / page.relative_to(ROOT)).with_suffix(".html").exists() for page in PAGES[1:])
    reference = (site / "reference/python.html").read_text()
    names = [f"ninefivetwo.{name}" for name in ninefivetwo.__all__]
    assert [name for name in (*names, "ninefivetwo.env.env") if f'id="{name}"' not in reference] == []
    assert "Ask for advice" in (site / "searchindex.js").read_text()


@pytest.mark.parametrize(("name", "command"), COMMANDS.items(), ids=COMMANDS)
def test_every_option_is_told_of(name, command):
    assert command.help
    text = commands_page().partition(f"## `n52 {name}`\n")[2].partition("\n## ")[0]
    for option in [each for each in command.params if isinstance(each, click.Option)]:
        assert option.help and any(form in text for form in option.opts)


@pytest.mark.lint
def test_the_site_loads_nothing_from_elsewhere(site):
    for path in site.rglob("*.*"):
        if path.suffix in (".html", ".css"):
            assert not ELSEWHERE.search(path.read_text()), path
