(* The slope of the energy of the Oja dynamics, the sum over the tokens of |P_i w|^2 with the common push
   w = V s: bounds of the energy, and what a small slope says of the tokens and of their mean. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves OjaEnergy.
Open Scope R_scope.

Lemma unit_vnorm {U : inner_product_space} (a : U) : inner a a = 1 -> vnorm a = 1.
Proof. intro A. unfold vnorm. rewrite A. apply sqrt_1. Qed.
Lemma vnorm_gap {U : inner_product_space} (a b : U) : Rabs (vnorm a - vnorm b) <= vnorm (vsub a b).
Proof.
  assert (One := vnorm_add (vsub a b) b). assert (Two := vnorm_add (vscale (-1) (vsub a b)) a).
  replace (vadd (vsub a b) b) with a in One
    by (apply inner_ext; intro c; unfold vsub; rewrite !inner_add_l, inner_scale_l; ring).
  replace (vadd (vscale (-1) (vsub a b)) a) with b in Two
    by (apply inner_ext; intro c; unfold vsub; rewrite !inner_add_l, !inner_scale_l, !inner_add_l,
        !inner_scale_l; ring).
  rewrite vnorm_scale, (Rabs_left (-1)) in Two by lra. apply Rabs_le. lra.
Qed.

Section Slope.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Let n := size tokens.
Let n1 : 1 <= n. Proof. assert (H := size_at_least_one tokens ET). unfold n. lra. Qed.
Definition push_of (x : Token -> U) := V (mean tokens x).
Definition slope (x : Token -> U) := total tokens (fun i =>
  inner (push_of x) (push_of x) - inner (x i) (push_of x) * inner (x i) (push_of x)).
Definition apart (x z : Token -> U) := total tokens (fun j => vnorm (vsub (x j) (z j))).
Definition units (x : Token -> U) := forall i, inner (x i) (x i) = 1.

Lemma apart_nonneg x z : 0 <= apart x z.
Proof. apply total_nonneg. intro. apply vnorm_nonneg. Qed.
Lemma token_apart x z i : vnorm (vsub (x i) (z i)) <= apart x z.
Proof.
  apply (total_at_least tokens (fun j => vnorm (vsub (x j) (z j)))); [apply ET | intro; apply vnorm_nonneg].
Qed.
Lemma vtotal_short {I} (T : list I) (f : I -> U) : vnorm (vtotal T f) <= total T (fun j => vnorm (f j)).
Proof.
  induction T as [|j T IH]; simpl.
  - unfold vnorm. rewrite inner_zero_l, sqrt_0. lra.
  - eapply Rle_trans; [apply vnorm_add | lra].
Qed.
Lemma mean_apart x z : vnorm (vsub (mean tokens x) (mean tokens z)) <= apart x z.
Proof.
  rewrite <- (mean_step tokens ET z x). unfold mean. fold n. rewrite vnorm_scale.
  rewrite Rabs_right by (apply Rle_ge; left; apply Rinv_0_lt_compat; lra).
  apply Rmult_le_reg_l with n; [lra|]. rewrite <- Rmult_assoc, Rinv_r, Rmult_1_l by lra.
  eapply Rle_trans; [apply vtotal_short|]. assert (P := apart_nonneg x z).
  apply Rle_trans with (1 * apart x z); [right; symmetry; apply Rmult_1_l|].
  apply Rmult_le_compat_r; lra.
Qed.
Lemma push_apart x z : vnorm (vsub (push_of x) (push_of z)) <= kappa * apart x z.
Proof.
  replace (vsub (push_of x) (push_of z)) with (V (vsub (mean tokens x) (mean tokens z))).
  2: { unfold push_of, vsub. rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym). reflexivity. }
  eapply Rle_trans; [apply Norm|]. apply Rmult_le_compat_l; [exact Kpos | apply mean_apart].
Qed.
Lemma mean_norm x : units x -> vnorm (mean tokens x) <= 1.
Proof. intro X. rewrite <- sqrt_1. apply sqrt_le_1_alt. exact (mean_short tokens ET x X). Qed.
Lemma push_norm x : units x -> vnorm (push_of x) <= kappa.
Proof.
  intro X. eapply Rle_trans; [apply Norm|]. rewrite <- (Rmult_1_r kappa) at 2.
  apply Rmult_le_compat_l; [exact Kpos | exact (mean_norm x X)].
