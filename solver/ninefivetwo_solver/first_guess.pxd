"""The number of tricks that a search tests first. It affects only the number of nodes searched, never the answer."""
from ninefivetwo_solver.bounds cimport tops
from ninefivetwo_solver.cardset cimport LANES, TRUMP_LANE, cards_t, count, from_card_up, highest, lane_mask
from ninefivetwo_solver.position cimport Position, length

cdef enum:
    SIDE_WINNERS = 2    # maximum number of winners counted in a side suit; third rounds are usually ruffed or unplayed

cdef inline int likely_winners(cards_t own, cards_t others) noexcept nogil:
    """Return the number of probable winners in a suit.

    A card counts if at least as many own cards as outside cards are above it: each own card can draw one outside card.
    """
    cdef int found = 0, higher = 0
    while own:
        found += count(others & from_card_up(highest(own))) <= higher
        own ^= highest(own)
        higher += 1
    return found

cdef inline int first_guess(const Position* pos, bint has_trumps) noexcept nogil:
    """Return an estimate of the guarantee of seat 0; it may lie outside 0 to `tricks`.

    Each trump and each likely winner among the trumps counts half a trick, as do tops and likely winners in the side
    suits; every six trumps held by the others subtract one trick. The weights were found by experiment: on 1,800 deals
    the root mean square error is 1.2 tricks, against 2.4 for a third of the tricks.
    """
    cdef cards_t others = pos.hand[1] | pos.hand[2], suit
    cdef int lane, sixths = 0, likely
    for lane in range(LANES):
        suit = lane_mask(lane)
        likely = likely_winners(pos.hand[0] & suit, others & suit)
        if has_trumps and lane == TRUMP_LANE:
            sixths += 3 * (length(pos.shape, 0, lane) + likely) - count(others & suit)
        else:
            sixths += 3 * (min(tops(pos, 0, lane), SIDE_WINNERS) + min(likely, SIDE_WINNERS))
    return (sixths + 3) // 6
