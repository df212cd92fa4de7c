"""Why a call, a discard or a gift was a mistake: the reason on made hands, and what looks like it refused."""

import dataclasses
import re
from functools import cache
from types import SimpleNamespace
from unittest.mock import patch

import numpy as np
import pytest
from line_twins import plain_deal_count, plain_deals, rules_return
from msgspec.structs import replace
from table import cards

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Suit, Trump
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Call, DealView, Discard, Give, Take
from ninefivetwo.game.events import action_of
from ninefivetwo.game.rules import parse_rules
from ninefivetwo.study import DecisionNode, Fair, Phase, ProvenTheme, Why
from ninefivetwo.study.grades import known_hands
from ninefivetwo.study.why import before_play
from ninefivetwo.study.why.before_play import compared_deals, deal_tallies, why_before_play
from ninefivetwo.study.why.evidence import Tally, Theme
from ninefivetwo.study.why.lines import Compared, Fate, PlayedLines
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.advise.pricing import drawn_worlds
from ninefivetwo.think.playouts.values import DistinctWorlds
from ninefivetwo.words.review_why import PlayedDeal, why_sentences
from ninefivetwo.words.speaker import Speaker

D, L, R = Seat
KINDS = {Phase.CALL: Call, Phase.DISCARD: Discard, Phase.EXCHANGE: Give}


def dealt(hand: str, seat: Seat = D, previous: tuple[int, int, int] | None = None) -> DealView:
    return DealView.from_hand(parse_rules("wikipedia lead=dealer"), seat, Hand.parse(hand), previous)


def to_discard(hand: str, call: str, kitty: str) -> DealView:
    return dealt(hand).after(Call(D, Trump.parse(call))).after(Take(D, cards(kitty)))


def node_of(view: DealView, chosen: Action) -> DecisionNode:
    return DecisionNode(view, chosen, view.after(chosen))


def fair_of(chosen: Action, better: Action) -> Fair:
    none = Estimate(0.0, 0.0, 1)
    return Fair(Evaluation(better, none, none, None), Evaluation(chosen, none, Estimate(1.0, 0.1, 100), None), False)


def explained(view: DealView, chosen: Action, better: Action) -> Why:
    return why_before_play(node_of(view, chosen), fair_of(chosen, better), Limits(seed=3))


def themes(why: Why) -> list[Theme]:
    return [each.theme for each in why.themes]


def discarded(view: DealView, chosen: str, better: str) -> Why:
    return explained(view, Discard(D, cards(chosen)), Discard(D, cards(better)))


NO_TRUMP = "AKQJT9.AK3.Q32.A543", "N", "S2 H9 C7 C6"


def test_a_winner_thrown_is_the_reason():
    """The ace of clubs is thrown for a club that wins nothing."""
    view = to_discard("AKQJT9.A32.K32.AK32", "S", "DT D9 D8 C6")
    (theme,) = discarded(view, "CA DT D9 D8", "C6 DT D9 D8").themes
    assert (theme.theme, theme.suit, theme.fate) == (Theme.WINNER_LET_GO, Suit.CLUBS, "wins")
    assert theme.instead.mean - theme.after.mean == pytest.approx(1, abs=0.1) and theme.carried < 0.05


def test_a_guard_thrown_is_the_reason():
    """Without the small diamonds the queen falls under the ace or the king."""
    (theme,) = discarded(to_discard(*NO_TRUMP), "D3 D2 C3 C4", "C6 C7 C3 C4").themes
    assert (theme.theme, theme.suit, theme.fate) == (Theme.GUARD_LET_GO, Suit.DIAMONDS, "guards")
    assert theme.after.mean < 0.1 and theme.instead.mean > 0.4


def test_what_looks_like_a_guard_is_none():
    """The same diamonds are thrown, but the loss is of the ace of spades, without which the suit is the same."""
    view = to_discard(*NO_TRUMP)
    found = discarded(view, "SA SK D3 D2", "H9 H3 D3 D2")
    assert found.themes and Theme.GUARD_LET_GO not in themes(found)
    assert all(theme.suit is not Suit.DIAMONDS for theme in found.themes)


