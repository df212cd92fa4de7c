"""The learned policy's input features: features of a view, and of each card among which it chooses.

Every feature is a small integer below a fixed bound and selects a row of the policy's table; the rows of the first
feature come first. A value beyond the bound counts as the largest allowed value. A feature that combines several
quantities is a mixed-radix number with the first quantity as its highest digit. The order here is that of FEATURES in
playout.pyx, which names the features; tests/playout_reference.py has a slow reference implementation of each.

`one` is the seat that plays next, and `two` is the seat after it. A card is *out* if the seat has not seen it, and
*live* if it is the seat's own, out or on the table. *Above* and *below* count the cards that are out and higher or
lower than the choice.
"""
from libc.stdint cimport int16_t

from ninefivetwo_solver.arguments cimport NO_TRUMP
from ninefivetwo_solver.cardset cimport (
    LANES, cards_t, count, count_by_lane, highest, lane_bottoms, lane_mask, lane_of, of_lane, place_in_lane, upper_part,
)
from ninefivetwo_solver.in_play cimport View, above, after, beats, best_on_table, on_table, shown_out, trumps_of

cdef enum:
    OF_VIEW = 15            # number of features of a view
    OF_CHOICE = 21          # number of features of each choice
    TOPS = 4                # number of the highest live cards of a suit whose owners are a feature

cdef struct Rows:           # the selected table rows, feature by feature
    int16_t* row
    int16_t* size           # number of values of each feature; NULL if not requested
    int number
    int offset

cdef struct Scene:          # the values shared by all choices of a view
    cards_t trumps
    cards_t best            # best card on the table; 0 on lead
    cards_t lengths         # number of cards in the hand, by lane
    cards_t others          # number of unseen cards, by lane
    cards_t tops            # number of own cards that no unseen card beats, by lane
    int place               # turn in the trick, 0 to 2
    bint follows            # whether the seat holds a card of the suit led
    int own_trumps
    int trumps_out
    int top_trumps          # number of own trumps that no unseen trump beats
    int winners             # number of own side-suit cards that no unseen card of their suit beats
    int winner_so_far
    int one
    int two
    bint can_ruff[3]        # for each other seat: whether trumps are out and the seat has not shown out of trumps

cdef struct Suit:           # the values shared by all choices of a suit
    int lane
    bint trump
    cards_t own
    cards_t out
    cards_t live
    cards_t takers         # cards that beat the best card on the table; all if that card is of another suit
    cards_t highest         # highest own card
    int length
    int others
    int over                # number of unseen cards above all own cards
    int owners              # a bit for each of the highest live cards that is an own card
    int ones                # result of `answer` for the seat `one` of the scene
    int twos
    int known

cdef inline void put(Rows* rows, int value, int size) noexcept nogil:
    rows.row[rows.number] = rows.offset + (0 if value < 0 else size - 1 if value >= size else value)
    if rows.size != NULL:
        rows.size[rows.number] = size
    rows.number += 1
    rows.offset += size

cdef inline int least(int one, int other) noexcept nogil:
    return one if one < other else other

cdef inline int needed(const View* view, int seat) noexcept nogil:
    return view.contract[seat] - view.won[seat]

cdef inline int side_voids(const View* view, int seat) noexcept nogil:
    """The number of side suits that a seat has shown out of."""
    cdef int shown = view.void_[seat] & ~(1 << view.trump)
    return (shown & 1) + (shown >> 1 & 1) + (shown >> 2 & 1) + (shown >> 3 & 1)

cdef inline void set_scene(Scene* scene, const View* view) noexcept nogil:
    scene.trumps = trumps_of(view.trump)
    scene.place = on_table(view.table)
    scene.best = best_on_table(view.table, scene.trumps) if scene.place else 0
    scene.follows = scene.place > 0 and view.hand & lane_mask(lane_of(view.table[0])) != 0
    scene.lengths, scene.others = count_by_lane(view.hand), count_by_lane(view.out)
    scene.tops = count_by_lane(view.hand & upper_part(view.out))
    scene.own_trumps = scene.trumps_out = scene.top_trumps = 0
    if view.trump != NO_TRUMP:
        scene.own_trumps, scene.trumps_out = of_lane(scene.lengths, view.trump), of_lane(scene.others, view.trump)
        scene.top_trumps = of_lane(scene.tops, view.trump)
    scene.winners = sum_of_lanes(scene.tops) - scene.top_trumps
    scene.winner_so_far = winner_so_far(scene, view)
    scene.one, scene.two = after(view.seat, 1), after(view.seat, 2)
    may_ruff(scene, view, scene.one)
    may_ruff(scene, view, scene.two)

