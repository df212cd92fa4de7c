"""Texts on why the answer to a puzzle is right or wrong: the reasons, and its trial in possible deals."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Trump
from ninefivetwo.evaluation import Estimate, Evaluation, chance_text, mean_text
from ninefivetwo.exact import Solver
from ninefivetwo.game import Call, DealView, Give, Place, Return
from ninefivetwo.keep.drills.judge import guarantees_after
from ninefivetwo.keep.drills.kinds import NEAR
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem, ProblemChoice, cards_at
from ninefivetwo.keep.drills.trial import PlayedChoice, Trial
from ninefivetwo.study import Decision, Fair, FairEvaluation, decision_nodes
from ninefivetwo.study.deal import explained
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.words.figures import chance_amount, count, in_digits, number_word, tricks_words
from ninefivetwo.words.speaker import BY_SEAT, Speaker, action_words, choice_words
from ninefivetwo.words.template import (
    Amount,
    CardWords,
    Placed,
    Template,
    called,
    card_text,
    cards_text,
    grouped,
    say,
    suit_term,
    the_card,
    the_cards,
)
from ninefivetwo.words.verdict import LineCard, line_cards, verdict_reasons

SMALL_DIFFERENCE = 0.05  # tricks; a smaller difference is not mentioned
DECIDED = 0.005  # the chance of the contract is given only if it is at least this far from 0 and 1
MAX_CARDS = 4  # maximum number of likely discards or returns that are named
LINE = 18  # maximum number of cards shown in a line of play


def choice_name(choice: ProblemChoice, speaker: Speaker = BY_SEAT) -> str:
    """Return a choice for a table, with equivalent cards combined: "♠8 7"."""
    return grouped(choice.details.cards) if choice.details.cards else action_words(choice.action, speaker)


def chosen_words(choice: ProblemChoice, speaker: Speaker) -> Placed:
    """Return a choice for a sentence, with equivalent cards combined: "the 8 or 7 of spades"."""
    return the_cards(choice.details.cards, "or") if choice.details.cards else choice_words(choice.action, speaker)


def choice_cells(choice: ProblemChoice, speaker: Speaker = BY_SEAT) -> list[str]:
    """Return a choice's cells for a table: name, tricks, loss, and chance of making the contract."""
    regret, make = mean_text(choice.regret) if choice.regret.n else "", chance_text(_in_worlds(choice.make, choice))
    return [choice_name(choice, speaker), mean_text(choice.tricks), regret, make]


def _in_worlds(chance: float, choice: ProblemChoice) -> Estimate:
    """Return a chance in the possible deals of a choice, with its standard error."""
    return Estimate.share(chance, max(choice.tricks.n, 1))


#: Sentences on the best choice, by whether the chance of making the contract is given.
BEST_CHOICE = {
    False: Template("Best: {choice}. You win {tricks} on average."),
    True: Template("Best: {choice}. You win {tricks} on average and make {goal} in {chance} of deals."),
}
#: Sentences on the user's choice, by whether it is about as good as the best, and whether the chance is given.
OWN = {
    (False, False): Template("Your choice, {choice}, costs {tricks}."),
    (False, True): Template("Your choice, {choice}, costs {tricks} and makes {goal} in {chance} of deals."),
    (True, False): Template("Your choice, {choice}, is about as good and wins {tricks}."),
    (True, True): Template(
        "Your choice, {choice}, is about as good. It wins {tricks} and makes {goal} in {chance} of deals."
    ),
}
YOU_ARE_GUARANTEED = Template("With these hands, you are guaranteed {tricks}.")
GUARANTEED_ALIKE = Template("With these hands, you are guaranteed {tricks} after both choices.")
GUARANTEED_UNLIKE = Template(
    "With these hands, the best choice guarantees you {tricks}, and your choice guarantees {number}."
)


