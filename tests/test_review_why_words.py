"""The sentences on a card that was a mistake say its claims, and nothing else."""

import re
from types import SimpleNamespace

import pytest

from ninefivetwo.cards import Card, Hand, Seat, Suit, Trump, parse_cards
from ninefivetwo.evaluation import Estimate
from ninefivetwo.game import Play
from ninefivetwo.layout import Trick
from ninefivetwo.study import ProvenTheme, Reply, Theme, Why
from ninefivetwo.study.known import Fact, KnownFact
from ninefivetwo.words.review_why import PlayedDeal, why_sentences
from ninefivetwo.words.speaker import Speaker

OF_PLAY = [theme for theme in Theme if not theme.before_play]


def figure(mean: float) -> Estimate:
    return Estimate(mean, 0.02, 400)


def theme_of(theme: Theme, after: float = 0.2, instead: float = 0.9, **fields) -> ProvenTheme:
    usual = {"seat": None, "cards": parse_cards("HK"), "loss": figure(0.7), "same": figure(0.0), "changed": figure(0.7)}
    return ProvenTheme(theme, **usual | fields, after=figure(after), instead=figure(instead))


def said(
    hand: str, trick: str, chosen: str, better: str, *themes: ProvenTheme, reply=None, me=None, known=()
) -> list[str]:
    """What is said of a card of the dealer, Ann, in the second trick; spades are trumps."""
    cards = trick.split()
    lead = [Seat.DEALER, Seat.RIGHT, Seat.LEFT][cards.index(chosen)]
    tricks = [Trick(Seat.LEFT, parse_cards("C2 C3 C4"), Seat.RIGHT), Trick(lead, parse_cards(trick), None)]
    playing = tuple(map(Hand.parse, (hand, "-.-.-.2", "-.-.-.3")))
    made, other = (Play(Seat.DEALER, Card.parse(card)) for card in (chosen, better))
    why = Why(other, figure(0.84), list(themes), reply, 800, 1, tuple(known))
    decision = SimpleNamespace(why=why, trick=2, seat=Seat.DEALER, chosen=made)
    return why_sentences(decision, Speaker(("Ann", "Bob", "Cy"), me), PlayedDeal(Trump.SPADES, tricks, playing))


@pytest.mark.parametrize(
    ("hand", "trick", "chosen", "better", "sentence"),
    [
        ("-.KT4.-.4", "HA H2 HK", "HK", "H4", "on Bob's ace of hearts and Cy's 2, Ann should have played the 4, not the king (0.84 ± 0.02 tricks more)."),  # noqa: E501
        ("-.KT4.5.4", "HK H2", "HK", "D5", "Ann should have led the 5 of diamonds, not the king of hearts (0.84 ± 0.02 tricks more)."),  # noqa: E501
        ("-.KT4.-.4", "HK H2", "HK", "HT", "Ann should have led the 10 of hearts, not the king (0.84 ± 0.02 tricks more)."),  # noqa: E501
        ("3.K.-.4", "D2 HK S5", "HK", "S3", "on Cy's 2 of diamonds, Ann should have ruffed with the 3 of spades, not thrown the king of hearts (0.84 ± 0.02 tricks more)."),  # noqa: E501
        ("53.K.-.4", "D2 S5 S6", "S5", "S3", "on Cy's 2 of diamonds, Ann should have ruffed with the 3 of spades, not the 5 (0.84 ± 0.02 tricks more)."),  # noqa: E501
        ("-.K2.-.4", "D2 HK H3", "HK", "H2", "on Cy's 2 of diamonds, Ann should have thrown the 2 of hearts, not the king (0.84 ± 0.02 tricks more)."),  # noqa: E501
        ("5.K.-.4", "D2 S5 S6", "S5", "HK", "on Cy's 2 of diamonds, Ann should have thrown the king of hearts, not ruffed with the 5 of spades (0.84 ± 0.02 tricks more)."),  # noqa: E501
    ],
)  # fmt: skip
def test_the_first_sentence_tells_both_cards_and_the_gain(hand, trick, chosen, better, sentence):
    assert said(hand, trick, chosen, better) == [f"Trick 2: {sentence}"]


FOLLOWING = "-.KT4.-.4", "HA H2 HK", "HK", "H4"
LEADING = "-.KT4.5.4", "HK H2", "HK", "D5"


