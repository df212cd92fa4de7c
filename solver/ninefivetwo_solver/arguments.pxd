"""Checks of the arguments that Python passes to a search.

Every function raises ValueError, naming the argument, for an invalid value. Cython's own conversion raises TypeError
for a non-integer and OverflowError for an integer that does not fit the C type.
"""
from ninefivetwo_solver.cardset cimport LANES, LANE_BITS, RANKS, cards_t, count, every_card, lane_mask
from ninefivetwo_solver.position cimport MOST_CARDS

cdef enum:
    NO_TRUMP = 4

cdef struct Arguments:
    cards_t hand[3]     # excluding the cards on the table
    cards_t table[2]    # the cards of the trick in progress, in the order played
    int played          # number of cards on the table
    int leader
    int trump
    int tricks          # tricks left to play, including one in progress

cdef inline int in_range(name, int value, int most) except -1:
    """Raise ValueError unless the integer is between 0 and `most`."""
    if not 0 <= value <= most:
        raise ValueError(f"{name} {value} (expected 0 to {most})")
    return 0

cdef inline int read_arguments(Arguments* found, hands, int leader, int trump, played) except -1:
    """Check the arguments of a question and fill in `found`, the position that they describe."""
    in_range("leader", leader, 2)
    in_range("trump", trump, NO_TRUMP)
    if len(hands) != 3:
        raise ValueError(f"{len(hands)} hands (expected 3)")
    if len(played) > 2:
        raise ValueError(f"{len(played)} cards played to the trick (expected at most 2)")
    found.leader = leader
    found.trump = trump
    found.played = len(played)
    for i in range(3):
        found.hand[i] = hands[i]
        if found.hand[i] & ~every_card():
            raise ValueError(f"hand {i} is {found.hand[i]:#x} (expected only bits of {every_card():#x}, the 52 cards)")
    for i in range(found.played):
        found.table[i] = card_at(played[i])
    check_cards(found)
    check_lengths(found)
    check_follow(found)
    return 0

cdef inline cards_t card_at(int index) except 0:
    """Return the card with this bit index as a card set. Raises ValueError if no card has the index."""
    if not (0 <= index < LANES * LANE_BITS and index % LANE_BITS < RANKS):
        raise ValueError(f"card {index} played (expected 16 times the suit plus the rank, 0 to {RANKS - 1})")
    return <cards_t>1 << index

cdef inline int check_cards(const Arguments* found) except -1:
    """Raise ValueError if a card is in two places."""
    cdef cards_t seen = found.hand[0] | found.hand[1] | found.hand[2]
    cdef int i
    if count(seen) != count(found.hand[0]) + count(found.hand[1]) + count(found.hand[2]):
        raise ValueError("hands overlap (expected every card in one hand)")
    for i in range(found.played):
        if seen & found.table[i]:
            raise ValueError("a card played is also in a hand, or was played twice")
        seen |= found.table[i]
    return 0

cdef inline int check_lengths(Arguments* found) except -1:
    """Set the number of tricks. Raises ValueError unless all hands had the same length, 1 to 17, before the trick."""
    cdef int lengths[3]
    cdef int i
    for i in range(3):
        lengths[i] = count(found.hand[i])
    for i in range(found.played):
        lengths[(found.leader + i) % 3] += 1
    if lengths[0] != lengths[1] or lengths[0] != lengths[2]:
        raise ValueError(
            f"hands of {lengths[0]}, {lengths[1]} and {lengths[2]} cards, those played included (expected equal lengths)"
        )
    if not 1 <= lengths[0] <= MOST_CARDS:
        raise ValueError(f"hands of {lengths[0]} cards (expected 1 to {MOST_CARDS})")
    found.tricks = lengths[0]
    return 0

cdef inline int check_follow(const Arguments* found) except -1:
    """Raise ValueError if the second player to the trick holds a card of the suit led but played another suit."""
    cdef int lane
    if found.played == 2:
        for lane in range(LANES):
            if found.table[0] & lane_mask(lane):
                if not found.table[1] & lane_mask(lane) and found.hand[(found.leader + 1) % 3] & lane_mask(lane):
                    raise ValueError("the second card played does not follow suit (its player still holds the suit led)")
    return 0
