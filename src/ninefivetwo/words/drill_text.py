"""Texts of a drill in the terminal."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ninefivetwo.cards import Card, Hand, Seat, Trump
from ninefivetwo.game import Call, GiveTurn
from ninefivetwo.game.rules import rules_text
from ninefivetwo.keep.drills.drills import Count
from ninefivetwo.keep.drills.judge import FULL, Verdict
from ninefivetwo.keep.drills.problem import HARDEST, Problem
from ninefivetwo.keep.drills.trial import PlayedChoice
from ninefivetwo.keep.drills.weakness import Weakness
from ninefivetwo.words.actions import choice_words
from ninefivetwo.words.card_words import called, card_text, cards_text
from ninefivetwo.words.drills import chosen_words, prompt
from ninefivetwo.words.figures import Column, TextTable, count, figures, plural, tricks_words
from ninefivetwo.words.kept import weakness_words
from ninefivetwo.words.match_text import format_table, format_tricks, format_trump, happened, question
from ninefivetwo.words.speaker import Speaker
from ninefivetwo.words.template import Amount, CardWords, Name, Template, Term

#: The name of each kind of puzzle, and its question.
KINDS = {
    "call": ("Call", "Which suit should be trump, or is it no-trump?"),
    "discard": ("Discard", "Which four of your twenty cards should go?"),
    "give": ("Give", "Which cards do you give to whom, and what comes back?"),
    "play": ("Lead and play", "Find the best card."),
    "know": ("Card reading", "How likely is it that a player holds a card?"),
}
POSED = Template("{kind}, difficulty {number} of {highest}, rules: {rules}.")
RESULTS = Template("Results of the previous deal: {scores}.")
DISCARDED = Template("You discarded {cards}.")
PER_CENT_PROMPT = "Your estimate in %>"

RIGHT = Template("Right. Theme: {theme}.")
PARTLY_RIGHT = Template("Partly right: {points} of {highest} points. Theme: {theme}.")
WRONG = Template("Wrong. Theme: {theme}.")
BEST_LINE = Template("Best play after {choice}, with all hands open: {plays}.")
AFTER = Template("After {choice}, you win {tricks}:")
AFTER_WITH_TRUMPS = Template("After {choice}, with {trump} as trumps, you win {tricks}:")
AFTER_NO_TRUMP = Template("After {choice}, at no-trump, you win {tricks}:")
AND_SO_ON = Template("{plays}, and so on")
ANSWERED = Template("Right answers: {right} of {number}. Points: {points} of {highest}.")

NONE_DUE = "You have answered all of these puzzles, and no puzzle is due."
NO_MISTAKES = (
    "No puzzles from mistakes yet. Review a deal (library review), then make puzzles from the mistakes of a player"
    " (--mistakes --name NAME)."
)
NONE_FIT = "No puzzle fits these options. --list shows the puzzles, and --mine finds new ones."

BY_DIFFICULTY = "Puzzles by difficulty (5 is hardest):"
RATING = Template("Your drill rating: {rating}.")
WEAKNESSES_OF = Template("Biggest weaknesses of {player}:")
WEAKNESS = Template("- {theme}: {tricks} lost in {decisions}")
TRAINS = Template("The puzzles train this weakness: {theme}.")
FOUND = Template("{kind}: {theme}, difficulty {number}")
ALL_FOUND = Template("{number} found.")

LINE = 18  # maximum number of cards shown in a line of play


def posed_words(problem: Problem, hands: str) -> Iterator[str]:
    """Yield the texts of a puzzle: the events so far, the drawn `hands`, and the question."""
    match, view = problem.match, problem.view
    speaker = Speaker.of(match, problem.seat)
    yield POSED(
        kind=Term(KINDS[problem.kind][0]),
        number=Amount(f"{problem.difficulty}"),
        highest=Amount(f"{HARDEST}"),
        rules=Term(rules_text(match.rules)),
    )
    if isinstance(view.turn, GiveTurn) and match.previous_results is not None:
        yield RESULTS(scores=speaker.with_numbers(match.previous_results))
    yield from happened(view, speaker, own=False)
    if isinstance(view.discarded, Hand) and view.discarded:
        yield DISCARDED(cards=cards_text(view.discarded))
    yield f"\n{hands}\n"
    if view.plays:
        yield format_tricks(view, speaker)
    if view.trump is not None:
        yield format_trump(view)
    if view.table:
        yield format_table(view, speaker)
    yield prompt(problem)


def answer_prompt(problem: Problem) -> str:
    """Return the prompt for the answer to a puzzle."""
    return PER_CENT_PROMPT if problem.kind == "know" else question(problem.match, problem.view)


def answered_words(problem: Problem, verdict: Verdict) -> str:
    """Return whether an answer is right, its points, and the theme of the puzzle."""
    template = RIGHT if verdict.right else PARTLY_RIGHT if verdict.mark else WRONG
    return template(points=Amount(f"{verdict.mark}"), highest=Amount(f"{FULL}"), theme=Term(problem.theme))


def best_line_words(problem: Problem, verdict: Verdict, speaker: Speaker) -> str:
    """Return the line of best play after the best choice."""
    assert verdict.best is not None
    begun = (len(problem.view.table) + (problem.kind == "play")) % len(Seat)
    plays = line_text(verdict.line, speaker, begun)
    return BEST_LINE(choice=chosen_words(verdict.best, speaker), plays=plays)


def played_out_words(problem: Problem, played: PlayedChoice, speaker: Speaker) -> Iterator[str]:
    """Yield the number of tricks that a choice wins in a possible deal, and the line of play."""
    values = {"choice": choice_words(played.action, speaker), "tricks": count(played.won[problem.seat])}
    if problem.view.trump is not None or isinstance(played.action, Call):
        yield AFTER(**values)
    elif played.trump is Trump.NO_TRUMP:
        yield AFTER_NO_TRUMP(**values)
    else:
        yield AFTER_WITH_TRUMPS(trump=called(played.trump), **values)
    turns = [turn for trick in played.tricks for turn in trick.turns]
    begun = len(problem.view.table)
    yield f"  {line_text(turns[begun:], speaker, begun)}"


def line_text(line: Sequence[tuple[Seat, Card]], speaker: Speaker, begun: int = 0) -> CardWords:
    """Return a line of play by tricks: "left ♠A ♠7 ♠2, left ♦K". `begun` counts the cards already on the table."""
    tricks = list[str]()
    for number, (seat, card) in enumerate(line[:LINE], begun):
        if not tricks or number % len(Seat) == 0:
            tricks.append(speaker.name(seat))
        tricks[-1] += f" {card_text(card)}"
    plays = CardWords(", ".join(tricks))
    return CardWords(AND_SO_ON(plays=plays)) if len(line) > LINE else plays


def summary_words(right: int, answered: int, points: int) -> str:
    """Return the number of right answers and the points of a drill."""
    numbers = {"right": right, "number": answered, "points": points, "highest": FULL * answered}
    return ANSWERED(**{name: Amount(f"{number}") for name, number in numbers.items()})


def standing_table(counts: Mapping[str, Count]) -> TextTable:
    """Return a table of the puzzles due, new puzzles, answers and right answers of each kind."""
    rows = [[kind, *map(str, (count.due, count.unseen, count.answered, count.right))] for kind, count in counts.items()]
    return TextTable([Column("kind"), *figures("due", "new", "answered", "right")], rows)


def weakness_lines(player: str, weaknesses: Sequence[Weakness]) -> Iterator[str]:
    """Yield a heading and a line for each weakness of a player."""
    yield WEAKNESSES_OF(player=Name(player))
    for weakness in weaknesses:
        decisions = plural(weakness.mistakes, "decision")
        theme = Term(weakness_words(weakness))
        yield WEAKNESS(theme=theme, tricks=tricks_words(weakness.lost), decisions=decisions)


def found_words(problem: Problem) -> str:
    """Return the kind, theme and difficulty of a puzzle just found."""
    number = Amount(f"{problem.difficulty}")
    return FOUND(kind=Term(problem.kind), theme=Term(problem.theme), number=number)
