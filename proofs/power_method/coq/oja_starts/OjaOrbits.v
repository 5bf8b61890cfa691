(* Orbits of the Oja map: for tau |V| < 1 their steps tend to 0, limit points are at rest, and in finite
   dimension every orbit has one limit. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves OjaEnergy OjaMap OjaSlope OjaClimb.
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

Let operator_norm := OjaMap.operator_norm V kappa Kpos Norm.
Let form_bounds := OjaMap.form_bounds V kappa Kpos Norm.
Let pushed_norm : forall z i, on_spheres z -> 1 - tau * kappa <= vnorm (push z i) <= 2 :=
  OjaMap.pushed_norm tokens V tau kappa ET Tpos Kpos Norm Small.
Let pushed_positive : forall z i, on_spheres z -> 0 < inner (push z i) (push z i) :=
  OjaMap.pushed_positive tokens V tau kappa ET Tpos Kpos Norm Small.
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
Let unrest (z : Token -> U) i := vsub (push z i) (vscale (vnorm (push z i)) (z i)).
Lemma vsub_vzero (a : U) : vsub a vzero = a.
Proof. apply inner_ext. intro b. unfold vsub. rewrite inner_add_l, inner_scale_l, inner_zero_l. ring. Qed.
Lemma pushed_far z u i : vnorm (vsub (push z i) (push u i)) <= 2 * apart tokens z u.
Proof.
  replace (vsub (push z i) (push u i)) with (vadd (vsub (z i) (u i))
    (vscale tau (V (vsub (mean tokens z) (mean tokens u))))).
  2: { unfold vsub. rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym). apply inner_ext. intro a.
       unfold push, pushed. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right tau) by lra.
  assert (M := mean_apart tokens ET z u). assert (O := token_apart tokens ET z u i).
  assert (W := operator_norm (vsub (mean tokens z) (mean tokens u))).
  assert (F : 0 <= apart tokens z u) by (apply total_nonneg; intro; apply vnorm_nonneg).
  assert (tau * vnorm (V (vsub (mean tokens z) (mean tokens u))) <= tau * (kappa * apart tokens z u)).
  { apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact W|]. apply Rmult_le_compat_l; auto. }
  assert (tau * kappa * apart tokens z u <= 1 * apart tokens z u) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma unrest_far (z u : Token -> U) i : (forall j, inner (z j) (z j) = 1) ->
  (forall j, inner (u j) (u j) = 1) ->
  vnorm (unrest u i) <= vnorm (unrest z i) + 6 * apart tokens z u.
