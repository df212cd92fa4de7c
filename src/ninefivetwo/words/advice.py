"""Advice in words: what to do and how sure that is, why, the choices as rows of a table, and what it all rests on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isfinite

from ninefivetwo.cards import Card, Denomination
from ninefivetwo.evaluation import Estimate, Evaluation
from ninefivetwo.game import Action, Call, Discard, Give, Look, Play
from ninefivetwo.think.advise import AnyAdvice, CardDetails, FirstLook, Prospects, Utility
from ninefivetwo.think.advise.advice import FEW, LEVEL, SHOWN
from ninefivetwo.words.actions import action_words, advised_words
from ninefivetwo.words.advice_reasons import reason_words
from ninefivetwo.words.figures import WORDS, fixed, grouped, is_certain, number_word, per_cent, plural, rounded, share
from ninefivetwo.words.speaker import BY_SEAT, Speaker, capital
from ninefivetwo.words.text_table import Column, TextTable, figures

ROWS = 6  # of the table, at most
REASONS = 2  # told, at most
EVERY_TIME = "every time"
LITTLE = "less than 1 %"

AnyEvaluation = Evaluation[Action, Estimate, Prospects]


@dataclass(frozen=True)
class AdviceText:
    """Advice as it is shown: `verdict`, what to do and how sure that is, is one sentence, each of the `reasons` too.

    `table` has the best choices, the recommended one first; `footer` says what the figures rest on.
    """

    verdict: str
    reasons: tuple[str, ...]
    table: TextTable
    footer: str


def advice_text(advice: AnyAdvice, speaker: Speaker = BY_SEAT) -> AdviceText:
    """Advice as a player reads it."""
    why = tuple(reason_words(reason, speaker) for reason in advice.reasons[:REASONS])
    return AdviceText(_verdict(advice, speaker), why, _table(advice, speaker), _footer(advice))


def first_look_words(look: FirstLook, speaker: Speaker = BY_SEAT) -> str:
    """What a club player would do at once, or why there is nothing to weigh."""
    words = advised_words(look.action, speaker) if not isinstance(look.action, Look) else "look at the kitty"
    words += _or_equals(look.action, look.cards)
    if not look.decided:
        return f"At first sight: {words}."
    if isinstance(look.action, Look):
        why = "it costs nothing"
    elif len(look.cards) > 1:
        why = "every other choice comes to the same"
    else:
        why = f"it is the only {'card that may be played' if isinstance(look.action, Play) else 'choice'}"
    return f"{capital(words)}: {why}."


def contract_of(advice: AnyAdvice) -> int:
    """The tricks that the player is to take."""
    return advice.view.rules.contracts[advice.view.due_turn.seat]


def tricks_that_end(advice: AnyAdvice) -> int | None:
    """With so many tricks of the player the match ends; None if the rules have no such number."""
    rules, contract = advice.view.rules, contract_of(advice)
    ends = [tricks for tricks in (rules.sweep, rules.over and rules.over + contract) if tricks]
    return min(ends, default=None)


# The sentence that says what to do.


def _verdict(advice: AnyAdvice, speaker: Speaker) -> str:
    """What to do, what it brings, how sure it is to be best."""
    words = _trump(advice) + advised_words(advice.recommended.action, speaker) + _or_its_equals(advice.recommended)
    few = _few(advice)
    sure = _how_sure(advice, speaker)
    told = f"{words}: {_worth(advice)}{'. ' if sure[0].isupper() else '; '}{sure}."
    return capital(told) + (f" {few}" if few else "")


def _trump(advice: AnyAdvice) -> str:
    """What a discard is for, as it may be asked for several denominations."""
    trump = advice.view.trump
    if trump is None or not isinstance(advice.recommended.action, Discard):
        return ""
    return "at no-trump " if trump is Denomination.N else f"with {WORDS[trump].split()[-1]} as trump "


def _or_its_equals(best: AnyEvaluation) -> str:
    """The cards that touch the recommended one, which would do as well."""
    return _or_equals(best.action, best.details.cards) if isinstance(best.details, CardDetails) else ""


def _or_equals(action: Action, cards: Sequence[Card]) -> str:
    """The cards that are equal to the one of a choice: "(or the jack)"."""
    others = [card for card in cards if isinstance(action, Play) and card != action.card]
    if len(others) == 1:
        return f" (or the {others[0].words.split()[0]})"
    return f" (or any of {grouped(tuple(others))})" if others else ""


def _worth(advice: AnyAdvice) -> str:
    """What the recommended choice brings; what is wanted comes first."""
    details = advice.recommended.details
    tricks, match = _tricks_words(details), _match_words(details)
    by_match = match and advice.objective.utility is Utility.SCORE
    both = tricks if tricks.endswith(EVERY_TIME) else f"{tricks}, {_makes(advice)}"
    return ", ".join(filter(None, [match, both] if by_match else [both, match]))


def _tricks_words(details: Prospects) -> str:
    likeliest = max(range(len(details.distribution)), key=lambda n: details.distribution[n])
    if is_certain(details.distribution[likeliest]):
        return f"{plural(likeliest, 'trick')} {EVERY_TIME}"
    return f"{fixed(details.tricks.mean, 1)} tricks"


def _match_words(details: Prospects) -> str:
    return "" if details.match is None else f"wins the match {share(details.match.mean)}"


def _makes(advice: AnyAdvice) -> str:
    """The chance of the contract; what is decided is told as decided."""
    view, contract = advice.view, contract_of(advice)
    seat, goal, chance = view.due_turn.seat, number_word(contract), advice.recommended.details.make.mean
    if view.trump is not None and view.won[seat] >= contract:
        return f"and {goal} {'is' if contract == 1 else 'are'} made already"
    if is_certain(chance):
        return f"makes {goal} {EVERY_TIME}"
    return f"never makes {goal}" if is_certain(1 - chance) else f"{share(chance)} to make {goal}"


def _how_sure(advice: AnyAdvice, speaker: Speaker) -> str:
    """How sure it is that nothing is better, in words."""
    rivals = advice.evaluations[1:]
    if not rivals:
        return _without_rivals(advice)
    if advice.objective.in_chances and all(map(advice.tied, rivals)):
        whose = "all choices are" if len(rivals) > 1 else _named(rivals, speaker)
        return f"{whose} worth the same for this aim{_by_tricks(rivals)}"
    if _all_the_same(advice):
        return "all choices are worth the same" if len(rivals) > 1 else f"{_named(rivals, speaker)} worth the same"
    nearest = rivals[0].regret
    if advice.clear:
        but_little = nearest.mean <= LEVEL[advice.objective.in_chances]
        return f"{'Best, if only just' if but_little else 'Clearly best'}: {_worse(advice, speaker)}"
    if not advice.level:
        return f"Probably best: {_worse(advice, speaker)}"
    return _level(advice, speaker)


def _level(advice: AnyAdvice, speaker: Speaker) -> str:
    """The choices that are as good, and those of which that is not known."""
    most = 2 * LEVEL[advice.objective.in_chances]
    sure = tuple(each for each in advice.level if each.regret.mean + 2 * each.regret.standard_error <= most)
    unsure = tuple(each for each in advice.level if each not in sure)
    if not sure:
        return f"{_named(unsure, speaker)} too close to it to tell"
    by = _less(advice) if advice.evaluations[1] in sure else ""
    words = f"{_named(sure, speaker)} level with it" + (f" ({by} less)" if any(c in by for c in "123456789") else "")
    if advice.objective.in_chances and all(map(advice.tied, sure)):
        words = f"{_named(sure, speaker)} level for this aim{_by_tricks(sure)}"
    if unsure:
        words += f", {number_word(len(unsure))} more too close to tell"
    return words


def _by_tricks(tied: tuple[AnyEvaluation, ...]) -> str:
    """That only tricks put choices in order that are as likely to bring what is wanted."""
    return " (the order is by tricks)" if any(each.regret.mean or each.regret.standard_error for each in tied) else ""


def _without_rivals(advice: AnyAdvice) -> str:
    """Why there is nothing to choose."""
    details = advice.recommended.details
    cards = len(details.cards) if isinstance(details, CardDetails) else 1
    if advice.others or cards > 1:
        return "every other choice comes to the same"
    return f"it is the only {'card that may be played' if isinstance(details, CardDetails) else 'choice'}"


def _named(others: tuple[AnyEvaluation, ...], speaker: Speaker) -> str:
    """Other choices with their verb: "clubs are", "H82 D53 and two more are"."""
    first, more = _name(others[0].action, speaker), len(others) - 1
    if more:
        return f"{first} and {number_word(more)} more are"
    return f"{first} {'are' if isinstance(others[0].action, Call) and first.endswith('s') else 'is'}"


def _name(action: Action, speaker: Speaker) -> str:
    """A choice as the subject of a sentence."""
    match action:
        case Play():
            return f"the {action.card.words}"
        case Call():
            return advised_words(action).removeprefix("call ")
        case Give():
            return f"giving {action_words(action, speaker)}"
    return action_words(action)


def _worse(advice: AnyAdvice, speaker: Speaker) -> str:
    """By how much the next best choice is worse."""
    if advice.objective.in_chances:
        own, other = (share(advice.chance(each)) for each in advice.evaluations[:2])
        often = other if other != own else f"{LITTLE} less often"
        return f"{_name(advice.evaluations[1].action, speaker)} would do it {often}"
    return f"{_named(advice.evaluations[1:2], speaker)} {_less(advice)} worse"


def _less(advice: AnyAdvice) -> str:
    """How much less the next best choice is worth; empty where both show the same chance."""
    nearest = advice.evaluations[1].regret
    if advice.objective.in_chances:
        best, second = (share(advice.chance(each)) for each in advice.evaluations[:2])
        return "" if best == second else per_cent(max(nearest.mean, 0))
    return rounded(nearest.mean, nearest.standard_error)


def _few(advice: AnyAdvice) -> str:
    """That there were too few deals for more than an estimate."""
    deals = plural(advice.worlds, "deal")
    early = f"It was stopped early, after {deals}." if advice.stopped else ""
    if advice.exact or advice.effective >= FEW or _certainly_the_same(advice):
        return early
    likely = "" if advice.worlds < FEW else ", and few of them are likely"
    were = "was" if advice.worlds == 1 else "were"
    return f"An estimate: only {deals} {were} played out{likely}.{' It was stopped early.' if early else ''}"


def _certainly_the_same(advice: AnyAdvice) -> bool:
    """Did all choices bring the same number of tricks in every deal?"""
    return _all_the_same(advice) and _tricks_words(advice.recommended.details).endswith(EVERY_TIME)


def _all_the_same(advice: AnyAdvice) -> bool:
    """Is nothing lost by any other choice, in any deal?"""
    return all(abs(each.regret.mean) < 1e-9 and not each.regret.standard_error for each in advice.evaluations[1:])


# The table.


def _table(advice: AnyAdvice, speaker: Speaker) -> TextTable:
    """The best choices as rows."""
    ends, has_match = tricks_that_end(advice), advice.recommended.details.match is not None
    names = [kind_of(advice), "tricks", f"makes {contract_of(advice)}"]
    names += [f"wins {ends}"] * bool(ends) + ["wins match"] * has_match + ["regret"]
    return choices_table(names, [_row(advice, each, ends, speaker) for each in advice.evaluations[:ROWS]])


def choices_table(names: Sequence[str], rows: Sequence[Sequence[str]]) -> TextTable:
    """A table of choices with their figures."""
    return TextTable([Column(names[0], fold=20), *figures(*names[1:])], rows)


def kind_of(advice: AnyAdvice) -> str:
    """What is chosen, as the heading of a column."""
    return {"a call": "call", "a discard": "discard", "a gift": "give"}.get(advice.recommended.action.name, "card")


def _row(advice: AnyAdvice, each: AnyEvaluation, ends: int | None, speaker: Speaker) -> tuple[str, ...]:
    details = each.details
    cells = [choice_words(each, speaker), fixed(details.tricks.mean, 1), share(details.make.mean)]
    if ends:
        cells.append(share(sum(details.distribution[ends:])))
    if details.match is not None:
        cells.append(share(details.match.mean))
    return (*cells, "" if each is advice.recommended else _regret(advice, each))


def choice_words(each: AnyEvaluation, speaker: Speaker = BY_SEAT) -> str:
    """A choice in a table; a card with all that are equal to it."""
    return grouped(each.details.cards) if isinstance(each.details, CardDetails) else action_words(each.action, speaker)


def _regret(advice: AnyAdvice, each: AnyEvaluation) -> str:
    if advice.objective.in_chances:
        return regret_in_chances(advice, each)
    least = min(each.regret.standard_error for each in advice.evaluations[1:ROWS])
    return rounded(each.regret.mean, least)  # all with as many decimals: the order of the rows can be seen


def regret_in_chances(advice: AnyAdvice, each: AnyEvaluation) -> str:
    """How much less likely a choice brings what is wanted; nothing where tricks alone decide."""
    return per_cent(0) if advice.tied(each) or each.regret.mean <= 0 else share(each.regret.mean)


# What it rests on.


def _footer(advice: AnyAdvice) -> str:
    """What the figures rest on, in one line."""
    return ". ".join(filter(None, [_regret_explained(advice), _deals(advice)])) + "."


def _regret_explained(advice: AnyAdvice) -> str:
    """What a regret is, and how far it may be off."""
    rivals = advice.evaluations[1:ROWS]
    if not any(each.regret.mean or each.regret.standard_error for each in rivals):
        return ""
    error = 2 * max(each.regret.standard_error for each in rivals)
    if advice.objective.in_chances:
        only_ties = all(map(advice.tied, rivals))
        off = "" if only_ties or not error else per_cent(error) if error >= SHOWN else LITTLE
    else:
        off = f"{error:.{1 if error > 0.2 else 2}f}" if error >= SHOWN else ""
    told = bool(off) and isfinite(error)
    return f"Regret: what is lost against the best{f', give or take {off}' if told else ''}"


def _deals(advice: AnyAdvice) -> str:
    if advice.exact:
        return "Only one deal is possible" if advice.worlds == 1 else f"All {advice.worlds} possible deals looked at"
    return f"{plural(advice.worlds, 'deal')} played out"
