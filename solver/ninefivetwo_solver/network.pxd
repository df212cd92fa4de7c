"""The learned policy's model: a small network in whole numbers, the same on every machine.

    hidden = relu(sum of the table's rows of the features)
    second = relu(bias + weights . hidden)
    score  = output . second                            the chance of a card grows with exp(score)

Numbers are scaled by SCALE.  The table's sums have 16 bits, the second layer's 32: `playout.pyx` refuses weights with
which they could overflow.
"""
from libc.stdint cimport int16_t, int32_t, int64_t

from ninefivetwo_solver.cardset cimport cards_t
from ninefivetwo_solver.in_play cimport View
from ninefivetwo_solver.policy_features cimport Rows, Scene, card_rows, context_rows, set_scene

cdef extern from "rows.h" nogil:
    void add_rows "n52_add_rows"(const int16_t* table, int width, const int16_t* rows, int number, int16_t* sums) noexcept

cdef enum:
    SCALE = 256
    MOST_HIDDEN = 64        # in sixteens
    MOST_SECOND = 32

cdef struct Network:
    int hidden
    int second
    const int16_t* table    # [rows][hidden]
    const int16_t* weights  # [second][hidden]
    const int16_t* bias     # [second]
    const int16_t* output   # [second]

cdef inline double score_of(const Network* network, const int16_t* sums) noexcept nogil:
    cdef int16_t hidden[MOST_HIDDEN]
    cdef const int16_t* row = network.weights
    cdef int32_t sum
    cdef int64_t found = 0
    cdef int i, j
    for j in range(network.hidden):
        hidden[j] = sums[j] if sums[j] > 0 else 0
    for i in range(network.second):
        sum = network.bias[i] * SCALE
        for j in range(network.hidden):
            sum += <int32_t>row[j] * hidden[j]
        if sum > 0:
            found += <int64_t>(sum >> 8) * network.output[i]
        row += network.hidden
    return <double>found / (SCALE * SCALE)

cdef inline void scores(const Network* network, const View* view, cards_t* cards, int number, double* found) noexcept nogil:
    """The score of each choice."""
    cdef Scene scene
    cdef Rows context, rows
    cdef int16_t shared[MOST_HIDDEN]
    cdef int16_t sums[MOST_HIDDEN]
    cdef int i, j
    for j in range(network.hidden):
        shared[j] = 0
    set_scene(&scene, view)
    context.number = context.offset = 0
    context_rows(&context, &scene, view)
    add_rows(network.table, network.hidden, context.row, context.number, shared)
    for i in range(number):
        rows.number, rows.offset = 0, context.offset
        card_rows(&rows, &scene, view, cards[i])
        for j in range(network.hidden):
            sums[j] = shared[j]
        add_rows(network.table, network.hidden, rows.row, rows.number, sums)
        found[i] = score_of(network, sums)
