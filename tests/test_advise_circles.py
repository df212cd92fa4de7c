"""Under every rule set each kind of advice has a command that is accepted; following what errors say leads there."""

import re
from importlib import import_module

import pytest
from commands import refusal

from ninefivetwo.errors import AdviceError
from ninefivetwo.rules import NAMED

SIXTEEN = "AKJ94.Q83.KT5.A7642"
TWENTY = "AKJ94T.Q83K2.KT53.A7642"  # the sixteen and the kitty: S T, H K 2, D 3
DISCARDED = ("--discarded", "ST,HK,H2,D3")
ACCEPTED = "the moment is accepted"
MOST = 4  # commands typed before one is accepted


def followed(arguments, fault):
    """The command once the one thing that an error expects has been changed in it."""
    expected = re.search(r"\(expected ([^()]*)\)", fault)[1]
    if unwanted := re.match(r"no (--\w+)", expected):
        at = arguments.index(unwanted[1])
        return arguments[:at] + arguments[at + 2 :]
    if wanted := re.match(r"(16|20) in HAND", expected):
        return [{"16": SIXTEEN, "20": TWENTY}[wanted[1]] if a in (SIXTEEN, TWENTY) else a for a in arguments]
    more = {"--trump": ("--trump", "S"), "--discarded": DISCARDED}[re.match(r"--\w+", expected)[0]]
    assert more[0] not in arguments, f"{fault} after {arguments}"
    return [*arguments, *more]


@pytest.fixture
def no_advice(monkeypatch):
    """The commands without the advice itself: they end where they have understood the moment."""

    def accepted(*arguments):
        raise AdviceError(ACCEPTED)

    monkeypatch.setattr(import_module("ninefivetwo.cli.advise.before"), "advise_before_play", accepted)
    monkeypatch.setattr(import_module("ninefivetwo.cli.advise.play"), "advise_play", accepted)


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
        arguments, typed = [*words, *extra, "--rules", rules], []
        while ACCEPTED not in (fault := refusal("advise", *arguments)):
            assert arguments not in typed and len(typed) < MOST, f"a circle: {typed}"
            typed.append(arguments)
            arguments = followed(arguments, fault)
