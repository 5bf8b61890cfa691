"""Facts live in `verify.language.facts`; this name is kept while the house is being built."""

from verify.language.facts import Distinct, Equation, Fact, serialised

__all__ = ["Distinct", "Equation", "Fact", "serialised"]
