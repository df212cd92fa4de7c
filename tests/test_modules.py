"""Modules joined into one script for a page that is a file: their order, their scopes, and what is refused."""

import pytest

from ninefivetwo.web import page_files
from ninefivetwo.web.modules import imported, joined
from ninefivetwo.web.review_page import SCRIPT


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder of modules instead of the pages' own."""
    (tmp_path / "parts").mkdir()
    monkeypatch.setattr(page_files, "STATIC", tmp_path)
    return tmp_path


def write(folder, **modules):
    for name, source in modules.items():
        (folder / f"{name.replace('__', '/')}.js").write_text(source)


def test_a_module_comes_after_those_that_it_imports(folder):
    write(
        folder,
        main='import {a} from "./parts/a.js";\nimport {c} from "./c.js";\n',
        parts__a='import {b} from "./b.js";\nimport {c} from "../c.js";\n',
        parts__b="",
        c="",
    )
    assert imported("main.js") == ["parts/b.js", "c.js", "parts/a.js"]


def test_joined_modules_run_and_a_name_may_exist_in_two(folder, driver):
    """With every form of import and export; what a module does not export stays its own."""
    write(
        folder,
        main='import {make, Thing as Made} from "./parts/a.js";\nimport {$} from "./b.js";\n'
        "const own = 3;\nexport const told = make().then(made => [own, made instanceof Made, made.told, $]);\n",
        parts__a='import {own as other} from "../b.js";\n/** @type {number} */ const own = 1;\n'
        "export class Thing { told = [own, other]; }\nexport async function make() { return new Thing(); }\n",
        b='export const own = 2, $unused = 0;\nexport const $ = "import text";\nexport function plain() {}\n',
    )
    driver.get("about:blank")
    told = driver.execute_script(joined("main.js") + 'return modules["main.js"].told;')
    assert told == [3, True, [1, 2], "import text"]


@pytest.mark.parametrize(
    "line",
    [
        "export default 1;",
        "export {own};",
        "export {a} from './b.js';",
        'export * from "./b.js";',
        "export let own = 1;",
        "export const {own} = {};",
        'import "./b.js";',
        'import all from "./b.js";',
        'import * as all from "./b.js";',
        "import {a} from './b.js';",
        'import {a, } from "./b.js";',
        'import {a} from "b";',
        'const later = import("./b.js");',
        "const here = import.meta.url;",
        'const x = 1; import {a} from "./b.js";',
        "  export const x = 1;",
    ],
)
def test_other_forms_of_imports_and_exports_are_refused(folder, line):
    write(folder, main=f"const own = 1;\n{line}\n", b="export const a = 1;\n")
    with pytest.raises(ValueError, match=r"^main\.js: an import or export of this form cannot be joined: "):
        joined("main.js")


def test_modules_that_import_each_other_are_refused(folder):
    write(folder, main='import {a} from "./a.js";\n', a='import {b} from "./b.js";\n', b='import {a} from "./a.js";\n')
    with pytest.raises(ValueError, match=r"^modules import each other: main\.js -> a\.js -> b\.js -> a\.js$"):
        joined("main.js")


@pytest.mark.parametrize("exported", ["export const b = 1, a = 2;\n", "const a = 1;\n"])
def test_a_name_that_is_not_exported_is_refused(folder, exported):
    write(folder, main='import {a as c} from "./b.js";\n', b=exported)
    with pytest.raises(ValueError, match=r"^main\.js: b\.js does not export a$"):
        joined("main.js")


def test_the_script_of_a_review_has_its_modules_once():
    script = joined(SCRIPT)
    for name in [*imported(SCRIPT), SCRIPT]:
        assert script.count(f'modules["{name}"] = ') == 1
