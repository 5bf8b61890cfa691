(* States of unit tokens along which the energy of the Oja dynamics rises by a multiple of the squared
   slope, and which move by at most a multiple of the root of that rise, tend to one state at rest:
   layers, and a flow at whole times. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Continuity Compactness OjaEnergy.
From Kernel Require Import Lengths OjaSlope OjaRest.
Open Scope R_scope.

Section Climb.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R)
  (T : list U) (x : nat -> Token -> U) (q : nat -> R) (a b c : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Hypothesis Frame : forall a, a = vtotal T (fun e => vscale (inner e a) e).
Hypothesis Unit : forall k, units (x k).
Hypothesis Apos : 0 < a.
Hypothesis Bpos : 0 < b.
Hypothesis Cpos : 0 < c.
Hypothesis Qpos : forall k, 0 <= q k.
Hypothesis Rise : forall k, a * q k <= energy tokens V (x (S k)) - energy tokens V (x k).
Hypothesis Gentle : forall k, slope tokens V (x k) <= b * q k.
Hypothesis Short : forall k i, vnorm (vsub (x (S k) i) (x k i)) <= c * sqrt (q k).
Local Notation n := (size tokens).
Let n1 : 1 <= n. Proof. assert (H := size_at_least_one tokens ET). lra. Qed.
Let returns (z : Token -> U) := forall N d, 0 < d -> ~ ~ exists k, (N <= k)%nat /\ apart tokens (x k) z < d.
Lemma slope_vanishes : layers_tend q 0.
Proof.
  apply (increments_vanish (fun k => energy tokens V (x k)) q a (n * kappa / 2)); auto.
  intro k. eapply Rle_trans; [apply Rle_abs | apply energy_bounded; auto].
Qed.
Lemma limit_state : exists z, returns z.
Proof.
  destruct (cluster_state tokens T (proj2 (proj2 ET)) Frame
    (fun N y => exists k, (N <= k)%nat /\ y = x k) 1) as [z Hz].
  - intros N M y H [k [K E]]. exists k. split; [lia | exact E].
  - intros N H. apply H. exists (x N), N. auto.
  - intros y i [k [_ ->]]. right. exact (unit_vnorm (x k i) (Unit k i)).
  - exists z. intros N d D None. apply (Hz N (d / (n + 1))); [apply Rdiv_lt_0_compat; lra|].
    intros [y [[k [K ->]] Near]]. apply None. exists k. split; [exact K|].
    apply Rle_lt_trans with (total tokens (fun _ => d / (n + 1) * 1)).
    + apply total_le. intro i. rewrite Rmult_1_r. left. apply Near.
    + rewrite total_scale. fold n. apply Rmult_lt_reg_r with (n + 1); [lra|].
      replace (d / (n + 1) * n * (n + 1)) with (d * n) by (field; lra). lra.
Qed.
Lemma limit_unit z : returns z -> units z.
Proof.
  intros Ret i. assert (E : vnorm (z i) = 1).
  { apply cond_eq. intros eps He. apply Rnot_le_lt. intro L. apply (Ret O eps He). intros [k [_ Near]].
    assert (G := vnorm_gap (x k i) (z i)). rewrite (unit_vnorm (x k i) (Unit k i)) in G.
    assert (P := token_apart tokens ET (x k) z i). rewrite Rabs_minus_sym in G. lra. }
  rewrite <- vnorm_square, E. ring.
Qed.
(* What the slope lacks of its part at a token, for two states. *)
Lemma part_apart y z i : units y -> units z ->
  inner (push_of tokens V z) (push_of tokens V z) - inner (z i) (push_of tokens V z) * inner (z i) (push_of tokens V z)
  <= slope tokens V y + 6 * kappa ^ 2 * apart tokens y z.
Proof.
  intros Y Z. set (w := push_of tokens V y). set (w0 := push_of tokens V z). set (d := apart tokens y z).
  assert (D := apart_nonneg tokens y z). fold d in D.
  assert (Part : inner w w - inner (y i) w * inner (y i) w <= slope tokens V y).
  { apply (total_at_least tokens (fun j => inner w w - inner (y j) w * inner (y j) w)); [apply ET|].
    intro j. apply (slope_part tokens V y Y j). }
  assert (Wd : vnorm (vsub w w0) <= kappa * d) by exact (push_apart tokens V kappa ET Sym Kpos Norm y z).
  assert (W1 := push_norm tokens V kappa ET Kpos Norm y Y). fold w in W1.
  assert (W2 := push_norm tokens V kappa ET Kpos Norm z Z). fold w0 in W2.
  assert (G := vnorm_gap w w0). assert (N1 := vnorm_nonneg w). assert (N2 := vnorm_nonneg w0).
  assert (KD : 0 <= kappa * d) by (apply Rmult_le_pos; auto).
  assert (A : Rabs (inner w w - inner w0 w0) <= kappa * d * (2 * kappa)).
  { rewrite <- !vnorm_square.
    replace (vnorm w * vnorm w - vnorm w0 * vnorm w0) with ((vnorm w - vnorm w0) * (vnorm w + vnorm w0)) by ring.
    rewrite Rabs_mult, (Rabs_right (vnorm w + vnorm w0)) by lra.
    apply Rmult_le_compat; try lra. apply Rabs_pos. }
  assert (C1 := cosine tokens V y Y i). assert (C2 := cosine tokens V z Z i). fold w in C1. fold w0 in C2.
  assert (Cd : Rabs (inner (y i) w - inner (z i) w0) <= 2 * (kappa * d)).
  { replace (inner (y i) w - inner (z i) w0) with (inner (vsub (y i) (z i)) w + inner (z i) (vsub w w0))
      by (unfold vsub; rewrite inner_add_l, inner_add_r, inner_scale_l, inner_scale_r; ring).
    eapply Rle_trans; [apply Rabs_triang|].
    assert (P := inner_le_vnorm (vsub (y i) (z i)) w). assert (Q := inner_le_vnorm (z i) (vsub w w0)).
    rewrite (unit_vnorm (z i) (Z i)) in Q.
    assert (vnorm (vsub (y i) (z i)) * vnorm w <= d * kappa).
    { apply Rmult_le_compat; auto using vnorm_nonneg. apply token_apart; auto. } lra. }
  assert (B : Rabs (inner (y i) w * inner (y i) w - inner (z i) w0 * inner (z i) w0) <= 2 * (kappa * d) * (2 * kappa)).
  { replace (inner (y i) w * inner (y i) w - inner (z i) w0 * inner (z i) w0)
      with ((inner (y i) w - inner (z i) w0) * (inner (y i) w + inner (z i) w0)) by ring.
    rewrite Rabs_mult. apply Rmult_le_compat; try apply Rabs_pos; [exact Cd|].
    eapply Rle_trans; [apply Rabs_triang | lra]. }
  apply Rabs_le_between in A. apply Rabs_le_between in B. lra.
Qed.
Definition at_rest z := forall i, inner (z i) (push_of tokens V z) * inner (z i) (push_of tokens V z) =
  inner (push_of tokens V z) (push_of tokens V z).
Lemma limit_rests z : returns z -> at_rest z.
Proof.
  intros Ret i. assert (Z := limit_unit z Ret). apply Rle_antisym.
  { assert (P := slope_part tokens V z Z i). lra. }
  apply le_epsilon. intros eps He. apply Rnot_lt_le. intro L.
  assert (K2 : 0 <= 6 * kappa ^ 2) by (assert (P := pow2_ge_0 kappa); lra).
  destruct (slope_vanishes (eps / (2 * b))) as [N HN]; [apply Rdiv_lt_0_compat; lra|].
  apply (Ret N (eps / (2 * (6 * kappa ^ 2 + 1)))); [apply Rdiv_lt_0_compat; lra|]. intros [k [K Near]].
  specialize (HN k K). rewrite Rminus_0_r, Rabs_right in HN by (apply Rle_ge; auto).
  assert (P := part_apart (x k) z i (Unit k) Z). specialize (Gentle k).
  assert (b * q k < eps / 2).
  { apply Rlt_le_trans with (b * (eps / (2 * b))); [apply Rmult_lt_compat_l; auto | right; field; lra]. }
  assert (6 * kappa ^ 2 * apart tokens (x k) z <= eps / 2); [|lra].
  apply Rle_trans with ((6 * kappa ^ 2 + 1) * (eps / (2 * (6 * kappa ^ 2 + 1)))).
  - apply Rmult_le_compat; [auto | apply apart_nonneg | lra | lra].
  - right. field. lra.
Qed.
Theorem climbs_to_rest : exists z, units z /\ at_rest z /\
  forall eps, 0 < eps -> exists N, forall k, (N <= k)%nat -> apart tokens (x k) z <= eps.
Proof.
  destruct limit_state as [z Ret]. assert (Z := limit_unit z Ret). assert (Rest := limit_rests z Ret).
  exists z. split; [exact Z|]. split; [exact Rest|].
  destruct (slope_near_rest tokens V kappa ET Sym Kpos Norm z T Z Frame Rest) as [rho [C [Rp [Cp Loj]]]].
  set (E := fun k => energy tokens V (x k)). set (E0 := energy tokens V z).
  assert (Up : forall k j, E k <= E (k + j)%nat).
  { intros k. induction j as [|j IH]; [rewrite Nat.add_0_r; lra|]. rewrite Nat.add_succ_r.
    assert (R := Rise (k + j)%nat). fold (E (k + j)%nat) (E (S (k + j))) in R.
    assert (0 <= a * q (k + j)%nat) by (apply Rmult_le_pos; [lra | apply Qpos]). lra. }
  assert (Close : forall k, Rabs (E k - E0) <= n * kappa * apart tokens (x k) z)
    by (intro k; apply energy_apart; auto).
  assert (nK : 0 <= n * kappa) by (apply Rmult_le_pos; lra).
  set (g := n * kappa + 1). assert (G1 : 0 < g) by (unfold g; lra).
  assert (Gap : forall k d, 0 < d -> apart tokens (x k) z < d / g -> Rabs (E k - E0) < d).
  { intros k d D H. eapply Rle_lt_trans; [apply Close|].
    assert (P := apart_nonneg tokens (x k) z).
    apply Rle_lt_trans with (g * apart tokens (x k) z); [unfold g; lra|].
    apply Rlt_le_trans with (g * (d / g)); [apply Rmult_lt_compat_l; auto | right; field; lra]. }
  assert (Below : forall k, E k <= E0).
  { intro k. apply Rnot_lt_le. intro L.
    apply (Ret k ((E k - E0) / g)); [apply Rdiv_lt_0_compat; lra|]. intros [j [J H]].
    apply Gap in H; [|lra]. apply Rabs_def2 in H. assert (P := Up k (j - k)%nat).
    replace (k + (j - k))%nat with j in P by lia. lra. }
  set (C' := C * b ^ 2). assert (C'p : 0 < C') by (apply Rmult_lt_0_compat; [auto | apply pow_lt; auto]).
  set (h := fun k => sqrt (sqrt (E0 - E k))).
  set (f := a / (4 * sqrt (sqrt C'))).
  assert (S4 : 0 < 4 * sqrt (sqrt C')).
  { assert (0 < sqrt (sqrt C')) by (apply sqrt_lt_R0, sqrt_lt_R0; auto). lra. }
  assert (fp : 0 < f) by (apply Rdiv_lt_0_compat; auto).
  assert (nc : 0 < n * c) by (apply Rmult_lt_0_compat; lra).
  intros eps He. apply (steps_settle (fun k => apart tokens (x k) z) (fun k => n * c * sqrt (q k)) h
    (f / (n * c)) rho).
  - apply Rdiv_lt_0_compat; lra.
  - exact Rp.
  - intro k. unfold apart. replace (n * c * sqrt (q k)) with (total tokens (fun _ => c * sqrt (q k) * 1))
      by (rewrite total_scale; fold n; ring).
    rewrite <- total_add. apply total_le. intro i. rewrite Rmult_1_r.
    replace (vsub (x (S k) i) (z i)) with (vadd (vsub (x k i) (z i)) (vsub (x (S k) i) (x k i))).
    + eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat_l, Short.
    + apply inner_ext. intro u. unfold vsub. rewrite !inner_add_l, !inner_scale_l. ring.
  - intro k. apply sqrt_pos.
  - intros k Near. replace (f / (n * c) * (n * c * sqrt (q k))) with (f * sqrt (q k)) by (field; lra).
    assert (B0 := Below k). assert (B1 := Below (S k)). assert (R := Rise k). fold (E k) (E (S k)) in R.
    apply (fourth_root_falls (E0 - E k) (E0 - E (S k)) (q k) a C'); auto; try lra.
    assert (L := Loj (x k) (Unit k) Near). fold (E k) E0 in L.
    rewrite Rabs_minus_sym, Rabs_right in L by lra. eapply Rle_trans; [exact L|].
    unfold C'. rewrite Rmult_assoc. apply Rmult_le_compat_l; [lra|]. rewrite <- Rpow_mult_distr.
    apply pow_incr. split; [|apply Gentle]. apply slope_nonneg. exact (Unit k).
  - intros d D None. set (m := Rmin d (d ^ 4 / g)). assert (D4 : 0 < d ^ 4) by (apply pow_lt; auto).
    apply (Ret O m); [apply Rmin_glb_lt; [auto | apply Rdiv_lt_0_compat; auto]|].
    intros [k [_ H]]. apply None. exists k. split; [eapply Rlt_le_trans; [exact H | apply Rmin_l]|].
    assert (H' := Gap k (d ^ 4) D4 ltac:(eapply Rlt_le_trans; [exact H | apply Rmin_r])).
    apply Rabs_def2 in H'. unfold h. specialize (Below k).
    replace d with (sqrt (sqrt (d ^ 4))).
    + apply sqrt_lt_1_alt. split; [apply sqrt_pos|]. apply sqrt_lt_1_alt. lra.
    + replace (d ^ 4) with ((d * d) * (d * d)) by ring. rewrite sqrt_square by (apply Rle_0_sqr).
      apply sqrt_square. lra.
  - exact He.
Qed.
End Climb.