@pytest.mark.parametrize(("changed", "told"), [(95, []), (96, [Theme.SUIT_WEAKENED])])
def test_few_deals_without_a_change_do_not_refute_a_reason(monkeypatch, changed, told):
    """A trick is lost in each of 100 deals.  If more than 95 have a worse count, the rest are too few to tell."""
    tally = Tally(Theme.SUIT_WEAKENED, np.zeros(100, int), np.arange(100) < changed)
    worlds = DistinctWorlds(np.zeros((100, 5), np.uint64), np.full(100, 0.01), exact=True)
    monkeypatch.setattr(before_play, "compared_deals", lambda *_: SimpleNamespace(lost=np.ones(100), worlds=worlds))
    monkeypatch.setattr(before_play, "deal_tallies", lambda lines: [tally])
    assert themes(discarded(to_discard(*NO_TRUMP), "D3 D2 C3 C4", "C6 C7 C3 C4")) == told


def test_a_long_suit_broken_is_the_reason():
    view = to_discard("AK2.AKQJT.32.A54329", "H", "D9 D8 CK C7")
    (theme,) = discarded(view, "C2 C3 C4 S2", "D2 D3 D8 D9").themes
    assert (theme.theme, theme.suit) == (
        Theme.LONG_SUIT_BROKEN,
        Suit.CLUBS,
    ) and theme.instead.mean > theme.after.mean + 1


def test_a_void_is_not_the_reason_where_the_suit_kept_is():
    """The better discard leaves no diamonds, but it gains by the clubs that it keeps."""
    for view, chosen in [
        (to_discard("AK2.AKQJT.32.A54329", "H", "D9 D8 CK C7"), "C2 C3 C4 S2"),
        (to_discard("AK2.AKQJT98.32.A543", "H", "D9 D8 S9 S7"), "S2 S9 S7 C3"),
    ]:
        found = discarded(view, chosen, "D2 D3 D8 D9")
        assert found.themes and Theme.VOID_NOT_MADE not in themes(found)


def test_longer_trumps_are_the_reason():
    view = dealt("AKQJT98.A32.-.A65432")
    (theme,) = explained(view, Call(D, Trump.HEARTS), Call(D, Trump.SPADES)).themes
    assert theme.theme is Theme.LONGER_TRUMPS and theme.cards == tuple(cards("SA SK SQ SJ ST S9 S8"))
    assert theme.instead.mean > 7 > 4 > theme.after.mean


def test_a_suit_not_stopped_is_the_reason_at_no_trump():
    """The others run the diamonds, of which the dealer has none; spades and clubs he stops."""
    view = dealt("AKQJT98.A32.-.A65432")
    (theme,) = explained(view, Call(D, Trump.NO_TRUMP), Call(D, Trump.SPADES)).themes
    assert (theme.theme, theme.suit, theme.cards) == (Theme.SUIT_NOT_STOPPED, Suit.DIAMONDS, ())
    assert theme.after.mean > theme.instead.mean + 1


def gift(to: Seat, text: str) -> Give:
    return Give.of(D, {to: cards(text)})


def test_a_better_gift_brings_back_a_winner():
    """A low heart brings back the ace or the queen; the club, of which the dealer has the best, brings none."""
    view = dealt("765.J4.T72.AKQJT986", previous=(1, -1, 0))
    (theme,) = explained(view, gift(L, "C6"), gift(L, "H4")).themes
    assert theme.theme in (Theme.RETURN_WINS, Theme.EXCHANGED_WIN) and theme.cards == (Card.parse("H4"),)
    assert theme.instead.mean > theme.after.mean


