(* Tangent perturbations at a sign pattern: two blocks, and what disagrees within a group, in one way. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Frechet.
Open Scope R_scope.

Section Groups.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (eps : Token -> R) (p q : R) (v : U).
Hypothesis Signs : forall i, eps i ^ 2 = 1.
Hypothesis Balance : total tokens eps = p - q.
Hypothesis Size : size tokens = p + q.
Definition group_sum s (u : Token -> U) := vtotal tokens (fun j => vscale (1 + s * eps j) (u j)).
Definition in_groups (f g : U) (u : Token -> U) := inner v f = 0 /\ inner v g = 0 /\ (forall i, inner v (u i) = 0) /\
  group_sum 1 u = vzero /\ group_sum (-1) u = vzero.
Definition of_groups (f g : U) (u : Token -> U) i :=
  vadd (vadd (vscale ((1 + eps i) / 2) f) (vscale ((1 - eps i) / 2) g)) (u i).
Lemma counted s : s * s = 1 -> total tokens (fun j => (1 + s * eps j) * (1 + s * eps j)) = 2 * (p + q + s * (p - q)).
Proof.
  intro S. rewrite (total_ext tokens _ (fun j => 2 * 1 + 2 * s * eps j)).
  - rewrite total_add, !total_scale, Balance. change (total tokens (fun _ => 1)) with (size tokens). rewrite Size. ring.
  - intro j. assert (E := Signs j). simpl in E. nra.
Qed.
Lemma crossed : total tokens (fun j => (1 + 1 * eps j) * (1 + -1 * eps j)) = 0.
Proof.
  rewrite (total_ext tokens _ (fun _ => 0)); [apply total_zero|]. intro j. assert (E := Signs j). simpl in E. nra.
Qed.
Lemma sum_of_group s f g u y : inner (group_sum s (of_groups f g u)) y =
  total tokens (fun j => (1 + s * eps j) * (1 + 1 * eps j)) / 2 * inner f y +
  total tokens (fun j => (1 + s * eps j) * (1 + -1 * eps j)) / 2 * inner g y + inner (group_sum s u) y.
Proof.
  unfold group_sum. rewrite !inner_vtotal_l. unfold Rdiv. rewrite !Rmult_assoc, <- !total_scale_r, <- !total_add.
  apply total_ext. intro j. unfold of_groups. repeat (rewrite inner_add_l || rewrite inner_scale_l). field.
Qed.
Lemma first_group f g u y : inner (group_sum 1 (of_groups f g u)) y = 2 * p * inner f y + inner (group_sum 1 u) y.
Proof. rewrite sum_of_group, crossed, (counted 1) by ring. field. Qed.
Lemma second_group f g u y : inner (group_sum (-1) (of_groups f g u)) y = 2 * q * inner g y + inner (group_sum (-1) u) y.
Proof.
  rewrite sum_of_group, (counted (-1)) by ring.
  rewrite (total_ext tokens (fun j => (1 + -1 * eps j) * (1 + 1 * eps j)) (fun j => (1 + 1 * eps j) * (1 + -1 * eps j)))
    by (intro; ring). rewrite crossed. field.
Qed.
Lemma groups_are_unique f g u : 1 <= p -> 1 <= q -> in_groups f g u -> (forall i, of_groups f g u i = vzero) ->
  f = vzero /\ g = vzero /\ forall i, u i = vzero.
Proof.
  intros Hp Hq [_ [_ [_ [Su Tu]]]] Zero.
  assert (Z : forall s y, inner (group_sum s (of_groups f g u)) y = 0).
  { intros s y. unfold group_sum. rewrite inner_vtotal_l, (total_ext tokens _ (fun _ => 0)); [apply total_zero|].
    intro j. rewrite inner_scale_l, Zero, inner_zero_l. ring. }
  assert (F : f = vzero).
  { apply inner_ext. intro y. assert (A := first_group f g u y). rewrite Z, Su, inner_zero_l in A.
    rewrite inner_zero_l. destruct (Rmult_integral (2 * p) (inner f y)); lra. }
  assert (G : g = vzero).
  { apply inner_ext. intro y. assert (A := second_group f g u y). rewrite Z, Tu, inner_zero_l in A.
    rewrite inner_zero_l. destruct (Rmult_integral (2 * q) (inner g y)); lra. }
  split; [exact F|]. split; [exact G|]. intro i. rewrite <- (Zero i). unfold of_groups. rewrite F, G. vector_sums.
Qed.
Lemma empty_group s : s * s = 1 -> p + q + s * (p - q) = 0 -> forall u : Token -> U, group_sum s u = vzero.
Proof.
  intros S Z u. apply inner_ext. intro y. unfold group_sum. rewrite inner_vtotal_l, inner_zero_l.
  assert (None : forall T : list Token, total T (fun j => (1 + s * eps j) * (1 + s * eps j)) = 0 ->
    total T (fun j => inner (vscale (1 + s * eps j) (u j)) y) = 0).
  { induction T as [|j T IH]; simpl; [reflexivity|]. intro H.
    assert (A : 0 <= (1 + s * eps j) * (1 + s * eps j)) by (apply Rle_0_sqr).
    assert (B : 0 <= total T (fun j => (1 + s * eps j) * (1 + s * eps j))) by
      (apply total_nonneg; intro; apply Rle_0_sqr).
    rewrite IH by lra. rewrite inner_scale_l.
    assert (C : 1 + s * eps j = 0) by (apply Rsqr_0_uniq; unfold Rsqr; lra). rewrite C. ring. }
  apply None. rewrite counted by exact S. lra.
Qed.
Lemma groups_exist (delta : Token -> U) : 0 <= p -> 0 <= q -> (forall i, inner v (delta i) = 0) ->
  exists f g u, in_groups f g u /\ forall i, delta i = of_groups f g u i.
Proof.
  intros Hp Hq Tangent.
  assert (Across : forall s, inner v (group_sum s delta) = 0).
  { intro s. unfold group_sum. rewrite inner_vtotal_r, (total_ext tokens _ (fun _ => 0)); [apply total_zero|].
    intro j. rewrite inner_scale_r, Tangent. ring. }
  set (f := vscale (/ (2 * p)) (group_sum 1 delta)). set (g := vscale (/ (2 * q)) (group_sum (-1) delta)).
  set (u := fun i => vsub (delta i) (vadd (vscale ((1 + eps i) / 2) f) (vscale ((1 - eps i) / 2) g))).
  assert (Is : forall i, delta i = of_groups f g u i) by (intro i; unfold of_groups, u; vector_sums).
  assert (Same : forall s y, inner (group_sum s delta) y = inner (group_sum s (of_groups f g u)) y).
  { intros s y. unfold group_sum. rewrite !inner_vtotal_l. apply total_ext. intro j. rewrite <- Is. reflexivity. }
  exists f, g, u. split; [|exact Is]. unfold in_groups. repeat split.
  - unfold f. rewrite inner_scale_r, Across. ring.
  - unfold g. rewrite inner_scale_r, Across. ring.
  - intro i. unfold u, f, g, vsub. repeat (rewrite inner_add_r || rewrite inner_scale_r). rewrite Tangent, !Across. ring.
  - destruct (Req_dec p 0) as [Z|NZ]; [apply empty_group; [ring | lra]|].
    apply inner_ext. intro y. assert (A := first_group f g u y). rewrite <- Same in A. rewrite inner_zero_l.
    unfold f in A. rewrite inner_scale_l in A.
    replace (2 * p * (/ (2 * p) * inner (group_sum 1 delta) y)) with (inner (group_sum 1 delta) y) in A by (field; lra). lra.
  - destruct (Req_dec q 0) as [Z|NZ]; [apply empty_group; [ring | lra]|].
    apply inner_ext. intro y. assert (A := second_group f g u y). rewrite <- Same in A. rewrite inner_zero_l.
    unfold g in A. rewrite inner_scale_l in A.
    replace (2 * q * (/ (2 * q) * inner (group_sum (-1) delta) y)) with (inner (group_sum (-1) delta) y) in A by
      (field; lra). lra.
Qed.
End Groups.
