(* The Oja map as a map of states: where it is defined, what it does to lengths and energies, and how
   what is said of stability is carried over to it. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves OjaEnergy.
Open Scope R_scope.

Definition on_spheres {U : inner_product_space} {Token} (x : Token -> U) := forall i, inner (x i) (x i) = 1.
Lemma unit_norm {U : inner_product_space} (a : U) : inner a a = 1 -> vnorm a = 1.
Proof. intro A. unfold vnorm. rewrite A. apply sqrt_1. Qed.

Section Map.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (tau kappa : R).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Tpos : 0 < tau.
(* |V| <= kappa with tau kappa < 1: the layer is defined. *)
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, inner (V a) (V a) <= kappa ^ 2 * inner a a.
Hypothesis Small : tau * kappa < 1.
Let n0 := size_positive tokens ET.
Local Notation mean := (OjaEnergy.mean tokens).
Local Notation pushed := (OjaEnergy.pushed tokens V tau).
Definition oja (x : Token -> U) i : U :=
  vscale (/ vnorm (pushed x i)) (pushed x i).

Lemma operator_norm a : vnorm (V a) <= kappa * vnorm a.
Proof.
  unfold vnorm. rewrite <- (sqrt_square kappa) at 1 by exact Kpos. rewrite <- sqrt_mult_alt.
  - apply sqrt_le_1_alt. replace (kappa * kappa) with (kappa ^ 2) by ring. apply Norm.
  - apply Rmult_le_pos; exact Kpos.
Qed.
Lemma form_bounds a : Rabs (inner (V a) a) <= kappa * inner a a.
Proof.
  eapply Rle_trans; [apply inner_le_vnorm|]. rewrite <- vnorm_square.
  replace (kappa * (vnorm a * vnorm a)) with (kappa * vnorm a * vnorm a) by ring.
  apply Rmult_le_compat_r; [apply vnorm_nonneg | apply operator_norm].
Qed.
Lemma mean_norm (z : Token -> U) : on_spheres z -> vnorm (mean z) <= 1.
Proof.
  intro Z. rewrite <- sqrt_1. apply sqrt_le_1_alt. exact (mean_short tokens ET z Z).
Qed.
Lemma pushed_norm (z : Token -> U) i : on_spheres z -> 1 - tau * kappa <= vnorm (pushed z i) <= 2.
Proof.
  intro Z. set (f := vscale tau (V (mean z))).
  assert (F : vnorm f <= tau * kappa).
  { unfold f. rewrite vnorm_scale, Rabs_right by lra. apply Rmult_le_compat_l; [lra|].
    eapply Rle_trans; [apply operator_norm|]. rewrite <- (Rmult_1_r kappa) at 2.
    apply Rmult_le_compat_l; [exact Kpos | apply mean_norm, Z]. }
  assert (One := unit_norm (z i) (Z i)). split.
  - assert (T := vnorm_add (pushed z i) (vscale (-1) f)). rewrite vnorm_scale, (Rabs_left (-1)) in T by lra.
    replace (vadd (pushed z i) (vscale (-1) f)) with (z i) in T; [lra|].
    apply inner_ext. intro u. unfold OjaEnergy.pushed. fold f.
    rewrite !inner_add_l, inner_scale_l. ring.
  - assert (T := vnorm_add (z i) f). unfold OjaEnergy.pushed. fold f. lra.
Qed.
Lemma pushed_positive (z : Token -> U) i : on_spheres z -> 0 < inner (pushed z i) (pushed z i).
Proof.
  intro Z. assert (P := pushed_norm z i Z). rewrite <- vnorm_square.
  apply Rmult_lt_0_compat; lra.
Qed.
Lemma oja_is_layer z : on_spheres z -> layer tokens V tau z (oja z).
Proof. intros Z i. split; [exact (pushed_positive z i Z) | reflexivity]. Qed.
Lemma oja_unit z : on_spheres z -> on_spheres (oja z).
Proof. intro Z. exact (layer_unit tokens V tau z (oja z) (oja_is_layer z Z)). Qed.
Lemma iterates_unit z k : on_spheres z -> on_spheres (Nat.iter k oja z).
Proof. intro Z. induction k as [|k IH]; simpl; [exact Z | apply oja_unit, IH]. Qed.
Lemma iterates_orbit z : on_spheres z -> total_orbit on_spheres oja (fun k => Nat.iter k oja z).
Proof. intro Z. split; [exact Z | reflexivity]. Qed.
Lemma orbit_unit x : total_orbit on_spheres oja x -> forall k, on_spheres (x k).
Proof.
  intros [Z O] k. induction k as [|k IH]; [exact Z|]. intro i. rewrite O. apply oja_unit, IH.
Qed.

(* An eigenvalue is no larger than the operator, and what is pushed stays as near as twice what is not. *)
Lemma eigenvalue_bound u mu : inner u u = 1 -> V u = vscale mu u -> -1 < tau * mu < 1.
Proof.
  intros Uu Ev. assert (F := form_bounds u). rewrite Ev, inner_scale_l, Uu in F.
  apply Rabs_le_between in F.
  assert (tau * (- kappa) <= tau * mu) by (apply Rmult_le_compat_l; lra).
  assert (tau * mu <= tau * kappa) by (apply Rmult_le_compat_l; lra). lra.
Qed.
Lemma near_pushed p x r i : on_spheres x -> within p r x ->
  vnorm (vsub (pushed x i) (pushed p i)) <= 2 * r.
Proof.
  intros X W. assert (R0 : 0 <= r) by exact (Rle_trans _ _ _ (vnorm_nonneg _) (W i)).
  assert (M : vnorm (vsub (mean x) (mean p)) <= r).
  { rewrite <- (mean_step tokens ET p x). rewrite <- (sqrt_square r R0). apply sqrt_le_1_alt.
    assert (S := mean_square tokens ET (fun i => vsub (x i) (p i))).
    apply Rmult_le_reg_l with (size tokens); [lra|]. eapply Rle_trans; [exact S|].
    unfold size. rewrite <- total_scale_r. apply total_le. intro j. rewrite <- vnorm_square, Rmult_1_l.
    apply Rmult_le_compat; try apply vnorm_nonneg; apply W. }
  replace (vsub (pushed x i) (pushed p i)) with (vadd (vsub (x i) (p i))
    (vscale tau (V (vsub (mean x) (mean p))))).
  2: { unfold vsub. rewrite (adjoint_add V V Sym), (adjoint_scale V V Sym). apply inner_ext. intro a.
       unfold OjaEnergy.pushed. rewrite !inner_add_l, !inner_scale_l, !inner_add_l, !inner_scale_l. ring. }
  eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale, (Rabs_right tau) by lra.
  assert (O := operator_norm (vsub (mean x) (mean p))). specialize (W i).
  assert (tau * vnorm (V (vsub (mean x) (mean p))) <= tau * (kappa * r)).
  { apply Rmult_le_compat_l; [lra|]. eapply Rle_trans; [exact O|]. apply Rmult_le_compat_l; auto. }
  assert (tau * kappa * r <= 1 * r) by (apply Rmult_le_compat_r; lra). lra.
Qed.

(* Tokens that are pushed along themselves, and not turned round, stay. *)
Lemma oja_rests p (a : Token -> R) : on_spheres p -> (forall i, V (mean p) = vscale (a i) (p i)) ->
  (forall i, 0 < 1 + tau * a i) -> total_rest on_spheres oja p.
Proof.
  intros P A Pos. split; [exact P|]. intro i. unfold oja.
  replace (pushed p i) with (vscale (1 + tau * a i) (p i)).
  - rewrite vnorm_scale, (unit_norm _ (P i)), Rabs_right, vscale_vscale by (specialize (Pos i); lra).
    replace (/ ((1 + tau * a i) * 1) * (1 + tau * a i)) with 1 by (field; specialize (Pos i); lra).
    apply vscale_one.
  - unfold OjaEnergy.pushed. rewrite (A i). apply inner_ext. intro z.
    rewrite inner_add_l, !inner_scale_l. ring.
Qed.
Lemma balanced_rests p : on_spheres p -> vtotal tokens (fun j => p j) = vzero ->
  total_rest on_spheres oja p.
Proof.
  intros P Z. apply (oja_rests p (fun _ => 0)); [exact P | | intro; lra].
  intro i. unfold OjaEnergy.mean. rewrite Z. apply inner_ext. intro z.
  rewrite (adjoint_scale _ _ Sym), !inner_scale_l, (adjoint_zero _ _ Sym), inner_zero_l. ring.
Qed.

(* The energy rises by a multiple of the squared tangent parts of the push. *)
Definition slope (x : Token -> U) := let w := V (mean x) in
  total tokens (fun i => inner w w - inner (x i) w * inner (x i) w).
Lemma tangent_square (x w : U) : inner x x = 1 -> 0 <= inner w w - inner x w * inner x w.
Proof. intro X. assert (C := cauchy_schwarz x w). rewrite X in C. lra. Qed.
Lemma token_slope x i : on_spheres x ->
  let w := V (mean x) in inner w w - inner (x i) w * inner (x i) w <= slope x.
Proof.
  intros X w. apply (total_at_least tokens (fun i => inner w w - inner (x i) w * inner (x i) w)); [apply ET|].
  intro j. apply tangent_square, X.
Qed.
Lemma step_square x i : on_spheres x -> let w := V (mean x) in
  tau ^ 2 / 4 * (inner w w - inner (x i) w * inner (x i) w)
  <= inner (vsub (oja x i) (x i)) (vsub (oja x i) (x i)).
Proof.
  intros X w. assert (N := pushed_norm x i X). set (y := pushed x i) in *. set (r := vnorm y) in *.
  assert (O := oja_unit x X i). set (c := inner (x i) (oja x i)).
  assert (D : inner (vsub (oja x i) (x i)) (vsub (oja x i) (x i)) = 2 - 2 * c).
  { unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, O, (X i),
      (inner_sym _ (oja x i) (x i)). fold c. ring. }
  assert (Y : inner y y = r * r) by (symmetry; apply vnorm_square).
  assert (Yv : inner y y = 1 + 2 * tau * inner (x i) w + tau * tau * inner w w).
  { unfold y, pushed, OjaEnergy.pushed. fold w.
    rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (X i), (inner_sym _ w (x i)). ring. }
  assert (C : r * c = 1 + tau * inner (x i) w).
  { unfold c, oja. fold y. fold r. rewrite inner_scale_r. unfold y at 1, OjaEnergy.pushed.
    fold w. rewrite inner_add_r, inner_scale_r, (X i). field. lra. }
  assert (E : r * r * (1 - c * c) = tau * tau * (inner w w - inner (x i) w * inner (x i) w)).
  { replace (r * r * (1 - c * c)) with (r * r - (r * c) * (r * c)) by ring. rewrite C, <- Y, Yv. ring. }
  rewrite D. assert (G := tangent_square (x i) w (X i)). set (g := inner w w - _) in *.
  assert (Q : 0 <= (1 - c) * (1 - c)) by apply Rle_0_sqr.
  assert (B : c * c <= 1).
  { assert (K := cauchy_schwarz (x i) (oja x i)). rewrite (X i), O in K. fold c in K. lra. }
  assert (R4 : r * r <= 4) by (apply Rle_trans with (2 * 2); [apply Rmult_le_compat; lra | lra]).
  assert (r * r * (1 - c * c) <= 4 * (1 - c * c)) by (apply Rmult_le_compat_r; lra). lra.
Qed.
Lemma energy_climbs x : on_spheres x ->
  (1 - tau * kappa) * tau / 8 * slope x <= energy tokens V (oja x) - energy tokens V x.
Proof.
  intro X. eapply Rle_trans; [| apply (energy_rises tokens V tau ET Sym Tpos kappa x (oja x));
    [| exact Kpos | exact X | apply oja_is_layer, X]].
  - replace ((1 - tau * kappa) * tau / 8 * slope x) with
      ((1 - tau * kappa) / (2 * tau) * (tau ^ 2 / 4 * slope x)) by (field; lra).
    apply Rmult_le_compat_l; [apply Rlt_le, Rdiv_lt_0_compat; lra|].
    unfold slope. rewrite <- total_scale. apply total_le. intro i. exact (step_square x i X).
  - intro a. assert (F := form_bounds a). apply Rabs_le_between in F. lra.
Qed.
Lemma energy_bounded x : on_spheres x -> energy tokens V x <= size tokens * kappa / 2.
Proof.
  intro X. unfold energy. apply Rmult_le_compat_r; [lra|]. apply Rmult_le_compat_l; [lra|].
  assert (F := form_bounds (mean x)). apply Rabs_le_between in F. assert (M := mean_short tokens ET x X).
  assert (kappa * inner (mean x) (mean x) <= kappa * 1) by (apply Rmult_le_compat_l; auto).
  lra.
Qed.
(* States of positive energy as near as one likes, and near the state no slope below what the energy asks
   for: tokens climb away. *)
Definition left_by_climbing := forall p r (phi : R -> R), total_rest on_spheres oja p -> 0 < r ->
  (forall e, 0 < e -> 0 < phi e) ->
  (forall x e, 0 < e -> on_spheres x -> within p r x -> e <= energy tokens V x -> phi e <= slope x) ->
  (forall d, 0 < d -> exists x, on_spheres x /\ within p d x /\ 0 < energy tokens V x) ->
  total_unstable on_spheres oja p.
Theorem climbs_away : left_by_climbing.
Proof.
  intros p r phi R Rp Phi Steep Start. split; [exact R|]. intro Near. destruct (Near r Rp) as [d [D St]].
  destruct (Start d D) as [x [X [W E]]]. set (e := energy tokens V x) in *.
  set (o := fun k => Nat.iter k oja x). assert (O := iterates_unit x).
  assert (Wk : forall k, within p r (o k)) by (apply St; [apply iterates_orbit, X | exact W]).
  set (g := (1 - tau * kappa) * tau / 8 * phi e).
  assert (G : 0 < g).
  { unfold g. repeat apply Rmult_lt_0_compat; try lra. apply Phi, E. }
  assert (Up : forall k, e + INR k * g <= energy tokens V (o k)).
  { induction k as [|k IH]; [simpl; unfold e; lra|]. rewrite S_INR.
    assert (C := energy_climbs (o k) (O k X)). change (oja (o k)) with (o (Datatypes.S k)) in C.
    assert (K : 0 <= INR k * g) by (apply Rmult_le_pos; [apply pos_INR | lra]).
    assert (P := Steep (o k) e E (O k X) (Wk k) ltac:(lra)).
    assert (g <= (1 - tau * kappa) * tau / 8 * slope (o k)).
    { apply Rmult_le_compat_l; [|exact P]. apply Rlt_le. repeat apply Rmult_lt_0_compat; lra. }
    lra. }
  assert (B0 : 0 <= size tokens * kappa / 2 / g).
  { apply Rmult_le_pos; [|left; apply Rinv_0_lt_compat; exact G].
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]. }
  destruct (nfloor_ex _ B0) as [k [_ K]]. rewrite <- S_INR in K.
  assert (B := energy_bounded (o (Datatypes.S k)) (O _ X)). specialize (Up (Datatypes.S k)).
  assert (size tokens * kappa / 2 < INR (Datatypes.S k) * g).
  { replace (size tokens * kappa / 2) with (size tokens * kappa / 2 / g * g) by (field; lra).
    apply Rmult_lt_compat_r; [exact G|]. rewrite S_INR in *. lra. }
  lra.
