"""Today: what the page is told, and the page itself in a real browser."""

from datetime import UTC, date, datetime, timedelta

import pytest
from browser import THEMES, prefers, violations
from kept import owner_of
from served import lines_of
from test_daily import played
from test_session import step

from ninefivetwo.keep.daily import daily_deal, keep_daily, slot_of
from ninefivetwo.keep.drills.drills import shipped
from ninefivetwo.keep.library import Answered, DailyRow, Library, ScheduledProblem
from ninefivetwo.keep.session import Computers, session_of, session_text
from ninefivetwo.web import today

SUNDAY = date(2026, 11, 22)
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
DAY = timedelta(days=1)
COMPUTERS = Computers()


@pytest.fixture(autouse=True)
def noon(monkeypatch):
    """It is always noon."""
    monkeypatch.setattr(today, "clock", lambda: NOON)


def asked(client, **what):
    """All that the page is told, line by line, put together."""
    said = client.post("/api/today", json={"today": str(SUNDAY), **what})
    assert said.status_code == 200, said.text
    return {name: value for line in lines_of(said) for name, value in line.items()}


def browser_of(library):
    """The only browser there is, by its deal of the day."""
    return owner_of(library).removesuffix(slot_of(""))


def play_on(library, owner):
    """The deal of the day, played to its end at the table."""
    text, version = library.session(slot_of(owner))
    session = session_of(text)
    while session.deal.turn is not None:
        session = step(session, COMPUTERS)
        keep_daily(library, owner, session, NOON)
    library.save_session(slot_of(owner), session_text(session), version)
    return session


def test_a_day_from_the_deal_begun_to_its_result(client, library):
    first = asked(client)
    assert first["day"]["state"] == "open" and first["day"]["levels"] is None and first["weak"] == []
    assert first["streak"] == "No streak yet." and [day["score"] for day in first["weeks"][-1]] == [None] * 7
    begun = client.post("/api/today/play", json={"today": str(SUNDAY), "name": "Ann"})
    assert begun.json() == {"address": today.DAILY_ADDRESS}
    assert asked(client)["day"]["state"] == "begun"
    owner = browser_of(library)
    before = library.session(slot_of(owner))
    assert not session_of(before[0]).training and session_of(before[0]).name == "Ann"
    client.post("/api/today/play", json={"today": str(SUNDAY)})
    assert library.session(slot_of(owner)) == before  # it goes on
    over = play_on(library, owner)
    found = asked(client)
    tricks = over.deal.won[over.me]
    assert found["day"]["state"] == "played" and found["day"]["levels"][-1][:2] == ["You", str(tricks)]
    assert [row[0] for row in found["day"]["levels"][:-1]] == ["beginner", "rule", "club", "expert", "master"]
    assert found["day"]["compared"].startswith("You won ") and found["streak"] == "1-day streak (best 1)."
    points = f"{over.deal.scores[over.me]:+d}".replace("-", "\u2212").replace("+0", "0")
    assert found["weeks"][-1][-1] == {"date": "2026-11-22", "score": points, "later": False}
    assert library.record(found["day"]["record"]).over
    client.post("/api/today/play", json={"today": str(SUNDAY)})
    again = session_of(library.session(slot_of(owner))[0])
    assert again.training and again.deal.dealt == over.deal.dealt
    assert asked(client)["day"] == found["day"]
    client.cookies.clear()  # another browser has results of its own
    assert asked(client)["day"]["state"] == "open" and asked(client)["day"]["levels"] is None


def test_an_earlier_day_is_looked_at_and_played_to_learn(client, library):
    found = asked(client, day="2026-11-20")["day"]
    assert (found["date"], found["state"]) == ("2026-11-20", "missed")
    client.post("/api/today/play", json={"today": str(SUNDAY), "day": "2026-11-20"})
    session = session_of(library.session(slot_of(browser_of(library)))[0])
    assert session.training and session.daily == "2026-11-20"


def test_ratings_end_today_and_what_is_due_is_counted(client, library):
    for i, problem in enumerate(shipped()[:300]):
        library.add_problem(problem.id, problem.kind, problem.theme, problem.difficulty, "set", "")
        when = NOON + (i - 300) * timedelta(hours=1)
        row = Answered(problem.id, problem.kind, problem.theme, when, '"SA"', 0.0, i % 2 == 0, 10 * (i % 2 == 0))
        library.add_answer(row, ScheduledProblem(problem.id, "{}", NOON + (i - 9) * DAY))
    found = asked(client)
    assert found["due"]["words"] == "10 puzzles due." and found["standing"]["due"] == "10 puzzles due for review today."
    assert 2 < len(found["ratings"]) <= today.CURVE_POINTS + 1 and found["ratings"] == sorted(
        found["ratings"], key=lambda each: each["at"]
    )
    *_, last, now = found["ratings"]
    assert now["rating"] == last["rating"] and last["deviation"] < now["deviation"] < 120


