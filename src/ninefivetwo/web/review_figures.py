"""The tables and notes of a review page on grades, gifts of tricks, luck, and the players who find the best choice."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from math import hypot

from msgspec import UNSET, Struct

from ninefivetwo.cards import Card, Seat
from ninefivetwo.evaluation import Estimate, chance_text, error_text, fixed, mean_text, sum_in_order
from ninefivetwo.game import Action, Play
from ninefivetwo.study import Phase, Review
from ninefivetwo.study.decision import Decision, FairChoice, Option
from ninefivetwo.study.fair_price import LEAST, LEVEL
from ninefivetwo.study.grades import Grade, PlayerGrade
from ninefivetwo.study.luck import Luck, shown
from ninefivetwo.study.match import Ledger, PlayerSums
from ninefivetwo.study.who_finds import REPLAYS
from ninefivetwo.words.actions import spoken
from ninefivetwo.words.figures import count, in_digits, minus, signed, signed_tenths
from ninefivetwo.words.levels import LEVELS, levels_term
from ninefivetwo.words.review import LITTLE, PHASES, levels_words
from ninefivetwo.words.review_before_play import WORD
from ninefivetwo.words.review_match import ReviewsObject
from ninefivetwo.words.review_rows import MARKS, decisions_of, ledger_rows, luck_digits
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import Amount, Template, Term, capital, say

Row = list[str]
#: The title of a decision with each mark.
VERDICTS = {
    "??": Template("{player.whose} {choice} was a blunder"),
    "?": Template("{player.whose} {choice} was a mistake"),
    "?!": Template("{player.whose} {choice} was a small slip"),
}
FINDERS = {"beginner": "beginner", "club": "club player", "expert": "expert", "master": "master"}
LUCK_TERMS = {"hands": "cards dealt", "kitty": "kitty", "exchange": "exchange"}


def deal_figures(review: Review, names: Sequence[str]) -> dict[str, object]:
    """Return the figures of a deal's review. `names` are the names of the players at dealer, left and right.

    grades, ledger: tables as lists of rows, each row with its heading first. luck: the terms of each seat, with the
    name, the figure and the bar's length relative to the longest bar. finders: for each decision, the share of players
    at each level who find the best choice. titles: for each decision, a title that says how good it was. choices: for
    each decision with a choice, a row for each group of equal choices.
    """
    fair = review.fair_worlds > 0
    notes = grade_notes(review.seats, fair)
    if fair:
        names = Speaker.of(review).names
        levels = levels_term(dict(zip(names, review.opponents, strict=True)))
        worlds = in_digits(max(review.fair_worlds, LEAST))
        notes.append(
            say(
                "Avoidable losses are based on up to {worlds} possible deals per decision (seed "
                "{seed}), played out by {levels}. ± is one standard error.",
                worlds=worlds,
                seed=Amount(f"{review.seed}"),
                levels=levels,
            )
        )
    return {
        "grades": grade_rows(review.seats, fair),
        "grade_notes": notes,
        "ledger": None if review.ledger is None else _minus(ledger_rows(review, review.ledger, names)),
        "luck": None if review.luck is None else _luck_terms(review.luck, names),
        "luck_note": "" if review.luck is None else _luck_note(review.luck),
        "finders": {str(decision.index): _finders(decision) for decision in review.decisions if decision.finders},
        "titles": [title(review, decision) for decision in review.decisions],
        "choices": {str(decision.index): rows for decision in review.decisions if (rows := choice_rows(decision))},
    }


def match_figures(reviews: ReviewsObject, deals: Sequence[Review]) -> dict[str, object]:
    """Return the combined figures of several deals, with a column for each player.

    title, assumed: the title without the sentence on the assumed levels, and this sentence, which may be empty.
    """
    assumed = levels_words(*deals)
    title = reviews.words.title.removesuffix(f". {assumed}")
    players = list(reviews.players.values())
    fair = any(player.fair_loss is not None and player.unforced for player in players)
    tricks = ["tricks per deal", *(_a_deal(player) for player in players)]
    notes = " ".join(
        [
            *grade_notes(players, fair),
            ("Luck: tricks gained from the cards dealt, the kitty and the exchange, compared with the average."),
        ]
    )
    return {
        "title": title,
        "assumed": "" if title == reviews.words.title else assumed,
        "players": [tricks, *grade_rows(players, fair), *_luck_rows(players)],
        "notes": notes,
        "ledger": None if reviews.ledger is None else _match_ledger_rows(reviews.ledger),
    }


def grade_rows(grades: Sequence[PlayerGrade], fair: bool) -> list[Row]:
    """Return the rows of grades, with a column for each player. `fair` means that avoidable losses are known."""

    def row(name: str, cell: Callable[[PlayerGrade], str]) -> Row:
        return [name, *map(cell, grades)]

    def lost(grade: Grade | None) -> str:
        if grade is None or not grade.unforced:
            return ""
        return _mean(grade.fair_loss) if fair else _number(grade.own_cost)

    rows = []
    if any(grade.accuracy is not UNSET for grade in grades):
        rows.append(row("accuracy, of 100", lambda grade: _mean(grade.accuracy or None)))
    if any(grade.plays_like is not UNSET for grade in grades):
        rows.append(row("plays like", lambda grade: LEVELS.get(str(grade.plays_like), "unclear")))
    rows.append(row("decisions with a choice", lambda grade: str(grade.unforced)))
    rows.append(row("avoidable loss" if fair else "lost, all hands open", lost))
    for phase in PHASES:
        if any(phase in grade.phases for grade in grades):
            rows.append(
                [say("· {phase}", phase=Term(PHASES[phase])), *(lost(grade.phases.get(phase)) for grade in grades)]
            )
    if fair:
        rows.append(row("mistakes", _marks))
        rows.append(row("lost, all hands open", lambda grade: _number(grade.own_cost)))
    return [*rows, row("given to opponents", lambda grade: _number(grade.conceded))]


def grade_notes(grades: Sequence[PlayerGrade], fair: bool) -> list[str]:
    """Return sentences that explain the grades."""
    helps = ["Figures are tricks."]
    if fair:
        helps.append(
            "A loss is avoidable if the player could have found the better choice from what they saw. ?! marks a loss "
            "of at least a quarter of a trick, ? of half a trick, and ?? of a whole trick."
        )
    if any(grade.accuracy is not UNSET for grade in grades):
        helps.append("Accuracy: 100 means no avoidable loss; club players average about 80.")
    return helps


def _a_deal(player: PlayerSums) -> str:
    """Return the average number of tricks that a player won in a finished deal."""
    return f"{player.won / player.finished:.1f}" if player.finished else ""


def _marks(grade: Grade) -> str:
    return ", ".join(f"{grade.marks[mark]} {mark}" for mark in MARKS if grade.marks.get(mark))


def _match_ledger_rows(ledger: Ledger) -> list[Row]:
    names = list(ledger.gave)
    rows = [[giver, *(signed(ledger.gave[giver].get(name, 0)) for name in names)] for giver in names]
    rows.append(["guaranteed at the start", *(str(ledger.sure[name]) for name in names)])
    return _minus([*rows, ["at the end", *(str(ledger.after[name]) for name in names)]])


def _luck_terms(luck: Luck, names: Sequence[str]) -> list[dict[str, object]]:
    """Return each seat's par, terms of luck, and tricks from the player's decisions."""
    columns, digits = [], luck_digits(luck)
    for seat in Seat:
        terms = shown(luck, seat, digits)
        decisions = [
            sum_in_order(value for name, value in terms.items() if name.startswith(f"{by.word} ")) for by in Seat
        ]
        owners = [decisions_of(names[by]) for by in Seat]
        luck_terms = [(words, terms[name]) for name, words in LUCK_TERMS.items()]
        columns.append([("par", terms["par"]), *luck_terms, *zip(owners, decisions, strict=True)])
    longest = max(1.0, *(abs(value) for terms in columns for _, value in terms[1:]))
    return [
        {
            "won": say("won {number}", number=in_digits(luck.result[seat])),
            "terms": [
                {
                    "name": name,
                    "words": minus(f"{value + 0.0:{'+' if place else ''}.{digits}f}"),
                    "bar": value / longest if place else 0,
                }
                for place, (name, value) in enumerate(terms)
            ],
        }
        for seat, terms in zip(Seat, columns, strict=True)
    ]


def _luck_note(luck: Luck) -> str:
    errors, digits = {name: term.error for name, term in luck.terms.items()}, luck_digits(luck)
    parts = [
        say("{term} {error}", term=Term(words), error=Amount(error_text(errors[name], digits)))
        for name, words in LUCK_TERMS.items()
        if name in errors
    ]
    decisions = max(hypot(*(error for name, error in errors.items() if name.startswith(f"{by.word} "))) for by in Seat)
    if decisions > 0:
        parts.append(say("a player's decisions {error}", error=Amount(error_text(decisions, digits))))
    return (
        "All figures are tricks. Par is the average for this seat. The cards dealt, the kitty and the exchange are "
        "luck; decisions show the effect of each player's choices. The figures add up to the tricks won. "
    ) + say("Standard errors: {errors}.", errors=Amount(", ".join(parts)))


def _luck_rows(players: Sequence[PlayerSums]) -> list[Row]:
    if all(player.luck is None for player in players):
        return []
    shares = [player.luck for player in players]
    means = (None if share is None else Estimate(share.luck, share.error, share.deals) for share in shares)
    luck = [_mean(mean, sign=True) for mean in means]
    own = ["" if share is None else minus(signed_tenths(share.own)) for share in shares]
    others = ["" if share is None else minus(signed_tenths(share.others)) for share in shares]
    return [["luck", *luck], ["own decisions", *own], ["opponents' decisions", *others]]


def _finders(decision: Decision) -> list[dict[str, object]]:
    finders = decision.finders or {}
    shares = {name: Estimate.share(finders[level], REPLAYS) for level, name in FINDERS.items() if level in finders}
    return [
        {"level": name, "share": round(100 * share.mean), "words": chance_text(share)} for name, share in shares.items()
    ]


# A decision.


class ChoiceRow(Struct, frozen=True):
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


def title(review: Review, decision: Decision) -> str:
    """Return a title that says how good a decision was: "Ann's ♥K was a small slip"."""
    speaker, tricks = Speaker.of(review), decision.own_cost or sum((decision.conceded or {}).values())
    chosen = spoken(decision.chosen, speaker)
    action = Term(chosen) if decision.trick is not None else Term(WORD[decision.phase])
    if decision.phase is Phase.CALL:
        action = Term(say("{action} of {cards}", action=action, cards=chosen))
    words = _verdict(decision)(player=speaker.name(decision.seat), choice=action, tricks=count(tricks))
    return capital(words)


def _verdict(decision: Decision) -> Template:
    """Return the template of a title, which follows what the player could know, if known."""
    loss = decision.fair_cost
    if decision.forced:
        return Template("{player.whose} {choice} was forced")
    if decision.mark:
        return VERDICTS[decision.mark]
    close = loss is not None and loss.mean >= LITTLE
    if decision.own_cost and loss is not None and (loss.mean <= LEVEL or not close):
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
    decision: Decision,
    actions: list[Action],
    loss: Estimate | None,
    seen: str,
    options: Mapping[Action, Option],
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


# Figures as text.


def _minus(rows: list[Row]) -> list[Row]:
    """Return the rows with minus signs instead of hyphens in negative numbers."""
    return [[head, *map(minus, cells)] for head, *cells in rows]


def _number(number: int | None) -> str:
    return "" if number is None else str(number)


def _mean(mean: Estimate | None, sign: bool = False) -> str:
    """Return a figure and its error as text, or an empty text for None."""
    return "" if mean is None else minus(mean_text(mean, sign))
