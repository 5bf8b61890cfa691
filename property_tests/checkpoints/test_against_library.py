"""Against torch and transformers themselves, on small random models of each family.

Without these packages nothing here runs (.ci/run installs them).
"""

import json
from fractions import Fraction

import numpy as np
import pytest
from safetensors.numpy import load_file, save_file

from property_tests.checkpoints.folders import FAMILIES, GROUPED
from verify.checkpoints.depth import ONE_LAYER, REDUCED, WHOLE, known_layout, run_depth
from verify.checkpoints.layers import load_checkpoint
from verify.checkpoints.measured import distance
from verify.checkpoints.starts import given_start, random_start
from verify.checkpoints.steering import direction, row_towards, steer
from verify.checkpoints.theory import read_theory
from verify.checkpoints.whole import PARTS, drawn_anew, open_whole
from verify.cli import main
from verify.numerics.draws import directions

torch = pytest.importorskip("torch")
transformers = pytest.importorskip("transformers")

SIZES = {
    "gpt2": {"n_embd": 16, "n_head": 4, "n_layer": 3, "n_positions": 24},
    "gpt_neo": {"hidden_size": 16, "num_heads": 4, "num_layers": 2, "window_size": 3,
                "attention_types": [[["global", "local"], 1]]},
    "opt": {"ffn_dim": 32, "word_embed_proj_dim": 16},
    "distilbert": {"dim": 16, "n_heads": 4, "n_layers": 2, "hidden_dim": 32},
    "albert": {"embedding_size": 8, "num_hidden_layers": 4, "num_hidden_groups": 2},
    "mistral": {"sliding_window": 3, "head_dim": 4},
    # Of these only the whole model is run.
    "gemma": {"head_dim": 4}, "qwen3": {"head_dim": 4},
}  # fmt: skip
USUAL = {
    "hidden_size": 16, "num_attention_heads": 4, "num_hidden_layers": 2, "intermediate_size": 32,
    "max_position_embeddings": 24,
}  # fmt: skip
RENAMED = ("gpt2", "gpt_neo", "distilbert")
ALL = (*FAMILIES, "gemma", "qwen3", "phi")
THEORY = read_theory()
IDS = np.random.default_rng(3).integers(5, 40, (3, 7))


def write(folder, model, seed=0, *, causal=False, dtype=torch.float64, **changed):
    """A model of a family with weights of some size, saved by the library, and the model."""
    sizes = SIZES.get(model, {}) if model in RENAMED else USUAL | SIZES.get(model, {})
    if model in (*GROUPED, "gemma", "qwen3"):
        sizes = sizes | {"num_key_value_heads": 2}
    config = transformers.AutoConfig.for_model(
        model, vocab_size=40, pad_token_id=0, bos_token_id=0, eos_token_id=0, **sizes | changed
    )
    kind = transformers.AutoModelForCausalLM if causal else transformers.AutoModel
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        made = kind.from_config(config, attn_implementation="eager").double()
        with torch.no_grad():
            for each in made.parameters():
                each.add_(0.3 * torch.randn_like(each))
    made.to(dtype).save_pretrained(folder)
    return made.double().eval()


@pytest.mark.parametrize("model", ALL)
def test_states_are_those_that_the_library_tells(tmp_path, model):
    write(tmp_path, model)
    whole = open_whole(tmp_path)
    theirs = transformers.AutoModel.from_pretrained(
        tmp_path, dtype=torch.float64, attn_implementation="eager"
    )
    with torch.no_grad():
        said = theirs.eval()(torch.from_numpy(IDS), output_hidden_states=True)
    ran = whole.run(IDS)
    # The last of theirs has gone through the last norm.
    for ours, hidden in zip(ran.states[:-1], said.hidden_states[:-1], strict=True):
        assert np.array_equal(ours, hidden.numpy())
    assert np.array_equal(ran.end, said.last_hidden_state.numpy())
    ends = ran.states[-1] if whole.last_norm is None else whole.normed(ran.states[-1])
    assert np.array_equal(ends, ran.end)
    assert np.array_equal(whole.run(IDS, start=ran.states[0]).end, ran.end)


