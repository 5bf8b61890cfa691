(* A-R4.3+: independent tokens lie in one open hemisphere (Independent.v), almost all tokens are independent
   (NullDependent.v), and layers gather those of a hemisphere (RootedLayers.v). *)
From Coq Require Import Reals Lra List Lia.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves Attention Drawn NullSets NullSections Exchange NullDependent Independent
  Masked RootedLayers.
From Claimed Require Import A_R4_3_plus.
Open Scope R_scope.

(* ------------------------------------------------------------------ layers from there on *)

Section Layers.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (P : S -> S) (tau C : R) (c : S)
  (x0 : Token -> S).
Hypothesis Ht : enumerates tokens.
Hypothesis Tau : 0 < tau.
Hypothesis C0 : 0 <= C.
Hypothesis Bound : forall x, vnorm (P x) <= C * vnorm x.
Hypothesis Unit : forall i, inner (x0 i) (x0 i) = 1.
Hypothesis Inside : forall i, inner c (x0 i) = 1.
Definition weight (x : Token -> S) i j := exp (inner (x i) (P (x j))) /
  total tokens (fun k => exp (inner (x i) (P (x k)))).
Definition pulled x i := vadd (x i) (vscale tau (vtotal tokens (fun j => vscale (weight x i j) (x j)))).
Definition layer x i := vscale (/ vnorm (pulled x i)) (pulled x i).
Definition orbit_of k := Nat.iter k layer x0.
Let w k := weight (orbit_of k).
Let sigma := / vnorm c.
Let p := vscale sigma c.
Let m := exp (- C) / (size tokens * exp C).
Lemma some_token : exists i : Token, True.
Proof. destruct Ht as [N _]. destruct tokens as [|i T]; [contradiction | exists i; exact Logic.I]. Qed.
Lemma covector_length : 0 < vnorm c.
Proof.
  destruct some_token as [i _]. destruct (vnorm_nonneg c) as [L|Z]; [exact L|]. exfalso.
  assert (B := inner_le_vnorm c (x0 i)). rewrite Inside, <- Z, Rmult_0_l, Rabs_R1 in B. lra.
Qed.
Lemma sigma_positive : 0 < sigma. Proof. apply Rinv_0_lt_compat, covector_length. Qed.
Lemma pole : inner p p = 1.
Proof.
  unfold p, sigma. rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field.
  apply Rgt_not_eq, covector_length.
Qed.
Lemma margins i : sigma <= inner p (x0 i).
Proof. unfold p. rewrite inner_scale_l, Inside. lra. Qed.
Lemma weights_positive k i j : 0 <= w k i j.
Proof. apply (softmax_unit tokens (fun _ (_ : unit) => P) (fun _ => orbit_of k) Ht 0 tt i j). Qed.
Lemma rows k i : total tokens (w k i) <= 1.
Proof.
  right. unfold w, weight. assert (Z : 0 < total tokens (fun k' => exp (inner (orbit_of k i) (P (orbit_of k k')))))
    by (apply total_positive; [exact Ht | intro; apply exp_pos]).
  unfold Rdiv. rewrite total_scale_r. field. lra.
Qed.
Lemma orbit_stays k : (forall i, inner (orbit_of k i) (orbit_of k i) = 1) /\ forall i, sigma <= inner p (orbit_of k i).
Proof.
  apply (stays tokens w orbit_of p tau sigma) with (k := k); auto.
  - exact weights_positive.
  - exact pole.
  - exact sigma_positive.
  - exact margins.
Qed.
Lemma orbit_defined k i : vnorm (pulled (orbit_of k) i) <> 0.
Proof.
  intro Z. assert (B := inner_le_vnorm p (pulled (orbit_of k) i)). rewrite Z, Rmult_0_r in B.
  assert (H := height_of_moved tokens w orbit_of p tau k i).
  change (moved tokens w orbit_of tau k i) with (pulled (orbit_of k) i) in H.
  assert (In := proj2 (orbit_stays k)). assert (Sp := sigma_positive).
  assert (0 <= total tokens (fun j => tau * w k i j * inner p (orbit_of k j))).
  { apply total_nonneg. intro j. assert (W := weights_positive k i j). specialize (In j).
    apply Rmult_le_pos; [apply Rmult_le_pos; lra | lra]. }
  specialize (In i). apply Rabs_le_between in B. lra.
Qed.
Lemma weights_at_least k i j : m <= w k i j.
Proof.
  apply (softmax_below tokens (fun _ (_ : unit) => P) (fun _ => orbit_of k) Ht C 0 tt i j).
  intro l. assert (N : forall e, vnorm (orbit_of k e) = 1).
  { intro e. unfold vnorm. rewrite (proj1 (orbit_stays k)). apply sqrt_1. }
  eapply Rle_trans; [apply inner_le_vnorm|]. rewrite N, Rmult_1_l.
  eapply Rle_trans; [apply Bound|]. rewrite N. lra.
