"""Shared assertions on distributions: exact odds to 1e-12, samples at a false alarm of one in a million."""

from collections.abc import Mapping
from fractions import Fraction
from math import log, sqrt
from typing import Any

import numpy as np
import numpy.typing as npt
from scipy import stats

FALSE_ALARM = 1e-6
EXACT = 1e-12  # what exact odds may differ by: rounding of a few thousand additions

Odds = Mapping[tuple[int, ...], Fraction]


def assert_exactly(outcomes: npt.ArrayLike, chances: npt.ArrayLike, odds: Odds) -> None:
    """Exact odds agree with an oracle's, outcome by outcome, and sum to 1."""
    found = dict(zip(map(tuple, np.asarray(outcomes).tolist()), np.asarray(chances).tolist(), strict=True))
    assert len(found) == len(np.asarray(outcomes)), "an outcome is listed twice"
    possible = {outcome for outcome, p in odds.items() if p > 0}
    assert set(found) <= possible, f"impossible outcomes: {set(found) - possible}"
    worst = max(possible, key=lambda outcome: abs(found.get(outcome, 0.0) - odds[outcome]))
    assert abs(found.get(worst, 0.0) - odds[worst]) <= EXACT, (worst, found.get(worst), float(odds[worst]))
    assert abs(sum(found.values()) - 1) <= EXACT


def dense(odds: Odds, sizes: tuple[int, ...]) -> npt.NDArray[np.float64]:
    """Odds as a table over all outcomes, flat; what lies outside of it (a slip may) is left out."""
    table = np.zeros(sizes)
    for outcome, p in odds.items():
        if all(0 <= value < size for value, size in zip(outcome, sizes, strict=True)):
            table[outcome] += float(p)
    return table.ravel()


def assert_follows(counts: npt.ArrayLike, pmf: npt.ArrayLike, *, slip: npt.ArrayLike) -> None:
    """Chi-square against exact odds; refuses a sample too small to notice `slip`."""
    counts, pmf, slip = np.asarray(counts), np.asarray(pmf, float), np.asarray(slip, float)
    n = counts.sum()
    assert not counts[pmf == 0].any(), "an impossible outcome occurred"
    unmissable = n * (1 - slip[pmf > 0].sum()) > -log(FALSE_ALARM)  # the slip would make the impossible occur
    rank = np.argsort(-pmf)  # rare outcomes share one cell of at least 25
    keep = np.count_nonzero(n * pmf >= 25)
    keep -= n * pmf[rank[keep:]].sum() < 25
    seen, due, slipped = (np.append(x[rank[:keep]], x[rank[keep:]].sum()) for x in (counts, n * pmf, n * slip))
    limit = stats.chi2.isf(FALSE_ALARM, df=keep)
    unnoticed = stats.ncx2.cdf(limit, keep, np.sum((slipped - due) ** 2 / due))
    assert unmissable or unnoticed < FALSE_ALARM, "too few trials"
    assert np.sum((seen - due) ** 2 / due) <= limit


def assert_sampled(counts: Any, odds: Odds, *, slip: Odds) -> None:
    """The counts of a run against the odds of an oracle; a certain outcome must simply always occur."""
    pmf = dense(odds, counts.sizes)
    assert abs(pmf.sum() - 1) <= EXACT, "outcomes lie outside of the sizes"
    assert counts.counts.sum() == counts.trials
    if pmf.max() == 1:
        assert counts.counts[pmf.argmax()] == counts.trials
    else:
        assert_follows(counts.counts, pmf, slip=dense(slip, counts.sizes))


def uniformity(counts: npt.ArrayLike) -> float:
    """p-value of equal chances, by chi-square."""
    return float(stats.chisquare(np.asarray(counts).ravel()).pvalue)


def independence(left: npt.ArrayLike, right: npt.ArrayLike, kinds: int) -> float:
    """p-value of two uniform series over `kinds` values being uniform on all pairs, by chi-square."""
    pairs = np.bincount(np.asarray(left).astype(np.int64) * kinds + np.asarray(right), minlength=kinds * kinds)
    return uniformity(pairs)


def follows_p(counts: npt.ArrayLike, pmf: npt.ArrayLike) -> float:
    """p-value of exact odds by chi-square; cells that are due less than 25 times join the last one."""
    counts, due = np.asarray(counts, float), np.asarray(pmf) * np.sum(counts)
    rare = due < 25
    seen, due = np.append(counts[~rare], counts[rare].sum()), np.append(due[~rare], due[rare].sum())
    if due[-1] < 25:
        seen, due = np.append(seen[:-2], seen[-2:].sum()), np.append(due[:-2], due[-2:].sum())
    return float(stats.chi2.sf(np.sum((seen - due) ** 2 / due), len(due) - 1))


def two_sided(value: float, mean: float, variance: float) -> float:
    """p-value of a nearly normal statistic whose mean and variance are known beforehand."""
    return float(2 * stats.norm.sf(abs(value - mean) / sqrt(variance)))
