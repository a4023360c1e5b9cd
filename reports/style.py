"""One look for all figures: colours, labels at the lines, no frame."""

import unicodedata
import warnings
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from textwrap import fill
from typing import Any

from matplotlib import rc_context
from matplotlib.figure import Figure

BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY = "#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9"
INK, GREY, PALE = "#222222", "#8C8C8C", "#CFCFCF"
SERIES = (BLUE, VERMILION, GREEN, PURPLE, ORANGE, SKY)
WIDTH = 6.7  # inches: the text width of a page
SAMPLE = "*"

LOOK: dict[str, Any] = {
    "font.family": "DejaVu Sans",
    "font.size": 8,
    "text.parse_math": False,  # a name with $ is a name
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.edgecolor": GREY,
    "axes.labelcolor": INK,
    "axes.titlesize": 8,
    "axes.titlelocation": "left",
    "axes.labelsize": 8,
    "xtick.color": INK,
    "ytick.color": INK,
    "xtick.labelsize": 7.5,
    "ytick.labelsize": 7.5,
    "text.color": INK,
    "lines.linewidth": 1.6,
    "svg.fonttype": "path",
    "svg.hashsalt": "enfilade",
    "figure.dpi": 110,
}


@contextmanager
def look() -> Iterator[None]:
    """The style sheet; a letter that the font lacks is drawn as a box and is no reason to stop."""
    with rc_context(LOOK), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=r"Glyph .* missing from", category=UserWarning)
        warnings.filterwarnings("ignore", message=r"Matplotlib currently does not support", category=UserWarning)
        yield


def new_figure(height: float, title: str, width: float = WIDTH) -> Figure:
    """An empty figure with its message on top, from the left."""
    figure = Figure(figsize=(width, height), layout="constrained")
    text = fill(title, int(width * 12), break_long_words=True)
    figure.suptitle(text, x=0.01, ha="left", fontsize=8.5, fontweight="bold")
    return figure


def plain(text: object) -> str:
    """One line without control characters."""
    return "".join(" " if unicodedata.category(c) in ("Cc", "Cs", "Zl", "Zp") else c for c in str(text))


def short(text: object, most: int = 40) -> str:
    """One line that is no longer than this."""
    line = plain(text)
    return line if len(line) <= most else f"{line[: most - 1].rstrip()}…"


def number(value: float, digits: int = 5) -> str:
    """A number without idle zeros: 0.17024, 0.5904, 2."""
    text = f"{value:.{digits}f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text.replace("-", "−")


def signed(value: float, digits: int = 5) -> str:
    """A change with its sign: +0.42016, −0.0744, 0."""
    text = number(value, digits)
    return text if text[0] == "−" or text == "0" else f"+{text}"


def listed(parts: Sequence[str]) -> str:
    """a, b and c."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}" if parts else ""


def spread(heights: Sequence[float], gap: float) -> list[float]:
    """Places for labels near these heights, at least a gap apart."""
    order = sorted(range(len(heights)), key=lambda i: heights[i])
    places = list(heights)
    for _ in range(60):
        for low, high in pairwise(order):
            push = (gap - (places[high] - places[low])) / 2
            if push > 1e-9:
                places[low] -= push
                places[high] += push
    lowest = min(places, default=0.0)
    return [p - min(0.0, lowest) for p in places]
