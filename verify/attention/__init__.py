"""The model of self-attention, once: tokens on ellipsoids, weights, masks, flows, layers.

What computes with numbers derives its formulas from these, or is deliberately written apart, so
that a slip in one of two ways is seen: `numerics.raw` (plain lists), `numerics.fields` (arrays of
trajectories), `numerics.softmax` (generated layers), `checkpoints.reduced` (a stored layer) and the
paths of pictures, which are those of the browser. Each says so.
"""
