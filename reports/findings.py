"""Findings in sentences; every number is read from the tables that the pages show."""

from collections import Counter
from collections.abc import Sequence

from analysis.compare import Attributed, Comparison, verdict
from analysis.efficiency import Efficiency
from analysis.impact import Impact
from analysis.study import study
from analysis.topics import TopicTable, rests_on_samples
from reports.figures import NIL, first_band
from reports.style import listed, number, plain, signed
from reports.tables import ReferenceOdds, marked, profile_source, reference_is_sample

Told = tuple[str, str]


def reference_name(odds: ReferenceOdds) -> str:
    asked = study(odds.ruleset.family)
    return f"{marked(odds.ruleset, asked.reference_unit)} with {marked(odds.ruleset, asked.reference_weapon)}"


def ruleset_findings(
    odds: ReferenceOdds, found: Efficiency, weighed: Sequence[Impact], topics: Sequence[TopicTable]
) -> list[Told]:
    """What a ruleset itself decides: nothing that rests on a sample profile."""
    own = [topic_finding(t) for t in topics if t.legal and not rests_on_samples(t.topic, odds.ruleset)]
    if reference_is_sample(odds.ruleset):
        return [*own, ruling_finding(weighed)]
    return [*odds_findings(odds), never_best_finding(odds, found), *own, ruling_finding(weighed)]


def topic_finding(table: TopicTable) -> Told:
    """Between what and what its first number lies; and which choices are never best."""
    topic = table.topic
    name, column = next(iter(topic.measures)), 0
    rows = [(row.values[column], topic.said(row.labels)) for row in table.legal if row.values is not None]
    (low, lowest), (high, highest) = min(rows), max(rows)
    text = f"{topic.asks} {capital(name)}: from {number(low)} ({lowest}) to {number(high)} ({highest})."
    if topic.choice is not None:
        text += f" {choice_sentence(table)}"
    return f"{capital(topic.name)}.", text


def choice_sentence(table: TopicTable) -> str:
    """Which values of the choice are best, and which never."""
    assert table.topic.choice is not None
    choice, wins, total = table.topic.choice, table.best(), len(table.rivals())
    never = [f"“{name}”" for name, count in wins.items() if count == 0]
    ever = [f"“{name}” in {count}" for name, count in sorted(wins.items(), key=lambda pair: -pair[1]) if count]
    want = "most" if choice.most else "least"
    text = f"By the {want} “{choice.by}”, the best {choice.axis} is {listed(ever)} of {total} situations"
    return f"{text}; never best: {listed(never)}." if never else f"{text}."


