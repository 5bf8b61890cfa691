(* Attention whose values fit its scores, W U = P = P^T: the ellipsoid is invariant, the flow climbs
   the potential, and by Barbalat's lemma every speed tends to 0. The rows of attention have the sum r. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Deciding Tactics Words Curves Bounded Attention.
Open Scope R_scope.
Transparent size.

Definition score {S : inner_product_space} {Token} (P : S -> S) (y : Token -> S) i j :=
  exp (inner (y i) (P (y j))).
Definition partition {S : inner_product_space} {Token} (tokens : list Token) (P : S -> S) (y : Token -> S) i :=
  total tokens (fun k => score P y i k).
Definition attended {S : inner_product_space} {Token} (tokens : list Token) (r : R) (P U : S -> S)
  (y : Token -> S) i : S :=
  vtotal tokens (fun j => vscale (r * (score P y i j / partition tokens P y i)) (U (y j))).
Definition velocity {S : inner_product_space} {Token} (tokens : list Token) (r : R) (W P U : S -> S)
  (y : Token -> S) i : S :=
  vsub (attended tokens r P U y i) (vscale (inner (y i) (W (attended tokens r P U y i))) (y i)).
Definition potential {S : inner_product_space} {Token} (tokens : list Token) (P : S -> S)
  (y : Token -> S) := total tokens (fun i => total tokens (fun j => score P y i j)) / 2.
Definition gradient_flow {S : inner_product_space} {Token} (tokens : list Token) (r : R) (W P U : S -> S)
  (y : R -> Token -> S) :=
  forall t i, 0 <= t -> is_vderive (fun t => y t i) t (velocity tokens r W P U (y t) i).

(* The sphere is invariant under any motion y' = f - <y, f> y whose f is bounded near the sphere. *)
Section Invariance.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (y f : R -> Token -> S) (b : R).
Hypothesis All : lists tokens.
Hypothesis Flow : forall t i, 0 <= t ->
  is_vderive (fun t => y t i) t (vsub (f t i) (vscale (inner (y t i) (f t i)) (y t i))).
Let q t i := inner (y t i) (y t i) - 1.
Hypothesis Bound : forall t i, 0 <= t -> (forall j, Rabs (q t j) <= 1) -> Rabs (inner (y t i) (f t i)) <= b.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Lemma sphere_kept t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  intros T. assert (B0 : 0 <= b).
  { eapply Rle_trans; [apply Rabs_pos | apply (Bound 0 i); [lra|]]. intro j. unfold q.
    rewrite Start, Rminus_diag_eq, Rabs_R0 by reflexivity. lra. }
  assert (H : q t i * q t i <= 0).
  { apply (barrier tokens (fun i t => q t i * q t i)
      (fun i t => -4 * inner (y t i) (f t i) * (q t i * q t i)) (4 * b) 0 1); auto; try lra.
    - intros j s Hs. assert (D : is_derive (fun t => q t j) s (-2 * inner (y s j) (f s j) * q s j)).
      { eapply derive_eq. apply (derive_minus (fun t => inner (y t j) (y t j)) (fun _ => 1));
          [apply (derive_inner (fun t => y t j) (fun t => y t j)); apply Flow; auto | apply derive_const].
        unfold q. set (v := f s j). unfold vsub.
        rewrite inner_add_l, inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ v). ring. }
      eapply derive_eq. apply (derive_mult (fun t => q t j) (fun t => q t j) s _ _ D D). ring.
    - intro j. unfold q. rewrite Start. lra.
    - intros j s Hs [Pos Low] Largest. rewrite Rminus_0_r. apply Rmult_le_compat_r; [lra|].
      assert (Q : forall k, Rabs (q s k) <= 1).
      { intro k. specialize (Largest k). apply Rabs_le_between. split; apply Rnot_lt_le; intro N.
        assert (0 < (- q s k - 1) * (- q s k + 1)) by (apply Rmult_lt_0_compat; lra). lra.
        assert (0 < (q s k - 1) * (q s k + 1)) by (apply Rmult_lt_0_compat; lra). lra. }
      specialize (Bound s j Hs Q). apply Rabs_le_between in Bound. lra. }
  assert (0 <= q t i * q t i) by apply Rle_0_sqr. assert (Z : q t i * q t i = 0) by lra.
  unfold q in Z. destruct (Rmult_integral _ _ Z); lra.
Qed.
End Invariance.

(* Means of bounded vectors are bounded. *)
Section Means.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (r : R) (P U : S -> S) (y : Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Rpos : 0 < r.
Lemma partition_above i : 0 < partition tokens P y i.
Proof. apply total_positive; auto. intro. apply exp_pos. Qed.
Lemma attended_bounded b i : (forall j, vnorm (U (y j)) <= b) ->
  vnorm (attended tokens r P U y i) <= size tokens * (r * b).
Proof.
  intros B. apply vtotal_norm. intro j. rewrite vnorm_scale.
  assert (W : 0 <= score P y i j / partition tokens P y i <= 1).
  { assert (H := partition_above i). split.
    - left. apply Rdiv_lt_0_compat; [apply exp_pos | auto].
    - apply Rmult_le_reg_r with (partition tokens P y i); [auto|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l, Rmult_1_l, Rmult_1_r by lra.
      apply (total_at_least tokens (fun k => score P y i k)). apply ET. intro. left. apply exp_pos. }
  assert (N := vnorm_nonneg (U (y j))). specialize (B j).
  rewrite Rabs_right by (apply Rle_ge, Rmult_le_pos; lra).
  rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|].
  replace b with (1 * b) by ring. apply Rmult_le_compat; lra.
Qed.
End Means.

Section Flow.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (r : R) (P : S -> S)
  (y : R -> Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Rpos : 0 < r.
Hypothesis Sym : adjoint P P.
Hypothesis Bnd : bounded_operator P.
Hypothesis Flow : gradient_flow tokens r (fun x => x) P P y.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Let Z t i := partition tokens P (y t) i.
Let v t i := velocity tokens r (fun x => x) P P (y t) i.
Let f t i := attended tokens r P P (y t) i.
Definition climb t := total tokens (fun i => Z t i / r * inner (v t i) (v t i)).
Lemma Zpos t i : 0 < Z t i.
Proof. apply partition_above; auto. Qed.
Lemma unit_tokens t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  destruct Bnd as [kappa [K0 K]].
  apply (sphere_kept tokens y f (2 * (size tokens * (r * (kappa * 2))))); auto; [exact (proj2 (proj2 ET))|].
  intros s j Hs Q. assert (N : forall k, vnorm (y s k) <= 2).
  { intro k. apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. rewrite vnorm_square. specialize (Q k).
    apply Rabs_le_between in Q. lra. }
  eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat; try apply vnorm_nonneg; auto.
  apply attended_bounded; auto. intro k. eapply Rle_trans; [apply K|]. apply Rmult_le_compat_l; auto.
Qed.
Lemma square t i : 0 <= t -> inner (v t i) (f t i) = inner (v t i) (v t i).
Proof.
  intros T. unfold v, velocity. fold (f t i). set (g := f t i). assert (X := unit_tokens t i T).
  unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, X,
    (inner_sym _ g (y t i)). ring.
Qed.
Lemma potential_climbs : differentiable (fun t => potential tokens P (y t)) climb.
Proof.
  intros t T. unfold potential, score. know_adjoints. eapply derive_eq.
  - apply (derive_mult (fun t => total tokens (fun i => total tokens (fun j =>
      exp (inner (y t i) (P (y t j)))))) (fun _ => / 2)); [|apply derive_const].
    apply (derive_total tokens (fun t i => total tokens (fun j => exp (inner (y t i) (P (y t j)))))).
    intro i. apply (derive_total tokens (fun t j => exp (inner (y t i) (P (y t j))))). intro j.
    apply (derive_exp (fun t => inner (y t i) (P (y t j)))).
    apply (derive_inner (fun t => y t i) (fun t => P (y t j))); [apply Flow; auto|].
    apply (vderive_operator P P (fun t => y t j)); auto.
  - rewrite Rmult_0_r, Rplus_0_r. unfold climb. fold (v t).
    set (M := fun i j => inner (v t i) (P (y t j)) * score P (y t) i j).
    transitivity (total tokens (fun i => total tokens (fun j => M i j))).
    + replace (total tokens _) with (total tokens (fun i => total tokens (fun j => M i j)) +
        total tokens (fun i => total tokens (fun j => M j i))).
      rewrite (total_swap tokens tokens (fun i j => M j i)). field.
      rewrite <- total_add. apply total_ext. intro i. rewrite <- total_add. apply total_ext. intro j.
      unfold M, score. fold (v t i) (v t j).
      replace (inner (y t j) (P (y t i))) with (inner (y t i) (P (y t j)))
        by (rewrite <- Sym; apply inner_sym).
      replace (inner (y t i) (P (v t j))) with (inner (v t j) (P (y t i)))
        by (rewrite <- Sym; apply inner_sym). ring.
    + apply total_ext. intro i. rewrite <- (square t i T). unfold f, attended, M.
      rewrite inner_vtotal_r, <- total_scale. apply total_ext. intro j. rewrite inner_scale_r.
      fold (Z t i). field. split; apply Rgt_not_eq; [apply Zpos | auto].
Qed.
Lemma climb_nonneg t : 0 <= climb t.
Proof.
  apply total_nonneg. intro i. apply Rmult_le_pos; [|apply inner_nonneg].
  left. apply Rdiv_lt_0_compat; [apply Zpos | auto].
Qed.
Lemma unit_norm t i : 0 <= t -> vnorm (y t i) = 1.
Proof. intros T. unfold vnorm. rewrite unit_tokens by auto. apply sqrt_1. Qed.
Lemma speed_bounded : exists b, forall t i, 0 <= t -> vnorm (v t i) <= b.
Proof.
  destruct Bnd as [kappa [K0 K]]. exists (2 * (size tokens * (r * kappa))). intros t i T.
  assert (F : vnorm (f t i) <= size tokens * (r * kappa)).
  { apply attended_bounded; auto. intro j. specialize (K (y t j)). rewrite unit_norm in K by auto. lra. }
  unfold v, velocity, vsub. fold (f t i). eapply Rle_trans; [apply vnorm_add|].
  rewrite !vnorm_scale, unit_norm, (Rabs_left (-1)) by (auto; lra).
  assert (I := inner_le_vnorm (y t i) (f t i)). rewrite unit_norm in I by auto. lra.
Qed.
Lemma tame_token i : tame (fun t => y t i).
Proof.
  destruct speed_bounded as [b B]. apply (tame_moves (fun t => y t i) (fun t => v t i) 1 b).
  - intros t T. apply Flow. auto.
  - intros t T. rewrite unit_norm by auto. lra.
  - auto.
Qed.
Lemma Z_low : exists c, 0 < c /\ forall t i, 0 <= t -> c <= Z t i.
Proof.
  destruct Bnd as [kappa [K0 K]]. exists (size tokens * exp (- kappa)).
  split; [apply Rmult_lt_0_compat; [apply size_positive; auto | apply exp_pos]|]. intros t i T.
  unfold Z, partition, size. rewrite <- total_scale_r. apply total_le. intro j. rewrite Rmult_1_l.
  apply exp_le. assert (I := inner_le_vnorm (y t i) (P (y t j))). specialize (K (y t j)).
  rewrite unit_norm in * by auto. rewrite Rmult_1_l in I. apply Rabs_le_between in I. lra.
Qed.
Lemma tame_climb : rtame climb.
Proof.
  assert (Y := tame_token). destruct Z_low as [c [C Low]].
  assert (RC : forall a : R, rtame (fun _ => a)) by (intro; apply (tame_const (S := real_line))).
  assert (TZ : forall i, rtame (fun t => Z t i)) by
    (intro i; unfold Z, partition, score; repeat tame_step).
  assert (IZ : forall i, rtame (fun t => / Z t i)) by
    (intro i; apply (tame_inv (fun t => Z t i) c); auto).
  unfold climb. apply (tame_total tokens (fun t i => Z t i / r * inner (v t i) (v t i))). intro i.
  assert (TF : tame (fun t => f t i)).
  { unfold f, attended, score. repeat first [exact (IZ i) | apply RC | tame_step]. }
  assert (TV : tame (fun t => v t i)).
  { unfold v, velocity. fold (f). repeat tame_step. }
  repeat first [apply RC | tame_step].
Qed.
Lemma potential_bounded : exists b, forall t, 0 <= t -> potential tokens P (y t) <= b.
Proof.
  destruct Bnd as [kappa [K0 K]]. exists (size tokens * (size tokens * exp kappa) / 2). intros t T.
  unfold potential. apply Rmult_le_compat_r; [lra|].
  unfold size at 1. rewrite <- total_scale_r. apply total_le. intro i. rewrite Rmult_1_l.
  unfold size. rewrite <- total_scale_r. apply total_le. intro j. rewrite Rmult_1_l.
  apply exp_le. assert (I := inner_le_vnorm (y t i) (P (y t j))). specialize (K (y t j)).
  rewrite unit_norm in * by auto. rewrite Rmult_1_l in I. apply Rabs_le_between in I. lra.
Qed.
Lemma potential_rises : nondecreasing (fun t => potential tokens P (y t)).
Proof. exact (rises _ _ potential_climbs (fun t _ => climb_nonneg t)). Qed.
Lemma potential_converges : nondecreasing (fun t => potential tokens P (y t)) -> has_limit (fun t => potential tokens P (y t)).
Proof.
  intro Rises. destruct potential_bounded as [b B]. destruct (monotone_limit _ b Rises B) as [l [_ [_ Lim]]]. exists l. exact Lim.
Qed.
Lemma speeds_vanish i : differentiable (fun t => potential tokens P (y t)) climb -> has_limit (fun t => potential tokens P (y t)) ->
  tends (fun t => vnorm (v t i)) 0.
Proof.
  intros Climbs [l Lim].
  destruct (tame_lipschitz _ tame_climb) as [L [L0 Lip]].
  assert (Van := barbalat _ _ l L Climbs Lim L0 Lip).
  destruct Z_low as [c [C Low]].
  intros eps E. destruct (Van (c / r * (eps * eps))) as [T [T0 H]].
  { apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat; auto|]. apply Rmult_lt_0_compat; auto. }
  exists T. split; [auto|]. intros t Ht. specialize (H t Ht). rewrite Rminus_0_r in *.
  assert (N := vnorm_nonneg (v t i)).
  rewrite Rabs_right in * by (try apply Rle_ge; auto; apply climb_nonneg; auto).
  apply Rnot_le_lt. intro Big. assert (0 < / r) by (apply Rinv_0_lt_compat; auto).
  assert (c / r * (eps * eps) <= climb t); [|lra].
  apply Rle_trans with (Z t i / r * inner (v t i) (v t i)).
  - rewrite <- vnorm_square. assert (Lo := Low t i ltac:(lra)).
    apply Rmult_le_compat; try (apply Rmult_le_pos; lra).
    unfold Rdiv. apply Rmult_le_compat_r; lra. apply Rmult_le_compat; lra.
  - apply (total_at_least tokens (fun i => Z t i / r * inner (v t i) (v t i))). apply ET.
    intro k. apply Rmult_le_pos; [|apply inner_nonneg]. left. apply Rdiv_lt_0_compat; [apply Zpos | auto].
Qed.
End Flow.

(* The same on the ellipsoid of W: the space with the inner product of W, where U is symmetric. *)
Section Ellipsoid.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (r : R) (W P U : S -> S).
Hypothesis HW : positive W.
Hypothesis Coe : coercive W.
Hypothesis Sym : adjoint P P.
Hypothesis Bnd : bounded_operator P.
Hypothesis WU : forall x, W (U x) = P x.
Let X := weighted S W HW.
Lemma value_bounded : bounded_operator (S := X) U.
Proof.
  destruct Coe as [c [C Low]], Bnd as [k [K0 K]]. exists (k / c).
  split; [apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]|]. intro x.
  set (u := @vnorm X (U x)). set (n := @vnorm X x).
  assert (Q : 0 < sqrt c) by (apply sqrt_lt_R0; auto).
  assert (A : forall z : S, sqrt c * vnorm z <= @vnorm X z).
  { intro z. unfold vnorm. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt. apply Low. }
  assert (U2 : u * u <= @vnorm S (U x) * (k * @vnorm S x)).
  { unfold u. rewrite vnorm_square. simpl. rewrite WU. eapply Rle_trans; [apply Rle_abs|].
    eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat_l; [apply vnorm_nonneg | apply K]. }
  assert (Au := A (U x)). assert (An := A x). fold u in Au. fold n in An.
  assert (N1 := @vnorm_nonneg S (U x)). assert (N2 := @vnorm_nonneg S x).
  assert (Hc : sqrt c * sqrt c = c) by (apply sqrt_sqrt; lra).
  assert (Mul : c * (u * u) <= k * (u * n)).
  { apply Rle_trans with (k * ((sqrt c * @vnorm S (U x)) * (sqrt c * @vnorm S x))).
    - replace (k * (sqrt c * @vnorm S (U x) * (sqrt c * @vnorm S x)))
        with (sqrt c * sqrt c * (@vnorm S (U x) * (k * @vnorm S x))) by ring.
      rewrite Hc. apply Rmult_le_compat_l; lra.
    - apply Rmult_le_compat_l; [auto|]. apply Rmult_le_compat; auto; apply Rmult_le_pos; lra. }
  assert (Nu : 0 <= u) by apply vnorm_nonneg. assert (Nn : 0 <= n) by apply vnorm_nonneg.
  destruct Nu as [Pu|Zu].
  - apply Rmult_le_reg_l with (c * u); [apply Rmult_lt_0_compat; auto|].
    replace (c * u * (k / c * n)) with (k * (u * n)) by (field; lra). lra.
  - rewrite <- Zu. apply Rmult_le_pos; [|auto]. apply Rmult_le_pos; [auto|].
    left. apply Rinv_0_lt_compat. auto.
Qed.
Lemma value_symmetric : adjoint (S := X) U U.
Proof. intros a b. simpl. rewrite <- (proj1 HW), !WU. apply Sym. Qed.
Lemma scores_of_values : P = fun x => W (U x).
Proof. apply functional_extensionality. intro. auto. Qed.
Lemma velocity_weighted (z : Token -> S) i :
  @velocity X Token tokens r (fun x => x) U U z i = velocity tokens r W P U z i.
Proof.
  unfold velocity, attended. unfold X. rewrite vtotal_weighted. rewrite scores_of_values. reflexivity.
Qed.
Lemma potential_weighted (z : Token -> S) : @potential X Token tokens U z = potential tokens P z.
Proof. rewrite scores_of_values. reflexivity. Qed.
Lemma flow_weighted (y : R -> Token -> S) : gradient_flow tokens r W P U y ->
  @gradient_flow X Token tokens r (fun x => x) U U y.
Proof.
  intros Flow t i T. rewrite velocity_weighted.
  exact (vderive_weighted S W HW (fun t => y t i) t _ (Flow t i T)).
Qed.
End Ellipsoid.
