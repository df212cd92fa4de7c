"""The texts and tables of a review on a page: figures of deals and matches, and the choices of each decision."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec import UNSET

from ninefivetwo.cards import Card
from ninefivetwo.codec import Part
from ninefivetwo.evaluation import Estimate, chance_text, fixed, mean_text
from ninefivetwo.game import Action, Play
from ninefivetwo.study import Phase, Review
from ninefivetwo.study.fair_price import LEVEL_LOSS
from ninefivetwo.study.grades import Decision, FairChoice, Option
from ninefivetwo.study.who_finds import FINDER_LEVELS, REPLAYS
from ninefivetwo.words.figures import count
from ninefivetwo.words.levels import LEVEL_NOUNS
from ninefivetwo.words.review import LITTLE, ReviewText, levels_words
from ninefivetwo.words.review_before_play import WORD
from ninefivetwo.words.review_match import ReviewsObject, subject
from ninefivetwo.words.review_tables import (
    LuckColumn,
    Row,
    grade_notes,
    grade_rows,
    has_fair,
    ledger_rows,
    luck_columns,
    luck_notes,
    luck_rows,
    match_ledger_rows,
    minus_rows,
    sample_notes,
    tricks_a_deal,
)
from ninefivetwo.words.speaker import spoken
from ninefivetwo.words.template import Template, Term, capital, say

#: The title of a decision with each mark.
VERDICTS = {
    "??": Template("{player.whose} {choice} was a blunder"),
    "?": Template("{player.whose} {choice} was a mistake"),
    "?!": Template("{player.whose} {choice} was a small slip"),
}


class ChoiceRow(Part, frozen=True):
    """A row of the table of choices: choices that are equal for the player.

    actions: the choices. known: the average tricks, given what the player could know; lost: the tricks lost against the
    best choice; both are empty if the choice was not compared. seen: the tricks guaranteed with all hands seen, empty
    if not computed. best, chosen: whether the choice was among the best, and whether the player made it. discard: the
    best discard after a call, if known.
    """

    actions: list[Action]
    known: str
    lost: str
    seen: str
    best: bool
    chosen: bool
    discard: list[Card] | None


class Finder(Part, frozen=True):
    """The share of a level's players who find the best choice, in per cent, and as text with its error."""

    level: str
    share: int
    words: str


class Said(Part, frozen=True):
    """The sentences on a decision below its title, which has the stage: its effect, and the reasons for a mistake."""

    effect: str
    why: list[str]


class DealFigures(Part, frozen=True):
    """The figures of a deal's review on a page.

    grades, ledger: tables as rows, each with its heading first; `ledger` is null if not all hands are known
    grade_notes: sentences that explain the grades
    luck: the terms of each player's result; null if the result is not split
    luck_note: sentences that explain the terms
    finders: for each avoidable mistake, by its index, the share of each level's players who find the best choice
    titles: for each decision, a title that says how good it was
    said: the sentences on each decision
    choices: for each decision with a choice, by its index, a row for each group of equal choices
    """

    grades: list[Row]
    grade_notes: list[str]
    ledger: list[Row] | None
    luck: list[LuckColumn] | None
    luck_note: str
    finders: dict[str, list[Finder]]
    titles: list[str]
    said: list[Said]
    choices: dict[str, list[ChoiceRow]]

    @classmethod
    def of(cls, review: Review, names: Sequence[str]) -> DealFigures:
        """Return the figures of a review. `names` are the names of the players at dealer, left and right."""
        fair, text = review.fair_worlds > 0, ReviewText.of(review)
        if fair:
            names = text.speaker.names
        return cls(
            grades=grade_rows(review.seats, fair),
            grade_notes=[*grade_notes(review.seats, fair), *sample_notes(review)],
            ledger=None if review.ledger is None else minus_rows(ledger_rows(review, review.ledger, names)),
            luck=None if review.luck is None else luck_columns(review.luck, names),
            luck_note="" if review.luck is None else luck_notes(review.luck),
            finders={
                str(decision.index): finders_figures(decision) for decision in review.decisions if decision.finders
            },
            titles=[title(text, decision) for decision in review.decisions],
            said=[
                Said(text.effect(each, False) if each.price else "", text.reasons(each, False))
                for each in review.decisions
            ],
            choices={str(decision.index): rows for decision in review.decisions if (rows := choice_rows(decision))},
        )


class MatchFigures(Part, frozen=True):
    """The combined figures of several deals on a page, with a column for each player.

    title, assumed: the title, and a sentence on the levels assumed for the players, which may be empty
    players, ledger: tables as rows, each with its heading first; `ledger` is null if no deal has all hands
    notes: sentences that explain the figures
    """

    title: str
    assumed: str
    players: list[Row]
    notes: str
    ledger: list[Row] | None

    @classmethod
    def of(cls, reviews: ReviewsObject, deals: Sequence[Review]) -> MatchFigures:
        players = list(reviews.players.values())
        fair = has_fair(players)
        tricks = ["tricks per deal", *(tricks_a_deal(player) for player in players)]
        about = "Luck: tricks gained from the cards dealt, the kitty and the exchange, compared with the average."
        return cls(
            title=subject(deals),
            assumed=levels_words(*deals) if reviews.fair else "",
            players=[tricks, *grade_rows(players, fair), *luck_rows(players)],
            notes=" ".join([*grade_notes(players, fair), about]),
            ledger=None if reviews.ledger is None else match_ledger_rows(reviews.ledger),
        )


