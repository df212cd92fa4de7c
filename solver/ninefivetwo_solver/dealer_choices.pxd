"""A model of the dealer's call and discard, based on fitted tables of the worth of suits.

The worth of a hand is the sum of the worths of its suits. One table gives the worth of the main suit, which is the
trump suit, or the longest suit at no-trump. Another gives the worth of the other suits, depending on the length of the
main suit. The tables are in ninefivetwo.think.models.exchange.

A model dealer discards the lowest cards of each suit. The number from each suit is random: the probability of a discard
is proportional to exp(worth of the cards kept / scale). With probability `slip` the dealer discards random cards
instead.
"""
from libc.math cimport exp, log
from libc.stdint cimport int64_t

from ninefivetwo_solver.arguments cimport NO_TRUMP
from ninefivetwo_solver.cardset cimport LANE, LANE_BITS, LANES, cards_t, count, lowest
from ninefivetwo_solver.random cimport Random, random_unit

cdef enum:
    MOST_DISCARDED = 8
    MOST_WAYS_TO_DISCARD = 165     # number of ways to split eight cards among four suits
    USUAL_LENGTH = 6               # length of the main suit at which `by_length` has no effect

cdef struct Worths:                # tables of worths in tricks, each indexed by the cards of a suit
    const double* main
    const double* side
    const double* by_length        # added to `side` for each card of the main suit beyond the usual length
    const double* lengths          # at no-trump, the main suit is the suit with the largest value here
    const double* high_cards       # added to the fitted worth of the cards kept in each suit; NULL: nothing is added

cdef struct Discards:              # all possible discards of a dealer, each made of the lowest cards of the suits
    cards_t cards[MOST_WAYS_TO_DISCARD]
    double chance[MOST_WAYS_TO_DISCARD]     # 0 if impossible
    double allowed                          # total chance of the discards that agree with the cards seen


cdef inline int main_suit(const Worths* worths, int trump, const int* lanes) noexcept nogil:
    cdef int suit, found = 0
    if trump != NO_TRUMP:
        return trump
    for suit in range(1, LANES):
        if worths.lengths[lanes[suit]] > worths.lengths[lanes[found]]:
            found = suit
    return found


cdef inline double hand_worth(const Worths* worths, int trump, const int* lanes) noexcept nogil:
    cdef int suit, main = main_suit(worths, trump, lanes)
    cdef double side = 0, by_length = 0, high_cards = 0
    for suit in range(LANES):
        if suit != main:
            side += worths.side[lanes[suit]]
            by_length += worths.by_length[lanes[suit]]
        if worths.high_cards != NULL:
            high_cards += worths.high_cards[lanes[suit]]
    return worths.main[lanes[main]] + side + (count(lanes[main]) - USUAL_LENGTH) * by_length + high_cards


cdef inline void suits_of(cards_t cards, int* lanes) noexcept nogil:
    cdef int suit
    for suit in range(LANES):
        lanes[suit] = <int>(cards >> (LANE_BITS * suit) & LANE)


cdef inline double log_call_chance(const Worths* by_trump, cards_t held, int called) noexcept nogil:
    """Return the logarithm of the probability of a call.

    `by_trump` has an entry for each denomination; its `main` is NULL if the denomination may not be called.
    """
    cdef int lanes[LANES]
    cdef double worth[NO_TRUMP + 1]
    cdef double top = -1e300, total = 0
    cdef int trump
    suits_of(held, lanes)
    for trump in range(NO_TRUMP + 1):
        if by_trump[trump].main != NULL:
            worth[trump] = hand_worth(&by_trump[trump], trump, lanes)
            top = max(top, worth[trump])
    for trump in range(NO_TRUMP + 1):
        if by_trump[trump].main != NULL:
            total += exp(worth[trump] - top)
    return worth[called] - top - log(total)


cdef inline void list_discards(
    const Worths* worths, int trump, cards_t held, const int64_t[:, ::1] ways, cards_t movable, cards_t must, Discards* found
) noexcept nogil:
    """Fill `found` with the chance of each possible discard from `held`.

    A discard has chance 0 unless it contains all cards of `must` and apart from them only cards of `movable`.
    """
    cdef cards_t low[LANES][MOST_DISCARDED + 1]     # [suit][k]: the k lowest cards of the suit
    cdef int length[LANES]
    cdef int lanes[LANES]
    cdef int suit, k
    cdef Py_ssize_t i
    cdef cards_t rest
    cdef double top = -1e300, total = 0
    for suit in range(LANES):
        rest = held & <cards_t>LANE << (LANE_BITS * suit)
        length[suit] = count(rest)
        low[suit][0] = 0
        for k in range(1, MOST_DISCARDED + 1):
            low[suit][k] = low[suit][k - 1] | lowest(rest)
            rest &= ~lowest(rest)
    for i in range(ways.shape[0]):
        found.cards[i] = 0
        for suit in range(LANES):
            if ways[i, suit] > length[suit]:
                break
            found.cards[i] |= low[suit][ways[i, suit]]
        else:
            suits_of(held & ~found.cards[i], lanes)
            found.chance[i] = hand_worth(worths, trump, lanes)
            top = max(top, found.chance[i])
            continue
        found.chance[i] = -1e300
    found.allowed = 0
    for i in range(ways.shape[0]):
        found.chance[i] = exp(found.chance[i] - top)
        total += found.chance[i]
    for i in range(ways.shape[0]):
        if must & ~found.cards[i] or found.cards[i] & ~(must | movable):
            found.chance[i] = 0
        found.chance[i] /= total
        found.allowed += found.chance[i]


cdef inline double choices(int cards, int number) noexcept nogil:
    """Return the number of ways to choose `number` of the cards."""
    cdef double found = 1
    cdef int i
    for i in range(number):
        found *= <double>(cards - i) / (i + 1)
    return found


cdef inline cards_t any_of(cards_t cards, int number, Random* random) noexcept nogil:
    """Draw `number` of the cards uniformly."""
    cdef cards_t found = 0, card
    cdef int left = count(cards)
    while number:
        card = lowest(cards)
        if random_unit(random) * left < number:
            found |= card
            number -= 1
        cards &= ~card
        left -= 1
    return found


cdef inline double redraw(
    const Discards* model, Py_ssize_t ways, double slip, cards_t held, cards_t movable, cards_t must, cards_t* discarded,
    Random* random
) noexcept nogil:
    """Draw a discard from those that the model allows, and return the mean of their probabilities.

    If the mean is 0, which is possible only with a slip of 0, the discard stays as it is.
    """
    cdef int number = count(discarded[0])
    cdef double allowed = choices(count(movable), number - count(must))
    cdef double any_cards = slip / choices(count(held), number), by_model = (1 - slip) * model.allowed
    cdef double at = random_unit(random) * (by_model + any_cards * allowed)
    cdef Py_ssize_t i, last = -1
    if at < by_model:
        for i in range(ways):
            if model.chance[i] > 0:
                last = i
                at -= (1 - slip) * model.chance[i]
                if at < 0:
                    break
        if last >= 0:
            discarded[0] = model.cards[last]
    elif any_cards > 0:
        discarded[0] = must | any_of(movable, number - count(must), random)
    return by_model / allowed + any_cards
