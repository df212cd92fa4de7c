"""The engine's C headers against Python's integers, with what the compiler offers and in the plain C that replaces it.

Every warning is an error; undefined behaviour ends the program.
"""

import os
import subprocess
import sysconfig
from ctypes import CDLL, c_int, c_int16, c_longlong, c_uint32, c_uint64
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

ROOT = Path(__file__).parents[1]
STRICT = "-std=c11 -D_POSIX_C_SOURCE=199309L -Wall -Wextra -Wconversion -Wpedantic -Werror".split()
TRAPS = "-O1 -fsanitize=undefined -fsanitize-undefined-trap-on-error".split()
WORDS = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
WIDE = st.integers(0, 2**128 - 1) | WORDS | st.tuples(WORDS, WORDS).map(lambda halves: halves[0] << 64 | halves[1])
HALVES = c_uint64 * 2


@pytest.fixture(scope="module", params=[[], ["-DN52_PLAIN_C"]], ids=["own", "plain"])
def headers(request, tmp_path_factory):
    library = tmp_path_factory.mktemp("headers") / "headers.so"
    compiler = os.environ.get("CC", sysconfig.get_config_var("CC")).split()
    files = [f"-I{ROOT / 'solver/ninefivetwo_solver'}", str(ROOT / "tests/support/headers.c"), "-o", str(library)]
    subprocess.run([*compiler, *STRICT, *TRAPS, *request.param, "-shared", "-fPIC", *files], check=True)
    found = CDLL(str(library))
    found.now.restype = c_longlong
    for name in ("fits", "within"):
        getattr(found, name).restype = c_uint32
    for name in ("count", "low_index", "high_index"):
        getattr(found, name).argtypes = [c_uint64]
    return found


def halves(number):
    return HALVES(number & 2**64 - 1, number >> 64)


def whole(found):
    return found[1] << 64 | found[0]


@given(WIDE, WIDE)
def test_wide_integers(headers, a, b):
    """Numbers of 128 bits added, subtracted, multiplied and compared as Python does, modulo 2^128."""
    for which, expected in enumerate((a + b, a - b, a * b)):
        result = HALVES()
        headers.wide_operation(which, halves(a), halves(b), result)
        assert whole(result) == expected % 2**128
    assert headers.wide_less(halves(a), halves(b)) == (a < b)
    assert headers.wide_is_zero(halves(a)) == (a == 0)


@given(WIDE, WIDE, WIDE)
def test_overflow_is_seen(headers, total, a, b):
    for one, other in ((a, b), (a >> 64, b), (a, b >> 64), (a >> 70, b >> 70), (2**128 - 1 - total, 1)):
        found = halves(total)
        overflow = headers.wide_accumulate(found, halves(one), halves(other))
        assert whole(found) == (total + one * other) % 2**128
        assert bool(overflow) == (total + one * other >= 2**128)


@given(WORDS)
def test_bits(headers, x):
    assert headers.count(x) == x.bit_count()
    if x:
        assert headers.low_index(x) == (x & -x).bit_length() - 1
        assert headers.high_index(x) == x.bit_length() - 1
    word = x & 2**32 - 1
    if word != 2**32 - 1:
        assert headers.leading_ones(c_uint32(word)) == f"{word:032b}0".index("0")


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 7)), min_size=16, max_size=16), WORDS, st.integers(0, 7))
def test_scans(headers, filters, n, held):
    """The bits of the entries that pass, of the first n and of no more than sixteen."""
    n %= 2**32
    tops, cares = ((c_uint32 * 16)(*(entry[i] for entry in filters)) for i in (0, 1))
    expected = sum(1 << i for i, (top, care) in enumerate(filters[:n]) if not (top ^ held) & care)
    assert headers.fits(tops, cares, c_uint32(n), held) == expected
    for least in range(8):
        passing = (i for i, (top, care) in enumerate(filters[:n]) if not ((top ^ held) | ~care) & least)
        assert headers.within(tops, cares, c_uint32(n), held, least) == sum(1 << i for i in passing)


UNITS = st.integers(-900, 900) | st.sampled_from([-900, 900])


@given(
    st.sampled_from([16, 32, 64]), st.lists(UNITS, min_size=1, max_size=90), st.lists(st.integers(0, 5), max_size=35)
)
def test_rows_are_added(headers, width, units, rows):
    """Every sum beside the others, up to 16 bits; what lies behind the sums is left alone."""
    table = [[units[(row * width + j) % len(units)] for j in range(width)] for row in range(6)]
    start = [(-1) ** j * (j + 7) for j in range(width)]
    sums = (c_int16 * (width + 1))(*start, 12345)
    flat = (c_int16 * (6 * width))(*(unit for row in table for unit in row))
    headers.add_rows(flat, width, (c_int16 * max(len(rows), 1))(*rows), len(rows), sums)
    assert list(sums) == [first + sum(table[row][j] for row in rows) for j, first in enumerate(start)] + [12345]


def test_clock_goes_forward(headers):
    times = [headers.now() for _ in range(1000)]
    assert times == sorted(times) and times[0] < times[-1]


def test_lead_weights_are_those_of_the_features(headers):
    """Nine rows, one for each role and kind of suit, none of them empty."""
    assert all(any(headers.lead_weight(c_int(kind), c_int(i)) for i in range(32)) for kind in range(9))
