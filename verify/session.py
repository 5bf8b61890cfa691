"""What a reader does from Python: find statements, run them, ask one method about one step.

    import verify
    verify.find("Theorem 4.1")                  # a statement; a notebook sets its formulas
    verify.run("A-T4.1", methods=["certificate"])  # decided, with everything it rests on
    step = verify.step("A-T4.1", "margin rate")
    step.derivation()                           # line by line, each with its rule, each decided
    step.derivation().check("c @ rate(y[i])")   # a line of your own, decided by the algebra
    verify.derivation("A-T4.1")                 # the whole proof, line by line
    step.sympy()                                # dimension-free: Gram scalars and sums over tokens
    step.realise(tokens=3, n=2)                 # explicit matrices, on the sphere of dimension n
    step.lower(backend="arb")                   # a function of arrays

`import verify` loads none of this; a name is loaded when it is first used, and with it the ways to
show statements and results.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from verify.algebra.realise import FixedSizes
from verify.language.mistakes import Mistake, unknown
from verify.methods import derivations as deriving
from verify.methods.derivations import Derivation, ProofDerivation, derivable, proof_derivation
from verify.methods.derived import Derived, Sides, derived_claims, written_out
from verify.methods.explained import explained
from verify.methods.kernel import deciding, installed
from verify.methods.kernel.deciding import StepGoals
from verify.methods.lowered import Lowered
from verify.methods.refuting import refute_twin
from verify.methods.written import as_written
from verify.numerics.lowering import BACKENDS
from verify.processes.places import cache_folder
from verify.render import derivations, displays, normal_forms
from verify.render.cards import Others
from verify.render.errors import ToolMissing
from verify.render.markdown import statement_markdown, step_markdown
from verify.render.run_json import run_to_json, to_text
from verify.render.screen import Screen
from verify.render.site import pictures
from verify.render.terminal import statement_text
from verify.running import attacking, engine
from verify.running.deciding import decide_step
from verify.running.tasks import Task
from verify.running.workers import Workers
from verify.statements.assumption import Assumption, introduced
from verify.statements.discovery import Catalogue, UnknownStatement, discover
from verify.statements.displayed import Displayed, as_markdown, as_text
from verify.statements.environments import environments
from verify.statements.folder import current
from verify.statements.obligations import Comparison, Equality, document
from verify.statements.outcomes import Method, MutantResult, Outcome, Run, StatementResult
from verify.statements.statement import Statement
from verify.statements.step import Said, obligations

TOLD_BY = (
    derivations,
    displays,
    normal_forms,
    pictures,
)  # loaded for what they register: how results and scenes are shown


# ------------------------------------------------------------------ finding


def catalogue(*files: str | Path) -> Catalogue:
    """Return every statement of the current folder of papers, and of module files of your own.

    Raises Mistake for a file of yours that cannot be read; `broken` has the folder's modules.
    """
    found = discover(tuple(Path(file) for file in files))
    own = {Path(file).resolve() for file in files}
    for module, mistake in found.broken:
        if Path(module).resolve() in own:
            raise Mistake(f"{module}: {mistake}")
    return found


def find(name: str, *files: str | Path) -> Statement:
    """Return a statement by id, paper label or module. Raises Mistake with the nearest names."""
    try:
        return catalogue(*files).find(name)
    except UnknownStatement as error:
        raise Mistake(str(error)) from None


@dataclass(frozen=True, eq=False, repr=False)
class Shown(Displayed):
    """A statement's text, with a result also what became of each step."""

    statement: Statement
    result: StatementResult | None = None


@as_text.register
def _shown_text(shown: Shown) -> str:
    others = _repairs(shown.statement)
    return "\n".join(statement_text(shown.statement, shown.result, Screen(), others))


@as_markdown.register
def _shown_markdown(shown: Shown) -> str:
    return statement_markdown(shown.statement, shown.result, _repairs(shown.statement))


def _repairs(statement: Statement) -> Others:
    """Return the statements of `proofs` that say what is true instead of one, undecided."""
    known = catalogue().statements if statement.repaired_by else ()
    return {s.id: (s, None) for s in known if s.id in statement.repaired_by}


def show(statement: Statement | str, result: StatementResult | None = None) -> Shown:
    """Return what `verify show` prints: the statement, and with a result every step's grade."""
    return Shown(find(statement) if isinstance(statement, str) else statement, result)


# ------------------------------------------------------------------ running


