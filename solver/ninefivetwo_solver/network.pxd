"""The learned policy's model: a small integer network with the same results on every machine.

    hidden = relu(sum of the table's rows of the features)
    second = relu(bias + weights . hidden)
    score  = output . second                            the chance of a card is proportional to exp(score)

Numbers are scaled by SCALE. The table's sums have 16 bits and the second layer's sums 32 bits; `playout.pyx` rejects
weights with which they could overflow. network.h has the arithmetic for each kind of processor.
"""
from libc.stdint cimport int16_t, int32_t, int64_t

from ninefivetwo_solver.cardset cimport cards_t, lane_of
from ninefivetwo_solver.in_play cimport CHOICES, View
from ninefivetwo_solver.policy_features cimport (
    OF_CHOICE, OF_VIEW, Scene, Suit, card_rows, context_rows, set_scene, set_suit,
)

cdef extern from "network.h" nogil:
    enum:
        MOST_HIDDEN "N52_MOST_HIDDEN"
        MOST_SECOND "N52_MOST_SECOND"
        PATHS "N52_NUMBER"

    ctypedef struct Network "n52_network":
        const int16_t* table    # [rows][hidden]
        const int16_t* weights  # [hidden / 2][second][2]
        const int32_t* bias     # [second]
        const int32_t* output   # [second]
        int hidden
        int second

    ctypedef struct NetworkRows "n52_rows":
        const int16_t* view
        const int16_t* choices
        int of_view
        int of_choice
        int number

    ctypedef void (*Scores "n52_scores")(const Network*, const NetworkRows*, int64_t*) noexcept nogil

    struct Path "n52_path":
        const char* name
        Scores scores

    const Path* paths "n52_paths"               # the compiled paths of the arithmetic, fastest first
    Scores scores_used "n52_scores_used"
    bint can "n52_can"(const char* path) noexcept   # whether this processor supports a code path

cdef enum:
    SCALE = 256

cdef inline void scores(const Network* network, const View* view, cards_t* cards, int number, double* found) noexcept nogil:
    """Compute the score of each choice."""
    cdef int16_t of_view[OF_VIEW]
    cdef int16_t of_choices[CHOICES * OF_CHOICE]
    cdef int64_t whole[CHOICES]
    cdef NetworkRows rows
    cdef int i
    rows_of_choices(view, cards, number, of_view, of_choices)
    rows.view, rows.of_view = of_view, OF_VIEW
    rows.choices, rows.of_choice, rows.number = of_choices, OF_CHOICE, number
    scores_used(network, &rows, whole)
    for i in range(number):
        found[i] = <double>whole[i] / (SCALE * SCALE)

cdef inline void rows_of_choices(const View* view, cards_t* cards, int number, int16_t* of_view, int16_t* of_choices
                                 ) noexcept nogil:
    """Find the table rows for a view and for each of these choices."""
    cdef Scene scene
    cdef Suit suit
    cdef int i, first
    set_scene(&scene, view)
    first = context_rows(of_view, NULL, &scene, view)
    set_suit(&suit, &scene, view, lane_of(cards[0]))
    for i in range(number):
        if lane_of(cards[i]) != suit.lane:
            set_suit(&suit, &scene, view, lane_of(cards[i]))
        card_rows(of_choices + i * OF_CHOICE, NULL, first, &scene, &suit, view, cards[i])
