(* How the difference of two solutions of the Oja flow moves: never by more than a multiple of itself, and near a
   state at rest by a symmetric operator, up to a small part. *)
From Coq Require Import Reals Lra List.
From Coq Require FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets Frechet Drawn States Families Exchange
  OjaEnergy OjaMap OjaConsensus OjaChords OjaSlope OjaFlow.
Open Scope R_scope.

Lemma product_short {U : inner_product_space} (a b : U) x y : vnorm a <= x -> vnorm b <= y ->
  Rabs (inner a b) <= x * y.
Proof.
  intros A B. eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat; auto using vnorm_nonneg.
Qed.

Section Flow.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Let n0 := size_positive tokens ET.
Let n1 := size_at_least_one tokens ET.
Local Notation n := (size tokens).
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation push := (push_of tokens V).
Let Lst : lists tokens := proj2 (proj2 ET).
Let X := states U tokens Lst.
Definition velocity (x : Token -> U) i : U := vsub (push x) (vscale (inner (x i) (push x)) (x i)).
Definition runs (x : R -> Token -> U) := on_spheres (x 0) /\
  forall t i, 0 <= t -> is_vderive (fun s => x s i) t (velocity (x t) i).
Lemma runs_unit x t : runs x -> 0 <= t -> on_spheres (x t).
Proof. intros [X0 D] T. exact (flow_units tokens V kappa x ET Kpos Norm (fun t i H => D t i H) X0 t T). Qed.
Lemma runs_later x s : runs x -> 0 <= s -> runs (fun t => x (s + t)).
Proof.
  intros Rx S0. split; [rewrite Rplus_0_r; exact (runs_unit x s Rx S0)|]. intros t i T eps E.
  destruct (proj2 Rx (s + t) i ltac:(lra) eps E) as [d D]. exists d. intros h H. specialize (D h H).
  rewrite <- Rplus_assoc. exact D.
Qed.
Let sum (z : Token -> U) := total tokens (fun i => vnorm (z i)).
Lemma sum_norm (z : X) : sum z <= n * vnorm z.
Proof. apply sum_states. intro i. apply (vnorm_token U tokens Lst z i). Qed.
Lemma push_linear (z : Token -> U) : vnorm (V (mean z)) <= kappa * sum z.
Proof. eapply Rle_trans; [apply Norm|]. apply Rmult_le_compat_l; [exact Kpos | apply (mean_sum tokens ET)]. Qed.
Lemma push_difference x y : vsub (push x) (push y) = V (mean (fun j => vsub (x j) (y j))).
Proof.
  unfold push_of. rewrite (mean_linear_sub tokens ET). unfold vsub at 2.
  rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym). reflexivity.
Qed.
Lemma velocity_difference x y i : vsub (velocity x i) (velocity y i) =
  vsub (V (mean (fun j => vsub (x j) (y j)))) (vadd (vscale (inner (vsub (x i) (y i)) (push x)) (x i))
    (vadd (vscale (inner (y i) (V (mean (fun j => vsub (x j) (y j))))) (x i))
      (vscale (inner (y i) (push y)) (vsub (x i) (y i))))).
Proof.
  rewrite <- push_difference. unfold velocity. apply inner_ext. intro q. unfold vsub.
  repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r). ring.
Qed.
Lemma ball_push (z : Token -> U) : (forall i, vnorm (z i) <= 1) -> vnorm (push z) <= kappa.
Proof.
  intro Z. eapply Rle_trans; [apply Norm|]. rewrite <- (Rmult_1_r kappa) at 2. apply Rmult_le_compat_l; [exact Kpos|].
  assert (M := mean_total tokens ET z). assert (Q := sum_states tokens z 1 Z).
  apply Rmult_le_reg_l with n; [lra|]. eapply Rle_trans; [exact M | exact Q].
