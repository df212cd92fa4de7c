"""What a player loses most by, added up from his reviews; and the problems that train it."""

from collections import Counter
from dataclasses import replace

import pytest
from commands import answer, refusal
from msgspec import structs
from test_drills import NOW, RULES, blunder, changed, of

from ninefivetwo.errors import DrillError
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game.records import File, record_of
from ninefivetwo.keep.drills.drills import Drills
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.keep.drills.weakness import (
    TRAINED_BY,
    Weakness,
    mined_for,
    mistaken,
    training,
    weakness_called,
    weaknesses,
)
from ninefivetwo.keep.library import Library, Query, record_id
from ninefivetwo.study import Phase, ProvenTheme, Theme, Why
from ninefivetwo.words.kept import PHASE_WORDS, THEME_WORDS

SOME = Estimate(1.0, 0.1, 20)


def themed(review, theme):
    """The review of the blunder with a theme named for it; none for None."""
    *others, last = review.decisions
    proven = () if theme is None else (ProvenTheme(theme, None, (), SOME, SOME, SOME, None, SOME),)
    why = Why(last.fair.best, SOME, proven, None, 20, 0, ())
    return structs.replace(review, decisions=[*others, structs.replace(last, why=why)])


BEFORE_PLAY = {Phase.EXCHANGE: "give", Phase.CALL: "call", Phase.DISCARD: "discard"}
PLAY = set(Phase) - set(BEFORE_PLAY)


def keep(library, theme, names=("Ann", "Bob", "Cy")):
    problem, match, review = blunder()
    match, review = replace(match, names=names), themed(review, theme)
    library.add_records(str(File.of([record_of(match)])), "test")
    library.add_review(record_id(match), "test", review)
    return problem, names[problem.seat]


def test_every_theme_has_words_and_problems():
    """Words of its own, not those of the code; and a problem of some kind trains it."""
    assert set(THEME_WORDS) == set(Theme) and set(PHASE_WORDS) == set(Phase)
    words = Counter([*THEME_WORDS.values(), *PHASE_WORDS.values()])
    assert set(words.values()) == {1} and THEME_WORDS[Theme.TRUMPS_NOT_DRAWN] == "trumps drawn too late"
    known = {(name, theme) for name, kind in DRILL_KINDS.items() for theme in kind.themes}
    for theme in Theme:
        phases = set(BEFORE_PLAY) if theme.before_play else PLAY
        for phase in phases:
            each = Weakness(theme, frozenset({phase}), 1.0, 1)
            trained = {(kind, about) for kind, about in known if each.trained_by(kind, about)}
            assert {kind for kind, _ in trained} <= {BEFORE_PLAY.get(phase, "play")}
            assert trained or theme.before_play
        assert any(Weakness(theme, frozenset(phases), SOME, 1).trained_by(*one) for one in known)
    assert {about for themes in TRAINED_BY.values() for about in themes} <= {about for _, about in known}
    assert len({Weakness(theme, frozenset(), SOME, 1).name for theme in (*Theme, *Phase)}) == len(Theme) + len(Phase)


@pytest.mark.parametrize("theme", [Theme.TRUMPS_NOT_DRAWN, Theme.SUIT_OPENED, None])
def test_mistakes_are_added_up_by_what_the_reviews_name(library, theme):
    _problem, name = keep(library, theme)
    (found,) = weaknesses(library, name)
    phase = library.decisions(Query(name=name))[0].phase
    assert found.theme == (theme or phase) and found.phases == {phase} and found.mistakes == 1
    assert found.lost == SOME and found.kinds == {"play"}
    assert weakness_called(library, name, found.name) == found
    others = [each for each in ("Ann", "Bob", "Cy") if each != name]
    assert weaknesses(library, others[0]) == weaknesses(library, "nobody") == []
    with pytest.raises(DrillError, match="unknown weakness of"):
        weakness_called(library, others[0], found.name)


def test_what_is_lost_often_comes_first(library):
    problem, name = keep(library, Theme.SUIT_OPENED)
    for event in range(2):  # the same deal under other names of the others is another record
        names = tuple(name if seat == problem.seat else f"P{event}{seat}" for seat in range(3))
        keep(library, Theme.TRUMPS_NOT_DRAWN, names)
    first, second = weaknesses(library, name)
    assert (first.theme, first.mistakes) == (Theme.TRUMPS_NOT_DRAWN, 2) and str(first.lost) == "2.00 ± 0.14"
    assert (second.theme, second.mistakes) == (Theme.SUIT_OPENED, 1)


def test_a_weakness_is_trained_by_problems_of_its_theme(library):
    _problem, name = keep(library, Theme.TRUMPS_NOT_DRAWN)
    (weakness,) = weaknesses(library, name)
    drills = Drills(library)
    drawing = {each.id for each in of("play") if each.theme == "draw trumps"}
    assert training(drills, library, name, weakness) == drawing
    ((own, _, _),) = mistaken(library, name)
    other = next(each for each in of("play") if each.theme == "draw trumps")
    drills.add(changed(other, source="mistake", margin=0.3))
    assert own not in drawing and training(drills, library, name, weakness) == drawing
    assert drills.next("play", NOW, among=drawing).id in drawing


def test_new_problems_are_mined_for_a_weakness():
    weakness = Weakness(Theme.TRUMPS_NOT_DRAWN, frozenset({Phase.LEAD}), 1.0, 1)
    found = list(mined_for(weakness, RULES, 100, 2))
    assert len(found) == 2
    assert {each.theme for each in found if each is not None} <= {"draw trumps"}
    any_play = Weakness(Phase.FOLLOW, frozenset({Phase.FOLLOW}), 1.0, 1)
    assert any(each is not None for each in mined_for(any_play, RULES, 100, 6))


def test_the_terminal_names_the_weakness_that_it_trains(tmp_path):
    path = tmp_path / "library.sqlite"
    with Library(path) as library:
        _, name = keep(library, Theme.TRUMPS_NOT_DRAWN)
    told = answer("drill", "all", "--weak", name, "--library", path, stdin="q\n")
    assert f"Biggest weaknesses of {name}:\n- trumps drawn too late: 1.00 ± 0.10 tricks lost in 1 decision\n" in told
    assert "The puzzles train this weakness: trumps drawn too late.\n" in told and "play, difficulty" in told
    other = next(each for each in ("Ann", "Bob", "Cy") if each != name)
    assert f"no weakness of {other} is known" in refusal("drill", "all", "--weak", other, "--library", path)
