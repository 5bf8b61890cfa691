(* A symmetric operator H of a finite dimensional space, with a vector e at which its form is positive: for some
   s > 0 the form of H - s is positive at e, and not positive at the start of a curve that is bounded and whose
   velocity is H of it, up to a small part. As in Outward.v no spectrum is computed. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Frechet Exchange Outward.
Open Scope R_scope.

Section OutwardFlow.
Context {S : inner_product_space} (B : list S) (H : S -> S) (C : R).
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Hypothesis Sym : adjoint H H.
Hypothesis Cpos : 0 <= C.
Hypothesis Bound : forall x, vnorm (H x) <= C * vnorm x.
Let form s x := inner (H x) x - s * inner x x.
(* The rate of the form along a velocity v. *)
Lemma form_rate s m x v : (forall z, m * vnorm z <= vnorm (vsub (H z) (vscale s z))) ->
  vnorm (vsub v (H x)) <= m * vnorm x ->
  2 * s * form s x <= 2 * inner (H x) v - 2 * s * inner x v.
Proof.
  intros Gap Near. set (a := vsub (H x) (vscale s x)). set (r := vsub v (H x)) in *.
  assert (A := Gap x). fold a in A. assert (I := inner_le_vnorm a r). apply Rabs_le_between in I.
  assert (Na := vnorm_nonneg a). assert (Sq := vnorm_square a).
  assert (vnorm a * vnorm r <= vnorm a * vnorm a) by (apply Rmult_le_compat_l; lra).
  assert (E : inner (H x) v - s * inner x v = inner a a + s * form s x + inner a r).
  { unfold form, a, r, vsub.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ x (H x)). ring. }
  lra.
Qed.
Theorem outward_flow e : inner e e = 1 -> 0 < inner (H e) e -> ~ ~ exists s k, 0 < s /\ 0 < k /\ 0 < form s e /\
  forall (u du : R -> S) b, (forall t, 0 <= t -> is_vderive u t (du t)) -> (forall t, 0 <= t -> vnorm (u t) <= b) ->
  (forall t, 0 <= t -> vnorm (vsub (du t) (H (u t))) <= k * vnorm (u t)) -> form s (u 0) <= 0.
Proof.
  intros E1 E2 None. apply (gap_between B H C Res One Sym Cpos Bound 0 (inner (H e) e)); [lra|].
  intros [s [m [In [m0 Gap]]]]. apply None. exists s, m. split; [lra|]. split; [exact m0|].
  split; [unfold form; rewrite E1; lra|]. intros u du b D Bd Near. apply Rnot_lt_le. intro P.
  set (dq := fun t => 2 * inner (H (u t)) (du t) - 2 * s * inner (u t) (du t)).
  assert (Dq : differentiable (fun t => - form s (u t)) (fun t => - dq t)).
  { intros t T. apply (derive_opp (fun t => form s (u t))). unfold form, dq.
    assert (W : is_vderive (fun t => H (u t)) t (H (du t))).
    { apply (vderive_operator H H u); [exact Sym | exists C; split; [exact Cpos | exact Bound] | apply D, T]. }
    eapply derive_eq.
    - apply (derive_minus (fun t => inner (H (u t)) (u t)) (fun t => s * inner (u t) (u t)));
        [exact (derive_inner _ _ t _ _ W (D t T))|].
      apply (derive_mult (fun _ => s)); [apply derive_const | exact (derive_inner _ _ t _ _ (D t T) (D t T))].
    - rewrite (Sym (du t)), (inner_sym _ (du t) (H (u t))), (inner_sym _ (du t) (u t)). ring. }
  assert (G : forall t, 0 <= t -> form s (u 0) * exp (2 * s * t) <= form s (u t)).
  { intros t T. assert (Gr := gronwall _ _ (- (2 * s)) Dq).
    assert (Q : - form s (u t) <= - form s (u 0) * exp (- - (2 * s) * t)).
    { apply Gr; [|exact T]. intros r Hr. assert (W := form_rate s m (u r) (du r) Gap (Near r Hr)). unfold dq. lra. }
    replace (- - (2 * s) * t) with (2 * s * t) in Q by ring. lra. }
  assert (Top : forall t, 0 <= t -> form s (u t) <= C * (b * b)).
  { intros t T. unfold form. assert (I := inner_le_vnorm (H (u t)) (u t)). apply Rabs_le_between in I.
    assert (N := vnorm_nonneg (u t)). assert (Q := inner_nonneg S (u t)). assert (Bt := Bd t T).
    assert (vnorm (H (u t)) * vnorm (u t) <= C * b * b).
    { apply Rmult_le_compat; auto using vnorm_nonneg. eapply Rle_trans; [apply Bound|].
      apply Rmult_le_compat_l; auto. }
    assert (0 <= s * inner (u t) (u t)) by (apply Rmult_le_pos; lra). lra. }
  set (top := C * (b * b)) in *. set (q := form s (u 0)) in *.
  assert (top0 : 0 <= top) by (apply Rmult_le_pos; [exact Cpos | apply Rle_0_sqr]).
  set (t := top / (q * (2 * s))). assert (qs : 0 < q * (2 * s)) by (apply Rmult_lt_0_compat; lra).
  assert (t0 : 0 <= t) by (apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]).
  specialize (G t t0). specialize (Top t t0). assert (X := exp_tangent (2 * s * t)).
  assert (Y : q * (1 + 2 * s * t) <= q * exp (2 * s * t)) by (apply Rmult_le_compat_l; lra).
  assert (Z : q * (2 * s * t) = top) by (unfold t; field; split; lra). lra.
Qed.
End OutwardFlow.
