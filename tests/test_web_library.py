"""The library's page: what it asks for by HTTP, and how it looks and feels in a browser."""

import json
import multiprocessing
import os
import re
from itertools import pairwise
from pathlib import Path

import pytest
from browser import sized
from kept import CLUB, FRIDAY, HOLIDAY, change, only_match
from reviews import review_once
from selenium.webdriver.common.keys import Keys
from served import lines_of

from ninefivetwo.codec import encode
from ninefivetwo.errors import LibraryError, SearchStopped
from ninefivetwo.game.records import read_file
from ninefivetwo.keep.library import Library, Query, records, review_key
from ninefivetwo.think.advise import Limits
from ninefivetwo.web.bringing_in import SMALL_FILE, bring_file_in
from ninefivetwo.web.lanes import Lane, Lanes
from ninefivetwo.web.shell import static
from ninefivetwo.web.site import Telling
from ninefivetwo.words.record import record_object

OTHER = Path(__file__).with_name("data") / "kept/library.sqlite"


def filled(library):
    """A library of three deals, of which one is reviewed."""
    [(id, _)] = library.add_records(FRIDAY, "friday.n52")
    library.add_records(HOLIDAY, "holiday.n52")
    library.add_records(CLUB, "club.n52")
    library.add_review(id, review_key(4, 0), review_once(only_match(FRIDAY), Limits(None, 4)))
    return library


@pytest.fixture
def library(library):
    return filled(library)


def asked(client, what, **body):
    return client.post(f"/api/library/{what}", json=body).json()


def sent(client, name, content):
    """The lines that tell how bringing in a file goes."""
    return lines_of(client.post(f"/api/library/import?name={name}", content=content))


def names(found):
    return [[player["name"] for player in record["players"]] for record in found["records"]]


def test_records_are_searched_sorted_and_cut(client, monkeypatch):
    found = asked(client, "list")
    assert names(found) == [["Dora", "Emil", "Finn"], ["Bob", "Cy", "Ann"], ["Ivo", "Gil", "Hana"]]  # by their dates
    assert [record["played"] for record in found["records"]] == ["2026-10-21", "2026-10-16", "2026-08-09"]
    assert [record["reviewed"] for record in found["records"]] == [False, True, False] and found["count"] == "3 deals"
    first, last, _ = found["records"]
    assert [player["result"] for player in first["players"]] == ["11 (+2)", "1 (\u22121)", "4 (\u22121)"]
    assert all(re.fullmatch(r"accuracy [\d.]+( ± [\d.]+)?", player["grade"]) for player in last["players"])
    assert names(asked(client, "list", words="an hol")) == [["Ivo", "Gil", "Hana"]]
    assert names(asked(client, "list", sort="grade"))[0] == ["Bob", "Cy", "Ann"]
    monkeypatch.setattr("ninefivetwo.web.library.SHOWN_RECORDS", 2)
    assert names(asked(client, "list", start=2)) == [["Ivo", "Gil", "Hana"]]
    assert names(asked(client, "list", words="2026-08")) == [["Ivo", "Gil", "Hana"]]


def test_a_deal_without_others_of_its_match_is_no_match(client, library):
    assert all(record["alone"] for record in asked(client, "list")["records"])
    library.add_records((Path(__file__).parent / "data" / "match.n52").read_text(), "match.n52")
    assert [record["alone"] for record in asked(client, "list")["records"]] == [False] * 2 + [True] * 3


def test_a_deletion_is_undone(client, library):
    ids = [record["id"] for record in asked(client, "list")["records"]]
    deletion = asked(client, "delete", ids=ids[1:])
    assert deletion["words"] == "2 deals deleted, with their reviews and puzzles."
    left = asked(client, "list")
    [gone] = left["deletions"]
    assert left["count"] == "1 deal" and gone["at"] == deletion["at"] and gone["more"] == 1
    assert (gone["title"], gone["number"], gone["names"]) == ("Holiday match", 3, "Ivo, Gil, Hana")
    assert gone["played"] == "2026-08-09"
    assert asked(client, "restore", at=deletion["at"]) == {"words": "2 deals restored."}
    assert [record["id"] for record in asked(client, "list")["records"]] == ids
    assert "unknown deletion" in asked(client, "restore", at=deletion["at"])["error"]


def test_files_come_in_and_say_what_was_new(client, library):
    text = FRIDAY.replace("Ann", "Zoe") + "\n" + CLUB
    assert sent(client, "a.n52", text) == [
        {"storing": False, "done": 1, "of": 2, "words": "Checked 1 of 2."},
        {"storing": False, "done": 2, "of": 2, "words": "Checked 2 of 2."},
        {"storing": True, "done": 2, "of": 2, "words": "Stored 2 of 2."},
        {"words": "2 deals, 1 new"},
    ]
    assert sent(client, "old.sqlite", OTHER.read_bytes())[-1]["words"].startswith("3 deals, 2 reviews, 5 problems")
    assert sent(client, "old.sqlite", OTHER.read_bytes())[-1] == {"words": "nothing new"}
    log = {"schema": "ninefivetwo.record/1", "deals": []}
    assert "no deal" in sent(client, "a.json", json.dumps(log))[-1]["error"]


