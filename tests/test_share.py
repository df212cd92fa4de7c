"""Codes of shared things: nothing lost, nothing given away, short; a damaged or made-up code gets one line."""

from dataclasses import replace
from random import Random

import pytest
from commands import run
from hypothesis import given
from hypothesis import strategies as st
from table import dealt_matches, random_match
from test_game import TABLE

from ninefivetwo.cards import FULL_DECK, Hand, Seat, Trump, parse_cards, shuffled
from ninefivetwo.errors import ShareError
from ninefivetwo.game import Call, Discard, Give, Match, Play, Situation, UndealtMatch
from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.game.share import (
    SharedDeal,
    SharedHand,
    SharedMatch,
    SharedPosition,
    SharedProblem,
    share_code,
    shared,
)
from ninefivetwo.game.share.codes import ALPHABET, number_of, text_of
from ninefivetwo.game.share.deals import RULE_SETS, DigitReader, DigitWriter
from ninefivetwo.keep.drills.drills import shipped
from ninefivetwo.keep.drills.problem import problem_id
from ninefivetwo.layout import Layout, Position

D, L, R = Seat


def kept(thing, names=False):
    """The code of a thing, which is read back as the thing."""
    code = share_code(thing, names)
    assert set(code) <= set(ALPHABET)
    assert shared(code) == thing
    return code


# Deals and views of them.


@TABLE
def test_states_of_a_match_and_every_view_of_them_are_kept(rules, seed, count):
    """States drawn at random of each match, under every rule set, as all see them and as each seat does."""
    for i in range(count(1, 40)):
        dealt = list(dealt_matches(rules, seed + i, deals=3))
        for match in [*Random(seed + i).sample(dealt, 1), dealt[-1]]:
            for state in (match, *(replace(match, deal=match.deal.seen_by(seat)) for seat in Seat)):
                kept(SharedDeal(state), names=True)


@TABLE
def test_a_whole_match_is_kept(rules, seed):
    played = [match for match in dealt_matches(rules, seed, 4) if match.deal.over]
    kept(SharedMatch(tuple(played)), names=True)
    kept(SharedMatch(tuple(played[1:3] or played)), names=True)


def test_a_match_under_way_ends_with_what_its_player_sees(seed):
    """The deals that are over are open to all, the last one is a view."""
    states = [match for match in random_match(NAMED["wikipedia"].rules, seed, 3) if isinstance(match, Match)]
    under_way = next(match for match in states if match.number == 2 and sum(match.deal.won) == 3)
    first = next(match for match in states if match.deal.over)
    view = replace(under_way, deal=under_way.deal.seen_by(L))
    found = shared(kept(SharedMatch((first, view)), names=True))
    assert found.matches[1].deal.viewer is L
    with pytest.raises(ShareError, match="deal 2 does not follow"):
        share_code(SharedMatch((view, view)))


def test_names_are_told_only_if_asked_for(seed):
    match = next(dealt_matches(NAMED["wikipedia"].rules, seed))
    assert shared(share_code(SharedDeal(match))).match.names == ("dealer", "left", "right")
    assert shared(share_code(SharedDeal(match), names=True)).match.names == ("Ann", "Bob", "Cy")
    with pytest.raises(ShareError):
        share_code(SharedDeal(replace(match, names=("A" * 300, "B", "C"))), names=True)


@TABLE
def test_a_view_tells_nothing_of_other_hands(rules, seed):
    """Whatever the others hold, the code of what a seat has seen is the same."""
    states = [match for match in dealt_matches(rules, seed, 1) if match.deal.trump is None]
    for match in states[:2]:
        code = share_code(SharedDeal(replace(match, deal=match.deal.seen_by(L))))
        start = match.deal
        while start.past is not None:
            start = start.past
        cards = shuffled(FULL_DECK - start.dealt[L], Random(seed))
        hands = [Hand.of(cards[:16]), start.dealt[L], Hand.of(cards[16:32])]
        other = UndealtMatch(rules).dealt(Layout(*hands, Hand.of(cards[32:])))
        if match is states[0]:
            assert share_code(SharedDeal(replace(other, deal=other.deal.seen_by(L)))) == code


def test_the_code_of_a_played_deal_is_short(seed):
    """Random play of sixteen tricks in some fifty characters, a view of a moment in some forty."""
    rules = NAMED["wikipedia"].rules
    lengths = []
    for i in range(20):
        match = next(match for match in dealt_matches(rules, seed + i) if match.deal.over)
        lengths.append(len(share_code(SharedDeal(match))))
    assert max(lengths) <= 60
    assert len(share_code(SharedDeal(next(dealt_matches(rules, seed))))) <= 24


# Layouts, hands, problems.


