(* Populations of vectors that average: what is so of numbers is so along every direction. *)
From Coq Require Import Reals Lra List Psatz.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Comparison Averages.
Open Scope R_scope.

Lemma inner_sub_r {S : inner_product_space} (x y z : S) : inner z (vsub x y) = inner z x - inner z y.
Proof. unfold vsub. rewrite inner_add_r, inner_scale_r. ring. Qed.
Lemma inner_sub_l {S : inner_product_space} (x y z : S) : inner (vsub x y) z = inner x z - inner y z.
Proof. unfold vsub. rewrite inner_add_l, inner_scale_l. ring. Qed.
(* A length is what is seen along its own direction. *)
Lemma length_along {S : inner_product_space} (x : S) M : 0 <= M ->
  (forall c : S, inner c x <= vnorm c * M) -> vnorm x <= M.
Proof.
  intros P Along. specialize (Along x). rewrite <- vnorm_square in Along.
  destruct (vnorm_nonneg x) as [N|N]; [|lra]. apply Rmult_le_reg_l with (vnorm x); auto.
Qed.
Lemma along_length {S : inner_product_space} (x c : S) M : vnorm x <= M -> inner c x <= vnorm c * M.
Proof.
  intros L. apply Rle_trans with (1 := Rle_abs _). apply Rle_trans with (1 := inner_le_vnorm c x).
  apply Rmult_le_compat_l; [apply vnorm_nonneg | exact L].
Qed.

(* ------------------------------------------------------------------ 1. flows *)

Section Vectors.
Context {S : inner_product_space} {I : Type} (T : list I) (x : R -> I -> S) (a : R -> I -> I -> R).
Hypothesis All : enumerates T.
Definition averaging_vectors := forall t i, 0 <= t ->
  is_vderive (fun s => x s i) t (vtotal T (fun j => vscale (a t i j) (vsub (x t j) (x t i)))).
Hypothesis Law : averaging_vectors.
Hypothesis Weights : forall t i j, 0 <= t -> 0 <= a t i j.

Lemma averaging_along c : averaging T (fun t i => inner c (x t i)) a.
Proof.
  intros t i Ht. eapply derive_eq.
  - apply (derive_inner (fun _ => c) (fun s => x s i)); [apply vderive_const | apply Law, Ht].
  - rewrite inner_zero_l, Rplus_0_l, inner_vtotal_r. apply total_ext. intro j.
    rewrite inner_scale_r, inner_sub_r. reflexivity.
Qed.
Lemma half_space_kept c M : (forall i, inner c (x 0 i) <= M) -> forall i t, 0 <= t -> inner c (x t i) <= M.
Proof. exact (averages_below T _ All a (averaging_along c) Weights M). Qed.
Lemma half_space_kept_above c M : (forall i, M <= inner c (x 0 i)) -> forall i t, 0 <= t -> M <= inner c (x t i).
Proof. exact (averages_above T _ All a (averaging_along c) Weights M). Qed.
Lemma ball_kept M : (forall i, vnorm (x 0 i) <= M) -> forall i t, 0 <= t -> vnorm (x t i) <= M.
Proof.
  intros Start i t Ht. apply length_along.
  - apply Rle_trans with (2 := Start i). apply vnorm_nonneg.
  - intro c. apply half_space_kept; [|exact Ht]. intro j. apply along_length, Start.
Qed.
Lemma distances_averaged k M : (forall t i j, 0 <= t -> - k <= size T * a t i j) ->
  (forall i j, vnorm (vsub (x 0 i) (x 0 j)) <= M) ->
  forall i j t, 0 <= t -> vnorm (vsub (x t i) (x t j)) <= M * exp (k * t).
Proof.
  intros Least Start i j t Ht. pose proof (exp_pos (k * t)). apply length_along.
  - apply Rmult_le_pos; [|lra]. apply Rle_trans with (2 := Start i j). apply vnorm_nonneg.
  - intro c. rewrite inner_sub_r, <- Rmult_assoc.
    apply (spread_averaged T _ All a (averaging_along c) k (vnorm c * M) Least); [|exact Ht].
    intros p q. rewrite <- inner_sub_r. apply along_length, Start.
Qed.
Lemma distances_kept M : (forall i j, vnorm (vsub (x 0 i) (x 0 j)) <= M) ->
  forall i j t, 0 <= t -> vnorm (vsub (x t i) (x t j)) <= M.
Proof.
  intros Start i j t Ht. apply length_along.
  - apply Rle_trans with (2 := Start i j). apply vnorm_nonneg.
  - intro c. rewrite inner_sub_r.
    apply (spread_kept T _ All a (averaging_along c) Weights (vnorm c * M)); [|exact Ht].
    intros p q. rewrite <- inner_sub_r. apply along_length, Start.
Qed.

