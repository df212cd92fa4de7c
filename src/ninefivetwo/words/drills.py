"""Sentences about puzzles: the question, and the reasons why an answer is right or wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from msgspec import structs

from ninefivetwo.cards import FULL_DECK, Card, Hand, Seat, Trump, by_seat
from ninefivetwo.evaluation import Estimate, Evaluation, chance_text, mean_text
from ninefivetwo.exact import Solver
from ninefivetwo.game import Call, DealView, Give, Place, Return
from ninefivetwo.game.rules import RuleSet
from ninefivetwo.keep.drills.judge import NEAR, Verdict, guarantees_after
from ninefivetwo.keep.drills.problem import PlaceQuestion, Problem, ProblemChoice, cards_at
from ninefivetwo.keep.drills.ratings import Ratings
from ninefivetwo.keep.drills.trial import Trial
from ninefivetwo.study import Decision, Fair, FairEvaluation, decision_nodes
from ninefivetwo.study.deal import explained
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.heuristics import heuristic_action
from ninefivetwo.think.knowledge import Knowledge
from ninefivetwo.words.actions import action_words, choice_words
from ninefivetwo.words.card_words import called, card_text, cards_text, grouped, suit_term, the_card, the_cards
from ninefivetwo.words.figures import chance_amount, count, in_digits, number_word, tricks_words
from ninefivetwo.words.speaker import BY_SEAT, Speaker
from ninefivetwo.words.template import Amount, CardWords, Placed, Template
from ninefivetwo.words.verdict import verdict_reasons

SMALL = 0.05  # tricks; a smaller difference is not mentioned
DECIDED = 0.005  # the chance of the contract is given only if it is at least this far from 0 and 1
MAX_CARDS = 4  # maximum number of likely discards or returns that are named

PROMPTS = {
    "call": "What do you call?",
    "discard": "Which cards do you discard?",
    "give": "Which cards do you give, and to whom?",
    "play": "Which card do you play?",
}
HOLDS_ASKED = Template("How likely is it that {player} {player:hold|holds} {card}?")
KITTY_ASKED = Template("How likely is it that {card} is in the kitty?")
DISCARDED_ASKED = Template("How likely is it that the dealer discarded {card}?")

BEST = Template("Best: {choice}. You win {tricks} on average.")
BEST_MAKES = Template("Best: {choice}. You win {tricks} on average and make {goal} in {chance} of deals.")
YOURS_COSTS = Template("Your choice, {choice}, costs {tricks}.")
YOURS_COSTS_MAKES = Template("Your choice, {choice}, costs {tricks} and makes {goal} in {chance} of deals.")
YOURS_AS_GOOD = Template("Your choice, {choice}, is about as good and wins {tricks}.")
YOURS_AS_GOOD_MAKES = Template(
    "Your choice, {choice}, is about as good. It wins {tricks} and makes {goal} in {chance} of deals."
)
WINS_MORE = Template("After your choice, {player} {player:win|wins} {tricks} more.")
WINS_FEWER = Template("After your choice, {player} {player:win|wins} {tricks} fewer.")
THEN_DISCARD = Template("If you call {trump}, your most likely {cards:discard is|discards are} {cards}.")
THEN_RETURNS = Template(
    "If you give {choice}, the most likely {cards:return|returns} from {player} {cards:is|are} {cards}."
)
RULE_OF_THUMB = {
    "call": Template("A rule of thumb would call {choice}."),
    "discard": Template("A rule of thumb would discard {choice}."),
    "give": Template("A rule of thumb would give {choice}."),
    "play": Template("A rule of thumb would play {choice}."),
}
RULE_OF_THUMB_BEST = Template("A rule of thumb also finds the best choice.")
GUARANTEED = Template("With these hands, you are guaranteed {tricks}.")
GUARANTEED_ALIKE = Template("With these hands, you are guaranteed {tricks} after both choices.")
GUARANTEED_UNLIKE = Template(
    "With these hands, the best choice guarantees you {tricks}, and your choice guarantees {number}."
)

LAY_ALIKE = Template("As the cards lay, your choice and the best choice both win {tricks}.")
LAY_BETTER = Template("As the cards lay, your choice wins {tricks}, the best choice only {number}.")
SAMPLED = Template(
    "In {number} possible deals, your choice wins fewer tricks than the best choice in {less} and more in {chance}."
)
ALL_POSSIBLE = Template(
    "In all {number} possible deals, your choice wins fewer tricks than the best choice in {less} and more in {chance}."
)
NEVER_WORSE = "No possible deal was found where your choice wins fewer tricks."
EXAMPLE_FAILS = Template("A possible deal where your choice misses the contract: {tricks} instead of {number}.")
EXAMPLE_COSTS = Template("A possible deal where your choice costs tricks: {tricks} instead of {number}.")
EXAMPLE_GUARANTEED = Template(
    "In that deal, the best choice guarantees you {tricks}, and your choice guarantees only {number}."
)

PROVISIONAL_RATING = Template("shown after {number} more {number:answer|answers}")
SAID_NEAR = Template("You said {number}, a good estimate. The evidence says {chance}.")
SAID_TOO_HIGH = Template("You said {number}, which is too high. The evidence says {chance}.")
SAID_TOO_LOW = Template("You said {number}, which is too low. The evidence says {chance}.")
HELD = Template("In fact, {player} {player:hold|holds} {card}.")
IN_KITTY = Template("In fact, {card} is in the kitty.")
WAS_DISCARDED = Template("In fact, the dealer discarded {card}.")
PENALTY = Template("Your penalty in this deal (0 is best): {number}. Penalty of the fair estimate: {points}.")
MEAN_PENALTY = Template("Your average penalty: {number}. Average penalty of the fair estimate: {points}.")
WHERE = Template("Where {card} is likely to be, judging by the calls, discards, gifts and plays: {chances}.")
WHERE_EVEN = Template("Chances if all possible deals were equally likely: {chances}.")
UNSEEN = Template("{number} unseen {suit}: {cards}.")
VOID = Template("{player} {player:have|has} no {suit}.")
KEPT_NOTHING_HIGHER = Template("{player} returned {cards}, and so kept no higher {suit}.")
CALLED = Template("{player} called {trump}.")


def prompt(problem: Problem, speaker: Speaker = BY_SEAT) -> str:
    """Return the question that a puzzle asks."""
    question = problem.question
    return PROMPTS[problem.kind] if question is None else place_asked(question.card, question.place, speaker)


def place_asked(card: Card, place: Place, speaker: Speaker = BY_SEAT) -> str:
    """Return a question about the chance that a card is in a certain place."""
    if place <= Place.RIGHT:
        return HOLDS_ASKED(player=speaker.name(Seat(place)), card=the_card(card))
    return (KITTY_ASKED if place is Place.KITTY else DISCARDED_ASKED)(card=the_card(card))


def names_by_contract(rules: RuleSet) -> tuple[str, str, str]:
    """Return the contracts as names of the seats (Nine, Five, Two), or the usual names if two contracts are equal."""
    if len(set(rules.contracts)) < len(Seat):
        return BY_SEAT.names
    return by_seat(number_word(contract).capitalize() for contract in rules.contracts)


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


def rating_text(rated: Ratings) -> Amount:
    """Return the player's rating with its deviation, "1512 ± 80", or the number of answers before it is shown."""
    if rated.missing:
        return Amount(PROVISIONAL_RATING(number=in_digits(rated.missing)))
    return Amount(f"{round(rated.player.rating)} ± {round(rated.player.deviation)}")


