"""Why a card was a mistake: lines read right, the reason found, what only looks like it refused."""

from random import Random

import numpy as np
import pytest
from line_twins import plain_count, plain_drawn, plain_fated, plain_line
from playout_games import after_card, legal, random_game, small_network, to_play
from playout_reference import table_of
from positions import index
from table import played_to, sure

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.errors import PositionError
from ninefivetwo.exact import Solver
from ninefivetwo.game import Play
from ninefivetwo.study import Judge, decision_nodes
from ninefivetwo.study.why.card_play import punishing_reply, tallies, touching_cards
from ninefivetwo.study.why.evidence import Tally, Theme, evidence, proven
from ninefivetwo.study.why.lines import Compared, Fate, PlayedLines
from ninefivetwo.think.playouts import Policy, play_lines, play_out
from ninefivetwo.think.playouts.values import DistinctWorlds
from ninefivetwo_solver.playout import LINE, NO_CHOICE

D, L, R = Seat
THREE = (small_network(),) * 3
ROLLOUTS = (Policy.rollout(Policy.plain(), 2), small_network(2), Policy.rollout(small_network(), 2))


def a_game(seed: int, size: int = 6) -> np.ndarray:
    """A random game, and the seat to play has a card."""
    return random_game(Random(seed), size, plays=Random(seed).randrange(3 * size - 3))


def cards_in(line: np.ndarray) -> list[int]:
    """The cards of a line, without what fills up its row."""
    return line[line != NO_CHOICE].tolist()


@pytest.mark.parametrize("policies", [THREE, ROLLOUTS], ids=["learned", "rollouts"])
def test_lines_are_the_playouts_card_by_card(policies, count):
    """Played by hand, card after card, a line is legal, ends with the deal, and wins what the playout wins."""
    for seed in range(count(40, 2000)):
        game = a_game(seed)
        cards = legal(game)
        lines, tricks = play_lines(policies, game, cards, seed=seed), play_out(policies, game, cards=cards, seed=seed)
        assert lines.shape == (1, len(cards), LINE)
        for line, won, card in zip(lines[0], tricks[0], cards, strict=True):
            now, played = game, cards_in(line)
            assert played[0] == card and (line[len(played) :] == NO_CHOICE).all()
            for each in played:
                assert each in legal(now)
                now, _ = after_card(now, each)
            assert not now["hand"].any() and (now["won"][0] - game["won"][0] == won).all()


def test_how_lines_are_cut_changes_no_card(monkeypatch):
    games = np.concatenate([random_game(Random(seed), 5, plays=0) for seed in range(30)])
    cards = np.array([5], dtype=np.uint8)
    games = games[[bool(game["hand"][int(game["leader"])] >> np.uint64(5) & np.uint64(1)) for game in games]]
    whole = play_lines(ROLLOUTS, games, cards, seed=3)
    monkeypatch.setattr("ninefivetwo.think.playouts.policies.PIECE", 0)
    assert (play_lines(ROLLOUTS, games, cards, seed=3, threads=2) == whole).all()


def test_a_card_that_cannot_be_played_is_refused():
    game = random_game(Random(1), 5, plays=0)
    other = next(i for i in range(64) if int(game["hand"][0, (to_play(game) + 1) % 3]) >> i & 1)
    with pytest.raises(PositionError, match=r"row 0.*not legal"):
        play_lines(THREE, game, np.array([other], dtype=np.uint8))


class OneView:
    """What `PlayedLines.read` asks of a view."""

    def __init__(self, game: np.ndarray) -> None:
        self.table = tuple(Card.at(index(card)) for card in table_of(game[0]))
        self.lead, self.called = Seat(int(game["leader"][0])), Trump(int(game["trump"][0]))