def run(
    what: Statement | str | Sequence[Statement | str],
    *,
    methods: Sequence[Method] | None = None,
    profile: str = "quick",
    jobs: int = 1,
    seed: int = 0,
    fresh: bool = False,
    goals: str = "needed",
) -> Run:
    """Decide statements (themselves, or by name) and all they rest on, as `verify run` does.

    Returns a Run; `run["A-T4.1"]` is one statement's result. Raises Mistake for an unknown name,
    method or profile, ToolMissing where the kernel is asked for and is not here.
    """
    asked = [what] if isinstance(what, Statement | str) else list(what)
    if not asked:
        raise Mistake("run: no statement given; give at least one, or verify.catalogue()")
    found = catalogue() if any(isinstance(one, str) for one in asked) else None
    statements = [one if isinstance(one, Statement) else _named(found, one) for one in asked]
    return engine.run(
        statements,
        methods=methods,
        profile=profile,
        jobs=jobs,
        seed=seed,
        modules=tuple(sorted({file for one in statements if (file := _own_file(one))})),
        fresh=fresh,
        goals=goals,
    )


def falsify(
    what: Statement | str, *, samples: int = 1000, seed: int = 0, jobs: int = 1, fresh: bool = False
) -> dict[str, Outcome]:
    """Attack every step of a statement with many instances, {step name: outcome}.

    What was decided before is not decided again, unless it is to be `fresh`.
    """
    statement = what if isinstance(what, Statement) else find(what)
    own = _own_file(statement)
    workers = Workers(jobs, (own,) if own else ())
    return attacking.falsify(statement, samples=samples, seed=seed, workers=workers, fresh=fresh)


def _own_file(statement: Statement) -> str:
    """Return the file of a statement that is not of the papers: workers have to read it, too."""
    file = Path(statement.body.__code__.co_filename)
    return str(file) if file.is_file() and not current().holds(statement.module) else ""


def _named(found: Catalogue | None, name: str) -> Statement:
    assert found is not None
    try:
        return found.find(name)
    except UnknownStatement as error:
        raise Mistake(f"run: {error}") from None


def to_json(found: Run) -> str:
    """Return a run as JSON (verify.run/2), as `verify run --json` writes it."""
    return to_text(run_to_json(found, discover().statements))


# ------------------------------------------------------------------ one step


@dataclass(frozen=True, eq=False, repr=False)
class StepReading(Displayed):
    """A step to look at and to try, one method at a time."""

    statement: Statement
    said: Said

    @property
    def step(self) -> Any:
        return self.said.step

    @property
    def assumptions(self) -> tuple[Assumption[Any], ...]:
        """Return what was assumed before the step; `numerics.strategies.instances` draws it."""
        return tuple(entry.assumption for entry in self.said.assumed)

    def decide(self, method: Method) -> Outcome:
        """Return what one method says of the step, without keeping it: symbolic, certificate, ...

        Raises Mistake for a kind of step that the method does not decide, ToolMissing without Coq.
        """
        if method == "kernel":
            return self._by_kernel()
        task = Task(self.statement.id, "step", self.said.number - 1, (method,), "quick", 0)
        for outcome in decide_step(self.statement, self.said, task):
            if outcome.method == method:
                return outcome
        raise Mistake(
            f"{self}: the method {method} does not apply to this kind of step; "
            f"verify.run({self.statement.id!r}) lists those that do"
        )

    def _by_kernel(self) -> Outcome:
        if not installed.available():
            raise ToolMissing("coqc", "verify doctor shows how to install it")
        found = deciding.decide_goals(self._goals(), 1, cache_folder())
        return found[self.statement.id, self.said.name]

    def mutants(self) -> list[MutantResult]:
        """Attack the step's false twins; each result has its witness, or none was found."""
        return [refute_twin(self.said, twin) for twin in self.step.twins]

    def documents(self) -> list[dict[str, Any]]:
        """Return the step's raw claims as plain data, which `verify.check` decides anew."""
        return [document(obligation, self.assumptions) for obligation in explained(self.said)]

    def goals(self) -> list[str]:
        """Return the lemmas that Coq is asked, with their scripts; Mistake where there is none."""
        (made,) = self._goals()
        if made.reason:
            raise Mistake(f"{self}: no goal: {made.reason}")
        return [goal.proved for goal in made.goals]

    def _goals(self) -> list[StepGoals]:
        """Return the goals of the step, alone in a list."""
        found = [g for g in deciding.goals_of(self.statement) if g.step == self.said.name]
        if not found:
            raise Mistake(f"{self}: this kind of step has no Coq goal")
        return found

    def claims(self) -> list[Derived]:
        """Return the step's obligations with both sides derived, in normal form."""
        found = derived_claims(self.said)
        if not found:
            raise Mistake(
                f"{self}: this kind of step has no two sides; see verify show {self.statement.id}"
            )
        return found

    def __str__(self) -> str:
        return f"{self.statement.id}, {self.said.name}"

    def derivation(self, part: int = 1) -> Derivation:
        """Return one claim of the step line by line, each with its rule, decided by the algebra.

        A step of several claims (a spectrum) has as many parts. Raises Mistake where there is no
        such part, or where the algebra does not decide it.
        """
        parts = derivable(self.said)
        if not 1 <= part <= len(parts):
            told = f"has parts 1 to {len(parts)}" if parts else "has no two sides to derive"
            raise Mistake(f"{self}: part={part!r}: the step {told}")
        return deriving.derivation(self.said, parts[part - 1])

    def sympy(self) -> Sides:
        """Return (left, right) as SymPy expressions, as the author wrote them.

        `Gram(x, A, y)` is <x, A y>, `Total(e, k)` the sum of e over k, `Rate(e)` the derivative of
        e along the flow, `Vec(A, x)` a vector. The lines between them are in `.derivation()`, and
        normal forms, with derivatives carried out, in `.claims()`. Of several claims it is the
        first.
        """
        self.claims()  # raises Mistake where a step has none
        two_sided = (o for o in obligations(self.said) if isinstance(o, Equality | Comparison))
        claim = next(two_sided)
        ends = claim if isinstance(claim, Equality) else claim.relation
        return Sides((as_written(ends.left), as_written(ends.right)))

    def realise(
        self, *, tokens: int = 3, n: int | None = None, dimension: int | None = None, heads: int = 1
    ) -> tuple[Any, Any]:
        """Return (left, right) in coordinates for `tokens` tokens on the n-sphere in R^(n+1).

        Without free indices a scalar is an expression and a vector a column; otherwise dicts
        {(1-based indices): value}. Give n (of the sphere) or dimension (= n + 1). Default n = 2.
        """
        sizes = checked_sizes(tokens, n, dimension, heads)
        claim = self.claims()[0]
        left = written_out(self.said, claim, claim.left, sizes)
        return left, written_out(self.said, claim, claim.right, sizes)

    def lower(self, *, backend: str = "numpy") -> Lowered:
        """Return the derived sides as a function of arrays (backend numpy, mpmath or arb)."""
        if backend not in BACKENDS:
            raise Mistake(unknown("backend", backend, BACKENDS))
        assumed = (entry.assumption for entry in self.statement.declared.assumed)
        given = {thing.name: thing for thing in introduced(assumed)}
        return Lowered(self.said, backend, self.claims()[0], given)

    def __repr__(self) -> str:
        return f"<step {self.said.name!r} of {self.statement.id}>"


