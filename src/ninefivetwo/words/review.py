"""Sentences about the review of a deal, whether new or from the library."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from ninefivetwo.cards import Card, Seat
from ninefivetwo.codec import BySeat, Part
from ninefivetwo.evaluation import Estimate, mean_text, sum_in_order
from ninefivetwo.game import Give, Match, Play
from ninefivetwo.study import Decision, DecisionNode, Grade, Luck, Phase, Review, decision_nodes
from ninefivetwo.study.grades import PlayerGrade, places
from ninefivetwo.words.figures import count, mean_amount, plural, tricks_words
from ninefivetwo.words.levels import LEVEL_WORDS, accuracy_cell, finders_words, levels_term
from ninefivetwo.words.review_before_play import WORD
from ninefivetwo.words.review_why import PlayedDeal, mistake_words, why_sentences
from ninefivetwo.words.speaker import Speaker, spoken
from ninefivetwo.words.template import Amount, CardWords, Name, Template, Term, card_text, either, listed, say

MOST_BEST = 2  # maximum number of best choices named for a decision before the play
MISTAKES_FIRST = 2  # number of mistakes at the beginning of a review
LITTLE = 0.05  # in tricks; a smaller loss is shown as no loss
EVEN_LUCK = 0.5  # in tricks; less luck is shown as even
PHASES = {
    Phase.EXCHANGE: "gifts",
    Phase.CALL: "calls",
    Phase.DISCARD: "discards",
    Phase.LEAD: "leads",
    Phase.FOLLOW: "following",
    Phase.RUFF_OR_SLUFF: "ruffs and sluffs",
}

#: The sources of luck, by the names of their terms.
LUCK_SOURCES = {"hands": "cards dealt", "kitty": "kitty", "exchange": "exchange"}
#: The phases in a sentence on losses: "lost 2 tricks, mainly on gifts".
ON = PHASES | {Phase.CALL: "the call", Phase.DISCARD: "the discard", Phase.FOLLOW: "following suit"}


# Who played best.

GRADED = Template("{player}: accuracy {number}, lost {tricks}.")
GRADED_MAINLY = Template("{player}: accuracy {number}, lost {tricks}, mainly on {action}.")
LOST = Template("{player}: lost {tricks}.")
LOST_MAINLY = Template("{player}: lost {tricks}, mainly on {action}.")
LEVEL_MEANING = Template("This is how {level} plays.")
TOO_CLOSE = Template("Too close to rank: {players}.")
EQUAL_PLAYERS = Template("Equal: {players}.")

# The cost of a decision with all hands open, and the tricks that it gave to opponents.

COST = Template("{stage}{player.whose} {choice} cost {tricks}.")
COST_AND_GAVE = Template("{stage}{player.whose} {choice} cost {tricks} and gave {gifts}.")
WOULD_GUARANTEE = Template("{better} would have guaranteed {tricks}.")
WAS_AVOIDABLE = Template("The mistake was avoidable: the expected loss was {tricks}.")
BY_LAY_OF_CARDS = Template("{plays} of the three players cost tricks only because of how the cards lay.")

# The better choice, given what the player could know.

BETTER = Template("{better} was better by {tricks}.")
MAY_BE_BETTER = Template("{better} may be better by {tricks} (too close to call).")

BEST_PLAY = Template("{stage}, best play by {player} and the opponents: {plays}.")

LUCKIEST = Template("Luckiest: {player}, {tricks}. Unluckiest: {other}, {fewer}.")
LUCKIEST_MAINLY = Template("Luckiest: {player}, {tricks} (mainly {origin}). Unluckiest: {other}, {fewer}.")


class ReviewObject(Review, frozen=True, tag="ninefivetwo.review/3"):
    """The review of a deal (`review`): the value of every decision, and sentences.

    A seat is *sure of* a number of tricks in the whole deal if no play by its opponents can prevent this number. A
    field that depends on all hands is null if a hand is unknown.

    words: sentences on the review; absent in the library
    """

    words: ReviewWordsObject | UnsetType = UNSET


class ReviewWordsObject(Part, frozen=True):
    """The sentences on a review.

    opponents: a sentence on the players' assumed levels; empty without avoidable losses
    players: the name of each player, with the seat if the names are ambiguous
    result: the result of the deal, or the point at which the record stops
    happened: a sentence for each choice before the play
    turning_points: a text for each turning point of the review
    unused: a sentence for each contract that a player was sure of but missed
    best: a text on each player's decisions, the best player first
    places: the place of each player in `best`; players too close to call share a place
    too_close: a sentence on the players who share a place; empty if no place is shared
    costliest: for each of the two costliest avoidable mistakes, the better choice and the main reason for it
    costliest_decisions: the indexes of the decisions in `costliest`
    double_dummy: a sentence on the number of losses visible only with all hands open; empty if the number is 0
    luck: a line on the luckiest and unluckiest player; empty if luck is unknown
    decisions: the sentences on each decision of the review
    """

    opponents: str
    players: BySeat[str]
    result: str
    happened: list[str]
    turning_points: list[str]
    unused: list[str]
    best: list[str]
    places: list[int]
    too_close: str
    costliest: list[str]
    costliest_decisions: list[int]
    double_dummy: str
    luck: str
    decisions: list[DecisionWordsObject]


class DecisionWordsObject(Part, frozen=True):
    """The sentences on a decision.

    happened: sentences on the earlier choices; empty for a card
    effect: a sentence on the decision's cost and on tricks given, with all hands open; empty if both are 0
    fair: a sentence on the better choice, given what the player could know; empty if that choice was not computed
    why: the better choice and the reasons for it; absent unless the decision was an avoidable mistake
    finders: the levels that would find a better choice; absent unless the decision was an avoidable mistake
    """

    happened: list[str]
    effect: str
    fair: str
    why: list[str] | UnsetType = UNSET
    finders: str | UnsetType = UNSET


@dataclass(frozen=True)
class ReviewText:
    """The review of a deal as text; `speaker` may address one of the players as "you".

    `words` in a `ReviewObject` is this text as JSON.
    """

    review: Review
    speaker: Speaker

    @classmethod
    def of(cls, review: Review) -> ReviewText:
        """Return the text of a review, which addresses a player named "You"."""
        return cls(review, Speaker.of(review))

    # Who played best.

    @property
    def best(self) -> list[str]:
        """A text on the decisions of each player who had a choice, the best player first."""
        return [grade_words(self.speaker.names[seat], self.review.seats[seat]) for seat in ranked(self.review)[0]]

    @property
    def too_close(self) -> str:
        """A sentence on the players who share a place; empty if no place is shared."""
        order, at = ranked(self.review)
        return too_close_words([self.speaker.names[seat] for seat in order], at, bool(self.review.fair_worlds))

    @property
    def costliest(self) -> list[str]:
        """The better choice and the main reason for it, for the costliest mistakes."""
        return [self.advice(decision) for decision in costliest(self.review)]

    # Decisions.

    def reasons(self, decision: Decision, staged: bool = True) -> list[str]:
        """Return the better choice and the reasons for it; empty unless an avoidable mistake is explained.

        Without `staged`, the first sentence does not begin with the stage of the decision.
        """
        return why_sentences(decision, self.speaker, self._played, staged)

    def explained(self, decision: Decision) -> list[str]:
        """Return all sentences on an avoidable mistake: the better choice, the reasons, and who would find it.

        For any other decision, return a sentence on its cost with all hands open.
        """
        if not decision.avoidable or decision.fair is None or decision.fair_cost is None:
            return [self.effect(decision)]
        better, saved = decision.fair.best, decision.fair_cost
        why = self.reasons(decision) or [mistake_words(decision, better, saved, self.speaker, self._played)]
        return [*why, finders_words(decision.finders)] if decision.finders else why

    @property
    def _played(self) -> PlayedDeal:
        return PlayedDeal(self.review.trump, self.review.tricks, self.review.playing)

    def advice(self, decision: Decision) -> str:
        """Return the better choice and the main reason for it, in two sentences."""
        said = self.reasons(decision) or self.explained(decision)[:1]
        return " ".join(said[:2])

    def turning_point(self, decision: Decision) -> str:
        return " ".join(filter(None, [self.effect(decision), avoidable_words(decision)]))

    def effect(self, decision: Decision, staged: bool = True) -> str:
        """Return a decision's cost with all hands open, the tricks it gave away, and the choices without that cost.

        Without `staged`, the first sentence does not begin with the stage of the decision.
        """
        assert decision.before is not None
        cost, speaker = decision.own_cost or 0, self.speaker
        conceded = {seat: number for seat, number in (decision.conceded or {}).items() if number}
        shares = [f"{count(number)} to {speaker.name(seat)}" for seat, number in conceded.items()]
        values = {
            "stage": Term(f"{stage_term(decision)}: " if staged else ""),
            "player": speaker.name(decision.seat),
            "choice": self._choice(decision),
            "gifts": CardWords(listed(shares) if shares else ""),
        }
        if not cost:
            return say("{stage}{player.whose} {choice} gave {gifts}.", **values)
        kept = WOULD_GUARANTEE(better=self.best_words(decision), tricks=count(decision.before[decision.seat]))
        return f"{(COST_AND_GAVE if shares else COST)(tricks=count(cost), **values)} {kept}"

    def _choice(self, decision: Decision) -> Term:
        """Return the player's choice as a noun: "♠4", "call of spades"."""
        choice = spoken(decision.chosen, self.speaker)
        if decision.trick is not None:
            return Term(choice)
        return Term(say("{action} of {cards}", action=Term(WORD[decision.phase]), cards=choice))

    def best_words(self, decision: Decision, most: int = MOST_BEST) -> CardWords:
        """Return the choices that cost nothing with all hands open; before the play, at most `most` are named."""
        best, speaker = decision.best or [], self.speaker
        if decision.trick is not None:
            return either(play.card for play in best if isinstance(play, Play))
        more = [plural(len(best) - most, "other")] if len(best) > most else []
        words = [*(spoken(action, speaker) for action in best[:most]), *more]
        return CardWords(", or ".join(words) if best and isinstance(best[0], Give) else listed(words, "or"))

    @property
    def double_dummy(self) -> str:
        """Return a sentence on the number of losses visible only with all hands open; empty if there are none."""
        hidden = [decision for decision in self.review.decisions if decision.price and not decision.avoidable]
        if not hidden or not self.review.fair_worlds:
            return ""
        return BY_LAY_OF_CARDS(plays=plural(len(hidden), "other play" if costliest(self.review) else "play"))

    def knowable(self, decision: Decision) -> str:
        """Return a sentence on the better choice, given what the player could know; empty without a fair price."""
        fair, loss = decision.fair, decision.fair_cost
        if fair is None or loss is None:
            return ""
        if not decision.avoidable and (fair.best == decision.chosen or loss.mean <= 0):
            return "Nothing was better."
        template = BETTER if decision.avoidable else MAY_BE_BETTER
        return template(better=spoken(fair.best, self.speaker), tricks=tricks_words(loss))

    def unused(self) -> Iterator[str]:
        """Yield a sentence on each seat that was sure of its contract but missed it, with the decision that lost it."""
        speaker = self.speaker
        for seat, index in self.review.unused.items():
            decision = self.review.decisions[index]
            yield say(
                "{player} {player:were|was} sure of {tricks} until {stage}, when {better} would have kept them.",
                player=speaker.name(seat),
                tricks=count(self.review.contracts[seat]),
                stage=stage_term(decision),
                better=self.best_words(decision),
            )

    @property
    def luck(self) -> str:
        """Return a sentence on the luckiest and the unluckiest player; empty if luck is unknown."""
        if self.review.luck is None:
            return ""
        speaker, lucks = self.speaker, {seat: luck_of(self.review.luck, seat) for seat in Seat}
        most, least = (pick(lucks, key=lambda seat: lucks[seat][0].mean) for pick in (max, min))
        luck, origin = lucks[most]
        values = {"player": speaker.name(most), "tricks": luck_tricks(luck)}
        if luck.mean < max(EVEN_LUCK, luck.standard_error):
            return say("Luck was about even: {player} had the most, {tricks}.", **values)
        values |= {"other": speaker.name(least), "fewer": mean_amount(lucks[least][0], sign=True)}
        return LUCKIEST(**values) if origin is None else LUCKIEST_MAINLY(origin=origin, **values)

    def line(self, decision: Decision, line: Sequence[tuple[Seat, Card]]) -> str:
        """Return a sentence with the best play after a decision; no line breaks between a name and a card."""
        speaker, begun = self.speaker, 0
        if decision.trick is not None and decision.trick <= len(self.review.tricks):
            assert isinstance(decision.chosen, Play)
            begun = self.review.tricks[decision.trick - 1].cards.index(decision.chosen.card)
        played = [f"{speaker.titles[seat]}\N{NO-BREAK SPACE}{card_text(card)}" for seat, card in line]
        tricks = [", ".join(played[max(i - begun, 0) : i - begun + 3]) for i in range(0, len(played) + begun, 3)]
        return BEST_PLAY(
            stage=stage_term(decision), player=speaker.name(decision.seat), plays=CardWords("; ".join(tricks))
        )