Qed.
Section Two.
Context (x y : Token -> U).
(* In the balls, not only on the spheres. *)
Hypothesis Xn : forall i, vnorm (x i) <= 1.
Hypothesis Yn : forall i, vnorm (y i) <= 1.
Let d i := vsub (x i) (y i).
Let W := V (mean d).
Let T := sum d.
Let T0 : 0 <= T. Proof. apply total_nonneg. intro. apply vnorm_nonneg. Qed.
Let Dt i : vnorm (d i) <= T. Proof. exact (token_sum tokens ET d i). Qed.
Let Wt : vnorm W <= kappa * T. Proof. apply push_linear. Qed.
Let Px : vnorm (push x) <= kappa. Proof. exact (ball_push x Xn). Qed.
Let Py : vnorm (push y) <= kappa. Proof. exact (ball_push y Yn). Qed.
Lemma velocities_near i : vnorm (vsub (velocity x i) (velocity y i)) <= 4 * kappa * T.
Proof.
  rewrite velocity_difference. fold d W. eapply Rle_trans; [apply vnorm_sub|].
  assert (A1 := vnorm_add (vscale (inner (vsub (x i) (y i)) (push x)) (x i))
    (vadd (vscale (inner (y i) W) (x i)) (vscale (inner (y i) (push y)) (vsub (x i) (y i))))).
  assert (A2 := vnorm_add (vscale (inner (y i) W) (x i)) (vscale (inner (y i) (push y)) (vsub (x i) (y i)))).
  rewrite !vnorm_scale in *. fold (d i) in *.
  assert (B1 : Rabs (inner (d i) (push x)) * vnorm (x i) <= T * kappa * 1).
  { apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg. apply product_short; auto. }
  assert (B2 : Rabs (inner (y i) W) * vnorm (x i) <= 1 * (kappa * T) * 1).
  { apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg. apply product_short; auto. }
  assert (B3 : Rabs (inner (y i) (push y)) * vnorm (d i) <= 1 * kappa * T).
  { apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg. apply product_short; auto. }
  lra.
Qed.
End Two.
(* Solutions do not come together by more than a factor. *)
Let L := 4 * kappa * (n * n).
Definition spread_factor t := n * exp (L * t).
Lemma spread_factor_nonneg t : 0 <= spread_factor t.
Proof. apply Rmult_le_pos; [lra | left; apply exp_pos]. Qed.
Section Pair.
Context (x y : R -> Token -> U).
Hypothesis Rx : runs x.
Hypothesis Ry : runs y.
Let u t := (fun i => vsub (x t i) (y t i)) : X.
Let du t := (fun i => vsub (velocity (x t) i) (velocity (y t) i)) : X.
Let q t := inner (u t) (u t).
Lemma difference_moves t : 0 <= t -> is_vderive u t (du t).
Proof.
  intro Ht. apply (vderive_states U tokens Lst u t). intro i. unfold u, du. eapply vderive_eq.
  - apply (vderive_add (fun s => x s i) (fun s => vscale (-1) (y s i))); [apply Rx, Ht|].
    apply (vderive_scale (fun _ => -1) (fun s => y s i)); [apply derive_const | apply Ry, Ht].
  - unfold vsub. vector_sums.
Qed.
Lemma spread_moves : differentiable q (fun t => 2 * inner (u t) (du t)).
Proof.
  intros s Hs. assert (D := difference_moves s Hs).
  eapply derive_eq; [exact (derive_inner _ _ s _ _ D D)|]. rewrite (inner_sym _ (du s)). ring.