def test_a_loss_partly_made_up_for_is_said_to_be():
    """In words too: a count that tells of more than is lost says so, one that does not says nothing of it."""
    view = to_discard("AKQJT9.A32.K32.AK32", "S", "DT D9 D8 C6")
    chosen, better = (Discard(D, cards(text)) for text in ("CA DT D9 D8", "C6 DT D9 D8"))
    why = explained(view, chosen, better)
    (theme,) = why.themes

    def told(lost: float) -> list[str]:
        loss = dataclasses.replace(theme.loss, mean=lost)
        return sentences(chosen, replace(why, themes=(replace(theme, loss=loss),)), view)

    first, second = told(1.0)
    assert first == "Discard: Ann should have discarded ♣6 instead of ♣A (1.00 ± 0.10 tricks more)."
    assert re.fullmatch(
        r"Ann's clubs win 2\.\d tricks on average with the better discard,"
        r" but only 1\.\d with this discard\."
        r" The ace of clubs would usually win a trick\.",
        second,
    )
    made_up = "discard. Other tricks make up for part of this loss. The"
    assert told(0.5)[1] == second.replace("discard. The", made_up)


def sentences(chosen: Action, why: Why, view: DealView) -> list[str]:
    """The sentences about a choice of the dealer, Ann, before the play."""
    (phase,) = (phase for phase, kind in KINDS.items() if isinstance(chosen, kind))
    of = {"phase": phase, "chosen": chosen, "seat": D, "hands": known_hands(view), "trick": None, "why": why}
    return why_sentences(SimpleNamespace(**of), Speaker(("Ann", "Bob", "Cy")), PlayedDeal(None, [], []))


CALLS = {Theme.SUIT_NOT_STOPPED, Theme.LONGER_TRUMPS, Theme.STRONGER_TRUMPS, Theme.OTHERS_RUFF}
CALLS |= {Theme.OTHERS_TRUMPS, Theme.SIDE_CARDS_WIN, Theme.TRUMP_BALANCE}


@pytest.mark.parametrize("theme", [theme for theme in Theme if theme.before_play])
def test_each_theme_has_its_sentence(theme):
    """With both figures; if opponents win the tricks, that after the choice made comes first."""
    less, more, estimate = Estimate(0.4, 0.1, 9), Estimate(1.9, 0.1, 9), Estimate(1.5, 0.01, 100)
    value = ProvenTheme(theme, R, (Card.parse("DQ"),), less, more, estimate, None, estimate, Suit.DIAMONDS)
    for phase, chosen, better in [
        (Phase.CALL, "S", "N"),
        (Phase.DISCARD, ["DQ", "D2", "C3", "C2"], ["S2", "S3", "C3", "C2"]),
        (Phase.EXCHANGE, {"right": ["DQ"]}, {"right": ["S2"]}),
    ]:
        if (phase is Phase.CALL) != (theme in CALLS):
            continue
        chosen, better = (action_of(KINDS[phase], D, value) for value in (chosen, better))
        why = Why(better, estimate, (value,), None, 100, 0, ())
        first, said = sentences(chosen, why, dealt("AK2.AKQJT.Q2.A54329"))
        assert first.endswith("(1.500 ± 0.010 tricks more).") and "0.4" in said and "1.9" in said
        assert said[0].isupper() and said.endswith(".") and "  " not in said
        assert (said.index("0.4") < said.index("1.9")) != theme.own


@pytest.mark.parametrize(
    ("chosen", "better", "words"),
    [
        ({"right": ["DQ", "D2"]}, {"right": ["D2", "S2"]}, "given Cy ♠2 instead of ♦Q"),
        ({"right": ["DQ"], "left": ["S2"]}, {"right": ["S2"], "left": ["DQ"]}, "given ♦Q to Bob and ♠2 to Cy instead of ♠2 to Bob and ♦Q to Cy"),  # noqa: E501
        ({}, {"right": ["S2"]}, "given ♠2 to Cy instead of nothing"),
        ({"right": ["S2"]}, {}, "given nothing instead of ♠2 to Cy"),
    ],
)  # fmt: skip
def test_a_better_gift_is_told_by_what_differs(chosen, better, words):
    why = Why(action_of(Give, D, better), Estimate(1, 0, 1), (), None, 100, 0, ())
    told = sentences(action_of(Give, D, chosen), why, dealt("AK2.AKQJT.Q2.A54329"))
    assert told == [f"Exchange: Ann should have {words} (1 trick more)."]


