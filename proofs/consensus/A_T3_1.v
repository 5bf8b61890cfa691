(* Attention is the gradient of some function in exactly two cases: the values vanish, or they are
   symmetric and the scores are a multiple of them. Turns.v and Multiples.v do it on the round sphere. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coq Require ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Gradient Directions States Turns Multiples ScorePotential.
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
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (W P P_T U U_T : S -> S) (d : R).
Let h := sqrt d.
Let unit_states (v : Token -> S) := (forall i, inner (v i) (W (v i)) = 1) /\ (forall i j, inner (v i) (W (v j)) <= 1).
Let form (v V : Token -> S) := total tokens (fun i => h * total tokens (fun j => exp (inner (P_T (v i)) (v j))) *
  inner (W (vsub
    (vtotal tokens (fun j => vscale (1 / h * (exp (inner (v i) (P (v j))) / total tokens (fun k => exp (inner (v i) (P (v k)))))) (U (v j))))
    (vscale (inner (v i) (W (vtotal tokens (fun j => vscale (1 / h * (exp (inner (v i) (P (v j))) /
      total tokens (fun k => exp (inner (v i) (P (v k)))))) (U (v j)))))) (v i)))) (V i)).
Let energy (v : Token -> S) := total tokens (fun i => total tokens (fun j => exp (inner (P_T (v i)) (v j)))) / 2.
Hypothesis Has : has_potential unit_states form.
Hypothesis Energy : is_potential unit_states form energy.
Hypothesis ET : enumerates tokens.
Hypothesis Dim : 1 <= d.
Hypothesis HW : positive W.
Hypothesis Coe : coercive W.
Hypothesis HP : adjoint P P_T.
Hypothesis BP : bounded_operator P_T.
Hypothesis HU : adjoint U U_T.
Hypothesis BU : bounded_operator U.
Let X := weighted S W HW.
Let AW : adjoint W W := proj1 HW.
Let BW : bounded_operator W := proj1 (proj2 HW).
Let Val x y := inner x (W (U y)).
Let plain v V := total tokens (fun i => total tokens (fun j => exp (inner (v i) (P (v j))) * Val (V i) (v j))).
Lemma height : 0 < h.
Proof. apply sqrt_lt_R0. lra. Qed.
Lemma form_is_plain v V : (forall i, inner (v i) (W (V i)) = 0) -> form v V = plain v V.
Proof.
  intro T. assert (Hh := height). unfold form, plain. apply total_ext. intro i. unfold vsub.
  rewrite (adjoint_add _ _ AW), !(adjoint_scale _ _ AW), inner_add_l, !inner_scale_l, (AW (v i)), T.
  assert (Z : total tokens (fun j => exp (inner (P_T (v i)) (v j))) = partition tokens P v i).
  { apply total_ext. intro j. rewrite (adjoint_sym _ _ HP). reflexivity. }
  assert (Zp : 0 < partition tokens P v i) by (apply partition_above; exact ET).
  rewrite Z. rewrite (adjoint_vtotal _ _ AW), inner_vtotal_l.
  rewrite !Rmult_0_r, Rplus_0_r, <- total_scale. apply total_ext. intro j.
  rewrite (adjoint_scale _ _ AW), inner_scale_l. unfold partition, score, Val in *. rewrite (inner_sym _ (V i)). field. lra.
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
Hypothesis Two : 2 <= size tokens.
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
Lemma only_multiples : 2 <= size tokens ->
  (forall x, W (U x) = vzero) \/ exists k, forall x, P x = vscale k (W (U x)).
Proof.
  intro Two. destruct Has as [f Pot].
  destruct (ClassicalDedekindReals.sig_not_dec (forall x, W (U x) = vzero)) as [NN|N].
  - left. intro x. apply inner_ext. intro z. rewrite inner_zero_l.
    destruct (Req_dec (inner (W (U x)) z) 0) as [|Nz]; [auto|exfalso]. apply NN. intro H. apply Nz.
    rewrite H. apply inner_zero_l.
  - right. destruct (some_factor Two f Pot N) as [k K]. exists k. intro x. apply inner_ext. intro z.
    rewrite inner_scale_l, !(inner_sym _ _ z). apply K.
Qed.
Lemma only_symmetric x : 2 <= size tokens -> W (U x) = U_T (W x).
Proof.
  intro Two. assert (Vs : forall y z, Val y z = Val z y).
  { destruct (only_multiples Two) as [Z|[k K]]; [intros; unfold Val; rewrite !Z, !inner_zero_r; reflexivity|].
    destruct Has as [f Pot]. apply (symmetric Two f Pot k). intros y s. rewrite K. apply inner_scale_r. }
  apply inner_ext. intro z. rewrite (adjoint_sym _ _ HU), (AW x), (inner_sym _ (W (U x))). apply Vs.
Qed.

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
(* For the potential (8) both sides of its slope are known. *)
Lemma energy_moves (y v : R -> Token -> S) t : (forall i, is_vderive (fun s => y s i) t (v t i)) ->
  is_derive (fun s => energy (y s)) t (total tokens (fun i => total tokens (fun j => exp (inner (P_T (y t i)) (y t j)) *
    (inner (P_T (v t i)) (y t j) + inner (P_T (y t i)) (v t j)))) / 2).
Proof.
  intro Dv. unfold energy. eapply derive_eq.
  - apply (derive_mult (fun s => total tokens (fun i => total tokens (fun j => exp (inner (P_T (y s i)) (y s j)))))
      (fun _ => / 2)); [|apply derive_const].
    apply (derive_total tokens (fun s i => total tokens (fun j => exp (inner (P_T (y s i)) (y s j))))). intro i.
    apply (derive_total tokens (fun s j => exp (inner (P_T (y s i)) (y s j)))). intro j.
    apply (derive_exp (fun s => inner (P_T (y s i)) (y s j))).
    apply (derive_inner (fun s => P_T (y s i)) (fun s => y s j)); [|apply Dv].
    apply (vderive_operator P_T P (fun s => y s i)); [apply adjoint_sym, HP | exact BP | apply Dv].
  - rewrite Rmult_0_r, Rplus_0_r. unfold Rdiv. f_equal. apply total_ext. intro i. apply total_ext. intro j. ring.
Qed.
Lemma fits : (forall x, P x = P_T x) /\ (forall x, W (U x) = P x) -> is_potential unit_states form energy.
Proof.
  intros [Sym WU] y v On Dv t. assert (Sy : forall a b, inner a (P b) = inner b (P a)).
  { intros. rewrite (inner_sym _ b), HP, Sym. reflexivity. }
  eapply derive_eq; [apply energy_moves, Dv|].
  rewrite form_is_plain by (intro; apply (curves_tangent y v On Dv)). unfold plain.
  set (M := fun i j => exp (inner (y t i) (P (y t j))) * inner (v t i) (P (y t j))).
  transitivity ((total tokens (fun i => total tokens (M i)) + total tokens (fun i => total tokens (fun j => M j i))) / 2).
  - f_equal. rewrite <- total_add. apply total_ext. intro i. rewrite <- total_add. apply total_ext. intro j.
    unfold M. rewrite !(adjoint_sym _ _ HP), (Sy (y t j) (y t i)), (Sy (v t j) (y t i)). ring.
  - replace (total tokens (fun i => total tokens (fun j => M j i))) with (total tokens (fun i => total tokens (M i)))
      by apply total_swap. transitivity (total tokens (fun i => total tokens (M i))); [field|].
    apply total_ext. intro i. apply total_ext. intro j. unfold M, Val. rewrite WU. reflexivity.
Qed.
Let p (x y : X) := @inner S x (P y).
Lemma agree (y v : R -> Token -> X) : (forall t i, inner (y t i) (y t i) = 1) ->
  (forall t i, is_vderive (fun t => y t i) t (v t i)) ->
  total tokens (fun i => total tokens (fun j => exp (p (y 0 i) (y 0 j)) *
    ((p (v 0 i) (y 0 j) + p (y 0 i) (v 0 j)) / 2 - @inner X (v 0 i) (U (y 0 j))))) = 0.
Proof.
  intros Un Dv. assert (On : forall t, unit_states (y t)).
  { intro s. split; [apply Un|]. intros i j. exact (below_one (S := X) _ _ (Un s i) (Un s j)). }
  assert (Dv' : forall t i, is_vderive (S := S) (fun s => y s i) t (v t i)).
  { intros s i. apply (vderive_unweighted S W HW (fun t => y t i) s (v s i) Coe). apply Dv. }
  assert (D1 := Energy y v On Dv' 0). assert (D2 := energy_moves y v 0 (Dv' 0)).
  apply is_derive_unique in D1. apply is_derive_unique in D2. rewrite D2 in D1. clear D2.
  rewrite form_is_plain in D1 by (intro; apply (curves_tangent y v On Dv')). unfold plain in D1.
  assert (D3 := Rminus_diag_eq _ _ D1). assert (Neg : forall a b, a - b = a + -1 * b) by (intros; ring).
  rewrite Neg in D3.
  transitivity (total tokens (fun i => total tokens (fun j => exp (inner (P_T (y 0 i)) (y 0 j)) *
    (inner (P_T (v 0 i)) (y 0 j) + inner (P_T (y 0 i)) (v 0 j)))) / 2 + -1 *
    total tokens (fun i => total tokens (fun j => exp (@inner S (y 0 i) (P (y 0 j))) *
      @inner S (v 0 i) (W (U (y 0 j)))))); [|exact D3].
  unfold Rdiv. rewrite <- total_scale_r, <- total_scale, <- total_add. apply total_ext. intro i.
  rewrite <- total_scale_r, <- total_scale, <- total_add. apply total_ext. intro j.
  rewrite !(adjoint_sym _ _ HP). unfold p. change (@inner X (v 0 i) (U (y 0 j)))
    with (@inner S (v 0 i) (W (U (y 0 j)))). ring.
Qed.
Hypothesis Plane : 2 <= size tokens /\ exists a, inner a (W a) = 1 /\ exists b, inner b (W b) = 1 /\ inner (W a) b = 0.
Lemma scores_and_values : (forall x y, p x y = p y x) /\ forall x y : X, @inner X x (U y) = p x y.
Proof.
  destruct Plane as [Two [e1 [U1 [e2 [U2 O]]]]]. rewrite (AW e1) in O.
  destruct (two_tokens tokens ET Two) as [i0 _].
  assert (Pal : forall x y z : X, p (vadd x y) z = p x z + p y z) by (intros; apply (inner_add_l S)).
  assert (Psl : forall c (x z : X), p (vscale c x) z = c * p x z) by (intros; apply (inner_scale_l S)).
  assert (Par : forall x y z : X, p z (vadd x y) = p z x + p z y).
  { intros. unfold p. simpl. rewrite (adjoint_add _ _ HP). apply (inner_add_r (S := S)). }
  assert (Psr : forall c (x z : X), p z (vscale c x) = c * p z x).
  { intros. unfold p. simpl. rewrite (adjoint_scale _ _ HP). apply (inner_scale_r (S := S)). }
  split.
  - exact (scores_symmetric (X := X) tokens p U i0 ET Two Pal Psl Par Psr (adjoint_scale _ _ HU) agree e1 e2 U1 U2 O).
  - exact (values_are_scores (X := X) tokens p U i0 ET Two Pal Psl Par Psr (adjoint_scale _ _ HU) agree e1 e2 U1 U2 O).
Qed.
Lemma symmetric_scores x : P x = P_T x.
Proof. apply inner_ext. intro w. rewrite (adjoint_sym _ _ HP), inner_sym. exact (proj1 scores_and_values w x). Qed.
Lemma values_fit x : W (U x) = P x.
Proof. apply inner_ext. intro w. rewrite !(inner_sym _ _ w). exact (proj2 scores_and_values w x). Qed.
End Criterion.
Lemma criterion (N Pot Z Sy K : Prop) : (N -> Pot -> Z \/ K) -> (N -> Pot -> Sy) -> (Z \/ Sy /\ K -> Pot) ->
  N -> (Pot <-> Z \/ Sy /\ K).
Proof. tauto. Qed.
Lemma exactly (N Pot A B : Prop) : (N -> Pot -> A) -> (N -> Pot -> B) -> (A /\ B -> Pot) -> N -> (Pot <-> A /\ B).
Proof. tauto. Qed.
