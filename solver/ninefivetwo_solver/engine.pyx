"""The Python interface of the engine's searches, which take positions as card sets and return numbers of tricks.

A card set is an int with four 16-bit lanes: suit s occupies bits 16 s to 16 s + 12, with the deuce lowest. A single
card is the index of its bit. Seats are 0, 1, 2 clockwise. Every search method begins with these arguments:

    hands       three card sets; without the trick in progress, each hand would have the same length, 1 to 17 cards
    leader      the seat that leads, or led to the trick in progress
    trump       a suit, 0 to 3, or 4 for no-trump
    played      the cards of the trick in progress, in the order played; the hands exclude them
    seat        the seat whose tricks are counted

The arguments are checked once (arguments.pxd); a ValueError names the fault.
"""
from libc.stdint cimport uint32_t, uint64_t
from cpython.exc cimport PyErr_CheckSignals
from ninefivetwo_solver cimport arguments, max_n as core_max_n, position, search as core
from ninefivetwo_solver.arguments cimport Arguments, in_range, read_arguments
from ninefivetwo_solver.cardset cimport LANES, LANE_BITS, RANKS, TRUMP_LANE, cards_t, lane_mask, low_index
from ninefivetwo_solver.first_guess cimport first_guess
from ninefivetwo_solver.history cimport forget
from ninefivetwo_solver.order cimport representatives, touching_run
from ninefivetwo_solver.position cimport Position, Trick, legal, open_trick, play_card
from ninefivetwo_solver.relevant_ranks cimport group_of
from ninefivetwo_solver.table cimport table_bytes, table_clear, table_close, table_open

cdef extern from "bits.h" nogil:
    long long now_ns "n52_now"() noexcept

NO_TRUMP = arguments.NO_TRUMP
MOST_CARDS = position.MOST_CARDS    #: maximum number of cards in one hand

#: The bit of each optimisation of the search, by name. Each can be switched off without changing an answer.
SWITCHES = {
    "groups": core.GROUPS, "relevant_ranks": core.RELEVANT_RANKS, "skip": core.SKIP, "quick_tricks": core.QUICK_TRICKS,
    "sure_trumps": core.SURE_TRUMPS, "later_tricks": core.LATER_TRICKS, "table": core.TABLE, "order": core.ORDER,
    "shape_lead": core.SHAPE_LEAD, "relaxation": core.RELAXATION, "any_winner": core.ANY_WINNER,
    "guarded_trumps": core.GUARDED_TRUMPS, "history": core.HISTORY, "joint_quick_tricks": core.JOINT_QUICK_TRICKS,
}
ALL_SWITCHES = core.EVERYTHING

cdef enum:
    MOST_SECONDS = 1000000000   # maximum time limit; a larger one would overflow the clock
    SIGNAL_NS = 50000000        # nanoseconds between checks for signals; each check takes the GIL


class Stopped(Exception):
    """The error raised by a search that was cancelled or ran out of time."""


cdef struct CancelFlag:
    bint cancelled
    const CancelFlag* parent    # or NULL


cdef bint is_cancelled(const CancelFlag* flag) noexcept nogil:
    while flag != NULL:
        if flag.cancelled:
            return True
        flag = flag.parent
    return False


cdef class CancelToken:
    """A token that stops all current and later searches that use it, in any thread.

    The token belongs to the code that started the work. A cancelled token stays cancelled. Cancelling a token's parent
    also cancels the token, so one part of the work can be stopped alone or together with the rest.
    """
    cdef CancelFlag flag
    cdef CancelToken parent     # keeps the parent's flag alive

    def __cinit__(self, CancelToken parent=None):
        self.parent = parent
        self.flag.parent = NULL if parent is None else &parent.flag

    def cancel(self) -> None:
        self.flag.cancelled = True

    @property
    def cancelled(self) -> bool:
        return is_cancelled(&self.flag)


cdef struct Watch:
    long long deadline          # ns; 0: none
    long long next_look         # time of the next check for signals, ns
    const CancelFlag* flag
    void* engine                # the BaseEngine in use, which stores an exception from a signal handler


cdef bint must_stop(Watch* watch) noexcept nogil:
    """Return True if the search was cancelled, its time ran out, or a signal handler (Ctrl-C) raised an exception."""
    cdef long long now = now_ns()
    cdef bint raised = False
    if now > watch.next_look:
        watch.next_look = now + SIGNAL_NS
        with gil:
            raised = signal_raises(<BaseEngine>watch.engine)
    return raised or is_cancelled(watch.flag) or (watch.deadline != 0 and now > watch.deadline)


cdef bint signal_raises(BaseEngine engine) noexcept:
    try:
        PyErr_CheckSignals()
    except BaseException as raised:
        engine.raised = raised
        return True
    return False