Qed.
Lemma spread_rate s : 0 <= s -> Rabs (2 * inner (u s) (du s)) <= 2 * L * q s.
Proof.
  intro Hs. assert (S0 := sum_norm (u s)).
  assert (Xs : forall i, vnorm (x s i) <= 1) by (intro i; right; apply unit_norm, (runs_unit x s Rx Hs)).
  assert (Ys : forall i, vnorm (y s i) <= 1) by (intro i; right; apply unit_norm, (runs_unit y s Ry Hs)).
  assert (K0 : 0 <= 4 * kappa * (n * vnorm (u s))).
  { assert (P := vnorm_nonneg (u s)). repeat apply Rmult_le_pos; lra. }
  assert (Ds : vnorm (du s) <= n * (4 * kappa * (n * vnorm (u s)))).
  { apply (vnorm_states U tokens Lst); [exact K0|]. intro i.
    eapply Rle_trans; [exact (velocities_near (x s) (y s) Xs Ys i)|].
    apply Rmult_le_compat_l; [lra | exact S0]. }
  assert (I := product_short (u s) (du s) _ _ (Rle_refl _) Ds).
  rewrite Rabs_mult, Rabs_right by lra. unfold q. rewrite <- vnorm_square. unfold L. lra.
Qed.
Lemma runs_apart t e : 0 <= t -> 0 <= e -> within (x t) e (y t) -> within (x 0) (spread_factor t * e) (y 0).
Proof.
  intros Ht E0 W. assert (G : - q t <= - q 0 * exp (- (2 * L) * t)).
  { apply (gronwall (fun t => - q t) (fun t => - (2 * inner (u t) (du t)))); [| |exact Ht].
    - intros s Hs. apply (derive_opp q), spread_moves, Hs.
    - intros s Hs. assert (I := spread_rate s Hs). apply Rabs_le_between in I. lra. }
  assert (Nt : vnorm (u t) <= n * e).
  { apply (vnorm_states U tokens Lst); [exact E0|]. intro i. unfold u. rewrite vnorm_opposite. apply W. }
  intro i. rewrite vnorm_opposite. eapply Rle_trans; [apply (vnorm_token U tokens Lst (u 0) i)|].
  assert (P := exp_pos (L * t)). assert (N0 := vnorm_nonneg (u t)).
  apply vnorm_le; [apply Rmult_le_pos; [apply spread_factor_nonneg | exact E0]|]. fold (q 0).
  assert (Ex : exp (- (2 * L) * t) * (exp (L * t) * exp (L * t)) = 1).
  { rewrite <- !exp_plus. replace (- (2 * L) * t + (L * t + L * t)) with 0 by ring. apply exp_0. }
  assert (Q : q 0 <= q t * (exp (L * t) * exp (L * t))).
  { assert (PP : 0 < exp (L * t) * exp (L * t)) by (apply Rmult_lt_0_compat; auto).
    replace (q 0) with (q 0 * (exp (- (2 * L) * t) * (exp (L * t) * exp (L * t)))) by (rewrite Ex; ring).
    rewrite <- Rmult_assoc. apply Rmult_le_compat_r; lra. }
  eapply Rle_trans; [exact Q|]. unfold q. rewrite <- vnorm_square. unfold spread_factor.
  replace (n * exp (L * t) * e * (n * exp (L * t) * e)) with (n * e * (n * e) * (exp (L * t) * exp (L * t))) by ring.
  apply Rmult_le_compat_r; [apply Rmult_le_pos; lra|]. apply Rmult_le_compat; lra.
Qed.
(* From one start there is one solution. *)
Lemma runs_same : x 0 = y 0 -> forall t, 0 <= t -> x t = y t.
Proof.
  intros E t Ht. assert (G := gronwall q (fun t => 2 * inner (u t) (du t)) (- (2 * L)) spread_moves).
  assert (Z : q t <= q 0 * exp (- - (2 * L) * t)).
  { apply G; [|exact Ht]. intros s Hs. assert (I := spread_rate s Hs). apply Rabs_le_between in I. lra. }
  assert (Q0 : q 0 = 0).
  { unfold q. replace (u 0) with (vzero : X); [apply inner_zero_l|].
    apply FunctionalExtensionality.functional_extensionality. intro i. unfold u. rewrite E, vsub_self. reflexivity. }
  rewrite Q0, Rmult_0_l in Z. assert (Qt := inner_nonneg X (u t)). fold (q t) in Qt.
  assert (D : u t = vzero) by (apply inner_definite; apply Rle_antisym; [exact Z | exact Qt]).
  apply FunctionalExtensionality.functional_extensionality. intro i.
  assert (Di : vsub (x t i) (y t i) = vzero) by exact (f_equal (fun f : X => f i) D).
  apply inner_ext. intro a. assert (A := f_equal (fun b => inner b a) Di). cbv beta in A. unfold vsub in A.
  rewrite inner_add_l, inner_scale_l, inner_zero_l in A. lra.
