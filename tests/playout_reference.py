"""Slow twins of what the engine's policies look at: cards are (suit, rank), sets of them are sets.

A view or a game is one row of `VIEW` or `GAME`, an element, not an array.
"""

from itertools import combinations, product
from math import prod

import numpy as np
from positions import bits, card_at, cards_of, index
from reference import State, following, winning

from ninefivetwo_solver.playout import GAME, SCALE, VIEW

NO_TRUMP = 4
SUITS = range(4)
HIGHER = 0.2  # how likely the higher of two touching cards is against the lower


def suit_of(cards, suit):
    """The ranks that a set has of a suit."""
    return {rank for other, rank in cards if other == suit}


def table_of(row):
    """The cards of the trick in progress in a game or a view, in the order played."""
    return tuple(card_at(card.bit_length() - 1) for card in row["table"].tolist() if card)


def state_of(game):
    """The state of the play in a game."""
    return State(tuple(map(cards_of, game["hand"].tolist())), int(game["leader"]), table_of(game), int(game["trump"]))


def view_of(game):
    """What the seat to play sees of a game."""
    seat = state_of(game).mover
    one, two = (seat + 1) % 3, (seat + 2) % 3
    own = int(game["discarded"]) if seat == 0 else 0
    out = int(game["hand"][one]) | int(game["hand"][two]) | (int(game["discarded"]) ^ own)
    pairs = [[game[field][seat, other] for other in (one, two)] for field in ("known", "barred")]
    public = [game[field] for field in ("void", "won", "contract")]
    row = (game["hand"][seat], out, own, game["table"], *pairs, seat, game["trump"], *public)
    return np.array([row], dtype=VIEW)[0]


class Scene:
    """A view with cards as sets."""

    def __init__(self, view):
        self.seat, self.trump = int(view["seat"]), int(view["trump"])
        self.hand, self.out = cards_of(view["hand"]), cards_of(view["out"])
        self.table = table_of(view)
        self.place = len(self.table)
        self.one, self.two = (self.seat + 1) % 3, (self.seat + 2) % 3
        self.known = {self.one: cards_of(view["known"][0]), self.two: cards_of(view["known"][1])}
        self.barred = {self.one: cards_of(view["barred"][0]), self.two: cards_of(view["barred"][1])}
        self.void = [{suit for suit in SUITS if int(view["void"][seat]) >> suit & 1} for seat in range(3)]
        self.needed = [int(view["contract"][seat]) - int(view["won"][seat]) for seat in range(3)]
        self.best = winning(self.table, self.trump) if self.table else None

    def takes(self, card):
        """Does a card beat those on the table?"""
        return winning((*self.table, card), self.trump) == card

    def classes(self):
        """The legal cards, those together between which no card is out or on the table."""
        found = []
        for suit, rank in following(self.hand, self.table):
            others = suit_of(self.out.union(self.table), suit)
            if found and found[-1][-1][0] == suit and not others & set(range(found[-1][-1][1], rank)):
                found[-1].append((suit, rank))
            else:
                found.append([(suit, rank)])
        return found

    def side_suits(self):
        return [suit for suit in SUITS if suit != self.trump]

    def winners(self, suit):
        """How many own cards of a suit are above all that are out."""
        out = suit_of(self.out, suit)
        return sum(all(rank > other for other in out) for rank in suit_of(self.hand, suit))

    def can_ruff(self, seat):
        return self.trump != NO_TRUMP and bool(suit_of(self.out, self.trump)) and self.trump not in self.void[seat]


def choices(view):
    """The choices of a view by their cards' indices: the lowest of each class."""
    return [index(cards[0]) for cards in Scene(view).classes()]


def digits(*pairs):
    """A number of mixed base, from (digit, base), the first the highest; a digit beyond its base counts as the last."""
    found = 0
    for value, base in pairs:
        found = found * base + min(max(int(value), 0), base - 1)
    return found, prod(base for _, base in pairs)


def optional(pair):
    """One more value, 0, for where there is none; `pair` is a number and how many there are."""
    return pair[0] + 1, pair[1] + 1


