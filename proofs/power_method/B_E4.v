(* B-E4: the mean increment of alignment, and consensus under a normal matrix. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OrthonormalBasis OjaMap Alignments.
From Claimed Require Import B_E4.
Open Scope R_scope.

Theorem proof : B_E4.
Proof.
  intros S Token tokens Mode modes y v x F F_T r tau e sigma nu same _ T _ AF Same _ _ Ux _ Uy _ Uv Step Orth.
  assert (Cosine : forall z, inner z z = 1 -> Rabs (inner z v) <= 1).
  { intros z Z. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm z Z), (unit_norm v Uv). lra. }
  split; [|split; [|split; [|split]]].
  - apply (mean_between tokens T (fun j => sqrt (inner (y j) v ^ 2) - sqrt (inner (x j) v ^ 2))). intro j.
    rewrite !root_of_square. assert (A := Cosine _ (Ux j)). assert (B := Cosine _ (Uy j)).
    assert (C := Rabs_pos (inner (x j) v)). assert (D := Rabs_pos (inner (y j) v)). lra.
  - f_equal. apply total_ext. intro j. rewrite !root_of_square, !inner_scale_r, !Rabs_mult, (Rabs_left (-1)) by lra. ring.
  - intros s t Signs. f_equal. apply total_ext. intro j. destruct (Signs j) as [H K].
    rewrite !inner_scale_l, !Rpow_mult_distr, H, K, !Rmult_1_l. reflexivity.
  - intros [Eigen Pos] [[Span Parts] Below] z Z N. split; [exact N|].
    assert (Basis := basis_of_kronecker modes same e Same Orth Span).
    assert (G := growth modes e F F_T sigma nu tau Basis AF Parts _ z Below). rewrite Z, Rmult_1_r in G.
    assert (L := left_eigenvector modes e F F_T sigma nu Basis AF Parts v r Eigen).
    set (w := vadd z (vscale tau (F z))) in *. change (vnorm w <> 0) in N. assert (W := vnorm_nonneg w).
    rewrite !root_of_square. change (Rabs (inner z v) <= Rabs (inner (vscale (/ vnorm w) w) v)).
    rewrite inner_scale_l, Rabs_mult, (Rabs_right (/ vnorm w)) by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
    apply (share_of_growth _ _ _ ((1 + tau * r) ^ 2 + (tau * (0 * r)) ^ 2)); try apply Rabs_pos.
    + lra.
    + rewrite vnorm_square. exact G.
    + rewrite <- !Rabs_mult, !Rabs_right by apply Rle_ge, Rle_0_sqr. unfold w.
      rewrite inner_add_l, inner_scale_l, (AF z), L, inner_scale_r. ring.
  - intros i xi OrthX Span. assert (Basis := basis_of_kronecker modes same xi Same OrthX Span).
    rewrite <- (Ux i), (basis_parseval modes xi Basis (x i) (x i)). apply total_ext. intro k. ring.
Qed.
