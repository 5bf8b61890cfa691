"""Spectra of layers: against dense matrices, exact instances, and weights made to order."""

import json
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest

from property_tests.checkpoints.folders import FAMILIES, made
from verify.checkpoints import spectra
from verify.checkpoints.factors import MatrixFactors
from verify.checkpoints.heads import head_facts, score_facts
from verify.checkpoints.layer_facts import layer_facts
from verify.checkpoints.layers import load_checkpoint
from verify.checkpoints.spectra import layer_spectrum
from verify.checkpoints.spectrum_run import spectrum_run
from verify.checkpoints.theory import read_theory, theorems
from verify.cli import main
from verify.numerics.layer_matrices import principal_first

THEORY = read_theory()


def checkpoint(folder, model="gpt2", **settings):
    made(folder, model, **({"seed": 5, "heads": 2} | settings))
    return load_checkpoint(folder)


def of(matrix):
    """Return factors of a matrix: itself and the identity."""
    matrix = np.asarray(matrix, dtype=float)
    return MatrixFactors(matrix, np.eye(len(matrix)))


def judged(layer):
    return {theorem.id: theorem for theorem in theorems(layer_facts(layer), THEORY)}


def lacks(theorem):
    return {hypothesis.says for hypothesis in theorem.missing}


# ------------------------------------------------------------------ against dense matrices


@pytest.mark.parametrize("model", FAMILIES)
def test_layers_are_as_dense_matrices_say(tmp_path, model):
    source = checkpoint(tmp_path, model)
    for layer in map(source.layer, range(2)):
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
            factors = layer.head(head.number)
            F_h, P_h = factors.dense(), layer.scores(head.number).dense()
            extremes = np.linalg.eigvalsh((P_h + P_h.T) / 2)[[0, -1]]
            error = head.scores.error + 1e-14 * np.linalg.norm(P_h) * len(P_h)
            assert np.abs(extremes - [head.scores.least, head.scores.largest]).max() <= error
            assert head.scores.norm == pytest.approx(np.linalg.norm(P_h, 2), rel=1e-9)
            of_head, basis = np.linalg.eig(factors.right @ factors.left)
            allowed = head.error * np.linalg.cond(basis)
            assert abs(head.leading.real - max(of_head.real.max(), 0)) <= allowed
            # Beside these F_h has zeros only: powers have the traces that they give.
            for j in (1, 2, 3):
                trace = np.trace(np.linalg.matrix_power(F_h, j))
                allowed = j * len(F_h) * head.error * (head.norm + head.error) ** (j - 1)
                assert abs(trace - (head.values**j).sum()) <= allowed
            asymmetry = np.linalg.norm(F_h - F_h.T) / np.linalg.norm(F_h)
            assert head.symmetry.asymmetry == pytest.approx(asymmetry, rel=1e-6)


def test_an_iteration_finds_what_the_dense_matrix_has(tmp_path, monkeypatch):
    layer = checkpoint(tmp_path, width=200, heads=4, layers=1).layer(0)
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


def test_definiteness_is_decided_in_few_coordinates():
    rng = np.random.default_rng(1)
    A = rng.standard_normal((40, 3))
    assert score_facts(MatrixFactors(A, A.T)).definiteness == "positive semidefinite"
    assert score_facts(MatrixFactors(A, -A.T)).definiteness == "negative semidefinite"
    assert score_facts(MatrixFactors(A, rng.standard_normal((3, 40)))).definiteness == "indefinite"
    assert score_facts(MatrixFactors(0 * A, A.T)).definiteness == "zero"
    B = rng.standard_normal((5, 5))
    assert score_facts(MatrixFactors(B, B.T)).definiteness == "positive definite"


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


def test_no_gap_is_case_3():
    assert layer_spectrum(of(np.diag([1.0, 1.0, 0.0]))).case == 3
    assert layer_spectrum(of([[0, -1, 0], [1, 0, 0], [0, 0, -1]])).case == 2


# ------------------------------------------------------------------ hypotheses turn


