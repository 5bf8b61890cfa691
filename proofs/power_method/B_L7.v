(* B-L7: the energy of the Oja map does not fall, steps tend to 0, and limit points are at rest. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words OjaEnergy.
From Claimed Require Import B_L7.
Open Scope R_scope.

Section Orbit.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R)
  (x : nat -> Token -> U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Hypothesis Start : forall i, inner (x 0%nat i) (x 0%nat i) = 1.
Let push := pushed tokens V tau.

Lemma orbit_unit : (forall k, layer tokens V tau (x k) (x (S k))) -> forall k i, inner (x k i) (x k i) = 1.
Proof.
  intros L [|k] i; [apply Start | exact (layer_unit tokens V tau (x k) (x (S k)) (L k) i)].
Qed.

(* From here on |V| <= kappa with tau kappa < 1: the layer is defined. *)
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.

Lemma operator_norm a : vnorm (V a) <= kappa * vnorm a.
Proof.
  unfold vnorm. rewrite <- (sqrt_square kappa) at 1 by exact Kpos. rewrite <- sqrt_mult_alt.
  - apply sqrt_le_1_alt. replace (kappa * kappa) with (kappa ^ 2) by ring. apply Norm.
  - apply Rmult_le_pos; exact Kpos.
Qed.
Lemma form_bounds a : Rabs (inner (V a) a) <= kappa * inner a a.
Proof.
  eapply Rle_trans; [apply inner_le_vnorm|]. rewrite <- vnorm_square.
  replace (kappa * (vnorm a * vnorm a)) with (kappa * vnorm a * vnorm a) by ring.
  apply Rmult_le_compat_r; [apply vnorm_nonneg | apply operator_norm].
Qed.
Lemma mean_norm (z : Token -> U) : (forall i, inner (z i) (z i) = 1) -> vnorm (mean tokens z) <= 1.
Proof.
  intro Z. rewrite <- sqrt_1. apply sqrt_le_1_alt. exact (mean_short tokens ET z Z).
Qed.
Lemma unit_norm (a : U) : inner a a = 1 -> vnorm a = 1.
Proof. intro A. unfold vnorm. rewrite A. apply sqrt_1. Qed.
Lemma pushed_norm (z : Token -> U) i : (forall j, inner (z j) (z j) = 1) ->
  1 - tau * kappa <= vnorm (push z i) <= 2.
Proof.
  intro Z. set (f := vscale tau (V (mean tokens z))).
  assert (F : vnorm f <= tau * kappa).
  { unfold f. rewrite vnorm_scale, Rabs_right by lra. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply operator_norm|]. rewrite <- (Rmult_1_r kappa) at 2.
    apply Rmult_le_compat_l; [exact Kpos | apply mean_norm, Z]. }
  assert (One := unit_norm (z i) (Z i)). split.
  - assert (T := vnorm_add (push z i) (vscale (-1) f)). rewrite vnorm_scale, (Rabs_left (-1)) in T by lra.
    replace (vadd (push z i) (vscale (-1) f)) with (z i) in T; [lra|].
    apply inner_ext. intro u. unfold push, pushed. fold f. rewrite !inner_add_l, inner_scale_l. ring.
  - assert (T := vnorm_add (z i) f). unfold push, pushed. fold f. lra.
Qed.
Lemma pushed_positive (z : Token -> U) i : (forall j, inner (z j) (z j) = 1) ->
  0 < inner (push z i) (push z i).
Proof.
  intro Z. assert (P := pushed_norm z i Z). rewrite <- vnorm_square.
  apply Rmult_lt_0_compat; lra.
Qed.

Hypothesis Orbit : forall k i, x (S k) i = vscale (/ vnorm (push (x k) i)) (push (x k) i).
Lemma all_unit k : forall i, inner (x k i) (x k i) = 1.
Proof.
  induction k as [|k IH]; [exact Start|].
  assert (L : layer tokens V tau (x k) (x (S k))).
  { intro i. split; [exact (pushed_positive (x k) i IH) | exact (Orbit k i)]. }
  exact (layer_unit tokens V tau (x k) (x (S k)) L).
