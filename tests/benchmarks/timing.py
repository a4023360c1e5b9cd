"""Contenders take turns inside one process, and the best round of each counts: other load hits all alike."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import Any


@dataclass(frozen=True)
class Contender:
    """`run(work)` does so many units of work: trials, words, calls."""

    name: str
    run: Callable[[int], Any]
    work: int = 1


@dataclass(frozen=True)
class Measured:
    """Seconds a unit of work in the best round, and what the run returned."""

    seconds: float
    result: Any


def take_turns(contenders: Sequence[Contender], rounds: int) -> dict[str, Measured]:
    """A first run each to compile and to warm the caches, whose result is kept; then the rounds."""
    results = {c.name: c.run(c.work) for c in contenders}
    best = dict.fromkeys(results, inf)
    for _ in range(rounds):
        for contender in contenders:
            start = perf_counter()
            contender.run(contender.work)
            best[contender.name] = min(best[contender.name], perf_counter() - start)
    return {c.name: Measured(best[c.name] / c.work, results[c.name]) for c in contenders}


def repeated(call: Callable[[], Any]) -> Callable[[int], Any]:
    """A call as a unit of work."""

    def run(times: int) -> Any:
        for _ in range(times):
            result = call()
        return result

    return run
