(* B-E9: scores that do not differ give the average, and one push for all tokens. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OjaEnergy.
From Claimed Require Import B_E9.
Open Scope R_scope.

Theorem proof : B_E9.
Proof.
  intros S Token tokens x P P_T tau V V_T _ T AP AV _ _ _ _ Unit _ Step.
  assert (N := size_positive tokens T). set (sum := vtotal tokens (fun j => x j)).
  assert (Form : forall i, vadd (x i) (vscale (tau / size tokens) (V sum)) =
    vadd (x i) (vscale tau (V (vscale (/ size tokens) sum)))).
  { intro i. rewrite (adjoint_scale V V_T AV), vscale_vscale. reflexivity. }
  split; [|split; [|split]].
  - intros b Same.
    assert (Equal : forall i j, exp (inner (x i) (P (x j))) /
      total tokens (fun k => exp (inner (x i) (P (x k)))) = 1 / size tokens).
    { intros i j. assert (E : forall l, exp (inner (x i) (P (x l))) = exp b).
      { intro l. rewrite <- (Same i l), inner_sym, (AP (x l)), inner_sym. reflexivity. }
      rewrite (total_ext tokens (fun k => exp (inner (x i) (P (x k)))) (fun _ => exp b * 1)) by
        (intro l; rewrite E; ring).
      rewrite total_scale, E. change (total tokens (fun _ => 1)) with (size tokens).
      assert (Q := exp_pos b). field. lra. }
    split; [exact Equal|]. intro i. fold sum. rewrite Form. do 3 f_equal.
    apply inner_ext. intro z. unfold sum. rewrite inner_scale_l, !inner_vtotal_l, <- total_scale.
    apply total_ext. intro j. rewrite inner_scale_l, Equal. unfold Rdiv. ring.
  - intro i. split; [exact (Form i)|]. fold sum. rewrite Form. set (s := vscale _ sum).
    replace (inner (V_T (x i)) s) with (inner (x i) (V s)).
    2: { rewrite inner_sym, (AV s). apply inner_sym. }
    rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Unit, (inner_sym S (V s) (x i)). ring.
  - intros i j. fold sum. apply inner_ext. intro z. inners. ring.
  - exact (mean_short tokens T x Unit).
Qed.
