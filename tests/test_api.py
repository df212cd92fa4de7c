"""The calls that programs begin with: the same answers as the packages below and the commands give, printed alike, and
every wrong argument refused.
"""

import math
import re
from html import unescape
from pathlib import Path

import pytest
from commands import answer

import ninefivetwo as n
from ninefivetwo.codec import encode, parse
from ninefivetwo.env import env
from ninefivetwo.game import Situation
from ninefivetwo.think.advise import Question, advise
from ninefivetwo.think.playouts.opponents import PEOPLE

HAND = "AKJ94.Q83.KT5.A7642"
TWENTY = "AKJ94.Q83K2.KT53.A7642T"
ENDING = "D:3..A.AQ A.2..K3 2.45..2"
HOLIDAY, MATCH = "examples/holiday.n52", "tests/data/match.n52"
FEW, FEWER = n.Limits(worlds=24, seed=7), n.Limits(worlds=4, seed=7)
RULES = n.parse_rules("wikipedia")
LAYOUT = next(n.random_deals(1))
DEAL = n.Deal.start(RULES, LAYOUT)
START = n.UndealtMatch(RULES, ("Ann", "Bob", "Cy"))
D, L, R = n.Seat
SA = n.Card.parse("SA")

#: Each kind of choice: as text, as values, and the choice that is compared.
MOMENTS = {
    "call": ((HAND,), dict(seat="dealer"), dict(seat=D), "H", n.Call(D, n.Trump.HEARTS)),
    "discard": (
        (TWENTY,),
        dict(trump="S", rules="wikipedia"),
        dict(trump=n.Trump.SPADES, rules=RULES),
        "C7642",
        n.Discard(D, n.Hand.parse("...7642")),
    ),
    "give": (
        (HAND, "give"),
        dict(seat="left", previous_results=(-1, 1, 0)),
        dict(seat=L, previous_results=(-1, 1, 0)),
        "C2",
        n.Give.of(L, {D: n.Hand.of("C2")}),
    ),
    "play": (
        ("KJT3.AJ94.K86.QJ965",),
        dict(trump="S", played="CQ C2 CA / D7 6 2 / DT"),
        dict(trump=n.Trump.SPADES, played=tuple(map(n.Card.parse, "CQ C2 CA D7 D6 D2 DT".split()))),
        "DK",
        n.Play(L, n.Card.parse("DK")),
    ),
}


@pytest.mark.parametrize("kind", MOMENTS)
def test_advice_is_the_advisers_on_the_same_view(kind):
    (hand, *due), text, values, choice, action = MOMENTS[kind]
    asked = n.advise(hand, *due, **text, compare=choice, limits=FEW)
    assert n.advise(n.Hand.parse(hand), *due, **values, compare=action, limits=FEW) == asked
    seat = {"seat": L} if kind == "play" else {}  # whose turn it is follows from the cards played
    told = Situation.of(hand, **text | seat)
    assert n.advise(told, kind, compare=choice, limits=FEW) == asked
    view = told.view(type(action))
    assert n.advise(view, compare=action, limits=FEW) == asked
    assumed = n.Assumptions(opponents=PEOPLE)
    assert advise(Question(view, FEW, n.Objective(), assumed, action)) == asked
    assert asked.own.action == action or action.card in asked.own.details.cards
    assert n.advise(view, kind, limits=FEWER) != n.advise(view, kind, limits=n.Limits(worlds=4, seed=8))


@pytest.mark.parametrize(
    ("hand", "known", "choice"),
    [
        ("AKQJT98765432.-.432.-", {}, n.Call(D, n.Trump.SPADES)),  # thirteen of a suit, two voids
        ("AKQJ.AKQJ.AKQJ.AKQJ", {"rules": "952", "compare": "N"}, n.Call(D, n.Trump.NO_TRUMP)),
        ("-.AKQJT98765432.AKQJ.AKQ", {"trump": "H"}, None),
        ("-.AKQJT98765432.AKQ.-", {"trump": "S"}, None),  # sixteen without trump, to lead
    ],
)
def test_freak_hands_are_advised_on(hand, known, choice):
    found = n.advise(hand, **known, limits=FEW)
    assert choice in (None, found.recommended.action)
    assert printed(found) and found.recommended.value.mean > (10 if choice else 1)


