"""Sentences are templates whose places hold names, cards, amounts and terms, never words with a verb."""

import re

import pytest
from commands import run

from ninefivetwo.words.template import Amount, CardWords, Name, Placed, Template, Term
from tools.sentences import sentences

#: The kind of value in each place, by the place's name.
PLACES = {
    **dict.fromkeys("giver left_player other player players right_player winner winners".split(), Name),
    **dict.fromkeys("held kitty likely other_card second shown third winning_card".split(), CardWords),
    **dict.fromkeys(
        (
            "accuracy all amount batches best chance chances claims contract date dealer deals decisions due "
            "error errors fewer found goal high highest last left less line low matches new number numbers "
            "otherwise points rate rating reviews right rows scores seed share stages target time tricks trumps "
            "within"
        ).split(),
        Amount,
    ),
    **dict.fromkeys(
        (
            "action address calls checksum code command event file first key kind kinds later level levels "
            "likeness link mode names one opponents origin other_level phase place rank reason record rules sign "
            "size source sources stage suit suits term theme title trump verdict version weakness"
        ).split(),
        Term,
    ),
    **dict.fromkeys("back card cards gifts other_plays plays".split(), CardWords | Amount),
    **dict.fromkeys("better choices chosen".split(), CardWords | Term),
    **dict.fromkeys("choice example worlds".split(), CardWords | Amount | Term),
}
#: A deal at the table, typed as far as the first trick.
ANSWERS = "\nleft\nD:-2 L:+2 R:0\n\nKJT3.AJ94.K86.QJ965\nC5 H4\nCA HQ\nS\nCQ 2\nK\n"
VERBS = re.compile(r"\b(is|are|was|were|has|have|wins?|loses?|makes?|takes?|gives?|costs?|would|will|can)\b")


def test_every_place_of_every_sentence_has_a_kind():
    of_python = [each for each in sentences() if ".py:" in each.place]
    assert not [(each.place, each.places - set(PLACES)) for each in of_python if each.places - set(PLACES)]


@pytest.mark.usefixtures("shared_reviews")
def test_a_place_holds_what_its_kind_says(monkeypatch, tmp_path):
    """Over advice, a review, a record and drills in the terminal's words."""
    filled = []
    fill = Template.__call__
    monkeypatch.setattr(Template, "__call__", lambda self, **values: filled.append(values) or fill(self, **values))
    show_everywhere(tmp_path)
    assert len(filled) > 50
    for values in filled:
        for place, value in values.items():
            assert isinstance(value, PLACES[place]), (place, value)
            assert isinstance(value, Name) or not VERBS.search(value), (place, value)


def show_everywhere(folder):
    run("record", "show", "examples/friday.n52")
    run("review", "examples/friday.n52", "--fair-worlds", "4", "--all")
    run("advise", "discard", "AKJ94.Q83K2.KT53.A7642T", "--trump", "S", "--worlds", "40")
    run("advise", "trump", "AKJ94.Q83.KT5.A7642", "--worlds", "40", "--explain", "--like")
    run("advise", "play", "examples/holiday.n52", "--after", "30", "--worlds", "40", "--explain")
    run("advise", "exchange", "AKJ94.Q83.KT5.A7642", "--seat", "L", "--give", "D=1,R=2", "--worlds", "40")
    run("advise", "exchange", "AKJ9x.Q83.KT5.A7642", "--received", "left:C3", "--received", "right:SA")
    run("solve", "D:AQ2... K3.2.. .43.2.", "--moves", "--explain", "--trump", "S")
    run("rules")
    for drill in ("call S", "call N", "know 50", "play q", "give q", "discard q"):
        kind, answer = drill.split()
        run("drill", kind, "--number", "1", "--library", folder / f"{kind}{answer}.sqlite", stdin=f"{answer}\n")
    run("drill", "all", "--list", "--library", folder / "callS.sqlite")
    run("today", "--library", folder / "callS.sqlite")
    run("play", "--seed", "3", "--library", folder / "play.sqlite", stdin="log\nscore\nS\nD532 C2\nq\n")
    run("record", "check", "examples/holiday.n52")
    run("record", "fair", "examples/fair.n52")
    run("record", "new", folder / "new.n52", stdin=ANSWERS)
    for rules in ("952", "cat-pm", "sm", "bga over=5", "wiki deals=9 kitty_show=returned kitty_peek=yes"):
        run("rules", rules)


def test_a_template_agrees_with_its_subject():
    loses = Template("{player} {player:lose|loses} {tricks} with {player.whose} {cards}: {cards:it|they}.")
    one, two = CardWords("♥8", first=True), CardWords("♥8 3")
    assert loses(player=Name.you(), tricks=Amount("1 trick"), cards=one) == "You lose 1 trick with your ♥8: it."
    of_ann = loses(player=Name("Ann"), tricks=Amount("2 tricks"), cards=two)
    assert of_ann == "Ann loses 2 tricks with Ann's ♥8 3: they."
    assert isinstance(Name("Ann"), Placed)