Qed.
Lemma orbit_gathers i j : layers_tend (fun k => vnorm (vsub (orbit_of k i) (orbit_of k j))) 0.
Proof.
  destruct some_token as [r _]. assert (M : 0 < m).
  { unfold m. apply Rdiv_lt_0_compat; [apply exp_pos|].
    apply Rmult_lt_0_compat; [apply size_positive; exact Ht | apply exp_pos]. }
  assert (Go : forall k l, orbit_of (Datatypes.S k) l =
    vscale (/ vnorm (moved tokens w orbit_of tau k l)) (moved tokens w orbit_of tau k l)) by reflexivity.
  set (q := share tau 1 sigma m ^ 1 / 2).
  assert (G : forall k, vnorm (vsub (orbit_of k i) (orbit_of k j)) <= 2 / sigma * (1 - q) ^ k).
  { intro k. apply (layers_gather tokens w orbit_of p tau 1 sigma) with (edge := fun _ _ : Token => True) (r := r);
      auto; try lra; try lia.
    - exact (proj2 (proj2 Ht)).
    - exact weights_positive.
    - exact rows.
    - exact pole.
    - exact sigma_positive.
    - exact margins.
    - intros; apply weights_at_least.
    - intro l. apply (step _ r 0 l r Logic.I). apply here. }
  assert (Sp := sigma_positive). assert (S1 : sigma <= 1).
  { eapply Rle_trans; [apply (margins r)|]. apply product_of_units; [exact pole | apply Unit]. }
  assert (Q : 0 < q < 1).
  { unfold q, share. rewrite pow_1. assert (A := Rmin_l 1 (tau * m)).
    assert (B : 0 < Rmin 1 (tau * m)) by (apply Rmin_glb_lt; [lra | apply Rmult_lt_0_compat; auto]).
    assert (E : 0 < sigma * Rmin 1 (tau * m)) by (apply Rmult_lt_0_compat; auto).
    assert (F : sigma * Rmin 1 (tau * m) <= 1 * 1) by (apply Rmult_le_compat; lra).
    assert (I : 0 < / (1 + tau * 1)) by (apply Rinv_0_lt_compat; lra).
    assert (J : / (1 + tau * 1) < 1).
    { rewrite <- Rinv_1. apply Rinv_lt_contravar; lra. }
    unfold Rdiv. set (u := sigma * Rmin 1 (tau * m)) in *. set (v := / (1 + tau * 1)) in *.
    assert (0 < u * v) by (apply Rmult_lt_0_compat; auto).
    assert (u * v <= 1 * v) by (apply Rmult_le_compat_r; lra). lra. }
  intros eps He. assert (Two : 0 < 2 / sigma) by (apply Rdiv_lt_0_compat; lra).
  destruct (pow_lt_1_zero (1 - q) ltac:(rewrite Rabs_pos_eq; lra) (eps / (2 / sigma))) as [N H].
  { apply Rdiv_lt_0_compat; auto. }
  exists N. intros k K. rewrite Rminus_0_r, Rabs_pos_eq by apply vnorm_nonneg.
  eapply Rle_lt_trans; [apply G|]. specialize (H k K). rewrite Rabs_pos_eq in H by (apply pow_le; lra).
  apply Rmult_lt_compat_l with (r := 2 / sigma) in H; [|exact Two].
  replace (2 / sigma * (eps / (2 / sigma))) with eps in H by (field; lra). exact H.
Qed.
End Layers.

Theorem proof : A_R4_3_plus.
Proof.
  intros Space Token tokens Mode modes at_modes d tau P P' _ Ht _ _ Size [Km _] _ [C [C0 Bound]] _ Tau.
  destruct (equality_exists Token) as [same Same]. split; [|split].
  - intros y Free. destruct (dependent_or_with_a_covector tokens y same Ht Same) as [[a [Zero [i Ai]]]|[c H]].
    + destruct (Ai (Free a Zero i)).
    + exists c. intro i. rewrite H. lra.
  - intros p Up q Uq. split.
    + intros [c [Hp Hq]] E. rewrite E, inner_scale_r in Hp. lra.
    + intros N. exists (vadd p q). rewrite !inner_add_l, Up, Uq, (inner_sym _ q p).
      assert (Z := inner_nonneg Space (vadd p q)).
      rewrite inner_add_l, !inner_add_r, Up, Uq, (inner_sym _ q p) in Z.
      destruct (Req_EM_T (1 + inner p q) 0) as [E|G]; [exfalso | lra]. apply N.
      assert (V : vadd p q = vzero).
      { apply inner_definite. rewrite inner_add_l, !inner_add_r, Up, Uq, (inner_sym _ q p). lra. }
      apply inner_ext. intro z. assert (W : inner (vadd p q) z = 0) by (rewrite V; apply inner_zero_l).
      rewrite inner_add_l in W. rewrite inner_scale_l. lra.
  - intros e Frame [Span [Two Few]].
    assert (Expands := named_expansion e modes Span).
    assert (One : of_length_one (map e modes)).
    { intros b I. apply in_map_iff in I. destruct I as [m [<- _]]. rewrite Frame. apply Km. }
    assert (Len : length (map e modes) = length modes) by apply map_length.
    rewrite (size_length modes) in Size. rewrite (size_length tokens) in Few.
    exists (map e modes). split; [exact One|]. split; [exact Expands|].
    apply (null_part _ _ _ (dependent_null tokens (map e modes) same Ht Same (expansion_resolves _ Expands) One
      ltac:(rewrite Len; apply INR_le; simpl INR; lra) ltac:(rewrite Len; apply INR_le; lra))).
    intros x0 [Unit Not]. split; [exact Unit|].
    destruct (dependent_or_with_a_covector tokens x0 same Ht Same) as [Dep|[c H]]; [exact Dep|].
    exfalso. apply Not. exists (orbit_of tokens P tau x0). split; [reflexivity|]. split; [|split].
    + intros k i. split; [|reflexivity]. apply (orbit_defined tokens P tau C c x0); auto.
    + exists c. intro i. change (0 < inner c (x0 i)). rewrite H. lra.
    + intros i j. apply (orbit_gathers tokens P tau C c x0); auto.
Qed.
