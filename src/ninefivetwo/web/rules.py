"""The pages at /rules (with advice for beginners and a list of keys) and at /settings."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ninefivetwo.game.rules import NAMED, RuleSet, parse_rules, rules_text
from ninefivetwo.keep.session import LEVELS
from ninefivetwo.think.playouts import Level
from ninefivetwo.think.playouts.opponents import UNKNOWN
from ninefivetwo.web.page_files import filled
from ninefivetwo.web.rules_pictures import picture
from ninefivetwo.web.shell import descriptions, options, page, sentence
from ninefivetwo.web.site import LEVEL_NOTES, NAME_LENGTH, Done, answer
from ninefivetwo.words.figures import Column, TextTable
from ninefivetwo.words.levels import PLAYERS_AT
from ninefivetwo.words.rules_words import RulesSection, fields_table, rules_sections
from ninefivetwo.words.strategy import TIP_SOURCES, TIPS
from ninefivetwo.words.template import Term, say

USUAL = "wikipedia"
#: The keyboard shortcuts on each kind of page: the key, and the effect.
KEYS = {
    "everywhere": (
        ("Tab", "go to the next button, link or field"),
        ("Enter", "press the button or follow the link"),
        ("Esc", "close a message; stop an analysis"),
    ),
    "a hand": (
        ("← → Home End", "go from card to card"),
        ("Enter, space", "play the card, or pick it for a discard or a gift"),
    ),
    "a turn": (
        ("S H D C N", "call spades, hearts, diamonds, clubs or no-trump"),
        ("Enter", "discard or give the cards picked (outside the hand)"),
    ),
    "a match": (
        ("Enter", "play now; continue"),
        ("?", "get a hint"),
        ("U", "undo"),
        ("!", "claim the remaining tricks"),
        ("L", "turn the last trick up or down"),
        ("T", "try a mistake again"),
        ("Y", "replay the finished deal"),
        ("← → Home End", "in a replay: go from card to card"),
        ("H", "in a replay: show all hands or only yours"),
        ("B", "in a replay: show the best line, or go back to the deal"),
        ("N", "start the next deal or a new match, or go back"),
        ("R", "review the deal"),
        ("M", "review the match"),
    ),
    "a puzzle": (
        ("N", "go to the next puzzle"),
        ("C", "show all hands after your answer"),
        ("← →", "go to the previous or next card"),
    ),
    "an analysis": (
        ("?, Enter", "get advice"),
        ("U", "go back one card"),
        ("N", "go to the next card of the record"),
        ("L", "go back to the record"),
        ("V", "show or hide the value of every card"),
    ),
    "a review": (
        ("← → Home End", "go to the previous, next, first or last step"),
        ("M", "go to the next mistake"),
        ("T", "rotate the seats"),
    ),
}
SHOWN_TEXTS = {"exchange": 2, "kitty": 2}  # number of texts that are shown unfolded, if not all


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
    *sections, source = rules_sections(rules)
    folded = [(source.key, source.title, _paragraphs(source.texts)), ("strategy", "Strategy for beginners", _tips())]
    folded += [("fields", "Field by field", _fields(rules)), ("keys", "Keys", _keys().html)]
    shown = "".join(_section(rules, section) for section in sections)
    more = "".join(
        f'<section id="{key}">{_folded(f"<h2>{escape(title)}</h2>", content)}</section>'
        for key, title, content in folded
    )
    body = f'{_choice(rules)}<div class="rules">{shown}<div class="panel more">{more}</div></div>'
    return page("Rules", "/rules", "rules.js", styles=("table/table.css", "rules.css"), body=body)


def _section(rules: RuleSet, section: RulesSection) -> str:
    """Return a section with its picture and its first sentences; the other sentences are folded."""
    open_texts = SHOWN_TEXTS.get(section.key, len(section.texts))
    shown, rest = _paragraphs(section.texts[:open_texts]), _paragraphs(section.texts[open_texts:])
    title = f'<h2 id="t-{section.key}">{escape(section.title)}</h2>'
    words = f"{title}{shown}{_folded('Details', rest) if rest else ''}"
    content = f"{picture(rules, section.key)}<div>{words}</div>"
    return f'<section class="panel" id="{section.key}" aria-labelledby="t-{section.key}">{content}</section>'


def _paragraphs(said: Sequence[str]) -> str:
    return "".join(f"<p>{sentence(text)}</p>" for text in said)


def _folded(summary: str, content: str) -> str:
    return f"<details><summary>{summary}</summary>{content}</details>"


def _keys() -> TextTable:
    rows = [[where, key, effect] for where, keys in KEYS.items() for key, effect in keys]
    return TextTable([Column("where"), Column("key"), Column("action")], rows)


def _choice(rules: RuleSet) -> str:
    """Return the form for choosing a rule set, with a button to play by these rules."""
    text = rules_text(rules)
    names = options({name: _short(name) for name in {**NAMED, text: rules}}, text)
    return (
        f'<form class="row" action="/rules"><label>Rule set <select name="rules" id="chosen">'
        f'{names}</select></label><noscript><button type="submit">Show</button></noscript>'
        f'<button type="button" id="use" hidden>Play by these rules</button></form>'
    )


def _short(name: str) -> str:
    """Return a rule set's name with its contracts, such as "wikipedia (9-5-2)"."""
    return f"{name} ({'-'.join(map(str, parse_rules(name).contracts))})"


def _tips() -> str:
    tips = ""
    for tip in TIPS:
        example = say("For example: {example} ({source})", example=Term(tip.example), source=Term(tip.source))
        tips += f'<h3 id="{tip.key}">{escape(tip.title)}</h3><p>{sentence(tip.words)}</p>'
        tips += f'<p class="soft">{sentence(example)}</p>'
    sources = Term("; ".join(f"{short}: {name}" for short, name in TIP_SOURCES.items()))
    return f'{tips}<p class="soft">{escape(say("Sources: {sources}.", sources=sources))}</p>'


def _fields(rules: RuleSet) -> str:
    about = "The fields of this rule set. You can change every field."
    return f'<p class="soft">{about}</p><div class="scroll">{fields_table(rules).html}</div>'


def settings_page(request: Request) -> Response:
    """Return the settings page. The browser stores the settings."""
    usual = say("{level} (default)", level=Term(PLAYERS_AT[UNKNOWN][1]))
    body = filled(
        "settings_page.html",
        NAME_LENGTH=str(NAME_LENGTH),
        LEVELS=options({level: level for level in LEVELS}),
        LEVEL_NOTES=descriptions(LEVEL_NOTES),
        RULE_SETS=options({name: _short(name) for name in NAMED}),
        OPPONENTS=options({"": usual} | {level.value: PLAYERS_AT[level][1] for level in Level}),
    )
    return page("Settings", "/settings", "settings_page.js", styles=("pages.css", "settings_page.css"), body=body)


def forget(request: Request) -> Response:
    """Clear the browser's name, without which the browser's match cannot be found."""
    request.session.clear()
    return answer(Done())
