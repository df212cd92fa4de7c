"""The game as a PettingZoo environment for machine learning (`pip install 'ninefivetwo[learn]'`).

    env = ninefivetwo.env.env(rules="wikipedia", deals=1)

An episode is a match of at most `deals` deals. The rewards are the points of each deal, paid at its end. Actions 0 to
51 are cards (13 x suit + rank, as in `Card`), and actions 52 to 56 are calls (S, H, D, C, N). Action 57 says no and
action 58 yes, to a look at the kitty. Action 59 ends the gift to the current receiver. Discards and gifts are chosen
card by card. Gifts to two receivers are chosen one after the other, in seat order. An observation has `SEEN` numbers
about the cards and events that the seat has seen, and a mask of the legal actions.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
import numpy.typing as npt

from ninefivetwo.errors import GameError, in_short
from ninefivetwo.extras import missing

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv
    from pettingzoo.utils import wrappers
except ImportError as error:
    raise missing("the environment requires PettingZoo", "learn") from error

from ninefivetwo.cards import LANE_BITS, RANKS, Card, Hand, Seat, Suit, Trump
from ninefivetwo.checks import Natural, Positive, checked
from ninefivetwo.game import (
    Action,
    Call,
    CallTurn,
    DealView,
    Discard,
    DiscardTurn,
    Give,
    GiveTurn,
    Match,
    Play,
    PlayTurn,
    Show,
    Turn,
    UndealtMatch,
    YesNo,
    YesNoTurn,
)
from ninefivetwo.game.events import CHOICES
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.layout import Layout, random_deals

DECK = len(Suit) * len(RANKS)
CALLS, NO, YES, DONE = DECK, DECK + len(Trump), DECK + len(Trump) + 1, DECK + len(Trump) + 2
ACTIONS = DONE + 1
SeenNumbers = npt.NDArray[np.int16]
LegalMask = npt.NDArray[np.int8]
AGENTS = ("player_0", "player_1", "player_2")
SETS, NUMBERS = 18, 46 + len(CHOICES)  # number of card sets and of other numbers in an observation
SEEN = SETS * DECK + NUMBERS
MOST_DEALS = 1000  # maximum number of deals in an episode


def env(rules: RuleSet | str = "wikipedia", deals: int = 1) -> AECEnv:
    """Return the environment with PettingZoo's usual checks of the order of calls. Raises RulesError or GameError."""
    return wrappers.OrderEnforcingWrapper(CardEnv(rules, deals))


