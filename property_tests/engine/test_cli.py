"""The command line: what it prints, its exit codes, and bad input told in one line."""

import errno
import json
import os
import re
import subprocess
import sys
from dataclasses import replace

import pytest

from property_tests.engine.command_line import ROOT, assert_one_line
from property_tests.engine.render_examples import STATEMENTS, result_of, run_of, surviving
from verify import cli
from verify.commands.answers import Answer
from verify.doctor import Finding
from verify.parser import parsed
from verify.processes.pool import told as told_of
from verify.render.errors import Usage
from verify.statements import discovery
from verify.statements.outcomes import MutantResult, Outcome


class Fake:
    """Stands for the engine: what it was asked, and what it answers."""

    def __init__(self) -> None:
        self.results = {s.id: result_of(s) for s in STATEMENTS}
        self.changes: list[str] = []
        self.complete = True
        self.asked: dict[str, object] = {}

    def run(self, statements, *, progress=None, **options):
        self.asked = {"ids": [s.id for s in statements], **options}
        chosen = [self.results[s.id] for s in statements]
        return replace(run_of(*chosen), complete=self.complete)

    def falsify(self, statement, *, samples, seed, **_):
        self.asked = {"id": statement.id, "samples": samples, "seed": seed}
        evidence = {"instances": samples, "seed": seed}
        return {said.name: Outcome("sampling", "sampled", 0.5, evidence) for said in
                statement.declared.said[:2]}  # fmt: skip


@pytest.fixture(autouse=True)
def nothing_cached(monkeypatch):
    """What was printed of the papers is no answer of made-up statements."""
    monkeypatch.setattr("verify.commands.answers.begun", Answer)


@pytest.fixture
def engine(monkeypatch):
    """The command in this process, on made-up statements and results."""
    fake = Fake()
    catalogue = discovery.Catalogue(STATEMENTS, ())
    monkeypatch.setattr(
        "verify.commands.shared.discover", lambda modules=(), alone=False: catalogue
    )
    monkeypatch.setattr("verify.running.engine.run", fake.run)
    monkeypatch.setattr("verify.running.attacking.falsify", fake.falsify)
    for command in ("list", "run"):
        monkeypatch.setattr(f"verify.commands.{command}.recorded", lambda catalogue: {})
    monkeypatch.setattr("verify.commands.run.changes", lambda run, records: fake.changes)
    return fake


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["rnu"], ["unknown command 'rnu'; did you mean 'run'?"]),
        (["run", "Z-3"], ["ID", "'Z-3'", "did you mean 'Z-1'"]),
        (["show", "property_tests.engine.render_exampels"], ["ID", "render_examples"]),
        (["show"], ["ID: missing", "verify show --help"]),
        (["run", "--jobs", "0"], ["--jobs: '0'", "use 1 or more"]),
        (["run", "--seed", "1.5"], ["--seed: '1.5' is not an integer"]),
        (["run", "--profile", "quik"], ["--profile: unknown", "did you mean 'quick'?"]),
        (["run", "--methods", "kernle"], ["--methods: unknown", "did you mean 'kernel'?"]),
        (["run", "--methods", ","], ["--methods: empty list"]),
        (["run", "--paper", "Q"], ["--paper: unknown paper 'Q'", "use"]),
        (["run", "Z-1", "--paper", "Y"], ["ID: 'Z-1' is not in paper Y"]),
        (["run", "--json"], ["--json: expected one argument"]),
        (["run", "--json", "."], ["--json: . is a folder"]),
        (["run", "--json", "/proc/run.json"], ["--json", "choose another"]),
        (["run", "--json", "no/run.json"], ["--json", "does not exist; create it first"]),
        (["run", "--unknown"], ["--unknown", "verify run --help"]),
        (["run", "--job", "2"], ["unknown option '--job'; did you mean '--jobs' or '--json'?"]),
        (["axioms", "--json", "Z-1"], ["--json: Z-1 is a statement", "put the ids before"]),
        (["list", "--module", "missing.py"], ["--module", "the file 'missing.py' does not exist"]),
        (["list", "--module", "notes.txt"], ["--module", "must end in .py"]),
        (["latex", "-o", "file/below"], ["--output", "is a file"]),
        (["list", "Z-1"], ["unexpected argument 'Z-1'", "verify list --help"]),
        (["falsify", "Z-1", "--samples", "0"], ["--samples: '0'"]),
    ],
)
def test_bad_input_is_one_line_and_changes_nothing(
    arguments, words, engine, tmp_path, monkeypatch, capsys
):
    (tmp_path / "file").write_text("")
    monkeypatch.chdir(tmp_path)
    assert cli.main(arguments) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert_one_line(printed.err, *words)
    assert engine.asked == {}  # nothing was decided
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


