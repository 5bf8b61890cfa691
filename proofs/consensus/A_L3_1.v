(* A-L3.1: in the metric (7) the tangent map leaves the one tangent part whose rest is orthogonal. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Curves.
Open Scope R_scope.

Section Projection.
Context {S : inner_product_space} {Token : Type} (tokens : list Token) (y : Token -> S) (W : S -> S)
  (Z : Token -> R).
Hypothesis ET : enumerates tokens.
Hypothesis HW : positive W.
Hypothesis Ey : forall i, inner (y i) (W (y i)) = 1.
Hypothesis Pos : forall i, 0 < Z i.
Let AW : adjoint W W := proj1 HW.
Definition tangent_to (T : Token -> S) := forall i, inner (W (y i)) (T i) = 0.
Definition projected (V : Token -> S) i := vsub (V i) (vscale (inner (y i) (W (V i))) (y i)).
Definition product (A B : Token -> S) := total tokens (fun i => Z i * inner (W (A i)) (B i)).
Lemma projected_tangent V : tangent_to (projected V).
Proof.
  intro i. unfold projected, vsub. rewrite inner_add_r, !inner_scale_r, (AW (y i) (V i)), (AW (y i) (y i)), Ey.
  ring.
Qed.
Lemma rest_orthogonal V H : tangent_to H -> product H (fun i => vsub (V i) (projected V i)) = 0.
Proof.
  intro T. unfold product. rewrite <- (total_zero tokens). apply total_ext. intro i.
  rewrite (AW (H i)). unfold projected, vsub.
  rewrite !(adjoint_add _ _ AW), !(adjoint_scale _ _ AW), !(adjoint_add _ _ AW), !(adjoint_scale _ _ AW).
  repeat (rewrite inner_add_r || rewrite inner_scale_r).
  rewrite (inner_sym _ (H i) (W (y i))), T. ring.
Qed.
Lemma square_zero A : product A A = 0 -> forall i, A i = vzero.
Proof.
  intros E i. destruct (Req_dec (inner (A i) (W (A i))) 0) as [H|H].
  - apply (inner_definite (weighted S W HW) (A i)). exact H.
  - exfalso. assert (0 < product A A); [|lra].
    apply (total_one_positive tokens (fun i => Z i * inner (W (A i)) (A i)) i ET).
    + intro k. apply Rmult_le_pos; [left; apply Pos|]. rewrite inner_sym. apply positive_nonneg, HW.
    + apply Rmult_lt_0_compat; [apply Pos|]. rewrite inner_sym.
      assert (Q := positive_nonneg W HW (A i)). lra.
Qed.
Lemma product_nonneg A : 0 <= product A A.
Proof.
  apply total_nonneg. intro k. apply Rmult_le_pos; [left; apply Pos|]. rewrite inner_sym.
  apply positive_nonneg, HW.
Qed.
Lemma difference_tangent A B : tangent_to A -> tangent_to B -> tangent_to (fun i => vsub (A i) (B i)).
Proof. intros HA HB i. unfold vsub. rewrite inner_add_r, inner_scale_r, HA, HB. ring. Qed.
Lemma product_sub A B C : product A (fun i => vsub (B i) (C i)) = product A B - product A C.
Proof.
  unfold product. replace (total tokens (fun i => Z i * inner (W (A i)) (B i)) -
    total tokens (fun i => Z i * inner (W (A i)) (C i))) with (total tokens (fun i => Z i * inner (W (A i)) (B i))
    + -1 * total tokens (fun i => Z i * inner (W (A i)) (C i))) by ring.
  rewrite <- total_scale, <- total_add. apply total_ext. intro i. unfold vsub.
  rewrite inner_add_r, inner_scale_r. ring.
Qed.
Lemma only_this V T : (tangent_to T /\ forall H, tangent_to H -> product H (fun i => vsub (V i) (T i)) = 0) <->
  forall i, T i = projected V i.
Proof.
  split.
  - intros [HT Orth]. set (D := fun i => vsub (projected V i) (T i)).
    assert (TD : tangent_to D) by (apply difference_tangent; [apply projected_tangent | exact HT]).
    assert (E : product D D = 0).
    { assert (A := Orth D TD). assert (B := rest_orthogonal V D TD). rewrite product_sub in A, B.
      unfold D at 2. rewrite product_sub. lra. }
    intro i. assert (F := square_zero D E i). unfold D in F. apply inner_ext. intro w.
    assert (K := f_equal (fun z => inner z w) F). unfold vsub in K. cbv beta in K.
    rewrite inner_add_l, inner_scale_l, inner_zero_l in K. lra.
  - intro E. split.
    + intro i. rewrite E. apply projected_tangent.
    + intros H HH. rewrite <- (rest_orthogonal V H HH). apply total_ext. intro i. rewrite E. reflexivity.
Qed.
Lemma nearest V T : tangent_to T ->
  product (fun i => vsub (V i) (projected V i)) (fun i => vsub (V i) (projected V i)) <=
  product (fun i => vsub (V i) (T i)) (fun i => vsub (V i) (T i)).
Proof.
  intro HT. set (D := fun i => vsub (projected V i) (T i)).
  assert (TD : tangent_to D) by (apply difference_tangent; [apply projected_tangent | exact HT]).
  set (B := fun i => vsub (V i) (projected V i)). assert (O := rest_orthogonal V D TD). fold B in O.
  assert (E : product (fun i => vsub (V i) (T i)) (fun i => vsub (V i) (T i)) =
    product B B + 2 * product D B + product D D).
  { unfold product. rewrite <- total_scale, <- !total_add. apply total_ext. intro i.
    replace (vsub (V i) (T i)) with (vadd (B i) (D i)).
    - rewrite (adjoint_add _ _ AW), !inner_add_l, !inner_add_r.
      rewrite (AW (B i) (D i)), (inner_sym _ (B i) (W (D i))). ring.
    - apply inner_ext. intro w. unfold B, D, vsub. repeat (rewrite inner_add_l || rewrite inner_scale_l). ring. }
  rewrite E, O. assert (0 <= product D D) by apply product_nonneg. lra.
Qed.
End Projection.
