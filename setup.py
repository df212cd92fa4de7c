"""Compiles the engine; everything else about the package is in pyproject.toml.

NINEFIVETWO_CHECKED=1 builds it with every check on: Cython's own, and traps for arithmetic that
C leaves undefined and for indices outside an array.  It is slow, and gives the same answers.
"""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

CHECKED = os.environ.get("NINEFIVETWO_CHECKED", "") not in ("", "0")

if CHECKED:
    flags = ["-O1", "-g", "-UNDEBUG", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
else:
    flags = ["-O3"]

setup(
    ext_modules=cythonize(
        [
            Extension(
                "ninefivetwo_solver.engine",
                ["solver/ninefivetwo_solver/engine.pyx"],
                extra_compile_args=flags,
                define_macros=[("NINEFIVETWO_CHECKED", "1")] if CHECKED else [],
            )
        ],
        include_path=["solver"],
        build_dir="build/cython",
        compiler_directives={
            "language_level": 3,
            "boundscheck": CHECKED,
            "wraparound": False,
            "cdivision": not CHECKED,
            "initializedcheck": CHECKED,
        },
    ),
)
