"""The command `schema`, which generates the JSON Schema of the output of `--json` from the document classes."""

from __future__ import annotations

import json
from functools import reduce
from importlib import import_module
from operator import or_
from pkgutil import walk_packages

import click
import msgspec

import ninefivetwo.cli
import ninefivetwo.keep
import ninefivetwo.words
from ninefivetwo.codec import Document, form, schema_name

DIALECT = "https://json-schema.org/draft/2020-12/schema"


@click.command()
def schema() -> None:
    """Print a JSON Schema of the output of --json.

    The field "schema" of each JSON object names the kind of object.

    \b
    Examples:
      n52 schema > ninefivetwo.schema.json
    """
    anything = reduce(or_, (form(kind).plain for kind in document_kinds()))
    click.echo(json.dumps({"$schema": DIALECT, **msgspec.json.schema(anything)}, indent=1))


def document_kinds() -> list[type[Document]]:
    """Return the classes of all JSON documents, sorted by the names of their schemas."""
    for package in (ninefivetwo.keep, ninefivetwo.words, ninefivetwo.cli):
        for module in walk_packages(package.__path__, f"{package.__name__}."):
            import_module(module.name)
    kinds = (kind for kind in _last(Document) if kind.__module__.startswith("ninefivetwo."))
    return sorted(kinds, key=schema_name)


def _last(kind: type[Document]) -> list[type[Document]]:
    """Return all direct and indirect subclasses that have no subclasses, without those that only a page gets."""
    made = [one for one in kind.__subclasses__() if not one.__module__.startswith("ninefivetwo.web.")]
    return [last for one in made for last in _last(one)] if made else [kind]
