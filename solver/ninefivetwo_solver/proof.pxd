"""What an answer rests on.

Beside its answer ("seat 0 takes at least `need` of these tricks": yes or no) every part of the
search returns a *proof*: a staircase of places (cardset.pxd), in each lane the ranks from
some threshold up.  The promise is:

    the answer holds for every position with the same twelve suit lengths, the same leader (and
    the same cards on the table, if a trick is in progress) in which the places of the
    proof have the same owners.

Cards below the thresholds are "low": they may be dealt round in any way that keeps the lengths.

How proofs are put together
    end of a trick      the next position's proof, and the winning card if two or more cards of
                        its suit were played (its rank then decided the trick); in the freer
                        game a partner's card is not counted among them
    a card that works   that card's proof, for the side to move
    all cards fail      the union of their proofs, each *widened* to the touching cards that it
                        was tried for (below)
    a bound             the cards that it counts

Touching cards.  A group g1 > g2 > ... > gm of one hand with no card in play between them is
searched by one card, its top when that card leads or beats the trick so far, else its
bottom.  Let P be a position whose proof we build and P' another that agrees with it on the proof; we
need every card d' of P' to fail.  Let k be the number of the group's cards inside the proof r
found for the card c that was tried.

    covered   c lies outside r: its rank was of no use, so r proves the failure of *every* card
              of that hand and suit outside r, in P and in P' alike.  A group that is covered
              in this way by some failed card of the suit, all of it, need not be tried (the search
              skips it); of one that was tried only the cards not covered need the cases below.
    bottom    c = gm. If 0 < k < m, put g(k+1) in the proof.  In P' the cards g1' ... g(k+1)' then
              touch, so playing any of them is as good as g(k+1)', a low card in r's eyes, which
              leaves the k tops that r asks for.  With k = 0 or k = m nothing is missing.
    top       c = g1. If c's own rank decided the trick somewhere in the proof, put the lowest
              uncovered card of the group in it: in P' these cards touch, and stand for each other.
              Otherwise r asks, of this group, only for the k - 1 tops that stay behind; playing
              gj' with j <= k leaves them because g1' ... gk' touch; playing a lower card leaves
              k, and the played card, like c, wins nothing.  Nothing is missing.

Whether a card's rank decided a trick is noted in spare bits beside the staircase (`rank_decided`), one for each
of the trick's three cards; they are dropped when the proof leaves the trick.
"""
from ninefivetwo_solver.cardset cimport (
    RANKS, cards_t, close_up, every_card, from_card_up, highest, lane_mask, lane_of, lowest,
)
from ninefivetwo_solver.position cimport Trick, carry_back

cdef inline cards_t rank_decided(int order) noexcept nogil:
    """The mark, in a proof, that the trick's card of that order (0 to 2) won it by rank."""
    return <cards_t>1 << (RANKS + order)

cdef inline cards_t card_of(const Trick* trick, int seat) noexcept nogil:
    """The card a seat played to a full trick; who plays next is then who led."""
    return trick.card[(seat + 3 - trick.seat) % 3]

cdef inline cards_t trick_proof(const Trick* trick, bint free) noexcept nogil:
    """The part of a proof that a full trick adds: its winner, where rank decided."""
    cdef cards_t suit = lane_mask(lane_of(trick.best)), others
    cdef int order
    others = (trick.card[0] | trick.card[1] | trick.card[2]) & suit & ~trick.best
    if free and trick.holder != 0:
        others &= card_of(trick, 0)
    if not others:
        return 0
    order = 0 if trick.best == trick.card[0] else 1 if trick.best == trick.card[1] else 2
    return from_card_up(trick.best) | rank_decided(order)

cdef inline cards_t before_trick(cards_t later, const Trick* trick, bint free) noexcept nogil:
    """The proof of what follows a full trick, as a proof of the position before it."""
    cdef cards_t own = trick_proof(trick, free), marks = own & ~every_card()
    return close_up(carry_back(later, trick) | (own & every_card())) | marks

cdef inline cards_t group_of(cards_t card, cards_t run) noexcept nogil:
    """The cards of `run` that touch the card, itself included, as one unbroken stretch of bits."""
    cdef cards_t gaps_below = ~run & (card - 1), above = ~run & (0 - card)
    cdef cards_t bottom = highest(gaps_below) << 1 if gaps_below else 1
    return (lowest(above) - 1) & (0 - bottom)

cdef inline cards_t widening(cards_t card, cards_t proof, cards_t run, cards_t hand, cards_t covered,
                             bint decided) noexcept nogil:
    """What to add to a failed card's proof so that it speaks for the whole group (see above).

    `run` is the hand as the grouping saw it (with gone cards filled in), `covered` the cards
    proved to fail by another card's proof.
    """
    cdef cards_t group = group_of(card, run) & hand
    cdef cards_t rest = group & ~covered & ~card
    if not rest:
        return 0
    if card > rest:                                     # the top was tried
        return from_card_up(lowest(rest)) if decided else 0
    group &= ~proof                                     # the bottom was tried
    if group and rest & proof:
        return from_card_up(highest(group))
    return 0
