"""The compiled library in the cache: what is not as it was compiled is compiled again."""

from __future__ import annotations

import os
import shutil
import threading
from pathlib import Path

import pytest

from property_tests.engine.claim_examples import needs_coq
from verify.cli import main
from verify.methods.kernel import analysis, compile, objects
from verify.methods.kernel.analysis import Broken, Compiled, Source
from verify.methods.kernel.compile import _Session
from verify.processes import places, store
from verify.render.errors import TOOL_MISSING
from verify.running import engine

TEXTS = {
    "Below": "Definition one := 1.",
    "Above": "From Kernel Require Import Below.\nDefinition two := one + one.",
}


@pytest.fixture
def folder(monkeypatch, tmp_path):
    """A cache with a compiled library of two small units; `asked` lists what is compiled later."""
    use(monkeypatch, TEXTS)
    analysis.compiled(["Above"], analysis.library(), tmp_path, 1)
    return tmp_path


@pytest.fixture
def asked(folder, monkeypatch):
    out, coqc = [], analysis.coqc
    monkeypatch.setattr(
        analysis, "coqc", lambda at, file, options: out.append(file) or coqc(at, file, options)
    )
    return out


def use(monkeypatch, texts):
    monkeypatch.setattr(
        analysis, "sources", lambda: {name: Source(text, name) for name, text in texts.items()}
    )


def place(folder, unit):
    (found,) = folder.glob(f"coq-{unit}-*")
    return found


def compiled_again(folder):
    return analysis.compiled(["Above"], analysis.library(), folder, 1)


def truncated(path):
    path.write_bytes(path.read_bytes()[:100])


def flipped(path):
    says = bytearray(path.read_bytes())
    says[len(says) // 2] ^= 1
    path.write_bytes(says)


def a_folder(path):
    path.unlink()
    path.mkdir()


def of_somebody_else(path):
    os.chown(path, 12345, 12345)


def a_link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def with_another_file_beside_it(path):
    shutil.copyfile(path, path.with_name("Above.vo"))


def without_manifest(path):
    path.with_name(objects.MANIFEST).unlink()


def emptied(path):
    path.write_bytes(b"")


def without_folder(path):
    shutil.rmtree(path.parent)


DAMAGE = [truncated, flipped, emptied, Path.unlink, a_folder, a_link, with_another_file_beside_it,
          without_manifest, without_folder]  # fmt: skip
AS_ROOT = [of_somebody_else] if os.geteuid() == 0 else []


@needs_coq
@pytest.mark.parametrize("damage", DAMAGE + AS_ROOT)
@pytest.mark.long
def test_a_damaged_unit_is_compiled_again_and_no_other(folder, asked, damage):
    before = (place(folder, "Below") / "Below.vo").read_bytes()
    damage(place(folder, "Below") / "Below.vo")
    compiled_again(folder)
    assert asked == ["Below.v"]
    assert (place(folder, "Below") / "Below.vo").read_bytes() == before
    assert sorted(path.name for path in folder.iterdir() if path.name[0] == ".") == []
    compiled_again(folder)
    assert asked == ["Below.v"]


@needs_coq
def test_what_was_compiled_of_another_source_is_compiled_again(folder, asked, monkeypatch):
    use(monkeypatch, {"Below": "Definition one := 2."})
    analysis.compiled(["Below"], analysis.library(), folder / "other", 1)
    other = place(folder / "other", "Below") / "Below.vo"
    ours = place(folder, "Below") / "Below.vo"
    before = ours.read_bytes()
    assert other.read_bytes() != before
    shutil.copyfile(other, ours)
    use(monkeypatch, TEXTS)
    compiled_again(folder)
    assert asked == ["Below.v", "Below.v"] and ours.read_bytes() == before


@needs_coq
def test_a_unit_on_another_one_below_is_compiled_again(folder, asked, monkeypatch):
    """Even where the one below has a manifest of its own that fits it."""
    below = place(folder, "Below")
    use(monkeypatch, {"Below": "Definition one := 2."})
    analysis.compiled(["Below"], analysis.library(), folder / "other", 1)
    forged = place(folder / "other", "Below")
    manifest = (forged / objects.MANIFEST).read_text()
    right = analysis.library().units["Below"].key
    use(monkeypatch, TEXTS)
    text = manifest.replace(right, analysis.library().units["Below"].key)
    (forged / objects.MANIFEST).write_text(text)
    shutil.rmtree(below)
    forged.rename(below)
    compiled_again(folder)
    assert asked == ["Below.v", "Above.v"]


@needs_coq
def test_where_the_cache_cannot_be_written_the_library_is_compiled_for_the_process(
    folder, tmp_path
):
    no_folder = tmp_path / "file"
    no_folder.write_text("")
    options = compiled_again(no_folder).options
    assert all(Path(at).parent == places.for_this_process() for at in options[1::3])
    assert all(Path(at).is_dir() for at in options[1::3])


def test_a_fresh_run_uses_no_compiled_library_of_the_cache(monkeypatch):
    seen = []
    for where, name in ((engine, "decide_claims"), (engine.deciding, "decide_all")):
        monkeypatch.setattr(
            where, name, lambda *_, compiled_in, **__: seen.append(compiled_in) or {}
        )
    for fresh in (True, False):
        engine._asked_of_coq([], 1, fresh, "all", [], lambda *_: None)
    assert seen == [places.for_this_process()] * 2 + [places.cache_folder()] * 2
    assert places.for_this_process() != places.cache_folder()


@needs_coq
@pytest.mark.long
def test_that_coq_does_not_load_its_library_is_one_line_with_exit_code_3(
    monkeypatch, tmp_path, capsys
):
    made = (Compiled(analysis.library(), []), 5, threading.Event(), [])
    with pytest.raises(Broken, match=r"cannot load its library .*; run verify doctor"):
        list(_Session(*made).decide({}))

    def broken(*_, **__):
        raise Broken("Coq cannot load its library (of no use); run verify doctor")

    monkeypatch.setattr(compile, "run_goals", broken)
    module = tmp_path / "square.py"
    module.write_text(
        "from verify.vocabulary import *\n"
        "P = Paper(key='S', title='S', authors='-', year=2026, reference='-')\n"
        "@statement('S-1', P.label('Lemma 1'), title='A square', origin='ours')\n"
        "def square(given):\n"
        "    x = given(any_scalar('x'))\n"
        "    yield 'It is.', Identity(x * x + 7, x**2 + 7, name='square')\n",
        encoding="utf-8",
    )
    assert main(["run", "--module", str(module), "--fresh"]) == TOOL_MISSING
    assert capsys.readouterr().err.splitlines()[-1].startswith("verify: Coq cannot load")


def test_folders_of_compiled_units_go_when_they_were_not_used_for_longest(tmp_path):
    for age, name in enumerate(("coq-New-1", "coq-Old-1", "coq-Oldest-1")):
        (tmp_path / name).mkdir()
        path = tmp_path / name / "unit.vo"
        path.write_bytes(b"x" * 1000)
        os.utime(path, (2e9 - age, 2e9 - age))
    store.Store(tmp_path).trim(2000)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["coq-New-1", "coq-Old-1"]


def test_the_cache_is_named_whole_for_coq_is_called_elsewhere(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", ".cache")
    assert places.cache_folder() == tmp_path / ".cache" / "attention-proofs"
    monkeypatch.delenv("XDG_CACHE_HOME")
    monkeypatch.setenv("HOME", "home")
    assert places.cache_folder() == tmp_path / "home" / ".cache" / "attention-proofs"
