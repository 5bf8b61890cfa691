"""What Coq answered is kept goal by goal, as it comes, and only what it decided.

Coq is played here: what it says is put in by hand, so that it can be slow, wrong or ended.
"""

import pytest

from verify.methods.kernel import compile as running_goals
from verify.methods.kernel import deciding
from verify.methods.kernel.compile import CLASSICAL_REALS, KernelResult, _Session
from verify.methods.kernel.deciding import StepGoals, decide_goals
from verify.methods.kernel.goals import Goal
from verify.processes.store import Store

GOALS = tuple(
    Goal(f"X.1.{k}", f"Lemma l{k} (x : R) : x + {k} = {k} + x.", "ring") for k in (1, 2, 3)
)
STEPS = [StepGoals("X", f"step {k}", (goal,)) for k, goal in enumerate(GOALS, 1)]


@pytest.fixture
def coq(monkeypatch):
    """Coq, as `asked` lists the goals it is asked, and `answers` says what it answers, by name."""
    monkeypatch.setattr(deciding, "_prelude_hash", lambda: "this Coq")
    return Coq(monkeypatch)


class Coq:
    def __init__(self, monkeypatch):
        self.asked, self.answers = [], {}
        monkeypatch.setattr(running_goals, "run_goals", self.run)

    def run(self, goals, jobs=1, timeout=20, cache_directory=None, decided=None):
        out = []
        for goal in goals:
            self.asked.append(goal.name)
            answer = self.answers.get(goal.name, "")
            if isinstance(answer, BaseException):
                raise answer
            out.append(KernelResult(goal.name, not answer, 0.5, (), answer, answer))
            decided(goal, out[-1])
        return out


def grades(folder, **options):
    found = decide_goals(STEPS, 1, folder, **options)
    return [found["X", step.step].outcome for step in STEPS]


def test_what_was_answered_is_not_asked_again_unless_afresh(coq, tmp_path):
    coq.answers = {"X.1.2": "tactic"}
    assert grades(tmp_path) == ["kernel", "inconclusive", "kernel"]
    coq.asked.clear()
    assert grades(tmp_path) == ["kernel", "inconclusive", "kernel"] and not coq.asked
    assert grades(tmp_path, fresh=True) and coq.asked == [goal.name for goal in GOALS]


def test_that_time_ran_out_is_remembered_with_the_limit(coq, tmp_path, monkeypatch):
    coq.answers = {"X.1.2": "timeout"}
    assert grades(tmp_path) == ["kernel", "inconclusive", "kernel"]
    coq.asked.clear()
    assert grades(tmp_path) == ["kernel", "inconclusive", "kernel"] and not coq.asked
    step = decide_goals(STEPS, 1, tmp_path)["X", "step 2"]
    assert "ran out of time in an earlier run; --fresh tries it again" in step.reason
    coq.answers = {}
    monkeypatch.setattr(deciding, "TIMEOUT", deciding.TIMEOUT + 1)
    assert grades(tmp_path) == ["kernel"] * 3 and coq.asked == ["X.1.2"]
    assert grades(tmp_path, fresh=True) == ["kernel"] * 3 and len(coq.asked) == 4


def test_that_coq_or_the_run_was_ended_is_no_answer(coq, tmp_path):
    coq.answers = {"X.1.2": "internal", "X.1.3": KeyboardInterrupt()}
    with pytest.raises(KeyboardInterrupt):
        grades(tmp_path)
    coq.asked.clear()
    coq.answers = {}
    assert grades(tmp_path) == ["kernel"] * 3 and coq.asked == ["X.1.2", "X.1.3"]


def test_an_answer_is_bound_to_its_goal(coq, tmp_path):
    coq.answers = {"X.1.1": "tactic"}
    grades(tmp_path)
    files = [Store(tmp_path).place(deciding._key(goal)) for goal in GOALS]
    files[0].write_bytes(files[1].read_bytes())
    coq.asked.clear()
    assert grades(tmp_path)[0] == "inconclusive" and coq.asked == ["X.1.1"]


def test_another_text_script_or_coq_has_another_answer(coq, monkeypatch):
    goal, text = GOALS[0], "Lemma l1 (x : R) : x + 2 = 1 + x."
    keys = {deciding._key(g) for g in (goal, Goal(goal.name, text, "ring"),
                                       Goal(goal.name, goal.text, "field"))}  # fmt: skip
    assert deciding._key(Goal("another name", goal.text, goal.script)) in keys
    monkeypatch.setattr(deciding, "_prelude_hash", lambda: "another Coq")
    assert len(keys | {deciding._key(goal)}) == 4


class Played(_Session):
    """A session in which Coq says what was written down for it."""

    def __init__(self, says):
        self._timeout, self._says, self.told, self._header = 1, list(says), [], ""
        self._hangs = True

    def _tell(self, sentences):
        self.told.append(sentences)

    def _until(self, mark, place):
        return "" if mark == "loaded" else self._says.pop(0)

    def _used(self):
        return 0.0

    def _end(self):
        pass


PROVED = "verify:stated {}\nError: No focused proof (No proof-editing in progress).\n"
CLOSED = "Closed under the global context\n"
WITH_AXIOM = "Axioms:\nClassical_Prop.classic : forall P : Prop, P \\/ ~ P\n"


def test_what_a_goal_rests_on_does_not_depend_on_its_neighbours():
    says = [PROVED.format(0), PROVED.format(1), WITH_AXIOM, WITH_AXIOM, CLOSED]
    found = dict(Played(says).decide(dict(enumerate(GOALS[:2]))))
    assert found[0].beyond_classical_reals == ("Classical_Prop.classic",)
    assert set(found[1].assumptions) == CLASSICAL_REALS


def test_what_rests_on_more_is_found_by_halves():
    goals = dict.fromkeys(range(4), GOALS[0])
    says = [*map(PROVED.format, goals), WITH_AXIOM, CLOSED, WITH_AXIOM, CLOSED, WITH_AXIOM]
    found = dict(Played(says).decide(goals))
    assert [bool(found[place].beyond_classical_reals) for place in goals] == [False] * 3 + [True]


def test_what_cannot_be_sealed_is_not_accepted():
    says = [PROVED.format(0), PROVED.format(1), "Error: broken\n", "Error: broken\n", CLOSED]
    found = dict(Played(says).decide(dict(enumerate(GOALS[:2]))))
    assert [found[k].accepted for k in (0, 1)] == [False, True]
    assert found[0].failure == "internal"


def test_a_session_that_hangs_tells_what_was_sealed_before_alone(monkeypatch):
    monkeypatch.setattr(running_goals, "SEALED_AFTER", 1e9)
    found = dict(Played([PROVED.format(0), None]).decide(dict(enumerate(GOALS))))
    assert list(found) == [1] and found[1].failure == "timeout"
