"""Bounds: counts of certain tricks without a search.

Each bound reports whether it alone decides the question. If it does, it stores the relevant ranks (relevant_ranks.pxd),
which are the cards that it counts; otherwise it leaves `ranks` unchanged. All bounds except the later tricks count only
as many cards as the question needs. The terms quick tricks and later tricks come from similar bounds in DDS, the bridge
solver.
"""
from ninefivetwo_solver.cardset cimport (
    LANE, LANES, LANE_BITS, TRUMP_LANE, cards_t, from_card_up, high_index, highest, lane_mask, lane_of, low_index, lowest,
)
from ninefivetwo_solver.position cimport EITHER, Position, length

cdef extern from "bits.h" nogil:
    int leading_ones "n52_leading_ones"(unsigned int x) noexcept    # at least one bit of x must be 0

cdef inline int imin(int a, int b) noexcept nogil:
    return a if a < b else b

cdef inline int imax(int a, int b) noexcept nogil:
    return a if a > b else b

cdef inline int cards_of(const Position* pos, int lane) noexcept nogil:
    """The number of cards of the lane that are in play."""
    return length(pos.shape, 0, lane) + length(pos.shape, 1, lane) + length(pos.shape, 2, lane)

cdef inline int tops(const Position* pos, int seat, int lane) noexcept nogil:
    """The seat's number of tops in the lane: the length of its unbroken run of the highest cards in play."""
    cdef unsigned int held = <unsigned int>((pos.hand[seat] >> (LANE_BITS * lane)) & LANE)
    return leading_ones((held << LANE_BITS) << (LANE_BITS - cards_of(pos, lane)))

cdef inline cards_t top_places(const Position* pos, int lane, int depth) noexcept nogil:
    """The lane's `depth` highest cards in play, as an upper set."""
    if depth == 0:
        return 0
    return from_card_up(<cards_t>1 << (LANE_BITS * lane + cards_of(pos, lane) - depth))

cdef inline int longer(const Position* pos, int lane) noexcept nogil:
    """The number of cards of the lane in the hand of the opponent who holds more of them."""
    return imax(length(pos.shape, 1, lane), length(pos.shape, 2, lane))

cdef inline int winners(const Position* pos, int lane) noexcept nogil:
    """The number of tricks that seat 0 takes by cashing a suit that nobody ruffs.

    With q tops against the m cards of the longer opponent, seat 0 wins q tricks, or a trick with every card if q >= m.
    """
    cdef int q = tops(pos, 0, lane)
    return length(pos.shape, 0, lane) if q >= longer(pos, lane) else q

cdef inline bint quick_tricks(const Position* pos, bint has_trumps, int need, cards_t* ranks) noexcept nogil:
    """Return True if seat 0, which is on lead, can cash at least `need` winners at once.

    Seat 0 first draws as many rounds of trumps as it holds tops. An opponent with trumps left can ruff, so a side suit
    then counts only for as many rounds as that opponent must follow suit. The winners of a suit depend on its top
    min(q, m) cards, where q is the number of tops of seat 0 and m the number of cards of the longer opponent.
    """
    cdef int lane, q, won = 0, wins, one, two
    cdef bint ruffs_one = False, ruffs_two = False
    cdef cards_t counted = 0
    for lane in range(TRUMP_LANE, -1, -1):
        one = length(pos.shape, 1, lane)
        two = length(pos.shape, 2, lane)
        q = tops(pos, 0, lane)
        wins = winners(pos, lane)
        if lane == TRUMP_LANE and has_trumps:
            ruffs_one = one > q
            ruffs_two = two > q
        else:
            if ruffs_one:
                wins = imin(wins, one)
            if ruffs_two:
                wins = imin(wins, two)
        wins = imin(wins, need - won)
        if wins:
            counted |= top_places(pos, lane, imin(wins, imin(q, longer(pos, lane))))
            won += wins
            if won == need:
                ranks[0] = counted
                return True
    return False

cdef inline bint sure_trumps(const Position* pos, int need, cards_t* ranks) noexcept nogil:
    """Return True if the trumps of seat 0 alone are certain to win `need` tricks.

    Every trump is played in the end, and each trump of the opponents beats at most one trump of seat 0. So, for any n,
    the tricks that are certain are at least the number of seat 0's trumps among the n highest minus the number of the
    opponents' trumps among them. (The same bound for an opponent's trumps does not pay: the search proves "no" from
    fewer ranks.)
    """
    cdef cards_t enemy = pos.hand[1] | pos.hand[2]
    cdef unsigned int own = <unsigned int>(pos.hand[0] >> (LANE_BITS * TRUMP_LANE))
    cdef unsigned int theirs = <unsigned int>(enemy >> (LANE_BITS * TRUMP_LANE))
    cdef int lead = 0, place = high_index(pos.hand[0] | enemy) - LANE_BITS * TRUMP_LANE
    while place >= 0:           # the loop has no branch on the owner, because it is unpredictable
        lead += <int>(own >> place & 1) - <int>(theirs >> place & 1)
        if lead == need:
            ranks[0] = from_card_up(<cards_t>1 << (LANE_BITS * TRUMP_LANE + place))
            return True
        place -= 1
    return False

