"""The C++ reference (reference.cpp), compiled when there is a g++, and called in this process."""

import ctypes
import shutil
import subprocess
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

SOURCE = Path(__file__).with_name("reference.cpp")
BUILD = Path(__file__).parents[2] / "build"
COMMAND = ("g++", "-O3", "-march=native", "-std=c++17", "-shared", "-fPIC")
SEED = 2026

Counts = npt.NDArray[np.int64]


@cache
def library() -> ctypes.CDLL | None:
    """The compiled reference, or None without a compiler."""
    if shutil.which(COMMAND[0]) is None:
        return None
    BUILD.mkdir(exist_ok=True)
    path = BUILD / "reference.so"
    path.unlink(missing_ok=True)  # another bench may have the old file open
    subprocess.run([*COMMAND, SOURCE, "-o", path], check=True)
    return ctypes.CDLL(str(path))


def has(name: str) -> bool:
    compiled = library()
    if compiled is None or (name.endswith("avx512") and not compiled.has_avx512()):
        return False
    return hasattr(compiled, name)


def pipeline(name: str, cells: int) -> Callable[[int], Counts]:
    """A pipeline of the reference as a function of trials that returns the counts of outcomes."""
    function = exported(name)

    def run(trials: int) -> Counts:
        counts = np.zeros(cells, np.int64)
        function(SEED, 0, trials, counts.ctypes.data)
        return counts

    return run


def words(name: str) -> Callable[[int], int]:
    """A generator of the reference as a function of the number of words; returns their xor."""
    function = exported(name)

    def run(n: int) -> int:
        out = ctypes.c_uint64(0)
        function(SEED, 0, n, ctypes.addressof(out))
        return out.value

    return run


def exported(name: str) -> Callable[[int, int, int, int], None]:
    function = getattr(library(), name)
    function.argtypes = (ctypes.c_uint64, ctypes.c_uint64, ctypes.c_uint64, ctypes.c_void_p)
    function.restype = None
    return function
