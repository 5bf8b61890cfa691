(* Layers that move unit tokens and normalise them, at a state that they leave where it is: the derivative,
   where they are defined, and attraction. *)
From Coq Require Import Reals Lra List FunctionalExtensionality.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words TotalLayers Curves Families Drawn Frechet Stability SphereProducts.
From Kernel Require Import ConsensusLayer.
From Kernel Require Import Jacobians.
Open Scope R_scope.

(* What agrees on tangent vectors is the same derivative on a set. *)
Lemma fderive_tangent {S U : inner_product_space} (M : S -> Prop) (Tan : S -> Prop) (f : S -> U) p D J :
  tangent_to M p Tan -> is_fderive_on M f p D -> linear J -> bounded J -> (forall z, Tan z -> D z = J z) ->
  is_fderive_on M f p J.
Proof.
  intros Tang [LD [[A [A0 BD]] H]] LJ [B [B0 BJ]] Same. split; [exact LJ|]. split; [exists B; auto|].
  intros eps E. set (k := A + B + 1). assert (K : 0 < k) by (unfold k; lra).
  assert (E2 : 0 < eps / 2 / k) by (apply Rdiv_lt_0_compat; lra).
  destruct (H (eps / 2)) as [d1 [P1 H1]]; [lra|]. destruct (Tang (eps / 2 / k) E2) as [d2 [P2 H2]].
  exists (Rmin d1 d2). split; [apply Rmin_glb_lt; auto|]. intros x Mx Hx.
  specialize (H1 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))).
  destruct (H2 x Mx (Rlt_le_trans _ _ _ Hx (Rmin_r _ _))) as [z [Tz Hz]].
  set (N := vnorm (vsub x p)) in *. set (r := vsub (vsub x p) z) in *.
  assert (X : vsub x p = vadd z r) by (unfold r; vector_sums).
  replace (vsub (f x) (vadd (f p) (J (vsub x p)))) with
    (vadd (vsub (f x) (vadd (f p) (D (vsub x p)))) (vsub (D r) (J r))).
  2: { rewrite X, (proj1 LD), (proj1 LJ), (Same z Tz). vector_sums. }
  assert (Q1 := vnorm_add (vsub (f x) (vadd (f p) (D (vsub x p)))) (vsub (D r) (J r))).
  assert (Q2 := vnorm_sub (D r) (J r)). specialize (BD r). specialize (BJ r).
  assert (R0 := vnorm_nonneg r).
  assert (Q3 : k * vnorm r <= k * (eps / 2 / k * N)) by (apply Rmult_le_compat_l; lra).
  replace (k * (eps / 2 / k * N)) with (eps / 2 * N) in Q3 by (field; lra). unfold k in Q3. lra.
Qed.

Section Layer.
Context {U : inner_product_space} {Token : Type} (tokens : list Token).
Hypothesis Tokens : enumerates tokens.
Let L : lists tokens := proj2 (proj2 Tokens).
Let X := states U tokens L.
Context (m D : X -> X) (p : X) (r : Token -> R).
Definition normalised (x : Token -> U) : Token -> U := fun i => vscale (/ vnorm (m x i)) (m x i).
Definition normalised_jacobian (z : Token -> U) : Token -> U :=
  fun i => vscale (/ r i) (tangent_part (p i) (D z i)).
Hypothesis Unit : spheres p.
Hypothesis Moves : forall i, m p i = vscale (r i) (p i).
Hypothesis Long : forall i, 0 < r i.
Hypothesis Smooth : forall i, is_fderive_on (S := X) everywhere (fun x : X => m x i) p (fun z => D z i).
Lemma length_of i : vnorm (m p i) = r i.
Proof.
  assert (R0 := Long i). rewrite Moves, vnorm_scale, Rabs_right by lra. unfold vnorm. rewrite (Unit i), sqrt_1. ring.
Qed.
Lemma normalised_stays : normalised p = p.
Proof.
  apply functional_extensionality. intro i. unfold normalised. rewrite length_of, Moves, vscale_vscale.
  rewrite Rinv_l; [apply vscale_one | apply Rgt_not_eq, Long].
Qed.
Theorem normalised_derivative : is_fderive_on (S := X) (U := X) everywhere (normalised : X -> X) p normalised_jacobian.
Proof. exact (Jacobians.normalised_derivative tokens m D p p r Tokens Smooth Long Unit Moves). Qed.
Lemma normalised_defined : exists d, 0 < d /\ forall x : X, vnorm (vsub x p) < d -> forall i, 0 < vnorm (m x i).
Proof. exact (defined_near tokens m D p p r Tokens Smooth Long Unit Moves). Qed.

Section Kind.
Context (kind : X -> Prop).
Hypothesis Kind : kind_of_layer kind m.
Lemma normalised_near : exists c, 0 < c /\ forall x : X, spheres x -> vnorm (vsub x p) < c -> kind x.
Proof.
  destruct normalised_defined as [d [Dp H]]. exists d. split; [exact Dp|]. intros x Sx Hx.
  apply (proj2 Kind); [exact Sx | exact (H x Hx)].