cdef inline cards_t guarded(const Position* pos, int lane, int need, int leads, int* kept) noexcept nogil:
    """Return the relevant ranks if seat 0 is certain to win `need` tricks with its cards of the lane, else 0.

    The proof uses that seat 0 plays after seat 2. `kept` receives the number of cards of the lane that seat 0 must
    keep.

    The lane is the trump suit, or nobody can ruff. Whichever opponent leads, seat 2 plays before seat 0. Let the top k
    cards of seat 0 be its winners. Its other cards are guards, which it plays under cards of seat 2 that no winner
    beats. Consider the enemy cards above the last winner:

        each card of seat 1 beats at most one winner;
        each card of seat 2 is paired with a higher winner that has no pair yet, or is unpaired if there is none.

    Seat 0 answers a paired card with its pair and an unpaired card with a guard. To any other card, if it follows suit
    or can ruff, it plays its lowest winner, which is never in a pair. Each answer wins a trick with a winner, loses a
    winner to a card of seat 1, or plays a guard under an unpaired card. (With no guard left, an unpaired card takes a
    winner.) If seat 0 must lead from the lane, at most `leads` times, it leads a guard, or a winner if no guard is
    left; that costs no more than one more unpaired card. Therefore it wins

        k - cards of seat 1 - max(unpaired cards + leads - guards, 0).
    """
    cdef cards_t suit = lane_mask(lane), own = pos.hand[0] & suit, one = pos.hand[1] & suit, card
    cdef cards_t left = own | one | (pos.hand[2] & suit)
    cdef int winners = 0, won = 0, free = 0, unpaired = leads, guards = length(pos.shape, 0, lane)
    while left & own:
        card = highest(left)
        left ^= card
        if card & own:
            winners += 1
            won += 1
            free += 1
            guards -= 1
            if won - imax(unpaired - guards, 0) >= need:
                kept[0] = winners + imin(unpaired, guards)
                return from_card_up(card)
        elif card & one:
            won -= 1
        elif free:
            free -= 1
        else:
            unpaired += 1
    return 0

cdef inline bint guarded_trumps(const Position* pos, int need, cards_t* ranks) noexcept nogil:
    """Return True if the guarded trumps of seat 0 alone win `need` tricks; seat 0 never has to discard a trump."""
    cdef int kept
    cdef cards_t counted = guarded(pos, TRUMP_LANE, need, trump_leads(pos, need), &kept)
    if counted:
        ranks[0] = counted
    return counted != 0

cdef inline int trump_leads(const Position* pos, int need) noexcept nogil:
    """Return the most trump leads that seat 0 may be forced into before it wins its last needed trick.

    Seat 0 must lead a trump if it has no side card. It is on lead after each trick that it wins except the last, and
    now if it leads. If it has more cards of a side suit than the longer opponent, the opponents cannot make it follow
    to all of them, because each round takes one card from both. It does not have to discard while it has trumps, so it
    can keep the surplus cards and lead those instead.
    """
    cdef int lane, sides = 0
    if pos.leader and need == 1:
        return 0
    for lane in range(TRUMP_LANE):
        sides += imax(length(pos.shape, 0, lane) - longer(pos, lane), 0)
    if pos.leader == 0:
        sides = imax(sides, length(pos.shape, 0, TRUMP_LANE) < pos.tricks)
        need += 1
    return imax(need - 1 - sides, 0)

cdef inline bint later_tricks(const Position* pos, bint has_trumps, int need, cards_t* ranks) noexcept nogil:
    """Return True if seat 0 has at least `need` later tricks.

    The later tricks are those that seat 0 wins when an opponent leads, and afterwards on lead.
    """
    if has_trumps and cards_of(pos, TRUMP_LANE):
        return pos.leader != 0 and trump_later_tricks(pos, need, ranks)
    if need == 1:
        return one_later_trick(pos, ranks)
    return pos.leader != 0 and plain_later_tricks(pos, need, ranks)

