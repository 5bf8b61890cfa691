(* B-S5: how long a push has to be, and how long it is on average over a basis of directions. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn OrthonormalBasis Cones Pushed.
Open Scope R_scope.

(* The mean of orthonormal vectors. *)
Lemma mean_of_orthonormal {S : inner_product_space} {Token} (tokens : list Token) same (t : Token -> S) :
  enumerates tokens -> kronecker same -> (forall i j, inner (t i) (t j) = same i j) ->
  inner (vscale (/ size tokens) (vtotal tokens (fun j => t j))) (vscale (/ size tokens) (vtotal tokens (fun j => t j)))
  = 1 / size tokens.
Proof.
  intros T K O. assert (N := size_positive tokens T). rewrite inner_scale_l, inner_scale_r, inner_vtotal_l.
  rewrite (total_ext tokens _ (fun _ => 1)).
  - change (total tokens (fun _ => 1)) with (size tokens). field. lra.
  - intro i. rewrite inner_vtotal_r, <- (kronecker_total tokens same i (fun _ => 1) K T).
    apply total_ext. intro j. rewrite O. ring.
Qed.

Lemma long_push {S : inner_product_space} (u : S) : inner u u = 1 -> forall z, 0 < inner z z -> forall beta a,
  10 * vnorm z <= sqrt ((a * beta) ^ 2) -> let y := vadd z (vscale (a * beta) u) in
  0 < inner y y /\ 10 * vnorm (beside u y) <= vnorm y /\ (0 < a * beta -> 9 * vnorm z <= inner u y).
Proof.
  intros Unit z Some beta a Long y. set (p := a * beta) in *.
  rewrite root_of_square in Long.
  assert (Z := positive_length z Some). assert (A := component_short u z Unit).
  split; [|split].
  + unfold y. rewrite (pushed_square u z Unit p). assert (Q := inner_nonneg S (beside u z)).
    assert (N : inner u z + p <> 0).
    { intro N. replace p with (- inner u z) in Long by lra. rewrite Rabs_Ropp in Long. lra. }
    assert (0 < (inner u z + p) * (inner u z + p)) by (apply Rsqr_pos_lt; exact N). lra.
  + change (10 * vnorm (beside u y) <= vnorm y). unfold y at 1. rewrite (beside_pushed u z Unit p).
    assert (B := pushed_sine u z Unit p). fold y in B. assert (V := vnorm_nonneg (beside u z)).
    apply Rmult_le_reg_l with (vnorm z); [exact Z|]. eapply Rle_trans; [|exact B].
    replace (vnorm z * (10 * vnorm (beside u z))) with (vnorm (beside u z) * (10 * vnorm z)) by ring.
    apply Rmult_le_compat_l; auto.
  + intro P. rewrite Rabs_right in Long by lra. apply Rabs_le_between in A. unfold y.
    rewrite inner_add_r, inner_scale_r, Unit. change (9 * vnorm z <= inner u z + p * 1). lra.
Qed.
Section Directions.
Context {S : inner_product_space} {Mode : Type} (modes : list Mode) (e : Mode -> S) (same : Mode -> Mode -> R).
Hypotheses (KM : kronecker same) (Orth : forall a b, inner (e a) (e b) = same a b).
Definition spans := forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k)).
Lemma squares_add_up s : spans -> total modes (fun k => inner (e k) s ^ 2) = inner s s.
Proof.
  intro Span. rewrite (basis_parseval modes e (basis_of_kronecker modes same e KM Orth Span) s s). apply total_ext. intro k. ring.
Qed.
Lemma typical {Token} (tokens : list Token) (t : Token -> S) (orthogonal : Prop) d C : enumerates tokens -> 1 <= d ->
  let s := vscale (/ size tokens) (vtotal tokens (fun j => t j)) in let squares := total modes (fun k => inner (e k) s ^ 2) / d in
  (orthogonal -> inner s s = 1 / size tokens) -> orthogonal -> inner s s = 1 / size tokens /\
    (spans -> squares = 1 / (size tokens * d) /\ (10 <= C * sqrt squares <-> 10 * sqrt (size tokens * d) <= C)).
Proof.
  intros T Large s squares Short O. assert (Mean := Short O). split; [exact Mean|]. intro Span.
  assert (N := size_positive tokens T).
  assert (Squares : squares = 1 / (size tokens * d)).
  { unfold squares. rewrite (squares_add_up s Span), Mean. field. lra. }
  assert (Pos : 0 < size tokens * d) by (apply Rmult_lt_0_compat; lra).
  assert (Root : 0 < sqrt (size tokens * d)) by (apply sqrt_lt_R0; exact Pos).
  split; [exact Squares|]. rewrite Squares, sqrt_div_alt, sqrt_1 by exact Pos. split; intro H.
  - apply Rmult_le_reg_r with (/ sqrt (size tokens * d)); [apply Rinv_0_lt_compat; exact Root|].
    rewrite Rmult_assoc, Rinv_r by lra. unfold Rdiv in H. lra.
  - apply Rmult_le_reg_r with (sqrt (size tokens * d)); [exact Root|].
    unfold Rdiv. rewrite Rmult_1_l, Rmult_assoc, Rinv_l by lra. lra.
Qed.
End Directions.
