(* Only consensus attracts: the direction of growth is in Directions.v, the rise along solutions in
   Gradient.v; that it does, in Gathering.v, about the token that is asked for. With U = I and P = c I the rows' sum r of the flow is that of U = P = c I for r / c. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Continuity Attention Gnomonic Gathering Gradient Equilibria
  Rooted Uphill Directions.
From Claimed Require Import A_S3_3.
Open Scope R_scope.

(* Parseval's identity for a vector makes the vector the sum of its parts. *)
Lemma expanded {S : inner_product_space} {Mode} (modes : list Mode) (e : Mode -> S) same x :
  enumerates modes -> kronecker same -> (forall a b, inner (e a) (e b) = same a b) ->
  total modes (fun m => inner (e m) x * inner (e m) x) = inner x x ->
  x = vtotal modes (fun m => vscale (inner (e m) x) (e m)).
Proof.
  intros EM K O Q. set (s := vtotal modes (fun m => vscale (inner (e m) x) (e m))).
  assert (A : inner s x = inner x x).
  { unfold s. rewrite inner_vtotal_l, <- Q. apply total_ext. intro m. apply inner_scale_l. }
  assert (B : inner s s = inner x x).
  { unfold s at 1. rewrite inner_vtotal_l, <- Q. apply total_ext. intro m. rewrite inner_scale_l. f_equal.
    unfold s. rewrite inner_vtotal_r.
    transitivity (total modes (fun k => same m k * inner (e k) x)).
    - apply total_ext. intro k. rewrite inner_scale_r, O. ring.
    - apply (kronecker_total modes same m (fun k => inner (e k) x)); auto. }
  assert (Z : vsub s x = vzero).
  { apply inner_definite. unfold vsub. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
    A, B,
      (inner_sym _ x s), A. ring. }
  apply inner_ext. intro z. symmetry. apply Rminus_diag_uniq. rewrite <- (inner_zero_l z), <- Z. unfold vsub.
  rewrite inner_add_l, inner_scale_l. ring.
Qed.
Lemma scaling_symmetric {S : inner_product_space} c : @adjoint S (vscale c) (vscale c).
Proof. intros x y. rewrite inner_scale_l, inner_scale_r. reflexivity. Qed.
Lemma scaling_bounded {S : inner_product_space} c : @bounded_operator S (vscale c).
Proof. exists (Rabs c). split; [apply Rabs_pos | intro x; rewrite vnorm_scale; lra]. Qed.
Lemma energy_is_potential {S : inner_product_space} {Token} (tokens : list Token) c (y : Token -> S) :
  potential tokens (vscale c) y = energy tokens c y / 2.
Proof.
  unfold potential, energy, score. f_equal. apply total_ext. intro i. apply total_ext. intro j.
  rewrite inner_scale_r. reflexivity.
Qed.
Lemma velocity_scaled {S : inner_product_space} {Token} (tokens : list Token) r c (y : Token -> S) i : 0 <
  c ->
  velocity tokens r (fun x => x) (vscale c) (fun x => x) y i =
  velocity tokens (r / c) (fun x => x) (vscale c) (vscale c) y i.
Proof.
  intro C. assert (E : attended tokens r (vscale c) (fun x => x) y i =
    attended tokens (r / c) (vscale c) (vscale c) y i).
  { unfold attended. apply inner_ext. intro z. rewrite !inner_vtotal_l. apply total_ext. intro j.
    rewrite !inner_scale_l. assert (N : c <> 0) by lra. unfold Rdiv.
    transitivity (r * (score (vscale c) y i j * / partition tokens (vscale c) y i) * inner (y j) z * (/ c *
      c));
      [rewrite Rinv_l by auto | ]; ring. }
  unfold velocity. rewrite E. reflexivity.
Qed.

(* Tokens that are near each other are in a hemisphere around any of them, and attend to all. *)
Section Near.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (r c D : R) (z : R -> Token -> S).
Hypothesis ET : enumerates tokens.
Hypothesis Rpos : 0 < r.
Hypothesis Cpos : 0 < c.
Hypothesis Flow : gradient_flow tokens r (fun x => x) (vscale c) (fun x => x) z.
Hypothesis Start : forall i, inner (z 0 i) (z 0 i) = 1.
Hypothesis Below : 0 < D < 1.
Hypothesis Apart : forall i j, vnorm (vsub (z 0 i) (z 0 j)) <= D.
Let w t i j := r * (score (vscale c) (z t) i j / partition tokens (vscale c) (z t) i).
Let m := r * (exp (- c) / (size tokens * exp c)).
Lemma sphere t i : 0 <= t -> inner (z t i) (z t i) = 1.
Proof.
  apply (unit_tokens tokens (r / c) (vscale c) z ET (Rdiv_lt_0_compat _ _ Rpos Cpos)
    (scaling_bounded c)); [|exact Start].
  intros q j Q. rewrite <- (velocity_scaled tokens r c (z q) j Cpos). exact (Flow q j Q).
Qed.
Lemma weights t i j : 0 <= t -> m <= w t i j <= r.
Proof.
  intro T. assert (B : forall k, Rabs (inner (z t i) (vscale c (z t k))) <= c).
  { intro k. eapply Rle_trans; [apply inner_le_vnorm|]. rewrite vnorm_scale, Rabs_right by lra.
    unfold vnorm. rewrite !sphere, sqrt_1 by exact T. lra. }
  assert (L := softmax_below tokens (fun _ (_ : unit) => vscale c) z ET c t tt i j B).
  assert (U := softmax_unit tokens (fun _ (_ : unit) => vscale c) z ET t tt i j).
  unfold m, w. change (score (vscale c) (z t) i j / partition tokens (vscale c) (z t) i)
    with (softmax tokens (fun _ (_ : unit) => vscale c) z t tt i j).
  split; [apply Rmult_le_compat_l; lra | rewrite <- (Rmult_1_r r) at 2; apply Rmult_le_compat_l; lra].
Qed.
Lemma consensus_near i j s t : 0 <= t <= s ->
  vnorm (vsub (z s i) (z t j)) <= 6 * D * exp (- (r * exp (-2 * c) / 2) * t).
Proof.
  intros H. assert (N := size_positive tokens ET).
  assert (M : 0 < m).
  { unfold m. apply Rmult_lt_0_compat; [exact Rpos|].
    apply Rdiv_lt_0_compat; [apply exp_pos | apply Rmult_lt_0_compat; [exact N | apply exp_pos]]. }
  assert (Margin : forall k, / 2 <= inner (z 0 j) (z 0 k)).
  { intro k. assert (Q : inner (vsub (z 0 j) (z 0 k)) (vsub (z 0 j) (z 0 k)) <= 1).
    { rewrite <- vnorm_square. assert (P := vnorm_nonneg (vsub (z 0 j) (z 0 k))). specialize (Apart j k).
      replace 1 with (1 * 1) by ring. apply Rmult_le_compat; lra. }
    unfold vsub in Q. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, !Start,
      (inner_sym _ (z 0 k) (z 0 j)) in Q. lra. }
  assert (Near := tokens_stay_near S Token tokens w (fun x => x) (fun a => inner (z 0 j) a) z m r (/ 2) ET
    (identity_positive S) Flow Start M (fun t i j => weights t i j)
    (short_from_pole S (fun x => x) (identity_positive S) (z 0 j) (Start j)) ltac:(lra) Margin 0 D (Rle_refl 0)
    Apart i j s t H).
  eapply Rle_trans; [exact Near|].
  assert (E : size tokens * (m * / 2) = r * exp (-2 * c) / 2).
  { unfold m. replace (-2 * c) with (- c + - c) by ring. rewrite exp_plus, (exp_Ropp c). field.
    split; apply Rgt_not_eq; [apply exp_pos | exact N]. }
  rewrite E, Rminus_0_r. apply Rmult_le_compat_r; [left; apply exp_pos|].
  apply Rmult_le_compat_r; [lra|].
  assert (Q : sqrt 2 <= 3 / 2).
  { rewrite <- (sqrt_square (3 / 2)) by lra. apply sqrt_le_1; lra. }
  replace (sqrt 2 / (/ 2 * / 2)) with (4 * sqrt 2) by field. lra.
Qed.
End Near.

Theorem proof : A_S3_3.
Proof.
  intros S Token tokens Mode modes d y c z e same _ ET EM _ D K C Unit _ O _ Parseval Start _ Flow.
  assert (Q : 0 < sqrt d).
  { apply sqrt_lt_R0. rewrite D. apply size_positive. exact EM. }
  assert (R0 : 0 < 1 / sqrt d) by (apply Rdiv_lt_0_compat; lra). set (r := 1 / sqrt d) in *.
  assert (Half : forall a b, a < b -> a / (2 * c) < b / (2 * c)).
  { intros a b H. apply Rmult_lt_compat_r; [apply Rinv_0_lt_compat; lra | exact H]. }
  split; [|split].
  - intros [Rest [[p [q N]] Dim]] eps E.
    destruct (uphill_from_equilibria tokens c y ET Unit C) with (p := p) (q := q) (modes := modes) (e := e)
      (eps := eps) as [x [X1 [X2 X3]]]; auto.
    + intros i x. specialize (Rest i).
      change (velocity tokens r (fun x => x) (vscale c) (fun x => x) y i = vzero) in Rest.
      set (Z := partition tokens (vscale c) y i).
      assert (Zp : 0 < Z) by (apply partition_above; exact ET).
      assert (A : forall w, inner w (attended tokens r (vscale c) (fun x => x) y i) =
        r / Z * total tokens (fun j => exp (c * inner (y i) (y j)) * inner w (y j))).
      { intro w. unfold attended. rewrite inner_vtotal_r, <- total_scale. apply total_ext. intro j.
        rewrite inner_scale_r. unfold score. fold Z. rewrite inner_scale_r. field. lra. }
      assert (V : inner x (velocity tokens r (fun x => x) (vscale c) (fun x => x) y i) = 0)
        by (rewrite Rest; apply inner_zero_r).
      unfold velocity, vsub in V. rewrite inner_add_r, !inner_scale_r, !A in V.
      assert (P : 0 < r / Z) by (apply Rdiv_lt_0_compat; auto).
      apply Rmult_eq_reg_l with (r / Z); lra.
    + intro k. rewrite O. apply K.
    + intros k l H. rewrite O. apply K. exact H.
    + intro i. apply (expanded modes e same); auto.
    + rewrite <- D. exact Dim.
    + exists x. split; [exact X1|]. split; [intros i j; apply below_one; apply X1|].
      split; [exact X2 | apply Half; exact X3].
  - intros High L. set (P := vscale c : S -> S).
    assert (G : gradient_flow tokens (r / c) (fun x => x) P P z).
    { intros t i T. unfold P. rewrite <- (velocity_scaled tokens r c (z t) i C). exact (Flow t i T). }
    assert (Rc : 0 < r / c) by (apply Rdiv_lt_0_compat; auto).
    assert (Rise := potential_rises tokens (r / c) P z ET Rc (scaling_symmetric c) (scaling_bounded c) G
      Start).
    destruct (potential_converges tokens (r / c) P z ET Rc (scaling_symmetric c) (scaling_bounded c) G Start)
      as [l Lim].
    assert (Lp : limit_point z y).
    { intros eps T E.
      destruct (tends_total tokens (fun t i => vnorm (vsub (z t i) (y i))) L eps E) as [T' [T0 H]].
      exists (Rmax T T'). split; [apply Rmax_l|]. intro i.
      specialize (H (Rmax T T') (Rmax_r T T')). rewrite Rminus_0_r in H.
      eapply Rle_lt_trans; [|eapply Rle_lt_trans; [apply Rle_abs | exact H]].
      apply (total_at_least tokens (fun i => vnorm (vsub (z (Rmax T T') i) (y i)))); [apply ET|].
      intro. apply vnorm_nonneg. }
    assert (U : potential tokens P y = l).
    { apply (at_limit_point y z (potential tokens P) l Lp); [|exact Lim].
      assert (A1 : adjoint P P) by apply scaling_symmetric. assert (A2 : bounded_operator P) by apply
        scaling_bounded.
      unfold potential, score. repeat continuous_step. }
    assert (Up : potential tokens P (z 0) <= l).
    { apply Rnot_lt_le. intro H. destruct (Lim (potential tokens P (z 0) - l)) as [T [T0 HT]]; [lra|].
      specialize (HT T ltac:(lra)). specialize (Rise 0 T ltac:(lra)). apply Rabs_def2 in HT.
      cbv beta in Rise. lra. }
    rewrite <- U in Up. unfold P in Up. rewrite !energy_is_potential in Up.
    assert (H : energy tokens c (z 0) / (2 * c) <= energy tokens c y / (2 * c)).
    { apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; lra | lra]. }
    unfold energy in H. lra.
  - intros a A0 A1 Near. assert (H := fun i j s t => consensus_near tokens r c a z ET R0 C Flow Start
      (conj A0 A1) Near i j s t).
    assert (E : r * exp (-2 * c) / 2 = exp (-2 * c) / (2 * sqrt d)) by (unfold r; field; lra). split.
    + intros t T i j. replace (-1 * (exp (-2 * c) / (2 * sqrt d)) * t) with (- (r * exp (-2 * c) / 2) * t)
        by (rewrite E; ring). apply H. lra.
    + intros j u <- t T i. assert (A := H i j t 0 ltac:(lra)). rewrite Rmult_0_r, exp_0, Rmult_1_r in A.
      exact A.
Qed.
