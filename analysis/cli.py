"""The command line: results on stdout, progress and notes on stderr, exit codes that scripts can rely on."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, NoReturn

import typer

from analysis.asking import DEFAULT_PRECISION, DEFAULT_SEED, Ask
from analysis.errors import InputError, listed

app = typer.Typer(
    help="Exact odds and balance analysis for tabletop wargame rules.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
)

RulesetName = Annotated[str, typer.Argument(metavar="RULESET", help="a bundled id, or the path of a draft")]
ScenarioFile = Annotated[Path, typer.Argument(metavar="SCENARIO.toml", help="the scenario file")]
AsJson = Annotated[bool, typer.Option("--json", help="only JSON on stdout")]
CsvFile = Annotated[Path | None, typer.Option("--csv", metavar="FILE", help="the table as CSV")]
ParquetFile = Annotated[Path | None, typer.Option("--parquet", metavar="FILE", help="the table as Parquet")]
Sets = Annotated[
    list[str] | None, typer.Option("--set", metavar="KEY=VALUE", help="change a key of the scenario; repeat it")
]
Method = Annotated[str, typer.Option(help="auto, exact or monte-carlo")]
Seed = Annotated[int, typer.Option(help="seed of Monte Carlo trials")]
Trials = Annotated[int | None, typer.Option(help="number of Monte Carlo trials; else as many as the precision needs")]
Precision = Annotated[float, typer.Option(help="half-width of the widest 95 % interval")]
Jobs = Annotated[int, typer.Option(help="threads")]


def note(text: str) -> None:
    print(f"note: {text}", file=sys.stderr)


def asked(method: str, seed: int, trials: int | None, precision: float, jobs: int) -> Ask:
    """The options of a question, checked."""
    if method not in ("auto", "exact", "monte-carlo"):
        raise InputError(f"--method is {method!r}; options are auto, exact, monte-carlo")
    if not 0 <= seed < 1 << 63:
        raise InputError(f"--seed is {seed}; allowed is 0 to 2^63 - 1")
    if trials is not None and not 1 <= trials <= 10**12:
        raise InputError(f"--trials is {trials}; allowed is 1 to 10^12")
    if not 1e-6 <= precision < 1:
        raise InputError(f"--precision is {precision}; allowed is 0.000001 to less than 1")
    if not 1 <= jobs <= 256:
        raise InputError(f"--jobs is {jobs}; allowed is 1 to 256")
    return Ask(method, seed, trials, precision, jobs)  # type: ignore[arg-type]


def print_json(value: Any) -> None:
    print(json.dumps(value, ensure_ascii=False, allow_nan=False))


def print_table(title: str, columns: list[str], rows: list[list[Any]], *, left: int = 1) -> None:
    """A table in the terminal; the first `left` columns are words."""
    from rich.console import Console
    from rich.markup import escape
    from rich.table import Table

    table = Table(title=escape(title), title_justify="left", box=None, pad_edge=False, header_style="bold")
    for i, column in enumerate(columns):
        words = i < left or column == ""  # the last column, of bars or remarks, has no head
        table.add_column(column, justify="left" if words else "right", overflow="fold")
    for row in rows:
        table.add_row(*(escape(cell if isinstance(cell, str) else "" if cell is None else str(cell)) for cell in row))
    wide = Console(width=None if sys.stdout.isatty() else 200, highlight=False)
    wide.print(table)


def warn_if_cold() -> None:
    """Compiling takes seconds, once a version: say so before it seems to hang."""
    from kernels.cache import cache_folder, can_be_kept

    if not can_be_kept():
        print(f"compiled kernels cannot be kept in {cache_folder()}: every run compiles them anew", file=sys.stderr)
    elif not any(cache_folder().rglob("*.nbi")):
        print("compiling kernels; this happens once and takes some seconds", file=sys.stderr)


@app.command("rulesets")
def rulesets_command(as_json: AsJson = False) -> None:
    """The bundled rulesets."""
    from analysis.rulesets import bundled, load_ruleset

    found = [load_ruleset(name) for name in bundled()]
    rows = [
        {"id": r.id, "name": r.name, "family": r.family, "units": len(r.units), "weapons": len(r.weapons)}
        for r in found
    ]
    if as_json:
        print_json(rows)
        return
    print_table(
        "Bundled rulesets",
        ["id", "name", "units", "weapons"],
        [[r["id"], r["name"], r["units"], r["weapons"]] for r in rows],
        left=2,
    )


def profiles_command(ruleset: str, kind: str, as_json: bool, csv: Path | None, parquet: Path | None) -> None:
    from analysis.families import registry
    from analysis.files import write_table
    from analysis.rulesets import load_ruleset

    loaded = load_ruleset(ruleset)
    profiles = loaded.units if kind == "units" else loaded.weapons
    keys = registry(loaded.family)
    stats = [
        name for name in (keys.stats if kind == "units" else keys.weapon) if any(name in p for p in profiles.values())
    ]
    extra = ["weapons", "points", "source"] if kind == "units" else ["points", "source"]
    rows = [{"name": name, **{s: p.get(s) for s in [*stats, *extra]}} for name, p in profiles.items()]
    flat = [{k: ", ".join(map(str, v)) if isinstance(v, list) else v for k, v in row.items()} for row in rows]
    write_table(flat, csv, parquet)
    if as_json:
        print_json(rows)
        return
    title = f"{kind.capitalize()} of {loaded.name} (source: seed is printed in the rules, sample is made up)"
    print_table(title, ["name", *stats, *extra], [list(row.values()) for row in flat])


@app.command()
def units(ruleset: RulesetName, as_json: AsJson = False, csv: CsvFile = None, parquet: ParquetFile = None) -> None:
    """The units of a ruleset."""
    profiles_command(ruleset, "units", as_json, csv, parquet)


@app.command()
def weapons(ruleset: RulesetName, as_json: AsJson = False, csv: CsvFile = None, parquet: ParquetFile = None) -> None:
    """The weapons of a ruleset."""
    profiles_command(ruleset, "weapons", as_json, csv, parquet)


@app.command()
def rulings(
    ruleset: RulesetName,
    impact: Annotated[bool, typer.Option("--impact", help="what each option does to the odds")] = False,
    as_json: AsJson = False,
    csv: CsvFile = None,
    parquet: ParquetFile = None,
    jobs: Jobs = 1,
) -> None:
    """The unclear rules of a ruleset: options, and the one in force; --impact: what to clarify first."""
    from analysis.files import write_table
    from analysis.rulesets import load_ruleset

    loaded = load_ruleset(ruleset)
    if impact:
        from analysis.reporting import show_impact

        warn_if_cold()
        show_impact(loaded, asked("exact", DEFAULT_SEED, None, DEFAULT_PRECISION, jobs), (as_json, csv, parquet))
        return
    rows: list[dict[str, Any]] = [
        {
            "ruling": r.name,
            "in_force": loaded.ruling(r.name),
            "options": list(r.options),
            "selectable": r.selectable,
            "rules": list(r.rules),
            "meaning": r.meaning,
        }
        for r in loaded.definitions.rulings.values()
        if loaded.in_force(r.name)
    ]
    write_table([{k: ", ".join(v) if isinstance(v, list) else v for k, v in row.items()} for row in rows], csv, parquet)
    if as_json:
        print_json(rows)
        return
    cells = [
        [
            r["ruling"],
            r["in_force"],
            " | ".join(o for o in r["options"] if o != r["in_force"]),
            "" if r["selectable"] else "fixed",
            r["meaning"],
        ]
        for r in rows
    ]
    print_table(
        f"Rulings of {loaded.name}", ["ruling", "in force", "other options", "", "what is unclear"], cells, left=5
    )


@app.command()
def schema(
    family: Annotated[str, typer.Argument(metavar="FAMILY", help="a family, e.g. exoshift")],
    as_json: Annotated[bool, typer.Option("--json", help="a JSON Schema for editors")] = False,
) -> None:
    """Every key of a family's files: type, range, default, meaning; its outcomes, constants and rulings."""
    from analysis.definitions import definitions, families
    from analysis.errors import nearest
    from analysis.families import registry
    from analysis.schema import schema_json, tables

    if family not in families():
        raise InputError(f"there is no family {family!r}; there are {listed(families())}{nearest(family, families())}")
    if as_json:
        print_json(schema_json(family))
        return
    known = definitions(family)
    print(f"{family}: {known.meaning}\n")
    for pipeline in registry(family).pipelines.values():
        print(f"pipeline {pipeline.name}: {pipeline.meaning}")
        for field in pipeline.fields:
            words = registry(family).names.get(field)
            only = f" ({', '.join(pipeline.editions_of(field))} only)" if pipeline.editions_of(field) else ""
            print(f"  {field}{only}: {pipeline.meanings[field]}" + (f" ({', '.join(words)})" if words else ""))
    print()
    for title, keys in tables(family):
        cells = [
            [
                k.name,
                k.kind.words() if k.kind else "text",
                "needed" if k.needed else spelled(k.default),
                ", ".join(k.reads),
                k.meaning,
            ]
            for k in keys
        ]
        print_table(title, ["key", "type", "default", "read by", "meaning"], cells, left=5)
        print()
    cells = [
        [c.name, c.kind.words(), spelled(c.default), ", ".join(c.editions), c.meaning] for c in known.constants.values()
    ]
    print_table("[constants]", ["constant", "type", "default", "printed in", "meaning"], cells, left=5)
    print()
    for ruling in known.rulings.values():
        print(f"[rulings] {ruling.name}{'' if ruling.selectable else ' (fixed)'}: {ruling.meaning}")
        for option, meaning in ruling.options.items():
            print(f"    {option}{' (default)' if option == ruling.default else ''}: {meaning}")


