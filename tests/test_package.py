"""The package as others get it: built twice from a clean clone, checked, and used without a compiler."""

import sys

import pytest

from tools.wheel import cards_of, main


@pytest.mark.long
def test_the_wheel_works_where_there_is_no_compiler(tmp_path):
    main(str(tmp_path), sys.executable)


def test_the_trial_reads_a_hand_as_the_program_writes_it():
    assert cards_of("♠A Q 10 ♦2") == ["SA", "SQ", "ST", "D2"]
