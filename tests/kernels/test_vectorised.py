"""The prepared samplers run their rules over several trials at once: without it they are three times slower."""

import platform

import llvmlite.binding as llvm
import pytest

from kernels.compiler import widest_vectors

pytestmark = [
    pytest.mark.process,
    pytest.mark.skipif(
        platform.machine().lower() not in ("x86_64", "amd64") or not llvm.get_host_cpu_features().get("avx2"),
        reason="looks for the vector instructions of x86 processors with AVX2",
    ),
]

# The hash multiplies 64-bit words: vpmullq or vpmuludq on wide registers is the rule itself, vectorised, where
# wide moves alone could be a cleared buffer.
INSTRUCTIONS = """
import json, re
from kernels.presets import P1, P2, P3, Assault, Shots, Volley
from kernels.run import sample
from kernels.sampling import sampler
found = {}
for pipeline, row in ((P1, Volley()), (P2, Shots()), (P3, Assault())):
    sample(pipeline, row, seed=1, trials=10)
    text = "".join(sampler(pipeline, True).inspect_asm().values())
    vectors = {width: len(re.findall(rf"vpmul(?:lq|udq)\\s[^\\n]*%{width}mm", text)) for width in "yz"}
    found[pipeline.name] = vectors | {"single": len(re.findall(r"imulq", text))}
print(json.dumps(found))
"""


def test_the_prepared_samplers_multiply_in_the_widest_vectors(run_process):
    """Loops that stay scalar (the ends of a block, or a rule that no longer vectorises) multiply one by one."""
    widest = "z" if llvm.get_host_cpu_features().get("avx512dq") else "y"
    for name, found in run_process(INSTRUCTIONS).items():
        assert found[widest] > found["single"], f"{name}: {found} multiplications"


def test_only_processors_of_wide_vectors_are_asked_for_them():
    assert widest_vectors("+avx2,-avx512dq,+fma") == "+avx2,-avx512dq,+fma"
    assert widest_vectors("+avx2,+avx512dq") == "+avx2,+avx512dq,-prefer-256-bit"
