(* Completeness: every R^n has it, and a curve whose speed decays exponentially settles at a point. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded.
Open Scope R_scope.

Lemma exp_small K r eps : 0 <= K -> 0 < r -> 0 < eps ->
  exists N : nat, forall n, (N <= n)%nat -> K * exp (- r * INR n) <= eps.
Proof.
  intros HK Hr He. assert (X : 0 <= K / (r * eps)).
  { apply Rmult_le_pos; [auto|]. left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; auto. }
  destruct (nfloor_ex (K / (r * eps)) X) as [N [_ HN]]. exists (S N). intros n Hn.
  assert (A : INR (S N) <= INR n) by (apply le_INR; auto). rewrite S_INR in A.
  assert (T := exp_tangent (r * INR n)). assert (Rn : 0 <= r * INR n).
  { apply Rmult_le_pos; [lra | apply pos_INR]. }
  assert (B : K <= eps * (r * INR n)).
  { apply Rle_trans with (K / (r * eps) * (r * eps)); [right; field; lra|].
    replace (eps * (r * INR n)) with (INR n * (r * eps)) by ring.
    apply Rmult_le_compat_r; [left; apply Rmult_lt_0_compat; auto | lra]. }
  replace (- r * INR n) with (- (r * INR n)) by ring. rewrite exp_Ropp.
  apply Rmult_le_reg_r with (exp (r * INR n)); [apply exp_pos|].
  rewrite Rmult_assoc, Rinv_l, Rmult_1_r by (apply Rgt_not_eq, exp_pos).
  apply Rle_trans with (eps * (r * INR n)); [auto|]. apply Rmult_le_compat_l; lra.
Qed.
Lemma settles {S : inner_product_space} (y dy : R -> S) K r : complete S ->
  (forall t, 0 <= t -> is_vderive y t (dy t)) -> 0 < r ->
  (forall t, 0 <= t -> vnorm (dy t) <= K * exp (- r * t)) ->
  exists l, forall t, 0 <= t -> vnorm (vsub (y t) l) <= K / r * exp (- r * t).
Proof.
  intros Comp Moves Hr Speed. assert (D := drift y dy K r Moves Hr Speed).
  assert (K0 : 0 <= K).
  { specialize (Speed 0 ltac:(lra)). rewrite Rmult_0_r, exp_0 in Speed.
    assert (N := vnorm_nonneg (dy 0)). lra. }
  assert (KR : 0 <= K / r) by (apply Rmult_le_pos; [auto | left; apply Rinv_0_lt_compat; auto]).
  destruct (Comp (fun n => y (INR n))) as [l L].
  { intros eps E. destruct (exp_small (K / r) r eps KR Hr E) as [N HN]. exists N. intros n k H.
    eapply Rle_trans; [apply D | apply HN; lia]. split; [apply pos_INR | apply le_INR; lia]. }
  exists l. intros t T. apply le_epsilon. intros eps E. destruct (L eps E) as [N HN].
  destruct (nfloor_ex t T) as [m [_ Hm]]. set (n := Nat.max N (Datatypes.S m)).
  assert (Hn : t <= INR n).
  { apply Rle_trans with (INR (Datatypes.S m)); [rewrite S_INR; lra | apply le_INR; unfold n; lia]. }
  specialize (HN n ltac:(unfold n; lia)).
  replace (vsub (y t) l) with (vadd (vscale (-1) (vsub (y (INR n)) (y t))) (vsub (y (INR n)) l)).
  2: { apply inner_ext. intro z. unfold vsub.
       repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra.
  specialize (D t (INR n) ltac:(lra)). lra.
Qed.

Lemma complete_line : complete real_line.
Proof.
  intros y C. destruct (Coq.Reals.Rcomplete.R_complete y) as [l L].
  - intros eps E. destruct (C (eps / 2)) as [N H]; [lra|]. exists N. intros n k Hn Hk.
    assert (G : forall a b, (N <= a <= b)%nat -> R_dist (y b) (y a) <= eps / 2).
    { intros a b Hab. specialize (H a b Hab). rewrite vnorm_real in H. unfold R_dist.
      replace (y b - y a) with (@vsub real_line (y b) (y a)) by (unfold vsub; simpl; ring). exact H. }
    destruct (Nat.le_gt_cases n k).
    + rewrite R_dist_sym. apply Rle_lt_trans with (eps / 2); [apply G; lia | lra].
    + apply Rle_lt_trans with (eps / 2); [apply G; lia | lra].
  - exists l. intros eps E. destruct (L eps E) as [N H]. exists N. intros n Hn.
    specialize (H n Hn). rewrite vnorm_real. unfold R_dist in H.
    replace (@vsub real_line (y n) l) with (y n - l) by (unfold vsub; simpl; ring). lra.
Qed.
Lemma complete_pairs S U : complete S -> complete U -> complete (pairs S U).
Proof.
  intros CS CU y C.
  assert (E : forall p : pairs S U, inner p p = inner (fst p) (fst p) + inner (snd p) (snd p)) by reflexivity.
  assert (A : forall p : pairs S U, vnorm (fst p) <= vnorm p).
  { intro p. apply sqrt_le_1_alt. rewrite E. assert (Q := inner_nonneg U (snd p)). lra. }
  assert (B : forall p : pairs S U, vnorm (snd p) <= vnorm p).
  { intro p. apply sqrt_le_1_alt. rewrite E. assert (Q := inner_nonneg S (fst p)). lra. }
  assert (AB : forall p : pairs S U, vnorm p <= vnorm (fst p) + vnorm (snd p)).
  { intro p. assert (N1 := vnorm_nonneg (fst p)). assert (N2 := vnorm_nonneg (snd p)).
    apply Rsqr_incr_0_var; [|lra]. unfold Rsqr. rewrite vnorm_square, E, <- !vnorm_square.
    assert (0 <= vnorm (fst p) * vnorm (snd p)) by (apply Rmult_le_pos; auto). lra. }
  destruct (CS (fun n => fst (y n))) as [l L].
  { intros eps H. destruct (C eps H) as [N HN]. exists N. intros n k Hk.
    eapply Rle_trans; [|apply (HN n k Hk)]. apply (A (vsub (y k) (y n))). }
  destruct (CU (fun n => snd (y n))) as [m M].
  { intros eps H. destruct (C eps H) as [N HN]. exists N. intros n k Hk.
    eapply Rle_trans; [|apply (HN n k Hk)]. apply (B (vsub (y k) (y n))). }
  exists (l, m). intros eps H. destruct (L (eps / 2)) as [N1 H1]; [lra|].
  destruct (M (eps / 2)) as [N2 H2]; [lra|]. exists (Nat.max N1 N2). intros n Hn.
  eapply Rle_trans; [apply AB|]. specialize (H1 n ltac:(lia)). specialize (H2 n ltac:(lia)).
  change (vnorm (vsub (fst (y n)) l) + vnorm (vsub (snd (y n)) m) <= eps). lra.
Qed.
Lemma complete_euclidean n : complete (euclidean n).
Proof.
  induction n; simpl; [apply complete_line | apply complete_pairs; [exact IHn | apply complete_line]].
Qed.
(* In finite dimension every positive W is bounded below. *)
Lemma complete_weighted (S : inner_product_space) (W : S -> S) (P : positive W) :
  coercive W -> complete S -> complete (weighted S W P).
Proof.
  intros [c [C Low]] Comp y Cy. assert (Q : 0 < sqrt c) by (apply sqrt_lt_R0; auto).
  assert (A : forall x : S, sqrt c * vnorm x <= @vnorm (weighted S W P) x).
  { intro x. unfold vnorm. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt. apply Low. }
  destruct (proj1 (proj2 P)) as [C' [C0 HC]].
  assert (B : forall x : S, @vnorm (weighted S W P) x <= sqrt (C' + 1) * vnorm x).
  { intro x. unfold vnorm. simpl. rewrite <- sqrt_mult_alt by lra. apply sqrt_le_1_alt.
    eapply Rle_trans; [apply Rle_abs|]. eapply Rle_trans; [apply inner_le_vnorm|].
    rewrite <- vnorm_square. assert (N := vnorm_nonneg x). specialize (HC x).
    apply Rle_trans with (vnorm x * (C' * vnorm x)); [apply Rmult_le_compat_l; auto|].
    assert (0 <= vnorm x * vnorm x) by (apply Rmult_le_pos; auto). lra. }
  destruct (Comp y) as [l L].
  { intros eps E. destruct (Cy (sqrt c * eps)) as [N H]; [apply Rmult_lt_0_compat; auto|].
    exists N. intros n k Hk. apply Rmult_le_reg_l with (sqrt c); [auto|].
    eapply Rle_trans; [apply A | apply (H n k Hk)]. }
  assert (Q' : 0 < sqrt (C' + 1)) by (apply sqrt_lt_R0; lra).
  exists l. intros eps E. destruct (L (eps / sqrt (C' + 1))) as [N H]; [apply Rdiv_lt_0_compat; auto|].
  exists N. intros n Hn. eapply Rle_trans; [apply B|].
  apply Rle_trans with (sqrt (C' + 1) * (eps / sqrt (C' + 1))).
  apply Rmult_le_compat_l; [lra | apply (H n Hn)]. right. field. lra.
Qed.