def with_words(review: Review, match: Match) -> ReviewObject:
    """Return a review together with its text as JSON; `match` is the reviewed match."""
    speaker, text = Speaker.of(match), ReviewText.of(review)
    words = ReviewWordsObject(
        opponents=levels_words(review) if review.fair_worlds else "",
        players=speaker.names,
        result=speaker.ending(match),
        happened=speaker.choices(match.deal.events),
        turning_points=[text.turning_point(review.decisions[index]) for index in review.turning_points],
        unused=list(text.unused()),
        best=text.best,
        places=ranked(review)[1],
        too_close=text.too_close,
        costliest=text.costliest,
        costliest_decisions=[decision.index for decision in costliest(review)],
        double_dummy=text.double_dummy,
        luck=text.luck,
        decisions=[
            DecisionWordsObject(
                happened=speaker.choices(node.before.events) if decision.trick is None else [],
                effect=text.effect(decision) if decision.price else "",
                fair=text.knowable(decision),
                why=text.reasons(decision) if decision.why else UNSET,
                finders=finders_words(decision.finders) if decision.finders else UNSET,
            )
            for decision, node in zip(review.decisions, decision_nodes(match.deal), strict=True)
        ],
    )
    return ReviewObject(**asdict(review) | {"words": words})


def levels_words(*reviews: Review) -> str:
    """Return a sentence on the levels assumed for the players; empty if the levels vary from deal to deal."""
    named = [dict(zip(Speaker.of(each).names, each.opponents, strict=True)) for each in reviews]
    together = {name: level for each in named for name, level in each.items()}
    if not all(each.items() <= together.items() for each in named):
        return ""
    return say("Avoidable losses assume play by {levels}.", levels=levels_term(together))