def read(file, *options):
    return parse(answer("review", file, "--json", *options))


def without_words(value):
    """A document as JSON has it, without the sentences that commands add."""
    found = {name: part for name, part in value.items() if name != "words"}
    return found | ({"deals": list(map(without_words, found["deals"]))} if "places" in found else {})


@pytest.mark.usefixtures("shared_reviews")
def test_reviews_are_those_of_the_command():
    """Both ask for the same review, and write it alike."""
    both = n.review_match(Path(MATCH), limits=FEWER)
    assert parse(encode(both)) == without_words(read(MATCH, "--fair-worlds", 4, "--seed", 7))
    second, alone = n.review(MATCH, 2, limits=FEWER), n.review(HOLIDAY, limits=None)
    assert second == both.deals[1]
    assert str(both).startswith("computer players, 2 deals, wikipedia. Avoidable losses assume")
    match = n.read_file(Path(HOLIDAY).read_text()).records[0].match
    assert parse(encode(alone)) == without_words(read(HOLIDAY, "--no-fair"))
    assert n.review(match, limits=None).decisions == alone.decisions
    for found in (both, second, alone):
        assert printed(found)


@pytest.mark.usefixtures("shared_reviews")
def test_what_is_printed_is_what_the_commands_print():
    """Except the score, the hint how to go on, and the mark of the choice in a table."""
    told = answer("advise", "trump", HAND, "--worlds", 24, "--seed", 7)
    assert told.startswith(str(n.advise(HAND, limits=FEW)).partition("\n\n")[0])
    told = answer("review", HOLIDAY, "--no-fair").splitlines()
    lines = [line for line in str(n.review(HOLIDAY, limits=None)).splitlines() if not re.search("   |──", line)]
    assert len(lines) > 8 and set(lines) <= {*told, ""}


def printed(value):
    """What a value prints: lines of 80 characters at most.  HTML has the words of all but the headings, and no markup
    but its own.
    """
    assert max(map(len, str(value).splitlines())) <= 80
    html = value._repr_html_()
    assert set(re.findall(r"</?(\w+)", html)) <= {"p", "table", "thead", "tbody", "tr", "th", "td"}
    text = " ".join(unescape(re.sub("<[^>]+>", " ", html)).split())
    for line in re.sub(r"\n\n(.+\n)+─+", "", str(value)).splitlines():
        if not line.startswith(("Tricks lost, with", "Accuracy (", "Costliest ")):
            assert " ".join(line.removeprefix(" - ").split()) in text
    return text


def test_names_are_text_in_html():
    """Also a name that is markup; and a match in which nobody has won."""
    played = n.play_match({"<b>": "rule", "</td>": "random", "Ann & Bob": "rule"}, 1, seed=3)
    assert printed(played).startswith("1 deal, wikipedia, seed 3: no match was") and str(played).count("<b>") == 1
    found = n.review(played.deals[0], limits=None)
    assert "<b>" in printed(found) and "Ann & Bob" in printed(n.MatchReview.of([found]))


LEVELS = {"Ann": "rule", "Bob": "rule", "Cy": "rule"}


class Mine(n.Player):
    def act(self, view):
        return next(view.due_turn.actions())


def opened():
    table = env()
    table.reset(seed=1)
    return table.unwrapped