Qed.
Lemma normalised_kept : kept_near (S := X) kind normalised p.
Proof.
  destruct normalised_near as [c [C Near]]. destruct normalised_defined as [d [Dp H]].
  destruct (fderive_continuous everywhere _ p _ c normalised_derivative C) as [b [B Close]].
  exists (Rmin b d). split; [apply Rmin_glb_lt; auto|]. intros x _ Hx.
  specialize (H x (Rlt_le_trans _ _ _ Hx (Rmin_r _ _))).
  specialize (Close x Logic.I (Rlt_le_trans _ _ _ Hx (Rmin_l _ _))). rewrite normalised_stays in Close.
  apply Near; [|exact Close]. intro i. unfold normalised. specialize (H i).
  rewrite inner_scale_l, inner_scale_r, <- vnorm_square. field. lra.
Qed.
Lemma normalised_rests : total_rest kind normalised p.
Proof.
  split.
  - destruct normalised_near as [c [C Near]]. apply Near; [exact Unit|]. rewrite vsub_self, vnorm_zero. exact C.
  - intro i. exact (f_equal (fun x : X => x i) normalised_stays).
Qed.
(* It attracts if the derivative shrinks tangent vectors. *)
Theorem normalised_attracts f rho : (forall x i, f x i = normalised x i) -> 0 <= rho < 1 ->
  (forall z, tangent_at p z -> total tokens (fun i => inner (normalised_jacobian z i) (normalised_jacobian z i)) <=
     rho ^ 2 * total tokens (fun i => inner (z i) (z i))) ->
  total_exponentially_stable kind f p.
Proof.
  intros F Rho Con. replace f with normalised.
  2: { apply functional_extensionality. intro x. apply functional_extensionality. intro i. symmetry. apply F. }
  apply (total_exponentially_stable_by tokens L); [exact normalised_rests|].
  apply (attracts_by_linearisation X (fun z => z) kind _ normalised_jacobian p (tangent_at p) rho).
  - split; [intros x y; reflexivity|]. split; [exists 1; split; [lra|]; intro x; lra|]. intros x N.
    destruct (inner_nonneg X x) as [P|Z]; [exact P|]. exfalso. apply N, inner_definite. auto.
  - exists 1. split; [lra|]. intro x. lra.
  - exact normalised_kept.
  - exact normalised_stays.
  - apply (fderive_smaller (S := X) everywhere kind); [intros; exact Logic.I | exact normalised_derivative].
  - apply (tangent_smaller (S := X) spheres kind p (proj1 Kind)). apply spheres_tangent. exact Unit.
  - exact Rho.
  - exact Con.
Qed.
End Kind.
(* As a claim says it of unit tokens, for a J that agrees with the derivative on tangent vectors. *)
Theorem normalised_told (n J : (Token -> U) -> Token -> U) : (forall x i, n x i = m x i) ->
  linear (S := X) (U := X) J -> bounded (S := X) (U := X) J ->
  (forall z, tangent_at p z -> J z = normalised_jacobian z) -> forall eta, 0 < eta -> exists d, 0 < d /\
  forall y : Token -> U, spheres y -> (forall i, vnorm (vsub (y i) (p i)) <= d) -> exists z : Token -> U,
    (forall i, vnorm (n y i) <> 0 /\ z i = vscale (/ vnorm (n y i)) (n y i)) /\
    forall i, vnorm (vsub (z i) (vadd (p i) (J (fun j => vsub (y j) (p j)) i))) <=
      eta * total tokens (fun j => vnorm (vsub (y j) (p j))).
Proof.
  intros Is LJ BJ Same eta E.
  destruct (fderive_tangent (S := X) (U := X) spheres (tangent_at p) (normalised : X -> X) p normalised_jacobian J
    (spheres_tangent tokens L U p Unit)
    (fderive_smaller (S := X) everywhere spheres p (fun _ _ => Logic.I) _ _ normalised_derivative) LJ BJ
    (fun z T => eq_sym (Same z T))) as [_ [_ H]].
  destruct (H eta E) as [b [B Close]]. destruct normalised_defined as [d [Dp Def]].
  assert (N0 := size_positive tokens Tokens). set (c := Rmin b d / (size tokens + 1)).
  assert (M0 : 0 < Rmin b d) by (apply Rmin_glb_lt; auto).
  assert (C : 0 < c) by (apply Rdiv_lt_0_compat; lra). exists c. split; [exact C|]. intros y Sy Near.
  assert (Hy : vnorm (vsub (y : X) p) < Rmin b d).
  { eapply Rle_lt_trans; [apply (vnorm_states U tokens L (vsub (y : X) p) c); [lra | exact Near]|].
    apply Rlt_le_trans with ((size tokens + 1) * c); [apply Rmult_lt_compat_r; lra|].
    right. unfold c. field. lra. }
  exists (normalised y). split.
  - intro i. rewrite !Is. split; [|reflexivity]. apply Rgt_not_eq, (Def y (Rlt_le_trans _ _ _ Hy (Rmin_r _ _)) i).
  - intro i. specialize (Close y Sy (Rlt_le_trans _ _ _ Hy (Rmin_l _ _))). rewrite normalised_stays in Close.
    eapply Rle_trans; [apply (vnorm_token U tokens L (vsub (normalised y : X) (vadd p (J (vsub (y : X) p)))) i)|].
    eapply Rle_trans; [exact Close|]. apply Rmult_le_compat_l; [lra|]. exact (vnorm_family (vsub (y : X) p)).
Qed.
End Layer.
