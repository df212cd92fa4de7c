"""The engine's C headers against Python's integers, with what the compiler offers and in the plain C that replaces it.

Every warning is an error; undefined behaviour ends the program.
"""

import os
import re
import shutil
import subprocess
import sys
import sysconfig
from ctypes import (
    CDLL,
    Structure,
    addressof,
    byref,
    c_char_p,
    c_int,
    c_int16,
    c_int32,
    c_int64,
    c_longlong,
    c_uint32,
    c_uint64,
    c_void_p,
)
from itertools import product
from pathlib import Path

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from ninefivetwo_solver.playout import paths

ROOT = Path(__file__).parents[1]
HEADERS = os.environ.get("N52_HEADERS", ROOT / "solver/ninefivetwo_solver")
STRICT = "-std=c11 -D_POSIX_C_SOURCE=199309L -Wall -Wextra -Wconversion -Wpedantic -Werror".split()
TRAPS = "-O1 -fsanitize=undefined -fsanitize-undefined-trap-on-error".split()
WORDS = st.integers(0, 2**64 - 1) | st.sampled_from([0, 1, 2**32 - 1, 2**32, 2**63, 2**64 - 1])
WIDE = st.integers(0, 2**128 - 1) | WORDS | st.tuples(WORDS, WORDS).map(lambda halves: halves[0] << 64 | halves[1])
HALVES = c_uint64 * 2


OWN, PLAIN = pytest.param([], id="own"), pytest.param(["-DN52_PLAIN_C"], id="plain")


@pytest.fixture(scope="module", params=[OWN, PLAIN])
def headers(request, tmp_path_factory):
    library = tmp_path_factory.mktemp("headers") / "headers.so"
    compiler = os.environ.get("CC", sysconfig.get_config_var("CC")).split()
    files = [f"-I{HEADERS}", str(ROOT / "tests/support/headers.c"), "-o", str(library)]
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
def test_wide_integers_are_those_of_python(headers, a, b):
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
def test_bits_are_counted_and_found(headers, x):
    assert headers.count(x) == x.bit_count()
    if x:
        assert headers.low_index(x) == (x & -x).bit_length() - 1
        assert headers.high_index(x) == x.bit_length() - 1
    word = x & 2**32 - 1
    if word != 2**32 - 1:
        assert headers.leading_ones(c_uint32(word)) == f"{word:032b}0".index("0")


@given(st.lists(st.tuples(st.integers(0, 3), st.integers(0, 7)), min_size=16, max_size=16), WORDS, st.integers(0, 7))
def test_scans_find_the_entries_that_pass(headers, filters, n, held):
    """The bits of the entries that pass, of the first n and of no more than sixteen."""
    n %= 2**32
    tops, cares = ((c_uint32 * 16)(*(entry[i] for entry in filters)) for i in (0, 1))
    expected = sum(1 << i for i, (top, care) in enumerate(filters[:n]) if not (top ^ held) & care)
    assert headers.fits(tops, cares, c_uint32(n), held) == expected
    for least in range(8):
        passing = (i for i, (top, care) in enumerate(filters[:n]) if not ((top ^ held) | ~care) & least)
        assert headers.within(tops, cares, c_uint32(n), held, least) == sum(1 << i for i in passing)


class Network(Structure):
    _fields_ = [
        *((name, c_void_p) for name in ("table", "weights", "bias", "output")),
        ("hidden", c_int),
        ("second", c_int),
    ]


def numbers(most, length):
    """So many numbers up to `most` and down to -most, the extremes among them."""
    return st.builds(
        lambda few, random: [random.choice([most, -most, *few]) for _ in range(length)],
        st.lists(st.integers(-most, most), min_size=1, max_size=9),
        st.randoms(use_true_random=False),
    )