Qed.
Let step k i := vsub (x (S k) i) (x k i).
Lemma steps_vanish : layers_tend (fun k => total tokens (fun i => inner (step k i) (step k i))) 0.
Proof.
  assert (Low : forall a, - kappa * inner a a <= inner (V a) a).
  { intro a. assert (F := form_bounds a). apply Rabs_le_between in F. lra. }
  apply (increments_vanish (fun k => energy tokens V (x k)) _ ((1 - tau * kappa) / (2 * tau))
    (size tokens * kappa / 2)).
  - apply Rdiv_lt_0_compat; lra.
  - intro k. apply total_nonneg. intro. apply inner_nonneg.
  - intro k. apply (energy_rises tokens V tau ET Sym Tpos kappa); auto.
    + exact (all_unit k).
    + intro i. split; [exact (pushed_positive (x k) i (all_unit k)) | exact (Orbit k i)].
  - intro k. unfold energy. apply Rmult_le_compat_r; [lra|].
    apply Rmult_le_compat_l; [left; apply size_positive, ET|].
    assert (F := form_bounds (mean tokens (x k))). apply Rabs_le_between in F.
    assert (M := mean_short tokens ET (x k) (all_unit k)).
    assert (kappa * inner (mean tokens (x k)) (mean tokens (x k)) <= kappa * 1) by
      (apply Rmult_le_compat_l; auto). lra.
Qed.
Lemma token_steps i eps : 0 < eps -> exists N, forall k, (N <= k)%nat -> vnorm (step k i) < eps.
Proof.
  intro He. destruct (steps_vanish (eps * eps)) as [N HN]; [apply Rmult_lt_0_compat; auto|].
  exists N. intros k Hk. specialize (HN k Hk). rewrite Rminus_0_r in HN. apply Rabs_def2 in HN.
  rewrite <- (sqrt_square eps) by lra. apply sqrt_lt_1_alt. split; [apply inner_nonneg|].
  eapply Rle_lt_trans; [| exact (proj1 HN)].
  apply (total_at_least tokens (fun i => inner (step k i) (step k i))); [apply ET|].
  intro. apply inner_nonneg.
Qed.

(* What is left of rest at a token, y - |y| x, changes by at most 6 times the distance of two states. *)
Let far (z u : Token -> U) := total tokens (fun j => vnorm (vsub (z j) (u j))).
Let unrest (z : Token -> U) i := vsub (push z i) (vscale (vnorm (push z i)) (z i)).
Lemma one_far z u i : vnorm (vsub (z i) (u i)) <= far z u.
Proof.
  apply (total_at_least tokens (fun j => vnorm (vsub (z j) (u j)))); [apply ET|].
  intro. apply vnorm_nonneg.
Qed.
Lemma vsub_vzero (a : U) : vsub a vzero = a.
Proof. apply inner_ext. intro b. unfold vsub. rewrite inner_add_l, inner_scale_l, inner_zero_l. ring. Qed.
Lemma vtotal_norm_le {I} (T : list I) (f : I -> U) : vnorm (vtotal T f) <= total T (fun j => vnorm (f j)).
Proof.
  induction T as [|j T IH]; simpl.
  - unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - eapply Rle_trans; [apply vnorm_add | lra].