@pytest.mark.parametrize(
    ("moment", "theme", "sentence"),
    [
        (FOLLOWING, theme_of(Theme.WASTED, 0.0), "If the king of hearts is kept, it wins a trick in 90 % of possible deals, but here it lost to Bob's ace."),  # noqa: E501
        (LEADING, theme_of(Theme.WASTED), "If the king of hearts is kept, it wins a trick in 90 % of possible deals, but now it usually loses to a higher card."),  # noqa: E501
        (LEADING, theme_of(Theme.LED_INTO_RUFF, 0.2, 0.98), "If the king of hearts is kept, it wins a trick in nearly all possible deals, but now it is usually ruffed."),  # noqa: E501
        (LEADING, theme_of(Theme.TRICK_MISSED, cards=parse_cards("D5")), "The 5 of diamonds wins this trick in 90 % of possible deals, the king of hearts only in 20 %."),  # noqa: E501
        (LEADING, theme_of(Theme.TRICK_MISSED, 0.01, cards=parse_cards("D5")), "The 5 of diamonds wins this trick in 90 % of possible deals."),  # noqa: E501
        (LEADING, theme_of(Theme.FALLS, cards=parse_cards("HT")), "The 10 of hearts wins a trick in 90 % of possible deals after the 5 of diamonds, but only in 20 % after the king of hearts, as it then usually loses to a higher card."),  # noqa: E501
        (LEADING, theme_of(Theme.STRANDED, 1, 1.6, cards=parse_cards("HK HT H4")), "Ann's hearts win 1.6 tricks on average after the 5 of diamonds, but only 1.0 after the king of hearts, as they are then usually thrown on other suits."),  # noqa: E501
        (LEADING, theme_of(Theme.RUFFED, 1, 1.6, cards=parse_cards("HK HT")), "The king and 10 of hearts win 1.6 tricks on average after the 5 of diamonds, but only 1.0 after the king of hearts, as they are then usually ruffed."),  # noqa: E501
        (LEADING, theme_of(Theme.RUFFS_GIVEN, 1, 0.4, cards=parse_cards(""), seat=Seat.LEFT), "Bob wins 1.0 tricks by ruffing on average after the king of hearts, but only 0.4 after the 5 of diamonds."),  # noqa: E501
        (LEADING, theme_of(Theme.SUIT_OPENED, 2, 1, cards=parse_cards(""), suit=Suit.HEARTS), "After a heart lead, the opponents win 2.0 tricks in hearts on average, but only 1.0 after the 5 of diamonds."),  # noqa: E501
    ],
)  # fmt: skip
def test_a_reason_is_told_by_what_each_card_brings(moment, theme, sentence):
    assert said(*moment, theme)[1:] == [sentence]


@pytest.mark.parametrize("theme", OF_PLAY, ids=lambda theme: theme.name)
def test_every_theme_has_a_sentence(theme):
    """Which names both figures, unless one of them is that it hardly happens."""
    cards = parse_cards("HK HT") if theme.own else []
    sentence = said(*LEADING, theme_of(theme, 1.2, 1.7, cards=cards, suit=None if theme.own else Suit.DIAMONDS))[1]
    assert sentence.endswith(".") and sentence[0].isupper() and "None" not in sentence
    if theme not in (Theme.TRICK_MISSED, Theme.RUFF_MISSED):
        assert set(re.findall(r"\d\.\d", sentence)) == {"1.2", "1.7"}


@pytest.mark.parametrize(
    ("reply", "told"),
    [
        (Reply(Seat.LEFT, parse_cards("H5 S2"), 8, 7, parse_cards("D2")), "after the 5 of hearts, Bob's 2 of spades"),
        (Reply(Seat.RIGHT, parse_cards("HA"), 8, 7, ()), "Cy's ace of hearts"),
    ],
)
def test_a_punishing_reply_is_told_with_the_cards_before_it(reply, told):
    (sentence,) = said(*LEADING, reply=reply)[1:]
    falls = "punishes the mistake: Ann's guarantee falls from 8 tricks to 7."
    assert sentence == f"As the cards lay, {told} {falls}"


@pytest.mark.parametrize("number", [1, 2])
@pytest.mark.parametrize("theme", OF_PLAY, ids=lambda theme: theme.name)
def test_every_sentence_speaks_to_you(theme, number):
    """In whichever seat; of one card and of several, and of the better card."""
    cards = parse_cards(["HK HT", "HT", "D5"][number]) if theme.own else []
    fields = {"cards": cards, "suit": None if theme.own else Suit.DIAMONDS, "seat": Seat.LEFT}
    for me in Seat:
        for sentence in said(*LEADING, theme_of(theme, **fields), me=me):
            assert not re.search(r"\b[Yy]ou (wins|plays|leads|ruffs|has|was|is)\b|[Yy]ou's", sentence), sentence


def test_a_card_kept_is_told_with_those_beside_it():
    """Each theme of a card that is lost in this trick, of several cards."""
    for theme in (Theme.LED_INTO_RUFF, Theme.OVERRUFFED, Theme.WASTED, Theme.WINNER_THROWN):
        told = said(*LEADING, theme_of(theme, 0.6, 1.4, cards=parse_cards("HK HT")))[1]
        assert told.startswith("If the king of hearts is kept, Ann's hearts win") or "king and 10" in told
    told = said(*FOLLOWING, theme_of(Theme.WASTED, 0.6, 1.4, cards=parse_cards("HK HT")))[1]
    assert told.endswith("win 1.4 tricks on average instead of 0.6, but here it lost to Bob's ace.")


def test_a_fact_against_the_better_card_is_not_told():
    """That few cards beat the 4 speaks for playing it to a heart, but against throwing it on a diamond."""
    fact = KnownFact(Fact.HIGHER_OUT, cards=parse_cards("H4 HT"))
    higher = ["Only the 10 was higher than the 4 of hearts and still out."]
    assert said(*FOLLOWING, known=[fact])[1:] == higher
    assert said("-.K4.-.4", "D2 HK H3", "HK", "H4", known=[fact])[1:] == []
