"""Running statements: steps decided in worker processes, verdicts computed from the outcomes."""