def context_features(scene):
    """The features of a view: (value, number of values) by name."""
    own, out = suit_of(scene.hand, scene.trump), suit_of(scene.out, scene.trump)
    side_voids = {seat: len(scene.void[seat] & set(scene.side_suits())) for seat in (scene.one, scene.two)}
    return {
        "place": digits((scene.seat, 3), (scene.place, 3), (scene.trump == NO_TRUMP, 2)),
        "tricks": digits((len(scene.hand), 18)),
        "own trumps": digits((len(own), 14)),
        "trumps out": digits((len(out), 14)),
        "needed": digits((scene.needed[scene.seat], 11)),
        "needed by one": digits((scene.needed[scene.one], 11)),
        "needed by two": digits((scene.needed[scene.two], 11)),
        "top trumps": digits((scene.winners(scene.trump), 5), (len(out), 4)),
        "voids of one": digits((side_voids[scene.one], 4), (scene.can_ruff(scene.one), 2)),
        "voids of two": digits((side_voids[scene.two], 4), (scene.can_ruff(scene.two), 2)),
        "winners": digits((sum(scene.winners(suit) for suit in scene.side_suits()), 8)),
        "longest suit": digits((max(len(suit_of(scene.hand, suit)) for suit in scene.side_suits()), 9)),
        "voids": digits((sum(not suit_of(scene.hand, suit) for suit in scene.side_suits()), 4)),
        "trick so far": trick_so_far(scene),
        "winner so far": winner_so_far(scene),
    }


def trick_so_far(scene):
    if not scene.place:
        return 0, 9
    led = scene.table[0][0]
    follows = bool(suit_of(scene.hand, led))
    return optional(digits((led == scene.trump, 2), (follows, 2), (scene.best[0] != led, 2)))


def who_wins(scene):
    """0 on lead; 1, 2: the leader, with one card on the table or two; 3: the second."""
    return 0 if not scene.place else 3 if scene.best != scene.table[0] else scene.place


def winner_so_far(scene):
    if not scene.place:
        return 0, 24
    suit, rank = scene.best
    return digits((who_wins(scene), 4), (sum(other > rank for other in suit_of(scene.out, suit)), 6))


def answer(scene, seat, suit):
    """What a seat may do when a suit is played: 0 follow, 1 neither follow nor ruff, 2 ruff."""
    if suit not in scene.void[seat]:
        return 0
    return 2 if scene.can_ruff(seat) else 1


def threat(scene, seat, cards):
    """Whether a seat can hold one of these cards: 0 no, 1 perhaps, 2 certainly."""
    if cards & scene.known[seat]:
        return 2
    return int(any(card[0] not in scene.void[seat] and card not in scene.barred[seat] for card in cards))


