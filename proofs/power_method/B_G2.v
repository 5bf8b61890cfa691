(* Global consensus from the hemisphere of a left eigenvector w: tangents are lengths of what is beside v, in
   the inner product W, over products with w; normalising changes none. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Bounded Cones.
From Claimed Require Import B_G2.
Open Scope R_scope.

Section Left.
Context {S : inner_product_space} (W : S -> S) (PW : positive W) (v w : S).
Hypothesis Along : inner w v = 1.
Hypothesis Unit : inner v v = 1.
Let size_in z := sqrt (inner z (W z)).
Let off z := vsub z (vscale (inner w z) v).
Lemma size_add a b : size_in (vadd a b) <= size_in a + size_in b.
Proof. exact (vnorm_add (S := weighted S W PW) a b). Qed.
Lemma size_scale c a : size_in (vscale c a) = Rabs c * size_in a.
Proof. exact (vnorm_scale (S := weighted S W PW) c a). Qed.
Lemma size_nonneg a : 0 <= size_in a.
Proof. apply sqrt_pos. Qed.
Lemma off_add a b : off (vadd a b) = vadd (off a) (off b).
Proof.
  apply inner_ext. intro z. unfold off, vsub. rewrite inner_add_r.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma off_scale c a : off (vscale c a) = vscale c (off a).
Proof.
  apply inner_ext. intro z. unfold off, vsub. rewrite inner_scale_r.
  repeat (rewrite inner_add_l || rewrite inner_scale_l). ring.
Qed.
Lemma off_nothing : size_in (off vzero) = 0.
Proof.
  replace (off vzero) with (vscale 0 (off vzero)); [rewrite size_scale, Rabs_R0; ring|].
  rewrite <- off_scale. f_equal. apply inner_ext. intro z. rewrite inner_scale_l, inner_zero_l. ring.
Qed.
Lemma off_across a : inner w (off a) = 0.
Proof. unfold off, vsub. rewrite inner_add_r, !inner_scale_r, Along. ring. Qed.
(* What is added up has no larger tangent than its parts. *)
Lemma tangent_of_sum {I} (T : list I) (g : I -> S) t : (forall i, size_in (off (g i)) <= t * inner w (g i)) ->
  size_in (off (vtotal T g)) <= t * inner w (vtotal T g).
Proof.
  intro H. induction T as [|i T IH]; simpl.
  - rewrite off_nothing, inner_zero_r. lra.
  - rewrite off_add, inner_add_r. eapply Rle_trans; [apply size_add|]. specialize (H i). lra.
Qed.
Lemma tangent_of_scaled c a t : 0 <= c -> size_in (off a) <= t * inner w a ->
  size_in (off (vscale c a)) <= t * inner w (vscale c a).
Proof.
  intros C H. rewrite off_scale, size_scale, inner_scale_r, Rabs_pos_eq by exact C.
  replace (t * (c * inner w a)) with (c * (t * inner w a)) by ring. apply Rmult_le_compat_l; auto.
Qed.

Context {Token Head : Type} (tokens : list Token) (heads : list Head) (lambda : Head -> R) (tau q rho C : R)
  (A : nat -> Head -> Token -> Token -> R) (f : nat -> Head -> Token -> S) (x : nat -> Token -> S).
Hypothesis Tau : 0 < tau.
Hypothesis Lambda : forall h, 0 <= lambda h.
Hypothesis Q : 0 <= q <= 1.
Hypothesis R0 : 0 <= rho.
Hypothesis C0 : 0 <= C.
Hypothesis Longer : forall z, vnorm z <= C * size_in z.
Hypothesis Rows : forall k h, stochastic tokens (A k h).
Hypothesis Start : forall i, inner (x 0%nat i) (x 0%nat i) = 1.
Hypothesis Inside : forall i, 0 < inner w (x 0%nat i).
Hypothesis Tangents : forall i, size_in (off (x 0%nat i)) <= rho * inner w (x 0%nat i).
Let seen k h i := mean tokens (A k h) (x k) i.
Hypothesis Pull : forall k h i, lambda h * inner w (seen k h i) <= inner w (f k h i) /\
  inner w (seen k h i) * size_in (off (f k h i)) <= q * inner w (f k h i) * size_in (off (seen k h i)).
Hypothesis Layers : forall k, one_layer heads tau (f k) (x k) (x (Datatypes.S k)).
Definition least := tau * total heads lambda / ((1 + C * rho) * vnorm w).
Definition factor := (1 + q * least) / (1 + least).
Lemma w_length : 1 <= vnorm w.
Proof.
  assert (H := inner_le_vnorm w v). rewrite Along, Rabs_R1 in H.
  replace (vnorm v) with 1 in H by (unfold vnorm; rewrite Unit; symmetry; apply sqrt_1). lra.
Qed.
Lemma some_length : 1 <= 1 + C * rho.
Proof. assert (0 <= C * rho) by (apply Rmult_le_pos; auto). lra. Qed.
Lemma least_nonneg : 0 <= least.
Proof.
  assert (P := some_length). assert (V := w_length). unfold least.
  apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply total_nonneg; auto]|].
  left. apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra.
