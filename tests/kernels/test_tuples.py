"""Tuples against tables, value by value; a tuple may mix kinds of integers."""

from typing import NamedTuple

import numpy as np
import pytest

from kernels.compiler import kernel
from kernels.tuples import chosen, code, column_of, put_column, put_row, row_of, same_row, spot


class Mixed(NamedTuple):
    small: int
    large: int
    flag: bool


@kernel("test-tuples-rows", keep=False)
def through_rows(table, row, other, flag):
    """Write a row, tell whether two rows hold the same, read one, and its places before and after a change."""
    values = Mixed(-1, 1 << 40, flag)
    put_row(table, row, values)
    twice = same_row(table, row, values), same_row(table, other, values)
    return twice, row_of(table, row, values), spot(values), spot((-1, 1 << 40, 1)), spot((-1, 1 << 40, 0))


@kernel("test-tuples-columns", keep=False)
def through_columns(table, column, first):
    put_column(table, column, chosen(first, Mixed(7, 8, True), (4, 5, 6)))
    return column_of(table, column, (0, 0, 0))


@kernel("test-tuples-codes", keep=False)
def cell_of(first, second, third):
    return code((first, second, third), (3, 2, 5))


def test_rows_are_written_read_and_compared():
    table = np.zeros((4, 3), np.int64)
    twice, row, place, same_place, other_place = through_rows(table, 2, 1, True)
    assert twice == (True, False)
    assert row == (-1, 1 << 40, 1)
    assert table.tolist() == [[0, 0, 0], [0, 0, 0], [-1, 1 << 40, 1], [0, 0, 0]]
    assert place == same_place != other_place
    assert 0 <= place < 1 << 31


def test_columns_are_written_and_read():
    table = np.zeros((3, 2), np.int64)
    assert through_columns(table, 1, True) == (7, 8, 1)
    assert table.tolist() == [[0, 7], [0, 8], [0, 1]]
    assert through_columns(table, 0, False) == (4, 5, 6)


def test_every_outcome_has_a_cell_and_all_others_one_more():
    cells = [cell_of(a, b, c) for a in range(3) for b in range(2) for c in range(5)]
    assert cells == list(range(30))
    for stranger in [(3, 0, 0), (0, 2, 0), (0, 0, 5), (-1, 0, 0), (0, -1, 0), (0, 0, -1), (1 << 32, 0, 0), (3, 1, 4)]:
        assert cell_of(*stranger) == 30


@pytest.mark.parametrize("function", [row_of, put_row, column_of, put_column, same_row, spot, chosen, code])
def test_tuples_say_that_they_need_compiled_code(function):
    with pytest.raises(NotImplementedError, match="compiled code only"):
        function(*range(function.__code__.co_argcount))
