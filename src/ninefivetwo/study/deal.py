"""The review of one deal: the prices of all decisions, a ledger of conceded tricks, luck and skill, and grades."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import partial

from msgspec.structs import replace

from ninefivetwo.cards import Card, Hand, Seat, Trump, by_seat
from ninefivetwo.codec import BySeat, Document, Part, as_written
from ninefivetwo.errors import label
from ninefivetwo.evaluation import Printed
from ninefivetwo.exact import CancelToken, Solver, in_order
from ninefivetwo.game import Deal, Match, Play, PlayTurn
from ninefivetwo.game.rules import rules_text
from ninefivetwo.layout import Trick
from ninefivetwo.study.fair_price import Fair, fair
from ninefivetwo.study.grades import Decision, PlayerGrade, known_hands, player_grade
from ninefivetwo.study.hindsight import Hindsight, Judge
from ninefivetwo.study.luck import Luck, luck
from ninefivetwo.study.nodes import DecisionNode, decision_nodes, gone
from ninefivetwo.study.who_finds import finders
from ninefivetwo.study.why.before_play import why_before_play
from ninefivetwo.study.why.card_play import why_card
from ninefivetwo.study.why.evidence import Why
from ninefivetwo.think.advise import Limits
from ninefivetwo.think.playouts.opponents import CLUB_PLAYERS, Level, Opponents

#: Version of the analysis; increase it when the figures of a deal change, to mark stored reviews as outdated.
ANALYSIS = 8
FAIR_WORLDS = 500  # maximum number of worlds for evaluating a decision
PRICED_AHEAD = 8  # maximum number of decisions per thread that are evaluated before the current decision is explained
MOST_TURNING_POINTS = 3

#: A callback that receives the number of completed steps and the total number of steps.
ReviewProgress = Callable[[int, int], None]
#: A decision's fair price, and the share of players of each level whose choice is as good; None if not computed.
Judged = tuple[Fair | None, dict[str, float] | None]
NOT_JUDGED: Judged = (None, None)


class DealLedger(Part, frozen=True):
    """The tricks that the players conceded to each other in a deal.

    from_decision: index of the first decision in the ledger
    sure: each seat's guarantee before the first decision in the ledger
    gave: for each seat, the tricks conceded to each opponent; the seat's own entry is its loss (negative)
    after: each seat's guarantee after the last decision, or the tricks won if the deal is over
    """

    from_decision: int
    sure: BySeat[int]
    gave: BySeat[BySeat[int]]
    after: BySeat[int]

    @classmethod
    def of(cls, linked: Sequence[Decision]) -> DealLedger | None:
        """Return the ledger of consecutive decisions, or None if there are no decisions.

        The guarantees after each decision must equal the guarantees before the next decision.
        """
        if not linked:
            return None
        gave = {giver: dict.fromkeys(Seat, 0) for giver in Seat}
        for decision in linked:
            gave[decision.seat][decision.seat] -= decision.own_cost or 0
            for other, tricks in (decision.conceded or {}).items():
                gave[decision.seat][other] += tricks
        sure, after = linked[0].before, linked[-1].after
        assert sure is not None and after is not None
        return cls(linked[0].index, sure, by_seat(by_seat(row.values()) for row in gave.values()), after)


class Review(Document, Printed, frozen=True, tag="ninefivetwo.review/3"):
    """The review of a deal, as shown on the review page and stored in the library.

    A seat's guarantee is the number of tricks in the whole deal, including tricks already won, that the seat can win
    even if the other two seats cooperate. Fields that require all hands are null if a hand is unknown.

    event: title of the record; empty if the record has no title
    number: number of the deal in its match
    rules: the rule set
    players: the players' names
    contracts: the number of tricks that each seat must win
    viewer: the seat whose cards are known in a one-sided record; otherwise null
    deal: the hands as dealt, with `?` for an unknown hand
    trump: the denomination that was called; null before the call
    result: each seat's tricks; null if the deal is not over
    guarantee_at_start: each seat's guarantee before the first card
    playing: the hands before the first card, or the latest hands if no card was played
    tricks: the tricks that were played
    decisions: all gifts, calls, discards and cards in order; for a one-sided record, only the viewer's decisions
    ledger: the tricks that the players conceded to each other; null if the ledger would be empty
    turning_points: indices of the three decisions that lost and conceded the most tricks, costliest first
    unused: for each seat that missed its contract, the last decision that gave up a guaranteed contract
    seats: each seat's grade
    luck: the result split into luck and skill; null if the deal is not over
    fair_worlds: the maximum number of worlds for a decision's fair price; 0 if fair prices were left out
    seed: the random seed for sampling worlds
    analysis: version number of the analysis, which increases whenever the figures change
    opponents: each player's level (beginner, rule, club, expert or mixed), as assumed by the other two players
    """

    event: str
    number: int
    rules: str
    players: BySeat[str]
    contracts: BySeat[int]
    viewer: Seat | None
    deal: str
    trump: Trump | None
    result: BySeat[int] | None
    guarantee_at_start: BySeat[int] | None
    playing: BySeat[Hand | None]
    tricks: list[Trick]
    decisions: list[Decision]
    ledger: DealLedger | None
    turning_points: list[int]
    unused: dict[Seat, int]
    seats: BySeat[PlayerGrade]
    luck: Luck | None
    fair_worlds: int
    seed: int
    analysis: int
    opponents: BySeat[Level] = CLUB_PLAYERS.levels

    @classmethod
    def of(
        cls,
        match: Match,
        decisions: Sequence[Decision],
        linked: int,
        luck: Luck | None,
        worlds: int,
        seed: int,
        opponents: Opponents,
    ) -> Review:
        """Build the review of a match's deal, with its figures rounded as in JSON.

        The ledger begins with the decision at the index `linked`.
        """
        deal = match.deal
        starts = [decision.before for decision in decisions if decision.trick is not None]
        review = cls(
            event="",
            number=match.number,
            rules=rules_text(match.rules),
            players=by_seat(label(name) for name in match.names),
            contracts=match.rules.contracts,
            viewer=deal.viewer,
            deal=dealt_text(deal),
            trump=deal.trump,
            result=deal.won if deal.over else None,
            guarantee_at_start=starts[0] if starts else None,
            playing=hands_before_play(deal),
            tricks=deal.tricks,
            decisions=list(decisions),
            ledger=DealLedger.of(decisions[linked:]),
            turning_points=_turning_points(decisions),
            unused=dict(_unused(match, decisions[linked:])),
            seats=by_seat(player_grade(decision for decision in decisions if decision.seat is seat) for seat in Seat),
            luck=luck,
            fair_worlds=worlds,
            seed=seed,
            analysis=ANALYSIS,
            opponents=opponents.levels,
        )
        return as_written(review)

    @property
    def names(self) -> tuple[str, str, str]:
        """The players' names in seat order, starting with the dealer."""
        return self.players


