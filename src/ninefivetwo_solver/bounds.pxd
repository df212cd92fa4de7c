"""Bounds: tricks that can be counted without a search.

Each bound answers "does this alone decide the question?".  If it does, it gives the relevant ranks
(relevant_ranks.pxd): the cards it counts.  All but the later tricks count no more cards than the question needs.  If it
does not, it leaves `ranks` as it is.  Quick tricks and later tricks are the names of like bounds in DDS, the bridge solver.
"""
from ninefivetwo_solver.cardset cimport (
    LANE, LANES, LANE_BITS, TRUMP_LANE, cards_t, from_card_up, high_index, highest, lane_mask, lane_of, low_index, lowest,
)
from ninefivetwo_solver.position cimport EITHER, Position, length

cdef extern from "bits.h" nogil:
    int leading_ones "n52_leading_ones"(unsigned int x) noexcept    # of 32 bits, which must not be all ones

cdef inline int imin(int a, int b) noexcept nogil:
    return a if a < b else b

cdef inline int imax(int a, int b) noexcept nogil:
    return a if a > b else b

cdef inline int cards_of(const Position* pos, int lane) noexcept nogil:
    """How many cards of the lane are in play."""
    return length(pos.shape, 0, lane) + length(pos.shape, 1, lane) + length(pos.shape, 2, lane)

cdef inline int tops(const Position* pos, int seat, int lane) noexcept nogil:
    """The length of the unbroken run of the lane's highest cards in the seat's hand."""
    cdef unsigned int held = <unsigned int>((pos.hand[seat] >> (LANE_BITS * lane)) & LANE)
    return leading_ones((held << LANE_BITS) << (LANE_BITS - cards_of(pos, lane)))

cdef inline cards_t top_places(const Position* pos, int lane, int depth) noexcept nogil:
    """The lane's `depth` highest cards in play, as an upper set."""
    if depth == 0:
        return 0
    return from_card_up(<cards_t>1 << (LANE_BITS * lane + cards_of(pos, lane) - depth))

cdef inline int longer(const Position* pos, int lane) noexcept nogil:
    """The number of cards of the lane in the hand of the opponent who has more."""
    return imax(length(pos.shape, 1, lane), length(pos.shape, 2, lane))

cdef inline int winners(const Position* pos, int lane) noexcept nogil:
    """The tricks seat 0 takes by cashing a suit that nobody ruffs: q tops against the longer opponent's m cards
    give q, or all its cards if q >= m."""
    cdef int q = tops(pos, 0, lane)
    return length(pos.shape, 0, lane) if q >= longer(pos, lane) else q

