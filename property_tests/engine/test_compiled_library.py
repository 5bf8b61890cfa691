"""The compiled library in the cache: what is not as it was compiled is compiled again."""

import os
import shutil
from pathlib import Path

import pytest

from property_tests.engine.claim_examples import needs_coq
from verify.methods.kernel import analysis, objects
from verify.methods.kernel.analysis import Source
from verify.processes import places
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


def flipped(path):
    says = bytearray(path.read_bytes())
    says[len(says) // 2] ^= 1
    path.write_bytes(says)


def of_somebody_else(path):
    os.chown(path, 12345, 12345)


def a_link(path):
    path.rename(path.with_name("elsewhere"))
    path.symlink_to("elsewhere")


def without_manifest(path):
    path.with_name(objects.MANIFEST).unlink()


DAMAGE = [flipped, Path.unlink, a_link, without_manifest]
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
