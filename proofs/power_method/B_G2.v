(* Global consensus from the hemisphere of a left eigenvector w: tangents are lengths of what is beside v, in
   the inner product W, over products with w; normalising changes none. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Bounded Cones LeftHemisphere.
Open Scope R_scope.

Section Left.
Context {S : inner_product_space} {Token Head : Type} (tokens : list Token) (heads : list Head) (W : S -> S) (v w : S) (tau : R)
  (A : nat -> Head -> Token -> Token -> R) (f : nat -> Head -> Token -> S) (x : nat -> Token -> S).
Local Notation size_in := (length_in W).
Local Notation off := (off_along w v).
Hypotheses (Layers : forall k, one_layer heads tau (f k) (x k) (x (Datatypes.S k))) (Unit : inner v v = 1) (Tau : 0 < tau)
  (HW : positive W /\ coercive W) (Start : forall i, inner (x 0%nat i) (x 0%nat i) = 1) (Inside : forall i, 0 < inner w (x 0%nat i))
  (Nonneg : forall k h i j, 0 <= A k h i j) (Ones : forall k h i, total tokens (fun j => A k h i j) = 1) (ET : enumerates tokens).
Let PW := proj1 HW.
Let seen k h i := mean tokens (A k h) (x k) i.
Let Rows k h : stochastic tokens (A k h) := conj (Nonneg k h) (Ones k h).
Definition turns (lambda : Head -> R) q := (forall h, 0 <= lambda h) /\ inner w v = 1 /\ forall k h i,
  lambda h * inner w (seen k h i) <= inner w (f k h i) /\
  inner w (seen k h i) * size_in (off (f k h i)) <= q * inner w (f k h i) * size_in (off (seen k h i)).
Section Tangents.
Variables (lambda : Head -> R) (q rho C : R).
Hypotheses (Turns : turns lambda q) (Q : 0 <= q <= 1) (R0 : 0 <= rho) (C0 : 0 <= C) (Longer : forall z, vnorm z <= C * size_in z)
  (Tangents : forall i, size_in (off (x 0%nat i)) <= rho * inner w (x 0%nat i)).
Let Lambda := proj1 Turns.
Let Along := proj1 (proj2 Turns).
Let Pull := proj2 (proj2 Turns).
Definition least := tau * total heads lambda / ((1 + C * rho) * vnorm w).
Definition factor := (1 + q * least) / (1 + least).
Lemma some_length : 1 <= 1 + C * rho.
Proof. assert (0 <= C * rho) by (apply Rmult_le_pos; auto). lra. Qed.
Lemma least_nonneg : 0 <= least.
Proof.
  assert (P := some_length). assert (V := w_length v w Along Unit). unfold least.
  apply Rmult_le_pos; [apply Rmult_le_pos; [lra | apply total_nonneg; auto] | left; apply Rinv_0_lt_compat, Rmult_lt_0_compat; lra].
Qed.
Lemma factor_range : 0 < factor <= 1.
Proof.
  assert (L := least_nonneg). assert (0 <= q * least) by (apply Rmult_le_pos; lra).
  assert (q * least <= 1 * least) by (apply Rmult_le_compat_r; lra).
  split; [apply Rdiv_lt_0_compat; lra|]. unfold factor. apply Rmult_le_reg_r with (1 + least); [lra|].
  unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Lemma powers k : 0 <= factor ^ k <= 1.
Proof. assert (Fr := factor_range). split; [apply pow_le; lra | rewrite <- (pow1 k); apply pow_incr; lra]. Qed.
(* As no tangent exceeds rho, products with w are bounded as at the start. *)
Lemma parts_near a t : inner a a = 1 -> 0 < inner w a -> 0 <= t <= rho -> size_in (off a) <= t * inner w a ->
  / (1 + C * rho) <= inner w a <= vnorm w.
Proof.
  intros A1 Pos T H. apply (not_across W v w Unit C C0 Longer a rho A1 Pos R0).
  eapply Rle_trans; [exact H|]. apply Rmult_le_compat_r; lra.
Qed.
Lemma next k t : 0 <= t <= rho -> (forall i, inner (x k i) (x k i) = 1 /\ 0 < inner w (x k i) /\
    size_in (off (x k i)) <= t * inner w (x k i)) ->
  forall i, inner (x (Datatypes.S k) i) (x (Datatypes.S k) i) = 1 /\ 0 < inner w (x (Datatypes.S k) i) /\
    size_in (off (x (Datatypes.S k) i)) <= t * factor * inner w (x (Datatypes.S k) i).
Proof.
  intros T H i. set (c := / (1 + C * rho)). assert (P := some_length). assert (V := w_length v w Along Unit).
  assert (cp : 0 < c) by (apply Rinv_0_lt_compat; lra).
  assert (Low : forall j, c <= inner w (x k j)).
  { intro j. destruct (H j) as [U [B G]]. exact (proj1 (parts_near (x k j) t U B T G)). }
  assert (Seen : forall h, c <= inner w (seen k h i)).
  { intro h. unfold seen, mean. apply mean_along; [apply Rows | apply Rows | exact Low]. }
  assert (Flat : forall h, size_in (off (seen k h i)) <= t * inner w (seen k h i)).
  { intro h. apply (tangent_of_sum W PW). intro j. apply (tangent_of_scaled W PW); [apply Rows | apply H]. }
  assert (Up : forall h, 0 <= inner w (f k h i)).
  { intro h. eapply Rle_trans; [|apply Pull]. apply Rmult_le_pos; [auto|]. specialize (Seen h). lra. }
  assert (Added : forall h, size_in (off (f k h i)) <= t * q * inner w (f k h i)).
  { intro h. specialize (Seen h). apply Rmult_le_reg_l with (inner w (seen k h i)); [lra|].
    eapply Rle_trans; [apply Pull|].
    apply Rle_trans with (q * inner w (f k h i) * (t * inner w (seen k h i))); [|right; ring].
    apply Rmult_le_compat_l; [apply Rmult_le_pos; [lra | apply Up] | apply Flat]. }
  destruct (H i) as [Ui [Bi Gi]]. assert (Most := proj2 (parts_near (x k i) t Ui Bi T Gi)).
  specialize (Layers k i). cbv zeta in Layers. set (g := vtotal heads (fun h => f k h i)) in Layers.
  set (y := vadd (x k i) (vscale tau g)) in Layers. set (b := inner w (x k i)) in *.
  assert (Sum : size_in (off g) <= t * q * inner w g) by (apply (tangent_of_sum W PW); exact Added).
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
  - apply (tangent_of_scaled W PW); [lra|]. rewrite Wy. unfold y. rewrite off_add, off_scale.
    eapply Rle_trans; [apply (size_add W PW)|]. rewrite (size_scale W PW), Rabs_pos_eq by lra.
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
  induction k as [|k IH].
  - intro i. rewrite pow_O, Rmult_1_r. auto.
  - replace (rho * factor ^ Datatypes.S k) with (rho * factor ^ k * factor) by (simpl; ring).
    apply next; [|exact IH]. assert (P := powers k). split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r rho) at 2. apply Rmult_le_compat_l; lra.
