"""Running statements: steps decided in worker processes, verdicts computed from the outcomes."""

from verify.running.engine import run
from verify.running.records import changes, gone, recorded

__all__ = ["changes", "gone", "recorded", "run"]
