"""Questions about surveys: functions and views against plain Python, answers against numpy, and what is refused."""

import json
import re
import shutil
from functools import cache
from io import StringIO
from math import sqrt
from pathlib import Path

import numpy as np
import pytest
from commands import answer, refusal
from rich.console import Console
from survey_files import SEED, small_survey, write_rows

from benchmarks import survey_findings
from ninefivetwo.cards import SEAT_PAIRS, Hand, Seat, Suit, Trump
from ninefivetwo.cli.survey.ask import print_answer
from ninefivetwo.errors import SurveyError
from ninefivetwo.evaluation import Estimate, least_error
from ninefivetwo.game.dealing import points
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.survey.answers import Answer, Unit, figure_text, figures_table
from ninefivetwo.survey.ask import AskedSurvey
from ninefivetwo.survey.deals import NO_RESULT, WAYS
from ninefivetwo.survey.plan import ROW_KINDS
from ninefivetwo.survey.plots import drawn_file
from ninefivetwo.survey.questions import QUESTIONS
from ninefivetwo.survey.questions.contracts import nearest_contracts
from ninefivetwo.survey.views import FUNCTIONS, VIEWS
from ninefivetwo.survey.work import SEAT_WORDS
from ninefivetwo.think.playouts.first_lead import dealt
from tools.site.survey_page import survey_page

PAGE = Path(__file__).parents[1] / "docs" / "survey.md"
SETS = ("wikipedia", "sergeant-major")
BATCH, WORTHS, MATCHES = 60, 40, 12
pytestmark = pytest.mark.usefixtures("shared_surveys")
PLAN = f"""name = "small"
seed = {SEED}
[[table]]
kind = "deals"
rules = {[*SETS]}
deals = {2 * BATCH}
batch = {BATCH}
policy = "plain"
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Two small batches of each kind of rows under two rule sets; guarantees are made up, as solving takes long."""
    path = tmp_path_factory.mktemp("survey")
    (path / "plan.toml").write_text(PLAN)
    rows = small_survey(path, [(kind, rules, BATCH, {}) for kind in ("deals", "calls") for rules in SETS])
    rows |= small_survey(path, [("worths", "wikipedia", WORTHS, {}), ("matches", "wikipedia", MATCHES, {})])
    for number, each in enumerate(rows["calls", "wikipedia"]):
        columns = {name: each[name] for name in ("deal", "dealer", "left", "right", "kitty", "discards")}
        for seat in Seat:
            columns[f"{seat.word}_guarantees"] = np.maximum(each[f"{seat.word}_tricks"] - 2, 0)
        columns["discard_guarantees"] = each["dealer_tricks"] - 1
        write_rows(path, "guarantees", "wikipedia", SEED + number, columns)
        rows.setdefault(("guarantees", "wikipedia"), []).append(columns)
    return path, {
        key: {name: np.concatenate([b[name] for b in found]) for name in found[0]} for key, found in rows.items()
    }


@pytest.fixture(scope="module")
def survey(folder):
    return AskedSurvey(folder[0])


def one(survey, sql):
    return survey.sql(sql).rows[0]


def lane(hand, suit):
    return (hand.cards >> (16 * suit)) & 0x1FFF


def in_order(hand):
    """The suits, the longest first, of equally long ones that with the higher cards."""
    return sorted(Suit, key=lambda suit: (-lane(hand, suit).bit_count(), -lane(hand, suit), suit))


def features(hand):
    """What the views say of a hand, in plain Python."""
    lengths = [lane(hand, suit).bit_count() for suit in Suit]
    ordered = in_order(hand)
    ranks = [sum(lane(hand, suit) >> rank & 1 for suit in Suit) for rank in range(13)]
    tops = "".join(text for text, rank in (("A", 12), ("K", 11), ("Q", 10)) if lane(hand, ordered[0]) >> rank & 1)
    shape = [lengths[suit] for suit in ordered]
    found = dict(zip(("spades", "hearts", "diamonds", "clubs"), lengths, strict=True))
    found |= {"longest": shape[0], "second_longest": shape[1], "shortest": shape[3], "shape": "-".join(map(str, shape))}
    found |= {"longest_suit": ordered[0].letter, "tops": tops or "-", "aces": ranks[12], "kings": ranks[11]}
    return found | {"queens": ranks[10], "jacks": ranks[9], "hcp": points(hand), "hand_text": str(hand)}


