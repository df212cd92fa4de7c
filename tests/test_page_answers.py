"""What the pages show is what was recorded: cards, choices, scores, figures, marks, and where each sentence stands.

`python tests/test_page_answers.py` records it anew, into `tests/answers/pages`.
"""

import gzip
import json
from contextlib import contextmanager
from copy import deepcopy
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

import pytest
from starlette.testclient import TestClient

from ninefivetwo.cards import Seat
from ninefivetwo.drills.judge import is_right
from ninefivetwo.drills.problem import KINDS
from ninefivetwo.drills.shipped import shipped
from ninefivetwo.library import Library
from ninefivetwo.render.actions import action_object
from ninefivetwo.session import Computers
from ninefivetwo.web import drill as drill_page
from ninefivetwo.web import play, play_match, today
from ninefivetwo.web.server import build

ANSWERS = Path(__file__).parent / "answers" / "pages"
WORLDS = 12  # of a review
SEATS = [seat.word for seat in Seat]
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)

#: Fields whose words may be written anew; each stands for all below it.  All else is recorded byte for byte.  This list
#: does not grow.
MASKED = (
    "match.log",
    "match.told",
    "match.result.title",
    "match.result.words",
    "match.table.tags",
    "match.table.turn.words",
    "hint.verdict",
    "hint.reasons",
    "hint.sentences",
    "hint.footer",
    "hint.like.sentences",
    "hint.like.title",
    "hint.like.footer",
    "verdict.words",
    "verdict.why",
    "verdict.line_words",
    "end.result",
    "end.luck",
    "end.praise",
    "end.mistake.words",
    "problem.asked",
    "problem.log",
    "problem.table.turn.words",
    "problem.table.tags",
    "answer.words",
    "answer.line_words",
    "reasons",
    "failing.title",
    "failing.sentences",
    "error",
)


def masked(value, path=""):
    """A value with an ellipsis in the place of masked words; what is empty stays so."""
    if isinstance(value, dict):
        return {name: masked(each, f"{path}.{name}".lstrip(".")) for name, each in value.items()}
    if isinstance(value, list):
        return [masked(each, path) for each in value]
    hidden = isinstance(value, str) and any(path == name or path.startswith(f"{name}.") for name in MASKED)
    return "…" if value and hidden else value


class Person:
    """A browser that plays a match: it asks as the page does, and keeps what it is told as the page's script does."""

    def __init__(self, client, seed, table=""):
        self.client, self.random, self.table = client, Random(seed), table
        self.match, self.steps, self.sizes = None, [], []

    def open(self, address="/"):
        text = self.client.get(address).text
        self.match = json.loads(text.partition('id="data">')[2].partition("</script>")[0])["match"]
        self.steps.append({"open": address, "match": self.shown()})
        return self

    def shown(self):
        """The match as the page shows it; the version under which it is saved is not shown."""
        return self.match and {name: value for name, value in self.match.items() if name != "version"}

    def ask(self, what, **asked):
        """Ask for something; each line of the answer is a step."""
        asked = {"version": self.match and self.match["version"], "table": self.table, **asked}
        text = self.client.post(f"/api/match/{what}", json=asked).text
        self.sizes.append((what, len(text)))
        lines = [json.loads(line) for line in text.splitlines()]
        kept = {name: value for name, value in asked.items() if name not in ("version", "table")}
        for line in lines:
            if "match" in line or "news" in line:
                self.take(line)
                self.steps.append({"ask": what, **kept, "match": self.shown(), "stale": line.get("stale", False)})
            else:
                self.steps.append({"ask": what, **kept, **line})
        return lines

    def take(self, line):
        """As `MatchLink.take` and `merged` do."""
        if "match" in line:
            self.match = line["match"]
        for name, value in line.get("news", {}).items():
            if name == "table":
                self.match["table"] |= value
            elif name in ("tricks", "log"):
                self.match[name] = self.match[name][: value["keep"]] + value["then"]
            else:
                self.match[name] = value

    def last(self, what, **more):
        """Ask for something that grows: its last line is a step."""
        asked = {"version": self.match["version"], "table": self.table, **more}
        lines = self.client.post(f"/api/match/{what}", json=asked).text.splitlines()
        self.steps.append({"ask": what, what: json.loads(lines[-1])})

    def hand(self):
        """One's own cards."""
        hand = next(seat["hand"] for seat in self.match["table"]["seats"] if seat["hand"])
        return [suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks.strip("-")]

    def choice(self):
        """Some choice of the turn."""
        turn, cards, draw = self.match["table"]["turn"], self.hand(), self.random.sample
        match turn["kind"]:
            case "play":
                return self.random.choice(turn["legal"])
            case "call":
                return self.random.choice(turn["denominations"])
            case "discard":
                return draw(cards, turn["number"])
            case "give":
                given = iter(draw(cards, sum(turn["owed"].values())))
                return {seat: [next(given) for _ in range(number)] for seat, number in turn["owed"].items()}
        return self.random.random() < 0.5

    def act(self):
        if self.match["table"]["turn"]["kind"] == "discard":
            self.moment = self.match["events"]
        self.ask("act", choice=self.choice())


