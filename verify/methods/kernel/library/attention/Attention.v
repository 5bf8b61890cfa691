(* Attention flows with named parts, and what is true of all of them: the ellipsoid is invariant,
   softmax weights have bounds, and no token is faster than the distances to the others allow. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves.
Open Scope R_scope.

(* The attention flow on the ellipsoid <y, W y> = 1; the weights are any functions of time. *)
Definition pull {S : inner_product_space} {Token Head} (tokens : list Token) (heads : list Head)
  (alpha : Head -> Token -> Token -> R) (y : Token -> S) (i : Token) : S :=
  vtotal tokens (fun j => vscale (total heads (fun a => alpha a i j)) (y j)).
Definition attention_flow {S : inner_product_space} {Token Head} (tokens : list Token)
  (heads : list Head) (alpha : R -> Head -> Token -> Token -> R) (W : S -> S)
  (y : R -> Token -> S) :=
  forall t i, 0 <= t -> is_vderive (fun t => y t i) t
    (vsub (pull tokens heads (alpha t) (y t) i)
          (vscale (inner (y t i) (W (pull tokens heads (alpha t) (y t) i))) (y t i))).
Definition distance {S : inner_product_space} (W : S -> S) (x y : S) :=
  sqrt (inner (vsub x y) (W (vsub x y))).

Definition softmax {S : inner_product_space} {Token Head} (tokens : list Token)
  (P : R -> Head -> S -> S) (y : R -> Token -> S) : R -> Head -> Token -> Token -> R :=
  fun t a i j => exp (inner (y t i) (P t a (y t j)))
                 / total tokens (fun k => exp (inner (y t i) (P t a (y t k)))).

(* The ellipsoid is invariant, for any weights between 0 and 1. *)
Section Invariance.
Context (U : inner_product_space) {Token Head : Type} (tokens : list Token) (heads : list Head)
  (alpha : R -> Head -> Token -> Token -> R) (y : R -> Token -> U).
Hypothesis All : lists tokens.
Hypothesis Flow : attention_flow tokens heads alpha (fun x => x) y.
Hypothesis Weights : forall t a i j, 0 <= t -> 0 <= alpha t a i j <= 1.
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Let q t i := inner (y t i) (y t i) - 1.
Let f t i := inner (y t i) (pull tokens heads (alpha t) (y t) i).
Lemma moves i : differentiable (fun t => q t i * q t i) (fun t => -4 * f t i * (q t i * q t i)).
Proof.
  intros t T. assert (D : is_derive (fun t => q t i) t (-2 * f t i * q t i)).
  { eapply derive_eq. apply (derive_minus (fun t => inner (y t i) (y t i)) (fun _ => 1));
      [apply (derive_inner (fun t => y t i) (fun t => y t i)); apply Flow; auto | apply derive_const].
    unfold f, q. set (v := pull tokens heads (alpha t) (y t) i). unfold vsub.
    rewrite inner_add_l, inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ v). ring. }
  eapply derive_eq. apply (derive_mult (fun t => q t i) (fun t => q t i) t _ _ D D). ring.
Qed.
Lemma products t i j : Rabs (q t i) <= 1 -> Rabs (q t j) <= 1 -> Rabs (inner (y t i) (y t j)) <= 2.
Proof.
  intros A B. apply Rabs_le_between in A. apply Rabs_le_between in B. unfold q in *.
  assert (H1 := inner_nonneg U (vadd (y t i) (y t j))).
  assert (H2 := inner_nonneg U (vsub (y t i) (y t j))).
  unfold vsub in H2. rewrite inner_add_l, !inner_add_r, (inner_sym _ (y t j) (y t i)) in H1.
  rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ (y t j) (y t i))
    in H2. apply Rabs_le_between. lra.
Qed.
End Invariance.

Section Softmax.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token)
  (P : R -> Head -> S -> S) (y : R -> Token -> S).
Hypothesis E : enumerates tokens.
Lemma partition_positive t a i : 0 < total tokens (fun k => exp (inner (y t i) (P t a (y t k)))).
Proof. apply total_positive; auto. intro. apply exp_pos. Qed.
Lemma softmax_unit t a i j : 0 <= softmax tokens P y t a i j <= 1.
Proof.
  unfold softmax. assert (H := partition_positive t a i). split.
  - apply Rlt_le, Rdiv_lt_0_compat; [apply exp_pos | auto].
  - apply Rmult_le_reg_r with (total tokens (fun k => exp (inner (y t i) (P t a (y t k))))); [auto|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_l, Rmult_1_r by lra.
    apply (total_at_least tokens (fun k => exp (inner (y t i) (P t a (y t k))))).
    apply E. intro. left. apply exp_pos.
Qed.
Lemma softmax_below b t a i j : (forall k, Rabs (inner (y t i) (P t a (y t k))) <= b) ->
  exp (- b) / (size tokens * exp b) <= softmax tokens P y t a i j.
Proof.
  intros B. assert (H := partition_positive t a i). assert (N := size_positive tokens E).
  unfold softmax, Rdiv. apply Rmult_le_compat.
  - left. apply exp_pos.
  - left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; [auto | apply exp_pos].
  - apply exp_le. specialize (B j). apply Rabs_le_between in B. lra.
  - apply Rinv_le_contravar; [auto|]. unfold size. rewrite <- total_scale_r. apply total_le.
    intro k. rewrite Rmult_1_l. apply exp_le. specialize (B k). apply Rabs_le_between in B. lra.
Qed.
End Softmax.

(* The speed is bounded by the distances. *)
Section Speed.
Context (U : inner_product_space) {Token Head : Type} (tokens : list Token) (heads : list Head)
  (alpha : Head -> Token -> Token -> R) (y : Token -> U).
Hypothesis Weights : forall a i j, 0 <= alpha a i j <= 1.
Hypothesis Unit : forall i, inner (y i) (y i) = 1.
Lemma vtotal_norm {I} (T : list I) (g : I -> U) c : (forall i, vnorm (g i) <= c) ->
  vnorm (vtotal T g) <= size T * c.
Proof.
  intros H. unfold size. induction T as [|i T IH]; simpl.
  - unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - eapply Rle_trans; [apply vnorm_add|]. specialize (H i). lra.
Qed.
End Speed.

Lemma triangle (U : inner_product_space) (a b c : U) :
  vnorm (vsub a c) <= vnorm (vsub a b) + vnorm (vsub b c).
Proof.
  replace (vsub a c) with (vadd (vsub a b) (vsub b c)); [apply vnorm_add|].
  apply inner_ext. intro q. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
