"""What a policy of Python holds, for the tests of its parts."""
from ninefivetwo_solver.policies cimport Rules

cdef class Policy:
    cdef Rules rules
    cdef object kept                # what the pointers of `rules` point into
    cdef _set_network(self, int hidden, int second, flat)
