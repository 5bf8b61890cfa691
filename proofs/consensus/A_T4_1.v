(* A-T4.1: margins stay between two positive bounds, so the weights of images are bounded below; and a covector,
   scaled to norm 1, brings the limit of the images back to the ellipsoid (Hemisphere.v). *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Gnomonic Spheres Hemisphere Gathering.
Open Scope R_scope.

Section Gather.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head)
  (alpha : R -> Head -> Token -> Token -> R) (W : S -> S) (c : S) (y : R -> Token -> S).
Let s t i := inner c (y t i).
Let x t i := vscale (/ s t i) (y t i).
Hypothesis ET : enumerates tokens.
Hypothesis P : positive W.
Hypothesis Start : forall i, 0 < inner c (y 0 i).
Hypothesis Margins : forall M, 0 < M -> (forall i, M <= s 0 i) -> forall t, 0 <= t -> forall i, M <= s t i.
Let least : exists sigma, 0 < sigma /\ forall t, 0 <= t -> forall i, sigma <= s t i.
Proof.
  destruct (least_positive tokens (s 0) Start) as [sigma [Sig From]]. exists sigma. split; [exact Sig|].
  apply Margins; [exact Sig | intro i; apply From, ET].
Qed.
Lemma stay_inside t : 0 <= t -> forall i, 0 < s t i.
Proof. destruct least as [sigma [Sig Low]]. intros T i. specialize (Low t T i). lra. Qed.
Hypothesis Comp : complete S.
Hypothesis EH : enumerates heads.
Hypothesis Coe : coercive W.
Hypothesis Ellipsoid : (forall t, 0 <= t -> forall i, inner (y t i) (W (y t i)) = 1) /\
  forall t, 0 <= t -> forall i j, inner (y t i) (W (y t j)) <= 1.
Hypothesis Inside : forall t, 0 <= t -> forall i, 0 < s t i.
Hypothesis Low : forall m sigma L t, 0 <= t -> (forall i, inner (y t i) (W (y t i)) = 1) ->
  (forall i j, inner (y t i) (W (y t j)) <= 1) -> (forall i, 0 < s t i) -> 0 < m -> 0 < sigma -> 0 < L ->
  (forall a i j, m <= alpha t a i j) -> forall k q, sigma <= s t q -> s t k <= L ->
  size heads * m * sigma / L <= total heads (fun a => alpha t a k q) * s t q / s t k.
Hypothesis Limit : forall b, 0 < b ->
  (forall t, 0 <= t -> forall i j, b <= total heads (fun a => alpha t a i j) * s t j / s t i) -> forall M, 0 <= M ->
  (forall i j, s 0 i <> 0 /\ s 0 j <> 0 /\ vnorm (vsub (x 0 i) (x 0 j)) <= M) ->
  exists z, forall t, 0 <= t -> forall i, s t i <> 0 /\ vnorm (vsub (x t i) z) <= M * exp (-1 * size tokens * b * t).
Lemma gather m M : (forall t, 0 <= t -> (forall a i j, m <= alpha t a i j) /\ (forall a i j, alpha t a i j <= M)) ->
  0 < m -> exists z, inner z (W z) = 1 /\ (0 < inner c z /\ exists C, 0 < C /\ exists r, 0 < r /\
    forall t, 0 <= t -> forall i, distance W (y t i) z <= C * exp (-1 * r * t)).