def capital(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def odds_findings(odds: ReferenceOdds) -> list[Told]:
    """The reference unit at its like: over distance, in cover, by other actions."""
    asked = study(odds.ruleset.family)
    actions, (open_, *covers) = asked.action_names(odds.ruleset.edition), asked.covers
    action, place = actions[0], first_band(odds, asked)
    here = odds.at(place, open_, action)
    if here is None:
        return [("The reference attack is not allowed.", f"{action} at {place:g} {asked.distance_unit}.")]
    levels = [f"{number(v)} up to {d:g}" for d, v in odds.levels(open_, action)]
    range_text = (
        f"One {action} by {reference_name(odds)} ({profile_source(odds.ruleset, asked)}) at its like in the open: "
        f"{asked.loss.text} is {listed(levels)} {asked.distance_unit}."
    )
    rows = [(cover, odds.at(place, cover, action)) for cover in covers]
    behind = [f"{number(row['loss'])} behind cover {cover}" for cover, row in rows if row is not None]
    others = [(a, odds.at(place, open_, a)) for a in actions[1:]]
    else_ = [f"{number(row['loss'])} by {a}" for a, row in others if row is not None]
    cover_text = f"At {place:g} {asked.distance_unit} {number(here['loss'])} in the open becomes {listed(behind)}"
    cover_text += f"; in the open it is {listed(else_)}." if else_ else "."
    quiet = (
        f"That attack has no effect at all with a chance of {number(here['nothing'])}; "
        f"mean {asked.pressure} is {number(here['pressure'])}."
    )
    return [("Distance.", range_text), ("Cover and action.", cover_text), ("Nothing happens.", quiet)]


def never_best_finding(odds: ReferenceOdds, found: Efficiency) -> Told:
    """Choices of the reference unit that never take the most."""
    asked = study(odds.ruleset.family)
    acts = [f.name for f in found.never_best if f.kind == "activation"]
    total = found.activations["activation"].nunique()
    parts = [f"{len(acts)} of {total} whole activations never take the most ({'; '.join(acts)})"] if acts else []
    ways = [f.name for f in odds.never_best]
    parts += [f"a {asked.choice} that is on offer and never chosen: {'; '.join(ways)}"] if ways else []
    actions = [f.name for f in found.never_best if f.kind == "action"]
    parts += [f"actions that are never best anywhere: {'; '.join(actions)}"] if actions else []
    text = "; ".join(parts) if parts else "every choice on offer is best somewhere"
    return "Never best.", f"For {reference_name(odds)} {text}."


def ruling_finding(weighed: Sequence[Impact]) -> Told:
    """The unclear rule that matters most."""
    moved = {i.ruling for i in weighed if i.changed}
    rulings = {i.ruling for i in weighed}
    if not moved:
        return "Unclear rules.", f"None of {len(rulings)} unclear rules changes anything in the standard situations."
    count = f"{len(moved)} of {len(rulings)} unclear rules change something in the standard situations."
    return "To clarify first.", f"{plain(weighed[0].sentence)} {count}"


def chosen_headlines(found: Comparison) -> list[Attributed]:
    """The first headline of each measure, for one attack and for a whole activation."""
    first: dict[tuple[str, bool], Attributed] = {}
    for item in found.attributed:
        first.setdefault((item.headline.measure, item.headline.activation), item)
    return list(first.values())


def titles_of(found: Comparison) -> dict[str, str]:
    return {"other": "everything else"} | {g.name: plain(g.title) for g in found.groups}


def attribution_sentence(item: Attributed, titles: dict[str, str]) -> str:
    """From old to new, and which group has which part in it."""
    shares = sorted((s for s in item.shares if abs(s.share) > NIL), key=lambda s: -abs(s.share))
    parts = [f"{titles.get(s.group, s.group)} {signed(s.share)}" for s in shares]
    name = capital(plain(item.headline.name))
    change = f"{name}: goes from {number(item.old)} to {number(item.new)}"
    if abs(item.new - item.old) <= NIL and not parts:
        return f"{name}: stays at {number(item.old)}."
    return f"{change} ({signed(item.new - item.old)}): {listed(parts)}."


def bounds_sentence(item: Attributed, titles: dict[str, str]) -> str:
    """How far the largest share depends on the order in which the rules change."""
    largest = max(item.shares, key=lambda s: abs(s.share))
    unclear = [titles.get(s.group, s.group) for s in item.shares if not s.separable]
    text = (
        f"As early as it can stand, {titles.get(largest.group, largest.group)} alone makes {signed(largest.early)}; "
        f"as late as it can, {signed(largest.late)}."
    )
    return f"{text} Not separable (the sign depends on the order): {listed(unclear)}." if unclear else text


def comparison_findings(found: Comparison) -> list[Told]:
    """Where the difference comes from, headline by headline; then the suite as a whole."""
    titles = titles_of(found)
    told: list[Told] = []
    for i, item in enumerate(chosen_headlines(found)):
        text = attribution_sentence(item, titles)
        if i == 0:
            told.append(("Where does the lethality come from?", f"{text} {bounds_sentence(item, titles)}"))
        else:
            told.append(("", text))
    if found.not_attributed:
        told.append(("Not attributed.", f"{plain(found.not_attributed)}."))
    return [*told, ("The suite.", suite_sentence(found))]


def suite_counts(found: Comparison) -> Counter[str]:
    """Rows that moved, by verdict; rows that neither ruleset allows are counted apart."""
    counts: Counter[str] = Counter()
    for row in found.rows:
        neither = row.old is None and row.new is None
        counts["legal in neither" if neither else verdict(row, len(found.rows))] += 1
    return counts


def suite_sentence(found: Comparison) -> str:
    counts = suite_counts(found)
    total = len(found.rows) + found.same
    moved = ", ".join(f"{n} {name}" for name, n in counts.most_common())
    head = f"Of {total} situations that both rulesets have, {found.same} stayed exactly the same"
    return f"{head}; {moved}." if moved else f"{head}."