#: What is called, with what; and what the message says, if it is not "invalid" with the name of the argument.
WRONG = [
    (n.Limits, {"worlds": -5}, "number of worlds: -5 .expected 1 to"),
    *((n.Limits, {"worlds": wrong}, None) for wrong in ("7", True, 2.5, None)),
    *((n.Limits, {"seconds": wrong}, None) for wrong in ("x", math.nan, -1, True)),
    *((n.Limits, {"threads": wrong}, None) for wrong in (0, True, "2")),
    *((n.Limits, {"seed": wrong}, None) for wrong in (-1, 1.5, "x")),
    (n.Limits, {"progress": 5}, None),
    (n.Limits, {"token": 5}, None),
    (n.Situation, {"rules": "wikipedia", "seat": D, "hand": n.Hand()}, "invalid rules"),
    (n.Situation, {"rules": RULES, "seat": 0, "hand": n.Hand()}, "invalid seat"),
    (n.Situation, {"rules": RULES, "seat": D, "hand": HAND}, "invalid hand"),
    *((Situation.of, {"hand": HAND, "gave": wrong}, "invalid gave") for wrong in (5, ["left"], {"left": 5}, {7: "SA"})),
    *(
        (Situation.of, {"hand": HAND, "previous_results": w}, "previous_results")
        for w in (5, (1, 2), "abc", (0, 0, "0"))
    ),
    *((Situation.of, {"hand": HAND, "played": wrong}, "played|not (a )?card") for wrong in (5, [5], "zz")),
    *((Situation.of, {"hand": HAND, "trump": wrong}, "trump|denomination") for wrong in (9, 1.5, "x", True)),
    (Situation.of, {"hand": HAND, "discarded": "SA SA"}, "card twice"),
    *((n.Hand, {"cards": wrong}, "not a set of cards") for wrong in (HAND, -1, 1 << 13, 1 << 70, True, 1.0, None)),
    *((n.Hand.of, {"cards": wrong}, "card") for wrong in ("SA SA", [SA, "SA"], 5, [5], "zz")),
    *((n.Hand.parse, {"text": wrong}, "hand|text|card twice") for wrong in (5, None, "AK", "AA...", "AK…")),
    *((n.Card, {"suit": wrong, "rank": 3}, "not a suit") for wrong in ("S", 0, None)),
    *((n.Card, {"suit": n.Suit.SPADES, "rank": wrong}, "invalid rank") for wrong in (13, -1, True, "A")),
    *((n.Card.parse, {"text": wrong}, "card|text") for wrong in (5, "XX", "")),
    *((n.Trump.of, {"value": wrong}, "unknown denomination") for wrong in (9, "x", None, True, 1.0)),
    *((n.Seat.of, {"value": wrong}, "unknown seat") for wrong in (9, "up", None, False, 1.0)),
    *((kind, {"value": "zzz"}, "unknown ") for kind in (n.Suit, n.Trump, n.Seat, n.Level, n.Utility)),
    (n.Hints, {"known": 5}, None),
    (n.Hints, {"kitty": "SA"}, None),
    *((n.Assumptions, {name: "club"}, None) for name in ("hints", "likelihood", "opponents")),
    *((n.Objective, {name: "tricks"}, None) for name in ("utility", "match_score")),
    (n.Opponents, {"dealer": "club", "left": n.Level.CLUB, "right": n.Level.CLUB}, "invalid dealer"),
    *((n.MatchScore, {"score": wrong}, "score") for wrong in (5, (1, 2, 3), (0, 0), "abc")),
    *((n.MatchScore, {"number": wrong}, "number|deal 0") for wrong in (0, "x", True)),
    (n.Give, {"seat": L, "cards": (1, 2, 3)}, "invalid cards"),
    *((n.Give.of, {"seat": L, "gifts": w}, "invalid gifts") for w in (5, {"left": n.Hand()}, {D: "SA"})),
    (n.Look, {"seat": 0, "answer": True}, "invalid seat"),
    (n.Look, {"seat": D, "answer": 1}, None),
    *((n.Call, {"seat": D, "trump": wrong}, "invalid trump") for wrong in ("S", 0, None)),
    (n.Discard, {"seat": D, "cards": "SA"}, "invalid cards"),
    (n.Play, {"seat": D, "card": "SA"}, "invalid card"),
    *((n.Unseen, {"number": wrong}, None) for wrong in (-1, "x")),
    (n.Layout, {"dealer": "A...", "left": n.Hand(), "right": n.Hand()}, "invalid dealer"),
    *((n.Layout.parse, {"text": wrong}, "text|layout|hand") for wrong in (5, "zz", "D:A... K...")),
    (n.Position, {"layout": "x"}, None),
    (n.Position, {"layout": LAYOUT, "lead": 9}, "invalid lead"),
    (n.Position, {"layout": LAYOUT, "table": "SA"}, "invalid table"),
    *((n.Deal.start, {"rules": wrong, "layout": LAYOUT}, "invalid rules") for wrong in ("wikipedia", None)),
    (n.Deal.start, {"rules": RULES, "layout": "x"}, "invalid layout"),
    *(
        (n.Deal.start, {"rules": RULES, "layout": LAYOUT, "previous_results": w}, "previous")
        for w in (5, (1, 2), "abc")
    ),
    *((DEAL.after, {"event": wrong}, "not an event|not due") for wrong in (5, "SA", None, n.Play(L, SA))),
    *((DEAL.seen_by, {"seat": wrong}, None) for wrong in (9, "left", 0)),
    (n.UndealtMatch, {"rules": "wikipedia"}, None),
    *((n.UndealtMatch, {"rules": RULES, "names": wrong}, "names") for wrong in (("a", "b"), ("a", "b", 3), "abc")),
    *((START.dealt, {"layout": wrong}, None) for wrong in (5, "x")),
    (n.Match, {"rules": RULES, "deal": 5}, "invalid deal"),
    (START.dealt(LAYOUT).after, {"action": 5}, "not an event"),
    *((n.RuleSet, {"name": wrong, "target": 9}, "unknown rule set|invalid name") for wrong in (5, "mine")),
    *((n.RuleSet, {"name": "bga", "contracts": wrong, "target": 9}, "contracts") for wrong in ((1, 2, 3), 5, (9, 5))),
    *(
        (n.parse_rules, {"text": wrong}, "text|unknown rule set|target")
        for wrong in (5, None, "zzz", "wikipedia target=x")
    ),
    *((n.read_file, {"text": wrong}, None) for wrong in (5, None, b"x")),
    (n.record_of, {"match": 5}, None),
    *(
        (n.record_of, {"match": START.dealt(LAYOUT), "tags": w}, "tag")
        for w in (5, {"Event": 5}, {3: "x"}, {"Deal": "x"})
    ),
    *((n.random_deals, {"seed": wrong}, None) for wrong in ("x", -1, True, 1.5)),
    *((n.deals_where, {"condition": wrong, "seed": 1}, "condition") for wrong in (3, None, "zz")),
    *((n.deals_where, {"condition": "hcp(left) > 9", "seed": w}, "invalid seed") for w in ("x", -1)),
    *((n.deals_where, {"condition": "hcp(left) > 9", "seed": 1, "tries": w}, "invalid tries") for w in (0, "x")),
    *((n.solve, {"layout": wrong}, "layout|hands") for wrong in (5, "zz", None)),
    *((n.solve, {"layout": ENDING, "trumps": wrong}, "unknown denomination") for wrong in (7, "x", [7], None)),
    *((n.solve, {"layout": ENDING, "lead": wrong}, "unknown seat") for wrong in (9, "up", None)),
    *((n.solve, {"layout": ENDING, "table": wrong}, "card") for wrong in (5, "zz", [5])),
    *((n.solve, {"layout": ENDING, "memory": wrong}, None) for wrong in ("x", -1)),
    *((n.solve, {"layout": ENDING, "seconds": wrong}, None) for wrong in ("x", -1, math.nan)),
    *((n.solve_moves, {"layout": ENDING, "trump": wrong}, "unknown denomination") for wrong in (9, "x")),
    *((n.best_line, {"layout": ENDING, "trump": "N", "seat": wrong}, "unknown seat") for wrong in (9, "up")),
    *(
        (n.can_force, {"layout": ENDING, "trump": "N", "seat": D, "tricks": w}, "invalid tricks")
        for w in ("x", 1.5, None)
    ),
    *((n.best_discard, {"layout": wrong, "trump": "S"}, "layout") for wrong in (5, "x")),
    (n.best_discard, {"layout": ENDING, "trump": "S", "exact": "x"}, "invalid exact"),
    *((n.solve_batch, {"layouts": wrong}, None) for wrong in (5, None)),
    *((n.solve_batch, {"layouts": [ENDING], "threads": wrong}, "invalid threads") for wrong in (0, "x")),
    (lambda **layout: list(n.solve_batch([layout["layout"]])), {"layout": 5}, None),
    *((n.Solver, {"memory": wrong}, None) for wrong in ("x", -1)),
    (n.Solver().solve, {"position": ENDING}, None),
    *((n.review, {"source": wrong}, None) for wrong in (5, None, b"x")),
    (n.review, {"source": "README.md"}, "README.md"),
    (n.review, {"source": MATCH}, "2 deals .expected deal=N"),
    *((n.review, {"source": HOLIDAY, "deal": wrong}, "deal") for wrong in (0, True, 2, "x")),
    (n.review, {"source": START.dealt(LAYOUT), "deal": 1}, "deal=1 cannot be combined"),
    *((call, {"source": HOLIDAY, "limits": 5}, "invalid limits") for call in (n.review, n.review_match)),
    *((call, {"source": HOLIDAY, "opponents": "club"}, None) for call in (n.review, n.review_match)),
    *((n.advise, {"hand": wrong}, None) for wrong in (5, None, DEAL)),
    *((n.advise, {"hand": wrong}, "hand|0 cards") for wrong in ("AK", n.Hand(), "AK…")),
    *((n.advise, {"hand": HAND, "due": wrong}, "due") for wrong in (5, [], "lead")),
    (n.advise, {"hand": HAND, "due": "play"}, "missing trump: it is called before this decision .expected trump"),
    (n.advise, {"hand": HAND, "gave": {"left": "S3"}}, "or previous_results if"),
    *((n.advise, {"hand": HAND, name: 5}, None) for name in ("rules", "seat", "gave", "played", "limits", "objective")),
    *((n.advise, {"hand": HAND, "limits": FEWER, "compare": w}, "compare|X|not due") for w in (5, "X", n.Play(L, SA))),
    *(
        (n.advise, {"hand": DEAL.seen_by(D), name: w}, name)
        for name, w in (("due", "discard"), ("seat", D), ("trump", "S"))
    ),
    (n.advise, {"hand": Situation.of(HAND), "rules": "952"}, "rules cannot be combined with a Situation"),
    *(
        (n.play_match, {"players": w}, "invalid players")
        for w in (5, ["a"], {"A": "rule"}, {1: "rule", 2: "rule", 3: "rule"})
    ),
    *((n.play_match, {"players": LEVELS | {"Cy": w}}, "Cy: not a player") for w in ("zz", Mine, object(), [], 5, None)),
    *(
        (n.play_match, {"players": {"A": "rule", "B": "rule", w: "rule"}}, "invalid player name")
        for w in ("", "C ", "x\ny", "x" * 99)
    ),
    *((n.play_match, {"players": LEVELS, "deals": wrong}, "number of deals") for wrong in (0, "x", True, 10**9)),
    *((n.play_match, {"players": LEVELS, "seed": wrong}, None) for wrong in ("x", -1, True)),
    *((n.play_match, {"players": LEVELS, "rules": wrong}, "rule") for wrong in (5, "zz")),
    (Mine, {"seed": "x"}, None),
    *((env, {"rules": wrong}, "rule") for wrong in (5, "zz")),
    *((env, {"deals": wrong}, "deals") for wrong in (0, True, "x", 10**9)),
    *((opened().reset, {"seed": wrong}, None) for wrong in ("x", -1)),
    *((opened().reset, {"options": wrong}, "options|layout") for wrong in (5, {"layout": 5}, {"layout": "z"})),
    *((opened().step, {"action": wrong}, "illegal action") for wrong in (99, -1, 0, "x", 1.5, None)),
    *((opened().view, {"agent": wrong}, "unknown agent") for wrong in ("x", 5)),
    (opened().steps, {"action": "SA"}, "not an action"),
]


@pytest.mark.parametrize(("call", "arguments", "told"), WRONG, ids=lambda value: getattr(value, "__qualname__", None))
def test_wrong_arguments_are_refused(call, arguments, told):
    """With a typed error of one line, which says what was expected."""
    with pytest.raises(n.NineFiveTwoError, match=told or f"invalid {list(arguments)[-1]}: ") as refused:
        call(**arguments)
    assert len(str(refused.value).splitlines()) == 1 and len(str(refused.value)) < 400
    assert re.search("expected|not allowed here", str(refused.value))


def test_a_file_that_is_missing_is_the_systems_error():
    """As the commands tell it."""
    with pytest.raises(FileNotFoundError):
        n.review("missing.n52")