def test_functions_of_a_hand_are_those_of_plain_python(survey):
    """Each against plain Python, on hands of every length, the empty one too."""
    random = np.random.default_rng(21)
    deck = [card for card in Hand.parse("AKQJT98765432.AKQJT98765432.AKQJT98765432.AKQJT98765432")]
    for number in [0, 52, *random.integers(1, 40, 5)]:
        hand = Hand(sum(1 << deck[place].index for place in random.permutation(52)[:number]))
        wanted = features(hand)
        assert one(survey, f"SELECT {', '.join(f'{name}({hand.cards})' for name in wanted)}") == (*wanted.values(),)
        assert one(survey, f"SELECT hand('{hand}'), hand(lower('{hand}'))") == (hand.cards, hand.cards)
        for suit in Suit:
            length, lanes = one(survey, f"SELECT length_of({hand.cards}, '{suit}'), lane({hand.cards}, {int(suit)})")
            assert (length, lanes) == (lane(hand, suit).bit_count(), lane(hand, suit))
        assert one(survey, f"SELECT has({hand.cards}, 'HT'), card('HT')") == (bool(lane(hand, 1) >> 8 & 1), 1 << 24)


@pytest.mark.parametrize("text", ["AKQ", "A.K.Q", "A.K.Q.1", "A.K.Q.J.T", ""])
def test_a_text_that_is_no_hand_is_refused(survey, text):
    with pytest.raises(SurveyError, match="not a hand"):
        survey.sql(f"SELECT hand('{text}')")


