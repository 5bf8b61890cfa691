(* A dominant eigenvalue gathers the tokens of the open hemisphere at its eigenvector, whoever attends
   to whom, as long as all rows of all heads have one sum. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Tangent Attracted Oja Values.
Open Scope R_scope.

Section Dominant.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (U : Head -> S -> S) (v : S) (lam Lam : Head -> R) (alpha : R -> Head -> Token -> Token -> R)
  (y : R -> Token -> S) (rho : R).
Hypothesis ET : enumerates tokens.
Hypothesis EH : enumerates heads.
Hypothesis Sym : forall a, adjoint (U a) (U a).
Hypothesis Bounded : forall a, bounded_operator (U a).
Hypothesis Pole : inner v v = 1.
Hypothesis Eigen : forall a, U a v = vscale (lam a) v.
Hypothesis Lpos : forall a, 0 <= lam a /\ 0 <= Lam a.
Hypothesis Off : forall a t i j, 0 <= t ->
  inner (y t i) (U a (y t j)) - lam a * inner v (y t i) * inner v (y t j)
  <= Lam a * (1 - (inner v (y t i) * inner v (y t i) + inner v (y t j) * inner v (y t j)) / 2).
Hypothesis Weights : forall t a i j, 0 <= t -> 0 <= alpha t a i j.
Hypothesis Rows : forall t a i, 0 <= t -> total tokens (alpha t a i) = rho.
Hypothesis Flow : tangent_flow (fun t => value_pull tokens heads (alpha t) U (y t)) y.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Hypothesis Inside : forall i, 0 < inner v (y 0 i).
Let b i t := inner v (y t i).
Definition gather_rate := rho * total heads (fun a => lam a - Lam a).
Hypothesis Dominates : 0 <= gather_rate.

Lemma all_rows t i : 0 <= t ->
  total tokens (fun j => total heads (fun a => alpha t a i j)) <= size heads * rho.
Proof.
  intros Ht. rewrite total_swap. unfold size. rewrite <- total_scale_r. right.
  apply total_ext. intro a. rewrite Rmult_1_l. apply (Rows t a i Ht).
Qed.
Let part t i : 0 <= t -> -1 <= b i t <= 1 :=
  values_part tokens heads U v alpha y (size heads * rho) ET EH Bounded Pole Weights all_rows Flow Start t i.
Let moves i : differentiable (b i) (part_speed tokens heads U v lam alpha y i) :=
  values_moves tokens heads U v lam alpha y Sym Eigen Flow i.

(* The token with the least part. *)
Lemma least_part_speed t i : 0 <= t -> 0 < b i t -> (forall j, b i t <= b j t) ->
  gather_rate * (b i t * (1 - b i t * b i t)) <= part_speed tokens heads U v lam alpha y i t.
Proof.
  intros Ht P L. unfold gather_rate, part_speed. rewrite total_swap, Rmult_assoc, Rmult_comm.
  rewrite <- total_scale_r, <- total_scale_r. apply total_le. intro a.
  rewrite <- (Rows t a i Ht), <- total_scale. apply total_le. intro j.
  rewrite Rmult_comm. apply Rmult_le_compat_l; [apply Weights, Ht|].
  assert (Bj := part t j Ht). assert (Bi := part t i Ht). assert (O := Off a t i j Ht). specialize (L j).
  destruct (Lpos a) as [L0 L1]. fold (b i t) in *. fold (b j t) in *.
  assert (Qi := square_nonneg_unit _ Bi).
  assert (A1 : 0 <= lam a * ((b j t - b i t) * (1 - b i t * b i t))).
  { apply Rmult_le_pos; [auto|]. apply Rmult_le_pos; lra. }
  assert (A2 : 0 <= Lam a * (b i t * ((b j t - b i t) * (b j t + b i t)))).
  { apply Rmult_le_pos; [auto|]. apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. }
  assert (A3 : b i t * (inner (y t i) (U a (y t j)) - lam a * b i t * b j t) <=
    b i t * (Lam a * (1 - (b i t * b i t + b j t * b j t) / 2))) by (apply Rmult_le_compat_l; lra).
  lra.
Qed.
Lemma least_part_stays c : 0 < c -> (forall i, c <= b i 0) -> forall t i, 0 <= t -> c <= b i t.
Proof.
  intros C Low t i. revert i t. apply (least_stays tokens b _ c c (proj2 (proj2 ET)) C moves Low).
  intros i t Ht R L. eapply Rle_trans; [|apply least_part_speed; auto; lra].
  apply Rmult_le_pos; [exact Dominates|]. apply Rmult_le_pos; [lra|]. apply square_nonneg_unit, part, Ht.
Qed.
Lemma hemisphere_stays t i : 0 <= t -> 0 < b i t.
Proof.
  intros Ht. destruct (least_positive tokens (fun i => b i 0) Inside) as [c [C Low]].
  assert (H := least_part_stays c C (fun i => Low i (proj2 (proj2 ET) i)) t i Ht). lra.
Qed.
(* The largest squared slope against v decays. *)
Lemma slopes_decay D : (forall i, (1 - b i 0 * b i 0) / (b i 0 * b i 0) <= D) ->
  forall t i, 0 <= t -> (1 - b i t * b i t) / (b i t * b i t) <= D * exp (- (2 * gather_rate) * t).
Proof.
  intros First t i. revert i t.
  apply (largest_decays tokens (fun i t => (1 - b i t * b i t) / (b i t * b i t))
    (fun i t => - 2 * part_speed tokens heads U v lam alpha y i t / (b i t * (b i t * b i t)))
    (2 * gather_rate) D (proj2 (proj2 ET))); [| exact First |].
  - intros i t Ht. assert (P := hemisphere_stays t i Ht). assert (M := moves i t Ht). eapply derive_eq.
    apply (derive_div (fun t => 1 - b i t * b i t) (fun t => b i t * b i t)).
    + assert (0 < b i t * b i t) by (apply Rmult_lt_0_compat; auto). lra.
    + apply (derive_square (b i) t _ M).
    + apply (derive_mult (b i) (b i) t _ _ M M).
    + field. lra.
  - intros i t Ht Largest. assert (P := hemisphere_stays t i Ht).
    assert (L : forall j, b i t <= b j t).
    { intro j. specialize (Largest j). cbv beta in Largest. assert (Pj := hemisphere_stays t j Ht).
      apply square_le; [lra|].
      assert (Qi : 0 < b i t * b i t) by (apply Rmult_lt_0_compat; auto).
      assert (Qj : 0 < b j t * b j t) by (apply Rmult_lt_0_compat; auto).
      replace ((1 - b j t * b j t) / (b j t * b j t)) with (/ (b j t * b j t) - 1) in Largest by (field; lra).
      replace ((1 - b i t * b i t) / (b i t * b i t)) with (/ (b i t * b i t) - 1) in Largest by (field; lra).
      apply Rnot_lt_le. intro N. assert (H := Rinv_lt_contravar (b j t * b j t) (b i t * b i t)).
      assert (0 < b j t * b j t * (b i t * b i t)) by (apply Rmult_lt_0_compat; auto).
      specialize (H ltac:(auto) N). lra. }
    assert (Sp := least_part_speed t i Ht P L).
    assert (Q : 0 < / (b i t * (b i t * b i t))) by
      (apply Rinv_0_lt_compat; repeat apply Rmult_lt_0_compat; auto).
    apply Rle_trans with
      (- (2 * (gather_rate * (b i t * (1 - b i t * b i t)))) * / (b i t * (b i t * b i t))).
    + unfold Rdiv. apply Rmult_le_compat_r; lra.
    + right. field. lra.
Qed.
Lemma dominant_distance D : (forall i, (1 - b i 0 * b i 0) / (b i 0 * b i 0) <= D) -> 0 <= D ->
  forall t i, 0 <= t -> vnorm (vsub (y t i) v) <= sqrt D * exp (- gather_rate * t).
Proof.
  intros First D0 t i Ht. assert (H := slopes_decay D First t i Ht). apply square_le.
  { apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos]. }
  replace (sqrt D * exp (- gather_rate * t) * (sqrt D * exp (- gather_rate * t)))
    with (sqrt D * sqrt D * (exp (- gather_rate * t) * exp (- gather_rate * t))) by ring.
  rewrite sqrt_sqrt, <- exp_plus by auto.
  replace (- gather_rate * t + - gather_rate * t) with (- (2 * gather_rate) * t) by ring.
  rewrite (values_distance tokens heads U v alpha y (size heads * rho) ET EH Bounded Pole Weights
    all_rows Flow Start t i Ht). fold (b i t). eapply Rle_trans; [|exact H].
  assert (P := hemisphere_stays t i Ht). assert (B := part t i Ht).
  assert (Q : 0 < b i t * b i t) by (apply Rmult_lt_0_compat; auto).
  apply Rmult_le_reg_r with (b i t * b i t); [auto|].
  replace ((1 - b i t * b i t) / (b i t * b i t) * (b i t * b i t)) with (1 - b i t * b i t) by (field; lra).
  assert (0 <= (1 - b i t) * ((1 - b i t) * (1 + 2 * b i t))).
  { apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; lra. } lra.
