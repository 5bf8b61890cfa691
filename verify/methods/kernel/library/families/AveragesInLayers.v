(* Populations that average in discrete time: each goes to an average of all, or a step towards the others. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison Averages AveragesOfVectors.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. layers *)

Lemma bounds_attained {I} (T : list I) (u : I -> R) : enumerates T ->
  (exists i, forall j, u j <= u i) /\ (exists i, forall j, u i <= u j).
Proof.
  intros [N [_ L]]. assert (F : forall v : I -> R, exists i, forall j, In j T -> v j <= v i).
  { intro v. clear L. induction T as [|i U IH]; [tauto|]. destruct U as [|j U].
    - exists i. intros j [<-|[]]. lra.
    - destruct IH as [b B]; [discriminate|]. destruct (Rle_lt_dec (v i) (v b)) as [A|A].
      + exists b. intros q [<-|Q]; auto.
      + exists i. intros q [<-|Q]; [lra|]. specialize (B q Q). lra. }
  split.
  - destruct (F u) as [i B]. exists i. auto.
  - destruct (F (fun i => - u i)) as [i B]. exists i. intro j. specialize (B j (L j)). cbv beta in B. lra.
Qed.

Section Layers.
Context {I : Type} (T : list I) (W : I -> I -> R).
Hypothesis All : enumerates T.
Hypothesis Rows : forall i, total T (W i) = 1.
Lemma rest_of_row m i : total T (fun j => W i j - m) = 1 - size T * m.
Proof.
  rewrite (total_ext T _ (fun j => W i j + - m * 1)) by (intro; ring).
  rewrite total_add, total_scale, Rows. unfold size. ring.
Qed.
(* One layer: what all rows have in common is lost of the spread. *)
Lemma spread_after m M (u : I -> R) : (forall i j, m <= W i j) -> (forall i j, u i - u j <= M) ->
  forall i j, total T (fun k => W i k * u k) - total T (fun k => W j k * u k) <= (1 - size T * m) * M.
Proof.
  intros Least Start i j. destruct (bounds_attained T u All) as [[p Top] [q Bottom]].
  assert (E : forall i, total T (fun k => W i k * u k) = total T (fun k => (W i k - m) * u k) + m * total T u).
  { intro r. rewrite <- total_scale, <- total_add. apply total_ext. intro. ring. }
  assert (A : total T (fun k => (W i k - m) * u k) <= (1 - size T * m) * u p).
  { rewrite <- (rest_of_row m i), <- total_scale_r. apply total_le. intro k. specialize (Least i k).
    apply Rmult_le_compat_l; [lra | auto]. }
  assert (B : (1 - size T * m) * u q <= total T (fun k => (W j k - m) * u k)).
  { rewrite <- (rest_of_row m j), <- total_scale_r. apply total_le. intro k. specialize (Least j k).
    apply Rmult_le_compat_l; [lra | auto]. }
  assert (P : 0 <= 1 - size T * m).
  { rewrite <- (rest_of_row m i). apply sum_not_negative. intro k. specialize (Least i k). lra. }
  pose proof (Rmult_le_compat_l _ _ _ P (Start p q)). rewrite (E i), (E j). lra.
Qed.
Lemma row_shares m : (forall i j, m <= W i j) -> 0 <= 1 - size T * m.
Proof.
  intro Least. destruct All as [N _]. destruct T as [|i U] eqn:E; [tauto|]. rewrite <- E in *.
  rewrite <- (rest_of_row m i). apply sum_not_negative. intro k. specialize (Least i k). lra.
Qed.

Context (u : nat -> I -> R).
Definition averaged_layers := forall k i, u (S k) i = total T (fun j => W i j * u k j).
Hypothesis Law : averaged_layers.
Lemma layers_spread m M : (forall i j, m <= W i j) -> (forall i j, u 0%nat i - u 0%nat j <= M) ->
  forall k i j, u k i - u k j <= M * (1 - size T * m) ^ k.
Proof.
  intros Least Start. induction k as [|k IH]; intros i j; [rewrite Rmult_1_r; auto|].
  rewrite !Law. simpl. replace (M * ((1 - size T * m) * (1 - size T * m) ^ k))
    with ((1 - size T * m) * (M * (1 - size T * m) ^ k)) by ring.
  apply spread_after; auto.
Qed.
Lemma power_below_exponential x k : 0 <= 1 - x -> (1 - x) ^ k <= exp (- x * INR k).
Proof.
  intros P. induction k as [|k IH]; [simpl; rewrite Rmult_0_r, exp_0; lra|].
  rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r, exp_plus. simpl. rewrite Rmult_comm.
  apply Rmult_le_compat; auto. apply pow_le, P. pose proof (exp_ineq1_le (- x)). lra.
