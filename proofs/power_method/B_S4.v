(* B-S4: what a push along u does to a token, and when a large one turns it to u. *)
From Coq Require Import Reals Lra.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Resting Drawn Pushed.
Open Scope R_scope.

Section Push.
Context {U : inner_product_space} (u : U).
Let pushed z p := vadd z (vscale p u).
Let off z := vsub z (vscale (inner u z) u).
Let effects := forall z, 0 < inner z z -> forall beta c : R, let y := pushed z (c * beta) in
  off y = off z /\ vnorm (off y) * sqrt ((c * beta) ^ 2) <= vnorm z * vnorm y /\ (vnorm z < c * beta -> 0 < inner u y).
Lemma effect : (forall z q, off (pushed z q) = off z) ->
  (forall z q, inner z z * inner (pushed z q) (pushed z q) - inner (off z) (off z) * q ^ 2 = inner z (pushed z q) ^ 2) ->
  (forall r q x, 0 < r -> 0 < q -> inner x x <= r ^ 2 -> r < q -> 0 < inner u (pushed x q)) -> effects.
Proof.
  intros Beside Sine Side z Some beta c y. assert (Z := positive_length z Some). split; [apply Beside|]. split.
  - unfold y. rewrite Beside. unfold vnorm. rewrite <- !sqrt_mult_alt by apply inner_nonneg. apply sqrt_le_1_alt.
    assert (P := pow2_ge_0 (inner z y)). unfold y in P. rewrite <- Sine in P. lra.
  - intro L. apply (Side (vnorm z)); [exact Z | lra | | exact L]. right. rewrite <- vnorm_square. ring.
Qed.
Let turns z beta := forall eps, 0 < eps -> exists C, 0 < C /\ forall c, C <= sqrt (c ^ 2) ->
  let y := pushed z (c * beta) in 0 < inner y y /\ vnorm (off y) <= eps * vnorm y.
Let all_turn := forall z, 0 < inner z z -> forall beta, beta <> 0 -> turns z beta.
Lemma turned : inner u u = 1 -> effects -> (forall z q, inner (pushed z q) (pushed z q) = inner (off z) (off z) + (inner u z + q) ^ 2) ->
  (forall r q h l eps, 0 < r -> 0 < q -> 0 <= h -> 0 <= l -> 0 < eps -> h * q <= r * l -> r <= eps * q -> h <= eps * l) -> all_turn.
Proof.
  intros Unit Effect Along Turns z Some beta B eps E. assert (Z := positive_length z Some). assert (AB := Rabs_pos_lt beta B).
  assert (ZE : 0 < vnorm z / eps) by (apply Rdiv_lt_0_compat; auto).
  exists ((vnorm z + vnorm z / eps) / Rabs beta). split; [apply Rdiv_lt_0_compat; lra|]. intros c C y.
  assert (P : vnorm z + vnorm z / eps <= sqrt ((c * beta) ^ 2)).
  { rewrite root_of_square in *. rewrite Rabs_mult. apply Rmult_le_compat_r with (r := Rabs beta) in C; [|lra].
    eapply Rle_trans; [|exact C]. right. field. lra. }
  destruct (Effect z Some beta c) as [_ [Sine _]]. fold y in Sine. split.
  - unfold y. rewrite Along. assert (Q := inner_nonneg U (off z)). assert (A := component_short u z Unit). rewrite root_of_square in P.
    assert (0 < (inner u z + c * beta) ^ 2); [|lra]. apply pow2_gt_0. intro N.
    replace (c * beta) with (- inner u z) in P by lra. rewrite Rabs_Ropp in P. lra.
  - apply (Turns (vnorm z) (sqrt ((c * beta) ^ 2))); auto using vnorm_nonneg; [lra|].
    apply Rle_trans with (eps * (vnorm z / eps)); [right; field | apply Rmult_le_compat_l]; lra.
Qed.
Lemma exactly : inner u u = 1 -> all_turn -> forall z, 0 < inner z z -> forall beta, turns z beta <-> beta <> 0 \/ exists a, z = vscale a u.
Proof.
  intros Unit Turned z Some beta. destruct (Req_dec beta 0) as [B|B]; [|split; [left; exact B | intros _; exact (Turned z Some beta B)]].
  assert (Y : forall c, pushed z (c * beta) = z) by (intro c; unfold pushed; rewrite B, Rmult_0_r, vscale_zero; apply vadd_zero). split.
  - intro Small. right. exists (inner u z). apply vsub_zero, inner_definite. rewrite <- vnorm_square. fold (off z).
    assert (N := vnorm_nonneg (off z)). assert (P := positive_length z Some). assert (Z : vnorm (off z) <= 0); [|nra].
    apply le_epsilon. intros e E. destruct (Small (e / vnorm z)) as [C [C0 H]]; [apply Rdiv_lt_0_compat; auto|].
    destruct (H C) as [_ A]; [rewrite root_of_square, Rabs_right; lra|]. rewrite Y in A.
    replace (e / vnorm z * vnorm z) with e in A by (field; lra). lra.
  - intros [Ne|[a A]] eps E; [contradiction|]. exists 1. split; [lra|]. intros c _ y. unfold y. rewrite Y.
    split; [exact Some|]. replace (off z) with (@vzero U).
    + unfold vnorm at 1. rewrite inner_zero_l, sqrt_0. apply Rmult_le_pos; [lra | apply vnorm_nonneg].
    + symmetry. apply vsub_zero. rewrite A, inner_scale_r, Unit, Rmult_1_r. reflexivity.
Qed.
End Push.