cdef void poll_search(core.Search* search) noexcept nogil:
    search.stopped = must_stop(<Watch*>search.watch)


cdef void poll_max_n(core_max_n.MaxN* max_n) noexcept nogil:
    max_n.stopped = must_stop(<Watch*>max_n.watch)


cdef class BaseEngine:
    """The base class of both engines."""
    cdef Watch watch
    cdef Position pos
    cdef Trick trick
    cdef cards_t trumps
    cdef int source[64]         # the card index for each place of the dense position
    cdef bint busy
    cdef object raised
    cdef CancelToken _token

    def __cinit__(self, *args, **more):
        self.watch.engine = <void*>self
        self._token = CancelToken()

    @property
    def token(self) -> CancelToken:
        """The token that makes the engine's searches raise Stopped; it can be replaced between searches."""
        return self._token

    @token.setter
    def token(self, CancelToken token not None) -> None:
        self.enter()
        self._token = token
        self.busy = False

    cdef enter(self):
        if self.busy:
            raise RuntimeError("this engine is at work in another thread: use one engine for each thread")
        self.busy = True

    cdef begin(self, hands, int leader, int trump, played, int seat, double seconds):
        cdef Arguments found
        self.enter()
        try:
            in_range("seat", seat, 2)
            if not seconds >= 0:
                raise ValueError(f"seconds {seconds} (expected 0, for no limit, or more)")
            read_arguments(&found, hands, leader, trump, played)
            if self._token.cancelled:
                raise Stopped("cancelled")
        except BaseException:
            self.busy = False
            raise
        self.set_position(&found, seat)
        self.watch.flag = &self._token.flag
        self.watch.deadline = now_ns() + <long long>(min(seconds, MOST_SECONDS) * 1e9) if seconds > 0 else 0
        self.watch.next_look = now_ns() + SIGNAL_NS

    cdef end(self, bint stopped):
        self.busy = False
        if self.raised is not None:
            raised, self.raised = self.raised, None
            raise raised
        if stopped:
            raise Stopped("cancelled" if self._token.cancelled else "out of time")

    cdef void set_position(self, const Arguments* found, int seat) noexcept:
        """Set up the search's position, with `seat` as seat 0, trumps in the top lane and dense ranks."""
        cdef cards_t hand[3]
        cdef int dense[64]
        cdef int i, lane, suit, rank, place, leader = (found.leader + 3 - seat) % 3
        for i in range(3):
            hand[i] = found.hand[(seat + i) % 3]
            self.pos.hand[i] = 0
        for i in range(found.played):
            hand[(leader + i) % 3] |= found.table[i]
        self.pos.shape = 0
        for lane in range(LANES):
            suit = lane
            if found.trump != arguments.NO_TRUMP:
                suit = found.trump if lane == TRUMP_LANE else TRUMP_LANE if lane == found.trump else lane
            place = LANE_BITS * lane
            for rank in range(RANKS):
                for i in range(3):
                    if hand[i] >> (LANE_BITS * suit + rank) & 1:
                        self.pos.hand[i] |= <cards_t>1 << place
                        self.pos.shape += <uint64_t>1 << (16 * i + 4 * lane)
                        self.source[place] = LANE_BITS * suit + rank
                        dense[LANE_BITS * suit + rank] = place
                        place += 1
        self.pos.leader = leader
        self.pos.relaxed = False
        self.pos.tricks = found.tricks
        self.trumps = 0 if found.trump == arguments.NO_TRUMP else lane_mask(TRUMP_LANE)
        open_trick(&self.pos, &self.trick)
        for i in range(found.played):
            play_card(&self.trick, <cards_t>1 << dense[low_index(found.table[i])], self.trumps)


