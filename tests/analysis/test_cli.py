"""The command line: results on stdout, notes on stderr, exit codes, files, and `odds --json` to the letter."""

import json
import os
import signal
import subprocess
from importlib.metadata import entry_points

import pandas as pd
import pytest

import analysis.cli as cli
import analysis.files
import kernels.cache
from analysis import bundled, load_ruleset
from analysis.definitions import definitions
from analysis.files import MachineFailed, write_whole
from analysis.templates import TEMPLATES
from kernels.cache import cache_folder, cache_root
from tests.analysis.conftest import SOL
from tests.analysis.expectations import near

pytestmark = pytest.mark.usefixtures("warm")

V53, V60 = "exoshift-0.53.0", "exoshift-0.60.1"
FIELDS = ["hits", "damage", "disruption", "result"]
LADDER = ["none", "unhurt", "stunned", "downed", "wounded", "incapacitated", "destroyed"]
DOWNED = LADDER[3:]


def quiet(ran):
    """Done, with nothing to remark."""
    assert (ran.code, ran.err) == (0, "")
    return ran.out


def answered(ran):
    """JSON and nothing else on stdout."""
    assert ran.out.endswith("\n")
    assert ran.out.count("\n") == 1
    return json.loads(quiet(ran))


def downed(outcomes):
    return sum(row["probability"] for row in outcomes if row["result"] in DOWNED)


# --- What is bundled


def test_rulesets(enfilade):
    text = quiet(enfilade("rulesets"))
    rows = answered(enfilade("rulesets", "--json"))
    assert [row["id"] for row in rows] == list(bundled())
    for row in rows:
        assert row["id"] in text
        assert row["name"] in text
        rules = load_ruleset(row["id"])
        assert (row["units"], row["weapons"], row["family"]) == (len(rules.units), len(rules.weapons), rules.family)


@pytest.mark.parametrize("kind", ["units", "weapons"])
@pytest.mark.parametrize("ruleset", bundled())
def test_units_and_weapons(kind, ruleset, enfilade, tmp_path):
    profiles = getattr(load_ruleset(ruleset), kind)
    text = quiet(enfilade(kind, ruleset))
    rows = answered(enfilade(kind, ruleset, "--json"))
    assert [row["name"] for row in rows] == list(profiles)
    for row in rows:
        assert row["name"] in text
        profile = profiles[row["name"]]
        assert {k: v for k, v in row.items() if v is not None and k != "name"} == {
            k: profile[k] for k in row if k in profile
        }
    assert {row["source"] for row in rows} <= {"seed", "sample"}
    assert "sample is made up" in text
    table, parquet = tmp_path / "t.csv", tmp_path / "t.parquet"
    quiet(enfilade(kind, ruleset, "--csv", table, "--parquet", parquet))
    assert pd.read_csv(table)["name"].tolist() == list(profiles)
    assert pd.read_parquet(parquet)["name"].tolist() == list(profiles)


def test_units_of_a_draft(enfilade, tmp_path):
    draft = tmp_path / "d.toml"
    draft.write_text(f'format = 1\nextends = "{V53}"\nname = "Mine"\n[units."Sol Medic"]\ncom = 9\n')
    rows = {row["name"]: row for row in answered(enfilade("units", draft, "--json"))}
    assert (rows["Sol Medic"]["com"], rows["Sol Medic"]["source"]) == (9, "draft")
    assert "Units of Mine" in quiet(enfilade("units", draft))


@pytest.mark.parametrize("ruleset", [V53, V60])
def test_rulings(ruleset, enfilade, tmp_path):
    text = quiet(enfilade("rulings", ruleset))
    rows = answered(enfilade("rulings", ruleset, "--json"))
    rules = load_ruleset(ruleset)
    assert {row["ruling"]: row["in_force"] for row in rows} == rules.rulings_in_force()
    for row in rows:
        definition = definitions("exoshift").rulings[row["ruling"]]
        assert row["options"] == list(definition.options)
        assert (row["selectable"], row["rules"]) == (definition.selectable, list(definition.rules))
        assert row["ruling"] in text
    quiet(enfilade("rulings", ruleset, "--csv", tmp_path / "r.csv"))
    assert pd.read_csv(tmp_path / "r.csv")["ruling"].tolist() == [row["ruling"] for row in rows]


