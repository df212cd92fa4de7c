"""The modules of the pages' scripts: the modules that a script needs, and the same modules joined into one script.

The scripts use two forms only: `import {a, b as c} from "./x.js";`, and `export` before a function, a class or a
constant. Every other form is refused.
"""

from __future__ import annotations

import re
from posixpath import dirname, join, normpath

from ninefivetwo.web.page_files import source, without_types

_IMPORT = re.compile(
    r'^import \{([\w$]+(?: as [\w$]+)?(?:, [\w$]+(?: as [\w$]+)?)*)\} from "(\.[\w./]+)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:const|class|(?:async )?function\*?) ([\w$]+))", re.MULTILINE)
_OTHER = re.compile(r"(?:^|[;{}])[ \t]*(?:import|export)\b.*|\bimport(?:[ \t]*\(|\.meta\b).*", re.MULTILINE)


def imported(script: str) -> list[str]:
    """Return the names of all modules that a script imports, directly or indirectly, each after those it imports.

    Raises ValueError if modules import each other in a circle.
    """
    found: list[str] = []
    _follow(script, [], found)
    return found[:-1]


def _follow(name: str, importers: list[str], found: list[str]) -> None:
    """Add a module to the list `found`, after the modules that it imports. `importers` lead from the script to it."""
    if name in importers:
        raise ValueError(f"modules import each other: {' -> '.join([*importers, name])}")
    if name in found:
        return
    for _, other in _IMPORT.findall(source(name)):
        _follow(_resolved(name, other), [*importers, name], found)
    found.append(name)


def _resolved(name: str, other: str) -> str:
    """Return the name of a module that the module `name` imports as `other`, such as "./dom.js"."""
    return normpath(join(dirname(name), other))


def joined(script: str) -> str:
    """Return a script and all modules that it imports as one script, which needs no server.

    `modules` has the exports of each module by its name. Each module has a scope of its own, so that two modules may
    use the same name. Raises ValueError if a module has another form of import or export than those above, or imports a
    name that is not exported, or if modules import each other in a circle.
    """
    exports: dict[str, list[str]] = {}
    parts = ['"use strict";\nconst modules = {};\n']
    for name in [*imported(script), script]:
        code = without_types(source(name))
        exports[name] = _EXPORT.findall(code)
        imports = "".join(
            _taken(name, names, _resolved(name, other), exports) for names, other in _IMPORT.findall(code)
        )
        body = _EXPORT.sub("", _IMPORT.sub("", code))
        if other := _OTHER.search(body):
            raise ValueError(f"{name}: an import or export of this form cannot be joined: {other[0].strip()}")
        parts.append(f'modules["{name}"] = (() => {{\n{imports}{body}return {{{", ".join(exports[name])}}};\n}})();\n')
    return "".join(parts)


def _taken(name: str, names: str, other: str, exports: dict[str, list[str]]) -> str:
    """Return the statement that takes the imported `names` from the exports of the module `other`."""
    for each in names.split(", "):
        if each.partition(" as ")[0] not in exports[other]:
            raise ValueError(f"{name}: {other} does not export {each.partition(' as ')[0]}")
    return f'const {{{names.replace(" as ", ": ")}}} = modules["{other}"];\n'
