"""The PDF says what the tables say, survives hostile names, and is whole or absent."""

import json
from datetime import date
from pathlib import Path

import pytest
from pypdf import PdfReader

from analysis import load_ruleset
from analysis.compare import compare
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
"""


def squeezed(text: str) -> str:
    return "".join(text.split())


def read(path: Path) -> str:
    return squeezed("".join(page.extract_text() for page in PdfReader(path).pages))


@pytest.fixture(scope="module")
def comparison(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("pdf") / "compare.pdf"
    build_comparison(load_ruleset("exoshift-0.53.0"), load_ruleset("exoshift-0.60.1"), path, on=DAY)
    return path


@pytest.fixture
def hostile(tmp_path: Path) -> Path:
    base = load_ruleset("exoshift-0.60.1")
    removed = ", ".join(f'"{n}"' for n in list(base.units)[2:])
    path = tmp_path / "draft.toml"
    path.write_text(
        DRAFT.format(name=json.dumps(f"{HOSTILE} שלום 😀", ensure_ascii=False), removed=removed), encoding="utf-8"
    )
    return path


def test_comparison_says_what_the_tables_say(comparison: Path) -> None:
    found = compare(load_ruleset("exoshift-0.53.0"), load_ruleset("exoshift-0.60.1"))
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

    monkeypatch.setattr(build, "compiled", stop)
    out = tmp_path / "report.pdf"
    out.write_bytes(b"old")
    with pytest.raises(KeyboardInterrupt):
        build_report([load_ruleset(hostile)], out, on=DAY)
    assert out.read_bytes() == b"old"
    assert sorted(p.name for p in tmp_path.iterdir()) == ["draft.toml", "report.pdf"]