def stage_term(decision: Decision | DecisionNode) -> Term:
    """Return the stage of a decision: "call", "trick 6"."""
    return Term(decision.phase.value if decision.trick is None else f"trick {decision.trick}")


# Who played best.


def ranked(review: Review) -> tuple[list[Seat], list[int]]:
    """Return the players who had a choice, the best first, and each player's place."""
    grades = {seat: review.seats[seat] for seat in Seat if review.seats[seat].unforced}
    fair = all(grade.fair_loss is not None for grade in grades.values())
    losses = {seat: grade.lost_in(grade.unforced if fair else 1) for seat, grade in grades.items()}
    order = sorted(losses, key=lambda seat: losses[seat].mean)
    return order, places([losses[seat] for seat in order])


def too_close_words(names: Sequence[str], at: Sequence[int], fair: bool) -> str:
    """Return a sentence on the players who share a place; empty if no place is shared.

    `names` and `at` are in the order of the places. Losses are sampled if `fair`, and otherwise exact.
    """
    template = TOO_CLOSE if fair else EQUAL_PLAYERS
    shared = [[name for name, place in zip(names, at, strict=True) if place == each] for each in dict.fromkeys(at)]
    if len(names) == len(Seat) and len(shared) == 1:
        return template(players=Name("all three"))
    return " ".join(template(players=Name(listed(some))) for some in shared if len(some) > 1)


