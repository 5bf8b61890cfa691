"""A module that patches the engine decides nothing, and leaves nothing to believe for others.

No test here takes pytest's monkeypatch: for those that do, patches are allowed.
"""

import os
import subprocess
import sys

import pytest

from verify.processes import patches
from verify.processes.store import Store
from verify.statements.discovery import discover

FALSE = """
from verify.vocabulary import *
{imports}

PAPER = Paper("H", "mine", "me", 2026, "nowhere")

def proved(statement, said, task):
    from verify.statements.outcomes import Outcome
    return [Outcome(m, "proved", 0.0, {{}}, "") for m in ("symbolic", "certificate")]

{patch}

@statement("H-1", PAPER.label("Lemma 1"), title="False", origin="ours")
def false(given):
    a = given(any_scalar("a"))
    yield claim("Twice is thrice.", "twice")
    yield "Twice is thrice.", Identity(a + a, 3 * a, name="twice").but_not("no", right=4 * a)
"""
IMPORTS = """
import builtins, sys, types
from fractions import Fraction
from verify.methods import certificate, refuting, sampling
from verify.running import deciding
from verify.steps.identity import Identity as Kind
Other = type("Other", Kind.__bases__, {})
"""
PATCHES = {
    "deciding.decide_step = proved": "verify.running.deciding.decide_step",
    "deciding.decide_step.__code__ = proved.__code__": "verify.running.deciding.decide_step",
    "deciding.any = lambda *_: True": "verify.running.deciding.any",
    "Kind.decided = lambda *_: []": "verify.steps.identity.Identity.decided",
    "Kind.__eq__ = lambda *_: True": "verify.steps.identity.Identity.__eq__",
    "Kind.__bases__ = (Other,)": "verify.steps.identity.Identity.__bases__",
    "del Kind.but_not": "verify.steps.identity.Identity.but_not",
    "sampling.COUNTS['quick'] = 0": "verify.methods.sampling: a table",
    "sampling.COUNTS = {'quick': 0}": "verify.methods.sampling.COUNTS",
    "sampling.search.__kwdefaults__ = {'descent': 0}": "verify.methods.sampling.search",
    "Fraction.__lt__ = lambda *_: True": "fractions.Fraction.__lt__",
    "builtins.divmod = None": "builtins.divmod",
    "sys.modules['verify.running.deciding'] = types.ModuleType('x')": "verify.running.deciding",
}


@pytest.mark.parametrize("patch", PATCHES)
@pytest.mark.long
def test_what_is_replaced_is_named_and_the_module_not_read(tmp_path, patch):
    file = tmp_path / "own.py"
    file.write_text(FALSE.format(imports=IMPORTS, patch=patch))
    found = discover((file,), alone=True)
    ((_, why),) = found.broken
    assert not found.statements and f"the engine was patched: {PATCHES[patch]} differs" in why
    assert patches.patched() == ""  # it was read in a process of its own


@pytest.mark.long
def test_what_is_imported_later_is_no_patch():
    line = (
        "import verify.vocabulary\n"
        "from verify.processes.patches import patched\n"
        "print(repr(patched()))\n"
        "import verify.session, verify.running.deciding, verify.render.normal_forms\n"
        "import verify.commands.run, verify.checkpoints.whole, copy, pickle\n"
        "print(repr(patched()))"
    )
    told = subprocess.run([sys.executable, "-c", line], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["''", "''"]


LATE = """
EXPERIMENT = ("seconds",)

def patching(*, seed, seconds):
    deciding.decide_step = proved
    return Record({}, 0.0)

@statement("H-0", PAPER.label("Section 1"), title="A run", argued=False)
def run_first(given):
    yield claim("It runs.", "run")
    yield "It runs.", Experiment(patching, full={"seconds": 1}, seed=1, name="run")
"""
READING = """
@statement("H-0", PAPER.label("Section 1"), title="A sum", origin="ours")
def a_sum(given):
    deciding.decide_step = proved
    a = given(any_scalar("a"))
    yield claim("It is twice.", "twice")
    yield "It is twice.", Identity(a + a, 2 * a, name="twice")
"""
IMPORTED = "deciding.decide_step = proved"


@pytest.mark.parametrize("patch", [LATE, READING, IMPORTED], ids=["late", "reading", "imported"])
@pytest.mark.long
def test_no_verdict_outlives_a_patch_in_a_folder(tmp_path, patch):
    folder = tmp_path / "patched"
    folder.mkdir()
    own = {"VERIFY_PAPERS": str(folder), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    line = [sys.executable, "-m", "verify", "run", "--jobs", "1", "--methods"]

    def run():
        told = subprocess.run(
            [*line, "symbolic,certificate,sampling"], env={**os.environ, **own},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        return told.returncode, told.stdout, told.stderr

    imports = f"{IMPORTS}\nfrom verify.steps.shows import Record"
    (folder / "a.py").write_text(FALSE.format(imports=imports, patch=patch))
    code, out, err = run()
    assert code == 2 and "✓" not in out and len(err.strip().splitlines()) == 1
    assert "the engine was patched: verify.running.deciding.decide_step" in err
    (folder / "a.py").write_text(FALSE.format(imports="", patch=""))
    code, out, err = run()
    assert code == 1 and "✗ H-1" in out and not err


def test_a_patched_engine_stores_nothing(tmp_path):
    kept, looks = Store(tmp_path), patches.patched
    try:
        patches.patched = lambda: "something"
        kept.write("key", [1])
    finally:
        patches.patched = looks
    assert kept.read("key") is None
    kept.write("key", [1])
    assert kept.read("key") == [1]
