"""The search: with all cards seen and the other two playing together, does seat 0 take `need` of the tricks left?

A value is found by asking for one trick more or less until the answer turns.  Positions and tricks
are as in position.pxd, proofs as in proof.pxd.

What an answer promises, v being the number of tricks that seat 0 can be sure of:
    need <= v       it is yes
    need >  v       it is no
    stopped         it means nothing, and nothing was stored because of it

    tricks_from     the start of a trick: bounds, the table, else `play`
    play            one seat's turn: its cards in order, until one decides
    after_card      a card is laid; the next seat's turn, or the next trick
"""
from libc.stdint cimport uint32_t, uint64_t
from ninefivetwo_solver.bounds cimport cash_out, stoppers, sure_trumps
from ninefivetwo_solver.cardset cimport TRUMP_LANE, cards_t, every_card, hold, lane_mask, lane_of, lowest
from ninefivetwo_solver.freer cimport freed, leads_of_one, rounded, settle, worth_asking
from ninefivetwo_solver.order cimport (
    LeadView, Move, follow_score, lead_score, representatives, touching_run, view_leads,
)
from ninefivetwo_solver.position cimport EITHER, Position, Trick, beating, collect, lay, legal, length, open_trick
from ninefivetwo_solver.proof cimport before_trick, group_of, rank_decided, trick_proof, widening
from ninefivetwo_solver.table cimport Slot, Table, table_expect, table_probe, table_slot, table_store, table_suggest

# Everything that makes the search faster and must not change an answer has a bit here.
cdef enum Switch:
    GROUPS = 1          # one card for a group of touching cards
    WINNING_RANKS = 2   # proofs keep only the ranks that mattered (off: all ranks)
    SKIP = 4            # lower cards of a suit are skipped after one that failed whatever its rank
    CASH = 8            # bound: seat 0's winners when he leads
    TRUMPS = 16         # bound: trumps that win whatever happens
    STOPPERS = 32       # bound: seat 0's winners when another leads
    TABLE = 64          # solved positions are kept
    ORDER = 128         # likely cards first
    SHAPE_LEAD = 256    # first the lead that last decided a position of the same shape
    FREER = 512         # bound: what seat 0 is sure of when the opponents choose who of them leads
    EVERYTHING = 1023

cdef enum:              # where the bits of a table key lie, above the lengths
    KEY_LEADER = 48
    KEY_TRUMPS = 50
    KEY_FREE = 51

cdef enum:
    MOST_CARDS = 17     # of one hand
    POLL_MASK = 0xFFF   # between two polls lie this many nodes, and one

cdef struct Search:
    Table table
    cards_t trumps      # the trump lane; nothing at no-trump
    uint32_t switches
    uint64_t nodes      # turns of a seat searched
    bint stopped
    void (*poll)(Search*) noexcept nogil    # may set `stopped`
    void* watch         # whatever `poll` needs

cdef inline uint64_t table_key(const Search* search, const Position* pos) noexcept nogil:
    cdef uint64_t leader = EITHER if pos.free and pos.leader else pos.leader
    return (pos.shape | leader << KEY_LEADER | <uint64_t>(search.trumps != 0) << KEY_TRUMPS |
            <uint64_t>pos.free << KEY_FREE)

cdef inline bint suggests(const Search* search) noexcept nogil:
    """Are leads remembered by shape?  That takes the table's slots."""
    return search.switches & SHAPE_LEAD and search.switches & TABLE

cdef inline bint last_trick(const Search* search, const Position* pos, cards_t* proof) noexcept nogil:
    cdef Trick trick
    open_trick(pos, &trick)
    lay(&trick, pos.hand[trick.seat], search.trumps)
    lay(&trick, pos.hand[trick.seat], search.trumps)
    lay(&trick, pos.hand[trick.seat], search.trumps)
    proof[0] = trick_proof(&trick, pos.free) & every_card()
    return trick.holder == 0

cdef inline bint bounded(Search* search, const Position* pos, int need, bint* answer, cards_t* proof) noexcept nogil:
    """Do the bounds decide?"""
    cdef int deny = pos.tricks - need + 1
    cdef cards_t against = pos.hand[1] | pos.hand[2]
    if search.switches & TRUMPS and search.trumps:
        if length(pos.shape, 0, TRUMP_LANE) >= need and sure_trumps(pos.hand[0], against, need, proof):
            answer[0] = True
            return True
        if (length(pos.shape, 1, TRUMP_LANE) >= deny and sure_trumps(pos.hand[1], pos.hand[0], deny, proof)) or (
                length(pos.shape, 2, TRUMP_LANE) >= deny and sure_trumps(pos.hand[2], pos.hand[0], deny, proof)):
            answer[0] = False
            return True
    if search.switches & CASH and pos.leader == 0 and cash_out(pos, search.trumps != 0, need, proof):
        answer[0] = True
        return True
    return False

