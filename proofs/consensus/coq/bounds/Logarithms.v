(* Every positive number has a logarithm. That of Coq's library stands on the law of excluded middle. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

Lemma exp_below x : x < 1 -> exp x * (1 - x) <= 1.
Proof.
  intro X. assert (T := exp_tangent (- x)).
  assert (E : exp x * exp (- x) = 1).
  { rewrite <- exp_plus. replace (x + - x) with 0 by ring. apply exp_0. }
  assert (exp x * (1 + - x) <= exp x * exp (- x)).
  { apply Rmult_le_compat_l; [left; apply exp_pos | exact T]. } lra.
Qed.
Lemma logarithm x : 0 < x -> { y | exp y = x }.
Proof.
  intro X. destruct (completeness (fun y => exp y <= x)) as [m [Up Least]].
  - exists x. intros y Y. assert (T := exp_tangent y). lra.
  - exists (1 - / x). replace (1 - / x) with (- (/ x - 1)) by ring.
    assert (T := exp_tangent (/ x - 1)). rewrite exp_Ropp. assert (I := Rinv_0_lt_compat x X).
    assert (Z : / exp (/ x - 1) <= / / x) by (apply Rinv_le_contravar; lra).
    rewrite Rinv_inv in Z. exact Z.
  - exists m. assert (P := exp_pos m). apply Rle_antisym; apply Rnot_lt_le; intro N.
    + set (h := 1 - x / exp m).
      assert (Q : x / exp m * exp m = x) by (field; lra).
      assert (H : x = exp m * (1 - h)) by (unfold h; lra).
      assert (Hp : 0 < h). { apply Rmult_lt_reg_l with (exp m); [exact P | unfold h; lra]. }
      assert (m <= m - h); [|lra]. apply Least. intros y Y. apply Rnot_lt_le. intro L.
      assert (T := exp_tangent (y - m)). assert (E : exp y = exp m * exp (y - m)).
      { rewrite <- exp_plus. f_equal. ring. }
      assert (exp m * (1 - h) < exp m * (1 + (y - m))) by (apply Rmult_lt_compat_l; lra).
      assert (exp m * (1 + (y - m)) <= exp m * exp (y - m)) by (apply Rmult_le_compat_l; lra). lra.
    + set (h := 1 - exp m / x). assert (Q : exp m / x * x = exp m) by (field; lra).
      assert (H : exp m = x * (1 - h)) by (unfold h; lra).
      assert (Hp : 0 < h). { apply Rmult_lt_reg_l with x; [exact X | unfold h; lra]. }
      assert (H1 : h < 1). { apply Rmult_lt_reg_l with x; [exact X | unfold h; lra]. }
      assert (m + h <= m); [|lra]. apply Up. rewrite exp_plus, H.
      assert (B := exp_below h H1). assert (x * (exp h * (1 - h)) <= x * 1) by (apply Rmult_le_compat_l; lra).
      lra.
Qed.
