"""Is the advice good, and honest?  `python benchmarks/advice.py call|discard|give|card [--hands N] [--rules R] ...`

For each of N hands, dealt at random from the seed, the advice is taken at a fixed limits; then what it recommends, its
runner-up and the plain rule's choice are priced on fresh worlds, which no choice was made on.  Printed:

gain      what the recommendation is worth over the plain rule's choice, tricks a hand; in how many hands they differ
honest    what was predicted less what the fresh worlds say, for the recommendation; how often it lies within one and
          two of its standard errors
clear     of the recommendations called clear, how many are ahead of their runner-up by a run on fresh worlds of up to
          fifty times the limits (less, where that is decided sooner)
seconds   for one piece of advice, on one thread

call   on sixteen cards; --peek: with the kitty seen as well, against the plain rule's call on the sixteen
discard  from twenty, trump being the plain rule's call; --trump N: no-trump
give   by a seat that was up, told by --previous (wikipedia D:-2 L:+2 R:+0: left gives the dealer two)
card   at a random moment of a deal that the plain rules play, with 5 to 12 cards held and not all worlds looked at;
       a clear one is judged by fifty times as many worlds

--condition with --void: hands dealt under a condition, of which a void is told; --score with --number: the match before
the deal, whose winning is then the objective, and gain a chance; --seconds: for a piece of advice, on all cores.
"""

from __future__ import annotations

import argparse
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from math import sqrt
from random import Random
from statistics import mean, median, stdev

from ninefivetwo import Card, Denomination, Seat, Suit
from ninefivetwo.advise import (
    Advice,
    Assumptions,
    CardEvaluation,
    Limits,
    MatchScore,
    Objective,
    Utility,
    advise_before_play,
    advise_play,
)
from ninefivetwo.advise.completed_deals import complete_deals
from ninefivetwo.advise.race import Race
from ninefivetwo.dealing import Condition, deals_where
from ninefivetwo.game import Action, Call, Deal, DealView, Discard, Give, Look, Play, PlayTurn
from ninefivetwo.heuristics import best_call, heuristic_action
from ninefivetwo.knowledge import Hints, Knowledge
from ninefivetwo.record import by_seat
from ninefivetwo.rules import parse_rules

KIND = {"call": Call, "discard": Discard, "give": Give}
HELD = range(5, 13)  # cards, where one is asked about
SHOWN = 50  # hands, after which the gain so far is shown


@dataclass(frozen=True)
class Hand:
    """What one hand told."""

    gain: float
    differs: bool
    seconds: float
    wrong: float = 0.0  # predicted less found
    error: float = 0.0  # the standard error of that
    clear: bool = False
    ahead: float = 0.0  # of the runner-up, on fresh worlds


class Duel(Race):
    """A race that ends when one candidate is left, however roughly its own worth is known."""

    def _decided(self) -> bool:
        return len(self.running) == 1 or super()._decided()


def hand(asked: argparse.Namespace, number: int) -> Hand | None:
    """One hand; None where no such choice comes up (a first deal has no gifts)."""
    view = view_of(asked, Random(f"{asked.seed} {number}"))
    if view is None:
        return None
    turn, objective, assumptions = view.turn, objective_of(asked), assumptions_of(asked)
    assert turn is not None
    threads = 1 if asked.seconds is None else None
    limits = Limits(asked.seconds, asked.worlds, number, threads=threads, estimated=asked.estimated)
    start = time.perf_counter()
    advice = advise_before_play(view, limits, objective, assumptions)
    seconds = time.perf_counter() - start
    base = advice.heuristic
    if asked.peek:
        base = Call(Seat.DEALER, best_call(turn.held, view.rules.denominations()))
    if asked.departures and advice.recommended.action == base:
        return Hand(0.0, False, seconds)
    runner = advice.evaluations[1].action if len(advice.evaluations) > 1 else base
    choices: list[Action] = list(dict.fromkeys([advice.recommended.action, base, runner]))
    race = raced(Race, view, objective, assumptions, choices, number + 10**9)
    race.run(list(range(len(choices))), asked.fresh, Limits(None, asked.fresh, threads=1))
    longer = race
    if advice.clear and len(advice.evaluations) > 1:
        longer = raced(Duel, view, objective, assumptions, choices, number + 2 * 10**9)
        most = 50 * advice.recommended.details.tricks.n
        longer.run([0, choices.index(runner)], asked.fresh, Limits(None, most, threads=threads))
    found, told = race.evaluation(0, 0).value, advice.recommended.value
    return Hand(
        race.regret(choices.index(base), 0).mean,
        base != choices[0],
        seconds,
        told.mean - found.mean,
        sqrt(told.standard_error**2 + found.standard_error**2),
        advice.clear,
        longer.regret(choices.index(runner), 0).mean,
    )