Qed.
Lemma factor_range : 0 < factor <= 1.
Proof.
  assert (L := least_nonneg). assert (0 <= q * least) by (apply Rmult_le_pos; lra).
  assert (q * least <= 1 * least) by (apply Rmult_le_compat_r; lra).
  split; [apply Rdiv_lt_0_compat; lra|]. unfold factor. apply Rmult_le_reg_r with (1 + least); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
(* Unit vectors of a small tangent have no small product with w. *)
Lemma not_across a t : inner a a = 1 -> 0 < inner w a -> 0 <= t <= rho -> size_in (off a) <= t * inner w a ->
  / (1 + C * rho) <= inner w a /\ inner w a <= vnorm w.
Proof.
  intros A1 Pos T H. assert (P := some_length).
  assert (N : vnorm a = 1) by (unfold vnorm; rewrite A1; apply sqrt_1). split.
  - assert (E : a = vadd (vscale (inner w a) v) (off a)).
    { apply inner_ext. intro z. unfold off, vsub. rewrite !inner_add_l, !inner_scale_l. ring. }
    assert (B : vnorm a <= inner w a + C * (t * inner w a)).
    { rewrite E at 1. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rabs_pos_eq by lra.
      replace (vnorm v) with 1 by (unfold vnorm; rewrite Unit; symmetry; apply sqrt_1).
      assert (L := Longer (off a)). assert (C * size_in (off a) <= C * (t * inner w a))
        by (apply Rmult_le_compat_l; auto). lra. }
    rewrite N in B. assert (C * (t * inner w a) <= C * (rho * inner w a)).
    { apply Rmult_le_compat_l; [exact C0|]. apply Rmult_le_compat_r; lra. }
    apply Rmult_le_reg_l with (1 + C * rho); [lra|]. rewrite Rinv_r by lra. lra.
  - assert (H' := inner_le_vnorm w a). rewrite N, Rmult_1_r in H'. apply Rabs_le_between in H'. lra.
Qed.
Lemma next k t : 0 <= t <= rho -> (forall i, inner (x k i) (x k i) = 1 /\ 0 < inner w (x k i) /\
    size_in (off (x k i)) <= t * inner w (x k i)) ->
  forall i, inner (x (Datatypes.S k) i) (x (Datatypes.S k) i) = 1 /\ 0 < inner w (x (Datatypes.S k) i) /\
    size_in (off (x (Datatypes.S k) i)) <= t * factor * inner w (x (Datatypes.S k) i).
Proof.
  intros T H i. set (c := / (1 + C * rho)). assert (P := some_length). assert (V := w_length).
  assert (cp : 0 < c) by (apply Rinv_0_lt_compat; lra).
  assert (Low : forall j, c <= inner w (x k j)).
  { intro j. destruct (H j) as [U [B G]]. exact (proj1 (not_across (x k j) t U B T G)). }
  assert (Seen : forall h, c <= inner w (seen k h i)).
  { intro h. unfold seen, mean. apply mean_along; [apply Rows | apply Rows | exact Low]. }
  assert (Flat : forall h, size_in (off (seen k h i)) <= t * inner w (seen k h i)).
  { intro h. apply tangent_of_sum. intro j. apply tangent_of_scaled; [apply Rows | apply H]. }
  assert (Up : forall h, 0 <= inner w (f k h i)).
  { intro h. eapply Rle_trans; [|apply Pull]. apply Rmult_le_pos; [auto|]. specialize (Seen h). lra. }
  assert (Added : forall h, size_in (off (f k h i)) <= t * q * inner w (f k h i)).
  { intro h. specialize (Seen h). apply Rmult_le_reg_l with (inner w (seen k h i)); [lra|].
    eapply Rle_trans; [apply Pull|].
    apply Rle_trans with (q * inner w (f k h i) * (t * inner w (seen k h i))); [|right; ring].
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra | apply Up] | apply Flat]. }
  destruct (H i) as [Ui [Bi Gi]]. assert (Most := proj2 (not_across (x k i) t Ui Bi T Gi)).
  specialize (Layers k i). cbv zeta in Layers. set (g := vtotal heads (fun h => f k h i)) in Layers.
  set (y := vadd (x k i) (vscale tau g)) in Layers. set (b := inner w (x k i)) in *.
  assert (Sum : size_in (off g) <= t * q * inner w g) by (apply tangent_of_sum; exact Added).
  assert (More : total heads lambda * c <= inner w g).
  { unfold g. rewrite inner_vtotal_r, <- total_scale_r. apply total_le. intro h.
    eapply Rle_trans; [|apply Pull]. apply Rmult_le_compat_l; auto. }
  assert (L0 : 0 <= total heads lambda) by (apply total_nonneg; auto).
  assert (LC : 0 <= total heads lambda * c) by (apply Rmult_le_pos; lra).
  assert (Much : least * b <= tau * inner w g).
  { apply Rle_trans with (tau * (total heads lambda * c)); [|apply Rmult_le_compat_l; lra].
    replace (tau * (total heads lambda * c)) with (least * vnorm w).
    - apply Rmult_le_compat_l; [apply least_nonneg | exact Most].
    - unfold least, c. field. lra. }
  assert (Wy : inner w y = b + tau * inner w g) by (unfold y; rewrite inner_add_r, inner_scale_r; reflexivity).
  assert (Gp : 0 <= tau * inner w g) by (apply Rmult_le_pos; lra).
  assert (Yn : 0 < vnorm y).
  { destruct (vnorm_nonneg y) as [|Z]; [auto|]. assert (B := inner_le_vnorm w y).
    rewrite <- Z, Rmult_0_r in B. apply Rabs_le_between in B. lra. }
  assert (Inv : 0 < / vnorm y) by (apply Rinv_0_lt_compat; auto).
  rewrite Layers. split; [|split].
  - rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
  - rewrite inner_scale_r. apply Rmult_lt_0_compat; lra.
  - apply tangent_of_scaled; [lra|]. rewrite Wy. unfold y. rewrite off_add, off_scale.
    eapply Rle_trans; [apply size_add|]. rewrite size_scale, Rabs_pos_eq by lra.
    assert (L := least_nonneg). set (F := tau * inner w g) in *.
    assert (TS : tau * size_in (off g) <= t * q * F).
    { apply Rle_trans with (tau * (t * q * inner w g)); [apply Rmult_le_compat_l; lra | right; unfold F; ring]. }
    assert (Key : (b + q * F) * (1 + least) <= (1 + q * least) * (b + F)).
    { assert (0 <= (1 - q) * (F - least * b)) by (apply Rmult_le_pos; lra). lra. }
    assert (Fac : b + q * F <= factor * (b + F)).
    { apply Rmult_le_reg_r with (1 + least); [lra|]. eapply Rle_trans; [exact Key|]. right. unfold factor. field. lra. }
    assert (t * (b + q * F) <= t * (factor * (b + F))) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Theorem tangents_fall k : forall i, inner (x k i) (x k i) = 1 /\ 0 < inner w (x k i) /\
  size_in (off (x k i)) <= rho * factor ^ k * inner w (x k i).