def play_on(person, hints=0, ends=()):
    """Play a match to its end, with claims, and in training hints, verdicts and choices taken back on the way.

    hints: how many are asked for; ends: the deals whose ends are reviewed.
    """
    acts = 0
    while True:
        if person.match["result"]:
            if person.match["number"] in ends:
                person.last("end")
            if person.match["due"] == "over":
                return
            person.ask("next")
        asks = hints > 0 and acts % 3 == 0
        if asks:
            person.last("hint")
        if person.match["table"]["turn"]["kind"] == "play" and len(person.hand()) in (2, 4):
            person.ask("claim")
        if not person.match["result"]:
            person.act()
            acts += 1
        if asks:
            person.last("verdict")
            hints -= 1
        if acts % 11 == 5:
            person.ask("undo")  # refused in earnest


def begin(person, rules, seat, training, levels, name="You"):
    rules, _, changes = rules.partition(" ")
    left, right = levels.split()
    asked = {"rules": rules, "changes": changes, "seat": seat, "training": training, "left": left, "right": right}
    person.ask("new", name=name, **asked)


def match(rules, seat, training, levels, hints=0, ends=(), again=False):
    """A match, by rules and who plays; again: a moment of its last deal is tried again."""

    def played(client, seed):
        person = Person(client, seed).open()
        begin(person, rules, seat, training, levels)
        play_on(person, hints, ends)
        if not again:
            return person.steps
        person.last("again", events=person.moment)
        copy = Person(client, seed, "again").open("/?table=again")
        play_on(copy)
        return person.steps + copy.steps

    return played


def day(client, seed):
    """The deal of the day, of a Sunday."""
    client.post("/api/today/play", json={"today": NOW.date().isoformat(), "name": "Ann"})
    person = Person(client, seed, "daily").open("/?table=daily")
    person.ask("go-on")
    play_on(person)
    return person.steps


MATCHES = {
    "wikipedia": match("wikipedia deals=3", "dealer", True, "beginner beginner", 5),
    "wikipedia-13": match("wikipedia-13 deals=3", "dealer", False, "rule beginner", again=True),
    "catalan": match("catalan deals=3", "left", True, "rule rule", 3),
    "catalan-20": match("catalan-20 deals=3", "right", False, "club rule", ends=(2,)),
    "catalan-plus-minus": match("catalan-plus-minus deals=3", "draw", True, "club club"),
    "nine-five-two": match("nine-five-two deals=3", "dealer", True, "beginner expert", 4),
    "nine-two-five": match("nine-two-five deals=3", "left", False, "club beginner"),
    "sergeant-major": match("sergeant-major deals=3", "right", True, "rule club"),
    "bga": match("bga deals=3", "draw", False, "expert club"),
    "peek": match("wikipedia kitty_peek=yes deals=1", "dealer", True, "master rule", 3),
    "day": day,
}


class Noon(datetime):
    """The clock of the day of the recording, stopped."""

    @classmethod
    def now(cls, tz=None):
        return NOW


@contextmanager
def pages(folder, name):
    """The pages, asked without a network; no clock decides, and seeds follow from the name."""
    with pytest.MonkeyPatch.context() as patch, Library(folder / "library.sqlite") as library:
        patch.setattr(play, "new_seed", lambda: Random(name).getrandbits(128) | 1 << 127)
        patch.setattr(play_match, "Computers", partial(Computers, seconds=None))
        patch.setattr(today, "clock", lambda: NOW)
        patch.setattr(drill_page, "datetime", Noon)
        with TestClient(build(library, library.path, "127.0.0.1", WORLDS), base_url="http://localhost") as client:
            yield client


