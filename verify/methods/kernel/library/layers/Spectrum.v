(* The parts of a spectrum, each with a projector: what they say of the norm of the derivative. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet Stability.
Open Scope R_scope.

Lemma total_nothing {A} (T : list A) (f : A -> R) : (forall k, In k T -> f k = 0) -> total T f = 0.
Proof.
  intros H. induction T as [|a T IH]; simpl; [reflexivity|].
  rewrite IH by (intros; apply H; right; auto). rewrite (H a) by (left; auto). ring.
Qed.
Lemma total_single {A} (T : list A) (f : A -> R) a : NoDup T -> In a T ->
  (forall b, b <> a -> f b = 0) -> total T f = f a.
Proof.
  intros D I H. induction T as [|b T IH]; [destruct I|]. simpl. inversion D; subst.
  destruct I as [<-|I].
  - rewrite total_nothing; [ring|]. intros k K. apply H. intro Q. subst. contradiction.
  - rewrite IH by auto. rewrite (H b); [ring|]. intro Q. subst. contradiction.
Qed.
(* z = sum of its parts, mutually orthogonal, each an eigenvector of J. *)
Definition decomposed {X : inner_product_space} {Part} (parts : list Part) (value : Part -> R)
  (part : Part -> X -> X) (J : X -> X) (z : X) :=
  z = vtotal parts (fun a => part a z) /\
  (forall a b, a <> b -> inner (part a z) (part b z) = 0) /\
  forall a, J (part a z) = vscale (value a) (part a z).
Section Spectrum.
Context {X : inner_product_space} {Part : Type} (parts : list Part) (value : Part -> R)
  (part : Part -> X -> X) (J : X -> X) (z : X).
Hypothesis Parts : enumerates parts.
Hypothesis Lin : linear J.
Hypothesis Z : decomposed parts value part J z.
Lemma parts_total (c d : Part -> R) :
  inner (vtotal parts (fun a => vscale (c a) (part a z))) (vtotal parts (fun a => vscale (d a) (part a z))) =
  total parts (fun a => c a * d a * inner (part a z) (part a z)).
Proof.
  destruct Z as [_ [Orth _]]. rewrite inner_vtotal_l. apply total_ext. intro a. rewrite inner_vtotal_r.
  rewrite (total_single parts _ a); [|apply Parts|apply Parts|].
  - rewrite inner_scale_l, inner_scale_r. ring.
  - intros b N. rewrite inner_scale_l, inner_scale_r, Orth by auto. ring.
Qed.
Lemma parts_of_z : z = vtotal parts (fun a => vscale 1 (part a z)).
Proof.
  rewrite (proj1 Z) at 1. apply inner_ext. intro q. rewrite !inner_vtotal_l. apply total_ext. intro a.
  rewrite inner_scale_l. ring.
Qed.
Lemma parts_of_J : J z = vtotal parts (fun a => vscale (value a) (part a z)).
Proof.
  rewrite (proj1 Z) at 1. generalize parts. intro T. induction T as [|a T IH]; simpl; [apply (linear_zero J
    Lin)|].
  rewrite (proj1 Lin), IH, (proj2 (proj2 Z)). reflexivity.
Qed.
Lemma parts_square (c : Part -> R) :
  inner (vtotal parts (fun a => vscale (c a) (part a z))) z = total parts (fun a => c a * inner (part a z)
    (part a z)) /\
  inner z z = total parts (fun a => inner (part a z) (part a z)).
Proof.
  assert (E : forall x, inner x z = inner x (vtotal parts (fun a => vscale 1 (part a z)))) by
    (intro x; rewrite <- parts_of_z; reflexivity).
  split.
  - rewrite E, parts_total. apply total_ext. intro a. ring.
  - rewrite E. replace (inner z (vtotal parts (fun a => vscale 1 (part a z)))) with
      (inner (vtotal parts (fun a => vscale 1 (part a z))) (vtotal parts (fun a => vscale 1 (part a z))))
      by (rewrite <- parts_of_z; reflexivity).
    rewrite parts_total. apply total_ext. intro a. ring.
Qed.
Theorem spectrum_contracts rho : 0 <= rho -> (forall a, Rabs (value a) <= rho) ->
  inner (J z) (J z) <= rho ^ 2 * inner z z.
Proof.
  intros R0 H. rewrite parts_of_J, parts_total, (proj2 (parts_square value)), <- total_scale.
  apply total_le. intro a. specialize (H a). apply Rabs_le_between in H.
  assert (P := inner_nonneg X (part a z)). assert (value a * value a <= rho ^ 2) by nra.
  assert (value a * value a * inner (part a z) (part a z) <= rho ^ 2 * inner (part a z) (part a z)) by
    (apply Rmult_le_compat_r; auto). lra.
Qed.
Theorem spectrum_decays mu : (forall a, value a <= - mu) -> inner (J z) z <= - mu * inner z z.
Proof.
  intros H. rewrite parts_of_J, (proj1 (parts_square value)), (proj2 (parts_square value)), <- total_scale.
  apply total_le. intro a. specialize (H a). assert (P := inner_nonneg X (part a z)).
  assert (value a * inner (part a z) (part a z) <= - mu * inner (part a z) (part a z)) by
    (apply Rmult_le_compat_r; auto). lra.
Qed.
End Spectrum.
(* Stability from a spectrum, in the inner product in which its parts are orthogonal. *)
Theorem attracts_by_spectrum (S : inner_product_space) (W : S -> S) (HW : positive W) (M : S -> Prop)
  (f J : S -> S) (p : S) (Tan : S -> Prop) (Part : Type) (parts : list Part) (value : Part -> R)
  (part : Part -> S -> S) (rho : R) :
  coercive W -> kept_near M f p -> f p = p -> is_fderive_on M f p J -> tangent_to M p Tan ->
  enumerates parts -> (forall z, Tan z -> decomposed (X := weighted S W HW) parts value part J z) ->
  0 <= rho < 1 -> (forall a, Rabs (value a) <= rho) ->
  attracts_geometrically M f p.
Proof.
  intros Coe St Fix Der Tang Pts Dec Rho Val.
  apply (attracts_by_linearisation S W M f J p Tan rho); auto. intros z Tz.
  apply (spectrum_contracts (X := weighted S W HW) parts value part J z Pts (proj1 Der) (Dec z Tz)); auto.
    lra.
Qed.
