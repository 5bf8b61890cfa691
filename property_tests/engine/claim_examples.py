"""Statements made up for tests of claims: a module each, with a proof beside it."""

import importlib.util
import itertools

import pytest

from verify.methods.kernel.installed import available
from verify.methods.kernel.theorems import decide_claims
from verify.processes.places import cache_folder
from verify.statements.proof_files import coq_name

needs_coq = pytest.mark.skipif(not available(), reason="Coq is not installed")
METHODS = ["symbolic", "certificate", "sampling", "kernel"]
NUMBERS = itertools.count()
HEAD = (
    "from verify.vocabulary import *\n"
    "PAPER = Paper(key='T', title='T', authors='-', year=2026, reference='-')\n"
    "@statement('T-1', PAPER.label('T-1'), title='A test')\n"
    "def test(given):\n"
)
SQUARE = """
    x = given(any_scalar('x'))
    yield claim('A square is not negative.', x * x >= 0)
    yield 'It is.', Inequality(x * x >= 0, because=x**2, name='square')
"""


def stated_in(folder):
    """Return what makes a statement of a body, in a module of its own with this proof beside it."""

    def made(body, proof=None, name="T-1", before=""):
        module_name = f"stated_{next(NUMBERS)}"
        path = folder / f"{module_name}.py"
        path.write_text(before + HEAD.replace("T-1", name) + body, encoding="utf-8")
        if proof is not None:
            (folder / f"{coq_name(name)}.v").write_text(proof, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(module_name, path)
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        return module.test

    return made


def proof(script, before="", name="proof", says="T_1"):
    """Return the file of a proof."""
    return (
        "From Coq Require Import Reals Lra.\nFrom Kernel Require Import Prelude Words.\n"
        f"From Claimed Require Import T_1.\nOpen Scope R_scope.\n{before}\n"
        f"Theorem {name} : {says}.\nProof. {script} Qed.\n"
    )


def said(statement):
    """Return what Coq says of the claim of a statement, asked anew."""
    return decide_claims([statement], 1, cache_folder(), fresh=True)["T-1"]


def answered(stated, bodies):
    """Return what Coq says of claims, which it is asked together, by the names of their bodies."""
    labels = {name: f"T-{number}" for number, name in enumerate(bodies, 1)}
    made = [stated(body, name=labels[name]) for name, body in bodies.items()]
    found = decide_claims(made, 2, cache_folder(), fresh=True)
    return {name: found[label] for name, label in labels.items()}
