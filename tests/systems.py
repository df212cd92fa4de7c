"""Tests that only some systems can run.  Linux runs all, except that Python 3.14 has no DDS there (`test_dds.py`)."""

import sys

import pytest

#: Signals, file modes and limits.
posix = pytest.mark.skipif(sys.platform == "win32", reason="needs POSIX")
#: A list of processes in /proc.
linux = pytest.mark.skipif(sys.platform != "linux", reason="needs Linux")
