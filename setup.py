"""Compiles the engine; everything else about the package is in pyproject.toml.

Set to 1, these variables change what is built:
    NINEFIVETWO_CHECKED         a slow build with every check on: assertions, Cython's own checks, traps for arithmetic
                                that C leaves undefined and for indices outside an array; warnings are errors; gcc only
    NINEFIVETWO_SANITIZED       the checked build with the address sanitizer, which must be loaded before Python
    NINEFIVETWO_TEST_SUPPORT    the extensions in tests/support, in place of the engine
    NINEFIVETWO_BUILT           nothing: the engine is built beside the installation (see the Makefile)
"""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

SANITIZED = os.environ.get("NINEFIVETWO_SANITIZED") == "1"
CHECKED = SANITIZED or os.environ.get("NINEFIVETWO_CHECKED") == "1"
BUILT = os.environ.get("NINEFIVETWO_BUILT") == "1"
SUPPORT = os.environ.get("NINEFIVETWO_TEST_SUPPORT") == "1"
ENGINE = "src/ninefivetwo_solver"

if CHECKED:
    FLAGS = ["-O1", "-g", "-UNDEBUG", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
    FLAGS += ["-Wall", "-Wextra", "-Werror"] + ["-fsanitize=address"] * SANITIZED
else:
    FLAGS = ["-O3", "-DNDEBUG"]
FLAGS += ["-ffp-contract=off"]  # compilers for ARM would fuse a product and a sum, and figures differ in the last bit


def extension(name: str, source: str) -> Extension:
    return Extension(
        name,
        [source],
        include_dirs=[ENGINE],
        depends=[
            f"{ENGINE}/{header}.h" for header in ("bits", "lead_weights", "network", "network_path", "scan", "wide")
        ],
        extra_compile_args=FLAGS,
        extra_link_args=["-fsanitize=address"] * SANITIZED,
    )


if BUILT:
    extensions = []
elif SUPPORT:
    extensions = [extension(name, f"tests/support/{name}.pyx") for name in ("engine_checks", "engine_lab")]
else:
    extensions = [
        extension(f"ninefivetwo_solver.{name}", f"{ENGINE}/{name}.pyx") for name in ("engine", "playout", "worlds")
    ]

setup(
    ext_modules=cythonize(
        extensions,
        include_path=["src", "tests/support"],
        build_dir="build/cython-checked" if CHECKED else "build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "wraparound": False,
            "cdivision": not CHECKED,
            "initializedcheck": CHECKED,
        },
        force=CHECKED,
    ),
)