# ------------------------------------------------------------------ run


def test_run_decides_everything_and_prints_what_is_false(engine, capsys):
    assert cli.main(["run", "--jobs", "2", "--seed", "-7"]) == 0
    printed = capsys.readouterr()
    assert printed.err == ""
    assert "✗ Z-2+     Remark 2" in printed.out
    assert "5 of 5 false variants refuted." in " ".join(printed.out.split())
    assert "Z-2+  A spectrum" not in printed.out
    assert engine.asked["ids"] == ["Z-1", "Z-2+"]
    assert engine.asked["methods"] is None
    assert (engine.asked["jobs"], engine.asked["seed"]) == (2, -7)
    assert (engine.asked["profile"], engine.asked["fresh"]) == ("quick", False)


@pytest.mark.parametrize("arguments", [
    ["Z-1"], ["lemma 1", "Z-1"], ["property_tests.engine.render_examples"], ["--paper", "Z"],
])  # fmt: skip
def test_a_statement_has_several_names(arguments, engine):
    assert cli.main(["run", *arguments, "--methods", "sampling,symbolic,sampling"]) == 0
    assert engine.asked["ids"] == ["Z-1"]
    assert engine.asked["methods"] == ("sampling", "symbolic")


@pytest.mark.parametrize(
    ("what", "code"),
    [("change", 1), ("survivor", 1), ("limit", 4), ("limit of a mutant", 4), ("interrupt", 130)],
)
def test_exit_codes_of_a_run(what, code, engine, tmp_path):
    first = engine.results["Z-1"]
    if what == "change":
        engine.changes.append("Z-1: verdict is open (recorded: holds)")
    elif what == "survivor":
        engine.results["Z-1"] = surviving(first)
    elif what == "limit of a mutant":
        lost = MutantResult("no margin", False, {"reason": "cut off after 60 s"})
        engine.results["Z-1"] = replace(first, mutants=(*first.mutants, lost))
    elif what == "limit":
        slow = Outcome("symbolic", "inconclusive", reason="cut off after 60 s")
        step = replace(first.steps[0], outcomes=(slow,), grade="inconclusive")
        engine.results["Z-1"] = replace(first, steps=(step, *first.steps[1:]))
    else:
        engine.complete = False
    file = tmp_path / "run.json"
    assert cli.main(["run", "--json", str(file)]) == code
    data = json.loads(file.read_text())
    assert data["complete"] is (what != "interrupt")
    assert len(data["statements"]) == 2


def test_run_writes_json(engine, tmp_path, capsys):
    file = tmp_path / "run.json"
    assert cli.main(["run", "--json", str(file)]) == 0
    assert json.loads(file.read_text())["schema"] == "verify.run/2"
    capsys.readouterr()
    assert cli.main(["run", "Z-1", "--json", "-"]) == 0
    printed = capsys.readouterr()
    assert json.loads(printed.out)["complete"] is True
    assert "✓+ Z-1      Lemma 1        Margins" in printed.err


