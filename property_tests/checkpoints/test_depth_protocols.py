"""The papers' protocols on small checkpoints of generated weights, with the statements' claims."""

from __future__ import annotations

import json
import re
import sys
from cmath import phase
from html import escape
from math import cos
from pathlib import Path

import numpy as np
import pytest

sys.path.insert(0, str(Path(__file__).parent))
from depth_models import value_output, with_spectrum
from tiny_models import MODELS, made

from proofs.power_method.protocols import SPECTRA
from verify.checkpoints.checkpoint import load
from verify.checkpoints.protocols import Setting, protocol, protocols, run_protocol
from verify.checkpoints.starts import random_start
from verify.checkpoints.theory import read_theory
from verify.checkpoints.writing import write_checkpoint
from verify.cli import main
from verify.commands.depth import claims_of
from verify.language.mistakes import Mistake
from verify.numerics.reduced_layers import trajectory
from verify.telling.unicode_formulas import UnicodeNotation

THEORY = read_theory()
PROTOCOLS = protocols(THEORY)


@pytest.fixture(scope="module")
def claims():
    return {each.name: claims_of(each.name) for each in PROTOCOLS}


def parts(name, checkpoint, claims, *, depth=None, prompts=6, tokens=5, seed=1):
    start = random_start(checkpoint, prompts, tokens, seed)
    setting = Setting(checkpoint, start, depth or checkpoint.config.layers, seed)
    return {part.name: part for part in run_protocol(protocol(name, THEORY), setting, claims[name])}


def borne_out(part):
    assert part.claims, part.name
    return {claim.says: part.borne_out(claim) is claim.supported for claim in part.claims}


def test_every_protocol_but_the_table_has_claims_of_its_statement(claims):
    assert {name for name, found in claims.items() if any(found.values())} == {
        each.name for each in PROTOCOLS if each.name != "Table-1"
    }


@pytest.mark.parametrize("model", MODELS)
def test_the_reduced_layer_is_the_sum_over_heads(tmp_path, model, claims):
    checkpoint = load(made(tmp_path, model))
    (part,) = parts("B-X0", checkpoint, claims).values()
    told = borne_out(part)
    assert all(told.values()) and len(told) == 3 + checkpoint.config.causal


@pytest.mark.parametrize(
    "spectrum, run",
    [("two close ones", "two close ones"), ("a larger negative one", "a larger negative one"),
     ("a complex pair", "a complex pair"), ("a small complex pair", "a small pair, prolonged")],
)  # fmt: skip
def test_one_layer_repeated_does_what_the_text_says_of_its_spectrum(
    tmp_path, spectrum, run, claims
):
    checkpoint = with_spectrum(tmp_path, SPECTRA[spectrum], layers=24)
    found = parts("B-X1", checkpoint, claims)
    assert all(borne_out(found[run]).values())
    for name, part in found.items():
        layers = 5 * 24 if name == "a small pair, prolonged" else 24
        assert {len(row) for row in part.series.values()} == {layers + 1}


def test_a_negative_eigenvalue_that_is_too_large_is_told_from_the_others(tmp_path, claims):
    checkpoint = with_spectrum(tmp_path, SPECTRA["a negative one that is too large"], layers=24)
    part = parts("B-X1", checkpoint, claims)["a larger negative one"]
    told = borne_out(part)
    assert not told["tokens reach the eigenvector"]
    assert part.figures["squared modulus of the first multiplier less the largest other"].high < 0


def test_layers_that_differ_are_measured_as_the_statement_measures_its_own(tmp_path, claims):
    from verify.numerics.depth_records import layer_by_layer
    from verify.numerics.layer_matrices import eigensystem
    from verify.numerics.reduced_layers import ReducedLayer

    folder = made(tmp_path, "gpt2", width=16, heads=4, layers=6, dtype="F64")
    checkpoint = load(folder)
    start = random_start(checkpoint, 4, 5, seed=1).vectors
    layers = [
        ReducedLayer(value_output(k), k.matrix("query"), k.matrix("key"), k.heads, causal=True)
        for k in checkpoint.layers
    ]
    path = trajectory(layers, start)
    systems = [eigensystem(k.F()) for k in checkpoint.layers]
    wanted = layer_by_layer(zip(systems, path, path[1:], strict=False))
    (found,) = parts("B-X2", checkpoint, claims, prompts=4).values()
    assert found.figures == wanted and len(found.series["(4)"]) == 6
    (found,) = parts("B-X3", checkpoint, claims, prompts=4).values()
    assert found.series["gap of the real parts"] == tuple(s.gap for s in systems)


def test_tokens_are_near_the_plane_of_a_pair_while_its_power_comes_first(tmp_path, claims):
    """Of k equal layers the product has the pair's k-th power, first while its real part is.

    Tokens turn towards the plane of the pair in every layer, away from what else comes first.
    """
    spectrum = SPECTRA["a complex pair"]
    checkpoint = with_spectrum(tmp_path, spectrum, layers=12)
    (part,) = parts("B-X4", checkpoint, claims).values()
    ratios = part.series["ratio to the average"]
    angles = [k * phase(spectrum[0]) for k in range(1, 13)]
    assert len(ratios) == 12
    assert all(ratio > 1 for ratio, angle in zip(ratios, angles, strict=True) if cos(angle) > 0.1)
    assert all(ratio < 1 for ratio, angle in zip(ratios, angles, strict=True) if cos(angle) < -0.1)


