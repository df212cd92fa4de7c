"""Texts of drills: the kinds of puzzles, a puzzle, the verdict on an answer, and the user's results.

The terminal and the page draw these texts, and those in `drill_reasons.py` on why an answer is right or wrong.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan

from ninefivetwo.cards import Card, Hand, Seat, by_seat
from ninefivetwo.errors import DrillError, label, quoted
from ninefivetwo.game import GiveTurn, Place, Play
from ninefivetwo.game.events import action_object
from ninefivetwo.game.rules import RuleSet, rules_text
from ninefivetwo.keep.drills.drills import Count
from ninefivetwo.keep.drills.judge import FULL, Verdict
from ninefivetwo.keep.drills.problem import HARDEST, Problem, ProblemChoice
from ninefivetwo.keep.drills.weakness import Weakness
from ninefivetwo.layout import tricks_of
from ninefivetwo.words.drill_reasons import (
    chance_reasons,
    choice_cells,
    choice_name,
    choice_reasons,
    chosen_words,
    line_text,
)
from ninefivetwo.words.figures import Column, TextTable, figures, in_digits, number_word, plural, tricks_words
from ninefivetwo.words.kept import weakness_words
from ninefivetwo.words.match_text import format_table, format_tricks, format_trump, happened, question
from ninefivetwo.words.speaker import BY_SEAT, YOU, Speaker, parse_action
from ninefivetwo.words.template import Amount, CardWords, Name, Template, Term, cards_text, say, the_card
from ninefivetwo.words.verdict import LineCard, line_cards

#: Reasons why no puzzle is left, with a way to get more puzzles.
NONE_DUE = "You have answered all of these puzzles, and no puzzle is due."
NO_PUZZLES_FROM_MISTAKES = (
    "No puzzles from mistakes yet. Review a deal (library review), then make puzzles from the mistakes of a player"
    " (--mistakes --name NAME)."
)
NONE_FIT = "No puzzle fits these options. --list shows the puzzles, and --mine finds new ones."


@dataclass(frozen=True)
class KindWords:
    """The words of a kind of puzzle.

    `name` and `question` describe the kind in a menu. `answers` says what can be typed. `asks` is the question of each
    puzzle, and `thumb` what a rule of thumb would choose; both are absent if the answer is a chance.
    """

    name: str
    question: str
    answers: str
    asks: str = ""
    thumb: Template | None = None


#: The words of each kind of puzzle.
KIND_WORDS = {
    "call": KindWords(
        "Call",
        "Which suit should be trump, or is it no-trump?",
        "a call: S, H, D, C or N",
        "What do you call?",
        Template("A rule of thumb would call {choice}."),
    ),
    "discard": KindWords(
        "Discard",
        "Which four of your twenty cards should go?",
        "cards: D2 C54 H3",
        "Which cards do you discard?",
        Template("A rule of thumb would discard {choice}."),
    ),
    "give": KindWords(
        "Give",
        "Which cards do you give to whom, and what comes back?",
        "cards: C3; for two players: left C3, right H2",
        "Which cards do you give, and to whom?",
        Template("A rule of thumb would give {choice}."),
    ),
    "play": KindWords(
        "Lead and play",
        "Find the best card.",
        "a card: SA",
        "Which card do you play?",
        Template("A rule of thumb would play {choice}."),
    ),
    "know": KindWords("Card reading", "How likely is it that a player holds a card?", "a number from 0 to 100"),
}


def answer_prompt(problem: Problem) -> str:
    """Return the prompt for the answer to a puzzle."""
    return "Your estimate in %>" if problem.question is not None else question(problem.match, problem.view)


def parse_answer(problem: Problem, text: str) -> object:
    """Parse a typed answer into its JSON form. Raises GameError or DrillError if the answer is invalid."""
    if problem.question is None:
        return action_object(parse_action(problem.view, text))
    try:
        per_cent = float(text.strip().removesuffix("%").replace(",", "."))
    except ValueError:
        per_cent = nan
    if not 0 <= per_cent <= 100:  # The condition is also true for nan.
        raise DrillError(f"not a percentage: {quoted(text)} (expected a number from 0 to 100)")
    return per_cent / 100


def place_asked(card: Card, place: Place, speaker: Speaker = BY_SEAT) -> str:
    """Return a question about the chance that a card is in a certain place."""
    asked = the_card(card)
    if place <= Place.RIGHT:
        return say(
            "How likely is it that {player} {player:hold|holds} {card}?", player=speaker.name(Seat(place)), card=asked
        )
    if place is Place.KITTY:
        return say("How likely is it that {card} is in the kitty?", card=asked)
    return say("How likely is it that the dealer discarded {card}?", card=asked)


def names_by_contract(rules: RuleSet) -> tuple[str, str, str]:
    """Return the contracts as names of the seats (Nine, Five, Two), or the usual names if two contracts are equal."""
    if len(set(rules.contracts)) < len(Seat):
        return BY_SEAT.names
    return by_seat(number_word(contract).capitalize() for contract in rules.contracts)


def speaker_of(problem: Problem) -> Speaker:
    """Return a speaker that addresses a puzzle's player and calls players without clear names Nine, Five or Two."""
    names = by_seat(map(label, problem.match.names))
    if len({*names, YOU}) <= len(Seat) or not all(names) or {seat.word for seat in Seat} & set(names):
        names = names_by_contract(problem.view.rules)
    return Speaker(names, problem.seat)


