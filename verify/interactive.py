"""What a reader does from Python: find statements, run them, ask one method about one step.

    import verify
    verify.find("Theorem 4.1")                  # a statement; a notebook sets its formulas
    verify.run("A-T4.1", methods=["certificate"])  # decided, with everything it rests on

`import verify` loads none of this; a name is loaded when it is first used.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from verify.language.mistakes import Mistake
from verify.readings import StepReading
from verify.statements.discovery import Catalogue, Unknown, discover
from verify.statements.obligations import document, obligations
from verify.statements.outcomes import Method, MutantResult, Outcome, Run, StatementResult
from verify.statements.statement import Statement

if TYPE_CHECKING:
    from verify.methods.kernel.deciding import StepGoals


# ------------------------------------------------------------------ finding


def catalogue(*files: str | Path) -> Catalogue:
    """Return every statement of `proofs`, and of module files of your own.

    Raises Mistake for a file of yours that cannot be read; `broken` has the modules of `proofs`.
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
    except Unknown as error:
        raise Mistake(str(error)) from None


@dataclass(frozen=True, eq=False, repr=False)
class Shown:
    """A statement's text, with a result also what became of each step."""

    statement: Statement
    result: StatementResult | None = None

    def __repr__(self) -> str:
        from verify.telling.screen import Screen
        from verify.telling.terminal import statement_text

        return "\n".join(statement_text(self.statement, self.result, Screen()))

    def _repr_markdown_(self) -> str:
        from verify.telling.markdown import statement_markdown

        return statement_markdown(self.statement, self.result)


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
) -> Run:
    """Decide statements (themselves, or by name) and all they rest on, as `verify run` does.

    Returns a Run; `run["A-T4.1"]` is one statement's result. Raises Mistake for an unknown name,
    method or profile, ToolMissing where the kernel is asked for and is not here.
    """
    from verify import running

    asked = [what] if isinstance(what, Statement | str) else list(what)
    if not asked:
        raise Mistake("run: no statement is named; give one or more, or verify.catalogue()")
    found = catalogue() if any(isinstance(one, str) for one in asked) else None
    statements = [one if isinstance(one, Statement) else _named(found, one) for one in asked]
    return running.run(
        statements,
        methods=methods,
        profile=profile,
        jobs=jobs,
        seed=seed,
        modules=tuple(sorted({file for one in statements if (file := _own_file(one))})),
        fresh=fresh,
    )


def falsify(what: Statement | str, *, samples: int = 1000, seed: int = 0) -> dict[str, Outcome]:
    """Attack every step of a statement with many exact instances, {step name: outcome}."""
    from verify import running

    statement = what if isinstance(what, Statement) else find(what)
    return running.falsify(statement, samples=samples, seed=seed)


def _own_file(statement: Statement) -> str:
    """Return the file of a statement that is not of `proofs`: workers have to read it, too."""
    file = Path(statement.body.__code__.co_filename)
    return str(file) if file.is_file() and statement.module.split(".")[0] != "proofs" else ""


def _named(found: Catalogue | None, name: str) -> Statement:
    assert found is not None
    try:
        return found.find(name)
    except Unknown as error:
        raise Mistake(f"run: {error}") from None


# ------------------------------------------------------------------ one step


def decide(reading: StepReading, method: Method) -> Outcome:
    """Return what one method says of one step, without keeping it.

    Raises Mistake where the step is of a kind that this method does not decide.
    """
    from verify.running.tasks import Task, decide_step

    if method == "kernel":
        return _by_kernel(reading)
    task = Task(reading.statement.id, "step", reading.said.number - 1, (method,), "quick", 0)
    found = decide_step(reading.statement, reading.said, task)
    for outcome in found:
        if outcome.method == method:
            return outcome
    raise Mistake(
        f"{reading.statement.id}, {reading.said.name}: {method} does not decide this kind of "
        f"step; see {reading.statement.id}.run() for the methods that do"
    )


def _by_kernel(reading: StepReading) -> Outcome:
    from verify.methods.kernel import deciding
    from verify.processes.places import cache_folder
    from verify.telling.errors import ToolMissing

    if not deciding.available():
        raise ToolMissing("coqc", "run verify doctor for the line that installs it")
    found = deciding.decide_goals(_goals(reading), 1, cache_folder())
    return found[reading.statement.id, reading.said.name]


def kernel_is_here() -> bool:
    """Return whether Coq is installed, with the libraries that the goals use."""
    from verify.methods.kernel.deciding import available

    return available()


def goals(reading: StepReading) -> list[str]:
    """Return the lemmas Coq is asked for a step, each with its proof script.

    Raises Mistake where there is none, with what is missing.
    """
    (made,) = _goals(reading)
    if made.reason:
        raise Mistake(f"{reading.statement.id}, {reading.said.name}: no goal: {made.reason}")
    scripts = [(goal.text.rstrip(), goal.script.strip().rstrip(".")) for goal in made.goals]
    return [f"{text}\nProof.\n  {script}.\nQed." for text, script in scripts]


def _goals(reading: StepReading) -> list[StepGoals]:
    """Return the goals of one step, alone in a list."""
    from verify.methods.kernel.deciding import goals_of

    name = reading.said.name
    found = [step for step in goals_of(reading.statement) if step.step == name]
    if not found:
        raise Mistake(f"{reading.statement.id}, {name}: this kind of step has no goal for Coq")
    return found


def documents(reading: StepReading) -> list[dict[str, Any]]:
    """Return a step's raw claims as plain data, as the checker is given them."""
    assumptions = reading.assumptions
    return [document(obligation, assumptions) for obligation in obligations(reading.said)]


def refuted_mutants(reading: StepReading) -> list[MutantResult]:
    """Attack every false twin of a step; each result carries its witness."""
    from verify.methods.refuting import refute_twin

    return [refute_twin(reading.said, twin) for twin in reading.step.twins]
