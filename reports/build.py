"""PDF reports: pages as blocks of data, set by typst; nothing of the input ever becomes code."""

import json
from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from shutil import copyfile
from tempfile import TemporaryDirectory
from typing import Any

import matplotlib
from matplotlib.figure import Figure

from analysis.compare import compare
from analysis.efficiency import efficiency
from analysis.files import write_whole
from analysis.impact import impacts
from analysis.rulesets import Ruleset
from analysis.study import study
from analysis.suite import band_ends
from analysis.topics import topic_tables
from kernels.fingerprint import HASH
from reports.pages import Blocks, Part, comparison_pages, ruleset_pages
from reports.style import look, plain, short
from reports.tables import reference_odds, shown_id

TEMPLATE = Path(__file__).parent / "templates" / "report.typ"
FONTS = Path(matplotlib.get_data_path()) / "fonts" / "ttf"
Progress = Callable[[int, int], None]


def build_report(
    rulesets: Sequence[Ruleset], out: Path, progress: Progress | None = None, *, on: date | None = None
) -> None:
    """One PDF about one or more rulesets; `progress` is told (done, all) steps, `on` is the date in the foot."""
    steps = Steps(4 * len(rulesets) + 1, progress)
    parts = []
    for ruleset in rulesets:
        odds = reference_odds(ruleset)
        steps.done()
        found = efficiency(ruleset)
        steps.done()
        weighed = impacts(ruleset)
        steps.done()
        topics = topic_tables(study(ruleset.family).topics, ruleset)
        steps.done()
        parts.append(Part(odds, found, weighed, topics))
    names = [plain(r.name) for r in rulesets]
    title = f"{' and '.join(names)}: what the rules decide"
    write_pdf(Path(out), title, rulesets, ruleset_pages(parts), on)
    steps.done()


def build_comparison(
    old: Ruleset, new: Ruleset, out: Path, progress: Progress | None = None, *, on: date | None = None
) -> None:
    """One PDF about what changed from one ruleset to another, and because of which rule."""
    steps = Steps(3, progress)
    found = compare(old, new)
    steps.done()
    asked = study(old.family)
    ends = [band_ends(r, asked.reference_weapon, asked)[-1] for r in (old, new)]
    odds = [reference_odds(r, reach=end) for r, end in zip((old, new), ends, strict=True)]
    steps.done()
    title = f"From {plain(old.name)} to {plain(new.name)}"
    write_pdf(Path(out), title, [old, new], comparison_pages(found, odds[0], odds[1]), on)
    steps.done()


class Steps:
    """Tells how far a report is."""

    def __init__(self, total: int, progress: Progress | None) -> None:
        self.total, self.progress, self.count = total, progress, 0

    def done(self) -> None:
        self.count += 1
        if self.progress:
            self.progress(self.count, self.total)


def provenance(rulesets: Sequence[Ruleset], on: date) -> str:
    """What every foot says."""
    try:
        number = version("enfilade")
    except PackageNotFoundError:
        number = "(not installed)"
    ids = ", ".join(short(shown_id(r), 40) for r in rulesets)
    return f"Enfilade {number} · {ids} · exact odds · kernels {HASH[:12]} · {on.isoformat()} · * sample profile"


def write_pdf(out: Path, title: str, rulesets: Sequence[Ruleset], blocks: Blocks, on: date | None) -> None:
    """Pages to a PDF that appears only when it is complete."""
    on = on or datetime.now(UTC).date()
    data: dict[str, Any] = {
        "title": short(title, 160),
        "subtitle": "Exact odds, no dice rolled. Profiles with an asterisk (*) are samples made up for comparison; "
        "all points are samples. Everything else is printed in the rules or is the draft's own.",
        "date": [on.year, on.month, on.day],
        "foot": provenance(rulesets, on),
    }
    with TemporaryDirectory(prefix="enfilade-report-") as folder:
        root = Path(folder)
        data["blocks"] = [saved(block, root) for block in blocks]
        (root / "data.json").write_text(json.dumps(data, ensure_ascii=True), encoding="utf-8")
        copyfile(TEMPLATE, root / "report.typ")
        write_whole(out, lambda path: path.write_bytes(compiled(root, on)))


def compiled(root: Path, on: date) -> bytes:
    """The PDF: bundled fonts and those of matplotlib only, so that every machine sets the same pages."""
    import typst

    made = typst.compile(
        str(root / "report.typ"),
        root=str(root),
        font_paths=[str(FONTS)],
        ignore_system_fonts=True,
        timestamp=int(datetime(on.year, on.month, on.day, tzinfo=UTC).timestamp()),
        format="pdf",
    )
    assert isinstance(made, bytes)
    return made


def saved(block: dict[str, Any], root: Path) -> dict[str, Any]:
    """A block with its figures written beside the template."""
    out = dict(block)
    if "figure" in out:
        out |= picture(out.pop("figure"), root)
    if "figures" in out:
        out["pictures"] = [picture(figure, root) for figure in out.pop("figures")]
    return out


def picture(figure: Figure, root: Path) -> dict[str, str]:
    name = f"figure-{len(list(root.glob('figure-*.svg'))):03d}.svg"
    with look():
        figure.savefig(root / name, format="svg", metadata={"Date": None})
    return {"file": name, "alt": plain(figure.get_suptitle())}
