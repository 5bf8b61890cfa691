(* How much tokens are aligned with a vector or a plane: means, the plane of two
   orthonormal vectors, and what a normal matrix does to its own eigenvectors. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Drawn OrthonormalBasis Curves OjaMap.
Open Scope R_scope.

Lemma root_of_square t : sqrt (t ^ 2) = Rabs t.
Proof. rewrite <- sqrt_Rsqr_abs. f_equal. unfold Rsqr. ring. Qed.

(* ------------------------------------------------------------------ 1. means *)

Section Shares.
Context {Token : Type} (tokens : list Token).
Hypothesis T : enumerates tokens.
Let N := size_positive tokens T.
Lemma mean_between (d : Token -> R) : (forall j, -1 <= d j <= 1) ->
  -1 <= total tokens d / size tokens <= 1.
Proof.
  intro H. assert (Up : total tokens d <= size tokens) by (apply total_le; intro j; apply H).
  assert (Low : - size tokens <= total tokens d).
  { replace (- size tokens) with (total tokens (fun _ => -1 * 1)) by (rewrite total_scale; unfold size; ring).
    apply total_le. intro j. specialize (H j). lra. }
  split; apply Rmult_le_reg_r with (size tokens); auto; unfold Rdiv; rewrite Rmult_assoc, Rinv_l; lra.
Qed.
End Shares.

(* ------------------------------------------------------------------ 2. planes *)

Section Plane.
Context {S : inner_product_space} (e f : S).
Definition on_plane (z : S) : S := vadd (vscale (inner z e) e) (vscale (inner z f) f).
Lemma on_plane_scale c z : on_plane (vscale c z) = vscale c (on_plane z).
Proof. unfold on_plane. apply inner_ext. intro v. inners. ring. Qed.
Hypothesis E : inner e e = 1.
Hypothesis F : inner f f = 1.
Hypothesis O : inner e f = 0.
Lemma on_plane_square z : inner (on_plane z) (on_plane z) = inner z e ^ 2 + inner z f ^ 2.
Proof. unfold on_plane. inners. rewrite (inner_sym _ f e), E, F, O. ring. Qed.
Lemma on_plane_short z : inner z z = 1 -> vnorm (on_plane z) <= 1.
Proof.
  intro Z. apply vnorm_le; [lra|]. rewrite on_plane_square.
  assert (P := inner_nonneg S (vsub z (on_plane z))). revert P. unfold on_plane. inners.
  rewrite (inner_sym _ f e), (inner_sym _ e z), (inner_sym _ f z), E, F, O, Z. lra.
Qed.
(* Every orthonormal basis of the plane tells the same. *)
Lemma other_basis u w x : inner u u = 1 -> inner w w = 1 -> inner u w = 0 -> on_plane u = u -> on_plane w = w ->
  inner x u ^ 2 + inner x w ^ 2 = inner x e ^ 2 + inner x f ^ 2.
Proof.
  intros U W UW Pu Pw.
  set (a := inner u e). set (b := inner u f). set (c := inner w e). set (d := inner w f).
  set (X := inner x e). set (Y := inner x f).
  assert (Xu : inner x u = a * X + b * Y) by (rewrite <- Pu at 1; unfold on_plane; inners; reflexivity).
  assert (Xw : inner x w = c * X + d * Y) by (rewrite <- Pw at 1; unfold on_plane; inners; reflexivity).
  assert (UU : a ^ 2 + b ^ 2 = 1) by (transitivity (inner (on_plane u) (on_plane u));
    [symmetry; apply on_plane_square | rewrite Pu; exact U]).
  assert (WW : c ^ 2 + d ^ 2 = 1) by (transitivity (inner (on_plane w) (on_plane w));
    [symmetry; apply on_plane_square | rewrite Pw; exact W]).
  assert (AC : a * c + b * d = 0).
  { rewrite <- UW. rewrite <- Pw at 1. unfold on_plane. inners. fold a b c d. ring. }
  set (k := a * d - b * c).
  assert (D : d = k * a) by (unfold k; replace ((a * d - b * c) * a) with
    ((a ^ 2 + b ^ 2) * d - b * (a * c + b * d)) by ring; rewrite UU, AC; ring).
  assert (C : c = - (k * b)) by (unfold k; replace (- ((a * d - b * c) * b)) with
    ((a ^ 2 + b ^ 2) * c - a * (a * c + b * d)) by ring; rewrite UU, AC; ring).
  assert (K : k ^ 2 = 1).
  { rewrite <- WW. rewrite C, D. replace ((- (k * b)) ^ 2 + (k * a) ^ 2) with (k ^ 2 * (a ^ 2 + b ^ 2)) by ring.
    rewrite UU. ring. }
  rewrite Xu, Xw, C, D. replace ((a * X + b * Y) ^ 2 + (- (k * b) * X + k * a * Y) ^ 2) with
    ((a * X + b * Y) ^ 2 + k ^ 2 * (a * Y - b * X) ^ 2) by ring. rewrite K.
  replace ((a * X + b * Y) ^ 2 + 1 * (a * Y - b * X) ^ 2) with ((a ^ 2 + b ^ 2) * (X ^ 2 + Y ^ 2)) by ring.
  rewrite UU. ring.
Qed.
End Plane.

(* ------------------------------------------------------------------ 3. normal matrices *)

Section Normal.
Context {S : inner_product_space} {Mode : Type} (modes : list Mode) (e : Mode -> S)
  (F F_T : S -> S) (rho omega : Mode -> R) (tau : R).
Hypothesis Basis : orthonormal_basis modes e.
Hypothesis AF : adjoint F F_T.
Let AT : adjoint F_T F := adjoint_sym F F_T AF.
Hypothesis Parts : forall k, exists w,
  (F (e k) = vsub (vscale (rho k) (e k)) (vscale (omega k) w) /\
   F w = vadd (vscale (omega k) (e k)) (vscale (rho k) w)) /\
  (F_T (e k) = vsub (vscale (rho k) (e k)) (vscale (-1 * omega k) w) /\
   F_T w = vadd (vscale (-1 * omega k) (e k)) (vscale (rho k) w)).
Lemma both_ways k : F (F_T (e k)) = vscale (rho k ^ 2 + omega k ^ 2) (e k) /\
  F_T (F (e k)) = vscale (rho k ^ 2 + omega k ^ 2) (e k) /\
  vadd (F (e k)) (F_T (e k)) = vscale (2 * rho k) (e k).
Proof.
  destruct (Parts k) as [w [[A B] [C D]]]. split; [|split].
  - rewrite C. unfold vsub. rewrite (adjoint_add _ _ AF), !(adjoint_scale _ _ AF), A, B.
    apply inner_ext. intro z. inners. ring.
  - rewrite A. unfold vsub. rewrite (adjoint_add _ _ AT), !(adjoint_scale _ _ AT), C, D.
    apply inner_ext. intro z. inners. ring.
  - rewrite A, C. apply inner_ext. intro z. inners. ring.
Qed.
Lemma square_sizes z : inner (F z) (F z) = inner (F_T z) (F_T z).
Proof.
  rewrite (AF z), (AT z). rewrite !(basis_parseval modes e Basis z). apply total_ext. intro k. f_equal.
  destruct (both_ways k) as [A [B _]].
  rewrite (inner_sym _ (e k) (F_T (F z))), (AT (F z)), (AF z), B, (inner_sym _ (e k) (F (F_T z))), (AF (F_T z)), (AT z), A.
  reflexivity.
Qed.
(* An eigenvector of a normal matrix is one of its transpose. *)
Lemma left_eigenvector v r : F v = vscale r v -> F_T v = vscale r v.
Proof.
  intro H. assert (Z : inner (vsub (F_T v) (vscale r v)) (vsub (F_T v) (vscale r v)) = 0).
  { assert (Q := square_sizes v). rewrite H in Q. revert Q. inners. rewrite (inner_sym _ v (F_T v)), (AT v v), H.
    inners. intro Q. lra. }
  apply inner_definite in Z. apply inner_ext. intro z. assert (E := f_equal (fun u => inner u z) Z). cbv beta in E.
  revert E. inners. rewrite inner_zero_l. lra.
Qed.
(* No vector grows by more than the largest |1 + tau lambda_k|. *)
Lemma growth m z : (forall k, (1 + tau * rho k) ^ 2 + (tau * omega k) ^ 2 <= m) ->
  inner (vadd z (vscale tau (F z))) (vadd z (vscale tau (F z))) <= m * inner z z.
Proof.
  intro M. set (y := vadd z (vscale tau (F z))).
  assert (Y : inner y y = total modes (fun k => ((1 + tau * rho k) ^ 2 + (tau * omega k) ^ 2) *
    (inner (e k) z * inner (e k) z))).
  { transitivity (inner z (vadd y (vscale tau (F_T y)))).
    { unfold y at 1. rewrite inner_add_l, inner_scale_l, (AF z). inners. ring. }
    rewrite (basis_parseval modes e Basis z). apply total_ext. intro k.
    destruct (both_ways k) as [_ [B C]].
    replace (inner (e k) (vadd y (vscale tau (F_T y)))) with
      (inner (e k) z + tau * inner (vadd (F (e k)) (F_T (e k))) z + tau ^ 2 * inner (F_T (F (e k))) z).
    - rewrite B, C, !inner_scale_l. ring.
    - rewrite inner_add_r, inner_scale_r, <- (AF (e k) y). unfold y. inners.
      rewrite (AT (F (e k))), (AT (e k)). ring. }
  rewrite Y, (basis_parseval modes e Basis z z), <- total_scale. apply total_le. intro k.
  apply Rmult_le_compat_r; [apply Rle_0_sqr | apply M].
Qed.
End Normal.

(* What has grown like the whole has no less of it after normalising. *)
Lemma share_of_growth a b n m : 0 <= a -> 0 <= b -> 0 < n -> n * n <= m -> b * b = m * (a * a) -> a <= / n * b.
Proof.
  intros A B N M H. apply Rmult_le_reg_l with n; [exact N|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  apply Rsqr_incr_0; [|apply Rmult_le_pos; lra | exact B]. unfold Rsqr. rewrite H.
  replace (n * a * (n * a)) with (n * n * (a * a)) by ring. apply Rmult_le_compat_r; [apply Rle_0_sqr | exact M].
Qed.