@pytest.fixture(scope="module")
def single(tmp_path_factory):
    """A layer with one head of full width."""
    layer = checkpoint(tmp_path_factory.mktemp("single"), "bert", width=4, heads=1, layers=1).layer(
        0
    )
    # Without what hypotheses on gains and biases would see.
    return replace(layer, biases={}, gain=np.ones(4), shift=np.zeros(4))


def put(single, value, **others):
    return replace(single, value=np.array(value, dtype=float), output=np.eye(4), **others)


def test_a_dominant_eigenvalue_makes_consensus_attract(single):
    good = judged(put(single, np.diag([1.0, 0.5, 0.2, -0.5])))
    assert good["B-T1"].applies and not good["B-C1"].applies
    bad = judged(put(single, np.diag([1.0, 0.5, 0.2, -3.5])))
    assert bad["B-C1"].applies
    assert lacks(bad["B-T1"]) == {"|1 + lambda_k| < |1 + lambda_1| for every other k"}
    negative = judged(put(single, -np.diag([0.2, 0.3, 0.4, 0.5])))
    assert "lambda_1 is positive" in lacks(negative["B-T1"])
    double = judged(put(single, np.diag([1.0, 1.0, 0.2, 0.1])))
    assert "a gap in real part to the next eigenvalue" in lacks(double["B-T1"])


def test_a_complex_pair_turns(single):
    turning = np.diag([0.5, 0.5, 0.1, 0.1])
    turning[0, 1], turning[1, 0] = -0.3, 0.3
    found = judged(put(single, turning))
    assert found["B-C2"].applies and "lambda_1 is real" in lacks(found["B-T1"])


def test_a_multiple_of_the_identity_is_told(single):
    exact = judged(put(single, 0.7 * np.eye(4)))
    assert exact["A-T4.1"].applies and exact["A-T4.1++"].applies
    off = 0.7 * np.eye(4)
    off[0, 1] = 1e-9
    assert not judged(put(single, off))["A-T4.1"].applies
    assert not judged(put(single, -0.7 * np.eye(4)))["A-T4.1"].applies


def test_symmetry_is_told(single):
    symmetric = np.array([[0.5, 0.1, 0, 0], [0.1, 0.2, 0, 0], [0, 0, 0.1, 0], [0, 0, 0, -0.1]])
    found = judged(put(single, symmetric))
    assert found["B-T3*"].applies and found["A-T5.2'"].applies
    assert lacks(found["A-T5.2"]) == {"attention is causal"}
    symmetric[0, 1] += 1e-9
    broken = judged(put(single, symmetric))
    assert "F is symmetric" in lacks(broken["B-T3*"])
    assert "every F_h is symmetric" in lacks(broken["A-T5.2'"])


def test_scores_are_told(single):
    Q = np.array([[2.0, 1, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 1, 1]])
    P = single.scale * Q.T @ Q
    found = judged(put(single, 0.3 * P, query=Q, key=Q))
    assert found["B-L15"].applies and found["A-C3.1"].applies
    K = Q.copy()
    K[0, 3] += 1
    other = judged(put(single, 0.3 * P, query=Q, key=K))
    assert lacks(other["A-C3.1"]) == {
        "P_h is symmetric",
        "the value matrix is a positive multiple of P",
    }


def test_what_stands_around_the_matrices_is_told(tmp_path):
    local = checkpoint(tmp_path / "neo", "gpt_neo")
    assert judged(local.layer(0))["A-L4.1"].applies  # this family has no biases there
    assert "attention is full or causal" in lacks(judged(local.layer(1))["B-T1"])
    turned = checkpoint(tmp_path / "llama", "llama", heads=4).layer(0)
    assert "positions do not turn queries and keys" in lacks(judged(turned)["A-L4.1"])
    first = judged(checkpoint(tmp_path / "gpt2", "gpt2").layer(0))["A-R2.3"]
    assert {"the norm comes after attention", "attention has no biases"} <= lacks(first)


