(* The energy of the Oja map: its exact increment in a layer, that it does not fall, and that the steps
   of an orbit tend to 0, for a bounded energy that rises by a multiple of their squares. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words.
Open Scope R_scope.

Lemma increments_vanish (E Q : nat -> R) c b : 0 < c -> (forall k, 0 <= Q k) ->
  (forall k, c * Q k <= E (S k) - E k) -> (forall k, E k <= b) -> layers_tend Q 0.
Proof.
  intros C P Inc B. destruct (ex_finite_lim_seq_incr E b) as [l L]; [| exact B |].
  { intro k. specialize (Inc k). assert (0 <= c * Q k) by (apply Rmult_le_pos; auto; lra). lra. }
  intros eps He. apply is_lim_seq_spec in L.
  assert (Hd : 0 < c * eps / 2) by (assert (0 < c * eps) by (apply Rmult_lt_0_compat; auto); lra).
  destruct (L (mkposreal _ Hd)) as [N HN]. exists N. intros k Hk. simpl in HN.
  assert (A := HN k Hk). assert (A' := HN (S k) (le_S _ _ Hk)).
  apply Rabs_def2 in A. apply Rabs_def2 in A'. specialize (Inc k). specialize (P k).
  rewrite Rminus_0_r, Rabs_right by lra. apply Rmult_lt_reg_l with c; auto. lra.
Qed.

Section Energy.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
Definition mean (x : Token -> U) : U := vscale (/ size tokens) (vtotal tokens (fun j => x j)).
Definition energy (x : Token -> U) := size tokens * inner (V (mean x)) (mean x) / 2.
Definition pushed (x : Token -> U) i : U := vadd (x i) (vscale tau (V (mean x))).
Definition layer (x next : Token -> U) := forall i, 0 < inner (pushed x i) (pushed x i) /\
  next i = vscale (/ sqrt (inner (pushed x i) (pushed x i))) (pushed x i).
Let n0 := size_positive tokens ET.

(* A token z pushed by tau w to y and normalised: the product of its step with w. *)
Lemma step_product (z w y : U) : inner z z = 1 -> y = vadd z (vscale tau w) -> 0 < inner y y ->
  let z' := vscale (/ sqrt (inner y y)) y in
  inner z' z' = 1 /\
  inner w (vsub z' z) = (1 + sqrt (inner y y)) * inner (vsub z' z) (vsub z' z) / (2 * tau).
Proof.
  intros Z Y P. assert (L := sqrt_lt_R0 _ P). assert (Q := sqrt_sqrt _ (Rlt_le _ _ P)). cbv zeta.
  set (r := sqrt (inner y y)) in *. set (z' := vscale (/ r) y).
  assert (One : inner z' z' = 1).
  { unfold z'. rewrite inner_scale_l, inner_scale_r, <- Q. field. lra. }
  split; [exact One|].
  assert (Yz : forall u, inner y u = r * inner z' u).
  { intro u. unfold z'. rewrite inner_scale_l. field. lra. }
  assert (W : forall u, tau * inner w u = r * inner z' u - inner z u).
  { intro u. rewrite <- Yz, Y, inner_add_l, inner_scale_l. ring. }
  apply Rmult_eq_reg_l with tau; [|lra]. rewrite W. unfold vsub.
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, One, Z, (inner_sym _ z z').
  field. lra.
Qed.
Lemma layer_unit x next : layer x next -> forall i, inner (next i) (next i) = 1.
Proof.
  intros L i. destruct (L i) as [P ->]. assert (Q := sqrt_sqrt _ (Rlt_le _ _ P)).
  assert (N := sqrt_lt_R0 _ P). rewrite inner_scale_l, inner_scale_r.
  set (p := inner _ _) in *. set (r := sqrt p) in *. rewrite <- Q. field. lra.
Qed.
Lemma sum_of_mean x : forall z, size tokens * inner (mean x) z = total tokens (fun j => inner (x j) z).
Proof. intro z. unfold mean. rewrite inner_scale_l, inner_vtotal_l. field. lra. Qed.
(* The squared mean, times n, is at most the sum of the squares. *)
Lemma mean_square d : size tokens * inner (mean d) (mean d) <= total tokens (fun i => inner (d i) (d i)).
Proof.
  assert (H : 0 <= total tokens (fun i => inner (vsub (d i) (mean d)) (vsub (d i) (mean d))))
    by (apply total_nonneg; intro; apply inner_nonneg).
  rewrite (total_ext tokens _ (fun i => (inner (d i) (d i) + -2 * inner (d i) (mean d))
    + inner (mean d) (mean d) * 1)) in H.
  - rewrite !total_add, !total_scale, <- sum_of_mean in H. fold (size tokens) in H. lra.
  - intro i. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
      (inner_sym _ (mean d) (d i)). ring.
Qed.
Lemma mean_step x next : mean (fun i => vsub (next i) (x i)) = vsub (mean next) (mean x).
Proof.
  apply inner_ext. intro z. apply Rmult_eq_reg_l with (size tokens); [|lra]. unfold vsub at 2.
  rewrite inner_add_l, inner_scale_l, Rmult_plus_distr_l, sum_of_mean.
  replace (size tokens * (-1 * inner (mean x) z)) with (-1 * (size tokens * inner (mean x) z)) by ring.
  rewrite !sum_of_mean, <- total_scale, <- total_add. apply total_ext. intro j.
  unfold vsub. rewrite inner_add_l, inner_scale_l. ring.
Qed.
Lemma energy_increment x next : (forall i, inner (x i) (x i) = 1) -> layer x next ->
  energy next - energy x = total tokens (fun i => (1 + sqrt (inner (pushed x i) (pushed x i)))
      * inner (vsub (next i) (x i)) (vsub (next i) (x i)) / (2 * tau))
    + size tokens * inner (V (vsub (mean next) (mean x))) (vsub (mean next) (mean x)) / 2.
Proof.
  intros X L. set (w := V (mean x)).
  rewrite (total_ext tokens _ (fun i => inner w (vsub (next i) (x i)))).
  2: { intro i. destruct (L i) as [P E]. rewrite E. symmetry.
       exact (proj2 (step_product (x i) w (pushed x i) (X i) eq_refl P)). }
  rewrite (total_ext tokens _ (fun i => inner (vsub (next i) (x i)) w)) by (intro; apply inner_sym).
  rewrite <- (sum_of_mean (fun i => vsub (next i) (x i))), mean_step. unfold energy, w, vsub.
  rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym).
  rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r.
  rewrite (inner_sym _ (mean next) (V (mean x))), (inner_sym _ (mean x) (V (mean x))).
  rewrite (Sym (mean next) (mean x)), (inner_sym _ (mean next) (V (mean x))). field.
Qed.
Lemma energy_rises ell x next : (forall a, - ell * inner a a <= inner (V a) a) -> 0 <= ell ->
  (forall i, inner (x i) (x i) = 1) -> layer x next ->
  (1 - tau * ell) / (2 * tau) * total tokens (fun i => inner (vsub (next i) (x i)) (vsub (next i) (x i)))
  <= energy next - energy x.
Proof.
  intros Low Lp X L. rewrite (energy_increment x next X L), <- mean_step.
  set (d := fun i => vsub (next i) (x i)).
  set (Q := total tokens (fun i => inner (d i) (d i))).
  assert (Avg := mean_square d). fold Q in Avg.
  assert (B : - ell * Q <= size tokens * inner (V (mean d)) (mean d)).
  { apply Rle_trans with (size tokens * (- ell * inner (mean d) (mean d))).
    - assert (ell * (size tokens * inner (mean d) (mean d)) <= ell * Q) by
        (apply Rmult_le_compat_l; auto). lra.
    - apply Rmult_le_compat_l; [lra | apply Low]. }
  assert (First : / (2 * tau) * Q <= total tokens (fun i =>
    (1 + sqrt (inner (pushed x i) (pushed x i))) * inner (d i) (d i) / (2 * tau))).
  { unfold Q. rewrite <- total_scale.
    assert (H : 0 <= total tokens (fun i => sqrt (inner (pushed x i) (pushed x i)) * inner (d i) (d i)
      * / (2 * tau))).
    { apply total_nonneg. intro i. repeat apply Rmult_le_pos;
        [apply sqrt_pos | apply inner_nonneg | left; apply Rinv_0_lt_compat; lra]. }
    rewrite (total_ext tokens (fun i => (1 + _) * _ / _) (fun i => / (2 * tau) * inner (d i) (d i)
      + sqrt (inner (pushed x i) (pushed x i)) * inner (d i) (d i) * / (2 * tau)))
      by (intro; field; lra).
    rewrite total_add. lra. }
  replace ((1 - tau * ell) / (2 * tau)) with (/ (2 * tau) - ell / 2) by (field; lra).
  change ((/ (2 * tau) - ell / 2) * Q <= total tokens (fun i =>
    (1 + sqrt (inner (pushed x i) (pushed x i))) * inner (d i) (d i) / (2 * tau))
    + size tokens * inner (V (mean d)) (mean d) / 2).
  lra.
Qed.
Lemma mean_short x : (forall i, inner (x i) (x i) = 1) -> inner (mean x) (mean x) <= 1.
Proof.
  intro X. assert (H := mean_square x).
  rewrite (total_ext tokens _ (fun _ => 1)) in H by (intro; apply X). fold (size tokens) in H.
  apply Rmult_le_reg_l with (size tokens); lra.
Qed.
End Energy.