class CardEnv(AECEnv):
    """A table with three players; `player_0` is the first dealer.

    The argument `seed` of `reset` determines the cards; `options` may have the `layout` of the first deal. `step`
    raises GameError for an action that the mask forbids.
    """

    agents: list[str]
    agent_selection: str
    infos: dict[str, dict[str, Any]]
    _random: np.random.Generator | None = None
    _layouts: Iterator[Layout]
    _match: Match
    _choice: _Picking
    metadata = {"name": "ninefivetwo_v0", "render_modes": [], "is_parallelizable": False}

    @checked(GameError)
    def __init__(self, rules: RuleSet | str = "wikipedia", deals: Positive = 1) -> None:
        super().__init__()
        if deals > MOST_DEALS:
            raise GameError(f"invalid number of deals: {deals} (expected 1 to {MOST_DEALS})")
        self.rules, self.deals = parse_rules(rules) if isinstance(rules, str) else rules, deals
        self.possible_agents, self.agents, self.render_mode = list(AGENTS), [], None
        limits = np.iinfo(np.int16)
        seen = spaces.Box(limits.min, limits.max, (SEEN,), np.int16)
        space = spaces.Dict({"observation": seen, "action_mask": spaces.Box(0, 1, (ACTIONS,), np.int8)})
        self.observation_spaces = dict.fromkeys(AGENTS, space)
        self.action_spaces = {agent: spaces.Discrete(ACTIONS) for agent in AGENTS}

    def observation_space(self, agent: str) -> spaces.Space[object]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        return self.action_spaces[agent]

    @checked(GameError)
    def reset(self, seed: Natural | None = None, options: Mapping[str, object] | None = None) -> None:
        if seed is not None or self._random is None:
            self._random = np.random.default_rng(seed)
        self._layouts = random_deals(int(self._random.integers(2**62)) if seed is None else seed)
        layout = (options or {}).get("layout", None) or next(self._layouts)
        if not isinstance(layout, Layout | str):
            raise GameError(f"not a layout: {in_short(layout)} (expected a Layout, or its text)")
        self.agents = list(AGENTS)
        self.rewards = self._cumulative_rewards = dict.fromkeys(AGENTS, 0.0)
        self.terminations, self.truncations = dict.fromkeys(AGENTS, False), dict.fromkeys(AGENTS, False)
        self.infos = {agent: {} for agent in AGENTS}
        self._deal_out(UndealtMatch(self.rules, AGENTS), layout)

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(AGENTS, 0.0)
        if not isinstance(action, int | np.integer) or int(action) not in self._choice.legal():
            raise GameError(f"illegal action for {agent}: {in_short(action)} (expected one that the mask allows)")
        if (whole := self._choice.after(int(action))) is None:
            return
        self._match = self._match.after(whole)
        if self._match.deal.over:
            self._score()
        else:
            self._next_choice()
        self._accumulate_rewards()

    def observe(self, agent: str) -> dict[str, SeenNumbers | LegalMask]:
        """Return the agent's observation. The action mask is all zeros unless it is the agent's turn."""
        own = self._choice if agent == self.agent_selection and not self._match.deal.over else None
        mask = np.zeros(ACTIONS, np.int8)
        if own is not None:
            mask[own.legal()] = 1
        return {"observation": _seen(self.view(agent), self._match, own), "action_mask": mask}

    def view(self, agent: str) -> DealView:
        """Return the agent's view of the deal. Raises GameError for an unknown agent."""
        if agent not in AGENTS:
            raise GameError(f"unknown agent: {in_short(agent)} (expected one of {', '.join(AGENTS)})")
        return self._match.deal.seen_by(Seat(self._match.names.index(agent)))

    def steps(self, action: Action) -> list[int]:
        """Convert a choice of the agent whose turn it is to a list of action numbers for `step`."""
        match action:
            case Play(_, card):
                return [_number(card)]
            case Call(_, trump):
                return [CALLS + trump]
            case YesNo(_, answer):
                return [YES if answer else NO]
            case Discard(cards=Hand() as cards):
                return [_number(card) for card in cards]
            case Give(cards=gifts):
                owed = self._choice.owed
                parts = [(gift, owed[seat]) for seat, gift in zip(Seat, gifts, strict=True) if isinstance(gift, Hand)]
                every = [[*map(_number, gift), *([DONE] if len(gift) < number else [])] for gift, number in parts]
                return [number for part in every for number in part]
        raise GameError(f"not an action: {in_short(action)} (expected one of view.turn.actions())")

    def render(self) -> None:
        """Do nothing, because the environment has no display."""

    def _deal_out(self, match: UndealtMatch, layout: Layout | str) -> None:
        self._match = match.dealt(Layout.parse(layout) if isinstance(layout, str) else layout)
        self._next_choice()

    def _next_choice(self) -> None:
        self._choice = _Picking(self._match.deal.due_turn)
        self.agent_selection = self._match.names[self._choice.turn.seat]

    def _score(self) -> None:
        for name, points in zip(self._match.names, self._match.deal.scores, strict=True):
            self.rewards[name] = float(points)
        if self._match.over or self._match.number == self.deals:
            self.terminations = dict.fromkeys(AGENTS, True)
        else:
            self._deal_out(self._match.following(), next(self._layouts))


class _Picking:
    """A choice in progress, made up of one or more action numbers."""

    def __init__(self, turn: Turn) -> None:
        self.turn, self.picked = turn, Hand()
        self.owed = turn.owed if isinstance(turn, GiveTurn) else (0, 0, 0)
        self._gifts = dict[Seat, Hand]()

    @property
    def receiver(self) -> Seat | None:
        """The seat that receives the gift being chosen."""
        return next((seat for seat in Seat if self.owed[seat] and seat not in self._gifts), None)

    @property
    def taken(self) -> Hand:
        """The cards chosen so far."""
        gifts = (gift.cards for gift in self._gifts.values())
        return Hand(self.picked.cards | sum(gifts))

    def legal(self) -> list[int]:
        """Return the legal action numbers."""
        turn = self.turn
        match turn:
            case PlayTurn():
                return [_number(card) for card in turn.legal()]
            case CallTurn():
                return [CALLS + trump for trump in turn.trumps]
            case DiscardTurn() | GiveTurn():
                cards = [_number(card) for card in turn.held - self.taken]
                return [*cards, DONE] if isinstance(turn, GiveTurn) and not turn.must else cards
        return [NO, YES]

    def after(self, number: int) -> Action | None:
        """Add an action number. Returns the complete choice, or None if more numbers are needed."""
        turn, seat = self.turn, self.turn.seat
        match turn:
            case PlayTurn():
                return Play(seat, _card(number))
            case CallTurn():
                return Call(seat, Trump(number - CALLS))
            case DiscardTurn():
                self.picked |= Hand.of([_card(number)])
                return Discard(seat, self.picked) if len(self.picked) == turn.number else None
            case GiveTurn():
                return self._after_card_given(number)
        assert isinstance(turn, YesNoTurn)
        return turn.asked(seat, number == YES)

    def _after_card_given(self, number: int) -> Give | None:
        to = self.receiver
        assert to is not None
        if number != DONE:
            self.picked |= Hand.of([_card(number)])
        if number == DONE or len(self.picked) == self.owed[to]:
            self._gifts[to], self.picked = self.picked, Hand()
        return Give.of(self.turn.seat, self._gifts) if self.receiver is None else None