def choice_reasons(problem: Problem, own: ProblemChoice, thumb: Template, speaker: Speaker) -> Iterator[str]:
    """Yield sentences on a choice and the best choice. `thumb` says what a rule of thumb would choose."""
    best, contract = problem.choices[0], problem.view.rules.contracts[problem.seat]
    choices, goal = [best] if own == best else [best, own], Amount(number_word(contract))
    undecided = any(DECIDED < choice.make < 1 - DECIDED for choice in choices)
    makes = {"goal": goal, "chance": chance_amount(_in_worlds(best.make, best))}
    yield BEST_CHOICE[undecided](choice=chosen_words(best, speaker), tricks=tricks_words(best.tricks), **makes)
    if own != best:
        yield from _on_own(problem, own, goal, undecided, speaker)
    for choice in choices:
        yield from _consequences(choice, speaker)
    heuristic = heuristic_action(problem.view)
    if best.includes(heuristic):
        yield say("A rule of thumb also finds the best choice.")
    else:
        yield thumb(choice=choice_words(heuristic, speaker))
    if guarantees := guarantees_after(problem, choices):
        first, last = guarantees[0], guarantees[-1]
        guaranteed = YOU_ARE_GUARANTEED if own == best else GUARANTEED_ALIKE if first == last else GUARANTEED_UNLIKE
        yield guaranteed(tricks=count(first), number=in_digits(last))


def _on_own(problem: Problem, own: ProblemChoice, goal: Amount, undecided: bool, speaker: Speaker) -> Iterator[str]:
    """Yield sentences on the cost of the user's choice and on the opponents' gains and losses."""
    as_good = own.is_as_good(problem.kind)
    makes = {"goal": goal, "chance": chance_amount(_in_worlds(own.make, own))}
    tricks = tricks_words(own.tricks if as_good else own.regret)
    yield OWN[as_good, undecided](choice=chosen_words(own, speaker), tricks=tricks, **makes)
    for seat, conceded in own.details.conceded.items():
        player = speaker.name(seat)
        tricks = tricks_words(Estimate(abs(conceded), own.details.conceded_se[seat], own.tricks.n))
        if conceded >= SMALL_DIFFERENCE:
            yield say("After your choice, {player} {player:win|wins} {tricks} more.", player=player, tricks=tricks)
        elif conceded <= -SMALL_DIFFERENCE:
            yield say("After your choice, {player} {player:win|wins} {tricks} fewer.", player=player, tricks=tricks)


def _consequences(choice: ProblemChoice, speaker: Speaker) -> Iterator[str]:
    """Yield the likely discards after a call, or the likely returns for a gift."""
    details = choice.details
    if details.discards and isinstance(choice.action, Call):
        yield say(
            "If you call {trump}, your most likely {cards:discard is|discards are} {cards}.",
            trump=called(choice.action.trump),
            cards=_most_likely(details.discards, choice),
        )
    if isinstance(choice.action, Give):
        gift = choice_words(choice.action, speaker)
        for seat, cards in details.returns.items():
            yield say(
                "If you give {choice}, the most likely {cards:return|returns} from {player} {cards:is|are} {cards}.",
                choice=gift,
                player=speaker.name(seat),
                cards=_most_likely(cards, choice),
            )


def _most_likely(chances: Mapping[Card, float], choice: ProblemChoice) -> CardWords:
    likely = list(chances.items())[:MAX_CARDS]
    cards = (f"{card_text(card)} ({chance_text(_in_worlds(chance, choice))})" for card, chance in likely)
    return CardWords(", ".join(cards), first=len(likely) == 1)


#: Sentences on the deals of a trial, by whether they are all possible deals.
TRIED = {
    False: Template(
        "In {number} possible deals, your choice wins fewer tricks than the best choice in {less} and more in {chance}."
    ),
    True: Template(
        "In all {number} possible deals, your choice wins fewer tricks than the best choice in {less} and more in"
        " {chance}."
    ),
}
#: Sentences on a deal of a trial, by whether the user's choice misses the contract.
EXAMPLE_DEALS = {
    True: Template("A possible deal where your choice misses the contract: {tricks} instead of {number}."),
    False: Template("A possible deal where your choice costs tricks: {tricks} instead of {number}."),
}


