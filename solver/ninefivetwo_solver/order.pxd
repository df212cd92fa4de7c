"""Which cards are tried, and in what order.

A card's score is a guess at how likely and how cheaply it decides the question for the seat to move: seat 0 wants
the answer yes, the others no.  The order never changes an answer, only how soon it comes.
"""
from libc.stdint cimport int16_t
from ninefivetwo_solver.cardset cimport TRUMP_LANE, cards_t, from_card_up, lane_mask, lane_of, place_in_lane
from ninefivetwo_solver.bounds cimport cards_of, tops
from ninefivetwo_solver.position cimport Position, Trick, beating, length, next_seat

cdef enum:
    LEAD_KINDS = 9
    LEAD_FEATURES = 32

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

cdef extern from "lead_weights.h" nogil:
    """
    #include <stdint.h>
    """
    const int16_t lead_weights "n52_lead_weights"[LEAD_KINDS][LEAD_FEATURES]

cdef struct LeadView:
    # What the features of all leads from one position share.
    int seat            # 0, 1 (whose partner plays next) or 2 (seat 0 plays next)
    int next_
    int last
    bint has_trumps
    int next_trumps
    int last_trumps

cdef inline void view_leads(const Position* pos, bint has_trumps, LeadView* view) noexcept nogil:
    view.seat = pos.leader
    view.next_ = next_seat(view.seat)
    view.last = next_seat(view.next_)
    view.has_trumps = has_trumps
    view.next_trumps = length(pos.shape, view.next_, TRUMP_LANE) if has_trumps else 0
    view.last_trumps = length(pos.shape, view.last, TRUMP_LANE) if has_trumps else 0

cdef inline int lead_kind(const LeadView* view, cards_t card) noexcept nogil:
    """Which row of weights speaks for the card: by the seat that leads, and a trump, a side suit or no-trump."""
    if not view.has_trumps:
        return 3 * view.seat + 2
    return 3 * view.seat + (0 if lane_of(card) == TRUMP_LANE else 1)

cdef inline void lead_features(const Position* pos, const LeadView* view, cards_t card, int16_t* f) noexcept nogil:
    """What the lead order looks at; lead_weights.h names the features in this order."""
    cdef int lane = lane_of(card), total = cards_of(pos, lane), place = place_in_lane(card)
    cdef int mine = length(pos.shape, view.seat, lane)
    cdef int n = length(pos.shape, view.next_, lane), l = length(pos.shape, view.last, lane)
    cdef cards_t suit = lane_mask(lane), own = pos.hand[view.seat] & suit
    cdef cards_t higher = from_card_up(card) ^ card, next_cards = pos.hand[view.next_] & suit
    cdef cards_t last_cards = pos.hand[view.last] & suit
    cdef bint side = view.has_trumps and lane != TRUMP_LANE
    cdef int run = tops(pos, view.seat, lane)
    cdef int next_run = tops(pos, view.next_, lane), last_run = tops(pos, view.last, lane)
    f[0] = mine
    f[1] = n
    f[2] = l
    f[3] = total - 1 - place
    f[4] = place == total - 1
    f[5] = (next_cards & higher) != 0
    f[6] = (last_cards & higher) != 0
    f[7] = (own & higher) == 0
    f[8] = (own & (card - 1)) == 0
    f[9] = mine == 1
    f[10] = mine == 2
    f[11] = run
    f[12] = next_run
    f[13] = last_run
    f[14] = n == 0
    f[15] = l == 0
    f[16] = side and n == 0 and view.next_trumps > 0
    f[17] = side and l == 0 and view.last_trumps > 0
    f[18] = (n == 0) & (l == 0)
    f[19] = f[4] and not f[16] and not f[17]
    f[20] = run > 0 and not f[4]
    f[21] = next_run > 0 and place == 0
    f[22] = last_run > 0 and place == 0
    f[23] = (card & (own >> 1)) == 0 and (own & (card >> 1)) != 0
    f[24] = f[5] and not f[6]
    f[25] = f[6] and not f[5]
    f[26] = f[5] and f[6]
    f[27] = (next_cards > last_cards)
    f[28] = (own > next_cards) and (own > last_cards)
    f[29] = side and view.next_trumps == 0 and view.last_trumps == 0
    f[30] = mine > n and mine > l
    f[31] = (next_cards != 0) and ((0 - next_cards) & next_cards) > card

cdef inline int lead_score(const Position* pos, const LeadView* view, cards_t card) noexcept nogil:
    cdef int16_t features[LEAD_FEATURES]
    cdef const int16_t* weights = lead_weights[lead_kind(view, card)]
    cdef int i, score = 0
    lead_features(pos, view, card, features)
    for i in range(LEAD_FEATURES):
        score += weights[i] * features[i]
    return score

cdef inline int follow_score(const Position* pos, const Trick* trick, cards_t card, cards_t beaters,
                             bint has_trumps) noexcept nogil:
    cdef int seat = trick.seat, lane = lane_of(card), last = next_seat(seat)
    cdef int rank = cards_of(pos, lane) - 1 - place_in_lane(card)   # 0: highest in play
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
