"""The search for whether seat 0 takes `need` of the tricks left, with all hands visible, against two cooperating seats.

Since the two opponents act as one side, this is the question of a double dummy solver. Each search has a null window
(also called zero window): it is an alpha-beta search with the window (need - 1, need), so its answer is yes or no. The
value is found by a few such searches around a first guess (`value`), all with one transposition table, as in MTD(f)
(Plaat, Schaeffer, Pijls and de Bruin 1996). position.pxd describes positions and tricks, relevant_ranks.pxd relevant
ranks.

Meaning of an answer, where v is the guarantee, the number of tricks that are certain for seat 0:
    need <= v       the answer is yes
    need >  v       the answer is no
    stopped         the answer is meaningless, and nothing was stored because of it

    tricks_from     the start of a trick: bounds and the table (`known`), else `lead`
    lead, follow    one seat's turn, which tries cards in order until one decides
    after_card      the position after a card: the next seat's turn, or the next trick
"""
from libc.stdint cimport int16_t, uint32_t, uint64_t
from ninefivetwo_solver.bounds cimport guarded_trumps, joint_quick_tricks, later_tricks, quick_tricks, sure_trumps
from ninefivetwo_solver.cardset cimport (
    TRUMP_LANE, cards_t, count, every_card, highest, lane_mask, lane_of, lowest,
)
from ninefivetwo_solver.failures cimport Failures, add_failure, begin_failures, failure_ranks, fails_too
from ninefivetwo_solver.history cimport History, learn, several_suits, suits_of
from ninefivetwo_solver.order cimport Moves, next_follow, representatives, score_leads, take_best, touching_run
from ninefivetwo_solver.position cimport (
    EITHER, Position, Trick, finish_trick, legal, length, next_seat, open_trick, play_card, take_back,
)
from ninefivetwo_solver.relaxation cimport leads_of_seat_1, relax, relax_after_trick, whole_runs, worth_relaxing
from ninefivetwo_solver.relevant_ranks cimport group_of, trick_ranks, with_trick
from ninefivetwo_solver.table cimport (
    Slot, Table, suggested_lead, table_expect, table_probe, table_slot, table_store, table_suggest,
)

# Each optimisation can be switched off without changing an answer.
cdef enum Switch:
    GROUPS = 1          # search only one card of each group of touching cards
    RELEVANT_RANKS = 2  # partition search; if switched off, all ranks are relevant
    SKIP = 4            # skip lower cards of a suit after a failure that did not depend on rank
    QUICK_TRICKS = 8    # bound: the winners of seat 0 when seat 0 is on lead
    SURE_TRUMPS = 16    # bound: trumps that are certain to win
    LATER_TRICKS = 32   # bound: tricks that seat 0 wins by taking an opponent's lead and then leading
    TABLE = 64          # the transposition table
    ORDER = 128         # search the most promising cards first
    SHAPE_LEAD = 256    # search first the lead that last decided an equal shape and need
    RELAXATION = 512    # bound: the guarantee if the opponents may choose which opponent leads
    ANY_WINNER = 1024   # the rank of the winning card is irrelevant if the winner does not matter
    GUARDED_TRUMPS = 2048   # bound: trumps of seat 0 that win because seat 0 plays after seat 2
    HISTORY = 4096      # prefer suits that decided similar situations
    JOINT_QUICK_TRICKS = 8192   # bound: the opponents' winners when an opponent is on lead
    EVERYTHING = 16383

cdef enum:              # bit positions in a table key, above the lengths
    KEY_LEADER = 48
    KEY_TRUMPS = 50
    KEY_RELAXED = 51

cdef enum:
    POLL_MASK = 0xFFF   # poll once every POLL_MASK + 1 nodes

cdef struct Search:
    Table table
    History history
    cards_t trumps      # the trump lane; empty at no-trump
    uint32_t switches
    uint64_t nodes      # number of turns searched
    bint stopped
    void (*poll)(Search*) noexcept nogil    # may set `stopped`
    void* watch         # data for `poll`

cdef inline uint64_t table_key(const Search* search, const Position* pos) noexcept nogil:
    return (pos.shape | <uint64_t>pos.leader << KEY_LEADER | <uint64_t>(search.trumps != 0) << KEY_TRUMPS |
            <uint64_t>pos.relaxed << KEY_RELAXED)

