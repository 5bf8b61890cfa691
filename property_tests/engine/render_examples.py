"""Statements and results made up for the tests of what is told: one of every kind of step."""

from dataclasses import replace

from verify.statements.outcomes import (
    Grade,
    MutantResult,
    Outcome,
    Run,
    StatementResult,
    StepResult,
)
from verify.statements.statement import Statement
from verify.vocabulary import *
from verify.vocabulary import claim as claimed

paper = Paper("Z", "On made-up tokens & 100% of their limits", "N. N.", 2024, "N. N., A_B, 2024")
other = Paper("Y", "Another paper", "M. M.", 2025, "M. M., 2025")


@statement("Z-1", paper.label("Lemma 1"), title="Margins & 50% of $W U = P$")
def margins(given: Given) -> Proof:
    yield claimed("Margins & slopes agree by 50%.")
    W = given(positive_definite("W"))
    y = given(unit_tokens("y", metric=W))
    c = given(covector("c"))
    inside = given(open_hemisphere(y, along=c), added=True)
    alpha = given(nonnegative_weights("alpha"))
    x, X = given(any_vector("x")), given(any_vector("X"))
    flow = attention_flow(y, weights=alpha, metric=W)
    back = attention_flow(y, weights=alpha, metric=W, reach="before")
    i, j = tokens.any("i", "j")
    s = let("s", lambda i: c @ y[i])
    g = let("g", lambda i, j: y[i] @ W @ y[j])
    excess = total(alpha[i, j] * (s[j] - s[i] * g[i, j]) for j in tokens)

    yield (
        "Each margin moves by $x_1$ & co.",
        Identity(rate(s[i], flow), excess, name="margin rate")
        .but_not("without $W$", right=total(alpha[i, j] * s[j] for j in tokens))
        .but_not("the other way", left=rate(s[i], back)),
    )
    yield (
        "At the least margin every summand is nonnegative.",
        Inequality(
            s[i] * g[i, j] <= s[j],
            where=[s[i] <= s[j], every(lambda k: s[i] <= s[k])],
            because=(s[j] - s[i]) + s[i] * (1 - g[i, j]),
            name="summand",
        ),
    )
    yield (
        "Normalising has a derivative.",
        Identity(norm(x, W) * rate(x / norm(x, W), straight_line(x, X)), X - x, name="slope"),
    )
    yield (
        "It holds for the other flow, too.",
        Identity(rate(s[i], back), excess, name="other flow"),
    )
    yield (
        "Hence.",
        Equivalence(
            "it rises", "it is a ball", ("summand", "margin rate"), ("slope",), name="hence"
        ),
    )
    yield (
        "Both agree.",
        Equivalence(
            "$W U = P$", r"$P = P^\top$", ("margin rate",), ("summand", "slope"), name="both"
        ),
    )
    yield mutant("any half space", drop=inside)


