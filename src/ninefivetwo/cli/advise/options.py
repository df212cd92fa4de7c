"""The options of the `advise` commands, and the question that they define."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypedDict, TypeVar

import click
from msgspec.structs import replace

from ninefivetwo.cards import SUITS, Card, Hand, Seat, Suit, Trump, parse_cards, plain_text
from ninefivetwo.cli.options import (
    FIELD_OPTIONS,
    SEAT,
    TRUMP,
    Seconds,
    env_var,
    json_option,
    opponents_option,
    rules_option,
    threads_option,
)
from ninefivetwo.cli.terminal import working
from ninefivetwo.errors import AdviceError, CardError, GameError, quoted, raised_as
from ninefivetwo.game import KITTY, DealView, Play, PreviousResults, Situation, known_cards, parse_tricks
from ninefivetwo.game.events import format_cards
from ninefivetwo.game.rules.club import parse_rules
from ninefivetwo.think.advise import AnyAdvice, Assumptions, Limits, MatchScore, Objective, Question, Utility, advise
from ninefivetwo.think.advise.question import MOST_WORLDS
from ninefivetwo.think.knowledge import Hints, Likelihood
from ninefivetwo.think.playouts import Level, Opponents
from ninefivetwo.think.playouts.opponents import PEOPLE
from ninefivetwo.words.figures import plural
from ninefivetwo.words.speaker import parse_action
from ninefivetwo.words.template import say

LONGEST_WAIT = 1e6  # in seconds; the functions that wait reject much larger numbers
Command = Callable[..., object]
Place = TypeVar("Place", Seat, Seat | None)


class EffortOptions(TypedDict):
    """The options for the method of advice: the aim, the opponents and the limits."""

    worlds: int
    seconds: float | None
    seed: int
    utility: str
    even: bool
    opponents: str | None
    threads: int | None
    explain: bool


class QuestionOptions(EffortOptions):
    """The options for the method of advice, known cards and voids, and a choice to compare."""

    known: tuple[str, ...]
    void: tuple[str, ...]
    compare: str | None


class SituationOptions(QuestionOptions):
    """The options that all kinds of advice share, including the rules, the exchange and the score."""

    rules_name: str
    gave: tuple[str, ...]
    received: tuple[str, ...]
    previous: str | None
    score: str | None
    board: int | None
    discarded: str | None


class MomentOptions(SituationOptions):
    """The options for advice on a card, including the options for a position in the play."""

    hand: str | None
    seat: Seat | None
    trump: Trump | None
    tricks: str | None
    shown: str | None


def together(*options: Callable[[Command], Command]) -> Callable[[Command], Command]:
    """Return a decorator that adds several options to a command."""

    def add(command: Command) -> Command:
        for option in reversed(options):
            command = option(command)
        return command

    return add


#: The options for the method of advice, without the options for a position.
effort_options = together(
    click.option(
        "--worlds",
        envvar=env_var("worlds"),
        type=click.IntRange(2, MOST_WORLDS),
        default=1000,
        show_default=True,
        help="Number of possible deals to play out (doubled for a call).",
    ),
    click.option(
        "--seconds",
        type=Seconds(),
        envvar=env_var("seconds"),
        help="Stop after this many seconds with the best answer so far.  [default: no limit]",
    ),
    click.option("--seed", type=click.IntRange(0), default=0, show_default=True, help="Random seed."),
    click.option(
        "--utility",
        type=click.Choice([utility.value for utility in Utility]),
        default=Utility.TRICKS.value,
        show_default=True,
        help="What to maximise.",
    ),
    click.option(
        "--even",
        is_flag=True,
        help="Treat all possible deals as equally likely, without inferences from the opponents' choices.",
    ),
    opponents_option,
    threads_option,
    click.option(
        "--explain", is_flag=True, help="Show all choices, the chance of each result, and the basis of the answer."
    ),
)
#: The options for advice on a call, a discard or a gift.
situation_options = together(
    rules_option("Rule set, optionally with changed fields.", "wikipedia", metavar=None),
    click.option("--gave", multiple=True, metavar="SEAT:CARDS", help="Cards that you gave or returned to a seat."),
    click.option("--received", multiple=True, metavar="SEAT:CARDS", help="Cards that you received from a seat."),
    click.option("--previous", metavar="RESULTS", help='Points in the last deal, by present seat: "D:-3 L:+2 R:+1".'),
    click.option(
        "--score",
        metavar="POINTS",
        help='Match score before this deal: "D:4 L:-3 R:-1". Also shows the chance of winning the match.',
    ),
    click.option("--number", "board", type=click.IntRange(1), help="With --score: number of this deal in the match."),
    click.option("--discarded", metavar="CARDS", help="The four cards that you discarded as the dealer."),
    click.option(
        "--known",
        multiple=True,
        metavar="PLACE:CARDS",
        help='Known cards in a hand, "left:CQ,HK", or in the kitty, "kitty:SQ"; can be repeated.',
    ),
    click.option(
        "--void",
        multiple=True,
        metavar="SEAT:SUITS",
        help='Suits in which a player is void: "right:H"; can be repeated.',
    ),
    click.option(
        "--compare",
        metavar="CHOICE",
        help='Show the cost of your own choice, such as "C", "HK", "C7642" or "left C3 H2".',
    ),
    effort_options,
    json_option,
)
#: The options for advice on a card.
play_options = together(
    click.option("--hand", metavar="HAND", help="Your hand now or before the first trick, instead of RECORD."),
    click.option("--trump", type=TRUMP, help="With --hand: the trump suit (S, H, D or C), or N for no-trump."),
    click.option("--seat", type=SEAT, help="With --hand: your seat.  [default: the seat whose turn it is]"),
    click.option(
        "--tricks", metavar="TRICKS", help='With --hand: the cards played so far, in order: "S3 S2 SJ / HK H4".'
    ),
    click.option("--shown", metavar="CARDS", help="With --hand: cards of the kitty that the dealer had to show you."),
    situation_options,
)
#: The options for a position in the play.
OF_MOMENT = (
    *("--hand", "--trump", "--seat", "--tricks", "--shown"),
    *("--rules", "--gave", "--received", "--previous", "--score", "--number", "--discarded"),
)


def assumptions_of(view: DealView, options: QuestionOptions, known_opponents: Opponents) -> Assumptions:
    """Return the assumptions about known cards and voids, the likelihood of choices, and the opponents' levels.

    `known_opponents` is used if --opponents is absent. Raises AdviceError if a card or a suit is invalid.
    """
    told = _placed(options["known"], _place_and_cards)
    known = [(seat, card) for seat, card in told if seat is not None]
    kitty = Hand.of(card for seat, card in told if seat is None)
    if len(kitty) > KITTY:
        raise AdviceError(f"--known: {len(kitty)} cards in the kitty: {format_cards(kitty)} (expected at most {KITTY})")
    if isinstance(view.dealt_kitty, Hand):  # the dealer holds all twenty cards, so their origin does not matter
        kitty -= view.due_turn.held | known_cards(view.discarded or Hand())
    voids = [(seat, suit) for text in options["void"] for seat, suits in [_seat_and_suits(text)] for suit in suits]
    hints = Hints(tuple(known), tuple(voids), kitty) if known or voids or kitty else None
    opponents = Opponents.all(Level(options["opponents"])) if options["opponents"] else known_opponents
    return Assumptions(hints, None if options["even"] else Likelihood(), opponents)


def match_score_of(options: SituationOptions) -> MatchScore | None:
    """Return the score before the deal from --score and --number, or None if both options are absent.

    Raises UsageError for --number without --score, and RecordError if the score is invalid.
    """
    if options["score"] is None:
        if options["board"] is not None:
            raise click.UsageError("--number requires --score")
        return None
    return MatchScore(three_by_seat(options["score"]), options["board"] or 1)


def three_by_seat(text: str) -> PreviousResults:
    """Parse the points of dealer, left and right, as in "D:4 L:-3 R:-1". Raises RecordError if the text is invalid."""
    from ninefivetwo.game.records import seat_items  # a slow import that is rarely needed

    return seat_items(text)


def answered(
    view: DealView, options: QuestionOptions, match_score: MatchScore | None, known_opponents: Opponents = PEOPLE
) -> AnyAdvice:
    """Return the advice for a view, and show the progress on a terminal.

    Raises AdviceError if the choice of --compare is invalid or illegal.
    """
    seconds = None if options["seconds"] is None else min(options["seconds"], LONGEST_WAIT)
    with raised_as(AdviceError, "--compare: ", GameError):
        compared = None if options["compare"] is None else parse_action(view, options["compare"])
    with working("playing deals out") as update:
        limits = Limits(
            seconds,
            options["worlds"],
            options["seed"],
            options["threads"],
            lambda n: update(say("{deals} played out", deals=plural(n, "deal"))),
        )
        objective = Objective(Utility(options["utility"]), match_score)
        assumptions = assumptions_of(view, options, known_opponents)
        return advise(Question(view, limits, objective, assumptions, compared=compared))


def situation_of(
    options: SituationOptions,
    hand: Hand,
    seat: Seat,
    trump: Trump | None,
    previous_results: PreviousResults | None = None,
) -> Situation:
    """Return the situation that the options describe.

    `previous_results` is used if --previous is absent.
    """
    return Situation.of(
        hand,
        rules=parse_rules(options["rules_name"]),
        seat=seat,
        gave=_by_seat(options["gave"]),
        received=_by_seat(options["received"]),
        previous_results=three_by_seat(options["previous"]) if options["previous"] else previous_results,
        trump=trump,
        discarded=options["discarded"] or "",
        shown=str(options.get("shown") or ""),
        played=str(options.get("tricks") or "") or (),
    )


def moment_in_play(options: MomentOptions, hand: Hand) -> DealView:
    """Return the view of --seat, or of the player to act, at the position that the options describe."""
    situation = situation_of(options, hand, options["seat"] or Seat.DEALER, options["trump"])
    if options["seat"] is not None or options["trump"] is None:
        return situation.view(Play)
    situation = situation.at_turn()
    try:
        return situation.view(Play)
    except (AdviceError, GameError) as error:
        if not any(_fits(replace(situation, seat=other)) for other in Seat if other is not situation.seat):
            raise
        whose = f"your seat is assumed to be {situation.seat.word}, whose turn it is (expected --seat if it is another)"
        raise AdviceError(f"{error.named(FIELD_OPTIONS)}; {whose}") from error


def _fits(situation: Situation) -> bool:
    """Return True if the situation can occur during the play, no matter who is to act."""
    try:
        situation.in_play()
    except (AdviceError, GameError):
        return False
    return True


def read_hand(words: str | Sequence[str], options: SituationOptions) -> tuple[Hand, Hand]:
    """Return a hand, typed as one word or one word per suit, and the cards assumed for each ``x``.

    Cards named in the options never replace an ``x``.
    """
    texts = [text.partition(":")[2] for text in (*options["gave"], *options["known"])]
    texts += [text.partition(":")[2] or text for text in options["received"]]
    texts += [options["discarded"] or "", str(options.get("shown") or "")]
    tricks = str(options.get("tricks") or "")
    cards = (*parse_cards(" ".join(texts)), *(parse_tricks(tricks) if tricks else ()))
    with raised_as(AdviceError, caught=CardError, after=" (HAND)"):
        return Hand.parse_small(words if isinstance(words, str) else " ".join(words), Hand.of(set(cards)))


def seat_and_cards(text: str) -> tuple[Seat, tuple[Card, ...]]:
    """Parse a seat and cards, as in "left:CQ,HK". Raises AdviceError or CardError if the text is invalid."""
    seat, cards = _parted(text)
    return Seat.parse(seat), parse_cards(cards)


def _place_and_cards(text: str) -> tuple[Seat | None, tuple[Card, ...]]:
    """Parse a place and cards, as in "kitty:SQ"; the place is a seat, or None for the kitty.

    Raises AdviceError or CardError if the text is invalid.
    """
    place, cards = _parted(text)
    if place.strip().lower() in ("kitty", "k"):
        return None, parse_cards(cards)
    return seat_and_cards(text)


def _by_seat(texts: tuple[str, ...]) -> dict[Seat, Hand]:
    placed = _placed(texts, seat_and_cards)
    return {seat: Hand.of(card for place, card in placed if place is seat) for seat, _ in placed}


def _placed(texts: Sequence[str], read: Callable[[str], tuple[Place, tuple[Card, ...]]]) -> list[tuple[Place, Card]]:
    """Return a (place, card) pair for each card. Raises AdviceError if a card is named twice in one place."""
    placed = [(place, card) for place, cards in map(read, texts) for card in cards]
    if twice := Hand.of({card for at, (place, card) in enumerate(placed) if (place, card) in placed[:at]}):
        raise AdviceError(f"{format_cards(twice)} named twice: {quoted(' '.join(texts))} (expected each card once)")
    return placed


def _seat_and_suits(text: str) -> tuple[Seat, list[Suit]]:
    seat, suits = _parted(text)
    letters = [letter for letter in plain_text(suits) if letter not in ", "]
    if not letters or not all(letter in SUITS for letter in letters):
        raise AdviceError(f"invalid suits: {quoted(text)} (expected a seat and suits, such as right:H)")
    return Seat.parse(seat), [SUITS[letter] for letter in letters]


def _parted(text: str) -> tuple[str, str]:
    seat, colon, rest = text.partition(":")
    if not colon or not rest.strip():
        raise AdviceError(f"not a seat and cards: {quoted(text)} (expected left:CQ, for example)")
    return seat, rest
