(* An orthonormal basis of eigenvectors of a linear map: coordinates, bounds of the map from its
   eigenvalues, and projectors on some of the modes. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Derivatives Words Curves Families Drawn Frechet.
Open Scope R_scope.

Definition orthonormal_basis {U : inner_product_space} {Mode} (modes : list Mode) (e : Mode -> U) :=
  (forall k, inner (e k) (e k) = 1) /\ (forall k l, k <> l -> inner (e k) (e l) = 0) /\
  forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k)).
Lemma basis_of_kronecker {U : inner_product_space} {Mode} (modes : list Mode) (same : Mode -> Mode -> R)
  (e : Mode -> U) : kronecker same -> (forall k l, inner (e k) (e l) = same k l) ->
  (forall z, z = vtotal modes (fun k => vscale (inner (e k) z) (e k))) -> orthonormal_basis modes e.
Proof.
  intros [One Zero] H Span. split; [|split; [|exact Span]].
  - intro k. rewrite H. apply One.
  - intros k l N. rewrite H. apply Zero, N.
Qed.
Lemma vtotal_add {U : inner_product_space} {I} (T : list I) (f g : I -> U) :
  vtotal T (fun i => vadd (f i) (g i)) = vadd (vtotal T f) (vtotal T g).
Proof. induction T as [|i T IH]; simpl; [|rewrite IH]; vector_sums. Qed.
Lemma vtotal_scale {U : inner_product_space} {I} (T : list I) c (f : I -> U) :
  vtotal T (fun i => vscale c (f i)) = vscale c (vtotal T f).
Proof. induction T as [|i T IH]; simpl; [|rewrite IH]; vector_sums. Qed.
(* What is given by its values on a basis is linear. *)
Lemma by_columns_linear {U Y : inner_product_space} {Mode} (modes : list Mode) (e : Mode -> U) (f : Mode -> Y) :
  linear (fun z => vtotal modes (fun k => vscale (inner (e k) z) (f k))).
Proof.
  split; intros.
  - rewrite <- vtotal_add. f_equal. apply FunctionalExtensionality.functional_extensionality. intro k.
    rewrite inner_add_r. apply vadd_vscale.
  - rewrite <- vtotal_scale. f_equal. apply FunctionalExtensionality.functional_extensionality. intro k.
    rewrite inner_scale_r, vscale_vscale. reflexivity.
Qed.

Section Parseval.
Context {U : inner_product_space} {Mode : Type} (modes : list Mode) (e : Mode -> U).
Hypothesis Basis : orthonormal_basis modes e.
Lemma basis_parseval x y : inner x y = total modes (fun k => inner (e k) x * inner (e k) y).
Proof.
  rewrite (proj2 (proj2 Basis) x) at 1. rewrite inner_vtotal_l. apply total_ext. intro k.
  apply inner_scale_l.
Qed.
Lemma coordinates_ext x y : (forall k, inner (e k) x = inner (e k) y) -> x = y.
Proof.
  intro H. apply inner_ext. intro z. rewrite !basis_parseval. apply total_ext. intro k. rewrite H. reflexivity.
Qed.
Lemma norm_by_coordinates x y c : 0 <= c ->
  (forall k, Rabs (inner (e k) x) <= c * Rabs (inner (e k) y)) -> vnorm x <= c * vnorm y.
Proof.
  intros C H. apply vnorm_le; [apply Rmult_le_pos; [auto | apply vnorm_nonneg]|].
  replace (c * vnorm y * (c * vnorm y)) with (c * c * (vnorm y * vnorm y)) by ring.
  rewrite vnorm_square, !basis_parseval, <- total_scale. apply total_le. intro k.
  rewrite <- (Rabs_pos_eq (inner (e k) x * inner (e k) x)), <- (Rabs_pos_eq (inner (e k) y * inner (e k) y))
    by apply Rle_0_sqr.
  rewrite !Rabs_mult. replace (c * c * (Rabs (inner (e k) y) * Rabs (inner (e k) y))) with
    (c * Rabs (inner (e k) y) * (c * Rabs (inner (e k) y))) by ring.
  apply Rmult_le_compat; auto using Rabs_pos.
Qed.
Lemma linear_is_bounded {Y : inner_product_space} (A : U -> Y) : linear A -> bounded A.
Proof.
  intro LA. exists (total modes (fun k => vnorm (A (e k)))).
  split; [apply total_nonneg; intro; apply vnorm_nonneg|]. intro x.
  assert (G : forall T, vnorm (A (vtotal T (fun k => vscale (inner (e k) x) (e k)))) <=
    total T (fun k => vnorm (A (e k))) * vnorm x).
  { induction T as [|k T IH]; simpl.
    - rewrite (linear_zero A LA), vnorm_zero. lra.
    - rewrite (proj1 LA), (proj2 LA). eapply Rle_trans; [apply vnorm_add|]. rewrite vnorm_scale.
      assert (C := inner_le_vnorm (e k) x). replace (vnorm (e k)) with 1 in C.
      2: { unfold vnorm. rewrite (proj1 Basis k). symmetry. apply sqrt_1. }
      assert (Rabs (inner (e k) x) * vnorm (A (e k)) <= 1 * vnorm x * vnorm (A (e k))) by
        (apply Rmult_le_compat_r; [apply vnorm_nonneg | lra]). lra. }
  rewrite (proj2 (proj2 Basis) x) at 1. apply G.
Qed.
Context (A : U -> U) (lam : Mode -> R).
Hypothesis Lin : linear A.
Hypothesis Eigen : forall k, A (e k) = vscale (lam k) (e k).
Lemma linear_vtotal {I} (T : list I) (f : I -> U) : A (vtotal T f) = vtotal T (fun k => A (f k)).
Proof.
  induction T; simpl; [apply (linear_zero A Lin)|]. rewrite (proj1 Lin), IHT. reflexivity.
