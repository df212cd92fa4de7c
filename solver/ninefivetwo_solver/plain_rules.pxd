"""The plain rules of play, a simple rule-based policy.

On lead: draw trumps as the dealer, or with more trumps than are out. Once nobody else can ruff, set up the long suit.
Otherwise cash high cards. Otherwise lead low, preferably a suit that the dealer has to ruff. In trumps and in the long
suit lead the top of touching cards.

In second hand: play low, but take the trick with a high card while trumps are out, and with any card if the last hand
cannot take it. In third hand: take the trick as cheaply as possible. When void in the suit led: ruff if that takes the
trick, otherwise discard the least useful card, but keep a guarded king or queen and its guards.
"""
from ninefivetwo_solver.arguments cimport NO_TRUMP
from ninefivetwo_solver.cardset cimport LANES, cards_t, count, highest, lane_mask, lane_of, lowest, place_in_lane
from ninefivetwo_solver.in_play cimport View, above, after, best_on_table, legal_cards, shown_out, trumps_of

cdef enum:
    DEALER = 0
    QUEEN = 10
    KEPT_TRUMPS = 3         # a hand with at most this number of trumps does not lead trumps to draw higher trumps
    LONG = 3                # minimum length of a suit that is worth setting up

cdef inline bint may_hold(const View* view, int turns, int lane) noexcept nogil:
    """Return True if the seat `turns` places on may hold a card of a lane."""
    return view.out & lane_mask(lane) and not shown_out(view, after(view.seat, turns), lane)

cdef inline bint others_may_hold(const View* view, int lane) noexcept nogil:
    return may_hold(view, 1, lane) or may_hold(view, 2, lane)

cdef inline bint trumps_are_out(const View* view) noexcept nogil:
    """Return True if another hand may hold a trump."""
    return view.trump != NO_TRUMP and others_may_hold(view, view.trump)

cdef inline bint may_ruff(const View* view, int turns, int lane) noexcept nogil:
    """Return True if the seat `turns` places on has shown out of a lane and may hold a trump."""
    return (view.trump != NO_TRUMP and shown_out(view, after(view.seat, turns), lane)
            and may_hold(view, turns, view.trump))

cdef inline bint is_high(const View* view, cards_t card) noexcept nogil:
    """Return True if nobody else can hold a higher card of the suit."""
    return card > view.out & lane_mask(lane_of(card)) or not others_may_hold(view, lane_of(card))

cdef inline cards_t plain_card(const View* view) noexcept nogil:
    """Return the card that the plain rules play."""
    cdef cards_t legal = legal_cards(view.hand, view.table)
    if not legal & (legal - 1):
        return legal
    return follow(view, legal) if view.table[0] else lead(view)

cdef inline cards_t lead(const View* view) noexcept nogil:
    """Return the card to lead: draw trumps, set up the long suit if nobody can ruff, cash high cards, or lead low."""
    cdef cards_t trumps = trumps_of(view.trump), own = view.hand & trumps, card = 0
    cdef bint out = trumps_are_out(view)
    if own and out and (view.seat == DEALER or count(own) > count(view.out & trumps)):
        if is_high(view, highest(own)) or count(own) > KEPT_TRUMPS:
            return top_or_low(view, own)
    if not out:
        card = long_suit(view, trumps)
    if not card:
        card = high_to_cash(view, trumps)
    return card if card else low_lead(view, trumps)

cdef inline cards_t top_or_low(const View* view, cards_t own) noexcept nogil:
    """Return the highest of a suit's cards if it is high or touches the next card, else the lowest."""
    cdef cards_t top = highest(own), rest = own ^ top
    if is_high(view, top) or (rest and not view.out & (top - highest(rest))):
        return top
    return lowest(own)

cdef inline cards_t long_suit(const View* view, cards_t trumps) noexcept nogil:
    """Return a card of the best long side suit in which cards are out, or 0 if there is none.

    The best long suit has the largest surplus of own cards over cards that are out.
    """
    cdef int lane, key, best = -1
    cdef cards_t own, out, found = 0
    for lane in range(LANES):
        own, out = view.hand & lane_mask(lane) & ~trumps, view.out & lane_mask(lane)
        if count(own) >= LONG and out:
            key = 16 * (LANES * 4 + count(own) - count(out)) + place_in_lane(highest(own))
            if key > best:
                best, found = key, top_or_low(view, own)
    return found

cdef inline cards_t high_to_cash(const View* view, cards_t trumps) noexcept nogil:
    """Return a high side-suit card to cash, or 0 if there is none.

    The card is from the suit with the most cards out, in which a ruff is least likely.
    """
    cdef int lane, key, best = -1
    cdef cards_t own, found = 0
    for lane in range(LANES):
        own = view.hand & lane_mask(lane) & ~trumps
        if own and is_high(view, highest(own)):
            key = 16 * count(view.out & lane_mask(lane)) + place_in_lane(highest(own))
            if key > best:
                best, found = key, highest(own)
    return found

cdef inline cards_t low_lead(const View* view, cards_t trumps) noexcept nogil:
    """Return a low card of a long side suit, preferably below the queen and in a suit that the dealer has to ruff."""
    cdef cards_t side = view.hand & ~trumps if view.hand & ~trumps else view.hand, own, found = 0
    cdef int lane, key, best = 1 << 16
    for lane in range(LANES):
        own = side & lane_mask(lane)
        if own:
            key = ((place_in_lane(lowest(own)) >= QUEEN) << 9) + 16 * (16 - count(own)) + place_in_lane(lowest(own))
            if view.seat == DEALER or not may_ruff(view, 3 - view.seat, lane):
                key += 1 << 10
            if key < best:
                best, found = key, lowest(own)
    return found

cdef inline cards_t follow(const View* view, cards_t legal) noexcept nogil:
    """Return the cheapest card that takes the trick (in second hand only if that is sensible), else a low card."""
    cdef cards_t trumps = trumps_of(view.trump), best = best_on_table(view.table, trumps), takers
    takers = legal & above(best)
    if takers and not view.table[1]:
        takers = second_hand(view, takers)
    elif not best & trumps:
        takers |= legal & trumps
    return lowest(takers) if takers else low(view, legal, trumps)

cdef inline cards_t second_hand(const View* view, cards_t takers) noexcept nogil:
    """Return the cards worth playing in second hand to take the trick.

    The result has all takers if the last hand cannot follow, else the high takers while trumps are out. It is empty if
    the last hand may ruff, and also if nobody can ruff, because a high card then still wins later.
    """
    cdef int lane = lane_of(takers)
    if may_ruff(view, 1, lane):
        return 0
    if not may_hold(view, 1, lane):
        return takers
    if not trumps_are_out(view):
        return 0
    while takers and not is_high(view, lowest(takers)):
        takers &= takers - 1
    return takers

cdef inline cards_t low(const View* view, cards_t legal, cards_t trumps) noexcept nogil:
    """Return the lowest card, avoiding trumps, high cards, guarded cards and guards if possible.

    A suit's best card is guarded if one or two higher cards are out and it has exactly as many lower cards as guards.
    """
    cdef int lane, key, higher, best = 1 << 16
    cdef cards_t own, card, found = 0
    for lane in range(LANES):
        own = legal & lane_mask(lane)
        if own:
            card = lowest(own)
            higher = count(view.out & above(highest(own)))
            key = place_in_lane(card) + 64 * is_high(view, card) + 128 * (card & trumps != 0)
            key += 32 * (1 <= higher <= 2 and count(own) == higher + 1)
            if key < best:
                best, found = key, card
    return found
