"""Move generation and move ordering: which cards are tried, and in what order.

A card's score estimates how likely and how cheaply it decides the question for the seat to move: seat 0 wants
the answer yes, the others no.  The order changes no answer, only the number of nodes searched.
"""
from libc.stdint cimport int16_t
from ninefivetwo_solver.cardset cimport TRUMP_LANE, cards_t, from_card_up, highest, lane_mask, lane_of, lowest, place_in_lane
from ninefivetwo_solver.bounds cimport cards_of, tops
from ninefivetwo_solver.position cimport Position, Trick, beating, length, next_seat

cdef enum:
    LEAD_KINDS = 9

cdef enum:                  # features of a lead; seats are the leader, the next and the last to play
    LENGTH                  # of the suit led, in the leader's hand
    NEXT_LENGTH
    LAST_LENGTH
    CARDS_ABOVE             # in play
    HIGHEST_IN_PLAY
    NEXT_HAS_HIGHER
    LAST_HAS_HIGHER
    OWN_HIGHEST
    OWN_LOWEST
    SINGLETON
    DOUBLETON
    TOPS                    # the leader's unbroken run of highest cards
    NEXT_TOPS
    LAST_TOPS
    NEXT_VOID
    LAST_VOID
    NEXT_CAN_RUFF
    LAST_CAN_RUFF
    BOTH_VOID
    SURE_WINNER
    KEEPS_TOPS              # leads below its own tops
    LOWEST_TO_NEXT_TOP      # the lowest in play, and next has the top
    LOWEST_TO_LAST_TOP
    TOP_OF_SEQUENCE
    ONLY_NEXT_HAS_HIGHER
    ONLY_LAST_HAS_HIGHER
    BOTH_HAVE_HIGHER
    NEXT_ABOVE_LAST         # next's highest card is above last's
    OWN_ABOVE_BOTH
    NO_TRUMPS_AGAINST
    LONGEST
    NEXT_ALL_ABOVE          # all of next's cards are above the one led
    LEAD_FEATURES           # how many they are

cdef struct Move:
    cards_t card
    int score

