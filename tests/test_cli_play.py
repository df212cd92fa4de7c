"""`ninefivetwo play` at the terminal: what is asked, told, refused and kept."""

import io
import re
import sys

import pytest
from click.testing import CliRunner
from commands import answer, refusal, started
from test_session import WIKIPEDIA, D, L, begun, cards_left, lowly, step, until

from ninefivetwo.cards import Seat
from ninefivetwo.cli.app import cli
from ninefivetwo.cli.play import MatchTable, SavedMatch
from ninefivetwo.cli.terminal import ask
from ninefivetwo.errors import GameError, StaleError
from ninefivetwo.game import Call, Deal, Discard, Give, Look, Match, Play, YesNo, runs
from ninefivetwo.game.records import read_file
from ninefivetwo.game.rules import NAMED, parse_rules
from ninefivetwo.keep.library import TERMINAL, Library, Query
from ninefivetwo.keep.session import Computers, Due, GameSession, session_of
from ninefivetwo.layout import Layout, random_deals
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.words.match_text import format_log, news
from ninefivetwo.words.speaker import action_words, parse_action


def text_of(action):
    """An action as a person might type it."""
    match action:
        case YesNo(_, answer):
            return "yes" if answer else "N"
        case Call(_, trump):
            return trump.letter.lower()
    return action_words(action)


@pytest.fixture
def typed(monkeypatch, capsys, tmp_path):
    """Play a match by typing, saved and read again at every question: what is printed, the last state, the records."""
    path = tmp_path / "library.sqlite"

    def played(session, person=heuristic_action, deals=2):
        def typing(prompt):
            print(prompt, end=" ")
            with Library(path) as other:
                kept = session_of(other.session(TERMINAL)[0])
            assert kept == game.session
            return "quit" if kept.match.number > deals else text_of(person(kept.view))

        monkeypatch.setattr(sys.modules["ninefivetwo.cli.terminal"], "ask", typing)
        with Library(path) as library:
            keeper = SavedMatch(library)
            keeper.save(session)
            game = MatchTable(session, keeper)
            game.play()
            return capsys.readouterr().out, game.session, library.records(Query())

    return played


TYPED = ("wikipedia", "catalan-plus-minus", "bga")  # all kinds of choices and of words for them


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in TYPED else pytest.mark.long) for name in NAMED]
)
def test_matches_are_played_by_typing(typed, name):
    out, last, kept = typed(begun(NAMED[name].rules, L, 5))
    finished = [record.match for record in read_file(last.records()).records if record.match.deal.over]
    assert len(finished) == len(kept) and {one.source for one in kept} == {"play"}
    assert out.count("Trick 16: ") == len(finished) and out.count("\nDeal ") >= len(finished)
    assert len(runs(finished)) == 1
    for match in finished:
        assert f"{match.names[L]} {match.deal.won[L]} trick" in out


def test_a_match_to_its_end_is_no_longer_under_way(typed, tmp_path):
    out, last, kept = typed(begun(parse_rules("nine-two-five target=3"), seed=3), deals=99)
    assert last.due is Due.OVER and re.search(r" wins? the match\.", out.rstrip().splitlines()[-2])
    assert f"Seed of the match: {last.seed}" in out
    assert len(kept) == last.match.number == len(last.earlier) + 1
    with Library(tmp_path / "library.sqlite") as library:
        assert library.session(TERMINAL) is None


def test_a_look_and_gifts_are_told_in_words(typed):
    session = begun(parse_rules("wikipedia kitty_peek=yes"), L, 2)
    out, _, _ = typed(session, lowly, deals=5)
    assert "Look at the kitty (yes or no)> " in out and "The kitty is " in out
    assert " gives " in out and " to you" in out and "You return " in out and "You gives" not in out


@pytest.fixture(scope="module")
def moments():
    """A view for each kind of choice."""
    found = {}
    for seed in range(2, 9):
        session = begun(parse_rules("wikipedia kitty_peek=yes"), L, seed)
        while len(found) < 5 and session.match.number < 6 and session.due is not Due.OVER:
            if session.due is Due.PERSON:
                turn = session.deal.turn
                if turn.kind is not Play or len(turn.legal()) < len(turn.held):
                    found.setdefault(turn.kind, session.view)
            session = until(session, lambda s, old=session: s is not old, person=lowly)
    return found


