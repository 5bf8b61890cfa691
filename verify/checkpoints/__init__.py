"""Real checkpoints: a folder with config.json and safetensors, read without running its code.

    checkpoint = load(folder)                    # maps the files, reads no weight
    layer = checkpoint.layers[3]

Conventions. The papers' formulas are for columns: a head h scores the pair (i, j) by x_i^T P_h x_j,
averages s_i^h = sum_j A^h_ij x_j with the softmax A^h of the scores, and the layer adds sum_h F_h
s_i^h to x_i. Every matrix here is such a one, (out, in), whatever way it is stored:

    P_h = scale Q_h^T K_h      F_h = W_h V_h      F = sum_h F_h = W V

States, as arrays, have tokens as rows: (prompts, tokens, width). Everything is float64 unless
another type is asked for. Trouble is a `Mistake` of one line (exit code 2), or a `LimitHit`, a
kind of Mistake, where there is no room in memory or on disk (exit code 4).
"""
