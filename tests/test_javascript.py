"""The scripts of the pages: tsc and ESLint find faults in them, and their declarations agree with Python and HTML."""

import re
import shutil
from collections.abc import Sequence
from pathlib import Path
from typing import Literal

import msgspec
import pytest
from starlette.routing import Route

from ninefivetwo.cards import Card
from ninefivetwo.codec import BySeat, CardText, EstimateObject, SeatWord
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Action
from ninefivetwo.keep.session import Due
from ninefivetwo.web import server, shell
from ninefivetwo.web.modules import joined
from ninefivetwo.web.page_files import without_types
from ninefivetwo.web.review_page import SCRIPT
from ninefivetwo.web.site import TableShown, TextTable
from ninefivetwo.web.table_state import OwnTable
from tools import npm, types

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "tools/javascript"
PAGE = shell.STATIC.relative_to(ROOT)
DECLARED = {path.name: path.read_text("utf-8") for path in sorted(TOOLS.glob("*.d.ts"))}
ELEMENTS = {
    **{"button": "Button", "details": "Details", "div": "Div", "form": "Form", "h1": "Heading", "h2": "Heading"},
    **{"input": "Input", "ol": "OList", "p": "Paragraph", "progress": "Progress", "script": "Script", "span": "Span"},
    **{"table": "Table", "tbody": "TableSection", "ul": "UList", "aside": "", "main": "", "nav": "", "section": ""},
}


def check(name, root):
    """Run one of the checks in package.json, and return its exit status and its output."""
    done = npm.run("npm", "run", "--silent", name, cwd=root / "tools/javascript", capture_output=True)
    return done.returncode, done.stdout + done.stderr


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    """The scripts and the settings of the tools, to put faults in."""
    root = tmp_path_factory.mktemp("scripts")
    shutil.copytree(shell.STATIC, root / PAGE, ignore=shutil.ignore_patterns("fonts"))
    shutil.copytree(TOOLS, root / "tools/javascript", ignore=shutil.ignore_patterns("node_modules"))
    (root / "tools/javascript/node_modules").symlink_to(TOOLS / "node_modules")
    return root


@pytest.mark.lint
@pytest.mark.parametrize(
    ("name", "script", "fault", "found"),
    [
        ("types", "play.js", "link.verzion = 1;", "Property 'verzion' does not exist"),
        ("types", "home.js", "if (data.match) data.match.name;", "Property 'name' does not exist"),
        ("types", "today.js", 'const unused = "";', "'unused' is declared but"),
        ("types", "review/main.js", "here.dael = 1;", "Property 'dael' does not exist"),
        ("types", "table/table.js", "export const half = (card) => card;", "implicitly has an 'any' type"),
        ("lint", "today.js", 'const unused = "";', "no-unused-vars"),
        ("lint", "review/plot.js", "if (NARROW == null) drawMatch();", "eqeqeq"),
        ("lint", "theme.js", "var leaked = 1;", "no-implicit-globals"),
    ],
)
def test_a_fault_is_found(copy, name, script, fault, found):
    path = copy / PAGE / script
    source = path.read_text("utf-8")
    path.write_text(source + fault + "\n", "utf-8")
    try:
        status, told = check(name, copy)
    finally:
        path.write_text(source, "utf-8")
    assert status != 0 and found in told, told


def test_no_check_is_switched_off():
    """No type is `any`, and no comment silences tsc or ESLint."""
    scripts = {path.name: path.read_text("utf-8") for path in shell.STATIC.rglob("*.js")}
    for name, source in (scripts | DECLARED).items():
        assert not re.search(r"@ts-|eslint-", source), name
        comments = "".join(re.findall(r"/\*\*.*?\*/", source, re.DOTALL)) if name in scripts else source
        assert not re.search(r"[:<({|&,=>] ?\bany\b(?! ?[:,])", comments), name


def test_browsers_load_scripts_without_types(client):
    sent = client.get(shell.static("table/dom.js")).text
    assert sent == without_types((shell.STATIC / "table/dom.js").read_text("utf-8")) and "export function el(" in sent
    assert "/**" not in sent and "/**" not in joined(SCRIPT)


# The declarations.


def test_the_declarations_are_those_of_the_classes_in_python():
    """`python -m tools.types` writes them."""
    assert types.declarations() == DECLARED[types.WRITTEN.name]


class Seen(msgspec.Struct, frozen=True, omit_defaults=True, tag_field="schema"):
    """Fields of every kind."""

    card: Card
    text: str = msgspec.field(name="from")
    by: BySeat[list[Card]]
    owed: dict[SeatWord, int]
    tags: dict[CardText, str]
    pair: tuple[str, float]
    due: Due | None
    made: Action | None
    mark: Literal["", "?"] | int
    sampled: Sequence[Estimate]
    table: OwnTable
    text_table: TextTable
    later: bool = False
    none: str | msgspec.UnsetType = msgspec.UNSET


def test_a_declaration_has_the_types_of_the_json():
    made = types.Declarations([Seen])
    assert made.written[Seen] == (Path(__file__).parent / "data/seen.d.ts").read_text()
    assert {EstimateObject, TableShown} <= made.written.keys()
    with pytest.raises(TypeError, match="no declaration: "):
        made.named(Path)


def test_the_addresses_of_requests_exist():
    paths = {route.path for route in server._routes() if isinstance(route, Route) and "POST" in (route.methods or ())}
    listed = set(re.findall(r'^  (?:\[path: `|")(/api/[\w/-]+)', DECLARED["base.d.ts"], re.M))
    assert len(listed) > 30 and listed <= paths
    scripts = "".join(path.read_text("utf-8") for path in shell.STATIC.rglob("*.js"))
    assert set(re.findall(r'"(/api/[\w/-]+)"', scripts)) <= paths


@pytest.mark.parametrize(
    ("declaration", "interface", "folder"), [("page.d.ts", "Ids", ""), ("review.d.ts", "ReviewIds", "review/")]
)
def test_the_elements_that_scripts_find_by_their_ids_are_in_the_pages(declaration, interface, folder):
    pages = (
        "".join(path.read_text("utf-8") for path in shell.STATIC.glob(f"{folder}*.html"))
        + shell.page("", "").body.decode()
    )
    (body,) = re.findall(rf"^interface {interface}(?: extends \w+)? \{{\n(.*?)^\}}", DECLARED[declaration], re.M | re.S)
    for name, element in re.findall(r'^  "?([\w-]+)"?: (\w+);', body, re.M):
        tags = set(re.findall(rf'<(\w+)(?= )[^>]* id="{name}"', pages)) - {"svg"}
        assert {f"HTML{ELEMENTS[tag]}Element" for tag in tags} <= {element}, name
        assert tags or name in ("data", "plot"), name
