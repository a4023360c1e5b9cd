"""What a user can get wrong, in one clear sentence each."""

from collections.abc import Iterable
from difflib import get_close_matches


class InputError(Exception):
    """Bad input: the message names the file, the key, what was found and what is allowed. Exit code 2."""


class Illegal(InputError):
    """A scenario that the rules do not allow: exit code 2, or a row of a sweep that says why."""


def nearest(name: str, known: Iterable[str]) -> str:
    """The nearest known name as the end of a sentence, or nothing."""
    options = list(known)
    folded = {option.casefold(): option for option in options}
    close = get_close_matches(str(name).casefold(), folded, n=1, cutoff=0.5)
    return f"; did you mean {folded[close[0]]}?" if close else ""


def listed(names: Iterable[object], most: int = 12) -> str:
    """Names for a sentence, not too many of them."""
    words = [str(n) for n in names]
    return ", ".join(words[:most]) + (f" and {len(words) - most} more" if len(words) > most else "")


def shown(value: object, most: int = 60) -> str:
    """What was found, short enough for a sentence."""
    text = repr(value)
    return text if len(text) <= most else text[: most - 3] + "..."