@pytest.mark.parametrize("kind", TEMPLATES)
def test_new(kind, enfilade, tmp_path):
    assert quiet(enfilade("new", kind)) == TEMPLATES[kind]
    path = tmp_path / "new.toml"
    assert quiet(enfilade("new", kind, "--out", path)) == ""
    assert path.read_text() == TEMPLATES[kind]
    quiet(enfilade("odds", path) if kind == "scenario" else enfilade("units", path))


def test_cache_info(enfilade):
    text = quiet(enfilade("cache", "info"))
    assert str(cache_root()) in text
    assert "this version: " in text


def test_cache_clear_removes_compiled_kernels_only(enfilade, tmp_path, monkeypatch):
    monkeypatch.setenv("ENFILADE_CACHE", str(tmp_path))
    (tmp_path / "kernels" / "old").mkdir(parents=True)
    (tmp_path / "kernels" / "old" / "some.nbi").write_text("x")
    (tmp_path / "other").write_text("kept")
    assert quiet(enfilade("cache", "clear")) == ""
    assert sorted(path.name for path in tmp_path.iterdir()) == ["other"]
    quiet(enfilade("cache", "clear"))


def test_every_command_has_a_help(enfilade):
    text = quiet(enfilade("--help"))
    for command in cli.app.registered_commands:
        name = command.name or command.callback.__name__
        assert name in text
        assert "--help" in quiet(enfilade(name, "--help"))


# --- odds: what is printed


def test_odds_in_the_terminal(enfilade, sol):
    text = quiet(enfilade("odds", sol))
    assert "shooting under Exoshift Tactics 0.53.0 (exact)" in text
    assert "17.024 %" in text  # 532/3125
    assert "result: this or worse" in text
    assert "1.1098" in text  # 3468/3125
    assert "interval" not in text


def test_sample_profiles_are_named(enfilade, sol):
    text = quiet(enfilade("odds", sol, "--set", "target.unit=Sol Militia"))
    assert "Sol Militia is a sample profile" in " ".join(text.split())
    assert "Sol Line Infantry is" not in text


def test_estimates_in_the_terminal_have_intervals(enfilade, sol):
    text = quiet(enfilade("odds", sol, "--method", "monte-carlo", "--trials", "1000", "--seed", "5"))
    assert "Monte Carlo, 1000 trials, seed 5" in " ".join(text.split())
    assert [
        line.count("95 % interval") for line in text.splitlines() if "probability" in line or "mean" in line.split()
    ] == [
        1,
        1,
        1,
    ]
    rows = [line for line in text.splitlines() if " to " in line and "%" in line]
    assert len(rows) > 10


def test_json_follows_the_contract(enfilade, sol):
    got = answered(enfilade("odds", sol, "--json"))
    assert list(got) == [
        "format",
        "ruleset",
        "pipeline",
        "method",
        "trials",
        "seed",
        "fields",
        "outcomes",
        "summary",
        "unfinished",
        "rulings",
    ]
    assert (got["format"], got["ruleset"], got["pipeline"], got["method"]) == (1, V53, "shooting", "exact")
    assert got["trials"] is None
    assert got["seed"] is None
    assert got["fields"] == FIELDS
    assert got["unfinished"] == 0.0
    assert isinstance(got["unfinished"], float)
    assert got["rulings"] == load_ruleset(V53).rulings_in_force()
    assert downed(got["outcomes"]) == near("532/3125")


def test_json_outcomes_are_sorted_by_severity_and_sum_to_one(enfilade, sol):
    outcomes = answered(enfilade("odds", sol, "--json", "--set", "target.disruption=3"))["outcomes"]
    assert all(list(row) == [*FIELDS, "probability"] for row in outcomes)
    places = [(*(row[f] for f in FIELDS[:3]), LADDER.index(row["result"])) for row in outcomes]
    assert places == sorted(places)
    assert len(set(places)) == len(places)
    assert all(row["probability"] > 0 for row in outcomes)
    assert sum(row["probability"] for row in outcomes) == near("1")
    assert all(type(row[f]) is int for row in outcomes for f in FIELDS[:3])