Qed.
Lemma in_coordinates z k : inner (e k) (A z) = lam k * inner (e k) z.
Proof.
  rewrite (proj2 (proj2 Basis) z) at 1. rewrite linear_vtotal, inner_vtotal_r.
  rewrite (basis_parseval (e k) z), <- total_scale. apply total_ext. intro l.
  rewrite (proj2 Lin), Eigen, !inner_scale_r.
  destruct (Req_dec (inner (e k) (e l)) 0) as [Z|N].
  - rewrite (inner_sym _ (e l) (e k)), Z. ring.
  - apply Rminus_diag_uniq. destruct (Req_dec (lam k) (lam l)) as [->|D].
    + rewrite (inner_sym _ (e l) (e k)). ring.
    + exfalso. apply N, (proj1 (proj2 Basis)). intro Eq. apply D. rewrite Eq. reflexivity.
Qed.
(* An eigenvector has parts in its own eigenspace alone. *)
Lemma part_of_eigenvector u mu k : A u = vscale mu u -> inner (e k) u = 0 \/ lam k = mu.
Proof.
  intro E. assert (Q := in_coordinates u k). rewrite E, inner_scale_r in Q.
  destruct (Req_dec (inner (e k) u) 0) as [Z|N]; [left; exact Z|right].
  apply (Rmult_eq_reg_r (inner (e k) u)); auto.
Qed.
Lemma some_part u : u <> vzero -> exists k, inner (e k) u <> 0.
Proof.
  intro N. assert (P : 0 < inner u u).
  { destruct (inner_nonneg U u) as [P|Z]; [exact P|]. exfalso. apply N, inner_definite. auto. }
  rewrite basis_parseval in P. clear N.
  assert (G : forall T, 0 < total T (fun k => inner (e k) u * inner (e k) u) -> exists k, inner (e k) u <> 0).
  { induction T as [|k T IH]; simpl; [lra|]. intro H. destruct (Req_dec (inner (e k) u) 0) as [Z|N].
    - apply IH. rewrite Z in H. lra.
    - exists k. exact N. }
  apply (G modes P).
Qed.
End Parseval.

(* The projector on the modes k with G k = 1. *)
Section Projector.
Context {U : inner_product_space} {Mode : Type} (modes : list Mode) (e : Mode -> U) (G : Mode -> R).
Hypothesis Modes : enumerates modes.
Hypothesis Basis : orthonormal_basis modes e.
Definition on_modes (x : U) : U := vtotal modes (fun k => vscale (inner (e k) x) (vscale (G k) (e k))).
Lemma on_modes_linear : linear on_modes.
Proof. apply (by_columns_linear modes e (fun k => vscale (G k) (e k))). Qed.
Lemma on_modes_part k x : inner (e k) (on_modes x) = G k * inner (e k) x.
Proof.
  apply (in_coordinates modes e Basis on_modes G on_modes_linear). intro l. unfold on_modes.
  apply (coordinates_ext modes e Basis). intro m.
  rewrite inner_vtotal_r, inner_scale_r, (basis_parseval modes e Basis (e m) (e l)), <- total_scale.
  apply total_ext. intro j. rewrite !inner_scale_r.
  destruct (Req_dec (inner (e j) (e l)) 0) as [Z|N]; [rewrite Z; ring|].
  destruct (Req_dec (inner (e j) (e m)) 0) as [Z'|N'].
  - rewrite (inner_sym _ (e m) (e j)), Z'. ring.
  - rewrite (inner_sym _ (e m) (e j)). destruct (Req_dec (G j) (G l)) as [->|D]; [ring|].
    exfalso. apply N, (proj1 (proj2 Basis)). intro Eq. apply D. rewrite Eq. reflexivity.
Qed.
End Projector.

(* Finitely many numbers below c, but for those that are left out: one bound below c. *)
Lemma gap_below {Mode} (modes : list Mode) (a : Mode -> R) (out : Mode -> Prop) c :
  (forall k, {out k} + {~ out k}) -> 0 < c -> (forall k, ~ out k -> a k < c) ->
  exists b, 0 <= b < c /\ forall k, In k modes -> ~ out k -> a k <= b.
Proof.
  intros D C H. induction modes as [|k T [b [B IH]]]; [exists 0; split; [lra | intros k []]|].
  destruct (D k) as [O|O].
  - exists b. split; [auto|]. intros l [<-|I] N; [contradiction | auto].
  - exists (Rmax b (a k)). split.
    + split; [eapply Rle_trans; [apply B | apply Rmax_l] | apply Rmax_lub_lt; [lra | auto]].
    + intros l [<-|I] N; [apply Rmax_r | eapply Rle_trans; [apply IH; auto | apply Rmax_l]].
Qed.
Lemma least_of {Mode} (modes : list Mode) (a : Mode -> R) k : In k modes ->
  exists m, forall l, In l modes -> a m <= a l.
Proof.
  intro I. destruct modes as [|k0 T]; [destruct I|]. clear I k. revert k0. induction T as [|k T IH]; intro k0.
  - exists k0. intros l [<-|[]]. lra.
  - destruct (IH k0) as [m H]. destruct (Rle_lt_dec (a m) (a k)) as [L|L].
    + exists m. intros l [<-|[<-|J]]; [apply H; left; auto | exact L | apply H; right; auto].
    + exists k. intros l [<-|[<-|J]]; [|lra|].
      * assert (Q := H k0 (or_introl eq_refl)). lra.
      * assert (Q := H l (or_intror J)). lra.
Qed.