def card(asked: argparse.Namespace, number: int) -> Hand | None:
    """One card to play; None where there is nothing to tell: one card, or all worlds looked at."""
    random = Random(f"{asked.seed} {number}")
    deal = Deal.start(
        parse_rules(asked.rules), next(deals_where(Condition.parse(asked.condition), random.getrandbits(62)))
    )
    held, turns = random.choice(HELD), random.randrange(3)
    while deal.turn is not None and not (len(deal.turn.held) == held and isinstance(deal.turn, PlayTurn) and not turns):
        turns -= isinstance(deal.turn, PlayTurn) and len(deal.turn.held) == held
        deal = deal.after(heuristic_action(deal.seen_by(deal.turn.seat)))
    if deal.turn is None or deal.turn.count() == 1:
        return None
    view = deal.seen_by(deal.turn.seat)
    start = time.perf_counter()
    advice = advise_play(view, Limits(None, asked.worlds, number, threads=1))
    seconds = time.perf_counter() - start
    if advice.exact or len(advice.evaluations) == 1:
        return None
    plain = heuristic_action(view)
    assert isinstance(plain, Play)

    best = advice.recommended

    def evaluation(judge: Advice[CardEvaluation], card: Card) -> CardEvaluation:
        return next(each for each in judge.evaluations if card in each.details.cards)

    def regret(judge: Advice[CardEvaluation], card: Card) -> float:
        return evaluation(judge, card).regret.mean - evaluation(judge, best.action.card).regret.mean

    fresh = advise_play(view, Limits(None, asked.fresh, number + 10**9, threads=1))
    longer = (
        advise_play(view, Limits(None, 50 * asked.worlds, number + 2 * 10**9, threads=1)) if advice.clear else fresh
    )
    told, found = best.value, evaluation(fresh, best.action.card).value
    return Hand(
        regret(fresh, plain.card),
        plain.card not in best.details.cards,
        seconds,
        told.mean - found.mean,
        sqrt(told.standard_error**2 + found.standard_error**2),
        advice.clear,
        regret(longer, advice.evaluations[1].action.card),
    )


def objective_of(asked: argparse.Namespace) -> Objective:
    """What is wanted."""
    match_score = MatchScore(by_seat(asked.score), asked.number) if asked.score else None
    return Objective(Utility(asked.utility), match_score)


def assumptions_of(asked: argparse.Namespace) -> Assumptions:
    """What is known beside the view."""
    if not asked.void:
        return Assumptions()
    seat, suit = asked.void.split(":")
    return Assumptions(Hints((), ((Seat.parse(seat), Suit[suit]),)))


def raced(
    kind: type[Race],
    view: DealView,
    objective: Objective,
    assumptions: Assumptions,
    choices: list[Action],
    seed: int,
) -> Race:
    """A race of choices on worlds of their own."""
    assert view.turn is not None
    sample = Knowledge(view, hints=assumptions.hints).sample(2000, seed, assumptions.likelihood)
    completed = [complete_deals(view, sample.sets, choice) for choice in choices]
    return kind(choices, completed, view.rules, view.turn.seat, objective, 0, sample.effective)


def view_of(asked: argparse.Namespace, random: Random) -> DealView | None:
    """A deal played by the plain rules to the choice that is asked about, as its seat sees it."""
    previous_results = by_seat(asked.previous) if asked.previous else None
    layouts = deals_where(Condition.parse(asked.condition), random.getrandbits(62))
    deal = Deal.start(parse_rules(asked.rules), next(layouts), previous_results)
    while deal.turn is not None and deal.turn.kind is not KIND[asked.job]:
        action = heuristic_action(deal.seen_by(deal.turn.seat))
        if isinstance(action, Call) and asked.trump:
            action = Call(Seat.DEALER, Denomination.parse(asked.trump))
        if isinstance(action, Look):
            action = Look(Seat.DEALER, asked.peek)
        deal = deal.after(action)
    return None if deal.turn is None else deal.seen_by(deal.turn.seat)


def show(name: str, values: list[float]) -> str:
    return f"{name} {mean(values):+.3f} ± {stdev(values) / sqrt(len(values)):.3f}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("job", choices=[*KIND, "card"])
    parser.add_argument("--hands", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rules", default="wikipedia")
    parser.add_argument("--previous", default="")
    parser.add_argument("--trump", default="")
    parser.add_argument("--utility", default="tricks")
    parser.add_argument("--score", default="")
    parser.add_argument("--number", type=int, default=1)
    parser.add_argument("--condition", default="hcp(dealer)>=0")
    parser.add_argument("--void", default="")
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--peek", action="store_true")
    parser.add_argument("--departures", action="store_true", help="judge only what departs from the plain rule")
    parser.add_argument("--worlds", type=int, default=12, help="solved for a piece of advice")
    parser.add_argument("--estimated", type=int, default=2000)
    parser.add_argument("--fresh", type=int, default=12, help="worlds solved to judge it")
    asked = parser.parse_args()
    if asked.peek:
        asked.rules, asked.previous = f"{asked.rules} kitty_peek=yes", "D:-5 L:+5 R:+0"
    print(vars(asked))
    hands: list[Hand] = []
    with ProcessPoolExecutor(None if asked.seconds is None else 1) as pool:
        for found in pool.map(partial(card if asked.job == "card" else hand, asked), range(asked.hands)):
            hands += [found] if found else []
            if found and len(hands) % SHOWN == 0 and len(hands) < asked.hands:
                print(show(f"so far, {len(hands)} hands: gain", [h.gain for h in hands]), flush=True)
    summary(hands, asked.departures)


def summary(hands: list[Hand], departures: bool) -> None:
    print(
        show(f"gain over {len(hands)} hands, {sum(h.differs for h in hands)} of them differ:", [h.gain for h in hands])
    )
    seconds = sorted(h.seconds for h in hands)
    tail = seconds[len(seconds) * 9 // 10]
    print(f"seconds: mean {mean(seconds):.2f}, median {median(seconds):.2f}, nine of ten below {tail:.2f}")
    if departures:
        return
    within = [mean(abs(h.wrong) < k * h.error for h in hands) for k in (1, 2)]
    print(
        show("predicted less found:", [h.wrong for h in hands]), "within 1 and 2 errors: {:.2f} {:.2f}".format(*within)
    )
    clear = [h.ahead for h in hands if h.clear]
    print(f"clear: {len(clear)}, ahead of the runner-up too on fresh worlds: {sum(ahead > 0 for ahead in clear)}")


if __name__ == "__main__":
    main()
