"""The scripts of the pages: tsc and ESLint find faults in them, and their declarations agree with Python and HTML."""

import re
import shutil
from pathlib import Path

import msgspec
import pytest
from starlette.routing import Route

from ninefivetwo.layout import Trick
from ninefivetwo.web import server, shell
from ninefivetwo.web.page_files import without_types
from ninefivetwo.web.review_page import _script
from ninefivetwo.words.like import LikeText
from tools import npm

ROOT = Path(__file__).parents[1]
TOOLS = ROOT / "tools/javascript"
PAGE = shell.STATIC.relative_to(ROOT)
DECLARED = {path.name: path.read_text("utf-8") for path in sorted(TOOLS.glob("*.d.ts"))}
ELEMENTS = {
    **{"button": "Button", "details": "Details", "div": "Div", "form": "Form", "h1": "Heading", "h2": "Heading"},
    **{"input": "Input", "ol": "OList", "p": "Paragraph", "progress": "Progress", "script": "Script", "span": "Span"},
    **{"table": "Table", "tbody": "TableSection", "ul": "UList", "main": "", "nav": "", "section": ""},
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


def test_the_script_of_a_review_declares_each_name_once():
    """Its parts share one scope; a name that is declared twice would stop the whole script."""
    declared = re.findall(r"^(?:async )?(?:const|let|class|function\*?) (\w+)", _script(), re.MULTILINE)
    assert len(declared) > 150 and len(declared) == len(set(declared))


def test_browsers_load_scripts_without_types(client):
    sent = client.get(shell.static("table/dom.js")).text
    assert sent == without_types((shell.TABLE / "dom.js").read_text("utf-8")) and "export function el(" in sent
    assert "/**" not in sent and "/**" not in _script()


# The declarations.


def subclasses(kind):
    for each in kind.__subclasses__():
        yield each
        yield from subclasses(each)


def interfaces(*names):
    """The fields of each interface in the files, with a question mark if they are optional, and the inherited ones."""
    found = {}
    text = "".join(DECLARED[name] for name in names)
    for name, above, body in re.findall(
        r"^interface (\w+)(?:<.*?>)?(?: extends (\w+))?.*? \{\n(.*?)^\}", text, re.M | re.S
    ):
        found[name] = (above, set(re.findall(r'^  "?([\w-]+)"?(\??):', body, re.M)))
    return {name: fields | (found[above][1] if above in found else set()) for name, (above, fields) in found.items()}


def test_the_declarations_have_the_fields_of_the_classes_in_python():
    kinds = {kind.__name__: kind for kind in subclasses(msgspec.Struct) if kind.__module__.startswith("ninefivetwo")}
    compared = 0
    for name, fields in interfaces("server.d.ts", "review.d.ts").items():
        if name in kinds:
            kind = kinds[name]
            left_out = {each.encode_name for each in msgspec.structs.fields(kind) if may_be_left_out(kind, each)}
            names = {each.encode_name for each in msgspec.structs.fields(kind)}
            tag = {kind.__struct_config__.tag_field} - {None}
            assert {field for field, _ in fields} == names | tag, name
            assert {field for field, optional in fields if optional} == left_out - {"words"}, name
            compared += 1
    assert compared > 30
    for kind in (Trick, LikeText):
        assert {field for field, _ in interfaces("server.d.ts")[kind.__name__]} == set(kind.__annotations__)


def may_be_left_out(kind, field):
    """Whether the JSON of an object may lack a field; the words of a review are absent only in the library."""
    return field.default is msgspec.UNSET or (kind.__struct_config__.omit_defaults and not field.required)


def test_the_addresses_of_requests_exist():
    paths = {route.path for route in server._routes() if isinstance(route, Route) and "POST" in (route.methods or ())}
    listed = set(re.findall(r'^  (?:\[path: `|")(/api/[\w/-]+)', DECLARED["server.d.ts"], re.M))
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
    (body,) = re.findall(rf"^interface {interface} \{{\n(.*?)^\}}", DECLARED[declaration], re.M | re.S)
    for name, element in re.findall(r'^  "?([\w-]+)"?: (\w+);', body, re.M):
        tags = set(re.findall(rf'<(\w+)(?= )[^>]* id="{name}"', pages)) - {"svg"}
        assert {f"HTML{ELEMENTS[tag]}Element" for tag in tags} <= {element}, name
        assert tags or name in ("data", "plot"), name
