(* A function of states that grows to the second order in some direction: nearby it takes larger values.
   Along curves of the sphere that start at the tokens y with the velocities X, the sum of the
   exponentials e^{c <y_i, y_j>} has a second derivative, computed here by the rules for jets. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1.
jets: value, slope, second derivative *)

Definition jet (f : R -> R) (f0 f1 f2 : R) := f 0 = f0 /\ exists f' : R -> R, (forall s, is_derive f s (f'
  s)) /\
  f' 0 = f1 /\ is_derive f' 0 f2.
Lemma jet_eq f a b c a' b' c' : jet f a b c -> a = a' -> b = b' -> c = c' -> jet f a' b' c'.
Proof. intros J -> -> ->. exact J. Qed.
Lemma jet_const c : jet (fun _ => c) c 0 0.
Proof.
  split; [reflexivity|]. exists (fun _ => 0). split; [intro; apply derive_const|].
  split; [reflexivity | apply derive_const].
Qed.
Lemma jet_id : jet (fun s => s) 0 1 0.
Proof.
  split; [reflexivity|]. exists (fun _ => 1). split; [intro; apply derive_id|].
  split; [reflexivity | apply derive_const].
Qed.
Lemma jet_plus f g a b c p q r : jet f a b c -> jet g p q r ->
  jet (fun s => f s + g s) (a + p) (b + q) (c + r).
Proof.
  intros [F0 [f' [F [F1 F2]]]] [G0 [g' [G [G1 G2]]]]. split; [rewrite F0, G0; reflexivity|].
  exists (fun s => f' s + g' s). split; [intro s; exact (derive_plus f g _ _ _ (F s) (G s))|].
  split; [rewrite F1, G1; reflexivity | exact (derive_plus f' g' _ _ _ F2 G2)].
Qed.
Lemma jet_mult f g a b c p q r : jet f a b c -> jet g p q r ->
  jet (fun s => f s * g s) (a * p) (b * p + a * q) (c * p + 2 * (b * q) + a * r).