Qed.

(* The layer as claims print it, of states at which it is defined. *)
Definition moved (x : Token -> U) i : U :=
  vadd (x i) (vscale (tau / size tokens) (V (vtotal tokens (fun j => x j)))).
Definition printed_kind (x : Token -> U) := (forall i, inner (x i) (x i) = 1) /\ forall i j, inner (x i) (x j) <= 1.
Definition printed_map (x : Token -> U) i := vscale (/ sqrt (inner (moved x i) (moved x i))) (moved x i).
Definition printed_step (x y : Token -> U) := (forall i, sqrt (inner (moved x i) (moved x i)) <> 0) /\
  forall i, y i = printed_map x i.
Lemma moved_pushed x i : moved x i = pushed x i.
Proof.
  apply inner_ext. intro z. unfold moved, OjaEnergy.pushed, OjaEnergy.mean.
  rewrite (adjoint_scale _ _ Sym), !inner_add_l, !inner_scale_l. field. lra.
Qed.
Lemma unit_printed x : on_spheres x -> printed_kind x.
Proof.
  intro X. split; [exact X|]. intros i j. assert (I := inner_le_vnorm (x i) (x j)).
  rewrite (unit_norm _ (X i)), (unit_norm _ (X j)) in I. apply Rabs_le_between in I. lra.
