(* Standard layer normalisation, with the scale -1 on the token (1, -1) of the plane: its distance from
   the shift is the root of 2 and not 2, and the next normalisation turns it over again. *)
From Coq Require Import Reals Lra List.
From Coquelicot Require Import Coquelicot.
From Kernel Require Import Prelude Words Complete Worlds.
From Claimed Require Import A_R2_3.
Open Scope R_scope.

Section Turned.
Context {S : inner_product_space} (one : S).
Definition centred (z : S) := vsub z (vscale (inner one z / 2) one).
Definition standard (z : S) := vscale (sqrt 2 / sqrt (inner (centred z) (centred z))) (centred z).
Lemma already_centred z : inner one z = 0 -> centred z = z.
Proof.
  intros Z. unfold centred, vsub. apply inner_ext. intro q.
  rewrite inner_add_l, !inner_scale_l, Z. field.
Qed.
Lemma already_standard z : inner one z = 0 -> inner z z = 2 -> standard z = z.
Proof.
  intros Z Two. unfold standard. rewrite already_centred, Two by exact Z.
  replace (sqrt 2 / sqrt 2) with 1; [apply vscale_one|]. field. apply Rgt_not_eq, sqrt_lt_R0. lra.
Qed.
Definition normalised (z : S) := vadd (vscale (-1) (standard z)) vzero.
(* Folded by rewriting: to convert the layer of a layer takes Coq long. *)
Lemma is_normalised z :
  vadd (vscale (-1) (vscale (sqrt 2 / sqrt (inner (vsub z (vscale (inner one z / 2) one))
    (vsub z (vscale (inner one z / 2) one)))) (vsub z (vscale (inner one z / 2) one)))) vzero = normalised z.
Proof. reflexivity. Qed.
Lemma turned_over z : inner one z = 0 -> inner z z = 2 -> normalised z = vscale (-1) z.
Proof. intros Z Two. unfold normalised. rewrite already_standard, vadd_zero by auto. reflexivity. Qed.
End Turned.

Theorem turned_over_and_back : A_R2_3__instance.
Proof.
  assert (Space := complete_euclidean 1). assert (Dim := dimension_plane).
  assert (O : inner ((1, 1) : euclidean 1) (1, 1) = 2) by (simpl; ring).
  assert (X : inner ((1, -1) : euclidean 1) (1, -1) = 2) by (simpl; ring).
  assert (OX : inner ((1, 1) : euclidean 1) (1, -1) = 0) by (simpl; ring).
  exists (euclidean 1), (-1), 2, (1, -1), (1, 1), vzero.
  set (one := (1, 1) : euclidean 1) in *. set (x := (1, -1) : euclidean 1) in *. clearbody one x.
  assert (C : vsub x (vscale (inner one x / 2) one) = x) by (apply (already_centred one x OX)).
  assert (N : sqrt (inner (centred one x) (centred one x)) <> 0).
  { rewrite already_centred, X by exact OX. apply Rgt_not_eq, sqrt_lt_R0. lra. }
  split; [exact Space|]. split; [lra|]. split; [exact Dim|]. split; [lra|]. split; [exact O|]. split; [lra|].
  split; [rewrite C, X; lra|]. split; [reflexivity|]. split; [lra|]. split; [reflexivity|]. split; [exact OX|].
  split; [exact X|]. split; [split; [exact N | rewrite is_normalised; apply turned_over; assumption]|]. split.
  - intro D. specialize (D N). rewrite !is_normalised in D.
    rewrite turned_over in D by auto.
    replace (inner (vsub (vscale (-1) x) vzero) (vsub (vscale (-1) x) vzero)) with 2 in D.
    + assert (Q := sqrt_sqrt 2 ltac:(lra)). rewrite D in Q. lra.
    + unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r,
        !inner_zero_l, !inner_zero_r, X. ring.
  - intro D. destruct (D vzero 1 ltac:(lra)) as [delta [P Q]]. specialize (Q delta P ltac:(lra)).
    assert (E : vadd (normalised one x) (vscale delta vzero) = vscale (-1) x).
    { replace (vscale delta vzero) with (@vzero (euclidean 1)).
      - rewrite vadd_zero. apply turned_over; assumption.
      - apply inner_ext. intro q. rewrite inner_scale_l, inner_zero_l. ring. }
    assert (Flat : inner one (vscale (-1) x) = 0) by (rewrite inner_scale_r, OX; ring).
    assert (Two : inner (vscale (-1) x) (vscale (-1) x) = 2).
    { rewrite inner_scale_l, inner_scale_r, X. ring. }
    assert (M : sqrt (inner (centred one (vadd (normalised one x) (vscale delta vzero)))
      (centred one (vadd (normalised one x) (vscale delta vzero)))) <> 0).
    { rewrite E, already_centred, Two by exact Flat. apply Rgt_not_eq, sqrt_lt_R0. lra. }
    rewrite !is_normalised in Q. specialize (Q M N).
    rewrite E, (turned_over one x OX X), (turned_over one (vscale (-1) x) Flat Two) in Q.
    replace (inner (vsub (vscale (-1) (vscale (-1) x)) (vscale (-1) x))
      (vsub (vscale (-1) (vscale (-1) x)) (vscale (-1) x))) with 8 in Q.
    + assert (R := sqrt_sqrt 8 ltac:(lra)). assert (P8 := sqrt_pos 8).
      assert (sqrt 8 * sqrt 8 <= 1 * 1) by (apply Rmult_le_compat; lra). lra.
    + unfold vsub. rewrite !inner_add_l, !inner_add_r, !inner_scale_l, !inner_scale_r, X. ring.
Qed.
