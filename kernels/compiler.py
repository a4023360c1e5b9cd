"""Compiler options and the place of the compiled cache: the only module that knows Numba's switches.

Numba's own cache notices neither an edit of a rule in another file nor the bounds-check switch, and would
serve the old machine code. So the cache lives in a folder that is named by a hash of every kernel source and
of that switch: an edit opens a new folder, undoing the edit finds the old one again.
"""

import hashlib
import os
import sys
import tempfile
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import njit
from numba.core.codegen import get_host_cpu_features
from numba.extending import register_jitable

PACKAGE = Path(__file__).parent

# Four vectors of trials in flight hide the latency of table look-ups: samplers run 1.5 to 2.3 times faster.
# LLVM has this switch for the whole process only; it changes no result.
llvm.set_option("enfilade", "-force-vector-interleave=4")


def widest_vectors(features: str) -> str:
    """Processor features for LLVM, which on some processors with AVX-512 would keep to half its width.

    Whole vectors are 1.1 to 1.5 times faster there; how wide they are changes no result.
    """
    return f"{features},-prefer-256-bit" if "+avx512dq" in features.split(",") else features


# Numba reads this when it compiles for the first time; what the user has set in the environment stands.
if numba.config.CPU_FEATURES is None:
    numba.config.CPU_FEATURES = widest_vectors(get_host_cpu_features())

# Rules are inlined into every kernel that mentions them, and nothing else calls them. They count no references: that
# costs more than a die. So a rule may read and write arrays, but neither make one nor return one; kernels do that.
INLINE = {"forceinline": True, "no_cfunc_wrapper": True, "_nrt": False}

# A rule or a helper of one: plain Python that Numba inlines.
rule = register_jitable(**INLINE)


def source_hash(folder: Path = PACKAGE) -> str:
    """Hash of every kernel source: names and bytes, in a fixed order."""
    digest = hashlib.sha256()
    for path in sorted(folder.rglob("*.py")):
        digest.update(path.relative_to(folder).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def cache_root() -> Path:
    """The user's folder for compiled kernels; ENFILADE_CACHE names another one."""
    if named := os.environ.get("ENFILADE_CACHE"):
        return Path(named)
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA", tempfile.gettempdir())) / "enfilade" / "cache"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches" / "enfilade"
    return Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "enfilade"


@cache
def cache_folder() -> Path:
    """The folder of this very source text, bounds checks or not."""
    name = source_hash() + ("-checked" if numba.config.BOUNDSCHECK else "")
    folder = cache_root() / "kernels" / name
    try:
        folder.mkdir(parents=True, exist_ok=True)
        writable = os.access(folder, os.W_OK)
    except OSError:
        writable = False
    return folder if writable else Path(tempfile.mkdtemp(prefix="enfilade-"))


def is_ours(function: Callable[..., Any]) -> bool:
    """Does the source hash cover this function? Only then may its machine code be kept."""
    return function.__module__.split(".")[0] == PACKAGE.name


def kernel(name: str, *, keep: bool = True) -> Callable[[Callable[..., Any]], Any]:
    """Jit a function under a name of its own; `keep` stores the machine code for later processes.

    Two kernels that share a name share a cache index, and two processes that compile at the same moment are
    then handed each other's code: so the name goes into `__qualname__` before Numba sees the function.
    """

    def compile_lazily(function: Callable[..., Any]) -> Any:
        function.__name__ = function.__qualname__ = name
        before = numba.config.CACHE_DIR
        numba.config.CACHE_DIR = str(cache_folder())
        try:
            return njit(nogil=True, cache=keep, error_model="numpy", no_cfunc_wrapper=True)(function)
        finally:
            numba.config.CACHE_DIR = before

    return compile_lazily
