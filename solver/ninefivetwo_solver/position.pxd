"""A position at the start of a trick, the trick in progress, and the position after it.

Seats are 0, 1, 2 clockwise. The search counts the tricks of seat 0; the other two cooperate against it. Cards are dense
(cardset.pxd). A card on the table stays in its player's hand until the trick is over, so the position and the meaning
of its places do not change during a trick.
"""
from libc.stdint cimport uint64_t
from ninefivetwo_solver.cardset cimport (
    assert_, cards_t, count, every_card, insert_rank, lane_bottoms, lane_mask, lane_of, remove_rank,
)

cdef enum:
    MOST_CARDS = 17     # largest hand
    EITHER = 3          # value of `leader` if seats 1 and 2 may choose the leader (relaxation.pxd)

cdef struct Position:
    cards_t hand[3]
    uint64_t shape      # suit lengths, 4 bits each: lane l of seat s at bit 16 s + 4 l
    int leader          # leader of the trick, or EITHER
    int tricks          # tricks left to play, including this one
    bint relaxed        # whether the rules of the relaxation apply (relaxation.pxd)

cdef struct Trick:
    cards_t card[3]     # in the order played
    cards_t best        # the winning card so far
    cards_t winning     # lanes whose cards can win: the suit led, and trumps
    int holder          # the seat that played `best`
    int played          # number of cards on the table
    int seat            # the seat that plays next
    cards_t gone[3]     # the cards of a finished trick, highest bit first

cdef inline int length(uint64_t shape, int seat, int lane) noexcept nogil:
    """The number of cards of the lane that the seat holds."""
    return <int>(shape >> (16 * seat + 4 * lane)) & 15

cdef inline int next_seat(int seat) noexcept nogil:
    return 0 if seat == 2 else seat + 1

cdef inline void open_trick(const Position* pos, Trick* trick) noexcept nogil:
    trick.played = 0
    trick.seat = pos.leader
    trick.best = 0
    trick.winning = 0
    trick.holder = 0

cdef inline cards_t legal(const Position* pos, const Trick* trick) noexcept nogil:
    """Return the legal cards of the seat to move: its cards of the suit led if it has any, else all its cards."""
    cdef cards_t hand = pos.hand[trick.seat], follow
    if trick.played == 0:
        return hand
    follow = hand & lane_mask(lane_of(trick.card[0]))
    return follow if follow else hand

cdef inline cards_t beating(const Trick* trick, cards_t cards) noexcept nogil:
    """Return the cards that beat the winning card so far.

    Trumps are in the highest lane, so one comparison of words finds both higher cards of the suit led and trumps.
    """
    return cards & trick.winning & ~(trick.best | (trick.best - 1))

cdef inline void play_card(Trick* trick, cards_t card, cards_t trumps) noexcept nogil:
    """Add a card to the trick."""
    assert_(trick.played < 3 and count(card) == 1)
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

cdef inline void take_back(Trick* trick, cards_t best, int holder) noexcept nogil:
    """Take back the last card of the trick; `best` and `holder` are their values before it was played."""
    trick.played -= 1
    trick.seat = 2 if trick.seat == 0 else trick.seat - 1
    trick.best = best
    trick.holder = holder

cdef inline bint is_dense(const Position* pos) noexcept nogil:
    """Return True if the position is consistent: no duplicate card, no gap in a lane, suit lengths as in `shape`."""
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

cdef inline void sort_cards(Trick* trick) noexcept nogil:
    """Fill in `gone`, without branches because the comparisons are unpredictable."""
    cdef cards_t a = trick.card[0], b = trick.card[1], c = trick.card[2]
    cdef cards_t high = a if a > b else b, low = a if a < b else b
    trick.gone[0] = high if high > c else c
    trick.gone[2] = low if low < c else c
    trick.gone[1] = a ^ b ^ c ^ trick.gone[0] ^ trick.gone[2]

cdef inline void finish_trick(const Position* pos, Trick* trick, Position* after) noexcept nogil:
    """Compute the dense position after a complete trick.

    The highest card is removed first, so the places of the other two stay valid.
    """
    cdef uint64_t shape = pos.shape
    cdef int i, seat = pos.leader
    assert_(trick.played == 3)
    sort_cards(trick)
    for i in range(3):
        after.hand[i] = remove_rank(remove_rank(remove_rank(pos.hand[i], trick.gone[0]), trick.gone[1]), trick.gone[2])
        shape -= <uint64_t>1 << (16 * seat + 4 * lane_of(trick.card[i]))
        seat = next_seat(seat)
    after.shape = shape
    after.leader = trick.holder
    after.tricks = pos.tricks - 1
    after.relaxed = pos.relaxed
    assert_(is_dense(after))

cdef inline cards_t insert_trick(cards_t later, const Trick* trick) noexcept nogil:
    """Convert a set of places after the trick to places before the trick, as the inverse of `finish_trick`.

    The places of the trick's own cards are left empty, so an upper set may become one with gaps.
    """
    later = insert_rank(later, trick.gone[2])
    later = insert_rank(later, trick.gone[1])
    return insert_rank(later, trick.gone[0]) & every_card()
