(* A-T4.1: a covector of the hemisphere, scaled to norm 1, and the least margin (Gathering.v). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Gnomonic Gathering.
Open Scope R_scope.

Section Gather.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (alpha : R -> Head -> Token -> Token -> R) (W : S -> S) (c : S) (y : R -> Token -> S).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))
    (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))))
      (y t i))).
Hypothesis Comp : complete S.
Hypothesis ET : enumerates tokens.
Hypothesis EH : enumerates heads.
Hypothesis P : positive W.
Hypothesis Coe : coercive W.
Hypothesis Unit : forall i, inner (y 0 i) (W (y 0 i)) = 1.
Hypothesis Inside : forall i, 0 < inner c (y 0 i).
Lemma gather m M : (forall t, 0 <= t -> (forall a i j, m <= alpha t a i j) /\ (forall a i j, alpha t a i j <= M)) ->
  0 < m -> exists z, inner z (W z) = 1 /\ (0 < inner c z /\ exists C, 0 < C /\ exists r, 0 < r /\
    forall t, 0 <= t -> forall i, distance W (y t i) z <= C * exp (-1 * r * t)).
Proof.
  intros Weights Mpos. destruct (short_from_covector S W P c Coe) as [k [K Short]].
  destruct (least_positive tokens (fun i => inner (vscale k c) (y 0 i))) as [sigma [Sig Start]].
  { intro i. rewrite inner_scale_l. apply Rmult_lt_0_compat; auto. }
  assert (HM : 0 < size heads * m) by (apply Rmult_lt_0_compat; [apply size_positive|]; auto).
  destruct (tokens_gather S Token tokens (fun t i j => total heads (fun a => alpha t a i j)) W
    (fun a => inner (vscale k c) a) y (size heads * m)
    (size heads * M) sigma ET P Flow Unit HM) as [z [Z [In Near]]]; auto.
  - intros t i j T. split; [apply heads_at_least | apply heads_at_most]; intro; apply Weights, T.
  - intro i. apply Start, ET.
  - exists z. split; [auto|]. split.
    + rewrite inner_scale_l in In. apply Rmult_lt_reg_l with k; [auto|]. lra.
    + exists (2 / sigma). split; [apply Rdiv_lt_0_compat; lra|].
      exists (size tokens * (size heads * m * sigma)). split.
      * repeat apply Rmult_lt_0_compat; auto; apply size_positive; auto.
      * intros t T i. replace (-1 * (size tokens * (size heads * m * sigma)) * t)
          with (- (size tokens * (size heads * m * sigma)) * t) by ring. apply Near, T.
Qed.
End Gather.

(* Scores between -kappa and kappa give weights between two positive bounds. *)
Lemma weight_bounds {Token} (tokens : list Token) (e : Token -> R) (height kappa : R) j :
  enumerates tokens -> 0 < height -> (forall k, e k <= kappa) -> (forall k, -1 * kappa <= e k) ->
  exp (-1 * kappa) / (height * (size tokens * exp kappa))
  <= exp (e j) / (height * total tokens (fun k => exp (e k)))
  <= exp kappa / (height * (size tokens * exp (-1 * kappa))).
Proof.
  intros E H Up Low. assert (N := size_positive tokens E).
  assert (Q : size tokens * exp (-1 * kappa) <= total tokens (fun k => exp (e k)) <= size tokens * exp kappa).
  { unfold size. rewrite <- !total_scale_r. split; apply total_le; intro k; rewrite Rmult_1_l;
      apply exp_le; auto. }
  assert (0 < size tokens * exp (-1 * kappa)) by (apply Rmult_lt_0_compat; [auto | apply exp_pos]).
  unfold Rdiv. split; apply Rmult_le_compat; try (left; apply exp_pos);
    try (left; apply Rinv_0_lt_compat; apply Rmult_lt_0_compat; lra); try (apply exp_le; auto);
    apply Rinv_le_contravar; try (apply Rmult_lt_0_compat; lra); apply Rmult_le_compat_l; lra.
Qed.

Lemma gather_by_softmax {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (alpha e : R -> Head -> Token -> Token -> R) (W : S -> S) (c : S) (y : R -> Token -> S) dimension kappa :
  (forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))
    (vscale (inner (y t i) (W (vtotal tokens (fun j => vscale (total heads (fun a => alpha t a i j)) (y t j)))))
      (y t i)))) ->
  (forall t, 0 <= t -> (forall a i j, e t a i j <= kappa) /\ (forall a i j, -1 * kappa <= e t a i j) /\
    forall a i j, alpha t a i j = exp (e t a i j) / (sqrt dimension * total tokens (fun k => exp (e t a i k)))) ->
  complete S -> enumerates tokens -> enumerates heads -> 1 <= dimension -> positive W -> coercive W ->
  (forall i, inner (y 0 i) (W (y 0 i)) = 1) -> (forall i, 0 < inner c (y 0 i)) ->
  exists z, inner z (W z) = 1 /\ (0 < inner c z /\ exists C, 0 < C /\ exists r, 0 < r /\
    forall t, 0 <= t -> forall i, distance W (y t i) z <= C * exp (-1 * r * t)).
Proof.
  intros F Scores Comp ET EH Dim P Coe Unit Inside. assert (H : 0 < sqrt dimension) by (apply sqrt_lt_R0; lra).
  apply (gather tokens heads alpha W c y F Comp ET EH P Coe Unit Inside
    (exp (-1 * kappa) / (sqrt dimension * (size tokens * exp kappa)))
    (exp kappa / (sqrt dimension * (size tokens * exp (-1 * kappa))))).
  - intros t T. destruct (Scores t T) as [Up [Low Is]]. split; intros a i j; rewrite Is; apply weight_bounds; auto.
  - apply Rdiv_lt_0_compat; [apply exp_pos|].
    repeat apply Rmult_lt_0_compat; auto; [apply size_positive; auto | apply exp_pos].
Qed.
