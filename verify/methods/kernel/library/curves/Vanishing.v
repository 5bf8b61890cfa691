(* What a bounded quantity loses tends to 0, if it rises no faster than at some rate (Barbalat's lemma);
   over layers it does anyway. So does what such numbers bound. *)
From Coq Require Import Reals Lra Lia List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves OneFunction Quantities Tangent Inferences.
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
(* What is at most a multiple of what tends to 0 does, too, and so does a number with such a square. *)
Lemma under_bound v w c eps : 0 < c -> 0 < eps -> v * v <= c * w \/ Rabs v <= c * Rabs w ->
  Rabs (w - 0) < Rmin eps (eps * eps) / c -> Rabs v < eps.
Proof.
  intros C E B W. rewrite Rminus_0_r in W. assert (A := Rle_abs w). assert (Q : c * Rabs w < Rmin eps (eps * eps)).
  { apply Rlt_le_trans with (c * (Rmin eps (eps * eps) / c)); [apply Rmult_lt_compat_l; lra | right; field; lra]. }
  assert (L := Rmin_l eps (eps * eps)). assert (M := Rmin_r eps (eps * eps)). destruct B as [B|B]; [|lra].
  apply (Rmult_le_compat_l c) in A; [|lra]. rewrite <- (Rabs_pos_eq eps) by lra. apply Rsqr_lt_abs_0. unfold Rsqr. lra.
Qed.
Lemma under_positive c eps : 0 < c -> 0 < eps -> 0 < Rmin eps (eps * eps) / c.
Proof. intros C E. apply Rdiv_lt_0_compat; [apply Rmin_glb_lt; [|apply Rmult_lt_0_compat]|]; assumption. Qed.
Lemma tends_under (u w : R -> R) l c : 0 < c ->
  (forall t, 0 <= t -> (u t - l) * (u t - l) <= c * w t \/ Rabs (u t - l) <= c * Rabs (w t)) -> tends w 0 -> tends u l.
Proof.
  intros C B W eps E. destruct (W _ (under_positive c eps C E)) as [T [HT Near]]. exists T. split; [exact HT|]. intros t Ht.
  apply (under_bound _ (w t) c); auto. apply B. lra.
Qed.
Lemma layers_tend_under (u w : nat -> R) l c : 0 < c ->
  (forall n, (u n - l) * (u n - l) <= c * w n \/ Rabs (u n - l) <= c * Rabs (w n)) -> layers_tend w 0 -> layers_tend u l.
Proof. intros C B W eps E. destruct (W _ (under_positive c eps C E)) as [N Near]. exists N. intros. apply (under_bound _ (w k) c); auto. Qed.
(* What is between two numbers that vanish, from its limit. *)
Lemma tends_between (u v w : R -> R) l : tends v 0 -> tends w 0 ->
  (forall t, 0 <= t -> u t - l <= v t) -> (forall t, 0 <= t -> l - u t <= w t) -> tends u l.
Proof.
  intros V W Up Down eps E. destruct (V eps E) as [A [A0 HA]]. destruct (W eps E) as [B [B0 HB]]. exists (A + B).
  split; [lra|]. intros t T. specialize (HA t ltac:(lra)). specialize (HB t ltac:(lra)).
  specialize (Up t ltac:(lra)). specialize (Down t ltac:(lra)). rewrite Rminus_0_r in HA, HB.
  apply Rabs_def2 in HA. apply Rabs_def2 in HB. apply Rabs_def1; lra.
Qed.
Lemma layers_tend_between (u v w : nat -> R) l : layers_tend v 0 -> layers_tend w 0 ->
  (forall n, u n - l <= v n) -> (forall n, l - u n <= w n) -> layers_tend u l.
Proof.
  intros V W Up Down eps E. destruct (V eps E) as [A HA]. destruct (W eps E) as [B HB]. exists (Nat.max A B).
  intros n N. specialize (HA n ltac:(lia)). specialize (HB n ltac:(lia)). specialize (Up n). specialize (Down n).
  rewrite Rminus_0_r in HA, HB. apply Rabs_def2 in HA. apply Rabs_def2 in HB. apply Rabs_def1; lra.
Qed.
(* What is at most a number more than what tends to 0 has a limit superior of at most the number. *)
Lemma limsup_under (u w : R -> R) l : tends w 0 -> (forall t, 0 <= t -> u t - l <= w t) -> limsup_at_most u l.
Proof.
  intros W B eps E. destruct (W eps E) as [T [HT Near]]. exists T. split; [exact HT|]. intros t Ht.
  specialize (Near t Ht). specialize (B t ltac:(lra)). apply Rabs_def2 in Near. lra.
Qed.
Lemma layers_limsup_under (u w : nat -> R) l : layers_tend w 0 -> (forall n, u n - l <= w n) -> layers_limsup_at_most u l.
Proof.
  intros W B eps E. destruct (W eps E) as [N Near]. exists N. intros n Hn.
  specialize (Near n Hn). specialize (B n). apply Rabs_def2 in Near. lra.
Qed.
(* So does what such a number is a multiple of. *)
Lemma of_multiple k u w : k <> 0 -> k * u = w -> Rabs (u - 0) <= / Rabs k * Rabs w.
Proof. intros K <-. right. rewrite Rabs_mult, Rminus_0_r. field. apply Rabs_no_R0, K. Qed.
Lemma tends_multiple k (u w : R -> R) : k <> 0 -> (forall t, k * u t = w t) -> tends w 0 -> tends u 0.
Proof. intros K E. apply tends_under with (/ Rabs k); [apply Rinv_0_lt_compat, Rabs_pos_lt, K | auto using of_multiple]. Qed.
Lemma layers_tend_multiple k (u w : nat -> R) : k <> 0 -> (forall n, k * u n = w n) -> layers_tend w 0 -> layers_tend u 0.
Proof. intros K E. apply layers_tend_under with (/ Rabs k); [apply Rinv_0_lt_compat, Rabs_pos_lt, K | auto using of_multiple]. Qed.
(* What bounds a number that decays, at a rate or like 1 / (1 + k M t), tends to 0. *)
Lemma in_layers (f : R -> R) (u : nat -> R) : (forall n, u n = f (INR n)) -> tends f 0 -> layers_tend u 0.
Proof.
  intros Same L eps E. destruct (L eps E) as [T [HT Near]]. destruct (nfloor_ex T HT) as [N [_ Far]].
  exists (S N). intros n Hn. apply le_INR in Hn. rewrite S_INR in Hn. rewrite Same. apply Near. lra.
Qed.
Lemma decayed (K : R -> R) M : 0 <= M -> (forall t, K t = K 1 * t) -> K 1 < 0 -> tends (fun t => M * exp (K t)) 0.
Proof.
  intros HM Linear Falls. apply (tends_exp _ 0 M (- K 1)); [lra|]. intros t T.
  rewrite Rminus_0_r, Ropp_involutive, <- Linear, Rabs_pos_eq; [lra | apply Rmult_le_pos; [exact HM | left; apply exp_pos]].
Qed.
(* Finitely many numbers have a bound. *)
Lemma all_absolute {I} (T : list I) (g : I -> R) : 0 <= total T (fun j => Rabs (g j)).
Proof. apply total_nonneg. intro. apply Rabs_pos. Qed.
Lemma all_below {I} (T : list I) (g : I -> R) : enumerates T -> forall i, g i <= total T (fun j => Rabs (g j)).
Proof. intros E i. eapply Rle_trans; [apply Rle_abs|]. apply (total_at_least T (fun j => Rabs (g j))); [apply E | intro; apply Rabs_pos]. Qed.
Lemma both_below {I} (T : list I) (g : I -> I -> R) : enumerates T ->
  forall i j, g i j <= total T (fun i => Rabs (total T (fun j => Rabs (g i j)))).
Proof. intros E i j. eapply Rle_trans; [apply (all_below T (g i) E) | apply (all_below T (fun i => total T (fun j => Rabs (g i j))) E)]. Qed.
Lemma layers_decayed (K : nat -> R) M : 0 <= M -> (forall n, K n = K 1%nat * INR n) -> K 1%nat < 0 ->
  layers_tend (fun n => M * exp (K n)) 0.
Proof.
  intros HM Linear Falls. apply (in_layers (fun t => M * exp (K 1%nat * t))); [intro n; rewrite (Linear n); reflexivity|].
  apply (decayed (fun t => K 1%nat * t)); [exact HM | intro t; ring | lra].
Qed.
Lemma slowly_decays M k : 0 < M -> 0 < k -> tends (fun t => M / (1 + k * M * t)) 0 /\
  forall w t, 0 <= t -> w * (1 + k * M * t) <= M -> w <= M / (1 + k * M * t).
Proof.
  intros HM K. assert (D : forall t, 0 <= t -> 0 < 1 + k * M * t).
  { intros t T. assert (0 <= k * M * t) by (apply Rmult_le_pos; [apply Rmult_le_pos|]; lra). lra. }
  split; [| intros w t T B; apply Rcomplements.Rle_div_r; [apply Rlt_gt, D, T | exact B]].
  intros eps E. assert (P := Rinv_0_lt_compat _ (Rmult_lt_0_compat _ _ K E)). exists (/ (k * eps)). split; [lra|]. intros t T.
  rewrite Rminus_0_r, Rabs_pos_eq by (apply Rlt_le, Rdiv_lt_0_compat; [exact HM | apply D; lra]).
  apply Rcomplements.Rlt_div_l; [apply D; lra|]. assert (Far : 1 <= k * eps * t).
  { apply Rmult_le_reg_l with (/ (k * eps)); [exact P|]. replace (/ (k * eps) * (k * eps * t)) with t by (field; lra). lra. }
  assert (M * 1 <= M * (k * eps * t)) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma one_more g : 0 < Rabs g + 1 /\ 0 <= Rabs g + 1 /\ g <= Rabs g + 1.
Proof. assert (P := Rabs_pos g). assert (Q := Rle_abs g). lra. Qed.
Lemma slowly (w : R -> R) g k : 0 < k -> (forall M, 0 <= M -> g <= M -> forall t, 0 <= t -> w t * (1 + k * M * t) <= M) ->
  (forall t, 0 <= t -> w t <= (Rabs g + 1) / (1 + k * (Rabs g + 1) * t)) /\ tends (fun t => (Rabs g + 1) / (1 + k * (Rabs g + 1) * t)) 0.
Proof.
  intros K B. destruct (one_more g) as [P [Q L]]. destruct (slowly_decays _ k P K) as [T Below].
  split; [intros t T0; apply Below, B|]; auto.
Qed.
Lemma layers_slowly (w : nat -> R) g k : 0 < k -> (forall M, 0 <= M -> g <= M -> forall n, w n * (1 + k * M * INR n) <= M) ->
  (forall n, w n <= (Rabs g + 1) / (1 + k * (Rabs g + 1) * INR n)) /\
  layers_tend (fun n => (Rabs g + 1) / (1 + k * (Rabs g + 1) * INR n)) 0.
Proof.
  intros K B. destruct (one_more g) as [P [Q L]]. destruct (slowly_decays _ k P K) as [T Below].
  split; [intro n; apply Below, B; auto using pos_INR | apply (in_layers (fun t => (Rabs g + 1) / (1 + k * (Rabs g + 1) * t))); auto].
Qed.
(* What falls like 1 / (1 + k M t) from any M falls like 1 / (k t). *)
Lemma slow_anyway v k M t : 0 <= v -> 0 < M -> v * (1 + k * M * t) <= M -> v * k * t <= 1.
Proof. intros V P L. apply Rmult_le_reg_r with M; [exact P|]. lra. Qed.
