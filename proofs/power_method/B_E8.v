(* B-E8: the self-attention map is defined where its step is below 1/|U|, and leaves tokens in their
   hemispheres; only the tangent part of what they get turns them. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OjaMap.
From Claimed Require Import B_E8.
Open Scope R_scope.

(* A mean of unit vectors is no longer than these. *)
Lemma weighted_short {S : inner_product_space} {Token} (tokens : list Token) (A : Token -> R) (x : Token -> S) :
  (forall j, 0 <= A j) -> total tokens A = 1 -> (forall j, inner (x j) (x j) = 1) ->
  vnorm (vtotal tokens (fun j => vscale (A j) (x j))) <= 1.
Proof.
  intros Pos One Unit. rewrite <- One. clear One. induction tokens as [|j T IH]; simpl.
  - unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (unit_norm (x j) (Unit j)), Rabs_right by
      (apply Rle_ge; apply Pos). lra.
Qed.

Theorem proof : B_E8.
Proof.
  intros S Token tokens x P P_T U U_T tau _ T _ _ _ _ _ _ Unit _ Step.
  set (s := fun i => vtotal tokens (fun j => vscale (exp (inner (x i) (P (x j))) /
    total tokens (fun k => exp (inner (x i) (P (x k))))) (x j))).
  assert (Short : forall i, vnorm (s i) <= 1).
  { intro i. assert (Z : 0 < total tokens (fun k => exp (inner (x i) (P (x k))))) by
      (apply total_positive; [exact T | intro; apply exp_pos]).
    apply (weighted_short tokens (fun j => exp (inner (x i) (P (x j))) /
      total tokens (fun k => exp (inner (x i) (P (x k)))))); [| |exact Unit].
    - intro j. apply Rlt_le, Rdiv_lt_0_compat; [apply exp_pos | exact Z].
    - unfold Rdiv. rewrite total_scale_r. apply Rinv_r. lra. }
  split; [|split; [|split]].
  - intro i. change (inner (s i) (s i) <= 1). rewrite <- vnorm_square. assert (Q := vnorm_nonneg (s i)).
    specialize (Short i). replace 1 with (1 * 1) by ring. apply Rmult_le_compat; auto.
  - intros kappa Kpos [Norm Small] i. fold (s i). set (y := vadd (x i) (vscale tau (U (s i)))).
    assert (Given : vnorm (U (s i)) <= kappa).
    { eapply Rle_trans; [apply (operator_norm U kappa (Rlt_le _ _ Kpos) Norm)|].
      rewrite <- (Rmult_1_r kappa) at 2. apply Rmult_le_compat_l; [lra | apply Short]. }
    assert (Along : 1 - tau * kappa <= inner (x i) y).
    { unfold y. rewrite inner_add_r, inner_scale_r, Unit.
      assert (C := inner_le_vnorm (x i) (U (s i))). rewrite (unit_norm (x i) (Unit i)) in C.
      apply Rabs_le_between in C.
      assert (tau * - kappa <= tau * inner (x i) (U (s i))) by (apply Rmult_le_compat_l; lra). lra. }
    assert (Long : 1 - tau * kappa <= vnorm y).
    { eapply Rle_trans; [exact Along|]. eapply Rle_trans; [apply Rle_abs|].
      eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm (x i) (Unit i)). lra. }
    split; [exact Along|]. split; [exact Long|]. split; [change (vnorm y <> 0); lra|].
    rewrite inner_scale_r. apply Rmult_lt_0_compat; [apply Rinv_0_lt_compat|]; [change (0 < vnorm y)|]; lra.
  - intros i u. split; [|split].
    + rewrite Unit, vscale_one. apply vadd_opposite.
    + apply inner_ext. intro z. inners. rewrite Unit. ring.
    + intro Z. rewrite Z, vscale_zero. apply inner_ext. intro z. inners. rewrite inner_zero_l. ring.
  - intro i. fold (s i). inners. rewrite (inner_sym S (U (s i)) (x i)), Unit. ring.
Qed.