Qed.
End Pair.

(* Near a state at rest. *)
Section Rest.
Context (p : Token -> U) (c : Token -> R).
Hypothesis P : on_spheres p.
Hypothesis Rest : forall i, push p = vscale (c i) (p i).
Definition across_all (z : Token -> U) i : U := off (p i) (z i).
Definition H (z : X) : X := fun i => vsub (off (p i) (V (mean (across_all z)))) (vscale (c i) (z i)).
Lemma c_bounded i : Rabs (c i) <= kappa.
Proof.
  assert (Q := push_norm tokens V kappa ET Kpos Norm p P). rewrite (Rest i), vnorm_scale, (unit_norm _ (P i)) in Q. lra.
Qed.
Lemma H_form (z y : X) : inner (H z) y = n * inner (V (mean (across_all z))) (mean (across_all y)) -
  total tokens (fun i => c i * inner (z i) (y i)).
Proof.
  rewrite (inner_sym _ (V _)), (sum_of_mean tokens ET (across_all y)).
  replace (total tokens (fun i => inner (across_all y i) (V (mean (across_all z)))) -
    total tokens (fun i => c i * inner (z i) (y i))) with
    (total tokens (fun i => inner (across_all y i) (V (mean (across_all z))) + -1 * (c i * inner (z i) (y i))))
    by (rewrite total_add, total_scale; ring).
  apply total_ext. intro i. unfold H. set (w := V _). change (across_all y i) with (off (p i) (y i)). unfold off, vsub.
  repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
  rewrite (inner_sym _ w (y i)). ring.
Qed.
Lemma H_symmetric : adjoint H H.
Proof.
  intros z y. rewrite (inner_sym _ z (H y)), !H_form, (Sym (mean (across_all z))),
    (inner_sym _ (mean (across_all z))).
  f_equal. apply total_ext. intro i. rewrite (inner_sym _ (z i)). reflexivity.
Qed.
Let across_short (z : Token -> U) : sum (across_all z) <= sum z.
Proof. apply total_le. intro i. apply (off_short p P). Qed.
Definition H_bound := n * ((n + 1) * kappa).
Lemma H_bound_nonneg : 0 <= H_bound.
Proof. unfold H_bound. repeat apply Rmult_le_pos; lra. Qed.
Lemma H_bounded (z : X) : vnorm (H z) <= H_bound * vnorm z.
Proof.
  assert (Z0 := vnorm_nonneg z). unfold H_bound. rewrite Rmult_assoc. apply (vnorm_states U tokens Lst).
  { repeat apply Rmult_le_pos; lra. }
  intro i. unfold H. eapply Rle_trans; [apply vnorm_sub|]. rewrite vnorm_scale.
  assert (A : vnorm (off (p i) (V (mean (across_all z)))) <= kappa * (n * vnorm z)).
  { eapply Rle_trans; [apply (off_short p P)|]. eapply Rle_trans; [apply push_linear|].
    apply Rmult_le_compat_l; [exact Kpos|]. eapply Rle_trans; [apply across_short | apply sum_norm]. }
  assert (B : Rabs (c i) * vnorm (z i) <= kappa * vnorm z).
  { apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg, c_bounded. apply (vnorm_token U tokens Lst z i). }
  lra.
