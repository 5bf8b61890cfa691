"""Almost every start: that the words of a claim say it, and that they say something."""

from __future__ import annotations

import re

from property_tests.engine.claim_examples import needs_coq

from verify.methods.kernel import analysis
from verify.methods.kernel.compile import CLASSICAL_REALS
from verify.processes.places import cache_folder

IS_SOME = """
From Coq Require Import Reals List.
From Kernel Require Import Prelude Words NotNull.
Check (@almost_every_is_some : forall (S : inner_product_space) (Token : Type) (tokens : list Token)
  (P : (Token -> S) -> Prop), enumerates tokens -> (forall i j : Token, {i = j} + {i <> j}) ->
  for_almost_every tokens P -> ~ forall x, (forall i, inner (x i) (x i) = 1%R) -> ~ P x).
Print Assumptions almost_every_is_some.
"""


@needs_coq
def test_what_is_so_for_almost_every_start_is_so_for_some(tmp_path):
    """So the states of unit tokens have a volume, in every dimension and for any number of them.

    Were a sphere one of the sets that have none, as in the dimension of the whole space, every
    claim about almost every start would hold.
    """
    library, folder = analysis.library(), cache_folder()
    analysis.compile_all(["NotNull"], library, folder, 1)
    (tmp_path / "test.v").write_text(IS_SOME, encoding="utf-8")
    options = analysis.options(["NotNull"], library, folder)
    failed, told = analysis.coqc(tmp_path, "test.v", options)
    assert not failed, told
    assert set(re.findall(r"^(\S+\.\S+)\s*:", told, re.MULTILINE)) <= CLASSICAL_REALS
    assert "sig_forall_dec" in told
