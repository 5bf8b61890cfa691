(* The hemisphere of a vector w, and v in it with w.v = 1 and |v| = 1, as a left and a right eigenvector of one
   matrix are: the tangent of z is the length of what is off v, in an inner product W, over the product with w. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

Definition length_in {S : inner_product_space} (W : S -> S) z := sqrt (inner z (W z)).
Definition off_along {S : inner_product_space} (w v z : S) := vsub z (vscale (inner w z) v).

Section Left.
Context {S : inner_product_space} (W : S -> S) (PW : positive W) (v w : S).
Local Notation size_in := (length_in W).
Local Notation off := (off_along w v).
Lemma size_add a b : size_in (vadd a b) <= size_in a + size_in b.
Proof. exact (vnorm_add (S := weighted S W PW) a b). Qed.
Lemma size_scale c a : size_in (vscale c a) = Rabs c * size_in a.
Proof. exact (vnorm_scale (S := weighted S W PW) c a). Qed.
Lemma size_square a : size_in a * size_in a = inner a (W a).
Proof. exact (vnorm_square (S := weighted S W PW) a). Qed.
Lemma off_add a b : off (vadd a b) = vadd (off a) (off b).
Proof.
  apply inner_ext. intro z. unfold off_along, vsub. rewrite inner_add_r.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma off_scale c a : off (vscale c a) = vscale c (off a).
Proof.
  apply inner_ext. intro z. unfold off_along, vsub. rewrite inner_scale_r.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma off_zero : size_in (off vzero) = 0.
Proof.
  replace (off vzero) with (vscale 0 (off vzero)); [rewrite size_scale, Rabs_R0; ring|].
  rewrite <- off_scale. f_equal. apply inner_ext. intro z. rewrite inner_scale_l, inner_zero_l. ring.
Qed.
Lemma along_and_off a : a = vadd (vscale (inner w a) v) (off a).
Proof. apply inner_ext. intro z. unfold off_along, vsub. rewrite !inner_add_l, !inner_scale_l. ring. Qed.
(* What is added up has no larger tangent than its parts. *)
Lemma off_sum {I} (T : list I) (g : I -> S) t (b : I -> R) :
  (forall i, size_in (off (g i)) <= t * (inner w (g i) - b i)) ->
  size_in (off (vtotal T g)) <= t * (inner w (vtotal T g) - total T b).
Proof.
  intro H. induction T as [|i T IH]; simpl.
  - rewrite off_zero, inner_zero_r. lra.
  - rewrite off_add, inner_add_r. eapply Rle_trans; [apply size_add|]. specialize (H i). lra.
Qed.
Lemma tangent_of_sum {I} (T : list I) (g : I -> S) t : (forall i, size_in (off (g i)) <= t * inner w (g i)) ->
  size_in (off (vtotal T g)) <= t * inner w (vtotal T g).
Proof.
  intro H. assert (G := off_sum T g t (fun _ => 0)). rewrite total_zero, Rminus_0_r in G. apply G.
  intro i. rewrite Rminus_0_r. apply H.
Qed.
Lemma tangent_of_scaled c a t : 0 <= c -> size_in (off a) <= t * inner w a ->
  size_in (off (vscale c a)) <= t * inner w (vscale c a).
Proof.
  intros C H. rewrite off_scale, size_scale, inner_scale_r, Rabs_pos_eq by exact C.
  replace (t * (c * inner w a)) with (c * (t * inner w a)) by ring. apply Rmult_le_compat_l; auto.
Qed.

Hypothesis Along : inner w v = 1.
Hypothesis Unit : inner v v = 1.
Lemma v_one : vnorm v = 1.
Proof. unfold vnorm. rewrite Unit. apply sqrt_1. Qed.
Lemma off_across a : inner w (off a) = 0.
Proof. unfold off_along, vsub. rewrite inner_add_r, !inner_scale_r, Along. ring. Qed.
Lemma w_length : 1 <= vnorm w.
Proof. assert (H := inner_le_vnorm w v). rewrite Along, Rabs_R1, v_one in H. lra. Qed.

Context (C : R).
Hypothesis C0 : 0 <= C.
Hypothesis Longer : forall z, vnorm z <= C * size_in z.
Section Vector.
Context (a : S) (t : R).
Hypothesis One : inner a a = 1.
Hypothesis Inside : 0 < inner w a.
Hypothesis T0 : 0 <= t.
Hypothesis Tangent : size_in (off a) <= t * inner w a.
Lemma off_short : vnorm (off a) <= C * t * inner w a.
Proof. eapply Rle_trans; [apply Longer|]. rewrite Rmult_assoc. apply Rmult_le_compat_l; auto. Qed.
Lemma part_near : Rabs (inner w a - 1) <= vnorm (off a).
Proof.
  assert (N : vnorm a = 1) by (unfold vnorm; rewrite One; apply sqrt_1).
  assert (H1 := vnorm_add (vscale (inner w a) v) (off a)). rewrite <- along_and_off, N in H1.
  assert (E : vscale (inner w a) v = vadd (vscale (-1) (off a)) a).
  { apply inner_ext. intro z. unfold off_along, vsub.
    repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  assert (H2 := vnorm_add (vscale (-1) (off a)) a). rewrite <- E, N in H2.
  rewrite !vnorm_scale, v_one, Rabs_pos_eq in H1 by lra.
  rewrite !vnorm_scale, v_one, (Rabs_pos_eq (inner w a)), Rabs_left in H2 by lra.
  apply Rabs_le. lra.
Qed.
(* Unit vectors of a small tangent have no small product with w, and none much above 1. *)
Lemma not_across : / (1 + C * t) <= inner w a <= vnorm w.
Proof.
  assert (H := part_near). assert (L := off_short). apply Rabs_le_between in H.
  assert (CT : 0 <= C * t) by (apply Rmult_le_pos; auto). split.
  - apply Rmult_le_reg_l with (1 + C * t); [lra|]. rewrite Rinv_r by lra. lra.
  - assert (H' := inner_le_vnorm w a).
    replace (vnorm a) with 1 in H' by (unfold vnorm; rewrite One; symmetry; apply sqrt_1).
    apply Rabs_le_between in H'. lra.
Qed.
Lemma not_beyond : inner w a * (1 - C * t) <= 1.
Proof. assert (H := part_near). assert (L := off_short). apply Rabs_le_between in H. lra. Qed.
Lemma near_v : vnorm (vsub a v) <= 2 * (C * t * vnorm w).
Proof.
  assert (H := part_near). assert (L := off_short). assert (CT : 0 <= C * t) by (apply Rmult_le_pos; auto).
  assert (D : vsub a v = vadd (off a) (vscale (inner w a - 1) v)).
  { apply inner_ext. intro z. unfold off_along, vsub. rewrite !inner_add_l, !inner_scale_l. ring. }
  rewrite D. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, v_one.
  assert (C * t * inner w a <= C * t * vnorm w) by (apply Rmult_le_compat_l; [exact CT | apply not_across]). lra.
Qed.
End Vector.

(* Finitely many vectors of the hemisphere have a largest tangent. *)
Lemma some_tangent {I} (T : list I) (x : I -> S) : lists T -> (forall i, 0 < inner w (x i)) ->
  exists t, 0 <= t /\ forall i, size_in (off (x i)) <= t * inner w (x i).
Proof.
  intros All Inside. set (q := fun i => size_in (off (x i)) / inner w (x i)).
  assert (Q : forall i, 0 <= q i).
  { intro i. apply Rmult_le_pos; [apply sqrt_pos | left; apply Rinv_0_lt_compat, Inside]. }
  exists (total T q). split; [apply total_nonneg, Q|]. intro i. specialize (Inside i).
  apply Rle_trans with (q i * inner w (x i)); [right; unfold q; field; lra|].
  apply Rmult_le_compat_r; [lra | apply total_at_least; auto].
Qed.
End Left.

Lemma longer_by_coercive {S : inner_product_space} (W : S -> S) : coercive W ->
  exists C, 0 <= C /\ forall z, vnorm z <= C * length_in W z.
Proof.
  intros [c [P H]]. exists (/ sqrt c). assert (R := sqrt_lt_R0 c P).
  split; [left; apply Rinv_0_lt_compat; exact R|]. intro z. apply Rmult_le_reg_l with (sqrt c); [exact R|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. unfold vnorm, length_in.
  rewrite <- sqrt_mult; [apply sqrt_le_1_alt, H | lra | apply inner_nonneg].
Qed.
