"""The joint distribution of an outcome: exact, or estimated with its intervals."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from html import escape
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from analysis.errors import InputError, listed, nearest
from analysis.sums import equal_rows, sum_by

if TYPE_CHECKING:
    import pandas as pd

Z95 = 1.959963984540054
BAR = 24


def wilson(share: float, trials: int) -> tuple[float, float]:
    """A 95 % interval for a probability that holds near 0 and 1, too."""
    z2 = Z95**2
    middle = (share + z2 / (2 * trials)) / (1 + z2 / trials)
    half = Z95 / (1 + z2 / trials) * sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials))
    low = 0.0 if share == 0 else max(0.0, middle - half)
    return low, 1.0 if share == 1 else min(1.0, middle + half)


@dataclass(frozen=True)
class Distribution:
    """Outcomes as rows of small integers with their probabilities, sorted; named fields by severity."""

    fields: tuple[str, ...]
    outcomes: npt.NDArray[np.int64]
    probabilities: npt.NDArray[np.float64]
    names: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    ruleset: str = ""
    pipeline: str = ""
    trials: int | None = None
    seed: int | None = None
    unfinished: float = 0.0
    rulings: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()
    choice: str | None = None
    offered: tuple[str, ...] = ()
    dice: float | None = None  # expected number of dice rolled, where the family counts them
    strength: int = 1  # models that the target began with

    @property
    def exact(self) -> bool:
        return self.trials is None

    @property
    def method(self) -> str:
        return "exact" if self.exact else "monte-carlo"

    def column(self, name: str) -> int:
        if name not in self.fields:
            raise InputError(
                f"there is no outcome {name!r}; {self.pipeline} has {listed(self.fields)}{nearest(name, self.fields)}"
            )
        return self.fields.index(name)

    def value(self, name: str, value: Any) -> int:
        """The number of a value: a word of a named field, or itself."""
        if isinstance(value, str):
            words = self.names.get(name, ())
            if value not in words:
                raise InputError(
                    f"{value!r} is no value of {name}; it has {listed(words) or 'numbers'}{nearest(value, words)}"
                )
            return words.index(value)
        return int(value)

    def word(self, name: str, value: int) -> Any:
        words = self.names.get(name)
        return words[value] if words else value

    def probability(self, condition: Callable[[Mapping[str, npt.NDArray[np.int64]]], Any]) -> float:
        """The chance of a condition on the columns, e.g. `lambda o: o["hits"] >= 2`."""
        columns = {name: self.outcomes[:, i] for i, name in enumerate(self.fields)}
        return float(self.probabilities[np.asarray(condition(columns), bool)].sum())

    def at_least(self, name: str, value: Any) -> float:
        """The chance of this value or more (of a named field: or worse)."""
        number = self.value(name, value)
        return self.probability(lambda o: o[name] >= number)

    def at_least_table(self, name: str) -> dict[Any, float]:
        """For each value that occurs the chance of it or more."""
        values = np.unique(self.outcomes[:, self.column(name)]).tolist()
        return {self.word(name, v): self.at_least(name, v) for v in values}

    def marginal(self, *names: str) -> "Distribution":
        """The distribution of some of the fields."""
        columns = [self.column(name) for name in names]
        unique, back = equal_rows(self.outcomes[:, columns])
        return replace(
            self,
            fields=tuple(names),
            outcomes=unique,
            probabilities=sum_by(back, self.probabilities, len(unique)),
        )

    def given(self, condition: Callable[[Mapping[str, npt.NDArray[np.int64]]], Any]) -> "Distribution":
        """The distribution where a condition holds."""
        columns = {name: self.outcomes[:, i] for i, name in enumerate(self.fields)}
        kept = np.asarray(condition(columns), bool)
        share = self.probabilities[kept].sum()
        if share == 0:
            raise InputError("the condition never holds: nothing is known given it")
        trials = None if self.trials is None else max(1, round(self.trials * share))
        return replace(
            self, outcomes=self.outcomes[kept], probabilities=self.probabilities[kept] / share, trials=trials
        )

    def mean(self, name: str) -> float:
        return float(self.probabilities @ self.outcomes[:, self.column(name)])

    def sd(self, name: str) -> float:
        values = self.outcomes[:, self.column(name)]
        return sqrt(max(0.0, float(self.probabilities @ (values - self.mean(name)) ** 2)))

    def se(self, name: str) -> float:
        """The standard error of the mean; 0 where it is exact."""
        return 0.0 if self.trials is None else self.sd(name) / sqrt(self.trials)

    def quantile(self, name: str, share: float) -> Any:
        """The least value that is not exceeded with at least this probability."""
        return self.quantiles(name, share)[0]

    def quantiles(self, name: str, *shares: float) -> tuple[Any, ...]:
        """Several of them."""
        values, back = np.unique(self.outcomes[:, self.column(name)], return_inverse=True)
        reached = np.cumsum(sum_by(back, self.probabilities, len(values)))
        places = np.minimum(np.searchsorted(reached, np.array(shares) - 1e-12), len(values) - 1)
        return tuple(self.word(name, value) for value in values[places].tolist())

    def intervals(self) -> list[tuple[float, float]] | None:
        """95 % intervals of every probability, where they are estimated."""
        if self.trials is None:
            return None
        return [wilson(float(p), self.trials) for p in self.probabilities]

    def rows(self) -> list[dict[str, Any]]:
        """One row an outcome: its fields, its probability, and its interval where it is estimated."""
        rows = []
        intervals = self.intervals()
        for i, outcome in enumerate(self.outcomes.tolist()):
            row: dict[str, Any] = {name: self.word(name, v) for name, v in zip(self.fields, outcome, strict=True)}
            row["probability"] = float(self.probabilities[i])
            if intervals is not None:
                row["low"], row["high"] = intervals[i]
            rows.append(row)
        return rows

    def summary(self) -> dict[str, dict[str, float | None]]:
        """Mean, spread and error of every numeric field."""
        out: dict[str, dict[str, float | None]] = {}
        for name in self.fields:
            if name in self.names:
                continue
            mean, se = self.mean(name), self.se(name)
            ends = (None, None) if self.exact else (mean - Z95 * se, mean + Z95 * se)
            out[name] = {"mean": mean, "sd": self.sd(name), "se": se, "low": ends[0], "high": ends[1]}
        return out

    def to_json(self) -> dict[str, Any]:
        return {
            "format": 1,
            "ruleset": self.ruleset,
            "pipeline": self.pipeline,
            "method": self.method,
            "trials": self.trials,
            "seed": self.seed,
            "fields": list(self.fields),
            "outcomes": self.rows(),
            "summary": self.summary(),
            "unfinished": self.unfinished,
            "rulings": dict(self.rulings),
        }

    def to_frame(self) -> "pd.DataFrame":
        import pandas as pd

        return pd.DataFrame(self.rows())

    def said(self) -> str:
        """How the numbers were found, in words."""
        return (
            "exact" if self.exact else f"Monte Carlo, {self.trials} trials, seed {self.seed}, 95 % intervals (Wilson)"
        )

    def lines(self, most: int = 40) -> list[tuple[str, float]]:
        """Outcomes in words with their probabilities, one line each."""
        out = []
        for outcome, chance in zip(self.outcomes.tolist(), self.probabilities.tolist(), strict=True):
            words = ", ".join(f"{n} {self.word(n, v)}" for n, v in zip(self.fields, outcome, strict=True))
            out.append((words, chance))
        return out if len(out) <= most else sorted(out, key=lambda line: -line[1])[:most]

    def __repr__(self) -> str:
        lines = self.lines()
        width = max((len(words) for words, _ in lines), default=0)
        body = [f"  {words:<{width}}  {chance:8.4%}  {'█' * round(BAR * chance)}" for words, chance in lines]
        left = len(self.probabilities) - len(lines)
        body += [f"  ... and {left} rarer outcomes"] if left else []
        return "\n".join([f"{self.pipeline} under {self.ruleset} ({self.said()})", *body])

    def _repr_html_(self) -> str:
        lines = self.lines()
        most = max((chance for _, chance in lines), default=1.0)
        rows = "".join(
            f"<tr><td style='text-align:left'>{escape(words)}</td><td>{chance:.4%}</td><td style='text-align:left'>"
            f"<div style='background:#0072B2;height:0.8em;width:{180 * chance / most:.0f}px'></div></td></tr>"
            for words, chance in lines
        )
        head = f"{escape(self.pipeline)} under {escape(self.ruleset)} <small>({escape(self.said())})</small>"
        return f"<table><caption style='text-align:left'>{head}</caption>{rows}</table>"


def sorted_rows(
    outcomes: npt.NDArray[np.int64], probabilities: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Outcomes in order, impossible ones left out."""
    possible = probabilities > 0
    outcomes, probabilities = outcomes[possible], probabilities[possible]
    order = np.lexsort(outcomes.T[::-1])
    return outcomes[order], probabilities[order]


__all__: Sequence[str] = ["Distribution", "sorted_rows", "wilson"]