cdef inline bint suggests(const Search* search) noexcept nogil:
    """Return True if leads are remembered by shape, in the table's slots."""
    return search.switches & SHAPE_LEAD and search.switches & TABLE

cdef inline bint last_trick(const Search* search, const Position* pos, cards_t* ranks) noexcept nogil:
    cdef Trick trick
    open_trick(pos, &trick)
    play_card(&trick, pos.hand[trick.seat], search.trumps)
    play_card(&trick, pos.hand[trick.seat], search.trumps)
    play_card(&trick, pos.hand[trick.seat], search.trumps)
    ranks[0] = trick_ranks(&trick, pos.relaxed) & every_card()
    return trick.holder == 0

cdef inline bint sure_tricks(const Search* search, const Position* pos, int need, cards_t* ranks) noexcept nogil:
    """Return True if the cheap bounds prove that seat 0 takes `need` tricks."""
    cdef bint enough_trumps = search.trumps and length(pos.shape, 0, TRUMP_LANE) >= need
    if search.switches & SURE_TRUMPS and enough_trumps and sure_trumps(pos, need, ranks):
        return True
    if search.switches & GUARDED_TRUMPS and enough_trumps and guarded_trumps(pos, need, ranks):
        return True
    return search.switches & QUICK_TRICKS and pos.leader == 0 and quick_tricks(pos, search.trumps != 0, need, ranks)

cdef inline int known(Search* search, const Position* pos, uint64_t key, int need, cards_t* suggested,
                      cards_t* ranks) noexcept nogil:
    """Return 1 if seat 0 is known to take `need` of the tricks left, -1 if it is known not to, 0 if a search is needed.

    The position is at the start of a trick, and `key` is its table key. `suggested` receives a lead to try first, or 0.
    """
    cdef int found
    cdef Slot* slot
    suggested[0] = 0
    ranks[0] = 0
    if need <= 0 or need > pos.tricks:
        return 1 if need <= 0 else -1
    if pos.tricks == 1 and pos.leader != EITHER:
        return 1 if last_trick(search, pos, ranks) else -1
    if search.switches & TABLE:
        table_expect(&search.table, key)
    if sure_tricks(search, pos, need, ranks):
        return 1
    if search.switches & TABLE:
        slot = table_slot(&search.table, key)
        if slot != NULL:
            found = table_probe(&search.table, slot, pos.hand[1], pos.hand[2], need, ranks)
            if found:
                return found
            if suggests(search):
                suggested[0] = suggested_lead(slot, need)
    if search.switches & LATER_TRICKS and later_tricks(pos, search.trumps != 0, need, ranks):
        return 1
    if search.switches & JOINT_QUICK_TRICKS and pos.leader != 0 and joint_quick_tricks(
            pos, search.trumps != 0, pos.tricks - need + 1, ranks):
        return -1
    return 0

cdef inline bint tricks_from(Search* search, const Position* pos, int need, cards_t* ranks) noexcept nogil:
    """Return True if seat 0 takes `need` of the tricks left, from the start of a trick."""
    cdef bint answer
    cdef uint64_t key = table_key(search, pos)
    cdef cards_t suggested
    cdef int found = known(search, pos, key, need, &suggested, ranks)
    if found:
        return found > 0
    if search.switches & RELAXATION and worth_relaxing(pos, need) and sure_when_relaxed(search, pos, need, ranks):
        return True
    if pos.leader == EITHER:
        answer = either_leads(search, pos, key, suggested, need, ranks)
    else:
        answer = lead(search, pos, key, pos.hand[pos.leader], suggested, need, ranks)
    if search.stopped:
        return False
    ranks[0] &= every_card()
    if not search.switches & RELEVANT_RANKS:
        ranks[0] = every_card()
    if search.switches & TABLE:
        table_store(&search.table, key, pos.hand[1], pos.hand[2], ranks[0],
                    need if answer else 0, pos.tricks if answer else need - 1)
    return answer

