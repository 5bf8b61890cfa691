"""Formulas as a reader sees them: one walk over the tree, in any notation."""
