"""Move generation and move ordering: which cards are searched, and in which order.

A card's score estimates how likely and how cheaply the card decides the question for the seat to move. The order
affects only the number of nodes searched, never the answer.
"""
from libc.stdint cimport int16_t
from ninefivetwo_solver.cardset cimport TRUMP_LANE, cards_t, highest, lane_mask, lane_of, lowest, place_in_lane
from ninefivetwo_solver.bounds cimport cards_of, tops
from ninefivetwo_solver.history cimport LEAD_SHIFT, SLUFF_SHIFT, bonus
from ninefivetwo_solver.position cimport MOST_CARDS, Position, Trick, beating, length, next_seat

cdef enum:
    LEAD_KINDS = 9

cdef enum:                  # features of a lead; "next" and "last" are the second and third seats to play
    LENGTH                  # number of cards of the suit in the leader's hand
    NEXT_LENGTH
    LAST_LENGTH
    CARDS_ABOVE             # number of higher cards in play
    HIGHEST_IN_PLAY
    NEXT_HAS_HIGHER
    LAST_HAS_HIGHER
    OWN_HIGHEST
    OWN_LOWEST
    SINGLETON
    DOUBLETON
    TOPS                    # length of the leader's run of the highest cards in play
    NEXT_TOPS
    LAST_TOPS
    NEXT_VOID
    LAST_VOID
    NEXT_CAN_RUFF
    LAST_CAN_RUFF
    BOTH_VOID
    SURE_WINNER
    KEEPS_TOPS              # the card led is below the leader's run of highest cards
    LOWEST_TO_NEXT_TOP      # the lowest card of the suit is led, and the next player has the highest
    LOWEST_TO_LAST_TOP
    TOP_OF_SEQUENCE
    ONLY_NEXT_HAS_HIGHER
    ONLY_LAST_HAS_HIGHER
    BOTH_HAVE_HIGHER
    NEXT_ABOVE_LAST         # the next player's highest card beats the last player's
    OWN_ABOVE_BOTH
    NO_TRUMPS_AGAINST
    LONGEST
    NEXT_ALL_ABOVE          # every card of the suit in the next player's hand beats the card led
    LEAD_FEATURES           # the number of features

cdef struct Moves:
    int n
    cards_t card[MOST_CARDS]
    int score[MOST_CARDS]

cdef inline cards_t touching_run(const Trick* trick, cards_t hand) noexcept nogil:
    """Return the hand plus the places that no longer separate two of its cards.

    For the third seat to play, a card on the table that has already lost the trick counts as out of play.
    """
    cdef cards_t lost
    if trick.played < 2:
        return hand
    lost = (trick.card[0] | trick.card[1]) & ~trick.best
    return hand | (lost & (hand << 1) & (hand >> 1))

cdef inline cards_t representatives(const Trick* trick, cards_t cards, cards_t run) noexcept nogil:
    """Return one card of each group of touching cards: the top of a group that leads or beats, else the bottom."""
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
    # The values shared by all leads from one position.
    int seat            # the leader: 0, 1 (the next player is its partner) or 2 (the next player is seat 0)
    int next_
    int last
    bint has_trumps
    int next_trumps
    int last_trumps

cdef struct LeadSuit:
    # The values shared by all leads of one suit.
    int lane
    cards_t own
    cards_t next_
    cards_t last
    int total           # number of cards in play
    int length
    int next_length
    int last_length
    int tops
    int next_tops
    int last_tops
    bint next_ruffs
    bint last_ruffs

cdef struct LeadScore:
    int score
    const int16_t* weights
    int16_t* features   # receives each feature at its index, unless NULL

cdef inline void view_leads(const Position* pos, bint has_trumps, LeadView* view) noexcept nogil:
    view.seat = pos.leader
    view.next_ = next_seat(view.seat)
    view.last = next_seat(view.next_)
    view.has_trumps = has_trumps
    view.next_trumps = length(pos.shape, view.next_, TRUMP_LANE) if has_trumps else 0
    view.last_trumps = length(pos.shape, view.last, TRUMP_LANE) if has_trumps else 0