Qed.
End Dominant.

Theorem dominant_eigenvalue_gathers (S : inner_product_space) (Token Head : Type) (tokens : list Token)
    (heads : list Head) (U : Head -> S -> S) (v : S) (lam Lam : Head -> R)
    (alpha : R -> Head -> Token -> Token -> R) (y : R -> Token -> S) (rho D : R) :
  enumerates tokens -> enumerates heads -> (forall a, adjoint (U a) (U a)) ->
  (forall a, bounded_operator (U a)) -> inner v v = 1 -> (forall a, U a v = vscale (lam a) v) ->
  (forall a, 0 <= lam a /\ 0 <= Lam a) -> (forall a, across_bound v (U a) (Lam a)) ->
  (forall t a i j, 0 <= t -> 0 <= alpha t a i j) ->
  (forall t a i, 0 <= t -> total tokens (alpha t a i) = rho) ->
  tangent_flow (fun t => value_pull tokens heads (alpha t) U (y t)) y ->
  (forall i, inner (y 0 i) (y 0 i) = 1) -> (forall i, 0 < inner v (y 0 i)) ->
  0 < rho * total heads (fun a => lam a - Lam a) -> 0 <= D ->
  (forall i, (1 - inner v (y 0 i) * inner v (y 0 i)) / (inner v (y 0 i) * inner v (y 0 i)) <= D) ->
  (forall t i, 0 <= t -> 0 < inner v (y t i) /\
     (1 - inner v (y t i) * inner v (y t i)) / (inner v (y t i) * inner v (y t i))
       <= D * exp (- (2 * (rho * total heads (fun a => lam a - Lam a))) * t)) /\
  (forall t i, 0 <= t -> vnorm (vsub (y t i) v)
     <= sqrt D * exp (- (rho * total heads (fun a => lam a - Lam a)) * t)) /\
  (forall i, vtends (fun t => y t i) v).
