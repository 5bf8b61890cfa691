"""Decides raw claim documents anew, with normal forms and balls of its own."""

from verify.checker.deciding import Verdict, check

__all__ = ["Verdict", "check"]
