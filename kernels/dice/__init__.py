"""Dice sources and draws."""

from kernels.dice.draws import (
    at_most,
    bands,
    clash_is_prepared,
    die,
    divided_die,
    faces,
    keep_highest,
    reroll_misses,
    reroll_successes,
    successes,
    two_d6,
    two_d6_at_most,
    uncancelled,
)
from kernels.dice.sources import named

__all__ = [
    "at_most",
    "bands",
    "clash_is_prepared",
    "die",
    "divided_die",
    "faces",
    "keep_highest",
    "named",
    "reroll_misses",
    "reroll_successes",
    "successes",
    "two_d6",
    "two_d6_at_most",
    "uncancelled",
]
