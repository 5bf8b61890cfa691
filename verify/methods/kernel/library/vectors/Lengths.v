(* Steps along which a nonnegative quantity falls fast enough have a finite length: from near a point that
   they come near again and again they tend to it. The inequality of Lojasiewicz enters with the exponent
   3/4, as a hypothesis; where it is shown by hand no theorem is cited. *)
From Coq Require Import Reals Lra List Lia.
From Coq Require ClassicalDedekindReals.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

(* What is not impossible to find among the whole numbers is found, if failure can be told. *)
Lemma found (Q : nat -> Prop) : (forall n, ~ ~ Q n -> Q n) -> ~ ~ (exists n, Q n) -> exists n, Q n.
Proof.
  intros Stable Some.
  destruct (ClassicalDedekindReals.sig_forall_dec (fun n => ~ Q n)) as [[n H]|None].
  - intro n. destruct (ClassicalDedekindReals.sig_not_dec (Q n)) as [H|H]; [right; exact H | left; exact H].
  - exists n. apply Stable, H.
  - exfalso. apply Some. intros [n H]. exact (None n H).
Qed.
Lemma le_stable (a b : nat -> R) N :
  ~ ~ (forall n : nat, (N <= n)%nat -> a n <= b n) -> forall n, (N <= n)%nat -> a n <= b n.
Proof. intros H n L. apply Rnot_lt_le. intro B. apply H. intro G. specialize (G n L). lra. Qed.

