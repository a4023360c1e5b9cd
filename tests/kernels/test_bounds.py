"""The run with bounds checks notices what the ordinary one does not: a look beyond the end of an array."""

import os

import numpy as np
import pytest

from kernels.compiler import kernel, rule


@rule
def second(cells):
    return cells[1]


@kernel("test-first-and-second", keep=False)
def first_and_second(owner):
    """Through a rule, as rules meet their arrays."""
    return owner[0], second(owner)


@pytest.mark.skipif("NUMBA_BOUNDSCHECK" not in os.environ, reason="only make checked asks for bounds checks")
def test_a_look_beyond_an_array_is_noticed():
    assert first_and_second(np.arange(2)) == (0, 1)
    with pytest.raises(IndexError):
        first_and_second(np.arange(1))