cdef inline int sum_of_lanes(cards_t counts) noexcept nogil:
    return <int>(counts * lane_bottoms() >> 48)

cdef inline void may_ruff(Scene* scene, const View* view, int seat) noexcept nogil:
    scene.can_ruff[seat] = scene.trumps_out > 0 and not shown_out(view, seat, view.trump)

cdef inline int context_rows(int16_t* row, int16_t* size, const Scene* scene, const View* view) noexcept nogil:
    """Find the table rows of the features of the view; return the first row after them.

    `size` receives the number of values of each feature, unless it is NULL.
    """
    cdef Rows rows
    cdef int lane, length, longest = 0, voids = 0
    rows.row, rows.size, rows.number, rows.offset = row, size, 0, 0
    for lane in range(LANES):
        length = of_lane(scene.lengths, lane)
        if lane != view.trump:
            longest = max(longest, length)
            voids += length == 0
    put(&rows, (view.seat * 3 + scene.place) * 2 + (view.trump == NO_TRUMP), 18)     # place
    put(&rows, sum_of_lanes(scene.lengths), 18)                                      # tricks
    put(&rows, scene.own_trumps, 14)
    put(&rows, scene.trumps_out, 14)
    put(&rows, needed(view, view.seat), 11)
    put(&rows, needed(view, scene.one), 11)
    put(&rows, needed(view, scene.two), 11)
    put(&rows, least(scene.top_trumps, 4) * 4 + least(scene.trumps_out, 3), 20)                   # top trumps
    put(&rows, side_voids(view, scene.one) * 2 + scene.can_ruff[scene.one], 8)
    put(&rows, side_voids(view, scene.two) * 2 + scene.can_ruff[scene.two], 8)
    put(&rows, scene.winners, 8)
    put(&rows, longest, 9)                                                           # longest side suit
    put(&rows, voids, 4)                                                             # own voids in side suits
    put(&rows, trick_so_far(scene, view), 9)
    put(&rows, scene.winner_so_far, 24)
    return rows.offset

cdef inline int trick_so_far(const Scene* scene, const View* view) noexcept nogil:
    """Encode the trick so far: 0 on lead, else whether trumps were led, the seat can follow, and it was ruffed."""
    if not scene.place:
        return 0
    return 1 + 4 * (view.table[0] & scene.trumps != 0) + 2 * scene.follows + (lane_of(scene.best) != lane_of(view.table[0]))

cdef inline int winner_so_far(const Scene* scene, const View* view) noexcept nogil:
    """Encode the winner of the trick so far and the number of higher cards of the winning suit that are out.

    The winner is 0 on lead, 1 or 2 for the leader, and 3 for the second of two players.
    """
    cdef int who
    if not scene.place:
        return 0
    who = scene.place if scene.best == view.table[0] else 3
    return who * 6 + least(count(view.out & above(scene.best)), 5)

cdef inline int threat(const View* view, int turns, cards_t higher) noexcept nogil:
    """Return whether another seat can hold one of these cards: 0 no, 1 perhaps, 2 certainly."""
    cdef int seat = after(view.seat, turns)
    if higher & view.known[turns - 1]:
        return 2
    if not higher or shown_out(view, seat, lane_of(higher)):
        return 0
    return higher & ~view.barred[turns - 1] != 0

cdef inline int answer(const Scene* scene, const View* view, int seat, int lane) noexcept nogil:
    """Return a seat's possible answer when a suit is played: 0 follow, 1 neither follow nor ruff, 2 ruff."""
    return shown_out(view, seat, lane) * (1 + scene.can_ruff[seat])

cdef inline int owners_of_tops(cards_t own, cards_t live) noexcept nogil:
    """Return a bit mask of the own cards among the highest live cards of a suit."""
    cdef int i, found = 0
    cdef cards_t top
    for i in range(TOPS):
        if not live:
            break
        top = highest(live)
        live ^= top
        found |= (own & top != 0) << i
    return found

cdef inline int guards(const Suit* suit, int higher, cards_t card) noexcept nogil:
    """Return whether a suit's highest card is guarded, now and after this card is played, as two bits.

    The card is guarded if the suit has more than `higher` cards, where `higher` is the number of higher cards out.
    """
    if card == suit.highest:
        return 2 * (suit.length > higher)
    return 2 * (suit.length > higher) + (suit.length > higher + 1)

