"""Matches between custom and built-in players."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial

from msgspec import Struct

from ninefivetwo.cards import Seat, by_seat
from ninefivetwo.errors import NAME_LIMIT, PlayersError, in_short, label
from ninefivetwo.evaluation import Printed
from ninefivetwo.game import Action, Deal, Match, UndealtMatch, runs
from ninefivetwo.game.records import File, record_of
from ninefivetwo.game.rules import RuleSet, parse_rules
from ninefivetwo.layout import random_deals
from ninefivetwo.think.models.match_equity import MatchScore
from ninefivetwo.think.players.levels import PLAYERS, Player
from ninefivetwo.think.players.runner import PlayerNames, PlayerResult, Round, mixed, played_out, player_results

MOST_PLAYED = 10**6  # maximum number of deals in one call


class PlayerFault(PlayersError):
    """The error raised if a player fails or chooses an illegal action; `played` has the deals completed by then."""

    def __init__(self, message: str, played: Played) -> None:
        super().__init__(message)
        self.played = played


class Played(Struct, Printed, frozen=True):
    """The deals played by three players; printing this object shows each player's results.

    `names` are the players' names in seat order in the first deal. `deals` has the state of the match after each deal.
    """

    names: PlayerNames
    rules: RuleSet
    seed: int
    deals: tuple[Match, ...]

    @property
    def matches(self) -> list[list[Match]]:
        """The deals grouped by match; the last match may be unfinished."""
        return runs(self.deals)

    @property
    def results(self) -> dict[str, PlayerResult]:
        """The results of each player; a whole match counts as one sample because its deals depend on one another."""
        rounds = [Round(i, tuple(deals), (0.0,) * 3, (0,) * 3) for i, deals in enumerate(self.matches)]
        return player_results(rounds, self.names, matches=True)

    @property
    def text(self) -> str:
        """The records of all deals as the text of an .n52 file."""
        return str(File.of([record_of(match, {}) for match in self.deals])) if self.deals else ""


def play_match(
    players: Mapping[str, str | Player], deals: int = 100, *, rules: RuleSet | str = "wikipedia", seed: int = 0
) -> Played:
    """Let three players play matches, with exchanges between deals, until `deals` deals have been played.

    `players` maps names to levels in `PLAYERS` or to `Player` instances. The first player in this mapping deals first,
    and the next two follow clockwise. A new match begins whenever a match ends. `seed` determines the cards and the
    players' random numbers.

    Raises PlayersError or RulesError if an argument is invalid, and PlayerFault if a player fails.
    """
    seated, names = _seated(players)
    if type(deals) is not int or not 1 <= deals <= MOST_PLAYED:
        raise PlayersError(f"invalid number of deals: {in_short(deals)} (expected 1 to {MOST_PLAYED})")
    if type(seed) is not int or seed < 0:
        raise PlayersError(f"invalid seed: {in_short(seed)} (expected 0 or more)")
    rules = parse_rules(rules) if isinstance(rules, str) else rules
    played, match, layouts = list[Match](), UndealtMatch(rules, names), random_deals(mixed(seed, 0))
    for number in range(deals):
        dealt = match.dealt(next(layouts))
        for seat, name in zip(Seat, dealt.names, strict=True):
            seated[name].reseed(mixed(mixed(seed, number), seat))
            seated[name].match_score = MatchScore(dealt.score, dealt.number)
        try:
            found = played_out(dealt, partial(_choice, seated, dealt.names, number))
        except PlayersError as fault:
            raise PlayerFault(str(fault), Played(names, rules, seed, tuple(played))) from fault.__cause__
        played.append(found)
        after = [found.names[seat.next] for seat in Seat]
        match = UndealtMatch(rules, by_seat(after)) if found.over else found.following()
    return Played(names, rules, seed, tuple(played))


def _seated(players: Mapping[str, str | Player]) -> tuple[dict[str, Player], PlayerNames]:
    """Return the players by name, and their names in order. Raises PlayersError if a name or a player is invalid."""
    if not isinstance(players, Mapping) or len(players) != len(Seat) or not all(isinstance(n, str) for n in players):
        raise PlayersError("invalid players (expected three by name, such as {'Ann': 'club', 'Bob': Mine(), ...})")
    found = dict[str, Player]()
    for name, player in players.items():
        if not name or name != label(name):
            raise PlayersError(f"invalid player name: {in_short(name)} (expected at most {NAME_LIMIT} characters)")
        if isinstance(player, str) and player in PLAYERS:
            found[name] = PLAYERS[player](0)
        elif isinstance(player, Player):
            found[name] = player
        else:
            expected = f"expected one of {', '.join(PLAYERS)}, or an instance of a Player subclass"
            raise PlayersError(f"{name}: not a player: {in_short(player)} ({expected})")
    return found, by_seat(found)


def _choice(seated: Mapping[str, Player], names: PlayerNames, number: int, deal: Deal) -> Action:
    """Return the action chosen by the player whose turn it is. Raises PlayersError if the player fails."""
    kind, seat = deal.due_turn.kind.name, deal.due_turn.seat
    trick = f"trick {len(deal.plays) // len(Seat) + 1}, " if kind == "a card" else ""
    where = f"{names[seat]}, deal {number + 1}, {trick}{kind} by {seat.word}"
    try:
        action = seated[names[seat]].act(deal.seen_by(seat))
    except Exception as error:
        raise PlayersError(f"{where}: {type(error).__name__}: {' '.join(str(error).split())}") from error
    if not isinstance(action, Action):
        raise PlayersError(f"{where}: returned {in_short(action)} (expected one of view.turn.actions())")
    if fault := deal.refusal(action):
        raise PlayersError(f"{where}: {fault}")
    return action