def test_ctrl_c_anywhere_else_is_told_in_one_line(engine, monkeypatch, capsys):
    def interrupt(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("verify.commands.shared.discover", interrupt)
    assert cli.main(["list"]) == 130
    assert_one_line(capsys.readouterr().err, "interrupted")


@pytest.mark.parametrize(
    ("error", "fix"),
    [
        (errno.EMFILE, "ulimit -n"), (errno.ENFILE, "close"), (errno.EAGAIN, "ulimit -u"),
        (errno.ENOMEM, "free some memory"), (errno.ENOSPC, "make room"), (errno.EROFS, ""),
        (RuntimeError("can't start new thread"), "ulimit -u"),
    ],
)  # fmt: skip
def test_a_limit_of_the_system_is_told_with_what_raises_it(engine, monkeypatch, capsys, error, fix):
    def limited(*_, **__):
        raise error if isinstance(error, RuntimeError) else OSError(error, os.strerror(error))

    monkeypatch.setattr("verify.commands.shared.discover", limited)
    assert cli.main(["list"]) == (4 if fix else 2)
    told = capsys.readouterr().err
    assert_one_line(told, fix)
    assert ("choose another place" in told) is not bool(fix)
    with pytest.raises((OSError, RuntimeError)) as raised:
        limited()
    assert told_of(raised.value).startswith("cut off by the system") is bool(fix)


@pytest.mark.parametrize(
    ("arguments", "program"),
    [
        (["run", "--methods", "symbolic,kernel"], "coqc"),
        (["latex", "--pdf", "-o", "tex"], "pdflatex"),
    ],
)
def test_a_program_that_is_not_here_is_exit_code_3(
    arguments, program, engine, tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("verify.doctor.locate", lambda program: None)
    assert cli.main(arguments) == 3
    assert_one_line(capsys.readouterr().err, f"{program} is not installed; install it: ")
    assert engine.asked == {} and list(tmp_path.iterdir()) == []


# ------------------------------------------------------------------ the other commands


def test_verify_alone_says_what_is_here_and_what_to_type_next(capsys):
    assert cli.main([]) == 0
    printed = capsys.readouterr().out
    assert re.search(r"^     \d+ hold, \d+ hold with one .*\d+ are false", printed, re.M)
    assert "verify show A-2.3" in printed and "verify help" in printed


def test_list_tells_every_statement(engine, capsys):
    assert cli.main(["list"]) == 0
    assert [line.split()[0] for line in capsys.readouterr().out.splitlines()] == [
        "id", "Z-1", "Z-2+",
    ]  # fmt: skip
    assert cli.main(["list", "--paper", "Y", "--json"]) == 0
    (entry,) = json.loads(capsys.readouterr().out)
    assert (entry["id"], entry["rests_on"], entry["label"]) == ("Z-2+", ["Z-1"], "Remark 2")


def test_show_prints_formulas_and_outcomes(engine, capsys):
    assert cli.main(["show", "Z-1"]) == 0
    printed = capsys.readouterr().out
    assert "ṡᵢ = Σⱼ αᵢⱼ (sⱼ − sᵢ gᵢⱼ)" in printed
    assert "  Does it hold?     Only if" in printed
    assert "symbolic" not in printed
    assert cli.main(["show", "Z-1", "-v"]) == 0
    assert "symbolic: proved, 0.12 s" in capsys.readouterr().out
    assert cli.main(["show", "Z-1", "--no-run"]) == 0
    assert "symbolic" not in capsys.readouterr().out


def test_axioms_are_told_and_written(engine, tmp_path, capsys):
    assert cli.main(["axioms", "Z-1"]) == 0
    assert capsys.readouterr().out == "Z-1: no external theorem is assumed.\n"
    file = tmp_path / "axioms.json"
    assert cli.main(["axioms", "--json", str(file)]) == 0
    written = json.loads(file.read_text())
    assert [(entry["id"], entry["axioms"]) for entry in written] == [("Z-1", []), ("Z-2+", [])]


def test_latex_writes_a_document(engine, tmp_path, capsys):
    assert cli.main(["latex", "Z-1", "-o", str(tmp_path / "new" / "tex")]) == 0
    folder = tmp_path / "new" / "tex"
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == str(folder / "article.tex")
    assert lines[-1] == f"{folder / 'statements'}/ (1 files)"
    assert "Grade: proved." in (folder / "statements" / "Z-1.tex").read_text()
    (folder / "mine.txt").write_text("")
    assert cli.main(["latex", "--errata", "-o", str(folder)]) == 2
    assert_one_line(
        capsys.readouterr().err, "contains the output of verify latex; use a new folder"
    )


def test_latex_for_a_paper_is_printed_or_written(engine, tmp_path, capsys):
    assert cli.main(["latex", "Z-1", "--plain"]) == 0
    assert r"\begin{lemma}" in capsys.readouterr().out
    assert cli.main(["latex", "Z-1", "--plain", "-o", str(tmp_path / "own")]) == 0
    written = sorted(path.name for path in (tmp_path / "own").glob("*.tex"))
    assert written == ["Z-1.tex", "paper.tex", "preamble.tex"]
    assert cli.main(["latex", "Z-1", "--plain", "--errata"]) == 2
    assert_one_line(capsys.readouterr().err, "--plain: not available with --errata")


def test_falsify_reports_each_step_and_fails_on_a_contradiction(engine, monkeypatch, capsys):
    assert cli.main(["falsify", "Z-1", "--samples", "77", "--seed", "3"]) == 0
    assert engine.asked == {"id": "Z-1", "samples": 77, "seed": 3}
    assert "margin rate: sampling: sampled, 0.50 s, instances 77, seed 3" in capsys.readouterr().out
    refuted = Outcome("sampling", "refuted", 0.1, {"witness": {"n": "1", "t": "1/2"}})
    monkeypatch.setattr("verify.running.attacking.falsify", lambda *_, **__: {"step": refuted})
    assert cli.main(["falsify", "Z-1"]) == 1
    assert "witness: n = 1, t = 1/2" in capsys.readouterr().out


@pytest.mark.parametrize(("missing", "code"), [("coqc", 0), ("sympy", 3)])
def test_doctor_fails_for_what_is_required_only(missing, code, monkeypatch, capsys):
    findings = [
        Finding("sympy", missing != "sympy", "1.14", "the algebra", "pip install sympy"),
        Finding("coqc", missing != "coqc", "8.16", "the kernel", "apt-get install coq"),
    ]
    monkeypatch.setattr("verify.doctor.diagnose", lambda: findings)
    assert cli.main(["doctor"]) == code
    printed = capsys.readouterr().out
    assert f"{missing}: " in printed
    assert cli.main(["doctor", "--json"]) == code
    assert [f["tool"] for f in json.loads(capsys.readouterr().out)] == ["sympy", "coqc"]


# ------------------------------------------------------------------ manners


def test_help_loads_no_library():
    program = "import sys, verify.cli, verify.parser; verify.parser.parser(); print(*sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True, check=True
    )
    loaded = {name.partition(".")[0] for name in done.stdout.split()}
    assert not loaded & {"sympy", "numpy", "flint", "hypothesis", "mpmath", "scipy"}
    assert "verify.statements" not in done.stdout.split()


@pytest.mark.long
def test_a_reader_who_has_seen_enough_is_no_error():
    command = f"{sys.executable} -m verify list | head -1"
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command], cwd=ROOT, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.stderr == ""
    assert done.stdout.startswith("id ")


def test_every_command_has_help(capsys):
    for command in cli.COMMANDS:
        with pytest.raises(SystemExit) as stopped:
            cli.main([command, "--help"])
        assert stopped.value.code == 0
        assert capsys.readouterr().out.startswith(f"usage: verify {command}")


def test_a_file_of_statements_may_stand_among_the_ids(tmp_path):
    path = tmp_path / "mine.py"
    path.write_text("")
    asked = parsed(["run", "M-1", str(path)])
    assert (asked.ids, asked.modules) == (["M-1"], [path])
    with pytest.raises(Usage, match=r"ID: the file 'none\.py' does not exist"):
        parsed(["run", "none.py"])