@dataclass(frozen=True)
class PuzzleText:
    """The text of a puzzle before the answer, without the theme, which would be a hint.

    `heading` has the kind, the difficulty and the rules, and `moment` only the last two. `asked` is the question. `log`
    has sentences on the events before the play. `events` has them without the user's own choices, but with the tricks,
    and `standing` has the tricks won, the trump suit and the trick on the table.
    """

    problem: Problem
    speaker: Speaker

    @property
    def heading(self) -> str:
        return say(
            "{kind}, difficulty {number} of {highest}, rules: {rules}.",
            kind=Term(KIND_WORDS[self.problem.kind].name),
            number=in_digits(self.problem.difficulty),
            highest=in_digits(HARDEST),
            rules=Term(rules_text(self.problem.match.rules)),
        )

    @property
    def moment(self) -> str:
        rules = Term(rules_text(self.problem.view.rules))
        return say("{rules} · difficulty {number} of 5", rules=rules, number=in_digits(self.problem.difficulty))

    @property
    def asked(self) -> str:
        if (about := self.problem.question) is not None:
            return place_asked(about.card, about.place, self.speaker)
        return KIND_WORDS[self.problem.kind].asks

    @property
    def log(self) -> Iterator[str]:
        if (scores := self._previous) is not None:
            yield say("Previous deal: {scores}.", scores=scores)
        yield from self.speaker.choices(self.problem.view.events)

    @property
    def events(self) -> Iterator[str]:
        view = self.problem.view
        if (scores := self._previous) is not None:
            yield say("Results of the previous deal: {scores}.", scores=scores)
        yield from happened(view, self.speaker, own=False)
        if isinstance(view.discarded, Hand) and view.discarded:
            yield say("You discarded {cards}.", cards=cards_text(view.discarded))

    @property
    def standing(self) -> Iterator[str]:
        view = self.problem.view
        if view.plays:
            yield format_tricks(view, self.speaker)
        if view.trump is not None:
            yield format_trump(view)
        if view.table:
            yield format_table(view, self.speaker)

    @property
    def _previous(self) -> Amount | None:
        """The results of the previous deal, on which gifts depend."""
        results = self.problem.match.previous_results
        gift = isinstance(self.problem.view.turn, GiveTurn)
        return self.speaker.with_numbers(results) if gift and results is not None else None