Proof.
  intros Weights Mpos. destruct Ellipsoid as [Unit Gram], least as [sigma [Sig Least]].
  destruct (short_from_covector S W P c Coe) as [k [K Short]].
  destruct (norm_in_space S W P Coe) as [C [Cpos InSpace]], (norm_in_metric S W P) as [C' [C'pos InMetric]].
  assert (Most : forall t, 0 <= t -> forall i, s t i <= / k).
  { intros t T i. assert (F := functional_unit _ Short (y t i) (Unit t T i)). rewrite inner_scale_l in F.
    apply Rmult_le_reg_l with k; [exact K|]. rewrite Rinv_r; [exact F | lra]. }
  set (b := size heads * m * sigma / / k).
  assert (B : 0 < b) by (unfold b, Rdiv; rewrite Rinv_inv; repeat apply Rmult_lt_0_compat; auto; apply size_positive, EH).
  assert (N : forall i, vnorm (x 0 i) <= C / sigma).
  { intro i. assert (R0 := Rle_refl 0). unfold x. rewrite vnorm_scale, Rabs_right by (left; apply Rinv_0_lt_compat, Inside, R0).
    unfold Rdiv. rewrite (Rmult_comm C). apply Rmult_le_compat; [left; apply Rinv_0_lt_compat, Inside, R0 | apply vnorm_nonneg | |].
    - apply Rinv_le_contravar; [exact Sig | apply Least, R0].
    - eapply Rle_trans; [apply InSpace|]. rewrite (vnorm_unit (U := weighted S W P)); [lra | apply Unit, R0]. }
  assert (Dpos : 0 < 2 * C / sigma) by (apply Rdiv_lt_0_compat; lra).
  destruct (Limit b B) with (M := 2 * C / sigma) as [l L]; [| lra | |].
  { intros t T i j. apply Low; auto; [apply Rinv_0_lt_compat, K | apply Weights, T]. }
  { intros i j. repeat split; try (apply Rgt_not_eq, Inside, Rle_refl). eapply Rle_trans; [apply vnorm_add|].
    rewrite vnorm_scale, (Rabs_left (-1)) by lra. specialize (N i) as Ni. specialize (N j) as Nj. lra. }
  destruct (someone tokens ET) as [o _]. set (r := size tokens * b).
  assert (Rpos : 0 < r) by (apply Rmult_lt_0_compat; [apply size_positive, ET | exact B]).
  set (D := C' * (/ k * (2 * C / sigma))).
  destruct (point_of_images (U := weighted S W P) (fun a => inner (vscale k c) a) y (k * sigma) D r (vscale (/ k) l) o)
    as [z [Z [In Near]]]; auto.
  - apply Rmult_lt_0_compat; auto.
  - intros t i T. apply Unit, T.
  - intros t i T. rewrite inner_scale_l. apply Rmult_le_compat_l; [lra | apply Least, T].
  - intros t i T. destruct (L t T i) as [S0 Q]. eapply Rle_trans; [apply InMetric|]. unfold D. rewrite !Rmult_assoc.
    apply Rmult_le_compat_l; [lra|].
    match goal with |- vnorm ?v <= _ => replace v with (@vscale S (/ k) (@vsub S (x t i) l)) end.
    + rewrite vnorm_scale, Rabs_right by (left; apply Rinv_0_lt_compat, K).
      apply Rmult_le_compat_l; [left; apply Rinv_0_lt_compat, K|].
      eapply Rle_trans; [apply Q|]. right. unfold r. do 2 f_equal. ring.
    + unfold image, x, vsub. simpl. rewrite inner_scale_l. fold (s t i). apply inner_ext. intro q.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). field. split; [lra | exact S0].
  - exists z. split; [exact Z|]. split.
    + rewrite inner_scale_l in In. assert (0 < k * sigma) by (apply Rmult_lt_0_compat; auto).
      apply Rmult_lt_reg_l with k; [exact K | lra].
    + exists D. split; [unfold D; auto using Rmult_lt_0_compat, Rinv_0_lt_compat|]. exists r. split; [exact Rpos|].
      intros t T i. replace (-1 * r * t) with (- r * t) by ring. apply Near, T.
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
  (forall m, 0 < m -> forall M, 0 < M ->
    (forall t, 0 <= t -> (forall a i j, m <= alpha t a i j) /\ (forall a i j, alpha t a i j <= M)) ->
    exists z, inner z (W z) = 1 /\ (0 < inner c z /\ exists C, 0 < C /\ exists r, 0 < r /\
      forall t, 0 <= t -> forall i, distance W (y t i) z <= C * exp (-1 * r * t))) ->
  (forall t, 0 <= t -> (forall a i j, e t a i j <= kappa) /\ (forall a i j, -1 * kappa <= e t a i j) /\
    forall a i j, alpha t a i j = exp (e t a i j) / (sqrt dimension * total tokens (fun k => exp (e t a i k)))) ->
  enumerates tokens -> 1 <= dimension ->
  exists z, inner z (W z) = 1 /\ (0 < inner c z /\ exists C, 0 < C /\ exists r, 0 < r /\
    forall t, 0 <= t -> forall i, distance W (y t i) z <= C * exp (-1 * r * t)).
Proof.
  intros Gather Scores ET Dim. assert (H : 0 < sqrt dimension) by (apply sqrt_lt_R0; lra).
  assert (N := size_positive tokens ET).
  apply (Gather (exp (-1 * kappa) / (sqrt dimension * (size tokens * exp kappa)))) with
    (M := exp kappa / (sqrt dimension * (size tokens * exp (-1 * kappa)))).
  1, 2: apply Rdiv_lt_0_compat; [apply exp_pos | repeat apply Rmult_lt_0_compat; auto; apply exp_pos].
  intros t T. destruct (Scores t T) as [Up [Low Is]]. split; intros a i j; rewrite Is; apply weight_bounds; auto.
Qed.
