"""What is kept: found again only for what says the same, and never taken on trust.

Each statement here is read from files of its own, which are then changed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from verify.processes.places import cache_folder
from verify.processes.store import SCHEMA, store
from verify.running import cache, engine
from verify.running.tasks import failed, tasks_for
from verify.statements import fingerprint
from verify.statements.discovery import discover

ALL = ("symbolic", "certificate", "enclosure", "sampling")
HEAD = """
from fractions import Fraction
from verify.vocabulary import *

PAPER = Paper("K", "a paper", "its authors", 2026, "nowhere")
"""
SQUARE = (
    HEAD
    + """
{imports}

@statement("K-1", PAPER.label("Lemma 1"), title="A square", origin="ours")
def square(given):
    x = given(any_scalar("x"))
    yield "The square of x + 1.", Identity((x + 1) * (x + 1), {right}, name="square")
"""
)
HALF = (
    HEAD
    + """
{imports}

@statement("K-1", PAPER.label("Lemma 1"), title="A half", origin="ours")
def half(given):
    yield "A half.", Value("0.5", 10, {{"route": lambda: {route}}}, name="half")
"""
)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder for modules, with an empty cache; what is imported from it is read anew."""
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(str(tmp_path / "modules"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "modules" / "lib" / "deep").mkdir(parents=True)
    yield tmp_path / "modules"
    forget()


def forget():
    for name in [n for n in sys.modules if n.split(".")[0] in ("lib", "claims", "elsewhere")]:
        del sys.modules[name]


def read(folder, **files):
    """Write files (`__` in a name is a folder, and the statement is in `claims`), read K-1."""
    forget()
    for name, text in files.items():
        path = folder / f"{name.replace('__', '/')}.py"
        path.write_text(text, encoding="utf-8")
    return discover([folder / "claims.py"], alone=True).find("K-1")


def grade(made):
    return engine.run([made], methods=ALL, jobs=1)["K-1"].steps[0].grade


def kept_files():
    """Return what is cached but the list of modules that were read."""
    found = [path for path in (cache_folder() / "kept").rglob("*") if path.is_file()]
    return [path for path in found if '"key": "modules ' not in path.read_text(encoding="utf-8")]


# ------------------------------------------------------------------ what counts


@pytest.mark.long
def test_a_number_that_is_read_from_a_file_counts(folder):
    data = folder / "number.txt"
    reading = f"from pathlib import Path\nnumber = int(Path({str(data)!r}).read_text())"
    claims = SQUARE.format(imports=reading, right="x*x + number*x + 1")
    data.write_text("2")
    assert grade(read(folder, claims=claims)) == "proved"
    data.write_text("3")
    assert grade(read(folder)) == "refuted"


@pytest.mark.long
@pytest.mark.parametrize(
    ("imports", "route"),
    [
        (
            "def a_half():\n    from lib.sides import a_half as found\n    return found()",
            "a_half()",
        ),
        ("from functools import partial\nfrom lib.sides import a_half", "partial(a_half)()"),
    ],
)
def test_code_that_is_handed_over_counts_with_all_that_it_uses(folder, imports, route):
    helper = (
        "from fractions import Fraction\nPART = Fraction(1, 2)\ndef a_half(): return PART, PART\n"
    )
    claims = HALF.format(imports=imports, route=route)
    assert grade(read(folder, claims=claims, lib__sides=helper)) == "enclosed"
    assert grade(read(folder, lib__sides=helper.replace("1, 2)", "1, 3)"))) != "enclosed"
    assert grade(read(folder, lib__sides=helper)) == "enclosed"


@pytest.mark.parametrize(("before", "after", "read_later"), [
    pytest.param("", "", True, marks=pytest.mark.long),
    ("@cache\n", "halves()", False),  # read with the statement; what a function remembers is unseen
])  # fmt: skip
def test_what_reads_or_remembers_a_file_is_not_kept(folder, before, after, read_later):
    data = folder / "number.txt"
    imports = (
        f"from functools import cache\nfrom pathlib import Path\n{before}def halves():\n"
        f"    number = Fraction(Path({str(data)!r}).read_text())\n"
        f"    return number, number\n{after}"
    )
    data.write_text("1/2")
    made = read(folder, claims=HALF.format(imports=imports, route="halves()"))
    assert read_later or fingerprint.fingerprint(made) == ""
    assert grade(made) == "enclosed" and not kept_files()
    data.write_text("1/3")
    assert grade(read(folder)) != "enclosed"


def test_two_modules_of_one_name_are_two(folder):
    """A file of the same name elsewhere, read later, lends its text to no older statement."""
    first = read(folder, claims=SQUARE.format(imports="", right="x*x + 2*x + 1"))
    assert fingerprint.fingerprint(first)
    other = folder / "lib" / "claims.py"
    other.write_text(SQUARE.format(imports="", right="x*x + 3*x + 1"))
    second = discover([other], alone=True).find("K-1")
    assert fingerprint.fingerprint(first) == "" and grade(second) == "refuted"
    assert grade(first) == "proved" and grade(second) == "refuted"


@pytest.mark.long
def test_the_fingerprint_is_the_same_in_another_process():
    """Sets have another order there, and other statements are read before."""
    here = {s.id: fingerprint.fingerprint(s) for s in discover().statements}
    assert "" not in here.values() and len(here) > 100
    told = (
        "from verify.statements.discovery import discover\n"
        "from verify.statements.fingerprint import fingerprint\n"
        "for s in reversed(discover().statements): print(s.id, fingerprint(s))"
    )
    another = next(seed for seed in "78" if seed != os.environ.get("PYTHONHASHSEED"))
    done = subprocess.run(
        [sys.executable, "-c", told], cwd=Path(__file__).parents[2],
        env={**os.environ, "PYTHONHASHSEED": another}, capture_output=True, check=True,
    )  # fmt: skip
    assert dict(line.split(" ") for line in done.stdout.decode().splitlines()) == here


def test_nothing_is_cached_once_the_engine_was_edited(folder, monkeypatch):
    made = read(folder, claims=SQUARE.format(imports="", right="x*x + 2*x + 1"))
    task = tasks_for(made, ALL, "quick", 0)[0]
    before = cache.key(made, task)
    assert before
    monkeypatch.setattr(fingerprint, "_engine_in", lambda _second, whole: "another")
    assert cache.key(made, task) == ""
    assert grade(made) == "proved" and not kept_files()
    monkeypatch.setattr(fingerprint, "_first_engine", lambda whole: "another")
    assert cache.key(made, task) not in ("", before)


def test_the_engine_is_all_that_decides_by_content_and_place(tmp_path, monkeypatch):
    monkeypatch.setattr(fingerprint, "ROOT", tmp_path)
    (tmp_path / "render").mkdir()
    for name in ("one.py", "two.py", "library.v"):
        (tmp_path / name).write_text(name)
    seen = [fingerprint._engine(whole=False)]
    for name, text in (("one.py", "two.py"), ("two.py", "one.py"), ("library.v", "(* *)")):
        (tmp_path / name).write_text(text)
        seen.append(fingerprint._engine(whole=False))
    assert len({*seen}) == len(seen)
    whole = fingerprint._engine(whole=True)
    (tmp_path / "render" / "words.py").write_text("")
    assert fingerprint._engine(whole=False) == seen[-1]
    assert fingerprint._engine(whole=True) != whole


@pytest.mark.parametrize("place", ["installed", "before it"])
def test_another_version_of_a_library_is_another_engine(tmp_path, monkeypatch, place):
    before = fingerprint._engine(whole=False)
    if place == "installed":
        version = fingerprint.metadata.version
        monkeypatch.setattr(fingerprint.metadata, "version", lambda name: f"{version(name)}.1")
    else:
        (tmp_path / "sympy.py").write_text("")
        monkeypatch.syspath_prepend(str(tmp_path))
        monkeypatch.delitem(sys.modules, "sympy", raising=False)
    fingerprint.environment.cache_clear()
    assert fingerprint._engine(whole=False) != before
    monkeypatch.undo()
    fingerprint.environment.cache_clear()


# ------------------------------------------------------------------ records

GARBAGE = [
    "", "{", "[]", "{}", "5", "null", '"a"', "[[[[", "[" * 100_000, "\x00", "NaN", "9" * 5000,
    '{"schema": "verify.kept/1", "key": "", "hash": "", "says": []}',
]  # fmt: skip


@pytest.mark.parametrize("garbage", GARBAGE)
@pytest.mark.long
def test_garbage_in_the_place_of_a_result_is_decided_again(folder, garbage):
    made = read(folder, claims=SQUARE.format(imports="", right="x*x + 2*x + 1"))
    first = engine.run([made], methods=ALL, jobs=1)
    for path in kept_files():
        path.write_text(garbage, encoding="utf-8")
    assert engine.run([made], methods=ALL, jobs=1).digest == first.digest
    assert all(SCHEMA in path.read_text(encoding="utf-8") for path in kept_files())


def test_a_result_that_was_edited_or_moved_is_decided_again(folder):
    made = read(folder, claims=SQUARE.format(imports="", right="x*x + 3*x + 1"))
    assert grade(made) == "refuted"
    for path in kept_files():
        text = path.read_text(encoding="utf-8")
        path.write_text(text.replace("refuted", "proved"), encoding="utf-8")
    assert grade(made) == "refuted"
    other = store().place(cache.key(made, tasks_for(made, ALL, "quick", 0)[0]))
    true = read(folder, claims=SQUARE.format(imports="", right="x*x + 2*x + 1"))
    assert grade(true) == "proved"
    one = store().place(cache.key(true, tasks_for(true, ALL, "quick", 0)[0]))
    other.write_bytes(one.read_bytes())
    assert grade(read(folder, claims=SQUARE.format(imports="", right="x*x + 3*x + 1"))) == "refuted"


def test_a_cache_that_is_full_a_file_or_unreadable_costs_only_time(folder, monkeypatch):
    def full(*_, **__):
        raise OSError(28, "No space left on device")

    made = read(folder, claims=SQUARE.format(imports="", right="x*x + 2*x + 1"))
    for owner, name in ((os, "replace"), (Path, "mkdir")):
        with monkeypatch.context() as patched:
            patched.setattr(owner, name, full)
            assert grade(made) == "proved" and not kept_files()
    shutil.rmtree(cache_folder())  # where reading has left which modules it has read
    cache_folder().write_text("no folder")
    assert grade(made) == "proved"
    cache_folder().unlink()
    store().place(cache.key(made, tasks_for(made, ALL, "quick", 0)[0])).mkdir(parents=True)
    assert grade(made) == "proved"


def test_what_was_cut_off_is_never_kept(folder):
    made = read(folder, claims=SQUARE.format(imports="", right="x*x + 2*x + 1"))
    task = tasks_for(made, ALL, "quick", 0)[0]
    cache.keep(made, [(task, failed(task, "cut off after 60 s"))])
    assert not kept_files()


def test_the_command_tells_what_is_kept_and_forgets_it(folder, capsys):
    from verify.cli import main

    made = read(folder, claims=SQUARE.format(imports="", right="x*x + 2*x + 1"))
    assert grade(made) == "proved"
    number, size = store().size()
    assert main(["cache"]) == 0
    told = capsys.readouterr().out
    assert told.startswith(f"{cache_folder()}: {number} files of {size / 1e6:.1f} MB cached")
    assert main(["cache", "--clear"]) == 0 and "deleted" in capsys.readouterr().out
    assert store().size() == (0, 0) and grade(made) == "proved"