Qed.
Lemma mean_far z u : vnorm (vsub (mean tokens z) (mean tokens u)) <= far z u.
Proof.
  rewrite <- (mean_step tokens ET u z). unfold mean. rewrite vnorm_scale.
  assert (N := size_positive tokens ET). assert (N1 := size_at_least_one tokens ET).
  rewrite Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  apply Rmult_le_reg_l with (size tokens); [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  eapply Rle_trans; [apply vtotal_norm_le|].
  assert (0 <= far z u) by (apply total_nonneg; intro; apply vnorm_nonneg).
  apply Rle_trans with (1 * far z u); [right; symmetry; apply Rmult_1_l|].
  apply Rmult_le_compat_r; lra.
Qed.
Lemma pushed_far z u i : vnorm (vsub (push z i) (push u i)) <= 2 * far z u.
Proof.
  replace (vsub (push z i) (push u i)) with (vadd (vsub (z i) (u i))
    (vscale tau (V (vsub (mean tokens z) (mean tokens u))))).
  2: { unfold vsub. rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym). apply inner_ext. intro a.
       unfold push, pushed. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right tau) by lra.
  assert (M := mean_far z u). assert (O := one_far z u i).
  assert (W := operator_norm (vsub (mean tokens z) (mean tokens u))).
  assert (F : 0 <= far z u) by (apply total_nonneg; intro; apply vnorm_nonneg).
  assert (tau * vnorm (V (vsub (mean tokens z) (mean tokens u))) <= tau * (kappa * far z u)).
  { apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact W|]. apply Rmult_le_compat_l; auto. }
  assert (tau * kappa * far z u <= 1 * far z u) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma norm_gap (a b : U) : Rabs (vnorm a - vnorm b) <= vnorm (vsub a b).
Proof.
  assert (One := vnorm_add (vsub a b) b). assert (Two := vnorm_add (vscale (-1) (vsub a b)) a).
  replace (vadd (vsub a b) b) with a in One
    by (apply inner_ext; intro c; unfold vsub; rewrite !inner_add_l, inner_scale_l; ring).
  replace (vadd (vscale (-1) (vsub a b)) a) with b in Two
    by (apply inner_ext; intro c; unfold vsub; rewrite !inner_add_l, !inner_scale_l, !inner_add_l,
        !inner_scale_l; ring).
  rewrite vnorm_scale, (Rabs_left (-1)) in Two by lra. apply Rabs_le. lra.
Qed.
Lemma unrest_far (z u : Token -> U) i : (forall j, inner (z j) (z j) = 1) ->
  (forall j, inner (u j) (u j) = 1) ->
  vnorm (unrest u i) <= vnorm (unrest z i) + 6 * far z u.
