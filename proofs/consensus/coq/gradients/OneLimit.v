(* Every trajectory of a gradient flow of attention converges to one equilibrium, if the theorem on
   analytic functions holds that Schemas.v cites. The potential (8) is taken off the ellipsoid such that
   its gradient at a state of the ellipsoid is tangent: there it is W times the velocity, up to factors. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Deciding Tactics Words Curves Bounded Attention.
From Kernel Require Import Gradient Continuity Equilibria States Schemas Families.
Open Scope R_scope.
Transparent size.

Lemma inhabited {I} (T : list I) : enumerates T -> exists i : I, True.
Proof. intros [NE _]. destruct T as [|i T]; [tauto | exists i; exact Logic.I]. Qed.
(* Finitely many bounds have a common one. *)
Lemma common_bound {I} (T : list I) (Q : I -> R -> Prop) : (forall i, exists K, Q i K) ->
  (forall i K K', K <= K' -> Q i K -> Q i K') -> exists K, 0 <= K /\ forall i, In i T -> Q i K.
Proof.
  intros H M. induction T as [|i T [K [K0 HK]]].
  - exists 0. split; [lra|]. intros i [].
  - destruct (H i) as [K' HK']. exists (Rmax K K'). split; [eapply Rle_trans; [exact K0 | apply Rmax_l]|].
    intros j [<-|J]; [apply (M i K'); auto; apply Rmax_r | apply (M j K); auto; apply Rmax_l].
Qed.

Section OneLimit.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (r : R) (W P U U_T : S -> S)
  (y : R -> Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Rpos : 0 < r.
Hypothesis HW : positive W.
Hypothesis Coe : coercive W.
Hypothesis Sym : adjoint P P.
Hypothesis Bnd : bounded_operator P.
Hypothesis AU : adjoint U U_T.
Hypothesis BU : bounded_operator U.
Hypothesis WU : forall x, W (U x) = P x.
Hypothesis Flow : gradient_flow tokens r W P U y.
Hypothesis Start : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Slow : forall i, tends (fun t => sqrt (inner (velocity tokens r W P U (y t) i) (W (velocity tokens r W P U (y t) i)))) 0.
Hypothesis Fin : finite_dimensional S.
Let L : lists tokens := proj2 (proj2 ET).
Let X := states S tokens L.
Let v t i := velocity tokens r W P U (y t) i.
Let Z t i := partition tokens P (y t) i.
Let BW : bounded_operator W := proj1 (proj2 HW).
Let AW : adjoint W W := proj1 HW.
Lemma On t i : 0 <= t -> inner (y t i) (W (y t i)) = 1.
Proof. exact (tokens_stay tokens r W P U y ET Rpos HW Coe Bnd WU Flow Start t i). Qed.

(* Bounds. *)
Lemma token_bounded : exists b, 0 <= b /\ forall t i, 0 <= t -> vnorm (y t i) <= b.
Proof.
  destruct Coe as [c [C Low]]. exists (sqrt (/ c)). split; [apply sqrt_pos|]. intros t i T.
  apply sqrt_le_1_alt. assert (Q := Low (y t i)). rewrite On in Q by auto.
  apply Rmult_le_reg_l with c; [auto|]. rewrite Rinv_r by lra. exact Q.
Qed.
Lemma score_bounded : exists k, forall t i j, 0 <= t -> Rabs (inner (y t i) (P (y t j))) <= k.
Proof.
  destruct token_bounded as [b [B Y]], Bnd as [k [K0 K]]. exists (b * (k * b)). intros t i j T.
  eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat; try apply vnorm_nonneg; auto.
  eapply Rle_trans; [apply K|]. apply Rmult_le_compat_l; auto.
Qed.
Lemma Z_bounds : exists lo hi, 0 < lo /\ forall t i, 0 <= t -> lo <= Z t i <= hi.
Proof.
  destruct score_bounded as [k K]. exists (size tokens * exp (- k)), (size tokens * exp k).
  split; [apply Rmult_lt_0_compat; [apply size_positive; auto | apply exp_pos]|]. intros t i T.
  unfold Z, partition, size, score. split; rewrite <- total_scale_r; apply total_le; intro j; rewrite
    Rmult_1_l;
    apply exp_le; specialize (K t i j T); apply Rabs_le_between in K; lra.
Qed.
Lemma v_bounded : exists b, forall t i, 0 <= t -> vnorm (v t i) <= b.
Proof.
  destruct token_bounded as [b [B Y]], BU as [u [U0 HU]], BW as [w [W0 HWb]].
  set (f := size tokens * (r * (u * b))). exists (f + b * (w * f) * b). intros t i T.
  assert (F : vnorm (attended tokens r P U (y t) i) <= f).
  { apply attended_bounded; auto. intro j. eapply Rle_trans; [apply HU|]. apply Rmult_le_compat_l; auto. }
  unfold v, velocity, vsub. eapply Rle_trans; [apply vnorm_add|].
  rewrite !vnorm_scale, (Rabs_left (-1)) by lra. apply Rplus_le_compat; [exact F|].
  rewrite <- Rmult_assoc. apply Rmult_le_compat; try apply vnorm_nonneg; auto.
  - apply Rmult_le_pos; [lra | apply Rabs_pos].
  - replace (- -1) with 1 by ring. rewrite Rmult_1_l. eapply Rle_trans; [apply inner_le_vnorm|].
    apply Rmult_le_compat; try apply vnorm_nonneg; auto. eapply Rle_trans; [apply HWb|].
    apply Rmult_le_compat_l; auto.
Qed.
Lemma tame_v i : tame (fun t => v t i).
Proof.
  destruct token_bounded as [b [B Y]], v_bounded as [b' V].
  assert (T : forall j, tame (fun t => y t j)).
  { intro j. apply (tame_moves (fun t => y t j) (fun t => v t j) b b'); auto; intros t H; apply Flow; auto. }
  assert (RC : forall a : R, rtame (fun _ => a)) by (intro; apply (tame_const (S := real_line))).
  destruct Z_bounds as [lo [hi [P0 HZ]]].
  assert (TZ : rtame (fun t => Z t i)) by (unfold Z, partition, score; repeat tame_step).
  assert (IZ : rtame (fun t => / Z t i)).
  { apply (tame_inv (fun t => Z t i) lo); auto. intros t H. apply HZ. auto. }
  assert (TF : tame (fun t => attended tokens r P U (y t) i)).
  { unfold attended, score. repeat first [exact IZ | apply RC | tame_step]. }
  unfold v, velocity. repeat tame_step.
Qed.
Lemma uniform : uniformly_continuous (S := X) (fun t => v t).
Proof.
  destruct (common_bound tokens (fun i K => forall s t, 0 <= s <= t -> vnorm (vsub (v t i) (v s i)) <= K *
    (t - s)))
    as [K [K0 H]].
  { intro i. destruct (tame_v i) as [b [K [_ [K0 H]]]]. exists K. intros s t T. apply H; lra. }
  { intros i K K' Hle H s t T. eapply Rle_trans; [apply H; auto|]. apply Rmult_le_compat_r; lra. }
  assert (N : 0 <= size tokens) by (apply total_nonneg; intro; lra).
  assert (M : 0 <= size tokens * K) by (apply Rmult_le_pos; auto).
  assert (G : forall s t, 0 <= s <= t -> vnorm (S := X) (vsub (v t : X) (v s)) <= size tokens * K * (t - s)).
  { intros s t T. rewrite Rmult_assoc. apply (vnorm_states S tokens L (vsub (v t : X) (v s)) (K * (t - s))).
    - apply Rmult_le_pos; lra.
    - intro i. apply H; auto. }
  intros eps E. exists (eps / (size tokens * K + 1)). split; [apply Rdiv_lt_0_compat; lra|].
  assert (F : forall s t, 0 <= s <= t -> t - s < eps / (size tokens * K + 1) ->
    vnorm (S := X) (vsub (v t : X) (v s)) < eps).
  { intros s t T B. eapply Rle_lt_trans; [apply G; auto|].
    apply Rle_lt_trans with ((size tokens * K + 1) * (t - s)); [apply Rmult_le_compat_r; lra|].
    apply Rmult_lt_reg_r with (/ (size tokens * K + 1)); [apply Rinv_0_lt_compat; lra|].
    rewrite (Rmult_comm (size tokens * K + 1)), Rmult_assoc, Rinv_r, Rmult_1_r by lra. exact B. }
  intros s t S0 T0 B. destruct (Rle_lt_dec s t) as [Le|Gt].
  - rewrite Rabs_right in B by lra. apply F; lra.
  - rewrite Rabs_left in B by lra.
    replace (vnorm (S := X) (vsub (v t : X) (v s))) with (vnorm (S := X) (vsub (v s : X) (v t))); [apply F;
      lra|].
    unfold vnorm. f_equal. unfold vsub.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym X (v t)). ring.
Qed.

(* The potential off the ellipsoid. *)
Let p (x : X) i j := inner (x i) (P (x j)).
Let w (x : X) i := inner (x i) (W (x i)).
Let nu (x : X) i := total tokens (fun j => exp (p x i j) * p x i j).
Definition extended (x : X) := total tokens (fun i => total tokens (fun j => exp (p x i j))) * / 2 +
  total tokens (fun i => -/ 2 * (w x i + -1) * nu x i).
Lemma extended_analytic : exponential_polynomial extended.
Proof.
  assert (C : forall c, exponential_polynomial (fun _ : X => c)) by apply (constant_function (S := X)).
  assert (Ep : forall i j, exponential_polynomial (fun x => p x i j)).
  { intros i j. apply (exponential_form S tokens L ET P P i j Fin Sym). }
  assert (Ew : forall i, exponential_polynomial (fun x => w x i)).
  { intro i. apply (exponential_form S tokens L ET W W i i Fin AW). }
  assert (Mul : forall f g : X -> R, exponential_polynomial f -> exponential_polynomial g ->
    exponential_polynomial (fun x => f x * g x)) by (intros; apply (product_function (S := X)); auto).
  assert (Ex : forall i j, exponential_polynomial (fun x => exp (p x i j))).
  { intros i j. apply (exponential_function (S := X)), Ep. }
  unfold extended. apply (sum_function (S := X)
    (fun x => total tokens (fun i => total tokens (fun j => exp (p x i j))) * / 2)).
  - apply Mul; [|apply C].
    apply (exponential_total S tokens L tokens (fun i x => total tokens (fun j => exp (p x i j)))). intro i.
    apply (exponential_total S tokens L tokens (fun j x => exp (p x i j))). auto.
  - apply (exponential_total S tokens L tokens (fun i x => -/ 2 * (w x i + -1) * nu x i)). intro i.
    apply Mul; [apply Mul; [apply C | apply (sum_function (S := X)); auto]|].
    apply (exponential_total S tokens L tokens (fun j x => exp (p x i j) * p x i j)). intro j.
    apply Mul; auto.
Qed.
Definition gradient t : X := fun i => vscale (Z t i / r) (W (v t i)).
Lemma gradient_is t : 0 <= t -> is_gradient extended (y t : X) (gradient t).
Proof.
  intros T h. set (x := fun s => vadd (y t : X) (vscale s h)).
  assert (Dx : forall i, is_vderive (fun s => x s i) 0 (h i)).
  { intro i. eapply vderive_eq.
    - apply (vderive_add (fun _ => y t i) (fun s => vscale s (h i))); [apply vderive_const|].
      apply (vderive_scale (fun s => s) (fun _ => h i)); [apply derive_id | apply vderive_const].
    - apply inner_ext. intro z. repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite
      inner_zero_l). ring. }
  assert (X0 : forall i, x 0 i = y t i).
  { intro i. apply inner_ext. intro z. unfold x. simpl. rewrite inner_add_l, inner_scale_l. ring. }
  set (e := fun i j => exp (inner (y t i) (P (y t j)))).
  set (dp := fun i j => inner (h i) (P (y t j)) + inner (y t i) (P (h j))).
  assert (P0 : forall i j, p (x 0) i j = inner (y t i) (P (y t j))) by (intros; unfold p; rewrite !X0;
    reflexivity).
  assert (W0 : forall i, w (x 0) i = 1) by (intro i; unfold w; rewrite !X0; apply On; auto).
  assert (Dp : forall i j, is_derive (fun s => p (x s) i j) 0 (dp i j)).
  { intros i j. eapply derive_eq.
    - apply (derive_inner (fun s => x s i) (fun s => P (x s j))); [apply Dx|].
      apply (vderive_operator P P (fun s => x s j)); auto.
    - cbv beta. rewrite !X0. reflexivity. }
  assert (Dw : forall i, is_derive (fun s => w (x s) i) 0 (2 * inner (h i) (W (y t i)))).
  { intro i. eapply derive_eq.
    - apply (derive_inner (fun s => x s i) (fun s => W (x s i))); [apply Dx|].
      apply (vderive_operator W W (fun s => x s i)); auto.
    - cbv beta. rewrite !X0, <- (AW (y t i)), (inner_sym _ (W (y t i))). ring. }
  assert (De : forall i j, is_derive (fun s => exp (p (x s) i j)) 0 (dp i j * e i j)).
  { intros i j. eapply derive_eq; [apply (derive_exp (fun s => p (x s) i j)), Dp|].
    cbv beta. rewrite P0. reflexivity. }
  assert (Dn : forall i, exists l, is_derive (fun s => nu (x s) i) 0 l).
  { intro i. eexists. apply (derive_total tokens (fun s j => exp (p (x s) i j) * p (x s) i j)). intro j.
    apply (derive_mult (fun s => exp (p (x s) i j)) (fun s => p (x s) i j)); [apply De | apply Dp]. }
  set (n := fun i => total tokens (fun j => e i j * inner (y t i) (P (y t j)))).
  assert (N0 : forall i, nu (x 0) i = n i).
  { intro i. apply total_ext. intro j. rewrite P0. reflexivity. }
  assert (D2 : forall i, is_derive (fun s => -/ 2 * (w (x s) i + -1) * nu (x s) i) 0
    (- inner (h i) (W (y t i)) * n i)).
  { intro i. destruct (Dn i) as [l Dl]. eapply derive_eq.
    - apply (derive_mult (fun s => -/ 2 * (w (x s) i + -1)) (fun s => nu (x s) i)); [|exact Dl].
      apply (derive_mult (fun _ => -/ 2) (fun s => w (x s) i + -1)); [apply derive_const|].
      apply (derive_plus (fun s => w (x s) i) (fun _ => -1)); [apply Dw | apply derive_const].
    - cbv beta. rewrite W0, N0. field. }
  eapply derive_eq.
  - unfold extended. apply (derive_plus
      (fun s => total tokens (fun i => total tokens (fun j => exp (p (x s) i j))) * / 2)
      (fun s => total tokens (fun i => -/ 2 * (w (x s) i + -1) * nu (x s) i))).
    + apply (derive_mult (fun s => total tokens (fun i => total tokens (fun j => exp (p (x s) i j)))) (fun
      _ => / 2));
        [|apply derive_const].
      apply (derive_total tokens (fun s i => total tokens (fun j => exp (p (x s) i j)))). intro i.
      apply (derive_total tokens (fun s j => exp (p (x s) i j))). intro j. apply De.
    + apply (derive_total tokens (fun s i => -/ 2 * (w (x s) i + -1) * nu (x s) i)). intro i. apply D2.
  - rewrite Rmult_0_r, Rplus_0_r. set (M := fun i j => inner (h i) (P (y t j)) * e i j).
    assert (Em : forall i j, e j i = e i j).
    { intros i j. unfold e. f_equal. rewrite <- Sym. apply inner_sym. }
    assert (Half : total tokens (fun i => total tokens (fun j => dp i j * e i j)) =
      2 * total tokens (fun i => total tokens (M i))).
    { transitivity (total tokens (fun i => total tokens (M i)) + total tokens (fun i => total tokens (fun j
      => M j i))).
      - rewrite <- total_add. apply total_ext. intro i. rewrite <- total_add. apply total_ext. intro j.
        unfold M, dp. rewrite Em. replace (inner (h j) (P (y t i))) with (inner (y t i) (P (h j)))
          by (rewrite <- Sym; apply inner_sym). ring.
      - replace (total tokens (fun i => total tokens (fun j => M j i))) with (total tokens (fun i => total
        tokens (M i)))
          by apply total_swap. ring. }
    rewrite Half. transitivity (total tokens (fun i => total tokens (M i) + - inner (h i) (W (y t i)) * n i)).
    + rewrite total_add. field.
    + simpl. apply total_ext. intro i. unfold gradient. rewrite inner_scale_l. unfold v, velocity.
      set (f := attended tokens r P U (y t) i).
      assert (Zn : Z t i <> 0) by (apply Rgt_not_eq, partition_above; auto).
      assert (F : forall z, Z t i / r * inner (W f) z = total tokens (fun j => e i j * inner z (P (y t j)))).
      { intro z. unfold f, attended. rewrite (adjoint_vtotal _ _ AW), inner_vtotal_l, <- total_scale.
        apply total_ext. intro j. rewrite (adjoint_scale _ _ AW), inner_scale_l, WU. fold (Z t i).
        rewrite (inner_sym _ z). unfold score. fold (e i j). field. split; first [exact Zn | lra]. }
      unfold vsub. rewrite (adjoint_add _ _ AW), !(adjoint_scale _ _ AW), inner_add_l, !inner_scale_l.
      replace (Z t i / r * (inner (W f) (h i) + -1 * (inner (y t i) (W f) * inner (W (y t i)) (h i)))) with
        (Z t i / r * inner (W f) (h i) - Z t i / r * inner (W f) (y t i) * inner (h i) (W (y t i)))
        by (rewrite (inner_sym _ (y t i)), (inner_sym _ (h i)); ring).
      rewrite !F. fold (n i).
      replace (total tokens (M i)) with (total tokens (fun j => e i j * inner (h i) (P (y t j))))
        by (apply total_ext; intro; unfold M; ring). ring.
Qed.

(* The angle between the gradient and the velocity. *)
Lemma angle : exists d, 0 < d /\ forall t, 0 <= t -> exists k, 0 < k /\
  k * (vnorm (v t : X) * vnorm (v t : X)) <= inner (gradient t) (v t : X) /\
  d * (vnorm (gradient t) * vnorm (v t : X)) <= inner (gradient t) (v t : X).
Proof.
  destruct Z_bounds as [lo [hi [Lo HZ]]], Coe as [c [C Low]], BW as [b [B0 HB]].
  assert (Ri : 0 < / r) by (apply Rinv_0_lt_compat; auto).
  assert (Hi : 0 < hi).
  { destruct (inhabited tokens ET) as [i _]. specialize (HZ 0 i ltac:(lra)). lra. }
  exists (lo * c / (hi * (b + 1))). split; [apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra|].
  intros t T. assert (K0 : 0 < lo / r * c) by (apply Rmult_lt_0_compat; [apply Rdiv_lt_0_compat|]; auto).
  exists (lo / r * c). split; [exact K0|].
  assert (A : lo / r * c * (vnorm (v t : X) * vnorm (v t : X)) <= inner (gradient t) (v t : X)).
  { rewrite vnorm_square. simpl. rewrite <- total_scale. apply total_le. intro i. unfold gradient.
    rewrite inner_scale_l, (inner_sym _ (W (v t i))). specialize (HZ t i T). specialize (Low (v t i)).
    assert (N := inner_nonneg S (v t i)). rewrite Rmult_assoc. apply Rmult_le_compat; try lra.
    - left. apply Rdiv_lt_0_compat; auto.
    - apply Rmult_le_pos; lra.
    - apply Rmult_le_compat_r; lra. }
  split; [exact A|]. eapply Rle_trans; [|exact A].
  assert (G : vnorm (gradient t) <= hi / r * (b + 1) * vnorm (v t : X)).
  { assert (H0 : 0 <= hi / r * (b + 1)) by (apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; auto | lra]).
    apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [auto | apply vnorm_nonneg]].
    unfold Rsqr. rewrite vnorm_square.
    replace (hi / r * (b + 1) * vnorm (v t : X) * (hi / r * (b + 1) * vnorm (v t : X))) with
      (hi / r * (b + 1) * (hi / r * (b + 1)) * (vnorm (v t : X) * vnorm (v t : X))) by ring.
    rewrite vnorm_square. simpl. rewrite <- total_scale. apply total_le. intro i. rewrite <- !vnorm_square.
    assert (Q : vnorm (gradient t i) <= hi / r * (b + 1) * vnorm (v t i)).
    { unfold gradient. rewrite vnorm_scale. specialize (HZ t i T). specialize (HB (v t i)).
      rewrite Rabs_right by (apply Rle_ge; left; apply Rdiv_lt_0_compat; lra). rewrite Rmult_assoc.
      assert (N := vnorm_nonneg (v t i)). apply Rmult_le_compat; try apply vnorm_nonneg.
      - left. apply Rdiv_lt_0_compat; lra.
      - apply Rmult_le_compat_r; lra.
      - lra. }
    assert (N := vnorm_nonneg (gradient t i)).
    replace (hi / r * (b + 1) * (hi / r * (b + 1)) * (vnorm (v t i) * vnorm (v t i))) with
      ((hi / r * (b + 1) * vnorm (v t i)) * (hi / r * (b + 1) * vnorm (v t i))) by ring.
    apply Rmult_le_compat; auto. }
  assert (N := vnorm_nonneg (v t : X)).
  apply Rle_trans with (lo * c / (hi * (b + 1)) * (hi / r * (b + 1) * vnorm (v t : X) * vnorm (v t : X))).
  - apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; lra|].
    apply Rmult_le_compat_r; auto.
  - right. field. repeat split; lra.
Qed.
Theorem one_limit : analytic_descent -> exists z, (forall i, vtends (fun t => y t i) (z i)) /\
  forall i, inner (z i) (W (z i)) = 1 /\ velocity tokens r W P U z i = vzero.
Proof.
  intro Cited. destruct angle as [d [D A]], token_bounded as [b [B Y]].
  destruct (Cited X extended (fun t => y t) (fun t => v t) gradient d (size tokens * b)) as [z Hz]; auto.
  - apply finite_states; auto.
  - exact extended_analytic.
  - intros t T. apply (vderive_states S tokens L (fun t => y t : X)). intro i. apply Flow. auto.
  - exact uniform.
  - exact gradient_is.
  - intros t T. destruct (A t T) as [k [_ [_ H]]]. exact H.
  - intros t T E. destruct (A t T) as [k [K [H _]]]. apply (inner_definite X). rewrite <- vnorm_square.
    assert (N := vnorm_nonneg (v t : X)).
    assert (0 <= vnorm (v t : X) * vnorm (v t : X)) by (apply Rmult_le_pos; auto).
    apply Rle_antisym; [|auto]. apply Rmult_le_reg_l with k; [auto|]. lra.
  - intros t T. apply (vnorm_states S tokens L (y t : X)); auto.
  - assert (Each : forall i, vtends (fun t => y t i) (z i)).
    { intros i eps E. destruct (Hz eps E) as [T [T0 H]]. exists T. split; [auto|]. intros t Ht.
      specialize (H t Ht). rewrite Rminus_0_r in *. rewrite Rabs_right in * by (apply Rle_ge, vnorm_nonneg).
      eapply Rle_lt_trans; [apply (vnorm_token S tokens L (vsub (y t : X) z) i) | exact H]. }
    exists z. split; [exact Each|].
    apply (limit_points_rest tokens r W P U U_T y ET Rpos HW Coe Sym Bnd AU BU WU Flow Start Slow).
    intros eps T E. destruct (Hz eps E) as [T' [T0 H]]. exists (Rmax T T'). split; [apply Rmax_l|]. intro i.
    specialize (H (Rmax T T') (Rmax_r T T')). rewrite Rminus_0_r, Rabs_right in H by (apply Rle_ge,
      vnorm_nonneg).
    eapply Rle_lt_trans; [apply (vnorm_token S tokens L (vsub (y (Rmax T T') : X) z) i) | exact H].
Qed.
End OneLimit.