@pytest.mark.parametrize(
    ("chosen", "better", "words"),
    [
        ("S", "N", "In spades (three trumps), the opponents win 1.9 tricks by ruffing on average, but only 0.4 in no-trump."),  # noqa: E501
        ("D", "H", "In diamonds (none held), the opponents win 1.9 tricks by ruffing on average, but only 0.4 in hearts (five trumps)."),  # noqa: E501
    ],
)  # fmt: skip
def test_a_call_is_told_with_the_trumps_held(chosen, better, words):
    one, two, loss = Estimate(1.9, 0.1, 9), Estimate(0.4, 0.1, 9), Estimate(1.5, 0.01, 100)
    theme = ProvenTheme(Theme.OTHERS_RUFF, None, (), one, two, loss, None, loss)
    why = Why(action_of(Call, D, better), loss, (theme,), None, 100, 0, ())
    assert sentences(action_of(Call, D, chosen), why, dealt("AK2.AKQJT.-.A6543298"))[1] == words


def test_nothing_is_told_where_nothing_is_lost():
    view = to_discard("AKQJT9.A32.K32.AK32", "S", "DT D9 D8 C6")
    assert discarded(view, "C6 DT D9 D8", "C2 DT D9 D8").themes == ()
    assert discarded(view, "C6 DT D9 D8", "CA DT D9 D8").themes == ()  # better is worse


def test_a_hand_of_two_whole_suits_gets_true_reasons():
    view = to_discard("AKQJT98765432.AKQ.-.-", "S", "HJ HT H9 H8")
    for theme in discarded(view, "SA SK SQ SJ", "HT H9 H8 S2").themes:
        assert theme.instead.mean != theme.after.mean
    assert explained(dealt("AKQJT98765432.AKQ.-.-"), Call(D, Trump.CLUBS), Call(D, Trump.SPADES)).themes


def compared_choices(view: DealView, chosen: Action, better: Action, limits: Limits, worlds: int) -> Compared:
    question = node_of(view, chosen).question(limits)
    return compared_deals(question, chosen, better, drawn_worlds(question, worlds).worlds)


def lines_with_games(view: DealView, chosen: Action, better: Action, worlds: int) -> tuple[Compared, list[np.ndarray]]:
    """The lines after both choices, and the deals at the first lead that were played out."""
    games, of_deals = [], PlayedLines.of_deals
    with patch.object(PlayedLines, "of_deals", lambda rows, asked: games.append(rows) or of_deals(rows, asked)):
        lines = compared_choices(view, chosen, better, Limits(seed=1), worlds)
    return lines, games


@cache
def lines_of(call: str, better: str) -> tuple[Compared, list[np.ndarray]]:
    chosen, other = (Call(D, Trump.parse(text)) for text in (call, better))
    return lines_with_games(dealt("AKQJT98.A32.-.A65432"), chosen, other, 30)


def test_lines_are_those_of_the_deals():
    """Fate, holder and suit led of each card by a slow twin that plays the cards as they were noted."""
    lines, both = lines_of("H", "S")
    for deals, games, trump in zip((lines.after, lines.instead), both, (Trump.HEARTS, Trump.SPADES), strict=True):
        assert (deals.trump == trump).all() and (sum(deals.won(seat) for seat in Seat) == 16).all()
        for row, game in enumerate(games):
            held = {s: Hand(int(game["hand"][s])) for s in Seat}
            assert all((deals.holder[row, c.index] == s) for s in Seat for c in held[s])
            winners = [s for s in Seat for c in held[s] if deals.fate[row, c.index] == Fate.WINS]
            assert [winners.count(s) for s in Seat] == [deals.won(s)[row] for s in Seat]
            gone = Hand(int(game["discarded"]))
            assert all(deals.fate[row, c.index] == Fate.NOT_PLAYED for c in gone)


