"""Almost every start: that the words of a claim say it, and that they say something."""

import re
from pathlib import Path

import pytest

from property_tests.engine.claim_examples import needs_coq
from verify.language.mistakes import Mistake
from verify.methods.following import follow
from verify.methods.kernel import analysis
from verify.methods.kernel.claims import theorem_of
from verify.methods.kernel.compile import CLASSICAL_REALS
from verify.processes.places import cache_folder

SHOWN = Path(__file__).with_name("AlmostEvery.v").read_text(encoding="utf-8")
IS_SOME = """
Check (@almost_every_is_some : forall (S : inner_product_space) (Token : Type) (tokens : list Token)
  (P : (Token -> S) -> Prop), enumerates tokens -> (forall i j : Token, {i = j} + {i <> j}) ->
  for_almost_every tokens P -> ~ forall x, (forall i, inner (x i) (x i) = 1%R) -> ~ P x).
Print Assumptions almost_every_is_some.
"""


@pytest.mark.long
@needs_coq
def test_what_is_so_for_almost_every_start_is_so_for_some(tmp_path):
    """So the states of unit tokens have a volume, in every dimension and for any number of them.

    Were a sphere one of the sets that have none, as in the dimension of the whole space, every
    claim about almost every start would hold.
    """
    library, folder = analysis.library(), cache_folder()
    needs = re.findall(r"\w+", re.findall(r"From Kernel Require Import (.*)\.", SHOWN)[0])
    compiled = analysis.compiled(needs, library, folder, 1)
    compiled.write(tmp_path / "test.v", SHOWN + IS_SOME)
    failed, told = analysis.coqc(tmp_path, "test.v", compiled.options)
    assert not failed, told
    assert set(re.findall(r"^(\S+\.\S+)\s*:", told, re.MULTILINE)) <= CLASSICAL_REALS
    assert "sig_forall_dec" in told


FOLLOWED = """
    from verify.language.motion import Layer, RawDynamics
    v = given(unit_vector('v'))
    i = tokens.any('i')
    own = unit_tokens('y').introduces
    layer = Layer(own, lambda i: {law}, RawDynamics('given'))
    yield claim('A test.', {word}(unit_tokens('x'), layer, lambda x: {says}))
    yield 'It is.', Identity(v @ v, 1, name='same')
"""
RESTS = "always(for_every(i, v @ x[i] >= 0))"


def followed(stated, **parts):
    return follow(stated(FOLLOWED.format(**parts)).declared.claim)


@pytest.mark.parametrize("law", ["own[i]", "-1 * own[i]", "(own[i] + v) / norm(own[i] + v)"])
def test_an_orbit_contradicts_what_is_said_of_every_start_alone(stated, law):
    every = followed(stated, law=law, word="for_every_orbit", says=RESTS)
    assert every.outcome == "refuted" and "x" in every.evidence["witness"]
    almost = followed(stated, law=law, word="for_almost_every_start", says=RESTS)
    assert almost.outcome != "refuted" and "witness" not in almost.evidence


@pytest.mark.parametrize("word", ["for_every_orbit", "for_almost_every_start"])
def test_what_holds_from_every_start_is_followed_and_not_contradicted(stated, word):
    says = "always(for_every(i, x[i] @ x[i] <= 1))"
    found = followed(stated, law="own[i]", word=word, says=says)
    assert found.outcome == "sampled" and found.evidence["compared"] > 0


FLOWING = """
    v = given(unit_vector('v'))
    i = tokens.any('i')
    flow = lambda x: motion({{x: lambda i: tangent(v, x[i])}})
    yield claim('A test.', {word}(unit_tokens('x'), flow, lambda x: {says}))
    yield 'It is.', Identity(v @ v, 1, name='same')
"""


def test_a_flow_has_a_solution_from_almost_every_start_and_every_one_is_so(stated):
    """Else what is said would hold where there is none, or of one among several."""
    body = FLOWING.format(word="for_almost_every_start", says="for_every(i, tends_to(x[i], v))")
    conclusion = theorem_of(stated(body)).conclusion
    law = r"\(\(forall \(t'' : R\) \(i' : Token\), 0 <= t'' -> is_vderive .*\)\)"
    begins = r"\(forall \(i' : Token\), x' 0 i' = x_0' i'\)"
    assert re.match(
        r"\(\(for_almost_every tokens \(fun x_0' : Token -> Space => "
        rf"\(\(exists x' : R -> Token -> Space, {begins} /\\ {law}\) /\\ "
        rf"\(forall x' : R -> Token -> Space, {begins} -> {law} -> "
        r"\(\(?forall \(i' : Token\), vtends \(fun t' : R => \(x' t' i'\)\) ",
        conclusion,
    )
    assert conclusion.count("is_vderive") == 2


def test_a_solution_contradicts_nothing_that_is_said_of_almost_every_start(stated):
    body = FLOWING.format(word="for_almost_every_start", says="tends_to(x[1], -1 * v)")
    assert follow(stated(body).declared.claim).outcome != "refuted"


@pytest.mark.parametrize("word", ["for_every_orbit", "there_is_orbit"])
def test_orbits_are_of_layers(stated, word):
    with pytest.raises(Mistake, match="is about a layer"):
        _ = stated(FLOWING.format(word=word, says=RESTS)).declared