def test_views_say_of_the_hands_what_they_are(survey, folder):
    rows = folder[1]["deals", "wikipedia"]
    found = survey.sql("SELECT * FROM deals WHERE rules = 'wikipedia' ORDER BY seed, deal")
    assert len(found.rows) == 2 * BATCH
    for number, row in enumerate(found.rows):
        cells = dict(zip(found.columns, row, strict=True))
        assert (cells["seed"], cells["deal"]) == (SEED + number // BATCH, number % BATCH)
        for seat in Seat:
            hand = Hand(int(rows[seat.word][number]))
            told = {name: cells.get(f"{seat.word}_{name}") for name in features(hand)}
            assert {name: each for name, each in told.items() if each is not None}.items() <= features(hand).items()
            tricks, contract = int(rows[f"{seat.word}_tricks"][number]), parse_rules("wikipedia").contracts[seat]
            assert cells[f"{seat.word}_over"] == tricks - contract
            assert cells[f"{seat.word}_made"] == (tricks >= contract)
        call = Trump(int(rows["call"][number]))
        assert cells["call"] == call.letter
        dealer, kitty, discard = (Hand(int(rows[name][number])) for name in ("dealer", "kitty", "discard"))
        assert cells["call_length"] == (None if call is Trump.NO_TRUMP else lane(dealer, call).bit_count())
        assert cells["dealer_plays"] == (dealer.cards | kitty.cards) - discard.cards


def test_views_of_calls_have_their_tricks_by_denomination(survey, folder):
    rows = folder[1]["calls", "sergeant-major"]
    found = survey.sql(
        "SELECT [dealer_tricks_S, dealer_tricks_H, dealer_tricks_D, dealer_tricks_C], dealer_tricks_N,"
        " longest_suit_tricks, best_suit_tricks, called(left_tricks, 'H'), called(left_tricks, 'N')"
        " FROM calls WHERE rules = 'sergeant-major' ORDER BY seed, deal"
    )
    for number, (suits, notrump, longest, best, left, left_notrump) in enumerate(found.rows):
        tricks = rows["dealer_tricks"][number].tolist()
        assert (suits, notrump) == (tricks[:4], None)
        assert (longest, best) == (tricks[in_order(Hand(int(rows["dealer"][number])))[0]], max(tricks[:4]))
        assert (left, left_notrump) == (rows["left_tricks"][number, Suit.HEARTS], None)


def test_every_column_is_told_of(survey):
    table = PAGE.read_text().partition("<!-- views -->\n\n")[2].partition("\n\n")[0]
    told = {
        name.format(seat=seat.word, call=call.letter, other=other.word)
        for name in re.findall(r"`([^`]+)`(?=.* \|)", table)
        for seat in Seat
        for call in Trump
        for other in Seat
    }
    assert {name for kind in VIEWS for name in survey.sql(f"SELECT * FROM {kind} LIMIT 0").columns} <= told


def test_the_reference_has_every_column_question_and_function():
    page, columns = survey_page(), [column.name for kind in ROW_KINDS.values() for column in kind.columns]
    functions = [head for head in FUNCTIONS if not head.startswith("_")]
    assert [name for name in (*columns, *QUESTIONS, *functions) if f"| `{name}` | " not in page] == []
    assert " |  |" not in page


def close(found, values):
    """Is this the mean of the values, with its standard error?"""
    values = np.asarray(values, dtype=float)
    assert found.n == len(values)
    assert found.mean == pytest.approx(values.mean())
    spread = values.std(ddof=1) / sqrt(len(values))
    assert found.standard_error == pytest.approx(max(spread, least_error(len(values))))


@cache
def answered(survey, question, rules=None):
    """The tables and charts of a question."""
    return QUESTIONS[question].answer(survey, rules)


def table_of(survey, question, title, rules=None):
    tables = answered(survey, question, rules)[0].tables
    (table,) = [each for each in tables if each.title.startswith(title)]
    return table


@pytest.mark.parametrize("rules", SETS)
def test_points_and_contracts_made_are_means_of_the_rows(survey, folder, rules):
    rows, contracts = folder[1]["deals", rules], parse_rules(rules).contracts
    for title, figure in (
        ("Points", lambda seat: rows[f"{seat.word}_tricks"].astype(int) - contracts[seat]),
        ("Contracts made", lambda seat: rows[f"{seat.word}_tricks"] >= contracts[seat]),
    ):
        (row,) = table_of(survey, "contracts", title, rules).rows
        assert row[:2] == (rules, "-".join(map(str, contracts)))
        for seat in Seat:
            close(row[2 + seat], figure(seat))
    (row,) = table_of(survey, "contracts", "Fair", rules).rows
    assert row[-1] == "-".join(map(str, nearest_contracts([rows[f"{seat.word}_tricks"].mean() for seat in Seat])))


def test_nearest_contracts_sum_to_sixteen():
    random = np.random.default_rng(5)
    for tricks in 16 * random.dirichlet((9, 5, 2), 200):
        found = nearest_contracts([*map(float, tricks)])
        assert sum(found) == 16 and max(abs(found - tricks)) < 1


def test_calls_are_counted_by_the_suit_called(survey, folder):
    rows = folder[1]["deals", "wikipedia"]
    (row,) = table_of(survey, "called", "Calls", "wikipedia").rows
    if (rows["call"] == Trump.NO_TRUMP).any():
        close(row[4], rows["call"] == Trump.NO_TRUMP)
    else:
        assert row[4] == "never"
    longest = [
        call < 4 and lane(Hand(int(hand)), call).bit_count() == features(Hand(int(hand)))["longest"]
        for hand, call in zip(rows["dealer"], rows["call"].tolist(), strict=True)
    ]
    assert row[1] == "always" if all(longest) else close(row[1], longest) is None
    shares = table_of(survey, "called", "Results by the length").rows
    assert sum(each[1].mean for each in shares) <= 1


def way(rows, name):
    """The tricks of one way of a batch's worths, a row a deal, by seat."""
    of_way = rows["way"] == WAYS.index(name)
    return np.stack([rows[f"{seat.word}_tricks"][of_way].astype(int) for seat in Seat], axis=1)


def test_the_worth_of_the_kitty_is_paired(survey, folder):
    rows = folder[1]["worths", "wikipedia"]
    (row,) = table_of(survey, "kitty", "Tricks gained").rows
    gain = way(rows, "as dealt") - way(rows, "no kitty")
    for seat in Seat:
        close(row[1 + seat], gain[:, seat])


def test_the_worth_of_a_card_is_paired(survey, folder):
    rows = folder[1]["worths", "wikipedia"]
    table = table_of(survey, "card", "Tricks gained")
    assert [row[0] for row in table.rows] == [*WAYS[2:]]
    for name, *figures in table.rows:
        gain = way(rows, name) - way(rows, "as dealt")
        for seat in Seat:
            close(figures[seat], gain[:, seat])


def test_chances_and_points_of_matches_are_counted_by_seat(survey, folder):
    rows = folder[1]["matches", "wikipedia"]
    (row,) = table_of(survey, "seats", "Chance").rows
    close(row[1], rows["deal"][rows["last"]])
    for player in range(3):
        close(row[2 + player], rows["shares"][rows["last"], player])
    ends = np.flatnonzero(rows["last"])
    sums = [rows["points"][start + 1 : end + 1] for start, end in zip([0, *ends[:-1] + 1], ends, strict=True)]
    deals = np.array([len(each) for each in sums])
    (row,) = table_of(survey, "seats", "Points").rows
    for seat in Seat:
        points = np.array([each[:, seat].sum() for each in sums])
        ratio = points.sum() / deals.sum()
        error = sqrt(((points - ratio * deals) ** 2).sum() * len(deals) / (len(deals) - 1)) / deals.sum()
        found = row[1 + seat]
        assert (found.mean, found.standard_error, found.n) == (pytest.approx(ratio), pytest.approx(error), deals.sum())


def test_matches_of_one_deal_have_chances_but_no_points(tmp_path):
    rules = "wikipedia target=no deals=1 tie=share"
    small_survey(tmp_path, [("matches", rules, 5, {})])
    survey = AskedSurvey(tmp_path)
    assert table_of(survey, "seats", "Points").rows == [(rules, None, None, None)]
    assert table_of(survey, "seats", "Chance").rows[0][1].mean == 1


def test_guarantees_are_compared_with_the_same_cards_played(survey, folder):
    """Against worths, which are played without the kitty on the same cards, and calls, which are played with it."""
    solved, calls, worths = (folder[1][kind, "wikipedia"] for kind in ("guarantees", "calls", "worths"))
    dealer = solved["dealer_guarantees"].astype(int)
    rows = {row[0]: row[1:] for row in table_of(survey, "guarantees", "Tricks guaranteed").rows}
    close(rows["no-trump"][0], dealer[:, 4])
    best = dealer[:, :4].argmax(axis=1)
    left = solved["left_guarantees"].astype(int)[np.arange(len(best)), best]
    close(rows["best suit"][1], left)
    both = np.concatenate([np.arange(WORTHS), BATCH + np.arange(WORTHS)])
    call = worths["call"][worths["way"] == 1]
    made = way(worths, "no kitty")
    for row in table_of(survey, "guarantees", "The same cards without the kitty").rows:
        seat = Seat.parse(row[0])
        guaranteed = solved[f"{seat.word}_guarantees"][both, call].astype(int)
        close(row[1], guaranteed)
        close(row[3], made[:, seat] - guaranteed)
        close(row[4], made[:, seat] < guaranteed)
    (row,) = table_of(survey, "guarantees", "With the kitty").rows
    at = np.arange(len(calls["call"]))
    close(row[3], calls["dealer_tricks"][at, calls["call"]] - solved["discard_guarantees"][at, calls["call"]])


def test_views_of_worths_and_matches_have_the_rows_values(survey, folder):
    worths, matches = folder[1]["worths", "wikipedia"], folder[1]["matches", "wikipedia"]
    found = survey.sql("SELECT way, given, returned FROM worths ORDER BY seed, deal, list_position(?, way)", [[*WAYS]])
    for number, (name, given, returned) in enumerate(found.rows):
        assert name == WAYS[worths["way"][number]]
        assert (given or 0, returned or 0) == (worths["given"][number], worths["returned"][number])
    found = survey.sql(
        "SELECT left_player, right_before, given_right_left, returned_right_left, left_over, winner FROM matches"
        ' ORDER BY seed, "match", deal'
    )
    at = SEAT_PAIRS.index((Seat.RIGHT, Seat.LEFT))
    for number, (player, before, given, returned, over, winner) in enumerate(found.rows):
        assert player == matches["players"][number, Seat.LEFT]
        assert (NO_RESULT if before is None else before) == matches["previous"][number, Seat.RIGHT]
        assert (given or 0, returned or 0) == (matches["given"][number, at], matches["returned"][number, at])
        assert over == matches["points"][number, Seat.LEFT]
        assert (-1 if winner is None else winner) == matches["winner"][number]


@pytest.fixture(scope="module")
def many(tmp_path_factory):
    """Rows in which the figures are known: tricks made up from the hands, 4,000 deals."""
    path = tmp_path_factory.mktemp("many")
    cards = dealt(4000, 7).astype(np.int64)
    hands = [features(Hand(int(each))) for each in cards[:, 0]]
    tricks = np.random.default_rng(8).integers(4, 12, (4000, 5)).astype(np.int8)
    columns = {"deal": np.arange(4000, dtype=np.int32)}
    columns |= dict(zip(("dealer", "left", "right", "kitty"), cards.T, strict=True))
    columns |= {"call": np.zeros(4000, np.int8), "discards": np.zeros((4000, 5), np.int64)}
    columns |= {f"{seat.word}_tricks": tricks if seat is Seat.DEALER else (16 - tricks) // 2 for seat in Seat}
    write_rows(path, "calls", "wikipedia", SEED, columns)
    return AskedSurvey(path), hands, tricks.astype(int)


def test_tricks_are_told_by_trump_length_and_honours(many):
    survey, hands, tricks = many
    longest = np.array([tricks[at, Trump.parse(each["longest_suit"])] for at, each in enumerate(hands)])
    for title, values in (("Tricks", longest), ("Contract", longest >= 9)):
        table = table_of(survey, "trumps", title)
        lengths = [*table.columns][1:]
        for tops, *cells in table.rows:
            for length, cell in zip(lengths, cells, strict=True):
                alike = [each["tops"] == tops and min(each["longest"], 8) == int(length[0]) for each in hands]
                if cell is None:
                    assert sum(alike) < 30
                else:
                    close(cell, values[alike])


def test_the_gain_of_no_trump_is_told_by_shape_and_points(many):
    survey, hands, tricks = many
    gain = np.array([tricks[at, 4] - tricks[at, Trump.parse(each["longest_suit"])] for at, each in enumerate(hands)])
    for shape, deals, *_, difference in table_of(survey, "notrump", "The most common").rows:
        alike = [each["shape"] == shape for each in hands]
        assert deals == sum(alike)
        close(difference, gain[alike])
    table = table_of(survey, "notrump", "No-trump minus")
    cells = {(row[0], column): cell for row in table.rows for column, cell in zip(table.columns, row, strict=True)}
    close(cells["13–15", "5"], gain[[each["longest"] == 5 and 13 <= each["hcp"] <= 15 for each in hands]])
    close(cells["19+", "6"], gain[[each["longest"] == 6 and each["hcp"] >= 19 for each in hands]])


@pytest.mark.parametrize(
    ("figure", "unit", "text"),
    [
        (Estimate(8.91418, 0.014, 9), Unit.TRICKS, "8.914 ± 0.014"),
        (Estimate(-0.304, 0.06, 9), Unit.DIFFERENCE, "-0.30 ± 0.06"),
        (Estimate(0.6, 0.03, 9), Unit.CHANCE, "60 % ± 3"),
        (Estimate.share(1.0, 2115), Unit.CHANCE, ">99 %"),
        (Estimate.share(0.0, 80), Unit.CHANCE, "0-5 %"),
        (None, Unit.TRICKS, "–"),
        (12345, Unit.COUNT, "12,345"),
    ],
)
def test_figures_are_rounded_to_their_error(figure, unit, text):
    assert figure_text(figure, unit) == text
    assert figure_text(Estimate(9.001, 0.002, 9), Unit.TRICKS, 2) == "9.00 ± 0.01"  # an error is never told as nothing


HOSTILE = [
    "SELECT * FROM read_text('/etc/passwd')",
    "SELECT * FROM read_csv('/etc/passwd')",
    "FROM glob('/etc/*')",
    "FROM '/etc/passwd'",
    "FROM read_text('{folder}/../secret.txt')",
    "COPY (SELECT 1) TO '{folder}/deals/new.csv'",
    "COPY (SELECT 1) TO '/tmp/new.csv'",
    "EXPLAIN ANALYZE COPY (SELECT 1) TO '{folder}/new.csv'",
    "SELECT 1; COPY (SELECT 1) TO '{folder}/new.csv'",
    "EXPORT DATABASE '{folder}/new'",
    "ATTACH '{folder}/new.db' AS new",
    "CREATE TABLE new AS SELECT 1",
    "SET enable_external_access = true",
    "SET allowed_directories = ['/']",
    "PRAGMA enable_external_access",
    "INSTALL httpfs",
    "LOAD httpfs",
    "CALL pragma_version()",
    "DROP VIEW deals",
]


@pytest.mark.parametrize("sql", HOSTILE)
def test_nothing_else_is_read_and_nothing_written(survey, folder, sql):
    """Nothing outside the survey's folder can be read, nothing at all written, and no setting changed."""
    path = folder[0]
    (path.parent / "secret.txt").write_text("secret")
    before = sorted(path.rglob("*"))
    with pytest.raises(SurveyError) as refused:
        survey.sql(sql.format(folder=path))
    assert "\n" not in str(refused.value) and "secret\n" not in str(refused.value)
    assert sorted(path.rglob("*")) == before
    assert one(survey, "SELECT count(*) FROM deals") == (4 * BATCH,)


def test_no_character_of_an_answer_steers_the_terminal(folder, tmp_path):
    """Neither a control character nor one that turns the direction of what is read."""
    sql = "SELECT chr(27) || '[2J' || chr(8238) || 'abc' AS \"a\x1b[31m\u202eb\""
    output = tmp_path / "answer.csv"
    shown = answer("survey", "ask", folder[0], sql)
    answer("survey", "ask", folder[0], sql, "--csv", output)
    for text in (shown, output.read_text()):
        assert "abc" in text and not set(text) & {"\x1b", "\u202e"}


def test_a_question_about_no_trump_needs_rules_that_allow_it(folder):
    said = refusal("survey", "ask", folder[0], "notrump", "--rules", "sergeant-major")
    assert "with no-trump (expected a rule set that allows it" in said


def test_who_played_is_told_by_the_files(folder, survey, tmp_path):
    """Not by a plan beside them, which says otherwise here."""
    shutil.copytree(folder[0] / "deals", tmp_path / "deals")
    assert AskedSurvey(tmp_path).how("deals") == survey.how("deals") == "played by the policy learned"


@pytest.mark.parametrize("name", QUESTIONS)
def test_a_chart_is_the_same_file_each_time_and_small(survey, name):
    """The same chart is the same file, and small."""
    _, charts = answered(survey, name)
    svg = drawn_file(charts, ".svg")
    assert svg.startswith(b"<?xml") and b"clip-path" not in svg and len(svg) < 60_000
    assert not re.search(rb"\d\.\d\d", svg.partition(b"<defs>")[2])
    assert drawn_file(charts, ".svg") == svg


def test_answers_fit_the_width(survey):
    for name in QUESTIONS:
        out = Console(width=80, file=StringIO())
        print_answer(out, answered(survey, name)[0])
        lines = out.file.getvalue().splitlines()
        assert max(map(len, lines)) <= 80 and lines.index("± is one standard error.") < len(lines) - 4


def test_narrow_answers_have_whole_figures():
    """Figures break before their errors, then columns are left out by name; nothing is cut."""
    figures = [Estimate(mean, 0.002, 9) for mean in (0.239, -1.707, 1.469)]
    table = figures_table("Points", "rules", SEAT_WORDS, Unit.DIFFERENCE, {"wikipedia": figures})
    answer = Answer("contracts", [], [table])
    found = []
    for width in (36, 25):
        out = Console(width=width, file=StringIO())
        print_answer(out, answer)
        found.append(out.file.getvalue().split("Points\n")[1].split())
    figures = ["wikipedia", "+0.239", "-1.707", "+1.469", *["±", "0.002"] * 3]
    assert found[0] == ["rules", "dealer", "left", "right", "─" * 36, *figures]
    left_out = ["rules", "dealer", "left", "─" * 25, *figures[:3], *figures[4:8], *"(no room for: right)".split()]
    assert sorted(found[1]) == sorted(left_out)


def test_an_answer_and_its_json_agree(folder):
    found = json.loads(answer("survey", "ask", folder[0], "contracts", "--json"))
    text = answer("survey", "ask", folder[0], "contracts")
    assert " ".join(found["words"]) in " ".join(text.split())
    assert all(table["title"] in text and len(table["units"]) == len(table["columns"]) for table in found["tables"])


def test_no_estimate_counts_a_deal_twice(folder, survey, tmp_path):
    """Rows of two rule sets have the same deals; by rule set, or by the columns of a subquery, they are told apart."""
    ask = "SELECT {}estimate(dealer_tricks) FROM {}"
    for group in ("", "dealer_shape, "):
        with pytest.raises(SurveyError, match=r"the same deals under several rule sets .*WHERE rules = '...'"):
            survey.sql(ask.format(group, "deals GROUP BY ALL"))
    with pytest.raises(SurveyError, match="estimate needs one column rules and one column seed"):
        survey.sql(ask.format("", "(SELECT dealer_tricks FROM deals)"))
    kept = "(SELECT rules, seed, dealer_tricks FROM deals)"
    whole = [one(survey, ask.format("", f"{rows} WHERE rules = 'wikipedia'"))[0] for rows in ("deals", kept)]
    near = pytest.approx(whole[1])  # sums are taken in no order
    assert whole[0] == near and whole[0]["n"] == 2 * BATCH
    assert survey.sql(ask.format("rules, ", "deals GROUP BY ALL ORDER BY ALL")).rows[1] == ("wikipedia", near)
    small_survey(tmp_path, [("deals", "wikipedia", BATCH, {})])
    assert one(AskedSurvey(tmp_path), ask.format("", "(SELECT dealer_tricks FROM deals)"))[0]["n"] == 2 * BATCH


def test_the_page_has_what_surveys_found(folder, tmp_path):
    """By the same script, a small survey's answers are those of the command; the page has a section for each."""
    page = PAGE.read_text()
    (tmp_path / "survey.md").write_text(page)
    survey_findings.main((folder[0],), docs=tmp_path)
    written = (tmp_path / "survey.md").read_text()
    for question, heading in survey_findings.HEADINGS.items():
        picture = f"\n![{heading}](survey_{question}.svg)\n"
        assert written.count(f"### {heading}\n") == page.count(f"### {heading}\n") == 1
        assert picture in written and picture in page
        assert (tmp_path / f"survey_{question}.svg").stat().st_size < 60_000
        assert (PAGE.parent / f"survey_{question}.svg").stat().st_size < 60_000
    assert f"```text\n{answer('survey', 'ask', folder[0], 'contracts').rstrip()}\n```\n" in written
    assert survey_findings.HEADINGS.keys() == QUESTIONS.keys()
    assert written.partition("<!-- by survey")[0] == page.partition("<!-- by survey")[0]