Qed.
Lemma layers_spread_exponentially m M : (forall i j, m <= W i j) -> (forall i j, u 0%nat i - u 0%nat j <= M) ->
  forall k i j, u k i - u k j <= M * exp (- (size T * m) * INR k).
Proof.
  intros Least Start k i j. apply Rle_trans with (1 := layers_spread m M Least Start k i j).
  apply Rmult_le_compat_l.
  - specialize (Start i i). lra.
  - apply power_below_exponential, row_shares, Least.
Qed.
Hypothesis Weights : forall i j, 0 <= W i j.
Lemma layers_spread_kept M : (forall i j, u 0%nat i - u 0%nat j <= M) -> forall k i j, u k i - u k j <= M.
Proof.
  intros Start k i j. assert (Q := layers_spread 0 M Weights Start k i j).
  rewrite Rmult_0_r, Rminus_0_r, pow1, Rmult_1_r in Q. exact Q.
Qed.
Lemma layers_below M : (forall i, u 0%nat i <= M) -> forall k i, u k i <= M.
Proof.
  intros Start. induction k as [|k IH]; intro i; [auto|]. rewrite Law, <- (Rmult_1_l M), <- (Rows i), <- total_scale_r.
  apply total_le. intro j. apply Rmult_le_compat_l; auto.
Qed.
End Layers.
Section LayersOfVectors.
Context {V : inner_product_space} {I : Type} (T : list I) (W : I -> I -> R) (x : nat -> I -> V).
Hypothesis All : enumerates T.
Hypothesis Rows : forall i, total T (W i) = 1.
Definition averaged_vectors := forall k i, x (S k) i = vtotal T (fun j => vscale (W i j) (x k j)).
Hypothesis Law : averaged_vectors.
Lemma layers_along c : averaged_layers T W (fun k i => inner c (x k i)).
Proof.
  intros k i. rewrite Law, inner_vtotal_r. apply total_ext. intro j. apply inner_scale_r.
Qed.
Hypothesis Weights : forall i j, 0 <= W i j.
Lemma layers_half_space c M : (forall i, inner c (x 0%nat i) <= M) -> forall k i, inner c (x k i) <= M.
Proof. exact (layers_below T W Rows _ (layers_along c) Weights M). Qed.
Lemma layers_half_space_above c M : (forall i, M <= inner c (x 0%nat i)) -> forall k i, M <= inner c (x k i).
Proof.
  intros Start k i. assert (Q := layers_half_space (vscale (-1) c) (- M)). cut (- inner c (x k i) <= - M); [lra|].
  replace (- inner c (x k i)) with (inner (vscale (-1) c) (x k i)) by (rewrite inner_scale_l; ring).
  apply Q. intro j. rewrite inner_scale_l. specialize (Start j). lra.
Qed.
Lemma layers_ball M : (forall i, vnorm (x 0%nat i) <= M) -> forall k i, vnorm (x k i) <= M.
Proof.
  intros Start k i. apply length_along.
  - apply Rle_trans with (2 := Start i). apply vnorm_nonneg.
  - intro c. apply layers_half_space. intro j. apply along_length, Start.
Qed.
Lemma layers_distances m M : (forall i j, m <= W i j) -> (forall i j, vnorm (vsub (x 0%nat i) (x 0%nat j)) <= M) ->
  forall k i j, vnorm (vsub (x k i) (x k j)) <= M * (1 - size T * m) ^ k.
Proof.
  intros Least Start k i j. pose proof (row_shares T W All Rows m Least). apply length_along.
  - apply Rmult_le_pos; [|apply pow_le; auto]. apply Rle_trans with (2 := Start i j). apply vnorm_nonneg.
  - intro c. rewrite inner_sub_r, <- Rmult_assoc.
    apply (layers_spread T W All Rows _ (layers_along c) m (vnorm c * M) Least).
    intros p q. rewrite <- inner_sub_r. apply along_length, Start.
Qed.
Lemma layers_distances_exponentially m M : (forall i j, m <= W i j) ->
  (forall i j, vnorm (vsub (x 0%nat i) (x 0%nat j)) <= M) ->
  forall k i j, vnorm (vsub (x k i) (x k j)) <= M * exp (- (size T * m) * INR k).
