"""Running statements: steps decided in worker processes, verdicts computed from the outcomes."""

from verify.running.engine import run
from verify.running.records import changes, recorded

__all__ = ["changes", "recorded", "run"]
