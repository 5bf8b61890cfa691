"""Real checkpoints: layer matrices cut out of safetensors files, whole models run by transformers.

The papers' formulas are for columns, see `layers`; states, as arrays, have tokens as rows:
(prompts, tokens, width). Trouble is a `Mistake` of one line (exit code 2), or a `ToolFailed` (exit
code 3) where a package of the extra `checkpoints` is missing. From Python:
`layers.load_checkpoint`, `spectrum_run.spectrum_run`, `whole.open_whole`, `depth.run_depth`,
`steering.steer`.
"""
