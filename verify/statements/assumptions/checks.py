"""What the constructors of assumptions accept; anything else is told in one line, with the fix."""

from __future__ import annotations

from typing import Any

from verify.language.conditions import Every
from verify.language.expressions import Operator, Relation, Scalar, Vector
from verify.language.facts import Equation, fact_indices
from verify.language.indices import Index
from verify.language.mistakes import Mistake
from verify.language.plain import plain
from verify.language.symbols import Family, Mask
from verify.language.walk import free_indices
from verify.statements.assumption import Assumption, Condition


def given_operator(value: object, word: str, argument: str) -> Operator:
    """Return `value` if it is a given operator, not a product or a sum of such."""
    if isinstance(value, Operator) and value.op == "symbol":
        return value
    raise Mistake(
        f"{word}: {argument} must be a given operator, not {_shown(value)}; introduce one "
        f"first, as in {argument} = given(any_operator('U'))"
    )


def given_metric(value: object, word: str) -> Operator | None:
    """Return a given positive definite operator, or None for the Euclidean inner product."""
    if value is None:
        return None
    metric = given_operator(value, word, "metric")
    if not metric.args[0].positive:
        name = metric.args[0].name
        raise Mistake(
            f"{word}: metric={name} is not assumed to be positive definite; introduce it with "
            f"given(positive_definite({name!r}))"
        )
    return metric


def given_family(value: object, kind: type[Any], sorts: tuple[str, ...], word: str) -> Family[Any]:
    """Return `value` if it is a family of this kind over these index sets."""
    if isinstance(value, Family) and value.type is kind and value.sorts == sorts:
        return value
    wanted = f"a family of {kind.__name__.lower()}s over {', '.join(sorts)}"
    raise Mistake(
        f"{word} needs {wanted}, not {_shown(value)}; pass the result of given(...), without "
        "an index"
    )


def given_scalars(value: object, word: str) -> Family[Scalar]:
    """Return `value` if it is a family of numbers, with any indices."""
    if isinstance(value, Family) and value.type is Scalar:
        return value
    raise Mistake(
        f"{word} needs a family of numbers, not {_shown(value)}; pass the result of "
        "given(nonnegative_weights('alpha')), without indices"
    )


def given_mask(value: object, word: str) -> Mask:
    """Return `value` if it is a given mask."""
    if isinstance(value, Mask):
        return value
    raise Mistake(
        f"{word} needs a mask, not {_shown(value)}; introduce one with given(attention_mask('N'))"
    )


def vector_formula(value: object, word: str, argument: str) -> Vector:
    """Return `value` if it is a vector."""
    if isinstance(value, Vector):
        return value
    raise Mistake(
        f"{word}: {argument} must be a vector, not {_shown(value)}; index a family first, as "
        "in v[r]"
    )


def scalar_formula(value: object, word: str) -> Scalar:
    """Return `value` if it is a scalar."""
    if isinstance(value, Scalar):
        return value
    raise Mistake(f"{word} needs a scalar formula, not {_shown(value)}")


def relation_formula(value: object, word: str) -> Relation:
    """Return `value` if it is a comparison whose summation indices are all inside their sums."""
    if isinstance(value, Every):
        raise Mistake(
            f"{word} already holds for all values of its free indices; write {word}(u[i] >= "
            "0), with i = tokens.any('i'), instead of every(...)"
        )
    if not isinstance(value, Relation):
        raise Mistake(
            f"{word} needs a comparison, not {_shown(value)}; write {word}(x > 0), or "
            f"{word}(equals(x, y))"
        )
    _no_escape(free_indices(value), word, "a comparison")
    return value


def equation_formula(value: Equation, word: str) -> Equation:
    """Return an equation if its summation indices are all inside their sums."""
    _no_escape(fact_indices(value), word, "an equation")
    return value


def _no_escape(free: frozenset[Index], word: str, kind: str) -> None:
    for index in free:
        if index.bound:
            raise Mistake(
                f"{word}: the index {index.name} of a comprehension escapes its sum, in {kind}; "
                "write total(...), not sum(...)"
            )


def free_index(value: object, word: str) -> Index:
    """Return `value` if it is an index that no sum binds."""
    if isinstance(value, Index) and not value.bound:
        return value
    raise Mistake(f"{word} needs indices, not {_shown(value)}; create one with k = modes.any('k')")


def condition(phrase: str, **parts: Any) -> Assumption[Condition]:
    """Return an assumption that introduces nothing new."""
    return Assumption(Condition(phrase), phrase, **parts)


def euclidean(metric: Operator | None, vector: Vector) -> Vector:
    """Return W x, or x itself without a metric."""
    return vector if metric is None else metric @ vector


def _shown(value: object) -> str:
    if isinstance(value, Family):
        return f"the family {value.name} of {value.type.__name__.lower()}s over {value.sorts}"
    try:
        return plain(value)
    except AttributeError:
        return f"a {type(value).__name__}: {value!r}"