def test_json_summary_covers_numeric_fields(enfilade, sol):
    got = answered(enfilade("odds", sol, "--json"))
    assert list(got["summary"]) == FIELDS[:3]
    for name, part in got["summary"].items():
        assert list(part) == ["mean", "sd", "se", "low", "high"]
        assert (part["se"], part["low"], part["high"]) == (0.0, None, None)
        mean = sum(row[name] * row["probability"] for row in got["outcomes"])
        square = sum(row[name] ** 2 * row["probability"] for row in got["outcomes"])
        assert part["mean"] == pytest.approx(mean, abs=1e-12)
        assert part["sd"] == pytest.approx((square - mean**2) ** 0.5, abs=1e-9)
    assert got["summary"]["disruption"]["mean"] == near("3468/3125")  # X53-EX-02


def test_json_of_a_named_field_first(enfilade, sol):
    sol.write_text(SOL.replace("shooting", "casualty").replace("range = 8", "power = 6\ndamage = 2"))
    got = answered(enfilade("odds", sol, "--json"))
    assert got["fields"] == ["result", "disruption"]
    assert [row["result"] for row in got["outcomes"]] == ["unhurt", "stunned", "downed", "wounded", "incapacitated"]
    assert [row["disruption"] for row in got["outcomes"]] == [2, 2, 1, 1, 0]
    assert [row["probability"] for row in got["outcomes"]] == [near("1/5")] * 5  # m = 0: two faces a band
    assert list(got["summary"]) == ["disruption"]


def test_json_tells_the_rulings_in_force(enfilade, sol):
    got = answered(enfilade("odds", sol, "--json", "--set", "rulings.status-ladder=replace"))
    assert got["rulings"]["status-ladder"] == "replace"
    assert "focus-scope" not in got["rulings"], "a ruling of the other version"


def test_json_of_a_draft_names_the_file(enfilade, sol, tmp_path):
    (tmp_path / "d.toml").write_text(f'format = 1\nextends = "{V53}"\n')
    sol.write_text(SOL.replace(V53, "d.toml"))
    got = answered(enfilade("odds", sol, "--json"))
    assert got["ruleset"] == str(tmp_path / "d.toml")
    assert downed(got["outcomes"]) == near("532/3125")


def test_json_of_an_estimate_has_intervals_trials_and_seed(enfilade, sol):
    got = answered(enfilade("odds", sol, "--json", "--method", "monte-carlo", "--trials", "4000", "--seed", "11"))
    assert (got["method"], got["trials"], got["seed"]) == ("monte-carlo", 4000, 11)
    for row in got["outcomes"]:
        assert list(row) == [*FIELDS, "probability", "low", "high"]
        assert 0 <= row["low"] <= row["probability"] <= row["high"] <= 1
        assert row["low"] < row["high"]
        assert row["probability"] * 4000 == pytest.approx(round(row["probability"] * 4000), abs=1e-6)
    assert sum(row["probability"] for row in got["outcomes"]) == pytest.approx(1)
    for part in got["summary"].values():
        assert part["low"] < part["mean"] < part["high"]
        assert part["se"] == pytest.approx(part["sd"] / 4000**0.5)
    again = answered(enfilade("odds", sol, "--json", "--method", "monte-carlo", "--trials", "4000", "--seed", "11"))
    assert again == got


def test_an_estimate_reaches_the_asked_precision(enfilade, sol):
    got = answered(enfilade("odds", sol, "--json", "--method", "monte-carlo", "--precision", "0.01"))
    assert max(row["high"] - row["low"] for row in got["outcomes"]) / 2 <= 0.0101
    assert got["seed"] == 1
    exact = answered(enfilade("odds", sol, "--json", "--method", "exact"))
    assert exact["method"] == "exact"
    assert downed(exact["outcomes"]) == pytest.approx(downed(got["outcomes"]), abs=0.02)


def test_jobs_change_nothing(enfilade, sol):
    for method in ("exact", "monte-carlo"):
        asked = ("odds", sol, "--json", "--method", method, "--trials", "5000")
        assert enfilade(*asked, "--jobs", "1").out == enfilade(*asked, "--jobs", "2").out


def test_set_changes_keys_of_any_table(enfilade, sol):
    sets = ["situation.action=snap-fire", "target.stats.def=12", "constants.snap.rof=2", "target.disruption=0"]
    got = answered(enfilade("odds", sol, "--json", *(part for text in sets for part in ("--set", text))))
    assert {row["hits"] for row in got["outcomes"]} == {0, 1, 2}
    assert {row["damage"] for row in got["outcomes"]} == {0}
    got = answered(enfilade("odds", sol, "--json", "--set", "policy.focus={shots=1, aim=[2]}"))
    assert sum(row["probability"] for row in got["outcomes"] if row["hits"]) == near("4/5")