def card_features(scene, card):
    """The features of a choice: (value, number of values) by name."""
    suit, rank = card
    place, no_trump, trump = scene.place, scene.trump == NO_TRUMP, suit == scene.trump
    own, out = suit_of(scene.hand, suit), suit_of(scene.out, suit)
    live = sorted(own | out | suit_of(set(scene.table), suit), reverse=True)
    above, below = {other for other in out if other > rank}, {other for other in out if other < rank}
    own_above, own_below = [other for other in own if other > rank], [other for other in own if other < rank]
    on_lead = place == 0
    takes = not above if on_lead else scene.takes(card)
    follows = not on_lead and suit_of(scene.hand, scene.table[0][0]) != set()
    throws = not on_lead and not follows and not trump
    own_trumps, trumps_out = len(suit_of(scene.hand, scene.trump)), len(suit_of(scene.out, scene.trump))
    kind = (place, 3), (trump, 2), (takes, 2)
    top_four = (sum(2**i for i, top in enumerate(live[:4]) if top in own), 16)
    which = ([*live[:4], rank].index(rank) if rank in live[:4] else 4, 5)
    lower_takers = [low for low in own_below if on_lead or scene.takes((suit, low))]
    over = sum(other > max(own) for other in out)  # cards out above the highest of one's own
    left = own - {rank}
    guarded, then = len(own) > over, bool(left) and max(left) == max(own) and len(left) > over
    winners = sum(scene.winners(other) for other in scene.side_suits())
    higher = {(suit, other) for other in above}
    answers = [answer(scene, seat, suit) for seat in (scene.one, scene.two)]
    known = [len(suit_of(scene.out & scene.known[seat], suit)) for seat in (scene.one, scene.two)]
    return {
        "kind": digits(*kind, (follows, 2), (no_trump, 2)),
        "kind by seat": digits(*kind, (scene.seat, 3)),
        "kind by tricks": digits(*kind, (len(scene.hand) - 1, 6)),
        "above": digits((len(above), 8), (place, 3), (trump, 2)),
        "below": digits((len(below), 8), (place, 3)),
        "lengths": digits((len(own) - 1, 8), (len(out), 10), (trump, 2)),
        "length by place": digits((len(own) - 1, 5), (place, 3), (follows, 2), (own_trumps > 0, 2)),
        "tops": digits(top_four, which, (2 if no_trump else trump, 3)),
        "tops by place": digits(top_four, which, (2 if throws else not on_lead, 3)),
        "place in suit": digits((len(own_above), 5), (len(own_below), 5), (place, 3)),
        "rank": digits((rank, 13), (trump, 2)),
        "answers": digits(*((each, 3) for each in answers), (scene.seat, 3), (place, 3), (trump, 2)),
        "threats": digits((threat(scene, scene.one, higher), 3), (threat(scene, scene.two, higher), 3), (place, 3)),
        "known cards": digits((known[0], 3), (known[1], 3)),
        "makes a void": digits((own == {rank}, 2), (own_trumps, 3), (place, 3)),
        "trumps on lead": optional(digits((own_trumps, 8), (trumps_out, 8), (trump, 2))) if on_lead else (0, 129),
        "takes by winner": digits((who_wins(scene), 4), (takes, 2), (len(scene.hand) // 4, 4)),
        "lower takers": digits((min(len(lower_takers), 3) if on_lead or takes else 4, 5), (place, 3)),
        "entries": digits((winners, 4), (own_trumps, 4), (len(own) > 3, 2), (not on_lead, 2)),
        "guards": digits((guarded, 2), (then, 2), (over, 4), (throws, 2)),
        "cards out": digits((len(out), 9), (trumps_out, 3), (not above, 2), (not on_lead, 2)),
    }


def features(view):
    """For each choice its card's index, and its features by name as (value, number of values)."""
    scene = Scene(view)
    context = context_features(scene)
    found = {}
    for cards in scene.classes():
        found[index(cards[0])] = context | card_features(scene, cards[0])
    return found


def scores(table, weights, bias, output, rows):
    """The network's score of each choice, whose rows of the table are a row of `rows`; whole numbers without limit."""
    hidden = np.maximum(table.astype(object)[rows].sum(axis=1), 0)
    second = np.maximum(hidden @ weights.astype(object).T + bias.astype(object) * SCALE, 0)
    return ((second // SCALE) @ output.astype(object) / SCALE**2).astype(float)


def probabilities(view, found, temper):
    """The probability of each card by its index, from the scores of the choices."""
    weights = np.exp(temper * (found - found.max()))
    chances = np.zeros(64)
    for cards, weight in zip(Scene(view).classes(), weights / weights.sum(), strict=True):
        shares = np.array([HIGHER**i for i in range(len(cards))])
        for card, share in zip(cards, shares / shares.sum(), strict=True):
            chances[index(card)] = weight * share
    return chances


def worlds(view):
    """All worlds of a view, in which each card may be where it is: the next hand, the one after it, the discards."""
    scene = Scene(view)
    played = {scene.one: scene.place == 2, scene.two: scene.place >= 1}
    lengths = {seat: len(scene.hand) - played[seat] for seat in (scene.one, scene.two)}
    found = []
    for one in combinations(sorted(scene.out), lengths[scene.one]):
        for two in combinations(sorted(scene.out - set(one)), lengths[scene.two]):
            away = scene.out - set(one) - set(two)
            hands = {scene.one: set(one), scene.two: set(two)}
            if all(_may_hold(scene, seat, held, away) for seat, held in hands.items()):
                found.append((bits(one), bits(two), bits(away)))
    return found


def _may_hold(scene, seat, held, away):
    """Its known cards are there; no other is of a suit that it has shown out of, or barred."""
    known = scene.known[seat] & scene.out
    return known <= held and all(
        card in known or (card[0] not in scene.void[seat] and card not in scene.barred[seat]) for card in held
    )


def game_of(view, world):
    """A world of a view as a game; what the others know is nothing."""
    game = np.zeros(1, dtype=GAME)
    seat = int(view["seat"])
    one, two = (seat + 1) % 3, (seat + 2) % 3
    game["hand"][0, seat], game["hand"][0, one], game["hand"][0, two] = int(view["hand"]), world[0], world[1]
    game["discarded"] = world[2] | int(view["discarded"])
    for field in ("table", "trump", "void", "won", "contract"):
        game[field][0] = view[field]
    for field in ("known", "barred"):
        game[field][0, seat, one], game[field][0, seat, two] = view[field]
    game["leader"] = (seat - np.count_nonzero(view["table"])) % 3
    return game


def rollout_value(view, play_out, inner, company, card):
    """The mean and the standard deviation of the tricks to come after a card, over all worlds and kinds of players.

    play_out(policies, game, card): the tricks of the three seats.
    """
    seat, found = int(view["seat"]), []
    for world in worlds(view):
        game = game_of(view, world)
        for one, two in product(company, repeat=2):
            policies = [inner] * 3
            policies[(seat + 1) % 3], policies[(seat + 2) % 3] = one, two
            found.append(play_out(tuple(policies), game, card)[seat])
    return np.mean(found), np.std(found)
