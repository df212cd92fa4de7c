"""The pages that only tell: the rules in plain words with advice for beginners and the keys; the settings."""

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
from ninefivetwo.words.figures import Column, TextTable
from ninefivetwo.words.opponents import PLAYERS
from ninefivetwo.words.rules_words import fields_table, rules_sections
from ninefivetwo.words.strategy import SOURCES, TIPS

#: Where, which key, what it does.
KEYS = (
    ("everywhere", "Tab", "to the next thing that can be pressed"),
    ("everywhere", "Enter", "press it"),
    ("everywhere", "Esc", "close a note or a question; stop work"),
    ("a hand", "← → Home End", "from card to card"),
    ("a hand", "Enter, space", "play the card, or pick it for the discard or a gift"),
    ("a turn", "S H D C N", "call spades, hearts, diamonds, clubs or no-trump"),
    ("a turn", "Enter", "outside the hand: discard or give what is picked"),
    ("a match", "Enter", "play now; go on"),
    ("a match", "?", "a hint"),
    ("a match", "U", "undo"),
    ("a match", "!", "claim the rest"),
    ("a match", "T", "try again what went wrong"),
    ("a match", "N", "the next deal, a new match, or back"),
    ("a match", "R", "review the deal"),
    ("a match", "M", "review the match"),
    ("a drill", "N", "the next problem"),
    ("a drill", "C", "all cards, once it is answered"),
    ("a drill", "← →", "a card back or on"),
    ("an analysis", "?, Enter", "what to do"),
    ("an analysis", "U", "a card back"),
    ("an analysis", "N", "the next card that was played"),
    ("an analysis", "L", "back to the cards that were played"),
    ("an analysis", "V", "every card's value, shown or hidden"),
    ("a review", "← → Home End", "a step back or on, to the first or the last"),
    ("a review", "M", "the next mistake"),
    ("a review", "T", "turn the table: the next player sits below"),
)


USUAL = "wikipedia"


def routes() -> list[Route]:
    """The rules, each part with an anchor of its own; the settings, and what forgets the browser's name."""
    return [
        Route("/rules", rules_page),
        Route("/settings", settings_page),
        Route("/api/forget", forget, methods=["POST"]),
    ]


def rules_page(request: Request) -> Response:
    """The rule set that is asked for.  Raises RulesError for one that is none."""
    rules = parse_rules(request.query_params.get("rules", USUAL))
    parts = [
        (section.key, section.title, "".join(f"<p>{sentence(text)}</p>" for text in section.texts))
        for section in rules_sections(rules)
    ]
    parts += [("strategy", "Strategy for beginners", _tips()), ("fields", "Field by field", _fields(rules))]
    parts += [("keys", "Keys", TextTable([Column(name) for name in ("where", "key", "what it does")], KEYS).html)]
    links = "".join(f'<li><a href="#{key}">{escape(title)}</a></li>' for key, title, _ in parts)
    sections = "".join(
        f'<section id="{key}" aria-labelledby="t-{key}"><h2 id="t-{key}">{escape(title)}</h2>{content}</section>'
        for key, title, content in parts
    )
    body = (
        f'{_choice(rules)}<div class="rules"><aside aria-label="Contents"><ol>{links}</ol></aside>'
        f"<div>{sections}</div></div>"
    )
    return page("Rules", "/rules", "rules.js", styles=("rules.css",), body=body)


def _choice(rules: RuleSet) -> str:
    """The choice of a rule set, and how to play by the one that is shown."""
    text = rules_text(rules)
    names = [*NAMED] if text in NAMED else [*NAMED, text]
    options = "".join(
        f'<option{" selected" if name == text else ""} value="{escape(name)}">{escape(_short(name))}</option>'
        for name in names
    )
    return (
        '<form class="row" action="/rules"><label>Rules of <select name="rules" id="chosen">'
        f'{options}</select></label><button type="submit">Show</button>'
        '<button type="button" id="use" hidden>Play by these rules</button></form>'
    )


def _short(name: str) -> str:
    """A rule set's name with its contracts: wikipedia (9-5-2)."""
    return f"{name} ({'-'.join(map(str, parse_rules(name).contracts))})"


def _tips() -> str:
    tips = "".join(
        f'<h3 id="{tip.key}">{escape(tip.title)}</h3><p>{sentence(tip.words)}</p>'
        f'<p class="soft">For example: {sentence(tip.example)} ({tip.source})</p>'
        for tip in TIPS
    )
    sources = "; ".join(f"{short}: {name}" for short, name in SOURCES.items())
    return f'{tips}<p class="soft">Sources: {escape(sources)}.</p>'


def _fields(rules: RuleSet) -> str:
    return (
        "<details><summary>What makes up this rule set, and can be changed</summary>"
        f"{fields_table(rules).html}</details>"
    )


def settings_page(request: Request) -> Response:
    """What a person chooses for himself among; all of it is kept in his browser, so the server only draws the page."""
    data: dict[str, object] = {
        "levels": LEVELS,
        "rules": {name: "-".join(map(str, named.rules.contracts)) for name, named in NAMED.items()},
        "opponents": [["", f"{PLAYERS[UNKNOWN][1]}, as usual"], *([level.value, PLAYERS[level][1]] for level in Level)],
        "name_length": NAME_LENGTH,
    }
    return page("Settings", "/settings", "settings_page.js", data, styles=("settings_page.css",))


def forget(request: Request) -> Response:
    """Take the browser's name from it: a match under way in it is not found again."""
    request.session.clear()
    return answer({})
