"""The run with bounds checks notices what the ordinary one does not: a look beyond the end of an array."""

import os

import numpy as np
import pytest

from kernels.compiler import kernel, rule
from kernels.tuples import column_of, put_column, put_row, row_of, same_row

ONLY_CHECKED = pytest.mark.skipif(
    "NUMBA_BOUNDSCHECK" not in os.environ, reason="only make checked asks for bounds checks"
)


@rule
def second(cells):
    return cells[1]


@kernel("test-first-and-second", keep=False)
def first_and_second(owner):
    """Through a rule, as rules meet their arrays."""
    return owner[0], second(owner)


@kernel("test-rows-at", keep=False)
def through_rows(table, row):
    put_row(table, row, (1, 2))
    return same_row(table, row, (1, 2)), row_of(table, row, (0, 0))


@kernel("test-columns-at", keep=False)
def through_columns(table, column):
    put_column(table, column, (1, 2))
    return column_of(table, column, (0, 0))


@kernel("test-a-row-read", keep=False)
def read(table, row):
    return row_of(table, row, (0, 0))


@ONLY_CHECKED
def test_a_look_beyond_an_array_is_noticed():
    assert first_and_second(np.arange(2)) == (0, 1)
    with pytest.raises(IndexError):
        first_and_second(np.arange(1))


@ONLY_CHECKED
@pytest.mark.parametrize("function", [through_rows, through_columns, read])
def test_a_tuple_beyond_a_table_is_noticed(function):
    table = np.zeros((2, 2), np.int64)
    function(table, 1)
    with pytest.raises(IndexError):
        function(table, 2)