cdef inline bint quick_tricks(const Position* pos, bint has_trumps, int need, cards_t* ranks) noexcept nogil:
    """Seat 0 is on lead: are its quick tricks, the winners it can cash at once, at least `need`?

    It draws trumps first, as many rounds as it holds tops.  An opponent with trumps left can ruff, so a side
    suit then counts only for as many rounds as that opponent must follow.  The winners of a suit depend on its
    top min(q, m) cards, q being the tops of seat 0 and m the longer opponent's cards.
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
    """Are the trumps of seat 0 alone sure to win `need` tricks?

    Every trump is played in the end, and each trump of the opponents beats at most one of seat 0.  So among the n highest
    trumps, for any n, those of seat 0 less those of the opponents is a number of sure tricks.  (The same for an
    opponent's trumps is no gain: the search proves "no" from fewer ranks.)
    """
    cdef cards_t enemy = pos.hand[1] | pos.hand[2]
    cdef unsigned int own = <unsigned int>(pos.hand[0] >> (LANE_BITS * TRUMP_LANE))
    cdef unsigned int theirs = <unsigned int>(enemy >> (LANE_BITS * TRUMP_LANE))
    cdef int lead = 0, place = high_index(pos.hand[0] | enemy) - LANE_BITS * TRUMP_LANE
    while place >= 0:           # without a branch for whose card it is, which cannot be predicted
        lead += <int>(own >> place & 1) - <int>(theirs >> place & 1)
        if lead == need:
            ranks[0] = from_card_up(<cards_t>1 << (LANE_BITS * TRUMP_LANE + place))
            return True
        place -= 1
    return False

cdef inline cards_t guarded(const Position* pos, int lane, int need, int leads, int* kept) noexcept nogil:
    """Is seat 0 sure to win `need` tricks with its cards of the lane because it plays after seat 2?  If so the relevant
    ranks, and how many of the cards it must keep for that; else 0.

    The lane is the trumps, or nobody can ruff.  Whichever opponent leads, seat 2 plays before seat 0.  So let the top k
    cards of seat 0 be its winners and the others guards, to give to cards of seat 2 that no winner beats.  Of the enemy
    cards above the last winner

        each of seat 1 beats one winner at most;
        each of seat 2 is paired with a winner above it that has no pair yet, or is unpaired if there is none.

    Seat 0 answers a paired card with its pair, an unpaired one with a guard, and to anything else, if it follows suit
    or can ruff, it plays its lowest winner, which is never in a pair.  Each answer wins a trick by a winner, or loses
    a winner to a card of seat 1, or gives a guard to an unpaired card.  (With no guard left an unpaired card takes a
    winner.)  If seat 0 must lead from the lane, `leads` times at most, it leads a guard, or with none left a winner;
    that costs no more than one more unpaired card.  Therefore it wins

        k - cards of seat 1 - (unpaired cards + leads - guards, if that is positive).
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
    """Are the guarded trumps of seat 0 alone sure to win `need` tricks?  It need never discard one."""
    cdef int kept
    cdef cards_t counted = guarded(pos, TRUMP_LANE, need, trump_leads(pos, need), &kept)
    if counted:
        ranks[0] = counted
    return counted != 0

cdef inline int trump_leads(const Position* pos, int need) noexcept nogil:
    """How often, at most, seat 0 must lead a trump because it has no side card, before it wins its last needed trick.

    It is on lead after each trick but the last, and now if it leads.  If it has more cards of a side suit than the
    longer opponent, they cannot make it follow to all of them: each round takes one card from both.  As it need not
    discard while it has trumps, it can keep the surplus, which provides as many leads.
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
    """Are the later tricks of seat 0, those it wins when an opponent leads and then on lead, at least `need`?"""
    if has_trumps and cards_of(pos, TRUMP_LANE):
        return pos.leader != 0 and trump_later_tricks(pos, need, ranks)
    if need == 1:
        return one_later_trick(pos, ranks)
    return pos.leader != 0 and plain_later_tricks(pos, need, ranks)

cdef inline bint stops_save(const Position* pos, int rounds, bint of_tops, cards_t* ranks) noexcept nogil:
    """Do stops save so many rounds?  The relevant ranks of those that are needed are added to `ranks`.

    In a suit that it stops seat 0 keeps guarded cards with which it is sure of a trick (`guarded`).  There the
    opponents can win fewer rounds than it keeps cards, because each round takes one of these; otherwise they can lead
    the suit for m rounds, m being the longer opponent's length.  of_tops: suits in which seat 0 holds a top count too.
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
    """Is seat 0 sure of a trick, with no trumps in play?

    Add up the rounds for which the opponents can lead each suit, or where seat 0 stops it the cards that it keeps, and
    one more if seat 0 leads (a card that it need not keep).  If that is no more than the tricks left, seat 0 never has
    to discard from a stop, and the opponents cannot win all tricks without leading one to its end.
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
    """An opponent leads, with no trumps in play: can seat 0 keep `need` winners until it is on lead to cash them?

    The opponents can run the suits in which seat 0 holds no top, for the longer opponent's length each, or as far as
    its stops allow (`stops_save`).  Besides it keeps winners.  As long as they include a top of every other suit that
    the opponents hold, the next lead that they do not win puts it on lead to cash them.
    """
    cdef int lane, q, run = 0, won = 0, stopped = 0
    cdef cards_t counted = 0
    for lane in range(LANES):
        q = tops(pos, 0, lane)
        if q == 0:
            run += longer(pos, lane)
        else:
            stopped += longer(pos, lane) > 0       # a suit they do not hold they cannot lead
            won += winners(pos, lane)
            counted |= top_places(pos, lane, imin(q, longer(pos, lane)))
    if won < need or not stops_save(pos, run + imax(need, stopped) - pos.tricks, False, &counted):
        return False
    ranks[0] = counted
    return True

cdef inline bint trump_later_tricks(const Position* pos, int need, cards_t* ranks) noexcept nogil:
    """An opponent leads, with trumps in play: later tricks where seat 0 holds more top trumps than the longer opponent
    has trumps.

    Seat 0 never has to discard a winner: when it cannot follow suit it ruffs with a top trump, is on lead, and can
    still draw the others' trumps and cash.  Until then each ruff of theirs costs it at most one winner, and they have
    no more ruffs than trumps.
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
    beaten |= beaten >> 1 & <cards_t>0x7FFF7FFF7FFF7FFF       # no bit goes down into the next lane
    beaten |= beaten >> 2 & <cards_t>0x3FFF3FFF3FFF3FFF
    beaten |= beaten >> 4 & <cards_t>0x0FFF0FFF0FFF0FFF
    beaten |= beaten >> 8 & <cards_t>0x00FF00FF00FF00FF
    return (pos.hand[1] | pos.hand[2]) & ~beaten

cdef inline int run_down(cards_t hand, int top) noexcept nogil:
    """The length of the unbroken run of the hand's cards from the place of index `top` down."""
    cdef unsigned int held = <unsigned int>(hand >> (top & ~(LANE_BITS - 1)) & LANE)
    return leading_ones(held << (2 * LANE_BITS - 1 - (top & (LANE_BITS - 1))))

cdef inline int cash(int own, int run, int others, int top, int most, cards_t* counted) noexcept nogil:
    """The tricks, `most` at most, that a hand takes by cashing a suit that nobody ruffs.

    It holds `own` cards of it, among them the `run` highest, from the place of index `top` down; nobody else
    holds more than `others`.  The cards that count are added to `counted`.
    """
    cdef int wins = imin(own if run >= others else run, most), depth = imin(wins, imin(run, others))
    if depth > 0:
        counted[0] |= from_card_up(<cards_t>1 << (top + 1 - depth))
    return wins

cdef inline bint joint_quick_tricks(const Position* pos, bint has_trumps, int deny, cards_t* ranks) noexcept nogil:
    """An opponent leads, and seat 0 has no trumps: are the winners that the two can cash at once at least `deny`?

    The leader cashes, goes over to the partner, and the partner cashes.  In each suit the leader cashes its run of top
    cards, or all its cards if nobody has more than the run.  Of a suit it does not exhaust it may then lead a low
    card (an entry) to the partner, if the partner has the next highest card.  The partner always has that card
    and all winners counted for it: it has followed with its lowest cards to the rounds of this suit, which
    are played first, and for every other trick of the leader it has a card that is not counted, since those
    counted are no more than the tricks left.  If all such cards are trumps it ruffs a winner of the leader, and from
    then on holds winners only.  In the relaxation no entry is needed.  (DDS counts such tricks of
    two partners in its QuickTricks; B. Haglund, Search Algorithms for a Bridge Double Dummy Solver, 2014.)
    """
    cdef int leader = 1 if pos.leader == 1 else 2, partner = 3 - leader, left = deny, lane, top, run, theirs, others
    cdef int rounds[LANES]      # of a suit, played before the partner cashes it
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
    """The rest of the joint quick tricks: the partner takes the lead with the card `entry`, if there is one.

    next_: its highest card in each suit that it can cash; the suit has been led `rounds` times.
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
