"""The Python interface of the playouts, which take arrays of deals in play or views and return cards and tricks.

Card sets and card indices have the same form as in engine.pyx. Seats are 0 (the dealer), 1, 2 clockwise. Work can be
split between rows in any way: the random numbers of a row depend only on the row, the seed and `first` + the row's
index. Every argument is checked once; a ValueError names the fault and the row. Playouts run without the GIL.
"""
from libc.math cimport exp, log
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint64_t
from libc.string cimport memcpy, memset

import os

import numpy as np

from ninefivetwo_solver import PATH_VARIABLE, PathError
from ninefivetwo_solver.cardset cimport LANE_BITS, LANES, RANKS, cards_t, count, low_index, lowest
from ninefivetwo_solver.in_play cimport Game, View, choices, legal_cards, play, see, seat_to_play
from ninefivetwo_solver cimport in_play, network as model
from ninefivetwo_solver.policies cimport (
    BEGINNER, LEARNED, MOST_COMPANY, PLAIN, ROLLOUT, WORTHS, Rules, chosen, opinions, play_to_end, score_tricks,
    uncounted_card,
)
from ninefivetwo_solver.plain_rules cimport plain_card
from ninefivetwo_solver.playout_rows cimport check_game, check_seen, check_view, refuse
from ninefivetwo_solver.policy_features cimport (
    OF_CHOICE, OF_VIEW, Scene, Suit, card_rows, context_rows, set_scene, set_suit,
)
from ninefivetwo_solver.random cimport Random, random_for, random_unit
from ninefivetwo_solver.unseen cimport Unseen, prepare

CHOICES = in_play.CHOICES       #: number of columns in arrays that have a column for each choice
SCALE = model.SCALE             #: scale of the learned policy's weights
SCORE_TRICKS = score_tricks()   #: value, in tricks, of a difference of 1 between a policy's scores
NO_CHOICE = 255                 #: fills the unused places of an array of cards
LINE = 3 * CHOICES              #: maximum number of cards in a deal in play

#: A deal in play, with all cards known.
GAME = np.dtype([
    ("hand", "u8", (3,)),           # current hands, by seat, excluding the cards on the table
    ("discarded", "u8"),            # cards discarded by the dealer, known to the dealer
    ("table", "u8", (2,)),          # the cards of the trick in progress, each as a set; 0: none
    ("known", "u8", (3, 3)),        # [i, j]: cards that seat i knows to be held by seat j; may include played cards
    ("barred", "u8", (3, 3)),       # [i, j]: cards that seat i knows not to be held by seat j
    ("trump", "i1"),                # a suit, or 4 for no-trump
    ("leader", "i1"),               # the seat that leads the next trick, or that led the trick in progress
    ("void", "u1", (3,)),           # suits in which each seat has shown a void, one bit each
    ("won", "i1", (3,)),            # tricks
    ("contract", "i1", (3,)),       # tricks
], align=True)

#: A deal as the seat to play sees it. The entries for the other two seats start with the next seat to play.
VIEW = np.dtype([
    ("hand", "u8"),
    ("out", "u8"),                  # unseen cards: held or discarded by another seat
    ("discarded", "u8"),            # cards discarded by the seat itself
    ("table", "u8", (2,)),
    ("known", "u8", (2,)),          # cards that each other seat is known to hold
    ("barred", "u8", (2,)),         # cards that each other seat is known not to hold
    ("seat", "i1"),
    ("trump", "i1"),
    ("void", "u1", (3,)),           # suits in which each seat has shown a void, as in GAME
    ("won", "i1", (3,)),
    ("contract", "i1", (3,)),
], align=True)

_NAMES = (
    "place", "tricks", "own trumps", "trumps out", "needed", "needed by one", "needed by two", "top trumps",
    "voids of one", "voids of two", "winners", "longest suit", "voids", "trick so far", "winner so far",
    "kind", "kind by seat", "kind by tricks", "above", "below", "lengths", "length by place", "tops", "tops by place",
    "place in suit", "rank", "answers", "threats", "known cards", "makes a void", "trumps on lead", "takes by winner",
    "lower takers", "entries", "guards", "cards out",
)
CONTEXT = OF_VIEW                   #: number of FEATURES of the view; the remaining features belong to a choice


