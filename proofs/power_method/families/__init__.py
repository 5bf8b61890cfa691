"""Exact families of states of attention layers: what campaigns draw, and how it is decided."""
