"""What the learned policy looks at: features of a view, and of each card among which it chooses.

Every feature is a small whole number below a fixed bound, and stands for a row of the policy's table: the rows of the
first feature come first.  A value beyond the bound counts as the last.  A feature of several things is a number of
mixed base, the first thing its highest digit.  The order here is that of FEATURES in playout.pyx, which names them; a
slow twin of every feature is in tests/playout_reference.py.

`one` is the seat that plays next, `two` the seat after it.  A card is *out* that the seat has not seen, *live* that is
its own, out or on the table; *above* and *below* count cards that are out, higher or lower than the choice.
"""
from libc.stdint cimport int16_t

from ninefivetwo_solver.arguments cimport NO_TRUMP
from ninefivetwo_solver.cardset cimport LANES, cards_t, count, highest, lane_mask, lane_of, place_in_lane
from ninefivetwo_solver.in_play cimport View, above, after, beats, best_on_table, on_table, shown_out, trumps_of
cdef enum:
    MOST_FEATURES = 64
    TOPS = 4                # live cards of a suit whose owners are looked at

cdef struct Rows:           # rows of the table, feature by feature
    int16_t row[MOST_FEATURES]
    int16_t size[MOST_FEATURES]     # how many values each feature has
    int number
    int offset

cdef struct Scene:          # what all choices of a view share
    cards_t trumps
    cards_t best            # on the table; 0 on lead
    int place               # in the trick, 0 to 2
    bint follows            # has a card of the suit led
    int own_trumps
    int trumps_out
    int winners             # own cards beside trumps above all of their suit that are out
    int one
    int two
    bint can_ruff[3]        # trumps are out, and the seat has not shown out of them; of the others only

cdef inline void put(Rows* rows, int value, int size) noexcept nogil:
    rows.row[rows.number] = rows.offset + (0 if value < 0 else size - 1 if value >= size else value)
    rows.size[rows.number] = size
    rows.number += 1
    rows.offset += size

cdef inline int least(int one, int other) noexcept nogil:
    return one if one < other else other

cdef inline int needed(const View* view, int seat) noexcept nogil:
    return view.contract[seat] - view.won[seat]

cdef inline int side_voids(const View* view, int seat) noexcept nogil:
    """Of how many suits beside trumps a seat has shown out."""
    cdef int lane, found = 0
    for lane in range(LANES):
        if lane != view.trump:
            found += shown_out(view, seat, lane)
    return found

cdef inline int winners(cards_t own, cards_t out) noexcept nogil:
    """Of a suit, how many cards of one's own are above all that are out."""
    cdef int found = 0
    while own and highest(own) > out:
        found += 1
        own ^= highest(own)
    return found

cdef inline void set_scene(Scene* scene, const View* view) noexcept nogil:
    cdef int lane
    scene.trumps = trumps_of(view.trump)
    scene.place = on_table(view.table)
    scene.best = best_on_table(view.table, scene.trumps) if scene.place else 0
    scene.follows = scene.place > 0 and view.hand & lane_mask(lane_of(view.table[0])) != 0
    scene.own_trumps = count(view.hand & scene.trumps)
    scene.trumps_out = count(view.out & scene.trumps)
    scene.one, scene.two = after(view.seat, 1), after(view.seat, 2)
    scene.winners = 0
    for lane in range(LANES):
        if lane != view.trump:
            scene.winners += winners(view.hand & lane_mask(lane), view.out & lane_mask(lane))
    may_ruff(scene, view, scene.one)
    may_ruff(scene, view, scene.two)

cdef inline void may_ruff(Scene* scene, const View* view, int seat) noexcept nogil:
    scene.can_ruff[seat] = scene.trumps_out > 0 and not shown_out(view, seat, view.trump)

cdef inline void context_rows(Rows* rows, const Scene* scene, const View* view) noexcept nogil:
    """The features of the view."""
    cdef int lane, longest = 0, voids = 0, top = winners(view.hand & scene.trumps, view.out & scene.trumps)
    for lane in range(LANES):
        if lane != view.trump:
            longest = max(longest, count(view.hand & lane_mask(lane)))
            voids += not view.hand & lane_mask(lane)
    put(rows, (view.seat * 3 + scene.place) * 2 + (view.trump == NO_TRUMP), 18)     # place
    put(rows, count(view.hand), 18)                                                 # tricks
    put(rows, scene.own_trumps, 14)
    put(rows, scene.trumps_out, 14)
    put(rows, needed(view, view.seat), 11)
    put(rows, needed(view, scene.one), 11)
    put(rows, needed(view, scene.two), 11)
    put(rows, least(top, 4) * 4 + least(scene.trumps_out, 3), 20)                   # top trumps
    put(rows, side_voids(view, scene.one) * 2 + scene.can_ruff[scene.one], 8)
    put(rows, side_voids(view, scene.two) * 2 + scene.can_ruff[scene.two], 8)
    put(rows, scene.winners, 8)
    put(rows, longest, 9)                                                           # suit beside trumps
    put(rows, voids, 4)                                                             # of one's own, beside trumps
    put(rows, trick_so_far(scene, view), 9)
    put(rows, winner_so_far(scene, view), 24)

cdef inline int trick_so_far(const Scene* scene, const View* view) noexcept nogil:
    """0 on lead; else whether trumps were led, whether one can follow, whether the trick was ruffed."""
    if not scene.place:
        return 0
    return 1 + 4 * (view.table[0] & scene.trumps != 0) + 2 * scene.follows + (lane_of(scene.best) != lane_of(view.table[0]))

