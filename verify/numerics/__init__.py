"""Numbers: exact instances, the raw dynamics, and the tree evaluated over either."""
