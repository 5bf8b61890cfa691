(* B-S5: how long a push has to be, and how long it is on average over a basis of directions. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn Pushed.
Open Scope R_scope.

Section Push.
Context {S : inner_product_space} (u : S).
Let pushed z q := vadd z (vscale q u).
Let off z := vsub z (vscale (inner u z) u).
Let holds (says : R -> R -> S -> Prop) := forall r q z, 0 < r -> inner z z <= r ^ 2 -> 100 * r ^ 2 <= q ^ 2 -> says r q z.
Lemma long_push : holds (fun _ q z => 0 < inner (pushed z q) (pushed z q)) ->
  (forall q z, off (pushed z q) = off z) -> holds (fun _ q z => 100 * inner (off z) (off z) <= inner (pushed z q) (pushed z q)) ->
  holds (fun r q z => 10 * r <= q -> 9 * r <= inner u (pushed z q)) ->
  forall z, 0 < inner z z -> forall beta a, 10 * vnorm z <= sqrt ((a * beta) ^ 2) ->
  0 < inner (pushed z (a * beta)) (pushed z (a * beta)) /\ 10 * vnorm (off (pushed z (a * beta))) <= vnorm (pushed z (a * beta)) /\
  (0 < a * beta -> 9 * vnorm z <= inner u (pushed z (a * beta))).
Proof.
  intros Some Beside Sine Side z Z beta a Long. set (q := a * beta) in *. apply positive_length in Z.
  assert (Square : inner z z <= vnorm z ^ 2) by (right; rewrite <- vnorm_square; ring).
  assert (Q := pow2_sqrt (q ^ 2) (pow2_ge_0 q)). assert (Large : 100 * vnorm z ^ 2 <= q ^ 2) by nra.
  split; [exact (Some _ q z Z Square Large)|]. split; [|intro P; rewrite root_of_square, Rabs_right in Long by lra; exact (Side _ q z Z Square Large Long)].
  assert (A := Sine _ q z Z Square Large). cbv beta in A. rewrite Beside. rewrite <- !vnorm_square in A. assert (B := vnorm_nonneg (pushed z q)). nra.
Qed.
End Push.
Section Directions.
Context {S : inner_product_space} {Mode Token : Type} (modes : list Mode) (e : Mode -> S) (tokens : list Token) (t : Token -> S) (same : Token -> Token -> R).
Definition spans := forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k)).
Definition mean (t : Token -> S) := vscale (/ size tokens) (vtotal tokens (fun j => t j)).
Let squares s := total modes (fun k => inner (e k) s ^ 2).
Lemma squares_add_up : (forall s, squares s = inner s (vtotal modes (fun k => vscale (inner (e k) s) (e k)))) ->
  forall s, spans -> squares s = inner s s.
Proof. intros Directions s Span. rewrite Directions, <- (Span s). reflexivity. Qed.
Let short := (forall i j, inner (t i) (t j) = same i j) -> inner (mean t) (mean t) = 1 / size tokens.
Lemma mean_of_orthonormal : (forall y, (forall i, inner (y i) (y i) = 1) -> (forall i j, inner (y i) (y j) <= 1) ->
    inner (mean y) (mean y) = 1 / size tokens + total tokens (fun i => total tokens (fun j => (1 - same i j) * inner (y i) (y j))) / size tokens ^ 2) ->
  enumerates tokens -> kronecker same -> (forall i, inner (t i) (t i) = 1) -> (forall i j, inner (t i) (t j) <= 1) -> short.
Proof.
  intros Mean T K Unit Near O. rewrite (Mean t Unit Near). replace (total tokens _) with 0; [lra|].
  rewrite <- (total_zero tokens). apply total_ext. intro i. transitivity (1 - same i i); [rewrite (proj1 K); ring|].
  rewrite <- (kronecker_total tokens same i (fun j => 1 - same i j) K T). apply total_ext. intro j. rewrite O. ring.
Qed.
Lemma typical d C : (forall s, spans -> squares s = inner s s) -> short ->
  (forall c k m, 0 < c -> 0 < k -> 0 < m -> 10 * (k * m) <= c -> 10 <= c / (k * m)) ->
  (forall c k m, 0 < c -> 0 < k -> 0 < m -> 10 <= c / (k * m) -> 10 * (k * m) <= c) ->
  enumerates tokens -> 1 <= d -> 0 < C -> (forall i j, inner (t i) (t j) = same i j) -> inner (mean t) (mean t) = 1 / size tokens /\
    (spans -> squares (mean t) / d = 1 / (size tokens * d) /\ (10 <= C * sqrt (squares (mean t) / d) <-> 10 * sqrt (size tokens * d) <= C)).
Proof.
  intros Parseval Short Gain Less T Large Pos O. assert (Mean := Short O). split; [exact Mean|]. intro Span.
  assert (N := size_positive tokens T). rewrite (Parseval _ Span), Mean.
  assert (E : 1 / size tokens / d = 1 / (size tokens * d)) by (field; lra). split; [exact E|]. rewrite E.
  assert (M := Rmult_lt_0_compat _ _ N (Rlt_le_trans _ _ _ Rlt_0_1 Large)). rewrite sqrt_div_alt, sqrt_1 by exact M.
  rewrite sqrt_mult_alt by lra. assert (K := sqrt_lt_R0 _ N). assert (D : 0 < sqrt d) by (apply sqrt_lt_R0; lra).
  unfold Rdiv. rewrite Rmult_1_l. split; [apply Less | apply Gain]; assumption.
Qed.
End Directions.