Qed.
Lemma unit_has_value x i : on_spheres x -> sqrt (inner (moved x i) (moved x i)) <> 0.
Proof. intro X. rewrite moved_pushed. apply Rgt_not_eq, sqrt_lt_R0, pushed_positive, X. Qed.
Lemma printed_same_map : oja = printed_map.
Proof.
  apply functional_extensionality. intro x. apply functional_extensionality. intro i.
  unfold oja, printed_map. rewrite moved_pushed. reflexivity.
Qed.
Lemma printed_unit x : printed_kind x -> on_spheres x. Proof. intros [X _]. exact X. Qed.
Lemma unit_both x : on_spheres x -> printed_kind x /\ forall i, sqrt (inner (moved x i) (moved x i)) <> 0.
Proof. intro X. split; [apply unit_printed, X | intro i; apply unit_has_value, X]. Qed.
Lemma unit_kept x : on_spheres x -> on_spheres (printed_map x).
Proof. intro X. rewrite <- printed_same_map. apply oja_unit, X. Qed.
Theorem printed_exponentially_stable p : total_exponentially_stable on_spheres oja p ->
  layers_exponentially_stable printed_kind printed_step p.
Proof.
  rewrite printed_same_map. apply (steps_exponentially_stable printed_kind _ printed_map p on_spheres).
  - intros x K _. apply printed_unit, K.
  - apply unit_both.
Qed.
Theorem printed_stable p : total_stable on_spheres oja p -> layers_stable printed_kind printed_step p.
Proof.
  rewrite printed_same_map. apply (steps_stable printed_kind _ printed_map p on_spheres).
  - intros x K _. apply printed_unit, K.
  - apply unit_both.
Qed.
Theorem printed_unstable p : total_unstable on_spheres oja p -> layers_unstable printed_kind printed_step p.
Proof.
  rewrite printed_same_map. apply (steps_unstable printed_kind _ printed_map p on_spheres unit_both 1 on_spheres).
  - lra.
  - apply printed_unit.
  - intros x X _. apply unit_both, X.
  - intros x X _. apply unit_kept, X.
Qed.
Theorem printed_not_attracting p : ~ total_come_near on_spheres oja p ->
  ~ layers_exponentially_stable printed_kind printed_step p.
Proof.
  rewrite printed_same_map. intros N [_ S]. revert S.
  apply (steps_come_not_near printed_kind _ printed_map p on_spheres unit_both on_spheres); auto.
  - apply printed_unit.
  - intros x X _. apply unit_kept, X.
  - intros x X. apply unit_both, X.
Qed.
End Map.