def grade_words(name: str, grade: PlayerGrade, deals: int = 1) -> str:
    """Return sentences on a player's accuracy, average loss per deal, and level."""
    accuracy, phase = accuracy_cell(grade), mainly(grade) if grade.lost_in(deals).mean >= LITTLE else None
    plain, with_phase = (GRADED, GRADED_MAINLY) if accuracy else (LOST, LOST_MAINLY)
    values = {"player": Name(name), "number": Amount(accuracy), "tricks": lost_words(grade, deals)}
    words = plain(**values) if phase is None else with_phase(action=Term(ON[phase]), **values)
    return words if grade.plays_like is UNSET else f"{words} {LEVEL_MEANING(level=Term(LEVEL_WORDS[grade.plays_like]))}"


def lost_words(grade: Grade, deals: int = 1) -> Amount:
    lost = grade.lost_in(deals)
    if not (lost.mean or lost.standard_error):
        return Amount("nothing")
    tricks = count(round(grade.lost)) if grade.fair_loss is None and deals == 1 else tricks_words(lost)
    return Amount(f"{tricks} a deal" if deals > 1 else tricks)


def mainly(grade: PlayerGrade) -> Phase | None:
    """Return the phase with more than half of a player's loss, or None."""
    share, phase = max((part.lost, phase.value) for phase, part in grade.phases.items())
    return Phase(phase) if share > grade.lost / 2 else None