cdef inline bint tricks_from(Search* search, const Position* pos, int need, cards_t* proof) noexcept nogil:
    """At the start of a trick: does seat 0 take `need` of the tricks left?"""
    cdef bint answer
    cdef int found
    cdef uint64_t key
    cdef Slot* slot
    cdef cards_t suggested = 0
    proof[0] = 0
    if need <= 0 or need > pos.tricks:
        return need <= 0
    if pos.tricks == 1 and pos.leader != EITHER:
        return last_trick(search, pos, proof)
    key = table_key(search, pos)
    if search.switches & TABLE:
        table_expect(&search.table, key)
    if bounded(search, pos, need, &answer, proof):
        return answer
    if search.switches & TABLE:
        slot = table_slot(&search.table, key)
        if slot != NULL:
            found = table_probe(&search.table, slot, pos.hand[1], pos.hand[2], need, proof)
            if found:
                return found > 0
            if suggests(search):
                suggested = slot.lead
    if search.switches & STOPPERS and pos.leader != 0 and stoppers(pos, search.trumps != 0, need, proof):
        return True
    if search.switches & FREER and worth_asking(pos, need) and sure_if_freed(search, pos, need, proof):
        return True
    if pos.leader == EITHER:
        answer = either_leads(search, pos, suggested, need, proof)
    else:
        answer = leads(search, pos, every_card(), suggested, need, proof)
    if search.stopped:
        return False
    proof[0] &= every_card()
    if not search.switches & WINNING_RANKS:
        proof[0] = every_card()
    if search.switches & TABLE:
        table_store(&search.table, key, pos.hand[1], pos.hand[2], proof[0],
                    need if answer else 0, pos.tricks if answer else need - 1)
    return answer

cdef inline bint leads(Search* search, const Position* pos, cards_t may, cards_t suggested, int need,
                       cards_t* proof) noexcept nogil:
    """The leader leads one of the cards he may."""
    cdef Trick trick
    open_trick(pos, &trick)
    trick.leads = may
    trick.suggested = suggested
    return play(search, pos, &trick, need, proof)

cdef inline bint either_leads(Search* search, const Position* pos, cards_t suggested, int need,
                              cards_t* proof) noexcept nogil:
    """The freer game: seat 2 leads, or seat 1 a suit that seat 2 lacks; first the one with the suggested lead."""
    cdef Position turn = pos[0]
    cdef cards_t ones = leads_of_one(pos), rests = 0
    cdef int turns
    turn.leader = 1 if ones & suggested else 2
    for turns in range(2):
        if turn.leader == 2 or ones:
            if not leads(search, &turn, every_card() if turn.leader == 2 else ones, suggested, need, proof):
                return False
            rests |= proof[0]
        turn.leader = 3 - turn.leader
    proof[0] = rests
    return True

cdef inline bint sure_if_freed(Search* search, const Position* pos, int need, cards_t* proof) noexcept nogil:
    """Is the answer yes even in the freer game?  If so it is in the true one, on the same proof."""
    cdef Position free
    freed(pos, &free)
    if not tricks_from(search, &free, need, proof):
        return False
    proof[0] = rounded(proof[0], &free)
    return True

cdef inline bint after_card(Search* search, const Position* pos, const Trick* trick, cards_t card, int need,
                     cards_t* proof) noexcept nogil:
    """The answer once this card is played."""
    cdef Trick now = trick[0]
    cdef Position next_
    cdef bint answer
    lay(&now, card, search.trumps)
    if now.played < 3:
        return play(search, pos, &now, need, proof)
    collect(pos, &now, &next_)
    if pos.free:
        settle(&now, &next_)
    answer = tricks_from(search, &next_, need - (now.holder == 0), proof)
    proof[0] = rounded(before_trick(rounded(proof[0], &next_), &now, pos.free), pos)
    return answer

