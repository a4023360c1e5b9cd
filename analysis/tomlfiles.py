"""Reading a user's TOML file: every way in which that can fail has its own sentence."""

import tomllib
from pathlib import Path
from typing import Any

from analysis.errors import InputError

LARGEST_FILE = 1 << 20  # bytes; a ruleset of a thousand units is far below
DEEPEST = 32  # tables in tables; no file of ours needs more than six


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a file, or an InputError that says what is wrong with it."""
    try:
        if path.is_dir():
            raise InputError(f"{path}: is a folder, not a file")
        if path.exists() and not path.is_file():
            raise InputError(f"{path}: is not a regular file")
        size = path.stat().st_size
        if size > LARGEST_FILE:
            raise InputError(f"{path}: has {size} bytes; more than {LARGEST_FILE} are no scenario and no ruleset")
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"{path}: there is no such file") from None
    except PermissionError:
        raise InputError(f"{path}: may not be read") from None
    except (OSError, ValueError) as error:
        raise InputError(f"{path}: cannot be read ({error})") from None
    if not data.strip():
        raise InputError(f"{path}: is empty")
    try:
        tables = tomllib.loads(data.decode("utf-8"))
    except UnicodeDecodeError as error:
        raise InputError(f"{path}: is not UTF-8 text (byte {error.start})") from None
    except (tomllib.TOMLDecodeError, ValueError, RecursionError) as error:
        reason = "is nested too deeply" if isinstance(error, RecursionError) else f"is not valid TOML: {error}"
        raise InputError(f"{path}: {reason}") from None
    check_depth(tables, str(path))
    return tables


def check_depth(tables: Any, where: str) -> None:
    """Nothing that is walked or shown by recursion may be deep."""
    level = [tables]
    for _ in range(DEEPEST):
        if not level:
            return
        level = [
            inner
            for outer in level
            for inner in (outer.values() if isinstance(outer, dict) else outer)
            if isinstance(inner, dict | list)
        ]
    if level:
        raise InputError(f"{where}: is nested too deeply")


def check_format(tables: dict[str, Any], where: str, *, needed: bool) -> None:
    """Every file of ours begins with format = 1; scenarios may leave it out."""
    found = tables.get("format", None if needed else 1)
    if found is None:
        raise InputError(f"{where}: format = 1 is missing")
    if found != 1 or isinstance(found, bool):
        raise InputError(f"{where}: format is {found!r}; this version of Enfilade reads format 1")