def test_notes_go_to_stderr_only(enfilade, sol):
    for more in ((), ("--json",), ("--vary", "situation.range=8:9"), ("--vary", "situation.range=8:9", "--json")):
        ran = enfilade("odds", sol, "--set", "target.entrench_token=true", *more)
        assert ran.code == 0
        assert ran.err == "note: target.entrench_token is given, but nothing in force reads it\n"
        assert "note" not in ran.out
        assert ran.out == enfilade("odds", sol, *more).out


# --- Sweeps


def test_a_sweep_in_the_terminal(enfilade, sol):
    text = quiet(enfilade("odds", sol, "--vary", "situation.range=20:24:2"))
    lines = text.splitlines()
    assert "(exact)" in lines[0]
    assert lines[1].split()[:2] == ["situation.range", "mean(hits)"]
    assert "P(result>=downed)" in lines[1]
    assert "0.1378" in lines[2]  # X53-EX-02 long: 861/6250
    assert "the target is at 24" in text


def test_a_sweep_as_json(enfilade, sol):
    rows = answered(
        enfilade("odds", sol, "--vary", "situation.range=8,14,20,23", "--json", "--measure", "P(result>=downed)")
    )
    assert [list(row) for row in rows] == [["situation.range", "illegal", "P(result>=downed)", "method"]] * 4
    assert [row["situation.range"] for row in rows] == [8, 14, 20, 23]
    expected = ["532/3125", "4599/25000", "861/6250"]  # X53-EX-02
    assert [row["P(result>=downed)"] for row in rows[:3]] == [near(p) for p in expected]
    assert [row["illegal"] for row in rows[:3]] == [None] * 3
    assert "22 inches" in rows[3]["illegal"]
    assert (rows[3]["P(result>=downed)"], rows[3]["method"]) == (None, None)


def test_a_sweep_of_two_keys_and_two_measures(enfilade, sol):
    asked = ["--vary", "target.disruption=0:1", "--vary", "situation.cover=none,heavy"]
    rows = answered(
        enfilade("odds", sol, "--json", *asked, "--measure", "P(result>=downed)", "--measure", "mean(hits)")
    )
    assert [(row["target.disruption"], row["situation.cover"]) for row in rows] == [
        (0, "none"),
        (0, "heavy"),
        (1, "none"),
        (1, "heavy"),
    ]
    assert rows[0]["P(result>=downed)"] == near("532/3125")
    assert rows[1]["P(result>=downed)"] == near("301/2500")  # X53-EX-03
    assert rows[0]["mean(hits)"] == near("8/5")  # two shots at 8


def test_a_sampled_sweep_has_intervals(enfilade, sol):
    asked = ["--vary", "situation.range=8,14", "--measure", "P(hits>=1)", "--measure", "mean(hits)"]
    rows = answered(enfilade("odds", sol, "--json", *asked, "--method", "monte-carlo", "--trials", "2000"))
    for row in rows:
        for measure in ("P(hits>=1)", "mean(hits)"):
            assert row[f"{measure} low"] < row[measure] < row[f"{measure} high"]
        assert row["method"] == "monte-carlo"


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_a_plot(suffix, enfilade, sol, tmp_path):
    path = tmp_path / f"plot{suffix}"
    ran = enfilade("odds", sol, "--vary", "situation.range=1:30:4", "--plot", path)
    assert ran.code == 0
    head = path.read_bytes()[:5]
    assert head.startswith({".png": b"\x89PNG", ".svg": b"<?xml", ".pdf": b"%PDF-"}[suffix])
    assert sorted(p.name for p in tmp_path.iterdir()) == sorted([path.name, "sol.toml"])


def test_a_plot_over_words(enfilade, sol, tmp_path):
    asked = ("--measure", "mean(damage)", "--plot", tmp_path / "p.svg")
    assert enfilade("odds", sol, "--vary", "situation.cover=none,light,heavy", *asked).code == 0
    assert (tmp_path / "p.svg").stat().st_size > 1000


