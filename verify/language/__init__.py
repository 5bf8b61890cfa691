"""The language of statements: one typed tree, written by the author, read by everything else."""
