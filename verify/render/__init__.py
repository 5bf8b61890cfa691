"""Renders results: formulas, the terminal, LaTeX, HTML, Markdown, JSON."""
