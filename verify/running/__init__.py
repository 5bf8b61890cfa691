"""Running statements: steps decided in worker processes, verdicts computed from the outcomes."""

from verify.running.engine import changes, recorded, run

__all__ = ["changes", "recorded", "run"]
