"""The pages at /rules (with advice for beginners and a list of keys) and at /settings."""

from __future__ import annotations

from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.game.rules import NAMED, RuleSet, parse_rules, rules_text
from ninefivetwo.keep.session import LEVELS
from ninefivetwo.think.playouts import Level
from ninefivetwo.think.playouts.opponents import UNKNOWN
from ninefivetwo.web.shell import page, sentence
from ninefivetwo.web.site import NAME_LENGTH, answer
from ninefivetwo.words import page_settings as texts
from ninefivetwo.words.figures import Column, TextTable
from ninefivetwo.words.opponents import PLAYERS
from ninefivetwo.words.page_shared import LEVEL_NOTES, RULES, SETTINGS
from ninefivetwo.words.rules_words import fields_table, rules_sections
from ninefivetwo.words.strategy import SOURCES, TIPS
from ninefivetwo.words.template import Term

USUAL = "wikipedia"


def routes() -> list[Route]:
    """Return the routes of the rules, of the settings, and of the request that clears the browser's name."""
    return [
        Route("/rules", rules_page),
        Route("/settings", settings_page),
        Route("/api/forget", forget, methods=["POST"]),
    ]


def rules_page(request: Request) -> Response:
    """Return the page of a rule set, with an anchor for each section. Raises RulesError for an unknown rule set."""
    rules = parse_rules(request.query_params.get("rules", USUAL))
    parts = [
        (section.key, section.title, "".join(f"<p>{sentence(text)}</p>" for text in section.texts))
        for section in rules_sections(rules)
    ]
    parts += [("strategy", texts.STRATEGY(), _tips()), ("fields", texts.FIELDS(), _fields(rules))]
    parts += [("keys", texts.KEYS(), _keys().html)]
    links = "".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title, _ in parts)
    sections = "".join(
        f'<section id="{key}" aria-labelledby="t-{key}"><h2 id="t-{key}">{escape(title)}</h2>{content}</section>'
        for key, title, content in parts
    )
    body = (
        f'{_choice(rules)}<div class="rules"><aside aria-label="{texts.CONTENTS()}"><ol>{links}</ol></aside>'
        f"<div>{sections}</div></div>"
    )
    return page(RULES(), "/rules", "rules.js", styles=("rules.css",), body=body)


def _keys() -> TextTable:
    rows = [[where(), key, action()] for where, key, action in texts.KEY_ROWS]
    return TextTable([Column(column()) for column in texts.KEY_COLUMNS], rows)


def _choice(rules: RuleSet) -> str:
    """Return the form for choosing a rule set, with a button to play by these rules."""
    text = rules_text(rules)
    names = [*NAMED] if text in NAMED else [*NAMED, text]
    options = "".join(
        f'<option{" selected" if name == text else ""} value="{escape(name)}">{escape(_short(name))}</option>'
        for name in names
    )
    return (
        f'<form class="row" action="/rules"><label>{texts.RULES_OF()} <select name="rules" id="chosen">'
        f'{options}</select></label><button type="submit">{texts.RULES_SHOW()}</button>'
        f'<button type="button" id="use" hidden>{texts.RULES_USE()}</button></form>'
    )


def _short(name: str) -> str:
    """Return a rule set's name with its contracts, such as "wikipedia (9-5-2)"."""
    return f"{name} ({'-'.join(map(str, parse_rules(name).contracts))})"


def _tips() -> str:
    tips = "".join(
        f'<h3 id="{tip.key}">{escape(tip.title)}</h3><p>{sentence(tip.words)}</p>'
        f'<p class="soft">{sentence(texts.FOR_EXAMPLE(example=Term(tip.example), source=Term(tip.source)))}</p>'
        for tip in TIPS
    )
    sources = Term("; ".join(f"{short}: {name}" for short, name in SOURCES.items()))
    return f'{tips}<p class="soft">{escape(texts.SOURCES(sources=sources))}</p>'


def _fields(rules: RuleSet) -> str:
    return f"<details><summary>{texts.FIELDS_ABOUT()}</summary>{fields_table(rules).html}</details>"


def settings_page(request: Request) -> Response:
    """Return the settings page. The browser stores the settings."""
    data: dict[str, object] = {
        "levels": {level: LEVEL_NOTES[level]() for level in LEVELS},
        "rules": {name: "-".join(map(str, named.rules.contracts)) for name, named in NAMED.items()},
        "opponents": [
            ["", texts.AS_USUAL(level=Term(PLAYERS[UNKNOWN][1]))],
            *([level.value, PLAYERS[level][1]] for level in Level),
        ],
        "name_length": NAME_LENGTH,
    }
    return page(SETTINGS(), "/settings", "settings_page.js", data, styles=("settings_page.css",))


def forget(request: Request) -> Response:
    """Clear the browser's name, without which the browser's match cannot be found."""
    request.session.clear()
    return answer({})
