"""Sentences are templates whose places hold names, cards, amounts and terms, never words with a verb."""

import importlib
import pkgutil
import re

import pytest

import ninefivetwo.words
from ninefivetwo.words.template import Amount, CardWords, Name, Placed, Template, Term

#: The kind of value in each place, by the place's name.
PLACES = {
    **dict.fromkeys(("player", "players", "other", "winner", "winners"), Name),
    **dict.fromkeys(("card", "cards", "back", "gifts", "plays"), CardWords | Amount),
    **dict.fromkeys(("number", "tricks", "points", "scores", "chance", "deals"), Amount),
    **dict.fromkeys(("trump", "level", "levels", "stage", "action"), Term),
    # The rules, a match, drills.
    **dict.fromkeys(("giver", "left_player", "right_player"), Name),
    **dict.fromkeys(("held", "kitty", "shown", "second", "third", "winning_card"), CardWords),
    **dict.fromkeys(("dealer", "left", "right", "numbers"), Amount),
    **dict.fromkeys(("first", "later", "rules", "source", "code", "other_level"), Term),
    **dict.fromkeys(("stages", "last", "line", "due", "highest", "claims"), Amount),
    **dict.fromkeys(("names", "reason", "version", "theme", "calls"), Term),
    **dict.fromkeys(("other_plays",), CardWords | Amount),
    # Advice.
    **dict.fromkeys(("choice", "choices"), CardWords | Term),
    **dict.fromkeys(("other_card", "likely"), CardWords),
    **dict.fromkeys(("goal", "amount", "chances", "trumps", "within", "otherwise"), Amount),
    **dict.fromkeys(("opponents", "suit", "suits", "likeness", "calls", "rules", "command", "sign"), Term),
    # Surveys, settings and the page.
    **dict.fromkeys(("batches", "rows", "rate", "time"), Amount),
    **dict.fromkeys(("file", "address", "reason", "checksum"), Term),
    # Reviews, verdicts, the library, pictures.
    **dict.fromkeys(("better", "chosen"), CardWords | Term),
    **dict.fromkeys(("fewer", "less", "target", "share", "matches"), Amount),
    **dict.fromkeys(("one", "origin", "size", "event", "record", "place"), Term),
    # Pages.
    **dict.fromkeys(("all", "best", "new", "right", "left", "dealer", "contract", "accuracy", "rating"), Amount),
    **dict.fromkeys(
        ("decisions", "reviews", "found", "low", "high", "date", "seed", "error", "errors", "worlds"), Amount
    ),
    **dict.fromkeys(("rank", "mode", "code", "link", "title", "source", "sources", "key", "kind", "kinds"), Term),
    **dict.fromkeys(("verdict", "weakness", "phase", "term", "example"), Term),
}
#: A deal at the table, typed as far as the first trick.
ANSWERS = "\nleft\nD:-2 L:+2 R:0\n\nKJT3.AJ94.K86.QJ965\nC5 H4\nCA HQ\nS\nCQ 2\nK\n"
VERBS = re.compile(r"\b(is|are|was|were|has|have|wins?|loses?|makes?|takes?|gives?|costs?|would|will|can)\b")


def found(value):
    """The templates in a module's value, be it in a table of them."""
    if isinstance(value, Template):
        yield value
    elif isinstance(value, dict):
        yield from (each for one in value.values() for each in found(one))
    elif isinstance(value, tuple | list):
        yield from (each for one in value for each in found(one))


def templates():
    for module in pkgutil.iter_modules(ninefivetwo.words.__path__, "ninefivetwo.words."):
        for name, value in vars(importlib.import_module(module.name)).items():
            yield from ((f"{module.name}.{name}", each) for each in found(value))


def test_every_place_of_every_template_has_a_kind():
    all_places = {place: name for name, template in templates() for place in template.places}
    assert not {place: name for place, name in all_places.items() if place not in PLACES}
    assert len(all_places) > 15, "the templates were not found"


def test_a_place_holds_what_its_kind_says(monkeypatch, shown_everywhere):
    """Over advice, a review, a record and drills in the terminal's words."""
    filled = []
    fill = Template.__call__
    monkeypatch.setattr(Template, "__call__", lambda self, **values: filled.append(values) or fill(self, **values))
    shown_everywhere()
    assert len(filled) > 50
    for values in filled:
        for place, value in values.items():
            assert isinstance(value, PLACES[place]), (place, value)
            assert isinstance(value, Name) or not VERBS.search(value), (place, value)


@pytest.fixture
def shown_everywhere(tmp_path):
    from commands import run

    def show():
        run("record", "show", "examples/friday.n52")
        run("review", "examples/friday.n52", "--fair-worlds", "40", "--all")
        run("advise", "discard", "AKJ94.Q83K2.KT53.A7642T", "--trump", "S", "--worlds", "40")
        run("advise", "trump", "AKJ94.Q83.KT5.A7642", "--worlds", "40", "--explain", "--like")
        run("advise", "play", "examples/holiday.n52", "--after", "30", "--worlds", "40", "--explain")
        run("advise", "exchange", "AKJ94.Q83.KT5.A7642", "--seat", "L", "--give", "D=1,R=2", "--worlds", "40")
        run("advise", "exchange", "AKJ9x.Q83.KT5.A7642", "--received", "left:C3", "--received", "right:SA")
        run("solve", "D:AQ2... K3.2.. .43.2.", "--moves", "--explain", "--trump", "S")
        run("rules")
        for kind, answer in (
            ("call", "S"),
            ("call", "N"),
            ("know", "50"),
            ("play", "q"),
            ("give", "q"),
            ("discard", "q"),
        ):
            run("drill", kind, "--number", "1", "--library", tmp_path / f"{kind}{answer}.sqlite", stdin=f"{answer}\n")
        run("drill", "all", "--list", "--library", tmp_path / "callS.sqlite")
        run("today", "--library", tmp_path / "callS.sqlite")
        run("play", "--seed", "3", "--library", tmp_path / "play.sqlite", stdin="log\nscore\nS\nD532 C2\nq\n")
        run("record", "check", "examples/holiday.n52")
        run("record", "fair", "examples/fair.n52")
        run("record", "new", tmp_path / "new.n52", stdin=ANSWERS)
        for rules in ("952", "cat-pm", "sm", "bga over=5", "wiki deals=9 kitty_show=returned kitty_peek=yes"):
            run("rules", rules)

    return show


def test_a_template_agrees_with_its_subject():
    loses = Template("{player} {player:lose|loses} {tricks} with {player.whose} {cards}: {cards:it|they}.")
    one, two = CardWords("♥8", first=True), CardWords("♥8 3")
    assert loses(player=Name.you(), tricks=Amount("1 trick"), cards=one) == "You lose 1 trick with your ♥8: it."
    assert (
        loses(player=Name("Ann"), tricks=Amount("2 tricks"), cards=two) == "Ann loses 2 tricks with Ann's ♥8 3: they."
    )
    assert loses.places == ["player", "tricks", "cards"]
    assert isinstance(Name("Ann"), Placed)