cdef inline int winner_so_far(const Scene* scene, const View* view) noexcept nogil:
    """Who wins the trick so far (0 on lead, 1 or 2 the leader, 3 the second of two), and how many higher cards of the
    suit that wins are out."""
    cdef int who
    if not scene.place:
        return 0
    who = scene.place if scene.best == view.table[0] else 3
    return who * 6 + least(count(view.out & above(scene.best)), 5)

cdef inline int threat(const View* view, int turns, cards_t higher) noexcept nogil:
    """Can another seat have a card of these: 0 no, 1 perhaps, 2 certainly?"""
    cdef int seat = after(view.seat, turns)
    if higher & view.known[turns - 1]:
        return 2
    if not higher or shown_out(view, seat, lane_of(higher)):
        return 0
    return higher & ~view.barred[turns - 1] != 0

cdef inline int answer(const Scene* scene, const View* view, int seat, int lane) noexcept nogil:
    """What a seat may do when a suit is played: 0 follow, 1 neither follow nor ruff, 2 ruff."""
    return shown_out(view, seat, lane) * (1 + scene.can_ruff[seat])

cdef inline int tops(cards_t own, cards_t live, cards_t card) noexcept nogil:
    """Which of the highest live cards of a suit are one's own (a bit each), and which of them the card is."""
    cdef int i, owners = 0, which = TOPS
    cdef cards_t top
    for i in range(TOPS):
        if not live:
            break
        top = highest(live)
        live ^= top
        owners |= (own & top != 0) << i
        if top == card:
            which = i
    return owners * (TOPS + 1) + which

cdef inline int guards(cards_t own, int higher, cards_t card) noexcept nogil:
    """Is the highest card of a suit guarded, by more cards than `higher` ones are out, and will it be once this card is
    played?  (2 bits)"""
    cdef int length = count(own)
    if card == highest(own):
        return 2 * (length > higher)
    return 2 * (length > higher) + (length > higher + 1)

cdef inline void card_rows(Rows* rows, const Scene* scene, const View* view, cards_t card) noexcept nogil:
    """The features of one choice."""
    cdef int lane = lane_of(card), place = scene.place, seat = view.seat
    cdef cards_t suit = lane_mask(lane), own = view.hand & suit, out = view.out & suit
    cdef cards_t higher = above(card), live = own | out | ((view.table[0] | view.table[1]) & suit)
    cdef int length = count(own), others = count(out), better = count(out & higher), below = others - better
    cdef int own_above = count(own & higher), own_below = length - own_above - 1
    cdef bint trump = card & scene.trumps != 0, high = better == 0, follows = scene.place > 0 and scene.follows
    cdef bint takes = high if not place else beats(card, scene.best, scene.trumps)
    cdef bint throws = place > 0 and not follows and not trump
    cdef int kind = (place * 2 + trump) * 2 + takes, ones = answer(scene, view, scene.one, lane)
    cdef int twos = answer(scene, view, scene.two, lane), over = count(out & above(highest(own)))
    put(rows, (kind * 2 + follows) * 2 + (view.trump == NO_TRUMP), 48)              # kind
    put(rows, kind * 3 + seat, 36)
    put(rows, kind * 6 + least(count(view.hand) - 1, 5), 72)
    put(rows, (least(better, 7) * 3 + place) * 2 + trump, 48)                       # cards out above the choice
    put(rows, least(below, 7) * 3 + place, 24)
    put(rows, (least(length - 1, 7) * 10 + least(others, 9)) * 2 + trump, 160)      # lengths
    put(rows, ((least(length - 1, 4) * 3 + place) * 2 + follows) * 2 + (scene.own_trumps > 0), 60)
    put(rows, tops(own, live, card) * 3 + (trump + 2 * (view.trump == NO_TRUMP)), 240)
    put(rows, tops(own, live, card) * 3 + (place > 0) + throws, 240)                # on lead, in play, thrown away
    put(rows, (least(own_above, 4) * 5 + least(own_below, 4)) * 3 + place, 75)
    put(rows, place_in_lane(card) * 2 + trump, 26)
    put(rows, ((ones * 3 + twos) * 3 + seat) * 6 + place * 2 + trump, 162)          # what the others may do
    put(rows, (threat(view, 1, out & higher) * 3 + threat(view, 2, out & higher)) * 3 + place, 27)
    put(rows, least(count(out & view.known[0]), 2) * 3 + least(count(out & view.known[1]), 2), 9)   # of the suit
    put(rows, ((length == 1) * 3 + least(scene.own_trumps, 2)) * 3 + place, 18)     # makes a void
    # trumps on lead; 0 in play
    put(rows, 1 + (least(scene.own_trumps, 7) * 8 + least(scene.trumps_out, 7)) * 2 + trump if not place else 0, 129)
    put(rows, (winner_so_far(scene, view) // 6 * 2 + takes) * 4 + least(count(view.hand) // 4, 3), 32)
    # lower takers; 4 where the card itself does not take
    put(rows, (4 if place and not takes else least(count(own & takers_below(scene, card)), 3)) * 3 + place, 15)
    # entries: winners beside trumps, trumps; whether the suit is long
    put(rows, ((least(scene.winners, 3) * 4 + least(scene.own_trumps, 3)) * 2 + (length > 3)) * 2 + (place > 0), 64)
    put(rows, (guards(own, over, card) * 4 + least(over, 3)) * 2 + throws, 32)      # guards
    put(rows, (least(others, 8) * 3 + least(scene.trumps_out, 2)) * 4 + 2 * high + (place > 0), 108)

cdef inline cards_t takers_below(const Scene* scene, cards_t card) noexcept nogil:
    """Lower cards of the suit that would take the trick as well; on lead all lower ones."""
    cdef cards_t lower = (card - 1) & lane_mask(lane_of(card))
    if not scene.place or lane_of(scene.best) != lane_of(card):
        return lower
    return lower & above(scene.best)