def _features():
    """Return the name and the number of values of each feature, in the order of policy_features.pxd."""
    cdef int16_t row[OF_VIEW + OF_CHOICE]
    cdef int16_t size[OF_VIEW + OF_CHOICE]
    cdef Scene scene
    cdef Suit suit
    cdef View seen
    cdef int first
    memset(&seen, 0, sizeof(View))
    seen.hand = 1
    set_scene(&scene, &seen)
    first = context_rows(row, size, &scene, &seen)
    set_suit(&suit, &scene, &seen, 0)
    card_rows(row + OF_VIEW, size + OF_VIEW, first, &scene, &suit, &seen, 1)
    return tuple((name, size[i]) for i, name in zip(range(OF_VIEW + OF_CHOICE), _NAMES, strict=True))


#: The features of the learned policy (policy_features.pxd), each with its name and number of values.
FEATURES = _features()
ROWS = sum(values for _, values in FEATURES)    #: rows of the learned policy's table


cdef class Policy:
    """A way to choose a card from a view; made by `plain`, `beginner`, `learned`, `sampled` or `rollout`.

    Any number of threads may use a policy.
    """

    def __init__(self):
        raise TypeError("a policy is made by Policy.plain, Policy.beginner, Policy.learned or Policy.rollout")

    @staticmethod
    def plain() -> Policy:
        """Return the policy of the plain rules (plain_rules.pxd)."""
        cdef Policy found = Policy.__new__(Policy)
        found.rules.kind = PLAIN
        return found

    @staticmethod
    def beginner(double slip) -> Policy:
        """Return the policy of the plain rules for a player who counts no cards.

        A share `slip`, 0 to 1, of the cards played are random legal cards.
        """
        cdef Policy found = Policy.__new__(Policy)
        if not 0 <= slip <= 1:
            raise ValueError(f"slip {slip} (expected 0 to 1)")
        found.rules.kind = BEGINNER
        found.rules.slip = slip
        return found

    @staticmethod
    def learned(int hidden, int second, weights, double tricks=SCORE_TRICKS) -> Policy:
        """Return the policy of the learned model (network.pxd).

        `weights` is one row of 16-bit integers: the table [ROWS, hidden], the second layer's weights [second, hidden],
        its bias [second] and the output weights [second]. `tricks` is the value in tricks of a score difference of 1.
        The probability of a card is proportional to exp(value / SCORE_TRICKS), where `value` is the card's in tricks.

        Raises ValueError if a size is wrong, if a sum of weights could overflow, or if `tricks` is not above 0 and at
        most 1.
        """
        cdef Policy found = Policy.__new__(Policy)
        if hidden % 16 or not 0 < hidden <= model.MOST_HIDDEN:
            raise ValueError(f"{hidden} hidden units (expected a multiple of 16 up to {model.MOST_HIDDEN})")
        if not 0 < second <= model.MOST_SECOND:
            raise ValueError(f"{second} units of the second layer (expected 1 to {model.MOST_SECOND})")
        if not 0 < tricks <= 1:
            raise ValueError(f"a score worth {tricks} tricks (expected above 0, up to 1)")
        kept = np.array(weights, dtype=np.int16, order="C")     # a private copy, which the caller cannot change
        expected = ROWS * hidden + second * hidden + 2 * second
        if kept.shape != (expected,):
            raise ValueError(f"weights of shape {kept.shape} (expected {expected} in a row)")
        _check_sums(kept[:ROWS * hidden].reshape(ROWS, hidden), kept[ROWS * hidden:-2 * second].reshape(second, hidden))
        found.rules.kind, found.rules.unit = LEARNED, tricks / SCORE_TRICKS
        found._set_network(hidden, second, kept)
        return found

    cdef _set_network(self, int hidden, int second, flat):
        """Lay out the weights in the order that network.h reads."""
        cdef const int16_t[::1] weights
        cdef const int32_t[::1] units
        filled = (second + 7) // 8 * 8
        table, rest = flat[:ROWS * hidden], flat[ROWS * hidden:]
        pairs = np.zeros((hidden // 2, filled, 2), dtype=np.int16)
        pairs[:, :second] = rest[:second * hidden].reshape(second, hidden // 2, 2).transpose(1, 0, 2)
        last = np.zeros((2, filled), dtype=np.int32)
        last[:, :second] = rest[second * hidden:].reshape(2, second)
        last[0] *= SCALE
        first = np.concatenate([table, pairs.ravel()])
        weights, units = first, last.ravel()
        self.kept = first, last
        self.rules.network.hidden, self.rules.network.second = hidden, filled
        self.rules.network.table, self.rules.network.weights = &weights[0], &weights[ROWS * hidden]
        self.rules.network.bias, self.rules.network.output = &units[0], &units[filled]

    def sampled(self, double temper) -> Policy:
        """Return a policy that draws cards with this learned policy's probabilities at `temper` (see `probabilities`).

        Raises ValueError if this policy is not learned, or if `temper` is not above 0 and at most 1000.
        """
        cdef Policy found = Policy.__new__(Policy)
        if self.rules.kind != LEARNED:
            raise ValueError("a policy that has no probabilities of cards (expected a learned one)")
        if not 0 < temper <= 1000:
            raise ValueError(f"temper {temper} (expected above 0, up to 1000)")
        found.kept, found.rules = self, self.rules
        found.rules.noise = 1 / temper
        return found

    @staticmethod
    def rollout(Policy inner not None, int worlds, company=(), int prior=0, worth=None) -> Policy:
        """Return a policy that plays out each choice in `worlds` uniformly drawn worlds and takes the best mean.

        `inner` is the policy of the seat in the playouts. The other seats' policies are drawn from `company` in each
        world; if `company` is empty, these seats play by `inner`. `prior` is the weight of a learned inner policy's
        scores, as a number of worlds. `worth` is a table of the value of each outcome to the seat, with a row for each
        number of the seat's tricks in the whole deal (0 to 16) and a column for each number of the next seat's tricks.
        If `worth` is None, the value of an outcome is the seat's number of tricks.
        """
        cdef Policy found = Policy.__new__(Policy)
        cdef const double[:, ::1] table
        others = tuple(company) or (inner,)
        if worlds < 1:
            raise ValueError(f"{worlds} worlds (expected 1 or more)")
        if len(others) > MOST_COMPANY or not all(isinstance(policy, Policy) for policy in others):
            raise ValueError(f"company {others!r} (expected at most {MOST_COMPANY} policies)")
        if prior < 0 or prior and inner.rules.kind != LEARNED:
            raise ValueError(f"prior {prior} (expected 0 or more, and 0 unless the inner policy is a learned one)")
        if worth is not None:
            worth = np.array(worth, dtype=float, order="C")     # a private copy, which the caller cannot change
            if worth.shape != (WORTHS, WORTHS) or not np.isfinite(worth).all():
                raise ValueError(f"worth of shape {worth.shape} (expected {WORTHS} x {WORTHS} numbers, all finite)")
            table = worth
            found.rules.worth = &table[0, 0]
        found.kept = inner, others, worth
        found.rules.kind = ROLLOUT
        found.rules.worlds = worlds
        found.rules.prior = prior
        found.rules.inner = &inner.rules
        found.rules.kinds = len(others)
        for i in range(len(others)):
            found.rules.company[i] = &(<Policy>others[i]).rules
        return found


def _check_sums(table, weights):
    """Raise ValueError if a sum of a unit's weights could overflow for some features."""
    most, at = np.zeros(table.shape[1], dtype=np.int64), 0
    for _, values in FEATURES:
        most += np.abs(table[at:at + values].astype(np.int64)).max(axis=0)
        at += values
    if most.max() > 32767:
        raise ValueError(f"weights of the table that may sum to {most.max()} (expected at most 32767)")
    sums = np.abs(weights.astype(np.int64)) @ most + 32768 * SCALE
    if sums.max() > 2**31 - 1:
        raise ValueError(f"weights of the second layer that may sum to {sums.max()} (expected below 2**31)")


cdef const uint8_t[:, ::1] rows_in(array, dtype, name):
    """Return the rows of a structured array as bytes."""
    if not isinstance(array, np.ndarray) or array.dtype != dtype or array.ndim != 1:
        raise ValueError(f"{name}: not an array of one dimension of the dtype {name.upper()}")
    array = np.require(array, requirements=["C", "A"])
    return array.view(np.uint8).reshape(len(array), dtype.itemsize)


cdef const Game* games_in(const uint8_t[:, ::1] rows, int more=0) except? NULL:
    """Return the deals of an array after checking them."""
    cdef int i
    for i in range(rows.shape[0]):
        check_game(i, <const Game*>&rows[i, 0], more)
        check_seen(i, <const Game*>&rows[i, 0])
    return <const Game*>&rows[0, 0] if rows.shape[0] else NULL


cdef const View* views_in(const uint8_t[:, ::1] rows) except? NULL:
    """Return the views of an array after checking them."""
    cdef int i
    for i in range(rows.shape[0]):
        check_view(i, <const View*>&rows[i, 0])
    return <const View*>&rows[0, 0] if rows.shape[0] else NULL


cdef int check_worlds(const View* views, int number) except -1:
    """Raise ValueError if no world fits a view; rollouts need a world."""
    cdef Unseen unseen
    cdef int i
    for i in range(number):
        if not prepare(&unseen, &views[i]):
            refuse(i, "no world fits the view (the cards not seen do not fill the other hands as they may)")
    return 0


def view(games):
    """Return the view of each deal for the seat to play, as a VIEW array of shape (n,)."""
    cdef const uint8_t[:, ::1] rows = rows_in(games, GAME, "game")
    cdef const Game* game = games_in(rows)
    cdef int i
    found = np.zeros(rows.shape[0], dtype=VIEW)
    cdef uint8_t[:, ::1] seen = found.view(np.uint8).reshape(len(found), VIEW.itemsize)
    for i in range(rows.shape[0]):
        see(&game[i], <View*>&seen[i, 0])
    return found


def paths() -> tuple[str, ...]:
    """Return the arithmetic paths of the learned policy that this processor supports (network.h), fastest first."""
    return tuple(model.paths[i].name.decode() for i in range(model.PATHS) if model.can(model.paths[i].name))


def path() -> str:
    """Return the name of the arithmetic path in use."""
    for i in range(model.PATHS):
        if model.paths[i].scores == model.scores_used:
            return model.paths[i].name.decode()
    raise AssertionError("a path that is none of them")


def use_path(str name not None) -> None:
    """Switch to another arithmetic path in every thread; all paths give the same numbers. Raises PathError."""
    if name not in paths():
        raise PathError(f"no path {name!r} (expected one that this processor has: {', '.join(paths())})")
    for i in range(model.PATHS):
        if model.paths[i].name.decode() == name:
            model.scores_used = model.paths[i].scores


use_path(os.environ.get(PATH_VARIABLE) or paths()[0])


def choose(Policy policy not None, views, uint64_t seed=0, uint64_t first=0):
    """Return the card that the policy plays from each view, as uint8 of shape (n,)."""
    cdef const uint8_t[:, ::1] rows = rows_in(views, VIEW, "view")
    cdef const View* seen = views_in(rows)
    cdef Random random
    cdef int i
    found = np.empty(rows.shape[0], dtype=np.uint8)
    cdef uint8_t[::1] cards = found
    if policy.rules.kind == ROLLOUT:
        check_worlds(seen, rows.shape[0])
    with nogil:
        for i in range(rows.shape[0]):
            random = random_for(seed, first + i)
            cards[i] = low_index(chosen(&policy.rules, &seen[i], &random))
    return found


def features(views):
    """Return the choices of each view, and the table rows of the learned policy for each choice.

    The choices are cards as uint8 of shape (n, CHOICES), ascending and padded with NO_CHOICE. The table rows are int16
    of shape (n, CHOICES, len(FEATURES)), padded with -1.
    """
    cdef const uint8_t[:, ::1] rows = rows_in(views, VIEW, "view")
    cdef const View* seen = views_in(rows)
    cdef cards_t found[in_play.CHOICES]
    cdef int16_t of_view[OF_VIEW]
    cdef int16_t of_choices[in_play.CHOICES * OF_CHOICE]
    cdef int i, j, k, number
    all_cards = np.full((rows.shape[0], CHOICES), NO_CHOICE, dtype=np.uint8)
    all_rows = np.full((rows.shape[0], CHOICES, len(FEATURES)), -1, dtype=np.int16)
    cdef uint8_t[:, ::1] cards = all_cards
    cdef int16_t[:, :, ::1] table = all_rows
    with nogil:
        for i in range(rows.shape[0]):
            number = choices(&seen[i], found)
            model.rows_of_choices(&seen[i], found, number, of_view, of_choices)
            for j in range(number):
                cards[i, j] = low_index(found[j])
                for k in range(OF_VIEW):
                    table[i, j, k] = of_view[k]
                for k in range(OF_CHOICE):
                    table[i, j, OF_VIEW + k] = of_choices[j * OF_CHOICE + k]
    return all_cards, all_rows


cdef int class_of(const cards_t* found, int number, cards_t card) noexcept nogil:
    """Return the index of the choice that represents a legal card: the last choice that is not above the card."""
    cdef int i = number - 1
    while i > 0 and found[i] > card:
        i -= 1
    return i


cdef double HIGHER = 0.2        # chance of a touching card relative to the next lower one; most people play the lowest


cdef void chances(const Rules* rules, const View* seen, double temper, double* found) noexcept nogil:
    """Compute the probability of each legal card, by the card's index."""
    cdef cards_t cards[in_play.CHOICES]
    cdef cards_t legal = legal_cards(seen.hand, seen.table), left
    cdef double values[in_play.CHOICES]
    cdef double top, sum = 0
    cdef double members[in_play.CHOICES]    # total weight of the cards of each class
    cdef double weights[in_play.CHOICES]    # weight of the next card to be counted in each class
    cdef int number, i
    if rules.kind == PLAIN:
        found[low_index(plain_card(seen))] = 1
        return
    if rules.kind == BEGINNER:
        left = legal
        while left:
            found[low_index(left)] = rules.slip / count(legal)
            left &= left - 1
        found[low_index(uncounted_card(seen))] += 1 - rules.slip
        return
    number = choices(seen, cards)
    values[0] = 0
    if number > 1:
        opinions(rules, seen, cards, number, values)
    top = values[0]
    for i in range(number):
        top = max(top, values[i])
        members[i] = 0
        weights[i] = 1
    for i in range(number):
        values[i] = exp(temper * (values[i] - top))
        sum += values[i]
    left = legal
    while left:
        i = class_of(cards, number, lowest(left))
        members[i] += weights[i]
        weights[i] *= HIGHER
        left &= left - 1
    for i in range(number):
        weights[i] = values[i] / sum / members[i]
    left = legal
    while left:
        i = class_of(cards, number, lowest(left))
        found[low_index(left)] = weights[i]
        weights[i] *= HIGHER
        left &= left - 1


cdef check_chances(Policy policy, double temper):
    if policy.rules.kind == ROLLOUT:
        raise ValueError("a policy by rollouts has no probabilities of cards (expected plain, beginner or learned)")
    if not 0 <= temper <= 1000:
        raise ValueError(f"temper {temper} (expected 0, for all choices alike, to 1000)")


def probabilities(Policy policy not None, views, double temper=1.0):
    """Return the policy's probability of each card by its index, as float64 of shape (n, 64); 0 for an illegal card.

    `temper` is the exponent of the learned policy's probabilities; values below 1 make the probabilities more even. In
    a group of touching cards, each card is a fifth as likely as the card below it. The plain rules give their card
    probability 1. `temper` has no effect on a beginner. Raises ValueError for a rollout policy.
    """
    check_chances(policy, temper)
    cdef const uint8_t[:, ::1] rows = rows_in(views, VIEW, "view")
    cdef const View* seen = views_in(rows)
    cdef int i
    found = np.zeros((rows.shape[0], LANES * LANE_BITS))
    cdef double[:, ::1] table = found
    with nogil:
        for i in range(rows.shape[0]):
            chances(&policy.rules, &seen[i], temper, &table[i, 0])
    return found


cdef int rules_of(policies, const Rules** seats) except -1:
    """Fill `seats` with the policies of the three seats."""
    if len(policies) != 3 or not all(isinstance(policy, Policy) for policy in policies):
        raise ValueError(f"{policies!r} (expected three policies)")
    for i in range(3):
        seats[i] = &(<Policy>policies[i]).rules
    return 0


def play_out(policies, games, uint64_t seed=0, uint64_t first=0, cards=None, discards=None):
    """Return the tricks that each seat still wins, including the trick in progress, when each seat plays by its policy.

    Candidates are either `cards`, uint8 of shape (c,), which the seat to play plays first, or `discards`, uint64 of
    shape (c,), which the dealer discards first from a hand with the additional cards. All candidates of a deal are
    played out with the same random numbers. The result is int8 of shape (n, c, 3), or (n, 3) without candidates.
    """
    cdef const Rules* seats[3]
    rules_of(policies, seats)
    if cards is not None and discards is not None:
        raise ValueError("both cards and discards (expected one kind of candidates)")
    cdef const uint8_t[:, ::1] rows = rows_in(games, GAME, "game")
    cdef const cards_t[::1] candidates = candidates_of(cards, discards)
    cdef int i, j, more = count(candidates[0]) if discards is not None else 0
    cdef const Game* game = games_in(rows, more)
    cdef bint plays = cards is not None, throws = discards is not None
    if throws:
        check_discards(game, rows.shape[0], candidates, more)
    elif plays:
        check_cards(game, rows.shape[0], candidates)
    found = np.empty((rows.shape[0], len(candidates), 3), dtype=np.int8)
    cdef int8_t[:, :, ::1] tricks = found
    cdef Game now
    cdef Random random
    with nogil:
        for i in range(rows.shape[0]):
            for j in range(candidates.shape[0]):
                now, random = game[i], random_for(seed, first + i)
                if throws:
                    now.hand[0] ^= candidates[j]
                    now.discarded |= candidates[j]
                elif plays:
                    play(&now, candidates[j])
                play_to_end(seats, &now, &random)
                won_since(&game[i], &now, &tricks[i, j, 0])
    return found if plays or throws else found[:, 0]


def play_lines(policies, games, cards=None, uint64_t seed=0, uint64_t first=0):
    """Return the cards of each deal in the order played, when each seat plays by its policy.

    `cards`, uint8 of shape (c,), has candidate first cards for the seat to play. The result is uint8 of shape (n, c,
    LINE), or (n, LINE) without candidates, padded with NO_CHOICE. With equal arguments, `play_out` plays the deals in
    the same way.
    """
    cdef const Rules* seats[3]
    rules_of(policies, seats)
    cdef const uint8_t[:, ::1] rows = rows_in(games, GAME, "game")
    cdef const cards_t[::1] candidates = candidates_of(cards, None)
    cdef const Game* game = games_in(rows)
    cdef bint plays = cards is not None
    if plays:
        check_cards(game, rows.shape[0], candidates)
    found = np.full((rows.shape[0], len(candidates), LINE), NO_CHOICE, dtype=np.uint8)
    cdef uint8_t[:, :, ::1] lines = found
    cdef Game now
    cdef Random random
    cdef int i, j
    with nogil:
        for i in range(rows.shape[0]):
            for j in range(candidates.shape[0]):
                now, random = game[i], random_for(seed, first + i)
                if plays:
                    lines[i, j, 0] = low_index(candidates[j])
                    play(&now, candidates[j])
                line_to_end(seats, &now, &random, &lines[i, j, 1 if plays else 0])
    return found if plays else found[:, 0]


cdef void line_to_end(const Rules** seats, Game* game, Random* random, uint8_t* line) noexcept nogil:
    """Play a deal to its end, each seat by its policy, and store the cards in `line`."""
    cdef View seen
    cdef cards_t card
    cdef int number = 0
    while game.hand[0] | game.hand[1] | game.hand[2]:
        see(game, &seen)
        card = chosen(seats[seen.seat], &seen, random)
        line[number] = low_index(card)
        number += 1
        play(game, card)


cdef void won_since(const Game* before, const Game* now, int8_t* tricks) noexcept nogil:
    """Compute the tricks that each seat has won between two states of a deal."""
    cdef int seat
    for seat in range(3):
        tricks[seat] = now.won[seat] - before.won[seat]


cdef candidates_of(cards, discards):
    """Return the candidates as card sets; without candidates, return a placeholder."""
    if cards is not None:
        found = np.asarray(cards)
        if found.ndim != 1 or not len(found) or found.dtype.kind not in "iu":
            raise ValueError("cards: not one row of indices of cards")
        for card in found.tolist():
            if not (0 <= card < LANES * LANE_BITS and card % LANE_BITS < RANKS):
                raise ValueError(f"cards: {card} is no index of a card (expected 16 times the suit plus the rank)")
        return np.uint64(1) << found.astype(np.uint64)
    if discards is not None:
        found = np.ascontiguousarray(discards, dtype=np.uint64)
        if found.ndim != 1 or not len(found):
            raise ValueError("discards: not one row of sets of cards")
        return found
    return np.zeros(1, dtype=np.uint64)


cdef int check_cards(const Game* game, int number, const cards_t[::1] candidates) except -1:
    cdef int i, j
    for i in range(number):
        for j in range(candidates.shape[0]):
            if not legal_cards(game[i].hand[seat_to_play(&game[i])], game[i].table) & candidates[j]:
                refuse(i, f"card {low_index(candidates[j])} is not legal for seat {seat_to_play(&game[i])}")
    return 0


cdef int check_discards(const Game* game, int number, const cards_t[::1] candidates, int more) except -1:
    cdef int i, j
    for j in range(candidates.shape[0]):
        if count(candidates[j]) != more:
            raise ValueError(f"discards of {more} and of {count(candidates[j])} cards (expected equally many)")
        for i in range(number):
            if candidates[j] & ~game[i].hand[0]:
                refuse(i, f"discard {j} has a card that the dealer does not hold")
    for i in range(number):
        if game[i].table[0]:
            refuse(i, "a card is on the table before the discard")
    return 0


def rows_of_play(policies, games, seats, learns, double random, uint64_t seed=0, uint64_t first=0):
    """Play deals out and return the outcome of each choice at every decision of the learning seats.

    `policies` has plain or learned policies, which draw no random numbers. `seats`, uint8 of shape (n, 3), has the
    index of each seat's policy in each deal. `learns`, bool of shape (n, 3), marks the learning seats. `random`, 0 to
    1, is the share of choices that are made at random.

    Returns three arrays with one row for each decision of a learning seat between several choices. The first array has
    the view, as VIEW of shape (m,). The second array has the tricks that the seat still wins after each choice, as int8
    of shape (m, CHOICES), in the order of `features` and padded with -1. The third array has the index of the deal, as
    int32 of shape (m,). After the choice, all seats follow their policies.
    """
    cdef const Rules* pool[MOST_POOL]
    cdef const Rules* three[3]
    pool_of(policies, pool)
    if not 0 <= random <= 1:
        raise ValueError(f"random {random} (expected 0 to 1)")
    cdef const uint8_t[:, ::1] rows = rows_in(games, GAME, "game")
    cdef const Game* game = games_in(rows)
    cdef const uint8_t[:, ::1] sits = by_seat(seats, rows.shape[0], len(policies), "seats")
    cdef const uint8_t[:, ::1] tells = by_seat(learns, rows.shape[0], 2, "learns")
    cdef int i, j, made = 0
    most = 1 + sum(count(game[i].hand[0] | game[i].hand[1] | game[i].hand[2]) for i in range(rows.shape[0]))
    all_views, all_values = np.zeros(most, dtype=VIEW), np.full((most, CHOICES), -1, dtype=np.int8)
    all_rows = np.empty(most, dtype=np.int32)
    cdef uint8_t[:, ::1] views = all_views.view(np.uint8).reshape(most, VIEW.itemsize)
    cdef int8_t[:, ::1] values = all_values
    cdef int32_t[::1] numbers = all_rows
    cdef Course course
    with nogil:
        for i in range(rows.shape[0]):
            for j in range(3):
                three[j] = pool[sits[i, j]]
            course.game, course.state, course.known = game[i], random_for(seed, first + i), False
            while course.game.hand[0] | course.game.hand[1] | course.game.hand[2]:
                numbers[made] = i
                made += is_row(three, &tells[i, 0], &course, random, <View*>&views[made, 0], &values[made, 0])
    return all_views[:made].copy(), all_values[:made].copy(), all_rows[:made].copy()


cdef enum:
    MOST_POOL = 256         # maximum number of policies in a pool, because a policy's number has eight bits

cdef struct Course:         # a deal that is being played
    Game game
    Random state
    bint known              # whether `won` has been computed
    int8_t won[3]           # tricks of each seat in the whole deal if all seats follow their policies


cdef int pool_of(policies, const Rules** pool) except -1:
    """Fill `pool` with the policies. Raises ValueError if a policy draws random numbers."""
    if not 0 < len(policies) <= MOST_POOL or not all(isinstance(policy, Policy) for policy in policies):
        raise ValueError(f"{policies!r} (expected 1 to {MOST_POOL} policies)")
    for i, policy in enumerate(policies):
        pool[i] = &(<Policy>policy).rules
        if pool[i].kind in (ROLLOUT, BEGINNER) or pool[i].noise > 0:
            raise ValueError(f"policy {i} leaves its cards to chance (expected plain or learned ones, not sampled)")
    return 0


cdef by_seat(table, int number, int below, name):
    """Return the checked table: a number for each deal and seat. Raises ValueError if a shape or number is wrong."""
    found = np.ascontiguousarray(table, dtype=np.uint8)
    if found.shape != (number, 3) or found.max(initial=0) >= below:
        raise ValueError(f"{name} of shape {found.shape} (expected {(number, 3)}, numbers below {below})")
    return found


cdef bint is_row(const Rules** seats, const uint8_t* learns, Course* course, double random, View* seen, int8_t* values
                 ) noexcept nogil:
    """Play one card. For a decision of a learning seat, fill in `seen` and `values`, and return True."""
    cdef cards_t cards[in_play.CHOICES]
    cdef cards_t own, card
    cdef Course tried, follows
    cdef int number, i
    see(&course.game, seen)
    number = choices(seen, cards)
    own = card = chosen(seats[seen.seat], seen, &course.state)
    if number > 1 and random_unit(&course.state) < random:
        card = cards[<int>(random_unit(&course.state) * number)]
    follows = course[0]
    follows.known = course.known and card == own
    play(&follows.game, card)
    if number > 1 and learns[seen.seat]:
        for i in range(number):
            tried = course[0]
            if not (tried.known and cards[i] == own):
                play(&tried.game, cards[i])
                play_to_end(seats, &tried.game, &tried.state)
                memcpy(tried.won, tried.game.won, sizeof(tried.won))
            values[i] = tried.won[seen.seat] - seen.won[seen.seat]
            if cards[i] == card:
                memcpy(follows.won, tried.won, sizeof(tried.won))
                follows.known = True
    course[0] = follows
    return number > 1 and learns[seen.seat]


def log_likelihood(Policy policy not None, games, int viewer, plays, double temper, double floor, double plain=0):
    """Return the log likelihood of the other seats' plays in each world, as float64 of shape (n,).

    `games` has one deal for each world, at the start of the play. `plays` has the cards played, as uint8, in the order
    played. Cards played by the seat `viewer` are ignored. In the model, a seat plays a random legal card with
    probability `floor`, the plain rules' card with probability `plain`, and otherwise a card drawn by the policy
    (`probabilities`). Forced cards are ignored.
    """
    check_chances(policy, temper)
    if not 0 <= viewer <= 2:
        raise ValueError(f"viewer {viewer} (expected 0 to 2)")
    if not (0 < floor <= 1 and 0 <= plain <= 1 - floor):
        raise ValueError(f"floor {floor}, plain {plain} (expected above 0, from 0, up to 1 in all)")
    cdef const uint8_t[:, ::1] rows = rows_in(games, GAME, "game")
    cdef const Game* game = games_in(rows)
    cdef const cards_t[::1] cards = candidates_of(plays, None) if len(plays) else np.zeros(0, dtype=np.uint64)
    cdef int i, wrong = -1
    found = np.zeros(rows.shape[0])
    cdef double[::1] sums = found
    with nogil:
        for i in range(rows.shape[0]):
            if not explained(&policy.rules, game[i], viewer, &cards[0] if cards.shape[0] else NULL, cards.shape[0],
                             temper, floor, plain, &sums[i]):
                wrong = i
                break
    if wrong >= 0:
        raise ValueError(f"row {wrong}: the cards played cannot be played in this deal")
    return found


cdef bint explained(const Rules* rules, Game game, int viewer, const cards_t* cards, int number, double temper,
                    double floor, double plain, double* sum) noexcept nogil:
    """Add up the log likelihoods of the cards in one world; return False if a card is illegal in that world."""
    cdef double table[64]       # probabilities, by card index
    cdef cards_t legal
    cdef double p
    cdef View seen
    cdef int i, seat
    for i in range(number):
        seat = seat_to_play(&game)
        legal = legal_cards(game.hand[seat], game.table)
        if not legal & cards[i]:
            return False
        if seat != viewer and legal & (legal - 1):
            see(&game, &seen)
            memset(table, 0, sizeof(table))
            chances(rules, &seen, temper, table)
            p = floor / count(legal) + (1 - floor - plain) * table[low_index(cards[i])]
            if plain > 0 and plain_card(&seen) == cards[i]:
                p += plain
            sum[0] += log(p)
        play(&game, cards[i])
    return True
