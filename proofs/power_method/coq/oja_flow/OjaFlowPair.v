(* Two tokens under the Oja flow, with an operator that is negative across its first eigenvector v: what starts near
   v and its opposite comes to two opposite tokens, for the sum of the two is gone before they have turned far. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Quantities NullSets NullSections Frechet OjaEnergy OjaMap
  OjaSlope OjaFlowChords.
Open Scope R_scope.

Lemma two_of_two {I} (T : list I) i j (f : I -> R) : enumerates T -> i <> j -> size T = 2 -> total T f = f i + f j.
Proof.
  intros [_ [_ All]] Ne Two. destruct (in_split i T (All i)) as [A [B E]].
  assert (J : In j (A ++ B)).
  { assert (J := All j). rewrite E in J. apply in_app_iff in J. apply in_app_iff.
    destruct J as [J|[J|J]]; [left; exact J | contradiction | right; exact J]. }
  destruct (in_split j (A ++ B) J) as [A' [B' E']].
  assert (S : forall g, total T g = g i + (g j + total (A' ++ B') g)).
  { intro g. rewrite E, total_append. simpl.
    replace (total A g + (g i + total B g)) with (g i + total (A ++ B) g) by (rewrite total_append; ring).
    rewrite E', !total_append. simpl. ring. }
  assert (Z : size (A' ++ B') = 0) by (unfold size in *; rewrite S in Two; lra).
  assert (N : A' ++ B' = nil).
  { rewrite size_length in Z. destruct (A' ++ B'); [reflexivity|]. exfalso. simpl length in Z. rewrite S_INR in Z.
    assert (P := pos_INR (length l)). lra. }
  rewrite S, N. simpl. ring.
Qed.

Section Pair.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Hypothesis Two : size tokens = 2.
Context (v : U) (lam c : R).
Hypothesis Vv : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Lpos : 0 < lam.
Hypothesis Cpos : 0 < c.
Hypothesis Across : forall z, inner z v = 0 -> inner (V z) z <= - c * inner z z.
Local Notation runs := (OjaFlowChords.runs tokens V).
Local Notation push := (push_of tokens V).
Let eta := c / (2 * lam + 3 * c).
Let eta_range : 0 < eta <= 1 / 3.
Proof.
  unfold eta. split; [apply Rdiv_lt_0_compat; lra|]. apply Rmult_le_reg_r with (2 * lam + 3 * c); [lra|].
  unfold Rdiv at 1. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Let h := 3 * kappa / (2 * c).
Let h_nonneg : 0 <= h.
Proof. unfold h. apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]. Qed.

(* One state: s is half the sum of the tokens, D half their difference, m the part of D along v. *)
Section State.
Context (y z : U).
Hypothesis Y : inner y y = 1.
Hypothesis Z : inner z z = 1.
Let s := vscale (/ 2) (vadd y z).
Let D := vscale (/ 2) (vsub y z).
Let q := inner s s.
Let m := inner D v.
Let a := inner s (V s).
Let apart_square : inner D D = 1 - q.
Proof.
  unfold q, D, s, vsub. repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l ||
    rewrite inner_scale_r). rewrite Y, Z, (inner_sym _ z y). field.
Qed.
Let across_each : inner s D = 0.
Proof.
  unfold D, s, vsub. repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l ||
    rewrite inner_scale_r). rewrite Y, Z, (inner_sym _ z y). field.