Qed.
Lemma energy_is x : energy tokens V x = n / 2 * inner (mean tokens x) (push_of x).
Proof. unfold energy. fold n. fold (push_of x). rewrite inner_sym. field. Qed.
Lemma along_push x : units x -> Rabs (inner (mean tokens x) (push_of x)) <= vnorm (push_of x).
Proof.
  intro X. eapply Rle_trans; [apply inner_le_vnorm|]. assert (M := mean_norm x X).
  assert (N := vnorm_nonneg (push_of x)).
  assert (vnorm (mean tokens x) * vnorm (push_of x) <= 1 * vnorm (push_of x))
    by (apply Rmult_le_compat_r; auto). lra.
Qed.
Lemma energy_bounded x : units x -> Rabs (energy tokens V x) <= n * kappa / 2.
Proof.
  intro X. rewrite energy_is, Rabs_mult, Rabs_right by lra.
  assert (A := along_push x X). assert (P := push_norm x X).
  assert (n / 2 * Rabs (inner (mean tokens x) (push_of x)) <= n / 2 * kappa)
    by (apply Rmult_le_compat_l; lra). lra.
Qed.
(* The products s.w of two states. *)
Lemma product_apart x z : units x -> units z ->
  Rabs (inner (mean tokens x) (push_of x) - inner (mean tokens z) (push_of z)) <= 2 * kappa * apart x z.
Proof.
  intros X Z. replace (inner (mean tokens x) (push_of x) - inner (mean tokens z) (push_of z))
    with (inner (vsub (mean tokens x) (mean tokens z)) (push_of x) +
          inner (mean tokens z) (vsub (push_of x) (push_of z)))
    by (unfold vsub; rewrite inner_add_l, inner_add_r, inner_scale_l, inner_scale_r; ring).
  eapply Rle_trans; [apply Rabs_triang|].
  assert (A := inner_le_vnorm (vsub (mean tokens x) (mean tokens z)) (push_of x)).
  assert (B := inner_le_vnorm (mean tokens z) (vsub (push_of x) (push_of z))).
  assert (C := mean_apart x z). assert (D := push_apart x z). assert (E := mean_norm z Z).
  assert (F := push_norm x X).
  assert (vnorm (vsub (mean tokens x) (mean tokens z)) * vnorm (push_of x) <= apart x z * kappa)
    by (apply Rmult_le_compat; auto using vnorm_nonneg).
  assert (vnorm (mean tokens z) * vnorm (vsub (push_of x) (push_of z)) <= 1 * (kappa * apart x z))
    by (apply Rmult_le_compat; auto using vnorm_nonneg). lra.
Qed.
Lemma energy_apart x z : units x -> units z ->
  Rabs (energy tokens V x - energy tokens V z) <= n * kappa * apart x z.
Proof.
  intros X Z. rewrite !energy_is, <- Rmult_minus_distr_l, Rabs_mult, Rabs_right by lra.
  assert (P := product_apart x z X Z).
  assert (n / 2 * Rabs (inner (mean tokens x) (push_of x) - inner (mean tokens z) (push_of z))
    <= n / 2 * (2 * kappa * apart x z)) by (apply Rmult_le_compat_l; lra). lra.
Qed.