Proof.
  intros [F0 [f' [F [F1 F2]]]] [G0 [g' [G [G1 G2]]]]. split; [rewrite F0, G0; reflexivity|].
  exists (fun s => f' s * g s + f s * g' s). split.
  - intro s. eapply derive_eq; [exact (derive_mult f g _ _ _ (F s) (G s)) | ring].
  - split; [rewrite F0, F1, G0, G1; reflexivity|]. eapply derive_eq.
    + apply (derive_plus (fun s => f' s * g s) (fun s => f s * g' s)).
      * exact (derive_mult f' g _ _ _ F2 (G 0)).
      * exact (derive_mult f g' _ _ _ (F 0) G2).
    + cbv beta. rewrite F0, F1, G0, G1. ring.
Qed.
Lemma jet_exp f a b c : jet f a b c -> jet (fun s => exp (f s)) (exp a) (b * exp a) ((c + b * b) * exp a).
Proof.
  intros [F0 [f' [F [F1 F2]]]]. split; [rewrite F0; reflexivity|].
  exists (fun s => f' s * exp (f s)). split; [intro s; exact (derive_exp f _ _ (F s))|].
  split; [rewrite F0, F1; reflexivity|]. eapply derive_eq.
  - exact (derive_mult f' (fun s => exp (f s)) _ _ _ F2 (derive_exp f _ _ (F 0))).
  - cbv beta. rewrite F0, F1. ring.
Qed.
Lemma jet_inv f a b c : (forall s, f s <> 0) -> jet f a b c ->
  jet (fun s => / f s) (/ a) (- b * (/ a * / a)) (2 * (b * b) * (/ a * / a * / a) - c * (/ a * / a)).
Proof.
  intros N [F0 [f' [F [F1 F2]]]]. assert (A : a <> 0) by (rewrite <- F0; auto).
  split; [rewrite F0; reflexivity|]. exists (fun s => - f' s * (/ f s * / f s)). split.
  - intro s. eapply derive_eq; [exact (derive_inv f _ _ (N s) (F s)) | field; auto].
  - split; [rewrite F0, F1; reflexivity|]. eapply derive_eq.
    + apply (derive_mult (fun s => - f' s) (fun s => / f s * / f s)); [exact (derive_opp f' _ _ F2)|].
      apply (derive_mult (fun s => / f s) (fun s => / f s)); exact (derive_inv f _ _ (N 0) (F 0)).
    + cbv beta. rewrite F0, F1. field. auto.
Qed.
Lemma jet_total {I} (T : list I) (f : I -> R -> R) (a b c : I -> R) :
  (forall i, jet (f i) (a i) (b i) (c i)) ->
  jet (fun s => total T (fun i => f i s)) (total T a) (total T b) (total T c).
Proof.
  intro H. induction T as [|i T IH]; simpl; [apply jet_const|].
  apply (jet_plus (f i) (fun s => total T (fun i => f i s))); auto.
Qed.
(* With slope 0 and a positive second derivative it grows. *)
Lemma jet_grows f a c : jet f a 0 c -> 0 < c -> forall d, 0 < d -> exists s, 0 < s < d /\ f 0 < f s.
Proof.
  intros [F0 [f' [F [F1 F2]]]] C d D. destruct (gets_larger f' 0 c F2 C) as [e [E H]].
  set (m := Rmin d e / 2). assert (M : 0 < Rmin d e) by (apply Rmin_glb_lt; auto).
  assert (Md := Rmin_l d e). assert (Me := Rmin_r d e).
  assert (Up : f 0 <= f m).
  { assert (G := growth f f' 0 0 m ltac:(unfold m; lra)). assert (0 * (m - 0) <= f m - f 0); [|lra].
    apply G; intros t T; [apply F|]. destruct (Req_dec t 0) as [->|N]; [lra|].
    specialize (H t ltac:(unfold m in T; lra)). lra. }
  destruct (gets_larger f m (f' m) (F m)) as [k [K L]].
  { specialize (H m ltac:(unfold m; lra)). lra. }
  exists (m + Rmin k m / 2). assert (P : 0 < Rmin k m) by (apply Rmin_glb_lt; unfold m in *; lra).
  assert (A := Rmin_l k m). assert (B := Rmin_r k m). split; [unfold m in *; lra|].
  specialize (L (m + Rmin k m / 2) ltac:(lra)). lra.
Qed.

(* ------------------------------------------------------------------ 2. curves on the sphere *)

Section Curves.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (c : R) (y X : Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Unit : forall i, inner (y i) (y i) = 1.
Hypothesis Tangent : forall i, inner (y i) (X i) = 0.
Let n i := inner (X i) (X i).
Let h i s := / (1 + n i / 4 * (s * s)).
Let a i s := 2 * h i s + -1.
Let b i s := s * h i s.
Definition moved s i : S := vadd (vscale (a i s) (y i)) (vscale (b i s) (X i)).
Lemma denominator i s : 1 <= 1 + n i / 4 * (s * s).
Proof.
  assert (N : 0 <= n i) by apply inner_nonneg. assert (Q := Rle_0_sqr s). unfold Rsqr in Q.
  assert (0 <= n i / 4 * (s * s)) by (apply Rmult_le_pos; lra). lra.
Qed.
Lemma moved_unit s i : inner (moved s i) (moved s i) = 1.
Proof.
  unfold moved. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Unit, Tangent.
  rewrite (inner_sym _ (X i) (y i)), Tangent. fold (n i).
  assert (D := denominator i s). unfold a, b, h. field. lra.
Qed.
Lemma moved_near s i : vnorm (vsub (moved s i) (y i)) <= Rabs s * vnorm (X i).
Proof.
  apply Rsqr_incr_0_var; [|apply Rmult_le_pos; [apply Rabs_pos | apply vnorm_nonneg]].
  unfold Rsqr. rewrite vnorm_square.
  replace (Rabs s * vnorm (X i) * (Rabs s * vnorm (X i))) with (s * s * n i).
  2: { unfold n. rewrite <- vnorm_square.
       assert (Q := Rsqr_abs s). unfold Rsqr in Q. rewrite Q. ring. }
  assert (D := denominator i s).
  replace (inner (vsub (moved s i) (y i)) (vsub (moved s i) (y i))) with (s * s * n i * h i s).
  - assert (H : 0 < h i s <= 1).
    { unfold h. split; [apply Rinv_0_lt_compat; lra|]. rewrite <- Rinv_1 at 2. apply Rinv_le_contravar; lra. }
    assert (N : 0 <= s * s * n i).
    { apply Rmult_le_pos; [apply Rle_0_sqr | apply inner_nonneg]. }
    rewrite <- (Rmult_1_r (s * s * n i)) at 2. apply Rmult_le_compat_l; lra.
  - unfold moved, vsub.
    repeat (rewrite inner_add_l || rewrite inner_add_r || rewrite inner_scale_l || rewrite inner_scale_r).
    rewrite (inner_sym _ (X i) (y i)), Unit, Tangent. fold (n i).
    unfold a, b, h. field. lra.
Qed.
Let g i j := inner (y i) (y j).
Lemma jet_h i : jet (h i) 1 0 (- n i / 2).
Proof.
  eapply jet_eq.
  - apply (jet_inv (fun s => 1 + n i / 4 * (s * s))); [intro s; assert (D := denominator i s); lra|].
    apply (jet_plus (fun _ => 1) (fun s => n i / 4 * (s * s))); [apply jet_const|].
    apply (jet_mult (fun _ => n i / 4) (fun s => s * s)); [apply jet_const|].
    apply (jet_mult (fun s => s) (fun s => s)); apply jet_id.
  - field.
  - field.
  - field.
Qed.
Lemma jet_a i : jet (a i) 1 0 (- n i).
Proof.
  eapply jet_eq.
  - apply (jet_plus (fun s => 2 * h i s) (fun _ => -1)); [|apply jet_const].
    apply (jet_mult (fun _ => 2) (h i)); [apply jet_const | apply jet_h].
  - ring.
  - ring.
  - field.
Qed.
Lemma jet_b i : jet (b i) 0 1 0.
Proof.
  eapply jet_eq.
  - apply (jet_mult (fun s => s) (h i)); [apply jet_id | apply jet_h].
  - ring.
  - ring.
  - ring.
Qed.
Definition turn i j := inner (X i) (y j) + inner (y i) (X j).
Lemma jet_product i j : jet (fun s => inner (moved s i) (moved s j)) (g i j) (turn i j)
  (2 * inner (X i) (X j) - (n i + n j) * g i j).
Proof.
  assert (E : forall s, inner (moved s i) (moved s j) =
    a i s * (a j s * g i j) + (a i s * (b j s * inner (y i) (X j))
      + (b i s * (a j s * inner (X i) (y j)) + b i s * (b j s * inner (X i) (X j))))).
  { intro s. unfold moved. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r. unfold g.
  ring. }
  assert (J : jet (fun s => a i s * (a j s * g i j) + (a i s * (b j s * inner (y i) (X j))
      + (b i s * (a j s * inner (X i) (y j)) + b i s * (b j s * inner (X i) (X j))))) (g i j) (turn i j)
      (2 * inner (X i) (X j) - (n i + n j) * g i j)).
  { assert (M : forall (p q : R -> R) p0 p1 p2 q0 q1 q2 k, jet p p0 p1 p2 -> jet q q0 q1 q2 ->
      jet (fun s => p s * (q s * k)) (p0 * (q0 * k)) (p1 * (q0 * k) + p0 * (q1 * k))
        (p2 * (q0 * k) + 2 * (p1 * (q1 * k)) + p0 * (q2 * k))).
    { intros p q p0 p1 p2 q0 q1 q2 k JP JQ. eapply jet_eq.
      - apply (jet_mult p (fun s => q s * k)); [exact JP|].
        apply (jet_mult q (fun _ => k)); [exact JQ | apply jet_const].
      - ring.
      - ring.
      - ring. }
    assert (P : forall p q p0 p1 p2 q0 q1 q2, jet p p0 p1 p2 -> jet q q0 q1 q2 ->
      jet (fun s => p s + q s) (p0 + q0) (p1 + q1) (p2 + q2)) by (intros; apply jet_plus; auto).
    eapply jet_eq.
    - apply (P (fun s => a i s * (a j s * g i j))); [apply (M (a i) (a j)); apply jet_a|].
      apply (P (fun s => a i s * (b j s * inner (y i) (X j)))).
      { apply (M (a i) (b j)); [apply jet_a | apply jet_b]. }
      apply (P (fun s => b i s * (a j s * inner (X i) (y j)))).
      { apply (M (b i) (a j)); [apply jet_b | apply jet_a]. }
      apply (M (b i) (b j)); apply jet_b.
    - ring.
    - unfold turn. ring.
    - ring. }
  destruct J as [J0 [f' [J1 J2]]]. split; [rewrite E; exact J0|]. exists f'. split; [|exact J2].
  intro s. eapply is_derive_ext; [intro x; symmetry; apply E | apply J1].
Qed.

(* ------------------------------------------------------------------ 3. the sum of the exponentials *)

Definition energy (z : Token -> S) := total tokens (fun i => total tokens (fun j => exp (c * inner (z i) (z
  j)))).
Definition bend := total tokens (fun i => total tokens (fun j =>
  exp (c * g i j) * (c / 2 * (turn i j * turn i j) + inner (X i) (X j) - n i * g i j))).
Hypothesis Critical : total tokens (fun i => total tokens (fun j => exp (c * g i j) * inner (X i) (y j))) = 0.
Hypothesis Cpos : 0 < c.
Hypothesis Bends : 0 < bend.
Lemma jet_energy : jet (fun s => energy (moved s)) (energy y) 0 (2 * c * bend).
Proof.
  eapply jet_eq.
  - unfold energy. apply (jet_total tokens (fun i s => total tokens (fun j => exp (c * inner (moved s i)
    (moved s j))))).
    intro i. apply (jet_total tokens (fun j s => exp (c * inner (moved s i) (moved s j)))). intro j.
    apply jet_exp. apply (jet_mult (fun _ => c)); [apply jet_const | apply jet_product].
  - unfold energy. apply total_ext. intro i. apply total_ext. intro j. reflexivity.
  - transitivity (c * (total tokens (fun i => total tokens (fun j => exp (c * g i j) * inner (X i) (y j))) +
      total tokens (fun i => total tokens (fun j => exp (c * g j i) * inner (X j) (y i))))).
    + rewrite <- total_add, <- total_scale. apply total_ext. intro i.
      rewrite <- total_add, <- total_scale. apply total_ext. intro j.
      unfold turn, g. rewrite (inner_sym _ (y j) (y i)), (inner_sym _ (X j) (y i)). ring.
    + rewrite (total_swap tokens tokens (fun i j => exp (c * g j i) * inner (X j) (y i))), !Critical. ring.
  - transitivity (c * (bend + total tokens (fun i => total tokens (fun j =>
      exp (c * g j i) * (c / 2 * (turn j i * turn j i) + inner (X j) (X i) - n j * g j i))))).
    + unfold bend. rewrite <- total_add, <- total_scale. apply total_ext. intro i.
      rewrite <- total_add, <- total_scale. apply total_ext. intro j.
      replace (turn j i) with (turn i j) by
        (unfold turn; rewrite (inner_sym _ (X j) (y i)), (inner_sym _ (y j) (X i)); ring).
      unfold g. rewrite (inner_sym _ (y j) (y i)), (inner_sym _ (X j) (X i)). field.
    + rewrite (total_swap tokens tokens (fun i j => exp (c * g j i) *
        (c / 2 * (turn j i * turn j i) + inner (X j) (X i) - n j * g j i))). fold bend. ring.
Qed.
Theorem uphill eps : 0 < eps -> exists z, (forall i, inner (z i) (z i) = 1) /\
  (forall i, vnorm (vsub (z i) (y i)) < eps) /\ energy y < energy z.
Proof.
  intro E. set (m := total tokens (fun i => vnorm (X i))).
  assert (M : forall i, vnorm (X i) <= m).
  { intro i. apply (total_at_least tokens (fun i => vnorm (X i))); [apply ET | intro; apply vnorm_nonneg]. }
  assert (m0 : 0 <= m) by (apply total_nonneg; intro; apply vnorm_nonneg).
  assert (J := jet_energy). assert (E0 : energy (moved 0) = energy y) by apply J.
  destruct (jet_grows _ _ _ J ltac:(apply Rmult_lt_0_compat; lra) (eps / (m + 1))) as [s [H L]].
  { apply Rdiv_lt_0_compat; lra. }
  exists (moved s). split; [apply moved_unit|]. split; [|lra]. intro i.
  eapply Rle_lt_trans; [apply moved_near|]. rewrite Rabs_right by lra.
  apply Rle_lt_trans with (s * m); [apply Rmult_le_compat_l; [lra | apply M]|].
  apply Rle_lt_trans with (s * (m + 1)); [apply Rmult_le_compat_l; lra|].
  apply Rmult_lt_reg_r with (/ (m + 1)); [apply Rinv_0_lt_compat; lra|].
  rewrite Rmult_assoc, Rinv_r, Rmult_1_r by lra. unfold Rdiv in H. lra.
Qed.
End Curves.
