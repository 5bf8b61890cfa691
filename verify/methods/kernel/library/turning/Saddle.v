(* On the circle, at a critical state whose tokens are not on one line, the sum of the e^{c g} has a
   direction in which it is convex. q, r are the coordinates of the tokens, 0 < c <= 1.
   The sums of q_i q_j g_ij^k are sums of squares, by the binomial theorem. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves.
Open Scope R_scope.

Section Powers.
Context {Token : Type} (tokens : list Token) (q r : Token -> R).
Definition cosine i j := q i * q j + r i * r j.
Definition twice (f : Token -> Token -> R) := total tokens (fun i => total tokens (f i)).
Definition powers k (a : Token -> R) := twice (fun i j => a i * a j * cosine i j ^ k).
Lemma twice_ext f h : (forall i j, f i j = h i j) -> twice f = twice h.
Proof. intro E. apply total_ext. intro i. apply total_ext. intro j. apply E. Qed.
Lemma twice_add f h : twice (fun i j => f i j + h i j) = twice f + twice h.
Proof. unfold twice. rewrite <- total_add. apply total_ext. intro i. apply total_add. Qed.
Lemma twice_scale c f : twice (fun i j => c * f i j) = c * twice f.
Proof. unfold twice. rewrite <- total_scale. apply total_ext. intro i. apply total_scale. Qed.
Lemma twice_swap f : twice f = twice (fun i j => f j i).
Proof. unfold twice. apply total_swap. Qed.
Lemma powers_next k a : powers (S k) a = powers k (fun i => a i * q i) + powers k (fun i => a i * r i).
Proof. unfold powers. rewrite <- twice_add. apply twice_ext. intros i j. unfold cosine. simpl. ring. Qed.
Lemma powers_first a : powers 0 a = total tokens a * total tokens a.
Proof.
  unfold powers, twice. rewrite <- total_scale_r. apply total_ext. intro i. simpl.
  rewrite <- total_scale. apply total_ext. intro j. ring.
Qed.
Lemma powers_nonneg k : forall a, 0 <= powers k a.
Proof.
  induction k as [|k IH]; intro a; [rewrite powers_first; apply Rle_0_sqr|].
  rewrite powers_next. specialize (IH (fun i => a i * q i)) as H. specialize (IH (fun i => a i * r i)). lra.
Qed.
Lemma powers_more k a : powers k (fun i => a i * q i) <= powers (S k) a.
Proof. rewrite powers_next. assert (H := powers_nonneg k (fun i => a i * r i)). lra. Qed.
Lemma powers_three : total tokens (fun i => q i ^ 4) * total tokens (fun i => q i ^ 4) <= powers 3 q.
Proof.
  eapply Rle_trans; [|apply powers_more]. eapply Rle_trans; [|apply powers_more].
  eapply Rle_trans; [|apply powers_more]. rewrite powers_first. right.
  f_equal; apply total_ext; intro i; ring.
Qed.
(* Partial sums of e^{c g} (g - 1), summed by parts. *)
Context (c : R) (C : 0 < c <= 1) (Zero : total tokens q = 0).
Definition coefficient k := c ^ k / INR (fact k).
Lemma coefficient_pos k : 0 < coefficient k.
Proof. apply Rdiv_lt_0_compat; [apply pow_lt; lra | apply INR_fact_lt_0]. Qed.
Lemma coefficient_next k : coefficient (S k) = coefficient k * (c / INR (S k)).
Proof. unfold coefficient. rewrite fact_simpl, mult_INR. simpl pow. field.
split; first [apply INR_fact_neq_0 | apply not_0_INR; lia]. Qed.
Lemma coefficient_falls k : coefficient (S k) <= coefficient k.
Proof.
  rewrite coefficient_next. replace (coefficient k) with (coefficient k * 1) at 2 by ring.
  apply Rmult_le_compat_l; [left; apply coefficient_pos|]. assert (1 <= INR (S k)) by (rewrite S_INR;
    assert (H := pos_INR k); lra).
  apply Rmult_le_reg_r with (INR (S k)); [lra|]. unfold Rdiv. rewrite Rmult_assoc, Rinv_l by lra. lra.
Qed.
Definition partial_sum K := sum_n (fun k => coefficient k * (powers (S k) q - powers k q)) K.
Lemma partial_sum_low K : (coefficient 2 - coefficient 3) * powers 3 q + coefficient (3 + K) * powers (S (3
  + K)) q <= partial_sum (3 + K).
Proof.
  assert (Sn : forall n, partial_sum (S n) = partial_sum n + coefficient (S n) * (powers (S (S n)) q -
    powers (S n) q)).
  { intro n. unfold partial_sum. rewrite sum_Sn. reflexivity. }
  induction K as [|K IH].
  - replace (3 + 0)%nat with 3%nat by lia. rewrite !Sn.
    replace (partial_sum 0) with (coefficient 0 * (powers 1 q - powers 0 q)) by (unfold partial_sum;
      rewrite sum_O; reflexivity).
    assert (powers 0 q = 0) by (rewrite powers_first, Zero; ring).
    assert (0 <= (coefficient 0 - coefficient 1) * powers 1 q) by (apply Rmult_le_pos; [assert (H1 :=
      coefficient_falls 0); lra | apply powers_nonneg]).
    assert (0 <= (coefficient 1 - coefficient 2) * powers 2 q) by (apply Rmult_le_pos; [assert (H1 :=
      coefficient_falls 1); lra | apply powers_nonneg]).
    generalize dependent (powers 0 q). intros t0 Ht0. subst t0. lra.
  - replace (3 + S K)%nat with (S (3 + K)) by lia. rewrite Sn.
    assert (0 <= (coefficient (3 + K) - coefficient (S (3 + K))) * powers (S (3 + K)) q) by
      (apply Rmult_le_pos; [assert (H1 := coefficient_falls (3 + K)); lra | apply powers_nonneg]).
    lra.
Qed.
Lemma lim_total {I} (L : list I) (u : I -> nat -> R) (l : I -> R) :
  (forall i, is_lim_seq (u i) (l i)) -> is_lim_seq (fun K => total L (fun i => u i K)) (total L l).
Proof.
  intro H. induction L as [|i L IH]; simpl; [apply is_lim_seq_const|].
  apply is_lim_seq_plus'; auto.
Qed.
Lemma exp_lim x : is_lim_seq (fun K => sum_n (fun k => x ^ k / INR (fact k)) K) (exp x).
Proof.
  assert (H := is_exp_Reals x). unfold is_pseries, is_series in H.
  apply (is_lim_seq_ext (fun K => sum_n (fun k => scal (pow_n x k) (/ INR (fact k))) K)); [|exact H].
  intro K. apply sum_n_ext. intro k. rewrite pow_n_pow. reflexivity.
Qed.
Lemma sum_scale (f : nat -> R) x K : sum_n f K * x = sum_n (fun k => f k * x) K.
Proof. induction K as [|K IH]; [rewrite !sum_O; reflexivity|]. rewrite !sum_Sn. unfold plus; simpl.
rewrite <- IH. unfold plus; simpl. ring. Qed.
Lemma sum_twice (f : nat -> Token -> Token -> R) K :
  twice (fun i j => sum_n (fun k => f k i j) K) = sum_n (fun k => twice (f k)) K.
Proof.
  induction K as [|K IH].
  - rewrite sum_O. apply twice_ext. intros i j. rewrite sum_O. reflexivity.
  - rewrite sum_Sn, <- IH. unfold plus; simpl. rewrite <- twice_add. apply twice_ext. intros i j.
  rewrite sum_Sn. reflexivity.
Qed.
Lemma partial_sum_is K : twice (fun i j => q i * q j * (cosine i j - 1) * sum_n (fun k => (c * cosine i j)
  ^ k / INR (fact k)) K) = partial_sum K.
Proof.
  transitivity (twice (fun i j => sum_n (fun k => coefficient k * (q i * q j * cosine i j ^ S k + - 1 * (q
    i * q j * cosine i j ^ k))) K)).
  - apply twice_ext. intros i j. rewrite Rmult_comm, sum_scale. apply sum_n_ext. intro k.
    unfold coefficient. rewrite Rpow_mult_distr. simpl. field. apply INR_fact_neq_0.
  - rewrite sum_twice. apply sum_n_ext. intro k. unfold powers.
    rewrite (twice_scale (coefficient k) (fun i j => q i * q j * cosine i j ^ S k + - 1 * (q i * q j *
      cosine i j ^ k))).
    rewrite (twice_add (fun i j => q i * q j * cosine i j ^ S k)), (twice_scale (- 1)). f_equal. ring.
Qed.
Lemma weighted_gap : (coefficient 2 - coefficient 3) * (total tokens (fun i => q i ^ 4) * total tokens (fun
  i => q i ^ 4)) <=
  twice (fun i j => q i * q j * (cosine i j - 1) * exp (c * cosine i j)).
Proof.
  assert (Lim : is_lim_seq partial_sum (twice (fun i j => q i * q j * (cosine i j - 1) * exp (c * cosine i
    j)))).
  { apply (is_lim_seq_ext (fun K => twice (fun i j => q i * q j * (cosine i j - 1) *
      sum_n (fun k => (c * cosine i j) ^ k / INR (fact k)) K))); [intro K; apply partial_sum_is|].
    unfold twice. apply lim_total. intro i. apply lim_total. intro j.
    apply (is_lim_seq_scal_l _ (q i * q j * (cosine i j - 1)) (exp (c * cosine i j))). apply exp_lim. }
  assert (D : 0 <= coefficient 2 - coefficient 3) by (assert (H := coefficient_falls 2); lra).
  apply Rle_trans with ((coefficient 2 - coefficient 3) * powers 3 q); [apply Rmult_le_compat_l; [exact D |
    apply powers_three]|].
  change (Rbar_le ((coefficient 2 - coefficient 3) * powers 3 q) (twice (fun i j => q i * q j * (cosine i j
    - 1) * exp (c * cosine i j)))).
  apply (is_lim_seq_le_loc (fun _ => (coefficient 2 - coefficient 3) * powers 3 q) partial_sum); [|apply
    is_lim_seq_const|exact Lim].
  exists 3%nat. intros n Hn. replace n with (3 + (n - 3))%nat by lia.
  eapply Rle_trans; [|apply partial_sum_low].
  assert (0 <= coefficient (3 + (n - 3)) * powers (S (3 + (n - 3))) q); [|lra].
  apply Rmult_le_pos; [left; apply coefficient_pos | apply powers_nonneg].
Qed.
(* The second derivative of (1/2c) sum e^{c cos(th_i - th_j)} along th_i' = q_i. *)
Definition hessian := / 2 * twice (fun i j => exp (c * cosine i j) * (c * (1 - cosine i j ^ 2) - cosine i
  j) * (q i - q j) ^ 2).
Context (Unit : forall i, q i ^ 2 + r i ^ 2 = 1).
Context (Critical : forall i, total tokens (fun j => exp (c * cosine i j) * q j) =
  total tokens (fun j => exp (c * cosine i j) * cosine i j) * q i).
Lemma cosine_sym i j : cosine i j = cosine j i. Proof. unfold cosine. ring. Qed.
Lemma cosine_below i j : cosine i j ^ 2 <= 1.
Proof.
  unfold cosine. assert (H : (q i * q j + r i * r j) ^ 2 + (q i * r j - r i * q j) ^ 2 = (q i ^ 2 + r i ^
    2) * (q j ^ 2 + r j ^ 2)) by ring.
  rewrite !Unit in H. assert (P := pow2_ge_0 (q i * r j - r i * q j)). lra.
Qed.
Lemma critical_sum : twice (fun i j => exp (c * cosine i j) * (q i * q j)) =
  twice (fun i j => exp (c * cosine i j) * cosine i j * q i ^ 2).
Proof.
  unfold twice. apply total_ext. intro i.
  transitivity (q i * total tokens (fun j => exp (c * cosine i j) * q j)).
  - rewrite <- total_scale. apply total_ext. intro j. ring.
  - rewrite Critical. transitivity (total tokens (fun j => exp (c * cosine i j) * cosine i j) * q i ^ 2);
    [ring|].
    rewrite <- total_scale_r. apply total_ext. intro j. ring.
Qed.
Theorem critical_states_off_a_line_are_saddles :
  c ^ 2 / 2 * (1 - c / 3) * total tokens (fun i => q i ^ 4) ^ 2 <= hessian.
Proof.
  assert (A : hessian = c / 2 * twice (fun i j => exp (c * cosine i j) * (1 - cosine i j ^ 2) * (q i - q j)
    ^ 2) +
    twice (fun i j => q i * q j * (cosine i j - 1) * exp (c * cosine i j))).
  { assert (S : twice (fun i j => exp (c * cosine i j) * cosine i j * q j ^ 2) =
      twice (fun i j => exp (c * cosine i j) * cosine i j * q i ^ 2)).
    { rewrite twice_swap. apply twice_ext. intros i j. rewrite (cosine_sym j i). reflexivity. }
    assert (P : twice (fun i j => exp (c * cosine i j) * (c * (1 - cosine i j ^ 2) - cosine i j) * (q i - q
      j) ^ 2) =
      c * twice (fun i j => exp (c * cosine i j) * (1 - cosine i j ^ 2) * (q i - q j) ^ 2) +
      (- 1 * twice (fun i j => exp (c * cosine i j) * cosine i j * q i ^ 2) +
      (- 1 * twice (fun i j => exp (c * cosine i j) * cosine i j * q j ^ 2) +
       2 * twice (fun i j => exp (c * cosine i j) * cosine i j * (q i * q j))))).
    { rewrite <- !twice_scale, <- !twice_add. apply twice_ext. intros i j. ring. }
    assert (W : twice (fun i j => q i * q j * (cosine i j - 1) * exp (c * cosine i j)) =
      twice (fun i j => exp (c * cosine i j) * cosine i j * (q i * q j)) + - 1 * twice (fun i j => exp (c *
        cosine i j) * (q i * q j))).
    { rewrite <- twice_scale, <- twice_add. apply twice_ext. intros i j. ring. }
    unfold hessian. rewrite P, W, S, critical_sum. field. }
  rewrite A. assert (B := weighted_gap).
  replace (coefficient 2 - coefficient 3) with (c ^ 2 / 2 * (1 - c / 3)) in B by (unfold coefficient;
    simpl; field).
  assert (N : 0 <= twice (fun i j => exp (c * cosine i j) * (1 - cosine i j ^ 2) * (q i - q j) ^ 2)).
  { unfold twice. apply total_nonneg. intro i. apply total_nonneg. intro j.
    apply Rmult_le_pos; [|apply pow2_ge_0]. apply Rmult_le_pos; [left; apply exp_pos|].
    assert (H := cosine_below i j). lra. }
  assert (0 <= c / 2 * twice (fun i j => exp (c * cosine i j) * (1 - cosine i j ^ 2) * (q i - q j) ^ 2)) by
    (apply Rmult_le_pos; [lra | exact N]). simpl in *. lra.
Qed.
End Powers.
