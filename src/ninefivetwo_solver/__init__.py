"""The engine of ninefivetwo, written in Cython: the exact search, max^n, worlds and playouts.

It knows card sets and seat numbers, but no names, contracts, rule sets or Python cards.  Start with engine.pyx, the
Python interface of the search.  The .pxd files hold structs and free functions that compile into one unit.

The exact search answers one question: can seat 0 win at least *need* of the remaining tricks if the other two play
together against it?  Every search has a null window; a value takes a few of them, and all results go to one
transposition table.  Read the files in this order:

    cardset.pxd, bits.h   the 64-bit card set, drawn; dense positions; the bit operations of the compiler or in plain C
    position.pxd          a position at the start of a trick, the trick in progress, the position after it
    relevant_ranks.pxd    partition search: the ranks an answer depends on; why the rule for touching cards is sound
    failures.pxd          the cards of a turn that failed, and the ranks on which that rests
    bounds.pxd            bounds without a search: quick tricks, later tricks, sure and guarded trumps
    relaxation.pxd        a bound found by searching an easier game, in which the opponents choose who leads
    order.pxd             move ordering; its weights, lead_weights.h, are written by `benchmarks fit_lead_order`
    history.pxd           the history heuristic
    first_guess.pxd       how many tricks to ask about first
    table.pxd, scan.h     the transposition table, drawn; what an entry promises; its scan, sixteen entries at a time
    search.pxd            the search itself, what its answer means, its switches
    max_n.pxd             max^n for endings, by backward induction
    arguments.pxd         the checks of a question's arguments
    engine.pyx            the Python interface: sets positions up, releases the GIL, stops on time or request
    worlds.pyx, wide.h    worlds counted and drawn, with 128-bit integers; independent of the rest

Six ideas make it fast; each has a switch (`SWITCHES` in engine.pyx), and tests turn off each alone and all together:

- Dense positions: after a trick its three ranks are removed and the ranks above move down.  Positions that differ only
  in ranks out of play are the same position, and touching cards are neighbouring bits.
- Partition search (Ginsberg 1996): every answer comes with the ranks it depends on, so one table entry covers all
  positions with the same suit lengths and the same owners of those ranks.
- Any winner: a trick's winning card is not among those ranks if the answer would be the same whoever had won the trick.
  Usually it would be.  This idea saves the most.
- Entries stay valid: they depend neither on the seat nor on the trump suit, so one table serves all questions.
- The relaxation: what seat 0 is sure of even if the opponents choose which of them leads next, it is sure of in the
  true game.  Answers there depend on far fewer ranks.  It is searched first if seat 0 needs little.
- An order learnt while searching (the history heuristic, Schaeffer 1989): the best suit to lead or discard depends
  mainly on who is void in what, so each suit has a score for every such situation.

The Python interface checks every argument once and raises ValueError; the code behind it checks nothing, except in the
checked build.  Every few thousand nodes the search polls its token, the clock and, every 50 ms, the signal handlers.  A
stopped search stores nothing.  An engine serves one thread at a time and refuses a second.

Playouts are the second engine.  They share only cardset.pxd with the search:

    in_play.pxd               a deal in play (`Game`) and what a seat sees of it (`View`)
    plain_rules.pxd           the plain rules of play, policy 0
    policy_features.pxd       what the learned policy looks at
    network.pxd, network.h    its model in whole numbers; its arithmetic for each kind of processor (`paths`)
    unseen.pxd, random.pxd    worlds drawn from a view inside a rollout; random numbers that are the same everywhere
    policies.pxd              a policy's choice, rollouts, a deal played to its end
    playout_rows.pxd          the deals and views that playouts receive, checked
    playout.pyx               the Python interface: arrays in and out

A policy receives a `View`, never a `Game`, so it cannot use what its seat has not seen.
"""

#: The environment variable that names the path of the learned policy's arithmetic, if not the fastest is to be taken.
PATH_VARIABLE = "NINEFIVETWO_PATH"


class PathError(ImportError):
    """A path that this processor does not have, or that does not exist; its `name` is PATH_VARIABLE."""

    def __init__(self, message: str) -> None:
        super().__init__(f"{PATH_VARIABLE}: {message}", name=PATH_VARIABLE)