@statement(
    "Z-2+", other.label("Remark 2"), title="A spectrum", rests_on=("Z-1",), repaired_by=("Z-1",)
)
def spectrum(given: Given) -> Proof:
    V = given(symmetric_operator("V"))
    v, lam = given(diagonalised("v", "lam", of=V))
    r, k = given(mode("r")), modes.any("k")
    others = given(distinct(k, r))
    tau = given(positive_scalar("tau"))
    rho = let("rho", lambda: 1 + tau * lam[r])
    given(nonzero(rho))
    delta, a = given(any_vectors("delta")), given(coefficients("a"))
    c, z = given(zero_sum("c")), given(orthogonal_to("z", v[r]))
    theta, t = given(angle("theta")), given(any_scalar("t"))
    m = given(integer_scalar("m", at_least=0))
    n, d, i = tokens.count, modes.count, tokens.any("i")
    J = jacobian(oja_layer(value=V, step=tau), at=lambda i: v[r])

    yield "The layer has a derivative.", Identity(J(delta)(i), delta[i], name="derivative")
    parts = [
        Eigenspace(0, lambda i: a[i] * v[r], spanned_by=[a], multiplicity=n),
        Block(
            [[1 / rho, tau], [0, absolute(rho)]],
            [lambda i: v[k], lambda i: a[i] * v[k]],
            spanned_by=[others],
            multiplicity=2 * (d - 1),
        ),
    ]
    apart = Eigenspace(1, lambda i: c[i] * z, spanned_by=[c, z], multiplicity=(n - 1) * (d - 1))
    yield (
        "These are all.",
        Spectrum(
            J, parts, total=n * d, tangent=lambda u: lambda i: v[r] @ u(i), name="spectrum"
        ).but_not("one more", parts=[*parts, apart]),
    )
    claim = Printed(t >= 1, t**2 < 0, name="printed")
    yield "Printed: t is large.", claim
    yield "It need not be.", Witness(refutes=claim, at={t: -2, V: [[1, 0], [0, 2]]}, name="small")
    lost = Printed(t > 5, part="argument", name="lost")
    yield "Printed: larger still.", lost
    yield "No.", Refuted(lost, by=["derivative"], name="no")
    box = {theta: (Fraction(1, 10), 3)}
    yield "A region.", Region(sin(theta) <= theta, box, name="region")
    routes = {"balls": lambda: (3, 4), "series": lambda: (3, 4)}
    yield "A number.", Value("3.14159", 5, routes, name="number")
    sums = Identity(total(binomial(m, k) for k in integers(0, m)), power(2, m))
    yield "Sums.", Induction(over=m, start=0, claim=sums, name="sums")
    yield "Cases.", Cases(Identity(m * m, m**2), {m: [1, 2, 3, 4, 5]}, name="cases")
    counted = Counted(m + 1, lambda m: m + 1, {m: range(3)}, name="counted")
    yield "Counting.", counted.but_not("off by one", formula=m)


STATEMENTS: tuple[Statement, ...] = (margins, spectrum)
WITNESS = {
    "n": "2", "d": "2", "W": [["1", "0"], ["0", "2"]], "x": ["1", "-1/2"], "where": {"i": 1},
    "left": "3/2", "right": ["1", "-1/3"], "characteristic polynomial": "x^2 - 1 & 5%",
}  # fmt: skip


def outcomes() -> tuple[Outcome, ...]:
    evidence = {"instances": 12, "seed": 4, "digits": [50, 100]}
    return (
        Outcome("symbolic", "proved", 0.125, {"claims": 1}),
        Outcome("certificate", "proved", 0.0625, {"certificate": [{"half": Fraction(1, 2)}]}),
        Outcome("sampling", "sampled", 1.5, evidence),
    )


def result_of(statement: Statement, grade: Grade = "proved") -> StatementResult:
    """A result in which everything was decided as it should be."""
    steps = []
    for said in statement.declared.said:
        witness = said.step.word == "witness"
        refutes = [s.name for s in statement.declared.said if _refutes(s, said)]
        steps.append(
            StepResult(
                name=said.name,
                says=said.sentence,
                kind=said.step.word,
                dimension_free=True,
                place=said.place,
                grade="refuted" if witness or refutes else grade,
                outcomes=outcomes(),
                mutants=tuple(
                    MutantResult(twin.why, True, WITNESS, said.name, 0.25)
                    for twin in said.step.twins
                ),
                rests_on=tuple(refutes or said.step.references()),
                part=said.step.part,
            )
        )
    false = any(step.kind == "witness" for step in steps)
    return StatementResult(
        id=statement.id,
        title=statement.title,
        paper=statement.paper.key,
        label=statement.label.text,
        origin=statement.origin,
        basis=statement.basis,
        verdict="false" if false else "holds_with",
        paper_argument="broken" if false else "stands",
        grade="refuted" if false else grade,
        with_assumptions=() if false else ("$c^\\top y_i > 0$ for every $i$",),
        repaired_by=statement.repaired_by,
        rests_on=statement.rests_on,
        axioms=("analytic_descent",),
        steps=tuple(steps),
        mutants=tuple(MutantResult(m.why, True, WITNESS) for m in statement.declared.mutants),
    )


def _refutes(one, another) -> bool:
    return one.step.refuted() is another.step


def run_of(*results: StatementResult, complete: bool = True) -> Run:
    return Run("", {"python": "3"}, results or tuple(map(result_of, STATEMENTS)), complete)


def surviving(result: StatementResult) -> StatementResult:
    """The same result with the first mutant of assumptions alive."""
    first, *rest = result.mutants
    return replace(result, mutants=(replace(first, refuted=False, witness={}), *rest))