Section Steps.
Context (far step h : nat -> R) (c rho : R).
Hypothesis Cpos : 0 < c.
Hypothesis Rpos : 0 < rho.
Hypothesis Moves : forall k, far (S k) <= far k + step k.
Hypothesis Hpos : forall k, 0 <= h k.
Hypothesis Falls : forall k, far k <= rho -> c * step k <= h k - h (S k).
Hypothesis Returns : forall eps, 0 < eps -> ~ ~ exists k, far k < eps /\ h k < eps.
Lemma steps_settle eps : 0 < eps -> exists N, forall k, (N <= k)%nat -> far k <= eps.
Proof.
  intro He. apply found.
  { intro N. exact (le_stable far (fun _ => eps) N). }
  set (d := Rmin eps rho). assert (D : 0 < d) by (apply Rmin_glb_lt; auto).
  set (q := Rmin (d / 2) (c * d / 2)).
  assert (CD : 0 < c * d) by (apply Rmult_lt_0_compat; auto).
  assert (Q : 0 < q) by (apply Rmin_glb_lt; lra).
  intro None. apply (Returns q Q). intros [N [F H]]. apply None. exists N.
  assert (F' : far N < d / 2) by (eapply Rlt_le_trans; [exact F | apply Rmin_l]).
  assert (H' : h N < c * d / 2) by (eapply Rlt_le_trans; [exact H | apply Rmin_r]).
  assert (All : forall j, c * far (N + j)%nat + h (N + j)%nat <= c * far N + h N).
  { induction j as [|j IH]; [rewrite Nat.add_0_r; lra|].
    rewrite Nat.add_succ_r. assert (P := Hpos (N + j)%nat).
    assert (CF : c * far N < c * (d / 2)) by (apply Rmult_lt_compat_l; auto).
    assert (G : far (N + j)%nat <= rho).
    { apply Rle_trans with d; [|apply Rmin_r]. apply Rmult_le_reg_l with c; lra. }
    specialize (Falls (N + j)%nat G). specialize (Moves (N + j)%nat).
    assert (c * far (S (N + j)) <= c * (far (N + j)%nat + step (N + j)%nat))
      by (apply Rmult_le_compat_l; lra). lra. }
  intros k K. replace k with (N + (k - N))%nat by lia. specialize (All (k - N)%nat).
  assert (P := Hpos (N + (k - N))%nat).
  assert (CF : c * far N < c * (d / 2)) by (apply Rmult_lt_compat_l; auto).
  apply Rle_trans with d; [|apply Rmin_l]. apply Rmult_le_reg_l with c; lra.
Qed.
End Steps.

(* A quantity e that falls by a multiple of q in a step, where e^3 <= C q^2: its fourth root falls by a
   multiple of the root of q. *)
Lemma fourth_root_falls e e' q a C : 0 <= e -> 0 <= e' -> 0 <= q -> 0 < a -> 0 < C ->
  a * q <= e - e' -> e ^ 3 <= C * q ^ 2 ->
  a / (4 * sqrt (sqrt C)) * sqrt q <= sqrt (sqrt e) - sqrt (sqrt e').
Proof.
  intros E E' Q A Cp Fall Loj.
  set (h := sqrt (sqrt e)). set (h' := sqrt (sqrt e')). set (r := sqrt q). set (k := sqrt (sqrt C)).
  assert (H : 0 <= h) by apply sqrt_pos. assert (H' : 0 <= h') by apply sqrt_pos.
  assert (R : 0 <= r) by apply sqrt_pos.
  assert (K : 0 < k) by (apply sqrt_lt_R0, sqrt_lt_R0; exact Cp).
  assert (Eh : e = h ^ 4).
  { unfold h. replace (sqrt (sqrt e) ^ 4) with ((sqrt (sqrt e) * sqrt (sqrt e)) * (sqrt (sqrt e) * sqrt (sqrt e)))
      by ring. rewrite !sqrt_sqrt by (try apply sqrt_pos; auto). reflexivity. }
  assert (Eh' : e' = h' ^ 4).
  { unfold h'. replace (sqrt (sqrt e') ^ 4) with ((sqrt (sqrt e') * sqrt (sqrt e')) * (sqrt (sqrt e') * sqrt (sqrt e')))
      by ring. rewrite !sqrt_sqrt by (try apply sqrt_pos; auto). reflexivity. }
  assert (Ck : C = k ^ 4).
  { unfold k. replace (sqrt (sqrt C) ^ 4) with ((sqrt (sqrt C) * sqrt (sqrt C)) * (sqrt (sqrt C) * sqrt (sqrt C)))
      by ring. rewrite !sqrt_sqrt by (try apply sqrt_pos; lra). reflexivity. }
  assert (Qr : q = r ^ 2) by (unfold r; replace (sqrt q ^ 2) with (sqrt q * sqrt q) by ring; rewrite sqrt_sqrt; auto).
  assert (Le : h' <= h).
  { apply sqrt_le_1_alt, sqrt_le_1_alt. assert (0 <= a * q) by (apply Rmult_le_pos; lra). lra. }
  assert (Cube : h ^ 3 <= k * r).
  { apply Rnot_lt_le. intro L.
    assert (KR : 0 <= k * r) by (apply Rmult_le_pos; lra).
    assert (P : (k * r) ^ 4 < (h ^ 3) ^ 4).
    { assert (Sq : (k * r) ^ 2 < (h ^ 3) ^ 2).
      { assert (0 <= (h ^ 3 - k * r) * (k * r)) by (apply Rmult_le_pos; lra).
        assert (0 < (h ^ 3 - k * r) * (h ^ 3)) by (apply Rmult_lt_0_compat; lra). lra. }
      assert (S0 : 0 <= (k * r) ^ 2) by apply pow2_ge_0.
      set (u := (k * r) ^ 2) in *. set (v := (h ^ 3) ^ 2) in *.
      replace ((k * r) ^ 4) with (u * u) by (unfold u; ring).
      replace ((h ^ 3) ^ 4) with (v * v) by (unfold v; ring).
      assert (0 <= (v - u) * u) by (apply Rmult_le_pos; lra).
      assert (0 < (v - u) * v) by (apply Rmult_lt_0_compat; lra). lra. }
    rewrite Eh, Ck, Qr in Loj. replace ((k * r) ^ 4) with (k ^ 4 * (r ^ 2) ^ 2) in P by ring.
    replace ((h ^ 3) ^ 4) with ((h ^ 4) ^ 3) in P by ring. lra. }
  destruct (Req_dec r 0) as [Zr|Nr].
  { rewrite Zr, Rmult_0_r. lra. }
  assert (Rp : 0 < r) by lra. assert (KR : 0 < k * r) by (apply Rmult_lt_0_compat; auto).
  assert (D : a * r ^ 2 <= 4 * h ^ 3 * (h - h')).
  { apply Rle_trans with (h ^ 4 - h' ^ 4); [rewrite <- Eh, <- Eh', <- Qr; exact Fall|].
    assert (0 <= (h - h') * ((h - h') * (3 * h ^ 2 + 2 * h * h' + h' ^ 2))); [|lra].
    apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [lra|].
    assert (0 <= h * h') by (apply Rmult_le_pos; auto). assert (Q1 := pow2_ge_0 h). assert (Q2 := pow2_ge_0 h'). lra. }
  assert (D' : a * r ^ 2 <= 4 * (k * r) * (h - h')).
  { eapply Rle_trans; [exact D|]. apply Rmult_le_compat_r; lra. }
  apply Rmult_le_reg_l with (4 * k * r); [lra|].
  replace (4 * k * r * (a / (4 * k) * r)) with (a * r ^ 2) by (field; lra). lra.
Qed.
