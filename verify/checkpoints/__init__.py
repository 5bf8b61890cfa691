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

checkpoint     load(folder) -> Checkpoint
               Checkpoint: folder, config, weights, layers, words(ids), whole(role), norm(role),
                   final_norm(), check_weights(), which reads all weights once
layers         Layer: config, number, heads, scale, queries(h), keys(h), values(h), outputs(h),
                   scores(h, apart=0) -> Scores(factors, left, right, constant), P(h, apart=0),
                   head(h) -> Factors, F(h=None), value_output_factors() -> Factors,
                   value_output() -> ValueOutput, constant(), mask(tokens), same_weights,
                   attention_norm, feed_forward_norm -> Norm(kind, epsilon, gain, shift),
                   matrix(role), bias(role), stored_as(role, matrix) -> {tensor: array}
               `apart` is the query's place less the key's; it matters for rotary positions only
factors        Factors(left, right): left @ right without the product; .dense(), .T, .shape, @
folded         folded_scores(layer, h, apart=0), folded_head(layer, h),
               folded_layer_matrix(layer), folded_constant(layer), direction(layer, rows): what
               gain and shift of a norm that comes first leave of P_h, F_h and F, on directions
forward        states(checkpoint, tokens, pieces=WHOLE, dtype) yields the start and the states
               after each layer; last(...), after the last norm, too; started(...)
               through(layer, states, pieces), attention(layer, rows, pieces) -> A,
               attended(layer, rows, pieces), load_layer(layer, pieces, dtype) -> LoadedLayer
               Pieces(embedding, position, biases, norms, feed_forward, own_weights, weights_of),
               WHOLE, ATTENTION_ONLY
writing        write_checkpoint(source, target, {tensor: array}) -> Written(folder, roundings,
               left_out); write_tensors(path, {tensor: array}, dtype)
generated      write_random(folder, model_type, seed=..., ...): a tiny checkpoint, for tests
steering       steer(checkpoint, u, strength, layer=-1, w=None) -> Steering; predict(steering,
               tokens, pieces) -> Effect; measure(checkpoint, number, u, tokens, pieces)
               directions: direction(checkpoint, text, layer, seed) -> u
               steered_spectrum: eigenvalue(steering) -> GrowingEigenvalue
               steering_run: prediction(steering, seed), carry_out(prediction, target, force=False)
spectra        layer_spectrum(factors, matrix=None, seed=0, every=False) -> LayerSpectrum(system,
               residuals, errors, fastest, case, gap, margin, ...); leading_system(F)
               eigenvalue_errors: discs(vectors, residuals), a bound; estimates(...), first order
               heads: head_facts(layer); layer_facts: layer_facts(layer, F) -> LayerFacts
               hypotheses: theorems(facts), outcome(facts, theorems), beyond(facts); hypothesis:
               Hypothesis(says, holds, measured), Theorem(id, hypotheses, concludes)
               products: products(matrices, count); spectrum_run: spectrum_run(checkpoint, numbers)
depth          run_depth(checkpoint, variants, start, depth=, seed=, eigenvectors="all") ->
               DepthRun of a Trace each; ladder(checkpoint), changed({name: changes}), controls() ->
               [Variant]
               starts: random_start(checkpoint, prompts, tokens, seed), given_start(checkpoint,
               ids), read_ids(path), read_words(path, checkpoint)
               interventions: read("loop=0+noise=0.1", layers) -> Changes; measured: MEASURES,
               interval(numbers); linearised: Differences(values, mask, tau) with .factor() and
               .factor_between(start, end); rates: factor(trace), exponent(trace), as measured;
               predictions: judged(run, trace); ways_out: ways_out(run)
               protocols: run_protocol(name, Setting(checkpoint, start, depth, seed), claims)
config         read_config(folder) -> Config, SUPPORTED
weights        open_weights(folder) -> Weights(folder, files, holders), .shape, .dtype, .read
safetensors    open_tensors(folder, name) -> TensorFile
folders        opened(folder, name), read_json(folder, name, limit)
"""