@pytest.mark.parametrize("model", FAMILIES)
def test_a_layer_is_the_librarys_attention(tmp_path, model):
    """What the library's attention adds is sum_h F_h s_i^h, where positions and biases are away."""
    write(tmp_path, model)
    whole, checkpoint = open_whole(tmp_path), load_checkpoint(tmp_path)
    for number in range(checkpoint.config.layers):
        layer = checkpoint.layer(number)
        kinds = sorted(set(checkpoint.config.weights_of))
        at = kinds.index(checkpoint.config.weights_of[number])
        nth = checkpoint.config.weights_of[:number].count(kinds[at])
        output, seen = whole.attention_output(whole.blocks[at]), []
        norm = next(
            (m for n, m in whole.blocks[at].named_modules()
             if n == checkpoint.config.family.names[4]), None,
        )  # fmt: skip
        states = []
        hooks = [(output, lambda _, __, out, seen=seen: seen.append(out.numpy()))]
        if checkpoint.config.norm_first:
            hooks.append((norm, lambda _, __, out, states=states: states.append(out.numpy())))
        away = [p for p in whole.parts() if p in ("positions", "biases")]
        ran = whole.run(IDS, without=away, hooks=hooks)
        rows = states[nth] if states else ran.states[number]
        own = through_alone(layer, rows)
        # Some of the library's models have their softmax in 32 bits, whatever the others have.
        exact = model in ("gpt2", "bert", "roberta", "distilbert", "albert")
        rounding = np.finfo(np.float64 if exact else np.float32).eps * rows.size  # a sum of terms
        assert np.allclose(own, seen[nth], rtol=0, atol=rounding * np.abs(own).max())


def through_alone(layer, rows):
    """sum_h F_h s_i^h of tokens, from the matrices P_h and F_h written out."""
    total = np.zeros_like(rows)
    for h in range(layer.heads):
        scores = rows @ layer.scores(h).dense() @ rows.swapaxes(-1, -2)
        scores = np.where(layer.mask(rows.shape[1]), scores, -np.inf)
        weights = np.exp(scores - scores.max(axis=-1, keepdims=True))
        weights /= weights.sum(axis=-1, keepdims=True)
        total += weights @ rows @ layer.head(h).dense().T
    return total


@pytest.mark.parametrize("model", ALL)
def test_each_part_that_there_is_can_be_taken_away(tmp_path, model):
    write(tmp_path, model)
    whole = open_whole(tmp_path)
    no_biases = model in ("llama", "mistral", "gemma", "qwen3")
    assert whole.parts() == tuple(p for p in PARTS if p != "biases" or not no_biases)
    before = whole.run(IDS)
    for part in whole.parts():
        assert np.abs(whole.run(IDS, without=[part]).end - before.end).max() > 1e-3, part
    assert np.array_equal(whole.run(IDS).end, before.end)  # and all of it is there again
    # Without attention a token is alone: the others may be any.
    other = IDS.copy()
    other[:, 1:] = 7
    alone, changed = (whole.run(each, without=["attention"]).end for each in (IDS, other))
    assert np.array_equal(alone[:, 0], changed[:, 0])
    # Without positions a full mask does not know the order of tokens.
    if not load_causal(tmp_path):
        turned = whole.run(IDS[:, ::-1], without=["positions"]).end[:, ::-1]
        assert np.allclose(turned, whole.run(IDS, without=["positions"]).end)


def load_causal(folder):
    checkpoint, _ = known_layout(folder)
    return checkpoint is None or checkpoint.config.causal


@pytest.mark.parametrize("model", ["gpt2", "bert", "llama", "albert"])
def test_depth_measures_what_plain_numpy_does(tmp_path, model):
    write(tmp_path, model)
    whole, checkpoint = open_whole(tmp_path), load_checkpoint(tmp_path)
    start = given_start(whole, IDS)
    layers = checkpoint.config.layers
    run = run_depth(whole, checkpoint, start, depth=2 * layers, seed=0, theory=THEORY)
    states = whole.run(IDS).states
    for k, rows in enumerate(states):
        units = rows / np.linalg.norm(rows, axis=-1, keepdims=True)
        apart = np.linalg.norm(units[:, :, None] - units[:, None], axis=-1)
        own = apart.sum(axis=(1, 2)) / (7 * 6)
        assert np.allclose(run.trace(WHOLE).measures["distance"][k], own)
    path = start.vectors
    for step in range(2 * layers):
        path = directions(path + through_alone(checkpoint.layer(step % layers), path))
    assert np.allclose(run.trace(REDUCED).measures["distance"][-1], distance(path))
    without = [t.name for t in run.traces if t.kind == "without"]
    assert without == [f"without {part}" for part in whole.parts()]
    assert run.trace(ONE_LAYER).layers == (0,) * 2 * layers