def answers(library, number, days):
    """Right answers to so many puzzles, in so many days up to now."""
    for i, problem in enumerate(shipped()[:number]):
        library.add_problem(problem.id, problem.kind, problem.theme, problem.difficulty, "set", "")
        row = Answered(problem.id, problem.kind, problem.theme, NOON - i % days * DAY, '"SA"', 0.0, True, 10)
        library.add_answer(row, ScheduledProblem(problem.id, "{}", NOON))


@pytest.mark.parametrize(
    ("number", "words"), [(0, "10 more answers"), (1, "9 more answers"), (9, "1 more answer"), (10, " ± ")]
)
def test_a_rating_is_hidden_for_ten_answers(client, library, number, words):
    """On this page and on the page of drills; then its curve begins at the tenth answer.  The page knows whether any
    puzzle is due.
    """
    answers(library, number, 1)
    found = asked(client)
    assert found["due"]["any"] == (number > 0)
    assert words in found["rating"] and ("more answer" in found["rating"]) == (number < 10)
    assert [each["rating"] for each in found["ratings"]] == (
        [] if number < 10 else [found["ratings"][-1]["rating"]] * 2
    )
    assert ("more answer" in client.get("/drill").text) == (number < 10)


@pytest.fixture
def page(driver, page):
    """It is always that Sunday."""
    clock = driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": ALWAYS_SUNDAY})
    yield page
    driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", clock)


def test_the_page_shows_the_days_and_the_rating_and_leads_to_play(driver, page):
    """Opened, looked at in both themes and at four sizes, the calendar pressed by keyboard, the deal begun.

    The curve of the rating needs three days: of the first there would be nothing but a vertical line.
    """
    with Library(page.server.library) as library:
        answers(library, 40, 1)
    page.open("today")
    page.says("You sit to the left of the dealer and need 5 tricks (rules: sergeant-major).")
    page.says("once the rating covers three days")
    assert "more answer" not in page.text() and not page.all(".plot")
    # its name has what it shows
    assert page.all(".calendar button")[0].accessible_name.startswith("Monday, 19 October 2026")
    assert page.all(".calendar [aria-current]")[0].text.startswith("22")
    page.press("Play it")
    page.until(lambda: driver.current_url.endswith(today.DAILY_ADDRESS), "the table")
    page.wait(".play[data-rest]")  # the computers have acted, and the match is saved
    with Library(page.server.library) as library:
        owner = browser_of(library)
        library.drop_session(slot_of(owner), library.session(slot_of(owner))[1])
        for ago, score in ((0, 2), (1, -1), (2, 0)):
            deal = daily_deal(SUNDAY - ago * DAY)
            session = played(deal.session("Ann", False))
            ((record, _),) = library.add_records(session.records(), "play")
            tricks = deal.rules.contracts[deal.seat] + score
            library.add_daily(DailyRow(owner, deal.day, NOON, tricks, score, record))
        answers(library, 40, 40)
    page.open("today")
    page.says("3-day streak (best 3).")
    page.says("40 puzzles due.")
    assert "Go to the puzzles" in page.text()
    page.wait(".levels tr.yours")
    page.wait(".plot polyline")
    for window in page.sizes((1280, 720), (768, 1024), (390, 844), (844, 390)):
        assert page.script("return document.documentElement.scrollWidth <= innerWidth"), window
    for theme in THEMES:
        prefers(driver, theme)
        assert violations(driver) == [], theme
    page.script("document.querySelector('[data-day=\"2026-11-18\"]').focus()")
    driver.switch_to.active_element.send_keys("\ue007")
    page.says("Missed. You can still play it for practice.")
    assert page.all("[aria-pressed=true]")[0].get_attribute("data-day") == "2026-11-18"
    page.press("Play for practice")
    page.until(lambda: driver.current_url.endswith(today.DAILY_ADDRESS), "the table")


#: It is always noon of one day, there and here.
PRELUDE = """
from datetime import UTC, datetime
from ninefivetwo.web import today
today.clock = lambda: datetime(2026, 11, 22, 12, tzinfo=UTC)
"""
ALWAYS_SUNDAY = """
const Real = Date;
window.Date = class extends Real {
  constructor(...given) { given.length ? super(...given) : super(2026, 10, 22, 12); }
  static now() { return new Date().getTime(); }
};
"""