cdef inline bint stops_save(const Position* pos, int rounds, bint of_tops, cards_t* ranks) noexcept nogil:
    """Return True if stops save at least `rounds` rounds, and add the relevant ranks of the stops needed to `ranks`.

    In a suit that seat 0 stops, it keeps guarded cards that guarantee a trick (`guarded`). The opponents win fewer
    rounds of the suit than seat 0 keeps cards, because each round takes a kept card. In a suit without a stop, they can
    lead as many rounds as the longer opponent has cards. `of_tops` includes suits in which seat 0 also holds a top.
    """
    cdef int saved[LANES]
    cdef cards_t stops[LANES]
    cdef int lane, best, kept
    if rounds <= 0:
        return True
    for lane in range(LANES):
        saved[lane] = 0
        if longer(pos, lane) > 1 and (of_tops or not tops(pos, 0, lane)):
            stops[lane] = guarded(pos, lane, 1, 0, &kept)
            if stops[lane]:
                saved[lane] = longer(pos, lane) - kept
    while rounds > 0:
        best = 0
        for lane in range(1, LANES):
            if saved[lane] > saved[best]:
                best = lane
        if saved[best] <= 0:
            return False
        rounds -= saved[best]
        ranks[0] |= stops[best]
        saved[best] = 0
    return True

cdef inline bint one_later_trick(const Position* pos, cards_t* ranks) noexcept nogil:
    """Return True if seat 0 is certain to win a trick, with no trumps in play.

    Add up, over the suits, the number of rounds that the opponents can lead, or the number of cards that seat 0 keeps
    if it stops the suit. Add one if seat 0 leads, for a card that it need not keep. If the sum is at most the number of
    tricks left, seat 0 never has to discard from a stop, and the opponents cannot win all tricks without exhausting a
    stopped suit.
    """
    cdef int lane, rounds = (pos.leader == 0) - pos.tricks
    cdef cards_t counted = 0
    for lane in range(LANES):
        rounds += longer(pos, lane)
    if not stops_save(pos, imax(rounds, 1), True, &counted):
        return False
    ranks[0] = counted
    return True

cdef inline bint plain_later_tricks(const Position* pos, int need, cards_t* ranks) noexcept nogil:
    """Return True if seat 0 can keep `need` winners until it is on lead; an opponent leads, and no trumps are in play.

    The opponents can run the suits in which seat 0 holds no top, for as many rounds as the longer opponent has cards,
    or fewer if seat 0 stops the suit (`stops_save`). Meanwhile seat 0 keeps winners. As long as these include a top in
    every other suit that the opponents hold, seat 0 wins the next lead in such a suit and can cash them.
    """
    cdef int lane, q, run = 0, won = 0, stopped = 0
    cdef cards_t counted = 0
    for lane in range(LANES):
        q = tops(pos, 0, lane)
        if q == 0:
            run += longer(pos, lane)
        else:
            stopped += longer(pos, lane) > 0       # the opponents cannot lead a suit in which both are void
            won += winners(pos, lane)
            counted |= top_places(pos, lane, imin(q, longer(pos, lane)))
    if won < need or not stops_save(pos, run + imax(need, stopped) - pos.tricks, False, &counted):
        return False
    ranks[0] = counted
    return True

cdef inline bint trump_later_tricks(const Position* pos, int need, cards_t* ranks) noexcept nogil:
    """Return True if seat 0 has `need` later tricks thanks to more top trumps than the longer opponent has trumps.

    An opponent leads, and trumps are in play. Seat 0 never has to discard a winner: when it cannot follow suit it ruffs
    with a top trump, is on lead, and can still draw the opponents' trumps and cash. Until then each ruff by an opponent
    costs it at most one winner, and they have no more ruffs than trumps.
    """
    cdef int lane, q = tops(pos, 0, TRUMP_LANE), m = longer(pos, TRUMP_LANE)
    cdef int theirs = length(pos.shape, 1, TRUMP_LANE) + length(pos.shape, 2, TRUMP_LANE)
    cdef int won = length(pos.shape, 0, TRUMP_LANE) - theirs
    cdef cards_t counted
    if q <= m:
        return False
    counted = top_places(pos, TRUMP_LANE, m + 1 if m else 0)
    for lane in range(TRUMP_LANE):
        won += winners(pos, lane)
        counted |= top_places(pos, lane, imin(tops(pos, 0, lane), longer(pos, lane)))
    if won < need:
        return False
    ranks[0] = counted
    return True

