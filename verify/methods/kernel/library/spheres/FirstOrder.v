(* A layer that adds t times a pull and normalises is within O(t^2) of one step of Euler's, and so is the flow
   of its tangent part. On the round sphere, with all constants. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Gnomonic Spheres Hemisphere.
Open Scope R_scope.

Section Layer.
Context {U : inner_product_space} (x f : U) (t L : R).
Hypothesis Unit : inner x x = 1.
Hypothesis T : 0 <= t.
Hypothesis Short : vnorm f <= L.
Hypothesis Small : L * t <= 1 / 2.
Let q := vadd x (vscale t f).
Let rho := L * t.
Lemma pulled : vnorm (vscale t f) <= rho.
Proof.
  rewrite vnorm_scale, Rabs_right by lra. unfold rho. rewrite Rmult_comm. apply Rmult_le_compat_r; auto.
Qed.
Lemma rho_nonneg : 0 <= rho.
Proof. apply Rle_trans with (vnorm (vscale t f)); [apply vnorm_nonneg | apply pulled]. Qed.
Lemma length : 1 - rho <= vnorm q <= 1 + rho.
Proof.
  assert (P := pulled). assert (X := vnorm_unit x Unit). split.
  - assert (A := vnorm_add q (vscale (-1) (vscale t f))).
    replace (vadd q (vscale (-1) (vscale t f))) with x in A.
    + rewrite (vnorm_scale (-1)), (Rabs_left (-1)) in A by lra. lra.
    + apply inner_ext. intro z. unfold q. rewrite !inner_add_l, !inner_scale_l. ring.
  - assert (A := vnorm_add x (vscale t f)). fold q in A. lra.
Qed.
Lemma layer_defined : 1 / 2 <= vnorm q.
Proof. assert (A := length). unfold rho in A. lra. Qed.
(* It is the Euler step but for (1 - |q|) (e - x) + (1 - |q| + g) x, with e = q/|q| and g = t <x, f>. *)
Lemma layer_near_euler : vnorm (vsub (vscale (/ vnorm q) q)
  (vadd x (vscale t (vsub f (vscale (inner x f) x))))) <= 3 * (rho * rho).
Proof.
  set (N := vnorm q). set (e := vscale (/ N) q). set (g := t * inner x f).
  assert (A := length). fold N in A. assert (H := layer_defined). fold N in H. assert (R0 := rho_nonneg).
  assert (P := pulled). assert (X := vnorm_unit x Unit).
  assert (E : q = vscale N e) by (unfold e; rewrite vscale_vscale, Rinv_r, vscale_one by lra; reflexivity).
  assert (E1 : vnorm e = 1).
  { unfold e. rewrite vnorm_scale, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
    fold N. field. lra. }
  assert (Gap : Rabs (1 - N) <= rho) by (apply Rabs_le_between; lra).
  assert (Near : vnorm (vsub e x) <= 2 * rho).
  { replace (vsub e x) with (vadd (vscale (1 - N) e) (vscale t f)).
    - eapply Rle_trans; [apply vnorm_add|]. rewrite (vnorm_scale (1 - N)), E1. lra.
    - apply inner_ext. intro z. unfold vsub.
      assert (Q : inner q z = N * inner e z) by (rewrite E at 1; apply inner_scale_l).
      unfold q in Q. rewrite inner_add_l, inner_scale_l in Q.
      rewrite !inner_add_l, !inner_scale_l. lra. }
  assert (G : Rabs g <= rho).
  { unfold g. rewrite <- inner_scale_r. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite X. lra. }
  assert (Square : N * N = (1 + g) * (1 + g) + (inner (vscale t f) (vscale t f) - g * g)).
  { unfold N. rewrite vnorm_square. unfold q. rewrite inner_add_l, !inner_add_r, Unit,
      (inner_sym _ (vscale t f) x), (inner_scale_r t f x). fold g. ring. }
  assert (Length : 0 <= inner (vscale t f) (vscale t f) - g * g <= rho * rho).
  { split.
    - assert (C := cauchy_schwarz x (vscale t f)). rewrite Unit, inner_scale_r in C. fold g in C. lra.
    - rewrite <- vnorm_square. assert (N0 := vnorm_nonneg (vscale t f)).
      assert (vnorm (vscale t f) * vnorm (vscale t f) <= rho * rho) by (apply Rmult_le_compat; auto).
      assert (Q := Rle_0_sqr g). unfold Rsqr in Q. lra. }
  assert (G' := G). apply Rabs_le_between in G'. assert (Rho : rho <= 1 / 2) by (unfold rho; lra).
  assert (Along : Rabs (1 - N + g) <= rho * rho).
  { assert (D : (N - (1 + g)) * (N + (1 + g)) = inner (vscale t f) (vscale t f) - g * g) by lra.
    assert (S1 : 1 <= N + (1 + g)) by lra.
    assert (D0 : 0 <= N - (1 + g)).
    { apply Rnot_lt_le. intro Neg.
      assert (0 < - (N - (1 + g)) * (N + (1 + g))) by (apply Rmult_lt_0_compat; lra). lra. }
    assert (N - (1 + g) <= (N - (1 + g)) * (N + (1 + g))).
    { rewrite <- (Rmult_1_r (N - (1 + g))) at 1. apply Rmult_le_compat_l; auto. }
    apply Rabs_le_between. lra. }
  replace (vsub e (vadd x (vscale t (vsub f (vscale (inner x f) x)))))
    with (vadd (vscale (1 - N) (vsub e x)) (vscale (1 - N + g) x)).
  - eapply Rle_trans; [apply vnorm_add|]. rewrite !vnorm_scale, X.
    assert (Rabs (1 - N) * vnorm (vsub e x) <= rho * (2 * rho)).
    { apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg. }
    lra.
  - apply inner_ext. intro z. unfold vsub.
    assert (Q : inner q z = N * inner e z) by (rewrite E at 1; apply inner_scale_l).
    unfold q in Q. rewrite inner_add_l, inner_scale_l in Q.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). unfold g. lra.
Qed.
End Layer.

(* A curve whose velocity changes at a rate of at most K. *)
Lemma curve_near_euler {U : inner_product_space} (y v : R -> U) K :
  (forall t, 0 <= t -> is_vderive y t (v t)) -> (forall t, 0 <= t -> vnorm (vsub (v t) (v 0)) <= K * t) ->
  forall t, 0 <= t -> vnorm (vsub (y t) (vadd (y 0) (vscale t (v 0)))) <= K / 2 * (t * t).
Proof.
  intros Moves Bend t T.
  assert (K0 : 0 <= K).
  { assert (B := Bend 1 ltac:(lra)). assert (N := vnorm_nonneg (vsub (v 1) (v 0))). lra. }
  apply vnorm_by_tests; [apply Rmult_le_pos; [lra | apply Rle_0_sqr]|]. intro xi.
  assert (D : differentiable (fun s => vnorm xi * (K / 2 * (s * s)) - (inner xi (y s) - s * inner xi (v 0)))
    (fun s => vnorm xi * (K * s) - inner xi (vsub (v s) (v 0)))).
  { intros s S. eapply derive_eq.
    - apply (derive_minus (fun s => vnorm xi * (K / 2 * (s * s)))
        (fun s => inner xi (y s) - s * inner xi (v 0))).
      + apply (derive_mult (fun _ => vnorm xi) (fun s => K / 2 * (s * s))); [apply derive_const|].
        apply (derive_mult (fun _ => K / 2) (fun s => s * s)); [apply derive_const|].
        apply (derive_mult (fun s => s) (fun s => s)); apply derive_id.
      + apply (derive_minus (fun s => inner xi (y s)) (fun s => s * inner xi (v 0))).
        * apply (derive_inner (fun _ => xi) y); [apply vderive_const | apply Moves, S].
        * apply (derive_mult (fun s => s) (fun _ => inner xi (v 0))); [apply derive_id | apply derive_const].
    - rewrite inner_zero_l, inner_vsub. field. }
  assert (Up : forall s, 0 <= s -> 0 <= vnorm xi * (K * s) - inner xi (vsub (v s) (v 0))).
  { intros s S. assert (A := inner_at_most xi _ _ (Bend s S)). lra. }
  assert (Q := rises _ _ D Up 0 t ltac:(lra)).
  cbv beta in Q. rewrite inner_vsub, inner_add_r, inner_scale_r. lra.
Qed.

(* Tokens on the sphere that are pulled by f: the velocity is the tangent part of f. *)
Section Flow.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (y f : R -> Token -> U) (L E : R).
Hypothesis All : lists tokens.
Hypothesis Moves : forall t i, 0 <= t -> is_vderive (fun t => y t i) t
  (vsub (f t i) (vscale (inner (y t i) (f t i)) (y t i))).
Hypothesis Start : forall i, inner (y 0 i) (y 0 i) = 1.
Hypothesis Short : forall t i, 0 <= t -> vnorm (f t i) <= L.
Hypothesis Steady : forall t i, 0 <= t -> vnorm (vsub (f t i) (f 0 i)) <= E * t.
Let v t i := vsub (f t i) (vscale (inner (y t i) (f t i)) (y t i)).
Lemma unit_always t i : 0 <= t -> inner (y t i) (y t i) = 1.
Proof.
  intros T. apply (stays_unit tokens y f (sqrt 2 * L)); auto.
  clear t i T. intros t i T Near. eapply Rle_trans; [apply inner_le_vnorm|].
  apply Rmult_le_compat; auto using vnorm_nonneg. apply sqrt_le_1_alt, Near.
Qed.
Lemma bend t i : 0 <= t -> vnorm (vsub (v t i) (v 0 i)) <= (E + 2 * (L * L)) * t.
Proof.
  intros T. assert (U1 := unit_always t i T). assert (U0 := unit_always 0 i (Rle_refl 0)).
  assert (S := Short 0 i (Rle_refl 0)). assert (N0 := vnorm_nonneg (f 0 i)).
  assert (Speed : vnorm (vsub (y t i) (y 0 i)) <= L * t).
  { rewrite <- (Rminus_0_r t) at 2.
    apply (travel (fun t => y t i) (fun t => v t i)); [intros s Hs; apply Moves, Hs | | lra].
    intros s Hs. eapply Rle_trans; [apply tangent_norm, unit_always, Hs | apply Short, Hs]. }
  set (df := vsub (f t i) (f 0 i)). set (dy := vsub (y t i) (y 0 i)) in *.
  replace (vsub (v t i) (v 0 i)) with (vadd (vsub df (vscale (inner (y t i) df) (y t i)))
    (vadd (vscale (- inner dy (f 0 i)) (y t i)) (vscale (- inner (y 0 i) (f 0 i)) dy))).
  - assert (A1 := tangent_norm (y t i) df U1). assert (A2 := Steady t i T). fold df in A2.
    eapply Rle_trans; [apply vnorm_add|].
    eapply Rle_trans; [apply Rplus_le_compat_l, vnorm_add|]. rewrite !vnorm_scale, !Rabs_Ropp.
    rewrite (vnorm_unit (y t i) U1), Rmult_1_r.
    assert (B1 : Rabs (inner dy (f 0 i)) <= L * t * L).
    { eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat; auto using vnorm_nonneg. }
    assert (B2 : Rabs (inner (y 0 i) (f 0 i)) * vnorm dy <= L * (L * t)).
    { apply Rmult_le_compat; auto using Rabs_pos, vnorm_nonneg.
      eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (vnorm_unit (y 0 i) U0). lra. }
    lra.
  - apply inner_ext. intro z. unfold df, dy, v, vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l || rewrite inner_add_r || rewrite inner_scale_r).
    ring.
Qed.
End Flow.
