(* B-L13: lengths are positive if tau |lam| < 1, and no eigenvalue exceeds |V|. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Bipartite.
Open Scope R_scope.

Lemma lengths p q E tau mu : 0 < p -> 0 < q -> 0 < E -> 0 < tau -> tau * sqrt (mu ^ 2) < 1 ->
  0 < 1 + tau * mu * mp p q E /\ 0 < 1 + tau * mu * mm p q E.
Proof.
  intros P Q HE Tau H. rewrite <- Rsqr_pow2, sqrt_Rsqr_abs, <- (Rabs_right tau), <- Rabs_mult in H by lra.
  apply Rabs_def2 in H.
  assert (Long : forall x, -1 < x < 1 -> 0 < 1 + tau * mu * x).
  { intros x X. assert (0 < (1 + tau * mu) * (1 + x)) by (apply Rmult_lt_0_compat; lra).
    assert (0 < (1 - tau * mu) * (1 - x)) by (apply Rmult_lt_0_compat; lra). lra. }
  split; apply Long; [apply mp_in | apply mm_in]; assumption.
Qed.
Lemma eigenvalues {S : inner_product_space} (V : S -> S) p q E tau m : 0 < p -> 0 < q -> 0 < E -> 0 < tau ->
  tau * m < 1 /\ (forall z, sqrt (inner (V z) (V z)) <= m * sqrt (inner z z)) ->
  forall v, inner v v = 1 -> forall mu, V v = vscale mu v ->
  0 < 1 + tau * mu * mp p q E /\ 0 < 1 + tau * mu * mm p q E.
Proof.
  intros P Q HE Tau [Small Norm] v Unit mu Eig. specialize (Norm v).
  rewrite Eig, inner_scale_l, inner_scale_r, Unit, sqrt_1 in Norm. replace (mu * (mu * 1)) with (mu ^ 2) in Norm by ring.
  apply lengths; auto. assert (tau * sqrt (mu ^ 2) <= tau * (m * 1)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
