"""A static site of statements, their outcomes and their witnesses, read without a network."""
