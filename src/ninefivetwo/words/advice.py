"""Advice as text: the verdict, the reasons, and tables of the choices."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import groupby

from ninefivetwo.cards import Hand, Trump
from ninefivetwo.evaluation import (
    HAIR,
    TEXTS,
    Estimate,
    chance_text,
    difference_text,
    least_error,
    mean_text,
    sum_in_order,
)
from ninefivetwo.game import Call, DealView, Discard, Give
from ninefivetwo.game.rules import TRICKS
from ninefivetwo.think.advise import Advice, AnyAdvice, CallDetails, CardDetails, Chances, DealEvaluation, Prospects
from ninefivetwo.think.advise.reasons import Returned
from ninefivetwo.words.advice_reasons import beyond_verdict
from ninefivetwo.words.advice_verdict import contract_of, other_aim, own_choice, regretted, rival_named, verdict_words
from ninefivetwo.words.figures import (
    STANDARD_ERROR,
    WIDTH,
    Column,
    TextTable,
    chance_cells,
    count,
    figures,
    number_word,
    paragraphs,
    plural,
    wrapped,
)
from ninefivetwo.words.levels import levels_term
from ninefivetwo.words.speaker import BY_SEAT, Speaker, choice_words
from ninefivetwo.words.template import (
    WORDS,
    Amount,
    CardWords,
    Name,
    Template,
    called,
    card_text,
    cards_text,
    grouped,
    say,
)

ADVICE_ROWS = 6  # maximum number of rows in the short table
SHORT_REASONS = 2  # maximum number of reasons in the short form
LEVEL_CELL = "equal"  # shown instead of a regret if the aim is a chance and only the tricks differ
KIND_HEADINGS = {Call: "call", Discard: "discard", Give: "give"}  # headings of the choices before the play
NAMED_CHANCE = 0.005  # numbers of tricks with a smaller chance are combined into ranges
EVEN_WEIGHTS = 0.8  # the effective sample size is not mentioned if it exceeds this share of the deals

REGRET = Template("Regret is the loss against the best choice.")
PLAYED_OUT = Template("{deals} {deals:was|were} played out against {opponents}.")
ALL_PLAYED_OUT = Template("All {number} possible deals were played out against {opponents}.")
SEED_NOTE = Template("The deals were drawn at random (seed {number}), and a deal drawn twice counts twice.")
WEIGHTED = Template("The deals are weighted by their probabilities (effective sample size {number}).")
TRICKS_AFTER = Template("Tricks after {choice}: {chances}.")
LIKELY_BACK = Template("Likely returns from {player}: {cards}.")
EXPLAIN = Template("For more, add {command}.")
ASSUMED = Template("For each x, the lowest card not named elsewhere was assumed: {cards}.")
PLAYING_TO = Template("You ({player}) are playing to {plays} and hold {cards}.")
LEFT_OUT = Template("The table leaves out {number}: each was equal to a listed choice or worse in a first comparison.")


@dataclass(frozen=True)
class AdviceText:
    """Advice as text.

    The short form has the verdict, the main reasons, a table of the best choices, and a footer. An explanation also
    has `figures`, a table of all choices, and `sentences`.
    """

    verdict: str
    reasons: tuple[str, ...]
    table: TextTable
    footer: str
    figures: TextTable
    sentences: tuple[str, ...]

    def __str__(self) -> str:
        """Return the short form of the advice, in lines of at most 80 characters."""
        said = [line for text in (self.verdict, *self.reasons) for line in wrapped(text, WIDTH)]
        return "\n".join([*said, *self.table.lines(WIDTH), *wrapped(self.footer, WIDTH)])

    @property
    def html(self) -> str:
        """The short form of the advice, as HTML for a notebook."""
        return f"{paragraphs(self.verdict, *self.reasons)}{self.table.html}{paragraphs(self.footer)}"


def advice_text(advice: AnyAdvice, speaker: Speaker = BY_SEAT) -> AdviceText:
    rival = rival_named(advice)
    reasons = tuple(filter(None, (beyond_verdict(reason, rival, speaker) for reason in advice.reasons)))
    sentences = (
        *reasons[SHORT_REASONS:],
        *(_tricks(advice, choice, speaker) for choice in advice.evaluations[:2]),
        *_what_follows(advice, speaker),
        *_rule_of_thumb(advice, speaker),
        *_left_out(advice),
        " ".join(_deals_explained(advice, speaker)),
    )
    short, whole = (_table(advice, speaker, explained) for explained in (False, True))
    beside = (*reasons[:SHORT_REASONS], *own_choice(advice, speaker), *other_aim(advice, speaker, ADVICE_ROWS))
    return AdviceText(verdict_words(advice, speaker), beside, short, _footer(advice, speaker), whole, sentences)


TEXTS[Advice] = (lambda advice: str(advice_text(advice))), (lambda advice: advice_text(advice).html)


def moment_words(view: DealView) -> str:
    """Return sentences on a position in the play: the player to act, their hand, the trumps and the tricks won."""
    turn, trump = view.due_turn, view.called
    hand = {"player": Name(turn.seat.word), "cards": cards_text(turn.held)}
    plays = CardWords(" ".join(map(card_text, view.table)), first=len(view.table) == 1)
    won, contract = view.won[turn.seat], view.rules.contracts[turn.seat]
    goal = Amount(number_word(contract))
    return " ".join(
        (
            PLAYING_TO(**hand, plays=plays) if plays else say("You ({player}) are on lead and hold {cards}.", **hand),
            "There is no trump suit." if trump is Trump.NO_TRUMP else say("{trump} are trump.", trump=called(trump)),
            say("You have won {number} of the {goal} tricks that you need.", number=Amount(number_word(won)), goal=goal)
            if won < contract
            else say("You have won {tricks} and made your contract of {goal}.", tricks=count(won), goal=goal),
        )
    )


def assumed_words(small: Hand) -> str:
    """Return a sentence on the cards assumed for each x in a hand; empty if the hand has no x."""
    return ASSUMED(cards=cards_text(small)) if small else ""


def tricks_that_end(advice: AnyAdvice) -> int | None:
    """Return the number of tricks with which the player ends the match at once; None if no number does."""
    rules, contract = advice.view.rules, contract_of(advice)
    ends = [tricks for tricks in (rules.sweep, rules.over and rules.over + contract) if tricks]
    return min(ends, default=None)


# The tables.


def _table(advice: AnyAdvice, speaker: Speaker, explained: bool) -> TextTable:
    """Return a table of the best choices or, if `explained`, of all choices with the tricks conceded."""
    best, kind = advice.recommended.details, KIND_HEADINGS.get(type(advice.recommended.action), "card")
    shown = [each for i, each in enumerate(advice.evaluations) if explained or i < ADVICE_ROWS or each is advice.own]
    details = [choice.details for choice in shown]
    cells = {
        kind: [_named_in_table(choice, speaker) for choice in shown],
        "tricks": [mean_text(each.tricks) for each in details],
        f"makes {contract_of(advice)}": chance_cells([each.make for each in details]),
    }
    if ends := tricks_that_end(advice):
        cells[f"wins {ends}"] = chance_cells([chance_of_tricks(advice, each, ends) for each in details])
    if best.match is not None:
        cells["wins match"] = chance_cells([each.match for each in details if each.match is not None])
    cells["regret"] = ["" if choice is advice.recommended else _regret(advice, choice) for choice in shown]
    seats = sorted(best.conceded) if explained and isinstance(best, CardDetails) else []
    conceded = {f"to {speaker.name(seat)}": seat for seat in seats}
    for head, seat in conceded.items():
        more = (each.conceded[seat] for each in details if isinstance(each, CardDetails))
        cells[head] = ["" if i == 0 else mean_text(tricks, sign=True) for i, tricks in enumerate(more)]
    columns = [Column(kind, fold=20), *figures(*list(cells)[1:], drop=dict.fromkeys(conceded, 1))]
    return TextTable(columns, [list(row) for row in zip(*cells.values(), strict=True)])


def chance_of_tricks(advice: AnyAdvice, details: Prospects, least: int, most: int = TRICKS) -> Estimate:
    """Return the chance that a choice wins from `least` to `most` tricks."""
    proved, chance = details.proved, sum_in_order(details.distribution[least : most + 1])
    if proved.at_least is not None and proved.at_most is not None:
        if least <= proved.at_least and proved.at_most <= most:
            return Estimate(1.0, 0.0, advice.worlds)
        if proved.at_most < least or most < proved.at_least:
            return Estimate(0.0, 0.0, advice.worlds)
    found = Estimate.share(chance, advice.effective)
    return replace(found, standard_error=least_error(advice.effective)) if advice.exact else found


def _named_in_table(choice: DealEvaluation, speaker: Speaker) -> str:
    """Return a choice in the form for the table: "♠ spades", "♦8 7" for two equal cards."""
    if isinstance(choice.action, Call):
        return WORDS[choice.action.trump]
    details = choice.details
    return grouped(details.cards) if isinstance(details, CardDetails) else choice_words(choice.action, speaker)


def _regret(advice: AnyAdvice, choice: DealEvaluation) -> str:
    if advice.tied(choice):
        return LEVEL_CELL
    regret = replace(choice.regret, mean=max(choice.regret.mean, 0.0))
    return difference_text(regret) if advice.objective.in_chances else mean_text(regret)


# The footer.


def _footer(advice: AnyAdvice, speaker: Speaker) -> str:
    said = [REGRET()] if any(map(regretted, advice.evaluations[1:ADVICE_ROWS])) else []
    return " ".join([*said, *([] if advice.exact else [STANDARD_ERROR()]), _deals(advice, speaker)])


def _deals(advice: AnyAdvice, speaker: Speaker) -> str:
    others = advice.opponents.others(advice.view.viewer)
    opponents = levels_term({speaker.name(seat): level for seat, level in others.items()})
    if not advice.exact:
        return PLAYED_OUT(deals=plural(advice.worlds, "deal"), opponents=opponents)
    if advice.worlds == 1:
        return say("The only possible deal was played out against {opponents}.", opponents=opponents)
    return ALL_PLAYED_OUT(number=Amount(f"{advice.worlds}"), opponents=opponents)


# The explanation.


def _tricks(advice: AnyAdvice, choice: DealEvaluation, speaker: Speaker) -> str:
    chances, contract = choice.details.distribution, contract_of(advice)
    possible = (n for n, chance in enumerate(chances) if chance > HAIR)
    together = groupby(possible, lambda n: (n if chances[n] > NAMED_CHANCE else None, n >= contract))
    runs = [list(run) for _, run in together]
    numbers = (str(run[0]) if len(run) == 1 else f"{run[0]} to {run[-1]}" for run in runs)
    told = (chance_text(chance_of_tricks(advice, choice.details, run[0], run[-1])) for run in runs)
    likely = (f"{words} ({chance})" for words, chance in zip(numbers, told, strict=True))
    return TRICKS_AFTER(choice=choice_words(choice.action, speaker), chances=Amount(", ".join(likely)))


def _what_follows(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    details = advice.recommended.details
    if isinstance(details, CallDetails) and details.discards:
        yield say("Likely discards after this call: {cards}.", cards=_with_chances(details.discards))
    for reason in advice.reasons:
        if isinstance(reason, Returned):
            for seat, back in reason.cards.items():
                yield LIKELY_BACK(player=speaker.name(seat), cards=_with_chances(back))


def _with_chances(cards: Chances) -> CardWords:
    return CardWords(", ".join(f"{card_text(card)} ({chance_text(chance)})" for card, chance in cards))


def _rule_of_thumb(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    if advice.heuristic != advice.recommended.action:
        yield say("The beginners' rule of thumb chooses {choice}.", choice=choice_words(advice.heuristic, speaker))
    elif len(advice.evaluations) > 1:
        yield "The beginners' rule of thumb makes the same choice."


def _left_out(advice: AnyAdvice) -> Iterator[str]:
    if advice.others > 0:
        yield LEFT_OUT(number=plural(advice.others, "choice"))


def _deals_explained(advice: AnyAdvice, speaker: Speaker) -> Iterator[str]:
    yield _deals(advice, speaker)
    if advice.exact:
        if advice.worlds > 1:
            yield "Each deal counts by its probability, and nothing was sampled."
        return
    yield SEED_NOTE(number=Amount(f"{advice.seed}"))
    if advice.effective < EVEN_WEIGHTS * advice.worlds:
        yield WEIGHTED(number=Amount(f"{advice.effective:.0f}"))
    yield ("± is one standard error (a 68 % interval), and a range such as 90-100 % is a 95 % interval.")