@dataclass(frozen=True)
class TrialText:
    """The text of the trial of a wrong answer.

    `sentences` say how often it wins fewer or more tricks than the best choice. `title` is a title for the possible
    deal in which it fails, and `ways` has the play there after the answer and after the best choice; `ways` is empty if
    the answer costs no trick in any deal.
    """

    problem: Problem
    own: ProblemChoice
    trial: Trial
    speaker: Speaker

    @property
    def title(self) -> str:
        if self.trial.refutation is None:
            return "Does my choice ever fail?"
        if self.trial.refutation.fails:
            return "A possible deal where your choice fails"
        return "A possible deal where your choice costs tricks"

    @property
    def sentences(self) -> Iterator[str]:
        trial = self.trial
        if trial.lay is not None and trial.lay[0] >= trial.lay[1]:
            one, two = trial.lay
            if one == two:
                yield say("As the cards lay, your choice and the best choice both win {tricks}.", tricks=count(one))
            else:
                yield say(
                    "As the cards lay, your choice wins {tricks}, the best choice only {number}.",
                    tricks=count(one),
                    number=in_digits(two),
                )
        less, more = (chance_amount(Estimate.share(share, trial.worlds)) for share in (trial.less, trial.more))
        yield TRIED[trial.exact](number=in_digits(trial.worlds), less=less, chance=more)
        example = trial.refutation
        if example is None:
            yield say("No possible deal was found where your choice wins fewer tricks.")
            return
        mine, better = example.own.won[self.problem.seat], example.better.won[self.problem.seat]
        yield EXAMPLE_DEALS[example.fails](tricks=count(mine), number=in_digits(better))
        if example.sure is not None and example.sure[0] < example.sure[1]:
            one, two = example.sure
            yield say(
                "In that deal, the best choice guarantees you {tricks}, and your choice guarantees only {number}.",
                tricks=count(two),
                number=in_digits(one),
            )

    @property
    def ways(self) -> tuple[PlayedText, ...]:
        example, best = self.trial.refutation, self.problem.best
        if example is None or best is None:
            return ()
        ways = ((self.own, example.own), (best, example.better))
        return tuple(PlayedText(self.problem, choice, played, self.speaker) for choice, played in ways)


@dataclass(frozen=True)
class PlayedText:
    """The text of the play after a choice in a possible deal.

    `name` is the choice, with equivalent cards combined. `heading` has the tricks won, and the trump suit if it is
    called after the choice. `line` is the play from the next card on, by tricks; `line_cards` begins with the current
    trick. `end` has the tricks won.
    """

    problem: Problem
    choice: ProblemChoice
    played: PlayedChoice
    speaker: Speaker

    @property
    def name(self) -> str:
        return choice_name(self.choice, self.speaker)

    @property
    def heading(self) -> str:
        choice, trump = choice_words(self.played.action, self.speaker), self.played.trump
        tricks = count(self.played.won[self.problem.seat])
        if self.problem.view.trump is not None or isinstance(self.played.action, Call):
            return say("After {choice}, you win {tricks}:", choice=choice, tricks=tricks)
        if trump is Trump.NO_TRUMP:
            return say("After {choice}, at no-trump, you win {tricks}:", choice=choice, tricks=tricks)
        return say(
            "After {choice}, with {trump} as trumps, you win {tricks}:",
            choice=choice,
            trump=called(trump),
            tricks=tricks,
        )

    @property
    def line(self) -> str:
        turns, begun = [turn for trick in self.played.tricks for turn in trick.turns], len(self.problem.view.table)
        return line_text(turns[begun:], self.speaker, begun)

    @property
    def line_cards(self) -> list[LineCard]:
        return line_cards(self.played.tricks, self.played.trump, self.speaker)

    @property
    def end(self) -> str:
        return say("You win {tricks} in this deal.", tricks=count(self.played.won[self.problem.seat]))


def line_text(line: Sequence[tuple[Seat, Card]], speaker: Speaker, begun: int) -> CardWords:
    """Return a line of play by tricks: "left ♠A ♠7 ♠2, left ♦K". `begun` counts the cards already on the table."""
    tricks = list[str]()
    for number, (seat, card) in enumerate(line[:LINE], begun):
        if not tricks or number % len(Seat) == 0:
            tricks.append(speaker.name(seat))
        tricks[-1] += f" {card_text(card)}"
    plays = CardWords(", ".join(tricks))
    return CardWords(say("{plays}, and so on", plays=plays)) if len(line) > LINE else plays


SAID_NEAR = Template("You said {number}, a good estimate. The evidence says {chance}.")
SAID_TOO_HIGH = Template("You said {number}, which is too high. The evidence says {chance}.")
SAID_TOO_LOW = Template("You said {number}, which is too low. The evidence says {chance}.")