(* A token's cosine with the push, times |w|. *)
Section State.
Context (x : Token -> U).
Hypothesis X : units x.
Let s := mean tokens x.
Let w := push_of x.
Let c i := inner (x i) w.
Lemma cosine i : Rabs (c i) <= vnorm w.
Proof. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite (unit_vnorm (x i) (X i)). lra. Qed.
Lemma slope_part i : 0 <= inner w w - c i * c i.
Proof. assert (Q := cauchy_schwarz (x i) w). rewrite X in Q. fold (c i) in Q. lra. Qed.
Lemma slope_nonneg : 0 <= slope x.
Proof. apply total_nonneg. exact slope_part. Qed.
Lemma total_cosines : total tokens c = n * inner s w.
Proof. symmetry. apply (sum_of_mean tokens ET x w). Qed.
Lemma signs_near (sigma : Token -> R) : (forall i, sigma i * sigma i = 1 /\ 0 <= sigma i * c i) ->
  Rabs (total tokens sigma * vnorm w - n * inner s w) * vnorm w <= slope x.
Proof.
  intro Sg. rewrite <- total_cosines, <- total_scale_r. assert (N := vnorm_nonneg w).
  apply Rle_trans with (Rabs ((total tokens (fun i => sigma i * vnorm w) - total tokens c) * vnorm w)).
  { right. rewrite Rabs_mult, (Rabs_right (vnorm w)) by lra. reflexivity. }
  replace ((total tokens (fun i => sigma i * vnorm w) - total tokens c) * vnorm w)
    with (total tokens (fun i => (sigma i * vnorm w - c i) * vnorm w)).
  2: { rewrite total_scale_r. f_equal. rewrite (total_ext tokens (fun i => sigma i * vnorm w - c i)
         (fun i => sigma i * vnorm w + -1 * c i)) by (intro; ring). rewrite total_add, total_scale. ring. }
  assert (G : forall i, Rabs ((sigma i * vnorm w - c i) * vnorm w) <= inner w w - c i * c i).
  { intro i. destruct (Sg i) as [One Same]. assert (C := cosine i). apply Rabs_le_between in C.
    rewrite <- (vnorm_square w).
    assert (Cases : sigma i = 1 \/ sigma i = -1).
    { assert (H : (sigma i - 1) * (sigma i + 1) = 0) by lra.
      apply Rmult_integral in H. destruct H; [left | right]; lra. }
    destruct Cases as [E|E]; rewrite E in *.
    - assert (0 <= (vnorm w - c i) * c i) by (apply Rmult_le_pos; lra).
      assert (0 <= (vnorm w - c i) * vnorm w) by (apply Rmult_le_pos; lra).
      apply Rabs_le. lra.
    - assert (0 <= (vnorm w + c i) * - c i) by (apply Rmult_le_pos; lra).
      assert (0 <= (vnorm w + c i) * vnorm w) by (apply Rmult_le_pos; lra).
      apply Rabs_le. lra. }
  unfold slope. fold w. clear - G. induction tokens as [|i T IH]; simpl; [rewrite Rabs_R0; lra|].
  eapply Rle_trans; [apply Rabs_triang|]. apply Rplus_le_compat; [apply G | exact IH].
Qed.
(* The mean has a small part across the push. *)
Lemma mean_across : n * (inner s s * inner w w - inner s w * inner s w) <= slope x.
Proof.
  destruct (Req_dec (inner w w) 0) as [Z|NZ].
  { apply inner_definite in Z. rewrite Z, !inner_zero_r. assert (P := slope_nonneg). lra. }
  assert (W : 0 < inner w w) by (assert (P := inner_nonneg U w); lra).
  set (d := fun i => vsub (x i) (vscale (c i / inner w w) w)).
  assert (Q := mean_square tokens ET d). fold n in Q.
  assert (Md : mean tokens d = vsub s (vscale (inner s w / inner w w) w)).
  { apply inner_ext. intro u. apply Rmult_eq_reg_l with n; [|lra].
    assert (Hd := sum_of_mean tokens ET d u). assert (Hx := sum_of_mean tokens ET x u).
    fold n s in Hd, Hx. rewrite Hd. unfold vsub. rewrite inner_add_l, !inner_scale_l.
    replace (n * (inner s u + -1 * (inner s w / inner w w * inner w u)))
      with (n * inner s u + n * inner s w * (- / inner w w * inner w u)) by (field; exact NZ).
    rewrite <- total_cosines, <- total_scale_r, Hx, <- total_add.
    apply total_ext. intro i. unfold d, vsub. rewrite inner_add_l, !inner_scale_l. field. exact NZ. }
  assert (Ed : inner (mean tokens d) (mean tokens d) =
    (inner s s * inner w w - inner s w * inner s w) * / inner w w).
  { rewrite Md. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
      (inner_sym _ w s). field. exact NZ. }
  assert (Td : total tokens (fun i => inner (d i) (d i)) = slope x * / inner w w).
  { unfold slope. fold w. rewrite <- total_scale_r. apply total_ext. intro i. unfold d, vsub.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, X, (inner_sym _ w (x i)).
    fold (c i). field. exact NZ. }
  rewrite Ed, Td in Q. apply Rmult_le_reg_r with (/ inner w w); [apply Rinv_0_lt_compat; exact W|]. lra.
Qed.
End State.

Lemma signs_total (sigma : Token -> R) : (forall i, sigma i = 1 \/ sigma i = -1) ->
  exists k, total tokens sigma = IZR k.
Proof.
  intro Sg. clear - Sg. induction tokens as [|i T [k IH]]; [exists 0%Z; reflexivity|]. simpl. rewrite IH.
  destruct (Sg i) as [-> | ->]; [exists (1 + k)%Z | exists (-1 + k)%Z]; rewrite plus_IZR; reflexivity.
Qed.
Lemma whole_cases k : IZR k = 0 \/ 1 <= Rabs (IZR k).
Proof.
  destruct (Z.eq_dec k 0) as [->|N]; [left; reflexivity | right].
  rewrite <- abs_IZR. apply (IZR_le 1). lia.
Qed.
End Slope.
