"""The methods and the profiles, by the names that users, results and tables call them by."""

from __future__ import annotations

METHODS = ("symbolic", "certificate", "enclosure", "sampling", "kernel")  # cheapest first
PROFILES = ("quick", "ci", "nightly")  # how hard to try
# What Coq is asked: theorems and the steps that grades rest on, all steps too, or nothing at all.
GOALS = ("needed", "all", "recorded")
