"""Statements as tests of pytest."""