def test_steering_reaches_u_in_the_reduced_dynamics(tmp_path, claims):
    checkpoint = load(made(tmp_path, "bert", width=48, heads=4, layers=3))
    (part,) = parts("B-X5", checkpoint, claims).values()
    assert all(borne_out(part).values())
    (whole,) = parts("B-X6", checkpoint, claims).values()
    name = "mean alignment with the written direction after the last layer"
    assert whole.figures[name].low > 0 and whole.claims


def test_small_examples_need_a_real_eigenvector_and_two_tokens(tmp_path, claims):
    real = with_spectrum(tmp_path / "real", (1.0, 0.3, -0.5), layers=40)
    told = borne_out(parts("B-X7", real, claims, prompts=20)["one head"])
    assert told["tokens end at $v_1$ or $-v_1$"]
    turning = with_spectrum(tmp_path / "pair", (1.0 + 1j, 0.3), layers=4)
    with pytest.raises(Mistake, match="complex pair"):
        parts("B-X7", turning, claims)
    with pytest.raises(Mistake, match="one token"):
        parts("B-X7", real, claims, tokens=1)


def test_tokens_near_v_1_and_its_opposite_stay_if_scores_hold_them(tmp_path, claims):
    # P = 3 I: tanh(3) > lambda_2/lambda_1, so the bipartite state attracts (B-T3).
    from depth_models import shared

    from verify.numerics.layer_matrices import ValueOutput
    from verify.numerics.reduced_layers import ReducedLayer

    queries = np.sqrt(3 * np.sqrt(3)) * np.eye(3)
    factors = ValueOutput(np.eye(3), np.diag([1.0, 0.3, -0.5]))
    held = shared(tmp_path, ReducedLayer(factors, queries, queries, 1), layers=40)
    assert np.allclose(held.layers[0].P(0), 3 * np.eye(3))
    assert all(borne_out(parts("B-X7", held, claims, tokens=6)["bipartite"]).values())


@pytest.mark.parametrize("shift", [0.0, 0.5])
def test_the_loop_is_told_beside_its_last_norm_alone(tmp_path, shift, claims):
    # As the statement's control: small weights, and a last norm with a shift or without.
    folder = made(tmp_path / "old", "gpt2", width=32, heads=4, layers=3, positions=16, dtype="F64")
    checkpoint = load(folder)
    changed = {}
    for name in checkpoint.names.values():
        array = checkpoint.weights.read(name)
        gain = array.ndim == 1 and name.endswith("weight")
        changed[name] = 0.1 * array if array.ndim == 2 else np.full_like(array, float(gain))
    names = {"wte.weight", "wpe.weight"}
    changed = {name: array for name, array in changed.items() if name not in names}
    changed["ln_f.bias"] = shift * np.linspace(-1, 1, 32)
    write_checkpoint(folder, tmp_path / "new", changed)
    found = parts("A-6.2", load(tmp_path / "new"), claims, depth=90, tokens=8)
    assert len(found) == 6
    alone = found["control"].figures["mean of (25) at the end of the norm alone"]
    assert (alone.high < 0.01) == bool(shift)
    trace = found["control"].series["(25)"]
    assert len(trace) == 30 * 3 + 1 and len(found["control"].series["(25) of the norm alone"]) == 31
    # Random weights have a norm without a shift, which leaves tokens apart.
    told = borne_out(found["random weights"])
    assert told["the final norm alone leaves them apart"]


def test_a_model_without_a_last_norm_is_not_looped(tmp_path, claims):
    with pytest.raises(Mistake, match="has no last norm"):
        parts("A-6.2", load(made(tmp_path, "bert")), claims)


def test_the_command_runs_all_of_them(tmp_path, capsys):
    folder = str(made(tmp_path / "model", "gpt2"))
    assert main(["depth", "--protocol", "list"]) == 0
    listed = [line.split()[0] for line in capsys.readouterr().out.splitlines()]
    assert listed == [each.name for each in PROTOCOLS]
    file, page = tmp_path / "out.json", tmp_path / "out.html"
    for name in ("Table-1", "b-x2", "B-X5"):
        asked = ["depth", folder, "--protocol", name, "--json", str(file), "--html", str(page)]
        assert main(asked) == 0
        found = json.loads(file.read_text())
        shown = page.read_text()
        for part in found["parts"]:
            assert all(escape(name) in shown for name in part["figures"])
            assert all(
                escape(UnicodeNotation().prose(claim["says"])) in shown for claim in part["claims"]
            )
        drawn = sum(bool(part["series"]) for part in found["parts"])
        assert shown.count("<svg") >= drawn and "<script" not in shown
        assert not re.search(r'(?:src|href)="(?!data:|#)', shown)
        assert found["schema"] == "verify.protocol/1" and found["protocol"].lower() == name.lower()
        assert all(part["figures"] for part in found["parts"])
    assert ": met here" in capsys.readouterr().out