cdef inline bint either_leads(Search* search, const Position* pos, uint64_t key, cards_t suggested, int need,
                              cards_t* ranks) noexcept nogil:
    """Search the relaxation, in which seat 2 leads, or seat 1 leads a suit in which seat 2 is void.

    The seat with the suggested lead is tried first.
    """
    cdef Position turn = pos[0]
    cdef cards_t ones = leads_of_seat_1(pos), union_ = 0
    cdef int turns
    turn.leader = 1 if ones & suggested else 2
    for turns in range(2):
        if turn.leader == 2 or ones:
            if not lead(search, &turn, key, turn.hand[2] if turn.leader == 2 else ones, suggested, need, ranks):
                return False
            union_ |= ranks[0]
        turn.leader = 3 - turn.leader
    ranks[0] = union_
    return True

cdef inline bint sure_when_relaxed(Search* search, const Position* pos, int need, cards_t* ranks) noexcept nogil:
    """Return True if the answer is yes in the relaxation, and thus in the true game with the same relevant ranks."""
    cdef Position relaxed
    relax(pos, &relaxed)
    if not tricks_from(search, &relaxed, need, ranks):
        return False
    ranks[0] = whole_runs(ranks[0], &relaxed)
    return True

cdef inline bint after_card(Search* search, const Position* pos, Trick* trick, cards_t card, int need,
                            cards_t* ranks) noexcept nogil:
    """Return the answer after this card is played. The trick is left unchanged."""
    cdef cards_t best = trick.best
    cdef int holder = trick.holder
    cdef bint answer
    play_card(trick, card, search.trumps)
    if trick.played < 3:
        answer = follow(search, pos, trick, need, ranks)
    else:
        answer = after_trick(search, pos, trick, need, ranks)
    take_back(trick, best, holder)
    return answer

cdef inline bint after_trick(Search* search, const Position* pos, Trick* trick, int need,
                             cards_t* ranks) noexcept nogil:
    """Return the answer after the trick is complete."""
    cdef Position next_
    cdef bint answer
    finish_trick(pos, trick, &next_)
    if pos.relaxed:
        relax_after_trick(trick, &next_)
    answer = tricks_from(search, &next_, need - (trick.holder == 0), ranks)
    if not search.stopped:
        ranks[0] = whole_runs(ranks_before_trick(search, trick, &next_, need, answer, ranks[0]), pos)
    return answer

cdef inline cards_t ranks_before_trick(Search* search, const Trick* trick, const Position* after, int need, bint answer,
                                       cards_t later) noexcept nogil:
    """Return the relevant ranks before a complete trick, from those of the position after it.

    The result either includes the winning card or has the ranks found for every possible winner (relevant_ranks.pxd),
    whichever are fewer. `need` is the need before the trick.
    """
    cdef cards_t own = trick_ranks(trick, after.relaxed), found, less
    later = whole_runs(later, after)
    found = with_trick(later, own, trick)
    if search.switches & ANY_WINNER and own & every_card() & ~with_trick(later, 0, trick) and (
            same_whoever_wins(search, trick, after, need, answer, &later)):
        less = with_trick(later, 0, trick)
        if count(less) <= count(found & every_card()):
            return less
    return found

cdef inline bint same_whoever_wins(Search* search, const Trick* trick, const Position* after, int need, bint answer,
                                   cards_t* later) noexcept nogil:
    """Return True if the answer is known to be the same if another card of the winning suit had won the trick.

    `later` is extended by the relevant ranks of the positions in which the player of that card leads. `need` is the
    need before the trick.
    """
    cdef Position other = after[0]
    cdef cards_t suit = lane_mask(lane_of(trick.best)), suggested, ranks
    cdef int i, seat = trick.seat, found
    for i in range(3):
        if trick.card[i] & suit:
            other.leader = EITHER if after.relaxed and seat != 0 else seat
            if other.leader != after.leader:
                found = known(search, &other, table_key(search, &other), need - (seat == 0), &suggested, &ranks)
                if found != (1 if answer else -1):
                    return False
                later[0] |= whole_runs(ranks, &other)
        seat = next_seat(seat)
    return True

cdef inline int16_t* history_of(Search* search, const Position* pos, const Trick* trick, cards_t cards) noexcept nogil:
    """Return the history's scores of the suits if there are several suits to choose from, else NULL."""
    if search.switches & HISTORY and search.switches & ORDER and several_suits(cards):
        return suits_of(&search.history, pos, trick)
    return NULL

cdef inline void count_node(Search* search) noexcept nogil:
    search.nodes += 1
    if not search.nodes & POLL_MASK:
        search.poll(search)