Proof.
  intros Z W. set (p := push z i). set (q := push u i).
  replace (unrest u i) with (vadd (unrest z i) (vadd (vscale (-1) (vsub p q))
    (vadd (vscale (vnorm p - vnorm q) (u i)) (vscale (vnorm p) (vsub (z i) (u i)))))).
  2: { apply inner_ext. intro a. unfold unrest, vsub. fold p q.
       rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
  eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat_l.
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra.
  assert (P := pushed_far z u i). fold p q in P. assert (G := norm_gap p q).
  assert (T := vnorm_add (vscale (vnorm p - vnorm q) (u i)) (vscale (vnorm p) (vsub (z i) (u i)))).
  rewrite !vnorm_scale, (unit_norm (u i) (W i)), (Rabs_right (vnorm p)) in T
    by (apply Rle_ge, vnorm_nonneg).
  assert (B := proj2 (pushed_norm z i Z)). fold p in B. assert (O := one_far z u i).
  assert (vnorm p * vnorm (vsub (z i) (u i)) <= 2 * far z u)
    by (apply Rmult_le_compat; auto; apply vnorm_nonneg). lra.
Qed.
Lemma unrest_steps k i : vnorm (unrest (x k) i) <= 2 * vnorm (step k i).
Proof.
  assert (P := pushed_norm (x k) i (all_unit k)).
  replace (unrest (x k) i) with (vscale (vnorm (push (x k) i)) (step k i)).
  2: { apply inner_ext. intro a. unfold unrest, step, vsub. rewrite (Orbit k i).
       rewrite !inner_scale_l, !inner_add_l, !inner_scale_l. field. lra. }
  rewrite vnorm_scale, Rabs_right by lra. apply Rmult_le_compat_r; [apply vnorm_nonneg | lra].
Qed.

Lemma limit_rests (z : Token -> U) i : (forall j, inner (z j) (z j) = 1) ->
  (forall eps, 0 < eps -> ~ layers_limsup_at_most (fun k => -1 * far (x k) z) (-1 * eps)) ->
  vnorm (push z i) <> 0 /\ vscale (/ vnorm (push z i)) (push z i) = z i.
Proof.
  intros Z Near. assert (P := pushed_norm z i Z). split; [lra|].
  destruct (Req_EM_T (vnorm (unrest z i)) 0) as [E|E].
  - assert (H : unrest z i = vzero) by (apply inner_definite; rewrite <- vnorm_square, E; ring).
    apply inner_ext. intro a. assert (A := f_equal (fun b => inner b a) H). cbv beta in A.
    unfold unrest, vsub in A. rewrite inner_zero_l, inner_add_l, !inner_scale_l in A.
    rewrite inner_scale_l. apply Rmult_eq_reg_l with (vnorm (push z i)); [|lra].
    rewrite <- Rmult_assoc, Rinv_r by lra. lra.
  - exfalso. set (g := vnorm (unrest z i)) in *.
    assert (G : 0 < g) by (assert (0 <= g) by apply vnorm_nonneg; lra).
    apply (Near (g / 24)); [lra|]. intros e He.
    destruct (token_steps i (g / 4)) as [N HN]; [lra|]. exists N. intros k Hk. specialize (HN k Hk).
    assert (R := unrest_far (x k) z i (all_unit k) Z). fold g in R.
    assert (S := unrest_steps k i). lra.
Qed.
End Orbit.

Theorem proof : B_L7.
Proof.
  intros Space Token tokens V tau x _ ET Sym _ Start _ Step Orbit. split.
  - intros ell Lp [Low [Small Defined]] k.
    assert (L : forall k, layer tokens V tau (x k) (x (S k))).
    { intros m i. split; [apply Defined | apply Orbit]. }
    assert (R := energy_rises tokens V tau ET Sym Step ell (x k) (x (S k))).
    set (Q := total tokens _) in R.
    assert (Pos : 0 <= (1 - tau * ell) / (2 * tau) * Q).
    { apply Rmult_le_pos; [apply Rmult_le_pos; [lra | left; apply Rinv_0_lt_compat; lra]|].
      apply total_nonneg. intro. apply inner_nonneg. }
    assert (H : energy tokens V (x k) <= energy tokens V (x (S k))); [|exact H].
    assert (R' : (1 - tau * ell) / (2 * tau) * Q <= energy tokens V (x (S k)) - energy tokens V (x k)).
    { apply R; [| exact Lp | exact (orbit_unit tokens V tau x Start L k) | exact (L k)].
      intro a. specialize (Low a). lra. }
    lra.
  - intros kappa Kp [Norm Small]. split.
    + intro i. split.
      * intro k. assert (P := pushed_norm tokens V tau kappa ET Step Kp Norm Small (x k) i
          (all_unit tokens V tau kappa x ET Step Start Kp Norm Small Orbit k)).
        apply Rgt_not_eq. apply Rlt_gt. eapply Rlt_le_trans; [| exact (proj1 P)]. lra.
      * intros eps He. destruct (token_steps tokens V tau kappa x ET Sym Step Start Kp Norm Small Orbit
          i eps He) as [N HN].
        exists N. intros k Hk. specialize (HN k Hk). rewrite Rminus_0_r, Rabs_right
          by (apply Rle_ge, vnorm_nonneg).
        rewrite vsub_vzero. rewrite Orbit in HN. exact HN.
    + intros z Z _ Near i.
      exact (limit_rests tokens V tau kappa x ET Sym Step Start Kp Norm Small Orbit z i Z Near).
Qed.