@st.composite
def positions(draw):
    """A position of any length, freak hands among them, with cards on the table, and a line played on."""
    cards = draw(st.one_of(st.permutations(list(FULL_DECK)), st.just(list(FULL_DECK))))
    number, table = draw(st.integers(1, 17)), draw(st.integers(0, 2))
    hands = [Hand.of(cards[i * number : (i + 1) * number]) for i in range(3)]
    rest = cards[3 * number :]
    out = draw(st.one_of(st.none(), st.integers(0, len(rest)).map(lambda n: Hand.of(rest[:n]))))
    after = start = Position(Layout(*hands, out), draw(st.sampled_from(Seat)))
    trump = draw(st.sampled_from(Trump))
    for _ in range(table if number > 1 else 0):
        start = start.after(draw(st.sampled_from(list(start.legal()))), trump)
    played, after = [], start
    for _ in range(draw(st.integers(0, 3 * number))):
        if after is not None:
            played.append(draw(st.sampled_from(list(after.legal()))))
            after = after.after(played[-1], trump)
    return SharedPosition(start, *draw(st.sampled_from([(), (trump,), (trump, tuple(played))])))


@given(positions())
def test_positions_are_kept(thing):
    kept(thing)


def hand(text):
    return Hand.parse(text)


def at_no_trump(rules, seat, played, *exchange, **more):
    trick = {"trump": Trump.NO_TRUMP, "played": parse_cards(played)}
    return Situation(parse_rules(rules), seat, hand("AK.QT982.AJ86.A9875"), *exchange, **trick, **more), Play


SITUATIONS = [
    (Situation(parse_rules("wikipedia"), D, hand("AKQJT98765432.AKQ.-.-")), Call),
    (Situation(parse_rules("bga"), D, hand("AK5.QT9.J876.A98765"), trump=None), Call),
    (Situation(parse_rules("925"), D, hand("AK5.QT982.J8763.A987652"), trump=Trump.HEARTS), Discard),
    (Situation(parse_rules("wiki"), L, hand("AK5.QT9.J876.A98765"), previous_results=(-2, 3, -1)), Give),
    at_no_trump("wiki target=15", L, "SA S2 S3", {D: hand("-.-.2.-")}, {D: hand("-.-.A.-")}),
    at_no_trump("wiki", D, "C2 C3", discarded=hand("432.3.-.-")),
]


@pytest.mark.parametrize(("situation", "due"), SITUATIONS)
def test_hands_with_a_choice_are_kept(situation, due):
    kept(SharedHand(situation, due))


def test_every_shipped_problem_is_kept_and_found_again_by_its_id(count):
    """The code of a problem holds its player's view; what is made of it has the id of the problem."""
    longest = 0
    for problem in shipped()[:: count(20, 1)]:
        question = problem.question
        asked = (question.card, question.place) if question else (None, None)
        thing = SharedProblem(problem.kind, problem.match, *asked)
        code = share_code(thing)
        longest = max(longest, len(code))
        found = shared(code)
        assert found == thing
        record = str(File.of([record_of(found.match)]))
        assert problem_id(found.kind, record, question) == problem.id
    assert longest < 80


# Codes that are none.


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("", "invalid code"),
        ("1", "invalid code"),
        ("12345", "mistyped or cut off"),
        ("9abcdefgh", "a later version"),
        ("1abc defgh", "expected letters and digits"),
        ("1abc☃efgh", "expected letters and digits"),
        ("1" * 5000, "invalid code"),
    ],
)
def test_what_is_no_code_gets_one_line(code, words):
    with pytest.raises(ShareError, match=words) as error:
        shared(code)
    assert "\n" not in str(error.value)


def test_every_single_slip_is_found(seed):
    """A character changed, left out, or two exchanged."""
    match = next(match for match in dealt_matches(NAMED["wikipedia"].rules, seed) if match.deal.over)
    code = share_code(SharedDeal(match))
    for i in range(len(code)):
        other = ALPHABET[(ALPHABET.index(code[i]) + 7) % len(ALPHABET)]
        for wrong in (code[:i] + other + code[i + 1 :], code[:i] + code[i + 1 :], code[:i]):
            with pytest.raises(ShareError):
                shared(wrong)


@given(st.integers(0, 2**600))
def test_made_up_numbers_give_a_thing_or_one_line(number):
    """Numbers with a right checksum: what they hold is checked like everything else, and has a code if it passes."""
    try:
        thing = shared(text_of(number))
    except ShareError as error:
        assert "\n" not in str(error)
    else:
        assert shared(share_code(thing, names=True)) == thing


@given(st.text(max_size=60))
def test_any_text_gets_one_line(text):
    with pytest.raises(ShareError):
        shared(text)


def test_a_code_too_long_is_refused():
    with pytest.raises(ShareError, match="too much for an address"):
        text_of(1 << 30000)