def _number(card: Card) -> int:
    return len(RANKS) * card.suit + card.rank


def _card(number: int) -> Card:
    return Card(Suit(number // len(RANKS)), number % len(RANKS))


def _seen(view: DealView, match: Match, choice: _Picking | None) -> SeenNumbers:
    """Return an observation, which has card sets followed by numbers.

    The first sets are the player's hand, the cards chosen so far, the player's discards, the kitty as dealt, and the
    cards shown from the kitty. The next sets are the cards played by dealer, left and right, then the first and the
    second card of the trick. The last sets are, for each opponent in seat order, the cards given to, received from,
    returned to and returned by the opponent. A set of cards that the player has not seen is empty.
    """
    me = view.viewer
    others = [seat for seat in Seat if seat is not me]
    taken = choice.taken if choice else Hand()
    shown = [event.cards for event in view.events if isinstance(event, Show) and me in (event.seat, event.to)]
    by_player = [Hand.of(play.card for play in view.plays if play.seat is seat) for seat in Seat]
    table = [Hand.of(view.table[i : i + 1]) for i in range(2)]
    passed = [
        cards
        for other in others
        for cards in (
            view.given(me, other),
            view.given(other, me),
            view.handed_back(me, other),
            view.handed_back(other, me),
        )
    ]
    kept = [view.hand(me) - taken, taken, view.discarded, view.dealt_kitty, shown[0] if shown else Hand()]
    every = [cards.cards if isinstance(cards, Hand) else 0 for cards in (*kept, *by_player, *table, *passed)]
    bits = np.unpackbits(np.array(every, "<u8").view(np.uint8), bitorder="little").reshape(SETS, len(Suit), LANE_BITS)
    found = np.empty(SEEN, np.int16)
    found[: SETS * DECK] = bits[:, :, : len(RANKS)].ravel()
    found[SETS * DECK :] = _numbers(view, match, choice)
    return found


def _numbers(view: DealView, match: Match, choice: _Picking | None) -> list[int]:
    """Return the numbers in an observation. In a "one-hot" group, at most one number is 1, and the rest are 0.

    One-hot groups of three show this seat, the seat whose turn it is, the seat that leads or led, and the receiver of a
    gift. One-hot groups of five show the kind of decision due (in the order of `CHOICES`) and the call. The next
    numbers are each seat's contract, tricks won, cards held, previous result (followed by a flag that is 0 in a first
    deal) and points before the deal. The last numbers are the number of the deal and four flags for each seat's known
    voids.
    """
    turn, previous = view.turn, view.previous_results
    voids = [[0] * len(Suit) for _ in Seat]
    for trick in view.tricks:
        (_, led), *followed = trick.turns
        for seat, card in followed:
            if card.suit is not led.suit:
                voids[seat][led.suit] = 1
    return [
        *_one_of(3, view.viewer),
        *_one_of(3, None if turn is None else turn.seat),
        *_one_of(3, view.lead),
        *_one_of(3, None if choice is None else choice.receiver),
        *_one_of(len(CHOICES), CHOICES.index(turn.kind) if turn else None),
        *_one_of(len(Trump), view.trump),
        *view.rules.contracts,
        *view.won,
        *map(len, view.hands),
        *(previous or (0, 0, 0)),
        int(previous is not None),
        *match.score,
        match.number,
        *(suit for held in voids for suit in held),
    ]


def _one_of(number: int, which: int | None) -> list[int]:
    return [int(i == which) for i in range(number)]