def test_the_fate_of_every_card_is_read_as_card_by_card(count):
    """PlayedLines read by arrays against lines read card by card."""
    seen = set()
    for seed in range(count(60, 3000)):
        game = a_game(seed, 8)
        cards = legal(game)[:1]
        played = play_lines(THREE, game, cards, seed=seed)[:, 0]
        lines, tricks = PlayedLines.read(OneView(game), played), plain_line(game, cards_in(played[0]))
        found = {}
        for number, trick in enumerate(tricks):
            assert lines.winner[0, number] == trick.winner
            for seat, card in trick.cards:
                assert card.index in lines.cards[0, number]
                found[card.index] = Fate[trick.fate(card).upper()], seat
        for i in range(64):
            assert (lines.fate[0, i], lines.holder[0, i]) == found.get(i, (Fate.NOT_PLAYED, -1))
        assert [lines.won(seat)[0] for seat in Seat] == [sum(t.winner is seat for t in tricks) for seat in Seat]
        seen.update(fate for fate, _ in found.values())
    assert seen == set(Fate) - {Fate.NOT_PLAYED}


def worlds(number: int, exact: bool = False) -> DistinctWorlds:
    return DistinctWorlds(np.zeros((number, 5), dtype=np.uint64), np.full(number, 1 / number), exact)


def a_tally(after, instead, theme: Theme = Theme.SUIT) -> Tally:
    return Tally(theme, np.asarray(after, dtype=int), np.asarray(instead, dtype=int), None, (Card.parse("HQ"),))


def test_a_count_without_whose_change_nothing_is_lost_is_the_reason():
    lost = np.resize([1.0, 1.0, 0.0, 0.0], 400)
    (theme,) = proven(lost, worlds(400), [a_tally(np.zeros(400), lost)])
    assert (theme.theme, theme.seat, theme.cards) == (Theme.SUIT, None, (Card.parse("HQ"),))
    assert (theme.after.mean, theme.instead.mean) == (0, pytest.approx(0.5))
    assert theme.same.mean == theme.carried == 0 and theme.changed.mean == pytest.approx(0.5)
    assert theme.loss.n == 200  # worlds that did not pick it


REFUSED = {  # for each of four kinds of worlds the tricks lost, the count after the card, and after the better one
    "much is lost where the count is the same": ([1, 1, 1, 0], [0, 0, 0, 0], [1, 0, 1, 0]),
    "much is won where the count is the same": ([1, 1, -1, 0], [0, 0, 0, 0], [1, 1, 0, 0]),
    "few lose though the count is worse": ([1, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 1]),
    "it loses where the count is better too": ([1, 1, 0, 0], [0, 1, 0, 0], [1, 0, 1, 0]),
    "nothing is lost on the whole": ([1, -1, 1, -1], [0, 0, 0, 0], [1, 0, 1, 0]),
    "the count is never worse": ([1, 1, 1, 1], [1, 1, 1, 1], [1, 1, 1, 1]),
    "the count is better": ([1, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 0]),
    "the count changes by less than is lost": ([3, 3, 0, 0], [0, 0, 0, 0], [1, 1, 0, 0]),
}


@pytest.mark.parametrize("name", REFUSED)
def test_a_count_that_only_looks_like_the_reason_is_refused(name):
    lost, after, instead = (np.repeat(np.array(kinds, dtype=float), 100) for kinds in REFUSED[name])
    assert not proven(lost, worlds(400), [a_tally(after, instead)])
    assert not proven(lost, worlds(400, exact=True), [a_tally(after, instead)])


def test_noise_is_no_evidence():
    """A count that was picked for having fitted the worlds that pick does not stand in those that tell."""
    random = np.random.default_rng(1)
    for _ in range(200):
        lost = random.choice([0.0, 0.0, 1.0], size=200)
        picking = np.arange(200) % 2 == 0
        lucky = np.where(picking, lost > 0, random.random(200) < 1 / 3)
        assert not proven(lost, worlds(200), [a_tally(np.zeros(200), lucky)])


def test_of_several_that_stand_the_first_theme_is_named():
    lost = np.resize([1.0, 1.0, 0.0, 0.0], 100)
    facts = [a_tally(np.zeros(100), lost, theme) for theme in (Theme.SUIT, Theme.TRICK_MISSED, Theme.SET_UP)]
    assert [theme.theme for theme in proven(lost, worlds(100), facts)] == [Theme.TRICK_MISSED]


