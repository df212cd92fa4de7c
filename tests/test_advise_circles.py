"""Under every rule set each kind of advice has a command that is accepted; following what errors say leads there."""

import re

import pytest
from commands import refusal

from ninefivetwo.cli.advise import options
from ninefivetwo.errors import AdviceError
from ninefivetwo.game.rules import NAMED

SIXTEEN = "AKJ94.Q83.KT5.A7642"
TWENTY = "AKJ94T.Q83K2.KT53.A7642"  # the sixteen and the kitty: S T, H K 2, D 3
HANDS = {"15": "AKJ94.Q83.KT5.A764", "16": SIXTEEN, "17": "AKJ94.Q83.KT52.A7642", "20": TWENTY}
DISCARDED = ("--discarded", "ST,HK,H2,D3")
UP, DOWN = {"--gave": "C3", "--received": "CA"}, {"--gave": "HA", "--received": "H3"}  # what went, what came
ACCEPTED = "the moment is accepted"
MOST = 5  # commands typed before one is accepted


def followed(arguments, fault, gifts):
    """The command once what an error expects has been changed in it; `gifts`: what was exchanged, with whom."""
    expected = re.search(r"\(expected ([^()]*)\)", fault)[1]
    if unwanted := re.findall(r"no (--\w+)", expected):
        at = min(arguments.index(option) for option in unwanted if option in arguments)
        return arguments[:at] + arguments[at + 2 :]
    if wanted := re.match(r"(\d+) in HAND", expected):
        return [HANDS[wanted[1]] if a in HANDS.values() else a for a in arguments]
    options = {"--trump": "S", "--discarded": DISCARDED[1]} | gifts
    missing = [option for option in re.findall(r"--\w+", expected) if option not in arguments]
    assert missing, f"{fault} after {arguments}"
    return [*arguments, missing[0], options[missing[0]]]


def lead_to_acceptance(arguments, gifts=None):
    """Type a command, and whatever the errors say, until it is accepted."""
    typed = []
    while ACCEPTED not in (fault := refusal("advise", *arguments)):
        assert arguments not in typed and len(typed) < MOST, f"a circle: {typed}, {fault}"
        typed.append(arguments)
        arguments = followed(arguments, fault, gifts or {})


@pytest.fixture
def no_advice(monkeypatch):
    """The commands without the advice itself: they end where they have understood the moment."""

    def accepted(*arguments):
        raise AdviceError(ACCEPTED)

    monkeypatch.setattr(options, "advise", accepted)


COMMANDS = {
    "trump": ("trump", "{hand}"),
    "discard": ("discard", "{hand}"),
    "give, dealer": ("exchange", "{hand}", "--give", "left=1"),
    "give, left": ("exchange", "{hand}", "--seat", "left", "--give", "right=1"),
    "play, dealer": ("play", "--hand", "{hand}", "--seat", "dealer", "--tricks", "{before}"),
    "play, left": ("play", "--hand", "{hand}", "--seat", "left", "--tricks", "{left}"),
}
BEFORE = {"left": "C9 C3", "dealer": ""}  # the cards before the dealer's first, by who leads
BEFORE_LEFT = {"left": "", "dealer": "C9"}


@pytest.mark.parametrize("extra", [(), ("--trump", "S"), DISCARDED], ids=["bare", "trump", "discarded"])
@pytest.mark.parametrize("hand", [SIXTEEN, TWENTY], ids=["16", "20"])
@pytest.mark.parametrize("rules", NAMED)
def test_what_an_error_says_leads_to_a_command_that_is_accepted(no_advice, rules, hand, extra):
    """Whatever is typed first: sixteen cards or twenty, with or without what the moment needs."""
    lead = NAMED[rules].rules.lead.word
    for command in COMMANDS.values():
        words = [w.format(hand=hand, before=BEFORE[lead], left=BEFORE_LEFT[lead]) for w in command]
        if extra[:1] == ("--trump",) and command[0] == "trump":
            continue  # it has no such option
        lead_to_acceptance([*words, *extra, "--rules", rules])


@pytest.mark.parametrize("hand", [SIXTEEN, TWENTY], ids=["16", "20"])
@pytest.mark.parametrize("up", [1, -1], ids=["up", "down"])
@pytest.mark.parametrize("rules", NAMED)
def test_errors_lead_to_a_command_also_where_an_exchange_is_due(no_advice, rules, up, hand):
    """The dealer was up or down by one against left; nothing else is told at first."""
    lead = NAMED[rules].rules.lead.word
    for command in COMMANDS.values():
        words = [w.format(hand=hand, before=BEFORE[lead], left=BEFORE_LEFT[lead]) for w in command]
        seat, other, was = ("left", "dealer", -up) if "left" in words else ("dealer", "left", up)
        if command[0] == "exchange":
            if was < 0:
                continue  # who was down has nothing to choose
            words = ["exchange", hand, "--seat", seat]
        cards = UP if was > 0 else DOWN
        gifts = {option: f"{other}:{text}" for option, text in cards.items()}
        lead_to_acceptance([*words, "--rules", rules, "--previous", f"D:{up:+} L:{-up:+} R:+0"], gifts)