def spelled(value: Any) -> str:
    return "" if value is None else json.dumps(value)


@app.command()
def new(
    kind: Annotated[str, typer.Argument(metavar="draft|scenario")],
    out: Annotated[
        Path | None, typer.Option("--out", "-o", metavar="FILE", help="write it there; else to stdout")
    ] = None,
) -> None:
    """A commented file to start from."""
    from analysis.errors import nearest
    from analysis.files import write_whole
    from analysis.templates import TEMPLATES

    if kind not in TEMPLATES:
        raise InputError(f"there is no template {kind!r}; there are {listed(TEMPLATES)}{nearest(kind, TEMPLATES)}")
    if out is None:
        print(TEMPLATES[kind], end="")
        return
    if out.exists():
        raise InputError(f"{out}: is there already, and is not overwritten")
    write_whole(out, lambda path: path.write_text(TEMPLATES[kind], encoding="utf-8"))


@app.command()
def odds(
    scenario: ScenarioFile,
    sets: Sets = None,
    vary: Annotated[
        list[str] | None, typer.Option(metavar="KEY=0:24:2", help="sweep a key: a span, or a,b,c; repeat it")
    ] = None,
    seek: Annotated[str | None, typer.Option(metavar="KEY", help="find the value of a key that gives --want")] = None,
    want: Annotated[str | None, typer.Option(metavar="'P(result>=downed)=0.4'", help="what --seek looks for")] = None,
    measure: Annotated[
        list[str] | None, typer.Option("--measure", metavar="'P(result>=downed)'", help="columns of a sweep; repeat it")
    ] = None,
    plot: Annotated[Path | None, typer.Option(metavar="FILE", help="plot of a sweep: .png, .svg or .pdf")] = None,
    as_json: AsJson = False,
    csv: CsvFile = None,
    parquet: ParquetFile = None,
    method: Method = "auto",
    seed: Seed = DEFAULT_SEED,
    trials: Trials = None,
    precision: Precision = DEFAULT_PRECISION,
    jobs: Jobs = 1,
) -> None:
    """The odds of one engagement; or of a sweep, or the value that gives wanted odds."""
    from analysis.answers import show_odds, show_seek, show_sweep
    from analysis.scenarios import load_scenario
    from analysis.sweeps import parse_set

    ask = asked(method, seed, trials, precision, jobs)
    loaded = load_scenario(scenario, parse_set(sets or []))
    if (seek is None) != (want is None):
        raise InputError("--seek KEY and --want 'MEASURE=VALUE' belong together")
    for option, given in (("--plot shows", plot), ("--measure names columns of", measure)):
        if given and not vary:
            raise InputError(f"{option} a sweep: give --vary KEY=FIRST:LAST:STEP")
    if seek is not None and vary:
        raise InputError("--seek tries every value of one key: it does not go with --vary")
    warn_if_cold()
    out = (as_json, csv, parquet)
    if seek is not None and want is not None:
        show_seek(loaded, seek, want, ask, *out)
    elif vary:
        show_sweep(loaded, vary, measure or [], plot, ask, *out)
    else:
        show_odds(loaded, ask, *out)


