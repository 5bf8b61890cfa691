(* Functions of one variable on [0, oo): signs near a point, the mean value inequality, limits.
   A solution is differentiable on both sides at every t >= 0; at 0 that costs nothing, since any
   solution on [0, oo) can be extended to the left by its tangent. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words.
Open Scope R_scope.

Definition differentiable (u du : R -> R) := forall t, 0 <= t -> is_derive u t (du t).

Definition lists {I} (T : list I) := forall i, In i T.

(* Near a point a differentiable function keeps its sign. *)
Lemma stays_negative g t l : is_derive g t l -> g t < 0 ->
  exists d, 0 < d /\ forall s, Rabs (s - t) < d -> g s < 0.
Proof.
  intros D N. assert (C : continuous g t) by (apply ex_derive_continuous; exists l; exact D).
  assert (P : 0 < - g t) by lra.
  destruct (proj1 (filterlim_locally g (g t)) C (mkposreal _ P)) as [d H].
  exists d. split; [apply cond_pos|]. intros s S. specialize (H s S).
  change (Rabs (g s - g t) < - g t) in H. apply Rabs_def2 in H. lra.
Qed.
Lemma was_larger g t l : is_derive g t l -> l < 0 ->
  exists d, 0 < d /\ forall s, t - d < s < t -> g t < g s.
Proof.
  intros D N. apply vderive_real in D. destruct (D (- l / 2)) as [d H]; [lra|].
  exists d. split; [apply cond_pos|]. intros s S. specialize (H (s - t)).
  rewrite real_gap in H. replace (t + (s - t)) with s in H by ring.
  rewrite (Rabs_left1 (s - t)) in H by lra. specialize (H ltac:(lra)).
  apply Rabs_le_between in H.
  assert (0 < (- l / 2) * (t - s)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma gets_larger g t l : is_derive g t l -> 0 < l ->
  exists d, 0 < d /\ forall s, t < s < t + d -> g t < g s.
Proof.
  intros D N. apply vderive_real in D. destruct (D (l / 2)) as [d H]; [lra|].
  exists d. split; [apply cond_pos|]. intros s S. specialize (H (s - t)).
  rewrite real_gap in H. replace (t + (s - t)) with s in H by ring.
  rewrite (Rabs_right (s - t)) in H by lra. specialize (H ltac:(lra)).
  apply Rabs_le_between in H. assert (0 < l / 2 * (s - t)) by (apply Rmult_lt_0_compat; lra). lra.
Qed.
Lemma finitely_many {I} (T : list I) (Q : I -> R -> Prop) t :
  (forall i, exists d, 0 < d /\ forall s, Rabs (s - t) < d -> Q i s) ->
  exists d, 0 < d /\ forall s, Rabs (s - t) < d -> forall i, In i T -> Q i s.
Proof.
  intros H. induction T as [|i T [d [D IH]]].
  - exists 1. split; [lra|]. intros s _ j [].
  - destruct (H i) as [e [E HI]]. exists (Rmin d e). split; [apply Rmin_glb_lt; auto|].
    intros s S j [<-|J]; [apply HI | apply IH; auto];
      eapply Rlt_le_trans; [exact S | apply Rmin_r | exact S | apply Rmin_l].
Qed.
(* What holds at 0, holds a little longer and in the limit, holds throughout. *)
Lemma real_induction (P : R -> Prop) T : (forall t, ~ ~ P t -> P t) -> P 0 ->
  (forall t, 0 <= t < T -> P t -> exists d, 0 < d /\ forall s, t < s < t + d -> P s) ->
  (forall t, 0 < t <= T -> (forall s, 0 <= s < t -> P s) -> P t) ->
  forall t, 0 <= t <= T -> P t.
Proof.
  intros Stable Zero Longer Limit t Ht.
  set (E := fun x => 0 <= x <= T /\ forall s, 0 <= s <= x -> P s).
  destruct (completeness E) as [m [Up Least]].
  { exists T. intros x [X _]. lra. }
  { exists 0. split; [lra|]. intros s S. replace s with 0 by lra. exact Zero. }
  assert (M0 : 0 <= m).
  { apply Up. split; [lra|]. intros s S. replace s with 0 by lra. exact Zero. }
  assert (MT : m <= T) by (apply Least; intros x [X _]; lra).
  assert (Below : forall s, 0 <= s < m -> P s).
  { intros s S. apply Stable. intro N.
    assert (m <= s); [|lra]. apply Least. intros x [X HX]. apply Rnot_lt_le. intro L.
    apply N, HX. lra. }
  assert (At : P m).
  { destruct (Req_dec m 0) as [->|N]; [exact Zero | apply Limit; [lra|exact Below]]. }
  assert (All : forall s, 0 <= s <= m -> P s).
  { intros s S. destruct (Req_dec s m) as [->|N]; [exact At | apply Below; lra]. }
  destruct (Req_dec m T) as [->|N]; [apply All; lra|].
  destruct (Longer m ltac:(lra) At) as [d [D H]].
  assert (Q : E (Rmin T (m + d / 2))).
  { assert (L := Rmin_l T (m + d / 2)). assert (R := Rmin_r T (m + d / 2)).
    assert (0 <= Rmin T (m + d / 2)) by (apply Rmin_glb; lra).
    split; [lra|]. intros s S. destruct (Rle_lt_dec s m); [apply All; lra | apply H; lra]. }
  apply Up in Q. assert (m < Rmin T (m + d / 2)) by (apply Rmin_glb_lt; lra). lra.
Qed.
Lemma derive_exp_rate k t : is_derive (fun t => exp (k * t)) t (k * exp (k * t)).
Proof.
  apply (derive_exp (fun t => k * t)). eapply derive_eq.
  apply (derive_mult (fun _ => k) (fun t => t)); [apply derive_const | apply derive_id]. ring.
Qed.
(* The mean value inequality; the standard library's theorem would need the axiom `classic`. *)
Lemma growth (u du : R -> R) m a b : a <= b -> (forall t, a <= t <= b -> is_derive u t (du t)) ->
  (forall t, a <= t <= b -> m <= du t) -> m * (b - a) <= u b - u a.
Proof.
  intros AB D B. apply le_epsilon. intros e E.
  set (q := m - e / (b - a + 1)).
  assert (Q : e / (b - a + 1) * (b - a) <= e).
  { apply Rle_trans with (e / (b - a + 1) * (b - a + 1)).
    apply Rmult_le_compat_l; [|lra]. left. apply Rdiv_lt_0_compat; lra. right. field. lra. }
  assert (P : 0 < e / (b - a + 1)) by (apply Rdiv_lt_0_compat; lra).
  set (g := fun h => u (a + h) - q * h).
  assert (Dg : forall h, 0 <= h <= b - a -> is_derive g h (du (a + h) - q)).
  { intros h H. eapply derive_eq. apply (derive_minus (fun h => u (a + h)) (fun h => q * h)).
    - apply (derive_chain u (fun _ => du (a + h)) (fun h => a + h) h 1).
      apply is_derive_Reals, D; lra.
      eapply derive_eq; [apply (derive_plus (fun _ => a) (fun h => h));
        [apply derive_const | apply derive_id] | ring].
    - apply (derive_mult (fun _ => q) (fun h => h)); [apply derive_const | apply derive_id].
    - ring. }
  cut (g 0 <= g (b - a)).
  { unfold g. rewrite Rplus_0_r. replace (a + (b - a)) with b by ring. unfold q. lra. }
  apply (real_induction (fun h => g 0 <= g h) (b - a)); [| lra | | | lra].
  - intros h N. apply Rnot_lt_le. intro L. apply N. lra.
  - intros h H G. destruct (gets_larger g h _ (Dg h ltac:(lra))) as [d [Dp L]].
    { specialize (B (a + h) ltac:(lra)). unfold q. lra. }
    exists d. split; [auto|]. intros s S. specialize (L s S). lra.
  - intros h H G. apply Rnot_lt_le. intro L.
    destruct (stays_negative (fun h => g h - g 0) h (du (a + h) - q)) as [d [Dp N]]; [|lra|].
    { eapply derive_eq; [apply (derive_minus g (fun _ => g 0)); [apply Dg; lra | apply derive_const]|].
      ring. }
    set (s := Rmax 0 (h - d / 2)).
    assert (s < h) by (apply Rmax_lub_lt; lra). assert (h - d / 2 <= s) by apply Rmax_r.
    assert (0 <= s) by apply Rmax_l. specialize (N s ltac:(rewrite Rabs_left; lra)).
    specialize (G s ltac:(lra)). lra.
Qed.
Lemma rises (u du : R -> R) : differentiable u du -> (forall t, 0 <= t -> 0 <= du t) ->
  forall s t, 0 <= s <= t -> u s <= u t.
Proof.
  intros D P s t S. assert (H := growth u du 0 s t ltac:(lra)).
  assert (0 * (t - s) <= u t - u s); [|lra]. apply H; intros; [apply D | apply P]; lra.
Qed.
Lemma exp_rate_monotone k s t : 0 <= k -> 0 <= s <= t -> exp (k * s) <= exp (k * t).
Proof.
  intros K. apply (rises (fun t => exp (k * t)) (fun t => k * exp (k * t))).
  intros x _. apply derive_exp_rate. intros x _. apply Rmult_le_pos; [auto | left; apply exp_pos].
Qed.
Lemma monotone_limit (u : R -> R) b : (forall s t, 0 <= s <= t -> u s <= u t) ->
  (forall t, 0 <= t -> u t <= b) -> exists l, l <= b /\ (forall t, 0 <= t -> u t <= l) /\ tends u l.
Proof.
  intros M B. destruct (ex_finite_lim_seq_incr (fun n => u (INR n)) b) as [l L].
  - intro n. apply M. rewrite S_INR. assert (P := pos_INR n). lra.
  - intro n. apply B, pos_INR.
  - assert (U : forall t, 0 <= t -> u t <= l).
    { intros t T. destruct (nfloor_ex t T) as [n [_ Hn]].
      apply Rle_trans with (u (INR (S n))); [apply M; rewrite S_INR; lra|].
      apply (is_lim_seq_incr_compare (fun n => u (INR n)) l L).
      intro k. apply M. rewrite S_INR. assert (P := pos_INR k). lra. }
    exists l. split; [|split; [exact U|]].
    + apply (is_lim_seq_le (fun n => u (INR n)) (fun _ => b) l b);
        [intro n; apply B, pos_INR | exact L | apply is_lim_seq_const].
    + intros eps E. apply is_lim_seq_spec in L. destruct (L (mkposreal _ E)) as [n H].
      exists (INR n). split; [apply pos_INR|]. intros t T. assert (P := pos_INR n).
      specialize (H n (le_n n)). simpl in H. apply Rabs_def2 in H.
      assert (u (INR n) <= u t) by (apply M; lra). specialize (U t ltac:(lra)).
      rewrite Rabs_left1; lra.
Qed.
(* Barbalat: a function with a limit whose derivative is Lipschitz has a derivative that vanishes. *)
Lemma barbalat (u du : R -> R) l L : differentiable u du -> tends u l -> 0 <= L ->
  (forall s t, 0 <= s <= t -> Rabs (du t - du s) <= L * (t - s)) -> tends du 0.
Proof.
  intros D Lim HL Lip eps E. set (h := eps / (2 * (L + 1))).
  assert (H : 0 < h) by (apply Rdiv_lt_0_compat; lra).
  assert (LH : L * h <= eps / 2).
  { apply Rle_trans with ((L + 1) * h); [apply Rmult_le_compat_r; lra|].
    unfold h. right. field. lra. }
  assert (HE : 0 < h * eps) by (apply Rmult_lt_0_compat; lra).
  destruct (Lim (h * eps / 8)) as [T [T0 HT]]; [lra|].
  exists T. split; [auto|]. intros t Ht. rewrite Rminus_0_r.
  assert (A1 := HT t Ht). assert (A2 := HT (t + h) ltac:(lra)).
  apply Rabs_def2 in A1. apply Rabs_def2 in A2.
  assert (Near : forall s, t <= s <= t + h -> du t - eps / 2 <= du s <= du t + eps / 2).
  { intros s S. assert (Q := Lip t s ltac:(lra)). apply Rabs_le_between in Q.
    assert (L * (s - t) <= L * h) by (apply Rmult_le_compat_l; lra). lra. }
  apply Rabs_def1; apply Rnot_le_lt; intro Big.
  - assert (G := growth u du (eps / 2) t (t + h) ltac:(lra)).
    replace (t + h - t) with h in G by ring. assert (eps / 2 * h <= u (t + h) - u t); [|lra].
    apply G; intros s S; [apply D; lra | specialize (Near s S); lra].
  - assert (G := growth (fun t => - u t) (fun t => - du t) (eps / 2) t (t + h) ltac:(lra)).
    replace (t + h - t) with h in G by ring. assert (eps / 2 * h <= - u (t + h) - - u t); [|lra].
    apply G; intros s S; [apply (derive_opp u), D; lra | specialize (Near s S); lra].
Qed.

Lemma exp_le x y : x <= y -> exp x <= exp y.
Proof.
  intros H. replace y with (x + (y - x)) by ring. rewrite exp_plus.
  assert (Q := exp_rate_monotone 1 0 (y - x) ltac:(lra) ltac:(lra)).
  rewrite Rmult_0_r, exp_0, Rmult_1_l in Q. assert (P := exp_pos x).
  rewrite <- (Rmult_1_r (exp x)) at 1. apply Rmult_le_compat_l; lra.
Qed.

