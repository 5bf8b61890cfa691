(* A-T5.2': the weights within the mask are those of one head, to which Dominant.v applies. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Tangent Values Eigenbasis Dominant.
From Claimed Require Import A_T5_2_prime.
Open Scope R_scope.

Theorem proof : A_T5_2_prime.
Proof.
  intros Space Token tokens Mode modes Lam lam top v N alpha y U same _ ET EM Mask Sym Same Bounded
    Ortho Eigen L0 Below Above Unit _ _ _ _ Nonneg Flow [Dominant Span] rho Rho D D0 [Rows [Inside Slopes]].
  assert (Pole : inner (v top) (v top) = 1) by (rewrite Ortho; apply Same).
  set (beta := fun t (_ : unit) i j => N i j * alpha t i j).
  assert (Rate : rho * total (tt :: nil) (fun _ => lam top - Lam) = rho * (lam top - Lam)) by (simpl; ring).
  destruct (dominant_eigenvalue_gathers Space Token unit tokens (tt :: nil) (fun _ => U) (v top)
    (fun _ => lam top) (fun _ => Lam) beta y rho D) as [Slope [Near Limit]]; auto.
  - split; [discriminate|]. split; [repeat constructor; intros [] | intros []; left; reflexivity].
  - intros _. split; lra.
  - intros _. apply (spectral_across modes same U v lam top Same Sym Eigen Span); auto.
    intros k Other. specialize (Below k). specialize (Above k). rewrite Other in *. lra.
  - intros t h i j T. apply Rmult_le_pos; [apply indicator_nonneg, Mask | apply Nonneg, T].
  - intros t h i T. apply Rows, T.
  - intros t i T. replace (value_pull tokens (tt :: nil) (beta t) (fun _ => U) (y t) i)
      with (vtotal tokens (fun j => vscale (N i j) (vscale (alpha t i j) (U (y t j))))); [apply Flow, T|].
    apply inner_ext. intro z. unfold value_pull. rewrite !inner_vtotal_l. apply total_ext. intro j.
    simpl. unfold beta. rewrite inner_add_l, !inner_scale_l, inner_zero_l. ring.
  - rewrite Rate. apply Rmult_lt_0_compat; lra.
  - intro i. destruct (Slopes i) as [_ H]. simpl in H. rewrite Rmult_1_r in H. exact H.
  - rewrite Rate in *. split; [|split; [|exact Limit]]; intros t T i.
    + destruct (Slope t i T) as [P H]. set (b := inner (v top) (y t i)) in *.
      replace (b ^ 2) with (b * b) by ring.
      split; [assert (0 < b * b) by (apply Rmult_lt_0_compat; auto); lra|].
      eapply Rle_trans; [exact H|]. right. f_equal. simpl. rewrite Rmult_1_r, <- exp_plus. f_equal. ring.
    + replace (-1 * rho * (lam top - Lam) * t) with (- (rho * (lam top - Lam)) * t) by ring.
      exact (Near t i T).
Qed.
