"""Spectra of layers: against dense matrices, exact instances, and weights made to order."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from xml.etree import ElementTree

import numpy as np
import pytest

from verify.checkpoints import spectra
from verify.checkpoints.checkpoint import load
from verify.checkpoints.factors import MatrixFactors
from verify.checkpoints.generated import write_random
from verify.checkpoints.heads import compressed, head_facts, score_facts
from verify.checkpoints.layer_facts import layer_facts
from verify.checkpoints.products import products
from verify.checkpoints.spectra import layer_spectrum
from verify.checkpoints.spectrum_run import chosen_layers, spectrum_run
from verify.checkpoints.theory import beyond, read_theory, theorems
from verify.checkpoints.writing import write_checkpoint
from verify.cli import main
from verify.numerics.layer_matrices import principal_first

ARCHITECTURES = ("gpt2", "gpt_neo", "bert", "albert", "llama", "mistral", "qwen2")

THEORY = read_theory()


def checkpoint(folder, model="gpt2", **settings):
    return load(write_random(folder, model, **({"seed": 5, "width": 16, "heads": 2} | settings)))


def of(matrix):
    """Return factors of a matrix: itself and the identity."""
    matrix = np.asarray(matrix, dtype=float)
    return MatrixFactors(matrix, np.eye(len(matrix)))


def edited(source, target, **matrices):
    """Return the checkpoint with matrices of layer 0 replaced, by role."""
    layer = source.layers[0]
    changed = {}
    for role, matrix in matrices.items():
        changed |= layer.stored_as(role, matrix)
    write_checkpoint(source.folder, target, changed)
    return load(target)


def judged(checkpoint, number=0):
    layer = checkpoint.layers[number]
    return {theorem.id: theorem for theorem in theorems(layer_facts(layer, layer.F()), THEORY)}


def lacks(theorem):
    return {hypothesis.says for hypothesis in theorem.missing}


# ------------------------------------------------------------------ against dense matrices


@pytest.mark.parametrize("model", ARCHITECTURES)
def test_layers_are_as_dense_matrices_say(tmp_path, model):
    for layer in checkpoint(tmp_path, model).layers:
        F = layer.F()
        values, vectors = np.linalg.eig(F)
        expected = principal_first(values, vectors).values
        found = layer_spectrum(layer.value_output_factors(), F)
        near = np.abs(found.system.values[:, None] - expected[None, :]).min(axis=1)
        condition = np.linalg.cond(vectors)  # by Bauer and Fike, what a residual can do
        assert near.max() <= found.residuals.max() * condition
        others = np.delete(expected, range(2 if expected[0].imag else 1))
        margin = abs(1 + expected[0]) ** 2 - (np.abs(1 + others) ** 2).max()
        assert abs(found.margin - margin) <= found.margin_error * condition
        for head in head_facts(layer):
            F_h, P_h = layer.F(head.number), layer.P(head.number)
            extremes = np.linalg.eigvalsh((P_h + P_h.T) / 2)[[0, -1]]
            error = head.scores.error + 1e-14 * np.linalg.norm(P_h) * len(P_h)
            assert np.abs(extremes - [head.scores.least, head.scores.largest]).max() <= error
            assert head.scores.norm == pytest.approx(np.linalg.norm(P_h, 2), rel=1e-9)
            of_head, basis = np.linalg.eig(
                layer.head(head.number).right @ layer.outputs(head.number)
            )
            allowed = head.error * np.linalg.cond(basis)
            assert abs(head.leading.real - max(of_head.real.max(), 0)) <= allowed
            # Beside these F_h has zeros only: powers have the traces that they give.
            for j in (1, 2, 3):
                trace = np.trace(np.linalg.matrix_power(F_h, j))
                allowed = j * len(F_h) * head.error * (head.norm + head.error) ** (j - 1)
                assert abs(trace - (head.values**j).sum()) <= allowed
            asymmetry = np.linalg.norm(F_h - F_h.T) / np.linalg.norm(F_h)
            assert head.symmetry.asymmetry == pytest.approx(asymmetry, rel=1e-6)
            F_0 = layer.F(0)
            off = np.linalg.norm(F_h - F_0) / np.linalg.norm(F_0)
            assert head.difference == pytest.approx(off, rel=1e-6, abs=head.difference_error)


def test_an_iteration_finds_what_the_dense_matrix_has(tmp_path, monkeypatch):
    layer = checkpoint(tmp_path, width=200, heads=4, layers=1).layers[0]
    dense = layer_spectrum(layer.value_output_factors())
    monkeypatch.setattr(spectra, "DENSE", 0)
    found = layer_spectrum(layer.value_output_factors(), seed=3)
    assert not found.complete and dense.complete
    whole = layer_spectrum(layer.value_output_factors(), every=True)
    assert whole.every.tolist() == dense.every.tolist()
    assert found.case == dense.case
    condition = np.linalg.cond(dense.system.vectors)  # by Bauer and Fike, what a residual can do
    for ours, theirs in zip(found.leading, dense.leading, strict=False):
        assert abs(ours.value - theirs.value) <= (ours.residual + theirs.residual) * condition
    assert abs(found.margin - dense.margin) <= found.margin_error * condition
    F, x = layer.F(), found.system.vectors[:, 0]
    true = np.linalg.norm(F @ x - found.system.values[0] * x) / np.linalg.norm(x)
    assert true <= found.residuals[0] <= 10 * spectra.TOLERANCE * found.norm


def test_the_fastest_eigenvalue_is_found_far_from_the_first(monkeypatch):
    # Behind every eigenvalue of the first few in real part there is one that grows faster.
    rng = np.random.default_rng(0)
    diagonal = np.concatenate([[1.0, 0.9, 0.8, 0.7, 0.6, 0.5], rng.uniform(-0.5, 0.4, 60), [-4.0]])
    basis = np.linalg.qr(rng.standard_normal((67, 67)))[0]
    F = basis @ np.diag(diagonal) @ basis.T
    monkeypatch.setattr(spectra, "DENSE", 0)
    monkeypatch.setattr(spectra, "BASIS", 30)
    found = layer_spectrum(of(F))
    assert not found.complete
    assert found.fastest.value == pytest.approx(-4, abs=1e-4)
    assert found.outgrows is False


def test_the_step_bound_is_that_of_lemma_4():
    found = layer_spectrum(of(np.diag([1.0, 0.5, -3.0])))
    assert found.step_bound == pytest.approx(2 / (3 - 1))
    assert layer_spectrum(of(np.diag([1.0, 0.5, -1.0]))).step_bound == float("inf")
    assert layer_spectrum(of(np.diag([1.0, 1.0, -1.0]))).step_bound == 0


def test_definiteness_is_decided_in_few_coordinates():
    rng = np.random.default_rng(1)
    A = rng.standard_normal((40, 3))
    assert score_facts(MatrixFactors(A, A.T)).definiteness == "positive semidefinite"
    assert score_facts(MatrixFactors(A, -A.T)).definiteness == "negative semidefinite"
    assert score_facts(MatrixFactors(A, rng.standard_normal((3, 40)))).definiteness == "indefinite"
    assert score_facts(MatrixFactors(0 * A, A.T)).definiteness == "zero"
    B = rng.standard_normal((5, 5))
    assert score_facts(MatrixFactors(B, B.T)).definiteness == "positive definite"


@pytest.mark.parametrize("power", [0, 3, 6, 9])
def test_the_small_matrix_has_the_eigenvalues_whatever_the_condition(power):
    rng = np.random.default_rng(power)
    scales = np.logspace(0, -power, 3)
    left, right = rng.standard_normal((30, 3)) * scales, rng.standard_normal((3, 30))
    small, error = compressed(MatrixFactors(left, right))
    whole = left @ right
    expected = np.linalg.eigvalsh((whole + whole.T) / 2)
    found = np.linalg.eigvalsh((small + small.T) / 2)
    assert abs(expected[0] - found[0]) <= error + 1e-14 * np.linalg.norm(whole)
    assert abs(expected[-1] - found[-1]) <= error + 1e-14 * np.linalg.norm(whole)


# ------------------------------------------------------------------ the exact condition


def block(first, others):
    """Return diag(first) with blocks ((re, -im), (im, re)), and the exact margin at step 1."""
    size = 1 + 2 * len(others)
    F = [[Fraction(0)] * size for _ in range(size)]
    F[0][0] = first
    margins = []
    for k, (re, im) in enumerate(others):
        at = 1 + 2 * k
        F[at][at] = F[at + 1][at + 1] = re
        F[at][at + 1], F[at + 1][at] = -im, im
        margins.append((1 + first) ** 2 - (1 + re) ** 2 - im**2)
    return np.array([[float(x) for x in row] for row in F]), min(margins)


def test_the_margin_has_the_sign_of_exact_instances():
    rng = np.random.default_rng(2)
    signs = set()
    for _ in range(200):
        numbers = [Fraction(int(n), 8) for n in rng.integers(-24, 25, 5)]
        first = abs(numbers[0]) + Fraction(1, 8)
        others = [(min(numbers[k], first - Fraction(1, 8)), numbers[k + 1]) for k in (1, 3)]
        F, margin = block(first, others)
        found = layer_spectrum(of(F))
        assert found.case == 1
        assert abs(found.margin - float(margin)) <= found.margin_error
        exact = None if margin == 0 else margin > 0
        assert found.outgrows is exact
        signs.add(exact)
    assert {True, False} <= signs


def test_a_first_real_part_is_not_enough():
    found = layer_spectrum(of([[1, 0, 0], [0, 0, -3], [0, 3, 0]]))  # 2^2 against 1 + 3^2
    assert (found.case, found.outgrows) == (1, False)
    assert found.margin == pytest.approx(-6)


def test_no_gap_is_case_3():
    assert layer_spectrum(of(np.diag([1.0, 1.0, 0.0]))).case == 3
    assert layer_spectrum(of([[0, -1, 0], [1, 0, 0], [0, 0, -1]])).case == 2


# ------------------------------------------------------------------ hypotheses turn


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    """A checkpoint with one head of full width."""
    folder = tmp_path_factory.mktemp("single")
    return checkpoint(folder / "bert", "bert", width=4, heads=1, layers=1, dtype="F64")


def put(single, target, value, **others):
    return edited(single, target, value=np.array(value, dtype=float), output=np.eye(4), **others)


def test_a_dominant_eigenvalue_makes_consensus_attract(single, tmp_path):
    good = judged(put(single, tmp_path / "good", np.diag([1.0, 0.5, 0.2, -0.5])))
    assert good["B-T1"].applies and not good["B-C1"].applies
    bad = judged(put(single, tmp_path / "bad", np.diag([1.0, 0.5, 0.2, -3.5])))
    assert bad["B-C1"].applies
    assert lacks(bad["B-T1"]) == {"|1 + lambda_k| < |1 + lambda_1| for every other k"}
    negative = judged(put(single, tmp_path / "negative", -np.diag([0.2, 0.3, 0.4, 0.5])))
    assert "lambda_1 is positive" in lacks(negative["B-T1"])
    double = judged(put(single, tmp_path / "double", np.diag([1.0, 1.0, 0.2, 0.1])))
    assert "a gap in real part to the next eigenvalue" in lacks(double["B-T1"])


def test_a_complex_pair_turns(single, tmp_path):
    turning = np.diag([0.5, 0.5, 0.1, 0.1])
    turning[0, 1], turning[1, 0] = -0.3, 0.3
    found = judged(put(single, tmp_path / "pair", turning))
    assert found["B-C2"].applies and "lambda_1 is real" in lacks(found["B-T1"])


def test_a_multiple_of_the_identity_is_told(single, tmp_path):
    exact = judged(put(single, tmp_path / "exact", 0.7 * np.eye(4)))
    assert exact["A-T4.1"].applies and exact["A-T4.1++"].applies
    off = 0.7 * np.eye(4)
    off[0, 1] = 1e-9
    assert not judged(put(single, tmp_path / "off", off))["A-T4.1"].applies
    assert not judged(put(single, tmp_path / "minus", -0.7 * np.eye(4)))["A-T4.1"].applies


def test_symmetry_is_told(single, tmp_path):
    symmetric = np.array([[0.5, 0.1, 0, 0], [0.1, 0.2, 0, 0], [0, 0, 0.1, 0], [0, 0, 0, -0.1]])
    found = judged(put(single, tmp_path / "symmetric", symmetric))
    assert found["B-T3*"].applies and found["A-T5.2'"].applies
    assert lacks(found["A-T5.2"]) == {"attention is causal"}
    symmetric[0, 1] += 1e-9
    broken = judged(put(single, tmp_path / "broken", symmetric))
    assert "F is symmetric" in lacks(broken["B-T3*"])
    assert "every F_h is symmetric" in lacks(broken["A-T5.2'"])


def test_scores_are_told(single, tmp_path):
    Q = np.array([[2.0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]])
    P = single.config.scales[0] * Q.T @ Q
    found = judged(put(single, tmp_path / "definite", 0.3 * P, query=Q, key=Q))
    assert found["B-L15"].applies and found["A-C3.1"].applies
    K = Q.copy()
    K[0, 3] += 1
    other = judged(put(single, tmp_path / "other", 0.3 * P, query=Q, key=K))
    assert lacks(other["A-C3.1"]) == {
        "P_h is symmetric",
        "the value matrix is a positive multiple of P",
    }


def test_what_stands_around_the_matrices_is_told(tmp_path):
    local = checkpoint(tmp_path / "neo", "gpt_neo", layers=2)
    assert judged(local, 0)["A-L4.1"].applies  # this architecture has no biases there
    assert "attention is full or causal" in lacks(judged(local, 1)["B-T1"])
    turned = checkpoint(tmp_path / "llama", "llama")
    assert "positions do not rotate queries and keys" in lacks(judged(turned)["A-L4.1"])
    assert "positions that rotate queries and keys" in beyond(
        layer_facts(turned.layers[0], turned.layers[0].F())
    )
    first = judged(checkpoint(tmp_path / "gpt2", "gpt2"))["A-R2.3"]
    assert {"the norm comes after attention", "attention has no biases"} <= lacks(first)


def test_no_outcome_is_claimed_beyond_the_theorems(tmp_path):
    for model in ARCHITECTURES:
        run = spectrum_run(checkpoint(tmp_path / model, model), (0, 1))
        for result in run.results:
            told = [t.id for t in result.theorems if t.applies and t.id != "A-L4.1"]
            assert all(f"{name}: " in result.outcome for name in told)
            assert told or result.outcome.startswith("no theorem applies: ")
            assert any("feed-forward" in each for each in result.beyond)


# ------------------------------------------------------------------ products, layers


def test_products_are_those_of_dense_matrices():
    rng = np.random.default_rng(4)
    matrices = [(k, rng.standard_normal((6, 6)) / 4) for k in range(5)]
    whole = np.eye(6)
    for (_, F), found in zip(matrices, products(matrices, 5), strict=True):
        whole = (np.eye(6) + F) @ whole
        singular = np.linalg.svd(whole, compute_uv=False)
        size = np.linalg.norm(whole)
        assert found.log_size == pytest.approx(np.log(size))
        assert found.singular_ratio == pytest.approx(singular[1] / singular[0])
        top = np.abs(np.linalg.eigvals(whole)).max()
        assert abs(found.values[0]) == pytest.approx(top / size)


def test_results_depend_neither_on_jobs_nor_on_what_else_is_asked(tmp_path):
    source = checkpoint(tmp_path, "bert", layers=4)
    one, two = (spectrum_run(source, range(4), jobs=jobs) for jobs in (1, 3))
    part = spectrum_run(source, (2,))
    assert [r.facts.spectrum.leading for r in one.results] == [
        r.facts.spectrum.leading for r in two.results
    ]
    assert one.products == two.products
    assert part.results[0].facts.spectrum.leading == one.results[2].facts.spectrum.leading


def test_shared_layers_are_measured_once_and_multiplied_each_time(tmp_path):
    run = spectrum_run(checkpoint(tmp_path, "albert", layers=3), range(3))
    assert len(run.distinct) == 1 and run.distinct[0][0] == (0, 1, 2)
    assert len(run.products) == 3
    assert run.network[0].applies


def test_layers_are_named():
    assert chosen_layers("0,3-5, 4", 6) == (0, 3, 4, 5)
    assert chosen_layers(None, 2) == (0, 1)


# ------------------------------------------------------------------ the command


def test_the_command_tells_the_same_everywhere(tmp_path, capsys):
    folder = write_random(tmp_path / "<b>&", "gpt2", seed=2, width=16, heads=2, layers=3)
    page, data = tmp_path / "page.html", tmp_path / "data.json"
    asked = ["spectrum", str(folder), "--layers", "0,2", "--json", str(data), "--html", str(page)]
    assert main([*asked, "--theorems"]) == 0
    text = capsys.readouterr().out
    read = json.loads(data.read_text())
    assert read["schema"] == "verify.spectrum/1"
    assert [each["layer"] for each in read["layers"]] == [0, 2]
    for each in read["layers"]:
        assert each["predicted"] in text
        assert len(each["spectrum"]["eigenvalues"]) == 16
    markup = page.read_text()
    assert "<b>&" not in markup and "&lt;b&gt;&amp;" in markup
    assert "http://" not in markup and "https://" not in markup and "<script" not in markup
    ElementTree.fromstring(markup.removeprefix("<!DOCTYPE html>\n"))
    assert main(["spectrum", str(folder), "--layers", "0,2", "--json", "-"]) == 0
    assert json.loads(capsys.readouterr().out) == read


@pytest.mark.parametrize(
    ("arguments", "line"),
    [
        (["--layers", "7"], "--layers: unknown layer 7; layers are numbered from 0 to 1"),
        (["--layers", "1-0"], "--layers: '1-0' is in the wrong order; use 0-1"),
        (["--layers", "first"], "--layers: 'first' is not a list of layers"),
        (["--layers", ""], "--layers: '' is not a list of layers"),
        (["--json", "no/such/file"], "--json: the folder"),
        (["--json", "x", "--html", "x"], "--html: --json writes the same file; give another"),
        (["--seed", "x"], "--seed: 'x' is not an integer; use one"),
        (["--seed", "-1"], "--seed: -1 is negative; give 0 or more"),
    ],
)
def test_bad_input_is_one_line(tmp_path, monkeypatch, capsys, arguments, line):
    folder = write_random(tmp_path / "model", "gpt2", seed=2)
    monkeypatch.chdir(tmp_path)
    assert main(["spectrum", str(folder), *arguments]) == 2
    told = capsys.readouterr().err
    assert told.startswith(f"verify: {line}") and told.count("\n") == 1
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_nothing_is_put_into_the_checkpoint(tmp_path, capsys):
    folder = write_random(tmp_path / "model", "gpt2", seed=2)
    assert main(["spectrum", str(folder), "--html", str(folder / "config.json")]) == 2
    assert main(["spectrum", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.count("\n") == 2
    assert load(folder).config.layers == 2


def test_a_matrix_of_zeros_is_no_trouble(tmp_path):
    source = checkpoint(tmp_path / "from", width=8, layers=1)
    zero = edited(source, tmp_path / "zero", output=np.zeros((8, 8)))
    run = spectrum_run(zero, (0,))
    assert run.results[0].facts.spectrum.case == 3
    assert run.results[0].outcome.startswith("no theorem applies")
    assert replace(run.products[0], residual=0.0).ratio == 1
