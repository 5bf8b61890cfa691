(* Attention is the gradient of some function in exactly two cases: the values vanish, or they are
   symmetric and the scores are a multiple of them. Turns.v and Multiples.v do it on the round sphere. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coq Require ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Gradient Directions States Turns Multiples.
From Claimed Require Import A_T3_1.
From Theorems Require A_L3_2.
Open Scope R_scope.

(* In finite dimension, or where W is bounded below, derivatives are the same for both inner products. *)
Lemma vderive_unweighted (S : inner_product_space) (W : S -> S) (HW : positive W) (y : R -> S) t v :
  coercive W -> is_vderive (S := weighted S W HW) y t v -> is_vderive y t v.
Proof.
  intros [c [C Low]] H eps E. assert (Q : 0 < sqrt c) by (apply sqrt_lt_R0; auto).
  destruct (H (eps * sqrt c)) as [d D]; [apply Rmult_lt_0_compat; auto|]. exists d. intros h L.
  specialize (D h L). set (r := vsub (y (t + h)) (vadd (y t) (vscale h v))) in *.
  assert (A : sqrt c * vnorm r <= @vnorm (weighted S W HW) r).
  { unfold vnorm. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt. apply Low. }
  apply Rmult_le_reg_l with (sqrt c); [auto|]. eapply Rle_trans; [exact A|].
  eapply Rle_trans; [exact D|]. right. ring.
Qed.

Section Criterion.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (W P P_T U U_T : S -> S) (h : R).
Hypothesis ET : enumerates tokens.
Hypothesis Two : 2 <= size tokens.
Hypothesis Hpos : 0 < h.
Hypothesis HW : positive W.
Hypothesis Coe : coercive W.
Hypothesis HP : adjoint P P_T.
Hypothesis BP : bounded_operator P.
Hypothesis HU : adjoint U U_T.
Hypothesis BU : bounded_operator U.
Let X := weighted S W HW.
Let AW : adjoint W W := proj1 HW.
Let BW : bounded_operator W := proj1 (proj2 HW).
Let Val x y := inner x (W (U y)).
Definition unit_states (v : Token -> S) := (forall i, inner (v i) (W (v i)) = 1) /\
  (forall i j, inner (v i) (W (v j)) <= 1).
Definition form v V := total tokens (fun i => h * total tokens (fun j => exp (inner (P_T (v i)) (v j))) *
  inner (W (velocity tokens (1 / h) W P U v i)) (V i)).
Definition plain v V := total tokens (fun i => total tokens (fun j => exp (inner (v i) (P (v j))) * Val (V
  i) (v j))).
Lemma form_is_plain v V : (forall i, inner (v i) (W (V i)) = 0) -> form v V = plain v V.
Proof.
  intro T. unfold form, plain. apply total_ext. intro i. unfold velocity, vsub.
  rewrite (adjoint_add _ _ AW), !(adjoint_scale _ _ AW), inner_add_l, !inner_scale_l, (AW (v i)), T.
  assert (Z : total tokens (fun j => exp (inner (P_T (v i)) (v j))) = partition tokens P v i).
  { apply total_ext. intro j. rewrite (adjoint_sym _ _ HP). reflexivity. }
  assert (Zp : 0 < partition tokens P v i) by (apply partition_above; exact ET).
  rewrite Z. unfold attended. rewrite (adjoint_vtotal _ _ AW), inner_vtotal_l.
  rewrite !Rmult_0_r, Rplus_0_r, <- total_scale. apply total_ext. intro j.
  rewrite (adjoint_scale _ _ AW), inner_scale_l. unfold score, Val. rewrite (inner_sym _ (V i)). field. lra.
Qed.
Lemma curves_tangent (y v : R -> Token -> S) : (forall t, unit_states (y t)) ->
  (forall t i, is_vderive (fun s => y s i) t (v t i)) -> forall t i, inner (y t i) (W (v t i)) = 0.
Proof.
  intros On D t i.
  assert (D1 : is_derive (fun s => inner (y s i) (W (y s i))) t (inner (v t i) (W (y t i)) + inner (y t i)
    (W (v t i)))).
  { apply (derive_inner (fun s => y s i) (fun s => W (y s i))); [apply D|].
    apply (vderive_operator W W (fun s => y s i)); auto. }
  assert (D2 : is_derive (fun s => inner (y s i) (W (y s i))) t 0).
  { apply (is_derive_ext (fun _ => 1)); [|apply derive_const]. intro s. symmetry. apply On. }
  apply is_derive_unique in D1. apply is_derive_unique in D2. rewrite D2 in D1.
  rewrite <- (AW (v t i)), (inner_sym _ (W (v t i))) in D1. lra.
Qed.

(* If there is a function. *)
Section Only.
Context (f : (Token -> S) -> R).
Hypothesis Pot : is_potential unit_states form f.
Let p x y := inner x (P y).
Lemma slope (y v : R -> Token -> X) : (forall t i, inner (y t i) (y t i) = 1) ->
  (forall t i, is_vderive (S := X) (fun t => y t i) t (v t i)) -> forall t, is_derive (fun t => f (y t)) t
    (total tokens (fun i => total tokens (fun j => exp (p (y t i) (y t j)) * inner (v t i : X) (U (y t j))))).
Proof.
  intros Un D t. assert (On : forall t, unit_states (y t)).
  { intro s. split; [apply Un|]. intros i j. exact (below_one (S := X) (y s i) (y s j) (Un s i) (Un s j)). }
  assert (D' : forall t i, is_vderive (S := S) (fun s => y s i) t (v t i)).
  { intros s i. apply (vderive_unweighted S W HW (fun t => y t i) s (v s i) Coe). apply D. }
  eapply derive_eq; [apply (Pot y v On D')|].
  rewrite form_is_plain; [reflexivity|]. intro i. apply (curves_tangent y v On D').
Qed.
Lemma multiple x0 : U x0 <> vzero -> exists k, forall y s, inner y (P s) = k * Val y s.
Proof.
  intro N. destruct (two_tokens tokens ET Two) as [i [j Differ]].
  exists (factor (X := X) p U x0). intros y s.
  apply (scores_are_multiples (X := X) tokens p U f i j ET); auto; unfold p; intros.
  - apply (inner_add_l S).
  - apply (inner_scale_l S).
  - simpl. rewrite (adjoint_add _ _ HP). apply (inner_add_r (S := S)).
  - simpl. rewrite (adjoint_scale _ _ HP). apply (inner_scale_r (S := S)).
  - apply (adjoint_add _ _ HU).
  - apply (adjoint_scale _ _ HU).
  - apply slope; auto.
Qed.
Lemma symmetric k : (forall y s, inner y (P s) = k * Val y s) -> forall y z, Val y z = Val z y.
Proof.
  intro K. intros y z.
  apply (values_symmetric (X := X) tokens p U f) with (k := k); auto; unfold p; intros.
  - apply (adjoint_add _ _ HU).
  - apply (adjoint_scale _ _ HU).
  - apply slope; auto.
Qed.
(* The factor as a number, without choosing a token whose value is not 0. *)
Let clip k := k / (1 + Rabs k).
Lemma clip_below k : -1 <= clip k <= 1 /\ clip k / (1 - Rabs (clip k)) = k.
Proof.
  assert (A := Rabs_pos k). assert (B := Rle_abs k). assert (C := Rle_abs (- k)). rewrite Rabs_Ropp in C.
  unfold clip. split; [split; apply Rmult_le_reg_r with (1 + Rabs k); try lra; unfold Rdiv;
    rewrite Rmult_assoc, Rinv_l by lra; lra|].
  unfold Rdiv at 3. rewrite Rabs_mult, (Rabs_right (/ (1 + Rabs k)))
    by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra). field. split; [|lra].
  replace (1 + Rabs k - Rabs k) with 1 by ring. lra.
Qed.
Lemma some_factor : ~ (forall x, W (U x) = vzero) -> exists k, forall y s, inner y (P s) = k * Val y s.
Proof.
  intro NZ. set (E := fun c => c = -1 \/ exists k, (exists x, U x <> vzero) /\
    (forall y s, inner y (P s) = k * Val y s) /\ c = clip k).
  destruct (completeness E) as [m [Up Least]].
  { exists 1. intros c [-> | [k [_ [_ ->]]]]; [lra | apply clip_below]. }
  { exists (-1). left. reflexivity. }
  exists (m / (1 - Rabs m)). intros y s. apply Rminus_diag_uniq.
  match goal with |- ?e = 0 => destruct (Req_dec e 0) as [|N]; [auto|exfalso] end. apply NZ. intro x.
  destruct (zero_or_not (U x)) as [Zx|Nx]; [rewrite Zx; apply (adjoint_zero _ _ AW)|exfalso].
  destruct (multiple x Nx) as [k K].
  assert (M : m = clip k).
  { apply Rle_antisym.
    - apply Least. intros c [-> | [k' [_ [K' ->]]]]; [apply clip_below|]. right. f_equal.
      assert (V : Val (U x) x <> 0).
      { unfold Val. apply Rgt_not_eq. apply (proj2 (proj2 HW)). exact Nx. }
      apply Rmult_eq_reg_r with (Val (U x) x); [|exact V]. rewrite <- K, <- K'. reflexivity.
    - apply Up. right. exists k. split; [exists x; exact Nx|]. split; [exact K | reflexivity]. }
  apply N. rewrite M, (proj2 (clip_below k)), K. ring.
Qed.
End Only.

(* In both cases there is one. *)
Lemma work_of_exponentials k (y v : R -> Token -> S) t : (forall y z, Val y z = Val z y) ->
  (forall t i, is_vderive (fun s => y s i) t (v t i)) ->
  is_derive (fun s => total tokens (fun i => total tokens (fun j => exp (k * Val (y s i) (y s j)))) * / 2) t
    (total tokens (fun i => total tokens (fun j => exp (k * Val (y t i) (y t j)) * (k * Val (v t i) (y t
      j))))).
Proof.
  intros Sy D. eapply derive_eq.
  - apply (derive_mult (fun s => total tokens (fun i => total tokens (fun j => exp (k * Val (y s i) (y s
    j)))))
      (fun _ => / 2)); [|apply derive_const].
    apply (derive_total tokens (fun s i => total tokens (fun j => exp (k * Val (y s i) (y s j))))). intro i.
    apply (derive_total tokens (fun s j => exp (k * Val (y s i) (y s j)))). intro j.
    apply (derive_exp (fun s => k * Val (y s i) (y s j))).
    apply (derive_mult (fun _ => k) (fun s => Val (y s i) (y s j))); [apply derive_const|].
    apply (derive_inner (fun s => y s i) (fun s => W (U (y s j)))); [apply D|].
    apply (vderive_operator W W (fun s => U (y s j))); auto. apply (vderive_operator U U_T (fun s => y s
      j)); auto.
  - rewrite Rmult_0_r, Rplus_0_r. set (M := fun i j => exp (k * Val (y t i) (y t j)) * (k * Val (v t i) (y
    t j))).
    transitivity ((total tokens (fun i => total tokens (M i)) + total tokens (fun i => total tokens (fun j
      => M j i))) * / 2).
    + f_equal. rewrite <- total_add. apply total_ext. intro i. rewrite <- total_add. apply total_ext. intro j.
      unfold M. rewrite (Sy (y t j) (y t i)), (Sy (v t j) (y t i)). unfold Val. ring.
    + replace (total tokens (fun i => total tokens (fun j => M j i))) with (total tokens (fun i => total
      tokens (M i)))
        by apply total_swap. transitivity (total tokens (fun i => total tokens (M i))); [field | reflexivity].
Qed.
Lemma work_of_products (y v : R -> Token -> S) t : (forall y z, Val y z = Val z y) ->
  (forall t i, is_vderive (fun s => y s i) t (v t i)) ->
  is_derive (fun s => total tokens (fun i => total tokens (fun j => Val (y s i) (y s j))) * / 2) t
    (total tokens (fun i => total tokens (fun j => Val (v t i) (y t j)))).
Proof.
  intros Sy D. eapply derive_eq.
  - apply (derive_mult (fun s => total tokens (fun i => total tokens (fun j => Val (y s i) (y s j))))
      (fun _ => / 2)); [|apply derive_const].
    apply (derive_total tokens (fun s i => total tokens (fun j => Val (y s i) (y s j)))). intro i.
    apply (derive_total tokens (fun s j => Val (y s i) (y s j))). intro j.
    apply (derive_inner (fun s => y s i) (fun s => W (U (y s j)))); [apply D|].
    apply (vderive_operator W W (fun s => U (y s j))); auto. apply (vderive_operator U U_T (fun s => y s
      j)); auto.
  - rewrite Rmult_0_r, Rplus_0_r. set (M := fun i j => Val (v t i) (y t j)).
    transitivity ((total tokens (fun i => total tokens (M i)) + total tokens (fun i => total tokens (fun j
      => M j i))) * / 2).
    + f_equal. rewrite <- total_add. apply total_ext. intro i. rewrite <- total_add. apply total_ext. intro j.
      unfold M. rewrite (Sy (v t j) (y t i)). reflexivity.
    + replace (total tokens (fun i => total tokens (fun j => M j i))) with (total tokens (fun i => total
      tokens (M i)))
        by apply total_swap. transitivity (total tokens (fun i => total tokens (M i))); [field | reflexivity].
Qed.
Lemma enough : (forall x, W (U x) = vzero) \/ ((forall x, W (U x) = U_T (W x)) /\
  exists k, forall x, P x = vscale k (W (U x))) -> has_potential unit_states form.
Proof.
  intros [Z|[Sy [k K]]].
  - exists (fun _ => 0). intros y v On D t. eapply derive_eq; [apply derive_const|].
    rewrite form_is_plain by (intro; apply (curves_tangent y v On D)). unfold plain, Val.
    rewrite <- (total_zero tokens). apply total_ext. intro i. rewrite <- (total_zero tokens).
    apply total_ext. intro j.
    rewrite Z, inner_zero_r. ring.
  - assert (Vs : forall y z, Val y z = Val z y).
    { intros y z. unfold Val. rewrite <- (AW y), inner_sym, HU, <- Sy. reflexivity. }
    assert (Pk : forall x z, inner x (P z) = k * Val x z) by (intros; rewrite K; apply inner_scale_r).
    destruct (Req_dec k 0) as [Zk|Nk].
    + exists (fun y => total tokens (fun i => total tokens (fun j => Val (y i) (y j))) * / 2).
      intros y v On D t. eapply derive_eq; [apply (work_of_products y v t Vs D)|].
      rewrite form_is_plain by (intro; apply (curves_tangent y v On D)). unfold plain.
      apply total_ext. intro i. apply total_ext. intro j. rewrite Pk, Zk, Rmult_0_l, exp_0. ring.
    + exists (fun y => / k * (total tokens (fun i => total tokens (fun j => exp (k * Val (y i) (y j)))) * /
      2)).
      intros y v On D t. eapply derive_eq.
      * apply (derive_mult (fun _ => / k)); [apply derive_const | apply (work_of_exponentials k y v t Vs D)].
      * cbv beta. rewrite form_is_plain by (intro; apply (curves_tangent y v On D)). unfold plain.
        rewrite Rmult_0_l, Rplus_0_l, <- total_scale. apply total_ext. intro i. rewrite <- total_scale.
        apply total_ext. intro j. rewrite Pk. field. exact Nk.
Qed.
End Criterion.

(* If the potential (8) is such a function, the scores are symmetric and the values are the scores. *)
Section Eight.
Context {X : inner_product_space} {Token : Type} (tokens : list Token) (p : X -> X -> R) (U : X -> X) (i0 : Token).
Hypothesis ET : enumerates tokens.
Hypothesis Two : 2 <= size tokens.
Hypothesis Pal : forall x y z, p (vadd x y) z = p x z + p y z.
Hypothesis Psl : forall c x z, p (vscale c x) z = c * p x z.
Hypothesis Par : forall x y z, p z (vadd x y) = p z x + p z y.
Hypothesis Psr : forall c x z, p z (vscale c x) = c * p z x.
Hypothesis Us : forall c x, U (vscale c x) = vscale c (U x).
Let a x y := inner x (U y).
Hypothesis Agree : forall y v : R -> Token -> X, (forall t i, inner (y t i) (y t i) = 1) ->
  (forall t i, is_vderive (fun t => y t i) t (v t i)) ->
  total tokens (fun i => total tokens (fun j => exp (p (y 0 i) (y 0 j)) *
    ((p (v 0 i) (y 0 j) + p (y 0 i) (v 0 j)) / 2 - a (v 0 i) (y 0 j)))) = 0.
Let B x y := a x y - (p x y + p y x) / 2.
Lemma Bal x y z : B (vadd x y) z = B x z + B y z.
Proof. unfold B, a. rewrite inner_add_l, Pal, Par. field. Qed.
Lemma Bsl c x z : B (vscale c x) z = c * B x z.
Proof. unfold B, a. rewrite inner_scale_l, Psl, Psr. field. Qed.
Lemma Bsr c x z : B z (vscale c x) = c * B z x.
Proof. unfold B, a. rewrite Us, inner_scale_r, Psl, Psr. field. Qed.
Lemma circle_0 (y z : X) : circle y z 0 = y.
Proof. unfold circle. rewrite cos_0, sin_0, vscale_one, vscale_zero. apply vadd_zero. Qed.
Lemma circle'_0 (y z : X) : circle' y z 0 = z.
Proof.
  unfold circle'. rewrite cos_0, sin_0, vscale_one, Ropp_0, vscale_zero, vadd_comm. apply vadd_zero.
Qed.
Section Pair.
Context (y z : X).
Hypothesis Y : inner y y = 1.
Hypothesis Z : inner z z = 1.
Hypothesis O : inner y z = 0.
(* All tokens move together; or one of them moves, and the others wait at o. *)
Lemma all_move : B z y = 0.
Proof.
  assert (A := Agree (fun t _ => circle y z t) (fun t _ => circle' y z t)
    (fun t _ => circle_unit y z t Y Z O) (fun t _ => circle_moves y z t)).
  cbv beta in A. rewrite circle_0, circle'_0 in A.
  set (q := exp (p y y) * ((p z y + p y z) / 2 - a z y)) in A.
  assert (E : total tokens (fun _ => total tokens (fun _ => q)) = size tokens * (size tokens * q)).
  { assert (C : forall c, total tokens (fun _ => c) = size tokens * c).
    { intro c. change (size tokens) with (total tokens (fun _ => 1)). rewrite <- total_scale_r.
      apply total_ext. intro. ring. }
    rewrite (C (total tokens (fun _ => q))), (C q). reflexivity. }
  rewrite E in A. assert (Q := exp_pos (p y y)). unfold B.
  apply Rmult_integral in A. destruct A as [A|A]; [lra|].
  apply Rmult_integral in A. destruct A as [A|A]; [lra|]. unfold q in A.
  apply Rmult_integral in A. destruct A as [A|A]; lra.
Qed.
Context (o : X).
Hypothesis Oo : inner o o = 1.
Let placed t k := vadd (vscale (equal i0 k) (circle y z t)) (vscale (1 - equal i0 k) o).
Lemma placed_at t k : (equal i0 k = 1 /\ placed t k = circle y z t) \/ (equal i0 k = 0 /\ placed t k = o).
Proof.
  unfold placed. destruct (equal_cases i0 k) as [E|E]; rewrite E; [right | left]; (split; [reflexivity|]);
    apply inner_ext; intro q; repeat (rewrite inner_add_l || rewrite inner_scale_l); ring.
Qed.
Lemma one_moves : p o z * (exp (p o y) - exp (p y o)) = 2 * exp (p y o) * B z o.
Proof.
  set (v := fun (t : R) k => vscale (equal i0 k) (circle' y z t)).
  assert (A : total tokens (fun i => total tokens (fun j => exp (p (placed 0 i) (placed 0 j)) *
    ((p (v 0 i) (placed 0 j) + p (placed 0 i) (v 0 j)) / 2 - a (v 0 i) (placed 0 j)))) = 0).
  { apply Agree.
    - intros t k. destruct (placed_at t k) as [[_ ->]|[_ ->]]; [apply circle_unit; auto | exact Oo].
    - intros t k. unfold placed, v. eapply vderive_eq.
      + apply (vderive_add (fun s => vscale (equal i0 k) (circle y z s)) (fun _ => vscale (1 - equal i0 k) o));
          [|apply vderive_const].
        apply (vderive_scale (fun _ => equal i0 k) (circle y z)); [apply derive_const | apply circle_moves].
      + apply inner_ext. intro q. repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_zero_l).
        ring. }
  assert (K := @equal_kronecker Token). set (w := placed 0) in *.
  set (F := fun q => exp (p y q) * (p z q / 2 - a z q) + exp (p q y) * p q z / 2).
  assert (W0 : forall g : X -> X -> R, total tokens (fun k => equal i0 k * g (w k) (w k)) = g y y).
  { intro g. rewrite (kronecker_total tokens equal i0 (fun k => g (w k) (w k)) K ET).
    assert (E : w i0 = y); [|rewrite E; reflexivity].
    destruct (placed_at 0 i0) as [[_ E]|[E _]]; [unfold w; rewrite E; apply circle_0|].
    rewrite (proj1 K i0) in E. lra. }
  assert (Wi : w i0 = y).
  { destruct (placed_at 0 i0) as [[_ E]|[E _]]; [unfold w; rewrite E; apply circle_0|].
    rewrite (proj1 K i0) in E. lra. }
  assert (S1 : total tokens (fun j => F (w j)) = 0).
  { rewrite <- A. clear A.
    transitivity (total tokens (fun i => equal i0 i * total tokens (fun j =>
        exp (p (w i) (w j)) * (p z (w j) / 2 - a z (w j)))) +
      total tokens (fun i => total tokens (fun j => equal i0 j * (exp (p (w i) (w j)) * p (w i) z / 2)))).
    - rewrite (kronecker_total tokens equal i0 (fun i => total tokens (fun j =>
        exp (p (w i) (w j)) * (p z (w j) / 2 - a z (w j)))) K ET), Wi, <- total_add.
      apply total_ext. intro j. rewrite (kronecker_total tokens equal i0 (fun k =>
        exp (p (w j) (w k)) * p (w j) z / 2) K ET), Wi. reflexivity.
    - rewrite <- total_add. apply total_ext. intro i. rewrite <- total_scale, <- total_add.
      apply total_ext. intro j. unfold v. rewrite circle'_0. unfold a.
      rewrite Psl, Psr, inner_scale_l. field. }
  assert (Fy : F y = 0).
  { assert (H := all_move). unfold B in H. unfold F.
    replace (exp (p y y) * (p z y / 2 - a z y) + exp (p y y) * p y z / 2) with
      (- exp (p y y) * (a z y - (p z y + p y z) / 2)) by field. rewrite H. ring. }
  assert (S2 : total tokens (fun j => F (w j)) = (size tokens - 1) * F o).
  { transitivity (total tokens (fun j => 1 * F o) + -1 * total tokens (fun j => equal i0 j * F o)).
    - rewrite <- total_scale, <- total_add. apply total_ext. intro j.
      destruct (placed_at 0 j) as [[E P]|[E P]]; unfold w; rewrite P, E; [rewrite circle_0, Fy|]; ring.
    - rewrite (kronecker_total tokens equal i0 (fun _ => F o) K ET), total_scale_r.
      change (total tokens (fun _ : Token => 1)) with (size tokens). ring. }
  rewrite S2 in S1. apply Rmult_integral in S1. destruct S1 as [S1|S1]; [lra|].
  unfold F in S1. unfold B. lra.
Qed.
End Pair.
Lemma opposite_pair (y z : X) : inner y z = 0 -> inner (vscale (-1) y) z = 0.
Proof. intro O. rewrite inner_scale_l, O. ring. Qed.
Lemma opposite_unit (y : X) : inner y y = 1 -> inner (vscale (-1) y) (vscale (-1) y) = 1.
Proof. intro Y. rewrite inner_scale_l, inner_scale_r, Y. ring. Qed.
Lemma diagonal (y z : X) : inner y y = 1 -> inner z z = 1 -> inner y z = 0 -> B z z = 0.
Proof.
  intros Y Z O. assert (A := one_moves y z Y Z O z Z).
  assert (A' := one_moves (vscale (-1) y) z (opposite_unit y Y) Z (opposite_pair y z O) z Z).
  rewrite Psl, Psr in A'.
  replace (-1 * p z y) with (- p z y) in A' by ring. replace (-1 * p y z) with (- p y z) in A' by ring.
  rewrite !exp_Ropp in A'. assert (Q1 := exp_pos (p z y)). assert (Q2 := exp_pos (p y z)).
  set (al := exp (p z y)) in *. set (be := exp (p y z)) in *.
  assert (A2 : p z z * (be - al) = 2 * al * B z z).
  { apply (f_equal (fun r => r * (al * be))) in A'. cbv beta in A'.
    replace (p z z * (/ al - / be) * (al * be)) with (p z z * (be - al)) in A' by (field; lra).
    replace (2 * / be * B z z * (al * be)) with (2 * al * B z z) in A' by (field; lra). exact A'. }
  assert (S : (al + be) * B z z = 0) by lra.
  apply Rmult_integral in S. destruct S as [S|S]; [lra | exact S].
Qed.
Context (e1 e2 : X).
Hypothesis E1 : inner e1 e1 = 1.
Hypothesis E2 : inner e2 e2 = 1.
Hypothesis E12 : inner e1 e2 = 0.
Lemma partner (z : X) : inner z z = 1 -> exists y, inner y y = 1 /\ inner y z = 0.
Proof.
  intro Z. set (d := fun e : X => vadd e (vscale (- inner e z) z)).
  assert (Od : forall e, inner (d e) z = 0)
    by (intro e; unfold d; rewrite inner_add_l, inner_scale_l, Z; ring).
  assert (Use : forall e, d e <> vzero -> exists y, inner y y = 1 /\ inner y z = 0).
  { intros e N. destruct (direction_of (d e) N) as [H [Pos _]]. exists (vscale (/ vnorm (d e)) (d e)).
    split; [exact H|]. rewrite inner_scale_l, Od. ring. }
  destruct (zero_or_not (d e1)) as [D1|D1]; [|apply (Use e1 D1)].
  destruct (zero_or_not (d e2)) as [D2|D2]; [|apply (Use e2 D2)]. exfalso.
  assert (F1 : forall w, inner e1 w = inner e1 z * inner z w).
  { intro w. assert (K := f_equal (fun x => inner x w) D1). unfold d in K. cbv beta in K.
    rewrite inner_add_l, inner_scale_l, inner_zero_l in K. lra. }
  assert (F2 : forall w, inner e2 w = inner e2 z * inner z w).
  { intro w. assert (K := f_equal (fun x => inner x w) D2). unfold d in K. cbv beta in K.
    rewrite inner_add_l, inner_scale_l, inner_zero_l in K. lra. }
  assert (G1 := F1 e1). assert (G2 := F2 e2). assert (G3 := F1 e2).
  rewrite E1, (inner_sym _ z e1) in G1. rewrite E2, (inner_sym _ z e2) in G2.
  rewrite E12, (inner_sym _ z e2) in G3. symmetry in G3. apply Rmult_integral in G3.
  destruct G3 as [G3|G3]; rewrite G3 in *; lra.
Qed.
Lemma values_are_means x y : B x y = 0.
Proof.
  assert (Unit : forall y, inner y y = 1 -> forall x, B x y = 0).
  { clear x y. intros y Y x. set (r := vadd x (vscale (- inner x y) y)).
    assert (E : B x y = B r y).
    { unfold r. rewrite Bal, Bsl. destruct (partner y Y) as [q [Q O]]. rewrite (diagonal q y Q Y O). ring. }
    rewrite E. assert (Or : inner y r = 0)
      by (unfold r; rewrite inner_add_r, inner_scale_r, Y, (inner_sym _ y x); ring).
    destruct (zero_or_not r) as [Z|N].
    - rewrite Z, <- (vscale_zero (@vzero X)), Bsl. ring.
    - destruct (direction_of r N) as [H [Pos Er]]. rewrite Er, Bsl, (all_move y _ Y H); [ring|].
      rewrite inner_scale_r, Or. ring. }
  destruct (zero_or_not y) as [Z|N].
  - rewrite Z, <- (vscale_zero (@vzero X)), Bsr. ring.
  - destruct (direction_of y N) as [H [_ Ey]]. rewrite Ey, Bsr, Unit by exact H. ring.
Qed.
Lemma or_vanishes y z o : inner y y = 1 -> inner z z = 1 -> inner y z = 0 -> inner o o = 1 ->
  p o y <> p y o -> p o z = 0.
Proof.
  intros Y Z O Oo N. assert (A := one_moves y z Y Z O o Oo). rewrite values_are_means, Rmult_0_r in A.
  apply Rmult_integral in A. destruct A as [A|A]; [exact A|]. exfalso. apply N, exp_equal. lra.
Qed.
Lemma one_way y z : inner y y = 1 -> inner z z = 1 -> inner y z = 0 -> p y z <> p z y -> p y z = 0.
Proof.
  intros Y Z O N. assert (Own : p y y = 0).
  { apply (or_vanishes z y y); auto. rewrite inner_sym. exact O. }
  set (k := / sqrt 2). assert (S2 : sqrt 2 * sqrt 2 = 2) by (apply sqrt_sqrt; lra).
  assert (Sp : 0 < sqrt 2) by (apply sqrt_lt_R0; lra).
  assert (Kk : k * k = / 2) by (unfold k; rewrite <- Rinv_mult, S2; reflexivity).
  assert (Kp : 0 < k) by (apply Rinv_0_lt_compat; exact Sp).
  set (x := vscale k (vadd y z)). set (q := vscale k (vadd z (vscale (-1) y))).
  assert (Oz : inner z y = 0) by (rewrite inner_sym; exact O).
  assert (Xu : inner x x = 1).
  { unfold x. rewrite inner_scale_l, inner_scale_r, inner_add_l, !inner_add_r, Y, Z, O, Oz.
    replace (k * (k * (1 + 0 + (0 + 1)))) with (k * k * 2) by ring. rewrite Kk. field. }
  assert (Qu : inner q q = 1).
  { unfold q. rewrite inner_scale_l, inner_scale_r, inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
      Y, Z, O, Oz.
    replace (k * (k * (1 + -1 * 0 + (-1 * 0 + -1 * (-1 * 1))))) with (k * k * 2) by ring. rewrite Kk. field. }
  assert (Xq : inner x q = 0).
  { unfold x, q. rewrite inner_scale_l, inner_scale_r, inner_add_l, !inner_add_r, !inner_scale_r, Y, Z, O, Oz.
    ring. }
  assert (H : p y q = 0).
  { apply (or_vanishes x q y); auto. unfold x. rewrite Psl, Psr, Pal, Par, Own. intro E. apply N.
    apply Rmult_eq_reg_l with k; lra. }
  unfold q in H. rewrite Psr, Par, Psr, Own in H. apply Rmult_integral in H. destruct H; lra.
Qed.
Lemma scores_symmetric x y : p x y = p y x.
Proof.
  apply Rminus_diag_uniq. apply (alternating (fun x y => p x y - p y x)).
  - intros u v w. rewrite Pal, Par. ring.
  - intros c u w. rewrite Psl, Psr. ring.
  - intros u v. ring.
  - intros u v Hu Hv O. destruct (Req_dec (p u v) (p v u)) as [E|N]; [lra|].
    assert (A := one_way u v Hu Hv O N).
    assert (A' := one_way v u Hv Hu (eq_trans (inner_sym _ v u) O) (fun E => N (eq_sym E))). lra.
Qed.
Lemma values_are_scores x y : inner x (U y) = p x y.
Proof. assert (H := values_are_means x y). unfold B, a in H. rewrite (scores_symmetric y x) in H. lra. Qed.
End Eight.

Lemma potential_moves {S : inner_product_space} {Token : Type} (tokens : list Token) (P P_T : S -> S)
  (y v : R -> Token -> S) t : adjoint P P_T -> bounded_operator P_T ->
  (forall i, is_vderive (fun s => y s i) t (v t i)) ->
  is_derive (fun s => total tokens (fun i => total tokens (fun j => exp (inner (P_T (y s i)) (y s j)))) / 2) t
    (A_L3_2.slope tokens P_T (y t) (v t)).
Proof.
  intros HP BP D. unfold A_L3_2.slope. eapply derive_eq.
  - apply (derive_mult (fun s => total tokens (fun i => total tokens (fun j => exp (inner (P_T (y s i)) (y s j)))))
      (fun _ => / 2)); [|apply derive_const].
    apply (derive_total tokens (fun s i => total tokens (fun j => exp (inner (P_T (y s i)) (y s j))))). intro i.
    apply (derive_total tokens (fun s j => exp (inner (P_T (y s i)) (y s j)))). intro j.
    apply (derive_exp (fun s => inner (P_T (y s i)) (y s j))).
    apply (derive_inner (fun s => P_T (y s i)) (fun s => y s j)); [|apply D].
    apply (vderive_operator P_T P (fun s => y s i)); [apply adjoint_sym, HP | exact BP | apply D].
  - rewrite Rmult_0_r, Rplus_0_r. unfold Rdiv. f_equal. apply total_ext. intro i. apply total_ext. intro j. ring.
Qed.

Theorem proof : A_T3_1.
Proof.
  intros S Token tokens W d P P_T U U_T _ ET D AW HP HU _ BP BP_T BU _ [HW Coe].
  assert (Q : 0 < sqrt d) by (apply sqrt_lt_R0; lra). split; [intro Two; split|].
  - intros [f Pot].
    assert (Pot' : is_potential (unit_states W) (form tokens W P P_T U (sqrt d)) f) by exact Pot.
    destruct (ClassicalDedekindReals.sig_not_dec (forall x, W (U x) = vzero)) as [NN|N].
    + left. intro x. apply inner_ext. intro z. rewrite inner_zero_l.
      destruct (Req_dec (inner (W (U x)) z) 0) as [|Nz]; [auto|exfalso]. apply NN. intro H. apply Nz.
      rewrite H. apply inner_zero_l.
    + right. destruct (some_factor tokens W P P_T U U_T (sqrt d) ET Two Q HW Coe HP HU f Pot' N) as [k K].
      assert (Vs := symmetric tokens W P P_T U U_T (sqrt d) ET Two Q HW Coe HP HU f Pot' k K). split.
      * intro x. apply inner_ext. intro z. rewrite (adjoint_sym _ _ HU), (AW x), (inner_sym _ (W (U x))).
      apply Vs.
      * exists k. intro x. apply inner_ext. intro z. rewrite inner_scale_l, !(inner_sym _ _ z). apply K.
  - intro H. exact (enough tokens W P P_T U U_T (sqrt d) ET Q HW HP HU BU H).
  - intros [Two [e1 [U1 [e2 [U2 O]]]]]. rewrite (AW e1) in O.
    set (X := weighted S W HW). set (p := fun x y : X => @inner S x (P y)). split.
    + intro Pot. assert (Pot' : is_potential (unit_states W) (form tokens W P P_T U (sqrt d))
        (fun y => total tokens (fun i => total tokens (fun j => exp (inner (P_T (y i)) (y j)))) / 2)) by exact Pot.
      assert (Agree : forall y v : R -> Token -> X, (forall t i, inner (y t i) (y t i) = 1) ->
        (forall t i, is_vderive (fun t => y t i) t (v t i)) ->
        total tokens (fun i => total tokens (fun j => exp (p (y 0 i) (y 0 j)) *
          ((p (v 0 i) (y 0 j) + p (y 0 i) (v 0 j)) / 2 - @inner X (v 0 i) (U (y 0 j))))) = 0).
      { intros y v Un Dv. assert (On : forall t, unit_states W (y t)).
        { intro s. split; [apply Un|]. intros i j. exact (below_one (S := X) _ _ (Un s i) (Un s j)). }
        assert (Dv' : forall t i, is_vderive (S := S) (fun s => y s i) t (v t i)).
        { intros s i. apply (vderive_unweighted S W HW (fun t => y t i) s (v s i) Coe). apply Dv. }
        assert (D1 := Pot' y v On Dv' 0).
        assert (D2 := potential_moves tokens P P_T y v 0 HP BP_T (Dv' 0)).
        apply is_derive_unique in D1. apply is_derive_unique in D2. rewrite D2 in D1. clear D2.
        rewrite (form_is_plain tokens W P P_T U (sqrt d) ET Q HW HP) in D1
          by (intro; apply (curves_tangent W HW y v On Dv')).
        unfold A_L3_2.slope, plain in D1.
        assert (D3 := Rminus_diag_eq _ _ D1). assert (Neg : forall a b, a - b = a + -1 * b) by (intros; ring).
        rewrite Neg in D3.
        transitivity (total tokens (fun i => total tokens (fun j => exp (inner (P_T (y 0 i)) (y 0 j)) *
          (inner (P_T (v 0 i)) (y 0 j) + inner (P_T (y 0 i)) (v 0 j)))) / 2 + -1 *
          total tokens (fun i => total tokens (fun j => exp (@inner S (y 0 i) (P (y 0 j))) *
            @inner S (v 0 i) (W (U (y 0 j)))))); [|exact D3].
        unfold Rdiv. rewrite <- total_scale_r, <- total_scale, <- total_add. apply total_ext. intro i.
        rewrite <- total_scale_r, <- total_scale, <- total_add. apply total_ext. intro j.
        rewrite !(adjoint_sym _ _ HP). unfold p. change (@inner X (v 0 i) (U (y 0 j)))
          with (@inner S (v 0 i) (W (U (y 0 j)))). ring. }
      destruct (two_tokens tokens ET Two) as [i0 _].
      assert (Pal : forall x y z : X, p (vadd x y) z = p x z + p y z) by (intros; apply (inner_add_l S)).
      assert (Psl : forall c (x z : X), p (vscale c x) z = c * p x z) by (intros; apply (inner_scale_l S)).
      assert (Par : forall x y z : X, p z (vadd x y) = p z x + p z y).
      { intros. unfold p. simpl. rewrite (adjoint_add _ _ HP). apply (inner_add_r (S := S)). }
      assert (Psr : forall c (x z : X), p z (vscale c x) = c * p z x).
      { intros. unfold p. simpl. rewrite (adjoint_scale _ _ HP). apply (inner_scale_r (S := S)). }
      assert (Sy := scores_symmetric (X := X) tokens p U i0 ET Two Pal Psl Par Psr
        (adjoint_scale _ _ HU) Agree e1 e2 U1 U2 O).
      assert (Va := values_are_scores (X := X) tokens p U i0 ET Two Pal Psl Par Psr
        (adjoint_scale _ _ HU) Agree e1 e2 U1 U2 O).
      split; intro x; apply inner_ext; intro w.
      * rewrite (adjoint_sym _ _ HP), inner_sym. exact (Sy w x).
      * rewrite !(inner_sym _ _ w). exact (Va w x).
    + intros [Sym WU] y v On Dv t. eapply derive_eq.
      * exact (potential_moves tokens P P_T y v t HP BP_T (Dv t)).
      * rewrite (A_L3_2.fits tokens P P_T U W (sqrt d) ET HP AW Q Sym WU).
        rewrite A_L3_2.component_is by assumption.
        transitivity (form tokens W P P_T U (sqrt d) (y t) (v t)); [|reflexivity].
        rewrite (form_is_plain tokens W P P_T U (sqrt d) ET Q HW HP)
          by (intro; apply (curves_tangent W HW y v On Dv)).
        unfold plain. apply total_ext. intro i. apply total_ext. intro j.
        rewrite (adjoint_sym _ _ HP), (inner_sym _ (W (U (y t j)))). reflexivity.
Qed.
