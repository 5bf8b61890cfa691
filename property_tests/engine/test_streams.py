"""Streams, users and texts of any kind: one line each, the right exit code, no traceback."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from property_tests.engine.terminals import on_terminal
from verify.cli import main
from verify.processes import places
from verify.render.errors import BAD_INPUT
from verify.render.run_json import to_text
from verify.render.streams import OURS, ShowingStream, shown
from verify.statements import discovery

ROOT = Path(__file__).resolve().parents[2]
MODULE = """
from verify.vocabulary import *

PAPER = Paper("M", "Mine", "me", 2026, "mine")

@statement({id}, PAPER.label({label}), title={title})
def half(given):
    t = given(any_scalar("t"))
    yield {sentence}, Identity(t / 2 + t / 2, t, name={name})
"""
PLAIN = {"id": "'M-1'", "label": "'Lemma 1'", "title": "'Half'", "sentence": "'A.'", "name": "'h'"}
EVIL = r"'red\x1b[31m bell\x07 title\x1b]0;x\x07 csi\x9b2J back\u202e clear\r\x1b[K'"


def written(tmp_path, **parts):
    path = tmp_path / "mine.py"
    path.write_text(MODULE.format(**{**PLAIN, **parts}))
    return path


def shell(command, **environment):
    return subprocess.run(
        ["bash", "-c", command.replace("verify", f"{sys.executable} -m verify", 1)],
        env={**os.environ, "PYTHONPATH": str(ROOT), **environment},
        stdin=subprocess.DEVNULL, capture_output=True, check=False,
    )  # fmt: skip


def one_line(told, *words):
    assert told.startswith(b"verify: ") and told.count(b"\n") == 1, told
    assert all(word.encode() in told for word in words), told


# ------------------------------------------------------------------ streams


@pytest.mark.parametrize(("command", "where"), [
    ("list --paper A > /dev/full", "standard output"), ("--help > /dev/full", "standard output"),
    ("list --json > /dev/full", "standard output"), ("list --json /dev/full", "--json"),
])  # fmt: skip
@pytest.mark.long
def test_a_full_disk_is_a_limit(command, where):
    done = shell(f"verify {command}")
    assert done.returncode == 4
    one_line(done.stderr, where, "No space left")


@pytest.mark.parametrize("command", ["list", "list --json", "doctor"])
def test_a_closed_standard_output_is_told(command):
    done = shell(f"verify {command} >&-")
    assert (done.returncode, done.stdout) == (2, b"")
    one_line(done.stderr, "standard output: closed")


@pytest.mark.long
def test_closed_errors_do_no_harm():
    assert shell("verify list --paper A 2>&-").returncode == 0
    done = shell("verify list --paper Q 2>&-")
    assert (done.returncode, done.stdout) == (2, b"")


@pytest.mark.long
@pytest.mark.parametrize(
    "environment",
    [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}],
)  # fmt: skip
def test_a_stream_without_the_characters_shows_their_codes(environment):
    done = shell("verify show A-T4.1 --no-run", **environment)
    told = [x for x in done.stderr.splitlines() if not re.fullmatch(rb"verify: .*, \d+:\d\d", x)]
    assert (done.returncode, told) == (0, [])  # but for progress, on a slow machine
    assert done.stdout.isascii() and b"\\u2" in done.stdout
    done = shell("verify list --json", **environment)
    assert done.returncode == 0 and json.loads(done.stdout.decode("utf-8"))


@pytest.mark.parametrize(
    "methods", ["symbolic", pytest.param("symbolic,kernel", marks=pytest.mark.long)]
)
@pytest.mark.long
def test_a_user_without_home_or_name_can_run(tmp_path, monkeypatch, methods):
    if "kernel" in methods:
        kernel = pytest.importorskip("verify.methods.kernel.installed")
        if not kernel.available():
            pytest.skip("Coq is not installed")
    path = written(tmp_path)
    program = (
        "import pwd, sys\n"
        "def unknown(uid): raise KeyError(uid)\n"
        "pwd.getpwuid = unknown\n"
        "from verify.cli import main\n"
        f"sys.exit(main(['run', 'M-1', '--module', {str(path)!r}, '--methods', {methods!r}]))"
    )
    gone = {k: v for k, v in os.environ.items() if k not in ("HOME", "XDG_CACHE_HOME")}
    done = subprocess.run(
        [sys.executable, "-c", program],
        env={**gone, "PYTHONPATH": str(ROOT), "TMPDIR": str(tmp_path)},
        capture_output=True, check=False,
    )  # fmt: skip
    told = [x for x in done.stderr.splitlines() if not re.fullmatch(rb"verify: .*, \d+:\d\d", x)]
    assert (done.returncode, told) == (0, [])  # but for progress, on a slow machine
    assert list(tmp_path.glob("verify-cache-*")) == []


@pytest.mark.parametrize("home", [".", "relative", "/home/of/mine"])
@pytest.mark.parametrize("named", [None, "", ".cache", "~/own", "/somewhere"])
def test_folders_that_the_environment_names_are_absolute(monkeypatch, tmp_path, home, named):
    """Coq is started in another folder: a relative path means another place there."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", home)
    meant = {None: f"{home}/.cache", "": f"{home}/.cache", "~/own": f"{home}/own"}.get(named, named)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    if named is not None:
        monkeypatch.setenv("XDG_CACHE_HOME", named)
    assert places.cache_root() == tmp_path / meant


