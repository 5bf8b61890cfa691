(* A-T5.2': Dominant.v, whose means are sums as they are printed. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Tangent Values Dominant.
From Claimed Require Import A_T5_2_prime.
Open Scope R_scope.

Theorem proof : A_T5_2_prime.
Proof.
  intros Space Token tokens Head heads p w u y _ ET EH Pole Unit _ Nonneg Flow. split.
  - intros U Sym _ c mu M0 [Eigen Across] x. split.
    + rewrite Eigen. apply inner_scale_l.
    + change (vnorm (off p (U x)) <= mu * vnorm (off p x)).
      rewrite (value_matrix_beside p U c) by auto. apply Across, inner_off, Pole.
  - intros lam mu rho Rho [[Signs [Pulls Inside]] Dominant].
    set (kappa := rho * total heads (fun a => lam a - mu a)) in *.
    assert (Main : forall D, 0 <= D -> (forall i, (1 - inner p (y 0 i) * inner p (y 0 i)) /
      (inner p (y 0 i) * inner p (y 0 i)) <= D) -> forall t i, 0 <= t -> 0 < inner p (y t i) /\
      (1 - inner p (y t i) * inner p (y t i)) / (inner p (y t i) * inner p (y t i))
        <= D * exp (- (2 * kappa) * t) /\ vnorm (vsub (y t i) p) <= sqrt D * exp (- kappa * t)).
    { apply (dominant_heads_gather tokens heads p lam mu w u y rho); auto.
      - intros t a i T. apply (Pulls t T a i).
      - intros t a i T. apply (Pulls t T a i).
      - intros t a i T. apply (Pulls t T a i). }
    assert (Squares : forall b, b ^ 2 = b * b) by (intro; ring). split.
    + intros D D0 Slopes t T. assert (First := Main D D0).
      assert (S : forall i, (1 - inner p (y 0 i) * inner p (y 0 i)) /
        (inner p (y 0 i) * inner p (y 0 i)) <= D).
      { intro i. rewrite <- Squares. apply (Slopes i). }
      specialize (First S t). split; [intro i; apply First, T|].
      split; intro i; destruct (First i T) as [P [H L]].
      * rewrite Squares. replace (-2 * kappa * t) with (- (2 * kappa) * t) by ring. split; [|exact H].
        assert (0 < inner p (y t i) * inner p (y t i)) by (apply Rmult_lt_0_compat; auto). lra.
      * replace (-1 * kappa * t) with (- kappa * t) by ring. exact L.
    + intros Positive i.
      destruct (bounded_above tokens (fun i => (1 - inner p (y 0 i) * inner p (y 0 i)) /
        (inner p (y 0 i) * inner p (y 0 i)))) as [D [D0 S]].
      apply (vtends_exp _ _ (sqrt D) kappa Positive). intros t T.
      apply (Main D D0 (fun j => S j (proj2 (proj2 ET) j)) t i T).
Qed.
