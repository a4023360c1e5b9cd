"""The harness runs and reports in its shape. Speed is not judged here."""

import json
from pathlib import Path

import numpy as np
import pytest

from kernels.presets import P1
from kernels.run import sample
from tests.benchmarks import bench
from tests.benchmarks.agreement import disagreement
from tests.benchmarks.rows import Row


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> list[dict[str, object]]:
    out = tmp_path_factory.mktemp("bench") / "bench.json"
    assert bench.main(["--quick", "--out", str(out), "p2", "source", "variants", "rows"]) == 0
    return json.loads(out.read_text())


def test_report_has_rows_of_five_fields(quick):
    assert quick
    for row in quick:
        assert set(row) == {"name", "value", "unit", "goal", "holds"}
        assert isinstance(row["name"], str)
        assert isinstance(row["unit"], str)
        assert row["value"] is None or isinstance(row["value"], float)
        assert row["goal"] is None or isinstance(row["goal"], str)


def test_names_are_unique(quick):
    names = [row["name"] for row in quick]
    assert len(names) == len(set(names))


def test_only_goals_are_judged(quick):
    for row in quick:
        judged = row["goal"] is not None and row["value"] is not None
        assert (row["holds"] is not None) == judged


def test_unknown_group_is_refused(capsys):
    with pytest.raises(SystemExit, match="2"):
        bench.main(["nonesuch"])
    assert "nonesuch" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("value", "goal", "holds"),
    [(0.6, "<= 0.6", True), (0.7, "<= 0.6", False), (5.0, "< 5", False), (40.0, ">= 40", True), (None, "> 1", None)],
)
def test_goals(value, goal, holds):
    assert Row("row", value, "", goal).holds is holds


def test_wrong_results_end_in_an_error(monkeypatch, tmp_path: Path, capsys):
    monkeypatch.setitem(bench.GROUPS, "bad", lambda effort: [Row("bad", 1.0, "", wrong="not the same")])
    assert bench.main(["--out", str(tmp_path / "bench.json"), "bad"]) == 1
    assert "not the same" in capsys.readouterr().err


def test_wrong_distributions_are_noticed():
    right = sample(P1, P1.rules(), seed=5, trials=100_000).counts
    wrong = sample(P1, P1.rules(cover_at_most=3), seed=5, trials=100_000).counts
    impossible = np.roll(right, 1)
    assert disagreement(right, P1) == ""
    assert disagreement(wrong, P1)
    assert disagreement(impossible, P1)