def test_of_tricks_of_others_fewer_are_better():
    lost = np.resize([1.0, 1.0, 0.0, 0.0], 100)
    assert proven(lost, worlds(100), [a_tally(lost, np.zeros(100), Theme.RUFFS_GIVEN)])
    assert not proven(lost, worlds(100), [a_tally(np.zeros(100), lost, Theme.RUFFS_GIVEN)])


def test_evidence_adds_up():
    lost, count = np.array([2.0, 0.5, 1.0, -1.5]), np.array([1, 0, 1, -1])
    found = evidence(lost, worlds(4, exact=True), a_tally(np.ones(4), 1 + count))
    assert found.proven.loss.mean == 0.5 and found.within.mean == 1.5 and found.proven.same.mean == 0.5
    assert found.proven.carried == pytest.approx(0.25) and found.lucky == pytest.approx(-0.75)
    assert found.accounted == pytest.approx(0.5)


class Moment:
    """What the themes ask of a view: who is to play with which hand, to what, with which trumps."""

    def __init__(self, seat: Seat, hand: str, table: str = "", trump: str = "S") -> None:
        self.viewer, self.held, self.called = seat, Hand.parse(hand), Trump.parse(trump)
        self.table = tuple(map(Card.parse, table.split()))
        self.lead = seat.after(3 - len(self.table))
        self.played, self.events, self.discarded = Hand.of(self.table), (), Hand()

    def hand(self, seat: Seat) -> Hand:
        assert seat is self.viewer
        return self.held


def compared_by_hand(moment: Moment, *pairs: tuple[str, str]) -> Compared:
    """Lines written down: for each world the cards from the mistake on, and those from the better card on."""

    def read(texts: list[str]) -> tuple[Card, PlayedLines]:
        cards = [[Card.parse(card) for card in text.split() if card != "/"] for text in texts]
        rows = np.array([[card.index for card in line] for line in cards], dtype=np.uint8)
        return cards[0][0], PlayedLines.read(moment, rows)

    (card, after), (better, instead) = (read([pair[i] for pair in pairs]) for i in (0, 1))
    return Compared(moment, card, better, worlds(len(pairs), exact=True), after, instead)


def told(moment: Moment, *pairs: tuple[str, str]) -> Theme | None:
    """The theme that is named, if any."""
    lines = compared_by_hand(moment, *pairs)
    found = proven(lines.lost, lines.worlds, tallies(lines))
    return found[0].theme if found else None


