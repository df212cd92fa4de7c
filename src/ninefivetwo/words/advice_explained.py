"""All that stands behind advice: every choice with its errors, the distribution of tricks, the deals."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby

from ninefivetwo.cards import Seat
from ninefivetwo.evaluation import Estimate
from ninefivetwo.think.advise import AnyAdvice, CallDetails, CardDetails, Chances
from ninefivetwo.think.advise.reasons import Returned
from ninefivetwo.words.actions import advised_words
from ninefivetwo.words.advice import (
    REASONS,
    AnyEvaluation,
    choice_words,
    choices_table,
    contract_of,
    kind_of,
    regret_in_chances,
    tricks_that_end,
)
from ninefivetwo.words.advice_reasons import reason_words
from ninefivetwo.words.figures import chance_with_error, is_certain, plural, share, tricks_with_error
from ninefivetwo.words.speaker import BY_SEAT, Speaker, sentence
from ninefivetwo.words.text_table import TextTable

NAMED = 0.005  # numbers of tricks that are no likelier are named together
EVEN = 0.8  # of the deals played out: if they are worth more evenly drawn ones, that is not said


@dataclass(frozen=True)
class AdviceExplained:
    """More of advice: a table of all choices with their errors, and sentences for below it."""

    table: TextTable
    sentences: tuple[str, ...]


def advice_explained(advice: AnyAdvice, speaker: Speaker = BY_SEAT) -> AdviceExplained:
    """What advice rests on, and the reasons that `advice_text` has no room for."""
    sentences = (
        *(reason_words(reason, speaker) for reason in advice.reasons[REASONS:]),
        *(_tricks(each, contract_of(advice), speaker) for each in advice.evaluations[:2]),
        *_what_follows(advice, speaker),
        *_rule_of_thumb(advice, speaker),
        *_left_out(advice),
        _deals(advice),
    )
    rows = [_row(advice, each, speaker) for each in advice.evaluations]
    return AdviceExplained(choices_table(_head(advice, speaker), rows), sentences)


def _head(advice: AnyAdvice, speaker: Speaker) -> tuple[str, ...]:
    ends, details = tricks_that_end(advice), advice.recommended.details
    names = [kind_of(advice), "tricks", f"makes {contract_of(advice)}", *([f"wins {ends}"] if ends else [])]
    names += ["wins match"] * (details.match is not None) + ["regret"]
    return (*names, *(f"to {speaker.name(seat)}" for seat in _others(advice)))


def _others(advice: AnyAdvice) -> list[Seat]:
    """The seats whose gains are told: of a card, the other two."""
    details = advice.recommended.details
    return sorted(details.conceded) if isinstance(details, CardDetails) else []


def _row(advice: AnyAdvice, each: AnyEvaluation, speaker: Speaker) -> tuple[str, ...]:
    details, ends, first = each.details, tricks_that_end(advice), each is advice.recommended
    cells = [choice_words(each, speaker), tricks_with_error(details.tricks), chance_with_error(details.make)]
    if ends:
        cells.append(share(sum(details.distribution[ends:])))
    if details.match is not None:
        cells.append(chance_with_error(details.match))
    cells.append("" if first else _regret(advice, each))
    if isinstance(details, CardDetails):
        cells += ["" if first else _signed(details.conceded[seat].mean) for seat in _others(advice)]
    return tuple(cells)


def _regret(advice: AnyAdvice, each: AnyEvaluation) -> str:
    regret = _not_below_zero(each.regret)
    if not advice.objective.in_chances:
        return tricks_with_error(regret)
    return regret_in_chances(advice, each) if advice.tied(each) else chance_with_error(regret)


def _not_below_zero(regret: Estimate) -> Estimate:
    return Estimate(max(regret.mean, 0.0), regret.standard_error, regret.n)


def _signed(tricks: float) -> str:
    return f"{tricks:+.2f}" if abs(tricks) >= 0.005 else "0.00"


def _tricks(each: AnyEvaluation, contract: int, speaker: Speaker) -> str:
    """How likely each number of tricks is; rare ones in a row together, if all make the contract or none does."""
    chances = each.details.distribution
    possible = (n for n, chance in enumerate(chances) if not is_certain(1 - chance))
    together = groupby(possible, lambda n: (n if chances[n] > NAMED else None, n >= contract))
    runs = [list(run) for _, run in together]
    likely = (f"{_from_to(run)} ({share(sum(chances[n] for n in run))})" for run in runs)
    return f"Tricks, if you {advised_words(each.action, speaker)}: {', '.join(likely)}."


def _from_to(run: Sequence[int]) -> str:
    return str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}"


def _what_follows(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """What is likely to be discarded after a call, or handed back for a gift."""
    details = advice.recommended.details
    if isinstance(details, CallDetails) and details.discards:
        yield f"Of your cards likely to be discarded then: {_listed(details.discards)}."
    for reason in advice.reasons:
        if isinstance(reason, Returned):
            for seat, back in reason.cards.items():
                yield sentence(f"{speaker.does(seat, 'returns')}: {_listed(back)}")


def _listed(cards: Chances) -> str:
    return ", ".join(f"{card} {share(chance)}" for card, chance in cards)


def _rule_of_thumb(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """What beginners are taught, where there is a choice."""
    if advice.heuristic != advice.recommended.action:
        yield f"The rule of thumb for beginners is: {advised_words(advice.heuristic, speaker)}."
    elif len(advice.evaluations) > 1:
        yield "The rule of thumb for beginners is the same."


def _left_out(advice: AnyAdvice) -> Iterator[str]:
    if advice.others > 0:
        yield f"Left out: {plural(advice.others, 'choice')}, equal to one of these or worse at a first look."


def _deals(advice: AnyAdvice) -> str:
    """How many deals the figures rest on, and what their errors mean."""
    if advice.exact and advice.worlds == 1:
        return "Only one deal is possible."
    if advice.exact:
        return f"All {advice.worlds} possible deals were looked at, each counts by how likely it is: nothing was drawn."
    worth = ""
    if advice.effective < EVEN * advice.worlds:
        worth = f" They count by how likely they are, and are worth {advice.effective:.0f} that are all as likely."
    return (
        f"Played out: {plural(advice.worlds, 'deal')}, drawn with seed {advice.seed}.{worth} "
        "± is one standard error: two figures of three are no further off."
    )
