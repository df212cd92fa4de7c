"""Which cards are tried, and in what order.

A card's score is a guess at how likely and how cheaply it decides the question for the seat to move: seat 0 wants
the answer yes, the others no.  The order never changes an answer, only how soon it comes.
"""
from libc.stdint cimport uint64_t
from ninefivetwo_solver.cardset cimport (
    cards_t, count, from_card_up, highest, lane_mask, lane_of, lowest, TRUMP_LANE,
)
from ninefivetwo_solver.bounds cimport cards_of, tops
from ninefivetwo_solver.position cimport Position, Trick, beating, length, next_seat

cdef struct Move:
    cards_t card
    int score

cdef inline cards_t touching_run(const Trick* trick, cards_t hand) noexcept nogil:
    """The hand with places filled in that can no longer part two of its cards.

    When the last seat plays, a card on the table that has lost already is as good as gone.
    """
    cdef cards_t lost
    if trick.played < 2:
        return hand
    lost = (trick.card[0] | trick.card[1]) & ~trick.best
    return hand | (lost & (hand << 1) & (hand >> 1))

cdef inline cards_t representatives(const Trick* trick, cards_t cards, cards_t run) noexcept nogil:
    """One card of each group of touching cards: its top if it leads or beats the trick so far, else its bottom."""
    cdef cards_t beaters
    if trick.played == 0:
        return cards & ~(run >> 1)
    beaters = beating(trick, cards)
    return (beaters & ~(run >> 1)) | (cards & ~beaters & ~(run << 1))

cdef inline int lead_score(const Position* pos, cards_t card, bint has_trumps) noexcept nogil:
    cdef int seat = pos.leader, lane = lane_of(card)
    cdef int next_ = next_seat(seat), last = next_seat(next_)
    cdef cards_t higher = from_card_up(card) ^ card
    cdef int rank_from_top = cards_of(pos, lane) - 1 - (<int>count((card - 1) & lane_mask(lane)))
    cdef int mine = length(pos.shape, seat, lane), score = 0
    cdef bint top = rank_from_top == 0, trump = has_trumps and lane == TRUMP_LANE
    cdef int partner, enemy_len, enemy_trumps
    if seat == 0:
        if top:
            score = 30
            if has_trumps and not trump and ((length(pos.shape, 1, lane) == 0 and length(pos.shape, 1, TRUMP_LANE))
                    or (length(pos.shape, 2, lane) == 0 and length(pos.shape, 2, TRUMP_LANE))):
                score = -10
            if trump:
                score += 15
        else:
            score = mine - rank_from_top
            if tops(pos, 0, lane):
                score -= 5
            if trump:
                score += 5
        return score
    partner = 3 - seat
    enemy_len = length(pos.shape, 0, lane)
    enemy_trumps = length(pos.shape, 0, TRUMP_LANE) if has_trumps else 0
    if enemy_len == 0 and enemy_trumps and not trump:
        score -= 20
    if top:
        score += 20
    elif tops(pos, partner, lane):
        score += 18
    if has_trumps and not trump and length(pos.shape, partner, lane) == 0 and length(pos.shape, partner, TRUMP_LANE):
        score += 15
    if not higher & pos.hand[0]:
        score += 8
    if tops(pos, 0, lane):
        score -= 10
    score += mine
    return score - rank_from_top // 2

cdef inline int follow_score(const Position* pos, const Trick* trick, cards_t card, cards_t beaters,
                             bint has_trumps) noexcept nogil:
    cdef int seat = trick.seat, lane = lane_of(card), last = next_seat(seat)
    cdef int rank = cards_of(pos, lane) - 1 - count((card - 1) & lane_mask(lane))   # 0: highest in play
    cdef bint ours = seat != 0 and trick.holder != 0, following
    cdef cards_t suit = lane_mask(lane_of(trick.card[0])), theirs
    cdef int score
    following = (card & suit) != 0
    if card & beaters:
        score = 100 + rank if not ours else -20 + rank
        if trick.played == 1:
            theirs = pos.hand[last] & suit
            if not theirs and has_trumps:
                theirs = pos.hand[last] & lane_mask(TRUMP_LANE)
            if seat == 0:
                if theirs > card and lane_of(theirs) == lane:
                    score -= 30
            elif last == 0:
                if ours:
                    score = 20 + rank
                    if theirs > trick.best:
                        score += 30
                if theirs > card and theirs & (suit | (lane_mask(TRUMP_LANE) if has_trumps else 0)):
                    score -= 30
            elif not ours:
                if theirs > trick.best:
                    score = -10 + rank
        return score
    score = rank
    if not following:
        score += 2 * length(pos.shape, seat, lane)
        if has_trumps and lane == TRUMP_LANE:
            score -= 20
        if tops(pos, seat, lane):
            score -= 4
        if rank == 0:
            score -= 15
    return score
