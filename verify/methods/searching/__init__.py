"""The search for reasons: a gap as a sum of products of what is known not to be negative."""