Proof.
  intros Least Start k i j. apply Rle_trans with (1 := layers_distances m M Least Start k i j).
  apply Rmult_le_compat_l.
  - apply Rle_trans with (2 := Start i i). apply vnorm_nonneg.
  - apply power_below_exponential, (row_shares T W All Rows m Least).
Qed.
Lemma layers_distances_kept M : (forall i j, vnorm (vsub (x 0%nat i) (x 0%nat j)) <= M) ->
  forall k i j, vnorm (vsub (x k i) (x k j)) <= M.
Proof.
  intros Start k i j. assert (Q := layers_distances 0 M Weights Start k i j).
  rewrite Rmult_0_r, Rminus_0_r, pow1, Rmult_1_r in Q. exact Q.
Qed.
Hypothesis Columns : forall j, total T (fun i => W i j) = 1.
Lemma layers_vsum k : vtotal T (x k) = vtotal T (x 0%nat).
Proof.
  induction k as [|k IH]; [reflexivity|]. rewrite <- IH. apply inner_ext. intro c. rewrite !inner_vtotal_l.
  transitivity (total T (fun i => total T (fun j => W i j * inner (x k j) c))).
  - apply total_ext. intro i. rewrite Law, inner_vtotal_l. apply total_ext. intro j. apply inner_scale_l.
  - rewrite total_swap. apply total_ext. intro j. rewrite total_scale_r, Columns. ring.
Qed.
(* The square of an average is at most the average of the squares. *)
Lemma square_of_average (w : I -> R) (y : I -> V) : (forall j, 0 <= w j) -> total T w = 1 ->
  inner (vtotal T (fun j => vscale (w j) (y j))) (vtotal T (fun j => vscale (w j) (y j)))
  <= total T (fun j => w j * inner (y j) (y j)).
Proof.
  intros P One. set (a := vtotal T (fun j => vscale (w j) (y j))).
  assert (E : inner a a = total T (fun j => w j * inner (y j) a)).
  { unfold a at 1. rewrite inner_vtotal_l. apply total_ext. intro j. apply inner_scale_l. }
  assert (Q : 0 <= total T (fun j => w j * inner (vsub (y j) a) (vsub (y j) a))).
  { apply sum_not_negative. intro j. apply Rmult_le_pos; [auto | apply inner_nonneg]. }
  rewrite (total_ext T _ (fun j => w j * inner (y j) (y j) + (-2 * (w j * inner (y j) a) + inner a a * w j))) in Q.
  2:{ intro j. rewrite !inner_sub_r, !inner_sub_l, (inner_sym _ a (y j)). ring. }
  rewrite !total_add, !total_scale, <- E, One in Q. lra.
Qed.
Lemma energy_falls m k : energy_about T m (x (S k)) <= energy_about T m (x k).
Proof.
  unfold energy_about. apply Rle_trans with (total T (fun i => total T (fun j => W i j * inner (vsub (x k j) m) (vsub (x k j) m)))).
  - apply total_le. intro i.
    replace (vsub (x (S k) i) m) with (vtotal T (fun j => vscale (W i j) (vsub (x k j) m))).
    + apply (square_of_average (W i) (fun j => vsub (x k j) m)); [apply Weights | apply Rows].
    + apply inner_ext. intro c. rewrite Law, inner_sub_l, !inner_vtotal_l.
      rewrite (total_ext T _ (fun j => inner (vscale (W i j) (x k j)) c + - inner m c * W i j)).
      * rewrite total_add, total_scale, Rows. ring.
      * intro j. rewrite !inner_scale_l, inner_sub_l. ring.
  - rewrite total_swap. right. apply total_ext. intro j. rewrite total_scale_r, Columns. ring.
Qed.
Lemma layers_energy_kept m M : energy_about T m (x 0%nat) <= M -> forall k, energy_about T m (x k) <= M.
Proof. intros Start. induction k as [|k IH]; [exact Start|]. apply Rle_trans with (1 := energy_falls m k). exact IH. Qed.
Lemma layers_mean k : mean T (x k) = mean T (x 0%nat).
Proof. exact (f_equal (vscale (/ size T)) (layers_vsum k)). Qed.
Lemma layers_disagreement_kept M : disagreement T (x 0%nat) <= M -> forall k, disagreement T (x k) <= M.
Proof. intros Start k. unfold disagreement. rewrite (layers_mean k). apply layers_energy_kept, Start. Qed.
End LayersOfVectors.

(* Numbers are vectors of one line. *)
Lemma averaged_numbers {I} (T : list I) W (u : nat -> I -> R) : averaged_layers T W u -> averaged_vectors (V := real_line) T W u.
Proof. intros Law k i. rewrite Law, vtotal_of_numbers. reflexivity. Qed.

