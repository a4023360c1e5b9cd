"""The rules as Numba code, and nothing else: no files, no pandas, no printing."""

import kernels.fingerprint  # noqa: F401  before any rule is read, so that the hash is of what this process runs
