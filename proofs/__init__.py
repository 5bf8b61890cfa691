"""The papers: a module for each statement or tight family of statements."""