Qed.
Definition chord_factor := n * ((2 * n + 6) * kappa * n).
Lemma chord_factor_nonneg : 0 <= chord_factor.
Proof. unfold chord_factor. repeat apply Rmult_le_pos; lra. Qed.
Lemma chord_rate x y r : on_spheres x -> on_spheres y -> within p r x -> within p r y ->
  vnorm (vsub ((fun i => vsub (velocity x i) (velocity y i)) : X) (H (fun i => vsub (x i) (y i)))) <=
  chord_factor * r * vnorm ((fun i => vsub (x i) (y i)) : X).
Proof.
  intros Xs Ys Wx Wy. set (d := (fun i => vsub (x i) (y i)) : X). set (T := sum d).
  assert (Some : exists i : Token, True).
  { assert (Ne := proj1 ET). clear - Ne. destruct tokens as [|i q]; [tauto | exists i; exact Logic.I]. }
  destruct Some as [i0 _]. assert (R0 : 0 <= r) by exact (Rle_trans _ _ _ (vnorm_nonneg _) (Wx i0)). clear i0.
  assert (T0 : 0 <= T) by (apply total_nonneg; intro; apply vnorm_nonneg).
  assert (Td : T <= n * vnorm d) by apply sum_norm.
  set (W := V (mean d)). set (W' := V (mean (across_all d))).
  assert (Wn : vnorm W <= kappa * T) by apply push_linear.
  assert (Wn' : vnorm W' <= kappa * T).
  { eapply Rle_trans; [apply push_linear|]. apply Rmult_le_compat_l; [exact Kpos | apply across_short]. }
  assert (Wd : vnorm (vsub W W') <= kappa * (r * T)).
  { replace (vsub W W') with (V (mean (fun j => vsub (d j) (across_all d j)))).
    - eapply Rle_trans; [apply push_linear|]. apply Rmult_le_compat_l; [exact Kpos|].
      unfold T, sum. rewrite <- total_scale. apply total_le. intro i.
      replace (vsub (d i) (across_all d i)) with (vscale (inner (p i) (d i)) (p i))
        by (unfold across_all, off; vector_sums).
      rewrite vnorm_scale, (unit_norm _ (P i)), Rmult_1_r. apply along_chord; auto.
    - rewrite (mean_linear_sub tokens ET). unfold vsub at 1.
      rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym). reflexivity. }
  assert (Px := push_norm tokens V kappa ET Kpos Norm x Xs). assert (Py := push_norm tokens V kappa ET Kpos Norm y Ys).
  assert (Pp := push_norm tokens V kappa ET Kpos Norm p P).
  assert (Apart : forall z, within p r z -> vnorm (vsub (push z) (push p)) <= kappa * (n * r)).
  { intros z Wz. eapply Rle_trans; [apply (push_apart tokens V kappa ET Sym Kpos Norm)|].
    apply Rmult_le_compat_l; [exact Kpos|]. unfold apart. apply sum_states. exact Wz. }
  assert (Ax := Apart x Wx). assert (Ay := Apart y Wy).
  replace (chord_factor * r * vnorm d) with (n * ((2 * n + 6) * kappa * r * (n * vnorm d)))
    by (unfold chord_factor; ring).
  assert (K0 : 0 <= (2 * n + 6) * kappa * r) by (repeat apply Rmult_le_pos; lra).
  apply (vnorm_states U tokens Lst); [apply Rmult_le_pos; [exact K0 | lra]|]. intro i.
  apply Rle_trans with ((2 * n + 6) * kappa * r * T); [|apply Rmult_le_compat_l; auto].
  assert (Dt : vnorm (d i) <= T) by exact (token_sum tokens ET d i).
  assert (Xn : vnorm (x i) <= 1) by (rewrite (unit_norm _ (Xs i)); lra).
  assert (Yn : vnorm (y i) <= 1) by (rewrite (unit_norm _ (Ys i)); lra).
  assert (Pn : vnorm (p i) <= 1) by (rewrite (unit_norm _ (P i)); lra).
  assert (Split : vsub ((fun i => vsub (velocity x i) (velocity y i)) : X) (H d) i =
    vadd (vsub W W') (vscale (-1) (vadd (vscale (inner (d i) (push x)) (x i))
      (vadd (vadd (vscale (inner (vsub (y i) (p i)) W) (x i)) (vadd (vscale (inner (p i) (vsub W W')) (x i))
        (vscale (inner (p i) W') (vsub (x i) (p i)))))
        (vscale (inner (y i) (push y) - c i) (d i)))))).
  { change (vsub ((fun i => vsub (velocity x i) (velocity y i)) : X) (H d) i) with
      (vsub (vsub (velocity x i) (velocity y i)) (H d i)). rewrite velocity_difference.
    change (V (mean (fun j => vsub (x j) (y j)))) with W. change (vsub (x i) (y i)) with (d i). unfold H. fold W'.
    unfold off. apply inner_ext. intro q. unfold vsub.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r). ring. }
  rewrite Split. eapply Rle_trans; [apply vnorm_add|]. rewrite (vnorm_scale (-1)), (Rabs_left (-1)) by lra.
  set (a1 := vscale (inner (d i) (push x)) (x i)). set (a2 := vscale (inner (vsub (y i) (p i)) W) (x i)).
  set (a3 := vscale (inner (p i) (vsub W W')) (x i)). set (a4 := vscale (inner (p i) W') (vsub (x i) (p i))).
  set (a5 := vscale (inner (y i) (push y) - c i) (d i)).
  assert (S1 := vnorm_add a1 (vadd (vadd a2 (vadd a3 a4)) a5)). assert (S2 := vnorm_add (vadd a2 (vadd a3 a4)) a5).
  assert (S3 := vnorm_add a2 (vadd a3 a4)). assert (S4 := vnorm_add a3 a4).
  assert (B1 : vnorm a1 <= (n + 1) * kappa * r * T).
  { unfold a1. rewrite vnorm_scale. replace (inner (d i) (push x)) with
      (inner (d i) (vsub (push x) (push p)) + c i * inner (p i) (d i)).
    - assert (Q1 := product_short (d i) (vsub (push x) (push p)) _ _ Dt Ax).
      assert (Q2 : Rabs (c i * inner (p i) (d i)) <= kappa * (r * T)).
      { rewrite Rabs_mult. apply Rmult_le_compat; auto using Rabs_pos, c_bounded.
        eapply Rle_trans; [apply along_chord; auto|]. apply Rmult_le_compat_l; auto. }
      assert (Q3 := Rabs_triang (inner (d i) (vsub (push x) (push p))) (c i * inner (p i) (d i))).
      replace ((n + 1) * kappa * r * T) with ((T * (kappa * (n * r)) + kappa * (r * T)) * 1) by ring.
      apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg; lra.
    - unfold vsub at 1. rewrite inner_add_r, inner_scale_r, (Rest i), inner_scale_r, (inner_sym _ (d i) (p i)). ring. }
  assert (B2 : vnorm a2 <= r * (kappa * T) * 1).
  { unfold a2. rewrite vnorm_scale. apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg.
    apply product_short; auto. }
  assert (B3 : vnorm a3 <= 1 * (kappa * (r * T)) * 1).
  { unfold a3. rewrite vnorm_scale. apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg.
    apply product_short; auto. }
  assert (B4 : vnorm a4 <= 1 * (kappa * T) * r).
  { unfold a4. rewrite vnorm_scale. apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg.
    apply product_short; auto. }
  assert (B5 : vnorm a5 <= (r * kappa + 1 * (kappa * (n * r))) * T).
  { unfold a5. rewrite vnorm_scale. apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg.
    replace (inner (y i) (push y) - c i) with
      (inner (vsub (y i) (p i)) (push y) + inner (p i) (vsub (push y) (push p))).
    - eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; apply product_short; auto.
    - unfold vsub. rewrite inner_add_l, inner_add_r, !inner_scale_l, !inner_scale_r, (Rest i), inner_scale_r, (P i).
      ring. }
  lra.
Qed.
End Rest.
End Flow.