@dataclass(frozen=True)
class VerdictText:
    """The text of the verdict on an answer to a puzzle.

    `heading` is the verdict in one or two words; `headline` adds the theme and, if the answer is partly right, the
    points. `sentences` say why. `choices` are those of the puzzle and the user's choice, best first; for each, `marks`
    has "best", "yours" or "". `line` is a sentence with the best play after the best choice, and `line_cards` the same
    play from the current trick on, with a title; they are empty if the play was not searched for.
    """

    problem: Problem
    verdict: Verdict
    speaker: Speaker

    @property
    def heading(self) -> str:
        return "Right" if self.verdict.right else "Partly right" if self.verdict.mark else "Wrong"

    @property
    def headline(self) -> str:
        partly = Template("{verdict}: {points} of {highest} points. Theme: {theme}.")
        headline = partly if 0 < self.verdict.mark < FULL else Template("{verdict}. Theme: {theme}.")
        return headline(
            verdict=Term(self.heading),
            points=in_digits(self.verdict.mark),
            highest=in_digits(FULL),
            theme=Term(self.problem.theme),
        )

    @property
    def sentences(self) -> Iterator[str]:
        problem, own, chance = self.problem, self.verdict.own, self.verdict.chance
        thumb = KIND_WORDS[problem.kind].thumb
        if own is not None and thumb is not None:
            return choice_reasons(problem, own, thumb, self.speaker)
        assert problem.question is not None and chance is not None
        return chance_reasons(problem, problem.question, chance, self.speaker)

    @property
    def choices(self) -> list[ProblemChoice]:
        listed, own = list(self.problem.choices), self.verdict.own
        if own is None or own in listed:
            return listed
        return sorted([*listed, own], key=lambda choice: choice.regret.mean)

    def table(self, choices: Iterable[ProblemChoice]) -> TextTable:
        """Return a table of choices with their tricks, losses and chances of making the contract."""
        contract = in_digits(self.problem.view.rules.contracts[self.problem.seat])
        heads = figures("tricks", "loss", say("makes {contract}", contract=contract))
        return TextTable([Column("choice"), *heads], [choice_cells(choice, self.speaker) for choice in choices])

    @property
    def marks(self) -> list[str]:
        best, own = self.problem.best, self.verdict.own
        return ["best" if choice is best else "yours" if choice == own else "" for choice in self.choices]

    @property
    def line(self) -> str:
        best, line = self.problem.best, self.verdict.line
        if best is None or not line:
            return ""
        begun = (len(self.problem.view.table) + isinstance(best.action, Play)) % len(Seat)
        choice, plays = chosen_words(best, self.speaker), line_text(line, self.speaker, begun)
        return say("Best play after {choice}, with all hands open: {plays}.", choice=choice, plays=plays)

    @property
    def line_title(self) -> str:
        best, line = self.problem.best, self.verdict.line
        if best is None or not line:
            return ""
        return say("Best play after {choice}, with all hands open", choice=CardWords(choice_name(best)))

    @property
    def line_cards(self) -> list[LineCard]:
        best, line, view = self.problem.best, self.verdict.line, self.problem.view
        if best is None or not line:
            return []
        own = [best.action.card] if isinstance(best.action, Play) else []
        cards = [*view.table, *own, *(card for _, card in line)]
        return line_cards(tricks_of(view.lead, cards, view.called), view.called, self.speaker)


def summary_words(right: int, answered: int, points: int) -> str:
    """Return the number of right answers and the points of a drill."""
    return say(
        "Right answers: {right} of {number}. Points: {points} of {highest}.",
        right=Amount(f"{right}"),
        number=Amount(f"{answered}"),
        points=Amount(f"{points}"),
        highest=Amount(f"{FULL * answered}"),
    )


def standing_table(counts: Mapping[str, Count]) -> TextTable:
    """Return a table of the puzzles due, new puzzles, answers and right answers of each kind."""
    rows = [[kind, *map(str, (count.due, count.unseen, count.answered, count.right))] for kind, count in counts.items()]
    return TextTable([Column("kind"), *figures("due", "new", "answered", "right")], rows)


def count_words(count: Count) -> str:
    """Return a summary of the puzzles of one kind: "3 due · 4 new · 2 of 5 right"."""
    due, new = in_digits(count.due), in_digits(count.unseen)
    if not count.answered:
        return say("{number} due · {new} new", number=due, new=new)
    return say(
        "{number} due · {new} new · {right} of {all} right",
        number=due,
        new=new,
        right=in_digits(count.right),
        all=in_digits(count.answered),
    )


def weakness_lines(player: str, weaknesses: Sequence[Weakness]) -> Iterator[str]:
    """Yield a heading and a line for each weakness of a player."""
    yield say("Biggest weaknesses of {player}:", player=Name(player))
    for weakness in weaknesses:
        yield f"- {weakness_line(weakness)}"


def weakness_line(weakness: Weakness) -> str:
    """Return a weakness with the tricks lost by it: "gifts: 1.00 ± 0.10 tricks lost in 1 decision"."""
    return f"{weakness_words(weakness)}: {lost_words(weakness)}"


def lost_words(weakness: Weakness) -> str:
    """Return the tricks lost by a weakness: "1.00 ± 0.10 tricks lost in 1 decision"."""
    tricks, decisions = tricks_words(weakness.lost), plural(weakness.mistakes, "decision")
    return say("{tricks} lost in {decisions}", tricks=tricks, decisions=decisions)


def found_words(problem: Problem) -> str:
    """Return the kind, theme and difficulty of a puzzle just found."""
    number = in_digits(problem.difficulty)
    return say(
        "{kind}: {theme}, difficulty {number}", kind=Term(problem.kind), theme=Term(problem.theme), number=number
    )