Hypothesis Symmetric : forall t i j, 0 <= t -> a t i j = a t j i.
Lemma vsum_averaged t : 0 <= t -> vtotal T (x t) = vtotal T (x 0).
Proof.
  intros Ht. apply inner_ext. intro c. rewrite !inner_vtotal_l.
  transitivity (total T (fun i => inner c (x t i))); [apply total_ext; intro; apply inner_sym|].
  transitivity (total T (fun i => inner c (x 0 i))); [|apply total_ext; intro; apply inner_sym].
  exact (sum_averaged T _ a (averaging_along c) Symmetric t Ht).
Qed.
(* The sum of the squared distances to a point falls by the weighted squares of the differences. *)
Definition dissipation t := total T (fun i => total T (fun j =>
  a t i j * inner (vsub (x t i) (x t j)) (vsub (x t i) (x t j)))).
Definition energy_about (m : S) (y : I -> S) := total T (fun i => inner (vsub (y i) m) (vsub (y i) m)).
Lemma energy_averaged m t : 0 <= t -> is_derive (fun t => energy_about m (x t)) t (- dissipation t).
Proof.
  intros Ht. set (F := fun i j => a t i j * inner (vsub (x t i) m) (vsub (x t j) (x t i))).
  eapply derive_eq.
  - apply (derive_total T (fun s i => inner (vsub (x s i) m) (vsub (x s i) m)) t (fun i => 2 * total T (F i))).
    intro i. pose proof (vderive_add _ (fun _ => vscale (-1) m) t _ _ (Law t i Ht) (vderive_const _ t)) as D.
    eapply derive_eq; [apply (derive_inner (fun s => vsub (x s i) m) (fun s => vsub (x s i) m) t _ _ D D)|].
    rewrite (inner_sym _ _ (vsub (x t i) m)), inner_add_r, inner_zero_r, Rplus_0_r, inner_vtotal_r.
    rewrite (total_ext T _ (F i)) by (intro j; unfold F; rewrite inner_scale_r; reflexivity). ring.
  - assert (Turned : total T (fun i => total T (fun j => F j i)) = total T (fun i => total T (F i)))
      by exact (total_swap T T (fun i j => F j i)).
    rewrite total_scale. replace (2 * total T (fun i => total T (F i)))
      with (total T (fun i => total T (F i)) + total T (fun i => total T (fun j => F j i)))
      by (rewrite Turned; ring).
    rewrite <- total_add. transitivity (-1 * dissipation t); [|ring]. unfold dissipation.
    rewrite <- (total_scale T (-1)). apply total_ext. intro i. rewrite <- total_add, <- (total_scale T (-1)).
    apply total_ext. intro j. unfold F. rewrite (Symmetric t j i Ht), !inner_sub_r, !inner_sub_l.
    rewrite (inner_sym _ (x t j) (x t i)), (inner_sym _ m (x t i)), (inner_sym _ m (x t j)). ring.
Qed.
Lemma dissipation_nonneg t : 0 <= t -> 0 <= dissipation t.
Proof.
  intros Ht. apply sum_not_negative. intro i. apply sum_not_negative. intro j.
  apply Rmult_le_pos; [auto | apply inner_nonneg].
Qed.
Lemma energy_kept m M : energy_about m (x 0) <= M -> forall t, 0 <= t -> energy_about m (x t) <= M.
Proof.
  intros Start. apply (stays_below _ _ M (fun t => energy_averaged m t) Start). intros t Ht _.
  pose proof (dissipation_nonneg t Ht). lra.
Qed.
Definition mean (y : I -> S) := vscale (/ size T) (vtotal T (fun i => y i)).
Definition disagreement (y : I -> S) := energy_about (mean y) y.
Lemma mean_averaged t : 0 <= t -> mean (x t) = mean (x 0).
Proof. intros Ht. exact (f_equal (vscale (/ size T)) (vsum_averaged t Ht)). Qed.
Lemma disagreement_kept M : disagreement (x 0) <= M -> forall t, 0 <= t -> disagreement (x t) <= M.
Proof.
  intros Start t Ht. unfold disagreement. rewrite (mean_averaged t Ht). apply energy_kept; auto.
Qed.
Lemma disagreement_decays k M : disagreement (x 0) <= M ->
  (forall t, 0 <= t -> - k * disagreement (x t) <= dissipation t) ->
  forall t, 0 <= t -> disagreement (x t) <= M * exp (k * t).
Proof.
  intros Start Gap t Ht. unfold disagreement. rewrite (mean_averaged t Ht). set (m := mean (x 0)).
  apply (decays (fun t => energy_about m (x t)) _ k M (fun t => energy_averaged m t)); [exact Start | | exact Ht].
  intros s Hs. specialize (Gap s Hs). unfold disagreement in Gap. rewrite (mean_averaged s Hs) in Gap.
  fold m in Gap. lra.
Qed.
End Vectors.