Proof.
  assert (Fr := factor_range). induction k as [|k IH].
  - intro i. rewrite pow_O, Rmult_1_r. auto.
  - replace (rho * factor ^ Datatypes.S k) with (rho * factor ^ k * factor) by (simpl; ring).
    apply next; [|exact IH]. assert (P : 0 <= factor ^ k <= 1).
    { split; [apply pow_le; lra | rewrite <- (pow1 k); apply pow_incr; lra]. }
    split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r rho) at 2. apply Rmult_le_compat_l; lra.
Qed.
Theorem tokens_near_v k i : vnorm (vsub (x k i) v) <= 2 * (C * rho * vnorm w) * factor ^ k.
Proof.
  destruct (tangents_fall k i) as [U [B G]]. assert (Fr := factor_range).
  assert (P : 0 <= factor ^ k <= 1).
  { split; [apply pow_le; lra | rewrite <- (pow1 k); apply pow_incr; lra]. }
  assert (T : 0 <= rho * factor ^ k <= rho).
  { split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r rho) at 2. apply Rmult_le_compat_l; lra. }
  destruct (not_across (x k i) _ U B T G) as [_ Most]. set (b := inner w (x k i)) in *.
  assert (One : vnorm v = 1) by (unfold vnorm; rewrite Unit; apply sqrt_1).
  assert (Off : vnorm (off (x k i)) <= C * rho * vnorm w * factor ^ k).
  { eapply Rle_trans; [apply Longer|].
    replace (C * rho * vnorm w * factor ^ k) with (C * (rho * factor ^ k * vnorm w)) by ring.
    apply Rmult_le_compat_l; [exact C0|]. eapply Rle_trans; [exact G|]. apply Rmult_le_compat_l; lra. }
  assert (D : vsub (x k i) v = vadd (off (x k i)) (vscale (b - 1) v)).
  { apply inner_ext. intro z. unfold off, vsub. fold b. rewrite !inner_add_l, !inner_scale_l. ring. }
  assert (N : Rabs (b - 1) <= vnorm (off (x k i))).
  { assert (Nx : vnorm (x k i) = 1) by (unfold vnorm; rewrite U; apply sqrt_1).
    assert (E : x k i = vadd (off (x k i)) (vscale b v)).
    { apply inner_ext. intro z. unfold off, vsub. fold b. rewrite !inner_add_l, !inner_scale_l. ring. }
    assert (E' : vscale b v = vadd (vscale (-1) (off (x k i))) (x k i)).
    { apply inner_ext. intro z. unfold off, vsub. fold b.
      repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
    assert (H1 : vnorm (x k i) <= vnorm (off (x k i)) + b).
    { rewrite E at 1. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, One, Rabs_pos_eq; lra. }
    assert (H2 : b <= vnorm (off (x k i)) + vnorm (x k i)).
    { replace b with (vnorm (vscale b v)) by (rewrite vnorm_scale, One, Rabs_pos_eq; lra).
      rewrite E'. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, Rabs_left by lra. lra. }
    rewrite Nx in H1, H2. apply Rabs_le. lra. }
  rewrite D. eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, One. lra.
Qed.
End Left.

Lemma longer_by_coercive {S : inner_product_space} (W : S -> S) : coercive W ->
  exists C, 0 <= C /\ forall z, vnorm z <= C * sqrt (inner z (W z)).
Proof.
  intros [c [P H]]. exists (/ sqrt c). assert (R := sqrt_lt_R0 c P).
  split; [left; apply Rinv_0_lt_compat; exact R|]. intro z. apply Rmult_le_reg_l with (sqrt c); [exact R|].
  rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra. unfold vnorm.
  rewrite <- sqrt_mult; [apply sqrt_le_1_alt, H | lra | apply inner_nonneg].
Qed.

Theorem proof : B_G2.
Proof.
  intros Space Token tokens Head heads w v A x f W tau _ ET _ _ _ Unit Tau [PW CW] Start _ Inside Pos Sum Layers.
  assert (Rows : forall k h, stochastic tokens (A k h)).
  { intros k h. split; [intros i j; apply Pos | intro i; apply Sum]. }
  assert (Go : forall k, one_layer heads tau (f k) (x k) (x (S k))) by (intros k i; exact (Layers k i)).
  split; [|split].
  - intros lambda q Q rho R C C0 r [[La [Along Pull]] [Q1 [Longer [Tangents [_ [_ Rate]]]]]] k i.
    destruct (tangents_fall W PW v w Along Unit tokens heads lambda tau q rho C A f x Tau La (conj Q Q1) R C0 Longer
      Rows Start Inside Tangents Pull Go k i) as [_ [B G]].
    eapply Rle_trans; [exact G|]. apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [exact R|].
    replace (-1 * r * INR k) with (- r * INR k) by ring.
    assert (Fr := factor_range v w Along Unit heads lambda tau q rho C Tau La (conj Q Q1) R C0).
    apply below_exponential; [lra|]. replace (- r) with (-1 * r) by ring. exact Rate.
  - intros lambda q Q [[La [Along Pull]] [Q1 Some]] i.
    destruct (longer_by_coercive W CW) as [C [C0 Longer]].
    set (t := fun j => sqrt (inner (vsub (x 0%nat j) (vscale (inner w (x 0%nat j)) v))
      (W (vsub (x 0%nat j) (vscale (inner w (x 0%nat j)) v)))) / inner w (x 0%nat j)).
    assert (Tp : forall j, 0 <= t j).
    { intro j. apply Rmult_le_pos; [apply sqrt_pos | left; apply Rinv_0_lt_compat; auto]. }
    set (rho := total tokens t). assert (R : 0 <= rho) by (apply total_nonneg; auto).
    assert (Tangents : forall j, sqrt (inner (vsub (x 0%nat j) (vscale (inner w (x 0%nat j)) v))
      (W (vsub (x 0%nat j) (vscale (inner w (x 0%nat j)) v)))) <= rho * inner w (x 0%nat j)).
    { intro j. apply Rle_trans with (t j * inner w (x 0%nat j)).
      - right. unfold t. specialize (Inside j). field. lra.
      - apply Rmult_le_compat_r; [left; auto | apply total_at_least; auto; apply ET]. }
    assert (Q' : 0 <= q <= 1) by lra.
    assert (Near := tokens_near_v W PW v w Along Unit tokens heads lambda tau q rho C A f x Tau La Q' R C0 Longer
      Rows Start Inside Tangents Pull Go).
    assert (Fr := factor_range v w Along Unit heads lambda tau q rho C Tau La Q' R C0).
    assert (V := w_length v w Along Unit). assert (P := some_length rho C R C0).
    apply (powers_vanish (fun k => x k i) v (2 * (C * rho * vnorm w)) (factor w heads lambda tau q rho C)).
    + apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Rmult_le_pos; auto | lra].
    + split; [lra|]. set (l := least w heads lambda tau rho C).
      assert (L : 0 < l).
      { unfold l, least. apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; [exact Tau | exact Some | lra | lra]. }
      unfold factor. fold l. apply Rmult_lt_reg_r with (1 + l); [lra|]. unfold Rdiv.
      rewrite Rmult_assoc, Rinv_l by lra. assert (q * l < 1 * l) by (apply Rmult_lt_compat_r; lra). lra.
    + intro k. apply Near.
  - intros F [F' Adj] lambda La q Q [Along [Fv [Q1 Left]]] z Z.
    destruct (Left z) as [Wz _]. rewrite Wz. split; [lra|].
    set (o := vsub z (vscale (inner w z) v)).
    assert (Off : vsub (F z) (vscale (lambda * inner w z) v) = F o).
    { unfold o, vsub. rewrite (adjoint_add F F' Adj), !(adjoint_scale F F' Adj), Fv.
      apply inner_ext. intro y. rewrite !inner_add_l, !inner_scale_l. ring. }
    rewrite Off. assert (Across : inner w o = 0) by (unfold o, vsub; rewrite inner_add_r, !inner_scale_r, Along; ring).
    assert (H := proj2 (Left o) Across).
    apply Rle_trans with (inner w z * (q * lambda * sqrt (inner o (W o)))); [apply Rmult_le_compat_l; lra|].
    right. ring.
Qed.
