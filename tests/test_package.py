"""The package as others get it: built twice from a clean clone, checked, and used without a compiler."""

import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import numpy as np
import pytest

from tools.wheel import cards_of, check, main


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """The wheel and the sdist, which work where there is no compiler."""
    folder = tmp_path_factory.mktemp("built")
    main(str(folder), sys.executable)
    return next(folder.glob("*.whl")), next(folder.glob("*.tar.gz"))


def of_another_abi(name, content, folder):
    """Put a library for one Python alone in the place of one for every Python."""
    return next(Path(np.__file__).parent.rglob("_multiarray_umath*.so")).read_bytes() if "engine" in name else content


def of_a_new_system(name, content, folder):
    """Put a library that needs glibc 2.36 in the place of one for old systems."""
    if "engine" not in name:
        return content
    (folder / "new.c").write_text("int pidfd_open(int, unsigned); int PyInit_engine(void) { return pidfd_open(1, 0); }")
    subprocess.run(["gcc", "-shared", "-o", folder / "new.so", folder / "new.c"], check=True)
    return (folder / "new.so").read_bytes()


def with_a_relative_link(name, content, folder):
    return content + b"\n[Play](docs/play.md)\n" if name.endswith("/METADATA") else content


def without_a_description(name, content, folder):
    return content.split(b"\n\n")[0] + b"\n" if name.endswith("/METADATA") else content


def without_an_extension(name, content, folder):
    if name.endswith("/RECORD"):
        return b"".join(line for line in content.splitlines(keepends=True) if b"worlds.abi3" not in line)
    return None if name.endswith("worlds.abi3.so") else content


@pytest.mark.long
@pytest.mark.parametrize(
    ("fault", "told"),
    [
        (of_another_abi, "abi3audit"),
        (of_a_new_system, "expected manylinux_2_28 or older"),
        (with_a_relative_link, "docs/play.md"),
        (without_a_description, "twine"),
        (without_an_extension, "the wheel has the extensions"),
    ],
)
def test_a_fault_in_the_wheel_is_found(built, tmp_path, fault, told):
    wheel, sdist = built
    spoiled = tmp_path / wheel.name
    with zipfile.ZipFile(wheel) as source, zipfile.ZipFile(spoiled, "w") as target:
        for name in source.namelist():
            if (content := fault(name, source.read(name), tmp_path)) is not None:
                target.writestr(name, content)
    with pytest.raises(SystemExit, match=told):
        check(spoiled, sdist)


@pytest.mark.long
def test_a_compiled_file_in_the_sdist_is_found(built, tmp_path):
    wheel, sdist = built
    with tarfile.open(sdist) as source:
        source.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    shutil.copy(next(Path(np.__file__).parent.rglob("*.so")), folder / "engine.so")
    spoiled = tmp_path / sdist.name
    with tarfile.open(spoiled, "w:gz") as target:
        target.add(folder, folder.name)
    with pytest.raises(SystemExit, match="contains compiled files"):
        check(wheel, spoiled)


def test_the_trial_reads_a_hand_as_the_program_writes_it():
    assert cards_of("♠A Q 10 ♦2") == ["SA", "SQ", "ST", "D2"]