def test_actions_are_read_as_people_write_them(moments):
    view = moments[Discard]
    cards = list(view.turn.held)[:4]
    wanted = Discard(D, heuristic_action(view).cards)
    assert parse_action(view, action_words(wanted)) == wanted
    assert len({parse_action(view, sep.join(map(str, cards))) for sep in (" ", ", ", "; ", "  ")}) == 1
    assert parse_action(view, " ".join(f"{str(card)[1]}{str(card)[0].lower()}" for card in cards)).cards
    signs = action_words(wanted).translate(
        {ord(letter): f"{sign}️" for letter, sign in zip("SHDC", "♠♥♦♣", strict=True)}
    )
    assert parse_action(view, signs) == wanted
    call = moments[Call]
    assert parse_action(call, "♥️") == parse_action(call, "♥️ H") == parse_action(call, "hearts")
    assert parse_action(call, "nt") == parse_action(call, "no-trump") == parse_action(call, " N ")
    assert parse_action(moments[Look], "Yes") == Look(D, True) and parse_action(moments[Look], "n") == Look(D, False)
    give = moments[Give]
    owed = give.turn.owed
    gift = heuristic_action(give)
    assert parse_action(give, action_words(gift)) == gift
    receivers = [seat for seat in Seat if owed[seat]]
    told = "; ".join(f"{seat.letter}: {' '.join(map(str, gift.cards[seat]))}" for seat in receivers)
    assert parse_action(give, told) == gift
    if len(receivers) == 1:
        assert parse_action(give, " ".join(map(str, gift.cards[receivers[0]]))) == gift
    mine = moments[Play]
    card = next(iter(mine.turn.legal()))
    assert parse_action(mine, str(card).lower()) == Play(mine.viewer, card)


def test_what_is_typed_wrong_is_told_in_one_line(moments):
    """Here a revoke, an answer about the kitty, and anything when the deal is over; more is in `cases/drill.txt`."""
    revoke = next(iter(moments[Play].turn.held - moments[Play].turn.legal()))
    over = until(begun(), lambda s: s.deal.over).view
    for view, text, told in [
        (moments[Play], str(revoke), "expected a card of the suit led"),
        (moments[Look], "perhaps", "expected yes or no"),
        (over, "SA", "no action is due"),
    ]:
        with pytest.raises(GameError, match=f"^.*{told}.*$"):
            parse_action(view, text)


def test_gifts_to_two_must_say_to_whom():
    deal = Deal.start(NAMED["bga"].rules, next(random_deals(1)), (2, -1, -1))
    view = deal.seen_by(D)
    low = [str(card) for card in view.turn.held][:2]
    with pytest.raises(GameError, match="receiver missing before"):
        parse_action(view, " ".join(low))
    assert parse_action(view, f"left {low[0]}; right {low[1]}").cards[L]
    assert parse_action(view, "nothing") == Give.of(D, {})


def test_what_has_happened_is_told_again():
    """At any moment of two deals the log tells what was told as it happened, and the person's own actions."""
    session, computers, told, own = begun(NAMED["bga"].rules, L, 4), Computers(), [], set()
    while session.match.number < 3:
        before, session = session, step(session, computers, lowly)
        if session.match.number > before.match.number:
            told = []
            continue
        told += news(before, session)
        log = list(format_log(session))
        mine = [line for line in log if line.startswith(("You call", "You discard", "You give"))]
        assert [line for line in log if line not in mine] == told
        own |= set(mine)
    assert {line.split()[1] for line in own} >= {"call", "discard"} and not any("?" in line for line in own)


def test_a_match_taken_up_tells_the_tricks_once(typed):
    session = until(begun(seat=L), lambda s: s.match.number == 2 and cards_left(s, 12) and s.view.table)
    out, _, _ = typed(session, deals=1)
    assert out.count("Tricks won: ") == 1 and "Trick 4: " in out
    assert "Score: " in out


def test_stopped_at_the_prompt_all_is_kept(tmp_path):
    path, out = tmp_path / "l.sqlite", tmp_path / "out.n52"

    def stop(_):
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sys.modules["ninefivetwo.cli.terminal"], "ask", stop)
        done = CliRunner().invoke(cli, ["play", "--library", str(path), "-o", str(out)])
    assert "The match is saved." in done.output and read_file(out.read_text()).records
    with Library(path) as library:
        assert library.session(TERMINAL)


