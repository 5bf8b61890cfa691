"""Inferences: steps that conclude something over time from steps at one time."""
