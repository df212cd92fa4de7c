"""Sentences stand where they are said, and the values beside a sentence are those of its places."""

import re

import pytest

from ninefivetwo.cards import RANKS, Card, Trump
from ninefivetwo.web.page_files import source
from ninefivetwo.words.template import called, rank_word
from tools.sentences import in_python, in_script, main, sentences

ALL = [*sentences()]


def test_each_place_of_a_sentence_has_its_value():
    said = [each for each in ALL if each.given is not None]
    assert len(said) > 150 and {"words", "web"} <= {each.place.partition("/")[0] for each in ALL}
    assert not [each for each in said if each.places != each.given]


@pytest.mark.parametrize(
    ("source", "name"),
    [('say("{player} won.", winner=x)', "a.py"), ('say("{n} of {all}", {n, each: f(a, b)})', "a.js")],
)
def test_a_value_that_no_place_takes_is_found(source, name, tmp_path, monkeypatch):
    (tmp_path / name).write_text(source)
    monkeypatch.setattr("tools.sentences.SOURCE", tmp_path)
    (found,) = (in_python if name == "a.py" else in_script)(tmp_path / name)
    assert found.place == f"{name}:1" and found.places != found.given


def test_a_sentence_that_is_no_literal_is_refused(tmp_path, monkeypatch):
    (tmp_path / "a.py").write_text("\nsay(words, player=x)")
    monkeypatch.setattr("tools.sentences.SOURCE", tmp_path)
    with pytest.raises(ValueError, match=r"^a\.py:2: the sentence is not a literal$"):
        [*in_python(tmp_path / "a.py")]


def test_the_list_can_be_searched(capsys):
    main("First steps, {number}")
    assert re.fullmatch(r"web/page/coach\.js:\d+: First steps, \{number\} of \{all\}\n", capsys.readouterr().out)


def test_scripts_and_python_call_the_cards_by_the_same_words():
    words = re.search(r"WORD = .*?\}\);", source("table/dom.js"), re.DOTALL)[0]
    by_letter = {rank: rank_word(Card.parse("S" + rank)) for rank in RANKS} | {d.letter: str(called(d)) for d in Trump}
    written = dict(re.findall(r'\b([A-Z]): "([^"]+)"', words))
    assert {letter: written.get(letter, letter) for letter in by_letter} == by_letter
