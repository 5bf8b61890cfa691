"""The methods and the profiles, by the names that users, results and tables call them by."""

from __future__ import annotations

METHODS = ("symbolic", "certificate", "enclosure", "sampling", "kernel")  # cheapest first
PROFILES = ("quick", "ci", "nightly")  # how hard to try
GOALS = ("all", "needed")  # the steps that Coq is asked about: needed are those a grade rests on
