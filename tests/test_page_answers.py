"""What the pages show is what was recorded: cards, choices, scores, figures, marks, and where each sentence stands.

`python tests/test_page_answers.py` records it anew, into `tests/answers/pages`.
"""

import gzip
import json
import re
from contextlib import contextmanager
from datetime import UTC, datetime
from html.parser import HTMLParser
from pathlib import Path
from random import Random
from statistics import median
from tempfile import TemporaryDirectory

import pytest
from browser import started
from commands import answer
from served import Page, Person, Server
from starlette.testclient import TestClient

from ninefivetwo.cards import Seat
from ninefivetwo.game.events import action_object
from ninefivetwo.keep.drills.drills import shipped
from ninefivetwo.keep.drills.judge import is_right
from ninefivetwo.keep.drills.kinds import DRILL_KINDS
from ninefivetwo.keep.library import Library, Query
from ninefivetwo.web import drill as drill_page
from ninefivetwo.web import play, today
from ninefivetwo.web.server import build

ANSWERS = Path(__file__).parent / "answers" / "pages"
ONE_SIDED = Path(__file__).parents[1] / "examples" / "left-to-lead.n52"
WORLDS = 12  # of a review
SEATS = [seat.word for seat in Seat]
NOW = datetime(2026, 11, 22, 12, tzinfo=UTC)

#: Fields whose words may be written anew, below the name with which their paths begin; each stands for all below it.
#: All else is recorded byte for byte.  This list does not grow.
BELOW = {
    "match": "log told result.title result.words table.tags table.turn.words",
    "hint": "advised verdict reasons sentences footer like.sentences like.title like.footer",
    "verdict": "words why line_words",
    "end": "result luck praise mistake.words",
    "problem": "asked log table.turn.words table.tags",
    "answer": "words line_words",
    "failing": "title sentences",
    "page.deals.words": "result happened turning_points unused best costliest double_dummy luck decisions",
    "page.match": "words",
    "what_if": "words",
    "state": "turn.words",
}
MASKED = ("reasons", "error", *(f"{first}.{name}" for first, names in BELOW.items() for name in names.split()))
#: Elements of a review's page that are sentences: of these only what stands in them is recorded.
SENTENCES = "p, li, caption, #what, #bannerwords"
#: Attributes that are recorded; those that say where something is drawn, or what a screen reader says, are not.
ATTRIBUTES = ("aria-current", "aria-pressed", "class", "disabled", "hidden", "href", "id", "open", "role", "scope")


def masked(value, path=""):
    """A value with an ellipsis in the place of masked words; what is empty stays so."""
    if isinstance(value, dict):
        return {name: masked(each, f"{path}.{name}".lstrip(".")) for name, each in value.items()}
    if isinstance(value, list):
        return [masked(each, path) for each in value]
    hidden = isinstance(value, str) and any(path == name or path.startswith(f"{name}.") for name in MASKED)
    return "…" if value and hidden else value


#: Bytes of an answer to an action at 0e8cf33 in these matches, the median and the most; twice as many are too many.  A
#: claim that is refused is answered with the state, too, since it stands in the record.
SIZES = {
    "new": (2402, 3004),
    "go-on": (955, 955),
    "act give": (1699, 1699),
    "act call": (838, 2286),
    "act discard": (2086, 2322),
    "act play": (2028, 3372),
    "undo": (676, 806),
    "claim": (1631, 1631),
    "next": (2997, 5268),
}


class Recorder(Person):
    """A person who chooses at random and keeps what the page shows, step by step."""

    def __init__(self, client, seed, table=""):
        super().__init__(client, table)
        self.random, self.moment, self.steps, self.sizes = Random(seed), 0, [], []

    def open(self, address="/play"):
        super().open(address)
        self.steps.append({"open": address, "match": shown_of(self.match)})
        return self

    def post(self, what, **asked):
        """Ask for something; each line of the answer is a step."""
        kind = f"act {self.match['table']['turn']['kind']}" if what == "act" else what
        lines = super().post(what, **asked)
        self.sizes.append((kind, self.answer.num_bytes_downloaded))
        kept = {name: value for name, value in asked.items() if name not in ("version", "table")}
        for line in lines:
            shown = {"match": shown_of(line["match"]), "stale": line.get("stale", False)} if "match" in line else line
            self.steps.append({"ask": what, **kept, **shown})
        return lines

    def last(self, what, **more):
        """Ask for something that grows: its last line is a step."""
        asked = {"version": self.match["version"], "table": self.table, **more}
        lines = self.client.post(f"/api/match/{what}", json=asked).text.splitlines()
        self.steps.append({"ask": what, what: json.loads(lines[-1])})

    def choice(self):
        turn, cards, draw = self.match["table"]["turn"], self.held(), self.random.sample
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
        return super().act()


def shown_of(match):
    """The match as the page shows it; the version under which it is saved is not shown."""
    return match and {name: value for name, value in match.items() if name != "version"}


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
                return check_sizes(person.sizes)
            person.ask("next")
        asks = hints > 0 and acts % 3 == 0
        if asks:
            person.last("hint")
        if person.match["table"]["turn"]["kind"] == "play" and len(person.held()) in (2, 4):
            person.ask("claim")
        if not person.match["result"]:
            person.act()
            acts += 1
        if asks:
            person.last("verdict")
            hints -= 1
        if acts % 11 == 5:
            person.ask("undo")  # refused in earnest


