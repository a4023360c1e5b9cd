"""The compiled cache: never stale, never another kernel's, and a second process compiles nothing."""

import json
import os
import shutil
import sys
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import pytest

from kernels import fingerprint
from kernels.cache import Files, cache_root
from kernels.compiler import is_ours
from kernels.pipeline import repeat
from kernels.presets import CONTEST, P1, P2, P3, over, strike, two_strikes_a_round
from tests.conftest import PROJECT
from tests.kernels.campaign import NESTED, begin, models_and_shots, out_of_models, rounds, shoot

pytestmark = pytest.mark.process


@pytest.fixture
def copied(tmp_path):
    """A copy of the kernels that a test may edit."""
    shutil.copytree(PROJECT / "kernels", tmp_path / "kernels", ignore=shutil.ignore_patterns("__pycache__"))
    return tmp_path


def edit(file: Path, old: str, new: str) -> None:
    text = file.read_text()
    assert text.count(old) == 1, f"{file} says {text.count(old)} times {old}"
    file.write_text(text.replace(old, new))


COUNTING = """
import json, sys
import kernels
from numba.core import event
class Compilations(event.Listener):
    count = 0
    def on_start(self, happened):
        self.count += 1
    def on_end(self, happened):
        pass
compilations = Compilations()
event.register("numba:compile", compilations)
def answer(value):
    print(json.dumps([kernels.__file__, compilations.count, value]))
"""

SAMPLED = (
    COUNTING
    + """
from kernels.presets import P2, Shots
from kernels.run import sample
answer([part.tolist() for part in sample(P2, Shots(), seed=1, trials=20_000).outcomes()])
"""
)


def test_an_edited_draw_is_never_answered_from_an_old_compilation(copied, run_process):
    """Far from the rule that mentions it, and farther from the factory that makes the kernel."""
    draws, old, new = copied / "kernels" / "dice" / "random_draws.py", "band += face > cut", "band += face >= cut"
    place, compiled, before = run_process(SAMPLED, path=copied)
    assert Path(place).parent == copied / "kernels"
    assert compiled > 0
    edit(draws, old, new)
    _, compiled, edited = run_process(SAMPLED, path=copied)
    assert compiled > 0
    assert edited != before
    edit(draws, new, old)
    assert run_process(SAMPLED, path=copied)[1:] == [0, before]


EXACT = (
    COUNTING
    + """
from pathlib import Path
import kernels.run
if len(sys.argv) > 1:
    rules = Path(kernels.__file__).parent / "presets.py"
    rules.write_text(rules.read_text().replace("band + (damage > 0)", "band + (damage > 1)"))
from kernels.presets import P2, Shots
answer([part.tolist() for part in kernels.run.exact(P2, Shots())])
"""
)


def test_an_edited_rule_is_never_answered_from_an_old_compilation(copied, run_process):
    """A process that imports it after an edit neither takes what the cache was given before nor adds to it."""
    _, compiled, before = run_process(EXACT, path=copied)
    assert compiled > 0
    _, compiled, meanwhile = run_process(EXACT, "edit", path=copied)
    assert compiled > 0
    _, compiled, edited = run_process(EXACT, path=copied)
    assert compiled > 0
    assert meanwhile == edited != before
    edit(copied / "kernels" / "presets.py", "band + (damage > 1)", "band + (damage > 0)")
    assert run_process(EXACT, path=copied)[1:] == [0, before]


STRAIGHT_AND_REPEATED = (
    COUNTING
    + """
from kernels.presets import P2, P3, Assault, Shots
from kernels.run import exact, sample
chances = [exact(pipeline, row)[1].tolist() for pipeline, row in ((P2, Shots()), (P3, Assault()))]
answer([chances, sample(P3, Assault(), seed=1, trials=2000).counts.tolist()])
"""
)