@as_markdown.register
def _step_markdown(reading: StepReading) -> str:
    return step_markdown(reading.statement, reading.said.number)


def step(what: Statement | str, name: str) -> StepReading:
    """Return a step to look at and to try: `.sympy()`, `.decide("certificate")`, `.mutants()`.

    Raises Mistake for an unknown name, with the nearest one.
    """
    found = what if isinstance(what, Statement) else find(what)
    return StepReading(found, found.said(name))


def derivation(what: Statement | str) -> ProofDerivation:
    """Return the proof of a statement, every step of it derived line by line."""
    found = what if isinstance(what, Statement) else find(what)
    return proof_derivation(found, environments(found.declared).get("proof", ()))


def realise(
    what: Statement | str, *, tokens: int = 3, n: int | None = None, dimension: int | None = None
) -> dict[str, tuple[Any, Any]]:
    """Return every two-sided step in coordinates, {step name: (left, right)}."""
    found = what if isinstance(what, Statement) else find(what)
    readings = [StepReading(found, said) for said in found.declared.said if obligations(said)]
    return {r.said.name: r.realise(tokens=tokens, n=n, dimension=dimension) for r in readings}


def kernel_is_here() -> bool:
    """Return whether Coq is installed, with the libraries that the goals use."""
    return installed.available()


def checked_sizes(tokens: int, n: int | None, dimension: int | None, heads: int = 1) -> FixedSizes:
    """Return sizes, or a Mistake that says which argument is wrong."""
    sphere: Any = n
    if n is not None and (isinstance(sphere, bool) or not isinstance(sphere, int) or n < 0):
        raise Mistake(f"n={n!r} must be an integer, the dimension of the sphere, and at least 0")
    if n is not None and dimension is not None and dimension != n + 1:
        raise Mistake(f"n={n} means dimension={n + 1}, not {dimension}; give only one of them")
    d = dimension if dimension is not None else (n if n is not None else 2) + 1
    for name, value in (("tokens", tokens), ("dimension", d), ("heads", heads)):
        given: Any = value
        if isinstance(given, bool) or not isinstance(given, int) or given < 1:
            raise Mistake(f"{name}={value!r} must be a positive integer")
    return FixedSizes(tokens, d, heads)
