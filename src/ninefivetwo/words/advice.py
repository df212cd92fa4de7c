"""Advice in words: what to do and how sure that is, why, the choices as rows of a table, and what it all rests on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from html import escape
from itertools import groupby

from ninefivetwo.cards import Card, Trump
from ninefivetwo.evaluation import HAIR, Estimate, chance_text, difference_text, least_error, mean_text
from ninefivetwo.game import Action, Call, Discard, Look, Play
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.think.advise import (
    AnyAdvice,
    CallDetails,
    CardDetails,
    Chances,
    DealEvaluation,
    FirstLook,
    Prospects,
    Utility,
)
from ninefivetwo.think.advise.advice import FEWEST_WORLDS, LEVEL
from ninefivetwo.think.advise.reasons import Returned
from ninefivetwo.words.actions import action_words, advised_words
from ninefivetwo.words.advice_reasons import choice_named, reason_words
from ninefivetwo.words.card_words import called, grouped, rank_word
from ninefivetwo.words.figures import Column, TextTable, figures, number_word, plural, wrapped
from ninefivetwo.words.opponents import against
from ninefivetwo.words.speaker import BY_SEAT, Speaker, sentence
from ninefivetwo.words.template import capital

ROWS = 6  # of the short table, at most
REASONS = 2  # beside the short table, at most
EVERY_TIME = "every time"
WIDTH = 80  # characters of a line that is printed
LEVEL_CELL = "level"  # in place of a regret that only tricks break
NAMED = 0.005  # numbers of tricks that are no likelier are named together
EVEN = 0.8  # of the deals played out: if they are worth more evenly drawn ones, that is not said


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
        _deals_explained(advice, speaker),
    )
    short, whole = (_table(advice, speaker, explained) for explained in (False, True))
    told = (*reasons[:REASONS], *_own_choice(advice, speaker), *_other_aim(advice, speaker))
    return AdviceText(verdict_words(advice, speaker), told, short, _footer(advice, speaker), whole, sentences)


def first_look_words(look: FirstLook, speaker: Speaker = BY_SEAT) -> str:
    """What a club player would do at once, or why there is nothing to weigh."""
    words = advised_words(look.action, speaker) if not isinstance(look.action, Look) else "look at the kitty"
    words += _or_equals(look.action, look.cards)
    if not look.decided:
        return f"At first sight: {words}."
    if isinstance(look.action, Look):
        why = "it costs nothing"
    elif len(look.cards) > 1:
        why = "every other choice is worth the same"
    else:
        why = f"it is the only {'legal card' if isinstance(look.action, Play) else 'choice'}"
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


def verdict_words(advice: AnyAdvice, speaker: Speaker = BY_SEAT) -> str:
    """What to do, what it brings, how sure it is to be best."""
    best = advice.recommended
    words = _trump(advice) + advised_words(best.action, speaker)
    words += _or_equals(best.action, best.details.cards) if isinstance(best.details, CardDetails) else ""
    few, sure = _few(advice), _how_sure(advice, speaker)
    verdict = f"{words}: {_worth(advice)}{'. ' if sure[0].isupper() else '; '}{sure}."
    return capital(verdict) + (f" {few}" if few else "")


def _own_choice(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """What the choice that the user asked about costs."""
    own = advice.own
    if own is None or advice.compared is None:
        return
    words = f"Your choice, {choice_named(advice.compared, speaker)},"
    if own is advice.recommended:
        yield f"{words} is {'the one' if advice.compared == own.action else 'equal to the one'} advised."
    elif advice.tied(own) or not _regretted(own):
        yield f"{words} costs nothing{_by_tricks((own,))}."
    else:
        doubt = ", too little to matter" if _surely_level(advice, own) else ", too close to call"
        yield f"{words} {_costs(advice, own)}{doubt if own in advice.level else ''}."


def _costs(advice: AnyAdvice, choice: DealEvaluation) -> str:
    """What a choice costs, in the unit of the aim."""
    lost = _lost(advice, choice.regret)
    if not advice.objective.in_chances:
        return f"costs {lost} tricks"
    by_match = advice.objective.utility is Utility.SCORE
    return f"would {'win the match' if by_match else f'make {number_word(contract_of(advice))}'} {lost} less often"


def _other_aim(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """What the order is by, if the table shows a better chance beside another choice."""
    rows = advice.evaluations[:ROWS]
    make, match = [choice.details.make for choice in rows], [choice.details.match for choice in rows]
    aims = {f"make {number_word(contract_of(advice))}": make, "win the match": [each for each in match if each]}
    for aim, chances in aims.items():
        most = max(chances, key=lambda chance: chance.mean, default=None)
        if most is None or advice.objective.in_chances or most.mean <= chances[0].mean:
            continue
        if (shown := chance_text(most)) != chance_text(chances[0]):
            rival = choice_named(rows[chances.index(most)].action, speaker)
            yield f"The order is by tricks on average, not by the chance to {aim} ({shown} with {rival})."


def _trump(advice: AnyAdvice) -> str:
    """What a discard is for, as it may be asked for several denominations."""
    trump = advice.view.trump
    if trump is None or not isinstance(advice.recommended.action, Discard):
        return ""
    return "at no-trump " if trump is Trump.NO_TRUMP else f"with {called(trump)} as trump "


def _or_equals(action: Action, cards: Sequence[Card]) -> str:
    """The cards that are equal to the one of a choice: "(or the jack)"."""
    others = [card for card in cards if isinstance(action, Play) and card != action.card]
    if len(others) == 1:
        return f" (or the {rank_word(others[0])})"
    return f" (or any of {grouped(tuple(others))})" if others else ""


def _worth(advice: AnyAdvice) -> str:
    """What the recommended choice brings; what is wanted comes first."""
    details = advice.recommended.details
    tricks = _tricks_words(details)
    match = "" if details.match is None else f"wins the match in {chance_text(details.match)}"
    by_match = match and advice.objective.utility is Utility.SCORE
    both = tricks if tricks.endswith(EVERY_TIME) else f"{tricks}, {_makes(advice)}"
    return ", ".join(filter(None, [match, both] if by_match else [both, match]))


def _tricks_words(details: Prospects) -> str:
    if details.proved.at_least is not None and details.proved.at_least == details.proved.at_most:
        return f"{plural(details.proved.at_least, 'trick')} {EVERY_TIME}"
    return f"{mean_text(details.tricks)} tricks"


def _makes(advice: AnyAdvice) -> str:
    """The chance of the contract; what is decided is told as decided."""
    view, contract = advice.view, contract_of(advice)
    seat, goal, chance = view.due_turn.seat, number_word(contract), advice.recommended.details.make
    if view.trump is not None and view.won[seat] >= contract:
        return f"{goal} already made"
    if chance.certain:
        return f"makes {goal} {EVERY_TIME}"
    impossible = not (chance.mean or chance.standard_error)
    return f"never makes {goal}" if impossible else f"{chance_text(chance)} to make {goal}"


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
        return f"{'Narrowly best' if but_little else 'Clearly best'}: {_worse(advice, speaker)}"
    if not advice.level:
        return f"Probably best: {_worse(advice, speaker)}"
    return _level(advice, speaker)


def _level(advice: AnyAdvice, speaker: Speaker) -> str:
    """The choices that are as good, and those of which that is not known."""
    sure = tuple(choice for choice in advice.level if _surely_level(advice, choice))
    unsure = tuple(choice for choice in advice.level if choice not in sure)
    if not sure:
        return f"{_named(unsure, speaker)} too close to call"
    nearest = advice.evaluations[1]
    by = _less(advice) if nearest in sure and nearest.regret.mean > HAIR else ""
    words = f"{_named(sure, speaker)} about as good" + (f" ({by} less)" if by else "")
    if advice.objective.in_chances and all(map(advice.tied, sure)):
        words = f"{_named(sure, speaker)} as good for this aim{_by_tricks(sure)}"
    if unsure:
        words += f", {number_word(len(unsure))} more too close to call"
    return words


def _surely_level(advice: AnyAdvice, choice: DealEvaluation) -> bool:
    """Is what a choice loses, with two standard errors, of no matter?"""
    return choice.regret.mean + 2 * choice.regret.standard_error <= 2 * LEVEL[advice.objective.in_chances]


def _by_tricks(tied: tuple[DealEvaluation, ...]) -> str:
    """That only tricks put choices in order that are as likely to bring what is wanted."""
    return " (the order is by tricks)" if any(map(_regretted, tied)) else ""


def _without_rivals(advice: AnyAdvice) -> str:
    """Why there is nothing to choose."""
    details = advice.recommended.details
    cards = len(details.cards) if isinstance(details, CardDetails) else 1
    if advice.others or cards > 1:
        return "every other choice is worth the same"
    return f"it is the only {'legal card' if isinstance(details, CardDetails) else 'choice'}"


def _named(others: tuple[DealEvaluation, ...], speaker: Speaker) -> str:
    """Other choices with their verb: "clubs are", "H82 D53 and two more are"."""
    first, more = choice_named(others[0].action, speaker), len(others) - 1
    if more:
        return f"{first} and {number_word(more)} more are"
    return f"{first} {'are' if isinstance(others[0].action, Call) and first.endswith('s') else 'is'}"


def _worse(advice: AnyAdvice, speaker: Speaker) -> str:
    """By how much the next best choice is worse."""
    if advice.objective.in_chances:
        own, other = (chance_text(advice.chance(choice)) for choice in advice.evaluations[:2])
        often = f"in {other}" if other != own else f"{_less(advice)} less often"
        return f"{choice_named(advice.evaluations[1].action, speaker)} would do it {often}"
    return f"{_named(advice.evaluations[1:2], speaker)} {_less(advice)} worse"


def _less(advice: AnyAdvice) -> str:
    """How much less the next best choice is worth."""
    return _lost(advice, advice.evaluations[1].regret)


def _lost(advice: AnyAdvice, regret: Estimate) -> str:
    """What a choice loses, in the unit of the aim; no less than nothing."""
    regret = replace(regret, mean=max(regret.mean, 0.0))
    return difference_text(regret) if advice.objective.in_chances else mean_text(regret)


def _few(advice: AnyAdvice) -> str:
    """That there were too few deals for more than an estimate."""
    deals = plural(advice.worlds, "deal")
    early = f"It was stopped early, after {deals}." if advice.stopped else ""
    every_time = _tricks_words(advice.recommended.details).endswith(EVERY_TIME)
    if advice.exact or advice.effective >= FEWEST_WORLDS or (every_time and _all_the_same(advice)):
        return early
    likely = "" if advice.worlds < FEWEST_WORLDS else ", most of them unlikely"
    were = "was" if advice.worlds == 1 else "were"
    return f"A rough estimate: only {deals} {were} played out{likely}.{' It was stopped early.' if early else ''}"


def _all_the_same(advice: AnyAdvice) -> bool:
    """Is nothing lost by any other choice, in any deal?"""
    return all(abs(rival.regret.mean) < 1e-9 and not rival.regret.standard_error for rival in advice.evaluations[1:])


def _regretted(choice: DealEvaluation) -> bool:
    """Is anything lost by a choice, or may it be?"""
    return bool(choice.regret.mean or choice.regret.standard_error)


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
    return grouped(details.cards) if isinstance(details, CardDetails) else action_words(choice.action, speaker)


def _regret(advice: AnyAdvice, choice: DealEvaluation) -> str:
    """What a choice loses; in chances nothing worth a figure if tricks alone decide."""
    return LEVEL_CELL if advice.tied(choice) else _lost(advice, choice.regret)


# What it rests on.


def _footer(advice: AnyAdvice, speaker: Speaker) -> str:
    """What the figures rest on, in one line."""
    return ". ".join(filter(None, [_regret_explained(advice), _deals(advice, speaker)])) + "."


def _regret_explained(advice: AnyAdvice) -> str:
    """What a regret is, and what ± means."""
    rivals = advice.evaluations[1:ROWS]
    regret = "Regret: loss against the best choice" if any(map(_regretted, rivals)) else ""
    return "; ".join(filter(None, [regret, "" if advice.exact else "± is one standard error"]))


def _deals(advice: AnyAdvice, speaker: Speaker) -> str:
    """How many deals were evaluated, and how."""
    if not advice.exact:
        return f"{plural(advice.worlds, 'deal')} {_evaluated(advice, speaker)}"
    if advice.worlds > 1:
        return f"All {advice.worlds} possible deals were {_evaluated(advice, speaker)}"
    return f"The only possible deal was {_evaluated(advice, speaker)}"


def _evaluated(advice: AnyAdvice, speaker: Speaker) -> str:
    """How deals were evaluated: "played out against club players"."""
    return f"played out against {against(advice.opponents, advice.view.viewer, speaker)}"


# Everything else that stands behind it.


def _tricks(advice: AnyAdvice, choice: DealEvaluation, speaker: Speaker) -> str:
    """How likely each number of tricks is; rare ones in a row together, if all make the contract or none does."""
    chances, contract = choice.details.distribution, contract_of(advice)
    possible = (n for n, chance in enumerate(chances) if chance > HAIR)
    together = groupby(possible, lambda n: (n if chances[n] > NAMED else None, n >= contract))
    runs = [list(run) for _, run in together]
    numbers = (str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
    told = (chance_text(chance_of_tricks(advice, choice.details, run[0], run[-1])) for run in runs)
    likely = (f"{words} ({chance})" for words, chance in zip(numbers, told, strict=True))
    return f"Tricks, if you {advised_words(choice.action, speaker)}: {', '.join(likely)}."


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
    return ", ".join(f"{card} {chance_text(chance)}" for card, chance in cards)


def _rule_of_thumb(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    """What beginners are taught, where there is a choice."""
    if advice.heuristic != advice.recommended.action:
        yield f"The beginners' rule of thumb: {advised_words(advice.heuristic, speaker)}."
    elif len(advice.evaluations) > 1:
        yield "The beginners' rule of thumb says the same."


def _left_out(advice: AnyAdvice) -> Iterator[str]:
    if advice.others > 0:
        yield f"Left out: {plural(advice.others, 'choice')}, equal to one of these or worse at a first look."


def _deals_explained(advice: AnyAdvice, speaker: Speaker) -> str:
    """How many deals the figures rest on, against whom they were played out, and what their errors mean."""
    if advice.exact:
        likely = "; each counts by how likely it is: nothing was drawn" if advice.worlds > 1 else ""
        return f"{_deals(advice, speaker)}{likely}."
    worth = ""
    if advice.effective < EVEN * advice.worlds:
        worth = f" They are weighted by how likely they are (effective sample size {advice.effective:.0f})."
    return (
        f"{capital(_evaluated(advice, speaker))}: {plural(advice.worlds, 'different deal')}, drawn with seed"
        f" {advice.seed} (one drawn twice counts twice).{worth} "
        "± is one standard error, an interval of 68 %; a range such as 90-100 % has 95 %."
    )
