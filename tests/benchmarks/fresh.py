"""What a new process pays, measured in one: `python -m tests.benchmarks.fresh warm|cold [without-scipy]`.

Prints JSON: seconds of the imports and of the first exact answer, or of every kernel that was compiled.
"""

import json
import sys
from time import perf_counter
from typing import Any


def warm() -> dict[str, float]:
    start = perf_counter()
    from kernels.presets import P1
    from kernels.run import exact

    imported = perf_counter()
    exact(P1, P1.rules())
    return {"import": imported - start, "call": perf_counter() - imported}


def cold() -> dict[str, float]:
    """Every kernel of the three pipelines by its name; the events of what it inlines lie inside its own."""
    from numba.core import event

    from kernels.presets import P1, P2, P3
    from kernels.run import exact, sample

    listener = event.RecordingListener()
    with event.install_listener("numba:compile", listener):
        for pipeline in (P1, P2, P3):
            exact(pipeline, pipeline.rules())
            sample(pipeline, pipeline.rules(), seed=1, trials=1000)
    return kernel_seconds(listener.buffer)


def kernel_seconds(events: list[tuple[float, Any]]) -> dict[str, float]:
    """Only kernels have a colon in their names."""
    begun: dict[str, float] = {}
    took: dict[str, float] = {}
    for when, event in events:
        name = event.data["dispatcher"].py_func.__qualname__
        if ":" not in name:
            continue
        if event.is_start:
            begun[name] = when
        else:
            took[name] = when - begun[name]
    return took


if __name__ == "__main__":
    if "without-scipy" in sys.argv:
        sys.modules["scipy"] = None  # type: ignore[assignment]
    print(json.dumps(cold() if "cold" in sys.argv else warm()))
