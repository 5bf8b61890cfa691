"""False claims on what moves, as an adversary writes them, each by one word, sign or quantifier.

`SEEN` are refuted along trajectories, `UNSEEN` by nothing that is computed. Neither may be known
by more than words beside their steps, whatever Coq's families of theorems are asked.
"""

from collections.abc import Callable
from typing import Any

from verify.vocabulary import *

Body = Callable[[Given], Proof]
i, j = tokens.any("i", "j")


def along(law: Callable[..., Any], says: Callable[..., Any], *things: Any, name: str) -> Body:
    """Return a claim on things that move by a law; in layers, if it is an iteration."""

    def body(given: Given) -> Proof:
        made = [given(thing()) for thing in things]
        moves = law(*made)
        path = orbit(moves) if type(moves).__name__ == "Iteration" else solution(moves)
        yield claim("It is so.", says(*made), along=path)

    body.__name__ = name
    return body


def number() -> Any:
    return any_scalar("x")


def other() -> Any:
    return any_scalar("z")


def vector() -> Any:
    return any_vector("x")


def states() -> Any:
    return coefficients("u")


def pulls() -> Any:
    return nonnegative_weights("w")


def rows() -> Any:
    return row_stochastic("w")


def decay(x: Any, *_: Any) -> Any:
    return motion({x: -x})


def averages(u: Any, w: Any) -> Any:
    return motion({u: lambda i: total(w[i, k] * (u[k] - u[i]) for k in tokens)})


def rounds(u: Any, w: Any) -> Any:
    return iteration({u: lambda i: total(w[i, k] * u[k] for k in tokens)})


def from_at_most(c: Any, x: Any, bound: Any) -> Any:
    return implies(at_start(x <= c), always(x <= bound))


SEEN = (
    along(decay, lambda x: from_at_most(2, x, exp(-elapsed)), number, name="rate_from_two"),
    along(decay, lambda x: implies(at_start(x <= 1), always(absolute(x) <= exp(-elapsed))),
          number, name="rate_without_a_lower_end"),
    along(lambda x: iteration({x: x / 2}), lambda x: from_at_most(1, x, exp(-elapsed)),
          number, name="rate_of_halves"),
    along(decay, lambda x: from_at_most(1, x @ x, exp(-3 * elapsed)), vector,
          name="rate_of_squares"),
    along(decay, lambda x, z: implies(at_start(equals(x, z)), always(x <= z)), number, other,
          name="decay_from_below"),
    along(lambda x, a: motion({x: a - x}), lambda x, a: limsup_at_most(x, 2 * a), number,
          lambda: any_scalar("a"), name="limsup_of_any_sign"),
    along(lambda x, z: motion({x: z, z: -x}), lambda x, z: never(tends_to(x, 0)), number, other,
          name="oscillator_that_never_rests"),
    along(lambda x: iteration({x: -x}), converges, number, name="sign_that_converges"),
    along(decay, lambda x, z: tends_to(norm(x - z), 0), vector, lambda: unit_vector("z"),
          name="decay_to_any_place"),
    along(averages, lambda u, w: for_every(i, implies(at_start(u[i] >= 0), always(u[i] >= 0))),
          states, pulls, name="one_that_stays_alone"),
    along(averages, lambda u, w: for_every((i, j), implies(
        at_start(u[i] <= u[j]), always(u[i] <= u[j]))), states, pulls, name="order_that_is_kept"),
    along(averages, lambda u, w: nondecreasing(-total(u[k] ** 2 for k in tokens)), states, pulls,
          name="squares_that_fall"),
    along(averages, lambda u, w: implies(for_every(i, at_start(u[i] >= 0)), for_every(
        i, always(u[i] >= 0))), states, lambda: any_weights("w"), name="weights_of_any_sign"),
    along(rounds, lambda u, w: tends_to(u[i] - u[j], 0), states, rows, name="rows_that_agree"),
    along(rounds, lambda u, w: nondecreasing(-total(u[k] ** 2 for k in tokens)), states, rows,
          name="squares_of_rows"),
    along(lambda x, z: motion({x: z - x, z: -z}), lambda x, z: nondecreasing(-(x**2)), number,
          other, name="lyapunov_of_one_alone"),
)  # fmt: skip


def operator_that_is_not_symmetric(given: Given) -> Proof:
    U, y = given(any_operator("U")), given(unit_vector("y"))
    flow = motion({y: tangent(U @ y, y)})
    yield claim("It rises.", nondecreasing(y @ U @ y), along=solution(flow, start=[y]))


def every_gram_entry_rises(given: Given) -> Proof:
    y, alpha = given(unit_tokens("y")), given(nonnegative_weights("alpha"))
    yield claim("It rises.", nondecreasing(y[i] @ y[j]),
                along=solution(attention_flow(y, weights=alpha), start=[y]))  # fmt: skip


def limit_points_at_zero(given: Given) -> Proof:
    x = given(any_vectors("x"))
    flow = motion({x: lambda i: total(x[k] - x[i] for k in tokens)})
    yield claim("They are 0.", limit_points(x, any_vectors("z"), lambda z: equals(z[i], 0 * z[i])),
                along=solution(flow))  # fmt: skip