def verdict_words(problem: Problem, verdict: Verdict, speaker: Speaker = BY_SEAT) -> Iterator[str]:
    """Yield sentences on the reasons why an answer is right or wrong."""
    if verdict.own is not None:
        yield from _on_choice(problem, verdict.own, speaker)
    else:
        assert problem.question is not None and verdict.chance is not None
        yield from _on_chance(problem, problem.question, verdict.chance, speaker)


def _on_choice(problem: Problem, own: ProblemChoice, speaker: Speaker) -> Iterator[str]:
    best, contract = problem.choices[0], problem.view.rules.contracts[problem.seat]
    choices, goal = [best] if own == best else [best, own], Amount(number_word(contract))
    undecided = any(DECIDED < choice.make < 1 - DECIDED for choice in choices)
    makes = {"goal": goal, "chance": chance_amount(_in_worlds(best.make, best))}
    told = {"choice": chosen_words(best, speaker), "tricks": tricks_words(best.tricks)}
    yield BEST_MAKES(**told, **makes) if undecided else BEST(**told)
    if own != best:
        yield from _on_own(problem, own, goal, undecided, speaker)
    for choice in choices:
        yield from _consequences(problem, choice, speaker)
    heuristic = heuristic_action(problem.view)
    agrees = best.includes(heuristic)
    thumb = RULE_OF_THUMB_BEST if agrees else RULE_OF_THUMB[problem.kind]
    yield thumb() if agrees else thumb(choice=choice_words(heuristic, speaker))
    if guarantees := guarantees_after(problem, choices):
        first, last = guarantees[0], guarantees[-1]
        if own == best:
            yield GUARANTEED(tricks=count(first))
        elif first == last:
            yield GUARANTEED_ALIKE(tricks=count(first))
        else:
            yield GUARANTEED_UNLIKE(tricks=count(first), number=Amount(f"{last}"))


