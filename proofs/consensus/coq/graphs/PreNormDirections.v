(* Directions of tokens that are normalised for attention only: they meet like a power of the time if
   all are drawn by the same tokens, and tend to one direction under any mask with a root. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Complete Attention Graphs Systems.
From Kernel Require Import Masked PreNorm.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. they meet *)

Section Directions.
Context {U : inner_product_space} {Token : Type} (tokens : list Token)
  (w : R -> Token -> Token -> R) (y : R -> Token -> U) (p : U) (nu n0 sigma : R).
Hypothesis All : lists tokens.
Hypothesis Flow : forall t i, 0 <= t -> is_vderive (fun t => y t i) t
  (vtotal tokens (fun j => vscale (w t i j * / vnorm (y t j)) (y t j))).
Hypothesis Pos : forall t i j, 0 <= t -> 0 <= w t i j.
Hypothesis Row : forall t i, 0 <= t -> total tokens (w t i) <= nu.
Hypothesis Pole : inner p p = 1.
Hypothesis Spos : 0 < sigma.
Hypothesis Nu : 0 < nu.
Hypothesis N0 : 0 < n0.
Hypothesis Some : forall i, y 0 i <> vzero.
Hypothesis Inside : forall i, sigma * vnorm (y 0 i) <= inner p (y 0 i).
Hypothesis Length : forall i, vnorm (y 0 i) <= n0.
Hypothesis Quotients : forall R b q beta, 0 < R -> 0 < b -> 0 < q -> b <= beta -> q <= R -> b / R <= beta / q.
Definition direction t i : U := vscale (/ vnorm (y t i)) (y t i).
Let X t i := plane y p t i.
Let beta := plane_weight w y p.
Let moves : forall xi, consensus_system tokens beta (fun i t => inner xi (X t i)) :=
  planes_move tokens w y p sigma All Flow Pos Spos Some Inside.
Let nonneg : forall t i j, 0 <= t -> 0 <= beta t i j :=
  plane_weight_nonneg tokens w y p sigma All Flow Pos Spos Some Inside.

Lemma direction_unit t i : 0 <= t -> inner (direction t i) (direction t i) = 1.
Proof.
  intros T. assert (L := length_positive tokens w y p sigma All Flow Pos Spos Some Inside i t T).
  unfold direction. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
Qed.
Lemma plane_of_direction t i : 0 <= t -> X t i = vscale (/ margin y p t i) (direction t i).
Proof.
  intros T. assert (L := length_positive tokens w y p sigma All Flow Pos Spos Some Inside i t T).
  assert (P := height_positive tokens w y p sigma All Flow Pos Spos Some Inside i t T).
  unfold X, plane, direction, margin. rewrite vscale_vscale. f_equal. field. lra.
Qed.
(* A bound on how far apart coordinates are, at two times, is one on directions. *)
Lemma directions_meet s t c : 0 <= s -> 0 <= t ->
  (forall xi M, (forall i, - M <= inner xi (X 0 i) <= M) -> forall i j,
    inner xi (X s i) - inner xi (X t j) <= c * (2 * M)) ->
  forall i j, vnorm (vsub (direction s i) (direction t j)) <= 2 / sigma * c.
