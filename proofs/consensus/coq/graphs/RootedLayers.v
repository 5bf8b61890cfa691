(* Layers under a mask, y_i -> N(y_i + tau sum_j w_ij y_j), a step of any size: the images in the gnomonic
   plane take means, in which a token keeps a share q of itself and gives as much to who sees it. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Bounded Masked.
Open Scope R_scope.

(* ------------------------------------------------------------------ 1. means *)

Section Means.
Context {Token : Type} (tokens : list Token) (edge : Token -> Token -> Prop) (q : R) (r : Token) (D : nat)
  (a : nat -> Token -> R) (c : nat -> Token -> Token -> R).
Let mass k i := a k i + total tokens (c k i).
Definition takes_means (u : nat -> Token -> R) := forall k i,
  u (S k) i * mass k i = a k i * u k i + total tokens (fun j => c k i j * u k j).
Hypothesis All : lists tokens.
Hypothesis Own : forall k i, 0 < a k i.
Hypothesis Pos : forall k i j, 0 <= c k i j.
Hypothesis Q : 0 <= q <= 1.
Hypothesis Keep : forall k i, q * mass k i <= a k i.
Hypothesis Edge : forall k i j, edge i j -> q * mass k i <= c k i j.
Hypothesis Root : forall i, reaches edge r D i.
Lemma mass_positive k i : 0 < mass k i.
Proof. assert (N := total_nonneg tokens _ (Pos k i)). specialize (Own k i). unfold mass. lra. Qed.
Lemma means_turn u : takes_means u -> takes_means (fun k i => - u k i).
Proof.
  intros L k i. rewrite Ropp_mult_distr_l_reverse, L.
  rewrite (total_ext tokens (fun j => c k i j * - u k j) (fun j => -1 * (c k i j * u k j))) by (intro; ring).
  rewrite total_scale. ring.
Qed.
Section Below.
Context (u : nat -> Token -> R) (M : R).
Hypothesis Layer : takes_means u.
Lemma gap k i : (M - u (S k) i) * mass k i =
  a k i * (M - u k i) + total tokens (fun j => c k i j * (M - u k j)).
Proof.
  rewrite Rmult_minus_distr_r, Layer. unfold mass at 1.
  rewrite (total_ext tokens (fun j => c k i j * (M - u k j)) (fun j => c k i j * M + -1 * (c k i j * u k j))) by (intro; ring).
  rewrite total_add, total_scale, total_scale_r. ring.
Qed.
Lemma pulled k i j b : (forall e, u k e <= M) -> j = i \/ edge i j -> 0 <= b -> b <= M - u k j ->
  q * b <= M - u (S k) i.
Proof.
  intros H E B G. assert (P := mass_positive k i). apply Rmult_le_reg_r with (mass k i); [exact P|].
  rewrite gap. assert (N : forall e, 0 <= c k i e * (M - u k e)).
  { intro e. apply Rmult_le_pos; [auto | specialize (H e); lra]. }
  assert (Z : 0 <= a k i * (M - u k i)).
  { apply Rmult_le_pos; [left; auto | specialize (H i); lra]. }
  assert (S := total_nonneg tokens _ N). assert (T := total_at_least tokens _ j (All j) N). cbv beta in T.
  replace (q * b * mass k i) with (q * mass k i * b) by ring. destruct E as [->|E].
  - assert (q * mass k i * b <= a k i * (M - u k i)); [|lra]. apply Rmult_le_compat; auto. apply Rmult_le_pos; lra.
  - assert (q * mass k i * b <= c k i j * (M - u k j)); [|lra]. apply Rmult_le_compat; auto. apply Rmult_le_pos; lra.
Qed.
Lemma below k n : (forall i, u k i <= M) -> forall i, u (n + k)%nat i <= M.
Proof.
  intros H. induction n as [|n IH]; [exact H|]. intro i. simpl. assert (q * 0 <= M - u (S (n + k)) i); [|lra].
  apply (pulled (n + k) i i 0 IH); [left; auto | lra | specialize (IH i); lra].
Qed.
Lemma drawn k b : (forall e, u k e <= M) -> 0 <= b -> b <= M - u k r -> forall n i, reaches edge r n i ->
  q ^ n * b <= M - u (n + k)%nat i.
Proof.
  intros H B G n i W. induction W as [|n i W IH|n i j E W IH]; simpl; [lra| |]; rewrite Rmult_assoc.
  - apply (pulled (n + k) i i); auto using below. apply Rmult_le_pos; [apply pow_le; lra | auto].
  - apply (pulled (n + k) i j); auto using below. apply Rmult_le_pos; [apply pow_le; lra | auto].
Qed.
End Below.
Lemma power_range : 0 <= q ^ D <= 1.
Proof. split; [apply pow_le; lra | rewrite <- (pow1 D); apply pow_incr; lra]. Qed.
Lemma one_window u k l h : takes_means u -> (forall i, l <= u k i <= h) -> exists l' h',
  (forall i, l' <= u (D + k)%nat i <= h') /\ h' - l' <= (1 - q ^ D / 2) * (h - l).
Proof.
  intros L H. assert (LH : l <= h) by (destruct (H r); lra). assert (P := power_range). assert (L' := means_turn u L).
  assert (Up := below u h L k D (fun i => proj2 (H i))).
  assert (Down := below (fun k i => - u k i) (- l) L' k D (fun i => Ropp_le_contravar _ _ (proj1 (H i)))).
  cbv beta in Down. destruct (Rle_or_lt (u k r) ((l + h) / 2)) as [C|C].
  - exists l, (h - q ^ D * ((h - l) / 2)). split; [|lra]. intro i. specialize (Down i). split; [lra|].
    assert (A := drawn u h L k ((h - l) / 2) (fun i => proj2 (H i)) ltac:(lra) ltac:(lra) D i (Root i)). lra.
  - exists (l + q ^ D * ((h - l) / 2)), h. split; [|lra]. intro i. split; [|apply Up].
    assert (A := drawn (fun k i => - u k i) (- l) L' k ((h - l) / 2)
      (fun i => Ropp_le_contravar _ _ (proj1 (H i))) ltac:(lra) ltac:(cbv beta; lra) D i (Root i)). cbv beta in A. lra.
Qed.
Theorem means_gather u l h : takes_means u -> (forall i, l <= u 0%nat i <= h) -> forall N, exists l' h',
  (forall k i, (N * D <= k)%nat -> l' <= u k i <= h') /\ h' - l' <= (1 - q ^ D / 2) ^ N * (h - l).
Proof.
  intros L H N. assert (P := power_range). assert (Q' : exists l' h', (forall i, l' <= u (N * D)%nat i <= h') /\
    h' - l' <= (1 - q ^ D / 2) ^ N * (h - l)).
  { induction N as [|N [l' [h' [I W]]]]; [exists l, h; split; [exact H | simpl; lra]|].
    destruct (one_window u (N * D) l' h' L I) as [l2 [h2 [I2 W2]]]. exists l2, h2. split; [exact I2|].
    eapply Rle_trans; [exact W2|]. simpl. rewrite Rmult_assoc. apply Rmult_le_compat_l; lra. }
  destruct Q' as [l' [h' [I W]]]. exists l', h'. split; [|exact W]. intros k i K.
  replace k with ((k - N * D) + N * D)%nat by lia. split.
  - assert (B := below (fun k i => - u k i) (- l') (means_turn u L) (N * D) (k - N * D)
      (fun j => Ropp_le_contravar _ _ (proj1 (I j))) i). cbv beta in B. lra.
  - apply (below u h' L). intro j. apply I.
Qed.
End Means.

(* ------------------------------------------------------------------ 2. tokens *)

Section Tokens.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (w : nat -> Token -> Token -> R)
  (y : nat -> Token -> U) (p : U) (tau H sigma : R).
Definition moved k i : U := vadd (y k i) (vscale tau (vtotal tokens (fun j => vscale (w k i j) (y k j)))).
Hypothesis All : lists tokens.
Hypothesis Layer : forall k i, y (S k) i = vscale (/ vnorm (moved k i)) (moved k i).
Hypothesis Tau : 0 < tau.
Hypothesis Pos : forall k i j, 0 <= w k i j.
Hypothesis Row : forall k i, total tokens (w k i) <= H.
Hypothesis Pole : inner p p = 1.
Hypothesis Spos : 0 < sigma.
Hypothesis Start : forall i, inner (y 0%nat i) (y 0%nat i) = 1.
Hypothesis Inside : forall i, sigma <= inner p (y 0%nat i).
Lemma height_of_moved k i : inner p (moved k i) =
  inner p (y k i) + total tokens (fun j => tau * w k i j * inner p (y k j)).
Proof.
  unfold moved. rewrite inner_add_r, inner_scale_r, inner_vtotal_r, <- total_scale.
  f_equal. apply total_ext. intro j. rewrite inner_scale_r. ring.
Qed.
Lemma length_of_moved k i : (forall j, inner (y k j) (y k j) = 1) ->
  vnorm (moved k i) <= 1 + tau * total tokens (w k i).
Proof.
  intros Unit. unfold moved. eapply Rle_trans; [apply vnorm_add|].
  assert (V : forall j, vnorm (y k j) = 1) by (intro j; unfold vnorm; rewrite Unit; apply sqrt_1).
  rewrite V, vnorm_scale, Rabs_right by lra. apply Rplus_le_compat_l, Rmult_le_compat_l; [lra|].
  generalize tokens. intro T. induction T as [|j T IH]; simpl.
  - unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - eapply Rle_trans; [apply vnorm_add|]. apply Rplus_le_compat; [|exact IH].
    rewrite vnorm_scale, V, Rabs_right by (apply Rle_ge; auto). lra.
Qed.
Lemma stays k : (forall i, inner (y k i) (y k i) = 1) /\ forall i, sigma <= inner p (y k i).
Proof.
  induction k as [|k [Unit In]]; [split; auto|].
  assert (A : forall i, 0 <= total tokens (w k i)) by (intro; apply total_nonneg; auto).
  assert (Hm : forall i, sigma * (1 + tau * total tokens (w k i)) <= inner p (moved k i)).
  { intro i. rewrite height_of_moved.
    assert (tau * sigma * total tokens (w k i) <= total tokens (fun j => tau * w k i j * inner p (y k j))).
    { rewrite <- total_scale. apply total_le. intro j. assert (0 <= tau * w k i j * (inner p (y k j) - sigma)).
      { apply Rmult_le_pos; [apply Rmult_le_pos; [lra | auto] | specialize (In j); lra]. } lra. }
    specialize (In i). lra. }
  assert (Lm := fun i => length_of_moved k i Unit). assert (Pm : forall i, 0 < vnorm (moved k i)).
  { intro i. assert (C := inner_le_vnorm p (moved k i)). apply Rabs_le_between in C.
    replace (vnorm p) with 1 in C by (unfold vnorm; rewrite Pole; symmetry; apply sqrt_1). specialize (A i). specialize (Hm i).
    assert (0 <= tau * total tokens (w k i)) by (apply Rmult_le_pos; lra).
    assert (0 < sigma * (1 + tau * total tokens (w k i))) by (apply Rmult_lt_0_compat; lra). lra. }
  split; intro i; specialize (Pm i); rewrite Layer.
  - rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
  - rewrite inner_scale_r. apply Rmult_le_reg_r with (vnorm (moved k i)); [exact Pm|].
    replace (/ vnorm (moved k i) * inner p (moved k i) * vnorm (moved k i)) with (inner p (moved k i)) by (field; lra).
    eapply Rle_trans; [|apply Hm]. apply Rmult_le_compat_l; [lra | apply Lm].
Qed.
Lemma no_more_than_one k i : inner p (y k i) <= 1.
Proof. apply (product_of_units p (y k i) Pole). apply stays. Qed.
Let x k i := vscale (/ inner p (y k i)) (y k i).
Let a k i := inner p (y k i).
Let c k i j := tau * w k i j * inner p (y k j).
Lemma images_take_means xi : takes_means tokens a c (fun k i => inner xi (x k i)).
Proof.
  intros k i. destruct (stays k) as [Un In]. destruct (stays (S k)) as [Un' In'].
  change (a k i + total tokens (c k i)) with (inner p (y k i) + total tokens (fun j => tau * w k i j * inner p (y k j))).
  rewrite <- height_of_moved. unfold x. rewrite !inner_scale_r.
  assert (P : 0 < inner p (y (S k) i)) by (eapply Rlt_le_trans; [exact Spos | apply In']). assert (N : 0 < vnorm (moved k i)).
  { destruct (vnorm_nonneg (moved k i)) as [|Z]; [auto|]. exfalso. specialize (Un' i).
    rewrite Layer in Un'. rewrite inner_scale_l, inner_scale_r, <- vnorm_square, <- Z in Un'. lra. }
  assert (Pm : 0 < inner p (moved k i)).
  { rewrite Layer, inner_scale_r in P. apply Rmult_lt_reg_l with (/ vnorm (moved k i)).
    - apply Rinv_0_lt_compat, N.
    - rewrite Rmult_0_r. exact P. }
  rewrite Layer, !inner_scale_r.
  replace (/ (/ vnorm (moved k i) * inner p (moved k i)) * (/ vnorm (moved k i) * inner xi (moved k i)) *
    inner p (moved k i)) with (inner xi (moved k i)) by (field; lra).
  unfold moved at 1. rewrite inner_add_r, inner_scale_r, inner_vtotal_r, <- total_scale. f_equal.
  - unfold a. assert (Pi := In i). field. lra.
  - apply total_ext. intro j. unfold c. rewrite !inner_scale_r. assert (Pj := In j). field. lra.
Qed.
(* Coordinates of all directions bound distances. *)
Lemma from_coordinates k i j B : 0 <= B ->
  (forall xi l h, (forall e, l <= inner xi (x 0%nat e) <= h) -> inner xi (x k i) - inner xi (x k j) <= (h - l) * B) ->
  vnorm (vsub (y k i) (y k j)) <= 2 / sigma * B.
Proof.
  intros B0 Along. destruct (stays k) as [Un In]. assert (Mi := In i). assert (Mj := In j).
  eapply Rle_trans; [apply (retraction (y k i) (y k j) (inner p (y k i)) (inner p (y k j))); auto|].
  1-2: split; [lra | apply no_more_than_one]. fold (x k i) (x k j). set (xi := vsub (x k i) (x k j)).
  assert (L := Along xi (- (vnorm xi * / sigma)) (vnorm xi * / sigma)).
  destruct (vnorm_nonneg xi) as [V|V]; [|rewrite <- V; apply Rmult_le_pos; [left; apply Rdiv_lt_0_compat; lra | exact B0]].
  apply Rmult_le_reg_l with (vnorm xi); [exact V|]. rewrite vnorm_square. unfold xi at 2, vsub.
  rewrite inner_add_r, inner_scale_r. unfold Rdiv. eapply Rle_trans; [|eapply Rle_trans; [apply L|right; ring]]; [lra|].
  intro e. apply Rabs_le_between. eapply Rle_trans; [apply inner_le_vnorm|].
  apply Rmult_le_compat_l; [apply vnorm_nonneg|]. unfold x. specialize (Inside e).
  rewrite vnorm_scale, Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  replace (vnorm (y 0%nat e)) with 1 by (unfold vnorm; rewrite Start; symmetry; apply sqrt_1).
  rewrite Rmult_1_r. apply Rinv_le_contravar; lra.
Qed.
Definition share m := sigma * Rmin 1 (tau * m) / (1 + tau * H).
Section Gather.
Context (edge : Token -> Token -> Prop) (r : Token) (D : nat) (m : R).
Hypothesis M : 0 < m.
Hypothesis HH : 0 <= H.
Hypothesis Edges : forall k i j, edge i j -> m <= w k i j.
Hypothesis Root : forall i, reaches edge r D i.
Lemma mass_at_most k i : 0 < a k i + total tokens (c k i) <= 1 + tau * H.
Proof.
  destruct (stays k) as [Un In]. assert (N : 0 <= total tokens (c k i)).
  { apply total_nonneg. intro j. apply Rmult_le_pos; [apply Rmult_le_pos; [lra | auto] | specialize (In j); lra]. }
  assert (L : total tokens (c k i) <= tau * H).
  { apply Rle_trans with (tau * total tokens (w k i)); [|apply Rmult_le_compat_l; [lra | auto]].
    rewrite <- total_scale. apply total_le. intro j. unfold c. assert (O := no_more_than_one k j).
    assert (0 <= tau * w k i j * (1 - inner p (y k j))) by (apply Rmult_le_pos; [apply Rmult_le_pos; [lra | auto] | lra]). lra. }
  assert (O := no_more_than_one k i). specialize (In i). unfold a. lra.
Qed.
Lemma share_range : 0 < share m /\ forall k i, share m * (a k i + total tokens (c k i)) <= sigma * Rmin 1 (tau * m).
Proof.
  assert (T : 0 < 1 + tau * H) by (assert (0 <= tau * H) by (apply Rmult_le_pos; lra); lra).
  assert (R : 0 < sigma * Rmin 1 (tau * m)).
  { apply Rmult_lt_0_compat; [auto|]. apply Rmin_glb_lt; [lra | apply Rmult_lt_0_compat; auto]. }
  assert (P : 0 < share m) by (apply Rdiv_lt_0_compat; auto). split; [exact P|]. intros k i.
  apply Rle_trans with (share m * (1 + tau * H)).
  - apply Rmult_le_compat_l; [lra | apply mass_at_most].
  - right. unfold share. field. lra.
Qed.
Lemma share_at_most : share m <= 1.
Proof.
  destruct share_range as [_ Sm]. specialize (Sm 0%nat r). assert (Q := proj1 (mass_at_most 0%nat r)).
  apply Rmult_le_reg_r with (a 0%nat r + total tokens (c 0%nat r)); [exact Q|]. rewrite Rmult_1_l. eapply Rle_trans; [exact Sm|].
  assert (N0 : 0 <= total tokens (c 0%nat r)).
  { apply total_nonneg. intro f. specialize (Inside f). apply Rmult_le_pos; [apply Rmult_le_pos; [lra | auto] | lra]. }
  assert (sigma * Rmin 1 (tau * m) <= sigma * 1) by (apply Rmult_le_compat_l; [lra | apply Rmin_l]).
  specialize (Inside r). unfold a. lra.
Qed.
(* From layer N D on. *)
Lemma coordinates_gather N k i j xi l h : (N * D <= k)%nat -> (forall e, l <= inner xi (x 0%nat e) <= h) ->
  inner xi (x k i) - inner xi (x k j) <= (h - l) * (1 - share m ^ D / 2) ^ N.
Proof.
  intros K Between. destruct share_range as [Sp Sm].
  assert (Keep : forall k i, share m * (a k i + total tokens (c k i)) <= a k i).
  { intros n e. eapply Rle_trans; [apply Sm|]. apply Rle_trans with (sigma * 1).
    - apply Rmult_le_compat_l; [lra | apply Rmin_l].
    - rewrite Rmult_1_r. apply (stays n). }
  assert (Edge : forall k i j, edge i j -> share m * (a k i + total tokens (c k i)) <= c k i j).
  { intros n e f E. eapply Rle_trans; [apply Sm|]. apply Rle_trans with (sigma * (tau * m)).
    - apply Rmult_le_compat_l; [lra | apply Rmin_r].
    - unfold c. assert (In' := proj2 (stays n) f). specialize (Edges n e f E).
      replace (sigma * (tau * m)) with (tau * m * sigma) by ring.
      apply Rmult_le_compat; try lra. apply Rmult_le_pos; lra. apply Rmult_le_compat_l; lra. }
  destruct (means_gather tokens edge (share m) r D a c All) with (u := fun k i => inner xi (x k i))
    (l := l) (h := h) (N := N) as [l' [h' [I Less]]]; auto.
  - intros n e. unfold a. assert (In' := proj2 (stays n) e). lra.
  - intros n e f. unfold c. assert (In' := proj2 (stays n) f). apply Rmult_le_pos; [apply Rmult_le_pos; [lra | auto] | lra].
  - assert (S1 := share_at_most). lra.
  - exact (images_take_means xi).
  - assert (Ii := I k i K). assert (Ij := I k j K). cbv beta in Ii, Ij. lra.
Qed.
Theorem layers_gather N k i j : (N * D <= k)%nat ->
  vnorm (vsub (y k i) (y k j)) <= 2 / sigma * (1 - share m ^ D / 2) ^ N.
Proof.
  intros K. apply from_coordinates; [|intros; apply coordinates_gather; auto].
  apply pow_le. destruct share_range as [Sp _]. assert (P := power_range (share m) D (conj (Rlt_le _ _ Sp) share_at_most)). lra.
Qed.
End Gather.
End Tokens.