def chance_reasons(problem: Problem, question: PlaceQuestion, answer: float, speaker: Speaker) -> Iterator[str]:
    """Yield the fair estimate of a chance, the card's actual place, the penalties (Brier scores) and the evidence."""
    fair, deal = question.chance.weighed, problem.deal
    best, truth = fair.mean, float(bool(problem.truth))
    assert deal is not None
    said = SAID_NEAR if abs(answer - best) <= NEAR else SAID_TOO_HIGH if answer > best else SAID_TOO_LOW
    yield said(number=Amount(f"{100 * answer:.0f} %"), chance=chance_amount(fair))
    place, card = next(place for place in Place if question.card in cards_at(deal, place)), the_card(question.card)
    if place <= Place.RIGHT:
        yield say("In fact, {player} {player:hold|holds} {card}.", player=speaker.name(Seat(place)), card=card)
    elif place is Place.KITTY:
        yield say("In fact, {card} is in the kitty.", card=card)
    else:
        yield say("In fact, the dealer discarded {card}.", card=card)
    yield say(
        "Your penalty in this deal (0 is best): {number}. Penalty of the fair estimate: {points}.",
        number=Amount(f"{(answer - truth) ** 2:.2f}"),
        points=Amount(f"{(best - truth) ** 2:.2f}"),
    )
    least = best * (1 - best)
    yield say(
        "Your average penalty: {number}. Average penalty of the fair estimate: {points}.",
        number=Amount(f"{least + (answer - best) ** 2:.3f}"),
        points=Amount(f"{least:.3f}"),
    )
    named = [
        (speaker.name(Seat(place)) if place <= Place.RIGHT else place.name.lower(), chance)
        for place, chance in question.chances.items()
    ]
    weighed = (f"{name} {chance_text(chance.weighed)}" for name, chance in named)
    even = (f"{name} {chance_text(Estimate(chance.even, 0.0, 1))}" for name, chance in named)
    yield say(
        "Where {card} is likely to be, judging by the calls, discards, gifts and plays: {chances}.",
        card=card,
        chances=Amount(", ".join(weighed)),
    )
    yield say("Chances if all possible deals were equally likely: {chances}.", chances=Amount(", ".join(even)))
    yield from _facts(problem.view, question.card, speaker)


def _facts(view: DealView, card: Card, speaker: Speaker) -> Iterator[str]:
    """Yield the visible facts about a card's suit: unseen cards, voids, returned cards and calls."""
    knowledge, suit = Knowledge(view), suit_term(card.suit)
    places = [place for place in Place if place is not Place.PLAYED]
    unseen = Hand.of(
        card for card in FULL_DECK.only(card.suit) if sum(card in knowledge.may_be(place) for place in places) > 1
    )
    yield say("{number} unseen {suit}: {cards}.", number=in_digits(len(unseen)), suit=suit, cards=cards_text(unseen))
    for seat in Seat:
        if seat is not view.viewer and card.suit in knowledge.voids(seat):
            yield say("{player} {player:have|has} no {suit}.", player=speaker.name(seat), suit=suit)
    for event in view.events:
        if isinstance(event, Return) and event.to is view.viewer and isinstance(event.cards, Hand):
            if back := event.cards.only(card.suit):
                yield say(
                    "{player} returned {cards}, and so kept no higher {suit}.",
                    player=speaker.name(event.seat),
                    cards=cards_text(back),
                    suit=suit,
                )
        if isinstance(event, Call) and event.trump == Trump(card.suit) and event.seat is not view.viewer:
            yield say("{player} called {trump}.", player=speaker.name(event.seat), trump=called(event.trump))


REASON_LIMITS = Limits(seed=952)


def reasons(problem: Problem, own: ProblemChoice, speaker: Speaker, limits: Limits = REASON_LIMITS) -> list[str]:
    """Return the reasons why an answer is worse than the best choice, without reasons that fail their tests.

    Only the seed, threads and token of `limits` are used. Raises SearchStopped.
    """
    if problem.best is None:
        return []
    deal = (problem.match.deal if problem.deal is None else problem.deal).after(own.action)
    nodes, fair = decision_nodes(deal), Fair(_fair(problem.best), _fair(own), False)
    last = max(index for index, node in enumerate(nodes) if node.seat is problem.seat)
    why = explained(last, nodes[last], fair, None, Solver(token=limits.token), limits)
    return verdict_reasons(Decision.of(last, nodes[last], False, fair=fair, why=why), deal, speaker)


def _fair(choice: ProblemChoice) -> FairEvaluation:
    return Evaluation(choice.action, choice.tricks, choice.regret, None)
