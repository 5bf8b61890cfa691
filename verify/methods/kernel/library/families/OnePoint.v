(* Members of which no coordinate's greatest rises stay where they were, as near as they are to each other;
   in a complete space they tend to one point, if their distances decay. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Complete Inferences.
Open Scope R_scope.

Lemma never_above {I} (T : list I) (u : R -> I -> R) : lists T ->
  (forall t i, 0 <= t -> exists d, is_derive (fun s : R => u s i) t d) ->
  (forall t i, 0 <= t -> (forall j, u t j <= u t i) -> exists d, is_derive (fun s : R => u s i) t d /\ d <= 0) ->
  forall t s M, 0 <= t <= s -> (forall j, u t j <= M) -> forall i, u s i <= M.
Proof.
  intros All Ex Slope t s M H Start i.
  assert (Later : forall q j d, is_derive (fun r : R => u r j) (t + q) d -> is_derive (fun r : R => u (t + r) j) q d).
  { intros q j d D. apply (derive_shift (fun r => u (t + r) j)). apply (derive_shift (fun r => u r j)) in D.
    eapply is_derive_ext; [|exact D]. intro h. cbv beta. rewrite Rplus_assoc. reflexivity. }
  replace s with (t + (s - t)) by ring. replace M with (M * exp 0) by (rewrite exp_0; ring).
  apply (greatest_decays T (fun r j => u (t + r) j) (fun _ => 0) M); auto; try lra.
  - intro j. rewrite Rplus_0_r. auto.
  - intros q j Q. destruct (Ex (t + q) j ltac:(lra)) as [d D]. exists d. apply Later, D.
  - intros q Q. exists 0. apply derive_const.
  - intros q j Q _ _ _ Most. destruct (Slope (t + q) j ltac:(lra) Most) as [d [D L]]. exists d, 0.
    split; [apply Later, D | split; [apply derive_const | lra]].
Qed.

Lemma one_point {S : inner_product_space} {I} (T : list I) (x : R -> I -> S) (K : R -> R) M : complete S -> enumerates T ->
  (forall t, K t = K 1 * t) -> K 1 < 0 ->
  (forall (c : S) t i, 0 <= t -> exists d, is_derive (fun s : R => inner c (x s i)) t d) ->
  (forall (c : S) t i, 0 <= t -> (forall j, inner c (x t j) <= inner c (x t i)) ->
    exists d, is_derive (fun s : R => inner c (x s i)) t d /\ d <= 0) ->
  (forall t, 0 <= t -> forall i j, vnorm (vsub (x t i) (x t j)) <= M * exp (K t)) ->
  exists z, forall t, 0 <= t -> forall i, vnorm (vsub (x t i) z) <= M * exp (K t).
Proof.
  intros Comp [N0 [_ All]] Linear Falls Ex Slope Near.
  assert (Later : forall t s i j, 0 <= t <= s -> vnorm (vsub (x s i) (x t j)) <= M * exp (K t)).
  { intros t s i j H. set (c := vsub (x s i) (x t j)). assert (P := vnorm_nonneg c).
    assert (Split : forall a b : S, inner c (vsub a b) = inner c a - inner c b).
    { intros a b. unfold vsub. rewrite inner_add_r, inner_scale_r. ring. }
    assert (Q : vnorm c * vnorm c <= vnorm c * (M * exp (K t))).
    { rewrite vnorm_square. unfold c at 2. rewrite Split. apply Rle_minus_l.
      apply (never_above T (fun r k => inner c (x r k)) All (fun r k => Ex c r k) (fun r k => Slope c r k) t s); auto.
      intro k. apply Rle_minus_l. rewrite <- Split. eapply Rle_trans; [apply Rle_abs|].
      eapply Rle_trans; [apply inner_le_vnorm|]. apply Rmult_le_compat_l; [exact P|]. apply Near, H. }
    destruct P as [P|Z]; [apply Rmult_le_reg_l with (vnorm c); lra|]. rewrite <- Z.
    eapply Rle_trans; [apply (vnorm_nonneg (vsub (x t j) (x t j))) | apply Near, H]. }
  destruct T as [|o T]; [destruct N0; reflexivity|].
  assert (HM : 0 <= M).
  { assert (A := Near 0 (Rle_refl 0) o o). rewrite Linear, Rmult_0_r, exp_0 in A.
    assert (B := vnorm_nonneg (vsub (x 0 o) (x 0 o))). lra. }
  destruct (Comp (fun n => x (INR n) o)) as [l L].
  { intros eps E. destruct (exp_small M (- K 1) eps HM ltac:(lra) E) as [N HN]. exists N. intros n k H.
    eapply Rle_trans; [apply Later | rewrite Linear, <- (Ropp_involutive (K 1)); apply HN; lia].
    split; [apply pos_INR | apply le_INR; lia]. }
  exists l. intros t Ht i. apply le_epsilon. intros eps E. destruct (L eps E) as [N HN].
  destruct (nfloor_ex t Ht) as [m [_ Hm]]. set (n := Nat.max N (Datatypes.S m)).
  assert (Hn : t <= INR n).
  { apply Rle_trans with (INR (Datatypes.S m)); [rewrite S_INR; lra | apply le_INR; unfold n; lia]. }
  specialize (HN n ltac:(unfold n; lia)). specialize (Later t (INR n) o i ltac:(lra)).
  replace (vsub (x t i) l) with (vadd (vscale (-1) (vsub (x (INR n) o) (x t i))) (vsub (x (INR n) o) l)).
  2: { apply inner_ext. intro z. unfold vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_left (-1)) by lra. lra.
Qed.
