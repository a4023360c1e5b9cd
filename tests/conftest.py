"""Fixtures of all tests."""

import gc
import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

PROJECT = Path(__file__).parent.parent

gc.set_threshold(100_000, 50, 50)  # compiling makes many objects and little garbage

NewProcess = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start_process(tmp_path: Path):
    """Start Python on a program text, with a compiled cache of the test's own; ended with the test."""
    started: list[subprocess.Popen[str]] = []

    def start(program: str, *arguments: str, path: Path = PROJECT, **environment: str) -> subprocess.Popen[str]:
        inherited = {key: value for key, value in os.environ.items() if not key.startswith("NUMBA_")}
        own = {"PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1", "ENFILADE_CACHE": str(tmp_path / "cache")}
        pipe = subprocess.PIPE
        process = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", program, *arguments],
            env={**inherited, **own, **environment},
            cwd=tmp_path,
            stdin=pipe,
            stdout=pipe,
            stderr=pipe,
            text=True,
        )
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


@pytest.fixture
def run_process(start_process: NewProcess) -> Callable[..., Any]:
    """Run a program text in a new process to its end, and read the JSON that it prints."""

    def run(program: str, *arguments: str, **options: Any) -> Any:
        process = start_process(program, *arguments, **options)
        out, err = process.communicate(timeout=120)
        assert process.returncode == 0, err
        return json.loads(out)

    return run