(* ------------------------------------------------------------------ 2. steps towards the others *)

Section Steps.
Context {I : Type} (T : list I) (w : nat -> I -> I -> R).
Hypothesis All : enumerates T.
Hypothesis Weights : forall k i j, 0 <= w k i j.
Hypothesis Shares : forall k i, total T (w k i) <= 1.
Section OfNumbers.
Context (u : nat -> I -> R).
Definition stepping := forall k i, u (S k) i = u k i + total T (fun j => w k i j * (u k j - u k i)).
Hypothesis Law : stepping.
Lemma next_below k M : (forall i, u k i <= M) -> forall i, u (S k) i <= M.
Proof.
  intros B i. rewrite Law. apply Rle_trans with (u k i + total T (w k i) * (M - u k i)).
  - apply Rplus_le_compat_l. rewrite <- total_scale_r. apply total_le. intro j. specialize (B j).
    apply Rmult_le_compat_l; [auto | lra].
  - specialize (B i). pose proof (Rmult_le_compat_r (M - u k i) _ _ ltac:(lra) (Shares k i)). lra.
Qed.
Lemma next_above k M : (forall i, M <= u k i) -> forall i, M <= u (S k) i.
Proof.
  intros B i. rewrite Law. apply Rle_trans with (u k i + total T (w k i) * (M - u k i)).
  - specialize (B i). pose proof (Rmult_le_compat_r (u k i - M) _ _ ltac:(lra) (Shares k i)). lra.
  - apply Rplus_le_compat_l. rewrite <- total_scale_r. apply total_le. intro j. specialize (B j).
    apply Rmult_le_compat_l; [auto | lra].
Qed.
Lemma steps_below M : (forall i, u 0%nat i <= M) -> forall k i, u k i <= M.
Proof. intros Start. induction k as [|k IH]; [exact Start|]. exact (next_below k M IH). Qed.
Lemma steps_above M : (forall i, M <= u 0%nat i) -> forall k i, M <= u k i.
Proof. intros Start. induction k as [|k IH]; [exact Start|]. exact (next_above k M IH). Qed.
Lemma steps_spread M : (forall i j, u 0%nat i - u 0%nat j <= M) -> forall k i j, u k i - u k j <= M.
Proof.
  intros Start. induction k as [|k IH]; [exact Start|]. intros i j.
  destruct (bounds_attained T (u k) All) as [[p Top] [q Bottom]].
  pose proof (next_below k (u k p) Top i). pose proof (next_above k (u k q) Bottom j). specialize (IH p q). lra.
Qed.
End OfNumbers.
Section OfVectors.
Context {V : inner_product_space} (x : nat -> I -> V).
Definition stepping_vectors := forall k i,
  x (S k) i = vadd (x k i) (vtotal T (fun j => vscale (w k i j) (vsub (x k j) (x k i)))).
Hypothesis Law : stepping_vectors.
Lemma stepping_along c : stepping (fun k i => inner c (x k i)).
Proof.
  intros k i. rewrite Law, inner_add_r, inner_vtotal_r. f_equal. apply total_ext. intro j.
  rewrite inner_scale_r, inner_sub_r. reflexivity.
Qed.
Lemma steps_half_space c M : (forall i, inner c (x 0%nat i) <= M) -> forall k i, inner c (x k i) <= M.
Proof. exact (steps_below _ (stepping_along c) M). Qed.
Lemma steps_half_space_above c M : (forall i, M <= inner c (x 0%nat i)) -> forall k i, M <= inner c (x k i).
Proof. exact (steps_above _ (stepping_along c) M). Qed.
Lemma steps_ball M : (forall i, vnorm (x 0%nat i) <= M) -> forall k i, vnorm (x k i) <= M.
Proof.
  intros Start k i. apply length_along.
  - apply Rle_trans with (2 := Start i). apply vnorm_nonneg.
  - intro c. apply steps_half_space. intro j. apply along_length, Start.
Qed.
Lemma steps_distances M : (forall i j, vnorm (vsub (x 0%nat i) (x 0%nat j)) <= M) ->
  forall k i j, vnorm (vsub (x k i) (x k j)) <= M.
Proof.
  intros Start k i j. apply length_along.
  - apply Rle_trans with (2 := Start i j). apply vnorm_nonneg.
  - intro c. rewrite inner_sub_r. apply (steps_spread _ (stepping_along c) (vnorm c * M)).
    intros p q. rewrite <- inner_sub_r. apply along_length, Start.
Qed.
End OfVectors.
End Steps.
