"""Tuples of integers and tables of them, element by element; a tuple may mix kinds of integers.

Numba would compile a function of its own for each length and kind of tuple. So these are written down as instructions
for any length: kernels compile quicker. They stay plain functions, since a closure that mentions an intrinsic is never
found again in the compiled cache. Elements are read and written as Numba does, with bounds checks where those are on.
"""

import operator
from collections.abc import Callable
from typing import Any

from numba import types
from numba.core import cgutils
from numba.core.errors import TypingError
from numba.core.typing import signature
from numba.extending import lower_builtin, type_callable

from kernels.dice.sources import MIX1

PLACE = types.UniTuple(types.intp, 2)


def row_of(table, row, like):
    """A row of a table as a tuple of as many integers as `like` has."""
    raise NotImplementedError("exists in compiled code only")


def column_of(table, column, like):
    """A column of a table as a tuple of as many integers as `like` has."""
    raise NotImplementedError("exists in compiled code only")


def as_wide(values, like):
    """The tuple itself as integers of one kind, if it has as many as `like`; else there is no kernel."""
    raise NotImplementedError("exists in compiled code only")


def put_row(table, row, values):
    """Write a tuple into a row of a table."""
    raise NotImplementedError("exists in compiled code only")


def put_column(table, column, values):
    """Write a tuple into a column of a table."""
    raise NotImplementedError("exists in compiled code only")


def same_row(table, row, values):
    """Does this row of the table hold these values?"""
    raise NotImplementedError("exists in compiled code only")


def spot(values):
    """A hash of 31 bits."""
    raise NotImplementedError("exists in compiled code only")


def chosen(first, values, others):
    """One tuple or the other, value by value: blends, no branch."""
    raise NotImplementedError("exists in compiled code only")


def code(values, sizes):
    """The cell of an outcome in a dense table; the one after its last cell where a field has no such value."""
    raise NotImplementedError("exists in compiled code only")


def same_length(values: Any, like: Any) -> Any:
    """Numba's type of a tuple that is as long as another."""
    if len(values) != len(like):
        raise TypingError(f"a rule returns {len(values)} values where {len(like)} are declared")
    return types.UniTuple(types.int64, len(like))


def typed(function: Callable[..., Any], result: Callable[..., Any]) -> None:
    """What a function returns, by the types of its arguments."""
    type_callable(function)(lambda context: result)


typed(row_of, lambda table, row, like: types.UniTuple(table.dtype, len(like)))
typed(column_of, lambda table, column, like: types.UniTuple(table.dtype, len(like)))
typed(as_wide, same_length)
typed(put_row, lambda table, row, values: types.none)
typed(put_column, lambda table, column, values: types.none)
typed(same_row, lambda table, row, values: types.boolean)
typed(spot, lambda values: types.int64)
typed(chosen, lambda first, values, others: types.UniTuple(types.int64, len(values)))
typed(code, lambda values, sizes: types.int64)


def lowered(function: Callable[..., Any]) -> Callable[..., Any]:
    """The instructions of a function; they find all arguments as (type, value)."""

    def register(instructions: Callable[..., Any]) -> Callable[..., Any]:
        def lower(context: Any, builder: Any, sig: Any, values: Any) -> Any:
            return instructions(context, builder, *zip(sig.args, values, strict=True))

        lower_builtin(function, types.VarArg(types.Any))(lower)
        return instructions

    return register


def cast(context, builder, typed_value, kind):
    """A value as another kind of integer."""
    return context.cast(builder, typed_value[1], typed_value[0], kind)


def elements(context, builder, typed_tuple, kind=types.int64):
    """The elements of a tuple as integers of one kind."""
    kinds, values = typed_tuple[0], cgutils.unpack_tuple(builder, typed_tuple[1])
    return [cast(context, builder, pair, kind) for pair in zip(kinds, values, strict=True)]


def look(context, builder, table, row, column):
    """One cell of a table."""
    get = context.get_function(operator.getitem, signature(table[0].dtype, table[0], PLACE))
    return get(builder, [table[1], cgutils.pack_array(builder, [row, column])])


def store(context, builder, table, row, column, value):
    """Write one cell of a table."""
    put = context.get_function(operator.setitem, signature(types.none, table[0], PLACE, table[0].dtype))
    put(builder, [table[1], cgutils.pack_array(builder, [row, column]), value])


def at(context, n):
    return context.get_constant(types.intp, n)


@lowered(row_of)
def _row_of(context, builder, table, row, like):
    row = cast(context, builder, row, types.intp)
    cells = [look(context, builder, table, row, at(context, i)) for i in range(len(like[0]))]
    return context.make_tuple(builder, types.UniTuple(table[0].dtype, len(cells)), cells)


@lowered(column_of)
def _column_of(context, builder, table, column, like):
    column = cast(context, builder, column, types.intp)
    cells = [look(context, builder, table, at(context, i), column) for i in range(len(like[0]))]
    return context.make_tuple(builder, types.UniTuple(table[0].dtype, len(cells)), cells)


@lowered(as_wide)
def _as_wide(context, builder, values, like):
    cells = elements(context, builder, values)
    return context.make_tuple(builder, types.UniTuple(types.int64, len(cells)), cells)


@lowered(put_row)
def _put_row(context, builder, table, row, values):
    row = cast(context, builder, row, types.intp)
    for i, value in enumerate(elements(context, builder, values, table[0].dtype)):
        store(context, builder, table, row, at(context, i), value)
    return context.get_dummy_value()


@lowered(put_column)
def _put_column(context, builder, table, column, values):
    column = cast(context, builder, column, types.intp)
    for i, value in enumerate(elements(context, builder, values, table[0].dtype)):
        store(context, builder, table, at(context, i), column, value)
    return context.get_dummy_value()


@lowered(same_row)
def _same_row(context, builder, table, row, values):
    row, same = cast(context, builder, row, types.intp), cgutils.true_bit
    for i, value in enumerate(elements(context, builder, values, table[0].dtype)):
        cell = look(context, builder, table, row, at(context, i))
        same = builder.and_(same, builder.icmp_signed("==", cell, value))
    return same


@lowered(spot)
def _spot(context, builder, values):
    bits = context.get_constant(types.uint64, 0)
    for value in elements(context, builder, values):
        bits = builder.mul(builder.add(bits, value), context.get_constant(types.uint64, int(MIX1)))
    return builder.lshr(bits, context.get_constant(types.uint64, 33))


@lowered(chosen)
def _chosen(context, builder, first, values, others):
    true = context.is_true(builder, first[0], first[1])
    pairs = zip(elements(context, builder, values), elements(context, builder, others), strict=True)
    blends = [builder.select(true, value, other) for value, other in pairs]
    return context.make_tuple(builder, types.UniTuple(types.int64, len(blends)), blends)


@lowered(code)
def _code(context, builder, values, sizes):
    cell, fits, cells = at(context, 0), cgutils.true_bit, at(context, 1)
    half = at(context, 0xFFFFFFFF)  # what fits is this small, and such a product is quick in vectors
    for value, size in zip(elements(context, builder, values), elements(context, builder, sizes), strict=True):
        cell = builder.add(builder.mul(builder.and_(cell, half), builder.and_(size, half)), value)
        fits = builder.and_(fits, builder.icmp_unsigned("<", value, size))
        cells = builder.mul(cells, size)
    return builder.select(fits, cell, cells)