Proof.
  intros ET EH Sym Bo Pole Ev Lp Ac Wt Rows Flow Start Inside Dom D0 First.
  assert (Un : forall t i, 0 <= t -> inner (y t i) (y t i) = 1).
  { intros t i. apply (values_unit tokens heads U alpha y (size heads * rho)); auto.
    intros s j Hs. apply all_rows; auto. }
  assert (Off : forall a t i j, 0 <= t ->
    inner (y t i) (U a (y t j)) - lam a * inner v (y t i) * inner v (y t j)
    <= Lam a * (1 - (inner v (y t i) * inner v (y t i) + inner v (y t j) * inner v (y t j)) / 2)).
  { intros a t i j Ht. rewrite (form_parts v (U a) (lam a) Pole (Sym a) (Ev a)).
    assert (A := Ac a _ _ (inner_off v Pole (y t i)) (inner_off v Pole (y t j))).
    rewrite !(vnorm_off v Pole) in A by auto. destruct (Lp a) as [_ L1].
    assert (Bi := square_nonneg_unit _ (unit_inner v (y t i) Pole (Un t i Ht))).
    assert (Bj := square_nonneg_unit _ (unit_inner v (y t j) Pole (Un t j Ht))).
    set (p := 1 - inner v (y t i) * inner v (y t i)) in *.
    set (q := 1 - inner v (y t j) * inner v (y t j)) in *.
    assert (Q := Rle_0_sqr (sqrt p - sqrt q)). unfold Rsqr in Q.
    assert (P1 := sqrt_sqrt p Bi). assert (P2 := sqrt_sqrt q Bj).
    assert (Lam a * (sqrt p * sqrt q) <= Lam a * ((p + q) / 2)) by (apply Rmult_le_compat_l; lra).
    apply Rabs_le_between in A.
    replace (1 - (inner v (y t i) * inner v (y t i) + inner v (y t j) * inner v (y t j)) / 2)
      with ((p + q) / 2) by (unfold p, q; field). lra. }
  assert (Rate : 0 <= gather_rate heads lam Lam rho) by (left; exact Dom).
  assert (H : forall t i, 0 <= t -> vnorm (vsub (y t i) v)
     <= sqrt D * exp (- (rho * total heads (fun a => lam a - Lam a)) * t)).
  { apply (dominant_distance tokens heads U v lam Lam alpha y rho); auto. }
  split; [|split; [exact H | intro i; apply (vtends_exp _ _ _ _ Dom (fun t Ht => H t i Ht))]].
  intros t i Ht. split; [apply (hemisphere_stays tokens heads U v lam Lam alpha y rho); auto|].
  apply (slopes_decay tokens heads U v lam Lam alpha y rho); auto.
Qed.