Qed.
Theorem tokens_near_v k i : vnorm (vsub (x k i) v) <= 2 * (C * rho * vnorm w) * factor ^ k.
Proof.
  destruct (tangents_fall k i) as [U [B G]]. assert (P := powers k).
  assert (T : 0 <= rho * factor ^ k <= rho).
  { split; [apply Rmult_le_pos; lra|]. rewrite <- (Rmult_1_r rho) at 2. apply Rmult_le_compat_l; lra. }
  eapply Rle_trans; [exact (near_v W v w Unit C C0 Longer (x k i) _ U B (proj1 T) G)|]. right. ring.
Qed.
End Tangents.
Definition given_all lambda q rho C r := turns lambda q /\ q <= 1 /\ (forall z, vnorm z <= C * size_in z) /\
  (forall i, size_in (off (x 0%nat i)) <= rho * inner w (x 0%nat i)) /\ (1 + C * rho) * vnorm w <> 0 /\
  1 + least lambda rho C <> 0 /\ factor lambda q rho C <= exp (-1 * r).
Lemma below lambda q rho C r k : 0 <= q -> 0 <= rho -> 0 <= C -> given_all lambda q rho C r ->
  factor lambda q rho C ^ k <= exp (-1 * r * INR k).
Proof.
  intros Q R0 C0 [T [Q1 [_ [_ [_ [_ Rate]]]]]]. replace (-1 * r * INR k) with (- r * INR k) by ring.
  apply below_exponential; [apply (factor_range lambda q rho C T (conj Q Q1) R0 C0)|]. replace (- r) with (-1 * r) by ring. exact Rate.
Qed.
Lemma fall lambda q (Q : 0 <= q) rho (R0 : 0 <= rho) C (C0 : 0 <= C) r : given_all lambda q rho C r ->
  forall k i, size_in (off (x k i)) <= rho * exp (-1 * r * INR k) * inner w (x k i).