cdef inline cards_t masters(const Position* pos) noexcept nogil:
    """The opponents' cards that are higher than all cards of seat 0 in their suit."""
    cdef cards_t beaten = pos.hand[0]
    beaten |= beaten >> 1 & <cards_t>0x7FFF7FFF7FFF7FFF       # the mask keeps bits out of the lane below
    beaten |= beaten >> 2 & <cards_t>0x3FFF3FFF3FFF3FFF
    beaten |= beaten >> 4 & <cards_t>0x0FFF0FFF0FFF0FFF
    beaten |= beaten >> 8 & <cards_t>0x00FF00FF00FF00FF
    return (pos.hand[1] | pos.hand[2]) & ~beaten

cdef inline int run_down(cards_t hand, int top) noexcept nogil:
    """The length of the unbroken run of the hand's cards from the bit index `top` down."""
    cdef unsigned int held = <unsigned int>(hand >> (top & ~(LANE_BITS - 1)) & LANE)
    return leading_ones(held << (2 * LANE_BITS - 1 - (top & (LANE_BITS - 1))))

cdef inline int cash(int own, int run, int others, int top, int most, cards_t* counted) noexcept nogil:
    """Return the number of tricks, up to `most`, that a hand takes by cashing a suit that nobody ruffs.

    The hand holds `own` cards of the suit, of which the `run` highest are in sequence from the bit index `top` down. No
    other hand holds more than `others` cards of the suit. The cards that count are added to `counted`.
    """
    cdef int wins = imin(own if run >= others else run, most), depth = imin(wins, imin(run, others))
    if depth > 0:
        counted[0] |= from_card_up(<cards_t>1 << (top + 1 - depth))
    return wins

cdef inline bint joint_quick_tricks(const Position* pos, bint has_trumps, int deny, cards_t* ranks) noexcept nogil:
    """Return True if the opponents, one of whom leads, can cash `deny` winners at once; seat 0 must be void in trumps.

    The leader cashes its winners, then crosses to the partner, who cashes theirs. In each suit the leader cashes its
    run of top cards, or all its cards if no other hand has more cards than the run. If it keeps further cards of a
    suit, it may lead a low card (an entry) to a partner who holds the next highest card. The partner still has that
    card and all winners counted for it. It has followed with its lowest cards to the rounds of this suit, which are
    played first, and for every other trick of the leader it has a card that is not counted, because the number of
    counted cards does not exceed the number of tricks left. If all the uncounted cards are trumps, the partner ruffs a
    winner of the leader and from then on holds only winners. In the relaxation no entry is needed. (DDS counts similar
    tricks of two partners in its QuickTricks; B. Haglund, Search Algorithms for a Bridge Double Dummy Solver, 2014.)
    """
    cdef int leader = 1 if pos.leader == 1 else 2, partner = 3 - leader, left = deny, lane, top, run, theirs, others
    cdef int rounds[LANES]      # rounds of each suit that the leader plays before the partner cashes the suit
    cdef cards_t counted = 0, ours, suit, entry = 0, next_ = 0
    if has_trumps and length(pos.shape, 0, TRUMP_LANE):
        return False
    ours = masters(pos)
    while ours:
        top = high_index(ours)
        lane = top // LANE_BITS
        suit = ours & lane_mask(lane)
        ours ^= suit
        run = run_down(pos.hand[leader], top)
        theirs = length(pos.shape, partner, lane)
        others = imax(length(pos.shape, 0, lane), theirs)
        left -= cash(length(pos.shape, leader, lane), run, others, top, left, &counted)
        if left == 0:
            ranks[0] = counted
            return True
        suit &= (<cards_t>1 << (top + 1 - run)) - 1
        if suit and theirs > run:
            rounds[lane] = run
            next_ |= highest(suit)
            if length(pos.shape, leader, lane) > run:
                entry = highest(suit)
    if pos.leader == EITHER:
        entry = lowest(next_)
    return partner_cashes(pos, partner, rounds, entry, next_, left, counted, ranks)

cdef inline bint partner_cashes(const Position* pos, int partner, const int* rounds, cards_t entry, cards_t next_,
                                int deny, cards_t counted, cards_t* ranks) noexcept nogil:
    """Finish the count of `joint_quick_tricks` after the partner takes the lead with the card `entry`, if there is one.

    `next_` has the partner's highest card in each suit that it can cash; that suit has already been led `rounds` times.
    """
    cdef int lane, own, run, others
    while entry:
        next_ ^= entry
        lane = lane_of(entry)
        own = length(pos.shape, partner, lane) - rounds[lane]
        run = imin(run_down(pos.hand[partner], low_index(entry)), own)
        others = imax(length(pos.shape, 0, lane), length(pos.shape, 3 - partner, lane)) - rounds[lane]
        deny -= cash(own, run, others, low_index(entry), deny, &counted)
        if deny == 0:
            ranks[0] = counted
            return True
        entry = lowest(next_)
    return False