def drills(client, name):
    """Two problems of each theme of a kind: one answered wrong, which shows a deal in which it fails, one right."""
    steps, kind = [], name.removeprefix("drill-")

    def ask(what, **asked):
        lines = client.post(f"/api/drill/{what}", json=asked).text.splitlines()
        steps.extend({"ask": what, "asked": asked, **shown_line(json.loads(line), steps)} for line in lines)

    for theme in sorted({problem.theme for problem in shipped() if problem.kind == kind}):
        problems = [each for each in shipped() if (each.kind, each.theme) == (kind, theme)]
        for problem, right in ((problems[-1], False), (problems[0], True)):
            ask("next", problem=problem.id)
            ask("answer", problem=problem.id, answer=drill_answer(problem, right))
    return steps


def drill_answer(problem, right):
    """An answer as the page sends it."""
    if problem.kind == "know":
        chance = problem.question.chance.weighed.mean
        return round(chance if right else 1.0 - (chance > 0.5), 2)
    choices = [each for each in problem.choices if is_right(problem, each) is right]
    return action_object(choices[-1].action)


def shown_line(line, steps):
    """A line of an answer; a deal in which the answer fails as the states that the page shows of it, one by one."""
    failing = line.get("failing")
    if not failing or not failing["own"]:
        return line
    below = next(step["problem"]["table"]["me"] for step in reversed(steps) if "problem" in step)
    ways = {name: {**failing[name], "states": states_of(failing[name], below)} for name in ("own", "better")}
    return {"failing": {**failing, **ways}}


def states_of(way, below):
    """As `statesOf` in `drill_replay.js`: the states of an open table, before the first card and after each."""
    states = [{**way["table"], "below": below, "turn": None, "moved": []}]
    for number, trick in enumerate(way["tricks"]):
        for turn in range(0 if number else len(way["table"]["trick"]), 3):
            states.append(state_after(states[-1], trick, turn))
    return states


def state_after(before, trick, turn):
    """The state after one card more of a trick."""
    seats, card = deepcopy(before["seats"]), trick["cards"][turn]
    seat = seats[(SEATS.index(trick["lead"]) + turn) % 3]
    suits = dict(zip("SHDC", seat["hand"].split("."), strict=True))
    suits[card[0]] = suits[card[0]].replace(card[1], "") or "-"
    seat |= {"hand": ".".join(suits.values()), "held": seat["held"] - 1}
    state = before | {
        "seats": seats,
        "at": before["at"] + 1,
        "lead": trick["lead"],
        "trick": trick["cards"][: turn + 1],
    }
    if turn < 2:
        return state
    seats[SEATS.index(trick["winner"])]["won"] += 1
    return state | {"lead": trick["winner"], "trick": [], "last": trick}


def record_of(name):
    """The steps of a recording, each a line of JSON."""
    return [json.loads(line) for line in gzip.decompress((ANSWERS / f"{name}.jsonl.gz").read_bytes()).splitlines()]


def write(name, steps):
    ANSWERS.mkdir(parents=True, exist_ok=True)
    lines = "".join(json.dumps(step, ensure_ascii=False, sort_keys=True) + "\n" for step in steps)
    (ANSWERS / f"{name}.jsonl.gz").write_bytes(gzip.compress(lines.encode(), mtime=0))


def differences(old, new, path=""):
    """The places at which two JSON values differ, each with what stood there and what stands there."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in sorted({*old, *new}):
            yield from differences(old.get(name, "(nothing)"), new.get(name, "(nothing)"), f"{path}.{name}".lstrip("."))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for number, pair in enumerate(zip(old, new, strict=True)):
            yield from differences(*pair, f"{path}[{number}]")
    elif old != new:
        yield f"{path}: {old} -> {new}"


def check(name, steps):
    """That steps are as they were recorded."""
    recorded = record_of(name)
    for number, (old, new) in enumerate(zip(recorded, masked(steps), strict=False)):
        assert old == new, "\n".join([f"{name}, step {number}:", *differences(old, new)])
    assert len(recorded) == len(steps)


RECORDED = MATCHES | {f"drill-{kind}": drills for kind in KINDS}


@pytest.mark.parametrize("name", RECORDED)
def test_the_page_shows_what_it_showed(name, tmp_path):
    with pages(tmp_path, name) as client:
        check(name, RECORDED[name](client, name))


if __name__ == "__main__":
    for name, steps_of in RECORDED.items():
        with TemporaryDirectory() as folder, pages(Path(folder), name) as client:
            write(name, masked(steps_of(client, name)))