# The digits.


@given(st.lists(st.tuples(st.integers(0, 10**6), st.integers(1, 10**6))), st.integers(), st.text(max_size=20))
def test_digits_are_read_as_written(pairs, integer, text):
    text = text.encode(errors="replace").decode()
    writer = DigitWriter()
    for value, more in pairs:
        writer.number(value + more, value)
    writer.integer(integer)
    writer.text(100, text)
    reader = DigitReader(number_of(text_of(writer.total)))
    assert [reader.number(value + more) for value, more in pairs] == [value for value, _ in pairs]
    assert reader.integer(0) == integer
    assert reader.text(100, "") == text
    reader.check_end()


@given(st.permutations(list(FULL_DECK)), st.integers(0, 52), st.integers(0, 52))
def test_sets_of_cards_are_read_as_written(cards, size, number):
    pool = Hand.of(cards[:size])
    chosen = Hand.of(cards[: min(size, number)])
    writer = DigitWriter()
    writer.cards(len(chosen), pool, chosen)
    assert DigitReader(writer.total).cards(len(chosen), pool, None) == chosen


def test_every_rule_set_has_a_number_that_stays():
    """Codes made today are read by later versions (`KEPT`): the list only grows."""
    assert set(NAMED) == set(RULE_SETS)


def told(thing):
    """What is in a shared thing, in a line."""
    match thing:
        case SharedDeal(match):
            return f"{match.number} {record_of(match).tag('Deal')} {len(match.deal.played)} {match.deal.won}"
        case SharedMatch(matches):
            return " ".join(f"{match.deal.trump} {match.deal.won}" for match in matches)
        case SharedPosition(position, trump, played):
            return f"{position.layout} {position.lead} {list(map(str, position.table))} {trump} {len(played)}"
        case SharedHand(situation, due):
            return f"{due.__name__} {situation.rules.target} {situation.hand} {len(situation.played)}"
        case SharedProblem(kind, match, card, place):
            return f"{kind} {match.deal.viewer} {match.deal.won} {card} {place!r}"


#: Codes of the first form; every later version reads them.
KEPT = {
    "1Azu7tMkFexsSGBFd8GOxgwJLsNRbkAUsOrpJiYGXR6D5qGUa51GgM132Ec": (
        "2 D:JT8.A73.A7653.AKT97 AQ97654.K654.JT92.4 K32.JT98.KQ84.QJ532 K:-.Q2.-.86 48 (6, 2, 8)"
    ),
    "1QRbS1wkHEmTx70A7Hv1Pmsxdxzw5QeX0v9u91OiOyK7kWgcngZ7qqJHYqR1dO13": (
        "2 D:JT8.A73.A7653.AKT97 ? ? K:-.Q2.-.86 48 (6, 2, 8)"
    ),
    (
        "1pFPJh8KwFewBsszxzvWx9BEIj2PNZrPS48sw2BMkrgwKHSIDGFqrvOkQEuS0cLHbn20s2uDr2Mf2AkliTovzOSpSRUlQrY4"
        "Dn3kcNRtVJjdzYrBP8MKPodbeE6pbyu"
    ): "S (11, 2, 3) N (6, 2, 8) C (5, 7, 4)",
    "162upnDe2yJI7bRo9": "D:-.-.-.T A4.-.-.- -.-.-.Q K:8.A.7.2 right ['C3', 'C9'] N 0",
    "1NIcmnqAHMZme8gORkJi9YbuOEmw0ho1zP5Hgna": "Play 15 AK.QT982.AJ86.A9875 3",
    "1Wge2ZgKgMC2JtWnEUen73KJWDihRHyG3wiCK": "know left (3, 2, 2) HT <Place.RIGHT: 2>",
}


@pytest.mark.parametrize("code", KEPT)
def test_codes_of_earlier_versions_are_read(code):
    assert told(shared(code)) == KEPT[code]


# The command.


def test_each_deal_of_a_file_has_a_link(tmp_path):
    """A link for each deal; from one seat's view only what it has seen; with names if asked for; and a picture."""
    match = next(match for match in dealt_matches(NAMED["bga"].rules, 1) if match.deal.over)
    path, picture = tmp_path / "a.n52", tmp_path / "a.svg"
    path.write_text(str(File.of([record_of(match), record_of(match)])))
    whole = run("record", "link", path).stdout.split()
    assert len(whole) == 2 and shared(whole[0].removeprefix("/s/")).match.deal == match.deal
    done = run("record", "link", path, "--deal", "2", "--seat", "left", "--names", "--svg", picture)
    seen = shared(done.stdout.strip().removeprefix("/s/")).match
    assert seen == replace(match, deal=match.deal.seen_by(L)) and "Ann" in picture.read_text()