def test_the_rate_of_a_repeated_layer_is_its_eigenvalues(tmp_path):
    write(tmp_path, "bert")
    whole, checkpoint = open_whole(tmp_path), load_checkpoint(tmp_path)
    start = random_start(whole, 8, 5, 2)
    run = run_depth(whole, checkpoint, start, depth=40, seed=2, theory=THEORY)
    values = np.linalg.eigvals(checkpoint.layer(0).F())
    if run.rate is not None:
        # Attention is full: the mask has the eigenvalues 1 and 0.
        assert run.rate.predicted == pytest.approx(1 / abs(1 + values[np.argmax(values.real)]))
        assert run.rate.measured == pytest.approx(run.rate.predicted, rel=0.05)
        assert run.rate.statements
    else:
        first = values[np.argmax(values.real)]
        assert first.imag or np.abs(1 + values).max() > abs(1 + first)


# ------------------------------------------------------------------ weights


def test_weights_that_are_missing_are_named_and_not_drawn(tmp_path, capsys):
    write(tmp_path, "bert")
    file = tmp_path / "model.safetensors"
    tensors = load_file(file)
    del tensors["encoder.layer.1.output.dense.weight"]
    save_file(tensors, file, {"format": "pt"})
    capsys.readouterr()  # the library's bar of progress while it wrote
    assert main(["depth", str(tmp_path)]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1
    assert "these weights are missing" in err and "encoder.layer.1.output.dense.weight" in err


def test_bfloat16_is_read_exactly(tmp_path):
    write(tmp_path, "llama", dtype=torch.bfloat16)
    stored = open_whole(tmp_path).blocks[0].self_attn.v_proj.weight.detach().numpy()
    assert np.array_equal(load_checkpoint(tmp_path).layer(0).value, stored)


def test_code_of_a_folder_is_not_run(tmp_path, capsys):
    write(tmp_path, "bert")
    said = json.loads((tmp_path / "config.json").read_text())
    said |= {"model_type": "mine", "auto_map": {"AutoConfig": "own.C", "AutoModel": "own.M"}}
    (tmp_path / "config.json").write_text(json.dumps(said))
    (tmp_path / "own.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')")
    assert main(["depth", str(tmp_path)]) == 2
    assert "transformers cannot load it" in capsys.readouterr().err
    assert not (tmp_path / "ran").exists()


def test_an_encoder_with_a_decoder_is_refused(tmp_path, capsys):
    config = transformers.AutoConfig.for_model(
        "t5", d_model=16, d_kv=4, d_ff=16, num_layers=2, num_heads=4, vocab_size=40
    )
    transformers.AutoModel.from_config(config).save_pretrained(tmp_path)
    assert main(["depth", str(tmp_path)]) == 2
    assert "no single row of" in capsys.readouterr().err


def test_weights_drawn_anew_are_the_librarys_own(tmp_path):
    write(tmp_path, "gpt2")
    whole = open_whole(tmp_path)
    one, again, other = (drawn_anew(whole, seed).run(IDS).end for seed in (1, 1, 2))
    assert np.array_equal(one, again) and not np.array_equal(one, other)
    spread = drawn_anew(whole, 1).blocks[0].attn.c_attn.weight.detach().std()
    assert abs(float(spread) - 0.02) < 0.004


@pytest.mark.parametrize("model", FAMILIES)
def test_steering_obeys_the_law_and_is_taken_back(tmp_path, model):
    write(tmp_path, model)
    whole, checkpoint = open_whole(tmp_path), load_checkpoint(tmp_path)
    number = checkpoint.config.layers - 1
    u = direction(whole, checkpoint, "random", number, 4)
    before = whole.run(IDS)
    found = steer(whole, checkpoint, number, u, 30.0, IDS, no_loss="none is asked for")
    assert found.agrees and (found.bound < 1e-9).all()
    assert np.array_equal(whole.run(IDS).end, before.end)
    # The change of F is c u w^T, with w^T u = 1.
    layer = checkpoint.layer(number)
    w = layer.value_output_factors().right.T @ row_towards(layer, u)
    assert w @ u == pytest.approx(1)
    # A bias of that length has every token's cosine with one sign: that of the strength.
    assert found.biased.mean() > found.before.mean()
    assert not np.allclose(found.measured, found.before)
    # Another law does not hold: half of the strength, or other tokens' beta.
    assert np.abs(found.measured - found.before).max() > found.bound.max()


def test_losses_are_the_librarys(tmp_path, capsys):
    write(tmp_path / "model", "mistral", causal=True)
    text, said = tmp_path / "text", tmp_path / "said.json"
    text.write_text("\n".join(" ".join(map(str, row)) for row in IDS))
    asked = ["steer", str(tmp_path / "model"), "--direction", "token:7", "--strength", "20"]
    assert main([*asked, "--layer", "0", "--text", str(text), "--json", str(said)]) == 0
    out, read = capsys.readouterr().out, json.loads(said.read_text())
    assert read["schema"] == "verify.steer/1"
    assert out.startswith("mean cosine with u") and "next-token loss" in out
    head = transformers.AutoModelForCausalLM.from_pretrained(
        tmp_path / "model", dtype=torch.float64
    ).eval()
    checkpoint, whole = load_checkpoint(tmp_path / "model"), open_whole(tmp_path / "model")
    u = direction(whole, checkpoint, "token:7", 0, 0)
    token = head.model.embed_tokens.weight[7].detach().numpy()
    assert np.allclose(u, token / np.linalg.norm(token))
    added = 20 * np.outer(u, row_towards(checkpoint.layer(0), u))
    pushed = torch.from_numpy(read["bias"] * u)
    output = head.model.layers[0].self_attn.o_proj

    def losses():
        with torch.no_grad():
            ids = torch.from_numpy(IDS)
            return [float(head(row[None], labels=row[None]).loss) for row in ids]

    assert read["losses"]["before"] == pytest.approx(losses())
    handle = output.register_forward_hook(lambda _, __, out: out + pushed)
    assert read["losses"]["bias"] == pytest.approx(losses())
    handle.remove()
    with torch.no_grad():
        output.weight.add_(torch.from_numpy(added))
    assert read["losses"]["after"] == pytest.approx(losses())


@pytest.mark.parametrize(
    ("further", "says"),
    [
        (["--direction", "token:40"], "--direction: unknown token '40'"),
        (["--direction", "eigen:17"], "unknown eigenvalue"),
        (["--direction", "here"], "--direction: unknown direction 'here'; use token:ID"),
        (["--direction", "random", "--layer", "9"], "--layer: unknown layer 9"),
        (["--direction", "random", "--strength", "0"], "--strength"),
        (["--direction", "random", "--json", "{}/new"], "is in the checkpoint"),
        (["--direction", "random", "--text", "none"], "--text: none is not a regular file"),
    ],
)
def test_bad_arguments_of_steer_are_one_line(tmp_path, further, says, capsys):
    write(tmp_path, "gpt2")
    further = [each.format(tmp_path) for each in further]
    assert main(["steer", str(tmp_path), "--strength", "3", *further]) == 2
    err = capsys.readouterr().err
    assert says in err and err.count("\n") == 1


# ------------------------------------------------------------------ depth, and the protocols


def test_depth_answers_first_and_tells_the_rest(tmp_path, capsys):
    write(tmp_path / "model", "gpt2")
    said = tmp_path / "said.json"
    assert main(["depth", str(tmp_path / "model"), "--json", str(said)]) == 0
    out, read = capsys.readouterr().out, json.loads(said.read_text())
    assert out.startswith(("No, tokens", "Yes, tokens", "These prompts"))
    assert " ".join(out.split()).startswith(read["answer"])
    for name in ("whole model", "without attention", "reduced", "Collapsed: 10% or less"):
        assert name in out
    assert read["schema"] == "verify.depth/1" and read["prompts"] == 16


def test_what_has_collapsed_is_told_so(tmp_path, capsys):
    made = write(tmp_path, "bert")
    with torch.no_grad():  # after each layer all tokens are at the shift of its norm
        for block in made.encoder.layer:
            block.output.LayerNorm.weight.mul_(1e-3)
            block.output.LayerNorm.bias.add_(1.0)
    made.save_pretrained(tmp_path)
    assert main(["depth", str(tmp_path)]) == 0
    assert capsys.readouterr().out.startswith("Yes, tokens collapse.")


def test_a_model_of_another_layout_runs_whole(tmp_path, capsys):
    write(tmp_path, "gemma")
    assert main(["depth", str(tmp_path), "--prompts", "6"]) == 0
    out = capsys.readouterr().out
    assert "Not reduced to attention alone" in out and "without feed-forward parts" in out


@pytest.mark.parametrize(
    ("further", "says"),
    [
        (["--tokens", "25"], "--tokens: 25 are more than the 24 positions"),
        (["--text", "ids", "--prompts", "3"], "--text: says how many"),
        (["--protocol", "B-Z9"], "--protocol: unknown name 'B-Z9'; use"),
        (["--text", "far"], "--text: ids must be from 0 to 39"),
        (["--text", "empty"], "is empty; write one prompt per line"),
        (["--text", "words"], "has no tokenizer, and --text holds words"),
    ],
)
def test_bad_arguments_of_depth_are_one_line(tmp_path, further, says, capsys, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, text in {"ids": "1 2", "far": "1 99", "empty": "\n", "words": "so it is"}.items():
        (tmp_path / name).write_text(text)
    write(tmp_path / "model", "gpt2")
    assert main(["depth", "model", *further]) == 2
    err = capsys.readouterr().err
    assert says in err and err.count("\n") == 1


@pytest.mark.parametrize("name", ["B-X0", "B-X1", "B-X2", "B-X3", "B-X4", "B-X5", "B-X6"])
@pytest.mark.parametrize("model", ["gpt2", "albert"])
def test_protocols_run_and_decide(tmp_path, model, name, capsys):
    write(tmp_path / "model", model)
    said = tmp_path / "said.json"
    asked = ["depth", str(tmp_path / "model"), "--protocol", name, "--prompts", "6"]
    assert main([*asked, "--tokens", "5", "--json", str(said)]) == 0
    read = json.loads(said.read_text())
    assert read["schema"] == "verify.protocol/1" and all(p["figures"] for p in read["parts"])
    assert read["verdict"]
    for each in read["verdict"]:
        ends, bound = each["interval"], float(Fraction(each["bound"]))
        inside = ends["low"] <= bound <= ends["high"]
        assert inside or each["decision"] != "open"
    if name == "B-X0":
        assert all(each["as_said"] for each in read["verdict"])


def test_the_loop_is_that_of_the_library(tmp_path, capsys):
    write(tmp_path / "model", "gpt2")
    said = tmp_path / "said.json"
    asked = ["depth", str(tmp_path / "model"), "--protocol", "A-6.2", "--prompts", "6"]
    assert main([*asked, "--json", str(said)]) == 0
    read = json.loads(said.read_text())
    assert len(read["parts"]) == 6 and read["verdict"]
    # The same by hand, of one prompt: embedded once, two passes, (25) before the last norm.
    whole = open_whole(tmp_path / "model")
    start = random_start(whole, 6, 10, 0)
    states = whole.run(start.ids).states[0]
    mask = torch.full((10, 10), -torch.inf, dtype=torch.float64).triu(1)[None, None]
    for _ in range(2):
        rows = torch.from_numpy(states)
        with torch.no_grad():
            for block in whole.blocks:
                rows = block(rows, attention_mask=mask)
            ended, states = rows.numpy(), whole.base.ln_f(rows).numpy()
    units = ended / np.linalg.norm(ended, axis=-1, keepdims=True)
    far = 1 - np.einsum("pd,pid->pi", units[:, 0], units).mean(axis=1)
    control = next(part for part in read["parts"] if part["name"] == "control")
    assert control["figures"]["mean of (25) at the end"]["low"] == pytest.approx(far.mean())


def test_a_loop_needs_a_last_norm(tmp_path, capsys):
    write(tmp_path, "bert")
    assert main(["depth", str(tmp_path), "--protocol", "A-6.2"]) == 2
    assert "has no last norm to loop" in capsys.readouterr().err
