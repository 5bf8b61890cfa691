(* B-E4: the mean increment of alignment, and consensus under a normal matrix. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OrthonormalBasis OjaMap Alignments.
Open Scope R_scope.

Section Increments.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (x y : Token -> S) (v : S).
Definition mean_rise (x y : Token -> S) (v : S) :=
  total tokens (fun j => sqrt (inner (y j) v ^ 2) - sqrt (inner (x j) v ^ 2)) / size tokens.
Lemma mean_in_bounds : enumerates tokens -> (forall i, inner (x i) (x i) = 1) -> (forall i, inner (y i) (y i) = 1) ->
  inner v v = 1 -> -1 <= mean_rise x y v /\ mean_rise x y v <= 1.
Proof.
  intros T Ux Uy Uv.
  assert (Cosine : forall z, inner z z = 1 -> Rabs (inner z v) <= 1).
  { intros z Z. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_norm z Z), (unit_norm v Uv). lra. }
  apply (mean_between tokens T (fun j => sqrt (inner (y j) v ^ 2) - sqrt (inner (x j) v ^ 2))). intro j.
  rewrite !root_of_square. assert (A := Cosine _ (Ux j)). assert (B := Cosine _ (Uy j)).
  assert (C := Rabs_pos (inner (x j) v)). assert (D := Rabs_pos (inner (y j) v)). lra.
Qed.
Lemma sign_of_v : mean_rise x y (vscale (-1) v) = mean_rise x y v.
Proof.
  unfold mean_rise. f_equal. apply total_ext. intro j.
  rewrite !root_of_square, !inner_scale_r, !Rabs_mult, (Rabs_left (-1)) by lra. ring.
Qed.
Lemma signs_of_tokens (s t : Token -> R) : (forall i, s i ^ 2 = 1 /\ t i ^ 2 = 1) ->
  mean_rise (fun j => vscale (s j) (x j)) (fun j => vscale (t j) (y j)) v = mean_rise x y v.
Proof.
  intros Signs. unfold mean_rise. f_equal. apply total_ext. intro j. destruct (Signs j) as [H K].
  rewrite !inner_scale_l, !Rpow_mult_distr, H, K, !Rmult_1_l. reflexivity.
Qed.
End Increments.

Section Basis.
Context {S : inner_product_space} {Mode : Type} (modes : list Mode) (same : Mode -> Mode -> R).
Hypothesis Same : kronecker same.
Definition spans (e : Mode -> S) := forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k)).
Lemma squares_sum (z : S) : inner z z = 1 -> forall e : Mode -> S, (forall a b, inner (e a) (e b) = same a b) -> spans e ->
  total modes (fun k => inner (e k) z ^ 2) = 1.
Proof.
  intros Unit e Orth Span. assert (Basis := basis_of_kronecker modes same e Same Orth Span).
  rewrite <- Unit, (basis_parseval modes e Basis z z). apply total_ext. intro k. ring.
Qed.
Context (F F_T : S -> S) (e : Mode -> S) (sigma nu : Mode -> R) (tau r : R) (v : S).
Definition moved z := vadd z (vscale tau (F z)).
Lemma none_falls : F v = vscale r v /\ 0 <= 1 + tau * r ->
  (spans e /\ (forall k, exists w,
    (F (e k) = vsub (vscale (sigma k) (e k)) (vscale (nu k) w) /\ F w = vadd (vscale (nu k) (e k)) (vscale (sigma k) w)) /\
    F_T (e k) = vsub (vscale (sigma k) (e k)) (vscale (-1 * nu k) w) /\
    F_T w = vadd (vscale (-1 * nu k) (e k)) (vscale (sigma k) w))) /\
  (forall k, (1 + tau * sigma k) ^ 2 + (tau * nu k) ^ 2 <= (1 + tau * r) ^ 2 + (tau * (0 * r)) ^ 2) ->
  adjoint F F_T -> (forall a b, inner (e a) (e b) = same a b) -> 0 < tau ->
  forall z, inner z z = 1 -> vnorm (moved z) <> 0 ->
    vnorm (moved z) <> 0 /\ sqrt (inner z v ^ 2) <= sqrt (inner (vscale (/ vnorm (moved z)) (moved z)) v ^ 2).
Proof.
  intros [Eigen Pos] [[Span Parts] Below] AF Orth Step z Z N. split; [exact N|].
  assert (Basis := basis_of_kronecker modes same e Same Orth Span).
  assert (G := growth modes e F F_T sigma nu tau Basis AF Parts _ z Below). rewrite Z, Rmult_1_r in G.
  assert (L := left_eigenvector modes e F F_T sigma nu Basis AF Parts v r Eigen).
  unfold moved in *. set (w := vadd z (vscale tau (F z))) in *. assert (W := vnorm_nonneg w).
  rewrite !root_of_square.
  rewrite inner_scale_l, Rabs_mult, (Rabs_right (/ vnorm w)) by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  apply (share_of_growth _ _ _ ((1 + tau * r) ^ 2 + (tau * (0 * r)) ^ 2)); try apply Rabs_pos.
  - lra.
  - rewrite vnorm_square. exact G.
  - rewrite <- !Rabs_mult, !Rabs_right by apply Rle_ge, Rle_0_sqr. unfold w.
    rewrite inner_add_l, inner_scale_l, (AF z), L, inner_scale_r. ring.
Qed.
End Basis.
