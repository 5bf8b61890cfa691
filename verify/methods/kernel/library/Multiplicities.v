(* Multiplicities counted: bases of the parts of a spectrum that together are one of the whole space. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families States.
Open Scope R_scope.
Implicit Types S : inner_product_space.

(* ------------------------------------------------------------------ 1. meaning: read this part *)
(* Members that are none of them 0 and each orthogonal to all others, for a product of two. *)
Definition orthogonal_list {A} (product : A -> A -> R) (L : list A) :=
  ForallOrdPairs (fun a b => product a b = 0) L /\ List.Forall (fun a => 0 < product a a) L.
(* There are n independent things of a kind. *)
Definition counted {A} (product : A -> A -> R) (kind : A -> Prop) (n : R) :=
  exists L, orthogonal_list product L /\ List.Forall kind L /\ size L = n.
(* The inner product of two perturbations of all tokens; an orthogonal basis of those of a kind. *)
Definition across {S Token} (tokens : list Token) (f g : Token -> S) := total tokens (fun i => inner (f i) (g i)).
Definition basis_of {S Token} (tokens : list Token) (kind : (Token -> S) -> Prop) (L : list (Token -> S)) :=
  orthogonal_list (across tokens) L /\ List.Forall kind L /\ forall f, kind f -> forall i,
  f i = vtotal L (fun e => vscale (across tokens e f / across tokens e e) (e i)).
(* Each part has a basis of as many members as its multiplicity says, and all bases together are one
   of the whole space, of dimension n: every perturbation is the sum of its parts, in one way. *)
Definition decomposes {S Token} (tokens : list Token) (whole : (Token -> S) -> Prop)
  (parts : list (((Token -> S) -> Prop) * R)) (n : R) := exists bases,
  Forall2 (fun part L => basis_of tokens (fst part) L /\ size L = snd part) parts bases /\
  basis_of tokens whole (concat bases) /\ size (concat bases) = n.

(* ------------------------------------------------------------------ 2. orthogonal lists fill a space *)
Lemma total_in {A} (T : list A) f g : (forall a, In a T -> f a = g a) -> total T f = total T g.
Proof. intro H. induction T as [|a T IH]; simpl; [reflexivity|]. rewrite H, IH; simpl; auto. intros; apply H; simpl; auto. Qed.
Lemma vtotal_in {S A} (T : list A) (f g : A -> S) : (forall a, In a T -> f a = g a) -> vtotal T f = vtotal T g.
Proof. intro H. induction T as [|a T IH]; simpl; [reflexivity|]. rewrite H, IH; simpl; auto. intros; apply H; simpl; auto. Qed.
Lemma total_le_in {A} (T : list A) f g : (forall a, In a T -> f a <= g a) -> total T f <= total T g.
Proof. intro H. induction T as [|a T IH]; simpl; [lra|]. apply Rplus_le_compat; [apply H; simpl; auto|]. apply IH. intros; apply H; simpl; auto. Qed.
Lemma total_equal_in {A} (T : list A) f g : (forall a, In a T -> f a <= g a) -> total T g <= total T f ->
  forall a, In a T -> f a = g a.
Proof.
  intros H E. induction T as [|b T IH]; simpl in *; [tauto|].
  assert (B := H b (or_introl eq_refl)). assert (Q := total_le_in T f g (fun a I => H a (or_intror I))).
  intros a [<-|I]; [lra|]. apply IH; auto. lra.
Qed.

Section Filling.
Context {U : inner_product_space}.
Definition share (f e : U) := inner e f * inner e f / inner e e.
Definition expansion (L : list U) (f : U) := vtotal L (fun e => vscale (inner e f / inner e e) e).
Lemma orthogonal_cons (e : U) L : orthogonal_list inner (e :: L) ->
  0 < inner e e /\ (forall g, In g L -> inner e g = 0) /\ orthogonal_list inner L.
Proof.
  intros [O P]. inversion O as [|? ? O1 O2]; inversion P as [|? ? P1 P2]; subst.
  split; [exact P1|]. split; [|split; assumption]. apply List.Forall_forall. exact O1.
Qed.
Lemma expansion_inner L (e f : U) : orthogonal_list inner L -> In e L -> inner e (expansion L f) = inner e f.
Proof.
  unfold expansion. induction L as [|a L IH]; simpl; [tauto|]. intros H I.
  apply orthogonal_cons in H. destruct H as [P [Z H]]. rewrite inner_add_r, inner_scale_r. destruct I as [<-|I].
  - rewrite inner_vtotal_r, (total_in L _ (fun _ => 0)), total_zero; [field; lra|].
    intros b B. rewrite inner_scale_r, (Z b B). ring.
  - rewrite IH by auto. rewrite (inner_sym _ e a), (Z e I). ring.
Qed.
Lemma residual L (f : U) : orthogonal_list inner L ->
  inner (vsub f (expansion L f)) (vsub f (expansion L f)) = inner f f - total L (share f).
Proof.
  intro H. assert (E1 : inner (expansion L f) f = total L (share f)).
  { unfold expansion, share. rewrite inner_vtotal_l. apply total_ext. intro e. rewrite inner_scale_l. unfold Rdiv. ring. }
  assert (E2 : inner (expansion L f) (expansion L f) = total L (share f)).
  { unfold expansion at 1. rewrite inner_vtotal_l. apply total_in. intros e I.
    rewrite inner_scale_l, expansion_inner by auto. unfold share, Rdiv. ring. }
  unfold vsub. rewrite inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, (inner_sym _ f (expansion L f)), E1, E2. ring.
Qed.
Lemma bessel L (f : U) : orthogonal_list inner L -> total L (share f) <= inner f f.
Proof. intro H. assert (N := inner_nonneg U (vsub f (expansion L f))). rewrite residual in N by auto. lra. Qed.
Lemma expanded L (f : U) : orthogonal_list inner L -> total L (share f) = inner f f -> f = expansion L f.
Proof.
  intros H E. assert (Z : vsub f (expansion L f) = vzero) by (apply inner_definite; rewrite residual by auto; lra).
  apply inner_ext. intro z. assert (Q : inner (vsub f (expansion L f)) z = 0) by (rewrite Z; apply inner_zero_l).
  unfold vsub in Q. rewrite inner_add_l, inner_scale_l in Q. lra.
Qed.
Lemma parseval L (f : U) : f = expansion L f -> total L (share f) = inner f f.
Proof.
  intro E. rewrite E at 2. unfold expansion, share. rewrite inner_vtotal_l. apply total_ext. intro e.
  rewrite inner_scale_l. unfold Rdiv. ring.
Qed.
Lemma expansion_vtotal {A} L (T : list A) (c : A -> R) (b : A -> U) : (forall a, In a T -> b a = expansion L (b a)) ->
  vtotal T (fun a => vscale (c a) (b a)) = expansion L (vtotal T (fun a => vscale (c a) (b a))).
Proof.
  intro H. apply inner_ext. intro z. unfold expansion at 1. rewrite !inner_vtotal_l.
  transitivity (total T (fun a => total L (fun e => c a * (inner e (b a) / inner e e) * inner e z))).
  - apply total_in. intros a I. rewrite inner_scale_l, (H a I) at 1. unfold expansion. rewrite inner_vtotal_l, <- total_scale.
    apply total_ext. intro e. rewrite inner_scale_l. ring.
  - rewrite total_swap. apply total_ext. intro e. rewrite inner_scale_l, inner_vtotal_r. unfold Rdiv.
    rewrite <- !total_scale_r. apply total_ext. intro a. rewrite inner_scale_r. ring.
Qed.
Context (whole : U -> Prop) (B : list U).
Hypothesis Orthogonal : orthogonal_list inner B.
Hypothesis Inside : List.Forall whole B.
Hypothesis Spans : forall f, whole f -> f = expansion B f.
Lemma shares L : orthogonal_list inner L -> List.Forall whole L ->
  total B (fun b => total L (fun e => share b e / inner b b)) = size L.
Proof.
  intros H W. rewrite total_swap. unfold size. apply total_in. intros e I.
  assert (P : 0 < inner e e) by (apply (proj1 (List.Forall_forall _ L) (proj2 H) e I)).
  assert (Q := parseval B e (Spans e (proj1 (List.Forall_forall _ L) W e I))).
  transitivity (/ inner e e * total B (share e)); [|rewrite Q; field; lra].
  rewrite <- total_scale. apply total_ext. intro b. unfold share, Rdiv. rewrite (inner_sym _ e b). ring.
Qed.
Lemma at_most_one L b : orthogonal_list inner L -> In b B -> total L (fun e => share b e / inner b b) <= 1.
Proof.
  intros H I. assert (P : 0 < inner b b) by (apply (proj1 (List.Forall_forall _ B) (proj2 Orthogonal) b I)).
  unfold Rdiv. rewrite total_scale_r. replace 1 with (inner b b * / inner b b) by (field; lra).
  apply Rmult_le_compat_r; [left; apply Rinv_0_lt_compat; exact P|]. apply bessel. exact H.
Qed.
(* No more are independent than there are dimensions, and as many fill the space. *)
Lemma no_more L : orthogonal_list inner L -> List.Forall whole L -> size L <= size B.
Proof. intros H W. rewrite <- (shares L H W). apply total_le_in. intros b I. apply at_most_one; auto. Qed.
Lemma fills L : orthogonal_list inner L -> List.Forall whole L -> size L = size B -> forall f, whole f -> f = expansion L f.
Proof.
  intros H W N f F. assert (All : forall b, In b B -> b = expansion L b).
  { intros b I. assert (P : 0 < inner b b) by (apply (proj1 (List.Forall_forall _ B) (proj2 Orthogonal) b I)).
    assert (E := total_equal_in B (fun b => total L (fun e => share b e / inner b b)) (fun _ => 1)
      (fun b I => at_most_one L b H I)). cbv beta in E. rewrite (shares L H W), N in E. specialize (E (Rle_refl _) b I).
    apply expanded; auto. unfold Rdiv in E. rewrite total_scale_r in E.
    apply (Rmult_eq_reg_r (/ inner b b)); [|apply Rgt_not_eq, Rinv_0_lt_compat, P]. rewrite E. field. lra. }
  rewrite (Spans f F). apply expansion_vtotal. exact All.
Qed.
End Filling.
