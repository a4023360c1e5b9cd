"""The PDF says what the tables say, survives hostile names, and is whole or absent."""

import json
from datetime import date
from pathlib import Path

import pytest
from pypdf import PdfReader

from analysis import load_ruleset
from analysis.compare import Comparison, compare
from analysis.rulesets import Ruleset
from analysis.study import study
from reports import build
from reports.build import build_comparison, build_report
from reports.findings import attribution_sentence, comparison_findings, titles_of

DAY = date(2026, 1, 2)
HOSTILE = "#panic(1) $x$ <a> \"q\" 'r' \\ @b"
DRAFT = """format = 1
extends = "exoshift-0.60.1"
name = "#eval $draft$ <x>"
[units.{name}]
mov = [6, 4]
com = 6
def = 2
qlt = 6
mrl = 6
hea = 1
siz = "M"
weapons = ["IGI-87"]
points = 20
[remove]
units = [{removed}]
weapons = [{unused}]
"""


def squeezed(text: str) -> str:
    return "".join(text.split())


def read(path: Path) -> str:
    return squeezed("".join(page.extract_text() for page in PdfReader(path).pages))


@pytest.fixture(scope="module")
def compared(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Comparison]:
    """The comparison's PDF, and the tables that it was made from."""
    path, tables = tmp_path_factory.mktemp("pdf") / "compare.pdf", []

    def kept(old: Ruleset, new: Ruleset) -> Comparison:
        tables.append(compare(old, new))
        return tables[0]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(build, "compare", kept)
        build_comparison(load_ruleset("exoshift-0.53.0"), load_ruleset("exoshift-0.60.1"), path, on=DAY)
    return path, tables[0]


@pytest.fixture(scope="module")
def comparison(compared: tuple[Path, Comparison]) -> Path:
    return compared[0]


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    base = load_ruleset("exoshift-0.60.1")
    kept = list(base.units)[:2]
    used = {weapon for unit in kept for weapon in base.units[unit].get("weapons", [])} | {"IGI-87"}
    used |= {variant.changes.get("attacker.weapon") for variant in study("exoshift").variants}
    removed = ", ".join(f'"{n}"' for n in base.units if n not in kept)
    unused = ", ".join(f'"{n}"' for n in base.weapons if n not in used)
    name = json.dumps(f"{HOSTILE} שלום 😀", ensure_ascii=False)
    path = tmp_path / "draft.toml"
    path.write_text(DRAFT.format(name=name, removed=removed, unused=unused), encoding="utf-8")
    return path


def test_comparison_says_what_the_tables_say(compared: tuple[Path, Comparison]) -> None:
    comparison, found = compared
    first = squeezed(PdfReader(comparison).pages[0].extract_text())
    assert squeezed(attribution_sentence(found.attributed[0], titles_of(found))) in first
    for number in ("0.17024", "0.5904", "+0.59939", "−0.10483", "−0.0744"):
        assert number in first
    whole = read(comparison)
    for _, text in comparison_findings(found):
        assert squeezed(text) in whole


def test_comparison_has_every_section_and_foot(comparison: Path) -> None:
    whole = read(comparison)
    for title in ("Findings", "Because of which rule", "What differs in the data", "What stayed the same",
                  "What has no counterpart", "Sample profiles (*)"):  # fmt: skip
        assert squeezed(title) in whole
    for page in PdfReader(comparison).pages:
        assert "exoshift-0.53.0,exoshift-0.60.1·exactodds·kernels" in squeezed(page.extract_text())


def test_hostile_names_are_only_names(hostile: Path, tmp_path: Path) -> None:
    out = tmp_path / "report.pdf"
    build_report([load_ruleset(hostile)], out, on=DAY)
    whole = read(out)
    assert squeezed(HOSTILE) in whole
    assert "#eval$draft$<x>" in whole
    assert "Whatrestsonsampleprofiles" in whole
    assert "Ademonstration" in whole
    again = tmp_path / "again.pdf"
    build_report([load_ruleset(hostile)], again, on=DAY)
    assert out.read_bytes() == again.read_bytes()


def test_stopped_half_way_keeps_the_old_file(hostile: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stop(*_: object) -> bytes:
        raise KeyboardInterrupt

    monkeypatch.setattr(build, "impacts", lambda _: [])  # no table matters here
    monkeypatch.setattr(build, "compiled", stop)
    out = tmp_path / "report.pdf"
    out.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        build_report([load_ruleset(hostile)], out, on=DAY)
    assert out.read_bytes() == b"old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["draft.toml", "report.pdf"]