# A decision.


def title(text: ReviewText, decision: Decision) -> str:
    """Return a title that says how good a decision was: "Ann's ♥K was a small slip"."""
    speaker, tricks = text.speaker, decision.own_cost or sum((decision.conceded or {}).values())
    chosen = spoken(decision.chosen, speaker)
    action = Term(chosen) if decision.trick is not None else Term(WORD[decision.phase])
    if decision.phase is Phase.CALL:
        action = Term(say("{action} of {cards}", action=action, cards=chosen))
    return capital(_verdict(decision)(player=speaker.name(decision.seat), choice=action, tricks=count(tricks)))


def _verdict(decision: Decision) -> Template:
    """Return the template of a title, which follows what the player could know, if known."""
    loss = decision.fair_cost
    if decision.forced:
        return Template("{player.whose} {choice} was forced")
    if decision.mark:
        return VERDICTS[decision.mark]
    close = loss is not None and loss.mean >= LITTLE
    if decision.own_cost and loss is not None and (loss.mean <= LEVEL_LOSS or not close):
        return Template("{player.whose} {choice} was unlucky")
    if close:
        return Template("{player.whose} {choice} was a close choice")
    if loss is not None:
        return Template("{player.whose} {choice} was best")
    if decision.own_cost is None:
        return Template("{player.whose} {choice} is not rated")
    if decision.own_cost:
        return Template("{player.whose} {choice} cost {tricks}")
    if any((decision.conceded or {}).values()):
        return Template("{player.whose} {choice} gave {tricks} away")
    return Template("{player.whose} {choice} cost nothing")


def choice_rows(decision: Decision) -> list[ChoiceRow]:
    """Return the rows of a decision's choices, best first; empty if the decision was forced or is not rated.

    The order follows what the player could know. Choices that were not compared come last, and without any comparison
    the order follows the guarantees.
    """
    if decision.forced:
        return []
    options = {option.action: option for option in decision.options or ()}
    rows, listed = [], set()
    for each in _compared(decision):
        found = [option for action in each.actions if (option := options.get(action))]
        listed |= {*each.actions}
        for seen, actions in _by_value(found).items() if found else [("", each.actions)]:
            rows.append(_row(decision, actions, each.loss, seen, options))
    rest = [option for action, option in options.items() if action not in listed]
    for (_, seen), actions in _by_suit(rest).items():
        rows.append(_row(decision, actions, None, seen, options))
    return rows


def _compared(decision: Decision) -> list[FairChoice]:
    """Return the compared choices with their losses; in a short review, only the best choice and the actual choice."""
    if decision.fair is None or decision.fair_cost is None:
        return []
    if decision.fair.choices is not UNSET:
        return decision.fair.choices
    best = FairChoice([decision.fair.best], Estimate(0.0, 0.0, decision.fair_cost.n))
    chosen = FairChoice([decision.chosen], decision.fair_cost)
    return [best] if decision.fair.best == decision.chosen else [best, chosen]


def _row(
    decision: Decision, actions: list[Action], loss: Estimate | None, seen: str, options: Mapping[Action, Option]
) -> ChoiceRow:
    fair, option = decision.fair, options.get(actions[0])
    best = loss.mean <= 0 if loss is not None else fair is None and any(e in actions for e in decision.best or ())
    if isinstance(decision.chosen, Play):
        actions = sorted(actions, key=lambda play: play.card.rank if isinstance(play, Play) else 0)
    return ChoiceRow(
        actions,
        "" if loss is None or fair is None else fixed(fair.best_tricks.mean - loss.mean, 1),
        "" if loss is None or loss.mean <= 0 else f"\N{MINUS SIGN}{mean_text(loss)}",
        seen,
        best,
        decision.chosen in actions,
        None if option is None or option.discard is UNSET else option.discard,
    )


def _by_value(options: Sequence[Option]) -> dict[str, list[Action]]:
    """Return choices by their guarantees, the highest guarantee first."""
    found: dict[str, list[Action]] = {}
    for option in sorted(options, key=lambda each: each.value if isinstance(each.value, int) else -1, reverse=True):
        found.setdefault(_seen(option), []).append(option.action)
    return found


def _by_suit(options: Sequence[Option]) -> dict[tuple[object, str], list[Action]]:
    """Return cards by their suits and guarantees, and every other choice by itself."""
    found: dict[tuple[object, str], list[Action]] = {}
    for option in options:
        action = option.action
        suit = action.card.suit if isinstance(action, Play) else action
        found.setdefault((suit, _seen(option)), []).append(action)
    return found


def _seen(option: Option) -> str:
    return f"{option.value}" if isinstance(option.value, int) else f"≤ {option.value.at_most}"


def finders_figures(decision: Decision) -> list[Finder]:
    """Return the share of each level's players who find the best choice."""
    finders = decision.finders or {}
    shares = {level: Estimate.share(finders[level], REPLAYS) for level in FINDER_LEVELS if level in finders}
    return [Finder(LEVEL_NOUNS[level], round(100 * each.mean), chance_text(each)) for level, each in shares.items()]