def _on_own(problem: Problem, own: ProblemChoice, goal: Amount, undecided: bool, speaker: Speaker) -> Iterator[str]:
    """Yield sentences on the cost of the user's choice and on the opponents' gains and losses."""
    makes = {"goal": goal, "chance": chance_amount(_in_worlds(own.make, own))}
    if own.is_as_good(problem.kind):
        template, tricks = (YOURS_AS_GOOD_MAKES if undecided else YOURS_AS_GOOD), own.tricks
    else:
        template, tricks = (YOURS_COSTS_MAKES if undecided else YOURS_COSTS), own.regret
    yield template(choice=chosen_words(own, speaker), tricks=tricks_words(tricks), **makes)
    for seat, conceded in own.details.conceded.items():
        if abs(conceded) >= SMALL:
            wins = WINS_MORE if conceded > 0 else WINS_FEWER
            yield wins(player=speaker.name(seat), tricks=_conceded(own, seat))


def _consequences(problem: Problem, choice: ProblemChoice, speaker: Speaker) -> Iterator[str]:
    """Yield the likely discards after a call, or the likely returns for a gift."""
    details = choice.details
    if details.discards and isinstance(choice.action, Call):
        yield THEN_DISCARD(trump=called(choice.action.trump), cards=_most_likely(details.discards, choice))
    if isinstance(choice.action, Give):
        gift = choice_words(choice.action, speaker)
        for seat, cards in details.returns.items():
            yield THEN_RETURNS(choice=gift, player=speaker.name(seat), cards=_most_likely(cards, choice))


def _conceded(choice: ProblemChoice, seat: Seat) -> Amount:
    """Return the size of an opponent's gain or loss after a choice."""
    details = choice.details
    return tricks_words(Estimate(abs(details.conceded[seat]), details.conceded_se[seat], choice.tricks.n))


def _most_likely(chances: Mapping[Card, float], choice: ProblemChoice) -> CardWords:
    likely = list(chances.items())[:MAX_CARDS]
    cards = (f"{card_text(card)} ({chance_text(_in_worlds(chance, choice))})" for card, chance in likely)
    return CardWords(", ".join(cards), first=len(likely) == 1)


def trial_words(problem: Problem, own: ProblemChoice, trial: Trial, speaker: Speaker) -> Iterator[str]:
    """Yield sentences on how often an answer wins fewer or more tricks than the best choice, with an example."""
    if trial.lay is not None and trial.lay[0] >= trial.lay[1]:
        one, two = trial.lay
        yield LAY_ALIKE(tricks=count(one)) if one == two else LAY_BETTER(tricks=count(one), number=Amount(f"{two}"))
    less, more = (chance_amount(Estimate.share(share, trial.worlds)) for share in (trial.less, trial.more))
    yield (ALL_POSSIBLE if trial.exact else SAMPLED)(number=Amount(f"{trial.worlds:,}"), less=less, chance=more)
    example = trial.refutation
    if example is None:
        yield NEVER_WORSE
        return
    mine, better = example.own.won[problem.seat], example.better.won[problem.seat]
    yield (EXAMPLE_FAILS if example.fails else EXAMPLE_COSTS)(tricks=count(mine), number=Amount(f"{better}"))
    if example.sure is not None and example.sure[0] < example.sure[1]:
        one, two = example.sure
        yield EXAMPLE_GUARANTEED(tricks=count(two), number=Amount(f"{one}"))