# Mistakes.


def costliest(review: Review) -> list[Decision]:
    """Return the costliest avoidable mistakes, or turning points if avoidable losses are unknown."""
    if not review.fair_worlds:
        return [review.decisions[index] for index in review.turning_points[:MISTAKES_FIRST]]
    return mistakes(review)[:MISTAKES_FIRST]


def mistakes(review: Review) -> list[Decision]:
    """Return all avoidable mistakes, the costliest first."""
    found = [decision for decision in review.decisions if decision.avoidable and decision.fair_cost]
    return sorted(found, key=lambda d: (-d.fair_cost.mean if d.fair_cost else 0.0, d.index))


def avoidable_words(decision: Decision) -> str:
    """Return a sentence on whether a loss was avoidable; empty without a fair price or a loss."""
    if decision.avoidable and decision.fair_cost is not None:
        return WAS_AVOIDABLE(tricks=tricks_words(decision.fair_cost))
    return "The mistake was visible only with all hands open." if decision.only_double_dummy else ""


# Luck.


def luck_tricks(luck: Estimate) -> Amount:
    return Amount(f"{mean_text(luck, sign=True)} tricks")


def luck_of(luck: Luck, seat: Seat) -> tuple[Estimate, Term | None]:
    """Return the tricks that a seat won by luck, and the source of more than half of them, or None."""
    terms = {name: luck.terms[name].tricks[seat] for name in LUCK_SOURCES}
    tricks = sum_in_order(terms.values())
    most = max(terms, key=lambda name: terms[name] * tricks)
    source = "the dealer's kitty" if most == "kitty" and seat is not Seat.DEALER else f"the {LUCK_SOURCES[most]}"
    mainly = 2 * terms[most] * tricks > tricks**2
    return Estimate(tricks, luck.dealt.error, 1), Term(source) if mainly else None
