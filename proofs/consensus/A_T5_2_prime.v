(* A-T5.2': Dominant.v, whose means are sums as they are printed. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Tangent Values Dominant.
Open Scope R_scope.

Lemma kept {S : inner_product_space} (p : S) U c mu : inner p p = 1 -> adjoint U U -> U p = vscale c p /\
  (forall x, inner p x = 0 -> sqrt (inner (U x) (U x)) <= mu * sqrt (inner x x)) ->
  forall x, inner (U p) x = c * inner p x /\ vnorm (off p (U x)) <= mu * vnorm (off p x).
Proof.
  intros Pole Sym [Eigen Across] x. split; [rewrite Eigen; apply inner_scale_l|].
  rewrite (value_matrix_beside p U c) by auto. apply Across, inner_off, Pole.
Qed.
Section Heads.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (p : S)
  (w : R -> Head -> Token -> Token -> R) (u : R -> Head -> Token -> S) (y : R -> Token -> S) (lam mu : Head -> R) (rho : R).
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun s => y s i) t
  (vsub (vtotal heads (fun a => u t a i)) (vscale (inner (y t i) (vtotal heads (fun a => u t a i))) (y t i))).
Let seen t a i := vtotal tokens (fun j => vscale (w t a i j) (y t j)).
Let kappa := rho * total heads (fun a => lam a - mu a).
Hypothesis Pulled : ((forall a, 0 <= lam a /\ 0 <= mu a) /\ (forall t, 0 <= t -> forall a i,
    total tokens (fun j => w t a i j) = rho /\ inner p (u t a i) = lam a * inner p (seen t a i) /\
    vnorm (off p (u t a i)) <= mu a * vnorm (off p (seen t a i))) /\ forall i, 0 < inner p (y 0 i)) /\ 0 <= kappa.
Hypotheses (ET : enumerates tokens) (EH : enumerates heads) (Pole : inner p p = 1) (Unit : forall i, inner (y 0 i) (y 0 i) = 1).
Hypotheses (Nonneg : forall t, 0 <= t -> forall a i j, 0 <= w t a i j) (Rho : 0 < rho).
Let slope t i := (1 - inner p (y t i) ^ 2) / inner p (y t i) ^ 2.
Let Main D : (forall i, slope 0 i <= D) -> forall t i, 0 <= t -> 0 < inner p (y t i) /\
  slope t i <= D * exp (- (2 * kappa) * t).
Proof.
  assert (Squares : forall t i, slope t i = (1 - inner p (y t i) * inner p (y t i)) / (inner p (y t i) * inner p (y t i))) by
    (intros; unfold slope; f_equal; ring).
  intros Slopes t i T. rewrite Squares. destruct Pulled as [[Signs [Pulls Inside]] Dominant].
  apply (dominant_heads_gather tokens heads p lam mu w u y rho); auto; try (intros; apply Pulls; assumption).
  intro j. rewrite <- Squares. apply Slopes.
Qed.
Let bounded : exists D, 0 <= D /\ forall i, slope 0 i <= D.
Proof. destruct (bounded_above tokens (slope 0)) as [D [D0 H]]. exists D. split; [exact D0|]. intro i. apply H, (proj2 (proj2 ET)). Qed.
Lemma inside t : 0 <= t -> forall i, 0 < inner p (y t i).
Proof. intros T i. destruct bounded as [D [D0 H]]. apply (Main D H), T. Qed.
Lemma slopes D : 0 <= D -> (forall i, inner p (y 0 i) ^ 2 <> 0 /\ slope 0 i <= D) -> forall t, 0 <= t -> forall i,
  inner p (y t i) ^ 2 <> 0 /\ slope t i <= D * exp (-2 * kappa * t).
Proof.
  intros D0 H t T i. split; [apply pow_nonzero, Rgt_not_eq, (inside t T)|]. replace (-2 * kappa * t) with (- (2 * kappa) * t) by ring.
  apply Main; auto. apply H.
Qed.
Hypothesis Inside : forall t, 0 <= t -> forall i, 0 < inner p (y t i).
Hypothesis Steep : forall D, 0 <= D -> (forall i, inner p (y 0 i) ^ 2 <> 0 /\ slope 0 i <= D) -> forall t, 0 <= t -> forall i,
  inner p (y t i) ^ 2 <> 0 /\ slope t i <= D * exp (-2 * kappa * t).
Lemma near D : (forall (N : Token -> Token -> R) (c t : R), 0 <= t -> indicator N -> (forall i j, 0 <= N i j) -> (forall i j, N i j <= 1) ->
    0 < c -> c <= 1 -> 2 * (1 - c) <= (1 - c ^ 2) / c ^ 2) ->
  0 <= D -> (forall i, inner p (y 0 i) ^ 2 <> 0 /\ slope 0 i <= D) -> forall t, 0 <= t -> forall i,
  vnorm (vsub (y t i) p) <= sqrt D * exp (-1 * kappa * t).
Proof.
  intros Near D0 H t T i. destruct Pulled as [[Signs [Pulls _]] _].
  assert (U : inner (y t i) (y t i) = 1) by (apply (heads_unit tokens heads p lam mu w u y rho); auto; intros; apply Pulls; assumption).
  apply square_le; [apply Rmult_le_pos; [apply sqrt_pos | left; apply exp_pos]|]. rewrite unit_distance, inner_sym by assumption.
  eapply Rle_trans; [apply (Near (fun _ _ => 0) _ t T); try (intros; lra); [intros a c; left; reflexivity | apply Inside, T | apply unit_inner; assumption]|].
  eapply Rle_trans; [apply (Steep D D0 H t T i)|]. right. replace (-2 * kappa * t) with (-1 * kappa * t + -1 * kappa * t) by ring.
  rewrite exp_plus, <- (sqrt_sqrt D) at 1 by exact D0. ring.
Qed.
Lemma gather : (forall D, 0 <= D -> (forall i, inner p (y 0 i) ^ 2 <> 0 /\ slope 0 i <= D) -> forall t, 0 <= t -> forall i,
    vnorm (vsub (y t i) p) <= sqrt D * exp (-1 * kappa * t)) ->
  (forall D, 0 <= D -> (forall i, inner p (y 0 i) ^ 2 <> 0 /\ slope 0 i <= D) -> forall t, 0 <= t ->
    (forall i, 0 < inner p (y t i)) /\ (forall i, inner p (y t i) ^ 2 <> 0 /\ slope t i <= D * exp (-2 * kappa * t)) /\
    forall i, vnorm (vsub (y t i) p) <= sqrt D * exp (-1 * kappa * t)) /\
  (0 < kappa -> forall i, vtends (fun t => y t i) p).
Proof.
  intro Near. split; [intros D D0 H t T; exact (conj (Inside t T) (conj (Steep D D0 H t T) (Near D D0 H t T)))|].
  intros Positive i. destruct bounded as [D [D0 H]]. apply (vtends_exp _ _ (sqrt D) kappa Positive). intros t T.
  replace (- kappa * t) with (-1 * kappa * t) by ring. apply Near; auto. intro j. split; [apply pow_nonzero, Rgt_not_eq, Inside; lra | apply H].
Qed.
End Heads.