def test_a_hint_says_what_to_do_and_shows_the_choices(capsys, tmp_path):
    session = until(begun(), lambda s: cards_left(s, 4) and s.deal.turn.count() > 1)
    with Library(tmp_path / "l.sqlite") as library:
        game = MatchTable(session, SavedMatch(library))
        assert game.after("hint") is None
    out = capsys.readouterr().out
    assert re.match(r"Play the .* of \w+\.", out) and "regret" in out and "were played out" in " ".join(out.split())


def test_bytes_that_are_no_text_are_a_wrong_answer(monkeypatch, capsys):
    class Pipe:
        buffer = io.BytesIO(b"\xff\xfe\n S \n")

        def isatty(self):
            return False

    monkeypatch.setattr(sys, "stdin", Pipe())
    assert ask("?>") == "\ufffd\ufffd" and ask("?>") == "S" and ask("?>") is None


def test_two_windows_do_not_overwrite_each_other(tmp_path):
    path = tmp_path / "l.sqlite"
    with Library(path) as one, Library(path) as two:
        first = SavedMatch(one)
        first.save(begun())
        second = SavedMatch(two)
        second.save(begun(seed=2))
        with pytest.raises(StaleError, match="the match was changed in another window \\(start the command again"):
            first.save(begun())


def test_nothing_is_begun_by_what_is_refused(tmp_path):
    at = ("--library", str(tmp_path / "l.sqlite"))
    for words in (("--level", "robot"), ("--rules", "x"), ("--name", " ")):
        refusal("play", *words, *at)
    with Library(tmp_path / "l.sqlite") as library:
        assert library.session(TERMINAL) is None
        library.save_session(TERMINAL, "{}", None)
    assert "invalid saved match" in refusal("play", *at)
    assert "Your hand: " in answer("play", "--new", *at)


def test_ctrl_c_leaves_the_hint_and_not_the_match(monkeypatch, capsys, tmp_path):
    def stopped(self, limits):
        raise KeyboardInterrupt

    monkeypatch.setattr(GameSession, "hint", stopped)
    with Library(tmp_path / "l.sqlite") as library:
        assert MatchTable(begun(), SavedMatch(library)).after("hint") is None
    assert "Stopped without a hint." in capsys.readouterr().out


def test_forced_cards_are_played_and_choices_judged(monkeypatch, capsys, tmp_path):
    """Of a freak hand with three single cards: undo passes over what would be played again."""
    layout = Layout.parse("D:AKQJT98765432.2.3.4 -.QJT98.KQJT9.KQJT98 -.76543.876542.76532 K:-.AK.A.A")
    session = GameSession.from_moment(Match(WIKIPEDIA, deal=Deal.start(WIKIPEDIA, layout)), ("rule", "rule"), 1)
    typing = iter(["S", "HAK DA CA", "fingerprint", "undo", "HAK DA CA", "quit"])
    monkeypatch.setattr(sys.modules["ninefivetwo.cli.terminal"], "ask", lambda prompt: print(prompt) or next(typing))
    monkeypatch.setattr(sys.modules["ninefivetwo.cli.play"], "FAIR_WORLDS", 60)
    with Library(tmp_path / "l.sqlite") as library:
        MatchTable(session, SavedMatch(library), auto=True, verdicts=True).play()
    out = capsys.readouterr().out
    assert out.count("Discard 4 cards>") == 2 and out.count("Trick 1: ") == 2
    assert out.index("Your call (") < out.index("Best move.") < out.index("Discard 4 cards>")
    assert out.count(f"Fingerprint of the deal: {session.fingerprint}") == 1 and "Forced." not in out


def test_a_terminal_without_suit_signs_shows_letters(monkeypatch, tmp_path):
    monkeypatch.setenv("PYTHONIOENCODING", "ascii")
    with started("play", "--seed", "7", "--library", tmp_path / "l.sqlite") as process:
        out, _ = process.communicate("")
    assert (
        "Your hand: SK J 8 6 4 3 HK Q 6 3 2 DQ 7 6 5 C2\n" in out and "Your call (S, H, D, C or N for no-trump)>" in out
    )