@app.command()
def explain(scenario: ScenarioFile, sets: Sets = None, as_json: AsJson = False) -> None:
    """The same step by step, with rule ids and the rulings in force."""
    from analysis.explain import explain as explained
    from analysis.odds import lower_one
    from analysis.scenarios import load_scenario
    from analysis.sweeps import parse_set

    loaded = load_scenario(scenario, parse_set(sets or []))
    lowered = lower_one(loaded)
    if isinstance(lowered, str):
        raise InputError(lowered)
    warn_if_cold()
    lines = explained(loaded)
    said = loaded.ruleset.ruling
    if as_json:
        print_json(
            [
                {"step": x.step, "text": x.text, "rules": list(x.rules), "rulings": {r: said(r) for r in x.rulings}}
                for x in lines
            ]
        )
        return
    print(f"{loaded.pipeline} under {loaded.ruleset.name}")
    for line in lines:
        print(f"\n{line.step}: {line.text}")
        if line.rules:
            print(f"    rules {', '.join(line.rules)}")
        for ruling in line.rulings:
            print(f"    ruling {ruling} = {said(ruling)}")


@app.command()
def diff(
    old: RulesetName, new: RulesetName, as_json: AsJson = False, csv: CsvFile = None, parquet: ParquetFile = None
) -> None:
    """What differs in the data of two rulesets, at once."""
    from analysis.reporting import show_diff
    from analysis.rulesets import load_ruleset

    show_diff(load_ruleset(old), load_ruleset(new), (as_json, csv, parquet))


