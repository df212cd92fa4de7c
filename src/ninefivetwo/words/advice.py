"""Advice as text: the verdict and the reasons, the choices as a table, and the deals that the figures rest on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby

from ninefivetwo.evaluation import HAIR, Estimate, chance_text, difference_text, least_error, mean_text
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.think.advise import AnyAdvice, CallDetails, CardDetails, Chances, DealEvaluation, Prospects
from ninefivetwo.think.advise.reasons import Returned
from ninefivetwo.words.actions import choice_words
from ninefivetwo.words.advice_reasons import reason_words
from ninefivetwo.words.advice_verdict import (
    contract_of,
    other_aim,
    own_choice,
    regretted,
    verdict_words,
)
from ninefivetwo.words.card_words import card_text, grouped
from ninefivetwo.words.figures import Column, TextTable, figures, plural, wrapped
from ninefivetwo.words.opponents import against
from ninefivetwo.words.speaker import BY_SEAT, Speaker
from ninefivetwo.words.template import Amount, CardWords, Template

ROWS = 6  # of the short table, at most
REASONS = 2  # beside the short table, at most
WIDTH = 80  # characters of a line that is printed
LEVEL_CELL = "level"  # in place of a regret that only tricks break
NAMED = 0.005  # numbers of tricks that are no likelier are named together
EVEN = 0.8  # an effective sample size above this share of the deals is not worth mentioning

REGRET = Template("Regret: loss against the best choice.")
STANDARD_ERROR = Template("± is one standard error.")
PLAYED_OUT = Template("{deals} {deals:was|were} played out against {opponents}.")
ALL_PLAYED_OUT = Template("All {number} possible deals were played out against {opponents}.")
ONLY_PLAYED_OUT = Template("The only possible deal was played out against {opponents}.")
WEIGHTED_EXACTLY = Template("Each counts by its probability; nothing was sampled.")
SEED = Template("They were drawn with seed {number}; a deal drawn twice counts twice.")
WEIGHTED = Template("They are weighted by their probabilities (effective sample size {number}).")
INTERVALS = Template("± is one standard error, a 68 % interval; a range such as 90-100 % is a 95 % interval.")
TRICKS_AFTER = Template("Tricks after {choice}: {chances}.")
LIKELY_DISCARDS = Template("Your cards that are most likely to be discarded then: {cards}.")
LIKELY_BACK = Template("Cards that {player} {player:return|returns}: {cards}.")
RULE_OF_THUMB = Template("The beginners' rule of thumb: {choice}.")
RULE_OF_THUMB_AGREES = Template("The beginners' rule of thumb says the same.")
LEFT_OUT = Template("Left out: {number}, equal to one of these or worse in a first comparison.")


@dataclass(frozen=True)
class AdviceText:
    """Advice as it is shown.

    verdict: what to do and how sure that is.  reasons: the most important ones.  table: the best choices.  footer: what
    its figures rest on.  figures: all choices with their errors.  sentences: everything else that stands behind it.
    """

    verdict: str
    reasons: tuple[str, ...]
    table: TextTable
    footer: str
    figures: TextTable
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        """The short form, in lines of 80 characters at most."""
        said = [line for text in (self.verdict, *self.reasons) for line in wrapped(text, WIDTH)]
        return "\n".join([*said, *self.table.lines(WIDTH), *wrapped(self.footer, WIDTH)])

    @property
    def html(self) -> str:
        """The short form for a notebook."""
        said = "".join(f"<p>{escape(text)}</p>" for text in (self.verdict, *self.reasons))
        return f"{said}{self.table.html}<p>{escape(self.footer)}</p>"


def advice_text(advice: AnyAdvice, speaker: Speaker = BY_SEAT) -> AdviceText:
    """Advice as a player reads it."""
    reasons = tuple(reason_words(reason, speaker) for reason in advice.reasons)
    sentences = (
        *reasons[REASONS:],
        *(_tricks(advice, choice, speaker) for choice in advice.evaluations[:2]),
        *_what_follows(advice, speaker),
        *_rule_of_thumb(advice, speaker),
        *_left_out(advice),
        " ".join(_deals_explained(advice, speaker)),
    )
    short, whole = (_table(advice, speaker, explained) for explained in (False, True))
    told = (*reasons[:REASONS], *own_choice(advice, speaker), *other_aim(advice, speaker, ROWS))
    return AdviceText(verdict_words(advice, speaker), told, short, _footer(advice, speaker), whole, sentences)


def tricks_that_end(advice: AnyAdvice) -> int | None:
    """With so many tricks of the player the match ends; None if the rules have no such number."""
    rules, contract = advice.view.rules, contract_of(advice)
    ends = [tricks for tricks in (rules.sweep, rules.over and rules.over + contract) if tricks]
    return min(ends, default=None)


# The tables.


def _table(advice: AnyAdvice, speaker: Speaker, explained: bool) -> TextTable:
    """The best choices as rows; explained, all of them, and what a card concedes to the other two seats."""
    ends, best = tricks_that_end(advice), advice.recommended.details
    seats = sorted(best.conceded) if explained and isinstance(best, CardDetails) else []
    kind = {"a call": "call", "a discard": "discard", "a gift": "give"}.get(advice.recommended.action.name, "card")
    head = [kind, "tricks", f"makes {contract_of(advice)}", *([f"wins {ends}"] if ends else [])]
    head += ["wins match"] * (best.match is not None) + ["regret"] + [f"to {speaker.name(seat)}" for seat in seats]

    def row(choice: DealEvaluation) -> list[str]:
        details, first = choice.details, choice is advice.recommended
        cells = [_named_in_table(choice, speaker), mean_text(details.tricks), chance_text(details.make)]
        if ends:
            cells.append(chance_text(chance_of_tricks(advice, details, ends)))
        if details.match is not None:
            cells.append(chance_text(details.match))
        cells.append("" if first else _regret(advice, choice))
        if isinstance(details, CardDetails):
            cells += ["" if first else mean_text(details.conceded[seat], sign=True) for seat in seats]
        return cells

    columns = [Column(head[0], fold=20), *figures(*head[1:])]
    shown = [each for i, each in enumerate(advice.evaluations) if explained or i < ROWS or each is advice.own]
    return TextTable(columns, [row(choice) for choice in shown])


def chance_of_tricks(advice: AnyAdvice, details: Prospects, least: int, most: int = TRICKS) -> Estimate:
    """The chance that a choice wins from `least` to `most` tricks."""
    proved, chance = details.proved, sum(details.distribution[least : most + 1])
    if proved.at_least is not None and proved.at_most is not None:
        if least <= proved.at_least and proved.at_most <= most:
            return Estimate(1.0, 0.0, advice.worlds)
        if proved.at_most < least or most < proved.at_least:
            return Estimate(0.0, 0.0, advice.worlds)
    found = Estimate.share(chance, advice.effective)
    return replace(found, standard_error=least_error(advice.effective)) if advice.exact else found


def _named_in_table(choice: DealEvaluation, speaker: Speaker) -> str:
    """A choice; a card with all that are equal to it."""
    details = choice.details
    return grouped(details.cards) if isinstance(details, CardDetails) else choice_words(choice.action, speaker)


def _regret(advice: AnyAdvice, choice: DealEvaluation) -> str:
    """What a choice loses; in chances nothing worth a figure if tricks alone decide."""
    if advice.tied(choice):
        return LEVEL_CELL
    regret = replace(choice.regret, mean=max(choice.regret.mean, 0.0))
    return difference_text(regret) if advice.objective.in_chances else mean_text(regret)


# What it rests on.


def _footer(advice: AnyAdvice, speaker: Speaker) -> str:
    """The meaning of the figures and the deals that they rest on."""
    said = [REGRET()] if any(map(regretted, advice.evaluations[1:ROWS])) else []
    return " ".join([*said, *([] if advice.exact else [STANDARD_ERROR()]), _deals(advice, speaker)])


def _deals(advice: AnyAdvice, speaker: Speaker) -> str:
    """The number of deals that were played out, and the opponents in them."""
    opponents = against(advice.opponents, advice.view.viewer, speaker)
    if not advice.exact:
        return PLAYED_OUT(deals=plural(advice.worlds, "deal"), opponents=opponents)
    if advice.worlds == 1:
        return ONLY_PLAYED_OUT(opponents=opponents)
    return ALL_PLAYED_OUT(number=Amount(f"{advice.worlds}"), opponents=opponents)


# The explanation.


def _tricks(advice: AnyAdvice, choice: DealEvaluation, speaker: Speaker) -> str:
    """How likely each number of tricks is; rare numbers are taken together if all make the contract or none does."""
    chances, contract = choice.details.distribution, contract_of(advice)
    possible = (n for n, chance in enumerate(chances) if chance > HAIR)
    together = groupby(possible, lambda n: (n if chances[n] > NAMED else None, n >= contract))
    runs = [list(run) for _, run in together]
    numbers = (str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
    told = (chance_text(chance_of_tricks(advice, choice.details, run[0], run[-1])) for run in runs)
    likely = (f"{words} ({chance})" for words, chance in zip(numbers, told, strict=True))
    return TRICKS_AFTER(choice=choice_words(choice.action, speaker), chances=Amount(", ".join(likely)))


def _what_follows(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """The likely discards after a call, or the cards that come back for a gift."""
    details = advice.recommended.details
    if isinstance(details, CallDetails) and details.discards:
        yield LIKELY_DISCARDS(cards=_with_chances(details.discards))
    for reason in advice.reasons:
        if isinstance(reason, Returned):
            for seat, back in reason.cards.items():
                yield LIKELY_BACK(player=speaker.name(seat), cards=_with_chances(back))


def _with_chances(cards: Chances) -> CardWords:
    return CardWords(", ".join(f"{card_text(card)} {chance_text(chance)}" for card, chance in cards))


def _rule_of_thumb(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """The choice that beginners are taught, if there is a choice."""
    if advice.heuristic != advice.recommended.action:
        yield RULE_OF_THUMB(choice=choice_words(advice.heuristic, speaker))
    elif len(advice.evaluations) > 1:
        yield RULE_OF_THUMB_AGREES()


def _left_out(advice: AnyAdvice) -> Iterator[str]:
    if advice.others > 0:
        yield LEFT_OUT(number=plural(advice.others, "choice"))


def _deals_explained(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """The deals that the figures rest on, and the meaning of their errors."""
    yield _deals(advice, speaker)
    if advice.exact:
        if advice.worlds > 1:
            yield WEIGHTED_EXACTLY()
        return
    yield SEED(number=Amount(f"{advice.seed}"))
    if advice.effective < EVEN * advice.worlds:
        yield WEIGHTED(number=Amount(f"{advice.effective:.0f}"))
    yield INTERVALS()
