(* B-S1: the output matrix that adds c u w^T to the layer matrix, what it is for heads, and for a
   singular value matrix with its pseudo-inverse. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Drawn Resting RankOne.
From Claimed Require Import B_S1.
Open Scope R_scope.

Section Pseudo.
Context {S : inner_product_space} (M M_T N N_T W W_T : S -> S) (u w : S) (c : R).
Hypothesis AM : adjoint M M_T.
Hypothesis AN : adjoint N N_T.
Hypothesis AW : adjoint W W_T.
Hypothesis Unit : inner u u = 1.
Hypothesis MNM : forall x, M (N (M x)) = M x.
Hypothesis Sym : forall y z, inner (N (M y)) z = inner y (N (M z)).
(* v is in the span of the rows of M. *)
Definition in_rows v := exists z, forall x, inner v x = inner z (M x).

Lemma projection_in_rows v : in_rows (N (M v)).
Proof. exists (N_T v). intro x. rewrite Sym, inner_sym, (AN (M x)). apply inner_sym. Qed.
Lemma beside_rows v r : in_rows r -> inner (vsub v (N (M v))) r = 0.
Proof.
  intros [z H]. rewrite inner_sym, H. unfold vsub.
  rewrite (adjoint_add _ _ AM), (adjoint_scale _ _ AM), MNM. inners. ring.
Qed.
Lemma rows_are_kept : in_rows w <-> N (M w) = w.
Proof.
  split; intro H; [|rewrite <- H; apply projection_in_rows].
  symmetry. apply vsub_zero, inner_definite. set (d := vsub w (N (M w))).
  unfold d at 2. unfold vsub. rewrite inner_add_r, inner_scale_r. unfold d.
  rewrite (beside_rows w w H), (beside_rows w _ (projection_in_rows w)). ring.
Qed.
(* Some output matrix changes the layer matrix by c u w^T exactly for such w. *)
Lemma reached : c <> 0 ->
  (exists X : S -> S, (exists T, adjoint X T) /\
    forall x, X (M x) = vadd (W (M x)) (vscale (c * inner w x) u)) <-> in_rows w.
Proof.
  intro C. split.
  - intros [X [[T AX] H]]. exists (vscale (/ c) (vsub (T u) (W_T u))). intro x.
    assert (E := f_equal (inner u) (H x)). revert E. inners. rewrite Unit.
    rewrite (inner_sym _ u (X _)), (inner_sym _ u (W _)), (AX (M x)), (AW (M x)).
    rewrite (inner_sym _ (M x) (T u)), (inner_sym _ (M x) (W_T u)). intro E.
    apply Rmult_eq_reg_l with c; [|exact C]. field_simplify; [lra | exact C].
  - intro H. apply rows_are_kept in H.
    exists (fun y => vadd (W y) (vscale (c * inner w (N y)) u)). split.
    + exists (fun y => vadd (W_T y) (vscale (c * inner u y) (N_T w))). intros x y. inners.
      rewrite (AW x), <- (AN x), (inner_sym _ (N x) w). ring.
    + intro x. rewrite <- Sym, H. reflexivity.
Qed.
End Pseudo.

Theorem proof : B_S1.
Proof.
  intros Space Token tokens Head heads V V_T W W_T c w I I_T u _ _ _ AV AW AI _ _ _ _ _ _ IV VI Unit.
  split; [|split].
  - split; [intro x; rewrite IV; reflexivity|]. intros X _ H y. rewrite <- (VI y) at 1. rewrite H, VI. reflexivity.
  - split.
    + intros T AT _ _. exists (V_T (T (I_T w))). intro x.
      assert (E : inner (V_T (T (I_T w))) x = inner w (I (T (V x)))).
      { rewrite inner_sym, <- (AV x), <- (AT (V x)), <- (AI (T (V x))). apply inner_sym. }
      rewrite E. split; reflexivity.
    + intros x b H j. rewrite <- (IV (x j)), <- (H j), (adjoint_vtotal _ _ AI), inner_vtotal_r. reflexivity.
  - intros R [M_T AM] N [N_T AN] [MNM [_ [_ Sym]]]. split; [|split; [|split; [|split]]].
    + intro x. rewrite Sym. reflexivity.
    + exact (projection_in_rows R N N_T AN Sym w).
    + intros v H. exact (beside_rows R M_T N AM MNM w v H).
    + exact (rows_are_kept R M_T N N_T w AM AN MNM Sym).
    + exact (reached R M_T N N_T W W_T u w c AM AN AW Unit MNM Sym).
Qed.