Proof.
  intros S T Spread i j.
  assert (Ms := margin_positive tokens w y p sigma All Flow Pos Spos Some Inside s i S).
  assert (Mt := margin_positive tokens w y p sigma All Flow Pos Spos Some Inside t j T).
  assert (Os := margin_at_most_one tokens w y p sigma All Flow Pos Pole Spos Some Inside s i S).
  assert (Ot := margin_at_most_one tokens w y p sigma All Flow Pos Pole Spos Some Inside t j T).
  eapply Rle_trans; [apply (retraction _ _ (margin y p s i) (margin y p t j)); auto using direction_unit|].
  rewrite <- !plane_of_direction by auto. set (xi := vsub (X s i) (X t j)).
  assert (Q : inner xi (X s i) - inner xi (X t j) <= c * (2 * (vnorm xi * / sigma))).
  { apply Spread. intro k. apply Rabs_le_between. eapply Rle_trans; [apply inner_le_vnorm|].
    apply Rmult_le_compat_l; [apply vnorm_nonneg|].
    apply (plane_start tokens w y p sigma All Flow Pos Spos Some Inside). }
  replace (inner xi (X s i) - inner xi (X t j)) with (vnorm xi * vnorm xi) in Q.
  2:{ rewrite vnorm_square. unfold xi at 2. unfold vsub. rewrite inner_add_r, inner_scale_r. ring. }
  assert (Si : 0 < / sigma) by (apply Rinv_0_lt_compat; auto).
  destruct (vnorm_nonneg xi) as [N|N].
  - apply Rmult_le_reg_l with (vnorm xi); [exact N|]. eapply Rle_trans; [exact Q|]. right. unfold Rdiv. ring.
  - rewrite <- N. assert (C : 0 <= c); [|unfold Rdiv; apply Rmult_le_pos; lra].
    assert (One : forall t i, 0 <= t -> inner p (X t i) = 1).
    { intros x k Hx. unfold X, plane. rewrite inner_scale_r, Rinv_l; [reflexivity|].
      assert (P := height_positive tokens w y p sigma All Flow Pos Spos Some Inside k x Hx). lra. }
    assert (F : forall k, - 1 <= inner p (X 0 k) <= 1) by (intro k; rewrite One by lra; lra).
    specialize (Spread p 1 F i j). rewrite (One s i S), (One t j T) in Spread. lra.
Qed.
(* If everybody gives j at least least_j: a power of 1 + nu t/n_0. *)
Theorem polynomial least t T i j : (forall j, 0 <= least j) ->
  (forall t i j, 0 <= t -> i = j \/ least j <= w t i j) -> 0 <= t -> exp (nu * T) <= 1 + nu * t / n0 ->
  vnorm (vsub (direction t i) (direction t j)) <= 2 / sigma * exp (- (sigma * total tokens least) * T).
