"""A position at the start of a trick, the trick in progress, and how one follows from the other.

Seats are 0, 1, 2 clockwise.  Seat 0 is always the one whose tricks are asked about; the
other two play together against him.  Cards are dense (cardset.pxd).  A card on the table
stays in its holder's hand until the trick is over, so a position does not change
while a trick is played, and a proof's places mean the same throughout it.
"""
from libc.stdint cimport uint64_t
from ninefivetwo_solver.cardset cimport (
    cards_t, count, every_card, hold, lane_bottoms, lane_mask, lane_of, squeeze, stretch,
)

cdef enum:
    EITHER = 3          # as leader: whichever of the opponents they choose (freer.pxd)

cdef struct Position:
    cards_t hand[3]
    uint64_t shape      # suit lengths, 4 bits each: lane l of seat s at bit 16 s + 4 l
    int leader          # of the trick, or EITHER
    int tricks          # tricks left to play, this one included
    bint free           # it is one of the freer game (freer.pxd)

cdef struct Trick:
    cards_t card[3]     # in the order played
    cards_t best        # the card that holds the trick so far
    cards_t winning     # lanes whose cards can win: the suit led, and trumps
    int holder          # who played `best`
    int played          # how many cards lie on the table
    int seat            # who plays next
    cards_t leads       # what may be led
    cards_t suggested   # a lead to try first, if the leader has it

cdef inline int length(uint64_t shape, int seat, int lane) noexcept nogil:
    """How many cards of the lane the seat holds."""
    return <int>(shape >> (16 * seat + 4 * lane)) & 15

cdef inline int next_seat(int seat) noexcept nogil:
    return 0 if seat == 2 else seat + 1

cdef inline void open_trick(const Position* pos, Trick* trick) noexcept nogil:
    trick.played = 0
    trick.seat = pos.leader
    trick.best = 0
    trick.winning = 0
    trick.leads = every_card()
    trick.suggested = 0

cdef inline cards_t legal(const Position* pos, const Trick* trick) noexcept nogil:
    """The cards the seat to move may play: of the suit led if he has any, else all."""
    cdef cards_t hand = pos.hand[trick.seat], follow
    if trick.played == 0:
        return hand & trick.leads
    follow = hand & lane_mask(lane_of(trick.card[0]))
    return follow if follow else hand

cdef inline cards_t beating(const Trick* trick, cards_t cards) noexcept nogil:
    """Those of the cards that would take the trick from the card that holds it.

    Trumps lie in the highest lane, so one comparison of words ranks both a higher card of the suit
    led and a trump above the best so far.
    """
    return cards & trick.winning & ~(trick.best | (trick.best - 1))

cdef inline void lay(Trick* trick, cards_t card, cards_t trumps) noexcept nogil:
    """Put one more card on the trick."""
    hold(trick.played < 3 and count(card) == 1)
    if trick.played == 0:
        trick.winning = lane_mask(lane_of(card)) | trumps
        trick.best = card
        trick.holder = trick.seat
    elif beating(trick, card):
        trick.best = card
        trick.holder = trick.seat
    trick.card[trick.played] = card
    trick.played += 1
    trick.seat = next_seat(trick.seat)

cdef inline bint is_dense(const Position* pos) noexcept nogil:
    """Is the position what it should be: no card twice, no gap in a lane, lengths as the shape says?"""
    cdef cards_t play = pos.hand[0] | pos.hand[1] | pos.hand[2]
    cdef int lane, seat
    if play & (play + lane_bottoms()):
        return False
    for seat in range(3):
        if count(pos.hand[seat]) != pos.tricks or pos.hand[seat] & pos.hand[next_seat(seat)]:
            return False
        for lane in range(4):
            if count(pos.hand[seat] & lane_mask(lane)) != length(pos.shape, seat, lane):
                return False
    return True

cdef inline void in_descending_order(const Trick* trick, cards_t* cards) noexcept nogil:
    """The three cards of a full trick, highest bit first."""
    cdef cards_t a = trick.card[0], b = trick.card[1], c = trick.card[2], swap
    if a < b:
        swap = a; a = b; b = swap
    if b < c:
        swap = b; b = c; c = swap
        if a < b:
            swap = a; a = b; b = swap
    cards[0] = a
    cards[1] = b
    cards[2] = c

cdef inline void collect(const Position* pos, const Trick* trick, Position* after) noexcept nogil:
    """The position after a full trick, dense again.

    Cards go from the highest down, so that the places of those still to go stay what they were.
    """
    cdef cards_t gone[3]
    cdef uint64_t shape = pos.shape
    cdef int i, seat = pos.leader
    hold(trick.played == 3)
    in_descending_order(trick, gone)
    for i in range(3):
        after.hand[i] = squeeze(squeeze(squeeze(pos.hand[i], gone[0]), gone[1]), gone[2])
        shape -= <uint64_t>1 << (16 * seat + 4 * lane_of(trick.card[i]))
        seat = next_seat(seat)
    after.shape = shape
    after.leader = trick.holder
    after.tricks = pos.tricks - 1
    after.free = pos.free
    hold(is_dense(after))

cdef inline cards_t carry_back(cards_t later, const Trick* trick) noexcept nogil:
    """A set of places after the trick, as places before it (inverse of the squeezing in `collect`).

    A staircase comes back as one but for the places of the trick's own cards, which the caller closes up.
    """
    cdef cards_t gone[3]
    in_descending_order(trick, gone)
    later = stretch(later, gone[2])
    later = stretch(later, gone[1])
    return stretch(later, gone[0]) & every_card()