def any_start_is_a_state_of_rest(given: Given) -> Proof:
    _, e, layer = oja(given)
    yield claim("It is stable.", is_stable(unit_tokens("y"), layer, at=e))


def power_of_a_length(given: Given) -> Proof:
    x, y = given(any_vector("x")), given(any_vector("y"))
    yield claim("The longer.", implies(equals(norm(x) ** 3, norm(y)), norm(x) >= norm(y)))


def a_name_of_the_printer(given: Given) -> Proof:
    dimension, w = given(any_scalar("dimension")), given(any_weights("before"))
    yield claim("As if it were.", dimension >= 1, w[i, i] <= 0)


def quantifier_behind_a_premise(given: Given) -> Proof:
    x, u = given(any_scalar("x")), given(coefficients("u"))
    yield claim("As if outside.", implies(x >= 0, for_every(any_scalar("q"), lambda q: q >= 0)),
                for_every(i, implies(u[i] >= 0, for_every(j, u[j] >= 0))))  # fmt: skip


SEEN += (
    operator_that_is_not_symmetric, every_gram_entry_rises, limit_points_at_zero,
    any_start_is_a_state_of_rest, power_of_a_length, a_name_of_the_printer,
    quantifier_behind_a_premise,
)  # fmt: skip


def alone(says: Callable[[], Any], name: str) -> Body:
    def body(given: Given) -> Proof:
        yield claim("It is so.", says())

    body.__name__ = name
    return body


def root_without_a_value(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield claim("As if it were 0.", implies(x <= 0, square_root(x) <= 0))


def inverse_without_a_value(given: Given) -> Proof:
    x = given(any_scalar("x"))
    yield claim("As if it were 0.", implies(at_start(equals(x, 0)), tends_to(1 / x, 0)),
                along=solution(motion({x: -x})))  # fmt: skip


def oja(given: Given) -> tuple[Any, Any, Any]:
    V, v = given(symmetric_operator("V")), given(unit_vector("v"))
    return V, v, oja_layer(value=V, step=given(positive_scalar("tau")))


def of_rank_one(V: Any, v: Any) -> Any:
    return for_every(any_vector("q"), lambda q: equals(V @ q, (v @ q) * v))


def on_one_side_almost_always(given: Given) -> Proof:
    V, v, layer = oja(given)
    yield claim("It tends to v.", implies(of_rank_one(V, v), for_almost_every_start(
        unit_tokens("x"), layer, lambda x: for_every(i, tends_to(x[i], v)))))  # fmt: skip


def on_both_sides_always(given: Given) -> Proof:
    V, v, layer = oja(given)
    says = for_every_orbit(unit_tokens("x"), layer, lambda x: tends_to((v @ x[i]) ** 2, 1))
    yield claim("It tends to v or to -v.", implies(of_rank_one(V, v), says))


def unstable_where_all_rests(given: Given) -> Proof:
    V, e, layer = oja(given)
    rests = for_every(any_vector("q"), lambda q: equals(V @ q, q))
    yield claim("It is not.", implies(rests, is_unstable(unit_tokens("y"), layer, at=e)))


def weights_that_are_no_gradient(given: Given) -> Proof:
    w = given(any_weights("w"))
    yield claim("A potential.", has_potential(
        any_vectors("v"), any_vectors("V"),
        lambda v, V: total(w[i, j] * (v[j] @ V[i]) for i in tokens for j in tokens)))  # fmt: skip


SEEN += (on_both_sides_always, unstable_where_all_rests)
UNSEEN = (
    root_without_a_value, inverse_without_a_value, on_one_side_almost_always,
    weights_that_are_no_gradient,
    along(lambda x, z: motion({x: z, z: -x}), lambda x, z: tends_to(x, 0), number, other,
          name="oscillator_that_tends"),
    along(lambda x: motion({x: x}), converges, vector, name="growth_that_converges"),
    along(lambda x: motion({x: x}), lambda x: there_is(positive_scalar("r"), lambda r: for_every(
        positive_scalar("e"), lambda e: implies(
            at_start(absolute(x) <= e), always(absolute(x) <= e * exp(-r * elapsed))))),
        number, name="one_rate_for_growth"),
    along(lambda x: motion({x: x}), uniformly_continuous, number, name="growth_that_is_uniform"),
    along(decay, lambda x: implies(at_start(x > 0), never(always(x > 0))), number,
          name="decay_that_reaches"),
    alone(lambda: there_is(positive_scalar("M"), lambda M: for_every(
        any_scalar("q"), lambda q: q <= M)), "a_bound_for_every_number"),
    alone(lambda: there_is_solution(positive_scalar("z"), lambda z: motion({z: z**2}),
                                    lambda z: always(z >= 1)), "blow_up_for_all_time"),
    alone(lambda: for_every_solution(any_vector("z"), lambda z: motion({z: -z}), lambda z: implies(
        at_start(norm(z) <= 2), always(norm(z) <= 1))), "decay_from_two_below_one"),
)  # fmt: skip
