"""Dimension-free algebra: vectors, Gram scalars, sums over tokens, derivations, normal forms."""