def _turning_points(decisions: Sequence[Decision]) -> list[int]:
    dear = [decision for decision in decisions if decision.price]
    dear.sort(key=lambda decision: (-decision.price, -(decision.own_cost or 0), decision.index))
    return [decision.index for decision in dear[:MOST_TURNING_POINTS]]


def _unused(match: Match, linked: Sequence[Decision]) -> Iterator[tuple[Seat, int]]:
    for seat in Seat:
        contract = match.rules.contracts[seat]
        if match.deal.over and match.deal.won[seat] < contract:
            own = [d for d in linked if d.seat is seat and d.before is not None and d.after is not None]
            chances = [d.index for d in own if d.before and d.after and d.before[seat] >= contract > d.after[seat]]
            yield from ((seat, index) for index in chances[-1:])


def dealt_text(deal: Deal) -> str:
    """Return the hands as dealt, in the notation of a record."""
    hands = [str(hand) if isinstance(hand, Hand) else "?" for hand in deal.dealt]
    kitty = f" K:{deal.dealt_kitty}" if isinstance(deal.dealt_kitty, Hand) and "?" not in hands else ""
    return f"D:{' '.join(hands)}{kitty}"


def hands_before_play(deal: Deal) -> tuple[Hand | None, Hand | None, Hand | None]:
    """Return the hands before the first card, or the latest hands if no card was played."""
    while deal.past is not None and deal.plays:
        deal = deal.past
    return known_hands(deal)