def check_sizes(sizes):
    """That no answer is more than twice as long as the longest was; of what is asked often, nor is the median."""
    for kind, (middle, most) in SIZES.items():
        found = [size for name, size in sizes if name == kind] or [0]
        assert max(found) <= 2 * most, f"{max(found)} bytes to {kind}"
        assert len(found) < 20 or median(found) <= 2 * middle, f"{median(found)} bytes to {kind}, the median"


def match(rules, seat, training, levels, hints=0, ends=(), again=False):
    """A match, by rules and who plays; again: a moment of its last deal is tried again."""

    def played(client, seed):
        person = Recorder(client, seed).open()
        name, _, changes = rules.partition(" ")
        person.begin(name, seat, training, levels.split(), changes=changes, name="You")
        play_on(person, hints, ends)
        if not again:
            return person.steps
        person.last("again", events=person.moment)
        copy = Recorder(client, seed, "again").open("/play?table=again")
        play_on(copy)
        return person.steps + copy.steps

    return played


def day(client, seed):
    """The deal of the day, of a Sunday."""
    client.post("/api/today/play", json={"today": NOW.date().isoformat(), "name": "Ann"})
    person = Recorder(client, seed, "daily").open("/play?table=daily")
    person.ask("go-on")
    play_on(person)
    return person.steps


MATCHES = {
    "wikipedia": match("wikipedia deals=3", "dealer", True, "beginner beginner", 4),
    "wikipedia-13": match("wikipedia-13 deals=3", "dealer", False, "rule beginner", again=True),
    "catalan": match("catalan deals=3", "left", True, "rule rule", 2),
    "catalan-20": match("catalan-20 deals=3", "right", False, "club rule"),
    "catalan-plus-minus": match("catalan-plus-minus deals=3", "draw", True, "club club", ends=(2,)),
    "nine-five-two": match("nine-five-two deals=3", "dealer", True, "beginner expert", 2),
    "nine-two-five": match("nine-two-five deals=3", "left", False, "club beginner"),
    "sergeant-major": match("sergeant-major deals=3", "right", True, "rule club"),
    "bga": match("bga deals=3", "draw", False, "expert club"),
    "peek": match("wikipedia kitty_peek=yes deals=1", "dealer", True, "master rule", 1),
    "day": day,
}


class Noon(datetime):
    """The clock of the day of the recording, stopped."""

    @classmethod
    def now(cls, tz=None):
        return NOW


def library_for(folder, name):
    return kept_library(folder) if name == "reviews" else Library(folder / "library.sqlite")


@contextmanager
def pages(folder, name):
    """The pages, asked without a network; seeds follow from the name."""
    with pytest.MonkeyPatch.context() as patch, library_for(folder, name) as library:
        patch.setattr(play, "new_seed", lambda: Random(name).getrandbits(128) | 1 << 127)
        patch.setattr(today, "clock", lambda: NOW)
        patch.setattr(drill_page, "datetime", Noon)
        with TestClient(build(library, "127.0.0.1", WORLDS), base_url="http://localhost") as client:
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
    """A line of an answer; of a deal in which the answer fails the states, and the tricks that are drawn as a line."""
    if "answer" in line:
        problem = next(step["problem"] for step in reversed(steps) if "problem" in step)
        assert line["answer"].pop("table") == problem["table"] | {"turn": None}
    failing = line.get("failing")
    if not failing or not failing["own"]:
        return line
    problem = next(step["problem"] for step in reversed(steps) if "problem" in step)
    ways = {name: way_shown(failing[name], problem["table"]["me"], problem["names"]) for name in ("own", "better")}
    return {"failing": {**failing, **ways}}


def way_shown(way, below, names):
    """A way of playing, as the page shows it: the player sits below."""
    first, *_ = states = way.pop("states")
    end, me = way.pop("end"), states[-1]["seats"][SEATS.index(below)]
    assert f" {me['won']} trick" in end
    tricks = []
    for card in way.pop("line"):
        if card["leads"]:
            tricks.append({"lead": SEATS[names.index(card["name"])], "cards": [], "winner": None})
        tricks[-1]["cards"].append(card["card"])
        if card["wins"]:
            tricks[-1]["winner"] = SEATS[names.index(card["name"])]
    return {**way, "table": first, "tricks": tricks, "states": [{**state, "below": below} for state in states]}


def kept_library(folder):
    """A library with the reviews of seven deals, as it was kept."""
    (folder / "library.sqlite").write_bytes(gzip.decompress((ANSWERS / "reviews.sqlite.gz").read_bytes()))
    return Library(folder / "library.sqlite")


def review_pages(library):
    """The addresses of four deals and of a match."""
    deals = {row.source: row.id for row in sorted(library.records(Query()), key=lambda row: (row.source, row.number))}
    match = deals.pop("match.n52")
    return [*(f"/review/{id}" for id in deals.values()), f"/match/{match}"]