Qed.
Lemma along_short : m * m <= 1 - q.
Proof. assert (C := cauchy_schwarz D v). rewrite Vv, apart_square in C. fold m in C. lra. Qed.
(* While the difference is nearly along v the sum is pushed back. *)
Lemma pushed_back : 1 - eta / 2 <= m -> 2 * a * (1 - q) <= - (2 * c / 3) * q /\ a <= 0.
Proof.
  intro M. assert (E := eta_range). set (r := inner s v). set (s' := vsub s (vscale r v)).
  set (D' := vsub D (vscale m v)). assert (Q0 : 0 <= q) by apply inner_nonneg. assert (Short := along_short).
  assert (S' : inner s' s' = q - r * r).
  { unfold s', vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ v s), Vv.
    fold r q. ring. }
  assert (DD : inner D' D' = 1 - q - m * m).
  { unfold D', vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ v D), Vv,
      apart_square. fold m. ring. }
  assert (SD : inner s' D' = - (r * m)).
  { unfold s', D', vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ v D), Vv,
      across_each. fold r m. ring. }
  assert (Cs := cauchy_schwarz s' D'). rewrite SD, S', DD in Cs.
  assert (S0 := inner_nonneg U s'). rewrite S' in S0.
  assert (M2 : 1 - eta <= m * m).
  { assert ((1 - eta / 2) * (1 - eta / 2) <= m * m) by (apply Rmult_le_compat; lra).
    assert (0 <= eta / 2 * (eta / 2)) by (apply Rmult_le_pos; lra). lra. }
  assert (R0 : 0 <= r * r) by apply Rle_0_sqr.
  assert (Tilt : r * r * (1 - eta) <= q * eta).
  { assert (A1 : r * r * (1 - eta) <= r * r * (m * m)) by (apply Rmult_le_compat_l; auto).
    assert (A2 : (q - r * r) * (1 - q - m * m) <= q * eta) by (apply Rmult_le_compat; lra).
    replace (- (r * m) * - (r * m)) with (r * r * (m * m)) in Cs by ring. lra. }
  assert (Tilt' : (lam + c) * (r * r) <= c / 2 * q).
  { apply Rmult_le_reg_r with (1 - eta); [lra|].
    apply Rle_trans with ((lam + c) * (q * eta)).
    - rewrite Rmult_assoc. apply Rmult_le_compat_l; lra.
    - right. unfold eta. field. lra. }
  assert (V0 : inner s' v = 0).
  { unfold s', vsub. rewrite inner_add_l, !inner_scale_l, Vv. fold r. ring. }
  assert (F := Across s' V0). assert (A : a = lam * (r * r) + inner (V s') s').
  { unfold a. replace s with (vadd s' (vscale r v)) by (unfold s'; vector_sums).
    rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym), Eigen.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    rewrite (inner_sym _ v (V s')), (Sym s' v), Eigen, inner_scale_r, V0, Vv, (inner_sym _ s' (V s')). ring. }
  rewrite S' in F. assert (Aq : a <= - (c / 2) * q) by lra.
  assert (Cq : 0 <= c / 2 * q) by (apply Rmult_le_pos; lra). split; [|lra].
  assert (P1 : 2 / 3 <= 1 - q) by lra.
  assert (a * (1 - q) <= - (c / 2) * q * (1 - q)) by (apply Rmult_le_compat_r; lra).
  assert (c / 2 * q * (2 / 3) <= c / 2 * q * (1 - q)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma turned_little : Rabs (inner D (V s) * inner s v) <= kappa * q.
Proof.
  assert (Sn : inner s s = vnorm s * vnorm s) by (symmetry; apply vnorm_square).
  assert (Q0 : 0 <= q) by apply inner_nonneg.
  assert (Dn : vnorm D <= 1).
  { unfold vnorm. rewrite <- sqrt_1. apply sqrt_le_1_alt. rewrite apart_square. lra. }
  assert (B1 := product_short D (V s) 1 (kappa * vnorm s) Dn (Norm s)).
  assert (B2 := product_short s v (vnorm s) 1 (Rle_refl _) ltac:(rewrite (unit_norm v Vv); lra)).
  rewrite Rabs_mult. unfold q. rewrite Sn.
  replace (kappa * (vnorm s * vnorm s)) with (1 * (kappa * vnorm s) * (vnorm s * 1)) by ring.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.
End State.

Section Run.
Context (x : R -> Token -> U) (i j : Token).
Hypothesis Rx : runs x.
Hypothesis Differ : i <> j.
Let s t := vscale (/ 2) (vadd (x t i) (x t j)).
Let D t := vscale (/ 2) (vsub (x t i) (x t j)).
Let q t := inner (s t) (s t).
Let m t := inner (D t) v.
Let a t := inner (s t) (V (s t)).
Let Units t : 0 <= t -> on_spheres (x t) := runs_unit tokens V kappa ET Kpos Norm x t Rx.
Lemma push_is t : push (x t) = V (s t).
Proof.
  unfold push_of. f_equal. apply inner_ext. intro z. apply Rmult_eq_reg_l with (size tokens); [|lra].
  rewrite (sum_of_mean tokens ET), (two_of_two tokens i j _ ET Differ Two), Two. unfold s.
  rewrite inner_scale_l, inner_add_l. field.
Qed.
Lemma pair_moves t : 0 <= t -> is_derive q t (2 * a t * (1 - q t)) /\
  is_derive m t (- (a t * m t + inner (D t) (V (s t)) * inner (s t) v)).
Proof.
  intro T. assert (Xi := Units t T i). assert (Xj := Units t T j).
  assert (Di := proj2 Rx t i T). assert (Dj := proj2 Rx t j T). unfold velocity in Di, Dj. rewrite push_is in Di, Dj.
  set (w := V (s t)) in *.
  assert (Ds : is_vderive s t (vscale (/ 2) (vadd (vsub w (vscale (inner (x t i) w) (x t i)))
    (vsub w (vscale (inner (x t j) w) (x t j)))))).
  { eapply vderive_eq.
    - apply (vderive_scale (fun _ => / 2) (fun t => vadd (x t i) (x t j))); [apply derive_const|].
      apply (vderive_add (fun t => x t i) (fun t => x t j)); [exact Di | exact Dj].
    - vector_sums. }
  assert (Dd : is_vderive D t (vscale (/ 2) (vsub (vsub w (vscale (inner (x t i) w) (x t i)))
    (vsub w (vscale (inner (x t j) w) (x t j)))))).
  { eapply vderive_eq.
    - apply (vderive_scale (fun _ => / 2) (fun t => vsub (x t i) (x t j))); [apply derive_const|].
      apply (vderive_add (fun t => x t i) (fun t => vscale (-1) (x t j))); [exact Di|].
      apply (vderive_scale (fun _ => -1) (fun t => x t j)); [apply derive_const | exact Dj].
    - unfold vsub. vector_sums. }
  split.
  - eapply derive_eq; [exact (derive_inner s s t _ _ Ds Ds)|]. unfold q, a. fold w. unfold s, vsub.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    rewrite Xi, Xj, (inner_sym _ w (x t i)), (inner_sym _ w (x t j)), (inner_sym _ (x t j) (x t i)). field.
  - eapply derive_eq; [exact (derive_inner D (fun _ => v) t _ _ Dd (vderive_const v t))|]. unfold m, a. fold w.
    unfold s, D, vsub. rewrite inner_zero_r.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r). field.
Qed.
Lemma pair_stays : 1 - eta / 2 < m 0 - h * q 0 -> vtends (fun t => vadd (x t i) (x t j)) vzero.
Proof.
  intro Start. set (G := fun t => m t - h * q t).
  set (dG := fun t => - (a t * m t + inner (D t) (V (s t)) * inner (s t) v) - h * (2 * a t * (1 - q t))).
  assert (DG : differentiable G dG).
  { intros t T. destruct (pair_moves t T) as [Dq Dm].
    eapply derive_eq; [exact (derive_minus m (fun t => h * q t) t _ _ Dm
      (derive_mult (fun _ => h) q t _ _ (derive_const h t) Dq))|]. unfold dG. ring. }
  assert (Q0 : forall t, 0 <= q t) by (intro; apply inner_nonneg).
  assert (Up : forall t, 0 <= t -> 1 - eta / 2 <= m t -> 0 <= dG t).
  { intros t T M. destruct (pushed_back (x t i) (x t j) (Units t T i) (Units t T j) M) as [Back Neg].
    assert (Little := turned_little (x t i) (x t j) (Units t T i) (Units t T j)).
    fold (s t) (D t) in Back, Neg, Little. fold (a t) (q t) in Back, Neg, Little. apply Rabs_le_between in Little.
    assert (E := eta_range). assert (0 <= - a t * m t) by (apply Rmult_le_pos; lra).
    assert (h * (2 * a t * (1 - q t)) <= h * (- (2 * c / 3) * q t)) by (apply Rmult_le_compat_l; auto).
    replace (h * (- (2 * c / 3) * q t)) with (- (kappa * q t)) in * by (unfold h; field; lra). unfold dG. lra. }
  assert (Stay : forall t, 0 <= t -> G 0 <= G t).
  { intros t T. apply (least_stays (tt :: nil) (fun _ => G) (fun _ => dG) (G 0) (G 0 - (1 - eta / 2))); auto.
    - intros []. left. reflexivity.
    - unfold G. lra.
    - intros _. lra.
    - intros _ r Rr [L _] _. apply Up; [exact Rr|]. unfold G in L. specialize (Q0 r).
      assert (0 <= h * q r) by (apply Rmult_le_pos; auto). lra.
    - exact tt. }
  apply (fades _ _ (c / 3)); [lra|]. intros t T. destruct (pair_moves t T) as [Dq _].
  assert (Sum : forall r, inner (vadd (x r i) (x r j)) (vadd (x r i) (x r j)) = 4 * q r).
  { intro r. unfold q, s. rewrite inner_scale_l, inner_scale_r. field. }
  exists (4 * (2 * a t * (1 - q t))). split.
  - apply (is_derive_ext (fun r => 4 * q r)); [intro r; symmetry; apply Sum|].
    eapply derive_eq; [exact (derive_mult (fun _ => 4) q t _ _ (derive_const 4 t) Dq)|]. cbv beta. ring.
  - rewrite Sum. assert (M : 1 - eta / 2 <= m t).
    { assert (L := Stay t T). unfold G in L. specialize (Q0 t). assert (0 <= h * q t) by (apply Rmult_le_pos; auto).
      lra. }
    destruct (pushed_back (x t i) (x t j) (Units t T i) (Units t T j) M) as [Back _].
    fold (s t) in Back. fold (a t) (q t) in Back. lra.
Qed.
End Run.
Theorem opposite_pairs_attract : exists eps, 0 < eps /\ forall x, runs x -> forall i j,
  vnorm (vsub (x 0 i) v) <= eps -> vnorm (vadd (x 0 j) v) <= eps -> vtends (fun t => vadd (x t i) (x t j)) vzero.
Proof.
  assert (E := eta_range). set (eps := eta / (4 * (1 + h))).
  assert (E0 : 0 < eps) by (apply Rdiv_lt_0_compat; lra).
  assert (Eh : eps * (1 + h) = eta / 4) by (unfold eps; field; lra).
  assert (E1 : eps <= 1 / 12) by (assert (0 <= eps * h) by (apply Rmult_le_pos; lra); lra).
  exists eps. split; [exact E0|]. intros x Rx i j Ni Nj.
  assert (Vn : vnorm v <= 1) by (rewrite (unit_norm v Vv); lra).
  assert (A := product_short _ v eps 1 Ni Vn). assert (B := product_short _ v eps 1 Nj Vn).
  apply Rabs_le_between in A. apply Rabs_le_between in B. unfold vsub in A.
  rewrite inner_add_l, inner_scale_l, Vv in A. rewrite inner_add_l, Vv in B.
  assert (Differ : i <> j) by (intro Q; rewrite Q in A; lra).
  apply (pair_stays x i j Rx Differ).
  assert (M : 1 - eps <= inner (vscale (/ 2) (vsub (x 0 i) (x 0 j))) v).
  { unfold vsub. rewrite inner_scale_l, inner_add_l, inner_scale_l. lra. }
  assert (Q : inner (vscale (/ 2) (vadd (x 0 i) (x 0 j))) (vscale (/ 2) (vadd (x 0 i) (x 0 j))) <= eps * eps).
  { rewrite <- vnorm_square. assert (Ns : vnorm (vscale (/ 2) (vadd (x 0 i) (x 0 j))) <= eps).
    { replace (vadd (x 0 i) (x 0 j)) with (vadd (vsub (x 0 i) v) (vadd (x 0 j) v)) by (unfold vsub; vector_sums).
      rewrite vnorm_scale, Rabs_right by lra.
      assert (T := vnorm_add (vsub (x 0 i) v) (vadd (x 0 j) v)). lra. }
    apply Rmult_le_compat; auto using vnorm_nonneg. }
  set (q := inner (vscale (/ 2) (vadd (x 0 i) (x 0 j))) (vscale (/ 2) (vadd (x 0 i) (x 0 j)))) in *.
  assert (h * q <= h * (eps * 1)).
  { apply Rmult_le_compat_l; [exact h_nonneg|]. assert (eps * eps <= eps * 1) by (apply Rmult_le_compat_l; lra). lra. }
  lra.
Qed.
End Pair.
