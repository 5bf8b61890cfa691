(* What a bounded quantity loses tends to 0, if it rises no faster than at some rate (Barbalat's lemma);
   over layers it does anyway. So does what such numbers bound. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves OneFunction Quantities Inferences.
Open Scope R_scope.

Lemma vanishes (w V : R -> R) b L : (forall t, 0 <= t -> 0 <= w t) -> (forall t, 0 <= t -> b <= V t) ->
  (forall t, 0 <= t -> exists d, is_derive V t d /\ d <= - w t) ->
  (forall t, 0 <= t -> exists d, is_derive w t d /\ d <= L) -> tends w 0.
Proof.
  intros Pos Above Falls Slope eps He. set (K := Rmax L 1). assert (HK : 1 <= K) by apply Rmax_r.
  set (h := eps / (2 * K)). assert (Hh : 0 < h) by (apply Rdiv_lt_0_compat; lra).
  assert (KH : K * h = eps / 2) by (unfold h; field; lra).
  destruct (monotone_limit (fun t => - V t) (- b)) as [l [_ [Under Limit]]].
  { apply quantity_nondecreasing. intros s S. destruct (Falls s S) as [d [D Le]]. exists (- d).
    split; [apply (derive_opp V), D | specialize (Pos s S); lra]. }
  { intros t T. specialize (Above t T). lra. }
  assert (EH : 0 < eps * h) by (apply Rmult_lt_0_compat; assumption).
  destruct (Limit (eps * h / 2) ltac:(lra)) as [T0 [HT Near]]. exists (T0 + h). split; [lra|]. intros t T.
  rewrite Rminus_0_r, Rabs_pos_eq by (apply Pos; lra). apply Rnot_le_lt. intro Large.
  assert (Half : forall s, t - h <= s <= t -> eps / 2 <= w s).
  { intros s S. assert (- K * (t - s) <= - w t - - w s).
    { apply (growth (fun s => - w s) (fun s => - Derive w s)); [lra | |]; intros r R;
        destruct (Slope r ltac:(lra)) as [d [D Le]]; rewrite (is_derive_unique _ _ _ D); [apply (derive_opp w), D|].
      assert (L <= K) by apply Rmax_l. lra. }
    assert (K * (t - s) <= K * h) by (apply Rmult_le_compat_l; lra). lra. }
  assert (eps / 2 * (t - (t - h)) <= - V t - - V (t - h)).
  { apply (growth (fun s => - V s) (fun s => - Derive V s)); [lra | |]; intros s S;
      destruct (Falls s ltac:(lra)) as [d [D Le]]; rewrite (is_derive_unique _ _ _ D); [apply (derive_opp V), D|].
    specialize (Half s S). lra. }
  specialize (Near (t - h) ltac:(lra)). specialize (Under t ltac:(lra)). apply Rabs_def2 in Near. cbv beta in *. lra.
Qed.
Lemma layers_vanish (w V : nat -> R) b : (forall n, 0 <= w n) -> (forall n, b <= V n) ->
  (forall n, V (S n) <= V n - w n) -> layers_tend w 0.
Proof.
  intros Pos Above Falls. destruct (layers_falling_limit V (fun n => - V n)) as [l Limit].
  - apply (layers_rising_limit _ (- b)); intro n; [specialize (Falls n); specialize (Pos n) | specialize (Above n)]; lra.
  - reflexivity.
  - intros eps He. destruct (Limit (eps / 2) ltac:(lra)) as [N Near]. exists N. intros n Hn.
    assert (A := Near n Hn). assert (B := Near (S n) ltac:(apply le_S, Hn)). apply Rabs_def2 in A, B.
    specialize (Falls n). rewrite Rminus_0_r, Rabs_pos_eq by apply Pos. lra.
Qed.
(* What is bounded by a multiple of what tends to 0 does, too, and so does a number with such a square. *)
Lemma under_bound v w c eps : 0 < c -> 0 < eps -> v * v <= c * w -> Rabs (w - 0) < eps * eps / c -> Rabs v < eps.
Proof.
  intros C E B W. rewrite Rminus_0_r in W. apply Rabs_def2 in W. assert (c * w < eps * eps).
  { apply Rlt_le_trans with (c * (eps * eps / c)); [apply Rmult_lt_compat_l; lra | right; field; lra]. }
  rewrite <- (Rabs_pos_eq eps) by lra. apply Rsqr_lt_abs_0. unfold Rsqr. lra.
Qed.
Lemma tends_under (u w : R -> R) l c : 0 < c -> (forall t, 0 <= t -> (u t - l) * (u t - l) <= c * w t) -> tends w 0 -> tends u l.
Proof.
  intros C B W eps E. assert (P : 0 < eps * eps / c) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; assumption).
  destruct (W _ P) as [T [HT Near]]. exists T. split; [exact HT|]. intros t Ht.
  apply (under_bound _ (w t) c); auto. apply B. lra.
Qed.
Lemma layers_tend_under (u w : nat -> R) l c : 0 < c -> (forall n, (u n - l) * (u n - l) <= c * w n) -> layers_tend w 0 -> layers_tend u l.
Proof.
  intros C B W eps E. assert (P : 0 < eps * eps / c) by (apply Rdiv_lt_0_compat; [apply Rmult_lt_0_compat|]; assumption).
  destruct (W _ P) as [N Near]. exists N. intros n Hn. apply (under_bound _ (w n) c); auto.
Qed.
(* What falls like 1 / (1 + k M t) from any M falls like 1 / (k t). *)
Lemma slow_anyway v k M t : 0 <= v -> 0 < M -> v * (1 + k * M * t) <= M -> v * k * t <= 1.
Proof. intros V P L. apply Rmult_le_reg_r with M; [exact P|]. lra. Qed.
