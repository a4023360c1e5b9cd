"""The command line, in this process."""

import sys
import time
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import pytest

from analysis import odds
from analysis.cli import main
from tests.oracles.exoshift_cases import shot53, shot60

SOL = """\
ruleset = "exoshift-0.53.0"
pipeline = "shooting"
[attacker]
unit = "Sol Line Infantry"
[target]
unit = "Sol Line Infantry"
[situation]
range = 8
"""


class Ran(NamedTuple):
    code: int
    out: str
    err: str
    seconds: float


Enfilade = Callable[..., Ran]


@pytest.fixture
def enfilade(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Enfilade:
    """Run `enfilade ARGUMENTS` in this process: exit code, stdout, stderr and how long it took."""

    def run(*arguments: str | Path) -> Ran:
        monkeypatch.setattr(sys, "argv", ["enfilade", *map(str, arguments)])
        capsys.readouterr()
        start = time.perf_counter()
        try:
            main()
            code = 0
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else -1
        return Ran(code, *capsys.readouterr(), time.perf_counter() - start)

    return run


@pytest.fixture
def sol(tmp_path: Path) -> Path:
    """A scenario file: a Sol shoots at a Sol under 0.53.0."""
    path = tmp_path / "sol.toml"
    path.write_text(SOL)
    return path


@pytest.fixture(scope="session")
def warm() -> None:
    """All kernels compiled or loaded, and what the command line imports late."""
    for module in ("matplotlib.figure", "pandas", "pyarrow", "rich.table"):
        import_module(module)
    odds(shot53())
    odds(shot60())
    odds(shot53(rulings={"casualty-roll-count": "one-per-hit"}))
