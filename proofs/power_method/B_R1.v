(* B-R1: a unit vector that is a multiple of another one is that or its opposite. *)
From Coq Require Import Reals Lra.
From Kernel Require Import Prelude.
Open Scope R_scope.

Lemma unit_multiples {S : inner_product_space} (x y : S) : inner x x = 1 -> inner y y = 1 -> (exists a, y = vscale a x) -> y = x \/ y = vscale (-1) x.
Proof.
  intros X Y [a E]. rewrite E, inner_scale_l, inner_scale_r, X in Y.
  assert (H : (a - 1) * (a + 1) = 0) by lra. rewrite E. destruct (Rmult_integral _ _ H); [left | right].
  - replace a with 1 by lra. apply vscale_one.
  - replace a with (-1) by lra. reflexivity.
Qed.
