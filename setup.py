"""Compiles the engine; everything else about the package is in pyproject.toml.

Set to 1, these variables change what is built:
    NINEFIVETWO_CHECKED         a slow build with every check on: assertions, Cython's own checks, traps for arithmetic
                                that C leaves undefined and for indices outside an array; warnings are errors; gcc only
    NINEFIVETWO_SANITIZED       the checked build with the address sanitizer, which must be loaded before Python
    NINEFIVETWO_TEST_SUPPORT    the extensions in tests/support, in place of the engine
    NINEFIVETWO_BUILT           nothing: the engine is built beside the installation (see the Makefile)
"""

import gzip
import os
import re
import sysconfig
import tarfile
import time
import tomllib
from pathlib import Path

from Cython.Build import cythonize
from setuptools import Extension, setup
from setuptools.command.editable_wheel import editable_wheel
from setuptools.command.sdist import sdist

SANITIZED = os.environ.get("NINEFIVETWO_SANITIZED") == "1"
CHECKED = SANITIZED or os.environ.get("NINEFIVETWO_CHECKED") == "1"
BUILT = os.environ.get("NINEFIVETWO_BUILT") == "1"
SUPPORT = os.environ.get("NINEFIVETWO_TEST_SUPPORT") == "1"
ROOTS = [Path("src"), Path("solver")]
ENGINE = "solver/ninefivetwo_solver"
#: One build serves all Pythons; without the GIL there is no stable ABI, and in it, Cython's own code has warnings.
STABLE = not CHECKED and not sysconfig.get_config_var("Py_GIL_DISABLED")
OLDEST = (3, 11)
PROJECT = tomllib.loads(Path("pyproject.toml").read_text("utf-8"))
VERSION, REPOSITORY = PROJECT["project"]["version"], PROJECT["tool"]["ninefivetwo"]["repository"]

if CHECKED:
    FLAGS = ["-O1", "-g", "-UNDEBUG", "-fsanitize=undefined", "-fsanitize-undefined-trap-on-error"]
    FLAGS += ["-Wall", "-Wextra", "-Werror"] + ["-fsanitize=address"] * SANITIZED
else:
    FLAGS = ["-O3", "-DNDEBUG", "-g0"]  # without the names of folders, so that all builds of a version are the same
FLAGS += ["-ffp-contract=off"]  # compilers for ARM would fuse a product and a sum, and figures differ in the last bit


def extension(name: str, source: str) -> Extension:
    return Extension(
        name,
        [source],
        include_dirs=[ENGINE],
        depends=[
            f"{ENGINE}/{header}.h" for header in ("bits", "lead_weights", "network", "network_path", "scan", "wide")
        ],
        define_macros=[("Py_LIMITED_API", "0x{:02X}{:02X}0000".format(*OLDEST))] * STABLE,
        py_limited_api=STABLE,
        extra_compile_args=FLAGS,
        extra_link_args=["-fsanitize=address"] * SANITIZED,
    )


class ByPath(editable_wheel):
    """An editable installation by a path file; for two roots, setuptools would use a hook that hides the types."""

    def _select_strategy(self, name, tag, build_lib):
        from setuptools.command.editable_wheel import _StaticPth  # private: tests/test_types.py tells if it goes

        return _StaticPth(self.distribution, name, ROOTS)


class SameSdist(sdist):
    """An sdist of the same bytes wherever it is made; SOURCE_DATE_EPOCH is the date of its files."""

    def make_archive(self, base_name, format, root_dir=None, base_dir=None, owner=None, group=None):
        date = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))

        def same(file: tarfile.TarInfo) -> tarfile.TarInfo:
            mode = 0o755 if file.mode & 0o100 else 0o644
            return file.replace(mtime=date, mode=mode, uid=0, gid=0, uname="", gname="", deep=False)

        path = f"{base_name}.tar.gz"
        with gzip.GzipFile(path, "wb", mtime=date) as packed, tarfile.open(fileobj=packed, mode="w") as archive:
            for file in sorted(each for each in Path(base_dir).rglob("*") if each.is_file()):
                archive.add(file, recursive=False, filter=same)
        return path


def readme() -> str:
    """Return the README with links that also work on a package index; without a repository, their texts alone."""
    text = Path("README.md").read_text("utf-8")
    if not REPOSITORY:
        return re.sub(r"!?\[([^]]*)\]\((?!https?:|#)[^)]*\)", r"\1", text)
    text = re.sub(r"(!\[[^]]*\]\()(?=\w+/)", rf"\1{REPOSITORY}/raw/v{VERSION}/", text)
    return re.sub(r"(\]\()(?!https?:|#)", rf"\1{REPOSITORY}/blob/v{VERSION}/", text)


def urls() -> dict[str, str]:
    """Return the links beside the description."""
    paths = {"Homepage": "", "Documentation": "/tree/main/docs", "Changes": "/blob/main/CHANGELOG.md"}
    return {name: REPOSITORY + path for name, path in paths.items()} if REPOSITORY else {}


if BUILT:
    extensions = []
elif SUPPORT:
    extensions = [extension(name, f"tests/support/{name}.pyx") for name in ("engine_checks", "engine_lab")]
else:
    extensions = [
        extension(f"ninefivetwo_solver.{name}", f"{ENGINE}/{name}.pyx") for name in ("engine", "playout", "worlds")
    ]

setup(
    cmdclass={"editable_wheel": ByPath, "sdist": SameSdist},
    long_description=readme(),
    long_description_content_type="text/markdown",
    project_urls=urls(),
    ext_modules=cythonize(
        extensions,
        include_path=["solver", "tests/support"],
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
    options={"egg_info": {"egg_base": "src"}}
    | ({"bdist_wheel": {"py_limited_api": "cp{}{}".format(*OLDEST)}} if STABLE else {}),
)