cdef inline void set_suit(Suit* suit, const Scene* scene, const View* view, int lane) noexcept nogil:
    cdef cards_t cards = lane_mask(lane)
    suit.lane = lane
    suit.trump = cards & scene.trumps != 0
    suit.own, suit.out = view.hand & cards, view.out & cards
    suit.live = suit.own | suit.out | ((view.table[0] | view.table[1]) & cards)
    suit.takers = above(scene.best) if scene.best & cards else cards
    suit.highest = highest(suit.own)
    suit.length, suit.others = of_lane(scene.lengths, lane), of_lane(scene.others, lane)
    suit.over = count(suit.out & above(suit.highest))
    suit.owners = owners_of_tops(suit.own, suit.live)
    suit.ones, suit.twos = answer(scene, view, scene.one, lane), answer(scene, view, scene.two, lane)
    suit.known = least(count(suit.out & view.known[0]), 2) * 3 + least(count(suit.out & view.known[1]), 2)

cdef inline void card_rows(int16_t* row, int16_t* size, int first, const Scene* scene, const Suit* suit, const View* view,
                           cards_t card) noexcept nogil:
    """Find the table rows of the features of one choice, as `context_rows` does for the view.

    `first` is the first row of these features.
    """
    cdef Rows rows
    cdef int place = scene.place, seat = view.seat, hand = sum_of_lanes(scene.lengths), shift = 16 * suit.lane
    cdef cards_t higher = above(card), lower = (card - 1) & lane_mask(suit.lane)
    # The four counts are unseen, own and live cards above the card, and lower own cards that would win the trick.
    cdef cards_t counts = count_by_lane(
        (suit.out & higher) >> shift | ((suit.own & higher) >> shift) << 16 | ((suit.live & higher) >> shift) << 32
        | ((suit.own & suit.takers & lower) >> shift) << 48)
    cdef int better = of_lane(counts, 0), own_above = of_lane(counts, 1), takers = of_lane(counts, 3)
    cdef int length = suit.length, others = suit.others, below = others - better, own_below = length - own_above - 1
    cdef int tops = suit.owners * (TOPS + 1) + least(of_lane(counts, 2), TOPS)
    cdef bint trump = suit.trump, high = better == 0, follows = scene.follows
    cdef bint takes = high if not place else beats(card, scene.best, scene.trumps)
    cdef bint throws = place > 0 and not follows and not trump
    cdef int kind = (place * 2 + trump) * 2 + takes
    rows.row, rows.size, rows.number, rows.offset = row, size, 0, first
    put(&rows, (kind * 2 + follows) * 2 + (view.trump == NO_TRUMP), 48)              # kind
    put(&rows, kind * 3 + seat, 36)
    put(&rows, kind * 6 + least(hand - 1, 5), 72)
    put(&rows, (least(better, 7) * 3 + place) * 2 + trump, 48)                       # unseen cards above the choice
    put(&rows, least(below, 7) * 3 + place, 24)
    put(&rows, (least(length - 1, 7) * 10 + least(others, 9)) * 2 + trump, 160)      # lengths
    put(&rows, ((least(length - 1, 4) * 3 + place) * 2 + follows) * 2 + (scene.own_trumps > 0), 60)
    put(&rows, tops * 3 + (trump + 2 * (view.trump == NO_TRUMP)), 240)
    put(&rows, tops * 3 + (place > 0) + throws, 240)                                 # lead, follow, discard
    put(&rows, (least(own_above, 4) * 5 + least(own_below, 4)) * 3 + place, 75)
    put(&rows, place_in_lane(card) * 2 + trump, 26)
    put(&rows, ((suit.ones * 3 + suit.twos) * 3 + seat) * 6 + place * 2 + trump, 162)    # answers of the other seats
    put(&rows, (threat(view, 1, suit.out & higher) * 3 + threat(view, 2, suit.out & higher)) * 3 + place, 27)
    put(&rows, suit.known, 9)                                                        # known cards of the suit
    put(&rows, ((length == 1) * 3 + least(scene.own_trumps, 2)) * 3 + place, 18)     # makes a void
    # The feature "trumps on lead" is 0 if the seat is not on lead.
    put(&rows, 1 + (least(scene.own_trumps, 7) * 8 + least(scene.trumps_out, 7)) * 2 + trump if not place else 0, 129)
    put(&rows, (scene.winner_so_far // 6 * 2 + takes) * 4 + least(hand // 4, 3), 32)
    # The feature "lower takers" is 4 if the card itself does not win the trick.
    put(&rows, (4 if place and not takes else least(takers, 3)) * 3 + place, 15)
    # The feature "entries" combines side-suit winners, trumps, and whether the suit is long.
    put(&rows, ((least(scene.winners, 3) * 4 + least(scene.own_trumps, 3)) * 2 + (length > 3)) * 2 + (place > 0), 64)
    put(&rows, (guards(suit, suit.over, card) * 4 + least(suit.over, 3)) * 2 + throws, 32)   # guards
    put(&rows, (least(others, 8) * 3 + least(scene.trumps_out, 2)) * 4 + 2 * high + (place > 0), 108)