cdef class Engine(BaseEngine):
    """A double-dummy search with its own table, which is kept between questions.

    Use one engine for each thread: a call while another thread's call is in progress raises RuntimeError. Searches run
    without the GIL.

    `memory` is the maximum size of the table in bytes. `switches` selects the optimisations, as a sum of SWITCHES.
    Raises MemoryError if the table cannot be allocated.
    """
    cdef core.Search search

    def __cinit__(self, size_t memory=64 << 20, uint32_t switches=core.EVERYTHING):
        if switches & ~<uint32_t>core.EVERYTHING:
            raise ValueError(f"switches {switches:#x} (expected a sum of SWITCHES)")
        if not table_open(&self.search.table, memory):
            raise MemoryError(f"no {memory} bytes for the table")
        self.search.switches = switches
        self.search.poll = poll_search
        self.search.watch = &self.watch

    def __dealloc__(self):
        table_close(&self.search.table)

    @property
    def nodes(self) -> int:
        """The number of nodes searched since the engine was made; a node is one seat's turn."""
        return self.search.nodes

    @property
    def entries(self) -> int:
        """The number of entries in the table."""
        return self.search.table.entries

    @property
    def table_bytes(self) -> int:
        """The number of bytes of the table in use."""
        return table_bytes(&self.search.table)

    def clear(self) -> None:
        """Empty the table."""
        self.enter()
        table_clear(&self.search.table)
        self.busy = False

    def reaches(self, hands, leader, trump, played, seat, int need, double seconds=0) -> bool:
        """Return True if the seat can take at least `need` (0 to 18) of the tricks left against any defence.

        `seconds` is the time limit, 0 for none. Raises Stopped, and ValueError for invalid arguments.
        """
        cdef bint answer
        in_range("need", need, position.MOST_CARDS + 1)
        self.ask(hands, leader, trump, played, seat, seconds)
        with nogil:
            answer = core.reaches(&self.search, &self.pos, &self.trick, need)
        self.end(self.search.stopped)
        return answer

    def guarantee(self, hands, leader, trump, played, seat, int at_most=position.MOST_CARDS, double seconds=0) -> int:
        """Return the seat's guaranteed tricks, which must be at most `at_most`.

        Raises Stopped, and ValueError for invalid arguments.
        """
        cdef int tricks
        in_range("at_most", at_most, position.MOST_CARDS)
        self.ask(hands, leader, trump, played, seat, seconds)
        with nogil:
            tricks = core.value(&self.search, &self.pos, &self.trick, min(at_most, self.pos.tricks),
                                first_guess(&self.pos, self.trumps != 0))
        self.end(self.search.stopped)
        return tricks

    def after_each(self, hands, leader, trump, played, seat, double seconds=0) -> dict[int, int]:
        """Return, for each legal card of the seat to move, the guarantee of `seat` after that card.

        The guarantees include the trick in progress. Raises Stopped, and ValueError for invalid arguments.
        """
        cdef cards_t run, card
        cdef int tricks
        values = {}
        self.ask(hands, leader, trump, played, seat, seconds)
        cards = legal(&self.pos, &self.trick)
        run = touching_run(&self.trick, self.pos.hand[self.trick.seat])
        tricks = first_guess(&self.pos, self.trumps != 0)
        grouped = self.search.switches & core.GROUPS
        for index in indices(representatives(&self.trick, cards, run) if grouped else cards):
            card = <cards_t>1 << <int>index
            with nogil:
                tricks = core.value_after(&self.search, &self.pos, &self.trick, card, tricks)
            for place in indices(group_of(card, run) & cards) if grouped else [index]:
                values[self.source[<int>place]] = tricks
        self.end(self.search.stopped)
        return dict(sorted(values.items()))

    cdef ask(self, hands, leader, trump, played, seat, double seconds):
        """Begin a search with an empty history, because suit scores do not apply to another seat or trump."""
        self.begin(hands, leader, trump, played, seat, seconds)
        forget(&self.search.history)
        self.search.trumps = self.trumps
        self.search.stopped = False


cdef class MaxNEngine(BaseEngine):
    """A max^n search (max_n.pxd) with its own table, which is kept between positions.

    Among equally good cards, players other than `about` choose the card that leaves `about` the fewest tricks, or the
    most tricks if `spare` is true. Use one engine for each thread. Raises ValueError or MemoryError.
    """
    cdef core_max_n.MaxN max_n

    def __cinit__(self, int about, bint spare=False):
        in_range("about", about, 2)
        if not core_max_n.max_n_open(&self.max_n):
            raise MemoryError("no memory for the table")
        self.max_n.about = about
        self.max_n.spare = spare
        self.max_n.poll = poll_max_n
        self.max_n.watch = &self.watch

    def __dealloc__(self):
        core_max_n.max_n_close(&self.max_n)

    def values(self, hands, leader, trump, played, double seconds=0) -> tuple[int, int, int]:
        """Return the tricks of seats 0, 1 and 2, including a trick in progress. Raises ValueError or Stopped."""
        cdef core_max_n.Outcome outcome
        self.begin(hands, leader, trump, played, 0, seconds)
        self.max_n.trumps = self.trumps
        self.max_n.stopped = False
        with nogil:
            if self.trick.played:
                outcome = core_max_n.outcome_in_trick(&self.max_n, &self.pos, &self.trick)
            else:
                outcome = core_max_n.outcome_of(&self.max_n, &self.pos)
        self.end(self.max_n.stopped)
        return outcome.tricks[0], outcome.tricks[1], outcome.tricks[2]


cdef list indices(cards_t cards):
    """Return the bit indices of a card set, lowest first."""
    found = []
    while cards:
        found.append(low_index(cards))
        cards &= cards - 1
    return found