Proof.
  intros G k i. assert (L := below lambda q rho C r k Q R0 C0 G). destruct G as [T [Q1 [Longer [Tangents _]]]].
  destruct (tangents_fall lambda q rho C T (conj Q Q1) R0 C0 Longer Tangents k i) as [_ [B G]].
  eapply Rle_trans; [exact G|]. apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; assumption.
Qed.
Lemma near lambda q (Q : 0 <= q) rho (R0 : 0 <= rho) C (C0 : 0 <= C) r : given_all lambda q rho C r ->
  forall k i, vnorm (vsub (x k i) v) <= 2 * C * (rho * exp (-1 * r * INR k)) * vnorm w.
Proof.
  intros G k i. assert (L := below lambda q rho C r k Q R0 C0 G). destruct G as [T [Q1 [Longer [Tangents _]]]].
  eapply Rle_trans; [exact (tokens_near_v lambda q rho C T (conj Q Q1) R0 C0 Longer Tangents k i)|].
  replace (2 * C * (rho * exp (-1 * r * INR k)) * vnorm w) with (2 * (C * rho * vnorm w) * exp (-1 * r * INR k)) by ring.
  apply Rmult_le_compat_l; [|exact L]. repeat apply Rmult_le_pos; try apply vnorm_nonneg; lra.
Qed.
Lemma gather lambda q (Q : 0 <= q) : turns lambda q /\ q < 1 /\ 0 < total heads lambda -> forall i, layers_vtend (fun k => x k i) v.
Proof.
  intros [T [Q1 Some]] i. assert (Along := proj1 (proj2 T)).
  destruct (longer_by_coercive W (proj2 HW)) as [C [C0 Longer]].
  destruct (some_tangent W v w tokens (x 0%nat) (proj2 (proj2 ET)) Inside) as [rho [R0 Tangents]].
  assert (Q' : 0 <= q <= 1) by lra. assert (Fr := factor_range lambda q rho C T Q' R0 C0).
  assert (V := w_length v w Along Unit). assert (P := some_length rho C R0 C0).
  apply (powers_vanish (fun k => x k i) v (2 * (C * rho * vnorm w)) (factor lambda q rho C)).
  - apply Rmult_le_pos; [lra|]. apply Rmult_le_pos; [apply Rmult_le_pos; auto | lra].
  - split; [lra|]. set (l := least lambda rho C).
    assert (L : 0 < l) by (apply Rdiv_lt_0_compat; apply Rmult_lt_0_compat; [exact Tau | exact Some | lra | lra]).
    unfold factor. fold l. apply Rmult_lt_reg_r with (1 + l); [lra|]. unfold Rdiv.
    rewrite Rmult_assoc, Rinv_l by lra. assert (q * l < 1 * l) by (apply Rmult_lt_compat_r; lra). lra.
  - intro k. exact (tokens_near_v lambda q rho C T Q' R0 C0 Longer Tangents k i).
Qed.
End Left.

Lemma matrices_turn {S : inner_product_space} (W : S -> S) (v w : S) (F : S -> S) (HF : exists F_T, adjoint F F_T) lambda q :
  (forall (F FT : S -> S) (lam : R) (z : S) (k : nat), adjoint F FT -> F v = vscale lam v -> inner w (F z) = lam * inner w z ->
    F (off_along w v z) = vsub (F z) (vscale (lam * inner w z) v)) ->
  inner w v = 1 /\ F v = vscale lambda v /\ q <= 1 /\ (forall z, inner w (F z) = lambda * inner w z /\
    (inner w z = 0 -> length_in W (F z) <= q * lambda * length_in W z)) ->
  forall z, 0 < inner w z -> lambda * inner w z <= inner w (F z) /\
    inner w z * length_in W (off_along w v (F z)) <= q * inner w (F z) * length_in W (off_along w v z).
Proof.
  intros Rest [Along [Fv [Q1 Left]]] z Z. destruct HF as [F' Adj]. destruct (Left z) as [Wz _].
  assert (Off : off_along w v (F z) = F (off_along w v z)) by (rewrite (Rest F F' lambda z 0%nat Adj Fv Wz), <- Wz; reflexivity).
  rewrite Off, Wz. split; [lra|].
  eapply Rle_trans; [apply Rmult_le_compat_l; [left; exact Z | exact (proj2 (Left _) (off_across v w Along z))]|]. right. ring.
Qed.
