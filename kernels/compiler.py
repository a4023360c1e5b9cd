"""Compiler options: the only module that sets switches of Numba and LLVM."""

from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numba
from numba import njit
from numba.core.codegen import get_host_cpu_features
from numba.extending import register_jitable

from kernels.cache import keep_code
from kernels.fingerprint import PACKAGE

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


def is_ours(function: Callable[..., Any]) -> bool:
    """Does the source hash cover this function? Only then may its machine code be kept."""
    return function.__module__.split(".")[0] == PACKAGE.name


def call(compiled: Any, *arguments: Any) -> Any:
    """Call a kernel that returns arrays: a Ctrl-C while it runs reaches us as what it is."""
    try:
        return compiled(*arguments)
    except SystemError as error:  # "returned a result with an exception set", perhaps by another SystemError
        cause: BaseException | None = error
        while isinstance(cause, SystemError):
            cause = cause.__cause__
        if isinstance(cause, KeyboardInterrupt):
            raise cause from None
        raise


def kernel(name: str, *, keep: bool = True) -> Callable[[Callable[..., Any]], Any]:
    """Jit a function under a name of its own; `keep` stores the machine code for later processes.

    Two kernels that share a name share a cache index, and two processes that compile at the same moment are
    then handed each other's code: so the name goes into `__qualname__` before Numba sees the function.
    """

    def compile_lazily(function: Callable[..., Any]) -> Any:
        function.__name__ = function.__qualname__ = name
        compiled = njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True)(function)
        if keep and is_ours(function):
            keep_code(compiled, function)
        return compiled

    return compile_lazily