def test_all_rows_of_a_sweep_may_be_illegal(enfilade, sol):
    text = quiet(enfilade("odds", sol, "--vary", "situation.range=30:32"))
    assert "all illegal" in text


# --- Seeking


def test_seek_as_json(enfilade, sol):
    got = answered(enfilade("odds", sol, "--json", "--seek", "target.disruption", "--want", "P(result>=downed)=0.4"))
    assert list(got) == ["key", "want", "measure", "nearest", "value", "table"]
    assert (got["key"], got["want"], got["measure"]) == ("target.disruption", 0.4, "P(result>=downed)")
    assert (got["nearest"], got["value"]) == (3, near("1288/3125"))  # X53-EX-04
    assert got["table"][0] == {"target.disruption": 0, "P(result>=downed)": near("532/3125"), "illegal": None}


def test_seek_in_the_terminal_shows_the_neighbours(enfilade, sol):
    text = quiet(enfilade("odds", sol, "--seek", "target.disruption", "--want", "P(result>=downed)=40%"))
    nearest = next(line for line in text.splitlines() if "<- nearest" in line)
    assert nearest.split()[:2] == ["3", "0.412160"]
    assert len([line for line in text.splitlines() if line[:1].isdigit()]) == 7


# --- Files


def test_csv_and_parquet_of_the_odds(enfilade, sol, tmp_path):
    table, parquet = tmp_path / "t.csv", tmp_path / "t.parquet"
    got = answered(enfilade("odds", sol, "--json", "--csv", table, "--parquet", parquet))
    for frame in (pd.read_csv(table, keep_default_na=False), pd.read_parquet(parquet)):
        assert list(frame.columns) == [*FIELDS, "probability"]
        assert frame["result"].tolist() == [row["result"] for row in got["outcomes"]]
        assert frame["probability"].tolist() == pytest.approx(
            [row["probability"] for row in got["outcomes"]], abs=1e-15
        )


def test_csv_of_a_sweep_and_of_a_search(enfilade, sol, tmp_path):
    table = tmp_path / "t.csv"
    quiet(enfilade("odds", sol, "--vary", "situation.range=8,23", "--measure", "mean(hits)", "--csv", table))
    frame = pd.read_csv(table)
    assert list(frame.columns) == ["situation.range", "illegal", "mean(hits)", "method"]
    assert frame["mean(hits)"].iloc[0] == near("8/5")
    assert "22 inches" in frame["illegal"].iloc[1]
    quiet(enfilade("odds", sol, "--seek", "target.disruption", "--want", "mean(hits)=1", "--csv", table))
    assert list(pd.read_csv(table).columns) == ["target.disruption", "mean(hits)", "illegal"]


@pytest.mark.parametrize(
    "vary, values",
    [
        ("target.entrench_token=true,2", ["True", "2"]),
        ("attacker.models=1:2", [1, 2]),
        ("situation.range=8,8.5", [8.0, 8.5]),
        ("situation.obscured=true,false", [True, False]),
        ("policy.focus=best,{shots=1}", ["best", "{'shots': 1}"]),
    ],
)
def test_a_column_of_a_table_has_one_type(vary, values, enfilade, sol, tmp_path):
    """Values of a key may be flags or numbers, words or tables; a column of Parquet may not."""
    path = tmp_path / "t.parquet"
    ran = enfilade("odds", sol, "--vary", vary, "--measure", "mean(hits)", "--parquet", path)
    assert ran.code == 0
    assert pd.read_parquet(path)[vary.partition("=")[0]].tolist() == values


def test_a_file_is_replaced_only_when_its_successor_is_complete(tmp_path):
    path = tmp_path / "t.csv"
    path.write_text("old")

    def half(place):
        place.write_text("ha")
        raise OSError(28, "No space left on device")

    with pytest.raises(MachineFailed, match="No space left"):
        write_whole(path, half)
    assert path.read_text() == "old"
    write_whole(path, lambda place: place.write_text("new"))
    assert path.read_text() == "new"
    assert [p.name for p in tmp_path.iterdir()] == ["t.csv"], "nothing is left behind"


