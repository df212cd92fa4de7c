"""Problems and answers in words: what is asked, why an answer is right or wrong, and a deal in which it fails.

The figures are those of the problem, and lines of the solver.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from msgspec import structs

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Trump, by_seat
from ninefivetwo.evaluation import Estimate, Evaluation, chance_text, fixed, mean_text
from ninefivetwo.exact import Solver
from ninefivetwo.game import Call, DealView, Give, Place, Return
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.judge import Verdict, guarantees_after
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem, ProblemChoice, cards_at
from ninefivetwo.keep.drills.ratings import Rating
from ninefivetwo.keep.drills.trial import Trial
from ninefivetwo.study import Decision, Fair, FairEvaluation, decision_nodes
from ninefivetwo.study.deal import explained
from ninefivetwo.think.advise import Limits, likely_returns
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge, Likelihood
from ninefivetwo.words.actions import action_words, choosing
from ninefivetwo.words.card_words import WORDS, grouped
from ninefivetwo.words.figures import count, number_word, plural, tricks_words
from ninefivetwo.words.speaker import BY_SEAT, Speaker
from ninefivetwo.words.verdict import verdict_reasons

WORLDS = 500  # looked at for what a gift brings back
SMALL = 0.05  # tricks: less is not mentioned
DECIDED = 0.005  # a contract made in fewer deals, or missed in fewer, is not spoken of
MAX_CARDS = 4  # discarded or returned: at most this many are named
PROMPTS = {
    "call": "What do you call?",
    "discard": "Which cards do you discard?",
    "give": "Which cards do you give, and to whom?",
    "play": "Which card do you play?",
}


def prompt(problem: Problem, speaker: Speaker = BY_SEAT) -> str:
    """What is asked."""
    if problem.question is not None:
        return f"How likely is it that {place_words(problem.question.card, problem.question.place, speaker)}?"
    return PROMPTS[problem.kind]


def place_words(card: Card, place: Place, speaker: Speaker = BY_SEAT) -> str:
    """A card at a place: "left holds SA"."""
    if place <= Place.RIGHT:
        return f"{speaker.does(Seat(place), 'holds')} {card}"
    return f"{card} lies in the kitty" if place is Place.KITTY else f"the dealer discarded {card}"


def names_by_contract(rules: RuleSet) -> tuple[str, str, str]:
    """What seats are called by their contracts, Nine, Five and Two; by their words if two have the same."""
    if len(set(rules.contracts)) < len(Seat):
        return BY_SEAT.names
    return by_seat(number_word(contract).capitalize() for contract in rules.contracts)


def choice_name(choice: ProblemChoice, speaker: Speaker = BY_SEAT) -> str:
    """The choice as a person writes it; equal cards together."""
    return grouped(choice.details.cards) if choice.details.cards else action_words(choice.action, speaker)


def _choosing(choice: ProblemChoice, speaker: Speaker) -> str:
    """A choice as the subject of a sentence; equal cards together."""
    return grouped(choice.details.cards) if choice.details.cards else choosing(choice.action, speaker)


def choice_cells(choice: ProblemChoice, speaker: Speaker = BY_SEAT) -> list[str]:
    """The choice, its tricks, its regret and the chance of the contract, as a table shows them."""
    regret, make = mean_text(choice.regret) if choice.regret.n else "", chance_text(_in_worlds(choice.make, choice))
    return [choice_name(choice, speaker), mean_text(choice.tricks), regret, make]


def _in_worlds(chance: float, choice: ProblemChoice) -> Estimate:
    """A chance that a problem keeps, with the error that it has in the worlds of its choice."""
    return Estimate.share(chance, max(choice.tricks.n, 1))


def rating_text(rating: Rating) -> str:
    """`1512 ± 80`: the rating and its deviation."""
    return f"{round(rating.rating)} ± {round(rating.deviation)}"


def verdict_words(problem: Problem, verdict: Verdict, speaker: Speaker = BY_SEAT) -> list[str]:
    """Why an answer is right or wrong, as sentences without a capital and a full stop."""
    if verdict.own is not None:
        return list(_choice_words(problem, verdict.own, speaker))
    assert problem.question is not None and verdict.chance is not None
    return list(_chance_words(problem, problem.question, verdict.chance, speaker))


def _choice_words(problem: Problem, own: ProblemChoice, speaker: Speaker) -> Iterator[str]:
    """What the best choice is worth, and what is wrong with `own` if it is another."""
    best, view = problem.choices[0], problem.view
    contract = view.rules.contracts[problem.seat]
    choices = [best] if own == best else [best, own]
    undecided = any(DECIDED < choice.make < 1 - DECIDED for choice in choices)
    made = f", the contract of {contract} in {chance_text(_in_worlds(best.make, best))}" if undecided else ""
    yield f"{_choosing(best, speaker)} is best: {tricks_words(best.tricks)} on average{made}"
    if own != best:
        less = f"is as good: {tricks_words(own.tricks)}"
        if not own.is_as_good(problem.kind):
            less = f"loses {tricks_words(own.regret)} against it"
        made = f", the contract in {chance_text(_in_worlds(own.make, own))}" if undecided else ""
        yield f"{_choosing(own, speaker)} {less}{made}"
        parts = [
            f"{speaker.does(seat, 'wins')} {_conceded(own, seat)} {'more' if tricks > 0 else 'fewer'}"
            for seat, tricks in own.details.conceded.items()
            if abs(tricks) >= SMALL
        ]
        if parts:
            yield f"after {choice_name(own, speaker)} " + ", ".join(parts)
    for choice in choices:
        yield from _consequences(problem, choice, speaker)
    heuristic = heuristic_action(view)
    takes = f"would take {action_words(heuristic, speaker)}"
    if best.includes(heuristic):
        takes = f"take {choice_name(best, speaker)} too"
    yield f"the plain rules {takes}"
    if guarantees := guarantees_after(problem, choices):
        sure = zip(choices, guarantees, strict=True)
        parts = [f"after {choice_name(choice, speaker)} of {count(tricks)}" for choice, tricks in sure]
        yield f"as the cards lie you are sure {', '.join(parts)}, whatever the others do"


def _consequences(problem: Problem, choice: ProblemChoice, speaker: Speaker) -> Iterator[str]:
    """What is discarded after a call, and what a gift brings back."""
    if choice.details.discards:
        likely = _most_likely(choice.details.discards, choice)
        yield f"most often discarded after {choice_name(choice, speaker)}: {likely}"
    if isinstance(choice.action, Give):
        returns = choice.details.returns
        if not returns:
            sample = Knowledge(problem.view).sample(WORLDS, 0, Likelihood()).distinct
            back = likely_returns(choice.action, sample, Knowledge(problem.view))
            returns = {seat: {card: chance.mean for card, chance in cards} for seat, cards in back.items()}
        for seat, cards in returns.items():
            yield f"{speaker.does(seat, 'returns')} for {choice_name(choice, speaker)}: {_most_likely(cards, choice)}"


def _conceded(choice: ProblemChoice, seat: Seat) -> str:
    """How many tricks more or fewer a seat wins; problems made earlier keep no error of it."""
    tricks, error = abs(choice.details.conceded[seat]), choice.details.conceded_se.get(seat)
    return f"about {fixed(tricks, 1)}" if error is None else mean_text(Estimate(tricks, error, choice.tricks.n))


def _most_likely(chances: dict[Card, float], choice: ProblemChoice) -> str:
    likely = list(chances.items())[:MAX_CARDS]
    return ", ".join(f"{card} in {chance_text(_in_worlds(chance, choice))}" for card, chance in likely)


def trial_words(problem: Problem, own: ProblemChoice, trial: Trial, speaker: Speaker) -> Iterator[str]:
    """How often an answer that is not the best costs tricks, and a deal that could be in which it does."""
    assert problem.best is not None
    mine, better = _choosing(own, speaker), _choosing(problem.best, speaker)
    if trial.lay is not None and trial.lay[0] >= trial.lay[1]:
        one, two = trial.lay
        both = f"both bring {count(one)}" if one == two else f"it brings {count(one)}, {better} {two}"
        yield f"as the cards lay you get away with {mine}: played on, {both}"
    looked = f"all {trial.worlds} looked at" if trial.exact else f"{trial.worlds} looked at"
    fewer, more = (chance_text(Estimate.share(share, trial.worlds)) for share in (trial.less, trial.more))
    often = f"in {fewer} of the deals that could be, more in {more}"
    yield f"{mine} brings fewer tricks than {better} {often} ({looked})"
    example = trial.refutation
    if example is None:
        yield f"no deal was found in which {mine} brings fewer tricks: it only costs on average"
        return
    tricks = f"{count(example.own.won[problem.seat])} after {mine}, {example.better.won[problem.seat]} after {better}"
    failing = "fails" if example.fails else "costs"
    yield f"here is a deal that could be, by all that you had seen, in which {mine} {failing}: {tricks}"
    if example.sure is not None and example.sure[0] < example.sure[1]:
        one, two = example.sure
        yield f"there you are sure of {count(two)} after {better}, whatever the others do, after {mine} of {one}"


def _chance_words(problem: Problem, question: PlaceQuestion, answer: float, speaker: Speaker) -> Iterator[str]:
    """What could be known of a card, where it lay in fact, and what the answer scores for it."""
    known, deal = question.chance.weighed, problem.deal
    best, truth = known.mean, float(bool(problem.truth))
    assert deal is not None
    place = next(place for place in Place if question.card in cards_at(deal, place))
    said, could = f"{100 * answer:.0f} %", chance_text(known).partition(" ±")[0]
    scores = f"{(answer - truth) ** 2:.2f}, and {could} would score {(best - truth) ** 2:.2f}"
    yield f"you said {said}; {chance_text(known)} could be known"
    yield f"in fact {place_words(question.card, place, speaker)}: that scores {scores} (0 is best)"
    yield (
        f"on average {said} scores {best * (1 - best) + (answer - best) ** 2:.3f} and {could} {best * (1 - best):.3f}"
    )
    chances = [
        f"{_at(place, speaker)} {chance_text(chance.weighed)} ({chance_text(Estimate(chance.even, 0.0, 1))})"
        for place, chance in question.chances.items()
    ]
    yield (
        f"{question.card} by what the others called, discarded, gave and played"
        f" (in brackets: all deals that fit counted alike): {', '.join(chances)}"
    )
    yield from _facts(problem.view, question.card, speaker)


def _at(place: Place, speaker: Speaker) -> str:
    return speaker.name(Seat(place)) if place <= Place.RIGHT else place.name.lower()


def _facts(view: DealView, card: Card, speaker: Speaker) -> Iterator[str]:
    """What the view says of a card's suit: how many are out, who has none, what came back, who called it."""
    knowledge, suit = Knowledge(view), card.suit
    words = WORDS[Trump(suit)]
    places = [place for place in Place if place is not Place.PLAYED]
    undecided = Hand.of(c for c in FULL_DECK.only(suit) if sum(c in knowledge.may_be(place) for place in places) > 1)
    yield f"{plural(len(undecided), 'card')} of {words} you cannot place: {undecided.suit(suit)}"
    for seat in Seat:
        if seat is not view.viewer and suit in knowledge.voids(seat):
            yield f"{speaker.does(seat, 'has')} no card of {words}"
    for event in view.events:
        if isinstance(event, Return) and event.to is view.viewer and isinstance(event.cards, Hand):
            if returned := event.cards.only(suit):
                cards = " ".join(map(str, returned))
                yield f"{speaker.name(event.seat)} gave back {cards}, and kept nothing higher of {words} then"
        if isinstance(event, Call) and int(event.trump) == int(suit) and event.seat is not view.viewer:
            yield f"{speaker.name(event.seat)} called {words}"


LIMITS = Limits(seed=952)


def reasons(problem: Problem, own: ProblemChoice, speaker: Speaker, limits: Limits = LIMITS) -> list[str]:
    """Sentences on an answer; none if nothing stands a test, or the answer cannot be told from the best.

    limits: seed, threads and token are used.  Raises SearchStopped.
    """
    if problem.best is None:
        return []
    deal = problem.match.deal if problem.deal is None else problem.deal
    match = replace(problem.match, names=structs.replace(speaker, me=problem.seat).titles, deal=deal.after(own.action))
    nodes, fair = decision_nodes(match.deal), Fair(_fair(problem.best), _fair(own), False)
    last = max(index for index, node in enumerate(nodes) if node.seat is problem.seat)
    why = explained(last, nodes[last], fair, None, Solver(token=limits.token), limits)
    return verdict_reasons(Decision.of(last, nodes[last], False, fair=fair, why=why), match)


def _fair(choice: ProblemChoice) -> FairEvaluation:
    return Evaluation(choice.action, choice.tricks, choice.regret, None)
