"""Running statements: steps decided in worker processes, verdicts computed from the outcomes."""

from verify.running.engine import changes, falsify, recorded, run

__all__ = ["changes", "falsify", "recorded", "run"]