def test_what_is_no_regular_file_is_not_replaced(enfilade, sol, tmp_path):
    """Whoever may write to /dev would have had /dev/null replaced by a table."""
    pipe = tmp_path / "pipe.csv"
    os.mkfifo(pipe)
    ran = enfilade("odds", sol, "--csv", pipe)
    assert (ran.code, ran.out) == (2, "")
    assert "pipe.csv: is not a regular file" in ran.err
    assert pipe.is_fifo()


# --- Exit codes


def test_exit_3_when_the_disk_fails(enfilade, sol, tmp_path, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(analysis.files.tempfile, "mkstemp", full)
    ran = enfilade("odds", sol, "--csv", tmp_path / "t.csv")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err == f"enfilade: {tmp_path / 't.csv'}: cannot be written (No space left on device)\n"


@pytest.mark.parametrize("error, code, words", [(MemoryError(), 3, "memory"), (KeyboardInterrupt(), 130, "stopped")])
def test_exit_codes_of_other_ends(error, code, words, enfilade, sol, monkeypatch):
    import analysis.answers

    def failing(*_, **__):
        raise error

    monkeypatch.setattr(analysis.answers, "odds", failing)
    ran = enfilade("odds", sol, "--json")
    assert (ran.code, ran.out) == (code, "")
    assert words in ran.err
    assert ran.err.count("\n") == 1


# --- In a process of its own

MAIN = "from analysis.cli import main; main()"


def in_process(start_process, *arguments, **environment):
    process = start_process(MAIN, *map(str, arguments), **{"ENFILADE_CACHE": str(cache_root()), **environment})
    out, err = process.communicate(timeout=120)
    return process.returncode, out, err


def test_the_entry_point_is_main():
    (script,) = entry_points(group="console_scripts", name="enfilade")
    assert script.load() is cli.main


@pytest.mark.process
def test_a_process_answers(start_process, sol):
    code, out, err = in_process(start_process, "odds", sol, "--json")
    assert (code, err) == (0, "")
    assert downed(json.loads(out)["outcomes"]) == near("532/3125")


@pytest.mark.process
def test_a_process_fails_with_a_sentence(start_process, sol):
    code, out, err = in_process(start_process, "odds", sol, "--set", "situation.range=80")
    assert (code, out) == (2, "")
    assert err == f"enfilade: {sol}: IGI-87 reaches 22 inches, the target is at 80\n"


@pytest.mark.process
@pytest.mark.parametrize(
    "arguments", [["ods"], ["odds"], ["odds", "x.toml", "--trials", "many"], ["odds", "x", "--sed"]]
)
def test_a_wrong_command_line_has_no_traceback(arguments, start_process):
    """Typer's newer versions raise errors of their own copy of click, which the entry point once let through."""
    code, out, err = in_process(start_process, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("enfilade: ")
    assert "Traceback" not in err
    assert err.count("\n") == 1


@pytest.mark.process
def test_compiling_is_announced_on_stderr_and_the_answer_is_the_same(start_process, sol, tmp_path):
    code, out, err = in_process(start_process, "odds", sol, "--json", ENFILADE_CACHE=str(tmp_path / "cold"))
    assert code == 0
    assert err == "compiling kernels; this happens once and takes some seconds\n"
    assert downed(json.loads(out)["outcomes"]) == near("532/3125")


def test_kernels_that_cannot_be_kept_are_announced(monkeypatch, capsys):
    monkeypatch.setattr(kernels.cache, "can_be_kept", lambda: False)
    cli.warn_if_cold()
    out, err = capsys.readouterr()
    assert out == ""
    assert err == f"compiled kernels cannot be kept in {cache_folder()}: every run compiles them anew\n"


@pytest.mark.process
def test_a_reader_that_goes_away_is_no_error(start_process):
    process = start_process(MAIN, "schema", "exoshift", ENFILADE_CACHE=str(cache_root()))
    process.stdout.readline()
    process.stdout.close()
    assert process.wait(timeout=60) == 0
    assert "Traceback" not in process.stderr.read()


@pytest.mark.process
def test_ctrl_c_stops_with_130(start_process, sol):
    arguments = ["odds", sol, "--method", "monte-carlo", "--trials", "1000000000000"]
    process = start_process(MAIN, *map(str, arguments), ENFILADE_CACHE=str(cache_root()))
    with pytest.raises(subprocess.TimeoutExpired):
        process.communicate(timeout=4)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=30)
    assert process.returncode == 130
    assert err == "enfilade: stopped\n"