cdef inline cards_t touching_run(const Trick* trick, cards_t hand) noexcept nogil:
    """The hand, with those places filled in that no longer separate two of its cards.

    For the third seat to play, a card on the table that has already lost the trick counts as out of play.
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
    # What the leads from one position have in common.
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
    """The row of weights to use, by the leader and whether the card is a trump, of a side suit, or at no-trump."""
    if not view.has_trumps:
        return 3 * view.seat + 2
    return 3 * view.seat + (0 if lane_of(card) == TRUMP_LANE else 1)

cdef inline void lead_features(const Position* pos, const LeadView* view, cards_t card, int16_t* f) noexcept nogil:
    """Fill in the features of a lead, each at its index."""
    cdef int lane = lane_of(card), total = cards_of(pos, lane), place = place_in_lane(card)
    cdef int length_ = length(pos.shape, view.seat, lane)
    cdef int next_length = length(pos.shape, view.next_, lane), last_length = length(pos.shape, view.last, lane)
    cdef cards_t suit = lane_mask(lane), own = pos.hand[view.seat] & suit
    cdef cards_t higher = from_card_up(card) ^ card, next_cards = pos.hand[view.next_] & suit
    cdef cards_t last_cards = pos.hand[view.last] & suit
    cdef bint side = view.has_trumps and lane != TRUMP_LANE
    f[LENGTH] = length_
    f[NEXT_LENGTH] = next_length
    f[LAST_LENGTH] = last_length
    f[CARDS_ABOVE] = total - 1 - place
    f[HIGHEST_IN_PLAY] = place == total - 1
    f[NEXT_HAS_HIGHER] = (next_cards & higher) != 0
    f[LAST_HAS_HIGHER] = (last_cards & higher) != 0
    f[OWN_HIGHEST] = (own & higher) == 0
    f[OWN_LOWEST] = (own & (card - 1)) == 0
    f[SINGLETON] = length_ == 1
    f[DOUBLETON] = length_ == 2
    f[TOPS] = tops(pos, view.seat, lane)
    f[NEXT_TOPS] = tops(pos, view.next_, lane)
    f[LAST_TOPS] = tops(pos, view.last, lane)
    f[NEXT_VOID] = next_length == 0
    f[LAST_VOID] = last_length == 0
    f[NEXT_CAN_RUFF] = side and next_length == 0 and view.next_trumps > 0
    f[LAST_CAN_RUFF] = side and last_length == 0 and view.last_trumps > 0
    f[BOTH_VOID] = next_length == 0 and last_length == 0
    f[SURE_WINNER] = f[HIGHEST_IN_PLAY] and not f[NEXT_CAN_RUFF] and not f[LAST_CAN_RUFF]
    f[KEEPS_TOPS] = f[TOPS] > 0 and not f[HIGHEST_IN_PLAY]
    f[LOWEST_TO_NEXT_TOP] = f[NEXT_TOPS] > 0 and place == 0
    f[LOWEST_TO_LAST_TOP] = f[LAST_TOPS] > 0 and place == 0
    f[TOP_OF_SEQUENCE] = (card & (own >> 1)) == 0 and (own & (card >> 1)) != 0
    f[ONLY_NEXT_HAS_HIGHER] = f[NEXT_HAS_HIGHER] and not f[LAST_HAS_HIGHER]
    f[ONLY_LAST_HAS_HIGHER] = f[LAST_HAS_HIGHER] and not f[NEXT_HAS_HIGHER]
    f[BOTH_HAVE_HIGHER] = f[NEXT_HAS_HIGHER] and f[LAST_HAS_HIGHER]
    f[NEXT_ABOVE_LAST] = next_cards > last_cards
    f[OWN_ABOVE_BOTH] = own > next_cards and own > last_cards
    f[NO_TRUMPS_AGAINST] = side and view.next_trumps == 0 and view.last_trumps == 0
    f[LONGEST] = length_ > next_length and length_ > last_length
    f[NEXT_ALL_ABOVE] = next_cards != 0 and lowest(next_cards) > card

cdef inline int lead_score(const Position* pos, const LeadView* view, cards_t card) noexcept nogil:
    cdef int16_t features[LEAD_FEATURES]
    cdef const int16_t* weights = lead_weights[lead_kind(view, card)]
    cdef int i, score = 0
    lead_features(pos, view, card, features)
    for i in range(LEAD_FEATURES):
        score += weights[i] * features[i]
    return score

cdef inline cards_t next_follow(const Position* pos, const Trick* trick, cards_t cards, bint has_trumps) noexcept nogil:
    """For the second or third seat to play: of the cards not yet tried, the one to try next."""
    cdef cards_t beaters = beating(trick, cards), losers = cards ^ beaters
    if beaters and not (losers and partner_wins(pos, trick, has_trumps)):
        return cheapest_beater(pos, trick, beaters, has_trumps)
    if losers & lane_mask(lane_of(trick.card[0])):
        return lowest(losers)
    return best_sluff(pos, trick.seat, losers, has_trumps)

cdef inline cards_t threat_of(const Position* pos, const Trick* trick, bint has_trumps) noexcept nogil:
    """For the second seat to play: the cards with which the last one may win the trick."""
    cdef cards_t last_cards = pos.hand[next_seat(trick.seat)], threat = last_cards & lane_mask(lane_of(trick.card[0]))
    return threat if threat or not has_trumps else last_cards & lane_mask(TRUMP_LANE)

cdef inline bint partner_wins(const Position* pos, const Trick* trick, bint has_trumps) noexcept nogil:
    """Is the trick the partner's, or can he take it, so that an opponent of seat 0 need not?"""
    if trick.played == 2:
        return trick.seat != 0 and trick.holder != 0
    return trick.seat == 1 and threat_of(pos, trick, has_trumps) > trick.best

cdef inline cards_t cheapest_beater(const Position* pos, const Trick* trick, cards_t beaters, bint has_trumps) noexcept nogil:
    """The lowest card that wins the trick, if there is one, whatever an enemy who plays after it has; else the lowest."""
    cdef cards_t threat, safe
    if trick.played == 1 and trick.seat != 1:
        threat = threat_of(pos, trick, has_trumps)
        if threat:
            safe = beaters & ~((highest(threat) << 1) - 1)
            if safe:
                return lowest(safe)
    return lowest(beaters)

cdef inline cards_t best_sluff(const Position* pos, int seat, cards_t cards, bint has_trumps) noexcept nogil:
    """Of cards that neither follow suit nor win, a suit's lowest: of a long suit, a low card, no winner."""
    cdef cards_t best = 0, card
    cdef int most = 0, score
    while cards:
        card = lowest(cards)
        cards &= ~lane_mask(lane_of(card))
        if best == 0 and not cards:
            return card
        score = sluff_score(pos, seat, card, has_trumps)
        if best == 0 or score > most:
            best = card
            most = score
    return best

cdef inline int sluff_score(const Position* pos, int seat, cards_t card, bint has_trumps) noexcept nogil:
    cdef int lane = lane_of(card), rank = cards_of(pos, lane) - 1 - place_in_lane(card)     # 0: the highest in play
    cdef int score = rank + 2 * length(pos.shape, seat, lane)
    if has_trumps and lane == TRUMP_LANE:
        score -= 20
    if tops(pos, seat, lane):
        score -= 4
    if rank == 0:
        score -= 15
    return score
