"""The model of self-attention, once: tokens on ellipsoids, weights, masks, flows, layers."""
