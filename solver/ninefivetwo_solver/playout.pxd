"""The contents of the Python class Policy, declared for the tests of its parts."""
from ninefivetwo_solver.policies cimport Rules

cdef class Policy:
    cdef Rules rules
    cdef object kept                # keeps the memory alive that `rules` points to
    cdef _set_network(self, int hidden, int second, flat)
