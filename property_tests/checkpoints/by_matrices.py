"""Attention from the matrices P_h and F_h that a layer gives, and how far rounding may be off."""

from __future__ import annotations

import numpy as np


def scored(layer, h, X, biases=True, turning=True):
    """x_i^T P_h x_j, and what biases add, of tokens X (n, d): every pair by its own distance.

    P_h and the rest are rounded themselves: angles up to n, rotations of pairs, and products of
    the head's width, so each by less than gamma(8 width (1 + n)) times the sizes of its factors.
    """
    n = len(X.value)
    share = X.gamma(8 * layer.config.head_width * (1 + n))
    to_query, to_key = (
        0.0 if (b := layer.bias(role)) is None or not biases else np.linalg.norm(b)
        for role in ("query", "key")
    )
    value, error = np.zeros((n, n)), np.zeros((n, n))
    for i in range(n):
        for j in range(n):
            scores = layer.scores(h, apart=i - j if turning else 0)
            left, right = scores.factors.left, scores.factors.right
            # No entry that is turned exceeds the length of its column.
            sizes = np.abs(left) @ np.broadcast_to(np.linalg.norm(right, axis=0), right.shape)
            P = X.of(scores.factors.dense(), share * sizes)
            x, y = X[i : i + 1], X[j : j + 1]
            score = x @ P @ y.T
            if biases:
                ones = np.ones((layer.config.width, 1))
                by_key = share * np.linalg.norm(left) * to_key
                by_query = share * np.linalg.norm(right) * layer.scale * to_query
                score = score + x @ X.of(scores.left[:, None], by_key * ones)
                score = score + y @ X.of(scores.right[:, None], by_query * ones)
                last = share * layer.scale * to_query * to_key
                score = score + X.of([[scores.constant]], [[last]])
            value[i, j], error[i, j] = score.value[0, 0], score.error[0, 0]
    return X.of(value, error)


def weighted(layer, h, X, **options):
    """The attention weights of a head, (n, n)."""
    scores, mask = scored(layer, h, X, **options), layer.mask(len(X.value))
    return X.of(np.where(mask, scores.value, -np.inf), scores.error * mask).softmax()


def pulled(layer, X, **options):
    """sum_h F_h s_i^h of tokens X, with F_h rounded as a product of the head's width."""
    total = X.exact(np.zeros_like(X.value))
    for h in range(layer.heads):
        factors = layer.head(h)
        sizes = np.abs(factors.left) @ np.abs(factors.right)
        F = X.of(layer.F(h), X.gamma(layer.config.head_width) * sizes)
        total = total + weighted(layer, h, X, **options) @ X @ F.T
    return total


def constant(layer, X):
    """What biases add to every token: a product through all heads, and one sum."""
    value, output = layer.bias("value"), layer.matrix("output")
    size = 0.0 if value is None else np.linalg.norm(output) * np.linalg.norm(value) * layer.heads
    whole = np.broadcast_to(layer.constant(), X.value.shape)
    return X.of(whole, np.full_like(X.value, X.gamma(output.shape[1] + 1) * size) + X.u)
