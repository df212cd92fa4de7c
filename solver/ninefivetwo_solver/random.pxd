"""Random numbers that are the same for the same seed on every machine."""
from libc.stdint cimport uint64_t

cdef struct Random:
    uint64_t state

cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    """Mix a number with the finaliser of splitmix64, so every bit of the result depends on every bit of the number."""
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)

cdef inline uint64_t random_word(Random* random) noexcept nogil:
    """Return 64 random bits, by splitmix64 (Steele, Lea and Flood 2014)."""
    random.state += <uint64_t>0x9E3779B97F4A7C15
    return mixed(random.state)

cdef inline double random_unit(Random* random) noexcept nogil:
    """Return a random number of at least 0 and below 1."""
    return <double>(random_word(random) >> 11) * (1.0 / 9007199254740992.0)

cdef inline Random random_for(uint64_t seed, uint64_t number) noexcept nogil:
    """Return the random numbers of item `number`, unrelated to those of other items."""
    cdef Random found
    found.state = mixed(seed * <uint64_t>0x9E3779B97F4A7C15 + mixed(number + 1))
    return found
