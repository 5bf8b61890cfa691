"""How results are told: formulas, the terminal, LaTeX, JSON."""