def review(
    match: Match,
    limits: Limits | None = None,
    progress: ReviewProgress | None = None,
    judge: Judge | None = None,
    opponents: Opponents = CLUB_PLAYERS,
) -> Review:
    """Review a match's deal up to its current state.

    If the deal is a seat's view, only the viewer's decisions are reviewed, single dummy. `limits` apply to the fair
    price of each decision; if `limits` is None, fair prices are left out. `judge` replaces the default judge, for
    example to cancel its solver or to solve all choices exactly. `opponents` is each player's level, as assumed by the
    other two players. Raises SearchStopped if the solver is cancelled or the time limit is reached.
    """
    nodes = decision_nodes(match.deal, opponents)
    open_cards = all(isinstance(hand, Hand) for hand in match.deal.dealt)
    tell, steps = progress or (lambda done, of: None), len(nodes) * (bool(limits) + open_cards)
    judge = judge or Judge(threads=limits.threads if limits else None)
    hindsights: Sequence[Hindsight | None] = [None] * len(nodes)
    if open_cards:
        actions = [node.action for node in nodes]
        hindsights = judge.hindsights(nodes, actions, lambda done, of: tell(len(nodes) * done // of, steps))
    forced = [forced_in(node) if sight is None else sight.forced for node, sight in zip(nodes, hindsights, strict=True)]
    prices: Iterable[Judged] = [NOT_JUDGED] * len(nodes)
    if limits is not None:
        prices = judged_fairly(nodes, forced, limits)  # lazy, so that later decisions are priced while one is explained
    decisions = []
    for index, (node, hindsight, (price, levels)) in enumerate(zip(nodes, hindsights, prices, strict=True)):
        reasons = None if limits is None else explained(index, node, price, hindsight, judge.solver, limits)
        costly = isinstance(node.action, Play) and hindsight is not None and hindsight.own_cost(node.seat)
        line = [card for _, card in best_line_from(node)] if costly else None
        decisions.append(Decision.of(index, node, forced[index], hindsight, price, reasons, levels, line))
        if limits is not None:
            tell(len(nodes) * open_cards + index + 1, steps)
    linked = max((i for i, sight in enumerate(hindsights) if sight is None or sight.as_if), default=-1) + 1
    split = luck(nodes, limits.seed if limits else 0) if open_cards and match.deal.over and nodes else None
    worlds, seed = (limits.worlds, limits.seed) if limits else (0, 0)
    return Review.of(match, decisions, linked, split, worlds, seed, opponents)


def best_line_from(node: DecisionNode) -> list[tuple[Seat, Card]]:
    """Return the cards of best play by all seats from a decision on; before the play, the list is empty."""
    position, trump = node.before.position, node.before.trump
    if position is None or trump is None:
        return []
    return Solver().best_line(position, trump, node.seat)


def forced_in(node: DecisionNode) -> bool:
    """Whether the player could see that the decision was forced.

    A decision is forced if there is only one choice, or if all legal cards are equivalent because the cards between
    them have been played.
    """
    view = node.before.seen_by(node.seat)  # use the seat's view, so that the hidden hands do not influence the result
    turn = view.due_turn
    if not isinstance(turn, PlayTurn):
        return turn.count() == 1
    legal = sorted(turn.legal())
    between = Hand.of(Card(c.suit, rank) for c in legal[:1] for rank in range(c.rank, legal[-1].rank + 1))
    return len({card.suit for card in legal}) == 1 and not between - gone(view) - Hand.of(legal)


def judged_fairly(nodes: Sequence[DecisionNode], forced: Sequence[bool], limits: Limits) -> Iterator[Judged]:
    """Yield the fair price of each decision, computed in several threads; forced decisions have no price."""
    threads, halt = limits.threads or os.cpu_count() or 1, CancelToken(limits.token)
    judge = partial(judged, limits=replace(limits, threads=1, token=halt))
    pool = ThreadPoolExecutor(threads)

    def start(index: int) -> Future[Judged]:
        return pool.submit(judge, index, nodes[index]) if not forced[index] else pool.submit(lambda: NOT_JUDGED)

    try:
        for found in in_order(range(len(nodes)), start, PRICED_AHEAD * threads):
            yield found.result()
    finally:
        halt.cancel()
        pool.shutdown(cancel_futures=True)


def judged(index: int, node: DecisionNode, limits: Limits) -> Judged:
    """Return a decision's fair price and, for an avoidable mistake, the share of players at each level who avoid it.

    Raises SearchStopped if the token is cancelled.
    """
    seed = limits.seed + 2 * index
    price = fair(node, replace(limits, seed=seed))
    return price, finders(node, price, seed)


def explained(
    index: int, node: DecisionNode, price: Fair | None, hindsight: Hindsight | None, solver: Solver, limits: Limits
) -> Why | None:
    """Return the reason for an avoidable mistake, or None if the decision was not an avoidable mistake.

    Raises SearchStopped if the token is cancelled.
    """
    if price is None or not price.avoidable:
        return None
    limits = replace(limits, seed=limits.seed + 2 * index)
    if isinstance(node.action, Play):
        return why_card(node, price, hindsight, solver, limits)
    return why_before_play(node, price, limits)