Proof.
  intros L0 Least Ht Clock.
  assert (Sum : 0 <= sigma * total tokens least) by (apply Rmult_le_pos; [lra | apply total_nonneg; auto]).
  cut (forall T, 0 <= T -> exp (nu * T) <= 1 + nu * t / n0 ->
    vnorm (vsub (direction t i) (direction t j)) <= 2 / sigma * exp (- (sigma * total tokens least) * T)).
  { intros Q. destruct (Rle_or_lt 0 T) as [P|P]; [auto|].
    eapply Rle_trans; [apply (Q 0); [lra|]|].
    - rewrite Rmult_0_r, exp_0. assert (0 <= nu * t / n0); [|lra].
      apply Rmult_le_pos; [apply Rmult_le_pos; lra | left; apply Rinv_0_lt_compat; auto].
    - apply Rmult_le_compat_l; [left; apply Rdiv_lt_0_compat; lra|]. apply exp_le.
      assert (0 <= sigma * total tokens least * - T) by (apply Rmult_le_pos; lra). lra. }
  clear T Clock. intros T HT Clock. assert (Before := moment_before nu n0 Nu N0 T t Clock).
  assert (S0 := moment_nonneg nu n0 Nu N0 T HT). set (s := moment nu n0 T) in *.
  apply directions_meet; auto. intros xi M In a c.
  assert (At : forall a c, inner xi (X s a) - inner xi (X s c) <=
    2 * M * exp (- total tokens (fun j => sigma * least j) * T)).
  { intros a' c'. apply (common_pull tokens _ _ (fun j => sigma * least j) (2 * M) All
      (by_the_clock nu n0 Nu N0 tokens beta _ (moves xi))); auto.
    - intro k. apply Rmult_le_pos; [lra | auto].
    - intros x k q Hx. assert (Mx := moment_nonneg nu n0 Nu N0 x Hx).
      destruct (Least (moment nu n0 x) k q Mx) as [E|E]; [left; auto | right].
      rewrite Rmult_comm.
      apply (plane_weight_above tokens w y p nu n0 sigma All Flow Pos Row Pole Spos Some Inside Length Quotients); auto.
    - intros k q. rewrite (moment_zero nu n0 Nu). assert (K := In k). assert (K' := In q). lra. }
  set (b := 2 * M * exp (- total tokens (fun j => sigma * least j) * T)) in *.
  assert (Q := common_pull tokens _ _ (fun _ => 0) b All (later tokens beta _ s S0 (moves xi))
    (fun _ => Rle_refl 0) (fun x k q Hx => or_intror (nonneg (s + x) k q ltac:(lra)))).
  assert (R : inner xi (X (s + (t - s)) a) - inner xi (X (s + (t - s)) c) <=
    b * exp (- total tokens (fun _ => 0) * (t - s))).
  { apply Q; [|lra]. intros k q. rewrite Rplus_0_r. apply At. }
  replace (s + (t - s)) with t in R by ring. rewrite total_zero, Ropp_0, Rmult_0_l, exp_0 in R.
  unfold b in R. rewrite total_scale in R. lra.
Qed.

(* ------------------------------------------------------------------ 2. under a mask *)

Section Rooted.
Context (edge : Token -> Token -> Prop) (r : Token) (m mu : R).
Hypothesis M : 0 < m.
Hypothesis Mu : 0 < mu.
Hypothesis Edge : forall t i j, 0 <= t -> edge i j -> m <= w t i j.
Hypothesis Full : forall t i, 0 <= t -> mu <= total tokens (w t i).
Hypothesis Grow : forall t, 0 <= t -> forall f i, (forall j, sigma <= f j) ->
  sigma * total tokens (fun j => w t i j) <= total tokens (fun j => w t i j * f j).
Hypothesis Root : forall i, sees edge i r.
(* Shares that vanish, from moments that come. *)
Lemma windows : exists q, 0 <= q < 1 /\ forall N : nat, exists s, 0 <= s /\ forall t x i j, s <= t -> s <= x ->
  vnorm (vsub (direction t i) (direction x j)) <= 2 / sigma * q ^ N.
Proof.
  destruct (root_depth edge tokens r All Root) as [D HD].
  destruct (heights_stay tokens w y p sigma All Flow Pos Spos Some Inside) as [h [H Low]].
  set (B := nu * (n0 / h + nu / (sigma * mu))). set (b := Rmin (m * sigma) B).
  assert (SM : 0 < sigma * mu) by (apply Rmult_lt_0_compat; auto).
  assert (Bp : 0 < B).
  { apply Rmult_lt_0_compat; [auto|]. apply Rplus_lt_0_compat; apply Rdiv_lt_0_compat; auto. }
  assert (Mb : 0 < b) by (apply Rmin_glb_lt; [apply Rmult_lt_0_compat; auto | auto]).
  assert (BB : b <= B) by apply Rmin_r.
  set (eps := shrinkage D b B). assert (E := shrinkage_range D b B Mb BB). fold eps in E.
  exists (1 - eps). split; [lra|]. intros N. set (s := moment nu n0 (INR N / B)).
  assert (HN : 0 <= INR N / B) by (apply Rmult_le_pos; [apply pos_INR | left; apply Rinv_0_lt_compat; auto]).
  assert (S0 := moment_nonneg nu n0 Nu N0 _ HN). fold s in S0. exists s. split; [exact S0|].
  intros t x i j Ht Hx. apply directions_meet; try lra. intros xi K In a c.
  destruct (rooted_systems_gather tokens _ _ edge r b B eps All
    (by_the_clock nu n0 Nu N0 tokens beta _ (moves xi))) with (low := - K) (high := K) (N := N)
    as [l [u [I W]]]; auto.
  - intros v k q Hv. assert (Mv := moment_nonneg nu n0 Nu N0 v Hv). apply Rmult_le_pos; [|auto].
    assert (0 <= nu * moment nu n0 v) by (apply Rmult_le_pos; lra). lra.
  - intros v k q Hv Ekq. assert (Mv := moment_nonneg nu n0 Nu N0 v Hv).
    eapply Rle_trans; [apply Rmin_l|].
    apply (plane_weight_above tokens w y p nu n0 sigma All Flow Pos Row Pole Spos Some Inside Length Quotients); auto. lra.
  - intros v k Hv. assert (Mv := moment_nonneg nu n0 Nu N0 v Hv).
    apply (plane_rows tokens w y p nu n0 sigma All Flow Pos Row Pole Spos Some Inside Length Grow
      (moment nu n0 v) k mu h Mv H Mu); auto. intro q. apply Low. lra.
  - intros k F. apply (HD k). intro V. apply F. exists D. split; [exact V | unfold eps; lra].
  - intro k. rewrite (moment_zero nu n0 Nu). apply In.
  - assert (Stay : forall k v, s <= v -> l <= inner xi (X v k) <= u).
    { intros k v Hv. assert (P := later tokens beta _ s S0 (moves xi)).
      assert (Ps : forall t i j, 0 <= t -> 0 <= beta (s + t) i j) by (intros; apply nonneg; lra).
      replace v with (s + (v - s)) by ring. split.
      - apply (none_below tokens _ _ l All P Ps); [|lra]. intro q. rewrite Rplus_0_r. apply (I q (INR N / B)). lra.
      - apply (none_above tokens _ _ All P Ps); [|lra]. intro q. rewrite Rplus_0_r. apply (I q (INR N / B)). lra. }
    assert (A := Stay a t Ht). assert (C := Stay c x Hx).
    replace (2 * K) with (K - - K) by ring. lra.
Qed.
Lemma powers_small q : 0 <= q < 1 -> forall K e, 0 <= K -> 0 < e -> exists N : nat, K * q ^ N < e.
Proof.
  intros Q K e K0 E. destruct (exp_small K (1 - q) (e / 2)) as [N H]; try lra.
  exists N. specialize (H N (le_n N)). apply Rle_lt_trans with (e / 2); [|lra].
  eapply Rle_trans; [|exact H]. apply Rmult_le_compat_l; [auto|].
  clear H. assert (T := exp_tangent (- (1 - q))). induction N as [|N IH].
  - simpl. rewrite Rmult_0_r, exp_0. lra.
  - rewrite S_INR, Rmult_plus_distr_l, Rmult_1_r, exp_plus. simpl. rewrite Rmult_comm.
    apply Rmult_le_compat; try lra. apply pow_le. lra.
Qed.
Theorem one_direction : complete U -> exists l, forall i, vtends (fun t => direction t i) l.
Proof.
  intros Comp. destruct windows as [q [Q W]]. assert (K : 0 <= 2 / sigma) by (left; apply Rdiv_lt_0_compat; lra).
  assert (Close : forall e, 0 < e -> exists s, 0 <= s /\ forall t x i j, s <= t -> s <= x ->
    vnorm (vsub (direction t i) (direction x j)) < e).
  { intros e E. destruct (powers_small q Q _ e K E) as [N H]. destruct (W N) as [s [S0 F]].
    exists s. split; [exact S0|]. intros t x i j T X'. eapply Rle_lt_trans; [apply F; auto | exact H]. }
  destruct (Comp (fun n => direction (INR n) r)) as [l L].
  { intros e E. destruct (Close e E) as [s [S0 F]]. destruct (nfloor_ex s S0) as [n [_ N]].
    exists (Datatypes.S n). intros a c H. left. apply F; apply Rle_trans with (INR (Datatypes.S n));
      try (rewrite S_INR; lra); apply le_INR; lia. }
  exists l. intros i e E. destruct (Close (e / 3) ltac:(lra)) as [s [S0 F]].
  destruct (L (e / 3) ltac:(lra)) as [n HL]. destruct (nfloor_ex s S0) as [k [_ Hk]].
  exists s. split; [exact S0|]. intros t T. rewrite Rminus_0_r, Rabs_right by (apply Rle_ge, vnorm_nonneg).
  set (N := Nat.max n (Datatypes.S k)). eapply Rle_lt_trans; [apply (triangle U _ (direction (INR N) r))|].
  assert (A : s <= INR N).
  { apply Rle_trans with (INR (Datatypes.S k)); [rewrite S_INR; lra | apply le_INR; unfold N; lia]. }
  assert (B := F t (INR N) i r T A). assert (C := HL N ltac:(unfold N; lia)). lra.
Qed.
End Rooted.
End Directions.
