(* From almost every start the solutions of the Oja flow come to consensus at the first eigenvector or its opposite,
   if there are not just two tokens or the operator is positive somewhere across the first eigenvector. *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves NullSets NullSections Exchange OjaEnergy OjaMap OjaSlope
  OjaClimb OjaFlow OjaSaddles OjaAlmost LeavingSolutions OjaFlowChords OjaFlowThin.
Open Scope R_scope.

Lemma all_come_near {U : inner_product_space} {Token} (T : list Token) (x : R -> Token -> U) z :
  (forall i, vtends (fun t => x t i) (z i)) -> forall d, 0 < d ->
  exists S, forall t, S <= t -> forall i, In i T -> vnorm (vsub (x t i) (z i)) <= d.
Proof.
  intros H d D. induction T as [|i T [S HS]]; [exists 0; intros t _ i []|].
  destruct (H i d D) as [S' [_ HS']]. exists (Rmax S S'). intros t Ht j [<-|J].
  - assert (Q := HS' t (Rle_trans _ _ _ (Rmax_r _ _) Ht)). rewrite Rminus_0_r in Q.
    assert (A := Rle_abs (vnorm (vsub (x t i) (z i)))). lra.
  - apply HS; [exact (Rle_trans _ _ _ (Rmax_l _ _) Ht) | exact J].
Qed.

Section Almost.
Context {U : inner_product_space} {Token : Type} (tokens : list Token) (V : U -> U) (kappa : R) (B : list U).
Hypothesis ET : enumerates tokens.
Hypothesis Sym : adjoint V V.
Hypothesis Kpos : 0 <= kappa.
Hypothesis Norm : forall a, vnorm (V a) <= kappa * vnorm a.
Hypothesis Res : resolves B.
Hypothesis One : of_length_one B.
Hypothesis Two : (2 <= length B)%nat.
Context (v : U) (lam nu : R).
Hypothesis Vv : inner v v = 1.
Hypothesis Eigen : V v = vscale lam v.
Hypothesis Lpos : 0 < lam.
Hypothesis Gap : nu < lam.
Hypothesis Across : forall z, inner z v = 0 -> inner (V z) z <= nu * inner z z.
Hypothesis Second : size tokens <> 2 \/ exists a, inner a v = 0 /\ 0 < inner (V a) a.
Local Notation runs := (OjaFlowChords.runs tokens V).
Let n0 := size_positive tokens ET.
Let Frame := resolved_expansion B Res.
Definition gathers (x : R -> Token -> U) :=
  (forall i, vtends (fun t => x t i) v) \/ forall i, vtends (fun t => x t i) (vscale (-1) v).
(* The push at a state at rest, and what is held there, as of the map with step 1. *)
Lemma rest_push z : units z -> at_rest tokens V z -> forall i,
  push_of tokens V z = vscale (inner (z i) (push_of tokens V z)) (z i).
Proof.
  intros Z Rest i. set (w := push_of tokens V z). set (c := inner (z i) w). assert (R := Rest i). fold w c in R.
  assert (E : vsub w (vscale c (z i)) = vzero).
  { apply inner_definite. unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (Z i),
      (inner_sym _ w (z i)). fold c. rewrite <- R. ring. }
  apply inner_ext. intro q. assert (Q := f_equal (fun a => inner a q) E). cbv beta in Q. unfold vsub in Q.
  rewrite inner_add_l, inner_scale_l, inner_zero_l in Q. lra.
Qed.
Lemma opposite_excluded x z u eps : runs x -> (forall i, vtends (fun t => x t i) (z i)) ->
  (forall i j, i <> j -> 0 < inner (vsub (x 0 i) (x 0 j)) (vsub (x 0 i) (x 0 j))) ->
  inner u u = 1 -> (forall i, eps i * eps i = 1) -> (forall i, z i = vscale (eps i) u) -> total tokens eps = 0 ->
  ~ forall a, inner a u = 0 -> inner (V a) a <= 0.
Proof.
  intros Rx Tends Differ Uu Signs On Equal Held.
  destruct Second as [Not2|Positive]; [|exact (nowhere_positive V v lam u Sym Eigen Lpos Vv Positive Held)].
  assert (S2 := two_of_each tokens eps ET Signs Equal Not2).
  destruct (S2 1 (or_introl eq_refl)) as [i [j [Ij [Ei Ej]]]].
  destruct (S2 (-1) (or_intror eq_refl)) as [k [l [Kl [Ek El]]]].
  assert (E : vscale 1 u = vscale (-1) u).
  { assert (Place : forall m s, eps m = s -> vtends (fun t => x t m) (vscale s u)) by
      (intros m s <-; rewrite <- On; apply Tends).
    apply (no_two_clusters tokens V kappa x ET Kpos Norm (fun t i H => proj2 Rx t i H) (proj1 Rx) i j k l); auto. }
  assert (Q := f_equal (fun a => inner a u) E). cbv beta in Q. rewrite !inner_scale_l, Uu in Q. lra.
Qed.
Theorem gathers_almost_surely : null (length tokens * (length B - 1)) (fun x0 => exists x, runs x /\ x 0 = x0 /\
  ~ gathers x).
Proof.
  set (dim := (length tokens * (length B - 1))%nat).
  assert (T0 : (0 < length tokens)%nat) by (assert (Ne := proj1 ET); clear - Ne; destruct tokens; [tauto | simpl;
    lia]).
  assert (D0 : (0 < dim)%nat) by (apply Nat.mul_pos_pos; lia).
  assert (Thin := tends_to_thin_null tokens B dim runs (spread_factor tokens kappa) ET Frame One D0
    (fun x X => proj1 X) (runs_later tokens V kappa ET Kpos Norm) (spread_factor_nonneg tokens kappa ET)
    (fun x y t d Rx Ry => runs_apart tokens V kappa ET Sym Kpos Norm x y Rx Ry t d)).
  assert (Same : null dim (fun x : Token -> U => exists i, In i tokens /\ exists j, In j tokens /\
    (forall k, inner (x k) (x k) = 1) /\ i <> j /\ x i = x j)).
  { apply null_one_of; [exact D0|]. intros i _. apply null_one_of; [exact D0|]. intros j _. apply null_same; auto. }
  apply (null_part dim _ _ (null_either dim _ _ Thin Same)). intros x0 [x [Rx [<- Not]]].
  set (gap := fun i j => inner (vsub (x 0 i) (x 0 j)) (vsub (x 0 i) (x 0 j))).
  destruct (one_or_none (list_prod tokens tokens) (fun p => fst p <> snd p /\ gap (fst p) (snd p) = 0))
    as [[[i j] [I [Ne Q]]]|Differ].
  { intros [i j]. cbn [fst snd]. destruct (ClassicalDedekindReals.sig_not_dec (i = j)) as [N|N].
    - right. intros [H _]. exact (N H).
    - destruct (Req_EM_T (gap i j) 0) as [E|E]; [left; auto | right; intros [_ H]; exact (E H)]. }
  { right. cbn [fst snd] in Ne, Q. apply in_prod_iff in I. exists i. split; [apply I|]. exists j. split; [apply I|].
    split; [exact (proj1 Rx)|]. split; [exact Ne|]. apply inner_definite in Q. apply inner_ext. intro q.
    assert (E := f_equal (fun a => inner a q) Q). cbv beta in E. unfold vsub in E.
    rewrite inner_add_l, inner_scale_l, inner_zero_l in E. lra. }
  left. exists x. split; [exact Rx|]. split; [reflexivity|].
  destruct (solution_has_limit tokens V kappa x ET Kpos Norm (fun t i H => proj2 Rx t i H) (proj1 Rx) Sym B Frame)
    as [z [Z [Tends Rest]]].
  exists z. split.
  2: { intros d D. destruct (all_come_near tokens x z Tends d D) as [S HS]. exists S. intros t Ht i.
       apply HS; [exact Ht | apply ET]. }
  intro Fat. set (w := push_of tokens V z). set (c := fun i => inner (z i) w).
  assert (Push := rest_push z Z Rest). fold w in Push.
  assert (Pushed : forall i, OjaEnergy.pushed tokens V 1 z i = vscale (1 + c i) (z i)).
  { intro i. unfold OjaEnergy.pushed. change (V (OjaEnergy.mean tokens z)) with w. rewrite (Push i). fold (c i).
    apply inner_ext. intro q. rewrite !inner_add_l, !inner_scale_l. ring. }
  assert (Held : held tokens V 1 z (fun i => 1 + c i)).
  { intros y Y. apply Rnot_lt_le. intro Lt.
    apply (flow_thin tokens V kappa B ET Sym Kpos Norm Res One z c Z Push y Y); [|exact Fat].
    rewrite (total_ext tokens _ (fun i => c i * inner (y i) (y i))) in Lt by (intro; ring). lra. }
  destruct (beside_first B v Res One Two Vv) as [e [Ee Ev]].
  destruct (held_states tokens V 1 ET Sym Rlt_0_1 v lam nu Vv Eigen Lpos Gap Across z (fun i => 1 + c i) Z Pushed Held
    e Ee Ev) as [[Plus|Minus]|[u [eps [Uu [Signs [On [Equal Neg]]]]]]].
  - apply Not. left. intro i. rewrite <- (Plus i). apply Tends.
  - apply Not. right. intro i. rewrite <- (Minus i). apply Tends.
  - apply (opposite_excluded x z u eps Rx Tends); auto. intros i j Ne.
    destruct (inner_nonneg U (vsub (x 0 i) (x 0 j))) as [P|E]; [exact P|]. exfalso.
    apply (Differ (i, j)); [apply in_prod; apply ET|]. split; [exact Ne | symmetry; exact E].
Qed.
End Almost.
