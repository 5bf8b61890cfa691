"""A law that mentions the time is refused in one line; a clock that moves beside it is followed."""

import pytest

from property_tests.engine.claim_examples import stated_in
from verify.language.mistakes import Mistake
from verify.methods.following import follow

LAWS = {
    "a flow": "along=solution(motion({x: elapsed}))",
    "layers": "along=orbit(iteration({x: x / (1 + elapsed)}))",
}
WITHIN = {
    "a flow": "for_every_solution(any_scalar('z'), lambda z: motion({z: elapsed}),"
              " lambda z: z >= 0)",
    "a layer": "is_stable(any_vectors('z'), lambda z: iteration({z: lambda i: elapsed * z[i]}),"
               " at=zero_vector())",
}  # fmt: skip
CLOCK = {
    "motion": "{s: 1, x: s}", "iteration": "{s: s + 1, x: x + s}",
}  # fmt: skip


@pytest.fixture
def stated(tmp_path):
    made = stated_in(tmp_path)
    return lambda body: made(body).declared


@pytest.mark.parametrize("law", LAWS)
def test_a_law_in_time_is_refused(stated, law):
    with pytest.raises(Mistake, match=r"the law of x uses elapsed, the time; add your own clock"):
        stated(f"""
    x = given(any_scalar('x'))
    yield claim('It stays.', always(x >= 0), {LAWS[law]})
""")  # fmt: skip


@pytest.mark.parametrize("law", WITHIN)
def test_so_is_one_within_a_claim(stated, law):
    with pytest.raises(Mistake, match="the law of z uses elapsed, the time; add your own clock"):
        stated(f"    yield claim('It stays.', {WITHIN[law]})")


def test_a_step_that_mentions_the_time_says_what_to_write(stated):
    with pytest.raises(Mistake, match="elapsed is the time of claims; give the step"):
        stated("""
    x = given(any_scalar('x'))
    yield 'So.', Identity(rate(x, motion({x: elapsed})), elapsed, name='s')
""")  # fmt: skip


@pytest.mark.parametrize("word", CLOCK)
@pytest.mark.parametrize(("sign", "outcome"), [(">=", "sampled"), ("<=", "refuted")])
def test_a_clock_of_its_own_is_followed(stated, word, sign, outcome):
    along = "solution" if word == "motion" else "orbit"
    claimed = stated(f"""
    x, s = given(any_scalar('x')), given(any_scalar('s'))
    yield claim('It stays.', implies(at_start(both(equals(s, 0), x {sign} 0)), always(x {sign} 0)),
                along={along}({word}({CLOCK[word]})))
""").claim  # fmt: skip
    assert follow(claimed).outcome == outcome