Proof.
  intros Z W. set (p := push z i). set (q := push u i).
  replace (unrest u i) with (vadd (unrest z i) (vadd (vscale (-1) (vsub p q))
    (vadd (vscale (vnorm p - vnorm q) (u i)) (vscale (vnorm p) (vsub (z i) (u i)))))).
  2: { apply inner_ext. intro a. unfold unrest, vsub. fold p q.
       rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
  eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat_l.
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra.
  assert (P := pushed_far z u i). fold p q in P. assert (G := vnorm_gap p q).
  assert (T := vnorm_add (vscale (vnorm p - vnorm q) (u i)) (vscale (vnorm p) (vsub (z i) (u i)))).
  rewrite !vnorm_scale, (unit_vnorm (u i) (W i)), (Rabs_right (vnorm p)) in T
    by (apply Rle_ge, vnorm_nonneg).
  assert (B := proj2 (pushed_norm z i Z)). fold p in B. assert (O := token_apart tokens ET z u i).
  assert (vnorm p * vnorm (vsub (z i) (u i)) <= 2 * apart tokens z u)
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
  (forall eps, 0 < eps -> ~ layers_limsup_at_most (fun k => -1 * apart tokens (x k) z) (-1 * eps)) ->
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
(* At a state at rest the push of a token is along it. *)
Lemma at_rest_stays z : units z -> at_rest tokens V z -> forall i,
  vnorm (push z i) <> 0 /\ vscale (/ vnorm (push z i)) (push z i) = z i.
Proof.
  intros Z Rest i. set (w := push_of tokens V z). set (c := inner (z i) w).
  assert (W : w = vscale c (z i)).
  { assert (H : vsub w (vscale c (z i)) = vzero).
    { apply inner_definite. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (Z i).
      rewrite (inner_sym _ w (z i)). fold c. assert (E := Rest i). fold w c in E. rewrite <- E. ring. }
    apply inner_ext. intro u. assert (E := f_equal (fun v => inner v u) H). cbv beta in E. unfold vsub in E.
    rewrite inner_add_l, !inner_scale_l, inner_zero_l in E. rewrite inner_scale_l. lra. }
  assert (C : Rabs c <= kappa).
  { eapply Rle_trans; [exact (cosine tokens V z Z i)|].
    exact (push_norm tokens V kappa ET Kpos operator_norm z Z). }
  apply Rabs_le_between in C.
  assert (P : 0 < 1 + tau * c).
  { assert (0 <= tau * (kappa + c)) by (apply Rmult_le_pos; lra). lra. }
  assert (Y : push z i = vscale (1 + tau * c) (z i)).
  { unfold push, pushed. fold (push_of tokens V z). fold w. rewrite W. apply inner_ext. intro u.
    rewrite inner_add_l, !inner_scale_l. ring. }
  rewrite Y, vnorm_scale, (unit_vnorm (z i) (Z i)), Rabs_right, Rmult_1_r by lra.
  split; [lra|]. apply inner_ext. intro u. rewrite !inner_scale_l. field. lra.
Qed.
(* The slope is at most a multiple of the step. *)
Lemma slope_below_step k : slope tokens V (x k) <= 4 / (tau * tau) * total tokens (fun i => inner (step k i) (step k i)).
Proof.
  unfold slope. rewrite <- total_scale. apply total_le. intro i.
  set (w := push_of tokens V (x k)). set (p := push (x k) i). set (r := vnorm p).
  assert (P := pushed_norm (x k) i (all_unit k)). fold p r in P.
  assert (Pu : forall u, inner p u = inner (x k i) u + tau * inner w u).
  { intro u. unfold p, push, pushed. rewrite inner_add_l, inner_scale_l. reflexivity. }
  assert (Pn : forall u, inner p u = r * (inner (step k i) u + inner (x k i) u)).
  { intro u. unfold step, vsub. rewrite (Orbit k i). fold p r. rewrite inner_add_l, !inner_scale_l. field. lra. }
  assert (X1 := all_unit k i). set (a := x k i) in *. set (d := step k i) in *.
  assert (Wp : forall u, tau * inner w u = r * inner d u + (r - 1) * inner a u).
  { intro u. assert (H1 := Pu u). assert (H2 := Pn u). lra. }
  assert (Main : tau * tau * (inner w w - inner a w * inner a w) = r * r * (inner d d - inner a d * inner a d)).
  { assert (Ww := Wp w). assert (Wa := Wp a). assert (Wd := Wp d).
    rewrite (inner_sym _ d w), (inner_sym _ a w) in Ww. rewrite X1, (inner_sym _ d a) in Wa.
    rewrite (inner_sym _ a w).
    replace (tau * tau * (inner w w - inner w a * inner w a)) with
      (tau * (tau * inner w w) - (tau * inner w a) * (tau * inner w a)) by ring.
    rewrite Ww. replace (tau * (r * inner w d + (r - 1) * inner w a)) with
      (r * (tau * inner w d) + (r - 1) * (tau * inner w a)) by ring. rewrite Wa, Wd. ring. }
  assert (R4 : r * r <= 4) by (assert (r * r <= 2 * 2) by (apply Rmult_le_compat; lra); lra).
  apply Rmult_le_reg_l with (tau * tau); [apply Rmult_lt_0_compat; auto|]. rewrite Main.
  replace (tau * tau * (4 / (tau * tau) * inner d d)) with (4 * inner d d) by (field; lra).
  assert (D0 := inner_nonneg U d). assert (Q := Rle_0_sqr (inner a d)). unfold Rsqr in Q.
  apply Rle_trans with (r * r * inner d d); [|apply Rmult_le_compat_r; auto].
  apply Rmult_le_compat_l; [apply Rle_0_sqr | lra].
Qed.
Theorem orbit_has_limit (T : list U) : (forall a, a = vtotal T (fun e => vscale (inner e a) e)) ->
  exists z, (forall i, inner (z i) (z i) = 1) /\ (forall i, layers_vtend (fun k => x k i) (z i)) /\
  forall i, vnorm (push z i) <> 0 /\ vscale (/ vnorm (push z i)) (push z i) = z i.
Proof.
  intro Frame. set (Q := fun k => total tokens (fun i => inner (step k i) (step k i))).
  destruct (climbs_to_rest tokens V kappa T x Q ((1 - tau * kappa) / (2 * tau)) (4 / (tau * tau)) 1)
    as [z [Z [Rest Settle]]]; auto using operator_norm, all_unit, Rlt_0_1.
  - exact all_unit.
  - apply Rdiv_lt_0_compat; lra.
  - apply Rdiv_lt_0_compat; [lra | apply Rmult_lt_0_compat; auto].
  - intro k. apply total_nonneg. intro. apply inner_nonneg.
  - intro k. apply (energy_rises tokens V tau ET Sym Tpos kappa); auto.
    + intro u. assert (F := form_bounds u). apply Rabs_le_between in F. lra.
    + exact (all_unit k).
    + intro i. split; [exact (pushed_positive (x k) i (all_unit k)) | exact (Orbit k i)].
  - exact slope_below_step.
  - intros k i. rewrite Rmult_1_l. apply sqrt_le_1_alt.
    apply (total_at_least tokens (fun i => inner (step k i) (step k i))); [apply ET | intro; apply inner_nonneg].
  - exists z. split; [exact Z|]. split; [|exact (at_rest_stays z Z Rest)].
    intros i eps He. destruct (Settle (eps / 2)) as [N HN]; [lra|]. exists N. intros k K.
    specialize (HN k K). rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
    assert (P := token_apart tokens ET (x k) z i). lra.
Qed.
End Orbit.
