"""The prose of the pages: what its numbers rest on, the links of its terms, the length of its lines.

A number is a figure, or a word from four on.  It stands in an example above it on the page, in the rules, or is read
from the code (`from_code`).  All other numbers of a sentence stand together in one row of the benchmarks' journal, to
which the section links.
"""

import re
import signal
import sys
import tomllib
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from hashlib import sha256
from math import erf, exp, sqrt
from pathlib import Path

import pytest

from ninefivetwo.cards import LANE_BITS, RANKS, Hand, Seat, Suit, Trump
from ninefivetwo.cli.advise import advise
from ninefivetwo.cli.play import HINT
from ninefivetwo.cli.record import OTHER_VERSION
from ninefivetwo.cli.terminal import PIPE_WIDTH
from ninefivetwo.evaluation import QUANTILE
from ninefivetwo.files import LIMIT, MEBIBYTE
from ninefivetwo.game.deal import KITTY
from ninefivetwo.game.dealing import points
from ninefivetwo.game.rules import NAMED
from ninefivetwo.game.rules.fields import TRICKS
from ninefivetwo.game.rules.ruleset import PEEK_CONTRACT
from ninefivetwo.keep.daily import DAILY_RESULTS, SUNDAYS
from ninefivetwo.keep.drills import drills, judge, kinds, posing, problem, ratings, trial, weakness
from ninefivetwo.keep.library.library import UNDO_TIME
from ninefivetwo.keep.session.fair import SALT_DIGITS, SECRET_BITS
from ninefivetwo.layout import HAND_SIZE
from ninefivetwo.study import fair_price, grades
from ninefivetwo.think.advise import advice, pricing
from ninefivetwo.think.players import levels, recognise
from ninefivetwo.think.playouts.policies import CARELESS
from ninefivetwo.web import guard, server
from ninefivetwo.words.advice_reasons import number_word

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
LONGEST = 120  # characters of a line
OWNERS_ALONE = 600  # a mode, held to by test_library.py and test_web_safety.py
ZOOM = 200  # per cent, of a window in test_web_pages.py
WORDS = {number_word(number): number for number in range(4, 13)}
WORDS |= dict(
    zip("thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(), range(13, 21), strict=True)
)
WORDS |= dict(zip("thirty forty fifty sixty seventy eighty ninety".split(), range(30, 100, 10), strict=True))
WORDS |= {"dozen": 12, "hundred": 100, "thousand": 1000, "million": 10**6}
#: A figure that is no part of a name such as SHA-256, UTF-8, PBN 2.1 or [001]; or a word.
NUMBER = re.compile(
    rf"(?<![\w.^\[])(?<![A-Za-z]-)\d[\d,]*(?:\.\d+)?(?![\w\]])|\b(?:{'|'.join(WORDS)})\b", re.IGNORECASE
)
FENCE = re.compile(r"^(`{3,}).*?^\1 *$", re.DOTALL | re.MULTILINE)
#: What is no prose: code, addresses of links, indented lines, examples in Python, comments, cited works, cards.
NO_PROSE = re.compile(
    r"`[^`]*`|\]\([^)]*\)|^    .*$|^>>>.*$|^'.*$|<!--.*?-->"
    r"|\(Communications[^)]*\)|PBN [\d.]+|\w+ of (?:spades|hearts|diamonds|clubs)",
    re.MULTILINE,
)
#: A sentence, an item of a list, a row of a table or a heading ends here.
ENDS = re.compile(r"(?<=[.?:;])\s|\n(?=- |\||#|\n)")


def numbers(text: str) -> set[float]:
    """The numbers of a text, without their signs: 4,845 and 95.2 and twelve."""
    found = (match[0].lower().rstrip(",") for match in NUMBER.finditer(text))
    return {float(WORDS.get(each, each) if each in WORDS else each.replace(",", "")) for each in found}


def figures(text: str) -> set[float]:
    """Every number that stands in an example or in the journal, whatever is beside it."""
    return {float(each.replace(",", "")) for each in re.findall(r"\d+(?:,\d{3})*(?:\.\d+)?", text)} | numbers(text)


def rule_numbers() -> set[float]:
    """What the rules count: cards, suits, tricks and contracts."""
    contracts = {tricks for named in NAMED.values() for tricks in named.rules.contracts}
    return {*contracts, TRICKS, HAND_SIZE, KITTY, HAND_SIZE + KITTY, len(Suit), PEEK_CONTRACT}


def from_code() -> dict[str, set[float]]:
    """The limits and settings that a page names, by the page."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    corpus = tomllib.loads((ROOT / "surveys/corpus.toml").read_text())
    (table,) = corpus["table"]
    files = table["deals"] // table["batch"]
    fitted = grades.calibration()
    per_cent = {0, 100}
    expert, master = levels.SEARCH, levels.DEEP_SEARCH
    widest = ratings.STEP * 2
    return {
        "README": {float(project["requires-python"].removeprefix(">="))},
        "advise": {len(advise.commands)},
        "commandline": {PIPE_WIDTH, 0, 1, 2, OTHER_VERSION, 128 + signal.SIGINT},
        "corpus": {
            *(table["deals"], table["batch"], files, corpus["seed"], corpus["seed"] + files - 1, len(Trump), 0),
            2 * table["batch"],  # in the sample
        },
        "deal": {points(Hand.parse(f"{rank}.-.-.-")) for rank in "AKQJ"},
        "drill": {
            *(judge.FULL, judge.NEAR * 100, judge.CHANCE_A_POINT * 100, 0, problem.EQUAL_WITHIN),
            *(kind.margin for kind in kinds.DRILL_KINDS.values()),
            *(drills.AGAIN.total_seconds() / 60, ratings.MIDDLE, ratings.MIDDLE - widest, ratings.MIDDLE + widest),
            *(len(drills.shipped()), posing.POSED_ERRORS, weakness.MOST_RECORDS, trial.TRIAL_WORLDS),
        },
        "fair": {2 * sha256().digest_size, SALT_DIGITS, SECRET_BITS, sys.float_info.mant_dig, 0, 1, OTHER_VERSION},
        "formats": {0, 1},
        "glossary": per_cent,
        "library": {UNDO_TIME.days, OWNERS_ALONE},
        "numbers": {
            *(pricing.CLEAR_LEAD, advice.FEWEST_WORLDS, advice.READ_FROM, recognise.SURE * 100, *per_cent, 99),
            round(100 * within(QUANTILE)),
        },
        "play": {HINT.seconds, 1 / CARELESS, expert.most, master.most},
        "playouts": {1 / CARELESS, *(n for each in (expert, master) for n in (each.first, each.most, each.enough))},
        "questions": {round(100 * exp(-fitted.losses["club"] / fitted.scale))},
        "record": {1},
        "review": {
            *(pricing.LISTED, *(loss for loss, _ in fair_price.MARK_LIMITS), grades.FEWEST_DECISIONS, *per_cent, 1),
            round(100 * exp(-fitted.losses["club"] / fitted.scale)),
        },
        "safety": {
            *(
                8 * len(urlsafe_b64decode(f"{server.new_token()}==")),
                LIMIT / MEBIBYTE,
                guard.BODY_SECONDS,
                guard.WHOLE_BODY_SECONDS / 60,
            ),
            *(server.CONNECTIONS, server.HEAD_SECONDS, OWNERS_ALONE),
        },
        "serve": {ZOOM, len(kinds.DRILL_KINDS), UNDO_TIME.days},
        "survey": {LANE_BITS, 0, len(Suit) - 1, len(RANKS) - 1, len(Trump) - 1, 1},
        "today": {0, 1, 2, len(Seat), len(SUNDAYS), len(DAILY_RESULTS), 7, 6},
    }


def within(errors: float) -> float:
    """The share of a normal distribution that is within so many standard errors."""
    return erf(errors / sqrt(2))


def parts(page: Path) -> Iterator[tuple[str, set[float], bool]]:
    """The page's sentences, each with the numbers of the examples above it, and whether its section has the journal."""
    shown = set[float]()
    for section in re.split(r"\n(?=#+ )", FENCE.sub(lambda fence: fence[0].replace("\n#", "\n "), page.read_text())):
        measured, start = "JOURNAL.md" in section, 0
        for fence in [*FENCE.finditer(section), None]:
            for sentence in ENDS.split(NO_PROSE.sub(" ", section[start : fence.start() if fence else None])):
                yield " ".join(sentence.split()), set(shown), measured
            if fence:
                shown |= figures(fence[0])
                start = fence.end()


def journal_rows() -> list[set[float]]:
    """The numbers of each row."""
    lines = (ROOT / "benchmarks/JOURNAL.md").read_text().splitlines()
    return [figures(line) for line in lines if line.startswith("| ")]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_every_number_has_a_source(page):
    known, rows = rule_numbers() | from_code().get(page.stem, set()), journal_rows()
    for sentence, shown, measured in parts(page):
        left = numbers(sentence) - known - shown
        assert not left or (measured and any(left <= row for row in rows)), (sentence, left)


def test_numbers_are_found():
    found = numbers("one of three, 12 of Sixteen; 2,000 ± 0.5, SHA-256, UTF-8, [001], 9-5-2")
    assert found == {12, 16, 2000, 0.5, 9, 5, 2}
    assert numbers("-1.5 and 95.2 %, twenty-five and one hundred") == {1.5, 95.2, 20, 5, 100}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_lines_are_short(page):
    text = FENCE.sub("", page.read_text())
    assert [line for line in text.splitlines() if len(line) > LONGEST] == []


#: Terms of the glossary whose first use on a page is a link to them, by the form in which they are used.
TERMS = {
    "avoidable-mistake": r"avoidable mistakes?",
    "double-dummy": r"double[- ]dummy",
    "expected-tricks": r"expected tricks",
    "forced": r"forced",
    "guarantee": r"guarantee[sd]?",
    "kitty": r"kitty",
    "layout": r"layouts?",
    "margin": r"margins?",
    "par": r"par",
    "playout": r"playouts?",
    "possible-deal": r"possible deals?",
    "regret": r"regrets?",
    "ruff": r"ruff(?:s|ed|ing)?",
    "slack": r"slack",
    "sluff": r"sluff(?:s|ed|ing)?",
    "standard-error": r"standard errors?",
    "touching-cards": r"touching cards?",
    "void": r"voids?",
}


@pytest.mark.parametrize("page", [page for page in PAGES if page.stem != "glossary"], ids=lambda page: page.stem)
def test_terms_link_to_the_glossary(page):
    """The first use in the running text; not in a heading, in code or within another link."""
    text = re.sub(
        r"`[^`]*`|^#.*$|^>>>.*$|^    .*$|<!--.*?-->|!\[[^\]]*\]",
        "",
        FENCE.sub("", page.read_text()),
        flags=re.MULTILINE,
    )
    for term, form in TERMS.items():
        plain = re.sub(rf"\[[^\]]*\]\((?![^)]*glossary\.md#{term}\))[^)]*\)", "", text)
        found = re.search(rf"\b(?:{form})\b", plain, re.IGNORECASE)
        if found:
            assert re.match(rf"[^\[\]]*\]\([^)]*glossary\.md#{term}\)", plain[found.end() :]), (
                term,
                plain[found.start() - 40 : found.end() + 40],
            )


def test_the_glossary_is_in_order():
    terms = re.findall(r"^## (.*)$", (ROOT / "docs/glossary.md").read_text(), re.MULTILINE)
    assert terms == sorted(terms, key=str.lower)
    assert {term.lower().replace(" ", "-") for term in terms} >= TERMS.keys()
