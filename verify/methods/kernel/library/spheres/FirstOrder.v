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
(* It is the Euler step but for two multiples, of x and of the tangent part. *)
Let s := inner q x.
Let side := vsub q (vscale s x).
Lemma euler_is : vadd x side = vadd x (vscale t (vsub f (vscale (inner x f) x))).
Proof.
  apply inner_ext. intro z. unfold side, s, q, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l).
  rewrite Unit, (inner_sym _ f x). ring.
Qed.
Lemma margin : Rabs (s - 1) <= rho.
Proof.
  replace (s - 1) with (inner x (vscale t f)) by (unfold s, q; rewrite inner_add_l, Unit, (inner_sym _ (vscale t f)); ring).
  eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (vnorm_unit x Unit), Rmult_1_l. exact pulled.
Qed.
Lemma rest_small : let N := vnorm q in let k := inner side side in
  (k / (N * (N + s))) ^ 2 + ((2 * (s - 1) + (s - 1) ^ 2 + k) / (N * (N + 1))) ^ 2 * k <= (3 * (rho * rho)) ^ 2.
Proof.
  intros N k. assert (A := length). assert (H := layer_defined). assert (P := pulled). assert (R0 := rho_nonneg). fold N in A, H.
  assert (G := margin).
  apply Rabs_le_between in G. assert (Rho : rho <= 1 / 2) by (unfold rho; lra).
  assert (K : k = N * N - s * s).
  { unfold k, side, vsub, N. rewrite vnorm_square, !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, Unit, (inner_sym _ x q).
    fold s. ring. }
  assert (K0 : 0 <= k) by apply inner_nonneg.
  assert (K1 : k <= rho * rho).
  { assert (Q : N * N = 1 + 2 * (s - 1) + inner (vscale t f) (vscale t f)).
    { unfold N, s. rewrite vnorm_square. unfold q. rewrite !inner_add_l, !inner_add_r, Unit, (inner_sym _ (vscale t f) x). ring. }
    rewrite <- vnorm_square in Q. assert (N0 := vnorm_nonneg (vscale t f)).
    assert (vnorm (vscale t f) * vnorm (vscale t f) <= rho * rho) by (apply Rmult_le_compat; auto).
    assert (S0 := Rle_0_sqr (s - 1)). unfold Rsqr in S0. lra. }
  assert (R2 : 0 <= rho * rho) by (apply Rmult_le_pos; lra).
  assert (B : 0 <= k / (N * (N + s)) <= 2 * (rho * rho)).
  { assert (1 / 2 * 1 <= N * (N + s)) by (apply Rmult_le_compat; lra). split; [apply Rdiv_le_0_compat; lra|].
    apply Rcomplements.Rle_div_l; [lra|]. apply Rle_trans with (2 * (rho * rho) * (1 / 2 * 1)); [lra|].
    apply Rmult_le_compat_l; lra. }
  replace ((2 * (s - 1) + (s - 1) ^ 2 + k) / (N * (N + 1))) with ((N - 1) / N) by (rewrite K; field; lra).
  assert (D : - (2 * rho) <= (N - 1) / N <= 2 * rho).
  { assert (rho * (1 / 2) <= rho * N) by (apply Rmult_le_compat_l; lra).
    split; [apply Rcomplements.Rle_div_r | apply Rcomplements.Rle_div_l]; lra. }
  set (a := k / _) in *. set (c := (N - 1) / N) in *.
  assert (C0 : 0 <= c * c) by apply Rle_0_sqr. assert (C1 : c * c <= 4 * (rho * rho)).
  { assert (0 <= (2 * rho - c) * (2 * rho + c)) by (apply Rmult_le_pos; lra). lra. }
  assert (c * c * k <= 4 * (rho * rho) * (rho * rho)) by (apply Rmult_le_compat; auto).
  assert (a * a <= 2 * (rho * rho) * (2 * (rho * rho))) by (apply Rmult_le_compat; lra).
  assert (0 <= rho * rho * (rho * rho)) by (apply Rmult_le_pos; auto). lra.
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