def _on_chance(problem: Problem, question: PlaceQuestion, answer: float, speaker: Speaker) -> Iterator[str]:
    """Yield the fair estimate of a chance, the card's actual place, the penalties (Brier scores) and the evidence."""
    fair, deal = question.chance.weighed, problem.deal
    best, truth = fair.mean, float(bool(problem.truth))
    assert deal is not None
    said = SAID_NEAR if abs(answer - best) <= NEAR else SAID_TOO_HIGH if answer > best else SAID_TOO_LOW
    yield said(number=Amount(f"{100 * answer:.0f} %"), chance=chance_amount(fair))
    place, card = next(place for place in Place if question.card in cards_at(deal, place)), the_card(question.card)
    if place <= Place.RIGHT:
        yield HELD(player=speaker.name(Seat(place)), card=card)
    else:
        yield (IN_KITTY if place is Place.KITTY else WAS_DISCARDED)(card=card)
    yield PENALTY(number=Amount(f"{(answer - truth) ** 2:.2f}"), points=Amount(f"{(best - truth) ** 2:.2f}"))
    least = best * (1 - best)
    yield MEAN_PENALTY(number=Amount(f"{least + (answer - best) ** 2:.3f}"), points=Amount(f"{least:.3f}"))
    places = {place: _at(place, speaker) for place in question.chances}
    weighed = (f"{name} {chance_text(question.chances[place].weighed)}" for place, name in places.items())
    even = (f"{name} {chance_text(Estimate(question.chances[place].even, 0.0, 1))}" for place, name in places.items())
    yield WHERE(card=card, chances=Amount(", ".join(weighed)))
    yield WHERE_EVEN(chances=Amount(", ".join(even)))
    yield from _facts(problem.view, question.card, speaker)


def _at(place: Place, speaker: Speaker) -> str:
    return speaker.name(Seat(place)) if place <= Place.RIGHT else place.name.lower()


def _facts(view: DealView, card: Card, speaker: Speaker) -> Iterator[str]:
    """Yield the visible facts about a card's suit: unseen cards, voids, returned cards and calls."""
    knowledge, suit = Knowledge(view), suit_term(card.suit)
    places = [place for place in Place if place is not Place.PLAYED]
    unseen = _undecided(knowledge, FULL_DECK.only(card.suit), places)
    yield UNSEEN(number=Amount(f"{len(unseen)}"), suit=suit, cards=cards_text(unseen))
    for seat in Seat:
        if seat is not view.viewer and card.suit in knowledge.voids(seat):
            yield VOID(player=speaker.name(seat), suit=suit)
    for event in view.events:
        if isinstance(event, Return) and event.to is view.viewer and isinstance(event.cards, Hand):
            if back := event.cards.only(card.suit):
                yield KEPT_NOTHING_HIGHER(player=speaker.name(event.seat), cards=cards_text(back), suit=suit)
        if isinstance(event, Call) and event.trump == Trump(card.suit) and event.seat is not view.viewer:
            yield CALLED(player=speaker.name(event.seat), trump=called(event.trump))


def _undecided(knowledge: Knowledge, cards: Iterable[Card], places: Sequence[Place]) -> Hand:
    return Hand.of(card for card in cards if sum(card in knowledge.may_be(place) for place in places) > 1)


LIMITS = Limits(seed=952)


def reasons(problem: Problem, own: ProblemChoice, speaker: Speaker, limits: Limits = LIMITS) -> list[str]:
    """Return the reasons why an answer is worse than the best choice, without reasons that fail their tests.

    Only the seed, threads and token of `limits` are used. Raises SearchStopped.
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
