"""The rules as Numba code, and nothing else: no files, no pandas, no printing."""