#: For each theme a moment and worlds in which it is the reason, and others in which it only looks like it, with what is
#: the reason there.  A line is the cards in the order played, from the mistake or the better card on.
THEMES = {
    Theme.RUFF_MISSED: (
        Moment(R, "2...3", "H5 H9"),
        [("C3 / SA S2 H4", "S2 / C3 H4 SA")],
        Moment(R, "2...3", "H5 H9"),
        [("C3 / SA S2 H4", "S2 / C3 H4 SA"), ("C3 / C8 S2 H4", "S2 / C3 H4 C8")],  # in one of two it ruffs later too
        Theme.FALLS,
    ),
    Theme.LED_INTO_RUFF: (
        Moment(L, "9.K..A"),
        [("CA S3 C9 / H4 H5 S9 / HK HA D2", "S9 S3 H5 / CA H4 C9 / HK D2 HA")],
        Moment(L, "9.K..A"),
        [("CA S3 C9 / H4 S8 HK / C8 S9 D2", "HK H4 C9 / CA S3 S8 / C8 S9 D2")],  # it is ruffed sooner or later
        Theme.TRICK_MISSED,
    ),
    Theme.OVERRUFFED: (
        Moment(R, "J..2.", "H5"),
        [("SJ SQ / D9 H7 D2", "D2 SQ / D9 H7 SJ")],
        Moment(R, "J..A2.", "H5"),
        [("SJ SQ / C9 D4 DA / D9 H7 D2", "D2 C9 / H7 SJ SQ / D9 D4 DA")],  # it is overruffed sooner or later
        Theme.STRANDED,
    ),
    Theme.WASTED: (
        Moment(D, ".Q3..", "HA H2"),
        [("HQ / H4 C9 H3", "H3 / H4 C9 HQ")],
        Moment(D, ".Q3..9", "HA H2"),
        [("HQ / HK D8 H3 / C4 CK C9", "H3 / HK CK HQ / C4 D8 C9")],  # it falls sooner or later
        Theme.FALLS,
    ),
    Theme.WINNER_THROWN: (
        Moment(D, "..3.A", "H5 H9"),
        [("CA / C4 D3 C2", "D3 / C4 CA C2")],
        Moment(D, "..A3.A", "H5 H9"),
        [("CA / S4 DA C2 / D5 D3 C8", "D3 / S4 CA C2 / D5 DA C8")],  # it is thrown sooner or later
        Theme.STRANDED,
    ),
    Theme.TRICK_MISSED: (
        Moment(D, ".Q2..", "H5 H9"),
        [("H2 / CK HQ HA", "HQ / H2 HA CK")],
        Moment(D, ".Q2..", "H5 H9"),
        [("H2 / CK HQ HA", "HQ / H2 HA CK"), ("H2 / H8 HQ C4", "HQ / H2 C4 H8")],  # in one of two it wins later too
        Theme.STRANDED,
    ),
    Theme.TOO_HIGH: (
        Moment(D, ".AT..", "H5 H8"),
        [("HA / HT HK C2", "HT / HA HK C2")],
        Moment(D, ".AT..9", "H5 H8"),
        [("HA / HT HK C2 / C4 S3 C9", "HT / C9 C4 C2 / HA HK S3")],  # the ace is ruffed where it is kept
        Theme.RUFFED,
    ),
    Theme.TRUMPS_NOT_DRAWN: (
        Moment(L, "9.K..A"),
        [("HK H4 H5 / CA S3 C8 / D4 C9 S9", "S9 S3 C8 / CA D4 C9 / HK H4 H5")],
        Moment(L, "9.K..A"),
        [("HK H4 H5 / CA S3 C8 / D4 S4 S9", "S9 S4 S3 / CA D4 C8 / HK H4 H5")],
        Theme.TRUMPS_NOT_DRAWN,
    ),
    Theme.RUFFED: (
        Moment(L, ".2.K.A"),
        [
            ("H2 H9 C9 / C5 S3 CA / D5 DK D4", "DK D4 D5 / CA C5 C9 / H2 H9 S3"),
            ("H2 H9 H3 / C5 C9 CA / DK D4 D5", "DK D4 D5 / CA C5 C9 / H2 H9 H3"),
        ],
        Moment(L, ".2.K.A"),
        [
            ("H2 H9 C9 / HT S3 CA / D5 DK D4", "DK D4 D5 / CA C5 C9 / H2 H9 S3"),
            ("H2 H9 H3 / C5 C9 CA / DK D4 D5", "DK D4 D5 / CA C5 C9 / H2 H9 H3"),
        ],  # it is thrown
        Theme.STRANDED,
    ),
    Theme.GUARD_GONE: (
        Moment(D, ".K3.2.", "C5 C9"),
        [("H3 / HA HK H5 / H4 D2 C8", "D2 / HA H3 H5 / H4 HK C8")],
        Moment(D, ".K3.2.", "C5 C9"),
        [("H3 / CT HK C8 / H4 D2 H5", "D2 / CT H3 C8 / H4 HK H5")],  # it is thrown, guarded or not
        Theme.STRANDED,
    ),
}


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_a_theme_is_named_where_it_is_the_reason(theme):
    moment, pairs, *_ = THEMES[theme]
    assert told(moment, *pairs) is theme


@pytest.mark.parametrize("theme", THEMES, ids=lambda theme: theme.name)
def test_what_only_looks_like_the_reason_is_not_named(theme):
    """Its fact is there in the line after the mistake, but what is lost is lost by another."""
    _, _, moment, pairs, reason = THEMES[theme]
    assert told(moment, *pairs) is reason


