(* Layers under a rooted mask: RootedLayers.v, held against the claim. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Graphs Masked RootedLayers.
From Claimed Require Import A_T4_1_star.
Open Scope R_scope.

Lemma powers_of_exponential a n : exp (- a) ^ n = exp (- a * INR n).
Proof.
  induction n as [|n IH]; [simpl; rewrite Rmult_0_r, exp_0; reflexivity|].
  rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r, exp_plus, <- IH. simpl. ring.
Qed.
(* (1 - e)^N with N = floor (k/D') and D' <= D. *)
Lemma windows_of_layers e D k D' : (1 <= D')%nat -> INR D' <= D -> 0 <= e <= 1 ->
  (1 - e) ^ (k / D') <= exp (e - e * INR k / D).
Proof.
  intros P L E. apply Rle_trans with (exp (- e) ^ (k / D')).
  - apply pow_incr. assert (T := exp_tangent (- e)). lra.
  - rewrite powers_of_exponential. apply exp_le.
    assert (F : 1 <= INR D') by (change 1 with (INR 1); apply le_INR; exact P).
    assert (M := Nat.div_mod k D' ltac:(lia)). assert (B := Nat.mod_upper_bound k D' ltac:(lia)).
    assert (K : INR k <= INR D' * (INR (k / D') + 1)).
    { rewrite <- S_INR, <- mult_INR. apply le_INR. nia. }
    assert (N := pos_INR (k / D')).
    assert (K2 : INR k <= D * (INR (k / D') + 1)).
    { eapply Rle_trans; [exact K|]. apply Rmult_le_compat_r; lra. }
    assert (Q : INR k / D <= INR (k / D') + 1).
    { apply Rmult_le_reg_r with D; [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l; lra. }
    assert (e * (INR k / D) <= e * (INR (k / D') + 1)) by (apply Rmult_le_compat_l; lra).
    unfold Rdiv in *. lra.
Qed.

Theorem proof : A_T4_1_star.
Proof.
  intros Space Token tokens alpha p W y same tau Comp ET AW Same BW [PW CW] Pole Unit Near Inside Pos Tau
    Layer r m M H HH sigma S D Dp a Ap E depth [Row [Edge [Start [Within [D1 [Q1 Q2]]]]]] k i j.
  set (U := weighted Space W PW). set (edge u v := E u v <> 0).
  destruct (nfloor_ex D ltac:(lra)) as [n [N1 N2]].
  assert (Dn : (1 <= n)%nat).
  { destruct n as [|n]; [simpl in N2; lra | lia]. }
  assert (Walk : forall l v, depth v < INR l + 1 -> exists e, reaches edge r e v /\ depth v = INR e).
  { induction l as [|l IH]; intros v L; destruct (Within v) as [V [_ [[A Z]|[e [Ee De]]]]].
    1, 3: apply (same_is tokens same ET Same) in A; subst v; exists 0%nat; split; [apply here | simpl; exact Z].
    - exfalso. assert (V' := proj1 (Within e)). simpl in L. lra.
    - destruct (IH e) as [f [F G]]; [rewrite S_INR in L; lra|]. exists (Datatypes.S f).
      split; [apply (step edge r f v e Ee F) | rewrite S_INR; lra]. }
  assert (Root : forall v, reaches edge r n v).
  { intro v. destruct (nfloor_ex (depth v) (proj1 (Within v))) as [l [_ L]].
    destruct (Walk l v L) as [e [F G]]. apply (waits edge r e n v); [|exact F].
    assert (V := proj1 (proj2 (Within v))).
    assert (Less : INR e < INR (Datatypes.S n)) by (rewrite S_INR; lra). apply INR_lt in Less. lia. }
  assert (Go : forall k i, y (Datatypes.S k) i = @vscale U (/ @vnorm U (moved (U := U) tokens alpha y tau k i))
    (moved (U := U) tokens alpha y tau k i)).
  { intros e v. unfold moved, U. rewrite vtotal_weighted. exact (Layer e v). }
  assert (SU : forall v, sigma <= @inner U p (y 0%nat v)).
  { intro v. change (sigma <= inner p (W (y 0%nat v))). rewrite <- AW. apply Start. }
  assert (Eu : forall k u v, edge u v -> m <= alpha k u v).
  { intros e u v N. destruct (Edge e u v) as [Z|L]; [destruct (N Z) | exact L]. }
  assert (T := layers_gather (U := U) tokens alpha y p tau H sigma (proj2 (proj2 ET)) Go Tau Pos Row Pole S
    Unit SU edge r n m M (Rlt_le _ _ HH) Eu Root (k / n) k i j).
  assert (T2 : (k / n * n <= k)%nat) by (rewrite Nat.mul_comm; apply Nat.mul_div_le; lia).
  specialize (T T2). eapply Rle_trans; [exact T|].
  apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|].
  set (q := share tau H sigma m) in *.
  assert (TH : 0 < 1 + tau * H) by (assert (0 < tau * H) by (apply Rmult_lt_0_compat; auto); lra).
  assert (Lq : exp (- a) <= q).
  { unfold q, share. apply Rmult_le_reg_r with (1 + tau * H); [exact TH|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra. replace (-1 * a) with (- a) in Q1, Q2 by ring.
    unfold Rmin. destruct (Rle_dec 1 (tau * m)); lra. }
  assert (S1 : sigma <= 1).
  { eapply Rle_trans; [apply (SU r)|]. apply (product_of_units (U := U) p (y 0%nat r) Pole (Unit r)). }
  assert (q1 : q <= 1).
  { unfold q, share. apply Rmult_le_reg_r with (1 + tau * H); [exact TH|].
    unfold Rdiv. rewrite Rmult_assoc, Rinv_l, Rmult_1_r by lra.
    assert (Rm := Rmin_l 1 (tau * m)). assert (0 < tau * m) by (apply Rmult_lt_0_compat; auto).
    assert (0 < Rmin 1 (tau * m)) by (apply Rmin_glb_lt; lra).
    assert (sigma * Rmin 1 (tau * m) <= 1 * 1) by (apply Rmult_le_compat; lra).
    assert (0 < tau * H) by (apply Rmult_lt_0_compat; auto). lra. }
  assert (X := exp_pos (- a)). set (e := exp (-1 * a * D) / 2).
  assert (Le : 2 * e <= q ^ n).
  { apply Rle_trans with (exp (- a) ^ n); [|apply pow_incr; lra]. rewrite powers_of_exponential.
    unfold e. replace (2 * (exp (-1 * a * D) / 2)) with (exp (-1 * a * D)) by field. apply exp_le.
    assert (a * INR n <= a * D) by (apply Rmult_le_compat_l; lra). lra. }
  assert (qn : 0 <= q ^ n <= 1) by (split; [apply pow_le; lra | rewrite <- (pow1 n); apply pow_incr; lra]).
  assert (E0 : 0 <= e) by (unfold e; assert (Z := exp_pos (-1 * a * D)); lra).
  eapply Rle_trans; [apply (pow_incr _ (1 - e)); lra|].
  apply (windows_of_layers e D k n Dn); lra.
Qed.
