(* The domain of a layer's step: a length is a norm, and what all heads add is no longer than L. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

Section Length.
Context {S : inner_product_space} (n : S -> R).
Hypothesis Add : forall x y, n (vadd x y) <= n x + n y.
Hypothesis Scale : forall c x, n (vscale c x) = Rabs c * n x.
Lemma zero_length : n vzero = 0.
Proof. rewrite <- (vscale_zero vzero), Scale, Rabs_R0. ring. Qed.
Lemma sum_length {I} (T : list I) (f : I -> S) b : (forall i, n (f i) <= b i) ->
  n (vtotal T f) <= total T b.
Proof.
  intros H. induction T as [|i T IH]; simpl; [rewrite zero_length; lra|].
  eapply Rle_trans; [apply Add|]. specialize (H i). lra.
Qed.
End Length.

Section Step.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (W : S -> S) (d tau : R)
  (A : Head -> Token -> Token -> R) (v : Head -> Token -> S) (u : Head -> R) (y : Token -> S) (i : Token).
Let added := vtotal heads (fun a => vtotal tokens (fun j => vscale (A a i j) (v a j))).
Let moved := vadd (y i) (vscale tau added).
Let L := total heads (fun a => u a) / sqrt d.
Let n x := sqrt (inner x (W x)).
Hypothesis OneHead : forall (alpha : Token -> Token -> R) u (v : Token -> S), (forall i j, 0 <= alpha i j) -> 0 <= u ->
  (forall i, inner (v i) (W (v i)) <= u ^ 2) -> forall i, inner (W (vtotal tokens (fun j => vscale (alpha i j) (v j))))
    (vtotal tokens (fun j => vscale (alpha i j) (v j))) <= (u * total tokens (fun j => alpha i j)) ^ 2.
Hypotheses (HW : positive W) (D : 1 <= d) (Pos : forall a i j, 0 <= A a i j).
Let Square x : n x ^ 2 = inner x (W x).
Proof. apply pow2_sqrt, positive_nonneg, HW. Qed.
Lemma drawn_length : (forall a i, total tokens (fun j => A a i j) = 1 / sqrt d) -> (forall a i, n (v a i) <= u a) -> n added <= L.
Proof.
  intros Rows Values. assert (Q : 0 < / sqrt d) by (apply Rinv_0_lt_compat, sqrt_lt_R0; lra).
  unfold L, Rdiv. rewrite <- total_scale_r. apply (sum_length n (@vnorm_add (weighted S W HW)) (@vnorm_scale (weighted S W HW)) heads _ (fun a => u a * / sqrt d)).
  intro a. assert (U : 0 <= u a) by (eapply Rle_trans; [apply sqrt_pos | apply (Values a i)]).
  rewrite <- (sqrt_pow2 (u a * / sqrt d)) by (apply Rmult_le_pos; lra). apply sqrt_le_1_alt. rewrite inner_sym.
  eapply Rle_trans; [apply (OneHead (A a) (u a)); [apply Pos | exact U |] | rewrite Rows; right; unfold Rdiv; ring].
  intro j. rewrite <- Square. apply pow_incr. split; [apply sqrt_pos | apply Values].
Qed.
Hypothesis Given : (forall a i, total tokens (fun j => A a i j) = 1 / sqrt d) /\ (forall a i, n (v a i) <= u a) /\ tau * L < 1.
Lemma pulled : n added <= L.
Proof. apply drawn_length; apply Given. Qed.
Hypothesis NoShorter : forall tau L (z f : S), 0 <= tau -> 0 < L -> inner z (W z) = 1 -> inner f (W f) <= L ^ 2 -> tau * L < 1 ->
  (1 - tau * L) ^ 2 <= inner (W (vadd z (vscale tau f))) (vadd z (vscale tau f)).
Hypotheses (Unit : forall i, inner (y i) (W (y i)) = 1) (Tau : 0 <= tau).
Lemma long : 1 - tau * L <= n moved.
Proof.
  assert (P := pulled). assert (N := sqrt_pos (inner added (W added))). fold (n added) in N. destruct (Rle_lt_dec L 0) as [Z|Z].
  - assert (E : added = vzero) by (apply (inner_definite (weighted S W HW)); change (inner added (W added) = 0); rewrite <- Square; replace (n added) with 0 by lra; ring).
    unfold n, moved. rewrite E. replace (vadd (y i) (vscale tau vzero)) with (y i); [rewrite Unit, sqrt_1; replace L with 0 by lra; lra|].
    apply inner_ext. intro q. rewrite inner_add_l, inner_scale_l, inner_zero_l. ring.
  - rewrite <- (sqrt_pow2 (1 - tau * L)) by (assert (G := proj2 (proj2 Given)); lra). apply sqrt_le_1_alt. rewrite inner_sym.
    apply NoShorter; auto; [rewrite <- Square; apply pow_incr; lra | apply Given].
Qed.
Lemma defined : (forall x, 0 < inner (W x) x -> inner (W (vscale (/ n x) x)) (vscale (/ n x) x) = 1) ->
  1 - tau * L <= n moved /\ 0 < n moved /\ n moved <> 0 /\ n (vscale (/ n moved) moved) = 1.
Proof.
  intro On. assert (P : 0 < n moved) by (assert (Q := long); assert (G := proj2 (proj2 Given)); lra). repeat split; [exact long | exact P | lra|].
  unfold n at 1. rewrite inner_sym, On; [apply sqrt_1 | rewrite inner_sym, <- Square; nra].
Qed.
End Step.