cdef inline cards_t next_lead(const Search* search, const Position* pos, cards_t cards, cards_t suggested,
                              const int16_t* suits, Moves* moves) noexcept nogil:
    """Return the next lead to try.

    `moves` is filled once the suggested lead has failed or if there is none; until then its count is -1.
    """
    if suggested & cards:
        return suggested
    if not search.switches & ORDER or not cards & (cards - 1):
        return lowest(cards)
    if moves.n < 0:
        score_leads(pos, search.trumps != 0, cards, suits, moves)
    return take_best(moves)

cdef inline bint lead(Search* search, const Position* pos, uint64_t key, cards_t cards, cards_t suggested, int need,
                      cards_t* ranks) noexcept nogil:
    """Search the leader's turn: return True if seat 0 takes `need` of the tricks left.

    `cards` may be led; `suggested` is tried first if it is one of them. `key` is the position's table key.
    """
    cdef Trick trick
    cdef Moves moves
    cdef Failures failures
    cdef cards_t hand = pos.hand[pos.leader], card
    cdef int16_t* suits
    cdef bint wanted = pos.leader == 0
    count_node(search)
    open_trick(pos, &trick)
    suits = history_of(search, pos, &trick, cards)
    begin_failures(&failures, hand, hand)
    moves.n = -1
    if search.switches & GROUPS:
        cards = representatives(&trick, cards, hand)
    if suggested & hand:
        suggested = highest(group_of(suggested, hand))
    while cards:
        card = next_lead(search, pos, cards, suggested, suits, &moves)
        cards ^= card
        if not fails_too(&failures, card):
            if after_card(search, pos, &trick, card, need, ranks) == wanted:
                if not search.stopped:
                    learn(suits, card, failures.card, failures.n)
                    if card != suggested and suggests(search):
                        table_suggest(&search.table, key, need, card)
                return wanted
            if search.stopped:
                return False
            add_failure(&failures, card, ranks[0], search.switches & SKIP)
    ranks[0] = whole_runs(failure_ranks(&failures, 0), pos)
    return not wanted

cdef inline bint follow(Search* search, const Position* pos, Trick* trick, int need, cards_t* ranks) noexcept nogil:
    """Return True if seat 0 takes `need` of the tricks left, including this one, at the second or third seat's turn."""
    cdef Failures failures
    cdef cards_t hand = pos.hand[trick.seat], cards = legal(pos, trick), card
    cdef int16_t* suits = history_of(search, pos, trick, cards)
    cdef bint wanted = trick.seat == 0
    count_node(search)
    begin_failures(&failures, hand, touching_run(trick, hand))
    if search.switches & GROUPS:
        cards = representatives(trick, cards, failures.run)
    while cards:
        if search.switches & ORDER:
            card = next_follow(pos, trick, cards, search.trumps != 0, suits)
        else:
            card = lowest(cards)
        cards ^= card
        if not fails_too(&failures, card):
            if after_card(search, pos, trick, card, need, ranks) == wanted:
                if not search.stopped:
                    learn(suits, card, failures.card, failures.n)
                return wanted
            if search.stopped:
                return False
            add_failure(&failures, card, ranks[0], search.switches & SKIP)
    ranks[0] = whole_runs(failure_ranks(&failures, trick.played), pos)
    return not wanted

cdef inline bint reaches(Search* search, const Position* pos, Trick* trick, int need) noexcept nogil:
    """Return the answer at any point of a trick."""
    cdef cards_t ranks
    if trick.played == 0:
        return tricks_from(search, pos, need, &ranks)
    return follow(search, pos, trick, need, &ranks)

cdef inline int value(Search* search, const Position* pos, Trick* trick, int most, int guess) noexcept nogil:
    """Return the guarantee of seat 0, known to be at most `most`; `guess` is the first number of tricks to search for.

    The result is meaningless if the search was stopped.
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
    """Return the guarantee after this card is played, including the trick in progress."""
    cdef Trick now = trick[0]
    cdef Position next_
    cdef int won
    play_card(&now, card, search.trumps)
    if now.played < 3:
        return value(search, pos, &now, pos.tricks, guess)
    finish_trick(pos, &now, &next_)
    open_trick(&next_, &now)
    won = next_.leader == 0
    return won + value(search, &next_, &now, next_.tricks, guess - won)