cdef inline void view_suit(const Position* pos, const LeadView* view, int lane, LeadSuit* suit) noexcept nogil:
    cdef cards_t mask = lane_mask(lane)
    cdef bint side = view.has_trumps and lane != TRUMP_LANE
    suit.lane = lane
    suit.own = pos.hand[view.seat] & mask
    suit.next_ = pos.hand[view.next_] & mask
    suit.last = pos.hand[view.last] & mask
    suit.length = length(pos.shape, view.seat, lane)
    suit.next_length = length(pos.shape, view.next_, lane)
    suit.last_length = length(pos.shape, view.last, lane)
    suit.total = suit.length + suit.next_length + suit.last_length
    suit.tops = tops(pos, view.seat, lane)
    suit.next_tops = tops(pos, view.next_, lane)
    suit.last_tops = tops(pos, view.last, lane)
    suit.next_ruffs = side and suit.next_length == 0 and view.next_trumps > 0
    suit.last_ruffs = side and suit.last_length == 0 and view.last_trumps > 0

cdef inline int lead_kind(const LeadView* view, int lane) noexcept nogil:
    """Return the row of weights for the leader and the kind of lane (trumps, a side suit, or a suit at no-trump)."""
    if not view.has_trumps:
        return 3 * view.seat + 2
    return 3 * view.seat + (0 if lane == TRUMP_LANE else 1)

cdef inline void add(LeadScore* sum_, int feature, int value) noexcept nogil:
    sum_.score += sum_.weights[feature] * value
    if sum_.features:
        sum_.features[feature] = value

cdef inline void add_suit(const LeadView* view, const LeadSuit* suit, LeadScore* sum_) noexcept nogil:
    """Add the features that all leads of the suit share."""
    add(sum_, LENGTH, suit.length)
    add(sum_, NEXT_LENGTH, suit.next_length)
    add(sum_, LAST_LENGTH, suit.last_length)
    add(sum_, SINGLETON, suit.length == 1)
    add(sum_, DOUBLETON, suit.length == 2)
    add(sum_, TOPS, suit.tops)
    add(sum_, NEXT_TOPS, suit.next_tops)
    add(sum_, LAST_TOPS, suit.last_tops)
    add(sum_, NEXT_VOID, suit.next_length == 0)
    add(sum_, LAST_VOID, suit.last_length == 0)
    add(sum_, NEXT_CAN_RUFF, suit.next_ruffs)
    add(sum_, LAST_CAN_RUFF, suit.last_ruffs)
    add(sum_, BOTH_VOID, suit.next_length == 0 and suit.last_length == 0)
    add(sum_, NEXT_ABOVE_LAST, suit.next_ > suit.last)
    add(sum_, OWN_ABOVE_BOTH, suit.own > suit.next_ and suit.own > suit.last)
    add(sum_, NO_TRUMPS_AGAINST, view.has_trumps and suit.lane != TRUMP_LANE and
        view.next_trumps == 0 and view.last_trumps == 0)
    add(sum_, LONGEST, suit.length > suit.next_length and suit.length > suit.last_length)

cdef inline void add_card(const LeadSuit* suit, cards_t card, LeadScore* sum_) noexcept nogil:
    """Add the features of the card itself."""
    cdef int place = place_in_lane(card)
    cdef cards_t higher = 0 - (card << 1)               # bits in higher lanes do no harm
    cdef bint highest_ = place == suit.total - 1
    cdef bint next_higher = (suit.next_ & higher) != 0, last_higher = (suit.last & higher) != 0
    add(sum_, CARDS_ABOVE, suit.total - 1 - place)
    add(sum_, HIGHEST_IN_PLAY, highest_)
    add(sum_, NEXT_HAS_HIGHER, next_higher)
    add(sum_, LAST_HAS_HIGHER, last_higher)
    add(sum_, OWN_HIGHEST, (suit.own & higher) == 0)
    add(sum_, OWN_LOWEST, (suit.own & (card - 1)) == 0)
    add(sum_, SURE_WINNER, highest_ and not suit.next_ruffs and not suit.last_ruffs)
    add(sum_, KEEPS_TOPS, suit.tops > 0 and not highest_)
    add(sum_, LOWEST_TO_NEXT_TOP, suit.next_tops > 0 and place == 0)
    add(sum_, LOWEST_TO_LAST_TOP, suit.last_tops > 0 and place == 0)
    add(sum_, TOP_OF_SEQUENCE, (card & (suit.own >> 1)) == 0 and (suit.own & (card >> 1)) != 0)
    add(sum_, ONLY_NEXT_HAS_HIGHER, next_higher and not last_higher)
    add(sum_, ONLY_LAST_HAS_HIGHER, last_higher and not next_higher)
    add(sum_, BOTH_HAVE_HIGHER, next_higher and last_higher)
    add(sum_, NEXT_ALL_ABOVE, suit.next_ != 0 and lowest(suit.next_) > card)

