"""Compiles the engine; everything else about the package is in pyproject.toml.

NINEFIVETWO_CHECKED=1 builds it with every check on: Cython's own, and traps for arithmetic that
C leaves undefined and for indices outside an array.  It is slow, and gives the same answers.
"""

import os

from Cython.Build import cythonize
from setuptools import Extension, setup

CHECKED = os.environ.get("NINEFIVETWO_CHECKED", "") not in ("", "0")

if CHECKED:
    FLAGS = ["-O1", "-g", "-UNDEBUG", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
else:
    FLAGS = ["-O3", "-DNDEBUG"]

ENGINE = "solver/ninefivetwo_solver"


def extension(name: str) -> Extension:
    return Extension(
        f"ninefivetwo_solver.{name}",
        [f"{ENGINE}/{name}.pyx"],
        include_dirs=[ENGINE],
        depends=[f"{ENGINE}/{header}.h" for header in ("lead_weights", "scan")],
        extra_compile_args=FLAGS,
    )


setup(
    ext_modules=cythonize(
        [extension(name) for name in ("engine", "worlds", "checks", "lab")],
        include_path=["solver"],
        build_dir="build/checked" if CHECKED else "build/cython",
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