@st.composite
def networks(draw):
    """The parts of a network of any size, and rows of its table; no sum of its numbers overflows."""
    hidden, second = draw(st.sampled_from([16, 32, 64])), draw(st.integers(1, 32))
    of_view, of_choice, choices = draw(st.integers(0, 15)), draw(st.integers(1, 21)), draw(st.integers(1, 17))
    table = draw(numbers(32767 // (of_view + of_choice), 6 * hidden))
    weights = draw(numbers(min(32767, (2**31 - 2**24) // (32767 * hidden)), second * hidden))
    bias, output = draw(numbers(32767, second)), draw(numbers(32767, second))
    rows = draw(
        st.lists(st.integers(0, 5), min_size=of_view + of_choice * choices, max_size=of_view + of_choice * choices)
    )
    return hidden, second, (table, weights, bias, output), rows, (of_view, of_choice, choices)


def place(headers, path):
    """Where a path stands among those of network.h."""
    headers.path_name.restype = c_char_p
    return [headers.path_name(i) for i in range(headers.number_of_paths())].index(path.encode())


OF_PATHS = [pytest.param([], path, id=path) for path in paths()] + [
    pytest.param(["-DN52_PLAIN_C"], "plain", id="plain C")
]


@pytest.mark.parametrize(("headers", "path"), OF_PATHS, indirect=["headers"])
@settings(max_examples=25, phases=[Phase.generate])  # not made smaller, for a path is made wrong on purpose below
@given(network=networks())
def test_scores_are_those_of_pythons_integers(headers, path, network):
    """Those that Python's integers give; the weights of two hidden units lie side by side (network.h)."""
    hidden, second, (table, weights, bias, output), rows, (of_view, of_choice, choices) = network
    filled = (second + 7) // 8 * 8
    pairs, units, last = (c_int16 * (hidden * filled))(), (c_int32 * filled)(), (c_int32 * filled)(*output)
    for i, j in product(range(second), range(hidden)):
        pairs[(j // 2 * filled + i) * 2 + j % 2] = weights[i * hidden + j]
    units[:second] = [256 * number for number in bias]
    flat = (c_int16 * len(table))(*table)
    built = Network(addressof(flat), addressof(pairs), addressof(units), addressof(last), hidden, filled)
    expected = []
    for choice in range(choices):
        at = of_view + choice * of_choice
        lit = [
            max(0, sum(table[row * hidden + j] for row in rows[:of_view] + rows[at : at + of_choice]))
            for j in range(hidden)
        ]
        sums = [256 * bias[i] + sum(weights[i * hidden + j] * lit[j] for j in range(hidden)) for i in range(second)]
        expected.append(sum(max(0, total) // 256 * weight for total, weight in zip(sums, output, strict=True)))
    found, shape = (c_int64 * choices)(), (c_int * 3)(of_view, of_choice, choices)
    headers.scores(place(headers, path), byref(built), (c_int16 * len(rows))(*rows), shape, found)
    assert list(found) == expected


def test_the_program_for_other_processors_finds_no_difference_here(tmp_path):
    """`make test-arm` runs it in an emulator."""
    compiler = os.environ.get("CC", sysconfig.get_config_var("CC")).split()
    program = str(tmp_path / "paths_check")
    subprocess.run([*compiler, f"-I{HEADERS}", str(ROOT / "tests/support/paths_check.c"), "-o", program], check=True)
    done = subprocess.run([program], capture_output=True, text=True)
    assert done.stdout.split("\n")[:-1] == [f"{path}: 3000 networks, 0 wrong" for path in paths()]
    assert done.returncode == 0


WRONG = {
    "avx2": ("(__m256i)(a), (__m256i)(b))", "(__m256i)(a), (__m256i)(b)) + 1"),
    "sse2": ("(__m128i)(a), (__m128i)(b))", "(__m128i)(a), (__m128i)(b)) + 1"),
    "neon": ("vget_low_s16((int16x8_t)(b))", "vget_low_s16((int16x8_t)(a))"),
    "plain": ("units[0] * (sums[j] > 0", "units[1] * (sums[j] > 0"),
}


@pytest.mark.parametrize("path", [paths()[0], *(pytest.param(path, marks=pytest.mark.long) for path in paths()[1:])])
def test_a_path_that_is_wrong_is_the_one_that_fails(path, tmp_path):
    """With one thing wrong in one path, its own tests fail and those of the others pass."""
    copies = shutil.copytree(HEADERS, tmp_path / "headers", ignore=shutil.ignore_patterns("*.so", "__pycache__"))
    right, wrong = WRONG[path]
    text = (copies / "network.h").read_text()
    assert text.count(right) == 1
    (copies / "network.h").write_text(text.replace(right, wrong))
    tried = {path, paths()[0], "plain C"}
    chosen = [f"{__file__}::test_scores_are_those_of_pythons_integers[{name}]" for name in tried]
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-rfp", *chosen]
    run = subprocess.run(
        command, cwd=ROOT, env=os.environ | {"N52_HEADERS": str(copies)}, capture_output=True, text=True
    )
    ends = {
        name: end
        for end, name in re.findall(
            r"^(PASSED|FAILED) .*::test_scores_are_those_of_pythons_integers\[(.*?)\]", run.stdout, re.M
        )
    }
    failing = {path, "plain C"} if path == "plain" else {path}
    assert ends == {name: "FAILED" if name in failing else "PASSED" for name in tried}


def test_the_clock_goes_forward(headers):
    times = [headers.now() for _ in range(1000)]
    assert times == sorted(times) and times[0] < times[-1]


def test_lead_weights_are_those_of_the_features(headers):
    """Nine rows, one for each role and kind of suit, none of them empty."""
    assert all(any(headers.lead_weight(c_int(kind), c_int(i)) for i in range(32)) for kind in range(9))
