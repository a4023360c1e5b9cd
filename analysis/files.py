"""Writing results: no file is replaced until its successor is complete."""

import os
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from analysis.errors import InputError


class MachineFailed(Exception):
    """The disk or another part of the machine failed us. Exit code 3."""


def write_whole(path: Path, write: Callable[[Path], Any]) -> None:
    """Call `write` on a temporary neighbour and put it in place when it is complete."""
    path = Path(path)
    if path.is_dir():
        raise InputError(f"{path}: is a folder; name a file")
    if path.exists() and not path.is_file():
        raise InputError(f"{path}: is not a regular file")
    if not path.parent.is_dir():
        raise InputError(f"{path}: there is no folder {path.parent}")
    try:
        handle, name = tempfile.mkstemp(prefix=f".{path.stem}-", suffix=path.suffix, dir=path.parent)
        os.close(handle)
    except OSError as error:
        raise MachineFailed(f"{path}: cannot be written ({error.strerror})") from None
    temporary = Path(name)
    try:
        write(temporary)
        temporary.chmod(0o644)
        temporary.replace(path)
    except OSError as error:
        raise MachineFailed(f"{path}: cannot be written ({error.strerror})") from None
    finally:
        temporary.unlink(missing_ok=True)


def one_type_a_column(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with columns that mix words, numbers and flags, or hold lists, as words: Parquet takes one type."""
    kinds: dict[str, set[type]] = {}
    for row in rows:
        for key, value in row.items():
            if value is not None:
                number = isinstance(value, int | float) and not isinstance(value, bool)
                kinds.setdefault(key, set()).add(float if number else type(value))
    mixed = {key for key, found in kinds.items() if len(found) > 1 or found & {list, tuple, dict}}
    if not mixed:
        return rows
    return [{k: str(v) if k in mixed and v is not None else v for k, v in row.items()} for row in rows]


def write_table(rows: list[dict[str, Any]], csv: Path | None, parquet: Path | None) -> None:
    """A table of results as CSV or Parquet."""
    if csv is None and parquet is None:
        return
    import pandas as pd

    frame = pd.DataFrame(one_type_a_column(rows))
    if csv is not None:
        write_whole(csv, lambda path: frame.to_csv(path, index=False))
    if parquet is not None:
        write_whole(parquet, lambda path: frame.to_parquet(path, index=False))
