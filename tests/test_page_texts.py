"""The scripts of the pages name their texts, which are templates of the package `words`; they hold none themselves."""

import re

import pytest

from ninefivetwo.web import shell
from ninefivetwo.web.page_texts import LETTERS, MODULES, TEXTS, inert, script_texts, texts_named
from ninefivetwo.words import page_paper
from ninefivetwo.words.template import Template

#: All scripts but the one that draws the cards, which are shapes.
SCRIPTS = {
    path.relative_to(shell.STATIC).as_posix(): path.read_text("utf-8")
    for path in shell.STATIC.rglob("*.js")
    if path.name != "cards.js"
}
#: The HTML of pages, with places for texts; the page to print has words of its own.
HTML = {path.name: path.read_text("utf-8") for path in shell.STATIC.rglob("*.html") if path.name != "paper.html"}
PYTHON = "".join(path.read_text("utf-8") for path in shell.STATIC.parent.glob("*.py"))
#: Constants of scripts that look like names of texts.
OTHER = {"POST", "AKQJT98765432", *("SHCD", "SHDC", "HSDC", "HCDS", "DCHS", "CDHS")}
COMMENT = re.compile(r"/\*\*(?:.|\n)*?\*/|(?:^|(?<=[\s;{}(,]))//.*$", re.MULTILINE)
LITERAL = re.compile(r'"[^"\n]*"|`[^`\n]*`')
#: What stands before a literal that is a class, a selector, a key, a media query or a length.
CODE = re.compile(
    r"""(?:\b(?:class|className|easing|accept|kind|key|Type)"?(?:: | \+?=+ )(?:[^,;{}]*[?+:] )?|px"?: |style\.\w+ = |"""
    r"""(?:querySelector|querySelectorAll|closest|matches|matchMedia|toggle|includes|startsWith|at: ?|=== )\(?)$"""
)
WORDS = re.compile(
    r"[A-Za-z’']{2,}[,.:;?!]? [A-Za-z’']{2,}|[a-z] ?[.!…]$|^(?!Arrow|Abort|Home|Enter|Escape)[A-Z][a-z]{3,}$"
)
#: Where a button, a heading or what is read aloud gets its words.
POSITION = re.compile(
    r"""(?:\bbutton\(|"aria-label": |"aria-valuetext": |\b(?:title|alt|placeholder|label): |notify\(|\bask\(|"""
    r"""textContent = )["`][A-Za-z]{2,}[ "`.:…]"""
)
#: A command, a directive and an example of the notation for rules.
NO_WORDS = {"n52 record fair", "use strict", "target=10 kitty_peek=yes"}


def literals(source):
    """The literals of a script that may be words."""
    found = [
        each for each in LITERAL.finditer(source) if not CODE.search(source, max(0, each.start() - 80), each.start())
    ]
    return {each[0][1:-1] for each in found} - NO_WORDS


def names(script):
    return set(re.findall(r'"([A-Z][A-Z0-9_]{2,})"', script)) - OTHER


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_text_that_a_script_names_exists(name):
    assert not names(SCRIPTS[name]) - set(TEXTS)


def test_every_text_of_the_page_is_used():
    in_html = set(re.findall(r"@([A-Z_]+)@", "".join(HTML.values())))
    used = in_html.union(*map(names, SCRIPTS.values()), re.findall(r"\b[A-Z][A-Z0-9_]+\b", PYTHON))
    constants = [
        name
        for module in (*MODULES, page_paper)
        for name, value in vars(module).items()
        if isinstance(value, Template) and not module.__doc__.startswith("Texts of the pages at /settings and /rules")
    ]
    assert len(constants) > 300 and not set(constants) - used


def test_no_name_stands_for_two_texts():
    constants = [name for module in MODULES for name, value in vars(module).items() if isinstance(value, Template)]
    assert len(constants) == len(set(constants)) and not set(constants) & set(LETTERS)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_has_no_words_of_its_own(name):
    source = COMMENT.sub("", SCRIPTS[name])
    assert not POSITION.findall(source)
    assert not [text for text in literals(source) if WORDS.search(text)]


@pytest.mark.parametrize("name", HTML)
def test_a_page_has_no_words_of_its_own(name):
    outside = re.sub(r"<[^>]*>|@[A-Z_]+@", " ", HTML[name])
    assert not re.search(r"\w{2,}", outside) and not re.search(r'(?:title|alt|aria-label)="[^"@]', HTML[name])


@pytest.mark.parametrize(
    "source",
    [
        'button("Stop", halt)',
        'el("p", {class: "soft"}, "No card has been played yet.")',
        'el("input", {"aria-label": "Link"})',
        "notify(`Deal ${number}`)",
        'const HEADS = ["Dealer", "Left"];',
    ],
)
def test_words_in_a_script_are_found(source):
    assert POSITION.search(source) or [text for text in literals(source) if WORDS.search(text)]


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_fills_the_places_of_a_text(name):
    """Every place is filled where the places are written beside the name."""
    for text, places in re.findall(r'say(?:ing)?\("([A-Z_]+)"(?:, \{([^}]*)\})?\)', SCRIPTS[name]):
        given = set(re.findall(r"(\w+)(?=:|,|$)", re.sub(r"\([^)]*\)|\[[^\]]*\]", "", places)))
        assert set(Template(TEXTS.get(text, "")).places) <= given | {"_"}, text


def test_a_page_gets_the_texts_of_its_scripts_alone(client):
    none, play = script_texts("settings.js"), script_texts("play.js")
    assert set(none) == set(LETTERS) and {"HINT", "SERVER_GONE", "CARD"} <= set(play)
    assert "RATING_BAND" not in play and len(inert(play)) < 9000
    assert texts_named(['say("HINT")']) == {"HINT": "Hint", **LETTERS}
    assert '"PLAY_NOW":"Play now"' in client.get("/").text
