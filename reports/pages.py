"""The pages of the reports, as blocks of plain data."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from analysis.compare import Changed, Comparison, verdict
from analysis.diffs import Edit
from analysis.efficiency import Efficiency
from analysis.impact import Impact
from analysis.rulesets import Ruleset
from analysis.study import study
from analysis.suite import band_ends
from analysis.topic_changes import TopicChange
from analysis.topics import TopicTable, rests_on_samples
from reports import figures
from reports.findings import (
    capital,
    chosen_headlines,
    comparison_findings,
    odds_findings,
    reference_name,
    ruleset_findings,
    suite_sentence,
    titles_of,
)
from reports.style import WIDTH, number, plain, short, signed
from reports.tables import ReferenceOdds, marked, reference_is_sample, shown_id

Block = dict[str, Any]
Blocks = list[Block]
TOP_RULINGS, TOP_CHANGES = 15, 25
DEMONSTRATION = (
    "A demonstration: this chapter rests on sample profiles and sample points that are not printed in the rules. "
    "It shows what a designer gets for a roster of their own, and says nothing about the rules themselves."
)


def heading(text: str, level: int = 1) -> Block:
    return {"kind": "heading", "level": level, "text": plain(text)}


def text(words: str) -> Block:
    return {"kind": "text", "text": plain(words)}


def note(words: str) -> Block:
    return {"kind": "note", "text": plain(words)}


def lead(words: str) -> Block:
    """A text that stays with what follows it."""
    return {"kind": "lead", "text": plain(words)}


def caption(words: str) -> Block:
    return {"kind": "caption", "text": plain(words)}


def bullets(items: Sequence[str]) -> Block:
    return {"kind": "list", "items": [plain(i) for i in items]}


def drawing(figure: Any, said: str = "") -> Block:
    return {"kind": "figure", "figure": figure, "caption": plain(said)}


def table(head: Sequence[str], rows: Sequence[Sequence[str]], widths: Sequence[int]) -> Block:
    """A width of 0 is a column of numbers, as wide as they are; others share what is left."""
    return {"kind": "table", "head": list(head), "rows": [[plain(c) for c in r] for r in rows], "widths": list(widths)}


def told(items: Sequence[tuple[str, str]]) -> Block:
    return {"kind": "findings", "items": [[plain(a), plain(b)] for a, b in items]}


@dataclass(frozen=True)
class Part:
    """All that is told of one ruleset."""

    odds: ReferenceOdds
    found: Efficiency
    weighed: Sequence[Impact]
    topics: Sequence[TopicTable]

    @property
    def name(self) -> str:
        return self.odds.ruleset.name

    def own_topics(self, samples: bool) -> list[TopicTable]:
        """Topics that rest on sample profiles, or those that do not."""
        return [t for t in self.topics if t.legal and rests_on_samples(t.topic, self.odds.ruleset) == samples]


BREAK: Block = {"kind": "break"}


def ruleset_pages(parts: Sequence[Part]) -> Blocks:
    """Page one for all rulesets, then the chapters of each."""
    pages: Blocks = []
    for part in parts:
        several = f": {part.name}" if len(parts) > 1 else ""
        findings = ruleset_findings(part.odds, part.found, part.weighed, part.topics)
        pages += [heading(f"Findings{several}"), told(findings)]
    for part in parts:
        printed = not reference_is_sample(part.odds.ruleset)
        if printed:
            pages += [heading(f"Odds of the printed profiles: {part.name}"), *odds_chapter(part.odds)]
        pages += topics_chapter(f"What the rules decide: {part.name}", part.own_topics(samples=False))
        pages += rulings_chapter(part.weighed, part.name)
        pages += sample_chapter(part, with_reference=not printed)
        pages += [BREAK] if part is not parts[-1] else []
    return pages


def topics_chapter(title: str, tables: Sequence[TopicTable]) -> Blocks:
    """Each topic: what it asks, its table, and where there is a choice a figure."""
    pages: Blocks = [heading(title)] if tables else []
    for found in tables:
        topic = found.topic
        pages += [heading(capital(topic.name), 2), lead(topic.asks)]
        if topic.choice is not None and len(found.rivals()) > 1:
            pages.append(drawing(figures.choice_dots(found), ""))
        pages.append(topic_table(found))
        method = "Exact." if found.exact else "Some rows are estimated."
        pages.append(caption(f"{topic.remark} {method}".strip()))
    return pages


def topic_table(found: TopicTable) -> Block:
    """A row for each situation; a single number has the last axis as columns."""
    topic = found.topic
    names = [axis.name or "situation" for axis in topic.axes]
    if len(topic.measures) > 1 or len(topic.axes) == 1:
        rows = [[*row.labels, *(number(v) for v in row.values)] for row in found.legal if row.values is not None]
        return table([*names, *topic.measures], rows, [*[2] * len(names), *[0] * len(topic.measures)])
    last = topic.axes[-1]
    lines: dict[tuple[str, ...], dict[str, str]] = {}
    for row in found.legal:
        assert row.values is not None
        lines.setdefault(row.labels[:-1], {})[row.labels[-1]] = number(row.values[0])
    rows = [[*labels, *(cells.get(v, "") for v in last.values)] for labels, cells in lines.items()]
    heads = [f"{last.name} {v}".strip() for v in last.values]
    return table([*names[:-1], *heads], rows, [*[2] * (len(names) - 1), *[0] * len(heads)])


def odds_chapter(odds: ReferenceOdds) -> Blocks:
    """The reference unit over range, cover and action."""
    asked = study(odds.ruleset.family)
    rows = []
    for action in asked.action_names(odds.ruleset.edition):
        for cover in asked.covers:
            for place in band_ends(odds.ruleset, asked.reference_weapon, asked):
                at = odds.at(place, cover, action)
                if at is not None:
                    cells = [number(at[field]) for field in ("loss", "pressure", "nothing")]
                    rows.append([action, cover, f"{place:g}", *cells])
    head = ["action", "cover", f"up to, {asked.distance_unit}", asked.loss.text, f"mean {asked.pressure}", "no effect"]
    said = f"{reference_name(odds)} at its like; {shown_id(odds.ruleset)}, exact."
    return [drawing(figures.odds_by_cover(odds), said), table(head, rows, [2, 2, 0, 0, 0, 0])]


def rulings_chapter(weighed: Sequence[Impact], name: str) -> Blocks:
    """Unclear rules by impact; those that change nothing by name."""
    moved = [i for i in weighed if i.changed]
    top, rest = moved[:TOP_RULINGS], moved[TOP_RULINGS:]
    loud = {i.ruling for i in moved}
    quiet = list(dict.fromkeys(i.ruling for i in weighed if i.ruling not in loud))
    pages = [
        heading(f"Unclear rules by impact: {name}"),
        drawing(figures.impact_bars(weighed), "Every selectable ruling, each option against the one in force; exact."),
        bullets([i.sentence for i in top]),
    ]
    if rest:
        pages.append(text("With a smaller effect: " + "; ".join(f"{i.ruling} as {i.option}" for i in rest) + "."))
    if quiet:
        pages.append(text("Changes nothing in the suite: " + ", ".join(quiet) + "."))
    return pages


def sample_chapter(part: Part, *, with_reference: bool) -> Blocks:
    """What rests on sample profiles: heat map, range curves, best targets, what is never best."""
    found, ruleset = part.found, part.found.ruleset
    pages = [heading(f"What rests on sample profiles: {part.name}"), note(DEMONSTRATION)]
    if with_reference:
        pages += [told(odds_findings(part.odds)), *odds_chapter(part.odds)]
    pages += topics_chapter("Further questions, of sample profiles", part.own_topics(samples=True))
    pages += [
        drawing(figures.range_curves(found), "Against the reference unit in the open; * sample profile; exact."),
        drawing(figures.heat_map(found), "Loss in hundredths; mean over all legal bands, covers and actions; exact."),
        heading("Dominated weapons", 2),
    ]
    worse = [f"{marked(ruleset, f.name)}: {f.text}." for f in found.dominated]
    pages.append(bullets(worse) if worse else text("No weapon is beaten everywhere at no more points."))
    pages += [heading("Choices that are never best", 2)]
    kinds: dict[str, list[str]] = {}
    for finding in found.never_best:
        kinds.setdefault(finding.kind, []).append(finding.name)
    never = [f"{kind}: {'; '.join(names)}" for kind, names in kinds.items()]
    pages.append(bullets(never) if never else text("Every choice on offer is best somewhere in the suite."))
    rows = [
        [marked(ruleset, unit), marked(ruleset, weapon), marked(ruleset, target), number(points, 3)]
        for unit, weapon, target, points in sorted(found.best_targets, key=lambda t: -t[3])
    ]
    head = ["unit", "weapon", "best target", "sample points taken"]
    return [*pages, heading("The best target of each weapon", 2), table(head, rows, [3, 3, 3, 0])]


def comparison_pages(found: Comparison, old: ReferenceOdds, new: ReferenceOdds) -> Blocks:
    """Findings, curves, waterfalls, all headlines, the data, the largest changes, what stayed, what has no partner."""
    names = (shown_id(found.old), shown_id(found.new))
    pages = [heading("Findings"), told(comparison_findings(found))]
    said = f"{reference_name(old)}; {names[0]} and {names[1]}, exact."
    pages += [heading("Loss over distance"), drawing(figures.paired_curves(old, new, names), said)]
    if found.attributed:
        titles = titles_of(found)
        drawn = [figures.waterfall(item, titles, WIDTH * 0.62) for item in chosen_headlines(found)]
        pages += [heading("Because of which rule"), {"kind": "grid", "figures": drawn}]
        pages += [heading("All headline numbers with their shares"), shares_table(found, titles)]
    if found.topics:
        pages += [heading("The same questions under both"), topics_table(found)]
    pages += [heading("What differs in the data"), *edits_tables(found)]
    shown = largest(found)
    if shown:
        pages += [heading(f"The largest {len(shown)} changes of the suite"), changes_table(found, shown)]
    pages += [heading("What stayed the same"), text(suite_sentence(found))]
    lonely = [f"{u} has no counterpart" for u in found.unmatched]
    pages += [heading("What has no counterpart")]
    return [*pages, bullets(lonely) if lonely else text("Everything has a counterpart.")]


def shares_table(found: Comparison, titles: dict[str, str]) -> Block:
    """Each headline with the groups that have a part in it."""
    rows: list[list[str]] = []
    for item in found.attributed:
        measure = item.headline.measure
        rows.append([f"{item.headline.name}: {number(item.old)} to {number(item.new)} ({measure})"])
        for s in item.shares:
            if max(abs(s.share), abs(s.early), abs(s.late)) > figures.NIL:
                remark = "" if s.separable else "not separable"
                cells = [signed(v) for v in (s.share, s.early, s.late)]
                rows.append([short(titles.get(s.group, s.group), 70), *cells, remark])
    return table(["because of", "share", "as early", "as late", ""], rows, [4, 0, 0, 0, 1])


def topics_table(found: Comparison) -> Block:
    """Numbers of topics that both rulesets have; situations that no number moved in are left out."""
    lines: dict[tuple[str, str], list[TopicChange]] = {}
    for change in found.topics:
        lines.setdefault((change.topic, change.place), []).append(change)
    rows: list[list[str]] = []
    for topic in dict.fromkeys(topic for topic, _ in lines):
        rows.append([capital(topic)])
        for (name, place), changes in lines.items():
            if name == topic and any(abs(c.new - c.old) > figures.NIL for c in changes):
                for c in changes:
                    rows.append([f"{c.measure}: {place}", number(c.old), number(c.new), signed(c.new - c.old)])
    return table(["question", "old", "new", "change"], rows, [5, 0, 0, 0])


def edits_tables(found: Comparison) -> Blocks:
    """Rules first, then printed profiles, then samples."""
    parts: dict[str, list[Edit]] = {"Rules": [], "Printed and own profiles": [], "Sample profiles (*)": []}
    for edit in found.edits:
        parts[edit_kind(edit, found.old, found.new)].append(edit)
    pages: Blocks = []
    for title, group in parts.items():
        if group:
            star = "*" if "*" in title else ""
            rows = [[f"{short(e.key, 60)}{star}", spelled(e.old), spelled(e.new)] for e in group]
            pages += [heading(title, 2), table(["key", "old", "new"], rows, [3, 2, 2])]
    return pages or [text("Nothing differs in the data.")]


def edit_kind(edit: Edit, old: Ruleset, new: Ruleset) -> str:
    first, _, rest = edit.key.partition(".")
    if first not in ("units", "weapons"):
        return "Rules"
    profiles = {**getattr(old, first), **getattr(new, first)}
    names = [n for n in profiles if rest == n or rest.startswith(f"{n}.")]
    sample = any(profiles[n].get("source") == "sample" for n in names)
    return "Sample profiles (*)" if sample else "Printed and own profiles"


def spelled(value: Any) -> str:
    return short("-" if value is None else ", ".join(map(str, value)) if isinstance(value, list) else value, 60)


def largest(found: Comparison) -> list[Changed]:
    """The rows that moved the most; those that are equally far apart by their change in loss."""
    both = [row for row in found.rows if row.distance is not None]
    both.sort(key=lambda row: (-round(row.distance or 0, 9), -abs(row.loss_change or 0)))
    return both[:TOP_CHANGES]


def changes_table(found: Comparison, shown: Sequence[Changed]) -> Block:
    rows = []
    for row in shown:
        numbers = [number(v) if v is not None else "" for v in (*row.loss, row.distance)]
        rows.append([situation_words(row, found.new), *numbers, verdict(row, len(found.rows))])
    head = ["situation (* sample profile)", "loss, old", "loss, new", "distance", "verdict"]
    return table(head, rows, [5, 0, 0, 0, 1])


def situation_words(row: Changed, ruleset: Ruleset) -> str:
    s = row.situation
    if isinstance(s, str):
        return short(s, 90)
    who = f"{marked(ruleset, s.unit)} with {marked(ruleset, s.weapon)} at {marked(ruleset, s.target)}"
    action = s.action if s.action == row.new_action else f"{s.action} / {row.new_action}"
    return short(f"{who}, {s.distance:g}, cover {s.cover}, {action}", 140)
