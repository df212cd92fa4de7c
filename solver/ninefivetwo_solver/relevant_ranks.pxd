"""Partition search (Ginsberg 1996): the ranks that an answer depends on.

The search answers "does seat 0 take at least `need` of these tricks?" with yes or no. It also returns the *relevant
ranks*: an upper set of places (cardset.pxd), which means all ranks from some threshold up in each suit. They promise:

    the answer is the same in every position with the same twelve suit lengths, the same leader (and
    the same cards on the table, if a trick is in progress) in which the relevant places have
    the same owners.

Cards below the thresholds are *low*: they may be exchanged between the hands as long as the lengths stay the same. One
entry of the transposition table therefore stands for a whole set of positions. (M. L. Ginsberg, Partition search,
AAAI-96; the "winning ranks" of DDS serve the same purpose.)

How the relevant ranks of an answer are found:

    end of a trick      the relevant ranks of the position after it, plus the winning card if two or more
                        cards of its suit were played, because its rank then decided the trick; in the
                        relaxation a partner's card is not counted among these; or, if the winner does
                        not matter, the relevant ranks of every position that can follow (see below)
    a card succeeds     the relevant ranks found for that card, for the side to move
    all cards fail      the union of those found for each card, each *widened* to the touching cards
                        that the card represented (see below)
    a bound             the cards that the bound counts

When the winner does not matter. Only cards of the winning card's suit can win a trick, and their ranks decide which of
them does. Consider the positions that differ only in these ranks. In each of them the trick is followed by the position
with another player of these cards on lead, and seat 0 has perhaps won one trick more or less. If the answer is known to
be the same after each of them, the winning card need not be relevant: the relevant ranks of all these positions
together are enough. "Known" means without a search, by bounds or from the table. This is often the case, because an
answer far from the true value does not depend on one trick, and rarely on which opponent leads.

Touching cards. Let g1 > g2 > ... > gm be a group of cards in one hand with no other card in play between them. Only one
card of a group is searched: its top if it leads or beats the trick so far, else its bottom. Let P be the position
searched, c the card tried in it, and r the relevant ranks found for c. Let P' be another position with the same owners
of the relevant ranks that are returned. Every card d' of the group must fail in P' too. Let k be the number of the
group's cards inside r.

    covered   c lies outside r: its rank did not matter, so r proves the failure of *every* card of
              that hand and suit outside r, in P and in P'. If all cards of a group are covered by
              a failed card in this way, the search skips the group. If only some are, the others
              need the cases below.
    bottom    c = gm. If 0 < k < m, add g(k+1) to the relevant ranks. Then the cards g1' ... g(k+1)'
              touch in P', so playing any of them is equivalent to playing g(k+1)', which is a low card
              for r and keeps the k highest cards that r needs. If k = 0 or k = m nothing is added.
    top       c = g1. If c won a trick by its rank, add the lowest card of the group that is not
              covered: then these cards touch in P' and are equivalent.
              Otherwise r needs, from this group, only the k - 1 highest cards that are left. Playing
              gj' with j <= k leaves them because g1' ... gk' touch; playing a lower card leaves
              k. Like c, the card played either wins nothing, or its winning does not matter.
              Nothing is added.

Spare bits beside the upper set, one for each of the three cards, record whether a card of the trick won by its rank and
this matters (`rank_decided`). They are dropped at the start of the trick.
"""
from ninefivetwo_solver.cardset cimport (
    RANKS, cards_t, every_card, from_card_up, highest, lane_mask, lane_of, lowest, upward_closure,
)
from ninefivetwo_solver.position cimport Trick, insert_trick

cdef inline cards_t rank_decided(int order) noexcept nogil:
    """Return the mark, kept beside relevant ranks, that the trick's card with this order (0 to 2) won by its rank."""
    return <cards_t>1 << (RANKS + order)

cdef inline cards_t card_of(const Trick* trick, int seat) noexcept nogil:
    """Return the card that a seat played to a complete trick; `trick.seat` is then the seat that led."""
    return trick.card[(seat + 3 - trick.seat) % 3]

cdef inline cards_t trick_ranks(const Trick* trick, bint relaxed) noexcept nogil:
    """Return the relevant ranks that a complete trick adds: its winning card, if the card's rank decided."""
    cdef cards_t suit = lane_mask(lane_of(trick.best)), others
    cdef int order
    others = (trick.card[0] | trick.card[1] | trick.card[2]) & suit & ~trick.best
    if relaxed and trick.holder != 0:
        others &= card_of(trick, 0)
    if not others:
        return 0
    order = 0 if trick.best == trick.card[0] else 1 if trick.best == trick.card[1] else 2
    return from_card_up(trick.best) | rank_decided(order)

cdef inline cards_t with_trick(cards_t later, cards_t own, const Trick* trick) noexcept nogil:
    """Return the relevant ranks before a complete trick, from the ranks after the trick (`later`) and its own ranks."""
    return upward_closure(insert_trick(later, trick) | (own & every_card())) | (own & ~every_card())

cdef inline cards_t group_of(cards_t card, cards_t run) noexcept nogil:
    """Return the unbroken stretch of bits of `run` around the card: the cards that touch it, including itself."""
    cdef cards_t gaps_below = ~run & (card - 1), above = ~run & (0 - card)
    cdef cards_t bottom = highest(gaps_below) << 1 if gaps_below else 1
    return (lowest(above) - 1) & (0 - bottom)

cdef inline cards_t widening(cards_t card, cards_t ranks, cards_t run, cards_t hand, cards_t covered,
                             bint decided) noexcept nogil:
    """Return the additional relevant ranks with which a failed card's ranks hold for its whole group (see above).

    `run` is the hand with its groups of touching cards (`touching_run`). `covered` has the cards that another card's
    relevant ranks prove to fail. `decided` is true if the card won a trick by its rank.
    """
    cdef cards_t group = group_of(card, run) & hand
    cdef cards_t rest = group & ~covered & ~card
    if not rest:
        return 0
    if card > rest:                                     # the search tried the highest card of the group
        return from_card_up(lowest(rest)) if decided else 0
    group &= ~ranks                                     # the search tried the lowest card of the group
    if group and rest & ranks:
        return from_card_up(highest(group))
    return 0