@app.command()
def compare(
    old: RulesetName,
    new: RulesetName,
    scenario: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="your own scenarios in place of the suite; repeat it")
    ] = None,
    as_json: AsJson = False,
    csv: CsvFile = None,
    parquet: ParquetFile = None,
    method: Method = "auto",
    seed: Seed = DEFAULT_SEED,
    trials: Trials = None,
    precision: Precision = DEFAULT_PRECISION,
    jobs: Jobs = 1,
) -> None:
    """What changed between two rulesets, how much, and because of which rule."""
    from analysis.reporting import show_compare
    from analysis.rulesets import load_ruleset

    ask = asked(method, seed, trials, precision, jobs)
    first, second = load_ruleset(old), load_ruleset(new)
    warn_if_cold()
    show_compare(first, second, scenario or [], ask, (as_json, csv, parquet))


@app.command()
def efficiency(
    ruleset: RulesetName, as_json: AsJson = False, csv: CsvFile = None, parquet: ParquetFile = None, jobs: Jobs = 1
) -> None:
    """Weapons and units against targets, ranges and cover; what is dominated or never best."""
    from analysis.reporting import show_efficiency
    from analysis.rulesets import load_ruleset

    loaded = load_ruleset(ruleset)
    warn_if_cold()
    show_efficiency(loaded, asked("exact", DEFAULT_SEED, None, DEFAULT_PRECISION, jobs), (as_json, csv, parquet))


@app.command()
def topics(
    ruleset: RulesetName,
    name: Annotated[str | None, typer.Argument(metavar="[TOPIC]", help="one of them; all if left out")] = None,
    as_json: AsJson = False,
    csv: CsvFile = None,
    parquet: ParquetFile = None,
    jobs: Jobs = 1,
) -> None:
    """Further questions about the rules: what fire leaves open, assaults, tests; which choice is never best."""
    from analysis.reporting import show_topics
    from analysis.rulesets import load_ruleset

    loaded = load_ruleset(ruleset)
    warn_if_cold()
    show_topics(loaded, name, asked("auto", DEFAULT_SEED, None, DEFAULT_PRECISION, jobs), (as_json, csv, parquet))


@app.command()
def plans(
    scenario: ScenarioFile,
    cp: Annotated[int, typer.Option(min=0, max=20, help="command points to spend")] = 0,
    sets: Sets = None,
    as_json: AsJson = False,
    csv: CsvFile = None,
    parquet: ParquetFile = None,
) -> None:
    """Every plan of an activation against the scenario's target, the best first."""
    from analysis.reporting import show_plans
    from analysis.scenarios import load_scenario
    from analysis.sweeps import parse_set

    loaded = load_scenario(scenario, parse_set(sets or []))
    warn_if_cold()
    show_plans(loaded, cp, (as_json, csv, parquet))


