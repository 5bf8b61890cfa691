(* Products of unit spheres: chords are tangent to second order, and every tangent vector is a direction. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet Stability.
Open Scope R_scope.

Definition spheres {U : inner_product_space} {Token} (x : Token -> U) := forall i, inner (x i) (x i) = 1.
Definition tangent_at {U : inner_product_space} {Token} (p z : Token -> U) := forall i, inner (p i) (z i) = 0.
Section Products.
Context {Token : Type} (tokens : list Token) (L : lists tokens) (U : inner_product_space).
Let X := states U tokens L.
(* A chord is tangent up to second order. *)
Lemma spheres_tangent p : spheres p -> tangent_to (S := X) spheres p (tangent_at p).
Proof.
  intros Hp eps E. exists eps. split; [auto|]. intros x Hx Near.
  exists (fun i => vsub (vsub (x i) (p i)) (vscale (inner (p i) (vsub (x i) (p i))) (p i))).
  split.
  { intro i. unfold vsub. repeat (rewrite inner_add_r || rewrite inner_scale_r). rewrite (Hp i). ring. }
  set (N := vnorm (vsub x p)) in *. assert (N0 : 0 <= N) by apply vnorm_nonneg.
  apply Rle_trans with (N * N); [|apply Rmult_le_compat_r; lra].
  eapply Rle_trans; [apply vnorm_family|].
  unfold N. rewrite vnorm_square. apply total_le. intro i.
  change (vsub (S := X) x p i) with (vsub (x i) (p i)).
  match goal with |- vnorm ?e <= _ => replace e with
    (vscale (inner (p i) (vsub (x i) (p i))) (p i)) by (simpl; vector_sums) end.
  rewrite vnorm_scale. assert (P1 : vnorm (p i) = 1) by (unfold vnorm; rewrite (Hp i); apply sqrt_1).
  rewrite P1. 
  assert (Sq : inner (vsub (x i) (p i)) (vsub (x i) (p i)) = 2 - 2 * inner (p i) (x i)).
  { unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite
    inner_scale_r).
    rewrite (Hx i), (Hp i), (inner_sym _ (x i)). ring. }
  assert (In : inner (p i) (vsub (x i) (p i)) = inner (p i) (x i) - 1).
  { unfold vsub. rewrite inner_add_r, inner_scale_r, (Hp i). ring. }
  assert (Q := inner_nonneg U (vsub (x i) (p i))).
  change (Rabs (inner (p i) (vsub (x i) (p i))) * 1 <= inner (vsub (x i) (p i)) (vsub (x i) (p i))).
  rewrite Sq in *. rewrite In, Rabs_left1; lra.
Qed.
Lemma unit_moved (p u : U) s : inner p p = 1 -> inner p u = 0 ->
  vnorm (vadd p (vscale s u)) = sqrt (1 + s * s * inner u u).
Proof.
  intros P O. unfold vnorm. f_equal. repeat (rewrite inner_add_l || rewrite inner_scale_l ||
  rewrite inner_add_r || rewrite inner_scale_r). rewrite P, (inner_sym _ u p), O. ring.
Qed.
Lemma spheres_direction p u : spheres p -> tangent_at p u -> direction_of (S := X) spheres p u.
Proof.
  intros Hp Hu eps E. set (m := total tokens (fun i => inner (u i) (u i))).
  assert (m0 : 0 <= m) by (apply total_nonneg; intro; apply inner_nonneg).
  set (s := Rmin (eps / 2) (eps / (m + 1))).
  assert (Q : 0 < eps / (m + 1)) by (apply Rdiv_lt_0_compat; lra).
  assert (s0 : 0 < s) by (apply Rmin_glb_lt; lra).
  assert (s1 : s <= eps / 2) by apply Rmin_l.
  assert (s2 : s * (m + 1) <= eps).
  { apply Rle_trans with (eps / (m + 1) * (m + 1)); [|right; field; lra].
    apply Rmult_le_compat_r; [lra | apply Rmin_r]. }
  exists s, (fun i => let y := vadd (p i) (vscale s (u i)) in vscale (/ vnorm y) y).
  split; [lra|].
  assert (Big : forall i, 1 <= vnorm (vadd (p i) (vscale s (u i)))).
  { intro i. rewrite unit_moved by auto. rewrite <- sqrt_1 at 1. apply sqrt_le_1_alt.
    assert (0 <= s * s * inner (u i) (u i)); [|lra].
    apply Rmult_le_pos; [nra | apply inner_nonneg]. }
  split.
  { intro i. cbv zeta. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. specialize (Big i).
    field. lra. }
  eapply Rle_trans; [apply vnorm_family|].
  apply Rle_trans with (total tokens (fun i => s * s * inner (u i) (u i))).
  2: { rewrite total_scale. fold m. apply Rle_trans with (s * (s * (m + 1))); [|nra].
       rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. nra. }
  apply total_le. intro i. specialize (Big i).
  set (y := vadd (p i) (vscale s (u i))) in *.
  match goal with |- vnorm ?e <= _ => replace e with (vscale (/ vnorm y - 1) y) end.
  2: { unfold y. simpl. cbv zeta. vector_sums. }
  rewrite vnorm_scale. assert (I1 : / vnorm y <= 1) by (rewrite <- Rinv_1; apply Rinv_le_contravar; lra).
  rewrite Rabs_left1 by lra.
  replace (- (/ vnorm y - 1) * vnorm y) with (vnorm y - 1) by (field; lra).
  assert (Sq := vnorm_square y). unfold y in Sq at 3 4.
  repeat (rewrite inner_add_l in Sq || rewrite inner_scale_l in Sq ||
  rewrite inner_add_r in Sq || rewrite inner_scale_r in Sq).
  rewrite (Hp i), (inner_sym _ (u i) (p i)), (Hu i) in Sq. nra.
Qed.
End Products.
