"""The plain rules of play, policy 0.

On lead draw trumps, cash high cards, else lead low.  In second hand play low, in third hand take the trick as cheaply
as possible.  Ruff if that takes the trick, else discard what is weakest.
"""
from ninefivetwo_solver.cardset cimport LANES, cards_t, count, highest, lane_mask, lowest
from ninefivetwo_solver.in_play cimport (
    View, best_on_table, lane_at, legal_cards, rank_of, trumps_of,
)

cdef enum:
    BEST_CONTRACT = 9       # tricks: whoever has to win so many leads trumps
    KING = 11
    QUEEN = 10
    KEPT_TRUMPS = 2         # so many are not led to find the others' high ones

cdef inline bint is_high(const View* view, cards_t card) noexcept nogil:
    """Can nobody else hold a higher card of its suit?"""
    return card > view.out & lane_mask(lane_at(card))

cdef inline cards_t plain_card(const View* view) noexcept nogil:
    """The card that the plain rules play."""
    cdef cards_t legal = legal_cards(view.hand, view.table)
    if not legal & (legal - 1):
        return legal
    return follow(view, legal) if view.table[0] else lead(view)

cdef inline cards_t lead(const View* view) noexcept nogil:
    """Draw trumps, cash high cards, else lead low from the longest suit."""
    cdef cards_t trumps = trumps_of(view.trump), own = view.hand & trumps, out = view.out & trumps, card
    cdef bint draw = own and out and (view.contract[view.seat] >= BEST_CONTRACT or count(own) > count(out))
    if draw and highest(own) > out:
        return highest(own)
    card = high_to_cash(view, trumps)
    if card:
        return card
    if draw and count(own) > KEPT_TRUMPS:
        return lowest(own)
    return low_lead(view, trumps)

cdef inline cards_t high_to_cash(const View* view, cards_t trumps) noexcept nogil:
    """The high card beside trumps of whose suit most cards are out: the more, the less likely is a ruff.  0: none."""
    cdef int lane, key, best = -1
    cdef cards_t own, found = 0
    for lane in range(LANES):
        own = view.hand & lane_mask(lane) & ~trumps
        if own and is_high(view, highest(own)):
            key = 16 * count(view.out & lane_mask(lane)) + rank_of(highest(own))
            if key > best:
                best, found = key, highest(own)
    return found

cdef inline cards_t low_lead(const View* view, cards_t trumps) noexcept nogil:
    """Low from the longest suit beside trumps; no queen or better if it can be helped."""
    cdef cards_t side = view.hand & ~trumps if view.hand & ~trumps else view.hand, own, found = 0
    cdef int lane, key, best = 1 << 16
    for lane in range(LANES):
        own = side & lane_mask(lane)
        if own:
            key = ((rank_of(lowest(own)) >= QUEEN) << 9) + 16 * (16 - count(own)) + rank_of(lowest(own))
            if key < best:
                best, found = key, lowest(own)
    return found

cdef inline cards_t follow(const View* view, cards_t legal) noexcept nogil:
    """Third hand takes the trick as cheaply as possible; second hand only with a high card or a ruff; else low."""
    cdef cards_t trumps = trumps_of(view.trump), best = best_on_table(view.table, trumps), takers
    takers = legal & lane_mask(lane_at(best)) & ~(2 * best - 1)
    if not best & trumps:
        takers |= legal & trumps
    if not view.table[1] and takers and lane_at(lowest(takers)) == lane_at(best):     # second hand, no ruff
        while takers and not is_high(view, lowest(takers)):
            takers &= takers - 1
    return lowest(takers) if takers else low(view, legal, trumps)

cdef inline cards_t low(const View* view, cards_t legal, cards_t trumps) noexcept nogil:
    """The least valuable card: no trump, no high card, no guard of a king or queen, of the rest the lowest."""
    cdef int lane, key, best = 1 << 16, top
    cdef cards_t own, card, found = 0
    cdef bint guards
    for lane in range(LANES):
        own = legal & lane_mask(lane)
        if not own:
            continue
        top = rank_of(highest(own))
        guards = (top == KING or top == QUEEN) and count(own) <= 13 - top
        card = lowest(own)
        while True:
            key = rank_of(card) + 64 * is_high(view, card) + 128 * (card & trumps != 0)
            key += 32 * (guards and card != highest(own))
            if key < best:
                best, found = key, card
            if not guards or card == highest(own):
                break
            card = highest(own)     # the one card of its suit that guards nothing
    return found