def test_without_a_home_they_are_temporary(monkeypatch):
    def unknown(uid):
        raise KeyError(uid)

    monkeypatch.setattr("pwd.getpwuid", unknown)
    monkeypatch.delenv("HOME", raising=False)
    for value in ("", "~/own", "~nobody-of-this-name/own"):
        monkeypatch.setenv("XDG_CACHE_HOME", value)
        assert places.cache_root().is_relative_to(places.for_this_process())
    assert main(["spectrum", "no-such-model"]) == BAD_INPUT


# ------------------------------------------------------------------ texts


@pytest.mark.parametrize("part", ["label", "title", "sentence", "name", "id"])
@pytest.mark.long
def test_control_characters_are_refused_and_not_sent(tmp_path, part):
    done = shell(f"verify show M-1 --no-run --module {written(tmp_path, **{part: EVIL})}")
    assert (done.returncode, done.stdout) == (2, b"")
    one_line(done.stderr, "characters" if part == "id" else r"\x1b")
    assert shown(done.stderr.decode()) == done.stderr.decode()


@pytest.mark.parametrize("command", ["list", "show M-1 --no-run", "axioms M-1"])
@pytest.mark.long
def test_a_terminal_gets_no_code_but_those_of_our_colours(tmp_path, command):
    path = tmp_path / "red\x1b[31m.py"
    written(tmp_path).rename(path)
    text, code = on_terminal(*command.split(), "--module", str(path), columns=200)
    assert code == 0
    assert shown(OURS.sub("", text)) == OURS.sub("", text)


@pytest.mark.parametrize(
    ("parts", "words"),
    [
        ({"title": r"'half \ud800'"}, ["title", "invisible character"]),
        ({"sentence": r"'half \udfff'"}, ["sentence", "invisible character"]),
        ({"id": r"'M-\ud800'"}, ["id", "cannot contain"]),
        ({"name": r"'\ud800'"}, ["name", "invisible character"]),
        ({"title": "5"}, ["title", "must be text", "int"]),
        ({"title": "''"}, ["title is empty"]),
        ({"id": "7"}, ["id must be text"]),
        ({"id": "None"}, ["id must be text"]),
        ({"label": "b'x'"}, ["label must be text"]),
        ({"name": "3"}, ["name= must be text"]),
        ({"sentence": "4"}, ["yield a sentence"]),
    ],
)
@pytest.mark.long
def test_what_is_no_text_is_refused_in_one_line(tmp_path, parts, words, monkeypatch):
    monkeypatch.setattr(discovery, "_module_names", lambda: iter(()))
    ((_, told),) = discovery.discover([written(tmp_path, **parts)]).broken
    assert "\n" not in told and all(word in told for word in words), told


@pytest.mark.long
def test_a_folder_whose_name_is_no_utf_8_does_not_break_json(tmp_path):
    name = os.fsencode(tmp_path) + b"/caf\xe9"
    os.mkdir(name)
    said = to_text({"folder": os.fsdecode(name), "bell": "\x07\x9b"})
    assert said.isascii() and json.loads(said)["folder"] == os.fsdecode(name)
    done = subprocess.run(
        [sys.executable, "-m", "verify", "spectrum", name, "--json", "-"],
        env={**os.environ, "PYTHONPATH": str(ROOT)}, capture_output=True, check=False,
    )  # fmt: skip
    assert done.returncode == 2
    one_line(done.stderr, r"caf\udce9")


@given(st.text())
def test_shown_text_controls_no_terminal_and_is_shown_once(text):
    assert shown(shown(text)) == shown(text)
    assert not any(ord(c) < 32 and c not in "\t\n" for c in shown(text))


@given(st.text(st.characters(exclude_categories=())), st.sampled_from(["ascii", "utf-8", "cp1252"]))
def test_a_stream_takes_every_text(text, encoding):
    raw = io.BytesIO()
    stream = ShowingStream(io.TextIOWrapper(raw, encoding=encoding, newline="\n"))
    stream.write(text)
    stream.flush()
    said = raw.getvalue().decode(encoding)
    if text.isascii():
        assert said == shown(text)
