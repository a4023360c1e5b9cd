"""The walk-through of CONTRIBUTING.md, followed literally on a copy of the project."""

import json
import re
import shutil
from pathlib import Path
from typing import Any

import pytest

from analysis.definitions import definitions
from tests.analysis.expectations import near
from tests.conftest import PROJECT

GUIDE = (PROJECT / "CONTRIBUTING.md").read_text(encoding="utf-8")
# A block to apply stands below a line that begins with its file: `file`, some words:
LABELLED = re.compile(r"^`([^`\n]+)`[^\n]*:\n\n```(diff|python)\n(.*?)^```$", re.M | re.S)
BLOCKS = LABELLED.findall(GUIDE)
SOL = "Sol Line Infantry"


def places(diff: str) -> list[tuple[str, str]]:
    """What each place of a diff replaces, and by what."""
    pairs = []
    for hunk in re.split(r"^@@.*\n", diff, flags=re.M):
        lines = hunk.splitlines()
        assert {line[:1] for line in lines} <= {"", " ", "+", "-"}, hunk
        old, new = ("".join(f"{x[1:]}\n" for x in lines if not x.startswith(sign)) for sign in "+-")
        pairs.append((old, new))
    return pairs


def follow(root: Path) -> None:
    """Apply every block in its order; each place must be found once, and a new file must be new."""
    for name, kind, text in BLOCKS:
        file = root / name
        if kind == "python":
            assert not file.exists(), f"{name} is there already"
            file.write_text(text, encoding="utf-8")
            continue
        for old, new in places(text):
            before = "\n" + file.read_text(encoding="utf-8")
            assert before.count("\n" + old) == 1, f"{name} has {before.count(old)} times:\n{old}"
            file.write_text(before.replace("\n" + old, "\n" + new)[1:], encoding="utf-8")


@pytest.fixture(scope="module")
def followed(tmp_path_factory):
    """The project with every block applied; its kernels are compiled once, into a cache of its own."""
    root = tmp_path_factory.mktemp("followed")
    for name in ("kernels", "analysis", "profiles", "tests"):
        shutil.copytree(PROJECT / name, root / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "CONTRIBUTING.md"):
        shutil.copy(PROJECT / name, root / name)
    follow(root)
    return root


def own(root: Path) -> dict[str, Any]:
    """How a process of the copy is started."""
    return {"path": root, "ENFILADE_CACHE": str(root / "cache")}


def test_every_block_says_which_file_it_belongs_to():
    assert len(BLOCKS) == len(re.findall(r"^```(?:diff|python)$", GUIDE, re.M)) > 10
    sections = re.split(r"^## ", GUIDE, flags=re.M)
    for title in ("A constant", "A ruling", "A weapon trait"):
        section = next(s for s in sections if s.startswith(title))
        assert LABELLED.search(section), title


def test_the_examples_are_no_part_of_the_product():
    known = definitions("exoshift")
    assert "far_cover.com" not in known.constants
    assert "far-cover-bands" not in known.rulings


ASK = """
import json, sys
import analysis
answers = [analysis.odds(scenario) for scenario in json.loads(sys.argv[1])]
print(json.dumps([analysis.__file__, [d.rows() for d in answers]]))
"""


def snap(inches: int, cover: str = "light", **more):
    situation = {"action": "snap-fire", "range": inches, "cover": cover}
    tables = {"attacker": {"unit": SOL}, "target": {"unit": SOL}, "situation": situation}
    return {"ruleset": "exoshift-0.60.1", "pipeline": "shooting", **tables, **more}


def one_shot(hit_faces: int):
    """One shot of Power 8 at DEF 2 and Health 1: six faces of ten damage, the others leave a token."""
    return {
        (0, 0, 0, "none"): f"{10 - hit_faces}/10",
        (1, 0, 1, "none"): f"{hit_faces * 4}/100",
        (1, 1, 0, "destroyed"): f"{hit_faces * 6}/100",
    }


def cannon(level: int):
    traits = ["Close Quarters 1", f"Concussive {level}"]
    gun = {"name": "cannon", "range": [4, 10, 14], "rof": 1, "power": 10, "damage": 2, "traits": traits}
    scenario = snap(8, "none", attacker={"stats": {"com": 6}, "weapons": [gun]})
    return {**scenario, "target": {"stats": {"def": 2, "hea": 3}}}


def borne(level: int):
    """Six faces of ten hit, eight of ten damage and leave `level` tokens, two leave 2, one for each Damage."""
    return {(0, 0, 0, "none"): "40/100", (1, 0, 2, "none"): "12/100", (1, 2, level, "none"): "48/100"}


WIDE = {"far-cover-bands": "medium-and-long"}
CASES = [
    # COM 6; IGI-87: 0 to 12 inches, +1 to 18, -2 to 24; light cover -1; from afar -1 more
    (snap(20), one_shot(6 - 2 - 1 - 1)),
    (snap(20, "none"), one_shot(6 - 2)),
    (snap(20, constants={"far_cover.com": 0}), one_shot(6 - 2 - 1)),
    (snap(18), one_shot(6 + 1 - 1)),
    (snap(18, rulings=WIDE), one_shot(6 + 1 - 1 - 1)),
    (snap(12, rulings=WIDE), one_shot(6 - 1)),
    (cannon(1), borne(1)),
    (cannon(3), borne(3)),
]


@pytest.mark.process
def test_the_copy_answers_as_found_by_hand(followed, run_process):
    place, answers = run_process(ASK, json.dumps([scenario for scenario, _ in CASES]), **own(followed))
    assert Path(place).parent == followed / "analysis"
    for (scenario, due), rows in zip(CASES, answers, strict=True):
        got = {tuple(row[f] for f in ("hits", "damage", "disruption", "result")): row["probability"] for row in rows}
        assert got == {outcome: near(p) for outcome, p in due.items()}, scenario


@pytest.mark.process
def test_the_tests_of_the_copy_pass(followed, start_process):
    """Those that the walk-through writes, and those that keep rules, data, code and oracle together."""
    names = ("test_far_cover", "test_concussive", "test_consistency", "test_rulesets", "test_exoshift_shooting")
    files = [str(followed / "tests" / "analysis" / f"{name}.py") for name in names]
    program = "import sys, pytest; sys.exit(pytest.main(sys.argv[1:]))"
    process = start_process(program, "-q", "-p", "no:cacheprovider", "-p", "no:xdist", *files, **own(followed))
    out, err = process.communicate(timeout=240)
    assert process.returncode == 0, out[-4000:] + err[-2000:]