@app.command()
def report(
    rulesets: Annotated[
        list[str] | None,
        typer.Argument(metavar="[RULESET...]", help="bundled ids or drafts; all bundled ones if left out"),
    ] = None,
    compare_pair: Annotated[
        tuple[str, str] | None, typer.Option("--compare", metavar="OLD NEW", help="the comparison of two rulesets")
    ] = None,
    out: Annotated[Path | None, typer.Option("--out", "-o", metavar="FILE", help="the PDF to write")] = None,
) -> None:
    """The balance PDF of rulesets, or the comparison of two."""
    from analysis.rulesets import load_ruleset
    from analysis.study import analysed
    from reports.build import build_comparison, build_report

    if compare_pair is not None and rulesets:
        raise InputError("report takes rulesets or --compare OLD NEW, not both")
    if compare_pair is not None:
        old, new = (load_ruleset(name) for name in compare_pair)
        path = out or Path(f"enfilade-{plain_name(old.id)}-to-{plain_name(new.id)}.pdf")
        warn_if_cold()
        build_comparison(old, new, path)
    else:
        loaded = [load_ruleset(name) for name in rulesets or analysed()]
        path = out or Path(f"enfilade-{'-'.join(plain_name(r.id) for r in loaded)}.pdf")
        warn_if_cold()
        build_report(loaded, path)
    print(path)


def plain_name(ruleset_id: str) -> str:
    """A ruleset's id as a part of a file name."""
    return Path(ruleset_id).stem if ruleset_id.endswith(".toml") else ruleset_id


@app.command()
def lab() -> None:
    """The notebooks, in Jupyter."""
    import importlib.util
    import subprocess

    import kernels

    folder = Path(kernels.__file__).parent.parent / "notebooks"
    if importlib.util.find_spec("jupyterlab") is None or not folder.is_dir():
        raise InputError("the lab needs a clone of the project with its notebooks, and jupyterlab: run make lab there")
    sys.exit(subprocess.run([sys.executable, "-m", "jupyterlab", str(folder)], check=False).returncode)


cache_app = typer.Typer(help="Compiled kernels on disk.", no_args_is_help=True)
app.add_typer(cache_app, name="cache")


@cache_app.command("info")
def cache_info() -> None:
    """Where compiled kernels are kept, and how large they are."""
    from kernels.cache import cache_folder, cache_root

    files = [p for p in cache_root().rglob("*") if p.is_file()]
    print(f"{cache_root()}: {len(files)} files, {sum(p.stat().st_size for p in files) / 1e6:.1f} MB")
    print(f"this version: {cache_folder().name}")


@cache_app.command("clear")
def cache_clear() -> None:
    """Remove all compiled kernels."""
    import shutil

    from kernels.cache import cache_root

    shutil.rmtree(cache_root() / "kernels", ignore_errors=True)


# of click, or of the copy of click that newer versions of Typer carry
USAGE_ERROR: Any = next(kind for kind in typer.BadParameter.__mro__ if kind.__name__ == "ClickException")


def fail(text: str, code: int) -> NoReturn:
    print(f"enfilade: {text}", file=sys.stderr)
    sys.exit(code)


def main() -> None:
    """The entry point: every error that a user can cause is one sentence and exit code 2."""
    from analysis.files import MachineFailed

    try:
        stopped = app(standalone_mode=False)  # Typer turns Ctrl-C and --help into a number that it returns
        if stopped:
            fail("stopped", stopped)
    except InputError as error:
        fail(str(error), 2)
    except typer.Exit as stop:
        sys.exit(stop.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        fail("stopped", 130)
    except USAGE_ERROR as error:
        fail(error.format_message(), 2)
    except MachineFailed as error:
        fail(str(error), 3)
    except SystemExit as stop:
        sys.exit(0 if isinstance(stop.__context__, BrokenPipeError) else stop.code)  # Typer's answer to a closed pipe
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(0)
    except MemoryError:
        fail("not enough memory", 3)