cdef inline void score_leads(const Position* pos, bint has_trumps, cards_t cards, const int16_t* suits,
                             Moves* moves) noexcept nogil:
    """List the leader's cards with their scores; `suits` has the history's scores, or is NULL."""
    cdef LeadView view
    cdef LeadSuit suit
    cdef LeadScore of_suit, of_card
    cdef cards_t left, card
    view_leads(pos, has_trumps, &view)
    of_suit.features = of_card.features = NULL
    moves.n = 0
    while cards:
        view_suit(pos, &view, lane_of(cards), &suit)
        of_suit.weights = of_card.weights = lead_weights[lead_kind(&view, suit.lane)]
        of_suit.score = bonus(suits, suit.lane, LEAD_SHIFT)
        add_suit(&view, &suit, &of_suit)
        left = cards & lane_mask(suit.lane)
        cards ^= left
        while left:
            card = lowest(left)
            left ^= card
            of_card.score = of_suit.score
            add_card(&suit, card, &of_card)
            moves.card[moves.n] = card
            moves.score[moves.n] = of_card.score
            moves.n += 1

cdef inline cards_t take_best(Moves* moves) noexcept nogil:
    """Remove and return the card with the highest score, the first one in case of a tie."""
    cdef int i, best = 0
    cdef cards_t found
    for i in range(1, moves.n):
        if moves.score[i] > moves.score[best]:
            best = i
    found = moves.card[best]
    moves.n -= 1
    moves.card[best] = moves.card[moves.n]
    moves.score[best] = moves.score[moves.n]
    return found

cdef inline cards_t next_follow(const Position* pos, const Trick* trick, cards_t cards, bint has_trumps,
                                const int16_t* suits) noexcept nogil:
    """Return the next card to try for the second or third seat to play.

    `suits` has the history's scores, or is NULL.
    """
    cdef cards_t beaters = beating(trick, cards), losers = cards ^ beaters
    if beaters and not (losers and partner_wins(pos, trick, has_trumps)):
        return cheapest_beater(pos, trick, beaters, has_trumps)
    if losers & lane_mask(lane_of(trick.card[0])):
        return lowest(losers)
    return best_sluff(pos, trick.seat, losers, has_trumps, suits)

cdef inline cards_t threat_of(const Position* pos, const Trick* trick, bint has_trumps) noexcept nogil:
    """Return the cards with which the last seat may win the trick, as seen by the second seat to play."""
    cdef cards_t last_cards = pos.hand[next_seat(trick.seat)], threat = last_cards & lane_mask(lane_of(trick.card[0]))
    return threat if threat or not has_trumps else last_cards & lane_mask(TRUMP_LANE)

cdef inline bint partner_wins(const Position* pos, const Trick* trick, bint has_trumps) noexcept nogil:
    """Return True if an opponent of seat 0 need not win the trick because the partner is winning it or can take it."""
    if trick.played == 2:
        return trick.seat != 0 and trick.holder != 0
    return trick.seat == 1 and threat_of(pos, trick, has_trumps) > trick.best

cdef inline cards_t cheapest_beater(const Position* pos, const Trick* trick, cards_t beaters,
                                    bint has_trumps) noexcept nogil:
    """Return the lowest beater that a later enemy cannot beat, else the lowest beater."""
    cdef cards_t threat, safe
    if trick.played == 1 and trick.seat != 1:
        threat = threat_of(pos, trick, has_trumps)
        if threat:
            safe = beaters & ~((highest(threat) << 1) - 1)
            if safe:
                return lowest(safe)
    return lowest(beaters)

cdef inline cards_t best_sluff(const Position* pos, int seat, cards_t cards, bint has_trumps,
                               const int16_t* suits) noexcept nogil:
    """Return the best discard among cards that neither follow suit nor win: preferably a low card from a long suit."""
    cdef cards_t best = 0, card
    cdef int most = 0, score
    while cards:
        card = lowest(cards)
        cards &= ~lane_mask(lane_of(card))
        if best == 0 and not cards:
            return card
        score = sluff_score(pos, seat, card, has_trumps) + bonus(suits, lane_of(card), SLUFF_SHIFT)
        if best == 0 or score > most:
            best = card
            most = score
    return best

cdef inline int sluff_score(const Position* pos, int seat, cards_t card, bint has_trumps) noexcept nogil:
    cdef int lane = lane_of(card), rank = cards_of(pos, lane) - 1 - place_in_lane(card)     # rank 0 is the highest
    cdef int score = rank + 2 * length(pos.shape, seat, lane)
    if has_trumps and lane == TRUMP_LANE:
        score -= 20
    if tops(pos, seat, lane):
        score -= 4
    if rank == 0:
        score -= 15
    return score