cdef inline int score_moves(Search* search, const Position* pos, const Trick* trick, cards_t cards,
                            Move* moves) noexcept nogil:
    """List the cards with their scores; how many they are."""
    cdef cards_t card, beaters = 0
    cdef int n = 0
    cdef bint has_trumps = search.trumps != 0, scored = cards & (cards - 1) != 0 and search.switches & ORDER
    cdef LeadView view
    if trick.played:
        beaters = beating(trick, cards)
    else:
        view_leads(pos, has_trumps, &view)
    while cards:
        card = lowest(cards)
        cards ^= card
        moves[n].card = card
        moves[n].score = 0
        if scored and trick.played:
            moves[n].score = follow_score(pos, trick, card, beaters, has_trumps)
        elif scored:
            moves[n].score = lead_score(pos, &view, card)
        n += 1
    return n

cdef inline Move take_best(Move* moves, int n) noexcept nogil:
    """Take the move of the highest score out of the n; the first of equals."""
    cdef int i, best = 0
    cdef Move found
    for i in range(1, n):
        if moves[i].score > moves[best].score:
            best = i
    found = moves[best]
    moves[best] = moves[n - 1]
    return found

cdef inline bint play(Search* search, const Position* pos, const Trick* trick, int need, cards_t* proof) noexcept nogil:
    """A seat plays a card: does seat 0 take `need` of the tricks left, this one included?"""
    cdef Move moves[MOST_CARDS]
    cdef cards_t tried[MOST_CARDS]
    cdef cards_t proofs[MOST_CARDS]
    cdef cards_t hand = pos.hand[trick.seat], run = touching_run(trick, hand), cards = legal(pos, trick)
    cdef cards_t covered = 0, card
    cdef int n = -1, fails = 0
    cdef bint wanted = trick.seat == 0, answer
    search.nodes += 1
    if not search.nodes & POLL_MASK:
        search.poll(search)
    if search.switches & GROUPS:
        cards = representatives(trick, cards, run)
    card = trick.suggested & cards if trick.played == 0 else 0
    while True:
        if not card:
            if n < 0:       # nothing was suggested, or it failed: now the others are worth scoring
                n = score_moves(search, pos, trick, cards, moves)
            if n == 0:
                break
            card = take_best(moves, n).card
            n -= 1
        cards ^= card
        if not card & covered or group_of(card, run) & hand & ~covered:
            answer = after_card(search, pos, trick, card, need, proof)
            if search.stopped:
                return False
            if answer == wanted:
                if trick.played == 0 and card != trick.suggested and suggests(search):
                    table_suggest(&search.table, table_key(search, pos), card)
                return answer
            hold(fails < MOST_CARDS)
            tried[fails] = card
            proofs[fails] = proof[0]
            fails += 1
            if search.switches & SKIP and not card & proof[0]:
                covered |= lane_mask(lane_of(card)) & ~proof[0]
        card = 0
    proof[0] = rounded(failure_proof(trick, hand, run, covered, tried, proofs, fails), pos)
    return not wanted

cdef inline cards_t failure_proof(const Trick* trick, cards_t hand, cards_t run, cards_t covered,
                                  const cards_t* tried, const cards_t* proofs, int fails) noexcept nogil:
    """The proof that every card of the seat to move fails, from those of the cards tried."""
    cdef cards_t rests = 0, mark = rank_decided(trick.played)
    cdef int i
    for i in range(fails):
        rests |= proofs[i] | widening(tried[i], proofs[i] & every_card(), run, hand, covered, (proofs[i] & mark) != 0)
    return rests


cdef inline bint reaches(Search* search, const Position* pos, const Trick* trick, int need) noexcept nogil:
    """The answer at any point of a trick."""
    cdef cards_t proof
    if trick.played == 0:
        return tricks_from(search, pos, need, &proof)
    return play(search, pos, trick, need, &proof)

cdef inline int value(Search* search, const Position* pos, const Trick* trick, int most, int guess) noexcept nogil:
    """The number of tricks seat 0 can be sure of, known to be at most `most`; `guess` is asked first.

    If the search is stopped the number means nothing.
    """
    cdef int low = 0, high = most, need = guess
    while low < high and not search.stopped:
        need = min(max(need, low + 1), high)
        if reaches(search, pos, trick, need):
            low = need
            need += 1
        else:
            high = need - 1
            need -= 1
    return low

cdef inline int value_after(Search* search, const Position* pos, const Trick* trick, cards_t card,
                            int guess) noexcept nogil:
    """The same once this card is played, the trick in progress counted."""
    cdef Trick now = trick[0]
    cdef Position next_
    cdef int won
    lay(&now, card, search.trumps)
    if now.played < 3:
        return value(search, pos, &now, pos.tricks, guess)
    collect(pos, &now, &next_)
    open_trick(&next_, &now)
    won = next_.leader == 0
    return won + value(search, &next_, &now, next_.tricks, guess - won)