def test_where_nothing_is_lost_nothing_is_named():
    """Void suits, one card left, nothing to win: no theme, and no error."""
    for moment, pair in [
        (Moment(L, "A..."), ("SA S2 S3", "SA S2 S3")),
        (Moment(D, "...2", "H5 H9"), ("C2", "C2")),
        (Moment(R, "2.3..", "", "N"), ("S2 S3 S4 / H3 H4 H5".replace("S3 S4", "SK S4"), "H3 H4 H5 / SK S4 S2")),
    ]:
        assert told(moment, pair) is None


def test_counts_are_those_of_the_slow_twin(count):
    """Every tally of random endings against plain counts of the same lines, read trick by trick."""
    seen = set()
    for seed in range(count(60, 2000)):
        game = a_game(seed, 6)
        cards = legal(game)[:2]
        if len(cards) < 2:
            continue
        played = play_lines(THREE, game, cards, seed=seed)
        moment = Moment(to_play(game), str(Hand(int(game["hand"][0, to_play(game)]))))
        moment.table = OneView(game).table
        moment.lead, moment.called = OneView(game).lead, OneView(game).called
        after, instead = (PlayedLines.read(moment, played[:, i]) for i in (0, 1))
        lines = Compared(moment, Card.at(int(cards[0])), Card.at(int(cards[1])), worlds(1, True), after, instead)
        twins = [plain_line(game, cards_in(line)) for line in played[0]]
        for tally in tallies(lines):
            seen.add(tally.theme)
            about = moment.viewer, tally.cards, tally.seat, None if tally.suit is None else tally.suit.letter
            for found, line in zip((tally.after, tally.instead), twins, strict=True):
                assert found.tolist() == [plain_count(tally.theme.value, line, *about)]
            if tally.fate is not None:
                more = plain_fated(tally.fate, *twins, tally.cards)
                if tally.theme is Theme.TRUMPS_NOT_DRAWN:
                    more &= plain_drawn(twins[1], moment.viewer) > plain_drawn(twins[0], moment.viewer)
                assert tally.fated.tolist() == [more]
    assert len(seen) >= 15


def test_a_card_on_the_table_parts_others_and_one_gone_does_not():
    moment = Moment(L, "AQJ9.32..")
    moment.table = (Card.parse("ST"),)
    moment.played = Hand.of((Card.parse("SK"), *moment.table))
    assert [[str(card) for card in group] for group in touching_cards(moment)] == [
        ["SA", "SQ", "SJ"],
        ["S9"],
        ["H3", "H2"],
    ]


def test_the_reply_is_what_holds_the_player_to_less(count):
    """In the endings of deals of random play: each reply by a cold solver, and those that are none are truly none."""
    found = 0
    for seed in range(count(12, 200)):
        random = Random(seed)
        deal = played_to(seed, 8, Seat(seed % 3))  # nearer to the end some never choose
        while not deal.over:
            deal = deal.after(Play(deal.turn.seat, random.choice(sorted(deal.turn.legal()))))
        nodes = [node for node in decision_nodes(deal) if isinstance(node.action, Play) and node.trick > 11]
        judge = Judge(1 << 22)
        for node in nodes:
            hindsight = judge.hindsights([node], [])[0]
            reply, cost = punishing_reply(node, hindsight, Solver(1 << 20)), hindsight.own_cost(node.seat)
            if reply is None:
                continue
            found += 1
            assert (reply.before - reply.after, reply.seat is node.seat) == (cost, False) and cost > 0
            state = node.after
            for card in reply.line[:-1]:
                state = state.after(Play(state.due_turn.seat, card))
            for card in (reply.line[-1], *reply.instead):
                guarantee = sure(Solver(1 << 20), state.after(Play(reply.seat, card)))[node.seat]
                assert guarantee == reply.after if card is reply.line[-1] else guarantee >= reply.before
    assert found > 3