def reviews(client, _):
    """The pages of five reviews and of one that is written: their data and the elements around it; other choices."""
    addresses = review_pages(client.app.state.site.library)
    steps = [{"open": address, **written(client.get(address).text)} for address in addresses]
    with TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        answer("review", str(ONE_SIDED), "--fair-worlds", "12", "--html", str(page))
        steps.append({"open": ONE_SIDED.name, **written(page.read_text())})
    for number in (0, 20):
        asked = {"decision": number, "choices": json.dumps([other_choice(steps[0]["page"]["deals"][0], number)])}
        other = client.get(addresses[0].replace("/review/", "/api/what-if/"), params=asked).json()
        other.pop("tables")  # drawn in test_another_choice_is_played_on_the_page_and_taken_back
        steps.append({"ask": "what-if", "asked": asked, "what_if": other})
    return steps


def other_choice(review, number):
    """What was not chosen in a decision."""
    decision = review["decisions"][number]
    return next(each["action"] for each in decision["options"] if each["action"] != decision["chosen"])


class Written(HTMLParser):
    """The elements of a page as it is written, each a list of name, attributes and what stands in it."""

    def __init__(self):
        super().__init__()
        self.open, self.data = [["page"]], ""

    def handle_starttag(self, tag, attributes):
        if tag != "meta" or dict(attributes).get("name"):  # that of the policy has the scripts' hashes
            found = [tag, {name: value for name, value in attributes if name in ATTRIBUTES}]
            self.open[-1].append(found)
            if tag not in ("meta", "link", "input"):
                self.open.append(found)

    def handle_endtag(self, tag):
        self.open.pop()

    def handle_data(self, text):
        tag = self.open[-1][0]
        if tag == "script" and text.startswith("{"):
            self.data = text
        elif tag not in ("script", "style") and text.strip():
            self.open[-1].append("…" if tag == "p" else text.strip())


def written(html):
    """A page's data, and its elements without scripts and styles."""
    parser = Written()
    parser.feed(re.sub(r"/static/[0-9a-f]{12}/", "/static/…/", html))  # the sum of all scripts and styles
    data = parser.data
    shown = json.loads(data)
    for drawn in ("tables", "figures", "match_figures"):  # drawn in the test below
        shown.pop(drawn)
    return {"page": shown, "elements": parser.open[0]}


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


def check(name, steps, addresses=None):
    """That steps are as they were recorded; those of some addresses only, if they are given."""
    recorded = [step for step in record_of(name) if addresses is None or step["open"] in addresses]
    for number, (old, new) in enumerate(zip(recorded, masked(steps), strict=False)):
        assert old == new, "\n".join([f"{name}, step {number}:", *differences(old, new)])
    assert len(recorded) == len(steps)


RECORDED = MATCHES | {f"drill-{kind}": drills for kind in DRILL_KINDS} | {"reviews": reviews}


#: Matches that show what others show: hints and computers like these are on the pages of `wikipedia` and `peek`, too.
LIKE_OTHERS = ("catalan", "nine-five-two", "nine-two-five")


def test_no_more_is_masked():
    assert len(MASKED) == 43 and SENTENCES.count(",") == 4 and len(ATTRIBUTES) == 10


@pytest.mark.parametrize(
    "name", [pytest.param(n, marks=pytest.mark.long if n in LIKE_OTHERS else ()) for n in RECORDED]
)
def test_the_page_shows_what_it_showed(name, tmp_path):
    with pages(tmp_path, name) as client:
        check(name, RECORDED[name](client, name))


#: What the page of a review draws: of each deal the whole, and at every step the decision, the table and its marks.
DRAWN = (Path(__file__).parent / "data/draw_review.js").read_text()


def drawn_reviews(driver, folder, number=5):
    """What the last pages of reviews draw, step by step, in a browser."""
    with kept_library(folder) as library:
        addresses = review_pages(library)[-number:]
    driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
    server = Server(folder, worlds=WORLDS)
    try:
        page, steps = Page(driver, server).open("settings"), []
        page.script("localStorage.setItem('n52.settings', JSON.stringify({speed: 'instant'}))")
        for address in addresses:
            page.open(address[1:]).wait("#title:not(:empty)")
            shown = driver.execute_async_script(DRAWN, SENTENCES, ATTRIBUTES)
            steps += [{"open": address, **step} for step in shown]
    finally:
        server.stop()
    return steps


def test_the_pages_of_reviews_draw_what_they_drew(driver, tmp_path, count):
    """A deal and the match; in the long run all deals."""
    steps = drawn_reviews(driver, tmp_path, count(2, 5))
    check("drawn-reviews", steps, {step["open"] for step in steps})


def record_all():
    for name, steps_of in RECORDED.items():
        with TemporaryDirectory() as folder, pages(Path(folder), name) as client:
            write(name, masked(steps_of(client, name)))
    browser = started()
    with TemporaryDirectory() as folder:
        write("drawn-reviews", masked(drawn_reviews(browser, Path(folder))))
    browser.quit()


if __name__ == "__main__":
    record_all()