def test_tricks_by_trumps_and_by_other_cards_are_all_tricks():
    """Tricks by trumps and by the other cards are all tricks; ruffs are tricks by trumps."""
    lines, _ = lines_of("N", "S")
    for deals in (lines.after, lines.instead):
        for seat in Seat:
            cards_text = sum(deals.with_cards(FULL_DECK.only(suit), seat) for suit in Suit)
            assert (cards_text == deals.won(seat)).all()
            assert (deals.ruffs(seat) <= deals.by_trumps(seat)).all()
    assert not lines.after.by_trumps(*Seat).any()


CHOICES = {
    "discard": (to_discard("AK2.AKQJT.32.A54329", "H", "D9 D8 CK C7"), "C2 C3 SA HT", "D2 D3 D8 D9"),
    "trumps": (to_discard("AKQJT9.A32.K32.AK32", "S", "DT D9 D8 C6"), "ST HA DT D9", "C6 C2 C3 D2"),
}


@pytest.mark.parametrize("kind", [*CHOICES, "call", "no-trump", "gift of the dealer", "gift"])
def test_counts_are_those_of_a_slow_twin(kind):
    """Every count that is tried, world by world, of the same deals played out a card at a time.

    What comes back is what the rules of the exchange say: of the dealer's cards none of the kitty.
    """
    if kind in CHOICES:
        view, one, two = CHOICES[kind]
        chosen, better = (Discard(D, cards(text)) for text in (one, two))
    elif "gift" in kind:
        seat = D if "dealer" in kind else L
        view = dealt(
            "765.J4.T72.AKQJT986" if seat is D else "765.QJ4.T72.AKQJT98", seat, (1, -1, 0) if seat is D else (-1, 1, 0)
        )
        to = L if seat is D else D
        chosen, better = (Give.of(seat, {to: cards(text)}) for text in ("C8", "H4"))
    else:
        view = dealt("AKQJT98.A32.-.A65432")
        chosen = Call(D, Trump.NO_TRUMP if kind == "no-trump" else Trump.HEARTS)
        better = Call(D, Trump.SPADES)
    node = node_of(view, chosen)
    lines, both = lines_with_games(view, chosen, better, 40)
    found = deal_tallies(lines)
    assert found
    for games, choice, counted in zip(both, (chosen, better), ("after", "instead"), strict=True):
        played = plain_deals(games)
        back = [rules_return(choice, world.tolist()) for world in lines.worlds.sets]
        for tally in found:
            suit, to = (None if each is None else str(each) for each in (tally.suit, tally.seat))
            theme = SimpleNamespace(theme=tally.theme.value, suit=suit, seat=to)
            counts = [plain_deal_count(theme, line, node, better, b) for line, b in zip(played, back, strict=True)]
            assert counts == getattr(tally, counted).tolist(), tally.theme


def test_worlds_and_seed_say_what_the_figures_rest_on():
    view = to_discard("AKQJT9.A32.K32.AK32", "S", "DT D9 D8 C6")
    one = discarded(view, "CA DT D9 D8", "C6 DT D9 D8")
    assert one == discarded(view, "CA DT D9 D8", "C6 DT D9 D8") and one.worlds > 1000
    chosen, better = Discard(D, cards("CA DT D9 D8")), Discard(D, cards("C6 DT D9 D8"))
    lines = compared_choices(view, chosen, better, Limits(seed=one.seed), one.worlds)
    assert np.abs(one.themes[0].loss.mean - (lines.lost @ lines.worlds.shares)) < 0.1
    assert any(tally.theme is one.themes[0].theme for tally in deal_tallies(lines))