@pytest.mark.parametrize("content", [b"\xff\xfe", b'\n\n[Deal "x"]', b"", b"SQLite format 3\0" + bytes(100)])
def test_a_refused_file_leaves_nothing(client, library, content, monkeypatch, tmp_path):
    """Neither in the library nor beside it, and no path of ours in the message, whose words are in routes.py."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "parts"))
    (tmp_path / "parts").mkdir()
    told = sent(client, "..%2Ftmp%2Fbad.n52", content)[-1]["error"]
    assert "/tmp/" not in told and str(tmp_path) not in told and "\n" not in told
    assert len(library.records(Query())) == 3 and os.listdir(tmp_path / "parts") == []


def test_a_file_for_which_there_is_no_place_gets_one_line(client, monkeypatch, tmp_path):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "gone"))
    answer = client.post("/api/library/import?name=a.n52", content=b"x")
    assert answer.status_code == 400
    assert answer.json() == {"error": "cannot add a.n52: No such file or directory"}


def test_what_is_wrong_with_the_library_is_told_without_where_it_lies(client, library):
    """Whoever looks at the page need not know the folders of this machine."""
    change(library.path, "DROP TABLE players")
    told = sent(client, "new.n52", FRIDAY.replace('"Ann"', '"Anna"'))[-1]
    assert told["error"].startswith("library.sqlite: no such table"), told


def test_a_file_that_is_too_large_is_refused(client, monkeypatch):
    monkeypatch.setattr("ninefivetwo.web.library.LIMIT", 10)
    answer = client.post("/api/library/import?name=a.n52", content=b"x" * 11)
    assert answer.status_code == 400 and "too large" in answer.json()["error"]


@pytest.mark.parametrize(("storing", "stored"), [(False, 0), (True, 2)])
def test_a_file_is_given_up_when_its_reader_leaves(library, tmp_path, monkeypatch, storing, stored):
    """Before anything is stored: nothing is; later: whole records are, with the one that was under way."""
    monkeypatch.setattr(records, "BATCH", 1)
    (tmp_path / "new.n52").write_text("\n".join(FRIDAY.replace("Ann", name) for name in ("Zoe", "Yan", "Xia")))
    told = []

    def put(line):
        told.append(json.loads(line))
        if (told[-1].get("storing"), told[-1].get("done")) == (storing, 1):
            telling.token.cancel()

    telling = Telling(put, Lane.INCOMING, Lanes())
    with pytest.raises(SearchStopped):
        bring_file_in(library, "new.n52", tmp_path / "new.n52", telling)
    assert library.listing(Query()).total == 3 + stored and "of" in told[-1]


def test_a_large_file_is_read_by_another_process(client, library, monkeypatch, tmp_path):
    """So that no page waits while Python reads a megabyte of JSON at once; its errors and steps are told as always."""

    def here(*_):
        raise LibraryError("read by the server itself")

    monkeypatch.setattr("ninefivetwo.words.record.parse", here)
    text = encode(record_object(read_file(FRIDAY.replace("Ann", "Zoe")))).decode() + " " * SMALL_FILE
    told = sent(client, "a.json", text)
    assert len(text) > SMALL_FILE and told[-1] == {"words": "1 deal, all new"}, told[-1]
    assert [step["storing"] for step in told[:-1]] == [False, True] and library.listing(Query()).total == 4
    assert "line 3" in sent(client, "b.n52", "\n\n[Deal]" + " " * SMALL_FILE)[-1]["error"]
    assert sent(client, "a.json", "{}" + " " * SMALL_FILE)[-1]["error"].startswith("a.json, $: ")


def test_a_process_that_reads_a_file_ends_with_its_reader(library, tmp_path, monkeypatch):
    (tmp_path / "new.n52").write_text("\n".join(FRIDAY.replace("Ann", f"Zoe{i}") for i in range(1000)))
    telling = Telling(lambda line: telling.token.cancel(), Lane.INCOMING, Lanes())
    with pytest.raises(SearchStopped):
        bring_file_in(library, "new.n52", tmp_path / "new.n52", telling)
    assert multiprocessing.active_children() == [] and library.listing(Query()).total == 3
    monkeypatch.setattr("ninefivetwo.web.bringing_in._work", os._exit)  # which takes no such arguments
    with pytest.raises(LibraryError, match=r"new.n52: the process that read it was killed"):
        bring_file_in(library, "new.n52", tmp_path / "new.n52", Telling(print, Lane.INCOMING, Lanes()))


def test_an_export_is_a_library_without_matches_under_way(client, library, tmp_path):
    library.save_session("browser x", "seed of hidden hands", None)
    answer = client.get("/library/export")
    assert b"hidden hands" not in answer.content
    (tmp_path / "copy").write_bytes(answer.content)
    with Library(tmp_path / "copy") as copy:
        assert len(copy.records(Query())) == 3 and len(copy.decisions(Query())) > 0
    record = asked(client, "list")["records"][0]
    answer = client.get(f"/library/record/{record['id']}")
    assert answer.text == library.record(record["id"]).text and "attachment" in answer.headers["content-disposition"]


def test_progress_adds_up(client, library):
    found = asked(client, "progress", name="Bob")
    whole, [deal], [rules] = found["all"], found["deals"], found["rules"]
    number, *phases = (int(re.search(r"(\d+) decision", each["words"])[1]) for each in (rules, *found["phases"]))
    assert number == sum(phases) == int(deal["cells"][1])
    assert deal["grade"] == deal["together"] == rules["value"] and rules["name"] == "wikipedia"
    assert rules["words"] == f"{whole['accuracy']}, {number} decisions"
    assert whole["deals"] == "1 reviewed deal"
    assert asked(client, "progress", name="Dora")["deals"] == []


# In a browser


@pytest.fixture(scope="module")
def server(server):
    with Library(server.library) as library:
        filled(library)
    return server


def test_the_library_is_searched_emptied_and_filled(page, tmp_path):
    page.open("library")
    page.until(lambda: len(page.all(".records tbody tr")) == 3, "three records")
    [search] = page.all("input[type=search]")
    search.send_keys("hana")
    page.says("1 deal")
    assert page.driver.current_url.endswith("?words=hana")
    search.send_keys(Keys.CONTROL, "a", Keys.DELETE)
    page.says("3 deals")
    for box in page.all(".box input")[:2]:
        box.click()
    page.press("Delete 2 selected deals")
    page.says("2 deals deleted")
    page.until(lambda: len(page.all(".records tbody tr")) == 1, "one record left")
    page.script("document.querySelector('main > details').open = true")
    page.says("Club evening, deal 7: Dora, Emil, Finn, 21 Oct 2026; 2 deals in all. Deleted ", "details")
    page.press("Undo")
    page.until(lambda: len(page.all(".records tbody tr")) == 3, "all three again")
    (tmp_path / "new.n52").write_text(FRIDAY.replace("Ann", "Zoe"))
    (tmp_path / "bad.n52").write_text('\n[Deal "x"]')
    page.all("input[type=file]")[0].send_keys(f"{tmp_path / 'bad.n52'}\n{tmp_path / 'new.n52'}")
    page.says("✓ Done: 1 deal, all new")
    assert "✗ Refused: line 2" in page.text(".files")
    page.says("4 deals")


def test_a_deal_has_its_date_and_a_deletion_says_what_is_gone(page, server):
    """A deal without a date has the local time of its import; after a note is closed, the focus is not lost."""
    page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": "Asia/Tokyo"})
    try:
        with Library(server.library) as library:
            text = "\n".join(line for line in HOLIDAY.splitlines() if "[Date" not in line).replace("Gil", "Gus")
            [(id, _)] = library.add_records(text, "holiday.n52")
        change(server.library, "UPDATE records SET added = '2026-11-01T20:30:00.000000+00:00' WHERE id = ?", id)
        page.open("library")
        rows = page.until(lambda: page.text(".records tbody th"), "the records").split("\n")
        assert "2 Nov 2026, 05:30 · catalan-plus-minus" in rows and "16 Oct 2026 · wikipedia" in rows
        page.all("[aria-label='Delete Holiday match, deal 3']")[0].click()
        page.says("1 deal deleted")
        page.script("document.querySelector('main > details').open = true")
        page.says("Holiday match, deal 3: Ivo, Gus, Hana, 2 Nov 2026, 05:30. Deleted ", "details")
        page.driver.switch_to.active_element.click()
        page.says("deal restored", "#notices")
        page.until(lambda: page.driver.switch_to.active_element.get_attribute("class") == "count", "the focus")
        with Library(server.library) as library:
            library.delete_records([id])
    finally:
        page.driver.execute_cdp_cmd("Emulation.setTimezoneOverride", {"timezoneId": ""})


def test_the_band_of_a_plot_is_one_error_to_each_side(page):
    for corners in page.open("today").script("return looks.bands(arguments[0])", static("plot.js")):
        assert corners == pytest.approx([50, 75, 65, 30], abs=0.1)


def test_progress_opens_on_ones_own_name(page):
    page.open("library/progress")
    page.says("Accuracy over time")
    page.settings(name="Cy")
    page.open("library/progress")
    page.says("Accuracy over time")
    assert page.script("return document.querySelector('select').value") == "Cy"
    ends = page.script(
        "return [...document.querySelector('.plot').querySelectorAll('text[text-anchor=end]')].map(e => +e.textContent)"
    )
    [step] = {round(abs(one - other), 6) for one, other in pairwise(ends)}
    assert f"{step:e}"[0] in "125" and ends == [pytest.approx(step * round(value / step)) for value in ends]
    assert len(ends) > 2
    letters = "return document.querySelector('.plot text').getBoundingClientRect().height"
    for width in (390, 1280, 390):  # a window turned or made smaller: its plots are drawn for its width
        sized(page.driver, width, 844)
        page.until(lambda: page.script(letters) > 10, "letters that can be read")
    page.script("document.querySelector('select').value = 'Dora'")
    page.script("document.querySelector('select').dispatchEvent(new Event('change'))")
    page.says("None of these deals has been reviewed")