def test_a_second_process_compiles_nothing(run_process, tmp_path):
    _, compiled, first = run_process(STRAIGHT_AND_REPEATED)
    assert compiled >= 3  # the step of p2, the repeat of p3 and its sampler
    kept = {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.nb?")}
    assert len(kept) >= 2 * 3  # an index and the code
    _, compiled, second = run_process(STRAIGHT_AND_REPEATED)
    assert compiled == 0
    assert second == first
    assert {path: path.stat().st_mtime_ns for path in (tmp_path / "cache").rglob("*.nb?")} == kept


FOLDER = """
import json
from kernels.cache import cache_folder
print(json.dumps(str(cache_folder())))
"""


def test_code_with_bounds_checks_is_kept_apart(run_process):
    plain, checked, again = (run_process(FOLDER, **switch) for switch in ({}, {"NUMBA_BOUNDSCHECK": "1"}, {}))
    assert plain == again != checked


TINY = '''
"""Many pipelines that differ in one number only."""
from typing import NamedTuple
from kernels.compiler import rule
from kernels.dice import die, named
from kernels.pipeline import Pipeline
ROLL = named("roll")
class Rules(NamedTuple):
    sides: int
class State(NamedTuple):
    face: int
@rule
def start(rules):
    return State(0)
@rule
def as_it_is(rules, state):
    return state
def tiny(more):
    @rule
    def roll(dice, rules, state):
        return State(die(dice, ROLL, rules.sides + more))
    sizes = lambda rules: (rules.sides + more + 1,)
    return Pipeline(f"tiny-{more}", Rules, {"sides": (1, 10)}, State, start, (roll,), ("face",), as_it_is, sizes)
'''

COMPILE_AT_ONCE = (
    COUNTING
    + """
import time
from numba.core.caching import IndexDataCacheFile
from kernels.run import exact
from kernels.tiny import tiny
load = IndexDataCacheFile._load_index
def load_slowly(index):  # the other process reads the same index before this one writes it: the worst moment
    found = load(index)
    time.sleep(0.1)
    return found
IndexDataCacheFile._load_index = load_slowly
for line in sys.stdin:  # each line names a pipeline, and is written to both processes at the same moment
    print(json.dumps(len(exact(tiny(int(line)), [4])[1])), flush=True)
"""
)

READ_ALL = (
    COUNTING
    + """
from kernels.run import exact
from kernels.tiny import tiny
answer([len(exact(tiny(more), [4])[1]) for more in range(int(sys.argv[1]))])
"""
)


def test_two_processes_that_compile_at_once_keep_to_their_own_kernels(copied, start_process, run_process):
    """With one name for all kernels of a factory they shared an index, and were handed each other's code."""
    (copied / "kernels" / "tiny.py").write_text(TINY)
    rounds = 6
    pair = [start_process(COMPILE_AT_ONCE, path=copied) for _ in range(2)]
    for number in range(rounds):
        for side, process in enumerate(pair):
            process.stdin.write(f"{2 * number + side}\n")
            process.stdin.flush()
        for side, process in enumerate(pair):
            line = process.stdout.readline()
            assert line, process.stderr.read()
            assert json.loads(line) == 4 + 2 * number + side
    _, compiled, faces = run_process(READ_ALL, str(2 * rounds), path=copied)
    assert faces == [4 + more for more in range(2 * rounds)]
    assert compiled == 0


EDITED_MEANWHILE = (
    COUNTING
    + """
from pathlib import Path
from kernels.tiny import tiny
if len(sys.argv) > 1:
    rules = Path(kernels.__file__).parent / "tiny.py"
    rules.write_text(rules.read_text().replace("State(die(", "State(1 + die("))
from kernels.run import exact
answer([outcome for outcome, in exact(tiny(0), [2])[0].tolist()])
"""
)


def test_what_is_compiled_after_an_edit_under_the_process_is_not_kept(copied, run_process):
    """It is the text from before the edit: kept under the hash of the new one it would be a wrong answer."""
    (copied / "kernels" / "tiny.py").write_text(TINY)
    _, compiled, faces = run_process(EDITED_MEANWHILE, "edit", path=copied)
    assert (compiled > 0, faces) == (True, [1, 2])
    _, compiled, faces = run_process(EDITED_MEANWHILE, path=copied)
    assert (compiled > 0, faces) == (True, [2, 3])


def test_a_damaged_cache_is_mended(copied, run_process, tmp_path):
    """One of two kernels has an empty index, the other a part of its code."""
    (copied / "kernels" / "tiny.py").write_text(TINY)
    _, compiled, faces = run_process(READ_ALL, "2", path=copied)
    for files, left in (("*tiny-0-*.nbi", 0), ("*tiny-1-*.nbc", 2000)):
        (file,) = (tmp_path / "cache").rglob(files)
        file.write_bytes(file.read_bytes()[:left])
    _, again, same = run_process(READ_ALL, "2", path=copied)
    assert (again, same) == (compiled, faces)
    assert run_process(READ_ALL, "2", path=copied)[1:] == [0, faces]


def test_an_edit_of_the_same_size_is_noticed(tmp_path, monkeypatch):
    monkeypatch.setattr(fingerprint, "PACKAGE", tmp_path)
    source = tmp_path / "rules.py"
    source.write_text("least = 3")
    monkeypatch.setattr(fingerprint, "AT_FIRST", fingerprint.stamps())
    assert fingerprint.as_at_first()
    before = source.stat().st_mtime_ns
    source.write_text("least = 4")
    os.utime(source, ns=(before + 1000, before + 1000))
    assert not fingerprint.as_at_first()


FULL = """
import errno
from numba.core.caching import IndexDataCacheFile
def no_space(file, path):
    raise OSError(errno.ENOSPC, "No space left on device")
IndexDataCacheFile._open_for_write = no_space
"""


def test_a_full_disk_costs_only_what_is_not_kept(copied, run_process, tmp_path):
    """Neither a damaged index can be mended then, nor the code of another kernel be kept."""
    (copied / "kernels" / "tiny.py").write_text(TINY)
    run_process(READ_ALL, "1", path=copied)
    (index,) = (tmp_path / "cache").rglob("*tiny-0-*.nbi")
    index.write_bytes(b"")
    _, compiled, faces = run_process(FULL + READ_ALL, "2", path=copied)
    assert (compiled > 0, faces) == (True, [4, 5])
    assert not list((tmp_path / "cache").rglob("*tiny-1-*"))


def test_code_that_cannot_be_kept_is_not_kept_and_no_warning():
    """Without optimisation (NUMBA_OPT=0) Numba leaves addresses of this process in the code."""
    for bound in (False, True):
        library, names = SimpleNamespace(has_dynamic_globals=bound), SimpleNamespace(qualname="volley")
        compiled = SimpleNamespace(lifted=(), library=library, fndesc=names)
        assert Files(shoot).check_cachable(compiled) != bound


def test_a_cache_that_cannot_be_written_is_done_without(copied, run_process):
    (copied / "kernels" / "tiny.py").write_text(TINY)
    (copied / "file").write_text("no folder")
    (copied / "temporary").mkdir()
    place = {"ENFILADE_CACHE": str(copied / "file" / "cache"), "TMPDIR": str(copied / "temporary")}
    _, compiled, faces = run_process(READ_ALL, "1", path=copied, **place)
    assert (compiled > 0, faces) == (True, [4])
    assert not list((copied / "temporary").iterdir())


FOREIGN = (
    COUNTING
    + TINY
    + """
from kernels.run import exact, sample
pipeline = tiny(2)
answer([pipeline.ours, exact(pipeline, [4])[1].tolist(), sample(pipeline, [4], seed=1, trials=9).counts.tolist()])
"""
)


def test_the_code_of_a_rule_from_elsewhere_is_not_kept(run_process, tmp_path):
    """The name of the folder says nothing about its text, so nothing of it may be kept."""
    _, compiled, (ours, chances, _counts) = run_process(FOREIGN)
    assert not ours
    assert compiled >= 2
    assert chances == pytest.approx([1 / 6] * 6)
    assert not list((tmp_path / "cache").rglob("*.nb?"))


def test_only_pipelines_of_the_kernels_are_ours():
    assert all(pipeline.ours for pipeline in (P1, P2, P3, CONTEST))
    assert not NESTED.ours


def test_one_rule_from_elsewhere_is_enough_to_keep_nothing():
    again = P3.steps[0]
    for other in (
        replace(P1, start=begin),
        replace(P1, outcome=models_and_shots),
        replace(P1, steps=(*P1.steps, shoot)),
        replace(P3, steps=(repeat([strike, shoot], two_strikes_a_round, over),)),
        replace(P3, steps=(replace(again, times=rounds),)),
        replace(P3, steps=(replace(again, until=out_of_models),)),
    ):
        assert not other.ours


def test_a_package_whose_name_begins_alike_is_not_ours():
    def unchanged(dice, rules, state):
        return state

    for module, ours in (("kernels.presets", True), ("kernels_of_mine.rules", False), ("mine.kernels", False)):
        unchanged.__module__ = module
        assert is_ours(unchanged) == ours


def test_long_names_that_begin_alike_have_files_of_their_own():
    names = ["walk:" + "volley+" * 20 + end for end in ("p1", "p2")]
    assert len({Files.get_filename_base(None, name, "") for name in names}) == 2


def test_the_place_of_the_cache_is_that_of_the_system(monkeypatch, tmp_path):
    home = tmp_path / "home"
    monkeypatch.setattr(Path, "home", lambda: home)
    monkeypatch.delenv("ENFILADE_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", "/named")
    for system, due in (("linux", Path("/named/enfilade")), ("darwin", home / "Library" / "Caches" / "enfilade")):
        monkeypatch.setattr(sys, "platform", system)
        assert cache_root() == due
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("XDG_CACHE_HOME")
    assert cache_root() == home / ".cache" / "enfilade"
    monkeypatch.setenv("ENFILADE_CACHE", "/own")
    assert cache_root() == Path("/own")


def test_a_name_alone_changes_the_hash(tmp_path):
    (tmp_path / "hits.py").write_text("least = 3")
    before = fingerprint.source_hash(tmp_path)
    (tmp_path / "hits.py").rename(tmp_path / "saves.py")
    assert fingerprint.source_hash(tmp_path) != before


def test_the_hash_covers_names_and_bytes_of_every_source(copied):
    folder = copied / "kernels"
    before = fingerprint.source_hash(folder)
    assert before == fingerprint.source_hash()
    (folder / "dice" / "tables.py").rename(folder / "dice" / "rows.py")
    renamed = fingerprint.source_hash(folder)
    edit(folder / "run.py", "CHUNK = 1 << 20", "CHUNK = 1 << 21")
    assert len({before, renamed, fingerprint.source_hash(folder)}) == 3