def test_no_outcome_is_claimed_beyond_the_theorems(tmp_path):
    for model in FAMILIES:
        run = spectrum_run(checkpoint(tmp_path / model, model, heads=4), (0, 1))
        for result in run.results:
            told = [t.id for t in result.theorems if t.applies and t.id != "A-L4.1"]
            assert all(f"{name}: " in result.outcome for name in told)
            assert told or result.outcome.startswith("no theorem applies: ")


# ------------------------------------------------------------------ layers, the command


def test_results_depend_neither_on_jobs_nor_on_what_else_is_asked(tmp_path):
    source = checkpoint(tmp_path, "bert", layers=4)
    one, two = (spectrum_run(source, range(4), jobs=jobs) for jobs in (1, 3))
    part = spectrum_run(source, (2,))
    leading = [r.facts.spectrum.leading for r in one.results]
    assert leading == [r.facts.spectrum.leading for r in two.results]
    assert part.results[0].facts.spectrum.leading == leading[2]


def test_shared_layers_are_measured_once(tmp_path):
    run = spectrum_run(checkpoint(tmp_path, "albert", layers=3), range(3))
    assert len(run.distinct) == 1 and run.distinct[0][0] == (0, 1, 2)


def test_the_command_tells_and_writes_what_was_measured(tmp_path, capsys):
    source = checkpoint(tmp_path / "model", layers=3)
    said = tmp_path / "said.json"
    asked = ["spectrum", str(tmp_path / "model"), "--layers", "0,2", "--json", str(said)]
    assert main([*asked, "--jobs", "1"]) == 0
    brief, read = capsys.readouterr().out, json.loads(said.read_text())
    assert read["schema"] == "verify.spectrum/2" and [e["layer"] for e in read["layers"]] == [0, 2]
    values = np.linalg.eigvals(source.layer(2).F())
    assert read["layers"][1]["spectrum"]["leading"][0]["value"]["real"] == pytest.approx(
        values.real.max()
    )
    assert brief.startswith("model: gpt2, width 16, 3 layers, 2 heads of width 8, causal attention")
    assert main([*asked, "--theorems"]) == 0
    whole = capsys.readouterr().out
    for theorem in read["layers"][0]["theorems"]:
        assert theorem["id"] in brief and theorem["id"] in whole
        applies = any(
            each["applies"] for layer in read["layers"] for each in layer["theorems"]
            if each["id"] == theorem["id"]
        )  # fmt: skip
        assert (f"{theorem['id']} applies in layer" in brief) == applies


def test_a_layer_that_is_not_finite_is_left_out(tmp_path, capsys):
    def change(matrix, role, number):
        return matrix * (np.nan if (role, number) == ("value", 1) else 1)

    made(tmp_path, "bert", layers=3, change=change)
    assert main(["spectrum", str(tmp_path)]) == 2
    out, err = capsys.readouterr()
    assert "layer 1 is not finite, and it is left out" in err and "Structure" in out


@pytest.mark.parametrize(
    ("further", "says"),
    [
        (["--layers", "7"], "--layers: unknown layer 7"),
        (["--layers", "1-0"], "goes backwards"),
        (["--layers", "x"], "names no layers"),
        (["--seed", "-1"], "--seed"),
        (["--json", "{}/said.json"], "--json: "),
    ],
)
def test_bad_arguments_are_one_line(tmp_path, further, says, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    checkpoint(tmp_path / "model")
    asked = [each.format(tmp_path / "model") for each in further]
    assert main(["spectrum", str(tmp_path / "model"), *asked]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and says in err
    assert [path.name for path in tmp_path.iterdir()] == ["model"]


def test_json_goes_to_standard_output_and_the_text_beside(tmp_path, capsys):
    checkpoint(tmp_path)
    assert main(["spectrum", str(tmp_path), "--json", "-"]) == 0
    out, err = capsys.readouterr()
    assert json.loads(out)["schema"] == "verify.spectrum/2" and "Structure" in err
