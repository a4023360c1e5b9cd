"""Where compiled kernels are kept: Numba's cache in a folder of ours.

Numba's own cache notices neither an edit of a rule in another file nor the bounds-check switch, and would
serve the old machine code. So the cache lives in a folder that is named by a hash of every kernel source and
of that switch: an edit opens a new folder, undoing the edit finds the old one again. A cache is only there to save
time: where it is damaged, full or may not be written, kernels are compiled anew.
"""

import hashlib
import os
import re
import sys
import tempfile
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import numba
from numba.core.caching import CompileResultCacheImpl, FunctionCache, _CacheLocator

from kernels.fingerprint import HASH, as_at_first


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
    """The folder of the source text that this process read, bounds checks or not."""
    return (cache_root() / "kernels" / (HASH + ("-checked" if numba.config.BOUNDSCHECK else ""))).absolute()


@cache
def can_be_kept() -> bool:
    """Can the folder be made and written to?"""
    try:
        cache_folder().mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=cache_folder()):
            return True
    except OSError:
        return False


class Place(_CacheLocator):
    """That folder; its name says all about the sources."""

    def get_cache_path(self):
        return str(cache_folder())

    def get_source_stamp(self):
        return HASH

    def get_disambiguator(self):
        return ""

    @classmethod
    def from_function(cls, function, file):
        place = cls()
        place._py_file = file  # which Numba names where code cannot be kept
        return place


class Files(CompileResultCacheImpl):
    """Files that any system takes: a readable beginning, and a hash of the kernel's whole name."""

    _locator_classes = (Place,)

    def check_cachable(self, compiled):
        with warnings.catch_warnings(action="ignore"):  # what cannot be kept is compiled anew: nobody need know
            return super().check_cachable(compiled)

    def get_filename_base(self, fullname, abiflags):
        begins = re.sub(r"[^\w.]+", "-", fullname)[:80]
        whole = hashlib.sha256(fullname.encode()).hexdigest()[:16]
        return f"{begins}-{whole}-{sys.implementation.cache_tag}{abiflags}"


class KernelCache(FunctionCache):
    """The cache of one kernel: it never fails, and takes no part once a source was edited under this process."""

    _impl_class = Files

    def load_overload(self, sig, target_context):
        if not as_at_first():
            return None
        try:
            return super().load_overload(sig, target_context)
        except Exception:  # whatever unpickling a damaged file may raise
            with suppress(OSError):
                self.flush()
            return None

    def save_overload(self, sig, data):
        if as_at_first():
            with suppress(OSError, EOFError):
                super().save_overload(sig, data)


def keep_code(dispatcher: Any, function: Callable[..., Any]) -> None:
    """Store the machine code of a kernel for later processes, and take what an earlier one has stored."""
    if can_be_kept():
        dispatcher._cache = KernelCache(function)
