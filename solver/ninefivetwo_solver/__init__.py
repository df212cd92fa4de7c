"""The Cython engine of ninefivetwo: exact search, max^n, counting and drawing of worlds, and playouts.

The engine works on card sets and seat numbers, without names, contracts, rule sets or Python cards. Begin with
engine.pyx, the Python interface of the search. The .pxd files contain structs and free functions.

The exact search answers one question: can seat 0 win at least *need* of the remaining tricks if the other two seats
cooperate against it? Every search has a null window, so finding a value takes a few searches. All results are stored in
one transposition table. Read the files in this order:

    cardset.pxd, bits.h   the 64-bit card set, with a diagram; dense positions; bit operations
    position.pxd          a position at the start of a trick, the trick in progress, the position after it
    relevant_ranks.pxd    partition search: the ranks that an answer depends on; proof of the rule for touching cards
    failures.pxd          the cards of a turn that failed, and the ranks that their failure depends on
    bounds.pxd            bounds without a search: quick tricks, later tricks, sure and guarded trumps
    relaxation.pxd        a bound from the search of an easier game, in which the opponents choose who leads
    order.pxd             move ordering; `benchmarks fit_lead_order` writes its weights to lead_weights.h
    history.pxd           the history heuristic
    first_guess.pxd       the number of tricks to search for first
    table.pxd, scan.h     the transposition table, with a diagram; its scan, which tests sixteen entries at a time
    search.pxd            the search itself, the meaning of its answers, its switches
    max_n.pxd             max^n for endings, by backward induction
    arguments.pxd         checks of the arguments
    engine.pyx            the Python interface: sets up positions, releases the GIL, stops on time or on request
    worlds.pyx, wide.h    worlds counted and drawn with 128-bit integers; independent of the other files

Six techniques make the search fast. The tests turn off each technique's switch (`SWITCHES` in engine.pyx) alone, and
all switches together.

- Dense positions: after a trick its three ranks are removed and the ranks above them move down. Positions that differ
  only in ranks out of play become identical, and touching cards become adjacent bits.
- Partition search (Ginsberg 1996): every answer comes with the ranks that it depends on, so one table entry covers all
  positions with the same suit lengths and the same owners of those ranks.
- Any winner: the winning card of a trick is not a relevant rank if the answer would be the same whoever won the trick,
  which is the usual case. This technique saves the most nodes.
- Lasting entries: a table entry depends neither on the seat nor on the trump suit, so one table serves all questions.
- Relaxation: in a relaxed game, the opponents choose which of them leads next. Tricks that are guaranteed to seat 0 in
  the relaxed game are also guaranteed in the true game, and depend on far fewer ranks. The relaxed game is searched
  first if seat 0 needs few tricks.
- History heuristic (Schaeffer 1989): the best suit to lead or discard depends mainly on the hands' voids, so the search
  updates a score of each suit for every combination of voids.

The Python interface checks every argument once and raises ValueError if an argument is invalid. The code behind the
interface checks nothing, except in the checked build. Every few thousand nodes the search checks its cancel token and
the clock, and every 50 ms it runs the signal handlers. A stopped search stores nothing. An engine serves one thread at
a time and raises an error if a second thread calls it.

Playouts are the second part of the engine and share only cardset.pxd with the search:

    in_play.pxd               a deal in play (`Game`) and what a seat sees of it (`View`)
    plain_rules.pxd           the plain rules of play, a rule-based policy
    policy_features.pxd       the input features of the learned policy
    network.pxd, network.h    its integer network, and the network's arithmetic for each kind of processor (`paths`)
    unseen.pxd, random.pxd    worlds drawn from a view inside a rollout; random numbers that are the same everywhere
    policies.pxd              a policy's choice, rollouts, playing a deal to its end
    playout_rows.pxd          checks of the deals and views that are passed in
    playout.pyx               the Python interface, which takes and returns arrays

A policy receives a `View`, never a `Game`, so it cannot use information that its seat has not seen.
"""

#: The environment variable that selects a path of the learned policy's arithmetic instead of the fastest one.
PATH_VARIABLE = "NINEFIVETWO_PATH"


class PathError(ImportError):
    """The error for an arithmetic path that is unknown or that this processor does not support."""

    def __init__(self, message: str) -> None:
        super().__init__(f"{PATH_VARIABLE}: {message}", name=PATH_VARIABLE)
