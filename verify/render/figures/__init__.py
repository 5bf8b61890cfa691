"""Figures of the papers: found, computed in parts, drawn, captioned and written."""