(* Weights that stay: the differences that they weigh fall. *)
Section Steady.
Context {S : inner_product_space} {I : Type} (T : list I) (x : R -> I -> S) (a : I -> I -> R).
Hypothesis Law : averaging_vectors T x (fun _ => a).
Hypothesis Symmetric : forall i j, a i j = a j i.
Lemma dissipation_falls M : dissipation T x (fun _ => a) 0 <= M ->
  forall t, 0 <= t -> dissipation T x (fun _ => a) t <= M.
Proof.
  set (v := fun t i => vtotal T (fun j => vscale (a i j) (vsub (x t j) (x t i)))).
  assert (D : forall t, 0 <= t -> is_derive (dissipation T x (fun _ => a)) t (-4 * total T (fun i => inner (v t i) (v t i)))).
  { intros t Ht. set (F := fun i j => a i j * inner (vsub (x t j) (x t i)) (v t i)). eapply derive_eq.
    - apply (derive_total T (fun s i => total T (fun j => a i j * inner (vsub (x s i) (x s j)) (vsub (x s i) (x s j)))) t
        (fun i => total T (fun j => -2 * F i j + -2 * F j i))). intro i.
      apply (derive_total T (fun s j => a i j * inner (vsub (x s i) (x s j)) (vsub (x s i) (x s j)))). intro j.
      assert (G : is_vderive (fun s => vsub (x s i) (x s j)) t (vsub (v t i) (v t j))).
      { eapply vderive_eq.
        - apply (vderive_add (fun s => x s i) (fun s => vscale (-1) (x s j))); [apply (Law t i Ht)|].
          apply (vderive_scale (fun _ => -1) (fun s => x s j)); [apply derive_const | apply (Law t j Ht)].
        - apply inner_ext. intro z. unfold v. rewrite !inner_sub_l, !inner_add_l, !inner_scale_l. ring. }
      eapply derive_eq; [apply (derive_mult (fun _ => a i j) _ t _ _ (derive_const _ t) (derive_inner _ _ t _ _ G G))|].
      unfold F. rewrite (Symmetric j i), !inner_sub_l, !inner_sub_r.
      rewrite !(inner_sym _ (v t i) (x t i)), !(inner_sym _ (v t i) (x t j)), !(inner_sym _ (v t j) (x t i)),
        !(inner_sym _ (v t j) (x t j)). ring.
    - assert (Turned : total T (fun i => total T (fun j => F j i)) = total T (fun i => total T (F i)))
        by exact (total_swap T T (fun i j => F j i)).
      rewrite (total_ext T _ (fun i => -2 * total T (F i) + -2 * total T (fun j => F j i))).
      2:{ intro i. rewrite <- !total_scale, <- total_add. reflexivity. }
      rewrite total_add, !total_scale, Turned.
      rewrite (total_ext T (fun i => total T (F i)) (fun i => inner (v t i) (v t i))); [ring|].
      intro i. unfold v at 1. rewrite inner_vtotal_l. apply total_ext. intro j. unfold F. rewrite inner_scale_l. reflexivity. }
  intros Start. apply (stays_below _ _ M D Start). intros t Ht _.
  assert (0 <= total T (fun i => inner (v t i) (v t i))) by (apply total_nonneg; intro; apply inner_nonneg). lra.
Qed.
End Steady.

(* ------------------------------------------------------------------ 2. numbers, as vectors of one line *)

Section Numbers.
Context {I : Type} (T : list I).
Lemma vtotal_of_numbers (f : I -> R) : vtotal (S := real_line) T f = total T f.
Proof. induction T as [|i U IH]; simpl; [reflexivity | rewrite IH; reflexivity]. Qed.
Lemma averaging_numbers (u : R -> I -> R) a : averaging T u a -> averaging_vectors (S := real_line) T u a.
Proof.
  intros Law t i Ht. apply vderive_real. eapply derive_eq; [apply Law, Ht|].
  rewrite vtotal_of_numbers. apply total_ext. intro j. unfold vsub. simpl. ring.
Qed.
Lemma energy_of_numbers m (u : I -> R) : energy_about (S := real_line) T m u = total T (fun i => (u i - m) ^ 2).
Proof. apply total_ext. intro i. unfold vsub. simpl. ring. Qed.
Lemma disagreement_of_numbers (u : I -> R) :
  disagreement (S := real_line) T u = total T (fun i => (u i - total T (fun j => u j) / size T) ^ 2).
Proof.
  unfold disagreement. rewrite energy_of_numbers. apply total_ext. intro i. unfold mean.
  rewrite vtotal_of_numbers. unfold vscale, Rdiv. simpl. ring.
Qed.
Lemma dissipation_of_numbers (u : R -> I -> R) a t :
  dissipation (S := real_line) T u a t = total T (fun i => total T (fun j => a t i j * (u t i - u t j) ^ 2)).
Proof. apply total_ext. intro i. apply total_ext. intro j. unfold vsub. simpl. ring. Qed.
End Numbers.
